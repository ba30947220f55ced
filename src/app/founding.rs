//! The founding of a campaign, step by step: what is there, and what is still missing. It is read from the campaign itself,
//! so it can be left at any step and resumed.

use crate::campaign::problem::Result;
use crate::rules::figure::words;
use crate::rules::telling::counted;
use crate::store::Db;
use serde::Serialize;

/// What a founding goes through, in the order a campaign is best founded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FoundingStage {
    /// Its name, first day, turn and seed.
    Date,
    /// Who takes part, and their money.
    Sides,
    /// Places, routes and strongholds.
    Map,
    /// Armies and men.
    Rosters,
    /// Who keeps the strongholds.
    Garrisons,
    /// War and peace.
    Relations,
}
words!(
    FoundingStage,
    "stage of a founding",
    "date, sides, map, rosters, garrisons or relations",
    Date = "date",
    Sides = "sides",
    Map = "map",
    Rosters = "rosters",
    Garrisons = "garrisons",
    Relations = "relations"
);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundingStep {
    #[serde(rename = "name")]
    pub stage: FoundingStage,
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
    let mut steps = in_order(db)?;
    steps.sort_by_key(FoundingStep::done);
    Ok(steps)
}

/// What a campaign that has not played a turn still misses to be played: sides, a map, men, or anybody at war. What is
/// missing otherwise, such as a garrison, may be meant.
pub fn wanting(db: &Db) -> Result<Vec<String>> {
    if db.about()?.turn > 0 {
        return Ok(Vec::new());
    }
    let needed = |step: &FoundingStep| step.stage != FoundingStage::Garrisons;
    Ok(in_order(db)?.into_iter().filter(needed).flat_map(|step| step.missing).collect())
}

/// The steps of the founding, each stage in its order.
pub fn in_order(db: &Db) -> Result<Vec<FoundingStep>> {
    let (about, sides, places, routes) = (db.about()?, db.sides()?, db.places()?, db.routes()?);
    let (holds, armies, counts) = (db.strongholds()?, db.armies()?, db.army_counts()?);
    let step = |stage, there: String, missing: Vec<String>, by| FoundingStep { stage, there, missing, by };
    let mut steps = vec![step(
        FoundingStage::Date,
        format!("From {}, turns of {}.", about.first_day.long(), counted(about.turn_days, "day", "days")),
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
    steps.push(step(
        FoundingStage::Sides,
        format!("{}.", number(sides.len(), "side", "sides")),
        missing,
        "banneret side FILE add … --treasury …",
    ));
    let mut missing = Vec::new();
    if places.is_empty() {
        missing.push("The map has no places.".to_owned());
    }
    let alone = places.iter().filter(|place| !routes.iter().any(|route| [route.a, route.b].contains(&place.id)));
    if places.len() > 1 {
        missing.extend(alone.map(|place| format!("No route leads to {}.", place.name)));
    }
    let there = format!(
        "{}, {}, {}.",
        number(places.len(), "place", "places"),
        number(routes.len(), "route", "routes"),
        number(holds.len(), "stronghold", "strongholds")
    );
    steps.push(step(FoundingStage::Map, there, missing, "banneret place, route, stronghold or map FILE …"));
    let men = |army| counts.get(&army).map_or(0, |count| count.men);
    let without = sides.iter().filter(|side| !armies.iter().any(|army| army.side == side.id && men(army.id) > 0));
    let mut missing: Vec<String> = without.map(|side| format!("{} has no men.", side.name)).collect();
    if sides.is_empty() {
        missing.push("There are no men, and no side to raise them for.".to_owned());
    }
    let there = format!(
        "{}, {}.",
        number(armies.len(), "army", "armies"),
        counted(counts.values().map(|count| count.men).sum(), "man", "men")
    );
    steps.push(step(
        FoundingStage::Rosters,
        there,
        missing,
        "banneret import FILE ROSTER.csv --side …, or formation and person",
    ));
    let held = |hold| armies.iter().any(|army| army.stronghold == Some(hold) && men(army.id) > 0);
    let empty = holds.iter().filter(|hold| !held(hold.id)).map(|hold| format!("Nobody is in {}.", hold.name));
    let garrisoned = holds.iter().filter(|hold| held(hold.id)).count();
    let there = format!("{garrisoned} of {} strongholds have a garrison.", holds.len());
    steps.push(step(FoundingStage::Garrisons, there, empty.collect(), "banneret formation FILE garrison …"));
    let relations = db.relations()?;
    let missing = match (sides.len(), relations.len()) {
        (2.., 0) => vec!["Every side is at peace with every other.".to_owned()],
        (0 | 1, _) => vec!["There are not two sides yet.".to_owned()],
        _ => Vec::new(),
    };
    let pairs = number(relations.len(), "pair", "pairs");
    let there = format!("{pairs} at war, in truce or allied.");
    steps.push(step(FoundingStage::Relations, there, missing, "banneret relation FILE --side … --side … war"));
    Ok(steps)
}

fn number(things: usize, one: &str, many: &str) -> String {
    counted(u32::try_from(things).unwrap_or(u32::MAX), one, many)
}
