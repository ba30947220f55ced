//! The position of a battle: figures, bodies, forces, and where the turn stands.
//!
//! Figures lie in one array in the plan's order, so a body's figures are a slice of it. A body is a unit, or a lone
//! knight or cleric. A grid of 2 in squares finds who is near; distances between bodies are first judged by their
//! centres and radii.

use super::event::{Answer, Gait};
use super::gear::state::{ThingId, Train};
use super::ground::{Ground, Land};
use super::tables::Tables;
use crate::rules::battle::{Deed, Man, Standard};
use crate::rules::figure::{BySide, Class, Grade, Horse, Protection, Rank, Side, Weapon};
use crate::rules::geometry::{Arc as Quarter, Heading, INCH, Point};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A figure: its place in the plan's order, attacker's men first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FigureId(pub u16);

/// A body: units, then single men, of each force in the plan's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyId(pub u16);

/// A force, in the plan's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u16);

/// What a figure is able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// On his feet or in the saddle.
    Standing,
    /// Fallen, and inactive through turn `until` (MM-6.4).
    Fallen {
        /// The last turn of it.
        until: u32,
    },
    /// Yielded in `turn` (MM-7.7).
    Yielded {
        /// To whom.
        to: FigureId,
        /// When.
        turn: u32,
    },
    /// Killed.
    Dead,
    /// Fled the field.
    Fled,
    /// Left the field in order.
    Withdrawn,
}

/// What became of a horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mount {
    /// He never had one.
    None,
    /// He rides it.
    Ridden,
    /// It stands without its rider (MM-6.3).
    Loose(Point),
    /// It was killed.
    Dead,
}

/// What a man carries, sorted by use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arms {
    /// What he shoots or throws.
    pub missile: Option<Weapon>,
    /// His lance, while it is whole.
    pub lance: Option<Weapon>,
    /// His best hand weapon but the lance.
    pub hand: Weapon,
    /// His best hand weapon that needs one hand only.
    pub one_handed: Weapon,
    /// Whether he has a shield.
    pub shield: bool,
}

/// A figure on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Who he is in the plan.
    pub man: Man,
    /// His side.
    pub side: Side,
    /// His body.
    pub body: BodyId,
    /// His class.
    pub class: Class,
    /// His rank.
    pub rank: Rank,
    /// His grade now (MM-8.6 lowers some at once).
    pub grade: Grade,
    /// His protection, shield included (MM-1.3).
    pub protection: Protection,
    /// What he carries.
    pub arms: Arms,
    /// Where he is.
    pub at: Point,
    /// Where he was at the turn's start.
    pub from: Point,
    /// Where he faces.
    pub facing: Heading,
    /// What he is able to do.
    pub state: State,
    /// Whether he is wounded.
    pub wounded: bool,
    /// What kind of horse he came with.
    pub horse: Horse,
    /// What became of it.
    pub mount: Mount,
    /// Whether it is wounded.
    pub horse_wounded: bool,
    /// Shots left (MM-4.6).
    pub ammunition: u8,
    /// Whether his handgun is loaded (MM-3.5).
    pub loaded: bool,
    /// Whether his missile weapon is in his hands.
    pub missile_in_hand: bool,
    /// Shots made this turn.
    pub shots: u8,
    /// The last turn in which he shot; 0 before he does.
    pub last_shot: u32,
    /// Whether he was in contact with an enemy at the turn's start (MM-5.1).
    pub contact_at_start: bool,
    /// Whether he is out of a melee he left this turn.
    pub left_melee: bool,
    /// Whether he has struck or been struck at in this battle.
    pub fought_hand_to_hand: bool,
    /// The standard he carries, of either side.
    pub standard: Option<Standard>,
    /// Whether he climbs, or carries a ladder, a faggot or the like (MM-9.11).
    pub burdened: bool,
}

impl Figure {
    /// Whether he stands on the table, not fallen and not yielded.
    pub fn stands(&self) -> bool {
        self.state == State::Standing
    }

    /// Whether he is on the table and has not yielded.
    pub fn in_arms(&self) -> bool {
        matches!(self.state, State::Standing | State::Fallen { .. })
    }

