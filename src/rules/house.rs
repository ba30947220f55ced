//! The figures of the rules as their tables give them, and those of them that a campaign may play otherwise.
//!
//! The tables of a set of rules are the files of its folder in `data/tables/`, read as one tree. Its `house.toml` lists
//! the numbers a campaign may set: their clauses, their bounds, and either the value itself or, of a figure that stands in
//! another table, the way to it. A campaign's own values are put in their places in the tree, and only then are the
//! figures read from it; so a procedure never asks whose a figure is.

use super::ruleset::Ruleset;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use toml::{Table, Value};

/// The value of a number: a whole number, or a row of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NumberValue {
    Whole(i64),
    /// A row of whole numbers, as many as the book has there.
    Row(Vec<i64>),
}

impl NumberValue {
    fn of(value: &Value) -> Option<NumberValue> {
        match value {
            Value::Integer(number) => Some(NumberValue::Whole(*number)),
            Value::Array(row) => row.iter().map(Value::as_integer).collect::<Option<_>>().map(NumberValue::Row),
            _ => None,
        }
    }

    fn value(&self) -> Value {
        match self {
            NumberValue::Whole(number) => Value::Integer(*number),
            NumberValue::Row(row) => Value::Array(row.iter().copied().map(Value::Integer).collect()),
        }
    }
}

/// As it is shown, and typed.
impl fmt::Display for NumberValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberValue::Whole(number) => write!(f, "{number}"),
            NumberValue::Row(row) => f.write_str(&row.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// A number as its table gives it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Its key, by which a campaign sets it; no other number of any set of rules has it.
    pub key: String,
    /// Its value, unless that stands in another table.
    pub value: Option<Value>,
    /// The way to its value in another table, the steps parted by points; in a list by number from 0, or by the `kind`.
    pub figure: Option<String>,
    /// The least it may be.
    pub least: Option<i64>,
    /// The most it may be.
    pub most: Option<i64>,
    /// The clause it stands in.
    pub clause: String,
    /// Whether it is a house rule in the book too.
    #[serde(default = "yes")]
    pub house: bool,
    /// What it is, in words a player uses.
    pub what: String,
}

fn yes() -> bool {
    true
}

impl Given {
    fn bounds(&self) -> (i64, i64) {
        (self.least.unwrap_or(0), self.most.unwrap_or(i64::MAX))
    }
}

/// The numbers a `house.toml` lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    house: Vec<Given>,
}

/// Reads the numbers of the file `house.toml` of `folder`.
pub fn listed(folder: &str, text: &str) -> Vec<Given> {
    let list: List = toml::from_str(text).unwrap_or_else(|error| panic!("the house numbers of {folder}: {error}"));
    list.house
}

/// A kind of number: how it is read and written.
pub trait NumberKind: Sized {
    /// Reads what a user typed for a number, or says what was expected.
    fn read(text: &str, given: &Given) -> Result<Self, String>;
    /// What a number may be.
    fn expected(given: &Given) -> String;
    /// Writes it so that it can be read again.
    fn written(&self) -> String;
}

fn whole(text: &str, (least, most): (i64, i64)) -> Option<i64> {
    i64::from_str(&text.trim().replace(',', "")).ok().filter(|number| (least..=most).contains(number))
}

/// What a number of these bounds may be: `from 1 to 100,000`.
fn range((least, most): (i64, i64)) -> String {
    let signed = |number: i64| {
        let digits = thousands(number.unsigned_abs());
        if number < 0 { format!("−{digits}") } else { digits }
    };
    format!("from {} to {}", signed(least), signed(most))
}

impl NumberKind for i64 {
    fn read(text: &str, given: &Given) -> Result<i64, String> {
        whole(text, given.bounds()).ok_or_else(|| i64::expected(given))
    }

