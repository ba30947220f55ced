//! The score of a battle (MM-10.4): one count for a battle the program fights and for one told from the table.

use super::points::{of_man, of_standard};
use super::state::{Position, StandardAt, State};
use super::tables::Tables;
use crate::rules::battle::{Deed, Fate, Plan, Report, Standard};
use crate::rules::figure::{BySide, Side};
use std::cmp::Ordering;

/// What of a man counts for the score besides his worth.
struct ScoredMan {
    fate: Fate,
    wounded: bool,
    /// Whether he flees and is still on the table.
    fleeing: bool,
}

impl ScoredMan {
    /// The half points of every point he is worth (MM-10.4): unhurt men full; wounded, yielded, and fleeing still on the
    /// table half; the dead, and those who fled off it, nothing. The page says nothing of men who left in good order: as
    /// they neither fled nor were hurt by it, they are read to count as the unhurt and the wounded do.
    fn halves(&self) -> i64 {
        match self.fate {
            Fate::Dead | Fate::Fled | Fate::Missing => 0,
            Fate::Wounded | Fate::Captive { .. } => 1,
            Fate::Unhurt | Fate::Withdrawn if self.wounded || self.fleeing => 1,
            Fate::Unhurt | Fate::Withdrawn => 2,
        }
    }
}

/// Each side's half points (MM-10.4): its men's, by worth, and those of the standards it has taken.
fn half_points(
    men: impl Iterator<Item = (Side, i64, ScoredMan)>,
    taken: impl Iterator<Item = (Side, Standard)>,
    tables: &Tables,
) -> BySide<i64> {
    let mut half_points: BySide<i64> = BySide::default();
    for (side, worth, outcome) in men {
        half_points[side] += outcome.halves() * worth;
    }
    for (side, standard) in taken {
        half_points[side] += 2 * of_standard(standard, tables);
    }
    half_points
}

/// The side with the higher score, if either has it (MM-10.4).
pub fn winner(half_points: &BySide<i64>) -> Option<Side> {
    match half_points.attacker.cmp(&half_points.defender) {
        Ordering::Greater => Some(Side::Attacker),
        Ordering::Less => Some(Side::Defender),
        Ordering::Equal => None,
    }
}

/// Each side's half points and the winner by a battle's report (MM-10.4).
pub fn score(plan: &Plan, report: &Report, tables: &Tables) -> (BySide<i64>, Option<Side>) {
    let men = report.men.iter().filter_map(|told| {
        let fighter = plan.hosts[told.side].men().find(|fighter| fighter.man == told.man)?;
        let outcome = ScoredMan { fate: told.fate, wounded: told.wounded, fleeing: false };
        Some((told.side, of_man(&fighter.profile, tables).value, outcome))
    });
    let taken = report.men.iter().flat_map(|told| {
        told.deeds.iter().filter_map(|deed| match deed {
            Deed::TookStandard(standard) => Some((told.side, *standard)),
            _ => None,
        })
    });
    let half_points = half_points(men, taken, tables);
    (half_points, winner(&half_points))
}

/// Who is where at the end of a battle for a line of walls, of those who can fight: neither fallen nor fleeing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtTheWalls {
    /// The attackers on the walls or past them.
    pub over: u32,
    /// The attackers anywhere on the field.
    pub attackers: u32,
    /// The defenders anywhere on the field.
    pub defenders: u32,
}

impl AtTheWalls {
    /// Who holds the line: the attacker where more of his men are on it or past it than defenders are left to drive them off,
    /// or where he alone has men left (SG-1.6).
    pub fn held_by(self) -> Side {
        let alone = self.defenders == 0 && self.attackers > 0;
        if self.over > self.defenders || alone { Side::Attacker } else { Side::Defender }
    }

    /// Who holds it and by what, as a sentence.
    pub(super) fn told(self, plan: &Plan) -> String {
        let hosts = &plan.hosts;
        let AtTheWalls { over, defenders, .. } = self;
        format!(
            "{} holds the walls (SG-1.6): of those who can fight {over} of {} stand on them or past them, and {defenders} of {} \
             are left.",
            hosts[self.held_by()].name,
            hosts.attacker.name,
            hosts.defender.name
        )
    }
}

impl Position {
    /// Who is on the walls that are fought for and who is left (SG-1.6); nothing where the ground has none.
    pub fn at_the_walls(&self) -> Option<AtTheWalls> {
        let begins = self.ground().prize?;
        let mut walls = AtTheWalls { over: 0, attackers: 0, defenders: 0 };
        for figure in self.figures.iter().filter(|figure| figure.stands() && !self.body(figure.body).fleeing()) {
            match figure.side {
                Side::Attacker => {
                    walls.attackers += 1;
                    walls.over += u32::from(figure.at.y >= begins);
                }
                Side::Defender => walls.defenders += 1,
            }
        }
        Some(walls)
    }

    /// Each side's half points as the battle stands (MM-10.4).
    pub(super) fn score(&self) -> BySide<i64> {
        let men = self.figures.iter().zip(&self.worths).map(|(figure, &worth)| {
            let fleeing = figure.in_arms() && self.body(figure.body).fleeing();
            let outcome = ScoredMan { fate: self.fate(figure), wounded: figure.wounded, fleeing };
            (figure.side, i64::from(worth), outcome)
        });
        let taken = self.standards.iter().filter_map(|standard| match standard.place {
            // Who left the field in order has what he took with him.
            StandardAt::Carried(by) => {
                let captor = self.figure(by);
                let has_it = captor.in_arms() || captor.state == State::Withdrawn;
                (captor.side != standard.side && has_it).then_some((captor.side, standard.standard))
            }
            _ => None,
        });
        half_points(men, taken, &self.tables)
    }
}
