//! Wagons and boats (CC-2.1, CC-3.4): who gets on and off them, and what becomes of those aboard.

use super::field::GroundSort;
use super::movement::{Halt, Walk, bad_footing};
use super::ranks::Wing;
use super::state::{PlayForm, Position, Troops, TroopsId, Whereabouts};
use super::troops::TroopKind;
use super::{Event, Illegal};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::geometry::{Heading, INCH, Point};

impl Position {
    /// Whether troops may get on a wagon or a boat of theirs that has not moved this turn (CC-2.1, CC-3.4).
    pub(super) fn check_board(&self, side: Side, id: TroopsId, carrier_id: TroopsId) -> Result<(), Illegal> {
        let troops = self.may_go(side, id)?;
        let carrier = self.troops.get(usize::from(carrier_id.0)).ok_or(Illegal::NoCarrier)?;
        let holds = carrier.kind.carries(&self.tables).ok_or(Illegal::NoCarrier)?;
        let waits = carrier.side == side && carrier.is_afield() && !carrier.moved && !self.is_engaged(carrier_id);
        let aboard: usize = self.riders(carrier_id).map(|(_, rider)| rider.standing.len()).sum();
        let near = i64::from(self.tables.third() + carrier.base / 2);
        let (_, place, nearest) = carrier.nearest(troops.at).ok_or(Illegal::NoCarrier)?;
        match troops {
            _ if !waits => Err(Illegal::NoCarrier),
            _ if !troops.on_foot() || self.captives_of(id).next().is_some() => Err(Illegal::NoRider),
            _ if aboard + troops.standing.len() > holds * carrier.standing.len() => Err(Illegal::Full),
            _ if nearest > near * near => Err(Illegal::TooFar),
            _ => self.clear_between(troops, troops.at, place, carrier.kind == TroopKind::Boat),
        }
    }

    /// Whether troops may get off beside what they are on, which has not moved this turn.
    pub(super) fn check_land(&self, side: Side, id: TroopsId, to: Point) -> Result<Troops, Illegal> {
        let troops = self.may_move(side, id)?;
        let Whereabouts::Aboard(carrier) = troops.whereabouts else { return Err(Illegal::NotAboard) };
        if self.is_engaged(id) {
            return Err(Illegal::Engaged);
        }
        let carrier = self.troops(carrier);
        let near = i64::from(self.tables.third() + carrier.base / 2);
        let (_, from, nearest) = carrier.nearest(to).ok_or(Illegal::TooFar)?;
        match carrier {
            _ if carrier.moved => Err(Illegal::UnderWay),
            _ if nearest > near * near => Err(Illegal::TooFar),
            _ => {
                self.clear_between(troops, from, to, carrier.kind == TroopKind::Boat)?;
                self.set_down(id, to, carrier.facing)
            }
        }
    }

