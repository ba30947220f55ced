//! Ladders (MM-9.1, MM-9.10): raised, climbed and pushed off; and what is dropped from a wall (MM-3.7, MM-9.5).

use super::hands::AT_HAND;
use super::machines::{burns_by_oil, machine_parts, roll_machine};
use super::siege::*;
use super::state::{Burning, Climb, FieldGear, Lies, Mark, ThingId};
use crate::rules::explain::{Part, Sum};
use crate::rules::game::Sink;
use crate::rules::gear::{Machine, Thing};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::event::{Attempt, Event, FallCause, Gait, Placed, Why};
use crate::rules::man_to_man::ground::{BarrierKind, PieceId};
use crate::rules::man_to_man::shooting::Range;
use crate::rules::man_to_man::state::{BodyId, FigureId, Mood, Position, State};
use crate::rules::man_to_man::{Illegal, Umpire};

/// How many half inches to either side of a ladder's head a man who has come up makes room for those after him.
const STEPS_ASIDE: i32 = 8;

/// What ladders are raised against (MM-9.10).
pub(in crate::rules::man_to_man) fn scaled(kind: BarrierKind) -> bool {
    use BarrierKind::*;
    matches!(kind, CastleWall | HighWall | TimberWall | LightStoneWall)
}

/// The height over which a fall kills, in 64ths of an inch (MM-6.4).
fn deadly(position: &Position) -> i32 {
    position.tables.wounds.fall.kills_over * INCH
}

/// A thing that was dropped and hit: who dropped it, what it is, and what it comes down on.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules::man_to_man) struct Dropped {
    body: BodyId,
    by: FigureId,
    machine: Machine,
    on: Mark,
    man: Option<FigureId>,
}

impl Position {
    /// How high a wall's top is, in inches: by its level, or by what it takes to climb it.
    pub(super) fn height(&self, piece: PieceId) -> i32 {
        self.tables.height_of(self.land.barrier(piece))
    }

    pub(super) fn check_raise(&self, id: BodyId, ladder: ThingId, at: PieceId) -> Result<(), Illegal> {
        let it = self.own(id, ladder)?;
        if it.thing != Thing::Ladder || it.lies != Lies::Carried || usize::from(at.0) >= self.land.ground.pieces.len() {
            return Err(Illegal::NotWithThat);
        }
        if !scaled(self.land.barrier(at).kind) || self.land.stands_open(at) {
            return Err(Illegal::NotWithThat);
        }
        if i32::from(it.inches) < self.height(at) {
            return Err(Illegal::TooHigh);
        }
        let men = self.men_at(id, at).into_iter().filter(|&man| !self.land.at(self.figure(man).at).raised).count();
        let need = if it.inches <= self.tables.gear.ladder.one_raises { 1 } else { 2 };
        match men {
            0 => Err(Illegal::NotNear),
            few if few < need => Err(Illegal::TooFew),
            _ => Ok(()),
        }
    }

    /// Raises a ladder (MM-9.10): one man raises up to 6 in, two a longer one. Its foot is where the nearest of them stands.
    pub(super) fn raise(&mut self, id: BodyId, ladder: ThingId, at: PieceId, sink: &mut impl Sink<Event>) {
        let piece = self.land.ground.pieces[usize::from(at.0)];
        let top = piece.from.half_way(piece.to);
        let below = self.men_at(id, at).into_iter().find(|&man| !self.land.at(self.figure(man).at).raised);
        let foot = below.map_or(top, |man| self.figure(man).at);
        let it = self.gear_mut(ladder);
        (it.lies, it.on, it.at, it.facing) = (Lies::Standing, Some(at), foot, Heading::of(foot.to(top)));
        self.show_gear(ladder, sink);
    }

    pub(super) fn check_climb(&self, id: BodyId, ladder: ThingId) -> Result<(), Illegal> {
        let it = self.whole(ladder)?;
        if it.thing == Thing::Tower {
            return self.check_tower(id, it);
        }
        if it.thing != Thing::Ladder || it.lies != Lies::Standing || it.side != self.body(id).side {
            return Err(Illegal::NotWithThat);
        }
        let climbs = |climb: &Climb| climb.ladder == ladder && self.figure(climb.figure).body == id;
        match self.next_up(id, ladder).is_some() || self.train.climbs.iter().any(climbs) {
            true => Ok(()),
            false if self.foot_is_barred(it) => Err(Illegal::FootBarred),
            false => Err(Illegal::NotNear),
        }
    }

