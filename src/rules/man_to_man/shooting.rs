//! Shooting (MM-4): who may shoot at whom, in which order the shots fall, and whether they hit.

use super::event::{Cause, Event, FallCause, Gait};
use super::gear::engines::Stone;
use super::gear::ladders::Dropped;
use super::gear::state::{Burning, Mark, ThingId};
use super::ground::Going;
use super::state::*;
use super::tables::{Missile, Tables};
use super::{Cover, Decision, Illegal, Umpire};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Class, Grade, Protection, Side, Weapon};
use crate::rules::gear::Machine;
use crate::rules::geometry::{Arc, INCH, Point};
use std::cmp::Reverse;

/// A band of MM-4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Short,
    Medium,
    Long,
}

impl Range {
    /// The band of a distance in 64ths of an inch, if the weapon reaches (MM-4.7).
    pub fn of(row: &Missile, squared: i64) -> Option<Range> {
        let within = |inches: i32| squared <= i64::from(inches * INCH) * i64::from(inches * INCH);
        [(row.short, Range::Short), (row.medium, Range::Medium), (row.long, Range::Long)]
            .into_iter()
            .find(|&(inches, _)| within(inches))
            .map(|(_, band)| band)
    }
}

/// All that bears on whether a shot hits (MM-4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub weapon: Weapon,
    /// The band.
    pub range: Range,
    /// The target's protection; a horse's own if it is the target.
    pub protection: Protection,
    /// The target's cover.
    pub cover: Cover,
}

/// A shot's dice and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotRoll {
    /// The two faces.
    pub faces: [u8; 2],
    /// Their sum with what is added.
    pub total: i32,
    pub hit: bool,
}

/// What is added to the dice of a shot (MM-4.8).
pub fn shot_parts(shot: &Shot, tables: &Tables, tally: &mut impl Tally) {
    let hit = &tables.shooting.hit;
    match shot.range {
        Range::Short => {}
        Range::Medium => tally.add("MM-4.8", "medium range", hit.medium),
        Range::Long => tally.add("MM-4.8", "long range", hit.long),
    }
    let mut levels = shot.protection.levels();
    if shot.weapon == Weapon::Handgun {
        levels = levels.saturating_sub(hit.handgun_levels_off);
    }
    tally.add("MM-4.8", "protection", i32::from(levels) * hit.per_level);
    match shot.cover {
        Cover::None => {}
        Cover::Light => tally.add("MM-4.8", "light cover", hit.light_cover),
        Cover::Heavy => tally.add("MM-4.8", "heavy cover", hit.heavy_cover),
    }
}

fn hits(total: i32, tables: &Tables) -> bool {
    total <= tables.shooting.hit.need
}

/// Rolls a shot (MM-4.8): 2d6 with `added`, 7 or less hits.
pub fn roll_shot(added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ShotRoll {
    let faces = [dice.die("MM-4.8 to hit", 6) as u8, dice.die("MM-4.8 to hit", 6) as u8];
    let total = i32::from(faces[0]) + i32::from(faces[1]) + added;
    ShotRoll { faces, total, hit: hits(total, tables) }
}

/// How many of the 36 falls of the two dice of a shot hit (MM-4.8).
pub fn ways_to_shoot(shot: &Shot, tables: &Tables) -> i32 {
    let mut added = Sum::default();
    shot_parts(shot, tables, &mut added);
    let sums = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    sums.filter(|sum| hits(sum + added.0, tables)).count() as i32
}

/// A shot's place in the order of MM-4.1: the lesser is made first, and the first field that differs decides. The
/// wounded shoot after the unwounded (MM-6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ShotOrder {
    seen: bool,
    second: bool,
    wounded: bool,
    moving: bool,
    grade: Reverse<Grade>,
    in_open: bool,
    weapon: u8,
}

/// One shot about to be made.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    order: ShotOrder,
    by: FigureId,
    what: Missiles,
}

