//! Cracking a castle and holding one: engines, rams and towers, ladders, the way in, and oil.

use super::Lead;
use crate::rules::castle_cracker::Decision;
use crate::rules::castle_cracker::cup::{cup_width, under_cup};
use crate::rules::castle_cracker::field::{Fort, WallId, WallStretch};
use crate::rules::castle_cracker::options::middle;
use crate::rules::castle_cracker::shooting::{Band, breaks, in_arc, is_ready, reach};
use crate::rules::castle_cracker::state::{BattleSort, Position, SiegeGear, Troops, TroopsId, WallState, Whereabouts};
use crate::rules::castle_cracker::tables::Aim;
use crate::rules::castle_cracker::troops::{Armour, Hardness, ShotWeapon};
use crate::rules::geometry::{Heading, INCH, Point};

/// Fewer than so many men hold a stretch thinly.
const THINLY: usize = 8;

/// So many twelfths of R1 from a ram men wait who come to its help in a turn.
const NEAR_RAM: i32 = 14;

impl Lead<'_> {
    /// The enemy's fort.
    fn to_crack(&self) -> Option<&Fort> {
        self.game.field.fort.as_ref().filter(|fort| fort.side != self.side)
    }

    fn state(&self, wall: WallId) -> WallState {
        self.game.walls[usize::from(wall.0)]
    }

    /// A place before a stretch of wall, so far out of the yard.
    fn before(&self, fort: &Fort, wall: &WallStretch, from: Point, far: i32) -> Point {
        let on = wall.nearest(from);
        let along = Heading::of(wall.from.to(wall.to));
        let out = [along.turned(16), along.turned(-16)];
        let outside = |heading: &Heading| !super::super::field::inside(&fort.yard, wall.middle().along(*heading, INCH));
        on.along(out.into_iter().find(outside).unwrap_or(out[0]), far)
    }

    /// The gates that stand, and where a way in is open: a broken gate or a breach, nearest first.
    fn way_in(&self, from: Point) -> Option<(Point, WallId)> {
        let open = |(id, wall): (WallId, &WallStretch)| match self.state(id) {
            WallState::Open => Some((wall.middle(), id)),
            WallState::Breached(at) => Some((at, id)),
            WallState::Whole => None,
        };
        self.game.field.walls().filter_map(open).min_by_key(|(at, _)| at.distance_squared(from))
    }

    fn defenders(&self, wall: WallId) -> usize {
        self.game.manning(self.side.other(), wall).map(|(_, troops)| troops.able()).sum()
    }

    /// What men do about the enemy's fort: nothing if there is none to do with; `Some(None)` is to wait.
    pub(super) fn siege(&self, id: TroopsId, troops: &Troops) -> Option<Option<Decision>> {
        let goal = self.wanted(troops.at).map(|objective| objective.at);
        if let Some(boat) = goal.and_then(|goal| self.board(id, troops, goal)) {
            return Some(Some(boat));
        }
        let fort = self.to_crack()?;
        let allowance = self.game.allowance(troops, false);
        let yard = middle(&fort.yard);
        if self.game.field.in_yard(troops.at) {
            let goal = goal.unwrap_or(yard);
            if troops.at.distance(goal) <= 2 * INCH {
                return Some(None);
            }
            return Some(self.first(self.marches_by(id, troops, &[goal], allowance, None)));
        }
        let shooter = troops.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown);
        if shooter && goal.is_some_and(|goal| super::super::field::inside(&fort.yard, goal)) {
            return Some(self.shoot_at_walls(id, troops));
        }
        // Whoever is nearer to the relief than to the walls turns against it.
        let (_, enemy) = self.nearest_enemy(troops.at)?;
        let afield = enemy.whereabouts == Whereabouts::Field && !self.game.field.in_yard(enemy.at);
        if afield && enemy.at.distance(troops.at) < self.game.tables.twelfths(24) && troops.ladders == 0 {
            return None;
        }
        if let Some((at, wall_id)) = self.way_in(troops.at)
            && let Some(wall) = self.game.field.wall(wall_id)
        {
            let outside = self.before(fort, wall, at, 4 * INCH);
            let inside = at.toward(yard, 6 * INCH);
            let by = match troops.at.distance(at) <= 6 * INCH {
                true => vec![at, inside],
                false => vec![outside, at, inside],
            };
            return Some(self.first(self.marches_by(id, troops, &by, allowance, None)));
        }
        if !troops.on_foot() {
            return Some(None);
        }
        Some(self.scale_walls(id, troops, fort))
    }

    /// Men with ladders, or with a tower of theirs at a wall, go up the wall that fewest hold; others wait beyond bowshot.
    fn scale_walls(&self, id: TroopsId, troops: &Troops, fort: &Fort) -> Option<Decision> {
        let walls: Vec<(WallId, &WallStretch)> = self.game.field.walls().collect();
        if let Some(up) = self.first(walls.iter().map(|(wall, _)| Decision::Scale(id, *wall))) {
            return Some(up);
        }
        let allowance = self.game.allowance(troops, false);
        let towers = walls.iter().flat_map(|(wall, stretch)| {
            let at = |tower: TroopsId| (self.game.troops(tower).at, *stretch);
            self.game.towers_at(self.side, *wall).map(at)
        });
        let tower = towers.min_by_key(|(tower, _)| tower.distance_squared(troops.at));
        if let (Some((tower, stretch)), 0) = (tower, troops.ladders) {
            let aside = [2 * INCH, -2 * INCH, 3 * INCH, -3 * INCH].map(|aside| {
                let along = Heading::of(stretch.from.to(stretch.to));
                self.before(fort, stretch, tower.along(along, aside), INCH)
            });
            let marches = aside.into_iter().map(|place| Decision::March {
                troops: id,
                by: vec![place],
                facing: Some(Heading::of(place.to(stretch.nearest(place)))),
                files: Some(4),
            });
            return self.first(marches);
        }
        if troops.ladders == 0 {
            // Near a ram, against those who come out; else beyond bowshot.
            let mut rams = self.game.of(self.side).filter(|(_, other)| other.gear == Some(SiegeGear::Ram));
            let ram = rams.next().map(|(_, ram)| ram.at);
            let wait = self.game.tables.twelfths(if ram.is_some() { NEAR_RAM } else { 20 });
            let goal = ram.unwrap_or(middle(&fort.yard));
            let far = troops.at.distance(goal);
            let by = [troops.at.toward(goal, (far - wait).clamp(0, allowance))];
            return (far > wait + INCH)
                .then(|| self.first(self.marches_by(id, troops, &by, allowance, None)))
                .flatten();
        }
        let best = walls.iter().min_by_key(|(wall, stretch)| {
            let far = stretch.middle().distance(troops.at) / INCH;
            (self.defenders(*wall) as i32 + far, *wall)
        });
        let (_, stretch) = best?;
        // To the near end of it as well as to its middle, so that two parties find room.
        let places = [stretch.middle(), stretch.from.half_way(stretch.middle()), stretch.to.half_way(stretch.middle())];
        let marches = places.into_iter().flat_map(|place| {
            let goal = self.before(fort, stretch, place, INCH);
            let facing = Some(Heading::of(goal.to(stretch.nearest(goal))));
            let straight = Decision::March { troops: id, by: vec![goal], facing, files: None };
            std::iter::once(straight).chain(self.marches_by(id, troops, &[goal], allowance, None))
        });
        self.first(marches.collect::<Vec<_>>())
    }

    /// Shooters come within a close shot of the wall that most hold.
    fn shoot_at_walls(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let weapon = troops.missile?;
        let cord = reach(self.game.tables.weapon(weapon), &self.game.tables);
        let (_, enemy) = self.nearest_enemy(troops.at)?;
        let distance = troops.at.distance(enemy.at);
        let wanted = cord * 2 / 3 - INCH;
        let toward = Heading::of(troops.at.to(enemy.at));
        if distance <= wanted {
            let turn = Decision::March { troops: id, by: vec![troops.at], facing: Some(toward), files: None };
            return (troops.facing.turn_to(toward) > 12).then_some(turn).filter(|turn| self.may(turn));
        }
        let goal = troops.at.toward(enemy.at, distance - wanted);
        self.first(self.marches(id, troops, goal, Some(toward)))
    }

    /// On a parapet: its own side's men hold it; whoever took it comes down into the yard.
    pub(super) fn on_parapet(&self, id: TroopsId, troops: &Troops, wall: WallId) -> Option<Decision> {
        let ours = self.game.field.fort.as_ref().is_some_and(|fort| fort.side == self.side);
        if ours {
            return self.reinforce(id, wall).or_else(|| self.turn_to_yard(id, troops));
        }
        let fort = self.to_crack()?;
        let goal = self.wanted(troops.at).map_or_else(|| middle(&fort.yard), |objective| objective.at);
        let stretch = self.game.field.wall(wall)?;
        let third = self.game.tables.third();
        let starts = [troops.at, stretch.from.half_way(troops.at), stretch.to.half_way(troops.at)];
        let down = starts.into_iter().map(|start| Decision::Descend(id, start.toward(goal, third - 16)));
        self.first(down)
    }

    /// Those who shoot from a wall turn to an enemy in the yard who comes near where they do not look (CC-4.9).
    fn turn_to_yard(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let row = self.game.tables.weapon(troops.missile?);
        let (_, enemy) = self.nearest_enemy(troops.at)?;
        let way = troops.at.to(enemy.at);
        let aside = self.game.field.in_yard(enemy.at) && !in_arc(troops.facing, way, row.quarters);
        let turn = Decision::March { troops: id, by: vec![troops.at], facing: Some(Heading::of(way)), files: None };
        aside.then_some(turn).filter(|turn| self.may(turn))
    }

    /// Men of a stretch that nobody attacks go along to one that is stormed and thinly held.
    fn reinforce(&self, id: TroopsId, wall: WallId) -> Option<Decision> {
        let stormed = |wall: WallId| self.is_stormed(wall);
        // Nobody leaves the gate to a ram without a man above it.
        let gate = self.game.field.wall(wall).is_some_and(|wall| wall.gate);
        let ram = self.enemies().any(|(_, troops)| troops.gear == Some(SiegeGear::Ram));
        let last = self.game.manning(self.side, wall).count() == 1;
        if stormed(wall) || gate && ram && last && self.state(wall) == WallState::Whole {
            return None;
        }
        let walls = self.game.field.walls().map(|(other, _)| other);
        let needy = walls.filter(|other| *other != wall && stormed(*other) && self.held(*other) < THINLY);
        self.first(needy.map(|other| Decision::Man(id, other)).collect::<Vec<_>>())
    }

    /// Light men in the yard of their fort go up a stretch that is stormed and thinly held, while men in heavy armour keep the
    /// yard.
    pub(super) fn man_walls(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let fort = self.game.field.fort.as_ref().filter(|fort| fort.side == self.side)?;
        let light = troops.on_foot() && troops.fights == Armour::Light;
        let within = |troops: &Troops| troops.whereabouts == Whereabouts::Field && self.game.field.in_yard(troops.at);
        let mut ours = self.game.of(self.side).map(|(_, one)| one);
        let kept = ours.any(|one| within(one) && one.are_men() && one.fights == Armour::Heavy);
        if !light || !within(troops) || !kept || self.way_in(troops.at).is_some() {
            return None;
        }
        let needy = |(wall, _): &(WallId, &WallStretch)| self.is_stormed(*wall) && self.held(*wall) < THINLY;
        let walls = self.game.field.walls().filter(needy);
        let (wall, stretch) = walls.min_by_key(|(wall, stretch)| (stretch.distance_squared(troops.at), *wall))?;
        let beside = self.before(fort, stretch, troops.at, -3 * INCH);
        let allowance = self.game.allowance(troops, false);
        let marches = self.marches_by(id, troops, &[beside], allowance, None);
        self.first(std::iter::once(Decision::Man(id, wall)).chain(marches))
    }

    /// Whether the enemy goes up a stretch of wall or stands against it.
    fn is_stormed(&self, wall: WallId) -> bool {
        self.game.of(self.side.other()).any(|(_, troops)| {
            troops.storming.is_some_and(|storming| storming.wall == wall) || self.game.is_at_wall(troops, wall)
        })
    }

    fn held(&self, wall: WallId) -> usize {
        self.game.manning(self.side, wall).map(|(_, troops)| troops.able()).sum()
    }

    /// Whether what an engine shoots straight breaks a gate from no nearer than the middle of its cord (CC-4.3).
    fn cracks_gates(&self, weapon: ShotWeapon) -> bool {
        let tables = &self.game.tables;
        let row = tables.weapon(weapon);
        row.aim == Aim::File && breaks(weapon, row.impact[Band::Medium as usize], Hardness::Gate, tables)
    }

    /// A loaded cannon is pushed to where it fires grapeshot at a body on the field (CC-4.8).
    fn close_in(&self, id: TroopsId, troops: &Troops, weapon: ShotWeapon) -> Option<Decision> {
        let tables = &self.game.tables;
        let loaded = is_ready(tables.weapon(weapon), troops.shot, self.game.turn);
        if weapon != ShotWeapon::Cannon || troops.hooked || !loaded {
            return None;
        }
        let reach = tables.twelfths(tables.grape.reach);
        let most = reach + self.game.allowance(troops, false) - INCH / 2;
        let many = |(enemy, other): &(TroopsId, &Troops)| {
            let stands = other.whereabouts == Whereabouts::Field && !self.game.is_engaged(*enemy);
            stands && other.able() >= tables.grape.most
        };
        let near = self.enemies().filter(many).filter_map(|(_, enemy)| enemy.nearest(troops.at));
        let (_, place, far) = near.min_by_key(|(_, place, far)| (*far, place.x, place.y))?;
        if far <= i64::from(reach) * i64::from(reach) || far > i64::from(most) * i64::from(most) {
            return None;
        }
        let goal = troops.at.toward(place, troops.at.distance(place) - reach + INCH / 2);
        let facing = Some(Heading::of(troops.at.to(place)));
        self.first([Decision::March { troops: id, by: vec![goal], facing, files: None }])
    }

    /// An engine stands where it reaches the gate or the enemy, and faces that; over a long way it is towed.
    pub(super) fn place_engine(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let weapon = troops.missile?;
        if let Some(close) = self.close_in(id, troops, weapon) {
            return Some(close);
        }
        let tables = &self.game.tables;
        let row = tables.weapon(weapon);
        let cord = reach(row, tables);
        let gate = self.to_crack().filter(|_| self.cracks_gates(weapon)).and_then(|_| {
            let gates = self.game.field.walls().filter(|(id, wall)| wall.gate && self.state(*id) == WallState::Whole);
            gates.map(|(_, wall)| wall.middle()).min_by_key(|at| at.distance_squared(troops.at))
        });
        let enemy = self.nearest_enemy(troops.at);
        let target = gate.or(enemy.map(|(_, enemy)| enemy.at))?;
        let wanted = if gate.is_some() { cord * 2 / 3 - INCH } else { cord - 2 * INCH };
        let distance = troops.at.distance(target);
        let toward = Heading::of(troops.at.to(target));
        let too_far = distance > wanted && (gate.is_some() || self.wanted(troops.at).is_some() || distance > cord);
        if troops.hooked && !too_far {
            return Some(Decision::Hitch(id));
        }
        if too_far {
            // Hooking on and off takes two turns, in which it would be pushed R1.
            let far = distance - wanted > tables.twelfths(30) && self.wanted(troops.at).is_some();
            if far && !troops.hooked && self.may(&Decision::Hitch(id)) {
                return Some(Decision::Hitch(id));
            }
            let goal = troops.at.toward(target, distance - wanted);
            return self.first(self.marches(id, troops, goal, Some(toward)));
        }
        let turn = Decision::March { troops: id, by: vec![troops.at], facing: Some(toward), files: None };
        let aside = !in_arc(troops.facing, troops.at.to(target), row.quarters);
        if aside {
            return Some(turn).filter(|turn| self.may(turn));
        }
        // Whoever stands on the cord before the gate is gone round.
        let gate = gate.and_then(|gate| self.game.field.walls().find(|(_, wall)| wall.gate && wall.middle() == gate));
        gate.filter(|(wall, _)| self.game.is_gate_masked(id, *wall))?;
        let goal = [8, -8, 16, -16].map(|turn| target.along(toward.back().turned(turn), distance.min(wanted)));
        let marches = goal.map(|goal| {
            let place = troops.at.toward(goal, self.game.allowance(troops, false));
            let facing = Some(Heading::of(place.to(target)));
            Decision::March { troops: id, by: vec![place], facing, files: None }
        });
        self.first(marches)
    }

    /// A ram goes to the gate or wall that it opens soonest, a tower to the nearest wall; there they stay.
    pub(super) fn push_gear(&self, id: TroopsId, troops: &Troops, gear: SiegeGear) -> Option<Decision> {
        let fort = self.to_crack()?;
        let ram = gear == SiegeGear::Ram;
        if ram && self.way_in(troops.at).is_some() {
            return None;
        }
        let stands = |(id, wall): &(WallId, &WallStretch)| self.state(*id) == WallState::Whole && (ram || !wall.gate);
        let all: Vec<(WallId, &WallStretch)> = self.game.field.walls().filter(stands).collect();
        if let Some((at, _)) = all.iter().find(|(wall, _)| self.game.is_at_wall(troops, *wall))
            && (!ram || troops.battered.0 == Some(*at) || troops.battered.0.is_none())
        {
            return None;
        }
        let turns = |(id, wall): &(WallId, &WallStretch)| {
            let walked = wall.nearest(troops.at).distance(troops.at) / self.game.allowance(troops, false).max(1);
            (
                if ram { self.turns_to_break(troops, *id, wall) } else { 0 } + walked,
                wall.distance_squared(troops.at),
                *id,
            )
        };
        let (_, wall) = all.into_iter().min_by_key(turns)?;
        let places = [wall.nearest(troops.at), wall.middle(), wall.from.half_way(wall.middle())];
        let allowance = self.game.allowance(troops, false);
        let marches = places.into_iter().flat_map(|place| {
            let goal = self.before(fort, wall, place, INCH);
            let facing = Some(Heading::of(goal.to(wall.nearest(goal))));
            let by = self.way(troops, goal);
            let straight = Decision::March { troops: id, by: by.clone(), facing, files: None };
            std::iter::once(straight).chain(self.marches_by(id, troops, &by, allowance, facing))
        });
        self.first(marches.collect::<Vec<_>>())
    }

    /// Turns that a ram needs in place (CC-6.1), and those it would lose where it hardly gets to, or where others of its side
    /// open the way already.
    fn turns_to_break(&self, troops: &Troops, id: WallId, wall: &WallStretch) -> i32 {
        let castle = &self.game.tables.castle;
        let turns = i32::from(if wall.gate { castle.gate } else { castle.wall });
        // Wheels go round what bars them.
        let barred = if self.barred(troops, true, troops.at, wall.nearest(troops.at)).is_some() { 20 } else { 0 };
        let taken = if self.is_rammed(troops, id) { 20 } else { 0 };
        // A gate at which a gun shoots is left to that.
        let shot = if wall.gate && self.has_gun() { i32::from(castle.gate) } else { 0 };
        turns + barred + taken + shot
    }

    /// Whether the side has an engine that cracks gates.
    fn has_gun(&self) -> bool {
        let gun = |troops: &Troops| troops.gear == Some(SiegeGear::Engine) && troops.able() > 0;
        let mut all = self.game.of(self.side);
        all.any(|(_, troops)| gun(troops) && troops.missile.is_some_and(|weapon| self.cracks_gates(weapon)))
    }

    /// Whether another ram of the side is at a wall.
    fn is_rammed(&self, troops: &Troops, wall: WallId) -> bool {
        let mut rams = self.game.of(self.side).map(|(_, other)| other);
        rams.any(|other| {
            other.gear == Some(SiegeGear::Ram) && !std::ptr::eq(other, troops) && self.game.is_at_wall(other, wall)
        })
    }

    /// The shot of an engine: at a gate to crack, by grapeshot at those who come near, or by the cup where most stand.
    pub(super) fn engine_shot(&self, id: TroopsId, troops: &Troops, weapon: ShotWeapon) -> Option<Decision> {
        troops.gear?;
        let gates = self.game.field.walls().filter(|(_, wall)| wall.gate).map(|(wall, _)| Decision::Batter(id, wall));
        if self.cracks_gates(weapon)
            && let Some(batter) = self.first(gates.collect::<Vec<_>>())
        {
            return Some(batter);
        }
        // Nor is a turn of the gun spent on those whom others have hit already.
        let hits = |enemy: TroopsId| self.game.grape_count(self.side, id, enemy).is_some_and(|hits| hits > 0);
        let safe = |enemy: &TroopsId| hits(*enemy) && !self.game.grape_endangers_friends(id, *enemy);
        let enemies = self.enemies().map(|(enemy, _)| enemy).filter(safe);
        if weapon == ShotWeapon::Cannon
            && let Some(grape) = self.first(enemies.map(|enemy| Decision::Grape(id, enemy)))
        {
            return Some(grape);
        }
        match weapon {
            ShotWeapon::Catapult | ShotWeapon::Howitzer => self.lob(id, troops),
            _ => None,
        }
    }

    /// A shot of men at a gate that is so near that what they shoot breaks it: by the strict table of armour alone (CC-4.3).
    pub(super) fn shot_at_gate(&self, id: TroopsId, troops: &Troops, weapon: ShotWeapon) -> Option<Decision> {
        let tables = &self.game.tables;
        let (row, cord) = (tables.weapon(weapon), reach(tables.weapon(weapon), tables));
        let breaks = |band: Band| breaks(weapon, row.impact[band as usize], Hardness::Gate, tables);
        let near = |(_, wall): &(WallId, &WallStretch)| {
            wall.gate && Band::of(cord, wall.distance_squared(troops.at)).is_some_and(breaks)
        };
        let gates = self.game.field.walls().filter(near).map(|(wall, _)| Decision::Batter(id, wall));
        self.first(gates.collect::<Vec<_>>())
    }

    /// A throw by the cup where most stand: of an engine that does nothing else, and of a cannon that sees nobody (CC-4.0).
    pub(super) fn lob(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let weapon = Position::lobs(troops)?;
        let far = i64::from(reach(self.game.tables.weapon(weapon), &self.game.tables));
        let worth = |place: Point| {
            let near = |troops: &Troops| {
                let close = i64::from(troops.radius() + cup_width(&self.game.tables));
                let under = |at: Point| under_cup(place, at, &self.game.tables);
                match troops.at.distance_squared(place) <= close * close {
                    true => troops.figures().filter(|(_, at)| under(*at)).count() as i64,
                    false => 0,
                }
            };
            self.game
                .all()
                .filter(|(_, troops)| troops.is_present())
                .map(|(_, troops)| {
                    let count = near(troops);
                    if troops.side == self.side { -2 * count } else { count }
                })
                .sum::<i64>()
        };
        let mut best: Option<(i64, Point)> = None;
        for (_, enemy) in self.enemies() {
            let place = enemy.at.along(enemy.facing.back(), enemy.base);
            if place.distance_squared(troops.at) > far * far {
                continue;
            }
            let score = worth(place);
            let breaks = breaks(weapon, self.game.tables.weapon(weapon).impact[1], enemy.hardness(), &self.game.tables);
            if breaks && score > 0 && best.is_none_or(|(most, _)| score > most) && self.may(&Decision::Lob(id, place)) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| Decision::Lob(id, place))
    }

    /// Oil for a ram that has battered longest, else for a tower.
    pub(super) fn pour_oil(&self) -> Option<Decision> {
        let gear = |gear: SiegeGear| {
            let mut all: Vec<(u8, TroopsId)> = self
                .enemies()
                .filter(|(_, troops)| troops.gear == Some(gear) && troops.able() > 0)
                .map(|(id, troops)| (u8::MAX - troops.battered.1, id))
                .collect();
            all.sort_unstable();
            all.into_iter().map(|(_, id)| Decision::Oil(id)).collect::<Vec<_>>()
        };
        self.first(gear(SiegeGear::Tower).into_iter().chain(gear(SiegeGear::Ram)))
    }

    /// A relief makes for the nearest gate of its fort that the enemy is not at, and through it into the yard (CC-1.2).
    pub(super) fn relieve(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let fort = self.game.field.fort.as_ref().filter(|fort| fort.side == self.side)?;
        if self.game.sort != BattleSort::Away || troops.garrison || self.game.field.in_yard(troops.at) {
            return None;
        }
        let beset = |wall: &WallStretch| {
            let near = i64::from(self.game.tables.twelfths(6));
            self.enemies().any(|(_, enemy)| enemy.at.distance_squared(wall.middle()) <= near * near)
        };
        let gates = self.game.field.walls().filter(|(_, wall)| wall.gate);
        let (_, gate) = gates.min_by_key(|(id, wall)| (beset(wall), wall.distance_squared(troops.at), *id))?;
        let (outside, at) = (self.before(fort, gate, gate.middle(), 4 * INCH), gate.middle());
        let inside = at.toward(outside, -8 * INCH);
        let by = match troops.at.distance(at) <= 6 * INCH {
            true => vec![at, inside],
            false => self.way(troops, outside).into_iter().chain([at, inside]).collect(),
        };
        self.first(self.marches_by(id, troops, &by, self.game.allowance(troops, false), None))
    }
}
