//! Recruitment (CP-5, CP-7.3), worked from the page through the use cases and commands a referee uses.

use crate::support::{content, folder, json, march, open, refused, said, same, sound};
use banneret::app::recruit::{self, ArmsWanted, Company};
use banneret::app::{desk, march as marches, numbers, organise, turn};
use banneret::campaign::ids::{FormationId, PlaceId};
use banneret::campaign::money::Pence;
use banneret::campaign::people::{PersonState, Tenure};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::{Class, Grade, Horse, Protection, Weapon};
use banneret::store::{Db, Store};

fn place(db: &Db, name: &str) -> PlaceId {
    db.place_named(name).unwrap_or_else(|problem| panic!("{problem}")).id
}

fn army(db: &Db, name: &str) -> FormationId {
    db.army_named(name).unwrap_or_else(|problem| panic!("{problem}")).id
}

fn treasury(db: &Db, side: &str) -> Pence {
    db.side_named(side).expect("the side").treasury
}

/// Weeks of turns, with nobody at war, so that nothing comes between.
fn weeks(store: &mut Store, many: u32) {
    for _ in 0..many {
        turn::play(store).expect("a turn");
    }
}

fn peace(store: &mut Store) {
    let sides: Vec<_> = store.sides().expect("sides").into_iter().map(|side| side.id).collect();
    for (at, one) in sides.iter().enumerate() {
        for other in &sides[at + 1..] {
            if store.stance(*one, *other).expect("a stance") != Stance::Peace {
                banneret::app::relations::set(store, *one, *other, Stance::Peace, None).expect("peace");
            }
        }
    }
}

#[test]
fn cp_7_3_a_place_gives_one_in_twenty_of_its_people_a_season() {
    // CP-7.3: Kingsholm has 6,400 people: 320 men, one in five of them a sergeant, 64; a season is 91 days.
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    let kingsholm = place(&store, "Kingsholm");
    let before = content(&store);
    let ahead = recruit::levying(&store, &[kingsholm], None, None).expect("a prospect");
    same(&before, &content(&store), "a prospect changes nothing");
    assert_eq!(ahead.count(), 320);
    // CP-5: a sergeant has 12d a day and a peasant nothing; nothing is paid to raise them.
    assert_eq!((ahead.now.value, ahead.week.value, ahead.year.value), (0, 64 * 12 * 7, 64 * 12 * 365));
    assert!(ahead.may.expect("a bound").parts.iter().all(|part| part.clause == "CP-7.3"));
    let levied = recruit::levy(&mut store, &[kingsholm], Some(100), None).expect("a levy");
    assert_eq!((levied.men.len(), levied.army.as_str()), (100, "Levy of Kingsholm"));
    let men = store.men_of(army(&store, "Levy of Kingsholm")).expect("men");
    let of = |class| men.iter().filter(|man| man.profile.class == class).count();
    assert_eq!((of(Class::Sergeant), of(Class::Peasant)), (20, 80));
    assert!(men.iter().all(|man| man.profile.grade.allowed(man.profile.class)), "MM-1.1");
    assert!(men.iter().all(|man| (man.service.tenure, man.service.home) == (Tenure::Levied, Some(kingsholm))));
    // MM-1.4: units of at most thirty, each under a sergeant, and the army under one.
    let tree = organise::tree(&store, army(&store, "Levy of Kingsholm")).expect("its tree");
    let units: Vec<_> = tree.iter().filter(|part| part.depth == 3).collect();
    assert_eq!(units.iter().map(|unit| unit.count.men).collect::<Vec<_>>(), [25, 25, 25, 25]);
    assert!(tree.iter().all(|part| !part.commander.is_empty()), "{tree:?}");
    // What is left of the share may be levied in the same season, and no more.
    assert_eq!(recruit::levying(&store, &[kingsholm], None, None).expect("the rest").count(), 220);
    let too_many = recruit::levying(&store, &[kingsholm], Some(221), None).expect_err("more than the share");
    assert_eq!(too_many.kind, ProblemKind::Refused);
    assert!(too_many.sentence.contains("220 men may still be levied"), "{too_many}");
    let there = army(&store, "Levy of Kingsholm");
    recruit::levy(&mut store, &[kingsholm], None, Some(there)).expect("the rest");
    assert!(recruit::levying(&store, &[kingsholm], None, None).expect_err("the season").sentence.starts_with("0 men"));
    weeks(&mut store, 12);
    assert!(recruit::levying(&store, &[kingsholm], None, None).is_err(), "84 days on");
    weeks(&mut store, 1);
    assert_eq!(recruit::levying(&store, &[kingsholm], None, None).expect("91 days on").count(), 320);
    sound(&store, "after the levies");
}

