//! Crews, rams, sows, axes, gates, fire and stakes in play: what they are for, and who may work them (MM-3.7, MM-4.6,
//! MM-4.10 to MM-4.12, MM-8.5, MM-9.2 to MM-9.9, MM-9.12).

use crate::clauses_mm_gear::{crew, first_served, loose, man, row_down, row_up, task};
use crate::clauses_mm_walls::{CASTLE, before, men, open_pieces, piece, tried};
use crate::field::*;
use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Force, Man};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{Piece, Spares, Thing};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::event::{Placed, Trial};
use banneret::rules::man_to_man::gear::state::{Booty, Burning, Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::{BarrierKind, PieceId};
use banneret::rules::man_to_man::state::{FigureId, State};
use banneret::rules::man_to_man::{Decision, Gait, Illegal, setup};

const FIRST: ThingId = ThingId(0);

/// The castle with more on its ground.
fn castle_with(more: &str) -> String {
    CASTLE.replace("[attacker]", &format!("{more}\n[attacker]"))
}

/// A force of the attacker's with gear, in a row from a place in quarter inches, on a ground; the defenders stand far off.
fn at_work(force: Force, at: (i32, i32), gear: Vec<Piece>, ground: &str) -> Field {
    let count = force.units.iter().map(|unit| unit.men.len()).sum::<usize>() as u16;
    let places = [row_up(0, count, at.0, at.1), row_down(count, 2, 40, 320)].concat();
    let forces = [vec![force], vec![men(2, &[Weapon::Sword])]];
    Field::with_gear(forces, [gear, vec![]], Some(ground), &places)
}

fn sow(holds: Thing) -> Vec<Piece> {
    vec![Piece { holds: Some(holds), ..first_served(Thing::Sow, 1) }]
}

// ---- MM-9.2 to MM-9.4 -----------------------------------------------------------------------------------------------

#[test]
fn mm_9_2_turns_spent_ramming_are_not_carried_to_another_target() {
    // MM-9.2: four men, 28 %, and 5 % more for a turn at the gate; at the door beside it they begin anew, as they do at
    // another when one is wrecked.
    let door = "[[barrier]]\nkind = \"door\"\nname = \"the wicket\"\nline = [[44, 48.5], [47, 48.5]]\n";
    for wrecked in [false, true] {
        let ram = vec![first_served(Thing::Ram, 1)];
        let mut field = at_work(men(4, &[Weapon::Sword]), (188, 192), ram, &castle_with(door));
        let [gate, door] =
            [(BarrierKind::Gate, 49), (BarrierKind::Door, 46)].map(|(kind, x)| piece(&field, kind, x, 49));
        let stroke = |at| task(0, Task::Ram { ram: FIRST, at });
        assert_eq!(tried(&field.turn(&[stroke(gate)])), Some((Trial::Ram, 28, false)));
        if wrecked {
            field.dice.show("MM-9.2 ram", &[3, 3]);
        }
        assert_eq!(tried(&field.turn(&[stroke(gate)])), Some((Trial::Ram, 33, wrecked)));
        assert_eq!(tried(&field.turn(&[stroke(door)])), Some((Trial::Ram, 28, false)));
        assert_eq!(tried(&field.turn(&[stroke(door)])), Some((Trial::Ram, 33, false)));
    }
}

/// A crew so many strong at work with a sow, before and after one of its men behind the sergeant is shot dead.
fn one_of_the_crew_shot(count: usize, holds: Thing, at: (i32, i32), work: impl Fn(&Field) -> Task) -> [bool; 2] {
    let first = count as u16;
    let places = [row_up(0, first, 4 * at.0, 4 * at.1), row_up(first, 2, 4 * at.0, 4 * at.1 - 40)].concat();
    let archers = force("archers", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 2)], vec![]);
    let gear = [sow(holds), vec![]];
    let mut field = Field::with_gear([vec![crew(count)], vec![archers]], gear, Some(CASTLE), &places);
    let works = |field: &Field| field.position.check_task(body(0), &work(field));
    let before = works(&field);
    field.dice.show(TO_HIT, &[6, 6, 1, 1, 6, 6, 6, 6]);
    field.dice.show(WOUND, &[6]);
    field.turn(&[shoot(1, 0)]);
    assert_eq!(field.position.figure(FigureId(1)).state, State::Dead);
    let after = works(&field);
    assert!(after.is_ok() || after == Err(Illegal::CrewIdle), "{after:?}");
    [before.is_ok(), after.is_ok()]
}

