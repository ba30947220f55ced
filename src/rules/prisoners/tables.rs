//! The figures of prisoners (MM-8), read once from `data/tables/prisoners.toml`.

use crate::rules::house::place;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Ransoms in marks (MM-8.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ransom {
    pub grades: [i64; 5],
    pub knight: i64,
    pub baron: i64,
    pub earl: i64,
}

/// Quarter (MM-8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quarter {
    pub cleric: i32,
    pub killed_in_a_turn: usize,
}

/// Sergeants who join the captor (MM-8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoiningShare {
    pub one_in: u32,
}

/// The figures of prisoners (MM-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub ransom: Ransom,
    pub quarter: Quarter,
    pub recruits: JoiningShare,
}

static TREE: LazyLock<toml::Table> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../data/tables/prisoners.toml"))
        .unwrap_or_else(|error| panic!("the program's own table of prisoners: {error}"))
});

static BOOK: LazyLock<Tables> = LazyLock::new(|| {
    let tables = toml::Value::Table(TREE.clone()).try_into();
    tables.unwrap_or_else(|error| panic!("the program's own table of prisoners: {error}"))
});

impl Tables {
    /// The book's figures; parsed once.
    pub fn book() -> &'static Tables {
        &BOOK
    }

    /// A figure of the book by the way to it, its steps parted by points.
    pub fn figure(way: &str) -> Option<toml::Value> {
        place(&mut TREE.clone(), way).cloned()
    }
}
