//! What an army takes with it (SG-1.3, SG-2.1): rations bought or loaded from a store, animals to draw them, engines and gear
//! bought or built beforehand.

use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, StrongholdId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{SiegeTrain, TrainBounds};
use crate::rules::siege::{Gear, Park};
use crate::store::chronicle::ChronicleLine;
use crate::store::{Act, Store};
use serde_json::json;

/// What is loaded into a train.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub rations: u32,
    /// Draught and pack animals.
    pub animals: u32,
}

/// The most that goes with one army in this campaign.
pub(super) fn bounds(act: &Act) -> Result<TrainBounds> {
    let numbers = numbers::of(act)?;
    Ok(TrainBounds { load: numbers.train_load_most as u32, engines: numbers.train_engines_most as u16 })
}

/// Refuses a train larger than any there is.
fn can_be(act: &Act, train: &SiegeTrain) -> Result<()> {
    let most = bounds(act)?;
    match train.is_within(&most) {
        true => Ok(()),
        false => Err(Problem::refused(
            "No train is as large as that.",
            format!(
                "A train has at most {} rations and as many animals, and {} engines of a kind.",
                most.load, most.engines
            ),
        )),
    }
}

/// Sets what goes with an army by the referee's hand, with a reason kept.
pub fn set_train(store: &mut Store, army: FormationId, train: &SiegeTrain, reason: &str) -> Result<()> {
    store.act("train", &json!({ "army": army, "train": train, "reason": reason }), |act| {
        let name = act.formation(army)?.name;
        can_be(act, train)?;
        act.set_army_train(army, train)?;
        if *train == SiegeTrain::default() {
            act.set_train(army, false)?;
        }
        Ok(((), format!("{name} has {} with it.", in_words(train))))
    })
}

