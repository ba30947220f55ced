//! What a captain does with gear besides using it: moats are filled, stakes lifted when one goes on, what was dropped is taken
//! up, teams taken out and put to, engines given rounds, and what burns of the enemy's is set alight.

use super::super::event::Gait;
use super::super::gear::hands::HELPING;
use super::super::gear::state::{FieldGear, Lies, Task, ThingId};
use super::super::setup::{Arm, arm};
use super::super::state::*;
use super::super::{Decision, View};
use super::gear::raises;
use crate::rules::figure::Side;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point};

/// How far a captain sends men for such work, in 64ths of an inch.
const ERRAND: i32 = 16 * INCH;

fn task(body: BodyId, task: Task) -> Decision {
    Decision::Task { body, task }
}

fn own<'a>(view: &View<'a>, body: BodyId, fits: impl Fn(&FieldGear) -> bool) -> Option<(ThingId, &'a FieldGear)> {
    view.train().of(body).find(|(_, gear)| fits(gear))
}

/// Faggots are carried to the moat and thrown in (MM-9.12).
pub(super) fn fills_a_moat(view: &View<'_>, body: BodyId) -> Option<Decision> {
    own(view, body, |gear| gear.thing == Thing::Faggot && gear.count > 0)?;
    let way = view.fills(body).into_iter().next()?;
    if way.refused.is_none() {
        return Some(way.decision);
    }
    // As near before it as there is a way to.
    let centre = view.body(body).centre;
    let before = (0..=4).map(|inches| way.place.toward(centre, inches * INCH));
    let facing = view.home().back();
    let mut ways = before.map(|to| Decision::Go { body, to, facing });
    ways.find(|go| view.check(go).is_ok())
}

/// Who goes on takes his stakes and pavises with him (MM-3.7): an attacker whom the enemy has left out of his shot.
pub(super) fn lifts_its_row(view: &View<'_>, body: BodyId, gap: i32) -> Option<Decision> {
    let (row, _) = own(view, body, |gear| gear.set > 0 && gear.lies == Lies::Standing)?;
    let far = view.side() == Side::Attacker && gap > view.missile_reach(body).max(ERRAND);
    far.then_some(task(body, Task::Lift(row)))
}

/// Men on foot with their hands free take up what their side has lost by them, or what the enemy has (MM-3.7).
pub(super) fn takes_up_gear(view: &View<'_>, body: BodyId, gap: i32) -> Option<Decision> {
    if gap < ERRAND || arm(view.men(body)) != Arm::Foot || view.train().of(body).next().is_some() {
        return None;
    }
    let wanted = |gear: &FieldGear| {
        let of_use = match gear.thing {
            Thing::Catapult | Thing::Bombard => view.crew_works(body),
            Thing::Ladder => view.side() == Side::Attacker && raises(view, body, gear),
            Thing::Ram => view.side() == Side::Attacker,
            Thing::Wagon => gear.standard && gear.side != view.side(),
            Thing::Bucket => !view.train().blazes.is_empty(),
            _ => false,
        };
        of_use && gear.body.is_none() && gear.lies.whole() && gear.set == 0
    };
    let centre = view.body(body).centre;
    let lying = view.train().all().filter(|(_, gear)| wanted(gear) && gear.at.distance(centre) <= ERRAND);
    let (gear, at): (ThingId, Point) =
        lying.map(|(id, gear)| (id, gear.at)).min_by_key(|&(id, at)| (at.distance_squared(centre), id))?;
    let up = task(body, Task::PickUp(gear));
    let go = Decision::Go { body, to: at, facing: view.body(body).facing };
    [up, go].into_iter().find(|decision| view.check(decision).is_ok())
}

/// A crew out of rounds takes them from a wagon by it (MM-4.6).
pub(super) fn takes_rounds(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let holds = |gear: &FieldGear| matches!(gear.thing, Thing::Wagon | Thing::Packhorse | Thing::Store);
    let stores =
        view.train().all().filter(|(_, gear)| holds(gear) && gear.side == view.side() && gear.spares.rounds > 0);
    let mut ways = stores.map(|(store, _)| task(body, Task::Restock(store)));
    ways.find(|decision| view.check(decision).is_ok())
}

/// Animals are taken out of an engine that has come to where it shoots from, before there is anybody to shoot at, and put to
/// again when it must go on (MM-3.7).
pub(super) fn works_the_team(
    view: &View<'_>,
    body: BodyId,
    engine: ThingId,
    goes_on: bool,
    gap: i32,
) -> Option<Decision> {
    let gear = view.train().get(engine)?;
    let reach = gear.thing.machine().map_or(0, |machine| {
        let row = view.tables().gear.of(machine);
        row.long.max(row.medium) * INCH
    });
    let decision = match (gear.harnessed, goes_on) {
        (true, false) if gap > reach => task(body, Task::Harness { gear: engine, on: false }),
        (false, true) => task(body, Task::Harness { gear: engine, on: true }),
        _ => return None,
    };
    (gear.animals > 0 && view.check(&decision).is_ok()).then_some(decision)
}

/// Whether a crew with those who help it and those who could has the hands to move its machine (MM-9.8).
pub(super) fn enough_hands(
    view: &View<'_>,
    crew: BodyId,
    gear: &FieldGear,
    machine: ThingId,
    helpers: &[BodyId],
) -> bool {
    let by_it = |figure: &Figure| figure.stands() && !figure.mounted() && figure.at.distance(gear.at) <= HELPING;
    let bodies = (0..view.bodies().len() as u16).map(BodyId);
    let hands = bodies.filter(|&id| id == crew || helpers.contains(&id) || view.body(id).turn.helps == Some(machine));
    let men = hands.flat_map(|id| view.men(id)).filter(|figure| by_it(figure)).count();
    !helpers.is_empty() && men >= usize::from(view.tables().gear.crew.hauliers)
}

/// Torches are put to what burns of the enemy's and is at hand: his gates and palisades, his wagons, towers and rams
/// (MM-4.11).
pub(super) fn burns_what_is_near(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let attacks = view.side() == Side::Attacker;
    let theirs = |decision: &Decision| match decision {
        Decision::Task { task: Task::Torch(mark), .. } => match mark {
            super::super::gear::state::Mark::Gear(_) => true,
            super::super::gear::state::Mark::Piece(_) => attacks,
            _ => false,
        },
        _ => false,
    };
    let mut ways = view.torches(body).into_iter().filter(|way| way.refused.is_none());
    ways.find(|way| theirs(&way.decision)).map(|way| way.decision)
}

/// Fire missiles at the enemy's gear that burns (MM-4.11), turned to first.
pub(super) fn shoots_fire_at_gear(view: &View<'_>, body: BodyId) -> Option<Decision> {
    let (missiles, gear) = own(view, body, |gear| gear.thing == Thing::FireMissile && gear.count > 0)?;
    let (centre, reach) = (view.body(body).centre, view.missile_reach(body));
    let rolls = |gear: &FieldGear| gear.side != view.side() && gear.lies == Lies::Standing && gear.thing.rolls();
    let marks = view.train().all().filter(|(_, it)| rolls(it) && it.at.distance(centre) < reach);
    let (_, at) = marks.map(|(id, it)| (id, it.at)).min_by_key(|&(id, at)| (at.distance_squared(centre), id))?;
    let heading = crate::rules::geometry::Heading::of(centre.to(at));
    let turned = view.body(body).facing.turn_to(heading) <= 8;
    Some(match (gear.ready, turned) {
        (false, _) => task(body, Task::Light(missiles)),
        (true, true) => Decision::Hold { body },
        (true, false) => Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading },
    })
}
