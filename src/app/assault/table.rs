//! An assault on hexes at one table: who leads each side, how it stands, and what a decision changes of that.

use crate::app::seat::{Lead, Seat};
use crate::app::table::{GameTable, Tabled};
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::standards::HexStandard;
use crate::rules::assault::state::{Heart, LadderLies, ScalingLadder, Trooper};
use crate::rules::assault::{
    Assault, AssaultBattle, AssaultStage, Event, Fortune, HexMachine, Post, Stormer, TrooperId,
};
use crate::rules::figure::{BySide, Side, words};
use crate::rules::settles::{self, Settles};
use crate::rules::telling::Line;
use std::sync::Arc;

/// How the program leads a side of an assault: in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StormLead {
    Captain,
}
words!(StormLead, "leader", "captain", Captain = "captain");

/// Who leads a side of an assault.
pub type HexSeat = Seat<StormLead>;

impl Lead for StormLead {
    const BY_HAND: &'static str = "by hand";
    const KEPT_BY_HAND: &'static str = "hand";

    fn told(self) -> &'static str {
        "a captain"
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
pub struct HexChange {
    men: Vec<(usize, Trooper)>,
    map: Arc<HexMap>,
    ladders: Vec<ScalingLadder>,
    machines: Vec<HexMachine>,
    standards: Vec<HexStandard>,
    hearts: Vec<Heart>,
    turn: u32,
    stage: AssaultStage,
    lines: u8,
}

/// An assault at a table.
pub type HexTable = GameTable<AssaultBattle>;

impl Tabled for AssaultBattle {
    type Game = Assault;
    type Lead = StormLead;
    type Captain = Stormer;
    type Scene = HexScene;
    type Change = HexChange;

    const CALLED: (&'static str, &'static str) = ("assault", "half");

    fn captain(&self, StormLead::Captain: StormLead) -> Stormer {
        settles::captain(self)
    }

    fn scene(game: &Assault) -> HexScene {
        HexScene::of(game)
    }

    fn change(before: &HexScene, game: &Assault) -> HexChange {
        let now = HexScene::of(game);
        let changed = now.men.iter().enumerate().filter(|(at, man)| before.men[*at] != **man);
        HexChange {
            men: changed.map(|(at, man)| (at, *man)).collect(),
            map: now.map,
            ladders: now.ladders,
            machines: now.machines,
            standards: now.standards,
            hearts: now.hearts,
            turn: now.turn,
            stage: now.stage,
            lines: now.lines,
        }
    }

    fn apply(change: &HexChange, to: &mut HexScene) {
        for (at, man) in &change.men {
            to.men[*at] = *man;
        }
        to.map = Arc::clone(&change.map);
        to.ladders.clone_from(&change.ladders);
        to.machines.clone_from(&change.machines);
        to.standards.clone_from(&change.standards);
        to.hearts.clone_from(&change.hearts);
        (to.turn, to.stage, to.lines) = (change.turn, change.stage, change.lines);
    }

    fn line(&self, game: &Assault, event: &Event) -> Option<Line> {
        Settles::line(self, game, event)
    }
}

impl HexTable {
    /// A battle before the first decision.
    pub fn begin(battle: AssaultBattle, seats: BySide<HexSeat>) -> HexTable {
        let played = settles::begin(&battle);
        GameTable::new(battle, played, seats)
    }
}