    /// Whether men of a body are on a ladder.
    pub fn has_climbers(&self, id: BodyId) -> bool {
        self.train.climbs.iter().any(|climb| self.figure(climb.figure).body == id)
    }

    /// Whether a man who has come up a ladder waits at its head for room on the wall.
    pub fn head_is_full(&self, ladder: ThingId) -> bool {
        let Some(piece) = self.train.get(ladder).and_then(|it| it.on) else { return false };
        let height = self.height(piece) * INCH;
        self.train.climbs.iter().any(|climb| climb.ladder == ladder && climb.up >= height)
    }

    /// The man of a body who goes onto a ladder next: the nearest to its foot, while a man's length of it is free.
    fn next_up(&self, id: BodyId, ladder: ThingId) -> Option<FigureId> {
        let it = self.train.get(ladder)?;
        let lowest = self.train.climbs.iter().filter(|climb| climb.ladder == ladder).map(|climb| climb.up).min();
        if lowest.is_some_and(|up| up < INCH) {
            return None;
        }
        if self.foot_is_barred(it) {
            return None;
        }
        let below = |&man: &FigureId| {
            let figure = self.figure(man);
            !figure.mounted() && !self.land.at(figure.at).raised && self.moves(figure).climb > 0
        };
        self.men_by(id, it.at, 2 * AT_HAND).into_iter().find(below)
    }

    /// Whether an enemy stands at the foot of a ladder, to which nobody gets then.
    fn foot_is_barred(&self, it: &FieldGear) -> bool {
        self.grid.any_near(it.at, INCH, |other| {
            let enemy = self.figure(other);
            let near = i64::from(INCH) * i64::from(INCH);
            let far = enemy.at.distance_squared(it.at);
            // Whoever lies there leaves no room to stand at it.
            let base = i64::from((self.tables.house().base_foot + self.base(enemy)) / 2);
            let there = enemy.stands() && far <= near || enemy.in_arms() && far < base * base;
            enemy.side != it.side && there && !self.land.parts(it.at, enemy.at)
        })
    }

    /// The man of a body on the wall who goes down a ladder next: the nearest to its head, while a man's length of it is free
    /// there.
    fn next_down(&self, id: BodyId, ladder: ThingId) -> Option<FigureId> {
        let it = self.train.get(ladder).filter(|it| it.side == self.body(id).side)?;
        let height = self.height(it.on?) * INCH;
        // Not onto one who has yet to come up it, nor down to enemies.
        let free = |n: usize| {
            let climb = self.train.climbs[n];
            climb.up <= height - INCH && self.figure(climb.figure).body == id
        };
        if !self.climbs_of(ladder).into_iter().all(free) || self.foot_is_barred(it) {
            return None;
        }
        let climbs = |&man: &FigureId| !self.figure(man).mounted() && self.moves(self.figure(man)).climb > 0;
        self.on_top(id, self.head(ladder)?).into_iter().find(climbs)
    }

    /// Men go up a ladder at their rate (MM-3.1); a man at its top steps onto the wall beside it.
    pub(super) fn climb(&mut self, id: BodyId, ladder: ThingId, umpire: &mut impl Umpire) {
        if self.train.gear[usize::from(ladder.0)].thing == Thing::Tower {
            return self.go_up_in_tower(id, ladder, umpire);
        }
        if let Some(man) = self.next_up(id, ladder) {
            let foot = self.train.gear[usize::from(ladder.0)].at;
            self.set_down(man, foot);
            self.train.climbs.push(Climb { figure: man, ladder, up: 0 });
        }
        let Some(piece) = self.train.gear[usize::from(ladder.0)].on else { return };
        let height = self.height(piece) * INCH;
        let mut up: Vec<FigureId> = Vec::new();
        // The highest first, and nobody past another.
        let mut order = self.climbs_of(ladder);
        order.reverse();
        let mut most = height;
        for n in order {
            let climb = self.train.climbs[n];
            let figure = self.figure(climb.figure);
            if figure.body == id && figure.stands() {
                let rate = self.moves(figure).climb * INCH;
                self.train.climbs[n].up = (climb.up + rate).min(most).max(climb.up);
                // His turn goes into it, whoever else of them fights or shoots (MM-3.7).
                self.figure_mut(climb.figure).turn.works = true;
                if self.train.climbs[n].up >= height && self.step_off(climb.figure, piece) {
                    up.push(climb.figure);
                    continue;
                }
            }
            most = self.train.climbs[n].up - INCH;
        }
        self.train.climbs.retain(|climb| !up.contains(&climb.figure));
        self.refresh(id);
        umpire.tell(|| {
            let figures = self.men_of(id).filter(|&man| self.figure(man).in_arms());
            let figures = figures.map(|man| Placed(man, self.figure(man).at, self.figure(man).facing)).collect();
            Event::Moved { body: id, gait: Gait::Walk, why: Why::Climb, figures }
        });
    }

