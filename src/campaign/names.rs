//! Names for the unnamed (CP-1.2), made from period lists by people: a given name with a by-name, a place, a
//! father or a trade, as a man of his class would bear it. `Sir` and other titles are no part of a name.

use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{Class, words};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// A people there are name lists for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum People {
    English,
    French,
    Welsh,
    Scots,
    Irish,
    Flemish,
    German,
    Italian,
    Spanish,
    Outremer,
}
words!(
    People,
    "people with name lists",
    "English, French, Welsh, Scots, Irish, Flemish, German, Italian, Spanish or Outremer",
    English = "English",
    French = "French",
    Welsh = "Welsh",
    Scots = "Scots",
    Irish = "Irish",
    Flemish = "Flemish",
    German = "German",
    Italian = "Italian",
    Spanish = "Spanish",
    Outremer = "Outremer"
);

/// The lists of one people, as in `data/names/`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    people: People,
    /// Given names that half of the men bear.
    common: Vec<String>,
    /// Given names that the others bear.
    given: Vec<String>,
    /// Everything else a name is made of, by the name it has in the forms.
    part: BTreeMap<String, Vec<String>>,
    /// The shapes of names by class; a shape that stands twice is twice as likely.
    form: BTreeMap<Class, Vec<String>>,
    /// What tells a man from his namesakes, written after the name.
    namesake: String,
}

static LISTS: LazyLock<BTreeMap<People, Lists>> = LazyLock::new(|| {
    let read = |people: &People| -> Lists {
        toml::from_str(people.file()).unwrap_or_else(|error| unreachable!("the name lists: {error}"))
    };
    People::ALL.iter().map(read).map(|lists| (lists.people, lists)).collect()
});

impl People {
    fn file(self) -> &'static str {
        match self {
            People::English => include_str!("../../data/names/english.toml"),
            People::French => include_str!("../../data/names/french.toml"),
            People::Welsh => include_str!("../../data/names/welsh.toml"),
            People::Scots => include_str!("../../data/names/scots.toml"),
            People::Irish => include_str!("../../data/names/irish.toml"),
            People::Flemish => include_str!("../../data/names/flemish.toml"),
            People::German => include_str!("../../data/names/german.toml"),
            People::Italian => include_str!("../../data/names/italian.toml"),
            People::Spanish => include_str!("../../data/names/spanish.toml"),
            People::Outremer => include_str!("../../data/names/outremer.toml"),
        }
    }
}

/// Gives out names, each once: the same people, dice and names taken give the same names.
#[derive(Debug)]
pub struct Namer {
    lists: &'static Lists,
    dice: Seeded,
    taken: HashSet<String>,
}

impl Namer {
    /// A namer for a people.
    pub fn new(people: People, dice: Seeded) -> Namer {
        Namer { lists: &LISTS[&people], dice, taken: HashSet::new() }
    }

    /// Keeps a name from being given out.
    pub fn take(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// A name for a man of a class that nobody was given yet.
    pub fn name(&mut self, class: Class) -> String {
        let mut name = String::new();
        // A name already borne is drawn anew; where that keeps failing, a place tells the namesakes apart.
        for attempt in 0..100 {
            name = self.draw(class);
            if attempt >= 10 && self.taken.contains(&name) {
                name = format!("{name} {}", self.fill(&self.lists.namesake));
            }
            if self.taken.insert(name.clone()) {
                break;
            }
        }
        name
    }

    fn draw(&mut self, class: Class) -> String {
        let forms = self.lists.form.get(&class).map_or(&[][..], Vec::as_slice);
        let form = self.pick(forms);
        self.fill(form)
    }

    /// A form with its parts drawn; a part that stands twice is drawn differently.
    fn fill(&mut self, form: &'static str) -> String {
        let mut drawn: Vec<&str> = Vec::new();
        for word in form.split(' ') {
            let Some(part) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
                drawn.push(word);
                continue;
            };
            let lists = self.lists;
            let list = match part {
                "given" if self.dice.lot("CP-1.2 a common name", 2) == 0 => &lists.common,
                "given" => &lists.given,
                _ => lists.part.get(part).unwrap_or(&lists.given),
            };
            let mut text = self.pick(list);
            while list.len() > 1 && drawn.contains(&text) {
                text = self.pick(list);
            }
            drawn.push(text);
        }
        drawn.join(" ")
    }

    fn pick(&mut self, list: &'static [String]) -> &'static str {
        list.get(self.dice.lot("CP-1.2 a name", list.len())).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namer(people: People, seed: u64) -> Namer {
        Namer::new(people, Seeded::new(seed))
    }

    #[test]
    fn every_people_has_whole_lists() {
        assert!(LISTS.keys().eq(People::ALL), "each file is of the people it is read for");
        for (people, lists) in LISTS.iter() {
            for class in Class::ALL {
                assert!(lists.form.get(class).is_some_and(|forms| !forms.is_empty()), "{people} {class}");
            }
            let forms = lists.form.values().flatten().chain([&lists.namesake]);
            for word in forms.flat_map(|form| form.split(' ')).filter(|word| word.contains(['{', '}'])) {
                let part = word.trim_matches(['{', '}']);
                assert!(part == "given" || lists.part.contains_key(part), "{people} has no list {word}");
            }
            for (part, list) in lists.part.iter().chain([(&"given".to_owned(), &lists.given)]) {
                let once: HashSet<&String> = list.iter().collect();
                assert_eq!(once.len(), list.len(), "{people}: a {part} stands twice");
                assert!(list.iter().all(|text| text.trim() == text && !text.is_empty()), "{people} {part}");
            }
            assert!(lists.common.iter().all(|name| !lists.given.contains(name)), "{people}: a given name stands twice");
        }
    }

    #[test]
    fn the_chief_peoples_have_long_lists() {
        for people in [People::English, People::French] {
            let lists = namer(people, 0).lists;
            assert!(lists.common.len() + lists.given.len() >= 80, "{people}");
            for part in ["place", "byname"] {
                assert!(lists.part[part].len() >= 120, "{people} {part}: {}", lists.part[part].len());
            }
        }
    }

    #[test]
    fn thousands_of_names_are_all_different() {
        for &people in People::ALL {
            let mut namer = namer(people, 1415);
            let names: HashSet<String> = (0..6_000).map(|_| namer.name(Class::Sergeant)).collect();
            assert_eq!(names.len(), 6_000, "{people}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_names_and_a_taken_one_is_not_given() {
        let roll = |namer: &mut Namer| (0..50).map(|_| namer.name(Class::Peasant)).collect::<Vec<_>>();
        let first = roll(&mut namer(People::English, 7));
        assert_eq!(roll(&mut namer(People::English, 7)), first);
        assert_ne!(roll(&mut namer(People::English, 8)), first);
        let mut other = namer(People::English, 7);
        other.take(&first[0]);
        assert!(!roll(&mut other).contains(&first[0]));
        assert_eq!("english".parse(), Ok(People::English));
        let refused = "Martian".parse::<People>().expect_err("no people");
        assert!(refused.to_string().contains("English, French"), "{refused}");
    }
}
