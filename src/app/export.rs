//! The campaign written out (CP-6.1): all of it as JSON, its people as a roster.

use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, SideId};
use crate::campaign::problem::Result;
use crate::campaign::roster::{Row, to_csv};
use crate::store::Db;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Everything in a campaign, table by table.
pub fn campaign(db: &Db) -> Result<Value> {
    let about = db.about()?;
    Ok(json!({
        "format": "banneret campaign",
        "schema": crate::store::file::SCHEMA,
        "name": about.name,
        "date": about.day.to_string(),
        "turn": about.turn,
        "content": db.content()?,
    }))
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
