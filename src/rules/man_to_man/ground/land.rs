//! The land as it lies now: a ground and what has become of its barriers, and every question the rules ask of the two.

use super::ways::KnownWays;
use super::{Area, Barrier, BarrierKind, BarrierRow, Ground, Surface};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::Cover;
use crate::rules::man_to_man::tables::Tables;
use std::sync::Arc;

/// How far apart the places are at which a way or a line of sight is looked at, in 64ths of an inch.
pub(super) const STRIDE: i32 = INCH / 4;

/// The parts of a level in which heights are compared.
pub const LEVEL: i16 = 128;
/// How far from the walk the foot of its stairs lies at most, in 64ths of an inch.
const STAIRS: i32 = 8 * INCH;

/// A piece of a barrier, by its number in the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct PieceId(pub u16);

/// What may change on a ground in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundState {
    /// For each piece of a barrier whether it stands open: broken, wrecked, opened, raised or, a bridge, lowered.
    open: Vec<bool>,
    /// Square inches of moat filled with faggots (MM-9.12), by their lower left corners.
    filled: Vec<Point>,
}

/// What it is like to go somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Going {
    /// As fast as one can.
    #[default]
    Open,
    /// At the rough rate (MM-3.1).
    Rough,
    /// At the rough rate, among trees.
    Woods,
    /// Swimming, by those who can.
    Swim,
    /// On a hedge, fence or wall that is crossed for some inches (MM-3.4).
    Over,
    /// On a wall that is climbed (MM-3.1).
    Climb,
    /// Nobody goes there.
    Wall,
}

/// What lies at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// What it is like to go there.
    pub going: Going,
    /// Levels above the field.
    pub level: u8,
    /// Whether it is a rampart, which only stairs lead to.
    pub raised: bool,
    pub stairs: bool,
    /// Whether horse cannot go there: a building, a ditch, stairs, a rampart.
    pub foot_only: bool,
    /// The piece of a barrier there, whether it stands open or not.
    pub piece: Option<PieceId>,
}

/// How a figure goes, in 64ths of an inch a turn; 0 for a way it cannot go (MM-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// In the open, at its gait.
    pub pace: i32,
    pub rough: i32,
    /// Up a wall.
    pub climb: i32,
    /// How far up a barrier at whose foot it stands the turns before have brought it, in 64ths of an inch.
    pub climbed: Option<Climbed>,
    /// What of a move counts as the whole of one: no more than those it goes with have.
    pub whole: i32,
    /// Through deep water.
    pub swim: i32,
    /// Whether it can cross hedges, fences and walls (MM-3.4).
    pub crosses: bool,
    pub mounted: bool,
}

/// How far up a barrier somebody has climbed, in 64ths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climbed {
    /// Which of the ground's.
    pub barrier: u16,
    pub up: i32,
}

/// How far a figure got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Where to.
    pub place: Point,
    /// What it took of its move, in 64ths of an inch at its pace in the open.
    pub spent: i32,
    /// Whether it got all the way.
    pub arrived: bool,
}

/// A ground and what has become of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Land {
    pub ground: Arc<Ground>,
    works: GroundState,
    tables: Arc<Tables>,
    pub(super) known: Arc<KnownWays>,
}

impl Land {
    /// A ground as it is when a battle begins.
    pub fn new(ground: Arc<Ground>, tables: Arc<Tables>) -> Land {
        let open = ground.pieces.iter().map(|piece| ground.barriers[usize::from(piece.barrier)].open).collect();
        let known = ground.known.clone();
        Land { ground, works: GroundState { open, filled: Vec::new() }, tables, known }
    }

    /// The barrier a piece belongs to.
    pub fn barrier(&self, piece: PieceId) -> &Barrier {
        let piece = &self.ground.pieces[usize::from(piece.0)];
        &self.ground.barriers[usize::from(piece.barrier)]
    }

    /// The area at a place, if it is in one.
    pub fn area(&self, place: Point) -> Option<&Area> {
        usize::from(self.ground.cell(place).area).checked_sub(1).map(|n| &self.ground.areas[n])
    }

