//! The odds of Castle Cracker: shots and the cup, the fight for a wall, and what a turn hand to hand removes.

use super::{HELP, RollOdds, RollOutcome, bad, count, word};
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_cracker::cup::{CupFall, roll_cup};
use crate::rules::castle_cracker::melee::{FightingMen, exchange, removes};
use crate::rules::castle_cracker::shooting::{Band, MissileShot, Shelter, aim_parts, breaks, hit_need, roll_hit};
use crate::rules::castle_cracker::tables::Aim;
use crate::rules::castle_cracker::wall::{ARMOUR_ROLL, roll_push, roll_tower_fire, strike_need, wall_round};
use crate::rules::castle_cracker::{Armour, Hardness, ShotWeapon, Tables};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};

/// A roll of Castle Cracker whose odds are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrackerRoll {
    /// A shot of one man, or of an engine at the first man of a file: 2d6 (CC-4.2); or what lies under the cup of an engine
    /// that throws by it (CC-4.7).
    Shoot {
        /// What with: thrown, bow, crossbow, musket, ballista, catapult, cannon or howitzer.
        weapon: String,
        /// How far: close, medium or long.
        band: String,
        /// What is hit: light, medium, heavy, siege gun, siege tower, ram, chariot, war wagon or gate.
        armour: String,
        /// It fights behind walls.
        walls: bool,
        /// It stands behind wagons or houses.
        wagons: bool,
        /// Neither has moved for a turn.
        still: bool,
    },
    /// Where the cup falls: 1d6 (CC-4.7).
    Cup,
    /// A round of one man against another on a wall, or against several (CC-6.5).
    Wall {
        /// The attacker's armour.
        attacker: String,
        /// The defender's armour; of several, such as `light,light,medium`.
        defender: String,
    },
    /// Whether a pushed ladder falls: 1d6 (CC-6.4).
    Ladder,
    /// Whether a tower set alight burns: 1d6 (CC-6.3).
    Tower,
    /// What a turn hand to hand removes (CC-5.3).
    Melee {
        /// Our men by armour, such as `heavy=12`.
        ours: String,
        /// Theirs, such as `light=9,heavy=2`.
        theirs: String,
    },
}

/// Answers a question of odds.
pub(super) fn answer(roll: &CrackerRoll, tables: &Tables) -> Result<RollOdds> {
    match roll {
        CrackerRoll::Shoot { weapon, band, armour, walls, wagons, still } => {
            let shelter = match (walls, wagons) {
                (true, _) => Shelter::Walls,
                (false, true) => Shelter::Wagons,
                (false, false) => Shelter::Open,
            };
            shoot(weapon, word(band)?, word(armour)?, shelter, *still, tables)
        }
        CrackerRoll::Cup => cup(tables),
        CrackerRoll::Wall { attacker, defender } => wall(attacker, defender, tables),
        CrackerRoll::Ladder => {
            let need = Part::base("CC-6.4", "the climber is up on this or more on 1d6", tables.castle.climbs.into());
            count(&["falls", "climbs"], vec![need], |dice| if roll_push(tables, dice).1 { "climbs" } else { "falls" })
        }
        CrackerRoll::Tower => {
            let need = Part::base("CC-6.3", "the fire is out on this or more on 1d6", tables.castle.out.into());
            count(&["burns", "out"], vec![need], |dice| if roll_tower_fire(tables, dice).1 { "out" } else { "burns" })
        }
        CrackerRoll::Melee { ours, theirs } => melee(&men(ours)?, &men(theirs)?, tables),
    }
}

