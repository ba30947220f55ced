//! The form of one order in a battle being played: what kinds of order a phase knows, and the decision that what is
//! chosen comes to. Whether it is allowed, the rules say.

use crate::rules::figure::Weapon;
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::view::choices::{Doing, WaysOfDoing};
use crate::rules::man_to_man::{Answer, BodyId, Decision, FigureId, Gait, Phase, ThingId, View};

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
    /// To demand of the fallen that they yield.
    Demand,
    /// To strike the fallen rather than take them.
    Spurn,
    /// To take another weapon in hand.
    Wield(Weapon),
    /// To stand elsewhere before the battle.
    Place,
    /// To have gear stand elsewhere before the battle.
    PlaceGear,
    Yield,
    /// One man of them yields.
    YieldMan,
    /// All of the side yield.
    YieldAll,
    /// To kill prisoners.
    Slay,
    /// To take a charge standing.
    Stand,
    /// To charge back.
    Counter,
    Evade,
    /// To evade behind friends or cover.
    Shelter,
    /// To march at a walk or trot.
    Walk,
    /// To march at a run or gallop.
    Run,
    /// To leave the field.
    Withdraw,
    CloseRanks,
    OpenRanks,
    /// To array with so many in the front rank.
    Front,
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
    pub fn of(view: &View, body: Option<BodyId>, choices: &[WaysOfDoing]) -> Vec<OrderKind> {
        use OrderKind::*;
        let (before, after): (&[OrderKind], &[OrderKind]) = match view.phase() {
            Phase::Declare => (
                &[Charge, Close, Hold, AtHorses, AtRiders, Follow, Stay, Demand, Spurn],
                &[Slay, Yield, YieldMan, YieldAll],
            ),
            Phase::Answer => (&[Stand, Counter, Evade, Shelter], &[Yield, YieldMan, YieldAll]),
            Phase::Move(_) => (
                &[Walk, Run, Hold],
                &[CloseRanks, OpenRanks, Front, Mount, Dismount, PickUp, Withdraw, Yield, YieldMan, YieldAll],
            ),
            Phase::Shoot => (&[Shoot, ShootHorses], &[Hold, Yield, YieldMan, YieldAll]),
            Phase::Over => (&[], &[]),
        };
        // Other weapons, and other places before the battle, are for who has them to choose from.
        let weapons = body.into_iter().flat_map(|body| view.wields(body)).map(|(weapon, _)| Wield(weapon));
        let posts = [Place, PlaceGear].into_iter().filter(|_| view.before_the_battle());
        // What can be done with gear stands among the rest, what cannot at the end.
        let gear =
            |can: bool| choices.iter().filter(move |it| it.refused().is_none() == can).map(|choice| Gear(choice.doing));
        let first = before.iter().copied().chain(posts).chain(weapons).chain(gear(true));
        first.chain(after.iter().copied()).chain(gear(false)).collect()
    }

    /// Whether it is given to one unit after another, and not for what befalls one of them.
    pub fn is_common(self) -> bool {
        use OrderKind::*;
        matches!(self, Charge | Close | Stand | Counter | Evade | Walk | Run | Shoot | Hold)
    }

    pub fn words(self) -> String {
        use OrderKind::*;
        let words = match self {
            Wield(weapon) => return format!("take the {weapon} in hand"),
            Charge => "charge",
            Close => "close at a walk",
            AtHorses => "strike at horses",
            AtRiders => "strike at riders",
            Follow => "follow who breaks off",
            Stay => "let them go",
            Demand => "take the fallen who yield",
            Spurn => "strike the fallen down",
            Place => "stand elsewhere before the battle",
            PlaceGear => "put gear elsewhere before the battle",
            YieldMan => "let one man yield",
            YieldAll => "let all yield",
            Shelter => "evade behind friends or cover",
            Front => "change the front",
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
        };
        words.to_owned()
    }

    /// Whether it is at an enemy.
    pub fn aims(self) -> bool {
        matches!(self, OrderKind::Charge | OrderKind::Close | OrderKind::Shoot | OrderKind::ShootHorses)
    }

    pub fn marches(self) -> bool {
        matches!(self, OrderKind::Walk | OrderKind::Run | OrderKind::Place)
    }

    /// Whether it needs a place marked on the table, and is no march.
    pub fn marks_a_place(self) -> bool {
        matches!(self, OrderKind::Shelter | OrderKind::PlaceGear)
    }

    pub fn shoots(self) -> bool {
        matches!(self, OrderKind::Shoot | OrderKind::ShootHorses)
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

/// Further than any field is wide, in 64ths of an inch.
const FURTHEST: i32 = 240 * INCH;

/// Facing the place marked, of [`FACES`].
pub const FACING_MARKED: usize = 3;

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

/// At whom, where or with what of the lists an order is given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chosen {
    /// An enemy's body.
    pub enemy: Option<BodyId>,
    /// One man of the enemy's, or of their own.
    pub man: Option<FigureId>,
    /// How many shoot, if not all.
    pub shooters: Option<u16>,
    pub place: Option<Point>,
    pub gear: Option<ThingId>,
    /// How many in the front rank.
    pub files: u16,
}

