//! Castle under Siege: engineers play the variant (CU-5), in which the killed are counted against the survivors if nothing is
//! destroyed.

use crate::cu_table::*;
use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain as _, Game as _, NullSink};
use std::sync::Arc;

const VARIANT: Agreed = Agreed { strength: Strength::Powerful, reckoning: Reckoning::Points };

/// An engineer, and whether he knows that the variant is played.
#[derive(Clone, Copy)]
struct Seated {
    craft: Craft,
    knows: bool,
}

/// Games of the variant that the attacker wins, of so many. Who does not know of it decides as if the same game were played
/// without it: beside the game the same shots fall and the same deeds are done in one that is.
fn won(tables: &Arc<Tables>, attacker: Seated, defender: Seated, games: u64) -> u64 {
    let plays = |seed: &u64| {
        let mut game = Position::new(VARIANT, tables);
        let mut plain = Position::new(Agreed { reckoning: Reckoning::Plain, ..VARIANT }, tables);
        let mut dice = Seeded::new(seed * 17 + 3);
        while let Some(side) = game.pending().first() {
            let seated = if side == Side::Attacker { attacker } else { defender };
            let engineer = Engineer::of(seated.craft);
            let decision = engineer.decide(&if seated.knows { game.view(side) } else { plain.view(side) });
            let mut told = Vec::new();
            game.play(side, decision.clone(), &mut dice, &mut told).expect("an engineer decides what he may");
            let lies = told.iter().find_map(|event| match event {
                Event::Shot(shot) => Some(shot.landing),
                _ => None,
            });
            let same = match (decision, lies) {
                (Decision::Shoot { from, aim, setting }, Some(landing)) => {
                    Decision::Landed(Landed { from, aim: Some(aim), setting, landing })
                }
                (decision, _) => decision,
            };
            plain.play(side, same, &mut Seeded::new(0), &mut NullSink).expect("it may be done without the variant too");
        }
        game.ending().expect("it is over").winner() == Side::Attacker
    };
    (0..games).filter(plays).count() as u64
}

/// A castle that nobody brings down, so that points decide.
fn hard() -> Arc<Tables> {
    house(&[("wall_points", "30"), ("tower_points", "30"), ("gatehouse_points", "30"), ("keep_points", "30")])
}

#[test]
fn cu_5_who_knows_of_the_variant_wins_more_by_it_at_the_catapult() {
    let heaped = Seated { craft: Craft::Apprentice, knows: false };
    for craft in [Craft::Journeyman, Craft::Master] {
        let by = |knows| won(&hard(), Seated { craft, knows }, heaped, 40);
        let (knowing, unknowing) = (by(true), by(false));
        println!(
            "{craft} against a heaped castle that stands: {knowing} of 40 knowing of the variant, {unknowing} else"
        );
        assert!(knowing >= unknowing + 5, "{craft}: {knowing} of 40 knowing of the variant, {unknowing} else");
    }
}

#[test]
fn cu_5_who_knows_of_the_variant_loses_less_by_it_in_the_castle() {
    let shoots = Seated { craft: Craft::Master, knows: true };
    let by = |knows| won(&hard(), shoots, Seated { craft: Craft::Apprentice, knows }, 40);
    let (knowing, unknowing) = (by(true), by(false));
    println!("won by a master against an apprentice: {knowing} of 40 who knows of the variant, {unknowing} else");
    assert!(knowing + 5 <= unknowing, "{knowing} of 40 by who knows of the variant, {unknowing} else");
}

/// A game of five counters, of which three lie dead, and everything stands: the attacker leads by points.
fn led() -> Under {
    let few = [
        ("castle_soldiers", "4"),
        ("castle_priests", "0"),
        ("castle_stonemasons", "1"),
        ("castle_water_boys", "0"),
        ("castle_wizards", "0"),
    ];
    let agreed = Agreed { reckoning: Reckoning::Points, ..AVERAGE };
    let stack = [(Role::Soldier, "d4"), (Role::Soldier, "d4"), (Role::Soldier, "d4")];
    let wanted: Vec<_> = stack.into_iter().chain([(Role::Soldier, "l12"), (Role::Stonemason, "e1")]).collect();
    let mut it = Under::with(agreed, &house(&few), &wanted);
    it.lands(Ammunition::Boulder, on("d4"), false);
    assert_eq!(it.game.victory_points(), Some((3, 2)));
    it
}

