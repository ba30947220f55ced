//! Gear as a plan brings it: every fault in it (MM-4.6, MM-9.7, MM-9.10), and where it is at the start.

use super::state::{FieldGear, Lies};
use crate::rules::battle::{Fighter, Host, Man, Standard, Unit};
use crate::rules::figure::{BySide, Class, Horse, Side};
use crate::rules::game::Sink;
use crate::rules::gear::{GearPiece, Spares, Thing};
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::event::Event;
use crate::rules::man_to_man::ground::Going;
use crate::rules::man_to_man::state::{BodyId, FigureId, ForceId, Position, StandardAt, StandardState};
use crate::rules::man_to_man::tables::Tables;

/// What is wrong with a piece of gear in a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GearFault {
    #[error("there is no {0} in a count of none")]
    None(Thing),
    /// Nobody of its men.
    #[error("the man who serves or carries the {0} is not among its men")]
    NoSuchMan(Thing),
    /// A thing that is carried, by nobody.
    #[error("the {0} needs men who serve or carry it")]
    Nobody(Thing),
    /// Too small a crew.
    #[error("a {thing} needs a crew of {fewest} or more in a unit (MM-9.7)")]
    Crew {
        thing: Thing,
        /// How many at least.
        fewest: u16,
    },
    /// A crew without its sergeant.
    #[error("a grade B sergeant commands the crew of a {0} (MM-9.7)")]
    Sergeant(Thing),
    /// Borne on horseback.
    #[error("a {0} is carried on foot (MM-9.9)")]
    Mounted(Thing),
    /// A ladder too long for its bearers, or of no length.
    #[error("a ladder has a length, and a man carries 3 in of it (MM-9.10)")]
    Ladder,
    /// Something in what is no sow.
    #[error("a sow holds a ram, a pick or a screw, and nothing else holds any (MM-9.3)")]
    Held,
    /// More spares than it holds.
    #[error("a {0} does not hold so many spares (MM-4.6)")]
    Overloaded(Thing),
    /// A standard on what is no wagon, or another than the army's.
    #[error("the army's standard alone may ride, and on a wagon (MM-8.8)")]
    Standard,
}

fn unit_of(host: &Host, man: Man) -> Option<(Option<&Unit>, &Fighter)> {
    // Who comes later serves nothing that stands on the field from the start.
    host.forces.iter().filter(|force| force.arrives == 0).find_map(|force| {
        let in_unit = |unit: &'_ &Unit| unit.men.iter().any(|fighter| fighter.man == man);
        match force.units.iter().find(in_unit) {
            Some(unit) => unit.men.iter().find(|fighter| fighter.man == man).map(|fighter| (Some(unit), fighter)),
            None => force.single.iter().find(|fighter| fighter.man == man).map(|fighter| (None, fighter)),
        }
    })
}

/// Whether a wagon or packhorse holds so much: of each kind its part of the whole (MM-4.6).
fn holds(thing: Thing, spares: &Spares, tables: &Tables) -> bool {
    let row = &tables.gear.spares;
    let (javelins, rounds, others) = match thing {
        Thing::Wagon => (row.wagon_javelins, row.wagon_rounds, row.wagon_others),
        Thing::Packhorse => (row.packhorse_javelins, row.packhorse_rounds, row.packhorse_others),
        Thing::Store => return true,
        _ => return *spares == Spares::default(),
    };
    let part = |count: u16, whole: u32, a: u32, b: u32| {
        u64::from(count) * u64::from(a) * u64::from(b) * u64::from(whole.min(1))
    };
    let loaded = part(spares.javelins, javelins, rounds, others)
        + part(spares.rounds, rounds, javelins, others)
        + part(spares.others, others, javelins, rounds);
    loaded <= u64::from(javelins) * u64::from(rounds) * u64::from(others)
}

/// What is wrong with a host's gear.
pub fn gear_faults(host: &Host, tables: &Tables) -> Vec<GearFault> {
    let mut faults = Vec::new();
    for piece in &host.gear {
        let thing = piece.thing;
        if piece.count == 0 {
            faults.push(GearFault::None(thing));
        }
        if !holds(thing, &piece.spares, tables) {
            faults.push(GearFault::Overloaded(thing));
        }
        let held = matches!(piece.holds, None | Some(Thing::Ram | Thing::Pick | Thing::Screw));
        if !held || (piece.holds.is_some() && thing != Thing::Sow) {
            faults.push(GearFault::Held);
        }
        if piece.standard && thing != Thing::Wagon {
            faults.push(GearFault::Standard);
        }
        let found = piece.by.map(|man| unit_of(host, man));
        match found {
            Some(None) => faults.push(GearFault::NoSuchMan(thing)),
            None if thing.crewed() => faults.push(GearFault::Nobody(thing)),
            None if !stands_alone(thing) && piece.at.is_none() => faults.push(GearFault::Nobody(thing)),
            None => {}
            Some(Some((unit, fighter))) => served(piece, unit, fighter, tables, &mut faults),
        }
    }
    faults
}

