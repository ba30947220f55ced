//! Commands about Castle Cracker.

use super::out::{Out, columns};
use crate::app::cracker::CordGame;
use crate::app::table::OwnGame as _;
use crate::app::{cracker, files, found, numbers};
use crate::campaign::problem::Result;
use crate::rules::castle_cracker::scenario::shipped;
use crate::rules::castle_cracker::{
    Commanders, CrackerStage, Generalship, Scenario, Tables, WallState, Whereabouts, line, strength, typed,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::geometry::INCH;
use crate::rules::house::otherwise;
use crate::rules::odds::share_and_error;
use crate::rules::settles::House;
use crate::rules::telling::capital;
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Subcommand)]
pub(super) enum CastleCracker {
    /// List the scenarios that ship.
    Scenarios,
    /// Look whether a scenario's file has faults, and tell each with its line.
    Check {
        /// The file (.toml).
        file: PathBuf,
    },
    /// Let the program play both sides of a scenario, and tell the battle.
    Play(Played),
    /// Play a scenario many times with other seeds, and count.
    Forecast(Ahead),
    /// Print the order of battle of a scenario, or of a game as it stands, and the turn, for a real table.
    #[cfg(feature = "print")]
    Print(OnPaper),
    /// Begin a game that people play, kept in a file.
    New(New),
    /// Show how a game stands: its troops and walls by number, and whose turn it is.
    Show {
        /// The game's file.
        file: PathBuf,
    },
    /// Give an order in the game, such as “march 3 40,28” or “done”; “banneret cracker orders” lists them.
    Order {
        /// The game's file.
        file: PathBuf,
        /// The order.
        #[arg(required = true, allow_hyphen_values = true)]
        order: Vec<String>,
    },
    /// List what can be ordered.
    Orders,
    /// Leave the rest of this part of the turn to a captain.
    Captain {
        /// The game's file.
        file: PathBuf,
        /// Who leads: warlord or drover.
        #[arg(long, default_value = "warlord")]
        lead: String,
    },
    /// Take the last order back.
    Back {
        /// The game's file.
        file: PathBuf,
    },
    /// Tell the game from its beginning.
    Told {
        /// The game's file.
        file: PathBuf,
    },
}

#[cfg(feature = "print")]
#[derive(Debug, Args)]
pub(super) struct OnPaper {
    /// A scenario that ships, the file of one (.toml), or that of a game.
    scenario: String,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
    #[command(flatten)]
    to: super::print::To,
}

