//! The sequence of a turn (MM-2): who decides when, what may be decided, and what follows once everybody has.

use super::event::{Answer, Event, Gait, Why};
use super::ground::Climbed;
use super::score::winner;
use super::state::*;
use super::umpire::UmpireWith;
use super::{Decision, Illegal, Umpire, View};
use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Class, Side};
use crate::rules::game::{Choices, Game, Outcome, Pending, Sink};
use crate::rules::geometry::{Arc, Heading, INCH, Point};

impl Game for Position {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        match (self.phase, self.this_phase.deciding.attacker, self.this_phase.deciding.defender) {
            (Phase::Over, ..) => Pending::Over,
            (_, true, true) => Pending::Both,
            (_, true, false) => Pending::One(Side::Attacker),
            (_, false, true) => Pending::One(Side::Defender),
            (_, false, false) => Pending::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pending() == Pending::Over).then(|| Outcome::of(self.report().winner))
    }

    fn view(&self, side: Side) -> View<'_> {
        View::new(self, side)
    }

    fn as_known_to(&self, side: Side) -> Position {
        let mut known = self.clone();
        // Who has his orders may be seen at a table; what they are may not.
        known.this_phase.sealed[side.other()].clear();
        known
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        match self.pending().includes(side) {
            true => self.view(side).options(),
            false => Choices::All(Vec::new()),
        }
    }

    /// Orders of a phase can be taken back until it is over.
    fn still_open(&self, before: &Position) -> bool {
        (self.turn, self.phase) == (before.turn, before.phase)
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        if !self.pending().includes(side) {
            return Err(Illegal::NotYourTurn);
        }
        if let Decision::PlaceGear { gear, at, .. } = *decision {
            return self.check_place_gear(side, gear, at);
        }
        let Some(id) = decision.body() else { return Ok(()) };
        if usize::from(id.0) >= self.bodies.len() || self.body(id).side != side {
            return Err(Illegal::NotYours);
        }
        if let Decision::Charge { at, .. }
        | Decision::Shoot { at, .. }
        | Decision::Target { at, .. }
        | Decision::Counter { at, .. } = *decision
            && usize::from(at.0) >= self.bodies.len()
        {
            return Err(Illegal::NoSuchEnemy);
        }
        // Any figure may yield at any time (MM-7.7), whatever its mood and orders.
        match *decision {
            Decision::Yield { body } => return self.check_yield(body, None),
            Decision::YieldMan { body, man } => return self.check_yield(body, Some(man)),
            Decision::Place { body, at, facing } => return self.check_place(body, at, facing),
            _ => {}
        }
        if !self.body(id).phase.waiting {
            return Err(Illegal::NotFree);
        }
        match (self.phase, *decision) {
            (_, Decision::Hold { .. })
            | (Phase::Declare, Decision::Aim { .. } | Decision::Follow { .. } | Decision::Demand { .. }) => Ok(()),
            (Phase::Declare, Decision::Charge { body, at, gait }) => self.check_charge(body, at, gait),
            (Phase::Declare, Decision::Slay { body }) => self.check_slay(body),
            (Phase::Declare, Decision::Wield { body, weapon }) => self.check_wield(body, weapon),
            (Phase::Answer, Decision::Counter { body, at }) => self.check_counter(body, at),
            (Phase::Answer, Decision::Answer { body, answer }) => self.check_answer(body, answer),
            (Phase::Answer, Decision::EvadeTo { body, to }) => self.check_evade_to(body, to),
            (Phase::Move(_), Decision::March { body, heading, distance, gait, facing }) => {
                self.check_free_to_march(body)?;
                self.check_not_craven(body, self.body(body).centre.along(heading, distance))?;
                self.check_march(body, heading, distance, gait, facing)
            }
            (Phase::Move(_), Decision::Go { body, to, .. }) => {
                self.check_free_to_march(body)?;
                self.check_not_craven(body, to)?;
                self.check_go(body, to)
            }
            (Phase::Move(_), Decision::Withdraw { body }) => self.check_free_to_march(body),
            (Phase::Move(_), Decision::Ranks { body, close }) => {
                if self.body(body).single || self.body(body).close == close {
                    return Err(Illegal::NoChange);
                }
                if self.body(body).turn.spent > 0 {
                    return Err(Illegal::NotFree);
                }
                self.check_free_to_march(body)
            }
            (Phase::Move(_), Decision::Front { body, files }) => self.check_front(body, files),
            (Phase::Move(_), Decision::Mount { body, mount }) => self.check_mounting(body, mount),
            (Phase::Move(_), Decision::PickUp { body }) => self.check_pick_up(body),
            (Phase::Move(_), Decision::Task { body, task }) => self.check_task(body, &task),
            (Phase::Shoot, Decision::Shoot { body, at, .. }) => self.check_shoot(body, at),
            (Phase::Shoot, Decision::Target { body, men, at, man, .. }) => self.check_target(body, men, at, man),
            (Phase::Shoot, Decision::Loose { body, at }) => self.check_loose(body, at),
            (Phase::Shoot, Decision::ShootFire { body, at }) => self.check_shoot_fire(body, at),
            _ => Err(Illegal::NotNow),
        }
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(side, &decision)?;
        let mut umpire = UmpireWith { dice, sink };
        if let Some(body) = decision.body() {
            // How a body strikes and follows may be settled besides what it does; so may what one man of it does.
            self.body_mut(body).phase.waiting &= matches!(
                decision,
                Decision::Aim { .. }
                    | Decision::Follow { .. }
                    | Decision::Demand { .. }
                    | Decision::Wield { .. }
                    | Decision::Place { .. }
                    | Decision::YieldMan { .. }
            );
        }
        match decision {
            Decision::Done => {
                self.this_phase.deciding[side] = false;
                self.proceed(&mut umpire);
            }
            Decision::Hold { .. } => {}
            Decision::Aim { body, horses } => self.body_mut(body).aim_at_horses = horses,
            Decision::Follow { body, follow } => self.body_mut(body).follows = follow,
            Decision::Demand { body, demand } => self.body_mut(body).demands = demand,
            Decision::Yield { body } if matches!(self.phase, Phase::Move(_)) => {
                self.yield_by_order(body, None, &mut umpire);
            }
            Decision::YieldMan { body, man } if matches!(self.phase, Phase::Move(_)) => {
                self.yield_by_order(body, Some(man), &mut umpire);
            }
            Decision::Wield { body, weapon } => self.wield(body, weapon, &mut umpire),
            Decision::Place { body, at, facing } => self.place_body(body, at, facing, &mut umpire),
            Decision::PlaceGear { gear, at, facing } => self.place_gear(gear, at, facing, &mut umpire),
            Decision::Front { body, files } => self.set_front(body, files, &mut umpire),
            Decision::March { body, heading, distance, gait, facing } => {
                self.march(body, heading, distance, gait, facing, &mut umpire);
            }
            Decision::Go { body, to, facing } => self.go(body, to, facing, &mut umpire),
            Decision::Withdraw { body } => {
                let steps = self.body(body).facing.turn_to(Position::home(side));
                let distance = self.after_turning(body, Gait::Walk, steps).unwrap_or(0);
                self.go_home(body, Gait::Walk, distance, Why::Withdrawal, &mut umpire);
            }
            Decision::Ranks { body, close } => self.set_ranks(body, close, &mut umpire),
            Decision::Mount { body, mount } => self.mount(body, mount, &mut umpire),
            Decision::PickUp { body } => self.pick_up(body, &mut umpire),
            Decision::Task { body, task } => self.do_task(body, task, &mut umpire),
            sealed => self.this_phase.sealed[side].push(sealed),
        }
        // Of men who shoot at several targets, the others have none yet (MM-4.4).
        if let Decision::Target { body, .. } = decision {
            let others = self.shooters_without_target(body) > 0;
            self.body_mut(body).phase.waiting = others;
        }
        // What takes a part of a move leaves the rest of it (MM-3.6).
        if let Decision::Mount { body, .. } | Decision::PickUp { body } | Decision::Task { body, .. } = decision {
            let it = self.body_mut(body);
            it.phase.waiting = it.turn.spent < MOVE && it.standing > 0 && it.turn.gait == Gait::Stood;
        }
        // So does a walk: half a move is left to mount, to change weapons or to pick up a standard in.
        if let Decision::March { body, .. } | Decision::Go { body, .. } = decision {
            let walked = self.body(body).turn.gait == Gait::Walk && self.body(body).standing > 0;
            let may_yet = walked && self.has_half_a_move_for(body);
            self.body_mut(body).phase.waiting = may_yet;
        }
        Ok(())
    }
}

