//! The surrender test (SG-3.1) and when a place falls of itself (SG-3.2).

use super::state::{Ending, Kind, Progress, Siege};
use super::supply::full_rations;
use super::tables::{Tables, by_ratio};
use crate::rules::dice::Dice;
use crate::rules::explain::Tally;

/// All that bears on a test of surrender (SG-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plight {
    /// Able besiegers.
    pub besiegers: u32,
    /// Able men of the garrison.
    pub garrison: u32,
    /// Rations the besieged have.
    pub rations: u32,
    /// Rations they eat in a siege turn.
    pub a_week: u32,
    /// Rations the place can store.
    pub capacity: u32,
    /// Whether they are on half rations (SG-2.3).
    pub short_commons: bool,
    /// How far the besiegers have come.
    pub progress: Progress,
    /// The kind of place.
    pub kind: Kind,
}

/// The bonuses of a surrender test (SG-3.1): the best of each factor, numbers, supply and progress.
pub fn surrender_parts(plight: &Plight, tables: &Tables, tally: &mut impl Tally) {
    let table = &tables.surrender;
    tally.add("SG-3.1", "besiegers to garrison", by_ratio(&table.numbers, plight.besiegers, plight.garrison));
    let rows = [
        (plight.rations == 0, table.no_rations),
        (plight.rations <= plight.a_week, table.a_week_or_less),
        (u64::from(plight.rations) * 2 <= u64::from(plight.capacity), table.half_or_less),
    ];
    let stores = rows.into_iter().filter(|(holds, _)| *holds).map(|(_, bonus)| bonus).max().unwrap_or(0);
    if plight.short_commons && table.short_commons > stores {
        tally.add("SG-2.3", "supply of the besieged, on half rations", table.short_commons);
    } else {
        tally.add("SG-3.1", "supply of the besieged", stores);
    }
    let progress = match plight.progress {
        Progress::None => 0,
        Progress::OuterBreach => table.outer_breach,
        Progress::PartOfTheRampart => table.part_of_the_rampart,
        Progress::ConfinedToTheCitadel => table.confined_to_the_citadel,
        Progress::AllButTheKeep if plight.kind == Kind::BorderCastle => table.all_but_the_keep_of_a_border_castle,
        Progress::AllButTheKeep => table.all_but_the_keep,
    };
    tally.add("SG-3.1", "progress of the siege", progress);
}

/// Rolls a test of surrender with these bonuses (SG-3.1): the face of 1d10, and whether they ask terms.
pub fn roll_surrender(bonus: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> (u8, bool) {
    let face = dice.die("SG-3.1 surrender", 10) as u8;
    (face, i32::from(face) + bonus >= tables.surrender.need)
}

impl Siege {
    /// What a test of surrender looks at now.
    pub fn plight(&self) -> Plight {
        let besieged = &self.hosts.defender;
        Plight {
            besiegers: self.hosts.attacker.able,
            garrison: besieged.able,
            rations: besieged.rations,
            a_week: full_rations(besieged, &self.tables),
            capacity: self.capacity,
            short_commons: besieged.half,
            progress: self.progress(),
            kind: self.kind,
        }
    }

    /// How a place ends that its garrison can hold no longer (SG-3.2): on the terms that are agreed for a day to come, if any
    /// are (SG-3.3).
    pub fn falls_as(&self) -> Ending {
        self.respite.map_or(Ending::Fell, |(agreed, _)| Ending::Surrendered(agreed))
    }

    /// Whether the besieged must give up without a test (SG-3.2): no able man is left, or a full siege turn has passed
    /// without rations and no relief is in reach.
    pub fn falls_of_itself(&self) -> bool {
        let besieged = &self.hosts[self.besieged()];
        besieged.able == 0 || besieged.without > 0 && besieged.rations == 0 && !self.relief_in_reach()
    }
}
