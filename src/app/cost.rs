//! What an army, its gear and a castle's works cost in points (MM-10), and which of two sides of a scenario is dearer.

use super::{import, numbers, organise};
use crate::campaign::problem::{Problem, ProblemKind, Result, first_named};
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Profile, UnknownWord};
use crate::rules::gear::{GearPiece, Thing, Works};
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::gear::points::{of_piece, of_works};
use crate::rules::man_to_man::points::of_man;
use crate::store::Db;
use std::collections::BTreeMap;

/// What one side of a scenario costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub name: String,
    /// Its men and their points by class, the highest class first.
    pub men: Vec<(Class, u32, i64)>,
    /// Its gear, each piece with its parts.
    pub gear: Vec<Explained<i64>>,
    /// Its works with their parts.
    pub works: Vec<Part>,
}

impl Cost {
    /// Men, gear and works together.
    pub fn total(&self) -> i64 {
        let men: i64 = self.men.iter().map(|(.., points)| points).sum();
        let gear: i64 = self.gear.iter().map(|piece| piece.value).sum();
        men + gear + self.works.iter().map(|part| part.value).sum::<i64>()
    }

    /// Takes in men alike or not, each by what of him counts (MM-10.1).
    fn men<'a>(&mut self, men: impl Iterator<Item = &'a Profile>, tables: &Tables) {
        let mut by_class: BTreeMap<Class, (u32, i64)> = BTreeMap::new();
        for man in men {
            let (count, points) = by_class.entry(man.class).or_default();
            *count += 1;
            *points += of_man(man, tables).value;
        }
        self.men = by_class.into_iter().rev().map(|(class, (count, points))| (class, count, points)).collect();
    }

    /// Takes in gear and works, written as lists (MM-10.2, MM-10.3).
    pub fn things(&mut self, gear: &str, works: &str, tables: &Tables) -> Result<()> {
        let unknown = |word: UnknownWord| Problem::bad_input(format!("{word}.")).hint("Separate items with commas.");
        for (count, brought) in Thing::list(gear).map_err(unknown)? {
            self.gear.push(of_piece(&GearPiece::of(brought.thing, count, None), tables));
        }
        self.works.extend(of_works(&Works::list(works).map_err(unknown)?, tables).parts);
        Ok(())
    }
}

/// What an army of a campaign costs.
pub fn army(db: &Db, name: &str) -> Result<(Cost, std::sync::Arc<Tables>)> {
    let army = db.army_named(name)?;
    let tables = numbers::man_to_man(db)?;
    let lines = organise::roster(db, army.id)?;
    let mut cost = Cost { name: army.name, ..Cost::default() };
    cost.men(lines.iter().map(|line| &line.person.profile), &tables);
    Ok((cost, tables))
}

/// What an army of a roster costs, by the book's own figures; of a roster with one army, that.
pub fn roster(file: &[u8], name: Option<&str>) -> Result<(Cost, std::sync::Arc<Tables>)> {
    let roster = import::read(file)?;
    let tables = Tables::book();
    let names = || first_named(&roster.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>());
    let army = match name {
        Some(name) => roster.armies.iter().find(|army| army.name.eq_ignore_ascii_case(name.trim())),
        None => roster.armies.first().filter(|_| roster.armies.len() == 1),
    };
    let army = army.ok_or_else(|| match name {
        Some(name) => Problem::new(ProblemKind::NotFound, format!("The roster has no army “{name}”."))
            .hint(format!("It has {}.", names())),
        None => Problem::bad_input("The roster has more than one army.").hint(format!("Name one of {}.", names())),
    })?;
    let mut cost = Cost { name: army.name.clone(), ..Cost::default() };
    cost.men(roster.men[army.men.clone()].iter().map(|man| &man.profile), &tables);
    Ok((cost, tables))
}
