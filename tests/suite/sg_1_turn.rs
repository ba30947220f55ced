//! The siege turn: its days and actions, battering, progress and assaults (SG-1), at the book's worked values and beside
//! them.

use crate::sg_siege::{Before, CITADEL, OUTER, Shown, host, plan};
use banneret::rules::explain::Sum;
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::game::{Captain, Game, NullSink, Pending};
use banneret::rules::odds::Odds;
use banneret::rules::siege::*;
use std::sync::Arc;

#[test]
fn sg_1_1_a_day_is_the_holders_action_and_the_answer_and_a_siege_turn_seven_of_them() {
    // SG-1.1: equal rolls are the besiegers'; on the seventh day both eat and the besieged test.
    let mut it = Before::new(&plan(Kind::Castle));
    assert_eq!(it.siege.pending(), Pending::One(Side::Attacker));
    it.does(Action::Rest);
    assert_eq!(it.siege.pending(), Pending::One(Side::Defender));
    it.does(Action::Rest);
    assert_eq!((it.siege.day, it.siege.pending()), (2, Pending::One(Side::Attacker)));
    it.rests_until(7);
    assert!(!it.told.iter().any(|event| matches!(event, Event::Ate { .. })));
    it.rests_until(8);
    assert_eq!(it.told.iter().filter(|event| matches!(event, Event::Ate { .. })).count(), 2);
    assert_eq!(it.told.iter().filter(|event| matches!(event, Event::Tested { .. })).count(), 1);
}

#[test]
fn sg_1_2_initiative_by_grade_and_ties_to_the_besiegers() {
    // SG-1.2: at equal grades 45 of a hundred are the besieged's, and the ten ties the besiegers'.
    let tables = Tables::book();
    let odds = |attacker, defender| {
        Odds::of(|dice| roll_initiative(BySide { attacker, defender }, Side::Attacker, &tables, dice).1).expect("few")
    };
    assert_eq!(odds(Grade::C, Grade::C).exact(&Side::Attacker), "55/100");
    // Four more: the besieged hold it only with five or more above, 5 + 4 + 3 + 2 + 1 ways.
    assert_eq!(odds(Grade::A, Grade::E).exact(&Side::Defender), "15/100");
    // Two fewer: the besiegers hold it with two or more above, 8 + 7 + … + 1 ways.
    assert_eq!(odds(Grade::D, Grade::B).exact(&Side::Attacker), "36/100");
}

#[test]
fn sg_1_3_who_does_what() {
    // SG-1.3: besiegers batter, mine, fill, build, go; the besieged sally, repair and forage; each refusal says why.
    // SG-7.7: a moat too deep is not filled.
    let mut it = Before::new(&Plan { moat: Moat::TooDeep, ..plan(Kind::Castle) });
    let refused = |it: &mut Before, action| it.plays(Decision::Act(action)).expect_err("it is refused");
    assert_eq!(refused(&mut it, Action::Repair(OUTER)), Illegal::BesiegedOnly);
    assert_eq!(refused(&mut it, Action::Sortie(Sally::Engines)), Illegal::BesiegedOnly);
    assert_eq!(refused(&mut it, Action::FillMoat), Illegal::TooDeep);
    assert_eq!(refused(&mut it, Action::Assault), Illegal::TooDeep);
    assert_eq!(refused(&mut it, Action::Build(Gear::Ladders)), Illegal::EnoughLadders);
    it.does(Action::Rest);
    assert_eq!(refused(&mut it, Action::Withdraw), Illegal::BesiegersOnly);
    assert_eq!(refused(&mut it, Action::Repair(OUTER)), Illegal::NothingToRepair);
    assert_eq!(refused(&mut it, Action::Forage(101)), Illegal::TooManyMen);
    assert_eq!(it.plays(Decision::Answer(true)), Err(Illegal::NotNow));
}

