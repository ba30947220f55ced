//! The founding of a campaign, step by step: what is there, and what is still missing. It is read from the campaign itself,
//! so it can be left at any step and gone on with.

use crate::campaign::problem::Result;
use crate::store::Db;
use serde::Serialize;

/// A step of the founding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundingStep {
    /// What it is, in a word or two.
    pub name: &'static str,
    /// What there is of it, in a sentence.
    pub there: String,
    /// What is still missing, a sentence each; nothing when the step is done.
    pub missing: Vec<String>,
    /// The commands that do it.
    pub by: &'static str,
}

impl FoundingStep {
    /// Whether nothing of it is missing.
    pub fn done(&self) -> bool {
        self.missing.is_empty()
    }
}

/// The steps of the founding, those with something missing first, each in its order.
pub fn steps(db: &Db) -> Result<Vec<FoundingStep>> {
    let (about, sides, places, routes) = (db.about()?, db.sides()?, db.places()?, db.routes()?);
    let (holds, armies, counts) = (db.strongholds()?, db.armies()?, db.army_counts()?);
    let step = |name, there: String, missing: Vec<String>, by| FoundingStep { name, there, missing, by };
    let mut steps = vec![step(
        "date",
        format!("{} begins on {}; a turn has {} days.", about.name, about.first_day.long(), about.turn_days),
        Vec::new(),
        "banneret campaign FILE --date … --turn-days …",
    )];
    let mut missing = Vec::new();
    match sides.len() {
        0 => missing.push("There is no side.".to_owned()),
        1 => missing.push("There is one side; a war takes two.".to_owned()),
        _ => {}
    }
    missing.extend(sides.iter().filter(|side| side.treasury.0 == 0).map(|side| format!("{} has no money.", side.name)));
    steps.push(step("sides", format!("{} sides.", sides.len()), missing, "banneret side FILE add … --treasury …"));
    let mut missing = Vec::new();
    if places.is_empty() {
        missing.push("The map has no places.".to_owned());
    }
    let alone = places.iter().filter(|place| !routes.iter().any(|route| [route.a, route.b].contains(&place.id)));
    if places.len() > 1 {
        missing.extend(alone.map(|place| format!("No route leads to {}.", place.name)));
    }
    let there = format!("{} places, {} routes, {} strongholds.", places.len(), routes.len(), holds.len());
    steps.push(step("map", there, missing, "banneret place, route, stronghold or map FILE …"));
    let men = |army| counts.get(&army).map_or(0, |count| count.men);
    let without = sides.iter().filter(|side| !armies.iter().any(|army| army.side == side.id && men(army.id) > 0));
    let missing = without.map(|side| format!("{} has no men.", side.name)).collect();
    let there = format!("{} armies, {} men.", armies.len(), counts.values().map(|count| count.men).sum::<u32>());
    steps.push(step("rosters", there, missing, "banneret import FILE ROSTER.csv --side …, or formation and person"));
    let held = |hold| armies.iter().any(|army| army.stronghold == Some(hold) && men(army.id) > 0);
    let empty = holds.iter().filter(|hold| !held(hold.id)).map(|hold| format!("Nobody is in {}.", hold.name));
    let garrisoned = holds.iter().filter(|hold| held(hold.id)).count();
    let there = format!("{garrisoned} of {} strongholds have a garrison.", holds.len());
    steps.push(step("garrisons", there, empty.collect(), "banneret formation FILE garrison …"));
    let relations = db.relations()?;
    let missing = match (sides.len(), relations.len()) {
        (2.., 0) => vec!["Every side is at peace with every other.".to_owned()],
        _ => Vec::new(),
    };
    let there = format!("{} pairs of sides are at war, in truce or allied.", relations.len());
    steps.push(step("relations", there, missing, "banneret relation FILE --side … --side … war"));
    // What is missing stands on top.
    steps.sort_by_key(FoundingStep::done);
    Ok(steps)
}
