//! Who stands face to face at a day's end (CP-2.2), decided from the same situation as the day's marches.

use super::ids::{ContactId, FormationId, PlaceId};
use super::march::{MarchingArmy, Situation};
use super::war::ContactKind;
use std::collections::BTreeMap;

/// Something that changes in who faces whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// A contact came to nothing: an army is gone from there, or the war is over.
    Lapses(ContactId),
    /// Two armies at war are face to face.
    FaceToFace {
        /// Where.
        place: PlaceId,
        /// The army that came upon the other.
        attacker: FormationId,
        /// The other.
        defender: FormationId,
    },
}

impl Situation {
    /// Armies at war in one place come into contact (CP-2.2). Those shut in a stronghold do not. Contacts that come to
    /// nothing first, then new ones by place.
    pub fn meet(&self) -> Vec<Meeting> {
        let mut standing: BTreeMap<PlaceId, Vec<&MarchingArmy>> = BTreeMap::new();
        for army in self.armies.iter().filter(|army| army.stands()) {
            if let Some(place) = army.place {
                standing.entry(place).or_default().push(army);
            }
        }
        let lapsed = self.contacts.iter().filter(|contact| contact.kind == ContactKind::Field).filter(|contact| {
            let there = standing.get(&contact.place).map_or(&[][..], Vec::as_slice);
            let side = |army: FormationId| there.iter().find(|one| one.id == army).map(|one| one.side);
            match (side(contact.attacker), side(contact.defender)) {
                (Some(attacker), Some(defender)) => !self.at_war(attacker, defender),
                _ => true,
            }
        });
        let mut meetings: Vec<Meeting> = lapsed.map(|contact| Meeting::Lapses(contact.id)).collect();
        for (place, armies) in standing {
            for (at, one) in armies.iter().enumerate() {
                for other in &armies[at + 1..] {
                    let pair = [one.id, other.id];
                    let known =
                        self.contacts.iter().any(|old| pair.contains(&old.attacker) && pair.contains(&old.defender));
                    if known || !self.at_war(one.side, other.side) {
                        continue;
                    }
                    // The one still under orders came upon the other.
                    let (attacker, defender) = match other.march.is_some() {
                        true => (other.id, one.id),
                        false => (one.id, other.id),
                    };
                    meetings.push(Meeting::FaceToFace { place, attacker, defender });
                }
            }
        }
        meetings
    }
}
