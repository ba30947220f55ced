//! The figures of the strategic siege, read once from `data/tables/siege/`, and the house values a campaign may set.

use super::event::Lost;
use crate::rules::figure::Grade;
use crate::rules::house::{Folder, HouseValue, in_force};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// A figure for each kind of engine or gear, in the unit of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engines {
    pub mangonel: u8,
    pub trebuchet: u8,
    pub ram: u8,
}

/// Days to build each thing (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    pub mangonel: u8,
    pub trebuchet: u8,
    pub ram: u8,
    pub tower: u8,
    pub ladders: u8,
}

/// A row of the battering table: for faces above the row before, up to `face` (SG-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteringRow {
    pub face: u8,
    pub damage: Vec<u8>,
    pub lost: Vec<u8>,
}

/// The battering table (SG-1.4): the least points of each column, and its rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteringTable {
    pub least: Vec<u16>,
    pub row: Vec<BatteringRow>,
}

/// Damages that demolish a stretch (SG-1.4), and how many stretches each line of a place has (SG-1.5).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    pub outer: u8,
    pub inner: u8,
    pub border_castle: Vec<u8>,
    pub castle: Vec<u8>,
    pub town: Vec<u8>,
}

/// What the commander's grade adds, E to A (SG-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Initiative {
    pub grades: [i32; 5],
}

/// What so many to one at least adds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratios {
    pub to_one: Vec<u32>,
    pub adds: Vec<i32>,
}

/// The surrender test (SG-3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurrenderTable {
    pub need: i32,
    pub numbers: Ratios,
    pub half_or_less: i32,
    pub a_week_or_less: i32,
    pub no_rations: i32,
    pub short_commons: i32,
    pub outer_breach: i32,
    pub part_of_the_rampart: i32,
    pub confined_to_the_citadel: i32,
    pub all_but_the_keep: i32,
    pub all_but_the_keep_of_a_border_castle: i32,
}

/// What an assault comes to (SG-1.6): the least total of each outcome but the last, whether the line is taken, and men lost
/// in a hundred.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultOutcomes {
    pub least: Vec<i32>,
    pub taken: Vec<bool>,
    pub assailants: Vec<u32>,
    pub defenders: Vec<u32>,
}

/// An assault that is not fought (SG-1.6).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultTable {
    pub strength: Ratios,
    pub line: Vec<i32>,
    pub breach: i32,
    pub tower: i32,
    pub ladders: i32,
    pub short_commons: i32,
    pub outcome: AssaultOutcomes,
}

/// A battle with a relief army that is not fought: men lost in a hundred (SG-4).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldTable {
    pub strength: Ratios,
    pub winner: u32,
    pub loser: u32,
}

/// Men lost in a sortie, in a hundred of those who sally: their own, and the besiegers' (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortieTable {
    pub through: [u32; 2],
    pub repulsed: [u32; 2],
}

/// What the country gives besiegers (SG-2.2): rations in its first siege turn, and what they are divided by in each that
/// follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    pub feeds: u32,
    pub falls_to_one_in: u32,
}

/// The house values by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseValues {
    pub siege_days: u32,
    pub ration_feeds_a_horse: u32,
    pub horse_feeds: u32,
    pub starving_die_at: u32,
    pub starving_desert_at: u32,
    pub convoy_needs: i32,
    pub besiegers_a_stretch: u32,
    pub forage_needs: u32,
    pub forage_brings: u32,
    pub forage_lost_at: u32,
    pub bombards_every: u32,
    pub mine_days: u8,
    pub mine_needs: u32,
    pub moat_days: u8,
    pub sortie_needs: i32,
    pub sortie_burns: u16,
    pub stores_given_up: u32,
    pub relief_in_reach: u32,
    pub repair_needs: u32,
    pub fallen_dead: u32,
    pub fallen_taken: u32,
    pub morale_short_commons: i32,
    pub respite_granted: u32,
    pub respite_hostages: u32,
    pub respite_longest: u32,
}

/// The figures of the strategic siege.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Battering points (SG-1.4).
    pub engines: Engines,
    /// Days to build.
    pub building: Building,
    /// SG-1.4.
    pub battering: BatteringTable,
    /// SG-1.4.
    pub walls: Walls,
    /// SG-1.2.
    pub initiative: Initiative,
    /// SG-3.1.
    pub surrender: SurrenderTable,
    /// SG-1.6.
    pub assault: AssaultTable,
    /// SG-4.
    pub battle: FieldTable,
    /// SG-1.3.
    pub sortie: SortieTable,
    /// SG-2.2.
    pub country: Country,
    #[serde(skip)]
    house_values: Vec<HouseValue>,
    house: HouseValues,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let files = [("", include_str!("../../../data/tables/siege/strategic.toml"))];
    Folder::read("the siege", include_str!("../../../data/tables/siege/house.toml"), &files)
});

in_force!(Tables, FOLDER);

impl Tables {
    /// The house values by name.
    pub fn house(&self) -> &HouseValues {
        &self.house
    }

    /// The tables with what a country feeds in its first siege turn, and what that is divided by in each that follows
    /// (SG-2.2).
    pub fn in_country(self: Arc<Tables>, feeds: u32, falls_to_one_in: u32) -> Arc<Tables> {
        let same = (self.country.feeds, self.country.falls_to_one_in) == (feeds, falls_to_one_in.max(1));
        if same {
            return self;
        }
        let country = Country { feeds, falls_to_one_in: falls_to_one_in.max(1) };
        Arc::new(Tables { country, ..(*self).clone() })
    }

    /// How men lost in a fight are lost (SG-1.6): so many in a hundred dead, of the beaten so many in the other side's
    /// hands, and the rest wounded.
    pub fn fallen(&self, men: u32, beaten: bool) -> Lost {
        let share = |hundredths: u32| (u64::from(men) * u64::from(hundredths.min(100))).div_ceil(100) as u32;
        let dead = share(self.house.fallen_dead);
        let taken = if beaten { (men * self.house.fallen_taken / 100).min(men - dead) } else { 0 };
        Lost { dead, wounded: men - dead - taken, taken, deserted: 0 }
    }

    /// What a commander's grade adds to a roll of initiative (SG-1.2); past A as A.
    pub fn by_grade(&self, grade: Grade) -> i32 {
        self.initiative.grades[usize::from(grade.everyday().number() - 1)]
    }
}

/// What so many to so many adds, by a table of ratios, each "at least"; against nobody the best of them.
pub fn by_ratio(ratios: &Ratios, many: u32, to: u32) -> i32 {
    let reached = |least: u32| many > 0 && u64::from(many) >= u64::from(least) * u64::from(to);
    let rows = ratios.to_one.iter().zip(&ratios.adds).filter(|&(&least, _)| reached(least));
    rows.map(|(_, &adds)| adds).max().unwrap_or(0)
}
