//! What a man may be told, with the hex that is pointed at: every order there is to him, and why one cannot be given now.

mod machines;

use crate::app::play::why;
use crate::app::table::OrderOffer;
use crate::rules::assault::map::{HexId, LiftKind, Terrain};
use crate::rules::assault::state::{Burden, LadderLies};
use crate::rules::assault::{Assault, Decision, Illegal, Post, TrooperId};
use crate::rules::figure::{Side, Weapon};
use crate::rules::game::Game as _;

/// An order as it is offered.
pub type HexOffer = OrderOffer<Decision>;

/// The offers for one man.
struct Offering<'a> {
    game: &'a Assault,
    side: Side,
    man: TrooperId,
    called: &'a dyn Fn(TrooperId) -> String,
    offers: Vec<HexOffer>,
}

/// What a man of the side that decides may be told, with the hex pointed at (SG-5 to SG-7, SG-10).
pub fn offers(
    game: &Assault,
    man: TrooperId,
    target: Option<HexId>,
    called: &dyn Fn(TrooperId) -> String,
) -> Vec<HexOffer> {
    let Some(side) = game.pending().first() else { return Vec::new() };
    if game.men.get(usize::from(man.0)).is_none_or(|known| known.side != side || !known.present()) {
        return Vec::new();
    }
    let mut offering = Offering { game, side, man, called, offers: Vec::new() };
    if game.deploys(side) {
        offering.places(target);
        return offering.offers;
    }
    match game.man(man).post {
        Post::Hex(at) => {
            offering.at_target(target);
            offering.with_ladders(at, target);
            offering.with_burden(at, target);
            offering.drops(at, target);
            offering.kindles();
            offering.at_hand(at);
            offering.beside_machines(at);
        }
        Post::Aboard(machine) => {
            offering.strikes(target);
            offering.at_machine(machine, target);
        }
        Post::Aloft(machine) => offering.aloft(machine, target),
        Post::Ladder(ladder) => offering.on_ladder(ladder),
        Post::Off => {}
    }
    offering.conduct();
    offering.offers
}

/// Whether an order is given by pressing a hex twice: one that is about the hex pointed at, and none that nobody would give by
/// chance.
pub fn by_pressing(offer: &HexOffer) -> bool {
    use Decision::*;
    matches!(
        offer.decision,
        Some(
            Place { .. }
                | Bring { .. }
                | Step { .. }
                | Go { .. }
                | Raise { .. }
                | Slide { .. }
                | Climb { .. }
                | StepOff { .. }
                | Cross { .. }
                | Board { .. }
                | Drop { .. }
                | FireAt { .. }
                | Loose { .. }
                | Batter { .. }
                | Fill { .. }
                | Aim { .. }
                | Strike { .. }
        )
    )
}

