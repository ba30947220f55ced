//! Captives whole (CP-4): a ransom's story from capture to the last instalment, and each way out of captivity, worked from
//! the page.

use crate::support::{folder, json, march, open, refused, said, sound};
use banneret::app::captives::{self, Buyer, Payer, PrisonersFate, Security};
use banneret::app::edit::{self, Becomes};
use banneret::app::{battle, desk, numbers, parole, plan, relations, treasury, turn};
use banneret::campaign::captivity::{BargainStep, CaptivityEnd};
use banneret::campaign::ids::{CaptiveId, PersonId};
use banneret::campaign::money::Pence;
use banneret::campaign::people::{Person, PersonState};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::war::Settled;
use banneret::rules::figure::{Class, Grade, Rank};
use banneret::store::{Db, Store};

/// A sum of marks.
pub fn marks(marks: i64) -> Pence {
    Pence::from_marks(marks)
}

/// The person of a name.
pub fn person(db: &Db, name: &str) -> Person {
    db.person_named(name).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The captivity of a name.
pub fn captive(db: &Db, name: &str) -> CaptiveId {
    captives::named(db, name).unwrap_or_else(|problem| panic!("{problem}")).id
}

/// What a man has of his own.
pub fn purse(db: &Db, man: PersonId) -> Pence {
    let account = db.person_account(man).expect("read");
    account.map_or(Pence(0), |account| db.account(account).expect("his treasury").pence)
}

/// What a side has.
pub fn treasury_of(db: &Db, side: &str) -> Pence {
    db.side_named(side).expect("the side").treasury
}

/// Puts money of his side into a man's own treasury.
fn enrich(store: &mut Store, man: PersonId, sum: Pence) {
    let side = store.person(man).expect("he").side;
    let account = store
        .act("open", &serde_json::json!({}), |act| Ok((act.open_account(man)?, "He has a treasury.".to_owned())))
        .expect("a treasury");
    let from = store.side_account(side).expect("a treasury");
    treasury::enter(store, from, account, sum, "a gift").expect("it is given");
}

/// The captivity a man is in.
pub fn held_by(db: &Db, man: PersonId) -> Option<banneret::campaign::captivity::Captive> {
    db.captivity_of(man).expect("read")
}

/// A turn's week passes.
pub fn week(store: &mut Store) {
    turn::play(store).expect("a turn");
}

#[test]
fn cp_4_3_a_ransom_from_capture_to_its_last_part() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let everybody = store.people().expect("people").len();

    // Sir Somebody of Gorwen is taken at Thornford by a sergeant of Estmark, as the table tells it (CP-3.5).
    week(&mut store);
    let (estmarks, gorwens) =
        (store.army_named("Host of Estmark").expect("it").id, store.army_named("Host of Gorwen").expect("it").id);
    let muster = plan::muster_of(&store, estmarks, gorwens, 7).expect("they face each other");
    let commands: Vec<_> = store.tree(gorwens).expect("a tree").iter().filter_map(|part| part.commander).collect();
    let taken = muster
        .plan
        .hosts
        .defender
        .men()
        .find(|man| man.profile.rank == Rank::Knight && !commands.contains(&muster.people[man.man.0 as usize]));
    let taken = taken.expect("a knight of Gorwen");
    let captor = muster.plan.hosts.attacker.men().find(|man| man.profile.class == Class::Sergeant).expect("a sergeant");
    let (man, sergeant) = (muster.people[taken.man.0 as usize], muster.people[captor.man.0 as usize]);
    // And one of Estmark’s own by another knight’s man.
    let other = muster.plan.hosts.attacker.men().filter(|man| man.profile.class == Class::Sergeant).nth(5);
    let by = muster.plan.hosts.defender.men().find(|man| man.profile.class == Class::Sergeant);
    let (other, by) = (&other.expect("a sergeant").number, &by.expect("a sergeant").number);
    let told = format!("{} captive of {}; {other} captive of {by}", taken.number, captor.number);
    let rules = numbers::man_to_man(&store).expect("the tables");
    let report = battle::read_result(&muster, &rules, told.as_bytes(), false).expect("a result");
    let proposal = battle::propose(&store, muster, report, Settled::Table, None, false).expect("a proposal");
    battle::take_in(&mut store, proposal).expect("it is taken in");
    let held = held_by(&store, man).expect("he is held");
    let book = banneret::rules::prisoners::ransom::asked(held.standing, banneret::rules::prisoners::Tables::book());
    assert_eq!((held.holder, held.asked), (Some(sergeant), book.map(|book| marks(book.value))), "MM-8.4");

    // The sergeant sells what may be asked for him to an earl of his side, for thirty marks (CP-4.4).
    let walter = person(&store, "Walter Greystan, Earl of Harrowgard").id;
    enrich(&mut store, walter, marks(40));
    captives::sell(&mut store, &[held.id], Buyer::Man(walter), marks(30)).expect("he is sold");
    // A third of it is his lord's, who is his side (CP-4.5).
    assert_eq!((purse(&store, sergeant), purse(&store, walter)), (marks(20), marks(10)));
    assert_eq!(held_by(&store, man).expect("he is held").holder, Some(walter));
    assert_eq!(store.bargains(held.id).expect("read").last().expect("one").what, BargainStep::Sold);
    sound(&store, "sold");

    // He goes free first, for sixty marks in three parts, with a man of his side as hostage (CP-4.3).
    let hostage = store.men_of(gorwens).expect("men").into_iter().find(|other| other.profile.class == Class::Sergeant);
    let hostage = hostage.expect("a sergeant").id;
    let today = store.day().expect("the day");
    let parts = [(today + 2, marks(15)), (today + 5, marks(15)), (today + 40, marks(30))];
    let security = Security::Hostages(vec![hostage]);
    captives::pay_in_parts(&mut store, held.id, Payer::Side, &parts, &security).expect("it is agreed");
    assert!(store.person(man).expect("he").state.serves());
    let stays = held_by(&store, hostage).expect("the hostage is held");
    assert_eq!((stays.hostage, stays.pledge, stays.holder), (true, Some(held.id), Some(walter)));
    let own = captives::ask(&mut store, stays.id, Some(marks(5))).expect_err("no ransom of his own");
    assert!(own.sentence.contains("hostage") && !own.hint.is_empty(), "{own}");

    // The first part is paid: two thirds to the earl, a third to his lord, who is the realm (CP-4.5).
    let (estmark, gorwen) = (treasury_of(&store, "Estmark"), treasury_of(&store, "Gorwen"));
    let first = parole::owed(&store).expect("owed").remove(0).next;
    captives::pay_part(&mut store, first, None).expect("it is paid");
    assert_eq!(purse(&store, walter), marks(10) + marks(10));
    assert_eq!(treasury_of(&store, "Estmark"), estmark + marks(5));
    assert_eq!(treasury_of(&store, "Gorwen"), gorwen - marks(15));

    // The second is missed: he comes back, and the hostage goes home (CP-4.3).
    week(&mut store);
    let owed = parole::owed(&store).expect("owed").remove(0);
    assert_eq!((owed.missed, owed.owed), (true, marks(45)));
    parole::come_back(&mut store, held.id).expect("he comes back");
    let again = held_by(&store, man).expect("he is held");
    assert_eq!((again.asked, again.holder), (Some(marks(45)), Some(walter)));
    assert!(store.person(hostage).expect("he").state.serves(), "nobody is pledged for him any more");
    sound(&store, "back again");

    // Two others are exchanged meanwhile, one for one, with ten marks from Gorwen; he is not among them (CP-4.4).
    let [ours, side] = ["Estmark", "Gorwen"].map(|name| store.side_named(name).expect("a side").id);
    let mut theirs = captives::prisoners(&store, ours, side).expect("read").into_iter().map(|line| line.captive);
    let theirs = theirs.find(|other| other.id != again.id).expect("another of Gorwen");
    let own = captives::prisoners(&store, side, ours).expect("read").remove(0).captive;
    let (estmark, gorwen) = (treasury_of(&store, "Estmark"), treasury_of(&store, "Gorwen"));
    captives::exchange(&mut store, &[theirs.id], &[own.id], Some((side, marks(10)))).expect("they are exchanged");
    for gone in [theirs, own] {
        assert_eq!(store.captive(gone.id).expect("it").ended, Some(CaptivityEnd::Exchanged));
        assert!(store.person(gone.person).expect("he").state.serves());
    }
    assert_eq!(treasury_of(&store, "Estmark"), estmark + marks(10));
    assert_eq!(treasury_of(&store, "Gorwen"), gorwen - marks(10));

    // This time he is to be held until the last of two parts is paid (CP-4.3).
    let today = store.day().expect("the day");
    let parts = [(today + 20, marks(21)), (today + 30, marks(24))];
    captives::pay_in_parts(&mut store, again.id, Payer::Side, &parts, &Security::Captive).expect("it is agreed");
    assert_eq!(store.person(man).expect("he").state, PersonState::Captive);

    // The earl dies: what is owed him and whom he held are his lord's until his heir is named (CP-7.6).
    let earl = store.person(walter).expect("he");
    edit::person(&mut store, &earl, Becomes::Dead, &banneret::app::world::ByHand::because("a fever")).expect("he dies");
    let passed = held_by(&store, man).expect("he is held");
    let king = store.side_named("Estmark").expect("a side").lord;
    assert_eq!((passed.heir_of, passed.holder), (Some(walter), earl.lord.or(king)));
    let waits =
        |store: &Store| desk::decisions(store).expect("decisions").into_iter().any(|one| one.remedy.contains("heir"));
    assert!(waits(&store));
    let eustace = person(&store, "Eustace Greystan").id;
    captives::give(&mut store, &[again.id], Buyer::Man(eustace)).expect("his heir has him");
    assert!(!waits(&store));

    // The parts are paid to the heir, and with the last he is free.
    let before = purse(&store, eustace);
    for left in [true, false] {
        let next = store.instalments().expect("read").into_iter().find(|part| part.captive == again.id).expect("one");
        captives::pay_part(&mut store, next.id, None).expect("it is paid");
        assert_eq!(held_by(&store, man).is_some(), left);
    }
    assert_eq!(purse(&store, eustace), before + marks(14) + marks(16), "two thirds of 21 and of 24 marks");
    assert!(store.person(man).expect("he").state.serves());
    assert_eq!(store.captive(again.id).expect("it").ended, Some(CaptivityEnd::Ransomed));
    assert_eq!(store.people().expect("people").len(), everybody, "nobody came or went");
    sound(&store, "at the end of the story");
}

