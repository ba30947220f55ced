//! Who plays for the program: takes a castle and holds one.
//!
//! Every man of the attackers follows one field of distances to the innermost of the place, in which a shut gate, a wall a
//! ladder reaches, a tower that stands at a wall and a moat that can be filled are ways too, at a price; where his next step is
//! one of these, he does what opens it. The garrison shoots from its walls, throws ladders down, meets who comes over, and falls
//! back a line at a time.

mod conduct;
mod field;
mod hold;
mod park;
mod storm;

use super::Decision;
use super::machines::MachineKind;
use super::map::{GateKind, HexId};
use super::state::{Assault, Burden, Fortune, Heart, LadderLies, Post, TrooperId};
use super::view::View;
use crate::rules::figure::Side;
use crate::rules::game::{Captain, Game as _};
use field::{Claim, Lay};
use std::sync::{Arc, Mutex, PoisonError};

/// Storms a castle, or holds one. He keeps in mind what he worked out of the ground while it stays as it was, and who has
/// nothing to do while nothing near him changes; what he decides depends on the view alone.
#[derive(Debug, Default)]
pub struct Stormer {
    memory: Mutex<Memory>,
}

impl Clone for Stormer {
    fn clone(&self) -> Stormer {
        Stormer::default()
    }
}

/// What a captain keeps in mind.
#[derive(Debug, Default)]
struct Memory {
    ground: Option<Lay>,
    half: Option<Half>,
}

/// Who was found to have nothing to do in a half of a turn, as long as nothing that he goes by has changed.
#[derive(Debug)]
struct Half {
    turn: u32,
    side: Side,
    far: Arc<Vec<u32>>,
    posts: Vec<Post>,
    idle: Vec<bool>,
}

impl Half {
    fn new(game: &Assault, side: Side, far: Arc<Vec<u32>>) -> Half {
        let posts: Vec<Post> = game.men.iter().map(|man| man.post).collect();
        Half { turn: game.turn, side, far, idle: vec![false; posts.len()], posts }
    }

    /// Takes in what has changed since it was last asked: who left a hex makes room for those around it.
    fn catch_up(&mut self, game: &Assault) {
        for n in 0..self.posts.len() {
            let (before, now) = (self.posts[n], game.men[n].post);
            if before == now {
                continue;
            }
            self.posts[n] = now;
            self.idle[n] = false;
            let Post::Hex(left) = before else {
                // From a ladder or a machine: whoever waits for it may be anywhere near.
                self.idle.fill(false);
                continue;
            };
            for near in game.ways.fought_from(left).filter_map(|to| game.who(to)) {
                self.idle[usize::from(near.0)] = false;
            }
        }
    }
}

impl Captain<Assault> for Stormer {
    fn decide(&self, view: &View<'_>) -> Decision {
        let (game, side) = (view.assault(), view.side());
        if game.deploys(side) {
            // Everybody is arrayed already.
            return Decision::Done;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let Memory { ground, half } = &mut *memory;
        if ground.as_ref().is_none_or(|known| !Arc::ptr_eq(known.map(), &game.map)) {
            *ground = Some(Lay::of(game));
        }
        let Some(ground) = ground.as_mut() else { unreachable!("it was put there") };
        // Everybody moves before anybody is told to shoot, so where one aims already nobody need be looked at again.
        let aimed = game.ids().filter(|&id| game.man(id).side == side && game.man(id).aim.is_some()).last();
        let marked = game.machines.iter().any(|machine| machine.side == side && machine.mark.is_some());
        if aimed.is_none() {
            let mind = ground.mind(game, side);
            if !marked {
                if mind.hopeless() && game.check(side, &Decision::BreakOff).is_ok() {
                    return Decision::BreakOff;
                }
                if let Some(decision) = mind.moves(half) {
                    return decision;
                }
            }
            if let Some(loose) = mind.loose() {
                return loose;
            }
        }
        shoot(game, side, aimed).unwrap_or(Decision::Done)
    }
}

/// Whether a captain of the attackers finds no way in (SG-8).
pub(super) fn finds_no_way(game: &Assault) -> bool {
    Lay::of(game).mind(game, Side::Attacker).no_way()
}

/// Whether a man obeys.
fn may_act(game: &Assault, id: TrooperId) -> bool {
    let man = game.man(id);
    man.able() && !matches!(game.troops[usize::from(man.troop)].mood, Heart::Recreant | Heart::Rallying)
}

/// Steps from which a man of the garrison goes to meet who has come in.
const MEETS: u16 = 24;

/// So many times as many as the enemy go on, however few they are.
const OUTNUMBER: usize = 2;

/// So many fire missiles are lit at a time: the other bowmen shoot at men.
const LIT: usize = 2;

/// How many of the enemies nearest to him a bowman looks at before he holds his shot.
const NEAREST: usize = 12;

/// A captain looking at an assault.
struct Mind<'a> {
    game: &'a Assault,
    side: Side,
    ground: &'a Lay,
    far: Arc<Vec<u32>>,
    /// How far every hex is for who carries a ladder, and for who carries a faggot.
    scaling: Arc<Vec<u32>>,
    filling: Arc<Vec<u32>>,
    /// Steps to the nearest enemy who has come into the place, for who holds it.
    threat: Arc<Vec<u16>>,
    /// Who stands with a ladder where he raises it.
    claims: Arc<Vec<Claim>>,
    /// Hexes that are left to those who have axes.
    approach: Arc<Vec<bool>>,
    /// Where the enemies are.
    enemies: Vec<HexId>,
    /// The moat hex the attackers fill or scale next.
    crossing: Option<HexId>,
    /// Who carries a ladder for which there is no free place at a wall.
    spare: Vec<TrooperId>,
    /// How far those are who bring the first ladders, and whom nobody goes before who brings none; nothing where no ladder is
    /// needed first.
    vanguard: Option<u32>,
    /// Where machines of the side roll next, and nobody is to stand.
    kept_free: Vec<HexId>,
    /// The hexes through which those who are shut in there by friends come out, each holder to the next; the last is free.
    chain: Vec<HexId>,
}

