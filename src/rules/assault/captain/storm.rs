//! How an attacker is led: by the field of distances, to the work that opens the way, and over the wall.

use super::field::Claim;
use super::{Mind, at_hand};
use crate::rules::assault::Decision;
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{Barred, HexId};
use crate::rules::assault::state::{Burden, LadderLies, Post, TrooperId};
use crate::rules::figure::Side;

/// Hexes from which somebody who carries a ladder waits for the foot of a wall.
const WAITS: i64 = 4;
/// Hexes about a moat hex that is being filled which are left to those who fill it.
const FILLS: i64 = 4;
/// So many ladders go before everybody else.
const FIRST_LADDERS: usize = 4;
/// Hexes from which enemies come so near that who has something of no use in hand lays it down.
const LAYS_DOWN: i64 = 9;
/// Hexes about the foot of a ladder that are left to those who climb it.
const BEFORE_A_FOOT: i64 = 2;

impl Mind<'_> {
    /// What an attacker does next, if he can do anything.
    pub(super) fn storm(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        let man = game.man(id);
        let at = match man.post {
            Post::Hex(at) => at,
            Post::Ladder(_) => return self.may(Decision::StepOff { man: id, up: true }),
            Post::Aboard(n) | Post::Aloft(n) => return self.at_machine(id, n),
            Post::Off => return None,
        };
        if man.aim.is_some() {
            return None;
        }
        if game.faces_enemy(id) {
            return self.conduct(id);
        }
        if let Some(lays) = self.lays_down(id, at) {
            return Some(lays);
        }
        if let Some(work) = self.picks_up(id, at).or_else(|| self.sets_down(id, at)) {
            return Some(work);
        }
        if let Some(work) = self.opens(id, at).or_else(|| self.serves(id, at)) {
            return Some(work);
        }
        if let Some(away) = self.makes_room(id, at) {
            return Some(away);
        }
        // Who has come to where he raises his ladder stays there for it.
        if self.claim(id).is_some() {
            return None;
        }
        // Bowmen stop at medium range of an enemy they see, and shoot.
        let row = man
            .profile
            .weapons
            .missile
            .filter(|_| man.ammunition > 0)
            .and_then(|weapon| game.combat.shooting.of(weapon));
        let near = |medium: i32| self.enemies.iter().any(|&enemy| game.map.distance(at, enemy) <= i64::from(medium));
        if row.is_some_and(|row| near(row.medium)) && super::target(game, id).is_some() {
            return None;
        }
        let here = self.far_for(id, at);
        let climbs = game.upright().filter(|&(_, foot, head)| foot == at && self.far(head) < here);
        if let Some(climb) = climbs.filter_map(|(n, ..)| self.may(Decision::Climb { man: id, ladder: n })).next() {
            return Some(climb);
        }
        let boards = self.own_machines().filter(|&n| game.gangway(n).is_some() && self.far(game.machine(n).at) < here);
        if let Some(board) = boards.filter_map(|machine| self.may(Decision::Board { man: id, machine })).next() {
            return Some(board);
        }
        self.goes(id, at, here).or_else(|| self.clears_foot(id, at)).or_else(|| self.goes_past(id, at, here))
    }

    /// Where he raises his ladder, if he has come to it.
    fn claim(&self, id: TrooperId) -> Option<Claim> {
        self.claims.iter().copied().find(|claim| claim.man == id)
    }

    /// Who stands with a ladder at the foot of one that stands already, and has nowhere to go with his, lays it down and climbs.
    fn clears_foot(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let at_foot = self.game.upright().any(|(_, foot, _)| foot == at);
        if at_foot && self.carries_ladder(id) { self.may(Decision::LayDown { man: id }) } else { None }
    }

    /// Past those at a ram or a tower of no more use that fills the way, as before the door that it has opened: to them, and on.
    fn goes_past(&self, id: TrooperId, at: HexId, here: u32) -> Option<Decision> {
        let game = self.game;
        let on = |from: HexId| game.ways.steps(from).any(|to| self.far(to) < self.far(from) && !game.taken(to));
        let fills = |&n: &u8| {
            let it = game.machine(n);
            it.kind.rolls() && self.far(it.at) < here && !self.of_use(n) && game.ways.leads(at, it.at) && on(it.at)
        };
        self.own_machines().filter(fills).find_map(|machine| self.may(Decision::Board { man: id, machine }))
    }

    /// Whether a man carries a ladder, and does what he is told.
    fn carries_ladder(&self, id: TrooperId) -> bool {
        matches!(self.game.man(id).burden, Burden::Ladder(_)) && self.acts(id)
    }

    /// What is of no use any more, a faggot where no moat is filled or a ladder with no wall for it, is laid down before an enemy
    /// comes up to him (MM-3.7, MM-9.11).
    fn lays_down(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let near = || self.enemies.iter().any(|&enemy| self.game.map.distance(at, enemy) <= LAYS_DOWN);
        let of_no_use = self.game.man(id).burden != Burden::Nothing && self.burden(id) == Burden::Nothing;
        if of_no_use && near() { self.may(Decision::LayDown { man: id }) } else { None }
    }

    /// A ladder or a standard that lies beside him is picked up; who stands at the foot of a ladder keeps his hands free for it.
    fn picks_up(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let ladders = 0..self.game.ladders.len() as u8;
        let carried = self.game.of(self.side).filter(|&id| self.carries_ladder(id)).count();
        let wanted = self.crossing.is_some() || carried < self.ground.walls_left();
        let at_foot = self.game.upright().any(|(_, foot, _)| foot == at);
        let lies = |n: u8| matches!(self.game.ladders[usize::from(n)].lies, LadderLies::Lying(_));
        let mut lying = ladders.filter(|&n| wanted && !at_foot && lies(n));
        let ladder = lying.find_map(|ladder| self.may(Decision::PickUp { man: id, ladder }));
        let mut standards = 0..self.game.standards.len() as u8;
        ladder.or_else(|| standards.find_map(|standard| self.may(Decision::TakeUp { man: id, standard })))
    }

    /// With a friend sets down the ladder that the garrison drew up, where the two have come to stand (SG-7.5): for those below, or
    /// into the place.
    fn sets_down(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let flat = (0u8..).zip(&game.ladders).find_map(|(n, ladder)| match ladder.lies {
            LadderLies::Flat(on) if on.contains(&at) => Some((n, on)),
            _ => None,
        });
        let (ladder, on) = flat?;
        let other = on.into_iter().find(|&to| to != at).and_then(|to| game.who(to))?;
        let slides = on.into_iter().flat_map(|against| {
            let feet = game.map.around(against).map(move |(_, foot)| foot);
            feet.map(move |foot| Decision::Slide { men: [id, other], ladder, foot, against })
        });
        slides.into_iter().find_map(|slide| self.may(slide))
    }

    /// Those of whom the others bring as many ladders as there are walls left to raise them to: who is furthest from one.
    pub(super) fn spare_ladders(&self) -> Vec<TrooperId> {
        if self.side != Side::Attacker || self.crossing.is_some() {
            return Vec::new();
        }
        let carries = |&id: &TrooperId| self.carries_ladder(id);
        let mut all: Vec<(u32, TrooperId)> = self
            .game
            .of(self.side)
            .filter(carries)
            .map(|id| (self.game.place(id).filter(|_| self.claim(id).is_none()).map_or(0, |at| self.scales(at)), id))
            .collect();
        all.sort_unstable();
        // To whom no wall is left, but the ladders of others.
        let walled = |&(scales, id): &(u32, TrooperId)| {
            scales == u32::MAX && self.game.place(id).is_some_and(|at| self.far(at) != u32::MAX)
        };
        let many = self.ground.walls_left();
        let beyond = all.iter().enumerate().filter(|(n, one)| *n >= many || walled(one));
        beyond.map(|(_, &(_, id))| id).collect()
    }

    /// How far a hex is for who carries a ladder.
    fn scales(&self, at: HexId) -> u32 {
        self.scaling.get(usize::from(at.0)).copied().unwrap_or(u32::MAX)
    }

    /// Whether a hex is so near to the foot of a ladder that stands that nobody waits there.
    fn before_a_foot(&self, at: HexId) -> bool {
        self.game.upright().any(|(_, foot, _)| self.game.map.distance(at, foot) <= BEFORE_A_FOOT)
    }

    /// How far the last of those is who bring the first ladders, as long as none stands and the way of the foremost leads over one.
    pub(super) fn first_ladders(&self) -> Option<u32> {
        let game = self.game;
        if self.side != Side::Attacker || game.upright().next().is_some() {
            return None;
        }
        let carries = |&id: &TrooperId| matches!(self.burden(id), Burden::Ladder(_)) && super::may_act(game, id);
        let places = game.of(self.side).filter(carries).filter_map(|id| game.man(id).hex());
        let mut first: Vec<(u32, HexId)> = places.map(|at| (self.far(at), at)).collect();
        first.retain(|&(far, _)| far != u32::MAX);
        first.sort_unstable();
        let &(_, foremost) = first.first()?;
        let foot = self.foot_of_way(foremost);
        if !self.at_work(foot) {
            return None;
        }
        first.get(FIRST_LADDERS - 1).or(first.last()).map(|&(far, _)| far)
    }

    /// Where on the way from a hex one gets no further on foot.
    fn foot_of_way(&self, mut at: HexId) -> HexId {
        while let Some(to) = self.game.ways.steps(at).find(|&to| self.far(to).checked_add(1) == Some(self.far(at))) {
            at = to;
        }
        at
    }

    /// Whether there is a place for a man in a hex. Where a moat is being filled only who brings a faggot comes up to it; elsewhere
    /// who has his hands empty stays behind the first ladders, and leaves the foot of a wall to those who carry one; the way of a
    /// machine is left to it.
    pub(super) fn has_place(&self, id: TrooperId, to: HexId) -> bool {
        let burden = self.burden(id);
        if self.kept_free.contains(&to) || self.chain.last() == Some(&to) {
            return false;
        }
        // The citadel's men come out behind those at whom the ladders are brought (SG-4.3).
        if self.game.man(id).citadel {
            return true;
        }
        // Who carries a ladder leaves the feet of those that stand to who climbs them.
        if matches!(burden, Burden::Ladder(_)) && self.game.upright().any(|(_, foot, _)| foot == to) {
            return false;
        }
        if self.side != Side::Attacker || matches!(burden, Burden::Faggot) {
            return true;
        }
        if self.left_to_axes(id, to) || self.spare.contains(&id) && self.before_a_foot(to) {
            return false;
        }
        let filled_there = self.crossing.is_some_and(|crossing| self.game.map.distance(to, crossing) <= FILLS);
        let behind = || self.vanguard.is_none_or(|first| self.far(to) > first);
        !filled_there && (matches!(burden, Burden::Ladder(_)) || !self.at_work(to) && behind())
    }

    /// Whether a hex is left to others, who have axes for the gate beyond it.
    fn left_to_axes(&self, id: TrooperId, at: HexId) -> bool {
        self.approach.get(usize::from(at.0)).is_some_and(|kept| *kept) && !self.game.has_axe(id)
    }

    /// Who gives way where friends stand close about one who is to leave the way of a machine: from him outwards to the nearest hex
    /// that is free, of which each takes that of the next.
    pub(super) fn who_gives_way(&self) -> Vec<HexId> {
        let game = self.game;
        let free = |at: HexId| !game.taken(at);
        let gives = |at: HexId| {
            let one = game.who(at).filter(|&id| game.man(id).side == self.side && super::may_act(game, id));
            one.is_some_and(|id| game.man(id).points > 0 && !game.man(id).moved && !game.faces_enemy(id))
        };
        for &from in self.kept_free.iter().filter(|&&at| self.side == Side::Attacker && gives(at)) {
            // The hexes that were come to, each with the place of the one before it.
            let mut found = vec![(from, 0)];
            let mut n = 0;
            while n < found.len() {
                let (here, before) = found[n];
                if free(here) && !self.kept_free.contains(&here) {
                    let mut chain = vec![here, found[before].0];
                    let mut at = before;
                    while at > 0 {
                        at = found[at].1;
                        chain.push(found[at].0);
                    }
                    chain.reverse();
                    return chain;
                }
                for to in game.ways.steps(here).filter(|&to| free(to) || gives(to)) {
                    if found.iter().all(|&(known, _)| known != to) {
                        found.push((to, n));
                    }
                }
                n += 1;
            }
        }
        Vec::new()
    }

    /// Who stands where another has work to do goes aside, and who stands about one that cannot gives way to him.
    fn makes_room(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        self.goes_aside(id, at).or_else(|| {
            let place = self.chain.iter().position(|&link| link == at)?;
            let to = *self.chain.get(place + 1)?;
            self.may(Decision::Step { man: id, to }).filter(|_| !self.game.scorching(to))
        })
    }

    /// To where no other has work to do.
    fn goes_aside(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let burden = self.burden(id);
        if let Some(crossing) = self.crossing.filter(|_| burden != Burden::Faggot) {
            return self.away_from(id, at, crossing);
        }
        let in_the_way = self.kept_free.contains(&at)
            || self.left_to_axes(id, at)
            || match burden {
                Burden::Faggot => false,
                Burden::Ladder(_) => self.claim(id).is_none() && self.scales(at) == u32::MAX && self.at_a_foot(at),
                Burden::Nothing => self.at_work(at) && self.waited_for(at),
            }
            || self.spare.contains(&id) && self.before_a_foot(at);
        // Once a turn.
        if !in_the_way || self.game.man(id).moved {
            return None;
        }
        let reached = self.game.reached(self.side, id, None);
        let aside = reached.ends().filter(|&(_, to)| self.has_place(id, to) && self.far(to) != u32::MAX);
        let best =
            aside.map(|(n, to)| (self.far(to).abs_diff(self.far(at).saturating_add(3)), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// Who brings no faggot goes out from a moat that is being filled, those outermost first, so that the carriers come up.
    fn away_from(&self, id: TrooperId, at: HexId, crossing: HexId) -> Option<Decision> {
        let here = self.game.map.distance(at, crossing);
        if here > FILLS {
            return None;
        }
        let reached = self.game.reached(self.side, id, None);
        let out = reached.ends().map(|(n, to)| (self.game.map.distance(to, crossing).min(FILLS + 1), n, to));
        let best = out.filter(|&(far, ..)| far > here).map(|(far, n, to)| (-far, reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// Whether a ladder stands in a hex or beside it.
    fn at_a_foot(&self, at: HexId) -> bool {
        self.game.upright().any(|(_, foot, _)| self.game.map.distance(at, foot) <= 1)
    }

    /// Whether somebody near who carries a ladder waits for a hex.
    fn waited_for(&self, at: HexId) -> bool {
        self.game.of(self.side).any(|other| {
            let man = self.game.man(other);
            let near = man.hex().is_some_and(|his| his != at && self.game.map.distance(his, at) <= WAITS);
            matches!(self.burden(other), Burden::Ladder(_)) && near && man.able()
        })
    }

    /// Whether the way goes on from a hex only by work with a ladder: who has his hands empty leaves it to those who carry one.
    fn at_work(&self, at: HexId) -> bool {
        let (game, here) = (self.game, self.far(at));
        if !game.ladders.iter().any(at_hand) {
            return false;
        }
        let mut ahead = game.map.around(at).map(|(_, to)| to).filter(|&to| self.far(to) < here).peekable();
        ahead.peek().is_some()
            && !game.upright().any(|(_, foot, _)| foot == at)
            && ahead.all(|to| !game.ways.leads(at, to) && game.map.leads(at, to).is_err_and(|why| why != Barred::Shut))
    }

    /// The work that opens the way from where a man stands: a bridge, a gate, a ladder, a moat.
    fn opens(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let mut lifts = (0u8..).zip(&game.map.lifts).filter(|(_, lift)| lift.from == at && lift.closed);
        if let Some(work) = lifts.find_map(|(lift, _)| self.may(Decision::Work { man: id, lift, close: false })) {
            return Some(work);
        }
        for gate in 0..game.map.gates.len() as u8 {
            if game.map.gates[usize::from(gate)].passable() || !game.at_gate(gate, at) || !self.leads_out(gate, at) {
                continue;
            }
            let hews = || self.may(Decision::Hew { man: id, gate }).filter(|_| !self.is_own(gate));
            if let Some(work) = self.may(Decision::Gate { man: id, gate, open: true }).or_else(hews) {
                return Some(work);
            }
        }
        match self.burden(id) {
            Burden::Ladder(_) if self.ladders_wait() => None,
            Burden::Ladder(_) if self.crossing.is_none() => {
                self.may(Decision::Raise { man: id, against: self.claim(id)?.head })
            }
            Burden::Ladder(_) => {
                let here = self.far_for(id, at);
                let mut ahead = game.map.around(at).map(|(_, to)| to).filter(|&to| self.far_for(id, to) < here);
                ahead.find_map(|to| self.may(Decision::Raise { man: id, against: to }))
            }
            Burden::Faggot => {
                let crossing = self.crossing?;
                self.may(Decision::Fill { man: id, moat: crossing })
            }
            Burden::Nothing => None,
        }
    }

    /// Whether a gate is one of those that a garrison holds which attacks from within: it is not hewn at.
    fn is_own(&self, gate: u8) -> bool {
        let (game, sides) = (self.game, &self.game.map.gates[usize::from(gate)].sides);
        let behind = game.sally && sides.iter().all(|&(inner, _)| game.map.line_of(inner) > game.held);
        behind || game.shut_in > 0 && game.owner_of_gate(gate) == self.side
    }

    /// Whether a gate lies on the way of who stands at it; to who storms a place from outside every gate does.
    fn leads_out(&self, gate: u8, at: HexId) -> bool {
        let (game, sides) = (self.game, &self.game.map.gates[usize::from(gate)].sides);
        let beyond = |&(inner, over): &(HexId, HexSide)| match game.map.beside(inner, over) {
            Some(outer) if inner == at => Some(outer),
            Some(outer) if outer == at => Some(inner),
            _ => None,
        };
        !(game.sally || game.shut_in > 0) || sides.iter().filter_map(beyond).any(|to| self.far(to) < self.far(at))
    }

    /// Whether ladders wait, to be raised all together in the next turn, at whose end it is over if none stands (SG-8).
    fn ladders_wait(&self) -> bool {
        let game = self.game;
        game.quiet.is_some_and(|turns| turns + 2 == game.tables.end.quiet_turns) && game.parted()
    }
}
