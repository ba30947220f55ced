//! Orders as a referee writes them, `WHO: WHAT`, and the decisions they are at the moment they are given.

use super::super::event::{Answer, Gait};
use super::super::gear::state::{Booty, Burning, Mark, Task, ThingId};
use super::super::ground::{Ground, PieceId};
use super::super::state::{BodyId, FigureId, Phase, Position};
use super::super::{Decision, Illegal};
use crate::rules::figure::{Side, Weapon, plain};
use crate::rules::geometry::{Heading, INCH, Point};

/// Every order there is, as it is written after the name of who is to do it.
pub const FORMS: [&str; 54] = [
    "charge NAME",
    "close with NAME",
    "aim at horses (or riders)",
    "follow",
    "do not follow",
    "demand surrender",
    "do not demand surrender",
    "yield",
    "let MAN yield",
    "wield WEAPON",
    "place at X, Y [, facing WAY]",
    "place GEAR at X, Y [, facing WAY]",
    "kill prisoners",
    "stand",
    "counter-charge [NAME]",
    "evade",
    "evade to X, Y",
    "walk INCHES [WAY] [, facing WAY]",
    "run INCHES [WAY] [, facing WAY] (or gallop)",
    "turn WAY",
    "go to X, Y [, facing WAY]",
    "withdraw",
    "close ranks",
    "open ranks",
    "array N wide",
    "mount",
    "dismount",
    "pick up the standard",
    "shoot NAME",
    "shoot NAME (or MAN) with N",
    "shoot the horses of NAME [with N]",
    "loose at TARGET",
    "shoot fire at TARGET",
    "hold",
    "raise LADDER at WALL",
    "climb LADDER (or TOWER)",
    "climb down LADDER",
    "push LADDER",
    "ram WALL with RAM",
    "pick WALL with SOW",
    "hew WALL",
    "make a gap in HEDGE",
    "open GATE",
    "shut GATE",
    "heat CAULDRON",
    "drop GEAR on TARGET (or pour)",
    "plant GEAR",
    "lift GEAR",
    "fill X, Y with FAGGOTS",
    "light FIRE MISSILES; put a torch to TARGET; fight the fire of TARGET",
    "take missiles in hand; lay missiles aside; take missiles from WAGON",
    "lend hands to GEAR",
    "take up GEAR; lay down GEAR; harness GEAR; unharness GEAR",
    "loot the weapon (shield, armour) of MAN; put on armour",
];

/// An order as it was written.
#[derive(Clone, Debug)]
pub(super) struct WrittenOrder {
    pub(super) side: Side,
    pub(super) body: BodyId,
    /// Its words.
    pub(super) text: String,
    pub(super) what: Ordered,
}

/// When in a turn an order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OrderStep {
    Declare,
    Answer,
    Move,
    Shoot,
}

impl OrderStep {
    /// The step a phase belongs to; none once the battle is over.
    pub(super) fn of(phase: Phase) -> Option<OrderStep> {
        match phase {
            Phase::Declare => Some(OrderStep::Declare),
            Phase::Answer => Some(OrderStep::Answer),
            Phase::Move(_) => Some(OrderStep::Move),
            Phase::Shoot => Some(OrderStep::Shoot),
            Phase::Over => None,
        }
    }
}

/// A way on the table, told from where a body stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bearing {
    Heading(Heading),
    Ahead,
    Back,
    Left,
    Right,
    Toward(BodyId),
}

/// What something is done to, as it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Mark(Mark),
    /// The piece of a barrier nearest to a place, or to the body.
    Barrier(u16, Option<Point>),
}

/// What is done at a piece of a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GearWork {
    Raise(ThingId),
    Ram(ThingId),
    Pick(ThingId),
    Axes,
    Gap,
    Gate(bool),
    Torch,
    FightFire,
    Loose,
    ShootFire,
    Drop(ThingId),
}

