//! An assault told in sentences.

use super::Event;
use super::blaze::HexFuel;
use super::dropping;
use super::engines::Struck;
use super::event::{NoWay, Thrown, Tumble};
use super::map::{HexId, LiftKind};
use super::state::{Assault, Ending, Heart, TrooperId};
use crate::rules::figure::Side;
use crate::rules::gear::Thing;
use crate::rules::telling::capital;

fn roll(thrown: &Thrown) -> String {
    let faces: Vec<String> = thrown.faces.iter().map(u8::to_string).collect();
    let parts: String = thrown.parts.iter().map(|part| format!(" {} {}", part.figure(), part.what)).collect();
    format!("{}{parts} = {}", faces.join("+"), thrown.total)
}

/// A roll of d100, and what the percentage is made of.
fn of_100(thrown: &Thrown, percent: i32) -> String {
    let parts: Vec<String> = thrown.parts.iter().map(|part| format!("{} {}", part.what, part.figure())).collect();
    format!("{percent}% ({}), a roll of {}", parts.join(", "), thrown.total)
}

/// Whether something takes fire.
fn takes(lit: bool) -> &'static str {
    if lit { "it takes fire" } else { "it does not take" }
}

/// What happened, in a sentence.
pub fn sentence(game: &Assault, event: &Event) -> String {
    told(game, event, &|id| called(game, id))
}

/// What a man is called where nobody knows his name: his side's letter, his number and his troop.
pub fn called(game: &Assault, id: TrooperId) -> String {
    let man = game.man(id);
    let letter = if man.side == Side::Attacker { 'A' } else { 'D' };
    format!("{letter}{} of {}", man.man.0, game.troops[usize::from(man.troop)].name)
}