    fn expected(given: &Given) -> String {
        format!("a whole number {}", range(given.bounds()))
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

/// A whole number with commas between its thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of a set of rules in force, as a record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HouseValue {
    /// Its key, by which a campaign sets it.
    pub key: String,
    /// The value in force.
    pub value: NumberValue,
    /// The least it may be.
    pub least: i64,
    /// The most it may be.
    pub most: i64,
    /// The clause it belongs to.
    pub clause: String,
    /// What it is, in words a player uses.
    pub what: String,
    #[serde(skip)]
    pub book: NumberValue,
    /// Whether it is a house rule in the book too.
    #[serde(skip)]
    pub house: bool,
    #[serde(skip)]
    at: String,
}

impl HouseValue {
    /// What it may be.
    pub fn bounds(&self) -> String {
        let range = range((self.least, self.most));
        match &self.book {
            NumberValue::Whole(_) => format!("a whole number {range}"),
            NumberValue::Row(row) => format!("{} whole numbers {range}, with commas", row.len()),
        }
    }

    fn read(&self, text: &str) -> Option<NumberValue> {
        let bounds = (self.least, self.most);
        match &self.book {
            NumberValue::Whole(_) => whole(text, bounds).map(NumberValue::Whole),
            NumberValue::Row(book) => {
                let row: Option<Vec<i64>> = text.split(',').map(|number| whole(number, bounds)).collect();
                row.filter(|row| row.len() == book.len()).map(NumberValue::Row)
            }
        }
    }

    /// The number as it is shown.
    pub fn number(&self) -> Number {
        Number {
            key: self.key.clone(),
            what: self.what.clone(),
            clause: self.clause.clone(),
            value: self.value.to_string(),
            book: self.book.to_string(),
            bounds: self.bounds(),
            house: self.house,
        }
    }
}

/// Those of some numbers that are not played as the book has them, by key.
pub fn otherwise<'a>(values: impl IntoIterator<Item = &'a HouseValue>) -> BTreeMap<String, String> {
    let others = values.into_iter().filter(|value| value.value != value.book);
    others.map(|value| (value.key.clone(), value.value.to_string())).collect()
}

/// A number that a campaign may play otherwise, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// Its key, by which it is set.
    pub key: String,
    /// What it is, in words a player uses.
    pub what: String,
    /// The clause it stands in.
    pub clause: String,
    /// Its value in this campaign, as a user reads and types it.
    pub value: String,
    /// Its value in the book.
    pub book: String,
    /// What it may be.
    pub bounds: String,
    /// Whether it is a house rule in the book too.
    pub house: bool,
}

impl Number {
    /// Whether this campaign has it otherwise than the book.
    pub fn overridden(&self) -> bool {
        self.value != self.book
    }
}

/// Why a campaign's own number is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseError {
    /// There is no such number.
    #[error("there is no house number “{key}”; the nearest is “{nearest}”")]
    Unknown {
        /// What was asked for.
        key: String,
        /// The key most like it.
        nearest: String,
    },
    /// It cannot be that.
    #[error("{key}: expected {expected}, found “{found}”")]
    Bad {
        key: String,
        /// What it may be.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl HouseError {
    /// Of a key that is none of these.
    pub fn unknown<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> HouseError {
        let nearest = known.min_by_key(|known| unlike(key, known)).unwrap_or_default().to_owned();
        HouseError::Unknown { key: key.to_owned(), nearest }
    }
}

/// How many letters must be put in, left out or changed to make one word of the other.
fn unlike(one: &str, other: &str) -> usize {
    let letters: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=letters.len()).collect();
    for (n, letter) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = n + 1;
        for at in 0..letters.len() {
            let changed = corner + usize::from(letters[at] != letter);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[letters.len()]
}

/// The tables of a set of rules as they are in the book.
#[derive(Clone, Debug)]
pub struct Folder {
    name: &'static str,
    tree: Table,
    values: Vec<HouseValue>,
}