/// What is shot at whom or what.
#[derive(Clone, Copy, Debug)]
enum Missiles {
    /// An arrow, a bolt, a ball or the like.
    Common(Common),
    /// A fire arrow.
    Fire(Mark),
    EngineFire(Mark),
    /// An engine's stone or a bombard's ball; its sergeant shoots it.
    Stone(Mark),
    /// A rock, oil or lead dropped from a rampart.
    Dropped(ThingId, Mark),
}

/// A shot at a man or his horse.
#[derive(Clone, Copy, Debug)]
struct Common {
    by: FigureId,
    at: FigureId,
    horse: bool,
    second: bool,
    weapon: Weapon,
}

/// At whom some of a body shoot.
#[derive(Clone, Copy, Debug)]
struct Aim {
    at: BodyId,
    man: Option<FigureId>,
    /// How many of them at most.
    most: usize,
    horses: bool,
}

/// What shots that are simultaneous have done, to be settled once all of them are made.
#[derive(Default)]
struct Landed {
    men: Vec<(FigureId, FigureId, bool)>,
    stones: Vec<Stone>,
    drops: Vec<Dropped>,
    fires: Vec<Burning>,
    frights: Vec<(Point, Option<FigureId>)>,
}

impl Position {
    /// What a figure has spent of his move in quarters: of a body of whom a few work (MM-3.7), only those.
    pub(super) fn spent_by(&self, figure: &Figure) -> u8 {
        let turn = &self.body(figure.body).turn;
        if turn.few_work && !figure.turn.works { 0 } else { turn.spent }
    }

    /// How many shots a figure may make this turn, and whether the only one is late (MM-3.5, MM-4.2).
    fn shots_allowed(&self, figure: &Figure) -> (u8, bool) {
        let Some(weapon) = figure.profile.weapons.missile else { return (0, false) };
        let body = self.body(figure.body);
        if !figure.stands() || figure.ammunition == 0 || figure.turn.shots > 0 {
            return (0, false);
        }
        // Who climbs or carries has one hand for a weapon (MM-9.11): enough for a javelin.
        if (figure.standard.is_some() || figure.burdened) && weapon != Weapon::Javelin {
            return (0, false);
        }
        let light = weapon.is_bow() || matches!(weapon, Weapon::Sling | Weapon::Javelin);
        // Half a move is left to change in: of one who has changed, it is what he has not walked (MM-3.6).
        let half_left = match body.turn.gait {
            Gait::Stood => self.spent_by(figure) <= MOVE / 2,
            Gait::Walk => body.turn.changed || body.turn.spent <= MOVE / 2,
            Gait::Run => false,
        };
        // He shoots the weapon he lays aside at half-move, the one he takes in hand at the end (MM-4.2).
        if body.turn.changed {
            return (u8::from(light && half_left), figure.missile_in_hand);
        }
        if !figure.missile_in_hand && weapon != Weapon::Javelin {
            return (u8::from(light && half_left), true);
        }
        let shots = match (body.turn.gait, figure.mounted()) {
            _ if weapon == Weapon::Handgun && !figure.loaded => 0,
            (Gait::Stood, _) if self.spent_by(figure) > 0 => u8::from(light && half_left),
            (Gait::Stood, _) if light => 2,
            (Gait::Stood, _) => 1,
            (Gait::Walk, _) => u8::from(light),
            (Gait::Run, true) => u8::from(weapon.is_bow()),
            (Gait::Run, false) => 0,
        };
        (shots, false)
    }

    /// Whether any figure of a body could shoot now, were there a target.
    pub fn may_shoot(&self, id: BodyId) -> bool {
        let body = self.body(id);
        // Who evades has moved, and shoots as others who have (MM-3.5).
        matches!(body.mood, Mood::Steady | Mood::Bold | Mood::Craven)
            && !body.turn.slaying
            && self.figures[body.indices()].iter().any(|figure| self.shots_allowed(figure).0 > 0)
    }

