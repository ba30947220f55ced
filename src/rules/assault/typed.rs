//! Decisions in words, as they are typed: `go A3 1114`, `climb A3 2`, `shoot D4 A7`, `done`. Men go by their side's letter
//! and their number, hexes by their four digits, ladders, machines, gates and bridges by their numbers.

use super::Decision;
use super::dropping::DROPPED;
use super::map::{HexId, HexMap};
use super::state::{Assault, Post, TrooperId};
use crate::rules::figure::Side;

/// The words a decision is typed with, a line each.
pub const WORDS: &str = "place MAN HEX
bring MACHINE HEX
go MAN HEX
step MAN HEX
raise MAN HEX
pick MAN LADDER
lay MAN
climb MAN LADDER
up MAN
down MAN
push MAN LADDER
lift MAN MAN LADDER
slide MAN MAN LADDER FOOT AGAINST
open MAN GATE
shut MAN GATE
hew MAN GATE
drop MAN HEX rock, oil or lead
burn MAN MACHINE
burn MAN gate GATE
light MAN
fire MAN HEX
board MAN MACHINE
cross MAN
roll MACHINE
back MACHINE
pivot MACHINE left or right
ram MACHINE GATE
loose MACHINE HEX
batter MACHINE HEX
batter MACHINE machine MACHINE
take MAN STANDARD
close MAN BRIDGE
lower MAN BRIDGE
fill MAN HEX
shoot MAN ENEMY
strike MAN ENEMY
strike MAN ENEMY ENEMY
restock MAN
follow MAN
stay MAN
yield MAN
surrender MAN
break off
done";

/// What a man is called in what is typed: his side's letter, and his number of that side from 1.
pub fn number_of(game: &Assault, id: TrooperId) -> String {
    let side = game.man(id).side;
    let number = game.ids().filter(|&other| game.man(other).side == side && other <= id).count();
    format!("{}{number}", if side == Side::Attacker { 'A' } else { 'D' })
}

fn man(game: &Assault, word: Option<&&str>) -> Result<TrooperId, String> {
    let word = word.ok_or("a man is missing")?;
    let none = || format!("there is no man “{word}”; men are called A1, A2 … and D1, D2 …");
    let (letter, number) = word.split_at_checked(1).ok_or_else(none)?;
    let side = match letter {
        "A" | "a" => Side::Attacker,
        "D" | "d" => Side::Defender,
        _ => return Err(none()),
    };
    let number: usize = number.parse().map_err(|_| none())?;
    let mut of = game.ids().filter(|&id| game.man(id).side == side);
    number.checked_sub(1).and_then(|before| of.nth(before)).ok_or_else(none)
}

fn hex(map: &HexMap, word: Option<&&str>) -> Result<HexId, String> {
    let word = word.ok_or("a hex is missing")?;
    map.named(word).ok_or_else(|| format!("“{word}” is no hex of {}", map.name))
}

/// A ladder, gate or bridge by its number from 1.
fn numbered(word: Option<&&str>, what: &str) -> Result<u8, String> {
    let word = word.ok_or_else(|| format!("the number of a {what} is missing"))?;
    let number = word.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| format!("“{word}” is no number of a {what}; they count from 1"))
}

