//! The game as it stands: troops as blocks of figures, the fort's walls, and whose turn it is to do what.

use super::field::{CordField, WallId};
use super::movement::StandingWall;
use super::tables::{Tables, TroopRow};
use super::troops::{Armour, HandArm, Hardness, ShotWeapon, TroopKind};
use crate::rules::figure::{BySide, Side, words};
use crate::rules::geometry::{Heading, INCH, Point};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A name that events and troops share.
pub type Name = Arc<str>;

/// A body of troops' number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TroopsId(pub u16);

/// Gear that men serve or push (CC-2.1, CC-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SiegeGear {
    /// An engine; which, its weapon says.
    Engine,
    /// A battering ram.
    Ram,
    Tower,
}
words!(SiegeGear, "gear", "engine, ram or tower", Engine = "engine", Ram = "ram", Tower = "tower");

/// Where troops are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    Field,
    /// In or on others: a wagon or a boat.
    Aboard(TroopsId),
    /// On the parapet of a stretch of wall.
    Parapet(WallId),
    /// Prisoners, led or guarded by others (CC-5.6).
    Captive(TroopsId),
    /// Over its own edge of the field (CC-5.4).
    Fled,
}

/// How men come up a wall (CC-6.3, CC-6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayUp {
    Ladders,
    /// Off a tower.
    Tower(TroopsId),
}

/// Troops going up a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storming {
    pub wall: WallId,
    pub by: WayUp,
    /// Men at the top of ladders.
    pub tops: usize,
    /// Men over the parapet.
    pub over: usize,
}

/// A body of troops: a block of figures of one kind, or an engine, ram, tower, wagons or boats with their crew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troops {
    /// What it is called.
    pub name: Name,
    /// Whose it is.
    pub side: Side,
    pub kind: TroopKind,
    /// The armour its men are hit by.
    pub armour: Armour,
    /// The armour they fight as (CC-2.3).
    pub fights: Armour,
    /// Their hand weapons.
    pub hand: HandArm,
    /// What they shoot or throw.
    pub missile: Option<ShotWeapon>,
    /// The gear they serve.
    pub gear: Option<SiegeGear>,
    /// Ladders they carry.
    pub ladders: usize,
    /// Whether they have climbing gear (CC-3.1).
    pub climbers: bool,
    /// Whether they are the garrison of a fort (CC-1.2).
    pub garrison: bool,
    /// How many they were; none of those that parted from others.
    pub began: usize,
    /// Those they parted from, who were there from the start; none of those who were there themselves.
    pub origin: Option<TroopsId>,
    /// The figures that stand, by their places in the block from the front: `files` to a rank.
    pub standing: Vec<u16>,
    /// Those of them that are hit and come off when the shooting is over.
    pub struck: Vec<u16>,
    /// Whether their gear is hit and is wrecked when the shooting is over.
    pub gear_struck: bool,
    /// The middle of their front.
    pub at: Point,
    /// Where they face.
    pub facing: Heading,
    /// Figures in a rank.
    pub files: usize,
    /// What a figure takes up, in sixty-fourths of an inch.
    pub base: i32,
    /// The way behind their lead while they follow it through a narrow way (CC-3.3).
    pub trail: Option<Vec<Point>>,
    /// Where they are.
    pub whereabouts: Whereabouts,
    /// Whether they have broken free and must reach their own lines before they fight (CC-5.6).
    pub escaping: bool,
    /// Whether their engine is hooked on to be towed.
    pub hooked: bool,
    /// The wall they storm.
    pub storming: Option<Storming>,
    /// The wall or gate their ram is at, and for how many turns it has battered it.
    pub battered: (Option<WallId>, u8),
    /// Turns more their ram needs for the oil that was poured on it (CC-6.1).
    pub doused: u8,
    /// Whether oil was poured on them this turn (CC-6.1, CC-6.3).
    pub alight: bool,
    /// Whether their crew stops this turn to put the fire out (CC-6.1).
    pub puts_out: bool,
    /// Whether they have had their order this turn.
    pub ordered: bool,
    /// Whether they moved this turn.
    pub moved: bool,
    /// Whether they pushed their gear this turn (CC-6.2).
    pub pushed: bool,
    /// Whether they ran this turn (CC-5.4).
    pub ran: bool,
    /// The turn they last shot in.
    pub shot: Option<u32>,
    /// Whether they have been dealt with in this turn's shooting.
    pub aimed: bool,
}