#[test]
fn cp_4_3_a_hostage_of_a_broken_parole_is_forfeit() {
    // CP-4.3
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let today = store.day().expect("the day");
    let garrison = store.army_named("Garrison of Castell Brân").expect("an army").id;
    let knight = store.men_of(garrison).expect("men").into_iter().find(|man| man.profile.class == Class::Knight);
    let knight = knight.expect("a knight").id;
    let security = Security::Hostages(vec![knight]);
    let own = store.captive(rhys).expect("he").person;
    let himself = Security::Hostages(vec![own]);
    let parts = [(today + 1, marks(90))];
    assert!(captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &himself).is_err(), "not himself");
    captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &security).expect("it is agreed");
    week(&mut store);
    parole::forfeit(&mut store, rhys).expect("forfeit");
    let forfeit = held_by(&store, knight).expect("he is a captive now");
    assert!(!forfeit.hostage && forfeit.pledge.is_none() && forfeit.asked.is_some(), "{forfeit:?}");
    assert!(store.person(own).expect("he").state.serves(), "he stays free");
    // The last part paid in time sends a hostage home.
    store.undo().expect("undone");
    let due = store.instalments().expect("read")[0].id;
    captives::pay_part(&mut store, due, None).expect("paid late");
    assert!(held_by(&store, knight).is_none());
    sound(&store, "after a forfeit hostage");
}

