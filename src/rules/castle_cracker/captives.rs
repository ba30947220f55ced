//! Prisoners and their guards (CC-5.5, CC-5.6).

use super::Event;
use super::melee::guards;
use super::state::{Name, PlayForm, Position, Troops, TroopsId, Whereabouts};
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
        if let Some(guard) = self.guard_beside(captor, men, by) {
            self.lead_off(&taken, captor, guard, 0, sink);
            return;
        }
        let needed = needed.min(standing(self, captor));
        let guard = self.detach_guards(captor, needed);
        if let Whereabouts::Aboard(carrier) = self.troops(guard).whereabouts {
            // They get off to guard, as out of a wrecked wagon.
            let (at, facing) = (self.troops(carrier).at, self.troops(carrier).facing);
            let men = self.troops_mut(guard);
            (men.at, men.facing, men.whereabouts) = (at, facing, Whereabouts::Field);
        }
        self.lead_off(&taken, captor, guard, needed, sink);
        self.free_unguarded(guard, sink);
        // Of those whom the captor led before, he keeps as many as the men who stay with him guard.
        self.free_unguarded(captor, sink);
    }

    /// Those taken are led by a guard; so many men of their captors became guards for it.
    fn lead_off(
        &mut self,
        taken: &[TroopsId],
        captor: TroopsId,
        guard: TroopsId,
        fresh: usize,
        sink: &mut impl Sink<Event>,
    ) {
        let names: Vec<Name> = taken.iter().map(|id| self.troops(*id).name.clone()).collect();
        let men = taken.iter().map(|id| self.troops(*id).standing.len()).sum();
        for &id in taken {
            self.free_captives(id, sink);
            self.leave_fights(id);
            let troops = self.troops_mut(id);
            troops.whereabouts = Whereabouts::Captive(guard);
            (troops.escaping, troops.trail) = (false, None);
            troops.lose_gear();
        }
        let (by, leads) = (self.troops(captor).name.clone(), self.troops(guard).name.clone());
        sink.tell(|| Event::Taken { names, men, captor: by.clone(), guards: fresh });
        if fresh == 0 && captor != guard {
            sink.tell(|| Event::HandedOver(by, leads, men));
        }
    }

    /// A guard beside the captors of so many men who may lead them too, with those he leads already (CC-5.6).
    fn guard_beside(&self, captor: TroopsId, men: usize, by: &[TroopsId]) -> Option<TroopsId> {
        let side = self.troops(captor).side;
        // By earlier forms beside the largest body of the captors.
        let captors: Vec<TroopsId> = match self.form >= PlayForm::Fourth {
            true => by.iter().copied().filter(|id| !self.troops(*id).standing.is_empty()).collect(),
            false => vec![captor],
        };
        let free = |id: TroopsId| by.contains(&id) || !self.is_engaged(id);
        let guards = self.of(side).filter(|(id, troops)| troops.is_afield() && self.prisoners(*id) > 0 && free(*id));
        let able = guards
            .map(|(id, _)| id)
            .filter(|id| captors.iter().any(|captor| self.are_beside(*captor, *id)) && self.room_for(*id) >= men);
        able.min()
    }

    /// Whether two bodies stand within a third of R1 of one another.
    fn are_beside(&self, one: TroopsId, other: TroopsId) -> bool {
        let near = i64::from(self.tables.third());
        let at = self.troops(other).at;
        self.troops(one).nearest(at).is_some_and(|(.., far)| far <= near * near)
    }

    fn is_home(&self, id: TroopsId) -> bool {
        self.field.at_home(self.troops(id).side, self.troops(id).at)
    }

    /// How many prisoners more than these lead they could (CC-5.6).
    fn room_for(&self, guard: TroopsId) -> usize {
        let each = if self.is_home(guard) { self.tables.guard.home } else { self.tables.guard.march };
        (each * self.troops(guard).standing.len()).saturating_sub(self.prisoners(guard))
    }

    /// Guards in the same home, or beside one another on the march, put their prisoners together where that spares guards
    /// (CC-5.6).
    fn put_together(&mut self, sink: &mut impl Sink<Event>) {
        let leads =
            |id: TroopsId, troops: &Troops| troops.is_afield() && self.prisoners(id) > 0 && !self.is_engaged(id);
        let mut guards: Vec<TroopsId> =
            self.all().filter(|(id, troops)| leads(*id, troops)).map(|(id, _)| id).collect();
        guards.sort_by_key(|id| (!self.is_home(*id), *id));
        for (at, &to) in guards.iter().enumerate() {
            for &from in &guards[at + 1..] {
                self.hand_over(from, to, sink);
            }
        }
    }

    fn hand_over(&mut self, from: TroopsId, to: TroopsId, sink: &mut impl Sink<Event>) {
        let (one, other) = (self.troops(from), self.troops(to));
        let same_home =
            self.is_home(from) && self.is_home(to) && self.field.in_yard(one.at) == self.field.in_yard(other.at);
        if one.side != other.side || !(same_home || self.are_beside(to, from)) {
            return;
        }
        let (has, home) = (self.prisoners(from), self.is_home(from));
        let give = self.room_for(to).min(has);
        if guards(has - give, home, &self.tables) >= guards(has, home, &self.tables) {
            return;
        }
        let captives: Vec<TroopsId> = self.captives_of(from).map(|(id, _)| id).collect();
        let mut left = give;
        for id in captives {
            let men = self.troops(id).standing.len();
            let given = match men <= left {
                true => id,
                false if left == 0 => break,
                false => self.part_off(id, left, self.fresh_name(format!("part of {}", self.troops(id).name))),
            };
            left -= men.min(left);
            self.troops_mut(given).whereabouts = Whereabouts::Captive(to);
        }
        let (who, onto) = (self.troops(from).name.clone(), self.troops(to).name.clone());
        sink.tell(|| Event::HandedOver(who, onto, give));
        self.relieve(from, sink);
    }

    /// Of guards those who are not needed any more are free.
    fn relieve(&mut self, id: TroopsId, sink: &mut impl Sink<Event>) {
        let prisoners = self.prisoners(id);
        let needed = guards(prisoners, self.is_home(id), &self.tables);
        let guard = self.troops(id);
        if prisoners == 0 || guard.standing.len() <= needed {
            return;
        }
        let (name, more) = (guard.name.clone(), guard.standing.len() - needed);
        let free = self.part_off(id, more, self.fresh_name(format!("men freed from {name}")));
        let men = self.troops(free).standing.len();
        sink.tell(|| Event::Relieved(name, men));
    }

    /// What a new body of troops is called, so that no two have one name: so, or the same with the number that it gets.
    pub(super) fn fresh_name(&self, base: String) -> Name {
        let taken = |name: &str| self.troops.iter().any(|troops| &*troops.name == name);
        if self.form == PlayForm::First || !taken(&base) {
            return base.into();
        }
        // By an earlier form they were counted among those of the name.
        let from = if self.form == PlayForm::Second { 2 } else { self.troops.len() };
        let mut numbered = (from..).map(|number| format!("{base}, body {number}"));
        numbered.find(|name| !taken(name)).unwrap_or(base).into()
    }

    /// So many of some troops as a body of their own behind the rest, with nothing they carried together.
    pub(super) fn part_off(&mut self, id: TroopsId, count: usize, name: Name) -> TroopsId {
        let place = self.rear(id, count, 1).map(|part| part.at);
        let was = self.troops(id).clone();
        let troops = self.troops_mut(id);
        troops.renumber();
        let left = troops.standing.len() - count;
        let mut part = troops.clone();
        troops.standing.truncate(left);
        self.close_ranks(id, &was);
        part.standing.truncate(count);
        // Where there is room nowhere they stay among the rest.
        part.at = place.unwrap_or(self.troops(id).at);
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
        let name = self.fresh_name(format!("guards of {}", self.troops(captor).name));
        self.part_off(captor, count, name)
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
        let (field, form) = (self.field.clone(), self.form);
        let troops = self.troops_mut(id);
        (troops.at, troops.facing, troops.whereabouts) = (at, facing, Whereabouts::Field);
        troops.escaping = true;
        troops.close_up_on(&field, form);
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
                    let name = self.fresh_name(format!("men free of {}", self.troops(id).name));
                    let part = self.part_off(id, more, name);
                    self.free(part, guard, sink);
                    more = 0;
                }
            }
        }
    }

    /// Guards put their prisoners together, and of those at home whoever is not needed any more is free; those who escaped and
    /// have reached their own lines or fort fight again (CC-5.6).
    pub(super) fn come_home(&mut self, sink: &mut impl Sink<Event>) {
        self.put_together(sink);
        for at in 0..self.troops.len() {
            let id = TroopsId(at as u16);
            if self.troops(id).is_afield() && self.is_home(id) && !self.is_engaged(id) {
                self.relieve(id, sink);
            }
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
