//! A siege as a page or a command shows it: both hosts and how long their stores last, the lines with their damage, who would
//! have the initiative and what could be done with it, the test of surrender with each factor and its odds, what waits, and
//! the story.

use super::choices::{DayDeed, DayInitiative, deeds, initiative};
use super::day;
use super::larder;
use super::raise::{Raised, raise};
use super::relief;
use super::terms::hostages_named;
use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, OfferId, PersonId, SiegeId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Conduct, HostFigures, SiegePart, StoryLine, TermsOffer};
use crate::campaign::war::{Contact, ContactKind};
use crate::rules::explain::{Part as Reason, Sum};
use crate::rules::figure::{BySide, Side};
use crate::rules::odds::Odds;
use crate::rules::siege::{End, Moat, Order, Plight, Progress, Stretch, roll_surrender, surrender_parts};
use crate::rules::telling::counted_off;
use crate::store::Db;
use serde::Serialize;
use std::collections::BTreeSet;

/// A chance as figures: exactly, and as a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// As a fraction, `4/5`.
    pub exact: String,
    /// In hundredths.
    pub percent: f64,
}

/// A host of a siege.
#[derive(Clone, Debug, Serialize)]
pub struct HostShown {
    #[serde(flatten)]
    pub figures: HostFigures,
    /// What it has in store at the end of each siege turn from now, until it has none.
    pub stores: Vec<u32>,
    /// What it eats at the end of the siege turn under way: more or less than in a whole one, by days that were not eaten.
    #[serde(skip)]
    pub this_turn: u32,
    /// Why the country gives it what it does this siege turn, and why what it eats then is not a week (SG-2.2).
    pub supply_why: String,
    /// Who decides for it.
    pub conduct: Conduct,
    /// Its standing orders.
    pub orders: Vec<Order>,
}

impl Chance {
    /// The chance of an outcome; none where the odds refuse the word exact.
    pub(super) fn of<T: Ord, E>(odds: std::result::Result<Odds<T>, E>, outcome: &T) -> Chance {
        match odds {
            Ok(odds) => Chance { exact: odds.exact(outcome), percent: odds.chance(outcome) * 100.0 },
            Err(_) => Chance { exact: "0".to_owned(), percent: 0.0 },
        }
    }
}

/// A man named as a hostage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HostageShown {
    /// The terms that name him.
    pub offer: OfferId,
    pub man: PersonId,
    pub name: String,
    /// Whether he is held for them.
    pub held: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct SiegeShown {
    pub id: SiegeId,
    pub stronghold: String,
    pub kind: String,
    /// The place it stands at.
    pub place: String,
    /// The side that besieges.
    pub besieger: String,
    /// The side that held it when the siege began.
    pub holder: String,
    /// Its first day.
    pub begun: Day,
    /// Days of it that are over.
    pub days: u32,
    /// How far the besiegers have come (SG-1.5).
    #[serde(serialize_with = "word")]
    pub progress: Progress,
    /// Lines won.
    pub won: u8,
    /// How many of those, from the outermost, a relief has won from besiegers who are shut in (SG-4.3).
    pub outer_lost: u8,
    /// Whether the besiegers are shut in (SG-4.3).
    pub shut_in: bool,
    pub moat: String,
    /// Its lines from the outer ramparts, each a row of stretches with their damages.
    #[serde(skip)]
    pub lines: Vec<Vec<Stretch>>,
    /// Damages that demolish an outer stretch.
    pub demolished_at: u8,
    /// What is being built, and the days it still takes.
    pub building: Option<(String, u8)>,
    /// Where a mine goes, and the days it still takes.
    pub mine: Option<(String, u8)>,
    /// The day on which the place is given up unless relieved.
    pub respite: Option<Day>,
    /// Since when those within ask for terms without having said which (SG-3.1).
    pub asks_since: Option<Day>,
    /// Days until the nearest relief on the march could be there.
    pub relief_days: Option<u32>,
    /// Who it is, by the names of the armies.
    pub relief_armies: Vec<String>,
    /// The hosts: besiegers, garrison, and a relief that besieges with it.
    pub hosts: Vec<HostShown>,
    /// What the test of surrender looks at: numbers, and stores beside what the place can hold.
    pub measured: String,
    /// The test of surrender as it would be now: each factor.
    #[serde(skip)]
    pub surrender: Vec<Reason>,
    /// The odds that they ask terms at the end of this siege turn.
    pub asks_terms: Chance,
    /// What 1d10 and the factors' bonuses must come to for that (SG-3.1).
    pub asks_at: i32,
    /// Days until that test.
    pub test_in: u32,
    /// Whether the test of the last siege turn is put off until what waits is decided (SG-1.1, SG-3.1).
    pub test_put_off: bool,
    /// Why there is no test as things stand; none if there is one (SG-3.4).
    pub no_test: Option<&'static str>,
    /// Who would have the initiative of the coming day.
    pub initiative: DayInitiative,
    /// What each side could do with its part of it, and why not (SG-1.3).
    pub today: BySide<Vec<DayDeed>>,
    /// Why both sides only rest until something is settled or comes due, whatever they could do else.
    pub rests: Option<String>,
    /// Contacts that wait: assaults, sorties, relief; all over which one choice is to be made are one.
    #[serde(skip)]
    pub waiting: Vec<Contact>,
    /// Those of one choice: contacts over which the besiegers choose what they do about a relief (SG-4).
    #[serde(skip)]
    pub choice: Vec<Contact>,
    /// Terms offered, the latest first.
    pub offers: Vec<TermsOffer>,
    /// Who is named in any of them as a hostage (SG-3.3).
    pub hostages: Vec<HostageShown>,
    /// Its story by day.
    pub story: Vec<StoryLine>,
    /// How it ended, and when.
    pub ended: Option<(End, Day)>,
}

