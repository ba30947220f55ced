//! The turns of an assault, and its end (SG-8).

use super::enclosed::HexHome;
use super::event::Event;
use super::map::HexId;
use super::state::{Assault, AssaultStage, Ending, Fortune, Heart, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::Sink;

impl Assault {
    /// A turn begins: points are given, the fallen rise, and it is noted who is face to face.
    pub(super) fn begin_turn(&mut self, sink: &mut impl Sink<Event>) {
        let turn = self.turn;
        sink.tell(|| Event::Turn(turn));
        self.rise(sink);
        (self.fighting, self.melee_hits, self.melee_kills) = (false, [0; 2], [0; 2]);
        self.fallen.clear();
        self.fled_now.clear();
        self.troops.iter_mut().for_each(|troop| troop.tested_at_onset = false);
        self.ready_machines();
        for id in self.ids() {
            let points = self.points_of(self.man(id));
            let man = self.man_mut(id);
            (man.points, man.moved, man.aim) = (points, false, None);
            (man.left_melee, man.blows, man.charges, man.cuts_off) = (false, 0, false, 0);
            (man.falls_back, man.shot, man.spent) = (false, false, false);
            (man.hit_by_missile, man.hit_in_melee) = (false, false);
            (man.crossed, man.strikes) = (None, [None; 2]);
            man.lit = man.lit.filter(|&since| turn <= since + 1);
        }
        self.note_met();
    }

    /// A side begins to move: first those whom morale moves.
    pub(super) fn begin_half(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.stage = AssaultStage::Moves(side);
        sink.tell(|| Event::Moves(side));
        self.come_up(side, sink);
        self.moved_by_morale(side, dice, sink);
    }

    /// The men of a side who wait below and may come up: not those of a troop in flight **[house]**.
    fn may_come_up(&self, side: Side) -> impl Iterator<Item = TrooperId> + '_ {
        let steady = |id: TrooperId| self.troops[usize::from(self.man(id).troop)].mood != Heart::Recreant;
        self.waiting().filter(move |&id| self.man(id).side == side && steady(id))
    }

    /// The men of a garrison who wait below.
    fn waiting(&self) -> impl Iterator<Item = TrooperId> + '_ {
        self.ids().filter(|&id| self.man(id).fortune == Fortune::Waiting)
    }

    /// Whether a besieger stands in the keep; of those who are shut in without it, one of the relief in what they hold.
    fn in_the_keep(&self) -> bool {
        let shut = self.enclosed() == Some(self.garrison());
        let within = |at: HexId| if shut { self.map.line_of(at) > 0 } else { self.map.in_keep(at) };
        self.of(self.besiegers()).filter_map(|id| self.place(id)).any(within)
    }

    /// Rooms in which nobody stands, for who waits below: of the keep, or of what those hold who are shut in, with no enemy there.
    fn rooms(&self, side: Side, home: HexHome) -> Vec<HexId> {
        let free = |&id: &HexId| self.map.holds(id).is_ok() && !self.taken(id);
        match home {
            HexHome::Wards => {
                let quiet = |&id: &HexId| free(&id) && !self.threatened(id, side);
                self.ground_of(home).into_iter().filter(quiet).collect()
            }
            _ => self.map.ids().filter(|&id| self.map.in_keep(id)).filter(free).collect(),
        }
    }

    /// Those who wait below come up into the keep as far as there is room, when their side begins to move **[house]**.
    fn come_up(&mut self, side: Side, sink: &mut impl Sink<Event>) {
        for home in self.homes_of(side) {
            let waiting: Vec<TrooperId> = self.may_come_up(side).filter(|&id| self.home_of(id) == home).collect();
            if waiting.is_empty() {
                continue;
            }
            for (id, at) in waiting.into_iter().zip(self.rooms(side, home)) {
                self.man_mut(id).fortune = Fortune::Able;
                self.put(id, Post::Hex(at));
                sink.tell(|| Event::CameUp { man: id, at });
            }
        }
    }

    /// A side has moved: the other moves, or the turn is fought out. Shooting, blows, morale, and whether it is the end.
    pub(super) fn end_half(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.axes_fall(dice, sink);
        self.floods(side, dice, sink);
        if side == Side::Attacker {
            return self.begin_half(Side::Defender, dice, sink);
        }
        let [pressed, held] = [Side::Attacker, Side::Defender].map(|side| self.presses(side));
        self.shooting(dice, sink);
        self.load_handguns(sink);
        self.melee(dice, sink);
        self.fires_burn(dice, sink);
        self.morale(dice, sink);
        self.quiet = self.quiet_turns(pressed);
        self.idle = if pressed || held || self.fighting { 0 } else { self.idle + 1 };
        if let Some(ending) = self.ended() {
            return self.end(ending, sink);
        }
        self.turn += 1;
        self.begin_turn(sink);
        self.begin_half(Side::Attacker, dice, sink);
    }

    /// Whether a side does anything in this turn **[house]**: one of its men, not in flight, has moved, works or shoots, or an
    /// engine of its own is loaded or shot; or a gate that it lit burns.
    fn presses(&self, side: Side) -> bool {
        let flees = |id: TrooperId| self.troops[usize::from(self.man(id).troop)].mood == Heart::Recreant;
        let acts = |id: TrooperId| !flees(id) && (self.man(id).moved || self.man(id).aim.is_some());
        let shoots = |n: u8| {
            let it = self.machine(n);
            let own = it.side == side && it.kind.engine().is_some() && it.rounds > 0;
            own && (it.mark.is_some() || !it.loaded && self.crew_works(n))
        };
        // A gate that burns is on its way to be open.
        let mut gates = (0u8..).zip(&self.map.gates);
        let burns = gates.any(|(n, gate)| gate.burns.is_some() && self.owner_of_gate(n) != side);
        burns || self.of(side).any(acts) || (0..self.machines.len() as u8).any(shoots)
    }

    /// Turns without face-to-face fighting up to this one (SG-8), counted from the first blow; before it, turns on end in which
    /// nobody presses the assault **[house]**.
    fn quiet_turns(&self, pressed: bool) -> Option<u32> {
        let begun = self.men.iter().any(|man| man.fought);
        match self.quiet {
            _ if self.fighting => Some(0),
            _ if pressed && !begun => None,
            turns => Some(turns.unwrap_or(0) + 1),
        }
    }

    /// Whether the assault is at its end (SG-8).
    fn ended(&self) -> Option<Ending> {
        // Who waits below fights on as long as a room is left to come up into.
        let waits = |side: Side| {
            let of = |home| self.may_come_up(side).any(|id| self.home_of(id) == home);
            self.homes_of(side).into_iter().any(|home| of(home) && !self.rooms(side, home).is_empty())
        };
        match () {
            _ if self.able(Side::Defender) == 0 && !waits(Side::Defender) => Some(Ending::NoDefender),
            _ if self.able(Side::Attacker) == 0 && !waits(Side::Attacker) => Some(Ending::NoAttacker),
            _ if self.quiet.is_some_and(|turns| turns >= self.tables.end.quiet_turns) && self.parted() => {
                Some(Ending::Parted)
            }
            _ if self.idle >= self.tables.end.quiet_turns => Some(Ending::Unpressed),
            _ if self.turn >= self.tables.end.last_turn => Some(Ending::Night),
            _ => None,
        }
    }

    /// Whether every defender is parted from the attackers by a wall, moat, gate or impassable hex (SG-8): no way that is
    /// open now leads from any of them to any of him, a standing ladder or the gangway of a siege tower being one **[read]**.
    pub fn parted(&self) -> bool {
        let place = |side: Side| self.of(side).filter_map(|id| self.place(id));
        let mut defenders = vec![false; self.map.cells.len()];
        place(Side::Defender).for_each(|at| defenders[usize::from(at.0)] = true);
        let ladders = self.upright().map(|(_, foot, head)| (foot, head));
        let gangways = (0..self.machines.len() as u8).filter_map(|n| Some((self.machine(n).at, self.gangway(n)?)));
        let over: Vec<(HexId, HexId)> = ladders.chain(gangways).collect();
        let mut reached = vec![false; self.map.cells.len()];
        let mut next: Vec<HexId> = place(Side::Attacker).collect();
        next.iter().for_each(|at| reached[usize::from(at.0)] = true);
        while let Some(at) = next.pop() {
            if defenders[usize::from(at.0)] {
                return false;
            }
            let climbs = over.iter().filter_map(|&(foot, head)| match at {
                _ if at == foot => Some(head),
                _ if at == head => Some(foot),
                _ => None,
            });
            for to in self.ways.steps(at).chain(climbs) {
                if !std::mem::replace(&mut reached[usize::from(to.0)], true) {
                    next.push(to);
                }
            }
        }
        true
    }

    /// The men of the garrison who cannot trace a line of hexes empty of enemies to the keep (SG-8). Their own gates and bridges they
    /// open as they go. Of those who are shut in without it nobody is.
    pub fn cut_off(&self) -> Vec<TrooperId> {
        if self.enclosed() == Some(self.garrison()) {
            return Vec::new();
        }
        let open = self.opened();
        let enemy = |id: TrooperId| self.man(id).side == self.besiegers() && self.man(id).present();
        let aboard = |n: u8| self.at_post(Post::Aboard(n)).chain(self.at_post(Post::Aloft(n))).any(enemy);
        let free = |at: HexId| !self.who(at).is_some_and(enemy) && !self.machine_at(at).is_some_and(aboard);
        let mut reached = vec![false; open.cells.len()];
        let mut next: Vec<HexId> =
            open.ids().filter(|&id| open.in_keep(id) && open.holds(id).is_ok() && free(id)).collect();
        next.iter().for_each(|at| reached[usize::from(at.0)] = true);
        while let Some(at) = next.pop() {
            for to in open.steps(at).filter(|&to| free(to)).collect::<Vec<_>>() {
                if !std::mem::replace(&mut reached[usize::from(to.0)], true) {
                    next.push(to);
                }
            }
        }
        self.of(self.garrison()).filter(|&id| self.place(id).is_none_or(|at| !reached[usize::from(at.0)])).collect()
    }

    /// Whether a side may break the assault off **[house]**: the attackers, none of them face to face with an enemy.
    pub(super) fn check_break_off(&self, side: Side) -> Result<(), super::Illegal> {
        let free = side == Side::Attacker && self.of(side).all(|id| !self.faces_enemy(id));
        if free { Ok(()) } else { Err(super::Illegal::NoBreakingOff) }
    }

    pub(super) fn end(&mut self, ending: Ending, sink: &mut impl Sink<Event>) {
        // What is left standing when nobody can fight any more is taken.
        let game: &Assault = self;
        let waiting = |side: Side| game.waiting().filter(move |&id| game.man(id).side == side);
        let taken: Vec<TrooperId> = match ending {
            // Who is behind the shut doors of the keep is not taken with those who fell outside.
            Ending::NoAttacker if game.sally && !game.in_the_keep() => game.of(Side::Attacker).collect(),
            Ending::NoAttacker if game.sally => game.of(Side::Attacker).chain(waiting(Side::Attacker)).collect(),
            Ending::NoAttacker => Vec::new(),
            Ending::NoDefender if game.sally => Vec::new(),
            Ending::NoDefender => game.of(Side::Defender).chain(waiting(Side::Defender)).collect(),
            // Those are taken when the fighting has died down, and not by who leaves them alone (SG-8).
            Ending::BrokenOff => Vec::new(),
            Ending::Parted | Ending::Unpressed | Ending::Night => game.cut_off(),
        };
        for id in taken {
            sink.tell(|| Event::Yielded { man: id, to: None });
            self.standard_yielded(id, sink);
            self.take_off(id, Fortune::Taken(None));
        }
        self.stage = AssaultStage::Over(ending);
        let lines = self.lines_taken();
        sink.tell(|| Event::Over { ending, lines });
        debug_assert!(self.ids().all(|id| self.man(id).present() || self.man(id).post == Post::Off));
    }

    /// The side that won. Attackers win if no defender is left, or they have taken a line; the defenders if none was taken
    /// that they held; neither where some were and some were not. Of a garrison that attacks from within: if no besieger is
    /// left, or the line is won back; in a sortie, if some of them stand outside, or in what besiegers hold, when it ends **[house]**.
    pub fn winner(&self) -> Option<Side> {
        // The engines a sortie goes for may stand in what besiegers hold.
        let theirs = if self.form >= HexForm::Second { self.held.max(self.outer_lost) } else { 0 };
        let comes = |at: HexId| self.map.line_of(at) <= theirs;
        let outside = |id: TrooperId| self.man(id).able() && self.place(id).is_some_and(comes);
        let able = |side: Side| self.of(side).any(|id| self.man(id).able());
        let to_win_back = if self.sortie { 0 } else { self.held };
        match (self.sally, to_win_back) {
            _ if !able(Side::Defender) && able(Side::Attacker) => Some(Side::Attacker),
            (true, 0) => {
                let there =
                    matches!(self.stage, AssaultStage::Over(Ending::Night | Ending::Parted | Ending::Unpressed));
                let stands = there && self.of(Side::Attacker).any(outside);
                Some(if stands { Side::Attacker } else { Side::Defender })
            }
            (true, held) => Some(if self.lines_taken() < held { Side::Attacker } else { Side::Defender }),
            (false, held) if self.lines_taken() > held => Some(Side::Attacker),
            (false, _) => Some(Side::Defender),
        }
    }

    /// The side that holds the line that was assaulted (SG-8); in a sortie there is none.
    pub fn holds_the_line(&self) -> Option<Side> {
        let taken = match (self.sally, self.held) {
            (true, 0) => return None,
            (true, _) if self.sortie => return None,
            (true, held) => self.lines_taken() < held,
            (false, held) => self.lines_taken() > held,
        };
        Some(if taken { Side::Attacker } else { Side::Defender })
    }
}
