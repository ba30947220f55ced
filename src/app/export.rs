//! The campaign written out (CP-6.1): all of it as JSON, which makes a campaign again; its people as a roster.

use super::files;
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, SideId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::roster::{Row, to_csv};
use crate::store::file::SCHEMA;
use crate::store::{Db, Store};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// What an export says that it is.
const FORMAT: &str = "banneret campaign";

/// Everything in a campaign, table by table.
pub fn campaign(db: &Db) -> Result<Value> {
    let about = db.about()?;
    Ok(json!({
        "format": FORMAT,
        "schema": SCHEMA,
        "name": about.name,
        "date": about.day.to_string(),
        "turn": about.turn,
        "content": db.content()?,
        "kept": db.kept()?,
    }))
}

/// Makes a campaign of one that was written out as JSON: with equal content, its records as they are, and the making as
/// its first action. Every fault of the file is told with its place, and then no campaign is made.
pub fn read_in(file: &Path, export: &Path) -> Result<Store> {
    let text = files::read_text(export, files::EXPORT)?;
    let named = export.display();
    let bad =
        |what: String| Problem::bad_input(what).hint("Nothing was made. Mend the file, or write the export anew.");
    let read: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| bad(format!("“{named}” is not JSON: {error}.")))?;
    if read.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(bad(format!("“{named}” is no export of a campaign: its “format” is not “{FORMAT}”.")));
    }
    match read.get("schema").and_then(Value::as_i64) {
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
            let faults = act.put_content(&read)?;
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
