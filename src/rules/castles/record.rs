//! A game as it is kept and read again (CA-5.6): what it was played by, both setups, the decisions, the result.
//!
//! ```text
//! Castles 1
//! Board: small
//! End zone: 2
//! Men: 15
//! Crush: pusher
//! White: Knight
//! Black: Squire
//! White setup: PMHPMHPM/HPMGHPMH
//! Black setup: PMHPMHPM/HPMGHPMH
//!
//! 1. a2-a3 a7-a6
//! 2. a3-a4 surrender
//!
//! Result: White wins, surrender
//! ```

use super::Decision;
use super::board::Move;
use super::notation::{BLACK, WHITE, check_signs, read_move, write_move};
use super::position::{Event, Position};
use super::setup::{Draft, Rows, Setup};
use super::terms::{BadTerms, Crush, GameTerms, Size};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Game, NullSink};
use crate::rules::matches::Match;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first line, with the number of the format.
const HEAD: &str = "Castles 1";

/// A game that was played, whole or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it was played by.
    pub terms: GameTerms,
    /// Who played.
    pub players: BySide<String>,
    /// What they set up.
    pub setups: BySide<Setup>,
    /// What was decided after that, in order.
    pub decisions: Vec<Decision>,
}

/// What is wrong with a record's text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {sentence}")]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub sentence: String,
}

fn fault(line: usize, sentence: impl ToString) -> Unreadable {
    Unreadable { line, sentence: sentence.to_string() }
}

/// The faces of no dice: nothing in Castles is left to chance.
#[derive(Clone, Copy, Debug)]
pub struct NoDice;

impl crate::rules::dice::Dice for NoDice {
    fn die(&mut self, _roll: &'static str, _sides: u32) -> u32 {
        1
    }
}

impl Record {
    /// A match as it is kept; nothing before its setups are revealed.
    pub fn of(terms: &GameTerms, players: BySide<String>, played: &Match<Position>) -> Option<Record> {
        let setups = played.events().iter().find_map(|event| match event {
            Event::Revealed(setups) => Some(setups.clone()),
            _ => None,
        })?;
        let decisions = played.decisions().iter().map(|(_, decision)| decision.clone());
        let decisions = decisions.filter(|decision| !matches!(decision, Decision::SetUp(_))).collect();
        Some(Record { terms: *terms, players, setups, decisions })
    }

    /// What happened in it after the setups were revealed.
    pub fn events(&self) -> Vec<Event> {
        let (mut position, mut events) = (self.position(0), Vec::new());
        for decision in &self.decisions {
            let Some(side) = position.pending().first() else { break };
            if position.play(side, decision.clone(), &mut NoDice, &mut events).is_err() {
                break;
            }
        }
        events
    }

    /// The position after the first `count` decisions.
    pub fn position(&self, count: usize) -> Position {
        let mut position = Position::revealed(&self.setups[WHITE], &self.setups[BLACK], self.terms);
        for decision in self.decisions.iter().take(count) {
            // The decisions of a record have been played before; one that was not ends the replay.
            let Some(side) = position.pending().first() else { break };
            if position.play(side, decision.clone(), &mut NoDice, &mut NullSink).is_err() {
                break;
            }
        }
        position
    }

    /// How it stands after all decisions: `White wins, …`, `siege, …` or `unfinished`.
    pub fn result(&self) -> String {
        result(&self.position(self.decisions.len()))
    }

    /// The record as it is kept.
    pub fn write(&self) -> String {
        let terms = &self.terms;
        let quiet = terms
            .quiet_of_its_own()
            .map_or_else(String::new, |(standings, moves)| format!("Standings: {standings}\nQuiet moves: {moves}\n"));
        let mut text = format!(
            "{HEAD}\nBoard: {}\nEnd zone: {}\nMen: {}\nCrush: {}\n{quiet}White: {}\nBlack: {}\nWhite setup: {}\nBlack setup: {}\n",
            terms.size(),
            terms.end_zone(),
            terms.men(),
            terms.crush(),
            one_line(&self.players[WHITE]),
            one_line(&self.players[BLACK]),
            self.setups[WHITE].rows(terms),
            self.setups[BLACK].rows(terms),
        );
        let mut position = self.position(0);
        let mut turn = 0;
        let mut moved = true;
        for decision in &self.decisions {
            let Some(side) = position.pending().first() else { break };
            // A line is begun by White's first decision of a turn.
            if moved && position.board().side() == WHITE {
                turn += 1;
                let _ = write!(text, "\n{turn}.");
            }
            let _ = write!(text, " {}", word(decision, &position));
            moved = matches!(decision, Decision::Move(_));
            if position.play(side, decision.clone(), &mut NoDice, &mut NullSink).is_err() {
                break;
            }
        }
        let _ = write!(text, "\n\nResult: {}\n", result(&position));
        text
    }

