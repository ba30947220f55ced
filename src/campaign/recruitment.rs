//! Recruitment (CP-5): who may be raised, what it costs now and a year on, and who comes. Pure: it is given a place, men
//! and numbers, and tells shares, sums and profiles with their parts.

use super::calendar::Day;
use super::money::{Pence, thousands};
use super::people::Tenure;
use super::places::Place;
use super::tables::Tables;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, Weapon};
use crate::rules::man_to_man::{self, points::of_man};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The days of a year, for which costs are told ahead.
pub const YEAR: i64 = 365;

/// Men of one kind, as they come when they are recruited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// What they are called.
    pub name: String,
    /// How they come.
    pub comes: Tenure,
    pub class: Class,
    /// Their grade, where no other is asked for.
    pub grade: Grade,
    pub protection: Protection,
    /// What they carry.
    pub weapons: Vec<Weapon>,
    /// What they ride.
    pub horse: Horse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Troops {
    troop: Vec<Troop>,
}

static TROOPS: LazyLock<Vec<Troop>> = LazyLock::new(|| {
    let troops: Troops = toml::from_str(include_str!("../../data/tables/campaign/troops.toml"))
        .unwrap_or_else(|error| unreachable!("the program's own table of troops: {error}"));
    troops.troop
});

impl Troop {
    /// Those who come in one way, in the order of the table.
    pub fn of(comes: Tenure) -> impl Iterator<Item = &'static Troop> {
        TROOPS.iter().filter(move |troop| troop.comes == comes)
    }

    /// The one of a class who comes in a way.
    fn of_class(comes: Tenure, class: Class) -> &'static Troop {
        Troop::of(comes)
            .find(|troop| troop.class == class)
            .unwrap_or_else(|| unreachable!("the table of troops has {} who come as {}", class.word(), comes.word()))
    }

    /// One of them, of a grade.
    pub fn profile(&self, grade: Grade) -> Profile {
        Profile {
            class: self.class,
            rank: if self.class == Class::Knight { Rank::Knight } else { Rank::None },
            grade,
            protection: self.protection,
            weapons: self.weapons.clone(),
            horse: self.horse,
        }
    }

    /// Who leads a company of them: a man of the next higher class and of their grade, within his class's limits, armed
    /// as his class comes (MM-1.4). Knights lead themselves.
    pub fn captain(&self, grade: Grade) -> Option<Profile> {
        let of = |tenure, class: Class| {
            let (lowest, highest) = Grade::within(class);
            Troop::of_class(tenure, class).profile(grade.clamp(lowest, highest))
        };
        match self.class {
            Class::Peasant => Some(of(Tenure::Levied, Class::Sergeant)),
            Class::Sergeant => Some(of(Tenure::Fief, Class::Knight)),
            Class::Knight | Class::Cleric => None,
        }
    }
}

/// The men a place may still levy on a day (CP-7.3): one in so many of its people, less those levied since its season
/// began.
pub fn levy_share(place: &Place, today: Day, tables: &Tables) -> Explained<i64> {
    let share = i64::from(place.people) / tables.levy_one_in.max(1);
    let people = thousands(place.people.into());
    let what = format!("one in {} of the {people} people of {}", tables.levy_one_in, place.name);
    let mut parts = vec![Part::base("CP-7.3", what, share)];
    if let Some(since) = season_of(place, today, tables) {
        let taken = i64::from(place.levied).min(share);
        parts.push(Part::plus("CP-7.3", format!("levied in the season from {}", since.short()), -taken));
    }
    Explained::of(parts)
}

/// The day a place's season of levies began, if it still lasts (CP-7.3).
pub fn season_of(place: &Place, today: Day, tables: &Tables) -> Option<Day> {
    place.levied_day.filter(|since| i64::from(today - *since) < tables.season_days)
}

/// Of so many men levied: how many are sergeants, the others being peasants (CP-5). One in so many, rounded down.
pub fn levied_sergeants(men: u32, tables: &Tables) -> u32 {
    men / tables.levy_sergeants_one_in.max(1) as u32
}

/// The men of a levy, the sergeants first.
pub fn levied_men(men: u32, tables: &Tables) -> Vec<Profile> {
    let sergeants = levied_sergeants(men, tables);
    let [sergeant, peasant] = [Class::Sergeant, Class::Peasant].map(|class| {
        let troop = Troop::of_class(Tenure::Levied, class);
        troop.profile(troop.grade)
    });
    (0..men).map(|at| if at < sergeants { sergeant.clone() } else { peasant.clone() }).collect()
}

