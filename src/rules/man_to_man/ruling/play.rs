//! Playing a situation: its orders are given when their time comes, its faces rolled, and everything that happens told.

use super::super::event::{Cause, Event, Gait, Moment, Placed, Why};
use super::super::log::{self, Line, Names};
use super::super::setup::Faults;
use super::super::state::{ForceId, MOVE, Mood, Phase, Position, State};
use super::super::tables::Tables;
use super::super::{Decision, Illegal};
use super::clauses::{named_in, of_event};
use super::faces::{BadFace, Counted, Faces, Needed};
use super::orders::{OrderStep, WrittenOrder};
use super::standing::Disposition;
use super::{Befallen, Place, Written, WrittenSituation, WrittenTurn};
use crate::rules::battle::Deed;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Game, NullSink};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::telling::capital;
use std::cell::Cell;
use std::sync::Arc;

/// One thing a ruling tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A step of the turn begins (MM-2).
    Step {
        /// What is done in it.
        what: &'static str,
        clause: &'static str,
    },
    /// What happened, and the clauses it follows from.
    Happened(Line, Vec<String>),
    /// An order that is not allowed.
    Refused {
        /// Its words.
        order: String,
        /// Why, with the clause.
        why: String,
        /// What would allow it; empty where the reason says it.
        remedy: String,
    },
}

impl Told {
    /// The sentence with its clauses, and a line for each of its rolls.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Told::Step { what, clause } => vec![format!("{what} ({clause})")],
            Told::Happened(line, clauses) => {
                let cited = match clauses.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", clauses.join(", ")),
                };
                std::iter::once(format!("{}{cited}", line.text)).chain(line.rolls.iter().map(log::Roll::text)).collect()
            }
            Told::Refused { order, why, remedy } => {
                let mut lines = vec![format!("Refused: “{order}”: {why}.")];
                if !remedy.is_empty() {
                    lines.push(remedy.clone());
                }
                lines
            }
        }
    }

    /// Every clause it cites.
    pub fn cited(&self) -> Vec<String> {
        match self {
            Told::Step { what, clause } => named_in(what).into_iter().chain([(*clause).to_owned()]).collect(),
            Told::Happened(line, clauses) => {
                let parts = line.rolls.iter().flat_map(|roll| roll.parts.iter().map(|part| part.clause.to_string()));
                let rolls = line.rolls.iter().map(|roll| roll.clause.to_owned());
                clauses.iter().cloned().chain(rolls).chain(parts).collect()
            }
            Told::Refused { why, remedy, .. } => named_in(&format!("{why} {remedy}")),
        }
    }
}

/// How a ruling ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every turn was played.
    Played,
    /// One side has nobody left.
    Over,
    /// A face is wanted that nobody has told.
    Needs(Needed),
    /// A face was told that its die does not have.
    BadFace {
        /// Which, and what was wanted.
        what: String,
        /// Its line in the file, from 1.
        line: usize,
    },
}

/// What the rules say of a situation.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Everything that happened, in order.
    pub told: Vec<Told>,
    pub ending: Ending,
    /// How everybody stands; at a roll that is wanted, as they stood when the step it falls in began.
    pub standing: Vec<Disposition>,
    /// The same as the events of a battle, with what was told of the step it stopped in.
    pub events: Vec<Event>,
    /// Faces that were told and not rolled.
    pub unused: usize,
}