    /// Whether a piece stands open.
    pub fn stands_open(&self, piece: PieceId) -> bool {
        self.works.open[usize::from(piece.0)]
    }

    /// Opens a piece, or shuts it: a breach, a gap, a gate, a portcullis, a drawbridge.
    pub fn set_open(&mut self, piece: PieceId, open: bool) {
        self.works.open[usize::from(piece.0)] = open;
        // The ways are others now.
        self.known = Arc::default();
    }

    /// Hits by engines and bombards that still open a piece (MM-4.10), without those made in the battle; 0 for what they do
    /// not open.
    pub fn hits_to_open(&self, piece: PieceId) -> u8 {
        let barrier = self.barrier(piece);
        let whole = self.row(barrier).hits;
        whole.saturating_sub(barrier.hits).max(whole.min(1))
    }

    /// Whether the square inch of moat at a place is filled (MM-9.12).
    pub fn filled(&self, place: Point) -> bool {
        let square = Point::new(place.x.div_euclid(INCH) * INCH, place.y.div_euclid(INCH) * INCH);
        self.works.filled.contains(&square)
    }

    /// Fills a square inch of moat, named by any place in it (MM-9.12).
    pub fn fill(&mut self, place: Point) {
        if !self.filled(place) {
            self.works.filled.push(Point::new(place.x.div_euclid(INCH) * INCH, place.y.div_euclid(INCH) * INCH));
            self.known = Arc::default();
        }
    }

    fn row(&self, barrier: &Barrier) -> &BarrierRow {
        self.tables.ground.row(barrier.kind)
    }

    /// What lies at a place.
    pub fn at(&self, place: Point) -> Spot {
        let cell = self.ground.cell(place);
        let (going, raised, foot_only) = match cell.surface {
            Surface::Open | Surface::Hilltop => (Going::Open, false, false),
            Surface::Rough | Surface::Marsh | Surface::Hill | Surface::Stream => (Going::Rough, false, false),
            Surface::Woods => (Going::Woods, false, false),
            // Filled, it is a moat no longer (MM-9.12).
            Surface::WetMoat | Surface::DryMoat if !self.works.filled.is_empty() && self.filled(place) => {
                (Going::Open, false, false)
            }
            Surface::River | Surface::WetMoat => (Going::Swim, false, false),
            Surface::DryMoat | Surface::Stairs => (Going::Rough, false, true),
            Surface::Building => (Going::Open, false, true),
            Surface::Rampart => (Going::Open, true, true),
            Surface::Rock => (Going::Wall, false, false),
        };
        let stairs = cell.surface == Surface::Stairs;
        let spot = Spot { going, level: cell.level, raised, stairs, foot_only, piece: None };
        let Some(number) = cell.piece.checked_sub(1) else { return spot };
        let piece = self.piece_at(PieceId(number), place);
        let barrier = self.barrier(piece);
        let row = self.row(barrier);
        let spot = Spot { piece: Some(piece), ..spot };
        match (barrier.kind, self.stands_open(piece)) {
            (BarrierKind::Drawbridge, true) => Spot { going: Going::Open, foot_only: false, ..spot },
            (BarrierKind::Drawbridge, false) => spot,
            // What is left of a castle's wall is a heap of stones.
            (BarrierKind::CastleWall, true) => Spot { going: Going::Rough, raised: false, foot_only: true, ..spot },
            (_, true) => spot,
            (BarrierKind::CastleWall, false) if barrier.level > 0 => {
                Spot { going: Going::Open, level: barrier.level, raised: true, stairs: false, foot_only: true, ..spot }
            }
            // A hedge or a wall over rock makes no way there.
            _ if spot.going == Going::Wall => spot,
            _ if row.cross > 0 => Spot { going: Going::Over, ..spot },
            _ if row.climb > 0 => Spot { going: Going::Climb, foot_only: true, ..spot },
            _ => Spot { going: Going::Wall, ..spot },
        }
    }