/// What stands somewhere without men: wagons, packhorses, stores, and what is kept ready on a rampart.
fn stands_alone(thing: Thing) -> bool {
    matches!(thing, Thing::Wagon | Thing::Packhorse | Thing::Store)
}

fn served(piece: &GearPiece, unit: Option<&Unit>, fighter: &Fighter, tables: &Tables, faults: &mut Vec<GearFault>) {
    let (thing, gear) = (piece.thing, &tables.gear);
    let men = unit.map_or(std::slice::from_ref(fighter), |unit| unit.men.as_slice());
    if thing.crewed() {
        if unit.is_none() || men.len() < usize::from(gear.crew.fewest) {
            faults.push(GearFault::Crew { thing, fewest: gear.crew.fewest });
        }
        let commander = unit.and_then(|unit| unit.men.iter().find(|fighter| Some(fighter.man) == unit.commander));
        let fit = |man: &Fighter| man.profile.class == Class::Sergeant && man.profile.grade >= gear.crew.sergeant;
        if !commander.is_some_and(fit) {
            faults.push(GearFault::Sergeant(thing));
        }
    }
    if thing.on_foot() && men.iter().all(|fighter| fighter.profile.horse != Horse::None) {
        faults.push(GearFault::Mounted(thing));
    }
    let bearers = usize::from(piece.inches.div_ceil(gear.ladder.carried.max(1)));
    if thing == Thing::Ladder && (piece.inches == 0 || men.len() < bearers) {
        faults.push(GearFault::Ladder);
    }
}

fn new(piece: &GearPiece, side: Side, body: Option<BodyId>, tables: &Tables) -> FieldGear {
    let hand = matches!(
        piece.thing,
        Thing::Ladder
            | Thing::Ram
            | Thing::Pavise
            | Thing::Stake
            | Thing::Bucket
            | Thing::Faggot
            | Thing::FireMissile
            | Thing::FlintAndSteel
            | Thing::Pick
            | Thing::Screw
            | Thing::Rock
    );
    FieldGear {
        thing: piece.thing,
        side,
        body,
        of: side,
        brought: piece.count,
        count: piece.count,
        set: 0,
        at: piece.at.map_or_else(Default::default, |(at, _)| at),
        from: Point::default(),
        facing: piece.at.map_or(Position::home(side.other()), |(_, facing)| facing),
        lies: match body {
            Some(_) if hand => Lies::Carried,
            None if hand => Lies::Lying,
            _ => Lies::Standing,
        },
        hits: 0,
        animals: piece.animals,
        harnessed: piece.animals > 0,
        inches: piece.inches,
        holds: piece.holds,
        spares: piece.spares,
        ready: matches!(piece.thing, Thing::Catapult | Thing::Bombard),
        rounds: if matches!(piece.thing, Thing::Catapult | Thing::Bombard) { tables.house().machine_rounds } else { 0 },
        shot: false,
        on: None,
        worked: 0,
        standard: piece.standard,
    }
}

impl Position {
    /// What a side brings, with its men: who draws or pushes a machine is posted where it can be (MM-3.1).
    pub(in crate::rules::man_to_man) fn bring_gear(&mut self, host: &Host, side: Side) {
        for piece in &host.gear {
            let serves = |man: Man| self.figures.iter().find(|figure| figure.side == side && figure.man == man);
            let body = piece.by.and_then(serves).map(|figure| figure.body);
            self.train.gear.push(new(piece, side, body, &self.tables));
        }
    }

