//! Commands that make and mend armies, people and contacts by hand (CP-7.7).

use super::campaign::{day, open};
use super::out::Out;
use super::world::{Why, done, person_or_nobody};
use crate::app::edit::{self, Becomes};
use crate::app::world::persons::{self, NewMen};
use crate::app::world::{contacts, troops};
use crate::app::{commands, march, organise, siege};
use crate::campaign::ids::{ContactId, FormationId, PersonId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::siege::SiegeTrain;
use crate::rules::figure::{Class, Profile, Protection, Rank, Weapon};
use crate::store::{Db, Store};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Formation {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: FormationDeed,
}

/// A formation is named by its army, or by its army and what stands under it, as in “Host / Van / Archers”.
#[derive(Debug, Subcommand)]
enum FormationDeed {
    /// Raise an empty army at a place, or add an empty battle, force or unit under a formation.
    Add {
        /// Its name.
        name: String,
        /// For an army: its side.
        #[arg(long, requires = "at", conflicts_with = "under")]
        side: Option<String>,
        /// For an army: the place where it gathers.
        #[arg(long)]
        at: Option<String>,
        /// For an army: the stronghold there that it garrisons.
        #[arg(long)]
        stronghold: Option<String>,
        /// For a part: what it stands under, such as “Host” or “Host / Van”.
        #[arg(long, required_unless_present = "side")]
        under: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Change a formation by hand; an army may be put anywhere.
    Set {
        /// The formation.
        formation: String,
        /// A new name.
        #[arg(long)]
        name: Option<String>,
        /// Where the army stands.
        #[arg(long)]
        at: Option<String>,
        /// The stronghold the army is in; “none” for the open.
        #[arg(long)]
        stronghold: Option<String>,
        /// Whether the army has a train of wagons, and marches at its pace.
        #[arg(long)]
        train: Option<bool>,
        /// Weeks the army has gone without pay.
        #[arg(long, value_name = "WEEKS")]
        unpaid: Option<u32>,
        /// Weeks the army has gone hungry.
        #[arg(long, value_name = "WEEKS")]
        hungry: Option<u32>,
        #[command(flatten)]
        why: Why,
    },
    /// Put formations, with all in them, under another.
    Move {
        /// The formations.
        #[arg(required = true)]
        formations: Vec<String>,
        /// What they come to stand under.
        #[arg(long)]
        under: String,
    },
    /// Part battles, forces or units from their army as a new army in the same place.
    Part {
        /// The formations.
        #[arg(required = true)]
        formations: Vec<String>,
        /// The new army's name.
        #[arg(long = "as", value_name = "NAME")]
        new: String,
    },
    /// Join an army to another in the same place.
    Join {
        /// The army that ends.
        army: String,
        /// The army it joins.
        #[arg(long)]
        to: String,
    },
    /// Appoint a commander, or leave the command vacant with “nobody”.
    Appoint {
        /// The formation.
        formation: String,
        /// Who commands it.
        #[arg(long)]
        commander: String,
    },
    /// End an army's marching orders.
    Halt {
        /// The army.
        army: String,
    },
    /// Put an army into a stronghold where it stands, or bring it out.
    Garrison {
        /// The army.
        army: String,
        /// The stronghold; left out, the army comes out into the open.
        #[arg(long)]
        stronghold: Option<String>,
    },
    /// Set what goes with an army by hand; what is not given stays as it is.
    Train {
        /// The army.
        army: String,
        #[command(flatten)]
        goods: Goods,
        /// Why, for the chronicle.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Fill every vacant command of an army with the highest man there.
    Fill {
        /// The army.
        army: String,
    },
    /// Take a formation with nobody in it out of the tree.
    Remove {
        /// The formation.
        formation: String,
        #[command(flatten)]
        why: Why,
    },
}

/// What goes with an army (SG-1.3, SG-2.1).
#[derive(Debug, Args)]
struct Goods {
    /// Rations.
    #[arg(long)]
    rations: Option<u32>,
    /// Draught and pack animals.
    #[arg(long)]
    animals: Option<u32>,
    /// Mangonels.
    #[arg(long)]
    mangonels: Option<u16>,
    /// Trebuchets.
    #[arg(long)]
    trebuchets: Option<u16>,
    /// Rams.
    #[arg(long)]
    rams: Option<u16>,
    /// Siege towers.
    #[arg(long)]
    towers: Option<u16>,
    /// Whether it has ladders for an assault.
    #[arg(long)]
    ladders: Option<bool>,
}

impl Goods {
    /// A train with what is given written over.
    fn over(&self, mut train: SiegeTrain) -> SiegeTrain {
        train.rations = self.rations.unwrap_or(train.rations);
        train.animals = self.animals.unwrap_or(train.animals);
        let park = &mut train.park;
        park.mangonels = self.mangonels.unwrap_or(park.mangonels);
        park.trebuchets = self.trebuchets.unwrap_or(park.trebuchets);
        park.rams = self.rams.unwrap_or(park.rams);
        park.towers = self.towers.unwrap_or(park.towers);
        park.ladders = self.ladders.unwrap_or(park.ladders);
        train
    }
}

fn formations(db: &Db, names: &[String]) -> Result<Vec<FormationId>> {
    names.iter().map(|name| Ok(troops::named(db, name)?.id)).collect()
}

impl Formation {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let formation = match self.what {
            FormationDeed::Add { name, side, at, stronghold, under, why } => match (side, at, under) {
                (Some(side), Some(at), _) => {
                    let (side, at) = (store.side_named(&side)?.id, store.place_named(&at)?.id);
                    let hold = stronghold.as_deref().map(|hold| store.stronghold_named(hold)).transpose()?;
                    let hold = hold.map(|hold| hold.id);
                    Some(troops::add_army(&mut store, side, &name, at, hold, &why.by_hand())?)
                }
                (_, _, Some(under)) => {
                    let under = troops::named(&store, &under)?.id;
                    Some(organise::add_formation(&mut store, under, &name)?)
                }
                _ => {
                    return Err(Problem::bad_input("An army needs a side and a place.")
                        .hint("Give --side and --at, or --under for a part of an army."));
                }
            },
            FormationDeed::Set { formation, name, at, stronghold, train, unpaid, hungry, why } => {
                let mut formation = troops::named(&store, &formation)?;
                formation.name = name.unwrap_or(formation.name);
                if let Some(at) = at {
                    formation.place = Some(store.place_named(&at)?.id);
                    formation.stronghold = None;
                }
                match stronghold.as_deref() {
                    Some("none" | "") => formation.stronghold = None,
                    Some(hold) => formation.stronghold = Some(store.stronghold_named(hold)?.id),
                    None => {}
                }
                formation.train = train.unwrap_or(formation.train);
                formation.unpaid_weeks = unpaid.unwrap_or(formation.unpaid_weeks);
                formation.hungry_weeks = hungry.unwrap_or(formation.hungry_weeks);
                troops::edit(&mut store, &formation, &why.by_hand())?;
                Some(formation.id)
            }
            FormationDeed::Move { formations: names, under } => {
                let (names, under) = (formations(&store, &names)?, troops::named(&store, &under)?.id);
                organise::move_formations(&mut store, &names, under)?;
                Some(under)
            }
            FormationDeed::Part { formations: names, new } => {
                let names = formations(&store, &names)?;
                Some(organise::detach(&mut store, &names, &new)?)
            }
            FormationDeed::Join { army, to } => {
                let (army, to) = (store.army_named(&army)?.id, store.army_named(&to)?.id);
                organise::join(&mut store, army, to)?;
                Some(to)
            }
            FormationDeed::Appoint { formation, commander } => {
                let formation = troops::named(&store, &formation)?.id;
                let commander = person_or_nobody(&store, &commander)?;
                organise::appoint(&mut store, formation, commander)?;
                Some(formation)
            }
            FormationDeed::Halt { army } => {
                let army = store.army_named(&army)?.id;
                march::halt(&mut store, army)?;
                Some(army)
            }
            FormationDeed::Garrison { army, stronghold } => {
                let army = store.army_named(&army)?.id;
                let hold = stronghold.as_deref().map(|hold| store.stronghold_named(hold)).transpose()?;
                march::garrison(&mut store, army, hold.map(|hold| hold.id))?;
                Some(army)
            }
            FormationDeed::Train { army, goods, reason } => {
                let army = store.army_named(&army)?.id;
                let train = goods.over(store.train(army)?);
                siege::set_train(&mut store, army, &train, &reason)?;
                Some(army)
            }
            FormationDeed::Fill { army } => {
                let army = store.army_named(&army)?.id;
                commands::fill_vacant(&mut store, army)?;
                Some(army)
            }
            FormationDeed::Remove { formation, why } => {
                let formation = troops::named(&store, &formation)?.id;
                troops::remove(&mut store, formation, &why.by_hand())?;
                None
            }
        };
        let formation = formation.map(|formation| store.formation(formation)).transpose()?;
        done(&store, out, json!({ "formation": formation }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Person {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: PersonDeed,
}

#[derive(Debug, Subcommand)]
enum PersonDeed {
    /// Enter a man by name, or many alike.
    Add {
        /// His name; left out, names come from the period lists.
        #[arg(default_value = "")]
        name: String,
        /// The side.
        #[arg(long)]
        side: String,
        /// The formation they join, such as “Host / Van / Archers”.
        #[arg(long = "in", value_name = "FORMATION")]
        formation: Option<String>,
        /// How many.
        #[arg(long, default_value_t = 1)]
        count: u32,
        #[command(flatten)]
        fields: ManFields,
        #[command(flatten)]
        why: Why,
    },
    /// Change a man by hand.
    Set {
        /// The man; of several of a name, his number with a # before it.
        person: String,
        /// A new name.
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        fields: ManFields,
        /// His lord; “nobody” for none.
        #[arg(long)]
        lord: Option<String>,
        /// The day his service ends; “none” for no end.
        #[arg(long, value_name = "DAY")]
        serves_until: Option<String>,
        /// A note of the referee's.
        #[arg(long)]
        note: Option<String>,
        /// His tags, separated by semicolons, in the place of those he has.
        #[arg(long)]
        tags: Option<String>,
        /// What has become of him: fit, wounded, missing, dead, left or “captive of SIDE”.
        #[arg(long)]
        state: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Move men to a formation of their side where they are.
    Move {
        /// The men.
        #[arg(required = true)]
        people: Vec<String>,
        /// The formation.
        #[arg(long)]
        to: String,
    },
    /// Retire men: they leave for good.
    Retire {
        /// The men.
        #[arg(required = true)]
        people: Vec<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Take out a man who was entered by mistake and has done nothing.
    Remove {
        /// The man.
        person: String,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(Debug, Args)]
struct ManFields {
    /// knight, sergeant, peasant or cleric.
    #[arg(long)]
    class: Option<String>,
    /// A knight's rank, such as baron or earl.
    #[arg(long)]
    rank: Option<String>,
    /// The grade, E to A and A1 up.
    #[arg(long)]
    grade: Option<String>,
    /// Protection, 1 to 4.
    #[arg(long)]
    protection: Option<u8>,
    /// Weapons, separated by semicolons.
    #[arg(long)]
    weapons: Option<String>,
    /// none, unbarded or barded.
    #[arg(long)]
    horse: Option<String>,
}

impl ManFields {
    /// A profile with what is given written over.
    fn over(&self, mut profile: Profile) -> Result<Profile> {
        if let Some(class) = &self.class {
            profile.class = class.parse()?;
        }
        if let Some(rank) = &self.rank {
            profile.rank = rank.parse()?;
        }
        if let Some(grade) = &self.grade {
            profile.grade = grade.parse()?;
        }
        if let Some(protection) = self.protection {
            profile.protection = Protection::new(protection).ok_or_else(|| {
                Problem::bad_input(format!("There is no protection {protection}."))
                    .hint("Give 1, the best, to 4, none.")
            })?;
        }
        if let Some(weapons) = &self.weapons {
            profile.weapons = Weapon::list(weapons)?;
        }
        if let Some(horse) = &self.horse {
            profile.horse = horse.parse()?;
        }
        Ok(profile)
    }
}

/// A man by his name, or by his number as in `#12`.
pub(super) fn man(db: &Db, name: &str) -> Result<PersonId> {
    match name.trim().strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => Ok(db.person(PersonId(number))?.id),
        None => Ok(db.person_named(name)?.id),
    }
}

fn men(db: &Db, names: &[String]) -> Result<Vec<PersonId>> {
    names.iter().map(|name| man(db, name)).collect()
}

pub(super) fn becomes(db: &Db, state: &str) -> Result<Becomes> {
    if let Some(side) = state.trim().strip_prefix("captive of ") {
        return Ok(Becomes::CaptiveOf(db.side_named(side)?.id));
    }
    Ok(match state.trim() {
        "fit" => Becomes::Fit,
        "wounded" => Becomes::Wounded,
        "missing" => Becomes::Missing,
        "dead" => Becomes::Dead,
        "left" => Becomes::Left,
        other => {
            return Err(Problem::bad_input(format!("Nobody becomes “{other}”."))
                .hint("Write fit, wounded, missing, dead, left or “captive of” and a side."));
        }
    })
}

impl Person {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let people = match self.what {
            PersonDeed::Add { name, side, formation, count, fields, why } => {
                let class: Class = fields.class.as_deref().unwrap_or("sergeant").parse()?;
                let plain = Profile {
                    class,
                    rank: Rank::None,
                    grade: crate::rules::figure::Grade::within(class).0,
                    protection: Protection::NONE,
                    weapons: Vec::new(),
                    horse: crate::rules::figure::Horse::None,
                };
                let new = NewMen {
                    side: store.side_named(&side)?.id,
                    formation: formation
                        .as_deref()
                        .map(|name| troops::named(&store, name))
                        .transpose()?
                        .map(|of| of.id),
                    name,
                    profile: fields.over(plain)?,
                    count,
                };
                persons::add(&mut store, &new, &why.by_hand())?
            }
            PersonDeed::Set { person, name, fields, lord, serves_until, note, tags, state, why } => {
                let mut person = store.person(man(&store, &person)?)?;
                if let Some(name) = name {
                    (person.name, person.named) = (name, true);
                }
                person.profile = fields.over(person.profile)?;
                if let Some(lord) = lord {
                    person.lord = person_or_nobody(&store, &lord)?;
                }
                match serves_until.as_deref() {
                    Some("none" | "") => person.service.serves_until = None,
                    Some(text) => person.service.serves_until = Some(day(text)?),
                    None => {}
                }
                person.note = note.unwrap_or(person.note);
                if let Some(tags) = tags {
                    person.tags = crate::campaign::filters::tags(&tags)?;
                }
                let becomes = state.map_or(Ok(Becomes::AsHeIs), |state| becomes(&store, &state))?;
                edit::person(&mut store, &person, becomes, &why.by_hand())?;
                vec![person.id]
            }
            PersonDeed::Move { people, to } => {
                let (people, to) = (men(&store, &people)?, troops::named(&store, &to)?.id);
                organise::move_men(&mut store, &people, to)?;
                people
            }
            PersonDeed::Retire { people, why } => {
                let people = men(&store, &people)?;
                persons::retire(&mut store, &people, &why.by_hand())?;
                people
            }
            PersonDeed::Remove { person, why } => {
                let person = man(&store, &person)?;
                persons::remove(&mut store, person, &why.by_hand())?;
                Vec::new()
            }
        };
        let people: Vec<_> = people.into_iter().map(|person| store.person(person)).collect::<Result<_>>()?;
        done(&store, out, json!({ "people": people }))
    }
}

#[derive(Debug, Args)]
pub(super) struct Contact {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: ContactDeed,
}

#[derive(Debug, Subcommand)]
enum ContactDeed {
    /// Bring two armies that are at war in one place face to face.
    Add {
        /// The army that attacks.
        #[arg(long)]
        attacker: String,
        /// The army it comes upon.
        #[arg(long)]
        defender: String,
        /// Put the first where the other stands, if they are apart.
        #[arg(long)]
        bring: bool,
        #[command(flatten)]
        why: Why,
    },
    /// Change the contact an army waits in.
    Set {
        /// One of its armies.
        army: String,
        /// Which of the two attacks.
        #[arg(long)]
        attacker: Option<String>,
        /// The day they met.
        #[arg(long, value_name = "DAY")]
        date: Option<String>,
        #[command(flatten)]
        why: Why,
    },
    /// Let the contact an army waits in come to nothing.
    Remove {
        /// One of its armies.
        army: String,
        #[command(flatten)]
        why: Why,
    },
}

fn contact_of(store: &Store, army: &str) -> Result<ContactId> {
    let army = store.army_named(army)?;
    let met = store.waiting_contacts()?.into_iter().find(|met| [met.attacker, met.defender].contains(&army.id));
    met.map(|met| met.id).ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, format!("{} faces nobody.", army.name))
            .hint("“banneret show FILE contacts” lists those who do.")
    })
}

impl Contact {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let contact = match self.what {
            ContactDeed::Add { attacker, defender, bring, why } => {
                let (attacker, defender) = (store.army_named(&attacker)?.id, store.army_named(&defender)?.id);
                match bring {
                    true => contacts::bring(&mut store, attacker, defender, &why.by_hand())?,
                    false => contacts::make(&mut store, attacker, defender, &why.by_hand())?,
                }
            }
            ContactDeed::Set { army, attacker, date, why } => {
                let contact = store.contact(contact_of(&store, &army)?)?;
                let attacker = match attacker {
                    Some(attacker) => store.army_named(&attacker)?.id,
                    None => contact.attacker,
                };
                let date = date.as_deref().map(day).transpose()?.unwrap_or(contact.day);
                contacts::edit(&mut store, contact.id, date, attacker, &why.by_hand())?;
                contact.id
            }
            ContactDeed::Remove { army, why } => {
                let contact = contact_of(&store, &army)?;
                contacts::lapse(&mut store, contact, &why.by_hand())?;
                contact
            }
        };
        let contact = store.contact(contact)?;
        done(&store, out, json!({ "contact": contact }))
    }
}
