//! A day of a siege (SG-1.1), in the turn or by hand: dawn, what each side does by its captain, its orders or the referee,
//! and dusk. Nothing is fought inside it: an assault or a sortie becomes a contact, and until that is settled, or an offer
//! answered, both sides blockade and rest (CP-2.2).

use super::ending;
use super::losses;
use super::meals;
use super::raise::{Raised, armies_of, raise};
use super::relief;
use super::terms;
use crate::app::numbers;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, SiegeId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Conduct, OfferState, SiegePart, SiegeRow, StoryLine, TermsOffer};
use crate::campaign::war::{Contact, ContactKind};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Captain, Game};
use crate::rules::siege::{
    self as rules, Action, Constable, Decision, Event, Illegal, Lost, Sally, Stage, StandingOrders, clause, told,
};
use crate::store::chronicle::ChronicleLine;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::BTreeSet;

/// The streams of a campaign's seed from which sieges' days draw their dice, a stream a day.
const SIEGES: u64 = 1 << 32;

/// The dice of a day of a siege: its own, so that a day taken back and played again falls the same.
pub(super) fn dice(act: &Act, siege: SiegeId, day: Day) -> Result<Seeded> {
    let seed = act.about()?.seed;
    Ok(Seeded::stream(seed, SIEGES + ((siege.0 as u64) << 24) + u64::from(day.0.unsigned_abs())))
}

/// How far the dice of a test of surrender that was put off lie from those of the day on which it is made.
const TESTS: i32 = 4_000_000;

/// As many lines of a day's story as are told when it is played.
const TOLD_AT_ONCE: usize = 4;

/// What the referee has a side do on a day he plays himself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// What each side does with its part of the day; its conduct decides where nothing is given.
    pub actions: BySide<Option<Action>>,
}

/// Sees to who is there: armies that have marched off, have nobody left or are at war no more leave their siege, a siege
/// without besiegers is lifted, a place that no able man holds falls (SG-3.2), who was shut in besieges again when the relief
/// is gone (SG-4.3), terms agreed for a day to come lapse when a relief stands before the place (SG-3.3), and tests of surrender
/// that were put off are made when nothing holds them up any longer (SG-3.1).
pub fn settle_presence(act: &Act) -> Result<()> {
    settle_after(act, None)
}

/// The same when a battle in the field is over, which the besiegers of a siege may have lost to its relief: where none of them
/// is left before the place, that is relieved by it (SG-4).
pub(super) fn settle_after(act: &Act, lost: Option<SiegeId>) -> Result<()> {
    let today = act.day()?;
    for siege in act.open_sieges()? {
        let stronghold = act.stronghold(siege.stronghold)?;
        for member in act.siege_armies()?.into_iter().filter(|member| member.siege == siege.id) {
            let army = act.formation(member.army)?;
            let away = act.march(army.id)?.is_some_and(|march| march.miles_done > 0);
            let count = act.siege_count(army.id)?;
            let anybody = count.able + count.mouths > 0;
            let enemy = if member.part == SiegePart::Relief { siege.besieger } else { siege.holder };
            let at_war = act.stance(army.side, enemy)? == Stance::War;
            let elsewhere = army.stronghold.is_some_and(|inside| inside != stronghold.id);
            if army.place != Some(stronghold.place) || away || elsewhere || !anybody || !at_war {
                if anybody {
                    meals::eats_its_days(act, &raise(act, siege.id)?, &army, member.part)?;
                }
                act.leave_siege(army.id, siege.today(today))?;
                lapse(act, siege.id, |contact| [contact.attacker, contact.defender].contains(&army.id))?;
                // Nobody stays behind the enemy's walls whom no siege keeps there.
                if member.part == SiegePart::Besiegers && army.stronghold == Some(stronghold.id) {
                    act.set_army_place(army.id, stronghold.place, None)?;
                }
            }
        }
        relief_cannot_fight(act, siege.id)?;
        besieged_by_whom(act, siege.id)?;
        if goes_on(act, siege.id)? {
            continue;
        }
        let mut it = raise(act, siege.id)?;
        if it.siege.shut_in && it.armies[&SiegePart::Relief].is_empty() && !it.armies[&SiegePart::Besiegers].is_empty()
        {
            turn_back(act, &mut it)?;
        }
        let siege = it.siege.clone();
        if siege.respite.is_some() && !relief::present(act, &siege, &stronghold)?.is_empty() {
            terms::relieved(act, &mut it)?;
        }
        if it.armies[&SiegePart::Besiegers].is_empty() {
            let relieved = siege.shut_in || lost == Some(siege.id);
            ending::end(act, &mut it, if relieved { rules::Ending::Relieved } else { rules::Ending::Lifted })?;
        } else if it.game.hosts.defender.able == 0 {
            let falls = it.game.falls_as();
            ending::end(act, &mut it, falls)?;
        } else if siege.shut_in && it.game.hosts.attacker.able == 0 {
            ending::end(act, &mut it, rules::Ending::Relieved)?;
        }
    }
    make_up_tests(act)
}

