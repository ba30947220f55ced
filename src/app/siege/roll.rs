//! What waits in a siege before it is resolved by its roll (SG-1.3, SG-1.4, SG-1.6): the odds, what bears on them, and what it
//! costs at the least and the most.

use super::assault::{attacks, raised, sally_of};
use super::show::Chance;
use crate::campaign::problem::Result;
use crate::campaign::war::{Contact, ContactKind};
use crate::rules::explain::{Part as Reason, listed};
use crate::rules::figure::{BySide, Side};
use crate::rules::odds::Odds;
use crate::rules::siege::{Event, Siege};
use crate::store::Db;
use serde::Serialize;
use std::ops::RangeInclusive;

/// What the roll for something that waits would come to.
#[derive(Clone, Debug, Serialize)]
pub struct WaitingOdds {
    /// What those who do it are after, such as `the line is won`.
    pub aim: &'static str,
    /// How likely that is, exactly.
    pub chance: Chance,
    /// What is added to 1d10, or the points that batter.
    #[serde(skip)]
    pub parts: Vec<Reason>,
    /// Men lost of the besiegers and the garrison, or a relief with it, at the least and the most.
    #[serde(skip)]
    pub lost: BySide<RangeInclusive<u32>>,
    /// How likely it is that points of the engines that batter are lost (SG-1.4).
    pub engines_lost: Chance,
    /// Whose men they are.
    #[serde(skip)]
    pub whose: BySide<&'static str>,
    /// Who has a part in it, as it stands in a sentence.
    #[serde(skip)]
    pub all: &'static str,
}

/// The odds of the roll for an assault, a bombardment or a sortie that waits; none for what is fought in the field.
pub fn roll_odds(db: &Db, contact: &Contact) -> Result<Option<WaitingOdds>> {
    let Some(siege) = contact.siege.filter(|_| contact.kind != ContactKind::Field) else { return Ok(None) };
    let (it, _) = raised(db, contact, siege)?;
    let by = attacks(&it, contact);
    let mut parts: Vec<Reason> = Vec::new();
    let outcomes = Odds::of(|dice| {
        let mut game: Siege = it.game.clone();
        let mut events: Vec<Event> = Vec::new();
        match contact.kind {
            ContactKind::Assault => game.assault(by, dice, &mut events),
            ContactKind::Bombardment => game.bombard(by, dice, &mut events),
            kind => game.sally(sally_of(kind), dice, &mut events),
        }
        let mut outcome = (false, false, [0, 0]);
        let points = |game: &Siege| game.parks[by].points_to_lose(&game.tables);
        let had = points(&game);
        for event in events {
            let (done, lost, bears) = match event {
                Event::Assaulted { taken, lost, parts, .. } => (taken, lost, parts),
                Event::Sallied { reached, lost, parts, .. } => (reached, lost, parts),
                Event::Battered { result, parts, .. } => (result.damage > 0, BySide::default(), parts),
                _ => continue,
            };
            parts = bears;
            // What a sortie burns is its aim.
            let engines = contact.kind == ContactKind::Bombardment && points(&game) < had;
            outcome = (done, engines, [lost.attacker.all(), lost.defender.all()]);
        }
        outcome
    });
    let Ok(outcomes) = outcomes else { return Ok(None) };
    let lost = |side: usize| {
        let all = || outcomes.cases.keys().map(|(.., lost)| lost[side]);
        all().min().unwrap_or(0)..=all().max().unwrap_or(0)
    };
    let lost = BySide { attacker: lost(0), defender: lost(1) };
    let of = |holds: fn(&(bool, bool, [u32; 2])) -> bool| {
        let mut odds = Odds { cases: Default::default(), whole: outcomes.whole };
        for (outcome, cases) in &outcomes.cases {
            *odds.cases.entry(holds(outcome)).or_insert(0) += *cases;
        }
        Chance::of(Ok::<_, ()>(odds), &true)
    };
    let after = match (contact.kind, by) {
        (ContactKind::Assault, Side::Attacker) => "the line is won",
        (ContactKind::Assault, Side::Defender) => "the line is won back",
        (ContactKind::Bombardment, _) => "a damage is done",
        (ContactKind::SortieCamp, _) => "they come through to the camp",
        _ => "they come through to the engines",
    };
    // The citadel is held by its garrison alone, and outside the relief is met (SG-4.3).
    let (all, attacker, defender) = match (it.siege.shut_in, by, contact.kind) {
        (false, ..) => ("the whole of both hosts has its part", "the besiegers", "those within"),
        (true, Side::Defender, _) => {
            ("those shut in, the garrison and the relief all have their part", "those shut in", "garrison and relief")
        }
        (true, Side::Attacker, ContactKind::Assault) => (
            "those shut in and the whole garrison have their part, and the relief has none",
            "those shut in",
            "the garrison",
        ),
        (true, Side::Attacker, _) => (
            "those shut in and the whole relief have their part, and the garrison has none",
            "those shut in",
            "the relief",
        ),
    };
    let whose = BySide { attacker, defender };
    let (chance, engines_lost) = (of(|(done, ..)| *done), of(|(_, engines, _)| *engines));
    Ok(Some(WaitingOdds { aim: after, chance, engines_lost, parts, lost, whose, all }))
}

impl WaitingOdds {
    /// In words that follow what waits.
    pub fn in_words(&self) -> String {
        let parts = if self.parts.is_empty() { String::new() } else { format!("; {}", listed(&self.parts)) };
        let men = |lost: &RangeInclusive<u32>| match (lost.start(), lost.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let lost = match (self.lost.attacker.end(), self.lost.defender.end()) {
            (0, 0) => String::new(),
            _ => format!(
                "; it costs {} {} men, {} {}",
                self.whose.attacker,
                men(&self.lost.attacker),
                self.whose.defender,
                men(&self.lost.defender)
            ),
        };
        let engines = match self.engines_lost.percent > 0.0 {
            true => format!(", points of engines are lost in {:.0}", self.engines_lost.percent),
            false => String::new(),
        };
        format!(
            "by its roll, in which {}, {} in {:.0} of 100 ({}){engines}{parts}{lost}",
            self.all, self.aim, self.chance.percent, self.chance.exact
        )
    }
}
