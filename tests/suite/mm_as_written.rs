//! Clauses of the man-to-man rules in the situations they speak of, where the program once held to less or to more than the
//! page has.

use crate::rulings::{lines, read, rule};
use banneret::rules::battle::{Deed, Standard};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Game, NullSink};
use banneret::rules::man_to_man::event::Event;
use banneret::rules::man_to_man::ruling::Ruling;
use banneret::rules::man_to_man::{BodyId, Decision};

/// A man or a unit as a file writes it.
fn man(side: &str, name: &str, rest: &str) -> String {
    format!("[[man]]\nside = \"{side}\"\nname = \"{name}\"\nclass = \"knight\"\n{rest}\n")
}

fn men(side: &str, name: &str, many: u32, rest: &str) -> String {
    format!(
        "[[unit]]\nside = \"{side}\"\nname = \"{name}\"\nmen = {many}\nclass = \"sergeant\"\ngrade = \"C\"\n{rest}\n"
    )
}

fn ruled(seed: u64, top: &str, bodies: &[String], turns: &[(&str, &str)]) -> Ruling {
    let turns: String =
        turns.iter().map(|(ours, theirs)| format!("[[turn]]\nattacker = [{ours}]\ndefender = [{theirs}]\n")).collect();
    let head =
        format!("title = \"a situation\"\nclauses = [\"MM-2\"]\nwhat = \"what is asked\"\nseed = {seed}\n{top}\n");
    rule(&read(&format!("{head}{}{turns}", bodies.concat())))
}

fn any(ruling: &Ruling, is: impl Fn(&Event) -> bool) -> bool {
    ruling.events.iter().any(is)
}

#[test]
fn mm_8_6_a_knight_who_goes_away_from_a_walk_to_contact_fails_to_meet_no_charge() {
    let hugh = man("attacker", "Hugh", "grade = \"C\"\nprotection = 1\nweapons = \"sword; shield\"\nat = [60, 40]");
    let miles = man("defender", "Miles", "grade = \"B\"\nprotection = 1\nweapons = \"sword; shield\"\nat = [60, 45]");
    for (order, falls) in [("close with", false), ("charge", true)] {
        let order = format!("\"Hugh: {order} Miles\"");
        let told = ruled(3, "", &[hugh.clone(), miles.clone()], &[(&order, "\"Miles: evade\"")]);
        assert_eq!(any(&told, |event| matches!(event, Event::GradeFell { .. })), falls, "{:?}", lines(&told));
    }
}

#[test]
fn mm_4_2_a_charged_crew_shoots_its_engine_at_half_move() {
    let crew = "protection = 3\nweapons = \"sword\"\nat = [60, 46]\n[unit.leader]\nname = \"master\"\nclass = \"sergeant\"\n\
                grade = \"B\"\nprotection = 3\nweapons = \"sword\"\n[[gear]]\nside = \"defender\"\nthing = \"catapult\"\n\
                by = \"crew\"";
    let told = ruled(
        5,
        "",
        &[
            men("attacker", "horse", 2, "protection = 3\nweapons = \"sword\"\nhorse = \"unbarded\"\nat = [60, 30]"),
            men("attacker", "target", 6, "protection = 4\nweapons = \"spear\"\nat = [60, 20]"),
            men("defender", "crew", 4, crew),
        ],
        &[("\"horse: charge crew\"", "\"crew: stand\", \"crew: loose at target\"")],
    );
    assert!(any(&told, |event| matches!(event, Event::Loosed { .. })), "{:?}", lines(&told));
    assert!(any(&told, |event| matches!(event, Event::Struck { .. })), "the charge is home: {:?}", lines(&told));
}

