//! Commands about a campaign as a whole: made, played, taken back, taken in, written out and checked.

use super::out::{Out, send_as_it_is, send_by};
use crate::app::check::{self, Repair};
use crate::app::found::Beginning;
use crate::app::{export, files, found, history, import, march, relations, turn};
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::Stance;
use crate::store::Store;
use crate::store::journal::ActionRow;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Opens a campaign to change it, keeping a backup first if the newest is old.
/// A backup that cannot be kept is told of and keeps nobody from playing.
pub(super) fn open(file: &Path, out: &Out) -> Result<Store> {
    let store = Store::open(file)?;
    if let Err(problem) = store.back_up_if_old() {
        out.warn(&problem);
    }
    Ok(store)
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The file to make.
    file: PathBuf,
    /// Begin from a sample; `banneret samples` lists them.
    #[arg(long)]
    sample: Option<String>,
    /// Continue a campaign that “banneret export --json” wrote out; every fault of it is told with its place.
    #[arg(long, value_name = "EXPORT.json", conflicts_with_all = ["sample", "name", "date", "turn_days", "seed"])]
    from: Option<PathBuf>,
    /// The campaign's name; the file's name if left out.
    #[arg(long, conflicts_with = "sample")]
    name: Option<String>,
    /// The first day, such as 1327-04-05.
    #[arg(long, conflicts_with = "sample")]
    date: Option<String>,
    /// Days in a turn, 1 to 30 (CP-1.4).
    #[arg(long, value_name = "DAYS", default_value_t = 7, conflicts_with = "sample")]
    turn_days: u32,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long, conflicts_with = "sample")]
    seed: Option<u64>,
}

impl New {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = match (&self.sample, &self.from) {
            (Some(sample), _) => found::from_sample(&self.file, sample)?,
            (None, Some(export)) => crate::app::export::read_in(&self.file, export)?,
            (None, None) => {
                let stem =
                    || self.file.file_stem().map_or("Campaign".into(), |stem| stem.to_string_lossy().into_owned());
                let name = self.name.unwrap_or_else(stem);
                let day = self.date.as_deref().map(day).transpose()?;
                let beginning = Beginning { name, first_day: day, turn_days: self.turn_days, seed: self.seed };
                found::empty(&self.file, &beginning)?
            }
        };
        let about = store.about()?;
        let verb = if self.from.is_some() { "goes on" } else { "begins" };
        let value = json!({ "file": self.file.display().to_string(), "name": about.name, "date": about.day.to_string(), "turn": about.turn });
        out.say(&value, format!("{} {verb} on {}.", about.name, about.day.spoken()))
    }
}

pub(super) fn day(text: &str) -> Result<Day> {
    text.parse::<Day>().map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1327-04-05."))
}

/// Writes into the chronicle what the referee has to tell.
#[derive(Debug, Args)]
pub(super) struct Write {
    /// The campaign.
    file: PathBuf,
    /// What is to be told.
    text: String,
    /// A letter, and no entry.
    #[arg(long)]
    letter: bool,
    /// The day it stands under; today if left out.
    #[arg(long)]
    day: Option<String>,
}

impl Write {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let day = self.day.as_deref().map(day).transpose()?;
        let kind = if self.letter { LineKind::Letter } else { LineKind::Entry };
        history::write(&mut store, kind, day, &self.text)?;
        let sentence = store.last_action()?.map(|action| action.sentence).unwrap_or_default();
        out.say(&json!({ "sentence": sentence }), sentence)
    }
}

pub(super) fn samples(out: &Out) -> Result<()> {
    let samples = found::samples();
    let value = samples
        .iter()
        .map(|sample| json!({ "name": sample.name, "title": sample.title, "blurb": sample.blurb }))
        .collect::<Vec<_>>();
    let text: Vec<String> =
        samples.iter().map(|sample| format!("{}: {}\n{}", sample.name, sample.title, sample.blurb)).collect();
    out.say(&value.into(), text.join("\n\n"))
}

#[derive(Debug, Args)]
pub(super) struct Turn {
    /// The campaign.
    file: PathBuf,
    /// How many turns.
    #[arg(long, default_value_t = 1)]
    count: u32,
}

