//! Use cases: what a click or a command does, one file each. Nothing here knows a window or SQL.
//!
//! A use case that changes the campaign is one action ([`Store::act`](crate::store::Store::act)); one that only
//! shows it gives a plain struct that a page or a command writes out.

pub mod ahead;
pub mod battle;
pub mod captives;
pub mod career;
pub mod castles;
pub mod check;
pub mod commands;
pub mod contact;
pub mod cost;
pub mod desk;
#[cfg(feature = "print")]
pub mod documents;
pub mod edit;
pub mod export;
pub mod files;
pub mod found;
pub mod founding;
pub mod gear;
pub mod grounds;
pub mod history;
pub mod import;
pub mod march;
pub mod muster;
pub mod numbers;
pub mod odds;
pub mod organise;
pub mod parole;
pub mod people;
pub mod plan;
pub mod play;
pub mod recruit;
pub mod relations;
mod release;
pub mod replay;
pub mod rulebook;
pub mod siege;
pub mod treasury;
pub mod turn;
pub mod world;
