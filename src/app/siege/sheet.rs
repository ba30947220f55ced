//! The siege sheet (CP-6.2): a siege filled from the campaign, to be carried on at a table.

use super::raise::raise;
use super::show::{put_off_in_words, relief_in_words, show, waiting_in_words};
use super::terms;
use crate::app::letterhead::{banner, foot};
use crate::campaign::ids::SiegeId;
use crate::campaign::problem::Result;
use crate::campaign::siege::OfferState;
use crate::print::{Document, SiegeSheet};
use crate::store::Db;

/// A siege's sheet as it stands.
pub fn sheet(db: &Db, siege: SiegeId) -> Result<Document> {
    let it = raise(db, siege)?;
    let shown = show(db, siege)?;
    let walls = &it.game.tables.walls;
    let mut under_way = Vec::new();
    if let Some((end, day)) = shown.ended {
        under_way.push(format!("It is over: {end} on {}.", day.long()));
    }
    if shown.shut_in {
        under_way.push("The besiegers are shut in what they hold (SG-4.3).".to_owned());
    }
    let days = |left: u8| if left == 1 { "1 day".to_owned() } else { format!("{left} days") };
    if let Some((gear, left)) = &shown.building {
        under_way.push(format!("{} build: {gear}, ready in {}.", super::show::who_builds(&shown), days(*left)));
    }
    if let Some((at, left)) = &shown.mine {
        under_way.push(format!("A mine goes to {at}, there in {}.", days(*left)));
    }
    let waits = waiting_in_words(db, &shown)?;
    if !waits.is_empty() {
        under_way.push(format!("To be decided: {}.", waits.join("; ")));
    }
    if let Some(put_off) = put_off_in_words(&shown) {
        under_way.push(format!("{put_off}."));
    }
    if let Some(relief) = relief_in_words(&shown).filter(|_| shown.ended.is_none()) {
        under_way.push(format!("Relief: {relief} (SG-4)."));
    }
    if let Some(day) = shown.respite {
        under_way.push(format!("The place is given up on {} unless relieved (SG-3.3).", day.long()));
    }
    for offer in shown.offers.iter().filter(|offer| offer.state == OfferState::Open) {
        under_way.push(format!(
            "Offered by the {}: {}.",
            offer.by,
            terms::in_words_naming(&offer.terms(), &terms::hostages_named(db, offer.id)?)
        ));
    }
    Ok(Document::SiegeSheet(SiegeSheet {
        foot: foot(db)?,
        besieger: banner(db, it.siege.besieger)?,
        holder: shown.holder,
        stronghold: shown.stronghold,
        kind: shown.kind,
        begun: shown.begun,
        days: shown.days,
        today: it.today(db)?,
        week: it.game.tables.house().siege_days.max(1),
        over: shown.ended.is_some(),
        under_way,
        hosts: shown.hosts.into_iter().map(|host| host.figures).collect(),
        moat: it.game.moat,
        lines: shown.lines,
        won: shown.won,
        outer_lost: shown.outer_lost,
        demolished: (walls.outer, walls.inner),
        progress: shown.progress,
        surrender: shown.surrender.into_iter().map(|part| (part.what.to_string(), part.value)).collect(),
        no_test: shown.no_test.map(str::to_owned),
        shut_in: shown.shut_in,
        tables: it.game.tables.clone(),
        story: shown.story.into_iter().map(|line| (line.day, line.text, line.clause)).collect(),
    }))
}