/// Some of a body, or all at one man, shoot; all who have no target yet, if it is not said how many.
fn shot(view: &View, body: BodyId, chosen: &Chosen, horses: bool) -> Option<Decision> {
    let (at, man) = (chosen.enemy?, chosen.man);
    Some(match (chosen.shooters, man) {
        (None, None) => Decision::Shoot { body, at, horses },
        (men, man) => {
            let men = men.unwrap_or_else(|| view.shooters_without_target(body));
            Decision::Target { body, men, at, man, horses }
        }
    })
}

/// The decision that what is chosen comes to; none while something is still to be chosen.
pub fn decision(view: &View, body: BodyId, kind: OrderKind, chosen: &Chosen, march: &MarchChosen) -> Option<Decision> {
    let target = chosen.enemy;
    Some(match kind {
        OrderKind::Charge => Decision::Charge { body, at: target?, gait: Gait::Run },
        OrderKind::Close => Decision::Charge { body, at: target?, gait: Gait::Walk },
        OrderKind::AtHorses => Decision::Aim { body, horses: true },
        OrderKind::AtRiders => Decision::Aim { body, horses: false },
        OrderKind::Follow => Decision::Follow { body, follow: true },
        OrderKind::Stay => Decision::Follow { body, follow: false },
        OrderKind::Demand => Decision::Demand { body, demand: true },
        OrderKind::Spurn => Decision::Demand { body, demand: false },
        OrderKind::Wield(weapon) => Decision::Wield { body, weapon },
        OrderKind::Place => {
            let (heading, distance, facing) = way(view, body, march, |_, _| FURTHEST)?;
            Decision::Place { body, at: view.body(body).centre.along(heading, distance), facing }
        }
        OrderKind::PlaceGear => {
            let (gear, at) = (chosen.gear?, march.goal?);
            Decision::PlaceGear { gear, at, facing: view.body(body).facing }
        }
        // Of all, these are the first.
        OrderKind::Yield | OrderKind::YieldAll => Decision::Yield { body },
        OrderKind::YieldMan => Decision::YieldMan { body, man: chosen.man? },
        OrderKind::Slay => Decision::Slay { body },
        OrderKind::Stand => Decision::Answer { body, answer: Answer::Stand },
        OrderKind::Counter => match target {
            Some(at) => Decision::Counter { body, at },
            None => Decision::Answer { body, answer: Answer::Counter },
        },
        OrderKind::Evade => Decision::Answer { body, answer: Answer::Evade },
        OrderKind::Shelter => Decision::EvadeTo { body, to: chosen.place.or(march.goal)? },
        OrderKind::Front => Decision::Front { body, files: chosen.files },
        OrderKind::Walk => marched(view, body, Gait::Walk, march)?,
        OrderKind::Run => marched(view, body, Gait::Run, march)?,
        OrderKind::Withdraw => Decision::Withdraw { body },
        OrderKind::CloseRanks => Decision::Ranks { body, close: true },
        OrderKind::OpenRanks => Decision::Ranks { body, close: false },
        OrderKind::Mount => Decision::Mount { body, mount: true },
        OrderKind::Dismount => Decision::Mount { body, mount: false },
        OrderKind::PickUp => Decision::PickUp { body },
        OrderKind::Shoot => shot(view, body, chosen, false)?,
        OrderKind::ShootHorses => shot(view, body, chosen, true)?,
        OrderKind::Hold => Decision::Hold { body },
        // The rules list these with their decisions.
        OrderKind::Gear(_) => return None,
    })
}

/// Where a march leads, how far, and where they face at its end; `most` is how far they may go after turning so many steps.
fn way(
    view: &View,
    body: BodyId,
    march: &MarchChosen,
    most: impl Fn(u8, &View) -> i32,
) -> Option<(Heading, i32, Heading)> {
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
    let most = most(it.facing.turn_to(heading) + heading.turn_to(facing), view);
    let distance = match FARS.get(march.far).and_then(|(_, inches)| *inches) {
        Some(inches) => inches * INCH,
        None => goal.map_or(most, |goal| goal.min(most)),
    };
    Some((heading, distance, facing))
}

fn marched(view: &View, body: BodyId, gait: Gait, march: &MarchChosen) -> Option<Decision> {
    let most = |steps, view: &View| view.after_turning(body, gait, steps).unwrap_or_else(|| view.allowance(body, gait));
    let (heading, distance, facing) = way(view, body, march, most)?;
    if let (ROUND, Gait::Walk, Some(to)) = (march.way, gait, march.goal) {
        return Some(Decision::Go { body, to, facing });
    }
    Some(Decision::March { body, heading, distance, gait, facing })
}