impl Troops {
    /// So many men of a kind in one rank at the corner of the field, lightly armed and with nothing.
    pub fn of(kind: TroopKind, men: usize, base: i32) -> Troops {
        Troops {
            name: "".into(),
            side: Side::Attacker,
            kind,
            armour: Armour::Light,
            fights: Armour::Light,
            hand: HandArm::Small,
            missile: None,
            gear: None,
            ladders: 0,
            climbers: false,
            garrison: false,
            began: men,
            origin: None,
            standing: (0..men as u16).collect(),
            struck: Vec::new(),
            gear_struck: false,
            at: Point::default(),
            facing: Heading::UP,
            files: men.max(1),
            base,
            trail: None,
            whereabouts: Whereabouts::Field,
            escaping: false,
            hooked: false,
            storming: None,
            battered: (None, 0),
            doused: 0,
            alight: false,
            puts_out: false,
            ordered: false,
            moved: false,
            pushed: false,
            ran: false,
            shot: None,
            aimed: false,
        }
    }

    /// Men who still stand and are not hit.
    pub fn able(&self) -> usize {
        self.standing.len() - self.struck.len()
    }

    /// Ranks from the first that anybody stands in to the last.
    fn ranks(&self) -> (i32, i32) {
        let rank = |slot: Option<&u16>| slot.map_or(0, |slot| i32::from(*slot) / self.files.max(1) as i32);
        (rank(self.standing.first()), rank(self.standing.last()))
    }

    /// Where a figure stands, by its place in the block.
    pub fn place(&self, slot: u16) -> Point {
        let (files, slot) = (self.files.max(1) as i32, i32::from(slot));
        let (file, back) = (slot % files, slot / files * self.base);
        let aside = (2 * file - files + 1) * self.base / 2;
        let (at, facing) = match &self.trail {
            None => (self.at.along(self.facing.back(), back), self.facing),
            Some(trail) => back_along(self.at, self.facing, trail, back),
        };
        at.along(facing.turned(-16), aside)
    }