/// A relief in which nobody is left who can fight shuts nobody in any more: it is gone as far as the siege goes (SG-4.3).
fn relief_cannot_fight(act: &Act, siege: SiegeId) -> Result<()> {
    let row = act.siege(siege)?;
    let members = act.siege_armies()?.into_iter();
    let relief: Vec<FormationId> =
        members.filter(|one| one.siege == siege && one.part == SiegePart::Relief).map(|one| one.army).collect();
    for army in &relief {
        if act.siege_count(*army)?.able > 0 {
            return Ok(());
        }
    }
    for army in relief.into_iter().filter(|_| row.shut_in) {
        let it = raise(act, siege)?;
        let army = act.formation(army)?;
        meals::eats_its_days(act, &it, &army, SiegePart::Relief)?;
        act.leave_siege(army.id, it.today(act)?)?;
        lapse(act, siege, |contact| [contact.attacker, contact.defender].contains(&army.id))?;
        super::tell_now(act, siege, "SG-4.3", &format!("Nobody of {} can fight any more.", army.name))?;
    }
    Ok(())
}

/// Whether a siege is what it was: besiegers without, an able garrison within, and neither a relief nor terms to be seen to.
fn goes_on(act: &Act, siege: SiegeId) -> Result<bool> {
    let row = act.siege(siege)?;
    if row.shut_in || row.respite.is_some() {
        return Ok(false);
    }
    let armies = armies_of(act, &row)?;
    if armies[&SiegePart::Besiegers].is_empty() {
        return Ok(false);
    }
    for army in &armies[&SiegePart::Garrison] {
        if act.siege_count(army.id)?.able > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The siege is theirs who keep it up: where the side that began it has left it to an ally, the ally's (SG-3.3).
fn besieged_by_whom(act: &Act, siege: SiegeId) -> Result<()> {
    let mut row = act.siege(siege)?;
    let armies = act.siege_armies()?.into_iter();
    let mut sides = Vec::new();
    for member in armies.filter(|member| member.siege == siege && member.part == SiegePart::Besiegers) {
        sides.push(act.formation(member.army)?.side);
    }
    if let Some(first) = sides.first().filter(|_| !sides.contains(&row.besieger)) {
        row.besieger = *first;
        act.set_siege(&row)?;
        let text = format!("The siege is {}’s now.", act.side(*first)?.name);
        super::tell_now(act, siege, "SG-1.1", &text)?;
    }
    Ok(())
}

/// The relief is gone: who was shut in besieges the garrison again, from the ground he holds (SG-4.3).
fn turn_back(act: &Act, it: &mut Raised) -> Result<()> {
    meals::besiegers_have_eaten(act, it)?;
    meals::share_is_gone(act, it)?;
    it.siege.shut_in = false;
    let again = it.game.held().start;
    it.siege.outer_lost = 0;
    // What garrison and relief had begun was theirs.
    it.siege.building = None;
    it.siege.mine = None;
    act.set_siege(&it.siege)?;
    for army in &it.armies[&SiegePart::Besiegers] {
        act.set_army_place(army.id, it.stronghold.place, None)?;
    }
    relief::come_to_nothing(act, it, it.today(act)?, "SG-4.3", |_| true)?;
    let back = relief::holds_again(again);
    let text = format!("The relief of {} is gone: the besiegers besiege it again{back}.", it.stronghold.name);
    super::tell_now(act, it.siege.id, "SG-4.3", &text)?;
    *it = raise(act, it.siege.id)?;
    Ok(())
}

/// Contacts of a siege that wait come to nothing, and of what was to be fought over its walls that is told (CP-2.2).
pub(super) fn lapse(act: &Act, siege: SiegeId, which: impl Fn(&Contact) -> bool) -> Result<()> {
    let waiting = act.waiting_contacts()?.into_iter();
    for contact in waiting.filter(|known| known.siege == Some(siege) && which(known)) {
        relief::comes_to_nothing(act, siege, &contact, "CP-2.2")?;
    }
    Ok(())
}

/// Plays the day of every siege under way (CP-2.1). Whether there was any.
pub fn play_days(act: &Act) -> Result<bool> {
    // One that ends because nobody is left is one too: what its armies do is to be counted anew.
    let any = !act.open_sieges()?.is_empty();
    settle_presence(act)?;
    let today = act.day()?;
    for siege in &act.open_sieges()? {
        // The day on which it was opened went in coming up to the place.
        if siege.begun < today {
            catch_up(act, siege, today)?;
            play(act, siege.id, &Orders::default(), true)?;
        }
    }
    settle_presence(act)?;
    Ok(any)
}

/// Plays the days before today's that a siege lacks, as where one of them was taken back alone (CP-2.1).
fn catch_up(act: &Act, siege: &SiegeRow, today: Day) -> Result<()> {
    let mut days = siege.days;
    while i64::from(days) + 1 < i64::from(today - siege.begun) {
        if days == siege.days {
            let text = format!("At {} days that were taken back are played.", act.stronghold(siege.stronghold)?.name);
            super::tell(act, siege.id, today, "CP-2.1", &text)?;
        }
        play(act, siege.id, &Orders::default(), true)?;
        let now = act.siege(siege.id)?;
        if now.ended.is_some() || now.days == days {
            break;
        }
        days = now.days;
    }
    Ok(())
}

/// Tells of the sieges of which nothing stands in the chronicle behind a line of it, the last before the turn (CP-2.3).
pub fn still_besieged(act: &Act, line: i64) -> Result<()> {
    let today = act.day()?;
    let told = act.lines_after(line)?;
    for siege in act.open_sieges()?.iter().filter(|siege| siege.begun < today) {
        let name = act.stronghold(siege.stronghold)?.name;
        let of_a_day = format!("Siege of {name}: ");
        let is_of_it = |line: &ChronicleLine| {
            Ok(line.text.starts_with(&of_a_day) || act.siege_tells(siege.id, line.day, &line.text)?)
        };
        let of_sieges = told.iter().filter(|line| line.kind == LineKind::Siege);
        if of_sieges.map(is_of_it).collect::<Result<Vec<bool>>>()?.contains(&true) {
            continue;
        }
        let how = match (siege.shut_in, siege.respite) {
            (true, _) => "; the besiegers are besieged in what they hold".to_owned(),
            (false, Some(day)) => format!("; it is given up on {} unless relieved", day.long()),
            (false, None) => String::new(),
        };
        let days = if siege.days == 1 { "1 day".to_owned() } else { format!("{} days", siege.days) };
        super::note(act, today, "SG-1.1", format!("Siege of {name}: it goes on, for {days} now{how}."))?;
    }
    Ok(())
}

/// In how many sieges something waits to be decided, so that both sides rest meanwhile (CP-2.2); what a captain answers by
/// himself is none.
pub fn resting(db: &Db) -> Result<u32> {
    let waiting: BTreeSet<SiegeId> = db.waiting_contacts()?.into_iter().filter_map(|contact| contact.siege).collect();
    let mut resting = 0;
    for siege in db.open_sieges()? {
        resting += u32::from(waiting.contains(&siege.id) || terms::wait_at(db, &siege)?);
    }
    Ok(resting)
}

/// Plays one day of a siege between turns, by the referee's hand, and the campaign's day stays: it is the day's own
/// decisions he makes. A siege's days never run ahead of the campaign's (CP-2.1).
pub fn play_by_hand(store: &mut Store, siege: SiegeId, orders: &Orders) -> Result<Vec<StoryLine>> {
    store.act("siege day", &json!({ "siege": siege }), |act| {
        let row = act.siege(siege)?;
        let name = act.stronghold(row.stronghold)?.name;
        still_open(act, siege)?;
        let today = act.day()?;
        let turn = act.about()?.turn_days;
        if i64::from(row.days) >= i64::from(today - row.begun) + i64::from(turn) {
            return Err(Problem::refused(
                format!("The siege of {name} is played as far as a turn goes."),
                "Play the campaign’s turn: it leaves out the days that are played already.",
            ));
        }
        let before = act.siege_story(siege)?.len();
        settle_presence(act)?;
        still_open(act, siege)?;
        let chosen = orders.actions.attacker.is_some() || orders.actions.defender.is_some();
        if chosen && (waits(act, siege)? || act.siege(siege)?.respite.is_some()) {
            return Err(Problem::refused(
                format!("Both sides at {name} only rest while something waits there, or a respite runs (CP-2.2)."),
                "Settle what waits first, or play the day and choose nothing.",
            ));
        }
        let row = act.siege(siege)?;
        if let Some(until) = row.respite.filter(|until| *until > today && row.begun + (row.days as i32 + 1) >= *until)
            && let Some((days, _)) = relief::nearest(act, &row, &act.stronghold(row.stronghold)?)?
            && today + days as i32 <= until
        {
            return Err(Problem::refused(
                format!(
                    "{name} is given up on {} unless relieved, and its relief could be there by then (SG-3.3).",
                    until.long()
                ),
                "Play the campaign’s turn, in which that is marched and decided.",
            ));
        }
        play(act, siege, orders, false)?;
        settle_presence(act)?;
        let lines = act.siege_story(siege)?.split_off(before);
        let row = act.siege(siege)?;
        super::dated(act, &row)?;
        let day = row.days;
        let came: Vec<&str> = lines.iter().take(TOLD_AT_ONCE).map(|line| line.text.as_str()).collect();
        let sentence = format!("Day {day} of the siege of {name} played by hand: {}", came.join(" "));
        Ok((lines, sentence))
    })
}

/// Refuses what can be done only in a siege under way.
/// What is done in it is of its own day, which days played by hand run ahead to (CP-2.1).
pub(super) fn still_open(act: &Act, siege: SiegeId) -> Result<()> {
    let row = act.siege(siege)?;
    super::dated(act, &row)?;
    match row.ended {
        None => Ok(()),
        Some((end, day)) => Err(Problem::refused(
            format!("The siege of {} is over: {end} on {}.", act.stronghold(row.stronghold)?.name, day.long()),
            "Choose a siege under way.",
        )),
    }
}

/// Whether something waits in a siege, so that both sides blockade and rest meanwhile (CP-2.2).
pub(super) fn waits(db: &Db, siege: SiegeId) -> Result<bool> {
    Ok(waits_since(db, siege)?.is_some())
}

/// Since when something waits in a siege, if anything does: of it, or of an army of it that is face to face with others in the open.
fn waits_since(db: &Db, siege: SiegeId) -> Result<Option<Day>> {
    let members = db.siege_armies()?;
    let is_of = |army| members.iter().any(|member| member.siege == siege && member.army == army);
    let waits = |contact: &Contact| match contact.siege {
        None => contact.kind == ContactKind::Field && (is_of(contact.attacker) || is_of(contact.defender)),
        of => of == Some(siege),
    };
    let contacts = db.waiting_contacts()?.into_iter().filter(waits);
    let offers = db.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Open);
    let days = contacts.map(|contact| contact.day).chain(offers.map(|offer| offer.day));
    Ok(days.chain(db.siege(siege)?.asks).min())
}

/// One day.
fn play(act: &Act, siege: SiegeId, orders: &Orders, in_turn: bool) -> Result<()> {
    let row = act.siege(siege)?;
    // Days that were played by hand between turns are not played again.
    if in_turn && i64::from(row.days) >= i64::from(act.day()? - row.begun) {
        return Ok(());
    }
    terms::captain_answers(act, siege)?;
    let mut it = raise(act, siege)?;
    if it.siege.ended.is_some() {
        return Ok(());
    }
    provides(act, &mut it)?;
    let waiting = waits_since(act, siege)?;
    let rests = waiting.is_some();
    let mut played = Played::with(dice(act, siege, it.siege.begun + (it.siege.days as i32 + 1))?);
    played.rests = rests;
    it.game.dawn(&mut played.dice, &mut played.events);
    it.game.asks_already = garrison_asks(act, &it.siege)?;
    let mut ordered = orders.actions;
    while let Some(side) = it.game.pending().first() {
        // The story has what has happened before what is decided now.
        played.tell(act, &it)?;
        let decision = match it.game.stage() {
            Stage::Act(_) | Stage::Answer(_) if rests => Some(Decision::Act(Action::Rest)),
            Stage::Act(_) | Stage::Answer(_) => match ordered[side].take() {
                Some(action) => Some(as_ordered(act, &it, side, action)?),
                None => Some(by_conduct(&it, side)),
            },
            _ => in_bargaining(act, &mut it, side)?,
        };
        if let Some(decision) = decision {
            carry_out(act, &mut it, side, decision, &mut played)?;
        }
    }
    if let Some(since) = waiting.filter(|_| it.siege.respite.is_none()) {
        // It is told on the first day of it.
        let text = format!("Both sides at {} rest until what waits there is decided.", it.stronghold.name);
        let today = it.today(act)?;
        if since >= today + -1 && !act.siege_tells(siege, today + -1, &text)? {
            played.tell(act, &it)?;
            super::tell(act, siege, today, "CP-2.2", &text)?;
        }
    }
    keep_respite(&mut it);
    let today = it.today(act)?;
    played.tell(act, &it)?;
    if it.game.test_due && !it.siege.test_due {
        let text =
            format!("At {} the test of surrender waits until what is to be fought is decided.", it.stronghold.name);
        super::tell(act, siege, today, "SG-3.1", &text)?;
    }
    if it.game.asks_already && it.game.ends_a_turn() && !matches!(it.game.stage(), Stage::Over(_)) && !it.game.shut_in {
        let name = &it.stronghold.name;
        let text = format!("{name} makes no test of surrender: its garrison has asked for terms already.");
        super::tell(act, siege, today, "SG-3.1", &text)?;
    }
    if rests {
        // What was given for a day on which something is done is not spent on one of rest (SG-4.2).
        it.game.given = it.siege.given;
    }
    befall(act, &mut it, &played.events, today, &mut played.dice)
}

/// Whether the garrison of a siege asks for terms, which are not said yet or wait for an answer (SG-3.1, SG-3.3).
fn garrison_asks(db: &Db, siege: &SiegeRow) -> Result<bool> {
    let waits = |offer: &TermsOffer| offer.state == OfferState::Open && offer.by == SiegePart::Garrison;
    Ok(siege.asks.is_some() || db.offers(siege.id)?.iter().any(waits))
}

/// What is played of a siege at once: its dice, what happened, and how much of that is told.
struct Played {
    dice: Seeded,
    events: Vec<Event>,
    told: usize,
    /// Whether both sides only rest, so that nobody can use the initiative.
    rests: bool,
}

impl Played {
    fn with(dice: Seeded) -> Played {
        Played { dice, events: Vec::new(), told: 0, rests: false }
    }

    /// Tells the story what has happened since it was last told.
    fn tell(&mut self, act: &Act, it: &Raised) -> Result<()> {
        let new = self.events[self.told..].iter();
        let told: Vec<Event> =
            new.filter(|event| !(self.rests && matches!(event, Event::Initiative { .. }))).cloned().collect();
        tell_events(act, it, &told, it.today(act)?)?;
        self.told = self.events.len();
        Ok(())
    }
}

/// What a side does that the referee orders, if it can be done today.
fn as_ordered(act: &Act, it: &Raised, side: Side, action: Action) -> Result<Decision> {
    match it.game.check(side, &Decision::Act(action)) {
        Ok(()) => Ok(Decision::Act(action)),
        // Who was to assault and lost the roll of initiative has had his day (SG-1.2).
        Err(Illegal::NoInitiative) => {
            let (part, name) = (part_of(it, side), &it.stronghold.name);
            let text = format!("The {part} of {name} could not assault without the initiative.");
            super::tell(act, it.siege.id, it.today(act)?, "SG-1.2", &text)?;
            Ok(Decision::Act(Action::Rest))
        }
        // What the holder of the day put on it comes before the answer (SG-1.1).
        Err(why @ (Illegal::AttackComesFirst | Illegal::SortieComesFirst | Illegal::FightComesFirst)) => {
            let (part, name) = (part_of(it, side), &it.stronghold.name);
            let are = if part == SiegePart::Besiegers { "rest" } else { "rests" };
            let text = format!(
                "The {part} of {name} {are}: {}.",
                why.to_string().replace(" (SG-1.1)", "").replace(" (CP-2.2)", "")
            );
            super::tell(act, it.siege.id, it.today(act)?, "SG-1.1", &text)?;
            Ok(Decision::Act(Action::Rest))
        }
        Err(illegal) => Err(Problem::refused(
            format!("That cannot be done today: {illegal}."),
            "Choose another action, or other men for it.",
        )),
    }
}

/// What a side decides that is to say which terms it asks, or to answer some, by its conduct; nothing where the referee is to say
/// which, for whom it waits (SG-3.1).
fn in_bargaining(act: &Act, it: &mut Raised, side: Side) -> Result<Option<Decision>> {
    let part = part_of(it, side);
    if !matches!(it.game.stage(), Stage::Offer(_)) || it.hosts[&part].conduct != Conduct::Referee {
        return Ok(Some(by_conduct(it, side)));
    }
    if it.siege.asks.is_none() {
        let text = format!("The {part} of {} asks for terms: which, the referee says.", it.stronghold.name);
        let today = it.today(act)?;
        super::tell(act, it.siege.id, today, "SG-3.1", &text)?;
        act.set_asks(it.siege.id, Some(today))?;
    }
    it.game.night_falls();
    Ok(None)
}

/// What a side has decided comes about, or waits (CP-2.2).
fn carry_out(act: &Act, it: &mut Raised, side: Side, decision: Decision, played: &mut Played) -> Result<()> {
    let Played { dice, events, .. } = played;
    let waits = match decision {
        Decision::Act(Action::Assault) => Some(ContactKind::Assault),
        Decision::Act(Action::Bombard) => Some(ContactKind::Bombardment),
        Decision::Act(Action::Sortie(Sally::Engines)) => Some(ContactKind::SortieEngines),
        Decision::Act(Action::Sortie(Sally::Camp)) => Some(ContactKind::SortieCamp),
        _ => None,
    };
    if let Some(kind) = waits {
        wait_for(act, it, side, kind)?;
        rest(it, side, dice, events);
        return Ok(());
    }
    match decision {
        Decision::Act(Action::Treat(terms)) | Decision::Offer(terms) | Decision::Counter(terms) => {
            terms::put_by_captain(act, it, SiegePart::of(side), &terms)?;
            // Who answers by himself answers at once; else it waits.
            if it.hosts[&part_of(it, side.other())].conduct == Conduct::Captain {
                decide(it, side, decision, dice, events);
            } else if matches!(it.game.stage(), Stage::Act(_) | Stage::Answer(_)) {
                it.game.asks_already |= side == Side::Defender;
                rest(it, side, dice, events);
            } else {
                it.game.night_falls();
            }
        }
        Decision::Answer(yes) => {
            terms::answered(act, it, yes)?;
            decide(it, side, decision, dice, events);
        }
        decision => decide(it, side, decision, dice, events),
    }
    Ok(())
}

/// Makes the tests of surrender that were put off, where what was to be fought on the last day of that siege turn is settled,
/// called off or has come to nothing (SG-1.1, SG-3.1).
fn make_up_tests(act: &Act) -> Result<()> {
    for siege in act.open_sieges()?.into_iter().filter(|siege| siege.test_due) {
        if !holds_the_test_up(act, &siege)? {
            make_up_test(act, siege.id)?;
        }
    }
    Ok(())
}

/// Whether something waits that was to be fought on the last day of a siege turn.
fn holds_the_test_up(db: &Db, siege: &SiegeRow) -> Result<bool> {
    let turn = numbers::siege(db)?.house().siege_days.max(1) as i32;
    let last_day = |contact: &Contact| (contact.day - siege.begun) % turn == 0;
    let fought = |contact: &Contact| contact.siege == Some(siege.id) && contact.kind != ContactKind::Field;
    Ok(db.waiting_contacts()?.iter().any(|contact| fought(contact) && last_day(contact)))
}

fn make_up_test(act: &Act, siege: SiegeId) -> Result<()> {
    let mut it = raise(act, siege)?;
    let today = it.today(act)?;
    let mut played = Played::with(dice(act, siege, today + TESTS)?);
    it.game.asks_already = garrison_asks(act, &it.siege)?;
    it.game.makes_up_test(&mut played.dice, &mut played.events);
    while let Some(side) = it.game.pending().first() {
        played.tell(act, &it)?;
        if let Some(decision) = in_bargaining(act, &mut it, side)? {
            carry_out(act, &mut it, side, decision, &mut played)?;
        }
    }
    played.tell(act, &it)?;
    keep_respite(&mut it);
    befall(act, &mut it, &played.events, today, &mut played.dice)
}

/// A respite that was agreed just now is kept by its date.
fn keep_respite(it: &mut Raised) {
    it.siege.respite = it.game.respite.map(|(_, until)| it.siege.begun + until as i32);
}

/// Before a day begins: what a garrison still has in its trains comes into the store as there is room, and every host that is
/// not the referee's is put on half rations or on full ones by its conduct, also on a day that only passes (SG-2.3).
fn provides(act: &Act, it: &mut Raised) -> Result<()> {
    let mut brought = 0;
    for army in &it.armies[&SiegePart::Garrison] {
        brought += super::convoy::unload(act, army.id, it.stronghold.id)?;
    }
    if brought > 0 {
        *it = raise(act, it.siege.id)?;
    }
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        let (tables, forage) = (it.game.tables.clone(), it.country(part));
        let (conduct, ordered) = (it.hosts[&part].conduct, rules::Order::halve_rations(&it.hosts[&part].orders));
        let host = match part {
            SiegePart::Relief => match &mut it.game.outside {
                Some(relief) => relief,
                None => continue,
            },
            part => &mut it.game.hosts[part.side()],
        };
        let halves = match conduct {
            Conduct::Captain => rules::halves_rations(host, forage, &tables),
            Conduct::Orders => ordered.then_some(true),
            Conduct::Referee => None,
        };
        host.half = halves.unwrap_or(host.half);
    }
    Ok(())
}

