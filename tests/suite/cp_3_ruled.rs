//! What the referee rules of a battle's aftermath bears on its points and on who has won (CP-3.6, MM-10.4).

use crate::support::{folder, march, open, planned, sound};
use banneret::app::battle::{self, Proposal};
use banneret::app::{numbers, plan, play, turn};
use banneret::campaign::aftermath::{Consequence, Effect};
use banneret::campaign::people::PersonState;
use banneret::campaign::problem::Problem;
use banneret::campaign::ruling;
use banneret::campaign::war::Settled;
use banneret::rules::battle::{Deed, GearLoss, Plan, Standard, score_in_words};
use banneret::rules::figure::{BySide, Class, Grade, Protection, Side, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::man_to_man::{Tables, score};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::House;
use banneret::store::Store;

/// The battle at Thornford as the table tells it (CP-3.5).
fn thornford(store: &Store, told: &str) -> Proposal {
    let [one, other] = ["Host of Estmark", "Host of Gorwen"].map(|name| store.army_named(name).expect("an army").id);
    let muster = plan::muster_of(store, one, other, 7).expect("they face each other");
    let rules = numbers::man_to_man(store).expect("the tables");
    let report = battle::read_result(&muster, &rules, told.as_bytes(), false).expect("a result");
    battle::propose(store, muster, report, Settled::Table, None, false).expect("a proposal")
}

fn strike(proposal: &mut Proposal, which: impl Fn(&Effect) -> bool) {
    for line in proposal.lines.iter_mut().filter(|line| which(&line.effect)) {
        line.struck = Some("he only fell".to_owned());
    }
}

/// All of a side but its last man, as dead.
fn all_but_one_dead(plan: &Plan, side: Side) -> String {
    let men: Vec<&str> = plan.hosts[side].men().map(|man| man.number.as_str()).collect();
    let dead: Vec<String> = men[..men.len() - 1].iter().map(|number| format!("{number} dead")).collect();
    dead.join("; ")
}

/// Whom the points make the winner where nobody is hurt.
fn stronger(store: &Store) -> Side {
    let points = thornford(store, "winner neither").report.half_points;
    score::winner(&points).expect("one host is stronger")
}

#[test]
fn mm_10_4_the_points_and_the_winner_follow_from_the_lines_that_stand() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let strong = stronger(&store);
    let whole = thornford(&store, "winner neither");
    let dead = all_but_one_dead(&whole.muster.plan, strong);
    let mut proposal = thornford(&store, &dead);
    assert_eq!(proposal.report.winner, Some(strong.other()), "the dead count nothing");
    let told = proposal.report.clone();
    let tables = Tables::book();
    assert_eq!(proposal.as_ruled(&tables).half_points, told.half_points, "as told while every line stands");
    strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
    let ruled = proposal.as_ruled(&tables);
    assert_eq!((ruled.half_points, ruled.winner), (whole.report.half_points, Some(strong)));
    // Who is beaten now is who leaves the field.
    let retires = proposal.lines.iter().find(|line| line.effect == Effect::Retires).expect("a side leaves the field");
    let beaten = &proposal.muster.plan.hosts[strong.other()].name;
    assert_eq!(retires.side, strong.other());
    assert!(retires.sentence.contains(beaten.as_str()), "{}", retires.sentence);
    // A line that is let stand again counts again.
    proposal.lines.iter_mut().for_each(|line| line.struck = None);
    let again = proposal.as_ruled(&tables);
    assert_eq!((again.half_points, again.winner), (told.half_points, told.winner));
    // What is kept is what was ruled.
    strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
    let taken = battle::take_in(&mut store, proposal).expect("it is taken in");
    let kept = store.battle(taken.battle).expect("the battle");
    let points = BySide { attacker: kept.attacker_half_points, defender: kept.defender_half_points };
    assert_eq!((points, kept.winner), (whole.report.half_points, Some(strong)), "{}", score_in_words(None, &points));
    sound(&store, "taken in as ruled");
}

