//! The arms a side is known by on every page.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A side as it stands in the head of a document: its name beside its shield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Banner {
    /// The side's name.
    pub name: String,
    /// The tincture of its shield.
    pub tincture: Tincture,
}

/// A tincture of heraldry. In print it is a colour and, for black and white, the engravers' hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tincture {
    /// Gold: dots.
    Or,
    /// Silver: plain.
    Argent,
    /// Red: vertical lines.
    Gules,
    /// Blue: horizontal lines.
    Azure,
    /// Green: falling diagonals.
    Vert,
    /// Purple: rising diagonals.
    Purpure,
    /// Black: crossed lines.
    Sable,
}

impl Tincture {
    /// Every one.
    pub const ALL: [Tincture; 7] = [
        Tincture::Or,
        Tincture::Argent,
        Tincture::Gules,
        Tincture::Azure,
        Tincture::Vert,
        Tincture::Purpure,
        Tincture::Sable,
    ];

    /// The herald's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Tincture::Or => "or",
            Tincture::Argent => "argent",
            Tincture::Gules => "gules",
            Tincture::Azure => "azure",
            Tincture::Vert => "vert",
            Tincture::Purpure => "purpure",
            Tincture::Sable => "sable",
        }
    }
}

impl fmt::Display for Tincture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that is no tincture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no tincture; expected or, argent, gules, azure, vert, purpure or sable")]
pub struct UnknownTincture(pub String);

impl FromStr for Tincture {
    type Err = UnknownTincture;

    fn from_str(text: &str) -> Result<Tincture, UnknownTincture> {
        let word = text.trim().to_lowercase();
        Tincture::ALL.into_iter().find(|known| known.word() == word).ok_or_else(|| UnknownTincture(text.to_owned()))
    }
}
