//! Relief (SG-4): an army of the garrison's friends comes upon the besiegers, who choose what to do about it.

use super::day::{self, settle_presence};
use super::meals;
use super::raise::{Raised, new_host, raise};
use super::terms;
use crate::app::ways::{lapses, no_way_out, outlook, retreat};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ContactId, FormationId, PlaceId, SideId, SiegeId};
use crate::campaign::places::{March, Stronghold};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{OfferState, Purpose, SiegeArmy, SiegePart, SiegeRow, StoryLine};
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::rules::figure::Side;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// What besiegers do about a relief army (SG-4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReliefMeeting {
    /// Give battle with everything, and leave what they hold (SG-4.1).
    Battle,
    /// Give battle with some of their armies, the others going on inside (SG-4.2).
    Part(Vec<FormationId>),
    /// Refuse, and shut themselves in what they hold (SG-4.3).
    ShutIn,
    /// Lift the siege and retire a march: only those who hold no part.
    Lift,
}

/// Whether an army would relieve a siege: at war with the besiegers, and of the holder's side or its ally's.
pub(super) fn relieves(db: &Db, siege: &SiegeRow, army: &Formation) -> Result<bool> {
    let friend = army.side == siege.holder || db.stance(army.side, siege.holder)? == Stance::Allied;
    Ok(friend && db.stance(army.side, siege.besieger)? == Stance::War)
}

/// The relief armies that stand in the open before a besieged place, with able men.
pub(super) fn present(db: &Db, siege: &SiegeRow, stronghold: &Stronghold) -> Result<Vec<Formation>> {
    standing(db, stronghold, &|army| relieves(db, siege, army))
}

/// The armies that face whoever found them out at a siege's lines: neither a convoy nor a part of the garrison relieves a place by
/// being met before it (SG-2.3).
fn found_out(db: &Db) -> Result<BTreeSet<FormationId>> {
    let at_lines = db.waiting_contacts()?.into_iter();
    let at_lines = at_lines.filter(|met| met.kind == ContactKind::Field && met.siege.is_none() && met.accepted);
    let watch: BTreeSet<FormationId> = db.siege_armies()?.into_iter().map(|member| member.army).collect();
    Ok(at_lines.flat_map(|met| [met.attacker, met.defender]).filter(|army| !watch.contains(army)).collect())
}

/// An army is found out at the lines, and met in the open by one that watches them (SG-2.3). It is fought like any army: nobody
/// chooses what he does about it as about a relief.
pub(super) fn found_out_by(act: &Act, day: Day, place: PlaceId, watch: FormationId, army: FormationId) -> Result<()> {
    let met = act.add_contact(day, place, watch, army, (ContactKind::Field, None))?;
    act.accept_contact(met)
}

/// The army that was found out at a siege's lines in a contact, with the siege (SG-2.3).
fn found_out_in(db: &Db, met: &Contact) -> Result<Option<(FormationId, SiegeId)>> {
    if met.kind != ContactKind::Field || met.siege.is_some() || !met.accepted {
        return Ok(None);
    }
    let members = db.siege_armies()?;
    let siege_of = |army| members.iter().find(|member| member.army == army).map(|member| member.siege);
    Ok(match (siege_of(met.attacker), siege_of(met.defender)) {
        (Some(siege), None) => Some((met.defender, siege)),
        (None, Some(siege)) => Some((met.attacker, siege)),
        _ => None,
    })
}

/// An army that was found out at the lines has parted unbeaten from those who watch them: it retires a march, and relieves nobody by
/// staying (SG-2.3). Gives where it goes; nothing if it was no such contact, or it has no way.
pub(in crate::app) fn found_out_goes(act: &Act, met: &Contact) -> Result<Option<String>> {
    let Some((army, siege)) = found_out_in(act, met)? else { return Ok(None) };
    let army = act.formation(army)?;
    let Some(towards) = retreat(act, &army)? else { return Ok(None) };
    let text = format!("{} was found out at the lines, and goes away towards {towards}.", army.name);
    super::tell_now(act, siege, "SG-2.3", &text)?;
    Ok(Some(towards))
}

/// A contact of an army that was found out at the lines comes to nothing by hand: it goes away (SG-2.3). Gives what is told of it
/// behind that. Where it has no way to go, it is refused.
pub(in crate::app) fn found_out_parts(act: &Act, met: &Contact) -> Result<String> {
    let Some((army, _)) = found_out_in(act, met)? else { return Ok(String::new()) };
    let army = act.formation(army)?;
    match found_out_goes(act, met)? {
        Some(towards) => Ok(format!("; {} goes away towards {towards}", army.name)),
        None => Err(Problem::refused(
            format!(
                "{} was found out at the lines, relieves nobody by staying there (SG-2.3), and cannot retire: {}.",
                army.name,
                no_way_out(act, &army)?
            ),
            "Fight it, or shut it in a stronghold there.",
        )),
    }
}

