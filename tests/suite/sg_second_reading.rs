//! Boundaries and rare orders of the siege (SG-1 to SG-4), read from the page before the code: what a clause says of a moment
//! that seldom comes.

use crate::sg_campaign::Border;
use crate::sg_relief::shut_in;
use crate::sg_siege::{Before, CITADEL, OUTER, host, plan};
use crate::support::{content, same, sound};
use banneret::app::siege;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::siege::*;

/// A castle of which two lines are held by besiegers who are shut in there, with a relief of so many outside.
fn shut_in_two_lines(relief: u32, park: Park) -> Before {
    let coming = Some(Relief { day: 2, host: host(relief, 900), park });
    let mut it = Before::new(&Plan { relief: coming, ..plan(Kind::Castle) });
    it.siege.won = 2;
    it.does(Action::Rest);
    it.does(Action::Rest);
    it.dice.show("SG-1.2 initiative", &[9, 1]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold two lines");
    it
}

#[test]
fn sg_1_4_a_ram_batters_no_wall_it_does_not_stand_before() {
    // SG-1.4, SG-7.3: through the breach of an outer wall engines throw at the next one; a ram moves on flat ground only.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.lines[0][0].outer = 4;
    it.siege.parks.attacker = Park { rams: 1, ..Park::default() };
    assert_eq!(it.siege.check_battering(Side::Attacker, At { line: 0, stretch: 1 }), Ok(()));
    assert_eq!(it.siege.check_battering(Side::Attacker, CITADEL), Err(Illegal::RamFarOff));
    it.siege.parks.attacker = Park { rams: 1, mangonels: 2, ..Park::default() };
    it.dice.show("SG-1.4 battering", &[10]);
    it.does(Action::Batter(CITADEL));
    let points = it.told.iter().find_map(|event| match event {
        Event::Battered { points, .. } => Some(*points),
        _ => None,
    });
    assert_eq!(points, Some(2), "the two mangonels only");
    // Won, the citadel's wall is the one it stands before.
    it.siege.won = 1;
    it.siege.parks.attacker = Park { rams: 1, ..Park::default() };
    assert_eq!(it.siege.check_battering(Side::Attacker, CITADEL), Ok(()));
}

#[test]
fn sg_1_4_what_a_ram_alone_batters_costs_nothing() {
    // SG-1.4: a 1 with nine points costs three of engines, never of a ram; one mangonel has but a point to lose.
    for (mangonels, lost) in [(0, 0), (1, 1)] {
        let mut it = Before::new(&plan(Kind::Castle));
        it.siege.parks.attacker = Park { rams: 1, mangonels, ..Park::default() };
        it.dice.show("SG-1.4 battering", &[1]);
        it.does(Action::Batter(OUTER));
        let told = it.told.iter().find_map(|event| match event {
            Event::Battered { result, .. } => Some(result.lost),
            _ => None,
        });
        assert_eq!((told, it.siege.parks.attacker.mangonels), (Some(lost), 0));
    }
}

#[test]
fn sg_1_6_a_breach_of_their_own_wall_helps_nobody_who_comes_out_of_it() {
    // SG-1.6, SG-4.2: the garrison that wins back the rampart comes at it from within, where it has no wall.
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.apart) = (1, Some(300));
    it.siege.lines[1][0].outer = 4;
    assert!(!it.siege.storm(Side::Defender).breach);
    assert!(it.siege.storm(Side::Attacker).breach, "the besiegers come in by it");
}

#[test]
fn sg_4_3_a_relief_assaults_with_its_own_tower_and_ladders() {
    // SG-4.3: garrison and relief are the besiegers now, and what an assault of theirs has counts as any besiegers' does.
    let mut it = shut_in_two_lines(300, Park { towers: 1, ladders: true, ..Park::default() });
    let storm = it.siege.storm(Side::Defender);
    assert!(storm.tower && storm.ladders, "{storm:?}");
    it.siege.moat = Moat::Days(2);
    assert!(!it.siege.storm(Side::Defender).tower, "a tower does not cross a moat (SG-7.3)");
    // The holders, within the place, have no use of theirs.
    it.siege.parks.attacker = Park { towers: 1, ladders: true, ..Park::default() };
    let storm = it.siege.storm(Side::Attacker);
    assert!(!storm.tower && !storm.ladders, "{storm:?}");
}