#[test]
fn sg_1_3_building_filling_and_mining_take_their_days() {
    // SG-1.3: a trebuchet four days, a moat of four days four; a mine ten, and 4 or more brings the stretch down.
    let mut it = Before::new(&Plan { moat: Moat::Days(4), ..plan(Kind::Castle) });
    for (action, days) in [(Action::Build(Gear::Trebuchet), 4), (Action::FillMoat, 4), (Action::Mine(OUTER), 10)] {
        for _ in 0..days {
            let before = (it.siege.parks.attacker.trebuchets, it.siege.moat, it.siege.breached(0));
            assert_ne!(before, (4, Moat::None, true));
            if action == Action::Mine(OUTER) {
                it.dice.show("SG-1.3 mine", &[4]);
            }
            it.does(action);
            it.does(Action::Rest);
        }
    }
    assert_eq!((it.siege.parks.attacker.trebuchets, it.siege.moat, it.siege.breached(0)), (4, Moat::None, true));
}

#[test]
fn sg_1_4_four_damages_are_all_an_outer_stretch_takes() {
    // SG-1.3, SG-1.4, SG-1.5: a mine that brings down a stretch with three damages leaves it demolished, with four, and one
    // repair closes the breach.
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.lines[0][0].outer = 3;
    it.siege.mine = Some((OUTER, 1));
    it.dice.show("SG-1.3 mine", &[10]);
    it.does(Action::Mine(OUTER));
    assert_eq!((it.siege.lines[0][0].outer, it.siege.progress()), (4, Progress::OuterBreach));
    it.dice.show("SG-1.3 repair", &[10]);
    it.does(Action::Repair(OUTER));
    assert_eq!(it.siege.progress(), Progress::None);
}

#[test]
fn sg_1_3_who_forages_brings_no_more_than_the_place_can_store() {
    // SG-2.1: a stronghold stores up to its capacity, here 1,000; a hundred men bring five each.
    for (rations, stored) in [(0, 500), (900, 1000), (1000, 1000)] {
        let mut it = Before::new(&plan(Kind::Castle));
        it.siege.hosts.defender.rations = rations;
        it.does(Action::Rest);
        it.dice.show("SG-1.3 forage", &[10]);
        it.does(Action::Forage(100));
        let brought = it.told.iter().find_map(|event| match event {
            Event::Foraged { brought, .. } => Some(*brought),
            _ => None,
        });
        assert_eq!((brought, it.siege.hosts.defender.rations), (Some(stored - rations), stored));
    }
}

#[test]
fn sg_1_4_the_battering_table() {
    // SG-1.4, worked: nine points, a D on 5 or more, 60 %. Every cell of the table by its points.
    let tables = Tables::book();
    let table = [
        [(0, 1), (0, 1), (0, 2), (0, 3), (0, 4)],
        [(0, 0), (0, 0), (0, 1), (0, 2), (0, 3)],
        [(0, 0), (0, 0), (0, 0), (0, 1), (1, 2)],
        [(0, 0), (0, 0), (0, 0), (0, 0), (1, 0)],
        [(0, 0), (0, 0), (0, 0), (1, 0), (1, 0)],
        [(0, 0), (0, 0), (0, 0), (1, 0), (1, 0)],
        [(0, 0), (0, 0), (1, 0), (1, 0), (1, 0)],
        [(0, 0), (0, 0), (1, 0), (1, 0), (1, 0)],
        [(0, 0), (1, 0), (1, 0), (1, 0), (1, 0)],
        [(1, 0), (1, 0), (1, 0), (1, 0), (1, 0)],
    ];
    for (face, row) in (1..).zip(table) {
        for (points, column) in [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (11, 3), (12, 4), (40, 4)] {
            let mut dice = Shown::default();
            dice.show("SG-1.4 battering", &[face]);
            let result = roll_battering(points, &tables, &mut dice);
            assert_eq!((result.damage, result.lost), row[column], "{points} points, {face}");
        }
    }
    let nine = Odds::of(|dice| roll_battering(9, &tables, dice).damage).expect("few");
    assert_eq!(nine.exact(&1), "6/10");
    let mut points = Sum::default();
    let park = Park { mangonels: 2, trebuchets: 1, rams: 1, ..Park::default() };
    battering_parts(&park, true, &tables, &mut points);
    assert_eq!(points.0, 2 + 3 + 9);
    let mut points = Sum::default();
    battering_parts(&park, false, &tables, &mut points);
    assert_eq!(points.0, 5, "rams that cannot come up to the wall batter nothing");
}

