//! `banneret show`: a campaign, or a part of it.

use super::out::{Out, columns};
use crate::app::history::HistoryEntry;
use crate::app::organise::{ArmyLine, RosterLine, TreeLine};
use crate::app::reckoning::{CampaignReckoned, Figured};
use crate::app::{allies, desk, hexes, history, organise, siege};
use crate::campaign::money::Pence;
use crate::campaign::places::Stronghold;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::ContactKind;
use crate::store::Store;
use crate::store::people::PersonLine;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Show {
    /// The campaign.
    file: PathBuf,
    /// A part of it.
    part: Option<Part>,
    /// One army, person, captive, side, battle or place of that part; of the house numbers, a key or the beginning of a
    /// clause; for the chronicle, what to search for.
    name: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    Armies,
    People,
    Captives,
    Sieges,
    Treasury,
    Chronicle,
    Battles,
    Contacts,
    Places,
    House,
    /// Men, money, captives and strongholds of each side over time.
    Reckoning,
}

/// Marks as a number: whole where they are, else with the part of a mark.
fn marks(pence: Option<Pence>) -> Value {
    match pence {
        None => Value::Null,
        Some(pence) if pence.0 % 160 == 0 => json!(pence.0 / 160),
        Some(pence) => json!(pence.0 as f64 / 160.0),
    }
}

fn written(pence: Option<Pence>) -> String {
    pence.map_or("–".to_owned(), Pence::marks)
}

/// Whether a name is the one asked for, or none is; a knight's is found as it is printed, too.
fn wanted(asked: Option<&str>, name: &str) -> bool {
    use crate::store::journal::fold;
    let is = |asked: &str| fold(asked) == fold(name);
    asked.map(str::trim).is_none_or(|asked| is(asked) || asked.strip_prefix("Sir ").is_some_and(is))
}

impl Show {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let name = self.name.as_deref();
        let desk = desk::desk(&store)?;
        let sides: Vec<Value> = desk
            .sides
            .iter()
            .map(|line| {
                let men: Map<String, Value> =
                    line.men.iter().map(|(state, men)| (state.to_string(), json!(men))).collect();
                json!({
                    "name": line.side.name,
                    "treasury_pence": line.side.treasury,
                    "men": men,
                    "lord": line.lord,
                    "tincture": line.side.tincture,
                    "armies": line.armies,
                    "holds": line.holds,
                })
            })
            .collect();
        let mut value = json!({
            "name": desk.about.name,
            "date": desk.about.day.to_string(),
            "turn": desk.about.turn,
            "sides": sides,
        });
        let head = format!("{}: {}, turn {}", desk.about.name, desk.about.day.spoken(), desk.about.turn);
        let (key, list, text) = match self.part {
            None => ("decisions", json!(desk.decisions).into(), self.overview(&desk)),
            Some(Part::Armies) => armies(&store, name)?,
            Some(Part::People) => people(&store, name)?,
            Some(Part::Captives) => captives(&store, name)?,
            Some(Part::Treasury) => treasury(&store, name)?,
            Some(Part::Chronicle) => chronicle(&store, name)?,
            Some(Part::Battles) => battles(&store, name)?,
            Some(Part::Sieges) => {
                // How many that are over are older than those listed.
                value["older"] = siege::older(&store)?.into();
                valued(super::siege::list(&store, |siege| wanted(name, siege))?)
            }
            Some(Part::Contacts) => contacts(&store)?,
            Some(Part::Places) => places(&store, name)?,
            Some(Part::Reckoning) => reckoning(&store, name)?,
            Some(Part::House) => valued(super::house::list(&store, name)?),
        };
        out.say_all(&Answer { about: &value, key, list: &list }, || format!("{head}\n\n{text}"))
    }

    fn overview(&self, desk: &desk::Desk) -> String {
        let rows: Vec<Vec<String>> = desk
            .sides
            .iter()
            .map(|line| {
                let men = |states: &[&str]| {
                    line.men
                        .iter()
                        .filter(|(state, _)| states.contains(&state.word()))
                        .map(|(_, men)| men)
                        .sum::<u32>()
                        .to_string()
                };
                vec![
                    line.side.name.clone(),
                    line.side.treasury.to_string(),
                    men(&["fit"]),
                    men(&["wounded"]),
                    men(&["captive", "labourer"]),
                    men(&["dead"]),
                ]
            })
            .collect();
        let mut text = columns(&["side", ">treasury", ">fit", ">wounded", ">held", ">dead"], &rows);
        text.push_str("\n\n");
        match desk.decisions.is_empty() {
            true => text.push_str("Nothing waits for a decision. Play a turn with “banneret turn FILE”."),
            false => {
                text.push_str("To decide:\n");
                for decision in &desk.decisions {
                    text.push_str(&format!("  {} {}\n", decision.sentence, decision.remedy));
                }
            }
        }
        text
    }
}