/// A battle with an army that was found out at the lines is over and undecided: it goes away, or else those who watch face it
/// still (SG-2.3).
pub(super) fn found_out_undecided(act: &Act, met: &Contact) -> Result<()> {
    let Some((army, siege)) = found_out_in(act, met)? else { return Ok(()) };
    if act.siege_count(army)?.able > 0 && found_out_goes(act, met)?.is_none() {
        let watch = if met.attacker == army { met.defender } else { met.attacker };
        found_out_by(act, act.siege(siege)?.today(act.day()?), met.place, watch, army)?;
    }
    Ok(())
}

/// Who watched the lines goes from before an army that was found out there: others who lie there face it still (SG-2.3).
pub(in crate::app) fn watch_goes(act: &Act, met: &Contact, gone: FormationId) -> Result<()> {
    let Some((army, siege)) = found_out_in(act, met)?.filter(|(army, _)| *army != gone) else { return Ok(()) };
    if found_out(act)?.contains(&army) {
        return Ok(());
    }
    let members = act.siege_armies()?.into_iter();
    let own = members.clone().find(|member| member.army == gone).map(|member| member.part);
    let others = members.filter(|member| member.siege == siege && member.army != gone && Some(member.part) == own);
    for other in others {
        if act.formation(other.army)?.place == Some(met.place) && act.siege_count(other.army)?.able > 0 {
            return found_out_by(act, act.siege(siege)?.today(act.day()?), met.place, other.army, army);
        }
    }
    Ok(())
}

/// The armies of a sort that stand in the open before a place, with able men, and were not found out there at a siege's lines.
fn standing(
    db: &Db,
    stronghold: &Stronghold,
    of_a_sort: &impl Fn(&Formation) -> Result<bool>,
) -> Result<Vec<Formation>> {
    let (found_out, mut there) = (found_out(db)?, Vec::new());
    for army in db.armies()? {
        let here = army.place == Some(stronghold.place) && army.stronghold.is_none() && !found_out.contains(&army.id);
        if here && of_a_sort(&army)? {
            let on_the_road = db.march(army.id)?.is_some_and(|march| march.miles_done > 0);
            if !on_the_road && db.siege_count(army.id)?.able > 0 {
                there.push(army);
            }
        }
    }
    Ok(there)
}

/// The nearest relief, and the days until it could be there: what stands before the place already, else who is first of
/// those on the march to it; none if there is none.
pub(super) fn nearest(db: &Db, siege: &SiegeRow, stronghold: &Stronghold) -> Result<Option<(u32, Vec<Formation>)>> {
    let there = present(db, siege, stronghold)?;
    if !there.is_empty() {
        return Ok(Some((0, there)));
    }
    on_the_march(db, stronghold, &|army| relieves(db, siege, army))
}

/// The nearest friends of besiegers who are shut in, and the days until they could be there, as [`nearest`] tells of a garrison’s
/// (SG-3.2, SG-4.3).
pub(super) fn friends(db: &Db, siege: &SiegeRow, stronghold: &Stronghold) -> Result<Option<(u32, Vec<Formation>)>> {
    let members = db.siege_armies()?;
    let helps = |army: &Formation| {
        let friend = army.side == siege.besieger || db.stance(army.side, siege.besieger)? == Stance::Allied;
        let besieges = members.iter().any(|member| member.army == army.id);
        Ok(friend && !besieges && db.stance(army.side, siege.holder)? == Stance::War)
    };
    let there = standing(db, stronghold, &helps)?;
    if !there.is_empty() {
        return Ok(Some((0, there)));
    }
    on_the_march(db, stronghold, &helps)
}

/// The nearest relief of those who are besieged as things stand, whose it is turns over with the roles (SG-4.3).
pub(super) fn of_the_besieged(
    db: &Db,
    siege: &SiegeRow,
    stronghold: &Stronghold,
) -> Result<Option<(u32, Vec<Formation>)>> {
    match siege.shut_in {
        true => friends(db, siege, stronghold),
        false => nearest(db, siege, stronghold),
    }
}