#[cfg(feature = "print")]
impl OnPaper {
    fn run(self, out: &Out) -> Result<()> {
        let file = Path::new(&self.scenario);
        let game = cracker::is_game(file);
        let (scenario, position) = match game {
            true => {
                let (game, _) = open(file)?;
                (Arc::new(game.scenario().clone()), game.position().clone())
            }
            false => {
                let scenario = cracker::named(&self.scenario)?;
                let tables = match self.campaign {
                    Some(file) => numbers::castle_cracker(&*Store::open_to_read(&file)?)?,
                    None => Tables::book(),
                };
                let position = scenario.begin(&tables);
                (scenario, position)
            }
        };
        self.to.print(out, &cracker::order_of_scenario(&scenario, position), false)
    }
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The file it is kept in; it must not be there yet.
    file: PathBuf,
    /// A scenario that ships, or the file of one (.toml).
    #[arg(long)]
    scenario: String,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Battle {
    /// A scenario that ships, or the file of one (.toml).
    scenario: String,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// Who leads the attackers: warlord or drover.
    #[arg(long, default_value = "warlord")]
    attacker: String,
    /// Who leads the defenders: warlord or drover.
    #[arg(long, default_value = "warlord")]
    defender: String,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Played {
    #[command(flatten)]
    battle: Battle,
    /// Tell the dice of each roll, too; of a volley, which is many rolls, how many of its shots hit is told without them.
    #[arg(long)]
    dice: bool,
}

#[derive(Debug, Args)]
pub(super) struct Ahead {
    #[command(flatten)]
    battle: Battle,
    /// How many battles.
    #[arg(long, default_value_t = 200)]
    runs: u64,
}

/// A battle that is asked for: its scenario, figures, leaders and seed.
struct Set {
    scenario: Arc<Scenario>,
    tables: Arc<Tables>,
    lead: Commanders,
    seed: u64,
}

impl Battle {
    fn set(self) -> Result<Set> {
        let lead =
            BySide { attacker: self.attacker.parse::<Generalship>()?, defender: self.defender.parse::<Generalship>()? };
        let tables = match self.campaign {
            Some(file) => numbers::castle_cracker(&*Store::open_to_read(&file)?)?,
            None => Tables::book(),
        };
        let seed = self.seed.unwrap_or_else(found::seed);
        Ok(Set { scenario: cracker::named(&self.scenario)?, tables, lead: Commanders(lead), seed })
    }
}

impl CastleCracker {
    pub fn run(self, out: &Out) -> Result<()> {
        match self {
            CastleCracker::Scenarios => scenarios(out),
            CastleCracker::Check { file } => {
                let scenario = cracker::read(&file)?;
                let value = about(&scenario);
                out.say(&value, format!("{}: no fault.", scenario.name))
            }
            CastleCracker::Play(played) => play(played.battle.set()?, played.dice, out),
            #[cfg(feature = "print")]
            CastleCracker::Print(paper) => paper.run(out),
            CastleCracker::New(new) => new.run(out),
            CastleCracker::Show { file } => {
                let (game, _) = open(&file)?;
                tell(&game, game.told(), out)
            }
            CastleCracker::Order { file, order } => change(&file, out, |game| game.order(&order.join(" "))),
            CastleCracker::Orders => {
                let orders: Vec<&str> = typed::WORDS.lines().collect();
                out.say(&json!(orders), typed::WORDS)
            }
            CastleCracker::Captain { file, lead } => {
                let lead: Generalship = lead.parse()?;
                change(&file, out, |game| game.leave(lead))
            }
            CastleCracker::Back { file } => change(&file, out, CordGame::take_back),
            CastleCracker::Told { file } => tell(&open(&file)?.0, 0, out),
            CastleCracker::Forecast(ahead) => forecast(&ahead.battle.set()?, ahead.runs.clamp(1, 1_000_000), out),
        }
    }
}

fn about(scenario: &Scenario) -> Value {
    let men = |side: Side| -> usize {
        scenario.troops.iter().filter(|troops| troops.side == side).map(|troops| troops.standing.len()).sum()
    };
    json!({
        "name": scenario.name,
        "what": scenario.what,
        "battle": scenario.sort,
        "turns": scenario.turns,
        "attacker": { "name": scenario.sides.attacker, "men": men(Side::Attacker) },
        "defender": { "name": scenario.sides.defender, "men": men(Side::Defender) },
    })
}

fn scenarios(out: &Out) -> Result<()> {
    let mut values = Vec::new();
    let mut text = String::new();
    for (file, scenario) in shipped() {
        let mut value = about(scenario);
        value["scenario"] = json!(file);
        let men = |side: &str| value[side]["men"].clone();
        text += &format!(
            "{file}: {}. {} {} ({} men) against {} ({}), {} turns.\n",
            scenario.name,
            scenario.what,
            scenario.sides.attacker,
            men("attacker"),
            scenario.sides.defender,
            men("defender"),
            scenario.turns
        );
        values.push(value);
    }
    out.say(&Value::Array(values), text)
}

fn play(set: Set, dice: bool, out: &Out) -> Result<()> {
    let (game, told) = cracker::play(&set.scenario, &set.tables, &set.lead, set.seed)?;
    let lines = told.iter().map(line);
    let lines: Vec<String> = lines.map(|line| if dice { line.full() } else { line.text }).collect();
    let winner = match &game.stage {
        CrackerStage::Over(ending) => ending.winner(),
        _ => None,
    };
    let left = strength(&game);
    let house = otherwise(set.tables.house_values());
    let side = |side: Side| json!({ "name": set.scenario.sides[side], "began": left[side].0, "left": left[side].1 });
    let value = json!({
        "scenario": set.scenario.name,
        "seed": set.seed,
        "house": house,
        "winner": winner,
        "turns": game.turn,
        "attacker": side(Side::Attacker),
        "defender": side(Side::Defender),
        "told": lines,
    });
    let count =
        |side: Side| format!("{}: {} of {} can still fight.", set.scenario.sides[side], left[side].1, left[side].0);
    let text = format!(
        "{}. Seed {}.{}\n{}\n{}\n{}",
        set.scenario.name,
        set.seed,
        super::house::named(&house),
        lines.join("\n"),
        count(Side::Attacker),
        count(Side::Defender)
    );
    out.say(&value, text)
}

fn forecast(set: &Set, runs: u64, out: &Out) -> Result<()> {
    let counts = cracker::ahead(&set.scenario, &set.tables, set.lead, runs, set.seed);
    let (turns, _) = counts.turns.mean(counts.battles);
    let sides = [Side::Attacker, Side::Defender];
    let rows = sides.map(|side| {
        let (won, error) = share_and_error(counts.won[side], counts.battles);
        let (left, spread) = counts.standing[side].mean(counts.battles);
        vec![
            set.scenario.sides[side].clone(),
            format!("{:.0} % ± {:.0}", won * 100.0, error * 100.0),
            format!("{left:.1} ± {spread:.1}"),
        ]
    });
    let side = |side: Side| {
        let (won, error) = share_and_error(counts.won[side], counts.battles);
        let (left, spread) = counts.standing[side].mean(counts.battles);
        json!({ "name": set.scenario.sides[side], "won": won, "error": error, "left": left, "left_error": spread })
    };
    let value = json!({
        "scenario": set.scenario.name,
        "seed": set.seed,
        "house": otherwise(set.tables.house_values()),
        "battles": counts.battles,
        "drawn": counts.drawn,
        "turns": turns,
        "attacker": side(Side::Attacker),
        "defender": side(Side::Defender),
    });
    let text = format!(
        "{}, seed {}: {} battles, {} drawn, {turns:.0} turns on the whole; nothing of it was kept.\n{}",
        set.scenario.name,
        set.seed,
        counts.battles,
        counts.drawn,
        columns(&["side", ">wins", ">left"], &rows)
    );
    out.say(&value, text)
}

impl New {
    fn run(self, out: &Out) -> Result<()> {
        let house = match self.campaign {
            Some(file) => {
                let tables = numbers::castle_cracker(&*Store::open_to_read(&file)?)?;
                otherwise(tables.house_values())
            }
            None => House::new(),
        };
        let game = CordGame::begin(&self.scenario, house, self.seed.unwrap_or_else(found::seed))?;
        files::write_new(&self.file, game.text()?.as_bytes())?;
        tell(&game, 0, out)
    }
}

/// A game, and the text it was kept as.
fn open(file: &Path) -> Result<(CordGame, String)> {
    let text = files::read_text(file, files::CORD_GAME)?;
    Ok((CordGame::read(file, &text)?, text))
}

/// Changes a game, keeps it and tells what happened.
fn change(file: &Path, out: &Out, change: impl FnOnce(&mut CordGame) -> Result<()>) -> Result<()> {
    let (mut game, held) = open(file)?;
    let told = game.told();
    change(&mut game)?;
    files::write_again(file, held.as_bytes(), game.text()?.as_bytes(), files::CORD_GAME)?;
    tell(&game, told.min(game.told()), out)
}

/// A length in inches, to the quarter that orders are given in.
fn inches(length: i32) -> Value {
    let quarters = (4 * length + INCH / 2).div_euclid(INCH);
    if quarters % 4 == 0 { json!(quarters / 4) } else { json!(f64::from(quarters) / 4.0) }
}

/// What happened after so many events, and how the game stands.
fn tell(game: &CordGame, from: usize, out: &Out) -> Result<()> {
    let position = game.position();
    let told: Vec<String> = game.since(from).iter().map(|event| line(event).full()).collect();
    let (stage, winner) = match &position.stage {
        CrackerStage::Move(side) => (format!("the {side} moves"), None),
        CrackerStage::Shoot(side) => (format!("the {side} shoots"), None),
        CrackerStage::Over(ending) => ("it is over".to_owned(), ending.winner()),
    };
    let (mut rows, mut troops) = (Vec::new(), Vec::new());
    for (id, one) in position.all().filter(|(_, one)| !one.standing.is_empty()) {
        let place = match one.whereabouts {
            Whereabouts::Field => "on the field".to_owned(),
            Whereabouts::Aboard(carrier) => format!("aboard {}", carrier.0),
            Whereabouts::Parapet(wall) => format!("on wall {}", wall.0),
            Whereabouts::Captive(guard) => format!("captive of {}", guard.0),
            Whereabouts::Fled => "fled".to_owned(),
        };
        let (x, y) = (inches(one.at.x), inches(one.at.y));
        let (facing, doing) = (typed::faces(one.facing), position.doing(id));
        let (tops, over) = one.storming.map_or((0, 0), |storm| (storm.tops, storm.over));
        rows.push(vec![
            id.0.to_string(),
            one.side.to_string(),
            one.name.to_string(),
            one.able().to_string(),
            std::iter::once(one.kind.to_string())
                .chain(one.fights_as())
                .chain(one.bears())
                .collect::<Vec<_>>()
                .join(", "),
            format!("{x},{y}"),
            format!("{facing}, {}", one.files),
            std::iter::once(place.clone())
                .chain(doing.iter().map(|what| (*what).to_owned()))
                .collect::<Vec<_>>()
                .join(", "),
        ]);
        troops.push(json!({
            "number": id.0,
            "side": one.side,
            "name": &*one.name,
            "kind": one.kind,
            "armour": one.armour,
            "fights": one.fights,
            "hand": one.hand,
            "missile": one.missile,
            "gear": one.gear,
            "ladders": one.ladders,
            "climbers": one.climbers,
            "men": one.able(),
            "at": [x, y],
            "facing": facing,
            "files": one.files,
            "where": place,
            "fighting": position.is_engaged(id),
            "on_ladders": tops,
            "over": over,
            "doing": doing,
            "ordered": one.ordered,
            "aimed": one.aimed,
        }));
    }
    let walls = position.field.walls().zip(&position.walls).map(|((id, wall), state)| {
        let state = match state {
            WallState::Whole => "stands",
            WallState::Open => "is open",
            WallState::Breached(_) => "is breached",
        };
        (id.0, wall.name.clone(), state)
    });
    let walls: Vec<(u8, String, &str)> = walls.collect();
    let held = position.field.objectives.iter().zip(&position.held);
    let held: Vec<(&str, Side, u8)> = held.map(|(place, turns)| (place.name.as_str(), place.side, *turns)).collect();
    let needed = position.tables.zone.hold;
    let pending: Option<Side> = position.pending().first();
    let value = json!({
        "scenario": game.scenario().name,
        "turn": position.turn,
        "stage": stage,
        "pending": pending,
        "winner": winner,
        "oil": position.oil,
        "troops": troops,
        "walls": walls.iter().map(|(id, name, state)| json!({ "number": id, "name": name, "state": state })).collect::<Vec<_>>(),
        "held": held.iter().map(|(name, side, turns)| json!({ "objective": name, "side": side, "turns": turns, "needed": needed })).collect::<Vec<_>>(),
        "told": told,
    });
    let mut text = told.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text += &format!("{}, turn {}: {stage}.\n", game.scenario().name, position.turn);
    text += &columns(&[">no", "side", "troops", ">men", "arms", "at", "facing, files", "where"], &rows);
    if position.field.fort.is_some() {
        let bottles = if position.oil == 1 { "bottle" } else { "bottles" };
        text += &format!("\nOil: {} {bottles} left.", position.oil);
    }
    for (id, name, state) in walls {
        text += &format!("\nWall {id}, {name}, {state}.");
    }
    for (name, side, turns) in held {
        text += &format!("\n{}, for the {side} to hold: {turns} of {needed} turns.", capital(name));
    }
    out.say(&value, text)
}