type ShowAnswer = Result<(&'static str, Listed, String)>;

/// What a part of a campaign holds. Long lists are not made JSON before they are written.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Listed {
    Value(Value),
    People(Vec<PersonLine>),
    Chronicle(Vec<HistoryEntry>),
    Armies(Vec<ArmyShown>),
}

/// An army, and of one that was asked for all that is in it.
#[derive(Serialize)]
pub(super) struct ArmyShown {
    #[serde(flatten)]
    line: ArmyLine,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<TreeLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roster: Option<Vec<RosterLine>>,
}

fn valued<K>((key, list, text): (K, Value, String)) -> (K, Listed, String) {
    (key, list.into(), text)
}

impl From<Value> for Listed {
    fn from(value: Value) -> Listed {
        Listed::Value(value)
    }
}

impl From<Vec<Value>> for Listed {
    fn from(list: Vec<Value>) -> Listed {
        Listed::Value(list.into())
    }
}

/// What is said of a campaign as JSON: what it is, and one of its parts.
struct Answer<'a> {
    about: &'a Value,
    key: &'static str,
    list: &'a Listed,
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut all = to.serialize_map(None)?;
        for (key, value) in self.about.as_object().into_iter().flatten() {
            all.serialize_entry(key, value)?;
        }
        all.serialize_entry(self.key, self.list)?;
        all.end()
    }
}

fn none_of<T>(what: &str, list: &[T], name: Option<&str>) -> Result<()> {
    match (list.is_empty(), name) {
        (true, Some(name)) => {
            Err(Problem::new(crate::campaign::problem::ProblemKind::NotFound, format!("There is no {what} “{name}”."))
                .hint("Leave the name out to list them all."))
        }
        _ => Ok(()),
    }
}

fn reckoning(store: &Store, name: Option<&str>) -> ShowAnswer {
    let reckoned = CampaignReckoned::of(store)?;
    let (mut list, mut rows) = (Vec::new(), Vec::new());
    for day in &reckoned.days {
        for side in reckoned.sides.iter().filter(|side| wanted(name, &side.name)) {
            let had = reckoned.had(day, side.id);
            let figures = Figured::ALL.iter().map(|figured| figured.told(figured.of(&had)));
            rows.push([day.day.to_string(), side.name.clone()].into_iter().chain(figures).collect());
            list.push(json!({ "day": day.day.to_string(), "side": side.name, "had": had }));
        }
    }
    none_of("side", &list, name)?;
    let text = columns(&["day", "side", ">men", ">money", ">captives", ">strongholds"], &rows);
    Ok(("reckoning", list.into(), text))
}

fn armies(store: &Store, name: Option<&str>) -> ShowAnswer {
    let (mut list, mut rows) = (Vec::new(), Vec::new());
    for line in organise::armies(store)?.into_iter().filter(|line| wanted(name, &line.name)) {
        rows.push(vec![
            line.name.clone(),
            line.side.clone(),
            line.place.to_string(),
            line.men.to_string(),
            line.commander.clone(),
            line.marching_to.clone(),
        ]);
        let tree = name.is_some().then(|| organise::tree(store, line.id)).transpose()?;
        let roster = name.is_some().then(|| organise::roster(store, line.id)).transpose()?;
        list.push(ArmyShown { line, tree, roster });
    }
    none_of("army", &list, name)?;
    let mut text = columns(&["army", "side", "place", ">men", "commander", "marching to"], &rows);
    if let Some(roster) = list.first().and_then(|army| army.roster.as_ref()) {
        text.push_str("\n\n");
        text.push_str(&roster_text(roster));
    }
    Ok(("armies", Listed::Armies(list), text))
}

fn roster_text(roster: &[RosterLine]) -> String {
    let rows: Vec<Vec<String>> = roster
        .iter()
        .map(|line| {
            let (man, profile) = (&line.person, &line.person.profile);
            let weapons: Vec<String> = profile.weapons.iter().map(ToString::to_string).collect();
            vec![
                line.unit.clone(),
                man.name.clone(),
                profile.class.to_string(),
                profile.rank.to_string(),
                profile.grade.to_string(),
                profile.protection.to_string(),
                weapons.join(", "),
                profile.horse.to_string(),
                man.state.to_string(),
            ]
        })
        .collect();
    columns(&["unit", "name", "class", "rank", "grade", ">prot", "arms", "horse", "state"], &rows)
}

