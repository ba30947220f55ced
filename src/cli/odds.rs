//! `banneret odds`: the exact odds of the book's rolls, as JSON and as text.

use super::out::Out;
use crate::app::odds::{self, By, CrackerRoll, Question};
use crate::campaign::problem::Result;
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// A roll whose odds are asked.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Odds {
    /// A shot: 2d6, 7 or less with what is added (MM-4.8).
    Shoot {
        /// What is shot with: javelin, shortbow, sling, longbow, crossbow or handgun; catapult or bombard; or what
        /// is dropped: rock, oil or lead (MM-4.9).
        #[arg(long)]
        weapon: String,
        /// How far: inches, or short, medium or long.
        #[arg(long, default_value = "medium")]
        distance: String,
        /// The target's protection, 1 to 4; of no account to an engine.
        #[arg(long, default_value = "4")]
        protection: String,
        /// The target's cover: none, light or heavy; of no account to an engine.
        #[arg(long, default_value = "none")]
        cover: String,
        /// The weather: fair, rain, wind, fog, mud or snow.
        #[arg(long, default_value = "fair")]
        weather: String,
    },
    /// A blow: attack die against defence die (MM-5.4).
    Blow {
        /// Who strikes: class, grade, protection, weapon, and mounted, charging, rear, separated by commas.
        #[arg(long)]
        attacker: String,
        /// Who is struck: class, grade, protection, weapon, and mounted, barded, horse, obstacle, woods, rough.
        #[arg(long)]
        defender: String,
    },
    /// What a hit does: 1d6 (MM-6.1).
    Wound {
        /// Protection of the man hit, 1 to 4.
        #[arg(long)]
        protection: String,
    },
    /// A test of morale: 3d6 (MM-7.3).
    Morale {
        /// The class of the knight, or of the unit's men.
        #[arg(long)]
        class: String,
        /// His grade, or their commonest.
        #[arg(long)]
        grade: String,
        /// What else counts, separated by commas, such as supported,close-order,fleeing-friends=2.
        #[arg(long, default_value = "")]
        with: String,
    },
    /// Whether a rider falls: 2d6 (MM-6.3).
    Fall {
        /// His grade.
        #[arg(long)]
        grade: String,
    },
    /// Whether a ladder is pushed off a wall: d100 (MM-9.1).
    Ladder {
        /// Men who push it, two at most.
        #[arg(long, default_value_t = 1)]
        men: u8,
        /// Men on it.
        #[arg(long, default_value_t = 0)]
        on: u8,
        /// Men who hold it on the ground, two at most.
        #[arg(long, default_value_t = 0)]
        holding: u8,
    },
    /// Whether a ram's stroke wrecks a gate: d100 (MM-9.2).
    Ram {
        /// Unwounded men at the ram, 2 to 10.
        #[arg(long)]
        men: u8,
        /// Which turn of ramming it is, from 1.
        #[arg(long, default_value_t = 1)]
        turn: u32,
    },
    /// Whether a wall falls that pick or screw have come through: d100 (MM-9.3).
    Pick,
    /// Whether axes break timber, a gate or a door: d100 (MM-9.4).
    Axes {
        /// Men with axes, two at most.
        #[arg(long)]
        men: u8,
        /// Which turn of it it is, from 1; the first does nothing.
        #[arg(long, default_value_t = 2)]
        turn: u32,
    },
    /// Whether oil sets a sow, tower or ram burning: d100 (MM-9.5).
    Oil,
    /// Whether a fire missile that hit sets a thing burning: 1d6 (MM-4.11).
    Fire {
        /// What it hit: timber or straw.
        #[arg(long)]
        at: String,
    },
    /// Whether a fire is put out: 2d6 (MM-4.12).
    FightFire {
        /// Men within 2 in of it who fight it.
        #[arg(long, default_value_t = 1)]
        men: u8,
        /// Buckets of water they have.
        #[arg(long, default_value_t = 0)]
        buckets: u8,
    },
    /// What a day of battering does: 1d10 (SG-1.4).
    Battering {
        /// Mangonels, a point each.
        #[arg(long, default_value_t = 0)]
        mangonels: u8,
        /// Trebuchets, three points each.
        #[arg(long, default_value_t = 0)]
        trebuchets: u8,
        /// Rams, nine points each.
        #[arg(long, default_value_t = 0)]
        rams: u8,
        /// Battering points, in place of engines.
        #[arg(long, conflicts_with_all = ["mangonels", "trebuchets", "rams"])]
        points: Option<u16>,
    },
    /// Whether the besieged ask terms: 1d10 (SG-3.1).
    Surrender {
        /// Able besiegers.
        #[arg(long)]
        besiegers: u32,
        /// Able men of the garrison.
        #[arg(long, default_value_t = 1)]
        garrison: u32,
        /// The besieged's supply: over half, half or less, a week or less, or none.
        #[arg(long, default_value = "over half")]
        supply: String,
        /// They are on half rations.
        #[arg(long)]
        short_commons: bool,
        /// How far the besiegers have come: none, outer breach, part of the rampart, confined to the citadel or all
        /// but the keep.
        #[arg(long, default_value = "none")]
        progress: String,
        /// The kind of place: border castle, castle or town.
        #[arg(long, default_value = "castle")]
        place: String,
    },
    /// A roll of Castle Cracker.
    #[command(subcommand)]
    Cracker(Cracker),
}

