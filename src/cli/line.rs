//! The line of fire: between two hexes of a map, or by bare numbers for a table that has a map of its own (SG-6).

use super::out::{Out, columns};
use crate::app::hexes;
use crate::campaign::problem::Result;
use crate::rules::assault::line::{Checked, FireLine, Obstacle, Passes};
use crate::rules::assault::{HexMap, Tables, cut};
use crate::rules::siege::{LineOfFire, Rise};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct Line {
    /// A map by its name, or the path of a map's file.
    #[arg(requires_all = ["from", "to"], conflicts_with_all = ["difference", "height", "lower", "upper"])]
    map: Option<String>,
    /// The hex of one man, column and row, as 0812; with a u, of a passage under the ground.
    from: Option<String>,
    /// The hex of the other.
    to: Option<String>,
    /// Levels the upper man stands above the lower, N.
    #[arg(long, value_name = "N", required_unless_present = "map", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(0..=99))]
    difference: Option<i64>,
    /// Levels the top of the obstruction stands above the lower man, H.
    #[arg(long, value_name = "H", required_unless_present = "map", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-99..=99))]
    height: Option<i64>,
    /// Hexes from the lower man to the foot of the obstruction, D1; neither his hex nor the obstruction's counts.
    #[arg(long, value_name = "D1", required_unless_present = "map", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(0..=9999))]
    lower: Option<i64>,
    /// Hexes from the obstruction to the upper man, D2, counted likewise.
    #[arg(long, value_name = "D2", required_unless_present = "map", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(0..=9999))]
    upper: Option<i64>,
}

impl Line {
    pub fn run(self, out: &Out) -> Result<()> {
        if let (Some(map), Some(from), Some(to)) = (&self.map, &self.from, &self.to) {
            return on_map(&*hexes::choose(map)?, from, to, out);
        }
        let number = |given: Option<i64>| given.unwrap_or_default();
        let rise = Rise {
            difference: number(self.difference),
            height: number(self.height),
            lower: number(self.lower),
            upper: number(self.upper),
        };
        let line = rise.line_of_fire();
        let (clear, why) = (line.is_clear(), why(rise, &line));
        let mut text = format!("{}: {why} (SG-6.2)\n\n", if clear { "Clear" } else { "Blocked" });
        for part in rise.parts() {
            text += &format!("{:>6}  {}\n", part.figure(), part.what);
        }
        let mut value = json!({ "clear": clear, "why": why, "clause": "SG-6.2", "parts": rise.parts() });
        if let LineOfFire::Between { least, most, .. } = line {
            text += &format!("{least:>6}  hexes D1 must be at least: D2·H/(N−H), rounded up\n");
            text += &format!("{most:>6}  hexes D2 may be at most: D1·(N−H)/H, rounded down\n");
            value["lower_at_least"] = json!(least);
            value["upper_at_most"] = json!(most);
        }
        out.say(&value, text)
    }
}