    /// How high one stands at a place, in shares of a [`LEVEL`] above the field: on stairs the higher the nearer the walk is.
    pub fn height(&self, place: Point) -> i16 {
        let spot = self.at(place);
        let ground = LEVEL * i16::from(spot.level);
        if !spot.stairs {
            return ground;
        }
        let walk = |far: i32| (0..16).any(|n| self.at(place.along(Heading::new(4 * n), far)).raised);
        let far = (STRIDE..=STAIRS).step_by(STRIDE as usize).find(|&far| walk(far)).unwrap_or(STAIRS);
        ground + 1 + ((i32::from(LEVEL) - 2) * (STAIRS - far) / STAIRS) as i16
    }

    /// The piece that a place in a cell of one belongs to: where an open and a shut one meet, the nearer, so that a gap for
    /// one figure is as wide as its inch and no wider (MM-3.7).
    fn piece_at(&self, piece: PieceId, place: Point) -> PieceId {
        let (first, end) = self.barrier(piece).pieces;
        let beside = [piece.0.checked_sub(1), Some(piece.0 + 1)].into_iter().flatten();
        let beside = beside.filter(|n| (first..end).contains(n)).map(PieceId);
        let far = |piece: PieceId| {
            let line = &self.ground.pieces[usize::from(piece.0)];
            place.distance_squared_to_segment(line.from, line.to).0
        };
        let other =
            beside.filter(|&next| self.stands_open(next) != self.stands_open(piece)).min_by_key(|&next| far(next));
        other.filter(|&next| far(next) < far(piece)).unwrap_or(piece)
    }

    /// Whether a figure may be at a place at all.
    pub fn holds(&self, place: Point, mover: &Mover) -> bool {
        Land::rate(&self.at(place), mover) > 0
    }

    /// How fast a figure goes there, in 64ths of an inch a turn; 0 if it cannot (MM-3.1).
    fn rate(spot: &Spot, mover: &Mover) -> i32 {
        if spot.foot_only && mover.mounted {
            return 0;
        }
        match spot.going {
            Going::Open => mover.pace,
            Going::Rough | Going::Woods => mover.rough.min(mover.pace),
            Going::Swim => mover.swim.min(mover.pace),
            Going::Over if mover.crosses => mover.pace,
            Going::Climb if mover.climb > 0 && mover.crosses => mover.pace,
            Going::Over | Going::Climb | Going::Wall => 0,
        }
    }

    /// Whether one gets from one spot to the next at all: between a rampart and what is not level with it only by
    /// stairs, though from a tower's top to the walk beside it.
    fn joined(from: &Spot, to: &Spot) -> bool {
        match (from.raised, to.raised) {
            _ if from.stairs || to.stairs => true,
            (true, true) => from.level.abs_diff(to.level) <= 1,
            (one, other) => one == other,
        }
    }