fn decide(it: &mut Raised, side: Side, decision: Decision, dice: &mut impl Dice, events: &mut Vec<Event>) {
    if let Err(illegal) = it.game.decide(side, decision, dice, events) {
        // Whoever conducts a side asks before he decides, and so did we.
        unreachable!("{decision:?} was refused: {illegal}");
    }
}

/// What is waited for takes the day: blockade and rest meanwhile (CP-2.2).
fn rest(it: &mut Raised, side: Side, dice: &mut impl Dice, events: &mut Vec<Event>) {
    decide(it, side, Decision::Act(Action::Rest), dice, events);
}

/// Which host decides for a side: of the besiegers of who is shut in, the relief (SG-4.3).
pub(super) fn part_of(it: &Raised, side: Side) -> SiegePart {
    match side {
        Side::Defender if it.siege.shut_in && !it.armies[&SiegePart::Relief].is_empty() => SiegePart::Relief,
        side => SiegePart::of(side),
    }
}

/// Which host meets what a side does: the garrison those who assault it, also where a relief lies outside (SG-4.3).
pub(super) fn part_that_meets(it: &Raised, by: Side, kind: ContactKind) -> SiegePart {
    match (by, kind) {
        (Side::Attacker, ContactKind::Assault) => SiegePart::Garrison,
        _ => part_of(it, by.other()),
    }
}