#[test]
fn mm_9_2_and_mm_9_3_a_crew_below_four_works_neither_pick_nor_ram_in_a_sow() {
    // MM-9.3, MM-9.7: four work it, and three do not; of five four are left.
    let pick = |field: &Field| Task::Pick { sow: FIRST, at: piece(field, BarrierKind::CastleWall, 21, 50) };
    let ram = |field: &Field| Task::Ram { ram: FIRST, at: piece(field, BarrierKind::Gate, 50, 50) };
    assert_eq!(one_of_the_crew_shot(4, Thing::Pick, (20, 48), pick), [true, false]);
    assert_eq!(one_of_the_crew_shot(5, Thing::Pick, (20, 48), pick), [true, true]);
    assert_eq!(one_of_the_crew_shot(4, Thing::Ram, (49, 48), ram), [true, false]);
    assert_eq!(one_of_the_crew_shot(5, Thing::Ram, (49, 48), ram), [true, true]);
}

#[test]
fn mm_9_3_what_is_picked_at_one_place_is_not_picked_at_another() {
    // MM-9.3: an eighth of an inch a move, sixteen through the curtain; after eight here and sixteen an inch aside it is
    // through there.
    let mut field = at_work(crew(4), (80, 192), sow(Thing::Pick), CASTLE);
    let [here, aside] = [20, 21].map(|x| piece(&field, BarrierKind::CastleWall, x, 50));
    assert_ne!(here, aside);
    for turn in 1..=24 {
        let at = if turn <= 8 { here } else { aside };
        let through = tried(&field.turn(&[task(0, Task::Pick { sow: FIRST, at })])).is_some();
        assert_eq!(through, turn == 24, "turn {turn}");
    }
    assert!(!field.position.land().stands_open(here) && field.position.land().stands_open(aside));
}

#[test]
fn mm_9_4_a_portcullis_stops_axes_and_is_not_hewn() {
    // MM-9.4: at a gate behind it while it is down; axes are for a timber wall, a gate or a door.
    for (open, hewn) in [(true, Ok(())), (false, Err(Illegal::Portcullis))] {
        let bars = format!("open = {open}\nline = [[48, 48.75], [52, 48.75]]");
        let ground = CASTLE.replace("open = true\nline = [[48, 51], [52, 51]]", &bars);
        let field = at_work(men(2, &[Weapon::Axe]), (196, 192), vec![first_served(Thing::Rock, 1)], &ground);
        let [gate, bars] = [BarrierKind::Gate, BarrierKind::Portcullis].map(|kind| piece(&field, kind, 50, 49));
        assert_eq!(field.position.check_task(body(0), &Task::Axes(gate)), hewn);
        assert_eq!(field.position.check_task(body(0), &Task::Axes(bars)), Err(Illegal::NotWithThat));
    }
}

#[test]
fn mm_3_7_gaps_are_made_in_hedges_fences_and_dry_walls_only() {
    // MM-3.7
    for (kind, may) in
        [("hedge", true), ("fence", true), ("dry wall", true), ("low wall", false), ("timber wall", false)]
    {
        let line = format!("[[barrier]]\nkind = \"{kind}\"\nline = [[40, 20], [60, 20]]\n");
        let field =
            at_work(men(2, &[Weapon::Sword]), (200, 76), vec![first_served(Thing::Rock, 1)], &castle_with(&line));
        let all = (0..field.position.ground().pieces.len() as u16).map(PieceId);
        let near = all.min_by_key(|piece| {
            let it = &field.position.ground().pieces[usize::from(piece.0)];
            it.from.half_way(it.to).distance_squared(q(200, 80))
        });
        let gap = Task::Gap(near.expect("there are barriers"));
        assert_eq!(field.position.check_task(body(0), &gap).is_ok(), may, "{kind}");
    }
}

// ---- MM-9.5 to MM-9.9 -----------------------------------------------------------------------------------------------

