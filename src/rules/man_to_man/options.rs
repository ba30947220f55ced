//! What a side could order now: marches and places are too many to list, so some of every kind of order are told for each
//! body that waits, with why it cannot have the one it cannot.

use super::event::{Answer, Gait};
use super::state::*;
use super::{Decision, Illegal, View};
use crate::rules::figure::Weapon;
use crate::rules::game::Choices;
use crate::rules::geometry::{Heading, INCH, Point};

/// How many steps of heading a march is offered to turn, besides straight on.
const TURNS: [i32; 4] = [2, 4, -2, -4];

impl View<'_> {
    /// What the side could order now.
    pub fn options(&self) -> Choices<Decision, Illegal> {
        let mut all = Vec::new();
        for body in self.waiting() {
            match self.phase() {
                Phase::Declare => self.declarations(body, &mut all),
                Phase::Answer => {
                    let answers = [Answer::Stand, Answer::Counter, Answer::Evade];
                    all.extend(answers.map(|answer| Decision::Answer { body, answer }));
                    all.extend(self.shelters(body).map(|(_, to)| Decision::EvadeTo { body, to }));
                }
                Phase::Move(_) => self.moves(body, &mut all),
                Phase::Shoot => {
                    for at in self.enemies() {
                        all.extend([false, true].map(|horses| Decision::Shoot { body, at, horses }));
                    }
                }
                Phase::Over => {}
            }
            let gear = self.choices(body).into_iter().flat_map(|choice| choice.ways);
            all.extend(gear.map(|way| way.decision));
            all.push(Decision::Hold { body });
        }
        all.extend(self.friends().map(|body| Decision::Yield { body }));
        all.push(Decision::Done);
        Choices::Some(all.into_iter().map(|decision| (decision, self.check(&decision))).collect())
    }

    /// Places behind friends that a charged body might get out of the way to (MM-2.2), each with the friends.
    pub fn shelters(&self, body: BodyId) -> impl Iterator<Item = (BodyId, Point)> + '_ {
        let charger = self.body(body).turn.charged_by.map(|by| self.body(by).centre);
        let friends = self.friends().filter(move |&friend| friend != body && self.body(friend).active());
        friends.filter_map(move |id| {
            let (friend, own) = (self.body(id), self.body(body));
            let away = Heading::of(charger?.to(friend.centre));
            let to = friend.centre.along(away, friend.radius + own.radius + 2 * INCH);
            Some((id, self.ground().nearest(to))).filter(|(_, to)| own.centre.distance(*to) <= 24 * INCH)
        })
    }

    /// The weapons that men of a body carry besides what they have in hand, while charges are declared: each with why it cannot be
    /// taken in hand now, if it cannot (MM-3.6).
    pub fn wields(&self, body: BodyId) -> Vec<(Weapon, Option<Illegal>)> {
        if self.phase() != Phase::Declare {
            return Vec::new();
        }
        let wield = |weapon: Weapon| (weapon, self.check(&Decision::Wield { body, weapon }).err());
        self.weapons_besides(body).map(wield).collect()
    }

    fn declarations(&self, body: BodyId, all: &mut Vec<Decision>) {
        for at in self.enemies() {
            all.extend([Gait::Walk, Gait::Run].map(|gait| Decision::Charge { body, at, gait }));
        }
        all.extend([false, true].map(|horses| Decision::Aim { body, horses }));
        all.extend([false, true].map(|follow| Decision::Follow { body, follow }));
        all.extend([false, true].map(|demand| Decision::Demand { body, demand }));
        all.extend(self.wields(body).into_iter().map(|(weapon, _)| Decision::Wield { body, weapon }));
        all.push(Decision::Slay { body });
    }

    fn moves(&self, body: BodyId, all: &mut Vec<Decision>) {
        let it = self.body(body);
        for gait in [Gait::Walk, Gait::Run] {
            let most = self.allowance(body, gait);
            for distance in [most, most / 2] {
                let (heading, facing) = (it.facing, it.facing);
                all.push(Decision::March { body, heading, distance, gait, facing });
            }
            for steps in TURNS {
                let heading = it.facing.turned(steps);
                all.push(Decision::March { body, heading, distance: most / 2, gait, facing: heading });
            }
        }
        let ahead = it.centre.along(it.facing, 2 * INCH);
        all.push(Decision::Go { body, to: ahead, facing: it.facing });
        all.extend([false, true].map(|close| Decision::Ranks { body, close }));
        all.extend([false, true].map(|mount| Decision::Mount { body, mount }));
        all.extend([Decision::Withdraw { body }, Decision::PickUp { body }]);
    }
}
