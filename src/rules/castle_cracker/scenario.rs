//! Scenarios: a field, a fort, what is to be held and who comes, read from a file (TOML), every fault of it with its line.
//!
//! Lengths and places are in whole inches; `x` to the right and `y` away from the attacker's edge.
//!
//! ```toml
//! name = "The ford"
//! what = "Two hosts and a river between them."
//! battle = "field"                  # field, castle cracker, castle cracker away or defence
//! width = 96
//! depth = 96
//! zones = 24                        # how deep each end zone is
//! turns = 20                        # after which the defenders have held
//! attacker = "The Romans"
//! defender = "The Gauls"
//!
//! [[ground]]
//! kind = "river"                    # a GroundSort
//! name = "the Sabis"
//! edge = [[0, 46], [96, 46], [96, 50], [0, 50]]
//! top = [48, 60]                    # where a slope rises to; its middle if left out
//!
//! [fort]
//! name = "Alesia"
//! side = "defender"
//! yard = [[30, 70], [60, 70], [60, 90], [30, 90]]
//!
//! [[wall]]
//! name = "the gate"
//! kind = "gate"                     # or wall
//! from = [42, 70]
//! to = [48, 70]
//!
//! [[objective]]
//! name = "the keep"
//! at = [45, 82]
//! within = 4                        # inches about it
//! side = "attacker"                 # who wins by holding it
//!
//! [[force]]
//! side = "attacker"
//! name = "the Tenth"
//! people = "romans"                 # or troops = "medium infantry"
//! mounted = false                   # the people's horse
//! armoured = false                  # the people's armoured foot
//! arms = "small arm"
//! missile = "thrown"
//! men = 20
//! at = [40, 12]
//! facing = "up"                     # up, down, left or right
//! files = 10
//! ladders = 2
//! climbers = true
//! gear = "ram"                      # ram or tower; an engine is a siege crew with a missile
//! on = "the gate"                   # on a parapet
//! aboard = "the wagon"              # on a wagon or a boat that stands before it in the file
//! garrison = true
//! ```

use super::field::{CordField, Fort, GroundShape, GroundSort, HeldPlace, WallId, WallStretch, inside};
use super::movement::{Footing, bad_footing};
use super::options::middle;
use super::state::{BattleSort, Position, SiegeGear, Troops, TroopsId, Whereabouts};
use super::tables::Tables;
use super::troops::{Armour, HandArm, ShotWeapon, TroopKind};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{Heading, INCH, Point, segments_cross};
use crate::rules::written::{LineFaults, Reader, TomlEntry, TomlReader, read_file};
use std::sync::{Arc, LazyLock};
use toml::Spanned;
use toml::de::DeValue;

/// The least and the most inches a field measures each way.
const SIZE: std::ops::RangeInclusive<i32> = 24..=480;
/// The most of each sort of thing a scenario may have.
const MOST: usize = 120;
/// How far the end of a gate may be from the line of the walls, in sixty-fourths of an inch.
const IN_LINE: i32 = INCH;
/// The most men of one force.
const MEN: std::ops::RangeInclusive<i32> = 1..=400;

/// A battle as its file has it, before anybody moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What it is called.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub what: String,
    /// What is fought for.
    pub sort: BattleSort,
    /// Turns after which it is over.
    pub turns: u32,
    /// What the sides are called.
    pub sides: BySide<String>,
    pub field: Arc<CordField>,
    /// The troops as they stand at the beginning.
    pub troops: Vec<Troops>,
}

impl Scenario {
    /// The game before the first move, by these figures.
    pub fn begin(&self, tables: &Arc<Tables>) -> Position {
        // How broad a figure stands is the campaign's, where a scenario only says who and where.
        let troops = self.troops.iter().map(|one| Troops { base: tables.troop(one.kind).base, ..one.clone() });
        Position::new(tables, &self.field, self.sort, self.turns, troops.collect())
    }
}

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../data/scenarios/", $name, ".toml")))),+]
    };
}

/// The scenarios that ship with the program, by the names of their files.
static SHIPPED: LazyLock<Vec<(&'static str, Arc<Scenario>)>> = LazyLock::new(|| {
    let files =
        files!["plain-field", "ford", "pass-and-bridge", "hill-fort", "castle-gate", "relief", "northmens-landing",];
    let parse = |(file, text): (&'static str, &str)| {
        let read = read(text).unwrap_or_else(|faults| panic!("the program's own scenario {file}: {faults}"));
        (file, Arc::new(read))
    };
    files.into_iter().map(parse).collect()
});

