//! How long a host's stores last: what it eats, what the country gives it from week to week, and the harvest (SG-2, CP-7.2).

use super::raise::Raised;
use super::show::HostShown;
use crate::app::numbers;
use crate::campaign::calendar::Day;
use crate::campaign::problem::Result;
use crate::campaign::siege::{HostFigures, MOST_TURNS_AHEAD, SiegePart};
use crate::rules::explain::listed;
use crate::rules::siege::{Park, eats, eats_this_turn, forages, parts_of_a_turn};
use crate::store::Db;

/// Siege turns whose stores are shown.
const SHOWN: usize = 30;

/// The hosts of a siege with their stores ahead: besiegers, garrison, and a relief that besieges with it.
pub(super) fn hosts(db: &Db, it: &Raised) -> Result<Vec<HostShown>> {
    let stripped = stripped_ahead(db, it)?;
    let relief = it.game.outside.map(|_| SiegePart::Relief);
    let parts = [SiegePart::Besiegers, SiegePart::Garrison].into_iter().chain(relief);
    parts.map(|part| host(db, it, part, &stripped)).collect()
}

fn host(db: &Db, it: &Raised, part: SiegePart, stripped: &[u32]) -> Result<HostShown> {
    let tables = &it.game.tables;
    let side = part.side();
    let own = match part {
        SiegePart::Relief => it.game.outside.unwrap_or(it.game.hosts.defender),
        _ => it.game.hosts[side],
    };
    let needs = eats(&own, tables);
    let mut stores = Vec::new();
    let mut left = own.rations;
    for (turn, weeks) in stripped.iter().enumerate() {
        // Of the siege turn under way something may be eaten and foraged already, or spared.
        let (needs, gone) =
            if turn == 0 { (eats_this_turn(&own, it.game.day, tables), own.foraged) } else { (needs, 0) };
        let country = if it.forages(part) { forages(*weeks, tables).saturating_sub(gone) } else { 0 };
        let lacks = needs.saturating_sub(country);
        if left < lacks {
            break;
        }
        left -= lacks;
        stores.push(left);
    }
    // What is not touched in all that time lasts for ever.
    let untouched = stores.len() == MOST_TURNS_AHEAD && left == own.rations;
    let lasts = (!untouched).then_some(stores.len() as u32);
    stores.truncate(SHOWN);
    let kept = &it.hosts[&part];
    let figures = HostFigures {
        part,
        armies: it.armies[&part].iter().map(|army| army.name.clone()).collect(),
        able: own.able,
        knights: own.knights,
        mouths: own.mouths,
        horses: own.horses,
        grade: own.grade,
        rations: own.rations,
        eats: needs,
        country: match it.forages(part) {
            true => forages(stripped.first().copied().unwrap_or(it.game.weeks), tables).saturating_sub(own.foraged),
            false => 0,
        },
        weeks_left: lasts,
        half: kept.half,
        park: if part == SiegePart::Garrison { Park::default() } else { it.game.parks[side] },
    };
    // What comes after the last of its stores is no help to it.
    let mut ahead = stripped.iter().take(stores.len() + 1).enumerate();
    let harvest = ahead.find(|(at, weeks)| **weeks == 0 && (*at > 0 || it.game.weeks > 0)).map(|(at, _)| at);
    let mut supply_why = country_why(db, it, part, harvest)?;
    let this_turn = eats_this_turn(&own, it.game.day, tables);
    if this_turn != needs {
        let parts = parts_of_a_turn(needs.into(), this_turn.into());
        supply_why += &format!(" At the end of this siege turn it eats {this_turn}: {} (SG-2.2).", listed(&parts));
    }
    Ok(HostShown { figures, stores, this_turn, supply_why, conduct: kept.conduct, orders: kept.orders.clone() })
}

/// The siege turns for which the country will have been eaten of at the end of each siege turn ahead: the harvest restores it,
/// with the campaign's week in which it comes in (SG-2.2, CP-7.2).
fn stripped_ahead(db: &Db, it: &Raised) -> Result<Vec<u32>> {
    let turn = it.game.tables.house().siege_days.max(1);
    let harvests = harvests(db, it.siege.begun, it.siege.days, turn)?;
    let (mut day, mut stripped) = (it.siege.days, it.game.weeks);
    let mut ahead = Vec::new();
    for _ in 0..MOST_TURNS_AHEAD {
        let ends = day - day % turn + turn;
        if harvests.iter().any(|harvest| (day..ends).contains(harvest)) {
            stripped = 0;
        }
        ahead.push(stripped);
        stripped += 1;
        day = ends;
    }
    Ok(ahead)
}

/// The days of a siege, from one of them on, at the end of which the harvest comes in and restores the country (CP-7.2): those on
/// which a week of the field ends, which are counted from the campaign’s first day.
pub(super) fn harvests(db: &Db, begun: Day, from: u32, turn: u32) -> Result<Vec<u32>> {
    let (about, numbers) = (db.about()?, numbers::of(db)?);
    let comes_in = |day: Day| {
        let ends_a_week = (day - about.first_day) % numbers.week_days as i32 == 0;
        day > about.day && ends_a_week && numbers.harvested_in_week(day)
    };
    let ahead = from..from + MOST_TURNS_AHEAD as u32 * turn;
    Ok(ahead.filter(|day| comes_in(begun + *day as i32)).collect())
}

/// Why the country gives a host so many rations this siege turn, and after how many more the harvest restores it.
fn country_why(db: &Db, it: &Raised, part: SiegePart, harvest: Option<usize>) -> Result<String> {
    let country = it.game.tables.country;
    if !it.forages(part) {
        return Ok("Who is shut in gets nothing of the country.".to_owned());
    }
    let sieges = db.sieges_at(it.stronghold.place)?.len();
    let each = if sieges > 1 { format!(" to each of {sieges} sieges") } else { String::new() };
    let first = match it.game.weeks {
        0 => format!("The country gives {}{each} this week", country.feeds),
        weeks => {
            let now = forages(weeks, &it.game.tables);
            format!("The country gives {now}{each} this week, {} in the first", country.feeds)
        }
    };
    let then = match country.falls_to_one_in {
        1 => "as much".to_owned(),
        2 => "half".to_owned(),
        one_in => format!("one in {one_in}"),
    };
    let restored = match harvest {
        None => String::new(),
        Some(0) => "; the harvest restores it this week (CP-7.2)".to_owned(),
        Some(weeks) => format!("; the harvest restores it in week {} from now (CP-7.2)", weeks + 1),
    };
    Ok(format!("{first}, and {then} in each after{restored}."))
}
