//! Castle under Siege, clause by clause (CU), by shots entered as they landed (CU-2.4), and games played to their end.

use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Game as _, NullSink, Pending, conduct};
use banneret::rules::geometry::{INCH, Point};

fn seeds() -> u64 {
    std::env::var("BANNERET_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200)
}

fn section(name: &str) -> SectionId {
    Castle::get().named(name).unwrap_or_else(|| panic!("no section {name}"))
}

fn structure(name: &str) -> StructureId {
    Castle::get().section(section(name)).structure.expect("a structure")
}

/// A place in quarters of an inch.
fn at(x: i32, y: i32) -> Point {
    Point::new(x * INCH / 4, y * INCH / 4)
}

/// Everybody in one section but the crew asked for, each in his.
fn stands(soldiers: &str, crew: &[(Role, &str)]) -> Vec<(Role, SectionId)> {
    let mut left: Vec<(Role, &str)> = crew.to_vec();
    let mut stands = Vec::new();
    for &role in Role::ALL {
        for _ in 0..role.count(&Tables::book()) {
            let own = left.iter().position(|(of, _)| *of == role).map(|n| left.remove(n).1);
            stands.push((role, section(own.unwrap_or(soldiers))));
        }
    }
    stands
}

/// A game under way.
struct Under {
    game: Position,
    told: Vec<Event>,
    shots: i32,
}

impl Under {
    fn new(strength: Strength, stands: Vec<(Role, SectionId)>) -> Under {
        let mut it = Under { game: Position::new(strength, &Tables::book()), told: Vec::new(), shots: 0 };
        it.plays(Decision::Place(stands)).expect("every counter is placed");
        it
    }

    fn plays(&mut self, decision: Decision) -> Result<(), Illegal> {
        let side = self.game.pending().first().expect("it goes on");
        self.game.play(side, decision, &mut Seeded::new(1), &mut self.told)
    }

    /// Where the catapult may stand, now here and now there.
    fn stand(&mut self) -> Point {
        self.shots += 1;
        Point::new(if self.shots % 2 == 0 { 0 } else { 8 * INCH }, -15 * INCH)
    }

    /// The attacker's turn: a counter of this ammunition lies with its middle there.
    fn lands(&mut self, with: Ammunition, place: Point, deflected: bool) {
        self.plays(Decision::Choose(with)).expect("there is some");
        self.plays(Decision::Deflect(deflected)).expect("he can");
        let from = self.stand();
        self.plays(Decision::Landed { from, at: place }).expect("it may stand there");
    }

    fn done(&mut self) {
        self.plays(Decision::Done).expect("the turn may end");
    }

    fn points(&self, name: &str) -> u8 {
        self.game.points_left(structure(name))
    }

    fn person(&self, role: Role) -> PersonId {
        let found = self.game.people_ids().find(|&id| self.game.person(id).role == role);
        found.unwrap_or_else(|| panic!("no {role}"))
    }
}

/// The soldiers in the court, out of the way of shots at the walls.
fn average() -> Under {
    Under::new(Strength::Average, stands("the court", &[]))
}

#[test]
fn cu_1_1_and_cu_1_3_the_defender_places_all_24_counters() {
    // CU-1.1, CU-1.3: each once, and each in a section of the plan.
    let all = stands("the court", &[]);
    assert_eq!(all.len(), 24);
    let mut game = Position::new(Strength::Average, &Tables::book());
    assert_eq!(game.pending(), Pending::One(Side::Defender));
    for wrong in [all[1..].to_vec(), [&all[..], &all[..1]].concat()] {
        let refused = game.play(Side::Defender, Decision::Place(wrong), &mut Seeded::new(1), &mut NullSink);
        assert_eq!(refused, Err(Illegal::Counters(Tables::book().counters)));
    }
    let mut nowhere = all.clone();
    nowhere[0].1 = SectionId(99);
    assert_eq!(game.check(Side::Defender, &Decision::Place(nowhere)), Err(Illegal::NoSection));
    assert_eq!(game.check(Side::Defender, &Decision::Place(all)), Ok(()));
}

#[test]
fn cu_1_2_the_plan_and_its_points() {
    // CU-1.2: four towers, six walls, two gatehouses and the keep; a point more each when powerful, and nothing burns.
    let castle = Castle::get();
    let count = |work: SectionKind| castle.structures.iter().filter(|built| built.work == work).count();
    let works = [SectionKind::Tower, SectionKind::Wall, SectionKind::Gatehouse, SectionKind::Keep];
    assert_eq!(works.map(count), [4, 6, 2, 1]);
    let whole = |strength| {
        works.map(|work| {
            let id = (0..).map(StructureId).find(|&id| castle.structure(id).work == work).expect("one");
            castle.points(id, strength, &Tables::book())
        })
    };
    assert_eq!((whole(Strength::Average), whole(Strength::Powerful)), ([4, 3, 4, 6], [5, 4, 5, 7]));
    let wood = |strength| {
        let game = Position::new(strength, &Tables::book());
        (0..castle.structures.len() as u8).filter(|&n| game.is_wood(StructureId(n))).count()
    };
    // Both gatehouses, the keep's roof and two walls.
    assert_eq!((wood(Strength::Average), wood(Strength::Powerful)), (5, 0));
    assert!(castle.adjoin(structure("west wall"), structure("north-west tower")));
    assert!(!castle.adjoin(structure("west wall"), structure("south-east tower")));
}

#[test]
fn cu_2_1_the_catapult_stands_off_and_moves() {
    // CU-2.1: 14 in at the start, then 12; and 2 in from where it stood; each setting only so far. CU-1.4: of eight, six
    // and four, two boulders are gone.
    let mut it = average();
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("eight of them");
    assert_eq!(it.game.pending(), Pending::One(Side::Defender));
    assert_eq!(it.game.view(Side::Defender).loaded(), None, "it is chosen in secret");
    assert_eq!(it.game.view(Side::Attacker).loaded(), Some(Ammunition::Boulder));
    it.plays(Decision::Deflect(false)).expect("he need not");
    let shot = |y: i32, setting| Decision::Shoot { from: at(32, -y), aim: at(32, 4), setting };
    assert_eq!(it.plays(shot(55, 0)), Err(Illegal::TooNear(14)));
    assert_eq!(it.plays(shot(100, 0)), Err(Illegal::OutOfReach));
    assert_eq!(it.plays(shot(56, 3)), Err(Illegal::OutOfReach), "there are three settings");
    it.plays(shot(56, 0)).expect("14 in away");
    it.done();
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("seven of them");
    it.plays(Decision::Deflect(false)).expect("he need not");
    assert_eq!(it.plays(shot(49, 0)), Err(Illegal::NotMoved(2)));
    it.plays(shot(48, 0)).expect("12 in away and moved 2");
    assert_eq!(it.game.ammunition, [6, 6, 4]);
}

#[test]
fn cu_2_2_scatter_is_even_to_all_sides_and_grows_with_distance_and_setting() {
    // CU-2.2: the mean of many shots is the aim; the spread in range the setting's hundredths of the distance.
    let tables = Tables::book();
    let spread = |setting: u8, inches: i32| {
        let setting = tables.setting(setting).expect("a setting");
        let (from, aim) = (Point::new(0, 0), Point::new(0, inches * INCH));
        let mut dice = Seeded::new(7);
        let shots: Vec<Point> = (0..4000).map(|_| scatter(from, aim, &setting, &mut dice).1).collect();
        let mean = |of: &dyn Fn(&Point) -> i64| shots.iter().map(of).sum::<i64>() / 4000;
        let (off, wide) = (mean(&|p| i64::from(p.y - aim.y)), mean(&|p| i64::from(p.x)));
        assert!(off.abs() <= 6 && wide.abs() <= 6, "{off} {wide}");
        (mean(&|p| i64::from(p.y - aim.y).pow(2)).isqrt(), mean(&|p| i64::from(p.x).pow(2)).isqrt())
    };
    let near = |(range, line): (i64, i64), want: (i64, i64)| {
        assert!((range - want.0).abs() <= 4 && (line - want.1).abs() <= 4, "{range} {line} for {want:?}");
    };
    // 6 and 4 hundredths of 20 in, in 64ths; twice that at 40; 10 and 6 by the hardest setting.
    near(spread(0, 20), (77, 51));
    near(spread(0, 40), (154, 102));
    near(spread(2, 20), (128, 77));
}

#[test]
fn cu_2_3_and_cu_2_5_a_boulder_does_one_under_half_and_two_over_half() {
    // CU-2.3, CU-2.5: the wall is an inch thick from the middle of nothing: half on it counts as less; across two
    // structures each by its own share.
    let wall = "west wall";
    for (x, points) in [(-2, 0), (-1, 1), (0, 1), (1, 2), (2, 2), (6, 0)] {
        let mut it = average();
        it.lands(Ammunition::Boulder, at(x, 32), false);
        assert_eq!(3 - it.points(wall), points, "its middle {x} quarters from the outer face");
    }
    let mut it = average();
    it.lands(Ammunition::Boulder, at(3, 7), false);
    assert_eq!((it.points("south-west tower"), it.points(wall)), (4 - 2, 3 - 1));
}

#[test]
fn cu_2_6_fire_takes_on_wood_and_burns_a_point_every_two_turns_after_two() {
    // CU-2.6: stone does not burn; the counter shows 2, then 1, then 2 again and a point is gone, and so on.
    let mut it = average();
    it.lands(Ammunition::Fire, at(2, 32), false);
    assert!(it.game.fires.is_empty(), "the west wall is of stone");
    it.done();
    it.lands(Ammunition::Fire, at(32, 32), false);
    assert_eq!(it.game.fires.len(), 1, "the keep's roof is of wood");
    let mut left = Vec::new();
    for _ in 0..6 {
        it.done();
        left.push(it.points("keep, west side"));
        it.lands(Ammunition::Boulder, at(-40, -40), false);
    }
    assert_eq!(left, [6, 5, 5, 4, 4, 3], "with the second turn, and then with every second");
    let mut strong = Under::new(Strength::Powerful, stands("the court", &[]));
    strong.lands(Ammunition::Fire, at(32, 32), false);
    assert!(strong.game.fires.is_empty(), "all of stone");
}

#[test]
fn cu_2_7_disease_closes_a_section_and_its_people_leave_injured() {
    // CU-2.7: to an adjacent open section of the defender's choice; no damage; nobody goes in again.
    let tower = "north-west tower";
    let mut it = Under::new(Strength::Average, stands("the court", &[(Role::Priest, tower)]));
    let priest = it.person(Role::Priest);
    it.lands(Ammunition::Disease, at(6, 62), false);
    assert_eq!(it.game.closed, [section(tower)]);
    assert_eq!(it.game.stage, Awaited::Leave(vec![priest]));
    assert_eq!(it.plays(Decision::Leave(priest, section("the court"))), Err(Illegal::NotBeside));
    it.plays(Decision::Leave(priest, section("west wall"))).expect("it is beside");
    assert_eq!(it.game.person(priest).health, Health::Injured);
    assert_eq!(it.points(tower), 4);
    it.done();
    let boy = it.person(Role::WaterBoy);
    it.lands(Ammunition::Boulder, at(-40, -40), false);
    it.plays(Decision::Act(boy, Errand::Move(section("west wall")))).expect("from the court");
    it.done();
    it.lands(Ammunition::Boulder, at(-40, -40), false);
    assert_eq!(it.plays(Decision::Act(boy, Errand::Move(section(tower)))), Err(Illegal::Closed));
    // With every section beside closed, the nearest open one.
    it.game.closed.extend(["west wall", "north wall by the west"].map(section));
    assert!(it.game.ways_out(section(tower)).contains(&section("the court")));
}

#[test]
fn cu_2_7_disease_closes_every_card_it_lies_on_whole_and_never_the_court() {
    // CU-2.7, CU-2.3: across two cards both, each by its own share; both halves of a gatehouse or the keep; the court is no
    // card.
    let closed = |x: i32, y: i32| {
        let mut it = average();
        it.lands(Ammunition::Disease, at(x, y), false);
        it.game.closed.iter().map(|&id| Castle::get().section(id).name).collect::<Vec<_>>()
    };
    assert_eq!(closed(3, 7), ["south-west tower", "west wall"]);
    assert_eq!(closed(28, 4), ["south gatehouse, west side", "south gatehouse, east side"]);
    assert_eq!(closed(28, 32), ["keep, west side", "keep, east side"]);
    assert_eq!(closed(14, 20), [""; 0], "in the court alone");
}

#[test]
fn cu_3_a_share_is_of_the_whole_card() {
    // CU-3: disease deflected, with its middle on the line between the halves of a gatehouse, is wholly on the gatehouse.
    let mut it = average();
    it.lands(Ammunition::Disease, at(32, 4), true);
    assert_eq!(it.game.closed, [section("south gatehouse, west side"), section("south gatehouse, east side")]);
}

#[test]
fn cu_1_2_the_court_reaches_the_walls() {
    // CU-1.2: the inner court is around the keep and within the walls; nothing between belongs to neither.
    let castle = Castle::get();
    let whole = i64::from(INCH) * i64::from(INCH);
    for x in 0..=60 {
        for y in 0..=60 {
            let place = at(2 + x, 2 + y);
            let covered: i64 = castle.ids().map(|id| castle.on_section(id, place)).sum();
            assert_eq!(covered, whole, "{place:?}");
        }
    }
}

#[test]
fn cu_2_7_where_every_section_is_closed_nobody_leaves_for_nowhere() {
    let tower = "north-west tower";
    let mut it = Under::new(Strength::Average, stands("the court", &[(Role::Priest, tower)]));
    let priest = it.person(Role::Priest);
    it.lands(Ammunition::Disease, at(6, 62), false);
    it.game.closed = Castle::get().ids().collect();
    assert_eq!(it.plays(Decision::Leave(priest, SectionId(200))), Err(Illegal::NotBeside));
    it.plays(Decision::Leave(priest, section(tower))).expect("he stays");
    assert!(it.told.iter().all(|event| !sentence(&it.game, event).is_empty()));
}

#[test]
fn cu_2_8_people_are_injured_under_half_and_killed_over_half() {
    // CU-2.8: he stands on the tower's first inch; hit again by anything an injured man dies.
    let tower = "south-west tower";
    for (x, health) in [(2, Health::Killed), (4, Health::Injured), (5, Health::Injured)] {
        let mut it = Under::new(Strength::Average, stands("the court", &[(Role::Priest, tower)]));
        let priest = it.person(Role::Priest);
        it.lands(Ammunition::Boulder, at(x, 2), false);
        assert_eq!(it.game.person(priest).health, health, "{x}");
        it.done();
        it.lands(Ammunition::Fire, at(5, 2), false);
        assert_eq!(it.game.person(priest).health, Health::Killed, "{x}");
    }
}

#[test]
fn cu_2_1_and_cu_3_the_wizard_rests_four_turns() {
    let mut it = average();
    let mut can = Vec::new();
    for turn in 0..6 {
        can.push(it.game.wizard_can());
        it.lands(Ammunition::Boulder, at(-40, -40), turn == 0);
        it.done();
    }
    assert_eq!(can, [true, false, false, false, false, true]);
    let wizard = it.person(Role::Wizard);
    it.game.people[usize::from(wizard.0)].health = Health::Injured;
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("there is one");
    assert_eq!(it.plays(Decision::Deflect(true)), Err(Illegal::NoWizard(4)));
}

#[test]
fn cu_3_what_a_deflection_changes() {
    // CU-3: two points are one and one is none; killed is injured and injured unhurt; four turns against a fire; disease
    // under half on an outside section falls outside.
    for (x, points) in [(0, 0), (1, 1)] {
        let mut it = average();
        it.lands(Ammunition::Boulder, at(x, 32), true);
        assert_eq!(3 - it.points("west wall"), points);
    }
    for (x, health) in [(2, Health::Injured), (4, Health::Able)] {
        let mut it = Under::new(Strength::Average, stands("the court", &[(Role::Priest, "south-west tower")]));
        let priest = it.person(Role::Priest);
        it.lands(Ammunition::Boulder, at(x, 2), true);
        assert_eq!(it.game.person(priest).health, health);
    }
    let mut it = average();
    it.lands(Ammunition::Fire, at(32, 32), true);
    let mut left = Vec::new();
    for _ in 0..6 {
        it.done();
        left.push(it.points("keep, west side"));
        it.lands(Ammunition::Boulder, at(-40, -40), false);
    }
    assert_eq!(left, [6, 6, 6, 5, 5, 4], "with the fourth turn, and then with every second");
    for (x, closed) in [(-1, 0), (1, 1)] {
        let mut it = average();
        it.lands(Ammunition::Disease, at(x, 32), true);
        assert_eq!(it.game.closed.len(), closed, "{x}");
    }
}

#[test]
fn cu_4_each_able_counter_acts_once() {
    // CU-4: a move of one section, a priest heals, a stonemason repairs a point, a water boy puts out a fire.
    let gate = "south gatehouse, west side";
    let crew = [(Role::Priest, gate), (Role::Stonemason, gate), (Role::WaterBoy, gate), (Role::Priest, gate)];
    let mut it = Under::new(Strength::Average, stands("the court", &crew));
    let of = |it: &Under, role| {
        let there = |id: &PersonId| it.game.person(*id).section == section(gate) && it.game.person(*id).role == role;
        it.game.people_ids().filter(there).collect::<Vec<_>>()
    };
    let (priests, mason, boy) = (of(&it, Role::Priest), of(&it, Role::Stonemason)[0], of(&it, Role::WaterBoy)[0]);
    it.game.people[usize::from(priests[1].0)].health = Health::Injured;
    // A corner of the boulder and of the fire, an inch from the nearest of them.
    it.lands(Ammunition::Boulder, at(39, -1), false);
    assert_eq!(it.points(gate), 3);
    it.game.fires.push(StructureFire { structure: structure(gate), left: 2 });
    assert_eq!(it.plays(Decision::Act(mason, Errand::PutOut)), Err(Illegal::NotHisWork));
    it.plays(Decision::Act(mason, Errand::Repair)).expect("there is damage");
    assert_eq!(it.points(gate), 4);
    assert_eq!(it.plays(Decision::Act(mason, Errand::Repair)), Err(Illegal::Acted));
    it.plays(Decision::Act(boy, Errand::PutOut)).expect("it burns");
    assert!(it.game.fires.is_empty());
    assert_eq!(it.plays(Decision::Act(priests[1], Errand::Move(section("the court")))), Err(Illegal::Hurt));
    it.plays(Decision::Act(priests[0], Errand::Heal(priests[1]))).expect("he is with him");
    assert_eq!(it.game.person(priests[1]).health, Health::Able);
    assert_eq!(it.plays(Decision::Act(priests[1], Errand::Move(section("the court")))), Err(Illegal::NotBeside));
    it.plays(Decision::Act(priests[1], Errand::Move(section("south wall by the west")))).expect("it is beside");
    // A destroyed structure is never repaired.
    it.game.points[usize::from(structure(gate).0)] = 0;
    it.game.people[usize::from(mason.0)].acted = false;
    assert_eq!(it.plays(Decision::Act(mason, Errand::Repair)), Err(Illegal::NothingToRepair));
}

#[test]
fn cu_5_who_has_won() {
    // CU-5: the keep; a tower and a wall adjoining it, not one apart from it; a gatehouse; no soldier left uninjured;
    // and the defender when the ammunition has run out.
    for (fallen, last, ending) in [
        (vec![], "keep, west side", Some(Ending::Keep)),
        (vec!["west wall"], "south-west tower", Some(Ending::TowerAndWall)),
        (vec!["east wall"], "south-west tower", None),
        (vec![], "north gatehouse, east side", Some(Ending::Gatehouse)),
    ] {
        let mut it = average();
        for name in fallen {
            it.game.points[usize::from(structure(name).0)] = 0;
        }
        it.game.points[usize::from(structure(last).0)] = 1;
        let target = Castle::get().section(section(last));
        let middle = Point::new(target.corner.x + target.size.x / 2, target.corner.y + target.size.y / 2);
        it.lands(Ammunition::Boulder, middle, false);
        assert_eq!(matches!(it.game.stage, Awaited::Over(_)), ending.is_some(), "{last}");
        assert!(ending.is_none_or(|ending| it.game.stage == Awaited::Over(ending) && ending.attacker_won()));
    }
    let mut it = average();
    for person in it.game.people.iter_mut().filter(|person| person.role == Role::Soldier) {
        person.health = Health::Injured;
    }
    it.lands(Ammunition::Boulder, at(-40, -40), false);
    assert_eq!(it.game.stage, Awaited::Over(Ending::NoSoldier));
    let mut it = average();
    it.game.ammunition = [1, 0, 0];
    it.lands(Ammunition::Boulder, at(-40, -40), false);
    it.done();
    assert_eq!(it.game.stage, Awaited::Over(Ending::OutOfAmmunition));
    assert!(!Ending::OutOfAmmunition.attacker_won());
    assert_eq!(it.game.victory_points(), Some((0, 24)), "the variant: nothing destroyed, nobody killed");
}

#[test]
fn engineers_play_every_game_to_its_end() {
    // The same seed, the same game; no more shots than there is ammunition; points and people never out of bounds.
    let mut won = [0u32; 2];
    for seed in 0..seeds() {
        let strength = if seed % 2 == 0 { Strength::Average } else { Strength::Powerful };
        let play = || {
            let (mut game, mut told) = (Position::new(strength, &Tables::book()), Vec::new());
            conduct(&mut game, &Engineer, &mut Seeded::new(seed), &mut told)
                .unwrap_or_else(|why| panic!("{seed}: {why}"));
            (game, told)
        };
        let (game, told) = play();
        assert_eq!(told, play().1, "seed {seed}");
        let shots = told.iter().filter(|event| matches!(event, Event::Shot(..))).count();
        assert!(told.iter().all(|event| sentence(&game, event).ends_with('.')), "seed {seed}");
        let left: u8 = game.ammunition.iter().sum();
        assert_eq!(shots + usize::from(left), 18, "seed {seed}");
        for (n, &points) in game.points.iter().enumerate() {
            assert!(points <= Castle::get().points(StructureId(n as u8), strength, &Tables::book()), "seed {seed}");
        }
        let Awaited::Over(ending) = game.stage else { panic!("seed {seed} is not over") };
        won[usize::from(ending.attacker_won())] += 1;
    }
    assert!(won.iter().all(|&count| count > 0), "each side wins some: {won:?}");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut it = average();
    for (side, decision, why) in [
        (Side::Defender, Decision::Choose(Ammunition::Fire), Illegal::NotTheirs),
        (Side::Attacker, Decision::Done, Illegal::NotNow),
        (Side::Attacker, Decision::Deflect(true), Illegal::NotNow),
    ] {
        let before = it.game.clone();
        assert_eq!(it.game.play(side, decision, &mut Seeded::new(1), &mut NullSink), Err(why));
        assert_eq!(it.game, before);
    }
    it.game.ammunition[0] = 0;
    assert_eq!(it.plays(Decision::Choose(Ammunition::Boulder)), Err(Illegal::NoneLeft));
}