#[test]
fn cp_3_6_a_side_that_was_named_winner_stays_it() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let strong = stronger(&store);
    let dead = all_but_one_dead(&thornford(&store, "winner neither").muster.plan, strong);
    let mut proposal = thornford(&store, &format!("{dead}; winner {}", strong.other()));
    strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
    let ruled = proposal.as_ruled(&Tables::book());
    assert!(ruled.half_points[strong] > ruled.half_points[strong.other()]);
    assert_eq!(ruled.winner, Some(strong.other()), "the table named it");
}

/// CP-3.6: the victors may be ruled to go after the beaten, the way they leave; nobody else.
#[test]
fn cp_3_6_the_victors_go_after_the_beaten() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let mut proposal = thornford(&store, "winner attacker");
    let plan = proposal.muster.plan.clone();
    let man = |side: Side| plan.hosts[side].men().next().expect("a man").man;
    let rule =
        |lines: &[Consequence], side| ruling::line(lines, None, man(side), Effect::Pursues, "they were fresh", &plan);
    let why = rule(&proposal.lines, Side::Defender).expect_err("the beaten go after nobody");
    assert!(why.sentence.contains("nobody to go after"), "{}", why.sentence);
    let neither = thornford(&store, "winner neither");
    assert!(rule(&neither.lines, Side::Attacker).is_err(), "where nobody leaves the field");
    let line = rule(&proposal.lines, Side::Attacker).expect("they may");
    assert_eq!((line.man, line.side), (None, Side::Attacker));
    proposal.lines.insert(0, line);
    assert!(rule(&proposal.lines, Side::Attacker).is_err(), "once is enough");
    // Where another has won by what is struck, it is the other's.
    let host = |side: Side| plan.hosts[side].name.clone();
    assert!(proposal.lines[0].sentence.contains(&host(Side::Attacker)), "{}", proposal.lines[0].sentence);
    let [victors, beaten] = [Side::Attacker, Side::Defender].map(|side| proposal.muster.armies[side][0]);
    battle::take_in(&mut store, proposal).expect("it is taken in");
    let gone = match store.march(beaten).expect("read") {
        Some(march) => march.path.last().copied(),
        None => store.formation(beaten).expect("the beaten").place,
    };
    let follows = store.march(victors).expect("read").expect("they march");
    assert_eq!(follows.path.last().copied(), gone);
    assert_eq!(store.lines("After the beaten, the way they leave", None, None, 9).expect("read").len(), 1);
    sound(&store, "pursued");
    // It is undone with the battle.
    store.undo().expect("undone").expect("the battle");
    assert_eq!(store.march(victors).expect("read"), None);
    // Where the beaten are ruled to stay, nobody goes after them.
    let mut proposal = thornford(&store, "winner attacker");
    let line = rule(&proposal.lines, Side::Attacker).expect("they may");
    proposal.lines.insert(0, line);
    strike(&mut proposal, |effect| *effect == Effect::Retires);
    battle::take_in(&mut store, proposal).expect("it is taken in");
    assert_eq!(store.march(victors).expect("read"), None);
    assert_eq!(store.lines("Struck by the referee (nobody leaves", None, None, 9).expect("read").len(), 1);
    sound(&store, "not pursued");
}

/// CP-3.6: a table that named neither is not asked again by the points, be they even before a line is struck.
#[test]
fn cp_3_6_that_neither_has_won_stays_as_it_was_named() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let strong = stronger(&store);
    let dead = all_but_one_dead(&thornford(&store, "winner neither").muster.plan, strong);
    let even = |told: &str| {
        let mut proposal = thornford(&store, told);
        proposal.report.half_points = BySide { attacker: 7, defender: 7 };
        proposal.report.winner = None;
        strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
        proposal.as_ruled(&Tables::book()).winner
    };
    assert_eq!(even(&format!("{dead}; winner neither")), None, "the table named neither");
    assert_eq!(even(&dead), Some(strong), "by points it is won");
}