/// What is ordered, as far as it can be known before the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordered {
    /// A decision that depends on nothing.
    Now(OrderStep, Decision),
    March {
        way: Bearing,
        distance: i32,
        gait: Gait,
        facing: Option<Bearing>,
    },
    Go {
        to: Point,
        facing: Option<Bearing>,
    },
    /// Before the battle: themselves, or a thing.
    Place {
        thing: Option<ThingId>,
        to: Point,
        facing: Option<Bearing>,
    },
    At(GearWork, Target),
}

impl WrittenOrder {
    /// When it is given.
    pub(super) fn step(&self) -> OrderStep {
        match self.what {
            Ordered::Now(step, _) => step,
            Ordered::March { .. } | Ordered::Go { .. } => OrderStep::Move,
            Ordered::Place { .. } => OrderStep::Declare,
            Ordered::At(GearWork::Loose | GearWork::ShootFire, _) => OrderStep::Shoot,
            Ordered::At(..) => OrderStep::Move,
        }
    }

    /// The decision it is where things stand.
    pub(super) fn decision(&self, position: &Position) -> Result<Decision, Illegal> {
        let (body, it) = (self.body, position.body(self.body));
        let heading = |bearing: Bearing| match bearing {
            Bearing::Heading(heading) => heading,
            Bearing::Ahead => it.facing,
            Bearing::Back => it.facing.back(),
            Bearing::Left => it.facing.turned(16),
            Bearing::Right => it.facing.turned(-16),
            Bearing::Toward(other) => Heading::of(it.centre.to(position.body(other).centre)),
        };
        match self.what {
            Ordered::Now(_, decision) => Ok(decision),
            Ordered::March { way, distance, gait, facing } => {
                let way = heading(way);
                let facing = facing.map_or(way, heading);
                Ok(Decision::March { body, heading: way, distance, gait, facing })
            }
            Ordered::Go { to, facing } => {
                let facing = facing.map_or_else(|| Heading::of(it.centre.to(to)), heading);
                Ok(Decision::Go { body, to, facing })
            }
            Ordered::Place { thing, to, facing } => {
                let facing = facing.map_or(it.facing, heading);
                Ok(match thing {
                    Some(gear) => Decision::PlaceGear { gear, at: to, facing },
                    None => Decision::Place { body, at: to, facing },
                })
            }
            Ordered::At(work, target) => {
                let mark = match target {
                    Target::Mark(mark) => mark,
                    Target::Barrier(barrier, near) => {
                        Mark::Piece(nearest_piece(position, barrier, near.unwrap_or(it.centre), work)?)
                    }
                };
                at(body, work, mark)
            }
        }
    }
}

/// The piece of a barrier nearest to a place that work can be done at: one that does not stand open, if it is to be opened
/// or hewn.
fn nearest_piece(position: &Position, barrier: u16, near: Point, work: GearWork) -> Result<PieceId, Illegal> {
    let (from, to) = position.ground().barriers[usize::from(barrier)].pieces;
    let middle = |piece: PieceId| {
        let it = &position.ground().pieces[usize::from(piece.0)];
        it.from.half_way(it.to)
    };
    let shut = !matches!(work, GearWork::Gate(false));
    let key = |&piece: &PieceId| {
        let open = position.land().stands_open(piece);
        (open == shut, middle(piece).distance_squared(near), piece)
    };
    (from..to).map(PieceId).min_by_key(key).ok_or(Illegal::NotWithThat)
}

