//! Morale in an assault (MM-7, SG-5.4): what calls for a test, and the test.

use super::event::{Event, Thrown};
use super::map::HexId;
use super::state::{Assault, Fortune, Heart, TrooperId};
use crate::rules::battle::{Deed, HexForm};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use crate::rules::man_to_man::event::MoraleResult;
use crate::rules::man_to_man::morale::{Test, morale_parts, roll_morale};
use std::cmp::Ordering;

impl Assault {
    /// Whether a troop is a knight by himself, who tests by causes of his own (MM-7.2) and takes the modifiers of a man only.
    pub(super) fn lone_knight(&self, troop: usize) -> bool {
        self.troops[troop].strength == 1 && self.troops[troop].class == Class::Knight
    }

    /// Whether a troop tests its morale this turn (MM-7.1, MM-7.2). Clerics do not test.
    fn tests(&self, troop: usize) -> bool {
        let it = &self.troops[troop];
        if it.class == Class::Cleric || self.here(troop) == 0 {
            return false;
        }
        let (count, near) = (&self.combat.morale.count, &self.combat.morale.near);
        let leader_lost = || {
            let lost =
                |id: TrooperId| it.leaders.contains(&id) && (!self.man(id).present() || self.fled_now.contains(&id));
            let fled = self.fled_now.iter().filter_map(|&id| Some((id, self.place(id)?)));
            let gone = self.fallen.iter().copied().chain(fled);
            gone.filter(|&(id, _)| lost(id)).any(|(_, at)| self.troop_near(troop, at, near.leader))
        };
        let others = match self.lone_knight(troop) {
            true => {
                self.friends_lost(troop) >= count.fallen_friends
                    || it.shot_at_halted >= count.halted_turns
                    || self.fleeing_near(troop, it.side.other(), true) > 0
            }
            false => {
                let under_half = it.hit_now && 2 * self.here(troop) < usize::from(it.strength);
                it.missile_hits >= count.missile_hits
                    || it.stoned
                    || under_half
                    || it.passed_in_flight
                    || self.fleeing_near(troop, it.side, false) > 0
            }
        };
        it.fought && !self.need_not_check(troop) || it.mood == Heart::Recreant || it.fired_on || others || leader_lost()
    }

    /// After a melee those need not check whom it alone gives cause, once all who are face to face with them are craven or
    /// recreant (MM-5.11).
    fn need_not_check(&self, troop: usize) -> bool {
        let opposite = self.of_troop(troop).filter(|&id| self.man(id).able()).flat_map(|id| self.facing(id));
        let hearts: Vec<Heart> = opposite.map(|id| self.troops[usize::from(self.man(id).troop)].mood).collect();
        !hearts.is_empty() && hearts.iter().all(|heart| matches!(heart, Heart::Craven | Heart::Recreant))
    }

