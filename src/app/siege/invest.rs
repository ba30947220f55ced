//! Sieges begun, joined, left and lifted, and who conducts each side (SG-1.1, SG-1.3).

use super::raise::{new_host, raise};
use super::{day, ending, meals, relief};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, SiegeId, StrongholdId};
use crate::campaign::places::Stronghold;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Conduct, Host, SiegePart, SiegeRow};
use crate::campaign::war::{Contact, ContactKind};
use crate::rules::siege::{Ending, Order};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// Whether a stronghold is besieged.
pub fn invested(db: &Db, stronghold: StrongholdId) -> Result<bool> {
    Ok(db.siege_of(stronghold)?.is_some())
}

/// Refuses to move an army that a siege holds where it is: inside an invested place, or before it.
pub fn barred(db: &Db, army: &Formation) -> Result<()> {
    if let Some(stronghold) = army.stronghold
        && invested(db, stronghold)?
    {
        let name = db.stronghold(stronghold)?.name;
        return Err(Problem::refused(
            format!("{} is shut up in {name}, which is besieged.", army.name),
            "It gets out by a sortie, by night, or when the siege is over.",
        ));
    }
    if let Some(member) = db.siege_armies()?.into_iter().find(|member| member.army == army.id) {
        let name = db.stronghold(db.siege(member.siege)?.stronghold)?.name;
        return Err(Problem::refused(
            format!("{} is at the siege of {name}.", army.name),
            "Take it out of the siege, or lift the siege, first.",
        ));
    }
    Ok(())
}

/// Whether an army could besiege a stronghold now: there, in the open, at war with who holds it, with able men, and held by
/// no contact.
fn may_besiege(db: &Db, army: &Formation, stronghold: StrongholdId) -> Result<()> {
    let place = db.stronghold(stronghold)?;
    let on_the_road = db.march(army.id)?.is_some_and(|march| march.miles_done > 0);
    if army.place != Some(place.place) || on_the_road || army.stronghold.is_some() {
        let comes = db.march(army.id)?.is_some_and(|march| march.path.last() == Some(&place.place));
        let remedy = match comes {
            true => "It is on the march there: play turns until it has come.",
            false => "March it there first; “banneret siege FILE march” has it lay siege when it comes.",
        };
        return Err(Problem::refused(format!("{} does not stand in the open at {}.", army.name, place.name), remedy));
    }
    if army.side == place.side || db.stance(army.side, place.side)? != Stance::War {
        return Err(Problem::refused(
            format!(
                "{} is not at war with {}, who hold {}.",
                db.side(army.side)?.name,
                db.side(place.side)?.name,
                place.name
            ),
            "Only an enemy’s stronghold is besieged.",
        ));
    }
    if db.waiting_contacts()?.iter().any(|contact| [contact.attacker, contact.defender].contains(&army.id)) {
        return Err(Problem::refused(
            format!("{} faces an enemy in the open.", army.name),
            "Settle that contact first: fight, or retire a march.",
        ));
    }
    if db.siege_armies()?.iter().any(|member| member.army == army.id) {
        return Err(Problem::refused(format!("{} is at a siege already.", army.name), "Take it out of that first."));
    }
    if db.siege_count(army.id)?.able == 0 {
        return Err(Problem::refused(format!("{} has no able man.", army.name), "Send an army that can fight."));
    }
    Ok(())
}

/// An army that stands before another side's stronghold, or before one whose besiegers are shut in by its friends, and is at no
/// siege.
#[derive(Clone, Debug)]
pub struct BeforeWalls {
    pub army: Formation,
    pub stronghold: Stronghold,
    /// The siege of it that is under way, which the army would join.
    pub siege: Option<SiegeId>,
    /// Whether it would join the relief that besieges the besiegers (SG-4.3).
    pub relieves: bool,
    /// Why the army may not besiege it, if it may not.
    pub refused: Option<Problem>,
}

