//! The events of a game in sentences.

use super::castle::{Castle, SectionId, StructureId};
use super::shot::Impact;
use super::state::{Ending, PersonId, Position};
use super::{Errand, Event};
use crate::rules::geometry::{INCH, Point};

/// A place in inches and quarters from the castle's south-western corner: `3¼ in east, 12 in south`.
fn place(at: Point) -> String {
    let inches = |length: i32, words: [&str; 2]| {
        let quarters = (length.abs() * 4 + INCH / 2) / INCH;
        let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
        let whole = if quarters < 4 && quarters > 0 { String::new() } else { (quarters / 4).to_string() };
        format!("{whole}{part} in {}", words[usize::from(length < 0)])
    };
    format!("{}, {}", inches(at.x, ["east", "west"]), inches(at.y, ["north", "south"]))
}

/// What happened, in a sentence.
pub fn sentence(game: &Position, event: &Event) -> String {
    let castle = Castle::get();
    let built = |id: StructureId| castle.structure(id).name;
    let section = |id: SectionId| {
        let name = castle.section(id).name;
        if name.starts_with("the ") { name.to_owned() } else { format!("the {name}") }
    };
    let who = |id: PersonId| game.person(id).role;
    match event {
        Event::Placed => "The defender’s counters are placed.".to_owned(),
        Event::Turn(turn) => format!("Turn {turn}."),
        Event::Deflects(true) => "The wizard casts a deflection.".to_owned(),
        Event::Deflects(false) => "No deflection is cast.".to_owned(),
        Event::Shot(with, _, at) => format!("The shot is {with}; it comes down {}.", place(*at)),
        Event::Did(Impact::Damaged(structure, points)) => format!("{points} off the {}.", built(*structure)),
        Event::Did(Impact::Fire(structure, turns)) => {
            format!("The {} takes fire; {turns} turns to put it out.", built(*structure))
        }
        Event::Did(Impact::Closed(id)) => format!("Disease closes {}.", section(*id)),
        Event::Did(Impact::Hurt(person, killed)) => {
            format!("A {} is {}.", who(*person), if *killed { "killed" } else { "injured" })
        }
        Event::Left(person, to) => format!("The {} leaves, injured, for {}.", who(*person), section(*to)),
        Event::Acted(person, deed) => match deed {
            Errand::Move(to) => format!("A {} goes to {}.", who(*person), section(*to)),
            Errand::Heal(whom) => format!("A priest heals a {}.", who(*whom)),
            Errand::Repair => "A stonemason repairs a point.".to_owned(),
            Errand::PutOut => "A water boy puts out a fire.".to_owned(),
        },
        Event::Burnt(structure) => format!("Fire takes a point off the {}.", built(*structure)),
        Event::Destroyed(structure) => format!("The {} is destroyed.", built(*structure)),
        Event::Over(ending) => match ending {
            Ending::Keep => "The keep is destroyed: the attacker wins.",
            Ending::TowerAndWall => "A tower and a wall beside it are destroyed: the attacker wins.",
            Ending::Gatehouse => "A gatehouse is destroyed: the attacker wins.",
            Ending::NoSoldier => "No soldier is left uninjured: the attacker wins.",
            Ending::OutOfAmmunition => "The ammunition has run out: the defender wins.",
        }
        .to_owned(),
    }
}
