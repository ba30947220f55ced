//! Each army eats each day once (SG-2.2): up to which day those of a siege have eaten, and what one eats that goes before a
//! siege turn is over.

use super::raise::{Raised, host};
use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, SiegeId, StrongholdId};
use crate::campaign::people::Person;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{SiegePart, SiegeRow};
use crate::rules::figure::{Grade, Horse};
use crate::rules::siege::{self as rules, Host, Tables, eats};
use crate::store::{Act, Db};

/// Has an army join a siege, or be shut up in the place, which last ate at the end of a week in the field or in peace: of the
/// weeks that were over by a day.
pub(super) fn comes(act: &Act, army: FormationId, by: Day) -> Result<()> {
    if act.formation(army)?.fed.is_some() {
        return Ok(());
    }
    act.set_fed(army, Some(last_week(act, by)?))
}

/// The end of the last week that was over by a day.
fn last_week(db: &Db, by: Day) -> Result<Day> {
    let (first, week) = (db.about()?.first_day, numbers::of(db)?.week_days as i32);
    let over = (by - first).div_euclid(week) * week;
    Ok(first + over.max(0))
}

/// The same for every army in a stronghold.
pub(super) fn are_shut_up(act: &Act, stronghold: StrongholdId, by: Day) -> Result<()> {
    for army in act.armies()?.iter().filter(|army| army.stronghold == Some(stronghold)) {
        comes(act, army.id, by)?;
    }
    Ok(())
}

/// The last day that was played of a siege.
fn last_day(siege: &SiegeRow) -> Day {
    siege.begun + siege.days as i32
}

/// Some armies have eaten up to the last day of a siege that was played.
pub(super) fn have_eaten(act: &Act, siege: SiegeId, armies: &[Formation]) -> Result<()> {
    let until = last_day(&act.siege(siege)?);
    armies.iter().try_for_each(|army| act.set_fed(army.id, Some(until)))
}

/// When the siege turn began that is under way, or begins next.
pub(super) fn turn_began(siege: &SiegeRow, tables: &Tables) -> Day {
    last_day(siege) + -((siege.days % tables.house().siege_days.max(1)) as i32)
}

/// What some armies have eaten already of the siege turn that is under way, and what they have not eaten since before it began:
/// rations of a whole turn, times the days.
pub(super) fn fed_before(db: &Db, siege: &SiegeRow, armies: &[Formation], tables: &Tables) -> Result<i64> {
    fed_since(db, turn_began(siege, tables), armies, tables)
}

/// The same of a siege turn that began on a day.
fn fed_since(db: &Db, began: Day, armies: &[Formation], tables: &Tables) -> Result<i64> {
    let (turn, week) = (tables.house().siege_days.max(1) as i32, numbers::of(db)?.week_days as i32);
    let mut fed = 0;
    for army in armies {
        let days = army.fed.map_or(0, |until| (until - began).clamp(-week, turn));
        if days != 0 {
            let rations = rules::full_rations(&host(db, std::slice::from_ref(army), 0)?, tables);
            fed += i64::from(rations) * i64::from(days);
        }
    }
    Ok(fed)
}

/// An army that goes before the end of a siege turn has eaten what it had not yet (SG-2.2): its share of what the country gives,
/// and the rest of the stores on which its host lives, its own first.
pub(super) fn eats_its_days(act: &Act, it: &Raised, army: &Formation, part: SiegePart) -> Result<()> {
    let tables = &it.game.tables;
    let turn = tables.house().siege_days.max(1);
    // On the last day of a siege turn the others have eaten, and who has not yet does so for all of it, without the country.
    let days = match it.siege.days % turn {
        0 => turn.min(it.siege.days),
        days => days,
    };
    if days == 0 {
        return Ok(());
    }
    // Another may have gone just before.
    let kept = act.siege_hosts(it.siege.id)?.into_iter().find(|host| host.part == part);
    let mut kept = kept.unwrap_or_else(|| it.hosts[&part].clone());
    let own = std::slice::from_ref(army);
    let mut host = Host {
        half: kept.half,
        // The day on which it goes counts as the others do.
        half_days: it.hosts[&part].half_days,
        fed: fed_since(act, last_day(&it.siege) + -(days as i32), own, tables)?,
        ..self::host(act, own, stores(act, it, part)?)?
    };
    let together = self::host(act, &it.armies[&part], 0)?;
    let (its, all) = (eats(&host, tables), eats(&Host { half: kept.half, ..together }, tables));
    let country = if days < turn { it.country_for(part, days) } else { 0 };
    let share = u64::from(country) * u64::from(its) / u64::from(all.max(1));
    let meal = host.feed_for(days, share as u32, tables);
    have_eaten(act, it.siege.id, own)?;
    if meal.needs == 0 {
        return Ok(());
    }
    kept.foraged = kept.foraged.saturating_add(meal.foraged);
    act.set_siege_host(it.siege.id, &kept)?;
    take(act, it, (part, army.id), meal.stores)?;
    let short = if meal.short > 0 { format!("; {} short", meal.short) } else { String::new() };
    let text = format!(
        "{} needs {} rations for what it has not eaten of {}: {} foraged, {} from their stores{short}.",
        army.name,
        meal.needs,
        if days == 1 { "a day".to_owned() } else { format!("{days} days") },
        meal.foraged,
        meal.stores
    );
    super::tell(act, it.siege.id, it.today(act)?, "SG-2.2", &text)
}

