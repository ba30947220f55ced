//! Castle Cracker: armies of a campaign cast into figures and back into fates of men (CP-3.5, CC-2).

use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Fate, Plan, StormedPlace};
use banneret::rules::castle_cracker::{CrackerBattle, HandArm, PlayForm, ShotWeapon, TroopKind, arms_of};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::NullSink;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{BodiesOfTable, House, Recalled, Settles, TableTold, report, settle};
use std::collections::{BTreeMap, BTreeSet};

/// So many a side: knights, men-at-arms on foot, archers and spears.
fn hosts(hundreds: usize) -> Plan {
    let lance = [Weapon::HeavyLance, Weapon::Sword, Weapon::Shield];
    let knight = fighter(Class::Knight, Grade::B, 1, &lance, Horse::Unbarded);
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let bow = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let spear = fighter(Class::Peasant, Grade::D, 4, &[Weapon::Spear], Horse::None);
    let host = |bows: usize, knights: usize| {
        let units = vec![
            unit("The men-at-arms", None, &foot, 20 * hundreds),
            unit("The bowmen", None, &bow, bows * hundreds),
            unit("The levy", None, &spear, (80 - bows - knights) * hundreds),
            unit("The lances", None, &knight, knights * hundreds),
        ];
        vec![force("The host", units, vec![])]
    };
    plan(host(50, 5), host(10, 25), 11)
}

#[test]
fn men_are_cast_by_their_arms() {
    let of = |protection, weapons: &[Weapon], horse| {
        arms_of(&fighter(Class::Sergeant, Grade::C, protection, weapons, horse))
    };
    let cases = [
        (1, vec![Weapon::Sword], Horse::None, TroopKind::HeavyFoot, None, HandArm::Small),
        (2, vec![Weapon::Bill], Horse::None, TroopKind::MediumFoot, None, HandArm::Pole),
        (4, vec![Weapon::Spear], Horse::None, TroopKind::LightFoot, None, HandArm::Pole),
        (2, vec![Weapon::Longbow], Horse::None, TroopKind::LightFoot, Some(ShotWeapon::Bow), HandArm::Small),
        (3, vec![Weapon::Crossbow], Horse::None, TroopKind::LightFoot, Some(ShotWeapon::Crossbow), HandArm::Small),
        (3, vec![Weapon::Handgun], Horse::None, TroopKind::LightFoot, Some(ShotWeapon::Musket), HandArm::Small),
        (3, vec![Weapon::Javelin], Horse::None, TroopKind::MediumFoot, Some(ShotWeapon::Thrown), HandArm::Small),
        (1, vec![Weapon::HeavyLance], Horse::Barded, TroopKind::HeavyHorse, None, HandArm::Lance),
        (3, vec![Weapon::Sword], Horse::Unbarded, TroopKind::LightHorse, None, HandArm::Small),
    ];
    for (protection, weapons, horse, kind, missile, hand) in cases {
        assert_eq!(of(protection, &weapons, horse), Some((kind, missile, hand)), "{weapons:?}");
    }
    // A cleric is unarmed and in no body.
    assert_eq!(arms_of(&fighter(Class::Cleric, Grade::B, 4, &[], Horse::None)), None);
}

#[test]
fn every_man_stands_in_one_figure_up_to_the_limit() {
    for hundreds in [1, 20] {
        let plan = hosts(hundreds);
        let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
        for side in [Side::Attacker, Side::Defender] {
            let bodies = &battle.bodies()[side];
            let figures: usize = bodies.iter().map(|body| body.figures.len()).sum();
            assert_eq!(figures, if hundreds == 1 { 100 } else { battle.tables().cast.figures });
            let men: BTreeSet<_> = bodies.iter().flat_map(|body| body.figures.iter().flatten()).collect();
            assert_eq!(men.len(), 100 * hundreds, "each once");
        }
        // They stand apart, each side in its own zone (CC-1.1).
        let game = battle.begin(&mut Vec::new());
        for (at, one) in game.troops.iter().enumerate() {
            assert!(
                game.field.in_zone(one.side, one.at) && one.figures().all(|(_, place)| game.field.holds(place)),
                "{}",
                one.name
            );
            for other in &game.troops[..at] {
                assert!(!one.overlaps(other), "{} and {}", one.name, other.name);
            }
        }
    }
}

