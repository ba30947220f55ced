//! The records of a campaign and what is worked out from them (CP): money, days, rosters, names, the tables of
//! numbers, and the samples. Pure like the rules: no file, clock, SQL or window.

pub mod aftermath;
pub mod armies;
pub mod calendar;
pub mod captivity;
pub mod chronicle;
pub mod contacts;
mod feasts;
pub mod filters;
pub mod ids;
mod lines;
pub mod map;
pub mod map_file;
pub mod march;
pub mod money;
pub mod names;
pub mod people;
pub mod places;
pub mod problem;
pub mod ransom;
pub mod realm;
pub mod recruitment;
pub mod roster;
pub mod ruling;
pub mod sample;
pub mod siege;
pub mod table_bodies;
pub mod table_result;
pub mod tables;
pub mod war;
pub mod week;
