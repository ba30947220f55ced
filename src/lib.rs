//! Banneret keeps medieval wargaming campaigns: every man, mark and stone in one file.
//!
//! The arrows point one way: `main → {cli, desktop} → app → {store, print} → campaign → rules`.

#[cfg(feature = "desktop")]
pub mod desktop;
pub mod rules;
