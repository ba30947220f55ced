//! Through the lines (SG-2.3): a convoy that brings in what its train carries, by night through the blockade or by ship to
//! a place with a harbour, and an army that slips in or out the same way.

use super::raise::raise;
use super::{invest, meals, relief, trains};
use crate::app::{numbers, ways};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, PlaceId, SiegeId, StrongholdId};
use crate::campaign::places::PlaceKind;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Purpose, SiegePart, SiegeRow};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, listed, total};
use crate::rules::siege::convoy_parts;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::BTreeSet;

/// Which way through the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// Into the invested place.
    In,
    Out,
}

/// The parts of what must be thrown on 2d6 to come through the lines, and whether it is by ship: a place with a harbour is watched by
/// fewer. Those who are shut in are watched by the relief that lies outside (SG-4.3).
fn needs(act: &Db, siege: &SiegeRow, way: Through) -> Result<(Vec<Part>, bool)> {
    let it = raise(act, siege.id)?;
    let harbour = act.place(it.stronghold.place)?.kind == PlaceKind::Port;
    let to_holders = siege.shut_in && way == Through::In;
    let watch = if to_holders { it.game.outside.map_or(0, |relief| relief.able) } else { it.game.inside() };
    let watching = watch / if harbour { numbers::of(act)?.harbour_watch_one_in as u32 } else { 1 };
    let stretches = it.game.lines[0].len() as u32;
    let mut parts = Vec::new();
    convoy_parts(watching, stretches, &it.game.tables, &mut parts);
    Ok((parts, harbour))
}

/// A way an army could try through the lines of a siege.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayThrough {
    pub army: Formation,
    /// In or out.
    pub way: Through,
    /// By ship and not by night.
    pub by_water: bool,
    /// What it must throw on 2d6.
    pub needs: i32,
    /// The parts of that (SG-2.3).
    pub parts: Vec<Part>,
    /// In how many of the 36 throws it does.
    pub of_36: u32,
    /// Whether no able man is left in the place without it, which falls then (SG-3.2).
    pub empties: bool,
}

/// Who could try the lines of a siege today: the armies inside, and friends who stand before the place (SG-2.3); but nobody whom a
/// contact holds that waits (CP-2.2), nor who has agreed to give up the place on a day (SG-3.3).
pub fn ways_through(db: &Db, siege: SiegeId) -> Result<Vec<WayThrough>> {
    let it = raise(db, siege)?;
    let held: BTreeSet<FormationId> =
        db.waiting_contacts()?.iter().flat_map(|met| [met.attacker, met.defender]).collect();
    let mut ways = Vec::new();
    for army in db.armies()? {
        if held.contains(&army.id) {
            continue;
        }
        let way = if army.stronghold == Some(it.siege.stronghold) {
            Through::Out
        } else if army.place != Some(it.stronghold.place) {
            continue;
        } else if besieged_here(db, &army)?.is_some_and(|(found, _)| found.id == siege) {
            Through::In
        } else {
            continue;
        };
        let counted = db.siege_count(army.id)?;
        let besieges = it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army.id);
        let agreed = way == Through::Out && it.siege.respite.is_some();
        if !besieges && !agreed && counted.able + counted.mouths > 0 {
            let mut empties = way == Through::Out;
            for other in it.armies[&SiegePart::Garrison].iter().filter(|other| other.id != army.id) {
                empties &= db.siege_count(other.id)?.able == 0;
            }
            let (parts, by_water) = needs(db, &it.siege, way)?;
            let needs = total(&parts) as i32;
            ways.push(WayThrough { army, way, by_water, needs, parts, of_36: of_36(needs), empties });
        }
    }
    Ok(ways)
}

/// How one goes through the lines.
pub fn how(by_water: bool) -> &'static str {
    if by_water { "by water" } else { "by night" }
}

/// Whether an army is a friend's of those besieged: the garrison, or who is shut in (SG-4.3).
fn is_friend(db: &Db, siege: &SiegeRow, army: &Formation) -> Result<bool> {
    let besieged = if siege.shut_in { siege.besieger } else { siege.holder };
    Ok(army.side == besieged || db.stance(army.side, besieged)? == Stance::Allied)
}

/// Whether an army is a friend's of the citadel of a place whose besiegers are shut in about it (SG-4.3).
fn is_of_citadel(db: &Db, siege: &SiegeRow, army: &Formation) -> Result<bool> {
    Ok(siege.shut_in && (army.side == siege.holder || db.stance(army.side, siege.holder)? == Stance::Allied))
}

/// The siege of such a citadel at a place.
fn citadel_at(db: &Db, army: &Formation, place: PlaceId) -> Result<Option<SiegeRow>> {
    for siege in db.sieges_at(place)? {
        let siege = db.siege(siege)?;
        if is_of_citadel(db, &siege, army)? {
            return Ok(Some(siege));
        }
    }
    Ok(None)
}

