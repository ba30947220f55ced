//! What a body could do with gear, or about it, in the phase that stands (MM-3.6, MM-3.7, MM-4, MM-9): for who gives orders
//! by hand, every kind of thing there is something for on the field, each with the ways it could be done. A way that is
//! refused says why; what there is nothing for is left out.

use super::View;
use crate::rules::figure::{Class, Weapon, words};
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::event::Gait;
use crate::rules::man_to_man::gear::machines::can_be_wrecked;
use crate::rules::man_to_man::gear::state::{Booty, Burning, FieldGear, Lies, Mark, Task, ThingId};
use crate::rules::man_to_man::gear::tasks;
use crate::rules::man_to_man::ground::{BarrierKind, PieceId, Surface};
use crate::rules::man_to_man::state::{BodyId, FigureId, Phase, State};
use crate::rules::man_to_man::{Decision, Illegal};

/// How far from a body things are still worth telling of, in 64ths of an inch.
const NEAR: i32 = 18 * INCH;
/// How many ways of one kind are told of at most.
const WAYS: usize = 9;
/// How far from a stretch of wall or hedge one still points at it, in 64ths of an inch.
const POINTED: i32 = 3 * INCH / 2;

/// A kind of thing done with gear or about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doing {
    Climb,
    ClimbDown,
    Raise,
    Ram,
    Pick,
    Axes,
    Push,
    Drop,
    Heat,
    Aim,
    Plant,
    Lift,
    Fill,
    Gap,
    Open,
    Shut,
    Light,
    Torch,
    FightFire,
    TakeMissiles,
    TakeHandWeapons,
    Restock,
    PickUp,
    LayDown,
    Help,
    Harness,
    Unharness,
    LootWeapon,
    LootShield,
    LootArmour,
    PutOn,
    Loose,
    ShootFire,
}
words!(
    Doing,
    "thing done with gear",
    "climb, raise a ladder, swing the ram and so on",
    Climb = "go up onto the wall",
    ClimbDown = "come down the ladder",
    Raise = "raise the ladder",
    Ram = "swing the ram",
    Pick = "pick at the wall",
    Axes = "hew with axes",
    Push = "push a ladder off",
    Drop = "drop or pour it",
    Heat = "heat the cauldron",
    Aim = "turn the engine",
    Plant = "plant them",
    Lift = "lift them",
    Fill = "throw faggots in",
    Gap = "make a gap",
    Open = "open",
    Shut = "shut",
    Light = "light fire missiles",
    Torch = "put a torch to it",
    FightFire = "fight the fire",
    TakeMissiles = "take missile weapons in hand",
    TakeHandWeapons = "lay missile weapons aside",
    Restock = "take missiles",
    PickUp = "take up gear",
    LayDown = "lay down gear",
    Help = "lend hands to move it",
    Harness = "harness the team",
    Unharness = "unharness the team",
    LootWeapon = "loot a weapon",
    LootShield = "loot a shield",
    LootArmour = "loot armour",
    PutOn = "put looted armour on",
    Loose = "shoot the engine",
    ShootFire = "shoot fire missiles"
);

/// What a thing is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upon {
    /// Nothing but themselves.
    Themselves,
    /// Men, a wall, a building or gear.
    Mark(Mark),
    /// One who lies there.
    Man(FigureId),
    /// A place in a moat.
    Moat,
}

/// One way a thing could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub decision: Decision,
    /// What it is done to.
    pub upon: Upon,
    /// What is dropped or poured on it, of several things at hand.
    pub with: Option<ThingId>,
    /// Where that is.
    pub place: Point,
    /// How far that is from the body's middle, in 64ths of an inch.
    pub far: i32,
    /// Why it cannot be done now; none if it can.
    pub refused: Option<Illegal>,
}

/// A kind of thing there is something for, with its ways: those that can be done now first, then the nearest. There is
/// always one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaysOfDoing {
    pub doing: Doing,
    pub ways: Vec<Way>,
}

impl WaysOfDoing {
    /// Why it cannot be done at all now; none if it can.
    pub fn refused(&self) -> Option<Illegal> {
        self.ways.first().and_then(|way| way.refused)
    }
}

