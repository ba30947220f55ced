//! How a siege ends and what follows (SG-3, SG-8): the garrison marches out, or is taken; ransoms, hostages and money; the
//! place in new hands with its stores, and the captives in it rescued (CP-4.4). All of it is part of the action that ended
//! it.

use super::raise::{Raised, new_host};
use super::{day, losses, meals, relief, terms, trains};
use crate::app::{numbers, release, ways};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::CaptivityEnd;
use crate::campaign::ids::{CaptiveId, FormationId, PersonId};
use crate::campaign::money::Pence;
use crate::campaign::people::Person;
use crate::campaign::problem::Result;
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Host, SiegePart};
use crate::campaign::war::{ContactKind, ContactState};
use crate::rules::figure::{Class, Horse, Protection};
use crate::rules::prisoners::{self, ransom};
use crate::rules::siege::{End, Ending, Leave, Order, Terms};
use crate::store::Act;

/// Ends a siege, with all that follows, which befalls on the siege's day (CP-2.1).
pub(super) fn end(act: &Act, it: &mut Raised, ending: Ending) -> Result<()> {
    let today = it.today(act)?;
    act.writing_on(today, || ends(act, it, ending, today))
}

fn ends(act: &Act, it: &mut Raised, ending: Ending, today: Day) -> Result<()> {
    let name = it.stronghold.name.clone();
    // What was eaten of a siege turn that is broken off (SG-2.2).
    let mut meals = Vec::new();
    it.game.breaks_off(&mut meals);
    day::tell_events(act, it, &meals, it.today(act)?)?;
    it.put_back(act)?;
    it.siege.ended = Some((End::from(ending), today));
    it.siege.respite = None;
    it.siege.building = None;
    it.siege.mine = None;
    act.set_siege(&it.siege)?;
    day::lapse(act, it.siege.id, |contact| contact.kind != ContactKind::Field)?;
    // Who is shut in holds ground still, with able men, where it is not that but hunger which ends it (SG-3.2, SG-4.3).
    let starved_out = ending == Ending::Relieved
        && it.siege.shut_in
        && !it.game.held().is_empty()
        && it.game.falls_of_itself()
        && it.game.hosts.attacker.able > 0;
    let text = match ending {
        Ending::Taken => format!("{name} is stormed and taken."),
        Ending::Surrendered(_) => format!("{name} is given up on terms."),
        Ending::Fell if it.game.hosts.defender.able > 0 => {
            format!("{name} falls: those in it have gone a week without food, and no relief is in reach.")
        }
        Ending::Fell => format!("{name} falls: nobody there can hold it any longer."),
        Ending::Lifted => format!("The siege of {name} is lifted."),
        Ending::Relieved if starved_out => format!(
            "{name} is relieved: those who are shut in there have gone a week without food, and no friends are in reach."
        ),
        Ending::Relieved => format!("{name} is relieved."),
    };
    let because = if starved_out { "SG-3.2" } else { clause(ending) };
    super::tell(act, it.siege.id, today, because, &text)?;
    for armies in it.armies.values() {
        meals::have_eaten(act, it.siege.id, armies)?;
    }
    match ending {
        Ending::Taken | Ending::Fell => {
            let garrison = it.armies[&SiegePart::Garrison].clone();
            for army in &garrison {
                take_all(act, it, army.id, SiegePart::Besiegers, clause(ending))?;
            }
            hand_over(act, it, clause(ending))?;
            // The place is the besiegers', as it was to be: whoever was pledged for that goes home.
            terms::free_hostages(act, it.siege.id)?;
        }
        Ending::Surrendered(agreed) => surrender(act, it, &agreed)?,
        Ending::Lifted | Ending::Relieved => {
            // Hostages for a day that need not come go home.
            terms::free_hostages(act, it.siege.id)?;
            if it.siege.shut_in && ending == Ending::Relieved {
                // Who was shut in and is beaten is taken where he is, as a garrison would be (SG-4.3).
                let by = if it.armies[&SiegePart::Relief].is_empty() { SiegePart::Garrison } else { SiegePart::Relief };
                for army in it.armies[&SiegePart::Besiegers].clone() {
                    take_all(act, it, army.id, by, "SG-4.3")?;
                }
            }
        }
    }
    terms::lapse(act, it.siege.id)?;
    for army in it.armies[&SiegePart::Besiegers].iter().chain(&it.armies[&SiegePart::Relief]) {
        act.leave_siege(army.id, today)?;
    }
    face_each_other_still(act, it)?;
    again(act, it, ending)
}

