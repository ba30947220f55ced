//! The levy (CP-7.3): a place's share of its people, once a season.

use super::{Comer, Prospect, Recruits, for_good, may_join_there, may_raise_in, new_army, nothing, tables, take_in};
use crate::app::naming;
use crate::campaign::ids::{FormationId, PlaceId, SideId};
use crate::campaign::people::Tenure;
use crate::campaign::places::Place;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment::{self, YEAR};
use crate::rules::explain::{Explained, Part};
use crate::store::{Db, Store};
use serde_json::json;

/// A levy as it would be raised: its side, and of each place how many men.
struct Levy {
    side: SideId,
    places: Vec<(Place, u32)>,
    may: Explained<i64>,
}

fn plan(db: &Db, places: &[PlaceId], men: Option<u32>, army: Option<FormationId>) -> Result<Levy> {
    let tables = tables(db)?;
    let today = db.day()?;
    let (side, all) = super::side_of(db, places)?;
    let mut left = men;
    let mut chosen = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for place in all {
        may_raise_in(db, side, &place)?;
        if let Some(army) = army {
            may_join_there(db, side, &db.formation(army)?, &place)?;
        }
        let share = recruitment::levy_share(&place, today, &tables);
        let most = u32::try_from(share.value).unwrap_or(0);
        let take = left.map_or(most, |left| left.min(most));
        left = left.map(|left| left - take);
        parts.extend(share.parts);
        if let Some(first) = parts.first_mut() {
            first.how = crate::rules::explain::How::Base;
        }
        if take > 0 {
            chosen.push((place, take));
        }
    }
    for part in parts.iter_mut().skip(1) {
        part.how = crate::rules::explain::How::Plus;
    }
    let may = Explained::of(parts);
    if men == Some(0) {
        return Err(Problem::bad_input("A levy is of one man or more.").hint("Name how many, or leave it out for all."));
    }
    if chosen.is_empty() || left.is_some_and(|left| left > 0) {
        let asked = men.map_or(String::new(), |men| format!(" and {men} are asked"));
        return Err(Problem::refused(
            format!("{} men may still be levied there this season{asked} (CP-7.3).", may.value),
            match may.value {
                0 => "Wait until the season is over, or choose another place; a bare crossing has nobody.",
                _ => "Ask for fewer, or add another place.",
            },
        ));
    }
    Ok(Levy { side, places: chosen, may })
}

fn prospect(db: &Db, levy: &Levy) -> Result<Prospect> {
    let tables = tables(db)?;
    let men: Vec<_> = levy.places.iter().flat_map(|(_, men)| recruitment::levied_men(*men, &tables)).collect();
    super::prospect(db, levy.side, &men, YEAR, nothing(), Some(levy.may.clone()))
}

/// What a levy of some places would bring and cost: their whole share, or so many men of it, the first places first.
pub fn levying(db: &Db, places: &[PlaceId], men: Option<u32>, army: Option<FormationId>) -> Result<Prospect> {
    prospect(db, &plan(db, places, men, army)?)
}

/// Levies men of some places (CP-7.3). Those of each gather there as a new army, or join one that stands there.
pub fn levy(store: &mut Store, places: &[PlaceId], men: Option<u32>, army: Option<FormationId>) -> Result<Recruits> {
    store.act("levy", &json!({ "places": places, "men": men, "army": army }), |act| {
        let levy = plan(act, places, men, army)?;
        let prospect = prospect(act, &levy)?;
        let (tables, today) = (tables(act)?, act.day()?);
        let mut namer = naming::newcomers(act, levy.side, None)?;
        let (mut raised, mut armies, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for (place, take) in &levy.places {
            let name = format!("Levy of {}", place.name);
            let force = match army {
                Some(army) => super::first_force(act, army)?,
                None => new_army(act, levy.side, place.id, &name)?,
            };
            let service = for_good(Tenure::Levied, Some(place.id));
            let comers = recruitment::levied_men(*take, &tables).into_iter();
            let comers = comers.map(|profile| Comer { profile, service }).collect();
            raised.extend(take_in(act, force, &name, comers, &mut namer)?);
            let season = recruitment::season_of(place, today, &tables);
            let before = if season.is_some() { place.levied } else { 0 };
            act.set_levied(place.id, before + take, season.unwrap_or(today))?;
            armies.push(act.formation(act.formation(force)?.army)?.name);
            names.push(place.name.clone());
        }
        armies.dedup();
        let sentence =
            format!("{} levied of {}: {}.", super::men_in_words(raised.len()), names.join(", "), armies.join(", "));
        Ok((Recruits { men: raised, army: armies.join(", "), prospect }, sentence))
    })
}
