//! The map, for the wall or as a side knows it.

use super::{Banner, Foot};
use crate::campaign::realm::Tincture;
use serde::Serialize;
use serde_json::{Value, json};

/// The map with its places, ways, strongholds and armies (CP-6.2); lengths and places in units of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedMap {
    /// What stands at the foot of the page.
    pub foot: Foot,
    /// The side that it is for, with the armies it knows of (CP-6.3); none for the whole.
    pub side: Option<Banner>,
    /// The part of the map that is printed: its west and north edge, its width and height.
    pub frame: (i64, i64, i64, i64),
    /// The club's own picture under it, with its width and height in pixels; it fills the map by its longer side.
    pub picture: Option<MapGround>,
    pub places: Vec<PrintedPlace>,
    /// The ways between them.
    pub ways: Vec<PrintedWay>,
    /// How long a mile is, in thousandths of a unit; none for a map without a scale.
    pub mile: Option<i64>,
}

/// The picture a map is printed upon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MapGround {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its file, a JPEG.
    #[serde(skip)]
    pub file: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedPlace {
    pub name: String,
    /// What it is, in a word.
    pub kind: String,
    /// From the west.
    pub x: i64,
    /// From the north.
    pub y: i64,
    /// Whose it is; none for nobody's.
    pub tincture: Option<Tincture>,
    /// The strongholds there: each with its name, its kind and who holds it.
    pub holds: Vec<(String, String, Tincture)>,
    /// The armies there: each with its name, what is told of it, and whose it is.
    pub armies: Vec<(String, String, Tincture)>,
}

/// A way between two places of a printed map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedWay {
    /// One end: from the west and from the north.
    pub from: (i64, i64),
    /// The other.
    pub to: (i64, i64),
    /// What it is, in a word.
    pub kind: String,
    pub miles: u32,
}

impl PrintedMap {
    pub(super) fn view(&self) -> Value {
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "frame": self.frame,
            "picture": self.picture,
            "places": self.places,
            "ways": self.ways,
            "mile": self.mile,
        })
    }
}