/// What a side decides by its conduct.
fn by_conduct(it: &Raised, side: Side) -> Decision {
    let host = &it.hosts[&part_of(it, side)];
    let view = it.game.view(side);
    let decision = match host.conduct {
        Conduct::Captain => Constable.decide(&view),
        Conduct::Orders => StandingOrders(host.orders.clone()).decide(&view),
        Conduct::Referee => StandingOrders(Vec::new()).decide(&view),
    };
    match it.game.check(side, &decision) {
        Ok(()) => decision,
        Err(_) => Decision::Act(Action::Rest),
    }
}

/// Lists an assault, a bombardment or a sortie as a contact of the day (CP-2.2), between the strongest army of each side:
/// from without it is the relief's that comes at who is shut in, and its camp that he sallies against (SG-4.3).
pub(super) fn wait_for(act: &Act, it: &mut Raised, side: Side, kind: ContactKind) -> Result<()> {
    let strongest = |part| it.strongest(act, part);
    let (ours, theirs) = (strongest(part_of(it, side))?, strongest(part_that_meets(it, side, kind))?);
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return Ok(()) };
    act.add_contact(it.today(act)?, it.stronghold.place, ours.id, theirs.id, (kind, Some(it.siege.id)))?;
    let what = match kind {
        ContactKind::Assault if side == Side::Attacker => {
            format!("{} is ready to assault {}.", ours.name, it.stronghold.name)
        }
        ContactKind::Assault => format!("{} is ready to win back what {} holds.", ours.name, theirs.name),
        ContactKind::Bombardment => format!("{} is ready to bombard {}.", ours.name, it.stronghold.name),
        ContactKind::SortieEngines => {
            format!("{} is ready to sally against the engines of {}.", ours.name, theirs.name)
        }
        _ => format!("{} is ready to sally against the camp of {}.", ours.name, theirs.name),
    };
    it.game.put_today = Some(match kind {
        ContactKind::Bombardment => Action::Bombard,
        ContactKind::SortieEngines => Action::Sortie(Sally::Engines),
        ContactKind::SortieCamp => Action::Sortie(Sally::Camp),
        ContactKind::Assault | ContactKind::Field => Action::Assault,
    });
    super::tell(act, it.siege.id, it.today(act)?, "CP-2.2", &what)
}

