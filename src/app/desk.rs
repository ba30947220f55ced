//! The desk: the date, the sides, and what needs deciding now.

use crate::app::captives::Payer;
use crate::app::{actions, captives, commands, organise, parole, recruit, relations};
use crate::campaign::captivity::BargainStep;
use crate::campaign::ids::{ActionId, BattleId, CaptiveId, ContactId, FormationId, PersonId, SideId, SiegeId};
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{ProblemKind, Result};
use crate::campaign::realm::{CampaignFacts, Realm};
use crate::campaign::siege::OfferState;
use crate::campaign::war::ContactKind;
use crate::rules::figure::{Class, Rank};
use crate::rules::telling::counted;
use crate::store::captives::Instalment;
use crate::store::journal::ActionRow;
use crate::store::{Db, Store};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the desk shows.
#[derive(Clone, Debug, Serialize)]
pub struct Desk {
    /// The campaign.
    pub about: CampaignFacts,
    /// Its date as people said it.
    pub date: String,
    /// Its sides with their men.
    pub sides: Vec<SideLine>,
    /// What needs deciding, the most pressing first.
    pub decisions: Vec<Waiting>,
    /// What was done last.
    pub last: Option<ActionRow>,
    /// What undo would take back.
    pub undoable: Option<ActionRow>,
    /// What redo would bring again.
    pub redoable: Option<ActionRow>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SideLine {
    pub side: Realm,
    /// Its lord, styled; empty if there is none.
    pub lord: String,
    /// Its men by state.
    pub men: BTreeMap<PersonState, u32>,
    pub armies: u32,
    /// Captives it holds.
    pub holds: u32,
}

/// Something that waits for the referee.
#[derive(Clone, Debug, Serialize)]
pub struct Waiting {
    pub about: Subject,
    pub sentence: String,
    /// What can be done, in a sentence.
    pub remedy: String,
    /// What can be done about it at once, without choosing anything more.
    pub deed: Option<DeskDeed>,
}

/// What settles something that waits, with nothing more to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeskDeed {
    /// Each vacant command of an army goes to the highest there.
    FillCommands(FormationId),
    /// The highest of a side becomes its lord.
    MakeLord(SideId, PersonId),
    /// The ransom of the book is asked.
    AskRansom(CaptiveId),
    /// What was offered is agreed on.
    AcceptOffer(CaptiveId),
    /// The ransom agreed is paid out of his side's treasury, and he goes free.
    PayRansom(CaptiveId),
    /// The captives of a man who can hold them no more stay with those who have them now.
    LeaveCaptives(PersonId),
}

impl DeskDeed {
    /// The word for it on a button.
    pub fn word(self) -> &'static str {
        match self {
            DeskDeed::FillCommands(_) => "Appoint",
            DeskDeed::MakeLord(..) => "Make lord",
            DeskDeed::AskRansom(_) => "Ask it",
            DeskDeed::AcceptOffer(_) => "Accept",
            DeskDeed::PayRansom(_) => "Pay it",
            DeskDeed::LeaveCaptives(_) => "Leave as is",
        }
    }

    /// Does it, as the action that it is.
    pub fn apply(self, store: &mut Store) -> Result<()> {
        match self {
            DeskDeed::FillCommands(army) => commands::fill_vacant(store, army).map(drop),
            DeskDeed::MakeLord(side, man) => relations::set_lord(store, side, man),
            DeskDeed::AskRansom(captive) => captives::ask(store, captive, None).map(drop),
            DeskDeed::AcceptOffer(captive) => captives::agree(store, captive, None).map(drop),
            DeskDeed::PayRansom(captive) => captives::pay(store, captive, Payer::Side, None).map(drop),
            DeskDeed::LeaveCaptives(old) => {
                captives::left_by(store, old)?.into_iter().try_for_each(|(to, held)| captives::give(store, &held, to))
            }
        }
    }
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Subject {
    /// Two armies face each other.
    Contact(ContactId),
    /// A battle is planned and not settled.
    Battle(BattleId),
    /// An assault, a sortie, a relief army or an offer of terms waits in a siege.
    Siege(SiegeId),
    /// An army stands before an enemy's stronghold, and could lay siege to it.
    BeforeWalls(FormationId),
    /// A command is vacant.
    Command(FormationId),
    /// A side has no lord.
    Lord(SideId),
    /// A captive's ransom waits for an answer.
    Ransom(CaptiveId),
    /// An army is unpaid or hungry.
    Want(FormationId),
    /// Men of a side serve in no unit, this one first.
    Unassigned(PersonId),
    /// Men of an army have nearly served their days.
    Service(FormationId),
}

