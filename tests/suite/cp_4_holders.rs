//! Who holds captives, where, and what is paid for them (CP-4.1 to CP-4.6, CP-7.6, MM-8.2, MM-8.6), worked from the page.

use crate::cp_4_captives::{captive, held_by, marks, person, purse, treasury_of, week};
use crate::support::{folder, json, march, open, refused, sound};
use banneret::app::captives::{self, Buyer, Keep, Payer, Security};
use banneret::app::desk::DeskDeed;
use banneret::app::edit::{self, Becomes};
use banneret::app::muster::Muster;
use banneret::app::world::{ByHand, persons, sides};
use banneret::app::{battle, check, desk, numbers, plan, recruit};
use banneret::campaign::armies::Level;
use banneret::campaign::captivity::CaptivityEnd;
use banneret::campaign::ids::{FormationId, PersonId};
use banneret::campaign::money::Pence;
use banneret::campaign::people::{Person, PersonState};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::war::Settled;
use banneret::rules::battle::Fighter;
use banneret::rules::figure::{Class, Grade, Rank, Side, Standing};
use banneret::rules::prisoners::{Tables, ransom};
use banneret::store::{Db, Store};

/// The men of a side of a muster of a class who command nothing, with who they are.
fn men<'a>(db: &Db, muster: &'a Muster, side: Side, class: Class) -> Vec<(&'a Fighter, PersonId)> {
    let army = if side == Side::Attacker { muster.battle.attacker } else { muster.battle.defender };
    let commands: Vec<_> = db.tree(army).expect("a tree").iter().filter_map(|part| part.commander).collect();
    let all = muster.plan.hosts[side].men().map(|man| (man, muster.people[man.man.0 as usize]));
    all.filter(|(man, person)| man.profile.class == class && !commands.contains(person)).collect()
}

/// The battle at Thornford as the table tells it (CP-3.5), taken in; Estmark attacks.
fn thornford<T>(store: &mut Store, tells: impl FnOnce(&Db, &Muster) -> (String, T)) -> T {
    week(store);
    let [estmarks, gorwens] =
        ["Host of Estmark", "Host of Gorwen"].map(|name| store.army_named(name).expect("an army").id);
    let muster = plan::muster_of(store, estmarks, gorwens, 7).expect("they face each other");
    let (told, about) = tells(store, &muster);
    let rules = numbers::man_to_man(store).expect("the tables");
    let report = battle::read_result(&muster, &rules, told.as_bytes(), false).expect("a result");
    let proposal = battle::propose(store, muster, report, Settled::Table, None, false).expect("a proposal");
    battle::take_in(store, proposal).expect("it is taken in");
    about
}

fn because(reason: &str) -> ByHand {
    ByHand::because(reason)
}

fn becomes(store: &mut Store, man: PersonId, becomes: Becomes) {
    let person = store.person(man).expect("he");
    edit::person(store, &person, becomes, &because("so it was")).expect("it is so");
}

/// What the desk says of the captives of a man who holds them no more.
fn waits_for_a_holder(db: &Db, old: PersonId) -> Option<String> {
    let name = db.person(old).expect("he").styled();
    let mut all = desk::decisions(db).expect("decisions").into_iter();
    all.find(|one| one.sentence.contains(&format!("of {name}, who")))
        .map(|one| format!("{} {}", one.sentence, one.remedy))
}