/// Of the armies on the march to a place, those of a sort that are there first, with able men, and in how many days. A convoy
/// brings rations in (SG-2.3), and relieves nobody.
fn on_the_march(
    db: &Db,
    stronghold: &Stronghold,
    of_a_sort: &impl Fn(&Formation) -> Result<bool>,
) -> Result<Option<(u32, Vec<Formation>)>> {
    let mut nearest: Option<(u32, Vec<Formation>)> = None;
    let to_it = |march: &March| march.path.last() == Some(&stronghold.place) && march.purpose != Purpose::Convoy;
    for march in db.marches()?.into_iter().filter(to_it) {
        let army = db.formation(march.army)?;
        if !of_a_sort(&army)? || db.siege_count(army.id)?.able == 0 {
            continue;
        }
        let days = outlook(db, army.id, stronghold.place)?.days;
        match &mut nearest {
            Some((soonest, armies)) if *soonest == days => armies.push(army),
            Some((soonest, _)) if *soonest < days => {}
            _ => nearest = Some((days, vec![army])),
        }
    }
    Ok(nearest)
}

/// Who is on the march to a besieged place and is not of those whom it hopes for, as [`nearest`] and [`friends`] tell of them: reliefs
/// and friends that come later, and convoys, each in words.
pub(super) fn left_on_the_march(db: &Db, siege: &SiegeRow, stronghold: &Stronghold) -> Result<Vec<String>> {
    let counted = of_the_besieged(db, siege, stronghold)?;
    let counted: Vec<FormationId> = counted.iter().flat_map(|(_, armies)| armies).map(|army| army.id).collect();
    others_on_the_march(db, [siege.holder, siege.besieger], stronghold, &counted)
}

/// Who of two sides and their allies is on the march to a stronghold's place besides those who are counted, each in words.
pub(super) fn others_on_the_march(
    db: &Db,
    sides: [SideId; 2],
    stronghold: &Stronghold,
    counted: &[FormationId],
) -> Result<Vec<String>> {
    let mut left = Vec::new();
    for march in db.marches()?.into_iter().filter(|march| march.path.last() == Some(&stronghold.place)) {
        let army = db.formation(march.army)?;
        let friend = |side| Ok::<_, Problem>(army.side == side || db.stance(army.side, side)? == Stance::Allied);
        let takes_part = friend(sides[0])? || friend(sides[1])?;
        if takes_part && !counted.contains(&army.id) {
            left.push(match march.purpose {
                Purpose::Convoy => format!("the convoy of {}", army.name),
                _ => army.name,
            });
        }
    }
    Ok(left)
}

