//! A recorded battle as a line one can go along: the scene at any event, and the turns and their parts to step by. Scenes
//! are kept every so many events, so that going anywhere costs no more than a few events; no rule is called.

use super::event::{Event, Moment, Why};
use super::record::Record;
use super::replay::Scene;
use super::state::{BodyId, FigureId};
use crate::rules::battle::Report;

/// How many events lie between two kept scenes, where those fit in memory.
const EVERY: usize = 64;

/// As many bytes as the scenes kept take at most, but for one or two.
const MOST_KEPT: usize = 64 << 20;

/// The part of a turn an event belongs to (MM-2), in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnPart {
    /// Before the first turn.
    #[default]
    Array,
    /// Charges declared, answered and moved (MM-2.1 to MM-2.4).
    Charges,
    /// Forces moved by their cards (MM-2.5).
    Moves,
    /// Shooting (MM-2.6).
    Shooting,
    /// Melee (MM-2.7).
    Melee,
    /// Morale (MM-2.8).
    Morale,
}

impl TurnPart {
    pub fn word(self) -> &'static str {
        match self {
            TurnPart::Array => "the array",
            TurnPart::Charges => "charges",
            TurnPart::Moves => "moves",
            TurnPart::Shooting => "shooting",
            TurnPart::Melee => "melee",
            TurnPart::Morale => "morale",
        }
    }

    /// The part after an event, from the one before it. Within a turn parts only follow one another.
    fn after(self, event: &Event) -> TurnPart {
        let of = match event {
            Event::Turn { .. } => return TurnPart::Charges,
            Event::Card { .. } => TurnPart::Moves,
            Event::Shot { .. } | Event::Loaded { .. } | Event::Loosed { .. } | Event::FireShot { .. } => {
                TurnPart::Shooting
            }
            Event::Struck { moment: Moment::Start | Moment::End, .. } => TurnPart::Melee,
            // Tests that a charge calls for come before any card is drawn (MM-2.3).
            Event::Tested { .. } if self > TurnPart::Charges => TurnPart::Morale,
            _ => self,
        };
        self.max(of)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One event that is told or seen.
    Event,
    /// A part of a turn.
    Part,
    Turn,
}

/// Where a part of a turn begins: after so many events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// Events so far, the one that begins it among them.
    pub at: usize,
    /// The turn; 0 before the first.
    pub turn: u32,
    pub part: TurnPart,
}

/// A battle's record, ready to be played forth and back.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub record: Record,
    scenes: Vec<Scene>,
    /// How many events lie between two of them.
    every: usize,
    bookmarks: Vec<Bookmark>,
}

impl Timeline {
    /// Reads a record through once.
    pub fn new(record: Record) -> Timeline {
        let scenes = vec![Scene::new(&record.plan)];
        let bookmarks = vec![Bookmark { at: 0, turn: 0, part: TurnPart::Array }];
        let mut timeline = Timeline { record, scenes, every: EVERY, bookmarks };
        timeline.read_from(0);
        timeline
    }

    /// Goes along with a battle that is still being played: what was taken back is forgotten, and only what is new is
    /// read. Gives how many events were there before and still are.
    pub fn follow(&mut self, events: &[Event], report: &Report) -> usize {
        let known = self.record.events.iter().zip(events).take_while(|(one, other)| one == other).count();
        self.record.events.truncate(known);
        self.record.events.extend_from_slice(&events[known..]);
        self.record.report = report.clone();
        self.read_from(known);
        known
    }

    /// Reads the events from one on, those before it having been read.
    fn read_from(&mut self, from: usize) {
        self.scenes.truncate(from / self.every + 1);
        let mut kept: usize = self.scenes.iter().map(Scene::bytes).sum();
        self.bookmarks.retain(|mark| mark.at <= from);
        let mut scene = self.scene(from);
        let mut part = self.bookmark(from).part;
        for (index, event) in self.record.events.iter().enumerate().skip(from) {
            scene.apply(event);
            if (index + 1) % self.every == 0 {
                kept += scene.bytes();
                self.scenes.push(scene.clone());
            }
            while kept > MOST_KEPT && self.scenes.len() > 2 {
                // Every second is enough, then.
                let mut at = 0;
                self.scenes.retain(|_| {
                    at += 1;
                    at % 2 == 1
                });
                self.every *= 2;
                kept = self.scenes.iter().map(Scene::bytes).sum();
            }
            let next = part.after(event);
            if next != part || matches!(event, Event::Turn { .. }) {
                self.bookmarks.push(Bookmark { at: index + 1, turn: scene.turn, part: next });
            }
            part = next;
        }
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.record.events.len()
    }