    /// Whether he is mounted.
    pub fn mounted(&self) -> bool {
        self.mount == Mount::Ridden
    }

    /// The horse's protection (MM-1.3).
    pub fn horse_protection(&self) -> Protection {
        if self.horse == Horse::Barded { Protection::FULL } else { Protection::new(3).unwrap_or(Protection::NONE) }
    }

    /// His protection at this moment: without the shield while he carries a standard or has shot (MM-1.3, MM-9.11).
    pub fn protection_now(&self) -> Protection {
        let shot = self.shots > 0 && self.arms.missile != Some(Weapon::Javelin);
        if self.arms.shield && (self.standard.is_some() || self.burdened || shot) {
            self.protection.worse()
        } else {
            self.protection
        }
    }
}

/// How a body is disposed to obey (MM-7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// Obeys.
    #[default]
    Steady,
    /// Must charge or advance.
    Bold,
    /// Falls back or does not advance.
    Craven,
    /// Flees.
    Recreant,
    /// Has stopped fleeing, and spends the turn rallying.
    Rallying,
}

/// A charge or move to contact that has been declared (MM-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// At whom.
    pub at: BodyId,
    /// How fast; only at run or gallop is it a charge.
    pub gait: Gait,
}

/// The causes of a morale test that have come up, a bit for each (MM-7.1, MM-7.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes(pub u16);

impl Causes {
    /// Notes a cause.
    pub fn note(&mut self, cause: super::event::Cause) {
        self.0 |= 1 << cause as u16;
    }

    /// Whether a cause came up.
    pub fn has(self, cause: super::event::Cause) -> bool {
        self.0 & (1 << cause as u16) != 0
    }
}

/// Men who act together: a unit, or a lone knight or cleric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its side.
    pub side: Side,
    /// Its force.
    pub force: ForceId,
    /// Whether it is one man in no unit.
    pub single: bool,
    /// Its first figure.
    pub first: u16,
    /// How many figures it has, whatever became of them.
    pub count: u16,
    /// Its commander.
    pub commander: Option<FigureId>,
    /// Its men's class (MM-7.3).
    pub class: Class,
    /// Its men's commonest grade (MM-7.3).
    pub grade: Grade,
    /// Whether it keeps close order, base to base (MM-5.7).
    pub close: bool,
    /// Figures in its front rank when whole.
    pub files: u16,
    /// Where it faces.
    pub facing: Heading,
    /// How it is disposed to obey.
    pub mood: Mood,
    /// Whether its enemies are struck, by choice, in the horse (MM-5.6).
    pub aim_at_horses: bool,
    /// Whether it follows enemies who break off, by choice (MM-5.8).
    pub follows: bool,
    /// How it moved this turn.
    pub gait: Gait,
    /// How it moved last turn.
    pub last_gait: Gait,
    /// Turns at run or gallop one after another, before this one (MM-3.3).
    pub runs: u8,
    /// Whether it may do no more by order in this phase.
    pub acted: bool,
    /// Quarters of its move that it has spent this turn (MM-3.6, MM-9.6).
    pub spent: u8,
    /// Whether it has changed weapons this turn (MM-4.2).
    pub changed: bool,
    /// Its declared charge.
    pub charge: Option<Charge>,
    /// Who charges it; the first, if several do.
    pub charged_by: Option<BodyId>,
    /// Its answer.
    pub answer: Option<Answer>,
    /// Whether it moves, or moved, as a charge this turn (MM-2.1).
    pub charging: bool,
    /// Whether it fell back this turn (MM-7.4).
    pub falling_back: bool,
    /// Whether it came to where it is by a charge, a move to contact or a pursuit.
    pub came_on: bool,
    /// Whether some of it was in contact at the turn's start.
    pub engaged: bool,
    /// Whether it struck or was struck at this turn.
    pub fought: bool,
    /// Whether it kills prisoners this turn (MM-8.1).
    pub slaying: bool,
    /// Whether it may ride through this turn (MM-5.10).
    pub rides_through: bool,
    /// Whether it may ride through next turn.
    pub rides_next: bool,
    /// Enemies killed in melee by it this turn.
    pub kills: u16,
    /// Men of it hit by missiles this turn.
    pub missile_hits: u16,
    /// Men of it ever hit.
    pub ever_hit: u16,
    /// Turns in which it was shot at while halted, one after another, this one included (MM-7.2).
    pub shot_at_halted: u8,
    /// Causes of a morale test so far.
    pub causes: Causes,
    /// The middle of its figures on the table.
    pub centre: Point,
    /// No figure of it is further from the middle.
    pub radius: i32,
    /// Figures standing.
    pub standing: u16,
    /// Figures standing or fallen, not yielded.
    pub in_arms: u16,
}

