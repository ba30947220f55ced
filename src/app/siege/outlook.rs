//! A siege before it is begun: what an army and a stronghold of the campaign would come to (SG-1.6).

use super::larder::harvests;
use super::raise::comes_on;
use super::relief::{friends, left_on_the_march, nearest, others_on_the_march};
use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::ids::{FormationId, SiegeId, StrongholdId};
use crate::campaign::places::{Stronghold, StrongholdKind};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use crate::campaign::war::ContactKind;
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::{Ask, forecast};
use crate::rules::siege::{Forecast, Host, Kind, Moat, Outlook, Park, Plan, Relief, Siege, StandingOrders};
use crate::rules::telling::counted_off;
use crate::store::Db;
use std::sync::atomic::AtomicBool;

/// What a referee adds to what the campaign knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Means {
    /// Engines and gear of the besiegers besides those in their train.
    pub park: Park,
    /// Rations besides those in their train.
    pub rations: u32,
    /// The moat before the place, if it is to be another than there is.
    pub moat: Option<Moat>,
}

/// The kind of place a stronghold is to the siege (SG-1.5).
pub fn kind(stronghold: &Stronghold) -> Kind {
    match stronghold.kind {
        StrongholdKind::BorderCastle => Kind::BorderCastle,
        StrongholdKind::BaronsCastle => Kind::Castle,
        StrongholdKind::Town => Kind::Town,
    }
}

/// Armies by their ids as a host.
fn host(db: &Db, armies: &[FormationId], rations: u32) -> Result<Host> {
    let armies: Vec<Formation> = armies.iter().map(|army| db.formation(*army)).collect::<Result<_>>()?;
    super::raise::host(db, &armies, rations)
}

/// A siege of a stronghold by an army, as both are now (SG-1.1): its garrison are the armies inside.
pub fn plan(db: &Db, army: &Formation, stronghold: &Stronghold, means: &Means) -> Result<Plan> {
    if army.side == stronghold.side {
        return Err(Problem::refused(
            format!("{} is its own side’s: {} does not besiege it.", stronghold.name, army.name),
            "Name an army of another side.",
        ));
    }
    let inside: Vec<FormationId> =
        db.armies()?.iter().filter(|known| known.stronghold == Some(stronghold.id)).map(|known| known.id).collect();
    let tables = numbers::siege(db)?;
    let mut train = db.train(army.id)?;
    train.add(&SiegeTrain { rations: means.rations, animals: 0, park: means.park }, &tables);
    let attacker = host(db, &[army.id], train.rations)?;
    // What lies in the trains inside is the garrison’s to eat, too.
    let mut laden = 0;
    for army in &inside {
        laden = u32::saturating_add(laden, db.train(*army)?.rations);
    }
    let defender = host(db, &inside, stronghold.rations.saturating_add(laden))?;
    for (host, who, remedy) in [
        (&attacker, &army.name, "Name an army with men who are fit."),
        (&defender, &stronghold.name, "With no garrison it falls to whoever walks in (SG-3.2)."),
    ] {
        if host.able == 0 {
            return Err(Problem::refused(format!("{who} has no able man (SG-1.1)."), remedy));
        }
    }
    Ok(Plan {
        kind: kind(stronghold),
        moat: means.moat.unwrap_or(super::raise::moat(stronghold.moat_days)),
        capacity: super::raise::room_of_store(stronghold).saturating_add(laden),
        hosts: BySide { attacker, defender },
        park: train.park,
        relief: None,
    })
}

/// A relief army that comes on a day of the siege (SG-4).
pub fn relief(db: &Db, army: &Formation, day: u32) -> Result<Relief> {
    let train = db.train(army.id)?;
    Ok(Relief { day, host: host(db, &[army.id], train.rations)?, park: train.park })
}

/// How a siege of a stronghold would go by the numbers of the campaign, its walls as they stand, from many seeds, both sides
/// conducted by the program; nothing of it is kept.
pub fn spread(db: &Db, plan: &Plan, stronghold: StrongholdId, runs: u64, seed: u64) -> Result<Forecast> {
    let place = db.stronghold(stronghold)?.place;
    let mut tables = numbers::siege(db)?;
    // Who lies about another place of the district would eat of its country, too (SG-2.2).
    let here = db.siege_of(stronghold)?.map(|siege| siege.id);
    let others = db.sieges_at(place)?.into_iter().filter(|siege| Some(*siege) != here).count() as u32;
    if others > 0 {
        let country = tables.country;
        tables = tables.in_country(country.feeds / (others + 1), country.falls_to_one_in);
    }
    let mut game = Siege::laid(plan, &tables);
    super::raise::stand_walls(db, &mut game, stronghold)?;
    game.weeks = db.place(place)?.stripped_weeks;
    game.harvests = harvests(db, db.day()?, 0, game.tables.house().siege_days)?;
    let outlook = Outlook::of(game);
    Ok(forecast(&outlook, &Ask { runs, seed, threads: 0 }, &AtomicBool::new(false), &|_| {}))
}