#[test]
fn sg_1_4_four_damages_demolish_an_outer_stretch_and_one_an_inner() {
    // SG-1.4, SG-7.1: and an inner line is battered once the one before it is breached.
    let mut it = Before::new(&plan(Kind::Castle));
    assert_eq!(it.plays(Decision::Act(Action::Batter(CITADEL))), Err(Illegal::OuterWallStands));
    for damage in 1..=5 {
        it.dice.show("SG-1.4 battering", &[10]);
        it.does(Action::Batter(OUTER));
        it.does(Action::Rest);
        let stretch = it.siege.lines[0][0];
        assert_eq!((stretch.outer, stretch.inner), (damage.min(4), u8::from(damage == 5)));
        assert_eq!(it.siege.breached(0), damage >= 4);
        if it.siege.ends_a_turn() {
            it.dice.show("SG-3.1 surrender", &[1]);
        }
    }
    assert_eq!(it.plays(Decision::Act(Action::Batter(OUTER))), Err(Illegal::AlreadyDown));
    assert_eq!(it.siege.check_battering(Side::Attacker, CITADEL), Ok(()));
}

#[test]
fn sg_1_4_the_keep_is_battered_over_a_breach_or_once_all_before_it_is_held() {
    // SG-1.4: one line of four won by ladders opens neither the keep nor what lies between; a breach of the outer wall does.
    let keep = At { line: 3, stretch: 0 };
    for won in 0..=3 {
        let mut it = Before::new(&plan(Kind::Castle));
        it.siege.won = won;
        let held = if won == 3 { Ok(()) } else { Err(Illegal::OuterWallStands) };
        assert_eq!(it.siege.check_battering(Side::Attacker, keep), held, "{won} held");
        it.siege.lines[0][0].outer = it.siege.tables.walls.outer;
        assert_eq!(it.siege.check_battering(Side::Attacker, keep), Ok(()), "{won} held, the outer wall breached");
    }
}

#[test]
fn sg_1_4_points_of_engines_lost_are_never_a_rams() {
    // SG-1.4: mangonels are lost first; a trebuchet stands hurt until its three points are gone.
    let tables = Tables::book();
    let mut park = Park { mangonels: 1, trebuchets: 1, rams: 2, ..Park::default() };
    park.lose(2, &tables);
    assert_eq!((park.mangonels, park.trebuchets, park.hurt, park.rams), (0, 1, 1, 2));
    let mut left = Sum::default();
    battering_parts(&park, false, &tables, &mut left);
    assert_eq!(left.0, 2);
    park.lose(4, &tables);
    assert_eq!((park.trebuchets, park.hurt, park.rams), (0, 0, 2));
}

