//! The maps there are for an assault on hexes: those that ship with the program, and a referee's own, files in the folder
//! `maps` of his data folder or anywhere else.

pub mod drawing;
pub mod key;
#[cfg(feature = "print")]
mod paper;

#[cfg(feature = "print")]
pub use paper::{HEX_SIZES, HexSize, sheets};

use super::files;
use crate::campaign::places::StrongholdKind;
use crate::campaign::problem::{Problem, Result, first_named};
use crate::rules::assault::map::{self, HexId, HexMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map and whether it is the referee's own.
#[derive(Clone, Debug)]
pub struct KnownMap {
    pub map: Arc<HexMap>,
    /// Whether it comes from a file that does not ship.
    pub own: bool,
}

/// The folder of the referee's own maps; it need not be there.
pub fn folder() -> Option<PathBuf> {
    files::own_folder("maps")
}

/// A map from a file, or every fault of it by line.
pub fn read(file: &Path) -> Result<HexMap> {
    let text = files::read_text(file, files::HEXES)?;
    map::read(&text).map_err(|faults| {
        let told = faults.to_string();
        let told = told.char_indices().nth(4_000).map_or(told.as_str(), |(end, _)| &told[..end]);
        Problem::bad_input(format!("{} is no map that can be fought on: {told}.", file.display()))
            .hint("Mend these lines; the maps in data/maps show how one is written.")
    })
}

/// The referee's own maps, by the names of their files; those with faults are left out.
fn own() -> Vec<Arc<HexMap>> {
    files::own_tables(folder()).iter().filter_map(|file| read(file).ok()).map(Arc::new).collect()
}

/// Every map there is, those that ship first.
pub fn known() -> Vec<KnownMap> {
    let shipped = map::shipped().iter().cloned().map(|map| KnownMap { map, own: false });
    shipped.chain(own().into_iter().map(|map| KnownMap { map, own: true })).collect()
}

/// The map that a stronghold of a kind is assaulted on if it names none (SG-5.1).
pub fn of_kind(kind: StrongholdKind) -> &'static str {
    match kind {
        StrongholdKind::BorderCastle => "border castle",
        StrongholdKind::BaronsCastle => "the Templars' castle",
        StrongholdKind::Town => "fortified town",
    }
}

/// The map asked for by name or by the path of its file.
pub fn choose(asked: &str) -> Result<Arc<HexMap>> {
    let file = Path::new(asked);
    if map::find(asked).is_none() && !asked.is_empty() && file.exists() {
        return read(file).map(Arc::new);
    }
    listed(asked)
}

/// The map asked for by its name, of those that are listed: what ships, and the referee's own in their folder.
pub fn listed(asked: &str) -> Result<Arc<HexMap>> {
    if let Some(map) = map::find(asked) {
        return Ok(map);
    }
    let known = known();
    let plain = |name: &str| name.trim().to_lowercase().replace(['-', '_'], " ");
    if let Some(found) = known.iter().find(|known| plain(&known.map.name) == plain(asked)) {
        return Ok(found.map.clone());
    }
    let names: Vec<&str> = known.iter().map(|known| known.map.name.as_str()).collect();
    Err(Problem::refused(
        format!("There is no map “{asked}”."),
        match folder() {
            Some(folder) => {
                format!("There are {}; a map of one’s own is a file in {}.", first_named(&names), folder.display())
            }
            None => format!("There are {}.", first_named(&names)),
        },
    ))
}

/// The hex of a map that was typed: four digits, and `u` for one below the ground.
pub fn hex_of(map: &HexMap, typed: &str) -> Result<HexId> {
    map.named(typed).ok_or_else(|| {
        Problem::bad_input(format!("“{typed}” is no hex of {}.", map.name)).hint(format!(
            "Write column and row in two digits each, from 0101 to {:02}{:02}, with a u for a hex of a passage under the ground.",
            map.columns, map.rows
        ))
    })
}
