//! Who plays for the computer, at the catapult or in the castle.

use super::castle::{Castle, SectionId, SectionKind};
use super::state::{Ammunition, Awaited, Counter, Health, PersonId, Position, Role};
use super::tables::Tables;
use super::{Decision, Errand, View};
use crate::rules::game::Captain;
use crate::rules::geometry::{INCH, Point};

/// Throws at what falls first, and mends where it burns and crumbles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engineer;

impl Captain<Position> for Engineer {
    fn decide(&self, view: &View<'_>) -> Decision {
        match view.stage() {
            Awaited::Place => Decision::Place(places(view.tables())),
            Awaited::Choose => Decision::Choose(chosen(view)),
            // He keeps the wizard for when what is most in danger could fall to one boulder or two.
            Awaited::Deflect => Decision::Deflect(view.wizard_can() && target(view).1 <= 4),
            Awaited::Shoot => shot(view),
            Awaited::Leave(leaving) => {
                let person = leaving[0];
                let from = view.person(person).section;
                Decision::Leave(person, view.ways_out(from).first().copied().unwrap_or(from))
            }
            _ => works(view).unwrap_or(Decision::Done),
        }
    }
}

/// Soldiers along the walls and in the towers, the crew in the keep and the gatehouses.
pub(super) fn places(tables: &Tables) -> Vec<(Role, SectionId)> {
    let castle = Castle::get();
    let of = |works: &'static [SectionKind]| {
        castle.ids().filter(move |&id| works.contains(&castle.section(id).work)).cycle()
    };
    let (mut manned, mut crewed) =
        (of(&[SectionKind::Wall, SectionKind::Tower]), of(&[SectionKind::Gatehouse, SectionKind::Keep]));
    let mut stands = Vec::new();
    for &role in Role::ALL {
        for _ in 0..role.count(tables) {
            let section = if role == Role::Soldier { manned.next() } else { crewed.next() };
            stands.extend(section.map(|section| (role, section)));
        }
    }
    stands
}

/// Fire while there is wood to burn and nothing burns yet, boulders else; disease when there is nothing better.
fn chosen(view: &View<'_>) -> Ammunition {
    let [boulder, fire, disease] = view.ammunition();
    let burns = view.fires().is_empty() && view.is_wood(structure_of(target(view).0));
    match (fire > 0 && burns, boulder > 0, fire > 0) {
        (true, _, _) => Ammunition::Fire,
        (_, true, _) => Ammunition::Boulder,
        (_, _, true) if disease == 0 => Ammunition::Fire,
        _ if disease > 0 => Ammunition::Disease,
        _ => Ammunition::Fire,
    }
}

fn structure_of(section: SectionId) -> super::StructureId {
    Castle::get().section(section).structure.unwrap_or(super::StructureId(0))
}

/// The sides of gatehouses and of the keep with the points each has left, those nearest to falling first.
fn targets(view: &View<'_>) -> Vec<(SectionId, u8)> {
    let castle = Castle::get();
    let worth =
        castle.ids().filter(|&id| matches!(castle.section(id).work, SectionKind::Gatehouse | SectionKind::Keep));
    let mut left: Vec<(SectionId, u8)> = worth.map(|id| (id, view.points_left(structure_of(id)))).collect();
    left.sort_by_key(|&(id, points)| (points, id));
    left
}

/// What is nearest to falling.
fn target(view: &View<'_>) -> (SectionId, u8) {
    targets(view).first().copied().unwrap_or((SectionId(0), 0))
}

/// A shot at the middle of the best target in reach, from the nearest place the catapult may stand, with the steadiest
/// setting.
fn shot(view: &View<'_>) -> Decision {
    let shots = targets(view).into_iter().find_map(|(id, _)| shot_at(view, id));
    // From side to side it has always moved far enough, and every setting reaches the gatehouse before it.
    shots.unwrap_or_else(|| unreachable!("the catapult finds no place to shoot from"))
}

fn shot_at(view: &View<'_>, id: SectionId) -> Option<Decision> {
    let castle = Castle::get();
    let sections = &castle.structure(structure_of(id)).sections;
    let (first, last) = (castle.section(sections[0]), castle.section(sections[sections.len() - 1]));
    let aim = Point::new(
        (first.corner.x + last.corner.x + last.size.x) / 2,
        (first.corner.y + last.corner.y + last.size.y) / 2,
    );
    let south = aim.y <= 8 * INCH;
    // A little to the one side, and next time to the other, so that it has moved far enough.
    let aside = if view.turn().is_multiple_of(2) { 2 * INCH } else { -2 * INCH };
    let settings = view.tables().arm.reach.len() as u8;
    let ways = (12..40).flat_map(|back| (0..settings).map(move |setting| (back, setting)));
    let mut shots = ways.map(|(back, setting)| {
        let y = if south { -back * INCH } else { (16 + back) * INCH };
        Decision::Shoot { from: Point::new(aim.x + aside, y), aim, setting }
    });
    shots.find(|shot| view.may(shot))
}

/// The next deed of somebody who has one to do.
fn works(view: &View<'_>) -> Option<Decision> {
    let able = |id: &PersonId| {
        let person = view.person(*id);
        person.health == Health::Able && !person.acted && person.role != Role::Soldier
    };
    view.people_ids().filter(able).find_map(|id| {
        let deed = here(view, id).or_else(|| towards(view, view.person(id)).map(Errand::Move))?;
        view.may_do(id, deed).then_some(Decision::Act(id, deed))
    })
}

fn here(view: &View<'_>, id: PersonId) -> Option<Errand> {
    let mut deeds = vec![Errand::PutOut, Errand::Repair];
    deeds.extend(view.people_ids().map(Errand::Heal));
    deeds.into_iter().find(|&deed| view.may_do(id, deed))
}

/// The first step of the shortest open way to where one of his calling is needed.
fn towards(view: &View<'_>, person: &Counter) -> Option<SectionId> {
    let castle = Castle::get();
    let needed = |id: SectionId| {
        let structure = castle.section(id).structure;
        match person.role {
            Role::WaterBoy => view.fires().iter().any(|fire| Some(fire.structure) == structure),
            Role::Stonemason => structure.is_some_and(|structure| {
                let whole = castle.points(structure, view.strength(), view.tables());
                (1..whole).contains(&view.points_left(structure))
            }),
            Role::Priest => view.people().iter().any(|other| other.section == id && other.health == Health::Injured),
            Role::Soldier | Role::Wizard => false,
        }
    };
    let mut seen = vec![person.section];
    let mut ring: Vec<(SectionId, SectionId)> = Vec::new();
    let open = |id: &SectionId| !view.is_closed(*id);
    ring.extend(castle.section(person.section).beside.iter().filter(|id| open(id)).map(|&id| (id, id)));
    while !ring.is_empty() {
        if let Some(&(_, first)) = ring.iter().find(|(id, _)| needed(*id)) {
            return Some(first);
        }
        seen.extend(ring.iter().map(|&(id, _)| id));
        let mut next = Vec::new();
        for &(id, first) in &ring {
            let beside = castle.section(id).beside.iter().filter(|other| open(other) && !seen.contains(other));
            next.extend(beside.map(|&other| (other, first)));
        }
        ring = next;
    }
    None
}
