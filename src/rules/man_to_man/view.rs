//! What one side may know of a battle: everything on the open table, and nothing the other side has sealed.

pub mod choices;

use super::event::Gait;
use super::gear::state::{Burning, ThingId, Train};
use super::ground::{Ground, Land, PieceId};
use super::melee::{Blow, ways_to_hit};
use super::score::AtTheWalls;
use super::shooting::{Range, Shot, ways_to_shoot};
use super::state::*;
use super::tables::Tables;
use super::{Cover, Decision, Illegal};
use crate::rules::figure::{Grade, Side, Weapon};
use crate::rules::game::Game;
use crate::rules::geometry::{Heading, INCH, Point};

/// One side's view.
#[derive(Clone, Copy)]
pub struct View<'a> {
    position: &'a Position,
    side: Side,
}

/// Shows what the view tells, and nothing that is sealed.
impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("side", &self.side)
            .field("turn", &self.turn())
            .field("phase", &self.phase())
            .field("figures", &self.figures())
            .field("bodies", &self.bodies())
            .field("train", &self.train())
            .field("waiting", &self.waiting().collect::<Vec<_>>())
            .finish()
    }
}

impl<'a> View<'a> {
    pub(super) fn new(position: &'a Position, side: Side) -> View<'a> {
        View { position, side }
    }

    pub fn side(&self) -> Side {
        self.side
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.position.turn
    }

    /// Where the turn stands.
    pub fn phase(&self) -> Phase {
        self.position.phase
    }

    /// The tables in force.
    pub fn tables(&self) -> &'a Tables {
        &self.position.tables
    }

