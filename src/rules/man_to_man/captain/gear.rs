//! What a captain does with gear: archers plant their stakes and stand behind them, crews turn and shoot their engines,
//! ladders and rams go to the wall, and from the wall ladders are pushed and rocks and oil dropped. Everything else is
//! left to the captain himself.

use super::super::event::{Answer, Gait};
use super::super::gear::state::{Booty, Burning, FieldGear, Lies, Mark, Task, ThingId};
use super::super::ground::{BarrierKind, PieceId};
use super::super::setup::{Arm, arm};
use super::super::state::*;
use super::super::{Decision, View};
use super::sense::{in_vain, use_of};
use super::{axes, works};
use crate::rules::figure::{Side, Weapon};
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};

/// Turns after which nobody waits behind stakes or for engines any more.
const LATE: u32 = 30;
/// How near an enemy lets nobody work in peace, in inches.
const DANGER: i32 = 10;
/// How far short of where he would have them a captain is content to get men, in inches.
const SHORT: i32 = 6;
/// How far off an enemy is who has gone, in inches.
const GONE: i32 = 30;
/// How far apart ladders are raised, in inches.
const APART: i32 = 3;
/// How far a captain sends men for what they need, in inches.
const ERRAND: i32 = 24;

/// Whether there is anything to be done here: gear, fire, a drawbridge or portcullis to be worked, or a gate to be hewn down.
pub(super) fn concerned(view: &View<'_>) -> bool {
    !view.train().is_empty() || view.ground().barriers.iter().any(|it| worked(it.kind)) || axes::at_hand(view)
}

/// What is worked by a winch (MM-9.6).
fn worked(kind: BarrierKind) -> bool {
    matches!(kind, BarrierKind::Drawbridge | BarrierKind::Portcullis)
}

/// What a body does with gear or about it, or at a gate, if anything; asked only where [`concerned`].
pub(super) fn decide(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let decision = match view.phase() {
        Phase::Declare => declare(view, body),
        Phase::Answer => stand_behind_stakes(view, body),
        Phase::Move(_) => order(view, body),
        Phase::Shoot => target(view, body),
        Phase::Over => None,
    };
    decision.filter(|decision| view.check(decision).is_ok())
}

pub(super) fn own<'a>(
    view: &View<'a>,
    body: BodyId,
    fits: impl Fn(&FieldGear) -> bool,
) -> Option<(ThingId, &'a FieldGear)> {
    view.train().of(body).find(|(_, gear)| fits(gear))
}

fn engine(gear: &FieldGear) -> bool {
    matches!(gear.thing, Thing::Catapult | Thing::Bombard)
}

fn nearest_enemy(view: &View<'_>, place: Point) -> Option<(BodyId, i32)> {
    let far = |at: BodyId| (place.distance(view.body(at).centre) - view.body(at).radius).max(0);
    view.enemies().map(|at| (at, far(at))).min_by_key(|&(at, far)| (far, at))
}

/// The way to the nearest man of the nearest enemy, if there is one.
pub(super) fn to_the_enemy(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let centre = view.body(body).centre;
    let (enemy, _) = nearest_enemy(view, centre)?;
    let men = view.men(enemy).iter().filter(|figure| figure.stands()).map(|figure| figure.at);
    let to = men.min_by_key(|at| (at.distance_squared(centre), at.x, at.y))?;
    let go = Decision::Go { body, to, facing: Heading::of(centre.to(to)) };
    view.check(&go).is_ok().then_some(go)
}

fn task(body: BodyId, task: Task) -> Decision {
    Decision::Task { body, task }
}

pub(super) fn first(view: &View<'_>, body: BodyId, tasks: impl IntoIterator<Item = Task>) -> Option<Decision> {
    tasks.into_iter().map(|it| task(body, it)).find(|decision| view.check(decision).is_ok())
}

