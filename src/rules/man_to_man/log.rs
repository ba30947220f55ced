//! A battle told in plain sentences, each roll with its dice, what was added and by which clause.

use super::event::{Answer, Cause, Event, FallCause, Gait, Moment, Office, Throw, Why};
use super::gear::state::ThingId;
use super::ground::{Ground, PieceId};
use super::replay;
use super::setup::ground_of;
use super::state::{BodyId, FigureId, ForceId};
use super::tables::Tables;
use super::view::choices::Upon;
use crate::rules::battle::{Plan, Standard, score_in_words};
use crate::rules::figure::{BySide, Side, Weapon};
use crate::rules::gear::Thing;
use crate::rules::telling::capital;
pub use crate::rules::telling::{Line, Roll};
use crate::rules::weather::Weather;
use std::sync::Arc;

/// The names of a plan, as events count them.
#[derive(Clone, Debug)]
pub struct Names {
    figures: Vec<String>,
    bodies: Vec<(String, bool)>,
    forces: Vec<String>,
    hosts: BySide<String>,
    things: Vec<Thing>,
    ground: Arc<Ground>,
    weather: Option<Weather>,
}

impl Names {
    /// The names of a plan.
    pub fn of(plan: &Plan) -> Names {
        // Of a ground that cannot be read nothing has a name.
        let ground = ground_of(plan, &Tables::book()).unwrap_or_else(|_| Arc::new(Ground::open(0, 0)));
        Names::on(plan, ground)
    }

    /// The names of a plan on a ground that has been read already.
    pub(super) fn on(plan: &Plan, ground: Arc<Ground>) -> Names {
        let (mut figures, mut bodies, mut forces) = (Vec::new(), Vec::new(), Vec::new());
        for side in [Side::Attacker, Side::Defender] {
            let host = &plan.hosts[side];
            // Two men may share a name; their numbers tell them apart.
            figures.extend(host.men().map(|fighter| match (fighter.name.is_empty(), fighter.number.is_empty()) {
                (false, false) => format!("{} ({})", fighter.name, fighter.number),
                (false, true) => fighter.name.clone(),
                (true, _) => fighter.number.clone(),
            }));
            bodies.extend(replay::bodies(host).map(|(name, men)| (name.to_owned(), men == 1)));
            forces.extend(host.forces.iter().map(|force| force.name.clone()));
        }
        let hosts = BySide { attacker: plan.hosts.attacker.name.clone(), defender: plan.hosts.defender.name.clone() };
        let gear = plan.hosts.attacker.gear.iter().chain(&plan.hosts.defender.gear);
        let things = gear.map(|piece| piece.thing).collect();
        Names { figures, bodies, forces, hosts, things, ground, weather: plan.weather }
    }

    /// What a piece of gear is.
    pub(super) fn thing(&self, id: ThingId) -> Option<Thing> {
        self.things.get(usize::from(id.0)).copied()
    }

    /// What the ground calls a barrier.
    pub(super) fn barrier(&self, piece: PieceId) -> Option<String> {
        let piece = self.ground.pieces.get(usize::from(piece.0))?;
        let barrier = &self.ground.barriers[usize::from(piece.barrier)];
        Some(if barrier.name.is_empty() { format!("the {}", barrier.kind) } else { barrier.name.clone() })
    }

    /// What the ground calls an area.
    pub(super) fn area(&self, area: u8) -> Option<String> {
        let area = self.ground.areas.get(usize::from(area))?;
        Some(if area.name.is_empty() { format!("the {}", area.surface) } else { area.name.clone() })
    }

    pub(super) fn figure(&self, id: FigureId) -> &str {
        self.figures.get(usize::from(id.0)).map_or("somebody", String::as_str)
    }

    pub(super) fn body(&self, id: BodyId) -> &str {
        self.bodies.get(usize::from(id.0)).map_or("some men", |(name, _)| name)
    }

    /// The name of a body with a verb: `The Vale men charge`, `Sir Hugh charges`.
    pub(super) fn does(&self, id: BodyId, many: &str) -> String {
        format!("{} {}", self.body(id), self.verb(id, many))
    }

