//! Blank sheets for the table, to be filled in by pen.

use super::{Banner, Foot};
use serde_json::{Value, json};

/// A sheet to be filled in by pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankKind {
    /// A roster of units and men with boxes, and the sequence of a turn.
    Roster,
    /// Figure cards.
    Cards,
    /// Orders for a turn of the campaign: marches, answers, letters.
    Orders,
}
crate::rules::figure::words!(
    BlankKind,
    "blank sheet",
    "roster, cards or orders",
    Roster = "roster",
    Cards = "cards",
    Orders = "orders"
);

/// A blank sheet, of a campaign and a side or of none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlankSheet {
    pub kind: BlankKind,
    /// What stands at the foot of every page; none for a sheet of no campaign.
    pub foot: Option<Foot>,
    pub side: Option<Banner>,
    /// The side's armies, which an order sheet lists; none leaves lines to name them.
    pub armies: Vec<String>,
}

impl BlankSheet {
    pub(super) fn view(&self) -> Value {
        let nothing = || json!({ "campaign": "", "date": "", "spoken": "", "turn": null });
        json!({
            "foot": self.foot.as_ref().map_or_else(nothing, Foot::view),
            "kind": self.kind.word(),
            "side": self.side,
            "armies": self.armies,
        })
    }
}
