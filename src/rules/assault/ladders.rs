//! Ladders on hexes (SG-7.4 to SG-7.6): raised, climbed, lifted, slid along a rampart, and toppled from above and below.

use super::Illegal;
use super::event::{Event, Thrown, Tumble};
use super::map::{HexId, Terrain};
use super::state::{Assault, Burden, LadderLies, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use crate::rules::man_to_man::gear::siege::{LadderPush, ladder_parts, roll_ladder};

impl Assault {
    /// Whether a ladder can stand in one hex against another (SG-7.4, SG-10): on ground, a rampart, a bridge, a stair or a filled
    /// moat beside it, one or two levels lower, with no wall or room between; against a rampart, a stair of its walk, or the
    /// upper court.
    pub fn reaches(&self, foot: HexId, head: HexId) -> Result<(), Illegal> {
        let side = self.map.side_to(foot, head).ok_or(Illegal::NotBeside)?;
        let (low, high) = (self.map.cell(foot), self.map.cell(head));
        let levels = high.level - low.level;
        let walled = low.edge(side).wall.is_some() || low.edge(side).gate.is_some();
        let stands = match low.terrain {
            Terrain::Flat | Terrain::Rampart => true,
            // To the upper court only from a rampart or flat ground (SG-10).
            Terrain::Rubble | Terrain::Ramp => self.form < HexForm::Fifth || high.terrain != Terrain::Flat,
            Terrain::Drawbridge | Terrain::Stair | Terrain::Trees => {
                self.form >= HexForm::Fifth && high.terrain != Terrain::Flat && self.map.holds(foot).is_ok()
            }
            _ => false,
        };
        let of_the_walk = || {
            let battlement = self.map.side_to(head, foot).is_some_and(|back| high.edge(back).battlement);
            self.form >= HexForm::Fifth && battlement
        };
        let leads = match high.terrain {
            Terrain::Rampart | Terrain::Flat => true,
            Terrain::Stair => of_the_walk(),
            _ => false,
        };
        match () {
            _ if levels < 1 || levels > self.tables.ladder.most_levels => Err(Illegal::TooHigh),
            _ if walled || !stands || !leads => Err(Illegal::NoLadderThere),
            _ if low.roofed => Err(Illegal::NoLadderThere),
            _ => Ok(()),
        }
    }

    pub(super) fn check_raise(&self, side: Side, id: TrooperId, head: HexId) -> Result<(), Illegal> {
        let at = self.at_task(side, id)?;
        if !matches!(self.man(id).burden, Burden::Ladder(_)) {
            return Err(Illegal::NoLadder);
        }
        if usize::from(head.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let stands = |foot: HexId, to: HexId| foot == at || to == head && self.form < HexForm::Third;
        if self.upright().any(|(_, foot, to)| stands(foot, to)) {
            return Err(Illegal::LadderThere);
        }
        self.reaches(at, head)
    }

    /// A man raises the ladder he carries where he stands; it takes his turn (MM-3.7), and it may be climbed from the next
    /// on (SG-7.4).
    pub(super) fn raise(&mut self, id: TrooperId, head: HexId, sink: &mut impl Sink<Event>) {
        let (Burden::Ladder(ladder), Some(foot)) = (self.man(id).burden, self.man(id).hex()) else { return };
        self.ladders[usize::from(ladder)].lies = LadderLies::Upright { foot, head, from: self.turn + 1 };
        self.man_mut(id).burden = Burden::Nothing;
        self.spend_turn(id);
        sink.tell(|| Event::Raised { man: id, ladder, foot, head });
    }

    /// Whether a man may lay down what he carries (MM-3.7); a faggot is lost.
    pub(super) fn check_lay_down(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        self.fresh(side, id)?;
        if self.man(id).burden == Burden::Nothing { Err(Illegal::HandsEmpty) } else { Ok(()) }
    }

    /// He lays it down; it takes his turn (MM-3.7).
    pub(super) fn lay_down(&mut self, id: TrooperId, sink: &mut impl Sink<Event>) {
        let Some(at) = self.man(id).hex() else { return };
        let burden = std::mem::replace(&mut self.man_mut(id).burden, Burden::Nothing);
        let ladder = match burden {
            Burden::Ladder(ladder) => Some(ladder),
            Burden::Faggot | Burden::Nothing => None,
        };
        if let Some(ladder) = ladder {
            self.ladders[usize::from(ladder)].lies = LadderLies::Lying(at);
        }
        self.spend_turn(id);
        sink.tell(|| Event::LaidDown { man: id, ladder, at });
    }

    /// Whether a man may pick up a ladder that lies where he stands or beside him, or one that was lifted from where one end of it lies
    /// (MM-3.7).
    pub(super) fn check_pick_up(&self, side: Side, id: TrooperId, ladder: u8) -> Result<(), Illegal> {
        let at = self.at_task(side, id)?;
        let lies = self.ladders.get(usize::from(ladder)).ok_or(Illegal::NoLadder)?.lies;
        match lies {
            LadderLies::Lying(where_to) if where_to == at || self.beside_on_level(at, where_to) => {}
            LadderLies::Flat(on) if on.contains(&at) => {}
            _ => return Err(Illegal::NoLadderHere),
        }
        if self.man(id).burden == Burden::Nothing { Ok(()) } else { Err(Illegal::HandsFull) }
    }

    /// He picks it up; it takes his turn (MM-3.7).
    pub(super) fn pick_up(&mut self, id: TrooperId, ladder: u8, sink: &mut impl Sink<Event>) {
        self.ladders[usize::from(ladder)].lies = LadderLies::Carried;
        self.man_mut(id).burden = Burden::Ladder(ladder);
        self.spend_turn(id);
        sink.tell(|| Event::PickedUp { man: id, ladder });
    }

    /// Whether a man may go onto a ladder (SG-7.4), from its foot or from its head: 3 points.
    pub(super) fn check_climb(&self, side: Side, id: TrooperId, ladder: u8) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let at = man.hex().ok_or(Illegal::OnLadder)?;
        let lies = self.ladders.get(usize::from(ladder)).ok_or(Illegal::NoLadder)?.lies;
        let LadderLies::Upright { foot, head, from } = lies else { return Err(Illegal::NoLadder) };
        let cost = self.tables.points.ladder;
        let opposed = || self.who(head).is_some_and(|other| self.man(other).side != side && self.man(other).able());
        match () {
            _ if at != foot && at != head => Err(Illegal::NotAtLadder),
            _ if matches!(man.burden, Burden::Ladder(_)) => Err(Illegal::HandsFull),
            _ if self.turn < from => Err(Illegal::JustRaised),
            _ if at == foot && self.is_craven(id) => Err(Illegal::Craven),
            _ if self.on_ladder(ladder).is_some() => Err(Illegal::Taken),
            _ if man.points < cost => Err(Illegal::NoPoints { needs: cost, has: man.points }),
            _ if self.goes_out(id) && opposed() => Err(Illegal::FreshEnemy),
            _ => Ok(()),
        }
    }

    /// A man goes onto a ladder; a faggot he throws away. Over two levels he ends his turn on it, whatever points he has left (SG-7.4).
    pub(super) fn climb(&mut self, id: TrooperId, ladder: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies else { return };
        if !self.leaves(id, dice, sink) {
            return;
        }
        self.put(id, Post::Ladder(ladder));
        self.man_mut(id).burden = Burden::Nothing;
        let long = self.climbs(foot, head) > self.tables.ladder.one_level;
        let spent = if long { u8::MAX } else { self.tables.points.ladder };
        self.spend(id, spent);
        let left = self.man(id).points;
        sink.tell(|| Event::Climbed { man: id, ladder, left });
    }

    /// Whether a man on a ladder may step off it, up onto the rampart (4 points) or down to its foot (SG-7.4).
    pub(super) fn check_off(&self, side: Side, id: TrooperId, up: bool) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let Post::Ladder(ladder) = man.post else { return Err(Illegal::NotOnLadder) };
        let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies else {
            return Err(Illegal::NotOnLadder);
        };
        let (to, cost) = if up { (head, self.tables.points.rampart) } else { (foot, self.tables.points.flat) };
        match () {
            _ if self.taken(to) => Err(Illegal::Taken),
            _ if self.map.holds(to).is_err() => Err(Illegal::NoLadderThere),
            _ if man.points < cost => Err(Illegal::NoPoints { needs: cost, has: man.points }),
            _ if up && self.is_craven(id) => Err(Illegal::Craven),
            _ if self.keeps_off(id, to) => Err(Illegal::FreshEnemy),
            _ => Ok(()),
        }
    }

    pub(super) fn step_off(&mut self, id: TrooperId, up: bool, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if !self.leaves(id, dice, sink) {
            return;
        }
        let Post::Ladder(ladder) = self.man(id).post else { return };
        let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies else { return };
        let (to, cost) = if up { (head, self.tables.points.rampart) } else { (foot, self.tables.points.flat) };
        self.put(id, Post::Hex(to));
        self.spend(id, cost);
        if self.faces_enemy(id) {
            self.man_mut(id).points = 0;
        }
        let left = self.man(id).points;
        sink.tell(|| Event::SteppedOff { man: id, ladder, to, left });
        self.on_the_wall(id, to);
    }

    /// A ladder that stands against a wall that stood so high and is no more, or on it, lies at its foot; who is on it falls with it (MM-6.3).
    pub(super) fn ladder_without_head(
        &mut self,
        ladder: u8,
        wall: HexId,
        stood: i8,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        match self.ladders[usize::from(ladder)].lies {
            LadderLies::Upright { foot, head, .. } if head == wall || foot == wall => {
                let climber = self.on_ladder(ladder);
                let level = |at: HexId| if at == wall { stood } else { self.map.cell(at).level };
                let levels = level(head) - level(foot);
                self.ladders[usize::from(ladder)].lies = LadderLies::Lying(foot);
                if let Some(climber) = climber {
                    self.falls(climber, foot, levels, Tumble::Toppled, dice, sink);
                }
            }
            LadderLies::Flat(on) if on.contains(&wall) => {
                self.ladders[usize::from(ladder)].lies = LadderLies::Lying(wall);
            }
            _ => {}
        }
    }

    /// Whether a man may push a ladder over, from its head (MM-9.1) or from beside its foot (SG-7.6), with nobody to oppose it: at
    /// its head, or there face to face with him but the man on it.
    pub(super) fn check_push(&self, side: Side, id: TrooperId, ladder: u8) -> Result<(), Illegal> {
        let at = self.fresh(side, id)?;
        let lies = self.ladders.get(usize::from(ladder)).ok_or(Illegal::NoLadder)?.lies;
        let LadderLies::Upright { foot, head, .. } = lies else { return Err(Illegal::NoLadder) };
        let (above, below) =
            (at == head || self.beside_on_level(at, head), at == foot || self.beside_on_level(at, foot));
        let at_head = self.who(head).is_some_and(|other| self.man(other).side != side && self.man(other).able());
        // Who holds it at its foot makes it harder, and does not oppose who pushes from below.
        let opposes = |enemy: TrooperId| self.man(enemy).post != Post::Ladder(ladder);
        let faced = (above || self.form < HexForm::Fourth) && self.facing(id).into_iter().any(opposes);
        let opposed = at_head || faced;
        match () {
            _ if !above && !below => Err(Illegal::NotAtLadder),
            _ if opposed => Err(Illegal::Opposed),
            _ if self.on_ladder(ladder).is_some_and(|other| self.man(other).side == side) => {
                Err(Illegal::FriendOnLadder)
            }
            _ => Ok(()),
        }
    }

    fn beside_on_level(&self, at: HexId, to: HexId) -> bool {
        self.map.side_to(at, to).is_some_and(|side| self.map.open(at, side) == Ok(to))
    }

    /// The friend who helps a man to push a ladder, from the same end of it, one who has nothing to shoot with before others;
    /// and all that bears on the push (MM-9.1): those who stand at its foot or beside it hold it, up to two.
    pub fn push_of(&self, id: TrooperId, ladder: u8) -> (Option<TrooperId>, LadderPush) {
        let side = self.man(id).side;
        let mut push = LadderPush { pushers: 1, on_it: 0, holding: 0 };
        let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies else {
            return (None, push);
        };
        let above = |id: TrooperId| self.man(id).hex().is_some_and(|at| at == head || self.beside_on_level(at, head));
        let helps = |&other: &TrooperId| {
            other != id && self.check_push(side, other, ladder).is_ok() && above(other) == above(id)
        };
        let helper =
            self.of(side).filter(helps).min_by_key(|&other| (self.man(other).profile.weapons.missile.is_some(), other));
        let holds = |&other: &TrooperId| self.man(other).side != side && self.active(other);
        let near = self.map.around(foot).map(|(_, to)| to).filter(|&to| self.beside_on_level(to, foot));
        let by_foot = std::iter::once(foot).chain(near).filter_map(|at| self.who(at));
        push.pushers += u8::from(helper.is_some());
        push.on_it = u8::from(self.on_ladder(ladder).is_some());
        push.holding = by_foot.filter(holds).take(self.combat.gear.ladder.holders.into()).count() as u8;
        (helper, push)
    }

    /// A man, with one friend beside the ladder who can help, pushes it over (MM-9.1); who is on it falls with it (MM-6.3).
    pub(super) fn push(&mut self, id: TrooperId, ladder: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies else { return };
        let (helper, push) = self.push_of(id, ladder);
        let men: Vec<TrooperId> = std::iter::once(id).chain(helper).collect();
        let climber = self.on_ladder(ladder);
        let mut percent = Sum::default();
        ladder_parts(&push, &self.combat, &mut percent);
        let roll = roll_ladder(percent.0, dice);
        for &pusher in &men {
            self.spend_turn(pusher);
        }
        let combat = self.combat.clone();
        let told = men.clone();
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            ladder_parts(&push, &combat, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: i32::from(roll.total) };
            Event::Pushed { men: told, ladder, thrown, percent: percent.0, falls: roll.success }
        });
        if !roll.success {
            return;
        }
        // It lies at the foot of the wall until somebody spends a turn to pick it up (MM-3.7).
        self.ladders[usize::from(ladder)].lies = LadderLies::Lying(foot);
        if let Some(climber) = climber {
            self.falls(climber, foot, self.climbs(foot, head), Tumble::Toppled, dice, sink);
        }
    }

    /// Two men on a rampart, each with the points, neither beside an enemy able to strike (SG-7.5).
    fn two_on_rampart(&self, side: Side, men: [TrooperId; 2], points: u8) -> Result<[HexId; 2], Illegal> {
        if men[0] == men[1] {
            return Err(Illegal::TwoMen);
        }
        // Neither who flees nor a cleric strikes a blow.
        let strikes = |enemy: TrooperId| {
            let able = self.active(enemy) && self.man(enemy).profile.class != Class::Cleric;
            able || self.form < HexForm::Third
        };
        let place = |id: TrooperId| {
            let man = self.free(side, id)?;
            let at = man.hex().ok_or(Illegal::OnLadder)?;
            match () {
                _ if self.map.cell(at).terrain != Terrain::Rampart => Err(Illegal::NotOnRampart),
                _ if man.points < points => Err(Illegal::NoPoints { needs: points, has: man.points }),
                _ if self.enemies_at(at, side).any(strikes) => Err(Illegal::EnemyNear),
                _ => Ok(at),
            }
        };
        Ok([place(men[0])?, place(men[1])?])
    }

    /// Whether two men could slide a ladder down from where they stand (SG-7.5), if it is theirs and its foot has room.
    pub fn may_slide(&self, men: [TrooperId; 2]) -> bool {
        self.two_on_rampart(self.man(men[0]).side, men, self.tables.points.slide_ladder).is_ok()
    }

    /// Whether a ladder is free to be moved: nobody on it, no enemy in a hex next to its foot (SG-7.5).
    fn unhindered(&self, side: Side, ladder: u8, foot: HexId) -> Result<(), Illegal> {
        if self.on_ladder(ladder).is_some() {
            return Err(Illegal::SomebodyOnLadder);
        }
        let hostile = |at: HexId| self.fights_in(at).is_some_and(|id| self.man(id).side != side);
        let near = hostile(foot) || self.map.around(foot).any(|(_, to)| hostile(to));
        if near { Err(Illegal::EnemyAtFoot) } else { Ok(()) }
    }

    pub(super) fn check_lift(&self, side: Side, men: [TrooperId; 2], ladder: u8) -> Result<(), Illegal> {
        let lies = self.ladders.get(usize::from(ladder)).ok_or(Illegal::NoLadder)?.lies;
        let LadderLies::Upright { foot, head, .. } = lies else { return Err(Illegal::NoLadder) };
        let places = self.two_on_rampart(side, men, self.tables.points.lift_ladder)?;
        if places.iter().any(|&at| at != head && !self.beside_on_level(at, head)) {
            return Err(Illegal::NotAtLadder);
        }
        if self.form >= HexForm::Fourth && men.iter().any(|&id| self.man(id).burden != Burden::Nothing) {
            return Err(Illegal::HandsFull);
        }
        if !self.beside_on_level(places[0], places[1]) {
            return Err(Illegal::NotBeside);
        }
        self.unhindered(side, ladder, foot)
    }

    /// Two men on the rampart lift an upright ladder, which then lies on their two hexes (SG-7.5).
    pub(super) fn lift(&mut self, men: [TrooperId; 2], ladder: u8, sink: &mut impl Sink<Event>) {
        let [Some(one), Some(other)] = men.map(|id| self.man(id).hex()) else { return };
        self.ladders[usize::from(ladder)].lies = LadderLies::Flat([one, other]);
        for id in men {
            self.spend(id, self.tables.points.lift_ladder);
        }
        sink.tell(|| Event::Lifted { men, ladder });
    }

    /// Whether two carriers may slide a ladder down (SG-7.5): it lies on their hexes, or one of them who stands beside the other
    /// carries it, one of them at the edge, its new foot free and below, beside one of them.
    pub(super) fn check_slide(
        &self,
        side: Side,
        men: [TrooperId; 2],
        ladder: u8,
        foot: HexId,
        head: HexId,
    ) -> Result<(), Illegal> {
        let lies = self.ladders.get(usize::from(ladder)).ok_or(Illegal::NoLadder)?.lies;
        let carried = men
            .iter()
            .any(|&id| self.men.get(usize::from(id.0)).is_some_and(|man| man.burden == Burden::Ladder(ladder)));
        if !carried && !matches!(lies, LadderLies::Flat(_)) {
            return Err(Illegal::NoLadder);
        }
        let places = self.two_on_rampart(side, men, self.tables.points.slide_ladder)?;
        match lies {
            LadderLies::Flat(hexes) if !hexes.iter().all(|at| places.contains(at)) => return Err(Illegal::NotAtLadder),
            _ if carried && !self.beside_on_level(places[0], places[1]) => return Err(Illegal::NotBeside),
            _ => {}
        }
        if [foot, head].iter().any(|at| usize::from(at.0) >= self.map.cells.len()) {
            return Err(Illegal::NoHex);
        }
        if !places.contains(&head) {
            return Err(Illegal::NotBeside);
        }
        // A free hex below is all that it needs, whatever stands beside it.
        let stands = |known: HexId, to: HexId| known == foot || to == head && self.form < HexForm::Third;
        if self.taken(foot) || self.upright().any(|(_, known, to)| stands(known, to)) {
            return Err(Illegal::LadderThere);
        }
        self.map.holds(foot).map_err(Illegal::Barred)?;
        self.reaches(foot, head)?;
        self.unhindered(side, ladder, foot)
    }

    /// They set it up below; it may be used the same turn (SG-7.5).
    pub(super) fn slide(
        &mut self,
        men: [TrooperId; 2],
        ladder: u8,
        foot: HexId,
        head: HexId,
        sink: &mut impl Sink<Event>,
    ) {
        self.ladders[usize::from(ladder)].lies = LadderLies::Upright { foot, head, from: self.turn };
        for id in men {
            if self.man(id).burden == Burden::Ladder(ladder) {
                self.man_mut(id).burden = Burden::Nothing;
            }
            self.spend(id, self.tables.points.slide_ladder);
        }
        sink.tell(|| Event::Slid { men, ladder, foot, head });
    }
}
