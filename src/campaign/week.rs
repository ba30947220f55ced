//! What days and weeks bring (CP-2.1): the pace of a march, pay, rations, healing, escapes and desertions.

use super::armies::Count;
use super::calendar::Day;
use super::money::Pence;
use super::people::{Person, Tenure};
use super::places::{Place, PlaceKind};
use super::tables::Tables;
use crate::rules::dice::Dice;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Grade, Horse, Profile, Rank, Weapon};
use serde::Serialize;

/// How fast an army marches, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pace {
    pub miles_a_day: Explained<i64>,
}

/// The pace of the slowest, halved in winter (CP-2.1).
pub fn pace(count: Count, train: bool, day: Day, tables: &Tables) -> Pace {
    let (what, miles) = match (train, count.men > 0 && count.mounted == count.men) {
        (true, _) => ("it has a train: miles a day", tables.march_train_miles),
        (false, true) => ("all are mounted: miles a day", tables.march_horse_miles),
        (false, false) => ("some go on foot: miles a day", tables.march_foot_miles),
    };
    let mut parts = vec![Part::base("CP-2.1", what, miles)];
    let mut value = miles;
    if tables.is_winter(day) && tables.winter_march_divisor > 1 {
        value = (miles / tables.winter_march_divisor).max(1);
        parts.push(Part::plus("CP-2.1", "in winter", value - miles));
    }
    Pace { miles_a_day: Explained { value, parts } }
}

/// How a wounded man fares in a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Healing {
    /// He is fit again.
    Heals,
    /// He stays wounded.
    Stays,
    /// He dies of it.
    Dies,
}

/// A wounded man's week (CP-2.1): fit at `healing_fit_at` or more, sooner at a stronghold; the lowest faces kill on
/// his first such roll only. Gives the face and what it brings.
pub fn healing(dice: &mut impl Dice, tables: &Tables, at_stronghold: bool, first_roll: bool) -> (u32, Healing) {
    let face = dice.die("CP-2.1 healing", tables.healing_die_sides as u32);
    let fit_at = if at_stronghold { tables.healing_fit_at_in_stronghold } else { tables.healing_fit_at };
    let healing = match i64::from(face) {
        face if first_roll && face <= tables.healing_dies_at => Healing::Dies,
        face if face >= fit_at => Healing::Heals,
        _ => Healing::Stays,
    };
    (face, healing)
}

/// Whether a captive gets away this week (CP-2.1), more easily at grade A and above. Gives the roll and the answer.
pub fn escapes(dice: &mut impl Dice, tables: &Tables, grade: Grade) -> (u32, bool) {
    let roll = dice.dice("CP-2.1 escape", tables.escape_dice as u32, 6);
    let needs = if grade >= Grade::A { tables.escape_at_grade_a } else { tables.escape_at };
    (roll, i64::from(roll) >= needs)
}

/// Whether an unpaid man deserts this week (CP-7.4); knights only from a later unpaid week than others.
pub fn deserts(dice: &mut impl Dice, tables: &Tables, class: Class, unpaid_weeks: u32) -> bool {
    let from = match class {
        Class::Knight => tables.unpaid_weeks_before_knights_desert,
        _ => tables.unpaid_weeks_before_desertion,
    };
    i64::from(unpaid_weeks) >= from
        && i64::from(dice.die("CP-7.4 desertion", tables.desertion_die_sides as u32)) <= tables.desertion_at
}

/// A man's pay a day (CP-5). Who serves for his fief has none while his days last.
pub fn pay_a_day(man: &Person, tables: &Tables) -> Pence {
    match man.service.tenure == Tenure::Fief && man.service.serves_until.is_some() {
        true => Pence(0),
        false => pay_of(&man.profile, tables),
    }
}

/// What a man is paid on the day a week ends (CP-5): his days of it, of which one kept past the days of his fief has only
/// those after them. Whose hire is over has had his last pay: he is paid on as many of these days as there were weeks in it.
pub fn pay_for_week(man: &Person, payday: Day, tables: &Tables) -> Pence {
    if man.service.serves_until.is_some_and(|until| until < payday) {
        return Pence(0);
    }
    let days = match man.paid_from {
        Some(from) => i64::from(payday - from + 1).clamp(0, tables.week_days),
        None => tables.week_days,
    };
    pay_a_day(man, tables) * days
}

/// The pay a day of such a man (CP-5): nobles as bannerets, shooters as archers by their mount.
pub fn pay_of(man: &Profile, tables: &Tables) -> Pence {
    let shooter = man.weapons.iter().any(|weapon| weapon.shoots() && *weapon != Weapon::Javelin);
    match man.class {
        Class::Knight if man.rank.step() > Rank::Knight.step() => tables.pay_banneret,
        Class::Knight => tables.pay_knight,
        Class::Sergeant if shooter && man.horse != Horse::None => tables.pay_mounted_archer,
        Class::Sergeant if shooter => tables.pay_foot_archer,
        Class::Sergeant => tables.pay_sergeant,
        Class::Peasant => tables.pay_peasant,
        Class::Cleric => tables.pay_cleric,
    }
}

/// Rations a man and his horse eat in a week in the field (CP-7.2).
pub fn rations(count: Count, tables: &Tables) -> u32 {
    count.men * tables.rations_a_man as u32 + count.mounted * tables.rations_a_horse as u32
}

/// Rations an army eats in so many days of a week, rounded up.
pub fn rations_for(count: Count, days: u32, tables: &Tables) -> u32 {
    let week = tables.week_days.max(1) as u64;
    (u64::from(rations(count, tables)) * u64::from(days)).div_ceil(week) as u32
}

/// Rations a district still gives in a week (CP-7.2): less for each week in a row it has been stripped.
pub fn district_rations(tables: &Tables, stripped_weeks: u32) -> u32 {
    let divisor = tables.district_stripped_divisor.max(1);
    (0..stripped_weeks).fold(tables.district_feeds, |left, _| left / divisor) as u32
}

/// What a place brings its side in a year (CP-7.1): its own income by what it is, and its knights' fiefs.
pub fn yearly_income(place: &Place, tables: &Tables) -> Pence {
    use PlaceKind::*;
    let own = match place.kind {
        City | Town | Port => tables.income_town,
        Village => tables.income_village,
        Castle | Abbey | Ford | Bridge | Crossways | Field => Pence(0),
    };
    own + tables.income_fief * i64::from(place.fiefs)
}