impl WrittenSituation {
    /// The position at its beginning, and what is told of how it came about.
    pub fn begin(&self, tables: &Arc<Tables>) -> Result<(Position, Vec<Event>), Faults> {
        let first = Position::on(self.ground.clone(), &self.plan, tables, &[], &mut NullSink)?;
        let gap = tables.house().open_order_gap;
        let placed = |man: &super::ManAt| {
            let body = first.figure(man.id).body;
            let close = self.setting.bodies[usize::from(body.0)].close.unwrap_or(first.body(body).close);
            let widest = first.men_of(body).map(|id| first.base(first.figure(id))).max().unwrap_or(0);
            let at = in_place(man.at, man.facing, if close { widest } else { widest + gap });
            Placed(man.id, at, man.facing)
        };
        let places: Vec<Placed> = self.setting.men.iter().map(placed).collect();
        let mut opening = Vec::new();
        let mut position = Position::on(self.ground.clone(), &self.plan, tables, &places, &mut opening)?;
        // What is told of the turn that began before anybody's state was set is not true.
        opening.truncate(opening.iter().position(|event| matches!(event, Event::Turn { .. })).unwrap_or(opening.len()));
        self.set(&mut position);
        position.begin_turn(&mut opening);
        Ok((position, opening))
    }

    /// Whether anything hangs on the order of the forces' cards: there are several of one side, or the file tells it.
    fn tells_cards(&self) -> bool {
        let hosts = [&self.plan.hosts.attacker, &self.plan.hosts.defender];
        hosts.iter().any(|host| host.forces.len() > 1) || self.turns.iter().any(|turn| !turn.cards.is_empty())
    }

    /// Puts everybody in the state that is written, before the first turn.
    fn set(&self, position: &mut Position) {
        for man in &self.setting.men {
            let figure = position.figure_mut(man.id);
            figure.facing = man.facing;
            man.state.arm(figure);
            if man.state.shown {
                figure.last_shot = Some(self.first_turn - 1);
            }
            match man.fate {
                Befallen::Nothing => {}
                Befallen::Fallen => figure.state = State::Fallen { until: self.first_turn },
                Befallen::Dead => figure.state = State::Dead,
                Befallen::Fled => figure.state = State::Fled,
                Befallen::Withdrawn => figure.state = State::Withdrawn,
                Befallen::Yielded(to) => {
                    figure.state = State::Yielded { to, turn: 0 };
                    position.prisoners.push(man.id);
                }
            }
            if let Some(worth) = man.state.worth {
                position.worths[usize::from(man.id.0)] = worth;
            }
            if man.state.shamed {
                position.deed(man.id, Deed::FailedToMeetCharge);
            }
            if !position.figure(man.id).in_arms() {
                position.lift(man.id);
            }
        }
        for body in &self.setting.bodies {
            let it = position.body_mut(body.id);
            (it.files, it.facing, it.mood) = (body.files, body.facing, body.mood);
            it.close = body.close.unwrap_or(it.close);
            it.ever_hit = body.hit;
            it.turn = Default::default();
            it.turn.gait = body.moved;
            // The turn that begins counts the last one among the runs.
            it.runs = body.runs.max(u8::from(body.moved == Gait::Run)).saturating_sub(1);
            (it.aim_at_horses, it.follows) = (body.ways.aims_at_horses, body.ways.follows);
            (it.demands, it.came_on) = (!body.ways.strikes_the_fallen, body.ways.came_on);
            (it.turns_shot_at, it.turn.shot_at_halted) = (body.ways.shot_at, body.ways.shot_at > 0);
            it.turn.may_ride_on = body.ways.rides_through;
            position.refresh(body.id);
        }
        for side in [Side::Attacker, Side::Defender] {
            let lost = |id| matches!(position.figure(id).state, State::Dead | State::Fled | State::Yielded { .. });
            position.commander_lost[side] = position.army_commander[side].is_some_and(lost);
        }
        self.setting.works.put(position);
        position.turn = self.first_turn - 1;
    }

