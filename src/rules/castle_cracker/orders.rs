//! What troops are told in their side's move (CC-3, CC-5.4, CC-5.7, CC-6.4): marches, charges, running, hooking on, boarding,
//! manning walls and going up them.

use super::field::{GroundSort, WallId};
use super::movement::{Halt, Walk, Walker, bad_footing, speed};
use super::scenario::{parapet_holds, post_near};
use super::state::{PlayForm, Position, Storming, Troops, TroopsId, WallState, WayUp, Whereabouts};
use super::troops::{HandArm, ShotWeapon, TroopKind};
use super::{Event, Illegal, melee};
use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::geometry::{Heading, INCH, Point, segments_cross};

/// The most places a way goes by.
const MOST_PLACES: usize = 8;
/// The most figures in a rank.
const MOST_FILES: u16 = 60;

/// The most places along an enemy's sides that a charge is tried at.
const CHARGED_PLACES: usize = 8;

/// A march that is allowed: how it goes and how the troops stand after it.
pub(super) struct Marched {
    walk: Walk,
    after: Troops,
    fled: bool,
}

impl Position {
    /// Whether these troops of a side may be told anything in its move.
    pub(super) fn may_move(&self, side: Side, id: TroopsId) -> Result<&Troops, Illegal> {
        let troops = self.troops.get(usize::from(id.0)).ok_or(Illegal::Nobody)?;
        match troops {
            _ if troops.side != side => Err(Illegal::NotTheirs),
            _ if !troops.is_present() => Err(Illegal::Nobody),
            _ if troops.ordered => Err(Illegal::Ordered),
            _ => Ok(troops),
        }
    }

    /// Whether these may be told to move over the field, and are in no fight.
    pub(super) fn may_go(&self, side: Side, id: TroopsId) -> Result<&Troops, Illegal> {
        let troops = self.may_move(side, id)?;
        match troops.whereabouts {
            Whereabouts::Aboard(_) => Err(Illegal::Aboard),
            Whereabouts::Parapet(_) => Err(Illegal::OnParapet),
            _ if self.is_engaged(id) => Err(Illegal::Engaged),
            _ if troops.storming.is_some_and(|storming| storming.over > 0) => Err(Illegal::Storming),
            _ if troops.puts_out => Err(Illegal::PutsOut),
            _ => Ok(troops),
        }
    }

    fn walker<'a>(&'a self, troops: &Troops, standing: &'a [super::movement::StandingWall]) -> Walker<'a> {
        Walker {
            field: &self.field,
            row: troops.row(&self.tables),
            side: troops.side,
            climbers: troops.climbers,
            afloat: troops.kind == TroopKind::Boat,
            wing: (troops.files.min(troops.standing.len()).max(1) as i32 - 1) * troops.base / 2,
            standing,
            along_banks: self.form >= PlayForm::Third,
            as_a_whole: self.form >= PlayForm::Fourth,
        }
    }

    /// A march along places (CC-3): how far it comes, and that nobody is in the way.
    pub(super) fn marched(
        &self,
        side: Side,
        id: TroopsId,
        by: &[Point],
        facing: Option<Heading>,
        files: Option<u16>,
        runs: bool,
    ) -> Result<Marched, Illegal> {
        // Who goes nowhere turns, or forms up, where he stands.
        let here = self.troops.get(usize::from(id.0)).map(|troops| [troops.at]);
        let by = match &here {
            Some(here) if by.is_empty() && (facing.is_some() || files.is_some()) => here,
            _ => by,
        };
        let turns = if runs { None } else { self.turned_on_parapet(side, id, by, facing.filter(|_| files.is_none())) };
        if let Some(turned) = turns {
            return Ok(turned);
        }
        let troops = match runs {
            true => self.may_run(side, id)?,
            false => self.may_go(side, id)?,
        };
        let Some(goal) = by.last().copied() else { return Err(Illegal::NoWay) };
        let far = |place: &Point| place.x.unsigned_abs() > 1 << 16 || place.y.unsigned_abs() > 1 << 16;
        if by.len() > MOST_PLACES || by.iter().any(far) {
            return Err(Illegal::NoWay);
        }
        let mut way = vec![troops.at];
        way.extend_from_slice(by);
        let allowance = self.pace(id, runs);
        let standing = self.standing_walls();
        let walk = self.walker(troops, &standing).walk(&way, allowance);
        let turned = goal == troops.at && (facing.is_some() || files.is_some());
        let fled = walk.halt == Some(Halt::OwnEdge);
        if walk.at == troops.at && !turned && !fled {
            return Err(walk.halt.map_or(Illegal::NoWay, Illegal::Halted));
        }
        let mut after = troops.clone();
        after.storming = None;
        after.at = walk.at;
        let legs = walk.way.windows(2).rev().find(|leg| leg[0] != leg[1]);
        let ahead = legs.map_or(troops.facing, |leg| Heading::of(leg[0].to(leg[1])));
        after.facing = facing.unwrap_or(ahead);
        if let Some(files) = files {
            if files == 0 || files > MOST_FILES {
                return Err(Illegal::Files);
            }
            after.files = usize::from(files);
        }
        after.close_up(self.form);
        self.follow(troops, &walk, &mut after, files.map(usize::from), |formed| self.room(id, &walk, formed).is_ok());
        if !fled {
            self.room(id, &walk, &after)?;
            // Whoever leaves home takes guards enough with him; whoever is on the march keeps those he has.
            let few = !self.enough_guards(id, after.standing.len(), after.at);
            if few && self.enough_guards(id, after.standing.len(), troops.at) {
                return Err(Illegal::FewGuards);
            }
        }
        Ok(Marched { walk, after, fled })
    }