/// Reads a decision in words, or says what is wrong with it.
pub fn decision(game: &Assault, text: &str) -> Result<Decision, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else { return Err("nothing was typed".to_owned()) };
    let word = |at: usize| rest.get(at);
    let who = || man(game, word(0));
    let at = |n: usize| hex(&game.map, word(n));
    let two = || Ok::<_, String>([man(game, word(0))?, man(game, word(1))?]);
    let (decision, most) = match verb.to_lowercase().as_str() {
        "place" => (Decision::Place { man: who()?, to: at(1)? }, 2),
        "bring" => (Decision::Bring { machine: numbered(word(0), "machine")?, at: at(1)? }, 2),
        "go" => (Decision::Go { man: who()?, to: at(1)? }, 2),
        "step" => (Decision::Step { man: who()?, to: at(1)? }, 2),
        "raise" => (Decision::Raise { man: who()?, against: at(1)? }, 2),
        "pick" => (Decision::PickUp { man: who()?, ladder: numbered(word(1), "ladder")? }, 2),
        "lay" => (Decision::LayDown { man: who()? }, 1),
        "climb" => (Decision::Climb { man: who()?, ladder: numbered(word(1), "ladder")? }, 2),
        "up" | "down" => {
            let (man, up) = (who()?, verb.eq_ignore_ascii_case("up"));
            match game.man(man).post {
                Post::Aboard(_) | Post::Aloft(_) => (Decision::GoUp { man, up }, 1),
                _ => (Decision::StepOff { man, up }, 1),
            }
        }
        "drop" => {
            let named = word(2).ok_or("what he drops is missing: rock, oil or lead")?;
            let what = DROPPED.into_iter().find(|what| what.word().eq_ignore_ascii_case(named));
            let what = what.ok_or_else(|| format!("“{named}” is not dropped; rock, oil and lead are"))?;
            (Decision::Drop { man: who()?, at: at(1)?, what }, 3)
        }
        "burn" if word(1).is_some_and(|word| word.eq_ignore_ascii_case("gate")) => {
            (Decision::BurnGate { man: who()?, gate: numbered(word(2), "gate")? }, 3)
        }
        "light" => (Decision::Kindle { man: who()? }, 1),
        "fire" => (Decision::FireAt { man: who()?, at: at(1)? }, 2),
        "burn" => (Decision::Burn { man: who()?, machine: numbered(word(1), "machine")? }, 2),
        "board" => (Decision::Board { man: who()?, machine: numbered(word(1), "machine")? }, 2),
        "cross" => (Decision::Cross { man: who()? }, 1),
        "roll" => (Decision::Roll { machine: numbered(word(0), "machine")?, back: false }, 1),
        "back" => (Decision::Roll { machine: numbered(word(0), "machine")?, back: true }, 1),
        "pivot" => {
            let machine = numbered(word(0), "machine")?;
            let left = match word(1).map(|word| word.to_lowercase()).as_deref() {
                Some("left") => true,
                Some("right") => false,
                _ => return Err("a machine is turned left or right".to_owned()),
            };
            (Decision::Pivot { machine, left }, 2)
        }
        "loose" => (Decision::Loose { machine: numbered(word(0), "machine")?, at: at(1)? }, 2),
        "batter" if word(1).is_some_and(|word| word.eq_ignore_ascii_case("machine")) => {
            let (machine, other) = (numbered(word(0), "machine")?, numbered(word(2), "machine")?);
            (Decision::BatterMachine { machine, other }, 3)
        }
        "batter" => (Decision::Batter { machine: numbered(word(0), "machine")?, at: at(1)? }, 2),
        "take" => (Decision::TakeUp { man: who()?, standard: numbered(word(1), "standard")? }, 2),
        "push" => (Decision::Push { man: who()?, ladder: numbered(word(1), "ladder")? }, 2),
        "lift" => (Decision::Lift { men: two()?, ladder: numbered(word(2), "ladder")? }, 3),
        "slide" => {
            let ladder = numbered(word(2), "ladder")?;
            (Decision::Slide { men: two()?, ladder, foot: at(3)?, against: at(4)? }, 5)
        }
        "open" => (Decision::Gate { man: who()?, gate: numbered(word(1), "gate")?, open: true }, 2),
        "shut" => (Decision::Gate { man: who()?, gate: numbered(word(1), "gate")?, open: false }, 2),
        "hew" => (Decision::Hew { man: who()?, gate: numbered(word(1), "gate")? }, 2),
        "ram" => (Decision::Ram { machine: numbered(word(0), "machine")?, gate: numbered(word(1), "gate")? }, 2),
        "close" => (Decision::Work { man: who()?, lift: numbered(word(1), "bridge")?, close: true }, 2),
        "lower" => (Decision::Work { man: who()?, lift: numbered(word(1), "bridge")?, close: false }, 2),
        "fill" => (Decision::Fill { man: who()?, moat: at(1)? }, 2),
        "shoot" => (Decision::Aim { man: who()?, at: man(game, word(1))? }, 2),
        "strike" => {
            let then = word(2).map(|_| man(game, word(2))).transpose()?;
            (Decision::Strike { man: who()?, at: man(game, word(1))?, then }, 3)
        }
        "restock" => (Decision::Restock { man: who()? }, 1),
        "follow" => (Decision::Follow { man: who()?, follow: true }, 1),
        "stay" => (Decision::Follow { man: who()?, follow: false }, 1),
        "yield" => (Decision::Yield { man: who()? }, 1),
        "surrender" => (Decision::Surrender { man: who()? }, 1),
        "break" if word(0) == Some(&"off") => (Decision::BreakOff, 1),
        "done" => (Decision::Done, 0),
        other => return Err(format!("there is no order “{other}”")),
    };
    match rest.len() > most {
        true => Err(format!("“{}” is too much for {verb}", rest[most..].join(" "))),
        false => Ok(decision),
    }
}

