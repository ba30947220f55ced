//! Grades up and down after a battle (MM-8.6, MM-8.7), as proposals for the referee.

use crate::rules::battle::{Deed, Fate, Fighter, Man, ManReport, Plan, Report};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Grade, Side};
use std::collections::BTreeMap;

/// Why a man's grade changes (MM-8.6, MM-8.7), in words that follow on “he”.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeReason {
    FledTheField,
    FailedToMeetACharge,
    HurtACleric,
    /// Of a peasant; the words stand by themselves.
    Captured,
    FoughtInAVictory,
    UnhorsedAnEqual,
}

impl GradeReason {
    /// In words a player uses.
    pub fn words(self) -> &'static str {
        match self {
            GradeReason::FledTheField => "fled the field",
            GradeReason::FailedToMeetACharge => "failed to meet a charge",
            GradeReason::HurtACleric => "hurt a cleric",
            GradeReason::Captured => "captured peasants go to E",
            GradeReason::FoughtInAVictory => "fought hand to hand in a victory",
            GradeReason::UnhorsedAnEqual => "unhorsed an equal or better",
        }
    }
}

/// A change of a man's grade that the book proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Who.
    pub man: Man,
    /// His grade before it; changes of one man follow one another.
    pub from: Grade,
    /// The grade proposed; the same as before for one who might have risen and did not.
    pub to: Grade,
    pub clause: &'static str,
    /// Why.
    pub reason: GradeReason,
    /// Whether it was so at once, in the battle, and not after it (MM-8.6).
    pub at_once: bool,
    /// The face that settled whether one who may rise does (CP-7.5).
    pub face: Option<u32>,
}

/// The die that settles whether one who may rise does (CP-7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MayRise {
    pub sides: u32,
    /// The lowest face on which he does.
    pub at: u32,
}

/// Every change of grade that follows from a battle, in the report's order: falls (MM-8.6), then who may rise (MM-8.7),
/// settled by a die each (CP-7.5) and listed whether he does or not. One step up a battle at most; nobody falls below E.
pub fn changes(plan: &Plan, report: &Report, may_rise: MayRise, dice: &mut impl Dice) -> Vec<Change> {
    let sides = [Side::Attacker, Side::Defender];
    let men: BTreeMap<Man, &Fighter> =
        sides.into_iter().flat_map(|side| plan.hosts[side].men()).map(|fighter| (fighter.man, fighter)).collect();
    let mut changes = Vec::new();
    for man in &report.men {
        let Some(&fighter) = men.get(&man.man) else { continue };
        if man.fate == Fate::Dead {
            continue;
        }
        let mut grade = fighter.profile.grade;
        let mut change = |to: Grade, clause, reason, at_once, face| {
            changes.push(Change { man: man.man, from: grade, to, clause, reason, at_once, face });
            grade = to;
            grade
        };
        let mut now = fighter.profile.grade;
        for (reason, at_once) in falls(fighter, man) {
            now = change(now.down(), "MM-8.6", reason, at_once, None);
        }
        if fighter.profile.class == Class::Peasant && matches!(man.fate, Fate::Captive { .. }) && now != Grade::E {
            now = change(Grade::E, "MM-8.6", GradeReason::Captured, false, None);
        }
        let victory = report.winner == Some(man.side);
        if let Some(reason) = earned_a_rise(fighter, man, victory, &men)
            && now.up().allowed(fighter.profile.class)
            && now.up() != now
        {
            let face = dice.die("CP-7.5 may rise", may_rise.sides);
            change(if face >= may_rise.at { now.up() } else { now }, "MM-8.7", reason, false, Some(face));
        }
    }
    changes
}

/// Why a man falls a grade (MM-8.6), once for each, and whether he does so at once.
fn falls(fighter: &Fighter, report: &ManReport) -> Vec<(GradeReason, bool)> {
    let mut falls = Vec::new();
    if fighter.profile.class == Class::Knight && report.fate == Fate::Fled {
        falls.push((GradeReason::FledTheField, false));
    }
    for deed in &report.deeds {
        match deed {
            Deed::FailedToMeetCharge if fighter.profile.class == Class::Knight => {
                falls.push((GradeReason::FailedToMeetACharge, true));
            }
            Deed::HurtCleric(_) => falls.push((GradeReason::HurtACleric, true)),
            _ => {}
        }
    }
    falls
}

/// Why a man may rise a grade (MM-8.7), if he may.
fn earned_a_rise(
    fighter: &Fighter,
    report: &ManReport,
    victory: bool,
    men: &BTreeMap<Man, &Fighter>,
) -> Option<GradeReason> {
    let did = |deed: Deed| report.deeds.contains(&deed);
    match fighter.profile.class {
        Class::Sergeant | Class::Peasant => {
            let earned = victory && did(Deed::FoughtHandToHand) && !did(Deed::MadeToFlee) && report.fate != Fate::Fled;
            (earned && !matches!(report.fate, Fate::Captive { .. })).then_some(GradeReason::FoughtInAVictory)
        }
        Class::Knight => {
            let equal = |other: &Fighter| {
                other.profile.class == Class::Knight
                    && other.profile.rank.step() >= fighter.profile.rank.step()
                    && other.profile.grade >= fighter.profile.grade
            };
            let unhorsed = report.deeds.iter().any(|deed| match deed {
                Deed::Unhorsed(man) => men.get(man).is_some_and(|other| equal(other)),
                _ => false,
            });
            unhorsed.then_some(GradeReason::UnhorsedAnEqual)
        }
        Class::Cleric => None,
    }
}
