//! Figure cards: a card a man, to be cut out and laid beside his figure.

use super::muster::standing;
use super::{Banner, Foot, PrintedMan};
use crate::rules::figure::Horse;
use serde_json::{Value, json};

/// A card for every man of a formation (CP-3.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureCards {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// Whose men they are.
    pub side: Banner,
    /// The formation they are of.
    pub name: String,
    pub cards: Vec<FigureCard>,
}

/// One man's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureCard {
    pub man: PrintedMan,
    /// Where he serves: his unit, and the force over it.
    pub serves: String,
    /// What he commands, in words; empty if nothing.
    pub commands: String,
}

impl FigureCards {
    pub(super) fn view(&self) -> Value {
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "name": self.name,
            "cards": self.cards.iter().map(|card| {
                let profile = &card.man.profile;
                json!({
                    "number": card.man.number,
                    "name": card.man.name,
                    "standing": standing(profile.class, profile.rank),
                    "grade": profile.grade,
                    "protection": profile.protection,
                    "arms": profile.weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(", "),
                    "missiles": profile.weapons.iter().filter(|weapon| weapon.shoots()).collect::<Vec<_>>(),
                    "horse": if profile.horse == Horse::None { "" } else { profile.horse.word() },
                    "state": card.man.state,
                    "points": card.man.points,
                    "serves": card.serves,
                    "commands": card.commands,
                })
            }).collect::<Value>(),
        })
    }
}
