//! Who decides for a side when no person does: archers shoot and keep away, foot with pikes and spears hold, horse
//! charge what they can break, a side that presses closes in, and a side that is broken leaves the field. As the day
//! wears on everybody presses, so that a battle comes to an end.

use super::captain_gear;
use super::event::{Answer, Gait};
use super::setup::{Arm, arm};
use super::state::*;
use super::tables::protection_index;
use super::{Decision, View};
use crate::rules::figure::{Class, Grade, Side, Weapon};
use crate::rules::game::Captain;
use crate::rules::geometry::{Heading, INCH};

/// The captain of the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marshal;

/// Turns after which a side that could wait presses all the same.
const PATIENCE: u32 = 10;
/// Turns after which nobody keeps out of reach any more.
const LATE: u32 = 36;

/// The ways in 36 that a blow hits, by how much more is added to the attack than to the defence (MM-5.4).
fn ways_to_hit(more: i32) -> i32 {
    (1..=6).map(|attack| (attack + more - 1).clamp(0, 6)).sum()
}

impl Captain<Position> for Marshal {
    fn decide(&self, view: &View<'_>) -> Decision {
        let Some(body) = view.waiting().next() else { return Decision::Done };
        if !view.train().is_empty()
            && let Some(decision) = captain_gear::decide(view, body)
        {
            return decision;
        }
        let decision = match view.phase() {
            Phase::Declare => declare(view, body),
            Phase::Answer => answer(view, body),
            Phase::Move(_) => order(view, body),
            Phase::Shoot => target(view, body),
            Phase::Over => Decision::Done,
        };
        if view.check(&decision).is_ok() { decision } else { Decision::Hold { body } }
    }
}

/// Whether fewer than half of those who stand have a shot left.
fn mostly_spent(men: &[Figure]) -> bool {
    let standing = men.iter().filter(|figure| figure.stands());
    let (with, all) = standing.fold((0, 0), |(with, all), figure| (with + usize::from(figure.ammunition > 0), all + 1));
    with * 2 < all || all == 0
}

/// What a body is good for now: shooters who have shot all they had are foot, as everybody is very late in the day.
fn use_of(view: &View<'_>, id: BodyId) -> Arm {
    let men = view.men(id);
    match arm(men) {
        Arm::Horse if !view.is_horse(id) => Arm::Foot,
        Arm::Shooters if mostly_spent(men) || view.turn() > 2 * LATE => Arm::Foot,
        arm => arm,
    }
}

/// A body's strength: its men in arms by class, grade and protection.
fn strength(view: &View<'_>, id: BodyId) -> i64 {
    let body = view.body(id);
    if body.mood == Mood::Recreant {
        return 0;
    }
    let man = view.men(id)[0];
    let class = match body.class {
        Class::Cleric => 0,
        Class::Peasant => 2,
        Class::Sergeant => 4,
        Class::Knight => 7,
    };
    let worth = class + i64::from(body.grade.everyday().number()) + i64::from(man.protection.levels());
    if class == 0 { 0 } else { worth * i64::from(body.in_arms) }
}

fn side_strength(view: &View<'_>, side: Side) -> i64 {
    (0..view.bodies().len() as u16)
        .map(BodyId)
        .filter(|&id| view.body(id).side == side)
        .map(|id| strength(view, id))
        .sum()
}

/// Whether the side is broken and leaves: few of its men are left in fighting order, and it is the weaker.
fn broken(view: &View<'_>) -> bool {
    let (mut came, mut fit) = (0i64, 0i64);
    for body in view.bodies().iter().filter(|body| body.side == view.side() && body.class != Class::Cleric) {
        came += i64::from(body.count);
        fit += if body.mood == Mood::Recreant { 0 } else { i64::from(body.standing) };
    }
    let below = i64::from(view.tables().house().withdraw_below);
    fit * 100 < came * below && side_strength(view, view.side()) < side_strength(view, view.side().other())
}