/// Every scenario that ships, with its word on the command line.
pub fn shipped() -> &'static [(&'static str, Arc<Scenario>)] {
    &SHIPPED
}

/// The shipped scenario of a name, by its file's or its own.
pub fn find(name: &str) -> Option<Arc<Scenario>> {
    let plain = crate::rules::figure::plain;
    let called =
        |(file, scenario): &&(&str, Arc<Scenario>)| plain(file) == plain(name) || plain(&scenario.name) == plain(name);
    SHIPPED.iter().find(called).map(|(_, scenario)| scenario.clone())
}

/// A scenario from the text of its file, or every fault of it.
pub fn read(text: &str) -> Result<Scenario, LineFaults> {
    read_zoned(text, 1)
}

/// A scenario from the text that a game begun by it keeps, which may be of an earlier program and have no end zones.
pub fn read_kept(text: &str) -> Result<Scenario, LineFaults> {
    read_zoned(text, 0)
}

/// A scenario whose end zones are at least so many inches deep.
fn read_zoned(text: &str, shallowest: i32) -> Result<Scenario, LineFaults> {
    let read = read_file(text, "a scenario", |file, whole| match file.sound() {
        true => ScenarioReader { file, tables: Tables::book(), shallowest }.scenario(whole),
        // Of what breaks off nothing else is told.
        false => None,
    });
    read?.ok_or_else(|| LineFaults(Vec::new()))
}

type Value<'i> = Spanned<DeValue<'i>>;

struct ScenarioReader<'r, 'a> {
    file: &'r mut Reader<'a>,
    tables: Arc<Tables>,
    /// The least inches an end zone is deep.
    shallowest: i32,
}

impl TomlReader for ScenarioReader<'_, '_> {
    const MOST_TABLES: usize = 2 * MOST;

    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.file.fault(at, what);
    }
}

