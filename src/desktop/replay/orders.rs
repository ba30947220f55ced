//! The form of one order in a battle being played: what kinds of order a phase knows, and the decision that what is
//! chosen comes to. Whether it is allowed, the rules say.

use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::view::choices::{Doing, WaysOfDoing};
use crate::rules::man_to_man::{Answer, BodyId, Decision, Gait, Phase, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// To charge, at a run or gallop.
    Charge,
    /// To close at a walk.
    Close,
    /// To strike and shoot at horses.
    AtHorses,
    /// To strike and shoot at riders.
    AtRiders,
    /// To follow who breaks off.
    Follow,
    /// To let them go.
    Stay,
    Yield,
    /// To kill prisoners.
    Slay,
    /// To take a charge standing.
    Stand,
    /// To charge back.
    Counter,
    Evade,
    /// To march at a walk or trot.
    Walk,
    /// To march at a run or gallop.
    Run,
    /// To leave the field.
    Withdraw,
    CloseRanks,
    OpenRanks,
    Mount,
    Dismount,
    /// To pick up a standard.
    PickUp,
    /// To shoot at men.
    Shoot,
    ShootHorses,
    /// To do something with gear or about it.
    Gear(Doing),
    /// To do nothing.
    Hold,
}

impl OrderKind {
    /// The kinds a phase knows, the commonest first, with what a body could do about gear.
    pub fn of(phase: Phase, choices: &[WaysOfDoing]) -> Vec<OrderKind> {
        use OrderKind::*;
        let (before, after): (&[OrderKind], &[OrderKind]) = match phase {
            Phase::Declare => (&[Charge, Close, Hold, AtHorses, AtRiders, Follow, Stay, Yield, Slay], &[]),
            Phase::Answer => (&[Stand, Counter, Evade], &[]),
            Phase::Move(_) => (&[Walk, Run, Hold], &[CloseRanks, OpenRanks, Mount, Dismount, PickUp, Withdraw]),
            Phase::Shoot => (&[Shoot, ShootHorses], &[Hold]),
            Phase::Over => (&[], &[]),
        };
        // What can be done with gear stands among the rest, what cannot at the end.
        let gear =
            |can: bool| choices.iter().filter(move |it| it.refused().is_none() == can).map(|choice| Gear(choice.doing));
        before.iter().copied().chain(gear(true)).chain(after.iter().copied()).chain(gear(false)).collect()
    }

    pub fn words(self) -> &'static str {
        use OrderKind::*;
        match self {
            Charge => "charge",
            Close => "close at a walk",
            AtHorses => "strike at horses",
            AtRiders => "strike at riders",
            Follow => "follow who breaks off",
            Stay => "let them go",
            Yield => "yield",
            Slay => "kill prisoners",
            Stand => "stand",
            Counter => "counter-charge",
            Evade => "evade",
            Walk => "march at a walk",
            Run => "run or gallop",
            Withdraw => "leave the field",
            CloseRanks => "close ranks",
            OpenRanks => "open ranks",
            Mount => "mount",
            Dismount => "dismount",
            PickUp => "pick up a standard",
            Shoot => "shoot at men",
            ShootHorses => "shoot at horses",
            Gear(doing) => doing.word(),
            Hold => "hold",
        }
    }

    /// Whether it is at an enemy.
    pub fn aims(self) -> bool {
        matches!(self, OrderKind::Charge | OrderKind::Close | OrderKind::Shoot | OrderKind::ShootHorses)
    }

    pub fn marches(self) -> bool {
        matches!(self, OrderKind::Walk | OrderKind::Run)
    }
}

/// Where a march may lead.
pub const WAYS: [&str; 7] = [
    "ahead",
    "the nearest enemy",
    "the left",
    "the right",
    "the rear",
    "the place marked",
    "the place marked, by any way",
];

/// Straight to the place marked, of [`WAYS`].
pub const MARKED: usize = 5;
/// To the place marked, round what is in the way.
pub const ROUND: usize = 6;

/// How far it may go, in inches.
pub const FARS: [(&str, Option<i32>); 9] = [
    ("as far as they may", None),
    ("12 in", Some(12)),
    ("9 in", Some(9)),
    ("6 in", Some(6)),
    ("4 in", Some(4)),
    ("3 in", Some(3)),
    ("2 in", Some(2)),
    ("1 in", Some(1)),
    ("on the spot", Some(0)),
];