/// Armies that stand face to face in the open when a siege ends do so still; whatever else waited in it comes to nothing.
fn face_each_other_still(act: &Act, it: &Raised) -> Result<()> {
    let stands = |army: FormationId| -> Result<bool> {
        let army = act.formation(army)?;
        let count = act.siege_count(army.id)?;
        let on_the_road = act.march(army.id)?.is_some_and(|march| march.miles_done > 0);
        let there = army.place == Some(it.stronghold.place) && army.stronghold.is_none() && !on_the_road;
        Ok(there && count.able + count.mouths > 0)
    };
    for contact in act.waiting_contacts()?.into_iter().filter(|contact| contact.siege == Some(it.siege.id)) {
        let sides = (act.formation(contact.attacker)?.side, act.formation(contact.defender)?.side);
        let war = act.stance(sides.0, sides.1)? == Stance::War;
        match war && stands(contact.attacker)? && stands(contact.defender)? {
            true => act.take_contact_out_of_siege(contact.id)?,
            false => act.settle_contact(contact.id, ContactState::Lapsed, None)?,
        }
    }
    Ok(())
}

fn clause(ending: Ending) -> &'static str {
    match ending {
        Ending::Taken => "SG-1.5",
        Ending::Surrendered(_) => "SG-3.3",
        Ending::Fell => "SG-3.2",
        Ending::Lifted => "SG-1.3",
        Ending::Relieved => "SG-4",
    }
}

/// Whoever took the place while a relief army lay outside is besieged in it (SG-4.3).
fn again(act: &Act, it: &Raised, ending: Ending) -> Result<()> {
    let taken = matches!(ending, Ending::Taken | Ending::Fell | Ending::Surrendered(_));
    let Some(relief) = it.armies[&SiegePart::Relief].first().filter(|_| taken && it.siege.shut_in) else {
        return Ok(());
    };
    for army in &it.armies[&SiegePart::Besiegers] {
        act.set_army_place(army.id, it.stronghold.place, Some(it.stronghold.id))?;
        // Within it they live on its store, and what they brought goes there.
        super::convoy::unload(act, army.id, it.stronghold.id)?;
    }
    // Days of the siege before may have been played by hand ahead of the campaign's.
    let today = it.today(act)?;
    let siege = super::invest::begin(act, relief.id, it.stronghold.id, today, act.day()?)?;
    // Whoever conducted them does so still, by those of their orders that fit (SG-4.3).
    for (part, was) in [(SiegePart::Besiegers, SiegePart::Relief), (SiegePart::Garrison, SiegePart::Besiegers)] {
        let before = &it.hosts[&was];
        let fits = |order: &Order| order.is_for(part == SiegePart::Garrison);
        let orders = before.orders.iter().copied().filter(fits).collect();
        act.set_siege_host(siege, &Host { conduct: before.conduct, orders, half: before.half, ..new_host(part) })?;
    }
    if it.game.outer_lost > 0 {
        // What it has won of the outer lines it holds from the first (SG-4.3).
        let mut row = act.siege(siege)?;
        row.won = it.game.outer_lost;
        act.set_siege(&row)?;
        let held = relief::lines_in_words(0..row.won);
        let text = format!("{} holds {held} of {} already.", relief.name, it.stronghold.name);
        super::tell(act, siege, today, "SG-4.3", &text)?;
    }
    for army in &it.armies[&SiegePart::Relief][1..] {
        let siege = act.siege_of(it.stronghold.id)?;
        if let Some(siege) = siege {
            act.join_siege(siege.id, army.id, SiegePart::Besiegers, today)?;
            meals::comes(act, army.id, act.day()?)?;
        }
    }
    Ok(())
}

