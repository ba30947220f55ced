//! Besieging the besiegers: what they may do when a relief comes (SG-4).

use crate::sg_siege::{Before, OUTER, Shown, host, plan};
use banneret::rules::figure::Side;
use banneret::rules::game::{Game, NullSink, Pending};
use banneret::rules::siege::*;

/// A castle half won, and a relief come on the second day.
fn relieved(won: u8, able: u32) -> Before {
    let relief = Some(Relief { day: 2, host: host(able, 0), park: Park { trebuchets: 1, ..Park::default() } });
    let mut it = Before::new(&Plan { relief, ..plan(Kind::Castle) });
    it.siege.won = won;
    it.siege.lines[0][0].outer = 4;
    it.does(Action::Rest);
    it.does(Action::Rest);
    assert_eq!(it.siege.stage(), Stage::Relief);
    it
}

#[test]
fn sg_4_3_who_is_shut_in_burns_the_engines_that_besiege_him() {
    // SG-1.3, SG-4.3: roles turn over; a sortie of the holders is against what the relief brought, not their own.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.won = 1;
    let park = Park { trebuchets: 2, ..Park::default() };
    it.siege.relief = Some(Relief { day: 2, host: host(900, 0), park });
    it.rests_until(2);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold a line");
    while it.siege.pending() != Pending::One(Side::Attacker) {
        it.does(Action::Rest);
    }
    it.dice.show("SG-1.3 sortie", &[10]);
    it.does(Action::Sortie(Sally::Engines));
    assert_eq!((it.siege.parks.attacker.trebuchets, it.siege.parks.defender.trebuchets), (3, 1));
}

#[test]
fn sg_4_besiegers_who_hold_nothing_fight_or_lift_the_siege() {
    // SG-4
    let mut it = relieved(0, 300);
    assert_eq!(it.plays(Decision::Meet(Choice::ShutIn)), Err(Illegal::HoldNothing));
    assert_eq!(it.plays(Decision::Meet(Choice::Part(10))), Err(Illegal::HoldNothing));
    it.plays(Decision::Meet(Choice::Lift)).expect("they may go");
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Lifted));
    // Who holds a part fights or shuts himself in.
    assert_eq!(relieved(1, 300).plays(Decision::Meet(Choice::Lift)), Err(Illegal::NotNow));
}

#[test]
fn sg_4_1_battle_with_everything_gives_the_place_back() {
    // SG-4.1: what they hold is left, to the outer breach; won, the siege goes on, and lost, it is over.
    for (theirs, goes_on) in [(1, true), (10, false)] {
        let mut it = relieved(2, 500);
        it.dice.show("SG-4 battle", &[5, theirs]);
        it.plays(Decision::Meet(Choice::Battle)).expect("they may fight");
        assert_eq!((it.siege.won, it.siege.progress()), (0, Progress::OuterBreach));
        assert_eq!(it.siege.pending() != Pending::Over, goes_on);
        assert_eq!(it.siege.hosts.attacker.able, if goes_on { 450 } else { 350 });
        assert_eq!(it.siege.relief.is_none(), goes_on, "who lost goes away");
    }
}

#[test]
fn sg_4_2_a_part_gives_battle_and_the_besieged_have_the_initiative() {
    // SG-4.2: for that day, without a roll, to win back what is held; refused it reverts to the besiegers.
    let mut it = relieved(1, 300);
    assert_eq!(it.plays(Decision::Meet(Choice::Part(500))), Err(Illegal::NoPart));
    it.plays(Decision::Meet(Choice::Part(400))).expect("they may part");
    assert_eq!((it.siege.initiative(), it.siege.pending()), (Side::Defender, Pending::One(Side::Defender)));
    let mut refuses = it.siege.clone();
    refuses.play(Side::Defender, Decision::Act(Action::Rest), &mut Shown::default(), &mut NullSink).expect("they may");
    assert_eq!((refuses.initiative(), refuses.pending()), (Side::Attacker, Pending::One(Side::Attacker)));
    // A hundred against a hundred inside, the breach helps nobody there: 10 makes 10 and the rampart is won back.
    it.dice.show("SG-1.6 assault", &[10]);
    it.does(Action::Assault);
    assert_eq!(it.siege.won, 0);
}

#[test]
fn sg_4_2_if_the_part_loses_those_inside_are_shut_in() {
    // SG-4.2, SG-4.3: of 400 who lose 30 in a hundred fall and the rest are driven off; a hundred are shut in.
    let mut it = relieved(2, 300);
    it.plays(Decision::Meet(Choice::Part(400))).expect("they may part");
    it.does(Action::Rest);
    it.does(Action::Rest);
    it.dice.show("SG-4 battle", &[1, 10]);
    it.does(Action::Rest);
    assert!(it.siege.shut_in);
    assert_eq!(it.siege.hosts.attacker.able, 100);
    // Of the relief's 300, 10 in a hundred fell; the rest besiege with the garrison, and stay a host of their own.
    assert_eq!((it.siege.hosts.defender.able, it.siege.outside.map(|host| host.able)), (100, Some(270)));
    assert_eq!(it.siege.able(Side::Defender), 370);
}

