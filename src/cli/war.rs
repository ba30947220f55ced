//! Commands about contacts and battles.

use super::campaign::open;
use super::out::{Out, columns};
use crate::app::battle::{self, Proposal, counted};
use crate::app::muster::Asked;
use crate::app::{allies, contact, even, fielding, files, found, grounds, numbers, plan};
use crate::campaign::aftermath::Effect;
use crate::campaign::ids::FormationId;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::Joined;
use crate::rules::battle::{Fate, FateKind, Host, StormedPlace, why_fewer};
use crate::rules::figure::{BySide, Side};
use crate::rules::odds;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::Spread;
use crate::store::{Db, Store};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(super) struct Answer {
    /// The campaign.
    file: PathBuf,
    /// The army that answers.
    #[arg(long)]
    army: String,
    #[command(subcommand)]
    answer: Way,
}

#[derive(Debug, Subcommand)]
enum Way {
    /// Retire a day's march away.
    Retire,
    /// Go into a stronghold of the place.
    ShutIn {
        /// The stronghold; the only one there if left out.
        #[arg(long)]
        stronghold: Option<String>,
    },
}

impl Answer {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let army = store.army_named(&self.army)?;
        let met = store
            .waiting_contacts()?
            .into_iter()
            .find(|contact| [contact.attacker, contact.defender].contains(&army.id))
            .ok_or_else(|| {
                Problem::refused(
                    format!("{} faces nobody.", army.name),
                    "“banneret show FILE contacts” lists who does.",
                )
            })?;
        match self.answer {
            Way::Retire => contact::retire(&mut store, met.id, army.id)?,
            Way::ShutIn { stronghold } => {
                let there = store.strongholds()?;
                let found = there.iter().find(|known| {
                    known.place == met.place
                        && stronghold.as_ref().is_none_or(|name| known.name.eq_ignore_ascii_case(name.trim()))
                });
                let stronghold = found.ok_or_else(|| {
                    Problem::refused("There is no such stronghold there.", "Fight, or retire a march.")
                })?;
                contact::shut_in(&mut store, met.id, army.id, stronghold.id)?;
            }
        }
        said(&store, out)
    }
}

/// Says what the last action was.
fn said(store: &Store, out: &Out) -> Result<()> {
    let sentence = store.last_action()?.map_or(String::new(), |action| action.sentence);
    out.say(&json!({ "done": sentence }), &sentence)
}

/// Who fights beside the two armies, who comes later, and in what weather.
#[derive(Debug, Args)]
pub(super) struct Beside {
    /// Another army that fights on the side of its friends; may be given again.
    #[arg(long, value_name = "ARMY")]
    with: Vec<String>,
    /// Every army in the place that can join either side.
    #[arg(long)]
    with_all: bool,
    /// Who comes onto the field on a turn, such as "Host of Morwyn=6": an army that joins, or a battle or force of one that
    /// fights; may be given again.
    #[arg(long, value_name = "WHO=TURN")]
    later: Vec<String>,
    /// The weather: fair, rain, wind, fog, mud or snow; or "season", drawn by the chances of the season.
    #[arg(long)]
    weather: Option<String>,
}

impl Beside {
    /// A battle of two armies with them beside it.
    pub fn asked(&self, db: &Db, armies: (FormationId, FormationId), seed: u64) -> Result<Asked> {
        let mut asked = Asked::of(armies, seed);
        if self.with_all {
            let there = allies::may_join(db, armies.0, armies.1)?.into_iter().filter(|may| may.off.is_none());
            asked.joined = there.map(|may| Joined { formation: may.army.id, side: may.side, arrives: 0 }).collect();
        }
        for name in &self.with {
            asked.join(allies::joining(db, armies, &[], name, 0)?);
        }
        let others: Vec<FormationId> = asked.joined.iter().map(|one| one.formation).collect();
        for entry in &self.later {
            let (name, turn) = entry.rsplit_once('=').unwrap_or((entry, ""));
            let turn = turn.trim().parse().ok().filter(|turn| *turn > 0).ok_or_else(|| {
                Problem::bad_input(format!("“{entry}” says no turn."))
                    .hint("Write who comes, an equals sign and the turn: “Host of Morwyn=6”.")
            })?;
            asked.join(allies::joining(db, armies, &others, name, turn)?);
        }
        if let Some(weather) = &self.weather {
            asked.weather = numbers::weather_named(db, weather, seed)?;
        }
        Ok(asked)
    }
}

