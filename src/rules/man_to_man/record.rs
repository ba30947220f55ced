//! A battle's record: its plan, the tables in force, its events with absolute results, and its report. Reading one
//! back needs no rule, so a record plays for ever, whatever becomes of the rules.

use super::event::Event;
use super::log::{self, Names};
use super::setup::MOST_MEN;
use crate::rules::battle::{Plan, Report};
use crate::rules::figure::Side;
pub use crate::rules::settles::RecordError;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};

/// The latest format. Every format that was ever released is read: 1 knew the open field alone; from 2 on the plan of a
/// record holds the file of its ground; in 3 there may be weather, several armies a side, and forces that come later.
pub const FORMAT: u32 = 3;

/// The format of a record of a plan: the earliest that tells all of it, so that an older program reads what it can.
pub fn format_of(plan: &Plan) -> u32 {
    let mut forces = plan.hosts.attacker.forces.iter().chain(&plan.hosts.defender.forces);
    match plan.weather.is_some() || forces.any(|force| force.arrives > 0 || !force.army.is_empty()) {
        true => FORMAT,
        false => 2,
    }
}

/// What a record's bytes begin with, before the format's number and the deflated rest.
const MAGIC: [u8; 4] = *b"BnBt";

/// The most a record may unfold to, so that a damaged one cannot fill the memory.
const MOST_BYTES: usize = 64 << 20;

/// The most bytes of words that a record is told in, and that its men and what they are part of are called by.
const MOST_WORDS: usize = 64 << 20;

/// The most pieces of walls, fires and filled moat that a record tells of, over and over.
const MOST_MARKS: usize = 20_000;

/// How hard a record is packed, 1 to 10. With the packer named here and no other, the same record gives the same bytes
/// whatever else the program is built with.
const LEVEL: u8 = 6;

/// A battle as it was fought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub plan: Plan,
    /// The tables in force, to be read by people; kept loosely, since their shape grows with the book.
    #[serde(deserialize_with = "crate::rules::loose::read")]
    pub tables: serde_json::Value,
    /// What happened, in order.
    #[serde(deserialize_with = "crate::rules::loose::list")]
    pub events: Vec<Event>,
    /// What became of everybody.
    pub report: Report,
}

/// A record's bytes. The same record gives the same bytes.
pub fn encode(record: &Record) -> Result<Vec<u8>, RecordError> {
    let text = serde_json::to_vec(record).map_err(|error| RecordError::Damaged(error.to_string()))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(format_of(&record.plan).to_le_bytes());
    bytes.extend(compress_to_vec(&text, LEVEL));
    Ok(bytes)
}

/// The record in some bytes.
pub fn decode(bytes: &[u8]) -> Result<Record, RecordError> {
    let Some((magic, rest)) = bytes.split_first_chunk::<4>() else { return Err(RecordError::Foreign) };
    let Some((format, packed)) = rest.split_first_chunk::<4>() else { return Err(RecordError::Foreign) };
    if *magic != MAGIC {
        return Err(RecordError::Foreign);
    }
    match u32::from_le_bytes(*format) {
        1..=FORMAT => {}
        found if found > FORMAT => return Err(RecordError::Newer { found, known: FORMAT }),
        _ => return Err(RecordError::Foreign),
    }
    let text =
        decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|error| RecordError::Damaged(error.to_string()))?;
    let record = serde_json::from_slice(&text).map_err(|error| RecordError::Damaged(error.to_string()))?;
    drop(text);
    match excess(&record) {
        Some(so) => Err(RecordError::Damaged(so.to_owned())),
        None => Ok(record),
    }
}

/// What of a record is more than any battle comes to, and more than fits in memory once it is told and shown.
fn excess(record: &Record) -> Option<&'static str> {
    let hosts = [Side::Attacker, Side::Defender].map(|side| &record.plan.hosts[side]);
    if hosts.iter().any(|host| host.men().count() > MOST_MEN) {
        return Some("it has more men than can be arrayed");
    }
    let men = hosts.iter().flat_map(|host| host.men()).map(|man| man.name.len() + man.number.len());
    let units = hosts.iter().flat_map(|host| &host.forces).flat_map(|force| &force.units).map(|unit| unit.name.len());
    let longest = men.chain(units).chain(hosts.map(|host| host.name.len())).max().unwrap_or(0);
    // Each man is shown with what he is part of, and with who took him.
    if longest * 2 * MOST_MEN > MOST_WORDS {
        return Some("a name in it is too long");
    }
    let marks = record.events.iter().map(|event| match event {
        Event::Opened { pieces, .. } => pieces.len(),
        Event::Caught { what } | Event::BurntDown { what } => what.len(),
        Event::Tested { causes, .. } => causes.len() / 16,
        Event::Filled { .. } => 1,
        _ => 0,
    });
    if marks.sum::<usize>() > MOST_MARKS {
        return Some("it tells of more walls and fires than any ground has");
    }
    let names = Names::of(&record.plan);
    let mut room = MOST_WORDS;
    let fits = record.events.iter().all(|event| {
        let told = log::line(event, &names).map_or(0, |line| line.text.len());
        room.checked_sub(told).map(|left| room = left).is_some()
    });
    (!fits).then_some("it is told in more words than any battle")
}
