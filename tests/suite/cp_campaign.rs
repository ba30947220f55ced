//! The campaign page, clause by clause, through the use cases a click or a command runs.

use crate::support::{folder, march, open, sound};
use banneret::app::captives::{self, Payer, Security};
use banneret::app::world::{ByHand, routes};
use banneret::app::{battle, career, contact, desk, fielding, history, muster, organise, plan, relations, turn};
use banneret::campaign::aftermath::{self, Effect};
use banneret::campaign::armies::Count;
use banneret::campaign::calendar::Day;
use banneret::campaign::captivity::InstalmentState;
use banneret::campaign::ids::CaptiveId;
use banneret::campaign::money::Pence;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{PlaceKind, Route};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::tables::Tables;
use banneret::campaign::war::{Contact, Settled};
use banneret::campaign::week::{self, Healing};
use banneret::campaign::{ransom, ruling, table_result};
use banneret::rules::battle::{Deed, Fate, FateKind};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{BySide, Class, Grade, Side};
use banneret::rules::ruleset::Ruleset;
use banneret::store::Store;
use tempfile::TempDir;

/// Dice that fall as they are told, in order.
struct Told(Vec<u32>);

impl Dice for Told {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        assert!(!self.0.is_empty(), "{roll} was not expected");
        let face = self.0.remove(0);
        assert!((1..=sides).contains(&face), "{roll} shows {face}");
        face
    }
}