/// Whether the side goes to the enemy rather than wait for him: the attacker, the side that is shot at more than it
/// shoots, and anybody once waiting has been long enough.
fn presses(view: &View<'_>) -> bool {
    if view.side() == Side::Attacker || view.turn() > PATIENCE {
        return true;
    }
    let shooters = |side: Side| {
        let bodies = view.bodies().iter().zip(0..);
        bodies
            .filter(|(body, id)| body.side == side && view.missile_reach(BodyId(*id)) > 12 * INCH)
            .map(|(body, _)| u32::from(body.standing))
            .sum::<u32>()
    };
    shooters(view.side()) < shooters(view.side().other())
}

fn late(view: &View<'_>) -> bool {
    view.turn() > LATE
}

/// The blows in 36 a body may expect to land with each man, against another.
fn bite(view: &View<'_>, id: BodyId, at: BodyId, charging: bool) -> i32 {
    let standing = |id: BodyId| view.men(id).iter().find(|figure| figure.stands()).or(view.men(id).first());
    let (Some(man), Some(foe)) = (standing(id), standing(at)) else { return 0 };
    let melee = &view.tables().melee;
    let lance = man.arms.lance.filter(|_| charging && man.mounted());
    let weapon = lance.unwrap_or(man.arms.hand);
    let mut attack = i32::from(charging) * melee.attack.charging;
    attack += i32::from(man.grade >= Grade::B) * melee.attack.grade_a_or_b;
    attack += i32::from(weapon == Weapon::HeavyLance) * melee.attack.heavy_lance;
    attack += i32::from(weapon == Weapon::Pike && foe.mounted()) * melee.attack.pike_against_horse;
    attack += i32::from(melee.length_of(weapon) == melee.length.knife) * melee.attack.poor_weapon;
    let defence = melee.defence.protection[protection_index(foe.protection_now())]
        + i32::from(foe.grade == Grade::E) * melee.defence.grade_e;
    let odds = ways_to_hit(attack - defence);
    // Ranks behind the first strike only with pikes; numbers tell, but not in full.
    let body = view.body(id);
    let front = i32::from(body.standing.min(body.files * if weapon == Weapon::Pike { 3 } else { 1 }));
    odds * (front * 2 + i32::from(body.standing))
}

/// Whether a charge looks good: what it lands against what it takes, in hundredths.
fn promise(view: &View<'_>, id: BodyId, at: BodyId, charging: bool) -> i32 {
    let (give, take) = (bite(view, id, at, charging), bite(view, at, id, false));
    // A charge home has the first blow, and shooters have a poor time of it hand to hand.
    let bonus = if use_of(view, at) == Arm::Shooters { 150 } else { 100 };
    give * bonus / take.max(1)
}

fn nearest(view: &View<'_>, id: BodyId) -> Option<(BodyId, i32)> {
    let centre = view.body(id).centre;
    let steady = view.enemies().min_by_key(|&at| {
        let enemy = view.body(at);
        // Whoever flees is left to those who pursue, while others stand.
        (enemy.mood == Mood::Recreant, centre.distance(enemy.centre) - enemy.radius, at)
    })?;
    let between = centre.distance(view.body(steady).centre);
    Some((steady, view.gap(id, steady, between).unwrap_or(between)))
}

/// Whether a body's horses are worse protected than their riders.
fn weaker_horses(view: &View<'_>, id: BodyId) -> bool {
    let rider = view.men(id).iter().find(|figure| figure.mounted());
    rider.is_some_and(|rider| rider.horse_protection() > rider.protection)
}

fn declare(view: &View<'_>, body: BodyId) -> Decision {
    let hold = Decision::Hold { body };
    let it = view.body(body);
    if it.class != Class::Knight
        && let Some((enemy, _)) = nearest(view, body)
    {
        // Horses are struck where their riders are the better protected (MM-5.6).
        let horses = weaker_horses(view, enemy);
        if horses != it.aim_at_horses {
            return Decision::Aim { body, horses };
        }
    }
    if it.engaged {
        // Those who are not in contact press forward into the melee.
        let close = |&at: &BodyId| view.check(&Decision::Charge { body, at, gait: Gait::Walk }).is_ok();
        let near = view.enemies().filter(close).min_by_key(|&at| (view.gap(body, at, 12 * INCH), at));
        return near.map_or(hold, |at| Decision::Charge { body, at, gait: Gait::Walk });
    }
    let shooters = use_of(view, body) == Arm::Shooters;
    if (shooters && !late(view)) || broken(view) {
        return hold;
    }
    let pressing = presses(view);
    let wanted = match (late(view), pressing) {
        (true, _) => 0,
        (_, true) => 55,
        (_, false) => 90,
    };
    let reach = view.allowance(body, Gait::Run).max(view.allowance(body, Gait::Walk)) + 2 * INCH;
    let mut best: Option<(i32, Decision)> = None;
    for at in view.enemies() {
        if view.gap(body, at, reach).is_none() {
            continue;
        }
        for gait in [Gait::Run, Gait::Walk] {
            let charge = Decision::Charge { body, at, gait };
            if view.check(&charge).is_err() {
                continue;
            }
            let promise = promise(view, body, at, gait == Gait::Run);
            if promise >= wanted && best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, charge));
            }
            break;
        }
    }
    best.map_or(hold, |(_, charge)| charge)
}

