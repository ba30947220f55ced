//! Who names the unnamed men of a side from the period lists, each with a name that nobody of it has.

use crate::campaign::ids::SideId;
use crate::campaign::names::{Namer, People};
use crate::campaign::problem::Result;
use crate::rules::dice::Seeded;
use crate::store::Db;
use std::collections::BTreeSet;

/// Names for men who are entered by hand or come with a roster.
pub(super) fn entered(db: &Db, side: SideId) -> Result<Namer> {
    let known = db.names_of(side)?;
    named(db, db.side(side)?.people, u64::MAX - side.0 as u64, &known)
}

/// Names for newcomers to a side, of another people if one is given. The more there are of the side, the later in the lists
/// they are drawn, so the same recruiting taken back and done again brings the same men.
pub(super) fn newcomers(db: &Db, side: SideId, people: Option<People>) -> Result<Namer> {
    let known = db.names_of(side)?;
    let people = match people {
        Some(people) => people,
        None => db.side(side)?.people,
    };
    named(db, people, (1 << 40) + ((side.0 as u64) << 24) + known.len() as u64, &known)
}

fn named(db: &Db, people: People, stream: u64, known: &BTreeSet<String>) -> Result<Namer> {
    let mut namer = Namer::new(people, Seeded::stream(db.about()?.seed, stream));
    known.iter().for_each(|name| namer.take(name));
    Ok(namer)
}
