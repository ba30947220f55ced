//! Castles for the command line and the window: positions opened by name or as written, moves advised within a time, and
//! games of the program against itself. The clock and the threads are here; the rules know neither.

pub mod contest;
pub mod game;
pub mod seen;

use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::castles::captain::{DEEPEST, Limits, Player, Skill, TranspositionTable, camp, search};
use crate::rules::castles::record::{NoDice, Record, Unreadable, word, written};
use crate::rules::castles::{
    BLACK, Board, Decision, Draft, GameTerms, Position, Setup, Size, WHITE, captain, notation, perft_after, standing,
};
use crate::rules::dice::Seeded;
use crate::rules::figure::BySide;
use crate::rules::game::{Game, NullSink};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What to do about a position that cannot be read.
const HELP: &str =
    "The rule book tells how positions are written (CA-5.4); standard, blocks and wings are known by name.";

/// Kept back of a time limit for ending the search.
const RESERVE: Duration = Duration::from_millis(10);

/// The table of an adviser, as a power of two of positions.
const TABLE_BITS: u32 = 20;

/// How far an adviser looks, and for how long at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// So many moves ahead.
    pub depth: u32,
    pub time: Option<Duration>,
}

impl Within {
    /// So many moves ahead, however long it takes.
    pub fn depth(depth: u32) -> Within {
        Within { depth, time: None }
    }

    /// As far as can be looked in that time.
    pub fn time(time: Duration) -> Within {
        Within { depth: DEEPEST, time: Some(time) }
    }
}

/// Advice on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The move.
    pub best: String,
    /// It and what is expected to follow.
    pub line: Vec<String>,
    /// What it is worth to the side to move, in hundredths of a man.
    pub score: i32,
    /// In how many of its moves it wins (or, below 0, in how many of the other's it loses), if that is in sight.
    pub wins_in: Option<i32>,
    /// Moves ahead that were looked at in full; with none, the move is only one that is allowed, and worth nothing known.
    pub depth: u32,
    /// Whether time ran out before it was looked as far ahead as was asked.
    pub cut_short: bool,
    /// Positions looked at.
    pub positions: u64,
    /// How long it took, in milliseconds.
    pub milliseconds: u64,
}

/// The board a position is of: as written, or `named` where it is known by name.
pub fn board_of(position: &str, named: Option<Size>) -> Result<Size> {
    if !position.contains('/') {
        return Ok(named.unwrap_or_default());
    }
    let size = notation::size_of_position(position).map_err(|bad| Problem::bad_input(format!("{bad}.")).hint(HELP))?;
    match named {
        Some(named) if named != size => {
            Err(Problem::bad_input(format!("The position is on the {size} board, not the {named}.")).hint(HELP))
        }
        _ => Ok(size),
    }
}

/// Opens a position as it is written, or both sides' formations by name: `standard`, or `standard,wings` for White's and
/// Black's.
pub fn open(position: &str, terms: GameTerms) -> Result<Position> {
    let bad = |sentence: String| Problem::bad_input(format!("{sentence}.")).hint(HELP);
    if position.contains('/') {
        return Position::read(position, terms).map_err(|faults| bad(faults.to_string()));
    }
    let (white, black) = position.split_once(',').unwrap_or((position, position));
    let is_known = |name: &str| terms.formations().iter().any(|known| known.name.eq_ignore_ascii_case(name.trim()));
    if let Some(unknown) = [white, black].into_iter().find(|name| !is_known(name)) {
        return Err(bad(format!("“{}” is no formation and no position", unknown.trim())));
    }
    standing(white, black, terms).map_err(bad)
}

