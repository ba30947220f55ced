//! Prisoners, recruitment, loot, grades, standards and clerics (MM-8).

use crate::bands::{archer, band_of, man_of, report_after, swordsman};
use crate::field::*;
use crate::gear_field::{band, knifeman, row_down, row_up, task};
use crate::rosters::{fighter, force, unit};
use crate::support::{folder, open};
use banneret::app::{battle, captives, organise, plan};
use banneret::campaign::armies::Level;
use banneret::campaign::war::Settled;
use banneret::rules::battle::{Deed, Fate, Fighter, Man, Standard};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{Class, Grade, Horse, Rank, Side, Weapon};
use banneret::rules::game::{Game, NullSink};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man;
use banneret::rules::man_to_man::event::Cause;
use banneret::rules::man_to_man::gear::state::{Booty, Task, ThingId};
use banneret::rules::man_to_man::state::{StandardAt, State};
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal};
use banneret::rules::prisoners::grades::{Change, MayRise, changes};
use banneret::rules::prisoners::{quarter, recruitment};
use banneret::store::Act;

/// A captor among prisoners, at places in quarter inches from him, with clerics of his own and of theirs at others.
fn prisoners(at: &[(i32, i32)], own_cleric: Option<i32>, their_cleric: Option<i32>) -> Field {
    let cleric = || fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let clerics = |at: Option<i32>| at.iter().map(|_| cleric()).collect::<Vec<_>>();
    let count = at.len();
    let captors = force("a", vec![unit("captor", None, &swordsman(), 1)], clerics(own_cleric));
    let theirs = vec![unit("others", None, &swordsman(), 1), unit("captives", None, &sergeant(3, &[]), count)];
    let captives = force("b", theirs, clerics(their_cleric));
    let mut places = vec![up(0, 240, 160)];
    places.extend(own_cleric.map(|x| up(1, 240 + x, 164)));
    let first = places.len() as u16;
    places.push(down(first, 240, 340));
    places.extend((first + 1..).zip(at).map(|(figure, &(x, y))| down(figure, 240 + x, 160 + y)));
    places.extend(their_cleric.map(|x| down(first + 1 + count as u16, 240 + x, 164)));
    let mut field = Field::new(vec![captors], vec![captives], &places);
    field.turn(&[Decision::Yield { body: body(first + 1) }]);
    field
}

fn slain(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Slain { by: FigureId(0), .. })).count()
}

const SLAY: Decision = Decision::Slay { body: banneret::rules::man_to_man::BodyId(0) };

#[test]
fn mm_8_1_one_figure_kills_up_to_three_in_contact_in_a_full_turn() {
    // MM-8.1
    let around = [(-3, 4), (0, 4), (3, 4), (0, -4)];
    assert_eq!(slain(&prisoners(&around, None, None).turn(&[SLAY])), 3, "the fourth must wait");
    let mut two = prisoners(&[(0, 4), (3, 4), (18, 4)], None, None);
    assert_eq!(slain(&two.turn(&[SLAY])), 2, "the third is out of reach");
    let walk = march(0, Heading::DOWN, 2, Gait::Walk);
    assert_eq!(prisoners(&around, None, None).turn_with(&[SLAY, walk]), [walk], "it takes the whole turn");
}

#[test]
fn mm_8_1_who_fights_kills_no_prisoners() {
    // MM-8.1: it takes a full turn in contact with them, and an enemy is upon him.
    let captors = force("a", vec![unit("captor", None, &swordsman(), 1)], vec![]);
    let theirs = vec![unit("others", None, &swordsman(), 1), unit("captives", None, &sergeant(3, &[]), 1)];
    let places = [up(0, 240, 160), down(1, 240, 163), down(2, 236, 160)];
    let mut field = Field::new(vec![captors], vec![force("b", theirs, vec![])], &places);
    field.turn(&[Decision::Yield { body: body(2) }]);
    assert!(matches!(field.position.figure(FigureId(2)).state, State::Yielded { .. }));
    assert_eq!(field.position.check(Side::Attacker, &SLAY), Err(Illegal::InMelee));
}

#[test]
fn mm_8_1_the_captors_cleric_binds_him_within_15_inches() {
    // MM-8.1: wherever the captor's cleric is within 15 in.
    let may = |own, theirs| prisoners(&[(0, 4)], own, theirs).position.check(Side::Attacker, &SLAY);
    assert_eq!(may(Some(60), None), Err(Illegal::NobodyToSlay));
    assert_eq!(may(Some(61), None), Ok(()));
    assert_eq!(may(None, Some(60)), Ok(()), "the captives' cleric binds nobody");
}

