//! Castle under Siege: the wizard's deflection, the defender's turn, and who has won (CU-3 to CU-5).

use crate::cu_table::*;
use banneret::rules::castle_under_siege::*;
use banneret::rules::figure::Side;
use banneret::rules::game::{Game as _, NullSink, Outcome};

#[test]
fn cu_3_a_deflected_boulder_does_a_point_less_and_less_harm() {
    // CU-3: two points are one and one is none; killed is injured and injured unhurt.
    for (x, points) in [(0, 0), (1, 1)] {
        let mut it = Under::average(&[]);
        it.lands(Ammunition::Boulder, at(x, 32), true);
        assert_eq!(3 - it.points("west wall"), points);
    }
    for (x, health) in [(2, Health::Injured), (4, Health::Able)] {
        let mut it = Under::average(&[(Role::Priest, "a1")]);
        let priest = it.first(Role::Priest);
        it.lands(Ammunition::Boulder, at(x, 2), true);
        assert_eq!(it.health(priest), health);
    }
    // One who is injured would be killed by any hit: he stays injured.
    for x in [2, 4] {
        let mut it = Under::average(&[(Role::Priest, "a1")]);
        let priest = it.first(Role::Priest);
        it.lands(Ammunition::Fire, at(4, 2), false);
        it.done();
        it.lands(Ammunition::Boulder, at(x, 2), true);
        assert_eq!(it.health(priest), Health::Injured, "{x}");
    }
}

#[test]
fn cu_3_there_are_four_turns_to_put_a_deflected_fire_out() {
    // CU-3: its first point when they have run out, then one every two; people as they were.
    let mut it = Under::average(&[(Role::Priest, "h9")]);
    let priest = it.first(Role::Priest);
    it.lands(Ammunition::Fire, on("h9"), true);
    assert_eq!(it.health(priest), Health::Killed);
    let mut left = Vec::new();
    for _ in 0..6 {
        it.done();
        left.push(it.points("keep, west side"));
        it.misses();
    }
    assert_eq!(left, [6, 6, 6, 5, 5, 4], "with the fourth turn, and then with every second");
}

#[test]
fn cu_3_disease_with_less_than_half_on_the_outside_falls_outside() {
    // CU-3: a wall, tower or gatehouse is not closed by less than half, or exactly half, and nobody within is touched.
    let closed = |x: i32, y: i32, deflected: bool| {
        let mut it = Under::average(&[]);
        it.lands(Ammunition::Disease, at(x, y), deflected);
        it.closed()
    };
    assert_eq!(closed(-1, 32, false), ["west wall"]);
    assert_eq!(closed(-1, 32, true), [""; 0]);
    assert_eq!(closed(0, 32, true), [""; 0]);
    assert_eq!(closed(1, 32, true), ["west wall"]);
    // From the court's side too: less than half of it is on the wall.
    assert_eq!(closed(5, 32, true), [""; 0]);
    // Across two cards each by its own share; the keep is no outside section.
    assert_eq!(closed(3, 7, true), ["south-west tower"]);
    assert_eq!(closed(23, 32, true), ["keep, west side", "keep, east side"]);
    // With its middle on the line between the sides of a gatehouse it is wholly on the gatehouse.
    assert_eq!(closed(32, 4, true), ["south gatehouse, west side", "south gatehouse, east side"]);
    // People: moved off them it hurts nobody; else they are as they were.
    for (x, health) in [(-1, Health::Able), (1, Health::Killed)] {
        let mut it = Under::average(&[(Role::Priest, "a8")]);
        let priest = it.first(Role::Priest);
        it.lands(Ammunition::Disease, at(x, 30), true);
        assert_eq!(it.health(priest), health, "{x}");
    }
}

#[test]
fn cu_3_disease_moved_off_its_card_is_moved_off_the_court_too() {
    // CU-3, CU-2.8: a man in the court under a counter that falls outside is not touched; one in the court alone is, deflected
    // or not, as he was.
    for (x, y, health) in [(5, 32, Health::Able), (22, 14, Health::Killed)] {
        let mut it = Under::average(&[(Role::Priest, "b8"), (Role::Priest, "f4")]);
        let priests = it.all(Role::Priest);
        let (untouched, touched) = if y == 32 { (priests[1], priests[0]) } else { (priests[0], priests[1]) };
        it.lands(Ammunition::Disease, at(x, y), true);
        assert_eq!((it.health(touched), it.health(untouched)), (health, Health::Able), "{x}, {y}");
        assert!(it.closed().is_empty());
    }
}