/// Two defenders on the curtain with a cauldron heated, over attackers with gear.
fn over(cauldron: Thing, gear: Vec<Piece>) -> Field {
    let dropped = Piece { at: Some((q(84, 200), Heading::DOWN)), ..Piece::of(cauldron, 1, Some(Man(5))) };
    let mut field = before(4, &[Weapon::Sword], (20, 48), (20, 49), [gear, vec![dropped]]);
    for _ in 0..3 {
        field.turn(&[task(1, Task::Heat(ThingId(1)))]);
    }
    field
}

#[test]
fn mm_9_5_oil_burns_sows_towers_and_rams_and_lead_burns_nothing() {
    // MM-9.5
    let below = |thing| vec![Piece { at: Some((q(84, 192), Heading::UP)), ..first_served(thing, 1) }];
    for (cauldron, thing, burns) in [
        (Thing::OilCauldron, Thing::Ram, true),
        (Thing::OilCauldron, Thing::Wagon, false),
        (Thing::LeadCauldron, Thing::Ram, false),
    ] {
        let mut field = over(cauldron, below(thing));
        field.dice.show("MM-4.9 to hit", &[1, 1]);
        field.dice.show("MM-9.5 oil", &[1, 10]);
        field.turn(&[task(1, Task::Drop { gear: ThingId(1), on: Mark::Gear(FIRST) })]);
        assert_eq!(field.position.train().blazes.len(), usize::from(burns), "{cauldron} on a {thing}");
    }
}

#[test]
fn mm_9_5_rocks_are_dropped_from_a_rampart_only() {
    // MM-9.5: from the walk of the curtain, or by men on the ground behind the same enemy.
    for (y, may) in [(49, Ok(())), (46, Err(Illegal::OutOfReach))] {
        let rock = Piece::of(Thing::Rock, 1, Some(Man(3)));
        let field = before(2, &[Weapon::Sword], (20, 48), (20, y), [vec![first_served(Thing::Rock, 1)], vec![rock]]);
        let drop = Task::Drop { gear: ThingId(1), on: Mark::Body(body(0)) };
        assert_eq!(field.position.check_task(body(1), &drop), may, "{y}");
    }
}

#[test]
fn mm_9_6_a_drawbridge_is_let_down_in_a_quarter_of_a_move_and_raised_in_a_whole() {
    // MM-9.6: down, men pass over it; up, they do not. After a quarter there are three left.
    let bridge = "[[barrier]]\nkind = \"drawbridge\"\nthickness = 2\nline = [[60, 60], [64, 60]]\n";
    let places = [row_up(0, 2, 40, 40), row_down(2, 2, 4 * 61, 4 * 63)].concat();
    let forces = [vec![men(2, &[Weapon::Sword])], vec![men(2, &[Weapon::Sword])]];
    let rock = vec![first_served(Thing::Rock, 1)];
    let mut field = Field::with_gear(forces, [rock, vec![]], Some(&castle_with(bridge)), &places);
    let at = piece(&field, BarrierKind::Drawbridge, 62, 60);
    assert!(!field.position.land().stands_open(at));
    let step = march(1, Heading::UP, 6, Gait::Walk);
    assert_eq!(field.turn_with(&[task(1, Task::Gate { at, open: true }), step]), [], "three quarters of 9 in are left");
    field.turn(&[march(1, Heading::DOWN, 6, Gait::Walk)]);
    assert!(field.position.land().stands_open(at));
    assert_eq!(field.turn_with(&[task(1, Task::Gate { at, open: false }), step]), [step], "raised");
    assert!(!field.position.land().stands_open(at));
}

