//! How the men of a unit keep within 2 in of the next (MM-1.4): on the march, where the ground would part them, and as they
//! come on at an enemy.

use super::event::Gait;
use super::movement::{Stop, Touches};
use super::state::*;
use crate::rules::figure::Class;
use crate::rules::geometry::{Heading, INCH, Point};

/// How much short of their 2 in men stop who keep with their mates, so that rounding parts nobody, in 64ths of an inch.
const SLACK: i32 = 4;

/// A man who goes at an enemy: from where, and how far he may go.
pub(super) struct GoesOn {
    pub(super) man: FigureId,
    pub(super) from: Point,
    /// How he faced there.
    pub(super) facing: Heading,
    pub(super) gait: Gait,
    pub(super) budget: i32,
}

/// Whether a man was among those who went, and could stir.
pub(super) fn went(goes: &[GoesOn], man: FigureId) -> bool {
    goes.iter().any(|goes| goes.man == man && goes.budget > 0)
}

impl Position {
    /// Moves the men of a body straight to their places in its array about `goal`, as one.
    pub(super) fn go_as_one(
        &mut self,
        id: BodyId,
        goal: Point,
        gait: Gait,
        limit: i32,
        facing: Heading,
        stops: &[Stop],
    ) {
        let slots = self.slots(id, goal, facing);
        self.as_one(id, &slots, true, |position, most| {
            for &(man, _) in &slots {
                position.lift(man);
            }
            for (&(man, slot), &most) in slots.iter().zip(most) {
                let slot = position.figure(man).at.toward(position.on_field(slot), most);
                position.step(man, slot, gait, limit, stops);
                position.figure_mut(man).facing = facing;
            }
        });
    }

    /// Moves the men of a body to their slots by `go`, each so far from where he is at most, `straight` or round what is in the
    /// way. Where they would be parted, the others come on only as far as those do who come on least, and the 2 in that they
    /// keep within (MM-1.4); so they wait for who is held by an enemy, climbs, or is barred by the ground. Who has come to his
    /// place keeps nobody back, nor does who only has others before him.
    pub(super) fn as_one(
        &mut self,
        id: BodyId,
        slots: &[(FigureId, Point)],
        straight: bool,
        mut go: impl FnMut(&mut Position, &[i32]),
    ) {
        let mut most = vec![i32::MAX; slots.len()];
        if self.body(id).single {
            return go(self, &most);
        }
        let before: Vec<Figure> = slots.iter().map(|&(man, _)| *self.figure(man)).collect();
        let parts = self.groups(id).len().max(1);
        go(self, &most);
        if self.groups(id).len() <= parts {
            return;
        }
        let gone: Vec<i32> =
            slots.iter().zip(&before).map(|(&(man, _), was)| self.figure(man).at.distance(was.at)).collect();
        let stops = self.stops(id, 2 * INCH, Touches::Nobody);
        let waited_for = |man: FigureId, slot: Point| {
            let figure = self.figure(man);
            let held = figure.turn.contact_at_start || self.touched(man);
            let at_foot = self.land.at_foot(figure.at, slot).is_some();
            let climbs = figure.turn.climbs.is_some() || at_foot || self.climbs_at(figure.at);
            let barred = || straight && !self.way_between(man, figure.at, slot);
            held || climbs || barred() || self.way_open(figure.at, slot, &stops).distance(figure.at) < INCH
        };
        let short = |(&(man, slot), &gone): (&(FigureId, Point), &i32)| {
            let slot = self.on_field(slot);
            let comes = self.figure(man).at.distance(slot) <= INCH;
            (!comes && (gone >= INCH || waited_for(man, slot))).then_some(gone)
        };
        let Some(least) = slots.iter().zip(&gone).filter_map(short).min() else { return };
        for beyond in [self.company(), self.company() / 2, 0] {
            for (((&(man, _), was), &gone), most) in slots.iter().zip(&before).zip(&gone).zip(&mut most) {
                if gone > least + beyond {
                    *most = least + beyond;
                }
                // He stands where he stood, and has not climbed.
                self.lift(man);
                let figure = self.figure_mut(man);
                (figure.at, figure.facing) = (was.at, was.facing);
                (figure.turn.climbs, figure.turn.hands_full) = (was.turn.climbs, was.turn.hands_full);
            }
            go(self, &most);
            if self.groups(id).len() <= parts {
                return;
            }
        }
    }

