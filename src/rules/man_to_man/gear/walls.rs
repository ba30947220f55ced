//! Against walls and gates: rams, picks, axes, gaps, drawbridges and portcullises, and faggots into moats (MM-3.7, MM-9.2
//! to MM-9.4, MM-9.6, MM-9.12).

use super::siege::*;
use super::state::{FieldGear, Hewn, Lies, ThingId};
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::event::{Attempt, Event};
use crate::rules::man_to_man::ground::{BarrierKind, PieceId, Surface};
use crate::rules::man_to_man::state::{BodyId, Figure, FigureId, MOVE, Position, State};
use crate::rules::man_to_man::{Illegal, Umpire};

/// What axes and rams are used on (MM-9.2, MM-9.4).
pub(in crate::rules::man_to_man) fn of_timber(kind: BarrierKind) -> bool {
    use BarrierKind::*;
    matches!(kind, Gate | Door | TimberWall | Portcullis | Drawbridge)
}

/// What picks and screws are used on (MM-9.3).
pub(in crate::rules::man_to_man) fn of_stone(kind: BarrierKind) -> bool {
    use BarrierKind::*;
    matches!(kind, CastleWall | LightStoneWall | HighWall)
}

/// What falls whole when a ram or axes are through it.
fn falls_whole(kind: BarrierKind) -> bool {
    use BarrierKind::*;
    matches!(kind, Gate | Door | Portcullis | Drawbridge)
}

impl Position {
    /// The standing men of a body at a piece of a barrier, the nearest first.
    pub(super) fn men_at(&self, id: BodyId, piece: PieceId) -> Vec<FigureId> {
        let Some(it) = self.land.ground.pieces.get(usize::from(piece.0)) else { return Vec::new() };
        let reach = i64::from(3 * INCH / 2 + self.land.barrier(piece).thickness / 2).pow(2);
        let far = |man: FigureId| self.figure(man).at.distance_squared_to_segment(it.from, it.to).0;
        let mut men: Vec<(i64, FigureId)> = self
            .men_of(id)
            .filter(|&man| self.figure(man).stands() && !self.train.climbing(man))
            .map(|man| (far(man), man))
            .filter(|&(far, _)| far <= reach)
            .collect();
        men.sort_unstable();
        men.into_iter().map(|(_, man)| man).collect()
    }

    /// A shut piece of a barrier of some kind, with a man of the body at it.
    fn shut_piece(
        &self,
        id: BodyId,
        at: PieceId,
        kind: impl Fn(BarrierKind) -> bool,
    ) -> Result<Vec<FigureId>, Illegal> {
        if usize::from(at.0) >= self.land.ground.pieces.len() || self.land.stands_open(at) {
            return Err(Illegal::NotWithThat);
        }
        if !kind(self.land.barrier(at).kind) {
            return Err(Illegal::NotWithThat);
        }
        let men = self.men_at(id, at);
        if men.is_empty() { Err(Illegal::NotNear) } else { Ok(men) }
    }

    fn try_hundred<U: Umpire>(
        &mut self,
        id: BodyId,
        what: Attempt,
        sum: i32,
        parts: impl FnOnce(&Position) -> Vec<Part>,
        roll: impl FnOnce(i32, &mut U::Dice) -> Hundred,
        umpire: &mut U,
    ) -> bool {
        let roll = roll(sum, umpire.dice());
        let position = &*self;
        umpire.tell(|| Event::Tried {
            body: id,
            what,
            faces: roll.faces,
            total: roll.total,
            parts: parts(position),
            percent: sum,
            success: roll.success,
        });
        roll.success
    }

    /// The unwounded men of a body who can work a ram there (MM-6.2, MM-9.2): those who stand at it, as many as find room.
    fn rammers(&self, id: BodyId, at: PieceId) -> u8 {
        let it = &self.land.ground.pieces[usize::from(at.0)];
        let reach = i64::from(self.tables.gear.ram.reach * INCH + self.land.barrier(at).thickness / 2).pow(2);
        let fit = self.men_of(id).filter(|&man| {
            let figure = self.figure(man);
            let there = figure.at.distance_squared_to_segment(it.from, it.to).0 <= reach;
            there && figure.stands() && !figure.wounded && !figure.mounted() && !self.train.climbing(man)
        });
        fit.count().min(usize::from(self.tables.gear.ram.most)) as u8
    }

