//! Charges, answers, and how they are moved (MM-2.1 to MM-2.4); riding through and pursuit use the same steps.

use super::event::{Answer, Event, Gait, Placed, Why};
use super::movement::{Stop, Touches};
use super::state::*;
use super::together::{GoesOn, went};
use super::{Illegal, Umpire};
use crate::rules::battle::Deed;
use crate::rules::figure::{BySide, Class, Side};
use crate::rules::game::{NullSink, Sink};
use crate::rules::geometry::{Arc, Heading, INCH, Point};
use std::collections::BTreeMap;

/// How often it is tried who would be parted where both sides come on; each time fewer are.
const TRIALS: u32 = 3;

/// How near to the enemy who comes on at run or gallop turns to where there is room beside him.
const TURNS_WITHIN: i32 = 2 * INCH;

/// Men who go to their mates, and not to the enemy: where each stands then, and how he faces.
type Joins = BTreeMap<FigureId, (Point, Heading)>;

impl Position {
    /// Whether a body may declare a charge, or a move to contact, at another (MM-2.1): in sight and in reach at the
    /// start of the turn, and at run or gallop without too great a turn (MM-3.2, MM-3.3).
    pub fn check_charge(&self, id: BodyId, at: BodyId, gait: Gait) -> Result<(), Illegal> {
        let (body, enemy) = (self.body(id), self.body(at));
        if enemy.side == body.side || enemy.in_arms == 0 {
            return Err(Illegal::NoSuchEnemy);
        }
        let reach = match gait {
            Gait::Stood => return Err(Illegal::NoSuchGait),
            Gait::Walk => {
                // Where all are in a melee, they press on whom they fight, and nobody else.
                let free = |man| !self.figure(man).turn.contact_at_start;
                let may = |man: FigureId| self.figure(man).stands() && (free(man) || self.touches_body(man, at));
                if body.turn.engaged && !self.men_of(id).any(may) {
                    return Err(Illegal::InMelee);
                }
                self.charge_reach(id, at, Gait::Walk)
            }
            Gait::Run => {
                // Who rides through may come at others behind (MM-5.8, MM-5.10).
                if body.turn.engaged && !body.turn.rides_through {
                    return Err(Illegal::InMelee);
                }
                if !self.may_run(id) {
                    return Err(Illegal::MayNotRun);
                }
                if body.facing.turn_to(Heading::of(body.centre.to(enemy.centre))) > Heading::STEPS_22 {
                    return Err(Illegal::TurnsTooFar);
                }
                self.allowance(id, Gait::Run)
            }
        };
        let widest = |id: BodyId| {
            let men = &self.figures[self.body(id).indices()];
            men.iter().filter(|man| man.in_arms()).map(|man| self.base(man)).max().unwrap_or(0)
        };
        if self.gap(id, at, reach + (widest(id) + widest(at)) / 2).is_none() {
            return Err(Illegal::OutOfReach);
        }
        if !self.sees_body(id, at) {
            return Err(Illegal::OutOfSight);
        }
        // Even ground bars the way of nobody who is in reach from base to base.
        if !self.land.ground.is_even() && !self.path_to(id, at, gait, reach) {
            return Err(Illegal::NoWay);
        }
        Ok(())
    }

    /// Whether a man is in contact with one of a body.
    fn touches_body(&self, man: FigureId, enemy: BodyId) -> bool {
        self.any_contact(man, |other| self.figure(other).body == enemy)
    }

    /// How far a body may go to come to contact with another, in 64ths of an inch: horse at a walk lose 2 in by a turn over
    /// 22½° (MM-3.2).
    fn charge_reach(&self, id: BodyId, at: BodyId, gait: Gait) -> i32 {
        let body = self.body(id);
        match gait {
            Gait::Stood | Gait::Run => self.allowance(id, gait),
            Gait::Walk => {
                let steps = body.facing.turn_to(Heading::of(body.centre.to(self.body(at).centre)));
                self.after_turning(id, gait, steps).unwrap_or(0)
            }
        }
    }

