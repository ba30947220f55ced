//! Battering (SG-1.4): engines' points, the table, and what comes down.

use super::Illegal;
use super::state::{At, Gear, Moat, Park, Siege};
use super::tables::Tables;
use crate::rules::dice::Dice;
use crate::rules::explain::{Sum, Tally};
use crate::rules::figure::Side;
use crate::rules::gear::Thing;
use crate::rules::telling::counted_off;

/// What a day of battering came to (SG-1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Battering {
    /// The face of 1d10.
    pub face: u8,
    /// Damages to the target.
    pub damage: u8,
    /// Points of engines lost.
    pub lost: u16,
    /// The engines that are gone by it.
    pub wrecked: Wrecked,
}

/// Engines that are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrecked {
    pub mangonels: u16,
    pub trebuchets: u16,
}

impl Wrecked {
    /// They in words, such as `2 mangonels and a trebuchet`; nothing where none is gone.
    pub fn in_words(self) -> Option<String> {
        let counts = [(self.mangonels, "mangonel"), (self.trebuchets, "trebuchet")].into_iter();
        let some: Vec<String> = counts
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| if count == 1 { format!("a {what}") } else { format!("{count} {what}s") })
            .collect();
        (!some.is_empty()).then(|| counted_off(&some))
    }
}

/// Counts the battering points of engines (SG-1.4); rams only where they can be brought up to the wall.
pub fn battering_parts(park: &Park, rams: bool, tables: &Tables, tally: &mut impl Tally) {
    let points = &tables.engines;
    tally.add("SG-1.4", "mangonels", i32::from(park.mangonels) * i32::from(points.mangonel));
    tally.add("SG-1.4", "trebuchets", i32::from(park.trebuchets) * i32::from(points.trebuchet));
    let hurt = if park.trebuchets > 0 { "lost of a trebuchet" } else { "lost of a mangonel" };
    tally.add("SG-1.4", hurt, -i32::from(park.hurt));
    if rams {
        tally.add("SG-1.4", "rams", i32::from(park.rams) * i32::from(points.ram));
    }
}

