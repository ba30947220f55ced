//! What a side could decide: spots and shots are too many to list, so of each section some spots are told, a shot at every
//! structure, and of everything else all there is.

use super::castle::{Castle, CastleSpot, SectionId};
use super::landing::Landing;
use super::state::{Ammunition, Awaited, Position, Role};
use super::{Decision, Errand, Illegal, Landed};
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game as _};
use crate::rules::geometry::{INCH, Point};

/// How many spots of a section are told.
const TOLD: usize = 3;

/// Some spots of a section, the first and others evenly apart.
fn spots(id: SectionId) -> impl Iterator<Item = CastleSpot> {
    let spots = &Castle::get().section(id).spots;
    spots.iter().copied().step_by(spots.len().div_ceil(TOLD).max(1))
}

impl Position {
    /// What a side could decide now.
    pub(super) fn options(&self, side: Side) -> Choices<Decision, Illegal> {
        if !self.pending().includes(side) {
            return Choices::All(Vec::new());
        }
        let all: Vec<Decision> = match &self.stage {
            Awaited::Place => self.places(),
            Awaited::Choose => Ammunition::ALL.iter().copied().map(Decision::Choose).collect(),
            Awaited::Deflect => vec![Decision::Deflect(false), Decision::Deflect(true)],
            Awaited::Shoot => self.shots(),
            Awaited::Leave(leaving) => {
                let ways = |&person| self.spots_out(person).into_iter().map(move |to| Decision::Leave(person, to));
                leaving.iter().flat_map(ways).collect()
            }
            Awaited::Act => self.acts(),
            Awaited::Over(_) => Vec::new(),
        };
        Choices::Some(all.into_iter().map(|decision| (decision.clone(), self.check(side, &decision))).collect())
    }

    /// Every kind of counter in every section.
    fn places(&self) -> Vec<Decision> {
        let everywhere = || Castle::get().ids().flat_map(spots);
        let mut all = vec![Decision::Done];
        all.extend(Role::ALL.iter().flat_map(|&role| everywhere().map(move |spot| Decision::Place(role, spot))));
        all
    }

    /// A shot at the middle of every structure from the south and from the north, with each setting.
    fn shots(&self) -> Vec<Decision> {
        let castle = Castle::get();
        let mut all = Vec::new();
        for id in castle.structure_ids() {
            let aim = castle.plot_of(id).middle();
            // A little aside of where it stood last, so that it has moved far enough.
            let aside = if self.turn.is_multiple_of(2) { 3 * INCH } else { -3 * INCH };
            let turned = (self.turn * 17 % 360) as u16;
            for from in [Point::new(aim.x + aside, -15 * INCH), Point::new(aim.x + aside, 32 * INCH)] {
                for setting in 0..=self.tables.arm.reach.len() as u8 {
                    all.push(Decision::Shoot { from, aim, setting });
                }
                let landing = Landing { at: aim, turned };
                all.push(Decision::Landed(Landed { from, aim: Some(aim), setting: 0, landing }));
            }
        }
        all
    }

    /// Everything the defender's people could do.
    fn acts(&self) -> Vec<Decision> {
        let mut all = vec![Decision::Done];
        for person in self.people_ids() {
            let beside = &Castle::get().section(self.person(person).section()).beside;
            let moves = beside.iter().copied().flat_map(spots);
            all.extend(moves.map(|to| Decision::Act(person, Errand::Move(to))));
            all.extend([Errand::Repair, Errand::PutOut].map(|deed| Decision::Act(person, deed)));
            all.extend(self.people_ids().map(|whom| Decision::Act(person, Errand::Heal(whom))));
        }
        all
    }
}
