//! What follows for prisoners and grades when a situation is over (MM-8.2 to MM-8.7), told as far as the page settles it.

use super::super::log::{Line, Names, Roll};
use super::super::state::{FigureId, Position, State};
use super::play::Told;
use crate::rules::battle::{Man, Plan};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Rank, Side};
use crate::rules::prisoners::Tables;
use crate::rules::prisoners::grades::{GradeReason, MayRise, changes};
use crate::rules::prisoners::ransom::asked;
use crate::rules::prisoners::recruitment::may_still_join;

/// A die that always lets a man rise who may.
struct LetsRise;

impl Dice for LetsRise {
    fn die(&mut self, _roll: &'static str, sides: u32) -> u32 {
        sides
    }
}

fn told(text: String, rolls: Vec<Roll>, clause: &str) -> Told {
    Told::Happened(Line { text, rolls, heading: false }, vec![clause.to_owned()])
}

impl Position {
    /// What follows from how things stand; who may rise a grade, only once the battle is over.
    pub(super) fn follows(&self, plan: &Plan, names: &Names) -> Vec<Told> {
        let mut follows = Vec::new();
        for side in [Side::Attacker, Side::Defender] {
            self.follow_captives(side, names, &mut follows);
        }
        if self.result.is_some() {
            self.follow_grades(plan, names, &mut follows);
        }
        if !follows.is_empty() {
            follows.insert(0, Told::Step { what: "What follows", clause: "MM-8" });
        }
        follows
    }

    /// What becomes of the men of a side who were taken.
    fn follow_captives(&self, side: Side, names: &Names, follows: &mut Vec<Told>) {
        let held = |figure: &super::super::state::Figure| matches!(figure.state, State::Yielded { .. });
        let taken = (0..).map(FigureId).zip(&self.figures).filter(|(_, figure)| figure.side == side && held(figure));
        let (mut sergeants, mut peasants) = (0, 0);
        for (id, figure) in taken {
            let name = names.figure(id);
            match figure.profile.class {
                Class::Sergeant => sergeants += 1,
                Class::Peasant => peasants += 1,
                Class::Cleric => {}
                Class::Knight => match asked(figure.profile.standing(), Tables::book()) {
                    Some(ransom) => {
                        let parts: Vec<String> =
                            ransom.parts.iter().map(|part| format!("{} {}", part.what, part.figure())).collect();
                        let text = format!("The ransom of {name} is {} marks: {}.", ransom.value, parts.join(" "));
                        follows.push(told(text, Vec::new(), "MM-8.4"));
                    }
                    None if matches!(figure.profile.rank, Rank::Duke | Rank::King) => {
                        follows.push(told(format!("The ransom of {name} is bargained for."), Vec::new(), "MM-8.4"));
                    }
                    None => {}
                },
            }
        }
        if sergeants > 0 {
            let join = may_still_join(sergeants, 0, Tables::book().recruits.one_in);
            let text = format!("Of {sergeants} sergeants taken {join} may join the captor's army, each a grade lower.");
            follows.push(told(text, Vec::new(), "MM-8.2"));
        }
        if peasants > 0 {
            let text = format!("Peasants taken, {peasants}, may be used as labourers of grade E only.");
            follows.push(told(text, Vec::new(), "MM-8.3"));
        }
    }

    /// Whose grade the battle changes.
    fn follow_grades(&self, plan: &Plan, names: &Names, follows: &mut Vec<Told>) {
        let may_rise = MayRise { sides: 1, at: 1 };
        for change in changes(plan, &self.report(), may_rise, &mut LetsRise) {
            let named = |man: Man| self.figures.iter().position(|figure| figure.man == man);
            let Some(id) = named(change.man) else { continue };
            let (name, from, to) = (names.figure(FigureId(id as u16)), change.from, change.to);
            let why = change.reason.words();
            let text = match change.face {
                Some(_) => format!("{name} may rise from grade {from} to {to}: he {why}."),
                None if change.reason == GradeReason::Captured => format!("{name} goes to grade {to}: {why}."),
                None => format!("{name} falls from grade {from} to {to}: he {why}."),
            };
            follows.push(told(text, Vec::new(), change.clause));
        }
    }
}