/// Roles are about to turn (SG-4.3): the besiegers eat up to the day, as they lie now (SG-2.2).
pub(super) fn besiegers_have_eaten(act: &Act, it: &Raised) -> Result<()> {
    it.armies[&SiegePart::Besiegers].iter().try_for_each(|army| eats_its_days(act, it, army, SiegePart::Besiegers))
}

/// Roles turn (SG-4.3): what was left of the country’s share for the days of the siege turn that are over is gone for all, so
/// that who lies outside from now on has his days’ share and no more (SG-2.2).
pub(super) fn share_is_gone(act: &Act, it: &Raised) -> Result<()> {
    let days = it.siege.days % it.game.tables.house().siege_days.max(1);
    let hosts = act.siege_hosts(it.siege.id)?;
    let gone = hosts.iter().fold(0, |gone: u32, host| gone.saturating_add(host.foraged));
    let left = it.country_of(days).saturating_sub(gone);
    if left == 0 {
        return Ok(());
    }
    let kept = hosts.into_iter().find(|host| host.part == SiegePart::Besiegers);
    let mut kept = kept.unwrap_or_else(|| it.hosts[&SiegePart::Besiegers].clone());
    kept.foraged = kept.foraged.saturating_add(left);
    act.set_siege_host(it.siege.id, &kept)
}

/// What a part of a siege has to live on: what its armies have with them, and a garrison the stronghold's store.
fn stores(act: &Act, it: &Raised, part: SiegePart) -> Result<u32> {
    let mut all = if part == SiegePart::Garrison { act.stronghold(it.stronghold.id)?.rations } else { 0 };
    for army in &it.armies[&part] {
        all = all.saturating_add(act.train(army.id)?.rations);
    }
    Ok(all)
}

/// Takes rations of what a part lives on: what an army has with it first, then a garrison's store, then what the others have.
/// Gives how much of it there was not.
fn take(act: &Act, it: &Raised, (part, own): (SiegePart, FormationId), rations: u32) -> Result<u32> {
    let mut left = rations - take_of_train(act, own, rations)?;
    if part == SiegePart::Garrison {
        let held = act.stronghold(it.stronghold.id)?.rations;
        let taken = held.min(left);
        if taken > 0 {
            act.set_store(it.stronghold.id, held - taken)?;
        }
        left -= taken;
    }
    for army in it.armies[&part].iter().filter(|army| army.id != own) {
        left -= take_of_train(act, army.id, left)?;
    }
    Ok(left)
}

/// Takes so many rations of an army's train as it has; gives how many.
fn take_of_train(act: &Act, army: FormationId, rations: u32) -> Result<u32> {
    let mut train = act.train(army)?;
    let taken = train.rations.min(rations);
    if taken > 0 {
        train.rations -= taken;
        act.set_army_train(army, &train)?;
    }
    Ok(taken)
}

/// Two armies that are to be one have eaten up to the same day: who has not yet what the other has eats it of what it lives on,
/// its host's stores at a siege. Gives the day, if a siege has it so; one between the two where there was not enough to eat.
pub(in crate::app) fn keep_pace(act: &Act, one: &Formation, other: &Formation) -> Result<Option<Day>> {
    if one.fed == other.fed {
        return Ok(one.fed);
    }
    let (behind, ahead) = if until(act, one)? < until(act, other)? { (one, other) } else { (other, one) };
    let tables = numbers::siege(act)?;
    let whole =
        |army: &Formation| Ok::<_, Problem>(rules::full_rations(&host(act, std::slice::from_ref(army), 0)?, &tables));
    let reached = (catch_up(act, behind, whole(behind)?, until(act, ahead)?)?, whole(behind)?);
    Ok(Some(between(reached, (until(act, ahead)?, whole(ahead)?))))
}