#[test]
fn two_thousand_a_side_are_fought_and_cast_back() {
    let plan = hosts(20);
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let settled = settle(&battle).expect("it is settled");
    assert_eq!(settled.report.men.len(), 4000);
    let count = |fate: fn(&Fate) -> bool| settled.report.men.iter().filter(|man| fate(&man.fate)).count();
    let dead = count(|fate| *fate == Fate::Dead);
    // Who is wounded and lies where his side has nobody left is taken.
    let wounded = settled.report.men.iter().filter(|man| man.wounded).count();
    assert!(dead > 200 && dead.abs_diff(wounded) <= 200, "{dead} dead and {wounded} wounded");
    assert!(settled.report.winner.is_some());
    // Each cast line is told, and the record tells the battle.
    let lines = CrackerBattle::lines(&settled.record.1).expect("it is told");
    assert!(lines.len() > 100 && lines[0].heading, "{}", lines.len());
    assert!(lines.last().is_some_and(|line| line.text.contains("win")), "{:?}", lines.last());
    let bodies = battle.bodies().attacker.len() + battle.bodies().defender.len();
    assert_eq!(settled.casting.len(), bodies + 1);
    assert!(settled.casting[0].contains("men as"), "{}", settled.casting[0]);
    // The same seed settles the same, byte for byte.
    assert_eq!(settle(&battle).expect("it is settled").record, settled.record);
}

#[test]
fn figures_become_fates_of_all_their_men() {
    let plan = hosts(20);
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let mut game = battle.begin(&mut Vec::new());
    let unhurt = report(&battle, &game);
    assert!(unhurt.men.iter().all(|man| man.fate == Fate::Unhurt) && unhurt.winner.is_none());
    // A body loses half its figures: their men are dead or wounded, half and half.
    let first = &battle.bodies().attacker[0];
    let half = first.figures.len() / 2;
    game.troops[0].lose(half, PlayForm::Third);
    let told = battle.report(&game, &mut Seeded::new(1));
    let fell: Vec<_> = told.men.iter().filter(|man| man.fate != Fate::Unhurt).collect();
    let men: usize = first.figures.iter().map(Vec::len).sum();
    assert!(fell.len().abs_diff(men / 2) <= half, "{} of {men}", fell.len());
    assert!(fell.iter().all(|man| matches!(man.fate, Fate::Dead | Fate::Wounded) && man.side == Side::Attacker));
    assert_eq!(told.half_points.defender, 2 * half as i64);
}

/// CP-3.5: five to one stays five to one: a figure is of as many men on either side.
#[test]
fn cp_3_5_both_sides_are_cast_to_one_scale() {
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let host = |men: usize| vec![force("The host", vec![unit("men", None, &foot, men)], vec![])];
    let cast = |ours: usize, theirs: usize| {
        let battle = CrackerBattle::cast(&plan(host(ours), host(theirs), 7), &House::new()).expect("no fault");
        let figures = |side: Side| battle.bodies()[side].iter().map(|body| body.figures.len()).sum::<usize>();
        let men = |side: Side| battle.bodies()[side].iter().flat_map(|body| &body.figures).map(Vec::len).sum::<usize>();
        assert_eq!((men(Side::Attacker), men(Side::Defender)), (ours, theirs), "nobody is left out");
        (figures(Side::Attacker), figures(Side::Defender), battle.about())
    };
    let (ours, theirs, about) = cast(5_010, 994);
    assert_eq!((ours, theirs), (240, 48));
    assert!(about.contains("counts figures"), "{about}");
    assert_eq!(cast(100, 4_800).0, 5);
    assert_eq!(cast(1, 9_999).0, 1);
    // Up to the limit a figure is a man, on both sides, and nothing need be said.
    let (ours, theirs, about) = cast(240, 17);
    assert_eq!((ours, theirs), (240, 17));
    assert!(!about.contains("counts figures"), "{about}");
    // One man more, and the smaller host is cast with the larger.
    assert_eq!((cast(480, 100).0, cast(480, 100).1), (240, 50));
}

