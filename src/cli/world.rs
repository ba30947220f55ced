//! Commands that make and mend the world by hand (CP-7.7): sides, places, routes and strongholds.

use super::campaign::open;
use super::captives::sum;
use super::out::Out;
use crate::app::treasury::{self, Purse};
use crate::app::world::sides::{self, NewSide, Parting};
use crate::app::world::{ByHand, holds, places, routes};
use crate::app::{hexes, relations};
use crate::campaign::ids::{AccountId, ActionId, PersonId, SideId};
use crate::campaign::map::MapSpot;
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::places::{NewPlace, NewStronghold, PlaceKind, Route as Road, RouteKind, StrongholdKind};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::Tincture;
use crate::rules::siege::{At, Stretch};
use crate::store::{Db, Store};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

/// Why something is changed by hand.
#[derive(Debug, Args)]
pub(super) struct Why {
    /// Why, for the chronicle.
    #[arg(long, default_value = "")]
    reason: String,
    /// The number of an older action whose mistake this mends.
    #[arg(long, value_name = "ACTION")]
    mends: Option<i64>,
}

impl Why {
    pub fn by_hand(&self) -> ByHand {
        ByHand { mends: self.mends.map(ActionId), ..ByHand::because(&self.reason) }
    }
}

/// Says what was done: the last action's sentence, with its number.
pub(super) fn done(store: &Store, out: &Out, mut value: serde_json::Value) -> Result<()> {
    let action = store.last_action()?;
    let sentence = action.as_ref().map_or(String::new(), |action| action.sentence.clone());
    value["action"] = json!(action.map(|action| action.id));
    value["done"] = json!(sentence);
    out.say(&value, sentence)
}

/// A side by its name, or none for “nobody”.
fn side_or_nobody(db: &Db, name: &str) -> Result<Option<SideId>> {
    match name.trim() {
        "" | "nobody" | "none" => Ok(None),
        name => Ok(Some(db.side_named(name)?.id)),
    }
}

/// A person by his name, or none for “nobody”.
pub(super) fn person_or_nobody(db: &Db, name: &str) -> Result<Option<PersonId>> {
    match name.trim() {
        "" | "nobody" | "none" => Ok(None),
        name => Ok(Some(db.person_named(name)?.id)),
    }
}

#[derive(Debug, Args)]
pub(super) struct Side {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: SideDeed,
}

