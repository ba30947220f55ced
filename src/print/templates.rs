//! The templates that documents are set by: those that ship, and a club's own in their place.

use std::collections::BTreeMap;

/// A template that ships with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its file: `muster-roll.typ`.
    pub file: &'static str,
    /// What is set by it, in a few words.
    pub what: &'static str,
    pub text: &'static str,
}

impl Template {
    /// Its name: its file without the ending.
    pub fn name(&self) -> &'static str {
        self.file.trim_end_matches(".typ")
    }
}

macro_rules! templates {
    ($($name:literal $what:literal;)+) => { &[$(Template {
        file: concat!($name, ".typ"),
        what: $what,
        text: include_str!(concat!("../../data/print/", $name, ".typ")),
    }),+] };
}

/// Every template that ships.
pub const TEMPLATES: &[Template] = templates![
    "house" "what every document shares: page, foot, type, head, shields and boxes";
    "men" "battles, units and their men, as the muster roll and the battle roster print them";
    "turn" "the sequence of a man-to-man turn, on one page";
    "muster-roll" "the muster roll of an army, a battle or a garrison";
    "battle-roster" "both rosters of a battle for the table";
    "figure-cards" "a card for every figure";
    "blank-sheet" "blank rosters, cards and order sheets";
    "ransom-roll" "the ransom roll and the prisoner list";
    "casualty-list" "the casualty list";
    "career" "a knight’s career";
    "chronicle" "the chronicle between two dates";
    "pay-roll" "the pay roll";
    "siege-sheet" "the siege sheet";
    "cord-order" "the order of battle with cords";
    "map" "the map";
    "hex-sheets" "a map of hexes for a table";
];

/// The template of a name, with or without its ending.
pub fn template(name: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|known| known.file == name || known.name() == name)
}

/// A club's own templates, and the pictures and fonts they use, each by the name of its file. A template with the name of
/// one that ships is used in its place; the others may be imported by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnTemplates {
    pub templates: BTreeMap<String, String>,
    pub pictures: BTreeMap<String, Vec<u8>>,
    pub fonts: Vec<Vec<u8>>,
}

impl OwnTemplates {
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty() && self.pictures.is_empty() && self.fonts.is_empty()
    }
}

/// A fault of a club's own template, where it stands.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TemplateFault {
    pub file: String,
    /// Its line and column, from 1.
    pub line: usize,
    pub column: usize,
    /// What is wrong, in the typesetter's words.
    pub what: String,
    /// What would mend it, if the typesetter has a guess.
    pub hints: Vec<String>,
    /// The line as it is written.
    pub text: String,
}

impl std::fmt::Display for TemplateFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}, column {}: {}", self.file, self.line, self.column, self.what)?;
        for hint in &self.hints {
            write!(f, " ({hint})")?;
        }
        match self.text.trim() {
            "" => Ok(()),
            text => write!(f, ": {text}"),
        }
    }
}