/// The line between two hexes of a map, with every hex it passes and a cut through the ground (SG-6).
fn on_map(map: &HexMap, from: &str, to: &str, out: &Out) -> Result<()> {
    let (from, to) = (hexes::hex_of(map, from)?, hexes::hex_of(map, to)?);
    let (line, tables) = (FireLine::of(map, from, to, &Tables::book()), Tables::book());
    let (clear, why, clause) = (line.is_clear(), cut::why(&line, map), line.clause());
    let [a, b] = [from, to].map(|end| (end, line.cover(map, end, &tables)));
    let mut text =
        format!("{}: {why} ({clause})\n\n{}\n", if clear { "Clear" } else { "Blocked" }, cut::cut(&line, map, from));
    for (letter, (end, cover)) in [("A", a), ("B", b)] {
        let cell = map.cell(end);
        let behind = if clear { format!(", {cover} cover from the other") } else { String::new() };
        text += &format!("{letter} in {}, {}, level {}{behind}\n", cell.name(), map.part_of(end).name, cell.level);
    }
    let tested: Vec<&Checked> = line.checked.iter().filter(|checked| checked.rise.height > 0).collect();
    if !tested.is_empty() {
        let rows: Vec<Vec<String>> = tested.iter().map(|checked| row(map, checked)).collect();
        text += "\n";
        text += &columns(&["obstruction", ">N", ">H", ">D1", ">D2", ">D1 at least", "clear"], &rows);
        text += "\n";
    }
    if let Some(clear) = line.at_a_table() {
        let found = if clear { "clear" } else { "blocked" };
        text +=
            &format!("\nBy the rule of thumb, the lower man at least as far from it as the upper: {found} (SG-6.1)\n");
    }
    let value = json!({
        "clear": clear,
        "why": why,
        "clause": clause,
        "hexes": line.hexes.iter().map(|&id| map.cell(id).name()).collect::<Vec<_>>(),
        "from": { "hex": map.cell(from).name(), "level": map.cell(from).level, "cover": a.1 },
        "to": { "hex": map.cell(to).name(), "level": map.cell(to).level, "cover": b.1 },
        "obstructions": tested.iter().map(|checked| tested_value(map, checked)).collect::<Vec<_>>(),
        "rule_of_thumb": line.at_a_table(),
    });
    out.say(&value, text)
}

fn row(map: &HexMap, checked: &Checked) -> Vec<String> {
    let Rise { difference, height, lower, upper } = checked.rise;
    let least = match checked.test() {
        LineOfFire::Between { least, .. } => least.to_string(),
        _ => "–".to_owned(),
    };
    let passes = match checked.passes {
        Passes::Test { clear: true } => "yes",
        Passes::Test { clear: false } => "no",
        Passes::Own => "own rampart",
        Passes::BelowRamparts => "below both",
        Passes::Slit => "own slit",
    };
    let what = cut::obstruction(map, checked);
    let numbers = [difference, height, lower, upper].map(|number| number.to_string());
    std::iter::once(what).chain(numbers).chain([least, passes.to_owned()]).collect()
}

fn tested_value(map: &HexMap, checked: &Checked) -> Value {
    let clear = !matches!(checked.passes, Passes::Test { clear: false });
    let wall = matches!(checked.what, Obstacle::Wall | Obstacle::Gate);
    json!({
        "hex": map.cell(checked.at).name(),
        "what": checked.what,
        "side": wall,
        "top": checked.top,
        "parts": checked.rise.parts(),
        "clear": clear,
        "why": cut::finding(map, checked),
    })
}

/// Why a shot can or cannot be made, and what would make one that cannot.
fn why(rise: Rise, line: &LineOfFire) -> String {
    match line {
        LineOfFire::Beneath => "the obstruction stands no higher than the lower man".to_owned(),
        LineOfFire::Above if rise.difference == 0 => {
            "the two men stand level and the obstruction is higher than they, so no distance opens the line".to_owned()
        }
        LineOfFire::Above => "the obstruction is higher than the upper man, so no distance opens the line".to_owned(),
        LineOfFire::Level => {
            "the obstruction is as high as the upper man stands; only where it is his own rampart do SG-6.3 and SG-6.4 \
             decide instead"
                .to_owned()
        }
        LineOfFire::Between { least, clear: true, .. } => format!(
            "the lower man must stand at least {} from the obstruction and stands {}",
            hexes(*least),
            hexes(rise.lower)
        ),
        LineOfFire::Between { least, most, clear: false } => format!(
            "the lower man must stand at least {} from the obstruction and stands {}; or the upper man at most {}, and stands {}",
            hexes(*least),
            hexes(rise.lower),
            hexes(*most),
            hexes(rise.upper)
        ),
    }
}

fn hexes(count: i64) -> String {
    match count {
        1 => "1 hex".to_owned(),
        _ => format!("{count} hexes"),
    }
}