fn people(store: &Store, name: Option<&str>) -> ShowAnswer {
    let people: Vec<_> = store.people()?.into_iter().filter(|line| wanted(name, &line.name)).collect();
    let rows: Vec<Vec<String>> = people
        .iter()
        .map(|line| {
            vec![
                line.name.clone(),
                line.side.clone(),
                line.profile.class.to_string(),
                line.profile.rank.to_string(),
                line.profile.grade.to_string(),
                line.profile.protection.to_string(),
                line.state.to_string(),
                line.army.clone(),
            ]
        })
        .collect();
    none_of("person", &people, name)?;
    let text = columns(&["name", "side", "class", "rank", "grade", ">prot", "state", "army"], &rows);
    Ok(("people", Listed::People(people), text))
}

fn captives(store: &Store, name: Option<&str>) -> ShowAnswer {
    let held: Vec<_> = store.captives(false)?.into_iter().filter(|line| wanted(name, &line.name)).collect();
    let rows: Vec<Vec<String>> = held
        .iter()
        .map(|line| {
            vec![
                line.styled(),
                line.side_name.clone(),
                line.holder_side.clone(),
                line.captive.standing.class.to_string(),
                line.captive.standing.rank.to_string(),
                line.captive.standing.grade.to_string(),
                written(line.captive.asked),
                written(line.captive.offered),
                line.battle.clone(),
            ]
        })
        .collect();
    let list: Vec<Value> = held
        .iter()
        .map(|line| {
            json!({
                "name": line.name,
                "side": line.side_name,
                "holder": line.holder_side,
                "captor": line.holder,
                "class": line.captive.standing.class,
                "rank": line.captive.standing.rank,
                "grade": line.captive.standing.grade,
                "asked_marks": marks(line.captive.asked),
                "offered_marks": marks(line.captive.offered),
                "agreed_marks": marks(line.captive.agreed),
                "battle": line.battle,
                "taken": line.captive.taken.to_string(),
                "labours": line.labours,
                "hostage": line.captive.hostage,
            })
        })
        .collect();
    none_of("captive", &list, name)?;
    let heads = ["captive", "side", "held by", "class", "rank", "grade", ">asked", ">offered", "battle"];
    let text = if rows.is_empty() { "Nobody is held.".to_owned() } else { columns(&heads, &rows) };
    Ok(("captives", list.into(), text))
}

fn treasury(store: &Store, name: Option<&str>) -> ShowAnswer {
    let accounts: Vec<_> = store.accounts()?.into_iter().filter(|account| wanted(name, &account.name)).collect();
    let mut list = Vec::new();
    let mut text = Vec::new();
    for account in &accounts {
        let entries = store.entries(Some(account.id), if name.is_some() { ENTRIES } else { 20 })?;
        text.push(format!("{}: {}", account.name, account.pence));
        let rows: Vec<Vec<String>> = entries
            .iter()
            .map(|entry| {
                let (other, sum) = match entry.income {
                    true => (&entry.from, entry.pence),
                    false => (&entry.to, -entry.pence),
                };
                vec![entry.day.to_string(), sum.to_string(), other.clone(), entry.what.clone()]
            })
            .collect();
        if !rows.is_empty() {
            text.push(columns(&["  day", ">sum", "other side", "for"], &rows));
        }
        if rows.len() == ENTRIES as usize {
            text.push(format!("Older entries are left out: the last {ENTRIES} are told."));
        }
        list.push(json!({ "name": account.name, "treasury_pence": account.pence, "entries": entries }));
    }
    none_of("treasury", &list, name)?;
    Ok(("treasury", list.into(), text.join("\n")))
}

/// As many entries as anybody reads through, of a treasury, and of actions and of lines each.
const ENTRIES: u32 = 20_000;

fn chronicle(store: &Store, search: Option<&str>) -> ShowAnswer {
    let entries = history::chronicle(store, search.unwrap_or(""), None, None, ENTRIES)?;
    let more = entries.len() >= ENTRIES as usize;
    let mut text: Vec<String> = entries
        .iter()
        .map(|entry| {
            let undone = if entry.holds { "" } else { " (undone)" };
            let number = entry.action.map_or(String::new(), |action| format!("#{} ", action.0));
            format!("{}  {number}{}{undone}", entry.day.short(), entry.text)
        })
        .collect();
    if more {
        text.push(
            "There may be older entries: name what to search for, or write all with “banneret export”.".to_owned(),
        );
    }
    Ok(("chronicle", Listed::Chronicle(entries), text.join("\n")))
}