/// An army brings what it carries into a citadel, through those who are shut in about it, as whoever comes out does; it stays
/// outside, and who is found out is turned away (SG-4.3).
fn to_citadel(act: &Act, army: &Formation, siege: &SiegeRow) -> Result<()> {
    let place = act.stronghold(siege.stronghold)?;
    let text = match tries(act, siege, army, Through::Out)? {
        true => format!("{} brings {} rations into {}.", army.name, unload(act, army.id, place.id)?, place.name),
        false => format!("{} is turned away before the citadel of {}.", army.name, place.name),
    };
    super::tell_now(act, siege.id, "SG-4.3", &text)
}

/// In how many of the 36 throws of 2d6 at least so much comes.
fn of_36(needs: i32) -> u32 {
    let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    throws.filter(|total| *total >= needs).count() as u32
}

/// What an army that marches to a place comes to there as things stand, in a sentence: as a convoy what it would have to throw
/// (SG-2.3), and with nothing more to do whom it relieves (SG-4). Nothing where there is no siege of that sort.
pub fn comes_to(db: &Db, army: FormationId, to: PlaceId, purpose: Purpose) -> Result<Option<String>> {
    let army = db.formation(army)?;
    for siege in db.sieges_at(to)? {
        let siege = db.siege(siege)?;
        let name = db.stronghold(siege.stronghold)?.name;
        if purpose == Purpose::None && relief::relieves(db, &siege, &army)? && db.siege_count(army.id)?.able > 0 {
            let lapse =
                if siege.respite.is_some() { "; the terms that are agreed for it lapse then (SG-3.3)" } else { "" };
            return Ok(Some(format!("It comes to relieve {name}, face to face with its besiegers (SG-4){lapse}.")));
        }
        let to_citadel = is_of_citadel(db, &siege, &army)?;
        if purpose == Purpose::Convoy && (to_citadel || is_friend(db, &siege, &army)?) {
            let (parts, by_water) = needs(db, &siege, if to_citadel { Through::Out } else { Through::In })?;
            let (how, needs) = (how(by_water), total(&parts) as i32);
            let besieged = if to_citadel { format!("The citadel of {name}") } else { name };
            return Ok(Some(format!(
                "{besieged} is besieged: its train comes in {how} on {needs} or more on 2d6 ({}), {} of 36, as the lines are \
                 watched now (SG-2.3).",
                listed(&parts),
                of_36(needs)
            )));
        }
    }
    Ok(None)
}

/// Refuses orders to do something at the end of a march that nobody could do there: to besiege where no enemy has a stronghold,
/// to bring a train in where none is its own or a besieged friend's.
pub(in crate::app) fn of_use(db: &Db, army: &Formation, to: PlaceId, purpose: Purpose) -> Result<()> {
    let place = db.place(to)?.name;
    let mut use_of_it = purpose == Purpose::None;
    for known in db.strongholds()?.into_iter().filter(|known| known.place == to) {
        use_of_it |= match purpose {
            Purpose::None => true,
            Purpose::Besiege => known.side != army.side && db.stance(army.side, known.side)? != Stance::Allied,
            Purpose::Convoy => known.side == army.side,
        };
    }
    for siege in db.sieges_at(to)?.into_iter().filter(|_| purpose == Purpose::Convoy) {
        let siege = db.siege(siege)?;
        use_of_it |= is_friend(db, &siege, army)? || is_of_citadel(db, &siege, army)?;
    }
    match (use_of_it, purpose) {
        (true, _) | (_, Purpose::None) => Ok(()),
        (false, Purpose::Besiege) => Err(Problem::refused(
            format!("No enemy of {} has a stronghold at {place} to besiege (SG-1.1).", army.name),
            "March it there with nothing more to do, or to an enemy’s stronghold.",
        )),
        (false, Purpose::Convoy) => Err(Problem::refused(
            format!(
                "{} has no stronghold of its side at {place}, and no besieged friend, to bring its train in to (SG-2.3).",
                army.name
            ),
            "March it there with nothing more to do, or to a stronghold of its own.",
        )),
    }
}

/// Tries the lines of a siege: the faces, what was needed, and whether it came through. Who fails is met outside.
fn tries(act: &Act, siege: &SiegeRow, army: &Formation, way: Through) -> Result<bool> {
    let (parts, harbour) = needs(act, siege, way)?;
    let need = total(&parts) as i32;
    let tried = act.siege_story(siege.id)?.len() as i32;
    let mut dice = super::day::dice(act, siege.id, act.day()? + 2_000_000 + tried)?;
    let faces = [dice.die("SG-2.3 convoy", 6), dice.die("SG-2.3 convoy", 6)];
    let total = (faces[0] + faces[1]) as i32;
    let how = how(harbour);
    let result = if total >= need { "and comes through" } else { "and is found out" };
    let text =
        format!("{} tries the lines {how}, {total} where {need} is needed ({}), {result}.", army.name, listed(&parts));
    super::tell_now(act, siege.id, "SG-2.3", &text)?;
    Ok(total >= need)
}