    /// Plays the first `turns` turns by its orders and its faces.
    pub fn rule(&self, tables: &Arc<Tables>, turns: u32) -> Result<Ruling, Faults> {
        let names = self.names();
        let (position, opening) = self.begin(tables)?;
        let told = Cell::new(0);
        let (faces, seed) = match &self.dice {
            Written::Faces(faces) => (faces.as_slice(), None),
            Written::Seed(seed) => (&[][..], Some(*seed)),
        };
        let mut table = RulingTable {
            names,
            position,
            dice: Faces::new(faces, seed, &told),
            count: &told,
            told: Vec::new(),
            events: opening.clone(),
            step: "",
            moment: "",
            tells_cards: self.tells_cards(),
        };
        table.take_in(&opening);
        let idle = WrittenTurn::default();
        let mut ending = Ending::Played;
        for turn in 1..=turns {
            if table.position.pending().first().is_none() {
                break;
            }
            let written = self.turns.get(turn as usize - 1).unwrap_or(&idle);
            table.deal(written, seed.is_some());
            if let Some(stopped) = table.turn(written) {
                ending = stopped;
                break;
            }
        }
        if ending == Ending::Played && table.position.pending().first().is_none() {
            ending = Ending::Over;
        }
        if !matches!(ending, Ending::Needs(_) | Ending::BadFace { .. }) {
            table.forget_next_turn();
            let follows = table.position.follows(&self.plan, &table.names);
            table.told.extend(follows);
        }
        let standing = table.position.standings(&table.names);
        Ok(Ruling { told: table.told, ending, standing, events: table.events, unused: table.dice.left() })
    }
}

/// The step of a turn (MM-2) such a thing happens in, after a step that has begun.
fn step_of(event: &Event, after: &str) -> Option<(&'static str, &'static str)> {
    match event {
        Event::Declared { .. } => Some(("Charges", "MM-2.1")),
        Event::Answered { .. } => Some(("Answers", "MM-2.2")),
        Event::Tested { causes, .. } => match ["MM-2.1", "MM-2.2", "MM-2.3"].contains(&after)
            && causes.iter().all(|cause| CHARGE_CAUSES.contains(cause))
        {
            true => Some(("Tests the charge calls for", "MM-2.3")),
            false => Some(("Morale", "MM-2.8")),
        },
        Event::Moved { why: Why::Charge, .. } => Some(("Charges are moved", "MM-2.4")),
        Event::Card { .. } | Event::Moved { why: Why::Ordered, .. } | Event::Tasked { .. } => Some(("Moves", "MM-2.5")),
        Event::Shot { .. } | Event::Loosed { .. } | Event::FireShot { .. } => Some(("Shooting", "MM-2.6")),
        Event::Struck { moment: Moment::Start | Moment::End, .. } => Some(("Melee", "MM-2.7")),
        _ => None,
    }
}

/// When in the shooting or in the melee a thing happens.
fn moment_of(event: &Event) -> Option<(&'static str, &'static str)> {
    match event {
        Event::Shot { second: false, .. } => {
            Some(("First or only shots, at half-move, in the order of MM-4.1", "MM-4.2"))
        }
        Event::Shot { second: true, .. } => {
            Some(("Second shots, at the end of the move, in the order of MM-4.1", "MM-4.2"))
        }
        Event::Struck { moment: Moment::Start, .. } => {
            Some(("Blows for contact at the turn's start, in the order of MM-5.2", "MM-5.1"))
        }
        Event::Struck { moment: Moment::End, .. } => {
            Some(("Blows for contact at the turn's end, in the order of MM-5.2", "MM-5.1"))
        }
        _ => None,
    }
}

/// Causes a charge gives before anybody moves.
const CHARGE_CAUSES: [Cause; 4] = [Cause::Charging, Cause::Charged, Cause::FromBehind, Cause::Surprised];

/// Where a man stands: of so many in his rank, the first on the left.
fn in_place(place: Place, facing: Heading, spacing: i32) -> Point {
    match place {
        Place::At(at) => at,
        Place::InRanks { front, rank, file, of } => {
            let aside = (of - 1) * spacing / 2 - file * spacing;
            front.along(facing.back(), rank * spacing).along(facing.turned(16), aside)
        }
    }
}

/// A situation being played.
struct RulingTable<'a> {
    names: Names,
    position: Position,
    dice: Faces<'a>,
    count: &'a Cell<usize>,
    told: Vec<Told>,
    events: Vec<Event>,
    /// The clause of the step of the turn that was told last.
    step: &'static str,
    /// What was told last of when in a step things happen.
    moment: &'static str,
    tells_cards: bool,
}