/// What happened, in a sentence, the men called as `name` has it.
pub fn told(game: &Assault, event: &Event, name: &dyn Fn(TrooperId) -> String) -> String {
    let hex = |id| game.map.cell(id).name();
    let gate = |gate: u8| game.map.gates[usize::from(gate)].name.clone();
    let machine =
        |n: u8| game.machines.get(usize::from(n)).map_or(String::new(), |it| format!("{} {}", it.kind, n + 1));
    let mark = |struck: &Struck, at: HexId| match struck {
        Struck::Man(man) => name(*man),
        Struck::Machine(other) => machine(*other),
        Struck::Gate(of) => gate(*of),
        Struck::Wall => format!("the wall at {}", hex(at)),
    };
    let fuel = |it: HexFuel| match it {
        HexFuel::Machine(n) => machine(n),
        HexFuel::Gate(of) => gate(of),
    };
    match event {
        Event::Turn(turn) => format!("Turn {turn}"),
        Event::Deploys(side) => format!("The {side}s take their places."),
        Event::Placed { man, at } => format!("{} takes his place in {}.", name(*man), hex(*at)),
        Event::Brought { machine: n, at } => format!("{} is brought to {}.", capital(&machine(*n)), hex(*at)),
        Event::Moves(side) => format!("The {side}s move."),
        Event::Stepped { man, from, to, left } => {
            format!("{} goes from {} to {}, {left} points left.", name(*man), hex(*from), hex(*to))
        }
        Event::CameUp { man, at } => format!("{} comes up into {}.", name(*man), hex(*at)),
        Event::Passed { man, friend, to } => {
            format!("{} goes past {} in {} (SG-10).", name(*man), name(*friend), hex(*to))
        }
        Event::PickedUp { man, ladder } => format!("{} picks up ladder {} (MM-3.7).", name(*man), ladder + 1),
        Event::LaidDown { man, ladder, at } => {
            let what = ladder.map_or_else(|| "his faggot".to_owned(), |ladder| format!("ladder {}", ladder + 1));
            format!("{} lays down {what} in {} (MM-3.7).", name(*man), hex(*at))
        }
        Event::Climbed { man, ladder, left } => {
            format!("{} goes onto ladder {}, {left} points left (SG-7.4).", name(*man), ladder + 1)
        }
        Event::SteppedOff { man, to, .. } => format!("{} steps off the ladder into {}.", name(*man), hex(*to)),
        Event::Raised { man, ladder, foot, head } => {
            format!("{} raises ladder {} in {} against {}.", name(*man), ladder + 1, hex(*foot), hex(*head))
        }
        Event::Pushed { men, ladder, thrown, percent, falls } => {
            let who: Vec<String> = men.iter().map(|&man| name(man)).collect();
            let came = if *falls { "it falls" } else { "it stands" };
            let push = if men.len() == 1 { "pushes" } else { "push" };
            let roll = of_100(thrown, *percent);
            format!("{} {push} ladder {}: {roll} (MM-9.1): {came}.", who.join(" and "), ladder + 1)
        }
        Event::Lifted { men, ladder } => {
            format!("{} and {} lift ladder {} (SG-7.5).", name(men[0]), name(men[1]), ladder + 1)
        }
        Event::Slid { men, ladder, foot, head } => format!(
            "{} and {} slide ladder {} down to {} against {} (SG-7.5).",
            name(men[0]),
            name(men[1]),
            ladder + 1,
            hex(*foot),
            hex(*head)
        ),
        Event::Fell { man, why, levels, killed, deep } => {
            let why = match why {
                Tumble::Toppled => "with the ladder",
                Tumble::Wounded => "wounded off the ladder",
                Tumble::Gangway => "wounded off the gangway",
                Tumble::Collapse => "with what he stood on",
            };
            let end = match (deep, killed) {
                (true, _) => "into the moat, which kills him (SG-7.7)",
                (false, true) => "and is killed (MM-6.4)",
                (false, false) => "and lies stunned (MM-6.4)",
            };
            format!("{} falls {why}, {levels} levels, {end}.", name(*man))
        }
        Event::GateMoved { man, gate: at, open } => {
            format!("{} {} {}.", name(*man), if *open { "opens" } else { "shuts" }, gate(*at))
        }
        Event::Hews { man, gate: at, first } => match first {
            true => format!("{} begins to hew at {}; nothing comes of the first turn (MM-9.4).", name(*man), gate(*at)),
            false => format!("{} hews at {}.", name(*man), gate(*at)),
        },
        Event::Hewn { men, gate: at, thrown, percent, wrecked } => {
            let came = if *wrecked { "it is wrecked" } else { "it holds" };
            let axes = if *men == 1 { "One axe".to_owned() } else { format!("{men} axes") };
            format!("{axes} at {}: {} (MM-9.4): {came}.", gate(*at), of_100(thrown, *percent))
        }
        Event::Rammed { machine: n, men, gate: at, thrown, percent, wrecked } => {
            let came = if *wrecked { "it is wrecked" } else { "it holds" };
            let roll = of_100(thrown, *percent);
            format!("{men} men ram {} with {}: {roll} (MM-9.2): {came}.", gate(*at), machine(*n))
        }
        Event::GateWrecked { gate: at } => format!("Stones have wrecked {} (MM-4.10).", gate(*at)),
        Event::Boarded { man, machine: n, left } => {
            format!("{} goes to {}, {left} points left.", name(*man), machine(*n))
        }
        Event::WentUp { man, machine: n, up, left } => {
            let way = if *up { "up to the top of" } else { "down into" };
            format!("{} goes {way} {}, {left} points left (SG-7.2).", name(*man), machine(*n))
        }
        Event::Crossed { man, machine: n, to, left } => {
            format!("{} goes from {} over to {}, {left} points left (SG-7.2).", name(*man), machine(*n), hex(*to))
        }
        Event::Rolled { machine: n, from, to, back } => {
            let way = if *back { "back " } else { "" };
            format!("They roll {} {way}from {} to {} (SG-7.3).", machine(*n), hex(*from), hex(*to))
        }
        Event::Pivoted { machine: n, facing } => {
            format!("They turn {} to the {facing}; it takes the turn (SG-7.3).", machine(*n))
        }
        Event::EngineAimed { machine: n, at } => format!("Its crew will shoot {} at {}.", machine(*n), hex(*at)),
        Event::Loosed { machine: n, at, struck, thrown, hit } => {
            let mark = mark(struck, *at);
            let came = if *hit { "a hit" } else { "a miss" };
            format!("{} shoots at {mark}: {} (MM-4.9): {came}.", capital(&machine(*n)), roll(thrown))
        }
        Event::EngineLoaded { machine: n } => format!("The crew of {} loads it (MM-3.5).", machine(*n)),
        Event::MachineWrecked { machine: n } => format!("{} is wrecked (MM-4.10).", capital(&machine(*n))),
        Event::WillDrop { man, what, at } => {
            format!("{} will drop {} on {} (MM-9.5).", name(*man), dropping::called(*what), hex(*at))
        }
        Event::Dropped { man, what, at, struck, thrown, hit } => {
            let came = if *hit { "a hit" } else { "a miss" };
            format!(
                "{} drops {} on {}: {} (MM-4.9): {came}.",
                name(*man),
                dropping::called(*what),
                mark(struck, *at),
                roll(thrown)
            )
        }
        Event::DroppedOnNobody { man, what, at } => {
            format!("{} drops {} on {}, where nobody is left.", name(*man), dropping::called(*what), hex(*at))
        }
        Event::Restocked { man } => format!("{} takes missiles from the store (MM-4.6).", name(*man)),
        Event::Torched { man, fuel: it, face, lit } => {
            format!("{} puts a torch to {}: {face} (MM-4.11): {}.", name(*man), fuel(*it), takes(*lit))
        }
        Event::Kindled { man } => format!("{} lights a fire missile (MM-4.11).", name(*man)),
        Event::FireAimed { man, at } => format!("{} will shoot his fire missile at {}.", name(*man), hex(*at)),
        Event::FireShot { man, fuel: it, thrown, hit } => {
            let came = if *hit { "a hit" } else { "a miss" };
            format!("{} shoots a fire missile at {}: {} (MM-4.8): {came}.", name(*man), fuel(*it), roll(thrown))
        }
        Event::FireLanded { fuel: it, face, lit } => {
            format!("The fire missile in {}: {face} (MM-4.11): {}.", fuel(*it), takes(*lit))
        }
        Event::Oiled { machine: n, thrown, percent, lit } => {
            format!("Oil runs over {}: {} (MM-9.5): {}.", machine(*n), of_100(thrown, *percent), takes(*lit))
        }
        Event::Caught { fuel: it } => format!("{} burns (MM-4.11).", capital(&fuel(*it))),
        Event::LeftMachine { man, machine: n, to } => {
            format!("{} comes away from {} into {}.", name(*man), machine(*n), hex(*to))
        }
        Event::FireFought { fuel: it, men, buckets, thrown, out } => {
            let water = match buckets {
                0 => String::new(),
                count => format!(" with {}", Thing::Bucket.counted(u16::from(*count))),
            };
            let who = if *men == 1 { format!("One man{water} fights") } else { format!("{men} men{water} fight") };
            let came = if *out { "it is out" } else { "it burns on" };
            format!("{who} the fire at {}: {} (MM-4.12): {came}.", fuel(*it), roll(thrown))
        }
        Event::BurntDown { fuel: it } => format!("{} has burnt down (MM-4.11).", capital(&fuel(*it))),
        Event::Perished { man } => format!("{} has stayed by the fire too long and dies (MM-4.12).", name(*man)),
        Event::Opened { at } => format!("The wall at {} comes down (MM-4.10).", hex(*at)),
        Event::CameOut { man, from, to } => {
            format!("{} comes out from under the rampart {} into {} (SG-9.2).", name(*man), hex(*from), hex(*to))
        }
        Event::StandardFell { side, standard, at } => {
            format!("The {standard} standard of the {side}s falls in {} (MM-8.8).", hex(*at))
        }
        Event::StandardTaken { side, standard, by, .. } => {
            format!("{} takes the {standard} standard of the {side}s (MM-8.8).", name(*by))
        }
        Event::StandardRaised { side, standard, by } => {
            format!("{} picks up the {standard} standard of the {side}s (MM-8.8).", name(*by))
        }
        Event::Worked { man, lift, closed } => {
            let it = &game.map.lifts[usize::from(*lift)];
            let verb = match (it.kind, closed) {
                (LiftKind::Sluice, true) => "opens",
                (LiftKind::Sluice, false) => "drains the passage by",
                (_, true) => "raises",
                (_, false) => "lowers",
            };
            format!("{} {verb} {} (MM-9.6).", name(*man), it.name)
        }
        Event::ThrownDown { man, to } => {
            format!("{} is thrown off the stair and comes down into {} (SG-10).", name(*man), hex(*to))
        }
        Event::Flooded { .. } => "The passage is under water (SG-10).".to_owned(),
        Event::Drowned { man } => format!("{} drowns in the passage (SG-10).", name(*man)),
        Event::Filled { man, moat, lacks } => match lacks {
            0 => format!("{} fills the moat at {} (MM-9.12).", name(*man), hex(*moat)),
            lacks => format!("{} throws a faggot into {}; it lacks {lacks} more.", name(*man), hex(*moat)),
        },
        Event::Aimed { man, at } => format!("{} will shoot at {}.", name(*man), name(*at)),
        Event::WillStrike { man, at, then } => {
            let then = then.map_or(String::new(), |then| format!(" first, and then at {}", name(then)));
            format!("{} will strike at {}{then} (MM-5.1).", name(*man), name(*at))
        }
        Event::Shot { man, at, weapon, thrown, hit, .. } => {
            let came = if *hit { "a hit" } else { "a miss" };
            format!("{} shoots at {} with his {weapon}: {} (MM-4.8): {came}.", name(*man), name(*at), roll(thrown))
        }
        Event::Struck { man, at, weapon, attack, defence, hit, parting } => {
            let verb = if *parting { "strikes after" } else { "strikes" };
            let came = if *hit { "a hit" } else { "parried" };
            format!(
                "{} {verb} {} with his {weapon}: {} against {} (MM-5.4): {came}.",
                name(*man),
                name(*at),
                roll(attack),
                roll(defence)
            )
        }
        Event::GoesAfter { man, after, must } => {
            let clause = if *must { "MM-5.9" } else { "MM-5.8" };
            format!("{} goes after {} ({clause}).", name(*man), name(*after))
        }
        Event::Follows { troop, follow } => {
            let does = if *follow { "follow enemies who break off" } else { "let enemies go who break off" };
            format!("{}: they {does} (MM-5.8).", game.troops[usize::from(*troop)].name)
        }
        Event::Hurt { man, thrown, killed, second_wound } => {
            let came = match (killed, second_wound) {
                (true, true) => "a second wound kills him",
                (true, false) => "killed",
                (false, _) => "wounded",
            };
            match thrown.faces.is_empty() {
                true => format!("{}: {came} (SG-10).", name(*man)),
                false => format!("{}: {} (MM-6.1): {came}.", name(*man), roll(thrown)),
            }
        }
        Event::Loaded { man } => format!("{} loads his handgun (MM-3.5).", name(*man)),
        Event::Rose { man } => format!("{} stands up again.", name(*man)),
        Event::Tested { troop, thrown, mood } => {
            let came = match mood {
                Heart::Steady => "steady",
                Heart::Craven => "craven",
                Heart::Recreant => "recreant",
                Heart::Rallying => "they stop and rally",
                Heart::Bold => "bold",
            };
            format!("{}: {} (MM-7.3): {came}.", game.troops[usize::from(*troop)].name, roll(thrown))
        }
        Event::Fled { man } => format!("{} flees the place.", name(*man)),
        Event::Yielded { man, to: Some(to) } => format!("{} yields to {} (MM-7.7).", name(*man), name(*to)),
        Event::Yielded { man, to: None } => format!("{} is taken (SG-8).", name(*man)),
        Event::NoWayIn(why) => no_way(game, *why),
        Event::Over { ending, lines } => {
            let how = match ending {
                Ending::Parted => {
                    "Five turns have passed without fighting face to face, and the garrison is parted from the attackers"
                }
                Ending::Unpressed => "For five turns nobody has moved, worked, shot or fought",
                Ending::NoDefender => "No defender is left who can fight",
                Ending::NoAttacker => "No attacker is left who can fight",
                Ending::BrokenOff => "The attackers break it off",
                Ending::Night => "Night falls",
            };
            let all =
                if game.relief_assaults() { game.lines_shut_in().count() } else { usize::from(game.map.last_line()) };
            format!("{how}: the assault is over, {lines} of {all} lines taken (SG-8).")
        }
    }
}

/// That no way leads the attackers in, and why, in a sentence.
pub(super) fn no_way(game: &Assault, why: NoWay) -> String {
    format!("No way leads the attackers into {}: {why} (SG-8).", game.map.name)
}
