//! What a captain works out of the ground: how far every hex is from what his side makes for, and what is to be crossed first.

use super::{Mind, at_hand};
use crate::rules::assault::enclosed::HexHome;
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::machines::MachineKind;
use crate::rules::assault::map::{Barred, HexId, HexMap, Lift, LiftKind, Terrain};
use crate::rules::assault::rolling::{RollField, RollStand};
use crate::rules::assault::state::{Assault, Burden, LadderLies, ScalingLadder, TrooperId};
use crate::rules::figure::{BySide, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What things cost an attacker on his way, in steps.
const GATE: u32 = 14;
const LADDER: u32 = 4;
const TOWER: u32 = 6;
const RAISE: u32 = 10;
const FAGGOT: u32 = 12;
const LIFT: u32 = 6;
/// A shut gate or a raised bridge that one opens from within.
const OWN: u32 = 3;

/// So many ways out of a hex make a narrow way of it.
const NARROW: usize = 2;

/// Moat hexes below a wall that are filled before ladders are raised.
const ENOUGH: usize = 2;

/// What was worked out of the ground, for as long as the map is this one.
#[derive(Debug)]
pub(super) struct Lay {
    map: Arc<HexMap>,
    /// Whether a stretch of the walls is demolished.
    breached: bool,
    /// How many moat hexes below a wall that can be climbed have been filled.
    filled: usize,
    /// Moat hexes that can be filled, beside open ground.
    fillable: Vec<Fillable>,
    /// The hexes that those who carry faggots can walk to, and in which turn that was looked at.
    walked: Option<(u32, Vec<bool>)>,
    /// The hexes of the keep in which men can stand.
    keep: Vec<HexId>,
    /// The innermost line of those who are shut in, where a relief and the citadel assault them.
    wards: Vec<HexId>,
    /// Distances, and for what they were worked out.
    far: BySide<Option<(Field, Arc<Vec<u32>>)>>,
    /// The same for who carries a ladder, to where he raises it, and who stands there already.
    scaling: Option<Scaling>,
    /// Steps to the moat hex that is filled next.
    filling: Option<(HexId, Arc<Vec<u32>>)>,
    /// Steps to the nearest of the enemies who have come in, and where those are.
    threat: Option<(Vec<HexId>, Arc<Vec<u16>>)>,
    /// The walls to which a ladder can still be raised, and the distances for which they were counted.
    raised_to: Option<(Arc<Vec<u32>>, usize)>,
    /// The hexes kept for those who hew at a gate, and the distances for which they were found.
    approach: Option<(Arc<Vec<u32>>, Kept)>,
    /// The ways of machines, by what they are and how high.
    rolls: Vec<(MachineKind, i8, Rolls)>,
}

/// Who stands at the foot of a wall with a ladder for it: each has a foot and a wall of his own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) man: TrooperId,
    pub(super) foot: HexId,
    pub(super) head: HexId,
}

/// The ways of those who carry ladders, and for what they were worked out.
#[derive(Debug)]
struct Scaling {
    field: Field,
    /// Who of them stands at the foot of a wall, and where.
    standing: Vec<(TrooperId, HexId)>,
    far: Arc<Vec<u32>>,
    claims: Arc<Vec<Claim>>,
}

/// Whether each hex is kept for somebody.
type Kept = Arc<Vec<bool>>;

/// The ways of a kind of machine.
#[derive(Debug)]
pub(super) struct Rolls {
    /// How far every stand is from a goal.
    pub(super) far: RollField,
    pub(super) goals: Vec<RollStand>,
}

/// A moat hex that can be filled.
#[derive(Clone, Copy, Debug)]
struct Fillable {
    at: HexId,
    /// Whether a wall that can be climbed stands beside it; else it has one that does behind it.
    below: bool,
    /// The line of defence of that wall.
    line: u8,
}

