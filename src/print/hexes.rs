//! A map of hexes on pages to be joined on a table, and the sheet that explains it (SG-5).

use serde_json::{Value, json};

/// A map cut into pages. Lengths that end in a fraction are in hundredths of a millimetre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexSheets {
    /// The map's name.
    pub name: String,
    /// What it shows.
    pub what: String,
    /// Its lines of defence, from the outermost.
    pub lines: Vec<String>,
    /// How many millimetres a hex is from side to side.
    pub hex: u32,
    /// What figures stand in one.
    pub figures: Option<String>,
    /// Whether the pages lie on their side.
    pub flat: bool,
    /// The free edge of a page, in millimetres.
    pub edge: u32,
    /// How far a page is drawn on over the next, in millimetres.
    pub overlap: u32,
    /// How many pages lie side by side.
    pub across: u32,
    /// How wide and high all of it is.
    pub size: (i64, i64),
    /// All of it, small.
    pub overview: Vec<u8>,
    /// How wide and high that is.
    pub overview_size: (i64, i64),
    /// Where pages are joined: from the west and from the north, in hundredths of a hundredth of the whole.
    pub cuts: (Vec<i64>, Vec<i64>),
    /// What is drawn how.
    pub key: Vec<KeyPicture>,
    /// Its named parts.
    pub parts: Vec<HexPart>,
    /// Its gates, and what is worked from where, a sentence each.
    pub workings: Vec<String>,
    /// The pages, row by row.
    pub pages: Vec<PrintedHexes>,
}

/// A line of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPicture {
    pub what: String,
    /// How it is drawn.
    pub picture: Vec<u8>,
}

/// A named part of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexPart {
    pub name: String,
    /// The line of defence it lies on or behind.
    pub line: String,
    pub levels: String,
}

/// A page of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedHexes {
    /// What it is called: `B3`.
    pub name: String,
    /// The page that is joined at its right.
    pub right: Option<String>,
    /// The page that is joined below it.
    pub below: Option<String>,
    /// How wide and high what is drawn on it is.
    pub size: (i64, i64),
    /// What is drawn on it.
    pub picture: Vec<u8>,
}

impl HexSheets {
    pub(super) fn view(&self) -> Value {
        let page = |page: &PrintedHexes| json!({ "name": page.name, "right": page.right, "below": page.below, "size": page.size });
        let part = |part: &HexPart| json!({ "name": part.name, "line": part.line, "levels": part.levels });
        json!({
            "name": self.name,
            "what": self.what,
            "lines": self.lines,
            "hex": self.hex,
            "figures": self.figures,
            "flat": self.flat,
            "edge": self.edge,
            "overlap": self.overlap,
            "across": self.across,
            "size": self.size,
            "overview": self.overview_size,
            "cuts": [self.cuts.0, self.cuts.1],
            "key": self.key.iter().map(|line| &line.what).collect::<Vec<_>>(),
            "parts": self.parts.iter().map(part).collect::<Vec<_>>(),
            "workings": self.workings,
            "pages": self.pages.iter().map(page).collect::<Vec<_>>(),
        })
    }

    /// Its pictures: all of it, then those of the key, then those of the pages.
    pub(super) fn pictures(&self) -> Vec<Vec<u8>> {
        let key = self.key.iter().map(|line| line.picture.clone());
        let pages = self.pages.iter().map(|page| page.picture.clone());
        std::iter::once(self.overview.clone()).chain(key).chain(pages).collect()
    }
}
