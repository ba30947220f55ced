//! Numbers on the command line that are none, or are out of their bounds, told in a sentence with what they may be. The
//! parser knows the bounds and tells them only of a number that is out of them; so one that is out of any is tried in the
//! place of what was written.

use super::Arguments;
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;

/// How the parser begins what it says of a word that is no whole number, no number, or too large for one.
const WHOLE: [&str; 4] =
    ["invalid digit found", "cannot parse integer", "number too large to fit", "number too small to fit"];
const ANY: [&str; 2] = ["invalid float literal", "cannot parse float"];

/// What to say of a number that cannot be it; nothing where something else is wrong.
pub(super) fn no_number(wrong: &clap::Error, words: impl Iterator<Item = OsString>) -> Option<clap::Error> {
    let (argument, written) = told(wrong)?;
    let said = wrong.source()?.to_string();
    let is_one_of = |known: &[&str]| known.iter().any(|known| said.starts_with(known));
    let may_be = if is_one_of(&ANY) {
        "a number".to_owned()
    } else if let Some(bounds) = bounds(&said) {
        bounds
    } else if is_one_of(&WHOLE) {
        bounds_tried(&written, words).unwrap_or_else(|| "a whole number".to_owned())
    } else {
        return None;
    };
    let sentence = format!("{argument} is {may_be}, not “{written}”\n\nFor more information, try '--help'.\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, sentence))
}

/// The argument that is refused, and what was written for it.
fn told(wrong: &clap::Error) -> Option<(String, String)> {
    let of = |kind: ContextKind| match wrong.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    (wrong.kind() == ErrorKind::ValueValidation).then_some(())?;
    Some((of(ContextKind::InvalidArg)?, of(ContextKind::InvalidValue)?))
}

/// The bounds that are named in `21 is not in 1..=20`.
fn bounds(said: &str) -> Option<String> {
    let (_, range) = said.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most = match most.strip_prefix('=') {
        Some(most) => most.parse::<i64>().ok(),
        None => most.parse::<i64>().ok().map(|past| past - 1),
    };
    // What a number of the machine holds at most is no bound of a rule.
    Some(match most.filter(|most| *most < i64::from(u32::MAX)) {
        Some(most) => format!("a whole number from {least} to {most}"),
        None => format!("a whole number from {least}"),
    })
}

/// The bounds the parser names of a number out of any, in the place of what was written.
fn bounds_tried(written: &str, words: impl Iterator<Item = OsString>) -> Option<String> {
    const OUT: &str = "9223372036854775807";
    let mut words: Vec<OsString> = words.collect();
    let place = words.iter_mut().skip(1).find_map(|word| {
        let text = word.to_str()?.to_owned();
        let before = text.strip_suffix(written)?;
        (before.is_empty() || before.ends_with('=')).then(|| (word, before.to_owned()))
    });
    let (word, before) = place?;
    *word = format!("{before}{OUT}").into();
    let wrong = Arguments::try_parse_from(words).err()?;
    told(&wrong).filter(|(_, written)| written == OUT)?;
    bounds(&wrong.source()?.to_string())
}
