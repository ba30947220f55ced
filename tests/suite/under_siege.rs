//! Castle under Siege as it is played at a table and kept: entries made, taken back, kept and resumed (CU-2.4).

use crate::cu_table::{NOWHERE, on, spot};
use banneret::app::under_siege::{SiegeBeginning, SiegeGame, SiegeSeat, TableShot, chances};
use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::geometry::{INCH, Point};
use std::collections::BTreeMap;

fn begun(hands: BySide<SiegeSeat>) -> SiegeGame {
    let agreed = Agreed { strength: Strength::Average, reckoning: Reckoning::Points };
    let house = BTreeMap::from([("castle_soldiers".to_owned(), "6".to_owned())]);
    SiegeGame::new(SiegeBeginning { agreed, house, hands, seed: 7 }).expect("its numbers are within their bounds")
}

fn same(one: &SiegeGame, other: &SiegeGame) {
    assert!(one.position() == other.position() && one.told(0) == other.told(0) && one.kept() == other.kept());
}

const PEOPLE: BySide<SiegeSeat> = BySide { attacker: SiegeSeat::Person, defender: SiegeSeat::Person };

/// The counters placed by hand.
fn placed() -> SiegeGame {
    let mut game = begun(PEOPLE);
    while let Some(&role) = Role::ALL.iter().find(|&&role| game.position().unplaced(role) > 0) {
        game.enter(&[Decision::Place(role, spot("a1"))]).expect("there is one left");
    }
    game.enter(&[Decision::Done]).expect("all are placed");
    game
}

fn shot(with: Ammunition, place: Point, turned: u16, deflected: bool) -> TableShot {
    let (from, landing) = (Point::new(8 * INCH, -15 * INCH), Landing { at: place, turned });
    TableShot { with, deflected, landed: Landed { from, aim: None, setting: 1, landing } }
}

#[test]
fn a_game_at_a_table_is_entered_taken_back_kept_and_gone_on_with() {
    let mut game = placed();
    assert_eq!(game.position().people().len(), 16, "six soldiers by a house number");
    let before = game.clone();
    let boulder = shot(Ammunition::Boulder, on("g1"), 30, true);
    // Looked at first, nothing is entered.
    let told = game.looked_at(&boulder).expect("it may be made");
    same(&game, &before);
    assert!(
        told.iter()
            .any(|line| line.contains("turned 30°: 3.9% on the south wall by the west, 92.3% on the south gatehouse")),
        "{told:?}"
    );
    assert!(told.contains(&"The south gatehouse loses a point.".to_owned()), "{told:?}");
    let from = game.happened();
    game.enter_shot(&boulder).expect("it may be made");
    assert_eq!(game.told(from), told);
    game.enter(&[Decision::Done]).expect("the turn may end");
    // The file is read as it was written, and resumed.
    let mut again = SiegeGame::read(&game.write()).expect("it is read");
    same(&again, &game);
    // An entry is taken back whole, one after the other, to the beginning.
    again.take_back().expect("the turn's end");
    again.take_back().expect("the shot with its ammunition and the wizard");
    same(&again, &before);
    let mut entries = 0;
    while again.take_back().is_ok() {
        entries += 1;
    }
    assert_eq!((entries, again.is_empty()), (17, true));
    assert!(again.take_back().is_err_and(|why| why.sentence.contains("nothing of yours")));
}

#[test]
fn a_refused_entry_leaves_the_game_as_it_was() {
    let mut game = placed();
    let before = game.clone();
    let shots = [
        shot(Ammunition::Boulder, Point::new(400 * INCH, 0), 0, false),
        TableShot {
            landed: Landed { from: Point::new(0, -5 * INCH), ..shot(Ammunition::Fire, on("g1"), 0, false).landed },
            ..shot(Ammunition::Fire, on("g1"), 0, false)
        },
    ];
    for shot in shots {
        assert!(game.enter_shot(&shot).is_err());
        assert!(game.looked_at(&shot).is_err());
        same(&game, &before);
    }
    // The wizard rests after casting, and who says that he cast again is told so.
    game.enter_shot(&shot(Ammunition::Fire, NOWHERE, 0, true)).expect("he is rested");
    game.enter(&[Decision::Done]).expect("the turn may end");
    let again = TableShot {
        landed: Landed { from: Point::new(0, -15 * INCH), ..shot(Ammunition::Fire, NOWHERE, 0, true).landed },
        ..shot(Ammunition::Fire, NOWHERE, 0, true)
    };
    let refused = game.enter_shot(&again).expect_err("he rests");
    assert!(refused.sentence.contains("he rests 4 turns"), "{refused}");
    let without = TableShot { deflected: false, ..again };
    game.enter_shot(&without).expect("without him it is made");
}