impl RulingTable<'_> {
    fn take_in(&mut self, events: &[Event]) {
        for event in events {
            if matches!(event, Event::Turn { .. }) {
                (self.step, self.moment) = ("", "");
            }
            if matches!(event, Event::Arrayed { .. }) || matches!(event, Event::Card { .. }) && !self.tells_cards {
                continue;
            }
            let Some(line) = log::line(event, &self.names) else { continue };
            if let Some((what, clause)) = step_of(event, self.step).filter(|(_, clause)| *clause > self.step) {
                self.step = clause;
                self.told.push(Told::Step { what, clause });
            }
            if let Some((what, clause)) = moment_of(event).filter(|(what, _)| *what != self.moment) {
                self.moment = what;
                self.told.push(Told::Step { what, clause });
            }
            let clauses = of_event(event, &self.position).into_iter().map(str::to_owned).collect();
            self.told.push(Told::Happened(Line { text: capital(&line.text), ..line }, clauses));
        }
    }

    /// Puts the forces' cards in their order: as written, the others after them in the order of the file. With a seed, and
    /// nothing written, they are drawn.
    fn deal(&mut self, written: &WrittenTurn, seeded: bool) {
        let forces = (0..self.position.forces.len() as u16).map(ForceId);
        let left = |force: &ForceId| self.position.bodies.iter().any(|body| body.force == *force && body.in_arms > 0);
        let all: Vec<ForceId> = forces.filter(left).collect();
        let rest = all.iter().copied().filter(|force| !written.cards.contains(force));
        let order: Vec<ForceId> = written.cards.iter().copied().chain(rest).collect();
        self.dice.cards = (!seeded || !written.cards.is_empty()).then_some(order);
        self.dice.undrawn = all;
    }

    /// Plays one turn; why it stopped, if it did.
    fn turn(&mut self, written: &WrittenTurn) -> Option<Ending> {
        let turn = self.position.turn();
        let mut left: Vec<WrittenOrder> = written.orders.clone();
        while self.position.turn() == turn
            && let Some(side) = self.position.pending().first()
        {
            let now = left.iter().position(|order| order.side == side && self.is_time_for(order));
            let decision = match now.map(|n| left.remove(n)) {
                None => Decision::Done,
                Some(order) => match self.may(&order) {
                    Ok(decision) => decision,
                    Err(refused) => {
                        self.told.push(refused);
                        continue;
                    }
                },
            };
            if let Some(stopped) = self.play(side, decision, &mut left) {
                return Some(stopped);
            }
        }
        None
    }

    /// Whether an order is given in the phase that stands.
    fn is_time_for(&self, order: &WrittenOrder) -> bool {
        let phase = self.position.phase();
        let step = OrderStep::of(phase) == Some(order.step());
        match phase {
            Phase::Move(force) => step && self.position.body(order.body).force == force,
            _ => step,
        }
    }

    fn may(&self, order: &WrittenOrder) -> Result<Decision, Told> {
        let decision = order.decision(&self.position).and_then(|decision| {
            self.position.check(order.side, &decision)?;
            Ok(decision)
        });
        decision.map_err(|_| refusal(&self.position, order))
    }

    /// Plays a decision and takes in what happened; why it stopped, if it did. Orders whose time that lets go by are refused.
    fn play(&mut self, side: Side, decision: Decision, left: &mut Vec<WrittenOrder>) -> Option<Ending> {
        let before = self.position.clone();
        let dice = self.dice.clone();
        let mut undrawn = before.cards_left();
        let events = loop {
            self.dice.undrawn.clone_from(&undrawn);
            self.dice.begin();
            let mut sink = Counted { events: Vec::new(), count: self.count };
            if let Err(illegal) = self.position.play(side, decision, &mut self.dice, &mut sink) {
                unreachable!("a decision was checked and then refused: {illegal}");
            }
            // A force of whom nobody is left by then draws no card, which is known only afterwards.
            let left: Vec<ForceId> = undrawn.iter().copied().filter(|&force| self.position.has_men(force)).collect();
            let drawn = sink.events.iter().filter_map(|event| match event {
                Event::Card { force } => Some(*force),
                _ => None,
            });
            let as_drawn = drawn.eq(self.dice.drawn.iter().copied()) && !self.dice.guessed;
            if left.len() == undrawn.len() || as_drawn {
                break sink.events;
            }
            undrawn = left;
            self.position.clone_from(&before);
            self.dice = dice.clone();
        };
        let turn = before.turn();
        let gone = |order: &mut WrittenOrder| self.position.turn() > turn || is_past(order, &self.position);
        let past: Vec<WrittenOrder> = left.extract_if(.., gone).collect();
        // Who was to answer a charge and is not asked: why, is known when it has been declared.
        let known = |order: &WrittenOrder| order.step() == OrderStep::Answer && self.position.turn() == turn;
        let refused = past.iter().map(|order| refusal(if known(order) { &self.position } else { &before }, order));
        let refused: Vec<Told> = refused.collect();
        self.told.extend(refused);
        if self.dice.sound() {
            self.take_in(&events);
            self.events.extend(events);
            return None;
        }
        self.position = before;
        if let Some(BadFace { face, line, sides, roll }) = self.dice.bad {
            let (clause, what) = roll.split_once(' ').unwrap_or(("", roll));
            let what = format!("the face {face} is on no die of {sides} sides, which {what} ({clause}) is rolled with");
            return Some(Ending::BadFace { what, line });
        }
        let (at, thrown) = self.dice.missing.take().unwrap_or_default();
        self.take_in(&events[..at.min(events.len())]);
        self.events.extend_from_slice(&events[..at.min(events.len())]);
        let wanted = std::mem::take(&mut self.dice.wanted);
        Some(Ending::Needs(Needed::of(events.get(at), &wanted, thrown, &self.names, self.position.tables())))
    }

    /// Takes back the telling of a turn that has begun and is not played.
    fn forget_next_turn(&mut self) {
        let turn = self.position.turn();
        let heading = format!("Turn {turn}");
        if self.position.pending().first().is_none() {
            return;
        }
        let last = self.told.iter().rposition(|told| matches!(told, Told::Happened(line, _) if line.heading));
        if let Some(at) = last
            && matches!(&self.told[at], Told::Happened(line, _) if line.text == heading)
        {
            self.told.truncate(at);
        }
    }
}