    /// The greatest reach of a body's missiles, in 64ths of an inch; 0 for none.
    pub fn missile_reach(&self, id: BodyId) -> i32 {
        let armed =
            self.figures[self.body(id).indices()].iter().filter(|figure| figure.stands() && figure.ammunition > 0);
        let reach = armed
            .filter_map(|figure| figure.profile.weapons.missile)
            .filter_map(|weapon| self.tables.shooting.of(weapon));
        reach.map(|row| row.reach() * INCH).max().unwrap_or(0)
    }

    /// Whether a figure who is in woods has shown himself by shooting, this turn or the last (MM-7.5).
    fn has_shown(&self, id: FigureId) -> bool {
        self.figure(id).last_shot.is_some_and(|last| self.turn <= last + 1)
    }

    /// Whether a figure is concealed (MM-4.1): among trees, and it has not shown itself.
    fn concealed(&self, id: FigureId, at: Point) -> bool {
        self.land.at(at).going == Going::Woods && !self.has_shown(id)
    }

    /// What is added to the dice of a shot here: by the page, and by the weather (MM-4.8, CP-3.1).
    pub(super) fn shot_here(&self, shot: &Shot, tally: &mut impl Tally) {
        shot_parts(shot, &self.tables, tally);
        if let Some(weather) = self.weather {
            weather.shot(shot.weapon, shot.range == Range::Long, tally);
        }
    }

    /// Whether ground and weather let one see from a place to another (MM-7.5, CP-3.1).
    pub(super) fn sees(&self, a: Point, b: Point, shown: bool) -> bool {
        let sight = self.weather.and_then(|weather| weather.sees()).map(i64::from);
        sight.is_none_or(|sight| a.distance_squared(b) <= sight * sight) && self.land.sees(a, b, shown)
    }

    /// Whether neither ground nor figures stand in the way of sight (MM-7.5): one sees through a gap of 2 in between
    /// figures, horse over foot, and past those within 2 in of either end.
    pub(super) fn clear_sight(&self, from: FigureId, a: Point, to: FigureId, b: Point) -> bool {
        let (viewer, target) = (self.figure(from), self.figure(to));
        if !self.sees(a, b, self.has_shown(to)) {
            return false;
        }
        let near = i64::from(2 * INCH) * i64::from(2 * INCH);
        // From a rampart, and up to one, the way is over everybody's head.
        if a.distance_squared(b) <= 4 * near || self.land.at(a).raised || self.land.at(b).raised {
            return true;
        }
        let half_gap = i64::from(INCH) * i64::from(INCH);
        let hides = |other: &Figure| {
            let (far, between) = other.at.distance_squared_to_segment(a, b);
            let in_the_way = other.in_arms() && between && far < half_gap && (other.mounted() || !target.mounted());
            in_the_way && a.distance_squared(other.at) > near && b.distance_squared(other.at) > near
        };
        !(0..).zip(&self.bodies).any(|(n, body)| {
            let (far, _) = body.centre.distance_squared_to_segment(a, b);
            let reach = i64::from(body.radius + INCH);
            let third = body.in_arms > 0 && BodyId(n) != viewer.body && BodyId(n) != target.body;
            third && far <= reach * reach && self.figures[body.indices()].iter().any(hides)
        })
    }

    /// Whether a friend in the way forbids a shot (MM-4.5): more than one within 2 in of the shooter, or any further
    /// off, on the line to the target.
    fn friends_block(&self, shooter: FigureId, a: Point, b: Point) -> bool {
        let gun = self.figure(shooter).profile.weapons.missile == Some(Weapon::Handgun);
        self.blocked(self.figure(shooter).side, a, b, gun, |friend| friend == shooter)
    }

