//! Shooting at the enemy (CC-4): volleys, shot through files, the cup, grapeshot, and oil from the walls.

use super::cup::{cup_place, cup_width, on_cord, roll_cup, under_cup, under_grape};
use super::field::{WallId, WallStretch};
use super::shooting::{Band, MissileShot, Shelter, aim_parts, breaks, in_arc, is_ready, reach, roll_hit};
use super::sight::CordSpot;
use super::state::{Name, PlayForm, Position, SiegeGear, Troops, TroopsId, WallState, Whereabouts};
use super::tables::{Aim, MissileRow, Tables};
use super::troops::{Hardness, ShotWeapon};
use super::wall::roll_tower_fire;
use super::{AimAdded, Event, FileShot, Illegal, Volley};
use crate::rules::dice::Dice;
use crate::rules::explain::Sum;
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::geometry::Point;

/// Something that can be hit: a figure by its place in the block, or gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Struck {
    Figure(TroopsId, u16),
    Gear(TroopsId),
}

impl Struck {
    /// Whose it is.
    fn of(self) -> TroopsId {
        match self {
            Struck::Figure(id, _) | Struck::Gear(id) => id,
        }
    }
}

impl AimAdded {
    fn of(shelter: Shelter, still: bool, tables: &Tables) -> AimAdded {
        let added = |shelter: Shelter, still: bool| {
            let mut sum = Sum::default();
            // Neither the weapon nor the band adds anything.
            let shot = MissileShot { weapon: ShotWeapon::Bow, band: Band::Close, shelter, still };
            aim_parts(&shot, tables, &mut sum);
            sum.0
        };
        AimAdded { shelter, cover: added(shelter, false), still: added(Shelter::Open, still) }
    }

    /// All that was added.
    pub fn sum(self) -> i32 {
        self.cover + self.still
    }
}

/// How a shot was judged before it is made.
pub(super) struct Judged {
    pub(super) weapon: ShotWeapon,
    /// Where it is aimed.
    pub(super) aim: CordSpot,
    pub(super) shelter: Shelter,
    pub(super) still: bool,
    /// Shooters in each band.
    pub(super) bands: [u32; 3],
}

impl Position {
    /// Troops of a side that may shoot at all now.
    fn may_shoot(&self, side: Side, id: TroopsId) -> Result<&Troops, Illegal> {
        let troops = self.troops.get(usize::from(id.0)).ok_or(Illegal::Nobody)?;
        match troops {
            _ if troops.side != side => Err(Illegal::NotTheirs),
            _ if !troops.is_present() => Err(Illegal::Nobody),
            _ if troops.aimed => Err(Illegal::Ordered),
            _ if troops.escaping => Err(Illegal::Escaping),
            _ if self.is_engaged(id) || self.is_contested(troops) => Err(Illegal::Engaged),
            _ if troops.ran => Err(Illegal::HasRun),
            _ if troops.storming.is_some() => Err(Illegal::Storming),
            _ if troops.hooked => Err(Illegal::Hooked),
            _ if self.captives_of(id).next().is_some() => Err(Illegal::Guarding),
            _ => Ok(troops),
        }
    }

    /// Whether troops are in a fight that nobody shoots into, hand to hand or on a parapet, and nobody of them is still below it
    /// (CC-6.5).
    fn in_fight(&self, id: TroopsId) -> bool {
        let troops = self.troops(id);
        let over = self.fighting_over(troops);
        let up = over > 0 && troops.standing[over..].iter().all(|slot| troops.struck.contains(slot));
        up || self.is_engaged(id) || self.is_contested(troops)
    }

    fn ready(&self, troops: &Troops, weapon: ShotWeapon) -> Result<&MissileRow, Illegal> {
        let row = self.tables.weapon(weapon);
        match is_ready(row, troops.shot, self.turn) {
            true => Ok(row),
            false => Err(Illegal::Loading),
        }
    }

    /// What troops shoot with: their own weapon, or stones from a parapet of their own fort (CC-6.1).
    pub(super) fn weapon_of(&self, troops: &Troops) -> Result<ShotWeapon, Illegal> {
        let ours = self.field.fort.as_ref().is_some_and(|fort| fort.side == troops.side);
        match (troops.missile, troops.whereabouts) {
            (Some(weapon), _) => Ok(weapon),
            (None, Whereabouts::Parapet(_)) if ours => Ok(ShotWeapon::Thrown),
            (None, _) => Err(Illegal::NoWeapon),
        }
    }

    /// Whether troops are the crew of a ram or a tower in place at a wall, at whom stones are thrown (CC-6.1).
    fn is_in_place(&self, troops: &Troops) -> bool {
        let gear = matches!(troops.gear, Some(SiegeGear::Ram | SiegeGear::Tower)) && !troops.hooked;
        gear && self.field.walls().any(|(wall, _)| self.is_at_wall(troops, wall))
    }