fn answer(view: &View<'_>, body: BodyId) -> Decision {
    let it = view.body(body);
    let Some(charger) = it.charged_by else { return Decision::Hold { body } };
    let counter = Decision::Answer { body, answer: Answer::Counter };
    let stand = Decision::Answer { body, answer: Answer::Stand };
    let pikes = view.men(body).iter().any(|figure| figure.stands() && figure.arms.hand == Weapon::Pike);
    match use_of(view, body) {
        // Archers on foot get away from foot, not from horse; those they shoot first.
        Arm::Shooters if !view.is_horse(charger) && !late(view) => Decision::Answer { body, answer: Answer::Evade },
        Arm::Clerics => Decision::Answer { body, answer: Answer::Evade },
        Arm::Horse if view.check(&counter).is_ok() => counter,
        Arm::Foot if !pikes && !view.is_horse(charger) && promise(view, body, charger, true) > 80 => {
            if view.check(&counter).is_ok() { counter } else { stand }
        }
        _ => stand,
    }
}

fn order(view: &View<'_>, body: BodyId) -> Decision {
    let hold = Decision::Hold { body };
    let it = view.body(body);
    if it.engaged || view.touched(body) {
        return hold;
    }
    if broken(view) {
        return Decision::Withdraw { body };
    }
    let pick_up = Decision::PickUp { body };
    if view.check(&pick_up).is_ok() {
        return pick_up;
    }
    let mount = Decision::Mount { body, mount: true };
    if view.check(&mount).is_ok() {
        return mount;
    }
    let Some((enemy, gap)) = nearest(view, body) else { return hold };
    match use_of(view, body) {
        Arm::Clerics => keep_behind(view, body, gap),
        Arm::Shooters => shooters_move(view, body, enemy, gap),
        Arm::Horse => horse_move(view, body, enemy, gap),
        Arm::Foot if presses(view) => toward(view, body, enemy, gap),
        Arm::Foot => face(view, body, enemy),
    }
}

/// Marches straight at an enemy at a walk, as far as allowed; over ground by whatever way leads to him.
fn approach(view: &View<'_>, body: BodyId, enemy: BodyId, distance: i32) -> Decision {
    let it = view.body(body);
    let heading = Heading::of(it.centre.to(view.body(enemy).centre));
    if !view.ground().is_open() {
        let nearest = view.men(enemy).iter().filter(|figure| figure.in_arms()).map(|figure| figure.at);
        let to = nearest.min_by_key(|at| (at.far(it.centre), at.x, at.y)).unwrap_or(view.body(enemy).centre);
        let facing = Heading::of(it.centre.to(to));
        return Decision::Go { body, to, facing };
    }
    let most = view.after_turning(body, Gait::Walk, it.facing.turn_to(heading)).unwrap_or(0);
    Decision::March { body, heading, distance: distance.clamp(0, most), gait: Gait::Walk, facing: heading }
}

fn toward(view: &View<'_>, body: BodyId, enemy: BodyId, gap: i32) -> Decision {
    approach(view, body, enemy, gap)
}

/// Turns on the spot to face an enemy.
fn face(view: &View<'_>, body: BodyId, enemy: BodyId) -> Decision {
    let it = view.body(body);
    let heading = Heading::of(it.centre.to(view.body(enemy).centre));
    if it.facing.turn_to(heading) <= Heading::STEPS_22 {
        return Decision::Hold { body };
    }
    Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading }
}