/// The siege that a contact in the field belongs to: one of the two armies besieges, or is out to give battle for those who
/// do (SG-4.2), and the other would relieve it.
fn siege_of_contact(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Option<SiegeId>> {
    let members = db.siege_armies()?;
    for (army, other) in [(attacker, defender), (defender, attacker)] {
        let besieges = |member: &&SiegeArmy| member.army == army && member.part == SiegePart::Besiegers;
        let siege = match members.iter().find(besieges) {
            Some(member) => Some(member.siege),
            None => gives_battle(db, army)?,
        };
        if let Some(siege) = siege
            && relieves(db, &db.siege(siege)?, &db.formation(other)?)?
        {
            return Ok(Some(siege));
        }
    }
    Ok(None)
}

/// Contacts over which besiegers choose what they do about a relief, by siege in the order of their numbers (SG-4): those with
/// one of them, for which that is not chosen and no battle is planned. It is one choice, however many armies face one another.
pub(in crate::app) fn choices(db: &Db) -> Result<BTreeMap<SiegeId, Vec<Contact>>> {
    let members = db.siege_armies()?.into_iter().filter(|member| member.part == SiegePart::Besiegers);
    let besiege: BTreeSet<(SiegeId, FormationId)> = members.map(|member| (member.siege, member.army)).collect();
    let mut choices: BTreeMap<SiegeId, Vec<Contact>> = BTreeMap::new();
    for contact in db.waiting_contacts()? {
        let open = contact.kind == ContactKind::Field && !contact.accepted && contact.battle.is_none();
        if let Some(siege) = contact.siege.filter(|_| open)
            && [contact.attacker, contact.defender].iter().any(|army| besiege.contains(&(siege, *army)))
        {
            choices.entry(siege).or_default().push(contact);
        }
    }
    Ok(choices)
}

/// The siege for whose besiegers an army is out to give battle to a relief that it still faces (SG-4.2).
pub(super) fn gives_battle(db: &Db, army: FormationId) -> Result<Option<SiegeId>> {
    for contact in db.waiting_at_sieges(army)? {
        if let Some(siege) = contact.siege
            && db.gave_battle(siege)?.contains(&army)
        {
            return Ok(Some(siege));
        }
    }
    Ok(None)
}

/// Whether two armies that are in one place do not come face to face there, because the besiegers have sent a part of them
/// out to give battle and the others, of whom one is, go on inside (SG-4.2).
fn goes_on_inside(db: &Db, siege: SiegeId, pair: [FormationId; 2]) -> Result<bool> {
    let members = db.siege_armies()?;
    let besiege = |pair: [FormationId; 2]| {
        members.iter().any(|member| pair.contains(&member.army) && member.part == SiegePart::Besiegers)
    };
    let waiting = db.waiting_contacts()?;
    let mut in_the_field =
        waiting.iter().filter(|contact| contact.siege == Some(siege) && contact.kind == ContactKind::Field);
    Ok(besiege(pair) && in_the_field.any(|contact| !besiege([contact.attacker, contact.defender])))
}

/// Two armies come face to face in the open, over a siege if one besieges and the other relieves (SG-4). Gives their contact;
/// nothing for who goes on inside while a part of his host gives battle (SG-4.2).
pub(in crate::app) fn come_face_to_face(
    act: &Act,
    (day, place): (Day, PlaceId),
    pair: [FormationId; 2],
) -> Result<Option<ContactId>> {
    let [attacker, defender] = pair;
    let siege = siege_of_contact(act, attacker, defender)?;
    // Found out at the lines by one of them, an army is no relief to the others either (SG-2.3).
    let found_out = siege.is_some() && !found_out(act)?.is_disjoint(&pair.into());
    let siege = siege.filter(|_| !found_out);
    if let Some(siege) = siege
        && goes_on_inside(act, siege, pair)?
    {
        return Ok(None);
    }
    let met = act.add_contact(day, place, attacker, defender, (ContactKind::Field, siege))?;
    if found_out {
        act.accept_contact(met)?;
    }
    if let Some(siege) = siege {
        relief_comes(act, siege, pair, day)?;
    }
    Ok(Some(met))
}

/// Whether an army goes on inside while a part of its host gives battle, and has no share in that (SG-4.2).
pub(in crate::app) fn stays_inside(db: &Db, met: &Contact, army: FormationId) -> Result<bool> {
    let members = db.siege_armies()?;
    let besieges = |army: FormationId| {
        members
            .iter()
            .any(|member| member.army == army && member.part == SiegePart::Besiegers && Some(member.siege) == met.siege)
    };
    Ok(besieges(army) && !besieges(met.attacker) && !besieges(met.defender))
}

/// Armies that were face to face have come apart unfought, as by a truce: who of them was out to give battle to a relief besieges
/// again (SG-4.2).
pub(in crate::app) fn come_apart(act: &Act, lapsed: &[Contact]) -> Result<()> {
    let sieges: BTreeSet<SiegeId> =
        lapsed.iter().filter(|met| met.kind == ContactKind::Field).filter_map(|met| met.siege).collect();
    sieges.into_iter().try_for_each(|siege| besiege_again(act, siege))
}

/// Those of a part that gave battle who face nobody any more take their place in the siege again (SG-4.2).
pub(in crate::app) fn besiege_again(act: &Act, siege: SiegeId) -> Result<()> {
    let row = act.siege(siege)?;
    if row.ended.is_some() || row.shut_in {
        return Ok(());
    }
    let place = act.stronghold(row.stronghold)?.place;
    let (faces, members) = (act.waiting_contacts()?, act.siege_armies()?);
    for army in act.gave_battle(siege)? {
        let formation = act.formation(army)?;
        let held = faces.iter().any(|met| [met.attacker, met.defender].contains(&army));
        let away = formation.place != Some(place)
            || formation.stronghold.is_some()
            || act.march(army)?.is_some_and(|march| march.miles_done > 0);
        let besieges = members.iter().any(|member| member.army == army);
        if !held && !away && !besieges && act.siege_count(army)?.able > 0 {
            act.join_siege(siege, army, SiegePart::Besiegers, row.today(act.day()?))?;
            meals::comes(act, army, act.day()?)?;
        }
    }
    Ok(())
}

/// The story of a siege has it that its relief has come; the chronicle has who is face to face with whom.
fn relief_comes(act: &Act, siege: SiegeId, pair: [FormationId; 2], day: Day) -> Result<()> {
    let row = act.siege(siege)?;
    let place = act.stronghold(row.stronghold)?.name;
    for army in pair {
        let army = act.formation(army)?;
        if relieves(act, &row, &army)? {
            let text = format!("{} comes to relieve {place}, and is face to face with its besiegers.", army.name);
            // It is told once, however many of them there are.
            if !act.siege_tells(siege, day, &text)? {
                act.tell_siege(siege, &StoryLine { day, text, clause: "SG-4".to_owned() })?;
            }
        }
    }
    Ok(())
}

/// A relief went away unfought: also from before the part that would give it battle (SG-4.2).
pub(in crate::app) fn relief_retired(act: &Act, siege: SiegeId, met: &Contact, relief: &Formation) -> Result<()> {
    let row = act.siege(siege)?;
    if relieves(act, &row, relief)? {
        let name = act.stronghold(row.stronghold)?.name;
        super::tell_now(act, siege, "SG-4", &format!("{} goes away from before {name} unfought.", relief.name))?;
    }
    let members = act.siege_armies()?;
    let besieges = members.iter().any(|member| [met.attacker, met.defender].contains(&member.army));
    if besieges { Ok(()) } else { besiege_again(act, siege) }
}

/// Refuses a battle between besiegers who hold a part of a place and its relief before they have chosen what they do about
/// that (SG-4).
pub(in crate::app) fn has_chosen(db: &Db, met: ContactId) -> Result<()> {
    let contact = db.contact(met)?;
    let Some(siege) = contact.siege.filter(|_| contact.kind == ContactKind::Field && !contact.accepted) else {
        return Ok(());
    };
    let row = db.siege(siege)?;
    let besieges = |member: &SiegeArmy| {
        member.part == SiegePart::Besiegers && [contact.attacker, contact.defender].contains(&member.army)
    };
    if row.ended.is_some() || row.won == 0 || !db.siege_armies()?.iter().any(besieges) {
        return Ok(());
    }
    Err(Problem::refused(
        format!(
            "The besiegers hold a part of {}: what they do about the relief army is chosen first (SG-4).",
            db.stronghold(row.stronghold)?.name
        ),
        "On the page of sieges, or with “banneret siege FILE relieve”: battle with everything or a part, or shut in.",
    ))
}

/// Refuses what is not open any more to besiegers who have chosen battle with everything (SG-4.1).
fn has_not_chosen_battle(db: &Db, siege: SiegeId) -> Result<()> {
    match db.waiting_contacts()?.iter().any(|contact| contact.siege == Some(siege) && contact.accepted) {
        false => Ok(()),
        true => Err(Problem::refused(
            format!(
                "The besiegers of {} have chosen battle with everything (SG-4.1).",
                db.stronghold(db.siege(siege)?.stronghold)?.name
            ),
            "Fight it; or take the choice back by undo.",
        )),
    }
}

/// Refuses to let besiegers who hold a part of the place just go before a relief army, and anybody go where a battle with
/// everything, or by a part, was chosen (SG-4): the relief may go before a part.
pub(in crate::app) fn may_retire(db: &Db, siege: SiegeId, army: FormationId) -> Result<()> {
    let row = db.siege(siege)?;
    has_not_chosen_battle(db, siege)?;
    if gives_battle(db, army)? == Some(siege) {
        return Err(Problem::refused(
            format!("{} is out to give battle to the relief (SG-4.2).", db.formation(army)?.name),
            "Fight it; or take the choice back by undo.",
        ));
    }
    let besieges = db.siege_armies()?.iter().any(|member| member.army == army && member.part == SiegePart::Besiegers);
    if row.ended.is_none() && row.won > 0 && besieges {
        let name = db.stronghold(row.stronghold)?.name;
        return Err(Problem::refused(
            format!("The besiegers hold a part of {name}, and cannot just go (SG-4)."),
            "Give battle with everything or a part, or shut them in what they hold.",
        ));
    }
    Ok(())
}

/// Refuses to part an army that faces an enemy, of whom then some would walk away (CP-2.2). Besiegers who have yet to choose
/// what they do about a relief part all the same: some of them may be sent out to give battle (SG-4.2).
pub(in crate::app) fn may_part(db: &Db, army: &Formation) -> Result<()> {
    let besieges = |member: &SiegeArmy| member.army == army.id && member.part == SiegePart::Besiegers;
    let besieges = db.siege_armies()?.iter().any(besieges);
    let holds = |contact: &Contact| {
        let yet_to_choose =
            besieges && contact.kind == ContactKind::Field && contact.siege.is_some() && !contact.accepted;
        [contact.attacker, contact.defender].contains(&army.id) && !yet_to_choose
    };
    match db.waiting_contacts()?.iter().any(holds) {
        false => Ok(()),
        true => Err(Problem::refused(
            format!("{} faces an enemy, and stays whole until that is settled (CP-2.2).", army.name),
            "Settle the contact first: fight, or retire a march; an assault or a sortie may be called off.",
        )),
    }
}

/// Refuses to let besiegers go one by one where a relief army faces those they leave (SG-4).
pub(super) fn may_leave(db: &Db, siege: SiegeId, army: FormationId) -> Result<()> {
    let faced = |contact: &Contact| contact.siege == Some(siege) && contact.kind == ContactKind::Field;
    match db.waiting_contacts()?.iter().any(faced) {
        true => may_retire(db, siege, army),
        false => Ok(()),
    }
}

/// The besiegers choose what they do about the relief army they face (SG-4).
pub fn meet(store: &mut Store, met: ContactId, choice: ReliefMeeting) -> Result<()> {
    let arguments = json!({ "contact": met, "choice": format!("{choice:?}") });
    store.act("meet relief", &arguments, |act| {
        let found = act.contact(met)?;
        let relieves = found.state == ContactState::Waiting && found.kind == ContactKind::Field;
        let Some(siege) = found.siege.filter(|_| relieves) else {
            return Err(Problem::refused(
                "That contact is no relief army come upon besiegers.",
                "Choose a contact of a siege that waits.",
            ));
        };
        day::still_open(act, siege)?;
        has_not_chosen_battle(act, siege)?;
        let mut it = raise(act, siege)?;
        let name = it.stronghold.name.clone();
        let besieges = |army: FormationId| it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army);
        if !besieges(found.attacker) && !besieges(found.defender) {
            return Err(Problem::refused(
                format!("A part of the besiegers of {name} gives battle there already (SG-4.2)."),
                "Fight it, or have either army retire.",
            ));
        }
        let relief = if besieges(found.attacker) { found.defender } else { found.attacker };
        let holds = it.siege.won > 0;
        // Whatever is chosen is of the day it is, and so is the battle: what came between counted the ground they held.
        let day = it.today(act)?;
        let hold_nothing = || {
            Problem::refused(
                format!("The besiegers hold no part of {name}: they fight or lift the siege (SG-4)."),
                "Give battle with everything, or lift the siege.",
            )
        };
        let text = match choice {
            ReliefMeeting::Battle => {
                // The garrison has the whole place again (SG-4.1), and nobody assaults from what is left.
                if holds {
                    let over_walls = |kind| matches!(kind, ContactKind::Assault | ContactKind::Bombardment);
                    come_to_nothing(act, &it, day, "SG-4", over_walls)?;
                }
                it.siege.won = 0;
                act.set_siege(&it.siege)?;
                let waiting = act.waiting_contacts()?.into_iter();
                for faced in waiting.filter(|faced| faced.siege == Some(siege) && faced.kind == ContactKind::Field) {
                    act.edit_contact(faced.id, day, faced.attacker, faced.defender)?;
                    act.accept_contact(faced.id)?;
                }
                let left = if holds { " and leave what they hold of the place" } else { "" };
                format!("The besiegers of {name} give battle with everything{left}.")
            }
            ReliefMeeting::Part(mut part) => {
                if !holds {
                    return Err(hold_nothing());
                }
                part.sort();
                part.dedup();
                let all = it.armies[&SiegePart::Besiegers].len();
                if part.is_empty() || part.len() >= all || !part.iter().all(|army| besieges(*army)) {
                    return Err(Problem::refused(
                        "A part is some of the armies that besiege, and not all of them (SG-4.2).",
                        "Part the host into armies that besiege together, or choose otherwise.",
                    ));
                }
                come_to_nothing(act, &it, it.today(act)?, "SG-4", |_| true)?;
                // All of the relief that is there is given battle.
                let mut there: Vec<FormationId> =
                    present(act, &it.siege, &it.stronghold)?.iter().map(|army| army.id).collect();
                if !there.contains(&relief) {
                    there.push(relief);
                }
                let (today, mut names) = (it.today(act)?, Vec::new());
                for army in part {
                    // It goes out fed for its days, whether it comes back or not.
                    meals::eats_its_days(act, &it, &act.formation(army)?, SiegePart::Besiegers)?;
                    act.leave_siege(army, today)?;
                    for relief in &there {
                        let kind = (ContactKind::Field, Some(siege));
                        act.add_contact(today, it.stronghold.place, army, *relief, kind)?;
                    }
                    names.push(act.formation(army)?.name);
                }
                let gives = if names.len() == 1 { "gives" } else { "give" };
                // Beside the battle the besieged have the initiative, to win back what is held; called off, it is the
                // besiegers' (SG-4.2).
                day::wait_for(act, &mut raise(act, siege)?, Side::Defender, ContactKind::Assault)?;
                format!("{} {gives} battle before {name}; the others go on inside.", names.join(" and "))
            }
            ReliefMeeting::ShutIn => {
                if !holds {
                    return Err(hold_nothing());
                }
                act.settle_contact(met, ContactState::ShutIn, None)?;
                come_to_nothing(act, &it, it.today(act)?, "SG-4", |_| true)?;
                shut_in(act, siege, relief)?;
                format!("The besiegers of {name} shut themselves in what they hold.")
            }
            ReliefMeeting::Lift => {
                for army in &it.armies[&SiegePart::Besiegers] {
                    may_retire(act, siege, army.id)?;
                }
                act.settle_contact(met, ContactState::Retired, None)?;
                for army in it.armies[&SiegePart::Besiegers].clone() {
                    if retreat(act, &army)?.is_none() {
                        return Err(Problem::refused(
                            format!("{} cannot retire: {}.", army.name, no_way_out(act, &army)?),
                            "Give battle with everything.",
                        ));
                    }
                }
                format!("The besiegers of {name} lift the siege before {}.", act.formation(relief)?.name)
            }
        };
        super::tell(act, siege, day, "SG-4", &text)?;
        settle_presence(act)?;
        Ok(((), text))
    })
}

