//! Gear chosen for a battle: what a host is offered on a ground and why not the rest (MM-9, MM-10.2), kept with the plan, and
//! ordered by hand from what the rules list (MM-3.7).

use crate::gear_field::{CASTLE, at_work, first_served, men};
use crate::golden_gear::storming_a_gatehouse;
use crate::rosters::{fighter, force, plan, unit};
use crate::support::{banneret, folder, march, open, sound};
use banneret::app::play;
use banneret::app::{battle, muster, plan as plans, turn};
use banneret::rules::figure::{BySide, Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::gear::{Brought, GearPiece, Thing};
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::man_to_man::gear::offer::{Choosing, List, NotOffered};
use banneret::rules::man_to_man::ground::{self, PieceId};
use banneret::rules::man_to_man::view::choices::{Doing, Way, WaysOfDoing};
use banneret::rules::man_to_man::{BodyId, Decision, Illegal, Marshal, Phase, Position, Tables, Task};
use banneret::rules::settles::House;
use banneret::store::Store;

/// Archers and bills, and four men under a grade B sergeant who could serve an engine.
fn hosts() -> BySide<banneret::rules::battle::Host> {
    let archer = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let bill = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill], Horse::None);
    let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let side = || {
        let units = vec![unit("archers", None, &archer, 10), unit("crew", Some(sergeant.clone()), &bill, 4)];
        vec![force("all", units, vec![])]
    };
    plan(side(), side(), 1).hosts
}

#[test]
fn what_is_offered_hangs_on_the_ground_and_on_who_could_serve_it() {
    let (hosts, tables) = (hosts(), Tables::book());
    let refused = |name: &str, list: &str, thing: Thing| {
        let ground = ground::find(name).expect("a shipped ground");
        let lists: BySide<List> = BySide { attacker: Thing::list(list).expect("a list"), defender: Vec::new() };
        let choosing = Choosing { hosts: &hosts, lists: &lists, ground: &ground, tables: &tables, on_map: None };
        let offers = choosing.offers(Side::Attacker);
        offers.into_iter().find(|offer| offer.thing == thing).expect("every thing of the list").refused
    };
    // MM-9.10, MM-9.2, MM-9.12: where there is nothing to climb, to ram or to fill.
    assert_eq!(refused("wooded hill", "", Thing::Ladder), Some(NotOffered::NoWall));
    assert_eq!(refused("wooded hill", "", Thing::Ram), Some(NotOffered::NoTimber));
    assert_eq!(refused("wooded hill", "", Thing::Faggot), Some(NotOffered::NoMoat));
    assert_eq!(refused("wooded hill", "", Thing::Rock), Some(NotOffered::NoRampart));
    assert_eq!(refused("wooded hill", "", Thing::Stake), None);
    for thing in [Thing::Ladder, Thing::Ram, Thing::Faggot, Thing::Rock, Thing::FlintAndSteel] {
        assert_eq!(refused("gatehouse", "", thing), None, "{thing}");
    }
    // MM-9.7: one crew serves one engine.
    assert_eq!(refused("gatehouse", "", Thing::Catapult), None);
    assert_eq!(refused("gatehouse", "catapult", Thing::Bombard), Some(NotOffered::NoCrew));
    // MM-9.3: a pick hangs in a sow.
    assert_eq!(refused("gatehouse", "", Thing::Pick), Some(NotOffered::NoSow));
    assert_eq!(refused("gatehouse", "sow", Thing::Pick), None);
    // MM-9.8: animals draw something.
    assert_eq!(refused("gatehouse", "", Thing::DraughtAnimal), Some(NotOffered::NothingToDraw));
    assert_eq!(refused("gatehouse", "wagon", Thing::DraughtAnimal), None);
}

#[test]
fn what_is_offered_costs_what_the_book_asks() {
    let (hosts, tables) = (hosts(), Tables::book());
    let ground = ground::find("gatehouse").expect("a shipped ground");
    let list = Thing::list("12 stakes, 2 ladders").expect("a list");
    assert_eq!(Thing::listed(&list), "12 stakes, 2 ladders");
    let lists = BySide { attacker: list, defender: Vec::new() };
    let choosing = Choosing { hosts: &hosts, lists: &lists, ground: &ground, tables: &tables, on_map: None };
    // MM-10.2: a stake is 1 point, a ladder 2.
    assert_eq!(choosing.cost(Side::Attacker).value, 16);
    let price = |thing: Thing| choosing.offers(Side::Attacker).into_iter().find(|offer| offer.thing == thing);
    assert_eq!(price(Thing::Ladder).expect("an offer").points, 2);
    // A wagon is 10 and comes full: a hundred arrows are nine dozens, at the price of missiles (MM-4.6, MM-10.1).
    let arrows = 9 * tables.points.man.missiles;
    assert_eq!(price(Thing::Wagon).expect("an offer").points, 10 + arrows);
}

