//! A turn of a recorded battle gone through once more by the rules: the position it began with, what was ordered in it and
//! every face that was rolled, in the order it was. A record tells what happened and not what was ordered; so the captains
//! who decide for the program are asked again, and where they would have ordered otherwise the orders are read off what
//! came of them. Whatever is found is played and compared with the record, event by event.

use super::super::captain::Marshal;
use super::super::event::{Answer, Event, Gait, Moment, Why};
use super::super::record::Record;
use super::super::state::{BodyId, FigureId, ForceId, Mood, Phase, Position};
use super::super::tables::Tables;
use super::super::{Decision, setup};
use super::faces::Counted;
use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Captain, Game, NullSink};
use crate::rules::geometry::{Heading, Point};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// A turn as it was fought.
pub(super) struct TurnAgain {
    /// The position at its beginning.
    pub(super) start: Position,
    /// What was ordered in it.
    pub(super) given: Vec<(Side, Decision)>,
    /// The forces in the order of their cards.
    pub(super) cards: Vec<ForceId>,
    /// Every face that was rolled, with the number of the event it was rolled for.
    pub(super) faces: Vec<(usize, u8)>,
    /// Its first event after those that begin it.
    pub(super) from: usize,
    /// Where the turn ends.
    pub(super) end: usize,
}

/// The figures a record was fought by: the book's, with the numbers the campaign played otherwise.
pub(super) fn tables_of(record: &Record) -> Arc<Tables> {
    Tables::with_house(&otherwise(record)).unwrap_or_else(|_| Tables::book())
}

/// The numbers of a record that are not those of the book, by key.
pub(super) fn otherwise(record: &Record) -> BTreeMap<String, String> {
    let played = record.tables.get("house_values").and_then(|values| values.as_array());
    let mut others = BTreeMap::new();
    for known in Tables::folder().values() {
        let of_key = |value: &&serde_json::Value| value.get("key").and_then(|key| key.as_str()) == Some(&known.key);
        let value = played.and_then(|values| values.iter().find(of_key)).and_then(|value| value.get("value"));
        let text = match value {
            Some(serde_json::Value::Array(row)) => row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Some(number) => number.to_string(),
            None => continue,
        };
        let own = BTreeMap::from([(known.key.clone(), text.clone())]);
        if text != known.value.to_string() && Tables::with_house(&own).is_ok() {
            others.insert(known.key.clone(), text);
        }
    }
    others
}

/// The turn in which the moment after the first `at` events falls; the first, before it. Nothing for a plan that cannot be
/// arrayed any more.
pub(super) fn turn_again(record: &Record, at: usize) -> Option<TurnAgain> {
    let events = &record.events;
    let tables = tables_of(record);
    let ground = setup::ground_of(&record.plan, &tables).ok()?;
    let mut opening = Vec::new();
    let mut position = Position::on(ground, &record.plan, &tables, &[], &mut opening).ok()?;
    let mut from = begun(events, 0);
    if events.get(..from) != Some(&opening[..]) {
        for event in &events[..from] {
            position.told(event);
        }
        position.begin_as_told(&events[..from]);
    }
    loop {
        let end = begun(events, from);
        // Of a turn that has only begun there is nothing to be found yet.
        let turns = turn_event(events, from);
        let last = turns == events.len() || at <= turns;
        let found = found(&position, events, from, end);
        if last {
            let cards = events[from..end].iter().filter_map(|event| match event {
                Event::Card { force } => Some(*force),
                _ => None,
            });
            let cards = cards.collect();
            return Some(TurnAgain { start: position, given: found.given, cards, faces: found.faces, from, end });
        }
        if found.until == end {
            position = found.after;
        } else {
            for event in &events[from..end] {
                position.told(event);
            }
            position.begin_as_told(&events[from..end]);
        }
        from = end;
    }
}

/// The next event from `from` on that begins a turn, or the end.
fn turn_event(events: &[Event], from: usize) -> usize {
    (from..events.len()).find(|&n| matches!(events[n], Event::Turn { .. })).unwrap_or(events.len())
}

