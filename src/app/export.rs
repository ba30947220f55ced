//! The campaign written out (CP-6.1): all of it as JSON, which makes a campaign again; its people as a roster.

use super::files;
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, SideId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::roster::{Row, to_csv};
use crate::rules::loose;
pub use crate::store::content::harmless;
use crate::store::content_read::ShortTexts;
use crate::store::file::SCHEMA;
use crate::store::{Db, Store};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What an export says that it is.
const FORMAT: &str = "banneret campaign";

/// Writes everything in a campaign as JSON, table by table. What fails in the campaign comes as a [`Problem`] within the error.
pub fn write(db: &Db, out: &mut dyn Write) -> io::Result<()> {
    let about = db.about()?;
    writeln!(out, "{{")?;
    for (what, value) in [
        ("format", json!(FORMAT)),
        ("schema", json!(SCHEMA)),
        ("name", json!(about.name)),
        ("date", json!(about.day.to_string())),
        ("turn", json!(about.turn)),
    ] {
        writeln!(out, "  \"{what}\": {},", harmless(&value.to_string()))?;
    }
    db.write_content(out)?;
    write!(out, "\n}}\n")
}

/// What an export says of itself, before its rows are looked at.
#[derive(Deserialize)]
struct Head {
    #[serde(default, deserialize_with = "loose::read")]
    format: Value,
    #[serde(default, deserialize_with = "loose::read")]
    schema: Value,
}

/// Makes a campaign of one that was written out as JSON: with equal content, its records as they are, and the making as
/// its first action. Every fault of the file is told with its place, and then no campaign is made.
pub fn read_in(file: &Path, export: &Path) -> Result<Store> {
    let named = export.display();
    let bad =
        |what: String| Problem::bad_input(what).hint("Nothing was made. Mend the file, or write the export anew.");
    let mut text = files::open(export, files::EXPORT)?;
    let mut json = || -> Result<_> {
        let failed = |error: io::Error| bad(format!("“{named}” could not be read: {error}."));
        let mut mark = [0; 3];
        text.rewind().map_err(failed)?;
        let marked = text.read_exact(&mut mark).is_ok() && mark == *"\u{feff}".as_bytes();
        text.seek(SeekFrom::Start(if marked { 3 } else { 0 })).map_err(failed)?;
        Ok(ShortTexts::new(BufReader::new(text.try_clone().map_err(failed)?)))
    };
    let head: Head = serde_json::from_reader(json()?).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => {
            bad(format!("“{named}” is no export of a campaign: it is no object of “format”, “schema” and “content”."))
        }
        _ => bad(format!("“{named}” is not JSON: {error}.")),
    })?;
    if head.format.as_str() != Some(FORMAT) {
        return Err(bad(format!("“{named}” is no export of a campaign: its “format” is not “{FORMAT}”.")));
    }
    match head.schema.as_i64() {
        Some(schema) if schema == i64::from(SCHEMA) => {}
        Some(schema) => {
            let hint = "Write the export anew with this version: open the campaign with it, then “banneret export”.";
            return Err(Problem::bad_input(format!(
                "“{named}” was written by another version of Banneret (its schema is {schema}, not {SCHEMA})."
            ))
            .hint(hint));
        }
        None => return Err(bad(format!("“{named}” does not say its “schema”, a number."))),
    }
    let (store, ()) = Store::create(file, |store| {
        store.act("new campaign", &json!({ "from": named.to_string() }), |act| {
            let faults = act.put_content(json()?)?;
            if !faults.is_empty() {
                let told: Vec<String> = faults.iter().map(|fault| format!("{} {}.", fault.place, fault.what)).collect();
                return Err(bad(told.join("\n")));
            }
            Ok(((), format!("{} goes on from its export.", act.about()?.name)))
        })?;
        let report = store.look()?;
        if report.findings.is_empty() {
            return Ok(());
        }
        let told: Vec<String> =
            report.findings.iter().map(|found| format!("“{}” is broken: {}.", found.rule, found.breach)).collect();
        Err(bad(told.join("\n")))
    })
    // What a campaign's file is told of has no such place in an export, and nothing of it is mended by a repair.
    .map_err(|problem| match problem.kind {
        ProblemKind::Corrupt => {
            bad(format!("“{named}” would make a campaign that cannot be opened: {}", problem.sentence))
        }
        _ => problem,
    })?;
    Ok(store)
}

/// Everyone who serves, a row a man, in the columns an import reads.
pub fn roster(db: &Db) -> Result<String> {
    let sides: BTreeMap<SideId, String> = db.sides()?.into_iter().map(|side| (side.id, side.name)).collect();
    let mut rows = Vec::new();
    for army in db.armies()? {
        let tree: BTreeMap<FormationId, Formation> =
            db.tree(army.id)?.into_iter().map(|part| (part.id, part)).collect();
        for man in db.men_of(army.id)? {
            let mut names: BTreeMap<Level, String> = BTreeMap::new();
            let mut at = man.formation;
            // From the unit to the army there are four levels.
            for _ in 0..4 {
                let Some(part) = at.and_then(|id| tree.get(&id)) else { break };
                names.insert(part.level, part.name.clone());
                at = part.parent;
            }
            let mut name = |level| names.remove(&level).unwrap_or_default();
            rows.push(Row {
                line: 0,
                side: sides.get(&army.side).cloned().unwrap_or_default(),
                army: name(Level::Army),
                battle: name(Level::Battle),
                force: name(Level::Force),
                unit: name(Level::Unit),
                name: man.name,
                profile: man.profile,
                count: 1,
            });
        }
    }
    Ok(to_csv(&rows))
}
