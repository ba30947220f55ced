//! A game of Castle Cracker at one table: who leads each side, and what a decision changes of the field.

use crate::app::seat::{Lead, Seat};
use crate::app::table::{GameTable, Tabled};
use crate::rules::castle_cracker::{
    Commanders, CrackerStage, Event, Generalship, Position, Troops, TroopsId, WallState, line, summed,
};
use crate::rules::figure::BySide;
use crate::rules::telling::Line;

/// Who leads a side.
pub type CordSeat = Seat<Generalship>;

impl Lead for Generalship {
    const BY_HAND: &'static str = "by hand";
}

/// What one decision changed of the field.
#[derive(Clone, Debug)]
pub struct CordChange {
    troops: Vec<(usize, Troops)>,
    walls: Vec<WallState>,
    oil: u8,
    contacts: Vec<(TroopsId, TroopsId)>,
    shield_walls: Vec<(TroopsId, TroopsId)>,
    held: Vec<u8>,
    turn: u32,
    stage: CrackerStage,
}

/// Castle Cracker at a table.
#[derive(Clone, Copy, Debug)]
pub struct Cords;

/// A game of it.
pub type CordTable = GameTable<Cords>;

impl Tabled for Cords {
    type Game = Position;
    type Lead = Generalship;
    type Captain = Commanders;
    type Scene = Position;
    type Change = CordChange;

    const CALLED: (&'static str, &'static str) = ("battle", "part");

    fn captain(&self, lead: Generalship) -> Commanders {
        Commanders(BySide { attacker: lead, defender: lead })
    }

    fn scene(game: &Position) -> Position {
        game.clone()
    }

    fn change(before: &Position, now: &Position) -> CordChange {
        let changed = now.troops.iter().enumerate().filter(|(at, troops)| before.troops.get(*at) != Some(troops));
        CordChange {
            troops: changed.map(|(at, troops)| (at, troops.clone())).collect(),
            walls: now.walls.clone(),
            oil: now.oil,
            contacts: now.contacts.clone(),
            shield_walls: now.shield_walls.clone(),
            held: now.held.clone(),
            turn: now.turn,
            stage: now.stage.clone(),
        }
    }

    fn apply(change: &CordChange, to: &mut Position) {
        for (at, troops) in &change.troops {
            match to.troops.get_mut(*at) {
                Some(known) => known.clone_from(troops),
                None => to.troops.push(troops.clone()),
            }
        }
        to.walls.clone_from(&change.walls);
        to.contacts.clone_from(&change.contacts);
        to.shield_walls.clone_from(&change.shield_walls);
        to.held.clone_from(&change.held);
        (to.oil, to.turn, to.stage) = (change.oil, change.turn, change.stage.clone());
    }

    fn line(&self, _game: &Position, event: &Event) -> Option<Line> {
        Some(line(event))
    }

    fn summed(&self, game: &Position, events: &[Event]) -> Option<(usize, Line)> {
        summed(game, events)
    }
}
