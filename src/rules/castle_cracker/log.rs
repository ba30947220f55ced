//! The events of a game in sentences, each with the clause it goes by.

use super::melee::FightingMen;
use super::shooting::Shelter;
use super::state::{Ending, Name, Position};
use super::wall::{Strike, WallRound};
use super::{AimAdded, Event, FileShot, HandToHand, Volley, WallFight};
use crate::rules::explain::Part;
use crate::rules::figure::Side;
use crate::rules::telling::{Line, Roll, capital};

fn side(side: Side) -> &'static str {
    match side {
        Side::Attacker => "attackers",
        Side::Defender => "defenders",
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn men(number: usize) -> String {
    count(number, "man", "men")
}

/// What a body may be called that is one thing; its crew acts.
const THINGS: [&str; 11] =
    ["ram", "tower", "cannon", "culverin", "ballista", "trebuchet", "catapult", "howitzer", "mortar", "wagon", "boat"];

fn is_called(who: &str, thing: &str) -> bool {
    who.rsplit(' ').next() == Some(thing)
}

fn is_thing(who: &str) -> bool {
    THINGS.iter().any(|thing| is_called(who, thing))
}

/// Who does something, for a verb of many.
fn acts(who: &Name) -> String {
    if is_thing(who) { format!("the crew of {who}") } else { who.to_string() }
}

/// The ram or tower of some troops, who may be called so themselves.
fn gear(what: &str, who: &Name) -> String {
    if is_called(who, what) { who.to_string() } else { format!("the {what} of {who}") }
}

fn listed(names: &[Name]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.to_string(),
        [most @ .., last] => format!("{} and {last}", most.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ")),
    }
}

/// Who lost how many, and whose gear was wrecked.
fn losses(fell: &[(Name, usize)], wrecked: &[Name]) -> String {
    let mut parts: Vec<String> = fell.iter().map(|(name, lost)| format!("{} of {name}", men(*lost))).collect();
    let gear = |name: &Name| if is_thing(name) { name.to_string() } else { format!("the gear of {name}") };
    parts.extend(wrecked.iter().map(gear));
    if parts.is_empty() { "nobody falls".to_owned() } else { format!("hit: {}", parts.join(", ")) }
}

/// What was added to two dice, each with what for (CC-4.2).
fn added(added: AimAdded) -> Vec<(&'static str, i32)> {
    let cover = match added.shelter {
        Shelter::Open => "",
        Shelter::Wagons => "behind wagons or houses",
        Shelter::Walls => "behind walls",
    };
    let parts = [(cover, added.cover), ("neither has moved", added.still)];
    parts.into_iter().filter(|(_, value)| *value != 0).collect()
}

/// The shots of a volley band by band, with what must be rolled and what was added (CC-4.2).
fn volley(told: &Volley) -> String {
    let more: String = added(told.added)
        .into_iter()
        .map(|(what, value)| format!(", {} {what}", Part::plus("CC-4.2", what, value.into()).figure()))
        .collect();
    let bands = ["close", "medium", "long"].iter().zip(told.shots.iter().zip(&told.hits).zip(told.need));
    let parts: Vec<String> = bands
        .filter(|(_, ((shots, _), _))| **shots > 0)
        .map(|(band, ((shots, hits), need))| {
            let (shots, hit) = (count(*shots as usize, "shot", "shots"), if *hits == 1 { "hits" } else { "hit" });
            format!("{hits} of {shots} at {band} range {hit} ({need} or more of two dice{more})")
        })
        .collect();
    let fell = match told.killed {
        0 => "nobody falls".to_owned(),
        1 => "1 man falls".to_owned(),
        killed => format!("{killed} men fall"),
    };
    format!("{}; {fell}", parts.join(" and "))
}

/// A round of a wall fight: what the one rolled against what his enemies did, who struck with what, and who fell (CC-6.5).
fn round(told: &WallRound) -> String {
    let many: Vec<String> = told.many.iter().map(u8::to_string).collect();
    let fell = match (told.one_falls, told.falls.is_some()) {
        (true, true) => ", both the one and one against him fall",
        (true, false) => ", the one falls",
        (false, true) => ", one against him falls",
        (false, false) => "",
    };
    let dice = |strike: &Strike| format!("{} ({} or more fells)", strike.face, strike.need);
    let strikes = told.strike.iter().map(|strike| format!(", strikes with {}", dice(strike)));
    let struck = told.struck.iter().map(|strike| format!(", is struck with {}", dice(strike)));
    format!("{} against {}{}{fell}", told.one, many.join(", "), strikes.chain(struck).collect::<String>())
}

/// A turn of a wall fight, round by round (CC-6.5).
fn wall_fight(told: &WallFight) -> String {
    let fight = if told.up == 1 { "fights" } else { "fight" };
    let fell = match told.up_fell + told.holders_fell {
        0 => "nobody falls".to_owned(),
        _ => format!("{} of {} and {} of {} fall", told.up_fell, told.up, told.holders_fell, told.holders),
    };
    let rounds: Vec<String> = told.rounds.iter().map(round).collect();
    format!("On {} {} {fight} {}: {}; {fell} (CC-6.5).", told.wall, men(told.up), told.holders, rounds.join("; "))
}

fn counted(of: FightingMen) -> String {
    let kinds = [(of.heavy, "heavy"), (of.medium, "medium"), (of.light, "light")];
    let parts: Vec<String> =
        kinds.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn hit_roll(faces: [u8; 2], by: AimAdded) -> Roll {
    let parts = added(by).into_iter().map(|(what, value)| Part::plus("CC-4.2", what, value.into())).collect();
    let total = i32::from(faces[0]) + i32::from(faces[1]) + by.sum();
    Roll { what: "shot", clause: "CC-4.2", faces: faces.to_vec(), parts, total }
}

fn die(what: &'static str, clause: &'static str, face: u8) -> Roll {
    Roll { what, clause, faces: vec![face], parts: Vec::new(), total: face.into() }
}

/// What happened, in a sentence.
pub fn sentence(event: &Event) -> String {
    line(event).text
}

/// What happened, as a line with its rolls.
pub fn line(event: &Event) -> Line {
    let line = told(event);
    Line { text: capital(&line.text), ..line }
}

/// So many bodies or more are told by their number.
const MANY: usize = 4;

/// How many of these events that come first are marches of one side that end alike, and all of them in a sentence.
pub fn summed(game: &Position, events: &[Event]) -> Option<(usize, Line)> {
    let of = |who: &Name| game.troops.iter().find(|troops| troops.name == *who).map(|troops| troops.side);
    let march = |event: &Event| match event {
        Event::Marched(who, halt) => Some((who.clone(), of(who)?, *halt)),
        _ => None,
    };
    let (_, marched, halt) = march(events.first()?)?;
    let alike = events.iter().map_while(march).take_while(|(_, side, ended)| *side == marched && *ended == halt);
    let names: Vec<Name> = alike.map(|(who, ..)| who).collect();
    let who = match names.len() {
        0 | 1 => return None,
        many if many < MANY => capital(&listed(&names)),
        many => format!("{many} bodies of the {}", side(marched)),
    };
    let how = halt.map_or_else(|| " (CC-3)".to_owned(), |halt| format!("; of each: {halt}"));
    Some((names.len(), Line::plain(format!("{who} move{how}."))))
}

fn told(event: &Event) -> Line {
    let plain = |text: String| Line::plain(text);
    match event {
        Event::Turn(turn) => Line { text: format!("Turn {turn}."), rolls: Vec::new(), heading: true },
        Event::Begins(who, false) => plain(format!("The {} move (CC-1.3).", side(*who))),
        Event::Begins(who, true) => plain(format!("The {} shoot (CC-1.3).", side(*who))),
        Event::Marched(who, None) => plain(format!("{} move (CC-3).", acts(who))),
        Event::Marched(who, Some(halt)) => plain(format!("{} move; {halt}.", acts(who))),
        Event::Charged(who, at) => plain(format!("{} charge {at} (CC-5).", acts(who))),
        Event::ClosedIn(who, files) => {
            let who = acts(who);
            plain(format!("{who} close up to {files} in a rank, where there is no ground for more (CC-3.0)."))
        }
        Event::Answered(who, weapon, at, shots) => {
            plain(format!("{} shoot once at {at} with the {weapon}: {} (CC-5.7).", acts(who), volley(shots)))
        }
        Event::Ran(who) => plain(format!("{} run (CC-5.4).", acts(who))),
        Event::Fled(who) => plain(format!("{} leave the field (CC-5.4).", acts(who))),
        Event::Hitched(who, true) => plain(format!("{} hook on (CC-3.0).", acts(who))),
        Event::Hitched(who, false) => plain(format!("{} unhook (CC-3.0).", acts(who))),
        Event::Parted(who, parted) => {
            let parts = if *parted == 1 { "parts" } else { "part" };
            plain(format!("{parted} {parts} from {who} (CC-2.1)."))
        }
        Event::Boarded(who, onto) => plain(format!("{} get on {onto} (CC-3.4).", acts(who))),
        Event::Landed(who) => plain(format!("{} get off (CC-3.4).", acts(who))),
        Event::Manned(who, wall) => plain(format!("{} man {wall}.", acts(who))),
        Event::Descended(who) => plain(format!("{} come down from the wall.", acts(who))),
        Event::Scaling(who, wall, false) => plain(format!("{} set ladders to {wall} (CC-6.4).", acts(who))),
        Event::Scaling(who, wall, true) => plain(format!("{} go up the tower at {wall} (CC-6.3).", acts(who))),
        Event::Volley(who, weapon, at, shots) => {
            plain(format!("{} shoot at {at} with the {weapon}: {} (CC-4.4).", acts(who), volley(shots)))
        }
        Event::ShotFile(who, weapon, at, shot) => file_shot(who, weapon.word(), at, shot),
        Event::Lobbed { who, weapon, face, fall, fell, wrecked, .. } => {
            let text = format!(
                "{} throw with the {weapon}; it falls {}: {} (CC-4.7).",
                acts(who),
                fall.falls(),
                losses(fell, wrecked)
            );
            Line::with(text, vec![die("cup", "CC-4.7", *face)])
        }
        Event::Grape { who, fell, wrecked } => {
            plain(format!("{} fire grapeshot: {} (CC-4.8).", acts(who), losses(fell, wrecked)))
        }
        Event::Battered { who, wall, band, faces, added, hit, broken } => {
            let did = match (hit, broken) {
                (_, true) => "and wreck it",
                (true, false) => "and hit, but it holds",
                (false, _) => "and miss",
            };
            Line::with(
                format!("{} shoot at {wall}, {band}, {did} (CC-4.3).", acts(who)),
                vec![hit_roll(*faces, *added)],
            )
        }
        Event::Wrecked(who, wall) => plain(format!("{} wreck {wall} (CC-4.3).", acts(who))),
        Event::RamAlight(who) => plain(format!("Oil sets {} alight; it needs a turn more (CC-6.1).", gear("ram", who))),
        Event::TowerAlight(who, face, out) => {
            let did = if *out { "the fire is out, and nobody climbs it this turn" } else { "it burns with all on it" };
            Line::with(
                format!("Oil sets {} alight; {did} (CC-6.3).", gear("tower", who)),
                vec![die("fire", "CC-6.3", *face)],
            )
        }
        Event::Fought(HandToHand { names, counted: by, fell }) => plain(format!(
            "{} ({}) fight {} ({}): {} and {} fall (CC-5.3).",
            listed(&names[0]),
            counted(by[0]),
            listed(&names[1]),
            counted(by[1]),
            fell[0],
            fell[1]
        )),
        Event::Apart(one, other) => plain(format!(
            "{} and {} do not touch any more, for those between have fallen, and fight no more (CC-5.1).",
            acts(one),
            acts(other)
        )),
        Event::Taken { names, men: taken, captor, guards } => plain(format!(
            "{} are taken, {}, by {captor}{} (CC-5.5, CC-5.6).",
            listed(names),
            men(*taken),
            match guards {
                0 => String::new(),
                1 => "; 1 of them guards".to_owned(),
                guards => format!("; {guards} of them guard"),
            }
        )),
        Event::HandedOver(who, onto, handed) => {
            let prisoners = count(*handed, "prisoner", "prisoners");
            plain(format!("{} hand {prisoners} over to {onto} (CC-5.6).", acts(who)))
        }
        Event::Freed(who) => plain(format!("{} break free and make for their own lines (CC-5.6).", acts(who))),
        Event::Home(who) => plain(format!("{} reach their own lines and fight again (CC-5.6).", acts(who))),
        Event::Relieved(who, freed) => {
            let are = if *freed == 1 { "is" } else { "are" };
            plain(format!("{} of {who} {are} not needed to guard any more (CC-5.6).", men(*freed)))
        }
        Event::Pushed(who, wall, face, up) => {
            let did = if *up { "its man is up" } else { "it falls with its man" };
            Line::with(
                format!("A ladder of {who} at {wall} is pushed; {did} (CC-6.4)."),
                vec![die("push", "CC-6.4", *face)],
            )
        }
        Event::Climbed(who, wall) => {
            plain(format!("A man of {who} is up at {wall}; nobody is near enough to push his ladder (CC-6.4)."))
        }
        Event::CameOver(who, wall, over, tower) => {
            let (come, clause) = (if *over == 1 { "comes" } else { "come" }, if *tower { "CC-6.3" } else { "CC-6.4" });
            plain(format!("{} of {who} {come} over at {wall}, where nobody stands ({clause}).", men(*over)))
        }
        Event::Deserted(who, wall, face, stands) => {
            let did = if *stands { "it stands" } else { "it falls" };
            Line::with(
                format!("A ladder of {who} at {wall} that nobody holds is pushed; {did} (CC-6.4)."),
                vec![die("push", "CC-6.4", *face)],
            )
        }
        Event::WallFought(fight) => plain(wall_fight(fight)),
        Event::WonWall(who, wall) => plain(format!("{} are on {wall} (CC-6.4).", acts(who))),
        Event::Rammed(who, wall, turns, needed) => {
            plain(format!("{} ram {wall}, turn {turns} of {needed} (CC-6.1).", acts(who)))
        }
        Event::Broken(who, wall, true) => plain(format!("{} opens {wall} (CC-6.1).", gear("ram", who))),
        Event::Broken(who, wall, false) => plain(format!("{} breaches {wall} (CC-6.1).", gear("ram", who))),
        Event::Held(place, who, turns) => plain(format!("The {} hold {place}, turn {turns} (CC-1.2).", side(*who))),
        Event::Over(ending) => plain(over(ending)),
    }
}

fn file_shot(who: &Name, weapon: &str, at: &Name, shot: &FileShot) -> Line {
    let did = match shot.hit {
        true => format!(
            "the shot goes through {}, {}",
            count(shot.touched, "body", "bodies"),
            losses(&shot.fell, &shot.wrecked)
        ),
        false => "and miss".to_owned(),
    };
    let text = format!("{} shoot at {at} with the {weapon}, {}: {did} (CC-4.6).", acts(who), shot.band);
    Line::with(text, vec![hit_roll(shot.faces, shot.added)])
}

fn over(ending: &Ending) -> String {
    match ending {
        Ending::Objective(who, place) => format!("The {} have held {place} and win (CC-1.2).", side(*who)),
        Ending::NobodyLeft(who) => {
            format!("The {} have nobody left who can fight: the {} win (CC-1.2).", side(*who), side(who.other()))
        }
        Ending::NobodyAtAll => "Nobody is left on either side: neither wins (CC-1.2).".to_owned(),
        Ending::Garrison(who) => {
            format!("The garrison is wiped out before its relief: the {} win (CC-1.2).", side(*who))
        }
        Ending::Relieved(who) => format!("The relief stands in the fort: the {} win (CC-1.2).", side(*who)),
        Ending::BothHeld => "Both sides have held what they wanted: neither wins (CC-1.2).".to_owned(),
        Ending::HeldOut(who) => format!("The turns are over and the {} have held: they win (CC-1.2).", side(*who)),
        Ending::Share(winner, share) => {
            let both = format!("{} in 100 attackers and {} in 100 defenders stand", share.attacker, share.defender);
            match winner {
                Some(who) => format!("The turns are over; {both}: the {} win (CC-1.2).", side(*who)),
                None => format!("The turns are over; {both}: neither wins (CC-1.2)."),
            }
        }
        Ending::TimeOut => "The turns are over and neither has taken what it wanted (CC-1.2).".to_owned(),
    }
}
