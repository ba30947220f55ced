//! Relief (SG-4): an army of the garrison's friends comes upon the besiegers, who choose what to do about it.

use super::day::{self, settle_presence};
use super::raise::{new_host, raise};
use crate::app::contact;
use crate::app::march::outlook;
use crate::campaign::ids::{ContactId, FormationId, SiegeId};
use crate::campaign::places::Stronghold;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{SiegeArmy, SiegePart, SiegeRow};
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

/// Days until the nearest relief could be there: an army at war with the besiegers, of the holder's side or its ally's,
/// that is on the march to the place; none if there is none.
pub(super) fn days_away(db: &Db, siege: &SiegeRow, stronghold: &Stronghold) -> Result<Option<u32>> {
    let mut nearest = None;
    for march in db.marches()?.into_iter().filter(|march| march.path.last() == Some(&stronghold.place)) {
        let army = db.formation(march.army)?;
        let friend = army.side == siege.holder || db.stance(army.side, siege.holder)? == Stance::Allied;
        if !friend || db.stance(army.side, siege.besieger)? != Stance::War {
            continue;
        }
        let days = outlook(db, army.id, stronghold.place)?.days;
        nearest = Some(nearest.map_or(days, |known: u32| known.min(days)));
    }
    Ok(nearest)
}

/// The siege that a contact in the field belongs to, if one of the two armies is besieging.
pub(in crate::app) fn siege_of_contact(
    db: &Db,
    attacker: FormationId,
    defender: FormationId,
) -> Result<Option<SiegeId>> {
    let of = |member: &SiegeArmy| [attacker, defender].contains(&member.army);
    Ok(db.siege_armies()?.iter().find(|member| of(member)).map(|member| member.siege))
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
                act.settle_contact(met, ContactState::Lapsed, None)?;
                let today = act.day()?;
                act.add_contact(today, it.stronghold.place, army, relief, (ContactKind::Field, Some(siege)))?;
                act.give_initiative(siege, Some(Side::Defender))?;
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
                    contact::retreat(act, &army)?;
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
    let it = raise(act, siege)?;
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