    /// Men on a parapet that nobody fights them for turn round where they stand (CC-4.9).
    fn turned_on_parapet(&self, side: Side, id: TroopsId, by: &[Point], facing: Option<Heading>) -> Option<Marched> {
        let troops = self.may_move(side, id).ok()?;
        let free = matches!(troops.whereabouts, Whereabouts::Parapet(_)) && !self.is_contested(troops);
        if !free || by != [troops.at] {
            return None;
        }
        let walk = Walk { at: troops.at, halt: None, way: vec![troops.at], narrow: false };
        Some(Marched { walk, after: Troops { facing: facing?, ..troops.clone() }, fled: false })
    }

    /// How far troops go in a turn by themselves, in sixty-fourths of an inch (CC-3.0, CC-5.4).
    pub fn allowance(&self, troops: &Troops, runs: bool) -> i32 {
        let speed = speed(troops.row(&self.tables), troops.hooked, &self.tables);
        if runs { melee::run(speed, &self.tables) } else { speed }
    }

    /// How far troops go with what they lead, in sixty-fourths of an inch: guards go no faster than their prisoners (CC-5.6).
    pub fn pace(&self, id: TroopsId, runs: bool) -> i32 {
        let slowest = self.captives_of(id).map(|(_, captive)| self.allowance(captive, runs)).min();
        let own = self.allowance(self.troops(id), runs);
        slowest.map_or(own, |slowest| own.min(slowest))
    }

    /// Those who follow a lead through a narrow way keep to its trail until all are through and have room to form up, in the files
    /// they are told (CC-3.3).
    fn follow(
        &self,
        before: &Troops,
        walk: &Walk,
        after: &mut Troops,
        told: Option<usize>,
        has_room: impl Fn(&Troops) -> bool,
    ) {
        if !walk.narrow && before.trail.is_none() {
            return;
        }
        let mut trail = before.trail.clone().unwrap_or_default();
        trail.extend_from_slice(&walk.way[..walk.way.len().saturating_sub(1)]);
        after.files = self.tables.defile.abreast;
        let keep = after.standing.len().div_ceil(after.files) as i32 * after.base + after.base;
        // Of the trail only as much is kept as somebody stands on.
        let (mut length, mut last) = (0, after.at);
        let mut from = trail.len();
        while from > 0 && length < keep {
            from -= 1;
            length += last.distance(trail[from]);
            last = trail[from];
        }
        trail.drain(..from);
        after.trail = Some(trail);
        let narrow = |sort: GroundSort| sort.is_narrow() || sort == GroundSort::Ford;
        let through = |place: Point| self.field.ground_at(place).is_some_and(|shape| narrow(shape.sort));
        let standing = self.standing_walls();
        let across = |place: Point| {
            let crossed = |wall: &super::movement::StandingWall| wall.stops(after.side, after.at, place).is_some();
            standing.iter().any(crossed)
        };
        let still_in = through(after.at) || after.figures().any(|(_, place)| through(place) || across(place));
        if still_in {
            return;
        }
        // They form up as wide as they are deep, or wider, where all of them have ground to stand on and nobody is in the way.
        let (trail, files) = (after.trail.take(), after.files);
        let early = self.form == PlayForm::First;
        let wide = before.files.max(2 * after.standing.len().isqrt()).max(1);
        after.files = told.filter(|_| !early).unwrap_or(wide);
        after.close_up(self.form);
        if bad_footing(&self.field, after).is_some() || !early && !has_room(after) {
            (after.trail, after.files) = (trail, files);
        }
    }

