//! Castle Cracker: scenarios as files, every fault of one with its line (CC-1.2, CC-2.3).

use banneret::rules::castle_cracker::scenario::{find, read, shipped};
use banneret::rules::castle_cracker::{Armour, BattleSort, ShotWeapon, Tables};
use banneret::rules::figure::Side;

#[test]
fn seven_scenarios_ship_and_have_what_they_are_about() {
    let names: Vec<&str> = shipped().iter().map(|(file, _)| *file).collect();
    assert_eq!(
        names,
        ["plain-field", "ford", "pass-and-bridge", "hill-fort", "castle-gate", "relief", "northmens-landing"]
    );
    for (file, scenario) in shipped() {
        assert!(scenario.what.ends_with('.') && scenario.turns >= 10, "{file}");
        assert_eq!(find(file).map(|found| found.name.clone()), Some(scenario.name.clone()));
        assert_eq!(find(&scenario.name.to_uppercase()), Some(scenario.clone()));
        let game = scenario.begin(&Tables::book());
        assert!(game.began.attacker >= 40 && game.began.defender >= 40, "{file}");
    }
    let sorts: Vec<BattleSort> = shipped().iter().map(|(_, scenario)| scenario.sort).collect();
    assert!(BattleSort::ALL.iter().all(|sort| sorts.contains(sort)), "every sort of battle (CC-1.2)");
    let cannon = |(_, scenario): &&(&str, std::sync::Arc<banneret::rules::castle_cracker::Scenario>)| {
        scenario.troops.iter().any(|troops| troops.missile == Some(ShotWeapon::Cannon))
    };
    assert!(shipped().iter().filter(cannon).count() >= 2, "a culverin shoots as a cannon (CC-2.2)");
    // CC-2.3: Vikings defend as medium and fight as heavy.
    let vikings = &find("northmens-landing").expect("it ships").troops[0];
    assert_eq!((vikings.armour, vikings.fights, vikings.side), (Armour::Medium, Armour::Heavy, Side::Attacker));
}

/// The lines of the faults of a text.
fn lines(text: &str) -> Vec<usize> {
    read(text).expect_err("it has faults").0.iter().map(|fault| fault.line).collect()
}

#[test]
fn every_fault_is_listed_with_its_line() {
    let text = "name = \"Bad\"\nwhat = \"Bad.\"\nbattle = \"castle cracker\"\nwidth = 96\ndepth = 20\nzones = 10\nturns = 0\n\
                attacker = \"A\"\ndefender = \"B\"\nweather = \"rain\"\n\n[[ground]]\nkind = \"swamp\"\nedge = [[0, 0], [1, 1]]\n\n\
                [[force]]\nside = \"attacker\"\nname = \"x\"\npeople = \"huns\"\nmen = 0\nat = [500, 1]\n\n\
                [[force]]\nside = \"defender\"\nname = \"y\"\ntroops = \"light infantry\"\nmissile = \"cannon\"\nmen = 4\non = \"the gate\"\n";
    let faults = read(text).expect_err("it has faults");
    let has = |line: usize, what: &str| {
        assert!(
            faults.0.iter().any(|fault| fault.line == line && fault.what.contains(what)),
            "line {line} wants “{what}”: {faults}"
        );
    };
    has(3, "needs a [fort]");
    has(5, "from 24 to 480");
    has(7, "from 1 to 200");
    has(10, "has no “weather”");
    has(13, "gentle slope, steep slope");
    has(14, "three to sixty places");
    has(19, "there are no “huns”; there are romans");
    has(20, "from 1 to 400");
    has(21, "expected a place on the field");
    has(27, "a siege crew serves an engine");
    has(29, "no wall called the gate");
    has(1, "the attacker has nobody who can fight");
    let ordered = lines(text);
    assert!(ordered.is_sorted(), "{ordered:?}");
}

#[test]
fn what_is_no_toml_is_told_where_it_breaks() {
    assert_eq!(lines("name = \"A\"\nwhat = \n")[0], 1, "what it needs is told of its beginning");
    assert!(lines("name = \"A\"\nwhat = \n").contains(&2));
}

#[test]
fn forces_stand_apart_and_on_their_ground() {
    let good = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/scenarios/northmens-landing.toml"));
    let good = good.expect("it is there");
    assert!(read(&good).is_ok());
    let bad = |from: &str, to: &str, what: &str| {
        assert_eq!(good.matches(from).count(), 1, "{from}");
        let faults = read(&good.replace(from, to)).expect_err("it has faults");
        assert!(faults.to_string().contains(what), "{faults}");
    };
    bad("at = [40, 26]", "at = [40, 12]", "boats are on lakes");
    bad("at = [80, 14]", "at = [18, 14]", "stand where");
    bad("at = [16, 14]", "at = [1, 14]", "not all of the hird stand on the field");
    bad("at = [16, 14]", "at = [16, -2147483648]", "as [x, y] in inches up to 96 and 84");
    bad("aboard = \"the wagon\"", "aboard = \"the cart\"", "no wagon or boat of theirs");
    bad("men = 10\naboard", "men = 13\naboard", "has room for 12 men");
    bad("name = \"the hird\"", "name = \"the raiders\"", "called the raiders already");
    bad("battle = \"defence\"", "battle = \"castle cracker\"", "needs a [fort]");
}
