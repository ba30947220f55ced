//! The exact odds of the book's rolls, by the functions a battle rolls with: what the command and the page answer.

mod cracker;
mod gear;
mod siege;

pub use cracker::CrackerRoll;

use crate::app::numbers;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::tables as campaign;
use crate::rules::castle_cracker;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Grade, Horse, Protection, UnknownWord, Weapon};
use crate::rules::man_to_man::melee::{Blow, attack_parts, defence_parts, roll_blow};
use crate::rules::man_to_man::morale::{Test, morale_parts, roll_morale};
use crate::rules::man_to_man::shooting::{Range, Shot, roll_shot, shot_parts};
use crate::rules::man_to_man::wounds::{fall_need, roll_fall, roll_wound, wound_parts};
use crate::rules::man_to_man::{Cover, Tables};
use crate::rules::odds;
use crate::rules::siege as siege_rules;
use crate::rules::weather::Weather;
use crate::store::Db;
use std::sync::Arc;

/// A roll whose odds are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A shot: 2d6, 7 or less with what is added (MM-4.8).
    Shoot {
        /// What is shot with: javelin, shortbow, sling, longbow, crossbow or handgun; catapult or bombard; or what
        /// is dropped: rock, oil or lead (MM-4.9).
        weapon: String,
        /// How far: inches, or short, medium or long.
        distance: String,
        /// The target's protection, 1 to 4; of no account to an engine.
        protection: String,
        /// The target's cover: none, light or heavy; of no account to an engine.
        cover: String,
        /// The weather (CP-3.1).
        weather: String,
    },
    /// A blow: attack die against defence die (MM-5.4).
    Blow {
        /// Who strikes: class, grade, protection, weapon, and mounted, charging, rear, separated by commas.
        attacker: String,
        /// Who is struck: class, grade, protection, weapon, and mounted, barded, horse, obstacle, woods, rough.
        defender: String,
    },
    /// What a hit does: 1d6 (MM-6.1).
    Wound {
        /// Protection of the man hit, 1 to 4.
        protection: String,
    },
    /// A test of morale: 3d6 (MM-7.3).
    Morale {
        /// The class of the knight, or of the unit's men.
        class: String,
        /// His grade, or their commonest.
        grade: String,
        /// What else counts, separated by commas, such as supported,close-order,fleeing-friends=2.
        with: String,
    },
    /// Whether a rider falls: 2d6 (MM-6.3).
    Fall { grade: String },
    /// Whether a ladder is pushed off a wall: d100 (MM-9.1).
    Ladder {
        /// Men who push it, two at most.
        men: u8,
        /// Men on it.
        on: u8,
        /// Men who hold it on the ground, two at most.
        holding: u8,
    },
    /// Whether a ram's stroke wrecks a gate: d100 (MM-9.2).
    Ram {
        /// Unwounded men at the ram, 2 to 10.
        men: u8,
        /// Which turn of ramming it is, from 1.
        turn: u32,
    },
    /// Whether a wall falls that pick or screw have come through: d100 (MM-9.3).
    Pick,
    /// Whether axes break timber, a gate or a door: d100 (MM-9.4).
    Axes {
        /// Men with axes, two at most.
        men: u8,
        /// Which turn of it it is, from 1; the first does nothing.
        turn: u32,
    },
    /// Whether oil sets a sow, tower or ram burning: d100 (MM-9.5).
    Oil,
    /// Whether a fire missile that hit sets a thing burning: 1d6 (MM-4.11).
    Fire {
        /// What it hit: timber or straw.
        at: String,
    },
    /// What a day of battering does: 1d10 (SG-1.4).
    Battering {
        /// Mangonels, a point each.
        mangonels: u8,
        /// Trebuchets, three points each.
        trebuchets: u8,
        /// Rams, nine points each.
        rams: u8,
        /// Points, in place of engines.
        points: Option<u16>,
    },
    /// Whether the besieged ask terms: 1d10 (SG-3.1).
    Surrender {
        /// Able besiegers.
        besiegers: u32,
        /// Able men of the garrison.
        garrison: u32,
        /// The besieged's supply: over half, half or less, a week or less, or none.
        supply: String,
        /// Whether they are on half rations.
        short_commons: bool,
        /// How far the besiegers have come: none, outer breach, part of the rampart, confined to the citadel or all
        /// but the keep.
        progress: String,
        /// The kind of place: border castle, castle or town.
        place: String,
    },
    /// Whether a fire is put out: 2d6 (MM-4.12).
    FightFire {
        /// Men within 2 in of it who fight it.
        men: u8,
        /// Buckets of water they have.
        buckets: u8,
    },
    /// A roll of Castle Cracker.
    Cracker(CrackerRoll),
}