impl ScenarioReader<'_, '_> {
    fn scenario(&mut self, whole: &TomlEntry<'_, '_>) -> Option<Scenario> {
        let keys = [
            "name",
            "what",
            "battle",
            "width",
            "depth",
            "zones",
            "turns",
            "attacker",
            "defender",
            "ground",
            "fort",
            "wall",
            "objective",
            "force",
        ];
        self.known(whole, &keys);
        let name = self.needed(whole, "name", Self::words);
        let what = self.needed(whole, "what", Self::words);
        let sort = self.needed(whole, "battle", Self::word::<BattleSort>);
        let width = self.needed(whole, "width", |reader, value| reader.number(value, "width", SIZE));
        let depth = self.needed(whole, "depth", |reader, value| reader.number(value, "depth", SIZE));
        let deepest = depth.unwrap_or(*SIZE.end()) / 2;
        let zones =
            self.needed(whole, "zones", |reader, value| reader.number(value, "zones", reader.shallowest..=deepest));
        let turns = self.needed(whole, "turns", |reader, value| reader.number(value, "turns", 1..=200));
        let sides = BySide {
            attacker: self.needed(whole, "attacker", Self::words).unwrap_or_default(),
            defender: self.needed(whole, "defender", Self::words).unwrap_or_default(),
        };
        // Without its depth and its zones nobody knows who stands in one.
        let zoned = depth.is_some() && zones.is_some();
        let size = Point::new(width.unwrap_or(*SIZE.end()) * INCH, depth.unwrap_or(*SIZE.end()) * INCH);
        let mut field = CordField::open(size, zones.unwrap_or(0) * INCH);
        for entry in self.tables(whole, "ground", "ground") {
            let shape = self.ground(&entry, &field);
            field.ground.extend(shape);
        }
        field.fort = self.fort(whole, &field);
        for entry in self.tables(whole, "objective", "an objective") {
            let held = self.objective(&entry, &field);
            field.objectives.extend(held);
        }
        let mut troops: Vec<Troops> = Vec::new();
        // Whose forces have faults of their own, so that nobody knows what they would be.
        let mut faulty = BySide { attacker: false, defender: false };
        for entry in self.tables(whole, "force", "a force") {
            let Some(mut force) = self.force(&entry, &field) else {
                let side = entry.get("side").and_then(|side| side.get_ref().as_str()).map(str::parse::<Side>);
                match side {
                    Some(Ok(side)) => faulty[side] = true,
                    _ => faulty = BySide { attacker: true, defender: true },
                }
                continue;
            };
            if let Some(carrier) = self.optional(&entry, "aboard", Self::words) {
                self.aboard(&entry, &carrier, &mut force, &troops);
            }
            for (side, other) in [(Side::Attacker, "attacker"), (Side::Defender, "defender")] {
                if force.side == side && troops.iter().filter(|troops| troops.side == side).count() >= MOST {
                    self.fault(entry.at, format!("the {other} has at most {MOST} forces"));
                }
            }
            if let Some(before) = troops.iter().find(|before| before.name == force.name) {
                let name = before.name.clone();
                self.fault(entry.at("name"), format!("there is a force called {name} already"));
            }
            let afield = |one: &Troops| one.whereabouts == Whereabouts::Field;
            if let Some(before) = troops.iter().find(|one| afield(one) && afield(&force) && one.overlaps(&force)) {
                let name = before.name.clone();
                self.fault(entry.at("at"), format!("{} stand where {name} stand", force.name));
            }
            if let Some(wall) = stood_through(&field, &force) {
                self.fault(entry.at("at"), format!("{} stand through {wall}", force.name));
            }
            self.begins(&entry, sort.filter(|_| zoned), &force, &field);
            self.parapet_room(&entry, &force, &troops, &field);
            troops.push(force);
        }
        for side in [Side::Attacker, Side::Defender] {
            if !faulty[side] && !troops.iter().any(|troops| troops.side == side && troops.can_fight()) {
                self.fault(whole.at, format!("the {side} has nobody who can fight; add a [[force]]"));
            }
        }
        if let Some(sort) = sort {
            self.suits(whole, sort, zoned, &field);
        }
        if let (Some(BattleSort::Away), Some(fort)) = (sort, &field.fort) {
            for (garrison, what) in
                [(true, "a garrison: forces with “garrison = true”"), (false, "a relief: forces without it")]
            {
                let comes = |one: &Troops| one.side == fort.side && one.garrison == garrison && one.can_fight();
                if !faulty[fort.side] && !troops.iter().any(comes) {
                    self.fault(
                        whole.at("battle"),
                        format!("in a castle cracker away the fort's side has {what} (CC-1.2)"),
                    );
                }
            }
        }
        Some(Scenario {
            name: name?,
            what: what?,
            sort: sort?,
            turns: turns? as u32,
            sides,
            field: Arc::new(field),
            troops,
        })
    }

    /// Where a force begins (CC-1.2): in a castle cracker those who attack in their end zone, and nobody of the fort in it; and a
    /// garrison is of a fort.
    fn begins(&mut self, entry: &TomlEntry<'_, '_>, sort: Option<BattleSort>, force: &Troops, field: &CordField) {
        let fort = field.fort.as_ref();
        let attacks = fort.is_some_and(|fort| fort.side != force.side);
        if sort == Some(BattleSort::Castle) && fort.is_some() {
            if attacks && !field.in_zone(force.side, force.at) {
                let what = "in a castle cracker those who attack start in their end zone (CC-1.2)";
                self.fault(entry.at("at"), what);
            }
            if !attacks && field.in_zone(force.side.other(), force.at) {
                let what =
                    "in a castle cracker the attackers start in their end zone, and nobody of the fort in it (CC-1.2)";
                self.fault(entry.at("at"), what);
            }
        }
        let within = matches!(force.whereabouts, Whereabouts::Parapet(_)) || field.in_yard(force.at);
        if sort == Some(BattleSort::Away) && fort.is_some() && !attacks && within && !force.garrison {
            let what =
                "in a castle cracker away who begins in the fort is of its garrison: write “garrison = true” (CC-1.2)";
            self.fault(entry.at("at"), what);
        }
        if force.garrison && (attacks || fort.is_none()) {
            self.fault(entry.at("garrison"), "a garrison is of the side whose [fort] it is (CC-1.2)");
        }
    }

    /// All who begin on one parapet have room on it.
    fn parapet_room(&mut self, entry: &TomlEntry<'_, '_>, force: &Troops, before: &[Troops], field: &CordField) {
        let Whereabouts::Parapet(id) = force.whereabouts else { return };
        let Some(wall) = field.wall(id) else { return };
        let there = before.iter().filter(|one| one.whereabouts == force.whereabouts);
        let there: usize = there.map(|one| one.standing.len()).sum();
        let holds = parapet_holds(wall, &self.tables);
        if there + force.standing.len() > holds {
            let left = holds - there.min(holds);
            let what = match there {
                0 => format!("{} has room for {holds}", wall.name),
                _ => format!("{} has room for {holds}, and {there} are on it: for {left} more", wall.name),
            };
            self.fault(entry.at("men"), what);
        }
    }

