//! Morale in an assault (MM-7, SG-5.4): what calls for a test, the test, and the flight of the recreant.

use super::event::{Event, Thrown};
use super::map::HexId;
use super::state::{Assault, Fortune, Heart, Post, TrooperId};
use crate::rules::battle::Deed;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use crate::rules::man_to_man::event::MoraleResult;
use crate::rules::man_to_man::morale::{Test, morale_parts, roll_morale};

impl Assault {
    /// Whether a troop tests its morale this turn (MM-7.1): it fought, was hit by three missiles, was hit while under half
    /// its strength, was shot at by an engine, or is in flight. Clerics do not test.
    fn tests(&self, troop: usize) -> bool {
        let it = &self.troops[troop];
        let here = self.here(troop);
        let under_half = it.hit_now && 2 * here < usize::from(it.strength);
        let fleeing = it.mood == Heart::Recreant;
        let missiles = it.missile_hits >= self.combat.morale.count.missile_hits;
        it.class != Class::Cleric && here > 0 && (it.fought || missiles || it.stoned || under_half || fleeing)
    }

    fn here(&self, troop: usize) -> usize {
        self.men.iter().filter(|man| usize::from(man.troop) == troop && man.present()).count()
    }

    /// What counts in a troop's test (MM-7.3, MM-7.6). A lone knight takes the modifiers of a man only.
    pub fn test_of(&self, troop: usize) -> Test {
        let it = &self.troops[troop];
        let mut test = Test::plain(it.class, it.grade);
        let near = |other: usize, within: i32| {
            self.ids().filter(|&id| usize::from(self.man(id).troop) == troop).any(|one| {
                self.ids().filter(|&id| usize::from(self.man(id).troop) == other).any(|two| {
                    let places = self.place(one).zip(self.place(two));
                    places.is_some_and(|(a, b)| self.map.distance(a, b) <= i64::from(within))
                })
            })
        };
        let morale = &self.combat.morale;
        let flees = |other: usize| self.troops[other].mood == Heart::Recreant && near(other, morale.near.flight);
        let others = (0..self.troops.len()).filter(|&other| other != troop);
        for other in others {
            match self.troops[other].side == it.side {
                true if flees(other) => test.friends_fleeing += 1,
                false if flees(other) => test.enemies_fleeing += 1,
                _ => {}
            }
        }
        test.fleeing = it.mood == Heart::Recreant;
        test.standard_lost = self.standard_lost(troop);
        test.hit_in_melee = self.melee_hits[it.side as usize] >= morale.count.melee_hits;
        if it.strength > 1 {
            test.quarters_hit = (4 * it.hit / it.strength.max(1)).min(4) as u8;
            test.leaderless = it.commander.is_some_and(|leader| !self.man(leader).present());
        }
        let leader = it.commander.filter(|&leader| self.man(leader).able() && it.strength > 1);
        test.leader_near = leader.is_some();
        test
    }

    /// The tests at the end of a turn (MM-2.8): one a troop, the attackers' first.
    pub(super) fn morale(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for troop in 0..self.troops.len() {
            if self.troops[troop].mood == Heart::Craven {
                self.troops[troop].mood = Heart::Steady;
            }
        }
        for troop in 0..self.troops.len() {
            if !self.tests(troop) {
                continue;
            }
            let (test, mut sum, combat) = (self.test_of(troop), Sum::default(), self.combat.clone());
            morale_parts(&test, &combat, &mut sum);
            let (faces, result) = roll_morale(sum.0, &combat, dice);
            let mood = match result {
                MoraleResult::Recreant => Heart::Recreant,
                MoraleResult::Craven if test.fleeing => Heart::Recreant,
                MoraleResult::Craven => Heart::Craven,
                MoraleResult::Resolute | MoraleResult::Bold => Heart::Steady,
            };
            self.troops[troop].mood = mood;
            if mood == Heart::Recreant {
                self.made_to_flee(troop);
            }
            sink.tell(|| {
                let mut parts: Vec<Part> = Vec::new();
                morale_parts(&test, &combat, &mut parts);
                let total = faces.iter().map(|&face| i32::from(face)).sum::<i32>() + sum.0;
                Event::Tested { troop: troop as u8, thrown: Thrown { faces: faces.to_vec(), parts, total }, mood }
            });
        }
        for troop in &mut self.troops {
            (troop.fought, troop.missile_hits, troop.hit_now, troop.stoned) = (false, 0, false, false);
        }
    }

