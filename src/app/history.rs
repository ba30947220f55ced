//! Undo, redo, the chronicle, and the history of any row.

use crate::app::actions;
use crate::app::world::{routes, troops};
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::*;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::{Grade, words};
use crate::store::chronicle::ChronicleLine;
use crate::store::journal::{ActionKind, ActionRow, ActionState, fold};
use crate::store::world::{RowChange, RowOf};
use crate::store::{Db, Store};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::HashMap;

/// What sort of entry of the chronicle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Action,
    /// A line that one wrote.
    Line(LineKind),
}

impl EntryKind {
    /// The word for it: `action`, or the line's own.
    pub fn word(self) -> &'static str {
        match self {
            EntryKind::Action => "action",
            EntryKind::Line(kind) => kind.word(),
        }
    }
}

impl Serialize for EntryKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// An entry of the chronicle: an action, or a line that one wrote.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryEntry {
    /// When, in the campaign.
    pub day: Day,
    /// What sort.
    pub kind: EntryKind,
    /// The sentence.
    pub text: String,
    /// The clause it follows; empty for an action that no line tells of.
    pub clause: String,
    pub action: Option<ActionId>,
    /// The name of the action, such as `march`; none for a line.
    #[serde(skip)]
    pub named: Option<String>,
    /// Whether it still holds: an undone action stays readable but does not.
    pub holds: bool,
}

/// Takes back up to `count` actions, newest first. Gives what was undone.
pub fn undo(store: &mut Store, count: u32) -> Result<Vec<ActionRow>> {
    (0..count).map_while(|_| store.undo().transpose()).collect()
}

/// Goes back to an action: takes back, newest first, all that was done after it. What was undone is put into `undone`, also
/// where an action after others cannot be.
pub fn undo_to(store: &mut Store, action: ActionId, undone: &mut Vec<ActionRow>) -> Result<()> {
    let here = store.action(action)?;
    if here.kind != ActionKind::Do || here.state != ActionState::Done {
        return Err(Problem::refused(
            format!("Action {} is not in force, so there is no going back to it.", action.0),
            "Name an action that was done and not undone; the chronicle has their numbers.",
        ));
    }
    loop {
        match store.undo_after(action) {
            Ok(Some(last)) => undone.push(last),
            Ok(None) => return Ok(()),
            Err(problem) => return Err(problem.after(undone.len() as u32, "action")),
        }
    }
}

/// Brings up to `count` undone actions again. Gives what was redone.
pub fn redo(store: &mut Store, count: u32) -> Result<Vec<ActionRow>> {
    (0..count).map_while(|_| store.redo().transpose()).collect()
}

/// The actions that hold and came after one, the newest first: what going back to it would take back.
pub fn after(db: &Db, action: ActionId) -> Result<Vec<ActionRow>> {
    let holds =
        |later: &ActionRow| later.kind == ActionKind::Do && later.state == ActionState::Done && later.id > action;
    Ok(db.actions("", None, None, u32::MAX)?.into_iter().filter(holds).collect())
}

/// How many of what is taken back are told by their sentences.
const TOLD: usize = 3;

/// What going back takes back, in a sentence: how many actions, and the newest of them; nothing for none.
pub fn taken_back(later: &[ActionRow]) -> String {
    let told: Vec<String> = later.iter().take(TOLD).map(|action| format!("“{}”", action.sentence)).collect();
    let told = told.join(", ");
    match later.len() {
        0 => String::new(),
        1 => format!("the one action after it, {told}"),
        all if all > TOLD => format!("the {all} actions after it: {told} and {} more", all - TOLD),
        all => format!("the {all} actions after it: {told}"),
    }
}