    /// The same of whoever shoots, and of friends who are not of an engine's crew.
    pub(super) fn blocked(&self, side: Side, a: Point, b: Point, gun: bool, own: impl Fn(FigureId) -> bool) -> bool {
        // Up to a building or a rampart, or down from one, the way is over everybody's head.
        if self.land.at(a).raised || self.land.at(b).raised {
            return false;
        }
        let near = i64::from(self.tables.shooting.friends.near * INCH);
        let mut passed = 0;
        for body in self.bodies.iter().filter(|body| body.side == side && body.in_arms > 0) {
            let (far, _) = body.centre.distance_squared_to_segment(a, b);
            let reach = i64::from(body.radius + INCH);
            if far > reach * reach {
                continue;
            }
            for (n, friend) in (body.first..).zip(&self.figures[body.indices()]) {
                if own(FigureId(n)) || !friend.in_arms() {
                    continue;
                }
                let (far, between) = friend.at.distance_squared_to_segment(a, b);
                let half = i64::from(self.base(friend) / 2);
                if !between || far >= half * half {
                    continue;
                }
                if gun || a.distance_squared(friend.at) > near * near {
                    return true;
                }
                passed += 1;
                if passed > self.tables.shooting.friends.allowed {
                    return true;
                }
            }
        }
        false
    }

    /// Where a figure is at the moment of a shot: half-way through its move for a first, at its end for a second.
    pub(super) fn place_at(&self, figure: &Figure, second: bool) -> Point {
        if second { figure.at } else { figure.turn.from.half_way(figure.at) }
    }

    /// Whether a figure at a place may shoot that way (MM-4.3): horse archers all round, others 45° either side.
    fn in_arc(shooter: &Figure, a: Point, b: Point) -> bool {
        let bow = shooter.profile.weapons.missile.is_some_and(Weapon::is_bow);
        shooter.mounted() && bow || shooter.facing.arc(a.to(b)) == Arc::Front
    }

    /// Whether a figure where it stands may shoot at a thing at a place (MM-4.3, MM-4.4, MM-4.5): in its arc and in sight,
    /// with no more friends in the way than it shoots past.
    pub(super) fn has_shot_at_thing(&self, by: FigureId, place: Point) -> bool {
        let shooter = self.figure(by);
        Position::in_arc(shooter, shooter.at, place)
            && self.sees(shooter.at, place, true)
            && !self.friends_block(by, shooter.at, place)
    }

    /// Whether a figure may shoot at another at a moment (MM-4.3, MM-4.4, MM-4.5, MM-5.1) with the weapon he has for it.
    fn has_shot(&self, by: FigureId, at: FigureId, second: bool) -> bool {
        self.figure(by).profile.weapons.missile.is_some_and(|weapon| self.has_shot_with(weapon, by, at, second))
    }

    fn has_shot_with(&self, weapon: Weapon, by: FigureId, at: FigureId, second: bool) -> bool {
        let (shooter, target) = (self.figure(by), self.figure(at));
        let Some(row) = self.tables.shooting.of(weapon) else { return false };
        let (a, b) = (self.place_at(shooter, second), self.place_at(target, second));
        if Range::of(row, a.distance_squared(b)).is_none() || !target.in_arms() || !shooter.stands() {
            return false;
        }
        if !Position::in_arc(shooter, a, b) {
            return false;
        }
        let in_melee = |id| if second { self.touched(id) } else { self.in_melee_at_half(id) };
        !in_melee(by) && !in_melee(at) && !self.friends_block(by, a, b) && self.clear_sight(by, a, at, b)
    }

    /// Whether a body may shoot at another: at least one figure has a shot at one of its figures.
    pub fn check_shoot(&self, id: BodyId, at: BodyId) -> Result<(), Illegal> {
        let enemy = self.body(at);
        if enemy.side == self.body(id).side || enemy.in_arms == 0 {
            return Err(Illegal::NoSuchEnemy);
        }
        if !self.may_shoot(id) {
            return Err(Illegal::MayNotShoot);
        }
        let reach = self.missile_reach(id);
        if self.gap(id, at, reach + 24 * INCH).is_none() {
            return Err(Illegal::OutOfReach);
        }
        let found = self.men_of(id).any(|by| {
            let (shots, late) = self.shots_allowed(self.figure(by));
            shots > 0 && self.men_of(at).any(|target| self.has_shot(by, target, late))
        });
        if found { Ok(()) } else { Err(Illegal::NoShot) }
    }