/// A decision in the words it is typed with.
pub fn words(game: &Assault, decision: &Decision) -> String {
    let man = |id: TrooperId| number_of(game, id);
    let at = |id: HexId| game.map.cell(id).name();
    match *decision {
        Decision::Place { man: id, to } => format!("place {} {}", man(id), at(to)),
        Decision::Bring { machine, at: to } => format!("bring {} {}", machine + 1, at(to)),
        Decision::Step { man: id, to } => format!("step {} {}", man(id), at(to)),
        Decision::Go { man: id, to } => format!("go {} {}", man(id), at(to)),
        Decision::PickUp { man: id, ladder } => format!("pick {} {}", man(id), ladder + 1),
        Decision::LayDown { man: id } => format!("lay {}", man(id)),
        Decision::Climb { man: id, ladder } => format!("climb {} {}", man(id), ladder + 1),
        Decision::StepOff { man: id, up: true } => format!("up {}", man(id)),
        Decision::StepOff { man: id, up: false } => format!("down {}", man(id)),
        Decision::Raise { man: id, against } => format!("raise {} {}", man(id), at(against)),
        Decision::Push { man: id, ladder } => format!("push {} {}", man(id), ladder + 1),
        Decision::Lift { men, ladder } => format!("lift {} {} {}", man(men[0]), man(men[1]), ladder + 1),
        Decision::Slide { men, ladder, foot, against } => {
            format!("slide {} {} {} {} {}", man(men[0]), man(men[1]), ladder + 1, at(foot), at(against))
        }
        Decision::Gate { man: id, gate, open: true } => format!("open {} {}", man(id), gate + 1),
        Decision::Gate { man: id, gate, open: false } => format!("shut {} {}", man(id), gate + 1),
        Decision::Hew { man: id, gate } => format!("hew {} {}", man(id), gate + 1),
        Decision::Drop { man: id, at: to, what } => format!("drop {} {} {what}", man(id), at(to)),
        Decision::Burn { man: id, machine } => format!("burn {} {}", man(id), machine + 1),
        Decision::BurnGate { man: id, gate } => format!("burn {} gate {}", man(id), gate + 1),
        Decision::Kindle { man: id } => format!("light {}", man(id)),
        Decision::FireAt { man: id, at: to } => format!("fire {} {}", man(id), at(to)),
        Decision::Board { man: id, machine } => format!("board {} {}", man(id), machine + 1),
        Decision::GoUp { man: id, up } => format!("{} {}", if up { "up" } else { "down" }, man(id)),
        Decision::Cross { man: id } => format!("cross {}", man(id)),
        Decision::Roll { machine, back } => format!("{} {}", if back { "back" } else { "roll" }, machine + 1),
        Decision::Pivot { machine, left } => {
            format!("pivot {} {}", machine + 1, if left { "left" } else { "right" })
        }
        Decision::Ram { machine, gate } => format!("ram {} {}", machine + 1, gate + 1),
        Decision::Loose { machine, at: to } => format!("loose {} {}", machine + 1, at(to)),
        Decision::Batter { machine, at: to } => format!("batter {} {}", machine + 1, at(to)),
        Decision::BatterMachine { machine, other } => format!("batter {} machine {}", machine + 1, other + 1),
        Decision::TakeUp { man: id, standard } => format!("take {} {}", man(id), standard + 1),
        Decision::Work { man: id, lift, close: true } => format!("close {} {}", man(id), lift + 1),
        Decision::Work { man: id, lift, close: false } => format!("lower {} {}", man(id), lift + 1),
        Decision::Fill { man: id, moat } => format!("fill {} {}", man(id), at(moat)),
        Decision::Aim { man: id, at: enemy } => format!("shoot {} {}", man(id), man(enemy)),
        Decision::Strike { man: id, at: enemy, then } => {
            let then = then.map_or(String::new(), |then| format!(" {}", man(then)));
            format!("strike {} {}{then}", man(id), man(enemy))
        }
        Decision::Restock { man: id } => format!("restock {}", man(id)),
        Decision::Follow { man: id, follow: true } => format!("follow {}", man(id)),
        Decision::Follow { man: id, follow: false } => format!("stay {}", man(id)),
        Decision::Yield { man: id } => format!("yield {}", man(id)),
        Decision::Surrender { man: id } => format!("surrender {}", man(id)),
        Decision::BreakOff => "break off".to_owned(),
        Decision::Done => "done".to_owned(),
    }
}