    /// Whether the nearest figures of two bodies have a clear sight of each other (MM-7.5).
    pub fn sees_body(&self, id: BodyId, at: BodyId) -> bool {
        let enemy = self.body(at);
        let nearest = |to: Point, body: &Body| {
            let men = (body.first..body.first + body.count).map(FigureId);
            men.filter(|&man| self.figure(man).in_arms()).min_by_key(|&man| self.figure(man).at.distance_squared(to))
        };
        let Some(theirs) = nearest(self.body(id).centre, enemy) else { return false };
        let Some(ours) = nearest(self.figure(theirs).at, self.body(id)) else { return false };
        self.clear_sight(ours, self.figure(ours).at, theirs, self.figure(theirs).at)
    }

    /// Whether some man of a body could go straight to a place beside an enemy of another with so much of his move.
    fn path_to(&self, id: BodyId, at: BodyId, gait: Gait, reach: i32) -> bool {
        self.men_of(id).filter(|&man| self.figure(man).stands()).any(|man| {
            let Some((_, enemy)) = self.nearest_of(at, self.figure(man).at) else { return false };
            let (figure, foe) = (self.figure(man), self.figure(enemy));
            let beside = foe.at.toward(figure.at, self.touching(figure, foe).min(foe.at.distance(figure.at)));
            self.way_is_open(man, beside, gait, reach) && !self.land.parts(beside, foe.at)
        })
    }

    /// Reveals the charges both sides declared (MM-2.1), and adds those that bold bodies must make (MM-7.4).
    pub(super) fn reveal_charges(&mut self, umpire: &mut impl Umpire) {
        for id in self.body_ids() {
            if self.body(id).mood == Mood::Bold && self.body(id).turn.charge.is_none() {
                self.body_mut(id).turn.charge = self.bold_charge(id);
            }
        }
        for id in self.body_ids() {
            let Some(charge) = self.body(id).turn.charge else { continue };
            let side = self.body(id).side;
            self.body_mut(id).turn.charging = charge.gait == Gait::Run;
            self.this_turn.charged[side] |= charge.gait == Gait::Run;
            umpire.tell(|| Event::Declared { body: id, at: charge.at, gait: charge.gait });
        }
        for id in self.body_ids() {
            self.body_mut(id).turn.charged_by = self.chargers_of(id).first().copied();
        }
    }

    /// The charge that the bold make (MM-7.4): at the nearest enemy within reach.
    pub(super) fn bold_charge(&self, id: BodyId) -> Option<Charge> {
        if self.body(id).standing == 0 {
            return None;
        }
        let gait = if self.body(id).turn.engaged { Gait::Walk } else { Gait::Run };
        let enemies = self.body_ids().filter(|&at| self.check_charge(id, at, gait).is_ok());
        let nearest = enemies.min_by_key(|&at| (self.gap(id, at, i32::MAX / 4), at));
        nearest.map(|at| Charge { at, gait })
    }

    /// Those who charge a body or move to contact with it (MM-2.1): who comes at a run or gallop first, then the nearest.
    pub(super) fn chargers_of(&self, id: BodyId) -> Vec<BodyId> {
        let centre = self.body(id).centre;
        let comes = |&by: &BodyId| self.body(by).turn.charge.is_some_and(|charge| charge.at == id);
        let mut chargers: Vec<BodyId> = self.body_ids().filter(comes).collect();
        chargers.sort_by_key(|&by| {
            let body = self.body(by);
            (!body.turn.charging, body.centre.distance_squared(centre), by)
        });
        chargers
    }