    /// Sets a plan's gear on the field: where the plan puts it, or with its men (MM-9.7).
    pub(in crate::rules::man_to_man) fn array_gear(&mut self, hosts: &BySide<Host>, sink: &mut impl Sink<Event>) {
        let planned = [Side::Attacker, Side::Defender].into_iter().flat_map(|side| &hosts[side].gear);
        for (n, piece) in planned.enumerate() {
            let FieldGear { side, body, at, facing, .. } = self.train.gear[n];
            let (at, facing) = match body {
                _ if piece.at.is_some() => (self.on_field(at), facing),
                Some(id) => (self.served_at(id, piece.thing), self.body(id).facing),
                // Wagons and stores without men of their own stand behind the host.
                None => {
                    let home = Position::home(side);
                    let there = self.bodies.iter().filter(|body| body.side == side && body.in_arms > 0);
                    let own = there.map(|body| body.centre);
                    let last = own.max_by_key(|centre| home.vector().dot(*centre)).unwrap_or_default();
                    (self.on_field(last.along(home, 3 * INCH)), facing)
                }
            };
            let gear = &mut self.train.gear[n];
            (gear.at, gear.from, gear.facing) = (at, at, facing);
        }
        if self.train.gear.is_empty() {
            return;
        }
        for (gear, it) in self.train.all().filter(|(_, it)| it.standard) {
            let (side, place) = (it.side, StandardAt::Wagon(gear));
            // Who bears it else goes without it.
            let borne = |it: &&mut StandardState| {
                it.side == side && it.standard == Standard::Army && matches!(it.place, StandardAt::Carried(_))
            };
            if let Some(standard) = self.standards.iter_mut().find(borne) {
                standard.place = place;
                if let Some(bearer) = standard.bearer {
                    self.figures[usize::from(bearer.0)].standard = None;
                }
                continue;
            }
            let first = self.forces.iter().position(|force| force.side == side).unwrap_or(0);
            let (force, bearer) = (ForceId(first as u16), None);
            self.standards.push(StandardState { side, standard: Standard::Army, force, bearer, place });
        }
        for id in self.body_ids() {
            self.burden(id);
        }
        sink.tell(|| Event::GearArrayed { gear: self.train.gear.iter().map(FieldGear::shown).collect() });
    }

    /// Where a thing stands that a body serves: in its middle, and a cauldron by the man of it on a rampart who is nearest to
    /// that (MM-9.5).
    pub(in crate::rules::man_to_man) fn served_at(&self, id: BodyId, thing: Thing) -> Point {
        let centre = self.body(id).centre;
        let places = self.men_of(id).map(|man| self.figure(man)).filter(|man| man.stands()).map(|man| man.at);
        let up = places.filter(|place| self.land.at(*place).raised);
        let nearest = up.min_by_key(|place| (place.distance_squared(centre), place.x, place.y));
        let cauldron = matches!(thing, Thing::OilCauldron | Thing::LeadCauldron);
        nearest.filter(|_| cauldron).unwrap_or(centre)
    }

    /// Whether a man has climbed this turn up a tree or down from it, or a wall but not on its walk, or right over one
    /// (MM-9.11); who sits there has his hands free.
    fn climbs_by_hand(&self, man: FigureId) -> bool {
        let figure = self.figure(man);
        let moved = figure.turn.from != figure.at;
        let climb = |place: Point| self.land.at(place).going == Going::Climb;
        let ends = || !self.land.ground.is_even() && (climb(figure.at) || climb(figure.turn.from));
        figure.turn.climbs.is_some() || figure.turn.hands_full || moved && ends()
    }

    /// Marks the men who have their hands full: bearers of ladders, rams, faggots and the like, and those on a ladder
    /// (MM-9.11). What is carried is where its bearers are.
    pub(in crate::rules::man_to_man) fn burden(&mut self, id: BodyId) {
        let able = |man: &FigureId| {
            let figure = self.figure(*man);
            figure.stands() && !figure.mounted() && figure.standard.is_none()
        };
        let bearers: Vec<FigureId> = self.men_of(id).filter(able).collect();
        let mut free = bearers.as_slice();
        for n in 0..self.train.gear.len() {
            let gear = self.train.gear[n];
            if gear.body != Some(id) || gear.lies != Lies::Carried {
                continue;
            }
            let wanted = match gear.thing {
                Thing::Ladder => self.bearers_wanted(&gear),
                Thing::Ram => usize::from(self.tables.gear.ram.most),
                // A cauldron is no load for one.
                Thing::OilCauldron | Thing::LeadCauldron => 2,
                Thing::Faggot | Thing::Stake | Thing::Pavise | Thing::Bucket => usize::from(gear.count),
                _ => 0,
            };
            let (by, others) = free.split_at(wanted.min(free.len()));
            free = others;
            let places: Vec<Point> = by.iter().map(|&man| self.figure(man).at).collect();
            let count = places.len() as i32;
            let sum = places.iter().fold((0, 0), |(x, y), place| (x + place.x, y + place.y));
            let at = if count == 0 { self.body(id).centre } else { Point::new(sum.0 / count, sum.1 / count) };
            self.train.gear[n].at = at;
        }
        let loaded = &bearers[..bearers.len() - free.len()];
        for man in self.men_of(id) {
            let burdened = self.train.climbing(man) || loaded.contains(&man) || self.climbs_by_hand(man);
            self.figure_mut(man).burdened = burdened;
        }
    }
}