    /// Where troops stand who may be aboard something.
    pub(super) fn seat(&self, troops: &Troops) -> Point {
        match troops.whereabouts {
            Whereabouts::Aboard(carrier) => self.troops(carrier).at,
            _ => troops.at,
        }
    }

    /// Where some troops stand who shoot towards a place: of those in several wagons or boats who sits nearest (CC-4.7). By earlier
    /// forms in the middle of the wagons' front.
    fn seat_towards(&self, troops: &Troops, place: Point) -> Point {
        let nearest = self.own_seats(troops).into_iter().min_by_key(|at| at.distance_squared(place));
        nearest.unwrap_or_else(|| self.seat(troops))
    }

    /// Where a target is aimed at from a spot: its gear by an engine, else its nearest figure that no wall hides (CC-4.2).
    fn aim_at(&self, target: &Troops, from: CordSpot, row: &MissileRow) -> Result<CordSpot, Illegal> {
        let place = match target.whereabouts {
            Whereabouts::Aboard(carrier) if self.form < PlayForm::Fourth => self.troops(carrier).at,
            _ if target.gear.is_some() && row.engine => target.at,
            _ => return self.nearest_seen(target, from),
        };
        let spot = Self::spot(target, place);
        if self.hides(from, spot) { Err(Illegal::Hidden) } else { Ok(spot) }
    }

    /// The nearest figure of a target that no wall hides from a spot, of those who are not in the fight on a parapet (CC-4.2).
    fn nearest_seen(&self, target: &Troops, from: CordSpot) -> Result<CordSpot, Illegal> {
        let figures = self.spots(target).skip(self.fighting_over(target));
        let mut spots: Vec<CordSpot> = figures.map(|(_, spot)| spot).collect();
        if spots.is_empty() {
            return Err(Illegal::Nobody);
        }
        spots.retain(|spot| !self.hides(from, *spot));
        spots.into_iter().min_by_key(|spot| spot.at.distance_squared(from.at)).ok_or(Illegal::Hidden)
    }

    /// Whether troops may shoot at others, and how (CC-4.1 to CC-4.6, CC-4.9).
    pub(super) fn check_shoot(&self, side: Side, id: TroopsId, at: TroopsId) -> Result<Judged, Illegal> {
        let troops = self.may_shoot(side, id)?;
        let weapon = self.weapon_of(troops)?;
        let row = self.ready(troops, weapon)?;
        let target = self.troops.get(usize::from(at.0)).filter(|target| target.is_present()).ok_or(Illegal::Nobody)?;
        let from = self.seat_towards(troops, self.seat(target));
        match target {
            _ if row.aim == Aim::Cup => return Err(Illegal::ByCup),
            _ if row.engine && troops.gear.is_none() => return Err(Illegal::NoWeapon),
            _ if target.side == side => return Err(Illegal::Friends),
            _ if self.in_fight(at) => return Err(Illegal::InFight),
            _ if target.able() == 0 => return Err(Illegal::Nobody),
            _ if !self.out_of_zones(troops, target) => return Err(Illegal::Zones),
            _ if !row.engine && target.behind_gear() && !self.breaks_gear(weapon, target) => {
                return Err(Illegal::BehindGear);
            }
            _ if troops.missile.is_none() && !self.is_in_place(target) => return Err(Illegal::Stones),
            _ if !row.engine && !self.tables.strict() && target.hardness() == Hardness::WarWagon => {
                return Err(Illegal::NoHarm);
            }
            _ => {}
        }
        // Those behind are whom the cord to where it is meant touches, whoever is the first on it (CC-4.6).
        let goal = self.aim_at(target, Self::spot(troops, from), row)?;
        let (mut aim, mut first) = (goal, at);
        if row.aim == Aim::File {
            // Aimed as usual, at the first man on the cord (CC-4.6).
            let line = self.on_line(id, goal, row);
            let Some((struck, spot, _)) = line.first() else { return Err(Illegal::Hidden) };
            (aim, first) = (*spot, struck.of());
            match self.troops(first) {
                friend if friend.side == side => return Err(Illegal::FriendsInTheWay),
                _ if self.in_fight(first) => return Err(Illegal::InFight),
                _ => {}
            }
        }
        let bands = self.shooters(troops, from, aim.at, row)?;
        // Whoever is on his way up a wall moves.
        let moves = |one: &Troops| one.moved || self.form >= PlayForm::Third && one.storming.is_some();
        let still = !moves(troops) && !moves(self.troops(first));
        Ok(Judged { weapon, aim: goal, shelter: self.shelter(from, first, aim), still, bands })
    }

    /// Whether a weapon may wreck the gear that a crew stands behind, close at hand (CC-4.3).
    fn breaks_gear(&self, weapon: ShotWeapon, target: &Troops) -> bool {
        let impact = self.tables.weapon(weapon).impact[0];
        target.gear_hardness().is_some_and(|gear| breaks(weapon, impact, gear, &self.tables))
    }

