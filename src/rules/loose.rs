//! JSON of no fixed shape, read only as far as it is of a size that fits in memory: what a stranger's file holds may unfold to
//! any number of values.

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::fmt;

/// The most values that are read, those within others counted: the tables of the book have some thousands.
const MOST_VALUES: usize = 300_000;

/// Reads any JSON of whole numbers, for `#[serde(deserialize_with)]`. What holds too many values is refused before they are kept.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Counted(&Cell::new(0)).deserialize(deserializer)
}

/// How many values were read.
#[derive(Clone, Copy)]
struct Counted<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Counted<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.0.set(self.0.get() + 1);
        if self.0.get() > MOST_VALUES {
            return Err(D::Error::custom(format!("it holds more than {MOST_VALUES} values")));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counted<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = all.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(key) = all.next_key::<String>()? {
            values.insert(key, all.next_value_seed(self)?);
        }
        Ok(Value::Object(values))
    }
}