#[test]
fn every_thing_is_read_from_a_list_as_it_is_written() {
    for &thing in Thing::ALL {
        for count in [1, 3] {
            let list = vec![(count, Brought::from(thing))];
            assert_eq!(Thing::list(&Thing::listed(&list)).as_ref(), Ok(&list), "{}", thing.counted(count));
        }
    }
}

#[test]
fn ladders_are_listed_by_their_length_and_wagons_by_what_is_on_them() {
    // MM-9.10, MM-4.6, MM-8.8
    for text in [
        "2 ladders of 9 in",
        "1 ladder of 3 in",
        "1 wagon of rounds",
        "2 packhorses of javelins",
        "1 wagon with the standard",
        "1 wagon of javelins with the standard",
    ] {
        let list = Thing::list(text).expect("a list");
        assert_eq!(Thing::listed(&list), text);
    }
    assert_eq!(Thing::list("3 Ladders of 12 inches").expect("a list"), [(3, Brought::ladder(12))]);
    assert_eq!(Thing::list("wagon of arrows").expect("a list")[0].1, Thing::Wagon);
    for text in ["ladder of 0 in", "ladder of oil", "wagon of stones", "stake of 3 in", "ladder with the standard"] {
        let refused = Thing::list(text).expect_err(text).to_string();
        assert!(refused.contains(text), "{refused}");
    }
}

#[test]
fn mm_9_10_ladders_are_as_long_as_the_list_says() {
    // MM-9.10: a man carries 3 in, so 15 in want five men; two raise it.
    let (mut hosts, tables) = (hosts(), Tables::book());
    let bring = |host: &banneret::rules::battle::Host, list: &str| {
        let list = Thing::list(list).expect("a list");
        banneret::rules::man_to_man::gear::allot::allot(host, &list, &tables)
    };
    let lengths = |pieces: &[GearPiece]| pieces.iter().map(|piece| (piece.inches, piece.by)).collect::<Vec<_>>();
    let crew = hosts.attacker.forces[0].units[1].men[0].man;
    let pieces = bring(&hosts.attacker, "ladder, 2 ladders of 3 in, ladder of 15 in, ladder of 18 in");
    let by = Some(crew);
    assert_eq!(lengths(&pieces), [(6, by), (3, by), (3, by), (15, by), (18, None)], "five cannot carry 18 in");
    hosts.attacker.gear = pieces;
    let faults = banneret::rules::man_to_man::gear::setup::gear_faults(&hosts.attacker, &tables);
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn mm_9_10_ladders_are_offered_that_reach_the_walls_of_the_ground() {
    // MM-9.10: a castle's wall of level 3 is 6 in high, a timber wall 2 in to climb.
    let (hosts, tables) = (hosts(), Tables::book());
    let offered = |text: &str| {
        let ground = ground::read(text).expect("a ground");
        let lists = BySide { attacker: Vec::new(), defender: Vec::new() };
        let choosing = Choosing { hosts: &hosts, lists: &lists, ground: &ground, tables: &tables, on_map: None };
        let offers = choosing.offers(Side::Attacker).into_iter().map(|offer| offer.thing);
        offers.filter(|offer| offer.thing == Thing::Ladder).map(|offer| offer.inches).collect::<Vec<_>>()
    };
    assert_eq!(offered(CASTLE), [0, 3], "six inches for its two walls, three for its palisade");
    let high = CASTLE.replace("level = 3", "level = 4");
    assert_eq!(offered(&high), [0, 3, 9], "a wall of eight inches wants one of nine");
}

#[test]
fn mm_4_6_wagons_and_packhorses_come_with_what_the_list_says() {
    // MM-4.6: 50 javelins, or 10 rounds, or 100 others in a wagon; 20, 2 or 40 on a packhorse.
    let (hosts, tables) = (hosts(), Tables::book());
    let list = "wagon, wagon of javelins, wagon of rounds, packhorse, packhorse of javelins, packhorse of rounds";
    let list = Thing::list(list).expect("a list");
    let pieces = banneret::rules::man_to_man::gear::allot::allot(&hosts.attacker, &list, &tables);
    let spares: Vec<_> =
        pieces.iter().map(|piece| (piece.spares.javelins, piece.spares.rounds, piece.spares.others)).collect();
    assert_eq!(spares, [(0, 0, 100), (50, 0, 0), (0, 10, 0), (0, 0, 40), (20, 0, 0), (0, 2, 0)]);
}

/// The two great hosts of *The March*, face to face after its first turn.
fn contact(store: &mut Store) -> banneret::campaign::war::Contact {
    turn::play(store).expect("a turn");
    let host = store.army_named("Host of Estmark").expect("the host").id;
    let met = store.waiting_contacts().expect("contacts").into_iter();
    met.into_iter().find(|met| met.attacker == host || met.defender == host).expect("they have met at Thornford")
}

/// CP-3.1: the ground is the referee's to choose; the first offered is that of the place.
#[test]
fn a_battle_at_a_ford_is_offered_the_ford() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let met = contact(&mut store);
    let field = muster::muster(&store, met.attacker, met.defender, 11).expect("a muster");
    assert_eq!(banneret::app::grounds::offered(&store, &field.battle, field.walls.as_ref()).expect("a ground"), "ford");
}