/// Every man of an army is taken by a host, by the clause that has it so.
fn take_all(act: &Act, it: &Raised, army: FormationId, by: SiegePart, clause: &str) -> Result<()> {
    let Some(by) = it.first(by) else { return Ok(()) };
    let men = act.men_of(army)?;
    let count = men.len();
    let knights: Vec<String> =
        men.iter().filter(|man| man.profile.class == Class::Knight).map(Person::styled).collect();
    for man in men {
        let wounded = man.wounded;
        losses::take(act, &man, by.id)?;
        if wounded {
            act.set_wound(man.id, true)?;
        }
    }
    trains::taken_with_its_men(act, army, by.id)?;
    let rescued = release::army_is_lost(act, army, Some(by.id))?;
    tell_rescued(act, it, &rescued)?;
    act.set_army_place(army, it.stronghold.place, None)?;
    act.set_march(army, None)?;
    if count > 0 {
        let (men, are) = if count == 1 { ("man", "is") } else { ("men", "are") };
        let among = match knights.is_empty() {
            true => String::new(),
            false => format!(", {} among them", knights.join(", ")),
        };
        let (army, place) = (act.formation(army)?.name, &it.stronghold.name);
        let text = format!("{count} {men} of {army} {are} taken in {place}{among}.");
        super::tell(act, it.siege.id, it.today(act)?, clause, &text)?;
    }
    Ok(())
}

/// What was agreed becomes so (SG-3.3).
fn surrender(act: &Act, it: &mut Raised, agreed: &Terms) -> Result<()> {
    let today = act.day()?;
    let pledged: Vec<PersonId> = terms::held_for(act, it.siege.id)?.iter().map(|hostage| hostage.person).collect();
    // Who is pledged for the place shares the terms of those who are in it, if what was agreed is paid.
    match pay(act, it, agreed)? {
        true if agreed.leave == Leave::AtDiscretion => terms::taken_with_the_others(act, it)?,
        true => terms::free_hostages(act, it.siege.id)?,
        false => terms::forfeit_hostages(act, it)?,
    }
    let garrison = it.armies[&SiegePart::Garrison].clone();
    let mut owed = Vec::new();
    for army in &garrison {
        match agreed.leave {
            Leave::AtDiscretion => take_all(act, it, army.id, SiegePart::Besiegers, "SG-3.3")?,
            Leave::WithArms | Leave::WithoutArms => {
                let men = act.men_of(army.id)?;
                for man in &men {
                    if agreed.leave == Leave::WithoutArms {
                        disarm(act, man)?;
                    }
                    if agreed.men_pay {
                        owed.extend(owe(act, it, man, today)?);
                    }
                }
                act.set_army_place(army.id, it.stronghold.place, None)?;
                let out = act.formation(army.id)?;
                let how = if agreed.leave == Leave::WithArms { "with its arms" } else { "without its arms" };
                let text = match ways::retreat(act, &out)? {
                    Some(towards) => {
                        format!("{} marches out of {} {how}, for {towards}.", out.name, it.stronghold.name)
                    }
                    None => format!("{} marches out of {} {how}.", out.name, it.stronghold.name),
                };
                super::tell(act, it.siege.id, today, "SG-3.3", &text)?;
            }
        }
    }
    if agreed.respite_days == 0 {
        terms::pledge_for_ransoms(act, it, &pledged, &owed)?;
    }
    terms::keep(act, it.siege.id)?;
    hand_over(act, it, "SG-3.3")
}

/// The place pays what was agreed; what its side's treasury lacks is told. Gives whether all was paid.
fn pay(act: &Act, it: &Raised, agreed: &Terms) -> Result<bool> {
    let due = Pence::from_marks(agreed.ransom_marks.into());
    if due == Pence(0) {
        return Ok(true);
    }
    let from = act.account(act.side_account(it.siege.holder)?)?;
    let paid = due.min(from.pence.max(Pence(0)));
    if paid > Pence(0) {
        let what = format!("the ransom of {}", it.stronghold.name);
        act.pay(from.id, act.side_account(it.siege.besieger)?, paid, &what, "SG-3.3")?;
    }
    let (payer, payee) = (act.side(it.siege.holder)?.name, act.side(it.siege.besieger)?.name);
    let text = match paid == due {
        true => format!("{payer} paid {payee} {} for those in {}.", due.marks(), it.stronghold.name),
        false => format!(
            "{payer} paid {payee} {} of the {} agreed for {}; its treasury held no more.",
            paid.marks(),
            due.marks(),
            it.stronghold.name
        ),
    };
    super::tell(act, it.siege.id, it.today(act)?, "SG-3.3", &text)?;
    Ok(paid == due)
}

