//! Commands about many people at once: listed by filters, changed together, and filters kept under a name.

use super::campaign::{day, open};
use super::out::{Out, columns, send_as_it_is};
use super::troops;
use super::world::{Why, done, person_or_nobody};
use crate::app::edit::{self, Changes, Regrade};
use crate::app::filters;
use crate::app::people::{self, PeopleFilter};
use crate::campaign::filters::{SavedFilter, tags};
use crate::campaign::ids::PersonId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Protection, Weapon};
use crate::store::people::PersonLine;
use crate::store::{Db, Store};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

/// Whom a list shows.
#[derive(Debug, Args)]
struct Who {
    /// Letters that the name holds.
    #[arg(default_value = "")]
    search: String,
    /// Of a side.
    #[arg(long)]
    side: Option<String>,
    /// Of an army.
    #[arg(long)]
    army: Option<String>,
    /// Of a unit.
    #[arg(long)]
    unit: Option<String>,
    /// Of a class.
    #[arg(long)]
    class: Option<String>,
    /// Of a rank.
    #[arg(long)]
    rank: Option<String>,
    /// Of a grade or a higher one.
    #[arg(long)]
    grade: Option<String>,
    /// Of a state, such as fit, captive or dead.
    #[arg(long)]
    state: Option<String>,
    /// With a tag.
    #[arg(long)]
    tag: Option<String>,
    /// As a saved filter shows them; “filters” lists those.
    #[arg(long, value_name = "NAME")]
    filter: Option<String>,
}

impl Who {
    fn filter(self, db: &Db) -> Result<PeopleFilter> {
        Ok(PeopleFilter {
            search: self.search,
            side: self.side,
            army: self.army,
            unit: self.unit,
            class: self.class.as_deref().map(str::parse).transpose()?,
            rank: self.rank.as_deref().map(str::parse).transpose()?,
            grade: self.grade.as_deref().map(str::parse).transpose()?,
            state: self.state.as_deref().map(str::parse).transpose()?,
            tag: self.tag,
            saved: self.filter.map(|name| filters::named(db, people::LIST, &name)).transpose()?,
        })
    }
}

#[derive(Debug, Args)]
pub(super) struct People {
    /// The campaign.
    file: PathBuf,
    #[command(flatten)]
    who: Who,
    /// As CSV.
    #[arg(long)]
    csv: bool,
}

impl People {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let people = people::list(&store, &self.who.filter(&store)?)?;
        if self.csv {
            return send_as_it_is(&people::csv(&people));
        }
        out.say_all(&people, || told(&people))
    }
}

fn told(people: &[PersonLine]) -> String {
    let rows: Vec<Vec<String>> = people
        .iter()
        .map(|line| {
            let (name, side, army) = (line.name.clone(), line.side.clone(), line.army.clone());
            let (class, rank, grade) =
                (line.profile.class.to_string(), line.profile.rank.to_string(), line.profile.grade.to_string());
            let (state, tags) = (line.state.to_string(), line.tags.join("; "));
            vec![line.id.0.to_string(), name, side, class, rank, grade, state, army, tags]
        })
        .collect();
    let heads = [">no", "name", "side", "class", "rank", "grade", "state", "army", "tags"];
    match rows.is_empty() {
        true => "Nobody is so.".to_owned(),
        false => format!("{}\n\n{} of them.", columns(&heads, &rows), rows.len()),
    }
}

#[derive(Debug, Args)]
pub(super) struct Change {
    /// The campaign.
    file: PathBuf,
    #[command(flatten)]
    who: Who,
    /// The grade of all, such as C; “up” or “down” for a grade more or less.
    #[arg(long, value_name = "GRADE")]
    to_grade: Option<String>,
    /// Their protection, 1 to 4.
    #[arg(long, value_name = "PROTECTION")]
    to_protection: Option<u8>,
    /// Their weapons, separated by semicolons.
    #[arg(long, value_name = "WEAPONS")]
    to_weapons: Option<String>,
    /// What they ride: none, unbarded or barded.
    #[arg(long, value_name = "HORSE")]
    to_horse: Option<String>,
    /// Their lord; “nobody” for none.
    #[arg(long, value_name = "NAME")]
    to_lord: Option<String>,
    /// The day their service ends; “none” for no end.
    #[arg(long, value_name = "DAY")]
    serve_until: Option<String>,
    /// A note of the referee's.
    #[arg(long)]
    note: Option<String>,
    /// Tags that each bears from then on, separated by semicolons.
    #[arg(long, value_name = "TAGS", default_value = "")]
    add_tag: String,
    /// Tags that none bears any more.
    #[arg(long, value_name = "TAGS", default_value = "")]
    drop_tag: String,
    /// What becomes of them: fit, wounded, missing, dead or left.
    #[arg(long, value_name = "STATE")]
    to_state: Option<String>,
    /// The formation they go to.
    #[arg(long, value_name = "FORMATION")]
    move_to: Option<String>,
    /// Say what it would come to, and change nobody.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    why: Why,
}