/// The chronicle, newest first: actions and lines that hold `search`, between two days, at most `limit` of each. What was done
/// on one day stands in the order in which it was, an action above the lines it wrote. A line that says what its action says
/// is told by the action alone, on the line's own day and with its clause: what is done in a siege befalls on the siege's day.
pub fn chronicle(db: &Db, search: &str, from: Option<Day>, to: Option<Day>, limit: u32) -> Result<Vec<HistoryEntry>> {
    let mut lines: Vec<(Option<ChronicleLine>, ActionId)> =
        db.lines_by_action(search, from, to, limit)?.into_iter().map(|(line, action)| (Some(line), action)).collect();
    let mut written: HashMap<ActionId, Vec<usize>> = HashMap::new();
    for (at, (line, action)) in lines.iter().enumerate() {
        let own = line.as_ref().is_some_and(|line| matches!(line.kind, LineKind::Entry | LineKind::Letter));
        if !own {
            written.entry(*action).or_default().push(at);
        }
    }
    let mut entries: Vec<(Day, ActionId, HistoryEntry)> = Vec::new();
    for action in db.actions(search, from, to, limit)? {
        let holds = action.kind == ActionKind::Do && action.state == ActionState::Done;
        let its = written.get(&action.id).into_iter().flatten().filter(|_| holds);
        let same = |at: &&usize| lines[**at].0.as_ref().is_some_and(|line| line.text == action.sentence);
        let same = its.into_iter().find(same).copied();
        let (id, line) = (action.id, same.and_then(|at| lines[at].0.take()));
        let entry = of_action(action, line);
        entries.push((entry.day, id, entry));
    }
    for (line, action) in lines {
        let Some(line) = line else { continue };
        let entry = HistoryEntry {
            day: line.day,
            kind: EntryKind::Line(line.kind),
            text: line.text,
            clause: line.clause,
            action: None,
            named: None,
            holds: true,
        };
        entries.push((entry.day, action, entry));
    }
    entries.sort_by_key(|(day, action, _)| std::cmp::Reverse((*day, *action)));
    Ok(entries.into_iter().map(|(.., entry)| entry).collect())
}

/// The entry of an action, on the day and with the clause of the line that says the same, if there is one.
fn of_action(action: ActionRow, line: Option<ChronicleLine>) -> HistoryEntry {
    HistoryEntry {
        day: line.as_ref().map_or(action.day, |line| line.day),
        kind: EntryKind::Action,
        text: action.sentence,
        clause: line.map(|line| line.clause).unwrap_or_default(),
        action: (action.kind == ActionKind::Do).then_some(action.id),
        named: Some(action.name),
        holds: action.state == ActionState::Done,
    }
}

/// Writes an entry of the referee's own, or a letter, into the chronicle, under today or another day (CP-1.5).
pub fn write(store: &mut Store, kind: LineKind, day: Option<Day>, text: &str) -> Result<()> {
    let text = text.trim();
    let what = match kind {
        LineKind::Letter => "A letter",
        _ => "An entry",
    };
    if text.is_empty() {
        return Err(Problem::bad_input(format!("{what} without words is none.")).hint("Write what is to be told."));
    }
    if text.chars().count() > Db::LONGEST_LINE {
        return Err(Problem::bad_input(format!("{what} may have {} characters at most.", Db::LONGEST_LINE))
            .hint("Write it as several."));
    }
    store.act(actions::WRITE_ENTRY, &json!({ "kind": kind.word(), "day": day, "text": text }), |act| {
        let day = day.map_or_else(|| act.day(), Ok)?;
        act.write_line(&ChronicleLine { day, kind, text: text.to_owned(), clause: String::new(), person: None })?;
        let begins: String = text.chars().take(48).collect();
        let more = if begins.chars().count() < text.chars().count() { "…" } else { "" };
        Ok(((), format!("{what} was written in the chronicle: “{}{more}”.", begins.replace('\n', " "))))
    })
}

/// A field of a row as an action changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// The field, in words.
    pub field: String,
    /// What it was; empty where the action made the row.
    pub from: String,
    /// What it became; empty where the action took the row out.
    pub to: String,
}

/// What an action did with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowDeed {
    Made,
    Changed,
    TakenOut,
}
words!(RowDeed, "deed", "made, changed or taken out", Made = "made", Changed = "changed", TakenOut = "taken out");

/// What one action made of a thing.
#[derive(Clone, Debug, Serialize)]
pub struct RowStory {
    pub action: ActionRow,
    /// What it did.
    pub what: RowDeed,
    /// The fields it changed.
    pub fields: Vec<FieldChange>,
    /// The numbers of the actions that mend this one.
    pub mended_by: Vec<ActionId>,
}