    /// The men of a unit that has gone on keep within 2 in of the next (MM-1.4): who went elsewhere than those of them who are
    /// `held`, or else the most of them, goes as far towards where he went as his mates reach, or else to the nearest of them,
    /// as far as he may. He strikes nobody by himself.
    pub(super) fn close_up(
        &mut self,
        id: BodyId,
        goes: &[GoesOn],
        touches: Touches,
        held: impl Fn(&Position, FigureId) -> bool,
    ) {
        let mut groups = self.groups(id);
        if groups.len() < 2 {
            return;
        }
        // First of all those who were in the melee when the turn began.
        let engaged = |group: &[FigureId]| group.iter().any(|&man| self.figure(man).turn.contact_at_start);
        let has_held = |group: &[FigureId]| group.iter().any(|&man| held(self, man));
        let anchor = (0..groups.len()).max_by_key(|&n| {
            let group = &groups[n];
            (engaged(group), has_held(group), group.len(), std::cmp::Reverse(n))
        });
        let mut together = anchor.map(|n| groups.swap_remove(n)).unwrap_or_default();
        let mut apart = groups.concat();
        apart.retain(|&man| !held(self, man));
        while let Some((n, mate)) = self.next_to(&apart, &together) {
            let man = apart.remove(n);
            if self.keep_company(man, mate) || self.comes_back(man, mate, goes, touches, &together) {
                together.push(man);
            }
        }
        self.stay_behind(id, goes, &held);
    }

    /// Where those who are held remain apart when all have come on, one of the others who went on stands between them and their
    /// mates instead, if that brings them within 2 in of one another.
    pub(super) fn link(
        &mut self,
        id: BodyId,
        goes: &[GoesOn],
        touches: Touches,
        held: &impl Fn(&Position, FigureId) -> bool,
    ) {
        loop {
            let groups = self.groups(id);
            let Some((one, other)) = self.nearest_apart(&groups) else { return };
            let middle = self.figure(one).at.half_way(self.figure(other).at);
            let free = |goes: &&GoesOn| {
                goes.budget > 0 && self.figure(goes.man).body == id && !held(self, goes.man) && !self.touched(goes.man)
            };
            let mut links: Vec<&GoesOn> = goes.iter().filter(free).collect();
            links.sort_by_key(|goes| (goes.from.distance_squared(middle), goes.man));
            let stops = self.stops(id, self.body(id).radius + self.allowance(id, Gait::Run), touches);
            let linked = links.into_iter().any(|&GoesOn { man, from, gait, budget, .. }| {
                let Figure { at, facing, turn, .. } = *self.figure(man);
                self.lift(man);
                self.figure_mut(man).at = from;
                self.step(man, middle, gait, budget, &stops);
                let stands = !self.crowded(man, self.figure(man).at);
                if stands && self.groups(id).len() < groups.len() {
                    return true;
                }
                self.lift(man);
                self.set_down(man, at);
                (self.figure_mut(man).facing, self.figure_mut(man).turn) = (facing, turn);
                false
            });
            if !linked {
                return;
            }
        }
    }

    /// Of men in groups the two nearest to each other who are not of one.
    fn nearest_apart(&self, groups: &[Vec<FigureId>]) -> Option<(FigureId, FigureId)> {
        let far = |man: FigureId, mate: FigureId| self.figure(man).at.distance_squared(self.figure(mate).at);
        let pairs = groups.iter().enumerate().flat_map(|(n, group)| {
            let others = groups[n + 1..].iter().flatten();
            others.flat_map(move |&other| group.iter().map(move |&man| (man, other)))
        });
        pairs.min_by_key(|&(man, other)| (far(man, other), man, other))
    }

