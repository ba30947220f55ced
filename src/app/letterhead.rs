//! What stands at the head and the foot of all that is printed of a campaign.

use crate::campaign::ids::SideId;
use crate::campaign::problem::Result;
use crate::print::{Banner, Foot};
use crate::store::Db;

/// The campaign and its day.
pub(in crate::app) fn foot(db: &Db) -> Result<Foot> {
    let about = db.about()?;
    Ok(Foot { campaign: about.name, day: about.day, turn: about.turn })
}

/// Whose it is.
pub(in crate::app) fn banner(db: &Db, side: SideId) -> Result<Banner> {
    let side = db.side(side)?;
    Ok(Banner { name: side.name, tincture: side.tincture })
}