impl Position {
    /// Whether a body that has walked can still do something in half a move (MM-3.6, MM-8.8).
    fn has_half_a_move_for(&self, id: BodyId) -> bool {
        self.body(id).turn.spent <= MOVE / 2
            && matches!(self.phase, Phase::Move(_))
            && ([true, false]
                .iter()
                .any(|&up| self.check_mounting(id, up).is_ok() || self.check_change(id, up).is_ok())
                || self.check_pick_up(id).is_ok())
    }

    /// Whether a body may march: it has not just been charged home, nor is it held by an answer.
    fn check_free_to_march(&self, id: BodyId) -> Result<(), Illegal> {
        // Who has walked does no more of it this turn.
        if self.body(id).turn.gait != Gait::Stood {
            return Err(Illegal::NotFree);
        }
        if !self.body(id).turn.engaged && self.body_touched(id) {
            return Err(Illegal::InMelee);
        }
        self.check_off_ladders(id)
    }

    /// The craven do not advance (MM-7.4): they come no nearer to the nearest enemy who is active.
    fn check_not_craven(&self, id: BodyId, to: Point) -> Result<(), Illegal> {
        let body = self.body(id);
        if body.mood != Mood::Craven {
            return Ok(());
        }
        let active = self.bodies.iter().filter(|enemy| enemy.side != body.side && enemy.active());
        let nearest = active.map(|enemy| enemy.centre).min_by_key(|&at| (body.centre.distance_squared(at), at.x, at.y));
        match nearest {
            Some(enemy) if to.distance_squared(enemy) < body.centre.distance_squared(enemy) => Err(Illegal::Craven),
            _ => Ok(()),
        }
    }