impl Change {
    fn changes(&self, db: &Db) -> Result<Changes> {
        Ok(Changes {
            grade: match self.to_grade.as_deref() {
                None => None,
                Some("up") => Some(Regrade::Up),
                Some("down") => Some(Regrade::Down),
                Some(grade) => Some(Regrade::To(grade.parse()?)),
            },
            protection: self
                .to_protection
                .map(|number| {
                    Protection::new(number).ok_or_else(|| {
                        Problem::bad_input(format!("There is no protection {number}."))
                            .hint("Give 1, the best, to 4, none.")
                    })
                })
                .transpose()?,
            weapons: self.to_weapons.as_deref().map(Weapon::list).transpose()?,
            horse: self.to_horse.as_deref().map(str::parse).transpose()?,
            lord: self.to_lord.as_deref().map(|lord| person_or_nobody(db, lord)).transpose()?,
            serves_until: match self.serve_until.as_deref() {
                None => None,
                Some("none" | "") => Some(None),
                Some(text) => Some(Some(day(text)?)),
            },
            note: self.note.clone(),
            tag: tags(&self.add_tag)?,
            untag: tags(&self.drop_tag)?,
            becomes: self.to_state.as_deref().map(|state| troops::becomes(db, state)).transpose()?,
            formation: self
                .move_to
                .as_deref()
                .map(|name| Ok::<_, Problem>(crate::app::world::troops::named(db, name)?.id))
                .transpose()?,
        })
    }

    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = if self.dry_run { Store::open_to_read(&self.file)? } else { open(&self.file, out)? };
        let changes = self.changes(&store)?;
        let men: Vec<PersonId> =
            people::list(&store, &self.who.filter(&store)?)?.into_iter().map(|line| line.id).collect();
        if self.dry_run {
            let ahead = edit::ahead(&store, &men, &changes)?;
            let mut lines = vec![ahead.told()];
            lines.extend(ahead.faults.iter().skip(1).cloned());
            return out.say(&json!(ahead), lines.join("\n"));
        }
        let changed = edit::many(&mut store, &men, &changes, &self.why.by_hand())?;
        done(&store, out, json!({ "changed": changed }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Filters {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: Option<FilterDeed>,
}

#[derive(Debug, Subcommand)]
enum FilterDeed {
    /// List the saved filters of the list of people.
    List,
    /// Save a filter under a name.
    Save {
        /// The name.
        name: String,
        /// What stands over a column, as in “Class=knight” or “Grade=>=B”; may be given again.
        #[arg(long = "column", value_name = "COLUMN=FILTER")]
        columns: Vec<String>,
        /// The column to sort by.
        #[arg(long, value_name = "COLUMN")]
        sort: Option<String>,
        /// Sort falling.
        #[arg(long, requires = "sort")]
        falling: bool,
        /// A column that is not shown; may be given again.
        #[arg(long = "hide", value_name = "COLUMN")]
        hidden: Vec<String>,
    },
    /// Take a saved filter away.
    Forget {
        /// Its name.
        name: String,
    },
}

/// A column of the list of people by its title, in any case.
fn column(name: &str) -> Result<String> {
    let known = people::COLUMNS.iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
    known.map(|known| (*known).to_owned()).ok_or_else(|| {
        Problem::bad_input(format!("The list of people has no column “{}”.", name.trim()))
            .hint(format!("Its columns are {}.", people::COLUMNS.join(", ")))
    })
}

impl Filters {
    pub fn run(self, out: &Out) -> Result<()> {
        match self.what.unwrap_or(FilterDeed::List) {
            FilterDeed::List => {
                let saved = Store::open_to_read(&self.file)?.saved_filters(people::LIST)?;
                let told: Vec<String> = saved
                    .iter()
                    .map(|saved| {
                        let over: Vec<String> =
                            saved.filters.iter().map(|(title, text)| format!("{title} {text}")).collect();
                        format!("{}: {}", saved.name, if over.is_empty() { "all".into() } else { over.join(", ") })
                    })
                    .collect();
                let value: Vec<_> =
                    saved.iter().map(|saved| json!({ "name": saved.name, "filter": json!(saved) })).collect();
                let text = if told.is_empty() { "No filter is saved.".to_owned() } else { told.join("\n") };
                out.say(&json!(value), text)
            }
            FilterDeed::Save { name, columns, sort, falling, hidden } => {
                let mut saved = SavedFilter { list: people::LIST.to_owned(), name, ..SavedFilter::default() };
                for text in &columns {
                    let (title, filter) = text.split_once('=').ok_or_else(|| {
                        Problem::bad_input(format!("“{text}” is no filter of a column."))
                            .hint("Write a column, “=” and what stands over it, as in “Class=knight”.")
                    })?;
                    saved.filters.insert(column(title)?, filter.trim().to_owned());
                }
                saved.sort = sort.map(|title| Ok::<_, Problem>((column(&title)?, falling))).transpose()?;
                saved.hidden = hidden.iter().map(|title| column(title)).collect::<Result<_>>()?;
                let mut store = open(&self.file, out)?;
                filters::save(&mut store, &saved)?;
                done(&store, out, json!({ "name": saved.name }))
            }
            FilterDeed::Forget { name } => {
                let mut store = open(&self.file, out)?;
                filters::forget(&mut store, people::LIST, &name)?;
                done(&store, out, json!({ "name": name }))
            }
        }
    }
}