/// One outcome of a roll and how often it comes.
#[derive(Clone, Debug, PartialEq)]
pub struct RollOutcome {
    /// What it is called, such as `hit`.
    pub name: &'static str,
    /// Its probability; the number itself where nothing is rolled.
    pub chance: f64,
    /// Its cases of all cases, such as `3/36`; a bare number where nothing is rolled.
    pub exact: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RollOdds {
    /// Each outcome, in the book's order.
    pub outcomes: Vec<RollOutcome>,
    /// What is counted, each with its clause.
    pub parts: Vec<Part>,
}

/// What to do about a question that cannot be asked so.
const HELP: &str = "“banneret odds --help” tells what each kind of roll is asked with.";

fn word<T: std::str::FromStr<Err = UnknownWord>>(text: &str) -> Result<T> {
    text.parse().map_err(|unknown: UnknownWord| Problem::bad_input(format!("{unknown}.")).hint(HELP))
}

fn bad(what: &str, found: &str, expected: &str) -> Problem {
    Problem::bad_input(format!("“{}” is no {what}; expected {expected}.", found.trim())).hint(HELP)
}

/// The tables odds are counted by.
#[derive(Clone, Debug)]
pub struct By {
    /// Of a battle.
    pub man_to_man: Arc<Tables>,
    pub siege: Arc<siege_rules::Tables>,
    pub castle_cracker: Arc<castle_cracker::Tables>,
    /// Of the weather (CP-3.1).
    pub campaign: campaign::Tables,
}

impl By {
    pub fn book() -> By {
        By {
            man_to_man: Tables::book(),
            siege: siege_rules::Tables::book(),
            castle_cracker: castle_cracker::Tables::book(),
            campaign: campaign::Tables::book(),
        }
    }

