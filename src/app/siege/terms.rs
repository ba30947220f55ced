//! Terms (SG-3.3): offered, answered, agreed, and what is pledged for them.

use super::day::still_open;
use super::ending;
use super::losses;
use super::raise::{Raised, raise};
use crate::app::release;
use crate::campaign::captivity::CaptivityEnd as Freed;
use crate::campaign::ids::SiegeId;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{Conduct, OfferState, SiegePart, TermsOffer};
use crate::campaign::war::ContactKind;
use crate::rules::game::{Captain, Game};
use crate::rules::siege::{Constable, Decision, Ending, Terms};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What terms come to, in words.
pub fn in_words(terms: &Terms) -> String {
    let mut text = format!("to leave {}", terms.leave);
    if terms.ransom_marks > 0 {
        text += &format!(", the place paying {} marks", terms.ransom_marks);
    }
    if terms.men_pay {
        text += ", each man owing his ransom";
    }
    if terms.hostages > 0 {
        text += &format!(", {} hostage{}", terms.hostages, if terms.hostages == 1 { "" } else { "s" });
    }
    if terms.respite_days > 0 {
        text += &format!(", in {} days unless relieved", terms.respite_days);
    }
    text
}

/// Who offers terms, as the beginning of a sentence.
pub fn who_offers(by: SiegePart, stronghold: &str) -> String {
    match by {
        SiegePart::Besiegers => format!("The besiegers of {stronghold} offer"),
        SiegePart::Garrison | SiegePart::Relief => format!("The garrison of {stronghold} offers"),
    }
}

/// Offers terms, or asks for them, in place of any that wait (SG-3.3).
pub fn offer(store: &mut Store, siege: SiegeId, by: SiegePart, terms: &Terms) -> Result<()> {
    store.act("offer terms", &json!({ "siege": siege, "by": by, "terms": terms }), |act| {
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
        let text = put(act, &it, by, terms)?;
        Ok(((), text))
    })
}

/// Writes terms that are offered, in place of any that wait, and tells of them.
pub(super) fn put(act: &Act, it: &Raised, by: SiegePart, terms: &Terms) -> Result<String> {
    close(act, it.siege.id, OfferState::Countered)?;
    act.add_offer(it.siege.id, it.today(act)?, by, terms)?;
    let text = format!("{}: {}.", who_offers(by, &it.stronghold.name), in_words(terms));
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    Ok(text)
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

/// Says what became of the terms that wait, if any do.
pub(super) fn close(act: &Act, siege: SiegeId, state: OfferState) -> Result<()> {
    for open in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Open) {
        act.set_offer(open.id, state, act.day()?)?;
    }
    Ok(())
}

/// Terms that were agreed and not carried out came to nothing.
pub(super) fn lapse(act: &Act, siege: SiegeId) -> Result<()> {
    close(act, siege, OfferState::Lapsed)?;
    for agreed in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Agreed) {
        act.set_offer(agreed.id, OfferState::Lapsed, act.day()?)?;
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
    for offer in act.offers(siege)?.into_iter().filter(|offer| offer.state == OfferState::Agreed) {
        act.set_offer(offer.id, OfferState::Kept, act.day()?)?;
    }
    Ok(())
}

/// Answers the terms that wait. Agreed, they are carried out at once, or on their day (SG-3.3).
pub fn answer(store: &mut Store, siege: SiegeId, accepted: bool) -> Result<()> {
    store.act("answer terms", &json!({ "siege": siege, "accepted": accepted }), |act| {
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
            return Err(Problem::refused(
                format!("No terms for {name} wait for an answer."),
                "Offer some, for the besiegers or the garrison.",
            ));
        };
        if accepted { accept(act, &mut it, &open) } else { refuse(act, &it, &open) }
    })
}

/// Who answers an offer.
fn who(offer: &TermsOffer) -> &'static str {
    if offer.by == SiegePart::Besiegers { "The garrison of" } else { "The besiegers of" }
}

fn refuse(act: &Act, it: &Raised, open: &TermsOffer) -> Result<((), String)> {
    act.set_offer(open.id, OfferState::Refused, act.day()?)?;
    let text = format!("{} {} refused the terms.", who(open), it.stronghold.name);
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    Ok(((), text))
}

/// Terms are agreed, and those who are pledged for them go to the besiegers.
fn agreed(act: &Act, it: &Raised, open: &TermsOffer) -> Result<String> {
    act.set_offer(open.id, OfferState::Agreed, act.day()?)?;
    let text = format!("{} {} accepted: {}.", who(open), it.stronghold.name, in_words(&open.terms()));
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    take_hostages(act, it.siege.id, open)?;
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
    let text = agreed(act, it, open)?;
    if terms.respite_days == 0 {
        ending::end(act, it, Ending::Surrendered(terms))?;
    } else {
        it.siege.respite = Some(it.today(act)? + terms.respite_days as i32);
        act.set_siege(&it.siege)?;
        super::day::lapse(act, it.siege.id, |contact| contact.kind != ContactKind::Field)?;
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

/// The garrison's foremost men go to the besiegers as hostages (SG-3.3).
pub(super) fn take_hostages(act: &Act, siege: SiegeId, offer: &TermsOffer) -> Result<()> {
    let it = raise(act, siege)?;
    let Some(by) = it.first(SiegePart::Besiegers) else { return Ok(()) };
    let mut men = Vec::new();
    for army in &it.armies[&SiegePart::Garrison] {
        men.extend(act.men_of(army.id)?);
    }
    men.sort_by_key(|man| (std::cmp::Reverse(crate::campaign::people::precedence(&man.profile)), man.id));
    let mut names = Vec::new();
    for man in men.into_iter().take(offer.hostages as usize) {
        losses::take(act, &man, by.id)?;
        if let Some(captive) = act.captivity_of(man.id)? {
            act.make_hostage(captive.id, offer.id)?;
        }
        names.push(man.styled());
    }
    if !names.is_empty() {
        let text = format!("Hostages for {}: {}.", it.stronghold.name, names.join(", "));
        super::tell(act, siege, act.day()?, "SG-3.3", &text)?;
    }
    Ok(())
}

/// What hostages were given for is done, or need not be done: they go home.
pub(super) fn free_hostages(act: &Act, siege: SiegeId) -> Result<()> {
    let offers: Vec<_> = act.offers(siege)?.into_iter().map(|offer| offer.id).collect();
    for captive in act.hostages()? {
        if captive.1.is_some_and(|offer| offers.contains(&offer)) {
            let captive = act.captive(captive.0)?;
            release::release(act, &captive, Freed::Freed)?;
        }
    }
    Ok(())
}