/// The desk as it is now.
pub fn desk(db: &Db) -> Result<Desk> {
    let about = db.about()?;
    let armies = db.armies()?;
    let captives = db.captives(false)?;
    let sides = db
        .sides()?
        .into_iter()
        .map(|side| {
            Ok(SideLine {
                lord: side.lord.map(|lord| db.person(lord)).transpose()?.map_or(String::new(), |lord| lord.styled()),
                men: db.men_by_state(side.id)?,
                armies: armies.iter().filter(|army| army.side == side.id).count() as u32,
                holds: captives.iter().filter(|line| line.captive.holder_side == side.id).count() as u32,
                side,
            })
        })
        .collect::<Result<_>>()?;
    Ok(Desk {
        date: about.day.spoken(),
        sides,
        decisions: decisions(db)?,
        last: db.last_action()?,
        undoable: db.undoable()?,
        redoable: db.redoable()?,
        about,
    })
}

/// What was done to a campaign between two actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Since {
    /// How many actions.
    pub actions: u32,
    /// How many turns among them.
    pub turns: u32,
    /// What was done, the last first: a few sentences.
    pub done: Vec<String>,
}

impl Since {
    /// In a sentence.
    pub fn told(&self) -> String {
        let turns = match self.turns {
            0 => String::new(),
            turns => format!(", {} among them", counted(turns, "turn", "turns")),
        };
        let more = match self.actions as usize > self.done.len() {
            true => " The last of them:",
            false => "",
        };
        format!("{} done{turns}.{more}", counted(self.actions, "thing was", "things were"))
    }
}

/// What was done after one action, up to another.
pub fn since(db: &Db, seen: ActionId, last: ActionId) -> Result<Since> {
    const TOLD: usize = 5;
    // Numbers are given one by one, so that no more than these lie between.
    let most = u32::try_from(last.0.saturating_sub(seen.0)).unwrap_or(u32::MAX);
    let newest = u32::try_from(db.last_action()?.map_or(0, |action| action.id.0).saturating_sub(last.0)).unwrap_or(0);
    let between: Vec<ActionRow> = db
        .actions("", None, None, most.saturating_add(newest))?
        .into_iter()
        .filter(|action| action.id > seen && action.id <= last)
        .collect();
    Ok(Since {
        actions: between.len() as u32,
        turns: between.iter().filter(|action| action.name == actions::TURN).count() as u32,
        done: between.into_iter().take(TOLD).map(|action| action.sentence).collect(),
    })
}

/// The name of the stronghold that a siege is of.
fn siege_held(db: &Db, siege: Option<SiegeId>) -> Result<Option<String>> {
    siege.map(|siege| Ok(db.stronghold(db.siege(siege)?.stronghold)?.name)).transpose()
}