    /// Who is on a ladder, by their places in the list of them, the lowest first.
    fn climbs_of(&self, ladder: ThingId) -> Vec<usize> {
        let climbs = &self.train.climbs;
        let mut order: Vec<usize> = (0..climbs.len()).filter(|&n| climbs[n].ladder == ladder).collect();
        order.sort_by_key(|&n| (climbs[n].up, n));
        order
    }

    /// Whether men of a body are on that ladder, or on the wall at its head, and so may come down it.
    pub(super) fn check_climb_down(&self, id: BodyId, ladder: ThingId) -> Result<(), Illegal> {
        self.whole(ladder)?;
        let on_it = |climb: &Climb| climb.ladder == ladder && self.figure(climb.figure).body == id;
        let some = self.train.climbs.iter().any(on_it) || self.next_down(id, ladder).is_some();
        if some { Ok(()) } else { Err(Illegal::NobodyOnIt) }
    }

    /// Men come down a ladder at the rate at which they go up (MM-3.1), the lowest first and nobody past another; who is down
    /// stands at its foot. One who is on the wall at its head follows them.
    pub(super) fn climb_down(&mut self, id: BodyId, ladder: ThingId, umpire: &mut impl Umpire) {
        if let (Some(man), Some(it)) = (self.next_down(id, ladder), self.train.get(ladder).copied())
            && let Some(piece) = it.on
        {
            self.set_down(man, it.at);
            self.train.climbs.push(Climb { figure: man, ladder, up: self.height(piece) * INCH });
        }
        let order = self.climbs_of(ladder);
        let (mut least, mut down) = (0, Vec::new());
        for n in order {
            let climb = self.train.climbs[n];
            let figure = self.figure(climb.figure);
            if figure.body == id && figure.stands() {
                let rate = self.moves(figure).climb * INCH;
                self.figure_mut(climb.figure).turn.works = true;
                self.train.climbs[n].up = (climb.up - rate).max(least).min(climb.up);
            }
            match self.train.climbs[n].up {
                0 if self.figure(climb.figure).body == id => down.push(climb.figure),
                up => least = up + INCH,
            }
        }
        self.train.climbs.retain(|climb| !down.contains(&climb.figure));
        for man in down {
            self.lift(man);
            let place = self.room_near(man, self.figure(man).at);
            self.set_down(man, place);
        }
        self.refresh(id);
        self.tell_moved(id, Gait::Walk, Why::Climb, umpire.sink());
    }

    /// Sets a man who has come up down on the wall by the ladder, or just behind it, if there is room: as near as may be, and
    /// not past an enemy; he faces inward, or the enemy he comes into contact with.
    fn step_off(&mut self, man: FigureId, piece: PieceId) -> bool {
        let it = self.land.ground.pieces[usize::from(piece.0)];
        let (middle, along) = (it.from.half_way(it.to), Heading::of(it.from.to(it.to)));
        let inward = Heading::of(self.figure(man).at.to(middle));
        let walk = self.land.barrier(piece).level > 0;
        self.lift(man);
        let enemy_at = |place: Point| {
            let it = self.figure(man);
            self.grid.any_near(place, INCH / 2, |other| {
                let enemy = self.figure(other);
                enemy.side != it.side
                    && enemy.stands()
                    && enemy.at.distance_squared(place) <= i64::from(INCH / 2) * i64::from(INCH / 2)
            })
        };
        // Half inches to either side; he does not get past an enemy.
        let clear = |sign: i32| {
            let steps = 1..=STEPS_ASIDE;
            steps.take_while(move |n| !enemy_at(middle.along(along, sign * n * INCH / 2))).map(move |n| sign * n)
        };
        // Nor further than he walks in a move (MM-3.1).
        let (from, far) = (self.figure(man).at, self.pace(self.figure(man), Gait::Walk));
        let mut asides: Vec<i32> = std::iter::once(0).chain(clear(1)).chain(clear(-1)).collect();
        asides.sort_by_key(|aside: &i32| (aside.abs(), *aside < 0));
        for aside in asides {
            for deep in if walk { [0, 1, 2] } else { [3, 4, 5] } {
                let place = middle.along(along, aside * INCH / 2).along(inward, deep * INCH / 4);
                let spot = self.land.at(place);
                let fits = spot.raised == walk && spot.piece.is_none_or(|piece| walk || self.land.stands_open(piece));
                let near = from.distance(place) <= far;
                if fits
                    && near
                    && self.on_field(place) == place
                    && self.may_stand(man, place)
                    && !self.crowded(man, place)
                {
                    self.set_down(man, place);
                    let enemy = self.nearest_in_contact(man).map(|enemy| self.figure(enemy).at);
                    self.figure_mut(man).facing = enemy.map_or(inward, |enemy| Heading::of(place.to(enemy)));
                    return true;
                }
            }
        }
        let at = self.figure(man).at;
        self.set_down(man, at);
        false
    }

