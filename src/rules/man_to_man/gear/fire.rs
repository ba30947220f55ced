//! The rolls of fire: whether it takes (MM-4.11), and whether it is put out (MM-4.12).

use crate::rules::dice::Dice;
use crate::rules::explain::Tally;
use crate::rules::figure::words;
use crate::rules::man_to_man::Tables;

/// What burns (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tinder {
    /// Timber: walls, doors, engines.
    Timber,
    /// Straw or thatch.
    Straw,
}
words!(Tinder, "thing that burns", "timber or straw", Timber = "timber", Straw = "straw");

/// On how much or less it takes fire, on 1d6 (MM-4.11).
pub fn lights_on(what: Tinder, tables: &Tables) -> u32 {
    match what {
        Tinder::Timber => tables.fire.lights.timber,
        Tinder::Straw => tables.fire.lights.straw,
    }
}

/// How many turns it burns (MM-4.11).
pub fn burns_for(what: Tinder, tables: &Tables) -> u32 {
    match what {
        Tinder::Timber => tables.fire.burns.timber,
        Tinder::Straw => tables.fire.burns.straw,
    }
}

/// Rolls whether a fire missile that hit, or a torch in hand, sets it burning (MM-4.11).
pub fn roll_light(what: Tinder, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> (u8, bool) {
    let face = dice.die("MM-4.11 fire", 6);
    (face as u8, face <= lights_on(what, tables))
}

/// What is added to the dice of those who fight a fire (MM-4.12).
pub fn fight_fire_parts(men: u8, buckets: u8, tables: &Tables, tally: &mut impl Tally) {
    let row = &tables.fire.fought;
    tally.add("MM-4.12", "men after the first", row.a_man * i32::from(men.saturating_sub(1)));
    tally.add("MM-4.12", "buckets of water", row.a_bucket * i32::from(buckets));
}

/// Rolls whether a fire is put out (MM-4.12): 2d6 with `added`, 2 or less.
pub fn roll_fight_fire(added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ([u8; 2], bool) {
    let faces = [dice.die("MM-4.12 fire fought", 6) as u8, dice.die("MM-4.12 fire fought", 6) as u8];
    (faces, i32::from(faces[0]) + i32::from(faces[1]) + added <= tables.fire.fought.need)
}
