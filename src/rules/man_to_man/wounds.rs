//! Wounds and falls (MM-6), of men and horses.

use super::event::{Cause, Event, FallCause, Gait, Placed, Why};
use super::ground::Going;
use super::state::*;
use super::tables::{Tables, grade_index};
use super::{Illegal, Umpire};
use crate::rules::battle::Deed;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Class, Grade, Protection};
use crate::rules::game::Sink;
use crate::rules::geometry::INCH;

/// What a hit does (MM-6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WoundRoll {
    pub face: u8,
    /// Whether the hit by itself kills.
    pub kills: bool,
}

/// What is added to the die of a wound (MM-6.1).
pub fn wound_parts(protection: Protection, tables: &Tables, tally: &mut impl Tally) {
    if protection.number() <= 2 {
        tally.add("MM-6.1", "protection 1 or 2", tables.wounds.wound.armoured);
    }
}

/// Rolls what a hit does (MM-6.1): 1d6; 5 or more kills, less wounds.
pub fn roll_wound(protection: Protection, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> WoundRoll {
    let mut sum = Sum::default();
    wound_parts(protection, tables, &mut sum);
    let face = dice.die("MM-6.1 wound", 6);
    WoundRoll { face: face as u8, kills: face as i32 + sum.0 >= tables.wounds.wound.kill }
}

/// Whether a rider of this grade falls (MM-6.3): 2d6, his grade's number or less.
pub fn roll_fall(grade: Grade, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ([u8; 2], bool) {
    let faces = [dice.die("MM-6.3 fall", 6) as u8, dice.die("MM-6.3 fall", 6) as u8];
    (faces, i32::from(faces[0]) + i32::from(faces[1]) <= fall_need(grade, tables))
}

/// On how much or less a rider of this grade falls (MM-6.3).
pub fn fall_need(grade: Grade, tables: &Tables) -> i32 {
    tables.wounds.fall.grades[grade_index(grade)]
}

impl Position {
    /// A missile hits a man or his horse (MM-6.1).
    pub(super) fn missile_hit(&mut self, by: FigureId, at: FigureId, horse: bool, umpire: &mut impl Umpire) {
        // Simultaneous shots may find him dead already.
        if !self.figure(at).in_arms() {
            return;
        }
        let body = self.figure(at).body;
        if !horse && !std::mem::replace(&mut self.figure_mut(at).turn.shot, true) {
            let count = self.tables.morale.count.missile_hits;
            let body = self.body_mut(body);
            body.turn.missile_hits += 1;
            if body.turn.missile_hits == count && !body.single {
                body.turn.causes.note(Cause::MissileHits);
            }
        }
        self.hurt(at, horse, Some(by), false, umpire);
    }

    /// Settles a hit on a man or his horse (MM-6.1): a wound, or death, and what follows from either.
    pub(super) fn hurt(
        &mut self,
        id: FigureId,
        horse: bool,
        by: Option<FigureId>,
        lance_charge: bool,
        umpire: &mut impl Umpire,
    ) -> bool {
        let figure = *self.figure(id);
        let protection = if horse { figure.horse_protection() } else { figure.protection_now() };
        let roll = roll_wound(protection, &self.tables, umpire.dice());
        let wounded_before = if horse { figure.horse_wounded } else { figure.wounded };
        let killed = roll.kills || wounded_before;
        let tables = &self.tables;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            wound_parts(protection, tables, &mut parts);
            Event::Hurt {
                figure: id,
                horse,
                face: roll.face,
                parts,
                killed,
                second_wound: wounded_before && !roll.kills,
            }
        });
        if horse {
            self.horse_hurt(id, killed, by, umpire);
            return killed;
        }
        self.man_hit(&figure, by, umpire);
        if killed {
            self.dies(id, by, umpire);
        } else {
            self.figure_mut(id).wounded = true;
            if lance_charge && figure.mounted() {
                self.unhorse(id, FallCause::Lance, by, umpire);
            }
            self.note_lost(id);
            self.falls_off(id, umpire);
        }
        killed
    }

    /// A man wounded on a ladder, a gangway, a tree, or on a wall but not on its walk, falls off it (MM-6.3).
    fn falls_off(&mut self, id: FigureId, umpire: &mut impl Umpire) {
        if let Some(n) = self.train.climbs.iter().position(|climb| climb.figure == id) {
            let up = self.train.climbs.swap_remove(n).up;
            self.falls_from(id, up, FallCause::Ladder, umpire);
            return;
        }
        if let Some(n) = self.train.crossings.iter().position(|crossing| crossing.figure == id) {
            self.falls_off_gangway(n, umpire);
            return;
        }
        let spot = self.land.at(self.figure(id).at);
        if spot.going == Going::Climb
            && let Some(piece) = spot.piece
        {
            let height = self.tables.ground.row(self.land.barrier(piece).kind).climb;
            let why = if self.land.up_a_tree(&spot) { FallCause::Tree } else { FallCause::Wall };
            self.lift(id);
            let below = self.foot_of(id, self.figure(id).at);
            self.set_down(id, below);
            let (body, placed) = (self.figure(id).body, Placed(id, below, self.figure(id).facing));
            umpire.tell(|| Event::Moved { body, gait: Gait::Walk, why: Why::Fall, figures: vec![placed] });
            self.falls_from(id, height * INCH, why, umpire);
        }
    }

    /// What a hit on a man means for his body's morale, and for one who hurts a cleric (MM-7.1, MM-8.6).
    fn man_hit(&mut self, figure: &Figure, by: Option<FigureId>, umpire: &mut impl Umpire) {
        if let (Class::Cleric, Some(by)) = (figure.profile.class, by)
            && self.deed(by, Deed::HurtCleric(figure.man))
        {
            self.falls_a_grade(by, umpire);
        }
        let body = self.body_mut(figure.body);
        if !figure.wounded {
            body.ever_hit += 1;
        }
        if !body.single && body.in_arms * 2 < body.count {
            body.turn.causes.note(Cause::UnderHalf);
        }
    }

    /// Remembers where a man was killed or wounded, for the knights near him (MM-7.2).
    pub(super) fn note_lost(&mut self, id: FigureId) {
        let place = self.figure(id).at;
        if !self.this_turn.fallen_here.iter().any(|&(known, _)| known == id) {
            self.this_turn.fallen_here.push((id, place));
        }
    }

    /// A man dies.
    pub(super) fn dies(&mut self, id: FigureId, by: Option<FigureId>, umpire: &mut impl Umpire) {
        let figure = *self.figure(id);
        self.lift(id);
        if figure.mounted() {
            self.figure_mut(id).mount = Mount::Loose(figure.at);
        }
        self.figure_mut(id).state = State::Dead;
        if let Some(by) = by {
            self.deed(by, Deed::Killed(figure.man));
        }
        self.note_lost(id);
        self.refresh(figure.body);
        let body = self.body_mut(figure.body);
        if !body.single && body.in_arms * 2 < body.count {
            body.turn.causes.note(Cause::UnderHalf);
        }
        self.bearer_down(id, by, umpire);
        self.leader_lost(id, umpire);
    }

    fn horse_hurt(&mut self, rider: FigureId, killed: bool, by: Option<FigureId>, umpire: &mut impl Umpire) {
        if killed {
            self.unhorse(rider, FallCause::HorseKilled, by, umpire);
        } else {
            self.figure_mut(rider).horse_wounded = true;
            self.keep_seat(rider, FallCause::HorseWounded, by, umpire);
        }
    }

    /// A rider whose horse is hurt or takes fright keeps his seat, or falls (MM-6.3).
    pub(super) fn keep_seat(
        &mut self,
        rider: FigureId,
        why: FallCause,
        by: Option<FigureId>,
        umpire: &mut impl Umpire,
    ) {
        let figure = self.figure(rider);
        let need = fall_need(figure.profile.grade, &self.tables);
        if need == 0 || !figure.mounted() || !figure.stands() {
            return;
        }
        let (faces, fell) = roll_fall(figure.profile.grade, &self.tables, umpire.dice());
        umpire.tell(|| Event::Seat { figure: rider, why, faces, need, fell });
        if fell {
            self.unhorse(rider, why, by, umpire);
        }
    }

    /// A rider falls, and lies inactive through the next turn (MM-6.4). His horse, if it lives, stays where it is.
    fn unhorse(&mut self, rider: FigureId, why: FallCause, by: Option<FigureId>, umpire: &mut impl Umpire) {
        let until = self.turn + self.tables.wounds.fall.inactive_turns;
        let figure = self.figure_mut(rider);
        let (at, man, class, body) = (figure.at, figure.man, figure.profile.class, figure.body);
        figure.mount = if why == FallCause::HorseKilled { Mount::Dead } else { Mount::Loose(at) };
        figure.state = State::Fallen { until };
        umpire.tell(|| Event::Fell { figure: rider, why });
        if let Some(by) = by.filter(|&by| self.figure(by).side != self.figure(rider).side) {
            self.deed(by, Deed::Unhorsed(man));
        }
        if class == Class::Knight && self.body(body).single {
            self.body_mut(body).turn.causes.note(Cause::Unhorsed);
        }
        self.refresh(body);
    }

    /// Fallen men whose time is over stand up again (MM-6.4).
    pub(super) fn rise(&mut self, sink: &mut impl Sink<Event>) {
        for n in 0..self.figures.len() {
            if let State::Fallen { until } = self.figures[n].state
                && self.turn > until
            {
                self.figures[n].state = State::Standing;
                let body = self.figures[n].body;
                self.refresh(body);
                sink.tell(|| Event::Rose { figure: FigureId(n as u16) });
            }
        }
    }

    /// Whether a body may mount or dismount now (MM-3.6): half a move, or a full one at protection 1 and 2.
    pub(super) fn check_mounting(&self, id: BodyId, mount: bool) -> Result<(), Illegal> {
        if self.body(id).turn.engaged {
            return Err(Illegal::InMelee);
        }
        let able = self.men_of(id).any(|man| self.may_mount(man, mount));
        if able { Ok(()) } else { Err(Illegal::NoHorse) }
    }

    fn may_mount(&self, man: FigureId, mount: bool) -> bool {
        let figure = self.figure(man);
        let near = i64::from(2 * INCH) * i64::from(2 * INCH);
        let rider = Figure { mount: Mount::Ridden, ..*figure };
        let may_ride = || self.land.holds(figure.at, &self.mover(&rider, Gait::Walk));
        figure.stands()
            && self.body(figure.body).turn.spent + mounting_takes(figure) <= MOVE
            && match figure.mount {
                Mount::Loose(at) => mount && at.distance_squared(figure.at) <= near && may_ride(),
                Mount::Ridden => !mount,
                Mount::None | Mount::Dead => false,
            }
    }

    /// Mounts or dismounts every figure of a body that can.
    pub(super) fn mount(&mut self, id: BodyId, mount: bool, umpire: &mut impl Umpire) {
        let mut takes = 0;
        for man in self.men_of(id).filter(|&man| self.may_mount(man, mount)).collect::<Vec<_>>() {
            let figure = self.figure_mut(man);
            figure.mount = if mount { Mount::Ridden } else { Mount::Loose(figure.at) };
            takes = takes.max(mounting_takes(figure));
            umpire.tell(|| Event::Mounted { figure: man, mounted: mount });
        }
        self.body_mut(id).spend(takes);
    }
}

/// What of a move it takes to mount or dismount, in quarters (MM-3.6): half, or all of it at protection 1 and 2.
fn mounting_takes(figure: &Figure) -> u8 {
    if figure.profile.protection.number() <= 2 { MOVE } else { MOVE / 2 }
}