/// Crews, men at a wall with ladders and men behind stakes do not run at the enemy.
fn declare(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let busy = own(view, body, |gear| gear.thing.crewed()).is_some()
        || behind_row(view, body)
        || walls_stand(view) && own(view, body, |gear| matches!(gear.thing, Thing::Ladder | Thing::Ram)).is_some();
    if let Some(charge) = at_who_came_up(view, body) {
        return Some(charge);
    }
    let stays = busy && !view.body(body).turn.engaged && view.turn() <= LATE;
    (stays || view.has_climbers(body) && !blocks_a_ladder(view, body)).then_some(Decision::Hold { body })
}

/// Whoever holds a wall falls on the first who come up on it, before there are more of them.
fn at_who_came_up(view: &View<'_>, body: BodyId) -> Option<Decision> {
    if view.side() != Side::Defender || !walls_stand(view) {
        return None;
    }
    let closes = |at: BodyId, gait: Gait| Decision::Charge { body, at, gait };
    let mut ways = came_up(view).into_iter().flat_map(|at| [closes(at, Gait::Run), closes(at, Gait::Walk)]);
    ways.find(|charge| view.check(charge).is_ok())
}

/// Whether men of a body stand on a wall.
pub(super) fn is_up(view: &View<'_>, body: BodyId) -> bool {
    view.men(body).iter().any(|figure| figure.stands() && view.land().at(figure.at).raised)
}

/// The enemy's bodies of whom men stand on a wall.
fn came_up(view: &View<'_>) -> Vec<BodyId> {
    view.enemies().filter(|&at| is_up(view, at)).collect()
}

/// Whether men of a body stand on a wall where others wait on a ladder for room beside them.
fn blocks_a_ladder(view: &View<'_>, body: BodyId) -> bool {
    let ours = |(_, gear): &(ThingId, &FieldGear)| gear.thing == Thing::Ladder && gear.side == view.side();
    is_up(view, body) && view.train().all().filter(ours).any(|(ladder, _)| view.head_is_full(ladder))
}

/// Whether a side is at a wall that stands and has that by which it is climbed, up or at hand.
fn storms(view: &View<'_>) -> bool {
    let scales = |gear: &FieldGear| {
        let climbed = matches!(gear.thing, Thing::Ladder | Thing::Tower) && gear.side == view.side();
        climbed && gear.lies.whole() && (gear.lies == Lies::Standing || view.friends().any(|id| raises(view, id, gear)))
    };
    view.side() == Side::Attacker && walls_stand(view) && view.train().all().any(|(_, gear)| scales(gear))
}

/// Whether a body has the men on foot to raise a ladder (MM-9.10).
pub(super) fn raises(view: &View<'_>, body: BodyId, ladder: &FieldGear) -> bool {
    let need = if ladder.inches <= view.tables().gear.ladder.one_raises { 1 } else { 2 };
    view.men(body).iter().filter(|man| man.stands() && !man.mounted()).count() >= need
}

fn walls_stand(view: &View<'_>) -> bool {
    (0..view.ground().pieces.len() as u16)
        .map(PieceId)
        .any(|piece| !view.land().stands_open(piece) && fortified(view, piece))
}

/// Whether a body stands behind its own stakes or pavises.
fn behind_row(view: &View<'_>, body: BodyId) -> bool {
    own(view, body, |gear| gear.set > 0 && gear.lies == Lies::Standing)
        .is_some_and(|(_, gear)| gear.at.distance(view.body(body).centre) <= 6 * INCH)
}

fn stand_behind_stakes(view: &View<'_>, body: BodyId) -> Option<Decision> {
    behind_row(view, body).then_some(Decision::Answer { body, answer: Answer::Stand })
}

