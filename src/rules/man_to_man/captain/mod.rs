//! Who decides for a side when no person does. A captain is steady, cautious or bold by his own grade. All of them wait
//! for an enemy who comes, go in line to one who does not, strike together where they are the stronger, keep archers
//! shooting and horse on the move, hold what ground gives them, and leave the field when they are broken. As the day
//! wears on everybody presses, so that a battle comes to an end.

mod axes;
mod gear;
mod orders;
mod seldom;
mod sense;
mod works;

use super::event::{Answer, Gait};
use super::setup::Arm;
use super::state::*;
use super::{Decision, View};
use crate::rules::figure::{Class, Grade, Side, Weapon};
use crate::rules::game::Captain;
use crate::rules::geometry::INCH;
use sense::*;

/// Turns for which a side with shots left lets its shooters do their work before the others go in.
const SHOOTING: u32 = 12;
/// Turns after which who holds ground comes out of it where the way is open.
const PATIENCE: u32 = 16;
/// Turns after which less and less is asked for before one strikes.
const FADING: u32 = 12;
/// How much more the enemy must shoot before one would rather be at him, in hundredths.
const OUTSHOT: u32 = 125;
/// How much stronger a side must be to go in whatever the shooting, in hundredths.
const STRONGER: i64 = 150;
/// How far past the walls who comes in is met, in 64ths of an inch: as deep as a gate is.
const WITHIN: i32 = 6 * INCH;
/// Turns after which nobody keeps out of reach any more.
const LATE: u32 = 36;
/// How many shoot at each man of a target before others are shot at.
const ENOUGH_SHOTS: u16 = 4;
/// Turns after which whoever cannot get at the enemy, and has nothing to hold, gives up.
const ENOUGH: u32 = 100;

/// How much a captain dares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Waits longest, strikes only where he is much the stronger, and leaves in time.
    Cautious,
    /// Strikes where he is the stronger.
    Steady,
    /// Strikes where he is not the weaker, and stays long.
    Bold,
}

impl Temper {
    /// A commander's temper, by his grade (MM-1.1): D and E are cautious, C and B steady, A and past it bold.
    pub fn of(grade: Grade) -> Temper {
        match grade {
            grade if grade >= Grade::A => Temper::Bold,
            grade if grade >= Grade::C => Temper::Steady,
            _ => Temper::Cautious,
        }
    }

    /// Turns for which he waits whether the enemy comes.
    fn waits(self) -> u32 {
        match self {
            Temper::Cautious => 5,
            Temper::Steady => 3,
            Temper::Bold => 2,
        }
    }

    /// What a charge must promise, in hundredths of what it costs.
    fn wants(self) -> i32 {
        match self {
            Temper::Cautious => 90,
            Temper::Steady => 60,
            Temper::Bold => 45,
        }
    }

    /// What he must have near a target, in hundredths of what the enemy has there.
    fn odds(self) -> i64 {
        match self {
            Temper::Cautious => 90,
            Temper::Steady => 60,
            Temper::Bold => 40,
        }
    }

    /// How many times as strong as he the enemy must be before he leaves.
    fn leaves(self) -> i64 {
        match self {
            Temper::Cautious => 3,
            Temper::Steady => 5,
            Temper::Bold => 8,
        }
    }
}

/// The captain of the program, with the temper of the side's commander.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marshal;

impl Captain<Position> for Marshal {
    fn decide(&self, view: &View<'_>) -> Decision {
        Temper::of(view.commander_grade()).decide(view)
    }
}

/// What a captain holds of the field while he decides.
#[derive(Clone, Copy)]
struct Mind<'a> {
    view: View<'a>,
    temper: Temper,
}

impl Captain<Position> for Temper {
    fn decide(&self, view: &View<'_>) -> Decision {
        let Some(body) = view.waiting().next() else { return Decision::Done };
        let mind = Mind { view: *view, temper: *self };
        if let Some(down) = mind.comes_down(body) {
            return down;
        }
        if gear::concerned(view)
            && let Some(decision) = gear::decide(view, body)
        {
            return decision;
        }
        let decision = match view.phase() {
            Phase::Declare => mind.declare(body),
            Phase::Answer => mind.answer(body),
            Phase::Move(_) => mind.order(body),
            Phase::Shoot => mind.target(body),
            Phase::Over => Decision::Done,
        };
        if view.check(&decision).is_ok() { decision } else { Decision::Hold { body } }
    }
}

