//! A battle's record: its plan, the tables in force, its events with absolute results, and its report. Reading one
//! back needs no rule, so a record plays for ever, whatever becomes of the rules.

use super::event::Event;
use crate::rules::battle::{Plan, Report};
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
    serde_json::from_slice(&text).map_err(|error| RecordError::Damaged(error.to_string()))
}