fn at(body: BodyId, work: GearWork, mark: Mark) -> Result<Decision, Illegal> {
    let piece = || match mark {
        Mark::Piece(piece) => Ok(piece),
        _ => Err(Illegal::NotWithThat),
    };
    let burning = || match mark {
        Mark::Piece(piece) => Ok(Burning::Piece(piece)),
        Mark::Area(area) => Ok(Burning::Area(area)),
        Mark::Gear(gear) => Ok(Burning::Gear(gear)),
        Mark::Body(_) => Err(Illegal::NotWithThat),
    };
    let task = match work {
        GearWork::Raise(ladder) => Task::Raise { ladder, at: piece()? },
        GearWork::Ram(ram) => Task::Ram { ram, at: piece()? },
        GearWork::Pick(sow) => Task::Pick { sow, at: piece()? },
        GearWork::Axes => Task::Axes(piece()?),
        GearWork::Gap => Task::Gap(piece()?),
        GearWork::Gate(open) => Task::Gate { at: piece()?, open },
        GearWork::Torch => Task::Torch(mark),
        GearWork::FightFire => Task::FightFire(burning()?),
        GearWork::Drop(gear) => Task::Drop { gear, on: mark },
        GearWork::Loose => return Ok(Decision::Loose { body, at: mark }),
        GearWork::ShootFire => return Ok(Decision::ShootFire { body, at: mark }),
    };
    Ok(Decision::Task { body, task })
}

/// The task that is done with a piece of gear.
type TaskWith = fn(ThingId) -> Task;

/// Everything an order may name.
pub(super) struct Named<'a> {
    /// Bodies, in their order.
    pub(super) bodies: &'a [(String, Side)],
    /// Men, in their order.
    pub(super) men: &'a [(String, Side)],
    /// The body of each man.
    pub(super) body_of: &'a [BodyId],
    /// Gear, in its order: its name, whose it is, and the body that has it.
    pub(super) gear: &'a [(String, Side, Option<BodyId>)],
    pub(super) ground: &'a Ground,
}

/// A name as it is compared: in small letters, without `the`.
pub(super) fn bare(name: &str) -> String {
    let name = plain(name);
    name.strip_prefix("the ").unwrap_or(&name).to_owned()
}

