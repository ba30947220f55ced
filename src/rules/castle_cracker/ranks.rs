//! Whoever is left of a body closes its ranks about the middle of its front (CC-3.0), and towards those it fights (CC-5.1).

use super::Event;
use super::movement::bad_footing;
use super::state::{PlayForm, Position, Troops, TroopsId};
use crate::rules::game::Sink;
use crate::rules::geometry::INCH;

/// The wing on which those of a last rank stand that is not full: that of the first file, or that of the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wing {
    First,
    Last,
}

impl Troops {
    /// Closes the ranks of those who are left of what they were, within the place that they took up: as near to the middle of it
    /// as they fit and touch as many of their foes as they touched (CC-5.1). For that the last rank may stand on either wing, and
    /// the ranks be narrower than they were. Where they fit nowhere a rank stays as wide as it was.
    pub(super) fn close_up_towards(
        &mut self,
        was: &Troops,
        foes: &[&Troops],
        form: PlayForm,
        fits: impl Fn(&Troops) -> bool,
    ) {
        let (from, files) = (self.at, self.files);
        self.close_up(form);
        if form < PlayForm::Third || self.standing.is_empty() {
            return;
        }
        let foes: Vec<(&Troops, i64)> = foes.iter().map(|foe| (*foe, was.touch(foe))).collect();
        let mut best: Option<(usize, Troops)> = None;
        for (narrower, wing) in self.shapes(was, !foes.is_empty()) {
            self.draw_up(narrower, wing);
            for (aside, back) in self.shifts(was, files, !foes.is_empty()) {
                let behind = from.along(self.facing.back(), back * self.base);
                self.at = behind.along(self.facing.turned(-16), aside * self.base / 2);
                let touched = foes.iter().filter(|(foe, touch)| self.is_within(foe, *touch)).count();
                if best.as_ref().is_some_and(|(most, _)| touched <= *most) || !fits(self) {
                    continue;
                }
                best = Some((touched, self.clone()));
                if touched == foes.len() {
                    return;
                }
            }
        }
        match best {
            Some((_, closed)) => *self = closed,
            None => {
                self.draw_up(files, Wing::First);
                self.at = from;
            }
        }
    }

    /// The ways in which they may stand, the likest to how they are drawn up first: in so many files with the last rank on a wing.
    /// Towards foes in fewer files too, in no more ranks than they were.
    fn shapes(&self, was: &Troops, towards: bool) -> Vec<(usize, Wing)> {
        let (men, files) = (self.standing.len(), self.files.max(1));
        if !towards || self.stays() {
            return vec![(files, Wing::First)];
        }
        let ranks = was.last_rank().max(self.last_rank()) as usize + 1;
        let narrowest = men.div_ceil(ranks).clamp(1, files);
        (narrowest..=files).rev().flat_map(|files| [(files, Wing::First), (files, Wing::Last)]).collect()
    }

    /// How far aside, in halves of a figure, and back, in ranks, they may stand and are still within the place of so many files that
    /// they took up; the nearest first. Who fights nobody stays in front.
    fn shifts(&self, was: &Troops, files: usize, towards: bool) -> Vec<(i32, i32)> {
        let stays = self.stays();
        let aside = if stays { 0 } else { files.saturating_sub(self.files) as i32 };
        let back = if stays || !towards { 0 } else { (was.last_rank() - self.last_rank()).max(0) };
        let mut shifts: Vec<(i32, i32)> =
            (0..=back).flat_map(|back| (-aside..=aside).map(move |aside| (aside, back))).collect();
        shifts.sort_by_key(|(aside, back)| (aside * aside + 4 * back * back, *back, *aside));
        shifts
    }

    /// They stand in so many files, and those of a last rank that is not full on a wing.
    pub(super) fn draw_up(&mut self, files: usize, wing: Wing) {
        self.files = files;
        let (files, men) = (files.max(1), self.standing.len());
        let last = men % files;
        let gap = if wing == Wing::Last && last > 0 { files - last } else { 0 };
        for (at, slot) in self.standing.iter_mut().enumerate() {
            *slot = if at < men - last { at } else { at + gap } as u16;
        }
    }

