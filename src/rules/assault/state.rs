//! An assault as it stands: the men and where they are, the ladders and machines, the map with all that has changed of it.

use super::dropping::{DropStore, HexDrop};
use super::machines::{HexMachine, MachineKind, StaysBehind};
use super::map::{HexId, HexMap, Terrain};
use super::sight::Sights;
use super::standards::HexStandard;
use super::tables::Tables;
use super::ways::HexWays;
use crate::rules::battle::{Deed, HexForm, Man, Standard};
use crate::rules::figure::{BySide, Class, Grade, Profile, Protection, Side, Weapon};
use crate::rules::man_to_man::{self, arms::Arms};
use crate::rules::weather::Weather;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A man in an assault, by his number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrooperId(pub u16);

/// Where a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    Hex(HexId),
    Ladder(u8),
    /// At a ram or an engine, or inside a siege tower, in its hex.
    Aboard(u8),
    /// On the top of a siege tower (SG-7.2).
    Aloft(u8),
    /// No longer in the assault.
    Off,
}

/// How a man fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortune {
    /// He stands.
    Able,
    /// He fell, and lies inactive through that turn (MM-6.4).
    Down(u32),
    Dead,
    /// He waits on a floor below for room in the keep **[house]**.
    Waiting,
    /// Drowned in the passage (SG-10).
    Drowned,
    /// Taken, by the man named if one took him.
    Taken(Option<TrooperId>),
    /// Fled the place.
    Fled,
}

/// What a man carries besides his arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burden {
    Nothing,
    /// A ladder, by its number.
    Ladder(u8),
    /// A faggot for a moat.
    Faggot,
}

/// What a man shoots at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexAim {
    /// An enemy (MM-4.4).
    Man(TrooperId),
    /// What burns in a hex, with a fire missile (MM-4.11).
    Fire(HexId),
}

/// A man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trooper {
    /// Who he is in the plan.
    pub man: Man,
    pub side: Side,
    pub troop: u8,
    /// Whether he holds the citadel against besiegers who are shut in without it (SG-4.3).
    pub citadel: bool,
    /// What he is and has; his horse stands in a stable or was left behind.
    pub profile: Profile<Arms>,
    /// Missiles left (MM-4.6).
    pub ammunition: u8,
    /// Where he is.
    pub post: Post,
    /// How he fares.
    pub fortune: Fortune,
    /// Whether he is wounded.
    pub wounded: bool,
    /// What he carries.
    pub burden: Burden,
    /// Movement points left this turn (SG-5.2).
    pub points: u8,
    /// Whether he has moved or worked this turn.
    pub moved: bool,
    /// Whether he has spent all of this turn on a task (MM-3.7).
    pub spent: bool,
    /// Whether his handgun is loaded (MM-3.5).
    pub loaded: bool,
    /// Whether he fell back this turn (MM-7.4).
    pub falls_back: bool,
    /// Whether he stood face to face with an enemy when the turn began (MM-5.1).
    pub engaged: bool,
    /// Whether he left a melee this turn (MM-5.8).
    pub left_melee: bool,
    /// Whether he has shot this turn, with anything but a javelin (MM-9.11).
    pub shot: bool,
    /// How many blows he struck this turn (MM-5.1).
    pub blows: u8,
    /// Whether he charges this turn, as the bold do (MM-5.4, MM-7.4).
    pub charges: bool,
    /// Whether a missile hit him this turn.
    pub hit_by_missile: bool,
    /// Whether he was hit hand to hand this turn.
    pub hit_in_melee: bool,
    /// How many men in flight he cut off this turn (MM-7.4).
    pub cuts_off: u8,
    /// What he shoots at this turn.
    pub aim: Option<HexAim>,
    /// Whom he is told to strike this turn, at its start and at its end (MM-5.1).
    pub strikes: [Option<TrooperId>; 2],
    /// The turn in which he lit the fire missile he has, if he has one (MM-4.11): it burns until the end of the next.
    pub lit: Option<u32>,
    /// Whether he has fought face to face in this assault.
    pub fought: bool,
    /// The standard he bears (MM-8.8).
    pub standard: Option<Standard>,
    /// The siege tower over whose gangway he went this turn (MM-6.3).
    pub crossed: Option<u8>,
}