    /// Whether nothing happened at all.
    pub fn is_empty(&self) -> bool {
        self.record.events.is_empty()
    }

    /// The scene after the first `at` events.
    pub fn scene(&self, at: usize) -> Scene {
        let at = at.min(self.len());
        let mut scene = self.scenes[at / self.every].clone();
        for event in &self.record.events[at / self.every * self.every..at] {
            scene.apply(event);
        }
        scene
    }

    /// The part after the first `at` events.
    pub fn bookmark(&self, at: usize) -> Bookmark {
        let found = self.bookmarks.partition_point(|mark| mark.at <= at);
        self.bookmarks[found.saturating_sub(1)]
    }

    /// Where the turns begin.
    pub fn turns(&self) -> impl Iterator<Item = &Bookmark> {
        self.bookmarks.iter().filter(|mark| mark.part == TurnPart::Charges)
    }

    /// Where a step from `at` leads, on or back; the ends are as far as it goes.
    pub fn step(&self, at: usize, by: Step, on: bool) -> usize {
        let bookmarks = |turns: bool| {
            self.bookmarks.iter().filter(move |mark| !turns || mark.part <= TurnPart::Charges).map(|mark| mark.at)
        };
        let found = match (by, on) {
            (Step::Event, true) => (at..self.len()).find(|&index| shows(&self.record.events[index])).map(|at| at + 1),
            (Step::Event, false) => (1..at).rev().find(|&at| shows(&self.record.events[at - 1])),
            (by, true) => bookmarks(by == Step::Turn).find(|&mark| mark > at),
            (by, false) => bookmarks(by == Step::Turn).rfind(|&mark| mark < at),
        };
        found.unwrap_or(if on { self.len() } else { 0 })
    }
}

/// Whether there is anything to see or read of an event.
fn shows(event: &Event) -> bool {
    !matches!(event, Event::Turned { .. })
}

/// Whether an event is about a man, or about what his body did of which he was one.
pub fn concerns(event: &Event, man: FigureId, body: BodyId) -> bool {
    match event {
        Event::Rose { figure }
        | Event::Hurt { figure, .. }
        | Event::Seat { figure, .. }
        | Event::Fell { figure, .. }
        | Event::LanceBroke { figure }
        | Event::Changed { figure, .. }
        | Event::Freed { figure }
        | Event::Left { figure, .. }
        | Event::Mounted { figure, .. }
        | Event::LeaderLost { figure, .. }
        | Event::Restocked { figure, .. }
        | Event::Perished { figure, .. }
        | Event::Dressed { figure, .. }
        | Event::GradeFell { figure, .. } => *figure == man,
        Event::Looted { by, from, .. } => *by == man || *from == man,
        Event::FireShot { by, .. } => *by == man,
        Event::Loosed { body: it, man: hit, .. } => *it == body || *hit == Some(man),
        Event::Shot { by, at, .. } | Event::Struck { by, at, .. } => *by == man || *at == man,
        Event::Yielded { figure, to } | Event::Slain { figure, by: to } => *figure == man || *to == man,
        Event::StandardTaken { by, .. } | Event::StandardRaised { by, .. } => *by == man,
        Event::Declared { body: it, at, .. } | Event::Answered { body: it, to: at, .. } => *it == body || *at == body,
        Event::Moved { body: it, why, .. } => *it == body && !matches!(why, Why::Ordered | Why::Onset | Why::Led),
        Event::Tested { body: it, .. }
        | Event::Rallied { body: it }
        | Event::Loaded { body: it }
        | Event::Tasked { body: it, .. }
        | Event::Tried { body: it, .. }
        | Event::FireFought { body: it, .. } => *it == body,
        _ => false,
    }
}
