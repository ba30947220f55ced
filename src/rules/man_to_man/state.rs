//! The position of a battle: figures, bodies, forces, and where the turn stands.
//!
//! Figures lie in one array in the plan's order, so a body's figures are a slice of it. A body is a unit, or a lone
//! knight or cleric. A grid of 2 in squares finds who is near; distances between bodies are first judged by their
//! centres and radii.

mod grid;
mod men;

pub use grid::Grid;
pub use men::*;

use super::Decision;
use super::gear::state::Train;
use super::ground::{Ground, Land};
use super::spoils::CameWith;
use super::tables::Tables;
use crate::rules::battle::Deed;
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{Arc as Quarter, Heading, INCH, Point};
use crate::rules::weather::Weather;
use std::sync::Arc;

/// Where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Charges are declared (MM-2.1).
    Declare,
    /// The charged answer (MM-2.2).
    Answer,
    /// A force moves (MM-2.5).
    Move(ForceId),
    /// Targets are named (MM-2.6).
    Shoot,
    /// The battle is over.
    Over,
}

/// What is true of the whole field for one turn only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldTurn {
    /// Forces whose card has not been drawn (MM-2.5).
    pub(super) cards: Vec<ForceId>,
    /// Sides that charged.
    pub(super) charged: BySide<bool>,
    /// Men of each side killed in melee.
    pub(super) kills: BySide<u16>,
    /// Men of each side hit in melee.
    pub(super) melee_hits: BySide<u16>,
    /// Men killed or wounded, near whom knights test (MM-7.2): whose, of what class, and where.
    pub(super) fallen_here: Vec<(FigureId, Point)>,
}

/// What is true of the whole field for one phase only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldPhase {
    /// What each side has decided and not yet revealed.
    pub(super) sealed: BySide<Vec<Decision>>,
    /// Who must still decide.
    pub(super) deciding: BySide<bool>,
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) tables: Arc<Tables>,
    pub(super) land: Land,
    pub(super) train: Train,
    pub(super) turn: u32,
    pub(super) phase: Phase,
    pub(super) this_turn: FieldTurn,
    pub(super) this_phase: FieldPhase,
    pub(super) figures: Vec<Figure>,
    pub(super) bodies: Vec<Body>,
    pub(super) forces: Vec<FieldForce>,
    pub(super) grid: Grid,
    pub(super) army_commander: BySide<Option<FigureId>>,
    pub(super) commander_lost: BySide<bool>,
    /// What half rations add to each side's morale (SG-2.3).
    pub(super) hunger: BySide<i32>,
    /// Whether knights need not spare a king (MM-8.1).
    pub(super) dynastic_war: bool,
    pub(super) weather: Option<Weather>,
    pub(super) standards: Vec<StandardState>,
    /// Men who have yielded, in the order they did.
    pub(super) prisoners: Vec<FigureId>,
    pub(super) deeds: Vec<(FigureId, Deed)>,
    /// What each figure came with.
    pub(super) came: Vec<CameWith>,
    /// Each figure's points (MM-10.1).
    pub(super) worths: Vec<i32>,
    pub(super) result: Option<(Option<Side>, BySide<i64>)>,
}

/// How much further than base to base still counts as touching, in 64ths of an inch.
pub const TOUCH: i32 = INCH / 8;