    /// What each sort of battle is fought over (CC-1.2).
    fn suits(&mut self, whole: &TomlEntry<'_, '_>, sort: BattleSort, zoned: bool, field: &CordField) {
        let at = whole.at("battle");
        let wants = |side: Side| field.objectives.iter().any(|objective| objective.side == side);
        match (sort, &field.fort) {
            (BattleSort::Open, None) => {}
            (BattleSort::Open, Some(_)) => self.fault(at, "a field has no fort; let it be a castle cracker"),
            (BattleSort::Defence, _) if field.objectives.is_empty() => {
                self.fault(at, "a defence needs an [[objective]] (CC-1.2)");
            }
            (BattleSort::Defence, _) => {}
            (_, None) => self.fault(at, format!("a {sort} needs a [fort] (CC-1.2)")),
            (_, Some(fort)) if !wants(fort.side.other()) => {
                self.fault(at, "whoever attacks the fort needs an [[objective]] (CC-1.2)");
            }
            (BattleSort::Castle, Some(fort)) if zoned => {
                let walls = fort.walls.iter().flat_map(|wall| [wall.from, wall.to]);
                if fort.yard.iter().copied().chain(walls).any(|place| !field.in_zone(fort.side, place)) {
                    let what =
                        "in a castle cracker the fort stands in its side's end zone, with all its walls (CC-1.2)";
                    self.fault(at, what);
                }
            }
            _ => {}
        }
    }

    fn ground(&mut self, entry: &TomlEntry<'_, '_>, field: &CordField) -> Option<GroundShape> {
        self.known(entry, &["kind", "name", "edge", "top"]);
        let sort = self.needed(entry, "kind", Self::word);
        let edge = self.needed(entry, "edge", |reader, value| reader.edge(value, field));
        let top = self.optional(entry, "top", |reader, value| reader.place(value, field));
        let name = self.optional(entry, "name", Self::words);
        let (sort, edge): (super::field::GroundSort, Vec<Point>) = (sort?, edge?);
        if top.is_some() && !sort.rises() {
            self.fault(entry.at("top"), format!("a {sort} does not rise"));
        }
        Some(GroundShape { sort, name: name.unwrap_or_default(), top: top.unwrap_or_else(|| middle(&edge)), edge })
    }