    /// Whom an answer is given to (MM-2.2): a counter-charge to the first of the chargers it can be made at.
    fn answers(&self, id: BodyId, answer: Answer) -> Option<BodyId> {
        match answer {
            Answer::Stand | Answer::Evade => self.body(id).turn.charged_by,
            Answer::Counter => {
                let chosen = self.body(id).turn.counters;
                let may = |&by: &BodyId| chosen.is_none_or(|chosen| chosen == by) && self.may_counter(id, by);
                self.chargers_of(id).into_iter().find(may)
            }
        }
    }

    fn may_counter(&self, id: BodyId, by: BodyId) -> bool {
        self.check_charge(id, by, Gait::Run).is_ok()
    }

    /// Whether a body may charge one of those back who charge it (MM-2.2).
    pub(super) fn check_counter(&self, id: BodyId, at: BodyId) -> Result<(), Illegal> {
        self.check_free_to_answer(id)?;
        if !self.chargers_of(id).contains(&at) {
            return Err(Illegal::NotCharged);
        }
        self.check_charge(id, at, Gait::Run)
    }

    /// Whether a body must answer a charge (MM-2.2): charged, free to obey, and not charging itself.
    pub(super) fn must_answer(&self, id: BodyId) -> bool {
        let body = self.body(id);
        body.turn.charged_by.is_some()
            && body.turn.charge.is_none()
            && body.standing > 0
            && body.mood == Mood::Steady
            && !body.turn.engaged
            && !body.turn.slaying
    }

    /// Whether a body that is charged may do anything but stand (MM-2.2): none of it is in a melee.
    fn check_free_to_answer(&self, id: BodyId) -> Result<(), Illegal> {
        let stands = self.body(id).turn.engaged && !self.chargers_of(id).is_empty();
        if stands { Err(Illegal::StandsInMelee) } else { Ok(()) }
    }

    /// Whether a body may answer so.
    pub(super) fn check_answer(&self, id: BodyId, answer: Answer) -> Result<(), Illegal> {
        self.check_free_to_answer(id)?;
        let Some(charger) = self.body(id).turn.charged_by else { return Err(Illegal::NotCharged) };
        match answer {
            Answer::Stand | Answer::Evade => Ok(()),
            Answer::Counter if self.answers(id, answer).is_some() => Ok(()),
            Answer::Counter => self.check_charge(id, charger, Gait::Run),
        }
    }

    /// How far a body that evades goes along a heading, and how (MM-2.2, MM-3.2): at run or gallop if that takes no great
    /// turn, else at a walk.
    fn evading(&self, id: BodyId, along: Heading) -> (Gait, i32) {
        let steps = self.body(id).facing.turn_to(along);
        let gait = if self.may_run(id) && steps <= Heading::STEPS_22 { Gait::Run } else { Gait::Walk };
        (gait, self.after_turning(id, gait, steps).unwrap_or(0))
    }

    /// Whether a body that is charged can get behind friends or cover at a place (MM-2.2): within its move, and with
    /// somebody of its side or something of the ground between it and whoever charges.
    pub(super) fn check_evade_to(&self, id: BodyId, to: Point) -> Result<(), Illegal> {
        let body = self.body(id);
        self.check_free_to_answer(id)?;
        let Some(charger) = body.turn.charged_by else { return Err(Illegal::NotCharged) };
        let (_, most) = self.evading(id, Heading::of(body.centre.to(to)));
        if self.on_field(to) != to || body.centre.distance(to) > most {
            return Err(Illegal::TooFar { most: most / INCH });
        }
        let from = self.body(charger).centre;
        let friends = self.bodies.iter().enumerate().any(|(n, friend)| {
            let (far, between) = friend.centre.distance_squared_to_segment(from, to);
            let reach = i64::from(friend.radius + INCH);
            let other = n != usize::from(id.0) && friend.side == body.side && friend.active();
            other && between && far <= reach * reach
        });
        let before = to.toward(from, 3 * INCH);
        let cover =
            || self.in_cover(to) || self.land.obstacle(to, before) || self.stakes_between(to, before, body.side);
        if friends || cover() { Ok(()) } else { Err(Illegal::NoShelter) }
    }

