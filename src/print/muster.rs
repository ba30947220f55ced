//! The muster roll: every man of an army, a battle or a garrison, a row each.

use super::{Banner, Foot};
use crate::campaign::people::PersonState;
use crate::rules::figure::{Class, Horse, Profile, Rank, Weapon};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::AddAssign;

/// The men of an army, a battle or a garrison (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusterRoll {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// Whose men they are.
    pub side: Banner,
    /// What is mustered, as the head says it: `army`, `battle`, `garrison`, `force`.
    pub of: String,
    pub name: String,
    pub commander: Option<String>,
    /// Where it stands; empty if unknown.
    pub place: String,
    /// Its battles, in order. A garrison is one battle.
    pub battles: Vec<PrintedBattle>,
}

/// A battle of an army (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedBattle {
    pub name: String,
    pub commander: Option<String>,
    /// Its forces, in order.
    pub forces: Vec<PrintedForce>,
}

/// A force: one player's men (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedForce {
    pub name: String,
    pub commander: Option<String>,
    /// Its units, in order; knights in no unit are a unit of their own here.
    pub units: Vec<PrintedUnit>,
}

/// A unit and its men (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedUnit {
    pub name: String,
    pub commander: Option<String>,
    /// Its men in the order they are printed.
    pub men: Vec<PrintedMan>,
}

/// One man's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedMan {
    /// His short number for a battle, such as `B7` (CP-3.5).
    pub number: Option<String>,
    pub name: String,
    /// What he is and has (MM-1.1 to MM-1.3).
    #[serde(flatten)]
    pub profile: Profile,
    /// His state (CP-1.2).
    pub state: PersonState,
    /// His points (MM-10.1).
    pub points: i64,
}

/// What some men come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PrintedTally {
    /// Knights, nobles among them.
    pub knights: usize,
    pub sergeants: usize,
    pub peasants: usize,
    pub clerics: usize,
    /// All of them.
    pub men: usize,
    /// The fit among them.
    pub fit: usize,
    /// Those with a horse.
    pub mounted: usize,
    /// Their points (MM-10.1).
    pub points: i64,
}

impl PrintedTally {
    /// What one man comes to.
    pub fn of(man: &PrintedMan) -> PrintedTally {
        let is = |class| usize::from(man.profile.class == class);
        PrintedTally {
            knights: is(Class::Knight),
            sergeants: is(Class::Sergeant),
            peasants: is(Class::Peasant),
            clerics: is(Class::Cleric),
            men: 1,
            fit: usize::from(man.state == PersonState::Fit),
            mounted: usize::from(man.profile.horse != Horse::None),
            points: man.points,
        }
    }
}

impl AddAssign for PrintedTally {
    fn add_assign(&mut self, other: PrintedTally) {
        self.knights += other.knights;
        self.sergeants += other.sergeants;
        self.peasants += other.peasants;
        self.clerics += other.clerics;
        self.men += other.men;
        self.fit += other.fit;
        self.mounted += other.mounted;
        self.points += other.points;
    }
}

impl std::iter::Sum for PrintedTally {
    fn sum<I: Iterator<Item = PrintedTally>>(tallies: I) -> PrintedTally {
        tallies.fold(PrintedTally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

impl PrintedUnit {
    /// What its men come to.
    pub fn tally(&self) -> PrintedTally {
        self.men.iter().map(PrintedTally::of).sum()
    }

    /// What the rows of its men weigh beside their words. Boxes weigh: a column of them stands in every row of a unit that
    /// has a man to fill it.
    fn weight(&self, boxed: bool) -> usize {
        let rows = self.men.len();
        if !boxed {
            return rows * 650;
        }
        let mounted = self.tally().mounted;
        let missiles: usize = self.men.iter().map(|man| missiles(&man.profile).count()).sum();
        let columns = if mounted > 0 { rows * 130 } else { 0 } + if missiles > 0 { rows * 45 } else { 0 };
        rows * 850 + columns + mounted * 230 + missiles * 170
    }
}

impl PrintedForce {
    /// What its men come to.
    pub fn tally(&self) -> PrintedTally {
        self.units.iter().map(PrintedUnit::tally).sum()
    }
}

impl PrintedBattle {
    /// What its men come to.
    pub fn tally(&self) -> PrintedTally {
        self.forces.iter().map(PrintedForce::tally).sum()
    }
}

impl MusterRoll {
    /// What all its men come to.
    pub fn tally(&self) -> PrintedTally {
        self.battles.iter().map(PrintedBattle::tally).sum()
    }

    pub(super) fn view(&self) -> Value {
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "of": self.of,
            "name": self.name,
            "commander": self.commander,
            "place": self.place,
            "battles": battles(&self.battles),
            "tally": self.tally(),
            "numbered": is_numbered(&self.battles),
        })
    }
}

fn units(battles: &[PrintedBattle]) -> impl Iterator<Item = &PrintedUnit> {
    battles.iter().flat_map(|battle| &battle.forces).flat_map(|force| &force.units)
}

/// What the rows of all men weigh beside their words.
pub(super) fn weight(battles: &[PrintedBattle], boxed: bool) -> usize {
    units(battles).map(|unit| unit.weight(boxed)).sum()
}

fn is_numbered(battles: &[PrintedBattle]) -> bool {
    units(battles).any(|unit| unit.men.iter().any(|man| man.number.is_some()))
}

/// The tree of battles, forces, units and men with the tally of each, as the templates read it.
pub(super) fn battles(battles: &[PrintedBattle]) -> Value {
    battles
        .iter()
        .map(|battle| {
            json!({
                "name": battle.name,
                "commander": battle.commander,
                "tally": battle.tally(),
                "forces": battle.forces.iter().map(force).collect::<Value>(),
            })
        })
        .collect()
}

fn force(force: &PrintedForce) -> Value {
    json!({
        "name": force.name,
        "commander": force.commander,
        "tally": force.tally(),
        "units": force.units.iter().map(unit).collect::<Value>(),
    })
}

fn unit(unit: &PrintedUnit) -> Value {
    json!({
        "name": unit.name,
        "commander": unit.commander,
        "tally": unit.tally(),
        "men": unit.men.iter().map(man).collect::<Value>(),
    })
}

fn man(man: &PrintedMan) -> Value {
    let profile = &man.profile;
    json!({
        "number": man.number,
        "name": man.name,
        "standing": standing(profile.class, profile.rank),
        "grade": profile.grade,
        "protection": profile.protection,
        "arms": profile.weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(", "),
        "missiles": missiles(profile).collect::<Vec<_>>(),
        "horse": if profile.horse == Horse::None { "" } else { profile.horse.word() },
        "state": man.state,
        "points": man.points,
    })
}

/// The weapons he shoots or throws.
fn missiles(profile: &Profile) -> impl Iterator<Item = &Weapon> {
    profile.weapons.iter().filter(|weapon| weapon.shoots())
}

/// Class and rank in a word or two: `sergeant`, `knight`, `knight, duke`.
pub(super) fn standing(class: Class, rank: Rank) -> String {
    match rank {
        Rank::None | Rank::Knight => class.word().to_owned(),
        _ => format!("{class}, {rank}"),
    }
}