fn both(attacker: &str, defender: &str) -> BySide<String> {
    BySide { attacker: attacker.to_owned(), defender: defender.to_owned() }
}

#[test]
fn gear_is_kept_with_the_plan_and_goes_with_it_to_the_end() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let met = contact(&mut store);
    let plan = |store: &mut Store, gear: &BySide<String>| {
        plans::plan_on(store, met.attacker, met.defender, 11, "curtain with towers", gear)
    };
    let refused = plan(&mut store, &both("40 catapults", "")).expect_err("nobody could serve so many");
    assert!(refused.sentence.contains("catapult"), "{refused}");
    let id = plan(&mut store, &both("ladder", "")).expect("a plan");
    plans::set_gear(&mut store, id, &both("2 ladders", "6 rocks")).expect("it is changed");
    sound(&store, "gear chosen");
    assert_eq!(store.battle(id).expect("the plan").gear, both("2 ladders", "6 rocks"));
    store.undo().expect("undone");
    assert_eq!(store.battle(id).expect("the plan").gear, both("1 ladder", ""));
    store.redo().expect("redone");
    // The command line fights it as it was planned.
    let name = |store: &Store, army| store.formation(army).expect("an army").name;
    let (one, other) = (name(&store, met.attacker), name(&store, met.defender));
    drop(store);
    let fight = ["battle", "--attacker", &one, "--defender", &other, "--dry-run", "--json"];
    let said = banneret([fight[0], file.to_str().expect("a path")].iter().chain(&fight[1..]));
    let out = { said }.output().expect("it runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    // Played on the screen it is there; and once an order is given, it is not changed any more.
    let mut store = open(&file);
    let muster = muster::planned(&store, id).expect("the plan");
    let things = |side: Side| muster.plan.hosts[side].gear.iter().map(|piece| piece.thing).collect::<Vec<_>>();
    assert_eq!((things(Side::Attacker), things(Side::Defender)), (vec![Thing::Ladder; 2], vec![Thing::Rock]));
    play::open(&mut store, id).expect("it begins");
    plans::set_gear(&mut store, id, &both("3 ladders", "6 rocks")).expect("nothing was decided yet");
    let mut game = play::open(&mut store, id).expect("it begins again");
    assert_eq!(game.position().train().gear.len(), 4);
    game.decide(Side::Attacker, Decision::Done).expect("nothing is declared");
    play::keep(&mut store, id, &game.news(0)).expect("kept");
    let late = plans::set_gear(&mut store, id, &both("", "")).expect_err("the battle has begun");
    assert!(late.sentence.contains("is being played"), "{late}");
    assert!(plans::set_ground(&mut store, id, "open field").is_err());
    let fought = battle::fight(&muster, &House::new()).expect("it is fought");
    let record = banneret::rules::man_to_man::record::decode(&fought.record.1).expect("a record");
    assert_eq!(record.plan.hosts.attacker.gear.len(), 2);
}

fn choice(position: &Position, body: BodyId, doing: Doing) -> Option<WaysOfDoing> {
    let side = position.body(body).side;
    position.view(side).choices(body).into_iter().find(|choice| choice.doing == doing)
}

#[test]
fn a_storm_is_ordered_from_what_the_rules_list() {
    let mut position = Position::new(&storming_a_gatehouse(), &Tables::book(), &mut NullSink).expect("a plan");
    let mut dice = banneret::rules::dice::Seeded::new(3);
    let ladder = BodyId(1);
    assert!(
        position.view(Side::Attacker).choices(ladder).is_empty(),
        "nothing is done with gear while charges are declared"
    );
    let mut refusals = Vec::new();
    let mut done = Vec::new();
    let wanted = [Doing::Raise, Doing::Climb];
    while position.turn() < 9 && done.len() < 4 {
        let Some(side) = position.pending().first() else { break };
        let view = position.view(side);
        let mut decision = None;
        if matches!(position.phase(), Phase::Move(_)) && view.waiting().any(|body| body == ladder) {
            for doing in wanted {
                let Some(choice) = choice(&position, ladder, doing) else { continue };
                // What the list says of a way is what the rules say of its decision.
                for way in &choice.ways {
                    assert_eq!(position.check(side, &way.decision).err(), way.refused);
                }
                match choice.refused() {
                    Some(why) => refusals.push((doing, why)),
                    None => decision = Some((doing, choice.ways[0].decision)),
                }
            }
        }
        let decision = match decision {
            Some((doing, decision)) => {
                done.push(doing);
                decision
            }
            None => Marshal.decide(&position.view(side)),
        };
        position.play(side, decision, &mut dice, &mut NullSink).expect("it is allowed");
    }
    // Far from the wall the ladder is not raised, and why is said (MM-3.7); at it, it is, and then men go up (MM-9.10).
    assert_eq!(refusals.first(), Some(&(Doing::Raise, Illegal::NotNear)));
    assert!(done.starts_with(&[Doing::Raise, Doing::Climb]), "{done:?}");
}