    pub(super) fn reveal_answers(&mut self, umpire: &mut impl Umpire) {
        for id in self.body_ids() {
            // Who has yielded meanwhile answers nobody (MM-7.7).
            let Some(answer) = self.body(id).turn.answer.filter(|_| self.body(id).standing > 0) else { continue };
            let Some(to) = self.answers(id, answer) else { continue };
            umpire.tell(|| Event::Answered { body: id, to, answer });
            match answer {
                Answer::Stand => {}
                Answer::Counter => {
                    let body = self.body_mut(id);
                    body.turn.charge = Some(Charge { at: to, gait: Gait::Run });
                    body.turn.charging = true;
                }
                // Who goes away from a walk to contact fails to meet no charge (MM-2.1, MM-8.6).
                Answer::Evade if self.chargers_of(id).iter().any(|&by| self.body(by).turn.charging) => {
                    self.fails_to_meet_charge(id, umpire);
                }
                Answer::Evade => {}
            }
        }
    }

    /// A knight who evades a charge, or whose morale keeps him from meeting it, falls a grade at once (MM-8.6).
    pub(super) fn fails_to_meet_charge(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        for man in self.men_of(id) {
            let figure = self.figure(man);
            if figure.profile.class != Class::Knight || !figure.stands() || figure.turn.failed_to_meet {
                continue;
            }
            self.figure_mut(man).turn.failed_to_meet = true;
            self.deeds.push((man, Deed::FailedToMeetCharge));
            self.falls_a_grade(man, umpire);
        }
    }

    pub(super) fn falls_a_grade(&mut self, id: FigureId, umpire: &mut impl Umpire) {
        let from = self.figure(id).profile.grade;
        // A1 falls to A; nobody below E (MM-8.7).
        let to = from.down();
        if to != from {
            self.figure_mut(id).profile.grade = to;
            umpire.tell(|| Event::GradeFell { figure: id, from, to });
        }
    }

    /// Moves charges and answers in two half-distance steps (MM-2.4): first those who go away, then the chargers, the
    /// charging side first. Men whom morale rules this turn go with them (MM-2.3).
    pub(super) fn move_charges(&mut self, umpire: &mut impl Umpire) {
        if !self.body_ids().any(|id| self.body(id).turn.charge.is_some() || self.body(id).turn.charged_by.is_some()) {
            return;
        }
        for id in self.body_ids() {
            let body = self.body(id);
            let concerned = body.turn.charged_by.is_some() || body.turn.charge.is_some();
            match body.mood {
                Mood::Recreant | Mood::Craven if concerned => {
                    // They do not meet it (MM-8.6).
                    if self.chargers_of(id).iter().any(|&by| self.body(by).turn.charging) {
                        self.fails_to_meet_charge(id, umpire);
                    }
                    self.forced_move(id, umpire);
                }
                Mood::Steady if body.turn.charged_by.is_some() && body.turn.answer == Some(Answer::Evade) => {
                    self.evade(id, umpire)
                }
                _ => {}
            }
        }
        let first = self.charging_side();
        let mut order: Vec<BodyId> = Vec::new();
        for side in [first, first.other()] {
            order.extend(self.body_ids().filter(|&id| self.body(id).side == side && self.may_charge_now(id)));
        }
        for &id in &order {
            let Some(charge) = self.body(id).turn.charge else { continue };
            let most = self.charge_reach(id, charge.at, charge.gait);
            self.body_mut(id).turn.charge_move = most;
            let budget = most / 2;
            self.close_in(id, charge.at, charge.gait, budget, Touches::Anybody);
            self.refresh(id);
            self.tell_moved(id, charge.gait, Why::Onset, umpire.sink());
        }
        self.make_contact(first, &order, umpire.sink());
        for &id in &order {
            let Some(charge) = self.body(id).turn.charge else { continue };
            self.refresh(id);
            self.face_enemy(id, charge.at);
            // Who presses on in a melee, and finds no room to, may yet follow who leaves it (MM-5.9).
            let stirs = |man: FigureId| self.figure(man).stands() && self.figure(man).at != self.figure(man).turn.from;
            let stays = charge.gait == Gait::Walk && self.body(id).turn.engaged && !self.men_of(id).any(stirs);
            self.body_mut(id).turn.presses = stays;
            self.moved(id, charge.gait, Why::Charge, umpire);
        }
    }

