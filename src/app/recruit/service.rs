//! Service for a number of days (CP-5): knights summoned for their fiefs or paying scutage instead, and what becomes of
//! men whose days end.

use super::{Comer, Prospect, Recruits, by_army, may_join_there, may_raise_in, new_army, nothing, tables, take_in};
use crate::app::{naming, release};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState, Service, Tenure};
use crate::campaign::places::Place;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment::{self, YEAR};
use crate::campaign::week;
use crate::rules::explain::{Explained, How, Part};
use crate::rules::figure::Profile;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Knights owed by some places, and how many of each are taken.
struct Summons {
    side: SideId,
    places: Vec<(Place, u32)>,
    may: Explained<i64>,
}

fn plan(db: &Db, places: &[PlaceId], knights: Option<u32>) -> Result<Summons> {
    let (tables, today) = (tables(db)?, db.day()?);
    let (side, all) = super::side_of(db, places)?;
    let mut left = knights;
    let (mut chosen, mut parts) = (Vec::new(), Vec::<Part>::new());
    for place in all {
        may_raise_in(db, side, &place)?;
        let away = db.knights_of_fiefs(place.id)?;
        let away = away.iter().filter(|man| man.state != PersonState::Left && man.side == side).count();
        let owed = recruitment::knights_owed(&place, away as u32, today, &tables);
        let most = u32::try_from(owed.value).unwrap_or(0);
        let take = left.map_or(most, |left| left.min(most));
        left = left.map(|left| left - take);
        parts.extend(owed.parts);
        if take > 0 {
            chosen.push((place, take));
        }
    }
    for part in parts.iter_mut().skip(1) {
        part.how = How::Plus;
    }
    let may = Explained::of(parts);
    if chosen.is_empty() || left.is_some_and(|left| left > 0) {
        let asked = knights.map_or(String::new(), |knights| format!(" and {knights} are asked"));
        return Err(Problem::refused(
            format!("The fiefs there owe {} knights now{asked} (CP-5).", may.value),
            match may.value {
                0 => "Each fief owes one knight a year; wait for its next year, or choose a place with fiefs.",
                _ => "Ask for fewer, or add another place.",
            },
        ));
    }
    Ok(Summons { side, places: chosen, may })
}

fn prospect(db: &Db, summons: &Summons) -> Result<Prospect> {
    let tables = tables(db)?;
    let count: u32 = summons.places.iter().map(|(_, knights)| knights).sum();
    let men = vec![recruitment::knight_of_a_fief(); count as usize];
    let paid = match tables.kept_after_service {
        0 => 0,
        _ => (YEAR - tables.feudal_service_days).max(0),
    };
    super::prospect(db, summons.side, &men, paid, nothing(), Some(summons.may.clone()))
}

/// What a summons would bring: every knight owed by the fiefs of some places, or so many of them. They are not paid while
/// their days last; the year counts their pay after them only where the house keeps them.
pub fn summoning(db: &Db, places: &[PlaceId], knights: Option<u32>, army: Option<FormationId>) -> Result<Prospect> {
    let summons = plan(db, places, knights)?;
    if let Some(army) = army {
        for (place, _) in &summons.places {
            may_join_there(db, summons.side, &db.formation(army)?, place)?;
        }
    }
    prospect(db, &summons)
}

/// Counts knights of a place's fiefs as sent or paid for.
fn count_summoned(act: &Act, place: &Place, knights: u32) -> Result<()> {
    let (tables, today) = (tables(act)?, act.day()?);
    let year = recruitment::summons_of(place, today, &tables);
    let before = if year.is_some() { place.summoned } else { 0 };
    act.set_summoned(place.id, before + knights, year.unwrap_or(today))
}