#[test]
fn mm_8_1_quarter() {
    // MM-8.1
    let binds = |captor, captive, cleric| quarter::binds(captor, (captive, Rank::None), cleric, false);
    assert!(binds(Class::Knight, Class::Knight, false) && binds(Class::Sergeant, Class::Peasant, true));
    assert!(!binds(Class::Knight, Class::Sergeant, false) && !binds(Class::Sergeant, Class::Knight, false));
    // In a dynastic war a king is not owed quarter by a knight who means his death, but by a cleric's side he is.
    let king = |cleric, dynastic| quarter::binds(Class::Knight, (Class::Knight, Rank::King), cleric, dynastic);
    assert!(king(false, false) && !king(false, true) && king(true, true));
    // One figure in contact takes a turn to kill a prisoner who is not owed quarter.
    let slain = |captor: Fighter, captive: Fighter, cleric: bool| {
        let priest = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
        let single = if cleric { vec![priest] } else { vec![] };
        let other = unit("others", None, &sergeant(3, &[Weapon::Sword]), 1);
        let mut captors = force("a", vec![], single);
        match captor.profile.class {
            Class::Knight => captors.single.insert(0, captor),
            _ => captors.units.push(unit("captor", None, &captor, 1)),
        }
        let mut captives = force("b", vec![other], vec![]);
        match captive.profile.class {
            Class::Knight => captives.single.push(captive),
            _ => captives.units.push(unit("captive", None, &captive, 1)),
        }
        let mut places = vec![up(0, 240, 160)];
        if cleric {
            places.push(up(1, 240, 110));
        }
        let first = places.len() as u16;
        places.extend([down(first, 240, 340), down(first + 1, 240, 166)]);
        let mut field = Field::new(vec![captors], vec![captives], &places);
        field.turn(&[Decision::Yield { body: body(first + 1) }]);
        let slay = Decision::Slay { body: body(0) };
        let refused = field.position.check(Side::Attacker, &slay);
        let killed = refused.is_ok()
            && field.turn(&[slay]).contains(&Event::Slain { figure: FigureId(first + 1), by: FigureId(0) });
        (killed, refused)
    };
    assert!(slain(sergeant(3, &[Weapon::Sword]), sergeant(3, &[]), false).0);
    assert_eq!(slain(sergeant(3, &[Weapon::Sword]), sergeant(3, &[]), true).1, Err(Illegal::NobodyToSlay));
    assert_eq!(slain(foot_knight(Grade::C), foot_knight(Grade::C), false).1, Err(Illegal::NobodyToSlay));
    assert!(slain(foot_knight(Grade::C), sergeant(3, &[]), false).0);
}

