//! Axes at a gate, a door or a timber wall (MM-9.4): the way in of a captain who has no other.

use super::super::gear::state::Task;
use super::super::ground::{BarrierKind, PieceId};
use super::super::setup::Arm;
use super::super::state::*;
use super::super::{Decision, View};
use super::gear::{first, own, to_the_enemy};
use super::sense::use_of;
use crate::rules::figure::{Side, Weapon};
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};

/// How far before a gate a portcullis still keeps axes from it, in 64ths of an inch.
const BARRED: i32 = 4 * INCH;
/// How far short of what they hew at a captain is content to get men, in inches.
const SHORT: i32 = 4;

fn hewn(kind: BarrierKind) -> bool {
    matches!(kind, BarrierKind::Gate | BarrierKind::Door | BarrierKind::TimberWall)
}

/// Whether men of a body have axes in their hands.
fn has_axes(view: &View<'_>, body: BodyId) -> bool {
    let axe = |weapon: Weapon| matches!(weapon, Weapon::Axe | Weapon::TwoHandedAxe);
    let arms = |man: &Figure| axe(man.profile.weapons.hand) || axe(man.profile.weapons.one_handed);
    view.men(body).iter().any(|man| man.stands() && arms(man))
}

/// The shut pieces that axes are for.
fn shut<'a>(view: &'a View<'_>) -> impl Iterator<Item = PieceId> + 'a {
    let timber = view.ground().barriers.iter().filter(|it| hewn(it.kind));
    let pieces = timber.flat_map(|it| (it.pieces.0..it.pieces.1).map(PieceId));
    pieces.filter(move |&piece| !view.land().stands_open(piece))
}

/// Whether an attacker has axes before a gate or timber that is shut.
pub(super) fn at_hand(view: &View<'_>) -> bool {
    view.side() == Side::Attacker && shut(view).next().is_some() && view.friends().any(|body| has_axes(view, body))
}

/// Whether a portcullis that is down stands before a gate.
fn barred(view: &View<'_>, gate: PieceId) -> bool {
    let middle = view.middle_of(gate);
    let home = |place: Point| view.ground().from_home(view.side(), place);
    let bars = view.ground().barriers.iter().filter(|it| it.kind == BarrierKind::Portcullis);
    let mut pieces = bars.flat_map(|it| (it.pieces.0..it.pieces.1).map(PieceId));
    view.land().barrier(gate).kind != BarrierKind::TimberWall
        && pieces.any(|piece| {
            let place = view.middle_of(piece);
            !view.land().stands_open(piece) && place.distance(middle) <= BARRED && home(place) <= home(middle)
        })
}

/// Whether a body can get at nobody before it, or those beside it, have broken in: with a ram, or with axes.
pub(super) fn breaks_in(view: &View<'_>, body: BodyId) -> bool {
    let rams = || own(view, body, |gear| gear.thing == Thing::Ram || gear.holds == Some(Thing::Ram)).is_some();
    view.side() == Side::Attacker
        && shut(view).next().is_some()
        && (has_axes(view, body) || rams())
        && to_the_enemy(view, body).is_none()
}

/// Who has an axe and no way to the enemy goes to the nearest gate and hews at it; of those who stand at it already, whoever
/// has room.
pub(super) fn to_the_gate(view: &View<'_>, body: BodyId) -> Option<Decision> {
    if !has_axes(view, body) {
        return None;
    }
    let centre = view.body(body).centre;
    let near = |&piece: &PieceId| (view.middle_of(piece).distance_squared(centre), piece);
    let mut pieces: Vec<PieceId> = shut(view).filter(|&piece| !barred(view, piece)).collect();
    pieces.sort_unstable_by_key(near);
    let at = *pieces.first()?;
    let barrier = view.land().barrier(at).pieces;
    let same = pieces.iter().copied().filter(|piece| (barrier.0..barrier.1).contains(&piece.0));
    if let Some(hews) = first(view, body, same.map(Task::Axes)) {
        return Some(hews);
    }
    let attacks = view.side() == Side::Attacker && use_of(view, body) == Arm::Foot;
    if attacks && to_the_enemy(view, body).is_none() { up_to(view, body, at) } else { None }
}

/// The way to the foot of a gate, on one's own side of it, if there is one.
fn up_to(view: &View<'_>, body: BodyId, gate: PieceId) -> Option<Decision> {
    let it = view.body(body);
    let foot = view.middle_of(gate).along(view.home(), view.land().barrier(gate).thickness / 2 + INCH);
    let facing = Heading::of(it.centre.to(view.middle_of(gate)));
    let before = (0..=SHORT).map(|inches| foot.toward(it.centre, inches * INCH));
    let mut ways = before.map(|to| Decision::Go { body, to, facing });
    ways.find(|go| view.check(go).is_ok())
}