    /// The side that charged this turn (MM-2.4, MM-5.11). Where both did or neither, the page is silent: they take turns at it.
    pub(super) fn charging_side(&self) -> Side {
        match (self.this_turn.charged.attacker, self.this_turn.charged.defender) {
            (true, false) => Side::Attacker,
            (false, true) => Side::Defender,
            _ if self.turn % 2 == 1 => Side::Attacker,
            _ => Side::Defender,
        }
    }

    /// The second half-distance step, to final contact: one figure at a time, by turns one of each side, the charging
    /// side first, and of each body the nearest to the enemy (MM-2.4).
    fn make_contact(&mut self, first: Side, order: &[BodyId], sink: &mut impl Sink<Event>) {
        let of_side = |side: Side| -> Vec<(BodyId, Charge, FigureId)> {
            let bodies = order.iter().filter(|&&id| self.body(id).side == side);
            let charges = bodies.filter_map(|&id| Some((id, self.body(id).turn.charge?)));
            charges.flat_map(|(id, to)| self.chargers(id, to.at).into_iter().map(move |man| (id, to, man))).collect()
        };
        let waiting = [of_side(first), of_side(first.other())];
        // Where both sides come on, a man may step where an enemy has just left: each is told as he goes, and goes at once to
        // his mates who would not keep within 2 in of them otherwise (MM-1.4).
        let both = waiting.iter().all(|side| !side.is_empty());
        if !both {
            let goes = self.come_on(waiting, &Joins::new(), false, sink);
            for &id in order {
                let held = |_: &Position, man| !went(&goes, man);
                self.close_up(id, &goes, Touches::Anybody, held);
                self.link(id, &goes, Touches::Anybody, &held);
            }
            return;
        }
        let mut joins = self.who_join(order);
        for _ in 0..TRIALS {
            let more = self.who_come_apart(order, waiting.clone(), &joins);
            if more.is_empty() {
                break;
            }
            joins.extend(more);
        }
        // Whom all that has not kept with his mates goes to them at last, if he has come to nobody.
        let mut trial = self.clone();
        let goes = trial.come_on(waiting.clone(), &joins, true, &mut NullSink);
        for &id in order {
            let held = |position: &Position, man| position.touched(man) || !went(&goes, man);
            joins.extend(trial.closed_up(id, &goes, held));
        }
        self.come_on(waiting, &joins, true, sink);
    }

    /// Lets men come on by turns, those first who come first of their side, and those who join their mates to them; among
    /// enemies who come on too, each is told as he goes.
    fn come_on(
        &mut self,
        waiting: [Vec<(BodyId, Charge, FigureId)>; 2],
        joins: &Joins,
        among: bool,
        sink: &mut impl Sink<Event>,
    ) -> Vec<GoesOn> {
        let mut waiting = waiting.map(Vec::into_iter);
        let mut goes = Vec::new();
        let mut done = false;
        while !done {
            done = true;
            for side in &mut waiting {
                let Some((id, to, man)) = side.find(|&(_, to, man)| !self.is_home(man, to.at)) else { continue };
                goes.push(self.comes_on(id, man, &to, joins.get(&man)));
                if among {
                    self.refresh(id);
                    let placed = Placed(man, self.figure(man).at, self.figure(man).facing);
                    sink.tell(|| Event::Moved { body: id, gait: to.gait, why: Why::Onset, figures: vec![placed] });
                }
                done = false;
            }
        }
        goes
    }

