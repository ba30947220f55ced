//! A siege with dice one can lay out, for the tests of the strategic siege (SG-1 to SG-4).

use banneret::rules::dice::Dice;
use banneret::rules::explain::Sum;
use banneret::rules::figure::{BySide, Grade};
use banneret::rules::game::Game;
use banneret::rules::siege::*;
use std::collections::BTreeMap;

/// Dice that show faces laid out by roll, and else a face that does nothing much.
#[derive(Default)]
pub struct Shown(BTreeMap<&'static str, Vec<u32>>);

impl Shown {
    pub fn show(&mut self, roll: &'static str, faces: &[u32]) {
        self.0.insert(roll, faces.to_vec());
    }
}

impl Dice for Shown {
    fn die(&mut self, roll: &'static str, _sides: u32) -> u32 {
        match self.0.get_mut(roll).filter(|faces| !faces.is_empty()) {
            Some(faces) => faces.remove(0),
            None if roll == "SG-1.2 initiative" => 5,
            None => 3,
        }
    }
}

pub fn host(able: u32, rations: u32) -> Host {
    Host { knights: able / 10, ..Host::of(able, Grade::C, rations) }
}

pub fn plan(kind: Kind) -> Plan {
    Plan {
        kind,
        moat: Moat::None,
        capacity: 1000,
        hosts: BySide { attacker: host(500, 5000), defender: host(100, 1000) },
        park: Park { trebuchets: 3, rams: 1, ladders: true, ..Park::default() },
        relief: None,
    }
}

/// A siege with dice one can lay out.
pub struct Before {
    pub siege: Siege,
    pub dice: Shown,
    pub told: Vec<Event>,
}

impl Before {
    pub fn new(plan: &Plan) -> Before {
        let mut dice = Shown::default();
        let mut told = Vec::new();
        let siege = Siege::begin(plan, &Tables::book(), &mut dice, &mut told);
        Before { siege, dice, told }
    }

    /// Whoever must decides this.
    pub fn plays(&mut self, decision: Decision) -> Result<(), Illegal> {
        let side = self.siege.pending().first().expect("it goes on");
        self.siege.play(side, decision, &mut self.dice, &mut self.told)
    }

    pub fn does(&mut self, action: Action) {
        self.plays(Decision::Act(action)).unwrap_or_else(|illegal| panic!("{action:?}: {illegal}"));
    }

    /// Both sides rest until so many days have begun.
    pub fn rests_until(&mut self, day: u32) {
        while self.siege.day < day {
            self.does(Action::Rest);
        }
    }
}

pub const OUTER: At = At { line: 0, stretch: 0 };
pub const CITADEL: At = At { line: 1, stretch: 0 };

pub fn plight(ratio: u32, rations: u32, progress: Progress, kind: Kind) -> Plight {
    Plight {
        besiegers: ratio * 10,
        garrison: 10,
        rations,
        a_week: 10,
        capacity: 100,
        short_commons: false,
        progress,
        kind,
    }
}

pub fn bonus(plight: &Plight) -> i32 {
    let mut sum = Sum::default();
    surrender_parts(plight, &Tables::book(), &mut sum);
    sum.0
}
