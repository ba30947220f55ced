//! A battle played again from its record: the table at any moment, the log in step with it, and one man's part in it.

use crate::app::battle::unreadable;
use crate::campaign::ids::{BattleId, FormationId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::Tincture;
use crate::rules::battle::{Fate, Fighter, Report};
use crate::rules::explain::Part;
use crate::rules::figure::{BySide, Class, Horse, Rank, Side};
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::event::{Event, Placed};
use crate::rules::man_to_man::ground::{self, Ground};
use crate::rules::man_to_man::log::{self, Line, Names};
use crate::rules::man_to_man::record;
use crate::rules::man_to_man::replay::{ManShown, Scene, bodies};
use crate::rules::man_to_man::state::FigureId;
use crate::rules::man_to_man::timeline::{Timeline, concerns};
use crate::store::Db;
use std::sync::Arc;

/// How a man fights, which his base shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// On foot, hand to hand.
    Foot,
    /// On foot, with a missile weapon.
    Shooter,
    /// Mounted.
    Horse,
    Cleric,
}

/// One line of the log, and the event it tells of.
#[derive(Clone, Debug)]
pub struct ToldEvent {
    /// How many events there are up to it, itself among them.
    pub at: usize,
    pub line: Line,
}

/// A man as the plan has him, with what a replay shows of him whatever the moment.
#[derive(Clone, Debug)]
pub struct Actor {
    /// As he came to the field.
    pub fighter: Fighter,
    pub side: Side,
    /// The name of his body.
    pub body: String,
    /// What became of him in the end, in words.
    pub end: String,
}

impl Actor {
    /// His name with his number on the roster.
    pub fn named(&self) -> String {
        match (self.fighter.name.is_empty(), self.fighter.number.is_empty()) {
            (false, false) => format!("{} ({})", self.fighter.name, self.fighter.number),
            (false, true) => self.fighter.name.clone(),
            (true, _) => self.fighter.number.clone(),
        }
    }

    /// Who he is: `baron, grade B, protection 1`.
    pub fn standing(&self) -> String {
        let fighter = &self.fighter;
        let who = match fighter.profile.class {
            Class::Knight if fighter.profile.rank != Rank::None => fighter.profile.rank.word(),
            class => class.word(),
        };
        format!("{who}, grade {}, protection {}", fighter.profile.grade, fighter.profile.protection)
    }

    /// What he carries and rides.
    pub fn arms(&self) -> String {
        let mut arms: Vec<&str> = self.fighter.profile.weapons.iter().map(|weapon| weapon.word()).collect();
        match self.fighter.profile.horse {
            Horse::None => {}
            Horse::Unbarded => arms.push("horse"),
            Horse::Barded => arms.push("barded horse"),
        }
        if arms.is_empty() { "unarmed".to_owned() } else { arms.join(", ") }
    }

    /// How he fights, mounted or not at the moment.
    pub fn arm(&self, mounted: bool) -> BaseKind {
        match self.fighter.profile.class {
            Class::Cleric => BaseKind::Cleric,
            _ if mounted => BaseKind::Horse,
            _ if self.fighter.profile.weapons.iter().any(|weapon| weapon.shoots()) => BaseKind::Shooter,
            _ => BaseKind::Foot,
        }
    }
}

/// A battle ready to be played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What it is called.
    pub title: String,
    /// The tincture of each side.
    pub tinctures: BySide<Tincture>,
    /// What happened.
    pub timeline: Timeline,
    /// The log.
    pub lines: Vec<ToldEvent>,
    /// Everybody, in the order of figures.
    pub actors: Vec<Actor>,
    /// Widths of a base on foot and mounted, in 64ths of an inch (MM-3.8).
    pub bases: (i32, i32),
    pub ground: Arc<Ground>,
    /// The names by which events are told.
    names: Names,
}

/// A battle of the campaign, from its record.
pub fn of_battle(db: &Db, battle: BattleId) -> Result<Replay> {
    let battle = db.battle(battle)?;
    let record = battle.record.ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, format!("{} has no record to play.", battle.name))
            .hint("Only battles fought in the program have one.")
    })?;
    of_record(db, &battle.name, battle.attacker, battle.defender, &db.record(record)?)
}