/// A move, in the quarters it is spent by (MM-3.6, MM-9.6).
pub const MOVE: u8 = 4;

impl Body {
    /// Spends some quarters of its move.
    pub(super) fn spend(&mut self, quarters: u8) {
        self.spent = (self.spent + quarters).min(MOVE);
    }

    /// Whether it is in flight.
    pub fn fleeing(&self) -> bool {
        self.mood == Mood::Recreant && self.in_arms > 0
    }

    /// Whether any of it stands to be reckoned with: not fleeing, falling back, yielded or fallen (MM-7.4).
    pub fn active(&self) -> bool {
        self.standing > 0 && self.mood != Mood::Recreant && !self.falling_back
    }

    /// The indices of its figures.
    pub fn indices(&self) -> std::ops::Range<usize> {
        usize::from(self.first)..usize::from(self.first + self.count)
    }
}

/// One player's command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its side.
    pub side: Side,
    /// Its battle: the first force that belongs to it.
    pub battle: ForceId,
    /// Its commander.
    pub commander: Option<FigureId>,
    /// Whether he leads the whole battle (MM-7.1).
    pub leads_battle: bool,
}

/// Where a standard is (MM-8.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardAt {
    /// Carried by a figure of either side.
    Carried(FigureId),
    /// On the ground.
    Ground(Point),
    /// On a wagon of its own side.
    Wagon(ThingId),
    /// Off the field with its bearer.
    Gone,
}

/// A standard and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandardState {
    /// Whose it is.
    pub side: Side,
    /// Of what.
    pub standard: Standard,
    /// Of which force (the first of its battle or army).
    pub force: ForceId,
    /// Where it is.
    pub place: StandardAt,
}

impl StandardState {
    /// Whether its own side has lost it, to the ground or to the enemy.
    pub fn lost(&self, figures: &[Figure]) -> bool {
        match self.place {
            StandardAt::Carried(by) => figures[usize::from(by.0)].side != self.side,
            StandardAt::Ground(_) => true,
            StandardAt::Gone | StandardAt::Wagon(_) => false,
        }
    }
}

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

const NOBODY: u16 = u16::MAX;
const CELL: i32 = 2 * INCH;

/// Who stands in which square of 2 in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: i32,
    rows: i32,
    head: Vec<u16>,
    next: Vec<u16>,
    cell: Vec<u16>,
}

impl Grid {
    /// An empty grid over a field of this size for so many figures.
    pub fn new(width: i32, depth: i32, figures: usize) -> Grid {
        let (columns, rows) = (width / CELL + 1, depth / CELL + 1);
        Grid {
            columns,
            rows,
            head: vec![NOBODY; (columns * rows) as usize],
            next: vec![NOBODY; figures],
            cell: vec![NOBODY; figures],
        }
    }

    fn cell_of(&self, at: Point) -> usize {
        let column = (at.x / CELL).clamp(0, self.columns - 1);
        let row = (at.y / CELL).clamp(0, self.rows - 1);
        (row * self.columns + column) as usize
    }

    /// Puts a figure down.
    pub fn put(&mut self, figure: FigureId, at: Point) {
        let (cell, index) = (self.cell_of(at), usize::from(figure.0));
        self.next[index] = self.head[cell];
        self.head[cell] = figure.0;
        self.cell[index] = cell as u16;
    }

