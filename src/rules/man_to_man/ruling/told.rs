//! A position brought along by what a record tells, where the rules of today would not come to the same: places, wounds,
//! moods, arms and what became of the ground. No rule is asked.

use super::super::event::{Event, FallCause, Gait, MoraleResult, Why};
use super::super::gear::fire::burns_for;
use super::super::gear::state::{Blaze, Burning, Lies, Mark};
use super::super::state::{Charge, FigureId, Mood, Mount, Position, StandardAt, State};
use crate::rules::battle::Standard;
use crate::rules::figure::{Side, Weapon};
use crate::rules::geometry::Heading;

impl Position {
    /// Takes in one thing that happened.
    pub(super) fn told(&mut self, event: &Event) {
        match event {
            Event::Arrayed { figures } | Event::CameOn { figures, .. } => {
                for placed in figures {
                    if matches!(self.figure(placed.0).state, State::ToCome) {
                        self.figure_mut(placed.0).state = State::Standing;
                    }
                    self.set_down(placed.0, placed.1);
                    self.figure_mut(placed.0).facing = placed.2;
                    let body = self.figure(placed.0).body;
                    self.body_mut(body).facing = placed.2;
                }
            }
            Event::Moved { body, gait, why, figures } => {
                for placed in figures {
                    self.set_down(placed.0, placed.1);
                    self.figure_mut(placed.0).facing = placed.2;
                }
                if *why == Why::Led {
                    return;
                }
                let it = self.body_mut(*body);
                it.turn.gait = it.turn.gait.max(*gait);
                it.came_on = matches!(why, Why::Charge | Why::Pursuit);
                it.turn.falling_back |= *why == Why::FallBack;
                if *why == Why::Flight {
                    it.mood = Mood::Recreant;
                }
                if let Some(placed) = figures.first() {
                    it.facing = placed.2;
                }
                self.refresh(*body);
                // Who has charged faces the body he charged, however each man of it stands.
                if let Some(charge) = self.body(*body).turn.charge.filter(|_| *why == Why::Charge) {
                    let facing = Heading::of(self.body(*body).centre.to(self.body(charge.at).centre));
                    self.body_mut(*body).facing = facing;
                }
            }
            Event::Turned { figure, facing } => self.figure_mut(*figure).facing = *facing,
            Event::Rose { figure } => self.with_state(*figure, State::Standing),
            Event::Declared { body, at, gait } => {
                let turn = &mut self.body_mut(*body).turn;
                turn.charge = Some(Charge { at: *at, gait: *gait });
                turn.charging = *gait == Gait::Run;
            }
            Event::Shot { by, at, weapon, .. } => {
                let turn = self.turn;
                let figure = self.figure_mut(*by);
                match figure.profile.weapons.missile == Some(*weapon) {
                    true => figure.ammunition = figure.ammunition.saturating_sub(1),
                    false => figure.other_shots = figure.other_shots.saturating_sub(1),
                }
                (figure.last_shot, figure.missile_in_hand, figure.loaded) = (Some(turn), true, false);
                self.shot_at_halted(self.figure(*at).body);
            }
            Event::Loaded { body } => {
                for man in self.men_of(*body) {
                    self.figure_mut(man).loaded = true;
                }
                for gear in self.train.gear.iter_mut().filter(|gear| gear.body == Some(*body)) {
                    gear.ready |= gear.thing.machine().is_some();
                }
            }
            Event::Loosed { gear, at, .. } => {
                if let Mark::Body(body) = at {
                    self.shot_at_halted(*body);
                }
                if let Some(it) = self.train.gear.get_mut(usize::from(gear.0)).filter(|it| it.thing.crewed()) {
                    (it.ready, it.rounds) = (false, it.rounds.saturating_sub(1));
                }
            }
            Event::Struck { by, at, .. } => {
                for id in [*by, *at] {
                    self.figure_mut(id).fought_hand_to_hand = true;
                }
            }
            Event::Hurt { figure, horse: false, killed, .. } => {
                let (body, wounded) = (self.figure(*figure).body, self.figure(*figure).wounded);
                self.body_mut(body).ever_hit += u16::from(!wounded);
                match killed {
                    true => self.with_state(*figure, State::Dead),
                    false => self.figure_mut(*figure).wounded = true,
                }
            }
            Event::Hurt { figure, horse: true, killed: false, .. } => self.figure_mut(*figure).horse_wounded = true,
            Event::Fell { figure, why } => {
                let until = self.turn + self.tables.wounds.fall.inactive_turns;
                let it = self.figure_mut(*figure);
                if it.mounted() {
                    it.mount = if *why == FallCause::HorseKilled { Mount::Dead } else { Mount::Loose(it.at) };
                }
                if it.in_arms() {
                    self.with_state(*figure, State::Fallen { until });
                }
            }
            Event::LanceBroke { figure } => {
                let arms = &mut self.figure_mut(*figure).profile.weapons;
                if let Some(lance) = arms.lance.take() {
                    arms.carried = arms.carried.without(lance);
                }
            }
            Event::Changed { figure, weapon } => self.takes(*figure, *weapon),
            Event::Tested { body, result, .. } => {
                let fleeing = self.body(*body).fleeing();
                self.body_mut(*body).mood = match result {
                    MoraleResult::Recreant => Mood::Recreant,
                    MoraleResult::Craven if fleeing => Mood::Recreant,
                    MoraleResult::Craven => Mood::Craven,
                    MoraleResult::Resolute | MoraleResult::Bold if fleeing => Mood::Rallying,
                    MoraleResult::Bold if !self.at_obstacle(*body) => Mood::Bold,
                    MoraleResult::Resolute | MoraleResult::Bold => Mood::Steady,
                };
            }
            Event::Rallied { body } => self.body_mut(*body).mood = Mood::Rallying,
            Event::Yielded { figure, to } => {
                let turn = self.turn;
                let it = self.figure_mut(*figure);
                if it.mounted() {
                    it.mount = Mount::Loose(it.at);
                }
                self.with_state(*figure, State::Yielded { to: *to, turn });
                self.prisoners.push(*figure);
            }
            Event::Freed { figure } => {
                self.prisoners.retain(|held| held != figure);
                self.with_state(*figure, State::Standing);
            }
            Event::Slain { figure, .. } | Event::Perished { figure, .. } => self.with_state(*figure, State::Dead),
            Event::Left { figure, fled } => {
                self.with_state(*figure, if *fled { State::Fled } else { State::Withdrawn });
                for standard in self.standards.iter_mut().filter(|it| it.place == StandardAt::Carried(*figure)) {
                    standard.place = StandardAt::Gone;
                }
            }
            Event::Mounted { figure, mounted } => {
                let it = self.figure_mut(*figure);
                it.mount = if *mounted { Mount::Ridden } else { Mount::Loose(it.at) };
            }
            Event::Ranks { body, close } => self.body_mut(*body).close = *close,
            Event::Fronted { body, files } => self.body_mut(*body).files = *files,
            Event::MayRideThrough { body } => self.body_mut(*body).turn.may_ride_on = true,
            Event::GradeFell { figure, to, .. } => self.figure_mut(*figure).profile.grade = *to,
            Event::Restocked { figure, shots } => self.figure_mut(*figure).ammunition = *shots,
            Event::Dressed { figure, protection } => self.figure_mut(*figure).profile.protection = *protection,
            Event::StandardFell { side, standard, at } => {
                self.standard_goes(*side, *standard, StandardAt::Ground(*at));
            }
            Event::StandardTaken { side, standard, by, .. } | Event::StandardRaised { side, standard, by } => {
                self.standard_goes(*side, *standard, StandardAt::Carried(*by));
                self.figure_mut(*by).standard = Some(*standard);
            }
            _ => self.gear_told(event),
        }
    }

