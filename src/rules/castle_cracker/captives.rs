//! Prisoners and their guards (CC-5.5, CC-5.6).

use super::Event;
use super::melee::guards;
use super::state::{Name, Position, Troops, TroopsId, Whereabouts};
use super::troops::TroopKind;
use crate::rules::game::Sink;
use crate::rules::geometry::Point;

impl Position {
    /// The smaller side is taken prisoner, with whoever is aboard its wagons, and led by guards out of the largest unit of its
    /// captors that guards nobody yet (CC-5.5, CC-5.6).
    pub(super) fn take(&mut self, taken: &[TroopsId], by: &[TroopsId], sink: &mut impl Sink<Event>) {
        let standing = |game: &Position, id: TroopsId| game.troops(id).standing.len();
        let taken: Vec<TroopsId> = taken.iter().copied().filter(|id| standing(self, *id) > 0).collect();
        let men: usize = taken.iter().map(|id| standing(self, *id)).sum();
        let needed = guards(men, false, &self.tables);
        // Men guard, and no wagon by itself.
        let guards_them = |id: &TroopsId| standing(self, *id) > 0 && self.troops(*id).are_men();
        let mut captors: Vec<TroopsId> = by.iter().copied().filter(guards_them).collect();
        captors.sort_by_key(|id| {
            let aboard = matches!(self.troops(*id).whereabouts, Whereabouts::Aboard(_));
            (
                self.troops(*id).kind == TroopKind::Chariot,
                aboard,
                self.captives_of(*id).next().is_some(),
                std::cmp::Reverse(standing(self, *id)),
                *id,
            )
        });
        let Some(captor) = captors.first().copied().filter(|_| men > 0) else { return };
        let needed = needed.min(standing(self, captor));
        let guard = self.detach_guards(captor, needed);
        if let Whereabouts::Aboard(carrier) = self.troops(guard).whereabouts {
            // They get off to guard, as out of a wrecked wagon.
            let (at, facing) = (self.troops(carrier).at, self.troops(carrier).facing);
            let men = self.troops_mut(guard);
            (men.at, men.facing, men.whereabouts) = (at, facing, Whereabouts::Field);
        }
        let names: Vec<Name> = taken.iter().map(|id| self.troops(*id).name.clone()).collect();
        for id in taken {
            self.free_captives(id, sink);
            self.leave_fights(id);
            let troops = self.troops_mut(id);
            troops.whereabouts = Whereabouts::Captive(guard);
            (troops.escaping, troops.trail) = (false, None);
            troops.lose_gear();
        }
        let captor = self.troops(captor).name.clone();
        sink.tell(|| Event::Taken { names, men, captor, guards: needed });
        self.free_unguarded(guard, sink);
    }

    /// So many of some troops as a body of their own behind the rest, with nothing they carried together.
    pub(super) fn part_off(&mut self, id: TroopsId, count: usize, name: Name) -> TroopsId {
        let place = self.rear(id, count, 1).map(|part| part.at);
        let troops = self.troops_mut(id);
        troops.close_up();
        let left = troops.standing.len() - count;
        let mut part = troops.clone();
        troops.standing.truncate(left);
        part.standing.truncate(count);
        // Where there is room nowhere they stay among the rest.
        part.at = place.unwrap_or(troops.at);
        part.files = part.files.min(count);
        (part.name, part.began, part.ladders, part.trail) = (name, 0, 0, None);
        part.origin = part.origin.or(Some(id));
        part.lose_gear();
        self.troops.push(part);
        TroopsId(self.troops.len() as u16 - 1)
    }

    fn detach_guards(&mut self, captor: TroopsId, count: usize) -> TroopsId {
        if count == self.troops(captor).standing.len() {
            return captor;
        }
        let name = format!("guards of {}", self.troops(captor).name).into();
        let guard = self.part_off(captor, count, name);
        self.troops_mut(guard).missile = None;
        guard
    }