#[test]
fn mm_8_2_sergeants_alone_are_listed_to_be_recruited_half_of_them_and_a_grade_lower() {
    // MM-8.2: Estmark holds knights, peasants and six sergeants of one battle; three may join, and after one has, two.
    let folder = folder();
    let mut store = open(&crate::support::march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    let held = store.captives(false).expect("read").into_iter().map(|line| line.captive);
    let held: Vec<_> = held.filter(|captive| captive.holder_side == estmark).collect();
    let count = |class| held.iter().filter(|captive| captive.standing.class == class).count();
    assert!(count(Class::Knight) > 0 && count(Class::Peasant) > 0 && count(Class::Sergeant) == 6);
    let may = captives::recruitable(&store, estmark).expect("they are listed");
    assert_eq!(may.iter().map(|captive| captive.standing.class).collect::<Vec<_>>(), [Class::Sergeant; 3]);
    assert_eq!([0, 1, 5, 6, 7].map(|taken| recruitment::may_still_join(taken, 0, 2)), [0, 0, 2, 3, 3], "rounded down");
    let unit = {
        let army = store.army_named("Garrison of Marlstone").expect("an army").id;
        let tree = organise::tree(&store, army).expect("its tree");
        tree.iter().find(|part| part.level == Level::Unit).expect("a unit").id
    };
    captives::recruit(&mut store, &[may[0].id], unit).expect("he joins");
    assert_eq!(store.person(may[0].person).expect("he").profile.grade, may[0].standing.grade.down());
    assert_eq!(captives::recruitable(&store, estmark).expect("they are listed").len(), 2);
    // Four of the five are freed: of those taken three may join, and one has; there is one left to ask.
    let left = held.iter().filter(|captive| captive.standing.class == Class::Sergeant && captive.id != may[0].id);
    let freed: Vec<_> = left.map(|captive| captive.id).skip(1).collect();
    captives::free(&mut store, &freed).expect("they go");
    let asked = captives::recruitable(&store, estmark).expect("they are listed");
    assert_eq!(asked.iter().map(|captive| captive.standing.class).collect::<Vec<_>>(), [Class::Sergeant]);
}

#[test]
fn mm_8_3_captive_peasants_serve_their_captors_as_combat_labourers_of_grade_e() {
    // MM-8.3: all of them may; they are of grade E whatever they were, stand in a unit, and are men of its army. Knights are not.
    let folder = folder();
    let mut store = open(&crate::support::march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    let may = captives::labourers(&store, estmark).expect("they are listed");
    assert!(may.len() > 1 && may.iter().all(|captive| captive.standing.class == Class::Peasant), "{may:?}");
    let army = store.army_named("Garrison of Marlstone").expect("an army").id;
    let unit = {
        let tree = organise::tree(&store, army).expect("its tree");
        tree.iter().find(|part| part.level == Level::Unit).expect("a unit").id
    };
    let men =
        |store: &banneret::store::Store| store.army_counts().expect("counts").get(&army).map_or(0, |count| count.men);
    let before = men(&store);
    let ids: Vec<_> = may.iter().map(|captive| captive.id).collect();
    captives::recruit(&mut store, &ids, unit).expect("they serve");
    assert_eq!((men(&store) - before) as usize, may.len());
    for captive in &may {
        let man = store.person(captive.person).expect("he");
        assert_eq!((man.side, man.formation, man.profile.grade), (estmark, Some(unit), Grade::E));
    }
    assert!(captives::labourers(&store, estmark).expect("they are listed").is_empty());
    // They rise by nothing they do: of the garrison's peasants only those may who are no labourers.
    let (enemy, place) = (store.army_named("Host of Gorwen").expect("an army").id, store.place_named("Marlstone"));
    let place = place.expect("a place").id;
    let comes = |act: &Act| {
        act.set_army_place(army, place, None)?;
        Ok((act.set_army_place(enemy, place, None)?, "They stand before the walls.".to_owned()))
    };
    store.act("place", &serde_json::json!({}), comes).expect("they come");
    let muster = plan::muster_of(&store, army, enemy, 7).expect("they face each other");
    let mut report = man_to_man::fight(&muster.plan, &man_to_man::Tables::book(), &mut NullSink).expect("no fault");
    report.winner = Some(Side::Attacker);
    let labours = |man: Man| may.iter().any(|captive| muster.person(man) == Some(captive.person));
    for told in report.men.iter_mut().filter(|told| told.side == Side::Attacker) {
        (told.fate, told.deeds) = (Fate::Unhurt, vec![Deed::FoughtHandToHand]);
    }
    assert!(report.men.iter().any(|told| labours(told.man)), "they are in the battle");
    let proposal = battle::propose(&store, muster.clone(), report, Settled::App, None, false).expect("a proposal");
    let rise: Vec<Man> =
        proposal.lines.iter().filter(|line| line.clause == "MM-8.7").filter_map(|line| line.man).collect();
    assert!(!rise.is_empty() && !rise.iter().any(|&man| labours(man)), "{rise:?}");
    let held = store.captives(false).expect("read").into_iter().map(|line| line.captive);
    let knight =
        held.into_iter().find(|captive| captive.holder_side == estmark && captive.standing.class == Class::Knight);
    let why = captives::recruit(&mut store, &[knight.expect("a knight").id], unit).expect_err("no knight does");
    assert!(why.sentence.contains("only sergeants and peasants"), "{}", why.sentence);
}

#[test]
fn mm_8_2_half_of_the_sergeants_rounded_down() {
    // MM-8.2
    let one_in = banneret::campaign::tables::Tables::book().recruited_captives_one_in as u32;
    assert_eq!([0, 1, 2, 5, 10].map(|taken| recruitment::may_still_join(taken, 0, one_in)), [0, 0, 1, 2, 5]);
}

/// A die that always shows one face.
struct Always(u32);

impl Dice for Always {
    fn die(&mut self, _: &'static str, _: u32) -> u32 {
        self.0
    }
}

const MAY_RISE: MayRise = MayRise { sides: 6, at: 6 };

fn proposed(fighter: &Fighter, fate: Fate, deeds: Vec<Deed>, winner: Option<Side>, face: u32) -> Vec<Change> {
    let (plan, report) = report_after(fighter, fate, deeds, winner);
    changes(&plan, &report, MAY_RISE, &mut Always(face))
}

fn steps(changes: &[Change]) -> Vec<(Grade, Grade, &str)> {
    changes.iter().map(|change| (change.from, change.to, change.clause)).collect()
}

#[test]
fn mm_8_3_captured_peasants_go_to_e() {
    // MM-8.3, MM-8.6
    let captive = Fate::Captive { by: Some(Man(2)) };
    let changes = proposed(&man_of(Class::Peasant, Grade::C), captive, vec![], None, 1);
    assert_eq!(steps(&changes), [(Grade::C, Grade::E, "MM-8.6")]);
    assert!(proposed(&man_of(Class::Peasant, Grade::E), captive, vec![], None, 1).is_empty());
    assert!(proposed(&man_of(Class::Sergeant, Grade::C), captive, vec![], None, 1).is_empty());
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
        let wagon = GearPiece { at: Some((q(20, 20), Heading::UP)), ..GearPiece::of(Thing::Wagon, 1, None) };
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
fn mm_8_5_the_dead_and_yielded_are_looted_but_never_a_yielded_knight() {
    // MM-8.5: half a turn a weapon, a turn for armour, two turns to put on protection 3, three for better.
    let slayer = sergeant(4, &[Weapon::Knife]);
    let victim = sergeant(2, &[Weapon::Bill, Weapon::Shield]);
    let forces = [vec![band(&slayer, 1)], vec![band(&victim, 2)]];
    // A wagon far off, so that the field has gear on it.
    let wagon = GearPiece { at: Some((q(20, 20), Heading::UP)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 43), down(2, 60, 300)];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    let take = |take| Task::Loot { from: FigureId(1), take };
    assert_eq!(field.position.check_task(body(0), &take(Booty::Weapon)), Err(Illegal::InMelee));
    // The bill is the longer, and strikes first, in vain.
    field.dice.show(ATTACK, &[1, 6]);
    field.dice.show(DEFENCE, &[6, 1]);
    field.dice.show(WOUND, &[6]);
    let events = field.turn(&[]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{events:#?}");
    field.turn(&[task(0, take(Booty::Weapon))]);
    assert_eq!(field.position.figure(FigureId(0)).profile.weapons.hand, Weapon::Bill);
    assert_eq!(field.position.check_task(body(0), &take(Booty::Weapon)), Err(Illegal::NothingToTake));
    field.turn(&[task(0, take(Booty::Shield))]);
    assert_eq!(field.position.figure(FigureId(0)).profile.protection.number(), 3, "a shield and no armour (MM-1.3)");
    field.turn(&[task(0, take(Booty::Armour))]);
    // Without his shield the dead man's armour was protection 3: two turns; with the shield it is 2.
    for protection in [3, 2] {
        field.turn(&[task(0, Task::PutOn)]);
        assert_eq!(field.position.figure(FigureId(0)).profile.protection.number(), protection);
    }
}

#[test]
fn mm_8_5_a_yielded_knight_is_not_looted() {
    // MM-8.5
    let taker = sergeant(3, &[Weapon::Sword]);
    let forces = |yielder: Fighter| {
        let single = matches!(yielder.profile.class, Class::Knight);
        let force = match single {
            true => force("force", vec![], vec![yielder.clone(), yielder]),
            false => force("force", vec![unit("a", None, &yielder, 1), unit("b", None, &yielder, 1)], vec![]),
        };
        [vec![band(&taker, 1)], vec![force]]
    };
    for (yielder, allowed) in [(foot_knight(Grade::C), false), (sergeant(1, &[Weapon::Sword, Weapon::Shield]), true)] {
        let wagon = GearPiece { at: Some((q(20, 20), Heading::UP)), ..GearPiece::of(Thing::Wagon, 1, None) };
        let places = [up(0, 100, 40), down(1, 100, 46), down(2, 60, 300)];
        let mut field = Field::with_gear(forces(yielder), [vec![wagon], vec![]], None, &places);
        field.turn(&[Decision::Yield { body: body(1) }]);
        let loot = Task::Loot { from: FigureId(1), take: Booty::Armour };
        assert_eq!(field.position.check_task(body(0), &loot).is_ok(), allowed);
    }
}

/// One man, who has a dead enemy before him with a bill and a shield, in armour that is so much protection with it.
fn over_the_dead(protection: u8) -> Field {
    over_the_dead_on(protection, None)
}

fn over_the_dead_on(protection: u8, ground: Option<&str>) -> Field {
    let slayer = sergeant(4, &[Weapon::Knife]);
    let victim = sergeant(protection, &[Weapon::Bill, Weapon::Shield]);
    let wagon = GearPiece { at: Some((q(20, 20), Heading::UP)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 43), down(2, 60, 300)];
    let forces = [vec![band(&slayer, 1)], vec![band(&victim, 2)]];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], ground, &places);
    field.dice.show(ATTACK, &[1, 6, 1, 6]);
    field.dice.show(DEFENCE, &[6, 1, 6, 1]);
    field.dice.show(WOUND, &[6, 6]);
    field.turn(&[]);
    assert_eq!(field.position.figure(FigureId(1)).state, State::Dead);
    field
}

#[test]
fn mm_8_5_half_a_turn_a_weapon_or_shield_a_turn_for_armour() {
    // MM-8.5: in one turn a weapon and a shield; armour alone, and nothing after half a turn of looting.
    let loot = |take| task(0, Task::Loot { from: FigureId(1), take });
    let [weapon, shield, armour] = [Booty::Weapon, Booty::Shield, Booty::Armour].map(loot);
    assert_eq!(over_the_dead(2).turn_with(&[weapon, shield]), []);
    assert_eq!(over_the_dead(2).turn_with(&[armour, weapon]), [weapon]);
    assert_eq!(over_the_dead(2).turn_with(&[weapon, armour]), [armour]);
}

/// So many men with knives, and one who has yielded to them.
fn before_the_yielded(takers: u16, yielded: &Fighter) -> Field {
    let one = |name: &str| unit(name, None, yielded, 1);
    let forces =
        [vec![band(&sergeant(4, &[Weapon::Knife]), takers.into())], vec![force("b", vec![one("a"), one("b")], vec![])]];
    let mut places: Vec<_> = (0..takers).map(|n| up(n, 100 + 4 * i32::from(n), 40)).collect();
    places.extend([down(takers, 100, 46), down(takers + 1, 60, 300)]);
    let mut field = Field::new(forces[0].clone(), forces[1].clone(), &places);
    field.turn(&[Decision::Yield { body: body(1) }]);
    assert!(matches!(field.position.figure(FigureId(takers)).state, State::Yielded { .. }));
    field
}

#[test]
fn mm_8_5_each_half_turn_of_looting_brings_one_weapon() {
    // MM-8.5: half a turn a weapon; what else he carries is still his, and is taken in another.
    let loot = |from| task(0, Task::Loot { from: FigureId(from), take: Booty::Weapon });
    let mut field = before_the_yielded(2, &sergeant(4, &[Weapon::Bill, Weapon::Sword]));
    let hands = |field: &Field| [0, 1].map(|man| field.position.figure(FigureId(man)).profile.weapons.hand);
    let bills = |field: &Field| hands(field).iter().filter(|&&hand| hand == Weapon::Bill).count();
    let mut once = before_the_yielded(2, &sergeant(4, &[Weapon::Bill, Weapon::Sword]));
    once.turn(&[loot(2)]);
    assert_eq!((bills(&once), once.position.figure(FigureId(2)).profile.weapons.hand), (1, Weapon::Sword));
    assert_eq!(field.turn_with(&[loot(2), loot(2)]), [], "two in a whole turn");
    assert!(bills(&field) == 1 && hands(&field).contains(&Weapon::Sword), "{:?}", hands(&field));
    assert_eq!(field.position.figure(FigureId(2)).profile.weapons.hand, Weapon::Improvised);
    let mut archer = before_the_yielded(1, &sergeant(4, &[Weapon::Longbow, Weapon::Sword]));
    archer.turn(&[loot(1)]);
    let bow = |field: &Field, man| {
        let figure = field.position.figure(FigureId(man));
        figure.profile.weapons.missile.map(|weapon| (weapon, figure.ammunition))
    };
    let full = Some((Weapon::Longbow, 12));
    assert_eq!((bow(&archer, 0), bow(&archer, 1)), (None, full), "his sword was taken, and not his bow");
    archer.turn(&[loot(1)]);
    assert_eq!((bow(&archer, 0), bow(&archer, 1)), (full, None));
    assert_eq!(archer.position.figure(FigureId(0)).profile.weapons.hand, Weapon::Sword);
}

#[test]
fn mm_8_5_two_turns_to_put_on_protection_3_and_three_for_better() {
    // MM-8.5: with his shield the dead man was a level better than by his armour alone (MM-1.3).
    for (worn, turns) in [(2, 2), (1, 3)] {
        let mut field = over_the_dead(worn);
        field.turn(&[task(0, Task::Loot { from: FigureId(1), take: Booty::Armour })]);
        for turn in 1..=turns {
            assert_eq!(field.position.figure(FigureId(0)).profile.protection.number(), 4, "turn {turn}");
            field.turn(&[task(0, Task::PutOn)]);
        }
        assert_eq!(field.position.figure(FigureId(0)).profile.protection.number(), worn + 1);
    }
}

#[test]
fn mm_8_5_nobody_loots_or_dresses_in_deep_water() {
    // MM-8.5, MM-3.1: at protection 2, by a shield or better armour, he could not swim; out of the river he may.
    let river = |x: &str| {
        format!(
            "name = \"a river\"\nwhat = \"A river.\"\nwidth = 100\ndepth = 90\n[[area]]\nkind = \"river\"\n\
             edge = [[{x}, 0], [60, 0], [60, 90], [{x}, 90]]\n\
             [attacker]\nline = [[5, 10], [24, 10]]\n[defender]\nline = [[5, 80], [24, 80]]\n"
        )
    };
    let into = Heading::of(q(0, 0).to(q(40, 0)));
    let mut field = over_the_dead_on(2, Some(&river("30")));
    field.turn(&[task(0, Task::Loot { from: FigureId(1), take: Booty::Armour })]);
    field.turn(&[march(0, into, 9, Gait::Walk)]);
    assert!(field.at(0).x > q(120, 0).x, "{:?}", field.at(0));
    assert_eq!(field.position.check_task(body(0), &Task::PutOn), Err(Illegal::InWater));
    field.turn(&[march(0, into.back(), 9, Gait::Walk)]);
    assert_eq!(field.position.check_task(body(0), &Task::PutOn), Ok(()));
    let mut field = over_the_dead_on(2, Some(&river("25.5")));
    let shield = Task::Loot { from: FigureId(1), take: Booty::Shield };
    assert_eq!(field.position.check_task(body(0), &shield), Ok(()));
    field.turn(&[march(0, into, 1, Gait::Walk)]);
    assert!(field.at(0).x > q(102, 0).x, "{:?}", field.at(0));
    assert_eq!(field.position.check_task(body(0), &shield), Err(Illegal::NotNear));
}

#[test]
fn mm_8_5_nobody_in_arms_is_looted() {
    // MM-8.5: the dead and the yielded.
    let taker = sergeant(3, &[Weapon::Knife]);
    let wagon = GearPiece { at: Some((q(20, 20), Heading::UP)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 46), down(2, 60, 300)];
    let forces = [vec![band(&taker, 1)], vec![band(&sergeant(2, &[Weapon::Bill]), 2)]];
    let field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    let loot = Task::Loot { from: FigureId(1), take: Booty::Weapon };
    assert_eq!(field.position.check_task(body(0), &loot), Err(Illegal::NothingToTake));
}

#[test]
fn mm_8_6_down_a_grade() {
    // MM-8.6
    let knight = man_of(Class::Knight, Grade::C);
    let falls = |fighter: &Fighter, fate, deeds| steps(&proposed(fighter, fate, deeds, None, 1)).len();
    assert_eq!(falls(&knight, Fate::Fled, vec![]), 1);
    assert_eq!(falls(&man_of(Class::Sergeant, Grade::C), Fate::Fled, vec![]), 0, "knights only");
    assert_eq!(falls(&knight, Fate::Unhurt, vec![Deed::FailedToMeetCharge]), 1);
    assert_eq!(falls(&man_of(Class::Sergeant, Grade::C), Fate::Unhurt, vec![Deed::HurtCleric(Man(9))]), 1, "anyone");
    assert_eq!(falls(&knight, Fate::Dead, vec![Deed::FailedToMeetCharge]), 0, "the dead have no grade to lose");
    let both = proposed(&knight, Fate::Fled, vec![Deed::FailedToMeetCharge], None, 1);
    assert_eq!(steps(&both), [(Grade::C, Grade::D, "MM-8.6"), (Grade::D, Grade::E, "MM-8.6")]);
    let past = proposed(&man_of(Class::Knight, Grade::A.up()), Fate::Fled, vec![], None, 1);
    assert_eq!(steps(&past), [(Grade::A.up(), Grade::A, "MM-8.6")], "A1 falls to A");
}

#[test]
fn mm_8_6_a_knight_whose_morale_fails_before_contact_loses_a_grade() {
    // MM-8.6: by a morale result before contact. Charged from behind he tests (MM-7.2): 2 + 2 + 3 and a knight's 1 is
    // craven, 4 + 4 + 3 is bold and he meets the charge.
    for (faces, grade) in [([2, 2, 3], Grade::D), ([4, 3, 3], Grade::C)] {
        let mut field = Field::duel(&swordsman(), &foot_knight(Grade::C), &[up(0, 240, 160), up(1, 240, 190)]);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(tests(&events)[0].1, [Cause::FromBehind]);
        assert_eq!(field.position.figure(FigureId(1)).profile.grade, grade);
    }
}

#[test]
fn mm_8_6_only_knights_lose_a_grade_by_evading() {
    // MM-8.6: a knight failing to meet a charge.
    let mut field = Field::duel(&swordsman(), &swordsman(), &[up(0, 240, 160), down(1, 240, 190)]);
    field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer: Answer::Evade }]);
    assert_eq!(field.position.figure(FigureId(1)).profile.grade, Grade::C);
    assert!(!field.position.report().men[1].deeds.contains(&Deed::FailedToMeetCharge));
}