/// CP-3.5, CP-3.6, CC-1.2: a table that tells of bodies has its winner by who stands, or by name; which man of a body fell is
/// the lot's, and to strike one changes neither.
#[test]
fn cp_3_6_what_is_struck_of_a_result_by_bodies_changes_no_winner() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let [one, other] = ["Host of Estmark", "Host of Gorwen"].map(|name| store.army_named(name).expect("an army").id);
    let mut muster = plan::muster_of(&store, one, other, 7).expect("they face each other");
    muster.battle.rules = Ruleset::CastleCracker;
    let rules = numbers::man_to_man(&store).expect("the tables");
    for (named, winner) in [("", Side::Defender), ("; winner attacker", Side::Attacker)] {
        let told = format!("body 0: 4 fallen{named}");
        let told = battle::read_result_by_rules(&muster, &rules, &House::new(), told.as_bytes(), false).expect("read");
        let points = told.report.half_points;
        assert_eq!((told.report.winner, points), (Some(winner), BySide { attacker: 0, defender: 8 }));
        let mut proposal = battle::propose_told(&store, muster.clone(), told, false).expect("a proposal");
        strike(&mut proposal, |effect| !matches!(effect, Effect::Retires));
        assert!(proposal.lines.iter().any(|line| line.struck.is_some()));
        let ruled = proposal.as_ruled(&Tables::book());
        assert_eq!((ruled.winner, ruled.half_points), (Some(winner), points));
    }
}

/// CP-3.5, CP-3.6, CC-1.2: told man by man such a battle is won by who stands, too, and has the same points; a man who is struck
/// off the dead stands again. A side that is named has won.
#[test]
fn cp_3_5_men_and_bodies_told_of_have_one_winner() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let [one, other] = ["Host of Estmark", "Host of Gorwen"].map(|name| store.army_named(name).expect("an army").id);
    let mut muster = plan::muster_of(&store, one, other, 5).expect("they face each other");
    muster.battle.rules = Ruleset::CastleCracker;
    let rules = numbers::man_to_man(&store).expect("the tables");
    let read = |told: &str, csv: bool| {
        let read = battle::read_result_by_rules(&muster, &rules, &House::new(), told.as_bytes(), csv);
        read.expect("read")
    };
    let man = muster.plan.hosts.attacker.men().next().expect("a man").number.clone();
    let bodies = read("body 0: 1 fallen", false).report;
    for (told, csv) in [(format!("{man} dead"), false), (format!("number,fate\n{man},dead\n"), true)] {
        let told = read(&told, csv);
        assert_eq!((told.report.winner, told.report.half_points), (bodies.winner, bodies.half_points));
        assert_eq!(told.report.winner, Some(Side::Defender), "more of theirs stand");
        let mut proposal = battle::propose_told(&store, muster.clone(), told, false).expect("a proposal");
        let dies = proposal.lines.iter().find(|line| line.effect == Effect::Dies).expect("he dies");
        assert_eq!(dies.clause, "CP-3.5", "by the rules of figures");
        strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
        let ruled = proposal.as_ruled(&Tables::book());
        assert_eq!((ruled.winner, ruled.half_points), (None, BySide { attacker: 0, defender: 0 }));
    }
    // CP-3.5: it ends with turn 30, of whatever is told, and who won and how long it took is told once.
    let refused = |told: &str, csv: bool| {
        let read = battle::read_result_by_rules(&muster, &rules, &House::new(), told.as_bytes(), csv);
        read.expect_err("refused").sentence
    };
    assert_eq!(read("turns 30", false).report.turns, Some(30));
    assert!(refused(&format!("{man} dead; turns 31"), false).contains("turn 30 at the latest"));
    assert!(refused("number,fate\nturns,40\n", true).contains("turn 30 at the latest"));
    assert_eq!(refused("winner attacker; turns 9; winner defender", false), "Entry 3: who won is told twice.");
    assert_eq!(refused("number,fate\nturns,9\nturns,12\n", true), "Line 3: the turns are told twice.");
    let named = read(&format!("{man} dead; winner attacker"), false);
    let mut proposal = battle::propose_told(&store, muster.clone(), named, false).expect("a proposal");
    assert_eq!(proposal.report.winner, Some(Side::Attacker));
    strike(&mut proposal, |effect| matches!(effect, Effect::Dies));
    assert_eq!(proposal.as_ruled(&Tables::book()).winner, Some(Side::Attacker));
}