    pub(super) fn check_ram(&self, id: BodyId, ram: ThingId, at: PieceId) -> Result<(), Illegal> {
        let it = self.own(id, ram)?;
        let swings = it.thing == Thing::Ram || (it.thing == Thing::Sow && it.holds == Some(Thing::Ram));
        if !swings {
            return Err(Illegal::NotWithThat);
        }
        if it.thing == Thing::Sow && !self.crew_works(id) {
            return Err(Illegal::CrewIdle);
        }
        self.shut_piece(id, at, of_timber)?;
        if self.rammers(id, at) < self.tables.gear.ram.fewest { Err(Illegal::TooFew) } else { Ok(()) }
    }

    /// One stroke of a ram (MM-9.2): success wrecks a gate, or opens 1 in of timber.
    pub(super) fn ram(&mut self, id: BodyId, ram: ThingId, at: PieceId, umpire: &mut impl Umpire) {
        let men = self.rammers(id, at);
        let barrier = |position: &Position, piece: PieceId| position.land.ground.pieces[usize::from(piece.0)].barrier;
        let same = self.train.gear[usize::from(ram.0)].on.is_some_and(|on| barrier(self, on) == barrier(self, at));
        let it = self.gear_mut(ram);
        if !same {
            (it.on, it.worked) = (Some(at), 0);
        }
        let before = u32::from(it.worked);
        it.worked += 1;
        let mut sum = Sum::default();
        ram_parts(men, before, &self.tables, &mut sum);
        let parts = |position: &Position| {
            let mut parts = Vec::new();
            ram_parts(men, before, &position.tables, &mut parts);
            parts
        };
        if self.try_hundred(id, Attempt::Ram, sum.0, parts, roll_ram, umpire) {
            let opens = self.tables.gear.ram.opens;
            self.breach(at, opens, umpire.sink());
            let it = self.gear_mut(ram);
            (it.on, it.worked) = (None, 0);
        }
    }

    pub(super) fn check_pick(&self, id: BodyId, sow: ThingId, at: PieceId) -> Result<(), Illegal> {
        let it = self.own(id, sow)?;
        if it.thing != Thing::Sow || !matches!(it.holds, Some(Thing::Pick | Thing::Screw)) {
            return Err(Illegal::NotWithThat);
        }
        if !self.crew_works(id) || self.body(id).standing < u16::from(self.tables.gear.pick.crew) {
            return Err(Illegal::CrewIdle);
        }
        self.shut_piece(id, at, of_stone).map(|_| ())
    }

    /// Pick or screw go an eighth of an inch into the stone (MM-9.3); through it, the wall falls as a breach, or has a
    /// hole.
    pub(super) fn pick(&mut self, id: BodyId, sow: ThingId, at: PieceId, umpire: &mut impl Umpire) {
        let thickness = match self.land.barrier(at).thickness {
            0 => self.tables.house().wall_thickness,
            thickness => (thickness * 8 / INCH).max(1) as u16,
        };
        let eighths = self.tables.gear.pick.eighths;
        let it = self.gear_mut(sow);
        if it.on != Some(at) {
            (it.on, it.worked) = (Some(at), 0);
        }
        it.worked += eighths;
        if it.worked < thickness {
            return;
        }
        (it.on, it.worked) = (None, 0);
        let mut sum = Sum::default();
        pick_parts(&self.tables, &mut sum);
        let parts = |position: &Position| {
            let mut parts = Vec::new();
            pick_parts(&position.tables, &mut parts);
            parts
        };
        let falls = self.try_hundred(id, Attempt::Pick, sum.0, parts, roll_pick, umpire);
        let inches = if falls { self.tables.gear.count.breach } else { self.tables.gear.pick.hole };
        self.breach(at, inches, umpire.sink());
    }

    /// The men of a body who hew at a piece with axes (MM-9.4): two at most.
    fn hewers(&self, id: BodyId, at: PieceId) -> u8 {
        self.with_axes(id, at).len().min(usize::from(self.tables.gear.axes.men)) as u8
    }

    /// The men of a body at a piece of a barrier who have axes in hand, or at hand.
    pub(super) fn with_axes(&self, id: BodyId, at: PieceId) -> Vec<FigureId> {
        let axe = |weapon: Weapon| matches!(weapon, Weapon::Axe | Weapon::TwoHandedAxe);
        let mut men = self.men_at(id, at);
        men.retain(|&man| {
            let arms = &self.figure(man).profile.weapons;
            axe(arms.hand) || axe(arms.one_handed)
        });
        men
    }