    /// Takes the targets both sides named (MM-4.4) and makes every shot, of men and of engines, in the order of MM-4.1.
    pub(super) fn shoot(&mut self, named: &[(Side, Decision)], umpire: &mut impl Umpire) {
        let mut shots: Vec<Aimed> = Vec::new();
        for (_, decision) in named {
            match *decision {
                Decision::Shoot { body, at, horses } => {
                    self.name_targets(body, &Aim { at, man: None, most: usize::MAX, horses }, &mut shots);
                }
                Decision::Target { body, men, at, man, horses } => {
                    self.name_targets(body, &Aim { at, man, most: usize::from(men), horses }, &mut shots);
                }
                Decision::ShootFire { body, at } => {
                    let what = Missiles::Fire(at);
                    let target = self.mark_at(at, self.body(body).centre).map(|(place, _)| place);
                    let arrow = |by| Aimed { order: self.shot_order(by, false, target), by, what };
                    shots.extend(self.fire_shooters(body, at).into_iter().map(arrow));
                    let by = self.fire_engine(body, at).and_then(|_| self.stone_order(body));
                    shots.extend(by.map(|(by, order)| Aimed { order, by, what: Missiles::EngineFire(at) }));
                }
                Decision::Loose { body, at } => {
                    let by = self.stone_order(body);
                    shots.extend(by.map(|(by, order)| Aimed { order, by, what: Missiles::Stone(at) }));
                }
                _ => {}
            }
        }
        // Who was to drop it drops it, if whom or what it is meant for is below him yet (MM-3.7).
        for (by, gear, on) in std::mem::take(&mut self.train.drops) {
            if self.drops_yet(by, gear, on) {
                shots.push(Aimed { order: self.drop_order(by), by, what: Missiles::Dropped(gear, on) });
            }
        }
        self.load_handguns(&shots, umpire);
        // First difference decides; shots equal on all are simultaneous (MM-4.1).
        shots.sort_by_key(|shot| (shot.order, shot.by));
        for together in shots.chunk_by(|one, other| one.order == other.order) {
            let mut landed = Landed::default();
            for shot in together {
                match shot.what {
                    Missiles::Common(shot) => {
                        let left = self.shots_left(shot.by, shot.weapon) > 0;
                        if left && self.has_shot_with(shot.weapon, shot.by, shot.at, shot.second) {
                            self.one_shot(&shot, &mut landed, umpire);
                        }
                    }
                    Missiles::Fire(at) => landed.fires.extend(self.one_fire_missile(shot.by, at, false, umpire)),
                    Missiles::EngineFire(at) => landed.fires.extend(self.one_fire_missile(shot.by, at, true, umpire)),
                    Missiles::Stone(at) => {
                        let Some(stone) = self.one_stone(self.figure(shot.by).body, at, umpire) else { continue };
                        landed.frights.extend(stone.fright.map(|place| (place, None)));
                        landed.stones.push(stone);
                    }
                    Missiles::Dropped(gear, on) if self.figure(shot.by).stands() => {
                        landed.drops.extend(self.one_drop(shot.by, gear, on, umpire));
                    }
                    Missiles::Dropped(..) => {}
                }
            }
            for (by, at, horse) in landed.men {
                self.missile_hit(by, at, horse, umpire);
            }
            for stone in landed.stones {
                self.stone_lands(&stone, umpire);
            }
            for dropped in landed.drops {
                self.drop_lands(&dropped, umpire);
            }
            for what in landed.fires {
                self.fire_lands(what, umpire);
            }
            for (place, gun) in landed.frights {
                self.horses_take_fright(place, gun, umpire);
            }
        }
        self.fire_is_shot(named, umpire.sink());
        self.load_engines(umpire);
    }