    /// A verb as it is said of many, or of one where the body is one man.
    pub(super) fn verb(&self, id: BodyId, many: &str) -> String {
        let one = self.bodies.get(usize::from(id.0)).is_some_and(|&(_, one)| one);
        match (one, many) {
            (false, _) => many.to_owned(),
            (true, "have") => "has".to_owned(),
            (true, "will") => "will".to_owned(),
            (true, _) if many.ends_with("sh") => format!("{many}es"),
            (true, _) => format!("{many}s"),
        }
    }

    /// What a thing is done to; nothing for themselves.
    pub fn upon(&self, upon: Upon) -> String {
        match upon {
            Upon::Themselves => String::new(),
            Upon::Mark(mark) => super::gear::log::mark(self, mark),
            Upon::Man(man) => self.figure(man).to_owned(),
            Upon::Moat => "the moat".to_owned(),
        }
    }

    fn force(&self, id: ForceId) -> &str {
        self.forces.get(usize::from(id.0)).map_or("a force", String::as_str)
    }
}

fn throw(what: &'static str, throw: &Throw) -> Roll {
    Roll { what, clause: "MM-5.4", faces: vec![throw.face], parts: throw.parts.clone(), total: throw.total }
}

/// Why morale is tested, in words.
pub fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Melee => "after melee",
        Cause::MissileHits => "three or more hit by missiles",
        Cause::UnderHalf => "a man hit, under half strength",
        Cause::FriendsFlee => "friends in flight near",
        Cause::LeaderLost => "a leader lost",
        Cause::Firearm => "shot at by a firearm",
        Cause::Charging => "peasants charging",
        Cause::Charged => "peasants charged",
        Cause::FromBehind => "charged or shot at from behind",
        Cause::Unhorsed => "unhorsed",
        Cause::FriendsLost => "friends lost near",
        Cause::EnemyFlees => "enemy in flight near",
        Cause::ShotAtHalted => "shot at while halted",
        Cause::InFlight => "in flight",
        Cause::Engine => "shot at by an engine",
        Cause::Surprised => "surprised from cover",
    }
}

fn standard(standard: Standard) -> &'static str {
    match standard {
        Standard::Army => "the army's standard",
        Standard::Battle => "a battle's standard",
        Standard::Force => "a force's standard",
    }
}

fn moved(names: &Names, body: BodyId, gait: Gait, why: Why) -> Option<String> {
    let does = |verb: &str| names.does(body, verb);
    Some(match (why, gait) {
        (Why::Ordered, Gait::Stood) => return None,
        (Why::Ordered, Gait::Walk) => format!("{} at a walk.", does("move")),
        (Why::Ordered, Gait::Run) => format!("{} at a run.", does("move")),
        (Why::Charge, Gait::Run) => format!("{} home.", does("charge")),
        (Why::Charge, _) => format!("{} in at a walk.", does("close")),
        (Why::Evade, _) => format!("{}.", does("evade")),
        (Why::Flight, _) => format!("{}.", does("flee")),
        (Why::FallBack, _) => format!("{} back.", does("fall")),
        (Why::Bold, _) => format!("{} boldly.", does("advance")),
        (Why::Pursuit, _) => format!("{}.", does("pursue")),
        (Why::Withdrawal, _) => format!("{}.", does("withdraw")),
        (Why::Posted, _) => format!("{} another post before the battle.", does("take")),
        (Why::Onset | Why::Led | Why::Climb | Why::Fall, _) => return None,
    })
}