/// A battle from the bytes of its record, whether or not it is in the campaign yet.
pub fn of_record(db: &Db, title: &str, attacker: FormationId, defender: FormationId, bytes: &[u8]) -> Result<Replay> {
    of_bytes(title, tinctures(db, attacker, defender)?, bytes)
}

/// The tinctures of two armies' sides.
pub fn tinctures(db: &Db, attacker: FormationId, defender: FormationId) -> Result<BySide<Tincture>> {
    let tincture = |army| Ok::<_, Problem>(db.side(db.formation(army)?.side)?.tincture);
    Ok(BySide { attacker: tincture(attacker)?, defender: tincture(defender)? })
}

/// A battle from the bytes of its record alone.
pub fn of_bytes(title: &str, tinctures: BySide<Tincture>, bytes: &[u8]) -> Result<Replay> {
    Ok(Replay::new(title, tinctures, record::decode(bytes).map_err(|error| unreadable(&error))?))
}

impl Replay {
    /// A battle ready to be played.
    pub fn new(title: &str, tinctures: BySide<Tincture>, record: record::Record) -> Replay {
        let names = Names::of(&record.plan);
        let lines = told(&record.events, 0, &names);
        let actors = actors(&record);
        let house = |key: &str, unit: i32, book: i32| house(&record.tables, key).unwrap_or(book) * unit;
        let bases = (house("base_foot", INCH / 4, 3), house("base_mounted", INCH / 4, 4));
        // A record holds the file of its ground, unless that is the open field.
        let ground = record.plan.ground_file.as_ref().and_then(|file| ground::read(file).ok());
        let ground =
            ground.unwrap_or_else(|| Ground::open(house("field_width", INCH, 120), house("field_depth", INCH, 96)));
        let timeline = Timeline::new(record);
        Replay { title: title.to_owned(), tinctures, timeline, lines, actors, bases, ground: Arc::new(ground), names }
    }

    /// Goes along with a battle that is still being played, reading only what is new in it.
    pub fn follow(&mut self, events: &[Event], report: &Report) {
        let known = self.timeline.follow(events, report);
        self.lines.retain(|told| told.at <= known);
        self.lines.extend(told(events, known, &self.names));
        say_ends(&mut self.actors, report);
    }

    /// The line of the log that is being told after the first `at` events.
    pub fn line_at(&self, at: usize) -> Option<usize> {
        self.lines.partition_point(|told| told.at <= at).checked_sub(1)
    }

    /// The lines about a man, by their places in the log.
    pub fn about(&self, man: usize) -> Vec<usize> {
        let Some(body) = self.timeline.scene(0).men.get(man).map(|man| man.body) else { return Vec::new() };
        let id = FigureId(man as u16);
        let events = &self.timeline.record.events;
        (0..self.lines.len()).filter(|&line| concerns(&events[self.lines[line].at - 1], id, body)).collect()
    }

    /// Where a man went: each place with how many events there were up to it.
    pub fn track(&self, man: usize) -> Vec<(usize, Point)> {
        let id = FigureId(man as u16);
        let of = |figures: &[Placed]| figures.iter().find(|placed| placed.0 == id).map(|placed| placed.1);
        let events = self.timeline.record.events.iter().enumerate();
        events
            .filter_map(|(index, event)| match event {
                Event::Arrayed { figures } | Event::CameOn { figures, .. } | Event::Moved { figures, .. } => {
                    Some((index + 1, of(figures)?))
                }
                _ => None,
            })
            .collect()
    }

    /// The men whose name or number contains these words, in the order of the rosters.
    pub fn find(&self, words: &str) -> Vec<usize> {
        let wanted = words.trim().to_lowercase();
        let fits = |actor: &Actor| actor.named().to_lowercase().contains(&wanted);
        (0..self.actors.len()).filter(|&man| !wanted.is_empty() && fits(&self.actors[man])).collect()
    }