fn order(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let it = view.body(body);
    if it.standing == 0 || in_vain(view) {
        return None;
    }
    if it.turn.engaged || view.touched(body) {
        return beside_the_fight(view, body);
    }
    let (enemy, gap) = nearest_enemy(view, it.centre)?;
    let pressing = out_of_the_fire(view, body)
        .or_else(|| to_who_came_up(view, body))
        .or_else(|| at_the_gate(view, body, gap))
        .or_else(|| on_the_wall(view, body))
        .or_else(|| with_engine(view, body, enemy, gap));
    // As the day wears on everybody presses, with what he has in his hands.
    if pressing.is_some() {
        return pressing;
    }
    // Nobody rides up a wall: once ladders stand, the horsemen get off and go where the others go; and late in the day
    // those who hold a wall get off to those who have come up on it.
    let stand = |(_, gear): (ThingId, &FieldGear)| gear.thing != Thing::Ram && gear.lies == Lies::Standing;
    let go_up = storms(view) && view.train().all().any(stand);
    let go_after = view.turn() > LATE && view.side() == Side::Defender && is_up(view, enemy);
    if view.is_horse(body) && gap <= ERRAND * INCH && (go_up || go_after) {
        return Some(Decision::Mount { body, mount: false });
    }
    if view.turn() > LATE && !view.has_climbers(body) {
        let presses = storms(view) || axes::breaks_in(view, body);
        return if presses { against_the_wall(view, body) } else { None };
    }
    against_fire(view, body)
        .or_else(|| works::burns_what_is_near(view, body))
        .or_else(|| works::lifts_its_row(view, body, gap))
        .or_else(|| with_rows(view, body, enemy, gap))
        .or_else(|| works::fills_a_moat(view, body))
        .or_else(|| works::takes_up_gear(view, body, gap))
        .or_else(|| works::shoots_fire_at_gear(view, body))
        .or_else(|| against_the_wall(view, body))
        .or_else(|| with_fire(view, body))
        .or_else(|| for_missiles(view, body, gap))
        .or_else(|| for_booty(view, body, gap))
}

/// Of a body that fights at a wall, those who do not fight push the enemy's ladders off, and go on up their own.
fn beside_the_fight(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let stands = |&(_, gear): &(ThingId, &FieldGear)| {
        matches!(gear.thing, Thing::Ladder | Thing::Tower) && gear.lies == Lies::Standing
    };
    let ways = view.train().all().filter(stands);
    let task = |(thing, gear): (ThingId, &FieldGear)| match gear.side == view.side() {
        true => Task::Climb(thing),
        false => Task::Push(thing),
    };
    first(view, body, ways.map(task))
}

/// Who stands on a wall goes along it to where the enemy has come up.
fn to_who_came_up(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let it = view.body(body);
    if view.side() != Side::Defender || !walls_stand(view) || arm(view.men(body)) == Arm::Shooters {
        return None;
    }
    let men = came_up(view).into_iter().flat_map(|at| view.men(at));
    let up = men.filter(|figure| figure.stands() && view.land().at(figure.at).raised).map(|figure| figure.at);
    let to = up.min_by_key(|at| (at.distance_squared(it.centre), at.x, at.y))?;
    let go = Decision::Go { body, to, facing: Heading::of(it.centre.to(to)) };
    view.check(&go).is_ok().then_some(go)
}

/// The side that holds a gate shuts it, bridge and portcullis, before the enemy comes to it, once none of its own are
/// left outside, and opens it again once he has gone; men who have got in open it to their friends (MM-9.6).
fn at_the_gate(view: &View<'_>, body: BodyId, gap: i32) -> Option<Decision> {
    let attacks = view.side() == Side::Attacker;
    let open = attacks || gap > GONE * INCH && view.turn() > LATE / 2;
    let pieces = (0..view.ground().pieces.len() as u16).map(PieceId);
    let gates = pieces.filter(|&at| worked(view.land().barrier(at).kind) && view.land().stands_open(at) != open);
    let inside = |id: BodyId, at: PieceId| {
        let home = |place: Point| view.ground().from_home(Side::Defender, place);
        home(view.body(id).centre) < home(view.middle_of(at))
    };
    let may = |&at: &PieceId| match open {
        true => attacks || inside(body, at),
        // Who is on a rampart is shut out by nothing.
        false => gap <= ERRAND * INCH && view.friends().all(|id| inside(id, at) || is_up(view, id)),
    };
    let gates: Vec<PieceId> = gates.filter(may).collect();
    first(view, body, gates.iter().map(|&at| Task::Gate { at, open })).or_else(|| {
        // Who has got in goes to the winch, if nobody is near to stop him; and of who holds the gate, whoever is nearest.
        let centre = view.body(body).centre;
        let nearest = |at: PieceId| {
            let inner = view.friends().filter(|&id| inside(id, at) && view.body(id).standing > 0);
            inner.min_by_key(|&id| (view.body(id).centre.distance_squared(view.middle_of(at)), id)) == Some(body)
        };
        let reached = |at: &&PieceId| {
            let far = view.middle_of(**at).distance(centre);
            // Who holds it is there before the enemy, and not caught in the gate by him.
            let safe = DANGER * INCH + if attacks { 0 } else { 2 * far };
            gap > safe && far <= ERRAND * INCH && inside(body, **at) && (attacks || nearest(**at))
        };
        let at = gates.iter().filter(reached).min_by_key(|&&at| (view.middle_of(at).distance_squared(centre), at))?;
        Some(toward(view, body, view.middle_of(*at).along(view.home().back(), 2 * INCH)))
    })
}