/// CP-3.5: the wounded of a side that has nobody left on the field are the other's captives; while it stands, they are not.
#[test]
fn cp_3_5_who_lies_on_a_lost_field_is_taken() {
    let plan = hosts(1);
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let mut game = battle.begin(&mut Vec::new());
    let ours: Vec<usize> = (0..game.troops.len()).filter(|at| game.troops[*at].side == Side::Attacker).collect();
    for at in &ours[1..] {
        let all = game.troops[*at].standing.len();
        game.troops[*at].lose(all, PlayForm::Third);
    }
    let of = |told: &banneret::rules::battle::Report, fate: fn(&Fate) -> bool| {
        told.men.iter().filter(|man| man.side == Side::Attacker && fate(&man.fate)).count()
    };
    let told = battle.report(&game, &mut Seeded::new(5));
    assert_eq!(of(&told, |fate| matches!(fate, Fate::Captive { .. })), 0);
    assert!(of(&told, |fate| *fate == Fate::Wounded) > 20);
    let all = game.troops[ours[0]].standing.len();
    game.troops[ours[0]].lose(all, PlayForm::Third);
    let told = battle.report(&game, &mut Seeded::new(5));
    let (dead, taken) = (of(&told, |fate| *fate == Fate::Dead), of(&told, |fate| matches!(fate, Fate::Captive { .. })));
    assert_eq!((dead + taken, of(&told, |fate| *fate == Fate::Wounded)), (100, 0));
    assert!(dead.abs_diff(taken) <= 8, "{dead} dead, {taken} taken");
    assert!(told.men.iter().filter(|man| matches!(man.fate, Fate::Captive { .. })).all(|man| man.wounded));
}

/// What a battle is fought for decides which rules can settle it: no walls are stormed on an open field, and without walls
/// there is nothing to shoot a catapult at.
#[test]
fn cp_3_5_rules_settle_what_they_have_a_field_for() {
    use Ruleset::{Assault, CastleCracker, CastleUnderSiege, Castles, ManToMan};
    let of = |storm: Option<StormedPlace>| {
        let plan = Plan { storm, ..hosts(1) };
        Ruleset::of(plan.occasion()).collect::<Vec<_>>()
    };
    let place = StormedPlace::default();
    assert_eq!(of(None), [ManToMan, Assault, Castles, CastleCracker]);
    assert_eq!(of(Some(place.clone())), [ManToMan, Assault, Castles, CastleUnderSiege]);
    assert_eq!(of(Some(StormedPlace { sally: true, ..place.clone() })), [ManToMan, Assault, Castles, CastleCracker]);
    assert_eq!(of(Some(StormedPlace { battery: 3, ..place })), [CastleUnderSiege]);
}

/// CP-3.5: bodies of one name are told apart by the number that a result names them by, and how many men a figure stands for is
/// told where it is more than one.
#[test]
fn cp_3_5_bodies_are_told_apart() {
    let bow = |hand| fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Longbow, hand], Horse::None);
    let units = vec![unit("One", None, &bow(Weapon::Sword), 12), unit("Other", None, &bow(Weapon::Spear), 12)];
    let small =
        plan(vec![force("The host", units.clone(), vec![])], vec![force("The others", units.clone(), vec![])], 3);
    let battle = CrackerBattle::cast(&small, &House::new()).expect("no fault");
    assert_eq!(battle.scale(), None);
    let game = battle.begin(&mut NullSink);
    let names: Vec<String> = game.all().map(|(_, troops)| troops.name.to_string()).collect();
    let archers = |host: &str, bodies: [u16; 2]| bodies.map(|body| format!("the archers of {host}, body {body}"));
    assert_eq!(names, [archers("The host", [0, 1]), archers("The others", [2, 3])].concat());
    // Where both sides call theirs alike too.
    let foot = || vec![force("Foot", units.clone(), vec![])];
    let alike = plan(foot(), foot(), 3);
    let battle = CrackerBattle::cast(&alike, &House::new()).expect("no fault");
    for (id, troops) in battle.begin(&mut NullSink).all() {
        assert_eq!(*troops.name, *format!("the archers of Foot, body {}", id.0));
    }
    // A battle begun before goes on with the names it was begun with.
    let before = battle.start().expect("JSON").replacen("\"format\":6", "\"format\":4", 1);
    let before = CrackerBattle::of_kept(&alike, &before, "{}").expect("it is resumed");
    for (id, troops) in before.begin(&mut NullSink).all() {
        assert_eq!(*troops.name, *format!("the archers of Foot, body {}", id.0 + 1));
    }
    let large = CrackerBattle::cast(&hosts(20), &House::new()).expect("no fault");
    let men = 2 * hosts(20).hosts.attacker.men().count();
    let figures: usize = [Side::Attacker, Side::Defender]
        .into_iter()
        .flat_map(|side| &large.bodies()[side])
        .map(|body| body.figures.len())
        .sum();
    assert_eq!(large.scale(), Some((men as f64 / figures as f64).round() as usize));
    let names: BTreeSet<String> = large.begin(&mut NullSink).all().map(|(_, troops)| troops.name.to_string()).collect();
    assert_eq!(names.len(), large.begin(&mut NullSink).all().count(), "no two of one name");
}

