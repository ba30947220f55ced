//! The end of a turn: fights hand to hand (CC-5), walls (CC-6), prisoners, objectives, and who has won (CC-1.2).

use super::field::WallId;
use super::melee::{Exchange, FightingMen, counts_for, exchange};
use super::sight::CordSpot;
use super::state::{
    BattleSort, CrackerStage, Ending, Name, PlayForm, Position, SiegeGear, Troops, TroopsId, Whereabouts,
};
use super::{Event, HandToHand};
use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Sink;

impl Position {
    /// The fighting of a turn, and all that follows until the next begins.
    pub(super) fn end_turn(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.clear_struck(sink);
        self.leave_towers();
        self.fight(sink);
        for wall in 0..self.walls.len() {
            self.storm(WallId(wall as u8), dice, sink);
        }
        self.ram(sink);
        self.come_home(sink);
        self.hold(sink);
        if let Some(ending) = self.ended() {
            sink.tell(|| Event::Over(ending.clone()));
            self.stage = CrackerStage::Over(ending);
            return;
        }
        self.turn += 1;
        for troops in &mut self.troops {
            (troops.ordered, troops.moved, troops.pushed, troops.ran) = (false, false, false, false);
            troops.puts_out = troops.alight && troops.gear == Some(SiegeGear::Ram);
            (troops.aimed, troops.alight) = (false, false);
        }
        self.stage = CrackerStage::Move(Side::Attacker);
        let turn = self.turn;
        sink.tell(|| Event::Turn(turn));
    }

    /// Units that touch one another, directly or through others, are one fight (CC-5.1): each side's of every fight.
    pub(super) fn fights(&self) -> Vec<BySide<Vec<TroopsId>>> {
        let mut left = self.contacts.clone();
        let mut fights = Vec::new();
        while let Some((one, other)) = left.pop() {
            let mut fight = BySide { attacker: vec![one], defender: vec![other] };
            let touches = |fight: &BySide<Vec<TroopsId>>, pair: &(TroopsId, TroopsId)| {
                fight.attacker.contains(&pair.0) || fight.defender.contains(&pair.1)
            };
            while let Some(at) = left.iter().position(|pair| touches(&fight, pair)) {
                let (one, other) = left.swap_remove(at);
                fight.attacker.push(one);
                fight.defender.push(other);
            }
            for side in [&mut fight.attacker, &mut fight.defender] {
                // Whoever is aboard fights with his wagon.
                let riders: Vec<TroopsId> =
                    side.iter().flat_map(|id| self.riders(*id).map(|(rider, _)| rider)).collect();
                side.extend(riders);
                side.sort_unstable();
                side.dedup();
            }
            fights.push(fight);
        }
        fights
    }

    /// A side's men in a fight, by the armour they fight as and for how many they count (CC-5.1 to CC-5.3).
    pub fn counted(&self, side: &[TroopsId]) -> FightingMen {
        side.iter().map(|id| self.counted_one(*id)).sum()
    }

    fn counted_one(&self, id: TroopsId) -> FightingMen {
        let troops = self.troops(id);
        let spears = |other: TroopsId| self.troops(other).able() >= self.tables.melee.shield_wall;
        let wall = self.shield_walls.iter().any(|&(horse, other)| horse == id && spears(other));
        let counts = counts_for(troops.row(&self.tables).counts, wall);
        FightingMen::of(troops.fights, troops.able() as u32 * counts)
    }

    fn fight(&mut self, sink: &mut impl Sink<Event>) {
        for fight in self.fights() {
            let counted = [self.counted(&fight.attacker), self.counted(&fight.defender)];
            let Exchange { lost, taken } = exchange(counted, &self.tables);
            let names = |side: &[TroopsId]| side.iter().map(|id| self.troops(*id).name.clone()).collect::<Vec<Name>>();
            let names = [names(&fight.attacker), names(&fight.defender)];
            let fought = self.contacts.clone();
            let fell = [self.share(&fight.attacker, lost[0], sink), self.share(&fight.defender, lost[1], sink)];
            sink.tell(|| Event::Fought(HandToHand { names, counted, fell }));
            self.tell_apart(&fought, sink);
            match taken {
                Some(0) => self.take(&fight.attacker, &fight.defender, sink),
                Some(_) => self.take(&fight.defender, &fight.attacker, sink),
                None => {}
            }
        }
    }

    /// Takes losses off a side of a fight, unit by unit in turn (CC-5.1), and says how many there were.
    fn share(&mut self, side: &[TroopsId], lost: u32, sink: &mut impl Sink<Event>) -> u32 {
        let mut each = vec![0usize; side.len()];
        let (mut left, mut at, mut full) = (lost, 0, 0);
        while left > 0 && full < side.len() {
            if each[at] < self.troops(side[at]).standing.len() {
                each[at] += 1;
                left -= 1;
                full = 0;
            } else {
                full += 1;
            }
            at = (at + 1) % side.len();
        }
        let first = |(id, lost): (&TroopsId, &usize)| {
            let (id, lost) = (*id, *lost);
            self.who_sits_in(id, |seat| seat < lost).into_iter().map(move |(rider, men)| (id, rider, men))
        };
        let out: Vec<(TroopsId, TroopsId, usize)> = side.iter().zip(&each).flat_map(first).collect();
        for (id, lost) in side.iter().zip(&each) {
            let lost = *lost;
            let before = self.troops(*id).standing.len();
            self.lose_in_fight(*id, lost);
            self.drown(*id, before);
            self.after_losses(*id, before, sink);
        }
        // Those who fell sat in the first wagons, which are those that were lost.
        for (carrier, rider, men) in out {
            let fell = side.iter().position(|id| *id == rider).map_or(0, |at| each[at]);
            self.climb_out(carrier, rider, men.saturating_sub(fell));
        }
        lost - left
    }