    /// How far a figure gets straight from one place towards another with `budget` left of its move, in 64ths of an
    /// inch at its pace in the open: rough ground and water at their own rates (MM-3.1), inches lost at what is crossed
    /// (MM-3.4). A figure that begins close to a wall is on it with a whole move, or as many as its rate needs.
    pub fn walk(&self, from: Point, goal: Point, budget: i32, mover: &Mover) -> Walked {
        let length = from.distance(goal);
        // Step by step a man who does not arrive would stop a 64th of an inch aside of it.
        if self.ground.is_even() {
            let arrived = length <= budget;
            let place = if arrived { goal } else { from.toward(goal, budget) };
            return Walked { place, spent: length.min(budget), arrived };
        }
        let steps = (length / STRIDE + 1).max(1);
        let way = from.to(goal);
        let part = |of: i32, n: i32| (i64::from(of) * i64::from(n) / i64::from(steps)) as i32;
        let mut reached = Walked { place: from, spent: 0, arrived: false };
        let mut before = self.at(from);
        for n in 1..=steps {
            let place = if n == steps { goal } else { Point::new(from.x + part(way.x, n), from.y + part(way.y, n)) };
            let spot = self.at(place);
            let rate = Land::rate(&spot, mover);
            if rate == 0 || !Land::joined(&before, &spot) {
                return reached;
            }
            let stride = part(length, n) - part(length, n - 1);
            // Rounded up, so that many small steps never come to more than the move.
            let mut cost = (stride * mover.pace + rate - 1) / rate;
            if before.going != spot.going {
                cost += self.entering(&spot, mover);
            }
            if reached.spent + cost > budget {
                let close = reached.spent <= INCH / 2 && spot.going == Going::Climb && budget >= mover.whole;
                let on = self.climbed_at(&spot);
                let so_far =
                    mover.climbed.filter(|climbed| Some(climbed.barrier) == on).map_or(0, |climbed| climbed.up);
                if close && so_far + mover.climb >= self.climb(&spot) {
                    return Walked { place, spent: budget, arrived: n == steps };
                }
                // He gives the move to it where he stands.
                if close && mover.climb > 0 {
                    return Walked { place: from, spent: budget, arrived: false };
                }
                if before.going == spot.going {
                    let left = (budget - reached.spent) * rate / mover.pace;
                    let short = reached.place.toward(place, left);
                    // Between two places looked at may lie the corner of a rampart that is only passed.
                    if Land::joined(&before, &self.at(short)) {
                        reached.place = short;
                    }
                    reached.spent = budget;
                }
                return reached;
            }
            reached = Walked { place, spent: reached.spent + cost, arrived: n == steps };
            before = spot;
        }
        reached
    }

    /// What it costs to get onto a hedge, fence or wall, besides the way (MM-3.1, MM-3.4).
    fn entering(&self, spot: &Spot, mover: &Mover) -> i32 {
        let Some(row) = spot.piece.map(|piece| self.row(self.barrier(piece))) else { return 0 };
        match spot.going {
            Going::Over => row.cross * INCH,
            Going::Climb => self.climb(spot) * mover.pace / mover.climb.max(1),
            _ => 0,
        }
    }

    /// How far up one climbs onto what is there, in 64ths of an inch.
    fn climb(&self, spot: &Spot) -> i32 {
        spot.piece.map_or(0, |piece| self.row(self.barrier(piece)).climb * INCH)
    }

    /// The barrier at a spot, if it is climbed by hand.
    fn climbed_at(&self, spot: &Spot) -> Option<u16> {
        let piece = spot.piece.filter(|_| spot.going == Going::Climb)?;
        Some(self.ground.pieces[usize::from(piece.0)].barrier)
    }

    /// The barrier climbed by hand at whose foot one stands who goes from a place towards another.
    pub fn at_foot(&self, from: Point, goal: Point) -> Option<u16> {
        if self.ground.is_even() {
            return None;
        }
        let close = from.toward(goal, INCH / 2 + STRIDE);
        super::draw::along(from, close, STRIDE).find_map(|at| self.climbed_at(&self.at(at)))
    }

    /// Whether one stands at the foot of a barrier that is climbed by hand.
    pub fn is_at_foot_of(&self, place: Point, barrier: u16) -> bool {
        let around = (0..16).map(|n| place.along(Heading::new(4 * n), INCH));
        around.into_iter().any(|there| self.at_foot(place, there) == Some(barrier))
    }

    /// Whether a figure could stand on the land at both places and something between parts them so that they cannot
    /// strike at each other: a wall that is not crossed, or a rampart's height.
    pub fn parts(&self, a: Point, b: Point) -> bool {
        if self.ground.is_even() {
            return false;
        }
        let mut before = self.at(a);
        let (first, last) = (before, self.at(b));
        super::draw::along(a, b, STRIDE).skip(1).any(|place| {
            let spot = self.at(place);
            let climbed = spot.going == Going::Climb && first.going != Going::Climb && last.going != Going::Climb;
            let parted = spot.going == Going::Wall || climbed || !Land::joined(&before, &spot);
            before = spot;
            parted
        })
    }