/// Goes to a place, or as near before it as there is a way to, at a walk; without a way, straight towards it as far as
/// allowed.
fn toward(view: &View<'_>, body: BodyId, place: Point) -> Decision {
    let it = view.body(body);
    let heading = Heading::of(it.centre.to(place));
    if !view.ground().is_even() {
        let before = (0..=SHORT).map(|inches| place.toward(it.centre, inches * INCH));
        let mut ways = before.map(|to| Decision::Go { body, to, facing: heading });
        if let Some(go) = ways.find(|go| view.check(go).is_ok()) {
            return go;
        }
    }
    let most = view.after_turning(body, Gait::Walk, it.facing.turn_to(heading)).unwrap_or(0);
    let distance = it.centre.distance(place).min(most);
    Decision::March { body, heading, distance, gait: Gait::Walk, facing: heading }
}

/// Goes to the foot of a wall or gate, on one's own side of it.
fn up_to(view: &View<'_>, body: BodyId, piece: PieceId) -> Decision {
    let away = view.land().barrier(piece).thickness / 2 + INCH;
    toward(view, body, view.middle_of(piece).along(view.home(), away))
}

/// Nobody waits in or beside a fire for it to kill him (MM-4.12).
fn out_of_the_fire(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let scorched = |figure: FigureId| view.train().scorched.iter().any(|&(man, _)| man == figure);
    let it = view.body(body);
    let man = (it.first..it.first + it.count).map(FigureId).find(|&man| scorched(man))?;
    let place = view.figure(man).at;
    let fire = view.train().blazes.iter().filter_map(|blaze| view.place_of(blaze.what));
    let fire = fire.min_by_key(|fire| fire.distance_squared(place))?;
    let away = Heading::of(fire.to(it.centre));
    Some(toward(view, body, it.centre.along(away, 8 * INCH)))
}

/// From the wall: ladders are pushed, rocks and oil dropped, cauldrons heated (MM-9.1, MM-9.5).
fn on_the_wall(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let train = view.train();
    let theirs = |gear: &FieldGear| gear.side != view.side() && gear.lies.whole();
    let ladders =
        train.all().filter(|(_, gear)| gear.thing == Thing::Ladder && gear.lies == Lies::Standing && theirs(gear));
    if let Some(push) = first(view, body, ladders.map(|(ladder, _)| Task::Push(ladder))) {
        return Some(push);
    }
    let dropped = |gear: &FieldGear| matches!(gear.thing, Thing::Rock | Thing::OilCauldron | Thing::LeadCauldron);
    let ready: Vec<ThingId> = train
        .all()
        .filter(|(_, gear)| gear.side == view.side() && gear.lies.whole() && dropped(gear))
        .map(|(gear, _)| gear)
        .collect();
    let machines =
        train.all().filter(|(_, gear)| theirs(gear) && matches!(gear.thing, Thing::Sow | Thing::Ram | Thing::Tower));
    let marks: Vec<Mark> = machines.map(|(gear, _)| Mark::Gear(gear)).chain(view.enemies().map(Mark::Body)).collect();
    let drops = ready.iter().flat_map(|&gear| marks.iter().map(move |&on| Task::Drop { gear, on }));
    first(view, body, drops).or_else(|| first(view, body, ready.iter().map(|&gear| Task::Heat(gear))))
}

