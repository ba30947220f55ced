//! Dice whose faces were written down. When they run out the roll that is wanted is noted, and what follows counts for
//! nothing: whoever plays stops there.

use super::super::event::Event;
use super::super::log::Names;
use super::super::state::ForceId;
use super::super::tables::Tables;
use crate::rules::dice::{Dice, Seeded};
use crate::rules::explain::Part;
use crate::rules::game::Sink;
use serde::Serialize;
use std::cell::Cell;

/// Events with a count that the dice can see.
pub(super) struct Counted<'a> {
    pub(super) events: Vec<Event>,
    pub(super) count: &'a Cell<usize>,
}

impl Sink<Event> for Counted<'_> {
    const LISTENS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
        self.count.set(self.events.len());
    }
}

/// A face that no such die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadFace {
    pub(super) face: u32,
    pub(super) line: usize,
    pub(super) sides: u32,
    pub(super) roll: &'static str,
}

/// Dice that show the faces they are told, in order.
#[derive(Clone)]
pub(super) struct Faces<'a> {
    faces: std::slice::Iter<'a, (u32, usize)>,
    seeded: Option<Seeded>,
    /// Forces whose cards are still to come, in the order they come; none if they are drawn.
    pub(super) cards: Option<Vec<ForceId>>,
    /// Forces that still have a card, in their own order.
    pub(super) undrawn: Vec<ForceId>,
    /// Forces whose card was drawn since the decision began, as far as can be told beforehand.
    pub(super) drawn: Vec<ForceId>,
    /// Whether fewer cards were left than could be told beforehand.
    pub(super) guessed: bool,
    told: &'a Cell<usize>,
    /// Faces since the last event.
    run: (usize, Vec<u32>),
    /// How many events there were when faces ran out, and what had been thrown for the roll by then.
    pub(super) missing: Option<(usize, Vec<u32>)>,
    /// The dice asked for from then to the next event: what for, and how many sides.
    pub(super) wanted: Vec<(&'static str, u32)>,
    pub(super) bad: Option<BadFace>,
}

impl<'a> Faces<'a> {
    pub(super) fn new(faces: &'a [(u32, usize)], seed: Option<u64>, told: &'a Cell<usize>) -> Faces<'a> {
        Faces {
            faces: faces.iter(),
            seeded: seed.map(Seeded::new),
            cards: None,
            undrawn: Vec::new(),
            drawn: Vec::new(),
            guessed: false,
            told,
            run: (0, Vec::new()),
            missing: None,
            wanted: Vec::new(),
            bad: None,
        }
    }

    /// Begins a decision, of which nothing has been told yet.
    pub(super) fn begin(&mut self) {
        self.told.set(0);
        self.run = (0, Vec::new());
        self.drawn.clear();
        self.guessed = false;
    }

    /// How many faces nobody has rolled.
    pub(super) fn left(&self) -> usize {
        self.faces.len()
    }

    /// Whether the game may go on: faces have not run out, and none was wrong.
    pub(super) fn sound(&self) -> bool {
        self.missing.is_none() && self.bad.is_none()
    }
}

impl Dice for Faces<'_> {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        let told = self.told.get();
        if self.run.0 != told {
            self.run = (told, Vec::new());
        }
        if let Some(seeded) = &mut self.seeded {
            return seeded.die(roll, sides);
        }
        if let Some((at, _)) = self.missing {
            if at == told {
                self.wanted.push((roll, sides));
            }
            return 1;
        }
        if self.bad.is_some() {
            return 1;
        }
        let Some(&(face, line)) = self.faces.next() else {
            self.missing = Some((told, std::mem::take(&mut self.run.1)));
            self.wanted.push((roll, sides));
            return 1;
        };
        // A ten-sided die shows 0 for ten.
        let face = if sides == 10 && face == 0 { 10 } else { face };
        if !(1..=sides).contains(&face) {
            self.bad = Some(BadFace { face, line, sides, roll });
            return 1;
        }
        self.run.1.push(face);
        face
    }

    fn lot(&mut self, roll: &'static str, count: usize) -> usize {
        // A force whose men are all gone has no card any more.
        let drop = self.undrawn.len().saturating_sub(count);
        self.guessed |= drop > 0;
        let wished = self.cards.as_ref().filter(|_| drop == 0).and_then(|cards| cards.first().copied());
        let drawn = match wished.and_then(|force| self.undrawn.iter().position(|&other| other == force)) {
            Some(at) => at,
            None if self.cards.is_some() || count <= 1 => 0,
            None => self.die(roll, count as u32) as usize - 1,
        };
        if drawn < self.undrawn.len() {
            let force = self.undrawn.remove(drawn);
            self.drawn.push(force);
            if let Some(cards) = &mut self.cards {
                cards.retain(|&other| other != force);
            }
        }
        drawn
    }
}

/// The roll a ruling stops at, because nobody has told its faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Needed {
    /// What it decides, as a sentence.
    pub decides: String,
    /// The dice, such as `2d6 to hit (MM-4.8)`.
    pub dice: String,
    /// What is needed on them, as a sentence.
    pub need: String,
    /// The faces that were told for it already.
    pub thrown: Vec<u32>,
    /// What is added, each with its clause.
    pub parts: Vec<Part>,
}