#[test]
fn mm_4_2_charged_bowmen_shoot_fire_at_half_move() {
    let barn = "[ground]\nwidth = 100\ndepth = 90\n[[ground.area]]\nkind = \"building\"\nname = \"the barn\"\nburns = \"straw\"\n\
                edge = [[66, 18], [72, 18], [72, 24], [66, 24]]";
    let bows = "protection = 3\nweapons = \"longbow; sword\"\nat = [60, 40]\n[[gear]]\nside = \"defender\"\n\
                thing = \"fire missile\"\nby = \"bows\"\ncount = 4\nname = \"fires\"\n[[gear]]\nside = \"defender\"\n\
                thing = \"flint and steel\"\nby = \"bows\"";
    let told = ruled(
        3,
        barn,
        &[
            men("attacker", "horse", 2, "protection = 3\nweapons = \"sword\"\nhorse = \"unbarded\"\nat = [60, 20]"),
            men("defender", "bows", 2, bows),
        ],
        &[
            ("\"horse: walk 1 north\"", "\"bows: light fires\""),
            ("\"horse: charge bows\"", "\"bows: stand\", \"bows: shoot fire at the barn\""),
        ],
    );
    assert!(any(&told, |event| matches!(event, Event::FireShot { .. })), "{:?}", lines(&told));
    assert!(any(&told, |event| matches!(event, Event::Struck { .. })), "the charge is home: {:?}", lines(&told));
}

#[test]
fn mm_4_2_a_wagon_that_is_drawn_away_is_shot_at_where_it_was_at_half_move() {
    let crew = "protection = 3\nweapons = \"sword\"\nat = [60, 20]\n[unit.leader]\nname = \"master\"\nclass = \"sergeant\"\n\
                grade = \"B\"\nprotection = 3\nweapons = \"sword\"\n[[gear]]\nside = \"attacker\"\nthing = \"catapult\"\n\
                by = \"crew\"";
    let carters = "protection = 4\nweapons = \"knife\"\nat = [60, 57]\nfacing = \"north\"\n[[gear]]\nside = \"defender\"\n\
                   thing = \"wagon\"\nby = \"carters\"\nanimals = 4\nat = [60, 57]";
    let told = ruled(
        5,
        "",
        &[men("attacker", "crew", 4, crew), men("defender", "carters", 2, carters)],
        &[("\"crew: loose at wagon\"", "\"carters: walk 4 north\"")],
    );
    // It ends 41 in away, out of range, and is 39 in away at half-move.
    assert!(any(&told, |event| matches!(event, Event::Loosed { inches: 38..=39, .. })), "{:?}", lines(&told));
}

#[test]
fn mm_3_5_horse_archers_who_evade_shoot_once_and_archers_who_run_do_not() {
    let hugh = |at| {
        man(
            "attacker",
            "Hugh",
            &format!("grade = \"C\"\nprotection = 1\nweapons = \"sword\"\nhorse = \"barded\"\n{at}"),
        )
    };
    let archers =
        "protection = 4\nweapons = \"shortbow; sword\"\nhorse = \"unbarded\"\nat = [60, 56]\nfacing = \"south\"";
    let orders = [("\"Hugh: charge archers\"", "\"archers: evade\", \"archers: shoot Hugh\"")];
    let shots = |told: &Ruling| told.events.iter().filter(|event| matches!(event, Event::Shot { .. })).count();
    let told = ruled(3, "", &[hugh("at = [60, 40]"), men("defender", "archers", 3, archers)], &orders);
    assert_eq!(shots(&told), 3, "each once: {:?}", lines(&told));
    let foot = "protection = 4\nweapons = \"shortbow; sword\"\nat = [60, 56]\nfacing = \"north\"";
    let told = ruled(3, "", &[hugh("at = [60, 40]"), men("defender", "archers", 3, foot)], &orders);
    assert_eq!(shots(&told), 0, "{:?}", lines(&told));
}

#[test]
fn mm_3_6_after_half_a_walk_the_bow_is_taken_in_hand_and_shot_at_the_end() {
    let bow = |walk: &str| {
        let second = format!("\"bow: {walk}\", \"bow: take missiles in hand\", \"bow: shoot foot\"");
        ruled(
            3,
            "",
            &[
                men("attacker", "bow", 1, "protection = 3\nweapons = \"longbow; sword\"\nat = [60, 30]"),
                men("defender", "foot", 2, "protection = 3\nweapons = \"spear\"\nat = [60, 42]"),
            ],
            &[("\"bow: lay missiles aside\"", ""), (&second, "")],
        )
    };
    let told = bow("walk 4 north");
    assert!(any(&told, |event| matches!(event, Event::Shot { second: true, .. })), "{:?}", lines(&told));
    // Who walks further has not half a move left to change in.
    let told = bow("walk 6 north");
    assert!(!any(&told, |event| matches!(event, Event::Shot { .. })), "{:?}", lines(&told));
}

