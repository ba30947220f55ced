//! The weather of a battle and what it does (CP-3.1). Whoever plans the battle puts the figures in force into its plan, so a
//! record holds them and a procedure asks only what is added or lost.

use super::explain::Tally;
use super::figure::{Weapon, words};
use super::geometry::INCH;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WeatherKind {
    #[default]
    Fair,
    Rain,
    Wind,
    Fog,
    /// Fair, after days of rain.
    Mud,
    Snow,
}
words!(
    WeatherKind,
    "weather",
    "fair, rain, wind, fog, mud or snow",
    Fair = "fair",
    Rain = "rain",
    Wind = "wind",
    Fog = "fog",
    Mud = "mud",
    Snow = "snow"
);

/// The weather, with what it does in this battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weather {
    pub kind: WeatherKind,
    /// Added to the dice of every shot of a bow, a crossbow or a sling: strings are wet (MM-4.8).
    #[serde(default, skip_serializing_if = "nothing")]
    pub strings: i32,
    /// Added to the dice of every shot of a handgun or bombard: powder is wet (MM-4.8, MM-4.9).
    #[serde(default, skip_serializing_if = "nothing")]
    pub powder: i32,
    /// Added to the dice of every shot at long range but a gun's: the wind carries it off (MM-4.8, MM-4.9).
    #[serde(default, skip_serializing_if = "nothing")]
    pub far: i32,
    /// Inches that foot lose of a run (MM-3.1).
    #[serde(default, skip_serializing_if = "nothing")]
    pub foot: i32,
    /// Inches that horse lose of a gallop (MM-3.1).
    #[serde(default, skip_serializing_if = "nothing")]
    pub horse: i32,
    /// Inches one sees (MM-7.5); 0 for as far as the ground lets one.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sight: i32,
}

fn nothing(number: &i32) -> bool {
    *number == 0
}

impl Weather {
    /// Weather of a kind that does nothing.
    pub fn of(kind: WeatherKind) -> Weather {
        Weather { kind, strings: 0, powder: 0, far: 0, foot: 0, horse: 0, sight: 0 }
    }

    /// What is added to the dice of a man's shot.
    pub fn shot(&self, weapon: Weapon, long: bool, tally: &mut impl Tally) {
        match weapon {
            Weapon::Handgun => tally.add("CP-3.1", self.kind.word(), self.powder),
            Weapon::Javelin => self.carried_off(long, tally),
            _ => {
                tally.add("CP-3.1", self.kind.word(), self.strings);
                self.carried_off(long, tally);
            }
        }
    }

    /// What is added to the dice of an engine's shot, or a bombard's.
    pub fn engine_shot(&self, bombard: bool, long: bool, tally: &mut impl Tally) {
        match bombard {
            true => tally.add("CP-3.1", self.kind.word(), self.powder),
            false => self.carried_off(long, tally),
        }
    }

    fn carried_off(&self, long: bool, tally: &mut impl Tally) {
        if long {
            tally.add("CP-3.1", self.kind.word(), self.far);
        }
    }

    /// What men lose of a run and horse of a gallop, in 64ths of an inch.
    pub fn slows(&self, mounted: bool) -> i32 {
        INCH * if mounted { self.horse } else { self.foot }
    }

    /// How far one sees, in 64ths of an inch, if the weather sets a bound.
    pub fn sees(&self) -> Option<i32> {
        (self.sight > 0).then_some(self.sight * INCH)
    }

    /// What it is and does, in a sentence.
    pub fn told(&self) -> String {
        let mut does = Vec::new();
        let mut add = |number: i32, what: &str| {
            if number != 0 {
                does.push(what.replace('#', &number.to_string()));
            }
        };
        add(self.strings, "bows, crossbows and slings add # to the dice");
        add(self.powder, "guns add #");
        add(self.far, "shots at long range add #");
        add(self.foot, "foot lose # in of a run");
        add(self.horse, "horse lose # in of a gallop");
        add(self.sight, "one sees # in");
        let kind = self.kind.word();
        match does.is_empty() {
            true => format!("The weather is {kind}."),
            false => format!("The weather is {kind}: {} (CP-3.1).", does.join("; ")),
        }
    }
}
