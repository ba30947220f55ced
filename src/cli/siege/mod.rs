//! `banneret siege`: sieges opened, conducted day by day, bargained over, relieved, fought and lifted.

mod ahead;

use super::campaign::open;
use super::out::{Out, columns};
use crate::app::siege::{self, DayDeed, HostShown, Load, Orders, Provision, ReliefMeeting, SiegeShown, Through};
use crate::campaign::ids::{ContactId, PersonId, SiegeId};
use crate::campaign::people::Person;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeTrain};
use crate::campaign::war::{Contact, ContactKind};
use crate::rules::explain::{Part, listed, total};
use crate::rules::figure::{BySide, Class};
use crate::rules::siege::{Action, At, Gear, Leave, Order, Sally, Terms};
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Siege {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Lay siege to the enemy's stronghold where an army stands, or join the siege of it (SG-1.1).
    Open {
        /// The army that besieges.
        #[arg(long)]
        army: String,
        /// The stronghold.
        #[arg(long)]
        stronghold: String,
    },
    /// Take one of several armies out of its siege.
    Leave {
        /// The army.
        #[arg(long)]
        army: String,
    },
    /// Lift a siege: all its besiegers give it up (SG-1.3).
    Lift(Place),
    /// Say who decides for a side, and by which standing orders (SG-1.3).
    Orders {
        #[command(flatten)]
        place: Place,
        /// besiegers, garrison or relief.
        #[arg(long)]
        part: String,
        /// captain, orders or referee; as it is if it is not said, or orders where some are.
        #[arg(long)]
        conduct: Option<String>,
        /// The standing orders, such as "fill moat; batter; assault": each day the first that may be done. As they are if they
        /// are not said.
        #[arg(long)]
        orders: Option<String>,
        /// On half rations or on full ones (SG-2.3); as it is if it is not said.
        #[arg(long, num_args = 0..=1, default_missing_value = "yes")]
        half_rations: Option<YesNo>,
    },
    /// Play one day by hand (SG-1.1). What is not said is decided by each side's conduct.
    Day {
        #[command(flatten)]
        place: Place,
        /// What the besiegers do, such as "batter 1 2" for the second stretch of the first line, or "bombard".
        #[arg(long)]
        besiegers: Option<String>,
        /// What the garrison does, such as "sortie camp" or "forage 10".
        #[arg(long)]
        garrison: Option<String>,
    },
    /// Offer terms, or ask for them (SG-3.3).
    Offer {
        #[command(flatten)]
        place: Place,
        /// Who offers: besiegers or garrison.
        #[arg(long)]
        by: String,
        /// What becomes of the garrison: with arms, without arms or at discretion.
        #[arg(long, default_value = "with arms")]
        leave: String,
        /// Marks the place pays.
        #[arg(long, default_value_t = 0)]
        marks: u32,
        /// Each man owes his own ransom besides (MM-8.4).
        #[arg(long)]
        men_pay: bool,
        /// How many hostages are given; as many as are named, if left out.
        #[arg(long)]
        hostages: Option<u32>,
        /// A man of the garrison who is to be one of them; again for more. For those who are not named its foremost go.
        #[arg(long = "hostage")]
        named: Vec<String>,
        /// Days until the place is given up unless relieved; 0 for at once.
        #[arg(long, default_value_t = 0)]
        days: u32,
    },
    /// Accept or refuse the terms that wait (SG-3.3).
    Answer {
        #[command(flatten)]
        place: Place,
        /// yes or no.
        answer: YesNo,
        /// A man of the garrison who is to be one of the hostages, where the terms do not name all of them; again for more.
        #[arg(long = "hostage")]
        named: Vec<String>,
    },
    /// Choose what the besiegers do about a relief army (SG-4).
    Relieve {
        #[command(flatten)]
        place: Place,
        /// battle, part, shut-in or lift.
        choice: Relieve,
        /// An army that gives battle, for a part of the host; it may be given more than once.
        #[arg(long)]
        army: Vec<String>,
    },
    /// Resolve an assault, a bombardment or a sortie that waits by the siege's own roll (SG-1.4, SG-1.6), or call it off; to
    /// fight it, use “battle”.
    Assault {
        #[command(flatten)]
        place: Place,
        /// Call it off.
        #[arg(long)]
        call_off: bool,
        /// Which, where several wait: assault, bombardment or sortie.
        #[arg(long)]
        kind: Option<Fought>,
    },
    /// Have another army of its host fight an assault or a sortie that waits, besieger or besieged, in the place of the
    /// strongest (CP-3.1).
    Lead {
        #[command(flatten)]
        place: Place,
        /// The army.
        #[arg(long)]
        army: String,
        /// Which, where several wait: assault, bombardment or sortie.
        #[arg(long)]
        kind: Option<Fought>,
    },
    /// Send an army's train to a stronghold of its side, through besiegers if need be (SG-2.3); or slip in or out at once.
    Convoy {
        /// The army.
        #[arg(long)]
        army: String,
        /// The stronghold it goes to; left out for an army that stands before the place, or is in it.
        #[arg(long)]
        to: Option<String>,
        /// Slip out of a besieged place.
        #[arg(long)]
        out: bool,
    },
    /// March an army to an enemy's stronghold, to lay siege to it there.
    March {
        /// The army.
        #[arg(long)]
        army: String,
        /// The stronghold.
        #[arg(long)]
        to: String,
    },
    /// Load an army's train: rations of a store or bought, animals, engines made beforehand (SG-1.3, SG-2.1).
    Train {
        /// The army.
        #[arg(long)]
        army: String,
        /// Rations.
        #[arg(long, default_value_t = 0)]
        rations: u32,
        /// Draught and pack animals, bought.
        #[arg(long, default_value_t = 0)]
        animals: u32,
        /// Load the rations from the store of a stronghold where the army is, and do not buy them.
        #[arg(long)]
        from: Option<String>,
        /// Have an engine made: mangonel, trebuchet, ram, tower or ladders.
        #[arg(long)]
        engine: Option<String>,
        /// How many.
        #[arg(long, default_value_t = 1)]
        count: u16,
        /// Say what it would cost, and do nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Send useless mouths out of a besieged place: by name, or all the wounded, or all the clerics (SG-2.3).
    Expel {
        #[command(flatten)]
        place: Place,
        /// Men by name.
        #[arg(long = "man")]
        men: Vec<String>,
        /// All the wounded.
        #[arg(long)]
        wounded: bool,
        /// All the clerics.
        #[arg(long)]
        clerics: bool,
    },
    /// Show a siege: hosts, stores, walls, the test of surrender, what waits, and its story.
    Show(Place),
    /// Print a siege's sheet, to carry it on at a table without a screen (CP-6.2).
    #[cfg(feature = "print")]
    Sheet(super::print::SiegeSheet),
    /// Conduct a siege many times, and keep nothing: how it ends, how long it takes, whom it costs (SG-1 to SG-4).
    Forecast(ahead::Ahead),
}

#[derive(Debug, Args)]
struct Place {
    /// The stronghold that is besieged.
    #[arg(long)]
    stronghold: String,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum YesNo {
    Yes,
    No,
}

/// What is fought over the walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fought {
    Assault,
    Bombardment,
    Sortie,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Relieve {
    Battle,
    Part,
    ShutIn,
    Lift,
}

impl Siege {
    pub fn run(self, out: &Out) -> Result<()> {
        if let What::Forecast(ahead) = self.what {
            return ahead.run(&self.file, out);
        }
        #[cfg(feature = "print")]
        if let What::Sheet(sheet) = self.what {
            return sheet.run(&self.file, out);
        }
        if let What::Show(place) = &self.what {
            let store = Store::open_to_read(&self.file)?;
            let shown = siege::show(&store, siege::of_name(&store, &place.stronghold)?)?;
            return out.say(&as_json(&store, &shown)?, told(&store, &shown)?);
        }
        if let What::Train { army, rations, animals, from, engine, count, dry_run: true } = &self.what {
            let store = Store::open_to_read(&self.file)?;
            let provision = provision(&store, (*rations, *animals), from.as_deref(), engine.as_deref(), *count)?;
            let made = siege::provided(&store, store.army_named(army)?.id, &provision)?;
            let with_it = siege::train_in_words(&made.train);
            let value = json!({ "cost_pence": made.cost, "treasury_pence": made.treasury, "train": made.train });
            let (cost, treasury) = (made.cost.marks(), made.treasury.marks());
            return out.say(&value, format!("Costs {cost} of {treasury}. With it go {with_it}."));
        }
        let mut store = open(&self.file, out)?;
        self.what.act(&mut store)?;
        let sentence = store.last_action()?.map_or(String::new(), |action| action.sentence);
        out.say(&json!({ "done": sentence }), &sentence)
    }
}

impl What {
    fn act(self, store: &mut Store) -> Result<()> {
        let of = |store: &Store, place: &Place| siege::of_name(store, &place.stronghold);
        match self {
            What::Open { army, stronghold } => {
                let (army, stronghold) = (store.army_named(&army)?.id, store.stronghold_named(&stronghold)?.id);
                match store.siege_of(stronghold)? {
                    Some(known) => siege::join(store, army, known.id),
                    None => siege::open(store, army, stronghold).map(drop),
                }
            }
            What::Leave { army } => {
                let army = store.army_named(&army)?.id;
                siege::leave(store, army)
            }
            What::Lift(place) => {
                let id = of(store, &place)?;
                siege::lift(store, id)
            }
            What::Orders { place, part, conduct, orders, half_rations } => {
                let id = of(store, &place)?;
                let part = word::<SiegePart>(&part)?;
                let kept = siege::host(store, id, part)?;
                let conduct = match (&conduct, &orders) {
                    (Some(conduct), _) => word::<Conduct>(conduct)?,
                    (None, Some(_)) => Conduct::Orders,
                    (None, None) => kept.conduct,
                };
                let orders = orders.map_or(Ok(kept.orders), |orders| Order::list(&orders).map_err(bad))?;
                let half = half_rations.map_or(kept.half, |half| matches!(half, YesNo::Yes));
                siege::set_conduct(store, id, part, conduct, &orders, half)
            }
            What::Day { place, besiegers, garrison } => {
                let id = of(store, &place)?;
                let read = |text: Option<String>| text.as_deref().map(action).transpose();
                let actions = BySide { attacker: read(besiegers)?, defender: read(garrison)? };
                siege::play_by_hand(store, id, &Orders { actions }).map(drop)
            }
            What::Offer { place, by, leave, marks, men_pay, hostages, named, days } => {
                let id = of(store, &place)?;
                let named = of_garrison(store, id, &named)?;
                let terms = Terms {
                    leave: word::<Leave>(&leave)?,
                    ransom_marks: marks,
                    men_pay,
                    hostages: hostages.unwrap_or(named.len() as u32),
                    respite_days: days,
                };
                siege::offer_naming(store, id, word::<SiegePart>(&by)?, &terms, &named)
            }
            What::Answer { place, answer, named } => {
                let id = of(store, &place)?;
                let named = of_garrison(store, id, &named)?;
                siege::answer_naming(store, id, matches!(answer, YesNo::Yes), &named)
            }
            What::Relieve { place, choice, army } => {
                let met = waiting(store, of(store, &place)?, |kind| kind == ContactKind::Field)?;
                let choice = match (choice, army) {
                    (Relieve::Battle, _) => ReliefMeeting::Battle,
                    (Relieve::ShutIn, _) => ReliefMeeting::ShutIn,
                    (Relieve::Lift, _) => ReliefMeeting::Lift,
                    (Relieve::Part, armies) if armies.is_empty() => {
                        return Err(
                            Problem::bad_input("Which army gives battle is not said.").hint("Name it by --army.")
                        );
                    }
                    (Relieve::Part, armies) => {
                        let named = armies.iter().map(|army| Ok(store.army_named(army)?.id));
                        ReliefMeeting::Part(named.collect::<Result<_>>()?)
                    }
                };
                siege::meet(store, met, choice)
            }
            What::Assault { place, call_off, kind } => {
                let met = fought(store, of(store, &place)?, kind)?;
                if call_off { siege::call_off(store, met) } else { siege::resolve(store, met).map(drop) }
            }
            What::Lead { place, army, kind } => {
                let met = fought(store, of(store, &place)?, kind)?;
                let army = store.army_named(&army)?.id;
                siege::lead(store, met, army)
            }
            What::Convoy { army, to, out } => {
                let army = store.army_named(&army)?.id;
                match to {
                    Some(to) => {
                        let place = store.stronghold_named(&to)?.place;
                        crate::app::march::order_to(store, army, place, Purpose::Convoy).map(drop)
                    }
                    None => siege::slip(store, army, if out { Through::Out } else { Through::In }).map(drop),
                }
            }
            What::March { army, to } => {
                let (army, place) = (store.army_named(&army)?.id, store.stronghold_named(&to)?.place);
                crate::app::march::order_to(store, army, place, Purpose::Besiege).map(drop)
            }
            What::Train { army, rations, animals, from, engine, count, .. } => {
                let army = store.army_named(&army)?.id;
                let provision = provision(store, (rations, animals), from.as_deref(), engine.as_deref(), count)?;
                siege::provide(store, army, &provision).map(drop)
            }
            What::Expel { place, men, wounded, clerics } => {
                let id = of(store, &place)?;
                let mut chosen: Vec<_> =
                    men.iter().map(|name| Ok(store.person_named(name)?.id)).collect::<Result<_>>()?;
                let sent = siege::useless(store, id)?
                    .into_iter()
                    .filter(|man| wounded && man.wounded || clerics && man.profile.class == Class::Cleric);
                chosen.extend(sent.map(|man| man.id));
                chosen.sort();
                chosen.dedup();
                siege::expel(store, id, &chosen).map(drop)
            }
            What::Show(_) | What::Forecast(_) => Ok(()),
            #[cfg(feature = "print")]
            What::Sheet(_) => Ok(()),
        }
    }
}

/// Men of a garrison by their names or numbers.
fn of_garrison(db: &Store, siege: SiegeId, names: &[String]) -> Result<Vec<PersonId>> {
    names.iter().map(|name| Ok(siege::hostage_named(db, siege, name)?.id)).collect()
}

/// What a train is filled with.
fn provision(
    db: &Store,
    (rations, animals): (u32, u32),
    from: Option<&str>,
    engine: Option<&str>,
    count: u16,
) -> Result<Provision> {
    let from = from.map(|name| db.stronghold_named(name)).transpose()?.map(|known| known.id);
    let engines = engine.map(word::<Gear>).transpose()?.map(|gear| (gear, count));
    Ok(Provision { load: Load { rations, animals }, from, engines })
}

fn bad(unknown: crate::rules::figure::UnknownWord) -> Problem {
    Problem::bad_input(format!("{unknown}.")).hint("Use one of the words it names.")
}

fn word<T: std::str::FromStr<Err = crate::rules::figure::UnknownWord>>(text: &str) -> Result<T> {
    text.parse().map_err(bad)
}

/// What waits in a siege, of a kind.
fn waiting(store: &Store, siege: SiegeId, kind: impl Fn(ContactKind) -> bool) -> Result<ContactId> {
    let contacts = store.waiting_contacts()?;
    let found = contacts.iter().find(|contact| contact.siege == Some(siege) && kind(contact.kind));
    found.map(|contact| contact.id).ok_or_else(|| {
        Problem::refused("Nothing of that kind waits in this siege.", "“banneret siege FILE show” says what waits.")
    })
}

/// What waits in a siege to be fought over its walls: the one there is, or that of a kind.
fn fought(store: &Store, siege: SiegeId, kind: Option<Fought>) -> Result<ContactId> {
    let sort = |kind: ContactKind| match kind {
        ContactKind::Field => None,
        ContactKind::Assault => Some(Fought::Assault),
        ContactKind::Bombardment => Some(Fought::Bombardment),
        ContactKind::SortieEngines | ContactKind::SortieCamp => Some(Fought::Sortie),
    };
    let contacts = store.waiting_contacts()?;
    let several = contacts.iter().filter(|met| met.siege == Some(siege) && sort(met.kind).is_some()).count() > 1;
    match kind {
        None if several => Err(Problem::refused(
            "Several things wait to be fought in this siege.",
            "Say which by --kind; “banneret siege FILE show” says what waits.",
        )),
        None => waiting(store, siege, |kind| kind != ContactKind::Field),
        Some(wanted) => waiting(store, siege, |kind| sort(kind) == Some(wanted)),
    }
}

/// An action as it is written: a standing order's word, with the line and stretch, or the men, where it needs them.
fn action(text: &str) -> Result<Action> {
    let wrong = || {
        Problem::bad_input(format!("“{}” is nothing a side does in a day (SG-1.3).", text.trim())).hint(
            "assault, batter LINE STRETCH, bombard, mine LINE STRETCH, fill moat, build ENGINE, sortie engines, sortie camp, \
             repair LINE STRETCH, forage MEN, withdraw or rest; terms are offered by “banneret siege FILE offer”.",
        )
    };
    // What a page and “siege FILE show” call it is understood, too.
    let plain = text.to_lowercase().replace(':', " ");
    let words: Vec<&str> =
        plain.split_whitespace().filter(|word| !["the", "against", "place"].contains(word)).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u8>().ok()).and_then(|n| n.checked_sub(1));
    let at = || match (number(1), number(2), words.get(1)) {
        (Some(line), Some(stretch), _) => Ok(At { line, stretch }),
        (_, Some(stretch), Some(&"stretch")) => number(5).map(|line| At { line, stretch }).ok_or_else(wrong),
        (_, Some(line), Some(&"line")) => number(4).map(|stretch| At { line, stretch }).ok_or_else(wrong),
        _ => Err(wrong()),
    };
    match words.as_slice() {
        ["assault"] => Ok(Action::Assault),
        ["batter", ..] => at().map(Action::Batter),
        ["bombard"] => Ok(Action::Bombard),
        ["mine", ..] => at().map(Action::Mine),
        ["repair", ..] => at().map(Action::Repair),
        ["fill", "moat"] => Ok(Action::FillMoat),
        ["build", gear] | ["build", "siege", gear] => word::<Gear>(gear).map(Action::Build),
        ["sortie" | "sally", sally] => word::<Sally>(sally).map(Action::Sortie),
        ["forage", men] | ["forage", "by", "night", "with", men, ..] => {
            men.parse().map(Action::Forage).map_err(|_| wrong())
        }
        ["withdraw"] | ["lift", "siege"] | ["have", "relief", "go", "away"] => Ok(Action::Withdraw),
        ["rest"] | ["blockade", "and", "rest"] => Ok(Action::Rest),
        _ => Err(wrong()),
    }
}

/// The sieges there are and were, one line each, or in full where one is asked for by its stronghold.
pub(super) fn list(store: &Store, wanted: impl Fn(&str) -> bool) -> Result<(&'static str, serde_json::Value, String)> {
    let all = siege::all(store)?;
    let many = all.len();
    let chosen: Vec<SiegeShown> = all.into_iter().filter(|shown| wanted(&shown.stronghold)).collect();
    let text = match chosen.as_slice() {
        [] => "There is no such siege, and was none.".to_owned(),
        [one] if many > 1 => told(store, one)?,
        chosen => {
            let row = |shown: &SiegeShown| {
                let stands = match shown.ended {
                    Some((end, day)) => format!("{end} on {}", day.long()),
                    None => shown.progress.to_string(),
                };
                vec![
                    shown.stronghold.clone(),
                    shown.besieger.clone(),
                    shown.holder.clone(),
                    shown.begun.long(),
                    shown.days.to_string(),
                    stands,
                ]
            };
            let rows: Vec<Vec<String>> = chosen.iter().map(row).collect();
            let listed = columns(&["stronghold", "besieged by", "held by", "since", ">days", "stands"], &rows);
            match siege::older(store)? {
                0 => listed,
                older => {
                    format!("{listed}\n… and {older} older, which are over; “siege FILE show” has the last of a place.")
                }
            }
        }
    };
    let figures = chosen.iter().map(|shown| as_json(store, shown)).collect::<Result<Vec<_>>>()?;
    Ok(("sieges", figures.into(), text))
}

/// A siege as figures.
fn as_json(store: &Store, shown: &SiegeShown) -> Result<serde_json::Value> {
    let parts = |parts: &[Part]| -> serde_json::Value {
        parts.iter().map(|part| json!({ "clause": part.clause, "what": part.what, "value": part.value })).collect()
    };
    let mut value = json!(shown);
    value["surrender"] = parts(&shown.surrender);
    value["initiative"]["parts"] = json!({
        "attacker": parts(&shown.initiative.parts.attacker),
        "defender": parts(&shown.initiative.parts.defender),
    });
    value["lines"] = shown
        .lines
        .iter()
        .map(|row| {
            row.iter().map(|stretch| json!({ "outer": stretch.outer, "inner": stretch.inner })).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
        .into();
    let waits = |contact: &Contact| -> Result<serde_json::Value> {
        let mut waits = json!({
            "kind": contact.kind,
            "day": contact.day,
            "attacker": store.formation(contact.attacker)?.name,
            "defender": store.formation(contact.defender)?.name,
        });
        if let Some(odds) = siege::roll_odds(store, contact)? {
            waits["odds"] = json!(odds);
            waits["odds"]["parts"] = parts(&odds.parts);
        }
        Ok(waits)
    };
    value["waiting"] = shown.waiting.iter().map(waits).collect::<Result<Vec<_>>>()?.into();
    Ok(value)
}

/// A siege as text.
fn told(store: &Store, shown: &SiegeShown) -> Result<String> {
    let mut text = format!(
        "The siege of {} ({}), by {} against {}, since {}: day {}.\n",
        shown.stronghold,
        shown.kind,
        shown.besieger,
        shown.holder,
        shown.begun.long(),
        shown.days
    );
    if let Some((end, day)) = shown.ended {
        text += &format!("It is over: {end} on {}.\n", day.long());
    }
    let waits = siege::waiting_in_words(store, shown)?;
    let open = shown.offers.iter().filter(|offer| offer.state == OfferState::Open).count();
    if !waits.is_empty() || open > 0 {
        let answers =
            shown.offers.iter().find(|offer| offer.state == OfferState::Open).map(|offer| offer.by.side().other());
        let captain = answers.map(SiegePart::of).is_some_and(|part| {
            shown.hosts.iter().any(|host| host.figures.part == part && host.conduct == Conduct::Captain)
        });
        let by_whom = if captain { ", which its captain answers on the next day that is played" } else { "" };
        let offers = if open > 0 { vec![format!("an offer of terms{by_whom}")] } else { Vec::new() };
        text += &format!("To be decided: {}.\n", [waits, offers].concat().join("; "));
    }
    let row = |HostShown { figures: host, conduct, .. }: &HostShown| {
        vec![
            host.part.word().to_owned(),
            host.armies.join(", "),
            host.able.to_string(),
            host.rations.to_string(),
            host.eats.to_string(),
            host.country.to_string(),
            format!("{}{}", host.lasts(), if host.half { ", on half rations" } else { "" }),
            conduct.word().to_owned(),
        ]
    };
    // Of what is over the hosts have gone home, or been taken.
    let hosts: &[HostShown] = if shown.ended.is_some() { &[] } else { &shown.hosts };
    let rows: Vec<Vec<String>> = hosts.iter().map(row).collect();
    if !rows.is_empty() {
        let headings = ["host", "armies", ">able", ">rations", ">eats a week", ">country", ">lasts", "conduct"];
        text += &columns(&headings, &rows);
    }
    for HostShown { figures: host, orders, conduct, supply_why, .. } in hosts {
        text += &format!("\nSupply of the {}: {supply_why}", host.part);
        let park = SiegeTrain { park: host.park, ..SiegeTrain::default() };
        if park != SiegeTrain::default() {
            text += &format!("\nEngines and gear of the {}: {}.", host.part, siege::train_in_words(&park));
        }
        if *conduct == Conduct::Orders {
            let written = if orders.is_empty() { "none, it rests".to_owned() } else { Order::written(orders) };
            text += &format!("\nStanding orders of the {}: {written}.", host.part);
        }
    }
    let days = |left: u32| if left == 1 { "1 day".to_owned() } else { format!("{left} days") };
    if let Some((gear, left)) = &shown.building {
        text += &format!("\n{} build: {gear}, ready in {}.", siege::who_builds(shown), days((*left).into()));
    }
    if let Some((at, left)) = &shown.mine {
        text += &format!("\nA mine goes to {at}, there in {}.", days((*left).into()));
    }
    if let Some(relief) = siege::relief_in_words(shown) {
        text += &format!("\nRelief: {relief}.");
    }
    text += &match shown.ended {
        Some(_) => format!("\nMoat: {}.", shown.moat),
        None => format!("\nProgress: {}. Moat: {}.", shown.progress, shown.moat),
    };
    for (line, row) in shown.lines.iter().enumerate() {
        let stretches: Vec<String> = row
            .iter()
            .map(|stretch| match (stretch.outer, stretch.inner) {
                (0, 0) => "whole".to_owned(),
                (damage, 0) if damage >= shown.demolished_at => "demolished".to_owned(),
                (damage, _) if damage >= shown.demolished_at => "demolished, the inner rampart too".to_owned(),
                (damage, 0) => format!("{damage} D"),
                (damage, inner) => format!("{damage} D, {inner} within"),
            })
            .collect();
        let whose = match line {
            _ if line < usize::from(shown.outer_lost) => " (the relief’s)",
            _ if line < usize::from(shown.won) => " (the besiegers’)",
            _ => "",
        };
        text += &format!("\nLine {}{whose}: {}.", line + 1, stretches.join(", "));
    }
    if let Some(day) = shown.respite {
        text += &format!("\nGiven up on {} unless relieved.", day.long());
    }
    text += &bargained(store, shown)?;
    let parts: Vec<String> =
        shown.surrender.iter().map(|part| format!("{} {:+} ({})", part.what, part.value, part.clause)).collect();
    let days = days(shown.test_in);
    if let Some(put_off) = siege::put_off_in_words(shown) {
        text += &format!("\n{put_off}.");
    }
    text += &match shown.no_test {
        Some(why) => format!("\nNo test of surrender: {why}."),
        None => format!(
            "\nSurrender, in {days}: {}; {}; they ask terms in {:.0} of 100.",
            shown.measured,
            parts.join(", "),
            shown.asks_terms.percent
        ),
    };
    if shown.ended.is_none() {
        if shown.respite.is_none() && !shown.shut_in {
            text += &in_terms(store, shown)?;
        }
        text += &coming_day(shown);
        text += &through_the_lines(store, shown)?;
    }
    for line in &shown.story {
        text += &format!("\n{}  {} ({})", line.day.long(), line.text, line.clause);
    }
    Ok(text)
}

/// The terms that wait for an answer or for their day, with the hostages they name.
fn bargained(store: &Store, shown: &SiegeShown) -> Result<String> {
    let mut text = String::new();
    for offer in &shown.offers {
        let what = match offer.state {
            OfferState::Open => format!("Offered by the {}", offer.by),
            OfferState::Agreed => "Agreed".to_owned(),
            _ => continue,
        };
        let named = siege::hostages_named(store, offer.id)?;
        text += &format!("\n{what}: {}.", siege::in_words_naming(&offer.terms(), &named));
    }
    Ok(text)
}

/// How many of a garrison are told of as possible hostages; anybody else of it may be named as well.
const FOREMOST: usize = 5;

/// What terms of the place could be about: what its men would owe, and who might be hostages (SG-3.3).
fn in_terms(store: &Store, shown: &SiegeShown) -> Result<String> {
    let (owed, days) = siege::men_would_owe(store, shown.id)?;
    let men: Vec<String> = siege::may_be_hostages(store, shown.id)?.iter().map(Person::styled).collect();
    let told = match men.len() {
        0 => "nobody is left to be one".to_owned(),
        all if all > FOREMOST => format!("the foremost are {}; {} in all", men[..FOREMOST].join("; "), all),
        _ => men.join("; "),
    };
    Ok(format!(
        "\nIn terms: each man owing his ransom, they would owe {} in all, due {days} days after. Hostages: {told}.",
        owed.marks()
    ))
}

/// What both sides add to their rolls of initiative, if either adds anything.
fn added(parts: &BySide<Vec<Part>>) -> String {
    let of = |who, parts: &Vec<Part>| (total(parts) != 0).then(|| format!("{who} {}", listed(parts)));
    let both = [of("the besiegers", &parts.attacker), of("the garrison", &parts.defender)];
    let both: Vec<String> = both.into_iter().flatten().collect();
    if both.is_empty() { String::new() } else { format!("; {}", both.join(", ")) }
}

/// Who would have the initiative of the coming day, and what each side could do with it and why not.
fn coming_day(shown: &SiegeShown) -> String {
    let initiative = &shown.initiative;
    let mut text = match initiative.given {
        Some(part) => format!("\nThe coming day: the initiative goes to the {part} without a roll."),
        None => format!(
            "\nThe coming day: the initiative goes to the {} at {:.0} of 100 ({}){}.",
            initiative.besieges,
            initiative.besiegers.percent,
            initiative.besiegers.exact,
            added(&initiative.parts)
        ),
    };
    if let Some(rests) = &shown.rests {
        return format!("{text}\n{rests}.");
    }
    for (who, deeds) in [("besiegers", &shown.today.attacker), ("garrison", &shown.today.defender)] {
        let may = deeds.iter().filter(|deed| deed.why_not.is_none()).map(|deed| match deed.among.as_str() {
            "" => deed.what.clone(),
            among => format!("{} ({among})", deed.what),
        });
        text += &format!("\nThe {who} may {}.", may.collect::<Vec<_>>().join("; "));
        for DayDeed { what, why_not, .. } in deeds {
            if let Some(why) = why_not {
                text += &format!("\n  not {what}: {why}");
            }
        }
    }
    text
}

/// Who could try the lines, and who eats in the place and cannot fight.
fn through_the_lines(store: &Store, shown: &SiegeShown) -> Result<String> {
    let mut text = String::new();
    for known in siege::ways_through(store, shown.id)? {
        let way = if known.way == Through::In { "into the place" } else { "out of the place" };
        let how = siege::how_through(known.by_water);
        let falls = if known.empties { " The place falls without it (SG-3.2)." } else { "" };
        text += &format!(
            "\n{} could go {way} {how}, on {} or more on 2d6 ({}; {} of 36).{falls}",
            known.army.name,
            known.needs,
            listed(&known.parts),
            known.of_36
        );
    }
    let useless = siege::useless(store, shown.id)?;
    if !useless.is_empty() {
        let names: Vec<String> = useless.iter().take(12).map(|man| man.styled()).collect();
        let more = if useless.len() > 12 { format!(" and {} more", useless.len() - 12) } else { String::new() };
        text += &format!("\nUseless mouths: {}{more}.", names.join(", "));
    }
    Ok(text)
}
