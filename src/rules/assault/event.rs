//! What happens in an assault.

use super::blaze::HexFuel;
use super::engines::Struck;
use super::hexes::HexSide;
use super::map::HexId;
use super::state::{Ending, TrooperId};
use crate::rules::battle::Standard;
use crate::rules::explain::Part;
use crate::rules::figure::{Side, Weapon};
use crate::rules::gear::Machine;

/// A throw of a die or two with what was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    pub faces: Vec<u8>,
    /// What was added, each with its clause.
    pub parts: Vec<Part>,
    /// The sum.
    pub total: i32,
}

/// Why a man fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tumble {
    Toppled,
    Wounded,
    Gangway,
    Collapse,
}

/// Why no way leads the attackers into the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    #[error(
        "the moat is filled nowhere before the wall, and no bridge is down; fill it first, or bring ladders and faggots"
    )]
    Moat,
    #[error(
        "there is no breach, and nothing to get over or through the wall with; bring ladders, a ram, axes, a tower, or fire for a gate, or batter it first"
    )]
    NoMeans,
    #[error(
        "no breach leads in, and with rams and axes they come to no shut gate of the line; fill the moat before its gate or have its bridge down, or bring ladders or a tower"
    )]
    Gate,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u32),
    /// A side takes its places before it begins.
    Deploys(Side),
    /// A man was put into a hex, or at the machine there; a friend who stood there has changed places with him.
    Placed {
        man: TrooperId,
        at: HexId,
    },
    /// A machine was put into a hex with its men.
    Brought {
        machine: u8,
        at: HexId,
    },
    /// No way leads the attackers into the place as it begins.
    NoWayIn(NoWay),
    /// A side begins to move.
    Moves(Side),
    Stepped {
        man: TrooperId,
        from: HexId,
        to: HexId,
        left: u8,
    },
    /// A man of the garrison came up from below, where he waited for room.
    CameUp {
        man: TrooperId,
        at: HexId,
    },
    /// A man went past a friend in a passage, in the friend's hex (SG-10).
    Passed {
        man: TrooperId,
        friend: TrooperId,
        to: HexId,
    },
    PickedUp {
        man: TrooperId,
        ladder: u8,
    },
    /// A man laid down a ladder, or a faggot, which is lost (MM-3.7).
    LaidDown {
        man: TrooperId,
        ladder: Option<u8>,
        at: HexId,
    },
    Climbed {
        man: TrooperId,
        ladder: u8,
        left: u8,
    },
    SteppedOff {
        man: TrooperId,
        ladder: u8,
        to: HexId,
        left: u8,
    },
    Raised {
        man: TrooperId,
        ladder: u8,
        foot: HexId,
        head: HexId,
    },
    Pushed {
        men: Vec<TrooperId>,
        ladder: u8,
        thrown: Thrown,
        percent: i32,
        falls: bool,
    },
    Lifted {
        men: [TrooperId; 2],
        ladder: u8,
    },
    Slid {
        men: [TrooperId; 2],
        ladder: u8,
        foot: HexId,
        head: HexId,
    },
    Fell {
        man: TrooperId,
        why: Tumble,
        levels: i8,
        killed: bool,
        /// Into a moat too deep to be filled, which kills (SG-7.7).
        deep: bool,
    },
    GateMoved {
        man: TrooperId,
        gate: u8,
        open: bool,
    },
    /// A man spends his turn at a gate with his axe; nothing comes of the first turn of it (MM-9.4).
    Hews {
        man: TrooperId,
        gate: u8,
        first: bool,
    },
    /// What came of the axes of a side at a gate, when it has moved.
    Hewn {
        men: u8,
        gate: u8,
        thrown: Thrown,
        percent: i32,
        wrecked: bool,
    },
    Rammed {
        machine: u8,
        men: u8,
        gate: u8,
        thrown: Thrown,
        percent: i32,
        wrecked: bool,
    },
    /// An engine wrecked a gate (MM-4.10).
    GateWrecked {
        gate: u8,
    },
    /// A man went to a machine, or over its gangway onto a siege tower.
    Boarded {
        man: TrooperId,
        machine: u8,
        left: u8,
    },
    /// A man went up to the top of a siege tower, or down into it.
    WentUp {
        man: TrooperId,
        machine: u8,
        up: bool,
        left: u8,
    },
    /// A man went over the gangway of a siege tower onto the wall (SG-7.2).
    Crossed {
        man: TrooperId,
        machine: u8,
        to: HexId,
        left: u8,
    },
    Rolled {
        machine: u8,
        from: HexId,
        to: HexId,
        back: bool,
    },
    Pivoted {
        machine: u8,
        facing: HexSide,
    },
    EngineAimed {
        machine: u8,
        at: HexId,
    },
    Loosed {
        machine: u8,
        at: HexId,
        struck: Struck,
        thrown: Thrown,
        hit: bool,
    },
    EngineLoaded {
        machine: u8,
    },
    MachineWrecked {
        machine: u8,
    },
    /// A man will drop something into a hex when all have moved (MM-9.5).
    WillDrop {
        man: TrooperId,
        what: Machine,
        at: HexId,
    },
    /// It came down (MM-4.9).
    Dropped {
        man: TrooperId,
        what: Machine,
        at: HexId,
        struck: Struck,
        thrown: Thrown,
        hit: bool,
    },
    /// Nobody was left there on whom it could come down.
    DroppedOnNobody {
        man: TrooperId,
        what: Machine,
        at: HexId,
    },
    /// A man put a torch to something (MM-4.11).
    Torched {
        man: TrooperId,
        fuel: HexFuel,
        face: u8,
        lit: bool,
    },
    /// A man lit a fire missile (MM-4.11).
    Kindled {
        man: TrooperId,
    },
    /// A man will shoot his fire missile at what is in a hex.
    FireAimed {
        man: TrooperId,
        at: HexId,
    },
    FireShot {
        man: TrooperId,
        fuel: HexFuel,
        thrown: Thrown,
        hit: bool,
    },
    /// A fire missile that hit sets it burning or does not (MM-4.11).
    FireLanded {
        fuel: HexFuel,
        face: u8,
        lit: bool,
    },
    /// Oil came down on a machine (MM-9.5).
    Oiled {
        machine: u8,
        thrown: Thrown,
        percent: i32,
        lit: bool,
    },
    Caught {
        fuel: HexFuel,
    },
    /// A man came away from a machine that burns or was wrecked.
    LeftMachine {
        man: TrooperId,
        machine: u8,
        to: HexId,
    },
    /// Men fought a fire (MM-4.12).
    FireFought {
        fuel: HexFuel,
        men: u8,
        /// Buckets of water that they spend.
        buckets: u8,
        thrown: Thrown,
        out: bool,
    },
    BurntDown {
        fuel: HexFuel,
    },
    /// A man stayed too long beside a fire (MM-4.12).
    Perished {
        man: TrooperId,
    },
    /// A stretch of wall was demolished (MM-4.10).
    Opened {
        at: HexId,
    },
    /// A besieger came out from under a rampart (SG-9.2).
    CameOut {
        man: TrooperId,
        from: HexId,
        to: HexId,
    },
    StandardFell {
        side: Side,
        standard: Standard,
        at: HexId,
    },
    StandardTaken {
        side: Side,
        standard: Standard,
        by: TrooperId,
        face: Option<u8>,
    },
    StandardRaised {
        side: Side,
        standard: Standard,
        by: TrooperId,
    },
    Worked {
        man: TrooperId,
        lift: u8,
        closed: bool,
    },
    /// A man on the stair that was raised came down by its foot (SG-10).
    ThrownDown {
        man: TrooperId,
        to: HexId,
    },
    Flooded {
        lift: u8,
    },
    Drowned {
        man: TrooperId,
    },
    Filled {
        man: TrooperId,
        moat: HexId,
        lacks: u8,
    },
    Aimed {
        man: TrooperId,
        at: TrooperId,
    },
    /// A man will strike at an enemy, and if another is named, at him at the turn's end (MM-5.1).
    WillStrike {
        man: TrooperId,
        at: TrooperId,
        then: Option<TrooperId>,
    },
    Shot {
        man: TrooperId,
        at: TrooperId,
        weapon: Weapon,
        second: bool,
        thrown: Thrown,
        hit: bool,
    },
    Struck {
        man: TrooperId,
        at: TrooperId,
        weapon: Weapon,
        attack: Thrown,
        defence: Thrown,
        hit: bool,
        parting: bool,
    },
    /// A man goes after an enemy who has left him, by choice (MM-5.8) or because he must (MM-5.9).
    GoesAfter {
        man: TrooperId,
        after: TrooperId,
        must: bool,
    },
    /// A troop was told to follow enemies who break off, or not to (MM-5.8).
    Follows {
        troop: u8,
        follow: bool,
    },
    Hurt {
        man: TrooperId,
        thrown: Thrown,
        killed: bool,
        second_wound: bool,
    },
    /// A man took missiles from the store (MM-4.6).
    Restocked {
        man: TrooperId,
    },
    /// A man stood and loaded his handgun (MM-3.5).
    Loaded {
        man: TrooperId,
    },
    Rose {
        man: TrooperId,
    },
    Tested {
        troop: u8,
        thrown: Thrown,
        mood: super::state::Heart,
    },
    Fled {
        man: TrooperId,
    },
    Yielded {
        man: TrooperId,
        to: Option<TrooperId>,
    },
    Over {
        ending: Ending,
        lines: u8,
    },
}