    /// Closes or opens a body's ranks, which takes its move.
    fn set_ranks(&mut self, id: BodyId, close: bool, umpire: &mut impl Umpire) {
        self.body_mut(id).close = close;
        umpire.tell(|| Event::Ranks { body: id, close });
        let facing = self.body(id).facing;
        self.march_as(id, facing, 0, Gait::Walk, facing, Why::Ordered, umpire);
        self.body_mut(id).turn.gait = Gait::Walk;
    }

    /// Whether a body may be arrayed with so many in its front rank, which takes its move.
    fn check_front(&self, id: BodyId, files: u16) -> Result<(), Illegal> {
        let body = self.body(id);
        if body.single || files == 0 || files > body.standing || files == body.files {
            return Err(Illegal::NoChange);
        }
        if body.turn.spent > 0 {
            return Err(Illegal::NotFree);
        }
        self.check_free_to_march(id)
    }

    fn set_front(&mut self, id: BodyId, files: u16, umpire: &mut impl Umpire) {
        self.body_mut(id).files = files;
        umpire.tell(|| Event::Fronted { body: id, files });
        let facing = self.body(id).facing;
        self.march_as(id, facing, 0, Gait::Walk, facing, Why::Ordered, umpire);
        self.body_mut(id).turn.gait = Gait::Walk;
    }

    /// Begins a turn: contacts are noted, the fallen rise, and both sides declare (MM-2.1).
    pub(super) fn begin_turn(&mut self, sink: &mut impl Sink<Event>) {
        self.turn += 1;
        let turn = self.turn;
        sink.tell(|| Event::Turn { turn });
        self.rise(sink);
        self.this_turn = FieldTurn::default();
        for body in &mut self.bodies {
            body.begin_turn();
        }
        for n in 0..self.figures.len() {
            let climbed = self.climbed_so_far(&self.figures[n]);
            let figure = &mut self.figures[n];
            figure.turn = FigureTurn { from: figure.at, climbed, ..FigureTurn::default() };
        }
        self.bring_on(sink);
        if !self.train.is_empty() {
            self.settle_gear(sink);
        } else if !self.land.ground.is_even() {
            // Whoever climbed last turn has his hands free again (MM-9.11).
            self.body_ids().for_each(|id| self.burden(id));
        }
        for id in self.body_ids() {
            self.note_contacts(id, sink);
        }
        self.open(Phase::Declare, |position, id| {
            let body = position.body(id);
            body.standing > 0 && body.mood == Mood::Steady && body.class != Class::Cleric
        });
        self.this_phase.deciding = BySide { attacker: true, defender: true };
    }

    /// How far up a wall or a tree a man is who gave the whole of last turn's move to it, and stands at its foot yet (MM-3.1).
    fn climbed_so_far(&self, figure: &Figure) -> Option<Climbed> {
        let turn = &figure.turn;
        let barrier = turn.climbs?;
        let gave_it = turn.shots == 0 && turn.blows == 0 && !turn.works && self.land.is_at_foot_of(figure.at, barrier);
        let before = turn.climbed.filter(|climbed| climbed.barrier == barrier).map_or(0, |climbed| climbed.up);
        let up = before + self.moves(figure).climb * INCH;
        (gave_it && figure.stands() && !figure.mounted()).then_some(Climbed { barrier, up })
    }

