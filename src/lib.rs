//! Banneret keeps medieval wargaming campaigns: every man, mark and stone in one file.
//!
//! The arrows point one way: `main → {cli, desktop} → app → {store, print} → campaign → rules`.

pub mod campaign;
#[cfg(feature = "desktop")]
pub mod desktop;
pub mod rules;
pub mod store;
