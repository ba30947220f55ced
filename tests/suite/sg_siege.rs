//! The strategic siege, clause by clause: battering, progress, assaults, supply, surrender, terms and relief (SG-1 to
//! SG-4), at the book's worked values and beside them.

use banneret::rules::dice::Dice;
use banneret::rules::explain::Sum;
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::game::{Game, NullSink, Pending};
use banneret::rules::odds::Odds;
use banneret::rules::siege::*;
use std::collections::BTreeMap;

/// Dice that show faces laid out by roll, and else a face that does nothing much.
#[derive(Default)]
struct Shown(BTreeMap<&'static str, Vec<u32>>);

impl Shown {
    fn show(&mut self, roll: &'static str, faces: &[u32]) {
        self.0.insert(roll, faces.to_vec());
    }
}

impl Dice for Shown {
    fn die(&mut self, roll: &'static str, _sides: u32) -> u32 {
        match self.0.get_mut(roll).filter(|faces| !faces.is_empty()) {
            Some(faces) => faces.remove(0),
            None if roll == "SG-1.2 initiative" => 5,
            None => 3,
        }
    }
}

fn host(able: u32, rations: u32) -> Host {
    Host { knights: able / 10, ..Host::of(able, Grade::C, rations) }
}

fn plan(kind: Kind) -> Plan {
    Plan {
        kind,
        moat: Moat::None,
        capacity: 1000,
        hosts: BySide { attacker: host(500, 5000), defender: host(100, 1000) },
        park: Park { trebuchets: 3, rams: 1, ladders: true, ..Park::default() },
        relief: None,
    }
}

/// A siege with dice one can lay out.
struct Before {
    siege: Siege,
    dice: Shown,
    told: Vec<Event>,
}

impl Before {
    fn new(plan: &Plan) -> Before {
        let mut dice = Shown::default();
        let mut told = Vec::new();
        let siege = Siege::begin(plan, &Tables::book(), &mut dice, &mut told);
        Before { siege, dice, told }
    }

    /// Whoever must decides this.
    fn plays(&mut self, decision: Decision) -> Result<(), Illegal> {
        let side = self.siege.pending().first().expect("it goes on");
        self.siege.play(side, decision, &mut self.dice, &mut self.told)
    }

    fn does(&mut self, action: Action) {
        self.plays(Decision::Act(action)).unwrap_or_else(|illegal| panic!("{action:?}: {illegal}"));
    }

    /// Both sides rest until so many days have begun.
    fn rests_until(&mut self, day: u32) {
        while self.siege.day < day {
            self.does(Action::Rest);
        }
    }
}

const OUTER: At = At { line: 0, stretch: 0 };
const CITADEL: At = At { line: 1, stretch: 0 };

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
            it.siege.after_assault(Side::Attacker, true, &mut NullSink);
            assert_eq!(it.siege.progress(), stage, "{kind}");
        }
        it.siege.after_assault(Side::Attacker, true, &mut NullSink);
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
    assert_eq!(it.siege.check_assault(Side::Attacker), Err(Illegal::NoWayIn));
    it.siege.parks.attacker.rams = 1;
    assert_eq!(it.siege.check_assault(Side::Attacker), Ok(()));
    it.does(Action::Rest);
    it.siege.given = Some(Side::Defender);
    it.does(Action::Rest);
    assert_eq!(it.siege.initiative(), Side::Defender);
    assert_eq!(it.siege.check_assault(Side::Attacker), Err(Illegal::NoInitiative));
}

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
        mouths: Lost::default()
    }));
    assert_eq!(
        (it.siege.hosts.defender.able, it.siege.hosts.defender.knights),
        (8, 1),
        "the knight threw a 2 and stays"
    );
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
                mouths: Lost::default()
            }),
            "{rations} rations: {:?}",
            it.told.iter().filter(|event| matches!(event, Event::Starved { .. })).collect::<Vec<_>>()
        );
    }
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
            it.siege.after_assault(Side::Attacker, true, &mut NullSink);
            let left = before - it.siege.hosts.defender.rations;
            assert_eq!(left, if line == lines { 500 } else { 0 }, "{kind}, line {line}");
            assert_eq!(it.siege.hosts.attacker.rations, 5000 + left);
        }
    }
}

fn plight(ratio: u32, rations: u32, progress: Progress, kind: Kind) -> Plight {
    Plight {
        besiegers: ratio * 10,
        garrison: 10,
        rations,
        a_week: 10,
        capacity: 100,
        short_commons: false,
        progress,
        kind,
    }
}

fn bonus(plight: &Plight) -> i32 {
    let mut sum = Sum::default();
    surrender_parts(plight, &Tables::book(), &mut sum);
    sum.0
}

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
fn sg_2_3_on_half_rations_supply_counts_at_least_one() {
    // SG-2.3: and no more than its row where that is worse.
    for (rations, counts) in [(100, 1), (50, 1), (10, 2), (0, 3)] {
        let short = Plight { short_commons: true, ..plight(1, rations, Progress::None, Kind::Castle) };
        assert_eq!(bonus(&short), counts);
    }
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
fn sg_4_besiegers_who_hold_nothing_fight_or_lift_the_siege() {
    // SG-4
    let mut it = relieved(0, 300);
    assert_eq!(it.plays(Decision::Meet(Choice::ShutIn)), Err(Illegal::HoldNothing));
    assert_eq!(it.plays(Decision::Meet(Choice::Part(10))), Err(Illegal::HoldNothing));
    it.plays(Decision::Meet(Choice::Lift)).expect("they may go");
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Lifted));
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
fn sg_2_4_holders_who_win_the_citadel_take_what_is_left_there() {
    // SG-2.4, SG-4.3: whoever takes what the garrison gives up, shut in or not.
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in) = (1, true);
    it.siege.after_assault(Side::Attacker, true, &mut NullSink);
    assert_eq!((it.siege.hosts.defender.rations, it.siege.hosts.attacker.rations), (500, 5500));
}

#[test]
fn sg_3_2_a_citadel_without_an_able_man_falls_to_those_shut_in() {
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in, it.siege.hosts.defender.able) = (1, true, 0);
    it.does(Action::Rest);
    assert_eq!(it.siege.stage(), Stage::Over(Ending::Fell));
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
    assert_eq!(it.plays(Decision::Act(Action::Batter(OUTER))), Err(Illegal::NoEngine));
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
        it.siege.after_assault(Side::Defender, true, &mut NullSink);
        assert_eq!(it.siege.won, left);
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
    assert_eq!((ate(true).needs, ate(true).foraged), (300, 300), "the country gives 300 in its first siege turn");
    assert_eq!(it.siege.outside.map(|host| host.rations), Some(50));
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
fn sg_4_3_who_wins_back_ground_burns_the_engines_there() {
    // SG-4.3: the engines of those who shut themselves in may be burnt in assaults on them.
    let mut it = relieved(2, 300);
    it.dice.show("SG-1.2 initiative", &[1, 9]);
    it.plays(Decision::Meet(Choice::ShutIn)).expect("they hold something");
    it.siege.parks.attacker = Park { trebuchets: 2, ..Park::default() };
    it.siege.after_assault(Side::Defender, true, &mut it.told);
    assert_eq!(it.siege.parks.attacker.trebuchets, 1);
    assert!(it.told.contains(&Event::EnginesBurnt(3)));
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