/// What distances depend on besides the map.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    /// Whether anybody is left who can open a shut gate: what engines do is not waited for at the gate.
    opens: bool,
    crossing: Option<HexId>,
    ladders: Vec<ScalingLadder>,
    gangways: Vec<(HexId, HexId)>,
    goals: Vec<HexId>,
    lacks: Option<u8>,
}

impl Lay {
    pub(super) fn of(game: &Assault) -> Lay {
        let map = &game.map;
        let beside = |at: HexId, fits: &dyn Fn(HexId) -> bool| map.around(at).any(|(_, to)| fits(to));
        let climbs = |to: HexId| map.cell(to).terrain == Terrain::Rampart && !map.cell(to).roofed;
        let open =
            |to: HexId| map.holds(to).is_ok() && map.cell(to).level == 0 && map.cell(to).terrain == Terrain::Flat;
        let of_moat: Vec<bool> = (0..map.parts.len())
            .map(|part| map.cells.iter().any(|cell| usize::from(cell.part) == part && cell.terrain == Terrain::Moat))
            .collect();
        let was_moat = |at: &HexId| {
            let cell = map.cell(*at);
            cell.terrain == Terrain::Flat && of_moat[usize::from(cell.part)] && beside(*at, &climbs)
        };
        let moat = |at: &HexId| {
            let cell = map.cell(*at);
            cell.terrain == Terrain::Moat && !cell.deep
        };
        let below = |at: HexId| moat(&at) && beside(at, &climbs);
        // Of a moat two hexes wide the outer one comes first.
        let fillable = |at: &HexId| moat(at) && beside(*at, &open) && (below(*at) || beside(*at, &below));
        let mut ground = Lay {
            map: map.clone(),
            breached: map.cells.iter().any(|cell| cell.terrain == Terrain::Rubble),
            filled: map.ids().filter(was_moat).count(),
            fillable: map
                .ids()
                .filter(fillable)
                .map(|at| {
                    let near =
                        |at: HexId| map.around(at).map(|(_, to)| to).filter(|&to| climbs(to)).map(|to| map.line_of(to));
                    let behind =
                        || map.around(at).filter(|&(_, to)| moat(&to)).filter_map(|(_, to)| near(to).min()).min();
                    Fillable { at, below: below(at), line: near(at).min().or_else(behind).unwrap_or(0) }
                })
                .collect(),
            walked: None,
            raised_to: None,
            approach: None,
            keep: map.ids().filter(|&id| map.in_keep(id) && map.holds(id).is_ok()).collect(),
            wards: match game.relief_assaults() {
                true => {
                    let ground = game.ground_of(HexHome::Wards).into_iter();
                    ground.filter(|&at| map.line_of(at) == game.shut_in).collect()
                }
                false => Vec::new(),
            },
            far: BySide::default(),
            scaling: None,
            filling: None,
            threat: None,
            rolls: Vec::new(),
        };
        for machine in game.machines.iter().filter(|machine| machine.kind.rolls()) {
            if !ground.rolls.iter().any(|(kind, reach, _)| (*kind, *reach) == (machine.kind, machine.reach)) {
                let goals = game.goals_of(machine.kind, machine.reach);
                let rolls = Rolls { far: game.roll_field(machine.kind, &goals), goals };
                ground.rolls.push((machine.kind, machine.reach, rolls));
            }
        }
        ground
    }

    pub(super) fn map(&self) -> &Arc<HexMap> {
        &self.map
    }

    /// The ways of a kind of machine.
    pub(super) fn rolls(&self, kind: MachineKind, reach: i8) -> Option<&Rolls> {
        self.rolls.iter().find(|(known, high, _)| (*known, *high) == (kind, reach)).map(|(_, _, rolls)| rolls)
    }