impl Position {
    /// The tables in force.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    pub fn ground(&self) -> &Ground {
        &self.land.ground
    }

    /// The ground and what has become of it.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// Gear, fires, and what they have done.
    pub fn train(&self) -> &Train {
        &self.train
    }

    /// The turn being played, from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Where the turn stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// A number of how the battle stands for whoever looks at the table: the turn, and where every figure is, faces, and what
    /// became of it. Two versions of the rules that play a battle alike come to the same.
    pub fn look(&self) -> i64 {
        let mut number: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |value: i64| number = (number ^ value as u64).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(7);
        add(i64::from(self.turn));
        for figure in &self.figures {
            let state = match figure.state {
                State::Standing => 0,
                State::Fallen { until } => 16 + i64::from(until),
                State::Yielded { .. } => 1,
                State::Dead => 2,
                State::Fled => 3,
                State::Withdrawn => 4,
                State::ToCome => 5,
            };
            let mount = match figure.mount {
                Mount::None => 0,
                Mount::Ridden => 1,
                Mount::Loose(_) => 2,
                Mount::Dead => 3,
            };
            add(i64::from(figure.at.x));
            add(i64::from(figure.at.y));
            add(i64::from(figure.facing.number()));
            add(8 * state + 2 * mount + i64::from(figure.wounded));
        }
        number as i64
    }

    /// Every figure, in the plan's order.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    pub fn forces(&self) -> &[FieldForce] {
        &self.forces
    }

    /// Every standard.
    pub fn standards(&self) -> &[StandardState] {
        &self.standards
    }

    /// Whether a body is still to come onto the field (CP-3.1).
    pub fn is_to_come(&self, id: BodyId) -> bool {
        self.forces[usize::from(self.body(id).force.0)].arrives > self.turn
    }

    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }

    pub(super) fn figure_mut(&mut self, id: FigureId) -> &mut Figure {
        &mut self.figures[usize::from(id.0)]
    }

    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[usize::from(id.0)]
    }

    pub(super) fn body_mut(&mut self, id: BodyId) -> &mut Body {
        &mut self.bodies[usize::from(id.0)]
    }

    /// Every body's id.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len() as u16).map(BodyId)
    }

    /// The ids of a body's figures.
    pub fn men_of(&self, id: BodyId) -> impl Iterator<Item = FigureId> + use<> {
        let body = self.body(id);
        (body.first..body.first + body.count).map(FigureId)
    }

    /// The width of a figure's base (MM-3.8).
    pub fn base(&self, figure: &Figure) -> i32 {
        let house = self.tables.house();
        if figure.mounted() { house.base_mounted } else { house.base_foot }
    }

    /// The distance between the middles of two bases that touch.
    pub fn touching(&self, a: &Figure, b: &Figure) -> i32 {
        (self.base(a) + self.base(b)) / 2
    }

    /// Whether two figures are in base contact.
    pub fn in_contact(&self, a: &Figure, b: &Figure) -> bool {
        let reach = i64::from(self.touching(a, b) + TOUCH);
        a.at.distance_squared(b.at) <= reach * reach && !self.land.parts(a.at, b.at)
    }

    /// Calls `with` for each enemy in arms in base contact with a figure, until it answers true; whether it did.
    pub(super) fn any_contact(&self, id: FigureId, mut with: impl FnMut(FigureId) -> bool) -> bool {
        let figure = self.figure(id);
        let range = self.base(figure).max(self.tables.house().base_mounted.max(self.tables.house().base_foot)) + TOUCH;
        self.grid.any_near(figure.at, range, |other| {
            let enemy = self.figure(other);
            enemy.side != figure.side && self.in_contact(figure, enemy) && with(other)
        })
    }

    /// The nearest enemy in arms who touches a figure.
    pub(super) fn nearest_in_contact(&self, id: FigureId) -> Option<FigureId> {
        let at = self.figure(id).at;
        let mut nearest: Option<(i64, FigureId)> = None;
        self.any_contact(id, |enemy| {
            let this = (self.figure(enemy).at.distance_squared(at), enemy);
            if nearest.is_none_or(|least| this < least) {
                nearest = Some(this);
            }
            false
        });
        nearest.map(|(_, enemy)| enemy)
    }

    /// Whether an enemy in arms touches a figure.
    pub fn touched(&self, id: FigureId) -> bool {
        self.any_contact(id, |_| true)
    }

    /// Whether any standing figure of a body touches an enemy in arms.
    pub fn body_touched(&self, id: BodyId) -> bool {
        self.enemy_near(id) && self.men_of(id).any(|man| self.figure(man).in_arms() && self.touched(man))
    }

    /// Takes a figure off the table's squares and forgets it as an obstacle.
    pub(super) fn lift(&mut self, id: FigureId) {
        self.grid.take(id);
    }

    /// Sets a figure's place.
    pub(super) fn set_down(&mut self, id: FigureId, at: Point) {
        self.grid.take(id);
        self.figure_mut(id).at = at;
        if self.figure(id).in_arms() {
            self.grid.put(id, at);
        }
    }

    /// Works out a body's middle, radius and strength again.
    pub(super) fn refresh(&mut self, id: BodyId) {
        let range = self.body(id).indices();
        let (mut x, mut y, mut standing, mut in_arms) = (0i64, 0i64, 0u16, 0u16);
        for figure in self.figures[range.clone()].iter().filter(|figure| figure.in_arms()) {
            x += i64::from(figure.at.x);
            y += i64::from(figure.at.y);
            in_arms += 1;
            standing += u16::from(figure.stands());
        }
        let body = &mut self.bodies[usize::from(id.0)];
        (body.standing, body.in_arms) = (standing, in_arms);
        if in_arms == 0 {
            body.radius = 0;
            return;
        }
        let centre = Point::new((x / i64::from(in_arms)) as i32, (y / i64::from(in_arms)) as i32);
        let furthest =
            self.figures[range].iter().filter(|figure| figure.in_arms()).map(|f| centre.distance_squared(f.at)).max();
        body.centre = centre;
        body.radius = furthest.unwrap_or(0).unsigned_abs().isqrt() as i32 + 1;
    }

    /// The distance between the nearest figures in arms of two bodies, if it is at most `within`.
    pub fn gap(&self, a: BodyId, b: BodyId, within: i32) -> Option<i32> {
        let (one, other) = (self.body(a), self.body(b));
        if one.in_arms == 0 || other.in_arms == 0 {
            return None;
        }
        let reach = i64::from(within) + i64::from(one.radius) + i64::from(other.radius);
        if one.centre.distance_squared(other.centre) > reach * reach {
            return None;
        }
        let limit = i64::from(within) * i64::from(within);
        let others = &self.figures[other.indices()];
        let nearest = self.figures[one.indices()]
            .iter()
            .filter(|figure| figure.in_arms())
            .flat_map(|figure| others.iter().filter(|f| f.in_arms()).map(|f| figure.at.distance_squared(f.at)))
            .min()?;
        (nearest <= limit).then(|| nearest.unsigned_abs().isqrt() as i32)
    }

    /// Whether any figure in arms of `body` is within `within` of a place.
    pub fn body_near(&self, body: BodyId, place: Point, within: i32) -> bool {
        let it = self.body(body);
        if it.in_arms == 0 {
            return false;
        }
        let reach = i64::from(within) + i64::from(it.radius);
        let limit = i64::from(within) * i64::from(within);
        it.centre.distance_squared(place) <= reach * reach
            && self.figures[it.indices()]
                .iter()
                .any(|figure| figure.in_arms() && figure.at.distance_squared(place) <= limit)
    }

    /// Whether an active enemy of `side` is within `within` of a place (MM-7.4).
    pub fn active_enemy_near(&self, side: Side, place: Point, within: i32) -> bool {
        self.body_ids().any(|id| {
            let body = self.body(id);
            body.side != side && body.active() && self.body_near(id, place, within)
        })
    }

    /// Where an enemy lies from a figure (MM-5.7).
    pub fn arc_of(&self, figure: &Figure, place: Point) -> Quarter {
        figure.facing.arc(figure.at.to(place))
    }

    /// The heading towards a side's own edge.
    pub fn home(side: Side) -> Heading {
        match side {
            Side::Attacker => Heading::DOWN,
            Side::Defender => Heading::UP,
        }
    }

    /// Takes note of a deed, once; whether it is new.
    pub(super) fn deed(&mut self, id: FigureId, deed: Deed) -> bool {
        let new = match deed {
            // By far the commonest, at every blow.
            Deed::FoughtHandToHand => !std::mem::replace(&mut self.figure_mut(id).fought_hand_to_hand, true),
            _ => !self.deeds.contains(&(id, deed)),
        };
        if new {
            self.deeds.push((id, deed));
        }
        new
    }
}