/// A fire near one's own post is fought while it can be, and one of one's own gear wherever it is (MM-4.12).
fn against_fire(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let ours = |what: Burning| match what {
        Burning::Gear(gear) => view.train().get(gear).is_some_and(|gear| gear.side == view.side()),
        Burning::Area(_) | Burning::Piece(_) => view.side() == Side::Defender,
    };
    let fires = view.train().blazes.iter().map(|blaze| blaze.what).filter(|&what| ours(what));
    first(view, body, fires.map(Task::FightFire))
}

/// A crew turns its engine to what it can hit, and brings it into range if it can be moved (MM-9.8).
fn with_engine(view: &View<'_>, body: BodyId, enemy: BodyId, gap: i32) -> Option<Decision> {
    let (id, gear) = own(view, body, |gear| gear.thing.crewed())?;
    if engine(gear)
        && gear.rounds == 0
        && let Some(restock) = works::takes_rounds(view, body)
    {
        return Some(restock);
    }
    if view.turn() > 2 * LATE || engine(gear) && gear.rounds == 0 {
        return Some(task(body, Task::LayDown(id)));
    }
    if !engine(gear) {
        return None;
    }
    let row = view.tables().gear.of(gear.thing.machine()?);
    let goal = wall_to_batter(view).map_or(view.body(enemy).centre, |piece| view.middle_of(piece));
    let far = gear.at.distance(goal);
    let goes_on = view.side() == Side::Attacker && far > row.long.max(row.medium) * INCH;
    if let Some(team) = works::works_the_team(view, body, id, goes_on, gap) {
        return Some(team);
    }
    if far > row.long.max(row.medium) * INCH {
        if view.allowance(body, Gait::Walk) > 0 {
            return Some(toward(view, body, goal));
        }
        // Men on foot who stand by lend it their hands, if there are enough of them.
        let help = |other| task(other, Task::Help(id));
        let may = view.waiting().filter(|&other| other != body && view.check(&help(other)).is_ok());
        let helpers: Vec<BodyId> = may.collect();
        if goes_on && gap > ERRAND * INCH && works::enough_hands(view, body, gear, id, &helpers) {
            return helpers.first().map(|&other| help(other));
        }
    }
    let heading = Heading::of(gear.at.to(goal));
    if gear.facing.turn_to(heading) <= Heading::STEPS_22 {
        return Some(Decision::Hold { body });
    }
    Some(Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading })
}

/// The shut gate or wall the attacker's engines batter: the weakest there is.
fn wall_to_batter(view: &View<'_>) -> Option<PieceId> {
    if view.side() != Side::Attacker {
        return None;
    }
    let shut = |&piece: &PieceId| !view.land().stands_open(piece);
    let hits = |piece: PieceId| view.land().hits_to_open(piece);
    let pieces = (0..view.ground().pieces.len() as u16).map(PieceId).filter(shut);
    pieces.filter(|&piece| hits(piece) > 0 && fortified(view, piece)).min_by_key(|&piece| (hits(piece), piece))
}

fn fortified(view: &View<'_>, piece: PieceId) -> bool {
    matches!(view.land().barrier(piece).kind, BarrierKind::Gate | BarrierKind::Portcullis | BarrierKind::CastleWall)
}