    /// The moat hex they fill next: all the same one, where the carriers are nearest and the wall can be climbed.
    fn crossing(&mut self, game: &Assault, side: Side) -> Option<HexId> {
        let map = &game.map;
        // Where a breach leads in, everybody goes by it; where so much is filled, by ladders from there.
        if side == Side::Defender || self.breached || self.filled >= ENOUGH {
            return None;
        }
        let carriers = game.of(side).filter(|&id| game.man(id).burden == Burden::Faggot);
        let places: Vec<HexId> = carriers.filter_map(|id| game.place(id)).collect();
        if places.is_empty() {
            return None;
        }
        if self.walked.as_ref().is_none_or(|(turn, _)| *turn != game.turn) {
            self.walked = Some((game.turn, game.come_to_from(places.clone())));
        }
        // A wall that is taken is not climbed again, and nobody fills what he cannot come to.
        let taken = game.taken_to();
        let walked = self.walked.as_ref().map(|(_, walked)| walked);
        let come_to = |at: HexId| map.around(at).any(|(_, to)| walked.is_some_and(|walked| walked[usize::from(to.0)]));
        let of_use = self.fillable.iter().filter(|moat| moat.line > taken && come_to(moat.at));
        // As many carriers as it takes, those nearest.
        let worth = |at: HexId, below: bool| {
            let mut near: Vec<i64> = places.iter().map(|&place| map.distance(place, at)).collect();
            near.sort_unstable();
            let lacks = game.lacks(at).map_or(1, usize::from).max(1);
            near.iter().take(lacks).sum::<i64>() + 2 * lacks as i64 + if below { 0 } else { 2 * ENOUGH as i64 }
        };
        of_use.min_by_key(|moat| (worth(moat.at, moat.below), moat.at)).map(|moat| moat.at)
    }

    /// What a side makes for. Who storms: the keep and whoever of the garrison is nearer, for a line is taken when nobody is left
    /// on it (SG-8), and once somebody is in the keep, whoever is left; who attacks from within: the enemy; the garrison falls
    /// back to the keep, and besiegers to where they came from.
    fn goals(&self, game: &Assault, side: Side, enemies: &[HexId]) -> Vec<HexId> {
        let map = &game.map;
        // Relief and citadel go for those who are shut in between them, and these fall back to their innermost line (SG-4.3).
        if game.relief_assaults() {
            let fights = side == Side::Attacker && !enemies.is_empty();
            return if fights { enemies.to_vec() } else { self.wards.clone() };
        }
        let within = |id| game.place(id).is_some_and(|at| map.in_keep(at));
        match side == Side::Attacker && (game.sally || game.of(side).any(within)) {
            // With no enemy in sight, they stay for who may come up from below.
            true if !enemies.is_empty() || game.sally => {
                // Who comes out at what stands before the place goes for that, too (SG-1.3).
                let theirs = game.machines.iter().filter(|it| game.sortie && it.side != side && it.stands());
                enemies.iter().copied().chain(theirs.map(|it| it.at)).collect()
            }
            false if side == game.besiegers() && game.sally => map.places(&map.stands.attacker),
            _ => {
                let storms = side == Side::Attacker;
                let nearer = enemies.iter().copied().filter(|&at| storms && map.line_of(at) > 0);
                self.keep.iter().copied().chain(nearer).collect()
            }
        }
    }

    /// Where the passages under water are drained from, for who has come into the keep (SG-10).
    fn sluices(&self, game: &Assault, side: Side) -> impl Iterator<Item = HexId> {
        let besieges = side == game.besiegers();
        let within = besieges && game.of(side).filter_map(|id| game.place(id)).any(|at| game.map.in_keep(at));
        let drowned = move |lift: &&Lift| within && lift.kind == LiftKind::Sluice && lift.closed;
        game.map.lifts.iter().filter(drowned).map(|lift| lift.from)
    }