#[test]
fn mm_8_6_failing_to_meet_a_charge_costs_a_grade_at_once() {
    // MM-8.6: by evading, not by standing; anyone who hurts a cleric likewise.
    for (answer, grade) in [(Answer::Evade, Grade::D), (Answer::Stand, Grade::C)] {
        let mut field =
            Field::duel(&sergeant(3, &[Weapon::Sword]), &foot_knight(Grade::C), &[up(0, 240, 160), down(1, 240, 190)]);
        field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer }]);
        assert_eq!(field.position.figure(FigureId(1)).profile.grade, grade);
        let failed = field.position.report().men[1].deeds.contains(&Deed::FailedToMeetCharge);
        assert_eq!(failed, answer == Answer::Evade);
    }
    let archer = sergeant(4, &[Weapon::Longbow]);
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let foot = unit("foot", None, &sergeant(3, &[]), 1);
    let places = [up(0, 240, 160), down(1, 100, 340), down(2, 240, 190)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![foot], vec![cleric])],
        &places,
    );
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.turn(&[shoot(0, 2)]);
    assert_eq!(field.position.figure(FigureId(0)).profile.grade, Grade::D);
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::HurtCleric(report.men[2].man)));
}

#[test]
fn mm_8_7_up_a_grade_after_a_victory() {
    // MM-8.7, CP-7.5: a six rises; the rest are listed as they were.
    let fought = || vec![Deed::FoughtHandToHand];
    let (won, lost) = (Some(Side::Attacker), Some(Side::Defender));
    let sergeant = man_of(Class::Sergeant, Grade::C);
    let rises = |fighter: &Fighter, deeds, winner, face| {
        proposed(fighter, Fate::Unhurt, deeds, winner, face).iter().any(|change| change.to > change.from)
    };
    assert!(rises(&sergeant, fought(), won, 6) && !rises(&sergeant, fought(), won, 5));
    assert!(!rises(&sergeant, fought(), lost, 6) && !rises(&sergeant, vec![], won, 6));
    assert!(!rises(&sergeant, vec![Deed::FoughtHandToHand, Deed::MadeToFlee], won, 6));
    assert!(!rises(&man_of(Class::Sergeant, Grade::B), fought(), won, 6), "no sergeant above B (MM-1.1)");
    assert!(!rises(&man_of(Class::Peasant, Grade::C), fought(), won, 6), "no peasant above C (MM-1.1)");
    let listed = proposed(&sergeant, Fate::Unhurt, fought(), won, 2);
    assert_eq!((listed[0].from, listed[0].to, listed[0].face), (Grade::C, Grade::C, Some(2)));
}

