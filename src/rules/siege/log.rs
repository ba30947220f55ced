//! The events of a siege in sentences.

use super::Action;
use super::event::{Event, Lost, Meal};
use super::parts_of_a_turn;
use super::state::{At, Ending};
use crate::rules::explain::{Part, listed, total};
use crate::rules::figure::{BySide, Side};

fn who(side: Side) -> &'static str {
    match side {
        Side::Attacker => "The besiegers",
        Side::Defender => "The garrison",
    }
}

fn stretch(at: At) -> String {
    format!("stretch {} of line {}", at.stretch + 1, at.line + 1)
}

/// What both sides lost, and of that the relief army outside (SG-4.3).
fn lose(lost: &BySide<Lost>, of_relief: Lost) -> String {
    let (besiegers, garrison) = (fallen(lost.attacker), lost.defender.without(of_relief));
    let mut others = Vec::new();
    if garrison.all() > 0 || of_relief.all() == 0 {
        others.push(format!("the garrison {}", fallen(garrison)));
    }
    if of_relief.all() > 0 {
        others.push(format!("the relief {}", fallen(of_relief)));
    }
    format!("the besiegers lose {besiegers}, {}", others.join(", "))
}

fn men(count: u32) -> String {
    if count == 1 { "1 man".to_owned() } else { format!("{count} men") }
}

/// Lost men by what became of them.
fn fallen(lost: Lost) -> String {
    let counts = [(lost.dead, "dead"), (lost.wounded, "wounded"), (lost.taken, "taken"), (lost.deserted, "gone")];
    let some: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if some.is_empty() { "nobody".to_owned() } else { some.join(", ") }
}

/// A side and its verb, in the plural for besiegers and the singular for garrison and relief.
fn do_or_does(side: Side, relief: bool, (many, one): (&str, &str)) -> String {
    match (relief, side) {
        (true, _) => format!("The relief army {one}"),
        (false, Side::Defender) => format!("{} {one}", who(side)),
        (false, Side::Attacker) => format!("{} {many}", who(side)),
    }
}

/// A roll with what was added to it.
fn with_parts(face: u8, parts: &[Part], total: i64) -> String {
    let added = if parts.is_empty() { String::new() } else { format!(" with {}", listed(parts)) };
    format!(", a roll of {face}{added}, {total} in all")
}

/// Why a host needs other rations than for a whole siege turn: ` (424 for a siege turn, +122 for days that were not eaten before)`.
fn of_a_turn(meal: &Meal) -> String {
    let (whole, needs) = (i64::from(meal.whole), i64::from(meal.needs));
    match meal.whole {
        0 => return String::new(),
        _ if whole == needs => return String::new(),
        _ => {}
    }
    format!(" ({})", listed(&parts_of_a_turn(whole, needs)))
}

fn did(side: Side, action: Action) -> String {
    let what = match action {
        Action::FillMoat => "fill the moat".to_owned(),
        Action::Build(gear) => format!("build: {gear}"),
        Action::Mine(at) => format!("mine towards {}", stretch(at)),
        Action::Withdraw if side == Side::Defender => return "The relief goes away.".to_owned(),
        Action::Withdraw => "lift the siege".to_owned(),
        _ if side == Side::Defender => return format!("{} rests.", who(side)),
        _ => "rest".to_owned(),
    };
    // Who besieges those who are shut in is garrison and relief together (SG-4.3).
    let who = if side == Side::Defender { "Garrison and relief" } else { who(side) };
    format!("{who} {what}.")
}