    /// What a captain goes by, looking at an assault for a side.
    pub(super) fn mind<'a>(&'a mut self, game: &'a Assault, side: Side) -> Mind<'a> {
        let enemies: Vec<HexId> = game.of(side.other()).filter_map(|id| game.place(id)).collect();
        let crossing = self.crossing(game, side);
        let mut goals = self.goals(game, side, &enemies);
        if side == Side::Attacker {
            goals.extend(self.sluices(game, side));
        }
        let lacks = crossing.and_then(|at| game.lacks(at));
        // Who holds a place goes by its own ways alone.
        let opens = game.of(side).any(|id| game.has_axe(id) && game.man(id).able())
            || game.burns_gates(side)
            || game.machines.iter().any(|it| it.side == side && !it.wrecked && it.kind == MachineKind::Ram);
        let field = match side {
            Side::Attacker => {
                let towers = (0..game.machines.len() as u8).filter(|&n| game.machine(n).side == side);
                let gangways = towers.filter_map(|n| Some((game.machine(n).at, game.gangway(n)?))).collect();
                Field { opens, crossing, ladders: game.ladders.clone(), gangways, goals, lacks }
            }
            Side::Defender => {
                Field { opens, crossing: None, ladders: Vec::new(), gangways: Vec::new(), goals, lacks: None }
            }
        };
        let far = match &self.far[side] {
            Some((before, far)) if *before == field => far.clone(),
            _ => {
                let far = Arc::new(match side {
                    Side::Attacker => {
                        let upright: Vec<_> = game.upright().map(|(_, foot, head)| (foot, head)).collect();
                        ways_in(game, &field, &upright, &[])
                    }
                    Side::Defender => ways_back(game, &field.goals),
                });
                self.far[side] = Some((field, far.clone()));
                far
            }
        };
        let meets = side == game.garrison() && !game.sally;
        let threat = if meets { self.threat(game) } else { Arc::default() };
        let ((scaling, claims), filling) = match side {
            Side::Attacker => (self.scaling(game, &far), self.filling(game, crossing)),
            Side::Defender => (Default::default(), Arc::default()),
        };
        if side == Side::Attacker {
            self.count_walls(game, &far);
        }
        let approach = match side {
            Side::Attacker => self.approach(game, side, &far),
            Side::Defender => Arc::default(),
        };
        let ground: &'a Lay = self;
        let kept_free = Vec::new();
        let (vanguard, spare) = (None, Vec::new());
        let mut mind = Mind {
            game,
            side,
            ground,
            far,
            scaling,
            claims,
            filling,
            threat,
            approach,
            enemies,
            crossing,
            spare,
            vanguard,
            kept_free,
            chain: Vec::new(),
        };
        mind.kept_free = mind.ways_of_machines();
        mind.chain = mind.who_gives_way();
        mind.spare = mind.spare_ladders();
        mind.vanguard = mind.first_ladders();
        mind
    }

    /// How far every hex is for who carries a ladder, and who has come to where he raises his: he leaves to the others those that
    /// stand, and feet and walls to those who have come to them before him, the nearest first.
    fn scaling(&mut self, game: &Assault, far: &Arc<Vec<u32>>) -> (Arc<Vec<u32>>, Arc<Vec<Claim>>) {
        let carried = game.ladders.iter().any(|ladder| ladder.lies == LadderLies::Carried);
        let Some((field, _)) = self.far.attacker.as_ref().filter(|_| carried) else {
            return (far.clone(), Arc::default());
        };
        let standing: Vec<(TrooperId, HexId)> = match field.crossing {
            Some(_) => Vec::new(),
            None => at_feet(game).collect(),
        };
        let known = |it: &&Scaling| it.field == *field && it.standing == standing;
        if let Some(it) = self.scaling.as_ref().filter(known) {
            return (it.far.clone(), it.claims.clone());
        }
        let mut far = match game.upright().next() {
            None => far.clone(),
            Some(_) => Arc::new(ways_in(game, field, &[], &[])),
        };
        let mut claims: Vec<Claim> = Vec::new();
        let here = |far: &[u32], at: HexId| far[usize::from(at.0)];
        loop {
            let left = standing.iter().filter(|(man, _)| claims.iter().all(|claim| claim.man != *man));
            let nearest = left.filter_map(|&(man, foot)| {
                let nearer = |&head: &HexId| {
                    here(&far, head) < here(&far, foot)
                        && claims.iter().all(|claim| claim.foot != foot && claim.head != head)
                        && may_raise(game, foot, head)
                };
                let around = game.map.around(foot).map(|(_, head)| head);
                let head = around.filter(nearer).min_by_key(|&head| (here(&far, head), head))?;
                Some((here(&far, foot), Claim { man, foot, head }))
            });
            let Some((_, claim)) = nearest.min_by_key(|&(far, claim)| (far, claim.man)) else { break };
            claims.push(claim);
            far = Arc::new(ways_in(game, field, &[], &claims));
        }
        let (field, claims) = (field.clone(), Arc::new(claims));
        self.scaling = Some(Scaling { field, standing, far: far.clone(), claims: claims.clone() });
        (far, claims)
    }