#[test]
fn cp_7_6_whom_a_captor_took_who_fell_in_the_same_battle_is_his_lords_till_his_heir_is_named() {
    // CP-4.1, CP-7.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let (taken, dead, other, held) = thornford(&mut store, |db, muster| {
        let knights = men(db, muster, Side::Defender, Class::Knight);
        let captors = men(db, muster, Side::Attacker, Class::Sergeant);
        let by = men(db, muster, Side::Defender, Class::Sergeant)[0].0;
        let (one, two, dead, held) = (knights[0], knights[1], captors[0], captors[1]);
        let told = format!(
            "{} captive of {}; {} dead; {} captive of {}; {} captive of {}",
            one.0.number, dead.0.number, dead.0.number, two.0.number, held.0.number, held.0.number, by.number
        );
        (told, (one.1, dead.1, two.1, held.1))
    });
    let lord_of = |store: &Store, man: PersonId| {
        let man = store.person(man).expect("he");
        man.lord.or(store.side(man.side).expect("his side").lord)
    };
    // One fell, the other was taken himself: neither holds anybody, and who does is asked.
    for (captive, captor, what) in [(taken, dead, "his heir"), (other, held, "held himself")] {
        let now = held_by(&store, captive).expect("he is held");
        assert_eq!((now.holder, now.heir_of), (lord_of(&store, captor), Some(captor)));
        let asked = waits_for_a_holder(&store, captor).expect("the desk asks");
        assert!(asked.contains(what), "{asked}");
    }
    let told = store.lines_of(taken).expect("the chronicle");
    let name = store.person(taken).expect("he").styled();
    assert!(
        told.iter().any(|line| line.clause == "CP-7.6" && line.text.starts_with(&format!("{name} was held by"))),
        "the chronicle says so"
    );
    sound(&store, "after the battle");
    // A dead man has no part of the ransom (CP-4.5).
    let id = held_by(&store, taken).expect("he is held").id;
    captives::pay(&mut store, id, Payer::Side, None).expect("it is paid");
    assert_eq!(purse(&store, dead), Pence(0));
    sound(&store, "after the ransom");
}

#[test]
fn cp_4_1_a_file_with_a_dead_holder_is_found_and_repaired() {
    // CP-4.1, CP-7.6
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let rhys = captive(&store, "Rhys Fychan");
    let eustace = person(&store, "Eustace Greystan").id;
    store
        .act("a death", &serde_json::json!({}), |act| {
            act.vacate(eustace)?;
            act.set_state(eustace, PersonState::Dead)?;
            Ok(((), "He died unseen.".to_owned()))
        })
        .expect("he dies");
    let findings = store.check().expect("the check is made");
    assert!(findings.iter().any(|finding| finding.rule.contains("whoever holds captives")), "{findings:?}");
    drop(store);
    let copy = folder.path().join("mended.banneret");
    let repair = check::repair_copy(&file, &copy).expect("a repair");
    assert_eq!(repair.findings, []);
    let mended = open(&copy);
    let held = mended.captive(rhys).expect("he");
    let dead = mended.person(eustace).expect("he");
    let king = mended.side(dead.side).expect("his side").lord;
    assert_eq!((held.holder, held.heir_of), (dead.lord.or(king), Some(eustace)));
    // On the desk they may be left with whom they came to, all at once.
    let mut mended = mended;
    let deeds = |store: &Store| {
        let all = desk::desk(store).expect("the desk").decisions.into_iter().filter_map(|one| one.deed);
        all.filter(|deed| *deed == DeskDeed::LeaveCaptives(eustace)).collect::<Vec<_>>()
    };
    let [leave] = deeds(&mended)[..] else { panic!("one row of his captives") };
    leave.apply(&mut mended).expect("they stay");
    let now = mended.captive(rhys).expect("he");
    assert_eq!((now.holder, now.heir_of), (held.holder, None));
    assert_eq!(deeds(&mended), []);
    sound(&mended, "left with whom they came to");
}