/// Stakes and pavises are planted once the enemy is in reach, and then stood behind (MM-9.9).
fn with_rows(view: &View<'_>, body: BodyId, enemy: BodyId, gap: i32) -> Option<Decision> {
    let (gear, row) = own(view, body, |gear| matches!(gear.thing, Thing::Stake | Thing::Pavise))?;
    let reach = view.missile_reach(body).max(20 * INCH);
    let waits = view.side() == Side::Defender || gap <= reach;
    if row.count > 0 && waits && gap > DANGER * INCH / 2 && gap < reach + ERRAND * INCH {
        return Some(task(body, Task::Plant(gear)));
    }
    // A defender stays behind them when his last arrow is gone; an attacker goes on.
    let spent =
        view.side() == Side::Attacker && view.men(body).iter().all(|figure| figure.ammunition == 0 || !figure.stands());
    let shooters = arm(view.men(body)) == Arm::Shooters;
    if !behind_row(view, body) || view.turn() > LATE || spent || !shooters {
        return None;
    }
    let it = view.body(body);
    let heading = Heading::of(it.centre.to(view.body(enemy).centre));
    match it.facing.turn_to(heading) <= 8 {
        true => Some(Decision::Hold { body }),
        false => Some(Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading }),
    }
}

/// The nearest shut piece of some kinds.
fn nearest_piece(view: &View<'_>, place: Point, kinds: impl Fn(BarrierKind) -> bool) -> Option<PieceId> {
    nearest_of(view, place, kinds, |_| true)
}

/// The nearest shut piece of some kinds that serves.
fn nearest_of(
    view: &View<'_>,
    place: Point,
    kinds: impl Fn(BarrierKind) -> bool,
    serves: impl Fn(&PieceId) -> bool,
) -> Option<PieceId> {
    let pieces = (0..view.ground().pieces.len() as u16).map(PieceId);
    let shut = pieces.filter(|&piece| !view.land().stands_open(piece) && kinds(view.land().barrier(piece).kind));
    shut.filter(serves).min_by_key(|&piece| (view.middle_of(piece).distance_squared(place), piece))
}

/// To the wall with ladders, to the gate with a ram or axes, and over or through (MM-9.1 to MM-9.4).
fn against_the_wall(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let centre = view.body(body).centre;
    let gate = |kind| matches!(kind, BarrierKind::Gate | BarrierKind::Door | BarrierKind::Portcullis);
    let timber = |kind| gate(kind) || kind == BarrierKind::TimberWall;
    if let Some((ram, _)) = own(view, body, |gear| gear.thing == Thing::Ram || gear.holds == Some(Thing::Ram)) {
        let at = nearest_piece(view, centre, timber)?;
        return first(view, body, [Task::Ram { ram, at }]).or_else(|| Some(up_to(view, body, at)));
    }
    if let Some((sow, _)) = own(view, body, |gear| matches!(gear.holds, Some(Thing::Pick | Thing::Screw))) {
        let at = nearest_piece(view, centre, |kind| kind == BarrierKind::CastleWall)?;
        return first(view, body, [Task::Pick { sow, at }]).or_else(|| Some(up_to(view, body, at)));
    }
    let ladders = view.train().all().filter(|(_, gear)| {
        matches!(gear.thing, Thing::Ladder | Thing::Tower)
            && gear.side == view.side()
            && gear.lies == Lies::Standing
            && gear.at.distance(centre) <= ERRAND * INCH
    });
    let mut ladders: Vec<(ThingId, Point)> = ladders.map(|(ladder, gear)| (ladder, gear.at)).collect();
    // Who is up makes room for those behind him, and goes on to the enemy.
    if blocks_a_ladder(view, body)
        && let Some(go) = to_the_enemy(view, body)
    {
        return Some(go);
    }
    // A body has one thing to do in a move: what it carries is raised before anybody goes up.
    let carried = own(view, body, |gear| gear.thing == Thing::Ladder && gear.lies == Lies::Carried);
    if let Some(climb) = first(view, body, ladders.iter().map(|&(ladder, _)| Task::Climb(ladder)))
        && (carried.is_none() || view.has_climbers(body))
    {
        return Some(climb);
    }
    if own(view, body, |gear| gear.thing == Thing::Tower && gear.lies == Lies::Standing).is_some() {
        let at = nearest_piece(view, centre, |kind| kind == BarrierKind::CastleWall)?;
        return Some(up_to(view, body, at));
    }
    if let Some((ladder, gear)) = carried {
        if !raises(view, body, gear) {
            return Some(task(body, Task::LayDown(ladder)));
        }
        let walls = |kind| matches!(kind, BarrierKind::CastleWall | BarrierKind::TimberWall);
        let level = i32::from(gear.inches) / view.tables().ground.level.inches.max(1);
        let low = |piece: &PieceId| i32::from(view.land().barrier(*piece).level) <= level;
        let free = |piece: &PieceId| {
            let top = view.middle_of(*piece);
            low(piece) && ladders.iter().all(|(_, foot)| foot.distance(top) > APART * INCH)
        };
        let at = nearest_of(view, centre, walls, free).or_else(|| nearest_piece(view, centre, walls).filter(low))?;
        return first(view, body, [Task::Raise { ladder, at }]).or_else(|| Some(up_to(view, body, at)));
    }
    if storms(view) && use_of(view, body) == Arm::Foot {
        // A ladder that was pushed off, or whose bearers are gone, is taken up again; else one goes to where others climb.
        let lying = view.train().all().filter(|(_, gear)| {
            gear.thing == Thing::Ladder && gear.lies == Lies::Lying && gear.body.is_none() && raises(view, body, gear)
        });
        let lying: Vec<(ThingId, Point)> = lying
            .map(|(ladder, gear)| (ladder, gear.at))
            .filter(|(_, at)| at.distance(centre) <= ERRAND * INCH)
            .collect();
        if let Some(up) = first(view, body, lying.iter().map(|&(ladder, _)| Task::PickUp(ladder))) {
            return Some(up);
        }
        ladders.extend(lying);
        let (_, foot) = ladders.into_iter().min_by_key(|&(ladder, at)| (at.distance_squared(centre), ladder))?;
        return Some(toward(view, body, foot));
    }
    axes::to_the_gate(view, body)
}