impl View<'_> {
    /// What a body could do with gear or about it now, what it can do first.
    pub fn choices(&self, body: BodyId) -> Vec<WaysOfDoing> {
        let all: Vec<(Doing, Way)> = match self.phase() {
            Phase::Move(_) => {
                let tasks = tasks::ways(body, self).into_iter().filter_map(|way| match way.decision {
                    Decision::Task { task, .. } => Some((tasks::named(task), way)),
                    _ => None,
                });
                tasks.chain(self.aims(body).into_iter().map(|way| (Doing::Aim, way))).collect()
            }
            Phase::Shoot => {
                let shots = self.shots(body).into_iter().map(|way| (Doing::Loose, way));
                shots.chain(self.fire_shots(body).into_iter().map(|way| (Doing::ShootFire, way))).collect()
            }
            Phase::Declare | Phase::Answer | Phase::Over => Vec::new(),
        };
        let choice = |&doing: &Doing| {
            let mut ways: Vec<Way> = all.iter().filter(|(of, _)| *of == doing).map(|&(_, way)| way).collect();
            ways.sort_by_key(|way| (way.refused.is_some(), way.far));
            ways.truncate(WAYS);
            (!ways.is_empty()).then_some(WaysOfDoing { doing, ways })
        };
        let mut choices: Vec<WaysOfDoing> = Doing::ALL.iter().filter_map(choice).collect();
        choices.sort_by_key(|choice| choice.refused().is_some());
        choices
    }

    /// Adds to what a body could do the same done to the stretch of wall or hedge, or in the square of a moat, that is pointed
    /// at, which need not be the nearest.
    pub fn point_at(&self, body: BodyId, choices: &mut [WaysOfDoing], at: Point) {
        for choice in choices {
            let Some(way) = choice.ways.iter().find_map(|way| self.pointed(body, way, at)) else { continue };
            if choice.ways.iter().all(|known| known.decision != way.decision) {
                choice.ways.push(way);
            }
        }
    }

    /// A way of doing something, done where one points.
    fn pointed(&self, body: BodyId, way: &Way, at: Point) -> Option<Way> {
        let (decision, upon, place) = match (way.upon, way.decision) {
            (Upon::Moat, Decision::Task { body, task: Task::Fill { faggots, .. } }) => {
                let at = middle_of_square(at);
                let fill = Decision::Task { body, task: Task::Fill { faggots, at } };
                self.unfilled(at).then_some((fill, Upon::Moat, at))?
            }
            (Upon::Mark(Mark::Piece(_)), decision) => {
                let pieces = (0..self.ground().pieces.len() as u16).map(PieceId);
                let piece = pieces.min_by_key(|&piece| self.middle_of(piece).distance_squared(at))?;
                let place = self.middle_of(piece);
                let near = place.distance(at) <= POINTED;
                near.then_some((self.done_to(decision, piece)?, Upon::Mark(Mark::Piece(piece)), place))?
            }
            _ => return None,
        };
        Some(Way { with: way.with, ..self.way(body, decision, upon, place) })
    }

    /// The same done to another stretch of wall or hedge.
    fn done_to(&self, decision: Decision, at: PieceId) -> Option<Decision> {
        Some(match decision {
            Decision::Loose { body, .. } => Decision::Loose { body, at: Mark::Piece(at) },
            Decision::ShootFire { body, .. } => Decision::ShootFire { body, at: Mark::Piece(at) },
            Decision::March { body, distance, gait, .. } => {
                let heading = Heading::of(self.engine(body)?.at.to(self.middle_of(at)));
                Decision::March { body, heading, distance, gait, facing: heading }
            }
            Decision::Task { body, task } => {
                let task = match task {
                    Task::Raise { ladder, .. } => Task::Raise { ladder, at },
                    Task::Ram { ram, .. } => Task::Ram { ram, at },
                    Task::Pick { sow, .. } => Task::Pick { sow, at },
                    Task::Axes(_) => Task::Axes(at),
                    Task::Gap(_) => Task::Gap(at),
                    Task::Gate { open, .. } => Task::Gate { at, open },
                    Task::Torch(_) => Task::Torch(Mark::Piece(at)),
                    Task::FightFire(_) => Task::FightFire(Burning::Piece(at)),
                    _ => return None,
                };
                Decision::Task { body, task }
            }
            _ => return None,
        })
    }

    fn way(&self, body: BodyId, decision: Decision, upon: Upon, place: Point) -> Way {
        let far = self.body(body).centre.distance(place);
        Way { decision, upon, with: None, place, far, refused: self.check(&decision).err() }
    }

    fn task(&self, body: BodyId, task: Task, upon: Upon, place: Point) -> Way {
        self.way(body, Decision::Task { body, task }, upon, place)
    }

    /// What a body does to itself.
    pub(in crate::rules::man_to_man) fn by_themselves(&self, body: BodyId, task: Task) -> Way {
        self.task(body, task, Upon::Themselves, self.body(body).centre)
    }

    /// What a body does with each piece of gear of some kind.
    pub(in crate::rules::man_to_man) fn with_gear(
        &self,
        body: BodyId,
        task: fn(ThingId) -> Task,
        fits: impl Fn(&FieldGear) -> bool,
    ) -> Vec<Way> {
        let gear = self.train().all().filter(|(_, gear)| gear.lies.whole() && fits(gear));
        let way = |(id, gear)| self.task(body, task(id), Upon::Mark(Mark::Gear(id)), self.where_is(gear));
        gear.map(way).collect()
    }

    /// What a body does with gear of its own to shut walls of some kind, wherever they are.
    pub(in crate::rules::man_to_man) fn with_own_at_walls(
        &self,
        body: BodyId,
        holds: fn(&FieldGear) -> bool,
        kind: fn(BarrierKind) -> bool,
        task: fn(ThingId, PieceId) -> Task,
    ) -> Vec<Way> {
        let gear: Vec<ThingId> = self.train().of(body).filter(|(_, gear)| holds(gear)).map(|(id, _)| id).collect();
        let here = self.body(body).centre;
        let walls = if gear.is_empty() { Vec::new() } else { self.walls(here, i32::MAX, kind, false) };
        let pairs = gear.into_iter().flat_map(|id| walls.iter().map(move |&wall| (id, wall)));
        pairs.map(|(id, at)| self.task(body, task(id, at), Upon::Mark(Mark::Piece(at)), self.middle_of(at))).collect()
    }

    /// What a body does at walls of some kind near it that stand open, or do not.
    pub(in crate::rules::man_to_man) fn at_walls(
        &self,
        body: BodyId,
        kind: fn(BarrierKind) -> bool,
        open: bool,
        task: fn(PieceId) -> Task,
    ) -> Vec<Way> {
        let walls = self.walls(self.body(body).centre, NEAR, kind, open).into_iter();
        walls.map(|at| self.task(body, task(at), Upon::Mark(Mark::Piece(at)), self.middle_of(at))).collect()
    }

    /// The fires near a body.
    pub(in crate::rules::man_to_man) fn fires(&self, body: BodyId) -> Vec<Way> {
        let here = self.body(body).centre;
        let fires = self.train().blazes.iter().filter_map(|blaze| Some((blaze.what, self.place_of(blaze.what)?)));
        let near = fires.filter(|(_, place)| place.distance(here) <= NEAR);
        let way = |(what, place)| self.task(body, Task::FightFire(what), Upon::Mark(mark_of(what)), place);
        near.map(way).collect()
    }

    /// Whether anybody of a body has looted armour to put on.
    pub(in crate::rules::man_to_man) fn dressing(&self, body: BodyId) -> bool {
        self.train().dressing.iter().any(|man| self.figure(man.figure).body == body)
    }

    /// Whether gear is near a body.
    pub(in crate::rules::man_to_man) fn is_near(&self, gear: &FieldGear, body: BodyId) -> bool {
        self.where_is(gear).distance(self.body(body).centre) <= NEAR
    }

    /// Where gear is: carried, with its men.
    fn where_is(&self, gear: &FieldGear) -> Point {
        match (gear.lies, gear.body) {
            (Lies::Carried, Some(body)) => self.body(body).centre,
            _ => gear.at,
        }
    }

    /// Of each barrier of some kinds the piece nearest to a place that stands open, or does not.
    fn walls(&self, from: Point, within: i32, kind: fn(BarrierKind) -> bool, open: bool) -> Vec<PieceId> {
        let pieces = (0..self.ground().pieces.len() as u16).map(PieceId);
        let fits = |piece: &PieceId| {
            kind(self.land().barrier(*piece).kind)
                && self.land().stands_open(*piece) == open
                && self.middle_of(*piece).distance(from) <= within
        };
        let barrier = |piece: PieceId| self.ground().pieces[usize::from(piece.0)].barrier;
        let mut nearest: Vec<PieceId> = pieces.filter(fits).collect();
        nearest.sort_by_key(|&piece| (barrier(piece), self.middle_of(piece).distance_squared(from), piece));
        nearest.dedup_by_key(|piece| barrier(*piece));
        nearest
    }

    /// Whether anybody of a body has a weapon to change to (MM-3.6).
    pub(in crate::rules::man_to_man) fn shoots(&self, body: BodyId) -> bool {
        let weapon = |weapon: Weapon| weapon != Weapon::Javelin;
        self.men(body).iter().any(|figure| figure.stands() && figure.profile.weapons.missile.is_some_and(weapon))
    }

    /// A body's engine or bombard.
    pub(in crate::rules::man_to_man) fn engine(&self, body: BodyId) -> Option<&FieldGear> {
        let engine = |gear: &&FieldGear| matches!(gear.thing, Thing::Catapult | Thing::Bombard);
        self.train().of(body).map(|(_, gear)| gear).find(engine)
    }

    /// What rocks, oil and lead near a body could be dropped on (MM-9.5).
    pub(in crate::rules::man_to_man) fn drops(&self, body: BodyId) -> Vec<Way> {
        let here = self.body(body).centre;
        let dropped = |gear: &FieldGear| {
            let drops = gear.thing.machine().is_some_and(|machine| machine.dropped());
            drops && gear.side == self.side() && gear.lies.whole() && self.where_is(gear).distance(here) <= NEAR
        };
        let heaps = self.train().all().filter(|(_, gear)| dropped(gear)).map(|(gear, _)| gear);
        let marks = self.enemy_marks(here, NEAR, |thing| thing.rolls() || thing == Thing::Ram);
        let pairs = heaps.flat_map(|gear| marks.iter().map(move |&(on, place)| (gear, on, place)));
        let way = |(gear, on, place)| {
            let decision = Decision::Task { body, task: Task::Drop { gear, on } };
            Way { with: Some(gear), ..self.way(body, decision, Upon::Mark(on), place) }
        };
        pairs.map(way).collect()
    }

    /// The enemy's men, and his gear of some kinds, within so far.
    fn enemy_marks(&self, from: Point, within: i32, kind: impl Fn(Thing) -> bool) -> Vec<(Mark, Point)> {
        let men = self.enemies().map(|enemy| (Mark::Body(enemy), self.body(enemy).centre));
        let gear =
            self.train().all().filter(|(_, gear)| gear.side != self.side() && gear.lies.whole() && kind(gear.thing));
        let gear = gear.map(|(id, gear)| (Mark::Gear(id), self.where_is(gear)));
        men.chain(gear).filter(|(_, place)| place.distance(from) <= within).collect()
    }

    /// What an engine shoots at (MM-4.10): men, gear that can be wrecked, walls that hits open.
    fn targets(&self, from: Point) -> Vec<(Mark, Point)> {
        let mut marks = self.enemy_marks(from, i32::MAX, can_be_wrecked);
        let walls = self.walls(from, i32::MAX, |_| true, false).into_iter();
        let opened = walls.filter(|&at| self.land().hits_to_open(at) > 0);
        marks.extend(opened.map(|at| (Mark::Piece(at), self.middle_of(at))));
        marks
    }

    fn shots(&self, body: BodyId) -> Vec<Way> {
        let Some(engine) = self.engine(body) else { return Vec::new() };
        let targets = self.targets(engine.at).into_iter();
        targets.map(|(at, place)| self.way(body, Decision::Loose { body, at }, Upon::Mark(at), place)).collect()
    }

    /// An engine is turned on the spot to face what it is to shoot at (MM-4.3).
    fn aims(&self, body: BodyId) -> Vec<Way> {
        let Some(engine) = self.engine(body) else { return Vec::new() };
        let turned = |(at, place): (Mark, Point)| {
            let heading = Heading::of(engine.at.to(place));
            let decision = Decision::March { body, heading, distance: 0, gait: Gait::Walk, facing: heading };
            self.way(body, decision, Upon::Mark(at), place)
        };
        self.targets(engine.at).into_iter().map(turned).collect()
    }

    /// What could be set alight (MM-4.11): buildings, barriers, the enemy's gear.
    fn tinder(&self, from: Point, within: i32) -> Vec<(Mark, Point)> {
        let areas = (0u8..).zip(&self.ground().areas).filter(|(_, area)| area.burns.is_some());
        let areas = areas.filter_map(|(n, _)| Some((Mark::Area(n), self.place_of(Burning::Area(n))?)));
        let walls = self.walls(from, within, |_| true, false).into_iter();
        let walls = walls.filter(|&at| self.land().barrier(at).burns.is_some());
        let walls = walls.map(|at| (Mark::Piece(at), self.middle_of(at)));
        let gear = self.enemy_marks(from, within, |thing| thing.rolls() || thing == Thing::Ram).into_iter();
        let gear = gear.filter(|(mark, _)| matches!(mark, Mark::Gear(_)));
        areas.chain(walls).chain(gear).filter(|(_, place)| place.distance(from) <= within).collect()
    }

    fn fire_shots(&self, body: BodyId) -> Vec<Way> {
        if !self.train().of(body).any(|(_, gear)| gear.thing == Thing::FireMissile) {
            return Vec::new();
        }
        let marks = self.tinder(self.body(body).centre, i32::MAX).into_iter();
        marks.map(|(at, place)| self.way(body, Decision::ShootFire { body, at }, Upon::Mark(at), place)).collect()
    }

    pub(in crate::rules::man_to_man) fn torches(&self, body: BodyId) -> Vec<Way> {
        let flint = self.train().of(body).any(|(_, gear)| gear.thing == Thing::FlintAndSteel);
        if !flint && self.train().blazes.is_empty() {
            return Vec::new();
        }
        let marks = self.tinder(self.body(body).centre, NEAR).into_iter();
        let torch = |at: Mark| Decision::Task { body, task: Task::Torch(at) };
        marks.map(|(at, place)| self.way(body, torch(at), Upon::Mark(at), place)).collect()
    }

    /// The nearest square of a moat that faggots do not fill yet (MM-9.12).
    pub(in crate::rules::man_to_man) fn fills(&self, body: BodyId) -> Vec<Way> {
        let here = self.body(body).centre;
        let reach = NEAR / INCH;
        let squares = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y)));
        let square = |(x, y)| middle_of_square(Point::new(here.x + x * INCH, here.y + y * INCH));
        let moat = squares.map(square).filter(|&place| self.unfilled(place));
        let Some(at) = moat.min_by_key(|place| (place.distance_squared(here), place.x, place.y)) else {
            return Vec::new();
        };
        let own = self.train().of(body).filter(|(_, gear)| gear.thing == Thing::Faggot);
        let fill = |faggots| Decision::Task { body, task: Task::Fill { faggots, at } };
        own.map(|(faggots, _)| self.way(body, fill(faggots), Upon::Moat, at)).collect()
    }

    /// Whether a moat lies at a place that no faggots fill yet.
    fn unfilled(&self, place: Point) -> bool {
        let moat = |surface| matches!(surface, Surface::WetMoat | Surface::DryMoat);
        self.ground().holds(place)
            && self.land().area(place).is_some_and(|area| moat(area.surface))
            && !self.land().filled(place)
    }

    /// The dead and the yielded near a body, who may be looted (MM-8.5).
    pub(in crate::rules::man_to_man) fn loot(&self, body: BodyId, take: Booty) -> Vec<Way> {
        let it = self.body(body);
        let lies = |figure: FigureId| {
            let man = self.figure(figure);
            let yielded = matches!(man.state, State::Yielded { .. }) && man.side != self.side();
            (man.state == State::Dead || yielded && man.profile.class != Class::Knight)
                && man.at.distance(it.centre) <= it.radius + 2 * INCH
        };
        let men = (0..self.figures().len() as u16).map(FigureId).filter(|&man| lies(man));
        let way = |from: FigureId| {
            let decision = Decision::Task { body, task: Task::Loot { from, take } };
            self.way(body, decision, Upon::Man(from), self.figure(from).at)
        };
        // A man who has nothing of the kind is left out.
        men.map(way).filter(|way| way.refused != Some(Illegal::NothingToTake)).collect()
    }
}

/// The middle of the square inch that a place lies in.
fn middle_of_square(place: Point) -> Point {
    let middle = |at: i32| at.div_euclid(INCH) * INCH + INCH / 2;
    Point::new(middle(place.x), middle(place.y))
}

fn mark_of(what: Burning) -> Mark {
    match what {
        Burning::Piece(piece) => Mark::Piece(piece),
        Burning::Area(area) => Mark::Area(area),
        Burning::Gear(gear) => Mark::Gear(gear),
    }
}
