//! Battles with gear kept as text, run again line by line: longbows behind stakes, a gatehouse stormed with ram and
//! ladders, a burning village. `BANNERET_RENEW=1 cargo test golden` writes them anew.

use crate::golden::{compare, told};
use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Host, Man, Plan};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Spares, Thing};
use banneret::rules::geometry::{Heading, INCH, Point};

/// A man of a unit, by whom the plan says whose gear is.
fn of(host: &Host, name: &str) -> Option<Man> {
    let units = host.forces.iter().flat_map(|force| &force.units);
    units.into_iter().find(|unit| unit.name == name).map(|unit| unit.men[0].man)
}

fn at(x: i32, y: i32) -> Option<(Point, Heading)> {
    Some((Point::new(x * INCH, y * INCH), Heading::DOWN))
}

/// Longbows behind stakes against a score of horse.
pub fn longbows_behind_stakes() -> Plan {
    let archer = fighter(Class::Sergeant, Grade::B, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let bill = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill, Weapon::Dagger], Horse::None);
    let esquire = fighter(Class::Sergeant, Grade::C, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let knight =
        fighter(Class::Knight, Grade::B, 1, &[Weapon::HeavyLance, Weapon::Sword, Weapon::Shield], Horse::Barded);
    let captain = fighter(Class::Knight, Grade::C, 1, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let horse = vec![unit("The esquires", Some(knight.clone()), &esquire, 11)];
    let knights = vec![knight.clone(), knight.clone(), knight.clone(), knight];
    let bows =
        vec![unit("The archers", Some(captain.clone()), &archer, 15), unit("The bills", Some(captain), &bill, 9)];
    let mut plan = plan(vec![force("The horse", horse, knights)], vec![force("The bowmen", bows, vec![])], 45);
    let archers = of(&plan.hosts.defender, "The archers");
    plan.hosts.defender.gear = vec![GearPiece::of(Thing::Stake, 30, archers)];
    plan
}

/// A gate between two stretches of curtain, without a moat.
const GATE: &str = r#"
name = "west gate"
what = "A shut gate with a portcullis in a castle's wall; the defender stands on it."
width = 80
depth = 80
wind = "south"

[[area]]
kind = "stairs"
name = "the stairs"
edge = [[24, 51], [30, 51], [30, 54], [24, 54]]

[[area]]
kind = "stairs"
name = "the far stairs"
edge = [[50, 51], [56, 51], [56, 54], [50, 54]]

[[barrier]]
kind = "castle wall"
name = "the west curtain"
thickness = 2
level = 2
line = [[0, 50], [37, 50]]

[[barrier]]
kind = "castle wall"
name = "the east curtain"
thickness = 2
level = 2
line = [[43, 50], [80, 50]]

[[barrier]]
kind = "gate"
name = "the gate"
line = [[37, 50], [43, 50]]

[attacker]
line = [[16, 30], [64, 30]]
archers = [[30, 34], [50, 34]]

[defender]
line = [[34, 58], [46, 58]]
archers = [[30, 50], [36, 50]]
"#;

/// A gate stormed with ram and ladders.
pub fn storming_a_gatehouse() -> Plan {
    let foot = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let archer = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let knight = fighter(Class::Knight, Grade::B, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let guard = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill, Weapon::Dagger], Horse::None);
    let company = |name: &str, men| unit(name, Some(knight.clone()), &foot, men);
    let storm = vec![
        company("The ram's men", 9),
        company("The first ladder", 9),
        company("The second ladder", 9),
        unit("The archers", Some(knight.clone()), &archer, 11),
    ];
    let castle =
        vec![unit("The wall", Some(knight.clone()), &archer, 7), unit("The garrison", Some(knight.clone()), &guard, 9)];
    let mut plan = plan(vec![force("The storm", storm, vec![])], vec![force("The castle", castle, vec![])], 4);
    plan.ground = "west gate".to_owned();
    plan.ground_file = Some(GATE.to_owned());
    let (attacker, defender) = (&plan.hosts.attacker, &plan.hosts.defender);
    let ladder = |name| GearPiece { inches: 6, ..GearPiece::of(Thing::Ladder, 1, of(attacker, name)) };
    let ours = vec![
        GearPiece::of(Thing::Ram, 1, of(attacker, "The ram's men")),
        ladder("The first ladder"),
        ladder("The second ladder"),
        GearPiece::of(Thing::Pavise, 6, of(attacker, "The archers")),
    ];
    let wall = of(defender, "The wall");
    let theirs = vec![
        GearPiece { at: at(33, 50), ..GearPiece::of(Thing::Rock, 6, wall) },
        GearPiece { at: at(36, 50), ..GearPiece::of(Thing::Rock, 6, wall) },
        GearPiece { at: at(36, 50), ..GearPiece::of(Thing::OilCauldron, 1, wall) },
    ];
    (plan.hosts.attacker.gear, plan.hosts.defender.gear) = (ours, theirs);
    plan
}