    /// Whether there is room for troops where they come to stand, and nobody stands in their way.
    pub(super) fn room(&self, id: TroopsId, walk: &Walk, after: &Troops) -> Result<(), Illegal> {
        if self.stands_through_wall(after) {
            return Err(Illegal::Halted(Halt::Wall));
        }
        if let Some(footing) = bad_footing(&self.field, after) {
            return Err(Illegal::Footing(footing));
        }
        for (other_id, other) in self.all() {
            if other_id == id || !other.is_afield() {
                continue;
            }
            if other.side != after.side {
                if self.reaches(after, other) {
                    return Err(Illegal::Contact(other.name.clone()));
                }
                let crosses = |leg: &[Point]| crosses_block(other, leg[0], leg[1]);
                if walk.way.windows(2).any(crosses) {
                    return Err(Illegal::InTheWay(other.name.clone()));
                }
            } else if after.trail.is_none() && other.trail.is_none() && after.overlaps(other) {
                return Err(Illegal::NoRoom(other.name.clone()));
            }
        }
        Ok(())
    }

    /// Whether troops touch others, and not over a wall.
    fn reaches(&self, troops: &Troops, other: &Troops) -> bool {
        let seen = |(_, place, _): (u16, Point, i64)| !self.is_hidden(troops.at, place);
        troops.touches(other) && other.nearest(troops.at).is_some_and(seen)
    }

    /// Whether a block of troops stands on both sides of a wall they cannot pass.
    pub(super) fn stands_through_wall(&self, troops: &Troops) -> bool {
        let through = |wall: &super::movement::StandingWall| {
            let stops = |place: Point| wall.stops(troops.side, troops.at, place) == Some(true);
            crosses_block(troops, wall.from, wall.to) && troops.figures().any(|(_, place)| stops(place))
        };
        troops.trail.is_none() && self.standing_walls().iter().any(through)
    }

    fn may_run(&self, side: Side, id: TroopsId) -> Result<&Troops, Illegal> {
        let troops = self.may_move(side, id)?;
        match troops.whereabouts {
            Whereabouts::Field if self.is_engaged(id) => Ok(troops),
            _ => Err(Illegal::NotEngaged),
        }
    }

    /// Whether a side's troops in a fight may run so (CC-5.4).
    pub(super) fn check_run(&self, side: Side, id: TroopsId, to: Point) -> Result<Marched, Illegal> {
        let marched = self.marched(side, id, &[to], None, None, true)?;
        let troops = self.troops(id);
        let further = |foe: TroopsId| {
            let foe = self.troops(foe).at;
            marched.walk.at.distance_squared(foe) > troops.at.distance_squared(foe)
        };
        match marched.fled || self.foes(id).all(further) {
            true => Ok(marched),
            false => Err(Illegal::Towards),
        }
    }

    /// Plays a march or a run that is allowed.
    pub(super) fn go(&mut self, id: TroopsId, marched: Marched, runs: bool, sink: &mut impl Sink<Event>) {
        let Marched { walk, mut after, fled } = marched;
        (after.ordered, after.moved, after.ran) = (true, true, runs);
        // Whoever only turns it, or forms up anew, pushes it nowhere (CC-6.2).
        after.pushed = after.gear.is_some() && !after.hooked && after.at != self.troops(id).at;
        if fled {
            after.whereabouts = Whereabouts::Fled;
        }
        let who = after.name.clone();
        *self.troops_mut(id) = after;
        if runs {
            self.leave_fights(id);
        }
        let halt = walk.halt.filter(|halt| *halt != Halt::Spent);
        sink.tell(|| match (fled, runs) {
            (true, _) => Event::Fled(who),
            (false, true) => Event::Ran(who),
            (false, false) => Event::Marched(who, halt),
        });
        self.carry(id, sink);
    }

