//! The grounds there are to fight on: those that ship with the program, and a referee's own, files in the folder
//! `grounds` of his data folder or anywhere else.

use super::files;
use crate::campaign::places::PlaceKind;
use crate::campaign::problem::{Problem, Result, first_named};
use crate::campaign::war::BattleDraft;
use crate::rules::man_to_man::ground::{self, Ground};
use crate::store::Db;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A ground and whether it is the referee's own.
#[derive(Clone, Debug)]
pub struct KnownGround {
    pub ground: Arc<Ground>,
    /// Whether it comes from a file that does not ship.
    pub own: bool,
}

/// The folder of the referee's own grounds; it need not be there.
pub fn folder() -> Option<PathBuf> {
    files::own_folder("grounds")
}

/// A ground from a file, or every fault of it by line.
pub fn read(file: &Path) -> Result<Ground> {
    let text = files::read_text(file, files::GROUND)?;
    ground::read(&text).map_err(|faults| {
        // The first of them; a file of another kind has as many as it has lines.
        let told = faults.to_string();
        let told = told.char_indices().nth(2_000).map_or(told.as_str(), |(end, _)| &told[..end]);
        Problem::refused(
            format!("{} is no ground that can be fought on: {told}.", file.display()),
            "Mend these lines; the grounds in data/grounds show how one is written.",
        )
    })
}

/// The referee's own grounds, by the names of their files; those with faults are left out.
fn own() -> Vec<Arc<Ground>> {
    files::own_tables(folder()).iter().filter_map(|file| read(file).ok()).map(Arc::new).collect()
}

/// The ground that is offered first for a battle: the walls that are assaulted; at a ford or a bridge the river that is
/// crossed; elsewhere the open field.
pub fn offered(db: &Db, battle: &BattleDraft, walls: Option<&Arc<Ground>>) -> Result<String> {
    let kind = db.place(battle.place)?.kind;
    Ok(match kind {
        PlaceKind::Ford | PlaceKind::Bridge if walls.is_none() => "ford".to_owned(),
        _ => battle.ground.clone(),
    })
}

/// Every ground a battle can be fought on, the open field first.
pub fn known() -> Vec<KnownGround> {
    let open = Arc::new(Ground::open(0, 0));
    let shipped = std::iter::once(&open).chain(ground::shipped()).cloned();
    let shipped = shipped.map(|ground| KnownGround { ground, own: false });
    shipped.chain(own().into_iter().map(|ground| KnownGround { ground, own: true })).collect()
}

/// The ground asked for by name or by the path of its file: its name, and its file if it does not ship.
pub fn choose(asked: &str) -> Result<(String, Option<String>)> {
    choose_among(known(), asked)
}

/// The ground asked for where an assault may be fought on its own walls as well: its name, and its file if it does not ship.
pub(super) fn choose_at(walls: Option<&Arc<Ground>>, asked: &str) -> Result<(String, Option<String>)> {
    choose_among(known_at(walls), asked)
}

/// Every ground a battle can be fought on, the walls that are assaulted before all others.
pub fn known_at(walls: Option<&Arc<Ground>>) -> Vec<KnownGround> {
    let walls = walls.map(|ground| KnownGround { ground: ground.clone(), own: true });
    walls.into_iter().chain(known()).collect()
}

fn choose_among(known: Vec<KnownGround>, asked: &str) -> Result<(String, Option<String>)> {
    if let Some(found) = known.iter().find(|known| known.ground.is_called(asked)) {
        return Ok((found.ground.name.clone(), found.own.then(|| found.ground.text.clone())));
    }
    let file = Path::new(asked);
    if !asked.is_empty() && file.exists() {
        let ground = read(file)?;
        return Ok((ground.name, Some(ground.text)));
    }
    let names: Vec<&str> = known.iter().map(|known| known.ground.name.as_str()).collect();
    Err(Problem::refused(
        format!("There is no ground “{asked}”."),
        format!("There are {}; or give the path of a ground’s file.", first_named(&names)),
    ))
}

/// The file of a ground of a name that does not ship, for a plan that names it.
pub(super) fn file_of(walls: Option<&Arc<Ground>>, name: &str) -> Option<String> {
    // A name out of a campaign is no path: nothing but the known grounds is looked through.
    let known = known_at(walls).into_iter().find(|known| known.ground.is_called(name))?;
    known.own.then(|| known.ground.text.clone())
}