    /// Counts the walls to which a ladder can still be raised from where men come to.
    fn count_walls(&mut self, game: &Assault, far: &Arc<Vec<u32>>) {
        if self.raised_to.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, far)) {
            return;
        }
        let map = &game.map;
        let taken = |foot: HexId, head: HexId| game.upright().any(|(_, one, other)| one == foot || other == head);
        let comes = |foot: HexId| map.holds(foot).is_ok() && far[usize::from(foot.0)] != u32::MAX;
        let inward = |head: HexId, foot: HexId| map.line_of(foot) < map.line_of(head);
        let raised = |head: HexId, foot: HexId| {
            inward(head, foot)
                && game.is_assaulted(map.line_of(head))
                && comes(foot)
                && game.reaches(foot, head).is_ok()
                && !taken(foot, head)
        };
        let walls = map.ids().filter(|&head| map.around(head).any(|(_, foot)| raised(head, foot))).count();
        self.raised_to = Some((far.clone(), walls));
    }

    /// How many walls a ladder can still be raised to.
    pub(super) fn walls_left(&self) -> usize {
        self.raised_to.as_ref().map_or(0, |(_, walls)| *walls)
    }

    /// The hexes that are left to those with axes as long as there are any: before a shut gate on the way, and on the narrow way
    /// to it.
    fn approach(&mut self, game: &Assault, side: Side, far: &Arc<Vec<u32>>) -> Kept {
        if let Some((_, kept)) = self.approach.as_ref().filter(|(known, _)| Arc::ptr_eq(known, far)) {
            return kept.clone();
        }
        let mut kept = vec![false; game.map.cells.len()];
        let here = |at: HexId| far[usize::from(at.0)];
        let mut next = Vec::new();
        if game.of(side).any(|id| game.has_axe(id) && game.man(id).able()) {
            for gate in game.map.gates.iter().filter(|gate| !gate.passable()) {
                for &(inner, over) in &gate.sides {
                    let Some(outer) = game.map.beside(inner, over) else { continue };
                    let (to, from) = if here(inner) < here(outer) { (inner, outer) } else { (outer, inner) };
                    let on_the_way = here(from) != u32::MAX && here(from) == here(to).saturating_add(GATE);
                    if on_the_way && !std::mem::replace(&mut kept[usize::from(from.0)], true) {
                        next.push(from);
                    }
                }
            }
        }
        let ways = |at: HexId| game.ways.steps(at).count();
        while let Some(at) = next.pop() {
            for from in
                game.ways.steps(at).filter(|&from| here(from) > here(at) && ways(from) <= NARROW).collect::<Vec<_>>()
            {
                if !std::mem::replace(&mut kept[usize::from(from.0)], true) {
                    next.push(from);
                }
            }
        }
        let kept = Arc::new(kept);
        self.approach = Some((far.clone(), kept.clone()));
        kept
    }

    /// Steps from every hex to the moat hex that is filled next.
    fn filling(&mut self, game: &Assault, crossing: Option<HexId>) -> Arc<Vec<u32>> {
        let Some(crossing) = crossing else { return Arc::default() };
        match &self.filling {
            Some((before, steps)) if *before == crossing => steps.clone(),
            _ => {
                let beside = game.map.around(crossing).map(|(_, to)| to).filter(|&to| game.map.holds(to).is_ok());
                let low = beside.filter(|&to| game.map.cell(to).level == 0);
                let steps = Arc::new(distances(game, &low.collect::<Vec<_>>(), |_, _| None));
                self.filling = Some((crossing, steps.clone()));
                steps
            }
        }
    }

    /// Steps from every hex to the nearest enemy of the garrison who is within the place; nothing where none is.
    fn threat(&mut self, game: &Assault) -> Arc<Vec<u16>> {
        let within = game.of(game.besiegers()).filter_map(|id| game.place(id));
        // The citadel's men are within from the first, and come in when they come out of it (SG-4.3).
        let inmost = if game.relief_assaults() { game.shut_in } else { u8::MAX };
        let within: Vec<HexId> = within.filter(|&at| (1..=inmost).contains(&game.map.line_of(at))).collect();
        if within.is_empty() {
            return Arc::default();
        }
        match &self.threat {
            Some((before, steps)) if *before == within => steps.clone(),
            _ => {
                let steps = Arc::new(game.steps_to(within.iter().copied()));
                self.threat = Some((within, steps.clone()));
                steps
            }
        }
    }
}

