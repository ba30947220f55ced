//! What a player sees before he decides: how far a man gets, the line of fire, and the exact odds of shots, blows and strokes.

use crate::rules::assault::blaze::FireThrow;
use crate::rules::assault::cut;
use crate::rules::assault::dropping::{DROPPED, called};
use crate::rules::assault::map::HexId;
use crate::rules::assault::typed::number_of;
use crate::rules::assault::{Assault, Decision, FireLine, HexMap, MachineKind, Post, TrooperId};
use crate::rules::explain::Sum;
use crate::rules::figure::Protection;
use crate::rules::game::Game as _;
use crate::rules::man_to_man::Cover;
use crate::rules::man_to_man::gear::fire::{Tinder, lights_on};
use crate::rules::man_to_man::gear::machines::{machine_parts, roll_machine};
use crate::rules::man_to_man::gear::siege::{axes_parts, ladder_parts, ram_parts};
use crate::rules::man_to_man::melee::ways_to_hit;
use crate::rules::man_to_man::shooting::{Range, roll_shot};
use crate::rules::man_to_man::wounds::roll_wound;
use crate::rules::odds::Odds;
use crate::rules::telling::capital;

/// What was measured for a man.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexMeasured {
    /// The hexes he can get to with the points he has left.
    pub reach: Vec<HexId>,
    /// The hexes he would go by to the one pointed at, that one last.
    pub way: Vec<HexId>,
    /// The line of fire to who stands there, or to the ground.
    pub line: Option<FireLine>,
    /// All that in sentences.
    pub told: Vec<String>,
}

/// Measures for a man with the hex pointed at.
pub fn measure(game: &Assault, man: TrooperId, target: Option<HexId>) -> HexMeasured {
    let mut measured = HexMeasured::default();
    let Some(trooper) = game.men.get(usize::from(man.0)).filter(|man| man.present()) else { return measured };
    let decides = game.pending().first() == Some(trooper.side);
    if game.deploys(trooper.side) {
        measured.reach = game.may_stand_of(man).into_iter().filter(|&to| !game.taken(to)).collect();
        return measured;
    }
    if decides {
        for (to, way) in game.reach(trooper.side, man) {
            measured.reach.push(to);
            if target == Some(to) {
                measured.way = way;
            }
        }
    }
    let Some(to) = target.filter(|&to| trooper.hex() != Some(to)) else { return measured };
    if !measured.way.is_empty() {
        let cost: u32 = measured.way.iter().map(|&at| u32::from(game.cost_of(at))).sum();
        measured.told.push(format!("It takes {cost} of his {} movement points (SG-5.2).", trooper.points));
    }
    if let Some(enemy) = game.shoots_at_in(man, to) {
        shot(game, man, enemy, &mut measured);
        let facing = game.facing(man);
        let faced = game.enemies_in(trooper.side, to).find(|id| facing.contains(id)).unwrap_or(enemy);
        blows(game, man, faced, &mut measured);
    }
    dropped(game, man, to, &mut measured);
    burnt(game, man, to, &mut measured);
    strokes(game, man, &mut measured);
    measured
}

/// How often what he may drop there hits (MM-4.9).
fn dropped(game: &Assault, man: TrooperId, to: HexId, measured: &mut HexMeasured) {
    for what in DROPPED {
        if game.check(game.man(man).side, &Decision::Drop { man, at: to, what }).is_err() {
            continue;
        }
        let mut sum = Sum::default();
        machine_parts(what, Range::Medium, &game.combat, &mut sum);
        let Ok(odds) = Odds::of(|dice| roll_machine(what, sum.0, &game.combat, dice).hit) else { continue };
        let named = capital(&called(what));
        measured.told.push(format!(
            "{named} hits on {}, {:.0} % (MM-4.9).",
            odds.exact(&true),
            odds.chance(&true) * 100.0
        ));
    }
}

/// How often his fire missile or his torch sets burning what stands there (MM-4.8, MM-4.11).
fn burnt(game: &Assault, man: TrooperId, to: HexId, measured: &mut HexMeasured) {
    let lights = lights_on(Tinder::Timber, &game.combat);
    if let (true, Ok((_, range))) = (game.man(man).lit.is_some(), game.fire_bears(man, to))
        && let Some(throw) = game.fire_throw(man, range)
    {
        let mut sum = Sum::default();
        game.fire_here(&throw, &mut sum);
        let Ok(odds) = Odds::of(|dice| game.roll_fire(&throw, sum.0, dice).hit) else { return };
        let (whose, clause) = match throw {
            FireThrow::Bow(_) => ("His", "MM-4.8"),
            FireThrow::Catapult(_) => ("Their", "MM-4.9"),
        };
        measured.told.push(format!(
            "{whose} fire missile hits on {}, {:.0} %, and lights it on {lights} of 6 ({clause}, MM-4.11).",
            odds.exact(&true),
            odds.chance(&true) * 100.0
        ));
    }
    let machine = game.machine_at(to).map(|machine| Decision::Burn { man, machine });
    let gates = (0u8..).zip(&game.map.gates).filter(|(_, gate)| game.map.at_gate(gate, to));
    let gates = gates.map(|(gate, _)| Decision::BurnGate { man, gate });
    if machine.into_iter().chain(gates).any(|torch| game.check(game.man(man).side, &torch).is_ok()) {
        measured.told.push(format!("His torch lights it on {lights} of 6 (MM-4.11)."));
    }
}