/// Summons the knights that fiefs of some places owe, for forty days (CP-5). Those who served before come again.
pub fn summon(
    store: &mut Store,
    places: &[PlaceId],
    knights: Option<u32>,
    army: Option<FormationId>,
) -> Result<Recruits> {
    store.act("feudal service", &json!({ "places": places, "knights": knights, "army": army }), |act| {
        let prospect = summoning(act, places, knights, army)?;
        let summons = plan(act, places, knights)?;
        // The day of the summons is the first of them.
        let until = act.day()? + (tables(act)?.feudal_service_days as i32 - 1).max(0);
        let mut namer = naming::newcomers(act, summons.side, None)?;
        let (mut raised, mut armies, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for (place, take) in &summons.places {
            let force = match army {
                Some(army) => super::first_force(act, army)?,
                None => new_army(act, summons.side, place.id, &format!("Service of {}", place.name))?,
            };
            let service = Service { tenure: Tenure::Fief, home: Some(place.id), serves_until: Some(until) };
            let known = act.knights_of_fiefs(place.id)?.into_iter();
            let known = known.filter(|man| man.state == PersonState::Left && man.side == summons.side);
            let again: Vec<PersonId> = known.take(*take as usize).map(|man| man.id).collect();
            for man in &again {
                act.set_state(*man, PersonState::Fit)?;
                act.set_service(*man, service)?;
                act.set_paid_from(*man, None)?;
                act.set_formation(*man, Some(force))?;
            }
            let new = *take as usize - again.len();
            let comers = (0..new).map(|_| Comer { profile: recruitment::knight_of_a_fief(), service }).collect();
            raised.extend(again);
            raised.extend(take_in(act, force, "", comers, &mut namer)?);
            count_summoned(act, place, *take)?;
            armies.push(act.formation(act.formation(force)?.army)?.name);
            names.push(place.name.clone());
        }
        armies.dedup();
        let sentence = format!(
            "{} of the fiefs of {} came for their service, to {}.",
            if raised.len() == 1 { "One knight".to_owned() } else { format!("{} knights", raised.len()) },
            names.join(", "),
            until.long()
        );
        Ok((Recruits { men: raised, army: armies.join(", "), prospect }, sentence))
    })
}

/// What scutage would bring in place of the knights that fiefs of some places owe, or of so many of them.
pub fn scutage(db: &Db, places: &[PlaceId], knights: Option<u32>) -> Result<Prospect> {
    let summons = plan(db, places, knights)?;
    let count: u32 = summons.places.iter().map(|(_, knights)| knights).sum();
    let due = recruitment::scutage(count, &tables(db)?);
    let taken: Vec<Part> = due.parts.into_iter().map(|part| Part { value: -part.value, ..part }).collect();
    let mut prospect = super::prospect(db, summons.side, &[], 0, Explained::of(taken), Some(summons.may))?;
    prospect.men = vec![(if count == 1 { "knight who pays" } else { "knights who pay" }.to_owned(), count.into())];
    Ok(prospect)
}

/// Takes scutage in place of knights (CP-5): it comes from the holders of the fiefs, outside the ledger.
pub fn pay_scutage(store: &mut Store, places: &[PlaceId], knights: Option<u32>) -> Result<Recruits> {
    store.act("scutage", &json!({ "places": places, "knights": knights }), |act| {
        let prospect = scutage(act, places, knights)?;
        let summons = plan(act, places, knights)?;
        let (world, treasury) = (act.world()?, act.side_account(summons.side)?);
        let each = tables(act)?.scutage;
        let (mut count, mut names) = (0, Vec::new());
        for (place, take) in &summons.places {
            let what = format!("scutage of {take} of the fiefs of {}", place.name);
            act.pay(world, treasury, each * i64::from(*take), &what, "CP-5")?;
            count_summoned(act, place, *take)?;
            count += take;
            names.push(place.name.clone());
        }
        let knights = if count == 1 { "one knight".to_owned() } else { format!("{count} knights") };
        let sentence =
            format!("{} of scutage was taken in for {knights} of {}.", each * i64::from(count), names.join(", "));
        Ok((Recruits { men: Vec::new(), army: String::new(), prospect }, sentence))
    })
}

/// Men of an army whose service ends on one day.
#[derive(Clone, Debug, Serialize)]
pub struct ServiceEnding {
    pub army: FormationId,
    pub name: String,
    /// The last day they owe.
    pub until: Day,
    /// Who.
    pub men: Vec<PersonId>,
}

/// Every end of service to come, by army and day, the first day first.
pub fn endings(db: &Db) -> Result<Vec<ServiceEnding>> {
    let mut all: BTreeMap<(Day, FormationId), ServiceEnding> = BTreeMap::new();
    for (army, men) in by_army(db, db.who_serve_for_days()?)? {
        let name = db.formation(army)?.name;
        for man in men {
            let Some(until) = man.service.serves_until else { continue };
            let ending = all.entry((until, army)).or_insert_with(|| ServiceEnding {
                army,
                name: name.clone(),
                until,
                men: Vec::new(),
            });
            ending.men.push(man.id);
        }
    }
    Ok(all.into_values().collect())
}

/// Of some men those who serve for a number of days, and the side of each army they are in.
fn who_may_be_kept(db: &Db, men: &[PersonId], until: Option<Day>) -> Result<Vec<Person>> {
    if let Some(until) = until
        && until < db.day()?
    {
        return Err(Problem::bad_input(format!("{} is past.", until.long())).hint("Name a day from today on."));
    }
    let all: Vec<Person> = men.iter().map(|man| db.person(*man)).collect::<Result<_>>()?;
    let kept: Vec<Person> =
        all.into_iter().filter(|man| man.service.serves_until.is_some() && man.state.serves()).collect();
    if let (Some(until), Some(man)) = (until, kept.iter().find(|man| man.service.serves_until > until)) {
        let served = man.service.serves_until.map_or(String::new(), |served| served.long());
        return Err(Problem::refused(
            format!("{} serves to {served} as it is, and is not kept to {}.", man.styled(), until.long()),
            "Name a later day, or leave those out whose time is longer.",
        ));
    }
    match kept.is_empty() {
        true => Err(Problem::refused(
            "None of them serves for a number of days.",
            "Choose men summoned for their fiefs, or hired for a time.",
        )),
        false => Ok(kept),
    }
}

/// The first day of a man's pay if he is kept: today, or the day after the last that he owes for his fief.
fn paid_from(man: &Person, today: Day) -> Day {
    match (man.service.tenure, man.service.serves_until) {
        (Tenure::Fief, Some(until)) if until >= today => until + 1,
        _ => today,
    }
}

/// What keeping men would cost: their pay, of a knight from the day after those he owes for his fief.
pub fn keeping(db: &Db, men: &[PersonId], until: Option<Day>) -> Result<Prospect> {
    let (men, today) = (who_may_be_kept(db, men, until)?, db.day()?);
    let tables = tables(db)?;
    let end = until.map_or(today + YEAR as i32, |until| until.min(today + YEAR as i32));
    // Those alike whose pay begins on one day stand in one part.
    let mut kinds: Vec<(Profile, i64, i64)> = Vec::new();
    for man in &men {
        let days = i64::from(end - paid_from(man, today)).max(0);
        match kinds.iter_mut().find(|(profile, of, _)| (profile, *of) == (&man.profile, days)) {
            Some((.., count)) => *count += 1,
            None => kinds.push((man.profile.clone(), days, 1)),
        }
    }
    let of = |profile: &Profile, count: i64| recruitment::called(count, profile.class, profile.grade);
    let year: Vec<_> = kinds
        .iter()
        .map(|(profile, days, count)| (*count, of(profile, *count), week::pay_of(profile, &tables), *days))
        .collect();
    let side = men[0].side;
    let profiles: Vec<Profile> = men.iter().map(|man| man.profile.clone()).collect();
    let whole = super::prospect(db, side, &profiles, 0, nothing(), None)?;
    Ok(Prospect { year: recruitment::year(&nothing(), &year), ..whole })
}

/// Keeps men whose service is for a number of days: for pay, to a day or for as long as they are wanted (CP-5). A knight
/// first serves the days out that he owes for his fief.
pub fn keep(store: &mut Store, men: &[PersonId], until: Option<Day>) -> Result<()> {
    store.act("keep in service", &json!({ "men": men, "until": until }), |act| {
        let (kept, today) = (who_may_be_kept(act, men, until)?, act.day()?);
        let prospect = keeping(act, men, until)?;
        for man in &kept {
            // A knight kept past his days serves for pay, and no more for his fief.
            let tenure = match (man.service.tenure, until) {
                (Tenure::Fief, Some(_)) => Tenure::Hired,
                (tenure, _) => tenure,
            };
            let from = Some(paid_from(man, today)).filter(|from| *from > today);
            act.set_service(man.id, Service { tenure, serves_until: until, ..man.service })?;
            act.set_paid_from(man.id, from.or(man.paid_from))?;
        }
        let how = until.map_or("for as long as they are wanted".to_owned(), |until| format!("to {}", until.long()));
        let pay = Pence(prospect.week.value);
        Ok(((), format!("{} kept in service {how}, for {pay} a week.", super::men_in_words(kept.len()))))
    })
}

/// Lets men go before their time or at its end, many at once (CP-5).
pub fn dismiss(store: &mut Store, men: &[PersonId]) -> Result<()> {
    store.act("dismiss", &json!({ "men": men }), |act| {
        let (mut gone, mut armies) = (0, BTreeSet::new());
        for man in men {
            let man = act.person(*man)?;
            if !man.state.serves() {
                return Err(Problem::refused(
                    format!("{} is {}, and cannot be let go.", man.styled(), man.state),
                    "Choose men who serve.",
                ));
            }
            if let Some(formation) = man.formation {
                armies.insert(act.formation(formation)?.army);
            }
            release::leaves(act, man.id, PersonState::Left)?;
            gone += 1;
        }
        if gone == 0 {
            return Err(Problem::refused("Nobody is chosen to be let go.", "Choose one man or more."));
        }
        release::led_by_nobody(act)?;
        for army in armies {
            act.disband_if_empty(army)?;
        }
        Ok(((), format!("{} let go.", super::men_in_words(gone))))
    })
}