    pub(super) fn check_axes(&self, id: BodyId, at: PieceId) -> Result<(), Illegal> {
        let hewn = |kind| matches!(kind, BarrierKind::Gate | BarrierKind::Door | BarrierKind::TimberWall);
        self.shut_piece(id, at, hewn)?;
        if self.hewers(id, at) == 0 {
            return Err(Illegal::NoAxes);
        }
        if self.hewers_now(id, at) == 0 {
            return Err(Illegal::AxesEnough);
        }
        if falls_whole(self.land.barrier(at).kind) && self.portcullis_before(id, at) {
            Err(Illegal::Portcullis)
        } else {
            Ok(())
        }
    }

    /// Whether a shut portcullis stands on a body's side of a door (MM-9.4).
    fn portcullis_before(&self, id: BodyId, at: PieceId) -> bool {
        let door = self.land.ground.pieces[usize::from(at.0)];
        let middle = door.from.half_way(door.to);
        let centre = self.body(id).centre;
        (0..).map(PieceId).zip(&self.land.ground.pieces).any(|(piece, it)| {
            let place = it.from.half_way(it.to);
            self.land.barrier(piece).kind == BarrierKind::Portcullis
                && !self.land.stands_open(piece)
                && place.distance(middle) <= 4 * INCH
                && place.distance_squared(centre) <= middle.distance_squared(centre) + i64::from(INCH)
        })
    }

    /// The piece that stands for what falls as one: the first of a gate, a door, a portcullis or a bridge; else the piece itself.
    pub(super) fn falls_with(&self, piece: PieceId) -> PieceId {
        let barrier = self.land.barrier(piece);
        if falls_whole(barrier.kind) { PieceId(barrier.pieces.0) } else { piece }
    }

    /// The men of a body who hew at a piece this turn: with those of others who have at it or at the gate it is of, two at
    /// most (MM-9.4).
    pub(super) fn hewers_now(&self, id: BodyId, at: PieceId) -> u8 {
        let whole = self.falls_with(at);
        let others = self.train.hewn.iter().find(|hewn| hewn.piece == whole && hewn.turn == self.turn);
        let room = self.tables.gear.axes.men.saturating_sub(others.map_or(0, |hewn| hewn.men));
        self.hewers(id, at).min(room)
    }

    /// A move of axes at timber (MM-9.4): nothing the first turn, then by the man-moves spent.
    pub(super) fn axes(&mut self, id: BodyId, at: PieceId, umpire: &mut impl Umpire) {
        let (men, turn, piece) = (self.hewers_now(id, at), self.turn, self.falls_with(at));
        let n = self.train.hewn.iter().position(|hewn| hewn.piece == piece).unwrap_or_else(|| {
            self.train.hewn.push(Hewn { piece, since: turn, man_moves: 0, turn, men: 0 });
            self.train.hewn.len() - 1
        });
        let hewn = &mut self.train.hewn[n];
        hewn.men = men + if hewn.turn == turn { hewn.men } else { 0 };
        hewn.turn = turn;
        if hewn.since == turn {
            return;
        }
        hewn.man_moves += u32::from(men);
        let man_moves = hewn.man_moves;
        let mut sum = Sum::default();
        axes_parts(man_moves, &self.tables, &mut sum);
        let parts = |position: &Position| {
            let mut parts = Vec::new();
            axes_parts(man_moves, &position.tables, &mut parts);
            parts
        };
        if self.try_hundred(id, Attempt::Axes, sum.0, parts, roll_axes, umpire) {
            self.train.hewn.swap_remove(n);
            let opens = self.tables.gear.axes.opens;
            self.breach(at, opens, umpire.sink());
        }
    }

    pub(super) fn check_gap(&self, id: BodyId, at: PieceId) -> Result<(), Illegal> {
        let low = |kind| matches!(kind, BarrierKind::Hedge | BarrierKind::Fence | BarrierKind::DryWall);
        self.shut_piece(id, at, low).map(|_| ())
    }

    /// Half of a gap for one figure in a hedge, a fence or a dry wall (MM-3.7).
    pub(super) fn gap_made(&mut self, at: PieceId, sink: &mut impl Sink<Event>) {
        match self.train.gaps.iter().position(|&piece| piece == at) {
            None => self.train.gaps.push(at),
            Some(n) => {
                self.train.gaps.swap_remove(n);
                self.open_pieces(vec![at], true, sink);
            }
        }
    }