#[test]
fn cp_4_1_a_holder_who_is_lost_or_goes_over_holds_nobody() {
    // CP-4.1: exactly one holder, of the side that holds.
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let eustace = person(&store, "Eustace Greystan").id;
    let gorwen = store.side_named("Gorwen").expect("a side").id;
    for lost in [Becomes::Missing, Becomes::Left, Becomes::CaptiveOf(gorwen), Becomes::Dead] {
        becomes(&mut store, eustace, lost);
        let now = store.captive(rhys).expect("he");
        assert!(now.holder != Some(eustace) && now.heir_of == Some(eustace), "{lost:?}: {now:?}");
        assert!(waits_for_a_holder(&store, eustace).is_some(), "{lost:?}");
        sound(&store, "after a holder was lost");
        store.undo().expect("undone");
    }
    // So it is with what is owed to him by a man on parole.
    let today = store.day().expect("the day");
    let parts = [(today + 30, marks(90))];
    captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &Security::Hostages(vec![])).expect("it is agreed");
    persons::retire(&mut store, &[eustace], &because("his knees")).expect("he retires");
    assert!(waits_for_a_holder(&store, eustace).is_some(), "what a man on parole owes is somebody's");
    sound(&store, "a ransom owed to one who is gone");
    store.undo().expect("undone");
    store.undo().expect("undone");
    // He parts from the side with his army; the captive is in a castle of the old one.
    let riders = store.army_named("Riders of the March").expect("an army").id;
    let rider = store.men_of(riders).expect("men").remove(0).id;
    captives::give(&mut store, &[rhys], Buyer::Man(rider)).expect("he is given");
    let estmark = store.side_named("Estmark").expect("a side").id;
    let parting = sides::Parting { armies: vec![riders], ..sides::Parting::default() };
    let rebels = crate::made_by_hand::side("The Rebels");
    sides::part(&mut store, estmark, &rebels, &parting, &because("they rise")).expect("they part");
    let now = store.captive(rhys).expect("he");
    assert_eq!((now.holder_side, now.holder == Some(rider), now.heir_of), (estmark, false, Some(rider)));
    sound(&store, "after a holder parted");
}

#[test]
fn cp_4_5_a_recruit_owes_his_old_side_nothing_and_his_old_lord_has_no_third() {
    // MM-8.2, CP-4.5
    let folder = folder();
    let mut store = open(&march(&folder));
    let [estmark, gorwen] = ["Estmark", "Gorwen"].map(|name| store.side_named(name).expect("a side"));
    let one = captives::recruitable(&store, estmark.id).expect("sergeants").remove(0);
    let mut man = store.person(one.person).expect("he");
    man.lord = gorwen.lord;
    man.service.serves_until = Some(store.day().expect("the day") + 3);
    edit::person(&mut store, &man, Becomes::AsHeIs, &because("he was hired")).expect("so he was");
    let garrison = store.army_named("Garrison of Harrowgard").expect("an army").id;
    let unit = store.tree(garrison).expect("a tree").into_iter().find(|part| part.level == Level::Unit);
    let unit = unit.expect("a unit").id;
    captives::recruit(&mut store, &[one.id], unit).expect("he joins");
    let joined = store.person(man.id).expect("he");
    assert_eq!((joined.side, joined.lord, joined.service.serves_until), (estmark.id, None, None));
    week(&mut store);
    week(&mut store);
    assert!(store.person(man.id).expect("he").state.serves(), "he serves on");
    // The third of a ransom goes to no man of another side, whoever is written down as his lord.
    let mut joined = store.person(man.id).expect("he");
    joined.lord = gorwen.lord;
    edit::person(&mut store, &joined, Becomes::AsHeIs, &because("an old oath")).expect("so it is");
    let rhys = captive(&store, "Rhys Fychan");
    captives::give(&mut store, &[rhys], Buyer::Man(man.id)).expect("he is given");
    let (before, theirs) = (treasury_of(&store, "Estmark"), purse(&store, gorwen.lord.expect("a lord")));
    captives::pay(&mut store, rhys, Payer::Side, None).expect("it is paid");
    assert_eq!(treasury_of(&store, "Estmark"), before + marks(30));
    assert_eq!(purse(&store, gorwen.lord.expect("a lord")), theirs);
    // Nobody joins an army that is besieged, or faces an enemy: none can come to it.
    sound(&store, "after he joined");
}

