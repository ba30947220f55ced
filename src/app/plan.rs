//! A battle planned (CP-3.1): who fights, on which ground and with what gear, changed until the first order is given, and
//! dropped again.

use crate::app::fielding::SentMen;
use crate::app::muster::{self, Asked, Muster};
use crate::app::{grounds, numbers, siege};
use crate::campaign::ids::{BattleId, FormationId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::{Battle, BattleMan, ContactState, Settled};
use crate::rules::figure::{BySide, Side};
use crate::rules::ruleset::Ruleset;
use crate::rules::weather::WeatherKind;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// Plans a battle: its men are numbered for the printed roster, and the plan waits for its result. An assault is on the
/// walls it is made on (SG-7.8), every other battle in the open field.
pub fn plan(store: &mut Store, attacker: FormationId, defender: FormationId, seed: u64) -> Result<BattleId> {
    plan_as(store, (attacker, defender), seed, Ruleset::default())
}

/// Plans a battle as [`plan`] does for a set of rules, whose field may hold any number of men (CP-3.1).
pub fn plan_as(store: &mut Store, armies: (FormationId, FormationId), seed: u64, rules: Ruleset) -> Result<BattleId> {
    let asked = Asked { rules, ..Asked::of(armies, seed) };
    store.act("plan battle", &told(&asked), |act| written(act, &asked, |_| Ok(())))
}

/// Plans a battle as [`plan_on`] does for a set of rules, whose field may hold any number of men (CP-3.1).
pub fn plan_by(
    store: &mut Store,
    armies: (FormationId, FormationId),
    seed: u64,
    ground: &str,
    gear: &BySide<String>,
    rules: Ruleset,
) -> Result<BattleId> {
    plan_asked(store, &Asked { rules, ..Asked::of(armies, seed) }, ground, gear)
}

/// Plans a battle as it is asked for, on the ground of a name or of a file, with what each side brings besides its men (MM-9).
pub fn plan_asked(store: &mut Store, asked: &Asked, ground: &str, gear: &BySide<String>) -> Result<BattleId> {
    let mut arguments = told(asked);
    (arguments["ground"], arguments["gear"]) = (json!(ground), json!(gear));
    store.act("plan battle", &arguments, |act| {
        written(act, asked, |muster| {
            muster.fight_on(ground)?;
            muster.bring_both(gear, &*numbers::man_to_man(act)?)
        })
    })
}

/// Who meets by which rules, as the action tells it; what is as it mostly is, is not told.
fn told(asked: &Asked) -> serde_json::Value {
    let mut arguments = json!({ "attacker": asked.attacker, "defender": asked.defender, "seed": asked.seed });
    if asked.rules != Ruleset::default() {
        arguments["rules"] = json!(asked.rules);
    }
    if !asked.joined.is_empty() {
        arguments["joined"] = json!(asked.joined);
    }
    if asked.weather != WeatherKind::Fair {
        arguments["weather"] = json!(asked.weather);
    }
    if asked.fielded.attacker.is_some() || asked.fielded.defender.is_some() {
        arguments["fielded"] = json!(asked.fielded);
    }
    arguments
}

/// Plans a battle as [`plan`] does, on the ground of a name or of a file (CP-3.1), with what each side brings besides its
/// men (MM-9).
pub fn plan_on(
    store: &mut Store,
    attacker: FormationId,
    defender: FormationId,
    seed: u64,
    ground: &str,
    gear: &BySide<String>,
) -> Result<BattleId> {
    plan_by(store, (attacker, defender), seed, ground, gear, Ruleset::default())
}

/// Plans a battle as [`plan_by`] does, with so many of each unit as the referee sends (CP-3.1).
pub fn plan_fielded(
    store: &mut Store,
    armies: (FormationId, FormationId),
    seed: u64,
    ground: &str,
    gear: &BySide<String>,
    (rules, fielded): (Ruleset, &BySide<Option<SentMen>>),
) -> Result<BattleId> {
    plan_asked(store, &Asked { rules, fielded: fielded.clone(), ..Asked::of(armies, seed) }, ground, gear)
}

/// Writes the plan of a battle as it is mustered and then changed, unless the two armies have one.
fn written(act: &Act, asked: &Asked, change: impl FnOnce(&mut Muster) -> Result<()>) -> Result<(BattleId, String)> {
    if let Some(open) = planned_between(act, asked.attacker, asked.defender)? {
        return Err(Problem::refused(
            format!("{} is planned already.", open.name),
            "Settle it or drop the plan first.",
        ));
    }
    let mut muster = muster::muster_asked(act, asked)?;
    if let Some(met) = muster.contact {
        siege::has_chosen(act, met)?;
    }
    change(&mut muster)?;
    let id = write_plan(act, &muster)?;
    let count = muster.people.len();
    Ok((id, format!("{} planned: {count} men on the rosters.", muster.battle.name)))
}

/// A planned battle whose ground and gear may still be changed: it is not settled, and no order was given in it yet.
pub(super) fn changeable(db: &Db, battle: BattleId) -> Result<Battle> {
    let planned = db.battle(battle)?;
    if planned.settled != Settled::Not {
        return Err(Problem::refused(format!("{} is settled.", planned.name), "Choose a battle that is planned."));
    }
    if db.play(battle)?.is_some_and(|play| !play.decisions.0.is_empty()) {
        return Err(Problem::refused(
            format!("{} is being played as it was planned.", planned.name),
            "Play it to its end, or drop the plan and plan it anew.",
        ));
    }
    Ok(planned)
}

/// Puts a planned battle on another ground, by its name or the path of its file (CP-3.1).
pub fn set_ground(store: &mut Store, battle: BattleId, ground: &str) -> Result<()> {
    store.act("ground", &json!({ "battle": battle, "ground": ground }), |act| {
        let planned = changeable(act, battle)?;
        let walls = muster::walls(act, planned.attacker, planned.defender)?;
        let (name, _) = grounds::choose_at(walls.as_ref(), ground)?;
        act.set_battle_ground(battle, &name)?;
        Ok(((), format!("{} will be fought on this ground: {name}.", planned.name)))
    })
}

/// Sets what the hosts of a planned battle bring.
pub fn set_gear(store: &mut Store, battle: BattleId, gear: &BySide<String>) -> Result<()> {
    store.act("gear", &json!({ "battle": battle, "gear": gear }), |act| {
        let planned = changeable(act, battle)?;
        let mut muster = muster::planned(act, battle)?;
        let tables = numbers::man_to_man(act)?;
        muster.bring_both(gear, &tables)?;
        let gear = &muster.battle.gear;
        act.set_battle_gear(battle, gear)?;
        let hosts = &muster.plan.hosts;
        let told = [Side::Attacker, Side::Defender].map(|side| match gear[side].as_str() {
            "" => format!("{} brings no gear", hosts[side].name),
            list => format!("{} brings {list}", hosts[side].name),
        });
        Ok(((), format!("{}: {}.", planned.name, told.join("; "))))
    })
}

/// Sets the weather a planned battle is fought in (CP-3.1).
pub fn set_weather(store: &mut Store, battle: BattleId, weather: WeatherKind) -> Result<()> {
    store.act("weather", &json!({ "battle": battle, "weather": weather }), |act| {
        let planned = changeable(act, battle)?;
        act.set_battle_weather(battle, weather)?;
        Ok(((), format!("{} will be fought in this weather: {weather}.", planned.name)))
    })
}

/// Drops a plan that is not settled.
pub fn drop_plan(store: &mut Store, battle: BattleId) -> Result<()> {
    store.act("drop plan", &json!({ "battle": battle }), |act| {
        let planned = act.battle(battle)?;
        if planned.settled != Settled::Not {
            return Err(Problem::refused(format!("{} is settled.", planned.name), "Undo it instead."));
        }
        act.drop_battle(battle)?;
        Ok(((), format!("The plan of {} was dropped.", planned.name)))
    })
}

/// Writes a plan with the men of both rosters.
pub(super) fn write_plan(act: &Act, muster: &Muster) -> Result<BattleId> {
    let id = act.add_battle(&muster.battle)?;
    for side in [Side::Attacker, Side::Defender] {
        let mut men: Vec<_> = muster.plan.hosts[side].men().collect();
        men.sort_by_key(|fighter| fighter.man);
        for fighter in men {
            let Some(person) = muster.person(fighter.man) else { continue };
            act.add_battle_man(
                id,
                &BattleMan {
                    person,
                    side,
                    number: fighter.number.clone(),
                    standing: fighter.profile.standing(),
                    fate: None,
                    wounded: fighter.wounded,
                    captor: None,
                },
            )?;
        }
    }
    for contact in muster.contact.iter().chain(&muster.also) {
        act.settle_contact(*contact, ContactState::Waiting, Some(id))?;
    }
    Ok(id)
}

/// The muster of two armies: as planned, if a plan of theirs is open, else drawn anew by the seed.
pub fn muster_of(db: &Db, attacker: FormationId, defender: FormationId, seed: u64) -> Result<Muster> {
    muster_by(db, attacker, defender, seed, Ruleset::default())
}

/// The same with those whom the referee sends, unless a plan says who fights.
pub fn muster_fielded(
    db: &Db,
    armies: (FormationId, FormationId),
    seed: u64,
    rules: Ruleset,
    fielded: &BySide<Option<SentMen>>,
) -> Result<Muster> {
    muster_asked(db, &Asked { rules, fielded: fielded.clone(), ..Asked::of(armies, seed) })
}

/// The muster of a battle as it is asked for, or as it is planned already; a plan says who fights, and in what weather.
pub fn muster_asked(db: &Db, asked: &Asked) -> Result<Muster> {
    let Some(open) = planned_between(db, asked.attacker, asked.defender)? else {
        return muster::muster_asked(db, asked);
    };
    if asked.fielded.attacker.is_some() || asked.fielded.defender.is_some() || !asked.joined.is_empty() {
        return Err(Problem::refused(
            format!("{} is planned already, with its men on the rosters.", open.name),
            "Leave out who joins it and who takes the field, or drop the plan and plan it anew.",
        ));
    }
    let mut muster = muster::to_be_fought(db, open.id)?;
    if asked.weather != WeatherKind::Fair {
        muster.fight_in(db, asked.weather)?;
    }
    Ok(muster)
}

/// The plan of two armies that is not settled, whether or not it could still be fought (CP-3.1).
pub fn planned_between(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Option<Battle>> {
    let mut battles = db.battles()?.into_iter();
    Ok(battles
        .find(|battle| battle.settled == Settled::Not && (battle.attacker, battle.defender) == (attacker, defender)))
}

/// The same for a battle by a set of rules, whose field may hold any number of men (CP-3.1).
pub fn muster_by(db: &Db, attacker: FormationId, defender: FormationId, seed: u64, rules: Ruleset) -> Result<Muster> {
    muster_fielded(db, (attacker, defender), seed, rules, &BySide::default())
}