impl Named<'_> {
    pub(super) fn body(&self, name: &str) -> Option<BodyId> {
        let found = self.bodies.iter().position(|(known, _)| bare(known) == bare(name));
        found.map(|n| BodyId(n as u16))
    }

    pub(super) fn man(&self, name: &str) -> Option<FigureId> {
        let found = self.men.iter().position(|(known, _)| bare(known) == bare(name));
        found.map(|n| FigureId(n as u16))
    }

    fn need_body(&self, name: &str) -> Result<BodyId, String> {
        self.body(name).ok_or_else(|| {
            let known: Vec<&str> = self.bodies.iter().map(|(name, _)| name.as_str()).collect();
            format!("there is no “{}” here; there are {}", name.trim(), known.join(", "))
        })
    }

    /// Gear of a name: a body's own first, then its side's, then anybody's.
    fn need_gear(&self, name: &str, body: BodyId) -> Result<ThingId, String> {
        let side = self.bodies[usize::from(body.0)].1;
        let called = |&(_, (known, ..)): &(u16, &(String, Side, Option<BodyId>))| {
            bare(known) == bare(name) || format!("{}s", bare(known)) == bare(name)
        };
        let all = (0..).zip(self.gear).filter(called);
        let nearness = |&(n, &(_, of, by)): &(u16, &(String, Side, Option<BodyId>))| (by != Some(body), of != side, n);
        all.min_by_key(nearness).map(|(n, _)| ThingId(n)).ok_or_else(|| {
            let known: Vec<&str> = self.gear.iter().map(|(name, ..)| name.as_str()).collect();
            match known.is_empty() {
                true => format!("there is no “{}”; this situation has no gear", name.trim()),
                false => format!("there is no gear “{}”; there is {}", name.trim(), known.join(", ")),
            }
        })
    }

    fn barrier(&self, name: &str) -> Option<u16> {
        let found = self.ground.barriers.iter().position(|barrier| bare(&barrier.name) == bare(name));
        found.map(|n| n as u16)
    }

    fn need_barrier(&self, name: &str) -> Result<Target, String> {
        let (name, near) = match name.split_once(" at ") {
            Some((name, place)) => (name, Some(point(place)?)),
            None => (name, None),
        };
        self.barrier(name).map(|barrier| Target::Barrier(barrier, near)).ok_or_else(|| {
            let known: Vec<&str> = self.ground.barriers.iter().map(|barrier| barrier.name.as_str()).collect();
            match known.is_empty() {
                true => format!("there is no “{}”; this ground has no hedge, wall or gate", name.trim()),
                false => format!("there is no “{}” on the ground; there is {}", name.trim(), known.join(", ")),
            }
        })
    }

    /// Men, a barrier, a building or gear.
    fn need_target(&self, name: &str, body: BodyId) -> Result<Target, String> {
        if let Some(body) = self.body(name) {
            return Ok(Target::Mark(Mark::Body(body)));
        }
        if let Ok(target) = self.need_barrier(name) {
            return Ok(target);
        }
        if let Some(area) = self.ground.areas.iter().position(|area| bare(&area.name) == bare(name)) {
            return Ok(Target::Mark(Mark::Area(area as u8)));
        }
        match self.need_gear(name, body) {
            Ok(gear) => Ok(Target::Mark(Mark::Gear(gear))),
            Err(_) => Err(format!("there is nothing called “{}”: no men, wall, building or gear", name.trim())),
        }
    }

    fn bearing(&self, text: &str) -> Result<Bearing, String> {
        let word = plain(text);
        if let Some(heading) = heading(&word) {
            return Ok(Bearing::Heading(heading));
        }
        let toward = ["towards ", "toward "].iter().find_map(|start| word.strip_prefix(start));
        Ok(match (word.as_str(), toward) {
            (_, Some(name)) => Bearing::Toward(self.need_body(name)?),
            ("" | "ahead", _) => Bearing::Ahead,
            ("back", _) => Bearing::Back,
            ("left", _) => Bearing::Left,
            ("right", _) => Bearing::Right,
            _ => {
                return Err(format!(
                    "“{}” is no way to go: write north, north-east and so on, degrees from the north such as 30°, ahead, \
                     back, left, right, or towards NAME; the attacker's edge is the south",
                    text.trim()
                ));
            }
        })
    }

    /// An order, `WHO: WHAT`, or what is wrong with it.
    pub(super) fn order(&self, side: Side, text: &str) -> Result<WrittenOrder, String> {
        let Some((who, what)) = text.split_once(':') else {
            return Err(format!("an order is written “WHO: WHAT”, such as “Sir Hugh: charge the levy”; not “{text}”"));
        };
        let body = self.need_body(who)?;
        if self.bodies[usize::from(body.0)].1 != side {
            return Err(format!("{} is of the other side", self.bodies[usize::from(body.0)].0));
        }
        let what = self.ordered(body, what.trim())?;
        Ok(WrittenOrder { side, body, text: text.trim().to_owned(), what })
    }

    fn ordered(&self, body: BodyId, text: &str) -> Result<Ordered, String> {
        let word = plain(text);
        if let Some(simple) = simple(body, &word) {
            return Ok(simple);
        }
        let after = |start: &str| word.strip_prefix(start).map(str::trim);
        let now = |step: OrderStep, decision: Decision| Ok(Ordered::Now(step, decision));
        let task = |task: Task| Ok(Ordered::Now(OrderStep::Move, Decision::Task { body, task }));
        let two = |rest: &str, between: &str| {
            let parts = rest.split_once(between).map(|(one, other)| (one.trim().to_owned(), other.trim().to_owned()));
            parts.ok_or_else(|| format!("“{text}” lacks “{}”", between.trim()))
        };
        if let Some(name) = after("charge ") {
            let at = self.need_body(name)?;
            return now(OrderStep::Declare, Decision::Charge { body, at, gait: Gait::Run });
        }
        if let Some(name) = after("close with ") {
            let at = self.need_body(name)?;
            return now(OrderStep::Declare, Decision::Charge { body, at, gait: Gait::Walk });
        }
        for (start, gait) in [("walk ", Gait::Walk), ("run ", Gait::Run), ("gallop ", Gait::Run)] {
            if let Some(rest) = after(start) {
                return self.march(rest, gait);
            }
        }
        if let Some(rest) = after("turn ") {
            let way = self.bearing(rest)?;
            return Ok(Ordered::March { way, distance: 0, gait: Gait::Walk, facing: None });
        }
        if let Some(rest) = after("place ") {
            let (what, place) = rest.split_once("at ").ok_or_else(|| format!("“{text}” lacks “at”"))?;
            let thing = if what.trim().is_empty() { None } else { Some(self.need_gear(what.trim(), body)?) };
            let (place, facing) = self.with_facing(place)?;
            return Ok(Ordered::Place { thing, to: point(&place)?, facing });
        }
        if let Some(rest) = after("let ").and_then(|rest| rest.strip_suffix(" yield")) {
            let man = self.man(rest).ok_or_else(|| format!("there is no man “{rest}” here"))?;
            return now(OrderStep::Declare, Decision::YieldMan { body, man });
        }
        if let Some(word) = after("wield ") {
            let weapon: Weapon = word.parse().map_err(|_| format!("“{word}” is no weapon"))?;
            return now(OrderStep::Declare, Decision::Wield { body, weapon });
        }
        if let Some(files) = after("array ").and_then(|rest| rest.strip_suffix("wide")) {
            let files = files.trim().parse().map_err(|_| format!("“{}” is no number of men", files.trim()))?;
            return now(OrderStep::Move, Decision::Front { body, files });
        }
        if let Some(name) = after("counter charge ") {
            return now(OrderStep::Answer, Decision::Counter { body, at: self.need_body(name)? });
        }
        if let Some(rest) = after("evade to ") {
            return Ok(Ordered::Now(OrderStep::Answer, Decision::EvadeTo { body, to: point(rest)? }));
        }
        if let Some(rest) = after("go to ") {
            let (place, facing) = self.with_facing(rest)?;
            return Ok(Ordered::Go { to: point(&place)?, facing });
        }
        if let Some((name, men)) = after("shoot the horses of ").and_then(|rest| rest.split_once(" with ")) {
            let men = men.trim_end_matches("men").trim();
            let men: u16 = men.parse().map_err(|_| format!("“{men}” is no number of men"))?;
            let at = self.need_body(name)?;
            return now(OrderStep::Shoot, Decision::Target { body, men, at, man: None, horses: true });
        }
        if let Some(name) = after("shoot the horses of ") {
            return now(OrderStep::Shoot, Decision::Shoot { body, at: self.need_body(name)?, horses: true });
        }
        if let Some(name) = after("shoot fire at ") {
            return Ok(Ordered::At(GearWork::ShootFire, self.need_target(name, body)?));
        }
        if let Some(rest) = after("shoot ").filter(|rest| rest.contains(" with ")) {
            let (name, men) = two(rest, " with ")?;
            let men = men.trim_end_matches("men").trim();
            let men: u16 = men.parse().map_err(|_| format!("“{men}” is no number of men"))?;
            let man = if self.body(&name).is_some() { None } else { self.man(&name) };
            let at = match man {
                Some(man) => self.body_of[usize::from(man.0)],
                None => self.need_body(&name)?,
            };
            return now(OrderStep::Shoot, Decision::Target { body, men, at, man, horses: false });
        }
        if let Some(name) = after("shoot ") {
            return now(OrderStep::Shoot, Decision::Shoot { body, at: self.need_body(name)?, horses: false });
        }
        if let Some(name) = after("loose at ") {
            return Ok(Ordered::At(GearWork::Loose, self.need_target(name, body)?));
        }
        if let Some(rest) = after("raise ") {
            let (ladder, wall) = two(rest, " at ")?;
            return Ok(Ordered::At(GearWork::Raise(self.need_gear(&ladder, body)?), self.need_barrier(&wall)?));
        }
        if let Some(name) = after("climb down ") {
            return task(Task::ClimbDown(self.need_gear(name, body)?));
        }
        if let Some(name) = after("climb ") {
            return task(Task::Climb(self.need_gear(name, body)?));
        }
        if let Some(name) = after("push ") {
            return task(Task::Push(self.need_gear(name, body)?));
        }
        if let Some(rest) = after("ram ") {
            let (wall, ram) = two(rest, " with ")?;
            return Ok(Ordered::At(GearWork::Ram(self.need_gear(&ram, body)?), self.need_barrier(&wall)?));
        }
        if let Some(rest) = after("pick ").filter(|rest| rest.contains(" with ")) {
            let (wall, sow) = two(rest, " with ")?;
            return Ok(Ordered::At(GearWork::Pick(self.need_gear(&sow, body)?), self.need_barrier(&wall)?));
        }
        let walls = [
            ("hew ", GearWork::Axes),
            ("make a gap in ", GearWork::Gap),
            ("open ", GearWork::Gate(true)),
            ("shut ", GearWork::Gate(false)),
        ];
        for (start, work) in walls {
            if let Some(name) = after(start) {
                return Ok(Ordered::At(work, self.need_barrier(name)?));
            }
        }
        if let Some(name) = after("put a torch to ") {
            return Ok(Ordered::At(GearWork::Torch, self.need_target(name, body)?));
        }
        if let Some(name) = after("fight the fire of ") {
            return Ok(Ordered::At(GearWork::FightFire, self.need_target(name, body)?));
        }
        for start in ["drop ", "pour "] {
            if let Some(rest) = after(start) {
                let (gear, on) = two(rest, " on ")?;
                return Ok(Ordered::At(GearWork::Drop(self.need_gear(&gear, body)?), self.need_target(&on, body)?));
            }
        }
        if let Some(rest) = after("fill ") {
            let (place, faggots) = two(rest, " with ")?;
            return task(Task::Fill { faggots: self.need_gear(&faggots, body)?, at: point(&place)? });
        }
        if let Some(rest) = after("loot ") {
            let (take, from) = two(rest, " of ")?;
            let take = match bare(&take).as_str() {
                "weapon" | "weapons" => Booty::Weapon,
                "shield" => Booty::Shield,
                "armour" => Booty::Armour,
                _ => return Err(format!("“{take}” is not looted: write the weapon, the shield or the armour of MAN")),
            };
            let from = self.man(&from).ok_or_else(|| format!("there is no man “{from}” here"))?;
            return task(Task::Loot { from, take });
        }
        let with_gear: [(&str, TaskWith); 10] = [
            ("lend hands to ", Task::Help),
            ("heat ", Task::Heat),
            ("plant ", Task::Plant),
            ("lift ", Task::Lift),
            ("light ", Task::Light),
            ("take missiles from ", Task::Restock),
            ("take up ", Task::PickUp),
            ("lay down ", Task::LayDown),
            ("harness ", |gear| Task::Harness { gear, on: true }),
            ("unharness ", |gear| Task::Harness { gear, on: false }),
        ];
        for (start, make) in with_gear {
            if let Some(name) = after(start) {
                return task(make(self.need_gear(name, body)?));
            }
        }
        Err(format!("“{text}” is no order; orders are: {}", FORMS.join("; ")))
    }

    /// `6 north, facing east`.
    fn march(&self, rest: &str, gait: Gait) -> Result<Ordered, String> {
        let (rest, facing) = self.with_facing(rest)?;
        let (far, way) = rest.split_once(' ').unwrap_or((&rest, ""));
        let way = way.trim().trim_start_matches("in ").trim();
        let way = if way == "in" { "" } else { way };
        let distance = inches(far).ok_or_else(|| {
            format!("“{far}” is no number of inches; write “walk 6 north”, with quarters as 6.25 if need be")
        })?;
        Ok(Ordered::March { way: self.bearing(way)?, distance, gait, facing })
    }

    fn with_facing(&self, text: &str) -> Result<(String, Option<Bearing>), String> {
        match text.split_once("facing ") {
            Some((rest, facing)) => {
                let rest = rest.trim().trim_end_matches(',').trim();
                Ok((rest.to_owned(), Some(self.bearing(facing)?)))
            }
            None => Ok((text.trim().to_owned(), None)),
        }
    }
}