    /// Where the men of a unit who have gone on would be parted all the same, they stay where they kept together.
    fn stay_behind(&mut self, id: BodyId, goes: &[GoesOn], held: &impl Fn(&Position, FigureId) -> bool) {
        let parted = self.groups(id).len();
        if parted < 2 {
            return;
        }
        let stirred = goes.iter().filter(|goes| goes.budget > 0 && self.figure(goes.man).body == id);
        let stirred: Vec<_> = stirred.filter(|goes| !held(self, goes.man)).collect();
        let gone = stirred.iter().map(|goes| *self.figure(goes.man)).map(|man| (man.at, man.facing));
        let gone: Vec<_> = stirred.iter().map(|goes| goes.man).zip(gone).collect();
        let back: Vec<_> = stirred.iter().map(|goes| (goes.man, (goes.from, goes.facing))).collect();
        self.set_all_down(&back);
        let room = back.iter().all(|&(man, (from, _))| !self.crowded(man, from));
        if !room || self.groups(id).len() >= parted {
            self.set_all_down(&gone);
        }
    }

    fn set_all_down(&mut self, men: &[(FigureId, (Point, Heading))]) {
        for &(man, _) in men {
            self.lift(man);
        }
        for &(man, (place, facing)) in men {
            self.set_down(man, place);
            self.figure_mut(man).facing = facing;
        }
    }

    /// Of men apart from others who keep together, the one who is the nearest to one of those, and to whom.
    fn next_to(&self, apart: &[FigureId], together: &[FigureId]) -> Option<(usize, FigureId)> {
        let far = |man: FigureId, mate: FigureId| self.figure(man).at.distance_squared(self.figure(mate).at);
        let pairs = apart.iter().enumerate().flat_map(|(n, &man)| together.iter().map(move |&mate| (n, man, mate)));
        pairs.min_by_key(|&(_, man, mate)| (far(man, mate), man, mate)).map(|(n, _, mate)| (n, mate))
    }

    /// Lets a man whom the others of his unit did not come with go to them instead, from where he was, and says whether he
    /// keeps with them now.
    fn comes_back(
        &mut self,
        man: FigureId,
        mate: FigureId,
        goes: &[GoesOn],
        touches: Touches,
        together: &[FigureId],
    ) -> bool {
        let goes = goes.iter().find(|goes| goes.man == man && goes.budget > 0);
        let Some(&GoesOn { from, gait, budget, .. }) = goes else { return false };
        let (figure, mate) = (*self.figure(man), *self.figure(mate));
        // Nobody comes to those whom a wall keeps from him.
        if self.land.parts(from, mate.at) {
            return false;
        }
        let strikes = self.touched(man);
        let stops = self.stops(figure.body, budget + self.body(figure.body).radius, touches);
        let touching = self.touching(&figure, &mate);
        let ahead = mate.at.toward(figure.at, touching + self.company() - SLACK);
        let beside = mate.at.along(Heading::of(mate.at.to(from)), touching + self.company() / 2);
        let mut last = figure.at;
        for place in [ahead, beside] {
            self.lift(man);
            self.figure_mut(man).at = from;
            self.step(man, self.on_field(place), gait, budget, &stops);
            let at = self.figure(man).at;
            let stands = !self.crowded(man, at);
            if stands && together.iter().any(|&other| self.keep_company(man, other)) {
                self.figure_mut(man).facing = mate.facing;
                return true;
            }
            if stands {
                last = at;
            }
        }
        self.lift(man);
        self.set_down(man, if strikes { figure.at } else { last });
        false
    }

    /// How far from the next of their unit men keep, in 64ths of an inch from base to base (MM-1.4).
    pub(super) fn company(&self) -> i32 {
        self.tables.movement.limits.company * INCH
    }

    /// Whether two men of a unit are within 2 in of each other (MM-1.4).
    fn keep_company(&self, man: FigureId, mate: FigureId) -> bool {
        let (man, mate) = (self.figure(man), self.figure(mate));
        let within = i64::from(self.touching(man, mate) + self.company());
        man.at.distance_squared(mate.at) <= within * within
    }

    /// The men of a unit in groups, in each of which each has the next within 2 in (MM-1.4).
    fn groups(&self, id: BodyId) -> Vec<Vec<FigureId>> {
        let stands = |&man: &FigureId| self.figure(man).stands() && self.figure(man).profile.class != Class::Cleric;
        let mut rest: Vec<FigureId> = self.men_of(id).filter(stands).collect();
        let mut groups = Vec::new();
        while let Some(first) = rest.pop() {
            let mut group = vec![first];
            let mut at = 0;
            while let Some(&man) = group.get(at) {
                group.extend(rest.extract_if(.., |mate| self.keep_company(man, *mate)));
                at += 1;
            }
            groups.push(group);
        }
        groups
    }
}
