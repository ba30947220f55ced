//! What besiegers and besieged live on (SG-2), at the book's worked values and beside them.

use crate::sg_siege::{Before, bonus, host, plan, plight};
use banneret::rules::explain::Part;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::NullSink;
use banneret::rules::siege::*;

#[test]
fn sg_2_1_what_a_host_eats() {
    // SG-2.1, SG-2.3: a man and a horse one each; half of it, rounded up, on half rations.
    let tables = Tables::book();
    let mut eaters = Host { horses: 21, mouths: 30, ..host(100, 0) };
    assert_eq!(eats(&eaters, &tables), 151);
    eaters.half = true;
    assert_eq!(eats(&eaters, &tables), 76);
}

#[test]
fn sg_2_2_the_country_feeds_besiegers_less_each_siege_turn() {
    // SG-2.2: 300, 150, 75 …; the rest is from their train, and the besieged have their stores only.
    let tables = Tables::book();
    assert_eq!([0, 1, 2, 10].map(|weeks| forages(weeks, &tables)), [300, 150, 75, 0]);
    let mut it = Before::new(&plan(Kind::Castle));
    it.rests_until(8);
    assert_eq!((it.siege.hosts.attacker.rations, it.siege.hosts.defender.rations), (5000 - 200, 1000 - 100));
}

#[test]
fn sg_2_3_without_rations_horses_are_eaten_and_then_men_die_and_desert() {
    // SG-2.3: a horse comes to four rations and eats none; then each man tests 1d6, 1 dies, 2 deserts, a knight stays.
    let tables = Tables::book();
    let mut fed = Host { horses: 10, ..host(20, 10) };
    let meal = fed.feed(0, &tables);
    assert_eq!((meal.needs, meal.stores, meal.horses, meal.short, fed.horses), (30, 10, 4, 0, 6));
    let mut it = Before::new(&Plan {
        hosts: BySide { attacker: host(500, 5000), defender: host(10, 0) },
        relief: Some(Relief { day: 9, host: host(10, 0), park: Park::default() }),
        ..plan(Kind::Castle)
    });
    it.rests_until(7);
    it.dice.show("SG-2.3 hunger", &[2, 1, 2, 3, 4, 5, 6, 6, 6, 6]);
    it.dice.show("SG-3.1 surrender", &[1]);
    it.rests_until(8);
    assert!(it.told.contains(&Event::Starved {
        side: Side::Defender,
        relief: false,
        men: Lost { dead: 1, deserted: 1, ..Lost::default() },
        mouths: Lost::default(),
        knights: 0,
    }));
    assert_eq!(
        (it.siege.hosts.defender.able, it.siege.hosts.defender.knights),
        (8, 1),
        "the knight threw a 2 and stays"
    );
}

#[test]
fn sg_2_2_in_a_siege_turn_broken_off_the_country_feeds_its_days_alone() {
    // SG-2.2: three days of seven: 500 men eat 215 rations, and of the country's 300 have 128.
    let mut it = Before::new(&plan(Kind::Castle));
    it.rests_until(3);
    it.siege.breaks_off(&mut NullSink);
    assert_eq!(it.siege.hosts.attacker.rations, 5000 - (215 - 128));
    // Who is shut up in the place has his stores only: 100 men, 43.
    assert_eq!(it.siege.hosts.defender.rations, 1000 - 43);
}

#[test]
fn sg_2_3_who_cannot_fight_goes_without_first() {
    // SG-2.3: of ten men and five mouths on eight rations seven lack one: the five who cannot fight, and two who can.
    let mut it = Before::new(&Plan {
        hosts: BySide { attacker: host(500, 5000), defender: Host { mouths: 5, ..host(10, 8) } },
        relief: Some(Relief { day: 9, host: host(10, 0), park: Park::default() }),
        ..plan(Kind::Castle)
    });
    it.rests_until(7);
    it.dice.show("SG-2.3 hunger", &[1, 2, 3, 4, 5, 1, 2]);
    it.does(Action::Rest);
    it.does(Action::Rest);
    let lost = Lost { dead: 1, deserted: 1, ..Lost::default() };
    assert!(it.told.contains(&Event::Starved {
        side: Side::Defender,
        relief: false,
        men: lost,
        mouths: lost,
        knights: 0
    }));
    assert_eq!((it.siege.hosts.defender.able, it.siege.hosts.defender.mouths), (8, 3));
}

#[test]
fn sg_2_3_who_has_his_ration_tests_no_hunger() {
    // SG-2.3: a ration short of ten, one man tests; on half rations one feeds two, so a ration short two do; none, all.
    for (rations, half, died) in [(9, false, 1), (4, true, 2), (0, false, 10)] {
        let mut it = Before::new(&Plan {
            hosts: BySide { attacker: host(500, 5000), defender: Host { half, ..host(10, rations) } },
            relief: Some(Relief { day: 9, host: host(10, 0), park: Park::default() }),
            ..plan(Kind::Castle)
        });
        it.rests_until(7);
        it.dice.show("SG-2.3 hunger", &[1; 10]);
        it.does(Action::Rest);
        it.does(Action::Rest);
        assert!(
            it.told.contains(&Event::Starved {
                side: Side::Defender,
                relief: false,
                men: Lost { dead: died, ..Lost::default() },
                mouths: Lost::default(),
                knights: died / 10,
            }),
            "{rations} rations: {:?}",
            it.told.iter().filter(|event| matches!(event, Event::Starved { .. })).collect::<Vec<_>>()
        );
    }
}