/// Orders that name nothing.
fn simple(body: BodyId, word: &str) -> Option<Ordered> {
    use OrderStep::{Declare, Move};
    let task = |task| Decision::Task { body, task };
    let (step, decision) = match word {
        "aim at horses" => (Declare, Decision::Aim { body, horses: true }),
        "aim at riders" => (Declare, Decision::Aim { body, horses: false }),
        "follow" => (Declare, Decision::Follow { body, follow: true }),
        "do not follow" => (Declare, Decision::Follow { body, follow: false }),
        "demand surrender" => (Declare, Decision::Demand { body, demand: true }),
        "do not demand surrender" => (Declare, Decision::Demand { body, demand: false }),
        "yield" => (Declare, Decision::Yield { body }),
        "kill prisoners" => (Declare, Decision::Slay { body }),
        "stand" => (OrderStep::Answer, Decision::Answer { body, answer: Answer::Stand }),
        "counter charge" | "counter" => (OrderStep::Answer, Decision::Answer { body, answer: Answer::Counter }),
        "evade" => (OrderStep::Answer, Decision::Answer { body, answer: Answer::Evade }),
        "withdraw" => (Move, Decision::Withdraw { body }),
        "close ranks" => (Move, Decision::Ranks { body, close: true }),
        "open ranks" => (Move, Decision::Ranks { body, close: false }),
        "mount" => (Move, Decision::Mount { body, mount: true }),
        "dismount" => (Move, Decision::Mount { body, mount: false }),
        "pick up the standard" => (Move, Decision::PickUp { body }),
        "hold" => (Move, Decision::Hold { body }),
        "take missiles in hand" => (Move, task(Task::Change { missiles: true })),
        "lay missiles aside" => (Move, task(Task::Change { missiles: false })),
        "put on armour" => (Move, task(Task::PutOn)),
        _ => return None,
    };
    Some(Ordered::Now(step, decision))
}

