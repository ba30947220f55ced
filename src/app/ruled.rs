//! A battle's result as the lines of its aftermath have it (CP-3.6): every man's fate, struck and ruled upon, and the points
//! and the winner that follow from it. The result as it was fought stays in the proposal, for a line is let stand again.

use crate::app::battle::Proposal;
use crate::campaign::aftermath::{Consequence, Effect};
use crate::campaign::ruling;
use crate::campaign::war::Settled;
use crate::rules::battle::{Plan, Report};
use crate::rules::figure::Side;
use crate::rules::man_to_man::{Tables, score};
use crate::rules::ruleset::Ruleset;

/// The result as the lines have it. The side that is beaten by it is the one that leaves the field.
pub fn as_ruled(proposal: &mut Proposal, tables: &Tables) -> Report {
    let report = scored(proposal, tables);
    if let Some(winner) = report.winner {
        beaten_retires(&mut proposal.lines, winner.other(), &proposal.muster.plan);
    }
    report
}

/// Where points are counted by men, what a ruling changes of them is added to the points of the battle (MM-10.4): they know
/// besides who fled and was still on the table.
fn scored(proposal: &Proposal, tables: &Tables) -> Report {
    let (told, plan) = (&proposal.report, &proposal.muster.plan);
    let mut ruled = ruling::settled(told, plan, &proposal.lines);
    let from_table = proposal.settled == Settled::Table;
    let rules = proposal.muster.battle.rules;
    if !from_table && !rules.scores_men() {
        return ruled;
    }
    let (before, _) = score::score(plan, told, tables);
    let (after, _) = score::score(plan, &ruled, tables);
    for side in [Side::Attacker, Side::Defender] {
        ruled.half_points[side] += after[side] - before[side];
    }
    let by_points = match from_table {
        // A side that was named winner stays it.
        true => told.holds.is_none() || told.holds != told.winner,
        false => rules == Ruleset::ManToMan,
    };
    if by_points && told.winner == score::winner(&told.half_points) {
        ruled.winner = score::winner(&ruled.half_points);
    }
    ruled
}

/// Turns the line of the side that leaves the field to the side that is beaten.
fn beaten_retires(lines: &mut [Consequence], beaten: Side, plan: &Plan) {
    for line in lines.iter_mut().filter(|line| line.effect == Effect::Retires && line.side != beaten) {
        line.side = beaten;
        line.sentence = Effect::retires(&plan.hosts[beaten]);
    }
}
