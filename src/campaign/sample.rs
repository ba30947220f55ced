//! The samples: whole campaigns to begin from, as plain data out of `data/campaigns/`. A sample is a map of sides,
//! places, routes and strongholds in TOML, with a roster of each side's armies as CSV (CP-6.1).

use super::calendar::Day;
use super::money::Pence;
use super::names::People;
use super::places::{PlaceKind, RouteKind, StrongholdKind};
use super::realm::{Stance, Tincture};
use super::roster::{self, Roster};
use super::siege::SiegeTrain;
use crate::rules::figure::Profile;
use crate::rules::siege::Park;
use serde::Deserialize;
use std::sync::LazyLock;

/// A campaign to begin from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// The name it is asked for by, such as `march`.
    pub name: String,
    pub title: String,
    /// What it is about, in paragraphs parted by empty lines.
    pub blurb: String,
    /// Its first day.
    pub start: Day,
    /// Days in a turn (CP-1.4).
    pub turn_days: i32,
    /// The seed its unnamed men are named by.
    pub seed: u64,
    /// How many miles the map's 1,000 units are.
    pub miles_across: i32,
    /// The chronicle's first lines.
    pub opening: Vec<String>,
    /// Its realms.
    #[serde(rename = "side")]
    pub sides: Vec<SampleSide>,
    /// How they stand to one another; every two sides have one.
    #[serde(rename = "relation")]
    pub relations: Vec<SampleRelation>,
    #[serde(rename = "place")]
    pub places: Vec<SamplePlace>,
    /// The routes between them.
    #[serde(rename = "route")]
    pub routes: Vec<SampleRoute>,
    #[serde(rename = "stronghold")]
    pub strongholds: Vec<SampleStronghold>,
    /// Where the armies of the rosters stand.
    #[serde(rename = "army")]
    pub armies: Vec<SampleArmy>,
    /// Who is wounded on the first day.
    #[serde(rename = "wounded", default)]
    pub wounded: Vec<Wounded>,
    /// Who is captive on the first day; captives are on no roster.
    #[serde(rename = "captive", default)]
    pub captives: Vec<SampleCaptive>,
}

/// A realm.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleSide {
    pub name: String,
    /// The tincture it bears.
    pub tincture: Tincture,
    /// The people its unnamed men are named from.
    pub people: People,
    /// Who rules it, in a few words.
    pub ruler: String,
    /// What its treasury holds on the first day.
    pub war_chest: Pence,
    /// The side it holds its lands of, if any.
    pub overlord: Option<String>,
    /// The files its roster is in.
    rosters: Vec<String>,
    /// Its men, by army.
    #[serde(skip, default = "no_roster")]
    pub roster: Roster,
}

fn no_roster() -> Roster {
    Roster::of(Vec::new())
}

/// How two sides stand to one another (CP-1.6).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleRelation {
    /// One side.
    pub a: String,
    /// The other.
    pub b: String,
    /// How they stand.
    pub state: Stance,
    /// The last day of a truce.
    pub until: Option<Day>,
}

/// A place on the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplePlace {
    pub name: String,
    pub kind: PlaceKind,
    /// The side that holds it, if one does.
    pub side: Option<String>,
    /// Units from the map's west edge, 0 to 1,000.
    pub x: i32,
    /// Units from the map's north edge, 0 to 1,000.
    pub y: i32,
    /// How many people live there.
    pub people: u32,
    /// How many knight's fiefs are held of it.
    pub fiefs: u32,
}

/// A way between two places.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleRoute {
    /// One end.
    pub a: String,
    /// The other end.
    pub b: String,
    /// Its length in miles.
    pub miles: i32,
    pub kind: RouteKind,
}

/// A castle or a walled town.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleStronghold {
    /// The place it stands at.
    pub place: String,
    pub name: String,
    /// The side that holds it.
    pub owner: String,
    pub kind: StrongholdKind,
    /// The most men it holds.
    pub men: u32,
    /// The rations in its stores.
    pub rations: u32,
    /// The most rations its stores hold.
    pub rations_most: u32,
    /// Days of filling its moat takes; 0 for none, -1 for one too deep to fill (SG-7.7).
    #[serde(default)]
    pub moat_days: i32,
}

/// Where an army of a roster stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleArmy {
    pub side: String,
    /// Its name, as in the roster.
    pub name: String,
    pub place: String,
    /// The stronghold it garrisons, by name; none for an army in the field.
    pub garrison: Option<String>,
    /// The place it has orders to march to.
    pub bound_for: Option<String>,
    /// Whether it has a train of wagons, and marches at its pace (CP-2.1).
    #[serde(default)]
    pub train: bool,
    /// What is in its train.
    pub load: Option<SampleLoad>,
}

