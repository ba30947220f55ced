//! Who holds and who besieges what, by place: it is asked of every place of a map that may have tens of thousands.

use crate::campaign::ids::{PlaceId, SideId, StrongholdId};
use crate::campaign::places::{Place, Stronghold};
use crate::campaign::siege::SiegeRow;
use std::collections::HashMap;

/// What a side holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possessions {
    /// Places, and how many people live in them.
    pub places: u32,
    pub people: u32,
    /// The names of its strongholds.
    pub strongholds: Vec<String>,
}

/// Who holds and who besieges what.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// Who holds the first stronghold of a place.
    holders: HashMap<PlaceId, SideId>,
    besiegers: HashMap<PlaceId, SideId>,
    sides: HashMap<SideId, Possessions>,
}

impl Holdings {
    pub fn of(places: &[Place], strongholds: &[Stronghold], sieges: &[SiegeRow]) -> Holdings {
        let mut all = Holdings::default();
        let besieged: HashMap<StrongholdId, SideId> =
            sieges.iter().rev().map(|siege| (siege.stronghold, siege.besieger)).collect();
        for hold in strongholds {
            all.holders.entry(hold.place).or_insert(hold.side);
            if let Some(besieger) = besieged.get(&hold.id) {
                all.besiegers.entry(hold.place).or_insert(*besieger);
            }
            all.sides.entry(hold.side).or_default().strongholds.push(hold.name.clone());
        }
        for place in places {
            let Some(side) = all.holder(place) else { continue };
            let held = all.sides.entry(side).or_default();
            held.places += 1;
            held.people = held.people.saturating_add(place.people);
        }
        all
    }

    /// Who holds a place: whoever holds its stronghold, or whose it is.
    pub fn holder(&self, place: &Place) -> Option<SideId> {
        self.holders.get(&place.id).copied().or(place.side)
    }

    /// Who besieges a stronghold at a place.
    pub fn besieger(&self, place: PlaceId) -> Option<SideId> {
        self.besiegers.get(&place).copied()
    }

    /// Its places with their people, and its strongholds; none of a side that is not there.
    pub fn of_side(&self, side: SideId) -> Possessions {
        self.sides.get(&side).cloned().unwrap_or_default()
    }
}
