//! A campaign of one's own founded in the window, from nothing to its first day of play, by mouse and by keyboard.

use super::controls::choose;
use super::harness::*;
use banneret::desktop::ui::{FoundingForm, FoundingPage, FoundingWay, Frame, MapDraw, MapPage, Page};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

fn did(evening: &Evening, words: &str) {
    let (said, page) = (sentence(evening), labels(&evening.window));
    assert!(said.contains(words), "“{said}” does not say “{words}”; the page: {page:?}");
}

fn refused(evening: &Evening, words: &str) {
    let why = evening.window.global::<FoundingPage>().get_refusal();
    assert!(why.contains(words), "“{why}” does not say “{words}”");
}

/// What the step shown says is missing.
fn missing(evening: &Evening) -> Vec<String> {
    evening.window.global::<FoundingPage>().get_missing().iter().map(|what| what.to_string()).collect()
}

/// A campaign just created from the start page.
fn begun() -> Evening {
    let evening = start();
    let path = evening.folder.path().join("war.banneret");
    fill(&evening.window, "Name of the campaign", "The Ford War");
    fill(&evening.window, "Path of the new file", &path.display().to_string());
    press(&evening.window, "Create the campaign");
    assert_eq!(evening.window.global::<Frame>().get_page(), Page::Founding);
    evening
}

fn side(evening: &Evening, name: &str, money: &str) {
    fill(&evening.window, "Name of the side", name);
    fill(&evening.window, "Money for its treasury", money);
    press(&evening.window, "Add the side");
    did(evening, &format!("{name} entered the campaign"));
}

/// Puts a place on the map by keyboard, so many tens of units from the middle.
fn place(evening: &Evening, name: &str, (east, south): (i32, i32)) {
    let window = &evening.window;
    let draw = || window.global::<MapDraw>();
    // The map has the keyboard once it is clicked on; the arrows move the cross, Return points.
    press(window, "Choose");
    click(window, "The map");
    press(window, "Place");
    draw().set_cross_x(500.0);
    draw().set_cross_y(500.0);
    let go = |steps: i32, back: Key, on: Key| {
        for _ in 0..steps.abs() {
            key(window, &[], if steps < 0 { back } else { on });
        }
    };
    go(east, Key::LeftArrow, Key::RightArrow);
    go(south, Key::UpArrow, Key::DownArrow);
    key(window, &[], Key::Return);
    fill(window, "Name of the place", name);
    key(window, &[], Key::Return);
    did(evening, &format!("{name}, a "));
}