/// A man lays his arms down: weapons, armour and horse.
fn disarm(act: &Act, man: &Person) -> Result<()> {
    let mut bare = man.clone();
    bare.profile.weapons.clear();
    bare.profile.horse = Horse::None;
    bare.profile.protection = Protection::NONE;
    act.edit_person(&bare)
}

/// A man goes free and owes his ransom (SG-3.3, MM-8.4). He leads whom he led, and bears what standard he bore.
fn owe(act: &Act, it: &Raised, man: &Person, today: Day) -> Result<Option<(Pence, CaptiveId)>> {
    let Some(asked) = ransom::asked(man.profile.standing(), prisoners::Tables::book()) else { return Ok(None) };
    let Some(by) = it.first(SiegePart::Besiegers) else { return Ok(None) };
    let commands = act.leave_commands(man.id)?;
    losses::take(act, man, by.id)?;
    let Some(captive) = act.captivity_of(man.id)? else { return Ok(None) };
    release::release(act, &captive, CaptivityEnd::Ransomed)?;
    commands.into_iter().try_for_each(|formation| act.set_commander(formation, Some(man.id)))?;
    act.set_standard(man.id, man.standard)?;
    let payer = act.side_account(it.siege.holder)?;
    let days = numbers::of(act)?.terms_ransom_days as i32;
    let owed = Pence::from_marks(asked.value);
    act.add_instalment(captive.id, payer, (today + days).min(Day::LAST), owed)?;
    Ok(Some((owed, captive.id)))
}

/// Tells who was rescued, if anybody was.
fn tell_rescued(act: &Act, it: &Raised, rescued: &[PersonId]) -> Result<()> {
    if rescued.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = rescued.iter().map(|man| Ok(act.person(*man)?.styled())).collect::<Result<_>>()?;
    let text = format!("Rescued in {}: {}.", it.stronghold.name, names.join(", "));
    super::tell_now(act, it.siege.id, "CP-4.4", &text)
}

/// The stronghold, its stores and what belongs to it are the besiegers'. Whom its holders and their friends kept there is
/// rescued, or comes to the besiegers if he is their enemy.
fn hand_over(act: &Act, it: &Raised, clause: &str) -> Result<()> {
    let (stronghold, to) = (&it.stronghold, it.siege.besieger);
    act.set_stronghold_side(stronghold.id, to)?;
    let place = act.place(stronghold.place)?;
    if place.side == Some(it.siege.holder) {
        act.set_place_side(place.id, to)?;
    }
    let garrison: Vec<FormationId> = it.armies[&SiegePart::Garrison].iter().map(|army| army.id).collect();
    let mut rescued: Vec<PersonId> = Vec::new();
    for line in act.captives(false)? {
        let captive = &line.captive;
        let there =
            captive.place == Some(stronghold.place) || captive.army.is_some_and(|army| garrison.contains(&army));
        let (keeper, of) = (captive.holder_side, it.siege.holder);
        let beaten = keeper == of || (keeper != to && act.stance(keeper, of)? == Stance::Allied);
        // A garrison that marches out takes its captives with it, but for the besiegers' friends.
        let friend = line.side == to || act.stance(line.side, to)? == Stance::Allied;
        let by = it.first(SiegePart::Besiegers).map(|army| army.id);
        if there && beaten && (friend || captive.army.is_none()) && release::comes_to(act, captive, by)? {
            rescued.push(captive.person);
        }
    }
    tell_rescued(act, it, &rescued)?;
    let text = format!(
        "{} is {}’s now, with {} rations in store.",
        stronghold.name,
        act.side(to)?.name,
        act.stronghold(stronghold.id)?.rations
    );
    super::tell_now(act, it.siege.id, clause, &text)
}