/// The history of any row of the campaign, oldest first (CP-1.5).
pub fn of(db: &Db, thing: RowOf) -> Result<Vec<RowStory>> {
    let mut story = Vec::new();
    let mends = db.mends()?;
    // What one action changed again and again, as a turn does day by day, it changed once.
    let mut changes: Vec<RowChange> = Vec::new();
    for change in db.changes_of(thing)? {
        match changes.last_mut() {
            Some(last) if last.action.id == change.action.id => go_on(last, change),
            _ => changes.push(change),
        }
    }
    for change in changes {
        let what = match (&change.before, &change.after) {
            (None, _) => RowDeed::Made,
            (_, None) => RowDeed::TakenOut,
            _ => RowDeed::Changed,
        };
        let empty = serde_json::Map::new();
        let image = |value: &Option<Value>| value.as_ref().and_then(Value::as_object).unwrap_or(&empty).clone();
        let (before, after) = (image(&change.before), image(&change.after));
        let mut fields = Vec::new();
        for column in before.keys().chain(after.keys().filter(|key| !before.contains_key(*key))) {
            // How a siege ended says that it has.
            if column == "id" || matches!(thing, RowOf::Siege(_)) && column == "state" {
                continue;
            }
            let told = |image: &serde_json::Map<String, Value>| match image.get(column) {
                Some(value) => in_words(db, thing.table(), column, value),
                None => Ok(String::new()),
            };
            let (from, to) = (told(&before)?, told(&after)?);
            if from != to {
                let field = column.trim_end_matches("_id").trim_end_matches("_pence").replace('_', " ");
                fields.push(FieldChange { field, from, to });
            }
        }
        let mended_by = mends.get(&change.action.id).cloned().unwrap_or_default();
        story.push(RowStory { action: change.action, what, fields, mended_by });
    }
    if let RowOf::Siege(siege) = thing {
        // What was settled in it and told of it is its history, though no field of its own changed.
        for action in db.actions_at_siege(siege)? {
            if story.iter().all(|step: &RowStory| step.action.id != action.id) {
                let mended_by = mends.get(&action.id).cloned().unwrap_or_default();
                story.push(RowStory { action, what: RowDeed::Changed, fields: Vec::new(), mended_by });
            }
        }
        story.sort_by_key(|step| step.action.id);
    }
    Ok(story)
}

/// Adds a later change of the same action to a change, each of which holds the columns that it changed.
fn go_on(change: &mut RowChange, later: RowChange) {
    if let (Some(Value::Object(before)), Some(Value::Object(then))) = (&mut change.before, later.before) {
        for (column, value) in then {
            before.entry(column).or_insert(value);
        }
    }
    match (&mut change.after, later.after) {
        (Some(Value::Object(after)), Some(Value::Object(now))) => after.extend(now),
        (after, now) => *after = now,
    }
}

/// What a thing is called where its history is told.
pub fn name_of(db: &Db, thing: RowOf) -> Result<String> {
    let (table, number) = thing.row();
    let name = match thing {
        RowOf::Campaign => Some(db.about()?.name),
        RowOf::Map => Some("the map".to_owned()),
        RowOf::Captive(captive) => {
            Some(format!("the captivity of {}", db.person(db.captive(captive)?.person)?.styled()))
        }
        RowOf::Contact(contact) => {
            let met = db.contact(contact)?;
            Some(format!("{} facing {}", db.formation(met.attacker)?.name, db.formation(met.defender)?.name))
        }
        RowOf::Siege(siege) => Some(format!("the siege of {}", db.stronghold(db.siege(siege)?.stronghold)?.name)),
        RowOf::Account(account) => Some(format!("the treasury of {}", db.account(account)?.name)),
        RowOf::Route(route) => {
            let route = db.route(route)?;
            Some(format!("the route from {} to {}", db.place(route.a)?.name, db.place(route.b)?.name))
        }
        _ => db.name_of_row(table, number)?,
    };
    Ok(name.unwrap_or_else(|| format!("{table} {number}")))
}

/// A value of a row as a person reads it: a name for a number that refers to a row, a date for a day, a sum for pence.
fn in_words(db: &Db, table: &str, column: &str, value: &Value) -> Result<String> {
    let number = match value {
        Value::Null => return Ok("none".to_owned()),
        Value::String(text) => return Ok(if text.is_empty() { "none".to_owned() } else { text.clone() }),
        value => value.as_i64().unwrap_or_default(),
    };
    if let Some(other) = db.referred_table(table, column)? {
        return Ok(db.name_of_row(&other, number)?.unwrap_or_else(|| format!("{other} {number}")));
    }
    let day = column.ends_with("day") || column == "serves_until";
    Ok(match column {
        _ if day => i32::try_from(number).map(|day| Day(day).to_string()).unwrap_or_default(),
        _ if column.ends_with("pence") => Pence(number).to_string(),
        "grade" | "from_grade" | "to_grade" => u8::try_from(number)
            .ok()
            .and_then(Grade::from_number)
            .map_or_else(|| number.to_string(), |grade| grade.to_string()),
        "named" | "wounded" | "train" | "measured" => if number == 0 { "no" } else { "yes" }.to_owned(),
        _ => number.to_string(),
    })
}

