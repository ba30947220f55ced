//! The casualty list (CP-6.2): who was lost in one battle, or in all that happened between two dates.

use super::actions;
use super::letterhead::{banner, foot};
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{BattleId, SideId};
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::war::{Battle, BattleMan, Settled};
use crate::print::{BattleLosses, Casualty, CasualtyList, Document, Fell, OtherLosses, SideLosses};
use crate::rules::battle::FateKind;
use crate::rules::figure::Side;
use crate::store::Db;
use crate::store::casualties::Loss;
use crate::store::journal::fold;
use std::collections::BTreeMap;

/// The battle of a name; of several, the last.
pub fn battle_named(db: &Db, name: &str) -> Result<BattleId> {
    let known = db.battles()?.into_iter().find(|battle| fold(&battle.name) == fold(name.trim()));
    Ok(known
        .ok_or_else(|| {
            Problem::new(ProblemKind::NotFound, format!("There is no battle “{}”.", name.trim()))
                .hint("“banneret show FILE battles” lists them.")
        })?
        .id)
}

/// What one battle cost, both sides or one.
pub fn of_battle(db: &Db, battle: BattleId, side: Option<SideId>) -> Result<Document> {
    let battle = db.battle(battle)?;
    if battle.settled == Settled::Not {
        return Err(Problem::refused(
            format!("{} is not settled yet, so nobody has fallen in it.", battle.name),
            "Settle it first.",
        ));
    }
    Ok(Document::CasualtyList(CasualtyList {
        foot: foot(db)?,
        title: battle.name.clone(),
        side: side.map(|side| banner(db, side)).transpose()?,
        days: None,
        battles: vec![losses(db, &battle, side)?],
        otherwise: Vec::new(),
    }))
}

/// Who was lost between two days, the whole campaign without them; of every side or of one.
pub fn between(db: &Db, from: Option<Day>, to: Option<Day>, side: Option<SideId>) -> Result<Document> {
    let about = db.about()?;
    let (from, to) = (from.unwrap_or(about.first_day), to.unwrap_or(about.day));
    if to < from {
        return Err(
            Problem::bad_input(format!("{} is before {}.", to.long(), from.long())).hint("Give the earlier day first.")
        );
    }
    let mut battles: Vec<BattleLosses> = Vec::new();
    for battle in db.battles()?.iter().rev() {
        if battle.settled != Settled::Not && (from..=to).contains(&battle.day) {
            let losses = losses(db, battle, side)?;
            if !losses.sides.is_empty() {
                battles.push(losses);
            }
        }
    }
    battles.sort_by_key(|battle| battle.day);
    Ok(Document::CasualtyList(CasualtyList {
        foot: foot(db)?,
        title: about.name,
        side: side.map(|side| banner(db, side)).transpose()?,
        days: Some((from, to)),
        battles,
        otherwise: otherwise(db, from, to, side)?,
    }))
}

/// What befell a man in a battle, if it goes on the list.
fn fell(man: &BattleMan) -> Option<Fell> {
    match man.fate? {
        FateKind::Dead => Some(Fell::Dead),
        FateKind::Captive => Some(Fell::Captive),
        FateKind::Missing => Some(Fell::Missing),
        FateKind::Wounded => Some(Fell::Wounded),
        FateKind::Fled => Some(if man.wounded { Fell::Wounded } else { Fell::Fled }),
        FateKind::Unhurt | FateKind::Withdrawn => man.wounded.then_some(Fell::Wounded),
    }
}

/// What a man is today, where it is not what befell him then.
fn now(person: &Person, fell: Fell) -> String {
    let same = match person.state {
        PersonState::Dead => fell == Fell::Dead,
        PersonState::Captive => fell == Fell::Captive,
        PersonState::Missing => fell == Fell::Missing,
        PersonState::Wounded => fell == Fell::Wounded,
        PersonState::Left => fell == Fell::Left,
        PersonState::Fit => fell == Fell::Fled,
        PersonState::Labourer => false,
    };
    if same { String::new() } else { person.state.to_string() }
}

