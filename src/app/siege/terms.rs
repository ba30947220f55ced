//! Terms (SG-3.3): offered, answered, agreed, and what is pledged for them.

use super::day::still_open;
use super::ending;
use super::losses;
use super::raise::{Raised, raise};
use super::relief;
use crate::app::{numbers, release};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, Captive};
use crate::campaign::ids::{CaptiveId, OfferId, PersonId, SiegeId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState, precedence};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::siege::{Conduct, OfferState, SiegePart, SiegeRow, TermsOffer};
use crate::campaign::war::ContactKind;
use crate::rules::figure::Class;
use crate::rules::game::{Captain, Game};
use crate::rules::prisoners::{self, ransom};
use crate::rules::siege::{Constable, Decision, Ending, Leave, Terms};
use crate::store::journal::fold;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::BTreeSet;

/// Who offers terms, as the beginning of a sentence.
pub fn who_offers(by: SiegePart, stronghold: &str) -> String {
    match by {
        SiegePart::Besiegers => format!("The besiegers of {stronghold} offer"),
        SiegePart::Garrison | SiegePart::Relief => format!("The garrison of {stronghold} offers"),
    }
}

/// What terms come to, in words, with the hostages they name.
pub fn in_words_naming(terms: &Terms, hostages: &[Person]) -> String {
    let text = terms.in_words();
    if hostages.is_empty() {
        return text;
    }
    let names: Vec<String> = hostages.iter().map(Person::styled).collect();
    let left = (terms.hostages as usize).saturating_sub(names.len());
    let left = if left > 0 { format!(" and {left} not named") } else { String::new() };
    format!("{text}; hostages: {}{left}", names.join(", "))
}

/// The men of a garrison who may be hostages, in the order in which they are where nobody is chosen: the foremost by class,
/// rank and grade (SG-3.3).
pub fn may_be_hostages(db: &Db, siege: SiegeId) -> Result<Vec<Person>> {
    foremost(db, &raise(db, siege)?)
}

/// A man of the garrison by his name, or by his number as in `#12` where several have it.
pub fn hostage_named(db: &Db, siege: SiegeId, name: &str) -> Result<Person> {
    let wanted = name.trim();
    let number = wanted.strip_prefix('#').and_then(|number| number.parse::<i64>().ok());
    let plain = |name: &str| fold(name.strip_prefix("Sir ").unwrap_or(name));
    let mut found = may_be_hostages(db, siege)?;
    found.retain(|man| number.map_or_else(|| plain(&man.name) == plain(wanted), |number| man.id.0 == number));
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Problem::new(ProblemKind::NotFound, format!("Nobody of the garrison is called “{wanted}”."))
            .hint(choose_among(&may_be_hostages(db, siege)?))),
        several => {
            let numbers: Vec<String> = several.iter().map(|man| format!("#{}", man.id.0)).collect();
            Err(Problem::refused(
                format!("{} of the garrison are called “{wanted}”.", several.len()),
                format!("Say which by his number: {}.", numbers.join(", ")),
            ))
        }
    }
}

/// Whom else to choose.
fn choose_among(men: &[Person]) -> String {
    let names: Vec<String> = men.iter().take(8).map(Person::styled).collect();
    format!("Choose among its men; the foremost are {}.", names.join(", "))
}

fn foremost(db: &Db, it: &Raised) -> Result<Vec<Person>> {
    let mut men = Vec::new();
    for army in &it.armies[&SiegePart::Garrison] {
        men.extend(db.men_of(army.id)?);
    }
    men.sort_by_key(|man| (std::cmp::Reverse(precedence(&man.profile)), man.id));
    Ok(men)
}

/// What the men of a garrison would owe in all, were each to owe his ransom by terms (SG-3.3, MM-8.4), and in how many days
/// after that.
pub fn men_would_owe(db: &Db, siege: SiegeId) -> Result<(Pence, i64)> {
    let men = foremost(db, &raise(db, siege)?)?;
    let asked = men.iter().filter_map(|man| ransom::asked(man.profile.standing(), prisoners::Tables::book()));
    let marks = asked.map(|asked| asked.value).sum();
    Ok((Pence::from_marks(marks), numbers::of(db)?.terms_ransom_days))
}