impl Offering<'_> {
    fn add(&mut self, name: String, decision: Decision) {
        self.offers.push(OrderOffer::of(self.game, self.side, name, decision));
    }

    fn wants(&mut self, name: &str, wants: &str) {
        self.offers.push(OrderOffer::wanting(name.to_owned(), wants));
    }

    fn hex(&self, id: HexId) -> String {
        self.game.map.cell(id).name()
    }

    /// Shooting, going and what he carries, at the hex pointed at.
    fn at_target(&mut self, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let trooper = game.man(man);
        self.strikes(target);
        self.shoots(target);
        let Some(to) = target else {
            return self.wants("Go to …", "Point at a hex first: press it, or go there with the arrow keys.");
        };
        if trooper.hex() == Some(to) {
            return;
        }
        match trooper.burden {
            Burden::Ladder(_) => {
                self.add(format!("Raise the ladder against {}", self.hex(to)), Decision::Raise { man, against: to });
            }
            Burden::Faggot if game.map.cell(to).terrain == Terrain::Moat => {
                self.add(format!("Throw the faggot into {}", self.hex(to)), Decision::Fill { man, moat: to });
            }
            _ => {}
        }
        self.go(to);
    }

    /// Striking at the enemy pointed at, where he is one of several before him (MM-5.1).
    pub(super) fn strikes(&mut self, target: Option<HexId>) {
        let (man, facing) = (self.man, self.game.before_him(self.man));
        let named = facing.iter().copied().find(|&id| target.is_some() && self.game.place(id) == target);
        match named {
            _ if facing.len() < 2 => {}
            Some(at) => {
                self.add(format!("Strike at {}", (self.called)(at)), Decision::Strike { man, at, then: None });
                // Another than he was told to strike is struck after that one, too.
                if let Some(first) =
                    self.game.man(man).strikes[0].filter(|&first| first != at && facing.contains(&first))
                {
                    let name = format!("Strike at {} first, then at {}", (self.called)(first), (self.called)(at));
                    self.add(name, Decision::Strike { man, at: first, then: Some(at) });
                }
            }
            None => self.wants("Strike at …", "Point at one of the enemies before him first."),
        }
    }

    /// Shooting at the enemy pointed at, if he has what to shoot with.
    fn shoots(&mut self, target: Option<HexId>) {
        let man = self.man;
        if self.game.man(man).profile.weapons.missile.is_none() {
            return;
        }
        match target.and_then(|at| self.game.shoots_at_in(man, at)) {
            Some(at) => self.add(format!("Shoot at {}", (self.called)(at)), Decision::Aim { man, at }),
            None => self.wants("Shoot at …", "Point at an enemy first."),
        }
        self.fires(target);
    }

    /// The fire missile he has lit, shot at the hex pointed at (MM-4.11).
    pub(super) fn fires(&mut self, target: Option<HexId>) {
        let man = self.man;
        match target {
            _ if self.game.man(man).lit.is_none() => {}
            Some(at) => {
                self.add(format!("Shoot the fire missile at {}", self.hex(at)), Decision::FireAt { man, at });
            }
            None => self.wants("Shoot the fire missile at …", "Point at the machine or gate it is to burn first."),
        }
    }

    /// A fire missile lit, if his side has some and he is a bowman or serves a catapult (MM-4.11).
    pub(super) fn kindles(&mut self) {
        let (game, man) = (self.game, self.man);
        let left = game.stores[self.side].fire_missiles;
        let bow = game.man(man).profile.weapons.missile.is_some_and(Weapon::is_bow);
        if (bow || game.catapult_of(man).is_some()) && left > 0 && game.man(man).lit.is_none() {
            self.add(format!("Light a fire missile ({left} left)"), Decision::Kindle { man });
        }
    }

    /// Going there; of the next hex the reason is the step's own.
    fn go(&mut self, to: HexId) {
        let (go, step) = (Decision::Go { man: self.man, to }, Decision::Step { man: self.man, to });
        let refused = match self.game.check(self.side, &go) {
            Err(Illegal::TooFar) => match self.game.check(self.side, &step) {
                Err(Illegal::Barred(_)) if !self.is_beside(to) => Some(Illegal::TooFar),
                other => other.err(),
            },
            other => other.err(),
        };
        let why = refused.map(|illegal| why(&illegal));
        self.offers.push(HexOffer { name: format!("Go to {}", self.hex(to)), decision: Some(go), why });
    }

    fn is_beside(&self, to: HexId) -> bool {
        let at = self.game.man(self.man).hex();
        at.is_some_and(|at| self.game.map.side_to(at, to).is_some() || self.game.map.cell(at).spiral == Some(to))
    }

    /// Ladders at hand: climbed, pushed, lifted, slid and picked up (SG-7.4 to SG-7.6).
    fn with_ladders(&mut self, at: HexId, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let near = |to: HexId| to == at || game.map.distance(at, to) == 1;
        for (ladder, known) in (0u8..).zip(&game.ladders) {
            let number = ladder + 1;
            match known.lies {
                LadderLies::Upright { foot, head, .. } if near(foot) || near(head) => {
                    if at == foot || at == head {
                        self.add(format!("Go onto ladder {number}"), Decision::Climb { man, ladder });
                    }
                    self.add(format!("Push ladder {number} over"), Decision::Push { man, ladder });
                    if near(head) && game.map.cell(at).level == game.map.cell(head).level {
                        self.lift(ladder);
                    }
                }
                LadderLies::Flat(hexes) if hexes.contains(&at) => {
                    let [one, other] = hexes;
                    self.slide(ladder, if at == one { other } else { one }, target);
                    self.add(format!("Pick up ladder {number}"), Decision::PickUp { man, ladder });
                }
                LadderLies::Lying(there) if near(there) => {
                    self.add(format!("Pick up ladder {number}"), Decision::PickUp { man, ladder });
                }
                _ => {}
            }
        }
    }

    /// With the friend beside him with whom it can be done, or the first of them for the reason.
    fn lift(&mut self, ladder: u8) {
        let (game, man) = (self.game, self.man);
        let Some(at) = game.man(man).hex() else { return };
        let friends: Vec<TrooperId> = game
            .map
            .around(at)
            .filter_map(|(_, to)| game.who(to))
            .filter(|&id| game.man(id).side == self.side)
            .collect();
        let with = |id: TrooperId| Decision::Lift { men: [man, id], ladder };
        let able = friends.iter().copied().find(|&id| game.check(self.side, &with(id)).is_ok());
        let name = format!("Lift ladder {}", ladder + 1);
        match able.or(friends.first().copied()) {
            Some(friend) => self.add(format!("{name} with {}", (self.called)(friend)), with(friend)),
            None => self.wants(&name, "It takes two: bring a friend beside him (SG-7.5)."),
        }
    }

    /// With the friend at its other end, down to the hex pointed at.
    fn slide(&mut self, ladder: u8, other_end: HexId, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let name = format!("Slide ladder {} down", ladder + 1);
        let friend = game.who(other_end).filter(|&id| id != man && game.man(id).side == self.side);
        let (Some(friend), Some(at)) = (friend, game.man(man).hex()) else {
            return self.wants(&name, "It takes two: a friend at its other end (SG-7.5).");
        };
        let Some(foot) = target.filter(|&to| to != at && to != other_end) else {
            return self.wants(&name, "Point at the hex below where its foot is to stand.");
        };
        let slid = |against: HexId| Decision::Slide { men: [man, friend], ladder, foot, against };
        let against = [at, other_end].into_iter().find(|&against| game.check(self.side, &slid(against)).is_ok());
        self.add(format!("{name} to {}", self.hex(foot)), slid(against.unwrap_or(at)));
    }

    /// What he carries, laid down; a ladder that he carries on a walk, slid down with a friend beside him (MM-3.7, SG-7.5).
    fn with_burden(&mut self, at: HexId, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let burden = game.man(man).burden;
        if let Burden::Ladder(ladder) = burden
            && game.map.cell(at).terrain == Terrain::Rampart
        {
            let beside = game.map.around(at).map(|(_, to)| to);
            let friend = |to: &HexId| game.who(*to).is_some_and(|id| game.man(id).side == self.side);
            let friends: Vec<HexId> = beside.filter(friend).collect();
            let fit = |to: &&HexId| game.who(**to).is_some_and(|id| game.may_slide([man, id]));
            self.slide(ladder, friends.iter().find(fit).or(friends.first()).copied().unwrap_or(at), target);
        }
        let name = match burden {
            Burden::Nothing => return,
            Burden::Ladder(ladder) => format!("Lay down ladder {}", ladder + 1),
            Burden::Faggot => "Lay down the faggot".to_owned(),
        };
        self.add(name, Decision::LayDown { man });
    }

    /// Gates, bridges, stairs and sluices where he stands (SG-5.5, SG-10).
    fn at_hand(&mut self, at: HexId) {
        let (game, man) = (self.game, self.man);
        for (gate, known) in (0u8..).zip(&game.map.gates) {
            if !game.map.at_gate(known, at) {
                continue;
            }
            let verb = if known.open { "Shut" } else { "Open" };
            self.add(format!("{verb} {}", known.name), Decision::Gate { man, gate, open: !known.open });
            if !known.passable() {
                self.add(format!("Hew at {}", known.name), Decision::Hew { man, gate });
                if game.fire_at_hand(man) && self.side != game.owner_of_gate(gate) {
                    self.add(format!("Put a torch to {}", known.name), Decision::BurnGate { man, gate });
                }
            }
        }
        let shoots = game.man(man).profile.weapons.missile.is_some();
        if shoots && game.map.in_keep(at) && game.holds_keep(man) {
            self.add("Take missiles from the store".to_owned(), Decision::Restock { man });
        }
        for (lift, known) in (0u8..).zip(&game.map.lifts) {
            if known.from != at {
                continue;
            }
            let rising = game.flooding.is_some_and(|(known, _)| known == lift);
            let verb = match (known.kind, known.closed) {
                (LiftKind::Sluice, _) if rising => "Shut",
                (LiftKind::Sluice, false) => "Open",
                (LiftKind::Sluice, true) => "Drain the passage by",
                (_, false) => "Raise",
                (_, true) => "Lower",
            };
            let close = !known.closed && !rising;
            self.add(format!("{verb} {}", known.name), Decision::Work { man, lift, close });
        }
    }

    /// Whether his troop follows who breaks off (MM-5.8), and that he or all of it yield (MM-7.7).
    fn conduct(&mut self) {
        let (game, man) = (self.game, self.man);
        let troop = &game.troops[usize::from(game.man(man).troop)];
        let name = match troop.follows {
            true => format!("Let {} stay where enemies break off", troop.name),
            false => format!("Let {} follow enemies who break off", troop.name),
        };
        self.add(name, Decision::Follow { man, follow: !troop.follows });
        let name =
            game.captor_of(man).map_or_else(|| "Yield".to_owned(), |to| format!("Yield to {}", (self.called)(to)));
        self.add(name, Decision::Yield { man });
        let name = format!("Let all of {} yield who can", troop.name);
        self.add(name, Decision::Surrender { man });
    }

    fn on_ladder(&mut self, ladder: u8) {
        let LadderLies::Upright { foot, head, .. } = self.game.ladders[usize::from(ladder)].lies else { return };
        let man = self.man;
        self.add(format!("Step off up into {}", self.hex(head)), Decision::StepOff { man, up: true });
        self.add(format!("Step off down into {}", self.hex(foot)), Decision::StepOff { man, up: false });
    }
}