#[test]
fn sg_2_3_useless_mouths_half_rations_and_convoys() {
    // SG-2.3: mouths are expelled and eat no more; a convoy needs 6 on 2d6 and one more for each 20 besiegers a stretch.
    let crowded = Host { mouths: 40, ..host(100, 500) };
    let hosts = BySide { attacker: host(500, 5000), defender: crowded };
    let mut it = Before::new(&Plan { hosts, ..plan(Kind::Castle) });
    it.does(Action::Rest);
    it.plays(Decision::Expel).expect("they have mouths");
    assert_eq!(it.plays(Decision::Expel), Err(Illegal::NoMouths));
    it.plays(Decision::HalfRations(true)).expect("they are on full rations");
    assert_eq!(it.plays(Decision::HalfRations(true)), Err(Illegal::RationsSo));
    assert_eq!(eats(&it.siege.hosts.defender, &it.siege.tables), 50);
    // 500 besiegers about six stretches: 500 / 120 is 4.
    assert_eq!(convoy_needs(500, 6, &it.siege.tables), 10);
    for (faces, brought) in [([4, 5], 0), ([4, 6], 300)] {
        let before = it.siege.hosts.defender.rations;
        it.dice.show("SG-2.3 convoy", &faces);
        it.siege.convoy(300, &mut it.dice, &mut it.told);
        assert_eq!(it.siege.hosts.defender.rations - before, brought);
    }
    it.dice.show("SG-2.3 convoy", &[6, 6]);
    it.siege.convoy(5000, &mut it.dice, &mut it.told);
    assert_eq!(it.siege.hosts.defender.rations, it.siege.capacity, "no more than it stores");
}

#[test]
fn sg_2_4_rations_left_in_what_is_given_up_are_the_besiegers() {
    // SG-2.4: on falling back to the citadel, or to the keep of a place that has no other line.
    for (kind, lines) in [(Kind::Castle, 2), (Kind::BorderCastle, 1)] {
        let mut it = Before::new(&plan(kind));
        for line in 1..=lines {
            let before = it.siege.hosts.defender.rations;
            it.siege.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
            let left = before - it.siege.hosts.defender.rations;
            assert_eq!(left, if line == lines { 500 } else { 0 }, "{kind}, line {line}");
            assert_eq!(it.siege.hosts.attacker.rations, 5000 + left);
        }
    }
}

#[test]
fn sg_2_3_on_half_rations_supply_counts_at_least_one() {
    // SG-2.3: and no more than its row where that is worse.
    for (rations, counts) in [(100, 1), (50, 1), (10, 2), (0, 3)] {
        let short = Plight { short_commons: true, ..plight(1, rations, Progress::None, Kind::Castle) };
        assert_eq!(bonus(&short), counts);
        let mut parts: Vec<Part> = Vec::new();
        surrender_parts(&short, &Tables::book(), &mut parts);
        let by_half = parts.iter().any(|part| part.clause == "SG-2.3");
        assert_eq!(by_half, rations == 100, "{rations}: the clause that counts is told");
    }
}

#[test]
fn sg_2_4_holders_who_win_the_citadel_take_what_is_left_there() {
    // SG-2.4, SG-4.3: whoever takes what the garrison gives up, shut in or not.
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in) = (1, true);
    it.siege.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
    assert_eq!((it.siege.hosts.defender.rations, it.siege.hosts.attacker.rations), (500, 5500));
}

#[test]
fn sg_2_3_each_day_on_half_rations_spares_half_of_it() {
    // SG-2.3: one ration feeds two, on the days they are on half rations and on no other: 100 men on half rations for
    // three days of seven eat 100 less half of three sevenths, 78 and a part, so 79.
    let mut it = Before::new(&Plan { capacity: 1000, ..plan(Kind::Castle) });
    it.rests_until(5);
    it.does(Action::Rest);
    it.plays(Decision::HalfRations(true)).expect("they may");
    it.rests_until(8);
    let meal = it.told.iter().find_map(|event| match event {
        Event::Ate { side: Side::Defender, meal, .. } => Some(*meal),
        _ => None,
    });
    assert_eq!(meal.map(|meal| meal.needs), Some(79));
}

#[test]
fn sg_2_2_the_day_a_siege_ends_on_is_one_on_half_rations_too() {
    // SG-2.2, SG-2.3: given up on the fourth day, 100 men on half rations have eaten 100 times four of fourteen, 29.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.hosts.defender.half = true;
    it.rests_until(4);
    it.siege.breaks_off(&mut NullSink);
    assert_eq!(it.siege.hosts.defender.rations, 1000 - 29);
}

#[test]
fn sg_2_3_a_relief_outside_goes_on_half_rations_as_others_do() {
    // SG-2.3: 70 men on half rations for a siege turn need 35.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.outside = Some(Host { half: true, ..host(70, 200) });
    it.rests_until(8);
    let needs = it.told.iter().find_map(|event| match event {
        Event::Ate { relief: true, meal, .. } => Some(meal.needs),
        _ => None,
    });
    assert_eq!(needs, Some(35));
}