    /// Whether a body may work a drawbridge or a portcullis (MM-9.6): from within, where the winch is.
    pub(super) fn check_gate(&self, id: BodyId, at: PieceId, open: bool) -> Result<(), Illegal> {
        let Some(piece) = self.land.ground.pieces.get(usize::from(at.0)) else { return Err(Illegal::NotWithThat) };
        let kind = self.land.barrier(at).kind;
        if !matches!(kind, BarrierKind::Drawbridge | BarrierKind::Portcullis) {
            return Err(Illegal::NotWithThat);
        }
        if self.land.stands_open(at) == open {
            return Err(Illegal::NoChange);
        }
        let within = |man: FigureId| {
            let home = |place: Point| self.land.ground.from_home(Side::Defender, place);
            let place = self.figure(man).at;
            home(place) < home(piece.from.half_way(piece.to))
                && place.distance_squared_to_segment(piece.from, piece.to).0 <= i64::from(6 * INCH).pow(2)
        };
        // It is neither dropped on men nor raised under them.
        let (first, end) = self.land.barrier(at).pieces;
        let reach = i64::from(self.land.barrier(at).thickness / 2 + INCH).pow(2);
        let under = |figure: &Figure| {
            let pieces = self.land.ground.pieces[usize::from(first)..usize::from(end)].iter();
            let there = figure.in_arms() || matches!(figure.state, State::Yielded { .. });
            there && pieces.clone().any(|it| figure.at.distance_squared_to_segment(it.from, it.to).0 <= reach)
        };
        if !open && self.figures.iter().any(under) {
            return Err(Illegal::InTheWay);
        }
        let any = self.men_of(id).any(|man| self.figure(man).stands() && within(man));
        if any { Ok(()) } else { Err(Illegal::NotNear) }
    }

    /// What of a move it takes to work a drawbridge or a portcullis, in quarters (MM-9.6): a quarter down, the whole up.
    pub(super) fn gate_takes(&self, at: PieceId, open: bool) -> u8 {
        if usize::from(at.0) >= self.land.ground.pieces.len() {
            return MOVE;
        }
        let down = open == (self.land.barrier(at).kind == BarrierKind::Drawbridge);
        let gate = &self.tables.gear.gate;
        if down { gate.down } else { gate.up }
    }

    /// Works a drawbridge or a portcullis (MM-9.6). Down, a bridge lets pass and a portcullis does not.
    pub(super) fn work_gate(&mut self, at: PieceId, open: bool, sink: &mut impl Sink<Event>) {
        let (first, end) = self.land.barrier(at).pieces;
        self.open_pieces((first..end).map(PieceId).collect(), open, sink);
    }

    pub(super) fn check_fill(&self, id: BodyId, faggots: ThingId, at: Point) -> Result<(), Illegal> {
        let it = self.own(id, faggots)?;
        if it.thing != Thing::Faggot || it.count == 0 {
            return Err(Illegal::NotWithThat);
        }
        let moat = self.land.area(at).is_some_and(|area| matches!(area.surface, Surface::WetMoat | Surface::DryMoat));
        if !moat || self.land.filled(at) {
            return Err(Illegal::NotWithThat);
        }
        if self.men_by(id, at, 2 * INCH).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    /// Men at hand throw a faggot each, or two in a whole move (MM-9.12); four to a square inch of moat a level deep
    /// fill it.
    pub(super) fn fill(&mut self, id: BodyId, faggots: ThingId, at: Point, sink: &mut impl Sink<Event>) {
        let square = Point::new(at.x.div_euclid(INCH) * INCH, at.y.div_euclid(INCH) * INCH);
        let depth = self.land.area(at).map_or(1, |area| u16::from(area.depth.max(1)));
        let need = self.tables.house().faggots_to_a_square * depth;
        let men = self.men_by(id, at, 2 * INCH).len() as u16;
        let n = self.train.faggots.iter().position(|&(known, _)| known == square).unwrap_or_else(|| {
            self.train.faggots.push((square, 0));
            self.train.faggots.len() - 1
        });
        let thrown = (2 * men).min(self.train.gear[usize::from(faggots.0)].count).min(need - self.train.faggots[n].1);
        self.train.faggots[n].1 += thrown;
        let full = self.train.faggots[n].1 >= need;
        let it: &mut FieldGear = self.gear_mut(faggots);
        it.count -= thrown;
        if it.count == 0 {
            it.lies = Lies::Spent;
        }
        self.show_gear(faggots, sink);
        if full {
            self.land.fill(square);
            sink.tell(|| Event::Filled { at: square });
        }
    }
}
