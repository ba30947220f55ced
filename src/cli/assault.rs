//! Commands about assaults on hexes: played by the program, forecast, or played by hand and kept in a file.

use super::out::{Out, columns};
use crate::app::assault::{self, HexGame};
use crate::app::table::OwnGame as _;
use crate::app::{files, found, hexes, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::rules::assault::map::draw::{KEY, Shows};
use crate::rules::assault::scenario::{AssaultDrawn, shipped};
use crate::rules::assault::standards::StandardLies;
use crate::rules::assault::state::{Burden, Heart, HexAim, LadderLies};
use crate::rules::assault::{Assault, AssaultStage, Fortune, HexId, Post, typed};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::odds::share_and_error;
use crate::rules::settles::{House, Settles as _};
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub(super) enum Assaults {
    /// List the assaults that ship.
    Scenarios,
    /// Let the program play both sides, and tell the assault.
    Play(Asked),
    /// Play an assault many times with other seeds, and count.
    Forecast {
        #[command(flatten)]
        asked: Asked,
        /// How many assaults.
        #[arg(long, default_value_t = 50)]
        runs: u64,
    },
    /// Begin an assault that people play, kept in a file.
    New {
        /// The file it is kept in; it must not be there yet.
        file: PathBuf,
        #[command(flatten)]
        asked: Asked,
        /// Begin at once, everybody where the program arrays him; else both sides take their places first, the defenders before
        /// the attackers.
        #[arg(long)]
        arrayed: bool,
    },
    /// Show how an assault stands: the map with everybody on it, the men, ladders, gates and bridges by number, whose turn it is.
    Show {
        /// The game's file.
        file: PathBuf,
        /// Draw the hexes of one level only.
        #[arg(long, allow_hyphen_values = true)]
        level: Option<i8>,
    },
    /// Give an order, such as “go A3 1114”, “raise A3 1214” or “done”; “banneret assault orders” lists them.
    Order {
        /// The game's file.
        file: PathBuf,
        /// The order.
        #[arg(required = true, allow_hyphen_values = true)]
        order: Vec<String>,
    },
    /// List what can be ordered; of a game, what may be done now.
    Orders {
        /// A game's file.
        file: Option<PathBuf>,
        /// One man of it.
        man: Option<String>,
    },
    /// Leave the rest of a side's half of the turn to the captain.
    Captain {
        /// The game's file.
        file: PathBuf,
    },
    /// Take the last order back.
    Back {
        /// The game's file.
        file: PathBuf,
    },
    /// Tell the assault from its beginning.
    Told {
        /// The game's file.
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct Asked {
    /// An assault that ships, or the file of one (.toml).
    #[arg(long, default_value = "border-castle")]
    scenario: String,
    /// Fight it on another map: one that “banneret hexes” lists, or the path of a map's file.
    #[arg(long)]
    map: Option<String>,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

impl Asked {
    fn house(&self) -> Result<House> {
        match &self.campaign {
            Some(file) => numbers::of_battles(&*Store::open_to_read(file)?),
            None => Ok(House::new()),
        }
    }

    fn drawn(&self) -> Result<AssaultDrawn> {
        let mut drawn = assault::named(&self.scenario)?.as_ref().clone();
        if let Some(map) = &self.map {
            hexes::choose(map)?;
            drawn.map.clone_from(map);
        }
        Ok(drawn)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(found::seed)
    }
}

impl Assaults {
    pub fn run(self, out: &Out) -> Result<()> {
        match self {
            Assaults::Scenarios => scenarios(out),
            Assaults::Play(asked) => play(&asked, out),
            Assaults::Forecast { asked, runs } => forecast(&asked, runs.clamp(1, 100_000), out),
            Assaults::New { file, asked, arrayed } => {
                let drawn = asked.drawn()?;
                let plan = assault::plan(&drawn, asked.seed())?;
                let game = HexGame::begin(&drawn.name, &plan, asked.house()?, !arrayed)?;
                files::write_new(&file, game.text()?.as_bytes())?;
                tell(&game, 0, None, out)
            }
            Assaults::Show { file, level } => {
                let (game, _) = open(&file)?;
                tell(&game, game.told(), level, out)
            }
            Assaults::Order { file, order } => change(&file, out, |game| game.order(&order.join(" "))),
            Assaults::Orders { file: None, .. } => {
                let orders: Vec<&str> = typed::WORDS.lines().collect();
                out.say(&json!(orders), typed::WORDS)
            }
            Assaults::Orders { file: Some(file), man } => {
                let may = open(&file)?.0.may(man.as_deref());
                out.say(&json!(may), may.join("\n"))
            }
            Assaults::Captain { file } => change(&file, out, HexGame::leave),
            Assaults::Back { file } => change(&file, out, HexGame::take_back),
            Assaults::Told { file } => {
                let lines = open(&file)?.0.lines_since(0);
                out.say(&json!(lines), lines.join("\n"))
            }
        }
    }
}

fn scenarios(out: &Out) -> Result<()> {
    let men = |units: &[crate::rules::assault::scenario::UnitDrawn]| -> u32 {
        units.iter().map(|unit| u32::from(unit.men) + u32::from(unit.captain.is_some())).sum()
    };
    let value = |(file, drawn): &(&str, std::sync::Arc<AssaultDrawn>)| {
        json!({ "scenario": file, "name": drawn.name, "what": drawn.what, "map": drawn.map,
                "attackers": men(&drawn.attacker), "defenders": men(&drawn.defender) })
    };
    let line = |(file, drawn): &(&str, std::sync::Arc<AssaultDrawn>)| {
        let (one, other) = (men(&drawn.attacker), men(&drawn.defender));
        format!("{file}: {}. {} On {}, {one} against {other}.", drawn.name, drawn.what, drawn.map)
    };
    let text: Vec<String> = shipped().iter().map(line).collect();
    out.say(&shipped().iter().map(value).collect(), text.join("\n"))
}

fn play(asked: &Asked, out: &Out) -> Result<()> {
    let (drawn, seed) = (asked.drawn()?, asked.seed());
    let battle = assault::cast(&assault::plan(&drawn, seed)?, &asked.house()?)?;
    let played = assault::play(&battle)?;
    let game = played.position();
    let lines = played.events().iter().filter_map(|event| battle.line(game, event));
    let told: Vec<String> = lines.map(|line| line.full()).collect();
    let left = |side: Side| game.of(side).filter(|&id| game.man(id).able()).count();
    let warnings = battle.warnings();
    let value = json!({ "scenario": drawn.name, "seed": seed, "winner": game.winner(), "lines": game.lines_taken(),
                        "turns": game.turn, "attackers": left(Side::Attacker), "defenders": left(Side::Defender),
                        "warnings": warnings, "told": told });
    let told: Vec<String> = once(warnings, &told).into_iter().chain(told).collect();
    let won = game.winner().map_or("Neither side wins".to_owned(), |side| format!("The {side}s win"));
    let text = format!(
        "{}. Seed {seed}.\n{}\n{won}: {} attackers and {} defenders can still fight.",
        drawn.name,
        told.join("\n"),
        left(Side::Attacker),
        left(Side::Defender)
    );
    out.say(&value, text)
}

/// The warnings that are not told as it begins already.
fn once(mut warnings: Vec<String>, told: &[String]) -> Vec<String> {
    warnings.retain(|warning| !told.iter().any(|line| line.contains(warning.as_str())));
    warnings
}

fn forecast(asked: &Asked, runs: u64, out: &Out) -> Result<()> {
    let (drawn, seed) = (asked.drawn()?, asked.seed());
    let battle = assault::cast(&assault::plan(&drawn, seed)?, &asked.house()?)?;
    let spread = assault::ahead(&battle, runs, seed);
    let side = |side: Side| {
        let (won, error) = share_and_error(spread.sides[side].won, spread.battles);
        let mean = |of: &crate::rules::odds::Tallied| of.mean(spread.battles).0;
        let of = &spread.sides[side];
        let value = json!({ "won": won, "error": error, "dead": mean(&of.dead), "captive": mean(&of.captive) });
        let row = vec![
            side.to_string(),
            format!("{:.0} % ± {:.0}", won * 100.0, error * 100.0),
            format!("{:.1}", mean(&of.dead)),
            format!("{:.1}", mean(&of.captive)),
        ];
        (value, row)
    };
    let [(attacker, one), (defender, other)] = [side(Side::Attacker), side(Side::Defender)];
    let value = json!({ "scenario": drawn.name, "seed": seed, "battles": spread.battles, "attacker": attacker,
                        "defender": defender, "turns": spread.turns.mean(spread.battles).0 });
    let text = format!(
        "{}, seed {seed}: {} assaults, {:.0} turns on the whole; nothing of it was kept.\n{}",
        drawn.name,
        spread.battles,
        spread.turns.mean(spread.battles).0,
        columns(&["side", ">wins", ">dead", ">captive"], &[one, other])
    );
    out.say(&value, text)
}

/// A game, and the text it was kept as.
fn open(file: &Path) -> Result<(HexGame, String)> {
    let text = files::read_text(file, files::HEX_GAME)?;
    Ok((HexGame::read(file, &text)?, text))
}

/// Changes a game, keeps it and tells what happened.
fn change(file: &Path, out: &Out, change: impl FnOnce(&mut HexGame) -> Result<()>) -> Result<()> {
    let (mut game, held) = open(file)?;
    let told = game.told();
    change(&mut game)?;
    files::write_again(file, held.as_bytes(), game.text()?.as_bytes(), files::HEX_GAME)?;
    tell(&game, told.min(game.told()), None, out)
}

/// What a machine is called.
fn called(game: &Assault, machine: u8) -> String {
    format!("{} {}", game.machine(machine).kind, machine + 1)
}

/// The map with everybody on it: A and D the men of the sides, a and d those who lie on the ground, M a machine, | a ladder's
/// foot.
fn drawn(game: &Assault, level: Option<i8>) -> String {
    let ladders: Vec<HexId> = game.upright().map(|(_, foot, _)| foot).collect();
    game.map.drawn(Shows::Terrain, |at| {
        let man = game.who(at).map(|id| game.man(id));
        let mark = man.map(|man| match (man.side, man.able()) {
            (Side::Attacker, true) => 'A',
            (Side::Attacker, false) => 'a',
            (Side::Defender, true) => 'D',
            (Side::Defender, false) => 'd',
        });
        let shown = level.is_none_or(|level| game.map.cell(at).level == level);
        let machine = game.machine_at(at).map(|_| 'M');
        match mark.or(machine).or(ladders.contains(&at).then_some('|')) {
            _ if !shown => Some(' '),
            mark => mark,
        }
    })
}

/// What happened after so many events, and how the game stands.
fn tell(game: &HexGame, from: usize, level: Option<i8>, out: &Out) -> Result<()> {
    let position = game.position();
    let map = &position.map;
    if let Some(level) = level.filter(|&level| map.cells.iter().all(|cell| cell.level != level)) {
        let mut levels: Vec<i8> = map.cells.iter().map(|cell| cell.level).collect();
        levels.sort_unstable();
        levels.dedup();
        let levels: Vec<String> = levels.iter().map(i8::to_string).collect();
        return Err(Problem::bad_input(format!("{} has no hex of level {level}.", map.name))
            .hint(format!("Its levels are {}.", levels.join(", "))));
    }
    let told = game.lines_since(from);
    let (stage, winner) = match position.stage {
        AssaultStage::Deploys(side) => (format!("the {side}s take their places"), None),
        AssaultStage::Moves(side) => (format!("the {side}s move"), None),
        AssaultStage::Over(_) => (format!("it is over, {} lines taken", position.lines_taken()), position.winner()),
    };
    let (mut rows, mut men) = (Vec::new(), Vec::new());
    for id in position.ids().filter(|&id| position.man(id).present() || position.man(id).fortune == Fortune::Waiting) {
        let man = position.man(id);
        let troop = &position.troops[usize::from(man.troop)];
        let at = match man.post {
            Post::Hex(at) => map.cell(at).name(),
            Post::Ladder(n) => format!("ladder {}", n + 1),
            Post::Aboard(n) => format!("at {}", called(position, n)),
            Post::Aloft(n) => format!("on {}", called(position, n)),
            Post::Off => "below".to_owned(),
        };
        let carries = match man.burden {
            Burden::Nothing => String::new(),
            Burden::Ladder(n) => format!("ladder {}", n + 1),
            Burden::Faggot => "faggot".to_owned(),
        };
        let state = [
            (man.wounded, "wounded"),
            (!man.able(), "down"),
            (!position.facing(id).is_empty(), "face to face"),
            (troop.mood == Heart::Craven, "craven"),
            (troop.mood == Heart::Recreant, "flees"),
            (troop.mood == Heart::Rallying, "rallies"),
            (troop.mood == Heart::Bold, "bold"),
            (man.standard.is_some(), "bears a standard"),
            (man.lit.is_some(), "holds a lit fire missile"),
        ];
        let state: Vec<&str> = state.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        let aims = man.aim.map(|aim| match aim {
            HexAim::Man(at) => game.called(at),
            HexAim::Fire(at) => map.cell(at).name(),
        });
        let missiles =
            man.profile.weapons.missile.map_or(String::new(), |weapon| format!("{weapon} {}", man.ammunition));
        men.push(
            json!({ "man": game.called(id), "side": man.side, "troop": troop.name, "at": at, "points": man.points,
                         "carries": carries, "missiles": missiles, "shoots_at": aims, "state": state }),
        );
        rows.push(vec![
            game.called(id),
            troop.name.clone(),
            at,
            man.points.to_string(),
            carries,
            missiles,
            state.join(", "),
        ]);
    }
    let ladders: Vec<String> = (1..)
        .zip(&position.ladders)
        .filter_map(|(n, ladder)| match ladder.lies {
            LadderLies::Upright { foot, head, .. } => {
                Some(format!("Ladder {n} stands in {} against {}.", map.cell(foot).name(), map.cell(head).name()))
            }
            LadderLies::Flat(on) => {
                Some(format!("Ladder {n} lies on {} and {}.", map.cell(on[0]).name(), map.cell(on[1]).name()))
            }
            LadderLies::Lying(at) => Some(format!("Ladder {n} lies in {}.", map.cell(at).name())),
            LadderLies::Carried | LadderLies::Gone => None,
        })
        .collect();
    let gates = (1..).zip(&map.gates).map(|(n, gate)| format!("Gate {n}, {}: {}.", gate.name, gate.stands()));
    let lifts = (1..).zip(&map.lifts).map(|(n, lift)| {
        let state = if lift.closed { "closed" } else { "open" };
        format!("Bridge {n}, {}: {state}, worked from {}.", lift.name, map.cell(lift.from).name())
    });
    let machines = (0u8..).zip(&position.machines).map(|(n, machine)| {
        let state = match (machine.wrecked, machine.kind.engine().is_some(), machine.loaded) {
            (true, ..) => "wrecked".to_owned(),
            _ if machine.burns.is_some() => "burning".to_owned(),
            (_, true, true) => format!("loaded, {} rounds", machine.rounds),
            (_, true, false) => format!("not loaded, {} rounds", machine.rounds),
            _ => "whole".to_owned(),
        };
        let (at, men) = (map.cell(machine.at).name(), position.at_post(Post::Aboard(n)).count());
        let wall = position.gangway(n).map(|wall| format!(", its way leads onto {}", map.cell(wall).name()));
        let wall = wall.unwrap_or_default();
        format!(
            "Machine {}, a {} of the {}s in {at}, facing {}: {state}, {men} men at it{wall}.",
            n + 1,
            machine.kind,
            machine.side,
            machine.facing
        )
    });
    let standards = (1..).zip(&position.standards).filter_map(|(n, it)| match it.lies {
        StandardLies::Ground(at) => Some(format!(
            "Standard {n}, a {} standard of the {}s, lies in {}.",
            it.standard,
            it.side,
            map.cell(at).name()
        )),
        _ => None,
    });
    let hurt = position.wall_hits.iter().map(|&(at, hits)| {
        let lacks = position.hits_to_open(at).unwrap_or(0);
        format!("The wall at {} has {hits} hits; {lacks} more bring it down.", map.cell(at).name())
    });
    let stables = position.stables.iter().map(|stable| {
        let at = map.cell(stable.at).name();
        format!("{} horses of the {}s are stabled at {at}, out of all fire.", stable.horses, stable.side)
    });
    let left = [Side::Attacker, Side::Defender].into_iter().filter_map(|side| {
        let left = position.stores[side].left_in_words();
        left.map(|left| format!("The {side}s have {left} left."))
    });
    let things: Vec<String> = ladders
        .into_iter()
        .chain(machines)
        .chain(standards)
        .chain(gates)
        .chain(lifts)
        .chain(hurt)
        .chain(stables)
        .chain(left)
        .collect();
    let picture = drawn(position, level);
    let warnings = game.warnings();
    let value = json!({
        "name": game.name(),
        "map": map.name,
        "turn": position.turn,
        "stage": stage,
        "pending": position.pending().first(),
        "winner": winner,
        "lines": position.lines_taken(),
        "men": men,
        "things": things,
        "warnings": warnings,
        "picture": picture,
        "told": told,
    });
    let key: Vec<String> = KEY.iter().map(|(mark, what)| format!("{mark} {what}")).collect();
    let mut text: String = told.iter().map(|line| format!("{line}\n")).collect();
    text += &format!("{}, turn {}: {stage}.\n\n{picture}\n", game.name(), position.turn);
    text += &format!("A D men, a d men down, M a machine, | a ladder  {}\n\n", key.join("  "));
    text += &columns(&["man", "troop", "at", ">points", "carries", "missiles", "state"], &rows);
    for thing in things.into_iter().chain(once(warnings, &told)) {
        text += &format!("\n{thing}");
    }
    out.say(&value, text)
}
