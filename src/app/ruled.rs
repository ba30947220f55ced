//! A battle's result as the lines of its aftermath have it (CP-3.6): every man's fate, struck and ruled upon, and the points
//! and the winner that follow from it. The result as it was fought stays in the proposal, for a line is let stand again.

use crate::campaign::aftermath::{Consequence, Effect};
use crate::campaign::ruling;
use crate::campaign::war::Settled;
use crate::rules::battle::{Plan, Report, by_standing};
use crate::rules::figure::Side;
use crate::rules::man_to_man::{Tables, score};
use crate::rules::ruleset::Ruleset;

/// The result as the lines have it, of a battle settled so and by these rules. The side that is beaten by it is the one that
/// leaves the field.
pub fn as_ruled(
    told: &Report,
    lines: &mut [Consequence],
    plan: &Plan,
    by: (Settled, Ruleset),
    tables: &Tables,
) -> Report {
    let report = scored(told, lines, plan, by, tables);
    if let Some(winner) = report.winner {
        beaten_retires(lines, winner.other(), plan);
    }
    none_pursues_who_stays(lines);
    report
}

/// Where points are counted by men, what a ruling changes of them is added to the points of the battle (MM-10.4): they know
/// besides who fled and was still on the table.
fn scored(
    told: &Report,
    lines: &[Consequence],
    plan: &Plan,
    (settled, rules): (Settled, Ruleset),
    tables: &Tables,
) -> Report {
    let mut ruled = ruling::settled(told, plan, lines);
    let from_table = settled == Settled::Table;
    // What was told by bodies of figures is decided by those who stand (CC-1.2), of whom nobody tells which man each was.
    if told.by_lot {
        return ruled;
    }
    // A side that was named winner stays it, and so does neither. What was kept before says it of a side alone.
    let named = told.named || told.holds.is_some() && told.holds == told.winner;
    if from_table && rules.tells_bodies() {
        let (_, stood) = by_standing(plan, told);
        let (points, stands) = by_standing(plan, &ruled);
        ruled.half_points = points;
        if !named && told.winner == stood {
            ruled.winner = stands;
        }
        return ruled;
    }
    if !from_table && !rules.scores_men() {
        return ruled;
    }
    let (before, _) = score::score(plan, told, tables);
    let (after, _) = score::score(plan, &ruled, tables);
    for side in [Side::Attacker, Side::Defender] {
        ruled.half_points[side] += after[side] - before[side];
    }
    let by_points = match from_table {
        true => !named,
        false => rules.points_decide(),
    };
    if by_points && told.winner == score::winner(&told.half_points) {
        ruled.winner = score::winner(&ruled.half_points);
    }
    ruled
}

/// Turns the line of the side that leaves the field to the side that is beaten, and that of who goes after it to the other.
fn beaten_retires(lines: &mut [Consequence], beaten: Side, plan: &Plan) {
    for line in lines.iter_mut().filter(|line| line.effect == Effect::Pursues && line.side == beaten) {
        line.side = beaten.other();
        line.sentence = Effect::pursues(&plan.hosts[line.side]);
    }
    for line in lines.iter_mut().filter(|line| line.effect == Effect::Retires && line.side != beaten) {
        line.side = beaten;
        line.sentence = Effect::retires(&plan.hosts[beaten]);
    }
}

/// Where it is struck that the beaten leave the field, so is that anybody goes after them.
fn none_pursues_who_stays(lines: &mut [Consequence]) {
    let leaves: Vec<Side> = lines
        .iter()
        .filter(|line| line.effect == Effect::Retires && line.struck.is_none())
        .map(|line| line.side)
        .collect();
    for line in lines.iter_mut().filter(|line| line.effect == Effect::Pursues && line.struck.is_none()) {
        if !leaves.contains(&line.side.other()) {
            line.struck = Some("nobody leaves the field to be gone after".to_owned());
        }
    }
}