#[test]
fn cp_4_2_a_ransom_agreed_or_owed_is_paid_as_it_is_and_no_less() {
    // CP-4.2, CP-4.3
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    captives::agree(&mut store, rhys, Some(marks(45))).expect("agreed");
    for other in [marks(1), marks(44), marks(46)] {
        let less = captives::pay(&mut store, rhys, Payer::Side, Some(other)).expect_err("another sum is agreed");
        assert!(less.kind == ProblemKind::Refused && less.sentence.contains("45 m is agreed"), "{less}");
    }
    let today = store.day().expect("the day");
    let parts = [(today + 20, marks(15)), (today + 30, marks(30))];
    captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &Security::Captive).expect("in parts");
    let first = store.instalments().expect("read").into_iter().find(|part| part.captive == rhys).expect("a part").id;
    captives::pay_part(&mut store, first, None).expect("a part");
    let less = captives::pay(&mut store, rhys, Payer::Side, Some(marks(1))).expect_err("30 marks are left");
    assert!(less.sentence.contains("30 m is left to pay"), "{less}");
    assert!(store.captive(rhys).expect("he").ended.is_none());
    captives::pay(&mut store, rhys, Payer::Side, Some(marks(30))).expect("what is left");
    assert_eq!(store.captive(rhys).expect("he").ended, Some(CaptivityEnd::Ransomed));
    sound(&store, "paid");
}

#[test]
fn cp_4_3_a_part_is_paid_by_command_from_any_of_the_three_treasuries() {
    // CP-4.3: his own, his lord's, his side's; of a man held and of one on parole.
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let ransom = |more: &[&str]| json(&[&["ransom", &file], more].concat());
    let rhys = ["--captive", "Rhys Fychan"];
    let parts = ["--part", "1335-07-22=45", "--part", "1335-12-25=45"];
    ransom(&[&["parts", "--hold"], &rhys[..], &parts].concat());
    let (poor, hint) = refused(&["ransom", &file, "pay-part", "--captive", "Rhys Fychan", "--from", "own"]);
    assert!(poor.contains("no treasury of his own") && hint.contains("ledger"), "{poor} {hint}");
    // A man is given money, and has a treasury of his own by it.
    json(&["ledger", &file, "--from", "Gorwen", "--to", "Rhys Fychan", "--sum", "50", "--for", "his mother's gift"]);
    let paid = ransom(&[&["pay-part", "--from", "own"], &rhys[..]].concat());
    assert_eq!((&paid["pence"], &paid["owed_pence"]), (&(45 * 160).into(), &(45 * 160).into()));
    let store = open(std::path::Path::new(&file));
    let man = person(&store, "Rhys Fychan");
    assert_eq!((purse(&store, man.id), man.state), (marks(5), PersonState::Captive), "he is held till the last");
    drop(store);
    let (lacks, _) = refused(&["ransom", &file, "pay-part", "--captive", "Rhys Fychan", "--from", "own"]);
    assert!(lacks.contains("lacking"), "{lacks}");
    ransom(&[&["pay-part"], &rhys[..]].concat());
    assert_eq!(person(&open(std::path::Path::new(&file)), "Rhys Fychan").state, PersonState::Fit);
    json(&["undo", &file, "--count", "2"]);
    // On parole: the treasury agreed on pays, or another.
    ransom(&[&["parts"], &rhys[..], &parts].concat());
    ransom(&[&["pay-part", "--from", "own"], &rhys[..]].concat());
    let store = open(std::path::Path::new(&file));
    assert_eq!(purse(&store, man.id), marks(5));
    sound(&store, "parts paid");
}

#[test]
fn cp_4_2_a_knight_who_failed_to_meet_a_charge_and_was_taken_is_ransomed_at_the_lower_grade() {
    // CP-4.2: by grade at capture; MM-8.6: he falls at once. MM-8.4: B 55, C 45.
    let folder = folder();
    let mut store = open(&march(&folder));
    let (man, before) = thornford(&mut store, |db, muster| {
        let knight = men(db, muster, Side::Defender, Class::Knight)[0];
        let by = men(db, muster, Side::Attacker, Class::Sergeant)[0].0;
        let number = &knight.0.number;
        let told = format!("{number} failed to meet a charge; {number} captive of {}", by.number);
        (told, (knight.1, knight.0.profile.clone()))
    });
    let held = held_by(&store, man).expect("he is held");
    let lower = Standing { grade: before.grade.down(), ..before.standing() };
    assert_eq!(held.standing, lower);
    let asked = |standing| ransom::asked(standing, Tables::book()).map(|asked| marks(asked.value));
    assert_eq!(held.asked, asked(lower));
    assert_ne!(held.asked, asked(before.standing()));
    assert_eq!(store.person(man).expect("he").profile.grade, before.grade.down());
}

