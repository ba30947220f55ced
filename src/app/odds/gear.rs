//! The odds of engines, siege gear and fire (MM-4.9, MM-4.11, MM-4.12, MM-9.1 to MM-9.5).

use super::{HELP, RollOdds, bad, count, tenths};
use crate::campaign::problem::{Problem, Result};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::gear::Machine;
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::gear::fire::{Tinder, fight_fire_parts, lights_on, roll_fight_fire, roll_light};
use crate::rules::man_to_man::gear::machines::{machine_parts, machine_range, roll_machine};
use crate::rules::man_to_man::gear::siege::*;
use crate::rules::man_to_man::shooting::Range;
use crate::rules::weather::Weather;

/// The engine or dropped missile of a word; the book says engine for catapult.
pub(super) fn machine(text: &str) -> Option<Machine> {
    let text = text.trim().to_lowercase();
    match text.strip_prefix("dropped").unwrap_or(&text).trim_start_matches(['-', ' ']) {
        "engine" => Some(Machine::Catapult),
        "" => (text == "dropped").then_some(Machine::Rock),
        word => word.strip_prefix("molten ").unwrap_or(word).parse().ok(),
    }
}

/// A shot of an engine or bombard, or a dropped missile (MM-4.9).
pub(super) fn shoot(machine: Machine, distance: &str, weather: Option<Weather>, tables: &Tables) -> Result<RollOdds> {
    let row = tables.gear.of(machine);
    let none = |band: &str| {
        Problem::bad_input(format!("A {machine} has no {band} range (MM-4.7)."))
            .hint("Ask for another band, or inches.")
    };
    let range = match distance.trim().to_lowercase().trim_end_matches("in").trim() {
        "short" if row.short > 0 => Range::Short,
        "medium" => Range::Medium,
        "long" if row.long > 0 => Range::Long,
        band @ ("short" | "long") => return Err(none(band)),
        number => {
            let far = tenths(number)
                .ok_or_else(|| bad("distance", distance, "short, medium or long, or a distance in inches"))?;
            let reach = row.short.max(row.medium).max(row.long);
            let least = if row.near > 0 { format!("from {} ", row.near) } else { String::new() };
            machine_range(row, far * far).ok_or_else(|| {
                Problem::bad_input(format!("A {machine} reaches {least}to {reach} in, not {number} (MM-4.7)."))
                    .hint("Ask for a distance within its reach.")
            })?
        }
    };
    let mut sum = Sum::default();
    machine_parts(machine, range, tables, &mut sum);
    let mut parts = vec![Part::base("MM-4.9", "hits on this or less on 2d6", i64::from(row.need))];
    machine_parts(machine, range, tables, &mut parts);
    let thrown = matches!(machine, Machine::Catapult | Machine::Bombard);
    if let Some(weather) = weather.filter(|_| thrown) {
        let (gun, long) = (machine == Machine::Bombard, range == Range::Long);
        weather.engine_shot(gun, long, &mut sum);
        weather.engine_shot(gun, long, &mut parts);
    }
    count(&["hit", "miss"], parts, |dice| match roll_machine(machine, sum.0, tables, dice).hit {
        true => "hit",
        false => "miss",
    })
}

/// Counts every fall of d100 against a percentage and its parts.
fn percent(parts: Vec<Part>, percent: i32, roll: fn(i32, &mut dyn Dice) -> Hundred) -> Result<RollOdds> {
    count(&["success", "failure"], parts, |dice| if roll(percent, dice).success { "success" } else { "failure" })
}

fn refuse(sentence: &str) -> Problem {
    Problem::bad_input(sentence.to_owned()).hint(HELP)
}

/// A ladder pushed (MM-9.1).
pub(super) fn ladder(men: u8, on: u8, holding: u8, tables: &Tables) -> Result<RollOdds> {
    let row = &tables.gear.ladder;
    if men == 0 || men > row.pushers || holding > row.holders {
        return Err(refuse("One or two men push a ladder, and two at most hold it (MM-9.1)."));
    }
    let push = LadderPush { pushers: men, on_it: on, holding };
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    ladder_parts(&push, tables, &mut sum);
    ladder_parts(&push, tables, &mut parts);
    percent(parts, sum.0, |percent, dice| roll_ladder(percent, dice))
}

/// A ram's stroke (MM-9.2).
pub(super) fn ram(men: u8, turn: u32, tables: &Tables) -> Result<RollOdds> {
    let row = &tables.gear.ram;
    if men < row.fewest || men > row.most {
        return Err(refuse("From two to ten unwounded men work a ram (MM-9.2)."));
    }
    let before = turn.checked_sub(1).ok_or_else(|| refuse("Turns of ramming are counted from 1 (MM-9.2)."))?;
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    ram_parts(men, before, tables, &mut sum);
    ram_parts(men, before, tables, &mut parts);
    percent(parts, sum.0, |percent, dice| roll_ram(percent, dice))
}

/// A wall that pick or screw have come through (MM-9.3).
pub(super) fn pick(tables: &Tables) -> Result<RollOdds> {
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    pick_parts(tables, &mut sum);
    pick_parts(tables, &mut parts);
    percent(parts, sum.0, |percent, dice| roll_pick(percent, dice))
}

/// Axes at timber (MM-9.4).
pub(super) fn axes(men: u8, turn: u32, tables: &Tables) -> Result<RollOdds> {
    if men == 0 || men > tables.gear.axes.men {
        return Err(refuse("One or two men use axes on a wall, gate or door (MM-9.4)."));
    }
    let after = turn.checked_sub(1).ok_or_else(|| refuse("Turns of axes are counted from 1 (MM-9.4)."))?;
    let man_moves = after.saturating_mul(u32::from(men));
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    axes_parts(man_moves, tables, &mut sum);
    axes_parts(man_moves, tables, &mut parts);
    percent(parts, sum.0, |percent, dice| roll_axes(percent, dice))
}

/// Oil on a sow, tower or ram (MM-9.5).
pub(super) fn oil(tables: &Tables) -> Result<RollOdds> {
    let (mut sum, mut parts) = (Sum::default(), Vec::new());
    oil_parts(tables, &mut sum);
    oil_parts(tables, &mut parts);
    percent(parts, sum.0, |percent, dice| roll_oil(percent, dice))
}

/// A fire missile that hit, or a torch (MM-4.11).
pub(super) fn fire(at: Tinder, tables: &Tables) -> Result<RollOdds> {
    let need = Part::base("MM-4.11", format!("{at} takes fire on this or less on 1d6"), lights_on(at, tables).into());
    count(&["burns", "nothing"], vec![need], |dice| if roll_light(at, tables, dice).1 { "burns" } else { "nothing" })
}

/// Men who fight a fire (MM-4.12).
pub(super) fn fight_fire(men: u8, buckets: u8, tables: &Tables) -> Result<RollOdds> {
    if men == 0 {
        return Err(refuse("Somebody must fight a fire (MM-4.12)."));
    }
    let mut sum = Sum::default();
    fight_fire_parts(men, buckets, tables, &mut sum);
    let mut parts = vec![Part::base("MM-4.12", "put out on this or less on 2d6", i64::from(tables.fire.fought.need))];
    fight_fire_parts(men, buckets, tables, &mut parts);
    count(&["success", "failure"], parts, |dice| match roll_fight_fire(sum.0, tables, dice).1 {
        true => "success",
        false => "failure",
    })
}