#[test]
fn mm_8_7_a_knight_who_unhorsed_an_equal() {
    // MM-8.7: equal or better in grade and class, after any battle; past A to A1. The other is a knight of grade C.
    let lost = Some(Side::Defender);
    let unhorsed = |grade, rank, face| {
        let mut knight = man_of(Class::Knight, grade);
        knight.profile.rank = rank;
        proposed(&knight, Fate::Unhurt, vec![Deed::Unhorsed(Man(2))], lost, face)
            .iter()
            .any(|change| change.to == grade.up() && change.clause == "MM-8.7")
    };
    assert!(unhorsed(Grade::C, Rank::Knight, 6) && unhorsed(Grade::D, Rank::Knight, 6));
    assert!(!unhorsed(Grade::B, Rank::Knight, 6), "he was the better");
    assert!(!unhorsed(Grade::C, Rank::Baron, 6), "of lower class");
    assert!(!unhorsed(Grade::C, Rank::Knight, 5));
    assert!(Grade::A.up().allowed(Class::Knight));
}

#[test]
fn mm_8_7_captives_and_the_fled_earn_nothing_nor_does_a_sergeant_unhorsed() {
    // MM-8.7: who fought hand to hand in a victory, and was never made to flee; a knight who unhorsed an equal.
    let won = Some(Side::Attacker);
    let rises = |fighter: &Fighter, fate, deeds, face| {
        proposed(fighter, fate, deeds, won, face).iter().any(|change| change.to > change.from)
    };
    let sergeant = man_of(Class::Sergeant, Grade::C);
    let fates = [Fate::Unhurt, Fate::Wounded, Fate::Fled, Fate::Captive { by: Some(Man(2)) }, Fate::Dead];
    let rise = fates.map(|fate| rises(&sergeant, fate, vec![Deed::FoughtHandToHand], 6));
    assert_eq!(rise, [true, true, false, false, false]);
    for (class, may) in [(Class::Knight, true), (Class::Sergeant, false)] {
        let (mut plan, report) =
            report_after(&man_of(Class::Knight, Grade::C), Fate::Unhurt, vec![Deed::Unhorsed(Man(2))], won);
        plan.hosts.defender.forces[0].single[0].profile.class = class;
        let changes = changes(&plan, &report, MAY_RISE, &mut Always(6));
        assert_eq!(changes.iter().any(|change| change.to == Grade::B), may, "{class}");
    }
}