impl Folder {
    /// Reads the files of a folder: of each its name without the ending, and its text. A file's tables stand in the tree
    /// under its name; those of a file without a name at its root, and the house numbers' own values under `house`.
    pub fn read(name: &'static str, house: &str, files: &[(&str, &str)]) -> Folder {
        let mut tree = Table::new();
        for (file, text) in files {
            let table: Table =
                toml::from_str(text).unwrap_or_else(|error| panic!("the program's own table {name}/{file}: {error}"));
            match *file {
                "" => tree.extend(table),
                file => drop(tree.insert(file.to_owned(), Value::Table(table))),
            }
        }
        let (mut own, mut values) = (Table::new(), Vec::new());
        let given = listed(name, house);
        for given in &given {
            if let (None, Some(value)) = (&given.figure, &given.value) {
                own.insert(given.key.clone(), value.clone());
            }
        }
        if !own.is_empty() {
            tree.insert("house".to_owned(), Value::Table(own));
        }
        for given in given {
            let (least, most) = given.bounds();
            let at = given.figure.unwrap_or_else(|| format!("house.{}", given.key));
            let book = place(&mut tree, &at).and_then(|value| NumberValue::of(value));
            let book = book.unwrap_or_else(|| panic!("the tables of {name} have no figure {at}"));
            let Given { key, clause, what, house, .. } = given;
            values.push(HouseValue { key, value: book.clone(), least, most, clause, what, book, house, at });
        }
        Folder { name, tree, values }
    }

    /// The figures and the house numbers in force with a campaign's own values by key. Unknown keys and values out of
    /// bounds are refused.
    pub fn tables<T: DeserializeOwned>(
        &self,
        own: &BTreeMap<String, String>,
    ) -> Result<(T, Vec<HouseValue>), HouseError> {
        let (mut tree, mut values) = (self.tree.clone(), self.values.clone());
        for (key, text) in own {
            let Some(value) = values.iter_mut().find(|value| value.key == *key) else {
                return Err(HouseError::unknown(key, self.values.iter().map(|value| value.key.as_str())));
            };
            value.value = value.read(text).ok_or_else(|| HouseError::Bad {
                key: key.clone(),
                expected: value.bounds(),
                found: text.trim().to_owned(),
            })?;
            if let Some(place) = place(&mut tree, &value.at) {
                *place = value.value.value();
            }
        }
        // Bounds keep every number within what its figure holds, which a test tries at both ends.
        let tables = Value::Table(tree).try_into();
        Ok((tables.unwrap_or_else(|error| panic!("the program's own tables of {}: {error}", self.name)), values))
    }

    fn has(&self, key: &str) -> bool {
        self.values.iter().any(|value| value.key == key)
    }

    /// Of a campaign's own numbers of every set of rules those of this folder; a key that no set of rules has is refused.
    pub(super) fn own(&self, house: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, HouseError> {
        let known = |key: &str| folders().any(|folder| folder.has(key));
        if let Some(unknown) = house.keys().find(|key| !known(key)) {
            return Err(HouseError::unknown(unknown, keys()));
        }
        let own = house.iter().filter(|(key, _)| self.has(key));
        Ok(own.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// Its house numbers as a campaign plays them, of whose own numbers of every set of rules it takes its own.
    pub fn played(&self, house: &BTreeMap<String, String>) -> Result<Vec<HouseValue>, HouseError> {
        Ok(self.tables::<Table>(&self.own(house)?)?.1)
    }

    /// The house numbers in the book.
    pub fn values(&self) -> &[HouseValue] {
        &self.values
    }
}

/// The tables of every set of rules.
pub fn folders() -> impl Iterator<Item = &'static Folder> {
    Ruleset::ALL.iter().map(|rules| rules.folder())
}

/// The key of every number of every set of rules.
pub fn keys() -> impl Iterator<Item = &'static str> {
    folders().flat_map(Folder::values).map(|value| value.key.as_str())
}

/// What the figures of a set of rules offer that are read from a folder and keep its numbers as `house_values`.
macro_rules! in_force {
    ($tables:ident, $folder:ident) => {
        impl $tables {
            /// The book's figures; read once.
            pub fn book() -> std::sync::Arc<$tables> {
                static BOOK: std::sync::LazyLock<std::sync::Arc<$tables>> = std::sync::LazyLock::new(|| {
                    let nothing = std::collections::BTreeMap::new();
                    std::sync::Arc::new($tables::with(&nothing).unwrap_or_else(|error| unreachable!("{error}")))
                });
                BOOK.clone()
            }

            /// The book's figures with a campaign's own house values by key. Unknown keys and bad values are refused.
            pub fn with_house(
                own: &std::collections::BTreeMap<String, String>,
            ) -> Result<std::sync::Arc<$tables>, $crate::rules::house::HouseError> {
                if own.is_empty() { Ok($tables::book()) } else { $tables::with(own).map(std::sync::Arc::new) }
            }

            fn with(
                own: &std::collections::BTreeMap<String, String>,
            ) -> Result<$tables, $crate::rules::house::HouseError> {
                let (mut tables, house_values) = $folder.tables::<$tables>(own)?;
                tables.house_values = house_values;
                Ok(tables)
            }

            /// The figures by a campaign's own numbers of every set of rules, of which it takes its own.
            pub fn by(
                house: &std::collections::BTreeMap<String, String>,
            ) -> Result<std::sync::Arc<$tables>, $crate::rules::house::HouseError> {
                $tables::with_house(&$folder.own(house)?)
            }

            /// The tables of the book as they are read.
            pub fn folder() -> &'static Folder {
                &$folder
            }

            /// The house values in force, to show and to edit.
            pub fn house_values(&self) -> &[HouseValue] {
                &self.house_values
            }
        }
    };
}
pub(super) use in_force;

