//! The suite: one module for each promise of the program.

mod calendar;
mod castles;
mod castles_board;
mod castles_campaign;
mod castles_captain;
mod castles_mailbox;
mod castles_playouts;
mod clauses_cp;
mod clauses_mm;
mod clauses_mm_after;
mod clauses_mm_checks;
mod clauses_mm_fighting;
mod clauses_mm_fire;
mod clauses_mm_gear;
mod clauses_mm_ground;
mod clauses_mm_morale;
mod clauses_mm_siege;
mod clauses_mm_walls;
mod commands;
mod crash;
mod field;
mod files;
mod gear_chosen;
mod golden;
mod golden_gear;
mod grounds;
mod playouts;
mod playouts_captains;
mod playouts_gear;
mod plays;
#[cfg(feature = "print")]
mod print;
#[cfg(feature = "print")]
mod print_samples;
mod random_play;
mod referee;
mod replays;
mod roster;
mod rosters;
mod samples;
mod store;
mod support;
mod tidy;
mod worked;
mod year;