impl Needed {
    /// The roll that the next event told of was made by.
    pub(super) fn of(
        event: Option<&Event>,
        wanted: &[(&'static str, u32)],
        thrown: Vec<u32>,
        names: &Names,
        tables: &Tables,
    ) -> Needed {
        let mut dice: Vec<(&str, u32, usize)> = Vec::new();
        for &(roll, sides) in wanted {
            match dice.last_mut() {
                Some((last, _, count)) if *last == roll => *count += 1,
                _ => dice.push((roll, sides, 1)),
            }
        }
        let named = |&(roll, sides, count): &(&str, u32, usize)| {
            let (clause, what) = roll.split_once(' ').unwrap_or(("", roll));
            format!("{count}d{sides} {what} ({clause})")
        };
        let dice = dice.iter().map(named).collect::<Vec<_>>().join(", ");
        let (decides, need, parts) = match event {
            Some(event) => decided_by(event, names, tables),
            None => ("What happens next.".to_owned(), String::new(), Vec::new()),
        };
        Needed { decides, dice, need, thrown, parts }
    }
}

fn sum(parts: &[Part]) -> i32 {
    parts.iter().map(|part| part.value as i32).sum()
}

/// `+1 heavy lance +1 charging`, or nothing.
fn listed(parts: &[Part]) -> String {
    parts.iter().map(|part| format!(" {} {}", part.figure(), part.what)).collect()
}

/// What a roll decides, what is needed on the dice, and what is added.
fn decided_by(event: &Event, names: &Names, tables: &Tables) -> (String, String, Vec<Part>) {
    let low = |need: i32, parts: &[Part]| format!("{} or less on the dice hits.", need - sum(parts));
    match event {
        Event::Struck { by, at, horse, weapon, attack, defence, .. } => {
            let whom = if *horse { "the horse of " } else { "" };
            let decides = format!("Whether {} hits {whom}{} with his {weapon}.", names.figure(*by), names.figure(*at));
            let need = format!(
                "The attack die{} must come out higher than the defence die{}.",
                listed(&attack.parts),
                listed(&defence.parts)
            );
            (decides, need, attack.parts.iter().chain(&defence.parts).cloned().collect())
        }
        Event::Shot { by, at, weapon, inches, parts, need, .. } => {
            let decides = format!(
                "Whether {} hits {} with his {weapon}, {inches} in away.",
                names.figure(*by),
                names.figure(*at)
            );
            (decides, low(*need, parts), parts.clone())
        }
        Event::Hurt { figure, horse, parts, .. } => {
            let whom = if *horse { "the horse of " } else { "" };
            let kill = tables.wounds.wound.kill - sum(parts);
            let decides = format!("Whether {whom}{} is killed or wounded.", names.figure(*figure));
            (decides, format!("{kill} or more kills; a second wound kills whatever is rolled."), parts.clone())
        }
        Event::Seat { figure, need, .. } => {
            let decides = format!("Whether {} keeps his seat.", names.figure(*figure));
            (decides, format!("He falls on {need} or less."), Vec::new())
        }
        Event::Tested { body, parts, .. } => {
            let (test, added) = (&tables.morale.test, sum(parts));
            let need = format!(
                "{} or more on the dice is bold, {} or more resolute, {} or more craven, less is recreant.",
                test.bold - added,
                test.resolute - added,
                test.craven - added
            );
            (format!("How {} in morale.", names.does(*body, "stand")), need, parts.clone())
        }
        Event::Loosed { body, parts, need, .. } => {
            (format!("Whether {}.", names.does(*body, "hit")), low(*need, parts), parts.clone())
        }
        Event::FireShot { by, parts, .. } => {
            let decides = format!("Whether the fire missile of {} hits.", names.figure(*by));
            (decides, low(tables.shooting.hit.need, parts), parts.clone())
        }
        Event::Tried { body, percent, parts, .. } => {
            let decides = format!("Whether {}.", names.does(*body, "succeed"));
            (decides, format!("{percent} or less on tens and ones; 0 and 0 are 100."), parts.clone())
        }
        Event::Lit { need, .. } => ("Whether the fire takes.".to_owned(), format!("{need} or less."), Vec::new()),
        Event::FireFought { body, parts, need, .. } => {
            let decides = format!("Whether {} the fire out.", names.does(*body, "put"));
            (decides, format!("{} or less on the dice.", need - sum(parts)), parts.clone())
        }
        Event::StandardTaken { .. } | Event::StandardFell { .. } => {
            let chance = tables.points.standard.chance_in_six;
            let decides = "Whether the standard is taken, or falls to the ground.".to_owned();
            (decides, format!("{chance} or less takes it."), Vec::new())
        }
        Event::Card { .. } => ("Which force's card is drawn.".to_owned(), "Any face.".to_owned(), Vec::new()),
        _ => ("What happens next.".to_owned(), String::new(), Vec::new()),
    }
}
