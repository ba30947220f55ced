//! The rolls of siege gear (MM-9.1 to MM-9.5), each a percentage and its parts, and d100 against it.

use crate::rules::dice::Dice;
use crate::rules::explain::Tally;
use crate::rules::man_to_man::Tables;

/// A percentage thrown for: the two ten-sided faces, and what they read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hundred {
    /// Tens and ones, 0 to 9 each.
    pub faces: [u8; 2],
    /// What they read, 1 to 100.
    pub total: u8,
    /// Whether that is the percentage or less.
    pub success: bool,
}

/// Rolls d100: two ten-sided dice read as tens and ones, 00 as 100.
pub fn roll_hundred(roll: &'static str, percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    let faces = [(dice.die(roll, 10) % 10) as u8, (dice.die(roll, 10) % 10) as u8];
    let total = match faces[0] * 10 + faces[1] {
        0 => 100,
        read => read,
    };
    Hundred { faces, total, success: i32::from(total) <= percent }
}

/// All that bears on pushing a ladder off a wall (MM-9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPush {
    /// How many push it; only so many count.
    pub pushers: u8,
    /// How many are on it.
    pub on_it: u8,
    /// How many hold it on the ground; only so many can.
    pub holding: u8,
}

/// The percentage of a ladder push (MM-9.1).
pub fn ladder_parts(push: &LadderPush, tables: &Tables, tally: &mut impl Tally) {
    let row = &tables.gear.ladder;
    tally.add("MM-9.1", "men pushing", row.a_pusher * i32::from(push.pushers.min(row.pushers)));
    tally.add("MM-9.1", "men on it", row.a_man_on_it * i32::from(push.on_it));
    tally.add("MM-9.1", "men holding it", row.a_man_on_it * i32::from(push.holding.min(row.holders)));
}

/// Rolls whether a ladder goes over (MM-9.1).
pub fn roll_ladder(percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    roll_hundred("MM-9.1 ladder", percent, dice)
}

/// The percentage of a ram's stroke by so many unwounded men, after so many turns spent ramming (MM-9.2). Fewer than
/// two cannot swing it, and past ten find no room.
pub fn ram_parts(men: u8, turns_before: u32, tables: &Tables, tally: &mut impl Tally) {
    let row = &tables.gear.ram;
    if men >= row.fewest {
        tally.add("MM-9.2", "men at the ram", row.a_man * i32::from(men.min(row.most)));
        tally.add("MM-9.2", "turns spent ramming", row.a_turn * turns_before.min(100) as i32);
    }
}

/// Rolls a ram's stroke (MM-9.2).
pub fn roll_ram(percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    roll_hundred("MM-9.2 ram", percent, dice)
}

/// The percentage that a stone wall through which pick or screw have come falls (MM-9.3).
pub fn pick_parts(tables: &Tables, tally: &mut impl Tally) {
    tally.add("MM-9.3", "through the wall", tables.gear.pick.falls as i32);
}

/// Rolls whether a wall picked through falls as a breach, or has a hole in it only (MM-9.3).
pub fn roll_pick(percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    roll_hundred("MM-9.3 pick", percent, dice)
}

/// The percentage of axes at timber (MM-9.4), by the moves men have spent at it after the first turn.
pub fn axes_parts(man_moves: u32, tables: &Tables, tally: &mut impl Tally) {
    tally.add("MM-9.4", "man-moves after the first turn", tables.gear.axes.a_man_move * man_moves.min(100) as i32);
}

/// Rolls axes at timber (MM-9.4).
pub fn roll_axes(percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    roll_hundred("MM-9.4 axes", percent, dice)
}

/// The percentage that oil sets a sow, tower or ram burning (MM-9.5).
pub fn oil_parts(tables: &Tables, tally: &mut impl Tally) {
    tally.add("MM-9.5", "burning oil", tables.gear.cauldron.burns as i32);
}

/// Rolls whether oil sets a sow, tower or ram burning (MM-9.5).
pub fn roll_oil(percent: i32, dice: &mut (impl Dice + ?Sized)) -> Hundred {
    roll_hundred("MM-9.5 oil", percent, dice)
}