    /// Whether an engine that shoots at troops would hit its own side's men through them, or past them (CC-4.6).
    pub(super) fn endangers_friends(&self, id: TroopsId, at: TroopsId) -> bool {
        let (engine, target) = (self.troops(id), self.troops(at));
        let Some(row) = engine.missile.map(|weapon| self.tables.weapon(weapon)) else { return false };
        let aim = self.aim_at(target, Self::spot(engine, self.seat(engine)), row);
        let line = aim.map_or(Vec::new(), |aim| self.on_line(id, aim, row));
        line.iter().take(row.file).any(|(struck, ..)| self.troops(struck.of()).side == engine.side)
    }

    /// Everything that the taut cord of an engine over a spot touches in range and that no wall hides, the nearest first
    /// (CC-4.6): on the ground, or on walls, as the spot is.
    fn on_line(&self, id: TroopsId, goal: CordSpot, row: &MissileRow) -> Vec<(Struck, CordSpot, Hardness)> {
        let engine = self.troops(id);
        let (from, range) = (Self::spot(engine, self.seat(engine)), i64::from(reach(row, &self.tables)));
        let mut bodies = self.bodies(|troops, spot| {
            let level = spot.on.is_some() == goal.on.is_some();
            let touched = level && on_cord(from.at, goal.at, spot.at, troops.base);
            touched && spot.at.distance_squared(from.at) <= range * range && !self.hides(from, spot)
        });
        bodies.retain(|(struck, ..)| struck.of() != id);
        bodies.sort_by_key(|(_, spot, _)| spot.at.distance_squared(from.at));
        bodies
    }

    /// Who stands first on the cord of an engine's shot, and what he or it withstands (CC-4.6); nobody of other weapons.
    pub(super) fn first_on_cord(&self, id: TroopsId, judged: &Judged) -> Option<(TroopsId, Hardness)> {
        let row = Some(self.tables.weapon(judged.weapon)).filter(|row| row.aim == Aim::File)?;
        self.on_line(id, judged.aim, row).first().map(|(struck, _, hardness)| (struck.of(), *hardness))
    }

    /// Those who may shoot at a place in each band: an engine itself, else each man aboard, or near enough to the front, whose
    /// arc and range reach it (CC-4.4, CC-4.9).
    fn shooters(&self, troops: &Troops, from: Point, aim: Point, row: &MissileRow) -> Result<[u32; 3], Illegal> {
        let cord = reach(row, &self.tables);
        let aboard = matches!(troops.whereabouts, Whereabouts::Aboard(_));
        let mut bands = [0; 3];
        let mut count = |place: Point, men: u32| -> Result<(), Illegal> {
            if !aboard && !in_arc(troops.facing, place.to(aim), row.quarters) {
                return Err(Illegal::OutOfArc);
            }
            let band = Band::of(cord, place.distance_squared(aim)).ok_or(Illegal::OutOfRange)?;
            bands[band as usize] += men;
            Ok(())
        };
        if row.engine {
            count(from, 1)?;
            return Ok(bands);
        }
        let each = troops.crew(&self.tables) as u32;
        let depth = self.tables.twelfths(self.tables.rank.shoots) / troops.base.max(1);
        let files = troops.files.max(1) as i32;
        let first = troops.standing.first().map_or(0, |slot| i32::from(*slot) / files);
        let seated = self.own_seats(troops);
        let mut why = Err(Illegal::Nobody);
        for (number, (slot, place)) in troops.figures().enumerate() {
            if !aboard && i32::from(slot) / files - first > depth {
                break;
            }
            let told = count(if aboard { seated.get(number).copied().unwrap_or(from) } else { place }, each);
            why = if why.is_ok() { why } else { told };
        }
        why.map(|()| bands)
    }

    /// Shoots: a volley, or a shot through a file.
    pub(super) fn shoot(
        &mut self,
        id: TroopsId,
        at: TroopsId,
        judged: &Judged,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.spend(id);
        let (who, target) = (self.troops(id).name.clone(), self.troops(at).name.clone());
        let weapon = judged.weapon;
        match self.tables.weapon(weapon).aim {
            Aim::File => {
                let shot = self.shoot_file(id, judged, dice);
                sink.tell(|| Event::ShotFile(who, weapon, target, shot));
            }
            _ => {
                let from = self.seat_towards(self.troops(id), judged.aim.at);
                let seen = self.seen_as(at, Self::spot(self.troops(id), from), judged.aim);
                let shots = self.tables.weapon(weapon).shots;
                let volley = self.shoot_volley((at, &seen), judged, judged.bands, shots, dice);
                sink.tell(|| Event::Volley(who, weapon, target, volley));
            }
        }
    }

    fn spend(&mut self, id: TroopsId) {
        let turn = self.turn;
        let troops = self.troops_mut(id);
        troops.aimed = true;
        troops.shot = Some(turn);
    }

