//! The maps that ship with the program.

use super::{HexMap, read};
use std::sync::{Arc, OnceLock};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../../data/maps/", $name, ".toml")))),+]
    };
}

/// Their files, by the names of the files.
const FILES: [(&str, &str); 3] = files!["border-castle", "fortified-town", "templars-castle"];

/// Every map that ships, in the order in which they are listed.
pub fn shipped() -> &'static [Arc<HexMap>] {
    static MAPS: OnceLock<Vec<Arc<HexMap>>> = OnceLock::new();
    let parse = |&(file, text): &(&str, &str)| {
        Arc::new(read(text).unwrap_or_else(|faults| panic!("the program's own map {file}: {faults}")))
    };
    MAPS.get_or_init(|| FILES.iter().map(parse).collect())
}

/// The shipped map of a name, in any case, with spaces or hyphens, with or without “the”.
pub fn find(name: &str) -> Option<Arc<HexMap>> {
    let plain = |name: &str| {
        let name = crate::rules::figure::plain(name).replace(['’', '\''], "");
        name.strip_prefix("the ").map(str::to_owned).unwrap_or(name)
    };
    shipped().iter().find(|map| plain(&map.name) == plain(name)).cloned()
}

/// The names of the maps that ship.
pub fn names() -> Vec<&'static str> {
    shipped().iter().map(|map| map.name.as_str()).collect()
}