    /// How a man is in a scene, in words.
    pub fn state(&self, scene: &Scene, man: usize) -> String {
        let Some(shown) = scene.men.get(man) else { return String::new() };
        let hurt = if shown.wounded { ", wounded" } else { "" };
        match shown.shown {
            ManShown::Standing if shown.fleeing => format!("in flight{hurt}"),
            ManShown::Standing if shown.mounted => format!("in the saddle{hurt}"),
            ManShown::Standing => format!("on his feet{hurt}"),
            ManShown::Fallen => format!("fallen{hurt}"),
            ManShown::Yielded(to) => {
                let to = self.actors.get(usize::from(to.0)).map_or_else(String::new, Actor::named);
                format!("yielded to {to}{hurt}")
            }
            ManShown::Dead => "dead".to_owned(),
            ManShown::Fled => "fled the field".to_owned(),
            ManShown::Withdrawn => format!("left the field in order{hurt}"),
            ManShown::ToCome => "not on the field yet".to_owned(),
        }
    }

    /// How many of a side are still in arms on the field, and of how many.
    pub fn strength(&self, scene: &Scene, side: Side) -> (usize, usize) {
        let in_arms = |shown| matches!(shown, ManShown::Standing | ManShown::Fallen);
        let of = scene.men.iter().filter(|man| man.side == side);
        (of.clone().filter(|man| in_arms(man.shown)).count(), of.count())
    }
}

/// The dice of a line as parts, each roll's faces before what was added to them.
pub fn parts(line: &Line) -> Vec<Part> {
    let mut parts = Vec::new();
    for roll in &line.rolls {
        let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
        let sum = roll.faces.iter().copied().map(i64::from).sum();
        parts.push(Part::base(roll.clause, format!("{}: the dice show {}", roll.what, faces.join(" and ")), sum));
        parts.extend(roll.parts.iter().map(|part| {
            let mut part = part.clone();
            part.what = format!("{}: {}", roll.what, part.what).into();
            part
        }));
    }
    parts
}

/// A line's rolls as figures to compare: `attack 5, defence 3`.
pub fn totals(line: &Line) -> String {
    let totals: Vec<String> = line.rolls.iter().map(|roll| format!("{} {}", roll.what, roll.total)).collect();
    totals.join(", ")
}

/// A house number from the tables a record keeps, read loosely because their shape grows with the book.
fn house(tables: &serde_json::Value, key: &str) -> Option<i32> {
    let entry = tables.get("house_values")?.as_array()?.iter().find(|entry| entry["key"] == key)?;
    i32::try_from(entry.get("value")?.as_i64()?).ok()
}

/// The lines that tell of the events from one on.
fn told(events: &[Event], from: usize, names: &Names) -> Vec<ToldEvent> {
    let since = events.iter().enumerate().skip(from);
    since.filter_map(|(index, event)| Some(ToldEvent { at: index + 1, line: log::line(event, names)? })).collect()
}

fn actors(record: &record::Record) -> Vec<Actor> {
    let mut actors = Vec::new();
    for side in [Side::Attacker, Side::Defender] {
        let host = &record.plan.hosts[side];
        let mut fighters = host.men();
        for (body, count) in bodies(host) {
            actors.extend(fighters.by_ref().take(count).map(|fighter| {
                let body = if count == 1 { host.name.clone() } else { body.to_owned() };
                Actor { fighter: fighter.clone(), side, body, end: String::new() }
            }));
        }
    }
    say_ends(&mut actors, &record.report);
    actors
}

/// Says of everybody what became of him in the end, or has until now.
fn say_ends(actors: &mut [Actor], report: &Report) {
    let named: Vec<String> = actors.iter().map(Actor::named).collect();
    let ends: Vec<String> = actors.iter().map(|actor| end(report, actor, actors, &named)).collect();
    for (actor, end) in actors.iter_mut().zip(ends) {
        actor.end = end;
    }
}

fn end(report: &Report, actor: &Actor, actors: &[Actor], named: &[String]) -> String {
    let Some(told) = report.men.iter().find(|told| told.man == actor.fighter.man) else { return String::new() };
    let hurt = if told.wounded { ", wounded" } else { "" };
    match told.fate {
        Fate::Captive { by: Some(by) } => {
            let by = actors.iter().position(|other| other.fighter.man == by);
            format!("captive of {}{hurt}", by.map_or("the enemy", |by| named[by].as_str()))
        }
        Fate::Captive { by: None } => format!("captive{hurt}"),
        Fate::Fled => format!("fled the field{hurt}"),
        Fate::Withdrawn => format!("left the field in order{hurt}"),
        fate => fate.word().to_owned(),
    }
}