/// Who is named in terms as a hostage.
pub fn hostages_named(db: &Db, offer: OfferId) -> Result<Vec<Person>> {
    db.named_hostages(offer)?.into_iter().map(|man| db.person(man)).collect()
}

/// Names hostages in terms, which have room for so many more of the garrison's men.
fn name_hostages(act: &Act, it: &Raised, offer: &TermsOffer, hostages: &[PersonId]) -> Result<()> {
    let place = &it.stronghold.name;
    let mut named = act.named_hostages(offer.id)?;
    if named.len() + hostages.len() > offer.hostages as usize {
        let given = match offer.hostages {
            0 => "no hostage is".to_owned(),
            1 => "1 hostage is".to_owned(),
            many => format!("{many} hostages are"),
        };
        return Err(Problem::refused(
            format!("By the terms for {place} {given} given, and {} are named.", named.len() + hostages.len()),
            "Name no more, or offer terms with as many.",
        ));
    }
    let may = foremost(act, it)?;
    for man in hostages {
        if !may.iter().any(|known| known.id == *man) {
            return Err(Problem::refused(
                format!("{} is not of the garrison of {place}, and cannot be its hostage.", act.person(*man)?.styled()),
                choose_among(&may),
            ));
        }
        if named.contains(man) {
            return Err(Problem::refused(
                format!("{} is named twice.", act.person(*man)?.styled()),
                "Name each hostage once.",
            ));
        }
        named.push(*man);
        act.name_hostage(offer.id, *man)?;
    }
    Ok(())
}

/// Offers terms, or asks for them, in place of any that wait (SG-3.3).
pub fn offer(store: &mut Store, siege: SiegeId, by: SiegePart, terms: &Terms) -> Result<()> {
    offer_naming(store, siege, by, terms, &[])
}

/// Offers terms as [`offer`] does, and names some or all of the hostages in them.
pub fn offer_naming(
    store: &mut Store,
    siege: SiegeId,
    by: SiegePart,
    terms: &Terms,
    hostages: &[PersonId],
) -> Result<()> {
    let mut arguments = json!({ "siege": siege, "by": by, "terms": terms });
    if !hostages.is_empty() {
        arguments["hostages"] = json!(hostages);
    }
    store.act("offer terms", &arguments, |act| {
        still_open(act, siege)?;
        let it = raise(act, siege)?;
        let name = &it.stronghold.name;
        if by == SiegePart::Relief {
            return Err(Problem::refused(
                "A relief army treats for nobody.",
                "Offer for the besiegers or the garrison.",
            ));
        }
        if it.siege.shut_in {
            return Err(Problem::refused(
                format!("Nobody bargains over {name} while its besiegers are besieged themselves (SG-3.4)."),
                "Bargaining goes on when the relief army is gone.",
            ));
        }
        if it.siege.respite.is_some() {
            return Err(Problem::refused(
                format!("Terms for {name} are agreed already."),
                "Wait for their day, or take the agreement back by undo.",
            ));
        }
        if terms.leave == Leave::AtDiscretion && terms.men_pay {
            return Err(Problem::refused(
                "At discretion every man is a prisoner, and is ransomed as one (MM-8.4): none owes a ransom by the terms.",
                "Leave that out of the terms, or let the garrison march out.",
            ));
        }
        let most = it.game.hosts.defender.able + it.game.hosts.defender.mouths;
        if terms.hostages > most {
            return Err(Problem::refused(
                format!("{name} has {most} men, and {} hostages are asked.", terms.hostages),
                "Ask for fewer.",
            ));
        }
        let longest = it.game.tables.house().respite_longest;
        if terms.respite_days > longest {
            return Err(Problem::refused(
                format!("{} days is longer than anybody waits for relief.", terms.respite_days),
                format!("Agree on at most {longest} days."),
            ));
        }
        if let Some(open) = open_offer(act, it.siege.id)?
            && open.terms() == *terms
            && (hostages.is_empty() || same_men(&act.named_hostages(open.id)?, hostages))
        {
            let remedy = match open.by == by {
                true => "Wait for the answer, or offer other terms.",
                false => "Accept them, or offer other terms.",
            };
            return Err(Problem::refused(
                format!("{} these terms already, and no answer is given yet.", who_offers(open.by, name)),
                remedy,
            ));
        }
        let text = put(act, &it, by, terms, hostages)?;
        Ok(((), text))
    })
}

