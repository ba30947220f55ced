//! A man's career on one page: his grades, battles, deeds, captivities and ransoms.

use crate::campaign::captivity::{Captive, CaptivityEnd, InstalmentState};
use crate::campaign::ids::{CaptiveId, PersonId};
use crate::campaign::people::Person;
use crate::campaign::problem::Result;
use crate::campaign::war::{Battle, BattleMan};
use crate::rules::battle::DeedKind;
use crate::store::chronicle::ChronicleLine;
use crate::store::people::GradeChange;
use crate::store::{Db, battles::DeedRow};
use serde::Serialize;
use std::collections::BTreeSet;

/// Everything a page about one man shows.
#[derive(Clone, Debug, Serialize)]
pub struct Career {
    /// The man.
    pub person: Person,
    /// His side's name.
    pub side: String,
    /// Where he serves, from the unit up; empty if nowhere.
    pub serves_in: Vec<String>,
    /// His changes of grade, oldest first.
    pub grades: Vec<GradeChange>,
    /// His battles, oldest first, with his part.
    pub battles: Vec<(Battle, BattleMan)>,
    pub deeds: Vec<(DeedRow, String)>,
    /// His captivities, oldest first.
    pub captivities: Vec<Captive>,
    /// Those of them for which parts of a ransom are owed yet: he is held till the last, or on parole (CP-4.3).
    pub owed: BTreeSet<CaptiveId>,
    /// What the chronicle says of him, oldest first.
    pub lines: Vec<ChronicleLine>,
}

impl Career {
    /// How a captivity ended, in words; none while it lasts.
    pub fn end_of(&self, captive: &Captive) -> Option<String> {
        Some(match captive.ended? {
            CaptivityEnd::Ransomed if self.owed.contains(&captive.id) => "let go on parole".to_owned(),
            end => end.to_string(),
        })
    }
}

pub fn career(db: &Db, person: PersonId) -> Result<Career> {
    let man = db.person(person)?;
    let mut serves_in = Vec::new();
    let mut at = man.formation;
    // From the unit to the army there are four levels.
    while let Some(formation) = at.filter(|_| serves_in.len() < 4) {
        let formation = db.formation(formation)?;
        at = formation.parent;
        serves_in.push(formation.name);
    }
    let deeds = db
        .deeds_of(person)?
        .into_iter()
        .map(|deed| {
            let other = deed.other.map(|other| db.person(other)).transpose()?;
            let sentence = deed_sentence(&deed, other.as_ref());
            Ok((deed, sentence))
        })
        .collect::<Result<_>>()?;
    Ok(Career {
        side: db.side(man.side)?.name,
        serves_in,
        grades: db.grade_changes(person)?,
        battles: db.battles_of(person)?,
        deeds,
        captivities: db.captivities_of(person)?,
        owed: db
            .instalments()?
            .into_iter()
            .filter(|part| matches!(part.state, InstalmentState::Due | InstalmentState::Missed))
            .map(|part| part.captive)
            .collect(),
        lines: db.lines_of(person)?,
        person: man,
    })
}

/// A deed in words.
fn deed_sentence(deed: &DeedRow, other: Option<&Person>) -> String {
    let whom = other.map_or("an enemy".to_owned(), Person::styled);
    match deed.what {
        DeedKind::FoughtHandToHand => "fought hand to hand".to_owned(),
        DeedKind::MadeToFlee => "was made to flee".to_owned(),
        DeedKind::FailedToMeetCharge => "failed to meet a charge".to_owned(),
        DeedKind::Unhorsed => format!("unhorsed {whom}"),
        DeedKind::HurtCleric => format!("hurt {whom}, a cleric"),
        DeedKind::Killed => format!("killed {whom}"),
        DeedKind::FirstOnWall => "was the first on the walls".to_owned(),
        DeedKind::TookStandard => match deed.standard {
            Some(standard) => format!("took a standard of the enemy’s {standard}"),
            None => "took a standard of the enemy’s".to_owned(),
        },
    }
}
