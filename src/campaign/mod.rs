//! The records of a campaign and what is worked out from them (CP): money, days, rosters, names, the tables of
//! numbers, and the samples. Pure like the rules: no file, clock, SQL or window.

pub mod calendar;
mod feasts;
pub mod money;
pub mod names;
pub mod roster;
pub mod sample;
pub mod tables;