/// The relief that besieged the besiegers goes away, a march back, and they lie before the place again, of whose lines it had won so
/// many from them (SG-1.3, SG-4.3).
pub(super) fn goes(act: &Act, it: &Raised, outer_lost: u8) -> Result<()> {
    for army in &it.armies[&SiegePart::Besiegers] {
        act.set_army_place(army.id, it.stronghold.place, None)?;
    }
    // The day on which it goes is one of those it has eaten for.
    let mut eaten = it.clone();
    if let Some(relief) = eaten.hosts.get_mut(&SiegePart::Relief) {
        relief.half_days += u32::from(relief.half);
    }
    for army in &it.armies[&SiegePart::Relief] {
        meals::eats_its_days(act, &eaten, army, SiegePart::Relief)?;
    }
    meals::share_is_gone(act, it)?;
    for army in &it.armies[&SiegePart::Relief] {
        act.leave_siege(army.id, it.today(act)?)?;
        let text = match retreat(act, army)? {
            Some(towards) => format!("{} goes away from {}, towards {towards}.", army.name, it.stronghold.name),
            None => format!("{} finds every way from {} closed by the enemy.", army.name, it.stronghold.name),
        };
        super::tell(act, it.siege.id, it.today(act)?, "SG-4.3", &text)?;
    }
    let back = holds_again(outer_lost);
    let text = format!("The besiegers of {} are shut in no more: they besiege it again{back}.", it.stronghold.name);
    super::tell(act, it.siege.id, it.today(act)?, "SG-4.3", &text)
}