/// The rules that battles are settled by, as the help tells them.
fn rules_in_words() -> String {
    let words = |of: fn(Ruleset) -> bool| Ruleset::of_battles().filter(|rules| of(*rules)).map(Ruleset::word).collect();
    let men: Vec<&str> = words(|rules| rules.follows_men() && !rules.on_map());
    let maps: Vec<&str> = words(Ruleset::on_map);
    let casts: Vec<&str> = words(|rules| !rules.follows_men());
    let (last, others) = casts.split_last().unwrap_or((&"", &[]));
    format!(
        "The rules it is settled by: {}; {}, on the map of hexes of the stronghold that is stormed; or {} or {last}, into whose pieces, \
         figures or counters the armies are cast",
        men.join(", "),
        maps.join(", "),
        others.join(", "),
    )
}

#[derive(Debug, Args)]
struct Armies {
    /// The campaign.
    file: PathBuf,
    /// The attacking army.
    #[arg(long)]
    attacker: String,
    /// The defending army.
    #[arg(long)]
    defender: String,
    #[arg(long, default_value_t = Ruleset::default().to_string(), help = rules_in_words())]
    rules: String,
    #[command(flatten)]
    beside: Beside,
    /// The ground: one that “banneret grounds” lists, or the path of a ground's file; for an assault, a map that “banneret hexes”
    /// lists, or the path of a map's file; as planned if left out.
    #[arg(long)]
    ground: Option<String>,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The attacker's gear, such as "catapult, 2 ladders of 9 in, wagon with the standard"; as planned if left out.
    #[arg(long)]
    attacker_gear: Option<String>,
    /// The defender's gear, such as "24 stakes, 6 rocks"; as planned if left out.
    #[arg(long)]
    defender_gear: Option<String>,
    /// Who of the attacker takes the field, such as "40 Archers, all Bills, Hugh Tempest"; a share of each unit, drawn, if
    /// left out.
    #[arg(long, value_name = "MEN")]
    attacker_men: Option<String>,
    /// Who of the defender takes the field; a share of each unit, drawn, if left out.
    #[arg(long, value_name = "MEN")]
    defender_men: Option<String>,
}

/// Lists the grounds a battle can be fought on, a line each.
pub(super) fn grounds(out: &Out) -> Result<()> {
    let offered = grounds::known();
    let value: Vec<Value> = offered
        .iter()
        .map(|known| json!({ "name": known.ground.name, "what": known.ground.what, "own": known.own }))
        .collect();
    let text: Vec<String> =
        offered.iter().map(|known| format!("{}: {}", known.ground.name, known.ground.what)).collect();
    out.say(&value.into(), text.join("\n"))
}

impl Armies {
    /// The muster for what is told man by man.
    fn muster_of_men(&self, store: &Store) -> Result<crate::app::muster::Muster> {
        let rules = battle::rules_named(&self.rules)?;
        // Losses of bodies are read too.
        if rules.follows_men() || rules.tells_bodies() {
            return self.muster(store);
        }
        Err(Problem::refused(
            format!("The rules “{rules}” do not follow single men (CP-3.5)."),
            format!("Use “banneret battle --rules {rules}”, or the man-to-man rules."),
        ))
    }

