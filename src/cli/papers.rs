//! Commands that print what is no roll of an army: casualties, figure cards, blank sheets; and the templates all documents
//! are set by.

use super::out::{Out, columns, pretty, send};
use super::print::To;
use crate::app::{casualties, documents, templates};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::print::{BlankKind, Options};
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(super) struct Casualties {
    /// The campaign.
    file: PathBuf,
    /// Only of this side.
    #[arg(long)]
    side: Option<String>,
    /// Of one battle, by its name.
    #[arg(long, conflicts_with_all = ["from", "until"])]
    battle: Option<String>,
    /// The first day.
    #[arg(long)]
    from: Option<String>,
    /// The last day.
    #[arg(long)]
    until: Option<String>,
    #[command(flatten)]
    to: To,
}

impl Casualties {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let side = self.side.as_deref().map(|side| store.side_named(side)).transpose()?.map(|side| side.id);
        let document = match &self.battle {
            Some(name) => casualties::of_battle(&store, casualties::battle_named(&store, name)?, side)?,
            None => {
                let day = |text: &Option<String>| text.as_deref().map(super::campaign::day).transpose();
                casualties::between(&store, day(&self.from)?, day(&self.until)?, side)?
            }
        };
        self.to.print(out, &document, false)
    }
}

#[derive(Debug, Args)]
pub(super) struct Cards {
    /// The campaign.
    file: PathBuf,
    /// An army, or a part of one as in “Host / Van / Archers”.
    #[arg(long = "of", value_name = "FORMATION")]
    of: String,
    /// Only of knights, clerics and those who command.
    #[arg(long)]
    leaders: bool,
    #[command(flatten)]
    to: To,
}

impl Cards {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let formation = crate::app::world::troops::named(&store, &self.of)?;
        self.to.print(out, &documents::figure_cards(&store, formation.id, self.leaders)?, true)
    }
}

#[derive(Debug, Args)]
pub(super) struct Blank {
    /// What to fill in by pen: roster, cards or orders.
    kind: String,
    /// A campaign whose name and date stand on it.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
    /// The side it is for, with its shield; an order sheet then lists its armies.
    #[arg(long, requires = "campaign")]
    side: Option<String>,
    #[command(flatten)]
    to: To,
}

impl Blank {
    pub fn run(self, out: &Out) -> Result<()> {
        let kind: BlankKind = self.kind.parse()?;
        let document = match &self.campaign {
            None => documents::blank_sheet(kind),
            Some(file) => {
                let store = Store::open_to_read(file)?;
                let side = self.side.as_deref().map(|side| store.side_named(side)).transpose()?;
                documents::blank_sheet_of(&store, kind, side.map(|side| side.id))?
            }
        };
        self.to.print(out, &document, true)
    }
}

#[derive(Debug, Args)]
pub(super) struct Templates {
    /// Another folder than the one in your data folder.
    #[arg(long, global = true, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(subcommand)]
    what: Option<TemplateDeed>,
}

#[derive(Debug, Subcommand)]
enum TemplateDeed {
    /// List the templates, and which of them are your own.
    List,
    /// Copy a template to your folder, to change its words and its look there.
    Copy {
        /// The template, such as muster-roll; “house” has page, foot, type and shields.
        name: String,
    },
    /// Write a template that ships to standard output.
    Show {
        /// The template.
        name: String,
    },
    /// Print a made-up document by a template, to see how it looks.
    Preview {
        /// The template.
        name: String,
        /// With the boxes that it may have.
        #[arg(long)]
        boxes: bool,
        #[command(flatten)]
        to: To,
    },
    /// Write what a template is given, as JSON.
    Fields {
        /// The template.
        name: String,
    },
    /// Look through your own templates, and tell every fault by its line.
    Check,
}

impl Templates {
    pub fn run(self, out: &Out) -> Result<()> {
        let folder = self.folder.map_or_else(templates::folder, Ok)?;
        match self.what.unwrap_or(TemplateDeed::List) {
            TemplateDeed::List => {
                let lines = templates::list(&folder)?;
                let rows: Vec<Vec<String>> = lines
                    .iter()
                    .map(|line| vec![line.file.clone(), line.state.told().to_owned(), line.what.clone()])
                    .collect();
                let text =
                    format!("{}\n\nYour folder: {}", columns(&["template", "", "sets"], &rows), folder.display());
                out.say(&json!({ "folder": folder.display().to_string(), "templates": lines }), text)
            }
            TemplateDeed::Copy { name } => {
                let path = templates::copy(templates::named(&name)?, &folder)?;
                let value = json!({ "file": path.display().to_string() });
                out.say(&value, format!("Copied to {}; change it there.", path.display()))
            }
            TemplateDeed::Show { name } => send(templates::named(&name)?.text),
            TemplateDeed::Preview { name, boxes, to } => {
                let options = Options { paper: to.paper(), tick_boxes: boxes };
                let pdf = templates::preview(templates::named(&name)?, options, &folder, &AtomicBool::new(false))?;
                to.write(out, &pdf)
            }
            TemplateDeed::Fields { name } => send(&(pretty(&templates::fields(templates::named(&name)?)?) + "\n")),
            TemplateDeed::Check => {
                let faults = templates::faults(&folder, &AtomicBool::new(false))?;
                let text = match faults.is_empty() {
                    true => "No fault was found.".to_owned(),
                    false => faults.join("\n"),
                };
                out.say(&json!({ "sound": faults.is_empty(), "faults": faults }), text)?;
                match faults.len() {
                    0 => Ok(()),
                    many => Err(Problem::new(
                        ProblemKind::BadInput,
                        format!("Your templates have {many} {}.", if many == 1 { "fault" } else { "faults" }),
                    )
                    .hint("Mend them, or take the files away to print as Banneret does.")),
                }
            }
        }
    }
}