/// CP-3.5: shooters are light; knights heavy, mounted or on foot; other horse by protection.
#[test]
fn cp_3_5_knights_are_heavy_whatever_they_wear() {
    let of = |class, protection, weapons: &[Weapon], horse| {
        arms_of(&fighter(class, Grade::C, protection, weapons, horse)).map(|(kind, ..)| kind)
    };
    for protection in 1..=3 {
        assert_eq!(of(Class::Knight, protection, &[Weapon::Sword], Horse::None), Some(TroopKind::HeavyFoot));
        assert_eq!(of(Class::Knight, protection, &[Weapon::Sword], Horse::Unbarded), Some(TroopKind::HeavyHorse));
    }
    assert_eq!(of(Class::Knight, 1, &[Weapon::Crossbow], Horse::None), Some(TroopKind::LightFoot));
    assert_eq!(of(Class::Sergeant, 3, &[Weapon::Sword], Horse::Unbarded), Some(TroopKind::LightHorse));
    // Shooters are light on horses too, but for a knight.
    for protection in 1..=3 {
        for weapon in [Weapon::Shortbow, Weapon::Crossbow] {
            assert_eq!(of(Class::Sergeant, protection, &[weapon], Horse::Unbarded), Some(TroopKind::LightHorse));
        }
        assert_eq!(of(Class::Knight, protection, &[Weapon::Crossbow], Horse::Unbarded), Some(TroopKind::HeavyHorse));
    }
    assert_eq!(of(Class::Sergeant, 2, &[Weapon::Javelin], Horse::Unbarded), Some(TroopKind::HeavyHorse));
    assert_eq!(of(Class::Sergeant, 2, &[Weapon::Sword], Horse::None), Some(TroopKind::MediumFoot));
}

/// CP-3.5: where figures stand for many men, forces of a few men of some arms go together, so that each arm has its share.
#[test]
fn cp_3_5_small_groups_go_together() {
    let men = |weapons: &[Weapon]| fighter(Class::Sergeant, Grade::C, 2, weapons, Horse::None);
    let (bow, axe) = (men(&[Weapon::Longbow]), men(&[Weapon::Axe]));
    let forces = |name: &str| -> Vec<_> {
        let few = |n: usize| vec![unit("a", None, &bow, 30), unit("b", None, &axe, if n == 0 { 270 } else { 3 })];
        (0..40).map(|n| force(&format!("{name} {n}"), few(n), vec![])).collect()
    };
    let battle = CrackerBattle::cast(&plan(forces("A"), forces("B"), 1), &House::new()).expect("no fault");
    for side in [Side::Attacker, Side::Defender] {
        let game = battle.begin(&mut NullSink);
        let of = |kind: TroopKind| {
            game.of(side).filter(|(_, troops)| troops.kind == kind).map(|(_, it)| it.able()).sum::<usize>()
        };
        // 1,200 archers and 387 others in 240 figures.
        assert_eq!((of(TroopKind::LightFoot), of(TroopKind::MediumFoot)), (181, 59));
    }
}

/// CP-3.5: what a real table tells by bodies comes back to men by lot.
#[test]
fn cp_3_5_a_table_tells_of_bodies() {
    let battle = CrackerBattle::cast(&hosts(1), &House::new()).expect("no fault");
    let body = &battle.bodies().defender[0];
    let (number, figures) = (body.troops.0, body.figures.len());
    let men: BTreeSet<_> = body.figures.iter().flatten().copied().collect();
    let bodies: BTreeMap<u16, [usize; 3]> = [(number, [4, 3, 2])].into_iter().collect();
    let told = BodiesOfTable { bodies, winner: None, turns: Some(9) };
    let TableTold { report, casting } = battle.report_of_bodies(&told).expect("no fault");
    let hurt: Vec<_> = report.men.iter().filter(|man| man.fate != Fate::Unhurt).collect();
    assert!(hurt.iter().all(|man| men.contains(&man.man)), "nobody of another body");
    let count = |fate: fn(&Fate) -> bool| hurt.iter().filter(|man| fate(&man.fate)).count();
    assert_eq!(count(|fate| *fate == Fate::Dead), 2);
    assert_eq!(count(|fate| *fate == Fate::Wounded), 2);
    assert_eq!(count(|fate| matches!(fate, Fate::Captive { .. })), 3);
    assert_eq!(count(|fate| *fate == Fate::Fled), 2);
    assert_eq!((report.winner, report.turns, report.by_lot), (Some(Side::Attacker), Some(9), true));
    // Each body is told, and that the lot chose, as of a battle that was fought here.
    let bodies = battle.bodies().attacker.len() + battle.bodies().defender.len();
    assert_eq!(casting.len(), bodies + 1);
    assert!(casting.iter().any(|line| line.contains("4 fallen, 3 taken, 2 fled (CP-3.5).")), "{casting:?}");
    assert!(casting[bodies].starts_with("The lot chose whose figures fell"), "{casting:?}");
    let neither = battle.report_of_bodies(&BodiesOfTable { winner: Some(None), ..told }).expect("no fault");
    assert_eq!(neither.report.winner, None);
    // More than there are, and a body that is not there.
    let bodies = [(number, [figures + 1, 0, 0]), (999, [1, 0, 0])].into_iter().collect();
    let faults = battle.report_of_bodies(&BodiesOfTable { bodies, ..BodiesOfTable::default() }).expect_err("faults");
    assert_eq!(faults.len(), 2);
    assert!(
        faults[0].contains(&format!("Body {number} is of {figures} figures"))
            && faults[1].contains("There is no body 999")
    );
}