#[test]
fn mm_8_2_those_taken_outside_a_battle_are_a_haul_a_day() {
    // MM-8.2: half of those taken together; who was taken one day adds nothing to another.
    let folder = folder();
    let mut store = open(&march(&folder));
    let [estmark, gorwen] = ["Estmark", "Gorwen"].map(|name| store.side_named(name).expect("a side").id);
    let host = store.army_named("Raiders of Glyn Haul").expect("an army").id;
    let _ = gorwen;
    let sergeants: Vec<PersonId> = store
        .men_of(host)
        .expect("men")
        .into_iter()
        .filter(|man| man.profile.class == Class::Sergeant)
        .map(|man| man.id)
        .collect();
    let may = |store: &Store| captives::recruitable(store, estmark).expect("sergeants").len();
    let before = may(&store);
    becomes(&mut store, sergeants[0], Becomes::CaptiveOf(estmark));
    assert_eq!(may(&store), before, "half of one is nobody");
    week(&mut store);
    let before = may(&store);
    becomes(&mut store, sergeants[1], Becomes::CaptiveOf(estmark));
    assert_eq!(may(&store), before, "another day, another haul");
    becomes(&mut store, sergeants[2], Becomes::CaptiveOf(estmark));
    assert_eq!(may(&store), before + 1, "half of two");
}

#[test]
fn mm_8_6_a_captured_peasant_goes_to_e_however_he_is_taken() {
    // MM-8.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    let peasant = store.people().expect("people").into_iter().find(|man| {
        man.side == "Gorwen"
            && man.profile.class == Class::Peasant
            && man.profile.grade > Grade::E
            && man.state.serves()
    });
    let peasant = peasant.expect("a peasant better than E").id;
    becomes(&mut store, peasant, Becomes::CaptiveOf(estmark));
    assert_eq!(store.person(peasant).expect("he").profile.grade, Grade::E);
    let why = store.grade_changes(peasant).expect("his grades").pop().expect("a change");
    assert_eq!(why.clause, "MM-8.6");
    let held = held_by(&store, peasant).expect("he is held");
    assert!(held.army.is_some() || held.place.is_some(), "he is somewhere (CP-4.1)");
    sound(&store, "after he was taken");
}

#[test]
fn cp_4_4_nobody_is_given_to_a_side_that_does_not_hold_him() {
    // CP-4.4: to another side he is sold.
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let [estmark, valbrun] = ["Estmark", "Valbrun"].map(|name| store.side_named(name).expect("a side").id);
    let other = captives::give(&mut store, &[rhys], Buyer::Side(valbrun)).expect_err("another side");
    assert!(other.sentence.contains("held by Estmark") && other.hint.contains("sell"), "{other}");
    captives::give(&mut store, &[rhys], Buyer::Side(estmark)).expect("its own");
    assert_eq!(store.captive(rhys).expect("he").holder, None);
}