/// Whether the same men are named, in whatever order.
fn same_men(some: &[PersonId], others: &[PersonId]) -> bool {
    let all: [BTreeSet<&PersonId>; 2] = [some.iter().collect(), others.iter().collect()];
    all[0] == all[1]
}

/// Writes terms that are offered, in place of any that wait, with the hostages named in them, and tells of them.
pub(super) fn put(act: &Act, it: &Raised, by: SiegePart, terms: &Terms, hostages: &[PersonId]) -> Result<String> {
    close(act, it.siege.id, OfferState::Countered)?;
    let id = act.add_offer(it.siege.id, it.today(act)?, by, terms)?;
    if let Some(offer) = open_offer(act, it.siege.id)? {
        name_hostages(act, it, &offer, hostages)?;
        somebody_stays(act, it, &offer)?;
    }
    let named = in_words_naming(terms, &hostages_named(act, id)?);
    let text = format!("{}: {named}.", who_offers(by, &it.stronghold.name));
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    Ok(text)
}

/// Terms a captain of the program offers: he names whom he asks or gives (SG-3.3).
pub(super) fn put_by_captain(act: &Act, it: &Raised, by: SiegePart, terms: &Terms) -> Result<String> {
    let hostages: Vec<PersonId> =
        foremost(act, it)?.into_iter().take(terms.hostages as usize).map(|man| man.id).collect();
    // He gives no more than there are.
    put(act, it, by, &Terms { hostages: hostages.len() as u32, ..*terms }, &hostages)
}

/// Says what became of the terms that wait, and tells of it.
pub(super) fn answered(act: &Act, it: &Raised, yes: bool) -> Result<()> {
    let Some(open) = open_offer(act, it.siege.id)? else { return Ok(()) };
    if yes { agreed(act, it, &open).map(drop) } else { refuse(act, it, &open).map(drop) }
}

/// The terms that wait for an answer.
pub(super) fn open_offer(db: &Db, siege: SiegeId) -> Result<Option<TermsOffer>> {
    Ok(db.offers(siege)?.into_iter().find(|offer| offer.state == OfferState::Open))
}

/// Says what became of the terms that wait, if any do, and nobody asks for any without saying which (SG-3.1). Of those that lapse
/// unanswered it is told.
pub(super) fn close(act: &Act, siege: SiegeId, state: OfferState) -> Result<()> {
    act.set_asks(siege, None)?;
    let row = act.siege(siege)?;
    let today = row.today(act.day()?);
    for open in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Open) {
        act.set_offer(open.id, state, today)?;
        if state == OfferState::Lapsed {
            let hold = act.stronghold(row.stronghold)?.name;
            let text = format!("The terms that the {} offered at {hold} lapse without an answer.", open.by);
            super::tell(act, siege, today, "SG-3.3", &text)?;
        }
    }
    Ok(())
}

/// Terms that were agreed and not carried out came to nothing.
pub(super) fn lapse(act: &Act, siege: SiegeId) -> Result<()> {
    close(act, siege, OfferState::Lapsed)?;
    let today = act.siege(siege)?.today(act.day()?);
    for agreed in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Agreed) {
        act.set_offer(agreed.id, OfferState::Lapsed, today)?;
    }
    Ok(())
}

/// A relief stands before a place that was to be given up unless relieved: the terms lapse, and the hostages go home
/// (SG-3.3).
pub(super) fn relieved(act: &Act, it: &mut Raised) -> Result<()> {
    it.siege.respite = None;
    it.game.respite = None;
    act.set_siege(&it.siege)?;
    free_hostages(act, it.siege.id)?;
    lapse(act, it.siege.id)?;
    let text = format!("A relief stands before {} in time: the terms that were agreed lapse.", it.stronghold.name);
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)
}

/// What was agreed was carried out.
pub(super) fn keep(act: &Act, siege: SiegeId) -> Result<()> {
    let today = act.siege(siege)?.today(act.day()?);
    for offer in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Agreed) {
        act.set_offer(offer.id, OfferState::Kept, today)?;
    }
    Ok(())
}

/// Answers the terms that wait. Agreed, they are carried out at once, or on their day (SG-3.3).
pub fn answer(store: &mut Store, siege: SiegeId, accepted: bool) -> Result<()> {
    answer_naming(store, siege, accepted, &[])
}