fn day(text: &str) -> Day {
    text.parse().unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn treasury(store: &Store, side: &str) -> Pence {
    store.side_named(side).expect("the side").treasury
}

fn captive(store: &Store, name: &str) -> CaptiveId {
    captives::named(store, name).expect("he is held").id
}

/// *The March* after its first turn, with the first of the contacts that wait.
fn at_a_contact(folder: &TempDir) -> (Store, Contact) {
    let mut store = open(&march(folder));
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    (store, met)
}

#[test]
fn cp_1_3_money_moves_between_two_treasuries_or_not_at_all() {
    // CP-1.3, CP-7.7
    let folder = folder();
    let mut store = open(&march(&folder));
    let gorwen = store.side_named("Gorwen").expect("a side").id;
    let before = treasury(&store, "Gorwen");
    relations::grant(&mut store, gorwen, Pence::from_marks(10), "a gift").expect("it is entered");
    assert_eq!(treasury(&store, "Gorwen"), before + Pence::from_marks(10));
    let all: Pence = store.accounts().expect("accounts").iter().map(|account| account.pence).sum();
    let world = store.account(store.world().expect("the world")).expect("its account").pence;
    assert_eq!(all + world, Pence(0));
    let refused = relations::grant(&mut store, gorwen, -Pence::from_marks(1_000_000), "too much").expect_err("refused");
    assert_eq!(refused.kind, ProblemKind::Refused);
    let lacking = Pence::from_marks(1_000_000) - treasury(&store, "Gorwen");
    assert!(refused.sentence.contains(&lacking.to_string()), "{refused}");
}

#[test]
fn cp_1_6_only_war_makes_contacts() {
    // CP-1.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let (one, other) =
        (store.side_named("Estmark").expect("a side").id, store.side_named("Gorwen").expect("a side").id);
    relations::set(&mut store, one, other, Stance::Peace, None).expect("peace is made");
    turn::play(&mut store).expect("a turn");
    assert!(store.waiting_contacts().expect("contacts").is_empty());
    relations::set(&mut store, one, other, Stance::War, None).expect("war is declared");
    turn::play(&mut store).expect("a turn");
    assert!(!store.waiting_contacts().expect("contacts").is_empty());
}

#[test]
fn cp_1_6_a_truce_ends_with_its_day() {
    // CP-1.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let (one, other) =
        (store.side_named("Estmark").expect("a side").id, store.side_named("Valbrun").expect("a side").id);
    let today = store.day().expect("the day");
    relations::set(&mut store, one, other, Stance::Truce, Some(today + 3)).expect("a truce");
    turn::play(&mut store).expect("a turn");
    assert_eq!(store.stance(one, other).expect("what is between them"), Stance::War);
}

#[test]
fn cp_2_1_the_pace_is_the_slowest_and_half_in_winter() {
    // CP-2.1: foot 12, horse 20, train 8 miles a day, halved in November to February.
    let tables = Tables::book();
    let foot = Count { men: 10, mounted: 9, ..Count::default() };
    let horse = Count { men: 10, mounted: 10, ..Count::default() };
    let pace = |count, train, date| week::pace(count, train, day(date), &tables).miles_a_day.value;
    assert_eq!(pace(foot, false, "1335-06-19"), 12);
    assert_eq!(pace(horse, false, "1335-06-19"), 20);
    assert_eq!(pace(horse, true, "1335-06-19"), 8);
    assert_eq!(pace(foot, false, "1335-11-01"), 6);
    assert_eq!(pace(horse, false, "1336-02-29"), 10);
    assert_eq!(pace(horse, false, "1336-03-01"), 20);
    let winter = week::pace(foot, false, day("1335-12-01"), &tables).miles_a_day;
    assert_eq!(winter.parts.iter().map(|part| part.value).sum::<i64>(), winter.value);
}

#[test]
fn cp_2_1_a_wounded_man_heals_or_dies_of_his_first_roll() {
    // CP-2.1: 3 or more heals, 2 at a stronghold; a 1 kills on the first roll only.
    let tables = Tables::book();
    let roll = |face, inside, first| week::healing(&mut Told(vec![face]), &tables, inside, first).1;
    assert_eq!(roll(3, false, true), Healing::Heals);
    assert_eq!(roll(2, false, true), Healing::Stays);
    assert_eq!(roll(2, true, true), Healing::Heals);
    assert_eq!(roll(1, true, true), Healing::Dies);
    assert_eq!(roll(1, false, false), Healing::Stays);
}

#[test]
fn cp_2_1_a_captive_escapes_on_twelve_or_at_grade_a_eleven() {
    // CP-2.1
    let tables = Tables::book();
    let away = |faces: [u32; 2], grade| week::escapes(&mut Told(faces.to_vec()), &tables, grade).1;
    assert!(away([6, 6], Grade::B));
    assert!(!away([6, 5], Grade::B));
    assert!(away([6, 5], Grade::A));
    assert!(away([5, 6], Grade::A.up()));
    assert!(!away([5, 5], Grade::A));
}

#[test]
fn cp_2_2_a_contact_holds_both_until_it_is_answered() {
    // CP-2.2
    let folder = folder();
    let (mut store, met) = at_a_contact(&folder);
    let place = |store: &Store, army| store.formation(army).expect("an army").place;
    let anywhere = store.places().expect("places")[0].id;
    let refused = banneret::app::march::order(&mut store, met.defender, anywhere);
    assert_eq!(refused.expect_err("it is held").kind, ProblemKind::Refused);
    let next = turn::play(&mut store).expect("a turn");
    assert!(next.lines.iter().any(|line| line.text.contains("still face each other")));
    assert_eq!(place(&store, met.attacker), Some(met.place));
    contact::retire(&mut store, met.id, met.attacker).expect("it retires");
    let marched = store.march(met.attacker).expect("orders").is_some_and(|march| march.miles_done > 0);
    assert!(marched || place(&store, met.attacker) != Some(met.place));
    assert!(store.waiting_contacts().expect("contacts").iter().all(|contact| contact.id != met.id));
}

#[test]
fn cp_2_3_a_turn_is_one_action_that_one_undo_takes_back() {
    // CP-2.3, CP-1.5
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = store.content().expect("the content");
    turn::play(&mut store).expect("a turn");
    assert_eq!(history::undo(&mut store, 1).expect("an undo").len(), 1);
    assert!(store.content().expect("the content") == before);
}

#[test]
fn cp_3_5_a_result_is_read_as_it_is_written_at_the_table() {
    // CP-3.5, CP-3.4
    let folder = folder();
    let (store, met) = at_a_contact(&folder);
    let field = muster::muster(&store, met.attacker, met.defender, 1).expect("a muster");
    let text = "B7 dead; B8 wounded; B9 captive of A2; A2 unhorsed B9; A3 fled; winner attacker; turns 9";
    let (report, _) = table_result::read(text, &field.plan).unwrap_or_else(|faults| panic!("{faults:?}"));
    let told = |number: &str| {
        let men = field.plan.hosts.attacker.men().chain(field.plan.hosts.defender.men());
        let man = men.into_iter().find(|fighter| fighter.number == number).expect("a man of the number").man;
        report.men.iter().find(|told| told.man == man).expect("his report").clone()
    };
    assert_eq!(told("B7").fate, Fate::Dead);
    assert!(told("B8").wounded);
    assert_eq!(told("B9").fate, Fate::Captive { by: Some(told("A2").man) });
    assert!(told("A2").deeds.contains(&Deed::Unhorsed(told("B9").man)));
    assert_eq!((told("A3").fate, told("A1").fate), (Fate::Fled, Fate::Unhurt));
    assert_eq!((report.winner, report.turns), (Some(Side::Attacker), Some(9)));
    let faults = table_result::read("B7 dead; Z9 dead; B8 eaten; B7 captive of B8", &field.plan).expect_err("faults");
    assert_eq!(faults.iter().map(|fault| fault.entry).collect::<Vec<_>>(), [2, 3, 4]);
    // Many men in one entry: rows of numbers, and lists.
    let text = "B1-B3 dead; B4, B6 and B8-10 fled; a12-a13, A15 wounded; B5, B7 captive of A2";
    let (report, _) = table_result::read(text, &field.plan).unwrap_or_else(|faults| panic!("{faults:?}"));
    let fates = |number: &str| {
        let men = field.plan.hosts.attacker.men().chain(field.plan.hosts.defender.men());
        let man = men.into_iter().find(|fighter| fighter.number == number).expect("a man of the number").man;
        report.men.iter().find(|told| told.man == man).expect("his report").fate.kind()
    };
    assert!(["B1", "B2", "B3"].iter().all(|number| fates(number) == FateKind::Dead));
    assert!(["B4", "B6", "B8", "B9", "B10"].iter().all(|number| fates(number) == FateKind::Fled));
    assert!(["A12", "A13", "A15"].iter().all(|number| fates(number) == FateKind::Wounded));
    assert!(["B5", "B7"].iter().all(|number| fates(number) == FateKind::Captive));
    assert_eq!(fates("A14"), FateKind::Unhurt);
    // What is wrong with a row is told once, by its entry.
    let faults = table_result::read("B9-B7 dead; B1-B999 dead; B1-B4 eaten; A1, B2 killed A2", &field.plan);
    let faults = faults.expect_err("faults");
    assert_eq!(faults.iter().map(|fault| fault.entry).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn cp_3_1_a_host_too_large_sends_a_share_of_each_unit_and_its_commanders() {
    // CP-3.1
    let folder = folder();
    let mut store = open(&march(&folder));
    banneret::app::numbers::set(&mut store, "battle_men_a_side", Some("40"), "a small table").expect("a house rule");
    turn::play(&mut store).expect("a turn");
    let host = store.army_named("Host of Estmark").expect("an army").id;
    let contacts = store.waiting_contacts().expect("contacts");
    let met = contacts.iter().find(|met| [met.attacker, met.defender].contains(&host)).expect("it is met");
    let field = muster::muster(&store, met.attacker, met.defender, 5).expect("a muster");
    for side in [Side::Attacker, Side::Defender] {
        assert_eq!(field.plan.hosts[side].men().count(), 40);
        assert!(field.plan.hosts[side].commander.is_some());
        for force in &field.plan.hosts[side].forces {
            assert!(force.units.iter().all(|unit| !unit.men.is_empty()));
        }
    }
    let again = muster::muster(&store, met.attacker, met.defender, 5).expect("a muster");
    assert_eq!((again.people, again.plan), (field.people, field.plan));
}

#[test]
fn cp_3_1_the_referee_sends_so_many_of_each_unit() {
    // CP-3.1
    let folder = folder();
    let mut store = open(&march(&folder));
    banneret::app::numbers::set(&mut store, "battle_men_a_side", Some("40"), "a small table").expect("a house rule");
    turn::play(&mut store).expect("a turn");
    let host = store.army_named("Host of Estmark").expect("an army").id;
    let contacts = store.waiting_contacts().expect("contacts");
    let met = contacts.into_iter().find(|met| [met.attacker, met.defender].contains(&host)).expect("it is met");
    let units = fielding::of(&store, &[met.attacker], None).expect("its units");
    assert_eq!(units.iter().map(|unit| unit.comes).sum::<usize>(), 40);
    // All of one unit and three of another, and nobody else.
    let mut by_size: Vec<&fielding::FieldedUnit> = units.iter().filter(|unit| unit.men.len() <= 30).collect();
    by_size.sort_by_key(|unit| std::cmp::Reverse(unit.men.len()));
    let (first, second) = (by_size[0], by_size[1]);
    let text = format!("all {}, 3 {}", first.name, second.name);
    let sent = fielding::read(&store, &[met.attacker], &text).expect("it is read");
    let fielded = BySide { attacker: Some(sent), defender: None };
    let none = BySide { attacker: String::new(), defender: String::new() };
    let id = plan::plan_fielded(
        &mut store,
        (met.attacker, met.defender),
        7,
        "open field",
        &none,
        (Ruleset::ManToMan, &fielded),
    );
    let field = muster::planned(&store, id.expect("a plan")).expect("its muster");
    assert_eq!(field.plan.hosts.attacker.men().count(), first.men.len() + 3);
    assert_eq!(field.plan.hosts.defender.men().count(), 40, "the other host comes by lot");
    let rest = field.rest.iter().filter(|(.., side)| *side == Side::Attacker).count();
    assert_eq!(rest, units.iter().map(|unit| unit.men.len()).sum::<usize>() - first.men.len() - 3);
    // What cannot be is refused with what would allow it.
    let refused = |text: &str| {
        fielding::read(&store, &[met.attacker], text).and_then(|sent| {
            muster::muster_fielded(
                &store,
                (met.attacker, met.defender),
                1,
                Ruleset::ManToMan,
                &BySide { attacker: Some(sent), defender: None },
            )
        })
    };
    let every: Vec<String> = units.iter().map(|unit| format!("all {}", unit.name)).collect();
    assert!(refused(&every.join(", ")).expect_err("too many").to_string().contains("holds 40 a side"));
    assert!(refused(&format!("999 {}", first.name)).expect_err("too many").to_string().contains("fit men"));
    assert!(refused("5 Nobody at all").expect_err("no such unit").to_string().contains("names no unit"));
    assert!(refused(&format!("0 {}", first.name)).expect_err("nobody").to_string().contains("takes the field"));
}

#[test]
fn cp_3_6_what_was_struck_from_an_aftermath_does_not_come_about() {
    // CP-3.6
    let folder = folder();
    let (mut store, met) = at_a_contact(&folder);
    let field = muster::muster(&store, met.attacker, met.defender, 1).expect("a muster");
    let rules = banneret::app::numbers::man_to_man(&store).expect("the tables");
    let text = b"B1 dead; B2 dead; B3 captive of A1";
    let report = battle::read_result(&field, &rules, text, false).expect("a result");
    let (spared, killed, taken) = (field.people.clone(), field.plan.clone(), field.people.clone());
    let person = |number: &str| {
        let fighter = killed.hosts.defender.men().find(|fighter| fighter.number == number).expect("a man");
        spared[fighter.man.0 as usize]
    };
    let mut proposal = battle::propose(&store, field, report, Settled::Table, None, false).expect("a proposal");
    let man = killed.hosts.defender.men().find(|fighter| fighter.number == "B1").expect("a man").man;
    let line = proposal.lines.iter_mut().find(|line| line.man == Some(man)).expect("his line");
    line.struck = Some("he was only stunned".to_owned());
    battle::take_in(&mut store, proposal).expect("it is taken in");
    assert!(store.person(person("B1")).expect("he").state.serves());
    assert_eq!(store.person(person("B2")).expect("he").state, PersonState::Dead);
    assert_eq!(store.person(person("B3")).expect("he").state, PersonState::Captive);
    // CP-7.6: his offices fall vacant.
    assert!(store.armies().expect("armies").iter().all(|army| army.commander != Some(person("B2"))));
    let told = career::career(&store, person("B1")).expect("his career");
    assert!(told.lines.iter().any(|line| line.text.contains("he was only stunned")));
    // CP-4.1: a captive has exactly one holder, and the battle he was taken in.
    let held = store.captivity_of(person("B3")).expect("read").expect("he is held");
    assert!(held.battle.is_some() && held.ended.is_none());
    assert_eq!(taken.len(), spared.len());
}

#[test]
fn cp_3_4_nothing_follows_for_men_who_left_in_good_order_but_their_wounds() {
    // CP-3.4, MM-10.4
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let field = muster::muster(&store, met.attacker, met.defender, 1).expect("a muster");
    let rules = banneret::app::numbers::man_to_man(&store).expect("the tables");
    let report =
        battle::read_result(&field, &rules, b"B4 withdrawn; B5 wounded; B5 withdrew", false).expect("a result");
    let counted = battle::counted(&report).defender;
    assert_eq!((counted.get("wounded"), counted.get("withdrawn")), (Some(&1), None));
    let (people, plan) = (field.people.clone(), field.plan.clone());
    let of = |number: &str| plan.hosts.defender.men().find(|fighter| fighter.number == number).expect("a man").man;
    let proposal = battle::propose(&store, field, report, Settled::Table, None, false).expect("a proposal");
    let about = |number| proposal.lines.iter().filter(|line| line.man == Some(of(number))).count();
    assert_eq!((about("B4"), about("B5")), (0, 1));
    let battle = battle::take_in(&mut store, proposal).expect("it is taken in").battle;
    for (number, wounded) in [("B4", false), ("B5", true)] {
        let person = people[of(number).0 as usize];
        let men = store.battle_men(battle).expect("its men");
        let told = men.iter().find(|man| man.person == person).expect("he fought");
        assert_eq!((told.fate, told.wounded), (Some(FateKind::Withdrawn), wounded));
        let man = store.person(person).expect("he");
        assert_eq!((man.state.serves(), man.wounded), (true, wounded));
    }
    sound(&store, "after men withdrew");
}

#[test]
fn cp_4_3_a_missed_part_brings_a_man_back_or_forfeits_his_hostages() {
    // CP-4.3
    use banneret::app::parole;
    for back in [true, false] {
        let folder = folder();
        let mut store = open(&march(&folder));
        let id = captive(&store, "Fulk Tempest");
        let man = store.captive(id).expect("he").person;
        let due = store.day().expect("today") + 3;
        let parts = [(due, Pence::from_marks(20)), (due + 30, Pence::from_marks(25))];
        let household = store.army_named("King's Household").expect("an army").id;
        // Four of them, for in a week one may get away (CP-2.1).
        let hostages: Vec<_> = store.men_of(household).expect("men").iter().rev().take(4).map(|man| man.id).collect();
        let pledged = if back { Vec::new() } else { hostages.clone() };
        captives::pay_in_parts(&mut store, id, Payer::Side, &parts, &Security::Hostages(pledged))
            .expect("let go on parole");
        let early = parole::come_back(&mut store, id).expect_err("nothing was missed yet");
        assert!(early.hint.contains("pay the part"), "{early}");
        assert!(desk::decisions(&store).expect("decisions").iter().any(|one| one.sentence.contains("falls due")));
        turn::play(&mut store).expect("a turn");
        let parole = parole::paroles(&store).expect("paroles").remove(0);
        assert_eq!((parole.missed, parole.owed), (true, Pence::from_marks(45)));
        assert!(desk::decisions(&store).expect("decisions").iter().any(|one| one.sentence.contains("is not paid")));
        match back {
            true => {
                let nobody = parole::forfeit(&mut store, id).expect_err("he gave no hostages");
                assert!(nobody.sentence.contains("gave no hostages"), "{nobody}");
                parole::come_back(&mut store, id).expect("he comes back");
                let held = store.captivity_of(man).expect("read").expect("he is held");
                assert_eq!(held.asked, Some(Pence::from_marks(45)));
            }
            false => {
                parole::forfeit(&mut store, id).expect("forfeit");
                assert!(store.captivity_of(man).expect("read").is_none());
                let held = hostages.iter().filter_map(|man| store.captivity_of(*man).expect("read"));
                assert!(held.filter(|held| !held.hostage && held.asked.is_none()).count() > 0, "captives like others");
            }
        }
        assert!(parole::paroles(&store).expect("paroles").is_empty());
        sound(&store, "after a broken parole");
        store.undo().expect("undone");
        assert_eq!(parole::paroles(&store).expect("paroles").len(), 1);
    }
}

#[test]
fn cp_3_6_the_referee_rules_otherwise_and_the_battle_is_kept_as_he_ruled() {
    // CP-3.6, CP-1.7
    let folder = folder();
    let (mut store, met) = at_a_contact(&folder);
    let field = muster::muster(&store, met.attacker, met.defender, 1).expect("a muster");
    let rules = banneret::app::numbers::man_to_man(&store).expect("the tables");
    let report = battle::read_result(&field, &rules, b"B1 dead; B3 captive of A1", false).expect("a result");
    let (plan, people) = (field.plan.clone(), field.people.clone());
    let man = |number: &str| ruling::by_number(&plan, number).expect("a man").0.man;
    let person = |number: &str| people[man(number).0 as usize];
    let mut proposal = battle::propose(&store, field, report, Settled::Table, None, false).expect("a proposal");
    let at =
        |lines: &[aftermath::Consequence], number: &str| lines.iter().position(|line| line.man == Some(man(number)));
    // The dead man was taken, for a price of the referee's.
    let (dead, taken) = (at(&proposal.lines, "B1").expect("his line"), at(&proposal.lines, "B3").expect("his line"));
    let captive = |captor: &str, marks| Effect::Captive { captor: Some(man(captor)), asked_marks: Some(marks) };
    let rule = |lines: &[aftermath::Consequence], at, number: &str, effect| {
        ruling::line(lines, at, man(number), effect, "seen by two heralds", &plan)
    };
    let ruled = rule(&proposal.lines, Some(dead), "B1", captive("A2", 12)).expect("a ruling");
    assert!(ruled.sentence.ends_with("; 12 marks are asked."), "{}", ruled.sentence);
    assert_eq!(
        ruled.ruled.as_ref().and_then(|ruled| ruled.proposed.clone()),
        Some(proposal.lines[dead].sentence.clone())
    );
    proposal.lines[dead] = ruled;
    // What cannot be is refused, and says what would be.
    let own = rule(&proposal.lines, Some(taken), "B3", captive("B4", 1)).expect_err("one of his own");
    assert!(own.hint.contains("the other side"), "{own}");
    let twice = rule(&proposal.lines, None, "B3", Effect::Dies).expect_err("he was taken");
    assert_eq!(twice.hint, "Change that line.");
    let grade = |from, to| Effect::Grade { from, to, reason: ruling::BY_THE_REFEREE };
    let fighter = plan
        .hosts
        .defender
        .men()
        .find(|fighter| fighter.profile.class == Class::Peasant)
        .or_else(|| plan.hosts.defender.men().find(|fighter| fighter.profile.class == Class::Sergeant));
    let fighter = fighter.expect("somebody who is no knight");
    let high =
        rule(&proposal.lines, None, &fighter.number, grade(fighter.profile.grade, Grade::A)).expect_err("MM-1.1");
    assert!(high.sentence.contains("MM-1.1"), "{high}");
    assert!(ruling::by_number(&plan, "Z9").expect_err("no such number").hint.contains("B"));
    // And one nobody spoke of was wounded.
    let added = rule(&proposal.lines, None, "A3", Effect::Wounded).expect("a ruling");
    proposal.lines.push(added);
    let taken_in = battle::take_in(&mut store, proposal).expect("it is taken in");
    assert_eq!(store.person(person("B1")).expect("he").state, PersonState::Captive);
    let held = store.captivity_of(person("B1")).expect("read").expect("he is held");
    assert_eq!((held.holder, held.asked), (Some(person("A2")), Some(Pence::from_marks(12))));
    assert!(store.person(person("A3")).expect("he").wounded);
    // What the battle's own page says of them agrees.
    let men = store.battle_men(taken_in.battle).expect("the men");
    let fate = |number: &str| men.iter().find(|told| told.person == person(number)).expect("he").fate;
    assert_eq!(
        [fate("B1"), fate("A3"), fate("B4")],
        [FateKind::Captive, FateKind::Wounded, FateKind::Unhurt].map(Some)
    );
    let told = career::career(&store, person("B1")).expect("his career");
    assert!(
        told.lines.iter().any(|line| line.text.contains("seen by two heralds") && line.text.contains("was killed"))
    );
    sound(&store, "after the ruling");
}

#[test]
fn cp_4_2_a_ransom_is_paid_and_the_man_freed_in_one_action() {
    // CP-4.2, CP-4.3, CP-4.5
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = captive(&store, "Rhys Fychan");
    let terms = captives::terms(&store, id).expect("his terms");
    assert_eq!(terms.book.as_ref().map(|book| book.value), Some(90), "a baron of grade C, MM-8.4");
    let (before, actions) = (treasury(&store, "Gorwen"), store.last_action().expect("read").expect("one").id);
    captives::pay(&mut store, id, Payer::Side, None).expect("it is paid");
    assert_eq!(store.last_action().expect("read").expect("one").id.0, actions.0 + 1);
    assert_eq!(treasury(&store, "Gorwen"), before - Pence::from_marks(90));
    let person = store.person_named("Rhys Fychan").expect("he");
    assert!(person.state.serves() && store.captivity_of(person.id).expect("read").is_none());
    let holder = store.person_named("Eustace Greystan").expect("his captor");
    let own = store.person_account(holder.id).expect("read").expect("a treasury");
    assert_eq!(store.account(own).expect("read").pence, Pence::from_marks(60));
    assert_eq!(ransom::shares(&Tables::book(), Pence::from_marks(90)).1, Pence::from_marks(30));
}

#[test]
fn cp_4_3_a_payer_who_cannot_cover_it_is_refused_with_the_sum_lacking() {
    // CP-4.3
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = captive(&store, "Rhys Fychan");
    let content = store.content().expect("the content");
    let refused = captives::pay(&mut store, id, Payer::Side, Some(Pence::from_marks(5_000))).expect_err("refused");
    let lacking = Pence::from_marks(5_000) - treasury(&store, "Gorwen");
    assert!(refused.kind == ProblemKind::Refused && refused.sentence.contains(&lacking.to_string()), "{refused}");
    assert!(store.content().expect("the content") == content);
}

#[test]
fn cp_4_3_a_captive_on_parole_is_free_and_a_missed_day_is_shown() {
    // CP-4.3
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = captive(&store, "Rhys Fychan");
    let today = store.day().expect("the day");
    let parts = [(today + 3, Pence::from_marks(45)), (today + 60, Pence::from_marks(45))];
    captives::pay_in_parts(&mut store, id, Payer::Side, &parts, &Security::Hostages(Vec::new())).expect("it is agreed");
    assert!(store.person_named("Rhys Fychan").expect("he").state.serves());
    let played = turn::play(&mut store).expect("a turn");
    assert!(played.lines.iter().any(|line| line.text.contains("not paid") && line.clause == "CP-4.3"));
    let missed = store.instalments().expect("read").into_iter().find(|part| part.captive == id).expect("a part");
    assert_eq!(missed.state, InstalmentState::Missed);
    let before = treasury(&store, "Gorwen");
    captives::pay_part(&mut store, missed.id, None).expect("it is paid late");
    assert_eq!(treasury(&store, "Gorwen"), before - Pence::from_marks(45));
}

#[test]
fn cp_4_4_half_the_sergeants_of_a_haul_may_join_a_grade_down() {
    // CP-4.4, MM-8.2: six were taken at Thornford, three may join.
    let folder = folder();
    let mut store = open(&march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    let may = captives::recruitable(&store, estmark).expect("they are listed");
    assert_eq!(may.len(), 3);
    let army = store.army_named("Garrison of Marlstone").expect("an army");
    let tree = organise::tree(&store, army.id).expect("its tree");
    let unit = tree.iter().find(|part| part.level == banneret::campaign::armies::Level::Unit).expect("a unit").id;
    let ids: Vec<CaptiveId> = may.iter().map(|captive| captive.id).collect();
    captives::recruit(&mut store, &ids, unit).expect("they join");
    let joined = store.person(may[0].person).expect("he");
    assert_eq!((joined.side, joined.profile.grade), (estmark, may[0].standing.grade.down()));
    let fourth =
        store.captives(false).expect("read").into_iter().find(|line| line.captive.standing.class == Class::Sergeant);
    let fourth = fourth.expect("three are still held").captive.id;
    assert_eq!(captives::recruit(&mut store, &[fourth], unit).expect_err("no more may").kind, ProblemKind::Refused);
    // MM-8.3: only peasants labour, as grade E.
    assert_eq!(
        captives::set_to_labour(&mut store, &[fourth], true).expect_err("a sergeant").kind,
        ProblemKind::Refused
    );
    let peasant =
        store.captives(false).expect("read").into_iter().find(|line| line.captive.standing.class == Class::Peasant);
    let peasant = peasant.expect("peasants are held").captive;
    // Who is not at labour is not taken from it, whatever he is.
    for captive in [fourth, peasant.id] {
        let refused = captives::set_to_labour(&mut store, &[captive], false).expect_err("he does not labour");
        assert!(refused.sentence.contains("is not at labour"), "{refused}");
    }
    captives::set_to_labour(&mut store, &[peasant.id], true).expect("he labours");
    let labourer = store.person(peasant.person).expect("he");
    assert_eq!((labourer.state, labourer.profile.grade), (PersonState::Labourer, Grade::E));
}

#[test]
fn cp_7_1_a_quarter_of_a_years_income_comes_in_on_a_quarter_day() {
    // CP-7.1: Midsummer falls in the first turn; a fief 20 marks a year, a town 100, a village 10.
    let folder = folder();
    let mut store = open(&march(&folder));
    let tables = Tables::book();
    let side = store.side_named("Gorwen").expect("a side");
    let places = store.places().expect("places");
    let own = || places.iter().filter(|place| place.side == Some(side.id));
    let marks: i64 = own()
        .map(|place| {
            let place_marks = match place.kind {
                PlaceKind::Town | PlaceKind::City | PlaceKind::Port => 100,
                PlaceKind::Village => 10,
                _ => 0,
            };
            place_marks + 20 * i64::from(place.fiefs)
        })
        .sum();
    assert!(marks > 0);
    let year: Pence = own().map(|place| week::yearly_income(place, &tables)).sum();
    assert_eq!(year, Pence::from_marks(marks));
    let played = turn::play(&mut store).expect("a turn");
    let quarter = year.share(1, 4).to_string();
    assert!(played.lines.iter().any(|line| line.clause == "CP-7.1" && line.text.contains(&quarter)), "{quarter}");
}

#[test]
fn cp_7_2_a_district_feeds_half_as_many_each_further_week() {
    // CP-7.2
    let tables = Tables::book();
    let fed: Vec<u32> = (0..4).map(|weeks| week::district_rations(&tables, weeks)).collect();
    assert_eq!(fed, [300, 150, 75, 37]);
    let count = Count { men: 10, mounted: 4, ..Count::default() };
    assert_eq!(week::rations(count, &tables), 14);
}

#[test]
fn cp_7_4_the_unpaid_desert_on_a_one_and_knights_from_the_fourth_week() {
    // CP-7.4
    let tables = Tables::book();
    let gone = |faces: Vec<u32>, class, weeks| week::deserts(&mut Told(faces), &tables, class, weeks);
    assert!(!gone(vec![], Class::Sergeant, 1));
    assert!(gone(vec![1], Class::Sergeant, 2));
    assert!(!gone(vec![2], Class::Sergeant, 2));
    assert!(!gone(vec![], Class::Knight, 3));
    assert!(gone(vec![1], Class::Knight, 4));
    let folder = folder();
    let mut store = open(&march(&folder));
    let side = store.side_named("Gorwen").expect("a side");
    relations::grant(&mut store, side.id, -side.treasury, "lost at dice").expect("it is taken");
    banneret::app::numbers::set(&mut store, "income_village", Some("0 marks"), "a bad year").expect("a house rule");
    banneret::app::numbers::set(&mut store, "income_town", Some("0 marks"), "a bad year").expect("a house rule");
    banneret::app::numbers::set(&mut store, "income_fief", Some("0 marks"), "a bad year").expect("a house rule");
    for _ in 0..2 {
        turn::play(&mut store).expect("a turn");
    }
    let left = store.men_by_state(side.id).expect("read").get(&PersonState::Left).copied().unwrap_or(0);
    assert!(left > 0, "in two unpaid weeks of over 200 men some desert");
    let waits = desk::decisions(&store).expect("the desk");
    assert!(waits.iter().any(|decision| decision.sentence.contains("unpaid")));
}

#[test]
fn cp_2_1_enemies_on_one_road_do_not_walk_through_each_other() {
    // CP-2.1, CP-2.2
    let folder = folder();
    let mut store = open(&march(&folder));
    let riders = store.army_named("Riders of the March").expect("an army").id;
    let raiders = store.army_named("Raiders of Glyn Haul").expect("an army").id;
    let there = store.place_named("Glyn Haul").expect("a place").id;
    banneret::app::march::order(&mut store, riders, there).expect("it marches against them");
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").into_iter();
    let pair = [riders, raiders];
    let contact = met.into_iter().find(|met| pair.contains(&met.attacker) && pair.contains(&met.defender));
    let contact = contact.expect("they met");
    for army in pair {
        assert_eq!(store.formation(army).expect("an army").place, Some(contact.place));
    }
}

#[test]
fn cp_2_2_why_an_army_cannot_retire_is_told_as_it_is() {
    let folder = folder();
    let (mut store, met) = at_a_contact(&folder);
    let leads_there = |route: &Route| route.a == met.place || route.b == met.place;
    let out: Vec<_> = store.routes().expect("routes").into_iter().filter(leads_there).collect();
    assert!(!out.is_empty());
    for route in out {
        routes::remove(&mut store, route.id, &ByHand::because("washed away")).expect("it is gone");
    }
    let problem = contact::retire(&mut store, met.id, met.defender).expect_err("there is no way");
    let name = store.formation(met.defender).expect("an army").name;
    assert_eq!(problem.sentence, format!("{name} cannot retire: no route leads out of the place it stands in."));
}