/// Whether a line is clear or what stops it, in a sentence with its clause.
pub fn clear_or_not(line: &FireLine, map: &HexMap) -> String {
    let clear = if line.is_clear() { "clear" } else { "blocked" };
    format!("The line of fire is {clear}: {} ({}).", cut::why(line, map), line.clause())
}

fn shot(game: &Assault, man: TrooperId, enemy: TrooperId, measured: &mut HexMeasured) {
    let Some(weapon) = game.man(man).profile.weapons.missile else { return };
    let (Some(from), Some(to)) = (game.place(man), game.place(enemy)) else { return };
    let far = game.map.distance(from, to);
    let Some(line) = game.line(man, enemy) else { return };
    measured.told.push(clear_or_not(&line, &game.map));
    measured.line = Some(line);
    let Some((shot, clear)) = game.shot_of(man, enemy) else {
        measured.told.push(format!("{far} hexes away: his {weapon} does not reach (MM-4.7)."));
        return;
    };
    if !clear {
        return;
    }
    let mut sum = Sum::default();
    game.shot_here(&shot, &mut sum);
    let Ok(odds) = Odds::of(|dice| roll_shot(sum.0, &game.combat, dice).hit) else { return };
    let band = match shot.range {
        Range::Short => "short",
        Range::Medium => "medium",
        Range::Long => "long",
    };
    let cover = match shot.cover {
        Cover::None => "no",
        Cover::Light => "light",
        Cover::Heavy => "heavy",
    };
    measured.told.push(format!(
        "{far} hexes, {band} range, {cover} cover: his {weapon} hits on {}, {:.0} % (MM-4.8); {}.",
        odds.exact(&true),
        odds.chance(&true) * 100.0,
        kills(game, shot.protection)
    ));
}

/// How often a hit kills (MM-6.1).
fn kills(game: &Assault, protection: Protection) -> String {
    match Odds::of(|dice| roll_wound(protection, &game.combat, dice).kills) {
        Ok(odds) => format!("a hit kills on {} (MM-6.1)", odds.exact(&true)),
        Err(_) => "a hit wounds or kills (MM-6.1)".to_owned(),
    }
}

/// The blows two men strike face to face: now, or once the one has come up to the other.
fn blows(game: &Assault, man: TrooperId, enemy: TrooperId, measured: &mut HexMeasured) {
    let near = match (game.place(man), game.place(enemy)) {
        (Some(one), Some(other)) => game.map.distance(one, other) <= 2 || game.facing(man).contains(&enemy),
        _ => false,
    };
    if !near {
        return;
    }
    let ways = |by: TrooperId, at: TrooperId| ways_to_hit(&game.blow_of(by, at), &game.combat);
    measured.told.push(format!(
        "Face to face he hits on {}/36 and is hit on {}/36 (MM-5.4); {}.",
        ways(man, enemy),
        ways(enemy, man),
        kills(game, game.man(enemy).protection_now())
    ));
}

/// What an axe does to the gate he stands at, and the ram he works to the one before it (MM-9.2, MM-9.4); how often a ladder
/// that he can push goes over, and who helps him (MM-9.1).
fn strokes(game: &Assault, man: TrooperId, measured: &mut HexMeasured) {
    let (at, post) = (game.place(man), game.man(man).post);
    for ladder in 0..game.ladders.len() as u8 {
        if game.check(game.man(man).side, &Decision::Push { man, ladder }).is_err() {
            continue;
        }
        let (helper, push) = game.push_of(man, ladder);
        let mut percent = Sum::default();
        ladder_parts(&push, &game.combat, &mut percent);
        let with = helper
            .map_or_else(String::new, |helper| format!(", with {} whose turn it takes too", number_of(game, helper)));
        measured.told.push(format!("He pushes ladder {} over on {} %{with} (MM-9.1).", ladder + 1, percent.0.max(0)));
    }
    for (n, known) in (0u8..).zip(&game.map.gates).filter(|(_, gate)| !gate.passable()) {
        let beside = |at: HexId| game.map.at_gate(known, at);
        let work = game.gate_work[usize::from(n)];
        if at.is_some_and(beside) && work.begun > 0 && work.begun < game.turn {
            let hewing = if work.hewers.0 == game.turn { work.hewers.1 } else { 0 };
            let mut percent = Sum::default();
            axes_parts(work.axes + u32::from(hewing) + 1, &game.combat, &mut percent);
            let axes = if hewing == 0 { "His axe".to_owned() } else { "His axe with the other".to_owned() };
            measured.told.push(format!(
                "{axes} wrecks {} on {} %, thrown for when they have moved (MM-9.4).",
                known.name,
                percent.0.max(0)
            ));
        }
        if let Post::Aboard(machine) = post
            && game.machine(machine).kind == MachineKind::Ram
            && game.faces_gate(game.machine(machine).at, game.machine(machine).facing, n)
        {
            let men = game.at_ram(machine).len() as u8;
            let mut percent = Sum::default();
            ram_parts(men, work.rammed_before(game.turn), &game.combat, &mut percent);
            let them = if men == 1 { "one man".to_owned() } else { format!("{men} men") };
            measured.told.push(format!(
                "The ram with {them} wrecks {} on {} % (MM-9.2).",
                known.name,
                percent.0.max(0)
            ));
        }
    }
}