#[test]
fn mm_3_6_a_short_walk_on_uneven_ground_leaves_half_a_move_to_mount_in() {
    let mounts = |walk: &str| {
        let order = format!("\"rider: {walk}\", \"rider: mount\"");
        let rider = "protection = 3\nweapons = \"sword\"\nhorse = \"unbarded\"\nat = [20, 10]\nstate = \"dismounted\"";
        let far = men("defender", "far", 1, "protection = 3\nweapons = \"sword\"\nat = [60, 80]");
        let told = ruled(5, "ground = \"hedged lane\"", &[men("attacker", "rider", 1, rider), far], &[(&order, "")]);
        any(&told, |event| matches!(event, Event::Mounted { mounted: true, .. }))
    };
    assert!(mounts("walk 1 north"));
    assert!(!mounts("walk 6 north"));
}

#[test]
fn mm_7_7_any_figure_yields_at_any_time_however_far_the_enemy_is() {
    let told = ruled(
        3,
        "",
        &[
            men("attacker", "foot", 3, "protection = 3\nweapons = \"spear\"\nat = [60, 30]"),
            men("defender", "bows", 3, "protection = 3\nweapons = \"longbow\"\nat = [60, 72]\nstate = \"fleeing\""),
        ],
        &[("", "\"bows: yield\"")],
    );
    let yielded = told.events.iter().filter(|event| matches!(event, Event::Yielded { .. })).count();
    assert_eq!(yielded, 3, "{:?}", lines(&told));
}

#[test]
fn mm_8_8_a_standard_that_its_captor_leads_off_the_field_in_order_is_his() {
    let hugh = man("attacker", "Hugh", "grade = \"A\"\nprotection = 2\nweapons = \"sword\"\nat = [60, 4]");
    let far = man("attacker", "Bertram", "grade = \"C\"\nprotection = 2\nweapons = \"sword\"\nat = [20, 10]");
    let miles = man("defender", "Miles", "grade = \"E\"\nprotection = 4\nweapons = \"sword\"\nat = [10, 90]");
    let standard = "[[standard]]\nside = \"defender\"\nof = \"army\"\nforce = \"the defenders\"\nbearer = \"Miles\"\n\
                    by = \"Hugh\"\n";
    let head = "title = \"a situation\"\nclauses = [\"MM-8.8\"]\nwhat = \"what is asked\"\n";
    let situation = read(&[head, &hugh, &far, &miles, standard].concat());
    let (mut position, _) = situation.begin(situation.tables()).expect("it begins");
    let before = position.report();
    let mut dice = Seeded::new(1);
    let withdraws = Decision::Withdraw { body: BodyId(0) };
    while position.turn() < 4
        && let Some(side) = position.pending().first()
    {
        let may = side == Side::Attacker && position.check(side, &withdraws).is_ok();
        let decision = if may { withdraws } else { Decision::Done };
        position.play(side, decision, &mut dice, &mut NullSink).expect("it is allowed");
    }
    let after = position.report();
    assert_eq!(position.figures()[0].state, banneret::rules::man_to_man::state::State::Withdrawn);
    let took =
        |report: &banneret::rules::battle::Report| report.men[0].deeds.contains(&Deed::TookStandard(Standard::Army));
    assert!(took(&before) && took(&after), "{:?}", after.men[0]);
    assert_eq!(after.half_points.attacker, before.half_points.attacker);
    assert_eq!(after.spoils.standards, before.spoils.standards);
    assert_eq!(after.spoils.standards.len(), 1);
}

