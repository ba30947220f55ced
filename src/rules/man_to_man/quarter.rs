//! Yielding, guarding, freeing and killing prisoners (MM-6.4, MM-7.7, MM-8.1, MM-8.9).

use super::event::{Event, Gait, Placed, Why};
use super::state::*;
use super::{Decision, Illegal, Umpire};
use crate::rules::battle::Deed;
use crate::rules::figure::{Class, Side};
use crate::rules::geometry::{INCH, Point};
use crate::rules::prisoners::quarter;

impl Position {
    /// A figure yields to an enemy (MM-7.7).
    pub(super) fn yields(&mut self, id: FigureId, to: FigureId, umpire: &mut impl Umpire) {
        if !self.figure(id).in_arms() {
            return;
        }
        self.lift(id);
        let turn = self.turn;
        let figure = self.figure_mut(id);
        if figure.mounted() {
            figure.mount = Mount::Loose(figure.at);
        }
        figure.state = State::Yielded { to, turn };
        let body = figure.body;
        self.prisoners.push(id);
        umpire.tell(|| Event::Yielded { figure: id, to });
        self.refresh(body);
        self.bearer_yields(id, to, umpire);
        self.leader_lost(id, umpire);
    }

    /// Fallen men yield to enemies on foot in contact, who demand it (MM-6.4).
    pub(super) fn demand_surrender(&mut self, umpire: &mut impl Umpire) {
        for n in 0..self.figures.len() {
            let id = FigureId(n as u16);
            if !matches!(self.figures[n].state, State::Fallen { .. }) {
                continue;
            }
            let mut captor: Option<FigureId> = None;
            self.any_contact(id, |enemy| {
                let figure = self.figure(enemy);
                let able = figure.stands() && !figure.mounted() && figure.profile.class != Class::Cleric;
                let body = self.body(figure.body);
                if able && body.active() && body.demands {
                    captor = Some(captor.map_or(enemy, |other| other.min(enemy)));
                }
                false
            });
            if let Some(captor) = captor {
                self.yields(id, captor, umpire);
            }
        }
    }

    /// The nearest enemy who could take a figure prisoner, within a distance.
    pub(super) fn nearest_captor(&self, id: FigureId, within: i32) -> Option<FigureId> {
        let figure = self.figure(id);
        let limit = i64::from(within) * i64::from(within);
        let mut best: Option<(i64, FigureId)> = None;
        self.grid.any_near(figure.at, within, |other| {
            let enemy = self.figure(other);
            let far = enemy.at.distance_squared(figure.at);
            let able = enemy.side != figure.side && enemy.stands() && enemy.profile.class != Class::Cleric;
            if able && far <= limit && self.body(enemy.body).active() && best.is_none_or(|least| (far, other) < least) {
                best = Some((far, other));
            }
            false
        });
        best.map(|(_, enemy)| enemy)
    }

    /// Whether a body, or one man of it, may yield by its side's wish (MM-7.7): somebody must be there to yield to.
    pub(super) fn check_yield(&self, id: BodyId, one: Option<FigureId>) -> Result<(), Illegal> {
        let ordered = |decision: &Decision| match *decision {
            Decision::Yield { body } => body == id,
            Decision::YieldMan { man, .. } => Some(man) == one,
            _ => false,
        };
        if self.this_phase.sealed[self.body(id).side].iter().any(ordered) {
            return Err(Illegal::NotFree);
        }
        let may = |man: FigureId| self.figure(man).in_arms() && self.nearest_captor(man, self.across()).is_some();
        let any = self.men_of(id).any(|man| one.is_none_or(|one| one == man) && may(man));
        if any { Ok(()) } else { Err(Illegal::NobodyToYieldTo) }
    }

    /// Further than anybody on the field is from anybody.
    fn across(&self) -> i32 {
        self.land.ground.width + self.land.ground.depth
    }

    /// A body yields, or one man of it.
    pub(super) fn yield_by_order(&mut self, id: BodyId, one: Option<FigureId>, umpire: &mut impl Umpire) {
        for man in self.men_of(id).filter(|&man| one.is_none_or(|one| one == man)) {
            if let Some(captor) = self.nearest_captor(man, self.across()) {
                self.yields(man, captor, umpire);
            }
        }
    }

    /// Prisoners go where their captors go (MM-7.7), unless these flee; off the field with them too.
    pub(super) fn lead_prisoners(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        if self.prisoners.is_empty() || self.body(id).mood == Mood::Recreant {
            return;
        }
        for n in 0..self.prisoners.len() {
            let prisoner = self.prisoners[n];
            let State::Yielded { to, .. } = self.figure(prisoner).state else { continue };
            let captor = *self.figure(to);
            if captor.body != id || !captor.stands() {
                continue;
            }
            let behind = self.on_field(captor.at.along(captor.facing.back(), INCH));
            // Into the water nobody is led who cannot swim, nor through a wall.
            let at = self.figure(prisoner).at;
            let places = [behind, captor.at, at];
            let led = |&place: &Point| {
                self.may_stand(prisoner, place) && (place == at || self.way_between(prisoner, captor.at, place))
            };
            let Some(place) = places.into_iter().find(led) else { continue };
            if place == at {
                continue;
            }
            self.figure_mut(prisoner).at = place;
            self.figure_mut(prisoner).facing = captor.facing;
            let body = self.figure(prisoner).body;
            umpire.tell(|| Event::Moved {
                body,
                gait: Gait::Walk,
                why: Why::Led,
                figures: vec![Placed(prisoner, place, captor.facing)],
            });
        }
    }