/// How a siege under way would go on from now (SG-1.6), from many seeds, each side by its standing orders if it has any and
/// by the program if not, an assault one roll; nothing of it is kept. `progress` is called with the sieges so far.
pub fn from_now(
    db: &Db,
    siege: SiegeId,
    runs: u64,
    seed: u64,
    cancel: &AtomicBool,
    progress: &(impl Fn(&Forecast) + Sync),
) -> Result<Forecast> {
    Ok(look_ahead(&ahead(db, siege)?, runs, seed, cancel, progress))
}

/// A siege under way as it is looked ahead at, apart from its campaign, so that what takes long keeps nobody from that.
pub fn ahead(db: &Db, siege: SiegeId) -> Result<Outlook> {
    let it = super::raise::raise(db, siege)?;
    let mut game = it.game.clone();
    // Here who comes to help comes by himself, on his very day.
    if let (Some(relief), Some((days, _))) = (&mut game.relief, nearest(db, &it.siege, &it.stronghold)?) {
        relief.day = comes_on(db, &it.siege, days)?;
    }
    if let (Some(friends), Some((days, _))) = (&mut game.friends, friends(db, &it.siege, &it.stronghold)?) {
        friends.day = comes_on(db, &it.siege, days)?;
    }
    game.harvests = harvests(db, it.siege.begun, it.siege.days, game.tables.house().siege_days)?;
    let by_orders = |part: SiegePart| {
        let host = &it.hosts[&part];
        (host.conduct == Conduct::Orders).then(|| StandingOrders(host.orders.clone()))
    };
    let of = |side| by_orders(super::day::part_of(&it, side));
    let orders = BySide { attacker: of(Side::Attacker), defender: of(Side::Defender) };
    Ok(Outlook { siege: game, orders, within: by_orders(SiegePart::Garrison) })
}

/// What a forecast of a siege under way leaves out, as it is told beneath it: what becomes of men in the campaign alone, and what
/// waits there to be decided.
pub fn left_out(db: &Db, siege: SiegeId) -> Result<String> {
    let row = db.siege(siege)?;
    let later = left_on_the_march(db, &row, &db.stronghold(row.stronghold)?)?;
    let armies = db.armies_of_siege(siege, row.stronghold)?;
    let mut waits = waiting(db, Some(siege), &armies.iter().map(|army| army.id).collect::<Vec<_>>())?;
    if super::terms::open_offer(db, siege)?.is_some() {
        waits.push("the terms that are offered".to_owned());
    }
    if row.asks.is_some() {
        waits.push("the terms the garrison is to ask".to_owned());
    }
    Ok(told_as_left_out(&later, &waits))
}

/// The same for a siege of a stronghold by an army that is not begun, with the relief that is counted if there is one.
pub fn left_out_of_plan(
    db: &Db,
    army: &Formation,
    stronghold: &Stronghold,
    relief: Option<FormationId>,
) -> Result<String> {
    let counted: Vec<FormationId> = relief.into_iter().chain([army.id]).collect();
    let later = others_on_the_march(db, [stronghold.side, army.side], stronghold, &counted)?;
    let inside = db.armies()?.into_iter().filter(|known| known.stronghold == Some(stronghold.id));
    let takes_part: Vec<FormationId> = inside.map(|known| known.id).chain(counted).collect();
    Ok(told_as_left_out(&later, &waiting(db, None, &takes_part)?))
}

/// What waits to be fought of a siege, or between armies that take part in it and others, in words.
fn waiting(db: &Db, siege: Option<SiegeId>, armies: &[FormationId]) -> Result<Vec<String>> {
    let mut waits = Vec::new();
    for contact in db.waiting_contacts()? {
        let takes_part = [contact.attacker, contact.defender].iter().any(|army| armies.contains(army));
        if takes_part || siege.is_some() && contact.siege == siege {
            let (one, other) = (db.formation(contact.attacker)?.name, db.formation(contact.defender)?.name);
            waits.push(match contact.kind {
                ContactKind::Field => format!("a battle of {one} and {other}"),
                kind => format!("{} by {one}", kind.ready_for()),
            });
        }
    }
    Ok(waits)
}

fn told_as_left_out(later: &[String], waits: &[String]) -> String {
    let mut text = "No wound heals in it, and nobody’s service ends (CP-2.1).".to_owned();
    if !later.is_empty() {
        text += &format!(" It does not count who else is on the march there: {}.", counted_off(later));
    }
    if !waits.is_empty() {
        let waits = counted_off(waits);
        text += &format!(
            " What waits is left out, with what was chosen about it: {waits}. Settle it first to have it counted."
        );
    }
    text
}

/// How a siege apart from its campaign would go on, as [`from_now`] tells of one in it.
pub fn look_ahead(
    outlook: &Outlook,
    runs: u64,
    seed: u64,
    cancel: &AtomicBool,
    progress: &(impl Fn(&Forecast) + Sync),
) -> Forecast {
    forecast(outlook, &Ask { runs, seed, threads: 0 }, cancel, progress)
}
