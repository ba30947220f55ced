//! What each side of a siege could do with its part of a day, and why not where it could not (SG-1.3); and who would have the
//! initiative for it (SG-1.2).

use super::raise::{Raised, raise};
use super::show::Chance;
use crate::campaign::ids::SiegeId;
use crate::campaign::problem::Result;
use crate::campaign::siege::SiegePart;
use crate::rules::dice::Seeded;
use crate::rules::explain::{Part as Reason, listed};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Choices, Game, NullSink};
use crate::rules::odds::Odds;
use crate::rules::siege::{
    Action, At, Decision, Illegal, Sally, Stage, initiative_parts, roll_battering, roll_initiative,
};
use crate::store::Db;
use serde::Serialize;

/// A sort of thing a side could do with its part of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DayDeed {
    /// What it is, such as `batter`.
    pub what: String,
    /// What of it could be done, such as how many stretches; empty where there is nothing to choose.
    pub among: String,
    /// Why not; nothing if it may.
    pub why_not: Option<String>,
}

/// Who would have the initiative of the coming day.
#[derive(Clone, Debug, Serialize)]
pub struct DayInitiative {
    /// The part that holds it without a roll (SG-4.2).
    pub given: Option<SiegePart>,
    /// What each side adds to its 1d10.
    #[serde(skip)]
    pub parts: BySide<Vec<Reason>>,
    /// The odds that it falls to those who besiege as things stand, who win ties.
    pub besiegers: Chance,
    /// Who besieges as things stand (SG-4.3).
    pub besieges: SiegePart,
}

/// Who would have the initiative of the coming day of a siege, by the grades of the commanders there.
pub(super) fn initiative(it: &Raised) -> DayInitiative {
    let (game, tables) = (&it.game, &it.game.tables);
    let (grades, besiegers) = (game.grades(), game.besiegers());
    let odds = Odds::of(|dice| roll_initiative(grades, besiegers, tables, dice).1);
    let parts = |side: Side| {
        let mut parts: Vec<Reason> = Vec::new();
        initiative_parts(grades[side], tables, &mut parts);
        // Of garrison and relief the better commander's grade counts (SG-4.3).
        if side == Side::Defender && grades.defender != game.hosts.defender.grade {
            parts.iter_mut().for_each(|part| part.what = "the relief commander's grade".into());
        }
        parts
    };
    DayInitiative {
        given: game.given.map(SiegePart::of),
        parts: BySide { attacker: parts(Side::Attacker), defender: parts(Side::Defender) },
        besiegers: Chance::of(odds, &besiegers),
        besieges: SiegePart::of(besiegers),
    }
}

/// What a side could do today if the initiative were its own, each with why it cannot where it cannot (SG-1.3): what is
/// decided over walls that stand whole and out of reach is left out.
pub fn choices(db: &Db, siege: SiegeId, part: SiegePart) -> Result<Vec<(Action, Option<String>)>> {
    let known = of_side(&raise(db, siege)?, part.side()).into_iter();
    let by_hand = known.filter(|(action, _)| !matches!(action, Action::Treat(_)));
    Ok(by_hand.map(|(action, why)| (action, why.map(|why| why.to_string()))).collect())
}

/// What is decided of a day, and why not: what the other side alone does is no choice of this one.
fn of_side(it: &Raised, side: Side) -> Vec<(Action, Option<Illegal>)> {
    let mut ahead = it.game.clone();
    (ahead.given, ahead.respite) = (Some(side), None);
    ahead.dawn(&mut Seeded::new(0), &mut NullSink);
    if !matches!(ahead.stage(), Stage::Act(_)) {
        return Vec::new();
    }
    let Choices::Some(known) = ahead.choices(side) else { return Vec::new() };
    known
        .into_iter()
        .filter_map(|(decision, allowed)| match decision {
            Decision::Act(action) => Some((action, allowed.err())),
            _ => None,
        })
        .filter(|(_, why)| !matches!(why, Some(Illegal::BesiegersOnly | Illegal::BesiegedOnly)))
        .collect()
}