    pub fn ground(&self) -> &'a Ground {
        self.position.ground()
    }

    /// The ground and what has become of it.
    pub fn land(&self) -> &'a Land {
        self.position.land()
    }

    /// Gear and fires.
    pub fn train(&self) -> &'a Train {
        &self.position.train
    }

    pub fn figure(&self, id: FigureId) -> &'a Figure {
        self.position.figure(id)
    }

    pub fn figures(&self) -> &'a [Figure] {
        &self.position.figures
    }

    /// The middle of a piece of a barrier.
    pub fn middle_of(&self, piece: PieceId) -> Point {
        let piece = &self.position.ground().pieces[usize::from(piece.0)];
        piece.from.half_way(piece.to)
    }

    /// The middle of a thing that burns or could.
    pub fn place_of(&self, what: Burning) -> Option<Point> {
        self.position.middle_of(what)
    }

    /// Whether men of a body are on a ladder.
    pub fn has_climbers(&self, id: BodyId) -> bool {
        self.position.has_climbers(id)
    }

    /// Whether a man who has come up a ladder waits at its head for room on the wall.
    pub fn head_is_full(&self, ladder: ThingId) -> bool {
        self.position.head_is_full(ladder)
    }

    /// Whether a body could work what needs a crew (MM-9.7).
    pub fn crew_works(&self, id: BodyId) -> bool {
        self.position.crew_works(id)
    }

    /// Whether a body has an engine to shoot with.
    pub fn may_loose(&self, id: BodyId) -> bool {
        self.position.may_loose(id)
    }

    /// Whether a body has fire missiles lit.
    pub fn may_shoot_fire(&self, id: BodyId) -> bool {
        self.position.may_shoot_fire(id)
    }

    /// Every body on the table. What a body has declared shows only once it is revealed.
    pub fn bodies(&self) -> &'a [Body] {
        &self.position.bodies
    }

    pub fn body(&self, id: BodyId) -> &'a Body {
        self.position.body(id)
    }

    /// A body's figures.
    pub fn men(&self, id: BodyId) -> &'a [Figure] {
        &self.position.figures[self.position.body(id).indices()]
    }

    /// The side's own bodies that may be given an order now and have none.
    pub fn waiting(&self) -> impl Iterator<Item = BodyId> + 'a {
        let (position, side) = (self.position, self.side);
        position.body_ids().filter(move |&id| position.body(id).phase.waiting && position.body(id).side == side)
    }

    /// The enemy's bodies with anybody left in arms.
    pub fn enemies(&self) -> impl Iterator<Item = BodyId> + 'a {
        let (position, side) = (self.position, self.side);
        position.body_ids().filter(move |&id| position.body(id).side != side && position.body(id).in_arms > 0)
    }

    /// Who holds the walls that are fought for (SG-1.6); nobody where the ground has none.
    pub fn walls_held_by(&self) -> Option<Side> {
        self.position.at_the_walls().map(AtTheWalls::held_by)
    }

    /// The side's own bodies with anybody left in arms.
    pub fn friends(&self) -> impl Iterator<Item = BodyId> + 'a {
        let (position, side) = (self.position, self.side);
        position.body_ids().filter(move |&id| position.body(id).side == side && position.body(id).in_arms > 0)
    }

    /// Whether any of a body has a way off the field over its own edge.
    pub fn leads_home(&self, body: BodyId) -> bool {
        self.position.leads_home(body)
    }

    /// Whether a body of the side is still to come onto the field (CP-3.1).
    pub fn is_to_come(&self, id: BodyId) -> bool {
        self.position.is_to_come(id)
    }

    /// Whether a decision is allowed now.
    pub fn check(&self, decision: &Decision) -> Result<(), Illegal> {
        self.position.check(self.side, decision)
    }

    /// The distance between the nearest men of two bodies if it is at most `within`, in 64ths of an inch.
    pub fn gap(&self, a: BodyId, b: BodyId, within: i32) -> Option<i32> {
        self.position.gap(a, b, within)
    }

    /// How far a body goes at a gait, in 64ths of an inch.
    pub fn allowance(&self, id: BodyId, gait: Gait) -> i32 {
        self.position.allowance(id, gait)
    }

    /// How far a body may march at a gait after turning so many steps; nothing if it may not turn so far.
    pub fn after_turning(&self, id: BodyId, gait: Gait, steps: u8) -> Option<i32> {
        self.position.after_turning(id, gait, steps)
    }

    /// Whether a body may run or gallop (MM-3.3).
    pub fn may_run(&self, id: BodyId) -> bool {
        self.position.may_run(id)
    }

    /// The grade of who commands the side, C if nobody does.
    pub fn commander_grade(&self) -> Grade {
        let commander = self.position.army_commander[self.side];
        commander.map_or(Grade::C, |id| self.position.figure(id).profile.grade)
    }

    /// Whether a body defends an obstacle (MM-5.4).
    pub fn at_obstacle(&self, id: BodyId) -> bool {
        self.position.at_obstacle(id)
    }

    /// Whether most of a body is mounted.
    pub fn is_horse(&self, id: BodyId) -> bool {
        self.position.is_horse(id)
    }

    /// The greatest reach of a body's missiles, in 64ths of an inch.
    pub fn missile_reach(&self, id: BodyId) -> i32 {
        self.position.missile_reach(id)
    }

    /// Whether the battle has not begun: men and gear may still be placed.
    pub fn before_the_battle(&self) -> bool {
        self.position.before_the_battle()
    }

    /// How many of a body could shoot and have no target yet.
    pub fn shooters_without_target(&self, id: BodyId) -> u16 {
        self.position.shooters_without_target(id)
    }

    /// Those who charge a body, who comes at a run or gallop first.
    pub fn chargers_of(&self, id: BodyId) -> Vec<BodyId> {
        self.position.chargers_of(id)
    }

    /// Whether an enemy touches a body now.
    pub fn touched(&self, id: BodyId) -> bool {
        self.position.body_touched(id)
    }

    /// The weapons that men of a body carry besides what they have in hand.
    pub(super) fn weapons_besides(&self, id: BodyId) -> impl Iterator<Item = Weapon> + 'a {
        self.position.weapons_besides(id)
    }

    /// What a man would strike with now.
    pub fn weapon_in_use(&self, figure: &Figure) -> Weapon {
        self.position.weapon_in_use(figure, super::event::Moment::End)
    }

    /// A blow of a man of one body at one of another, by the first of each who stand, as it is plain to who looks: woods,
    /// rough ground and a blow to the rear are not counted on (MM-5.4).
    pub(super) fn plain_blow(&self, id: BodyId, at: BodyId, charging: bool) -> Option<Blow> {
        let standing = |id: BodyId| self.men(id).iter().find(|figure| figure.stands()).or(self.men(id).first());
        let (man, foe) = (standing(id)?, standing(at)?);
        let lance = man.profile.weapons.lance.filter(|_| charging && man.mounted() && man.lance_in_hand);
        Some(Blow {
            weapon: lance.unwrap_or(man.profile.weapons.hand),
            attacker: man.profile.class,
            attacker_grade: man.profile.grade,
            attacker_mounted: man.mounted(),
            charging,
            to_the_rear: false,
            defender: foe.profile.class,
            defender_grade: foe.profile.grade,
            protection: foe.protection_now(),
            defender_mounted: foe.mounted(),
            obstacle: self.at_obstacle(at),
            woods: false,
            rough: false,
        })
    }

    /// In how many of 36 falls of the dice such a blow hits (MM-5.4).
    pub fn blow_ways(&self, id: BodyId, at: BodyId, charging: bool) -> Option<i32> {
        Some(ways_to_hit(&self.plain_blow(id, at, charging)?, self.tables()))
    }

    /// In how many of 36 falls of the dice a shot of a body hits one of another, cover aside, and at which range; none where
    /// it has no shot that reaches (MM-4.8).
    pub fn shot_ways(&self, id: BodyId, at: BodyId) -> Option<(i32, Range)> {
        let man = self.men(id).iter().find(|figure| figure.stands() && figure.ammunition > 0)?;
        let foe = self.men(at).iter().find(|figure| figure.stands())?;
        let weapon = man.profile.weapons.missile?;
        let row = self.tables().shooting.of(weapon)?;
        let gap = i64::from(self.gap(id, at, row.reach() * INCH)?);
        let range = Range::of(row, gap * gap)?;
        let shot = Shot { weapon, range, protection: foe.protection_now(), cover: Cover::None };
        Some((ways_to_shoot(&shot, self.tables()), range))
    }

    /// The heading towards the side's own edge.
    pub fn home(&self) -> Heading {
        Position::home(self.side)
    }
}
