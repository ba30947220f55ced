//! What a player measures with his cords before he decides: how far it is, in which band, and the exact odds; how far troops
//! come; where the cup may fall; what a fight would remove.

use super::FormUp;
use crate::app::play::why;
use crate::rules::castle_cracker::cup::{CupFall, cup_place};
use crate::rules::castle_cracker::field::WallId;
use crate::rules::castle_cracker::melee::removes;
use crate::rules::castle_cracker::shooting::{
    Band, MissileShot, Shelter, aim_parts, breaks, hit_need, reach, roll_hit,
};
use crate::rules::castle_cracker::{
    CrackerStage, Decision, Hardness, Position, ShotMeasured, ShotWeapon, Troops, TroopsId, Whereabouts,
};
use crate::rules::explain::Sum;
use crate::rules::figure::Side;
use crate::rules::game::{Game as _, NullSink};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::odds::Odds;

/// What is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CordTarget {
    /// A body of troops.
    Troops(TroopsId),
    /// A stretch of wall.
    Wall(WallId),
    Place(Point),
}

/// A cord laid out from troops: its thirds are the bands, within the arc they shoot in (CC-4.1, CC-4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cord {
    /// From where.
    pub from: Point,
    /// How long it is, in sixty-fourths of an inch.
    pub reach: i32,
    /// Where they face.
    pub facing: Heading,
    /// The quarters of a circle about that they shoot within.
    pub quarters: u8,
    /// Where it is laid to, and in which band that is; beyond it in none.
    pub to: Option<(Point, Option<Band>)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The cord of what they shoot with.
    pub cord: Option<Cord>,
    /// The way they would go, from where they stand.
    pub way: Vec<Point>,
    /// How far they go in this turn, in sixty-fourths of an inch; 0 where they do not move.
    pub allowance: i32,
    /// How they would stand after it.
    pub after: Option<Troops>,
    /// Where the cup may fall (CC-4.7), the aim first.
    pub cups: Vec<Point>,
    /// All that in sentences.
    pub told: Vec<String>,
}

fn inches(length: i32) -> String {
    let quarters = (4 * length + INCH / 2) / INCH;
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => format!("{part} in"),
        whole => format!("{whole}{part} in"),
    }
}

/// Measures for troops of the side that decides.
pub fn measure(game: &Position, id: TroopsId, target: Option<CordTarget>, way: &[Point], form: FormUp) -> Measured {
    let mut measured = Measured::default();
    let Some(side) = game.pending().first() else { return measured };
    let Some(troops) = game.troops.get(usize::from(id.0)).filter(|troops| troops.is_present()) else { return measured };
    measured.cord = cord(game, id, target);
    if troops.side != side {
        return measured;
    }
    match game.stage {
        CrackerStage::Move(_) => moves(game, side, id, target, way, form, &mut measured),
        _ => shots(game, side, id, target, &mut measured),
    }
    measured
}

/// The cord of what troops shoot with, laid to what is pointed at.
fn cord(game: &Position, id: TroopsId, target: Option<CordTarget>) -> Option<Cord> {
    let troops = game.troops(id);
    let weapon = match game.shoots_with(id) {
        Some(ShotWeapon::Thrown) | None if troops.missile.is_none() && game.throws_with(id).is_none() => {
            // Stones from a parapet are measured while they are thrown.
            game.shoots_with(id).filter(|_| matches!(game.stage, CrackerStage::Shoot(_)))?
        }
        Some(weapon) => weapon,
        None => game.throws_with(id)?,
    };
    let row = game.tables.weapon(weapon);
    let (from, reach) = (game.measures_from(id), reach(row, &game.tables));
    let aim = match target? {
        CordTarget::Troops(at) if game.troops(at).side == troops.side => None,
        // Where a shot is aimed, or how far off they are where there is none.
        CordTarget::Troops(at) => match game.measured(troops.side, id, at) {
            Ok(shot) => Some(shot.aim),
            Err(_) => game.troops(at).nearest(from).map(|(_, place, _)| place),
        },
        CordTarget::Wall(wall) => game.field.wall(wall).map(|wall| wall.nearest(from)),
        CordTarget::Place(place) => Some(place),
    };
    let to = aim.map(|aim| (aim, Band::of(reach, from.distance_squared(aim))));
    let quarters = if matches!(troops.whereabouts, Whereabouts::Aboard(_)) { 4 } else { row.quarters };
    Some(Cord { from, reach, facing: troops.facing, quarters, to })
}