fn shoot(
    weapon: &str,
    band: Band,
    armour: Hardness,
    shelter: Shelter,
    still: bool,
    tables: &Tables,
) -> Result<RollOdds> {
    let weapon = ShotWeapon::named(weapon).map_err(|unknown| Problem::bad_input(format!("{unknown}.")).hint(HELP))?;
    let row = tables.weapon(weapon);
    if row.aim == Aim::Cup {
        return under_cup(weapon, band, armour, shelter != Shelter::Open || still, tables);
    }
    let shot = MissileShot { weapon, band, shelter, still };
    let mut added = Sum::default();
    aim_parts(&shot, tables, &mut added);
    let impact = row.impact[band as usize];
    let kills = breaks(weapon, impact, armour, tables);
    let mut parts = vec![Part::base("CC-4.2", "hits on this or more on 2d6", hit_need(band, tables).into())];
    aim_parts(&shot, tables, &mut parts);
    parts.push(Part::base("CC-4.0", "impact", impact.into()));
    parts.push(Part::base("CC-4.3", "impact that breaks it", armour.withstands(tables).into()));
    if armour.is_gear() && !row.engine && !tables.strict() {
        parts.push(Part::plus("CC-4.3", "only ballista, catapult and cannon harm gear, wagons and gates", 0));
    }
    let mut odds = count(&["hit", "kill"], parts, |dice| match roll_hit(band, added.0, tables, dice).1 {
        true => "hit",
        false => "miss",
    })?;
    if kills {
        // Each hit does.
        odds.outcomes[1] = RollOutcome { name: "kill", ..odds.outcomes[0].clone() };
    }
    Ok(odds)
}

/// What a weapon that throws by the cup does to what lies under it: it rolls for no hit (CC-4.7).
/// Where something that is added to a roll is asked with it, that is said to change nothing (CP-1.7).
fn under_cup(weapon: ShotWeapon, band: Band, armour: Hardness, added: bool, tables: &Tables) -> Result<RollOdds> {
    if band == Band::Close {
        let problem = format!("A {weapon} never fires at close range (CC-4.7).");
        return Err(Problem::bad_input(problem).hint("Ask for medium or long range."));
    }
    let impact = tables.weapon(weapon).impact[band as usize];
    let mut parts = vec![
        Part::plus("CC-4.7", "all under the cup is hit; where it falls, “banneret odds cracker cup” says", 0),
        Part::base("CC-4.0", "impact", impact.into()),
        Part::base("CC-4.3", "impact that breaks it", armour.withstands(tables).into()),
    ];
    if added {
        parts.push(Part::plus("CC-4.7", "nothing is rolled to hit: no cover, no standing still", 0));
    }
    let certain = |name: &'static str, happens: bool| RollOutcome {
        name,
        chance: if happens { 1.0 } else { 0.0 },
        exact: if happens { "6/6" } else { "0/6" }.to_owned(),
    };
    let kills = breaks(weapon, impact, armour, tables);
    Ok(RollOdds { outcomes: vec![certain("hit", true), certain("kill", kills)], parts })
}

fn cup(tables: &Tables) -> Result<RollOdds> {
    let names: Vec<&'static str> = CupFall::ALL.iter().map(|fall| fall.word()).collect();
    let width = Part::base("CC-4.7", "twelfths of R1 the cup is wide", tables.cup.width.into());
    count(&names, vec![width], |dice| roll_cup(tables, dice).1.word())
}

/// The dice of a round on a wall, rolled only as far as they decide who falls: against several there would be too many ways
/// for them to fall. A strike is a die of as few faces as say its chance.
struct Deciding<'d> {
    dice: &'d mut dyn Dice,
    /// What strikes the one, and what strikes the one of the others whom he goes for.
    needs: [u32; 2],
    /// What was rolled in the fight, by the one first.
    fight: Vec<u32>,
    /// Which of the others he goes for.
    at: usize,
    /// Whether he has struck.
    struck: bool,
    /// Whether he has been felled.
    felled: bool,
}

impl Dice for Deciding<'_> {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        if roll != ARMOUR_ROLL {
            let face = self.dice.die(roll, sides);
            self.fight.push(face);
            return face;
        }
        let strikes = !self.struck && self.fight[0] > self.fight[1 + self.at];
        self.struck |= strikes;
        let (need, decided) = (self.needs[usize::from(strikes)], !strikes && self.felled);
        let misses = need.clamp(1, sides + 1) - 1;
        let part =
            [3, 2].into_iter().find(|part| misses.is_multiple_of(*part) && sides.is_multiple_of(*part)).unwrap_or(1);
        let fells = !decided && (misses == 0 || self.dice.die(roll, sides / part) > misses / part);
        self.felled |= fells && !strikes;
        if fells { sides } else { 1 }
    }
}

