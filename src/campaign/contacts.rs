//! Who stands face to face at a day's end (CP-2.2), decided from the same situation as the day's marches.

use super::ids::{ContactId, FormationId, PlaceId, SideId};
use super::march::{MarchingArmy, Situation};
use super::war::ContactKind;
use std::collections::{BTreeMap, BTreeSet};

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

/// As many armies in one place as each may be face to face with every enemy there (CP-2.2).
const MOST_FACED_ALL: usize = 40;

impl Situation {
    /// Armies at war in one place come into contact (CP-2.2). Those shut in a stronghold do not. Contacts that come to
    /// nothing first, then new ones by place.
    pub fn meet(&self) -> Vec<Meeting> {
        let wars = self.wars();
        let mut standing: BTreeMap<PlaceId, Vec<&MarchingArmy>> = BTreeMap::new();
        for army in self.armies.iter().filter(|army| army.stands()) {
            if let Some(place) = army.place {
                standing.entry(place).or_default().push(army);
            }
        }
        let there: BTreeMap<(PlaceId, FormationId), SideId> = standing
            .iter()
            .flat_map(|(place, armies)| armies.iter().map(|army| ((*place, army.id), army.side)))
            .collect();
        let lapsed = self.contacts.iter().filter(|contact| contact.kind == ContactKind::Field).filter(|contact| {
            let side = |army: FormationId| there.get(&(contact.place, army)).copied();
            match (side(contact.attacker), side(contact.defender)) {
                (Some(attacker), Some(defender)) => !wars.contains(&(attacker, defender)),
                _ => true,
            }
        });
        let mut meetings: Vec<Meeting> = lapsed.map(|contact| Meeting::Lapses(contact.id)).collect();
        let in_order = |one: FormationId, other: FormationId| (one.min(other), one.max(other));
        let known: BTreeSet<_> =
            self.contacts.iter().map(|contact| in_order(contact.attacker, contact.defender)).collect();
        for (place, armies) in standing {
            let pairs =
                if armies.len() > MOST_FACED_ALL { self.in_a_press(&armies, &wars) } else { every_pair(&armies) };
            for (one, other) in pairs {
                if known.contains(&in_order(one.id, other.id)) || !wars.contains(&(one.side, other.side)) {
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
        meetings
    }

    /// In a press of armies each that faces nobody yet faces one other, which holds it there: who fights beside whom is said
    /// at the battle.
    fn in_a_press<'a>(
        &self,
        armies: &[&'a MarchingArmy],
        wars: &BTreeSet<(SideId, SideId)>,
    ) -> Vec<(&'a MarchingArmy, &'a MarchingArmy)> {
        let mut faces: BTreeSet<FormationId> =
            self.contacts.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
        let mut first_of: BTreeMap<SideId, &MarchingArmy> = BTreeMap::new();
        for army in armies {
            first_of.entry(army.side).or_insert(army);
        }
        let mut pairs = Vec::new();
        for army in armies {
            let enemy = first_of.values().find(|other| wars.contains(&(army.side, other.side)));
            if let Some(enemy) = enemy
                && !faces.contains(&army.id)
            {
                faces.extend([army.id, enemy.id]);
                pairs.push((*army, *enemy));
            }
        }
        pairs
    }
}

/// Each two of some armies, in their order.
fn every_pair<'a>(armies: &[&'a MarchingArmy]) -> Vec<(&'a MarchingArmy, &'a MarchingArmy)> {
    let with_later = |(at, one): (usize, &&'a MarchingArmy)| {
        let one = *one;
        armies[at + 1..].iter().map(move |other| (one, *other)).collect::<Vec<_>>()
    };
    armies.iter().enumerate().flat_map(with_later).collect()
}