#[test]
fn cp_7_6_what_a_dead_captive_owed_ends_and_his_hostage_goes_home() {
    // CP-7.6
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let today = store.day().expect("the day");
    let host = store.army_named("Host of Gorwen").expect("an army").id;
    let hostage = store.men_of(host).expect("men").pop().expect("a man").id;
    let parts = [(today + 10, marks(45)), (today + 90, marks(45))];
    captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &Security::Hostages(vec![hostage])).expect("agreed");
    let man = person(&store, "Rhys Fychan");
    // What comes of it is told before it is done, and with it.
    let told = edit::follows(&store, &man, Becomes::Dead).expect("what follows").join(" ");
    let home = format!("{}, hostage for him, goes home.", store.person(hostage).expect("he").styled());
    assert!(told.starts_with(&format!("The 90 m still owed for him in 2 parts is owed no more. {home}")), "{told}");
    assert!(edit::follows(&store, &man, Becomes::Fit).expect("nothing").is_empty());
    edit::person(&mut store, &man, Becomes::Dead, &banneret::app::world::ByHand::because("a fall")).expect("he dies");
    let done = store.actions("changed by hand", None, None, 1).expect("actions").remove(0).sentence;
    assert_eq!(done, format!("{} was changed by hand: a fall. {told}", man.styled()));
    assert!(store.instalments().expect("read").iter().all(|part| part.captive != rhys));
    assert!(held_by(&store, hostage).is_none());
    sound(&store, "after his death");
}

