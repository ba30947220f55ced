//! A shot (CU-2.2 to CU-2.8) and what the wizard makes of it (CU-3).

use super::castle::{Castle, SectionId, SectionKind, StructureId};
use super::landing::{Landing, LiesOn, Share};
use super::state::{Ammunition, Health, PersonId, Position};
use super::tables::{ArmSettings, Setting};
use crate::rules::dice::Dice;
use crate::rules::geometry::Point;

/// What a shot does to one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    /// A structure loses points (CU-2.5).
    Damaged(StructureId, u8),
    /// A fire in a structure, and the turns there are to put it out (CU-2.6).
    Fire(StructureId, u8),
    /// A section is closed for the rest of the game (CU-2.7).
    Closed(SectionId),
    /// A man is hurt, injured or killed (CU-2.8).
    Hurt(PersonId, Health),
}

/// The faces that scattered a shot, in range and in line (CU-2.2).
pub type ScatterFaces = [Vec<u8>; 2];

/// A shot as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatapultShot {
    /// What was shot.
    pub with: Ammunition,
    /// Where the catapult stood.
    pub from: Point,
    /// At what it was aimed; nobody need say at a real table.
    pub aim: Option<Point>,
    /// The setting of its arm, from 0.
    pub setting: u8,
    /// The dice of its scatter, if the program threw them.
    pub thrown: Option<ScatterFaces>,
    /// How the counter lies.
    pub landing: Landing,
    /// How much of it lies on what, the structures first.
    pub shares: Vec<(LiesOn, Share)>,
}

/// A place off the aim: so far on and so far to the left on the way of the shot, in 64ths of an inch.
fn off_aim(from: Point, aim: Point, [range, line]: [i64; 2]) -> Point {
    let (way, distance) = (from.to(aim), i64::from(from.distance(aim)).max(1));
    let along = |part: i32, by: i64| (i64::from(part) * by / distance) as i32;
    Point::new(aim.x + along(way.x, range) - along(way.y, line), aim.y + along(way.y, range) + along(way.x, line))
}

/// By how much a throw of the dice is off, in 64ths of an inch: hundredths of the distance, where the throw is one standard
/// deviation off its mean.
fn off_by(thrown: i64, hundredths: i32, distance: i32, arm: &ArmSettings) -> i64 {
    let off = (2 * thrown - arm.twice_mean()) * i64::from(distance.max(1)) * i64::from(hundredths);
    off / (2 * arm.spread().max(1))
}

/// Where a shot aimed from one place at another comes down (CU-2.2): a normal scatter in range and in line. Gives the faces
/// and the place.
pub fn scatter(
    from: Point,
    aim: Point,
    setting: &Setting,
    arm: &ArmSettings,
    dice: &mut (impl Dice + ?Sized),
) -> (ScatterFaces, Point) {
    let distance = from.distance(aim);
    let mut throw = |roll: &'static str, hundredths: i32| {
        let faces: Vec<u8> = (0..arm.dice).map(|_| dice.die(roll, arm.faces.into()) as u8).collect();
        let thrown = faces.iter().map(|&face| i64::from(face)).sum();
        (faces, off_by(thrown, hundredths, distance, arm))
    };
    let ((long, range), (wide, line)) = (throw("CU-2.2 range", setting.range), throw("CU-2.2 line", setting.line));
    ([long, wide], off_aim(from, aim, [range, line]))
}

/// Every place where a shot may come down, with how many of all throws bring it there (CU-2.2).
pub fn falls(from: Point, aim: Point, setting: &Setting, arm: &ArmSettings) -> Vec<(Point, u64)> {
    // How many throws of the dice come to each sum, from none up.
    let mut ways = vec![1u64];
    for _ in 0..arm.dice {
        let mut next = vec![0; ways.len() + usize::from(arm.faces)];
        for (sum, count) in ways.iter().enumerate() {
            (1..=usize::from(arm.faces)).for_each(|face| next[sum + face] += count);
        }
        ways = next;
    }
    let distance = from.distance(aim);
    let sums: Vec<(i64, u64)> = (0i64..).zip(ways).filter(|(_, count)| *count > 0).collect();
    let mut falls = Vec::with_capacity(sums.len() * sums.len());
    for &(long, often) in &sums {
        for &(wide, times) in &sums {
            let off = [off_by(long, setting.range, distance, arm), off_by(wide, setting.line, distance, arm)];
            falls.push((off_aim(from, aim, off), often * times));
        }
    }
    falls
}

