//! A battle in the hands of a test: men placed by hand, decisions given, dice told what to show.

use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Fighter, Force};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::game::{Game, NullSink};
use banneret::rules::gear::GearPiece;
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::event::{Cause, Moment, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::{BodyId, Decision, Event, FigureId, Gait, Position, Tables};
use std::collections::{BTreeMap, VecDeque};

/// Dice that show what they are told for a roll, in order, and else the usual: 1 for blows given, 6 for blows taken, 6
/// and 6 for shots, 4, 4, 3 for morale (eleven: resolute), 1 for wounds, 6 for falls.
#[derive(Default)]
pub struct Told {
    faces: BTreeMap<&'static str, VecDeque<u32>>,
    morale: usize,
}

impl Told {
    pub fn show(&mut self, roll: &'static str, faces: &[u32]) {
        self.faces.entry(roll).or_default().extend(faces);
    }
}

impl Dice for Told {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        let usual = match roll {
            "MM-5.4 attack" | "MM-6.1 wound" | "MM-2.5 card" => 1,
            MORALE => [4, 4, 3][self.morale % 3],
            _ => sides,
        };
        self.morale += usize::from(roll == MORALE);
        self.faces.get_mut(roll).and_then(VecDeque::pop_front).unwrap_or(usual)
    }
}

pub const ATTACK: &str = "MM-5.4 attack";
pub const DEFENCE: &str = "MM-5.4 defence";
pub const TO_HIT: &str = "MM-4.8 to hit";
pub const WOUND: &str = "MM-6.1 wound";
pub const MORALE: &str = "MM-7.3 morale";
pub const FALL: &str = "MM-6.3 fall";

/// A battle in the hands of a test.
pub struct Field {
    pub position: Position,
    pub dice: Told,
    pub events: Vec<Event>,
}

/// A place in quarter inches.
pub fn q(x: i32, y: i32) -> Point {
    Point::new(x * INCH / 4, y * INCH / 4)
}

pub fn up(figure: u16, x: i32, y: i32) -> Placed {
    Placed(FigureId(figure), q(x, y), Heading::UP)
}

pub fn down(figure: u16, x: i32, y: i32) -> Placed {
    Placed(FigureId(figure), q(x, y), Heading::DOWN)
}

impl Field {
    pub fn new(attacker: Vec<Force>, defender: Vec<Force>, places: &[Placed]) -> Field {
        let plan = plan(attacker, defender, 1);
        let position = Position::arrayed(&plan, &Tables::book(), places, &mut NullSink).expect("the plan has no fault");
        Field { position, dice: Told::default(), events: Vec::new() }
    }

    /// The same with gear and a ground of its own, in the text of a file; gear is served by a side's men by number.
    pub fn with_gear(
        forces: [Vec<Force>; 2],
        gear: [Vec<GearPiece>; 2],
        ground: Option<&str>,
        places: &[Placed],
    ) -> Field {
        let [attacker, defender] = forces;
        let mut plan = plan(attacker, defender, 1);
        let [ours, theirs] = gear;
        (plan.hosts.attacker.gear, plan.hosts.defender.gear) = (ours, theirs);
        plan.ground_file = ground.map(str::to_owned);
        let mut events = Vec::new();
        let position = Position::arrayed(&plan, &Tables::book(), places, &mut events).expect("the plan has no fault");
        Field { position, dice: Told::default(), events }
    }

    /// Units of one man each way, or lone knights.
    pub fn duel(attacker: &Fighter, defender: &Fighter, places: &[Placed]) -> Field {
        let one = |fighter: &Fighter| match fighter.profile.class {
            Class::Knight | Class::Cleric => force("force", vec![], vec![fighter.clone()]),
            _ => force("force", vec![unit("unit", None, fighter, 1)], vec![]),
        };
        Field::new(vec![one(attacker)], vec![one(defender)], places)
    }

    /// Plays to the next turn: every decision given is made as soon as it is allowed, and must be allowed at some time.
    pub fn turn(&mut self, decisions: &[Decision]) -> Vec<Event> {
        let left = self.turn_with(decisions);
        assert!(left.is_empty(), "never allowed: {left:?}");
        std::mem::take(&mut self.events)
    }

    /// The same, giving back the decisions that were never allowed.
    pub fn turn_with(&mut self, decisions: &[Decision]) -> Vec<Decision> {
        self.events.clear();
        let turn = self.position.turn();
        let mut left = decisions.to_vec();
        while let Some(side) = self.position.pending().first() {
            if self.position.turn() > turn {
                break;
            }
            let allowed = left.iter().position(|decision| self.position.check(side, decision).is_ok());
            let decision = allowed.map_or(Decision::Done, |n| left.remove(n));
            self.position.play(side, decision, &mut self.dice, &mut self.events).expect("it was checked");
        }
        left
    }

    pub fn at(&self, figure: u16) -> Point {
        self.position.figure(FigureId(figure)).at
    }
}

pub fn body(n: u16) -> BodyId {
    BodyId(n)
}

pub fn charge(who: u16, at: u16, gait: Gait) -> Decision {
    Decision::Charge { body: body(who), at: body(at), gait }
}

pub fn march(who: u16, heading: Heading, inches: i32, gait: Gait) -> Decision {
    Decision::March { body: body(who), heading, distance: inches * INCH, gait, facing: heading }
}

pub fn shoot(who: u16, at: u16) -> Decision {
    Decision::Shoot { body: body(who), at: body(at), horses: false }
}

pub fn sergeant(protection: u8, weapons: &[Weapon]) -> Fighter {
    fighter(Class::Sergeant, Grade::C, protection, weapons, Horse::None)
}

pub fn peasant(weapons: &[Weapon]) -> Fighter {
    fighter(Class::Peasant, Grade::C, 4, weapons, Horse::None)
}

pub fn knight(grade: Grade, horse: Horse) -> Fighter {
    fighter(Class::Knight, grade, 1, &[Weapon::HeavyLance, Weapon::Sword, Weapon::Shield], horse)
}

pub fn foot_knight(grade: Grade) -> Fighter {
    fighter(Class::Knight, grade, 1, &[Weapon::Sword, Weapon::Shield], Horse::None)
}

pub fn blows(events: &[Event]) -> Vec<(u16, u16, Moment)> {
    let of = |event: &Event| match event {
        Event::Struck { by, at, moment, .. } => Some((by.0, at.0, *moment)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

pub fn shots(events: &[Event]) -> Vec<(u16, u16, bool)> {
    let of = |event: &Event| match event {
        Event::Shot { by, at, second, .. } => Some((by.0, at.0, *second)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

pub fn tests(events: &[Event]) -> Vec<(u16, Vec<Cause>, MoraleResult)> {
    let of = |event: &Event| match event {
        Event::Tested { body, causes, result, .. } => Some((body.0, causes.clone(), *result)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

pub fn parts_of(events: &[Event], whose: u16) -> Vec<(String, i64)> {
    let of = |event: &Event| match event {
        Event::Tested { body, parts, .. } if body.0 == whose => {
            Some(parts.iter().map(|part| (part.what.to_string(), part.value)).collect())
        }
        _ => None,
    };
    events.iter().find_map(of).expect("the body was tested")
}

pub fn moved(events: &[Event], whose: u16) -> Option<(Gait, Why)> {
    let of = |event: &Event| match event {
        Event::Moved { body, gait, why, .. } if body.0 == whose => Some((*gait, *why)),
        _ => None,
    };
    events.iter().rev().find_map(of)
}