#[test]
fn cp_4_4_quarter_forbids_death_by_knights_to_knights_and_wherever_a_cleric_is() {
    // MM-8.1, CP-4.4
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let knights = captives::put_to_death(&mut store, &[rhys], "").expect_err("a knight of a knight");
    assert_eq!(knights.kind, ProblemKind::Refused);
    assert!(knights.sentence.contains("knights give quarter to knights (MM-8.1)"), "{knights}");
    let held = store.captives(false).expect("read");
    let peasant =
        held.iter().find(|line| line.captive.standing.class == Class::Peasant).expect("a peasant").captive.clone();
    // With a cleric in the army that keeps him nobody is killed.
    let keepers = store.army_named("Garrison of Harrowgard").expect("an army");
    let cleric = store
        .act("a cleric", &serde_json::json!({}), |act| {
            let unit = act.tree(keepers.id)?.pop().map(|part| part.id);
            let mut profile = act.men_of(keepers.id)?.remove(0).profile;
            (profile.class, profile.rank, profile.grade) = (Class::Cleric, Rank::None, Grade::B);
            profile.weapons.clear();
            let cleric = act.add_person(&banneret::campaign::people::NewPerson {
                side: keepers.side,
                formation: unit,
                name: "Brother Ambrose".to_owned(),
                named: true,
                profile,
                service: banneret::campaign::people::Service::default(),
            })?;
            act.set_holder(peasant.id, keepers.side, None, Some(keepers.id), None)?;
            Ok((cleric, "A cleric came.".to_owned()))
        })
        .expect("a cleric");
    let bound = captives::put_to_death(&mut store, &[peasant.id], "").expect_err("a cleric binds");
    assert!(bound.sentence.contains("Brother Ambrose") && bound.sentence.contains("MM-8.1"), "{bound}");
    let gone = store.person(cleric).expect("he");
    edit::person(&mut store, &gone, Becomes::Left, &banneret::app::world::ByHand::because("sent to his abbey"))
        .expect("he goes");
    captives::put_to_death(&mut store, &[peasant.id], "no food for him").expect("nothing binds");
    assert_eq!(store.captive(peasant.id).expect("it").ended, Some(CaptivityEnd::PutToDeath));
    assert_eq!(store.person(peasant.person).expect("he").state, PersonState::Dead);
    sound(&store, "after a death");
}

#[test]
fn cp_4_6_a_king_may_be_bargained_over_to_change_sides_and_nobody_else() {
    // CP-4.6, MM-8.4
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    assert!(
        captives::change_sides(&mut store, rhys, Some(marks(10))).expect_err("a baron").sentence.contains("no king")
    );
    let man = person(&store, "Rhys Fychan");
    let mut crowned = man.clone();
    crowned.profile.rank = Rank::King;
    edit::person(
        &mut store,
        &crowned,
        Becomes::AsHeIs,
        &banneret::app::world::ByHand::because("he was a king all along"),
    )
    .expect("a crown");
    let before = treasury_of(&store, "Estmark");
    captives::change_sides(&mut store, rhys, Some(marks(500))).expect("he goes over");
    let over = store.person(man.id).expect("he");
    assert_eq!((over.side, over.state.serves()), (store.side_named("Estmark").expect("it").id, true));
    assert_eq!((treasury_of(&store, "Estmark"), purse(&store, man.id)), (before - marks(500), marks(500)));
    assert_eq!(store.captive(rhys).expect("it").ended, Some(CaptivityEnd::ChangedSides));
    sound(&store, "after a king went over");
}