/// The sorts of things a side could do today, each once, those it may do first.
pub(super) fn deeds(it: &Raised, side: Side) -> Vec<DayDeed> {
    type OfSort = Vec<(Action, Option<Illegal>)>;
    let mut sorts: Vec<(String, OfSort)> = Vec::new();
    for (action, why_not) in of_side(it, side) {
        let sort = sort_of(side, &action);
        match sorts.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, all)) => all.push((action, why_not)),
            None => sorts.push((sort, vec![(action, why_not)])),
        }
    }
    let mut deeds: Vec<DayDeed> = sorts
        .into_iter()
        .map(|(what, all)| {
            let may: Vec<&Action> = all.iter().filter(|(_, why)| why.is_none()).map(|(action, _)| action).collect();
            let why_not = match may.is_empty() {
                true => all.first().and_then(|(_, why)| *why).map(|why| why.to_string()),
                false => None,
            };
            let among = match (battering(it, side, &may), among(&may)) {
                (Some(points), among) => format!("{points}: {among}"),
                (None, among) => among,
            };
            DayDeed { what, among, why_not }
        })
        .collect();
    deeds.sort_by_key(|deed| deed.why_not.is_some());
    deeds
}

/// The most battering points against any of the stretches that may be battered, and the odds of a damage by them (SG-1.4).
fn battering(it: &Raised, side: Side, may: &[&Action]) -> Option<String> {
    let stretches = may.iter().filter_map(|action| match action {
        Action::Batter(at) => Some((it.game.battering_points(side, *at), *at)),
        _ => None,
    });
    let (points, at) = stretches.max_by_key(|(points, _)| *points)?;
    let mut parts: Vec<Reason> = Vec::new();
    it.game.battering_made_of(side, at, &mut parts);
    let odds = Odds::of(|dice| roll_battering(points, &it.game.tables, dice).damage > 0).ok()?;
    let to_lose = it.game.parks[side].points_to_lose(&it.game.tables);
    let lost = Odds::of(|dice| roll_battering(points, &it.game.tables, dice).lost.min(to_lose) > 0).ok()?;
    let s = if points == 1 { "" } else { "s" };
    let lost = match lost.chance(&true) * 100.0 {
        lost if lost > 0.0 => format!(", points of engines lost in {lost:.0}"),
        _ => String::new(),
    };
    let parts = listed(&parts);
    Some(format!("{points} point{s} ({parts}), a damage in {:.0} of 100{lost}", odds.chance(&true) * 100.0))
}

/// The sort of a thing: all stretches, parties and terms are of one.
fn sort_of(side: Side, action: &Action) -> String {
    match action {
        Action::Batter(_) => "batter".to_owned(),
        Action::Mine(_) => "mine".to_owned(),
        Action::Repair(_) => "repair".to_owned(),
        Action::Forage(_) => "forage by night".to_owned(),
        other => in_words(side, other),
    }
}

/// What may be chosen of a sort: stretches by their lines, or men.
fn among(may: &[&Action]) -> String {
    let mut lines: Vec<(u8, u32)> = Vec::new();
    let mut most = 0;
    for action in may {
        match action {
            Action::Batter(at) | Action::Mine(at) | Action::Repair(at) => match lines.last_mut() {
                Some((line, many)) if *line == at.line => *many += 1,
                _ => lines.push((at.line, 1)),
            },
            Action::Forage(men) => most = most.max(*men),
            _ => {}
        }
    }
    if most > 0 {
        return format!("up to {most} men");
    }
    let told = lines.iter().map(|(line, many)| match many {
        1 => format!("a stretch of line {}", line + 1),
        many => format!("{many} stretches of line {}", line + 1),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What a side does with its part of a day, as it is chosen. What goes away from besiegers who are shut in is the relief
/// (SG-4.3).
pub fn in_words(side: Side, action: &Action) -> String {
    let stretch = |at: &At| format!("stretch {} of line {}", at.stretch + 1, at.line + 1);
    match action {
        Action::Assault => "assault".to_owned(),
        Action::Batter(at) => format!("batter {}", stretch(at)),
        Action::Bombard => "bombard the place".to_owned(),
        Action::Mine(at) => format!("mine {}", stretch(at)),
        Action::FillMoat => "fill the moat".to_owned(),
        Action::Build(gear) => format!("build: {gear}"),
        Action::Rest => "rest".to_owned(),
        Action::Withdraw if side == Side::Defender => "have the relief go away".to_owned(),
        Action::Withdraw => "lift the siege".to_owned(),
        Action::Sortie(Sally::Engines) => "sally against the engines".to_owned(),
        Action::Sortie(Sally::Camp) => "sally against the camp".to_owned(),
        Action::Repair(at) => format!("repair {}", stretch(at)),
        Action::Forage(1) => "forage by night with 1 man".to_owned(),
        Action::Forage(men) => format!("forage by night with {men} men"),
        Action::Treat(_) => "offer terms".to_owned(),
    }
}