/// Fire missiles are lit and torches put to what burns and shelters the enemy (MM-4.11).
fn with_fire(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let centre = view.body(body).centre;
    let mark = roof_near(view, centre)?;
    let reach = view.missile_reach(body);
    if let Some((missiles, gear)) = own(view, body, |gear| gear.thing == Thing::FireMissile)
        && view.place_of(mark_burning(mark)?)?.distance(centre) < reach
    {
        let heading = Heading::of(centre.to(view.place_of(mark_burning(mark)?)?));
        return Some(match (gear.ready, view.body(body).facing.turn_to(heading) <= Heading::STEPS_22) {
            (false, _) => task(body, Task::Light(missiles)),
            (true, true) => Decision::Hold { body },
            (true, false) => Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading },
        });
    }
    own(view, body, |gear| gear.thing == Thing::FlintAndSteel)?;
    let place = view.place_of(mark_burning(mark)?)?;
    first(view, body, [Task::Torch(mark)])
        .or_else(|| (place.distance(centre) <= ERRAND * INCH).then(|| toward(view, body, place)))
}

fn mark_burning(mark: Mark) -> Option<Burning> {
    match mark {
        Mark::Area(area) => Some(Burning::Area(area)),
        Mark::Gear(gear) => Some(Burning::Gear(gear)),
        Mark::Piece(piece) => Some(Burning::Piece(piece)),
        Mark::Body(_) => None,
    }
}

/// The nearest building that burns, does not yet, and is the enemy's: nearer to his edge than to one's own.
fn roof_near(view: &View<'_>, place: Point) -> Option<Mark> {
    let areas = (0u8..).zip(&view.ground().areas).filter(|(n, area)| {
        let what = Burning::Area(*n);
        area.burns.is_some() && view.train().blaze(what).is_none() && !view.train().burnt.contains(n)
    });
    let theirs = areas.filter_map(|(n, _)| view.place_of(Burning::Area(n)).map(|at| (n, at))).filter(|(_, at)| {
        view.ground().from_home(view.side(), *at) > view.ground().from_home(view.side().other(), *at)
    });
    theirs.min_by_key(|&(n, at)| (at.distance_squared(place), n)).map(|(n, _)| Mark::Area(n))
}