    /// Who shoots an engine, and its shot's place in the order of MM-4.1: an only shot of a crew that stands, of its
    /// sergeant's grade.
    fn stone_order(&self, body: BodyId) -> Option<(FigureId, ShotOrder)> {
        let (place, machine) = self.engine_ready(body)?;
        let by = self.body(body).commander?;
        let sergeant = self.figure(by);
        let order = ShotOrder {
            seen: true,
            second: false,
            wounded: sergeant.wounded,
            moving: false,
            grade: Reverse(sergeant.profile.grade.everyday()),
            in_open: !self.in_cover(place),
            weapon: self.tables.gear.of(machine).order,
        };
        Some((by, order))
    }

    /// The place in the order of MM-4.1 of what a man drops from a rampart, which is his only shot: after every weapon.
    fn drop_order(&self, by: FigureId) -> ShotOrder {
        let weapon = self.tables.gear.of(Machine::Rock).order;
        ShotOrder { moving: false, weapon, ..self.shot_order(by, false, None) }
    }

    /// The shots a figure has left with one of his missile weapons (MM-4.6).
    fn shots_left(&self, by: FigureId, weapon: Weapon) -> u8 {
        let figure = self.figure(by);
        if figure.profile.weapons.missile == Some(weapon) { figure.ammunition } else { figure.other_shots }
    }

    /// The weapon a figure laid aside for another missile weapon this turn, if he shoots it once more at half-move (MM-4.2).
    fn shoots_first_with(&self, figure: &Figure) -> Option<Weapon> {
        let light =
            |weapon: &Weapon| matches!(weapon, Weapon::Shortbow | Weapon::Longbow | Weapon::Sling | Weapon::Javelin);
        let half_left = self.body(figure.body).turn.spent <= MOVE / 2;
        figure.turn.laid_aside.filter(light).filter(|_| half_left && figure.other_shots > 0 && figure.missile_in_hand)
    }

    /// How many men of a body could shoot and have no target yet.
    pub(super) fn shooters_without_target(&self, id: BodyId) -> u16 {
        let able = self.figures[self.body(id).indices()].iter().filter(|figure| self.shots_allowed(figure).0 > 0);
        let named = self.this_phase.sealed[self.body(id).side].iter().map(|decision| match *decision {
            Decision::Target { body, men, .. } if body == id => men,
            _ => 0,
        });
        (able.count() as u16).saturating_sub(named.sum())
    }

    /// Whether so many of a body may be given a target (MM-4.4): one man of another, or whom they see of it.
    pub(super) fn check_target(&self, id: BodyId, men: u16, at: BodyId, man: Option<FigureId>) -> Result<(), Illegal> {
        if man.is_some_and(|man| !self.body(at).indices().contains(&usize::from(man.0))) {
            return Err(Illegal::NoSuchEnemy);
        }
        self.check_shoot(id, at)?;
        if men == 0 || men > self.shooters_without_target(id) {
            return Err(Illegal::FewShooters);
        }
        let Some(man) = man else { return Ok(()) };
        let sees = self.men_of(id).any(|by| {
            let (shots, late) = self.shots_allowed(self.figure(by));
            shots > 0 && self.has_shot(by, man, late)
        });
        if sees { Ok(()) } else { Err(Illegal::NoShot) }
    }