/// The first event after the next beginning of a turn, or the end.
pub(super) fn begun(events: &[Event], from: usize) -> usize {
    let turn = turn_event(events, from);
    let begins = |event: &Event| {
        matches!(event, Event::Rose { .. } | Event::CameOn { .. } | Event::Turned { .. } | Event::GearNow { .. })
    };
    let rest = events.get(turn + 1..).unwrap_or_default();
    (turn + 1 + rest.iter().take_while(|event| begins(event)).count()).min(events.len())
}

/// A turn played by orders that were found.
struct Played {
    after: Position,
    given: Vec<(Side, Decision)>,
    faces: Vec<(usize, u8)>,
    until: usize,
}

/// The orders by which a turn goes as the record has it, or furthest.
fn found(start: &Position, events: &[Event], from: usize, end: usize) -> Played {
    let ways = [(false, false), (true, true), (false, true), (true, false)];
    let mut best: Option<Played> = None;
    for (attacker, defender) in ways {
        let played = played(start, events, from, end, BySide { attacker, defender });
        if best.as_ref().is_none_or(|best| played.until > best.until) {
            best = Some(played);
        }
        if best.as_ref().is_some_and(|best| best.until == end) {
            break;
        }
    }
    best.unwrap_or(Played { after: start.clone(), given: Vec::new(), faces: Vec::new(), until: from })
}

/// Plays a turn: each side by the captain, or by orders read off what happened.
fn played(start: &Position, events: &[Event], from: usize, end: usize, read_off: BySide<bool>) -> Played {
    let mut played = Played { after: start.clone(), given: Vec::new(), faces: Vec::new(), until: from };
    let mut orders: BySide<VecDeque<Decision>> = BySide::default();
    let mut phase = None;
    while played.after.turn() == start.turn()
        && let Some(side) = played.after.pending().first()
    {
        let position = &played.after;
        if phase != Some(position.phase()) {
            phase = Some(position.phase());
            for of in [Side::Attacker, Side::Defender] {
                orders[of] = sealed(position, of, &events[played.until..end]).into();
            }
        }
        let decision = match (read_off[side], position.phase()) {
            (false, _) => Marshal.decide(&position.view(side)),
            (true, Phase::Move(force)) => moved(position, force, events, played.until, end).unwrap_or(Decision::Done),
            (true, _) => orders[side].pop_front().unwrap_or(Decision::Done),
        };
        if position.check(side, &decision).is_err() {
            // Another order may have been read off; where none has, nothing more is known of the turn.
            match read_off[side] && decision != Decision::Done {
                true => continue,
                false => break,
            }
        }
        let mut after = played.after;
        let told = tried(&mut after, side, decision, events, played.until, end);
        let alike = told.events.iter().zip(&events[played.until..end]).take_while(|(one, other)| one == other).count();
        played.after = after;
        played.until += alike;
        played.faces.extend(told.faces.into_iter().filter(|(event, _)| *event < played.until));
        if !matches!(decision, Decision::Done | Decision::Hold { .. }) {
            played.given.push((side, decision));
        }
        if alike < told.events.len() {
            break;
        }
    }
    played
}

/// What came of a decision, and the faces it took.
struct Tried {
    events: Vec<Event>,
    faces: Vec<(usize, u8)>,
}

fn tried(position: &mut Position, side: Side, decision: Decision, events: &[Event], from: usize, end: usize) -> Tried {
    let before = position.clone();
    let mut undrawn = before.cards_left();
    loop {
        let count = Cell::new(0);
        let mut dice = RecordedDice::new(&events[..end], from, &count, undrawn.clone());
        let mut sink = Counted { events: Vec::new(), count: &count };
        // What is not allowed tells nothing.
        let _ = position.play(side, decision, &mut dice, &mut sink);
        let told = Tried { events: sink.events, faces: dice.rolled };
        // A force of whom nobody is left by then draws no card, which is known only afterwards.
        let left = undrawn.iter().copied().filter(|&force| position.has_men(force)).collect::<Vec<_>>();
        let alike = events[from..end].get(..told.events.len()) == Some(&told.events[..]);
        if alike || left.len() == undrawn.len() {
            return told;
        }
        undrawn = left;
        position.clone_from(&before);
    }
}