    fn gear_told(&mut self, event: &Event) {
        match event {
            Event::GearNow { gear, now } => {
                if let Some(it) = self.train.gear.get_mut(usize::from(gear.0)) {
                    (it.side, it.body, it.at, it.facing, it.lies) = (now.side, now.body, now.at, now.facing, now.lies);
                    let planted = now.lies == Lies::Standing && matches!(it.set, 1..);
                    if planted { it.set = now.count } else { it.count = now.count }
                }
            }
            Event::Opened { pieces, open } => {
                for &piece in pieces {
                    self.land.set_open(piece, *open);
                }
            }
            Event::Filled { at } => self.land.fill(*at),
            Event::Caught { what } => {
                for &what in what {
                    let Some(tinder) = self.tinder(what) else { continue };
                    let until = self.turn + burns_for(tinder, &self.tables) - 1;
                    self.train.blazes.push(Blaze { what, since: self.turn, until });
                }
            }
            Event::FireFought { what, out: true, .. } => self.train.blazes.retain(|blaze| blaze.what != *what),
            Event::BurntDown { what } => {
                self.train.blazes.retain(|blaze| !what.contains(&blaze.what));
                self.train.burnt.extend(what.iter().filter_map(|what| match what {
                    Burning::Area(area) => Some(*area),
                    _ => None,
                }));
            }
            _ => {}
        }
    }

    /// A man is in another state from now on.
    fn with_state(&mut self, id: FigureId, state: State) {
        self.lift(id);
        let it = self.figure_mut(id);
        it.state = state;
        if !it.in_arms() && it.mounted() {
            it.mount = Mount::Loose(it.at);
        }
        let (at, body) = (it.at, it.body);
        self.set_down(id, at);
        self.refresh(body);
    }

    /// A man has a weapon in his hands.
    fn takes(&mut self, id: FigureId, weapon: Weapon) {
        let it = self.figure_mut(id);
        (it.missile_in_hand, it.lance_in_hand) = (false, false);
        if it.profile.weapons.other_missile() == Some(weapon) {
            it.profile.weapons.missile = Some(weapon);
            std::mem::swap(&mut it.ammunition, &mut it.other_shots);
        }
        if it.profile.weapons.missile == Some(weapon) {
            it.missile_in_hand = true;
        } else if it.profile.weapons.lance == Some(weapon) {
            it.lance_in_hand = true;
        } else {
            it.profile.weapons.hand = weapon;
        }
    }

    /// A standard is somewhere else; of several of a kind the first that is not there.
    fn standard_goes(&mut self, side: Side, standard: Standard, place: StandardAt) {
        if let Some(it) = self.standards.iter_mut().find(|it| it.side == side && it.standard == standard) {
            if let StandardAt::Carried(by) = it.place {
                self.figures[usize::from(by.0)].standard = None;
            }
            it.place = place;
        }
    }
}