/// A priest, a mason and a boy in one side of a gatehouse that a boulder has touched and a fire burns in.
fn hurt_gatehouse() -> Under {
    let crew = [(Role::Priest, "g1"), (Role::Stonemason, "g1"), (Role::WaterBoy, "g1"), (Role::Priest, "h2")];
    let mut it = Under::average(&crew);
    it.lands(Ammunition::Fire, on("j2").plus(at(0, 2)), false);
    it.done();
    // Its corner touches the second priest, and less than half of it the gatehouse.
    it.lands(Ammunition::Boulder, on("h2").plus(at(0, 3)), false);
    it
}

#[test]
fn cu_4_a_priest_heals_a_mason_repairs_and_a_water_boy_puts_out() {
    let gate = "south gatehouse, west side";
    let mut it = hurt_gatehouse();
    let (priests, mason, boy) = (it.all(Role::Priest), it.first(Role::Stonemason), it.first(Role::WaterBoy));
    assert_eq!((it.points(gate), it.game.fires().len(), it.health(priests[1])), (3, 1, Health::Injured));
    assert_eq!(it.plays(Decision::Act(mason, Errand::PutOut)), Err(Illegal::NotHisWork));
    assert_eq!(it.plays(Decision::Act(boy, Errand::Repair)), Err(Illegal::NotHisWork));
    assert_eq!(it.plays(Decision::Act(boy, Errand::Heal(priests[1]))), Err(Illegal::NotHisWork));
    it.plays(Decision::Act(mason, Errand::Repair)).expect("there is damage");
    assert_eq!(it.points(gate), 4, "a point");
    it.plays(Decision::Act(boy, Errand::PutOut)).expect("it burns in the other side, which is the same structure");
    assert!(it.game.fires().is_empty());
    // The injured do nothing till healed; healed he may act the same turn.
    let away = Decision::Act(priests[1], Errand::Move(spot("f1")));
    assert_eq!(it.plays(away.clone()), Err(Illegal::Hurt));
    assert_eq!(it.plays(Decision::Act(priests[0], Errand::Heal(mason))), Err(Illegal::NobodyToHeal), "he is well");
    it.plays(Decision::Act(priests[0], Errand::Heal(priests[1]))).expect("he is with him");
    it.plays(away).expect("he is well again");
}

#[test]
fn cu_4_of_two_fires_the_one_nearest_to_doing_harm_is_put_out() {
    // CU-4, CU-2.6: a boy puts out one fire. The first has a turn left, the second two; without the first no point is lost
    // till the second has run out.
    let mut it = Under::average(&[(Role::WaterBoy, "g9")]);
    it.lands(Ammunition::Fire, at(26, 26), false);
    it.done();
    it.lands(Ammunition::Fire, at(38, 38), false);
    let boy = it.first(Role::WaterBoy);
    assert_eq!(it.game.fires().iter().map(|fire| fire.left).collect::<Vec<_>>(), [1, 2]);
    it.plays(Decision::Act(boy, Errand::PutOut)).expect("there is a fire");
    assert_eq!(it.game.fires().iter().map(|fire| fire.left).collect::<Vec<_>>(), [2]);
    it.done();
    assert_eq!(it.points("keep, west side"), 6);
}