    pub(super) fn leave_fights(&mut self, id: TroopsId) {
        self.contacts.retain(|&(one, other)| one != id && other != id);
        self.shield_walls.retain(|&(one, other)| one != id && other != id);
    }

    /// Nobody fights before one of the two has left its end zone (CC-1.1).
    pub(super) fn out_of_zones(&self, one: &Troops, other: &Troops) -> bool {
        !(self.field.in_zone(one.side, one.at) && self.field.in_zone(other.side, other.at))
    }

    /// Whether troops may charge others, and where their front comes to stand.
    pub(super) fn check_charge(&self, side: Side, id: TroopsId, at: TroopsId) -> Result<Marched, Illegal> {
        let troops = self.may_go(side, id)?;
        let target = self.troops.get(usize::from(at.0)).filter(|target| target.is_present()).ok_or(Illegal::Nobody)?;
        match troops {
            _ if target.side == side => return Err(Illegal::Friends),
            _ if matches!(target.whereabouts, Whereabouts::Parapet(_)) => return Err(Illegal::UpOnWall),
            _ if !target.is_afield() => return Err(Illegal::Nobody),
            _ if troops.escaping => return Err(Illegal::Escaping),
            _ if matches!(troops.kind, TroopKind::WarWagon | TroopKind::Boat) || troops.gear.is_some() => {
                return Err(Illegal::NoCharge);
            }
            _ if self.captives_of(id).next().is_some() => return Err(Illegal::Guarding),
            _ if !self.out_of_zones(troops, target) => return Err(Illegal::Zones),
            _ => {}
        }
        let places = charged_places(troops, target);
        let mut files = troops.files.min(troops.standing.len());
        let mut refused = self.charge_in(id, at, &places, usize::MAX);
        // Where a wing would have no ground they go with half as many in a rank, down to a file (CC-3.0).
        while matches!(refused, Err(Illegal::Footing(_))) && files > self.tables.defile.abreast {
            files = (files / 2).max(self.tables.defile.abreast);
            refused = self.charge_in(id, at, &places, files).or(refused);
        }
        refused
    }

    /// A charge at the first of some places of the enemy's where there is room for so many in a rank at most.
    fn charge_in(&self, id: TroopsId, at: TroopsId, places: &[Point], files: usize) -> Result<Marched, Illegal> {
        let mut refused = Illegal::Nobody;
        for (at_place, place) in places.iter().enumerate() {
            match self.charge_to(id, at, (*place, at_place > 0), files) {
                Ok(marched) => return Ok(marched),
                // The nearest of them is out of reach, and so are all.
                Err(why @ Illegal::Halted(Halt::Spent)) if at_place == 0 => return Err(why),
                Err(why) if at_place == 0 => refused = why,
                Err(_) => {}
            }
        }
        Err(refused)
    }

    /// A charge at one of the enemy's figures: past nobody, through no wall, and to where there is room beside friends for so many
    /// in a rank at most.
    fn charge_to(
        &self,
        id: TroopsId,
        at: TroopsId,
        (place, aside): (Point, bool),
        files: usize,
    ) -> Result<Marched, Illegal> {
        let (troops, target) = (self.troops(id), self.troops(at));
        let touch = (troops.base + target.base) / 2;
        let far = troops.at.distance(place);
        let goal = if far > touch { troops.at.toward(place, far - touch) } else { troops.at };
        let standing = self.standing_walls();
        // A charge that begins in touch turns and is there.
        let walk = match goal == troops.at {
            true => Walk { at: goal, halt: None, way: vec![goal], narrow: false },
            false => self.walker(troops, &standing).walk(&[troops.at, goal], self.allowance(troops, false)),
        };
        if let Some(halt) = walk.halt {
            return Err(Illegal::Halted(halt));
        }
        if self.is_hidden(goal, place) {
            return Err(Illegal::Halted(Halt::Wall));
        }
        for (other_id, other) in self.all() {
            let passed = (aside || other_id != at) && other.is_afield() && other.side != troops.side;
            if passed && walk.way.windows(2).any(|leg| crosses_block(other, leg[0], leg[1])) {
                return Err(Illegal::InTheWay(other.name.clone()));
            }
        }
        let mut after = troops.clone();
        after.storming = None;
        after.at = goal;
        after.facing = Heading::of(goal.to(place));
        after.files = after.files.min(files);
        after.close_up(self.form);
        self.follow(troops, &walk, &mut after, None, |formed| self.room_to_charge(id, formed).is_ok());
        self.room_to_charge(id, &after)?;
        Ok(Marched { walk, after, fled: false })
    }