/// Answers the terms that wait as [`answer`] does; who accepts them names hostages whom they do not name yet.
pub fn answer_naming(store: &mut Store, siege: SiegeId, accepted: bool, hostages: &[PersonId]) -> Result<()> {
    let mut arguments = json!({ "siege": siege, "accepted": accepted });
    if !hostages.is_empty() {
        arguments["hostages"] = json!(hostages);
    }
    store.act("answer terms", &arguments, |act| {
        still_open(act, siege)?;
        let mut it = raise(act, siege)?;
        let name = &it.stronghold.name;
        if it.siege.shut_in || it.siege.respite.is_some() {
            return Err(Problem::refused(
                format!(
                    "Nothing is bargained over {name} now: terms are agreed, or its besiegers are shut in (SG-3.4)."
                ),
                "Wait for the agreed day, or until the relief army is gone.",
            ));
        }
        let Some(open) = open_offer(act, siege)? else {
            if it.siege.asks.is_some() && !accepted {
                return holds_out(act, &it);
            }
            let asked = match it.siege.asks {
                Some(_) => format!("The garrison of {name} asks for terms, and has not said which (SG-3.1)."),
                None => format!("No terms for {name} wait for an answer."),
            };
            return Err(Problem::refused(asked, "Offer some, for the besiegers or the garrison."));
        };
        if !accepted && !hostages.is_empty() {
            return Err(Problem::refused(
                "Nobody is a hostage for terms that are refused.",
                "Accept them, or offer others with the hostages named.",
            ));
        }
        name_hostages(act, &it, &open, hostages)?;
        if accepted { accept(act, &mut it, &open) } else { refuse(act, &it, &open) }
    })
}

/// Who answers an offer.
fn who(offer: &TermsOffer) -> &'static str {
    if offer.by == SiegePart::Besiegers { "The garrison of" } else { "The besiegers of" }
}

/// A garrison that the referee conducts does not ask for terms after all (SG-3.1).
fn holds_out(act: &Act, it: &Raised) -> Result<((), String)> {
    act.set_asks(it.siege.id, None)?;
    let text = format!("The garrison of {} holds out: it asks for no terms.", it.stronghold.name);
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.1", &text)?;
    Ok(((), text))
}

fn refuse(act: &Act, it: &Raised, open: &TermsOffer) -> Result<((), String)> {
    act.set_offer(open.id, OfferState::Refused, it.today(act)?)?;
    let text = format!("{} {} refused the terms.", who(open), it.stronghold.name);
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    Ok(((), text))
}

/// Terms are agreed, and those who are pledged for them go to the besiegers.
fn agreed(act: &Act, it: &Raised, open: &TermsOffer) -> Result<String> {
    act.set_offer(open.id, OfferState::Agreed, it.today(act)?)?;
    let text = format!("{} {} accepted: {}.", who(open), it.stronghold.name, open.terms().in_words());
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    take_hostages(act, it.siege.id, open)?;
    if open.respite_days > 0 {
        // Nobody fights over the walls until the day that is agreed, whoever agreed to it.
        relief::come_to_nothing(act, it, it.today(act)?, "SG-3.3", |kind| kind != ContactKind::Field)?;
    }
    Ok(text)
}

fn accept(act: &Act, it: &mut Raised, open: &TermsOffer) -> Result<((), String)> {
    let terms = open.terms();
    let treasury = act.account(act.side_account(it.siege.holder)?)?;
    if terms.respite_days == 0 && treasury.pence < open.ransom {
        return Err(Problem::refused(
            format!(
                "{} cannot pay {}: it lacks {}.",
                act.side(it.siege.holder)?.name,
                open.ransom.marks(),
                Pence(open.ransom.0 - treasury.pence.0).marks()
            ),
            "Offer other terms, or put money into its treasury.",
        ));
    }
    let there = relief::present(act, &it.siege, &it.stronghold)?;
    if let Some(army) = there.first().filter(|_| terms.respite_days > 0) {
        return Err(Problem::refused(
            format!(
                "{} stands before {} already, and a respite holds only until relief comes (SG-3.3).",
                army.name, it.stronghold.name
            ),
            "Decide what is done about the relief first; or agree on terms that are carried out at once.",
        ));
    }
    somebody_stays(act, it, open)?;
    let text = agreed(act, it, open)?;
    if terms.respite_days == 0 {
        ending::end(act, it, Ending::Surrendered(terms))?;
    } else {
        it.siege.respite = Some((it.today(act)? + terms.respite_days as i32).min(Day::LAST));
        act.set_siege(&it.siege)?;
    }
    Ok(((), text))
}