    fn fort(&mut self, whole: &TomlEntry<'_, '_>, field: &CordField) -> Option<Fort> {
        let Some(value) = whole.get("fort") else {
            for entry in self.tables(whole, "wall", "a wall") {
                self.fault(entry.at, "a wall needs a [fort]");
            }
            return None;
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span().start, "a fort is written [fort]");
            return None;
        };
        let entry = TomlEntry { table, at: value.span().start, what: "a fort" };
        self.known(&entry, &["name", "side", "yard"]);
        let name = self.needed(&entry, "name", Self::words);
        let side = self.needed(&entry, "side", Self::word::<Side>);
        let yard = self.needed(&entry, "yard", |reader, value| reader.edge(value, field));
        let mut walls: Vec<WallStretch> = Vec::new();
        let mut entries = Vec::new();
        for entry in self.tables(whole, "wall", "a wall") {
            self.known(&entry, &["name", "kind", "from", "to"]);
            let name = self.needed(&entry, "name", Self::words);
            let kind = self.needed(&entry, "kind", Self::words);
            let from = self.needed(&entry, "from", |reader, value| reader.place(value, field));
            let to = self.needed(&entry, "to", |reader, value| reader.place(value, field));
            if kind.as_deref().is_some_and(|kind| !["wall", "gate"].contains(&kind)) {
                self.fault(entry.at("kind"), "a wall is a wall or a gate");
            }
            let (Some(name), Some(kind), Some(from), Some(to)) = (name, kind, from, to) else { continue };
            if from.distance(to) < 2 * INCH {
                self.fault(entry.at("to"), "a stretch of wall is at least 2 inches long");
            }
            if walls.iter().any(|wall| wall.name == name) {
                self.fault(entry.at("name"), format!("there is a wall called {name} already"));
            }
            walls.push(WallStretch { name, gate: kind == "gate", from, to });
            entries.push((entry.at("from"), entry.at("to")));
        }
        if walls.is_empty() {
            self.fault(entry.at, "a fort needs a [[wall]]");
        }
        if let Some(yard) = &yard {
            self.gates_in_line(&entries, &walls, yard);
        }
        // Of what it lacks it has a fault; what stands on its walls, and what it is fought for, has none.
        let own = || if field.in_zone(Side::Attacker, walls.first()?.from) { Some(Side::Attacker) } else { None };
        let side = side.or_else(own).unwrap_or(Side::Defender);
        Some(Fort { name: name.unwrap_or_default(), side, walls, yard: yard.unwrap_or_default() })
    }

    /// A gate stands in the line of its fort's walls: both its ends on the edge of the yard, or at another wall.
    fn gates_in_line(&mut self, entries: &[(usize, usize)], walls: &[WallStretch], yard: &[Point]) {
        let near = |place: Point, from: Point, to: Point| {
            place.distance_squared_to_segment(from, to).0 <= i64::from(IN_LINE) * i64::from(IN_LINE)
        };
        for (number, (gate, at)) in walls.iter().zip(entries).enumerate().filter(|(_, (wall, _))| wall.gate) {
            let in_line = |place: Point| {
                let beside = |(other, wall): (usize, &WallStretch)| other != number && near(place, wall.from, wall.to);
                sides(yard).any(|(from, to)| near(place, from, to)) || walls.iter().enumerate().any(beside)
            };
            for (end, at) in [(gate.from, at.0), (gate.to, at.1)] {
                if !in_line(end) {
                    let what = "a gate stands in line with the walls: its ends at a wall's, or on the edge of the yard";
                    self.fault(at, what);
                }
            }
        }
    }

    fn objective(&mut self, entry: &TomlEntry<'_, '_>, field: &CordField) -> Option<HeldPlace> {
        self.known(entry, &["name", "at", "within", "side"]);
        let name = self.needed(entry, "name", Self::words);
        let at = self.needed(entry, "at", |reader, value| reader.place(value, field));
        let within = self.needed(entry, "within", |reader, value| reader.number(value, "within", 1..=48));
        let side = self.needed(entry, "side", Self::word::<Side>);
        let ground = at.and_then(|at| field.ground_at(at)).map(|shape| shape.sort);
        if matches!(ground, Some(GroundSort::River | GroundSort::Lake)) {
            self.fault(entry.at("at"), "an objective lies on land, where somebody can stand at it");
        }
        Some(HeldPlace { name: name?, at: at?, within: within? * INCH, side: side? })
    }

    fn force(&mut self, entry: &TomlEntry<'_, '_>, field: &CordField) -> Option<Troops> {
        self.known(
            entry,
            &[
                "side", "name", "people", "troops", "mounted", "armoured", "arms", "missile", "men", "at", "facing",
                "files", "ladders", "climbers", "gear", "on", "aboard", "garrison",
            ],
        );
        let side = self.needed(entry, "side", Self::word::<Side>);
        let name = self.needed(entry, "name", Self::words);
        let kind = self.kind(entry);
        let hand = self.optional(entry, "arms", Self::word::<HandArm>);
        let missile = self.optional(entry, "missile", |reader, value| {
            let read = ShotWeapon::named(value.get_ref().as_str().unwrap_or(""));
            read.map_err(|unknown| reader.fault(value.span().start, unknown.to_string())).ok()
        });
        let gear = self.optional(entry, "gear", Self::word::<SiegeGear>);
        let men = self.needed(entry, "men", |reader, value| reader.number(value, "men", MEN));
        let on = self.optional(entry, "on", Self::words);
        let off_field = on.is_some() || entry.get("aboard").is_some();
        let places: Vec<&str> = ["at", "on", "aboard"].into_iter().filter(|key| entry.get(key).is_some()).collect();
        if let [one, other, ..] = places[..] {
            self.fault(entry.at(one), format!("a force begins at one place: leave “{one}” out, or “{other}”"));
        }
        let place = match off_field {
            true => None,
            false => self.needed(entry, "at", |reader, value| reader.place(value, field)),
        };
        let facing = self.optional(entry, "facing", |reader, value| {
            let way =
                [("up", Heading::UP), ("down", Heading::DOWN), ("left", Heading::new(32)), ("right", Heading::new(0))];
            let word = value.get_ref().as_str().unwrap_or("");
            let found = way.iter().find(|(known, _)| *known == word).map(|(_, heading)| *heading);
            if found.is_none() {
                reader.fault(value.span().start, "a force faces up, down, left or right");
            }
            found
        });
        let files = self.optional(entry, "files", |reader, value| reader.number(value, "files", 1..=60));
        let ladders = self.optional(entry, "ladders", |reader, value| reader.number(value, "ladders", 0..=20));
        let climbers = self.optional(entry, "climbers", Self::yes).unwrap_or(false);
        let garrison = self.optional(entry, "garrison", Self::yes).unwrap_or(false);
        // What else is wrong is told where only the number of men is, too.
        let ((kind, fights), side, name, known, men) = (kind?, side?, name?, men, men.unwrap_or(1) as usize);
        let row = *self.tables.troop(kind);
        let engine = missile.is_some_and(|weapon| self.tables.weapon(weapon).engine);
        if engine != (kind == TroopKind::SiegeCrew && gear.is_none()) {
            self.fault(
                entry.at("missile"),
                "a siege crew serves an engine as its missile, or a ram or a tower as its gear, and nobody else does",
            );
        }
        // CC-2.3: archers, crossbowmen and musketeers are light infantry, of whatever people.
        let shoots = matches!(missile, Some(ShotWeapon::Bow | ShotWeapon::Crossbow | ShotWeapon::Musket));
        let (kind, fights, row) = match shoots && kind.is_foot() && kind != TroopKind::LightFoot {
            false => (kind, fights, row),
            true => {
                if entry.get("troops").is_some() {
                    let what = "archers, crossbowmen and musketeers on foot are light infantry (CC-2.3)";
                    self.fault(entry.at("troops"), what);
                }
                (TroopKind::LightFoot, None, *self.tables.troop(TroopKind::LightFoot))
            }
        };
        if climbers && !kind.is_foot() {
            self.fault(entry.at("climbers"), "horses and wheels climb nowhere; only foot has climbing gear (CC-3.1)");
        }
        if gear.is_some() && kind != TroopKind::SiegeCrew {
            self.fault(entry.at("gear"), "a ram or a tower is pushed by a siege crew");
        }
        self.suits_kind(entry, kind, (hand, missile, gear), ladders.unwrap_or(0));
        let lance = matches!(kind, TroopKind::HeavyHorse) && hand.is_none();
        let facing = facing.unwrap_or(if side == Side::Attacker { Heading::UP } else { Heading::DOWN });
        let mut troops = Troops {
            name: name.as_str().into(),
            side,
            kind,
            armour: row.armour,
            fights: fights.unwrap_or(row.armour),
            hand: hand.unwrap_or(if lance { HandArm::Lance } else { HandArm::Small }),
            missile,
            gear: if engine { Some(SiegeGear::Engine) } else { gear },
            ladders: ladders.unwrap_or(0) as usize,
            climbers,
            garrison,
            at: place.unwrap_or_default(),
            facing,
            files: files.map_or(men.min(10), |files| files as usize).min(men),
            ..Troops::of(kind, men, row.base)
        };
        match on {
            Some(wall) => self.on_wall(entry, &wall, &mut troops, field)?,
            None if off_field => {}
            None => {
                place?;
                let what = match bad_footing(field, &troops) {
                    None => None,
                    Some(Footing::Edge) => {
                        Some(format!("not all of {name} stand on the field; the first rank stands at “at”"))
                    }
                    Some(footing) => Some(format!(
                        "{name} cannot stand there: some would stand {footing}; boats are on lakes, others on land"
                    )),
                };
                if let Some(what) = what {
                    self.fault(entry.at("at"), what);
                }
            }
        }
        known?;
        Some(troops)
    }

    /// What a kind of troops carries (CC-2.1, CC-2.2, CC-6.4).
    fn suits_kind(
        &mut self,
        entry: &TomlEntry<'_, '_>,
        kind: TroopKind,
        (hand, missile, gear): (Option<HandArm>, Option<ShotWeapon>, Option<SiegeGear>),
        ladders: i32,
    ) {
        if gear == Some(SiegeGear::Engine) {
            let what = "an engine is its crew's missile: write which, such as “missile = \"ballista\"”, and no gear";
            self.fault(entry.at("gear"), what);
        }
        if ladders > 0 && !kind.is_foot() {
            self.fault(entry.at("ladders"), "only foot carries ladders (CC-6.4)");
        }
        if hand == Some(HandArm::Lance) && !matches!(kind, TroopKind::LightHorse | TroopKind::HeavyHorse) {
            self.fault(entry.at("arms"), "a lance is a rider's; others have a pole arm or a small arm (CC-2.2)");
        }
        let light = missile.is_some_and(|weapon| !self.tables.weapon(weapon).engine);
        if light && matches!(kind, TroopKind::WarWagon | TroopKind::Boat) {
            let what = format!("a {kind} shoots by the men who are in it: a force of its own, “aboard” it (CC-2.1)");
            self.fault(entry.at("missile"), what);
        }
    }

    /// What a force is, by its people or its kind of troops, and as what it fights where that is something else (CC-2.3).
    fn kind(&mut self, entry: &TomlEntry<'_, '_>) -> Option<(TroopKind, Option<Armour>)> {
        let mounted = self.optional(entry, "mounted", Self::yes).unwrap_or(false);
        let armoured = self.optional(entry, "armoured", Self::yes).unwrap_or(false);
        let people = self.optional(entry, "people", Self::words);
        let kind = self.optional(entry, "troops", Self::word::<TroopKind>);
        let Some(people) = people else {
            for key in ["mounted", "armoured"] {
                if entry.get(key).is_some() {
                    self.fault(entry.at(key), format!("“{key}” is of a people"));
                }
            }
            if entry.get("troops").is_none() {
                self.fault(entry.at, "a force needs “people” or “troops”");
            }
            return Some((kind?, None));
        };
        let tables = self.tables.clone();
        let Some(row) = tables.peoples().iter().find(|row| row.name == people.to_lowercase()) else {
            let known: Vec<&str> = tables.peoples().iter().map(|row| row.name.as_str()).collect();
            self.fault(entry.at("people"), format!("there are no “{people}”; there are {}", known.join(", ")));
            return None;
        };
        if entry.get("troops").is_some() {
            self.fault(entry.at("troops"), "a force has a people or a kind of troops, not both");
        }
        if mounted && armoured {
            self.fault(entry.at("armoured"), "“armoured” is of a people's foot; leave it out of its horse (CC-2.3)");
        }
        let of = match (mounted, armoured) {
            (true, _) => row.horse,
            (false, true) => row.armoured,
            (false, false) => Some(row.foot),
        };
        if of.is_none() {
            let what = if mounted { "horse" } else { "armoured foot" };
            self.fault(entry.at("people"), format!("the book has no {what} of the {people} (CC-2.3)"));
        }
        Some((of?, row.fights.filter(|_| !mounted)))
    }

    fn on_wall(&mut self, entry: &TomlEntry<'_, '_>, wall: &str, troops: &mut Troops, field: &CordField) -> Option<()> {
        let found = field.walls().find(|(_, stretch)| stretch.name == wall);
        let Some((id, _)) = found else {
            self.fault(entry.at("on"), format!("there is no wall called {wall}"));
            return None;
        };
        if !troops.kind.is_foot() || field.fort.as_ref().is_some_and(|fort| fort.side != troops.side) {
            self.fault(entry.at("on"), "only foot of the fort's side begins on its walls");
        }
        post(troops, id, field);
        Some(())
    }

    /// Troops that begin on a wagon or a boat (CC-2.1).
    fn aboard(&mut self, entry: &TomlEntry<'_, '_>, carrier: &str, force: &mut Troops, before: &[Troops]) {
        let found = before.iter().position(|one| &*one.name == carrier && one.side == force.side);
        let holds = found.and_then(|at| Some((at, before[at].kind.carries(&self.tables)? * before[at].standing.len())));
        let Some((at, holds)) = holds else {
            self.fault(entry.at("aboard"), format!("no wagon or boat of theirs before it is called {carrier}"));
            return;
        };
        let id = TroopsId(at as u16);
        let riders = before.iter().filter(|one| one.whereabouts == Whereabouts::Aboard(id));
        let there: usize = riders.map(|one| one.standing.len()).sum();
        if !force.kind.is_foot() || there + force.standing.len() > holds {
            self.fault(entry.at("aboard"), format!("{carrier} has room for {} men on foot", holds - there.min(holds)));
        }
        (force.at, force.whereabouts) = (before[at].at, Whereabouts::Aboard(id));
    }

    fn words(&mut self, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= 300);
        if text.is_none() {
            self.fault(value.span().start, "expected words in quotation marks, of 300 letters at most");
        }
        text.map(str::to_owned)
    }

    fn place(&mut self, value: &Value<'_>, field: &CordField) -> Option<Point> {
        let pair: Option<Vec<i32>> = value
            .get_ref()
            .as_array()
            .map(|pair| pair.iter().filter_map(|item| whole_number(item.get_ref())).collect());
        let at = match pair.as_deref() {
            Some(&[x, y]) if x.unsigned_abs() <= 1000 && y.unsigned_abs() <= 1000 => {
                Some(Point::new(x * INCH, y * INCH))
            }
            _ => None,
        };
        let at = at.filter(|at| field.holds(*at));
        if at.is_none() {
            let (x, y) = (field.size.x / INCH, field.size.y / INCH);
            self.fault(
                value.span().start,
                format!("expected a place on the field, as [x, y] in inches up to {x} and {y}"),
            );
        }
        at
    }

    fn edge(&mut self, value: &Value<'_>, field: &CordField) -> Option<Vec<Point>> {
        let Some(list) = value.get_ref().as_array().filter(|list| (3..=60).contains(&list.len())) else {
            self.fault(value.span().start, "expected three to sixty places, as [[x, y], [x, y], [x, y]]");
            return None;
        };
        let places: Vec<Option<Point>> = list.iter().map(|item| self.place(item, field)).collect();
        let edge: Vec<Point> = places.into_iter().collect::<Option<_>>()?;
        if !edge.iter().any(|one| inside(&edge, one.half_way(middle(&edge)))) {
            self.fault(value.span().start, "these places enclose nothing");
        }
        let lines: Vec<(Point, Point)> = sides(&edge).collect();
        let meet = |one: usize, other: usize| {
            let beside = other == one + 1 || one == 0 && other + 1 == lines.len();
            !beside && segments_cross(lines[one].0, lines[one].1, lines[other].0, lines[other].1)
        };
        if (0..lines.len()).any(|one| (one + 1..lines.len()).any(|other| meet(one, other))) {
            self.fault(value.span().start, "this edge crosses itself; go round the place in order");
        }
        Some(edge)
    }
}

