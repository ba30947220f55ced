//! What a district still gives those who live off it, in the field and about a siege alike (SG-2.2, CP-7.2).

use super::numbers;
use crate::campaign::calendar::Day;
use crate::campaign::ids::PlaceId;
use crate::campaign::places::Place;
use crate::campaign::problem::Result;
use crate::store::Act;

/// A district is exhausted by one more week, unless it was within the week that ends.
pub(super) fn exhaust(act: &Act, place: PlaceId, today: Day) -> Result<()> {
    let (place, week) = (act.place(place)?, numbers::of(act)?.week_days as i32);
    match place.stripped_day {
        Some(last) if today - last < week => Ok(()),
        _ => act.set_stripped(place.id, place.stripped_weeks.saturating_add(1), Some(today)),
    }
}

/// The weeks by which a district was exhausted when a week or a siege turn began: by them it is known what it gives in that.
pub(super) fn weeks_when(place: &Place, began: Day) -> u32 {
    let since = place.stripped_day.is_some_and(|last| last > began);
    place.stripped_weeks.saturating_sub(u32::from(since))
}