/// Every army in the open that could besiege somebody there, or is before another side's stronghold, by their names.
pub fn before(db: &Db) -> Result<Vec<BeforeWalls>> {
    let at_a_siege = db.siege_armies()?;
    let strongholds = db.strongholds()?;
    let mut all = Vec::new();
    for army in db.armies()? {
        if army.stronghold.is_some() || at_a_siege.iter().any(|member| member.army == army.id) {
            continue;
        }
        for stronghold in strongholds.iter().filter(|known| army.place == Some(known.place)) {
            let relieves = relief_of(db, &army, stronghold.id)?;
            let refused = match &relieves {
                Some(row) => may_join_relief(db, row, &army).err(),
                None if army.side == stronghold.side => continue,
                None => may_besiege(db, &army, stronghold.id).err(),
            };
            all.push(BeforeWalls {
                siege: db.siege_of(stronghold.id)?.map(|siege| siege.id),
                relieves: relieves.is_some(),
                refused,
                army: army.clone(),
                stronghold: stronghold.clone(),
            });
        }
    }
    Ok(all)
}

/// Begins a siege on a day, or walks into a place that nobody holds (SG-3.2), by armies that have eaten for the weeks over by a
/// day. Gives the siege.
pub(super) fn begin(
    act: &Act,
    army: FormationId,
    stronghold: StrongholdId,
    today: Day,
    ate_by: Day,
) -> Result<SiegeId> {
    let formation = act.formation(army)?;
    let place = act.stronghold(stronghold)?;
    let siege = act.open_siege(stronghold, formation.side, place.side, today)?;
    act.join_siege(siege, army, SiegePart::Besiegers, today)?;
    meals::comes(act, army, ate_by)?;
    meals::are_shut_up(act, stronghold, ate_by)?;
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        act.set_siege_host(siege, &new_host(part))?;
    }
    act.set_march(army, None)?;
    let text = format!("{} lays siege to {}.", formation.name, place.name);
    super::tell(act, siege, today, "SG-1.1", &text)?;
    day::settle_presence(act)?;
    Ok(siege)
}

/// An army opens a siege of the enemy's stronghold where it stands.
pub fn open(store: &mut Store, army: FormationId, stronghold: StrongholdId) -> Result<SiegeId> {
    store.act("open siege", &json!({ "army": army, "stronghold": stronghold }), |act| {
        let formation = act.formation(army)?;
        may_besiege(act, &formation, stronghold)?;
        let name = act.stronghold(stronghold)?.name;
        if invested(act, stronghold)? {
            return Err(Problem::refused(format!("{name} is besieged already."), "Have the army join that siege."));
        }
        let siege = begin(act, army, stronghold, today_at(act, stronghold)?, act.day()?)?;
        Ok((siege, format!("{} lays siege to {name}.", formation.name)))
    })
}

/// The day it is at a stronghold: days of the last siege of it may have been played ahead of the campaign's (CP-2.1).
fn today_at(db: &Db, stronghold: StrongholdId) -> Result<Day> {
    let over = db.last_siege_over(stronghold)?;
    Ok(db.day()?.max(over.unwrap_or(db.day()?)))
}

/// Opens or joins a siege for an army that came in the course of a turn with orders to; what stands in the way is given as a
/// refusal.
pub(super) fn by_orders(act: &Act, army: FormationId, stronghold: StrongholdId) -> Result<()> {
    may_besiege(act, &act.formation(army)?, stronghold)?;
    // A week that ends today is not eaten yet.
    let ate_by = act.day()? + -1;
    match act.siege_of(stronghold)? {
        Some(siege) => joins(act, army, siege.id, ate_by).map(drop),
        None => begin(act, army, stronghold, today_at(act, stronghold)?, ate_by).map(drop),
    }
}

/// Whether an army could besiege beside the relief those who are shut in at a place (SG-4.3): there, in the open, with able men.
fn may_join_relief(db: &Db, row: &SiegeRow, army: &Formation) -> Result<()> {
    let place = db.stronghold(row.stronghold)?;
    if !relief::present(db, row, &place)?.iter().any(|there| there.id == army.id) {
        return Err(Problem::refused(
            format!("{} does not stand in the open at {} with able men.", army.name, place.name),
            "March it there first.",
        ));
    }
    match db.siege_armies()?.iter().any(|member| member.army == army.id) {
        false => Ok(()),
        true => Err(Problem::refused(format!("{} is at a siege already.", army.name), "Choose another army.")),
    }
}

/// The siege of a stronghold whose besiegers are shut in, if an army comes to relieve it (SG-4.3).
fn relief_of(db: &Db, army: &Formation, stronghold: StrongholdId) -> Result<Option<SiegeRow>> {
    let Some(row) = db.siege_of(stronghold)?.filter(|row| row.shut_in) else { return Ok(None) };
    Ok(relief::relieves(db, &row, army)?.then_some(row))
}