/// Archers close to medium range, stand there and shoot, and step back from those who would fight hand to hand.
fn shooters_move(view: &View<'_>, body: BodyId, enemy: BodyId, gap: i32) -> Decision {
    let it = view.body(body);
    let weapon = view.men(body).iter().filter(|figure| figure.stands()).find_map(|figure| figure.arms.missile);
    let Some(row) = weapon.and_then(|weapon| view.tables().shooting.of(weapon)) else { return face(view, body, enemy) };
    let threat = view.allowance(enemy, Gait::Run) + 2 * INCH;
    let light = !matches!(weapon, Some(Weapon::Crossbow | Weapon::Handgun));
    let own_edge = view.ground().from_home(view.side(), it.centre);
    let dangerous = use_of(view, enemy) == Arm::Foot && !view.body(enemy).engaged && view.body(enemy).active();
    if dangerous && gap < threat && own_edge > 10 * INCH && !late(view) && light {
        let away = Heading::of(view.body(enemy).centre.to(it.centre));
        let facing = away.back();
        let steps = it.facing.turn_to(away) + away.turn_to(facing);
        let most = view.after_turning(body, Gait::Walk, steps).unwrap_or(0);
        return Decision::March { body, heading: away, distance: most, gait: Gait::Walk, facing };
    }
    let wanted = row.medium.max(row.short) * INCH;
    if gap > row.reach() * INCH || (gap > wanted && presses(view)) {
        return approach(view, body, enemy, gap - wanted + INCH);
    }
    face(view, body, enemy)
}

/// Horse come up to charging distance and keep moving, since only horse on the move may gallop (MM-3.3).
fn horse_move(view: &View<'_>, body: BodyId, enemy: BodyId, gap: i32) -> Decision {
    let reach = view.allowance(body, Gait::Run);
    let pressing = presses(view);
    if late(view) {
        return approach(view, body, enemy, gap);
    }
    let best = view.enemies().filter(|&at| view.body(at).mood != Mood::Recreant).max_by_key(|&at| {
        let way = view.body(body).centre.distance(view.body(at).centre) / INCH;
        (promise(view, body, at, true).min(400) - 3 * way, at)
    });
    let goal = best.unwrap_or(enemy);
    if !pressing && gap > reach + 12 * INCH {
        return face(view, body, goal);
    }
    let room = (gap - reach * 3 / 4).max(2 * INCH);
    approach(view, body, goal, room)
}

/// Clerics keep near their own and away from the enemy.
fn keep_behind(view: &View<'_>, body: BodyId, gap: i32) -> Decision {
    let it = view.body(body);
    if gap < 20 * INCH {
        return march(view, body, view.home());
    }
    let friends =
        view.friends().filter(|&id| id != body && view.body(id).class != Class::Cleric && view.body(id).active());
    match friends.min_by_key(|&id| (it.centre.far(view.body(id).centre), id)) {
        Some(friend) if it.centre.distance(view.body(friend).centre) > 12 * INCH => {
            march(view, body, Heading::of(it.centre.to(view.body(friend).centre)))
        }
        _ => Decision::Hold { body },
    }
}

fn march(view: &View<'_>, body: BodyId, heading: Heading) -> Decision {
    let steps = view.body(body).facing.turn_to(heading);
    let distance = view.after_turning(body, Gait::Walk, steps).unwrap_or(0);
    Decision::March { body, heading, distance, gait: Gait::Walk, facing: heading }
}

/// The nearest enemy there is a shot at; horses rather than riders where the riders are in plate.
fn target(view: &View<'_>, body: BodyId) -> Decision {
    let centre = view.body(body).centre;
    let mut enemies: Vec<BodyId> = view.enemies().filter(|&at| view.body(at).class != Class::Cleric).collect();
    enemies.sort_by_key(|&at| (centre.far(view.body(at).centre), at));
    for at in enemies {
        let shoot = Decision::Shoot { body, at, horses: weaker_horses(view, at) };
        if view.check(&shoot).is_ok() {
            return shoot;
        }
    }
    Decision::Hold { body }
}