#[test]
fn cp_5_nobody_is_levied_where_the_side_does_not_rule_or_an_enemy_stands() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let gorwens = place(&store, "Caer Elwyn");
    let both = [place(&store, "Kingsholm"), gorwens];
    let other = recruit::levying(&store, &both, None, None).expect_err("another side's");
    assert!(other.sentence.contains("Caer Elwyn is not of Estmark") && !other.hint.is_empty(), "{other}");
    let crossing = recruit::levying(&store, &[place(&store, "Thornford")], None, None).expect_err("nobody's");
    assert!(crossing.sentence.contains("belongs to no side"), "{crossing}");
    let raiders = army(&store, "Raiders of Glyn Haul");
    let barrow = place(&store, "Kingsholm");
    store
        .act("place", &serde_json::json!({}), |act| {
            act.set_march(raiders, None)?;
            Ok((act.set_army_place(raiders, barrow, None)?, "They came.".to_owned()))
        })
        .expect("they came");
    let seen = recruit::levying(&store, &[barrow], None, None).expect_err("an enemy is there");
    assert!(seen.sentence.contains("Raiders of Glyn Haul stands at Kingsholm"), "{seen}");
    let household = army(&store, "King's Household");
    let far = recruit::levying(&store, &[place(&store, "Wexbridge")], None, Some(household)).expect_err("elsewhere");
    assert!(far.sentence.contains("not at Wexbridge"), "{far}");
}

#[test]
fn cp_5_a_fief_sends_a_knight_for_forty_days_who_is_then_paid_or_gone() {
    // CP-5: Marlstone has six fiefs.
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    let marlstone = place(&store, "Marlstone");
    let today = store.day().expect("the day");
    let ahead = recruit::summoning(&store, &[marlstone], Some(4), None).expect("a prospect");
    assert_eq!((ahead.count(), ahead.now.value, ahead.year.value), (4, 0, 0), "they serve for their fiefs");
    assert_eq!(ahead.week.value, 4 * 24 * 7, "2s a day each, once they are in pay");
    let came = recruit::summon(&mut store, &[marlstone], Some(4), None).expect("they come").men;
    let first = store.person(came[0]).expect("a knight");
    assert_eq!(first.service.serves_until, Some(today + 39), "forty days, this one the first");
    assert_eq!((first.profile.class, first.profile.grade), (Class::Knight, Grade::C));
    // Two fiefs are left this year: one pays two marks, and more are not owed.
    let before = treasury(&store, "Estmark");
    recruit::pay_scutage(&mut store, &[marlstone], Some(1)).expect("one pays");
    assert_eq!(treasury(&store, "Estmark"), before + Pence(320));
    assert!(recruit::summoning(&store, &[marlstone], Some(2), None).is_err());
    // Unpaid while they serve for their fiefs: the army's week costs nothing.
    let service = army(&store, "Service of Marlstone");
    let paid = |store: &Store| {
        let entries = store.entries(None, 500).expect("entries");
        entries.into_iter().filter(|entry| entry.what == "a week’s pay of Service of Marlstone").count()
    };
    weeks(&mut store, 5);
    assert_eq!(paid(&store), 0);
    // The desk asks before the days are over; one is kept, three are not decided about, and go.
    let asks = |store: &Store| {
        let waiting = desk::decisions(store).expect("decisions");
        waiting.into_iter().filter(|waits| waits.about == desk::Subject::Service(service)).count()
    };
    assert_eq!(asks(&store), 1, "35 days on, with a week to the next turn");
    // Kept with four days to serve: his pay begins when they are over, 2s a day.
    let cost = recruit::keeping(&store, &came[..1], None).expect("a prospect");
    assert_eq!((cost.count(), cost.now.value, cost.week.value, cost.year.value), (1, 0, 24 * 7, 24 * (365 - 5)));
    // Nobody is kept to a day before the last that he owes.
    let day = store.day().expect("the day");
    let early = recruit::keep(&mut store, &came[..1], Some(day + 2)).expect_err("he owes more");
    assert!(early.sentence.contains("as it is") && early.hint.contains("later day"), "{early}");
    recruit::keep(&mut store, &came[..1], None).expect("he stays");
    let told = store.last_action().expect("read").expect("one").sentence;
    assert!(told.contains("14s a week"), "{told}");
    weeks(&mut store, 1);
    assert_eq!(asks(&store), 0);
    let state = |store: &Store, at: usize| store.person(came[at]).expect("he").state;
    assert_eq!(
        [0, 1, 2, 3].map(|at| state(&store, at)),
        [PersonState::Fit, PersonState::Left, PersonState::Left, PersonState::Left]
    );
    weeks(&mut store, 1);
    assert_eq!(paid(&store), 2, "who stays is paid");
    let entries = store.entries(None, 500).expect("entries").into_iter();
    let mut sums: Vec<Pence> =
        entries.filter(|entry| entry.what == "a week’s pay of Service of Marlstone").map(|entry| entry.pence).collect();
    sums.reverse();
    assert_eq!(sums, [Pence(3 * 24), Pence(7 * 24)], "from the day after the forty that he owed");
    // A year on the same men come again, and the one who stayed is not owed twice.
    weeks(&mut store, 46);
    let again = recruit::summon(&mut store, &[marlstone], None, None).expect("a new year");
    assert_eq!(again.men.len(), 5);
    assert!(came[1..].iter().all(|man| again.men.contains(man)) && !again.men.contains(&came[0]));
    sound(&store, "after a year of service");
}

