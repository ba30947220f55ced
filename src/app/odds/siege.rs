//! The odds of a siege: battering and surrender (SG-1.4, SG-3.1).

use super::{HELP, RollOdds, bad, count};
use crate::campaign::problem::{Problem, Result};
use crate::rules::explain::{Part, Sum};
use crate::rules::siege::{
    Kind, Park, Plight, Progress, Tables, battering_parts, roll_battering, roll_surrender, surrender_parts,
};

/// A day of battering by so many engines, or with so many points (SG-1.4).
pub(super) fn battering(
    mangonels: u8,
    trebuchets: u8,
    rams: u8,
    points: Option<u16>,
    tables: &Tables,
) -> Result<RollOdds> {
    let park =
        Park { mangonels: mangonels.into(), trebuchets: trebuchets.into(), rams: rams.into(), ..Park::default() };
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    match points {
        Some(points) => {
            sum.0 = points.into();
            parts.push(Part::base("SG-1.4", "battering points", points.into()));
        }
        None => {
            battering_parts(&park, true, tables, &mut sum);
            battering_parts(&park, true, tables, &mut parts);
        }
    }
    if sum.0 == 0 {
        let nothing = Problem::bad_input("Nothing batters: there is no engine (SG-1.4).");
        return Err(nothing.hint(HELP));
    }
    let points_in_all = sum.0 as u16;
    // Rams are never lost; of engines that are not told there are as many as may be.
    let to_lose = points.unwrap_or(park.points_to_lose(tables));
    count(&["damage", "damage and engines lost", "engines lost", "nothing"], parts, |dice| {
        let result = roll_battering(points_in_all, tables, dice);
        match (result.damage, result.lost.min(to_lose)) {
            (1.., 1..) => "damage and engines lost",
            (1.., 0) => "damage",
            (0, 1..) => "engines lost",
            (0, 0) => "nothing",
        }
    })
}

/// Whether the besieged ask terms at a siege turn's end (SG-3.1).
pub(super) fn surrender(
    besiegers: u32,
    garrison: u32,
    supply: &str,
    short_commons: bool,
    progress: Progress,
    kind: Kind,
    tables: &Tables,
) -> Result<RollOdds> {
    // A place that stores a thousand and eats a hundred in a siege turn, in each of the book's cases.
    let rations = match supply.trim().to_lowercase().replace(['-', '_'], " ").as_str() {
        "over half" => 1000,
        "half or less" | "half" => 500,
        "a week or less" | "week" | "a week" => 100,
        "none" => 0,
        _ => return Err(bad("supply", supply, "over half, half or less, a week or less, or none")),
    };
    if garrison == 0 {
        let nobody = Problem::bad_input("With no able defender a place falls without a test (SG-3.2).");
        return Err(nobody.hint(HELP));
    }
    let plight = Plight { besiegers, garrison, rations, a_week: 100, capacity: 1000, short_commons, progress, kind };
    let mut sum = Sum::default();
    surrender_parts(&plight, tables, &mut sum);
    let need = i64::from(tables.surrender.need);
    let mut parts = vec![Part::base("SG-3.1", "ask terms on this or more on 1d10 and what is added", need)];
    surrender_parts(&plight, tables, &mut parts);
    count(&["asks-terms", "holds"], parts, |dice| match roll_surrender(sum.0, tables, dice).1 {
        true => "asks-terms",
        false => "holds",
    })
}