/// That the relief is gone which had won so many of the outer lines: nobody holds them against the besiegers any more (SG-4.3).
/// Nothing where it had won none.
pub(super) fn holds_again(outer_lost: u8) -> String {
    match outer_lost {
        0 => String::new(),
        1 => ", and hold its outer line again".to_owned(),
        lines => format!(", and hold its {lines} outer lines again"),
    }
}

/// The part that gave battle is beaten, and those who stayed hold nothing any more: they are face to face with the relief, and
/// fight it or lift the siege (SG-4).
pub(super) fn faces_those_left(act: &Act, it: &Raised, relief: FormationId) -> Result<()> {
    let mut there: Vec<FormationId> =
        present(act, &it.siege, &it.stronghold)?.into_iter().map(|army| army.id).collect();
    if !there.contains(&relief) {
        there.push(relief);
    }
    let left: Vec<FormationId> = it.armies[&SiegePart::Besiegers].iter().map(|army| army.id).collect();
    come_to_nothing(act, it, it.today(act)?, "SG-4", |kind| kind != ContactKind::Field)?;
    let text = format!(
        "The part that gave battle is beaten; those left hold nothing of {}, and fight or lift the siege.",
        it.stronghold.name
    );
    super::tell_now(act, it.siege.id, "SG-4", &text)?;
    face_to_face(act, it, &there, &left)
}