#[test]
fn cu_4_each_able_counter_acts_once_and_nothing_is_mended_beyond_whole() {
    let mut it = hurt_gatehouse();
    let boy = it.first(Role::WaterBoy);
    it.plays(Decision::Act(boy, Errand::Move(spot("i1")))).expect("to the other side");
    assert_eq!(it.plays(Decision::Act(boy, Errand::PutOut)), Err(Illegal::Acted));
    it.done();
    it.misses();
    it.plays(Decision::Act(boy, Errand::PutOut)).expect("a new turn");
    let wall = "south wall by the west";
    let mut it = Under::average(&[(Role::Stonemason, "f1"), (Role::Stonemason, "f1"), (Role::Stonemason, "f1")]);
    let masons = it.all(Role::Stonemason);
    it.lands(Ammunition::Boulder, on("c1"), false);
    assert_eq!(it.points(wall), 1);
    for mason in &masons[..2] {
        it.plays(Decision::Act(*mason, Errand::Repair)).expect("there is damage");
    }
    assert_eq!(it.points(wall), 3, "a point each");
    assert_eq!(it.plays(Decision::Act(masons[2], Errand::Repair)), Err(Illegal::NothingToRepair), "it is whole");
    assert_eq!(it.plays(Decision::Act(masons[0], Errand::Move(spot("g1")))), Err(Illegal::Acted));
}

#[test]
fn cu_4_a_mason_and_a_water_boy_work_on_the_structure_they_are_on_and_a_priest_on_one_with_him() {
    let crew = [(Role::Stonemason, "f1"), (Role::WaterBoy, "f1"), (Role::Priest, "i1"), (Role::Priest, "g2")];
    let mut it = Under::average(&crew);
    let priests = it.all(Role::Priest);
    it.lands(Ammunition::Fire, on("g2").plus(at(0, 3)), false);
    assert_eq!(it.health(priests[1]), Health::Injured);
    let refused = [
        (it.first(Role::Stonemason), Errand::Repair, Illegal::NothingToRepair),
        (it.first(Role::WaterBoy), Errand::PutOut, Illegal::NoFire),
        (priests[0], Errand::Heal(priests[1]), Illegal::NobodyToHeal),
    ];
    for (id, deed, why) in refused {
        assert_eq!(it.plays(Decision::Act(id, deed)), Err(why));
    }
    let nobody = PersonId(200);
    assert_eq!(it.plays(Decision::Act(nobody, Errand::Repair)), Err(Illegal::Hurt));
    assert_eq!(it.plays(Decision::Act(priests[0], Errand::Heal(nobody))), Err(Illegal::NobodyToHeal));
}

#[test]
fn cu_4_a_move_is_one_space_either_way() {
    // CU-4: court–wall, court–keep, wall–tower, wall–gatehouse, side to side in gatehouse or keep, and nothing else.
    let castle = Castle::get();
    let kind = |id: SectionId| (castle.section(id).kind, castle.section(id).structure);
    for (from, to) in castle.ids().flat_map(|from| castle.ids().map(move |to| (from, to))) {
        let beside = castle.section(from).beside.contains(&to);
        assert_eq!(beside, castle.section(to).beside.contains(&from), "either way");
        if beside {
            use SectionKind::{Court, Gatehouse, Keep, Tower, Wall};
            let ((one, of), (other, with)) = (kind(from), kind(to));
            let told = match (one.min(other), one.max(other)) {
                (Wall, Tower | Gatehouse | Court) | (Keep, Court) => true,
                (Gatehouse, Gatehouse) | (Keep, Keep) => of == with,
                _ => false,
            };
            assert!(told, "{} to {}", castle.section(from).name, castle.section(to).name);
        }
    }
    let mut it = Under::average(&[(Role::Priest, "a8"), (Role::Priest, "h8"), (Role::Priest, "g1")]);
    let priests = it.all(Role::Priest);
    it.misses();
    for (who, no) in [(0, "g8"), (0, "a9"), (1, "g1"), (1, "h7"), (2, "g3"), (2, "h1")] {
        assert_eq!(
            it.plays(Decision::Act(priests[who], Errand::Move(spot(no)))),
            Err(Illegal::NotBeside),
            "{who} {no}"
        );
    }
    assert_eq!(it.plays(Decision::Act(priests[0], Errand::Move(spot("z9")))), Err(Illegal::NoSpot(spot("z9"))));
    for (who, yes) in [(0, "b8"), (1, "i8"), (2, "i2")] {
        it.plays(Decision::Act(priests[who], Errand::Move(spot(yes)))).expect("one space");
        assert_eq!(it.game.person(priests[who]).spot, spot(yes));
    }
}

