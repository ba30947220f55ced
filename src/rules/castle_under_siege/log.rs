//! The events of a game in sentences.

use super::castle::{Castle, CastleSpot, SectionId, StructureId};
use super::landing::LiesOn;
use super::shot::{CatapultShot, Impact};
use super::state::{Ending, Health, PersonId, Position};
use super::{Errand, Event};
use crate::rules::geometry::{INCH, Point};
use crate::rules::telling::{Line, capital};

/// A length in inches and quarters, such as `3¼ in`; how far, whichever way.
pub fn inches(length: i32) -> String {
    let quarters = (length.abs() * 4 + INCH / 2) / INCH;
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    let whole = if quarters < 4 && quarters > 0 { String::new() } else { (quarters / 4).to_string() };
    format!("{whole}{part} in")
}

/// A place in inches and quarters from the castle's south-western corner: `3¼ in east, 12 in south`.
pub fn place(at: Point) -> String {
    let way = |length: i32, words: [&str; 2]| format!("{} {}", inches(length), words[usize::from(length < 0)]);
    format!("{}, {}", way(at.x, ["east", "west"]), way(at.y, ["north", "south"]))
}

/// A name with its article; the court has its own.
fn the(name: &str) -> String {
    if name.starts_with("the ") { name.to_owned() } else { format!("the {name}") }
}

fn structure(id: StructureId) -> String {
    the(Castle::get().structure(id).name)
}

fn section(id: SectionId) -> String {
    the(Castle::get().section(id).name)
}

/// A counter: `soldier 3`, or `the wizard`.
fn person(game: &Position, id: PersonId) -> String {
    let name = game.name(id);
    if name.ends_with(|last: char| last.is_ascii_digit()) { name } else { the(&name) }
}

fn spot(at: CastleSpot) -> String {
    let of = Castle::get().section_at(at).map_or_else(String::new, |id| format!(" of {}", section(id)));
    format!("{at}{of}")
}

/// How a shot missed its aim, on the way it flew: `1½ in long, ¼ in to the left`.
fn missed_by(shot: &CatapultShot) -> Option<String> {
    let aim = shot.aim?;
    let (way, off) = (shot.from.to(aim), aim.to(shot.landing.at));
    let distance = i64::from(shot.from.distance(aim)).max(1);
    let (on, aside) = ((way.dot(off) / distance) as i32, (way.cross(off) / distance) as i32);
    let parts = [(on, "long", "short"), (aside, "to the left", "to the right")];
    // What rounds to nothing is no miss.
    let seen = parts.into_iter().filter(|(by, ..)| by.abs() * 8 >= INCH);
    let told: Vec<String> =
        seen.map(|(by, over, under)| format!("{} {}", inches(by), if by > 0 { over } else { under })).collect();
    Some(if told.is_empty() { "on the spot it was aimed at".to_owned() } else { told.join(" and ") })
}

fn shot_told(game: &Position, shot: &CatapultShot) -> String {
    let thing = |thing: LiesOn| match thing {
        LiesOn::Structure(id) => structure(id),
        LiesOn::Court => "the court".to_owned(),
        LiesOn::Person(id) => person(game, id),
    };
    let missed = missed_by(shot).map_or_else(String::new, |missed| format!(", {missed}"));
    let turned = match shot.landing.turned % 90 {
        0 => String::new(),
        degrees => format!(", turned {degrees}°"),
    };
    let lies: Vec<String> = shot.shares.iter().map(|&(on, share)| format!("{share} on {}", thing(on))).collect();
    let lies = if lies.is_empty() { "it misses the castle".to_owned() } else { lies.join(", ") };
    let (from, at) = (place(shot.from), place(shot.landing.at));
    let (setting, with) = (shot.setting + 1, shot.with);
    format!(
        "The shot is {with}, from {from}, with setting {setting} of the arm. It comes down {at}{missed}{turned}: {lies}."
    )
}

/// An event as it is told.
pub fn line(game: &Position, event: &Event) -> Line {
    Line { heading: matches!(event, Event::Turn(_)), ..Line::plain(sentence(game, event)) }
}

/// What happened, in a sentence or two.
pub fn sentence(game: &Position, event: &Event) -> String {
    let who = |id: PersonId| person(game, id);
    let subject = |id: PersonId| capital(&who(id));
    match event {
        Event::Placed(id, at) => format!("{} stands on {}.", subject(*id), spot(*at)),
        Event::AllPlaced => "The defender’s counters are placed.".to_owned(),
        Event::Turn(turn) => format!("Turn {turn}."),
        Event::Deflects(true) => "The wizard casts a deflection.".to_owned(),
        Event::Deflects(false) => "No deflection is cast.".to_owned(),
        Event::Shot(shot) => shot_told(game, shot),
        Event::Did(Impact::Damaged(id, points)) => {
            let points = if *points == 1 { "a point".to_owned() } else { format!("{points} points") };
            format!("{} loses {points}.", capital(&structure(*id)))
        }
        Event::Did(Impact::Fire(id, turns)) => {
            format!("{} takes fire; there are {turns} turns to put it out.", capital(&structure(*id)))
        }
        Event::Did(Impact::Closed(id)) => format!("Disease closes {}.", section(*id)),
        Event::Did(Impact::Hurt(id, health)) => {
            format!("{} is {}.", subject(*id), if *health == Health::Killed { "killed" } else { "injured" })
        }
        Event::Left(id, to) => format!("{} leaves, injured, for {}.", subject(*id), spot(*to)),
        Event::Acted(id, deed) => match deed {
            Errand::Move(to) => format!("{} goes to {}.", subject(*id), spot(*to)),
            Errand::Heal(whom) => format!("{} heals {}.", subject(*id), who(*whom)),
            Errand::Repair => format!("{} repairs a point.", subject(*id)),
            Errand::PutOut => format!("{} puts out a fire.", subject(*id)),
        },
        Event::Burnt(id) => format!("Fire takes a point off {}.", structure(*id)),
        Event::Destroyed(id) => format!("{} is destroyed.", capital(&structure(*id))),
        Event::Over(ending) => {
            let (told, clause) = ending_told(game, *ending);
            format!("{told} ({clause}).")
        }
    }
}

/// How a game ended, in words, and the clause by which it did.
pub fn ending_told(game: &Position, ending: Ending) -> (String, &'static str) {
    let (killed, left) = game.victory_points().unwrap_or_default();
    let told = match ending {
        Ending::Keep => "The keep is destroyed: the attacker wins".to_owned(),
        Ending::TowerAndWall => "A tower and a wall adjoining it are destroyed: the attacker wins".to_owned(),
        Ending::Gatehouse => "A gatehouse is destroyed: the attacker wins".to_owned(),
        Ending::NoSoldier => "No soldier is left uninjured: the attacker wins".to_owned(),
        Ending::OutOfAmmunition => "The ammunition has run out: the defender wins".to_owned(),
        Ending::ShotsMade => "The shots are made, and the castle stands: the defender wins".to_owned(),
        Ending::MorePoints => format!(
            "The ammunition has run out with every structure standing, and {killed} points of killed are more than {left} of survivors: the attacker wins"
        ),
        Ending::NoMorePoints => format!(
            "The ammunition has run out with every structure standing, and {killed} points of killed are no more than {left} of survivors: the defender wins"
        ),
    };
    (told, if ending == Ending::ShotsMade { "CU-6" } else { "CU-5" })
}
