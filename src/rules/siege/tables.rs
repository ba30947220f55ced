//! The figures of the strategic siege, read once from `data/tables/siege/`, and the house values a campaign may set.

use crate::rules::figure::Grade;
use crate::rules::house::{self, HouseError, HouseFile, HouseValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A figure for each kind of engine or gear, in the unit of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Engines {
    pub mangonel: u8,
    pub trebuchet: u8,
    pub ram: u8,
}

/// Days to build each thing (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Building {
    pub mangonel: u8,
    pub trebuchet: u8,
    pub ram: u8,
    pub tower: u8,
    pub ladders: u8,
}

/// A row of the battering table: for faces above the row before, up to `face` (SG-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BatteringRow {
    pub face: u8,
    pub damage: Vec<u8>,
    pub lost: Vec<u8>,
}

/// The battering table (SG-1.4): the least points of each column, and its rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BatteringTable {
    pub least: Vec<u16>,
    pub row: Vec<BatteringRow>,
}

/// Damages that demolish a stretch (SG-1.4), and how many stretches each line of a place has (SG-1.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Walls {
    pub outer: u8,
    pub inner: u8,
    pub border_castle: Vec<u8>,
    pub castle: Vec<u8>,
    pub town: Vec<u8>,
}

/// What the commander's grade adds, E to A (SG-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Initiative {
    pub grades: [i32; 5],
}

/// At least so many to one, and what it adds.
pub type Ratios = Vec<(u32, i32)>;

/// The surrender test (SG-3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
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

/// What an assault comes to from a total: men lost in a hundred (SG-1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AssaultRow {
    pub least: i32,
    pub taken: bool,
    pub assailants: u32,
    pub defenders: u32,
}

/// An assault that is not fought (SG-1.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AssaultTable {
    pub strength: Ratios,
    pub breach: i32,
    pub tower: i32,
    pub ladders: i32,
    pub short_commons: i32,
    pub outcome: Vec<AssaultRow>,
}

/// A battle with a relief army that is not fought: men lost in a hundred (SG-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct FieldTable {
    pub strength: Ratios,
    pub winner: u32,
    pub loser: u32,
}

/// Men lost in a sortie, in a hundred of those who sally: their own, and the besiegers' (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SortieTable {
    pub through: [u32; 2],
    pub repulsed: [u32; 2],
}

/// The house values by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct House {
    pub siege_days: u32,
    pub ration_feeds_a_horse: u32,
    pub horse_feeds: u32,
    pub starving_die_at: u32,
    pub starving_desert_at: u32,
    pub country_feeds: u32,
    pub country_falls_to_one_in: u32,
    pub convoy_needs: i32,
    pub besiegers_a_stretch: u32,
    pub forage_needs: u32,
    pub forage_brings: u32,
    pub mine_days: u8,
    pub mine_needs: u32,
    pub moat_days: u8,
    pub sortie_needs: i32,
    pub sortie_burns: u16,
    pub stores_given_up: u32,
    pub relief_in_reach: u32,
    pub repair_needs: u32,
}

/// The figures of the strategic siege.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(default)]
    house_values: Vec<HouseValue>,
    #[serde(skip)]
    house: House,
}

macro_rules! table {
    ($name:literal) => {
        toml::from_str(include_str!(concat!("../../../data/tables/siege/", $name, ".toml")))
            .unwrap_or_else(|error| panic!("the program's own table {}: {error}", $name))
    };
}

impl Tables {
    /// The book's figures with the program's house values; parsed once.
    pub fn book() -> Arc<Tables> {
        static BOOK: OnceLock<Arc<Tables>> = OnceLock::new();
        let parse = || {
            let house: HouseFile = table!("house");
            let mut tables: Tables = table!("strategic");
            tables.house = named(&house.house);
            tables.house_values = house.house;
            Arc::new(tables)
        };
        BOOK.get_or_init(parse).clone()
    }

    /// The book's figures with a campaign's own house values by key. Unknown keys and bad values are refused.
    pub fn with_house(overrides: &BTreeMap<String, String>) -> Result<Arc<Tables>, HouseError> {
        let mut tables = Tables::clone(&Tables::book());
        house::overrule(&mut tables.house_values, overrides)?;
        tables.house = named(&tables.house_values);
        Ok(Arc::new(tables))
    }

    /// The house values in force, to show and to edit.
    pub fn house_values(&self) -> &[HouseValue] {
        &self.house_values
    }

    /// The house values by name.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// What a commander's grade adds to a roll of initiative (SG-1.2); past A as A.
    pub fn by_grade(&self, grade: Grade) -> i32 {
        self.initiative.grades[usize::from(grade.everyday().number() - 1)]
    }
}

/// What so many to so many adds, by a table of ratios, each "at least"; against nobody the best of them.
pub fn by_ratio(ratios: &Ratios, many: u32, to: u32) -> i32 {
    let reached = ratios.iter().filter(|(least, _)| many > 0 && u64::from(many) >= u64::from(*least) * u64::from(to));
    reached.map(|&(_, adds)| adds).max().unwrap_or(0)
}

fn named(values: &[HouseValue]) -> House {
    let of = |key: &str| house::value(values, key);
    let count = |key: &str| of(key).unsigned_abs();
    House {
        siege_days: count("siege_days"),
        ration_feeds_a_horse: count("ration_feeds_a_horse"),
        horse_feeds: count("horse_feeds"),
        starving_die_at: count("starving_die_at"),
        starving_desert_at: count("starving_desert_at"),
        country_feeds: count("country_feeds"),
        country_falls_to_one_in: count("country_falls_to_one_in"),
        convoy_needs: of("convoy_needs"),
        besiegers_a_stretch: count("besiegers_a_stretch"),
        forage_needs: count("forage_needs"),
        forage_brings: count("forage_brings"),
        mine_days: of("mine_days") as u8,
        mine_needs: count("mine_needs"),
        moat_days: of("moat_days") as u8,
        sortie_needs: of("sortie_needs"),
        sortie_burns: of("sortie_burns") as u16,
        stores_given_up: count("stores_given_up"),
        relief_in_reach: count("relief_in_reach"),
        repair_needs: count("repair_needs"),
    }
}