/// The sides of an edge, from each corner to the next.
fn sides(edge: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..edge.len()).map(|at| (edge[at], edge[(at + 1) % edge.len()]))
}

/// How many men stand on a parapet, in ranks an inch apart (CC-6.4).
pub(super) fn parapet_holds(wall: &WallStretch, tables: &Tables) -> usize {
    tables.castle.ranks * (wall.from.distance(wall.to) / INCH).max(1) as usize
}

/// The wall that troops on the field stand on both sides of, if there is one.
fn stood_through<'f>(field: &'f CordField, troops: &Troops) -> Option<&'f str> {
    let across = |(_, wall): &(WallId, &WallStretch)| {
        let beyond = |place: Point| segments_cross(troops.at, place, wall.from, wall.to);
        troops.whereabouts == Whereabouts::Field && troops.figures().any(|(_, place)| beyond(place))
    };
    field.walls().find(across).map(|(_, wall)| wall.name.as_str())
}

fn whole_number(value: &DeValue<'_>) -> Option<i32> {
    value.as_integer().and_then(|number| i32::from_str_radix(number.as_str(), number.radix()).ok())
}

/// Posts troops at the middle of a stretch of wall, facing out of the yard.
pub(super) fn post(troops: &mut Troops, id: WallId, field: &CordField) {
    let middle = field.wall(id).map_or(troops.at, WallStretch::middle);
    post_near(troops, id, field, middle);
}

/// Posts troops on a stretch of wall as near to a place as all of them stand on it.
pub(super) fn post_near(troops: &mut Troops, id: WallId, field: &CordField, place: Point) {
    let Some(wall) = field.wall(id) else { return };
    let length = wall.from.distance(wall.to);
    troops.files = troops.standing.len().clamp(1, (length / INCH).max(1) as usize);
    let half = (troops.files as i32 * troops.base / 2).min(length / 2);
    let along = wall.from.distance(wall.nearest(place)).clamp(half, length - half);
    troops.at = wall.from.toward(wall.to, along);
    (troops.trail, troops.storming, troops.facing) = (None, None, field.outward(id));
    troops.whereabouts = Whereabouts::Parapet(id);
    troops.renumber();
}