/// What needs deciding, the most pressing first.
pub fn decisions(db: &Db) -> Result<Vec<Waiting>> {
    let mut decisions = Vec::new();
    let mut wait = |about, sentence: String, remedy: &str| {
        decisions.push(Waiting { about, sentence, remedy: remedy.to_owned(), deed: None });
    };
    // One with a battle planned is told as that battle.
    let choices = super::siege::relief_choices(db)?;
    for contact in db.waiting_contacts()?.into_iter().filter(|contact| contact.battle.is_none()) {
        let choice = contact.siege.and_then(|siege| choices.get(&siege)).map_or(&[][..], Vec::as_slice);
        if super::siege::told_with_another(&contact, choice) {
            continue;
        }
        let (attacker, defender) = super::siege::faced(db, &contact, choice)?;
        let place = db.place(contact.place)?.name;
        let (day, held) = (contact.day.short(), siege_held(db, contact.siege)?);
        match (contact.kind, contact.siege, held) {
            (ContactKind::Field, Some(siege), Some(held)) => {
                let holds = db.siege(siege)?.won > 0;
                wait(
                    Subject::Siege(siege),
                    format!("Relief has come (SG-4): before {held}, {attacker} against {defender}, since {day}."),
                    match (choice.first().is_none_or(|first| first.id != contact.id), holds) {
                        (true, _) => "They give battle: fight it.",
                        (false, false) => "The besiegers give battle, or lift the siege and retire.",
                        _ => "The besiegers give battle with all or a part, or shut themselves in what they hold.",
                    },
                );
            }
            (ContactKind::Field, ..) | (_, _, None) | (_, None, _) => wait(
                Subject::Contact(contact.id),
                format!("{attacker} and {defender} are face to face at {place} since {day}."),
                "Fight, retire a march, or shut one in a stronghold.",
            ),
            (kind, Some(siege), Some(held)) => {
                let ready = kind.ready_for();
                wait(
                    Subject::Siege(siege),
                    format!("{attacker} is ready for {ready} at {held}, against {defender}, since {day}."),
                    "Fight it as a battle, resolve it by its roll, or call it off (CP-2.2).",
                );
            }
        }
    }
    for siege in db.open_sieges()? {
        if let Some(since) = siege.asks {
            let held = db.stronghold(siege.stronghold)?.name;
            wait(
                Subject::Siege(siege.id),
                format!("The garrison of {held} has asked for terms since {}.", since.short()),
                "Say which, offer it some, or let it hold out (SG-3.1).",
            );
        }
        if let Some(open) = db.offers(siege.id)?.into_iter().find(|offer| offer.state == OfferState::Open) {
            let held = db.stronghold(siege.stronghold)?.name;
            let named = super::siege::hostages_named(db, open.id)?;
            let terms = super::siege::in_words_naming(&open.terms(), &named);
            wait(
                Subject::Siege(siege.id),
                format!("{}: {terms}.", super::siege::who_offers(open.by, &held)),
                "Accept it, refuse it, or offer other terms (SG-3.3).",
            );
        }
    }
    for army in super::siege::before(db)? {
        let halted = db.march(army.army.id)?.is_none();
        if halted && army.refused.is_none() {
            let (besieged, remedy) = match army.siege {
                Some(_) => (", which is besieged", "Join the siege, or march on."),
                None => ("", "Lay siege to it, or march on."),
            };
            wait(
                Subject::BeforeWalls(army.army.id),
                format!("{} stands before {}{besieged}.", army.army.name, army.stronghold.name),
                remedy,
            );
        }
    }
    let played: BTreeSet<BattleId> = db.plays()?.into_iter().collect();
    for battle in db.battles()?.iter().filter(|battle| battle.settled == crate::campaign::war::Settled::Not) {
        // One that cannot be fought any more says why, and how to be rid of it.
        match super::muster::planned(db, battle.id) {
            Err(problem) if problem.kind == ProblemKind::Refused => {
                wait(Subject::Battle(battle.id), problem.sentence, &problem.hint);
                continue;
            }
            fit => fit.map(drop)?,
        }
        let (state, remedy) = match played.contains(&battle.id) {
            true if super::play::is_fought(db, battle.id)? => {
                ("is fought to its end on the screen", "See what follows, and take it in.")
            }
            true => ("is being played", "Play on, enter its result from the table, or drop it."),
            false => (
                "is planned and not yet settled",
                "Enter its result from the table, let the program fight it, or drop it.",
            ),
        };
        wait(Subject::Battle(battle.id), format!("{} {state}.", battle.name), remedy);
    }
    vacancies(db, &mut wait)?;
    let mut deeds: BTreeMap<String, DeskDeed> = BTreeMap::new();
    let parts = db.instalments()?;
    for line in db.captives(false)? {
        let captive = &line.captive;
        if captive.standing.class != Class::Knight || captive.hostage {
            continue;
        }
        match (captive.agreed, captive.offered, captive.asked) {
            (Some(agreed), _, _) => {
                let sentence = format!("{}’s ransom of {} is agreed and not paid.", line.styled(), agreed.marks());
                let owed: Vec<&Instalment> = parts.iter().filter(|part| part.captive == captive.id).collect();
                let remedy = match owed[..] {
                    [] => {
                        deeds.insert(sentence.clone(), DeskDeed::PayRansom(captive.id));
                        "Pay it out of his side’s treasury, and he goes free; or bargain on."
                    }
                    [whole] if whole.pence == agreed => "Pay it, and he goes free.",
                    // Of what is paid in parts each is told when it falls due.
                    _ => continue,
                };
                wait(Subject::Ransom(captive.id), sentence, remedy);
            }
            (None, Some(offered), _) => match db.last_said(captive.id)? {
                Some((BargainStep::Asked, asked)) => wait(
                    Subject::Ransom(captive.id),
                    format!("{} is asked for {}, after {} was offered.", asked.marks(), line.styled(), offered.marks()),
                    "Agree on it, or offer again.",
                ),
                _ => {
                    let sentence = format!("{} is offered for {}.", offered.marks(), line.styled());
                    deeds.insert(sentence.clone(), DeskDeed::AcceptOffer(captive.id));
                    wait(Subject::Ransom(captive.id), sentence, "Accept it, or ask again.");
                }
            },
            (None, None, None) => {
                let sentence = format!("{} holds {}, for whom no ransom is asked.", line.holder_side, line.styled());
                let remedy = match captive.standing.rank {
                    Rank::Duke | Rank::King => "Dukes and kings are bargained for (MM-8.4): ask a sum.",
                    _ => {
                        deeds.insert(sentence.clone(), DeskDeed::AskRansom(captive.id));
                        "Ask the ransom of the book, or free him."
                    }
                };
                wait(Subject::Ransom(captive.id), sentence, remedy);
            }
            _ => {}
        }
    }
    inherited(db, &mut wait, &mut deeds)?;
    prisoners(db, &mut wait)?;
    let (today, turn) = (db.day()?, db.about()?.turn_days as i32);
    for parole in parole::owed(db)?.into_iter().filter(|parole| parole.due <= today + turn) {
        let (name, part, due) = (parole.line.styled(), parole.part.marks(), parole.due.short());
        match parole.missed {
            true => wait(
                Subject::Ransom(parole.line.captive.id),
                format!("{part} of {name}’s ransom was due on {due} and is not paid."),
                match parole.line.captive.ended {
                    Some(_) => "Pay it; or he comes back into captivity, or his hostages are forfeit (CP-4.3).",
                    None => "Pay it, or hold him longer (CP-4.3).",
                },
            ),
            false => wait(
                Subject::Ransom(parole.line.captive.id),
                format!("{part} of {name}’s ransom falls due on {due}."),
                "Pay it before that day is over (CP-4.3).",
            ),
        }
    }
    let default = match crate::app::numbers::of(db)?.kept_after_service {
        0 => "Keep them for pay, or let them go; where nothing is decided they go (CP-5).",
        _ => "Keep them for pay, or let them go; where nothing is decided they stay for pay (CP-5).",
    };
    for ending in recruit::endings(db)?.into_iter().filter(|ending| ending.until <= today + turn) {
        let (men, serve, have) = match ending.men.len() {
            1 => (db.person(ending.men[0])?.styled(), "serves", "has"),
            many => (format!("{many} men"), "serve", "have"),
        };
        let until = ending.until.short();
        let served = match ending.until < today {
            true => format!("{have} served their time since {until}"),
            false => format!("{serve} to {until} and no longer"),
        };
        wait(Subject::Service(ending.army), format!("{men} of {} {served}.", ending.name), default);
    }
    let faced = db.armies_in_contact()?;
    for army in db.armies()? {
        if army.unpaid_weeks > 0 {
            wait(
                Subject::Want(army.id),
                format!("{} has gone {} unpaid.", army.name, weeks(army.unpaid_weeks)),
                "Bring money into its side’s treasury; men desert from the second unpaid week (CP-7.4).",
            );
        }
        if army.hungry_weeks > 0 {
            let remedy = match faced.contains(&army.id) {
                true => "Settle its contact first; then march it to where it is fed, or into a stronghold (CP-7.2).",
                false => "March it to a district that still feeds it, or into a stronghold (CP-7.2).",
            };
            wait(
                Subject::Want(army.id),
                format!("{} has gone {} hungry.", army.name, weeks(army.hungry_weeks)),
                remedy,
            );
        }
    }
    for side in db.sides()? {
        let waiting = db.unassigned(side.id)?;
        let named = |men: &[Person]| men.iter().map(Person::styled).collect::<Vec<_>>().join(", ");
        let sentence = match &waiting[..] {
            [] => continue,
            [man] => format!("{} of {} is in no unit.", man.styled(), side.name),
            men @ ([_, _] | [_, _, _]) => format!("{} men of {} are in no unit: {}.", men.len(), side.name, named(men)),
            men => {
                let first = named(&men[..2]);
                format!("{} men of {} are in no unit: {first} and others.", men.len(), side.name)
            }
        };
        let remedy = if waiting.len() == 1 { "Move him to one." } else { "Move them to one." };
        wait(Subject::Unassigned(waiting[0].id), sentence, remedy);
    }
    for waiting in &mut decisions {
        waiting.deed = match waiting.about {
            Subject::Command(army) => Some(DeskDeed::FillCommands(army)),
            Subject::Lord(side) => highest(db, side)?.map(|man| DeskDeed::MakeLord(side, man.id)),
            _ => deeds.get(&waiting.sentence).copied(),
        };
    }
    Ok(decisions)
}

