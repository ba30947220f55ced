//! A shot (CU-2.2 to CU-2.8) and what the wizard makes of it (CU-3).

use super::castle::{Castle, SectionId, SectionKind, StructureId, over_half, overlap};
use super::state::{Ammunition, Health, PersonId, Position};
use super::tables::Setting;
use crate::rules::dice::Dice;
use crate::rules::geometry::{INCH, Point};

/// What a shot does to one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    /// A structure loses points (CU-2.5).
    Damaged(StructureId, u8),
    /// A fire in a structure, and the turns there are to put it out (CU-2.6).
    Fire(StructureId, u8),
    /// A section is closed for the rest of the game (CU-2.7).
    Closed(SectionId),
    /// A man is hurt (CU-2.8): killed if the second is true, else injured.
    Hurt(PersonId, bool),
}

/// Where a shot aimed from one place at another comes down (CU-2.2): a normal scatter in range and in line, in hundredths
/// of the distance, each by four dice less fourteen, whose spread is 3.42. Gives the faces and the place.
pub fn scatter(from: Point, aim: Point, setting: &Setting, dice: &mut (impl Dice + ?Sized)) -> ([[u8; 4]; 2], Point) {
    let way = from.to(aim);
    let distance = i64::from(from.distance(aim)).max(1);
    let mut throw = |roll: &'static str| {
        let faces = [(); 4].map(|()| dice.die(roll, 6) as u8);
        (faces, i64::from(faces.iter().map(|&face| i32::from(face)).sum::<i32>()) - 14)
    };
    let ((long, range), (wide, line)) = (throw("CU-2.2 range"), throw("CU-2.2 line"));
    // Off by so many 64ths of an inch: the dice times the spread, over 3.42 and the hundred.
    let off = |thrown: i64, percent: i32| thrown * distance * i64::from(percent) / 342;
    let (range, line) = (off(range, setting.range), off(line, setting.line));
    let along = |part: i32, by: i64| (i64::from(part) * by / distance) as i32;
    let place =
        Point::new(aim.x + along(way.x, range) - along(way.y, line), aim.y + along(way.y, range) + along(way.x, line));
    ([long, wide], place)
}

impl Position {
    /// Everything a shot that came down at a place does (CU-2.5 to CU-2.8), as the wizard has changed it if he cast
    /// (CU-3).
    pub fn effects(&self, ammunition: Ammunition, at: Point, deflected: bool) -> Vec<Impact> {
        let (castle, tables) = (Castle::get(), &self.tables);
        let mut effects = Vec::new();
        // A small share of disease on an outside section falls outside, and touches nobody within (CU-3).
        let slips = ammunition == Ammunition::Disease && deflected && self.slips_off(at);
        if slips {
            return effects;
        }
        match ammunition {
            Ammunition::Boulder => {
                for (structure, share) in self.struck(at) {
                    let points = if over_half(share) { tables.damage.over_half } else { tables.damage.under_half };
                    let points = if deflected { points.saturating_sub(1) } else { points };
                    if points > 0 {
                        effects.push(Impact::Damaged(structure, points));
                    }
                }
            }
            Ammunition::Fire => {
                let turns = if deflected { tables.damage.deflected_to_put_out } else { tables.damage.to_put_out };
                let wood = self.struck(at).into_iter().filter(|&(structure, _)| self.is_wood(structure));
                effects.extend(wood.map(|(structure, _)| Impact::Fire(structure, turns)));
            }
            Ammunition::Disease => {
                // It closes every card it lies on, and a card whole; the court is none. Deflected, with less than half
                // on a card of the outside, it has fallen outside of that (CU-3).
                let off = |id, share| deflected && castle.structure(id).work != SectionKind::Keep && !over_half(share);
                let cards = self.shares(at).into_iter().filter(|&(id, share)| !off(id, share));
                let sections = cards.flat_map(|(id, _)| &castle.structure(id).sections);
                effects.extend(sections.filter(|id| !self.closed.contains(id)).map(|&id| Impact::Closed(id)));
            }
        }
        for person in self.people_ids() {
            let share = match self.spot_of(person) {
                Some(corner) => overlap(corner, Point::new(INCH, INCH), at),
                None => continue,
            };
            if share == 0 {
                continue;
            }
            let kills = over_half(share);
            match (ammunition == Ammunition::Boulder && deflected, kills) {
                // Killed becomes injured, and injured unhurt (CU-3).
                (true, true) => effects.push(Impact::Hurt(person, false)),
                (true, false) => {}
                // An injured man hit by anything dies (CU-2.8).
                (false, kills) => {
                    let dies = kills || self.person(person).health == Health::Injured;
                    effects.push(Impact::Hurt(person, dies));
                }
            }
        }
        effects
    }

    /// The structures a counter lies on, each with its own share (CU-2.3).
    fn shares(&self, at: Point) -> Vec<(StructureId, i64)> {
        let castle = Castle::get();
        let shares = (0..castle.structures.len() as u8).map(StructureId).map(|id| {
            let sections = castle.structure(id).sections.iter();
            (id, sections.map(|&section| castle.on_section(section, at)).sum::<i64>())
        });
        shares.filter(|&(_, share)| share > 0).collect()
    }

    /// Those of them that still stand.
    fn struck(&self, at: Point) -> Vec<(StructureId, i64)> {
        self.shares(at).into_iter().filter(|&(id, _)| self.points_left(id) > 0).collect()
    }

    /// Whether a counter lies with less than half on an outside section, a wall, tower or gatehouse, and on nothing
    /// within (CU-3).
    fn slips_off(&self, at: Point) -> bool {
        let castle = Castle::get();
        let most = |inside: bool| {
            let of = self
                .shares(at)
                .into_iter()
                .filter(|&(id, _)| (castle.structure(id).work == SectionKind::Keep) == inside);
            of.map(|(_, share)| share).max().unwrap_or(0)
        };
        let court = castle.ids().filter(|&id| castle.section(id).work == SectionKind::Court);
        let inside = court.map(|id| castle.on_section(id, at)).max().unwrap_or(0).max(most(true));
        let outside = most(false);
        outside > 0 && !over_half(outside) && outside >= inside
    }
}
