//! What engines, bombards and dropped missiles hit (MM-4.9), and what their hits do to things (MM-4.10).

use super::tables::MachineRow;
use crate::rules::dice::Dice;
use crate::rules::explain::Tally;
use crate::rules::gear::{Machine, Thing};
use crate::rules::geometry::INCH;
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::shooting::{Range, ShotRoll};

/// The band of a squared distance in 64ths of an inch, if the engine reaches it and it is not too near (MM-4.7).
pub fn machine_range(row: &MachineRow, squared: i64) -> Option<Range> {
    let within = |inches: i32| squared <= i64::from(inches * INCH) * i64::from(inches * INCH);
    if row.near > 0 && squared < i64::from(row.near * INCH) * i64::from(row.near * INCH) {
        return None;
    }
    let bands = [(row.short, Range::Short), (row.medium, Range::Medium), (row.long, Range::Long)];
    bands.into_iter().find(|&(inches, _)| within(inches)).map(|(_, band)| band)
}

/// What is added to the dice of an engine, a bombard or a dropped missile (MM-4.9): 2 at long and at short range, and
/// nothing else. What is dropped has no band.
pub fn machine_parts(machine: Machine, range: Range, tables: &Tables, tally: &mut impl Tally) {
    let bands = &tables.gear.bands;
    match range {
        _ if machine.dropped() => {}
        Range::Short => tally.add("MM-4.9", "short range", bands.short),
        Range::Medium => {}
        Range::Long => tally.add("MM-4.9", "long range", bands.long),
    }
}

/// Rolls a shot of an engine or bombard, or a dropped missile (MM-4.9): 2d6 with `added`, 5 or less hits, molten lead
/// on 7 or less.
pub fn roll_machine(machine: Machine, added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ShotRoll {
    let faces = [dice.die("MM-4.9 to hit", 6) as u8, dice.die("MM-4.9 to hit", 6) as u8];
    let total = i32::from(faces[0]) + i32::from(faces[1]) + added;
    ShotRoll { faces, total, hit: total <= tables.gear.of(machine).need }
}

/// The hits by bombard and engine that wreck what is built of timber, such as a wagon, an engine or a pavise (MM-4.10).
pub fn hits_to_wreck(tables: &Tables) -> u8 {
    tables.gear.count.timber
}

/// Whether hits of engines count against a piece of gear (MM-4.10): what is built of timber and stands on the table.
pub fn can_be_wrecked(thing: Thing) -> bool {
    thing.rolls() || matches!(thing, Thing::Pavise | Thing::Ram)
}

/// Whether burning oil can set a piece of gear alight (MM-9.5).
pub fn burns_by_oil(thing: Thing) -> bool {
    matches!(thing, Thing::Sow | Thing::Tower | Thing::Ram)
}