fn losses(db: &Db, battle: &Battle, only: Option<SideId>) -> Result<BattleLosses> {
    let mut sides = Vec::new();
    let men = db.battle_men(battle.id)?;
    for (side, army) in [(Side::Attacker, battle.attacker), (Side::Defender, battle.defender)] {
        let army = db.formation(army)?;
        if only.is_some_and(|only| only != army.side) {
            continue;
        }
        let of_side: Vec<&BattleMan> = men.iter().filter(|man| man.side == side).collect();
        let mut lost = Vec::new();
        for man in &of_side {
            let Some(fate) = fell(man) else { continue };
            let person = db.person(man.person)?;
            let how = match (man.captor, fate) {
                (Some(captor), Fell::Captive) => format!("by {}", db.person(captor)?.styled()),
                _ if man.wounded && fate == Fell::Captive => "wounded".to_owned(),
                _ if man.fate == Some(FateKind::Fled) && fate == Fell::Wounded => "and fled".to_owned(),
                _ => String::new(),
            };
            lost.push(Casualty {
                number: man.number.clone(),
                name: person.styled(),
                standing: man.standing,
                fate,
                how,
                now: now(&person, fate),
            });
        }
        // The dead first, in each the highest.
        lost.sort_by_key(|man| (man.fate, std::cmp::Reverse(man.standing.height())));
        sides.push(SideLosses { side: banner(db, army.side)?, army: army.name, men: of_side.len(), lost });
    }
    let winner = match battle.winner {
        Some(Side::Attacker) => Some(battle.attacker),
        Some(Side::Defender) => Some(battle.defender),
        None => None,
    };
    Ok(BattleLosses {
        name: battle.name.clone(),
        day: battle.day,
        place: db.place(battle.place)?.name,
        result: match winner {
            Some(army) => format!("{} won", db.side(db.formation(army)?.side)?.name),
            None => "drawn".to_owned(),
        },
        sides,
    })
}

/// Those lost outside of battle, by side, as the journal has it.
fn otherwise(db: &Db, from: Day, to: Day, only: Option<SideId>) -> Result<Vec<OtherLosses>> {
    let mut by_side: BTreeMap<SideId, Vec<(Day, Casualty)>> = BTreeMap::new();
    for loss in db.lost_otherwise(from, to)? {
        let served = matches!(loss.was, PersonState::Fit | PersonState::Wounded | PersonState::Missing);
        let fate = match loss.state {
            PersonState::Dead => Fell::Dead,
            PersonState::Captive if served => Fell::Captive,
            PersonState::Missing if served => Fell::Missing,
            PersonState::Wounded if loss.was == PersonState::Fit => Fell::Wounded,
            PersonState::Left if served => Fell::Left,
            _ => continue,
        };
        let person = db.person(loss.person)?;
        if only.is_some_and(|only| only != person.side) {
            continue;
        }
        let casualty = Casualty {
            number: loss.day.short(),
            name: person.styled(),
            standing: person.profile.standing(),
            fate,
            how: how(&loss, fate),
            now: now(&person, fate),
        };
        by_side.entry(person.side).or_default().push((loss.day, casualty));
    }
    by_side
        .into_iter()
        .map(|(side, mut lost)| {
            lost.sort_by_key(|(day, man)| {
                (*day, man.fate, std::cmp::Reverse((man.standing.class, man.standing.rank.step())))
            });
            Ok(OtherLosses { side: banner(db, side)?, lost: lost.into_iter().map(|(_, man)| man).collect() })
        })
        .collect()
}

/// How a man was lost outside of battle, in a few words.
fn how(loss: &Loss, fate: Fell) -> String {
    const MOST: usize = 70;
    match (loss.line, loss.action.as_str()) {
        (Some(LineKind::Death), _) => "of his wounds".to_owned(),
        (Some(LineKind::Pay), _) => "for want of pay".to_owned(),
        (Some(LineKind::Service), _) => "his service over".to_owned(),
        (_, actions::TURN) if fate == Fell::Left => "deserted, or his service over".to_owned(),
        (_, actions::TURN) => "in a siege".to_owned(),
        (_, actions::EDIT_PERSON) => "by the referee’s hand".to_owned(),
        _ => match loss.sentence.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &loss.sentence[..end]),
            None => loss.sentence.trim_end_matches('.').to_owned(),
        },
    }
}