/// A bearer shot dead from afar, with a man of another unit 3 in from him.
fn bearer_shot() -> (Field, Vec<Event>) {
    bearer_shot_near(12)
}

/// The same with the man so many quarter inches from him.
fn bearer_shot_near(quarters: i32) -> (Field, Vec<Event>) {
    let mut bearer = sergeant(4, &[Weapon::Sword]);
    bearer.standard = Some(Standard::Battle);
    let places = [up(0, 240, 160), down(1, 240, 190), down(2, 240, 190 + quarters)];
    let mut field =
        Field::new(vec![band_of(&[(&archer(), 1)])], vec![band_of(&[(&bearer, 1), (&swordsman(), 1)])], &places);
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[6]);
    field.dice.show("MM-8.8 standard", &[1]);
    let events = field.turn(&[shoot(0, 1)]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{events:#?}");
    (field, events)
}

#[test]
fn mm_8_8_who_shoots_a_bearer_does_not_take_his_standard() {
    // MM-8.8: it falls.
    let (field, events) = bearer_shot();
    let standard = Standard::Battle;
    assert!(events.contains(&Event::StandardFell { side: Side::Defender, standard, at: field.at(1) }));
    assert_eq!(field.position.standards()[0].place, StandardAt::Ground(field.at(1)));
}

#[test]
fn mm_8_8_half_a_move_to_pick_a_standard_up() {
    // MM-8.8: with the other half, at protection 3, he walks 4½ in.
    let pick_up = Decision::PickUp { body: body(2) };
    let (mut field, _) = bearer_shot();
    let before = field.at(2);
    assert_eq!(field.turn_with(&[pick_up, march(2, Heading::UP, 4, Gait::Walk)]), []);
    assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(2)));
    assert_eq!(field.at(2).distance(before), 4 * INCH);
    let (mut field, _) = bearer_shot();
    field.turn_with(&[pick_up, march(2, Heading::UP, 9, Gait::Walk)]);
    assert!(field.at(2).distance(before) <= 9 * INCH / 2, "not a whole move as well");
}