    /// Where its figures stand, with their places in the block.
    pub fn figures(&self) -> impl Iterator<Item = (u16, Point)> + '_ {
        self.standing.iter().map(|slot| (*slot, self.place(*slot)))
    }

    /// The last rank that anybody stands in, from 0.
    pub(super) fn last_rank(&self) -> i32 {
        self.ranks().1
    }

    /// How far any figure stands from the middle of the front at most.
    pub fn radius(&self) -> i32 {
        (self.files as i32 * self.base) / 2 + (self.ranks().1 + 1) * self.base
    }

    /// The middle of the block, and how far it reaches aside and along its facing, with so many in a rank.
    fn block(&self, wide: usize) -> (Point, i32, i32) {
        let (first, last) = self.ranks();
        let (front, back) = (first * self.base - self.base / 2, last * self.base + self.base / 2);
        let middle = self.at.along(self.facing.back(), (front + back) / 2);
        (middle, wide as i32 * self.base / 2, (back - front) / 2)
    }

    /// Whether two blocks with so many in a rank lie at least so far apart, in sixty-fourths of an inch, along a side of either.
    fn lies_off(&self, wide: usize, other: &Troops, other_wide: usize, gap: i32) -> bool {
        let (one, two) = (self.block(wide), other.block(other_wide));
        let way = one.0.to(two.0);
        let axes = [self.facing, self.facing.turned(16), other.facing, other.facing.turned(16)];
        axes.into_iter().any(|axis| {
            let axis = axis.vector();
            let spread = |troops: &Troops, block: (Point, i32, i32)| {
                let front = troops.facing.vector();
                let side = troops.facing.turned(16).vector();
                i64::from(block.1) * axis.dot(side).abs() + i64::from(block.2) * axis.dot(front).abs()
            };
            // Vectors are 2¹⁴ long.
            axis.dot(way).abs() << 14 >= spread(self, one) + spread(other, two) + (i64::from(gap) << 28)
        })
    }

    /// Whether two blocks overlap by more than a quarter of an inch.
    pub fn overlaps(&self, other: &Troops) -> bool {
        let far = i64::from(self.radius() + other.radius());
        if self.at.distance_squared(other.at) > far * far {
            return false;
        }
        let wide = |troops: &Troops| troops.files.min(troops.standing.len().max(1));
        !self.lies_off(wide(self), other, wide(other), -INCH / 4)
    }

    /// The figure nearest to a place, and its squared distance.
    pub fn nearest(&self, place: Point) -> Option<(u16, Point, i64)> {
        let with = |(slot, at): (u16, Point)| (slot, at, at.distance_squared(place));
        self.figures().map(with).min_by_key(|(slot, _, distance)| (*distance, *slot))
    }

    /// The squared distance of the two figures of these and of others that are nearest to one another; none where nobody stands.
    pub(super) fn apart(&self, other: &Troops) -> Option<i64> {
        let theirs: Vec<Point> = other.figures().map(|(_, place)| place).collect();
        let nearest = |(_, place): (u16, Point)| theirs.iter().map(|at| at.distance_squared(place)).min();
        self.figures().filter_map(nearest).min()
    }

    /// Whether a figure of these stands against one of those.
    pub fn touches(&self, other: &Troops) -> bool {
        let reach = i64::from((self.base + other.base) / 2 + INCH / 4);
        let far = i64::from(self.radius() + other.radius()) + reach;
        if self.at.distance_squared(other.at) > far * far {
            return false;
        }
        // Blocks further apart than figures reach, with as much again for what places are rounded by, need no figure looked at.
        let in_blocks = self.trail.is_none() && other.trail.is_none();
        let off = in_blocks && self.lies_off(self.files.max(1), other, other.files.max(1), INCH / 2);
        !off && self.apart(other).is_some_and(|distance| distance <= reach * reach)
    }

    /// Closes the ranks: who stands takes the places in front, and no rank is wider than they are, for the place they are at is
    /// the middle of their front (CC-3.0).
    pub fn close_up(&mut self, form: PlayForm) {
        self.renumber();
        if form >= PlayForm::Third {
            self.files = self.files.min(self.standing.len()).max(1);
        }
    }

    /// Those who stand take the first places of the block.
    pub(super) fn renumber(&mut self) {
        for (at, slot) in self.standing.iter_mut().enumerate() {
            *slot = at as u16;
        }
    }

    /// Marks up to so many of these, in their order, that are not hit yet (CC-4.4), and says how many that were.
    pub fn strike_first(&mut self, these: &[u16], count: usize) -> usize {
        let whole = these.iter().filter(|slot| !self.struck.contains(slot));
        let hit: Vec<u16> = whole.take(count).copied().collect();
        self.struck.extend_from_slice(&hit);
        hit.len()
    }

    /// Marks one figure as hit, and says whether it was not before.
    pub fn strike(&mut self, slot: u16) -> bool {
        let new = !self.struck.contains(&slot) && self.standing.contains(&slot);
        if new {
            self.struck.push(slot);
        }
        new
    }

    /// Takes those off that were hit, and the gear that was; says how many, and whether gear was wrecked.
    pub fn clear(&mut self) -> (usize, bool) {
        let (struck, wrecked) = (std::mem::take(&mut self.struck), std::mem::take(&mut self.gear_struck));
        if !struck.is_empty() {
            self.fall_off_wall(&struck);
            self.standing.retain(|slot| !struck.contains(slot));
        }
        if wrecked {
            self.lose_gear();
        }
        (struck.len(), wrecked)
    }

    /// Whoever of these is hit is over a wall, or at the top of a ladder, no more: the foremost are over, and those at the tops
    /// come next (CC-6.4).
    fn fall_off_wall(&mut self, struck: &[u16]) {
        let Some(storm) = &mut self.storming else { return };
        let mut hit = self.standing.iter().map(|slot| struck.contains(slot));
        let over = hit.by_ref().take(storm.over).filter(|hit| *hit).count();
        let tops = hit.take(storm.tops).filter(|hit| *hit).count();
        storm.over -= over;
        storm.tops -= tops;
    }

    /// Their gear is wrecked, burnt or left, with all that was done with it; its crew goes as light foot.
    pub fn lose_gear(&mut self) {
        if self.gear.take() == Some(SiegeGear::Engine) {
            self.missile = None;
        }
        (self.hooked, self.battered, self.doused) = (false, (None, 0), 0);
        (self.alight, self.puts_out) = (false, false);
    }

    /// Whether they go on foot: infantry, or a crew without its gear.
    pub fn on_foot(&self) -> bool {
        self.kind.is_foot() || self.kind == TroopKind::SiegeCrew && self.gear.is_none()
    }

    /// Takes so many off from the front.
    pub fn lose(&mut self, count: usize, form: PlayForm) -> usize {
        let count = count.min(self.standing.len());
        self.standing.drain(..count);
        self.close_up(form);
        count
    }

    /// Takes so many of those who stand on a field off from the front.
    pub(super) fn lose_on(&mut self, field: &CordField, count: usize, form: PlayForm) -> usize {
        let count = count.min(self.standing.len());
        self.standing.drain(..count);
        self.close_up_on(field, form);
        count
    }

    /// What its men withstand (CC-4.3).
    pub fn hardness(&self) -> Hardness {
        match self.kind {
            TroopKind::Chariot => Hardness::Chariot,
            TroopKind::WarWagon | TroopKind::Boat => Hardness::WarWagon,
            _ => self.armour.into(),
        }
    }

    /// What its gear withstands (CC-4.3).
    pub fn gear_hardness(&self) -> Option<Hardness> {
        self.gear.map(|gear| match gear {
            SiegeGear::Engine => Hardness::SiegeGun,
            SiegeGear::Ram => Hardness::Ram,
            SiegeGear::Tower => Hardness::SiegeTower,
        })
    }

    /// The row of its kind; a crew without gear goes as light foot.
    pub fn row<'a>(&self, tables: &'a Tables) -> &'a TroopRow {
        match (self.kind, self.gear) {
            (TroopKind::SiegeCrew, None) => tables.troop(TroopKind::LightFoot),
            (kind, _) => tables.troop(kind),
        }
    }

    /// What its men bear, in words: what they strike and shoot with, and what they carry or push.
    pub fn bears(&self) -> Vec<String> {
        let mut bears = vec![self.hand.to_string()];
        bears.extend(self.missile.map(|weapon| weapon.to_string()));
        bears.extend(self.gear.filter(|gear| *gear != SiegeGear::Engine).map(|gear| format!("a {gear}")));
        match self.ladders {
            0 => {}
            1 => bears.push("a ladder".to_owned()),
            ladders => bears.push(format!("{ladders} ladders")),
        }
        if self.climbers {
            bears.push("climbing gear".to_owned());
        }
        bears
    }

    /// As what they fight hand to hand, in words, where that is not as they are armoured (CC-2.3).
    pub fn fights_as(&self) -> Option<String> {
        (self.fights != self.armour).then(|| format!("fights as {}", self.fights))
    }

    /// Whether it is a siege tower that is not hooked on to be towed (CC-3.0).
    pub fn is_tower(&self) -> bool {
        self.gear == Some(SiegeGear::Tower) && !self.hooked
    }

    /// Whether its crew pushes a ram or a tower, and stands behind it (CC-6.2).
    pub fn behind_gear(&self) -> bool {
        self.pushed && matches!(self.gear, Some(SiegeGear::Ram | SiegeGear::Tower))
    }

    /// Whether it can do anything of its own: it is on the field, on a parapet or aboard, and somebody stands.
    pub fn is_present(&self) -> bool {
        let here = matches!(self.whereabouts, Whereabouts::Field | Whereabouts::Parapet(_) | Whereabouts::Aboard(_));
        here && !self.standing.is_empty()
    }

    /// Whether it stands on the open field.
    pub fn is_afield(&self) -> bool {
        self.whereabouts == Whereabouts::Field && !self.standing.is_empty()
    }

    /// Whether its men shoot, and do not only throw what they carry.
    pub fn shoots(&self) -> bool {
        self.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown)
    }

    /// Whether it counts as somebody who can still fight (CC-1.2).
    pub fn can_fight(&self) -> bool {
        self.is_present() && !self.escaping && self.are_men()
    }

    /// Whether its figures are men, and not wagons or boats (CC-1.2).
    pub fn are_men(&self) -> bool {
        !matches!(self.kind, TroopKind::WarWagon | TroopKind::Boat)
    }

    /// How many men each of its figures is that shoot: of a chariot its crew (CC-2.1).
    pub fn crew(&self, tables: &Tables) -> usize {
        if self.kind == TroopKind::Chariot { tables.carry.chariot } else { 1 }
    }
}