    /// So many shots in each band at a target, whose casualties come off the front of those who are seen (CC-4.2 to CC-4.4).
    fn shoot_volley(
        &mut self,
        (at, seen): (TroopsId, &[u16]),
        judged: &Judged,
        shooters: [u32; 3],
        shots: u8,
        dice: &mut impl Dice,
    ) -> Volley {
        let tables = self.tables.clone();
        let added = AimAdded::of(judged.shelter, judged.still, &tables);
        let mut volley = Volley { need: tables.hit.need, added, ..Volley::default() };
        for &band in Band::ALL {
            let impact = tables.weapon(judged.weapon).impact[band as usize];
            let kills = breaks(judged.weapon, impact, self.troops(at).hardness(), &tables);
            let rolls = shooters[band as usize] * u32::from(shots);
            let mut hits = (0..rolls).filter(|_| roll_hit(band, added.sum(), &tables, dice).1).count();
            volley.shots[band as usize] = rolls;
            volley.hits[band as usize] = hits as u32;
            let target = self.troops_mut(at);
            // By the strict table the gear stands foremost of its crew, or alone where they push it.
            let gear = target.gear_hardness().filter(|_| !target.gear_struck && tables.strict());
            if hits > 0 && gear.is_some_and(|gear| breaks(judged.weapon, impact, gear, &tables)) {
                target.gear_struck = true;
                volley.killed += 1;
                hits -= 1;
            }
            if kills && !target.behind_gear() {
                volley.killed += target.strike_first(seen, hits) as u32;
            }
        }
        volley
    }

    /// A shot through a file: the first man on the cord at the weapon's impact, those behind him at another, until enough
    /// have stopped it (CC-4.5, CC-4.6).
    fn shoot_file(&mut self, id: TroopsId, judged: &Judged, dice: &mut impl Dice) -> FileShot {
        let tables = self.tables.clone();
        let row = tables.weapon(judged.weapon);
        let band = Band::ALL.iter().copied().find(|band| judged.bands[*band as usize] > 0).unwrap_or(Band::Long);
        let added = AimAdded::of(judged.shelter, judged.still, &tables);
        let (faces, hit) = roll_hit(band, added.sum(), &tables, dice);
        let mut told = FileShot { band, faces, added, hit, touched: 0, fell: Vec::new(), wrecked: Vec::new() };
        if !hit {
            return told;
        }
        let bodies = self.on_line(id, judged.aim, row);
        for (at, (struck, _, hardness)) in bodies.into_iter().take(row.file).enumerate() {
            let impact = if at == 0 { row.impact[band as usize] } else { tables.file.behind };
            told.touched += 1;
            if breaks(judged.weapon, impact, hardness, &tables) {
                self.fell(struck, &mut told.fell, &mut told.wrecked);
            }
        }
        told
    }

    /// Everything on the field that can be hit and lies so, with where it is and what it withstands.
    /// Whoever is aboard is where the wagon or boat is that he sits in, behind it, and whoever is over a wall on it.
    fn bodies(&self, lies: impl Fn(&Troops, CordSpot) -> bool) -> Vec<(Struck, CordSpot, Hardness)> {
        let mut bodies = Vec::new();
        for (id, troops) in self.all() {
            if !matches!(troops.whereabouts, Whereabouts::Field | Whereabouts::Parapet(_)) {
                continue;
            }
            if let Some(hardness) = troops.gear_hardness()
                && !troops.gear_struck
                && lies(troops, Self::spot(troops, troops.at))
            {
                bodies.push((Struck::Gear(id), Self::spot(troops, troops.at), hardness));
            }
            // Whoever pushes a ram or a tower is behind it (CC-6.2).
            if troops.behind_gear() {
                continue;
            }
            let hardness = troops.hardness();
            let seats = self.seats(id);
            // By earlier forms nothing fell on those of them who fight on a parapet.
            let spared = if self.form >= PlayForm::Third { 0 } else { self.fighting_over(troops) };
            for (at, (slot, spot)) in self.spots(troops).enumerate().skip(spared) {
                if !troops.struck.contains(&slot) && lies(troops, spot) {
                    bodies.push((Struck::Figure(id, slot), spot, hardness));
                }
                for &(_, rider_id, slot) in seats.iter().filter(|(seat, ..)| *seat == at) {
                    let rider = self.troops(rider_id);
                    if !rider.struck.contains(&slot) && lies(rider, spot) {
                        bodies.push((Struck::Figure(rider_id, slot), spot, rider.hardness()));
                    }
                }
            }
        }
        bodies
    }