#[test]
fn cp_5_where_the_house_keeps_them_men_stay_for_pay() {
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    numbers::set(&mut store, "kept_after_service", Some("1"), "as we play").expect("a house rule");
    let marlstone = place(&store, "Marlstone");
    let ahead = recruit::summoning(&store, &[marlstone], Some(1), None).expect("a prospect");
    assert_eq!(ahead.year.value, 24 * (365 - 40));
    let came = recruit::summon(&mut store, &[marlstone], Some(1), None).expect("he comes").men;
    weeks(&mut store, 6);
    let man = store.person(came[0]).expect("he");
    assert_eq!((man.state, man.service.serves_until), (PersonState::Fit, None));
}

#[test]
fn cp_5_a_company_is_hired_by_its_points_and_paid_by_the_week() {
    // CP-5, MM-10.1: a crossbowman 3, C 3, protection 3 2, crossbow 2 and its bolts 2, sword 1: 13 points. His captain, a
    // knight of C: 7, 3, protection 2 4, horse 5, heavy lance 2, sword 1: 22. At 20d a point. Forty are two units, each under
    // a captain of its own (MM-1.4).
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    let household = army(&store, "King's Household");
    let mut company = Company {
        troop: "crossbowmen".to_owned(),
        men: 40,
        grade: None,
        name: String::new(),
        people: None,
        weeks: Some(8),
    };
    let ahead = recruit::hiring(&store, &company, household).expect("a prospect");
    let fee = (40 * 13 + 2 * 22) * 20;
    let week = (40 * 3 + 2 * 24) * 7;
    assert_eq!((ahead.now.value, ahead.week.value, ahead.year.value), (fee, week, fee + 8 * week));
    let before = treasury(&store, "Estmark");
    let hired = recruit::hire(&mut store, &company, household).expect("they come");
    assert_eq!(treasury(&store, "Estmark"), before + Pence(-fee));
    assert_eq!(hired.men.len(), 42);
    weeks(&mut store, 8);
    assert!(hired.men.iter().all(|man| store.person(*man).expect("he").state == PersonState::Fit), "to the last day");
    weeks(&mut store, 1);
    assert!(hired.men.iter().all(|man| store.person(*man).expect("he").state == PersonState::Left));
    // Hired for eight weeks, they were paid for eight, as the prospect said: the ninth week's pay is the household's alone.
    let entries = store.entries(None, 500).expect("entries").into_iter();
    let mut paid: Vec<i64> =
        entries.filter(|entry| entry.what == "a week’s pay of King's Household").map(|entry| entry.pence.0).collect();
    paid.reverse();
    let own = paid[8];
    assert_eq!((paid.len(), paid[7]), (9, own + week));
    assert!(paid[..8].iter().all(|paid| *paid > own), "{paid:?}");
    // MM-1.1, and what no treasury can pay.
    company.grade = Some(Grade::A);
    let limit = recruit::hiring(&store, &company, household).expect_err("no sergeant is an A");
    assert!(limit.sentence.contains("MM-1.1") && limit.hint.contains("E to B"), "{limit}");
    (company.grade, company.men) = (Some(Grade::B), 5_000);
    let poor = recruit::hire(&mut store, &company, household).expect_err("too dear");
    assert_eq!(poor.kind, ProblemKind::Refused);
    sound(&store, "after the hire");
}