    /// The men of a troop who are there are made to flee (MM-8.7).
    fn made_to_flee(&mut self, troop: usize) {
        for id in self.ids().filter(|&id| usize::from(self.man(id).troop) == troop).collect::<Vec<_>>() {
            if self.man(id).present() {
                self.deed(id, Deed::MadeToFlee);
            }
        }
    }

    /// Steps from every hex to the nearest of some, over ways that are open now; nothing where none leads there.
    pub(super) fn steps_to(&self, goals: impl Iterator<Item = HexId>) -> Vec<u16> {
        let mut far = vec![u16::MAX; self.map.cells.len()];
        let mut ring: Vec<HexId> = goals.collect();
        ring.iter().for_each(|goal| far[usize::from(goal.0)] = 0);
        let mut steps = 0;
        while !ring.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for &to in &ring {
                // HexWays lead both ways but into water and onto what is raised, which no step begins from.
                if self.map.holds(to).is_err() {
                    continue;
                }
                for from in self.ways.fought_from(to) {
                    if far[usize::from(from.0)] == u16::MAX {
                        far[usize::from(from.0)] = steps;
                        next.push(from);
                    }
                }
            }
            ring = next;
        }
        far
    }

    /// Where the recreant of a side flee to (MM-7.4): besiegers off the map, the garrison to the keep.
    fn refuge(&self, side: Side) -> Vec<HexId> {
        let edge = |id: &HexId| {
            let hex = self.map.cell(*id).hex;
            let border = hex.row == 1 || hex.column == 1 || hex.row == self.map.rows || hex.column == self.map.columns;
            border && !self.map.cell(*id).under && self.map.holds(*id).is_ok()
        };
        match side == self.besiegers() {
            true => self.map.ids().filter(edge).collect(),
            false => self.map.ids().filter(|&id| self.map.in_keep(id) && self.map.holds(id).is_ok()).collect(),
        }
    }

    /// The recreant of a side flee as far as their points carry them, before the others move. Besiegers at the edge of the
    /// map are gone; who cannot get away from an enemy face to face yields (MM-7.4).
    pub(super) fn flight(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let recreant = |state: &Assault, id: TrooperId| {
            let man = state.man(id);
            man.side == side && man.able() && state.troops[usize::from(man.troop)].mood == Heart::Recreant
        };
        if !self.ids().any(|id| recreant(self, id)) {
            return;
        }
        let far = self.steps_to(self.refuge(side).into_iter());
        let mut fleeing: Vec<TrooperId> = self.ids().filter(|&id| recreant(self, id)).collect();
        fleeing.sort_by_key(|&id| self.place(id).map_or(u16::MAX, |at| far[usize::from(at.0)]));
        for id in fleeing {
            if let Post::Ladder(ladder) = self.man(id).post
                && self.upright().any(|(n, foot, _)| n == ladder && self.who(foot).is_none())
            {
                self.step_off(id, false, sink);
            }
            if let Post::Aloft(tower) = self.man(id).post
                && self.at_post(Post::Aboard(tower)).count() < self.room_at(tower)
            {
                self.go_up(id, false, sink);
            }
            while let Some(at) = self.afoot(id).filter(|_| self.man(id).able()) {
                if side == self.besiegers() && far[usize::from(at.0)] == 0 {
                    sink.tell(|| Event::Fled { man: id });
                    self.lost(id, None, Fortune::Fled, dice, sink);
                    break;
                }
                let points = self.man(id).points;
                let away = self.ways.steps(at).filter(|&to| {
                    !self.taken(to) && far[usize::from(to.0)] < far[usize::from(at.0)] && self.cost_of(to) <= points
                });
                match away.min_by_key(|&to| (far[usize::from(to.0)], to)) {
                    Some(to) => self.step(id, to, dice, sink),
                    None => {
                        let enemy = self.facing(id).first().copied();
                        if enemy.is_some() && !self.man(id).moved {
                            self.yields(id, enemy, dice, sink);
                        }
                        break;
                    }
                }
            }
            if self.man(id).able() {
                self.spend_turn(id);
            }
        }
    }
}
