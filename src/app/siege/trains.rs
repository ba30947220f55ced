//! What an army takes with it (SG-1.3, SG-2.1): rations bought or loaded from a store, animals to draw them, engines and gear
//! bought or built beforehand.

use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, StrongholdId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{SiegeTrain, TrainBounds};
use crate::rules::siege::{Gear, Park, Tables};
use crate::store::chronicle::ChronicleLine;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What is loaded into a train.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub rations: u32,
    /// Draught and pack animals.
    pub animals: u32,
}

/// The most that goes with one army in this campaign.
pub(super) fn bounds(db: &Db) -> Result<TrainBounds> {
    let numbers = numbers::of(db)?;
    Ok(TrainBounds { load: numbers.train_load_most as u32, engines: numbers.train_engines_most as u16 })
}

/// Refuses a train larger than any there is.
fn can_be(db: &Db, train: &SiegeTrain) -> Result<()> {
    let most = bounds(db)?;
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

/// The rations of an army's train go to another's, as far as that has room; gives how many.
pub(super) fn hand_over(act: &Act, from: FormationId, to: FormationId) -> Result<u32> {
    let (mut train, mut other) = (act.train(from)?, act.train(to)?);
    let brought = train.rations.min(bounds(act)?.load.saturating_sub(other.rations));
    (train.rations, other.rations) = (train.rations - brought, other.rations + brought);
    act.set_army_train(from, &train)?;
    act.set_army_train(to, &other)?;
    Ok(brought)
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
fn not_shut_up(db: &Db, army: &Formation) -> Result<()> {
    let Some(stronghold) = army.stronghold else { return Ok(()) };
    let Some(siege) = db.siege_of(stronghold)? else { return Ok(()) };
    let besieges = db.siege_armies()?.iter().any(|known| known.siege == siege.id && known.army == army.id);
    if besieges && !siege.shut_in {
        return Ok(());
    }
    Err(Problem::refused(
        format!(
            "{} is shut up in {}; nothing is bought of the country there.",
            army.name,
            db.stronghold(stronghold)?.name
        ),
        "Send a convoy through the lines, or wait until the siege is over.",
    ))
}

/// What an army's train is filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provision {
    pub load: Load,
    /// The store the rations come out of; bought of the country if there is none.
    pub from: Option<StrongholdId>,
    /// Engines or gear bought ready made, and how many.
    pub engines: Option<(Gear, u16)>,
}

/// What a provision comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provided {
    /// What the army has once it is filled.
    pub train: SiegeTrain,
    pub cost: Pence,
    /// What the side's treasury holds.
    pub treasury: Pence,
    /// What is left in the store it comes out of.
    pub store: Option<(StrongholdId, u32)>,
}