/// Counts the ways a position goes on for `depth` moves, move by move: by the rules of moving and striking, and until
/// nothing has been struck for too long (CA-4.2). Positions that stand again are not looked for.
pub fn counted(position: &Position, depth: u32) -> Vec<(String, u64)> {
    let (terms, board) = (position.terms(), position.board());
    let after = |play: &_| -> u64 {
        let mut next: Board = *board;
        next.make(*play, terms);
        let struck = board.judge(*play, terms).is_ok_and(|deed| deed.struck().is_some());
        perft_after(&next, if struck { 0 } else { position.quiet() + 1 }, depth.saturating_sub(1), terms)
    };
    match depth {
        0 => Vec::new(),
        _ => position.moves().iter().map(|play| (written(*play, position), after(play))).collect(),
    }
}

/// Advises the side to move; `cancel` ends it at once with what was found by then.
pub fn advise(position: &Position, within: Within, threads: usize, cancel: &AtomicBool) -> Result<Advice> {
    let started = Instant::now();
    let too_long = || within.time.is_some_and(|time| started.elapsed() + RESERVE >= time);
    let stop = || cancel.load(Relaxed) || too_long();
    let over = || {
        let how = position.ending().map_or_else(String::new, |ending| format!(": {ending}"));
        Problem::refused(format!("The game is over{how}."), "Ask about a position in which there is a move.")
    };
    if position.ending().is_some() {
        return Err(over());
    }
    let limits = Limits { stop: &stop, ..Limits::depth(within.depth) };
    let view = position.view(position.board().side());
    let found =
        search(captain::question(&view), limits, threads, &TranspositionTable::new(TABLE_BITS)).ok_or_else(over)?;
    let mut line = Vec::new();
    let mut ahead = position.clone();
    for play in &found.line {
        let decision = Decision::Move(*play);
        line.push(word(&decision, &ahead));
        if ahead.play(ahead.board().side(), decision, &mut NoDice, &mut NullSink).is_err() {
            break;
        }
    }
    Ok(Advice {
        best: line.first().cloned().unwrap_or_default(),
        line,
        score: found.score,
        wins_in: found.wins_in(),
        depth: found.depth,
        cut_short: found.depth < within.depth && too_long(),
        positions: found.nodes,
        milliseconds: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// Lets the program play itself to the end.
pub fn play(levels: BySide<Skill>, seed: u64, terms: GameTerms) -> Result<Record> {
    let mut dice = Seeded::new(seed);
    let drafts = BySide { attacker: camp(&terms, WHITE, &mut dice), defender: camp(&terms, BLACK, &mut dice) };
    play_from(drafts, levels, seed, terms)
}

/// Lets the program play itself to the end from two setups.
fn play_from(drafts: BySide<Draft>, levels: BySide<Skill>, seed: u64, terms: GameTerms) -> Result<Record> {
    let setup = |side| -> Result<Setup> {
        let settled = drafts[side].settle(side, &terms);
        settled.map_err(|faults| Problem::new(ProblemKind::System, format!("{faults}.")))
    };
    let setups = BySide { attacker: setup(WHITE)?, defender: setup(BLACK)? };
    let name = |level: Skill| format!("{level} {seed}");
    let players = BySide { attacker: name(levels[WHITE]), defender: name(levels[BLACK]) };
    let mut record = Record { terms, players, setups, decisions: Vec::new() };
    let mut position = record.position(0);
    while let Some(side) = position.pending().first() {
        let player = Player { level: levels[side], seed };
        let (decision, _) = player.consider(&position.view(side), &|| false);
        let illegal =
            |illegal| Problem::new(ProblemKind::System, format!("The program chose what is not allowed: {illegal}."));
        position.play(side, decision.clone(), &mut NoDice, &mut NullSink).map_err(illegal)?;
        record.decisions.push(decision);
    }
    Ok(record)
}

/// Reads a game that was kept (CA-5.6).
pub fn read(text: &str) -> Result<Record> {
    let bad = |fault: Unreadable| {
        Problem::bad_input(format!("Line {}: {}.", fault.line, fault.sentence.trim_end_matches('.')))
            .hint("The rule book tells how games are written (CA-5.6).")
    };
    Record::read(text).map_err(bad)
}
