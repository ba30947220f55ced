//! Each army eats each day once (SG-2.2): up to which day those of a siege have eaten, and what one eats that goes before a
//! siege turn is over.

use super::raise::{Raised, host};
use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, SiegeId, StrongholdId};
use crate::campaign::problem::Result;
use crate::campaign::siege::{SiegePart, SiegeRow};
use crate::rules::siege::{self as rules, Host, Tables, eats};
use crate::store::{Act, Db};

/// Has an army join a siege, or be shut up in the place, which last ate at the end of a week in the field or in peace: of the
/// weeks that were over by a day.
pub(super) fn comes(act: &Act, army: FormationId, by: Day) -> Result<()> {
    if act.formation(army)?.fed.is_some() {
        return Ok(());
    }
    let (about, week) = (act.about()?, numbers::of(act)?.week_days as i32);
    let over = (by - about.first_day).div_euclid(week) * week;
    act.set_fed(army, Some(about.first_day + over.max(0)))
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

/// What some armies have eaten already of the siege turn that is under way, and what they have not eaten since before it began:
/// rations of a whole turn, times the days.
pub(super) fn fed_before(db: &Db, siege: &SiegeRow, armies: &[Formation], tables: &Tables) -> Result<i64> {
    let (turn, week) = (tables.house().siege_days.max(1) as i32, numbers::of(db)?.week_days as i32);
    let begins = last_day(siege) + -(siege.days as i32 % turn);
    let mut fed = 0;
    for army in armies {
        let days = army.fed.map_or(0, |until| (until - begins).clamp(-week, turn));
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
    let days = it.siege.days % turn;
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
        fed: fed_before(act, &it.siege, own, tables)?,
        ..self::host(act, own, stores(act, it, part)?)?
    };
    let together = self::host(act, &it.armies[&part], 0)?;
    let (its, all) = (eats(&host, tables), eats(&Host { half: kept.half, ..together }, tables));
    let share = u64::from(it.country(part)) * u64::from(days) * u64::from(its) / u64::from(turn * all.max(1));
    let meal = host.feed_for(days, share as u32, tables);
    have_eaten(act, it.siege.id, own)?;
    if meal.needs == 0 {
        return Ok(());
    }
    kept.foraged = kept.foraged.saturating_add(meal.foraged);
    act.set_siege_host(it.siege.id, &kept)?;
    take(act, it, (part, army.id), meal.stores)?;
    let text = format!(
        "{} eats {} rations in {}: {} foraged, {} from their stores.",
        army.name,
        meal.needs,
        if days == 1 { "a day".to_owned() } else { format!("{days} days") },
        meal.foraged,
        meal.stores
    );
    super::tell(act, it.siege.id, it.today(act)?, "SG-2.2", &text)
}

/// What a part of a siege has to live on: what its armies have with them, and a garrison the stronghold's store.
fn stores(act: &Act, it: &Raised, part: SiegePart) -> Result<u32> {
    let mut all = if part == SiegePart::Garrison { act.stronghold(it.stronghold.id)?.rations } else { 0 };
    for army in &it.armies[&part] {
        all = all.saturating_add(act.train(army.id)?.rations);
    }
    Ok(all)
}

/// Takes rations of what a part lives on: a garrison's store first, then what an army has with it, then the others.
fn take(act: &Act, it: &Raised, (part, own): (SiegePart, FormationId), mut rations: u32) -> Result<()> {
    if part == SiegePart::Garrison {
        let held = act.stronghold(it.stronghold.id)?.rations;
        let taken = held.min(rations);
        if taken > 0 {
            act.set_store(it.stronghold.id, held - taken)?;
        }
        rations -= taken;
    }
    let others = it.armies[&part].iter().map(|army| army.id).filter(|army| *army != own);
    for army in [own].into_iter().chain(others) {
        let mut train = act.train(army)?;
        let taken = train.rations.min(rations);
        if taken > 0 {
            train.rations -= taken;
            act.set_army_train(army, &train)?;
        }
        rations -= taken;
    }
    Ok(())
}