/// Each army of a relief is face to face with each of some besiegers, where both have men who can fight.
pub(super) fn face_to_face(act: &Act, it: &Raised, relief: &[FormationId], besiegers: &[FormationId]) -> Result<()> {
    let today = it.today(act)?;
    for &one in relief {
        for &other in besiegers {
            if act.siege_count(one)?.able > 0 && act.siege_count(other)?.able > 0 {
                let met = (ContactKind::Field, Some(it.siege.id));
                act.add_contact(today, it.stronghold.place, one, other, met)?;
                relief_comes(act, it.siege.id, [one, other], today)?;
            }
        }
    }
    Ok(())
}

/// What waits in a siege and is of such a kind comes to nothing, and of what is fought over its walls that is told.
pub(super) fn come_to_nothing(
    act: &Act,
    it: &Raised,
    day: Day,
    clause: &str,
    of: impl Fn(ContactKind) -> bool,
) -> Result<()> {
    for contact in act.waiting_contacts()?.iter().filter(|known| known.siege == Some(it.siege.id) && of(known.kind)) {
        lapses(act, contact, (day, clause))?;
    }
    Ok(())
}

/// One thing that waits in a siege comes to nothing on the day it is there, and that is told where it was to be fought over its walls.
pub(in crate::app) fn comes_to_nothing(act: &Act, siege: SiegeId, contact: &Contact, clause: &str) -> Result<()> {
    lapses(act, contact, (act.siege(siege)?.today(act.day()?), clause))
}