    fn muster(&self, store: &Store) -> Result<crate::app::muster::Muster> {
        let attacker = store.army_named(&self.attacker)?;
        let defender = store.army_named(&self.defender)?;
        let rules = battle::rules_named(&self.rules)?;
        let seed = self.seed.unwrap_or_else(found::seed);
        let mut asked = self.beside.asked(store, (attacker.id, defender.id), seed)?;
        asked.rules = rules;
        for (side, men) in [(Side::Attacker, &self.attacker_men), (Side::Defender, &self.defender_men)] {
            let armies = asked.armies_of(store, side)?;
            asked.fielded[side] = men.as_deref().map(|men| fielding::read(store, &armies, men)).transpose()?;
        }
        let mut muster = plan::muster_asked(store, &asked)?;
        if let Some(seed) = self.seed.filter(|seed| muster.written.is_some() && *seed != muster.battle.seed) {
            return Err(Problem::refused(
                format!(
                    "{} is planned already, with the seed {} and not {seed}.",
                    muster.battle.name, muster.battle.seed
                ),
                "Leave the seed out; or drop the plan with --drop-plan, and fight it with a seed of your own.",
            ));
        }
        muster.battle.rules = rules;
        if let Some(ground) = &self.ground {
            muster.fight_on(ground)?;
        }
        let tables = numbers::man_to_man(store)?;
        for (side, gear) in [(Side::Attacker, &self.attacker_gear), (Side::Defender, &self.defender_gear)] {
            if let Some(gear) = gear {
                muster.bring(side, gear, &tables)?;
            }
        }
        Ok(muster)
    }
}

#[derive(Debug, Args)]
pub(super) struct Battle {
    #[command(flatten)]
    armies: Armies,
    /// Fight it and keep nothing.
    #[arg(long)]
    dry_run: bool,
    /// Cast what befalls each unit on those of it for whom there is no room on the field.
    #[arg(long)]
    cast: bool,
    /// Tell the battle blow by blow.
    #[arg(long)]
    log: bool,
    /// Drop the plan that a printed roster has left of it, also one that can be fought no more; nothing is fought.
    #[arg(long, conflicts_with_all = ["dry_run", "cast", "log"])]
    drop_plan: bool,
}

impl Battle {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.armies.file, out)?;
        if self.drop_plan {
            // Nothing is mustered for it: what a plan can be fought with no more is why it is dropped.
            let (attacker, defender) =
                (store.army_named(&self.armies.attacker)?, store.army_named(&self.armies.defender)?);
            let Some(planned) = plan::planned_between(&store, attacker.id, defender.id)? else {
                return Err(Problem::refused(
                    "No battle of these armies is planned.",
                    "“banneret roster” plans one and prints its rosters.",
                ));
            };
            plan::drop_plan(&mut store, planned.id)?;
            let said = store.last_action()?.map_or(String::new(), |action| action.sentence);
            return out.say(&json!({ "dropped": planned.name }), said);
        }
        let muster = self.armies.muster(&store)?;
        let fought = battle::fight(&muster, &numbers::of_battles(&store)?)?;
        let log = match self.log {
            true => Some(battle::log(muster.battle.rules, &fought.record.1)?.iter().map(|line| line.full()).collect()),
            false => None,
        };
        let proposal = battle::propose_settled(&store, muster, fought, self.cast)?;
        finish(&mut store, out, proposal, self.dry_run, log)
    }
}

#[derive(Debug, Args)]
pub(super) struct Report {
    #[command(flatten)]
    armies: Armies,
    /// The result: a CSV file with the columns number, fate, captor, wounded and deeds; by the rules of Castle Cracker one with
    /// the columns body, fallen, taken and fled, of figures.
    result: PathBuf,
    /// Cast what befalls each unit on those of it for whom there was no room on the field.
    #[arg(long)]
    cast: bool,
}

impl Report {
    pub fn run(self, out: &Out) -> Result<()> {
        let text = files::read(&self.result, files::RESULT)?;
        let mut store = open(&self.armies.file, out)?;
        let muster = self.armies.muster_of_men(&store)?;
        let tables = numbers::man_to_man(&store)?;
        let entered = battle::read_result_by_rules(&muster, &tables, &numbers::of_battles(&store)?, &text, true)?;
        let proposal = battle::propose_told(&store, muster, entered, self.cast)?;
        finish(&mut store, out, proposal, false, None)
    }
}