/// An army that has come up, and is face to face with nobody, besieges beside the relief those who are shut in there (SG-4.3).
pub(super) fn beside_the_relief(act: &Act, army: &Formation) -> Result<()> {
    if act.waiting_contacts()?.iter().any(|met| [met.attacker, met.defender].contains(&army.id)) {
        return Ok(());
    }
    for known in act.strongholds()?.into_iter().filter(|known| army.place == Some(known.place)) {
        if let Some(row) = relief_of(act, army, known.id)?
            && may_join_relief(act, &row, army).is_ok()
        {
            // A week that ends today is not eaten yet.
            return joins(act, army.id, row.id, act.day()? + -1).map(drop);
        }
    }
    Ok(())
}

/// An army joins a siege, or the relief that besieges its besiegers. Gives what is told of it.
fn joins(act: &Act, army: FormationId, siege: SiegeId, ate_by: Day) -> Result<String> {
    let row = act.siege(siege)?;
    let (formation, name) = (act.formation(army)?, act.stronghold(row.stronghold)?.name);
    if row.shut_in && relief::relieves(act, &row, &formation)? {
        // More who come to relieve besiege the besiegers beside the first (SG-4.3).
        may_join_relief(act, &row, &formation)?;
        act.join_siege(siege, army, SiegePart::Relief, row.today(act.day()?))?;
        meals::comes(act, army, ate_by)?;
        act.set_march(army, None)?;
        let text = format!("{} joins the relief of {name}.", formation.name);
        super::tell_now(act, siege, "SG-4.3", &text)?;
        return Ok(text);
    }
    may_besiege(act, &formation, row.stronghold)?;
    let friends = formation.side == row.besieger || act.stance(formation.side, row.besieger)? == Stance::Allied;
    if !friends {
        return Err(Problem::refused(
            format!("{} is no friend of those who besiege {name}.", formation.name),
            "Only their own side and its allies join a siege.",
        ));
    }
    act.join_siege(siege, army, SiegePart::Besiegers, row.today(act.day()?))?;
    meals::comes(act, army, ate_by)?;
    act.set_march(army, None)?;
    let text = format!("{} joins the siege of {name}.", formation.name);
    super::tell_now(act, siege, "SG-1.1", &text)?;
    Ok(text)
}

/// An army joins a siege of its side or an ally's.
pub fn join(store: &mut Store, army: FormationId, siege: SiegeId) -> Result<()> {
    store.act("join siege", &json!({ "army": army, "siege": siege }), |act| {
        day::still_open(act, siege)?;
        let text = joins(act, army, siege, act.day()?)?;
        Ok(((), text))
    })
}

/// An army leaves a siege that others keep up.
pub fn leave(store: &mut Store, army: FormationId) -> Result<()> {
    store.act("leave siege", &json!({ "army": army }), |act| {
        let formation = act.formation(army)?;
        let members = act.siege_armies()?;
        let Some(own) = members.iter().find(|member| member.army == army).copied() else {
            return Err(Problem::refused(format!("{} is at no siege.", formation.name), "Choose an army that is."));
        };
        let it = raise(act, own.siege)?;
        let name = it.stronghold.name.clone();
        if act.waiting_contacts()?.iter().any(|contact| [contact.attacker, contact.defender].contains(&army)) {
            return Err(Problem::refused(
                format!("{} has an assault, a sortie or an enemy that waits (CP-2.2).", formation.name),
                "Settle it, or call it off, first.",
            ));
        }
        relief::may_leave(act, own.siege, army)?;
        if it.siege.shut_in && own.part == SiegePart::Besiegers {
            return Err(Problem::refused(
                format!("{} is besieged itself in {name} (SG-4.3).", formation.name),
                "It must first beat the relief army, or be beaten.",
            ));
        }
        if own.part == SiegePart::Besiegers && it.armies[&SiegePart::Besiegers].len() == 1 {
            return Err(Problem::refused(
                format!("{} alone besieges {name}.", formation.name),
                "Lift the siege instead.",
            ));
        }
        meals::eats_its_days(act, &it, &formation, own.part)?;
        let today = it.today(act)?;
        act.leave_siege(army, today)?;
        let (clause, what) = match own.part {
            SiegePart::Relief => ("SG-4.3", "relief"),
            _ => ("SG-1.1", "siege"),
        };
        let text = format!("{} leaves the {what} of {name}.", formation.name);
        super::tell(act, own.siege, today, clause, &text)?;
        day::settle_presence(act)?;
        Ok(((), text))
    })
}