/// Where they may face at its end.
pub const FACES: [&str; 4] = ["the way they went", "as they faced", "the nearest enemy", "the place marked"];

/// What is chosen of a march, by the places in [`WAYS`], [`FARS`] and [`FACES`], and the place marked on the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarchChosen {
    /// Where to.
    pub way: usize,
    pub far: usize,
    pub face: usize,
    /// The place marked.
    pub goal: Option<Point>,
}

/// The enemy nearest to a body, by the middles of both.
pub fn nearest(view: &View, body: BodyId) -> Option<Point> {
    let here = view.body(body).centre;
    view.enemies().map(|enemy| view.body(enemy).centre).min_by_key(|centre| here.distance_squared(*centre))
}

/// The decision that what is chosen comes to; none while something is still to be chosen.
pub fn decision(
    view: &View,
    body: BodyId,
    kind: OrderKind,
    target: Option<BodyId>,
    march: &MarchChosen,
) -> Option<Decision> {
    Some(match kind {
        OrderKind::Charge => Decision::Charge { body, at: target?, gait: Gait::Run },
        OrderKind::Close => Decision::Charge { body, at: target?, gait: Gait::Walk },
        OrderKind::AtHorses => Decision::Aim { body, horses: true },
        OrderKind::AtRiders => Decision::Aim { body, horses: false },
        OrderKind::Follow => Decision::Follow { body, follow: true },
        OrderKind::Stay => Decision::Follow { body, follow: false },
        OrderKind::Yield => Decision::Yield { body },
        OrderKind::Slay => Decision::Slay { body },
        OrderKind::Stand => Decision::Answer { body, answer: Answer::Stand },
        OrderKind::Counter => Decision::Answer { body, answer: Answer::Counter },
        OrderKind::Evade => Decision::Answer { body, answer: Answer::Evade },
        OrderKind::Walk => marched(view, body, Gait::Walk, march)?,
        OrderKind::Run => marched(view, body, Gait::Run, march)?,
        OrderKind::Withdraw => Decision::Withdraw { body },
        OrderKind::CloseRanks => Decision::Ranks { body, close: true },
        OrderKind::OpenRanks => Decision::Ranks { body, close: false },
        OrderKind::Mount => Decision::Mount { body, mount: true },
        OrderKind::Dismount => Decision::Mount { body, mount: false },
        OrderKind::PickUp => Decision::PickUp { body },
        OrderKind::Shoot => Decision::Shoot { body, at: target?, horses: false },
        OrderKind::ShootHorses => Decision::Shoot { body, at: target?, horses: true },
        OrderKind::Hold => Decision::Hold { body },
        // The rules list these with their decisions.
        OrderKind::Gear(_) => return None,
    })
}

fn marched(view: &View, body: BodyId, gait: Gait, march: &MarchChosen) -> Option<Decision> {
    let it = view.body(body);
    let towards = |place: Point| Heading::of(it.centre.to(place));
    let (heading, goal) = match march.way {
        1 => (towards(nearest(view, body)?), None),
        2 => (it.facing.turned(16), None),
        3 => (it.facing.turned(-16), None),
        4 => (it.facing.back(), None),
        MARKED | ROUND => (towards(march.goal?), Some(it.centre.distance(march.goal?))),
        _ => (it.facing, None),
    };
    let facing = match march.face {
        1 => it.facing,
        2 => towards(nearest(view, body)?),
        3 => towards(march.goal?),
        _ => heading,
    };
    if let (ROUND, Gait::Walk, Some(to)) = (march.way, gait, march.goal) {
        return Some(Decision::Go { body, to, facing });
    }
    let steps = it.facing.turn_to(heading) + heading.turn_to(facing);
    let most = view.after_turning(body, gait, steps).unwrap_or_else(|| view.allowance(body, gait));
    let distance = match FARS.get(march.far).and_then(|(_, inches)| *inches) {
        Some(inches) => inches * INCH,
        None => goal.map_or(most, |goal| goal.min(most)),
    };
    Some(Decision::March { body, heading, distance, gait, facing })
}