/// Whether an order can no more be given this turn.
fn is_past(order: &WrittenOrder, position: &Position) -> bool {
    let Some(step) = OrderStep::of(position.phase()) else { return true };
    let force = position.body(order.body).force;
    let moved = match position.phase() {
        Phase::Move(now) => {
            order.step() == OrderStep::Move && force != now && !position.this_turn.cards.contains(&force)
        }
        _ => false,
    };
    step > order.step() || moved
}

/// Why an order is not allowed where things stand, and what would allow it.
fn refusal(position: &Position, order: &WrittenOrder) -> Told {
    let told = |why: String, remedy: String| Told::Refused { order: order.text.clone(), why, remedy };
    let decision = match order.decision(position) {
        Ok(decision) => decision,
        Err(illegal) => return told(illegal.to_string(), remedy(position, order, None, illegal)),
    };
    let body = position.body(order.body);
    let moved = order.step() == OrderStep::Move && (body.turn.gait != Gait::Stood || body.turn.spent >= MOVE);
    if body.standing == 0 || moved || order.step() != OrderStep::Shoot && body.mood != Mood::Steady {
        return told(position.why_not_free(order.body), String::new());
    }
    // Asked as if its time had come and they had no order yet, so that the reason is the order's own.
    let mut asked = position.clone();
    asked.phase = match order.step() {
        OrderStep::Declare => Phase::Declare,
        OrderStep::Answer => Phase::Answer,
        OrderStep::Move => Phase::Move(position.body(order.body).force),
        OrderStep::Shoot => Phase::Shoot,
    };
    asked.body_mut(order.body).phase.waiting = position.body(order.body).in_arms > 0;
    asked.this_phase.deciding = BySide { attacker: true, defender: true };
    match asked.check(order.side, &decision) {
        Err(illegal) if illegal != Illegal::NotFree => {
            told(illegal.to_string(), remedy(position, order, Some(decision), illegal))
        }
        _ => told(position.why_not_free(order.body), String::new()),
    }
}