fn finish(store: &mut Store, out: &Out, proposal: Proposal, dry_run: bool, log: Option<Vec<String>>) -> Result<()> {
    let mut value = result(store, &proposal)?;
    let mut text = log.map_or(String::new(), |log| format!("{}\n\n", log.join("\n")));
    text.push_str(&told(&proposal));
    if dry_run {
        value["kept"] = json!(false);
        text.push_str("\nNothing of it was kept.");
    } else {
        let taken = battle::take_in(store, proposal)?;
        value["kept"] = json!(true);
        value["name"] = json!(taken.name);
        value["record"] = json!(taken.record);
    }
    out.say(&value, text)
}

fn result(db: &Db, proposal: &Proposal) -> Result<Value> {
    let hosts = &proposal.muster.plan.hosts;
    let fates = counted(&proposal.report);
    let side = |side: Side| {
        let mut men = serde_json::Map::new();
        // Men who left in good order are counted among the unhurt and the wounded.
        for fate in FateKind::ALL.iter().filter(|&&fate| fate != FateKind::Withdrawn) {
            men.insert(fate.to_string(), json!(fates[side].get(fate.word()).copied().unwrap_or(0)));
        }
        json!({
            "name": hosts[side].realm,
            "army": hosts[side].name,
            "role": side,
            "men": men,
            "points": proposal.report.half_points[side] as f64 / 2.0,
        })
    };
    let mut names = BTreeMap::new();
    for person in &proposal.muster.people {
        names.insert(*person, db.person(*person)?.name);
    }
    let name = |man| proposal.muster.person(man).and_then(|person| names.get(&person));
    let mut realms = BTreeMap::new();
    for side in [Side::Attacker, Side::Defender] {
        for army in &proposal.muster.armies[side] {
            realms.insert(*army, db.side(db.formation(*army)?.side)?.name);
        }
    }
    let realm_of = |man| proposal.muster.army(man).and_then(|army| realms.get(&army).cloned());
    let captives: Vec<Value> = proposal
        .report
        .men
        .iter()
        .filter_map(|told| match told.fate {
            Fate::Captive { by } => Some(json!({
                "name": name(told.man),
                "holder": by.and_then(realm_of).unwrap_or_else(|| hosts[told.side.other()].realm.clone()),
                "captor": by.and_then(name),
            })),
            _ => None,
        })
        .collect();
    let grades: Vec<Value> = proposal
        .lines
        .iter()
        .filter_map(|line| match &line.effect {
            Effect::Grade { from, to, .. } => {
                Some(json!({ "name": line.man.and_then(name), "from": from, "to": to, "clause": line.clause }))
            }
            _ => None,
        })
        .collect();
    Ok(json!({
        "winner": proposal.report.winner.map(|side| hosts[side].realm.clone()),
        "turns": proposal.report.turns,
        "seed": proposal.muster.battle.seed,
        "weather": proposal.muster.battle.weather,
        "sides": [side(Side::Attacker), side(Side::Defender)],
        "captives": captives,
        "grades": grades,
        "aftermath": proposal.lines,
        "told": proposal.told,
        "record": Value::Null,
    }))
}

fn told(proposal: &Proposal) -> String {
    let hosts = &proposal.muster.plan.hosts;
    let fates = counted(&proposal.report);
    let is_for_walls = proposal.muster.plan.storm.as_ref().is_some_and(StormedPlace::moves_lines);
    let holder = proposal.report.holds.filter(|_| is_for_walls);
    let mut text = match (proposal.report.winner, holder) {
        // Nobody wins a bombardment (CU-6.7).
        _ if proposal.muster.plan.is_bombardment() => {
            format!("{}: {} bombarded the walls", proposal.muster.battle.name, hosts[Side::Attacker].name)
        }
        // An assault is won by who has the walls in the end, whoever leads on points (SG-8).
        (_, Some(holder)) => {
            format!("{}: {}", proposal.muster.battle.name, battle::has_the_walls(&proposal.report, hosts, holder))
        }
        (Some(side), None) => {
            let why = why_fewer(Some(side), &proposal.report.half_points, proposal.muster.battle.rules);
            format!("{}: {} won{why}", proposal.muster.battle.name, hosts[side].name)
        }
        (None, None) => format!("{}: neither side won", proposal.muster.battle.name),
    };
    if let Some(turns) = proposal.report.turns {
        text.push_str(&format!(" after {turns} turns"));
    }
    text.push_str(&format!(" (seed {}).\n", proposal.muster.battle.seed));
    for side in [Side::Attacker, Side::Defender] {
        let men: Vec<String> = fates[side].iter().map(|(word, men)| format!("{men} {word}")).collect();
        let points = proposal.report.half_points[side];
        let points = match (points, points % 2) {
            (2, _) => "1 point".to_owned(),
            (whole, 0) => format!("{} points", whole / 2),
            (half, _) => format!("{}½ points", half / 2),
        };
        text.push_str(&format!("  {}: {}; {points}\n", hosts[side].name, men.join(", ")));
    }
    for line in &proposal.lines {
        text.push_str(&format!("  {} ({})\n", line.sentence, line.clause));
    }
    for told in &proposal.told {
        text.push_str(&format!("  {told}\n"));
    }
    text
}