impl Trooper {
    /// Whether he stands and acts.
    pub fn able(&self) -> bool {
        self.fortune == Fortune::Able
    }

    /// Whether he is there, standing or fallen.
    pub fn present(&self) -> bool {
        matches!(self.fortune, Fortune::Able | Fortune::Down(_))
    }

    /// The hex he stands in on his feet; none on a ladder or at a machine.
    pub fn hex(&self) -> Option<HexId> {
        match self.post {
            Post::Hex(at) => Some(at),
            Post::Ladder(_) | Post::Aboard(_) | Post::Aloft(_) | Post::Off => None,
        }
    }

    /// Whether he has one hand only: on a ladder or under a standard, a ladder or a faggot (MM-9.11).
    pub fn one_handed(&self) -> bool {
        matches!(self.post, Post::Ladder(_)) || self.standard.is_some() || self.burden != Burden::Nothing
    }

    /// The weapon he fights with (MM-9.11), while he has what he throws.
    pub(super) fn arm(&self) -> Weapon {
        if self.one_handed() { self.profile.weapons.one_handed } else { self.profile.weapons.hand }
    }

    /// His protection at this moment: a level worse than he is rostered where he may not use his shield, with one hand only or
    /// when he has shot (MM-1.3, MM-9.11).
    pub fn protection_now(&self) -> Protection {
        let protection = self.profile.protection;
        let laid_aside = self.profile.weapons.shield && (self.one_handed() || self.shot);
        if laid_aside { protection.worse() } else { protection }
    }
}

/// How the men of a troop are minded (MM-7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heart {
    /// They obey.
    Steady,
    /// They do not advance this turn, and fall back in the open.
    Craven,
    /// They flee.
    Recreant,
    /// They have stopped fleeing, and spend the turn on it.
    Rallying,
    /// They go at an enemy they can reach.
    Bold,
}

/// Men who test their morale together (MM-7.1): a unit, or a knight by himself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warband {
    pub name: String,
    pub side: Side,
    pub commander: Option<TrooperId>,
    /// Who leads it, from its own commander to the army's (MM-7.1).
    pub leaders: Vec<TrooperId>,
    /// Its men's class.
    pub class: Class,
    /// Their commonest grade.
    pub grade: Grade,
    /// How many they were.
    pub strength: u16,
    /// How many of them were ever hit.
    pub hit: u16,
    /// How they are minded.
    pub mood: Heart,
    /// Whether they follow enemies who break off, by choice (MM-5.8).
    pub follows: bool,
    /// Whether they tested before a charge this turn (MM-7.1).
    pub tested_at_onset: bool,
    /// Whether they fought this turn.
    pub fought: bool,
    /// How many of them missiles hit this turn.
    pub missile_hits: u16,
    /// Whether a man was hit this turn.
    pub hit_now: bool,
    /// Whether an engine shot at it this turn (MM-7.1).
    pub stoned: bool,
    /// Whether a firearm shot at it this turn from within the distance that counts (MM-7.1, MM-7.2).
    pub fired_on: bool,
    /// Whether it was shot at this turn, and for how many turns on end while its men stood (MM-7.2).
    pub shot_at: bool,
    pub shot_at_halted: u8,
    /// Whether its men saw the army's commander lost (MM-7.3).
    pub saw_commander_lost: bool,
    /// Whether friends of its class or better passed it in flight this turn (MM-7.1).
    pub passed_in_flight: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderLies {
    /// A man carries it.
    Carried,
    /// It stands in a hex against another.
    Upright {
        /// Where its foot is.
        foot: HexId,
        /// What it leads to.
        head: HexId,
        /// The first turn in which it may be climbed (SG-7.4).
        from: u32,
    },
    /// It lies across two hexes of a rampart (SG-7.5).
    Flat([HexId; 2]),
    /// It lies on the ground, for whoever picks it up (MM-3.7).
    Lying(HexId),
    /// It is lost.
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalingLadder {
    pub lies: LadderLies,
}

/// What has been done to a gate (MM-9.2, MM-9.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GateWork {
    /// The turn in which axes were first put to it; 0 if none were.
    pub begun: u32,
    /// Men's moves spent on it with axes after that turn (MM-9.4).
    pub axes: u32,
    /// How many men of the side that moves have hewn at it this turn, and which turn that is: what comes of their axes is
    /// thrown for once, when the side has moved.
    pub hewers: (u32, u8),
    /// Turns spent ramming it.
    pub rammed: u32,
    /// The turn it was last rammed in.
    pub last: u32,
    /// Hits of engines (MM-4.10).
    pub stones: u8,
}