/// The knights a place's fiefs still owe on a day (CP-5): one a fief, less those sent or paid for in their year, and less
/// those who serve or are held still from a year before.
pub fn knights_owed(place: &Place, away: u32, today: Day, tables: &Tables) -> Explained<i64> {
    let fiefs = i64::from(place.fiefs);
    let mut parts = vec![Part::base("CP-5", format!("fiefs of {}, a knight each", place.name), fiefs)];
    let mut sent = 0;
    if let Some(since) = summons_of(place, today, tables) {
        sent = i64::from(place.summoned).min(fiefs);
        parts.push(Part::plus("CP-5", format!("sent or paid for since {}", since.short()), -sent));
    }
    let longer = (i64::from(away) - sent).clamp(0, fiefs - sent);
    if longer > 0 {
        parts.push(Part::plus("CP-5", "away from a year before", -longer));
    }
    Explained::of(parts)
}

/// The day the year of a place's fiefs began, if it still lasts (CP-5).
pub fn summons_of(place: &Place, today: Day, tables: &Tables) -> Option<Day> {
    place.summoned_day.filter(|since| i64::from(today - *since) < tables.feudal_year_days)
}

pub fn knight_of_a_fief() -> Profile {
    let troop = Troop::of_class(Tenure::Fief, Class::Knight);
    troop.profile(troop.grade)
}

/// What is paid in place of so many knights (CP-5), in pence.
pub fn scutage(knights: u32, tables: &Tables) -> Explained<i64> {
    let what = format!("{knights} {} at {} each", if knights == 1 { "knight" } else { "knights" }, tables.scutage);
    Explained::of(vec![Part::base("CP-5", what, (tables.scutage * i64::from(knights)).0)])
}

/// What men ask to be hired, in pence: their points (MM-10.1) at the rate of CP-5. Those alike stand in one part.
pub fn hire(men: &[Profile], points: &man_to_man::Tables, tables: &Tables) -> Explained<i64> {
    let mut kinds: Vec<(&Profile, i64)> = Vec::new();
    for man in men {
        match kinds.iter_mut().find(|(kind, _)| *kind == man) {
            Some((_, count)) => *count += 1,
            None => kinds.push((man, 1)),
        }
    }
    let part = |(man, count): (&Profile, i64)| {
        let each = of_man(man, points).value;
        let rate = tables.hire_a_point;
        let kind = called(count, man.class, man.grade);
        let what = format!("{count} {kind} of {each} points (MM-10.1) at {rate} a point");
        Part::plus("CP-5", what, (rate * (each * count)).0)
    };
    Explained::of(kinds.into_iter().map(part).collect())
}

/// What so many men are: `sergeants of grade C`.
pub fn called(count: i64, class: Class, grade: Grade) -> String {
    format!("{class}{} of grade {grade}", if count == 1 { "" } else { "s" })
}

/// By how many points a man is better for what is bought for him (MM-10.1): his weapons and armour, and his horse. What he
/// lays aside counts for nothing.
pub fn bettered(old: &Profile, new: &Profile, points: &man_to_man::Tables) -> (i64, i64) {
    let of = |man: &Profile| of_man(man, points).value;
    let kept = Profile {
        weapons: new.weapons.iter().copied().filter(|weapon| old.weapons.contains(weapon)).collect(),
        horse: Horse::None,
        ..new.clone()
    };
    let armour = of(&kept) - of(&Profile { protection: old.protection, ..kept.clone() });
    let weapons = of(&Profile { weapons: new.weapons.clone(), ..kept.clone() }) - of(&kept);
    let mount = of(&Profile { horse: new.horse, ..kept.clone() }) - of(&Profile { horse: old.horse, ..kept });
    (armour.max(0) + weapons.max(0), mount.max(0))
}

/// What arms and horses cost, in pence, for men each bettered by so many points of arms and of horse (CP-5).
pub fn arms(bettered: &[(i64, i64)], tables: &Tables) -> Explained<i64> {
    let mut kinds: BTreeMap<(bool, i64), i64> = BTreeMap::new();
    for (arms, horse) in bettered {
        for (of_horse, points) in [(false, *arms), (true, *horse)] {
            if points > 0 {
                *kinds.entry((of_horse, points)).or_default() += 1;
            }
        }
    }
    let parts = kinds.into_iter().map(|((of_horse, points), men)| {
        let (what, rate) = match of_horse {
            true => ("horses", tables.horse_a_point),
            false => ("arms", tables.arms_a_point),
        };
        let (who, points_each) = (if men == 1 { "man" } else { "men" }, if points == 1 { "point" } else { "points" });
        let what = format!("{what} of {men} {who}, {points} {points_each} each (MM-10.1) at {rate} a point");
        Part::plus("CP-5", what, (rate * (points * men)).0)
    });
    Explained::of(parts.collect())
}

/// What men cost in the year from today, in pence: what is paid now, and their pay for the days for which they have any.
/// `pay` is a part for each kind of man: how many, what they are, their pay a day, and the days they are paid for.
pub fn year(now: &Explained<i64>, pay: &[(i64, String, Pence, i64)]) -> Explained<i64> {
    let mut parts = Vec::new();
    if now.value != 0 {
        parts.push(Part::base("CP-5", if now.value > 0 { "paid now" } else { "taken in now" }, now.value));
    }
    for (count, what, a_day, days) in pay {
        if a_day.0 != 0 && *days > 0 {
            let what = format!("{count} {what} at {a_day} a day, for {days} days");
            parts.push(Part::plus("CP-5", what, (*a_day * (count * days)).0));
        }
    }
    Explained::of(parts)
}