/// A captain of the program who is offered terms answers them by himself.
pub(super) fn captain_answers(act: &Act, siege: SiegeId) -> Result<()> {
    let Some(open) = open_offer(act, siege)? else { return Ok(()) };
    let mut it = raise(act, siege)?;
    let side = open.by.side().other();
    if it.hosts[&SiegePart::of(side)].conduct != Conduct::Captain {
        return Ok(());
    }
    let yes = Constable.decide(&it.game.offered(side, open.terms()).view(side)) == Decision::Answer(true);
    // What the treasury cannot pay is not agreed to.
    if yes && accept(act, &mut it, &open).is_ok() {
        return Ok(());
    }
    refuse(act, &it, &open).map(drop)
}

/// The hostages of terms as the garrison is now: the men who are named, and its foremost for those who are not named or not there
/// any more (SG-3.3).
fn pledged(db: &Db, it: &Raised, offer: &TermsOffer) -> Result<Vec<Person>> {
    let named = db.named_hostages(offer.id)?;
    let (mut men, others): (Vec<Person>, Vec<Person>) =
        foremost(db, it)?.into_iter().partition(|man| named.contains(&man.id));
    men.sort_by_key(|man| named.iter().position(|known| *known == man.id));
    let unnamed = (offer.hostages as usize).saturating_sub(men.len());
    men.extend(others.into_iter().take(unnamed));
    Ok(men)
}

/// Refuses terms for a day to come by which no able man would hold the place until then (SG-3.2, SG-3.3).
fn somebody_stays(db: &Db, it: &Raised, offer: &TermsOffer) -> Result<()> {
    if offer.respite_days == 0 || offer.hostages == 0 {
        return Ok(());
    }
    let going = pledged(db, it, offer)?;
    let able = |man: &&Person| man.state == PersonState::Fit && man.profile.class != Class::Cleric;
    let all = foremost(db, it)?;
    let stays = all.iter().filter(able).any(|man| !going.iter().any(|hostage| hostage.id == man.id));
    if stays {
        return Ok(());
    }
    Err(Problem::refused(
        format!(
            "{} of the garrison would be hostages, and no able man left to hold {} until the day that is agreed (SG-3.2).",
            going.len(),
            it.stronghold.name
        ),
        "Leave one able man at least in the place, or let it be given up at once.",
    ))
}

/// The hostages of terms go to the besiegers; the terms name all of them then (SG-3.3).
pub(super) fn take_hostages(act: &Act, siege: SiegeId, offer: &TermsOffer) -> Result<()> {
    let it = raise(act, siege)?;
    let Some(by) = it.first(SiegePart::Besiegers) else { return Ok(()) };
    let named = act.named_hostages(offer.id)?;
    let men = pledged(act, &it, offer)?;
    let gone = named.iter().filter(|known| !men.iter().any(|man| man.id == **known));
    let gone: Vec<String> = gone.map(|man| Ok(act.person(*man)?.styled())).collect::<Result<_>>()?;
    for man in men.iter().filter(|man| !named.contains(&man.id)) {
        act.name_hostage(offer.id, man.id)?;
    }
    let mut names = Vec::new();
    for man in men {
        act.writing_on(it.today(act)?, || losses::take(act, &man, by.id))?;
        if let Some(captive) = act.captivity_of(man.id)? {
            act.make_hostage(captive.id, offer.id)?;
        }
        names.push(man.styled());
    }
    if !names.is_empty() {
        let instead = match gone.is_empty() {
            true => String::new(),
            false => format!("; not there any more: {}", gone.join(", ")),
        };
        let text = format!("Hostages for {}: {}{instead}.", it.stronghold.name, names.join(", "));
        super::tell(act, siege, it.today(act)?, "SG-3.3", &text)?;
    }
    Ok(())
}