    /// Whether there is room beside friends for troops where they come to stand at the end of a charge.
    pub(super) fn room_to_charge(&self, id: TroopsId, after: &Troops) -> Result<(), Illegal> {
        if self.stands_through_wall(after) {
            return Err(Illegal::Halted(Halt::Wall));
        }
        if let Some(footing) = bad_footing(&self.field, after) {
            return Err(Illegal::Footing(footing));
        }
        let friend = |(other_id, other): &(TroopsId, &Troops)| {
            let stands = *other_id != id && other.side == after.side && other.is_afield();
            stands && after.trail.is_none() && other.trail.is_none() && after.overlaps(other)
        };
        match self.all().find(friend) {
            Some((_, other)) => Err(Illegal::NoRoom(other.name.clone())),
            None => Ok(()),
        }
    }

    /// A charge (CC-5): the charged shoot once first (CC-5.7), then whoever is left is in a fight with them, and with whoever
    /// else they touch.
    pub(super) fn charge(
        &mut self,
        id: TroopsId,
        at: TroopsId,
        marched: Marched,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let who = marched.after.name.clone();
        let target = self.troops(at).name.clone();
        sink.tell(|| Event::Charged(who.clone(), target));
        let files = marched.after.files;
        if files < self.troops(id).files && marched.after.trail.is_none() {
            sink.tell(|| Event::ClosedIn(who, files));
        }
        let from = self.troops(id).at;
        *self.troops_mut(id) = marched.after;
        let troops = self.troops_mut(id);
        (troops.ordered, troops.moved) = (true, true);
        let riders: Vec<TroopsId> = self.riders(at).map(|(rider, _)| rider).collect();
        for shooter in std::iter::once(at).chain(riders) {
            self.answer(shooter, id, from, dice, sink);
        }
        if self.troops(id).standing.is_empty() {
            return;
        }
        self.meet_all(id, at);
    }

    /// Brings who charged into a fight with those they charged, and with whoever else of the enemy they touch.
    fn meet_all(&mut self, id: TroopsId, at: TroopsId) {
        let met: Vec<TroopsId> = self
            .all()
            .filter(|(other_id, other)| {
                let foe = other.side != self.troops(id).side && other.is_afield();
                foe && (*other_id == at || self.reaches(self.troops(id), other))
            })
            .map(|(other_id, _)| other_id)
            .collect();
        let engaged = self.is_engaged(id);
        for other in met {
            // Whoever meets several at once was in no fight before, whichever comes first.
            let free = if self.form == PlayForm::First { !self.is_engaged(id) } else { !engaged };
            self.meet(id, free, other);
        }
    }

    /// How a body would stand if it charged another, and nobody fell to their answer (CC-5.7).
    pub fn stands_if_charged(&self, side: Side, id: TroopsId, at: TroopsId) -> Option<Troops> {
        self.check_charge(side, id, at).ok().map(|marched| marched.after)
    }

    /// What both sides of a fight would count, and how many men they have in it, if these charged those, and nobody fell to
    /// their answer (CC-5.1, CC-5.2).
    pub fn counted_if_charged(&self, side: Side, id: TroopsId, at: TroopsId) -> Option<[(melee::FightingMen, u32); 2]> {
        let marched = self.check_charge(side, id, at).ok()?;
        let mut ahead = self.clone();
        *ahead.troops_mut(id) = marched.after;
        ahead.meet_all(id, at);
        let fight = ahead.fights().into_iter().find(|fight| fight[side].contains(&id))?;
        let men = |side: Side| fight[side].iter().map(|id| ahead.troops(*id).standing.len() as u32).sum();
        Some([side, side.other()].map(|side| (ahead.counted(&fight[side]), men(side))))
    }

    /// Brings a body of troops, which was free or in a fight already, into a fight with another. Six or more spearmen who were in
    /// none stand as a shield wall against heavy cavalry and chariots (CC-5.2).
    fn meet(&mut self, id: TroopsId, free: bool, other: TroopsId) {
        if self.contacts.contains(&self.pair(id, other)) {
            return;
        }
        for (horse, spears, free) in [(id, other, !self.is_engaged(other)), (other, id, free)] {
            let rides = matches!(self.troops(horse).kind, TroopKind::HeavyHorse | TroopKind::Chariot);
            let wall = self.troops(spears);
            let on_foot = wall.on_foot() && wall.hand == HandArm::Pole;
            let stands = on_foot && wall.able() >= self.tables.melee.shield_wall;
            if rides && stands && free {
                self.shield_walls.push((horse, spears));
            }
        }
        self.join(id, other);
        // Whoever is charged comes off his ladders; those who are over stay on the wall.
        self.stop_storming(id);
        self.stop_storming(other);
    }