    /// Of men who come on on both sides those who would be parted from mates whom an enemy has met on the way (MM-1.4), and
    /// where they go instead; nobody of them has met one who came on himself.
    fn who_come_apart(&self, order: &[BodyId], waiting: [Vec<(BodyId, Charge, FigureId)>; 2], joins: &Joins) -> Joins {
        let mut trial = self.clone();
        let goes = trial.come_on(waiting, joins, true, &mut NullSink);
        let came_on = |position: &Position, enemy: FigureId| order.contains(&position.figure(enemy).body);
        let met = |position: &Position, man| position.any_contact(man, |enemy| came_on(position, enemy));
        let units = order.iter().filter(|&&id| !self.body(id).single);
        units.flat_map(|&id| trial.closed_up(id, &goes, met)).collect()
    }

    /// Brings the men of a body together who have come on; where those are now whom that took elsewhere.
    fn closed_up(&mut self, id: BodyId, goes: &[GoesOn], held: impl Fn(&Position, FigureId) -> bool) -> Joins {
        let came: Vec<(FigureId, Point)> = goes.iter().map(|goes| (goes.man, self.figure(goes.man).at)).collect();
        self.close_up(id, goes, Touches::Anybody, &held);
        self.link(id, goes, Touches::Anybody, &held);
        let moved = came.into_iter().filter(|&(man, at)| self.figure(man).at != at);
        moved.map(|(man, _)| (man, (self.figure(man).at, self.figure(man).facing))).collect()
    }

    /// The second half of a man's charge: to the enemy, or to the place beside his mates where he `joins` them.
    fn comes_on(&mut self, id: BodyId, man: FigureId, to: &Charge, joins: Option<&(Point, Heading)>) -> GoesOn {
        let budget = self.left_for(man, to.gait, self.body(id).turn.charge_move / 2);
        let stops = self.stops(id, budget + self.body(id).radius, Touches::Anybody);
        let Figure { at: from, facing, .. } = *self.figure(man);
        // At run or gallop nobody turns far on his way (MM-3.2).
        let begun = self.figure(man).turn.from;
        let line = (to.gait == Gait::Run && begun.distance(from) >= INCH).then(|| Heading::of(begun.to(from)));
        match joins {
            Some(&(place, facing)) => {
                self.lift(man);
                self.step(man, place, to.gait, budget, &stops);
                self.figure_mut(man).facing = facing;
            }
            None => self.close_with(man, to.at, to.gait, budget, &stops, line),
        }
        GoesOn { man, from, facing, gait: to.gait, budget }
    }

    /// The men of bodies that come to contact who go to their mates instead (MM-1.4), and where to and how they face there: tried
    /// for each side by itself, with the enemy where he is.
    fn who_join(&self, order: &[BodyId]) -> Joins {
        let mut joins = Joins::new();
        let mut trials = BySide { attacker: None, defender: None };
        for &id in order.iter().filter(|&&id| !self.body(id).single) {
            let Some(to) = self.body(id).turn.charge else { continue };
            let trial: &mut Position = trials[self.body(id).side].get_or_insert_with(|| self.clone());
            let mut goes = Vec::new();
            for man in self.chargers(id, to.at) {
                if !trial.is_home(man, to.at) {
                    goes.push(trial.comes_on(id, man, &to, None));
                }
            }
            joins.extend(trial.closed_up(id, &goes, |_, man| !went(&goes, man)));
        }
        joins
    }

    /// Whether a body still makes the charge it declared: its mood allows it, and it has not followed an enemy who broke off.
    fn may_charge_now(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let may = body.turn.charge.is_some() && body.standing > 0 && body.turn.gait == Gait::Stood;
        may && matches!(body.mood, Mood::Steady | Mood::Bold)
    }