#[test]
fn mm_9_7_who_commands_a_crew() {
    // MM-9.7: a sergeant of grade B; while he is dead it does not work.
    let commanded = |class, grade| {
        let commander = fighter(class, grade, 3, &[Weapon::Sword], Horse::None);
        let crew = force("the crew", vec![unit("the engineers", Some(commander), &man(), 3)], vec![]);
        let mut plan = plan(vec![crew], vec![men(2, &[])], 1);
        plan.hosts.attacker.gear = vec![first_served(Thing::Catapult, 1)];
        setup::faults(&plan).is_empty()
    };
    assert!(commanded(Class::Sergeant, Grade::B) && !commanded(Class::Sergeant, Grade::C));
    assert!(!commanded(Class::Knight, Grade::B) && !commanded(Class::Peasant, Grade::B));
    let places = [row_up(0, 5, 200, 40), row_up(5, 1, 200, 20)].concat();
    let archer = force("archer", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 1)], vec![]);
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![]];
    let mut field = Field::with_gear([vec![crew(5)], vec![archer]], gear, None, &places);
    assert!(field.position.crew_works(body(0)));
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
    field.turn(&[shoot(1, 0)]);
    assert_eq!(field.position.figure(FigureId(0)).state, State::Dead);
    assert!(!field.position.crew_works(body(0)));
}

#[test]
fn mm_9_9_only_foot_carry_and_set_stakes_and_pavises() {
    // MM-9.9: mounted archers do not pick up what lies there; dismounted they do and set it, and mounted again they do not.
    for thing in [Thing::Stake, Thing::Pavise] {
        let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow], Horse::Unbarded);
        let archers = force("archers", vec![unit("men", None, &rider, 2)], vec![]);
        let places = [row_up(0, 2, 200, 40), row_down(2, 2, 40, 320)].concat();
        let lying = Piece { at: Some((q(202, 42), Heading::UP)), ..Piece::of(thing, 4, None) };
        let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], [vec![lying], vec![]], None, &places);
        let check = |field: &Field, task: Task| field.position.check_task(body(0), &task);
        let (take, plant) = (Task::PickUp(FIRST), Task::Plant(FIRST));
        let mount = |mount| Decision::Mount { body: body(0), mount };
        assert_eq!(check(&field, take), Err(Illegal::OnFoot));
        field.turn(&[mount(false)]);
        assert_eq!(check(&field, take), Ok(()));
        field.turn(&[task(0, take)]);
        field.turn(&[mount(true)]);
        assert_eq!(check(&field, plant), Err(Illegal::OnFoot));
        field.turn(&[mount(false)]);
        field.turn(&[task(0, plant)]);
        assert_eq!((field.position.train().gear[0].set, field.position.train().gear[0].lies), (2, Lies::Standing));
        // And a plan brings none with a unit of horse.
        let archers = force("archers", vec![unit("men", None, &rider, 2)], vec![]);
        let mut plan = plan(vec![archers], vec![men(2, &[])], 1);
        plan.hosts.attacker.gear = vec![first_served(thing, 2)];
        assert!(setup::faults(&plan)[0].to_string().contains("on foot (MM-9.9)"), "{thing}");
    }
}

#[test]
fn mm_9_9_of_horse_and_foot_the_foot_set_them() {
    // MM-9.9, MM-3.7: one each in a turn; of four men one is on foot.
    let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow], Horse::Unbarded);
    let archers = force("archers", vec![unit("men", Some(sergeant(4, &[Weapon::Longbow])), &rider, 3)], vec![]);
    let places = [row_up(0, 4, 200, 40), row_down(4, 2, 40, 320)].concat();
    let gear = [vec![first_served(Thing::Stake, 4)], vec![]];
    let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], gear, None, &places);
    field.turn(&[task(0, Task::Plant(FIRST))]);
    assert_eq!(field.position.train().gear[0].set, 1);
}

#[test]
fn mm_9_9_stakes_are_an_obstacle_and_pavises_are_cover_and_not_the_other_way() {
    // MM-9.9, MM-4.8, MM-5.4
    use banneret::rules::man_to_man::Cover;
    for (thing, obstacle, cover) in [(Thing::Stake, true, Cover::None), (Thing::Pavise, false, Cover::Light)] {
        let archers = force("archers", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 4)], vec![]);
        let places = [row_up(0, 4, 200, 40), row_down(4, 2, 40, 320)].concat();
        let gear = [vec![first_served(thing, 4)], vec![]];
        let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], gear, None, &places);
        field.turn(&[task(0, Task::Plant(FIRST))]);
        let (own, foe) = (field.at(1), q(204, 80));
        let side = field.position.figure(FigureId(1)).side;
        assert_eq!(field.position.stakes_between(own, foe, side), obstacle, "{thing}");
        assert_eq!(field.position.gear_cover(foe, own), cover, "{thing}");
    }
}

