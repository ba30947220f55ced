//! What men do whom morale moves (MM-7.4, SG-5.4): the recreant flee or yield, the craven fall back, the bold go at the enemy.

use super::enclosed::HexHome;
use super::event::Event;
use super::map::{HexId, HexMap, LiftKind, Terrain};
use super::morale::steps_from;
use super::state::{Assault, Burden, Fortune, Heart, LadderLies, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use std::cmp::Reverse;

/// How far every hex is from where a side flees to, in steps.
struct Homewards {
    far: Vec<u16>,
    /// Of the hexes it flees to, how far within they lie from where one comes in; of all others 0.
    deep: Vec<u16>,
}

/// Beyond any way on the ground of those who are shut in: so much further are the hexes outside it.
const OUTSIDE: u16 = 10_000;

impl Homewards {
    fn far(&self, at: HexId) -> u16 {
        self.far[usize::from(at.0)]
    }

    fn deep(&self, at: HexId) -> u16 {
        self.deep[usize::from(at.0)]
    }
}

impl Assault {
    pub(super) fn minded(&self, side: Side, heart: Heart) -> Vec<TrooperId> {
        let is = |id: &TrooperId| {
            let man = self.man(*id);
            man.side == side && man.able() && self.troops[usize::from(man.troop)].mood == heart
        };
        self.ids().filter(is).collect()
    }

    /// Whether a man is active (MM-7.4): on his feet, and neither in flight nor falling back.
    pub(super) fn active(&self, id: TrooperId) -> bool {
        let man = self.man(id);
        man.able() && !man.falls_back && self.troops[usize::from(man.troop)].mood != Heart::Recreant
    }

    /// Whether a man is in cover, and not in the open (MM-7.4): on a rampart, behind battlements, under a roof, among trees, below
    /// the ground or on a siege tower **[house]**.
    pub fn in_cover(&self, id: TrooperId) -> bool {
        let Some(at) = self.place(id) else { return false };
        let cell = self.map.cell(at);
        let tower = matches!(self.man(id).post, Post::Aloft(_)) || self.in_tower(id);
        let built = cell.roofed || cell.under || cell.touches_battlements();
        tower
            || !matches!(self.man(id).post, Post::Ladder(_))
                && (built || matches!(cell.terrain, Terrain::Rampart | Terrain::Room | Terrain::Trees))
    }

    /// The active enemies who are near a man by the ways that lie open, each with the steps to him; no clerics, for nobody yields
    /// to them or goes from them.
    pub(super) fn pressing(&self, id: TrooperId, within: u16) -> Vec<(u16, TrooperId)> {
        let Some(at) = self.place(id) else { return Vec::new() };
        let side = self.man(id).side;
        let counts = |enemy: TrooperId| {
            self.man(enemy).side != side && self.active(enemy) && self.man(enemy).profile.class != Class::Cleric
        };
        let mut found: Vec<(u16, TrooperId)> =
            self.facing(id).into_iter().filter(|&enemy| counts(enemy)).map(|enemy| (1, enemy)).collect();
        if !matches!(self.man(id).post, Post::Aloft(_)) {
            let mut seen = vec![false; self.map.cells.len()];
            seen[usize::from(at.0)] = true;
            let mut ring = vec![at];
            for steps in 1..=within {
                let mut next = Vec::new();
                for to in ring.iter().flat_map(|&from| self.ways.steps(from)) {
                    if !std::mem::replace(&mut seen[usize::from(to.0)], true) {
                        next.push(to);
                        found.extend(self.fights_in(to).filter(|&enemy| counts(enemy)).map(|enemy| (steps, enemy)));
                    }
                }
                ring = next;
            }
        }
        found.sort_unstable();
        found
    }

    /// The enemy a recreant man yields to because he is cut off (MM-7.4): within 6 hexes in the open, face to face in cover, or
    /// with another within 10, one of them nearer to where he flees to and one further from it. An enemy cuts off no more men in a
    /// turn than he can hold **[house]**.
    fn cut_off_by(&self, id: TrooperId, far: &Homewards) -> Option<TrooperId> {
        let near = &self.combat.morale.near;
        let mut enemies = self.pressing(id, near.cut_off_both.max(near.cut_off) as u16);
        enemies.retain(|&(_, enemy)| self.man(enemy).cuts_off < self.tables.flight.taken);
        let &(steps, nearest) = enemies.first()?;
        let alone = if self.in_cover(id) { 1 } else { near.cut_off as u16 };
        let home = |id: TrooperId| self.place(id).map(|at| far.far(at));
        let own = home(id)?;
        let both = enemies.iter().filter(|(steps, _)| *steps <= near.cut_off_both as u16);
        let homes: Vec<u16> = both.filter_map(|&(_, enemy)| home(enemy)).collect();
        let between = homes.iter().any(|&enemy| enemy < own) && homes.iter().any(|&enemy| enemy > own);
        (steps <= alone || between).then_some(nearest)
    }

    /// The map as the garrison can open it: its gates and bridges it opens as it goes.
    pub(super) fn opened(&self) -> HexMap {
        let mut open = HexMap::clone(&self.map);
        open.gates.iter_mut().for_each(|gate| gate.open = true);
        for lift in open.lifts.iter_mut().filter(|lift| lift.kind != LiftKind::Sluice) {
            lift.closed = false;
        }
        open
    }

    /// How far every hex is from where those of a side flee to who come from somewhere (MM-7.4): besiegers off the map, down ladders
    /// and siege towers too; the garrison to the keep, whose door and gates it means to open; who is shut in to the innermost line
    /// that he holds (SG-4.3).
    fn homewards(&self, side: Side, home: HexHome) -> Homewards {
        let edge = |id: &HexId| {
            let hex = self.map.cell(*id).hex;
            let border = hex.row == 1 || hex.column == 1 || hex.row == self.map.rows || hex.column == self.map.columns;
            border && !self.map.cell(*id).under && self.map.holds(*id).is_ok()
        };
        let besiegers = home == HexHome::Field;
        let refuge = if home == HexHome::Wards { self.refuge(side) } else { Vec::new() };
        let open = if besiegers { None } else { Some(self.opened()) };
        let map = open.as_ref().unwrap_or(&self.map);
        let down: Vec<(HexId, HexId)> = match besiegers {
            true => {
                let towers = (0..self.machines.len() as u8).filter(|&n| self.machine(n).side == side);
                let gangways = towers.filter_map(|n| Some((self.machine(n).at, self.gangway(n)?)));
                self.upright().map(|(_, foot, head)| (foot, head)).chain(gangways).collect()
            }
            false => Vec::new(),
        };
        let goals = |id: &HexId| match home {
            HexHome::Field => edge(id),
            HexHome::Wards => refuge.contains(id),
            HexHome::Keep => map.in_keep(*id) && map.holds(*id).is_ok(),
        };
        let (map, down, hexes) = (&map, &down, map.cells.len());
        let walked = |to: HexId| {
            let beside = map.around(to).map(|(_, from)| from).chain(map.cell(to).spiral);
            beside.filter(move |&from| map.leads(from, to).is_ok())
        };
        if self.form < HexForm::Third || besiegers {
            let far = steps_from(hexes, map.ids().filter(goals), |to| {
                walked(to).chain(down.iter().filter(move |(foot, _)| *foot == to).map(|&(_, head)| head))
            });
            return Homewards { far, deep: vec![0; hexes] };
        }
        // Who is shut in goes over his own ground, and neither out of it nor through the citadel; from elsewhere onto it first.
        let own = |at: HexId| home == HexHome::Keep || self.lines_shut_in().contains(&map.line_of(at));
        let mut far = steps_from(hexes, map.ids().filter(goals), |to| walked(to).filter(move |&from| own(from)));
        let found = |far: &[u16], at: HexId| far[usize::from(at.0)] != u16::MAX;
        let outside = steps_from(hexes, map.ids().filter(|&at| found(&far, at)), walked);
        for at in map.ids().filter(|&at| found(&outside, at)) {
            let (here, off) = (&mut far[usize::from(at.0)], outside[usize::from(at.0)]);
            *here = if *here == u16::MAX { OUTSIDE + off } else { *here };
        }
        let without = map.ids().filter(|&at| (1..u16::MAX).contains(&far[usize::from(at.0)]));
        let mut deep = steps_from(hexes, without, |at| map.steps(at));
        deep.iter_mut().filter(|deep| **deep == u16::MAX).for_each(|deep| *deep = 0);
        Homewards { far, deep }
    }

    /// Those first who are nearest to where they flee to, and of those who are there those furthest within.
    fn by_way_home(&self, men: &mut [TrooperId], far: &Homewards) {
        let way = |at: HexId| (far.far(at), Reverse(far.deep(at)));
        men.sort_by_key(|&id| self.place(id).map_or((u16::MAX, Reverse(0)), way));
    }

    /// The men of a side whom morale moves, before the others move (MM-7.4): the recreant, the craven, the bold.
    pub(super) fn moved_by_morale(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let (recreant, craven) = (self.minded(side, Heart::Recreant), self.minded(side, Heart::Craven));
        self.driven(side, recreant, craven, dice, sink);
        self.charge(side, dice, sink);
    }

    /// The men of a troop whom a test before a charge has made recreant or craven flee or fall back at once (MM-2.3).
    pub(super) fn driven_off(&mut self, side: Side, troop: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let of = |heart: Heart| {
            let mut men = self.minded(side, heart);
            men.retain(|&id| self.man(id).troop == troop);
            men
        };
        let (recreant, craven) = (of(Heart::Recreant), of(Heart::Craven));
        self.driven(side, recreant, craven, dice, sink);
    }

    /// The recreant flee and the craven fall back, those first who are nearest to where they go.
    fn driven(
        &mut self,
        side: Side,
        recreant: Vec<TrooperId>,
        craven: Vec<TrooperId>,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if recreant.is_empty() && craven.is_empty() {
            return;
        }
        for home in self.homes_of(side) {
            let of = |men: &[TrooperId]| men.iter().copied().filter(|&id| self.home_of(id) == home).collect::<Vec<_>>();
            let (mut recreant, mut craven) = (of(&recreant), of(&craven));
            if recreant.is_empty() && craven.is_empty() {
                continue;
            }
            let far = self.homewards(side, home);
            self.by_way_home(&mut recreant, &far);
            self.by_way_home(&mut craven, &far);
            self.flight(home, recreant, &far, dice, sink);
            self.fall_back(craven, &far, dice, sink);
        }
    }

    /// The recreant of a side flee as far as their points carry them, or yield where they are cut off (MM-7.4). Besiegers at the
    /// edge of the map are gone, but for those who are shut in.
    fn flight(
        &mut self,
        home: HexHome,
        men: Vec<TrooperId>,
        far: &Homewards,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        for id in men {
            if let Some(captor) = self.cut_off_by(id, far) {
                self.man_mut(captor).cuts_off += 1;
                self.yields(id, Some(captor), dice, sink);
                continue;
            }
            let way = self.runs_home(id, far, dice, sink);
            self.passes_in_flight(id, &way);
            let at_edge = self.afoot(id).is_some_and(|at| far.far(at) == 0);
            if home == HexHome::Field && at_edge && self.man(id).able() {
                sink.tell(|| Event::Fled { man: id });
                self.lost(id, None, Fortune::Fled, dice, sink);
            }
            if self.man(id).able() {
                self.spend_turn(id);
            }
            self.go_after(dice, sink);
        }
    }

    /// The units whom a man of a unit passes in flight, within the distance that counts, test (MM-7.1), wherever he has come to
    /// since; friends of his class or a lower one (MM-7.6).
    fn passes_in_flight(&mut self, id: TrooperId, way: &[HexId]) {
        let (own, near) = (usize::from(self.man(id).troop), self.combat.morale.near.flight);
        if self.lone_knight(own) {
            return;
        }
        for other in 0..self.troops.len() {
            let (friend, troop) = (&self.troops[other], &self.troops[own]);
            let counts = other != own && friend.side == troop.side && troop.class >= friend.class;
            if counts && way.iter().any(|&at| self.troop_near(other, at, near)) {
                self.troops[other].passed_in_flight = true;
            }
        }
    }

    /// The craven who are in the open with an active enemy within 10 hexes fall back a full move (MM-7.4).
    fn fall_back(&mut self, men: Vec<TrooperId>, far: &Homewards, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let within = self.combat.morale.near.craven as u16;
        for id in men {
            if self.in_cover(id) || self.pressing(id, within).is_empty() {
                continue;
            }
            let from = self.man(id).post;
            self.runs_home(id, far, dice, sink);
            if self.man(id).able() && self.man(id).post != from {
                self.man_mut(id).falls_back = true;
                self.spend_turn(id);
            }
            self.go_after(dice, sink);
        }
    }

    /// A man goes towards where his side flees to as far as his points carry him, off ladders and machines and down them. Gates
    /// that are shut stop him, and he comes face to face with no enemy: where every step home leads to one he stays (MM-7.4).
    /// The hexes he comes through.
    fn runs_home(
        &mut self,
        id: TrooperId,
        far: &Homewards,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Vec<HexId> {
        let side = self.man(id).side;
        let mut way: Vec<HexId> = self.place(id).into_iter().collect();
        self.comes_off(id, dice, sink);
        while let Some(at) = self.afoot(id).filter(|_| self.man(id).able()) {
            way.push(at);
            let (points, here) = (self.man(id).points, far.far(at));
            if here == 0 {
                way.extend(self.goes_within(id, at, far, dice, sink));
                break;
            }
            let home = |to: HexId| far.far(to) < here;
            let away = self
                .ways
                .steps(at)
                .filter(|&to| !self.taken(to) && home(to) && self.cost_of(to) <= points && !self.threatened(to, side))
                .min_by_key(|&to| (far.far(to), to));
            if let Some(to) = away {
                self.step(id, to, dice, sink);
                continue;
            }
            if let Some((past, to)) = self.past_friends(id, at, far) {
                way.extend(&past);
                self.pass_friends(id, &past, to, dice, sink);
                continue;
            }
            let cost = self.tables.points.ladder;
            let ladder = self.upright().find(|&(n, foot, head)| {
                let free = self.on_ladder(n).is_none() && self.who(foot).is_none() && !self.threatened(foot, side);
                head == at && home(foot) && free
            });
            let may_climb = matches!(self.man(id).post, Post::Hex(_))
                && points >= cost
                && !matches!(self.man(id).burden, Burden::Ladder(_));
            if let Some((ladder, ..)) = ladder.filter(|&(n, ..)| may_climb && self.climbed_from(n) <= self.turn) {
                self.climb(id, ladder, dice, sink);
                self.comes_off(id, dice, sink);
                continue;
            }
            let tower = (0..self.machines.len() as u8)
                .find(|&n| self.machine(n).side == side && self.gangway(n) == Some(at) && home(self.machine(n).at));
            let room = |n: u8| self.at_post(Post::Aloft(n)).count() < usize::from(self.tables.tower.holds);
            if let Some(tower) = tower.filter(|&n| room(n) && points >= self.tables.points.gangway) {
                self.board(id, tower, dice, sink);
                self.comes_off(id, dice, sink);
            }
            break;
        }
        way
    }

    /// Who has come to where his side flees goes on within it as long as friends whom morale moves are without, so that he does not stand
    /// in their way **[house]**: to the free hex furthest within that his points carry him to, face to face with nobody. The hexes he
    /// comes through.
    fn goes_within(
        &mut self,
        id: TrooperId,
        at: HexId,
        far: &Homewards,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Vec<HexId> {
        let (side, home) = (self.man(id).side, self.home_of(id));
        let without = |&other: &TrooperId| {
            let moved = matches!(self.troops[usize::from(self.man(other).troop)].mood, Heart::Recreant | Heart::Craven);
            moved && self.home_of(other) == home && self.place(other).is_some_and(|at| far.far(at) > 0)
        };
        if home == HexHome::Field || !self.of(side).any(|other| without(&other)) {
            return Vec::new();
        }
        // Each hex come to, the points left there and the one before it.
        let mut found: Vec<(HexId, u8, usize)> = vec![(at, self.man(id).points, 0)];
        let mut n = 0;
        while n < found.len() {
            let (from, left, _) = found[n];
            for to in self.ways.steps(from).filter(|&to| far.far(to) == 0) {
                let shut = self.taken(to) || self.threatened(to, side) || found.iter().any(|&(known, ..)| known == to);
                let Some(left) = left.checked_sub(self.cost_of(to)).filter(|_| !shut) else { continue };
                found.push((to, left, n));
            }
            n += 1;
        }
        let within = (0..found.len()).max_by_key(|&n| (far.deep(found[n].0), found[n].1, Reverse(n)));
        let mut next = within.filter(|&n| far.deep(found[n].0) > far.deep(at)).unwrap_or(0);
        let mut steps = Vec::new();
        while next > 0 {
            steps.push(found[next].0);
            next = found[next].2;
        }
        steps.reverse();
        for &to in &steps {
            if self.man(id).able() {
                self.step(id, to, dice, sink);
            }
        }
        steps
    }

    /// The friends in a passage past whom a man flees, and the first free hex beyond them on his way that his points carry him to
    /// (SG-10).
    fn past_friends(&self, id: TrooperId, at: HexId, far: &Homewards) -> Option<(Vec<HexId>, HexId)> {
        let (side, mut from, mut left) = (self.man(id).side, at, self.man(id).points);
        let mut past = Vec::new();
        loop {
            let nearer = self.ways.steps(from).filter(|&to| far.far(to) < far.far(from));
            let open = nearer.filter(|&to| self.passes(from, to) && !self.threatened(to, side));
            let to = open.min_by_key(|&to| (far.far(to), to))?;
            left = left.checked_sub(self.cost_of(to))?;
            match self.who(to) {
                Some(other) if self.man(other).side == side => past.push(to),
                None if !past.is_empty() && !self.taken(to) => return Some((past, to)),
                _ => return None,
            }
            from = to;
        }
    }

    /// The first turn in which a ladder that stands may be climbed (SG-7.4).
    fn climbed_from(&self, ladder: u8) -> u32 {
        match self.ladders[usize::from(ladder)].lies {
            LadderLies::Upright { from, .. } => from,
            _ => u32::MAX,
        }
    }

    /// A man who runs comes down off the ladder or the top of the tower he is on, if there is room and no enemy before it.
    fn comes_off(&mut self, id: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let free = |foot: HexId| !self.taken(foot) && !self.threatened(foot, self.man(id).side);
        if let Post::Ladder(ladder) = self.man(id).post
            && self.man(id).points >= self.tables.points.flat
            && self.upright().any(|(n, foot, _)| n == ladder && free(foot))
        {
            self.step_off(id, false, dice, sink);
        }
        if let Post::Aloft(tower) = self.man(id).post
            && self.man(id).points >= self.tables.points.tower
            && self.at_post(Post::Aboard(tower)).count() < self.room_at(tower)
        {
            self.go_up(id, false, dice, sink);
        }
    }

    /// Whether a craven man would come nearer to the nearest active enemy in a hex, or face to face with one: the craven do not
    /// advance (MM-7.4).
    pub(super) fn advances(&self, id: TrooperId, to: HexId) -> bool {
        self.nearest_active(id).is_some_and(|enemy| self.nears(id, enemy, to)) || self.threatened(to, self.man(id).side)
    }

    /// Where the active enemy is who is nearest to a man.
    pub(super) fn nearest_active(&self, id: TrooperId) -> Option<HexId> {
        let at = self.place(id)?;
        let enemies = self.of(self.man(id).side.other()).filter(|&enemy| self.active(enemy));
        enemies.filter_map(|enemy| self.place(enemy)).min_by_key(|&place| (self.map.distance(at, place), place))
    }

    /// Whether a hex is nearer to an enemy than a man is.
    pub(super) fn nears(&self, id: TrooperId, enemy: HexId, to: HexId) -> bool {
        self.place(id).is_some_and(|at| self.map.distance(to, enemy) < self.map.distance(at, enemy))
    }

    pub(super) fn is_craven(&self, id: TrooperId) -> bool {
        self.troops[usize::from(self.man(id).troop)].mood == Heart::Craven
    }
}
