//! Relief (SG-4): an army of the garrison's friends comes upon the besiegers, who choose what to do about it.

use super::day::{self, settle_presence};
use super::raise::{new_host, raise};
use super::terms;
use crate::app::contact;
use crate::app::march::outlook;
use crate::campaign::armies::Formation;
use crate::campaign::ids::{ContactId, FormationId, SiegeId};
use crate::campaign::places::Stronghold;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{OfferState, SiegeArmy, SiegePart, SiegeRow};
use crate::campaign::war::{ContactKind, ContactState};
use crate::rules::figure::Side;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What besiegers do about a relief army (SG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReliefMeeting {
    /// Give battle with everything, and leave what they hold (SG-4.1).
    Battle,
    /// Give battle with one of their armies, the others going on inside (SG-4.2).
    Part(FormationId),
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
    let mut there = Vec::new();
    for army in db.armies()? {
        let here = army.place == Some(stronghold.place) && army.stronghold.is_none();
        if here && relieves(db, siege, &army)? {
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
    let mut nearest: Option<(u32, Vec<Formation>)> = None;
    for march in db.marches()?.into_iter().filter(|march| march.path.last() == Some(&stronghold.place)) {
        let army = db.formation(march.army)?;
        if !relieves(db, siege, &army)? || db.siege_count(army.id)?.able == 0 {
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

/// The siege that a contact in the field belongs to: one of the two armies besieges, and the other would relieve it.
pub(in crate::app) fn siege_of_contact(
    db: &Db,
    attacker: FormationId,
    defender: FormationId,
) -> Result<Option<SiegeId>> {
    for (army, other) in [(attacker, defender), (defender, attacker)] {
        let besieges = |member: &&SiegeArmy| member.army == army && member.part == SiegePart::Besiegers;
        if let Some(member) = db.siege_armies()?.iter().find(besieges)
            && relieves(db, &db.siege(member.siege)?, &db.formation(other)?)?
        {
            return Ok(Some(member.siege));
        }
    }
    Ok(None)
}

/// Refuses to let besiegers who hold a part of the place just go before a relief army (SG-4).
pub(in crate::app) fn may_retire(db: &Db, siege: SiegeId, army: FormationId) -> Result<()> {
    let row = db.siege(siege)?;
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
        let mut it = raise(act, siege)?;
        let name = it.stronghold.name.clone();
        let besieges = |army: FormationId| it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army);
        let relief = if besieges(found.attacker) { found.defender } else { found.attacker };
        let holds = it.siege.won > 0;
        let hold_nothing = || {
            Problem::refused(
                format!("The besiegers hold no part of {name}: they fight or lift the siege (SG-4)."),
                "Give battle with everything, or lift the siege.",
            )
        };
        let text = match choice {
            ReliefMeeting::Battle => {
                // The garrison has the whole place again (SG-4.1).
                it.siege.won = 0;
                act.set_siege(&it.siege)?;
                let left = if holds { " and leave what they hold of the place" } else { "" };
                format!("The besiegers of {name} give battle with everything{left}.")
            }
            ReliefMeeting::Part(army) => {
                if !holds {
                    return Err(hold_nothing());
                }
                if !besieges(army) || it.armies[&SiegePart::Besiegers].len() < 2 {
                    return Err(Problem::refused(
                        "A part is one of several armies that besiege (SG-4.2).",
                        "Part the host into two armies that both besiege, or choose otherwise.",
                    ));
                }
                act.leave_siege(army, act.day()?)?;
                day::lapse(act, siege, |_| true)?;
                let today = act.day()?;
                act.add_contact(today, it.stronghold.place, army, relief, (ContactKind::Field, Some(siege)))?;
                // Beside the battle the besieged have the initiative, to win back what is held; called off, it is the
                // besiegers' (SG-4.2).
                day::wait_for(act, &raise(act, siege)?, Side::Defender, ContactKind::Assault)?;
                format!("{} gives battle before {name}; the others go on inside.", act.formation(army)?.name)
            }
            ReliefMeeting::ShutIn => {
                if !holds {
                    return Err(hold_nothing());
                }
                act.settle_contact(met, ContactState::ShutIn, None)?;
                shut_in(act, siege, relief)?;
                format!("The besiegers of {name} shut themselves in what they hold.")
            }
            ReliefMeeting::Lift => {
                for army in &it.armies[&SiegePart::Besiegers] {
                    may_retire(act, siege, army.id)?;
                }
                act.settle_contact(met, ContactState::Retired, None)?;
                for army in it.armies[&SiegePart::Besiegers].clone() {
                    if contact::retreat(act, &army)?.is_none() {
                        return Err(Problem::refused(
                            format!("{} cannot retire: every way out is closed by the enemy.", army.name),
                            "Give battle with everything.",
                        ));
                    }
                }
                format!("The besiegers of {name} lift the siege before {}.", act.formation(relief)?.name)
            }
        };
        super::tell(act, siege, act.day()?, "SG-4", &text)?;
        settle_presence(act)?;
        Ok(((), text))
    })
}

/// The besiegers are shut in what they hold, and the relief besieges them (SG-4.3).
pub(super) fn shut_in(act: &Act, siege: SiegeId, relief: FormationId) -> Result<()> {
    let mut row = act.siege(siege)?;
    row.shut_in = true;
    row.building = None;
    row.mine = None;
    act.set_siege(&row)?;
    // Bargaining is over for as long (SG-3.4), and what waited inside comes to nothing.
    terms::close(act, siege, OfferState::Lapsed)?;
    day::lapse(act, siege, |_| true)?;
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
    act.join_siege(siege, relief, SiegePart::Relief, act.day()?)?;
    Ok(())
}