#[test]
fn cu_5_who_leads_by_points_shoots_at_people_in_the_court_and_breaks_no_wall() {
    for craft in [Craft::Apprentice, Craft::Journeyman] {
        let mut it = led();
        it.done();
        let engineer = Engineer::of(craft);
        let Decision::Choose(with) = engineer.decide(&it.game.view(Side::Attacker)) else { panic!("he chooses") };
        assert!(craft == Craft::Apprentice || with == Ammunition::Disease, "{craft}: {with} harms no wall");
        it.plays(Decision::Choose(with)).expect("there is some");
        let Decision::Shoot { aim, .. } = engineer.decide(&it.game.view(Side::Attacker)) else { panic!("he shoots") };
        assert_eq!(aim, on("l12"), "{craft}");
    }
    // A master breaks no wall that would take his lead from him.
    let mut it = led();
    let mut dice = Seeded::new(5);
    it.done();
    while let Some(side) = it.game.pending().first() {
        let decision = Engineer::of(Craft::Master).decide(&it.game.view(side));
        it.game.play(side, decision, &mut dice, &mut NullSink).expect("he may");
    }
    assert_eq!(it.game.ending().map(Ending::winner), Some(Side::Attacker));
}

#[test]
fn cu_5_a_castle_behind_by_points_mends_no_wall_that_would_save_it_by_falling() {
    for (craft, mends) in [(Craft::Apprentice, true), (Craft::Journeyman, false), (Craft::Master, false)] {
        let mut it = led();
        it.done();
        it.lands(Ammunition::Boulder, on("c1"), false);
        assert_eq!(it.points("south wall by the west"), 1);
        let decision = Engineer::of(craft).decide(&it.game.view(Side::Defender));
        let mason = it.first(Role::Stonemason);
        assert_eq!(decision == Decision::Act(mason, Errand::Repair), mends, "{craft}: {decision:?}");
    }
    // Without the variant he is put to work.
    let mut it = Under::average(&[(Role::Stonemason, "e1")]);
    it.lands(Ammunition::Boulder, on("c1"), false);
    let mason = it.first(Role::Stonemason);
    let repairs = Decision::Act(mason, Errand::Repair);
    assert_eq!(Engineer::of(Craft::Master).decide(&it.game.view(Side::Defender)), repairs);
}

#[test]
fn cu_5_in_the_variant_nobody_heaps_his_counters() {
    for craft in Craft::ALL {
        let most_on_one = |reckoning| {
            let mut game = Position::new(Agreed { reckoning, ..AVERAGE }, &Tables::book());
            while *game.stage() == Awaited::Place {
                let decision = Engineer::of(*craft).decide(&game.view(Side::Defender));
                game.play(Side::Defender, decision, &mut Seeded::new(0), &mut NullSink).expect("he may");
            }
            let on = |spot: CastleSpot| game.people().iter().filter(|person| person.spot == spot).count();
            game.people().iter().map(|person| on(person.spot)).max().expect("somebody")
        };
        let (plain, variant) = (most_on_one(Reckoning::Plain), most_on_one(Reckoning::Points));
        let most = if *craft == Craft::Apprentice { 2 } else { 1 };
        assert!(variant <= most && variant <= plain, "{craft}: {variant} on a spot, {plain} without the variant");
    }
}

#[test]
fn cu_5_by_the_books_numbers_knowing_of_the_variant_is_no_worse() {
    // Where structures fall as the book has it they decide most games; who looks to the points besides loses nothing by it.
    let book = Tables::book();
    for craft in [Craft::Journeyman, Craft::Master] {
        let by = |defender, knows| {
            let defender = Seated { craft: defender, knows: true };
            won(&book, Seated { craft, knows }, defender, 40)
        };
        for defender in Craft::ALL {
            let (knowing, unknowing) = (by(*defender, true), by(*defender, false));
            println!("{craft} against {defender}: {knowing} of 40 knowing of the variant, {unknowing} else");
            assert!(knowing + 6 >= unknowing, "{craft} against {defender}: {knowing} of 40, {unknowing} else");
        }
    }
}
