//! What a side could decide: places of counters and shots are too many to list, so a shot at every structure is told, and
//! of everything else all there is.

use super::castle::{Castle, SectionId, StructureId};
use super::state::{Ammunition, Awaited, Position};
use super::{Decision, Errand, Illegal, captain};
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game as _};
use crate::rules::geometry::{INCH, Point};

impl Position {
    /// What a side could decide now.
    pub(super) fn options(&self, side: Side) -> Choices<Decision, Illegal> {
        if !self.pending().includes(side) {
            return Choices::All(Vec::new());
        }
        let all: Vec<Decision> = match &self.stage {
            Awaited::Place => vec![Decision::Place(captain::places(&self.tables)), Decision::Place(Vec::new())],
            Awaited::Choose => Ammunition::ALL.iter().copied().map(Decision::Choose).collect(),
            Awaited::Deflect => vec![Decision::Deflect(false), Decision::Deflect(true)],
            Awaited::Shoot => self.shots(),
            Awaited::Leave(leaving) => {
                let ways = |person| {
                    let out = self.ways_out(self.person(person).section);
                    out.into_iter().map(move |to| Decision::Leave(person, to))
                };
                leaving.iter().copied().flat_map(ways).collect()
            }
            Awaited::Act => self.acts(),
            Awaited::Over(_) => Vec::new(),
        };
        Choices::Some(all.into_iter().map(|decision| (decision.clone(), self.check(side, &decision))).collect())
    }

    /// A shot at the middle of every structure from the south and from the north, with each setting.
    fn shots(&self) -> Vec<Decision> {
        let castle = Castle::get();
        let mut all = Vec::new();
        for number in 0..self.points.len() as u8 {
            let section = castle.section(castle.structure(StructureId(number)).sections[0]);
            let aim = Point::new(section.corner.x + section.size.x / 2, section.corner.y + section.size.y / 2);
            // A little aside of where it stood last, so that it has moved far enough.
            let aside = if self.turn.is_multiple_of(2) { 3 * INCH } else { -3 * INCH };
            for from in [Point::new(aim.x + aside, -15 * INCH), Point::new(aim.x + aside, 32 * INCH)] {
                for setting in 0..self.tables.arm.reach.len() as u8 {
                    all.push(Decision::Shoot { from, aim, setting });
                }
                all.push(Decision::Landed { from, at: aim });
            }
        }
        all
    }

    /// Everything the defender's people could do.
    fn acts(&self) -> Vec<Decision> {
        let mut all = vec![Decision::Done];
        for person in self.people_ids() {
            let beside = &Castle::get().section(self.person(person).section).beside;
            all.extend(beside.iter().map(|&to: &SectionId| Decision::Act(person, Errand::Move(to))));
            all.extend([Errand::Repair, Errand::PutOut].map(|deed| Decision::Act(person, deed)));
            all.extend(self.people_ids().map(|whom| Decision::Act(person, Errand::Heal(whom))));
        }
        all
    }
}