// ---- MM-3.7, MM-4.6, MM-4.10 to MM-4.12 -----------------------------------------------------------------------------

#[test]
fn mm_3_7_no_task_in_a_melee_nor_after_a_move() {
    // MM-3.7: it takes the turn.
    let forces = || [vec![men(2, &[Weapon::Sword])], vec![men(1, &[Weapon::Sword])]];
    let lay_down = task(0, Task::LayDown(FIRST));
    let field = |foe: i32| {
        let places = [row_up(0, 2, 200, 40), row_down(2, 1, 200, foe)].concat();
        Field::with_gear(forces(), [vec![first_served(Thing::Faggot, 1)], vec![]], None, &places)
    };
    assert_eq!(field(43).position.check_task(body(0), &Task::LayDown(FIRST)), Err(Illegal::InMelee));
    let walk = march(0, Heading::UP, 2, Gait::Walk);
    assert_eq!(field(200).turn_with(&[walk, lay_down]), [lay_down]);
}

#[test]
fn mm_4_6_nobody_restocks_from_the_enemys_wagon() {
    // MM-4.6: beside one of three javelins, his own thrown.
    for (own, taken) in [(true, 3), (false, 0)] {
        let thrower = sergeant(4, &[Weapon::Javelin]);
        let places = [row_up(0, 1, 200, 40), row_down(1, 1, 200, 60)].concat();
        let spares = Spares { javelins: 3, ..Spares::default() };
        let wagon = Piece { at: Some((q(202, 36), Heading::UP)), spares, ..Piece::of(Thing::Wagon, 1, None) };
        let gear = if own { [vec![wagon], vec![]] } else { [vec![], vec![wagon]] };
        let band = force("band", vec![unit("men", None, &thrower, 1)], vec![]);
        let mut field = Field::with_gear([vec![band], vec![men(1, &[])]], gear, None, &places);
        field.turn(&[shoot(0, 1)]);
        field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, 0);
        field.turn_with(&[task(0, Task::Restock(FIRST))]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, taken);
    }
}

#[test]
fn mm_4_10_hits_add_up_at_one_place() {
    // MM-4.10: three open the palisade; two here and one well aside do not.
    let mut field = at_work(crew(4), (40, 40), vec![first_served(Thing::Bombard, 1)], CASTLE);
    let [here, aside] = [9, 14].map(|x| piece(&field, BarrierKind::TimberWall, x, 30));
    for mark in [here, here, aside, here] {
        assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 0);
        field.dice.show("MM-4.9 to hit", &[1, 1]);
        field.turn(&[loose(0, Mark::Piece(mark))]);
        field.turn(&[]);
    }
    assert!(field.position.land().stands_open(here) && !field.position.land().stands_open(aside));
    assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 2, "a breach of 2 in");
}

#[test]
fn mm_4_11_what_burns_out_is_destroyed() {
    // MM-4.11: an inch of the palisade burns nine turns, and is a gap.
    let mut field = at_work(men(2, &[Weapon::Sword]), (40, 116), vec![first_served(Thing::FlintAndSteel, 1)], CASTLE);
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.dice.show("MM-4.11 fire", &[1]);
    field.turn(&[task(0, Task::Torch(Mark::Piece(at)))]);
    field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    for turn in 3..=9 {
        assert!(!field.position.land().stands_open(at), "turn {turn}");
        field.turn(&[]);
    }
    assert!(field.position.land().stands_open(at));
    assert!(field.position.train().blaze(Burning::Piece(at)).is_none());
}

#[test]
fn mm_4_12_a_bucket_of_water_serves_once() {
    // MM-4.12: two men on the palisade with three buckets: −1 for the second man and −2 for two buckets; then −1 and −1.
    let gear = vec![first_served(Thing::FlintAndSteel, 1), first_served(Thing::Bucket, 3)];
    let mut field = at_work(men(2, &[Weapon::Sword]), (40, 114), gear, CASTLE);
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.dice.show("MM-4.11 fire", &[1]);
    field.turn(&[task(0, Task::Torch(Mark::Piece(at)))]);
    for left in [1, 0] {
        let added: i64 = field
            .turn(&[task(0, Task::FightFire(Burning::Piece(at)))])
            .iter()
            .find_map(|event| match event {
                banneret::rules::man_to_man::Event::FireFought { parts, .. } => {
                    Some(parts.iter().map(|part| part.value).sum())
                }
                _ => None,
            })
            .expect("they fight it");
        assert_eq!((added, field.position.train().gear[1].count), (if left == 1 { -3 } else { -2 }, left));
    }
}

