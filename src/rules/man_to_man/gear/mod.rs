//! Gear and what is done with it (MM-9, and what of MM-3, MM-4, MM-8 and MM-10 has to do with it): the rolls as
//! functions of what bears on them.

pub mod fire;
pub mod machines;
pub mod points;
pub mod siege;
pub mod tables;