/// Everything a battle may leave of a man and of a body is read as it is written.
#[test]
fn what_a_battle_leaves_of_men_is_read_from_a_situation() {
    let text = "title = \"a situation\"\nclauses = [\"MM-2\"]\nwhat = \"what is asked\"\nfirst_turn = 7\n\
                [numbers]\nlast_turn = 60\n\
                [[unit]]\nside = \"attacker\"\nname = \"spears\"\nmen = 3\nclass = \"sergeant\"\ngrade = \"C\"\nprotection = 3\n\
                weapons = \"javelin; sword\"\nat = [60, 30]\nfollows = true\ndemands = false\naims_at = \"horses\"\nhit = 2\n\
                commander = 2\nfacings = [\"north\", \"east\", \"north\"]\n\
                [[unit.man]]\nnumber = 2\nname = \"Odo\"\nclass = \"sergeant\"\ngrade = \"B\"\nprotection = 2\n\
                weapons = \"sword; javelin; shortbow\"\nshots = 1\nother_shots = 2\nmissile = \"javelin\"\nholds = \"hand\"\n\
                [[unit.man]]\nnumber = 3\nstate = \"fled\"\n\
                [[man]]\nside = \"defender\"\nname = \"Miles\"\nclass = \"knight\"\ngrade = \"B\"\nprotection = 1\n\
                weapons = \"heavy lance; sword\"\nhorse = \"barded\"\nhorse_at = [50, 60]\nstate = \"dismounted\"\n\
                at = [60, 60]\nshamed = true\nholds = \"hand\"\n";
    let situation = read(text);
    let (position, _) = situation.begin(situation.tables()).expect("it begins");
    assert_eq!((position.turn(), position.tables().house().last_turn), (7, 60));
    let body = &position.bodies()[0];
    assert!(body.follows && !body.demands && body.aim_at_horses);
    assert_eq!((body.ever_hit, body.commander.map(|man| man.0), body.standing), (2, Some(1), 2));
    let odo = &position.figures()[1];
    assert_eq!((odo.ammunition, odo.other_shots, odo.missile_in_hand), (1, 2, false));
    assert_eq!(odo.profile.weapons.missile, Some(banneret::rules::figure::Weapon::Javelin));
    assert_ne!(odo.facing, position.figures()[0].facing);
    assert_eq!(position.figures()[2].state, banneret::rules::man_to_man::state::State::Fled);
    let miles = &position.figures()[3];
    assert!(!miles.mounted() && !miles.lance_in_hand);
    // What is no such thing is told by its line.
    let faults = crate::rulings::faults(
        &text.replace("holds = \"hand\"", "holds = \"a spoon\"").replace("number = 3", "number = 9"),
    );
    assert!(faults.iter().any(|fault| fault.contains("what he holds")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("a man's number is a whole number from 1 to 3")), "{faults:?}");
}

#[test]
fn mm_3_2_who_follows_by_choice_gallops_only_straight_on() {
    use banneret::rules::man_to_man::Gait;
    use banneret::rules::man_to_man::event::Why;
    for (facing, wanted) in [("north", Gait::Run), ("east", Gait::Walk)] {
        let horse =
            format!("protection = 3\nweapons = \"sword\"\nhorse = \"unbarded\"\nat = [60, 40]\nfacing = \"{facing}\"");
        let foot = "protection = 4\nweapons = \"sword\"\nat = [60, 40.875]";
        let told = ruled(
            3,
            "",
            &[
                men("attacker", "horse", 1, &horse),
                men("defender", "foot", 1, foot),
                men("defender", "far", 2, "protection = 4\nweapons = \"sword\"\nat = [20, 90]"),
            ],
            &[("\"horse: follow\"", "\"foot: withdraw\"")],
        );
        let gait = told.events.iter().find_map(|event| match event {
            Event::Moved { why: Why::Pursuit, gait, .. } => Some(*gait),
            _ => None,
        });
        let fell = any(&told, |event| matches!(event, Event::Hurt { killed: true, .. }));
        assert!(gait == Some(wanted) || fell, "facing {facing}: {gait:?}, {:?}", lines(&told));
        assert!(!fell, "another seed is wanted: {:?}", lines(&told));
    }
}