    /// Notes which figures are in contact at the turn's start (MM-5.1); a figure with no enemy in front turns to one.
    fn note_contacts(&mut self, id: BodyId, sink: &mut impl Sink<Event>) {
        if self.body(id).in_arms == 0 || !self.enemy_near(id) {
            return;
        }
        for man in self.men_of(id) {
            let figure = self.figure(man);
            if !figure.in_arms() {
                continue;
            }
            let Some(enemy) = self.nearest_in_contact(man) else { continue };
            let in_front = |enemy| figure.facing.arc(figure.at.to(self.figure(enemy).at)) == Arc::Front;
            let before = self.any_contact(man, in_front);
            let facing = if before { figure.facing } else { Heading::of(figure.at.to(self.figure(enemy).at)) };
            let stands = figure.stands();
            let figure = self.figure_mut(man);
            figure.turn.contact_at_start = true;
            if stands && figure.facing != facing {
                figure.facing = facing;
                sink.tell(|| Event::Turned { figure: man, facing });
            }
            self.body_mut(id).turn.engaged = true;
        }
    }

    /// Opens a phase to the bodies that may act in it; only sides that have one decide.
    fn open(&mut self, phase: Phase, may: impl Fn(&Position, BodyId) -> bool) {
        self.phase = phase;
        self.this_phase = FieldPhase::default();
        for id in self.body_ids() {
            let waits = may(self, id);
            let body = self.body_mut(id);
            body.phase = BodyPhase { waiting: waits };
            let side = body.side;
            self.this_phase.deciding[side] |= waits;
        }
    }

    fn take_sealed(&mut self) -> Vec<(Side, Decision)> {
        let mut all = Vec::new();
        for side in [Side::Attacker, Side::Defender] {
            all.extend(self.this_phase.sealed[side].drain(..).map(|decision| (side, decision)));
        }
        all
    }

    /// Continues the turn until somebody must decide.
    fn proceed(&mut self, umpire: &mut impl Umpire) {
        while !self.this_phase.deciding.attacker && !self.this_phase.deciding.defender {
            match self.phase {
                Phase::Declare => self.after_declarations(umpire),
                Phase::Answer => self.after_answers(umpire),
                Phase::Move(_) => self.next_card(umpire),
                Phase::Shoot => self.after_targets(umpire),
                Phase::Over => return,
            }
        }
    }

    fn after_declarations(&mut self, umpire: &mut impl Umpire) {
        for (_, decision) in self.take_sealed() {
            match decision {
                Decision::Charge { body, at, gait } => self.body_mut(body).turn.charge = Some(Charge { at, gait }),
                Decision::Yield { body } => self.yield_by_order(body, None, umpire),
                Decision::YieldMan { body, man } => self.yield_by_order(body, Some(man), umpire),
                Decision::Slay { body } => self.body_mut(body).turn.slaying = true,
                _ => {}
            }
        }
        self.drop_vain_charges();
        self.reveal_charges(umpire);
        self.open(Phase::Answer, |position, id| position.must_answer(id));
    }

    /// A body that has yielded charges nobody and is not charged.
    fn drop_vain_charges(&mut self) {
        for n in 0..self.bodies.len() {
            if let Some(charge) = self.bodies[n].turn.charge
                && (self.bodies[n].standing == 0 || self.body(charge.at).in_arms == 0)
            {
                let turn = &mut self.bodies[n].turn;
                (turn.charge, turn.charging) = (None, false);
            }
        }
    }

    fn after_answers(&mut self, umpire: &mut impl Umpire) {
        for (_, decision) in self.take_sealed() {
            match decision {
                Decision::Answer { body, answer } => self.body_mut(body).turn.answer = Some(answer),
                Decision::Counter { body, at } => {
                    let turn = &mut self.body_mut(body).turn;
                    (turn.answer, turn.counters) = (Some(Answer::Counter), Some(at));
                }
                Decision::EvadeTo { body, to } => {
                    let turn = &mut self.body_mut(body).turn;
                    (turn.answer, turn.shelter) = (Some(Answer::Evade), Some(to));
                }
                Decision::Yield { body } => self.yield_by_order(body, None, umpire),
                Decision::YieldMan { body, man } => self.yield_by_order(body, Some(man), umpire),
                _ => {}
            }
        }
        self.drop_vain_charges();
        for id in self.body_ids() {
            if self.must_answer(id) && self.body(id).turn.answer.is_none() {
                self.body_mut(id).turn.answer = Some(Answer::Stand);
            }
        }
        self.reveal_answers(umpire);
        self.charge_tests(umpire);
        self.move_charges(umpire);
        self.this_turn.cards = (0..self.forces.len() as u16).map(ForceId).collect();
        self.next_card(umpire);
    }

