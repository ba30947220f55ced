//! Commands about Castles.

use super::out::{Out, columns};
use crate::app::castles::{self, Within};
use crate::app::files;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castles::captain::{DEEPEST, Skill};
use crate::rules::castles::record::{NoDice, Record};
use crate::rules::castles::{Crush, GameTerms, Position, Size};
use crate::rules::figure::BySide;
use crate::rules::forecast::all_threads;
use crate::rules::game::Game;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The longest one may ask to look, in seconds.
const LONGEST: f64 = 3_600.0;

/// How long is looked so many moves ahead where no time is named: a crowded board can keep even one move for long.
const PATIENCE: f64 = 60.0;

#[derive(Debug, Subcommand)]
pub(super) enum Castles {
    /// Count the ways a position goes on for some moves.
    Perft(Perft),
    /// Advise a move, with what is expected to follow.
    Best(Best),
    /// Let the program play itself, and write the game down.
    Play(Play),
    /// Read a game that was kept, and tell it.
    Replay(Replay),
}

#[derive(Debug, Args)]
struct Board {
    /// The board, small or large; as the position has it if left out.
    #[arg(long)]
    board: Option<String>,
    /// Against whose pieces a pushed piece is crushed: pusher, pushed or either (CA-3.3).
    #[arg(long, default_value = "pusher")]
    variant: String,
    /// Rows of each end zone; the usual ones if left out (CA-1.3).
    #[arg(long)]
    end_zone: Option<u8>,
    /// The most men an army may have besides its general (CA-1.3).
    #[arg(long)]
    men: Option<u8>,
}

impl Board {
    fn terms(&self, position: &str) -> Result<GameTerms> {
        let board = self.board.as_deref().map(str::parse::<Size>).transpose()?;
        let size = castles::board_of(position, board)?;
        let usual = GameTerms::usual(size, self.variant.parse::<Crush>()?);
        let (end_zone, men) = (self.end_zone.unwrap_or(usual.end_zone()), self.men.unwrap_or(usual.men()));
        usual.with(end_zone, men).map_err(|bad| {
            Problem::bad_input(format!("There can be no such game: {bad}.")).hint("Choose other numbers.")
        })
    }
}

#[derive(Debug, Args)]
struct Standing {
    #[command(flatten)]
    board: Board,
    /// The position as it is written (CA-5.4), or formations by name, such as standard, or wings,blocks.
    #[arg(long, default_value = "standard")]
    position: String,
}

impl Standing {
    fn open(&self) -> Result<Position> {
        castles::open(&self.position, self.board.terms(&self.position)?)
    }
}

#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    standing: Standing,
    /// How many moves ahead.
    #[arg(long, default_value_t = 4, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

impl Perft {
    fn run(self, out: &Out) -> Result<()> {
        let position = self.standing.open()?;
        let started = Instant::now();
        let counted = castles::counted(&position, self.depth);
        let seconds = started.elapsed().as_secs_f64();
        let count: u64 = counted.iter().map(|(_, count)| count).sum();
        let moves: serde_json::Map<_, _> = counted.iter().map(|(play, count)| (play.clone(), json!(count))).collect();
        let value = json!({
            "position": position.text(),
            "depth": self.depth,
            "counted": "moves and strikes, until nothing has been struck for too long; repetition is left out (CA-4.2)",
            "count": count,
            "seconds": seconds,
            "per_second": count as f64 / seconds.max(1e-9),
            "moves": moves,
        });
        let mut rows: Vec<Vec<String>> =
            counted.into_iter().map(|(play, count)| vec![play, count.to_string()]).collect();
        rows.push(vec!["all".to_owned(), count.to_string()]);
        let table = columns(&["move", ">ways"], &rows);
        out.say(&value, format!("{}\nRepetition (CA-4.2) is not looked for.", table.trim_end()))
    }
}

