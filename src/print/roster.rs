//! The battle roster: what lies beside a real table (CP-3.5).

use super::muster::battles;
use super::{Banner, Foot, PrintedBattle, PrintedTally};
use crate::rules::figure::BySide;
use serde::Serialize;
use serde_json::{Value, json};

/// Both sides of a battle for the table, each beginning a page of its own, with boxes for wounds, ammunition and
/// gallop, then how to enter the result and the sequence of a turn (CP-3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleRoster {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// What the battle is called.
    pub name: String,
    /// Where it is fought.
    pub place: String,
    /// The ground in a few words; empty if unknown.
    pub ground: String,
    /// The weather in a few words; empty if unknown.
    pub weather: String,
    pub sides: BySide<RosterSide>,
}

/// One side of a battle roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RosterSide {
    /// Whose men they are.
    pub side: Banner,
    /// The army's name.
    pub army: String,
    pub commander: Option<String>,
    /// Its battles; every man has his number.
    pub battles: Vec<PrintedBattle>,
    /// What it brings besides its men, as a list; empty for nothing.
    pub gear: String,
}

impl RosterSide {
    /// What its men come to.
    pub fn tally(&self) -> PrintedTally {
        self.battles.iter().map(PrintedBattle::tally).sum()
    }

    fn view(&self) -> Value {
        json!({
            "side": self.side,
            "army": self.army,
            "commander": self.commander,
            "battles": battles(&self.battles),
            "gear": self.gear,
            "tally": self.tally(),
        })
    }
}

impl BattleRoster {
    pub(super) fn view(&self) -> Value {
        json!({
            "foot": self.foot.view(),
            "name": self.name,
            "place": self.place,
            "ground": self.ground,
            "weather": self.weather,
            "attacker": self.sides.attacker.view(),
            "defender": self.sides.defender.view(),
        })
    }
}