/// A place so far back from a lead along its trail, and where one faces there.
fn back_along(at: Point, facing: Heading, trail: &[Point], back: i32) -> (Point, Heading) {
    let (mut at, mut facing, mut left) = (at, facing, back);
    for place in trail.iter().rev() {
        let length = at.distance(*place);
        if length > 0 {
            facing = Heading::of(place.to(at));
        }
        if length >= left {
            return (at.toward(*place, left), facing);
        }
        left -= length;
        at = *place;
    }
    (at.along(facing.back(), left), facing)
}

/// How a stretch of wall is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallState {
    /// It stands.
    Whole,
    /// A gate that was opened or wrecked.
    Open,
    Breached(Point),
}

/// What is fought for (CC-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleSort {
    /// A field without a fort.
    Open,
    /// The fort stands in one end zone.
    Castle,
    /// The fort is under attack, and relief comes.
    Away,
    /// One side keeps the other out.
    Defence,
}
words!(
    BattleSort,
    "battle",
    "field, castle cracker, castle cracker away or defence",
    Open = "field",
    Castle = "castle cracker",
    Away = "castle cracker away",
    Defence = "defence",
);

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A side held an objective for its turns.
    Objective(Side, Name),
    /// A side has nobody left who can fight.
    NobodyLeft(Side),
    /// Both have nobody left.
    NobodyAtAll,
    /// A garrison was wiped out before its relief came.
    Garrison(Side),
    /// A fort was relieved.
    Relieved(Side),
    /// Both sides have held an objective for their turns.
    BothHeld,
    /// The turns are over and the defenders of an objective have held.
    HeldOut(Side),
    /// The turns are over; whoever has the larger share of its men standing has won, if one has.
    Share(Option<Side>, BySide<u32>),
    /// The turns are over, and both sides had objectives.
    TimeOut,
}

