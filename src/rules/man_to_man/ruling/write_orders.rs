//! Decisions written as the orders they are, `WHO: WHAT`.

use super::super::Decision;
use super::super::event::{Answer as Reply, Gait};
use super::super::gear::state::{Booty, Burning, Mark, Task, ThingId};
use super::super::state::Position;
use super::write::{Called, degrees, inches, piece_text};
use crate::rules::geometry::Point;

fn spot(at: Point) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}

/// A decision as an order; nothing for one that orders nothing.
pub(super) fn order(start: &Position, decision: &Decision, called: &Called) -> Option<String> {
    use Decision::*;
    let name = |body: super::BodyId| called.bodies[usize::from(body.0)].as_str();
    let gear = |gear: ThingId| called.gear[usize::from(gear.0)].as_str();
    let what = match *decision {
        Charge { at, gait: Gait::Walk, .. } => format!("close with {}", name(at)),
        Charge { at, .. } => format!("charge {}", name(at)),
        Aim { horses, .. } => format!("aim at {}", if horses { "horses" } else { "riders" }),
        Follow { follow, .. } => if follow { "follow" } else { "do not follow" }.to_owned(),
        Demand { demand, .. } => if demand { "demand surrender" } else { "do not demand surrender" }.to_owned(),
        EvadeTo { to, .. } => format!("evade to {}", spot(to)),
        Yield { .. } => "yield".to_owned(),
        YieldMan { man, .. } => format!("let {} yield", called.men[usize::from(man.0)]),
        Wield { weapon, .. } => format!("wield {weapon}"),
        Place { at, facing, .. } => format!("place at {}, facing {}", spot(at), degrees(facing)),
        PlaceGear { gear: it, at, facing } => {
            let by = start.train().get(it).and_then(|it| it.body).unwrap_or(super::BodyId(0));
            return Some(format!("{}: place {} at {}, facing {}", name(by), gear(it), spot(at), degrees(facing)));
        }
        Slay { .. } => "kill prisoners".to_owned(),
        Answer { answer, .. } => match answer {
            Reply::Stand => "stand".to_owned(),
            Reply::Counter => "counter-charge".to_owned(),
            Reply::Evade => "evade".to_owned(),
        },
        Counter { at, .. } => format!("counter-charge {}", name(at)),
        March { distance: 0, facing, gait: Gait::Walk, heading, .. } if facing == heading => {
            format!("turn {}", degrees(facing))
        }
        March { heading, distance, gait, facing, .. } => {
            let how = if gait == Gait::Run { "run" } else { "walk" };
            format!("{how} {} {}, facing {}", inches(distance), degrees(heading), degrees(facing))
        }
        Go { to, facing, .. } => format!("go to {}, facing {}", spot(to), degrees(facing)),
        Withdraw { .. } => "withdraw".to_owned(),
        Ranks { close, .. } => if close { "close ranks" } else { "open ranks" }.to_owned(),
        Front { files, .. } => format!("array {files} wide"),
        Mount { mount, .. } => if mount { "mount" } else { "dismount" }.to_owned(),
        PickUp { .. } => "pick up the standard".to_owned(),
        Shoot { at, horses, .. } => format!("shoot {}{}", if horses { "the horses of " } else { "" }, name(at)),
        Target { men, at, man, horses, .. } => {
            let whom = man.map_or(name(at), |man| called.men[usize::from(man.0)].as_str());
            format!("shoot {}{whom} with {men}", if horses { "the horses of " } else { "" })
        }
        Task { task, .. } => self::task(start, &task, called),
        Loose { at, .. } => format!("loose at {}", mark(start, at, called)),
        ShootFire { at, .. } => format!("shoot fire at {}", mark(start, at, called)),
        Hold { .. } => "hold".to_owned(),
        Done => return None,
    };
    decision.body().map(|body| format!("{}: {what}", name(body)))
}

fn mark(start: &Position, mark: Mark, called: &Called) -> String {
    match mark {
        Mark::Body(body) => called.bodies[usize::from(body.0)].clone(),
        Mark::Piece(piece) => piece_text(start, piece),
        Mark::Area(area) => start.ground().areas[usize::from(area)].name.clone(),
        Mark::Gear(gear) => called.gear[usize::from(gear.0)].clone(),
    }
}

fn task(start: &Position, task: &Task, called: &Called) -> String {
    let gear = |gear: ThingId| called.gear[usize::from(gear.0)].as_str();
    let piece = |piece| piece_text(start, piece);
    match *task {
        Task::PickUp(it) => format!("take up {}", gear(it)),
        Task::LayDown(it) => format!("lay down {}", gear(it)),
        Task::Restock(from) => format!("take missiles from {}", gear(from)),
        Task::Help(it) => format!("lend hands to {}", gear(it)),
        Task::Harness { gear: it, on: true } => format!("harness {}", gear(it)),
        Task::Harness { gear: it, on: false } => format!("unharness {}", gear(it)),
        Task::Plant(it) => format!("plant {}", gear(it)),
        Task::Lift(it) => format!("lift {}", gear(it)),
        Task::Raise { ladder, at } => format!("raise {} at {}", gear(ladder), piece(at)),
        Task::Climb(ladder) => format!("climb {}", gear(ladder)),
        Task::ClimbDown(ladder) => format!("climb down {}", gear(ladder)),
        Task::Push(ladder) => format!("push {}", gear(ladder)),
        Task::Ram { ram, at } => format!("ram {} with {}", piece(at), gear(ram)),
        Task::Pick { sow, at } => format!("pick {} with {}", piece(at), gear(sow)),
        Task::Axes(at) => format!("hew {}", piece(at)),
        Task::Gap(at) => format!("make a gap in {}", piece(at)),
        Task::Gate { at, open } => format!("{} {}", if open { "open" } else { "shut" }, piece(at)),
        Task::Heat(it) => format!("heat {}", gear(it)),
        Task::Drop { gear: it, on } => format!("drop {} on {}", gear(it), mark(start, on, called)),
        Task::Light(it) => format!("light {}", gear(it)),
        Task::Torch(at) => format!("put a torch to {}", mark(start, at, called)),
        Task::FightFire(what) => {
            let at = match what {
                Burning::Piece(piece) => Mark::Piece(piece),
                Burning::Area(area) => Mark::Area(area),
                Burning::Gear(gear) => Mark::Gear(gear),
            };
            format!("fight the fire of {}", mark(start, at, called))
        }
        Task::Fill { faggots, at } => format!("fill {} with {}", spot(at), gear(faggots)),
        Task::Loot { from, take } => {
            let what = match take {
                Booty::Weapon => "weapon",
                Booty::Shield => "shield",
                Booty::Armour => "armour",
            };
            format!("loot the {what} of {}", called.men[usize::from(from.0)])
        }
        Task::PutOn => "put on armour".to_owned(),
        Task::Change { missiles: true } => "take missiles in hand".to_owned(),
        Task::Change { missiles: false } => "lay missiles aside".to_owned(),
    }
}