#[derive(Debug, Args)]
pub(super) struct Forecast {
    #[command(flatten)]
    armies: Armies,
    /// How many battles.
    #[arg(long, default_value_t = 200)]
    runs: u64,
    /// Say what the weaker side needs to make the odds even: by points, and by as many forecasts more as that takes.
    #[arg(long)]
    even: bool,
}

impl Forecast {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.armies.file)?;
        let muster = self.armies.muster(&store)?;
        let (house, cancel) = (numbers::of_battles(&store)?, AtomicBool::new(false));
        let forecast = battle::forecast(&muster, &house, self.runs.max(1), &cancel, &|_| {})?;
        let hosts = &muster.plan.hosts;
        let (mut value, mut text) = (battle::spread(&forecast, hosts), spread(&forecast, hosts));
        let warnings = battle::warnings(&muster, &house)?;
        if !warnings.is_empty() {
            text = format!("{}\n{text}", warnings.join("\n"));
            value["warnings"] = json!(warnings);
        }
        if self.even {
            let tables = numbers::man_to_man(&store)?;
            let by_points = even::by_points(hosts, &tables);
            let by_forecast = even::by_forecast(&muster, &house, &tables, self.runs.max(1), &cancel, &|_| {})?;
            value["even"] = json!({ "by_points": by_points, "by_forecast": by_forecast });
            text = format!("{}\n{}\n{}", text.trim_end(), by_points.told(hosts), by_forecast.told(hosts));
        }
        out.say(&value, text)
    }
}

fn spread(forecast: &Spread, hosts: &BySide<Host>) -> String {
    let mean = |tallied: &odds::Tallied| tallied.mean(forecast.battles);
    let walls = forecast.sides.attacker.held + forecast.sides.defender.held > 0;
    let rows: Vec<Vec<String>> = [Side::Attacker, Side::Defender]
        .into_iter()
        .map(|side| {
            let of = &forecast.sides[side];
            let told = |tallied| {
                let (mean, error) = mean(tallied);
                format!("{mean:.1} ± {error:.1}")
            };
            let percent = |(share, error): (f64, f64)| format!("{:.0} % ± {:.0}", share * 100.0, error * 100.0);
            let won = percent(odds::share_and_error(of.won, forecast.battles));
            let held = percent(odds::share_and_error(of.held, forecast.battles));
            let mut row = vec![
                hosts[side].name.clone(),
                won,
                told(&of.dead),
                told(&of.wounded),
                told(&of.fled),
                told(&of.captive),
            ];
            if walls {
                row.push(held);
            }
            row
        })
        .collect();
    let mut heads = vec!["army", ">wins", ">dead", ">wounded", ">fled", ">captive"];
    if walls {
        // Who holds the walls has won; points are another thing (SG-8).
        heads[1] = ">leads on points";
        heads.push(">holds the walls");
    }
    let table = columns(&heads, &rows);
    let (turns, _) = mean(&forecast.turns);
    format!(
        "{} battles, {} drawn, {turns:.0} turns on the whole; nothing of it was kept.\n{table}",
        forecast.battles, forecast.drawn
    )
}