fn word<S: serde::Serializer>(progress: &Progress, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(progress.word())
}

/// Sieges under way, oldest first.
pub fn under_way(db: &Db) -> Result<Vec<SiegeShown>> {
    db.open_sieges()?.into_iter().map(|siege| show(db, siege.id)).collect()
}

/// As many sieges that are over as are listed, the latest: each is raised to be shown.
const MOST_OVER: usize = 1_000;

/// The sieges: those under way, oldest first, then those that are over, the latest first.
pub fn all(db: &Db) -> Result<Vec<SiegeShown>> {
    let mut all = under_way(db)?;
    for siege in db.sieges()?.into_iter().filter(|siege| siege.ended.is_some()).take(MOST_OVER) {
        all.push(show(db, siege.id)?);
    }
    Ok(all)
}

/// How many sieges that are over are older than those listed.
pub fn older(db: &Db) -> Result<usize> {
    Ok(db.sieges()?.into_iter().filter(|siege| siege.ended.is_some()).count().saturating_sub(MOST_OVER))
}

/// The siege of a stronghold of a name: the one under way, or the last there was.
pub fn of_name(db: &Db, stronghold: &str) -> Result<SiegeId> {
    let place = db.stronghold_named(stronghold)?;
    let siege = db.sieges()?.into_iter().find(|siege| siege.stronghold == place.id);
    siege.map(|siege| siege.id).ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, format!("{} is not besieged, and never was.", place.name))
            .hint("“banneret siege FILE open” begins a siege.")
    })
}

/// A siege as it is shown.
pub fn show(db: &Db, siege: SiegeId) -> Result<SiegeShown> {
    let it = raise(db, siege)?;
    let tables = it.game.tables.clone();
    let plight = it.game.plight();
    let mut parts: Vec<Reason> = Vec::new();
    surrender_parts(&plight, &tables, &mut parts);
    let mut sum = Sum::default();
    surrender_parts(&plight, &tables, &mut sum);
    let asks = Chance::of(Odds::of(|dice| roll_surrender(sum.0, &tables, dice).1), &true);
    let week = tables.house().siege_days.max(1);
    let stretch = |at: crate::rules::siege::At| format!("stretch {} of line {}", at.stretch + 1, at.line + 1);
    let relief = relief::of_the_besieged(db, &it.siege, &it.stronghold)?;
    let choice = relief::choices(db)?.remove(&siege).unwrap_or_default();
    Ok(SiegeShown {
        id: siege,
        stronghold: it.stronghold.name.clone(),
        kind: it.stronghold.kind.word().to_owned(),
        place: db.place(it.stronghold.place)?.name,
        besieger: db.side(it.siege.besieger)?.name,
        holder: db.side(it.siege.holder)?.name,
        begun: it.siege.begun,
        days: it.siege.days,
        progress: it.game.progress(),
        won: it.game.won,
        outer_lost: it.game.outer_lost,
        shut_in: it.siege.shut_in,
        moat: match it.game.moat {
            Moat::None => "none to fill".to_owned(),
            Moat::Days(1) => "1 day of filling left".to_owned(),
            Moat::Days(days) => format!("{days} days of filling left"),
            Moat::TooDeep => "too deep to fill".to_owned(),
        },
        lines: it.game.lines.clone(),
        demolished_at: tables.walls.outer,
        building: it.siege.building.map(|(gear, left)| (gear.word().to_owned(), left)),
        mine: it.siege.mine.map(|(at, left)| (stretch(at), left)),
        respite: it.siege.respite,
        asks_since: it.siege.asks,
        relief_days: relief.as_ref().map(|(days, _)| *days),
        relief_armies: relief.into_iter().flat_map(|(_, armies)| armies).map(|army| army.name).collect(),
        hosts: larder::hosts(db, &it)?,
        measured: measured(&plight),
        surrender: parts,
        asks_terms: asks,
        asks_at: tables.surrender.need,
        test_in: week - it.siege.days % week,
        test_put_off: it.siege.test_due && it.siege.ended.is_none() && !it.siege.shut_in && it.siege.respite.is_none(),
        no_test: match (&it.siege.ended, it.siege.shut_in, it.siege.respite) {
            (Some(_), ..) => Some("the siege is over"),
            (_, true, _) => Some("the besiegers are besieged themselves (SG-3.4)"),
            (.., Some(_)) => Some("terms are agreed for a day to come (SG-3.3)"),
            _ => None,
        },
        initiative: initiative(&it),
        today: match it.siege.ended.is_some() || rests(db, &it)?.is_some() {
            true => BySide::default(),
            false => BySide { attacker: deeds(&it, Side::Attacker), defender: deeds(&it, Side::Defender) },
        },
        rests: rests(db, &it)?,
        waiting: waiting(db, siege, &choice)?,
        choice,
        offers: db.offers(siege)?,
        hostages: hostages(db, siege)?,
        story: story(db, siege)?,
        ended: it.siege.ended,
    })
}