/// The game after a decision, if it is allowed; the dice it throws are of no account.
fn after(game: &Position, side: Side, decision: Decision) -> Option<Position> {
    let mut ahead = game.clone();
    ahead.play(side, decision, &mut crate::rules::dice::Seeded::new(0), &mut NullSink).ok()?;
    Some(ahead)
}

fn moves(
    game: &Position,
    side: Side,
    id: TroopsId,
    target: Option<CordTarget>,
    way: &[Point],
    form: FormUp,
    measured: &mut Measured,
) {
    let troops = game.troops(id);
    let runs = game.is_engaged(id);
    if troops.whereabouts != Whereabouts::Field {
        return;
    }
    measured.allowance = game.pace(id, runs);
    let mut tell = |text: String| measured.told.push(text);
    match target {
        Some(CordTarget::Place(place)) => {
            let by: Vec<Point> = way.iter().copied().chain([place]).collect();
            let places: Vec<Point> = [troops.at].into_iter().chain(by.iter().copied()).collect();
            let long: i32 = places.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
            tell(format!("{} off; they go {} a turn (CC-3.0).", inches(long), inches(measured.allowance)));
            measured.way = places;
            let decision = match runs {
                true => Decision::Run(id, place),
                false => Decision::March { troops: id, by, facing: form.facing, files: form.files },
            };
            measured.after = after(game, side, decision).map(|ahead| ahead.troops(id).clone());
            if let Some(stands) = measured.after.as_ref().filter(|stands| stands.is_afield()) {
                let short = stands.at.distance(place);
                if short > INCH / 4 {
                    measured.told.push(format!("They come {} short of it.", inches(short)));
                }
            }
        }
        Some(CordTarget::Troops(at)) if game.troops(at).side != side => {
            let foe = game.troops(at);
            let Some((_, place, _)) = foe.nearest(troops.at) else { return };
            let far = troops.at.distance(place);
            tell(format!("{} off; they go {} a turn (CC-3.0).", inches(far), inches(measured.allowance)));
            measured.way = vec![troops.at, place];
            let charge = Decision::Charge(id, at);
            if game.check(side, &charge).is_err() {
                return;
            }
            measured.after = game.stands_if_charged(side, id, at);
            // What they would be if nobody fell to the answering shot.
            let Some([(us, ours), (them, theirs)]) = game.counted_if_charged(side, id, at) else { return };
            let (give, take) = (removes(us, &game.tables).min(theirs), removes(them, &game.tables).min(ours));
            measured.told.push(format!(
                "They count {} against {}: in a turn {give} of the enemy fall, and {take} of theirs (CC-5.3).",
                us.all(),
                them.all()
            ));
        }
        _ => tell(format!("They go {} a turn (CC-3.0).", inches(measured.allowance))),
    }
}

/// How a shot is judged, as a sentence: what must be rolled, the exact odds, and what a hit does.
fn odds(game: &Position, shot: &MissileShot, hardness: Hardness) -> (f64, String) {
    let tables = &game.tables;
    let mut added = Sum::default();
    aim_parts(shot, tables, &mut added);
    let rolled = Odds::of(|dice| if roll_hit(shot.band, added.0, tables, dice).1 { "hit" } else { "miss" });
    let (chance, exact) = rolled.map_or((0.0, String::new()), |odds| (odds.chance(&"hit"), odds.exact(&"hit")));
    let mut why = String::new();
    match shot.shelter {
        Shelter::Open => {}
        Shelter::Wagons => why += &format!(", {:+} behind wagons or houses", tables.hit.wagons),
        Shelter::Walls => why += &format!(", {:+} behind walls", tables.hit.walls),
    }
    if shot.still {
        why += &format!(", {:+} for standing still", tables.hit.still);
    }
    let impact = tables.weapon(shot.weapon).impact[shot.band as usize];
    let kills = breaks(shot.weapon, impact, hardness, tables);
    let does = if kills { "fells" } else { "does nothing to" };
    let text = format!(
        "hits on {} or more of two dice{why}: {exact}, {:.1} %; impact {impact} {does} {hardness} (CC-4.2, CC-4.3)",
        hit_need(shot.band, tables),
        chance * 100.0
    );
    (if kills { chance } else { 0.0 }, text)
}

