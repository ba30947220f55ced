//! The fight for a wall, man by man (CC-6.4 to CC-6.6), and what fire does to a tower (CC-6.3).

use super::tables::Tables;
use super::troops::Armour;
use crate::rules::dice::Dice;

/// What a strike against armour is rolled for.
pub const ARMOUR_ROLL: &str = "CC-6.5 armour";

/// A strike against armour: what was rolled, and from what on the man falls (CC-6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    pub face: u8,
    pub need: u8,
}

impl Strike {
    fn roll(against: Armour, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> Self {
        Self { face: dice.die(ARMOUR_ROLL, 6) as u8, need: strike_need(against, tables) as u8 }
    }

    fn fells(self) -> bool {
        self.face >= self.need
    }
}

/// A round of one man against one or several (CC-6.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WallRound {
    /// What the one rolled.
    pub one: u8,
    /// What each of his enemies rolled.
    pub many: Vec<u8>,
    /// The one's strike at the enemy he would beat.
    pub strike: Option<Strike>,
    /// The strikes of those who beat the one.
    pub struck: Vec<Strike>,
    pub one_falls: bool,
    /// Which of his enemies struck him down, the first who did.
    pub felled_by: Option<usize>,
    /// Which of his enemies falls.
    pub falls: Option<usize>,
}

/// What a strike must roll on 1d6 against an armour (CC-6.5).
pub fn strike_need(armour: Armour, tables: &Tables) -> u32 {
    match armour {
        Armour::Light => tables.strike.light,
        Armour::Medium => tables.strike.medium,
        Armour::Heavy => tables.strike.heavy,
    }
}

/// One man against one or several: he rolls once and has picked the one he would beat, the first of the lightest armour;
/// every enemy that beats his roll strikes him (CC-6.5). Strikes are at once.
pub fn wall_round(one: Armour, many: &[Armour], tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> WallRound {
    let mut round = WallRound { one: dice.die("CC-6.5 fight", 6) as u8, ..WallRound::default() };
    round.many = many.iter().map(|_| dice.die("CC-6.5 fight", 6) as u8).collect();
    let lightest = many.iter().enumerate().min_by_key(|(_, armour)| **armour);
    if let Some((picked, armour)) = lightest
        && round.one > round.many[picked]
    {
        let strike = Strike::roll(*armour, tables, dice);
        round.falls = strike.fells().then_some(picked);
        round.strike = Some(strike);
    }
    for (at, roll) in round.many.iter().enumerate() {
        if *roll > round.one {
            let strike = Strike::roll(one, tables, dice);
            if strike.fells() {
                round.one_falls = true;
                round.felled_by.get_or_insert(at);
            }
            round.struck.push(strike);
        }
    }
    round
}

/// How a wall fight is parted: for each of the side that has fewer men, by whether his back is open, how many fight him; the
/// first men have one more where it does not go even, and no more than may fight one (CC-6.6).
pub fn parted(fewer: &[bool], more: usize, tables: &Tables) -> Vec<usize> {
    let (each, first) = (more / fewer.len().max(1), more % fewer.len().max(1));
    let most = |open: bool| if open { tables.gang.open } else { tables.gang.closed };
    fewer.iter().enumerate().map(|(man, open)| (each + usize::from(man < first)).min(most(*open))).collect()
}

/// Rolls whether a man on a pushed ladder is up; otherwise it falls (CC-6.4).
pub fn roll_push(tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> (u8, bool) {
    let face = dice.die("CC-6.4 push", 6);
    (face as u8, face >= tables.castle.climbs)
}

/// Rolls whether the fire of a tower is out; otherwise it burns (CC-6.3).
pub fn roll_tower_fire(tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> (u8, bool) {
    let face = dice.die("CC-6.3 fire", 6);
    (face as u8, face >= tables.castle.out)
}
