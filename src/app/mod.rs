//! Use cases: what a click or a command does, one file each. Nothing here knows a window or SQL.
//!
//! A use case that changes the campaign is one action ([`Store::act`](crate::store::Store::act)); one that only
//! shows it gives a plain struct that a page or a command writes out.

pub mod actions;
pub mod ahead;
pub mod allies;
pub mod assault;
pub mod battle;
pub mod captives;
pub mod career;
pub mod castles;
#[cfg(feature = "print")]
pub mod casualties;
pub mod check;
pub mod commands;
pub mod contact;
pub mod contest;
pub mod cost;
mod country;
pub mod cracker;
pub mod desk;
#[cfg(feature = "print")]
pub mod documents;
pub mod edit;
pub mod even;
pub mod export;
pub mod fielding;
pub mod files;
pub mod filters;
pub mod found;
pub mod founding;
pub mod gear;
pub mod grounds;
pub mod hexes;
pub mod history;
pub mod import;
#[cfg(feature = "print")]
mod letterhead;
pub mod march;
pub mod muster;
mod naming;
pub mod numbers;
pub mod odds;
pub mod organise;
pub mod people;
pub mod plan;
pub mod play;
#[cfg(feature = "print")]
pub mod printed_map;
pub mod reckoning;
pub mod recruit;
pub mod relations;
mod release;
pub mod replay;
pub mod rulebook;
mod ruled;
pub mod ruling;
pub mod seat;
pub mod siege;
pub mod table;
#[cfg(feature = "print")]
pub mod templates;
pub mod treasury;
pub mod turn;
pub mod under_siege;
mod ways;
pub mod world;

pub use captives::parole;
