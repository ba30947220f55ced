//! Castle Cracker: scenarios as files, every fault of one with its line (CC-1.2, CC-2.3).

use banneret::rules::castle_cracker::scenario::{find, read, read_kept, shipped};
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
    // Of a force that has faults nobody says that it is not there, or cannot fight.
    assert!(!faults.to_string().contains("nobody who can fight"), "{faults}");
    let ordered = lines(text);
    assert!(ordered.is_sorted(), "{ordered:?}");
}

#[test]
fn what_is_no_toml_is_told_where_it_breaks() {
    assert_eq!(lines("name = \"A\"\nwhat = \n"), [2], "and nothing else is told");
    let needed = lines("name = \"A\"\n");
    assert!(needed.len() > 1 && needed.iter().all(|line| *line == 1), "what it needs is told of its beginning");
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

/// Every fault of one wrong line, or more of them, in a scenario that ships.
fn spoilt(file: &str, changes: &[(&str, &str)]) -> Vec<(usize, String)> {
    let path = format!("{}/data/scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("it is there");
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let faults = read(&text).expect_err("it has faults").0;
    faults.into_iter().map(|fault| (fault.line, fault.what)).collect()
}

/// One fault, at the line that has these words.
fn one_fault(file: &str, changes: &[(&str, &str)], line: &str, what: &str) {
    let path = format!("{}/data/scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("it is there");
    changes.iter().for_each(|(from, to)| text = text.replace(from, to));
    let number = text.lines().position(|one| one == line).map(|at| at + 1).expect("the line is there");
    let faults = spoilt(file, changes);
    assert!(faults.len() == 1 && faults[0].0 == number && faults[0].1.contains(what), "{number} {what}: {faults:?}");
}

/// CC-2: what a kind of troops does not carry, and what it is said to be twice over.
#[test]
fn what_a_kind_does_not_carry_is_refused() {
    let castle = |to: &str, line: &str, what: &str| {
        one_fault("castle-gate", &[("troops = \"light infantry\"\nmen = 30", to)], line, what);
    };
    castle(
        "troops = \"siege crew\"\ngear = \"engine\"\nmen = 4",
        "gear = \"engine\"",
        "an engine is its crew's missile",
    );
    castle("troops = \"heavy cavalry\"\nladders = 2\nmen = 4", "ladders = 2", "only foot carries ladders");
    castle("troops = \"heavy infantry\"\narms = \"lance\"\nmen = 4", "arms = \"lance\"", "a lance is a rider's");
    let on_wall = [("at = [48, 88]", "at = [48, 88]\non = \"the east wall\"")];
    one_fault("castle-gate", &on_wall, "at = [48, 88]", "begins at one place");
    let armoured = "people = \"gauls\"\nmounted = true\narmoured = true";
    let plain = [("people = \"gauls\"\nmounted = true", armoured)];
    let faults = spoilt("plain-field", &plain);
    assert!(faults.len() == 1 && faults[0].1.contains("is of a people's foot"), "{faults:?}");
    let wagon = [("troops = \"war wagon\"\nmen = 2", "troops = \"war wagon\"\nmissile = \"crossbow\"\nmen = 2")];
    one_fault("northmens-landing", &wagon, "missile = \"crossbow\"", "shoots by the men who are in it");
}

/// CC-1.2: who is a garrison, and where each side of a castle cracker begins.
#[test]
fn who_stands_where_in_a_castle_cracker() {
    let levy = "men = 30\nat = [66, 14]";
    let garrison = [(levy, "men = 30\ngarrison = true\nat = [66, 14]")];
    let faults = spoilt("castle-gate", &garrison);
    assert!(faults.len() == 1 && faults[0].1.contains("a garrison is of the side whose [fort]"), "{faults:?}");
    let plain = [("men = 30\nat = [70, 68]", "men = 30\ngarrison = true\nat = [70, 68]")];
    one_fault("plain-field", &plain, "garrison = true", "a garrison is of the side whose [fort]");
    one_fault("castle-gate", &[("at = [48, 88]", "at = [12, 10]")], "at = [12, 10]", "nobody of the fort in it");
    // Its yard is in the end zone, and the end of a wall is not.
    let wall = [("from = [30, 68]\nto = [45, 68]", "from = [30, 66]\nto = [45, 68]")];
    one_fault("castle-gate", &wall, "battle = \"castle cracker\"", "with all its walls");
}

/// CC-6: a parapet has room for two ranks, of all who begin on it; a gate stands in line with the walls.
#[test]
fn walls_hold_whom_they_have_room_for() {
    let two = [("men = 20\nat = [48, 88]\nfiles = 10", "men = 7\non = \"the gate\"")];
    one_fault("castle-gate", &two, "men = 7", "has room for 12, and 8 are on it: for 4 more");
    let out = [("from = [45, 68]\nto = [51, 68]", "from = [45, 60]\nto = [51, 60]")];
    let faults = spoilt("castle-gate", &[out[0], ("zones = 30", "zones = 40")]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|(_, what)| what.contains("in line with the walls")), "{faults:?}");
}

/// CC-3: every figure stands on ground of its own kind, objectives lie on land, and edges do not cross themselves.
#[test]
fn nothing_stands_in_water_or_on_a_knot() {
    let village = "edge = [[54, 66], [60, 66], [60, 71], [54, 71]]";
    // The middle of the front is beside the village, and its right wing in it.
    one_fault("ford", &[("at = [40, 70]", "at = [50, 70]")], "at = [50, 70]", "some would stand in houses");
    one_fault("ford", &[("at = [48, 66]", "at = [48, 38]")], "at = [48, 38]", "an objective lies on land");
    let knot = "edge = [[54, 66], [60, 71], [60, 67], [54, 72]]";
    one_fault("ford", &[(village, knot)], knot, "this edge crosses itself");
}

/// What follows from a fault alone is no fault beside it; and an end zone is at least an inch deep (CC-1.1).
#[test]
fn cc_1_1_only_what_is_wrong_is_told() {
    let text = |force: &str| {
        format!(
            "name = \"T\"\nwhat = \"T.\"\nbattle = \"field\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
             attacker = \"A\"\ndefender = \"D\"\n{force}\
             [[force]]\nside = \"defender\"\nname = \"theirs\"\ntroops = \"light infantry\"\nmen = 4\nat = [40, 90]\n"
        )
    };
    let ours = "[[force]]\nside = \"attacker\"\nname = \"ours\"\ntroops = \"light infantry\"\nmen = 4\nat = [40, 6]\n";
    assert!(read(&text(ours)).is_ok());
    let misspelt = read(&text(&ours.replace("light infantry", "lihgt infantry"))).expect_err("a fault").0;
    assert!(misspelt.len() == 1 && misspelt[0].what.contains("lihgt"), "{misspelt:?}");
    assert!(read(&text("")).expect_err("a fault").to_string().contains("the attacker has nobody who can fight"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/scenarios/castle-gate.toml");
    let good = std::fs::read_to_string(path).expect("it is there");
    let named = good.lines().skip_while(|line| *line != "[fort]").nth(1).expect("its name");
    for (from, what) in [(named, "needs “name”"), ("zones = 30", "needs “zones”")] {
        let faults = read(&good.replace(&format!("{from}\n"), "")).expect_err("a fault").0;
        assert!(faults.len() == 1 && faults[0].what.contains(what), "{faults:?}");
    }
    let none = text(ours).replace("zones = 12", "zones = 0");
    let faults = read(&none).expect_err("a fault").0;
    assert!(faults.len() == 1 && faults[0].what.contains("from 1 to 48"), "{faults:?}");
    // A game that was begun by such a scenario goes on.
    assert!(read_kept(&none).is_ok());
}
