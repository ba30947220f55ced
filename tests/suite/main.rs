//! The suite: one module for each promise of the program.

mod calendar;
mod playouts;
#[cfg(feature = "print")]
mod print;
#[cfg(feature = "print")]
mod print_samples;
mod roster;
mod rosters;
mod samples;
