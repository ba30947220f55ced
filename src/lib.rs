//! Banneret keeps medieval wargaming campaigns: every man, mark and stone in one file.
//!
//! The arrows point one way: `main → {cli, desktop} → app → {store, print} → campaign → rules`.

pub mod app;
pub mod campaign;
#[cfg(feature = "desktop")]
pub mod desktop;
pub mod cli;
#[cfg(feature = "print")]
pub mod print;
pub mod rules;
pub mod store;
