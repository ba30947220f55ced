//! The test of surrender, places that fall of themselves, and terms (SG-3), at the book's worked values and beside them.

use crate::sg_siege::{Before, Shown, bonus, host, plan, plight};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain, Game, NullSink, Pending};
use banneret::rules::odds::Odds;
use banneret::rules::siege::*;

#[test]
fn sg_3_1_the_surrender_test() {
    // SG-3.1, worked: 5:1, no rations, all but the keep: 2 + 3 + 4 = 9, asks terms on 3 or more, 80 %.
    let worked = plight(5, 0, Progress::AllButTheKeep, Kind::Castle);
    assert_eq!(bonus(&worked), 9);
    let tables = Tables::book();
    let odds = Odds::of(|dice| roll_surrender(9, &tables, dice).1).expect("few");
    assert_eq!(odds.exact(&true), "8/10");
    // Each row of each factor by itself.
    let of_numbers = [2, 3, 4, 5, 9, 10, 30].map(|n| bonus(&plight(n, 100, Progress::None, Kind::Castle)));
    assert_eq!(of_numbers, [0, 1, 1, 2, 2, 3, 3]);
    let of_supply = [100, 51, 50, 11, 10, 1, 0].map(|n| bonus(&plight(1, n, Progress::None, Kind::Castle)));
    assert_eq!(of_supply, [0, 0, 1, 1, 2, 2, 3]);
    let of_progress = Progress::ALL.iter().map(|&stage| bonus(&plight(1, 100, stage, Kind::Castle)));
    assert_eq!(of_progress.collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(bonus(&plight(1, 100, Progress::AllButTheKeep, Kind::BorderCastle)), 3, "a border castle's keep");
}

#[test]
fn sg_3_2_a_place_falls_of_itself() {
    // SG-3.2: no able defender; or a full siege turn without rations and no relief in reach.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.hosts.defender.able = 0;
    assert!(it.siege.falls_of_itself());
    let relief = |day| Some(Relief { day, host: host(100, 0), park: Park::default() });
    for (relief, falls) in [(None, true), (relief(14), false), (relief(40), true)] {
        let hosts = BySide { attacker: host(500, 5000), defender: host(100, 0) };
        let mut it = Before::new(&Plan { hosts, relief, ..plan(Kind::Castle) });
        it.dice.show("SG-3.1 surrender", &[1]);
        it.rests_until(7);
        it.does(Action::Rest);
        it.does(Action::Rest);
        assert_eq!(it.siege.stage() == Stage::Over(Ending::Fell), falls, "{relief:?}");
    }
}

#[test]
fn sg_3_3_terms_are_offered_countered_and_agreed() {
    // SG-3.3: who asks terms says which; one counter-offer; agreed, the place is handed over; refused, the siege goes on.
    let mut it = Before::new(&plan(Kind::Castle));
    it.rests_until(7);
    it.siege.hosts.defender.rations = 100;
    it.dice.show("SG-3.1 surrender", &[10]);
    it.does(Action::Rest);
    it.does(Action::Rest);
    assert_eq!(it.siege.stage(), Stage::Offer(Side::Defender));
    let arms = Terms::plain(Leave::WithArms);
    it.plays(Decision::Offer(arms)).expect("they asked");
    let less = Terms { ransom_marks: 200, ..Terms::plain(Leave::WithoutArms) };
    it.plays(Decision::Counter(less)).expect("the besiegers may");
    assert_eq!(it.plays(Decision::Counter(arms)), Err(Illegal::LastWord));
    let mut refused = it.siege.clone();
    refused.play(Side::Defender, Decision::Answer(false), &mut Shown::default(), &mut NullSink).expect("they may");
    assert_eq!((refused.day, refused.pending()), (8, Pending::One(Side::Attacker)));
    it.plays(Decision::Answer(true)).expect("they may");
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Surrendered(less)));
}

#[test]
fn sg_3_3_who_treats_on_the_last_day_of_a_siege_turn_eats_all_the_same() {
    // SG-1.1, SG-3.3: the day ends as ever, and with it the siege turn: both eat and the besieged test.
    let mut it = Before::new(&plan(Kind::Castle));
    it.rests_until(7);
    it.does(Action::Treat(Terms::plain(Leave::WithArms)));
    it.plays(Decision::Answer(false)).expect("they may refuse");
    it.does(Action::Rest);
    assert_eq!((it.siege.day, it.siege.weeks, it.siege.hosts.defender.rations), (8, 1, 900));
    assert!(it.told.iter().any(|event| matches!(event, Event::Tested { asks: false, .. })));
}

#[test]
fn sg_3_3_a_conditional_respite_runs_to_its_day_unless_relieved() {
    // SG-3.3: given up on the day that was agreed; a relief before it makes the besiegers choose, and the terms void.
    for (relief, ending) in [(None, true), (Some(10), false)] {
        let relief = relief.map(|day| Relief { day, host: host(300, 0), park: Park::default() });
        let mut it = Before::new(&Plan { relief, ..plan(Kind::Castle) });
        let terms = Terms { respite_days: 14, ..Terms::plain(Leave::WithArms) };
        it.does(Action::Treat(terms));
        it.plays(Decision::Answer(true)).expect("the garrison may");
        if ending {
            assert_eq!((it.siege.stage(), it.siege.day), (Stage::Over(Ending::Surrendered(terms)), 15));
        } else {
            assert_eq!((it.siege.stage(), it.siege.day, it.siege.respite), (Stage::Relief, 10, None));
        }
    }
}

#[test]
fn sg_3_2_a_citadel_without_an_able_man_falls_to_those_shut_in() {
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in, it.siege.hosts.defender.able) = (1, true, 0);
    it.does(Action::Rest);
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Fell));
}

#[test]
fn sg_1_3_besiegers_offer_terms_for_a_ripe_place_and_where_they_cannot_wait() {
    // SG-1.3, SG-3.3: once a siege turn, the harder the worse off it must be, and the mildest where their own stores run out.
    let offers = |day: u32, won: u8, capacity: u32, stores: u32| {
        let mut it = Before::new(&plan(Kind::Castle));
        it.rests_until(day);
        it.dice.show("SG-1.2 initiative", &[9, 1]);
        (it.siege.won, it.siege.capacity) = (won, capacity);
        (it.siege.hosts.attacker.rations, it.siege.hosts.attacker.half) = (stores, true);
        match Constable.decide(&it.siege.view(Side::Attacker)) {
            Decision::Act(Action::Treat(terms)) => Some(terms),
            _ => None,
        }
    };
    let of = |leave: Leave| Some(Terms::plain(leave));
    assert_eq!(offers(8, 0, 1000, 2000), None, "the place has stores and walls, and they have time");
    assert_eq!(offers(8, 0, 1000, 100), of(Leave::WithArms));
    assert_eq!(offers(8, 2, 200, 2000), of(Leave::WithoutArms));
    assert_eq!(offers(8, 2, 0, 2000), of(Leave::AtDiscretion));
    assert_eq!(offers(9, 2, 0, 2000), None, "the next siege turn");
}