    /// A campaign's.
    pub fn of(db: &Db) -> Result<By> {
        Ok(By {
            man_to_man: numbers::man_to_man(db)?,
            siege: numbers::siege(db)?,
            castle_cracker: numbers::castle_cracker(db)?,
            campaign: numbers::of(db)?,
        })
    }
}

/// Answers a question of odds by these tables.
pub fn answer(question: &Question, by: &By) -> Result<RollOdds> {
    let By { man_to_man: tables, siege: of_siege, castle_cracker: of_cracker, campaign } = by;
    match question {
        Question::Shoot { weapon, distance, protection, cover, weather } => {
            let weather = campaign.weather(word(weather)?);
            shoot((weapon, distance), (protection, cover), weather, tables)
        }
        Question::Blow { attacker, defender } => blow(attacker, defender, tables),
        Question::Wound { protection } => wound(word(protection)?, tables),
        Question::Morale { class, grade, with } => morale(class, grade, with, tables),
        Question::Fall { grade } => fall(word(grade)?, tables),
        Question::Ladder { men, on, holding } => gear::ladder(*men, *on, *holding, tables),
        Question::Ram { men, turn } => gear::ram(*men, *turn, tables),
        Question::Pick => gear::pick(tables),
        Question::Axes { men, turn } => gear::axes(*men, *turn, tables),
        Question::Oil => gear::oil(tables),
        Question::Fire { at } => gear::fire(word(at)?, tables),
        Question::FightFire { men, buckets } => gear::fight_fire(*men, *buckets, tables),
        Question::Cracker(roll) => cracker::answer(roll, of_cracker),
        Question::Battering { mangonels, trebuchets, rams, points } => {
            siege::battering(*mangonels, *trebuchets, *rams, *points, of_siege)
        }
        Question::Surrender { besiegers, garrison, supply, short_commons, progress, place } => {
            let (progress, place) = (word(progress)?, word(place)?);
            siege::surrender(*besiegers, *garrison, supply, *short_commons, progress, place, of_siege)
        }
    }
}

/// Counts every way the dice can fall into the outcomes of `names`, in order.
fn count(
    names: &[&'static str],
    parts: Vec<Part>,
    roll: impl FnMut(&mut dyn Dice) -> &'static str,
) -> Result<RollOdds> {
    let odds = odds::Odds::of(roll).map_err(|error| Problem::bad_input(format!("There are {error}.")).hint(HELP))?;
    let outcome = |name: &&'static str| RollOutcome { name, chance: odds.chance(name), exact: odds.exact(name) };
    Ok(RollOdds { outcomes: names.iter().map(outcome).collect(), parts })
}

fn shoot(
    (weapon, distance): (&str, &str),
    (protection, cover): (&str, &str),
    weather: Option<Weather>,
    tables: &Tables,
) -> Result<RollOdds> {
    if let Some(machine) = gear::machine(weapon) {
        return gear::shoot(machine, distance, weather, tables);
    }
    let weapon: Weapon = word(weapon)?;
    let missiles = "javelin, shortbow, sling, longbow, crossbow or handgun";
    let row = tables.shooting.of(weapon).ok_or_else(|| bad("missile weapon", weapon.word(), missiles))?;
    let bands = "short, medium or long, or a distance in inches";
    let (range, inches) = match distance.trim().to_lowercase().trim_end_matches("in").trim() {
        "short" => (Range::Short, row.short),
        "medium" => (Range::Medium, row.medium),
        "long" => (Range::Long, row.long),
        number => {
            let sixty_fourths = tenths(number).ok_or_else(|| bad("distance", distance, bands))?;
            let beyond = || {
                Problem::bad_input(format!(
                    "A {weapon} does not reach {} in; its longest range is {} in (MM-4.7).",
                    number,
                    row.reach()
                ))
                .hint("Ask for a shorter distance.")
            };
            (Range::of(row, sixty_fourths * sixty_fourths).ok_or_else(beyond)?, 1)
        }
    };
    if inches == 0 {
        return Err(Problem::bad_input(format!("A {weapon} has no {} range (MM-4.7).", distance.trim()))
            .hint("Ask for another band, or for inches."));
    }
    let cover = match cover.trim().to_lowercase().as_str() {
        "none" | "" => Cover::None,
        "light" => Cover::Light,
        "heavy" => Cover::Heavy,
        _ => return Err(bad("cover", cover, "none, light or heavy")),
    };
    let shot = Shot { weapon, range, protection: word(protection)?, cover };
    let (mut sum, long) = (Sum::default(), range == Range::Long);
    shot_parts(&shot, tables, &mut sum);
    let mut parts = vec![Part::base("MM-4.8", "hits on this or less on 2d6", i64::from(tables.shooting.hit.need))];
    shot_parts(&shot, tables, &mut parts);
    if let Some(weather) = weather {
        weather.shot(weapon, long, &mut sum);
        weather.shot(weapon, long, &mut parts);
    }
    count(&["hit", "miss"], parts, |dice| if roll_shot(sum.0, tables, dice).hit { "hit" } else { "miss" })
}

/// A distance in inches, with up to two decimals, in 64ths of an inch.
fn tenths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.chars().all(|char| char.is_ascii_digit()) && text.len() <= 4;
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 2 {
        return None;
    }
    let hundredths = whole.parse::<i64>().ok()? * 100 + format!("{part:0<2}").parse::<i64>().ok()?;
    Some(hundredths * i64::from(crate::rules::geometry::INCH) / 100)
}

/// One side of a blow, as it is written on the command line.
#[derive(Clone, Copy, Debug)]
struct Fighting {
    class: Class,
    grade: Grade,
    protection: Protection,
    weapon: Weapon,
    mounted: bool,
    horse: Horse,
    charging: bool,
    rear: bool,
    at_horse: bool,
    obstacle: bool,
    woods: bool,
    rough: bool,
}

const KEYS: &str = "class=, grade=, protection=, weapon=, horse=, mounted, charging, rear (attacker), \
                    at-horse, obstacle, woods or rough (defender)";

impl Fighting {
    fn read(text: &str) -> Result<Fighting> {
        let mut it = Fighting {
            class: Class::Sergeant,
            grade: Grade::C,
            protection: Protection::NONE,
            weapon: Weapon::Sword,
            mounted: false,
            horse: Horse::Unbarded,
            charging: false,
            rear: false,
            at_horse: false,
            obstacle: false,
            woods: false,
            rough: false,
        };
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (key, value) = item.split_once('=').unwrap_or((item, ""));
            match (key.trim().to_lowercase().replace([' ', '_'], "-").as_str(), value.trim()) {
                ("class", value) => it.class = word(value)?,
                ("grade", value) => it.grade = word(value)?,
                ("protection", value) => it.protection = word(value)?,
                ("weapon", value) => it.weapon = word(value)?,
                ("horse", value) if !value.is_empty() => {
                    it.horse = word(value)?;
                    it.mounted = it.horse != Horse::None;
                }
                ("mounted", "") => it.mounted = true,
                ("charging", "") => it.charging = true,
                ("rear", "") => it.rear = true,
                ("at-horse", "") => it.at_horse = true,
                ("obstacle", "") => it.obstacle = true,
                ("woods", "") => it.woods = true,
                ("rough", "") => it.rough = true,
                _ => return Err(bad("word of a fighter", item, KEYS)),
            }
        }
        Ok(it)
    }
}

