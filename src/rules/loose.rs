//! JSON of no fixed shape, read only as far as it is of a size that fits in memory: what a stranger's file holds may unfold to
//! any number of values.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

/// The most values that are read, those within others counted: the tables of the book have some thousands.
const MOST_VALUES: usize = 300_000;

/// Reads any JSON of whole numbers, for `#[serde(deserialize_with)]`. What holds too many values is refused before they are kept.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Counted(&Cell::new(0)).deserialize(deserializer)
}

/// The most items of a list that a record tells a battle by: the longest battles have a fraction of it.
pub const MOST_ITEMS: usize = 400_000;

/// Reads a list, for `#[serde(deserialize_with)]`, and refuses one of too many items: the shortest take many times the room in
/// memory that they take as text.
pub fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Items<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = all.next_element()? {
                if items.len() == MOST_ITEMS {
                    return Err(A::Error::custom(format!("it holds more than {MOST_ITEMS} items")));
                }
                items.push(item);
            }
            Ok(items)
        }
    }
    deserializer.deserialize_seq(Items(PhantomData))
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
