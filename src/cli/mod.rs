//! The command line, one file a verb group.

pub mod odds;