/// The part that gave battle is beaten, and those who went on inside are shut in what they hold (SG-4.2, SG-4.3). What the
/// garrison fights inside beside that battle is settled as it was; others of the part still face the relief.
pub(super) fn part_is_beaten(act: &Act, it: &Raised, relief: FormationId) -> Result<()> {
    let inside = |army: FormationId| it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army);
    let garrison = |army: FormationId| it.armies[&SiegePart::Garrison].iter().any(|known| known.id == army);
    for contact in act.waiting_contacts()?.iter().filter(|known| known.siege == Some(it.siege.id)) {
        match contact.kind {
            ContactKind::Assault if garrison(contact.attacker) => {}
            ContactKind::Field if !inside(contact.attacker) && !inside(contact.defender) => {
                act.take_contact_out_of_siege(contact.id)?;
            }
            _ => comes_to_nothing(act, it.siege.id, contact, "SG-4.3")?,
        }
    }
    shut_in(act, it.siege.id, relief)?;
    let text = format!("The part that gave battle is beaten; those inside {} are shut in.", it.stronghold.name);
    super::tell_now(act, it.siege.id, "SG-4.3", &text)
}

/// The besiegers are shut in what they hold, and the relief besieges them (SG-4.3).
fn shut_in(act: &Act, siege: SiegeId, relief: FormationId) -> Result<()> {
    let it = raise(act, siege)?;
    meals::besiegers_have_eaten(act, &it)?;
    meals::share_is_gone(act, &it)?;
    let mut row = it.siege;
    row.shut_in = true;
    row.building = None;
    row.mine = None;
    // What was theirs for the day of a battle they have lost is not theirs any more (SG-4.2).
    row.given = None;
    act.set_siege(&row)?;
    // Bargaining is over for as long (SG-3.4).
    terms::close(act, siege, OfferState::Lapsed)?;
    let mut it = raise(act, siege)?;
    if it.siege.respite.is_some() {
        terms::relieved(act, &mut it)?;
    }
    for army in &it.armies[&SiegePart::Besiegers] {
        act.set_army_place(army.id, it.stronghold.place, Some(it.stronghold.id))?;
        act.set_march(army.id, None)?;
    }
    let mut host = new_host(SiegePart::Relief);
    host.conduct = it.hosts[&SiegePart::Garrison].conduct;
    act.set_siege_host(siege, &host)?;
    let today = row.today(act.day()?);
    act.join_siege(siege, relief, SiegePart::Relief, today)?;
    meals::comes(act, relief, act.day()?)?;
    // Whoever has come with it besieges beside it.
    for army in present(act, &it.siege, &it.stronghold)? {
        if act.siege_armies()?.iter().any(|member| member.army == army.id) {
            continue;
        }
        act.join_siege(siege, army.id, SiegePart::Relief, today)?;
        meals::comes(act, army.id, act.day()?)?;
        act.set_march(army.id, None)?;
    }
    Ok(())
}

/// Lines by their numbers from 1, such as `line 2` and `lines 2 to 4`.
pub(super) fn lines_in_words(lines: std::ops::Range<u8>) -> String {
    match (lines.start + 1, lines.end) {
        (first, last) if first == last => format!("line {first}"),
        (first, last) => format!("lines {first} to {last}"),
    }
}
