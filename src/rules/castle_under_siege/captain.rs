//! Who plays for the computer, at the catapult or in the castle.

use super::castle::{Castle, SectionId, Work};
use super::state::{Ammunition, Game, Health, Person, PersonId, Role, Stage};
use super::tables::Tables;
use super::{Decision, Deed, View};
use crate::rules::figure::Side;
use crate::rules::game::{Captain, Game as _};
use crate::rules::geometry::{INCH, Point};

/// Throws at what falls first, and mends where it burns and crumbles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engineer;

impl Captain<Game> for Engineer {
    fn decide(&self, view: &View<'_>) -> Decision {
        let game = view.game();
        match &game.stage {
            Stage::Place => Decision::Place(places()),
            Stage::Choose => Decision::Choose(chosen(game)),
            // He keeps the wizard for when what is most in danger could fall to one boulder or two.
            Stage::Deflect => Decision::Deflect(game.wizard_can() && target(game).1 <= 4),
            Stage::Shoot => shot(game),
            Stage::Leave(leaving) => {
                let person = leaving[0];
                let from = game.person(person).section;
                Decision::Leave(person, game.ways_out(from).first().copied().unwrap_or(from))
            }
            _ => works(game).unwrap_or(Decision::Done),
        }
    }
}

/// Soldiers along the walls and in the towers, the crew in the keep and the gatehouses.
pub(super) fn places() -> Vec<(Role, SectionId)> {
    let (castle, tables) = (Castle::get(), Tables::book());
    let of = |works: &'static [Work]| castle.ids().filter(move |&id| works.contains(&castle.section(id).work)).cycle();
    let (mut manned, mut crewed) = (of(&[Work::Wall, Work::Tower]), of(&[Work::Gatehouse, Work::Keep]));
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
fn chosen(game: &Game) -> Ammunition {
    let [boulder, fire, _] = game.ammunition;
    let burns = game.fires.is_empty() && game.is_wood(structure_of(target(game).0));
    match (fire > 0 && burns, boulder > 0, fire > 0) {
        (true, _, _) => Ammunition::Fire,
        (_, true, _) => Ammunition::Boulder,
        (_, _, true) if game.ammunition[2] == 0 => Ammunition::Fire,
        _ if game.ammunition[2] > 0 => Ammunition::Disease,
        _ => Ammunition::Fire,
    }
}

fn structure_of(section: SectionId) -> super::StructureId {
    Castle::get().section(section).structure.unwrap_or(super::StructureId(0))
}

/// The side of a gatehouse, or of the keep, that is nearest to falling, and the points it has left.
fn target(game: &Game) -> (SectionId, u8) {
    let castle = Castle::get();
    let worth = castle.ids().filter(|&id| matches!(castle.section(id).work, Work::Gatehouse | Work::Keep));
    let left = worth.map(|id| (game.points_left(structure_of(id)), id));
    left.min().map_or((SectionId(0), 0), |(points, id)| (id, points))
}

/// A shot at the middle of the target from the nearest place the catapult may stand, with the steadiest setting.
fn shot(game: &Game) -> Decision {
    let castle = Castle::get();
    let (id, _) = target(game);
    let sections = &castle.structure(structure_of(id)).sections;
    let (first, last) = (castle.section(sections[0]), castle.section(sections[sections.len() - 1]));
    let aim = Point::new(
        (first.corner.x + last.corner.x + last.size.x) / 2,
        (first.corner.y + last.corner.y + last.size.y) / 2,
    );
    let south = aim.y <= 8 * INCH;
    // A little to the one side, and next time to the other, so that it has moved far enough.
    let aside = if game.turn.is_multiple_of(2) { 2 * INCH } else { -2 * INCH };
    let settings = Tables::book().setting.len() as u8;
    let ways = (12..40).flat_map(|back| (0..settings).map(move |setting| (back, setting)));
    let shots = ways.map(|(back, setting)| {
        let y = if south { -back * INCH } else { (16 + back) * INCH };
        Decision::Shoot { from: Point::new(aim.x + aside, y), aim, setting }
    });
    let mut allowed = shots.filter(|shot| game.check(Side::Attacker, shot).is_ok());
    // From side to side it has always moved far enough, and the furthest setting reaches every part of the castle.
    allowed.next().unwrap_or_else(|| unreachable!("the catapult finds no place for {aim:?}"))
}

/// The next deed of somebody who has one to do.
fn works(game: &Game) -> Option<Decision> {
    let able = |id: &PersonId| {
        let person = game.person(*id);
        person.health == Health::Able && !person.acted && person.role != Role::Soldier
    };
    game.people_ids().filter(able).find_map(|id| {
        let deed = here(game, id).or_else(|| towards(game, game.person(id)).map(Deed::Move))?;
        game.check_deed(id, deed).is_ok().then_some(Decision::Act(id, deed))
    })
}

fn here(game: &Game, id: PersonId) -> Option<Deed> {
    let mut deeds = vec![Deed::PutOut, Deed::Repair];
    deeds.extend(game.people_ids().map(Deed::Heal));
    deeds.into_iter().find(|&deed| game.check_deed(id, deed).is_ok())
}

/// The first step of the shortest open way to where one of his calling is needed.
fn towards(game: &Game, person: &Person) -> Option<SectionId> {
    let castle = Castle::get();
    let needed = |id: SectionId| {
        let structure = castle.section(id).structure;
        match person.role {
            Role::WaterBoy => game.fires.iter().any(|fire| Some(fire.structure) == structure),
            Role::Stonemason => structure.is_some_and(|structure| {
                let whole = castle.points(structure, game.strength, Tables::book());
                (1..whole).contains(&game.points_left(structure))
            }),
            Role::Priest => game.people.iter().any(|other| other.section == id && other.health == Health::Injured),
            Role::Soldier | Role::Wizard => false,
        }
    };
    let mut seen = vec![person.section];
    let mut ring: Vec<(SectionId, SectionId)> = Vec::new();
    let open = |id: &SectionId| !game.closed.contains(id);
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