impl Position {
    /// Everything a shot that lies so does (CU-2.5 to CU-2.8), as the wizard has changed it if he cast (CU-3).
    pub fn effects(&self, with: Ammunition, landing: Landing, deflected: bool) -> Vec<Impact> {
        let mut effects = match with {
            Ammunition::Boulder => self.breaks(landing, deflected),
            Ammunition::Fire => self.kindles(landing, deflected),
            Ammunition::Disease => match self.sickens(landing, deflected) {
                Some(closed) => closed,
                // It has fallen outside, and touches nobody within (CU-3).
                None => return Vec::new(),
            },
        };
        effects.extend(self.people_ids().filter_map(|id| self.hurts(id, with, landing, deflected)));
        effects
    }

    /// A boulder: points off every structure that stands (CU-2.5); deflected one less (CU-3).
    fn breaks(&self, landing: Landing, deflected: bool) -> Vec<Impact> {
        let damage = &self.tables().damage;
        let points = |share: Share| {
            let points = if share.over_half() { damage.over_half } else { damage.under_half };
            if deflected { points.saturating_sub(1) } else { points }
        };
        let struck = self.struck(landing).map(|(id, share)| (id, points(share)));
        struck.filter(|&(_, points)| points > 0).map(|(id, points)| Impact::Damaged(id, points)).collect()
    }

    /// Fire: any part of it on wood kindles (CU-2.6); deflected there is longer to put it out (CU-3).
    fn kindles(&self, landing: Landing, deflected: bool) -> Vec<Impact> {
        let damage = &self.tables().damage;
        let turns = if deflected { damage.deflected_to_put_out } else { damage.to_put_out };
        self.struck(landing).filter(|&(id, _)| self.is_wood(id)).map(|(id, _)| Impact::Fire(id, turns)).collect()
    }

    /// Disease: closes every card it lies on, and a card whole; the court is none (CU-2.7). Deflected it closes no card of the
    /// outside that it has less than half on, and if there is no other it has fallen outside: then nothing (CU-3).
    fn sickens(&self, landing: Landing, deflected: bool) -> Option<Vec<Impact>> {
        let castle = Castle::get();
        let slips = |id: StructureId, share: Share| {
            deflected && castle.structure(id).kind != SectionKind::Keep && !share.over_half()
        };
        let lies: Vec<(StructureId, Share)> = self.lies_on(landing).collect();
        let kept: Vec<StructureId> = lies.iter().filter(|&&(id, share)| !slips(id, share)).map(|&(id, _)| id).collect();
        if kept.is_empty() && !lies.is_empty() {
            return None;
        }
        let sections = kept.into_iter().flat_map(|id| castle.structure(id).sections.iter().copied());
        Some(sections.filter(|&id| !self.is_closed(id)).map(Impact::Closed).collect())
    }

    /// What it does to somebody it touches (CU-2.8): injured under half, killed over half or if he is injured; a deflected
    /// boulder injures whom it would have killed, and leaves the others unhurt (CU-3).
    fn hurts(&self, id: PersonId, with: Ammunition, landing: Landing, deflected: bool) -> Option<Impact> {
        let (person, share) = (self.person(id), landing.on_spot(self.person(id).spot));
        let kills = share.over_half() || person.health == Health::Injured;
        let health = match (kills, deflected && with == Ammunition::Boulder) {
            _ if !share.touches() => return None,
            (true, false) => Health::Killed,
            (true, true) | (false, false) => Health::Injured,
            (false, true) => return None,
        };
        (health != person.health).then_some(Impact::Hurt(id, health))
    }

    /// The structures a counter lies on, each with its own share (CU-2.3).
    fn lies_on(&self, landing: Landing) -> impl Iterator<Item = (StructureId, Share)> + use<> {
        let shares = Castle::get().structure_ids().map(move |id| (id, landing.on_structure(id)));
        shares.filter(|(_, share)| share.touches())
    }

    /// Those of them that still stand.
    fn struck(&self, landing: Landing) -> impl Iterator<Item = (StructureId, Share)> {
        self.lies_on(landing).filter(|&(id, _)| self.points_left(id) > 0)
    }

    /// Everything a counter lies on, with its share of each: structures, the court, people (CU-2.3).
    pub fn shares(&self, landing: Landing) -> Vec<(LiesOn, Share)> {
        let structures = self.lies_on(landing).map(|(id, share)| (LiesOn::Structure(id), share));
        let court = std::iter::once((LiesOn::Court, landing.on_court()));
        let people = self.people_ids().map(|id| (LiesOn::Person(id), landing.on_spot(self.person(id).spot)));
        structures.chain(court.chain(people).filter(|(_, share)| share.touches())).collect()
    }
}