/// A heading by its compass word, or by degrees from the north, clockwise.
pub(super) fn heading(text: &str) -> Option<Heading> {
    const WINDS: [&str; 16] = [
        "north",
        "north north east",
        "north east",
        "east north east",
        "east",
        "east south east",
        "south east",
        "south south east",
        "south",
        "south south west",
        "south west",
        "west south west",
        "west",
        "west north west",
        "north west",
        "north north west",
    ];
    let word = plain(text);
    if let Some(wind) = WINDS.iter().position(|known| *known == word) {
        return Some(Heading::UP.turned(-4 * wind as i32));
    }
    let degrees: i32 = word.trim_end_matches("degrees").trim_end_matches('°').trim().parse().ok()?;
    // The nearest of 64 headings, 5.625° apart.
    (-360..=360).contains(&degrees).then(|| Heading::UP.turned(-((degrees * 64 + 180).div_euclid(360))))
}

/// Inches in quarters, or any part that is so many 64ths, as 64ths.
pub(super) fn inches(text: &str) -> Option<i32> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let part = part.trim_end_matches('0');
    if part.len() > 6 || !part.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (unit, parts) = (10_i64.pow(part.len() as u32), part.parse::<i64>().unwrap_or(0) * i64::from(INCH));
    let whole: i32 = whole.parse().ok().filter(|whole| (0..=240).contains(whole))?;
    (parts % unit == 0).then_some(whole * INCH + (parts / unit) as i32)
}

/// A place written `X, Y`, with or without brackets.
pub(super) fn point(text: &str) -> Result<Point, String> {
    let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
    let pair = inside.split_once(',').and_then(|(x, y)| Some(Point::new(inches(x)?, inches(y)?)));
    pair.ok_or_else(|| format!("“{}” is no place: write “X, Y”, in inches, in quarters if need be", text.trim()))
}