/// Lifts a siege: all besiegers give it up (SG-1.3).
pub fn lift(store: &mut Store, siege: SiegeId) -> Result<()> {
    store.act("lift siege", &json!({ "siege": siege }), |act| {
        day::still_open(act, siege)?;
        let mut it = raise(act, siege)?;
        let name = it.stronghold.name.clone();
        if it.siege.shut_in {
            return Err(Problem::refused(
                format!("The besiegers of {name} are besieged themselves, and cannot go away (SG-4.3)."),
                "They must first beat the relief army, or be beaten.",
            ));
        }
        let over_walls = |contact: &&Contact| contact.siege == Some(siege) && contact.kind != ContactKind::Field;
        if let Some(waits) = act.waiting_contacts()?.iter().find(over_walls) {
            // Who is in it is pinned, as where one of several armies would leave (CP-2.2).
            let (what, by) = (waits.kind.ready_for(), act.formation(waits.attacker)?.name);
            return Err(Problem::refused(
                format!("At {name} {what} by {by} waits, and holds the besiegers there (CP-2.2)."),
                "Settle it, or call it off, first.",
            ));
        }
        let relief = |contact: &Contact| contact.siege == Some(siege) && contact.kind == ContactKind::Field;
        if act.waiting_contacts()?.iter().any(relief) {
            for army in &it.armies[&SiegePart::Besiegers] {
                relief::may_retire(act, siege, army.id)?;
            }
        }
        ending::end(act, &mut it, Ending::Lifted)?;
        Ok(((), format!("The siege of {name} is lifted.")))
    })
}

/// How a host of a siege is conducted now.
pub fn host(db: &Db, siege: SiegeId, part: SiegePart) -> Result<Host> {
    Ok(db.siege_hosts(siege)?.into_iter().find(|host| host.part == part).unwrap_or_else(|| new_host(part)))
}

/// Says who decides for a side of a siege, by which standing orders, and whether it is on half rations (SG-2.3).
pub fn set_conduct(
    store: &mut Store,
    siege: SiegeId,
    part: SiegePart,
    conduct: Conduct,
    orders: &[Order],
    half: bool,
) -> Result<()> {
    let arguments = json!({ "siege": siege, "part": part, "conduct": conduct, "orders": orders, "half": half });
    store.act("siege orders", &arguments, |act| {
        day::still_open(act, siege)?;
        let it = raise(act, siege)?;
        // Who is shut in is besieged in his turn, by garrison and relief (SG-4.3).
        let besieged = (part == SiegePart::Besiegers) == it.siege.shut_in && part != SiegePart::Relief;
        let carried_out = if conduct == Conduct::Orders { orders } else { &[] };
        if let Some(order) = carried_out.iter().find(|order| !order.is_for(besieged)) {
            let may: Vec<&str> =
                Order::ALL.iter().filter(|order| order.is_for(besieged)).map(|order| order.word()).collect();
            return Err(Problem::refused(
                format!(
                    "“{}” is for those who {} (SG-1.3).",
                    order.word(),
                    if besieged { "besiege, and the host is besieged" } else { "are besieged, and the host besieges" }
                ),
                format!("Order it any of: {}.", may.join(", ")),
            ));
        }
        let mut host = it.hosts[&part].clone();
        (host.conduct, host.orders, host.half) = (conduct, orders.to_vec(), half);
        act.set_siege_host(siege, &host)?;
        if part == SiegePart::Garrison && conduct != Conduct::Referee {
            // Who conducts it now says himself what it asks, at its next test (SG-3.1).
            act.set_asks(siege, None)?;
        }
        let how = match conduct {
            Conduct::Captain => "by a captain of the program".to_owned(),
            Conduct::Referee => "by the referee".to_owned(),
            Conduct::Orders if orders.is_empty() => "by standing orders, of which there are none: it rests".to_owned(),
            Conduct::Orders => format!("by standing orders: {}", Order::written(orders)),
        };
        let half = if half { ", on half rations" } else { "" };
        let are = if part == SiegePart::Besiegers { "are" } else { "is" };
        Ok(((), format!("The {part} of {} {are} conducted {how}{half}.", it.stronghold.name)))
    })
}