#[derive(Debug, Subcommand)]
enum SideDeed {
    /// Add a side.
    Add {
        /// Its name.
        name: String,
        /// The people its men are named from, such as English, Welsh or Outremer.
        #[arg(long, default_value = "English")]
        people: String,
        /// or, argent, gules, azure, vert, purpure or sable; one that no other side bears if left out.
        #[arg(long)]
        tincture: Option<String>,
        /// What its treasury holds: marks, such as 500 or “43 m 6s 8d”.
        #[arg(long, value_name = "SUM")]
        treasury: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Change a side by hand; its treasury changes by “ledger”.
    Set {
        /// The side.
        side: String,
        /// A new name.
        #[arg(long)]
        name: Option<String>,
        /// The people its men are named from.
        #[arg(long)]
        people: Option<String>,
        /// What it bears.
        #[arg(long)]
        tincture: Option<String>,
        /// Who rules it; “nobody” leaves its rule vacant.
        #[arg(long)]
        lord: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Part a side: some of its armies and places become a side of their own.
    Part {
        /// The side that parts.
        side: String,
        /// The new side's name.
        #[arg(long = "as", value_name = "NAME")]
        new: String,
        /// An army that goes, with its men and its captives; may be given again.
        #[arg(long = "army")]
        armies: Vec<String>,
        /// A place that goes, with its strongholds; may be given again.
        #[arg(long = "place")]
        places: Vec<String>,
        /// What the new side takes of the treasury, in marks.
        #[arg(long, value_name = "SUM")]
        treasury: Option<String>,
        /// Who rules it.
        #[arg(long)]
        lord: Option<String>,
        /// What the new side bears.
        #[arg(long)]
        tincture: Option<String>,
        /// What is then between the two: peace, war, truce or allied.
        #[arg(long, default_value = "war")]
        relation: String,
        #[command(flatten)]
        why: Why,
    },
    /// Take out a side that has nobody, holds nothing and took part in nothing.
    Remove {
        /// The side.
        side: String,
        #[command(flatten)]
        why: Why,
    },
}

impl Side {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let side = match self.what {
            SideDeed::Add { name, people, tincture, treasury, why } => {
                let new = NewSide {
                    name,
                    tincture: tincture.as_deref().map(str::parse::<Tincture>).transpose()?,
                    people: people.parse::<People>()?,
                    treasury: treasury.as_deref().map(sum).transpose()?.unwrap_or(Pence::ZERO),
                };
                Some(sides::add(&mut store, &new, &why.by_hand())?)
            }
            SideDeed::Set { side, name, people, tincture, lord, why } => {
                let mut realm = store.side_named(&side)?;
                realm.name = name.unwrap_or(realm.name);
                if let Some(people) = people {
                    realm.people = people.parse()?;
                }
                if let Some(tincture) = tincture {
                    realm.tincture = tincture.parse()?;
                }
                if let Some(lord) = lord {
                    realm.lord = person_or_nobody(&store, &lord)?;
                }
                sides::edit(&mut store, &realm, &why.by_hand())?;
                Some(realm.id)
            }
            SideDeed::Part { side, new, armies, places, treasury, lord, tincture, relation, why } => {
                let from = store.side_named(&side)?;
                let parting = Parting {
                    armies: armies.iter().map(|army| Ok(store.army_named(army)?.id)).collect::<Result<_>>()?,
                    places: places.iter().map(|place| Ok(store.place_named(place)?.id)).collect::<Result<_>>()?,
                    treasury: treasury.as_deref().map(sum).transpose()?.unwrap_or(Pence::ZERO),
                    lord: lord.as_deref().map(|lord| Ok::<_, Problem>(store.person_named(lord)?.id)).transpose()?,
                    stance: Some(relation.parse()?),
                };
                let new = NewSide {
                    name: new,
                    tincture: tincture.as_deref().map(str::parse::<Tincture>).transpose()?,
                    people: from.people,
                    treasury: Pence::ZERO,
                };
                Some(sides::part(&mut store, from.id, &new, &parting, &why.by_hand())?)
            }
            SideDeed::Remove { side, why } => {
                let side = store.side_named(&side)?;
                sides::remove(&mut store, side.id, &why.by_hand())?;
                None
            }
        };
        let side = side.map(|side| store.side(side)).transpose()?;
        done(&store, out, json!({ "side": side }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Ledger {
    /// The campaign.
    file: PathBuf,
    /// Whose treasury pays: a side's, a person's, or the world's outside the ledger.
    #[arg(long, default_value = "world")]
    from: String,
    /// Whose treasury takes it; a person who has none gets one by it.
    #[arg(long, default_value = "world")]
    to: String,
    /// The sum: marks, such as 500 or “43 m 6s 8d”.
    #[arg(long)]
    sum: String,
    /// What for; the ledger keeps it.
    #[arg(long = "for", value_name = "WHAT")]
    what: String,
}

impl Ledger {
    pub fn run(self, out: &Out) -> Result<()> {
        let pence = sum(&self.sum)?;
        let mut store = open(&self.file, out)?;
        match (account(&store, &self.from)?, account(&store, &self.to)?) {
            (Whose::World, Whose::World) => {
                return Err(Problem::bad_input("The world pays itself nothing.").hint("Give --from, --to or both."));
            }
            (Whose::World, Whose::Side(side, _)) => relations::grant(&mut store, side, pence, &self.what)?,
            (Whose::Side(side, _), Whose::World) => relations::grant(&mut store, side, -pence, &self.what)?,
            (from, to) => {
                let (from, to) = (from.purse(&store)?, to.purse(&store)?);
                treasury::enter(&mut store, from, to, pence, &self.what)?;
            }
        }
        done(&store, out, json!({ "pence": pence }))
    }
}

/// Whose a treasury is.
enum Whose {
    World,
    Side(SideId, AccountId),
    Person(PersonId),
}

impl Whose {
    fn purse(&self, db: &Db) -> Result<Purse> {
        Ok(match self {
            Whose::World => db.world()?.into(),
            Whose::Side(_, account) => (*account).into(),
            Whose::Person(person) => (*person).into(),
        })
    }
}

fn account(db: &Db, name: &str) -> Result<Whose> {
    if name.trim().eq_ignore_ascii_case("world") || name.trim().eq_ignore_ascii_case("the world") {
        return Ok(Whose::World);
    }
    if let Ok(side) = db.side_named(name) {
        return Ok(Whose::Side(side.id, db.side_account(side.id)?));
    }
    let person = db.person_named(name).map_err(|_| {
        Problem::new(ProblemKind::NotFound, format!("There is no treasury of “{name}”."))
            .hint("Name a side, a person, or the world.")
    })?;
    Ok(Whose::Person(person.id))
}

#[derive(Debug, Args)]
pub(super) struct Place {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: PlaceDeed,
}

#[derive(Debug, Subcommand)]
enum PlaceDeed {
    /// Put a place on the map.
    Add {
        /// Its name.
        name: String,
        #[command(flatten)]
        fields: PlaceFields,
        #[command(flatten)]
        why: Why,
    },
    /// Change a place by hand: move it, rename it, give it to a side.
    Set {
        /// The place.
        place: String,
        /// A new name.
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        fields: PlaceFields,
        /// Men levied from it this season.
        #[arg(long)]
        levied: Option<u32>,
        /// Weeks in a row that armies have lived off its land.
        #[arg(long, value_name = "WEEKS")]
        stripped: Option<u32>,
        #[command(flatten)]
        why: Why,
    },
    /// Take a place off the map, with its routes.
    Remove {
        /// The place.
        place: String,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(Debug, Args)]
struct PlaceFields {
    /// city, town, port, village, castle, abbey, ford, bridge, crossways or field.
    #[arg(long)]
    kind: Option<String>,
    /// Where it lies, 0 to 1000 from the west and from the north, such as 420,310.
    #[arg(long, value_name = "X,Y")]
    at: Option<String>,
    /// The side it belongs to; “nobody” for none.
    #[arg(long)]
    side: Option<String>,
    /// How many people live there.
    #[arg(long)]
    people: Option<u32>,
    /// Knights' fiefs held of it.
    #[arg(long)]
    fiefs: Option<u32>,
}

impl Place {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let place = match self.what {
            PlaceDeed::Add { name, fields, why } => {
                let at: MapSpot = match fields.at.as_deref() {
                    Some(at) => at.parse()?,
                    None => MapSpot { x: 500, y: 500 },
                };
                let new = NewPlace {
                    name,
                    kind: fields.kind.as_deref().unwrap_or("village").parse::<PlaceKind>()?,
                    side: side_or_nobody(&store, fields.side.as_deref().unwrap_or("nobody"))?,
                    x: at.x,
                    y: at.y,
                    people: fields.people.unwrap_or(0),
                    fiefs: fields.fiefs.unwrap_or(0),
                };
                Some(places::add(&mut store, &new, &why.by_hand())?)
            }
            PlaceDeed::Set { place, name, fields, levied, stripped, why } => {
                let mut place = store.place_named(&place)?;
                place.name = name.unwrap_or(place.name);
                if let Some(kind) = fields.kind {
                    place.kind = kind.parse()?;
                }
                if let Some(at) = fields.at {
                    MapSpot { x: place.x, y: place.y } = at.parse()?;
                }
                if let Some(side) = fields.side {
                    place.side = side_or_nobody(&store, &side)?;
                }
                place.people = fields.people.unwrap_or(place.people);
                place.fiefs = fields.fiefs.unwrap_or(place.fiefs);
                place.levied = levied.unwrap_or(place.levied);
                place.stripped_weeks = stripped.unwrap_or(place.stripped_weeks);
                places::edit(&mut store, &place, &why.by_hand())?;
                Some(place.id)
            }
            PlaceDeed::Remove { place, why } => {
                let place = store.place_named(&place)?;
                places::remove(&mut store, place.id, &why.by_hand())?;
                None
            }
        };
        let place = place.map(|place| store.place(place)).transpose()?;
        done(&store, out, json!({ "place": place }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Route {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: RouteDeed,
}

#[derive(Debug, Subcommand)]
enum RouteDeed {
    /// Draw a route between two places; its miles by the map's scale unless given.
    Add {
        /// One place.
        from: String,
        /// The other.
        to: String,
        /// Its length in miles.
        #[arg(long)]
        miles: Option<u32>,
        /// road, track or river crossing.
        #[arg(long, default_value = "road")]
        kind: String,
        #[command(flatten)]
        why: Why,
    },
    /// Change a route by hand.
    Set {
        /// One of its places.
        from: String,
        /// The other.
        to: String,
        /// Its length in miles.
        #[arg(long, conflicts_with = "by_scale")]
        miles: Option<u32>,
        /// Its miles from the map's scale, and changing with it.
        #[arg(long)]
        by_scale: bool,
        /// road, track or river crossing.
        #[arg(long)]
        kind: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Take a route away.
    Remove {
        /// One of its places.
        from: String,
        /// The other.
        to: String,
        #[command(flatten)]
        why: Why,
    },
}

impl Route {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let find = |store: &Store, from: &str, to: &str| -> Result<Road> {
            routes::between(store, store.place_named(from)?.id, store.place_named(to)?.id)
        };
        let route = match self.what {
            RouteDeed::Add { from, to, miles, kind, why } => {
                let (from, to) = (store.place_named(&from)?.id, store.place_named(&to)?.id);
                Some(routes::add(&mut store, from, to, miles, kind.parse::<RouteKind>()?, &why.by_hand())?)
            }
            RouteDeed::Set { from, to, miles, by_scale, kind, why } => {
                let mut route = find(&store, &from, &to)?;
                if let Some(miles) = miles {
                    (route.miles, route.measured) = (miles, false);
                }
                route.measured |= by_scale;
                if let Some(kind) = kind {
                    route.kind = kind.parse()?;
                }
                routes::edit(&mut store, &route, &why.by_hand())?;
                Some(route.id)
            }
            RouteDeed::Remove { from, to, why } => {
                let route = find(&store, &from, &to)?;
                routes::remove(&mut store, route.id, &why.by_hand())?;
                None
            }
        };
        let route = route.map(|route| store.route(route)).transpose()?;
        done(&store, out, json!({ "route": route }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Hold {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: HoldDeed,
}

#[derive(Debug, Subcommand)]
enum HoldDeed {
    /// Build a stronghold at a place.
    Add {
        /// Its name.
        name: String,
        /// Where it stands.
        #[arg(long)]
        place: String,
        #[command(flatten)]
        fields: HoldFields,
        #[command(flatten)]
        why: Why,
    },
    /// Change a stronghold by hand.
    Set {
        /// The stronghold.
        stronghold: String,
        /// A new name.
        #[arg(long)]
        name: Option<String>,
        /// Where it stands.
        #[arg(long)]
        place: Option<String>,
        #[command(flatten)]
        fields: HoldFields,
        #[command(flatten)]
        why: Why,
    },
    /// Damage a stretch of wall, or make it whole again.
    Wall {
        /// The stronghold.
        stronghold: String,
        /// Its line, 1 for the outer ramparts.
        #[arg(long)]
        line: u8,
        /// The stretch of the line, from 1.
        #[arg(long)]
        stretch: u8,
        /// Damages to its outer side.
        #[arg(long, default_value_t = 0)]
        outer: u8,
        /// Damages to its inner side.
        #[arg(long, default_value_t = 0)]
        inner: u8,
        #[command(flatten)]
        why: Why,
    },
    /// Pull a stronghold down.
    Remove {
        /// The stronghold.
        stronghold: String,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(Debug, Args)]
struct HoldFields {
    /// border castle, baron's castle or town.
    #[arg(long)]
    kind: Option<String>,
    /// The side that holds it; for a new one, its place's side if left out.
    #[arg(long)]
    side: Option<String>,
    /// The men it can hold.
    #[arg(long)]
    men: Option<u32>,
    /// The rations in its store.
    #[arg(long)]
    rations: Option<u32>,
    /// The rations its store can hold.
    #[arg(long)]
    store: Option<u32>,
    /// Days of filling its moat takes, none or deep (SG-7.7).
    #[arg(long)]
    moat: Option<String>,
    /// The map of hexes it is assaulted on, one that “banneret hexes” lists; “by kind” for that of its kind (SG-5).
    #[arg(long)]
    map: Option<String>,
}

/// The map that was typed for a stronghold; nothing for that of its kind.
fn map_typed(typed: &str) -> Option<&str> {
    Some(typed).filter(|typed| crate::rules::figure::plain(typed) != "by kind")
}

fn moat(text: &str) -> Result<i32> {
    match text.trim() {
        "none" => Ok(0),
        "deep" => Ok(-1),
        days => days.parse().map_err(|_| {
            Problem::bad_input(format!("“{days}” is no moat.")).hint("Write none, deep, or the days it takes to fill.")
        }),
    }
}

impl Hold {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let hold = match self.what {
            HoldDeed::Add { name, place, fields, why } => {
                let place = store.place_named(&place)?;
                let side = match (&fields.side, place.side) {
                    (Some(side), _) => store.side_named(side)?.id,
                    (None, Some(side)) => side,
                    (None, None) => {
                        return Err(Problem::bad_input(format!("{} belongs to nobody.", place.name))
                            .hint("Say who holds the stronghold with --side."));
                    }
                };
                let rations = fields.rations.unwrap_or(0);
                let new = NewStronghold {
                    place: place.id,
                    side,
                    name,
                    kind: fields.kind.as_deref().unwrap_or("border castle").parse::<StrongholdKind>()?,
                    capacity: fields.men.unwrap_or(100),
                    rations,
                    store_capacity: fields.store.unwrap_or(rations.max(1000)),
                    moat_days: fields.moat.as_deref().map(moat).transpose()?.unwrap_or(0),
                };
                let map = fields.map.as_deref().and_then(map_typed);
                Some(holds::add_on(&mut store, &new, map, &why.by_hand())?)
            }
            HoldDeed::Set { stronghold, name, place, fields, why } => {
                let mut hold = store.stronghold_named(&stronghold)?;
                hold.name = name.unwrap_or(hold.name);
                if let Some(place) = place {
                    hold.place = store.place_named(&place)?.id;
                }
                if let Some(kind) = fields.kind {
                    hold.kind = kind.parse()?;
                }
                if let Some(side) = fields.side {
                    hold.side = store.side_named(&side)?.id;
                }
                hold.capacity = fields.men.unwrap_or(hold.capacity);
                hold.rations = fields.rations.unwrap_or(hold.rations);
                hold.store_capacity = fields.store.unwrap_or(hold.store_capacity);
                if let Some(text) = fields.moat {
                    hold.moat_days = moat(&text)?;
                }
                let map = match &fields.map {
                    Some(typed) => map_typed(typed).map(str::to_owned),
                    None => store.map_of_stronghold(hold.id)?,
                };
                holds::edit_on(&mut store, &hold, map.as_deref(), &why.by_hand())?;
                Some(hold.id)
            }
            HoldDeed::Wall { stronghold, line, stretch, outer, inner, why } => {
                let hold = store.stronghold_named(&stronghold)?.id;
                let (Some(line), Some(stretch)) = (line.checked_sub(1), stretch.checked_sub(1)) else {
                    return Err(Problem::bad_input("Lines and stretches are counted from 1.").hint("Name one from 1."));
                };
                holds::set_wall(&mut store, hold, At { line, stretch }, Stretch { outer, inner }, &why.by_hand())?;
                Some(hold)
            }
            HoldDeed::Remove { stronghold, why } => {
                let hold = store.stronghold_named(&stronghold)?.id;
                holds::remove(&mut store, hold, &why.by_hand())?;
                None
            }
        };
        let value = match hold {
            Some(hold) => {
                let known = store.stronghold(hold)?;
                let map = store.map_of_stronghold(hold)?.unwrap_or_else(|| hexes::of_kind(known.kind).to_owned());
                json!({ "stronghold": known, "walls": store.walls(hold)?, "map": map })
            }
            None => json!({}),
        };
        done(&store, out, value)
    }
}