/// Dice that fall as they did.
struct RecordedDice<'a> {
    events: &'a [Event],
    from: usize,
    told: &'a Cell<usize>,
    /// Faces still to come, with the number of their event; nothing for a standard that fell, perhaps by a die.
    coming: VecDeque<(usize, Option<u8>)>,
    undrawn: Vec<ForceId>,
    rolled: Vec<(usize, u8)>,
}

impl<'a> RecordedDice<'a> {
    fn new(events: &'a [Event], from: usize, told: &'a Cell<usize>, undrawn: Vec<ForceId>) -> RecordedDice<'a> {
        let mut coming = VecDeque::new();
        for (n, event) in events.iter().enumerate().skip(from) {
            match event {
                Event::StandardFell { .. } => coming.push_back((n, None)),
                _ => coming.extend(faces_of(event).into_iter().map(|face| (n, Some(face)))),
            }
        }
        RecordedDice { events, from, told, coming, undrawn, rolled: Vec::new() }
    }
}

/// The faces an event tells, in the order in which they were rolled.
fn faces_of(event: &Event) -> Vec<u8> {
    match event {
        Event::Shot { faces, .. }
        | Event::Seat { faces, .. }
        | Event::Loosed { faces, .. }
        | Event::FireShot { faces, .. }
        | Event::Tried { faces, .. }
        | Event::FireFought { faces, .. } => faces.to_vec(),
        Event::Struck { attack, defence, .. } => vec![attack.face, defence.face],
        Event::Hurt { face, .. } | Event::Lit { face, .. } => vec![*face],
        Event::Tested { faces, .. } => faces.to_vec(),
        Event::StandardTaken { face, .. } => face.iter().copied().collect(),
        _ => Vec::new(),
    }
}

impl Dice for RecordedDice<'_> {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        let now = self.from + self.told.get();
        while let Some(&(event, face)) = self.coming.front() {
            // A standard that fell and is told of already was thrown for by nobody; so was one while others roll.
            if face.is_none() && (event < now || !roll.starts_with("MM-8.8")) {
                self.coming.pop_front();
                continue;
            }
            self.coming.pop_front();
            let face = face.unwrap_or(sides as u8);
            self.rolled.push((event, face));
            return if face == 0 { sides } else { u32::from(face).min(sides) };
        }
        1
    }

    fn lot(&mut self, _: &'static str, count: usize) -> usize {
        let now = self.from + self.told.get();
        let card = self.events.get(now..).unwrap_or_default().iter().find_map(|event| match event {
            Event::Card { force } => Some(*force),
            _ => None,
        });
        let drawn = card.and_then(|card| self.undrawn.iter().position(|&force| force == card)).unwrap_or(0);
        if drawn < self.undrawn.len() {
            self.undrawn.remove(drawn);
        }
        drawn.min(count.saturating_sub(1))
    }
}