/// What a provision of an army's train would come to (SG-1.3, SG-2.1): rations out of a store of its side where it stands, or
/// bought of the country with animals and engines for money.
pub fn provided(db: &Db, army: FormationId, provision: &Provision) -> Result<Provided> {
    let formation = db.formation(army)?;
    let numbers = numbers::of(db)?;
    let Provision { load, from, engines } = *provision;
    let (mut cost, mut store) = (Pence(0), None);
    match from {
        Some(stronghold) => {
            let place = db.stronghold(stronghold)?;
            if place.side != formation.side || formation.place != Some(place.place) {
                return Err(Problem::refused(
                    format!("{} is not at a store of its own side’s in {}.", formation.name, place.name),
                    "Bring it there first, or buy of the country.",
                ));
            }
            if db.siege_of(stronghold)?.is_some() {
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
            store = Some((stronghold, place.rations - load.rations));
        }
        None => cost = numbers.ration_price * i64::from(load.rations),
    }
    if from.is_none() || load.animals > 0 || engines.is_some() {
        not_shut_up(db, &formation)?;
    }
    cost = Pence(cost.0.saturating_add((numbers.animal_price * i64::from(load.animals)).0));
    let mut train = db.train(army)?;
    train.rations = train.rations.saturating_add(load.rations);
    train.animals = train.animals.saturating_add(load.animals);
    if let Some((gear, count)) = engines {
        let days = i64::from(days_to_build(gear, &*numbers::siege(db)?));
        cost = Pence(cost.0.saturating_add((numbers.engine_day_price * (days * i64::from(count))).0));
        let park = &mut train.park;
        match gear {
            Gear::Mangonel => park.mangonels = park.mangonels.saturating_add(count),
            Gear::Trebuchet => park.trebuchets = park.trebuchets.saturating_add(count),
            Gear::Ram => park.rams = park.rams.saturating_add(count),
            Gear::Tower => park.towers = park.towers.saturating_add(count),
            Gear::Ladders => park.ladders = true,
        }
    }
    can_be(db, &train)?;
    let treasury = db.account(db.side_account(formation.side)?)?.pence;
    if treasury < cost {
        let or_build =
            if engines.is_some() { "; engines are built at a siege, too, a day’s work at a time" } else { "" };
        return Err(Problem::refused(
            format!("That costs {}, and the treasury holds {}.", cost.marks(), treasury.marks()),
            format!("It lacks {}{or_build}.", Pence(cost.0 - treasury.0).marks()),
        ));
    }
    Ok(Provided { train, cost, treasury, store })
}

/// What rations, animals and engines for a train cost, in a sentence (SG-1.3, SG-2.1).
pub fn prices(db: &Db) -> Result<String> {
    let numbers = numbers::of(db)?;
    Ok(format!(
        "A ration costs {}, an animal {}, a day’s work on an engine or gear {}; the treasury of the army’s side pays.",
        numbers.ration_price, numbers.animal_price, numbers.engine_day_price
    ))
}

/// Days a siege spends on an engine or gear (SG-1.3).
fn days_to_build(gear: Gear, tables: &Tables) -> u8 {
    let days = &tables.building;
    match gear {
        Gear::Mangonel => days.mangonel,
        Gear::Trebuchet => days.trebuchet,
        Gear::Ram => days.ram,
        Gear::Tower => days.tower,
        Gear::Ladders => days.ladders,
    }
}

/// Fills an army's train, wherever it is: from a store, or for money (SG-1.3, SG-2.1).
pub fn provide(store: &mut Store, army: FormationId, provision: &Provision) -> Result<SiegeTrain> {
    let Provision { load, from, engines } = *provision;
    let arguments = json!({
        "army": army, "rations": load.rations, "animals": load.animals, "from": from,
        "gear": engines.map(|(gear, _)| gear), "count": engines.map(|(_, count)| count),
    });
    store.act("load train", &arguments, |act| {
        let formation = act.formation(army)?;
        let made = provided(act, army, provision)?;
        if let Some((stronghold, left)) = made.store {
            act.set_store(stronghold, left)?;
        }
        if made.cost > Pence(0) {
            let what = format!("provisions of {}", formation.name);
            let clause = if load == Load::default() { "SG-1.3" } else { "SG-2.1" };
            act.pay(act.side_account(formation.side)?, act.world()?, made.cost, &what, clause)?;
        }
        act.set_army_train(army, &made.train)?;
        let counted = |count: u32, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let out_of = from.map(|from| act.stronghold(from)).transpose()?;
        let rations = counted(load.rations, "ration", "rations");
        let (loaded, bought) = match &out_of {
            Some(place) => (rations.map(|rations| format!("loads {rations} from {}", place.name)), None),
            None => (None, rations),
        };
        let engines = engines.map(|(gear, count)| match gear {
            Gear::Ladders => "ladders".to_owned(),
            gear => counted(count.into(), gear.word(), &format!("{}s", gear.word())).unwrap_or_default(),
        });
        let bought: Vec<String> =
            [bought, counted(load.animals, "animal", "animals"), engines].into_iter().flatten().collect();
        let bought = (!bought.is_empty()).then(|| format!("buys {} for {}", bought.join(" and "), made.cost.marks()));
        let deeds: Vec<String> = loaded.into_iter().chain(bought).collect();
        if deeds.is_empty() {
            return Err(Problem::refused("Nothing is to be loaded.", "Say how many rations, animals or engines."));
        }
        Ok((made.train, format!("{} {}.", formation.name, deeds.join(", and "))))
    })
}

/// Loads an army's train: from a store of its side where it stands, or bought of the country for money (SG-2.1).
pub fn load(store: &mut Store, army: FormationId, load: Load, from: Option<StrongholdId>) -> Result<SiegeTrain> {
    provide(store, army, &Provision { load, from, engines: None })
}

/// Buys an engine or gear for an army's train, ready made (SG-1.3).
pub fn build(store: &mut Store, army: FormationId, gear: Gear, count: u16) -> Result<SiegeTrain> {
    provide(store, army, &Provision { engines: Some((gear, count)), ..Provision::default() })
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
        act.leave_siege(army, act.siege(own.siege)?.today(act.day()?))?;
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
