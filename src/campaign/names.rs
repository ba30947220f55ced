//! Names for the unnamed (CP-1.2), made from period lists by people: a given name with a by-name, a place, a
//! father or a trade, as a man of his class would bear it. `Sir` and other titles are no part of a name.

use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::Class;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// The lists of one people, as in `data/names/`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    people: String,
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

static PEOPLES: LazyLock<Vec<Lists>> = LazyLock::new(|| {
    let files = [
        include_str!("../../data/names/english.toml"),
        include_str!("../../data/names/french.toml"),
        include_str!("../../data/names/welsh.toml"),
        include_str!("../../data/names/scots.toml"),
        include_str!("../../data/names/irish.toml"),
        include_str!("../../data/names/flemish.toml"),
        include_str!("../../data/names/german.toml"),
        include_str!("../../data/names/italian.toml"),
        include_str!("../../data/names/spanish.toml"),
        include_str!("../../data/names/outremer.toml"),
    ];
    files
        .iter()
        .map(|file| toml::from_str(file).unwrap_or_else(|error| unreachable!("the name lists: {error}")))
        .collect()
});

/// The peoples there are name lists for, English first.
pub fn peoples() -> impl Iterator<Item = &'static str> {
    PEOPLES.iter().map(|lists| lists.people.as_str())
}

/// A people there are no name lists for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no names for the people “{found}”; there are {}", peoples().collect::<Vec<_>>().join(", "))]
pub struct UnknownPeople {
    /// What was written.
    pub found: String,
}

/// The people of a name in any case, as the lists spell it.
pub fn people(name: &str) -> Result<&'static str, UnknownPeople> {
    peoples()
        .find(|people| people.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| UnknownPeople { found: name.trim().to_owned() })
}

/// Gives out names, each once: the same people, dice and names taken give the same names.
#[derive(Debug)]
pub struct Namer {
    lists: &'static Lists,
    dice: Seeded,
    taken: HashSet<String>,
}

impl Namer {
    /// A namer for a people, by its name in any case.
    pub fn new(people: &str, dice: Seeded) -> Result<Namer, UnknownPeople> {
        let found = people.trim();
        let lists = PEOPLES.iter().find(|lists| lists.people.eq_ignore_ascii_case(found));
        let lists = lists.ok_or_else(|| UnknownPeople { found: found.to_owned() })?;
        Ok(Namer { lists, dice, taken: HashSet::new() })
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

    fn namer(people: &str, seed: u64) -> Namer {
        Namer::new(people, Seeded::new(seed)).unwrap_or_else(|refused| panic!("{refused}"))
    }

    #[test]
    fn every_people_has_whole_lists() {
        for lists in PEOPLES.iter() {
            let people = &lists.people;
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
        for people in ["English", "French"] {
            let lists = namer(people, 0).lists;
            assert!(lists.common.len() + lists.given.len() >= 80, "{people}");
            for part in ["place", "byname"] {
                assert!(lists.part[part].len() >= 120, "{people} {part}: {}", lists.part[part].len());
            }
        }
    }

    #[test]
    fn thousands_of_names_are_all_different() {
        for people in peoples() {
            let mut namer = namer(people, 1415);
            let names: HashSet<String> = (0..6_000).map(|_| namer.name(Class::Sergeant)).collect();
            assert_eq!(names.len(), 6_000, "{people}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_names_and_a_taken_one_is_not_given() {
        let roll = |namer: &mut Namer| (0..50).map(|_| namer.name(Class::Peasant)).collect::<Vec<_>>();
        let first = roll(&mut namer("english", 7));
        assert_eq!(roll(&mut namer("English", 7)), first);
        assert_ne!(roll(&mut namer("English", 8)), first);
        let mut other = namer("English", 7);
        other.take(&first[0]);
        assert!(!roll(&mut other).contains(&first[0]));
        assert!(
            Namer::new("Martian", Seeded::new(0)).is_err_and(|refused| refused.to_string().contains("English, French"))
        );
    }
}