/// The orders of a phase in which both sides decide unseen, read off what came of them.
fn sealed(position: &Position, side: Side, coming: &[Event]) -> Vec<Decision> {
    let own = |body: &BodyId| position.body(*body).side == side;
    let of = |man: FigureId| position.figure(man).body;
    let turn = coming.iter().position(|event| matches!(event, Event::Turn { .. })).unwrap_or(coming.len());
    let coming = &coming[..turn];
    let mut orders = Vec::new();
    match position.phase() {
        Phase::Declare => {
            orders.extend(asides(position, side, coming));
            let shown = coming.iter().position(|event| {
                !matches!(event, Event::Changed { .. } | Event::Moved { why: Why::Posted, .. } | Event::GearNow { .. })
            });
            let mut wielders = BTreeSet::new();
            for event in &coming[..shown.unwrap_or(coming.len())] {
                match event {
                    Event::Changed { figure, weapon } if own(&of(*figure)) && wielders.insert(of(*figure)) => {
                        orders.push(Decision::Wield { body: of(*figure), weapon: *weapon });
                    }
                    Event::Moved { body, why: Why::Posted, figures, .. } if own(body) => {
                        let facing = figures.first().map_or_else(Heading::default, |placed| placed.2);
                        let at = middle(figures.iter().map(|placed| placed.1));
                        orders.push(Decision::Place { body: *body, at, facing });
                    }
                    _ => {}
                }
            }
            orders.extend(yielders(position, side, coming, |event| {
                matches!(event, Event::Declared { .. } | Event::Answered { .. } | Event::Card { .. })
            }));
            for event in coming {
                match event {
                    Event::Declared { body, at, gait } if own(body) && position.body(*body).mood != Mood::Bold => {
                        orders.push(Decision::Charge { body: *body, at: *at, gait: *gait });
                    }
                    Event::Slain { by, .. } if own(&of(*by)) => {
                        let slay = Decision::Slay { body: of(*by) };
                        if !orders.contains(&slay) {
                            orders.push(slay);
                        }
                    }
                    _ => {}
                }
            }
        }
        Phase::Answer => {
            orders.extend(yielders(position, side, coming, |event| {
                matches!(event, Event::Answered { .. } | Event::Card { .. })
            }));
            for event in coming {
                if let Event::Answered { body, to, answer } = event
                    && own(body)
                {
                    let several = position.chargers_of(*body).len() > 1;
                    orders.push(match answer {
                        Answer::Counter if several => Decision::Counter { body: *body, at: *to },
                        Answer::Evade => evaded(position, *body, *to, coming),
                        answer => Decision::Answer { body: *body, answer: *answer },
                    });
                }
            }
        }
        Phase::Shoot => {
            orders.extend(yielders(position, side, coming, |event| {
                matches!(event, Event::Shot { .. } | Event::Struck { .. } | Event::Tested { .. })
            }));
            orders.extend(shots(position, side, coming));
        }
        Phase::Move(_) | Phase::Over => {}
    }
    orders
}

