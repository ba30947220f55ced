//! The suite: one module for each promise of the program.

mod calendar;
mod roster;
mod samples;