impl Ending {
    /// Who won.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Objective(side, _) | Ending::Garrison(side) | Ending::Relieved(side) | Ending::HeldOut(side) => {
                Some(*side)
            }
            Ending::NobodyLeft(side) => Some(side.other()),
            Ending::Share(winner, _) => *winner,
            Ending::NobodyAtAll | Ending::BothHeld | Ending::TimeOut => None,
        }
    }
}

/// What a turn has come to (CC-1.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrackerStage {
    /// A side moves.
    Move(Side),
    /// A side shoots.
    Shoot(Side),
    Over(Ending),
}

/// By which form of the rules a battle goes on. What was begun by an earlier program is played on, and looked at again, as it
/// was played then: its orders would not always be allowed by a later form, nor come to the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayForm {
    /// As battles were played of which there are records of the third form and before, and games that say no form: but a front
    /// ends on the field and on ground that can be stood on, as it does by every form (CC-3.0).
    #[default]
    First,
    /// As battles were played of which there are records of the fourth form: a rank may be wider than its men.
    Second,
    /// As battles were played of which there are records of the fifth form: who sat in any of several wagons was measured from the
    /// middle of their front, and a way over ground was counted stride by stride.
    Third,
    /// As the page of rules has it now.
    Fourth,
}

/// A game of Castle Cracker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// By which form of the rules it goes on.
    pub form: PlayForm,
    /// The figures in force.
    pub tables: Arc<Tables>,
    pub field: Arc<CordField>,
    /// What is fought for.
    pub sort: BattleSort,
    /// Turns after which it is over.
    pub turns: u32,
    /// The troops; who is gone keeps his number.
    pub troops: Vec<Troops>,
    /// The fort's walls.
    pub walls: Vec<WallState>,
    /// Bottles of oil its side has left (CC-6.1).
    pub oil: u8,
    /// Who fights whom hand to hand: the attacker's first.
    pub contacts: Vec<(TroopsId, TroopsId)>,
    /// Riders against whom spearmen stand as a shield wall (CC-5.2).
    pub shield_walls: Vec<(TroopsId, TroopsId)>,
    /// Turns each objective has been held.
    pub held: Vec<u8>,
    /// Men each side began with.
    pub began: BySide<u32>,
    /// The turn, from 1.
    pub turn: u32,
    /// What is to be decided.
    pub stage: CrackerStage,
}