#[test]
fn sg_4_2_a_sortie_may_leave_fewer_than_are_apart() {
    // SG-1.3, SG-4.2: all but one are out against the relief when the camp is raided.
    let mut it = relieved(1, 300);
    it.plays(Decision::Meet(Choice::Part(499))).expect("they hold something");
    it.dice.show("SG-1.3 sortie", &[10]);
    it.does(Action::Sortie(Sally::Camp));
    assert!(it.siege.hosts.attacker.able < 499);
    assert_eq!(it.siege.inside(), 0);
}

#[test]
fn sg_4_3_the_country_is_as_bare_and_the_moat_as_deep_for_the_relief() {
    // SG-2.2: the country has fed a host for some siege turns already. SG-7.3: rams come up on level ground only.
    let mut it = relieved(1, 300);
    it.siege.weeks = 2;
    it.siege.moat = Moat::Days(1);
    it.siege.relief = it.siege.relief.map(|relief| Relief { park: Park { rams: 1, ..Park::default() }, ..relief });
    it.dice.show("SG-1.2 initiative", &[1, 9]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold something");
    assert_eq!(it.siege.weeks, 2);
    assert_eq!(it.plays(Decision::Act(Action::Batter(OUTER))), Err(Illegal::RamBehindMoat));
    it.does(Action::FillMoat);
    assert_eq!(it.siege.check_battering(Side::Defender, OUTER), Ok(()));
}

#[test]
fn sg_4_3_shut_in_the_roles_turn_over() {
    // SG-4.3, SG-3.4: garrison and relief besiege; the holders eat what they have, and assault the citadel on a day on
    // which they are battered though they have no initiative; nobody tests for surrender or treats.
    let mut it = relieved(2, 300);
    it.dice.show("SG-1.2 initiative", &[1, 9]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold something");
    assert_eq!((it.siege.besieged(), it.siege.besiegers()), (Side::Attacker, Side::Defender));
    assert_eq!(it.siege.able(Side::Defender), 400);
    assert_eq!(it.siege.initiative(), Side::Defender);
    assert_eq!(it.plays(Decision::Act(Action::Treat(Terms::plain(Leave::WithArms)))), Err(Illegal::NoBargaining));
    assert_eq!(it.siege.check_assault(Side::Attacker), Err(Illegal::NoInitiative));
    it.does(Action::Batter(At { line: 0, stretch: 1 }));
    assert_eq!(it.siege.check_assault(Side::Attacker), Ok(()), "battered from a distance");
    it.does(Action::Rest);
    it.told.clear();
    it.rests_until(8);
    assert!(!it.told.iter().any(|event| matches!(event, Event::Tested { .. })), "SG-3.4");
    let holders = it.told.iter().find_map(|event| match event {
        Event::Ate { side: Side::Attacker, meal, .. } => Some(meal.foraged),
        _ => None,
    });
    assert_eq!(holders, Some(0), "they have no country any more");
    // Won back line by line, the place is relieved.
    for left in [1, 0] {
        it.siege.after_assault(Side::Defender, true, FoughtGround::default(), &mut NullSink);
        assert_eq!(it.siege.held().len(), left);
    }
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Relieved));
}

#[test]
fn sg_4_3_two_hosts_besiege_and_each_eats_its_own() {
    // SG-2.2: the garrison eats its store, the relief its train and the country; what either loses is its own men.
    let mut it = relieved(2, 300);
    if let Some(relief) = &mut it.siege.relief {
        relief.host.rations = 50;
    }
    it.dice.show("SG-1.2 initiative", &[1, 9]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold something");
    let store = it.siege.hosts.defender.rations;
    it.told.clear();
    it.rests_until(8);
    let ate = |relief: bool| {
        let meal = |event: &Event| match event {
            Event::Ate { side: Side::Defender, relief: of, meal } if *of == relief => Some(*meal),
            _ => None,
        };
        it.told.iter().find_map(meal).expect("it ate")
    };
    assert_eq!((ate(false).needs, ate(false).foraged, ate(false).stores), (100, 0, 100));
    assert_eq!(it.siege.hosts.defender.rations, store - 100);
    // The country gives 300 in its first siege turn: a day of it the besiegers have had.
    assert_eq!((ate(true).needs, ate(true).foraged), (300, 300 - 300 / 7));
    assert_eq!(it.siege.outside.map(|host| host.rations), Some(50 - 300 / 7));
}

#[test]
fn sg_4_3_who_wins_back_ground_burns_the_engines_there() {
    // SG-4.3: the engines of those who shut themselves in may be burnt in assaults on them.
    let mut it = relieved(2, 300);
    it.dice.show("SG-1.2 initiative", &[1, 9]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold something");
    it.siege.parks.attacker = Park { trebuchets: 2, ..Park::default() };
    it.siege.after_assault(Side::Defender, true, FoughtGround::default(), &mut it.told);
    assert_eq!(it.siege.parks.attacker.trebuchets, 1);
    assert!(it.told.contains(&Event::EnginesBurnt(Burnt::Points(3, Wrecked { mangonels: 0, trebuchets: 1 }))));
}