/// A round of one man against another on a wall, or of one against several on either side.
fn wall(attackers: &str, defenders: &str, tables: &Tables) -> Result<RollOdds> {
    let armours = |side: &str| side.split(',').map(word).collect::<Result<Vec<Armour>>>();
    let (attackers, defenders) = (armours(attackers)?, armours(defenders)?);
    let (one, many, [whose, others]) = match (&*attackers, &*defenders) {
        ([one], many) => (*one, many, ["attacker", "defender"]),
        (many, [one]) => (*one, many, ["defender", "attacker"]),
        _ => {
            let problem = "On a wall one man fights another, or one fights several (CC-6.6).";
            return Err(Problem::bad_input(problem).hint("Name one man on either side, and up to four on the other."));
        }
    };
    if many.len() > tables.gang.open {
        let problem = format!("At most {} fight one man (CC-6.6).", tables.gang.open);
        return Err(Problem::bad_input(problem).hint("Ask for so many, or for fewer."));
    }
    // He goes for the most lightly armoured of them.
    let (at_picked, picked) = many.iter().copied().enumerate().min_by_key(|(_, armour)| *armour).unwrap_or((0, one));
    let of_several = if many.len() > 1 { format!(", the {picked} one of them,") } else { String::new() };
    let parts = vec![
        Part::base(
            "CC-6.5",
            format!("strikes the {others}{of_several} on this or more"),
            strike_need(picked, tables).into(),
        ),
        Part::base("CC-6.5", format!("strikes the {whose} on this or more"), strike_need(one, tables).into()),
    ];
    let (falls, fells) = match whose {
        "attacker" => ("attacker-falls", "defender-falls"),
        _ => ("defender-falls", "attacker-falls"),
    };
    // Of two only one strikes; where there are several he may strike one of them down while another does him (CC-6.5).
    let names: &[&str] = match many.len() {
        1 => &["attacker-falls", "defender-falls", "nothing"],
        _ => &["attacker-falls", "defender-falls", "both-fall", "nothing"],
    };
    count(names, parts, |dice| {
        let needs = [strike_need(one, tables), strike_need(picked, tables)];
        let round = match many.len() {
            1 => wall_round(one, many, tables, dice),
            _ => {
                let (fight, at) = (Vec::new(), at_picked);
                let mut dice = Deciding { dice, needs, fight, at, struck: false, felled: false };
                wall_round(one, many, tables, &mut dice)
            }
        };
        match (round.one_falls, round.falls) {
            (true, None) => falls,
            (false, Some(_)) => fells,
            (true, Some(_)) => "both-fall",
            (false, None) => "nothing",
        }
    })
}

/// Men of a side by armour, as they are written on the command line.
fn men(text: &str) -> Result<FightingMen> {
    let expected = "light=N, medium=N or heavy=N, separated by commas, each up to 100,000";
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    let read = items.map(|item| {
        let (armour, number) = item.split_once('=').ok_or_else(|| bad("count of men", item, expected))?;
        let number = number.trim().parse::<u32>().ok().filter(|number| *number <= 100_000);
        Ok(FightingMen::of(word(armour)?, number.ok_or_else(|| bad("count of men", item, expected))?))
    });
    let all: FightingMen = read.collect::<Result<Vec<_>>>()?.into_iter().sum();
    if all.all() == 0 { Err(bad("count of men", text, expected)) } else { Ok(all) }
}

fn melee(ours: &FightingMen, theirs: &FightingMen, tables: &Tables) -> Result<RollOdds> {
    let exchange = exchange([*ours, *theirs], tables);
    let names = ["ours-removed", "theirs-removed"];
    let men = [ours.all(), theirs.all()];
    let outcomes = names.into_iter().zip(exchange.lost).zip(men).map(|((name, lost), men)| {
        // Nobody is removed who is not there.
        let lost = lost.min(men);
        RollOutcome { name, chance: lost.into(), exact: lost.to_string() }
    });
    let mut parts = Vec::new();
    for (whose, men) in [("ours", ours), ("theirs", theirs)] {
        let kinds = [("heavy", men.heavy), ("medium", men.medium), ("light", men.light)];
        for (armour, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
            let by = FightingMen::of(word(armour)?, count);
            parts.push(Part::plus("CC-5.3", format!("{whose}: {count} {armour} remove"), removes(by, tables).into()));
        }
    }
    if let Some(taken) = exchange.taken {
        parts.push(Part::plus("CC-5.5", format!("{} are taken prisoner", ["ours", "theirs"][taken]), 0));
    }
    Ok(RollOdds { outcomes: outcomes.collect(), parts })
}
