//! An assault on hexes at one table: who leads each side, what was decided, and how it stood after every decision. Only what a
//! decision changed is kept of each moment, so that a long assault is gone back through at once.

use crate::app::play::why;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::standards::HexStandard;
use crate::rules::assault::state::{Heart, LadderLies, ScalingLadder, Trooper};
use crate::rules::assault::{
    Assault, AssaultBattle, AssaultStage, Decision, Event, Fortune, HexMachine, Post, TrooperId,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::matches::{self, Decided, Match};
use crate::rules::settles::{self, Settles as _};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Who leads a side of an assault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HexSeat {
    /// Somebody at the table.
    #[default]
    Hand,
    /// The program.
    Captain,
}

impl HexSeat {
    /// Every one, somebody at the table first.
    pub const ALL: [HexSeat; 2] = [HexSeat::Hand, HexSeat::Captain];
}

impl fmt::Display for HexSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == HexSeat::Hand { "by hand" } else { "a captain" })
    }
}

/// How an assault stands at a moment, as far as it is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct HexScene {
    /// The map as it is then.
    pub map: Arc<HexMap>,
    /// Everybody, by his number.
    pub men: Vec<Trooper>,
    pub ladders: Vec<ScalingLadder>,
    /// Siege towers, rams and engines.
    pub machines: Vec<HexMachine>,
    /// Standards, borne or on the ground (MM-8.8).
    pub standards: Vec<HexStandard>,
    /// How each troop is minded.
    pub hearts: Vec<Heart>,
    pub turn: u32,
    /// Who moves.
    pub stage: AssaultStage,
    /// Lines of defence taken.
    pub lines: u8,
}

impl HexScene {
    /// An assault as it stands.
    pub fn of(game: &Assault) -> HexScene {
        HexScene {
            map: Arc::clone(&game.map),
            men: game.men.clone(),
            ladders: game.ladders.clone(),
            machines: game.machines.clone(),
            standards: game.standards.clone(),
            hearts: game.troops.iter().map(|troop| troop.mood).collect(),
            turn: game.turn,
            stage: game.stage,
            lines: game.lines_taken(),
        }
    }

    pub fn man(&self, id: TrooperId) -> &Trooper {
        &self.men[usize::from(id.0)]
    }

    /// Everybody's number.
    pub fn ids(&self) -> impl Iterator<Item = TrooperId> + Clone + use<> {
        (0..self.men.len() as u16).map(TrooperId)
    }

    /// Who stands or lies in a hex.
    pub fn who(&self, at: HexId) -> Option<TrooperId> {
        self.ids().find(|&id| self.man(id).present() && self.man(id).post == Post::Hex(at))
    }

    /// The hex a man is in, or the foot of the ladder he is on.
    pub fn place(&self, id: TrooperId) -> Option<HexId> {
        match self.man(id).post {
            Post::Hex(at) => Some(at),
            Post::Ladder(n) => match self.ladders.get(usize::from(n)).map(|ladder| ladder.lies) {
                Some(LadderLies::Upright { foot, .. }) => Some(foot),
                _ => None,
            },
            Post::Aboard(n) | Post::Aloft(n) => self.machines.get(usize::from(n)).map(|machine| machine.at),
            Post::Off => None,
        }
    }

    /// How many of a side can fight, and how many it began with.
    pub fn strength(&self, side: Side) -> (usize, usize) {
        let of = self.men.iter().filter(|man| man.side == side);
        let stands = |man: &&Trooper| man.able() || matches!(man.fortune, Fortune::Down(_) | Fortune::Waiting);
        (of.clone().filter(stands).count(), of.count())
    }
}

/// What one decision changed.
#[derive(Clone, Debug)]
struct Moment {
    men: Vec<(usize, Trooper)>,
    map: Arc<HexMap>,
    ladders: Vec<ScalingLadder>,
    machines: Vec<HexMachine>,
    standards: Vec<HexStandard>,
    hearts: Vec<Heart>,
    turn: u32,
    stage: AssaultStage,
    lines: u8,
    /// How many events there were then.
    told: usize,
}

impl Moment {
    fn apply(&self, to: &mut HexScene) {
        for (at, man) in &self.men {
            to.men[*at] = *man;
        }
        to.map = Arc::clone(&self.map);
        to.ladders.clone_from(&self.ladders);
        to.machines.clone_from(&self.machines);
        to.standards.clone_from(&self.standards);
        to.hearts.clone_from(&self.hearts);
        (to.turn, to.stage, to.lines) = (self.turn, self.stage, self.lines);
    }
}

/// A moment that is looked at: how many decisions had been made, and how it stood then.
#[derive(Clone, Debug)]
pub struct SeenScene {
    at: usize,
    scene: HexScene,
}

impl SeenScene {
    /// How it stood.
    pub fn scene(&self) -> &HexScene {
        &self.scene
    }