    /// Takes a figure away, if it is there.
    pub fn take(&mut self, figure: FigureId) {
        let index = usize::from(figure.0);
        if self.cell[index] == NOBODY {
            return;
        }
        let cell = usize::from(self.cell[index]);
        self.cell[index] = NOBODY;
        if self.head[cell] == figure.0 {
            self.head[cell] = self.next[index];
            return;
        }
        let mut before = usize::from(self.head[cell]);
        while self.next[before] != figure.0 {
            before = usize::from(self.next[before]);
        }
        self.next[before] = self.next[index];
    }

    /// Calls `with` for every figure in the squares within `range` of a place, until it answers true; whether it did.
    #[inline]
    pub fn any_near(&self, at: Point, range: i32, mut with: impl FnMut(FigureId) -> bool) -> bool {
        let columns =
            ((at.x - range) / CELL).clamp(0, self.columns - 1)..=((at.x + range) / CELL).clamp(0, self.columns - 1);
        let rows = ((at.y - range) / CELL).clamp(0, self.rows - 1)..=((at.y + range) / CELL).clamp(0, self.rows - 1);
        for row in rows {
            for column in columns.clone() {
                let mut figure = self.head[(row * self.columns + column) as usize];
                while figure != NOBODY {
                    if with(FigureId(figure)) {
                        return true;
                    }
                    figure = self.next[usize::from(figure)];
                }
            }
        }
        false
    }
}

/// A battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) tables: Arc<Tables>,
    pub(super) land: Land,
    pub(super) train: Train,
    pub(super) turn: u32,
    pub(super) phase: Phase,
    pub(super) figures: Vec<Figure>,
    pub(super) bodies: Vec<Body>,
    pub(super) forces: Vec<Force>,
    pub(super) grid: Grid,
    pub(super) army_commander: BySide<Option<FigureId>>,
    pub(super) commander_lost: BySide<bool>,
    pub(super) standards: Vec<StandardState>,
    /// Forces whose card has not been drawn this turn.
    pub(super) cards: Vec<ForceId>,
    /// What each side has decided in this phase and not yet revealed.
    pub(super) sealed: BySide<Vec<super::Decision>>,
    /// Who must still decide in this phase.
    pub(super) deciding: BySide<bool>,
    /// Bodies asked and not yet answered in this phase, a bit of `waiting` a body.
    pub(super) waiting: Vec<bool>,
    /// Men of each side killed in melee this turn.
    pub(super) kills: BySide<u16>,
    /// Men of each side hit in melee this turn.
    pub(super) melee_hits: BySide<u16>,
    /// Men who have yielded, in the order they did.
    pub(super) prisoners: Vec<FigureId>,
    pub(super) charged_this_turn: BySide<bool>,
    /// Lost this turn near which knights test (MM-7.2): where, whose, of what class.
    pub(super) fallen_here: Vec<(Side, Class, Point)>,
    pub(super) deeds: Vec<(FigureId, Deed)>,
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

    /// The ground.
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

    /// Every figure, in the plan's order.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Every body.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Every force.
    pub fn forces(&self) -> &[Force] {
        &self.forces
    }

    /// Every standard.
    pub fn standards(&self) -> &[StandardState] {
        &self.standards
    }

    /// One figure.
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[usize::from(id.0)]
    }

    pub(super) fn figure_mut(&mut self, id: FigureId) -> &mut Figure {
        &mut self.figures[usize::from(id.0)]
    }

    /// One body.
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
        a.at.far(b.at) <= reach * reach && !self.land.parts(a.at, b.at)
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
        let furthest = self.figures[range].iter().filter(|figure| figure.in_arms()).map(|f| centre.far(f.at)).max();
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
        if one.centre.far(other.centre) > reach * reach {
            return None;
        }
        let limit = i64::from(within) * i64::from(within);
        let others = &self.figures[other.indices()];
        let nearest = self.figures[one.indices()]
            .iter()
            .filter(|figure| figure.in_arms())
            .flat_map(|figure| others.iter().filter(|f| f.in_arms()).map(|f| figure.at.far(f.at)))
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
        it.centre.far(place) <= reach * reach
            && self.figures[it.indices()].iter().any(|figure| figure.in_arms() && figure.at.far(place) <= limit)
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