fn shots(game: &Position, side: Side, id: TroopsId, target: Option<CordTarget>, measured: &mut Measured) {
    if let Some(Cord { from, reach, to: Some((to, band)), .. }) = measured.cord {
        let far = inches(from.distance(to));
        let whole = inches(reach);
        measured.told.push(match band {
            Some(band) => format!("{far} of a cord of {whole}: {band} (CC-4.1)."),
            None => format!("{far}: a cord of {whole} does not reach (CC-4.1)."),
        });
    }
    match target {
        Some(CordTarget::Troops(at)) if game.troops(at).side != side => {
            // Of a wagon that no shot harms, those aboard.
            let aboard = || game.riders(at).map(|(rider, _)| rider).find(|&of| game.measured(side, id, of).is_ok());
            let at = if game.measured(side, id, at).is_ok() { at } else { aboard().unwrap_or(at) };
            match game.measured(side, id, at) {
                Ok(shot) => volley(game, &shot, at, measured),
                Err(illegal) if game.throws_with(id).is_none() => measured.told.push(why(&illegal)),
                Err(_) => {}
            }
            if let Some(hit) = game.grape_count(side, id, at) {
                measured.told.push(format!("Grapeshot hits the {hit} nearest, without a roll (CC-4.8)."));
            }
            if game.throws_with(id).is_some() {
                cups(game, side, id, game.troops(at).at, measured);
            }
        }
        Some(CordTarget::Wall(wall)) => {
            if game.check(side, &Decision::Batter(id, wall)).is_ok()
                && let Some(Cord { to: Some((_, Some(band))), .. }) = measured.cord
                && let Some(weapon) = game.shoots_with(id)
            {
                let still = !game.troops(id).moved;
                let shot = MissileShot { weapon, band, shelter: Shelter::Open, still };
                let (_, text) = odds(game, &shot, Hardness::Gate);
                measured.told.push(format!("A shot {text}."));
            }
        }
        Some(CordTarget::Place(place)) if game.throws_with(id).is_some() => cups(game, side, id, place, measured),
        _ => {}
    }
}

fn volley(game: &Position, shot: &ShotMeasured, at: TroopsId, measured: &mut Measured) {
    let row = game.tables.weapon(shot.weapon);
    let target = game.troops(at);
    // The first on an engine's cord takes the impact (CC-4.6); everybody else shoots at men.
    let hardness = shot.first.map_or(target.hardness(), |(_, hardness)| hardness);
    if let Some((first, _)) = shot.first.filter(|(first, _)| *first != at) {
        let name = &game.troops(first).name;
        measured.told.push(format!("It is measured against the first on the cord: {name} (CC-4.6)."));
    }
    let mut falls = 0.0;
    for &band in Band::ALL {
        let shots = shot.bands[band as usize] * u32::from(row.shots);
        if shots == 0 {
            continue;
        }
        let missile = MissileShot { weapon: shot.weapon, band, shelter: shot.shelter, still: shot.still };
        let (kills, text) = odds(game, &missile, hardness);
        falls += kills * f64::from(shots);
        let each = if shots == 1 { "The shot".to_owned() } else { format!("{shots} shots, {band}; each") };
        measured.told.push(format!("{each} {text}."));
    }
    if !row.engine {
        let most = falls.min(target.able() as f64);
        measured.told.push(format!("On average {most:.1} of {} fall.", target.able()));
    }
}

/// Where the cup may fall, how often, and on whom (CC-4.7).
fn cups(game: &Position, side: Side, id: TroopsId, aim: Point, measured: &mut Measured) {
    if let Err(illegal) = game.check(side, &Decision::Lob(id, aim)) {
        measured.told.push(why(&illegal));
        return;
    }
    let tables = &game.tables;
    let from = game.troops(id).at;
    let told: Vec<String> = CupFall::ALL
        .iter()
        .map(|&fall| {
            let middle = cup_place(from, aim, fall, tables);
            measured.cups.push(middle);
            let faces = tables.cup.falls.iter().filter(|&&known| known == fall).count();
            let under = |of: Side| game.men_under(middle, of);
            let friends = match under(side) {
                0 => String::new(),
                friends => format!(" and {friends} of their own"),
            };
            format!("{fall} {faces}/6, over {}{friends}", under(side.other()))
        })
        .collect();
    measured.told.push(format!("The cup falls {} (CC-4.7).", told.join("; ")));
}