impl GateWork {
    /// Turns spent ramming it before this one: another ram's stroke in the same turn is none (MM-9.2).
    pub fn rammed_before(&self, turn: u32) -> u32 {
        if self.last == turn { self.rammed.saturating_sub(1) } else { self.rammed }
    }
}

/// Horses stabled at the foot of a rampart, out of all fire (SG-9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stable {
    /// Whose they are.
    pub side: Side,
    /// The hex at the foot of the rampart.
    pub at: HexId,
    /// How many.
    pub horses: u16,
}

/// How an assault ended (SG-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Five turns without face-to-face fighting, the defenders parted from the attackers.
    Parted,
    /// Five turns in which nobody did anything **[house]**.
    Unpressed,
    /// No able defender is left.
    NoDefender,
    /// No able attacker is left.
    NoAttacker,
    /// The attackers broke it off.
    BrokenOff,
    /// Night fell.
    Night,
}

/// Who moves now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssaultStage {
    /// A side puts its men and machines where it wants them, before anybody moves.
    Deploys(Side),
    /// A side moves its men.
    Moves(Side),
    Over(Ending),
}

impl AssaultStage {
    /// The side that decides; nobody once it is over.
    pub fn decides(self) -> Option<Side> {
        match self {
            AssaultStage::Deploys(side) | AssaultStage::Moves(side) => Some(side),
            AssaultStage::Over(_) => None,
        }
    }
}