#[test]
fn sg_1_4_a_mangonel_of_several_points_stands_hurt_where_there_is_no_trebuchet() {
    // By a house number a mangonel has three points: of two of them, lost one by one, no point is lost for nothing.
    let mut tables = Tables::book();
    Arc::make_mut(&mut tables).engines.mangonel = 3;
    let points = |park: &Park| {
        let mut sum = Sum::default();
        battering_parts(park, false, &tables, &mut sum);
        sum.0
    };
    let mut park = Park { mangonels: 2, ..Park::default() };
    for (left, mangonels) in [(5, 2), (4, 2), (3, 1), (2, 1), (1, 1), (0, 0)] {
        let before = park.mangonels;
        let wrecked = park.lose(1, &tables);
        assert_eq!((points(&park), park.mangonels), (left, mangonels));
        assert_eq!(wrecked, Wrecked { mangonels: before - mangonels, trebuchets: 0 });
    }
    assert_eq!(park, Park::default());
    // Two that are hurt are one when they come together, and a hurt one is the last to go.
    let mut one = Park { mangonels: 2, hurt: 2, ..Park::default() };
    one.join(&Park { mangonels: 1, hurt: 2, ..Park::default() }, &tables);
    assert_eq!((one.mangonels, one.hurt, points(&one)), (2, 1, 5));
    one.leave(&Park { mangonels: 1, ..Park::default() });
    assert_eq!((one.mangonels, one.hurt), (1, 1));
    // Two mangonels are battered with all day, and the one hurt is still there to batter on the next.
    let mut it = Before::new(&Plan { park: Park { mangonels: 2, ..Park::default() }, ..plan(Kind::Castle) });
    Arc::make_mut(&mut it.siege.tables).engines.mangonel = 3;
    for (day, left) in [(1, 4), (2, 3)] {
        it.dice.show("SG-1.4 battering", &[1]);
        it.does(Action::Batter(OUTER));
        assert_eq!(it.siege.parks.attacker.points_to_lose(&it.siege.tables), left, "day {day}");
        it.does(Action::Rest);
    }
}

#[test]
fn sg_1_4_damages_of_a_day_are_counted() {
    // By house numbers a day may do more than one.
    let told_of = |damage| {
        let result = Battering { face: 10, damage, lost: 0, wrecked: Wrecked::default() };
        told(&Event::Battered { at: OUTER, points: 12, parts: Vec::new(), result, down: false })
    };
    for (damage, words) in [(0, "no damage"), (1, "a damage"), (2, "2 damages"), (4, "4 damages")] {
        assert!(told_of(damage).ends_with(&format!("a roll of 10: {words}.")), "{}", told_of(damage));
    }
}

#[test]
fn sg_1_3_a_captain_of_the_besieged_keeps_his_men_for_what_they_may_win() {
    let decides = |it: &Before, side| Constable.decide(&it.siege.view(side));
    // Besiegers have nothing that burns, and are five to one: nobody goes at their camp, and what is hurt is repaired.
    let mut it = Before::new(&Plan { park: Park { rams: 1, ..Park::default() }, ..plan(Kind::Castle) });
    it.siege.lines[0][0].outer = 1;
    it.does(Action::Rest);
    it.siege.hosts.attacker.able = 300;
    assert_eq!(decides(&it, Side::Defender), Decision::Act(Action::Repair(OUTER)));
    it.siege.hosts.attacker.able = 50;
    assert_eq!(decides(&it, Side::Defender), Decision::Act(Action::Sortie(Sally::Camp)), "twice as many");
    // SG-4.3: who is shut in assaults the citadel with odds, and else mends his wall.
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in, it.siege.outside) = (1, true, Some(host(2000, 5000)));
    it.siege.lines[0][0].outer = 1;
    (it.siege.hosts.attacker.able, it.siege.hosts.defender.able) = (150, 100);
    assert_eq!(decides(&it, Side::Attacker), Decision::Act(Action::Repair(OUTER)));
    it.siege.hosts.defender.able = 20;
    assert_eq!(decides(&it, Side::Attacker), Decision::Act(Action::Assault), "seven to one");
}

#[test]
fn sg_1_4_parks_that_are_joined_keep_every_point_they_have() {
    // SG-1.4: what two hurt trebuchets have lost together is lost by one, or has wrecked one; nothing is mended by it.
    let tables = Tables::book();
    let points = |park: &Park| {
        let mut sum = Sum::default();
        battering_parts(park, true, &tables, &mut sum);
        sum.0
    };
    for one in 0..3 {
        for other in 0..3 {
            let (a, b) = (
                Park { trebuchets: 2, hurt: one, mangonels: 1, ..Park::default() },
                Park { trebuchets: 1, hurt: other, rams: 1, ladders: true, ..Park::default() },
            );
            let mut both = a;
            both.join(&b, &tables);
            assert_eq!(points(&both), points(&a) + points(&b), "{one} and {other}");
            assert!(both.hurt < 3 && both.ladders && both.rams == 1, "{both:?}");
        }
    }
}