impl Turn {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let mut turns = Vec::new();
        let mut stopped = Ok(());
        for at in 0..self.count {
            let turn = match turn::play(&mut store) {
                Ok(turn) => turn,
                Err(problem) => {
                    stopped = Err(problem.after(at, "turn"));
                    break;
                }
            };
            let value = json!({
                "turn": turn.turn,
                "date": turn.to.to_string(),
                "contacts": turn.contacts,
                "lines": turn.lines,
            });
            if out.json {
                turns.push(value);
                continue;
            }
            let waits = match turn.contacts {
                0 => String::new(),
                1 => "; a contact waits".to_owned(),
                many => format!("; {many} contacts wait"),
            };
            let events = match turn.lines.len() {
                1 => "1 event".to_owned(),
                many => format!("{many} events"),
            };
            let mut text = format!("Turn {}: {}, {events}{waits}.", turn.turn, turn.to.long());
            if self.count == 1 {
                text.extend(turn.lines.iter().map(|line| format!("\n{}  {}", line.day.long(), line.text)));
            }
            out.say(&value, text)?;
        }
        if out.json {
            out.say(&turns.into(), "")?;
        }
        stopped
    }
}

#[derive(Debug, Args)]
pub(super) struct Steps {
    /// The campaign.
    file: PathBuf,
    /// How many actions.
    #[arg(long, default_value_t = 1)]
    count: u32,
}

#[derive(Debug, Args)]
pub(super) struct Undo {
    #[command(flatten)]
    steps: Steps,
    /// Go back to an action by its number: take back all that was done after it.
    #[arg(long, value_name = "ACTION", conflicts_with = "count")]
    to: Option<i64>,
}

impl Undo {
    pub fn run(self, out: &Out) -> Result<()> {
        let Some(action) = self.to else {
            return self.steps.each(out, history::undo, "Undone", "There is nothing to undo.");
        };
        let (mut store, mut undone) = (open(&self.steps.file, out)?, Vec::new());
        let stopped = history::undo_to(&mut store, ActionId(action), &mut undone);
        let nothing = format!("Nothing was done after action {action}.");
        tell_steps(&undone, stopped, "Undone", &nothing, out)
    }
}

impl Steps {
    pub fn redo(self, out: &Out) -> Result<()> {
        self.each(out, history::redo, "Redone", "There is nothing to redo.")
    }

    /// Takes the steps one by one, so that those kept before one that fails are told of.
    fn each(
        &self,
        out: &Out,
        step: impl Fn(&mut Store, u32) -> Result<Vec<ActionRow>>,
        verb: &str,
        nothing: &str,
    ) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let mut actions: Vec<ActionRow> = Vec::new();
        let mut stopped = Ok(());
        while (actions.len() as u64) < u64::from(self.count) {
            match step(&mut store, 1) {
                Ok(done) if done.is_empty() => break,
                Ok(done) => actions.extend(done),
                Err(problem) => {
                    stopped = Err(problem.after(actions.len() as u32, "action"));
                    break;
                }
            }
        }
        tell_steps(&actions, stopped, verb, nothing, out)
    }
}

/// Tells what was undone or redone, and then what stopped it.
fn tell_steps(actions: &[ActionRow], stopped: Result<()>, verb: &str, nothing: &str, out: &Out) -> Result<()> {
    if actions.is_empty() {
        stopped?;
        return Err(Problem::refused(nothing, "“banneret show FILE chronicle” lists what was done and undone."));
    }
    let text: Vec<String> = actions.iter().map(|action| format!("{verb}: {}", action.sentence)).collect();
    out.say(&json!(actions), text.join("\n"))?;
    stopped
}

#[derive(Debug, Args)]
pub(super) struct March {
    /// The campaign.
    file: PathBuf,
    /// The army.
    #[arg(long)]
    army: String,
    /// Where to.
    #[arg(long)]
    to: String,
}

impl March {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let army = store.army_named(&self.army)?;
        let place = store.place_named(&self.to)?;
        let outlook = march::order(&mut store, army.id, place.id)?;
        // The last of the way is where it goes.
        let by = match outlook.names.split_last() {
            Some((_, between)) if !between.is_empty() => format!(" by {}", between.join(", ")),
            _ => String::new(),
        };
        let (army, place, miles) = (&army.name, &place.name, outlook.miles);
        let days = if outlook.days == 1 { "1 day".to_owned() } else { format!("{} days", outlook.days) };
        let text = format!("{army} marches for {place}{by}: {miles} miles, about {days}.");
        out.say(&json!(outlook), text)
    }
}

#[derive(Debug, Args)]
pub(super) struct Relation {
    /// The campaign.
    file: PathBuf,
    /// The two sides.
    #[arg(long = "side", num_args = 1, required = true)]
    sides: Vec<String>,
    /// peace, war, truce or allied.
    state: String,
    /// The last day of a truce.
    #[arg(long)]
    until: Option<String>,
}