    /// Prisoners whose guards are gone are free, and must reach their own lines before they fight again (CC-5.6). Whoever
    /// leaves the field takes his prisoners with him.
    pub(super) fn free_captives(&mut self, guard: TroopsId, sink: &mut impl Sink<Event>) {
        if self.troops(guard).whereabouts == Whereabouts::Fled {
            return;
        }
        let free: Vec<TroopsId> = self.captives_of(guard).map(|(id, _)| id).collect();
        for id in free {
            self.free(id, guard, sink);
        }
    }

    fn free(&mut self, id: TroopsId, guard: TroopsId, sink: &mut impl Sink<Event>) {
        let (at, facing) = (self.troops(guard).at, self.troops(guard).facing);
        let troops = self.troops_mut(id);
        (troops.at, troops.facing, troops.whereabouts) = (at, facing, Whereabouts::Field);
        troops.escaping = true;
        troops.close_up();
        let name = troops.name.clone();
        sink.tell(|| Event::Freed(name));
    }

    /// How many prisoners these lead.
    pub(super) fn prisoners(&self, guard: TroopsId) -> usize {
        self.captives_of(guard).map(|(_, troops)| troops.standing.len()).sum()
    }

    /// Whether so many guards are enough for the prisoners these lead, at home or on the march (CC-5.6).
    pub(super) fn enough_guards(&self, guard: TroopsId, men: usize, at: Point) -> bool {
        let prisoners = self.prisoners(guard);
        let home = self.field.at_home(self.troops(guard).side, at);
        prisoners == 0 || men >= guards(prisoners, home, &self.tables)
    }

    /// Prisoners more than their guards hold are free, the last taken first (CC-5.6).
    pub(super) fn free_unguarded(&mut self, guard: TroopsId, sink: &mut impl Sink<Event>) {
        let troops = self.troops(guard);
        let home = self.field.at_home(troops.side, troops.at);
        let each = if home { self.tables.guard.home } else { self.tables.guard.march };
        let held = each * troops.standing.len();
        let mut more = self.prisoners(guard).saturating_sub(held);
        let captives: Vec<TroopsId> = self.captives_of(guard).map(|(id, _)| id).collect();
        for id in captives.into_iter().rev() {
            let men = self.troops(id).standing.len();
            match more {
                0 => return,
                _ if men <= more => {
                    more -= men;
                    self.free(id, guard, sink);
                }
                _ => {
                    let name = format!("men free of {}", self.troops(id).name).into();
                    let part = self.part_off(id, more, name);
                    self.free(part, guard, sink);
                    more = 0;
                }
            }
        }
    }

    /// Those who escaped and have reached their own lines or fort fight again, and of guards who have brought their prisoners
    /// home those who are not needed any more are free (CC-5.6).
    pub(super) fn come_home(&mut self, sink: &mut impl Sink<Event>) {
        for at in 0..self.troops.len() {
            let id = TroopsId(at as u16);
            let prisoners = self.prisoners(id);
            let guard = self.troops(id);
            let needed = guards(prisoners, true, &self.tables);
            let home = guard.is_afield() && self.field.at_home(guard.side, guard.at) && !self.is_engaged(id);
            if prisoners == 0 || !home || guard.standing.len() <= needed {
                continue;
            }
            let (name, more) = (guard.name.clone(), guard.standing.len() - needed);
            let free = self.part_off(id, more, format!("men freed from {name}").into());
            let men = self.troops(free).standing.len();
            sink.tell(|| Event::Relieved(name, men));
        }
        for at in 0..self.troops.len() {
            let troops: &Troops = &self.troops[at];
            if troops.escaping && troops.is_afield() && self.field.at_home(troops.side, troops.at) {
                let name = troops.name.clone();
                self.troops[at].escaping = false;
                sink.tell(|| Event::Home(name));
            }
        }
    }
}
