//! A game of Castle under Siege as the clause tests play it: counters placed, shots entered as they landed (CU-2.4).

use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::Seeded;
use banneret::rules::game::Game as _;
use banneret::rules::geometry::{INCH, Point};
use std::collections::BTreeMap;
use std::sync::Arc;

pub const AVERAGE: Agreed = Agreed { strength: Strength::Average, reckoning: Reckoning::Plain };
pub const POWERFUL: Agreed = Agreed { strength: Strength::Powerful, reckoning: Reckoning::Plain };

pub fn section(name: &str) -> SectionId {
    Castle::get().named(name).unwrap_or_else(|| panic!("no section {name}"))
}

pub fn structure(name: &str) -> StructureId {
    Castle::get().section(section(name)).structure.expect("a structure")
}

pub fn spot(text: &str) -> CastleSpot {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

/// A place in quarters of an inch.
pub fn at(x: i32, y: i32) -> Point {
    Point::new(x * INCH / 4, y * INCH / 4)
}

/// The middle of a spot.
pub fn on(text: &str) -> Point {
    spot(text).plot().middle()
}

/// Off the castle, on the table.
pub const NOWHERE: Point = Point { x: -10 * INCH, y: -10 * INCH };

/// The figures with some house numbers.
pub fn house(own: &[(&str, &str)]) -> Arc<Tables> {
    let own: BTreeMap<String, String> = own.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
    Tables::with_house(&own).expect("numbers within their bounds")
}

/// A game under way.
pub struct Under {
    pub game: Position,
    pub told: Vec<Event>,
    shots: i32,
}

impl Under {
    /// A game with these counters placed where they are wanted, and every other heaped on a spot of the court.
    pub fn with(agreed: Agreed, tables: &Arc<Tables>, wanted: &[(Role, &str)]) -> Under {
        let mut it = Under { game: Position::new(agreed, tables), told: Vec::new(), shots: 0 };
        for &(role, at) in wanted {
            it.plays(Decision::Place(role, spot(at))).unwrap_or_else(|why| panic!("{role} on {at}: {why}"));
        }
        for &role in Role::ALL {
            while it.game.unplaced(role) > 0 {
                it.plays(Decision::Place(role, spot("e12"))).expect("there is one left");
            }
        }
        it.plays(Decision::Done).expect("every counter is placed");
        it
    }

    pub fn average(wanted: &[(Role, &str)]) -> Under {
        Under::with(AVERAGE, &Tables::book(), wanted)
    }

    pub fn plays(&mut self, decision: Decision) -> Result<(), Illegal> {
        let side = self.game.pending().first().expect("it goes on");
        self.game.play(side, decision, &mut Seeded::new(1), &mut self.told)
    }

    /// Where the catapult may stand, now here and now there.
    pub fn stand(&mut self) -> Point {
        self.shots += 1;
        Point::new(if self.shots % 2 == 0 { 0 } else { 8 * INCH }, -15 * INCH)
    }

    /// The attacker's turn: a counter of this ammunition lies so.
    pub fn lies(&mut self, with: Ammunition, landing: Landing, deflected: bool) {
        self.plays(Decision::Choose(with)).expect("there is some");
        if *self.game.stage() == Awaited::Deflect {
            self.plays(Decision::Deflect(deflected)).expect("he can");
        } else {
            assert!(!deflected, "no wizard can cast");
        }
        let from = self.stand();
        let landed = Landed { from, aim: None, setting: 0, landing };
        self.plays(Decision::Landed(landed)).expect("it may stand there");
    }

    /// The same, lying square with the castle.
    pub fn lands(&mut self, with: Ammunition, place: Point, deflected: bool) {
        self.lies(with, Landing::square(place), deflected);
    }

    /// A turn in which nothing is hit.
    pub fn misses(&mut self) {
        self.lands(Ammunition::Boulder, NOWHERE, false);
    }

    pub fn done(&mut self) {
        self.plays(Decision::Done).expect("the turn may end");
    }

    pub fn points(&self, name: &str) -> u8 {
        self.game.points_left(structure(name))
    }

    /// The first counter of a kind.
    pub fn first(&self, role: Role) -> PersonId {
        self.all(role)[0]
    }

    /// All of a kind, in the order they were placed, killed or not.
    pub fn all(&self, role: Role) -> Vec<PersonId> {
        let ids = (0..self.game.people().len() as u8).map(PersonId);
        ids.filter(|&id| self.game.person(id).role == role).collect()
    }

    pub fn health(&self, id: PersonId) -> Health {
        self.game.person(id).health
    }

    pub fn closed(&self) -> Vec<&'static str> {
        self.game.closed().iter().map(|&id| Castle::get().section(id).name).collect()
    }
}