impl Relation {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let [one, other] = self.sides.as_slice() else {
            return Err(Problem::bad_input("Two sides are needed.").hint("Give --side twice."));
        };
        let stance: Stance = self.state.parse()?;
        let until = self.until.as_deref().map(day).transpose()?;
        let (one, other) = (store.side_named(one)?, store.side_named(other)?);
        relations::set(&mut store, one.id, other.id, stance, until)?;
        let value =
            json!({ "sides": [one.name, other.name], "state": stance, "until": until.map(|day| day.to_string()) });
        out.say(&value, format!("{} and {}: {stance}.", one.name, other.name))
    }
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// The campaign.
    file: PathBuf,
    /// The roster, a CSV file.
    roster: PathBuf,
    /// The side it is for; made if it is new.
    #[arg(long)]
    side: String,
    /// Raise an army a second time under another name.
    #[arg(long)]
    force: bool,
}

impl Import {
    pub fn run(self, out: &Out) -> Result<()> {
        let roster = files::read(&self.roster, files::ROSTER)?;
        let mut store = open(&self.file, out)?;
        let taken = import::import(&mut store, &roster, &self.side, self.force)?;
        let mut text = format!("{} men taken in: {}.", taken.men, taken.armies.join(", "));
        for warning in &taken.warnings {
            text.push_str("\nNote: ");
            text.push_str(warning);
        }
        out.say(&json!(taken), text)
    }
}

#[derive(Debug, Args)]
pub(super) struct Export {
    /// The campaign.
    file: PathBuf,
    /// The people as a roster.
    #[arg(long)]
    csv: bool,
    /// Write to this new file instead of standard output: whole, or not at all.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl Export {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        // A roster is no JSON value, so it goes out as it is.
        let roster = if self.csv { Some(export::roster(&store)?) } else { None };
        let Some(file) = self.output else {
            return match roster {
                Some(roster) => send_as_it_is(&roster),
                None => send_by(|out| export::write(&store, out)),
            };
        };
        files::write_new_by(&file, &mut |out| match &roster {
            Some(roster) => out.write_all(roster.as_bytes()),
            None => export::write(&store, out),
        })?;
        let bytes = std::fs::metadata(&file).map_or(0, |about| about.len());
        let value = json!({ "file": file.display().to_string(), "bytes": bytes });
        out.say(&value, format!("Written to {}.", file.display()))
    }
}

fn counted(count: u64, what: &str) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((noun, rest))) => format!("{count} {noun}s {rest}"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// As many rows of a repair as its text lists; as JSON it lists all.
const TOLD: usize = 100;

/// Says what a repair saved, and what it did not.
fn repaired(out: &Out, repair: &Repair, to: &Path) -> Result<()> {
    let mut lines = vec![format!("{} rows saved to {}.", repair.rows, to.display())];
    lines.extend(check::repair_in_words(repair, TOLD));
    out.say(&json!(repair), lines.join("\n"))?;
    check::copy_is_sound(repair)
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The campaign.
    file: PathBuf,
    /// Save what can be read of a damaged campaign as a new file.
    #[arg(long, value_name = "OUT")]
    repair_copy: Option<PathBuf>,
}

impl Check {
    pub fn run(self, out: &Out) -> Result<()> {
        if let Some(to) = &self.repair_copy {
            return repaired(out, &check::repair_copy(&self.file, to)?, to);
        }
        let check::CheckReport { findings, looked } = check::look(&self.file)?;
        let text = match findings.is_empty() {
            true => format!(
                "All is sound. Looked at: {} rows, {} changes of {} actions, {}, {}.",
                looked.rows,
                looked.changes,
                looked.actions,
                counted(looked.records, "record"),
                counted(looked.games, "game under way"),
            ),
            false => findings
                .iter()
                .map(|finding| format!("Broken: {}: {}.", finding.rule, finding.breach.trim_end_matches('.')))
                .collect::<Vec<_>>()
                .join("\n"),
        };
        out.say(&json!({ "sound": findings.is_empty(), "looked": looked, "findings": findings }), text)?;
        match findings.is_empty() {
            true => Ok(()),
            false => Err(Problem::new(ProblemKind::Corrupt, "The campaign is not sound.")
                .hint("Open the newest backup beside it, or save what can be read with --repair-copy OUT.")),
        }
    }
}
