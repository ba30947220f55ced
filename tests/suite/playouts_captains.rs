//! What the captains are worth: the steady one against one who only advances, the same men on both sides.

use crate::rosters;
use banneret::rules::battle::Plan;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::{Answer, BodyId, Decision, Gait, Phase, Position, Tables, Temper, View};

/// A captain who only advances: everybody goes straight at the nearest enemy, charges whom he can, and shoots at the
/// nearest when he may.
struct Advancer;

fn nearest(view: &View<'_>, body: BodyId) -> Vec<BodyId> {
    let centre = view.body(body).centre;
    let mut enemies: Vec<BodyId> = view.enemies().collect();
    enemies.sort_by_key(|&at| (centre.distance_squared(view.body(at).centre), at));
    enemies
}

impl Captain<Position> for Advancer {
    fn decide(&self, view: &View<'_>) -> Decision {
        let Some(body) = view.waiting().next() else { return Decision::Done };
        let enemies = nearest(view, body);
        let it = view.body(body);
        let mut wanted: Vec<Decision> = Vec::new();
        match view.phase() {
            Phase::Declare => {
                let gaits = [Gait::Run, Gait::Walk];
                let charge = |at| gaits.map(|gait| Decision::Charge { body, at, gait });
                wanted.extend(enemies.into_iter().flat_map(charge));
            }
            Phase::Answer => wanted.push(Decision::Answer { body, answer: Answer::Counter }),
            Phase::Move(_) => {
                if let Some(&at) = enemies.first() {
                    let to = view.body(at).centre;
                    let heading = Heading::of(it.centre.to(to));
                    let most = view.after_turning(body, Gait::Walk, it.facing.turn_to(heading)).unwrap_or(0);
                    let distance = most.min(it.centre.distance(to));
                    match view.ground().is_even() {
                        true => {
                            wanted.push(Decision::March { body, heading, distance, gait: Gait::Walk, facing: heading })
                        }
                        false => wanted.push(Decision::Go { body, to, facing: heading }),
                    }
                }
            }
            Phase::Shoot => wanted.extend(enemies.into_iter().map(|at| Decision::Shoot { body, at, horses: false })),
            Phase::Over => {}
        }
        wanted.into_iter().find(|decision| view.check(decision).is_ok()).unwrap_or(Decision::Hold { body })
    }
}

/// Who wins when `steady` commands one side and an advancer the other.
fn winner(plan: &Plan, steady: Side) -> Option<Side> {
    let mut dice = Seeded::new(plan.seed);
    let mut position = Position::new(plan, &Tables::book(), &mut NullSink).expect("no fault");
    while let Some(side) = position.pending().first() {
        let view = position.view(side);
        let decision = if side == steady { Temper::Steady.decide(&view) } else { Advancer.decide(&view) };
        position.play(side, decision, &mut dice, &mut NullSink).expect("a captain decides what is allowed");
    }
    position.report().winner
}

#[test]
fn the_steady_captain_beats_one_who_only_advances() {
    let count = 400;
    let mut won = [0u64; 2];
    for seed in 0..count {
        let plan = rosters::mirrored(seed);
        let steady = [Side::Attacker, Side::Defender][seed as usize % 2];
        won[seed as usize % 2] += u64::from(winner(&plan, steady) == Some(steady));
    }
    println!("the steady captain won {} attacking and {} defending of {count} battles", won[0], won[1]);
    let all = won[0] + won[1];
    assert!(all * 100 >= count * 70, "{all} of {count}");
}

#[test]
fn a_captains_temper_is_by_his_grade() {
    use banneret::rules::figure::Grade;
    assert_eq!([Grade::E, Grade::D].map(Temper::of), [Temper::Cautious; 2]);
    assert_eq!([Grade::C, Grade::B].map(Temper::of), [Temper::Steady; 2]);
    assert_eq!([Grade::A, Grade::A.up()].map(Temper::of), [Temper::Bold; 2]);
}