/// A train in words.
pub fn in_words(train: &SiegeTrain) -> String {
    let counted = |count: u32, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let park = train.park;
    let all: Vec<String> = [
        counted(train.rations, "ration", "rations"),
        counted(train.animals, "animal", "animals"),
        counted(park.mangonels.into(), "mangonel", "mangonels"),
        counted(park.trebuchets.into(), "trebuchet", "trebuchets"),
        counted(park.rams.into(), "ram", "rams"),
        counted(park.towers.into(), "siege tower", "siege towers"),
        park.ladders.then(|| "ladders".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// What goes with an army that is beaten in the field falls to the victor, as much of it as the house numbers say (SG-2.3).
pub(super) fn captured(act: &Act, beaten: FormationId, victor: FormationId) -> Result<()> {
    let share = numbers::of(act)?.train_taken as u64;
    falls_to(act, beaten, victor, share)
}

/// All that goes with an army that is taken to a man falls to its captor; what he has no room for is lost.
pub(super) fn taken_with_its_men(act: &Act, taken: FormationId, captor: FormationId) -> Result<()> {
    falls_to(act, taken, captor, 100)?;
    act.set_army_train(taken, &SiegeTrain::default())
}

/// So many hundredths of a train fall to a victor.
fn falls_to(act: &Act, beaten: FormationId, victor: FormationId, share: u64) -> Result<()> {
    let mut train = act.train(beaten)?;
    let of = |all: u32| (u64::from(all) * share / 100) as u32;
    let engines = |all: u16| of(all.into()) as u16;
    let park = train.park;
    let taken = SiegeTrain {
        rations: of(train.rations),
        animals: of(train.animals),
        park: Park {
            mangonels: engines(park.mangonels),
            trebuchets: engines(park.trebuchets),
            // A hurt one is the last to be left.
            hurt: if share == 100 { park.hurt } else { 0 },
            rams: engines(park.rams),
            towers: engines(park.towers),
            ladders: park.ladders && share == 100,
        },
    };
    let mut own = act.train(victor)?;
    // What there is no room for is left to the beaten.
    let taken = own.room_for(&taken, &bounds(act)?);
    if taken == SiegeTrain::default() {
        return Ok(());
    }
    train.take(&taken);
    act.set_army_train(beaten, &train)?;
    own.add(&taken, &*numbers::siege(act)?);
    act.set_army_train(victor, &own)?;
    let (victor, beaten) = (act.formation(victor)?.name, act.formation(beaten)?.name);
    act.write_line(&ChronicleLine {
        day: act.day()?,
        kind: LineKind::Battle,
        text: format!("{victor} takes of the train of {beaten}: {}.", in_words(&taken)),
        clause: "SG-2.3".to_owned(),
        person: None,
    })
}

/// Refuses what is bought of the country to an army that is shut up in a besieged place.
fn not_shut_up(act: &Act, army: &Formation) -> Result<()> {
    let Some(stronghold) = army.stronghold else { return Ok(()) };
    let Some(siege) = act.siege_of(stronghold)? else { return Ok(()) };
    let besieges = act.siege_armies()?.iter().any(|known| known.siege == siege.id && known.army == army.id);
    if besieges && !siege.shut_in {
        return Ok(());
    }
    Err(Problem::refused(
        format!(
            "{} is shut up in {}; nothing is bought of the country there.",
            army.name,
            act.stronghold(stronghold)?.name
        ),
        "Send a convoy through the lines, or wait until the siege is over.",
    ))
}

/// Loads an army's train: from a store of its side where it stands, or bought of the country for money (SG-2.1).
pub fn load(store: &mut Store, army: FormationId, load: Load, from: Option<StrongholdId>) -> Result<SiegeTrain> {
    store.act("load train", &json!({ "army": army, "rations": load.rations, "animals": load.animals }), |act| {
        let formation = act.formation(army)?;
        let mut train = act.train(army)?;
        let text = match from {
            Some(stronghold) => {
                let place = act.stronghold(stronghold)?;
                if place.side != formation.side || formation.place != Some(place.place) {
                    return Err(Problem::refused(
                        format!("{} is not at a store of its own side’s in {}.", formation.name, place.name),
                        "Bring it there first, or buy of the country.",
                    ));
                }
                if act.siege_of(stronghold)?.is_some() {
                    return Err(Problem::refused(
                        format!("{} is besieged; nothing is carried out of it.", place.name),
                        "Wait until the siege is over.",
                    ));
                }
                if load.rations > place.rations {
                    return Err(Problem::refused(
                        format!("{} has {} rations in store.", place.name, place.rations),
                        "Load no more than that, or buy of the country.",
                    ));
                }
                act.set_store(stronghold, place.rations - load.rations)?;
                format!("{} loads {} rations from {}.", formation.name, load.rations, place.name)
            }
            None => {
                not_shut_up(act, &formation)?;
                let cost = price(act, &load)?;
                let treasury = act.account(act.side_account(formation.side)?)?;
                if treasury.pence < cost {
                    return Err(Problem::refused(
                        format!("That costs {}, and the treasury holds {}.", cost.marks(), treasury.pence.marks()),
                        format!("It lacks {}.", Pence(cost.0 - treasury.pence.0).marks()),
                    ));
                }
                if cost > Pence(0) {
                    let what = format!("provisions of {}", formation.name);
                    act.pay(treasury.id, act.world()?, cost, &what, "SG-2.1")?;
                }
                format!(
                    "{} buys {} rations and {} animals for {}.",
                    formation.name,
                    load.rations,
                    load.animals,
                    cost.marks()
                )
            }
        };
        train.rations = train.rations.saturating_add(load.rations);
        train.animals = train.animals.saturating_add(if from.is_none() { load.animals } else { 0 });
        can_be(act, &train)?;
        act.set_army_train(army, &train)?;
        Ok((train, text))
    })
}

fn price(act: &Act, load: &Load) -> Result<Pence> {
    let numbers = numbers::of(act)?;
    Ok(numbers.ration_price * i64::from(load.rations) + numbers.animal_price * i64::from(load.animals))
}

/// Buys an engine or gear for an army's train, ready made (SG-1.3).
pub fn build(store: &mut Store, army: FormationId, gear: Gear, count: u16) -> Result<SiegeTrain> {
    store.act("buy engines", &json!({ "army": army, "gear": gear, "count": count }), |act| {
        let formation = act.formation(army)?;
        not_shut_up(act, &formation)?;
        let tables = numbers::siege(act)?;
        let days = match gear {
            Gear::Mangonel => tables.building.mangonel,
            Gear::Trebuchet => tables.building.trebuchet,
            Gear::Ram => tables.building.ram,
            Gear::Tower => tables.building.tower,
            Gear::Ladders => tables.building.ladders,
        };
        let numbers = numbers::of(act)?;
        let cost = numbers.engine_day_price * (i64::from(days) * i64::from(count));
        let treasury = act.account(act.side_account(formation.side)?)?;
        if treasury.pence < cost {
            return Err(Problem::refused(
                format!("That costs {}, and the treasury holds {}.", cost.marks(), treasury.pence.marks()),
                format!(
                    "It lacks {}; or have them built at the siege, a day’s work at a time.",
                    Pence(cost.0 - treasury.pence.0).marks()
                ),
            ));
        }
        if cost > Pence(0) {
            act.pay(treasury.id, act.world()?, cost, &format!("engines of {}", formation.name), "SG-1.3")?;
        }
        let mut train = act.train(army)?;
        let park = &mut train.park;
        match gear {
            Gear::Mangonel => park.mangonels = park.mangonels.saturating_add(count),
            Gear::Trebuchet => park.trebuchets = park.trebuchets.saturating_add(count),
            Gear::Ram => park.rams = park.rams.saturating_add(count),
            Gear::Tower => park.towers = park.towers.saturating_add(count),
            Gear::Ladders => park.ladders = true,
        }
        can_be(act, &train)?;
        act.set_army_train(army, &train)?;
        Ok((train, format!("{} has {} made, for {}: {}.", formation.name, gear, cost.marks(), in_words(&train))))
    })
}

/// Joins what goes with an army to what goes with another that it joins. Two armies at a siege are one there after it; who
/// is at a siege joins nobody who is not.
pub fn join_trains(act: &Act, army: FormationId, to: FormationId) -> Result<()> {
    let members = act.siege_armies()?;
    if let Some(own) = members.iter().find(|member| member.army == army) {
        if !members.iter().any(|other| other.army == to && (other.siege, other.part) == (own.siege, own.part)) {
            return Err(Problem::refused(
                format!("{} is at a siege, and {} is not.", act.formation(army)?.name, act.formation(to)?.name),
                "Have the other join the siege first, or take this one out of it.",
            ));
        }
        act.leave_siege(army, act.day()?)?;
    }
    let from = act.train(army)?;
    if from == SiegeTrain::default() {
        return Ok(());
    }
    let mut train = act.train(to)?;
    train.add(&from, &*numbers::siege(act)?);
    can_be(act, &train)?;
    act.set_army_train(to, &train)?;
    act.set_army_train(army, &SiegeTrain::default())?;
    act.set_train(army, false)
}