#[test]
fn mm_4_11_only_where_the_campaign_allows_fire() {
    // MM-4.11: fire missiles and torches; and what is not lit is not shot.
    use banneret::rules::game::NullSink;
    use banneret::rules::man_to_man::{Position, Tables};
    use std::collections::BTreeMap;
    let bows = force("band", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 2)], vec![]);
    let mut plan = plan(vec![bows], vec![men(2, &[])], 1);
    plan.hosts.attacker.gear = vec![first_served(Thing::FireMissile, 2), first_served(Thing::FlintAndSteel, 1)];
    plan.ground_file = Some(CASTLE.to_owned());
    let places: Vec<Placed> = [row_up(0, 2, 40, 116), row_down(2, 2, 40, 320)].concat();
    for (value, allowed) in [("1", Ok(())), ("0", Err(Illegal::NotWithThat))] {
        let tables = Tables::with_house(&BTreeMap::from([("fire_missiles".to_owned(), value.to_owned())]));
        let tables = tables.expect("the value is within its bounds");
        let position = Position::arrayed(&plan, &tables, &places, &mut NullSink).expect("no fault");
        let field = Field { position, dice: Told::default(), events: vec![] };
        let timber = piece(&field, BarrierKind::TimberWall, 10, 30);
        for what in [Task::Light(FIRST), Task::Torch(Mark::Piece(timber))] {
            assert_eq!(field.position.check_task(body(0), &what), allowed, "{what:?}");
        }
        let unlit = field.position.check_shoot_fire(body(0), Mark::Piece(timber));
        assert_eq!(unlit, Err(Illegal::MayNotShoot));
    }
}

#[test]
fn mm_8_5_a_dead_knight_is_looted_and_no_cleric_loots() {
    // MM-8.5: never a yielded knight, the dead as others; clerics are unarmed and unprotected (MM-8.9).
    for (class, may) in [(Class::Sergeant, Ok(())), (Class::Cleric, Err(Illegal::NotNear))] {
        let grade = if class == Class::Cleric { Grade::A } else { Grade::B };
        let knife = [Weapon::Knife];
        let looter = fighter(class, grade, 4, if class == Class::Cleric { &[] } else { &knife }, Horse::None);
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let ours = match class {
            Class::Cleric => force("a", vec![archer], vec![looter]),
            _ => force("a", vec![archer, unit("men", None, &looter, 1)], vec![]),
        };
        let knight = fighter(Class::Knight, Grade::C, 3, &[Weapon::Sword], Horse::None);
        let places = [up(0, 200, 40), up(1, 210, 70), down(2, 206, 74), down(3, 40, 320)];
        let wagon = Piece { at: Some((q(20, 20), Heading::UP)), ..Piece::of(Thing::Wagon, 1, None) };
        let theirs = force("b", vec![], vec![knight.clone(), knight]);
        let mut field = Field::with_gear([vec![ours], vec![theirs]], [vec![wagon], vec![]], None, &places);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[6]);
        field.turn(&[shoot(0, 2)]);
        assert_eq!(field.position.figure(FigureId(2)).state, State::Dead);
        let loot = Task::Loot { from: FigureId(2), take: Booty::Armour };
        assert_eq!(field.position.check_task(body(1), &loot), may, "{class}");
    }
}

#[test]
fn mm_9_12_faggots_are_for_moats() {
    // MM-9.12: on dry land they fill nothing.
    let field = at_work(men(1, &[Weapon::Sword]), (280, 156), vec![first_served(Thing::Faggot, 5)], CASTLE);
    for ((x, y), may) in [((282, 162), Ok(())), ((282, 152), Err(Illegal::NotWithThat))] {
        assert_eq!(field.position.check_task(body(0), &Task::Fill { faggots: FIRST, at: q(x, y) }), may);
    }
}