/// Shooters who have shot all they had go to a wagon for more (MM-4.6).
fn for_missiles(view: &View<'_>, body: BodyId, gap: i32) -> Option<Decision> {
    let men = view.men(body);
    let out = men
        .iter()
        .filter(|figure| figure.stands() && figure.profile.weapons.missile.is_some() && figure.ammunition == 0)
        .count();
    if out == 0 || out * 2 < men.iter().filter(|figure| figure.stands()).count() || gap < DANGER * INCH {
        return None;
    }
    let centre = view.body(body).centre;
    let holds = |gear: &FieldGear| matches!(gear.thing, Thing::Wagon | Thing::Packhorse | Thing::Store);
    let stores = view.train().all().filter(|(_, gear)| gear.side == view.side() && gear.lies.whole() && holds(gear));
    let javelins = men.iter().any(|figure| figure.profile.weapons.missile == Some(Weapon::Javelin));
    let stores = stores.filter(|(_, gear)| if javelins { gear.spares.javelins > 0 } else { gear.spares.others > 0 });
    let (store, at) =
        stores.map(|(store, gear)| (store, gear.at)).min_by_key(|(store, at)| (at.distance_squared(centre), *store))?;
    first(view, body, [Task::Restock(store)])
        .or_else(|| (at.distance(centre) <= ERRAND * INCH).then(|| toward(view, body, at)))
}

/// Men with nothing better in their hands arm themselves from the dead, while nobody is near (MM-8.5).
fn for_booty(view: &View<'_>, body: BodyId, gap: i32) -> Option<Decision> {
    if gap < 2 * ERRAND * INCH {
        return None;
    }
    if view.check(&task(body, Task::PutOn)).is_ok() {
        return Some(task(body, Task::PutOn));
    }
    let centre = view.body(body).centre;
    let near = |figure: &Figure| {
        figure.state == State::Dead && figure.at.distance(centre) <= view.body(body).radius + 2 * INCH
    };
    let dead = (0..).map(FigureId).zip(view.figures()).filter(|(_, figure)| near(figure)).map(|(man, _)| man);
    let loot =
        dead.flat_map(|from| [Booty::Shield, Booty::Weapon, Booty::Armour].map(|take| Task::Loot { from, take }));
    first(view, body, loot)
}

fn target(view: &View<'_>, body: BodyId) -> Option<Decision> {
    if view.may_shoot_fire(body)
        && let Some(at) = roof_near(view, view.body(body).centre)
    {
        let shoot = Decision::ShootFire { body, at };
        if view.check(&shoot).is_ok() {
            return Some(shoot);
        }
    }
    if view.may_shoot_fire(body) {
        let rolls = |gear: &FieldGear| gear.side != view.side() && gear.lies == Lies::Standing && gear.thing.rolls();
        let theirs = view.train().all().filter(|(_, gear)| rolls(gear));
        let mut shots = theirs.map(|(gear, _)| Decision::ShootFire { body, at: Mark::Gear(gear) });
        if let Some(shoot) = shots.find(|shoot| view.check(shoot).is_ok()) {
            return Some(shoot);
        }
    }
    if !view.may_loose(body) {
        return None;
    }
    let centre = view.body(body).centre;
    let mut enemies: Vec<BodyId> = view.enemies().collect();
    enemies.sort_by_key(|&at| (centre.distance_squared(view.body(at).centre), at));
    let theirs = |gear: &FieldGear| gear.side != view.side() && gear.lies.whole() && gear.thing.crewed();
    let engines = view.train().all().filter(|(_, gear)| theirs(gear)).map(|(gear, _)| Mark::Gear(gear));
    let marks = wall_to_batter(view).map(Mark::Piece).into_iter();
    let marks = marks.chain(enemies.into_iter().map(Mark::Body)).chain(engines);
    marks.map(|at| Decision::Loose { body, at }).find(|decision| view.check(decision).is_ok())
}