    /// Who alone is at an objective at a turn's end holds it: on a wall, or where no wall stands between (CC-1.2).
    fn hold(&mut self, sink: &mut impl Sink<Event>) {
        let field = self.field.clone();
        for (objective, held) in field.objectives.iter().zip(0..) {
            let reach = i64::from(objective.within) * i64::from(objective.within);
            let at = |side: Side| {
                let near = |CordSpot { at, on }: CordSpot| {
                    at.distance_squared(objective.at) <= reach
                        && (on.is_some() || !self.is_walled_off(at, objective.at))
                };
                let mut fighters = self.of(side).filter(|(_, troops)| troops.can_fight());
                fighters.any(|(_, troops)| self.spots(troops).any(|(_, spot)| near(spot)))
            };
            let alone = at(objective.side) && !at(objective.side.other());
            self.held[held] = if alone { self.held[held] + 1 } else { 0 };
            let turns = self.held[held];
            if alone {
                sink.tell(|| Event::Held(objective.name.as_str().into(), objective.side, turns));
            }
        }
    }

    /// How the battle has ended, if it has (CC-1.2).
    fn ended(&self) -> Option<Ending> {
        let objectives = &self.field.objectives;
        let held = |side: Side| {
            let mut all = objectives.iter().zip(&self.held);
            all.find(|(objective, held)| objective.side == side && **held >= self.tables.zone.hold)
        };
        match (held(Side::Attacker), held(Side::Defender)) {
            (Some(_), Some(_)) => return Some(Ending::BothHeld),
            (Some((objective, _)), _) | (_, Some((objective, _))) => {
                return Some(Ending::Objective(objective.side, objective.name.as_str().into()));
            }
            _ => {}
        }
        let left = BySide { attacker: self.fighting(Side::Attacker), defender: self.fighting(Side::Defender) };
        match (left.attacker, left.defender) {
            (0, 0) => return Some(Ending::NobodyAtAll),
            (0, _) => return Some(Ending::NobodyLeft(Side::Attacker)),
            (_, 0) => return Some(Ending::NobodyLeft(Side::Defender)),
            _ => {}
        }
        if let (BattleSort::Away, Some(fort)) = (self.sort, &self.field.fort) {
            let stands = |(_, troops): (TroopsId, &Troops)| troops.garrison && troops.can_fight();
            let had = self.troops.iter().any(|troops| troops.garrison && troops.side == fort.side);
            if had && !self.of(fort.side).any(stands) {
                return Some(Ending::Garrison(fort.side.other()));
            }
            if self.is_relieved(fort.side) {
                return Some(Ending::Relieved(fort.side));
            }
        }
        if self.turn < self.turns {
            return None;
        }
        let wants = |side| objectives.iter().any(|objective| objective.side == side);
        Some(match (wants(Side::Attacker), wants(Side::Defender)) {
            (true, true) => Ending::TimeOut,
            (true, false) => Ending::HeldOut(Side::Defender),
            (false, true) => Ending::HeldOut(Side::Attacker),
            (false, false) => {
                let of = |side| u64::from(left[side]) * u64::from(self.began[side.other()]);
                let share = |side: Side| left[side] * 100 / self.began[side].max(1);
                let winner = match of(Side::Attacker).cmp(&of(Side::Defender)) {
                    std::cmp::Ordering::Greater => Some(Side::Attacker),
                    std::cmp::Ordering::Less => Some(Side::Defender),
                    std::cmp::Ordering::Equal => None,
                };
                Ending::Share(winner, BySide { attacker: share(Side::Attacker), defender: share(Side::Defender) })
            }
        })
    }

    /// Whether so large a part of those who came to relieve a fort stand in its yard or on its walls (CC-1.2), in a wagon too. By
    /// earlier forms a body counted whole by the middle of its front.
    fn is_relieved(&self, side: Side) -> bool {
        let comes = |troops: &&Troops| troops.side == side && !troops.garrison && troops.are_men();
        let relief = || self.troops.iter().filter(comes);
        let set_out: usize = relief().map(|troops| troops.began).sum();
        let within = |troops: &Troops| match troops.whereabouts {
            Whereabouts::Aboard(_) if self.form >= PlayForm::Third && self.field.in_yard(self.seat(troops)) => {
                troops.standing.len()
            }
            Whereabouts::Field if self.form >= PlayForm::Third => {
                self.spots(troops).filter(|(_, spot)| spot.on.is_some() || self.field.in_yard(spot.at)).count()
            }
            Whereabouts::Field if self.field.in_yard(troops.at) => troops.standing.len(),
            Whereabouts::Parapet(_) => troops.standing.len(),
            _ => 0,
        };
        let there: usize = relief().filter(|troops| troops.can_fight()).map(within).sum();
        there > 0 && there * self.tables.zone.relief >= set_out
    }
}