    /// Reads a record and plays it through; the first fault is named with its line.
    pub fn read(text: &str) -> Result<Record, Unreadable> {
        let mut heads: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        let mut moves = Vec::new();
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        match lines.next() {
            Some((_, HEAD)) => {}
            _ => return Err(fault(1, format!("a record begins with “{HEAD}”"))),
        }
        let mut last = 1;
        for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
            last = at;
            match line.split_once(':') {
                Some((head, value)) if KNOWN.contains(&head.trim()) => {
                    if heads.insert(head.trim(), (at, value.trim())).is_some() {
                        return Err(fault(at, format!("“{}” is there twice", head.trim())));
                    }
                }
                Some((head, _)) => {
                    return Err(fault(at, format!("“{}” is none of {}", head.trim(), KNOWN.join(", "))));
                }
                None => moves.extend(line.split_whitespace().map(|word| (at, word))),
            }
        }
        let head = |name: &str| {
            heads.get(name).copied().ok_or_else(|| fault(last, format!("the record ends without its line “{name}: …”")))
        };
        let terms = read_terms(&head)?;
        let setup = |name: &str, side: Side| {
            let (at, rows) = head(name)?;
            let draft = Draft::of_rows(&Rows::of(rows), side, &terms).map_err(|bad| fault(at, bad))?;
            draft.settle(side, &terms).map_err(|faults| fault(at, faults))
        };
        let setups = BySide { attacker: setup("White setup", WHITE)?, defender: setup("Black setup", BLACK)? };
        let players = BySide { attacker: head("White")?.1.to_owned(), defender: head("Black")?.1.to_owned() };
        let mut record = Record { terms, players, setups, decisions: Vec::new() };
        let position = record.read_decisions(&moves)?;
        let (at, told) = head("Result")?;
        let is = result(&position);
        if told != is {
            return Err(fault(at, format!("the result is “{told}”, but by its moves it is “{is}”")));
        }
        Ok(record)
    }

    fn read_decisions(&mut self, words: &[(usize, &str)]) -> Result<Position, Unreadable> {
        let mut position = self.position(0);
        let mut turn = 0;
        let mut moved = true;
        let mut words = words.iter().peekable();
        while let Some(&&(at, word)) = words.peek() {
            if moved && position.board().side() == WHITE && position.ending().is_none() {
                turn += 1;
                if word != format!("{turn}.") {
                    return Err(fault(at, format!("“{word}” stands where turn {turn} should begin with “{turn}.”")));
                }
                words.next();
                moved = false;
                continue;
            }
            words.next();
            let Some(side) = position.pending().first() else {
                return Err(fault(at, format!("“{word}” stands after the end of the game")));
            };
            let decision = read_decision(word, &position).map_err(|sentence| fault(at, sentence))?;
            position
                .play(side, decision.clone(), &mut NoDice, &mut NullSink)
                .map_err(|illegal| fault(at, format!("“{word}” is not allowed: {illegal}")))?;
            moved = matches!(decision, Decision::Move(_));
            self.decisions.push(decision);
        }
        Ok(position)
    }
}

const KNOWN: [&str; 11] = [
    "Board",
    "End zone",
    "Men",
    "Crush",
    "Standings",
    "Quiet moves",
    "White",
    "Black",
    "White setup",
    "Black setup",
    "Result",
];

fn read_terms<'a>(head: &impl Fn(&str) -> Result<(usize, &'a str), Unreadable>) -> Result<GameTerms, Unreadable> {
    let (at, size) = head("Board")?;
    let size: Size = size.parse().map_err(|unknown| fault(at, unknown))?;
    let (at, crush) = head("Crush")?;
    let crush: Crush = crush.parse().map_err(|unknown| fault(at, unknown))?;
    fn number<T: std::str::FromStr>((at, text): (usize, &str)) -> Result<T, Unreadable> {
        text.parse().map_err(|_| fault(at, format!("“{text}” is no number of this kind")))
    }
    let (zone, men) = (head("End zone")?, head("Men")?);
    let terms = GameTerms::usual(size, crush).with(number(zone)?, number(men)?).map_err(|bad| match bad {
        BadTerms::EndZone { .. } => fault(zone.0, bad),
        _ => fault(men.0, bad),
    })?;
    // A game that goes to siege when the book says so does not tell it.
    match (head("Standings"), head("Quiet moves")) {
        (Ok(standings), Ok(quiet)) => {
            terms.ending(number(standings)?, number(quiet)?).map_err(|bad| fault(quiet.0, bad))
        }
        (Ok((at, _)), Err(_)) | (Err(_), Ok((at, _))) => Err(fault(at, "“Standings” and “Quiet moves” stand together")),
        (Err(_), Err(_)) => Ok(terms),
    }
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn result(position: &Position) -> String {
    position.ending().map_or_else(|| "unfinished".to_owned(), |ending| ending.to_string())
}

/// A decision as it is written in a record, in the position it is made in.
pub fn word(decision: &Decision, position: &Position) -> String {
    match decision {
        Decision::SetUp(_) => "setup".to_owned(),
        Decision::Move(play) => written(*play, position),
        Decision::OfferSiege => "siege?".to_owned(),
        Decision::Agree => "agreed".to_owned(),
        Decision::Decline => "declined".to_owned(),
        Decision::Surrender => "surrender".to_owned(),
    }
}

/// A move with what it does in a position; the plain move where it is not allowed.
pub fn written(play: Move, position: &Position) -> String {
    let deed = position.board().judge(play, position.terms());
    deed.map_or_else(|_| play.to_string(), |deed| write_move(play, &deed))
}

fn read_decision(word: &str, position: &Position) -> Result<Decision, String> {
    Ok(match word {
        "siege?" => Decision::OfferSiege,
        "agreed" => Decision::Agree,
        "declined" => Decision::Decline,
        "surrender" => Decision::Surrender,
        _ => {
            let play = read_move(word).map_err(|bad| bad.to_string())?;
            if let Ok(deed) = position.board().judge(play, position.terms()) {
                check_signs(word, play, &deed).map_err(|bad| bad.to_string())?;
            }
            Decision::Move(play)
        }
    })
}