impl Mind<'_> {
    fn may(&self, decision: Decision) -> Option<Decision> {
        self.game.check(self.side, &decision).is_ok().then_some(decision)
    }

    fn far(&self, at: HexId) -> u32 {
        self.far.get(usize::from(at.0)).copied().unwrap_or(u32::MAX)
    }

    /// What a man carries that is of use: once no moat is filled any more, a faggot is nothing, nor is a ladder with no wall for it.
    fn burden(&self, id: TrooperId) -> Burden {
        match self.game.man(id).burden {
            Burden::Faggot if self.crossing.is_none() => Burden::Nothing,
            Burden::Ladder(_) if self.spare.contains(&id) => Burden::Nothing,
            burden => burden,
        }
    }

    /// How far a hex is for a man, by what he carries.
    fn far_for(&self, id: TrooperId, at: HexId) -> u32 {
        let field = match self.burden(id) {
            Burden::Ladder(_) if self.side == Side::Attacker => &self.scaling,
            Burden::Faggot => &self.filling,
            _ => &self.far,
        };
        field.get(usize::from(at.0)).copied().unwrap_or(u32::MAX)
    }

    /// What is done next before anybody shoots: machines first, then men, those in front before those behind them.
    fn moves(&self, half: &mut Option<Half>) -> Option<Decision> {
        if let Some(decision) = self.machines_move() {
            return Some(decision);
        }
        let game = self.game;
        let known = half.as_ref().is_some_and(|half| {
            (half.turn, half.side) == (game.turn, self.side)
                && Arc::ptr_eq(&half.far, &self.far)
                && half.posts.len() == game.men.len()
        });
        if !known {
            *half = Some(Half::new(game, self.side, self.far.clone()));
        }
        let half = half.as_mut()?;
        half.catch_up(game);
        loop {
            let waits = |&id: &TrooperId| {
                let man = game.man(id);
                man.side == self.side && man.points > 0 && !half.idle[usize::from(id.0)] && may_act(game, id)
            };
            let next = game.ids().filter(waits).min_by_key(|&id| (game.place(id).map_or(0, |at| self.far(at)), id))?;
            let led = || if self.side == Side::Attacker { self.storm(next) } else { self.hold(next) };
            // Who holds a place sallies for what burns; who storms it goes on as long as he can.
            let burns = || self.burns(next);
            let decided = match self.side == game.garrison() || game.man(next).citadel {
                true => self.leaves_fire(next).or_else(burns).or_else(led),
                false => self.leaves_fire(next).or_else(led).or_else(burns),
            };
            match decided {
                Some(decision) => return Some(decision),
                None => half.idle[usize::from(next.0)] = true,
            }
        }
    }

    /// Away from a fire that kills who stays by it (MM-4.12), to the nearest hex where it does not.
    fn leaves_fire(&self, id: TrooperId) -> Option<Decision> {
        let at = self.game.afoot(id).filter(|&at| self.game.scorching(at))?;
        let reached = self.game.reached(self.side, id, None);
        let away = reached.ends().filter(|&(_, to)| !self.game.scorching(to));
        let (_, _, to) = away.map(|(n, to)| (reached.steps(n), self.game.map.distance(at, to), to)).min()?;
        Some(Decision::Go { man: id, to })
    }

    /// Puts a torch to a machine of the enemy's beside him that nobody keeps (MM-4.11, SG-4.3), or, who has no axe, to a gate he is
    /// shut out by; lights a fire missile for a siege tower or a ram in sight.
    fn burns(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        if !game.fire_at_hand(id) {
            return None;
        }
        let Some(at) = game.man(id).hex() else { return self.kindles(id) };
        let near = (0..game.machines.len() as u8).filter(|&n| game.map.distance(at, game.machine(n).at) == 1);
        let machine = near.into_iter().find_map(|machine| self.may(Decision::Burn { man: id, machine }));
        let gates = 0..game.map.gates.len() as u8;
        let shuts_out = |gate: &u8| {
            let sides = &game.map.gates[usize::from(*gate)].sides;
            let rams = |n: u8| game.faces_gate(game.machine(n).at, game.machine(n).facing, *gate);
            let before = sides.iter().any(|&(inner, side)| game.map.beside(inner, side) == Some(at));
            before && !self.own_machines().any(rams)
        };
        let gate = || {
            let theirs = |gate: &u8| game.owner_of_gate(*gate) != self.side;
            let gates = gates.filter(|_| !game.has_axe(id)).filter(theirs).filter(shuts_out);
            gates.into_iter().find_map(|gate| self.may(Decision::BurnGate { man: id, gate }))
        };
        machine.or_else(gate).or_else(|| self.kindles(id))
    }

    /// Lights a fire missile if a machine of the enemy's is where he could shoot it (MM-4.11), towers and rams before engines, or, who
    /// comes from outside and has no ram at work, a shut gate. One of a catapult's crew does whom the others do not need to work it.
    fn kindles(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        let lit = game.of(self.side).filter(|&other| game.man(other).lit.is_some()).count();
        // A catapult that is loaded shoots its stone; while it is loaded anew one lights what it shoots next.
        let needed = |engine: u8| game.machine(engine).loaded || !self.works_without(engine, id);
        if game.stores[self.side].fire_missiles == 0 || lit >= LIT || game.catapult_of(id).is_some_and(needed) {
            return None;
        }
        fire_marks(game, self.side).into_iter().find(|&at| game.fire_bears(id, at).is_ok())?;
        self.may(Decision::Kindle { man: id })
    }

    /// Whether one of a side does what he is told: he stands, and is not in flight.
    fn acts(&self, id: TrooperId) -> bool {
        let man = self.game.man(id);
        man.able() && self.game.troops[usize::from(man.troop)].mood != Heart::Recreant
    }

    /// Whether no way in is left to any of those who storm.
    fn stuck(&self) -> bool {
        let stuck = |id: TrooperId| self.game.place(id).is_none_or(|at| self.far(at) == u32::MAX);
        self.game.of(self.side).filter(|&id| self.acts(id)).all(stuck)
    }

    /// Whether no way in is left to any of those who storm, no tower is on its way, and no engine of theirs batters a wall.
    fn no_way(&self) -> bool {
        self.stuck() && !self.own_machines().any(|n| self.comes_up(n)) && !self.may_batter_a_wall()
    }

    /// Whether those who storm had better go: fewer than a third are left, and not twice as many as the enemy, or no way in is left
    /// to them.
    fn hopeless(&self) -> bool {
        let game = self.game;
        if self.side != Side::Attacker {
            return false;
        }
        // Who waits below is not lost.
        let began = game.men.iter().filter(|man| man.side == Side::Attacker && man.fortune != Fortune::Waiting).count();
        let left = game.of(self.side).filter(|&id| self.acts(id)).count();
        // With no enemy in sight, those who may wait below come up, or are taken.
        if !game.sally && self.enemies.is_empty() {
            return false;
        }
        let able = |side: Side| game.of(side).filter(|&id| game.man(id).able()).count();
        // Who flees may rally, and a garrison of half as many or fewer is worth it.
        if 3 * left < began && able(Side::Attacker) < OUTNUMBER * able(Side::Defender) {
            return true;
        }
        // With a line won and half of them gone he keeps what he has, if it is his when they stop.
        if !game.sally && 2 * left < began && game.lines_taken() > game.held {
            return true;
        }
        // Looked at once a turn, before anybody moves.
        let fresh = game.of(self.side).all(|id| !game.man(id).moved);
        fresh && self.no_way()
    }

    /// To the hex in reach that is nearest to what he makes for, if any is nearer than his own.
    fn goes(&self, id: TrooperId, at: HexId, here: u32) -> Option<Decision> {
        let game = self.game;
        // Where the next steps are all taken there is no way past.
        let open = |to: HexId| !game.taken(to) && self.far_for(id, to) < here && self.has_place(id, to);
        let passes = game.map.cell(at).under || game.map.cell(at).spiral.is_some();
        if !passes && !game.ways.steps(at).any(open) {
            return None;
        }
        let reached = game.reached(self.side, id, None);
        let room = reached.ends().filter(|&(_, to)| self.far_for(id, to) < here && self.has_place(id, to));
        let room = room.filter(|&(_, to)| !game.scorching(to));
        let best = room.map(|(n, to)| (self.far_for(id, to), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }
}

/// The hexes a side's fire missiles are for (MM-4.11): the enemy's siege towers and rams, then his engines, then the gates that are
/// shut against besiegers who have no ram before them.
fn fire_marks(game: &Assault, side: Side) -> Vec<HexId> {
    let theirs = || game.machines.iter().filter(|it| it.side != side && it.stands());
    let (rolls, engines) = (theirs().filter(|it| it.kind.rolls()), theirs().filter(|it| !it.kind.rolls()));
    let rammed = |gate: u8| {
        let own = game.machines.iter().filter(|it| it.side == side && it.stands() && it.kind == MachineKind::Ram);
        own.into_iter().any(|it| game.faces_gate(it.at, it.facing, gate))
    };
    let gates = (0u8..).zip(&game.map.gates).filter(|(n, gate)| {
        side != game.owner_of_gate(*n) && gate.kind != GateKind::Portcullis && !gate.passable() && !rammed(*n)
    });
    let inner = gates.flat_map(|(_, gate)| gate.sides.iter().map(|&(inner, _)| inner));
    rolls.chain(engines).map(|it| it.at).chain(inner).collect()
}

/// The enemy a man shoots at: the nearest he may, a climber before others.
fn target(game: &Assault, id: TrooperId) -> Option<TrooperId> {
    let (at, side) = (game.place(id)?, game.man(id).side);
    let reach = game
        .man(id)
        .profile
        .weapons
        .missile
        .and_then(|weapon| game.combat.shooting.of(weapon))
        .map_or(0, |row| row.reach());
    let seen = |enemy: TrooperId| {
        let far = game.map.distance(at, game.place(enemy)?);
        let climbs = matches!(game.man(enemy).post, Post::Ladder(_));
        (far <= i64::from(reach)).then_some((!climbs, far, enemy))
    };
    let mut enemies: Vec<(bool, i64, TrooperId)> = game.of(side.other()).filter_map(seen).collect();
    enemies.sort_unstable();
    enemies.into_iter().take(NEAREST).map(|(_, _, enemy)| enemy).find(|&enemy| game.check_aim(side, id, enemy).is_ok())
}

/// The next man who is told to shoot, after the last who was.
fn shoot(game: &Assault, side: Side, last: Option<TrooperId>) -> Option<Decision> {
    let idle = |id: &TrooperId| {
        let man = game.man(*id);
        let bow = man.profile.weapons.missile.is_some() && game.shots_of(*id) > 0;
        let engine = man.lit.is_some() && game.catapult_of(*id).is_some();
        man.side == side && (bow || engine) && may_act(game, *id)
    };
    let after = game.ids().filter(|&id| last.is_none_or(|last| id > last)).filter(idle);
    after.into_iter().find_map(|id| {
        let lit = game.man(id).lit.is_some();
        let fire = || fire_marks(game, side).into_iter().map(|at| Decision::FireAt { man: id, at });
        let fire = if lit { fire().find(|decision| game.check(side, decision).is_ok()) } else { None };
        fire.or_else(|| target(game, id).map(|at| Decision::Aim { man: id, at }))
    })
}

/// Whether a ladder is carried, or lies for somebody to pick up.
fn at_hand(ladder: &super::state::ScalingLadder) -> bool {
    matches!(ladder.lies, LadderLies::Carried | LadderLies::Lying(_))
}