#[test]
fn mm_10_4_a_battle_that_was_fought_keeps_its_points_but_for_what_is_struck() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = planned(&mut store);
    let muster = play::open(&mut store, id).expect("who fights").muster().clone();
    let house = numbers::of_battles(&store).expect("the house numbers");
    let fought = battle::fight(&muster, &house).expect("it is fought");
    let mut proposal = battle::propose_settled(&store, muster, fought, false).expect("a proposal");
    let told = proposal.report.clone();
    let ruled = proposal.as_ruled(&Tables::book());
    assert_eq!((ruled.half_points, ruled.winner), (told.half_points, told.winner));
    let dead = proposal.lines.iter_mut().find(|line| line.effect == Effect::Dies).expect("somebody fell");
    dead.struck = Some("he lives".to_owned());
    let side = dead.side;
    let ruled = proposal.as_ruled(&Tables::book());
    assert!(ruled.half_points[side] > told.half_points[side], "a man who lives counts");
    assert_eq!(ruled.half_points[side.other()], told.half_points[side.other()]);
}

#[test]
fn cp_3_6_arms_standards_and_gear_may_be_ruled_otherwise() {
    // CP-3.6: the referee may change any line, with a reason.
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let mut proposal = thornford(&store, "winner neither");
    proposal.muster.plan.hosts.attacker.gear.push(GearPiece::of(Thing::Stake, 12, None));
    let plan = proposal.muster.plan.clone();
    let host = &plan.hosts.attacker.name;
    let fighter = plan.hosts.attacker.men().find(|man| man.standard.is_none()).expect("not all bear standards");
    let (man, name) = (fighter.man, &fighter.name);
    let rule = |lines: &[Consequence], at, effect| ruling::line(lines, at, man, effect, "so it was", &plan);
    let refused = |ruled: Result<Consequence, Problem>| ruled.expect_err("it cannot be so").sentence;
    // Arms (MM-8.5): those ruled last are his.
    let arms = |weapon| Effect::Arms { protection: Protection::FULL, weapons: vec![weapon] };
    let lines = &mut proposal.lines;
    lines.insert(0, rule(lines, None, arms(Weapon::Bill)).expect("he found it"));
    let line = rule(lines, Some(0), arms(Weapon::Mace)).expect("or rather this");
    assert_eq!(line.sentence, format!("{name} has mace now, and protection 1."));
    lines[0] = line;
    assert!(refused(rule(lines, None, arms(Weapon::Spear))).contains("says otherwise"));
    let own = Effect::Arms { protection: fighter.profile.protection, weapons: fighter.profile.weapons.clone() };
    assert!(refused(rule(lines, Some(0), own)).contains("has those arms as it is"));
    let written = |text: &str| ruling::arms_written(text, fighter);
    let bill = Effect::Arms { protection: Protection::FULL, weapons: vec![Weapon::Bill, Weapon::Dagger] };
    assert_eq!(written("Bill; dagger, protection 1").expect("arms"), bill);
    assert_eq!(ruling::arms_in_words(Protection::FULL, &[Weapon::Bill, Weapon::Dagger]), "bill, dagger, protection 1");
    for text in ["bill, cutlass", "protection 5", "protection"] {
        assert!(written(text).is_err(), "{text}");
    }
    // Standards (MM-8.8).
    lines.insert(1, rule(lines, None, Effect::TakesStandard(Standard::Force)).expect("he took it"));
    lines[1] = rule(lines, Some(1), Effect::TakesStandard(Standard::Army)).expect("and it was the army's");
    assert!(refused(rule(lines, None, Effect::LosesStandard(Standard::Force))).contains("bore no such standard"));
    // Gear (CP-3.4).
    let of = |lines: &[Consequence], at, count| {
        let what = (count, Thing::Stake, GearLoss::Taken);
        ruling::gear_line(lines, at, Side::Attacker, what, "they were counted", &plan)
    };
    lines.insert(2, of(lines, None, 9).expect("nine are gone"));
    lines[2] = of(lines, Some(2), 5).expect("or five");
    assert!(lines[2].sentence.contains("5 stakes"), "{}", lines[2].sentence);
    assert!(refused(of(lines, Some(2), 13)).contains(&format!("{host} brought 12 stakes")));
    assert!(refused(of(lines, None, 8)).contains("cannot have lost more"), "with the five of the other line");
    assert!(of(lines, Some(2), 0).is_err());
    let ladder = (1, Thing::Ladder, GearLoss::Taken);
    let none = ruling::gear_line(lines, None, Side::Attacker, ladder, "", &plan);
    assert!(refused(none).contains("brought no ladder"));
    // They bear on the result, and reach the campaign with their reasons.
    let ruled = proposal.as_ruled(&Tables::book());
    assert_eq!(ruled.spoils.gear, [(Side::Attacker, 5, Thing::Stake, GearLoss::Taken)]);
    let deeds = &ruled.men.iter().find(|told| told.man == man).expect("he fought").deeds;
    assert_eq!(deeds, &[Deed::TookStandard(Standard::Army)]);
    let person = proposal.muster.person(man).expect("he is of the campaign");
    battle::take_in(&mut store, proposal).expect("it is taken in");
    let now = store.person(person).expect("he").profile;
    assert_eq!((now.protection, now.weapons), (Protection::FULL, vec![Weapon::Mace]));
    sound(&store, "taken in as ruled");
}