    /// Whether they close up where they are alone: gear stays where it is, and so do a lead whom others follow (CC-3.3) and who is
    /// on a wall or aboard.
    fn stays(&self) -> bool {
        self.gear.is_some() || self.trail.is_some() || !self.is_afield()
    }

    /// The same of those who fight nobody, on a field.
    pub(super) fn close_up_on(&mut self, field: &super::field::CordField, form: PlayForm) {
        let was = self.clone();
        self.close_up_towards(&was, &[], form, |troops| bad_footing(field, troops).is_none());
    }

    /// Whether a figure of these and one of others are within a squared distance.
    fn is_within(&self, other: &Troops, far: i64) -> bool {
        self.apart(other).unwrap_or(i64::MAX) <= far
    }

    /// Within which squared distance these and others who fight them touch: as far as figures do, or as they stand.
    fn touch(&self, other: &Troops) -> i64 {
        let reach = i64::from((self.base + other.base) / 2 + INCH / 4);
        self.apart(other).unwrap_or(i64::MAX).max(reach * reach)
    }
}

impl Position {
    /// Takes so many off some troops from the front, and closes their ranks.
    pub(super) fn lose_in_fight(&mut self, id: TroopsId, count: usize) {
        let was = self.troops(id).clone();
        self.troops_mut(id).standing.drain(..count.min(was.standing.len()));
        self.close_ranks(id, &was);
    }

    /// Takes off all who were hit by shots, and closes the ranks of those who are left (CC-4.4).
    pub(super) fn close_over_struck(&mut self, sink: &mut impl Sink<Event>) {
        let fought = self.contacts.clone();
        let closes = self.form >= PlayForm::Third;
        let hit = |troops: &Troops| (closes && !troops.struck.is_empty()).then(|| troops.clone());
        let were: Vec<Option<Troops>> = self.troops.iter().map(hit).collect();
        for troops in &mut self.troops {
            troops.clear();
        }
        for (at, was) in were.iter().enumerate() {
            if let Some(was) = was {
                self.close_ranks(TroopsId(at as u16), was);
            }
        }
        self.tell_apart(&fought, sink);
    }

    /// Closes the ranks of those who are left of some troops. Whom they cannot touch any more they fight no more (CC-5.1).
    pub(super) fn close_ranks(&mut self, id: TroopsId, was: &Troops) {
        let mut after = self.troops(id).clone();
        let foes: Vec<TroopsId> = self.foes(id).filter(|foe| self.troops(*foe).is_afield()).collect();
        let stand: Vec<&Troops> = foes.iter().map(|foe| self.troops(*foe)).collect();
        after.close_up_towards(was, &stand, self.form, |troops| {
            let walled = troops.is_afield() && self.stands_through_wall(troops);
            !walled && bad_footing(&self.field, troops).is_none()
        });
        let parted = |foe: &Troops| !after.is_within(foe, was.touch(foe));
        let closes = self.form >= PlayForm::Third && after.is_afield();
        let left: Vec<TroopsId> = foes.iter().copied().filter(|foe| closes && parted(self.troops(*foe))).collect();
        let at = after.at;
        *self.troops_mut(id) = after;
        for foe in left {
            self.leave_fight(id, foe);
        }
        // Whoever sits in wagons is where they are.
        let riders: Vec<TroopsId> = self.riders(id).map(|(rider, _)| rider).filter(|_| at != was.at).collect();
        for rider in riders {
            self.troops_mut(rider).at = at;
        }
    }

    /// Two bodies fight one another no more.
    fn leave_fight(&mut self, one: TroopsId, other: TroopsId) {
        let pair = |&(first, second): &(TroopsId, TroopsId)| {
            (first, second) == (one, other) || (first, second) == (other, one)
        };
        self.contacts.retain(|fight| !pair(fight));
        self.shield_walls.retain(|wall| !pair(wall));
    }

    /// Tells of those who fought one another and stand apart since men between them fell (CC-5.1).
    pub(super) fn tell_apart(&self, fought: &[(TroopsId, TroopsId)], sink: &mut impl Sink<Event>) {
        for (one, other) in fought.iter().filter(|pair| !self.contacts.contains(pair)) {
            let (one, other) = (self.troops(*one), self.troops(*other));
            if one.is_afield() && other.is_afield() {
                sink.tell(|| Event::Apart(one.name.clone(), other.name.clone()));
            }
        }
    }
}
