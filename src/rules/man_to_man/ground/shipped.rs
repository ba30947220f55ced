//! The grounds that ship with the program.

use super::{Ground, OPEN_FIELD, is_open_field, read};
use crate::rules::man_to_man::tables::Tables;
use std::sync::{Arc, OnceLock};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../../data/grounds/", $name, ".toml")))),+]
    };
}

/// Their files, by the names of the files.
const FILES: [(&str, &str); 6] =
    files!["wooded-hill", "ford", "village", "hedged-lane", "gatehouse", "curtain-with-towers"];

/// A name without what people write differently: case, hyphens, blanks at the ends.
pub(super) fn plain(name: &str) -> String {
    crate::rules::figure::plain(name)
}

/// Every ground that ships, in the order in which they are listed; the open field is not among them, for it has no file.
pub fn shipped() -> &'static [Arc<Ground>] {
    static GROUNDS: OnceLock<Vec<Arc<Ground>>> = OnceLock::new();
    let parse = |&(file, text): &(&str, &str)| {
        Arc::new(read(text).unwrap_or_else(|faults| panic!("the program's own ground {file}: {faults}")))
    };
    GROUNDS.get_or_init(|| FILES.iter().map(parse).collect())
}

/// The shipped ground of a name.
pub fn find(name: &str) -> Option<Arc<Ground>> {
    shipped().iter().find(|ground| ground.is_called(name)).cloned()
}

/// The ground of a name; the open field is as large as the tables say.
pub fn named(name: &str, tables: &Tables) -> Option<Arc<Ground>> {
    match is_open_field(name) {
        true => Some(Arc::new(Ground::open(tables.house().field_width, tables.house().field_depth))),
        false => find(name),
    }
}

/// The names of all grounds that ship, the open field first.
pub fn names() -> Vec<&'static str> {
    std::iter::once(OPEN_FIELD[0]).chain(shipped().iter().map(|ground| ground.name.as_str())).collect()
}