#[test]
fn sg_1_5_progress_is_the_furthest_held() {
    // SG-1.5: two lines and four; it falls when a breach is repaired.
    for (kind, stages) in [
        (Kind::BorderCastle, vec![Progress::AllButTheKeep]),
        (Kind::Castle, vec![Progress::PartOfTheRampart, Progress::ConfinedToTheCitadel, Progress::AllButTheKeep]),
    ] {
        let mut it = Before::new(&plan(kind));
        assert_eq!(it.siege.progress(), Progress::None);
        for stage in stages {
            it.siege.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
            assert_eq!(it.siege.progress(), stage, "{kind}");
        }
        it.siege.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
        assert_eq!(it.siege.stage(), Stage::Over(Ending::Taken), "a {kind} falls with its last line");
    }
    let mut it = Before::new(&plan(Kind::Town));
    it.siege.lines[0][2].outer = 4;
    assert_eq!(it.siege.progress(), Progress::OuterBreach);
    it.does(Action::Rest);
    let mut worse = it.siege.clone();
    let repair = Decision::Act(Action::Repair(At { line: 0, stretch: 2 }));
    it.dice.show("SG-1.3 repair", &[8]);
    it.plays(repair).expect("it is damaged");
    assert_eq!((it.siege.progress(), it.siege.lines[0][2].outer), (Progress::None, 3));
    let mut seven = Shown::default();
    seven.show("SG-1.3 repair", &[7]);
    worse.play(Side::Defender, repair, &mut seven, &mut NullSink).expect("it is damaged");
    assert_eq!(worse.progress(), Progress::OuterBreach);
}

#[test]
fn sg_1_6_an_assault_is_one_roll_and_costs_men_and_a_day() {
    // SG-1.6: 500 against 100, five to one, adds 3, ladders 1: 4 makes 8, and the line falls at 8 % and 10 %.
    let mut it = Before::new(&plan(Kind::Castle));
    let mut added = Sum::default();
    assault_parts(&it.siege.storm(Side::Attacker), &it.siege.tables, &mut added);
    assert_eq!(added.0, 4);
    it.dice.show("SG-1.6 assault", &[4]);
    it.does(Action::Assault);
    assert_eq!((it.siege.hosts.attacker.able, it.siege.hosts.defender.able, it.siege.won), (460, 90, 1));
    it.does(Action::Rest);
    assert_eq!(it.siege.day, 2);
    // A point less is a repulse: 8 % and 5 %.
    it.dice.show("SG-1.6 assault", &[3]);
    it.does(Action::Assault);
    assert_eq!((it.siege.hosts.attacker.able, it.siege.hosts.defender.able, it.siege.won), (423, 85, 1));
}

#[test]
fn sg_1_6_an_assault_needs_the_initiative_and_a_way_in() {
    // SG-1.2, SG-1.6, SG-5.5: the keep is entered by a breach, a tower or a ram.
    let mut it = Before::new(&Plan { park: Park::default(), ..plan(Kind::BorderCastle) });
    assert_eq!(it.plays(Decision::Act(Action::Assault)), Err(Illegal::NoWayIn));
    it.siege.parks.attacker.ladders = true;
    assert_eq!(it.siege.check_assault(Side::Attacker), Ok(()));
    it.siege.won = 1;
    assert_eq!(it.siege.check_assault(Side::Attacker), Err(Illegal::NoWayIntoKeep));
    it.siege.parks.attacker.rams = 1;
    assert_eq!(it.siege.check_assault(Side::Attacker), Ok(()));
    it.does(Action::Rest);
    it.siege.given = Some(Side::Defender);
    it.does(Action::Rest);
    assert_eq!(it.siege.initiative(), Side::Defender);
    assert_eq!(it.siege.check_assault(Side::Attacker), Err(Illegal::NoInitiative));
}