/// The line for an event; none for what needs no telling.
pub fn line(event: &Event, names: &Names) -> Option<Line> {
    let figure = |id: &FigureId| names.figure(*id);
    let body = |id: &BodyId| names.body(*id);
    let does = |id: &BodyId, verb: &str| names.does(*id, verb);
    let text = match event {
        Event::Arrayed { .. } => {
            let ground = names.ground.arrayed_where();
            let weather = names.weather.map_or_else(String::new, |weather| format!(" {}", weather.told()));
            format!("{} and {} stand arrayed {ground}.{weather}", names.hosts.attacker, names.hosts.defender)
        }
        Event::CameOn { force, .. } => format!("{} comes onto the field (CP-3.1).", names.force(*force)),
        Event::Turn { turn } => return Some(Line { text: format!("Turn {turn}"), rolls: Vec::new(), heading: true }),
        Event::Turned { .. } => return None,
        Event::Rose { figure: id } => format!("{} is on his feet again.", figure(id)),
        Event::Declared { body: id, at, gait: Gait::Run } => {
            format!("{} a charge at {}.", does(id, "declare"), body(at))
        }
        Event::Declared { body: id, at, .. } => format!("{} to close with {} at a walk.", does(id, "mean"), body(at)),
        Event::Answered { body: id, answer: Answer::Stand, .. } => format!("{} to receive it.", does(id, "stand")),
        Event::Answered { body: id, to, answer: Answer::Counter } => {
            format!("{} {}.", does(id, "counter-charge"), body(to))
        }
        Event::Answered { body: id, to, answer: Answer::Evade } => {
            format!("{} not await {}.", does(id, "will"), body(to))
        }
        Event::Card { force } => format!("The card of {} is drawn.", names.force(*force)),
        Event::Moved { body: id, gait, why, .. } => return moved(names, *id, *gait, *why).map(Line::plain),
        Event::Shot { by, at, horse, weapon, second, inches, faces, parts, total, hit, .. } => {
            let whom = if *horse { format!("the horse of {}", figure(at)) } else { figure(at).to_owned() };
            let again = if *second { " again" } else { "" };
            let result = if *hit { "and hits" } else { "and misses" };
            let text = format!("{} shoots{again} with his {weapon} at {whom}, {inches} in away, {result}.", figure(by));
            let roll =
                Roll { what: "to hit", clause: "MM-4.8", faces: faces.to_vec(), parts: parts.clone(), total: *total };
            return Some(Line::with(text, vec![roll]));
        }
        Event::Loaded { body: id } => format!("{}.", does(id, "load")),
        Event::Struck { by, at, horse, weapon, moment, attack, defence, hit } => {
            let whom = if *horse { format!("the horse of {}", figure(at)) } else { figure(at).to_owned() };
            let result = if *hit { "and hits" } else { "without effect" };
            let when = if *moment == Moment::Leaving { " as he leaves the melee" } else { "" };
            let what = match weapon {
                Weapon::Improvised => "an improvised weapon".to_owned(),
                weapon => format!("his {weapon}"),
            };
            let text = format!("{} strikes {whom} with {what}{when}, {result}.", figure(by));
            return Some(Line::with(text, vec![throw("attack", attack), throw("defence", defence)]));
        }
        Event::Hurt { figure: id, horse, face, parts, killed, second_wound } => {
            let whom = if *horse { format!("The horse of {}", figure(id)) } else { figure(id).to_owned() };
            let result = match (killed, second_wound) {
                (true, true) => "takes a second wound and dies",
                (true, false) => "is killed",
                (false, _) => "is wounded",
            };
            let total = i32::from(*face) + parts.iter().map(|part| part.value as i32).sum::<i32>();
            let roll = Roll { what: "wound", clause: "MM-6.1", faces: vec![*face], parts: parts.clone(), total };
            return Some(Line::with(format!("{whom} {result}."), vec![roll]));
        }
        Event::Seat { figure: id, why, faces, need, fell } => {
            let cause = if *why == FallCause::Firearm { "as a firearm goes off" } else { "on his wounded horse" };
            let result = if *fell { "loses his seat" } else { "keeps his seat" };
            let total = i32::from(faces[0]) + i32::from(faces[1]);
            let roll = Roll { what: "seat", clause: "MM-6.3", faces: faces.to_vec(), parts: Vec::new(), total };
            return Some(Line::with(format!("{} {result} {cause} (falls on {need} or less).", figure(id)), vec![roll]));
        }
        Event::Fell { figure: id, why } => match why {
            FallCause::Ladder => format!("{} falls from the ladder.", figure(id)),
            FallCause::Lance => format!("{} is unhorsed by the lance.", figure(id)),
            FallCause::HorseKilled => format!("{} falls with his horse.", figure(id)),
            FallCause::Wall => format!("{} falls from the wall.", figure(id)),
            FallCause::Tree => format!("{} falls out of the tree.", figure(id)),
            FallCause::Gangway => format!("{} falls from the gangway.", figure(id)),
            FallCause::HorseWounded | FallCause::Firearm => format!("{} falls from his horse.", figure(id)),
        },
        Event::LanceBroke { figure: id } => format!("The lance of {} breaks.", figure(id)),
        Event::Changed { figure: id, weapon } => format!("{} takes his {weapon} in hand.", figure(id)),
        Event::Tested { body: id, causes, faces, parts, total, result } => {
            let why: Vec<&str> = causes.iter().map(|&it| cause(it)).collect();
            let text = format!("{} for morale ({}): {}.", does(id, "test"), why.join(", "), result.word());
            let roll =
                Roll { what: "morale", clause: "MM-7.3", faces: faces.to_vec(), parts: parts.clone(), total: *total };
            return Some(Line::with(text, vec![roll]));
        }
        Event::Rallied { body: id } => format!("{} fleeing to rally.", does(id, "stop")),
        Event::Yielded { figure: id, to } => format!("{} yields to {}.", figure(id), figure(to)),
        Event::Freed { figure: id } => format!("{} is unguarded and free again.", figure(id)),
        Event::Slain { figure: id, by } => format!("{} puts the prisoner {} to death.", figure(by), figure(id)),
        Event::Left { figure: id, fled: true } => format!("{} flees the field.", figure(id)),
        Event::Left { figure: id, fled: false } => format!("{} leaves the field in order.", figure(id)),
        Event::Mounted { figure: id, mounted: true } => format!("{} mounts.", figure(id)),
        Event::Mounted { figure: id, mounted: false } => format!("{} dismounts.", figure(id)),
        Event::MayRideThrough { body: id } => format!("{} broken through and may ride on.", does(id, "have")),
        Event::Ranks { body: id, close: true } => format!("{} ranks.", does(id, "close")),
        Event::Ranks { body: id, close: false } => format!("{} ranks.", does(id, "open")),
        Event::Fronted { body: id, files } => format!("{} {files} in their front rank.", does(id, "array")),
        Event::LeaderLost { figure: id, office } => match office {
            Office::Army => format!("{}, who leads the army, is lost.", figure(id)),
            Office::Battle => format!("{}, who leads a battle, is lost.", figure(id)),
            Office::Force => format!("{}, who leads a force, is lost.", figure(id)),
            Office::Unit => format!("{}, who leads a unit, is lost.", figure(id)),
        },
        Event::StandardFell { side, standard: it, .. } => {
            format!("{} of {} falls to the ground.", capital(standard(*it)), names.hosts[*side])
        }
        Event::StandardTaken { side, standard: it, by, face } => {
            let text = format!("{} takes {} of {}.", figure(by), standard(*it), names.hosts[*side]);
            let roll = |face| Roll {
                what: "to take it",
                clause: "MM-8.8",
                faces: vec![face],
                parts: vec![],
                total: face.into(),
            };
            return Some(Line::with(text, face.map(roll).into_iter().collect()));
        }
        Event::StandardRaised { side, standard: it, by } => {
            format!("{} raises {} of {}.", figure(by), standard(*it), names.hosts[*side])
        }
        Event::GradeFell { figure: id, from, to } => format!("{} falls from grade {from} to {to}.", figure(id)),
        Event::GearArrayed { .. } => return None,
        Event::Tasked { .. }
        | Event::GearNow { .. }
        | Event::Restocked { .. }
        | Event::Loosed { .. }
        | Event::FireShot { .. }
        | Event::Tried { .. }
        | Event::Opened { .. }
        | Event::Filled { .. }
        | Event::Lit { .. }
        | Event::Caught { .. }
        | Event::FireFought { .. }
        | Event::BurntDown { .. }
        | Event::Perished { .. }
        | Event::Looted { .. }
        | Event::Dressed { .. } => return super::gear::log::line(event, names),
        Event::Over { winner, half_points } => {
            let score = score_in_words(*winner, half_points);
            match winner {
                Some(side) => format!("The battle is over: {} wins, {score}.", names.hosts[*side]),
                None => format!("The battle is over, and nobody has won: {score}."),
            }
        }
    };
    Some(Line::plain(text))
}

/// Every line of a battle.
pub fn lines(plan: &Plan, events: &[Event]) -> Vec<Line> {
    let names = Names::of(plan);
    events.iter().filter_map(|event| line(event, &names)).collect()
}