/// Whether a ladder may be raised from a hex to another: against a wall that was not held when it began, where none stands.
fn may_raise(game: &Assault, foot: HexId, head: HexId) -> bool {
    let wanted = game.sally || game.is_assaulted(game.map.line_of(head));
    let free = || game.upright().all(|(_, one, other)| one != foot && other != head);
    wanted && game.reaches(foot, head).is_ok() && free()
}

/// Those of who storms who stand with a ladder, and do what they are told, where one may be raised.
fn at_feet(game: &Assault) -> impl Iterator<Item = (TrooperId, HexId)> {
    let carries = move |&id: &TrooperId| matches!(game.man(id).burden, Burden::Ladder(_)) && super::may_act(game, id);
    let carriers = game.of(Side::Attacker).filter(carries).filter_map(move |id| Some((id, game.man(id).hex()?)));
    carriers.filter(move |&(_, foot)| game.map.around(foot).any(|(_, head)| may_raise(game, foot, head)))
}

/// How far every hex is from the garrison and the keep, for who storms, but over the walls that others have claimed.
fn ways_in(game: &Assault, field: &Field, upright: &[(HexId, HexId)], claims: &[Claim]) -> Vec<u32> {
    let map = &game.map;
    let ladders_left = field.ladders.iter().any(at_hand);
    let left = |from: HexId, to: HexId| claims.iter().all(|claim| claim.foot != from && claim.head != to);
    let free =
        |from: HexId, to: HexId| left(from, to) && game.upright().all(|(_, foot, head)| foot != from && head != to);
    let crossing = field.crossing;
    // A wall of a line that was held when it began needs no ladder: its gates stand open.
    let wanted = |to: HexId| game.sally || game.is_assaulted(map.line_of(to));
    // Where some are shut in, who attacks opens his own gates and bridges from within (SG-4.3).
    let own_gate = |from: HexId, to: HexId| {
        let gate = gate_from_within(game, from, to);
        gate.is_some_and(|gate| game.sally || game.shut_in > 0 && game.owner_of_gate(gate) == Side::Attacker)
    };
    let own_bridge = |at: HexId| {
        let lift = map.cell(at).lift.map(|lift| &map.lifts[usize::from(lift)]);
        game.sally || game.shut_in > 0 && lift.is_some_and(|lift| game.owns_lift(Side::Attacker, lift))
    };
    distances(game, &field.goals, |from, to| {
        if map.holds(from).is_err() && crossing != Some(from) {
            // On over a bridge of their own that is still raised, longer than a hex.
            let on = own_bridge(from) && map.holds(from) == Err(Barred::Raised);
            return (on && map.leads(from, to) == Err(Barred::Raised)).then_some(1);
        }
        match map.leads(from, to) {
            Err(Barred::Shut) if own_gate(from, to) => Some(OWN),
            Err(Barred::Shut) => field.opens.then_some(GATE),
            // Who attacks from within lowers his own bridges.
            Err(Barred::Raised) => own_bridge(to).then_some(LIFT),
            Err(Barred::Moat) if crossing == Some(to) => game.lacks(to).map(|lacks| FAGGOT * u32::from(lacks)),
            // Out of a moat, once it is filled.
            _ if crossing == Some(from) => {
                let low = map.cell(to).level == 0 && map.holds(to).is_ok();
                let high =
                    ladders_left && (1..=2).contains(&map.cell(to).level) && map.cell(to).terrain == Terrain::Rampart;
                if low { Some(1) } else { high.then_some(RAISE) }
            }
            _ if upright.contains(&(from, to)) => Some(LADDER),
            _ if field.gangways.contains(&(from, to)) => Some(TOWER),
            _ if ladders_left && wanted(to) && game.reaches(from, to).is_ok() && free(from, to) => Some(RAISE),
            _ => None,
        }
    })
}