#[test]
fn cu_4_a_destroyed_structure_is_never_repaired() {
    let mut it = Under::with(AVERAGE, &house(&[("wall_points", "1")]), &[(Role::Stonemason, "e1")]);
    it.lands(Ammunition::Boulder, on("c1"), false);
    assert_eq!(it.points("south wall by the west"), 0);
    let mason = it.first(Role::Stonemason);
    assert_eq!(it.plays(Decision::Act(mason, Errand::Repair)), Err(Illegal::NothingToRepair));
}

/// How a game stands after boulders on these spots.
fn after(agreed: Agreed, own: &[(&str, &str)], wanted: &[(Role, &str)], boulders: &[&str]) -> Under {
    let mut it = Under::with(agreed, &house(own), wanted);
    for &place in boulders {
        it.lands(Ammunition::Boulder, on(place), false);
        if it.game.ending().is_none() {
            it.done();
        }
    }
    it
}

#[test]
fn cu_5_the_attacker_wins_by_keep_tower_with_its_wall_or_gatehouse() {
    for (boulders, ending) in [
        (vec!["g7", "h8", "i9"], Some(Ending::Keep)),
        (vec!["a8", "a8", "a1", "b2"], Some(Ending::TowerAndWall)),
        (vec!["p8", "p8", "a1", "b2"], None),
        (vec!["a8", "a8"], None),
        (vec!["j15", "g16"], Some(Ending::Gatehouse)),
    ] {
        let it = after(AVERAGE, &[], &[], &boulders);
        assert_eq!(it.game.ending(), ending, "{boulders:?}");
        assert_eq!(it.game.outcome(), ending.map(|_| Outcome::Won(Side::Attacker)));
    }
    // A fire ends it as a boulder does, at the end of a turn.
    let mut it = Under::with(AVERAGE, &house(&[("keep_points", "1"), ("fire_turns", "1")]), &[]);
    it.lands(Ammunition::Fire, on("h8"), false);
    it.done();
    assert_eq!(it.game.ending(), Some(Ending::Keep));
}

#[test]
fn cu_5_the_attacker_wins_when_no_soldier_is_left_uninjured() {
    // CU-5: injured is enough, and crew and wizard do not count.
    let two = [("castle_soldiers", "2")];
    let soldiers = [(Role::Soldier, "c3"), (Role::Soldier, "l12")];
    let mut it = after(AVERAGE, &two, &soldiers, &["c3"]);
    assert_eq!(it.game.ending(), None, "one is left");
    it.lands(Ammunition::Fire, on("l12").plus(at(3, 0)), false);
    assert_eq!(it.game.ending(), Some(Ending::NoSoldier));
    // Or if the last of them must leave a closed section, injured.
    let mut it = Under::with(AVERAGE, &house(&[("castle_soldiers", "1")]), &[(Role::Soldier, "a16")]);
    it.lands(Ammunition::Disease, on("b15"), false);
    it.plays(Decision::Leave(it.first(Role::Soldier), spot("a14"))).expect("the west wall");
    assert_eq!(it.game.ending(), Some(Ending::NoSoldier));
}

#[test]
fn cu_5_the_defender_wins_when_the_ammunition_runs_out() {
    let one = [("catapult_boulder", "1"), ("catapult_fire", "0"), ("catapult_disease", "0")];
    let it = after(AVERAGE, &one, &[], &["c3"]);
    assert_eq!(it.game.ending(), Some(Ending::OutOfAmmunition));
    assert_eq!(it.game.outcome(), Some(Outcome::Won(Side::Defender)));
    // The last shot wins like any other.
    let two = [("catapult_boulder", "2"), ("catapult_fire", "0"), ("catapult_disease", "0")];
    let it = after(AVERAGE, &two, &[], &["j15", "g16"]);
    assert_eq!(it.game.ending(), Some(Ending::Gatehouse));
    // A fire that has still to do its harm comes too late; one that does it in the defender's last turn does not.
    for (turns, ending) in [("2", Ending::OutOfAmmunition), ("1", Ending::Keep)] {
        let last = [("catapult_boulder", "1"), ("catapult_fire", "1"), ("catapult_disease", "0")];
        let own: Vec<_> = last.into_iter().chain([("keep_points", "1"), ("fire_turns", turns)]).collect();
        let mut it = Under::with(AVERAGE, &house(&own), &[]);
        it.misses();
        it.done();
        it.lands(Ammunition::Fire, on("h8"), false);
        it.done();
        assert_eq!(it.game.ending(), Some(ending));
    }
}