/// Takes what happened on a day into the campaign: the story, men by lot, stores and walls, and the end if it came to that.
pub(super) fn take_in(act: &Act, it: &mut Raised, events: &[Event], day: Day, dice: &mut impl Dice) -> Result<()> {
    tell_events(act, it, events, day)?;
    befall(act, it, events, day, dice)
}

/// Tells the siege's story what happened on a day, and the chronicle what is of note.
pub(super) fn tell_events(act: &Act, it: &Raised, events: &[Event], day: Day) -> Result<()> {
    for event in events.iter().filter(|event| worth_telling(event)) {
        let line = StoryLine { day, text: told(event), clause: clause(event).to_owned() };
        act.tell_siege(it.siege.id, &line)?;
        if of_note(event) {
            let text = format!("Siege of {}: {}", it.stronghold.name, line.text);
            super::note(act, day, &line.clause, text)?;
        }
    }
    Ok(())
}

/// What happened befalls men by lot, stores and walls, and ends the siege if it came to that.
fn befall(act: &Act, it: &mut Raised, events: &[Event], day: Day, dice: &mut impl Dice) -> Result<()> {
    act.writing_on(day, || befalls(act, it, events, day, dice))
}

fn befalls(act: &Act, it: &mut Raised, events: &[Event], day: Day, dice: &mut impl Dice) -> Result<()> {
    let (mut lost, mut useless) = ([Lost::default(); 3], [Lost::default(); 3]);
    let (mut hungry, mut ate) = (Vec::new(), Vec::new());
    let fought = events.iter().any(|event| matches!(event, Event::Assaulted { .. } | Event::Sallied { .. }));
    let citadel = events.iter().any(|event| matches!(event, Event::Assaulted { by: Side::Attacker, .. }));
    for event in events {
        let of = |side: Side, relief: bool| if relief { SiegePart::Relief } else { SiegePart::of(side) };
        match event {
            Event::Assaulted { lost: men, of_relief, .. } | Event::Sallied { lost: men, of_relief, .. } => {
                lost[SiegePart::Besiegers as usize] += men.attacker;
                lost[SiegePart::Garrison as usize] += men.defender.without(*of_relief);
                lost[SiegePart::Relief as usize] += *of_relief;
            }
            Event::Starved { side, relief, men, mouths, knights } => {
                hungry.push((of(*side, *relief), *men, *knights));
                useless[of(*side, *relief) as usize] += *mouths;
            }
            Event::Foraged { side, lost: taken, .. } => {
                lost[SiegePart::of(*side) as usize] += Lost { taken: *taken, ..Lost::default() };
            }
            Event::Ate { side, relief, meal } => {
                ate.push(of(*side, *relief));
                if meal.horses > 0 {
                    losses::eat_horses(act, it, of(*side, *relief), meal.horses)?;
                }
            }
            _ => {}
        }
    }
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        let mut fallen = losses::fall(act, it, (part, citadel), lost[part as usize], dice)?;
        for (_, men, knights) in hungry.iter().filter(|(of, ..)| *of == part) {
            fallen.extend(losses::hunger(act, it, part, (*men, *knights), dice)?);
        }
        fallen.extend(losses::starve(act, it, part, useless[part as usize], dice)?);
        if !fallen.is_empty() {
            losses::tell(act, it, part, (day, if fought { "SG-1.6" } else { "SG-2.3" }), &fallen)?;
        }
    }
    if let Some((at, _)) = it.game.mine
        && it.game.nothing_to_bring_down(at)
    {
        it.game.mine = None;
        let (line, stretch) = (at.line + 1, at.stretch + 1);
        let text = format!("The mine towards stretch {stretch} of line {line} is given up: that is down, or taken.");
        super::tell(act, it.siege.id, day, "SG-1.3", &text)?;
    }
    let (stage, outer_lost) = (it.game.stage(), it.was.outer_lost);
    it.put_back(act)?;
    for part in ate {
        meals::have_eaten(act, it.siege.id, &it.armies[&part])?;
    }
    if events.iter().any(|event| matches!(event, Event::Did(Side::Defender, Action::Withdraw))) {
        relief::goes(act, it, outer_lost)?;
    }
    if let Stage::Over(end) = stage {
        ending::end(act, it, end)?;
    }
    Ok(())
}

/// Whether the story has it: all but the bare day and what nobody did.
fn worth_telling(event: &Event) -> bool {
    let nothing = matches!(event, Event::Ate { meal, .. } if meal.needs == 0);
    !nothing
        && !matches!(
            event,
            Event::Day(_) | Event::Did(_, Action::Rest) | Event::Offered(..) | Event::Answered(..) | Event::Over(_)
        )
}

/// Whether the chronicle has it as well as the story.
pub(super) fn of_note(event: &Event) -> bool {
    match event {
        Event::Battered { result, .. } => result.damage > 0 || result.lost > 0,
        Event::Repaired { mended, .. } => *mended,
        Event::Ate { meal, .. } => meal.short > 0 || meal.horses > 0,
        Event::Built(_)
        | Event::MoatFilled
        | Event::Mined { .. }
        | Event::Assaulted { .. }
        | Event::Sallied { .. }
        | Event::EnginesBurnt(_)
        | Event::Starved { .. }
        | Event::Foraged { .. }
        | Event::Convoy { .. }
        | Event::Expelled(_)
        | Event::StoresTaken { .. }
        | Event::Tested { .. }
        | Event::ShutIn => true,
        _ => false,
    }
}