    /// Each shooter of a body who has no target names one figure of those aimed at; they spread their shots over those they can
    /// see.
    fn name_targets(&self, body: BodyId, aim: &Aim, shots: &mut Vec<Aimed>) {
        let among = |man: &FigureId| self.figure(*man).in_arms() && aim.man.is_none_or(|one| one == *man);
        let targets: Vec<FigureId> = self.men_of(aim.at).filter(among).collect();
        if targets.is_empty() {
            return;
        }
        // Those of the body who have a target already were named last.
        let named: Vec<FigureId> =
            shots.iter().rev().map(|shot| shot.by).take_while(|&by| self.figure(by).body == body).collect();
        let mut left = aim.most;
        for (n, by) in self.men_of(body).enumerate() {
            let (count, late) = self.shots_allowed(self.figure(by));
            if count == 0 || left == 0 || named.contains(&by) {
                continue;
            }
            let mut others = (0..targets.len()).map(|k| targets[(n + k) % targets.len()]);
            let Some(target) = others.find(|&at| self.has_shot(by, at, late)) else { continue };
            left -= 1;
            let horse = aim.horses && self.figure(target).mounted();
            let mut shot = |weapon: Weapon, second: bool| {
                let what = Missiles::Common(Common { by, at: target, horse, second, weapon });
                let place = self.place_at(self.figure(target), second);
                let row = self.tables.shooting.of(weapon).map_or(0, |row| row.order);
                let order = ShotOrder { weapon: row, ..self.shot_order(by, second, Some(place)) };
                shots.push(Aimed { order, by, what });
            };
            if let Some(first) = self.shoots_first_with(self.figure(by)) {
                shot(first, false);
            }
            let Some(weapon) = self.figure(by).profile.weapons.missile else { continue };
            for number in 0..count {
                shot(weapon, late || number > 0);
            }
        }
    }

    /// A shot's place in the order of MM-4.1. Who has cover against what he shoots at (MM-4.8) is not in the open.
    fn shot_order(&self, by: FigureId, second: bool, at: Option<Point>) -> ShotOrder {
        let figure = self.figure(by);
        let place = self.place_at(figure, second);
        let covered = |at: Point| self.land.cover(at, place).max(self.gear_cover(at, place)) > Cover::None;
        ShotOrder {
            // A concealed figure shoots before everybody else.
            seen: second || !self.concealed(by, place),
            second,
            wounded: figure.wounded,
            moving: self.body(figure.body).turn.gait != Gait::Stood,
            grade: Reverse(figure.profile.grade.everyday()),
            in_open: !self.in_cover(place) && !at.is_some_and(covered),
            weapon: figure
                .profile
                .weapons
                .missile
                .and_then(|weapon| self.tables.shooting.of(weapon))
                .map_or(0, |row| row.order),
        }
    }

    /// Handgunners who stand and do not shoot load (MM-3.5).
    fn load_handguns(&mut self, shots: &[Aimed], umpire: &mut impl Umpire) {
        for id in self.body_ids() {
            let body = self.body(id);
            if body.turn.gait != Gait::Stood || body.fleeing() || body.turn.slaying {
                continue;
            }
            let mut loaded = false;
            for man in self.men_of(id) {
                let figure = self.figure(man);
                let empty =
                    figure.profile.weapons.missile == Some(Weapon::Handgun) && !figure.loaded && figure.ammunition > 0;
                let free = figure.stands()
                    && figure.missile_in_hand
                    && !figure.turn.contact_at_start
                    && self.spent_by(figure) == 0;
                if empty && free && !shots.iter().any(|shot| shot.by == man) && !self.touched(man) {
                    self.figure_mut(man).loaded = true;
                    loaded = true;
                }
            }
            if loaded {
                umpire.tell(|| Event::Loaded { body: id });
            }
        }
    }