#[test]
fn cp_1_6_whoever_stops_fighting_is_asked_what_becomes_of_the_prisoners() {
    // CP-1.6, CP-4.4
    let fates = [PrisonersFate::Kept, PrisonersFate::Freed, PrisonersFate::Exchanged];
    let stances = [Stance::Truce, Stance::Peace, Stance::Allied];
    for (fate, stance) in fates.into_iter().flat_map(|fate| stances.map(|stance| (fate, stance))) {
        let folder = folder();
        let mut store = open(&march(&folder));
        let (one, other) = (store.side_named("Estmark").expect("it").id, store.side_named("Gorwen").expect("it").id);
        let count = |store: &Store, holder, of| captives::prisoners(store, holder, of).expect("prisoners").len();
        let (ours, theirs) = (count(&store, one, other), count(&store, other, one));
        assert!(ours > 0 && theirs > 0);
        assert!(captives::settle_prisoners(&mut store, one, other, fate).is_err(), "they are at war");
        relations::set(&mut store, one, other, stance, None).expect("they stop fighting");
        let asks = |store: &Store| {
            let waiting = desk::decisions(store).expect("decisions");
            waiting.into_iter().any(|one| one.sentence.contains("stopped fighting"))
        };
        assert!(asks(&store));
        let gone = captives::settle_prisoners(&mut store, one, other, fate).expect("it is decided");
        assert!(!asks(&store));
        let left = (count(&store, one, other), count(&store, other, one));
        if fate == PrisonersFate::Exchanged {
            let ranks = |side| {
                let all = store.captives(true).expect("captives").into_iter();
                let gone = all.filter(|line| line.captive.ended == Some(CaptivityEnd::Exchanged));
                let of = gone.filter(|line| line.captive.holder_side == side);
                let mut ranks: Vec<_> =
                    of.map(|line| (line.captive.standing.class, line.captive.standing.rank)).collect();
                ranks.sort();
                ranks
            };
            assert_eq!(ranks(one), ranks(other), "each goes for one of his class and rank");
        }
        match fate {
            PrisonersFate::Kept => assert_eq!((gone, left), (0, (ours, theirs))),
            PrisonersFate::Freed => assert_eq!(left, (0, 0)),
            // Man for man: as many of the one as of the other went home.
            PrisonersFate::Exchanged => {
                assert_eq!((ours - left.0, theirs - left.1), (gone as usize / 2, gone as usize / 2))
            }
        }
        assert_eq!(store.stance(one, other).expect("a stance"), stance);
        sound(&store, fate.word());
    }
}

#[test]
fn cp_4_3_many_ransoms_are_asked_and_paid_in_one_action_or_none() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let all = [captive(&store, "Fulk Tempest"), captive(&store, "Rhys Fychan")];
    let actions = |store: &Store| store.last_action().expect("read").expect("one").id.0;
    let before = actions(&store);
    assert!(captives::ask_many(&mut store, &all).is_err(), "it is asked already");
    let sums: Vec<_> = all.iter().map(|id| store.captive(*id).expect("it").asked.expect("asked")).collect();
    let paid = captives::pay_many(&mut store, &all, Payer::Side).expect("they are paid");
    assert_eq!((paid, actions(&store)), (sums[0] + sums[1], before + 1));
    assert!(all.iter().all(|id| store.captive(*id).expect("it").ended == Some(CaptivityEnd::Ransomed)));
    // One who cannot be paid for keeps all of them.
    store.undo().expect("undone");
    captives::agree(&mut store, all[1], Some(marks(900_000))).expect("agreed");
    assert!(captives::pay_many(&mut store, &all, Payer::Side).is_err());
    assert!(all.iter().all(|id| store.captive(*id).expect("it").ended.is_none()));
}

#[test]
fn cp_4_commands_do_all_of_it() {
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let ransom = |more: &[&str]| json(&[&["ransom", &file], more].concat());
    ransom(&["parts", "--captive", "Rhys Fychan", "--part", "1335-06-22=45", "--part", "1335-12-25=45 marks"]);
    json(&["turn", &file]);
    ransom(&["come-back", "--captive", "Rhys Fychan"]);
    ransom(&["sell", "--captive", "Rhys Fychan", "--to", "Valbrun", "--marks", "20"]);
    let (own, _) = refused(&["ransom", &file, "sell", "--captive", "Rhys Fychan", "--to", "Gorwen", "--marks", "20"]);
    assert!(own.contains("own side"), "{own}");
    let (mixed, hint) = refused(&["ransom", &file, "exchange", "--captive", "Rhys Fychan", "--for", "Fulk Tempest"]);
    assert!(mixed.contains("Valbrun") && hint.contains("between two sides"), "{mixed} {hint}");
    let (quarter, _) = refused(&["ransom", &file, "kill", "--captive", "Rhys Fychan"]);
    assert!(quarter.contains("MM-8.1"), "{quarter}");
    ransom(&["pay", "--captive", "Rhys Fychan", "--captive", "Fulk Tempest"]);
    json(&["relation", &file, "truce", "--side", "Estmark", "--side", "Gorwen"]);
    assert!(said(&["show", &file]).contains("stopped fighting"));
    ransom(&["prisoners", "--between", "Estmark", "--between", "Gorwen", "--fate", "freed"]);
    let (none, _) =
        refused(&["ransom", &file, "prisoners", "--between", "Estmark", "--between", "Gorwen", "--fate", "freed"]);
    assert!(none.contains("Neither"), "{none}");
    let check = json(&["check", &file]);
    assert!(check["findings"].as_array().is_none_or(Vec::is_empty), "{check}");
}