#[test]
fn cu_5_the_variant_counts_the_killed_against_the_survivors() {
    // CU-5: 1 each; injured or healthy survive; more are needed, and as many are not; a destroyed structure and it is not
    // counted.
    let variant = Agreed { reckoning: Reckoning::Points, ..AVERAGE };
    let few = [
        ("castle_soldiers", "3"),
        ("castle_priests", "1"),
        ("castle_stonemasons", "1"),
        ("castle_water_boys", "0"),
        ("castle_wizards", "0"),
        ("catapult_boulder", "2"),
        ("catapult_fire", "0"),
        ("catapult_disease", "0"),
    ];
    // Three killed of five; two of four, with one injured.
    let heaped = [(Role::Soldier, "c3"), (Role::Soldier, "c3"), (Role::Priest, "c3"), (Role::Soldier, "l12")];
    let it = after(variant, &few, &heaped, &["c3", "f5"]);
    assert_eq!((it.game.victory_points(), it.game.ending()), (Some((3, 2)), Some(Ending::MorePoints)));
    assert_eq!(it.game.outcome(), Some(Outcome::Won(Side::Attacker)));
    assert!(sentence(&it.game, it.told.last().expect("the end")).contains("3 points of killed are more than 2"));
    let four: Vec<_> = few.iter().map(|&(key, text)| (key, if key == "castle_priests" { "0" } else { text })).collect();
    let it = after(variant, &four, &[(Role::Soldier, "c3"), (Role::Soldier, "c3")], &["c3", "f5"]);
    assert_eq!((it.game.victory_points(), it.game.ending()), (Some((2, 2)), Some(Ending::NoMorePoints)));
    assert_eq!(it.game.outcome(), Some(Outcome::Won(Side::Defender)));
    // An injured man survives: two killed are not more than one healthy and one injured.
    let heaped = [(Role::Soldier, "c3"), (Role::Soldier, "c3"), (Role::Stonemason, "l12")];
    let mut it = Under::with(variant, &house(&four), &heaped);
    it.lands(Ammunition::Boulder, on("c3"), false);
    it.done();
    it.lands(Ammunition::Boulder, on("l12").plus(at(3, 0)), false);
    assert_eq!(it.health(it.first(Role::Stonemason)), Health::Injured);
    it.done();
    assert_eq!((it.game.victory_points(), it.game.ending()), (Some((2, 2)), Some(Ending::NoMorePoints)));
    let heaped = [(Role::Soldier, "c3"), (Role::Soldier, "c3"), (Role::Priest, "c3"), (Role::Soldier, "l12")];
    // Without the variant the same is the defender's.
    assert_eq!(after(AVERAGE, &few, &heaped, &["c3", "f5"]).game.ending(), Some(Ending::OutOfAmmunition));
    let weak: Vec<_> = few.iter().copied().chain([("wall_points", "1")]).collect();
    let it = after(variant, &weak, &heaped, &["c3", "a8"]);
    assert_eq!((it.game.victory_points(), it.game.ending()), (None, Some(Ending::OutOfAmmunition)));
    // A counter may be worth more (CU-5 is a house rule).
    let worth: Vec<_> = few.iter().copied().chain([("counter_worth", "4")]).collect();
    assert_eq!(after(variant, &worth, &heaped, &["c3", "f5"]).game.victory_points(), Some((12, 8)));
}

#[test]
fn cu_2_1_what_is_refused_changes_nothing() {
    let mut it = Under::average(&[]);
    for (side, decision, why) in [
        (Side::Defender, Decision::Choose(Ammunition::Fire), Illegal::NotTheirs),
        (Side::Attacker, Decision::Done, Illegal::NotNow),
        (Side::Attacker, Decision::Deflect(true), Illegal::NotNow),
    ] {
        let before = it.game.clone();
        assert_eq!(it.game.play(side, decision, &mut banneret::rules::dice::Seeded::new(1), &mut NullSink), Err(why));
        assert_eq!(it.game, before);
    }
}