    /// Two bodies as a fight names them, the attacker's first.
    fn pair(&self, id: TroopsId, other: TroopsId) -> (TroopsId, TroopsId) {
        if self.troops(id).side == Side::Attacker { (id, other) } else { (other, id) }
    }

    /// Puts two bodies into one fight as they stand.
    pub(super) fn join(&mut self, id: TroopsId, other: TroopsId) {
        let pair = self.pair(id, other);
        if !self.contacts.contains(&pair) {
            self.contacts.push(pair);
            self.contacts.sort_unstable();
        }
    }

    /// Whether an engine may be hooked on or off (CC-3.0).
    pub(super) fn check_hitch(&self, side: Side, id: TroopsId) -> Result<(), Illegal> {
        match self.may_go(side, id)?.gear {
            Some(_) => Ok(()),
            None => Err(Illegal::NothingToHook),
        }
    }

    /// Whether so many riders or chariots may part from the rest: they act as a group or singly (CC-2.1).
    pub(super) fn check_part(&self, side: Side, id: TroopsId, count: u16) -> Result<(), Illegal> {
        let troops = self.may_go(side, id)?;
        match usize::from(count) {
            _ if !troops.kind.acts_singly() || self.troops.len() >= usize::from(u16::MAX) => Err(Illegal::Together),
            count if count == 0 || count >= troops.standing.len() => Err(Illegal::Together),
            count if !self.enough_guards(id, troops.standing.len() - count, troops.at) => Err(Illegal::FewGuards),
            count => self.rear(id, count, 0).map(|_| ()),
        }
    }

    /// Parts so many from the rear of the rest; both have yet to be told what to do.
    pub(super) fn part(&mut self, id: TroopsId, count: usize, sink: &mut impl Sink<Event>) {
        let new = TroopsId(self.troops.len() as u16);
        let Ok(mut parted) = self.rear(id, count, 0) else { return };
        let (field, form) = (self.field.clone(), self.form);
        let rest = self.troops_mut(id);
        rest.renumber();
        rest.standing.truncate(rest.standing.len() - count);
        rest.close_up_on(&field, form);
        let name = rest.name.clone();
        parted.name = self.fresh_name(format!("part of {name}"));
        self.troops.push(parted);
        sink.tell(|| Event::Parted(name, self.troops(new).standing.len()));
    }

    /// Whether troops may man a stretch of wall, and how they stand then: from the yard beside it, or along the parapets. Nobody
    /// leaves the fight on his own (CC-6.5).
    pub(super) fn check_man(&self, side: Side, id: TroopsId, wall_id: WallId) -> Result<Troops, Illegal> {
        let troops = self.may_move(side, id)?;
        let wall = self.field.wall(wall_id).ok_or(Illegal::NoWall)?;
        let near = i64::from(self.tables.third());
        let mut after = troops.clone();
        match troops.whereabouts {
            _ if !troops.on_foot() || self.is_engaged(id) || troops.storming.is_some() || troops.escaping => {
                return Err(Illegal::NoWallMen);
            }
            _ if self.captives_of(id).next().is_some() => return Err(Illegal::Guarding),
            _ if self.is_contested(troops) => return Err(Illegal::Contested),
            Whereabouts::Field if self.field.in_yard(troops.at) && wall.distance_squared(troops.at) <= near * near => {
                post_near(&mut after, wall_id, &self.field, troops.at);
            }
            Whereabouts::Parapet(from) => self.along_parapets(&mut after, from, wall_id)?,
            _ => return Err(Illegal::NotBeside),
        }
        let on = after.whereabouts;
        let there: usize = self
            .all()
            .filter(|(other, troops)| *other != id && troops.side == side && troops.whereabouts == on)
            .map(|(_, one)| one.able())
            .sum();
        let Whereabouts::Parapet(on) = on else { return Err(Illegal::NotBeside) };
        let there = there + if self.form == PlayForm::First { 0 } else { self.over(side, on) };
        let holds = self.field.wall(on).map_or(0, |wall| parapet_holds(wall, &self.tables));
        match there + troops.standing.len() > holds {
            true => Err(Illegal::WallFull(holds - there.min(holds))),
            false => Ok(after),
        }
    }