#[test]
fn mm_1_4_thirty_hired_men_and_their_captain_are_one_unit() {
    // MM-1.4: each unit has a commander of a higher class than its men.
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    let household = army(&store, "King's Household");
    for (men, units) in [(30, vec![31]), (31, vec![17, 16]), (61, vec![22, 21, 21])] {
        let company = Company {
            troop: "longbowmen".to_owned(),
            men,
            grade: None,
            name: format!("The {men}"),
            people: None,
            weeks: None,
        };
        recruit::hire(&mut store, &company, household).expect("they come");
        let tree = organise::tree(&store, household).expect("its tree");
        let of: Vec<_> = tree.iter().filter(|part| part.name.starts_with(&format!("The {men}"))).collect();
        assert_eq!(of.iter().map(|unit| unit.count.men).collect::<Vec<_>>(), units);
        for unit in of {
            let commander = store.formation(unit.id).expect("a unit").commander.expect("a captain");
            assert_eq!(store.person(commander).expect("he").profile.class, Class::Knight);
        }
    }
}

#[test]
fn cp_5_a_season_at_a_stronghold_makes_d_of_e() {
    let folder = folder();
    let mut store = open(&march(&folder));
    peace(&mut store);
    let harrowgard = place(&store, "Harrowgard");
    recruit::levy(&mut store, &[harrowgard], Some(10), None).expect("a levy");
    let levy = army(&store, "Levy of Harrowgard");
    let outside = recruit::training(&store, levy).expect_err("in the open");
    assert!(outside.sentence.contains("no stronghold"), "{outside}");
    let castle = store.stronghold_named("Harrowgard").expect("a castle").id;
    marches::garrison(&mut store, levy, Some(castle)).expect("they go in");
    let trained = recruit::train(&mut store, levy).expect("they train").men;
    assert_eq!(trained.len(), 8, "the two sergeants are D already");
    assert!(recruit::train(&mut store, levy).is_err(), "they train already");
    let grade = |store: &Store| store.person(trained[0]).expect("he").profile.grade;
    weeks(&mut store, 12);
    assert_eq!(grade(&store), Grade::E);
    weeks(&mut store, 1);
    assert_eq!(grade(&store), Grade::D);
    let told = store.grade_changes(trained[0]).expect("his grades").pop().expect("one");
    assert_eq!((told.clause.as_str(), told.reason.as_str()), ("CP-5", "trained for a season in Harrowgard"));
    // Who leaves the walls before the season is over has trained for nothing.
    recruit::levy(&mut store, &[harrowgard], Some(5), Some(levy)).expect("more of them");
    recruit::train(&mut store, levy).expect("they train");
    marches::garrison(&mut store, levy, None).expect("out they go");
    weeks(&mut store, 1);
    assert!(store.in_training().expect("read").is_empty());
    sound(&store, "after training");
}

#[test]
fn cp_5_arms_cost_the_points_by_which_a_man_is_better() {
    // CP-5, MM-10.1: protection 4 to 3 is 2 points, a spear 1, a shield nothing, at 5s; a horse 5 at a mark.
    let folder = folder();
    let mut store = open(&march(&folder));
    let harrowgard = place(&store, "Harrowgard");
    recruit::levy(&mut store, &[harrowgard], Some(10), None).expect("a levy");
    let levy = army(&store, "Levy of Harrowgard");
    let wanted = ArmsWanted {
        class: Some(Class::Peasant),
        protection: Protection::new(3),
        weapons: Some(vec![Weapon::Spear, Weapon::Shield]),
        horse: Some(Horse::Unbarded),
    };
    let ahead = recruit::arming(&store, levy, &wanted).expect("a prospect");
    assert_eq!(ahead.now.value, 8 * (3 * 60 + 5 * 160));
    let before = treasury(&store, "Estmark");
    let armed = recruit::arm(&mut store, levy, &wanted).expect("they are armed").men;
    assert_eq!(treasury(&store, "Estmark"), before + Pence(-ahead.now.value));
    let man = store.person(armed[0]).expect("he").profile;
    assert_eq!((man.horse, man.protection.number()), (Horse::Unbarded, 3));
    assert!(recruit::arming(&store, levy, &wanted).is_err(), "they have it all");
    let bare =
        ArmsWanted { weapons: Some(vec![Weapon::Shield]), protection: Protection::new(4), ..ArmsWanted::default() };
    assert!(recruit::arming(&store, levy, &bare).expect_err("MM-1.3").sentence.contains("MM-1.3"));
    // Arms come to an army where men could: not while it faces an enemy.
    let raiders = army(&store, "Raiders of Glyn Haul");
    store
        .act("place", &serde_json::json!({}), |act| {
            act.set_march(raiders, None)?;
            act.set_army_place(raiders, harrowgard, None)?;
            let today = act.day()?;
            act.add_contact(today, harrowgard, raiders, levy, (ContactKind::Field, None))?;
            Ok(((), "They came.".to_owned()))
        })
        .expect("they came");
    let lances = ArmsWanted { weapons: Some(vec![Weapon::Spear]), ..ArmsWanted::default() };
    for refused in [recruit::arming(&store, levy, &lances).err(), recruit::arm(&mut store, levy, &lances).err()] {
        let refused = refused.expect("an enemy is there");
        assert!(refused.sentence.contains("faces an enemy"), "{refused}");
    }
}