/// CC-1.2, CP-3.5: where a table names no winner, who stands decides, and not who felled more; whoever fled stands no more.
#[test]
fn cp_3_5_who_stands_at_a_table_has_won() {
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let host = |men: usize| vec![force("The host", vec![unit("men", None, &foot, men)], vec![])];
    let battle = CrackerBattle::cast(&plan(host(240), host(48), 7), &House::new()).expect("no fault");
    let numbers = |side: Side| battle.bodies()[side].iter().map(|body| (body.troops.0, body.figures.len()));
    let read = |losses: BTreeMap<u16, [usize; 3]>| {
        let told = BodiesOfTable { bodies: losses, winner: None, turns: None };
        battle.report_of_bodies(&told).expect("no fault").report
    };
    // The few fell to a man, and felled more than they were.
    let wiped_out = |at: usize| {
        let mut losses: BTreeMap<u16, [usize; 3]> =
            numbers(Side::Attacker).map(|(body, _)| (body, [6, 0, 0])).collect();
        for (body, figures) in numbers(Side::Defender) {
            let mut lost = [0; 3];
            lost[at] = figures;
            losses.insert(body, lost);
        }
        losses
    };
    let report = read(wiped_out(0));
    assert!(report.half_points.defender > report.half_points.attacker, "they felled more");
    assert_eq!(report.winner, Some(Side::Attacker));
    // And so where all of them fled.
    assert_eq!(read(wiped_out(2)).winner, Some(Side::Attacker));
    // A sixth of the many, and a quarter of the few: the larger share stands with the many.
    let (first, _) = numbers(Side::Defender).next().expect("a body");
    let losses = |theirs: usize| {
        let mut losses: BTreeMap<u16, [usize; 3]> =
            numbers(Side::Attacker).map(|(body, _)| (body, [4, 0, 0])).collect();
        losses.insert(first, [theirs, 0, 0]);
        losses
    };
    let fell = 4 * numbers(Side::Attacker).count();
    assert_eq!(fell, 40);
    assert_eq!(read(losses(12)).winner, Some(Side::Attacker));
    assert_eq!(read(losses(4)).winner, Some(Side::Defender));
    assert_eq!(read(losses(8)).winner, None, "an equal share");
}

/// CP-3.5: a battle of figures ends with its last turn, and no table tells of more.
#[test]
fn cp_3_5_no_table_tells_of_more_turns_than_there_are() {
    let battle = CrackerBattle::cast(&hosts(1), &House::new()).expect("no fault");
    let told = |turns: u32| {
        let told = BodiesOfTable { turns: Some(turns), ..BodiesOfTable::default() };
        battle.report_of_bodies(&told).map(|told| told.report.turns)
    };
    assert_eq!(told(30), Ok(Some(30)));
    let why = told(31).expect_err("a fault");
    assert!(why.len() == 1 && why[0].contains("turn 30 at the latest"), "{why:?}");
}

/// CP-3.1: that the ground of a plan has no part in it is told, as of its weather; of open ground nothing is.
#[test]
fn cp_3_1_a_ground_without_a_part_in_it_is_told() {
    for (ground, told) in [("ford", true), ("open field", false)] {
        let plan = Plan { ground: ground.to_owned(), ..hosts(1) };
        let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
        let casting = settle(&battle).expect("it is settled").casting;
        let says = casting.iter().any(|line| line.contains("“ford”, which has no part in it"));
        assert_eq!(says, told, "{casting:?}");
        let read = battle.report_of_bodies(&BodiesOfTable::default()).expect("no fault").casting;
        assert_eq!(read.iter().any(|line| line.contains("has no part in it")), told, "{read:?}");
    }
}