    /// A full move straight away from the charger, or a move behind friends or cover (MM-2.2).
    fn evade(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let Some(charger) = self.body(id).turn.charged_by else { return };
        self.abandon_gear(id, umpire.sink());
        let centre = self.body(id).centre;
        let shelter = self.body(id).turn.shelter;
        let away = match shelter {
            Some(to) => Heading::of(centre.to(to)),
            None => Heading::of(self.body(charger).centre.to(centre)),
        };
        let (gait, distance) = self.evading(id, away);
        let stops = self.stops(id, distance, Touches::Nobody);
        let goal = shelter.unwrap_or_else(|| self.on_field(centre.along(away, distance)));
        self.go_as_one(id, goal, gait, distance, away, &stops);
        let body = self.body_mut(id);
        body.facing = away;
        self.moved(id, gait, Why::Evade, umpire);
    }

    /// The men of a body who go at another, the nearest to it first; not those who work, and nobody on a ladder (MM-3.7).
    fn chargers(&self, id: BodyId, target: BodyId) -> Vec<FigureId> {
        let mut chargers: Vec<(i64, FigureId)> = self
            .men_of(id)
            .filter(|&man| self.figure(man).stands() && self.figure(man).profile.class != Class::Cleric)
            .filter(|&man| !self.figure(man).turn.works && !self.train.climbing(man))
            .map(|man| (self.nearest_of(target, self.figure(man).at).map_or(i64::MAX, |(far, _)| far), man))
            .collect();
        chargers.sort_unstable();
        chargers.into_iter().map(|(_, man)| man).collect()
    }

    /// Brings the figures of a body, one at a time and the nearest first, towards base contact with the enemies of
    /// another, each by at most `budget`. Figures already in contact stay.
    fn close_in(&mut self, id: BodyId, target: BodyId, gait: Gait, budget: i32, touches: Touches) {
        let stops = self.stops(id, budget + self.body(id).radius, touches);
        let mut goes = Vec::new();
        for man in self.chargers(id, target) {
            if !self.is_home(man, target) {
                let Figure { at: from, facing, .. } = *self.figure(man);
                goes.push(GoesOn { man, from, facing, gait, budget });
                self.close_with(man, target, gait, budget, &stops, None);
            }
        }
        self.close_up(id, &goes, touches, |_, man| !went(&goes, man));
        self.face_enemy(id, target);
    }

    /// Whether a figure that goes at a body has come to an enemy: to any, or, where he rides through, to one of that body (MM-5.10).
    fn is_home(&self, man: FigureId, target: BodyId) -> bool {
        let through = self.body(self.figure(man).body).turn.rides_through;
        self.any_contact(man, |enemy| !through || self.figure(enemy).body == target)
    }

    /// A body faces where most of it looks: at the enemy.
    fn face_enemy(&mut self, id: BodyId, target: BodyId) {
        let facing = Heading::of(self.body(id).centre.to(self.body(target).centre));
        self.body_mut(id).facing = facing;
    }

    /// What a figure has left for the second half-distance step (MM-2.4): half a move; over uneven ground, where a hedge may
    /// take all of a half, whatever its way so far has not cost of the whole.
    fn left_for(&self, man: FigureId, gait: Gait, half: i32) -> i32 {
        if self.land.ground.is_even() {
            return half;
        }
        let figure = self.figure(man);
        let walked = self.land.walk(figure.turn.from, figure.at, 2 * half, &self.mover(figure, gait));
        // Looked at in other strides, the way may seem barred at a corner; then it took the whole of its half.
        let spent = if walked.arrived { walked.spent } else { half };
        (2 * half - spent).max(0)
    }

    fn nearest_of(&self, body: BodyId, place: Point) -> Option<(i64, FigureId)> {
        let in_arms = self.men_of(body).filter(|&man| self.figure(man).in_arms());
        in_arms.map(|man| (self.figure(man).at.distance_squared(place), man)).min()
    }