/// The same for men who go from an army to another: behind the other, they eat of what theirs lives on; before it, it eats as far
/// as they have.
pub(in crate::app) fn men_keep_pace(act: &Act, men: &[Person], from: &Formation, to: &Formation) -> Result<()> {
    let (theirs, its) = (until(act, from)?, until(act, to)?);
    if from.fed == to.fed || theirs == its {
        return Ok(());
    }
    let tables = numbers::siege(act)?;
    let horses = men.iter().filter(|man| man.profile.horse != Horse::None).count() as u32;
    let of_men = rules::full_rations(&Host { horses, ..Host::of(men.len() as u32, Grade::E, 0) }, &tables);
    let of_army = rules::full_rations(&host(act, std::slice::from_ref(to), 0)?, &tables);
    let fed = match theirs > its {
        true => between((catch_up(act, to, of_army, theirs)?, of_army), (theirs, of_men)),
        false => between((catch_up(act, from, of_men, its)?, of_men), (its, of_army)),
    };
    // Two who live in peace have eaten by weeks, and need no day of their own.
    match theirs > its || fed != its {
        true => act.set_fed(to.id, Some(fed)),
        false => Ok(()),
    }
}

/// The day up to which two have eaten together who have eaten up to different days, by what each eats.
fn between((behind, little): (Day, u32), (ahead, much): (Day, u32)) -> Day {
    let all = (u64::from(little) + u64::from(much)).max(1);
    let days = u64::from((ahead - behind).max(0) as u32);
    behind + (days * u64::from(much) / all) as i32
}

/// The day up to which an army has eaten.
fn until(db: &Db, army: &Formation) -> Result<Day> {
    army.fed.map_or_else(|| last_week(db, db.day()?), Ok)
}

/// Those of an army, or all of it, who eat so much in a whole week and have eaten less far than a day, eat up to it: at a siege half
/// where their host is on half rations, their share of the country, and the rest of what their host lives on; elsewhere of what the
/// army lives on. Gives how far there was enough.
fn catch_up(act: &Act, behind: &Formation, whole: u32, day: Day) -> Result<Day> {
    let from = until(act, behind)?;
    let (week, days) = (numbers::of(act)?.week_days as u32, (day - from).max(0) as u32);
    let days = days.min(week);
    let member = act.siege_armies()?.into_iter().find(|member| member.army == behind.id);
    let besieged = match behind.stronghold {
        Some(stronghold) if member.is_none() => act.siege_of(stronghold)?,
        _ => None,
    };
    let at = member.map(|member| (member.siege, member.part)).or(besieged.map(|row| (row.id, SiegePart::Garrison)));
    let full = (whole * days).div_ceil(week);
    let (needs, eaten) = match at {
        Some((siege, part)) => {
            let it = super::raise::raise(act, siege)?;
            let half = it.hosts[&part].half;
            let needs = if half { full.div_ceil(2) } else { full };
            let foraged = of_the_country(act, &it, part, whole, days, needs)?;
            let left = take(act, &it, (part, behind.id), needs - foraged)?;
            (needs, needs - left)
        }
        None => {
            let own = take_of_train(act, behind.id, full)?;
            let stored = match behind.stronghold {
                Some(stronghold) => {
                    let held = act.stronghold(stronghold)?.rations;
                    let taken = held.min(full - own);
                    act.set_store(stronghold, held - taken)?;
                    taken
                }
                None => 0,
            };
            (full, own + stored)
        }
    };
    let lacked = (u64::from(days) * u64::from(needs - eaten)).div_ceil(u64::from(needs.max(1)));
    Ok(day.max(from) + -(lacked as i32))
}

/// What the country gives those of a part of a siege who eat so much in a whole week, for so many days and no more than they need:
/// as much of it as they are of the part. It is gone for the others.
fn of_the_country(act: &Act, it: &Raised, part: SiegePart, whole: u32, days: u32, needs: u32) -> Result<u32> {
    let tables = &it.game.tables;
    let of_turn = it.siege.days % tables.house().siege_days.max(1);
    let all = rules::full_rations(&host(act, &it.armies[&part], 0)?, tables).max(1);
    let country = u64::from(it.country_for(part, days.min(of_turn)));
    let foraged = (country * u64::from(whole.min(all)) / u64::from(all)).min(needs.into()) as u32;
    if foraged > 0 {
        let kept = act.siege_hosts(it.siege.id)?.into_iter().find(|host| host.part == part);
        let mut kept = kept.unwrap_or_else(|| it.hosts[&part].clone());
        kept.foraged = kept.foraged.saturating_add(foraged);
        act.set_siege_host(it.siege.id, &kept)?;
    }
    Ok(foraged)
}
