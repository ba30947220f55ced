//! What a captain decides seldom: whom to follow, whose surrender to ask for, when prisoners or his own men are past saving,
//! and in the movement to ride through, run, dismount, open ranks, change weapons and make a gap.

use super::super::Decision;
use super::super::event::Gait;
use super::super::gear::state::Task;
use super::super::ground::{Going, PieceId};
use super::super::setup::Arm;
use super::super::state::*;
use super::sense::*;
use super::{ENOUGH, Mind};
use crate::rules::figure::{Class, Horse, Weapon};
use crate::rules::geometry::{Heading, INCH};

/// Within this enemies count as near for what a captain dares, in 64ths of an inch.
const ABOUT: i32 = 12 * INCH;
/// How many times as strong as they the enemy must be before men are past saving.
const HOPELESS: i64 = 6;
/// How many times as strong as the enemy a side can be and still kill its prisoners: two thirds of him.
const PRESSED: (i64, i64) = (3, 2);
/// Peace enough to work at something, in 64ths of an inch.
const PEACE: i32 = 16 * INCH;

impl Mind<'_> {
    /// How a body fights, or gives up.
    pub(super) fn declared_seldom(&self, body: BodyId) -> Option<Decision> {
        let view = &self.view;
        let it = view.body(body);
        if let Some(wield) = self.lays_pikes_aside(body) {
            return Some(wield);
        }
        if !it.turn.engaged {
            // Who is beaten and has no way home gives himself up when the day is over.
            let yields = Decision::Yield { body };
            if view.turn() > ENOUGH && self.broken() && !view.leads_home(body) && view.check(&yields).is_ok() {
                return Some(yields);
            }
            let slay = Decision::Slay { body };
            return (view.check(&slay).is_ok() && self.pressed()).then_some(slay);
        }
        let near = |side| strength_near(view, side, body, ABOUT);
        let (ours, theirs) = (near(view.side()), near(view.side().other()));
        if self.past_saving(body, ours, theirs) {
            return Some(Decision::Yield { body });
        }
        // Where all is lost the wounded do not fight on.
        if ours * HOPELESS <= theirs {
            let men = (it.first..it.first + it.count).map(FigureId);
            let wounded = men.filter(|&man| view.figure(man).wounded && view.figure(man).in_arms());
            let mut yields = wounded.map(|man| Decision::YieldMan { body, man });
            if let Some(yields) = yields.find(|decision| view.check(decision).is_ok()) {
                return Some(yields);
            }
        }
        // Sergeants follow whom they have beaten, unless that leads them away from what they hold or into more of them.
        let follow = it.class == Class::Sergeant && !view.at_obstacle(body) && ours > theirs;
        if follow != it.follows {
            return Some(Decision::Follow { body, follow });
        }
        // There are no men to guard prisoners where the enemy is much the stronger.
        let demand = 2 * ours >= theirs;
        (demand != it.demands).then_some(Decision::Demand { body, demand })
    }

    /// Pikes are in the way among trees (MM-5.4): with foot upon them, men who have swords take those in hand (MM-3.6).
    fn lays_pikes_aside(&self, body: BodyId) -> Option<Decision> {
        let view = &self.view;
        let pikes = view.men(body).iter().any(|man| man.stands() && man.profile.weapons.hand == Weapon::Pike);
        if !pikes || view.land().at(view.body(body).centre).going != Going::Woods {
            return None;
        }
        let (enemy, gap) = nearest(view, body)?;
        let wield = Decision::Wield { body, weapon: Weapon::Sword };
        (gap <= ABOUT && !view.is_horse(enemy) && view.check(&wield).is_ok()).then_some(wield)
    }

    /// Whether men in a melee can only yield: everybody left of them is wounded, and the enemy about them is many times as
    /// strong.
    fn past_saving(&self, body: BodyId, ours: i64, theirs: i64) -> bool {
        let mut standing = self.view.men(body).iter().filter(|figure| figure.in_arms());
        ours * HOPELESS <= theirs && standing.all(|figure| figure.wounded)
    }

    /// Whether the side is so much the weaker that prisoners are a danger.
    fn pressed(&self) -> bool {
        let view = &self.view;
        side_strength(view, view.side()) * PRESSED.0 < side_strength(view, view.side().other()) * PRESSED.1
    }

    /// The answer to a charge that puts friends between them and who comes, for who would rather not be met.
    pub(super) fn behind_friends(&self, body: BodyId) -> Option<Decision> {
        let centre = self.view.body(body).centre;
        let places =
            self.view.shelters(body).map(|(_, to)| (centre.distance_squared(to), Decision::EvadeTo { body, to }));
        places.filter(|(_, evade)| self.view.check(evade).is_ok()).min_by_key(|&(far, _)| far).map(|(_, evade)| evade)
    }

    /// What takes a body's movement before it goes anywhere.
    pub(super) fn ordered_seldom(&self, body: BodyId, enemy: BodyId, gap: i32) -> Option<Decision> {
        self.rides_on(body)
            .or_else(|| self.opens_ranks(body, gap))
            .or_else(|| self.changes_weapons(body, gap))
            .or_else(|| self.makes_a_gap(body, gap))
            .or_else(|| self.runs_up(body, enemy, gap))
            .filter(|decision| self.view.check(decision).is_ok())
    }

    /// Horse that has beaten its foot rides on through it at whoever stands behind (MM-5.10).
    pub(super) fn rides_on(&self, body: BodyId) -> Option<Decision> {
        let view = &self.view;
        let it = view.body(body);
        if !it.turn.rides_through {
            return None;
        }
        let ahead = it.facing.vector();
        let beyond = |at: BodyId| {
            let way = it.centre.to(view.body(at).centre);
            ahead.dot(way) > 0 && matches!(use_of(view, at), Arm::Shooters | Arm::Horse)
        };
        let gait = if view.may_run(body) { Gait::Run } else { Gait::Walk };
        let through = |distance| Decision::March { body, heading: it.facing, distance, gait, facing: it.facing };
        view.enemies().any(beyond).then(|| through(view.allowance(body, gait)))
    }

    /// Men who hold a hedge in peace spread out behind it, so that more of them have it before them.
    fn opens_ranks(&self, body: BodyId, gap: i32) -> Option<Decision> {
        let (view, it) = (&self.view, self.view.body(body));
        let low = !view.land().at(it.centre).raised;
        let may = self.holds_ground() && it.close && low && gap > 2 * PEACE && view.at_obstacle(body);
        may.then_some(Decision::Ranks { body, close: false })
    }

    /// Whoever cannot lay his crossbow or gun aside in time does so before the enemy is on him; with nobody near it is taken
    /// in hand again (MM-3.6, MM-4.2).
    fn changes_weapons(&self, body: BodyId, gap: i32) -> Option<Decision> {
        let view = &self.view;
        let slow = |figure: &&Figure| {
            figure.stands()
                && matches!(figure.profile.weapons.missile, Some(Weapon::Crossbow | Weapon::Handgun))
                && figure.profile.weapons.hand != Weapon::Improvised
        };
        let man = view.men(body).iter().find(slow)?;
        let missiles = match man.missile_in_hand {
            true if gap <= 4 * INCH && !view.at_obstacle(body) => false,
            false if gap > PEACE && man.ammunition > 0 => true,
            _ => return None,
        };
        Some(Decision::Task { body, task: Task::Change { missiles } })
    }

    /// Men who stand at a hedge, a fence or a dry wall open it for horse of theirs that cannot cross (MM-3.4, MM-3.7).
    fn makes_a_gap(&self, body: BodyId, gap: i32) -> Option<Decision> {
        let view = &self.view;
        if self.holds_ground() || gap < PEACE / 2 || use_of(view, body) != Arm::Foot {
            return None;
        }
        let barded = |id: BodyId| view.men(id).iter().any(|man| man.mounted() && man.profile.horse == Horse::Barded);
        if !view.friends().any(barded) {
            return None;
        }
        let it = view.body(body);
        let pieces = (0..view.ground().pieces.len() as u16).map(PieceId);
        let near = pieces.filter(|&at| view.middle_of(at).distance(it.centre) <= it.radius + 3 * INCH);
        let mut gaps = near.map(|at| Decision::Task { body, task: Task::Gap(at) });
        gaps.find(|gap| view.check(gap).is_ok())
    }

    /// Foot who have fallen behind the line, or are late for a fight, run while nobody is near to charge them out of breath.
    fn runs_up(&self, body: BodyId, enemy: BodyId, gap: i32) -> Option<Decision> {
        let view = &self.view;
        let it = view.body(body);
        let far = gap > 2 * PEACE + view.allowance(body, Gait::Walk) && view.ground().is_even();
        if !far || use_of(view, body) != Arm::Foot || !view.may_run(body) {
            return None;
        }
        if !self.presses() || !self.too_far_behind(body) {
            return None;
        }
        let heading = Heading::of(it.centre.to(view.body(enemy).centre));
        let distance = view.after_turning(body, Gait::Run, it.facing.turn_to(heading))?.min(gap - 2 * PEACE);
        (distance > view.allowance(body, Gait::Walk)).then_some(Decision::March {
            body,
            heading,
            distance,
            gait: Gait::Run,
            facing: heading,
        })
    }
}