/// The text of such a result: entries, or a file; every fault with its place.
#[test]
fn cp_3_5_a_result_by_bodies_is_read() {
    use banneret::campaign::table_bodies::{BodyLosses, is_by_bodies, read};
    let losses = |fallen, taken, fled| BodyLosses { fallen, taken, fled };
    let one =
        read("body 3: 5 fallen, 2 taken and 1 fled; body 7 4 fallen; winner defender; turns 12").expect("no fault");
    assert_eq!(one.bodies.into_iter().collect::<Vec<_>>(), [(3, losses(5, 2, 1)), (7, losses(4, 0, 0))]);
    assert_eq!(one.turns, Some(12));
    let file = "body,fallen,taken,fled\n3,5,2,1\n\n7,4,,\nwinner,defender\nturns,12\n";
    assert!(is_by_bodies(file) && !is_by_bodies("number,fate\nA1,dead\n") && !is_by_bodies("A1 dead; B2 wounded"));
    assert_eq!(read(file).expect("no fault").bodies.len(), 2);
    // A sheet lists the unhurt too, with nothing in their cells, and rows that nobody filled in.
    let sheet = read("body,fallen,taken,fled\r\n3,5,,\r\n4,,,\r\n,,,\r\n5\r\n").expect("no fault");
    let told: Vec<_> = sheet.bodies.into_iter().collect();
    assert_eq!(told, [(3, losses(5, 0, 0)), (4, losses(0, 0, 0)), (5, losses(0, 0, 0))]);
    assert!(read("body 4:").is_err(), "an entry says what befell");
    let faults =
        read("body 3: five fallen; body 3: 1 lost; body 4: 1 fallen; body 4: 2 fallen; nonsense").expect_err("faults");
    let starts = [
        "Entry 1: “five” is no number",
        "Entry 2: figures are fallen",
        "Entry 4: body 4 is told of twice",
        "Entry 5: “nonsense” says",
    ];
    assert_eq!(faults.len(), starts.len(), "{faults:?}");
    assert!(faults.iter().zip(starts).all(|(fault, start)| fault.starts_with(start)), "{faults:?}");
    // Of who won and how long it went on is told once.
    let twice = read("body 0: 1 fallen; winner attacker; winner defender; turns 9; turns 12").expect_err("faults");
    assert_eq!(twice, ["Entry 3: who won is told twice.", "Entry 5: the turns are told twice."]);
    let faults = read("body,fallen\n3,x\n\nwinner,nobody here\n").expect_err("faults");
    assert!(faults[0].starts_with("Line 2: ") && faults[1].starts_with("Line 4: "), "{faults:?}");
}

/// A record of the first form was cast to a scale for each side, and is watched as it was fought.
#[test]
fn records_of_the_first_form_are_cast_as_they_were() {
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let host = |men: usize| vec![force("The host", vec![unit("men", None, &foot, men)], vec![])];
    let battle = CrackerBattle::cast(&plan(host(600), host(300), 7), &House::new()).expect("no fault");
    let record = settle(&battle).expect("it is settled").record.1;
    let text = String::from_utf8(record).expect("UTF-8");
    let figures = |record: &str| {
        let (battle, _) = CrackerBattle::of_record(record.as_bytes()).expect("a record");
        battle.bodies().defender.iter().map(|body| body.figures.len()).sum::<usize>()
    };
    assert!(text.contains("\"format\":6"), "{text:.200}");
    assert_eq!(figures(&text), 120);
    assert_eq!(figures(&text.replacen("\"format\":6", "\"format\":1", 1)), 240);
    // In those of the second form a knight was as heavy as what he wears.
    let knight = fighter(Class::Knight, Grade::B, 2, &[Weapon::Sword], Horse::None);
    let host = |men: usize| vec![force("The host", vec![unit("men", None, &knight, men)], vec![])];
    let battle = CrackerBattle::cast(&plan(host(20), host(20), 7), &House::new()).expect("no fault");
    let text = String::from_utf8(settle(&battle).expect("it is settled").record.1).expect("UTF-8");
    let kind = |record: &str| {
        let (battle, _) = CrackerBattle::of_record(record.as_bytes()).expect("a record");
        battle.begin(&mut NullSink).all().map(|(_, troops)| troops.kind).next()
    };
    assert_eq!(kind(&text), Some(TroopKind::HeavyFoot));
    assert_eq!(kind(&text.replacen("\"format\":6", "\"format\":2", 1)), Some(TroopKind::MediumFoot));
    // In those of the third form the few of each force stood alone, and what they fought by was the rules of that time.
    let few = || (0..4).map(|n| force(&format!("Force {n}"), vec![unit("men", None, &knight, 3)], vec![])).collect();
    let battle = CrackerBattle::cast(&plan(few(), few(), 7), &House::new()).expect("no fault");
    let text = String::from_utf8(settle(&battle).expect("it is settled").record.1).expect("UTF-8");
    let bodies = |record: &str| {
        let (battle, _) = CrackerBattle::of_record(record.as_bytes()).expect("a record");
        (battle.bodies().attacker.len(), battle.begin(&mut NullSink).form)
    };
    assert_eq!(bodies(&text), (1, PlayForm::Fourth));
    assert_eq!(bodies(&text.replacen("\"format\":6", "\"format\":5", 1)), (1, PlayForm::Third));
    assert_eq!(bodies(&text.replacen("\"format\":6", "\"format\":4", 1)), (1, PlayForm::Second));
    assert_eq!(bodies(&text.replacen("\"format\":6", "\"format\":3", 1)), (4, PlayForm::First));
}