/// Two thatched cottages and a hedge.
const HAMLET: &str = r#"
name = "hamlet"
what = "Two thatched cottages behind a hedge; the defender stands between them."
width = 80
depth = 80
wind = "west"

[[area]]
kind = "building"
name = "the first cottage"
burns = "straw"
edge = [[24, 44], [32, 44], [32, 50], [24, 50]]

[[area]]
kind = "building"
name = "the second cottage"
burns = "straw"
edge = [[46, 44], [54, 44], [54, 50], [46, 50]]

[[barrier]]
kind = "hedge"
name = "the hedge"
line = [[20, 41], [60, 41]]

[attacker]
line = [[24, 12], [56, 12]]
archers = [[30, 18], [50, 18]]

[defender]
line = [[32, 52], [48, 52]]
"#;

/// A village set alight over its defenders' heads.
pub fn a_burning_village() -> Plan {
    let raider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let torch = fighter(Class::Peasant, Grade::C, 4, &[Weapon::Axe], Horse::None);
    let villager = fighter(Class::Peasant, Grade::C, 4, &[Weapon::Spear], Horse::None);
    let reeve = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let leader = fighter(Class::Knight, Grade::C, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let raiders =
        vec![unit("The bowmen", Some(leader), &raider, 11), unit("The torches", Some(reeve.clone()), &torch, 7)];
    let village = vec![
        unit("The upper street", Some(reeve.clone()), &villager, 11),
        unit("The lower street", Some(reeve), &villager, 9),
    ];
    let mut plan = plan(vec![force("The raid", raiders, vec![])], vec![force("The village", village, vec![])], 9);
    plan.ground = "hamlet".to_owned();
    plan.ground_file = Some(HAMLET.to_owned());
    let (attacker, defender) = (&plan.hosts.attacker, &plan.hosts.defender);
    let (bowmen, torches) = (of(attacker, "The bowmen"), of(attacker, "The torches"));
    let ours = vec![
        GearPiece::of(Thing::FireMissile, 24, bowmen),
        GearPiece::of(Thing::FlintAndSteel, 1, bowmen),
        GearPiece::of(Thing::FlintAndSteel, 1, torches),
        GearPiece { spares: Spares { others: 40, ..Spares::default() }, ..GearPiece::of(Thing::Packhorse, 1, None) },
    ];
    let theirs = vec![GearPiece::of(Thing::Bucket, 11, of(defender, "The upper street"))];
    (plan.hosts.attacker.gear, plan.hosts.defender.gear) = (ours, theirs);
    plan
}

#[test]
fn golden_longbows_behind_stakes() {
    let text = told(&longbows_behind_stakes());
    compare("longbows-behind-stakes.txt", &text);
    assert!(text.contains("plant their stakes") && text.contains("+1 defending an obstacle"));
}

#[test]
fn golden_storming_a_gatehouse() {
    let text = told(&storming_a_gatehouse());
    compare("storming-a-gatehouse.txt", &text);
    // In one storm or another all that is brought to it is used.
    let storms = (1..=20).map(|seed| told(&Plan { seed, ..storming_a_gatehouse() })).collect::<String>();
    for part in ["swing the ram", "raise the ladder", "climb on the ladder", "drop a rock", "pour"] {
        assert!(storms.contains(part), "nobody: {part}");
    }
}

#[test]
fn golden_a_burning_village() {
    let text = told(&a_burning_village());
    compare("a-burning-village.txt", &text);
    assert!(text.contains("fire missile"));
}
