//! Castle Cracker: troops and their speeds, and hand to hand by armour (CC-2, CC-3.0, CC-5).

use banneret::rules::castle_cracker::melee::{Exchange, FightingMen, counts_for, exchange, guards, removes, run};
use banneret::rules::castle_cracker::{Armour, ShotWeapon, Tables, TroopKind};
use banneret::rules::geometry::INCH;

fn men(light: u32, medium: u32, heavy: u32) -> FightingMen {
    FightingMen { light, medium, heavy }
}

/// CC-2.1, CC-3.0, CC-5.1: each kind's armour, speed and how many men it counts for.
#[test]
fn cc_2_1_each_kind_of_troops_has_its_armour_speed_and_count() {
    let tables = Tables::book();
    let rows = [
        (TroopKind::LightFoot, Armour::Light, 18, 1),
        (TroopKind::MediumFoot, Armour::Medium, 12, 1),
        (TroopKind::HeavyFoot, Armour::Heavy, 12, 1),
        (TroopKind::LightHorse, Armour::Light, 24, 1),
        (TroopKind::HeavyHorse, Armour::Heavy, 18, 2),
        (TroopKind::Chariot, Armour::Medium, 24, 3),
        (TroopKind::WarWagon, Armour::Light, 12, 1),
        (TroopKind::Boat, Armour::Light, 12, 1),
        (TroopKind::SiegeCrew, Armour::Light, 6, 1),
    ];
    assert_eq!(rows.map(|row| row.0).as_slice(), TroopKind::ALL);
    for (kind, armour, inches, counts) in rows {
        let row = tables.troop(kind);
        assert_eq!((row.armour, tables.twelfths(row.speed), row.counts), (armour, inches * INCH, counts), "{kind}");
    }
    assert_eq!(tables.twelfths(tables.troop(TroopKind::SiegeCrew).towed), 12 * INCH);
    assert_eq!((tables.carry.chariot, tables.carry.wagon), (2, 6));
}

/// CC-2.2: a trebuchet throws as a catapult, a culverin shoots as a cannon.
#[test]
fn cc_2_2_engines_go_by_other_names() {
    for (name, weapon) in [
        ("trebuchet", ShotWeapon::Catapult),
        ("Culverin", ShotWeapon::Cannon),
        ("mortar", ShotWeapon::Howitzer),
        ("arquebus", ShotWeapon::Musket),
        ("bow", ShotWeapon::Bow),
    ] {
        assert_eq!(ShotWeapon::named(name), Ok(weapon));
    }
    assert!(ShotWeapon::named("sling").is_err());
}

/// CC-2.3: the peoples of history.
#[test]
fn cc_2_3_peoples_are_armed_as_in_history() {
    let tables = Tables::book();
    let of = |name: &str| tables.peoples().iter().find(|people| people.name == name).expect("a people");
    for name in ["romans", "hoplites", "macedonians", "saxons"] {
        assert_eq!((of(name).foot, of(name).fights), (TroopKind::MediumFoot, None), "{name}");
    }
    assert_eq!((of("vikings").foot, of("vikings").fights), (TroopKind::MediumFoot, Some(Armour::Heavy)));
    for name in ["celts", "gauls"] {
        assert_eq!((of(name).foot, of(name).armoured), (TroopKind::LightFoot, Some(TroopKind::MediumFoot)));
    }
    assert_eq!((of("knights").foot, of("knights").horse), (TroopKind::HeavyFoot, Some(TroopKind::HeavyHorse)));
    for name in ["romans", "gauls", "greeks"] {
        assert_eq!(of(name).horse, Some(TroopKind::LightHorse), "{name}");
    }
}

/// CC-5.3: 2 heavy, 3 medium or 4 light men remove one; each kind by itself, fractions dropped.
#[test]
fn cc_5_3_men_remove_enemies_by_their_armour() {
    let tables = Tables::book();
    for (side, removed) in [
        (men(0, 0, 12), 6),
        (men(12, 0, 0), 3),
        (men(0, 12, 0), 4),
        (men(3, 2, 1), 0),
        (men(4, 3, 2), 3),
        (men(7, 5, 3), 3),
    ] {
        assert_eq!(removes(side, &tables), removed, "{side:?}");
    }
}

/// The worked value: 12 heavy against 12 light, 6 removed against 3 a turn, at once.
#[test]
fn cc_5_3_twelve_heavy_against_twelve_light() {
    let turn = exchange([men(0, 0, 12), men(12, 0, 0)], &Tables::book());
    assert_eq!((turn.lost, turn.taken), ([3, 6], None));
}

/// CC-5.1, CC-5.2: heavy cavalry counts 2 and chariots 3, but 1 before a shield wall.
#[test]
fn cc_5_1_a_shield_wall_impedes_horses() {
    let tables = Tables::book();
    let counts = |kind| tables.troop(kind).counts;
    assert_eq!(
        (counts_for(counts(TroopKind::HeavyHorse), false), counts_for(counts(TroopKind::HeavyHorse), true)),
        (2, 1)
    );
    assert_eq!((counts_for(counts(TroopKind::Chariot), false), counts_for(counts(TroopKind::Chariot), true)), (3, 1));
    assert_eq!(counts_for(1, true), 1);
    assert_eq!(tables.melee.shield_wall, 6);
}

/// CC-5.4: a quarter more.
#[test]
fn cc_5_4_a_side_runs_a_quarter_further() {
    assert_eq!(run(768, &Tables::book()), 960);
}

/// CC-5.5: where neither can remove any more the smaller side is taken; equal, neither.
#[test]
fn cc_5_5_who_can_do_no_more_is_taken() {
    let tables = Tables::book();
    let taken = |one, other| exchange([one, other], &tables).taken;
    assert_eq!(taken(men(3, 0, 0), men(2, 0, 0)), Some(1));
    assert_eq!(taken(men(0, 1, 0), men(3, 0, 0)), Some(0));
    assert_eq!(taken(men(2, 0, 0), men(0, 2, 0)), None, "equal: neither");
    assert_eq!(taken(men(4, 0, 0), men(1, 0, 0)), None, "one can still be removed");
    // The smaller can remove nobody, but the larger can: three heavy men remove one of two light ones a turn.
    assert_eq!(exchange([men(0, 0, 3), men(2, 0, 0)], &tables), Exchange { lost: [0, 1], taken: None });
    assert_eq!(exchange([men(2, 0, 0), men(0, 0, 3)], &tables), Exchange { lost: [1, 0], taken: None });
}

/// CC-5.6: one man guards 8 on the march and 20 at home.
#[test]
fn cc_5_6_guards_for_prisoners() {
    let tables = Tables::book();
    let needed = |prisoners| (guards(prisoners, false, &tables), guards(prisoners, true, &tables));
    assert_eq!([1, 8, 9, 20, 21].map(needed), [(1, 1), (1, 1), (2, 1), (3, 1), (3, 2)]);
}