/// Where a figure stands in a tree of tables.
pub(super) fn place<'a>(tree: &'a mut Table, way: &str) -> Option<&'a mut Value> {
    let (first, rest) = way.split_once('.')?;
    rest.split('.').try_fold(tree.get_mut(first)?, |at, step| match at {
        Value::Table(table) => table.get_mut(step),
        Value::Array(list) => match step.parse::<usize>() {
            Ok(index) => list.get_mut(index),
            Err(_) => list.iter_mut().find(|row| row.get("kind").and_then(Value::as_str) == Some(step)),
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Walls {
        row: Vec<Row>,
        house: House,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Row {
        kind: String,
        hits: u8,
        at: Vec<i32>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct House {
        men: u16,
    }

    fn folder() -> Folder {
        let house = r#"
            [[house]]
            key = "men"
            value = 3
            least = 1
            most = 2000
            clause = "X-1"
            what = "men"
            [[house]]
            key = "gate_hits"
            figure = "row.gate.hits"
            least = 1
            most = 9
            clause = "X-2"
            house = false
            what = "hits of a gate"
            [[house]]
            key = "ranges"
            figure = "row.0.at"
            least = -2
            most = 9
            clause = "X-2"
            what = "ranges"
        "#;
        let rows = r#"
            [[row]]
            kind = "wall"
            hits = 5
            at = [1, 2]
            [[row]]
            kind = "gate"
            hits = 3
            at = []
        "#;
        Folder::read("walls", house, &[("", rows)])
    }

    #[test]
    fn a_campaigns_own_numbers_stand_in_the_figures() {
        let (book, values) = folder().tables::<Walls>(&BTreeMap::new()).expect("the book");
        assert_eq!((book.row[1].hits, &book.row[0].at, book.house.men), (3, &vec![1, 2], 3));
        assert!(values.iter().all(|value| !value.number().overridden()));
        let own = keys(&[("gate_hits", "9"), ("ranges", "-1, 4"), ("men", "1,500")]);
        let (played, values) = folder().tables::<Walls>(&own).expect("the campaign's");
        assert_eq!((played.row[1].hits, &played.row[0].at, played.house.men), (9, &vec![-1, 4], 1500));
        assert_eq!(values[2].number().value, "-1, 4");
        assert!(values.iter().all(|value| value.number().overridden()));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_bounds_or_the_nearest_key() {
        let refused = |key: &str, text: &str| {
            folder().tables::<Walls>(&keys(&[(key, text)])).expect_err("it is refused").to_string()
        };
        assert_eq!(refused("gate_hit", "3"), "there is no house number “gate_hit”; the nearest is “gate_hits”");
        assert_eq!(refused("gate_hits", "ten"), "gate_hits: expected a whole number from 1 to 9, found “ten”");
        assert_eq!(refused("men", "5000"), "men: expected a whole number from 1 to 2,000, found “5000”");
        let rows = "ranges: expected 2 whole numbers from −2 to 9, with commas, found";
        for bad in ["1", "1, 2, 3", "1, 10", "-3, 1", ""] {
            assert!(refused("ranges", bad).starts_with(rows), "{}", refused("ranges", bad));
        }
    }
}