#[test]
fn a_campaign_is_founded_from_nothing_to_its_first_turn() {
    let evening = begun();
    let window = &evening.window;
    let ui = || window.global::<FoundingPage>();
    // A new campaign has a name and a date, so the first step that misses something is that of the sides.
    assert_eq!((ui().get_form(), missing(&evening)), (FoundingForm::Sides, vec!["There is no side.".to_owned()]));
    shoot_all(window, "founding-sides-empty");
    press(window, "Step 1: Name and date");
    fill(window, "First day", "May Day");
    assert!(ui().get_consequence().contains("no date"), "{}", ui().get_consequence());
    press(window, "Save name, date, turn and seed");
    refused(&evening, "no date");
    fill(window, "First day", "1301-05-01");
    fill(window, "Days in a turn", "40");
    press(window, "Save name, date, turn and seed");
    refused(&evening, "cannot have 40 days");
    fill(window, "Days in a turn", "14");
    fill(window, "Seed of its dice", "42");
    assert!(ui().get_consequence().contains("1 May 1301") && ui().get_consequence().contains("14 days"));
    shoot_all(window, "founding-date");
    press(window, "Save name, date, turn and seed");
    did(&evening, "A turn has 14 days");
    assert!(ui().get_refusal().is_empty());
    assert_eq!(window.global::<Frame>().get_date_iso(), "1301-05-01");

    press(window, "Step 2: Sides and treasuries");
    side(&evening, "Ashby", "300 marks");
    assert_eq!(missing(&evening), ["There is one side; a war takes two."]);
    fill(window, "Name of the side", "Ashby");
    press(window, "Add the side");
    refused(&evening, "There is a side “Ashby” already");
    side(&evening, "Brychan", "");
    assert_eq!(missing(&evening), ["Brychan has no money."]);
    press(window, "Brychan");
    fill(window, "Money for its treasury", "a lot");
    press(window, "Bring the money in");
    assert!(!ui().get_refusal().is_empty());
    fill(window, "Money for its treasury", "£50");
    press(window, "Bring the money in");
    did(&evening, "£50");
    choose(&evening, "Tincture", &ui().get_tinctures(), ui().get_tincture(), "azure");
    press(window, "Change the side");
    did(&evening, "Brychan was changed by hand");
    assert!(missing(&evening).is_empty());
    shoot_all(window, "founding-sides");
    // A third is added and taken back, and taken out.
    press(window, "New side");
    side(&evening, "Corve", "10 marks");
    key(window, &[Key::Control], "z");
    assert_eq!(ui().get_things().row_count(), 2);
    key(window, &[Key::Control, Key::Shift], "Z");
    press(window, "Corve");
    press(window, "Take the side out");
    did(&evening, "Corve was taken out");

    // Left for the desk, and resumed where something is missing.
    press(window, "Begin play");
    assert!(says(window, "Still being founded"), "{:?}", labels(window));
    shoot_all(window, "founding-desk");
    press(window, "Resume the founding");
    assert_eq!(ui().get_form(), FoundingForm::Map);
    assert!(missing(&evening).contains(&"The map has no places.".to_owned()));
    shoot_all(window, "founding-map-empty");
    press(window, "Draw the map");
    assert!(window.global::<MapDraw>().get_drawing());
    place(&evening, "Ashby Town", (-30, -20));
    place(&evening, "Brychan Hill", (30, 10));
    place(&evening, "The Ford", (0, 0));
    assert_eq!(window.global::<MapPage>().get_places().row_count(), 3);
    // The scale, then routes measured by it.
    press(window, "Scale");
    fill(window, "From", "0,500");
    fill(window, "To", "1000,500");
    fill(window, "Miles between them", "100");
    press(window, "Set the scale");
    did(&evening, "are 100 miles");
    for end in ["Ashby Town", "Brychan Hill"] {
        press(window, "Route");
        press(window, end);
        press(window, "The Ford");
        press(window, "Draw the route");
        did(&evening, "A road was drawn");
    }
    // 300 units east and 100 south of it are 316 units, a tenth of that in miles.
    did(&evening, "Brychan Hill to The Ford, 32 miles");
    press(window, "Choose");
    for (place, owner) in [("Ashby Town", "Ashby"), ("Brychan Hill", "Brychan")] {
        press(window, place);
        let draw = || window.global::<MapDraw>();
        choose(&evening, "Whose it is", &draw().get_sides(), draw().get_side(), owner);
        press(window, "Change it");
        did(&evening, "was changed by hand");
    }
    press(window, "Build a stronghold");
    let draw = || window.global::<MapDraw>();
    choose(&evening, "Map of hexes", &draw().get_hold_maps(), draw().get_hold_map(), "fortified town");
    shoot_all(window, "draw-stronghold");
    press_on_sheet(window, "Build it");
    did(&evening, "stands at Brychan Hill; Brychan Hill Castle is assaulted on the map “fortified town”");
    shoot_all(window, "draw-place");

    // Men: a roster with a fault first, then one by hand.
    key(window, &[Key::Control], "k");
    type_in(window, "founding");
    key(window, &[], Key::Return);
    assert_eq!(ui().get_form(), FoundingForm::Rosters);
    shoot_all(window, "founding-rosters-empty");
    let roster = evening.folder.path().join("ashby.csv");
    let rows = "army,unit,class,grade,count\nHost of Ashby,Guard,knight,A,5\nHost of Ashby,Bows,peasant,Q,40\n";
    std::fs::write(&roster, rows).expect("a roster");
    fill(window, "Path of the CSV file", &roster.display().to_string());
    press(window, "Take the roster in");
    refused(&evening, "ine 3");
    shoot_all(window, "founding-rosters-fault");
    std::fs::write(&roster, rows.replace(",Q,", ",D,")).expect("a roster");
    press(window, "Take the roster in");
    did(&evening, "45 men of Host of Ashby");
    // What was odd in the roster lies over the form until it is read.
    key(window, &[], Key::Escape);
    press(window, "An empty army");
    choose(&evening, "Side of the new army", &ui().get_sides(), ui().get_side(), "Brychan");
    choose(&evening, "Where it gathers", &ui().get_places(), ui().get_place(), "Brychan Hill");
    fill(window, "Name of the new army", "Host of Brychan");
    press(window, "Raise the army");
    did(&evening, "Host of Brychan, an army of Brychan, gathers at Brychan Hill");
    // Its men are asked for next.
    assert_eq!(ui().get_way(), FoundingWay::ByHand);
    fill(window, "How many men", "30");
    fill(window, "Weapons, separated by “;” (a shield among them)", "spear; trebuchet");
    press(window, "Enter the men");
    refused(&evening, "trebuchet");
    fill(window, "Weapons, separated by “;” (a shield among them)", "spear; shield");
    press(window, "Enter the men");
    did(&evening, "30 peasants join Host of Brychan");
    choose(&evening, "Class", &ui().get_classes(), ui().get_class(), "knight");
    fill(window, "Name of the man", "Rhys of the Hill");
    fill(window, "How many men", "1");
    press(window, "Enter the men");
    did(&evening, "Rhys of the Hill");
    assert!(missing(&evening).is_empty(), "{:?}", missing(&evening));
    shoot_all(window, "founding-rosters");

    press(window, "Step 5: Garrisons");
    assert_eq!(missing(&evening), ["Nobody is in Brychan Hill Castle."]);
    press(window, "Brychan Hill Castle");
    press(window, "A new garrison");
    press(window, "Raise the garrison");
    did(&evening, "Garrison of Brychan Hill Castle");
    fill(window, "How many men", "12");
    press(window, "Enter the men");
    did(&evening, "join Garrison of Brychan Hill Castle");
    shoot_all(window, "founding-garrisons");
    // The host goes in beside it, and out again by undo.
    press(window, "An army that is there");
    press(window, "Go in");
    did(&evening, "Host of Brychan");
    key(window, &[Key::Control], "z");
    assert!(missing(&evening).is_empty());

    press(window, "Step 6: War and peace");
    assert_eq!(missing(&evening), ["Every side is at peace with every other."]);
    press(window, "Ashby and Brychan");
    fill(window, "Until (a truce)", "some day");
    press(window, "Save");
    assert!(!ui().get_refusal().is_empty());
    fill(window, "Until (a truce)", "");
    press(window, "Save");
    did(&evening, "Ashby and Brychan are at war.");
    shoot_all(window, "founding-relations");
    assert!(ui().get_steps().iter().all(|step| step.missing == 0), "{:?}", missing(&evening));
    press(window, "Begin play");
    assert!(!says(window, "Still being founded"));
    press(window, "Play the next turn");
    assert_eq!(window.global::<Frame>().get_turn(), "turn 1");
}

#[test]
fn every_step_is_reached_by_tab() {
    let evening = begun();
    let window = &evening.window;
    side(&evening, "Ashby", "10 marks");
    let forms: Vec<FoundingForm> = window.global::<FoundingPage>().get_steps().iter().map(|step| step.form).collect();
    assert_eq!(forms.len(), 6);
    for form in forms {
        window.global::<FoundingPage>().invoke_choose_step(form);
        pass(20);
        super::keyboard::reaches_every_control(window, &format!("the step of {form:?}"));
    }
    window.global::<FoundingPage>().invoke_choose_step(FoundingForm::Rosters);
    for way in ["An empty army", "Men by hand"] {
        press(window, way);
        super::keyboard::reaches_every_control(window, way);
    }
}

#[test]
fn a_sample_is_not_still_being_founded() {
    for name in ["march", "agincourt", "caerlaverock"] {
        let folder = tempfile::tempdir().expect("a folder");
        let store = banneret::app::found::from_sample(&folder.path().join("a.banneret"), name).expect("the sample");
        assert_eq!(banneret::app::founding::wanting(&store), Ok(Vec::new()), "{name}");
    }
}