    /// After how many decisions it is.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// An assault being played.
#[derive(Clone, Debug)]
pub struct HexTable {
    /// Who leads each side.
    pub seats: BySide<HexSeat>,
    battle: AssaultBattle,
    first: HexScene,
    opening: usize,
    table: Match<Assault>,
    moments: Vec<Moment>,
    /// How it stood when the last moment was noted.
    noted: HexScene,
}

impl HexTable {
    /// An assault before the first decision.
    pub fn new(battle: AssaultBattle, seats: BySide<HexSeat>) -> HexTable {
        let table = settles::begin(&battle);
        let (first, opening) = (HexScene::of(table.position()), table.events().len());
        HexTable { seats, battle, noted: first.clone(), first, opening, table, moments: Vec::new() }
    }

    /// The same after what was decided in it.
    pub fn resume(mut self, decided: &Decided) -> Result<HexTable> {
        for (at, (side, text)) in decided.0.iter().enumerate() {
            let resumed = matches::read::<Assault>(text).map_err(|error| error.to_string());
            let resumed = resumed.and_then(|decision| {
                self.table.decide(*side, decision).map_err(|illegal| illegal.to_string())?;
                self.note();
                Ok(())
            });
            resumed.map_err(|why| {
                Problem::new(ProblemKind::Corrupt, format!("This game cannot be resumed: decision {}: {why}.", at + 1))
                    .hint("It was kept by another version of the program, or altered; begin it anew.")
            })?;
        }
        Ok(self)
    }

    /// Notes what the last decision changed.
    fn note(&mut self) {
        let now = HexScene::of(self.table.position());
        let changed = now.men.iter().enumerate().filter(|(at, man)| self.noted.men[*at] != **man);
        self.moments.push(Moment {
            men: changed.map(|(at, man)| (at, *man)).collect(),
            map: Arc::clone(&now.map),
            ladders: now.ladders.clone(),
            machines: now.machines.clone(),
            standards: now.standards.clone(),
            hearts: now.hearts.clone(),
            turn: now.turn,
            stage: now.stage,
            lines: now.lines,
            told: self.table.events().len(),
        });
        self.noted = now;
    }

    /// The battle as it was cast into the game.
    pub fn battle(&self) -> &AssaultBattle {
        &self.battle
    }

    /// The match itself.
    pub fn table(&self) -> &Match<Assault> {
        &self.table
    }

    /// Where it stands.
    pub fn position(&self) -> &Assault {
        self.table.position()
    }

    /// How many decisions were made.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether none was made.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The side that must decide, with who leads it; nobody when it is over.
    pub fn pending(&self) -> Option<(Side, HexSeat)> {
        self.position().pending().first().map(|side| (side, self.seats[side]))
    }

    pub fn is_over(&self) -> bool {
        self.pending().is_none()
    }

    /// How it stood before the first decision.
    pub fn beginning(&self) -> SeenScene {
        SeenScene { at: 0, scene: self.first.clone() }
    }

    /// Goes to another moment.
    pub fn go(&self, seen: &mut SeenScene, at: usize) {
        let at = at.min(self.len());
        if at < seen.at {
            *seen = self.beginning();
        }
        for moment in &self.moments[seen.at.min(at)..at] {
            moment.apply(&mut seen.scene);
        }
        seen.at = at;
    }

    /// How many events had been told after so many decisions.
    pub fn told_by(&self, at: usize) -> usize {
        match at.min(self.len()) {
            0 => self.opening,
            at => self.moments[at - 1].told,
        }
    }

    /// What decision `at`, from 1, brought about.
    pub fn brought_about(&self, at: usize) -> &[Event] {
        let from = if at == 0 { 0 } else { self.told_by(at - 1) };
        self.table.events().get(from..self.told_by(at)).unwrap_or_default()
    }

    /// An event in a sentence, and whether it is a heading.
    pub fn sentence(&self, event: &Event) -> Option<(String, bool)> {
        self.battle.line(self.position(), event).map(|line| (line.full(), line.heading))
    }

    /// Makes a decision for the side that must.
    pub fn decide(&mut self, decision: Decision) -> Result<()> {
        let side = self.side()?;
        self.table.decide(side, decision).map_err(|illegal| Problem::new(ProblemKind::Refused, why(&illegal)))?;
        self.note();
        Ok(())
    }

    /// What a captain decides in the rest of this half of the turn. It looks at the game and changes nothing of it.
    pub fn captained(&self) -> Result<Vec<Decision>> {
        let side = self.side()?;
        let mut ahead = self.table.clone();
        let from = ahead.decisions().len();
        let led = ahead.leave_to(&settles::captain(&self.battle), side);
        led.map_err(|illegal| Problem::new(ProblemKind::System, why(&illegal)))?;
        Ok(ahead.decisions()[from..].iter().map(|(_, decision)| *decision).collect())
    }

    /// The side that must decide, or that it is over.
    pub fn side(&self) -> Result<Side> {
        let pending = self.pending().map(|(side, _)| side);
        pending.ok_or_else(|| Problem::refused("The assault is over.", "Begin another."))
    }

    /// Takes the last decision back, if no die was thrown for it and the same side still moves.
    pub fn take_back(&mut self) -> Result<()> {
        self.table.take_back().ok_or_else(|| {
            Problem::refused(
                "Nothing can be taken back.",
                "What a die has shown stands, and so does a half of a turn that is over.",
            )
        })?;
        self.moments.pop();
        self.noted = HexScene::of(self.table.position());
        Ok(())
    }
}