    fn one_shot(&mut self, shot: &Common, landed: &mut Landed, umpire: &mut impl Umpire) {
        let (shooter, target, weapon) = (*self.figure(shot.by), *self.figure(shot.at), shot.weapon);
        let (a, b) = (self.place_at(&shooter, shot.second), self.place_at(&target, shot.second));
        let Some(range) = self.tables.shooting.of(weapon).and_then(|row| Range::of(row, a.distance_squared(b))) else {
            return;
        };
        let horse = shot.horse && target.mounted();
        let protection = if horse { target.horse_protection() } else { target.protection_now() };
        let cover = self.land.cover(a, b).max(self.gear_cover(a, b));
        let details = Shot { weapon, range, protection, cover };
        let mut sum = Sum::default();
        self.shot_here(&details, &mut sum);
        let roll = roll_shot(sum.0, &self.tables, umpire.dice());
        let from_hiding = self.concealed(shot.by, a);
        {
            let turn = self.turn;
            let laid_aside = self.body(shooter.body).turn.changed && !shooter.missile_in_hand;
            let figure = self.figure_mut(shot.by);
            match figure.profile.weapons.missile == Some(weapon) {
                true => figure.ammunition -= 1,
                false => figure.other_shots -= 1,
            }
            figure.last_shot = Some(turn);
            figure.turn.shots += 1;
            figure.missile_in_hand = !laid_aside;
            figure.loaded = false;
        }
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            self.shot_here(&details, &mut parts);
            Event::Shot {
                by: shot.by,
                at: shot.at,
                horse,
                weapon,
                second: shot.second,
                inches: a.distance(b) / INCH,
                faces: roll.faces,
                parts,
                total: roll.total,
                need: self.tables.shooting.hit.need,
                hit: roll.hit,
            }
        });
        if roll.hit {
            landed.men.push((shot.by, shot.at, horse));
        }
        self.shot_at(shot.by, shot.at, weapon, shot.second, from_hiding);
        if weapon == Weapon::Handgun {
            landed.frights.push((a, Some(shot.by)));
        }
    }

    /// Notes what being shot at does to morale (MM-7.1, MM-7.2).
    fn shot_at(&mut self, by: FigureId, at: FigureId, weapon: Weapon, second: bool, from_hiding: bool) {
        let (place, target) = (self.place_at(self.figure(by), second), *self.figure(at));
        let behind = self.is_behind(target.body, place);
        let firearm = weapon == Weapon::Handgun
            && place.distance_squared(target.at) <= i64::from(self.tables.shooting.fright.men * INCH).pow(2);
        let near = i64::from(self.tables.morale.near.surprise * INCH).pow(2);
        let surprised = from_hiding && place.distance_squared(target.at) <= near;
        let body = self.body_mut(target.body);
        if surprised {
            body.turn.causes.note(Cause::Surprised);
        }
        if behind {
            body.turn.causes.note(Cause::FromBehind);
        }
        if firearm {
            body.turn.causes.note(Cause::Firearm);
        }
        self.shot_at_halted(target.body);
    }

    /// Whoever is shot at while halted, by whatever it is, from the second turn of it (MM-7.2).
    pub(super) fn shot_at_halted(&mut self, at: BodyId) {
        let halted = self.tables.morale.count.halted_turns;
        let body = self.body_mut(at);
        if body.turn.gait == Gait::Stood && !body.turn.shot_at_halted {
            body.turn.shot_at_halted = true;
            body.turns_shot_at += 1;
            if body.single && body.class == Class::Knight && body.turns_shot_at >= halted {
                body.turn.causes.note(Cause::ShotAtHalted);
            }
        }
    }

    /// Riders near a firearm that went off may fall (MM-6.3).
    fn horses_take_fright(&mut self, place: Point, gun: Option<FigureId>, umpire: &mut impl Umpire) {
        let near = self.tables.shooting.fright.horse * INCH;
        let mut riders: Vec<FigureId> = Vec::new();
        self.grid.any_near(place, near, |id| {
            let figure = self.figure(id);
            if figure.mounted() && figure.stands() && figure.at.distance_squared(place) <= i64::from(near).pow(2) {
                riders.push(id);
            }
            false
        });
        riders.sort_unstable();
        for rider in riders {
            self.keep_seat(rider, FallCause::Firearm, gun, umpire);
        }
    }
}