    /// The head of a ladder that stands.
    fn head(&self, ladder: ThingId) -> Option<Point> {
        let it = self.train.get(ladder).filter(|gear| gear.thing == Thing::Ladder && gear.lies == Lies::Standing)?;
        let piece = self.land.ground.pieces[usize::from(it.on?.0)];
        Some(piece.from.half_way(piece.to))
    }

    /// The men of a body on top of the wall by the head of a ladder.
    fn on_top(&self, id: BodyId, head: Point) -> Vec<FigureId> {
        let mut men = self.men_by(id, head, AT_HAND);
        men.retain(|&man| self.land.at(self.figure(man).at).raised);
        men
    }

    /// The men of a body who can push a ladder off.
    pub(super) fn pushers(&self, id: BodyId, ladder: ThingId) -> Vec<FigureId> {
        self.head(ladder).map(|head| self.on_top(id, head)).unwrap_or_default()
    }

    /// Whether anybody of a body stands on the wall by the head of a ladder, whatever he does.
    fn opposes(&self, id: BodyId, head: Point) -> bool {
        let near = i64::from(AT_HAND) * i64::from(AT_HAND);
        let mut men = self.men_of(id).map(|man| self.figure(man)).filter(|figure| figure.stands());
        men.any(|figure| figure.at.distance_squared(head) <= near && self.land.at(figure.at).raised)
    }

    pub(super) fn check_push(&self, id: BodyId, ladder: ThingId) -> Result<(), Illegal> {
        let head = self.head(ladder).ok_or(Illegal::NotWithThat)?;
        let side = self.body(id).side;
        if self.train.get(ladder).is_none_or(|gear| gear.side == side) {
            return Err(Illegal::NotWithThat);
        }
        if self.on_top(id, head).is_empty() {
            return Err(Illegal::NotNear);
        }
        let opposed = self.body_ids().any(|other| self.body(other).side != side && self.opposes(other, head));
        if opposed { Err(Illegal::Opposed) } else { Ok(()) }
    }