#[test]
fn sg_4_3_in_an_assault_on_the_citadel_the_relief_outside_loses_nobody() {
    // SG-4.3, SG-1.6: its defenders are the garrison's, and so are the fallen.
    let mut it = shut_in_two_lines(300, Park { trebuchets: 1, ..Park::default() });
    let before = it.siege.outside.expect("the relief").able;
    it.dice.show("SG-1.6 assault", &[10]);
    it.siege.assault(Side::Attacker, &mut it.dice, &mut it.told);
    assert_eq!(it.siege.outside.expect("the relief").able, before);
    assert!(it.siege.hosts.defender.able < 100);
}

#[test]
fn sg_4_3_a_sortie_of_the_holders_meets_the_relief_and_not_the_citadel() {
    // SG-1.3, SG-4.3: engines and camp are the relief's, who alone are there to hold them: of 500 against 100 the strength is
    // 5:1, though 100 more are in the citadel.
    let mut it = shut_in_two_lines(100, Park { trebuchets: 2, ..Park::default() });
    it.dice.show("SG-1.3 sortie", &[3]);
    it.siege.sally(Sally::Engines, &mut it.dice, &mut it.told);
    let parts = it.told.iter().find_map(|event| match event {
        Event::Sallied { parts, reached, .. } => Some((parts.iter().map(|part| part.value).sum::<i64>(), *reached)),
        _ => None,
    });
    assert_eq!(parts, Some((3, true)));
    assert_eq!(it.siege.hosts.defender.able, 100, "nobody of the garrison is there");
    assert!(it.siege.outside.expect("the relief").able < 100);
}

#[test]
fn sg_2_4_whoever_falls_back_to_the_keep_leaves_what_is_in_the_citadel() {
    // SG-2.4: to the citadel, or to the keep: what is left in what is given up each time.
    let mut it = Before::new(&plan(Kind::Castle));
    let mut left = Vec::new();
    for _ in 0..3 {
        it.siege.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
        left.push(it.siege.hosts.defender.rations);
    }
    assert_eq!(left, [1000, 500, 250]);
    assert_eq!(it.siege.hosts.attacker.rations, 5750);
}

#[test]
fn sg_4_3_what_the_relief_had_begun_is_not_the_besiegers_when_it_is_gone() {
    // SG-1.3, SG-4.3: a trebuchet that garrison and relief were building, and their mine, go with them.
    let (mut it, siege, help) = shut_in(2000, 300, 49, 48);
    it.conduct(siege, SiegePart::Relief, &[Order::Trebuchet]);
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    let building = it.store.siege(siege).expect("the siege").building;
    assert_eq!(building.map(|(gear, _)| gear), Some(Gear::Trebuchet), "{}", it.story(siege));
    let before = content(&it.store);
    siege::leave(&mut it.store, help).expect("it goes");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.shut_in, row.building, row.mine), (false, None, None), "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the leaving");
    same(&before, &content(&it.store), "taken back");
    sound(&it.store, "after the relief has gone");
}

#[test]
fn sg_4_3_a_hungry_relief_may_go_and_the_roles_turn_back() {
    // SG-1.3, SG-4.3: garrison and relief are the besiegers now; the relief may withdraw, and nobody who is shut in.
    let mut it = shut_in_two_lines(300, Park { trebuchets: 1, ..Park::default() });
    assert_eq!(it.plays(Decision::Act(Action::Withdraw)), Err(Illegal::Bound), "the holders are shut in");
    it.does(Action::Rest);
    let hungry = |it: &mut Before, without: u32| {
        it.siege.outside = it.siege.outside.map(|relief| Host { without, ..relief });
        Constable.decide(&it.siege.view(Side::Defender))
    };
    assert_ne!(hungry(&mut it, 0), Decision::Act(Action::Withdraw));
    it.siege.hosts.defender.without = 1;
    assert_ne!(hungry(&mut it, 0), Decision::Act(Action::Withdraw), "the garrison starves where it is");
    assert_eq!(hungry(&mut it, 1), Decision::Act(Action::Withdraw));
    it.siege.hosts.defender.without = 0;
    it.does(Action::Withdraw);
    assert_eq!((it.siege.shut_in, it.siege.won, it.siege.outside), (false, 2, None));
    assert_eq!(it.siege.besiegers(), Side::Attacker);
    assert!(!matches!(it.siege.stage(), Stage::Over(_)));
}

