//! What a captain sees of the field: what a body is for, what it is worth, what its blows promise, which enemies are near.

use super::super::melee::ways_to_hit;
use super::super::setup::{Arm, arm};
use super::super::state::*;
use super::super::{Gait, View};
use super::{ENOUGH, LATE};
use crate::rules::figure::{Class, Side, Weapon};
use crate::rules::geometry::Arc;

/// Whether fewer than half of those who stand have a shot left.
fn mostly_spent(men: &[Figure]) -> bool {
    let standing = men.iter().filter(|figure| figure.stands());
    let (with, all) = standing.fold((0, 0), |(with, all), figure| (with + usize::from(figure.ammunition > 0), all + 1));
    with * 2 < all || all == 0
}

/// What a body is good for now: shooters who have shot all they had are foot, as everybody is very late in the day.
pub(super) fn use_of(view: &View<'_>, id: BodyId) -> Arm {
    let men = view.men(id);
    match arm(men) {
        Arm::Horse if !view.is_horse(id) => Arm::Foot,
        Arm::Shooters if mostly_spent(men) || view.turn() > 2 * LATE => Arm::Foot,
        arm => arm,
    }
}

/// A body's strength: its men in arms by class, grade and protection.
pub(super) fn strength(view: &View<'_>, id: BodyId) -> i64 {
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
    let mounted = if man.mounted() { 4 } else { 0 };
    let worth =
        class + mounted + i64::from(body.grade.everyday().number()) + 2 * i64::from(man.profile.protection.levels());
    if class == 0 { 0 } else { worth * i64::from(body.in_arms) }
}

pub(super) fn side_strength(view: &View<'_>, side: Side) -> i64 {
    let bodies = (0..view.bodies().len() as u16).map(BodyId);
    bodies.filter(|&id| view.body(id).side == side).map(|id| strength(view, id)).sum()
}

/// Whether the side is broken and leaves: few of its men are left in fighting order, and the
/// enemy is so many times as strong.
pub(super) fn broken(view: &View<'_>, below: i64, times: i64) -> bool {
    let (mut came, mut fit) = (0i64, 0i64);
    for (id, body) in (0..).map(BodyId).zip(view.bodies()) {
        if body.side != view.side() || body.class == Class::Cleric {
            continue;
        }
        came += i64::from(body.count);
        fit += match body.mood {
            _ if view.is_to_come(id) => i64::from(body.count),
            Mood::Recreant => 0,
            _ => i64::from(body.standing),
        };
    }
    fit * 100 < came * below && side_strength(view, view.side()) * times < side_strength(view, view.side().other())
}

/// Whether a side comes to nothing any more and leaves: late in the day, with none of it in a melee, the attacker; at walls,
/// whoever does not hold them.
pub(super) fn in_vain(view: &View<'_>) -> bool {
    let stays = view.walls_held_by().unwrap_or(Side::Defender);
    view.turn() > ENOUGH && stays != view.side() && !view.friends().any(|id| view.body(id).turn.engaged)
}

/// The men of a side who have a shot left with what carries further than a javelin.
pub(super) fn shooters(view: &View<'_>, side: Side) -> u32 {
    let shoots = |figure: &&Figure| {
        let weapon = figure.profile.weapons.missile.filter(|&weapon| weapon != Weapon::Javelin);
        figure.side == side && figure.stands() && figure.ammunition > 0 && weapon.is_some()
    };
    view.figures().iter().filter(shoots).count() as u32
}

/// Whether the enemy comes on by himself: most of those of his who fight hand to hand moved last turn. Horse who only walk
/// may be keeping fresh for a gallop (MM-3.3), and come when they gallop.
pub(super) fn enemy_comes(view: &View<'_>) -> bool {
    let (mut coming, mut all) = (0, 0);
    for at in view.enemies() {
        let body = view.body(at);
        let arm = arm(view.men(at));
        if !matches!(arm, Arm::Foot | Arm::Horse) || body.mood == Mood::Recreant {
            continue;
        }
        let strength = strength(view, at);
        all += strength;
        let least = if arm == Arm::Horse { Gait::Run } else { Gait::Walk };
        let came = body.last_gait.max(body.turn.gait) >= least || body.turn.engaged;
        coming += if came { strength } else { 0 };
    }
    2 * coming > all
}

/// The blows in 36 a body may expect to land with each man, against another.
fn bite(view: &View<'_>, id: BodyId, at: BodyId, charging: bool) -> i32 {
    // A captain does not look at woods and rough ground, nor does he count on a blow to the rear.
    let Some(blow) = view.plain_blow(id, at, charging) else { return 0 };
    let (odds, weapon) = (ways_to_hit(&blow, view.tables()), blow.weapon);
    // Ranks behind the first strike only with pikes; about one man three can come, and the rest tell a little.
    let body = view.body(id);
    let ranks = if weapon == Weapon::Pike { 3 } else { 1 };
    let front = i32::from(body.standing.min(body.files * ranks));
    let about = 3 * i32::from(view.body(at).standing.min(view.body(at).files));
    odds * (4 * front.min(about) + i32::from(body.standing))
}

/// Whether a charge looks good: what it lands against what it takes, in hundredths.
pub(super) fn promise(view: &View<'_>, id: BodyId, at: BodyId, charging: bool) -> i32 {
    let (give, take) = (bite(view, id, at, charging), bite(view, at, id, false));
    let enemy = view.body(at);
    // A charge home has the first blow, and shooters have a poor time of it hand to hand.
    let mut bonus = if use_of(view, at) == Arm::Shooters { 150 } else { 100 };
    // A body that is held by others, or taken from behind, strikes back less.
    if enemy.turn.engaged {
        bonus += 60;
    }
    if enemy.facing.arc(enemy.centre.to(view.body(id).centre)) != Arc::Front {
        bonus += 40;
    }
    give * bonus / take.max(1)
}

/// The nearest enemy, and the distance to him; one in flight only if nobody else is left.
pub(super) fn nearest(view: &View<'_>, id: BodyId) -> Option<(BodyId, i32)> {
    let centre = view.body(id).centre;
    let steady = view.enemies().min_by_key(|&at| {
        let enemy = view.body(at);
        (enemy.mood == Mood::Recreant, centre.distance(enemy.centre) - enemy.radius, at)
    })?;
    let between = centre.distance(view.body(steady).centre);
    Some((steady, view.gap(id, steady, between).unwrap_or(between)))
}

/// Whether a body's horses are worse protected than their riders.
pub(super) fn weaker_horses(view: &View<'_>, id: BodyId) -> bool {
    let rider = view.men(id).iter().find(|figure| figure.mounted());
    rider.is_some_and(|rider| rider.horse_protection() > rider.profile.protection)
}

/// The strength of those of a side who can soon be at a place: not in melee elsewhere, and within a distance of it.
pub(super) fn strength_near(view: &View<'_>, side: Side, of: BodyId, within: i32) -> i64 {
    let place = view.body(of);
    let bodies = (0..view.bodies().len() as u16).map(BodyId);
    let near = bodies.filter(|&id| {
        let body = view.body(id);
        let reach = i64::from(within + body.radius + place.radius);
        body.side == side && body.in_arms > 0 && body.centre.distance_squared(place.centre) <= reach * reach
    });
    near.map(|id| strength(view, id)).sum()
}
