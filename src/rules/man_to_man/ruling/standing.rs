//! How men and units stand when a ruling is done, in words that a file may expect.

use super::super::event::Gait;
use super::super::log::Names;
use super::super::state::{BodyId, Figure, FigureId, Mood, Mount, Position, State};
use crate::rules::geometry::{Heading, INCH, Point};
use serde::Serialize;

/// One man, or one unit of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disposition {
    /// Who.
    pub name: String,
    /// What is true of him or them.
    pub facts: Vec<String>,
}

/// A number of inches to the nearest quarter.
fn quarters(length: i32) -> String {
    let quarters = (length * 4 + INCH / 2).div_euclid(INCH);
    let part = ["", ".25", ".5", ".75"][quarters.rem_euclid(4) as usize];
    format!("{}{part}", quarters.div_euclid(4))
}

/// A place, to the nearest quarter of an inch.
pub(super) fn place(at: Point) -> String {
    format!("at {}, {}", quarters(at.x), quarters(at.y))
}

/// A facing, to the nearest of sixteen.
fn faces(facing: Heading) -> String {
    const WINDS: [&str; 16] = [
        "east",
        "east-north-east",
        "north-east",
        "north-north-east",
        "north",
        "north-north-west",
        "north-west",
        "west-north-west",
        "west",
        "west-south-west",
        "south-west",
        "south-south-west",
        "south",
        "south-south-east",
        "south-east",
        "east-south-east",
    ];
    format!("facing {}", WINDS[usize::from((facing.number() + 2) / 4 % 16)])
}

/// A mood, in the words of MM-7.3 and MM-7.4.
pub(super) fn mood(mood: Mood) -> &'static str {
    match mood {
        Mood::Steady => "steady",
        Mood::Bold => "bold",
        Mood::Craven => "craven",
        Mood::Recreant => "fleeing",
        Mood::Rallying => "rallying",
    }
}

impl Position {
    /// How everybody stands: each unit of several, then each of its men.
    pub(super) fn standings(&self, names: &Names) -> Vec<Disposition> {
        let mut standings = Vec::new();
        for id in self.body_ids() {
            let many = self.body(id).count > 1;
            if many {
                standings.push(Disposition { name: names.body(id).to_owned(), facts: self.body_facts(id) });
            }
            for man in self.men_of(id) {
                let facts = self.man_facts(self.figure(man), names, !many);
                standings.push(Disposition { name: names.figure(man).to_owned(), facts });
            }
        }
        standings
    }

    fn body_facts(&self, id: BodyId) -> Vec<String> {
        let body = self.body(id);
        let mut facts = vec![format!("{} of {} on the field", body.in_arms, body.count), mood(body.mood).to_owned()];
        if body.in_arms > 0 {
            facts.extend([faces(body.facing), if body.close { "close ranks" } else { "open ranks" }.to_owned()]);
        }
        facts
    }

    fn man_facts(&self, figure: &Figure, names: &Names, alone: bool) -> Vec<String> {
        let state = match figure.state {
            State::Standing => "standing",
            State::Fallen { .. } => "fallen",
            State::Yielded { .. } => "captive",
            State::Dead => "dead",
            State::Fled => "fled",
            State::Withdrawn => "withdrawn",
            State::ToCome => "to come",
        };
        let mut facts = vec![state.to_owned()];
        if !matches!(figure.state, State::Standing | State::Fallen { .. } | State::Yielded { .. }) {
            return facts;
        }
        if let State::Yielded { to, .. } = figure.state {
            facts.push(format!("captive of {}", names.figure(to)));
        }
        facts.push(if figure.wounded { "wounded" } else { "unhurt" }.to_owned());
        facts.push(place(figure.at));
        facts.push(faces(figure.facing));
        match figure.mount {
            Mount::Ridden => facts.push("mounted".to_owned()),
            Mount::Loose(_) | Mount::Dead => facts.push("on foot".to_owned()),
            Mount::None => {}
        }
        if figure.horse_wounded {
            facts.push("horse wounded".to_owned());
        }
        facts.push(format!("grade {}", figure.profile.grade));
        if figure.profile.weapons.missile.is_some() {
            facts.push(format!("{} shots", figure.ammunition));
        }
        if alone {
            facts.push(mood(self.body(figure.body).mood).to_owned());
        }
        facts
    }

    /// Why a body that could be given an order is not free to follow it, in words.
    pub(super) fn why_not_free(&self, id: BodyId) -> String {
        let body = self.body(id);
        let man = self.figure(FigureId(body.first));
        match body.mood {
            _ if body.in_arms == 0 => "nobody of them is left to do it".to_owned(),
            _ if body.standing == 0 && body.count == 1 && matches!(man.state, State::Fallen { .. }) => {
                "he lies inactive through the turn after his fall (MM-6.4)".to_owned()
            }
            Mood::Recreant => "they flee, till a test gives resolute or better (MM-7.4)".to_owned(),
            Mood::Craven => "they are craven this turn (MM-7.4)".to_owned(),
            Mood::Rallying => "they spend the turn rallying (MM-7.4)".to_owned(),
            Mood::Bold => "they are bold, and charge or advance of themselves (MM-7.4)".to_owned(),
            Mood::Steady if body.turn.slaying => "they spend the turn killing prisoners (MM-8.1)".to_owned(),
            Mood::Steady if body.turn.gait != Gait::Stood || body.turn.spent > 0 => {
                "they have had their move this turn (MM-2.5)".to_owned()
            }
            Mood::Steady => "they are not asked for it at this time of the turn (MM-2)".to_owned(),
        }
    }
}
