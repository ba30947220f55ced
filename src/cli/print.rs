//! Commands that print: rolls, rosters and careers as PDF files.

use super::campaign::open;
use super::out::Out;
use super::war::Beside;
use crate::app::documents::ChronicleFor;
use crate::app::muster::{self, Asked};
use crate::app::{battle, documents, files, found, plan, siege};
use crate::campaign::problem::{Problem, Result};
use crate::print::{Document, Options, Paper};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::BattlePaper;
use crate::store::Store;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(super) struct To {
    /// The PDF file to make.
    #[arg(short, long)]
    output: PathBuf,
    /// The paper.
    #[arg(long, value_enum, default_value_t = Sheet::A4)]
    paper: Sheet,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sheet {
    A4,
    Letter,
    A3,
    /// For a wall.
    A1,
}

impl To {
    /// The paper asked for.
    pub(super) fn paper(&self) -> Paper {
        match self.paper {
            Sheet::A4 => Paper::A4,
            Sheet::Letter => Paper::Letter,
            Sheet::A3 => Paper::A3,
            Sheet::A1 => Paper::A1,
        }
    }

    pub(super) fn print(&self, out: &Out, document: &Document, tick_boxes: bool) -> Result<()> {
        files::may_be_new(&self.output)?;
        let options = Options { paper: self.paper(), tick_boxes };
        self.write(out, &documents::pdf(document, options, &AtomicBool::new(false))?)
    }

    /// Writes a document that is set.
    pub(super) fn write(&self, out: &Out, pdf: &[u8]) -> Result<()> {
        files::write_new(&self.output, pdf)?;
        let value = json!({ "file": self.output.display().to_string(), "bytes": pdf.len() });
        out.say(&value, format!("Printed to {}.", self.output.display()))
    }
}

#[derive(Debug, Args)]
pub(super) struct Muster {
    /// The campaign.
    file: PathBuf,
    /// The army.
    #[arg(long)]
    army: String,
    /// One battle of it.
    #[arg(long)]
    battle: Option<String>,
    /// Boxes for wounds, ammunition and gallop.
    #[arg(long)]
    boxes: bool,
    #[command(flatten)]
    to: To,
}

impl Muster {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let army = store.army_named(&self.army)?;
        let of = match &self.battle {
            None => army.id,
            Some(name) => store
                .tree(army.id)?
                .into_iter()
                .find(|part| {
                    part.level == crate::campaign::armies::Level::Battle && part.name.eq_ignore_ascii_case(name.trim())
                })
                .map(|part| part.id)
                .ok_or_else(|| {
                    Problem::refused(
                        format!("{} has no battle “{name}”.", army.name),
                        "Leave it out to print the whole army.",
                    )
                })?,
        };
        self.to.print(out, &documents::muster_roll(&store, of)?, self.boxes)
    }
}

/// The rules that there is an order of battle by, as the help tells them.
fn papers_in_words() -> String {
    let told = |rules: Ruleset| match rules.paper()? {
        BattlePaper::Roster => Some(rules.to_string()),
        BattlePaper::Cords => Some(format!("{rules} for its order of battle with cords")),
    };
    format!("The rules it is fought by: {}", Ruleset::of_battles().filter_map(told).collect::<Vec<_>>().join(", or "))
}

#[derive(Debug, Args)]
pub(super) struct Roster {
    /// The campaign.
    file: PathBuf,
    /// The attacking army.
    #[arg(long)]
    attacker: String,
    /// The defending army.
    #[arg(long)]
    defender: String,
    #[arg(long, default_value_t = Ruleset::default().to_string(), help = papers_in_words())]
    rules: String,
    /// The seed that draws who fights.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    to: To,
}

impl Roster {
    /// Plans the battle if it is not planned yet, so that the printed numbers keep.
    pub fn run(self, out: &Out) -> Result<()> {
        // What cannot be printed leaves no plan behind (CP-1.5).
        files::may_be_new(&self.to.output)?;
        let mut store = open(&self.file, out)?;
        let (attacker, defender) = (store.army_named(&self.attacker)?.id, store.army_named(&self.defender)?.id);
        let seed = self.seed.unwrap_or_else(found::seed);
        let rules = battle::rules_named(&self.rules)?;
        let printed = documents::order_of_battle(rules)?;
        let asked = Asked { rules, ..self.beside.asked(&store, (attacker, defender), seed)? };
        let mut muster = plan::muster_asked(&store, &asked)?;
        if muster.written.is_none() {
            let (ground, gear) = (muster.battle.ground.clone(), muster.battle.gear.clone());
            let battle = plan::plan_asked(&mut store, &asked, &ground, &gear)?;
            muster = muster::planned(&store, battle)?;
        }
        self.to.print(out, &printed(&store, muster)?, true)
    }
}

#[derive(Debug, Args)]
pub(super) struct Captives {
    /// The campaign.
    file: PathBuf,
    /// Only those one side holds.
    #[arg(long)]
    side: Option<String>,
    /// A list of prisoners without money.
    #[arg(long)]
    prisoners: bool,
    #[command(flatten)]
    to: To,
}

impl Captives {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let side = self.side.as_deref().map(|side| store.side_named(side)).transpose()?;
        let roll = documents::ransom_roll(&store, side.map(|side| side.id), !self.prisoners)?;
        self.to.print(out, &roll, false)
    }
}

#[derive(Debug, Args)]
pub(super) struct Career {
    /// The campaign.
    file: PathBuf,
    /// The man.
    #[arg(long)]
    name: String,
    #[command(flatten)]
    to: To,
}

impl Career {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let person = store.person_named(&self.name)?;
        self.to.print(out, &documents::career_page(&store, person.id)?, false)
    }
}

#[derive(Debug, Args)]
pub(super) struct Chronicle {
    /// The campaign.
    file: PathBuf,
    /// The first day.
    #[arg(long)]
    from: Option<String>,
    /// The last day.
    #[arg(long)]
    until: Option<String>,
    /// The referee's own edition, with what was undone and what the dice showed.
    #[arg(long)]
    referee: bool,
    #[command(flatten)]
    to: To,
}

impl Chronicle {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let day = |text: &Option<String>| text.as_deref().map(super::campaign::day).transpose();
        let reader = if self.referee { ChronicleFor::Referee } else { ChronicleFor::Players };
        let document = documents::chronicle(&store, day(&self.from)?, day(&self.until)?, reader)?;
        self.to.print(out, &document, false)
    }
}

#[derive(Debug, Args)]
pub(super) struct Pay {
    /// The campaign.
    file: PathBuf,
    /// The side that pays.
    #[arg(long)]
    side: String,
    #[command(flatten)]
    to: To,
}

impl Pay {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let side = store.side_named(&self.side)?;
        self.to.print(out, &documents::pay_roll(&store, side.id)?, false)
    }
}

#[derive(Debug, Args)]
pub(super) struct SiegeSheet {
    /// The stronghold that is besieged, or was last.
    #[arg(long)]
    stronghold: String,
    #[command(flatten)]
    to: To,
}

impl SiegeSheet {
    pub fn run(self, file: &std::path::Path, out: &Out) -> Result<()> {
        let store = Store::open_to_read(file)?;
        let siege = siege::of_name(&store, &self.stronghold)?;
        self.to.print(out, &siege::sheet(&store, siege)?, true)
    }
}
