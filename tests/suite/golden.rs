//! Battles kept as text, run again line by line. `BANNERET_RENEW=1 cargo test golden` writes them anew.

use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Plan, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use banneret::rules::man_to_man::{Tables, fight_recorded, log};
use std::path::Path;

/// FNV-1a: a short name for some bytes, the same everywhere.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Compares a text with the one kept under `tests/golden/`, or keeps it if that was asked for.
pub fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BANNERET_RENEW").is_some() {
        std::fs::write(&path, text).expect("the kept text is written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("the kept text is there");
    for (n, (kept, now)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(kept, now, "{name}, line {}", n + 1);
    }
    assert_eq!(kept.lines().count(), text.lines().count(), "{name} has as many lines");
}

/// A plan fought and told.
pub fn told(plan: &Plan) -> String {
    let record = fight_recorded(plan, &Tables::book()).expect("no fault");
    log::lines(plan, &record.events).iter().map(|line| line.full() + "\n").collect()
}

/// Six knights against a score of levy.
pub fn knights_against_levy() -> Plan {
    let lance = [Weapon::HeavyLance, Weapon::Sword, Weapon::Shield];
    let mut knights: Vec<_> = (0..6).map(|_| fighter(Class::Knight, Grade::B, 1, &lance, Horse::Unbarded)).collect();
    knights[0].profile.rank = Rank::Baron;
    knights[0].profile.grade = Grade::A;
    knights[0].standard = None;
    knights[1].standard = Some(Standard::Force);
    let serf = fighter(Class::Peasant, Grade::D, 4, &[Weapon::Spear], Horse::None);
    let reeve = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let levy =
        vec![unit("The Vale levy", Some(reeve.clone()), &serf, 10), unit("The Wold levy", Some(reeve), &serf, 9)];
    plan(vec![force("Sir Hugh's household", vec![], knights)], vec![force("The levy", levy, vec![])], 7)
}

/// A dozen archers with a few billmen against a score of spearmen.
pub fn archers_against_foot() -> Plan {
    let archer = fighter(Class::Sergeant, Grade::B, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let bill = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill, Weapon::Dagger], Horse::None);
    let spear = fighter(Class::Sergeant, Grade::C, 2, &[Weapon::Spear, Weapon::Shield], Horse::None);
    let knight = fighter(Class::Knight, Grade::C, 1, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let english = vec![unit("The archers", Some(knight.clone()), &archer, 11), unit("The bills", None, &bill, 8)];
    let scots = vec![unit("The spears", Some(knight), &spear, 21)];
    plan(vec![force("The schiltron", scots, vec![])], vec![force("The bowmen", english, vec![])], 11)
}

/// Five knights and eight esquires ride at a square of pikes.
pub fn horse_against_pikes() -> Plan {
    let lance = [Weapon::HeavyLance, Weapon::Sword, Weapon::Shield];
    let knights = vec![fighter(Class::Knight, Grade::A, 1, &lance, Horse::Barded); 5];
    let esquire = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let pike = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Pike, Weapon::Sword], Horse::None);
    let captain = fighter(Class::Knight, Grade::C, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let horse = vec![unit("The esquires", Some(knights[0].clone()), &esquire, 8)];
    let pikes = vec![unit("The pikes", Some(captain), &pike, 20)];
    plan(vec![force("The horse", horse, knights)], vec![force("The square", pikes, vec![])], 4)
}

/// Knights break a levy on the flank of a line of spears, and ride after it.
pub fn a_broken_flank() -> Plan {
    let lance = [Weapon::HeavyLance, Weapon::Sword, Weapon::Shield];
    let knights = vec![fighter(Class::Knight, Grade::A, 1, &lance, Horse::Unbarded); 5];
    let spear = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Spear, Weapon::Shield], Horse::None);
    let serf = fighter(Class::Peasant, Grade::E, 4, &[Weapon::Improvised], Horse::None);
    let captain = fighter(Class::Knight, Grade::C, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let line = |name: &str| unit(name, Some(captain.clone()), &spear, 11);
    let left = vec![line("The spears of Ashby")];
    let right = vec![line("The spears of Thorne"), unit("The levy", None, &serf, 12)];
    plan(vec![force("The banner", left, knights)], vec![force("The host", right, vec![])], 64)
}

#[test]
fn golden_horse_against_pikes() {
    let text = told(&horse_against_pikes());
    compare("horse-against-pikes.txt", &text);
    assert!(text.contains("+1 pike against horse"));
}

#[test]
fn golden_a_broken_flank() {
    let text = told(&a_broken_flank());
    compare("a-broken-flank.txt", &text);
    for part in ["The levy fall back", "pursue", "enemies fleeing"] {
        assert!(text.contains(part), "nobody: {part}");
    }
}

#[test]
fn golden_knights_against_levy() {
    compare("knights-against-levy.txt", &told(&knights_against_levy()));
}

#[test]
fn golden_archers_against_foot() {
    compare("archers-against-foot.txt", &told(&archers_against_foot()));
}