#[test]
fn cp_4_1_captives_are_lodged_where_they_are_and_led_from_there() {
    // CP-4.1: a captive has a place.
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let keep = |more: &[&str]| [&["ransom", &file, "keep", "--captive", "Rhys Fychan"], more].concat().join("|");
    let does = |more: &[&str]| json(&keep(more).split('|').collect::<Vec<_>>());
    let fails = |more: &[&str]| refused(&keep(more).split('|').collect::<Vec<_>>()).0;
    let at = || {
        let store = open(std::path::Path::new(&file));
        let held = store.captive(captive(&store, "Rhys Fychan")).expect("he");
        sound(&store, "wherever he is kept");
        (held.army.map(|army| store.formation(army).expect("an army").name), held.place)
    };
    assert!(fails(&["--at", "Kingsholm"]).contains("is at Harrowgard, not at Kingsholm"));
    assert!(fails(&["--with", "King's Household"]).contains("not at Kingsholm"));
    assert!(fails(&["--with", "Host of Gorwen"]).contains("cannot guard"));
    assert!(fails(&["--at", "Castell Brân"]).contains("no prison"));
    does(&["--with", "Garrison of Harrowgard"]);
    assert_eq!(at(), (Some("Garrison of Harrowgard".to_owned()), None));
    does(&["--at", "Harrowgard"]);
    let store = open(std::path::Path::new(&file));
    let harrowgard = store.place_named("Harrowgard").expect("a place").id;
    drop(store);
    assert_eq!(at(), (None, Some(harrowgard)));
}

#[test]
fn cp_2_1_a_captive_in_a_stronghold_heals_as_whoever_lies_in_one() {
    // CP-2.1: sooner at a stronghold; here every week there, and in the field never.
    let lodged = |at: fn(FormationId, banneret::campaign::ids::PlaceId) -> Keep, in_the_open: bool| {
        let folder = folder();
        let mut store = open(&march(&folder));
        for (key, value) in [("healing_fit_at", "101"), ("healing_fit_at_in_stronghold", "1"), ("healing_dies_at", "0")]
        {
            numbers::set(&mut store, key, Some(value), "so that it shows").expect("a house rule");
        }
        let rhys = captive(&store, "Rhys Fychan");
        let man = store.captive(rhys).expect("he").person;
        let harrowgard = store.place_named("Harrowgard").expect("a place").id;
        let guards = store.army_named("Garrison of Harrowgard").expect("an army").id;
        captives::lodge(&mut store, &[rhys], Keep::With(guards)).expect("they guard him");
        if let Keep::At(place) = at(guards, harrowgard) {
            captives::lodge(&mut store, &[rhys], Keep::At(place)).expect("he is lodged");
        }
        let hurt = |act: &banneret::store::Act| {
            act.set_wound(man, true)?;
            if in_the_open {
                act.set_army_place(guards, harrowgard, None)?;
            }
            Ok(((), "He is hurt.".to_owned()))
        };
        store.act("hurt", &serde_json::json!({}), hurt).expect("so be it");
        week(&mut store);
        store.person(man).expect("he").wounded
    };
    assert!(!lodged(|_, place| Keep::At(place), false), "in the castle of those who hold him");
    assert!(!lodged(|army, _| Keep::With(army), false), "with its garrison");
    assert!(lodged(|army, _| Keep::With(army), true), "with an army in the field");
}

#[test]
fn cp_4_1_captives_of_an_army_with_nobody_left_stay_at_home_or_are_free() {
    // CP-4.1, CP-4.4
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let harrowgard = store.place_named("Harrowgard").expect("a place").id;
    let guards = store.army_named("Garrison of Harrowgard").expect("an army").id;
    captives::lodge(&mut store, &[rhys], Keep::With(guards)).expect("they guard him");
    let all: Vec<PersonId> = store.men_of(guards).expect("men").iter().map(|man| man.id).collect();
    recruit::dismiss(&mut store, &all).expect("they go home");
    let now = store.captive(rhys).expect("he");
    assert_eq!((now.ended, now.army, now.place), (None, None, Some(harrowgard)), "in a place of their own");
    sound(&store, "after his guards went");
    store.undo().expect("undone");
    // In nobody's place nobody keeps him.
    let thornford = store.place_named("Thornford").expect("a place").id;
    let put = |act: &banneret::store::Act| Ok((act.set_army_place(guards, thornford, None)?, "There.".to_owned()));
    store.act("place", &serde_json::json!({}), put).expect("they stand there");
    recruit::dismiss(&mut store, &all).expect("they go home");
    assert_eq!(store.captive(rhys).expect("he").ended, Some(CaptivityEnd::Escaped));
    sound(&store, "after he got away");
}

