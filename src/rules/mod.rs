//! The rules core: pure procedures of the rule book.
//!
//! Nothing here knows a file, a clock, SQL, a window or a global generator. Chance comes in through
//! [`dice::Dice`], every derived figure goes out with its parts ([`explain::Explained`]), and a figure of the
//! book is read from `data/tables/`.

pub mod assault;
pub mod battle;
pub mod castle_cracker;
pub mod castle_under_siege;
pub mod castles;
pub mod dice;
pub mod even;
pub mod explain;
pub mod figure;
pub mod forecast;
pub mod game;
pub mod gear;
pub mod geometry;
pub mod house;
mod kept;
pub mod loose;
pub mod lots;
pub mod man_to_man;
pub mod matches;
pub mod odds;
pub mod prisoners;
pub mod ruleset;
pub mod settles;
pub mod siege;
pub mod telling;
pub mod weather;
pub mod written;