/// What a test of surrender looks at, as figures (SG-3.1).
fn measured(plight: &Plight) -> String {
    let able = match (plight.besiegers, plight.garrison) {
        (besiegers, 0) => format!("{besiegers} able besiegers, and nobody to hold the place"),
        (besiegers, garrison) => {
            // Cut off, not rounded: 4.96 to 1 is not 5 to 1 (SG-3.1).
            let tenths = u64::from(besiegers) * 10 / u64::from(garrison);
            format!("{besiegers} able besiegers to {garrison} of the garrison ({}.{} : 1)", tenths / 10, tenths % 10)
        }
    };
    format!(
        "{able}; {} rations where {} could be stored, {} eaten in a siege turn",
        plight.rations, plight.capacity, plight.a_week
    )
}

/// What waits in a siege, each thing that is to be decided once.
fn waiting(db: &Db, siege: SiegeId, choice: &[Contact]) -> Result<Vec<Contact>> {
    let mut waiting = db.waiting_contacts()?;
    waiting.retain(|contact| contact.siege == Some(siege) && !told_with_another(contact, choice));
    Ok(waiting)
}

/// Whether a contact is one of those of a choice, in the order of their numbers.
fn is_of(contact: &Contact, choice: &[Contact]) -> bool {
    choice.binary_search_by_key(&contact.id, |known| known.id).is_ok()
}

/// Whether a contact is told with another, the first of those over which the same is to be chosen.
pub(in crate::app) fn told_with_another(contact: &Contact, choice: &[Contact]) -> bool {
    is_of(contact, choice) && choice.first().is_some_and(|first| first.id != contact.id)
}

/// Who builds and mines: whoever besieges, which is garrison and relief where the besiegers are shut in (SG-4.3).
pub fn who_builds(shown: &SiegeShown) -> &'static str {
    match conducts(shown, Side::Defender) {
        SiegePart::Relief => "Garrison and relief",
        _ => "The besiegers",
    }
}

/// Which host decides for a side of a siege: of the besiegers of who is shut in, the relief (SG-4.3).
pub fn conducts(shown: &SiegeShown, side: Side) -> SiegePart {
    match shown.hosts.iter().any(|host| host.figures.part == SiegePart::Relief) {
        true if side == Side::Defender => SiegePart::Relief,
        _ => SiegePart::of(side),
    }
}

/// The names of those who face one another in something that waits, as its attacker's and its defender's host: of a relief
/// about which the besiegers have still to make their `choice` all that stand there (SG-4).
pub fn faced(db: &Db, contact: &Contact, choice: &[Contact]) -> Result<(String, String)> {
    let mut hosts = [vec![contact.attacker], vec![contact.defender]];
    if is_of(contact, choice) {
        let side = db.formation(contact.attacker)?.side;
        let all: BTreeSet<FormationId> = choice.iter().flat_map(|known| [known.attacker, known.defender]).collect();
        for army in all.into_iter().filter(|army| ![contact.attacker, contact.defender].contains(army)) {
            let own = db.formation(army)?.side;
            let friend = own == side || db.stance(own, side)? == Stance::Allied;
            hosts[usize::from(!friend)].push(army);
        }
    }
    let [attackers, defenders] = hosts.map(|host| -> Result<String> {
        let names: Vec<String> = host.into_iter().map(|army| Ok(db.formation(army)?.name)).collect::<Result<_>>()?;
        Ok(counted_off(&names))
    });
    Ok((attackers?, defenders?))
}