/// A roll of Castle Cracker whose odds are asked.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Cracker {
    /// A shot: 2d6, and impact against armour (CC-4.2, CC-4.3).
    Shoot {
        /// What is shot with: thrown, bow, crossbow, musket, ballista, cannon, catapult, trebuchet or howitzer.
        #[arg(long)]
        weapon: String,
        /// Which third of its cord: close, medium or long.
        #[arg(long, default_value = "medium")]
        band: String,
        /// What is hit: light, medium, heavy, siege-gun, siege-tower, ram, chariot, war-wagon or gate.
        #[arg(long, default_value = "light")]
        armour: String,
        /// The target fights behind walls.
        #[arg(long)]
        walls: bool,
        /// The target stands behind wagons or houses.
        #[arg(long)]
        wagons: bool,
        /// Neither shooter nor target has moved for a turn.
        #[arg(long)]
        still: bool,
    },
    /// Where the cup falls: 1d6 (CC-4.7).
    Cup,
    /// A round of one man against another on a wall, or against several (CC-6.5).
    Wall {
        /// The attacker's armour: light, medium or heavy; or of up to four who fight one, such as light,light,medium.
        #[arg(long)]
        attacker: String,
        /// The defender's armour, or that of up to four.
        #[arg(long)]
        defender: String,
    },
    /// Whether a pushed ladder falls: 1d6 (CC-6.4).
    Ladder,
    /// Whether a tower set alight burns: 1d6 (CC-6.3).
    Tower,
    /// What a turn hand to hand removes; no dice (CC-5.3).
    Melee {
        /// Our men by armour, such as heavy=12; heavy cavalry counts 2, a chariot 3 medium.
        #[arg(long)]
        ours: String,
        /// Theirs, such as light=9,heavy=2.
        #[arg(long)]
        theirs: String,
    },
}

impl Cracker {
    fn roll(self) -> CrackerRoll {
        match self {
            Cracker::Shoot { weapon, band, armour, walls, wagons, still } => {
                CrackerRoll::Shoot { weapon, band, armour, walls, wagons, still }
            }
            Cracker::Cup => CrackerRoll::Cup,
            Cracker::Wall { attacker, defender } => CrackerRoll::Wall { attacker, defender },
            Cracker::Ladder => CrackerRoll::Ladder,
            Cracker::Tower => CrackerRoll::Tower,
            Cracker::Melee { ours, theirs } => CrackerRoll::Melee { ours, theirs },
        }
    }
}

impl Odds {
    fn question(self) -> Question {
        match self {
            Odds::Shoot { weapon, distance, protection, cover, weather } => {
                Question::Shoot { weapon, distance, protection, cover, weather }
            }
            Odds::Blow { attacker, defender } => Question::Blow { attacker, defender },
            Odds::Wound { protection } => Question::Wound { protection },
            Odds::Morale { class, grade, with } => Question::Morale { class, grade, with },
            Odds::Fall { grade } => Question::Fall { grade },
            Odds::Ladder { men, on, holding } => Question::Ladder { men, on, holding },
            Odds::Ram { men, turn } => Question::Ram { men, turn },
            Odds::Pick => Question::Pick,
            Odds::Axes { men, turn } => Question::Axes { men, turn },
            Odds::Oil => Question::Oil,
            Odds::Fire { at } => Question::Fire { at },
            Odds::FightFire { men, buckets } => Question::FightFire { men, buckets },
            Odds::Battering { mangonels, trebuchets, rams, points } => {
                Question::Battering { mangonels, trebuchets, rams, points }
            }
            Odds::Surrender { besiegers, garrison, supply, short_commons, progress, place } => {
                Question::Surrender { besiegers, garrison, supply, short_commons, progress, place }
            }
            Odds::Cracker(asked) => Question::Cracker(asked.roll()),
        }
    }
}

/// A question of odds.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The campaign whose house numbers count; the book's without one.
    #[arg(long, global = true, value_name = "FILE")]
    campaign: Option<PathBuf>,
    #[command(subcommand)]
    roll: Odds,
}

impl Asked {
    pub(super) fn run(self, out: &Out) -> Result<()> {
        let by = match self.campaign {
            Some(file) => By::of(&*Store::open_to_read(&file)?)?,
            None => By::book(),
        };
        let (value, text) = answer(self.roll, &by)?;
        out.say(&value, text)
    }
}

/// Answers a question of odds by the book: the value to print as JSON, and the same as text.
pub fn run(question: Odds) -> Result<(Value, String)> {
    answer(question, &By::book())
}

/// As many letters as the name of an outcome has room for, and its figure.
const NAME: usize = 13;
const FIGURE: usize = 9;

fn answer(question: Odds, by: &By) -> Result<(Value, String)> {
    let answer = odds::answer(&question.question(), by)?;
    let (mut outcomes, mut exact) = (Map::new(), Map::new());
    let mut text = String::new();
    // As wide as the words and figures of most answers are, and wider where one is longer.
    let name = answer.outcomes.iter().map(|outcome| outcome.name.len()).max().unwrap_or(0).max(NAME) + 1;
    let figure = answer.outcomes.iter().map(|outcome| outcome.exact.len()).max().unwrap_or(0).max(FIGURE);
    for outcome in &answer.outcomes {
        exact.insert(outcome.name.to_owned(), json!(outcome.exact));
        // A bare number is one nothing was rolled for.
        if let Ok(number) = outcome.exact.parse::<u64>() {
            outcomes.insert(outcome.name.to_owned(), json!(number));
            text += &format!("{:<name$}{:>figure$}\n", outcome.name, outcome.exact);
            continue;
        }
        outcomes.insert(outcome.name.to_owned(), json!(outcome.chance));
        text += &format!("{:<name$}{:>figure$}  {:5.1} %\n", outcome.name, outcome.exact, outcome.chance * 100.0);
    }
    for part in &answer.parts {
        text += &format!("  {:>3}  {} ({})\n", part.figure(), part.what, part.clause);
    }
    Ok((json!({ "outcomes": outcomes, "exact": exact, "parts": answer.parts }), text))
}