/// Whether training makes a man better (CP-5): from grade E to D, in every class that has them.
pub fn may_train(profile: &Profile) -> bool {
    profile.grade == Grade::E && Grade::D.allowed(profile.class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::ids::PlaceId;
    use crate::campaign::places::PlaceKind;

    fn place(people: u32, fiefs: u32) -> Place {
        Place {
            id: PlaceId(1),
            name: "Wexbridge".to_owned(),
            kind: PlaceKind::Town,
            side: None,
            x: 0,
            y: 0,
            people,
            fiefs,
            levied: 0,
            levied_day: None,
            summoned: 0,
            summoned_day: None,
            stripped_weeks: 0,
            stripped_day: None,
        }
    }

    #[test]
    fn one_in_twenty_a_season_and_one_in_five_of_them_a_sergeant() {
        // CP-7.3: 1,250 people give 62; the season is 91 days.
        let (tables, day) = (Tables::book(), Day(2_000_000));
        let mut town = place(1250, 0);
        assert_eq!(levy_share(&town, day, &tables).value, 62);
        (town.levied, town.levied_day) = (40, Some(day));
        assert_eq!(levy_share(&town, day + 90, &tables).value, 22);
        assert_eq!(levy_share(&town, day + 91, &tables).value, 62);
        let men = levied_men(62, &tables);
        assert_eq!(men.iter().filter(|man| man.class == Class::Sergeant).count(), 12);
        assert_eq!(men.iter().filter(|man| man.class == Class::Peasant).count(), 50);
        assert!(men.iter().all(|man| man.grade.allowed(man.class)));
    }

    #[test]
    fn a_fief_owes_one_knight_a_year_or_two_marks() {
        // CP-5.
        let (tables, day) = (Tables::book(), Day(2_000_000));
        let mut town = place(0, 6);
        assert_eq!(knights_owed(&town, 0, day, &tables).value, 6);
        (town.summoned, town.summoned_day) = (4, Some(day));
        // Of the four sent, all serve still: they are not counted twice.
        assert_eq!(knights_owed(&town, 4, day + 20, &tables).value, 2);
        assert_eq!(knights_owed(&town, 5, day + 20, &tables).value, 1);
        assert_eq!(knights_owed(&town, 0, day + 365, &tables).value, 6);
        assert_eq!(scutage(3, &tables).value, 3 * 2 * 160);
    }

    #[test]
    fn a_company_asks_its_points_at_the_rate() {
        // MM-10.1: a sergeant 3, C 3, longbow 2 and its arrows 2, sword 1 are 11; 20d a point.
        let bows = Troop::of(Tenure::Hired).find(|troop| troop.name == "longbowmen").expect("longbowmen");
        let points = man_to_man::Tables::book();
        let men = vec![bows.profile(Grade::C); 20];
        assert_eq!(hire(&men, &points, &Tables::book()).value, 20 * 11 * 20);
        // Their captain, a knight: 7, C 3, protection 2 4, horse 5, heavy lance 2, sword 1.
        let captain = bows.captain(Grade::C).expect("a captain");
        assert_eq!(hire(&[captain], &points, &Tables::book()).value, 22 * 20);
    }

    #[test]
    fn arms_and_horses_cost_what_they_better() {
        // MM-10.1: protection 4 to 3 is 2 points, a bill laid aside nothing, a spear 1; a horse 5.
        let peasant = levied_men(1, &Tables::book()).remove(0);
        let mut armed = peasant.clone();
        armed.protection = Protection::new(3).expect("a protection");
        armed.weapons = vec![Weapon::Spear, Weapon::Shield];
        armed.horse = Horse::Unbarded;
        let points = man_to_man::Tables::book();
        assert_eq!(bettered(&peasant, &armed, &points), (3, 5));
        assert_eq!(bettered(&armed, &peasant, &points), (1, 0), "a bill is bought again, the rest is laid aside");
        let cost = arms(&[(3, 5), (3, 5), (0, 0)], &Tables::book());
        assert_eq!(cost.value, 2 * 3 * 60 + 2 * 5 * 160);
        assert_eq!(cost.parts.len(), 2);
    }

    #[test]
    fn whoever_leads_a_company_is_of_a_higher_class_and_within_his_grades() {
        for troop in Troop::of(Tenure::Hired) {
            for grade in Grade::offered(troop.class) {
                assert!(grade.allowed(troop.class));
                match troop.captain(grade) {
                    Some(captain) => assert!(captain.class > troop.class && captain.grade.allowed(captain.class)),
                    None => assert_eq!(troop.class, Class::Knight),
                }
            }
        }
        assert!(may_train(&levied_men(5, &Tables::book())[4]));
        assert!(!may_train(&knight_of_a_fief()));
    }
}