    /// Up to two men push a ladder off (MM-9.1); the men on it fall (MM-6.3).
    pub(super) fn push_ladder(&mut self, id: BodyId, ladder: ThingId, umpire: &mut impl Umpire) {
        let Some(head) = self.head(ladder) else { return };
        let foot = self.train.gear[usize::from(ladder.0)].at;
        let side = self.train.gear[usize::from(ladder.0)].side;
        let on_it: Vec<Climb> = self.train.climbs.iter().filter(|climb| climb.ladder == ladder).copied().collect();
        let holding = self.body_ids().filter(|&other| self.body(other).side == side);
        let holding: usize = holding
            .map(|other| {
                let men = self.men_by(other, foot, INCH).into_iter();
                men.filter(|&man| !self.land.at(self.figure(man).at).raised).count()
            })
            .sum();
        let few = |count: usize| count.min(9) as u8;
        let push =
            LadderPush { pushers: few(self.on_top(id, head).len()), on_it: few(on_it.len()), holding: few(holding) };
        let mut sum = Sum::default();
        ladder_parts(&push, &self.tables, &mut sum);
        let roll = roll_ladder(sum.0, umpire.dice());
        let tables = &self.tables;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            ladder_parts(&push, tables, &mut parts);
            let (faces, total, success) = (roll.faces, roll.total, roll.success);
            Event::Tried { body: id, what: Attempt::Ladder, faces, total, parts, percent: sum.0, success }
        });
        if !roll.success {
            return;
        }
        self.train.climbs.retain(|climb| climb.ladder != ladder);
        for climb in on_it {
            self.falls_from(climb.figure, climb.up, FallCause::Ladder, umpire);
        }
        let it = self.gear_mut(ladder);
        let body = it.body.take();
        (it.lies, it.on) = (Lies::Lying, None);
        self.show_gear(ladder, umpire.sink());
        if let Some(body) = body {
            self.burden(body);
        }
    }

    /// A man falls from a height (MM-6.4): over 4 in it kills him; from less he lies inactive through the next turn.
    pub(in crate::rules::man_to_man) fn falls_from(
        &mut self,
        man: FigureId,
        height: i32,
        why: FallCause,
        umpire: &mut impl Umpire,
    ) {
        if !self.figure(man).in_arms() {
            return;
        }
        let until = self.turn + self.tables.wounds.fall.inactive_turns;
        let killed = height > deadly(self);
        umpire.tell(|| Event::Fell { figure: man, why });
        self.figure_mut(man).state = State::Fallen { until };
        let body = self.figure(man).body;
        self.refresh(body);
        if killed {
            umpire.tell(|| Event::Perished { figure: man, fire: false });
            self.dies(man, None, umpire);
        }
        self.burden(body);
    }

    pub(super) fn check_heat(&self, id: BodyId, gear: ThingId) -> Result<(), Illegal> {
        let it = self.whole(gear)?;
        let cauldron = matches!(it.thing, Thing::OilCauldron | Thing::LeadCauldron);
        if !cauldron
            || it.lies != Lies::Standing
            || it.side != self.body(id).side
            || it.worked >= u16::from(self.tables.gear.cauldron.heating)
        {
            return Err(Illegal::NotWithThat);
        }
        // Cauldrons are heated on ramparts (MM-9.5).
        if !self.land.at(it.at).raised {
            return Err(Illegal::NoRampart);
        }
        if self.men_by(id, it.at, AT_HAND).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    pub(super) fn check_drop(&self, id: BodyId, gear: ThingId, on: Mark) -> Result<(), Illegal> {
        let it = self.whole(gear)?;
        let side = self.body(id).side;
        let machine = it.thing.machine().filter(|machine| machine.dropped()).ok_or(Illegal::NotWithThat)?;
        let cold = machine != Machine::Rock && it.worked < u16::from(self.tables.gear.cauldron.heating);
        if it.side != side || it.count == 0 || cold {
            return Err(Illegal::NotWithThat);
        }
        self.dropper(&self.standing_by(id, it), it, on).map(|_| ())
    }

    /// The men of a body who stand by what may be dropped, the nearest first.
    fn standing_by(&self, id: BodyId, gear: &FieldGear) -> Vec<FigureId> {
        match gear.lies {
            Lies::Carried => self.men_by(id, self.body(id).centre, 100 * INCH),
            _ => self.men_by(id, gear.at, 2 * AT_HAND),
        }
    }

    /// The first of some men by a thing who on a rampart can drop it, and the place of who or what is below him within 2 in
    /// (MM-4.7).
    fn dropper(
        &self,
        men: &[FigureId],
        gear: &FieldGear,
        on: Mark,
    ) -> Result<(FigureId, Point, Option<FigureId>), Illegal> {
        let enemy = match on {
            Mark::Body(body) => usize::from(body.0) < self.bodies.len() && self.body(body).side != gear.side,
            Mark::Gear(other) => self.whole(other)?.side != gear.side,
            Mark::Piece(_) | Mark::Area(_) => false,
        };
        if !enemy {
            return Err(Illegal::NoSuchEnemy);
        }
        // Hits on things count by bombard and engine only (MM-4.10).
        if let Mark::Gear(other) = on
            && !(gear.thing == Thing::OilCauldron && burns_by_oil(self.train.gear[usize::from(other.0)].thing))
        {
            return Err(Illegal::HarmsNoGear);
        }
        let reach = i64::from(self.tables.gear.machine.rock.medium * INCH).pow(2);
        for &man in men {
            let place = self.figure(man).at;
            if !self.land.at(place).raised {
                continue;
            }
            let below = |&(there, _): &(Point, Option<FigureId>)| {
                there.distance_squared(place) <= reach && !self.land.at(there).raised
            };
            if let Some((there, hit)) = self.marks_at(on, place, |figure| figure.at).into_iter().find(below) {
                return Ok((man, there, hit));
            }
        }
        Err(Illegal::OutOfReach)
    }

    /// Who drops a thing, if whom or what it is meant for is below him now.
    pub(super) fn who_drops(&self, id: BodyId, gear: ThingId, on: Mark) -> Option<FigureId> {
        let it = self.whole(gear).ok().filter(|it| it.count > 0)?;
        self.dropper(&self.standing_by(id, it), it, on).ok().map(|(by, ..)| by)
    }

    /// Whether who was to drop a thing is by it yet, and whom or what it is meant for below him.
    pub(in crate::rules::man_to_man) fn drops_yet(&self, by: FigureId, gear: ThingId, on: Mark) -> bool {
        let it = self.whole(gear).ok().filter(|it| it.count > 0);
        it.is_some_and(|it| self.falls_on(by, it, on).is_some())
    }

    /// Where what a man drops comes down, and on whom.
    fn falls_on(&self, by: FigureId, it: &FieldGear, on: Mark) -> Option<(Point, Option<FigureId>)> {
        let is_by = self.standing_by(self.figure(by).body, it).contains(&by);
        self.dropper(&[by], it, on).ok().filter(|_| is_by).map(|(_, place, man)| (place, man))
    }

    /// Drops a rock, oil or lead (MM-4.9, MM-9.5), and says what it comes down on.
    pub(in crate::rules::man_to_man) fn one_drop(
        &mut self,
        by: FigureId,
        gear: ThingId,
        on: Mark,
        umpire: &mut impl Umpire,
    ) -> Option<Dropped> {
        let id = self.figure(by).body;
        let it = self.train.gear[usize::from(gear.0)];
        let machine = it.thing.machine().filter(|_| it.lies.whole() && it.count > 0)?;
        let (_, man) = self.falls_on(by, &it, on)?;
        let mut sum = Sum::default();
        machine_parts(machine, Range::Medium, &self.tables, &mut sum);
        let roll = roll_machine(machine, sum.0, &self.tables, umpire.dice());
        let need = self.tables.gear.of(machine).need;
        if let Mark::Body(below) = on {
            self.shot_at_halted(below);
        }
        umpire.tell(|| Event::Loosed {
            body: id,
            gear,
            at: on,
            man,
            inches: 0,
            faces: roll.faces,
            parts: Vec::new(),
            total: roll.total,
            need,
            hit: roll.hit,
        });
        let thing = self.gear_mut(gear);
        thing.count -= 1;
        // A cauldron serves once a game.
        if thing.count == 0 || machine != Machine::Rock {
            thing.lies = Lies::Spent;
        }
        self.show_gear(gear, umpire.sink());
        roll.hit.then_some(Dropped { body: id, by, machine, on, man })
    }

    /// What a thing that was dropped and hit does.
    pub(in crate::rules::man_to_man) fn drop_lands(&mut self, dropped: &Dropped, umpire: &mut impl Umpire) {
        match (dropped.on, dropped.man) {
            (_, Some(man)) => {
                let horse = self.aims_at_horse(dropped.body, man);
                self.missile_hit(dropped.by, man, horse, umpire);
            }
            (Mark::Gear(below), _) if dropped.machine == Machine::Oil && self.whole(below).is_ok() => {
                self.oil_on(dropped.body, below, umpire);
            }
            _ => {}
        }
    }

    /// Oil on a sow, tower or ram sets it burning, one time in ten (MM-9.5).
    fn oil_on(&mut self, id: BodyId, below: ThingId, umpire: &mut impl Umpire) {
        let thing = self.train.gear[usize::from(below.0)].thing;
        if !burns_by_oil(thing) {
            return;
        }
        let mut sum = Sum::default();
        oil_parts(&self.tables, &mut sum);
        let roll = roll_oil(sum.0, umpire.dice());
        let tables = &self.tables;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            oil_parts(tables, &mut parts);
            let (faces, total, success) = (roll.faces, roll.total, roll.success);
            Event::Tried { body: id, what: Attempt::Oil, faces, total, parts, percent: sum.0, success }
        });
        if roll.success {
            self.catch(vec![Burning::Gear(below)], self.turn, umpire.sink());
        }
    }

    /// Men on ladders who may not march: they climb, or wait.
    pub(in crate::rules::man_to_man) fn check_off_ladders(&self, id: BodyId) -> Result<(), Illegal> {
        let held = !self.train.climbs.is_empty() && self.has_climbers(id) && self.body(id).mood == Mood::Steady;
        if held { Err(Illegal::OnLadder) } else { Ok(()) }
    }
}