#[test]
fn mm_8_8_a_standard_is_picked_up_from_half_a_move_off_and_not_in_a_melee() {
    // MM-8.8: half of the 9 in of foot at protection 3 is 4½ in.
    let pick_up = Decision::PickUp { body: body(2) };
    for (quarters, may) in [(18, true), (19, false)] {
        let (mut field, _) = bearer_shot_near(quarters);
        assert_eq!(field.turn_with(&[pick_up]).is_empty(), may, "{quarters}");
    }
    let (mut field, _) = bearer_shot();
    field.turn(&[charge(0, 2, Gait::Run)]);
    assert!(field.position.touched(FigureId(2)));
    assert_eq!(field.turn_with(&[pick_up]), [pick_up]);
}

#[test]
fn mm_8_8_a_bearer_who_yields_gives_his_standard_up() {
    // MM-8.8: taken, and 50 points for a force's at the end.
    let bearer = Fighter { standard: Some(Standard::Force), ..swordsman() };
    let places = [up(0, 240, 160), down(1, 240, 176), down(2, 240, 340)];
    let defender = band_of(&[(&bearer, 1), (&swordsman(), 1)]);
    let mut field = Field::new(vec![band_of(&[(&swordsman(), 1)])], vec![defender], &places);
    let before = field.position.report().half_points.attacker;
    field.turn(&[Decision::Yield { body: body(1) }]);
    assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(0)));
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::TookStandard(Standard::Force)));
    assert_eq!(report.half_points.attacker - before, 2 * 50);
}