/// How the bodies of a side strike and follow this turn, where that is not as it was (MM-5.6, MM-5.8).
fn asides(position: &Position, side: Side, coming: &[Event]) -> Vec<Decision> {
    let mut orders = Vec::new();
    for event in coming {
        let order = match event {
            Event::Struck { by, at, horse, .. } if *horse || position.figure(*at).mounted() => {
                Decision::Aim { body: position.figure(*by).body, horses: *horse }
            }
            Event::Moved { body, why: Why::Pursuit, .. } => Decision::Follow { body: *body, follow: true },
            _ => continue,
        };
        let Some(body) = order.body() else { continue };
        let it = position.body(body);
        let new = match order {
            Decision::Aim { horses, .. } => it.aim_at_horses != horses,
            _ => !it.follows,
        };
        if it.side == side && new && !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// Bodies and men of a side who yield before the phase has come to anything (MM-7.7).
fn yielders(position: &Position, side: Side, coming: &[Event], ends: impl Fn(&Event) -> bool) -> Vec<Decision> {
    let mut men: BTreeMap<BodyId, Vec<FigureId>> = BTreeMap::new();
    for event in coming.iter().take_while(|event| !ends(event)) {
        if let Event::Yielded { figure, .. } = event
            && position.figure(*figure).side == side
        {
            men.entry(position.figure(*figure).body).or_default().push(*figure);
        }
    }
    let mut orders = Vec::new();
    for (body, men) in men {
        match men.len() == usize::from(position.body(body).in_arms) {
            true => orders.push(Decision::Yield { body }),
            false => orders.extend(men.into_iter().map(|man| Decision::YieldMan { body, man })),
        }
    }
    orders
}

/// An evasion straight away, or to where they came.
fn evaded(position: &Position, body: BodyId, by: BodyId, coming: &[Event]) -> Decision {
    let away = Heading::of(position.body(by).centre.to(position.body(body).centre));
    let went = coming.iter().find_map(|event| match event {
        Event::Moved { body: it, why: Why::Evade, figures, .. } if *it == body => Some(figures),
        _ => None,
    });
    match went {
        Some(figures) if figures.iter().all(|placed| placed.2 != away) => {
            let facing = figures.first().map_or(away, |placed| placed.2);
            Decision::EvadeTo { body, to: goal_of(position, body, facing, figures.iter().map(|placed| placed.1)) }
        }
        _ => Decision::Answer { body, answer: Answer::Evade },
    }
}

/// Targets as they were named: a body's shots at one body, or so many men at each of several (MM-4.4).
fn shots(position: &Position, side: Side, coming: &[Event]) -> Vec<Decision> {
    let until = |event: &Event| {
        matches!(
            event,
            Event::Struck { moment: Moment::Start | Moment::End, .. } | Event::Tested { .. } | Event::Slain { .. }
        )
    };
    let mut at: BTreeMap<BodyId, Vec<(BodyId, BTreeSet<FigureId>, bool)>> = BTreeMap::new();
    let mut orders = Vec::new();
    for event in coming.iter().take_while(|event| !until(event)) {
        match event {
            Event::Shot { by, at: man, horse, .. } if position.figure(*by).side == side => {
                let (body, target) = (position.figure(*by).body, position.figure(*man).body);
                let targets = at.entry(body).or_default();
                let n = targets.iter().position(|(of, ..)| *of == target).unwrap_or_else(|| {
                    targets.push((target, BTreeSet::new(), false));
                    targets.len() - 1
                });
                targets[n].1.insert(*by);
                targets[n].2 |= *horse;
            }
            Event::Loosed { body, at, .. } if position.body(*body).side == side => {
                orders.push(Decision::Loose { body: *body, at: *at });
            }
            Event::FireShot { by, at, .. } if position.figure(*by).side == side => {
                let fire = Decision::ShootFire { body: position.figure(*by).body, at: *at };
                if !orders.contains(&fire) {
                    orders.push(fire);
                }
            }
            _ => {}
        }
    }
    for (body, mut targets) in at {
        targets.sort_by_key(|(.., horses)| *horses);
        let many = targets.len() > 1;
        for (at, men, horses) in targets {
            orders.push(match many {
                false => Decision::Shoot { body, at, horses },
                true => Decision::Target { body, men: men.len() as u16, at, man: None, horses },
            });
        }
    }
    orders
}

/// The next order of a force that moves, read off what happens next and tried.
fn moved(position: &Position, force: ForceId, events: &[Event], from: usize, end: usize) -> Option<Decision> {
    let coming = &events[from..end];
    let until = |event: &Event| {
        matches!(
            event,
            Event::Card { .. } | Event::Turn { .. } | Event::Shot { .. } | Event::Loosed { .. } | Event::Tested { .. }
        )
    };
    let event = coming.iter().take_while(|event| !until(event)).find(|event| {
        matches!(
            event,
            Event::Moved { why: Why::Ordered | Why::Withdrawal, .. }
                | Event::Ranks { .. }
                | Event::Fronted { .. }
                | Event::Mounted { .. }
                | Event::StandardRaised { .. }
                | Event::Tasked { .. }
                | Event::Yielded { .. }
        )
    })?;
    let of = |man: &FigureId| position.figure(*man).body;
    let candidates = match event {
        Event::Moved { body, why: Why::Withdrawal, .. } => vec![Decision::Withdraw { body: *body }],
        Event::Moved { body, gait, figures, .. } => {
            let facing = figures.first().map_or_else(Heading::default, |placed| placed.2);
            let standing = figures.iter().filter(|placed| position.figure(placed.0).stands());
            marches(position, *body, *gait, facing, standing.map(|placed| placed.1))
        }
        Event::Ranks { body, close } => vec![Decision::Ranks { body: *body, close: *close }],
        Event::Fronted { body, files } => vec![Decision::Front { body: *body, files: *files }],
        Event::Mounted { figure, mounted } => vec![Decision::Mount { body: of(figure), mount: *mounted }],
        Event::StandardRaised { by, .. } => vec![Decision::PickUp { body: of(by) }],
        Event::Tasked { body, task } => vec![Decision::Task { body: *body, task: *task }],
        Event::Yielded { figure, .. } => {
            vec![Decision::Yield { body: of(figure) }, Decision::YieldMan { body: of(figure), man: *figure }]
        }
        _ => return None,
    };
    candidates.into_iter().find(|decision| {
        let Some(body) = decision.body() else { return false };
        let side = position.body(body).side;
        if position.body(body).force != force || position.check(side, decision).is_err() {
            return false;
        }
        let mut after = position.clone();
        let told = tried(&mut after, side, *decision, events, from, end).events;
        coming.get(..told.len()) == Some(&told[..])
    })
}

/// Marches that may have brought a body where it is.
fn marches(
    position: &Position,
    body: BodyId,
    gait: Gait,
    facing: Heading,
    places: impl Iterator<Item = Point>,
) -> Vec<Decision> {
    let it = position.body(body);
    if gait == Gait::Stood {
        return vec![Decision::March { body, heading: facing, distance: 0, gait: Gait::Walk, facing }];
    }
    let goal = goal_of(position, body, facing, places);
    let (straight, far) = (Heading::of(it.centre.to(goal)), it.centre.distance(goal));
    let whole = position.allowance(body, gait);
    let mut all = Vec::new();
    for distance in [far, far + 1, far - 1, far + 2, far - 2, whole, whole - 2 * crate::rules::geometry::INCH] {
        for heading in [0, 1, -1].map(|steps| straight.turned(steps)) {
            all.push(Decision::March { body, heading, distance, gait, facing });
        }
    }
    if gait == Gait::Walk {
        let near = [0, 1, -1, 2, -2];
        let around = near.iter().flat_map(|x| near.iter().map(move |y| Point::new(goal.x + x, goal.y + y)));
        all.extend(around.map(|to| Decision::Go { body, to, facing }));
    }
    // Men whom others stop or crowd do not come where they were sent: any way that leads about there.
    for steps in (-16..=16).filter(|steps: &i32| steps.abs() > 1) {
        let heading = straight.turned(steps);
        all.extend([whole, whole / 2].map(|distance| Decision::March { body, heading, distance, gait, facing }));
    }
    for heading in [0, 1, -1].map(|steps| straight.turned(steps)) {
        all.push(Decision::March { body, heading, distance: whole / 2, gait, facing });
    }
    all
}

/// The middle a body was arrayed about if its men came to these places.
fn goal_of(position: &Position, body: BodyId, facing: Heading, places: impl Iterator<Item = Point>) -> Point {
    let mean = middle(places);
    let arrayed = middle(position.slots(body, mean, facing).into_iter().map(|(_, at)| at));
    Point::new(2 * mean.x - arrayed.x, 2 * mean.y - arrayed.y)
}

fn middle(places: impl Iterator<Item = Point>) -> Point {
    let (mut x, mut y, mut count) = (0i64, 0i64, 0i64);
    for place in places {
        (x, y, count) = (x + i64::from(place.x), y + i64::from(place.y), count + 1);
    }
    let count = count.max(1);
    Point::new((x / count) as i32, (y / count) as i32)
}

impl Position {
    /// The forces whose card is still to be drawn (MM-2.5) and who have somebody left to move, in their own order.
    pub(super) fn cards_left(&self) -> Vec<ForceId> {
        let left = |force: &ForceId| self.has_men(*force);
        match self.phase() {
            Phase::Move(_) => self.this_turn.cards.iter().copied().filter(left).collect(),
            Phase::Declare | Phase::Answer => (0..self.forces.len() as u16).map(ForceId).filter(left).collect(),
            Phase::Shoot | Phase::Over => Vec::new(),
        }
    }

    /// Whether a force has anybody in arms on the field.
    pub(super) fn has_men(&self, force: ForceId) -> bool {
        self.bodies.iter().any(|body| body.force == force && body.in_arms > 0)
    }

    /// Begins the next turn as it was told.
    fn begin_as_told(&mut self, events: &[Event]) {
        let turn = events.iter().rev().find_map(|event| match event {
            Event::Turn { turn } => Some(*turn),
            _ => None,
        });
        self.turn = turn.unwrap_or(self.turn + 1).saturating_sub(1);
        for id in self.body_ids() {
            self.refresh(id);
        }
        self.begin_turn(&mut NullSink);
        for event in events.iter().rev().take_while(|event| !matches!(event, Event::Turn { .. })) {
            self.told(event);
        }
    }
}
