//! Gear and what is done with it (MM-9, and what of MM-3, MM-4, MM-8 and MM-10 has to do with it): the rolls as
//! functions of what bears on them.

pub mod allot;
mod blaze;
pub(super) mod engines;
pub mod fire;
pub(in crate::rules::man_to_man) mod hands;
pub(super) mod ladders;
pub mod log;
mod loot;
pub mod machines;
pub mod offer;
pub mod points;
pub mod rows;
pub mod setup;
pub mod siege;
pub mod state;
pub mod tables;
pub(super) mod tasks;
mod towers;
pub(super) mod walls;