#[test]
fn mm_8_3_a_peasant_who_was_taken_may_be_set_to_labour_by_a_line_of_what_follows() {
    // MM-8.3: of grade E; CP-3.6: a line like the others, that may be struck.
    for struck in [false, true] {
        let folder = folder();
        let mut store = open(&march(&folder));
        turn::play(&mut store).expect("a turn");
        let plan = thornford(&store, "winner neither").muster.plan;
        let of = |class| {
            let mut men = plan.hosts.defender.men().filter(|man| man.profile.class == class);
            men.next().expect("one of them").clone()
        };
        let (peasant, sergeant) = (of(Class::Peasant), of(Class::Sergeant));
        let mut proposal = thornford(&store, &format!("{} captive; {} captive", peasant.number, sergeant.number));
        let labours = |lines: &[Consequence], man| ruling::line(lines, None, man, Effect::Labours, "they dig", &plan);
        let lines = &mut proposal.lines;
        let refused = labours(lines, sergeant.man).expect_err("a sergeant").sentence;
        assert!(refused.contains("only peasants"), "{refused}");
        let line = labours(lines, peasant.man).expect("he was taken");
        assert!(line.sentence.ends_with("was set to labour by his captors."), "{}", line.sentence);
        lines.insert(0, line);
        let person = proposal.muster.person(peasant.man).expect("he is of the campaign");
        if struck {
            // Let go after all, he labours for nobody.
            strike(&mut proposal, |effect| matches!(effect, Effect::Captive { .. }));
            let refused = labours(&proposal.lines, peasant.man).expect_err("nobody took him").sentence;
            assert!(refused.contains("was not taken") || refused.contains("says otherwise"), "{refused}");
        }
        battle::take_in(&mut store, proposal).expect("it is taken in");
        let man = store.person(person).expect("he");
        match struck {
            false => assert_eq!((man.state, man.profile.grade), (PersonState::Labourer, Grade::E)),
            true => assert_eq!(man.state, PersonState::Fit),
        }
        sound(&store, "set to labour");
    }
}
