//! Who plays for the program: a warlord who shoots, charges, holds, cracks a castle and holds one; and a drover who only
//! advances, against whom the warlord is measured.

mod routes;
mod siegecraft;

use super::field::HeldPlace;
use super::melee::removes;
use super::shooting::{Band, breaks, reach, ways_to_hit};
use super::state::{CrackerStage, Position, SiegeGear, Troops, TroopsId, Whereabouts};
use super::tables::Aim;
use super::troops::{HandArm, ShotWeapon, TroopKind};
use super::{Decision, View};
use crate::rules::figure::{BySide, Side, words};
use crate::rules::game::Captain;
use crate::rules::geometry::{Heading, INCH, Point};
use std::cmp::Reverse;

/// So many twelfths of R1 about what a side keeps it stays.
const KEEPS_WITHIN: i32 = 24;

/// How somebody leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generalship {
    /// He shoots, charges where it pays, holds and cracks castles.
    #[default]
    Warlord,
    /// He sends everybody at the nearest enemy.
    Drover,
}
words!(Generalship, "captain", "warlord or drover", Warlord = "warlord", Drover = "drover");

/// Who leads each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commanders(pub BySide<Generalship>);

impl Captain<Position> for Commanders {
    fn decide(&self, view: &View<'_>) -> Decision {
        let lead = Lead { game: view.game(), side: view.side() };
        match (self.0[view.side()], view.stage()) {
            (Generalship::Warlord, CrackerStage::Move(_)) => lead.order(),
            (Generalship::Warlord, _) => lead.shot(),
            (Generalship::Drover, CrackerStage::Move(_)) => lead.drive(),
            (Generalship::Drover, _) => Decision::Done,
        }
    }
}

/// A side that is led.
struct Lead<'a> {
    game: &'a Position,
    side: Side,
}