#[test]
fn mm_8_8_an_armys_standard_rides_on_a_wagon_until_it_is_taken() {
    // MM-8.8
    let mut places = row_up(0, 2, 200, 40);
    places.extend(row_down(2, 2, 40, 300));
    let wagon =
        GearPiece { standard: true, at: Some((q(202, 44), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let forces = [vec![band(&knifeman(), 2)], vec![band(&knifeman(), 2)]];
    let mut field = Field::with_gear(forces, [vec![], vec![wagon]], None, &places);
    let standard = field.position.standards()[0];
    assert_eq!((standard.standard, standard.place), (Standard::Army, StandardAt::Wagon(ThingId(0))));
    assert!(!standard.lost(field.position.figures()));
    let events = field.turn(&[task(0, Task::PickUp(ThingId(0)))]);
    assert!(events.iter().any(|event| matches!(event, Event::StandardTaken { standard: Standard::Army, .. })));
    assert!(field.position.standards()[0].lost(field.position.figures()));
}

#[test]
fn mm_8_8_the_standard_that_rides_on_a_wagon_is_the_armys_one_and_its_bearer_goes_without() {
    // MM-8.8: an army has one; what becomes of it is the loss of him who bears it else.
    let mut bearer = knifeman();
    bearer.standard = Some(Standard::Army);
    let places = [row_up(0, 2, 200, 40), row_down(2, 2, 40, 300)].concat();
    let wagon =
        GearPiece { standard: true, at: Some((q(202, 44), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let forces = [vec![band(&knifeman(), 2)], vec![band(&bearer, 1), band(&knifeman(), 1)]];
    let mut field = Field::with_gear(forces, [vec![], vec![wagon]], None, &places);
    let standards = field.position.standards();
    assert_eq!(standards.len(), 1, "{standards:?}");
    assert_eq!(standards[0].place, StandardAt::Wagon(ThingId(0)));
    assert_eq!(field.position.figure(FigureId(2)).standard, None);
    field.turn(&[task(0, Task::PickUp(ThingId(0)))]);
    let report = field.position.report();
    assert_eq!(report.spoils.standards, [(report.men[2].man, Standard::Army)]);
}

#[test]
fn mm_8_8_standards_fall_are_taken_and_raised() {
    // MM-8.8: an even chance to take it from a bearer killed hand to hand.
    for (face, taken) in [(3, true), (4, false)] {
        let mut bearer = sergeant(4, &[Weapon::Sword]);
        bearer.standard = Some(Standard::Battle);
        let defenders = vec![unit("bearer", None, &bearer, 1), unit("others", None, &sergeant(3, &[Weapon::Sword]), 1)];
        let places = [up(0, 240, 160), down(1, 240, 163), down(2, 240, 174)];
        let striker = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
        let mut field = Field::new(
            vec![force("a", vec![unit("a", None, &striker, 1)], vec![])],
            vec![force("b", defenders, vec![])],
            &places,
        );
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        field.dice.show("MM-8.8 standard", &[face]);
        let events = field.turn(&[]);
        if taken {
            assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(0)));
            let report = field.position.report();
            assert!(report.men[0].deeds.contains(&Deed::TookStandard(Standard::Battle)));
            // Whoever bore it has lost it.
            assert_eq!(report.spoils.standards, [(report.men[1].man, Standard::Battle)]);
            // 150 points to the taker.
            assert_eq!(field.position.report().half_points.attacker, 2 * (150 + 3 + 4 + 2 + 1));
        } else {
            assert!(events.iter().any(|event| matches!(event, Event::StandardFell { .. })), "{events:?}");
            let events = field.turn(&[Decision::PickUp { body: body(2) }]);
            assert!(events.contains(&Event::StandardRaised {
                side: Side::Defender,
                standard: Standard::Battle,
                by: FigureId(2)
            }));
            assert!(field.position.report().spoils.standards.is_empty(), "it is in its own side's hands");
        }
    }
}

#[test]
fn mm_8_5_what_is_looted_is_reported_and_a_broken_lance_is_not() {
    // MM-8.5
    let mut field = over_the_dead(2);
    let before = field.position.report().spoils.arms;
    assert!(before.is_empty(), "{before:?}");
    field.turn(&[task(0, Task::Loot { from: FigureId(1), take: Booty::Weapon })]);
    let report = field.position.report();
    let arms: Vec<_> = report.spoils.arms.iter().map(|(man, ..)| *man).collect();
    assert_eq!(arms, [report.men[0].man], "who looted the dead, and not the dead");
    assert!(report.spoils.arms[0].2.len() > 1, "{:?}", report.spoils.arms);
}

#[test]
fn mm_8_9_a_cleric_comes_unarmed_and_unprotected_whatever_his_roster_says() {
    // MM-8.9: a bishop in mail with a mace is told of, and comes without.
    let bishop = fighter(Class::Cleric, Grade::A, 2, &[Weapon::Mace, Weapon::Shield], Horse::None);
    let plan = crate::rosters::plan(vec![force("a", vec![], vec![bishop])], vec![band(&knifeman(), 2)], 1);
    let told = banneret::rules::man_to_man::warnings(&plan);
    assert!(told.iter().any(|told| told.contains("unarmed and unprotected (MM-8.9)")), "{told:?}");
    let bishop = plan.hosts.attacker.forces[0].single[0].clone();
    let forces = (vec![force("a", vec![unit("a", None, &knifeman(), 1)], vec![bishop])], vec![band(&knifeman(), 1)]);
    let field = Field::new(forces.0, forces.1, &[up(0, 200, 40), up(1, 220, 40), down(2, 200, 300)]);
    let profile = &field.position.figure(FigureId(1)).profile;
    assert_eq!((profile.class, profile.protection.number(), profile.weapons.shield), (Class::Cleric, 4, false));
    assert_eq!(profile.weapons.hand, Weapon::Improvised);
    assert!(field.position.report().spoils.arms.is_empty(), "he came with none");
}

#[test]
fn mm_8_9_clerics_attacked_yield() {
    // MM-8.9
    let cleric = fighter(Class::Cleric, Grade::A, 4, &[], Horse::None);
    let foot = unit("foot", None, &sergeant(3, &[]), 1);
    let places = [up(0, 240, 160), down(1, 100, 340), down(2, 240, 163)];
    let mut field = Field::new(
        vec![force("a", vec![unit("a", None, &sergeant(3, &[Weapon::Sword]), 1)], vec![])],
        vec![force("b", vec![foot], vec![cleric])],
        &places,
    );
    let events = field.turn(&[]);
    assert!(blows(&events).is_empty());
    assert!(events.contains(&Event::Yielded { figure: FigureId(2), to: FigureId(0) }));
}