/// How far every hex is from the keep, for the garrison.
fn ways_back(game: &Assault, keep: &[HexId]) -> Vec<u32> {
    distances(game, keep, |from, to| {
        matches!(game.map.leads(from, to), Err(Barred::Shut | Barred::Raised)).then_some(OWN)
    })
}

/// The gate between two hexes that is opened from the first, its inner side (SG-5.5).
fn gate_from_within(game: &Assault, from: HexId, to: HexId) -> Option<u8> {
    let side = game.map.side_to(from, to);
    let mut gates = (0u8..).zip(&game.map.gates);
    let opens = |&(inner, over): &(HexId, HexSide)| inner == from && Some(over) == side;
    gates.find(|(_, gate)| gate.sides.iter().any(opens)).map(|(n, _)| n)
}

/// The least cost from every hex to some goals: a step costs 1, and where none leads, what `else_costs` says.
fn distances(game: &Assault, goals: &[HexId], else_costs: impl Fn(HexId, HexId) -> Option<u32>) -> Vec<u32> {
    let mut far = vec![u32::MAX; game.map.cells.len()];
    let mut ring: Vec<HexId> = goals.to_vec();
    ring.iter().for_each(|goal| far[usize::from(goal.0)] = 0);
    // What is so far as the next ring, and what lies further off.
    let (mut next, mut later) = (Vec::new(), BinaryHeap::new());
    let mut here = 0;
    loop {
        for &to in &ring {
            if far[usize::from(to.0)] != here {
                continue;
            }
            for (from, leads) in game.ways.beside(to) {
                let known = far[usize::from(from.0)];
                if known <= here + 1 {
                    continue;
                }
                if leads {
                    far[usize::from(from.0)] = here + 1;
                    next.push(from);
                } else if let Some(sum) = else_costs(from, to).map(|cost| here + cost).filter(|&sum| sum < known) {
                    far[usize::from(from.0)] = sum;
                    later.push(Reverse((sum, from)));
                }
            }
        }
        ring.clear();
        std::mem::swap(&mut ring, &mut next);
        here = match later.peek() {
            Some(&Reverse((sum, _))) if ring.is_empty() => sum,
            _ => here + 1,
        };
        while let Some(&Reverse((sum, at))) = later.peek().filter(|later| later.0.0 <= here) {
            later.pop();
            ring.extend((sum == here).then_some(at));
        }
        if ring.is_empty() && later.is_empty() {
            return far;
        }
    }
}