/// What waits in a siege to be decided, each as `an assault by ARMY`, with the odds of its roll; terms are told apart.
pub fn waiting_in_words(db: &Db, shown: &SiegeShown) -> Result<Vec<String>> {
    let siege = db.siege(shown.id)?;
    let members = db.siege_armies()?;
    let told = shown.waiting.iter().map(|contact| {
        let (attacker, defender) = faced(db, contact, &shown.choice)?;
        if contact.kind != ContactKind::Field {
            let odds = super::roll_odds(db, contact)?.map_or(String::new(), |odds| format!(" ({})", odds.in_words()));
            return Ok(format!("{} by {attacker}{odds}", contact.kind.ready_for()));
        }
        // A relief is told by its army, whichever of the two came upon the other.
        let comes = relief::relieves(db, &siege, &db.formation(contact.attacker)?)?;
        let (relief, besiegers) = if comes { (attacker, defender) } else { (defender, attacker) };
        let besieges = members.iter().any(|member| [contact.attacker, contact.defender].contains(&member.army));
        let chosen = match (contact.accepted, besieges) {
            (true, _) => format!(", to be fought by {besiegers} (SG-4.1)"),
            (false, false) => format!(", to be fought by {besiegers}, a part of the besiegers (SG-4.2)"),
            (false, true) => String::new(),
        };
        Ok(format!("{relief}, come to relieve the place{chosen}"))
    });
    let asks = shown.asks_since.map(|since| format!("which terms the garrison asks, since {} (SG-3.1)", since.short()));
    told.chain(asks.map(Ok)).collect()
}

/// That a test of surrender is put off, if one is (SG-1.1, SG-3.1).
pub fn put_off_in_words(shown: &SiegeShown) -> Option<&'static str> {
    shown.test_put_off.then_some("The test of the last siege turn is put off until what waits is decided (SG-1.1)")
}

/// The nearest relief, and when it could be there; nothing if none is on the march.
pub fn relief_in_words(shown: &SiegeShown) -> Option<String> {
    let armies = shown.relief_armies.join(", ");
    Some(match shown.relief_days? {
        0 => format!("{armies}, before the place"),
        1 => format!("{armies}, which could be there in 1 day"),
        days => format!("{armies}, which could be there in {days} days"),
    })
}

/// What happened, day by day: what follows a battle of an earlier day stands on that day.
fn story(db: &Db, siege: SiegeId) -> Result<Vec<StoryLine>> {
    let mut lines = db.siege_story(siege)?;
    lines.sort_by_key(|line| line.day);
    Ok(lines)
}

fn rests(db: &Db, it: &Raised) -> Result<Option<String>> {
    if it.siege.ended.is_some() {
        return Ok(None);
    }
    Ok(match it.siege.respite {
        Some(day) => Some(format!("Both sides rest: a respite runs until {} (SG-3.3)", day.long())),
        None if day::waits(db, it.siege.id)? => {
            Some("Both sides blockade and rest until what waits is settled (CP-2.2)".to_owned())
        }
        None => None,
    })
}

/// Who is named in the terms of a siege, the latest terms first.
fn hostages(db: &Db, siege: SiegeId) -> Result<Vec<HostageShown>> {
    let held = db.hostages()?;
    let mut all = Vec::new();
    for offer in db.offers(siege)? {
        let pledged = held.iter().filter(|(_, of)| *of == Some(offer.id));
        let pledged: Vec<PersonId> =
            pledged.map(|(captive, _)| Ok(db.captive(*captive)?.person)).collect::<Result<_>>()?;
        for man in hostages_named(db, offer.id)? {
            let (held, name) = (pledged.contains(&man.id), man.styled());
            all.push(HostageShown { offer: offer.id, man: man.id, name, held });
        }
    }
    Ok(all)
}

/// What is added to the morale of an army's men in a battle (SG-2.3): they go on half rations, or they eat their fill.
pub(in crate::app) fn hunger(db: &Db, army: &Formation) -> Result<i32> {
    let member = db.siege_armies()?.into_iter().find(|member| member.army == army.id);
    let inside = |db: &Db| match army.stronghold {
        Some(stronghold) => db.siege_of(stronghold),
        None => Ok(None),
    };
    let (siege, part) = match (member, inside(db)?) {
        (Some(member), _) => (member.siege, member.part),
        (None, Some(siege)) => (siege.id, SiegePart::Garrison),
        // Who is out to give battle for his host has fared as that has (SG-4.2).
        (None, None) => match relief::gives_battle(db, army.id)? {
            Some(siege) => (siege, SiegePart::Besiegers),
            None => return Ok(0),
        },
    };
    let half = db.siege_hosts(siege)?.iter().any(|host| host.part == part && host.half);
    Ok(if half { numbers::siege(db)?.house().morale_short_commons } else { 0 })
}