#[test]
fn cp_5_commands_recruit_or_say_what_it_would_cost() {
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let before = content(&open(std::path::Path::new(&file)));
    let dry = json(&["recruit", &file, "levy", "--place", "Kingsholm", "--dry-run"]);
    assert_eq!((&dry["kept"], &dry["year"]["value"]), (&false.into(), &(64 * 12 * 365).into()));
    assert!(dry["may"]["parts"][0]["clause"] == "CP-7.3" && dry["treasury_pence"].as_i64() > Some(0), "{dry}");
    let text = said(&["recruit", &file, "service", "--side", "Estmark", "--dry-run"]);
    assert!(text.contains("50 knights of grade C") && text.contains("Nothing of it was kept"), "{text}");
    let hire = ["recruit", &file, "hire", "--army", "King's Household", "--company", "Longbowmen", "--men", "12"];
    let dry = json(&[&hire[..], &["--dry-run"]].concat());
    // A longbowman 3, C 3, longbow 2 and its arrows 2, sword 1: 11 points; his captain 22; at 20d.
    assert_eq!(dry["now"]["value"], (12 * 11 + 22) * 20);
    for more in [
        &["captives", "--army", "Garrison of Marlstone"][..],
        &["labour", "--side", "Estmark"],
        &["scutage", "--place", "Kingsholm"],
        &["arms", "--army", "King's Household", "--horse", "barded"],
        &["dismiss", "--army", "King's Household"],
    ] {
        assert_eq!(json(&[&["recruit", &file], more, &["--dry-run"]].concat())["kept"], false, "{more:?}");
    }
    same(&before, &content(&open(std::path::Path::new(&file))), "a dry run keeps nothing");
    let hired = json(&hire);
    assert_eq!((hired["men"].as_array().map(Vec::len), &hired["kept"]), (Some(13), &true.into()));
    json(&["recruit", &file, "levy", "--place", "Kingsholm", "--men", "30"]);
    json(&["recruit", &file, "service", "--place", "Kingsholm", "--knights", "2", "--army", "King's Household"]);
    assert_eq!(json(&["recruit", &file, "ends"])[0]["men"].as_array().map(Vec::len), Some(2));
    let keep = json(&["recruit", &file, "keep", "--army", "King's Household"]);
    assert!(keep["cost"]["year"]["value"].as_i64() > Some(0), "{keep}");
    assert!(said(&["recruit", &file, "ends"]).contains("Nobody"));
    json(&["recruit", &file, "dismiss", "--army", "Levy of Kingsholm", "--tenure", "levied"]);
    let (gone, _) = refused(&["recruit", &file, "dismiss", "--army", "Levy of Kingsholm"]);
    assert!(gone.contains("no army"), "an army of which nobody is left is no more: {gone}");
    let (nobody, hint) = refused(&["recruit", &file, "train", "--army", "King's Household"]);
    assert!(nobody.contains("stronghold") && hint.contains("March"), "{nobody} {hint}");
    let companies = json(&["recruit", &file, "companies"]);
    assert!(companies.as_array().expect("a list").len() > 8);
    json(&["undo", &file, "--count", "5"]);
    same(&before, &content(&open(std::path::Path::new(&file))), "all of it taken back");
}