    /// Brings one figure to base contact with the nearest enemy who has room beside him, or towards the nearest; not through
    /// others who stand between. Who goes along a `line` turns off it by no more than 22½°, but for the last inches to the enemy.
    fn close_with(
        &mut self,
        man: FigureId,
        target: BodyId,
        gait: Gait,
        budget: i32,
        stops: &[Stop],
        line: Option<Heading>,
    ) {
        let at = self.figure(man).at;
        let turns = |to: Point| {
            let far = at.distance(to) > TURNS_WITHIN;
            line.is_some_and(|line| far && line.turn_to(Heading::of(at.to(to))) > Heading::STEPS_22)
        };
        let reach = i64::from(budget + 2 * INCH);
        let mut near: Vec<(i64, FigureId)> = self
            .men_of(target)
            .filter(|&enemy| self.figure(enemy).in_arms())
            .map(|enemy| (self.figure(enemy).at.distance_squared(at), enemy))
            .collect();
        near.sort_unstable();
        let Some(&(_, nearest)) = near.first() else { return };
        self.lift(man);
        for &(far, enemy) in near.iter().take(4) {
            if far > reach * reach {
                break;
            }
            let foe = *self.figure(enemy);
            let touching = self.touching(self.figure(man), &foe);
            let straight = Heading::of(foe.at.to(at));
            for turn in [0, 8, -8, 16, -16] {
                let place = foe.at.along(straight.turned(turn), touching);
                let fits = at.distance_squared(place) <= i64::from(budget) * i64::from(budget)
                    && self.on_field(place) == place;
                let strangers = stops.iter().filter(|stop| stop.of != target);
                if fits
                    && !turns(place)
                    && !self.crowded(man, place)
                    && self.way_open(at, place, strangers) == place
                    && self.may_strike_from(man, place, foe.at, gait, budget)
                {
                    self.set_down(man, place);
                    self.figure_mut(man).facing = Heading::of(place.to(foe.at));
                    return;
                }
            }
        }
        let goal = self.figure(nearest).at;
        let straight_on = line.filter(|_| turns(goal));
        let towards = straight_on.map_or(goal, |line| self.on_field(at.along(line, budget)));
        self.step(man, towards, gait, budget, stops);
        let place = self.figure(man).at;
        self.figure_mut(man).facing = straight_on.unwrap_or_else(|| Heading::of(place.to(goal)));
    }

    /// Whether the ground lets a figure come to a place, and strike from there.
    fn may_strike_from(&self, man: FigureId, place: Point, foe: Point, gait: Gait, budget: i32) -> bool {
        self.way_is_open(man, place, gait, budget) && !self.land.parts(place, foe)
    }

    /// How far a body follows another (MM-5.8, MM-5.9): horse who turn further than 22½° at a walk lose by it (MM-3.2), which
    /// does not bind who must pursue at charge speed (MM-3.3).
    pub(super) fn pursuit(&self, id: BodyId, after: BodyId, gait: Gait) -> i32 {
        let (body, gone) = (self.body(id), self.body(after));
        let steps = body.facing.turn_to(Heading::of(body.centre.to(gone.centre)));
        self.after_turning(id, gait, steps).unwrap_or_else(|| self.allowance(id, gait))
    }

    /// Follows an enemy who broke off: at charge speed where that is forced (MM-5.9).
    pub(super) fn pursue(&mut self, id: BodyId, after: BodyId, gait: Gait, umpire: &mut impl Umpire) {
        if self.chargers(id, after).is_empty() {
            return;
        }
        let budget = self.pursuit(id, after, gait);
        // This is its move, if it has stood till now (MM-5.9).
        self.body_mut(id).turn.presses = false;
        self.close_in(id, after, gait, budget, Touches::Only(after));
        self.moved(id, gait, Why::Pursuit, umpire);
    }

    /// Whether a body is charged, or shot at, from behind by someone at `place` (MM-7.1).
    pub(super) fn is_behind(&self, id: BodyId, place: Point) -> bool {
        let body = self.body(id);
        body.facing.arc(body.centre.to(place)) == Arc::Rear
    }
}