/// An assault: the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assault {
    /// By which form of the rules it goes on.
    pub form: HexForm,
    /// The map as it is now.
    pub map: Arc<HexMap>,
    /// The figures of the assault.
    pub tables: Arc<Tables>,
    /// The figures of MM, by which men shoot, strike and test.
    pub combat: Arc<man_to_man::Tables>,
    /// The men of both sides, the attackers' first.
    pub men: Vec<Trooper>,
    pub troops: Vec<Warband>,
    pub ladders: Vec<ScalingLadder>,
    /// Siege towers, rams and engines.
    pub machines: Vec<HexMachine>,
    /// Standards, borne, on the ground or taken (MM-8.8).
    pub standards: Vec<HexStandard>,
    /// Hits of engines against hexes of walls that still stand (MM-4.10, SG-7.8).
    pub wall_hits: Vec<(HexId, u8)>,
    /// Horses stabled at the foot of a rampart: of whom, where, and how many (SG-9.1).
    pub stables: Vec<Stable>,
    /// Who of the assailants came first onto the walls of each line they did not hold.
    pub first_on: Vec<(u8, TrooperId)>,
    /// What men did that is remembered (MM-8.6 to MM-8.8), in order.
    pub deeds: Vec<(TrooperId, Deed)>,
    /// What was done to each gate.
    pub gate_work: Vec<GateWork>,
    /// Faggots thrown into moat hexes that are not full yet.
    pub faggots: Vec<(HexId, u8)>,
    /// The turn, from 1.
    pub turn: u32,
    /// Who moves.
    pub stage: AssaultStage,
    /// Turns without face-to-face fighting up to now (SG-8), counted from the first blow; before it, turns on end in which nobody
    /// presses the assault.
    pub quiet: Option<u32>,
    /// Turns on end in which neither side moved, worked, shot or fought (SG-8).
    pub idle: u32,
    /// A sluice that was opened, and by whom: its passage is under water at the end of the other side's next turn (SG-10).
    pub flooding: Option<(u8, Side)>,
    /// Lines of defence the attackers held when it began (SG-9.2).
    pub held: u8,
    /// Lines from the outermost that besiegers hold who are shut in (SG-4.3); 0 where nobody is.
    pub shut_in: u8,
    /// How many of those a relief has won from them before, from the outermost: they hold the others.
    pub outer_lost: u8,
    /// Whether it is the garrison that attacks, from within.
    pub sally: bool,
    /// Whether it comes at what stands before the place, and wins no line back (SG-1.3).
    pub sortie: bool,
    /// What half rations add to the morale of each side (SG-2.3).
    pub hunger: BySide<i32>,
    /// Who leads the whole of each side, if one does.
    pub army_leader: BySide<Option<TrooperId>>,
    /// Who was killed, wounded, taken or fled this turn, and where (MM-7.1, MM-7.2).
    pub fallen: Vec<(TrooperId, HexId)>,
    /// The machines that came and could not be brought up, each with why.
    pub stay_behind: Vec<(Side, MachineKind, StaysBehind)>,
    /// Who leads others and was made to flee this turn (MM-7.1).
    pub fled_now: Vec<TrooperId>,
    /// The weather men shoot in (CP-3.1); nothing for fair weather.
    pub weather: Option<Weather>,
    /// Who stands in each hex.
    pub(super) who: Vec<Option<TrooperId>>,
    /// The machine in each hex.
    pub(super) machine_in: Vec<Option<u8>>,
    /// Lines of fire that were found on the map as it is now.
    pub(super) sights: Arc<Sights>,
    /// Where one may go from each hex of the map as it is now, and over which sides one may fight.
    pub(super) ways: Arc<HexWays>,
    /// Who was face to face with whom when the turn began, each with every enemy (MM-5.1).
    pub(super) met: Vec<(TrooperId, TrooperId)>,
    /// Whether anybody fought face to face this turn.
    pub(super) fighting: bool,
    /// Men killed or wounded hand to hand this turn: of the attackers, of the defenders.
    pub(super) melee_hits: [u16; 2],
    /// Those of them who were killed.
    pub(super) melee_kills: [u16; 2],
    /// What each side has by it to drop from the walls (MM-9.5).
    pub stores: BySide<DropStore>,
    /// What is about to be dropped this turn.
    pub(super) drops: Vec<HexDrop>,
    /// Who stood beside a fire at the end of the last turn, and of how many on end (MM-4.12).
    pub(super) scorched: Vec<(TrooperId, u8)>,
    /// Who was put into his place by his side before it began.
    pub(super) placed: Vec<TrooperId>,
    /// Who left a melee since the last decision, and whom he had before him there (MM-5.8).
    pub(super) leavers: Vec<(TrooperId, Vec<TrooperId>)>,
}

impl Assault {
    pub fn man(&self, id: TrooperId) -> &Trooper {
        &self.men[usize::from(id.0)]
    }

    pub(super) fn man_mut(&mut self, id: TrooperId) -> &mut Trooper {
        &mut self.men[usize::from(id.0)]
    }

    /// The side that lies before the place: the attackers, unless the garrison attacks from within.
    pub fn besiegers(&self) -> Side {
        if self.sally { Side::Defender } else { Side::Attacker }
    }

    /// The side whose place it is.
    pub fn garrison(&self) -> Side {
        self.besiegers().other()
    }

    /// Every man's number.
    pub fn ids(&self) -> impl Iterator<Item = TrooperId> + Clone + use<> {
        (0..self.men.len() as u16).map(TrooperId)
    }

