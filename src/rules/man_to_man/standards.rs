//! Standards (MM-8.8) and leaders lost (MM-7.1).

use super::event::{Cause, Event, Office};
use super::state::*;
use super::{Illegal, Umpire};
use crate::rules::dice::Dice;
use crate::rules::geometry::INCH;

impl Position {
    /// The bearer of a standard is killed (MM-8.8): an enemy who killed him hand to hand has an even chance to take it,
    /// else it falls.
    pub(super) fn bearer_down(&mut self, id: FigureId, by: Option<FigureId>, umpire: &mut impl Umpire) {
        if self.figure(id).standard.is_none() {
            return;
        }
        self.figure_mut(id).standard = None;
        for n in 0..self.standards.len() {
            if self.standards[n].place != StandardAt::Carried(id) {
                continue;
            }
            let place = self.figure(id).at;
            let at_hand =
                by.filter(|&by| self.figure(by).stands() && self.in_contact(self.figure(by), self.figure(id)));
            if let Some(by) = at_hand {
                let face = umpire.dice().die("MM-8.8 standard", 6);
                if face <= self.tables.points.standard.chance_in_six {
                    self.take_standard(n, by, Some(face as u8), umpire);
                    continue;
                }
            }
            self.standards[n].place = StandardAt::Ground(place);
            let (side, standard) = (self.standards[n].side, self.standards[n].standard);
            umpire.tell(|| Event::StandardFell { side, standard, at: place });
        }
    }

    /// A bearer who yields gives up what he carries to his captor.
    pub(super) fn bearer_yields(&mut self, id: FigureId, to: FigureId, umpire: &mut impl Umpire) {
        if self.figure_mut(id).standard.take().is_none() {
            return;
        }
        for n in 0..self.standards.len() {
            if self.standards[n].place == StandardAt::Carried(id) {
                self.take_standard(n, to, None, umpire);
            }
        }
    }

    pub(super) fn take_standard(&mut self, n: usize, by: FigureId, face: Option<u8>, umpire: &mut impl Umpire) {
        self.standards[n].place = StandardAt::Carried(by);
        let (side, standard) = (self.standards[n].side, self.standards[n].standard);
        self.figure_mut(by).standard = Some(standard);
        umpire.tell(|| Event::StandardTaken { side, standard, by, face });
    }

    /// Whether a body may pick up a standard (MM-8.8): one lies within half a move.
    pub(super) fn check_pick_up(&self, id: BodyId) -> Result<(), Illegal> {
        if self.body(id).turn.engaged {
            return Err(Illegal::InMelee);
        }
        if self.body(id).turn.spent > MOVE / 2 {
            return Err(Illegal::NotFree);
        }
        self.standard_in_reach(id).map(|_| ()).ok_or(Illegal::NoStandard)
    }

    fn standard_in_reach(&self, id: BodyId) -> Option<(usize, FigureId)> {
        let half = i64::from(self.allowance(id, super::event::Gait::Walk) / 2);
        self.standards.iter().enumerate().find_map(|(n, standard)| {
            let StandardAt::Ground(place) = standard.place else { return None };
            let men = self.men_of(id).filter(|&man| self.figure(man).stands() && self.figure(man).standard.is_none());
            let near = men.map(|man| (self.figure(man).at.distance_squared(place), man)).min()?;
            (near.0 <= half * half).then_some((n, near.1))
        })
    }

    /// The nearest man of a body picks up a standard, for half a move.
    pub(super) fn pick_up(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let Some((n, man)) = self.standard_in_reach(id) else { return };
        self.standards[n].place = StandardAt::Carried(man);
        let (side, standard) = (self.standards[n].side, self.standards[n].standard);
        self.figure_mut(man).standard = Some(standard);
        self.body_mut(id).spend(MOVE / 2);
        umpire.tell(|| Event::StandardRaised { side, standard, by: man });
    }

    /// A leader is killed, taken or in flight: those he leads within 15 in test their morale (MM-7.1, MM-7.2).
    pub(super) fn leader_lost(&mut self, id: FigureId, umpire: &mut impl Umpire) {
        let figure = *self.figure(id);
        let army = self.army_commander[figure.side] == Some(id);
        let force = self.forces.iter().position(|force| force.commander == Some(id)).map(|n| ForceId(n as u16));
        let battle = force.map(|force| self.forces[usize::from(force.0)]).filter(|force| force.leads_battle);
        let own = self.body(figure.body);
        let unit = (own.commander == Some(id) && !own.single).then_some(figure.body);
        let office = match (army, battle, force, unit) {
            (true, ..) => Office::Army,
            (_, Some(_), ..) => Office::Battle,
            (_, _, Some(_), _) => Office::Force,
            (_, _, _, Some(_)) => Office::Unit,
            _ => return,
        };
        // A leader in flight may come back.
        if !figure.in_arms() {
            self.commander_lost[figure.side] |= army;
            umpire.tell(|| Event::LeaderLost { figure: id, office });
        }
        let near = self.tables.morale.near.leader * INCH;
        for other in self.body_ids() {
            let body = self.body(other);
            let led = army
                || battle.is_some_and(|battle| self.forces[usize::from(body.force.0)].battle == battle.battle)
                || force == Some(body.force)
                || unit == Some(other);
            if body.side == figure.side && led && self.body_near(other, figure.at, near) {
                self.body_mut(other).turn.causes.note(Cause::LeaderLost);
            }
        }
    }

    /// Whether a body has a leader: its own, or one of its force, battle or army who has joined it (MM-7.6).
    pub(super) fn leaderless(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let Some(commander) = body.commander else { return false };
        if body.single || self.figure(commander).in_arms() {
            return false;
        }
        let joined = self.tables.morale.near.joined * INCH;
        !self.leaders_over(id).any(|leader| self.body_near(id, self.figure(leader).at, joined))
    }

    /// The leaders of a body's force, battle and army who are on the field, in arms and outside it.
    pub(super) fn leaders_over(&self, id: BodyId) -> impl Iterator<Item = FigureId> + '_ {
        let body = self.body(id);
        let battle = self.forces[usize::from(body.force.0)].battle;
        let over = move |(n, force): (usize, &FieldForce)| {
            let leads = force.side == body.side
                && (usize::from(body.force.0) == n || (force.leads_battle && force.battle == battle));
            if leads { force.commander } else { None }
        };
        let forces = self.forces.iter().enumerate().filter_map(over);
        forces
            .chain(self.army_commander[body.side])
            .filter(move |&leader| self.figure(leader).in_arms() && self.figure(leader).body != id)
    }
}