#[test]
fn mm_9_10_the_stretch_of_wall_that_is_pointed_at_may_be_chosen_and_not_only_the_nearest() {
    let mut position = Position::new(&storming_a_gatehouse(), &Tables::book(), &mut NullSink).expect("a plan");
    let mut dice = banneret::rules::dice::Seeded::new(3);
    let ladder = BodyId(1);
    while !(matches!(position.phase(), Phase::Move(_)) && position.pending().first() == Some(Side::Attacker)) {
        let side = position.pending().first().expect("somebody decides");
        let decision = Marshal.decide(&position.view(side));
        position.play(side, decision, &mut dice, &mut NullSink).expect("it is allowed");
    }
    let view = position.view(Side::Attacker);
    let pieces_of = |choices: &[WaysOfDoing]| -> Vec<PieceId> {
        let raise = choices.iter().find(|choice| choice.doing == Doing::Raise).expect("a ladder to raise");
        let piece = |way: &Way| match way.decision {
            Decision::Task { task: Task::Raise { at, .. }, .. } => at,
            other => panic!("{other:?}"),
        };
        raise.ways.iter().map(piece).collect()
    };
    let mut choices = view.choices(ladder);
    let nearest = pieces_of(&choices);
    let pieces = &position.ground().pieces;
    let of = |piece: PieceId| pieces[usize::from(piece.0)].barrier;
    let along = (0..pieces.len() as u16).map(PieceId);
    let other = along.filter(|&piece| of(piece) == of(nearest[0])).find(|piece| !nearest.contains(piece));
    let other = other.expect("a wall of several stretches");
    view.point_at(ladder, &mut choices, view.middle_of(other));
    let offered = pieces_of(&choices);
    assert_eq!(offered, [&nearest[..], &[other]].concat(), "it stands behind those known before");
    let way = choices.iter().find(|choice| choice.doing == Doing::Raise).and_then(|choice| choice.ways.last());
    let way = way.expect("the way pointed at");
    assert_eq!((way.place, way.refused), (view.middle_of(other), position.check(Side::Attacker, &way.decision).err()));
    // Pointed at again it is there already; where no wall is near there is nothing to add.
    view.point_at(ladder, &mut choices, view.middle_of(other));
    view.point_at(ladder, &mut choices, position.body(ladder).centre);
    assert_eq!(pieces_of(&choices), offered);
}

#[test]
fn mm_9_12_the_square_of_the_moat_that_is_pointed_at_may_be_filled() {
    let gear = vec![first_served(Thing::Faggot, 5)];
    let mut field = at_work(men(1, &[Weapon::Sword]), (280, 156), gear, CASTLE);
    while !matches!(field.position.phase(), Phase::Move(_)) {
        let side = field.position.pending().first().expect("somebody decides");
        field.position.play(side, Decision::Done, &mut field.dice, &mut NullSink).expect("nothing is declared");
    }
    let (position, body) = (&field.position, BodyId(0));
    let view = position.view(Side::Attacker);
    let mut choices = view.choices(body);
    let squares = |choices: &[WaysOfDoing]| -> Vec<Point> {
        let fill = choices.iter().find(|choice| choice.doing == Doing::Fill).expect("faggots to throw");
        let square = |way: &Way| match way.decision {
            Decision::Task { task: Task::Fill { at, .. }, .. } => at,
            other => panic!("{other:?}"),
        };
        fill.ways.iter().map(square).collect()
    };
    let [nearest] = squares(&choices)[..] else { panic!("one square is told of") };
    // Two inches along the moat, and not quite in the middle of its square.
    let pointed = Point::new(nearest.x + 2 * INCH + 9, nearest.y - 9);
    view.point_at(body, &mut choices, pointed);
    assert_eq!(squares(&choices), [nearest, Point::new(nearest.x + 2 * INCH, nearest.y)]);
    // On dry ground there is nothing to fill.
    view.point_at(body, &mut choices, position.body(body).centre);
    assert_eq!(squares(&choices).len(), 2);
}
