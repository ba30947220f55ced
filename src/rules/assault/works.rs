//! What men do to the place: gates and doors opened, shut, hewn and rammed (SG-5.5), bridges, the raised stair and the
//! flooded passage (SG-10), moats filled (SG-7.7).

use super::Illegal;
use super::event::{Event, Thrown};
use super::map::{GateKind, HexId, HexMap, LiftKind, Terrain};
use super::state::{Assault, Burden, Fortune, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::man_to_man::gear::siege::{axes_parts, roll_axes};
use crate::rules::man_to_man::state::MOVE;
use std::sync::Arc;

impl Assault {
    /// The map, to be changed: what was seen on it is no longer known.
    pub(super) fn map_mut(&mut self) -> &mut HexMap {
        self.sights = Arc::default();
        Arc::make_mut(&mut self.map)
    }

    /// Something of a hex of the map has changed: its ways are laid anew.
    pub(super) fn map_changed(&mut self, at: HexId) {
        Arc::make_mut(&mut self.ways).mend(&self.map, at);
    }

    fn gate_changed(&mut self, gate: u8) {
        for (inner, _) in self.map.gates[usize::from(gate)].sides.clone() {
            self.map_changed(inner);
        }
    }

    /// A gate or door is wrecked, and can be closed no more.
    pub(super) fn wreck_gate(&mut self, gate: u8) {
        let it = &mut self.map_mut().gates[usize::from(gate)];
        (it.wrecked, it.burns) = (true, None);
        self.gate_changed(gate);
    }

    fn set_lift(&mut self, lift: u8, closed: bool) {
        self.map_mut().lifts[usize::from(lift)].closed = closed;
        for at in self.map.lifts[usize::from(lift)].hexes.clone() {
            self.map_changed(at);
        }
    }

    pub(super) fn gate(&self, gate: u8) -> Result<&super::map::HexGate, Illegal> {
        self.map.gates.get(usize::from(gate)).ok_or(Illegal::NoGate)
    }

    /// Whether a hex is on the inner side of a gate.
    fn within(&self, gate: u8, at: HexId) -> bool {
        self.map.gates[usize::from(gate)].sides.iter().any(|&(inner, _)| inner == at)
    }

    /// Whether a hex lies at a gate, on either side.
    pub(super) fn at_gate(&self, gate: u8, at: HexId) -> bool {
        self.map.at_gate(&self.map.gates[usize::from(gate)], at)
    }

    /// Whether a gate is let down, and not swung or raised: a portcullis that is shut.
    fn lets_down(&self, gate: u8, open: bool) -> bool {
        self.map.gates[usize::from(gate)].kind == GateKind::Portcullis && !open
    }

    /// Whether a man may open or shut a gate: from its inner side, where its bars are, with nobody in the way **[house]**. It takes his
    /// turn (MM-3.7), but a quarter of a move to let a portcullis down, whoever comes (MM-9.6).
    pub(super) fn check_gate(&self, side: Side, id: TrooperId, gate: u8, open: bool) -> Result<(), Illegal> {
        let it = self.gate(gate)?;
        let quick = self.lets_down(gate, open);
        let at = if quick { self.on_foot(side, id)? } else { self.at_task(side, id)? };
        let (needs, has) = (if quick { self.lift_takes(id, false) } else { 0 }, self.man(id).points);
        let enemy_through = || {
            it.sides.iter().filter_map(|&(inner, over)| self.map.beside(inner, over)).any(|outer| {
                self.fights_in(outer).is_some_and(|other| self.man(other).side != side && self.man(other).able())
            })
        };
        match () {
            _ if !self.within(gate, at) => Err(Illegal::NotAtBars),
            _ if it.wrecked => Err(Illegal::Wrecked),
            _ if it.open == open => Err(Illegal::NoChange),
            _ if !open && !quick && enemy_through() => Err(Illegal::EnemyNear),
            _ if has < needs => Err(Illegal::NoPoints { needs, has }),
            _ => Ok(()),
        }
    }

    pub(super) fn move_gate(&mut self, id: TrooperId, gate: u8, open: bool, sink: &mut impl Sink<Event>) {
        self.map_mut().gates[usize::from(gate)].open = open;
        self.gate_changed(gate);
        match self.lets_down(gate, open) {
            true => self.spend(id, self.lift_takes(id, false)),
            false => self.spend_turn(id),
        }
        sink.tell(|| Event::GateMoved { man: id, gate, open });
    }

    /// Whether a man may hew at a shut gate or door with an axe (SG-5.5, MM-9.4): a portcullis stops axes, and two men at
    /// most work on one.
    pub(super) fn check_hew(&self, side: Side, id: TrooperId, gate: u8) -> Result<(), Illegal> {
        let at = self.at_task(side, id)?;
        let it = self.gate(gate)?;
        match () {
            _ if !self.at_gate(gate, at) => Err(Illegal::NotAtGate),
            _ if it.passable() => Err(Illegal::NoChange),
            _ if it.kind == GateKind::Portcullis => Err(Illegal::Portcullis),
            _ if !self.has_axe(id) => Err(Illegal::NoAxe),
            _ if self.gate_work[usize::from(gate)].hewers == (self.turn, self.combat.gear.axes.men) => {
                Err(Illegal::TooMany)
            }
            _ => Ok(()),
        }
    }

    /// Whether a man has what timber is hewn with (MM-9.4): an axe, the great one in both hands.
    pub fn has_axe(&self, id: TrooperId) -> bool {
        let (man, carried) = (self.man(id), self.man(id).profile.weapons.carried);
        carried.has(Weapon::Axe) || carried.has(Weapon::TwoHandedAxe) && !man.one_handed()
    }

    /// A man spends his turn at a gate with his axe (MM-9.4): nothing comes of the first turn, whoever hews.
    pub(super) fn hew(&mut self, id: TrooperId, gate: u8, sink: &mut impl Sink<Event>) {
        self.spend_turn(id);
        let (turn, work) = (self.turn, &mut self.gate_work[usize::from(gate)]);
        work.hewers = (turn, if work.hewers.0 == turn { work.hewers.1 + 1 } else { 1 });
        if work.begun == 0 {
            work.begun = turn;
        }
        let first = work.begun == turn;
        sink.tell(|| Event::Hews { man: id, gate, first });
    }

    /// A side has moved: for each gate its men hewed at, after the first turn, one throw with all the moves men have spent on
    /// it (MM-9.4).
    pub(super) fn axes_fall(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for gate in 0..self.gate_work.len() as u8 {
            let (turn, work) = (self.turn, &mut self.gate_work[usize::from(gate)]);
            let men = if work.hewers.0 == turn { std::mem::take(&mut work.hewers.1) } else { 0 };
            if men == 0 || work.begun == turn || self.map.gates[usize::from(gate)].passable() {
                continue;
            }
            work.axes += u32::from(men);
            let spent = work.axes;
            let (mut percent, combat) = (Sum::default(), self.combat.clone());
            axes_parts(spent, &combat, &mut percent);
            let roll = roll_axes(percent.0, dice);
            sink.tell(|| {
                let mut parts: Vec<Part> = Vec::new();
                axes_parts(spent, &combat, &mut parts);
                let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: i32::from(roll.total) };
                Event::Hewn { men, gate, thrown, percent: percent.0, wrecked: roll.success }
            });
            if roll.success {
                self.wreck_gate(gate);
            }
        }
    }

    /// Movement points it takes a man to work a bridge, stair, sluice or portcullis (MM-9.6): a quarter of a move to lower or drain, a
    /// full one to raise or flood.
    pub(super) fn lift_takes(&self, id: TrooperId, close: bool) -> u8 {
        let gate = &self.combat.gear.gate;
        let quarters = if close { gate.up } else { gate.down };
        let points = u32::from(self.points_of(self.man(id)));
        (points * u32::from(quarters)).div_ceil(u32::from(MOVE)) as u8
    }

    /// Whether a man may raise or lower a bridge or a stair, flood or drain a passage (SG-10, MM-9.6): from the hex it is
    /// worked from; to raise or flood is a task with no enemy before him (MM-3.7). A bridge is not raised under anybody; a stair is, and he is wounded.
    pub(super) fn check_lift_work(&self, side: Side, id: TrooperId, lift: u8, close: bool) -> Result<(), Illegal> {
        // To raise or flood is a full move, which takes his turn like any other task (MM-3.7).
        let at = if close { self.at_task(side, id)? } else { self.on_foot(side, id)? };
        let man = self.man(id);
        let it = self.map.lifts.get(usize::from(lift)).ok_or(Illegal::NoWorking)?;
        let flooding = self.flooding.is_some_and(|(known, _)| known == lift);
        // While the water rises the sluice can still be shut.
        let changes_nothing = if flooding { close } else { it.closed == close };
        let takes = self.lift_takes(id, close);
        // Nor a bridge under a ladder that stands on it or against it; from a stair the ladder falls.
        let stands = |hex: HexId| self.upright().any(|(_, foot, head)| foot == hex || head == hex);
        let bridge = it.kind == LiftKind::Drawbridge;
        let laddered = bridge && self.form >= HexForm::Fifth && it.hexes.iter().any(|&hex| stands(hex));
        let occupied = it.hexes.iter().any(|&hex| self.taken(hex));
        match () {
            _ if at != it.from => Err(Illegal::NotAtWorking),
            _ if changes_nothing => Err(Illegal::NoChange),
            _ if man.points < takes => Err(Illegal::NoPoints { needs: takes, has: man.points }),
            _ if close && bridge && occupied => Err(Illegal::InTheWay),
            _ if close && laddered => Err(Illegal::LadderThere),
            _ => Ok(()),
        }
    }

    pub(super) fn work_lift(
        &mut self,
        id: TrooperId,
        lift: u8,
        close: bool,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        match close {
            true => self.spend_turn(id),
            false => self.spend(id, self.lift_takes(id, close)),
        }
        let (kind, hexes) = {
            let it = &self.map.lifts[usize::from(lift)];
            (it.kind, it.hexes.clone())
        };
        sink.tell(|| Event::Worked { man: id, lift, closed: close });
        match (kind, close) {
            (LiftKind::Sluice, true) => self.flooding = Some((lift, self.man(id).side)),
            (LiftKind::Sluice, false) => {
                self.flooding = None;
                self.set_lift(lift, false);
            }
            _ => {
                self.set_lift(lift, close);
                if close && kind == LiftKind::Stair && self.form >= HexForm::Fifth {
                    for &hex in &hexes {
                        let level = self.map.cell(hex).level;
                        for ladder in 0..self.ladders.len() as u8 {
                            self.ladder_without_head(ladder, hex, level, dice, sink);
                        }
                    }
                }
                for on in hexes.into_iter().filter_map(|hex| self.who(hex)).collect::<Vec<_>>() {
                    self.thrown_off_stair(on, dice, sink);
                }
            }
        }
    }

    /// A man on the stair when its top is raised is wounded, not stunned (SG-10), and comes down by its foot to the nearest
    /// free hex; a second wound kills (MM-6.2).
    fn thrown_off_stair(&mut self, id: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let Some(at) = self.man(id).hex() else { return };
        let second = self.man(id).wounded;
        let thrown = Thrown { faces: Vec::new(), parts: Vec::new(), total: 0 };
        sink.tell(|| Event::Hurt { man: id, thrown, killed: second, second_wound: second });
        let troop = usize::from(self.man(id).troop);
        self.troops[troop].hit_now = true;
        if second {
            return self.lost(id, None, Fortune::Dead, dice, sink);
        }
        self.troops[troop].hit += 1;
        self.man_mut(id).wounded = true;
        self.note_fallen(id, false);
        let foot = self.map.cell(at).foot;
        let below = self.map.around(at).filter(|&(side, _)| foot & (1 << side as u8) != 0).map(|(_, to)| to);
        let mut reached: Vec<HexId> = below.filter(|&to| self.map.holds(to).is_ok()).collect();
        let mut n = 0;
        while let Some(&here) = reached.get(n) {
            if !self.taken(here) {
                self.put(id, super::state::Post::Hex(here));
                sink.tell(|| Event::ThrownDown { man: id, to: here });
                return;
            }
            let on: Vec<HexId> = self.map.steps(here).filter(|to| !reached.contains(to)).collect();
            reached.extend(on);
            n += 1;
        }
        // Nowhere is room for him, all the way to the edge of the map.
        self.lost(id, None, Fortune::Dead, dice, sink);
    }

    /// The sluice has run for the other side's next turn: all in the passage but on its stairs drown (SG-10).
    pub(super) fn floods(&mut self, ended: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let Some((lift, _)) = self.flooding.filter(|&(_, by)| by != ended) else { return };
        self.flooding = None;
        self.set_lift(lift, true);
        sink.tell(|| Event::Flooded { lift });
        let drowned: Vec<TrooperId> = self
            .ids()
            .filter(|&id| self.man(id).present() && self.man(id).hex().is_some_and(|at| self.in_passage(at)))
            .collect();
        for id in drowned {
            sink.tell(|| Event::Drowned { man: id });
            self.lost(id, None, Fortune::Drowned, dice, sink);
        }
    }

    /// Faggots that fill a moat hex (MM-9.12); none do where it is too deep (SG-7.7).
    pub fn faggots_for(&self, moat: HexId) -> Option<u8> {
        let cell = self.map.cell(moat);
        let each = self.combat.house().faggots_to_a_square;
        (cell.terrain == Terrain::Moat && !cell.deep).then(|| (each * u16::from(cell.level.unsigned_abs())) as u8)
    }

    /// Faggots that a moat hex still lacks; none where it cannot be filled.
    pub fn lacks(&self, moat: HexId) -> Option<u8> {
        let thrown = self.faggots.iter().find(|&&(at, _)| at == moat).map_or(0, |&(_, thrown)| thrown);
        self.faggots_for(moat).map(|needed| needed.saturating_sub(thrown))
    }

    /// Whether a man may throw the faggot he carries into a moat hex beside him (MM-9.12, SG-7.7).
    pub(super) fn check_fill(&self, side: Side, id: TrooperId, moat: HexId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let at = man.hex().ok_or(Illegal::OnLadder)?;
        if usize::from(moat.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let half = self.points_of(man).div_ceil(2);
        match () {
            _ if man.burden != Burden::Faggot => Err(Illegal::NoFaggot),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ if self.map.side_to(at, moat).is_none() => Err(Illegal::NotBeside),
            _ if self.map.cell(moat).terrain != Terrain::Moat => Err(Illegal::NoMoat),
            _ if self.map.cell(moat).deep => Err(Illegal::TooDeep),
            _ if man.points < half => Err(Illegal::NoPoints { needs: half, has: man.points }),
            _ => Ok(()),
        }
    }

    /// A faggot goes into the moat; the last that it takes makes flat ground of the hex (SG-5.2).
    pub(super) fn fill(&mut self, id: TrooperId, moat: HexId, sink: &mut impl Sink<Event>) {
        let half = self.points_of(self.man(id)).div_ceil(2);
        self.spend(id, half);
        self.man_mut(id).burden = Burden::Nothing;
        let needed = self.faggots_for(moat).unwrap_or(u8::MAX);
        let place = match self.faggots.iter().position(|&(at, _)| at == moat) {
            Some(place) => place,
            None => {
                self.faggots.push((moat, 0));
                self.faggots.len() - 1
            }
        };
        self.faggots[place].1 += 1;
        let lacks = needed.saturating_sub(self.faggots[place].1);
        sink.tell(|| Event::Filled { man: id, moat, lacks });
        if lacks == 0 {
            self.faggots.remove(place);
            self.change_hex(moat, |cell| (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0));
        }
    }
}