/// What happened, in a sentence.
pub fn told(event: &Event) -> String {
    match event {
        Event::Day(day) => format!("Day {day}."),
        Event::Initiative { side, rolled: Some(rolled) } => {
            let total = |(face, total): (u8, i32)| match total - i32::from(face) {
                0 => total.to_string(),
                grade => {
                    let part = Part::plus("SG-1.2", "for grade", grade.into());
                    format!("{total} ({face} {})", listed(&[part]))
                }
            };
            let (a, b) = (total(rolled.attacker), total(rolled.defender));
            format!("Initiative, {a} against {b}: {}.", who(*side).to_lowercase())
        }
        Event::Initiative { side, rolled: None } => format!("The initiative is with {}.", who(*side).to_lowercase()),
        Event::Did(side, action) => did(*side, *action),
        Event::Battered { at, points, parts, result, down } => {
            let damage = match result.damage {
                0 => "no damage".to_owned(),
                1 => "a damage".to_owned(),
                more => format!("{more} damages"),
            };
            let lost = match result.lost {
                0 => String::new(),
                1 => ", a point of engines lost".to_owned(),
                lost => format!(", {lost} points of engines lost"),
            };
            let demolished = if *down { "; the stretch is demolished" } else { "" };
            let wrecked = result.wrecked;
            let gone = wrecked.in_words().map_or_else(String::new, |gone| format!(": {gone} wrecked"));
            let s = if *points == 1 { "" } else { "s" };
            let at = stretch(*at);
            let parts = if parts.is_empty() { String::new() } else { format!(" ({})", listed(parts)) };
            format!(
                "{points} battering point{s}{parts} at {at}, a roll of {}: {damage}{demolished}{lost}{gone}.",
                result.face
            )
        }
        Event::Built(gear) => format!("Finished: {gear}."),
        Event::BuildingGivenUp(gear) => format!("Given up, half built: {gear}."),
        Event::MineGivenUp(at) => format!("The mine towards {} is given up.", stretch(*at)),
        Event::MoatFilled => "The moat is filled.".to_owned(),
        Event::Mined { at, face, fell } => {
            let result = if *fell { "comes down" } else { "is damaged" };
            format!("The mine is fired, a roll of {face}: {} {result}.", stretch(*at))
        }
        Event::Assaulted { by, face, parts, total, taken, lost, of_relief } => {
            let result = match (*by, *taken) {
                (Side::Attacker, true) => "win the line",
                (Side::Attacker, false) => "are thrown back",
                (Side::Defender, true) => "wins the line",
                (Side::Defender, false) => "is thrown back",
            };
            let assault = do_or_does(*by, false, ("assault", "assaults"));
            let rolled = face.map_or_else(String::new, |face| with_parts(face, parts, (*total).into()) + ",");
            format!("{assault}{rolled} and {result}; {}.", lose(lost, *of_relief))
        }
        Event::Sallied { at, face, parts, reached, burnt, lost, of_relief } => {
            let result =
                if *reached { format!("come through, and burn {burnt}") } else { "are driven back".to_owned() };
            let rolled = with_parts(*face, parts, i64::from(*face) + total(parts));
            format!("A sortie against the {at}{rolled}: they {result}; {}.", lose(lost, *of_relief))
        }
        Event::Repaired { at, face, mended } => {
            let result = if *mended { "a damage is mended" } else { "it is no better" };
            format!("The garrison repairs {}, a roll of {face}: {result}.", stretch(*at))
        }
        Event::Foraged { men: went, face, brought, lost, .. } => {
            let came = match (brought, lost) {
                (0, 0) => "nothing is found".to_owned(),
                (brought, 0) => format!("{brought} rations are brought in"),
                (_, lost) => format!("{} do not come back", men(*lost)),
            };
            format!("{} out to forage by night, a roll of {face}: {came}.", men(*went))
        }
        Event::Ate { side, relief, meal } => format!(
            "{} {} rations{}: {} foraged, {} from their stores, {} horses; {} short.",
            do_or_does(*side, *relief, ("need", "needs")),
            meal.needs,
            of_a_turn(meal),
            meal.foraged,
            meal.stores,
            meal.horses,
            meal.short
        ),
        Event::Starved { side, relief, men: able, mouths, knights: _ } => {
            let hungry = do_or_does(*side, *relief, ("go", "goes"));
            let of = |all: u32, useless: u32, (many, one): (&str, &str)| {
                let verb = if all == 1 { one } else { many };
                let who = match useless {
                    0 => String::new(),
                    useless if useless == all && all == 1 => ", who could not fight".to_owned(),
                    useless if useless == all => ", none of whom could fight".to_owned(),
                    useless => format!(", {useless} of whom could not fight"),
                };
                (all > 0).then(|| format!("{} {verb}{who}", men(all)))
            };
            let fates = [
                of(able.dead + mouths.dead, mouths.dead, ("die", "dies")),
                of(able.deserted + mouths.deserted, mouths.deserted, ("desert", "deserts")),
            ];
            let fates: Vec<String> = fates.into_iter().flatten().collect();
            let fates = if fates.is_empty() { "nobody dies or deserts".to_owned() } else { fates.join("; ") };
            format!("{hungry} hungry: {fates}.")
        }
        Event::Convoy { faces, need, parts, brought } => {
            let total = faces[0] + faces[1];
            let parts = listed(parts);
            format!("A convoy, {total} on 2d6 where {need} is needed ({parts}): {brought} rations come in.")
        }
        Event::Expelled(1) => "1 useless mouth is expelled.".to_owned(),
        Event::Expelled(mouths) => format!("{mouths} useless mouths are expelled."),
        Event::StoresTaken { rations } => format!("{rations} rations are left to the besiegers."),
        Event::Tested { face, parts, asks } => {
            let result = if *asks { "they ask terms" } else { "they hold on" };
            let rolled = with_parts(*face, parts, i64::from(*face) + total(parts));
            format!("The garrison tests whether to surrender{rolled}: {result}.")
        }
        Event::Offered(side, offered) => {
            format!("{}: {}.", do_or_does(*side, false, ("offer", "offers")), offered.in_words())
        }
        Event::Answered(side, yes) => {
            format!("{}.", do_or_does(*side, false, if *yes { ("accept", "accepts") } else { ("refuse", "refuses") }))
        }
        Event::ReliefCame(count) => format!("A relief army of {} has come.", men(*count)),
        Event::Fought { won, lost, .. } => {
            let winner = if *won { "besiegers" } else { "relief army" };
            let (a, b) = (fallen(lost.attacker), fallen(lost.defender));
            format!("The {winner} win in the field; the besiegers lose {a}, the relief {b}.")
        }
        Event::EnginesBurnt(burnt) => format!("Of those shut in, fire takes {burnt}."),
        Event::ShutIn => "The besiegers shut themselves in what they hold.".to_owned(),
        Event::Over(ending) => match ending {
            Ending::Taken => "The place is taken.".to_owned(),
            Ending::Surrendered(agreed) => format!("The place is given up: {}.", agreed.in_words()),
            Ending::Fell => "The garrison can hold out no longer.".to_owned(),
            Ending::Lifted => "The siege is lifted.".to_owned(),
            Ending::Relieved => "The place is relieved.".to_owned(),
        },
    }
}

/// The clause an event comes from.
pub fn clause(event: &Event) -> &'static str {
    match event {
        Event::Day(_) => "SG-1.1",
        Event::Initiative { .. } => "SG-1.2",
        Event::Did(..)
        | Event::Built(_)
        | Event::BuildingGivenUp(_)
        | Event::MineGivenUp(_)
        | Event::MoatFilled
        | Event::Mined { .. }
        | Event::Sallied { .. }
        | Event::Repaired { .. }
        | Event::Foraged { .. } => "SG-1.3",
        Event::Battered { .. } => "SG-1.4",
        Event::Assaulted { .. } => "SG-1.6",
        Event::Ate { .. } => "SG-2.2",
        Event::Starved { .. } | Event::Convoy { .. } | Event::Expelled(_) => "SG-2.3",
        Event::StoresTaken { .. } => "SG-2.4",
        Event::Tested { .. } => "SG-3.1",
        Event::Offered(..) | Event::Answered(..) => "SG-3.3",
        Event::ReliefCame(_) | Event::Fought { .. } => "SG-4",
        Event::EnginesBurnt(_) | Event::ShutIn => "SG-4.3",
        Event::Over(_) => "SG-3",
    }
}