/// What is in an army's train goes into a stronghold's store, as far as there is room; the animals and engines stay with it.
pub(in crate::app) fn unload(act: &Act, army: FormationId, stronghold: StrongholdId) -> Result<u32> {
    let place = act.stronghold(stronghold)?;
    let mut train = act.train(army)?;
    let brought = train.rations.min(place.store_capacity.saturating_sub(place.rations));
    train.rations -= brought;
    act.set_army_train(army, &train)?;
    act.set_store(stronghold, place.rations + brought)?;
    Ok(brought)
}

/// The same for an army that has gone in: what is said of it behind that, if it brought anything.
pub(in crate::app) fn brings_in(act: &Act, army: FormationId, stronghold: StrongholdId) -> Result<String> {
    Ok(match unload(act, army, stronghold)? {
        0 => String::new(),
        rations => format!(" {rations} rations of its train go into the store."),
    })
}

/// An army tries its way into a besieged place. Where there is no room for its men they bring in what they carry, and
/// retire the way they came before it is day; and so they do from those who are shut in (SG-4.3).
fn into(act: &Act, army: &Formation, siege: &SiegeRow, ate_by: Day) -> Result<String> {
    let place = act.stronghold(siege.stronghold)?;
    let it = raise(act, siege.id)?;
    let watch = if siege.shut_in { SiegePart::Relief } else { SiegePart::Besiegers };
    if !tries(act, siege, army, Through::In)? {
        // Found out before the lines, it stands face to face with those who watch them.
        if let Some(besiegers) = it.first(watch) {
            relief::found_out_by(act, it.today(act)?, place.place, besiegers.id, army.id)?;
        }
        let text = format!("{} does not come into {}.", army.name, place.name);
        super::tell_now(act, siege.id, "SG-2.3", &text)?;
        return Ok(text);
    }
    if siege.shut_in {
        let brought = match it.first(SiegePart::Besiegers) {
            Some(holders) => trains::hand_over(act, army.id, holders.id)?,
            None => 0,
        };
        act.set_march(army.id, None)?;
        let towards = ways::retreat(act, army)?.map_or(String::new(), |towards| format!(" towards {towards}"));
        let text = format!(
            "{} brings {brought} rations to those who are shut in at {}, and slips away{towards}.",
            army.name, place.name
        );
        super::tell_now(act, siege.id, "SG-4.3", &text)?;
        return Ok(text);
    }
    let brought = unload(act, army.id, place.id)?;
    act.set_march(army.id, None)?;
    let out = match ways::room(act, army.id, &place) {
        Ok(()) => None,
        Err(_) => ways::retreat(act, army)?,
    };
    let text = match out {
        Some(towards) => {
            format!("{} brings {brought} rations into {}, and slips away towards {towards}.", army.name, place.name)
        }
        None => {
            act.set_army_place(army.id, place.place, Some(place.id))?;
            meals::comes(act, army.id, ate_by)?;
            format!("{} brings {brought} rations into {}, and stays there.", army.name, place.name)
        }
    };
    super::tell_now(act, siege.id, "SG-2.3", &text)?;
    Ok(text)
}