/// The kinds of thing whose history can be asked for by name.
pub const KINDS: &[&str] = &[
    "campaign",
    "map",
    "side",
    "treasury",
    "place",
    "route",
    "stronghold",
    "formation",
    "person",
    "captive",
    "contact",
    "battle",
    "siege",
];

/// The thing of a kind and a name: a route by its two places, parted by ` – ` or ` - `; a contact by one of its armies.
pub fn named(db: &Db, kind: &str, name: &str) -> Result<RowOf> {
    let nothing = |what: &str| {
        Problem::new(ProblemKind::NotFound, format!("There is no {what} “{}”.", name.trim()))
            .hint("Look with “banneret show FILE”; a thing that was taken out is found by its number, as in #12.")
    };
    // What is gone has its number still.
    let number = name.trim().strip_prefix('#').and_then(|number| number.parse::<i64>().ok());
    Ok(match (kind, number) {
        ("campaign", _) => RowOf::Campaign,
        ("map", _) => RowOf::Map,
        ("side", Some(number)) => RowOf::Side(SideId(number)),
        ("side", None) => RowOf::Side(db.side_named(name)?.id),
        ("treasury", Some(number)) => RowOf::Account(AccountId(number)),
        ("treasury", None) => match db.side_named(name) {
            Ok(side) => RowOf::Account(db.side_account(side.id)?),
            Err(_) => {
                let account = db.person_account(db.person_named(name)?.id)?;
                RowOf::Account(account.ok_or_else(|| nothing("treasury of"))?)
            }
        },
        ("place", Some(number)) => RowOf::Place(PlaceId(number)),
        ("place", None) => RowOf::Place(db.place_named(name)?.id),
        ("route", Some(number)) => RowOf::Route(RouteId(number)),
        ("route", None) => {
            let ends = name.split_once(" – ").or_else(|| name.split_once(" - "));
            let (one, other) =
                ends.ok_or_else(|| nothing("route").hint("Write its two places, as in “Ford – Keep”."))?;
            RowOf::Route(routes::between(db, db.place_named(one)?.id, db.place_named(other)?.id)?.id)
        }
        ("stronghold", Some(number)) => RowOf::Stronghold(StrongholdId(number)),
        ("stronghold", None) => RowOf::Stronghold(db.stronghold_named(name)?.id),
        ("formation", Some(number)) => RowOf::Formation(FormationId(number)),
        ("formation", None) => RowOf::Formation(troops::named(db, name)?.id),
        ("person", Some(number)) => RowOf::Person(PersonId(number)),
        ("person", None) => RowOf::Person(db.person_named(name)?.id),
        ("captive", Some(number)) => RowOf::Captive(CaptiveId(number)),
        ("captive", None) => {
            let person = db.person_named(name)?.id;
            RowOf::Captive(db.captivities_of(person)?.last().ok_or_else(|| nothing("captive"))?.id)
        }
        ("contact", Some(number)) => RowOf::Contact(ContactId(number)),
        ("contact", None) => {
            let army = db.army_named(name)?.id;
            let met = db.waiting_contacts()?.into_iter().find(|met| [met.attacker, met.defender].contains(&army));
            RowOf::Contact(met.ok_or_else(|| nothing("waiting contact of"))?.id)
        }
        ("battle", Some(number)) => RowOf::Battle(BattleId(number)),
        ("battle", None) => {
            let known = db.battles()?.into_iter().find(|battle| fold(&battle.name) == fold(name.trim()));
            RowOf::Battle(known.ok_or_else(|| nothing("battle"))?.id)
        }
        ("siege", Some(number)) => RowOf::Siege(SiegeId(number)),
        ("siege", None) => {
            let hold = db.stronghold_named(name)?.id;
            let siege = db.sieges()?.into_iter().find(|siege| siege.stronghold == hold);
            RowOf::Siege(siege.ok_or_else(|| nothing("siege of"))?.id)
        }
        _ => {
            return Err(Problem::bad_input(format!("There is no kind of thing “{kind}”."))
                .hint(format!("The kinds are {}.", KINDS.join(", "))));
        }
    })
}