#[derive(Debug, Args)]
pub(super) struct Best {
    #[command(flatten)]
    standing: Standing,
    /// How many moves ahead to look.
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// How long to look at most, in seconds; a minute with --depth, a second without.
    #[arg(long, allow_negative_numbers = true)]
    time: Option<f64>,
    /// On how many threads; one to a depth, all there are within a time.
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Best {
    fn run(self, out: &Out) -> Result<()> {
        let position = self.standing.open()?;
        let time = self.time.unwrap_or(if self.depth.is_some() { PATIENCE } else { 1.0 });
        if !(time > 0.0 && time <= LONGEST) {
            let sentence = format!("“{time}” is no time to look; expected seconds, up to {LONGEST}.");
            return Err(Problem::bad_input(sentence).hint("Write a number such as 2 or 0.5."));
        }
        let within = Within { depth: self.depth.unwrap_or(DEEPEST), time: Some(Duration::from_secs_f64(time)) };
        let threads = match (self.threads, self.depth) {
            (Some(threads), _) => usize::from(threads),
            (None, Some(_)) => 1,
            (None, None) => all_threads(),
        };
        let advice = castles::advise(&position, within, threads, &AtomicBool::new(false))?;
        let worth = match advice.wins_in {
            _ if advice.depth == 0 => "not valued, time ran out before a move ahead was looked through".to_owned(),
            Some(moves @ 1..) => format!("wins in {moves}"),
            Some(moves) => format!("loses in {}", -moves),
            None => format!("{:+.2} men", f64::from(advice.score) / 100.0),
        };
        let text = format!(
            "{}\n{}\n{worth}; {} ahead{}, {} positions, {} ms",
            advice.best,
            advice.line.join(" "),
            if advice.depth == 1 { "1 move".to_owned() } else { format!("{} moves", advice.depth) },
            if self.depth.is_some() && advice.cut_short { ", then time ran out" } else { "" },
            advice.positions,
            advice.milliseconds
        );
        let mut value = json!(advice);
        if advice.depth == 0 {
            value["score"] = serde_json::Value::Null;
        }
        value["position"] = json!(position.text());
        out.say(&value, text)
    }
}

#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    board: Board,
    /// White's strength: page, squire, sergeant, knight or banneret.
    #[arg(long, default_value = "knight")]
    white: String,
    /// Black's strength.
    #[arg(long, default_value = "knight")]
    black: String,
    /// The seed of both setups; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    fn run(self, out: &Out) -> Result<()> {
        let levels = BySide { attacker: self.white.parse::<Skill>()?, defender: self.black.parse()? };
        let terms = self.board.terms("standard")?;
        let seed = self.seed.unwrap_or_else(crate::app::found::seed);
        let record = castles::play(levels, seed, terms)?;
        tell(&record, Some(seed), out)
    }
}

/// Says how a game went.
fn tell(record: &Record, seed: Option<u64>, out: &Out) -> Result<()> {
    let mut position = record.position(0);
    let mut events = Vec::new();
    for decision in &record.decisions {
        let Some(side) = position.pending().first() else { break };
        if position.play(side, decision.clone(), &mut NoDice, &mut events).is_err() {
            break;
        }
    }
    let ending = position.ending();
    let value = json!({
        "seed": seed,
        "winner": ending.and_then(|ending| ending.winner).map(|side| crate::rules::castles::colour(side).to_lowercase()),
        "result": record.result(),
        "moves": record.decisions.len(),
        "position": position.text(),
        "events": events.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "record": record.write(),
    });
    let text = match seed {
        Some(_) => record.write(),
        None => {
            let told: Vec<String> = events.iter().map(ToString::to_string).collect();
            format!("{}\n{}", told.join("\n"), position.text())
        }
    };
    out.say(&value, text)
}

#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The game, as “castles play” writes it (CA-5.6).
    game: PathBuf,
}

impl Replay {
    fn run(self, out: &Out) -> Result<()> {
        let text = files::read_text(&self.game, files::GAME)
            .map_err(|problem| problem.hint("Name a file that “banneret castles play” wrote."))?;
        tell(&castles::read(&text)?, None, out)
    }
}

impl Castles {
    pub fn run(self, out: &Out) -> Result<()> {
        match self {
            Castles::Perft(perft) => perft.run(out),
            Castles::Best(best) => best.run(out),
            Castles::Play(play) => play.run(out),
            Castles::Replay(replay) => replay.run(out),
        }
    }
}