/// Rolls a day of battering with so many points (SG-1.4); with none nothing happens.
pub fn roll_battering(points: u16, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> Battering {
    let face = dice.die("SG-1.4 battering", 10) as u8;
    let table = &tables.battering;
    let column = table.least.iter().rposition(|&least| points >= least);
    let row = table.row.iter().find(|row| face <= row.face);
    match (column, row) {
        (Some(column), Some(row)) => {
            let (damage, lost) = (row.damage[column], u16::from(row.lost[column]));
            Battering { face, damage, lost, ..Battering::default() }
        }
        _ => Battering { face, ..Battering::default() },
    }
}

impl Park {
    /// Takes in all that another park has. Points that engines of both have lost are together those of one that still stands,
    /// and of as many whole ones as they come to (SG-1.4).
    pub fn join(&mut self, other: &Park, tables: &Tables) {
        self.mangonels = self.mangonels.saturating_add(other.mangonels);
        self.trebuchets = self.trebuchets.saturating_add(other.trebuchets);
        self.hurt = self.hurt.saturating_add(other.hurt);
        self.rams = self.rams.saturating_add(other.rams);
        self.towers = self.towers.saturating_add(other.towers);
        self.ladders |= other.ladders;
        self.wreck_the_hurt(tables);
    }

    /// Leaves what was taken of it to another; a hurt engine is the last of its kind to go.
    pub fn leave(&mut self, taken: &Park) {
        let stands = self.may_be_hurt();
        self.mangonels = self.mangonels.saturating_sub(taken.mangonels);
        self.trebuchets = self.trebuchets.saturating_sub(taken.trebuchets);
        self.hurt = if self.may_be_hurt() == stands { self.hurt.saturating_sub(taken.hurt) } else { 0 };
        self.rams = self.rams.saturating_sub(taken.rams);
        self.towers = self.towers.saturating_sub(taken.towers);
        self.ladders &= !taken.ladders;
    }

    /// The points that its engines have left to lose: those of mangonels and trebuchets (SG-1.4).
    pub fn points_to_lose(&self, tables: &Tables) -> u16 {
        let engines = &tables.engines;
        let whole = self.mangonels * u16::from(engines.mangonel) + self.trebuchets * u16::from(engines.trebuchet);
        whole.saturating_sub(self.hurt)
    }

    /// What is burnt of its engines when this is left of them, in their points; a tower is as much as a sortie burns at all (SG-1.3).
    pub fn burnt_since(&self, left: &Park, tables: &Tables) -> u16 {
        match left.towers < self.towers {
            true => u16::MAX,
            false => self.points_to_lose(tables).saturating_sub(left.points_to_lose(tables)),
        }
    }

    /// Takes lost points off engines, never off rams (SG-1.4): whole mangonels first, then trebuchets. One engine may stand hurt.
    /// Gives those that are gone.
    pub fn lose(&mut self, points: u16, tables: &Tables) -> Wrecked {
        let before = *self;
        let mangonel = u16::from(tables.engines.mangonel).max(1);
        let mangonels = self.mangonels.min(points / mangonel);
        self.mangonels -= mangonels;
        self.hurt += points - mangonels * mangonel;
        self.wreck_the_hurt(tables);
        Wrecked { mangonels: before.mangonels - self.mangonels, trebuchets: before.trebuchets - self.trebuchets }
    }

    /// The engine that bears the points which are lost, if there is one: a trebuchet, else a mangonel (SG-1.4).
    pub fn may_be_hurt(&self) -> Option<Gear> {
        match (self.trebuchets, self.mangonels) {
            (0, 0) => None,
            (0, _) => Some(Gear::Mangonel),
            _ => Some(Gear::Trebuchet),
        }
    }

    /// One engine at most stands hurt: what has lost all its points is gone (SG-1.4).
    fn wreck_the_hurt(&mut self, tables: &Tables) {
        let Park { trebuchets, mangonels, hurt, .. } = self;
        let points = &tables.engines;
        for (engines, points) in [(trebuchets, points.trebuchet), (mangonels, points.mangonel)] {
            let points = u16::from(points).max(1);
            let gone = (*hurt / points).min(*engines);
            *engines -= gone;
            *hurt -= gone * points;
            if *engines > 0 {
                return;
            }
        }
        *hurt = 0;
    }

    /// A fight has cost so many of a thing (MM-4.10, MM-4.11); a catapult is a mangonel, and where there is none a trebuchet.
    pub fn loses(&mut self, count: u16, thing: Thing) {
        match thing {
            Thing::Tower => self.towers = self.towers.saturating_sub(count),
            Thing::Ram => self.rams = self.rams.saturating_sub(count),
            Thing::Catapult => {
                let mangonels = self.mangonels.min(count);
                self.mangonels -= mangonels;
                self.trebuchets = self.trebuchets.saturating_sub(count - mangonels);
                self.hurt = if self.may_be_hurt().is_none() { 0 } else { self.hurt };
            }
            _ => {}
        }
    }

    /// Whether anything of it can be set on fire.
    pub fn burns(&self) -> bool {
        self.shoots() || self.towers > 0
    }

    /// Whether anything of it batters from a distance.
    pub fn shoots(&self) -> bool {
        self.mangonels > 0 || self.trebuchets > 0
    }
}

impl Siege {
    /// Whether rams and towers can be brought up to the line that is attacked (SG-7.3): the moat is filled, or behind
    /// those who are within.
    pub fn wheels_come_up(&self) -> bool {
        self.attacked() > 0 || self.moat == Moat::None
    }

    /// Whether rams stand before a line: the one attacked, where wheels come up to it (SG-7.3).
    pub(super) fn rams_reach(&self, line: u8) -> bool {
        line == self.attacked() && self.wheels_come_up()
    }

    /// The battering points a side has against a stretch (SG-1.4): its engines', and its rams' where they reach it.
    pub fn battering_points(&self, by: Side, at: At) -> u16 {
        self.points(by, self.rams_reach(at.line))
    }

    /// Counts those points.
    pub fn battering_made_of(&self, by: Side, at: At, tally: &mut impl Tally) {
        battering_parts(&self.parks[by], self.rams_reach(at.line), &self.tables, tally);
    }

    /// The battering points of a side's engines, with its rams or without them.
    pub(super) fn points(&self, by: Side, rams: bool) -> u16 {
        let mut sum = Sum::default();
        battering_parts(&self.parks[by], rams, &self.tables, &mut sum);
        sum.0.max(0) as u16
    }

    /// The line attacked: the outermost they hold where the besiegers are shut in behind it (SG-4.3).
    pub(super) fn attacked(&self) -> u8 {
        if self.shut_in { self.held().start } else { self.won }
    }

    /// Whether a stretch can be battered by a side's engines (SG-1.4): one of the line attacked, or of an inner one once
    /// the wall before it is breached or won; besiegers who are shut in are battered in the outermost they hold (SG-4.3).
    pub fn check_battering(&self, by: Side, at: At) -> Result<(), Illegal> {
        self.check_stretch(at)?;
        let park = &self.parks[by];
        let batters = park.shoots() || park.rams > 0 && self.rams_reach(at.line);
        match park.rams {
            _ if batters => Ok(()),
            0 => Err(Illegal::NoEngine),
            _ if at.line == self.attacked() => Err(Illegal::RamBehindMoat),
            _ => Err(Illegal::RamFarOff),
        }
    }

    /// Whether a side can bombard the place (CU-6.7): from without, with something that throws, at a line that stands.
    pub(super) fn check_bombarding(&self, by: Side) -> Result<(), Illegal> {
        if self.shut_in {
            return Err(Illegal::NotBombarded);
        }
        if !self.parks[by].shoots() {
            return Err(Illegal::NothingThatThrows);
        }
        self.bombarded().map(drop).ok_or(Illegal::AlreadyDown)
    }

    /// The stretch of the line attacked that is nearest to coming down.
    pub(super) fn bombarded(&self) -> Option<At> {
        let stretches = (0u8..).zip(&self.lines[usize::from(self.won)]);
        let standing = stretches.filter(|&(stretch, _)| self.check_stretch(At { line: self.won, stretch }).is_ok());
        let worst = standing.max_by_key(|&(n, stretch)| (stretch.outer, stretch.inner, std::cmp::Reverse(n)));
        worst.map(|(stretch, _)| At { line: self.won, stretch })
    }

    /// Whether a stretch is down already, or taken, so that whoever mines it digs for nothing.
    pub fn nothing_to_bring_down(&self, at: At) -> bool {
        matches!(self.check_stretch(at), Err(Illegal::AlreadyHeld | Illegal::AlreadyDown))
    }

    pub(super) fn check_stretch(&self, at: At) -> Result<(), Illegal> {
        let line = self.lines.get(usize::from(at.line)).ok_or(Illegal::NoSuchStretch)?;
        let stretch = line.get(usize::from(at.stretch)).ok_or(Illegal::NoSuchStretch)?;
        if at.line < self.attacked() {
            return Err(Illegal::AlreadyHeld);
        }
        // The keep stands above every line: its walls are battered once the outer wall is breached, or all before it are held.
        let open = match usize::from(at.line) + 1 == self.lines.len() {
            true => self.breached(0),
            false => self.breached(at.line.saturating_sub(1)),
        };
        if at.line > self.attacked() && (self.shut_in || !open) {
            return Err(Illegal::OuterWallStands);
        }
        let walls = &self.tables.walls;
        if stretch.outer >= walls.outer && stretch.inner >= walls.inner {
            return Err(Illegal::AlreadyDown);
        }
        Ok(())
    }

    /// Whether so many damages more demolish the side of a stretch that is battered now.
    pub(super) fn falls_by(&self, at: At, damages: u8) -> bool {
        let stretch = self.lines[usize::from(at.line)][usize::from(at.stretch)];
        let (outer, inner) = (self.tables.walls.outer, self.tables.walls.inner);
        let left = if stretch.outer < outer { outer - stretch.outer } else { inner.saturating_sub(stretch.inner) };
        left > 0 && damages >= left
    }

    /// Puts damages to a stretch: to its outer side until that is demolished, then to its inner one (SG-1.4, SG-7.1).
    pub(super) fn damage(&mut self, at: At, damages: u8) {
        let (outer, inner) = (self.tables.walls.outer, self.tables.walls.inner);
        let stretch = &mut self.lines[usize::from(at.line)][usize::from(at.stretch)];
        if stretch.outer < outer {
            stretch.outer = (stretch.outer + damages).min(outer);
        } else {
            stretch.inner = (stretch.inner + damages).min(inner);
        }
    }
}