impl Mind<'_> {
    /// Whether the side goes to the enemy rather than wait for him. No side goes to meet an
    /// enemy who comes: he comes piece by piece, and men who stand shoot twice. Otherwise a side goes that is shot at more
    /// than it shoots or is much the stronger, an attacker where nobody shoots, and any side once its shooters have done what
    /// they can; who holds ground waits longer, and who holds walls stays within them until it is late.
    fn presses(&self) -> bool {
        let view = &self.view;
        if self.late() {
            return true;
        }
        if self.walls().is_some() {
            return false;
        }
        if view.turn() <= self.temper.waits() || enemy_comes(view) {
            return false;
        }
        let (ours, theirs) = (shooters(view, view.side()), shooters(view, view.side().other()));
        if theirs * 100 > ours * OUTSHOT {
            return true;
        }
        match self.holds_ground() {
            true => view.turn() > PATIENCE,
            false => {
                let nobody_shoots = ours == 0 && view.side() == Side::Attacker;
                nobody_shoots || view.turn() > SHOOTING || self.much_the_stronger()
            }
        }
    }

    /// Whether a body goes to the enemy rather than wait for him: nobody leaves a rampart that he holds.
    fn goes_to(&self, body: BodyId) -> bool {
        self.presses() && (!self.holds_ground() || self.late() || !gear::is_up(&self.view, body))
    }

    /// Whether the side holds ground that is worth holding: the defender.
    fn holds_ground(&self) -> bool {
        self.view.side() == Side::Defender && self.view.ground().has_cover()
    }

    /// How far from its own edge the foremost of the walls are that the side holds.
    fn walls(&self) -> Option<i32> {
        if self.holds_ground() { self.view.ground().foremost_wall(self.view.side()) } else { None }
    }

    /// Whether the middle of an enemy is still before the walls that the side holds, or in a gate: there he is shot at, and
    /// nobody goes out to him until it is late; where he comes out of it he is met by all.
    fn is_without(&self, at: BodyId) -> bool {
        let view = &self.view;
        let place = view.ground().from_home(view.side(), view.body(at).centre);
        !self.late() && self.walls().is_some_and(|walls| place > walls - WITHIN)
    }

    /// Whether the side has half as much again as the enemy.
    fn much_the_stronger(&self) -> bool {
        let view = &self.view;
        side_strength(view, view.side()) * 100 > side_strength(view, view.side().other()) * STRONGER
    }

    /// Whether the side brings its shooters up to where they reach the enemy, ahead of the others: who holds no ground does.
    fn brings_up_shooters(&self) -> bool {
        let view = &self.view;
        !self.holds_ground() && view.turn() > 1 && !enemy_comes(view)
    }

    fn late(&self) -> bool {
        self.view.turn() > LATE
    }

    /// Whether the side is broken and leaves.
    fn broken(&self) -> bool {
        let below = i64::from(self.view.tables().house().withdraw_below);
        broken(&self.view, below, self.temper.leaves())
    }

    /// Whether a body is to be thrown at another: the blow promises enough, and the side is strong enough round there. Foot
    /// ask half as much before they go at horse, so that the horse do not come first with their lances; horse, who are
    /// soon elsewhere, ask two thirds of the strength.
    fn worth_it(&self, body: BodyId, at: BodyId, running: bool) -> Option<i32> {
        let view = &self.view;
        let promise = promise(view, body, at, running);
        if self.late() {
            return Some(promise);
        }
        let near = 10 * INCH;
        let ours = strength_near(view, view.side(), at, near + 6 * INCH);
        let theirs = strength_near(view, view.side().other(), at, near);
        let (mut wants, mut odds) = (i64::from(self.temper.wants()), self.temper.odds());
        match (view.is_horse(body), view.is_horse(at)) {
            (true, _) => odds = odds * 2 / 3,
            (false, true) => wants /= 2,
            (false, false) => {}
        }
        let (wants, odds) = (self.fading(wants), self.fading(odds));
        (i64::from(promise) >= wants && ours * 100 >= theirs * odds).then_some(promise)
    }

    /// What is asked for before one strikes: less and less as the day wears on.
    fn fading(&self, wanted: i64) -> i64 {
        let whole = LATE - FADING;
        wanted * i64::from(LATE.saturating_sub(self.view.turn()).min(whole)) / i64::from(whole)
    }

    fn declare(&self, body: BodyId) -> Decision {
        let view = &self.view;
        let hold = Decision::Hold { body };
        let it = view.body(body);
        if it.class != Class::Knight
            && let Some((enemy, _)) = nearest(view, body)
        {
            // Horses are struck where their riders are the better protected (MM-5.6).
            let horses = weaker_horses(view, enemy);
            if horses != it.aim_at_horses {
                return Decision::Aim { body, horses };
            }
        }
        if let Some(decision) = self.declared_seldom(body)
            && view.check(&decision).is_ok()
        {
            return decision;
        }
        if view.at_obstacle(body) && !self.late() {
            return hold;
        }
        if it.turn.engaged {
            // Those who are not in contact press forward into the melee.
            let close = |&at: &BodyId| view.check(&Decision::Charge { body, at, gait: Gait::Walk }).is_ok();
            let near = view.enemies().filter(close).min_by_key(|&at| (view.gap(body, at, 12 * INCH), at));
            return near.map_or(hold, |at| Decision::Charge { body, at, gait: Gait::Walk });
        }
        let shooters = use_of(view, body) == Arm::Shooters;
        if (shooters && !self.late()) || self.broken() {
            return hold;
        }
        let reach = view.allowance(body, Gait::Run).max(view.allowance(body, Gait::Walk)) + 2 * INCH;
        let mut best: Option<(i32, Decision)> = None;
        for at in view.enemies() {
            if view.gap(body, at, reach).is_none() || self.is_without(at) {
                continue;
            }
            for gait in [Gait::Run, Gait::Walk] {
                let charge = Decision::Charge { body, at, gait };
                if view.check(&charge).is_err() {
                    continue;
                }
                if let Some(promise) = self.worth_it(body, at, gait == Gait::Run)
                    && best.is_none_or(|(most, _)| promise > most)
                {
                    best = Some((promise, charge));
                }
                break;
            }
        }
        best.map_or(hold, |(_, charge)| charge)
    }

    fn answer(&self, body: BodyId) -> Decision {
        let view = &self.view;
        let it = view.body(body);
        let Some(charger) = it.turn.charged_by else { return Decision::Hold { body } };
        let counter = Decision::Answer { body, answer: Answer::Counter };
        let stand = Decision::Answer { body, answer: Answer::Stand };
        let evade = Decision::Answer { body, answer: Answer::Evade };
        let pikes = view.men(body).iter().any(|figure| figure.stands() && figure.profile.weapons.hand == Weapon::Pike);
        let may_counter = view.check(&counter).is_ok() && !view.at_obstacle(body) && !self.is_without(charger);
        match use_of(view, body) {
            Arm::Clerics => evade,
            _ if view.at_obstacle(body) => stand,
            // On foot archers get away from foot, behind friends if they can, and not from horse; those they shoot first.
            Arm::Shooters if !view.is_horse(charger) && !self.late() && self.has_refuge(body) => {
                self.behind_friends(body).unwrap_or(evade)
            }
            Arm::Foot if pikes && view.is_horse(charger) => stand,
            // A body that counter-charges strikes as a charging one.
            _ if may_counter => self.counters_best(body).unwrap_or(counter),
            _ => stand,
        }
    }

    /// Of several who charge, the one whom it promises most to charge back (MM-2.2).
    fn counters_best(&self, body: BodyId) -> Option<Decision> {
        let view = &self.view;
        let chargers = view.chargers_of(body);
        let counter = |at| Decision::Counter { body, at };
        let may = chargers.iter().copied().filter(|&at| view.check(&counter(at)).is_ok());
        let best = may.max_by_key(|&at| (promise(view, body, at, true), at));
        best.filter(|_| chargers.len() > 1).map(counter)
    }

    /// Whether friends who fight hand to hand stand near enough for shooters to get away behind them.
    fn has_refuge(&self, body: BodyId) -> bool {
        let view = &self.view;
        view.friends()
            .any(|id| matches!(use_of(view, id), Arm::Foot | Arm::Horse) && view.gap(body, id, 10 * INCH).is_some())
    }

    /// Of the enemies there is a shot at, the one whom it hurts most: near, badly protected and not in flight. Horses are
    /// shot rather than riders where the riders are the better protected.
    fn target(&self, body: BodyId) -> Decision {
        let view = &self.view;
        let centre = view.body(body).centre;
        let mut enemies: Vec<BodyId> = view.enemies().filter(|&at| view.body(at).class != Class::Cleric).collect();
        enemies.sort_by_key(|&at| {
            let enemy = view.body(at);
            let soft = i32::from(view.men(at)[0].profile.protection.levels());
            (enemy.mood == Mood::Recreant, centre.distance(enemy.centre) / INCH + 3 * soft, at)
        });
        let shot = |at: BodyId| Decision::Shoot { body, at, horses: weaker_horses(view, at) };
        let mut marks = enemies.into_iter().filter(|&at| view.check(&shot(at)).is_ok());
        let Some(first) = marks.next() else { return Decision::Hold { body } };
        // No more of them shoot at a few than the few are worth, if there are others to shoot at (MM-4.4).
        let (all, enough) = (view.shooters_without_target(body), ENOUGH_SHOTS * view.body(first).in_arms);
        if all > enough
            && let Some(at) = marks.next()
        {
            return Decision::Target { body, men: all - enough, at, man: None, horses: weaker_horses(view, at) };
        }
        shot(first)
    }
}