    /// Moves troops along the parapets towards the middle of a stretch: that they are on, or the next, round the corner, once
    /// their middle comes so far (CC-3.0).
    fn along_parapets(&self, after: &mut Troops, from_id: WallId, to_id: WallId) -> Result<(), Illegal> {
        let (from, to) = match (self.field.wall(from_id), self.field.wall(to_id)) {
            (Some(from), Some(to)) => (from, to),
            _ => return Err(Illegal::NoWall),
        };
        let (began, allowance) = (after.at, self.allowance(after, false));
        if from_id == to_id {
            post_near(after, from_id, &self.field, began.toward(from.middle(), allowance));
            return if after.at == began { Err(Illegal::NoWay) } else { Ok(()) };
        }
        let meets = |end: &Point| to.distance_squared(*end) <= i64::from(INCH) * i64::from(INCH);
        let corner = [from.from, from.to].into_iter().find(meets).ok_or(Illegal::NotBeside)?;
        let far = began.distance(corner);
        if far > allowance {
            post_near(after, from_id, &self.field, began.toward(corner, allowance));
        }
        // Round the corner, or so wide that their middle comes no nearer to it.
        if far <= allowance || after.at == began {
            let further = (allowance - far).max(0);
            post_near(after, to_id, &self.field, to.nearest(corner).toward(to.middle(), further));
        }
        Ok(())
    }

    /// Whether troops may come down from a parapet into the yard, beside where they stand: not while they fight on it (CC-6.5).
    pub(super) fn check_descend(&self, side: Side, id: TroopsId, to: Point) -> Result<Troops, Illegal> {
        let troops = self.may_move(side, id)?;
        let Whereabouts::Parapet(wall_id) = troops.whereabouts else { return Err(Illegal::NotOnParapet) };
        if self.is_contested(troops) {
            return Err(Illegal::Contested);
        }
        let near = i64::from(self.tables.third());
        let beside = troops.nearest(to).is_some_and(|(.., far)| far <= near * near);
        if !self.field.in_yard(to) || !beside || self.field.is_before(wall_id, to) {
            return Err(Illegal::NotBeside);
        }
        self.set_down(id, to, troops.facing.back())
    }