#[test]
fn the_program_answers_and_what_its_dice_have_shown_stands() {
    // The program in the castle: its counters are placed at once, and its turn is played with the shot it answers.
    let defends = BySide { attacker: SiegeSeat::Person, defender: SiegeSeat::Program(Craft::Journeyman) };
    let mut game = begun(defends);
    game.go_on().expect("it places its counters");
    let before = game.clone();
    game.enter(&[Decision::Choose(Ammunition::Boulder)]).expect("there are eight");
    game.go_on().expect("it says whether the wizard casts");
    // CU-2.1: his answer was given to this choice, which stands.
    assert!(game.take_back().is_err_and(|why| why.sentence.starts_with("The wizard has answered")));
    let mut game = before.clone();
    game.enter_shot(&shot(Ammunition::Boulder, on("g1"), 0, false)).expect("a shot from the table");
    game.go_on().expect("it plays its turn");
    game.take_back().expect("no dice of the program's were thrown");
    same(&game, &before);
    game.enter(&[Decision::Choose(Ammunition::Boulder)]).expect("there are eight");
    game.go_on().expect("it answers");
    let (from, aim) = (Point::new(8 * INCH, -15 * INCH), on("g1"));
    game.enter(&[Decision::Shoot { from, aim, setting: 0 }]).expect("14 in away");
    game.go_on().expect("it plays its turn");
    assert!(game.take_back().is_err_and(|why| why.sentence == "What the dice have shown stands."));
    // The program against itself, to the end; and the same again from the file.
    let both =
        BySide { attacker: SiegeSeat::Program(Craft::Apprentice), defender: SiegeSeat::Program(Craft::Apprentice) };
    let mut game = begun(both);
    game.go_on().expect("it plays");
    assert!(game.position().ending().is_some());
    same(&SiegeGame::read(&game.write()).expect("it is read"), &game);
    assert_eq!(game.events_at(game.len()).len(), game.happened());
    assert!(!game.brought_about(game.len()).is_empty());
}

#[test]
fn a_file_that_is_no_such_game_says_what_is_wrong_with_it() {
    let text = placed().write();
    let told = |text: &str| SiegeGame::read(text).map(|_| ()).map_err(|bad| bad.sentence);
    assert_eq!(told(&text), Ok(()));
    for (from, to, says) in [
        ("castle under siege", "chess", "This is no game of Castle under Siege, but “chess”."),
        ("\"average\"", "\"paper\"", "average or powerful"),
        ("castle_soldiers", "castle_soldier", "castle_soldiers"),
        (
            "\\\"soldier\\\",\\\"a1\\\"",
            "\\\"soldier\\\",\\\"z9\\\"",
            "This game cannot be played on: decision 1: Z9 is no spot",
        ),
        ("\\\"a1\\\"", "\\\"\\\"", "This game cannot be played on: decision 1"),
        ("\"defender\",", "\"attacker\",", "it is not that side’s to decide"),
        ("\"entries\": [\n    0,", "\"entries\": [\n    9,", "its entries are not in order"),
        ("\"seed\"", "\"sead\"", "no game of Castle under Siege"),
    ] {
        assert!(text.contains(from), "{from}");
        let sentence = told(&text.replacen(from, to, 1)).expect_err("it is no game");
        assert!(sentence.contains(says), "{sentence}");
    }
}

#[test]
fn what_a_shot_may_hit_is_told_as_often_as_it_does() {
    // CU-2.2, CU-2.3: against four thousand shots thrown.
    let game = placed();
    let position = game.position();
    let (from, aim, setting) = (Point::new(3 * INCH, -15 * INCH), on("f1"), 1);
    let figures = position.tables().setting(setting).expect("a setting");
    let told = chances(position, from, aim, setting);
    let mut dice = Seeded::new(11);
    let mut shots = || scatter(from, aim, &figures, &position.tables().arm, &mut dice).1;
    let thrown: Vec<Landing> = (0..4000).map(|_| Landing::square(shots())).collect();
    assert!(told.windows(2).all(|pair| pair[0].touched >= pair[1].touched), "the likeliest first");
    for chance in told {
        let share = |landing: &Landing| {
            let shares = position.shares(*landing);
            shares.into_iter().find(|(thing, _)| *thing == chance.on).map(|(_, share)| share)
        };
        let often =
            |of: &dyn Fn(Share) -> bool| thrown.iter().filter(|landing| share(landing).is_some_and(of)).count() as u32;
        let (touched, over) = (often(&|_| true) / 4, often(&Share::over_half) / 4);
        assert!(
            chance.touched.abs_diff(touched) <= 25 && chance.over_half.abs_diff(over) <= 25,
            "{chance:?} {touched} {over}"
        );
    }
}