#[test]
fn what_is_no_record_is_refused() {
    let why = |bytes: &[u8]| CrackerBattle::lines(bytes).expect_err("it is none").to_string();
    assert!(why(b"Castles 1").contains("no record"));
    assert!(why(br#"{"banneret":"castle cracker","format":9}"#).contains("newer"));
    assert!(why(br#"{"banneret":"castle cracker","format":1}"#).contains("damaged"));
}

/// CP-3.5: of more groups than there are to be figures each stands in one, and nobody in none.
#[test]
fn cp_3_5_no_group_is_too_small_to_be_cast() {
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let forces = |count: usize| -> Vec<_> {
        (0..count).map(|n| force(&format!("Force {n}"), vec![unit("men", None, &foot, 10)], vec![])).collect()
    };
    let house = House::from([("cracker_cast_figures".to_owned(), "20".to_owned())]);
    let battle = CrackerBattle::cast(&plan(forces(21), forces(1), 3), &house).expect("no fault");
    let men: usize = battle.bodies().attacker.iter().flat_map(|body| &body.figures).map(Vec::len).sum();
    assert_eq!(men, 210);
}

/// CP-3.5: where a force has few of an arm, they go with the few of other forces, though each figure is a man; and one with the
/// many of another, where there are no others.
#[test]
fn cp_3_5_nobody_stands_alone_where_others_bear_his_arms() {
    let knight = fighter(Class::Knight, Grade::B, 1, &[Weapon::HeavyLance], Horse::Unbarded);
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let of = |name: &str, knights: usize, men: usize| {
        force(name, vec![unit("lances", None, &knight, knights), unit("men", None, &foot, men)], vec![])
    };
    let many: Vec<_> = (0..12).map(|n| of(&format!("Force {n}"), 1, 10)).collect();
    let battle = CrackerBattle::cast(&plan(many, vec![of("A", 30, 20), of("B", 1, 20)], 3), &House::new());
    let battle = battle.expect("no fault");
    let game = battle.begin(&mut NullSink);
    let horse = |side: Side| {
        let riders = game.of(side).filter(|(_, troops)| troops.kind == TroopKind::HeavyHorse);
        riders.map(|(_, troops)| (troops.name.to_string(), troops.able())).collect::<Vec<_>>()
    };
    let host = |side: Side| battle.plan().hosts[side].name.clone();
    assert_eq!(horse(Side::Attacker), [(format!("the heavy horse of {}", host(Side::Attacker)), 12)]);
    let all: usize = horse(Side::Defender).iter().map(|(_, men)| men).sum();
    assert_eq!((all, horse(Side::Defender).iter().all(|(_, men)| *men >= 8)), (31, true));
    // Whoever is enough for a body of his own stays with his force.
    let foot = game.of(Side::Attacker).filter(|(_, troops)| troops.kind == TroopKind::HeavyFoot);
    assert_eq!(foot.count(), 12);
}

/// CP-3.3: a battle under way goes on as it was cast when it was begun, and its record is of that form.
#[test]
fn cp_3_3_a_battle_under_way_goes_on_as_it_was_begun() {
    let foot = fighter(Class::Sergeant, Grade::B, 1, &[Weapon::Axe], Horse::None);
    let few = || (0..4).map(|n| force(&format!("Force {n}"), vec![unit("men", None, &foot, 3)], vec![])).collect();
    let plan = plan(few(), few(), 7);
    let bodies = |battle: &CrackerBattle| (battle.bodies().attacker.len(), battle.format());
    let now = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let again = CrackerBattle::of_kept(&plan, &now.start().expect("JSON"), "{}").expect("it is resumed");
    assert_eq!((bodies(&now), bodies(&again)), ((1, 6), (1, 6)));
    let begun = serde_json::to_string(&plan).expect("JSON");
    let before = CrackerBattle::of_kept(&plan, &begun, "{}").expect("it is resumed");
    assert_eq!(bodies(&before), (4, 3));
    let (format, record) = settle(&before).expect("it is settled").record;
    let (recalled, _) = CrackerBattle::of_record(&record).expect("a record");
    assert_eq!((format, bodies(&recalled)), (3, (4, 3)));
    // And so does one that was resumed and is kept again.
    let kept = CrackerBattle::of_kept(&plan, &before.start().expect("JSON"), "{}").expect("it is resumed");
    assert_eq!(bodies(&kept), (4, 3));
}

/// CC-2.3, CP-3.5: shooters are light, also those who carry a javelin besides, wherever that stands on the roster. In battles
/// begun before, the first of their weapons counted.
#[test]
fn cc_2_3_who_shoots_and_throws_is_a_shooter() {
    let man = |weapons: &[Weapon]| fighter(Class::Sergeant, Grade::C, 2, weapons, Horse::None);
    for weapons in [[Weapon::Javelin, Weapon::Crossbow], [Weapon::Crossbow, Weapon::Javelin]] {
        let arms = (TroopKind::LightFoot, Some(ShotWeapon::Crossbow), HandArm::Small);
        assert_eq!(arms_of(&man(&weapons)), Some(arms));
    }
    let host =
        || vec![force("The host", vec![unit("men", None, &man(&[Weapon::Javelin, Weapon::Crossbow]), 12)], vec![])];
    let plan = plan(host(), host(), 3);
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let before = battle.start().expect("JSON").replacen("\"format\":6", "\"format\":4", 1);
    let before = CrackerBattle::of_kept(&plan, &before, "{}").expect("it is resumed");
    let kind = |battle: &CrackerBattle| battle.begin(&mut NullSink).troops[0].kind;
    assert_eq!((kind(&battle), kind(&before)), (TroopKind::LightFoot, TroopKind::MediumFoot));
}

/// CC-1.2, CP-3.5: a cleric is unarmed and no figure: told man by man he stands for nobody who can fight, as he is in no body that
/// is told of.
#[test]
fn cc_1_2_who_bears_no_arms_does_not_stand() {
    let foot = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::Axe], Horse::None);
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let ours = vec![force("Ours", vec![unit("men", None, &foot, 10)], vec![cleric; 6])];
    let theirs = vec![force("Theirs", vec![unit("men", None, &foot, 40)], vec![])];
    let plan = plan(ours, theirs, 7);
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let numbers: Vec<(Side, u16, usize)> = [Side::Attacker, Side::Defender]
        .into_iter()
        .flat_map(|side| battle.bodies()[side].iter().map(move |body| (side, body.troops.0, body.figures.len())))
        .collect();
    // (Of ours and of theirs who fall, who wins, and the half points of both.)
    for (ours, theirs, winner, points) in
        [(10, 30, Side::Defender, (60, 20)), (3, 10, Side::Defender, (20, 6)), (3, 20, Side::Attacker, (40, 6))]
    {
        let men = format!("A1-A{ours} dead; B1-B{theirs} dead");
        let (report, _) = banneret::campaign::table_result::read(&men, &plan).expect("read");
        let told = banneret::rules::battle::by_standing(&plan, &report);
        assert_eq!((told.1, (told.0.attacker, told.0.defender)), (Some(winner), points), "{men}");
        let mut left = [ours, theirs];
        let mut bodies = BTreeMap::new();
        for &(side, number, figures) in &numbers {
            let of = &mut left[usize::from(side == Side::Defender)];
            let fallen = figures.min(*of);
            *of -= fallen;
            bodies.insert(number, [fallen, 0, 0]);
        }
        let told = BodiesOfTable { bodies, winner: None, turns: None };
        assert_eq!(battle.report_of_bodies(&told).expect("no fault").report.winner, Some(winner), "{men}");
    }
    // What happens to the clerics changes nothing of it.
    let (report, _) = banneret::campaign::table_result::read("A11-A16 dead", &plan).expect("read");
    let (points, winner) = banneret::rules::battle::by_standing(&plan, &report);
    assert_eq!((points.attacker, points.defender, winner), (0, 0, None));
}