#[test]
fn cp_4_2_what_was_said_last_is_what_is_agreed_on() {
    // CP-4.2: demand, offer, counter-offer.
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    captives::ask(&mut store, rhys, Some(marks(100))).expect("asked");
    captives::offer(&mut store, rhys, marks(40)).expect("offered");
    let says = |store: &Store, words: &str| {
        let all = desk::decisions(store).expect("decisions");
        all.iter().any(|one| one.sentence.contains("Rhys Fychan") && one.sentence.contains(words))
    };
    assert!(says(&store, "40 m is offered"));
    captives::ask(&mut store, rhys, Some(marks(80))).expect("asked again");
    assert!(says(&store, "80 m is asked") && !says(&store, "is offered"));
    assert_eq!(captives::agree(&mut store, rhys, None).expect("agreed"), marks(80));
    store.undo().expect("undone");
    captives::offer(&mut store, rhys, marks(60)).expect("offered");
    assert_eq!(captives::agree(&mut store, rhys, None).expect("agreed"), marks(60));
}

#[test]
fn cp_4_6_a_ransom_agreed_for_a_king_is_not_the_price_for_which_he_goes_over() {
    // CP-4.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let mut man = person(&store, "Rhys Fychan");
    man.profile.rank = Rank::King;
    edit::person(&mut store, &man, Becomes::AsHeIs, &because("a king all along")).expect("a crown");
    captives::agree(&mut store, rhys, Some(marks(200))).expect("agreed");
    let before = treasury_of(&store, "Estmark");
    let price = captives::change_sides(&mut store, rhys, None).expect_err("no price is named");
    assert!(price.sentence.contains("price") && price.hint.contains("not his price"), "{price}");
    assert_eq!(treasury_of(&store, "Estmark"), before);
}

/// The parts of an army by their level.
fn part_of(db: &Db, army: FormationId, level: Level) -> FormationId {
    db.tree(army).expect("a tree").into_iter().find(|part| part.level == level).expect("a part").id
}

#[test]
fn cp_4_one_of_several_captives_of_a_name_is_reached_by_his_number() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = person(&store, "Rhys Fychan");
    let estmark = store.side_named("Estmark").expect("a side").id;
    let raiders = store.army_named("Raiders of Glyn Haul").expect("an army").id;
    let unit = part_of(&store, raiders, Level::Unit);
    let other = store.men_of(unit).expect("men").remove(0);
    let named = Person { name: rhys.name.clone(), named: true, ..other };
    edit::person(&mut store, &named, Becomes::CaptiveOf(estmark), &because("another of the name"))
        .expect("he is taken");
    let both = captives::named(&store, "Rhys Fychan").expect_err("there are two");
    assert!(both.hint.contains(&format!("#{}", named.id.0)), "{both}");
    for man in [rhys.id, named.id] {
        assert_eq!(captives::named(&store, &format!("#{}", man.0)).expect("he").person, man);
    }
}

#[test]
fn cp_4_1_who_holds_a_captive_is_called_by_his_style() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let captor = thornford(&mut store, |db, muster| {
        let taken = men(db, muster, Side::Defender, Class::Sergeant)[0].0;
        let captors = men(db, muster, Side::Attacker, Class::Knight);
        let (captor, who) = captors.into_iter().find(|(man, _)| man.profile.rank == Rank::Knight).expect("a knight");
        (format!("{} captive of {}", taken.number, captor.number), who)
    });
    let captor = store.person(captor).expect("he");
    let held = store.captives(false).expect("captives");
    let line = held.iter().find(|line| line.captive.holder == Some(captor.id)).expect("his captive");
    assert_eq!(line.held_by(), format!("Sir {}", captor.name));
    assert_eq!(line.holder, captor.name);
    let by_side = held.iter().find(|line| line.captive.holder.is_none());
    assert!(by_side.is_none_or(|line| line.held_by() == line.holder_side));
}