/// Inches to the nearest quarter, as `6½ in`.
fn inches(length: i32) -> String {
    let quarters = (length * 4 + INCH / 2).div_euclid(INCH);
    format!("{}{} in", quarters.div_euclid(4), ["", "¼", "½", "¾"][quarters.rem_euclid(4) as usize])
}

/// What would allow an order.
fn remedy(position: &Position, order: &WrittenOrder, decision: Option<Decision>, illegal: Illegal) -> String {
    let body = order.body;
    let apart = |at| position.gap(body, at, i32::MAX / 8).map_or_else(String::new, inches);
    match (illegal, decision) {
        (Illegal::OutOfReach, Some(Decision::Charge { at, gait, .. })) => format!(
            "They are {} apart, and go {}: come nearer first (MM-3.1).",
            apart(at),
            inches(position.allowance(body, gait))
        ),
        (Illegal::OutOfReach, Some(Decision::Shoot { at, .. })) => format!(
            "They are {} apart, and the furthest shot is {}: come nearer first (MM-4.7).",
            apart(at),
            inches(position.missile_reach(body))
        ),
        (Illegal::MayNotRun, _) => "At a walk they may go; next turn they may run, if they walk now (MM-3.3).".to_owned(),
        (Illegal::TurnsTooFar, _) => {
            "At a walk they may turn as they like; or they go at most 22½° from their facing (MM-3.2).".to_owned()
        }
        (Illegal::TooFar { most }, Some(Decision::March { heading, facing, gait: Gait::Walk, .. })) => {
            let turned = position.body(body).facing.turn_to(heading) + heading.turn_to(facing) > Heading::STEPS_22;
            match turned && position.is_horse(body) {
                true => format!("{most} in is allowed: horse loses 2 in of its walk if it turns over 22½° (MM-3.2)."),
                false => format!("{most} in is allowed at a walk."),
            }
        }
        (Illegal::TooFar { most }, _) => format!("{most} in is allowed."),
        (Illegal::OutOfSight, _) => "A charge is declared at whom one sees at the turn's start (MM-2.1).".to_owned(),
        (Illegal::NoShot, _) => {
            "A shot is allowed at whom one of them has before him, in range and in sight, with no friend in the way (MM-4.3, \
             MM-4.5, MM-4.7, MM-7.5)."
                .to_owned()
        }
        (Illegal::MayNotShoot, _) => {
            "Bow, sling and javelin shoot after a walk, horse archers after a gallop, crossbow and handgun if they stand \
             and are loaded (MM-3.5)."
                .to_owned()
        }
        (Illegal::InMelee, _) => {
            "A melee is left by marching or withdrawing, against one blow unanswered (MM-5.8).".to_owned()
        }
        (Illegal::NobodyToSlay, _) => {
            "Prisoners may be killed in contact where no knight owes a knight quarter and no cleric of the captor's is \
             within 15 in (MM-8.1)."
                .to_owned()
        }
        (Illegal::NobodyToYieldTo, _) => {
            "One yields to an enemy who could take one prisoner: active, and no cleric (MM-7.7).".to_owned()
        }
        (Illegal::NoStandard, _) => "A standard is picked up where it lies, for half a move (MM-8.8).".to_owned(),
        (Illegal::CrewIdle, _) => {
            "Four of its men or more, and its grade B sergeant on his feet and unwounded, make it work (MM-9.7).".to_owned()
        }
        (Illegal::TooHigh, _) => "A longer ladder reaches it (MM-9.10).".to_owned(),
        (Illegal::NotNear, _) => "They must stand at it first.".to_owned(),
        _ => String::new(),
    }
}