    fn of_troop(&self, troop: usize) -> impl Iterator<Item = TrooperId> + '_ {
        self.ids().filter(move |&id| usize::from(self.man(id).troop) == troop && self.man(id).present())
    }

    fn here(&self, troop: usize) -> usize {
        self.of_troop(troop).count()
    }

    /// Whether one of a troop is within so many hexes of a place.
    pub(super) fn troop_near(&self, troop: usize, at: HexId, within: i32) -> bool {
        let near = |place: HexId| self.map.distance(place, at) <= i64::from(within);
        self.of_troop(troop).filter_map(|id| self.place(id)).any(near)
    }

    /// Whether one of a troop is within so many hexes of one of another.
    fn troops_near(&self, one: usize, other: usize, within: i32) -> bool {
        self.of_troop(one).filter_map(|id| self.place(id)).any(|at| self.troop_near(other, at, within))
    }

    /// Friends of equal class killed, wounded or in flight near a lone knight (MM-7.2).
    fn friends_lost(&self, troop: usize) -> u16 {
        let (own, near) = (&self.troops[troop], self.combat.morale.near.fallen_friends);
        let equal = |id: TrooperId| {
            let friend = self.man(id);
            friend.side == own.side && friend.profile.class == own.class && usize::from(friend.troop) != troop
        };
        let flees = |id: TrooperId| self.troops[usize::from(self.man(id).troop)].mood == Heart::Recreant;
        let fallen = self.fallen.iter().filter(|&&(id, at)| equal(id) && self.troop_near(troop, at, near));
        let mut lost: Vec<TrooperId> = fallen.map(|&(id, _)| id).collect();
        let fled = self.of(own.side).filter(|&id| equal(id) && flees(id));
        lost.extend(fled.filter(|&id| self.place(id).is_some_and(|at| self.troop_near(troop, at, near))));
        lost.sort_unstable();
        lost.dedup();
        lost.len() as u16
    }

    /// Units, and fours of lone knights, of a side in flight near a troop; of friends only those of equal class or better
    /// (MM-7.6). Each lone knight counts by himself where `each` says so.
    fn fleeing_near(&self, troop: usize, side: Side, each: bool) -> u8 {
        let (own, near) = (&self.troops[troop], self.combat.morale.near.flight);
        let (mut units, mut knights) = (0_u16, 0_u16);
        for other in 0..self.troops.len() {
            let it = &self.troops[other];
            let counts = other != troop
                && it.side == side
                && it.mood == Heart::Recreant
                && (side != own.side || it.class >= own.class);
            if counts && self.troops_near(troop, other, near) {
                if self.lone_knight(other) { knights += 1 } else { units += 1 }
            }
        }
        let four = if each { 1 } else { self.combat.morale.count.knights.max(1) };
        (units + knights / four).min(20) as u8
    }

    /// What counts in a troop's test (MM-7.3, MM-7.6). All face all ways here, so that a unit near supports whichever way it
    /// stands; close order and secure flanks are of the open field **[house]**.
    pub fn test_of(&self, troop: usize) -> Test {
        let it = &self.troops[troop];
        let mut test = Test::plain(it.class, it.grade);
        let (count, near) = (&self.combat.morale.count, &self.combat.morale.near);
        if self.troops.iter().any(|other| other.mood == Heart::Recreant) {
            test.friends_fleeing = self.fleeing_near(troop, it.side, false);
            test.enemies_fleeing = self.fleeing_near(troop, it.side.other(), false);
        }
        test.fleeing = it.mood == Heart::Recreant;
        test.standard_lost = self.standard_lost(troop);
        test.commander_lost = it.saw_commander_lost;
        test.hunger = self.hunger[it.side];
        test.hit_in_melee = self.melee_hits[it.side as usize] >= count.melee_hits;
        let leads = |&leader: &TrooperId| {
            let place = self.place(leader).filter(|_| self.man(leader).able());
            place.is_some_and(|at| self.troop_near(troop, at, near.leader))
        };
        let blesses = |other: usize| {
            let cleric = &self.troops[other];
            cleric.side == it.side && cleric.class == Class::Cleric && self.troops_near(troop, other, near.leader)
        };
        // A unit's own men are no leader who has come to it.
        let comes = |leader: &TrooperId| usize::from(self.man(*leader).troop) != troop && leads(leader);
        test.leader_near = it.leaders.iter().any(comes) || (0..self.troops.len()).any(blesses);
        if self.lone_knight(troop) {
            return test;
        }
        let unit = |other: usize, within: i32| {
            let friend = &self.troops[other];
            let counts = other != troop && friend.side == it.side && friend.strength > 1;
            counts && self.of_troop(other).any(|id| self.active(id)) && self.troops_near(troop, other, within)
        };
        test.supported = (0..self.troops.len()).any(|other| !self.troops[other].fought && unit(other, near.support));
        let knights = (0..self.troops.len()).filter(|&other| self.keeps_company(troop, other)).count();
        let company =
            knights >= usize::from(count.knights) || (0..self.troops.len()).any(|other| unit(other, near.alone));
        test.isolated = !test.supported && !company;
        test.quarters_hit = (4 * it.hit / it.strength.max(1)).min(4) as u8;
        test.leaderless = self.leaderless(troop);
        test
    }

    /// Whether a knight by himself is near a troop, and neither flees nor falls back: four of them are company (MM-7.6).
    fn keeps_company(&self, troop: usize, other: usize) -> bool {
        let knight = other != troop && self.troops[other].side == self.troops[troop].side && self.lone_knight(other);
        let near = || self.troops_near(troop, other, self.combat.morale.near.alone);
        knight && self.of_troop(other).any(|id| self.active(id)) && near()
    }

    /// Whether a troop has lost its commander, and no other leader of its force, battle or army stays with it (MM-7.6).
    fn leaderless(&self, troop: usize) -> bool {
        let it = &self.troops[troop];
        let stays = |&leader: &TrooperId| {
            let place = self.place(leader).filter(|_| self.active(leader));
            place.is_some_and(|at| self.troop_near(troop, at, self.combat.morale.near.joined))
        };
        let lost = it.commander.is_some_and(|leader| !self.man(leader).present());
        lost && !it.leaders.iter().any(stays)
    }

    /// The side that tests first (MM-5.11): that with more killed hand to hand, else that which charged. By earlier forms the dead
    /// of the whole turn were counted, and the attackers came first else.
    pub fn tests_first(&self) -> Side {
        let killed = |side: Side| {
            if self.form >= HexForm::Fourth {
                return usize::from(self.melee_kills[side as usize]);
            }
            let killed = |id: TrooperId| matches!(self.man(id).fortune, Fortune::Dead | Fortune::Drowned);
            let dead = |id: TrooperId| self.man(id).side == side && killed(id);
            self.fallen.iter().filter(|&&(id, _)| dead(id)).count()
        };
        let charged = |side: Side| self.of(side).any(|id| self.man(id).charges);
        match killed(Side::Defender).cmp(&killed(Side::Attacker)) {
            Ordering::Greater => Side::Defender,
            Ordering::Equal if self.form < HexForm::Fourth => Side::Attacker,
            Ordering::Equal if charged(Side::Defender) && !charged(Side::Attacker) => Side::Defender,
            // Both or neither: by turns, as on the field.
            Ordering::Equal if charged(Side::Attacker) == charged(Side::Defender) && self.form >= HexForm::Fifth => {
                if self.turn % 2 == 1 {
                    Side::Attacker
                } else {
                    Side::Defender
                }
            }
            Ordering::Equal | Ordering::Less => Side::Attacker,
        }
    }

    /// The tests at the end of a turn (MM-2.8): one a troop, those who fought first, the side with more killed before the other
    /// (MM-5.11); a new flight may give others cause.
    pub(super) fn morale(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for troop in 0..self.troops.len() {
            let halted = self.of_troop(troop).all(|id| !self.man(id).moved);
            let it = &mut self.troops[troop];
            it.shot_at_halted = if it.shot_at && halted { it.shot_at_halted.saturating_add(1) } else { 0 };
            if it.mood != Heart::Recreant {
                it.mood = Heart::Steady;
            }
        }
        let first = self.tests_first();
        let mut order: Vec<usize> = (0..self.troops.len()).collect();
        order.sort_by_key(|&troop| (!self.troops[troop].fought, self.troops[troop].side != first, troop));
        let mut tested = vec![false; self.troops.len()];
        loop {
            let mut new_flight = false;
            for &troop in &order {
                if tested[troop] || !self.tests(troop) {
                    continue;
                }
                tested[troop] = true;
                let fled = self.troops[troop].mood == Heart::Recreant;
                self.test(troop, dice, sink);
                new_flight |= !fled && self.troops[troop].mood == Heart::Recreant;
            }
            if !new_flight {
                break;
            }
        }
        for it in &mut self.troops {
            (it.fought, it.missile_hits, it.hit_now, it.stoned) = (false, 0, false, false);
            (it.fired_on, it.shot_at, it.passed_in_flight) = (false, false, false);
        }
    }

    pub(super) fn test(&mut self, troop: usize, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let (test, mut sum, combat) = (self.test_of(troop), Sum::default(), self.combat.clone());
        morale_parts(&test, &combat, &mut sum);
        let (faces, result) = roll_morale(sum.0, &combat, dice);
        let mood = match result {
            MoraleResult::Recreant => Heart::Recreant,
            MoraleResult::Craven if test.fleeing => Heart::Recreant,
            MoraleResult::Craven => Heart::Craven,
            MoraleResult::Resolute | MoraleResult::Bold if test.fleeing => Heart::Rallying,
            MoraleResult::Resolute => Heart::Steady,
            MoraleResult::Bold => Heart::Bold,
        };
        self.troops[troop].mood = mood;
        if mood == Heart::Recreant {
            self.made_to_flee(troop);
            let leads = |id: &TrooperId| self.troops.iter().any(|it| it.leaders.contains(id));
            let fled: Vec<TrooperId> = self.of_troop(troop).filter(|_| !test.fleeing).filter(leads).collect();
            self.fled_now.extend(fled);
        }
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            morale_parts(&test, &combat, &mut parts);
            let total = faces.iter().map(|&face| i32::from(face)).sum::<i32>() + sum.0;
            Event::Tested { troop: troop as u8, thrown: Thrown { faces: faces.to_vec(), parts, total }, mood }
        });
    }

    /// Who was killed, wounded, taken or fled is remembered for the tests of this turn; of an army's commander, who of his
    /// men saw it (MM-7.3).
    pub(super) fn note_fallen(&mut self, id: TrooperId, gone: bool) {
        let Some(at) = self.place(id) else { return };
        self.fallen.push((id, at));
        let side = self.man(id).side;
        if !gone || self.army_leader[side] != Some(id) {
            return;
        }
        for troop in self.who_see(side, at) {
            self.troops[usize::from(troop)].saw_commander_lost = true;
        }
    }

    /// The troops of a side of which a man sees what befalls in a hex.
    pub(super) fn who_see(&self, side: Side, at: HexId) -> Vec<u8> {
        let sees = |from: HexId| from == at || self.sees(from, at);
        let own = (0..self.troops.len()).filter(|&troop| self.troops[troop].side == side);
        own.filter(|&troop| self.of_troop(troop).filter_map(|id| self.place(id)).any(sees))
            .map(|troop| troop as u8)
            .collect()
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
        // HexWays lead both ways but into water and onto what is raised, which no step begins from.
        let stands = |to: HexId| self.map.holds(to).is_ok();
        steps_from(self.map.cells.len(), goals, |to| {
            stands(to).then(|| self.ways.fought_from(to)).into_iter().flatten()
        })
    }
}

/// Steps from every hex to the nearest of some, where one comes to a hex from those that `leads_to` it; nothing where no way
/// leads there.
pub(super) fn steps_from<I: Iterator<Item = HexId>>(
    hexes: usize,
    goals: impl Iterator<Item = HexId>,
    leads_to: impl Fn(HexId) -> I,
) -> Vec<u16> {
    let mut far = vec![u16::MAX; hexes];
    let mut ring: Vec<HexId> = goals.collect();
    ring.iter().for_each(|goal| far[usize::from(goal.0)] = 0);
    let mut steps = 0;
    while !ring.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for from in ring.iter().flat_map(|&to| leads_to(to)) {
            if far[usize::from(from.0)] == u16::MAX {
                far[usize::from(from.0)] = steps;
                next.push(from);
            }
        }
        ring = next;
    }
    far
}