    /// Whether one of two men is so far above the other that neither is in the other's way: on a rampart, and no stairs lead
    /// from the one to the other.
    pub fn above(&self, one: Point, other: Point) -> bool {
        // At an edge the places looked at are others from either side.
        let parted = || self.parts(one, other) && self.parts(other, one);
        !self.ground.is_even() && (self.at(one).raised || self.at(other).raised) && parted()
    }

    /// Whether something that is climbed by hand lies on the straight way between two places, or at either end of it.
    pub fn climbs_between(&self, from: Point, to: Point) -> bool {
        let climb = |place: Point| self.at(place).going == Going::Climb;
        let between = || super::draw::along(from, to, STRIDE).any(climb);
        !self.ground.is_even() && (climb(from) || climb(to) || between())
    }

    /// Whether an obstacle lies between a defender and his attacker (MM-5.4): a hedge, fence or wall, or the height of
    /// a rampart.
    pub fn obstacle(&self, defender: Point, attacker: Point) -> bool {
        if self.ground.is_even() {
            return false;
        }
        let below = self.at(defender).raised && !self.at(attacker).raised;
        below
            || super::draw::along(defender, attacker, STRIDE).any(|place| {
                let spot = self.at(place);
                let over = matches!(spot.going, Going::Over | Going::Climb);
                over && spot.piece.is_some_and(|piece| self.divides(piece, defender, attacker))
            })
    }

    /// Whether two places lie on either side of the line a piece of a barrier is part of.
    fn divides(&self, piece: PieceId, a: Point, b: Point) -> bool {
        let piece = &self.ground.pieces[usize::from(piece.0)];
        let way = piece.from.to(piece.to);
        (way.cross(piece.from.to(a)) > 0) != (way.cross(piece.from.to(b)) > 0)
    }

    /// Whether two pieces are of one straight stretch of a barrier.
    fn one_stretch(&self, one: PieceId, other: PieceId) -> bool {
        let [one, other] = [one, other].map(|piece| &self.ground.pieces[usize::from(piece.0)]);
        let way = one.from.to(one.to);
        let in_line = |place: Point| way.cross(one.from.to(place)) == 0;
        one.barrier == other.barrier && in_line(other.from) && in_line(other.to)
    }

    /// The cover of a target from a shooter (MM-4.8): woods and what is close behind a wall.
    pub fn cover(&self, shooter: Point, target: Point) -> Cover {
        if self.ground.is_even() {
            return Cover::None;
        }
        let spot = self.at(target);
        if spot.raised && !self.at(shooter).raised {
            return Cover::Heavy;
        }
        let trees = if spot.going == Going::Woods || self.up_a_tree(&spot) { Cover::Light } else { Cover::None };
        let close = target.toward(shooter, self.close_behind());
        let here = self.at(shooter);
        let under = here.piece.filter(|_| here.raised);
        let covers = super::draw::along(target, close, STRIDE).filter_map(|place| {
            let piece = self.at(place).piece.filter(|&piece| !self.stands_open(piece))?;
            // The stretch of a wall on which one stands covers nobody from him.
            let stood_on = under.is_some_and(|under| self.one_stretch(under, piece));
            if stood_on || !self.divides(piece, target, shooter) {
                return None;
            }
            let barrier = self.barrier(piece);
            Some(barrier.cover.unwrap_or(self.row(barrier).cover))
        });
        covers.fold(trees, Cover::max)
    }