    /// The men of a side who are there.
    pub fn of(&self, side: Side) -> impl Iterator<Item = TrooperId> + '_ {
        self.ids().filter(move |&id| self.man(id).side == side && self.man(id).present())
    }

    /// Who stands in a hex.
    pub fn who(&self, at: HexId) -> Option<TrooperId> {
        self.who[usize::from(at.0)]
    }

    /// Who is on a ladder.
    pub fn on_ladder(&self, ladder: u8) -> Option<TrooperId> {
        self.ids().find(|&id| self.man(id).post == Post::Ladder(ladder) && self.man(id).present())
    }

    /// Puts a man somewhere.
    pub(super) fn put(&mut self, id: TrooperId, post: Post) {
        if let Post::Hex(at) = self.man(id).post
            && self.who(at) == Some(id)
        {
            self.who[usize::from(at.0)] = None;
        }
        if let Post::Hex(at) = post {
            self.who[usize::from(at.0)] = Some(id);
        }
        self.man_mut(id).post = post;
    }

    /// Takes a man out of the assault. A ladder he carried lies where he fell; a faggot is lost.
    pub(super) fn take_off(&mut self, id: TrooperId, fortune: Fortune) {
        let (at, burden) = (self.man(id).hex(), self.man(id).burden);
        self.man_mut(id).fortune = fortune;
        self.put(id, Post::Off);
        (self.man_mut(id).burden, self.man_mut(id).strikes) = (Burden::Nothing, [None; 2]);
        if let Burden::Ladder(ladder) = burden {
            self.ladders[usize::from(ladder)].lies = at.map_or(LadderLies::Gone, LadderLies::Lying);
        }
    }

    /// Who fights in a hex: the man who stands there, or the foremost of those at a machine there, one to a hex (SG-5.4).
    pub(super) fn fights_in(&self, at: HexId) -> Option<TrooperId> {
        self.who(at).or_else(|| self.machine_at(at).and_then(|n| self.foremost(Post::Aboard(n))))
    }

    /// The able enemies face to face with a man (SG-5.3, SG-5.4): beside him with nothing between, at the head of the ladder
    /// or the gangway that one of them is on.
    pub fn facing(&self, id: TrooperId) -> Vec<TrooperId> {
        let mut found = Vec::new();
        self.each_facing(id, |enemy| {
            found.push(enemy);
            false
        });
        found
    }

    /// Whether an able enemy is face to face with a man.
    pub fn faces_enemy(&self, id: TrooperId) -> bool {
        self.each_facing(id, |_| true)
    }

    /// Goes through the able enemies face to face with a man until `done` says so; whether it did.
    pub(super) fn each_facing(&self, id: TrooperId, mut done: impl FnMut(TrooperId) -> bool) -> bool {
        let man = self.man(id);
        let side = man.side;
        let mut enemy = |other: TrooperId| self.man(other).side != side && self.man(other).able() && done(other);
        match man.post {
            Post::Hex(at) => {
                self.ways.fought_from(at).filter_map(|to| self.fights_in(to)).any(&mut enemy)
                    || self.above_and_before(at).any(&mut enemy)
            }
            Post::Aboard(n) if self.foremost(man.post) == Some(id) => {
                let at = self.machines[usize::from(n)].at;
                self.ways.fought_from(at).filter_map(|to| self.fights_in(to)).any(&mut enemy)
            }
            Post::Aloft(n) if self.foremost(man.post) == Some(id) => {
                self.gangway(n).and_then(|wall| self.who(wall)).is_some_and(&mut enemy)
            }
            Post::Ladder(n) => match self.ladders[usize::from(n)].lies {
                LadderLies::Upright { head, .. } => self.who(head).is_some_and(&mut enemy),
                _ => false,
            },
            Post::Aboard(_) | Post::Aloft(_) | Post::Off => false,
        }
    }

    /// Who comes at a hex over the head of a ladder or the gangway of a siege tower.
    fn above_and_before(&self, at: HexId) -> impl Iterator<Item = TrooperId> + '_ {
        let climbing = self.upright().filter(move |&(_, _, head)| head == at).filter_map(|(n, ..)| self.on_ladder(n));
        let towers = (0..self.machines.len() as u8).filter(move |&n| self.gangway(n) == Some(at));
        climbing.chain(towers.filter_map(|n| self.foremost(Post::Aloft(n))))
    }

    /// The ladders that stand: number, foot and head.
    pub fn upright(&self) -> impl Iterator<Item = (u8, HexId, HexId)> + '_ {
        (0u8..).zip(&self.ladders).filter_map(|(n, ladder)| match ladder.lies {
            LadderLies::Upright { foot, head, .. } => Some((n, foot, head)),
            _ => None,
        })
    }

    /// Whether an enemy able to strike who stands in a hex is beside it: with nothing between, on the spiral stair to it, or
    /// on a ladder or gangway that leads to it.
    pub(super) fn threatened(&self, at: HexId, side: Side) -> bool {
        self.enemies_at(at, side).next().is_some()
    }

    /// Those enemies.
    pub(super) fn enemies_at(&self, at: HexId, side: Side) -> impl Iterator<Item = TrooperId> + '_ {
        let beside = self.ways.fought_from(at).filter_map(|to| self.fights_in(to)).chain(self.above_and_before(at));
        beside.filter(move |&id| self.man(id).side != side && self.man(id).able())
    }

    /// The level a man stands at; on a ladder, that of its foot.
    pub fn level(&self, id: TrooperId) -> i8 {
        match self.man(id).post {
            Post::Aloft(n) => self.top_of(n),
            _ => self.place(id).map_or(0, |at| self.map.cell(at).level),
        }
    }

    /// The hex a man is in, at the foot of whose ladder he is, or in which his machine stands: where shots find him.
    pub fn place(&self, id: TrooperId) -> Option<HexId> {
        match self.man(id).post {
            Post::Hex(at) => Some(at),
            Post::Ladder(n) => match self.ladders[usize::from(n)].lies {
                LadderLies::Upright { foot, .. } => Some(foot),
                _ => None,
            },
            Post::Aboard(n) | Post::Aloft(n) => Some(self.machines[usize::from(n)].at),
            Post::Off => None,
        }
    }

    /// Levels a ladder climbs.
    pub(super) fn climbs(&self, foot: HexId, head: HexId) -> i8 {
        self.map.cell(head).level - self.map.cell(foot).level
    }

    /// Lines of defence the besiegers have taken: of each, that they stand on or within it and nobody of the garrison is left on
    /// it or outside it; all of them where nobody of it is left at all. A garrison that attacks from within wins back those that
    /// no besieger stands on or within any more, and none where it breaks off (SG-4.2, **[house]**). Of those who are shut in between a
    /// relief and the citadel, how many they have lost (SG-4.3).
    pub fn lines_taken(&self) -> u8 {
        if self.relief_assaults() {
            return self.lines_lost();
        }
        let outermost = self.of(self.garrison()).filter_map(|id| self.place(id)).map(|at| self.map.line_of(at)).min();
        let deepest = self.of(self.besiegers()).filter_map(|id| self.place(id)).map(|at| self.map.line_of(at)).max();
        let waits = self.men.iter().any(|man| man.side == self.garrison() && man.fortune == Fortune::Waiting);
        let outermost = outermost.or(waits.then_some(self.map.last_line()));
        match (outermost, deepest) {
            (_, None) => 0,
            // Nobody is left to hold any of it.
            (None, Some(_)) => self.map.last_line(),
            (Some(_), Some(_)) if self.sally && self.stage == AssaultStage::Over(Ending::BrokenOff) => self.held,
            (Some(_), Some(deepest)) if self.sally => deepest.min(self.held),
            (Some(line), Some(deepest)) => line.saturating_sub(1).min(deepest),
        }
    }

    /// Whether a hex is part of a passage under the ground that water closes.
    pub(super) fn in_passage(&self, at: HexId) -> bool {
        self.map.cell(at).terrain == Terrain::Passage
    }
}
