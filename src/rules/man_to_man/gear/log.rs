//! What is done with gear, told in plain sentences.

use super::state::{Booty, Burning, Lies, Mark, ThingId};
use super::tasks;
use crate::rules::explain::Part;
use crate::rules::gear::Thing;
use crate::rules::man_to_man::event::{Attempt, Event};
use crate::rules::man_to_man::ground::PieceId;
use crate::rules::man_to_man::log::{Line, Names, Roll};
use crate::rules::man_to_man::state::BodyId;
use crate::rules::telling::capital;

/// A piece of gear, by its name.
pub(super) fn the(names: &Names, gear: ThingId) -> String {
    names.thing(gear).map_or_else(|| "the gear".to_owned(), |thing| format!("the {thing}"))
}

/// A barrier, by its name.
pub(super) fn wall(names: &Names, piece: PieceId) -> String {
    names.barrier(piece).unwrap_or_else(|| "the wall".to_owned())
}

/// What is aimed at or worked on, by its name.
pub fn mark(names: &Names, mark: Mark) -> String {
    match mark {
        Mark::Body(body) => names.body(body).to_owned(),
        Mark::Piece(piece) => wall(names, piece),
        Mark::Area(area) => names.area(area).unwrap_or_else(|| "the building".to_owned()),
        Mark::Gear(gear) => the(names, gear),
    }
}

fn fire(names: &Names, what: Burning) -> String {
    match what {
        Burning::Piece(piece) => wall(names, piece),
        Burning::Area(area) => mark(names, Mark::Area(area)),
        Burning::Gear(gear) => the(names, gear),
    }
}

/// Things named once each, with what is said of one or of several.
fn several(names: &Names, what: &[Burning], said: [&str; 2]) -> String {
    let mut named: Vec<String> = Vec::new();
    for &what in what {
        let name = fire(names, what);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    let verb = said[usize::from(named.len() > 1)];
    format!("{} {verb}.", capital(&named.join(" and ")))
}

/// A row by what stands in it, other gear by its name.
pub(super) fn many(names: &Names, gear: ThingId) -> String {
    match names.thing(gear) {
        Some(Thing::Stake) => "their stakes".to_owned(),
        Some(Thing::Pavise) => "their pavises".to_owned(),
        _ => the(names, gear),
    }
}

fn trial(names: &Names, body: BodyId, what: Attempt, percent: i32, success: bool) -> (String, &'static str) {
    let does = |verb: &str| names.does(body, verb);
    let end = if success { format!("and {}", names.verb(body, "succeed")) } else { "without effect".to_owned() };
    let (text, clause) = match what {
        Attempt::Ladder => (format!("{} at a ladder", does("push")), "MM-9.1"),
        Attempt::Ram => (format!("{} the ram", does("swing")), "MM-9.2"),
        Attempt::Pick => (format!("{} through the wall", does("come")), "MM-9.3"),
        Attempt::Axes => (format!("{} with axes", does("strike")), "MM-9.4"),
        Attempt::Oil => (format!("{} burning oil on it", does("pour")), "MM-9.5"),
    };
    (format!("{text}, {end} ({percent} %)."), clause)
}

fn roll(what: &'static str, clause: &'static str, faces: [u8; 2], parts: &[Part], total: i32) -> Vec<Roll> {
    vec![Roll { what, clause, faces: faces.to_vec(), parts: parts.to_vec(), total }]
}

/// The line for an event of gear or fire; none for what needs no telling.
pub fn line(event: &Event, names: &Names) -> Option<Line> {
    let figure = |id| names.figure(id);
    let text = match event {
        Event::Tasked { body, task: what } => tasks::told(*what, *body, names)?,
        Event::GearNow { gear, now } => match now.lies {
            Lies::Wrecked => format!("{} is wrecked.", capital(&the(names, *gear))),
            Lies::Burnt => format!("{} is burnt.", capital(&the(names, *gear))),
            _ => return None,
        },
        Event::Restocked { figure: id, shots } => format!("{} takes {shots} missiles.", figure(*id)),
        Event::Loosed { body, gear, at, man, inches, faces, parts, total, hit, .. } => {
            let whom = man.map_or_else(|| mark(names, *at), |man| figure(man).to_owned());
            let end = if *hit { "and hit" } else { "and miss" };
            let does = |verb: &str| names.does(*body, verb);
            let text = match names.thing(*gear) {
                Some(Thing::Rock) => format!("{} a rock on {whom}, {end}.", does("drop")),
                Some(Thing::OilCauldron) => format!("{} boiling oil on {whom}, {end}.", does("pour")),
                Some(Thing::LeadCauldron) => format!("{} molten lead on {whom}, {end}.", does("pour")),
                _ => format!("{} {} at {whom}, {inches} in away, {end}.", does("shoot"), the(names, *gear)),
            };
            return Some(Line::with(text, roll("to hit", "MM-4.9", *faces, parts, *total)));
        }
        Event::FireShot { by, at, inches, faces, parts, total, hit } => {
            let end = if *hit { "and hits" } else { "and misses" };
            let text =
                format!("{} shoots a fire missile at {}, {inches} in away, {end}.", figure(*by), mark(names, *at));
            return Some(Line::with(text, roll("to hit", "MM-4.8", *faces, parts, *total)));
        }
        Event::Tried { body, what, total, percent, success, .. } => {
            let (text, clause) = trial(names, *body, *what, *percent, *success);
            let faces = vec![*total];
            let roll = Roll { what: "d100", clause, faces, parts: Vec::new(), total: i32::from(*total) };
            return Some(Line::with(text, vec![roll]));
        }
        Event::Opened { pieces, open } => {
            let what = pieces.first().map_or_else(|| "the wall".to_owned(), |&piece| wall(names, piece));
            let verb = if *open { "is open" } else { "is shut" };
            format!("{} {verb}.", capital(&what))
        }
        Event::Filled { .. } => "The moat is filled an inch further.".to_owned(),
        Event::Lit { what, face, need, lit } => {
            let end = if *lit { "takes" } else { "does not take" };
            let text = format!("The fire {end} at {} ({need} or less).", fire(names, *what));
            let roll =
                Roll { what: "fire", clause: "MM-4.11", faces: vec![*face], parts: vec![], total: (*face).into() };
            return Some(Line::with(text, vec![roll]));
        }
        Event::Caught { what } => several(names, what, ["burns", "burn"]),
        Event::FireFought { body, what, faces, parts, total, need, out } => {
            let end = if *out { "and put it out" } else { "in vain" };
            let text =
                format!("{} the fire of {}, {end} ({need} or less).", names.does(*body, "fight"), fire(names, *what));
            return Some(Line::with(text, roll("fire", "MM-4.12", *faces, parts, *total)));
        }
        Event::BurntDown { what } => several(names, what, ["is burnt down", "are burnt down"]),
        Event::Perished { figure: id, fire: true } => format!("{} dies in the fire.", figure(*id)),
        Event::Perished { figure: id, fire: false } => format!("{} is killed by the fall.", figure(*id)),
        Event::Looted { by, from, take } => {
            let what = match take {
                Booty::Weapon => "a weapon",
                Booty::Shield => "the shield",
                Booty::Armour => "the armour",
            };
            format!("{} takes {what} of {}.", figure(*by), figure(*from))
        }
        Event::Dressed { figure: id, protection } => {
            format!("{} has armed himself: protection {protection}.", figure(*id))
        }
        _ => return None,
    };
    Some(Line::plain(text))
}