/// Captives whose holder is dead or can hold them no more, and ransoms owed to him, until it is decided whose they are
/// (CP-7.6).
fn inherited(
    db: &Db,
    wait: &mut impl FnMut(Subject, String, &str),
    deeds: &mut BTreeMap<String, DeskDeed>,
) -> Result<()> {
    let mut of: BTreeMap<PersonId, (CaptiveId, u32, String)> = BTreeMap::new();
    for (old, line) in captives::held_no_more(db)? {
        let by = match line.captive.holder {
            Some(holder) if holder != old => line.held_by(),
            _ => line.holder_side.clone(),
        };
        of.entry(old).or_insert((line.captive.id, 0, by)).1 += 1;
    }
    for (old, (first, count, by)) in of {
        let old = db.person(old)?;
        let (captives, are, them) = if count == 1 { ("captive", "is", "him") } else { ("captives", "are", "them") };
        let held_before = format!("held {them} before");
        let what = match old.state {
            PersonState::Dead => "is dead",
            PersonState::Captive | PersonState::Labourer => "is held himself",
            PersonState::Missing => "is missing",
            PersonState::Left => "is gone",
            PersonState::Fit | PersonState::Wounded => &held_before,
        };
        let remedy = match old.state {
            PersonState::Dead => format!("Give {them} to his heir, or leave {them} there (CP-7.6)."),
            _ => format!("Give {them} to another of that side, or leave {them} there (CP-4.1)."),
        };
        let sentence = format!("{count} {captives} of {}, who {what}, {are} held by {by}.", old.styled());
        deeds.insert(sentence.clone(), DeskDeed::LeaveCaptives(old.id));
        wait(Subject::Ransom(first), sentence, &remedy);
    }
    Ok(())
}