impl Position {
    /// A game before the first move.
    pub fn new(
        tables: &Arc<Tables>,
        field: &Arc<CordField>,
        sort: BattleSort,
        turns: u32,
        troops: Vec<Troops>,
    ) -> Position {
        let of = |one: &&Troops, side| one.side == side && one.are_men();
        let men = |side| troops.iter().filter(|one| of(one, side)).map(|one| one.standing.len() as u32).sum();
        let began = BySide { attacker: men(Side::Attacker), defender: men(Side::Defender) };
        Position {
            form: PlayForm::Fourth,
            tables: tables.clone(),
            field: field.clone(),
            sort,
            turns,
            walls: vec![WallState::Whole; field.walls().count()],
            oil: if field.fort.is_some() { tables.castle.oil } else { 0 },
            contacts: Vec::new(),
            shield_walls: Vec::new(),
            held: vec![0; field.objectives.len()],
            began,
            troops,
            turn: 1,
            stage: CrackerStage::Move(Side::Attacker),
        }
    }

    /// One body of troops.
    pub fn troops(&self, id: TroopsId) -> &Troops {
        &self.troops[usize::from(id.0)]
    }

    pub(super) fn troops_mut(&mut self, id: TroopsId) -> &mut Troops {
        &mut self.troops[usize::from(id.0)]
    }

    /// Every body of troops with its number.
    pub fn all(&self) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.troops.iter().enumerate().map(|(id, troops)| (TroopsId(id as u16), troops))
    }

    /// Those of a side that are present.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.all().filter(move |(_, troops)| troops.side == side && troops.is_present())
    }

    /// Whom they fight hand to hand.
    pub fn foes(&self, id: TroopsId) -> impl Iterator<Item = TroopsId> + '_ {
        self.contacts.iter().filter_map(move |&(one, other)| match id {
            _ if one == id => Some(other),
            _ if other == id => Some(one),
            _ => None,
        })
    }

    /// Whether they are in a fight, those aboard a wagon in that which it is in.
    pub fn is_engaged(&self, id: TroopsId) -> bool {
        let fights = match self.troops(id).whereabouts {
            Whereabouts::Aboard(carrier) => carrier,
            _ => id,
        };
        self.foes(fights).next().is_some()
    }

    /// Prisoners that these guard.
    pub fn captives_of(&self, guard: TroopsId) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.all().filter(move |(_, troops)| troops.whereabouts == Whereabouts::Captive(guard))
    }

    /// Those aboard a wagon or a boat.
    pub fn riders(&self, carrier: TroopsId) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.all().filter(move |(_, troops)| troops.whereabouts == Whereabouts::Aboard(carrier) && troops.is_present())
    }

    /// Those of a side on a stretch of wall.
    pub fn manning(&self, side: Side, wall: WallId) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.of(side).filter(move |(_, troops)| troops.whereabouts == Whereabouts::Parapet(wall))
    }

    /// The walls and gates of the fort that somebody might run against.
    pub fn standing_walls(&self) -> Vec<StandingWall> {
        let Some(fort) = &self.field.fort else { return Vec::new() };
        let half = self.breach_half();
        let walls = self.field.walls().zip(&self.walls);
        walls
            .map(|((_, wall), state)| StandingWall {
                from: wall.from,
                to: wall.to,
                open_to: [Side::Attacker, Side::Defender]
                    .map(|side| *state == WallState::Open || wall.gate && side == fort.side),
                breach: match state {
                    WallState::Breached(at) => Some((*at, half)),
                    _ => None,
                },
            })
            .collect()
    }

    /// A side's men who can still fight.
    pub fn fighting(&self, side: Side) -> u32 {
        self.of(side).filter(|(_, troops)| troops.can_fight()).map(|(_, troops)| troops.standing.len() as u32).sum()
    }
}