#[test]
fn sg_4_3_a_relief_told_to_withdraw_when_hungry_goes_the_day_its_train_is_empty() {
    let (mut it, siege, help) = shut_in(2000, 300, 49, 48);
    it.conduct(siege, SiegePart::Relief, &[Order::WithdrawHungry, Order::Rest]);
    siege::set_train(&mut it.store, help, &SiegeTrain { rations: 10, ..SiegeTrain::default() }, "a few")
        .expect("loaded");
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    assert!(it.store.siege(siege).expect("the siege").shut_in, "it has bread: {}", it.story(siege));
    siege::set_train(&mut it.store, help, &SiegeTrain::default(), "eaten").expect("empty");
    let before = content(&it.store);
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.shut_in, row.won, row.ended), (false, 1, None), "{}", it.story(siege));
    assert_eq!(it.store.formation(it.host).expect("the host").stronghold, None, "they lie before the place again");
    let members: Vec<_> = it.store.siege_armies().expect("armies").iter().map(|member| member.army).collect();
    assert_eq!(members, [it.host], "{}", it.story(siege));
    assert!(it.story(siege).contains("Help goes away from Stonekeep Castle"), "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the day");
    same(&before, &content(&it.store), "taken back");
    it.store.redo().expect("redone").expect("the day");
    sound(&it.store, "after the relief has gone");
    it.turns(1);
    sound(&it.store, "a turn later");
}

#[test]
fn sg_2_1_a_garrison_eats_its_store_in_peace_and_the_lands_fill_it_to_its_capacity() {
    // Fifty men eat fifty a week; what the place's lands bring comes in first, and never over what it can store.
    let mut it = Border::new(banneret::campaign::places::StrongholdKind::BaronsCastle, 500, 20, 49);
    let red = it.store.side_named("Red").expect("Red").id;
    let blue = it.store.side_named("Blue").expect("Blue").id;
    banneret::app::relations::set(&mut it.store, red, blue, banneret::campaign::realm::Stance::Peace, None)
        .expect("peace");
    let refilled = 30;
    banneret::app::numbers::set(&mut it.store, "store_refilled", Some("30"), "fat land").expect("so be it");
    it.turns(1);
    let rations = |it: &Border| it.store.stronghold(it.castle).expect("the castle").rations;
    assert_eq!(rations(&it), (500 + refilled - 50).min(2000));
    let (castle, full) = (it.castle, 2000);
    it.store
        .act("full", &serde_json::json!({}), |act| Ok((act.set_store(castle, full)?, "Full.".to_owned())))
        .expect("full");
    it.turns(1);
    assert_eq!(rations(&it), (2000 + refilled - 50).min(2000));
    sound(&it.store, "in peace");
}

#[test]
fn sg_2_2_a_district_is_stripped_once_by_all_who_lie_in_it() {
    // The siege has the country; an enemy's relief that stands there, and a friend who besieges nobody, live on their trains,
    // and the district is not stripped by them again.
    let (mut it, siege) = Border::besieged(banneret::campaign::places::StrongholdKind::BaronsCastle, 900, 100, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, crate::sg_relief::RESTS);
    it.conduct(siege, SiegePart::Garrison, crate::sg_relief::RESTS);
    let idle = crate::sg_campaign::raise(&mut it.store, "Red", "Idle", "Stonekeep", &[("sergeant", "C", 40)]);
    let train = SiegeTrain { rations: 400, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, idle, &train, "its own").expect("loaded");
    let place = it.store.place_named("Stonekeep").expect("the place").id;
    let stripped = |it: &Border| it.store.place(place).expect("the place").stripped_weeks;
    it.turns(1);
    assert_eq!(stripped(&it), 1, "{}", it.story(siege));
    assert_eq!(it.store.train(idle).expect("its train").rations, 360, "it lives on its train");
    it.turns(1);
    assert_eq!(stripped(&it), 2, "{}", it.story(siege));
    sound(&it.store, "stripped");
    let _ = OUTER;
}
