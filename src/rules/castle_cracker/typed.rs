//! Decisions in words, as they are typed at a table: `march 3 40,28`, `shoot 5 12`, `done`. Troops and walls go by their
//! numbers, places are in inches.

use super::field::WallId;
use super::{Decision, TroopsId};
use crate::rules::geometry::{Heading, INCH, Point};

/// The words a decision is typed with, a line each.
pub const WORDS: &str = "march N x,y [x,y …] [facing up|down|left|right] [files K]
turn N [facing up|down|left|right] [files K]
charge N M
run N x,y
hitch N
part N K
board N M
land N x,y
man N WALL
descend N x,y
scale N WALL
hold N
shoot N M
lob N x,y
grape N M
batter N WALL
oil M
done";

/// The ways troops are told to face, with their words.
fn ways() -> [(&'static str, Heading); 4] {
    [("up", Heading::UP), ("down", Heading::DOWN), ("left", Heading::new(32)), ("right", Heading::new(0))]
}

/// The word for a way troops face, or for that of the four which is nearest to it.
pub fn faces(heading: Heading) -> &'static str {
    ways().into_iter().min_by_key(|(_, way)| way.turn_to(heading)).map_or("up", |(word, _)| word)
}

fn number<T: std::str::FromStr>(word: Option<&&str>, what: &str) -> Result<T, String> {
    let word = word.ok_or_else(|| format!("{what} is missing"))?;
    word.parse().map_err(|_| format!("“{word}” is no {what}"))
}

fn troops(word: Option<&&str>) -> Result<TroopsId, String> {
    number(word, "number of troops").map(TroopsId)
}

fn wall(word: Option<&&str>) -> Result<WallId, String> {
    number(word, "number of a wall").map(WallId)
}

/// A place in inches and quarters of them, such as `40,28` or `40.25,28.5`.
fn place(word: Option<&&str>) -> Result<Point, String> {
    let word = word.ok_or("a place is missing")?;
    let inches = |text: &str| {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let quarter = match part {
            "" | "0" => 0,
            "25" => 1,
            "5" | "50" => 2,
            "75" => 3,
            _ => return None,
        };
        let number: i32 = whole.parse().ok().filter(|number: &i32| number.unsigned_abs() < 1000)?;
        let part = quarter * INCH / 4;
        Some(number * INCH + if whole.starts_with('-') { -part } else { part })
    };
    let pair = word.split_once(',').and_then(|(x, y)| Some(Point::new(inches(x)?, inches(y)?)));
    pair.ok_or_else(|| format!("“{word}” is no place; write x,y in inches, in quarters if need be"))
}

/// A march by places; or, of those who `stand`, how they face and form up where they are.
fn march(words: &[&str], stand: bool) -> Result<Decision, String> {
    let id = troops(words.first())?;
    let (mut by, mut facing, mut files) = (Vec::new(), None, None);
    let mut at = 1;
    while at < words.len() {
        match words[at] {
            "facing" => {
                at += 1;
                let way = words.get(at).and_then(|word| ways().into_iter().find(|(known, _)| known == word));
                facing = Some(way.ok_or("troops face up, down, left or right")?.1);
            }
            "files" => {
                at += 1;
                files = Some(number(words.get(at), "number of files")?);
            }
            other if stand => return Err(format!("“{other}” is too much for turn")),
            _ => by.push(place(words.get(at))?),
        }
        at += 1;
    }
    match stand {
        true if facing.is_none() && files.is_none() => {
            return Err("say where they face, or how many files they form".to_owned());
        }
        false if by.is_empty() => return Err("a place is missing".to_owned()),
        _ => {}
    }
    Ok(Decision::March { troops: id, by, facing, files })
}

/// Reads a decision in words, or says what is wrong with it.
pub fn decision(text: &str) -> Result<Decision, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else { return Err("nothing was typed".to_owned()) };
    let (first, second) = (rest.first(), rest.get(1));
    let (decision, most) = match *verb {
        "march" => return march(rest, false),
        "turn" => return march(rest, true),
        "charge" => (Decision::Charge(troops(first)?, troops(second)?), 2),
        "run" => (Decision::Run(troops(first)?, place(second)?), 2),
        "hitch" => (Decision::Hitch(troops(first)?), 1),
        "part" => (Decision::Part(troops(first)?, number(second, "number of men")?), 2),
        "board" => (Decision::Board(troops(first)?, troops(second)?), 2),
        "land" => (Decision::Land(troops(first)?, place(second)?), 2),
        "man" => (Decision::Man(troops(first)?, wall(second)?), 2),
        "descend" => (Decision::Descend(troops(first)?, place(second)?), 2),
        "scale" => (Decision::Scale(troops(first)?, wall(second)?), 2),
        "hold" => (Decision::Hold(troops(first)?), 1),
        "shoot" => (Decision::Shoot(troops(first)?, troops(second)?), 2),
        "lob" => (Decision::Lob(troops(first)?, place(second)?), 2),
        "grape" => (Decision::Grape(troops(first)?, troops(second)?), 2),
        "batter" => (Decision::Batter(troops(first)?, wall(second)?), 2),
        "oil" => (Decision::Oil(troops(first)?), 1),
        "done" => (Decision::Done, 0),
        other => return Err(format!("there is no order “{other}”")),
    };
    match rest.len() > most {
        true => Err(format!("“{}” is too much for {verb}", rest[most..].join(" "))),
        false => Ok(decision),
    }
}
