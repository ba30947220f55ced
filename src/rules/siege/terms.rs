//! Terms of surrender (SG-3.3): what is offered, bargained over and agreed.

use crate::rules::figure::words;
use serde::{Deserialize, Serialize};

/// What becomes of the garrison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It marches out with its arms.
    WithArms,
    /// It marches out without them.
    WithoutArms,
    /// It is at the besiegers' discretion.
    AtDiscretion,
}
words!(
    Leave,
    "way to leave",
    "with arms, without arms or at discretion",
    WithArms = "with arms",
    WithoutArms = "without arms",
    AtDiscretion = "at discretion",
);

/// What a place is given up for (SG-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// What becomes of the garrison.
    pub leave: Leave,
    /// What the place pays, in marks.
    pub ransom_marks: u32,
    /// Whether each man of the garrison owes his own ransom besides (MM-8.4).
    pub men_pay: bool,
    /// Hostages given.
    pub hostages: u32,
    /// Days until the place is given up unless it is relieved; 0 for at once.
    pub respite_days: u32,
}

impl Terms {
    /// Terms at once, with nothing paid and nobody given.
    pub fn plain(leave: Leave) -> Terms {
        Terms { leave, ransom_marks: 0, men_pay: false, hostages: 0, respite_days: 0 }
    }

    /// What they come to, as what follows on “they offer:”.
    pub fn in_words(&self) -> String {
        let mut text = match self.leave {
            Leave::AtDiscretion => "the garrison gives itself up at discretion".to_owned(),
            leave => format!("the garrison leaves {leave}"),
        };
        if self.ransom_marks > 0 {
            text += &format!(", the place paying {} marks", self.ransom_marks);
        }
        if self.men_pay {
            text += ", each man owing his ransom";
        }
        if self.hostages > 0 {
            text += &format!(", {} hostage{}", self.hostages, if self.hostages == 1 { "" } else { "s" });
        }
        if self.respite_days > 0 {
            let s = if self.respite_days == 1 { "" } else { "s" };
            text += &format!(", in {} day{s} unless relieved", self.respite_days);
        }
        text
    }
}