fn blow(attacker: &str, defender: &str, tables: &Tables) -> Result<RollOdds> {
    let (with, against) = (Fighting::read(attacker)?, Fighting::read(defender)?);
    if against.at_horse && with.class == Class::Knight {
        return Err(Problem::bad_input("A knight strikes at riders only (MM-5.6).").hint(HELP));
    }
    let blow = Blow {
        weapon: with.weapon,
        attacker: with.class,
        attacker_grade: with.grade,
        attacker_mounted: with.mounted,
        charging: with.charging,
        to_the_rear: with.rear,
        defender: against.class,
        defender_grade: against.grade,
        protection: if against.at_horse { against.horse.protection() } else { against.protection },
        defender_mounted: against.mounted || against.at_horse,
        obstacle: against.obstacle,
        woods: with.woods || against.woods,
        rough: with.rough || against.rough,
    };
    let lance = matches!(with.weapon, Weapon::HeavyLance | Weapon::LightLance);
    if lance && !(with.charging && with.mounted) {
        return Err(
            Problem::bad_input("A lance strikes only mounted and in the turn of the charge (MM-5.5).").hint(HELP)
        );
    }
    let (mut attack, mut defence) = (Sum::default(), Sum::default());
    attack_parts(&blow, tables, &mut attack);
    defence_parts(&blow, tables, &mut defence);
    let (mut parts, mut defending): (Vec<Part>, Vec<Part>) = (Vec::new(), Vec::new());
    attack_parts(&blow, tables, &mut parts);
    defence_parts(&blow, tables, &mut defending);
    for part in &mut parts {
        part.what = format!("attack: {}", part.what).into();
    }
    for mut part in defending {
        part.what = format!("defence: {}", part.what).into();
        parts.push(part);
    }
    count(&["hit", "miss"], parts, |dice| if roll_blow(attack.0, defence.0, dice).hit { "hit" } else { "miss" })
}

fn wound(protection: Protection, tables: &Tables) -> Result<RollOdds> {
    let mut parts = vec![Part::base("MM-6.1", "kills on this or more on 1d6", i64::from(tables.wounds.wound.kill))];
    wound_parts(protection, tables, &mut parts);
    count(&["wounded", "killed"], parts, |dice| match roll_wound(protection, tables, dice).kills {
        true => "killed",
        false => "wounded",
    })
}

const WITH: &str = "supported, fleeing-enemies=N, close-order, isolated, fleeing-friends=N, quarters-hit=N, fleeing, \
                    leaderless, hit-in-melee, standard-lost, commander-lost, leader-near, cleric-near or \
                    secure-flanks=N";

fn morale(class: &str, grade: &str, with: &str, tables: &Tables) -> Result<RollOdds> {
    let mut test = Test::plain(word(class)?, word(grade)?);
    if test.class == Class::Cleric {
        return Err(bad("class that tests its morale", class, "knight, sergeant or peasant"));
    }
    for item in with.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (key, value) = item.split_once('=').unwrap_or((item, "1"));
        let number = |most: u8| match value.trim().parse::<u8>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(bad("number", value, &format!("0 to {most} for {}", key.trim()))),
        };
        match key.trim().to_lowercase().replace([' ', '_'], "-").as_str() {
            "supported" => test.supported = number(1)? == 1,
            "fleeing-enemies" | "enemies-fleeing" => test.enemies_fleeing = number(20)?,
            "close-order" => test.close_order = number(1)? == 1,
            "isolated" => test.isolated = number(1)? == 1,
            "fleeing-friends" | "friends-fleeing" => test.friends_fleeing = number(20)?,
            "quarters-hit" | "quarter-hit" => test.quarters_hit = number(4)?,
            "fleeing" => test.fleeing = number(1)? == 1,
            "leaderless" => test.leaderless = number(1)? == 1,
            "hit-in-melee" => test.hit_in_melee = number(1)? == 1,
            "standard-lost" => test.standard_lost = number(1)? == 1,
            "commander-lost" => test.commander_lost = number(1)? == 1,
            "leader-near" | "cleric-near" => test.leader_near = number(1)? == 1,
            "secure-flanks" | "secure-flank" => test.secure_flanks = number(2)?,
            _ => return Err(bad("modifier of morale", item, WITH)),
        }
    }
    let mut sum = Sum::default();
    morale_parts(&test, tables, &mut sum);
    let mut parts: Vec<Part> = Vec::new();
    morale_parts(&test, tables, &mut parts);
    count(&["recreant", "craven", "resolute", "bold"], parts, |dice| roll_morale(sum.0, tables, dice).1.word())
}

fn fall(grade: Grade, tables: &Tables) -> Result<RollOdds> {
    let need = i64::from(fall_need(grade, tables));
    let what = format!("falls on this or less on 2d6, at grade {}", grade.everyday());
    count(&["falls", "keeps"], vec![Part::base("MM-6.3", what, need)], |dice| match roll_fall(grade, tables, dice).1 {
        true => "falls",
        false => "keeps",
    })
}