/// What an army has with it on the first day (SG-1.3, SG-2.1).
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SampleLoad {
    pub rations: u32,
    /// Draught and pack animals.
    pub animals: u32,
    pub mangonels: u16,
    pub trebuchets: u16,
    pub rams: u16,
    /// Siege towers.
    pub towers: u16,
    /// Whether it has ladders for an assault.
    pub ladders: bool,
}

impl SampleLoad {
    /// It as an army's train.
    pub fn train(&self) -> SiegeTrain {
        let SampleLoad { rations, animals, mangonels, trebuchets, rams, towers, ladders } = *self;
        SiegeTrain { rations, animals, park: Park { mangonels, trebuchets, hurt: 0, rams, towers, ladders } }
    }
}

/// Men who are wounded on the first day: the last so many of a unit, its commander not among them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wounded {
    pub side: String,
    pub army: String,
    pub force: String,
    pub unit: String,
    /// How many.
    pub count: usize,
}

/// A captive, or several alike (CP-4.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleCaptive {
    pub side: String,
    /// His name; empty for men named from the period lists.
    #[serde(default)]
    pub name: String,
    /// What he is, and had when he was taken.
    #[serde(flatten)]
    pub profile: Profile,
    /// How many men.
    pub count: u32,
    /// The side that holds him.
    pub holder_side: String,
    /// The man who holds him, by his name in that side's roster.
    pub holder: String,
    /// The place he is kept at.
    pub place: String,
    /// The battle he was taken in.
    pub battle: String,
    /// The day he was taken.
    pub taken: Day,
    /// The ransom asked, if one is (CP-4.2).
    pub asked: Option<Pence>,
    /// The day it is due, if one is set (CP-4.3).
    pub due: Option<Day>,
    /// Whether he is free on his word meanwhile.
    #[serde(default)]
    pub parole: bool,
}

impl Sample {
    /// A side by its name.
    pub fn side(&self, name: &str) -> Option<&SampleSide> {
        self.sides.iter().find(|side| side.name == name)
    }

    /// A place by its name.
    pub fn place(&self, name: &str) -> Option<&SamplePlace> {
        self.places.iter().find(|place| place.name == name)
    }

    /// A stronghold by its name.
    pub fn stronghold(&self, name: &str) -> Option<&SampleStronghold> {
        self.strongholds.iter().find(|stronghold| stronghold.name == name)
    }

    /// How many men are on its rosters and captive.
    pub fn men(&self) -> usize {
        let captives: u32 = self.captives.iter().map(|captive| captive.count).sum();
        self.sides.iter().map(|side| side.roster.men.len()).sum::<usize>() + captives as usize
    }
}

/// The rosters of the samples, by file name.
const ROSTERS: [(&str, &str); 9] = [
    ("march-estmark.csv", include_str!("../../data/campaigns/march-estmark.csv")),
    ("march-gorwen.csv", include_str!("../../data/campaigns/march-gorwen.csv")),
    ("march-valbrun.csv", include_str!("../../data/campaigns/march-valbrun.csv")),
    ("agincourt-1415.csv", include_str!("../../data/campaigns/agincourt-1415.csv")),
    ("agincourt-household.csv", include_str!("../../data/campaigns/agincourt-household.csv")),
    ("agincourt-calais.csv", include_str!("../../data/campaigns/agincourt-calais.csv")),
    ("agincourt-french.csv", include_str!("../../data/campaigns/agincourt-french.csv")),
    ("caerlaverock-england.csv", include_str!("../../data/campaigns/caerlaverock-england.csv")),
    ("caerlaverock-scotland.csv", include_str!("../../data/campaigns/caerlaverock-scotland.csv")),
];

static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let files = [
        include_str!("../../data/campaigns/march.toml"),
        include_str!("../../data/campaigns/agincourt.toml"),
        include_str!("../../data/campaigns/caerlaverock.toml"),
    ];
    files.iter().map(|file| read(file).unwrap_or_else(|error| unreachable!("a sample: {error}"))).collect()
});

/// Every sample, the one the program opens with first.
pub fn all() -> &'static [Sample] {
    &SAMPLES
}

/// A sample by the name it is asked for by, in any case.
pub fn named(name: &str) -> Option<&'static Sample> {
    let name = name.trim();
    all().iter().find(|sample| sample.name.eq_ignore_ascii_case(name) || sample.title.eq_ignore_ascii_case(name))
}

/// Reads a sample and the rosters it names.
fn read(file: &str) -> Result<Sample, String> {
    let mut sample: Sample = toml::from_str(file).map_err(|error| error.to_string())?;
    for side in &mut sample.sides {
        let mut rows = Vec::new();
        for name in &side.rosters {
            let (_, text) = ROSTERS.iter().find(|(known, _)| known == name).ok_or_else(|| format!("no file {name}"))?;
            let roster = roster::parse(text.as_bytes())
                .map_err(|faults| faults.iter().map(|fault| format!("{name}: {fault}\n")).collect::<String>())?;
            rows.extend(roster.rows);
        }
        side.roster = Roster::of(rows);
    }
    Ok(sample)
}