fn battles(store: &Store, name: Option<&str>) -> ShowAnswer {
    let mut list = Vec::new();
    let mut rows = Vec::new();
    for battle in store.battles()?.into_iter().filter(|battle| wanted(name, &battle.name)) {
        let (attacker, defender) = (store.formation(battle.attacker)?.name, store.formation(battle.defender)?.name);
        let mut beside = Vec::new();
        for one in &battle.joined {
            let name = store.formation(one.formation)?.name;
            beside.push(json!({ "name": name, "side": one.side, "turn": one.arrives }));
        }
        let winner = battle.winner.map_or("neither".to_owned(), |side| side.to_string());
        let settled = battle.settled.word();
        rows.push(vec![
            battle.id.0.to_string(),
            battle.name.clone(),
            battle.day.to_string(),
            attacker.clone(),
            defender.clone(),
            if settled.is_empty() { "planned".to_owned() } else { winner.clone() },
        ]);
        let mut value = json!({
            "number": battle.id,
            "name": battle.name,
            "date": battle.day.to_string(),
            "attacker": attacker,
            "defender": defender,
            "beside": beside,
            "weather": battle.weather,
            "settled": if settled.is_empty() { "planned" } else { settled },
            "winner": winner,
            "turns": battle.turns,
            "record": battle.record,
        });
        if name.is_some() {
            value["men"] = json!(store.battle_men(battle.id)?);
        }
        list.push(value);
    }
    none_of("battle", &list, name)?;
    let heads = [">no", "battle", "date", "attacker", "defender", "won by"];
    let text = if rows.is_empty() { "No battle has been fought.".to_owned() } else { columns(&heads, &rows) };
    Ok(("battles", list.into(), text))
}

fn contacts(store: &Store) -> ShowAnswer {
    /// Of as many contacts it is told who may join: it is looked for each anew.
    const TOLD_OF: usize = 50;
    let mut list = Vec::new();
    let mut text = Vec::new();
    let waiting = store.waiting_contacts()?;
    let told_of = waiting.len() <= TOLD_OF;
    for contact in waiting {
        let (attacker, defender) = (store.formation(contact.attacker)?.name, store.formation(contact.defender)?.name);
        let place = store.place(contact.place)?.name;
        let what = match (contact.kind, contact.siege) {
            (ContactKind::Field, None) => String::new(),
            _ => format!(" ({})", contact.kind_named()),
        };
        text.push(format!("{attacker} and {defender} at {place} since {}{what}", contact.day.short()));
        let may = match told_of {
            true => allies::may_join(store, contact.attacker, contact.defender).unwrap_or_default(),
            false => Vec::new(),
        };
        for one in &may {
            let off = one.off.as_ref().map_or_else(String::new, |off| format!(", later: {off}"));
            text.push(format!("    {} may join the {} ({} fit{off})", one.army.name, one.side, one.fit));
        }
        let may: Vec<Value> = may
            .iter()
            .map(|one| json!({ "army": one.army.name, "side": one.side, "fit": one.fit, "later": one.off }))
            .collect();
        list.push(json!({
            "may_join": may,
            "kind": contact.kind_named(),
            "attacker": attacker,
            "defender": defender,
            "place": place,
            "date": contact.day.to_string(),
        }));
    }
    if !told_of {
        text.push(format!("Who may join them is told where at most {TOLD_OF} wait."));
    }
    let text = if text.is_empty() { "No armies face each other.".to_owned() } else { text.join("\n") };
    Ok(("contacts", list.into(), text))
}

fn places(store: &Store, name: Option<&str>) -> ShowAnswer {
    let sides = store.sides()?;
    let strongholds = store.strongholds()?;
    let named = |stronghold: &Stronghold| Ok((stronghold.id, store.map_of_stronghold(stronghold.id)?));
    let maps: BTreeMap<_, Option<String>> = strongholds.iter().map(named).collect::<Result<_>>()?;
    let side_name = |id| sides.iter().find(|side| Some(side.id) == id).map_or(String::new(), |side| side.name.clone());
    let places: Vec<_> = store.places()?.into_iter().filter(|place| wanted(name, &place.name)).collect();
    let rows: Vec<Vec<String>> = places
        .iter()
        .map(|place| {
            let there = strongholds.iter().filter(|stronghold| stronghold.place == place.id);
            let holds: Vec<String> = there
                .map(|stronghold| match &maps[&stronghold.id] {
                    Some(map) => format!("{} (assaulted on {map})", stronghold.name),
                    None => stronghold.name.clone(),
                })
                .collect();
            vec![
                place.name.clone(),
                place.kind.to_string(),
                side_name(place.side),
                place.people.to_string(),
                holds.join(", "),
            ]
        })
        .collect();
    let list: Vec<Value> = places
        .iter()
        .map(|place| {
            let mut value = json!(place);
            value["side"] = json!(side_name(place.side));
            let there = strongholds.iter().filter(|stronghold| stronghold.place == place.id);
            value["strongholds"] = there
                .map(|stronghold| {
                    let map = maps[&stronghold.id].as_deref().unwrap_or(hexes::of_kind(stronghold.kind));
                    json!({ "name": stronghold.name, "kind": stronghold.kind, "map": map })
                })
                .collect();
            value
        })
        .collect();
    none_of("place", &list, name)?;
    Ok(("places", list.into(), columns(&["place", "kind", "side", ">people", "stronghold"], &rows)))
}