    /// The towers of a side that stand at a wall, in the order of their numbers.
    pub(super) fn towers_at(&self, side: Side, wall_id: WallId) -> impl Iterator<Item = TroopsId> + '_ {
        let at = move |troops: &Troops| troops.is_afield() && troops.is_tower() && self.is_at_wall(troops, wall_id);
        self.of(side).filter(move |(_, troops)| at(troops)).map(|(id, _)| id)
    }

    /// Whether the front of troops stands against a stretch of wall, outside the yard.
    pub(super) fn is_at_wall(&self, troops: &Troops, wall_id: WallId) -> bool {
        let reach = i64::from(self.tables.castle.reach * INCH / 4);
        let near = self.field.wall(wall_id).is_some_and(|wall| wall.distance_squared(troops.at) <= reach * reach);
        near && !self.field.in_yard(troops.at)
    }

    /// Whether troops may go up a wall: by ladders they carry, or off a tower of theirs that stands at it (CC-6.3, CC-6.4).
    pub(super) fn check_scale(&self, side: Side, id: TroopsId, wall_id: WallId) -> Result<WayUp, Illegal> {
        let troops = self.may_go(side, id)?;
        let wall = self.field.wall(wall_id).ok_or(Illegal::NoWall)?;
        let looked_at = if self.form == PlayForm::First { 1 } else { usize::MAX };
        let mut towers = self.towers_at(side, wall_id).take(looked_at).peekable();
        let beside = |tower: &TroopsId| {
            let reach = i64::from(self.tables.third());
            let (tower, front) = (self.troops(*tower), troops.at);
            tower.at.distance_squared(front) <= reach * reach && wall.distance_squared(front) <= reach * reach
        };
        match troops {
            _ if !troops.on_foot() || troops.escaping => Err(Illegal::NoWallMen),
            _ if self.captives_of(id).next().is_some() => Err(Illegal::Guarding),
            _ if troops.storming.is_some() => Err(Illegal::Storming),
            _ if self.field.in_yard(troops.at) => Err(Illegal::NotBeside),
            _ if !self.is_on(side.other(), wall_id) && self.room_on(side, wall_id) == 0 => Err(Illegal::WallFull(0)),
            _ => match (towers.peek().is_some(), towers.find(beside)) {
                (_, Some(tower)) => Ok(WayUp::Tower(tower)),
                (true, None) if troops.ladders == 0 => Err(Illegal::NotBeside),
                (false, None) if troops.ladders == 0 => Err(Illegal::NoLadder),
                _ if !self.is_at_wall(troops, wall_id) => Err(Illegal::NotAtWall(self.tables.castle.reach)),
                _ => Ok(WayUp::Ladders),
            },
        }
    }

    pub(super) fn scale(&mut self, id: TroopsId, wall: WallId, by: WayUp) {
        let troops = self.troops_mut(id);
        troops.storming = Some(Storming { wall, by, tops: 0, over: 0 });
        (troops.ordered, troops.moved) = (true, true);
    }

    /// Whether these may be told to stand where they are.
    pub(super) fn check_hold(&self, side: Side, id: TroopsId) -> Result<(), Illegal> {
        self.may_move(side, id).map(|_| ())
    }

    /// A gate or wall that gear stands at and that still keeps it out (CC-6.1).
    pub(super) fn wall_before(&self, troops: &Troops) -> Option<WallId> {
        let stands = |id: &WallId| self.walls[usize::from(id.0)] == WallState::Whole;
        let ours = self.field.fort.as_ref().is_some_and(|fort| fort.side == troops.side);
        let at = |id: &WallId| !ours && stands(id) && self.is_at_wall(troops, *id);
        let far = |id: &WallId| self.field.wall(*id).map_or(i64::MAX, |wall| wall.distance_squared(troops.at));
        self.field.walls().map(|(id, _)| id).filter(at).min_by_key(far)
    }

    /// Whether troops shoot at whoever charges them, and what with (CC-5.7): not in a turn they ran in (CC-5.4), or hooked their
    /// engine on or off in (CC-3.0).
    pub(super) fn answers_with(&self, id: TroopsId) -> Option<ShotWeapon> {
        let troops = self.troops(id);
        let weapon = troops.missile?;
        let ready = super::shooting::is_ready(self.tables.weapon(weapon), troops.shot, self.turn);
        let shoots = match weapon {
            ShotWeapon::Bow | ShotWeapon::Crossbow => true,
            ShotWeapon::Musket => ready,
            ShotWeapon::Cannon => ready && troops.gear.is_some() && !troops.hooked,
            _ => false,
        };
        let free = !self.is_engaged(id) && !troops.escaping && self.captives_of(id).next().is_none();
        let done = troops.ran || troops.aimed;
        (shoots && free && !done && troops.able() > 0).then_some(weapon)
    }
}

/// The figures of an enemy that a charge may go for: the nearest, and others along its sides, the nearer the better.
fn charged_places(troops: &Troops, target: &Troops) -> Vec<Point> {
    let mut figures: Vec<(i64, Point)> =
        target.figures().map(|(_, place)| (place.distance_squared(troops.at), place)).collect();
    figures.sort_unstable_by_key(|(distance, place)| (*distance, place.x, place.y));
    let apart = 4 * i64::from(target.base) * i64::from(target.base);
    let mut places: Vec<Point> = Vec::new();
    for (_, place) in figures {
        if places.len() < CHARGED_PLACES && places.iter().all(|other| other.distance_squared(place) >= apart) {
            places.push(place);
        }
    }
    places
}

/// Whether a line crosses the block of troops.
fn crosses_block(troops: &Troops, from: Point, to: Point) -> bool {
    let far = i64::from(troops.radius());
    if troops.at.distance_squared_to_segment(from, to).0 > far * far {
        return false;
    }
    let (Some(&first), Some(&last)) = (troops.standing.first(), troops.standing.last()) else { return false };
    let files = troops.files.max(1) as u16;
    let front = first / files * files;
    let back = last / files * files;
    let corners = [front, front + files - 1, back + files - 1, back].map(|slot| troops.place(slot));
    (0..4).any(|at| segments_cross(from, to, corners[at], corners[(at + 1) % 4]))
}
