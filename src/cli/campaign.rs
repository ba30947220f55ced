//! Commands about a campaign as a whole: made, played, taken back, taken in, written out and checked.

use super::out::Out;
use crate::app::{found, history, import, march, relations, turn};
use crate::campaign::calendar::Day;
use crate::campaign::problem::{Kind, Problem, Result};
use crate::campaign::realm::Stance;
use crate::store::Store;
use crate::store::journal::Action;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Opens a campaign to change it, keeping a backup first if the newest is old.
pub(super) fn open(file: &Path) -> Result<Store> {
    let store = Store::open(file)?;
    store.back_up_if_old()?;
    Ok(store)
}

/// Reads a file a command was given.
pub(super) fn read(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| {
        Problem::new(Kind::NotFound, format!("“{}” could not be read: {error}.", file.display()))
            .hint("Check the name of the file.")
    })
}

/// Writes a document a command made; one that is there already is not replaced.
#[cfg(feature = "print")]
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Problem::new(Kind::Refused, format!("There is already a file “{}”.", file.display()))
                .hint("Choose another name; an existing file is never overwritten.")
        }
        std::io::ErrorKind::StorageFull => {
            Problem::new(Kind::FullDisk, format!("The disk is full: “{}” was not written.", file.display()))
                .hint("Free some space and do it again.")
        }
        _ => Problem::new(Kind::System, format!("“{}” could not be written: {error}.", file.display()))
            .hint("Check that the folder is there and you may write in it."),
    };
    let mut to = std::fs::File::create_new(file).map_err(failed)?;
    std::io::Write::write_all(&mut to, bytes).and_then(|()| to.sync_all()).map_err(|error| {
        let _ = std::fs::remove_file(file);
        failed(error)
    })
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The file to make.
    file: PathBuf,
    /// Begin from a sample; `banneret samples` lists them.
    #[arg(long)]
    sample: Option<String>,
    /// The campaign's name; the file's name if left out.
    #[arg(long, conflicts_with = "sample")]
    name: Option<String>,
    /// The first day, such as 1327-04-05.
    #[arg(long, conflicts_with = "sample")]
    date: Option<String>,
}

impl New {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = match &self.sample {
            Some(sample) => found::from_sample(&self.file, sample)?,
            None => {
                let stem =
                    || self.file.file_stem().map_or("Campaign".into(), |stem| stem.to_string_lossy().into_owned());
                let name = self.name.unwrap_or_else(stem);
                let day = self.date.as_deref().map(day).transpose()?;
                found::empty(&self.file, &name, day)?
            }
        };
        let about = store.about()?;
        let value = json!({ "file": self.file, "name": about.name, "date": about.day.to_string(), "turn": about.turn });
        out.say(&value, format!("{} begins on {}.", about.name, about.day.spoken()));
        Ok(())
    }
}

pub(super) fn day(text: &str) -> Result<Day> {
    text.parse::<Day>().map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1327-04-05."))
}

pub(super) fn samples(out: &Out) -> Result<()> {
    let samples = found::samples();
    let value = samples
        .iter()
        .map(|sample| json!({ "name": sample.name, "title": sample.title, "blurb": sample.blurb }))
        .collect::<Vec<_>>();
    let text: Vec<String> =
        samples.iter().map(|sample| format!("{}: {}\n{}", sample.name, sample.title, sample.blurb)).collect();
    out.say(&value.into(), text.join("\n\n"));
    Ok(())
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
        let mut store = open(&self.file)?;
        let mut turns = Vec::new();
        for _ in 0..self.count {
            let turn = turn::play(&mut store)?;
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
            out.say(&value, format!("Turn {}: {}, {} events{waits}.", turn.turn, turn.to.long(), turn.lines.len()));
        }
        if out.json {
            out.say(&turns.into(), "");
        }
        Ok(())
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

impl Steps {
    pub fn undo(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file)?;
        let undone = history::undo(&mut store, self.count)?;
        said(out, "Undone", &undone, "There is nothing to undo.")
    }

    pub fn redo(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file)?;
        let redone = history::redo(&mut store, self.count)?;
        said(out, "Redone", &redone, "There is nothing to redo.")
    }
}

fn said(out: &Out, verb: &str, actions: &[Action], nothing: &str) -> Result<()> {
    if actions.is_empty() {
        return Err(Problem::refused(nothing, "“banneret show FILE chronicle” lists what was done and undone."));
    }
    let text: Vec<String> = actions.iter().map(|action| format!("{verb}: {}", action.sentence)).collect();
    out.say(&json!(actions), text.join("\n"));
    Ok(())
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
        let mut store = open(&self.file)?;
        let army = store.army_named(&self.army)?;
        let place = store.place_named(&self.to)?;
        let outlook = march::order(&mut store, army.id, place.id)?;
        let text = format!(
            "{} marches for {} by {}: {} miles, about {} days.",
            army.name,
            place.name,
            outlook.names.join(", "),
            outlook.miles,
            outlook.days
        );
        out.say(&json!(outlook), text);
        Ok(())
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
        let mut store = open(&self.file)?;
        let [one, other] = self.sides.as_slice() else {
            return Err(Problem::bad_input("Two sides are needed.").hint("Give --side twice."));
        };
        let stance: Stance = self.state.parse()?;
        let until = self.until.as_deref().map(day).transpose()?;
        let (one, other) = (store.side_named(one)?, store.side_named(other)?);
        relations::set(&mut store, one.id, other.id, stance, until)?;
        let value =
            json!({ "sides": [one.name, other.name], "state": stance, "until": until.map(|day| day.to_string()) });
        out.say(&value, format!("{} and {}: {stance}.", one.name, other.name));
        Ok(())
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
        let roster = read(&self.roster)?;
        let mut store = open(&self.file)?;
        let taken = import::import(&mut store, &roster, &self.side, self.force)?;
        let mut text = format!("{} men taken in: {}.", taken.men, taken.armies.join(", "));
        for warning in &taken.warnings {
            text.push_str("\nNote: ");
            text.push_str(warning);
        }
        out.say(&json!(taken), text);
        Ok(())
    }
}

#[derive(Debug, Args)]
pub(super) struct Export {
    /// The campaign.
    file: PathBuf,
    /// The people as a roster.
    #[arg(long)]
    csv: bool,
}

impl Export {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open(&self.file)?;
        if self.csv {
            // A roster is no JSON value, so it goes out as it is.
            let roster = crate::app::export::roster(&store)?;
            let _ = std::io::Write::write_all(&mut std::io::stdout(), roster.as_bytes());
            return Ok(());
        }
        let value = crate::app::export::campaign(&store)?;
        Out { json: true }.say(&value, "");
        let _ = out;
        Ok(())
    }
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
            let saved = crate::app::check::repair_copy(&self.file, to)?;
            let text = format!("{} rows saved to {}.", saved.rows, to.display());
            out.say(&json!(saved), text);
            return Ok(());
        }
        let findings = crate::app::check::check(&self.file)?;
        let text = match findings.is_empty() {
            true => "All is sound.".to_owned(),
            false => findings
                .iter()
                .map(|finding| format!("Broken: {}: {}.", finding.rule, finding.breach))
                .collect::<Vec<_>>()
                .join("\n"),
        };
        out.say(&json!({ "sound": findings.is_empty(), "findings": findings }), text);
        match findings.is_empty() {
            true => Ok(()),
            false => Err(Problem::new(Kind::Corrupt, "The campaign is not sound.")
                .hint("Open the newest backup beside it, or save what can be read with --repair-copy OUT.")),
        }
    }
}
