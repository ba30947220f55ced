//! Men, bands and ground for the tests of several chapters.

use crate::field::*;
use crate::rosters::{fighter, force, of_rank, plan, unit};
use banneret::rules::battle::{Deed, Fate, Fighter, Force, Man, ManReport, Plan, Report, Spoils};
use banneret::rules::figure::{BySide, Class, Grade, Horse, Rank, Side, Weapon};
use banneret::rules::man_to_man::Event;
use banneret::rules::man_to_man::event::{Cause, Placed};

pub fn man_of(class: Class, grade: Grade) -> Fighter {
    fighter(class, grade, 3, &[], Horse::None)
}

/// A plan of the man in question against a knight of grade C, and the report of both.
pub fn report_after(fighter: &Fighter, fate: Fate, deeds: Vec<Deed>, winner: Option<Side>) -> (Plan, Report) {
    let own = match fighter.profile.class {
        Class::Knight => force("a", vec![], vec![fighter.clone()]),
        _ => force("a", vec![unit("u", None, fighter, 1)], vec![]),
    };
    let plan = plan(vec![own], vec![force("b", vec![], vec![man_of(Class::Knight, Grade::C)])], 1);
    let report = |man, side, fate, deeds| ManReport { man, side, fate, wounded: false, horse_lost: false, deeds };
    let men = vec![report(Man(1), Side::Attacker, fate, deeds), report(Man(2), Side::Defender, Fate::Unhurt, vec![])];
    (
        plan,
        Report {
            men,
            half_points: BySide::default(),
            winner,
            turns: None,
            holds: None,
            lines: None,
            battered: Vec::new(),
            spoils: Spoils::default(),
            from_within: 0,
            by_lot: false,
            named: false,
        },
    )
}

pub fn bands(of: &[(&Fighter, usize)]) -> Vec<Force> {
    vec![force("the band", of.iter().map(|&(man, count)| unit("the men", None, man, count)).collect(), vec![])]
}

pub fn swordsman() -> Fighter {
    sergeant(3, &[Weapon::Sword])
}

pub fn archer() -> Fighter {
    sergeant(4, &[Weapon::Longbow])
}

pub fn rider(protection: u8, weapons: &[Weapon]) -> Fighter {
    fighter(Class::Sergeant, Grade::C, protection, weapons, Horse::Unbarded)
}

pub fn kill_with_the_first_blow(field: &mut Field) {
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    field.dice.show(WOUND, &[6]);
}

pub fn band_of(of: &[(&Fighter, usize)]) -> Force {
    force("the band", of.iter().map(|&(man, count)| unit("the men", None, man, count)).collect(), vec![])
}

pub const WOODS: &str = "[[area]]\nkind = \"woods\"\nedge = [[20, 20], [60, 20], [60, 40], [20, 40]]\n";

pub const HEDGE: &str = "[[barrier]]\nkind = \"hedge\"\nline = [[10, 50], [90, 50]]\n";

pub const CURTAIN: &str =
    "[[barrier]]\nkind = \"castle wall\"\nthickness = 2\nlevel = 2\nline = [[10, 50], [90, 50]]\n";

pub const TREE: &str = "[[barrier]]\nkind = \"tree\"\nline = [[39.5, 50], [40.5, 50]]\n";

/// Two hosts on a ground with some things upon it, or on the open field for none.
pub fn on_ground(things: &str, attacker: Force, defender: Force, places: &[Placed]) -> Field {
    let ground = format!(
        "name = \"a ground\"\nwhat = \"Something to test by.\"\nwidth = 100\ndepth = 90\nwind = \"west\"\n{things}\
         [attacker]\nline = [[30, 10], [70, 10]]\n[defender]\nline = [[30, 80], [70, 80]]\n"
    );
    let ground = (!things.is_empty()).then_some(ground.as_str());
    Field::with_gear([vec![attacker], vec![defender]], [vec![], vec![]], ground, places)
}

pub fn archer_of(grade: Grade) -> Fighter {
    fighter(Class::Sergeant, grade, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None)
}

pub fn yields(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Yielded { .. })).count()
}

pub fn bare_swordsman() -> Fighter {
    sergeant(4, &[Weapon::Sword])
}

pub fn archers(count: usize) -> Vec<Force> {
    vec![force("a", vec![unit("archers", None, &sergeant(4, &[Weapon::Longbow]), count)], vec![])]
}

pub fn knight_of(rank: Rank) -> Fighter {
    of_rank(rank, fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None))
}

pub fn of_battle(battle: &str, force: Force) -> Force {
    Force { battle: battle.to_owned(), ..force }
}

pub fn who_tests_for(events: &[Event], cause: Cause) -> Vec<u16> {
    let mut who: Vec<u16> = tests(events).iter().filter(|test| test.1.contains(&cause)).map(|test| test.0).collect();
    who.sort_unstable();
    who
}

/// What a part adds to a body's test; nothing if it is not among them.
pub fn part_of_test(events: &[Event], whose: u16, what: &str) -> i64 {
    parts_of(events, whose).iter().find(|(part, _)| part == what).map_or(0, |&(_, value)| value)
}

/// The archer's first shot hits and kills.
pub fn shot_dead(field: &mut Field) {
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
}