    /// Whether the ground lets a man at `a` see one at `b` (MM-7.5): 3 in inside woods, out of them from within 2 in of
    /// their edge, into them only if he who is there has shown himself by shooting; not through walls, nor through hills
    /// higher than the line between their eyes; 36 in through a gap of at least 2 in.
    pub fn sees(&self, a: Point, b: Point, shown: bool) -> bool {
        if self.ground.is_even() {
            return true;
        }
        let sight = self.tables.ground.sight;
        let length = a.distance(b);
        let line = Line { a, b, length, from: self.eyes(a), to: self.eyes(b) };
        let woods = |place: Point| self.at(place).going == Going::Woods;
        let (a_in, b_in) = (woods(a), woods(b));
        let near_woods = length <= sight.in_woods * INCH;
        let mut in_woods = 0;
        let mut left = false;
        for d in (STRIDE..length).step_by(STRIDE as usize) {
            let place = a.toward(b, d);
            match self.screens(place, d, &line) {
                Screen::Nothing => left |= in_woods > 0,
                Screen::Trees => in_woods += STRIDE,
                Screen::Solid => return false,
            }
            let ends = 2 * INCH;
            if d > ends && d < length - ends && self.too_narrow(place, d, &line) {
                return false;
            }
        }
        if in_woods == 0 || near_woods {
            return true;
        }
        let edge = sight.edge_of_woods * INCH;
        match (a_in, b_in) {
            (true, true) => left && shown && in_woods <= 2 * edge,
            (true, false) => in_woods <= edge,
            (false, true) => shown && in_woods <= edge,
            (false, false) => false,
        }
    }

    /// Whether who is at a spot is up a tree that stands alone.
    pub fn up_a_tree(&self, spot: &Spot) -> bool {
        let tree = |piece| self.barrier(piece).kind == BarrierKind::Tree;
        spot.going == Going::Climb && spot.piece.is_some_and(tree)
    }

    /// The level a man at a place looks from, and is seen at: up a tree a level over the ground.
    fn eyes(&self, place: Point) -> i32 {
        let spot = self.at(place);
        i32::from(spot.level) + i32::from(self.up_a_tree(&spot))
    }

    /// How near to the cells of a wall one stands close to it; they reach half an inch to either side of its line.
    fn close_behind(&self) -> i32 {
        self.tables.ground.sight.behind_a_wall * INCH + super::CELL
    }

    /// What stands in the way of sight at a place of a line.
    fn screens(&self, place: Point, d: i32, line: &Line) -> Screen {
        let spot = self.at(place);
        let close = self.close_behind();
        let shut = spot.piece.filter(|&piece| !self.stands_open(piece));
        let wall = shut.is_some_and(|piece| self.row(self.barrier(piece)).hides) && !spot.raised;
        let beside = d <= close || d >= line.length - close;
        // Over the edge of the height he stands on everybody sees down, and is seen there.
        let underfoot = |end: i32, away: i32| away <= close && i32::from(spot.level) <= end;
        if !wall && (underfoot(line.from, d) || underfoot(line.to, line.length - d)) && spot.going != Going::Woods {
            return Screen::Nothing;
        }
        let height = i32::from(spot.level) + i32::from(wall && !beside);
        if line.below(height, d) {
            return Screen::Solid;
        }
        if spot.going == Going::Woods && line.below(i32::from(spot.level) + 1, d) {
            Screen::Trees
        } else {
            Screen::Nothing
        }
    }

    /// Whether a line passes between things that leave too narrow a gap for it.
    fn too_narrow(&self, place: Point, d: i32, line: &Line) -> bool {
        let sight = self.tables.ground.sight;
        // Further than this nobody sees through a gap at all, be it ever so much wider than it must be.
        let wide = if line.length > sight.through_a_gap * INCH { 2 * sight.gap } else { sight.gap } * INCH / 2;
        let way = line.a.to(line.b);
        let aside = |of: i32| (i64::from(of) * i64::from(wide) / i64::from(line.length.max(1))) as i32;
        let hidden = |x: i32, y: i32| self.screens(Point::new(place.x + x, place.y + y), d, line) != Screen::Nothing;
        hidden(aside(-way.y), aside(way.x)) && hidden(aside(way.y), aside(-way.x))
    }
}

/// A line of sight, and the levels of its ends.
struct Line {
    a: Point,
    b: Point,
    length: i32,
    from: i32,
    to: i32,
}

impl Line {
    /// Whether the line passes below a height at a distance from its start; eyes are half a level up.
    fn below(&self, height: i32, d: i32) -> bool {
        let (whole, d) = (i64::from(self.length), i64::from(d));
        2 * i64::from(height) * whole > 2 * (i64::from(self.from) * (whole - d) + i64::from(self.to) * d) + whole
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Nothing,
    Trees,
    Solid,
}