    /// Marks what was hit and counts it.
    fn fell(&mut self, struck: Struck, fell: &mut Vec<(Name, usize)>, wrecked: &mut Vec<Name>) {
        match struck {
            Struck::Gear(id) => {
                self.troops_mut(id).gear_struck = true;
                wrecked.push(self.troops(id).name.clone());
            }
            Struck::Figure(id, slot) => {
                let name = self.troops(id).name.clone();
                if self.troops_mut(id).strike(slot) {
                    match fell.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, count)) => *count += 1,
                        None => fell.push((name, 1)),
                    }
                }
            }
        }
    }

    /// The weapon an engine throws by the cup with: its own, or a cannon's as a howitzer (CC-4.0).
    pub(super) fn lobs(troops: &Troops) -> Option<ShotWeapon> {
        match troops.missile.filter(|_| troops.gear == Some(SiegeGear::Engine))? {
            ShotWeapon::Cannon | ShotWeapon::Howitzer => Some(ShotWeapon::Howitzer),
            ShotWeapon::Catapult => Some(ShotWeapon::Catapult),
            _ => None,
        }
    }

    /// Whether an engine may throw at a place: never at close range, nor where somebody in a fight lies under the cup (CC-4.7).
    pub(super) fn check_lob(&self, side: Side, id: TroopsId, place: Point) -> Result<(), Illegal> {
        let troops = self.may_shoot(side, id)?;
        let weapon = Self::lobs(troops).ok_or(Illegal::NoCup)?;
        let row = self.ready(troops, weapon)?;
        if !self.field.holds(place) {
            return Err(Illegal::OutOfRange);
        }
        let enemy = |(_, other): (TroopsId, &Troops)| {
            let near = i64::from(other.radius() + cup_width(&self.tables));
            let whole = self.field.in_zone(other.side, other.at) && self.field.in_zone(troops.side, troops.at);
            whole && other.at.distance_squared(place) <= near * near
        };
        if self.of(side.other()).any(enemy) {
            return Err(Illegal::Zones);
        }
        let half = i64::from(cup_width(&self.tables) / 2);
        let fought = |(wall, stretch): (WallId, &WallStretch)| {
            let both = self.is_on(Side::Attacker, wall) && self.is_on(Side::Defender, wall);
            both && stretch.distance_squared(place) <= half * half
        };
        let fights = |(of, other): (TroopsId, &Troops)| {
            other.is_afield()
                && self.is_engaged(of)
                && other.figures().any(|(_, at)| under_cup(place, at, &self.tables))
        };
        if self.field.walls().any(fought) || self.all().any(fights) {
            return Err(Illegal::InFight);
        }
        if !in_arc(troops.facing, troops.at.to(place), row.quarters) {
            return Err(Illegal::OutOfArc);
        }
        match Band::of(reach(row, &self.tables), troops.at.distance_squared(place)) {
            Some(Band::Medium | Band::Long) => Ok(()),
            Some(Band::Close) => Err(Illegal::TooClose),
            None => Err(Illegal::OutOfRange),
        }
    }

    /// Throws by the cup: all under it is hit, friend and enemy, but what a standing wall shields (CC-4.7).
    pub(super) fn lob(&mut self, id: TroopsId, place: Point, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let Some(weapon) = Self::lobs(self.troops(id)) else { return };
        self.spend(id);
        let tables = self.tables.clone();
        let (face, fall) = roll_cup(&tables, dice);
        let middle = cup_place(self.troops(id).at, place, fall, &tables);
        let bodies = self.lies_under(middle);
        let (mut fell, mut wrecked) = (Vec::new(), Vec::new());
        for (struck, _, hardness) in bodies {
            if breaks(weapon, tables.weapon(weapon).impact[1], hardness, &tables) {
                self.fell(struck, &mut fell, &mut wrecked);
            }
        }
        let who = self.troops(id).name.clone();
        sink.tell(|| Event::Lobbed { who, weapon, face, fall, middle, fell, wrecked });
    }

    /// All that lies under a cup, but what a standing wall shields (CC-4.7).
    fn lies_under(&self, middle: Point) -> Vec<(Struck, CordSpot, Hardness)> {
        self.bodies(|_, body| {
            let shielded = body.on.is_none() && self.is_walled_off(body.at, middle);
            under_cup(middle, body.at, &self.tables) && !shielded
        })
    }

    /// How many figures of a side lie under a cup, unshielded (CC-4.7).
    pub fn men_under(&self, middle: Point, side: Side) -> usize {
        let figure = |struck: &Struck| matches!(struck, Struck::Figure(of, _) if self.troops(*of).side == side);
        self.lies_under(middle).iter().filter(|(struck, ..)| figure(struck)).count()
    }

    /// How many grapeshot at troops would hit; nothing where it may not be fired at them (CC-4.8).
    pub fn grape_count(&self, side: Side, id: TroopsId, at: TroopsId) -> Option<usize> {
        self.check_grape(side, id, at).ok().map(|aim| self.grape_hits(id, aim).len())
    }

    /// Whether a cannon may fire grapeshot at troops (CC-4.8).
    pub(super) fn check_grape(&self, side: Side, id: TroopsId, at: TroopsId) -> Result<CordSpot, Illegal> {
        let troops = self.may_shoot(side, id)?;
        if troops.missile != Some(ShotWeapon::Cannon) || troops.gear.is_none() {
            return Err(Illegal::NoCannon);
        }
        let row = self.ready(troops, ShotWeapon::Cannon)?;
        let target = self.troops.get(usize::from(at.0)).filter(|target| target.is_present()).ok_or(Illegal::Nobody)?;
        match target {
            _ if target.side == side => return Err(Illegal::Friends),
            _ if self.in_fight(at) => return Err(Illegal::InFight),
            _ if target.able() == 0 => return Err(Illegal::Nobody),
            _ if !self.out_of_zones(troops, target) => return Err(Illegal::Zones),
            _ => {}
        }
        let aim = self.nearest_seen(target, Self::spot(troops, troops.at))?;
        let range = i64::from(self.tables.twelfths(self.tables.grape.reach));
        // As with the cup (CC-4.7), nothing is thrown where somebody in a fight lies.
        let fights = || self.grape_hits(id, aim).into_iter().any(|(struck, ..)| self.is_fighting(struck));
        match aim {
            _ if aim.at.distance_squared(troops.at) > range * range => Err(Illegal::OutOfRange),
            _ if !in_arc(troops.facing, troops.at.to(aim.at), row.quarters) => Err(Illegal::OutOfArc),
            _ if self.form >= PlayForm::Third && fights() => Err(Illegal::InFight),
            _ => Ok(aim),
        }
    }

    /// Whether something that can be hit is in a fight, hand to hand or on a parapet.
    fn is_fighting(&self, struck: Struck) -> bool {
        let troops = self.troops(struck.of());
        let over = |slot: u16| troops.standing.iter().take(self.fighting_over(troops)).any(|one| *one == slot);
        let on_wall = matches!(struck, Struck::Figure(_, slot) if over(slot));
        on_wall || self.is_engaged(struck.of()) || self.is_contested(troops)
    }

    /// Fires grapeshot: under the cup on its side the nearest are hit, up to five, without a roll (CC-4.8).
    pub(super) fn grape(&mut self, id: TroopsId, aim: CordSpot, sink: &mut impl Sink<Event>) {
        self.spend(id);
        let tables = self.tables.clone();
        let bodies = self.grape_hits(id, aim);
        let (mut fell, mut wrecked) = (Vec::new(), Vec::new());
        for (struck, _, hardness) in bodies {
            if breaks(ShotWeapon::Cannon, tables.grape.impact, hardness, &tables) {
                self.fell(struck, &mut fell, &mut wrecked);
            }
        }
        let who = self.troops(id).name.clone();
        sink.tell(|| Event::Grape { who, fell, wrecked });
    }

    /// Whom grapeshot hits, the nearest first.
    fn grape_hits(&self, id: TroopsId, aim: CordSpot) -> Vec<(Struck, CordSpot, Hardness)> {
        let gun = self.troops(id).at;
        let from = Self::spot(self.troops(id), gun);
        let mut bodies = self.bodies(|_, spot| {
            let level = spot.on.is_some() == aim.on.is_some();
            level && under_grape(gun, aim.at, spot.at, &self.tables) && !self.hides(from, spot)
        });
        bodies.retain(|(struck, ..)| struck.of() != id);
        bodies.sort_by_key(|(_, spot, _)| spot.at.distance_squared(gun));
        bodies.truncate(self.tables.grape.most);
        bodies
    }

    /// Whether grapeshot at troops would hit friends of the gun (CC-4.8).
    pub(super) fn grape_endangers_friends(&self, id: TroopsId, at: TroopsId) -> bool {
        let side = self.troops(id).side;
        let aim = self.check_grape(side, id, at);
        aim.is_ok_and(|aim| self.grape_hits(id, aim).iter().any(|(struck, ..)| self.troops(struck.of()).side == side))
    }

    /// Whether an engine may shoot at a gate (CC-4.3): not while it and the gate are in their own end zones (CC-1.1).
    pub(super) fn check_batter(&self, side: Side, id: TroopsId, wall_id: WallId) -> Result<Judged, Illegal> {
        let troops = self.may_shoot(side, id)?;
        let weapon = self.weapon_of(troops)?;
        let row = self.ready(troops, weapon)?;
        let wall = self.field.wall(wall_id).filter(|wall| wall.gate).ok_or(Illegal::NoGate)?;
        let ours = self.field.fort.as_ref().is_some_and(|fort| fort.side == side);
        let whole = self.walls[usize::from(wall_id.0)] == WallState::Whole;
        let engine = row.engine && troops.gear.is_some() && row.aim == Aim::File;
        if ours || !whole {
            return Err(Illegal::NoGate);
        }
        if !engine && (row.aim == Aim::Cup || !self.tables.strict()) {
            return Err(Illegal::NoHarm);
        }
        let from = self.seat(troops);
        if self.field.in_zone(side, from) && self.field.in_zone(side.other(), wall.nearest(from)) {
            return Err(Illegal::Zones);
        }
        // Its nearest place that no wall hides: at its corner the wall beside it may stand before what lies open.
        let hides =
            |aim: &Point| self.field.walls().any(|(other, _)| other != wall_id && self.stops_shot(other, from, *aim));
        let places = wall.along().chain([wall.nearest(from)]).filter(|aim| !hides(aim));
        let aim = places.min_by_key(|aim| aim.distance_squared(from)).ok_or(Illegal::Hidden)?;
        let bands = self.shooters(troops, from, aim, row)?;
        if engine {
            // Nobody stands on the cord before it (CC-4.6).
            let gate = aim.distance_squared(from);
            let line = self.on_line(id, CordSpot::ground(aim), row);
            let before = line.first().filter(|(_, spot, _)| spot.at.distance_squared(from) < gate);
            match before.map(|(struck, ..)| self.troops(struck.of())) {
                Some(friend) if friend.side == side => return Err(Illegal::FriendsInTheWay),
                Some(enemy) => return Err(Illegal::InTheWay(enemy.name.clone())),
                None => {}
            }
        }
        Ok(Judged { weapon, aim: CordSpot::ground(aim), shelter: Shelter::Open, still: !troops.moved, bands })
    }

    /// Whether somebody stands on the cord between an engine and a gate (CC-4.6).
    pub(super) fn is_gate_masked(&self, id: TroopsId, wall: WallId) -> bool {
        let troops = self.troops(id);
        let (Some(wall), Some(weapon)) = (self.field.wall(wall), troops.missile) else { return false };
        let from = self.seat(troops);
        let aim = wall.nearest(from);
        let line = self.on_line(id, CordSpot::ground(aim), self.tables.weapon(weapon));
        line.first().is_some_and(|(_, spot, _)| spot.at.distance_squared(from) < aim.distance_squared(from))
    }

    /// Shoots at a gate, which a hit with impact enough wrecks (CC-4.3): an engine once, men each by himself.
    pub(super) fn batter(
        &mut self,
        id: TroopsId,
        wall_id: WallId,
        judged: &Judged,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.spend(id);
        let tables = self.tables.clone();
        let (who, wall) = (self.troops(id).name.clone(), self.wall_name(wall_id));
        let row = tables.weapon(judged.weapon);
        let mut broken = false;
        let added = AimAdded::of(judged.shelter, judged.still, &tables);
        let mut volley = Volley { need: tables.hit.need, added, ..Volley::default() };
        for &band in Band::ALL {
            let breaks = breaks(judged.weapon, row.impact[band as usize], Hardness::Gate, &tables);
            volley.shots[band as usize] = judged.bands[band as usize] * u32::from(row.shots);
            for _ in 0..volley.shots[band as usize] {
                let (faces, hit) = roll_hit(band, added.sum(), &tables, dice);
                volley.hits[band as usize] += u32::from(hit);
                broken |= hit && breaks;
                if row.engine {
                    let (who, wall) = (who.clone(), wall.clone());
                    sink.tell(|| Event::Battered { who, wall, band, faces, added, hit, broken });
                }
            }
        }
        if broken {
            self.walls[usize::from(wall_id.0)] = WallState::Open;
        }
        if row.engine {
            return;
        }
        sink.tell(|| Event::Volley(who.clone(), judged.weapon, wall.clone(), volley));
        if broken {
            sink.tell(|| Event::Wrecked(who, wall));
        }
    }

    pub(super) fn wall_name(&self, id: WallId) -> Name {
        self.field.wall(id).map_or_else(|| "the wall".into(), |wall| wall.name.as_str().into())
    }

    /// Whether a fort's side may pour oil on a ram or a tower at its wall (CC-6.1, CC-6.3): somebody of it stands above.
    pub(super) fn check_oil(&self, side: Side, at: TroopsId) -> Result<(), Illegal> {
        let fort = self.field.fort.as_ref().filter(|fort| fort.side == side).ok_or(Illegal::NoFort)?;
        let target = self.troops.get(usize::from(at.0)).filter(|target| target.is_afield()).ok_or(Illegal::Nobody)?;
        let gear = matches!(target.gear, Some(SiegeGear::Ram | SiegeGear::Tower));
        let above = |(id, _): (WallId, &super::field::WallStretch)| {
            self.is_at_wall(target, id) && self.is_near_above(fort.side, target.at)
        };
        match target {
            _ if self.oil == 0 => Err(Illegal::NoOil),
            _ if target.side == side || !gear => Err(Illegal::NoGear),
            _ if target.alight => Err(Illegal::Alight),
            _ if !self.field.walls().any(above) => Err(Illegal::NobodyAbove),
            _ => Ok(()),
        }
    }

    /// Pours oil: a ram needs a turn more; a tower burns with all on it, or is not climbed this turn (CC-6.1, CC-6.3).
    pub(super) fn pour(&mut self, at: TroopsId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.oil -= 1;
        let tables = self.tables.clone();
        let target = self.troops_mut(at);
        target.alight = true;
        let name = target.name.clone();
        if target.gear == Some(SiegeGear::Ram) {
            target.doused += 1;
            sink.tell(|| Event::RamAlight(name));
            return;
        }
        let (face, out) = roll_tower_fire(&tables, dice);
        if !out {
            self.burn_tower(at);
        }
        sink.tell(|| Event::TowerAlight(name, face, out));
    }

    /// A tower burns with all on it: those who were coming off it (CC-6.3). Whoever was shot is among the foremost of them.
    fn burn_tower(&mut self, tower: TroopsId) {
        for (id, over, count) in self.on_tower(tower) {
            let troops = self.troops_mut(id);
            let burnt: Vec<u16> = troops.standing.iter().skip(over).take(count).copied().collect();
            for slot in burnt {
                troops.strike(slot);
            }
        }
        self.troops_mut(tower).lose_gear();
    }

    /// The charged shoot once at those who charge (CC-5.7): half of the archers, loaded musketeers, a cannon's grape. Who is
    /// hit comes off at once.
    pub(super) fn answer(
        &mut self,
        id: TroopsId,
        at: TroopsId,
        from: Point,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(weapon) = self.answers_with(id) else { return };
        let troops = self.troops(id);
        let row = self.tables.weapon(weapon);
        let free = matches!(troops.whereabouts, Whereabouts::Aboard(_));
        if !free && !in_arc(troops.facing, troops.at.to(from), row.quarters) {
            return;
        }
        let (who, target) = (troops.name.clone(), self.troops(at).name.clone());
        let turn = self.turn;
        if weapon == ShotWeapon::Cannon {
            let aim = CordSpot::ground(self.troops(at).at);
            // As where it is ordered, none is fired where it would hit somebody in a fight (CC-4.8).
            let fights = |(struck, ..): (Struck, CordSpot, Hardness)| self.is_fighting(struck);
            if self.form >= PlayForm::Third && self.grape_hits(id, aim).into_iter().any(fights) {
                return;
            }
            self.grape(id, aim, sink);
            self.troops_mut(id).aimed = false;
        } else {
            let men = self.answering(id, weapon);
            if men == 0 {
                return;
            }
            let judged = Judged {
                weapon,
                aim: CordSpot::ground(from),
                shelter: Shelter::Open,
                still: false,
                bands: [men as u32, 0, 0],
            };
            let seen = self.seen_as(at, Self::spot(troops, self.seat(troops)), judged.aim);
            let volley = self.shoot_volley((at, &seen), &judged, judged.bands, 1, dice);
            sink.tell(|| Event::Answered(who, weapon, target, volley));
        }
        if weapon == ShotWeapon::Musket {
            self.troops_mut(id).shot = Some(turn);
        }
        self.clear_struck(sink);
    }

    /// How many men of some troops shoot at those who charge them (CC-5.7): all musketeers, half of the archers.
    pub(super) fn answering(&self, id: TroopsId, weapon: ShotWeapon) -> usize {
        let troops = self.troops(id);
        // Who is over a wall is not charged below it (CC-6.4).
        let over = troops.storming.filter(|_| self.form >= PlayForm::Third).map_or(0, |storm| storm.over);
        let men = troops.able().saturating_sub(over) * troops.crew(&self.tables);
        if weapon == ShotWeapon::Musket { men } else { men / self.tables.answer.archers }
    }

    /// Takes off all who were hit, and all gear that was; men climb out of wrecked wagons, and go down with boats (CC-2.1,
    /// CC-4.4).
    pub(super) fn clear_struck(&mut self, sink: &mut impl Sink<Event>) {
        let before: Vec<usize> = self.troops.iter().map(|troops| troops.standing.len()).collect();
        self.drown_struck();
        let out = self.in_struck();
        self.close_over_struck(sink);
        out.into_iter().for_each(|(carrier, rider, men)| self.climb_out(carrier, rider, men));
        for (at, before) in before.into_iter().enumerate() {
            self.after_losses(TroopsId(at as u16), before, sink);
        }
    }

    /// What follows when some troops have lost men: their wagons or boats, and their prisoners.
    pub(super) fn after_losses(&mut self, id: TroopsId, before: usize, sink: &mut impl Sink<Event>) {
        if self.troops(id).standing.len() == before {
            return;
        }
        self.lose_carriers(id, before);
        match self.troops(id).standing.is_empty() {
            true => self.gone(id, sink),
            false => self.free_unguarded(id, sink),
        }
    }

    /// What follows when the last of some troops has fallen: their gear is gone with them (CC-4.3), and their prisoners are free.
    pub(super) fn gone(&mut self, id: TroopsId, sink: &mut impl Sink<Event>) {
        self.troops_mut(id).lose_gear();
        self.leave_fights(id);
        self.free_captives(id, sink);
    }
}