/// The hostages who are held for what was agreed in a siege.
pub(super) fn held_for(act: &Act, siege: SiegeId) -> Result<Vec<Captive>> {
    let offers: Vec<OfferId> = act.offers(siege)?.into_iter().map(|offer| offer.id).collect();
    let held = act.hostages()?.into_iter().filter(|(_, offer)| offer.is_some_and(|offer| offers.contains(&offer)));
    held.map(|(captive, _)| act.captive(captive)).collect()
}

/// What hostages were given for is done, or need not be done: they go home.
pub(super) fn free_hostages(act: &Act, siege: SiegeId) -> Result<()> {
    let mut names = Vec::new();
    let today = act.siege(siege)?.today(act.day()?);
    for captive in held_for(act, siege)? {
        names.push(act.writing_on(today, || release::goes_home(act, &captive))?);
    }
    if names.is_empty() {
        return Ok(());
    }
    let who = if names.len() == 1 { "The hostage goes" } else { "The hostages go" };
    super::tell_now(act, siege, "SG-3.3", &format!("{who} home: {}.", names.join(", ")))
}

/// Who were hostages are pledged again where the men of a garrison owe their ransoms by terms without a day: each for the greatest
/// that another owes, and goes home when it is paid (SG-3.3, CP-4.3).
pub(super) fn pledge_for_ransoms(act: &Act, it: &Raised, who: &[PersonId], owed: &[(Pence, CaptiveId)]) -> Result<()> {
    let mut owed: Vec<(Pence, Captive)> =
        owed.iter().map(|&(pence, debt)| Ok((pence, act.captive(debt)?))).collect::<Result<_>>()?;
    owed.retain(|(_, debt)| !who.contains(&debt.person));
    owed.sort_by_key(|(pence, debt)| (std::cmp::Reverse(*pence), debt.id));
    let mut told = Vec::new();
    for (hostage, (_, debt)) in who.iter().zip(owed.iter().cycle()) {
        let name = release::pledge(act, debt, *hostage)?;
        told.push(format!("{name} for {}", act.person(debt.person)?.styled()));
    }
    if told.is_empty() {
        return Ok(());
    }
    let text = format!("Hostages until what is owed is paid: {}.", told.join("; "));
    super::tell_now(act, it.siege.id, "SG-3.3", &text)
}

/// What hostages were given for was not done on its day: they are forfeit, and captives like others (SG-3.3, MM-8.4).
pub(super) fn forfeit_hostages(act: &Act, it: &Raised) -> Result<()> {
    keep_hostages(act, it, &format!("Forfeit for what was not paid for {}", it.stronghold.name))
}

/// Hostages share the terms of those they were given for, who are taken at discretion (SG-3.3).
pub(super) fn taken_with_the_others(act: &Act, it: &Raised) -> Result<()> {
    keep_hostages(act, it, "The hostages are captives like those they were given for")
}

fn keep_hostages(act: &Act, it: &Raised, why: &str) -> Result<()> {
    let mut names = Vec::new();
    for captive in held_for(act, it.siege.id)? {
        act.set_pledge(captive.id, None)?;
        if let Some(asked) = ransom::asked(captive.standing, prisoners::Tables::book()) {
            let asked = Pence::from_marks(asked.value);
            act.writing_on(it.today(act)?, || act.add_bargain(captive.id, BargainStep::Asked, asked))?;
        }
        names.push(act.person(captive.person)?.styled());
    }
    if names.is_empty() {
        return Ok(());
    }
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &format!("{why}: {}.", names.join(", ")))
}

/// At how many sieges terms wait for an answer that no captain gives by himself, or are asked and not said (SG-3.1, SG-3.3).
pub fn wait(db: &Db) -> Result<u32> {
    let mut waiting = 0;
    for siege in db.open_sieges()? {
        waiting += u32::from(wait_at(db, &siege)?);
    }
    Ok(waiting)
}

pub(super) fn wait_at(db: &Db, siege: &SiegeRow) -> Result<bool> {
    let open = db.offers(siege.id)?.into_iter().find(|offer| offer.state == OfferState::Open);
    let answers = match open {
        Some(offer) => Some(SiegePart::of(offer.by.side().other())),
        None => siege.asks.map(|_| SiegePart::Garrison),
    };
    let Some(part) = answers else { return Ok(false) };
    Ok(super::invest::host(db, siege.id, part)?.conduct != Conduct::Captain)
}
