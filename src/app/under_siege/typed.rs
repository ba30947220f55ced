//! What is typed at the table: places in inches, counters and sections by name, and what a counter does.

use super::refused;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_under_siege::{Castle, CastleSpot, Decision, Errand, Illegal, PersonId, Position, Role};
use crate::rules::geometry::{INCH, Point};

/// The furthest anything typed may be, in inches; the table ends before.
const FURTHEST: i64 = 1_000;

/// A length in inches, such as `8`, `-15`, `3.25` or `3 1/4`, in 64ths, to the nearest.
pub fn length(text: &str) -> Result<i32> {
    let bad = || {
        Problem::bad_input(format!("“{}” is no length.", text.trim()))
            .hint("Write inches, such as 8, -15, 3.25 or 3 1/4.")
    };
    let trimmed = text.trim().replace('−', "-");
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, trimmed.strip_prefix('+').unwrap_or(&trimmed)),
    };
    let (whole, rest) = match digits.split_once([' ', '-']) {
        Some((whole, part)) => (whole, Some(part.trim())),
        None if digits.contains('/') => ("0", Some(digits)),
        None => (digits, None),
    };
    let number = |text: &str| -> Option<i64> {
        let plain = !text.is_empty() && text.len() <= 6 && text.bytes().all(|digit| digit.is_ascii_digit());
        plain.then(|| text.parse().ok())?
    };
    let scaled = || -> Option<i64> {
        // In 64ths times a million, so that six decimals are exact.
        let inch = i64::from(INCH);
        match rest {
            Some(part) => {
                let (over, under) = part.split_once('/')?;
                let (over, under) = (number(over.trim())?, number(under.trim()).filter(|&under| under > 0)?);
                Some(number(whole)? * inch * 1_000_000 + over * inch * 1_000_000 / under)
            }
            None => {
                let (whole, decimals) = whole.split_once('.').unwrap_or((whole, "0"));
                let decimals = format!("{decimals:0<6}");
                // “.5” is a half, and “.” nothing.
                let whole = if whole.is_empty() && digits.len() > 1 { 0 } else { number(whole)? };
                Some(whole * inch * 1_000_000 + number(&decimals)? * inch)
            }
        }
    };
    let scaled = scaled().filter(|&scaled| scaled <= FURTHEST * i64::from(INCH) * 1_000_000).ok_or_else(bad)?;
    let length = ((scaled + 500_000) / 1_000_000) as i32;
    Ok(if negative { -length } else { length })
}

/// A place in inches east and north of the castle's south-western corner, such as `8,-15`; or a spot's middle, by its name.
pub fn place(text: &str) -> Result<Point> {
    let bad = || {
        Problem::bad_input(format!("“{}” is no place.", text.trim())).hint(
            "Write inches east and north of the castle’s south-western corner, such as 8.5,-15, or a spot such as c1.",
        )
    };
    match text.split_once([',', ';']) {
        Some((east, north)) => Ok(Point::new(length(east).map_err(|_| bad())?, length(north).map_err(|_| bad())?)),
        None => text.parse::<CastleSpot>().map(|spot| spot.plot().middle()).map_err(|_| bad()),
    }
}

/// A spot by its name.
pub fn spot(text: &str) -> Result<CastleSpot> {
    text.parse::<CastleSpot>().map_err(|bad| {
        Problem::bad_input(format!("{bad}.")).hint("Spots run from a1 in the south-west to p16 in the north-east.")
    })
}

/// A spot by its name, or the first free one of a section by its name.
pub fn spot_or_section(game: &Position, text: &str) -> Result<CastleSpot> {
    let plain = |text: &str| text.trim().trim_start_matches("the ").to_ascii_lowercase().replace('-', " ");
    let castle = Castle::get();
    let named = castle.ids().find(|&id| plain(castle.section(id).name) == plain(text));
    let Some(id) = named else { return spot(text) };
    let spots = &castle.section(id).spots;
    let free = |spot: &&CastleSpot| !game.people_ids().any(|id| game.person(id).spot == **spot);
    let at = spots.iter().find(free).or(spots.first()).copied();
    at.ok_or_else(|| refused(&Illegal::NotNow))
}

/// A counter by its name, such as `soldier 3`.
pub fn counter(game: &Position, text: &str) -> Result<PersonId> {
    game.named(text).ok_or_else(|| {
        Problem::bad_input(format!("There is no counter “{}”.", text.trim()))
            .hint("Counters are named by kind and in the order they were placed, such as “soldier 3”; the wizard has no number.")
    })
}

/// Counters to be placed, such as `soldier=c1` or `priest=keep, west side`; more of a kind as `3 soldier=c1`.
pub fn placing(game: &Position, text: &str) -> Result<Vec<Decision>> {
    let bad = || {
        Problem::bad_input(format!("“{}” places no counter.", text.trim()))
            .hint("Write a kind and a spot, such as soldier=c1 or “2 water boy=g1”.")
    };
    let (who, at) = text.split_once('=').ok_or_else(bad)?;
    let who = who.trim();
    let (count, role) = match who.split_once(' ') {
        Some((count, role)) if count.bytes().all(|digit| digit.is_ascii_digit()) => {
            (count.parse::<usize>().ok().filter(|count| (1..=99).contains(count)).ok_or_else(bad)?, role)
        }
        _ => (1, who),
    };
    let (role, at): (Role, CastleSpot) = (role.parse()?, spot_or_section(game, at)?);
    Ok(vec![Decision::Place(role, at); count])
}

/// What a counter does: `repair`, `put out`, `heal NAME` or `move SPOT`.
pub fn errand(game: &Position, words: &[String]) -> Result<Errand> {
    let bad = || {
        Problem::bad_input(format!("“{}” is nothing a counter does.", words.join(" ")))
            .hint("Write “move g1”, “heal soldier 3”, “repair” or “put out”.")
    };
    let rest = words.get(1..).unwrap_or_default().join(" ");
    match (words.first().map(String::as_str), rest.as_str()) {
        (Some("repair"), "") => Ok(Errand::Repair),
        (Some("put-out"), "") | (Some("put"), "out") => Ok(Errand::PutOut),
        (Some("heal"), whom) if !whom.is_empty() => Ok(Errand::Heal(counter(game, whom)?)),
        (Some("move"), to) if !to.is_empty() => Ok(Errand::Move(spot_or_section(game, to)?)),
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_to_a_64th_of_an_inch() {
        for (text, length_of) in [
            ("8", 512),
            ("-15", -960),
            ("3.25", 208),
            ("3 1/4", 208),
            ("1/64", 1),
            ("-0.5", -32),
            (".5", 32),
            ("0.008", 1),
            ("−2", -128),
        ] {
            assert_eq!(length(text).map_err(|bad| bad.sentence), Ok(length_of), "{text}");
        }
        for bad in ["", "eight", "1/0", "3 1/", "1e3", "9999", "--3", "1.2.3", "1.1234567", "3,5", "½"] {
            assert!(length(bad).is_err(), "{bad}");
        }
        assert_eq!(place("8, -15").ok(), Some(Point::new(512, -960)));
        assert_eq!(place("c1").ok(), Some(Point::new(160, 32)));
        assert!(place("8").is_err_and(|bad| bad.hint.contains("c1")));
    }
}