    /// Prisoners whom no enemy out of melee guards within 2 in are free again (MM-7.7).
    pub(super) fn guard_prisoners(&mut self, umpire: &mut impl Umpire) {
        let near = self.tables.morale.near.guard * INCH;
        let mut n = 0;
        while n < self.prisoners.len() {
            let id = self.prisoners[n];
            let State::Yielded { to, turn } = self.figure(id).state else {
                self.prisoners.swap_remove(n);
                continue;
            };
            // Led off the field by a captor who left it in order.
            let led_away = self.figure(to).state == State::Withdrawn;
            let prisoner = self.figure(id);
            let guarded = led_away
                || turn == self.turn
                || self.grid.any_near(prisoner.at, near, |other| {
                    let guard = self.figure(other);
                    guard.side != prisoner.side
                        && guard.stands()
                        && guard.at.distance_squared(prisoner.at) <= i64::from(near) * i64::from(near)
                        && self.body(guard.body).mood != Mood::Recreant
                        && !self.touched(other)
                });
            if guarded {
                n += 1;
                continue;
            }
            self.prisoners.swap_remove(n);
            self.set_free(id, umpire);
        }
    }

    /// A prisoner is free, and stands where he was led, or as near to it as there is room.
    pub(super) fn set_free(&mut self, id: FigureId, umpire: &mut impl Umpire) {
        let held = self.figure(id).at;
        self.figure_mut(id).state = State::Standing;
        let (at, facing, body) = (self.room_near(id, held), self.figure(id).facing, self.figure(id).body);
        self.set_down(id, at);
        if at != held {
            umpire.tell(|| Event::Moved {
                body,
                gait: Gait::Walk,
                why: Why::Led,
                figures: vec![Placed(id, at, facing)],
            });
        }
        if self.body(body).in_arms == 0 {
            self.body_mut(body).mood = Mood::Steady;
        }
        if self.army_commander[self.figure(id).side] == Some(id) {
            let side = self.figure(id).side;
            self.commander_lost[side] = false;
        }
        self.refresh(body);
        umpire.tell(|| Event::Freed { figure: id });
    }

    fn captors_cleric_near(&self, captor: Side, prisoner: FigureId) -> bool {
        let near = i64::from(self.tables.quarter.quarter.cleric * INCH);
        let place = self.figure(prisoner).at;
        self.figures.iter().any(|figure| {
            figure.side == captor
                && figure.profile.class == Class::Cleric
                && figure.in_arms()
                && figure.at.distance_squared(place) <= near * near
        })
    }

    /// The prisoners a figure may kill: in contact, and not owed quarter (MM-8.1).
    fn victims(&self, by: FigureId) -> Vec<FigureId> {
        let figure = self.figure(by);
        if !figure.stands() || figure.profile.class == Class::Cleric || figure.turn.contact_at_start {
            return Vec::new();
        }
        let owed = |id: FigureId| {
            let held = self.figure(id);
            let cleric = self.captors_cleric_near(figure.side, id);
            quarter::binds(figure.profile.class, (held.profile.class, held.profile.rank), cleric, self.dynastic_war)
        };
        let reach = |id: FigureId| {
            let within = i64::from(self.touching(figure, self.figure(id)) + INCH);
            self.figure(id).at.distance_squared(figure.at) <= within * within
        };
        let held = self.prisoners.iter().copied();
        held.filter(|&id| self.figure(id).side != figure.side && matches!(self.figure(id).state, State::Yielded { .. }))
            .filter(|&id| reach(id) && !owed(id))
            .collect()
    }

    /// Whether a body may spend the turn killing prisoners (MM-8.1).
    pub(super) fn check_slay(&self, id: BodyId) -> Result<(), Illegal> {
        if self.body(id).turn.engaged {
            return Err(Illegal::InMelee);
        }
        if self.prisoners.is_empty() {
            return Err(Illegal::NobodyToSlay);
        }
        let any = self.men_of(id).any(|man| !self.victims(man).is_empty());
        if any { Ok(()) } else { Err(Illegal::NobodyToSlay) }
    }

    /// A figure kills up to three prisoners in contact in a full turn (MM-8.1).
    pub(super) fn slay(&mut self, umpire: &mut impl Umpire) {
        for id in self.body_ids() {
            if !self.body(id).turn.slaying || self.body_touched(id) {
                continue;
            }
            for by in self.men_of(id) {
                let victims = self.victims(by);
                for victim in victims.into_iter().take(self.tables.quarter.quarter.killed_in_a_turn) {
                    self.figure_mut(victim).state = State::Dead;
                    self.deed(by, Deed::Killed(self.figure(victim).man));
                    if self.figure(victim).profile.class == Class::Cleric {
                        let man = self.figure(victim).man;
                        if self.deed(by, Deed::HurtCleric(man)) {
                            self.falls_a_grade(by, umpire);
                        }
                    }
                    umpire.tell(|| Event::Slain { figure: victim, by });
                }
            }
        }
    }
}