#[cfg(feature = "print")]
#[test]
fn cp_6_2_the_ransom_roll_tells_who_is_on_parole_and_what_is_due() {
    use banneret::app::documents;
    use banneret::print::Document;
    let folder = folder();
    let mut store = open(&march(&folder));
    let rhys = captive(&store, "Rhys Fychan");
    let today = store.day().expect("the day");
    let roll = |store: &Store, with_money| match documents::ransom_roll(store, None, with_money) {
        Ok(Document::RansomRoll(roll)) => {
            roll.holders.into_iter().flat_map(|holder| holder.captives).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let named = |list: &[banneret::print::PrintedCaptive], part: &str| {
        list.iter().find(|captive| captive.name.contains(part)).cloned()
    };
    let before = named(&roll(&store, true), "Rhys Fychan").expect("he is held");
    assert_eq!((before.terms.as_str(), before.dues.len()), ("not agreed", 0));
    let garrison = store.army_named("Garrison of Castell Brân").expect("an army").id;
    let knight = store.men_of(garrison).expect("men").into_iter().find(|man| man.profile.class == Class::Knight);
    let knight = knight.expect("a knight");
    let parts = [(today + 10, marks(40)), (today + 40, marks(50))];
    captives::pay_in_parts(&mut store, rhys, Payer::Side, &parts, &Security::Hostages(vec![knight.id]))
        .expect("agreed");
    // He is free, and his ransom is still looked for; the hostage stands on both lists (CP-4.3).
    let ransoms = roll(&store, true);
    let free = named(&ransoms, "Rhys Fychan").expect("he is still told of");
    assert_eq!(free.terms, format!("on parole, {} a hostage", knight.styled()));
    assert_eq!((free.agreed, free.paid), (Some(marks(90)), Pence(0)));
    let dues: Vec<_> = free.dues.iter().map(|due| (due.day, due.amount, due.missed)).collect();
    assert_eq!(dues, parts.map(|(day, sum)| (day, sum, false)));
    let hostage = named(&ransoms, &knight.name).expect("he is told of");
    assert!(hostage.terms.starts_with("hostage for ") && hostage.terms.contains("Rhys Fychan"), "{}", hostage.terms);
    let prisoners = roll(&store, false);
    assert!(named(&prisoners, "Rhys Fychan").is_none() && named(&prisoners, &knight.name).is_some());
}

#[cfg(feature = "print")]
#[test]
fn cp_6_2_the_printed_chronicle_tells_what_holds_once() {
    use banneret::app::documents;
    use banneret::print::Document;
    let folder = folder();
    let mut store = open(&march(&folder));
    let estmark = store.side_named("Estmark").expect("the side").id;
    relations::grant(&mut store, estmark, marks(10), "wool").expect("granted");
    relations::grant(&mut store, estmark, marks(20), "salt").expect("granted");
    store.undo().expect("undone");
    store.undo().expect("undone");
    store.redo().expect("brought again");
    let Ok(Document::Chronicle(chronicle)) = documents::chronicle(&store, None, None, documents::ChronicleFor::Players)
    else {
        panic!("a chronicle")
    };
    let telling = |what: &str| chronicle.entries.iter().filter(|entry| entry.text.contains(what)).count();
    assert_eq!((telling("wool"), telling("salt")), (1, 0), "{:?}", chronicle.entries);
    assert_eq!((telling("Undid"), telling("Redid")), (0, 0));
}
