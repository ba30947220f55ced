//! Commands about the campaign itself and its map, and about what became of any row of it.

use super::campaign::{day, open};
use super::out::{Out, columns, send_as_it_is};
use super::world::{Why, done};
use crate::app::world::mapping::{self, Becoming, MapToCome, Taking};
use crate::app::world::{chart, mend, picture, times};
use crate::app::{files, founding, history};
use crate::campaign::ids::ActionId;
use crate::campaign::map::{MapScale, MapSpot};
use crate::campaign::map_file::Extent;
use crate::campaign::problem::{Problem, Result};
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Campaign {
    /// The campaign.
    file: PathBuf,
    /// A new name.
    #[arg(long)]
    name: Option<String>,
    /// The date it is, such as 1327-04-05.
    #[arg(long)]
    date: Option<String>,
    /// Days in a turn, 1 to 30 (CP-1.4).
    #[arg(long, value_name = "DAYS")]
    turn_days: Option<u32>,
    /// The seed of its dice.
    #[arg(long)]
    seed: Option<u64>,
    /// What it is about.
    #[arg(long, value_name = "TEXT")]
    about: Option<String>,
    #[command(flatten)]
    why: Why,
}

impl Campaign {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let mut about = store.about()?;
        about.name = self.name.unwrap_or(about.name);
        about.day = self.date.as_deref().map(day).transpose()?.unwrap_or(about.day);
        about.turn_days = self.turn_days.unwrap_or(about.turn_days);
        about.seed = self.seed.unwrap_or(about.seed);
        about.blurb = self.about.unwrap_or(about.blurb);
        times::edit(&mut store, &about, &self.why.by_hand())?;
        let about = store.about()?;
        done(&store, out, json!({ "campaign": about }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Founding {
    /// The campaign.
    file: PathBuf,
}

impl Founding {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let steps = founding::steps(&store)?;
        let mut lines = Vec::new();
        for step in &steps {
            let mark = if step.done() { "done" } else { "to do" };
            lines.push(format!("{} ({mark}): {}", step.stage, step.there));
            lines.extend(step.missing.iter().map(|missing| format!("    {missing}")));
            if !step.done() {
                lines.push(format!("    {}", step.by));
            }
        }
        out.say(&json!(steps), lines.join("\n"))
    }
}

#[derive(Debug, Args)]
pub(super) struct Map {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: MapDeed,
}

#[derive(Debug, Subcommand)]
enum MapDeed {
    /// Set the map's scale by two points and the miles between them.
    Scale {
        /// One point, 0 to 1000 from the west and from the north, such as 100,200.
        #[arg(value_name = "X,Y")]
        from: String,
        /// The other.
        #[arg(value_name = "X,Y")]
        to: String,
        /// The miles between them.
        #[arg(long)]
        miles: u32,
        #[command(flatten)]
        why: Why,
    },
    /// Lay a picture under the map, a PNG or a JPEG; it is scaled and kept in the campaign's file.
    Picture {
        /// The picture.
        #[arg(required_unless_present_any = ["plain", "output"])]
        picture: Option<PathBuf>,
        /// Take the picture away: plain parchment.
        #[arg(long, conflicts_with = "picture")]
        plain: bool,
        /// Write the picture that is kept to this new file instead.
        #[arg(short, long, value_name = "FILE", conflicts_with_all = ["picture", "plain"])]
        output: Option<PathBuf>,
        #[command(flatten)]
        why: Why,
    },
    /// Take places and routes in from a file: a CSV of either, the burgs of Azgaar's map generator, or GeoJSON.
    Import {
        /// The file.
        map: PathBuf,
        /// Show what it would make of the map, and take nothing in.
        #[arg(long)]
        preview: bool,
        /// Make sides of those and of states that the campaign does not have.
        #[arg(long)]
        make_sides: bool,
        /// What lies at the map's west edge, in the file's own measure; its points fill the map if left out.
        #[arg(long, allow_negative_numbers = true, requires_all = ["north", "east"])]
        west: Option<f64>,
        /// What lies at its north edge.
        #[arg(long, allow_negative_numbers = true, requires = "west")]
        north: Option<f64>,
        /// What lies at its east edge.
        #[arg(long, allow_negative_numbers = true, requires = "west")]
        east: Option<f64>,
        #[command(flatten)]
        why: Why,
    },
    /// Write the places as CSV, in the columns that import reads.
    Places(MapOut),
    /// Write the routes as CSV, in the columns that import reads.
    Routes(MapOut),
    /// Print the map to PDF, with its places, ways, strongholds and armies; on A1 for the wall.
    #[cfg(feature = "print")]
    Print {
        /// As this side knows it: its own armies, and those that stand where it has men or walls.
        #[arg(long)]
        side: Option<String>,
        #[command(flatten)]
        to: super::print::To,
    },
}

#[derive(Debug, Args)]
struct MapOut {
    /// Write to this new file instead of standard output.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl MapOut {
    fn write(self, out: &Out, text: &str) -> Result<()> {
        let Some(file) = self.output else { return send_as_it_is(text) };
        files::write_new(&file, text.as_bytes())?;
        let value = json!({ "file": file.display().to_string(), "bytes": text.len() });
        out.say(&value, format!("Written to {}.", file.display()))
    }
}

/// What a file would make of the map, for reading.
fn previewed(come: &MapToCome) -> String {
    let becoming = |becoming| match becoming {
        Becoming::New => "new",
        Becoming::Changed => "changed",
        Becoming::Same => "as it is",
    };
    let places: Vec<Vec<String>> = come
        .places
        .iter()
        .map(|place| {
            let hold = place.stronghold.as_ref().map_or(String::new(), |(name, _)| name.clone());
            let (spot, people) = (place.spot.to_string(), place.people.to_string());
            let word = becoming(place.becoming).to_owned();
            vec![place.name.clone(), word, place.kind.to_string(), place.side.clone(), spot, people, hold]
        })
        .collect();
    let routes: Vec<Vec<String>> = come
        .routes
        .iter()
        .map(|route| {
            let (word, miles) = (becoming(route.becoming).to_owned(), route.miles.to_string());
            vec![route.from.clone(), route.to.clone(), word, route.kind.to_string(), miles]
        })
        .collect();
    let mut parts = vec![format!("It would bring {}.", come.in_words())];
    if !come.sides.is_empty() {
        parts.push(format!("New sides: {}.", come.sides.join(", ")));
    }
    if let Some(scale) = come.scale {
        parts.push(format!("The map would be {} miles from north to south.", scale.miles));
    }
    if !places.is_empty() {
        parts.push(columns(&["place", "", "kind", "side", ">at", ">people", "stronghold"], &places));
    }
    if !routes.is_empty() {
        parts.push(columns(&["from", "to", "", "kind", ">miles"], &routes));
    }
    parts.extend(come.notes.iter().map(|note| format!("Note: {note}.")));
    parts.join("\n\n")
}

impl Map {
    pub fn run(self, out: &Out) -> Result<()> {
        match self.what {
            MapDeed::Picture { output: Some(file), .. } => {
                let store = Store::open_to_read(&self.file)?;
                let Some(number) = store.map_picture()? else {
                    return Err(Problem::refused(
                        "The map is plain parchment.",
                        "Lay a picture under it first: “banneret map FILE picture MAP.png”.",
                    ));
                };
                let picture = store.picture(number)?;
                files::write_new(&file, &picture.data)?;
                let value = json!({ "file": file.display().to_string(), "bytes": picture.data.len() });
                out.say(&value, format!("Written to {}, a JPEG.", file.display()))
            }
            MapDeed::Picture { picture, why, .. } => {
                let bytes = picture.map(|picture| files::read(&picture, files::PICTURE)).transpose()?;
                let mut store = open(&self.file, out)?;
                let size = match bytes {
                    Some(bytes) => Some(picture::lay(&mut store, &bytes, &why.by_hand())?),
                    None => picture::take_away(&mut store, &why.by_hand()).map(|()| None)?,
                };
                done(&store, out, json!({ "picture": size.map(|(width, height)| json!([width, height])) }))
            }
            MapDeed::Import { map, preview, make_sides, west, north, east, why } => {
                let bytes = files::read(&map, files::MAP)?;
                let extent = match (west, north, east) {
                    (Some(west), Some(north), Some(east)) => Some(Extent { west, north, east }),
                    _ => None,
                };
                let taking = Taking { make_sides, extent };
                if preview {
                    let store = Store::open_to_read(&self.file)?;
                    let come = mapping::preview(&store, &bytes, &taking)?;
                    return out.say(&json!(come), previewed(&come));
                }
                let mut store = open(&self.file, out)?;
                let come = mapping::take_in(&mut store, &bytes, &taking, &why.by_hand())?;
                done(&store, out, json!(come))
            }
            #[cfg(feature = "print")]
            MapDeed::Print { side, to } => {
                let store = Store::open_to_read(&self.file)?;
                let side = side.as_deref().map(|side| store.side_named(side)).transpose()?;
                to.print(out, &crate::app::printed_map::map(&store, side.map(|side| side.id))?, false)
            }
            MapDeed::Places(to) => {
                let store = Store::open_to_read(&self.file)?;
                to.write(out, &mapping::places_as_csv(&store)?)
            }
            MapDeed::Routes(to) => {
                let store = Store::open_to_read(&self.file)?;
                to.write(out, &mapping::routes_as_csv(&store)?)
            }
            MapDeed::Scale { from, to, miles, why } => {
                let scale = MapScale { a: from.parse::<MapSpot>()?, b: to.parse::<MapSpot>()?, miles };
                let mut store = open(&self.file, out)?;
                let measured = chart::set_scale(&mut store, &scale, &why.by_hand())?;
                done(&store, out, json!({ "scale": scale, "measured_anew": measured }))
            }
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct History {
    /// The campaign.
    file: PathBuf,
    /// campaign, map, side, treasury, place, route, stronghold, formation, person, captive, contact, battle or siege.
    kind: String,
    /// Its name, or its number as in #12; a route's two places, as in “Ford – Keep”.
    #[arg(default_value = "")]
    name: String,
}

impl History {
    pub fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let thing = history::named(&store, self.kind.trim(), &self.name)?;
        let story = history::of(&store, thing)?;
        let mut lines = Vec::new();
        for step in &story {
            let action = &step.action;
            let undone = if action.state == crate::store::journal::ActionState::Done { "" } else { " (undone)" };
            lines.push(format!("{}  #{} {}{undone}", action.day.short(), action.id.0, action.sentence));
            if step.what == history::RowDeed::Changed {
                let each =
                    step.fields.iter().map(|field| format!("    {}: {} → {}", field.field, field.from, field.to));
                lines.extend(each);
            }
            let mends = step.mended_by.iter().map(|mend| format!("    mended by action {}", mend.0));
            lines.extend(mends);
        }
        if lines.is_empty() {
            lines.push("Nothing has been written of it.".to_owned());
        }
        out.say(&json!(story), lines.join("\n"))
    }
}

#[derive(Debug, Args)]
pub(super) struct Mend {
    /// The campaign.
    file: PathBuf,
    /// The number of the older action, as the chronicle gives it.
    action: i64,
    /// Why, for the chronicle.
    #[arg(long, default_value = "")]
    reason: String,
}

impl Mend {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        mend::mend(&mut store, ActionId(self.action), &self.reason)?;
        done(&store, out, json!({ "mended": self.action }))
    }
}
