//! Gear given to a host by a list alone: to whom each thing goes. What nobody can serve is left without men, and the plan
//! says so among its faults.

use crate::rules::battle::{Host, Unit};
use crate::rules::figure::{Class, Horse, Weapon};
use crate::rules::gear::{Brought, GearPiece, Laden, Spares, Thing};
use crate::rules::man_to_man::tables::Tables;

/// Who takes a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taker {
    /// A crew of its own (MM-9.7).
    Crew,
    /// Men who shoot.
    Shooters,
    /// Other men on foot.
    Foot,
    /// Nobody: it stands by the host.
    Nobody,
}

fn taker(thing: Thing) -> Taker {
    use Thing::*;
    match thing {
        Catapult | Bombard | Sow | Tower => Taker::Crew,
        Stake | Pavise | FireMissile | FlintAndSteel | Rock | OilCauldron | LeadCauldron => Taker::Shooters,
        Ladder | Ram | Faggot | Bucket => Taker::Foot,
        Wagon | Packhorse | Store | DraughtAnimal | BombardRound | Pick | Screw => Taker::Nobody,
    }
}

fn suits(unit: &Unit, who: Taker, tables: &Tables) -> bool {
    let on_foot = unit.men.iter().filter(|man| man.profile.horse == Horse::None).count() * 2 > unit.men.len();
    let shoots = |weapon: &Weapon| weapon.shoots() && *weapon != Weapon::Javelin;
    let shooters = unit.men.iter().filter(|man| man.profile.weapons.iter().any(shoots)).count() * 2 > unit.men.len();
    let commander = unit.men.iter().find(|man| Some(man.man) == unit.commander);
    let crew = &tables.gear.crew;
    let sergeant =
        commander.is_some_and(|man| man.profile.class == Class::Sergeant && man.profile.grade >= crew.sergeant);
    match who {
        Taker::Crew => on_foot && sergeant && unit.men.len() >= usize::from(crew.fewest),
        Taker::Shooters => on_foot && shooters,
        Taker::Foot => on_foot && !shooters && unit.men.len() > 1,
        Taker::Nobody => false,
    }
}

/// Gives a host what a list says, each thing to the units it suits, one after another: engines to crews of four under a
/// grade B sergeant, stakes and pavises to archers, ladders and rams to other foot; wagons come full of missiles.
pub fn allot(host: &Host, list: &[(u16, Brought)], tables: &Tables) -> Vec<GearPiece> {
    let there = host.forces.iter().filter(|force| force.arrives == 0);
    let units: Vec<&Unit> = there.flat_map(|force| &force.units).collect();
    let mut laden = vec![0u16; units.len()];
    let mut gear: Vec<GearPiece> = Vec::new();
    for &(count, brought) in list {
        let thing = brought.thing;
        // What men carry one each goes to one unit; of what many serve, every one to a unit of its own.
        let heap =
            matches!(taker(thing), Taker::Shooters | Taker::Foot) && !matches!(thing, Thing::Ladder | Thing::Ram);
        for _ in 0..if heap { 1 } else { count } {
            let pieces = &mut gear;
            match thing {
                Thing::DraughtAnimal => harness(pieces),
                Thing::Pick | Thing::Screw => hang(pieces, thing),
                Thing::BombardRound => load(pieces),
                Thing::Ram if pieces.iter().any(|piece| piece.thing == Thing::Sow && piece.holds.is_none()) => {
                    hang(pieces, thing);
                }
                _ => {
                    let who = taker(thing);
                    let free = (0..units.len()).filter(|&n| suits(units[n], who, tables));
                    let free = free.filter(|&n| who != Taker::Crew || laden[n] == 0);
                    let bearers = usize::from(length(brought, tables).div_ceil(tables.gear.ladder.carried.max(1)));
                    let free = free.filter(|&n| units[n].men.len() >= bearers);
                    let unit = free.min_by_key(|&n| (laden[n], std::cmp::Reverse(units[n].men.len()), n));
                    if let Some(n) = unit {
                        laden[n] += 1;
                    }
                    let by = unit.and_then(|n| units[n].men.first()).map(|man| man.man);
                    // An army has one standard (MM-8.8).
                    let standard = brought.standard && pieces.iter().all(|piece| !piece.standard);
                    pieces.push(GearPiece {
                        spares: full(brought, tables),
                        inches: length(brought, tables),
                        standard,
                        ..GearPiece::of(thing, if heap { count } else { 1 }, by)
                    });
                }
            }
        }
    }
    gear
}

/// An animal more for the first wagon or engine that has no team yet.
fn harness(gear: &mut [GearPiece]) {
    if let Some(piece) = gear.iter_mut().filter(|piece| piece.thing.rolls()).min_by_key(|piece| piece.animals) {
        piece.animals = piece.animals.saturating_add(1);
    }
}

/// A ram, pick or screw into a sow that holds none.
fn hang(gear: &mut Vec<GearPiece>, thing: Thing) {
    match gear.iter_mut().find(|piece| piece.thing == Thing::Sow && piece.holds.is_none()) {
        Some(sow) => sow.holds = Some(thing),
        None => gear.push(GearPiece::of(thing, 1, None)),
    }
}

/// A round into a store.
fn load(gear: &mut Vec<GearPiece>) {
    match gear.iter_mut().find(|piece| piece.thing == Thing::Store) {
        Some(store) => store.spares.rounds += 1,
        None => gear.push(GearPiece {
            spares: Spares { rounds: 1, ..Spares::default() },
            ..GearPiece::of(Thing::Store, 1, None)
        }),
    }
}

/// What a wagon or packhorse comes with: as much as it holds of what it is laden with, arrows if nothing is said (MM-4.6).
fn full(brought: Brought, tables: &Tables) -> Spares {
    let holds = &tables.gear.spares;
    let (javelins, rounds, others) = match brought.thing {
        Thing::Wagon => (holds.wagon_javelins, holds.wagon_rounds, holds.wagon_others),
        Thing::Packhorse => (holds.packhorse_javelins, holds.packhorse_rounds, holds.packhorse_others),
        _ => return Spares::default(),
    };
    match brought.laden {
        Some(Laden::Javelins) => Spares { javelins: javelins as u16, ..Spares::default() },
        Some(Laden::Rounds) => Spares { rounds: rounds as u16, ..Spares::default() },
        None => Spares { others: others as u16, ..Spares::default() },
    }
}

/// A ladder as long as the list says, or as one man raises (MM-9.10).
fn length(brought: Brought, tables: &Tables) -> u8 {
    match (brought.thing, brought.inches) {
        (Thing::Ladder, 0) => tables.gear.ladder.one_raises,
        (Thing::Ladder, inches) => inches,
        _ => 0,
    }
}