#[test]
fn sg_1_1_who_refuses_terms_still_has_his_part_of_the_day() {
    // SG-1.1, SG-3.3: the holder treats with his action; refused, the other side answers the day as ever.
    let mut it = Before::new(&plan(Kind::Castle));
    let terms = Decision::Act(Action::Treat(Terms::plain(Leave::AtDiscretion)));
    it.plays(terms).expect("the holder may");
    it.plays(Decision::Answer(false)).expect("they may refuse");
    assert_eq!((it.siege.day, it.siege.stage()), (1, Stage::Answer(Side::Defender)));
    it.plays(terms).expect("they may as well");
    it.plays(Decision::Counter(Terms::plain(Leave::WithArms))).expect("once");
    it.plays(Decision::Answer(false)).expect("they may refuse");
    assert_eq!(it.siege.day, 2);
}

#[test]
fn sg_1_6_lost_men_are_dead_wounded_and_taken() {
    // SG-1.6: of a hundred lost 40 are dead, of the beaten 30 taken, and the rest wounded; the wounded go on eating.
    let tables = Tables::book();
    assert_eq!(tables.fallen(100, true), Lost { dead: 40, wounded: 30, taken: 30, deserted: 0 });
    assert_eq!(tables.fallen(100, false), Lost { dead: 40, wounded: 60, taken: 0, deserted: 0 });
    assert_eq!(tables.fallen(1, true), Lost { dead: 1, wounded: 0, taken: 0, deserted: 0 });
    let mut host = host(100, 0);
    host.suffers(tables.fallen(10, true));
    assert_eq!((host.able, host.mouths), (90, 3));
}

#[test]
fn sg_1_1_a_day_decided_ends_at_night_and_the_next_is_begun_apart() {
    // SG-1.1: so a campaign may begin each day with the men and stores that are there then.
    let mut it = Before::new(&plan(Kind::Castle));
    for _ in 0..2 {
        let side = it.siege.pending().first().expect("somebody decides");
        it.siege.decide(side, Decision::Act(Action::Rest), &mut it.dice, &mut it.told).expect("they may rest");
    }
    assert_eq!((it.siege.day, it.siege.stage(), it.siege.pending()), (1, Stage::Night, Pending::Over));
    it.siege.dawn(&mut it.dice, &mut it.told);
    assert_eq!((it.siege.day, it.siege.pending()), (2, Pending::One(Side::Attacker)));
}

/// SG-1.2, SG-4.2: a garrison that has nothing to win back is told so, whoever has the initiative.
#[test]
fn sg_4_2_a_garrison_without_anything_to_win_back_is_told_so() {
    let mut it = Before::new(&plan(Kind::Castle));
    assert_eq!(it.siege.initiative(), Side::Attacker);
    assert_eq!(it.siege.check_assault(Side::Defender), Err(Illegal::NothingToWinBack));
    it.siege.won = 1;
    assert_eq!(it.siege.check_assault(Side::Defender), Err(Illegal::NobodyOutside));
}

/// SG-1.3, SG-2.2: a captain whose besiegers have nothing left goes away once the country gives less than half of what they eat.
#[test]
fn sg_1_3_a_captain_goes_who_cannot_feed_his_host() {
    let decides = |able: u32, day: u32| {
        let hosts = BySide { attacker: Host { half: true, ..host(able, 0) }, defender: host(100, 1000) };
        let mut it = Before::new(&Plan { hosts, ..plan(Kind::Castle) });
        (it.siege.day, it.siege.weeks) = (day, 3);
        Constable.decide(&it.siege.view(Side::Attacker)) == Decision::Act(Action::Withdraw)
    };
    // The country gives an eighth of 300 rations; half rations of 200 men are 100, and of 60 men 30.
    assert_eq!([decides(200, 22), decides(60, 22), decides(200, 3)], [true, false, false]);
}