impl Lead<'_> {
    fn may(&self, decision: &Decision) -> bool {
        self.game.judge(self.side, decision).is_ok()
    }

    fn first(&self, decisions: impl IntoIterator<Item = Decision>) -> Option<Decision> {
        decisions.into_iter().find(|decision| self.may(decision))
    }

    /// The enemies on the field, but prisoners.
    fn enemies(&self) -> impl Iterator<Item = (TroopsId, &Troops)> {
        self.game.of(self.side.other()).filter(|(_, troops)| !matches!(troops.whereabouts, Whereabouts::Aboard(_)))
    }

    fn nearest_enemy(&self, at: Point) -> Option<(TroopsId, &Troops)> {
        self.enemies().min_by_key(|(id, troops)| (troops.at.distance_squared(at), *id))
    }

    /// What a side is to hold, with the turns it has held it.
    fn objectives(&self, side: Side) -> impl Iterator<Item = (&HeldPlace, u8)> {
        let all = self.game.field.objectives.iter().zip(self.game.held.iter().copied());
        all.filter(move |(objective, _)| objective.side == side)
    }

    /// What this side wants to take, if anything: what it has held longest, and of what it holds not at all the nearest to a
    /// place.
    fn wanted(&self, from: Point) -> Option<&HeldPlace> {
        let near = |(objective, held): &(&HeldPlace, u8)| (Reverse(*held), objective.at.distance_squared(from));
        self.objectives(self.side).min_by_key(near).map(|(objective, _)| objective)
    }

    /// What this side must keep, if anything: what the enemy has held longest, and then what he is nearest to.
    fn kept(&self) -> Option<&HeldPlace> {
        let near = |(objective, held): &(&HeldPlace, u8)| {
            let enemy =
                self.nearest_enemy(objective.at).map_or(i64::MAX, |(_, it)| it.at.distance_squared(objective.at));
            (Reverse(*held), enemy)
        };
        self.objectives(self.side.other()).min_by_key(near).map(|(objective, _)| objective)
    }

    /// Whether the enemy holds what this side must keep, or stands at it.
    fn is_threatened(&self, kept: &HeldPlace) -> bool {
        let held = self.objectives(self.side.other()).any(|(objective, held)| objective == kept && held > 0);
        held || self.nearest_enemy(kept.at).is_some_and(|(_, enemy)| enemy.at.distance(kept.at) <= kept.within)
    }

    /// Sends whoever comes next at the nearest enemy.
    fn drive(&self) -> Decision {
        let Some((id, troops)) = self.game.of(self.side).find(|(_, troops)| !troops.ordered) else {
            return Decision::Done;
        };
        let charge = self.nearest_enemy(troops.at).map(|(enemy, _)| Decision::Charge(id, enemy));
        let goal = self.nearest_enemy(troops.at).map(|(_, enemy)| enemy.at);
        let goal = goal.or(self.wanted(troops.at).map(|objective| objective.at));
        let marches = goal.into_iter().flat_map(|goal| self.marches(id, troops, goal, None));
        self.first(charge.into_iter().chain(marches)).unwrap_or(Decision::Hold(id))
    }

    /// The order of whoever comes next.
    fn order(&self) -> Decision {
        let next = self.game.of(self.side).find(|(_, troops)| !troops.ordered);
        let Some((id, troops)) = next else { return Decision::Done };
        self.order_of(id, troops).unwrap_or(Decision::Hold(id))
    }

    fn order_of(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        if self.game.is_engaged(id) {
            return self.break_off(id, troops);
        }
        match troops.whereabouts {
            Whereabouts::Aboard(carrier) => return self.land(id, carrier),
            Whereabouts::Parapet(wall) => return self.on_parapet(id, troops, wall),
            _ => {}
        }
        if troops.storming.is_some() {
            return None;
        }
        if troops.escaping || self.game.captives_of(id).next().is_some() {
            return self.go_home(id, troops);
        }
        match (troops.kind, troops.gear) {
            (TroopKind::Boat | TroopKind::WarWagon, _) => self.carry(id, troops),
            (_, Some(SiegeGear::Engine)) => self.place_engine(id, troops),
            (_, Some(gear)) => self.push_gear(id, troops, gear),
            _ => self.lead_men(id, troops),
        }
    }

    /// Men on foot or horse: a charge that pays, a wall to climb, ground to shoot from, or the way to what is wanted.
    fn lead_men(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        if let Some(charge) = self.best_charge(id, troops) {
            return Some(charge);
        }
        if let Some(ride) = self.man_walls(id, troops).or_else(|| self.board_wagon(id, troops)) {
            return Some(ride);
        }
        if let Some(decision) = self.siege(id, troops) {
            return decision;
        }
        if let Some(march) = self.relieve(id, troops) {
            return Some(march);
        }
        if troops.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown) {
            return self.skirmish(id, troops);
        }
        self.advance(id, troops)
    }

    /// Out of a fight that cannot be won and would end in captivity; else he fights on.
    fn break_off(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let foes: Vec<TroopsId> = self.game.foes(id).collect();
        let mut ours = vec![id];
        for foe in &foes {
            ours.extend(self.game.foes(*foe));
        }
        ours.sort_unstable();
        ours.dedup();
        let (us, them) = (self.game.counted(&ours), self.game.counted(&foes));
        let hopeless = removes(us, &self.game.tables) == 0 && us.all() < them.all();
        if !hopeless {
            return None;
        }
        let foe = foes.first().map_or(troops.at, |foe| self.game.troops(*foe).at);
        let far = 2 * self.game.tables.twelfths(24);
        let away = Heading::of(foe.to(troops.at));
        self.first([0, 6, -6, 12, -12].map(|turn| Decision::Run(id, troops.at.along(away.turned(turn), far))))
    }

    /// The charge that pays most, if one does; horse that is enough for two at once parts for both (CC-2.1).
    fn best_charge(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        if let Some(part) = self.part_for_two(id, troops) {
            return Some(part);
        }
        let charges = self.charges(troops, troops.able(), 1);
        self.first(charges.into_iter().map(|(_, enemy)| Decision::Charge(id, enemy)))
    }

    /// Half of some riders or chariots, if there is an enemy whom half may charge to advantage now, and another within two moves
    /// for the other half; or if one half removes that enemy in a turn.
    fn part_for_two(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let least = match troops.kind {
            TroopKind::LightHorse | TroopKind::HeavyHorse => 8,
            TroopKind::Chariot => 4,
            _ => return None,
        };
        let half = troops.standing.len() / 2;
        if troops.able() < least {
            return None;
        }
        let charges = self.charges(troops, half, 2);
        let pays: Vec<TroopsId> = charges.into_iter().filter(|(worth, _)| *worth > 0).map(|(_, enemy)| enemy).collect();
        let first = pays.iter().copied().find(|enemy| self.may(&Decision::Charge(id, *enemy)))?;
        let tables = &self.game.tables;
        let men = super::melee::FightingMen::of(troops.fights, half as u32 * troops.row(tables).counts);
        let enough = removes(men, tables) as usize >= self.game.troops(first).able();
        let part = Decision::Part(id, half as u16);
        let pays = enough || pays.len() > 1;
        (pays && self.may(&part)).then_some(part)
    }

    /// The charges of so many of some troops that pay within so many moves, the best first: what both sides of the fight would
    /// remove, and what the charged are worth.
    fn charges(&self, troops: &Troops, able: usize, moves: i64) -> Vec<(i64, TroopsId)> {
        let shooter = troops.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown);
        let tables = &self.game.tables;
        let kept = self.kept();
        let reach = moves * i64::from(self.game.allowance(troops, false)) + i64::from(troops.base) * 2;
        let mut pay: Vec<(i64, TroopsId)> = Vec::new();
        for (enemy_id, enemy) in self.enemies().filter(|(_, enemy)| enemy.whereabouts == Whereabouts::Field) {
            let far = reach + i64::from(enemy.radius());
            if enemy.at.distance_squared(troops.at) > far * far {
                continue;
            }
            let allies: Vec<TroopsId> = self.game.foes(enemy_id).collect();
            let mut foes = vec![enemy_id];
            allies.iter().for_each(|ally| foes.extend(self.game.foes(*ally)));
            foes.sort_unstable();
            foes.dedup();
            let row = troops.row(tables);
            let rides = matches!(troops.kind, TroopKind::HeavyHorse | TroopKind::Chariot);
            let on_foot = enemy.on_foot() && enemy.hand == HandArm::Pole;
            let spears = on_foot && enemy.able() >= tables.melee.shield_wall;
            let wall = rides && spears && allies.is_empty();
            let counts = super::melee::counts_for(row.counts, wall);
            let fall = self.answered(enemy_id, troops).min(able);
            let left = (able - fall) as u32;
            let own = super::melee::FightingMen::of(troops.fights, left * counts);
            let (us, them) = (own + self.game.counted(&allies), self.game.counted(&foes));
            let (give, take) = (i64::from(removes(us, tables)), i64::from(removes(them, tables)));
            let answer = fall as i64;
            let worth = match enemy.missile {
                Some(ShotWeapon::Thrown) | None => 0,
                Some(_) => 2,
            };
            let captives = if self.game.captives_of(enemy_id).next().is_some() { 4 } else { 0 };
            let gear = if enemy.gear.is_some() { 4 } else { 0 };
            let joins = if allies.is_empty() { 0 } else { 2 };
            let score = 2 * (give - take) + worth + captives + gear + joins - answer - i64::from(shooter) * 4;
            // Men in the yard of a fort, and those who keep something, fall on whoever comes.
            let stands = kept.is_some_and(|kept| kept.at.distance_squared(enemy.at) < 4 * far * far);
            if score >= if stands { -2 } else { 0 } {
                pay.push((score, enemy_id));
            }
        }
        pay.sort_by_key(|(score, _)| Reverse(*score));
        pay
    }

    /// How many men a charge costs before it comes to blows: of the shots of the charged at close range, those that kill
    /// (CC-5.7).
    fn answered(&self, enemy_id: TroopsId, troops: &Troops) -> usize {
        let tables = &self.game.tables;
        let Some(weapon) = self.game.answers_with(enemy_id) else { return 0 };
        let (impact, hits) = match weapon {
            ShotWeapon::Cannon => (tables.grape.impact, tables.grape.most),
            _ => {
                let shots = self.game.answering(enemy_id, weapon);
                (tables.weapon(weapon).impact[Band::Close as usize], shots * ways_to_hit(Band::Close, 0, tables) / 36)
            }
        };
        if breaks(weapon, impact, troops.hardness(), tables) { hits } else { 0 }
    }

    /// Shooters stand where their shots kill, and step back from what would ride or run them down.
    fn skirmish(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let weapon = troops.missile?;
        let tables = &self.game.tables;
        let row = tables.weapon(weapon);
        let (_, enemy) = self.nearest_enemy(troops.at)?;
        let distance = troops.at.distance(enemy.nearest(troops.at).map_or(enemy.at, |(_, place, _)| place));
        let cord = reach(row, tables);
        let kills = |band: Band| breaks(weapon, row.impact[band as usize], enemy.hardness(), tables);
        let wanted = if kills(Band::Long) {
            cord - INCH
        } else if kills(Band::Medium) {
            cord * 2 / 3 - INCH
        } else {
            cord / 3 - INCH
        };
        let toward = Heading::of(troops.at.to(enemy.at));
        if distance > wanted {
            // No nearer than it needs to be, and not out of the line of the others.
            let step = (distance - wanted).min(tables.twelfths(12));
            let goal = troops.at.toward(enemy.at, step);
            return self.first(self.marches(id, troops, goal, Some(toward)));
        }
        let threat = self.game.allowance(enemy, false) + 2 * INCH;
        let fights =
            enemy.whereabouts == Whereabouts::Field && enemy.gear.is_none() && !self.game.is_engaged_with_any(enemy);
        if kills(Band::Medium) && fights && distance < threat && wanted > threat {
            let back = troops.at.along(toward.back(), threat - distance + INCH);
            if let Some(step) =
                self.first([Decision::March { troops: id, by: vec![back], facing: Some(toward), files: None }])
            {
                return Some(step);
            }
        }
        let aside = troops.facing.turn_to(toward) > if row.quarters >= 3 { 20 } else { 12 };
        let turn = Decision::March { troops: id, by: vec![troops.at], facing: Some(toward), files: None };
        aside.then_some(turn).filter(|turn| self.may(turn))
    }

    /// The way to what is wanted, or to the enemy; whoever keeps something waits near it.
    fn advance(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let tables = &self.game.tables;
        let enemy = self.nearest_enemy(troops.at);
        let distance = enemy.map_or(i32::MAX, |(_, enemy)| enemy.at.distance(troops.at));
        let wanted = self.wanted(troops.at).map(|objective| objective.at);
        let kept = self.kept();
        // Whoever is nearer to what the enemy threatens than to what is wanted sees to that.
        let nearer = |wanted: &Point| {
            let keeps = |kept: &HeldPlace| kept.at.distance(troops.at) < wanted.distance(troops.at);
            kept.is_some_and(|kept| keeps(kept) && self.is_threatened(kept))
        };
        let wanted = wanted.filter(|wanted| !nearer(wanted));
        let goal = match (wanted, kept) {
            (Some(wanted), _) => wanted,
            (None, Some(kept)) => {
                // It comes to meet whoever is nearer to it than to what it keeps, and otherwise stays about that.
                let near = tables.twelfths(KEEPS_WITHIN);
                match enemy {
                    Some((_, enemy)) if enemy.at.distance(kept.at) < near => kept.at,
                    _ if troops.at.distance(kept.at) > near => kept.at,
                    _ => return self.face_enemy(id, troops),
                }
            }
            (None, None) => {
                // The side whose shots kill at a distance lets the other come.
                if self.side == Side::Defender && distance > tables.twelfths(24) && self.shoots_better() {
                    return self.face_enemy(id, troops);
                }
                enemy.map(|(_, enemy)| enemy.at)?
            }
        };
        // Horse does not outrun the foot while the enemy is far.
        let most =
            if distance > tables.twelfths(30) { tables.twelfths(12) } else { self.game.allowance(troops, false) };
        let near = wanted.is_some_and(|wanted| troops.at.distance(wanted) <= 2 * INCH);
        if near {
            return self.face_enemy(id, troops);
        }
        let by = self.way(troops, goal);
        self.first(self.marches_by(id, troops, &by, most, None))
    }

    fn shoots_better(&self) -> bool {
        let shots = |side: Side| -> usize {
            let shoots = |troops: &&Troops| troops.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown);
            let all: Vec<&Troops> = self.game.of(side).map(|(_, troops)| troops).filter(shoots).collect();
            all.iter().map(|troops| troops.able() + if troops.gear.is_some() { 6 } else { 0 }).sum()
        };
        shots(self.side) > shots(self.side.other())
    }

    /// Turns to the nearest enemy if he stands far aside.
    fn face_enemy(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let (_, enemy) = self.nearest_enemy(troops.at)?;
        let toward = Heading::of(troops.at.to(enemy.at));
        let turn = Decision::March { troops: id, by: vec![troops.at], facing: Some(toward), files: None };
        (troops.facing.turn_to(toward) > 8).then_some(turn).filter(|turn| self.may(turn))
    }

    /// Those who broke free, and guards with prisoners, make for their own lines; there they stay.
    fn go_home(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        if self.game.field.at_home(self.side, troops.at) {
            return None;
        }
        let y = match self.side {
            Side::Attacker => self.game.field.zones.attacker / 2,
            Side::Defender => self.game.field.size.y - self.game.field.zones.defender / 2,
        };
        let goal = Point::new(troops.at.x, y);
        let by = self.way(troops, goal);
        self.first(self.marches_by(id, troops, &by, self.game.allowance(troops, false), None))
    }

    /// Whatever shoots next: the shot that is most likely to tell.
    fn shot(&self) -> Decision {
        let armed = |troops: &Troops| troops.missile.is_some() || matches!(troops.whereabouts, Whereabouts::Parapet(_));
        let next = self.game.of(self.side).find(|(_, troops)| !troops.aimed && armed(troops));
        if let Some((id, troops)) = next {
            return self.shot_of(id, troops).unwrap_or(Decision::Hold(id));
        }
        self.pour_oil().unwrap_or(Decision::Done)
    }

    fn shot_of(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        if self.game.is_engaged(id) {
            return None;
        }
        let tables = &self.game.tables;
        let weapon = troops.missile.unwrap_or(ShotWeapon::Thrown);
        let row = tables.weapon(weapon);
        if let Some(shot) = self.engine_shot(id, troops, weapon) {
            return Some(shot);
        }
        if row.aim == Aim::Cup {
            return None;
        }
        let aimed = self.aimed_shot(id, troops, weapon).or_else(|| self.lob(id, troops));
        aimed.or_else(|| self.shot_at_gate(id, troops, weapon))
    }

    /// A shot of men or of an engine straight at whom it breaks best.
    fn aimed_shot(&self, id: TroopsId, troops: &Troops, weapon: ShotWeapon) -> Option<Decision> {
        let tables = &self.game.tables;
        let row = tables.weapon(weapon);
        let cord = reach(row, tables);
        let from = match troops.whereabouts {
            Whereabouts::Aboard(carrier) => self.game.troops(carrier).at,
            _ => troops.at,
        };
        let far = i64::from(cord) + i64::from(troops.radius());
        let mut targets: Vec<(Reverse<i64>, TroopsId)> = Vec::new();
        for (enemy_id, enemy) in self.game.of(self.side.other()) {
            let most = far + i64::from(enemy.radius());
            if !self.worth_a_shot(enemy) || enemy.at.distance_squared(from) > most * most {
                continue;
            }
            let Some((_, place, distance)) = enemy.nearest(from) else { continue };
            if distance > far * far || row.aim == Aim::File && self.game.endangers_friends(id, enemy_id) {
                continue;
            }
            let band = Band::of(cord, from.distance_squared(place)).unwrap_or(Band::Long);
            if !breaks(weapon, row.impact[band as usize], enemy.hardness(), tables) {
                continue;
            }
            // The nearer the better, and men in armour before men without.
            let armour = 10 * i64::from(enemy.hardness().withstands(tables));
            let worth = 100 - 30 * band as i64 + armour + enemy.able() as i64;
            targets.push((Reverse(worth), enemy_id));
        }
        targets.sort_unstable();
        self.first(targets.into_iter().map(|(_, enemy)| Decision::Shoot(id, enemy)))
    }

    fn worth_a_shot(&self, enemy: &Troops) -> bool {
        enemy.able() > 0 && !matches!(enemy.kind, TroopKind::Boat)
    }
}

impl Position {
    fn is_engaged_with_any(&self, troops: &Troops) -> bool {
        self.all().find(|(_, other)| std::ptr::eq(*other, troops)).is_some_and(|(id, _)| self.is_engaged(id))
    }
}
