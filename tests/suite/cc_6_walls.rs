//! Castle Cracker: the fight for a wall man by man, ladders, and towers alight (CC-6.3 to CC-6.6).

use banneret::rules::castle_cracker::wall::{parted, roll_push, roll_tower_fire, strike_need, wall_round};
use banneret::rules::castle_cracker::{Armour, Tables};
use banneret::rules::dice::Dice;
use banneret::rules::odds::Odds;
use std::collections::VecDeque;

/// Dice that show given faces.
struct Faces(VecDeque<u32>);

impl Dice for Faces {
    fn die(&mut self, roll: &'static str, _sides: u32) -> u32 {
        self.0.pop_front().unwrap_or_else(|| panic!("no die was laid out for {roll}"))
    }
}

fn faces<const N: usize>(faces: [u32; N]) -> Faces {
    Faces(VecDeque::from(faces))
}

/// CC-6.5, the worked value: a heavy attacker strikes a light defender in 15 of 36, and every strike fells him.
#[test]
fn cc_6_5_one_against_one_as_exact_odds() {
    let tables = Tables::book();
    let fells = |attacker, defender| {
        let odds = Odds::of(|dice| {
            let round = wall_round(attacker, &[defender], &tables, dice);
            (round.falls.is_some(), round.one_falls)
        })
        .expect("few paths");
        (odds.exact(&(true, false)), odds.exact(&(false, true)), odds.exact(&(false, false)))
    };
    let exact = |texts: [&str; 3]| (texts[0].to_owned(), texts[1].to_owned(), texts[2].to_owned());
    // 15/36 × 6/6 for him; 15/36 × 2/6 against him.
    assert_eq!(fells(Armour::Heavy, Armour::Light), exact(["90/216", "30/216", "96/216"]));
    assert_eq!(fells(Armour::Light, Armour::Medium), exact(["60/216", "90/216", "66/216"]));
    assert_eq!(fells(Armour::Heavy, Armour::Heavy), exact(["30/216", "30/216", "156/216"]));
}

/// CC-6.5: what strikes home.
#[test]
fn cc_6_5_strikes_by_armour() {
    let tables = Tables::book();
    assert_eq!(Armour::ALL.iter().map(|armour| strike_need(*armour, &tables)).collect::<Vec<_>>(), [1, 3, 5]);
}

/// CC-6.5: one against several rolls once; every enemy that beats his roll rolls for armour; ties do nothing.
#[test]
fn cc_6_5_one_against_several_rolls_once() {
    let tables = Tables::book();
    let three = [Armour::Heavy, Armour::Light, Armour::Medium];
    // He rolls 4; they roll 5, 3 and 6. He beats the light one he picked, and 1 is enough; two beat him: 2 and 3 on his
    // medium armour.
    let round = wall_round(Armour::Medium, &three, &tables, &mut faces([4, 5, 3, 6, 1, 2, 3]));
    assert_eq!((round.one, round.many.as_slice(), round.falls, round.one_falls), (4, &[5, 3, 6][..], Some(1), true));
    // A tie with the picked one does nothing, though he beats another he has not picked.
    let round = wall_round(Armour::Medium, &three, &tables, &mut faces([4, 2, 4, 4]));
    assert_eq!((round.falls, round.one_falls), (None, false));
    // Beaten, but the strike does not get through his armour.
    let round = wall_round(Armour::Heavy, &[Armour::Light], &tables, &mut faces([1, 6, 4]));
    assert_eq!((round.falls, round.one_falls), (None, false));
}

/// CC-6.6: three may fight one, a fourth if his back is open.
#[test]
fn cc_6_6_three_fight_one_and_a_fourth_at_his_back() {
    let tables = Tables::book();
    assert_eq!(parted(&[false], 9, &tables), [3]);
    assert_eq!(parted(&[true], 9, &tables), [4]);
    assert_eq!(parted(&[false; 3], 7, &tables), [3, 2, 2]);
    assert_eq!(parted(&[true; 2], 2, &tables), [1, 1]);
    // Of two men only the one whose back is open has a fourth against him.
    assert_eq!(parted(&[true, false], 9, &tables), [4, 3]);
}

/// CC-6.3, CC-6.4: 1–3 the ladder falls and the tower burns, 4–6 not.
#[test]
fn cc_6_3_ladders_and_towers_are_even_chances() {
    let tables = Tables::book();
    assert_eq!(Odds::of(|dice| roll_push(&tables, dice).1).expect("few paths").exact(&true), "3/6");
    assert_eq!(Odds::of(|dice| roll_tower_fire(&tables, dice).1).expect("few paths").exact(&true), "3/6");
    assert_eq!((roll_push(&tables, &mut faces([4])), roll_push(&tables, &mut faces([3]))), ((4, true), (3, false)));
    assert_eq!(roll_tower_fire(&tables, &mut faces([3])), (3, false));
    // CC-6.1: turns of ramming, and the oil of a castle.
    assert_eq!((tables.castle.gate, tables.castle.wall, tables.castle.oil), (4, 7, 3));
}