    /// Draws the next force's card (MM-2.5); the force moves whole: first who is not free, then the others by order.
    fn next_card(&mut self, umpire: &mut impl Umpire) {
        // A force with nobody left needs no card.
        let bodies = &self.bodies;
        self.this_turn.cards.retain(|&force| bodies.iter().any(|body| body.force == force && body.in_arms > 0));
        if self.this_turn.cards.is_empty() {
            self.fires_are_fought(umpire);
            self.open(Phase::Shoot, |position, id| {
                position.may_shoot(id) && position.enemy_in_range(id)
                    || !position.train.is_empty() && (position.may_loose(id) || position.may_shoot_fire(id))
            });
            return;
        }
        let drawn = umpire.dice().lot("MM-2.5 card", self.this_turn.cards.len());
        let force = self.this_turn.cards.remove(drawn);
        umpire.tell(|| Event::Card { force });
        for id in self.body_ids() {
            if self.body(id).force == force {
                self.forced_move(id, umpire);
            }
        }
        self.open(Phase::Move(force), |position, id| {
            let body = position.body(id);
            // The craven who did not fall back may do anything but advance (MM-7.4).
            let free = body.mood == Mood::Steady || body.mood == Mood::Craven && !body.turn.falling_back;
            body.force == force && body.standing > 0 && free && body.turn.gait == Gait::Stood && !body.turn.slaying
        });
    }

    /// Whether any enemy is within reach of a body's missiles, roughly: the exact judgement is of each shot.
    fn enemy_in_range(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let reach = self.missile_reach(id) + 12 * INCH;
        self.bodies.iter().any(|other| {
            let within = i64::from(reach + body.radius + other.radius);
            other.side != body.side
                && other.in_arms > 0
                && body.centre.distance_squared(other.centre) <= within * within
        })
    }

    fn after_targets(&mut self, umpire: &mut impl Umpire) {
        let named = self.take_sealed();
        for (_, decision) in &named {
            match *decision {
                Decision::Yield { body } => self.yield_by_order(body, None, umpire),
                Decision::YieldMan { body, man } => self.yield_by_order(body, Some(man), umpire),
                _ => {}
            }
        }
        self.shoot(&named, umpire);
        self.melee(umpire);
        self.slay(umpire);
        if !self.train.is_empty() {
            self.fires_burn(umpire);
        }
        self.morale(umpire);
        self.note_rides_through(umpire);
        self.take_lances(umpire.sink());
        self.guard_prisoners(umpire);
        if self.is_over() { self.finish(umpire) } else { self.begin_turn(umpire.sink()) }
    }

    /// Whether the battle is over: a side has nobody in arms left on the field but clerics and nobody to come, or night falls.
    fn is_over(&self) -> bool {
        let fights = |side: Side| {
            self.body_ids().any(|id| {
                let body = self.body(id);
                body.side == side && body.class != Class::Cleric && (body.in_arms > 0 || self.is_to_come(id))
            })
        };
        !fights(Side::Attacker) || !fights(Side::Defender) || self.turn >= self.tables.house().last_turn
    }

    /// Ends the battle: prisoners of a side with nobody left are free, points are counted (MM-10.4).
    fn finish(&mut self, umpire: &mut impl Umpire) {
        let holds = |position: &Position, side: Side| {
            position.bodies.iter().any(|body| body.side == side && body.standing > 0 && body.class != Class::Cleric)
        };
        for id in std::mem::take(&mut self.prisoners) {
            let State::Yielded { to, .. } = self.figure(id).state else { continue };
            let captor = self.figure(to).side;
            if !holds(self, captor) && self.figure(to).state != State::Withdrawn {
                self.set_free(id, umpire);
            } else {
                self.prisoners.push(id);
            }
        }
        let half_points = self.score();
        let winner = winner(&half_points);
        self.result = Some((winner, half_points));
        self.phase = Phase::Over;
        self.this_phase.deciding = BySide::default();
        umpire.tell(|| Event::Over { winner, half_points });
    }
}