    /// Whether men get straight from one place to another beside it: past no wall, and over no water but that of their own
    /// boat.
    fn clear_between(&self, troops: &Troops, from: Point, to: Point, afloat: bool) -> Result<(), Illegal> {
        let wall = |wall: &super::movement::StandingWall| wall.stops(troops.side, from, to) == Some(true);
        if self.standing_walls().iter().any(wall) {
            return Err(Illegal::Halted(Halt::Wall));
        }
        let steps = from.distance(to) / (INCH / 2);
        for step in 0..=steps {
            let place = from.toward(to, step * INCH / 2);
            match self.field.ground_at(place).map(|shape| shape.sort) {
                Some(GroundSort::Lake) if afloat => {}
                Some(GroundSort::Lake | GroundSort::River) => return Err(Illegal::Halted(Halt::Water)),
                Some(GroundSort::Houses) => return Err(Illegal::Halted(Halt::Houses)),
                Some(GroundSort::Cliff) if !troops.climbers => return Err(Illegal::Halted(Halt::Cliff)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Troops set down at a place, if they can stand there.
    pub(super) fn set_down(&self, id: TroopsId, to: Point, facing: Heading) -> Result<Troops, Illegal> {
        let mut after = self.troops(id).clone();
        (after.at, after.facing, after.trail, after.whereabouts) = (to, facing, None, Whereabouts::Field);
        after.close_up(self.form);
        self.may_stand(id, &after)?;
        Ok(after)
    }

    /// Whether some troops, or a part of them, can stand where they are to.
    fn may_stand(&self, id: TroopsId, after: &Troops) -> Result<(), Illegal> {
        let to = after.at;
        if !self.field.holds(to) {
            return Err(Illegal::Halted(Halt::Edge));
        }
        match self.field.ground_at(to).map(|shape| shape.sort) {
            Some(GroundSort::Lake | GroundSort::River) => return Err(Illegal::Halted(Halt::Water)),
            Some(GroundSort::Houses) => return Err(Illegal::Halted(Halt::Houses)),
            _ => {}
        }
        self.room(id, &Walk { at: to, halt: None, way: vec![to], narrow: false }, after)
    }

    /// The rear of some troops as a body of its own, so many ranks behind the rest or else beside them, where nobody stands in
    /// its place and no wall between (CC-3.0).
    pub(super) fn rear(&self, id: TroopsId, count: usize, gap: usize) -> Result<Troops, Illegal> {
        let mut rest = self.troops(id).clone();
        rest.renumber();
        let left = rest.standing.len().saturating_sub(count);
        let mut part = rest.clone();
        rest.standing.truncate(left);
        part.standing.truncate(count);
        rest.close_up(self.form);
        part.close_up(self.form);
        (part.began, part.ladders, part.trail) = (0, 0, None);
        part.origin = part.origin.or(Some(id));
        let ranks = (left.div_ceil(rest.files.max(1)) + gap) as i32;
        let wide = |troops: &Troops| troops.files.min(troops.standing.len()) as i32 * troops.base;
        let aside = (wide(&rest) + wide(&part)) / 2 + INCH / 4;
        let places = [
            (rest.facing.back(), ranks * rest.base),
            (rest.facing.turned(16), aside),
            (rest.facing.turned(-16), aside),
        ];
        let walls = self.standing_walls();
        let mut refused = Illegal::NoRoom(rest.name.clone());
        for (way, far) in places {
            part.at = rest.at.along(way, far);
            let walled = walls.iter().any(|wall| wall.stops(rest.side, rest.at, part.at) == Some(true));
            match self.may_stand(id, &part) {
                _ if walled => refused = Illegal::Halted(Halt::Wall),
                Ok(()) if part.overlaps(&rest) => {}
                Ok(()) => return Ok(part),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }

    /// Those aboard go where their wagon or boat goes; they have moved and run as it has (CC-4.2, CC-5.4), and left the field
    /// with it.
    pub(super) fn carry(&mut self, carrier: TroopsId, sink: &mut impl Sink<Event>) {
        let (at, ran) = (self.troops(carrier).at, self.troops(carrier).ran);
        let fled = self.troops(carrier).whereabouts == Whereabouts::Fled;
        for rider in self.troops.iter_mut().filter(|rider| rider.whereabouts == Whereabouts::Aboard(carrier)) {
            (rider.at, rider.moved, rider.ran) = (at, true, ran);
            if fled {
                rider.whereabouts = Whereabouts::Fled;
                if !rider.standing.is_empty() {
                    sink.tell(|| Event::Fled(rider.name.clone()));
                }
            }
        }
    }

    /// Who sits in which of some wagons or boats, the first of them first and as many in each: by the number of the wagon or
    /// boat among those that stand, the body and the figure.
    pub(super) fn seats(&self, carrier: TroopsId) -> Vec<(usize, TroopsId, u16)> {
        let carriers = self.troops(carrier).standing.len();
        if carriers == 0 || self.troops(carrier).kind.carries(&self.tables).is_none() {
            return Vec::new();
        }
        let each = |(id, rider): (TroopsId, &Troops)| rider.standing.iter().map(|slot| (id, *slot)).collect::<Vec<_>>();
        let men: Vec<(TroopsId, u16)> = self.riders(carrier).flat_map(each).collect();
        let count = men.len().max(1);
        men.iter().enumerate().map(|(at, (id, slot))| (at * carriers / count, *id, *slot)).collect()
    }

    /// Whoever sits in a boat that is shot goes down with it (CC-2.1).
    pub(super) fn drown_struck(&mut self) {
        for at in 0..self.troops.len() {
            let id = TroopsId(at as u16);
            let boats = self.troops(id);
            if boats.kind != TroopKind::Boat || boats.struck.is_empty() {
                continue;
            }
            let sunk: Vec<bool> = boats.standing.iter().map(|slot| boats.struck.contains(slot)).collect();
            for (_, rider, slot) in self.seats(id).into_iter().filter(|(seat, ..)| sunk[*seat]) {
                self.troops_mut(rider).strike(slot);
            }
        }
    }

    /// Boats of a body are lost hand to hand, of so many there were: men in them drown in proportion (CC-2.1).
    pub(super) fn drown(&mut self, id: TroopsId, before: usize) {
        let boats = self.troops(id);
        let now = boats.standing.len();
        if boats.kind != TroopKind::Boat || now >= before {
            return;
        }
        let riders: Vec<TroopsId> = self.riders(id).map(|(rider, _)| rider).collect();
        let aboard: usize = riders.iter().map(|rider| self.troops(*rider).standing.len()).sum();
        let (mut drown, form) = (aboard * (before - now) / before, self.form);
        for rider in riders.iter().rev() {
            drown -= self.troops_mut(*rider).lose(drown, form);
        }
    }

    /// Whoever climbs out stands in fewer files where there is no room for all that he had (CC-3.0); by earlier forms as he sat.
    fn find_footing(&mut self, id: TroopsId) {
        if self.form < PlayForm::Third {
            return;
        }
        let mut stands = self.troops(id).clone();
        for files in (1..=stands.files).rev() {
            stands.draw_up(files, Wing::First);
            if bad_footing(&self.field, &stands).is_none() && !self.stands_through_wall(&stands) {
                *self.troops_mut(id) = stands;
                return;
            }
        }
    }

    /// How many men of which bodies sit in some wagons of a body, by the numbers of the wagons, and are not hit themselves: they
    /// climb out if those are wrecked (CC-2.1). Whoever sat in a boat goes down with it.
    pub(super) fn who_sits_in(&self, id: TroopsId, wrecked: impl Fn(usize) -> bool) -> Vec<(TroopsId, usize)> {
        if self.form < PlayForm::Fourth || self.troops(id).kind == TroopKind::Boat {
            return Vec::new();
        }
        let mut sit: Vec<(TroopsId, usize)> = Vec::new();
        for (_, rider, _) in self
            .seats(id)
            .into_iter()
            .filter(|(seat, rider, slot)| wrecked(*seat) && !self.troops(*rider).struck.contains(slot))
        {
            match sit.iter_mut().find(|(known, _)| *known == rider) {
                Some((_, men)) => *men += 1,
                None => sit.push((rider, 1)),
            }
        }
        sit
    }

    /// The same of all wagons that are hit by shots: of which body, and who.
    pub(super) fn in_struck(&self) -> Vec<(TroopsId, TroopsId, usize)> {
        let hit = |(id, wagons): (TroopsId, &Troops)| {
            let wrecked = |seat: usize| wagons.standing.get(seat).is_some_and(|slot| wagons.struck.contains(slot));
            self.who_sits_in(id, wrecked).into_iter().map(move |(rider, men)| (id, rider, men))
        };
        self.all().filter(|(_, wagons)| !wagons.struck.is_empty()).flat_map(hit).collect()
    }

    /// So many men of a body climb out of wagons that are wrecked, and are in the fight that those were in; they stand beside the
    /// wagons that are left, where there is room (CC-2.1, CC-3.0).
    pub(super) fn climb_out(&mut self, carrier_id: TroopsId, rider_id: TroopsId, men: usize) {
        let (carrier, rider) = (self.troops(carrier_id), self.troops(rider_id));
        if men == 0 || rider.standing.is_empty() || rider.whereabouts != Whereabouts::Aboard(carrier_id) {
            return;
        }
        let (at, facing) = (carrier.at, carrier.facing);
        let foes: Vec<TroopsId> = self.foes(carrier_id).collect();
        let out = match men < rider.standing.len() {
            true => self.part_off(rider_id, men, self.fresh_name(format!("part of {}", rider.name))),
            false => rider_id,
        };
        let afoot = self.troops_mut(out);
        (afoot.at, afoot.facing, afoot.whereabouts) = (at, facing, Whereabouts::Field);
        self.find_footing(out);
        let place = self.beside(carrier_id, out);
        self.troops_mut(out).at = place;
        for foe in foes {
            self.join(out, foe);
        }
    }

    /// Where men stand beside wagons that are left: behind them or on either side; where there is room nowhere, or no wagon is
    /// left, in their place.
    fn beside(&self, carrier_id: TroopsId, id: TroopsId) -> Point {
        let (carrier, mut after) = (self.troops(carrier_id), self.troops(id).clone());
        let wide = |troops: &Troops| troops.files.min(troops.standing.len()) as i32 * troops.base;
        let behind = carrier.last_rank() * carrier.base + (carrier.base + after.base) / 2 + INCH / 4;
        let aside = (wide(carrier) + wide(&after)) / 2 + INCH / 4;
        let facing = carrier.facing;
        let mut ways = vec![(facing.back(), behind), (facing.turned(16), aside), (facing.turned(-16), aside)];
        ways.retain(|_| !carrier.standing.is_empty());
        for (way, far) in ways {
            after.at = carrier.at.along(way, far);
            let dry = self.clear_between(&after, carrier.at, after.at, false).is_ok();
            if dry && self.room_to_charge(id, &after).is_ok() {
                return after.at;
            }
        }
        carrier.at
    }

    /// Wagons of a body are lost, of so many there were. Out of the last of them men climb who still sit there (CC-2.1). By earlier
    /// forms out of the last of several those whom the others did not hold.
    pub(super) fn lose_carriers(&mut self, id: TroopsId, before: usize) {
        let carrier = self.troops(id);
        if self.form >= PlayForm::Fourth && !carrier.standing.is_empty() {
            return;
        }
        let (kind, now, at, facing) = (carrier.kind, carrier.standing.len(), carrier.at, carrier.facing);
        let Some(holds) = kind.carries(&self.tables).filter(|_| now < before && kind != TroopKind::Boat) else {
            return;
        };
        let riders: Vec<TroopsId> = self.riders(id).map(|(rider, _)| rider).collect();
        let foes: Vec<TroopsId> = self.foes(id).collect();
        for rider_id in riders.iter().rev() {
            let aboard: usize = self.riders(id).map(|(_, rider)| rider.standing.len()).sum();
            if aboard <= holds * now {
                break;
            }
            let rider = self.troops_mut(*rider_id);
            (rider.at, rider.facing, rider.whereabouts) = (at, facing, Whereabouts::Field);
            self.find_footing(*rider_id);
            // They are in the fight that the wagon was in.
            for foe in &foes {
                self.join(*rider_id, *foe);
            }
        }
    }
}