/// Sides that stopped fighting and have not said what becomes of their prisoners.
fn prisoners(db: &Db, wait: &mut impl FnMut(Subject, String, &str)) -> Result<()> {
    for relation in db.relations()?.into_iter().filter(|relation| relation.prisoners_wait) {
        let both = [(relation.a, relation.b), (relation.b, relation.a)];
        let mut held = Vec::new();
        for (holder, of) in both {
            held.extend(captives::prisoners(db, holder, of)?);
        }
        let Some(first) = held.first() else { continue };
        let (a, b) = (db.side(relation.a)?.name, db.side(relation.b)?.name);
        wait(
            Subject::Ransom(first.captive.id),
            format!("{a} and {b} stopped fighting, and hold {} prisoners of one another.", held.len()),
            "Let them go, exchange them man for man, or keep them (CP-4.4).",
        );
    }
    Ok(())
}

/// Commands that are vacant though someone could hold them, a line an army; and sides without a lord.
fn vacancies(db: &Db, wait: &mut impl FnMut(Subject, String, &str)) -> Result<()> {
    let counts = db.counts()?;
    for army in db.armies()? {
        let mut vacant = Vec::new();
        for part in organise::counted_tree(db, army.id, &counts)? {
            if part.commander.is_empty()
                && part.count.men > 0
                && let Some(next) = commands::next_in_command(db, part.id)?
            {
                vacant.push((part, next));
            }
        }
        let Some((first, next)) = vacant.first() else { continue };
        let (sentence, remedy) = match vacant.len() {
            1 => (
                match first.id == army.id {
                    true => format!("Nobody commands {}.", army.name),
                    false => format!("Nobody commands {} of {}.", first.name, army.name),
                },
                format!("Appoint {} (the highest there) or another.", next.styled()),
            ),
            many => {
                let of = if first.id == army.id { "its own".to_owned() } else { format!("that of {}", first.name) };
                (
                    format!("{many} commands of {} are vacant, {of} among them.", army.name),
                    "Appoint the highest in each, or choose.".to_owned(),
                )
            }
        };
        wait(Subject::Command(army.id), sentence, &remedy);
    }
    for side in db.sides()?.iter().filter(|side| side.lord.is_none()) {
        if db.men_by_state(side.id)?.is_empty() {
            continue;
        }
        let remedy = match highest(db, side.id)? {
            Some(man) => format!("Make {} its lord (the highest it has), or another.", man.styled()),
            None => "Name its lord.".to_owned(),
        };
        wait(Subject::Lord(side.id), format!("{} has no lord.", side.name), &remedy);
    }
    Ok(())
}

/// The highest man of a side who serves in an army.
pub fn highest(db: &Db, side: SideId) -> Result<Option<Person>> {
    let mut best: Option<Person> = None;
    for army in db.armies()?.iter().filter(|army| army.side == side) {
        if let Some(man) = commands::next_in_command(db, army.id)?
            && best.as_ref().is_none_or(|best| man.profile.rank > best.profile.rank)
        {
            best = Some(man);
        }
    }
    Ok(best)
}

fn weeks(weeks: u32) -> String {
    match weeks {
        1 => "a week".to_owned(),
        weeks => format!("{weeks} weeks"),
    }
}
