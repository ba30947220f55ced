//! The score of a battle from its report (MM-10.4), however it was fought.

use super::points::{of_man, of_standard};
use super::tables::Tables;
use crate::rules::battle::{Deed, Fate, Plan, Report};
use crate::rules::figure::{BySide, Side};

/// Each side's half points and the winner (MM-10.4): unhurt men full; wounded and yielded half; the dead and those
/// off the table nothing; standards taken. The higher score wins.
pub fn score(plan: &Plan, report: &Report, tables: &Tables) -> (BySide<i64>, Option<Side>) {
    let mut half_points: BySide<i64> = BySide::default();
    let of = |side: Side, man| plan.hosts[side].men().find(move |fighter| fighter.man == man);
    for told in &report.men {
        let Some(fighter) = of(told.side, told.man) else { continue };
        let halves = match told.fate {
            Fate::Unhurt => 2,
            Fate::Wounded | Fate::Captive { .. } => 1,
            Fate::Dead | Fate::Fled | Fate::Missing => 0,
        };
        half_points[told.side] += halves * of_man(&fighter.profile, tables).value;
        for deed in &told.deeds {
            if let Deed::TookStandard(standard) = deed {
                half_points[told.side] += 2 * of_standard(*standard, tables);
            }
        }
    }
    let winner = match half_points.attacker.cmp(&half_points.defender) {
        std::cmp::Ordering::Greater => Some(Side::Attacker),
        std::cmp::Ordering::Less => Some(Side::Defender),
        std::cmp::Ordering::Equal => None,
    };
    (half_points, winner)
}