/// An army goes into or out of an invested place, by night or by water (SG-2.3): if it is found out, it meets the
/// besiegers in the open.
pub fn slip(store: &mut Store, army: FormationId, way: Through) -> Result<String> {
    store.act("slip", &json!({ "army": army, "in": way == Through::In }), |act| {
        let formation = act.formation(army)?;
        let text = match way {
            Through::In => {
                let Some((siege, place)) = besieged_here(act, &formation)? else {
                    return Err(Problem::refused(
                        format!("{} stands before no besieged stronghold of its friends.", formation.name),
                        "March it there first; a place that is not besieged is entered as a garrison.",
                    ));
                };
                if act.waiting_contacts()?.iter().any(|met| [met.attacker, met.defender].contains(&army)) {
                    return Err(Problem::refused(
                        format!("{} faces an enemy before {}.", formation.name, act.stronghold(place)?.name),
                        "Settle that contact first: fight, or retire a march.",
                    ));
                }
                into(act, &formation, &siege, act.day()?)?
            }
            Through::Out => {
                let siege = match formation.stronghold {
                    Some(stronghold) => act.siege_of(stronghold)?,
                    None => None,
                };
                let Some(siege) = siege else {
                    return Err(Problem::refused(
                        format!("{} is in no besieged place.", formation.name),
                        "An army that is not shut up marches as it likes.",
                    ));
                };
                if siege.respite.is_some() {
                    return Err(Problem::refused(
                        format!(
                            "{} has agreed to give up the place on a day, and waits for it (SG-3.3).",
                            formation.name
                        ),
                        "It marches out on that day, or goes where it likes when it is relieved.",
                    ));
                }
                if act.siege_armies()?.iter().any(|known| known.army == army) {
                    return Err(Problem::refused(
                        format!("{} is shut in what the besiegers hold (SG-4.3).", formation.name),
                        "It gets out by a sortie, or when the relief is gone.",
                    ));
                }
                let place = act.stronghold(siege.stronghold)?;
                if act.waiting_contacts()?.iter().any(|met| [met.attacker, met.defender].contains(&army)) {
                    return Err(Problem::refused(
                        format!(
                            "{} has an assault or a sortie that waits, and is held by it (CP-2.2).",
                            formation.name
                        ),
                        "Settle it, or call it off, first.",
                    ));
                }
                let it = raise(act, siege.id)?;
                meals::eats_its_days(act, &it, &formation, SiegePart::Garrison)?;
                let through = tries(act, &siege, &formation, Through::Out)?;
                act.set_army_place(army, place.place, None)?;
                let towards = if through { ways::retreat(act, &formation)? } else { None };
                match (through, towards) {
                    (true, Some(towards)) => {
                        format!("{} slips out of {}, towards {towards}.", formation.name, place.name)
                    }
                    _ => {
                        if let Some(besiegers) = it.first(SiegePart::Besiegers) {
                            relief::found_out_by(act, it.today(act)?, place.place, besiegers.id, army)?;
                        }
                        format!("{} is met before {}.", formation.name, place.name)
                    }
                }
            }
        };
        super::settle_presence(act)?;
        Ok((text.clone(), text))
    })
}

/// The siege of a friendly stronghold where an army stands in the open, or of friends who are shut in there (SG-4.3).
fn besieged_here(act: &Db, army: &Formation) -> Result<Option<(SiegeRow, StrongholdId)>> {
    let on_the_road = act.march(army.id)?.is_some_and(|march| march.miles_done > 0);
    for siege in act.open_sieges()? {
        let place = act.stronghold(siege.stronghold)?;
        if is_friend(act, &siege, army)? && army.place == Some(place.place) && army.stronghold.is_none() && !on_the_road
        {
            return Ok(Some((siege, place.id)));
        }
    }
    Ok(None)
}

/// What an army does that has come to the end of a march with a purpose: it besieges what the enemy holds there, or brings
/// in what it carries. Nothing stops the turn: what stands in the way is told.
pub fn arrive(act: &Act, army: FormationId, purpose: Purpose) -> Result<Option<String>> {
    let formation = act.formation(army)?;
    let Some(place) = formation.place else { return Ok(None) };
    let here: Vec<_> = act.strongholds()?.into_iter().filter(|known| known.place == place).collect();
    match purpose {
        // Who comes to relieve a place when its besiegers are shut in besieges them beside those who are there (SG-4.3).
        Purpose::None => invest::beside_the_relief(act, &formation).map(|()| None),
        Purpose::Besiege => {
            let mut enemies = Vec::new();
            for known in here.iter().filter(|known| known.side != formation.side) {
                enemies.push((act.stance(formation.side, known.side)? != Stance::War, known));
            }
            // An enemy's before that of anybody with whom there is peace.
            enemies.sort_by_key(|(peace, _)| *peace);
            let Some((_, known)) = enemies.first() else {
                return Ok(Some(format!("{} finds nothing to besiege.", formation.name)));
            };
            let refused = invest::by_orders(act, army, known.id).err();
            Ok(refused.map(|why| format!("{} cannot besiege {}: {}", formation.name, known.name, why.sentence)))
        }
        Purpose::Convoy => {
            if let Some((siege, _)) = besieged_here(act, &formation)? {
                // A week that ends today is not eaten yet.
                // The siege tells of it.
                return into(act, &formation, &siege, act.day()? + -1).map(|_| None);
            }
            if let Some(siege) = citadel_at(act, &formation, place)? {
                return to_citadel(act, &formation, &siege).map(|_| None);
            }
            let Some(own) = here.iter().find(|known| known.side == formation.side) else {
                return Ok(Some(format!("{} finds no stronghold of its side.", formation.name)));
            };
            let brought = unload(act, army, own.id)?;
            Ok(Some(format!("{} brings {brought} rations into {}.", formation.name, own.name)))
        }
    }
}
