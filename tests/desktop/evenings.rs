//! What an evening wants besides the pages themselves: who takes the field, a ruling on any moment of a battle, and the one
//! dialog every document is printed by.

use super::harness::*;
use banneret::app::{found, numbers, turn};
use banneret::desktop::ui::{
    BattleView, BattlesPage, BesidePage, FieldingSheet, MomentSheet, OrdersPage, Page, PrintSheet, ReplayPage,
};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

#[test]
fn the_referee_says_who_takes_a_field_too_small_for_all() {
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    let mut store = found::from_sample(&file, "march").expect("the sample");
    numbers::set(&mut store, "battle_men_a_side", Some("20"), "a small table").expect("a house rule");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    to_a_contact(window);
    let ui = window.global::<BattlesPage>();
    assert!(ui.get_fielded_text().contains("20 of the "), "{}", ui.get_fielded_text());
    assert!(ui.get_conditions().contains("(20 of "), "{}", ui.get_conditions());
    press(window, "Choose who fights …");
    let sheet = window.global::<FieldingSheet>();
    assert!(sheet.get_open());
    shoot_all(window, "fielding");
    let names: Vec<String> = sheet.get_rows().iter().map(|row| row.name.to_string()).collect();
    press(window, "Nobody yet");
    press(window, &format!("Choose men of {} by name", names[0]));
    assert_eq!(sheet.get_unit(), names[0].as_str());
    let man = sheet.get_men().row_data(0).expect("a man").name;
    shoot_all(window, "fielding-by-name");
    press(window, &format!("Send {man}"));
    press(window, "Back to the units");
    assert_eq!(sheet.get_rows().row_data(0).expect("its row").comes, "1", "whom one names comes");
    fill(window, &format!("How many of {}", names[0]), "999");
    press_on_sheet(window, "Send them");
    assert!(sheet.get_refusal().contains("no number of"), "{}", sheet.get_refusal());
    press(window, &format!("All of {}", names[0]));
    assert!(!sheet.get_sum().starts_with("0 of"), "{}", sheet.get_sum());
    // More than the field holds is said as soon as it is typed.
    for name in &names {
        press(window, &format!("All of {name}"));
    }
    assert!(sheet.get_over() && says(window, "the field holds 20 a side"), "{}", sheet.get_sum());
    shoot_all(window, "fielding-over");
    press(window, "Nobody yet");
    fill(window, &format!("How many of {}", names[0]), "1");
    assert!(sheet.get_sum().starts_with("1 of") && !sheet.get_over(), "{}", sheet.get_sum());
    press_on_sheet(window, "Send them");
    assert!(!sheet.get_open(), "{}", sheet.get_refusal());
    assert!(ui.get_fielded_text().contains("as the referee chose"), "{}", ui.get_fielded_text());
    assert!(ui.get_conditions().contains("as chosen"), "{}", ui.get_conditions());
    press(window, "Plan it for the table");
    assert_eq!(ui.get_mode(), BattleView::Plan, "{}", ui.get_refusal());
}

#[test]
fn friends_join_a_battle_or_come_later_and_the_weather_is_chosen() {
    // CP-3.1
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    let mut store = found::from_sample(&file, "march").expect("the sample");
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let side = store.formation(met.attacker).expect("it").side;
    let counts = store.army_counts().expect("counts");
    let held: Vec<_> =
        store.waiting_contacts().expect("contacts").iter().flat_map(|met| [met.attacker, met.defender]).collect();
    let friend = store.armies().expect("armies").into_iter().find(|army| {
        army.side == side && !held.contains(&army.id) && counts.get(&army.id).is_some_and(|count| count.fit > 0)
    });
    let friend = friend.expect("another army of that side");
    let there = |act: &banneret::store::Act| {
        act.set_march(friend.id, None)?;
        act.set_army_place(friend.id, met.place, None)?;
        Ok(((), "There.".to_owned()))
    };
    store.act("place", &serde_json::json!({}), there).expect("it stands there");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    to_a_contact(window);
    let (ui, beside) = (window.global::<BattlesPage>(), window.global::<BesidePage>());
    let at = beside.get_rows().iter().position(|row| row.name == friend.name.as_str()).expect("it may join");
    let row = || beside.get_rows().row_data(at).expect("its row");
    assert!(row().army && !row().joins);
    let alone = ui.get_conditions();
    press(window, &format!("{} fights beside them", friend.name));
    assert!(row().joins, "{}", ui.get_refusal());
    assert_ne!(ui.get_conditions(), alone, "a forecast now is of another battle");
    fill(window, &format!("Turn on which {} comes", friend.name), "soon");
    assert!(row().wrong);
    fill(window, &format!("Turn on which {} comes", friend.name), "3");
    assert!(!row().wrong);
    assert!(ui.get_conditions().contains("on turn 3"), "{}", ui.get_conditions());
    press(window, "Draw the weather for the season");
    ui.set_weather(1);
    ui.invoke_weather_chosen();
    pass(20);
    assert!(ui.get_weather_what().contains("The weather is rain"), "{}", ui.get_weather_what());
    assert!(ui.get_conditions().contains("in this weather: rain"), "{}", ui.get_conditions());
    shoot_all(window, "beside");
    press(window, "What would even it");
    assert!(ui.get_even().contains("By points") && ui.get_even().contains("By forecast"), "{}", ui.get_even());
    press(window, "Plan it for the table");
    assert_eq!(ui.get_mode(), BattleView::Plan, "{}", ui.get_refusal());
    assert!(ui.get_detail().contains(&format!("{} fights beside", friend.name)), "{}", ui.get_detail());
    assert!(ui.get_detail().contains("from turn 3"), "{}", ui.get_detail());
    assert_eq!(ui.get_weather(), 1);
    ui.set_weather(4);
    ui.invoke_weather_chosen();
    pass(20);
    assert!(ui.get_weather_what().contains("The weather is mud"), "{} {}", ui.get_weather_what(), ui.get_refusal());
    shoot_all(window, "beside-planned");
    press(window, "Let the program fight it");
    assert!(ui.get_has_proposal(), "{}", ui.get_refusal());
}

#[test]
fn any_moment_of_a_battle_is_ruled_on_with_the_dice_typed() {
    let evening = sample("march");
    let window = &evening.window;
    super::replay::on_the_table(&evening);
    let replay = window.global::<ReplayPage>();
    let sheet = window.global::<MomentSheet>();
    for part in [3, 5] {
        replay.invoke_seek(replay.get_length() * part / 10);
        pass(20);
        press(window, "Rule on this …");
        assert!(sheet.get_open());
        assert_eq!(sheet.get_refusal(), "");
        assert!(sheet.get_text().contains("[[turn]]") && sheet.get_text().contains("dice = ["));
        if sheet.get_needed().is_empty() {
            assert!(sheet.get_told().row_count() > 0);
        }
        shoot_all(window, &format!("ruling-{part}"));
        // A die is typed, and what it decides is told; a face no die has is refused.
        fill(window, "Dice, in the order they are rolled", &"4 3 ".repeat(200));
        press(window, "Rule");
        assert_eq!(sheet.get_needed(), "");
        let told: Vec<String> = sheet.get_told().iter().map(|line| line.text.to_string()).collect();
        assert!(told.iter().any(|line| line == "At the end"), "{told:?}");
        assert!(told.iter().any(|line| line.contains("(MM-")), "{told:?}");
        fill(window, "Dice, in the order they are rolled", "4 three");
        press(window, "Rule");
        assert!(sheet.get_refusal().contains("no face"), "{}", sheet.get_refusal());
        fill(window, "Dice, in the order they are rolled", "4 3");
        let path = evening.folder.path().join(format!("moment-{part}.toml"));
        fill(window, "Path of the new file; “banneret ruling” plays it too", &path.display().to_string());
        press(window, "Save the situation");
        assert_eq!(sheet.get_refusal(), "");
        let kept = std::fs::read_to_string(&path).expect("it is kept");
        assert!(kept.lines().any(|line| line.starts_with("dice = [") && line.ends_with("4, 3]")), "{kept}");
        banneret::app::ruling::of_text(&kept).expect("it is a situation");
        press(window, "Save the situation");
        assert!(sheet.get_refusal().contains("already"), "{}", sheet.get_refusal());
        key(window, &[], Key::Escape);
        assert!(!sheet.get_open());
    }
}

#[test]
fn every_document_is_asked_for_in_one_dialog() {
    let evening = sample("march");
    let window = &evening.window;
    let sheet = window.global::<PrintSheet>();
    let pages = [
        (3, "Print the map"),
        (5, "Print the ransom roll"),
        (5, "Print the prisoners"),
        (6, "Print the pay roll"),
        (7, "Print the chronicle"),
    ];
    for (at, (number, button)) in pages.into_iter().enumerate() {
        page(window, number);
        press(window, button);
        assert!(sheet.get_open(), "{button}");
        if at == 0 {
            shoot_all(window, "print-dialog");
        }
        let path = evening.folder.path().join(format!("{at}.pdf"));
        fill(window, "Path of the new PDF file", "");
        press_on_sheet(window, "Print to PDF");
        assert!(sheet.get_refusal().contains("No file is named"), "{button}: {}", sheet.get_refusal());
        fill(window, "Path of the new PDF file", &path.display().to_string());
        press_on_sheet(window, "Print to PDF");
        if cfg!(feature = "print") {
            assert!(!sheet.get_open(), "{button}: {}", sheet.get_refusal());
            assert!(std::fs::read(&path).expect("the document").starts_with(b"%PDF"), "{button}");
        } else {
            assert!(sheet.get_refusal().contains("built without printing"), "{button}");
        }
    }
    // A day that is none is refused where it was asked; Escape steps back.
    press(window, "Print the chronicle");
    fill(window, "From", "yesterday");
    press_on_sheet(window, "Print to PDF");
    assert!(!sheet.get_refusal().is_empty() && sheet.get_open());
    key(window, &[], Key::Escape);
    assert!(!sheet.get_open());
}

#[test]
fn a_battle_is_played_from_its_contact_and_listed_as_being_played() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Play it here");
    assert_eq!(evening.shell.page(), Page::Replay, "{}", window.global::<BattlesPage>().get_refusal());
    // A captain is given the defence, and the other side does nothing for a turn.
    let orders = || window.global::<OrdersPage>();
    orders().set_captain_defends(true);
    orders().invoke_captains();
    orders().invoke_all_done();
    pass(50);
    press(window, "Back to Battles");
    let ui = window.global::<BattlesPage>();
    assert_eq!(ui.get_mode(), BattleView::Plan);
    // Where orders were given the program would fight it anew, and says so; going on is what is offered first.
    assert!(ui.get_under_way() && there(window, "Fight it from the beginning"), "{:?}", labels(window));
    assert!(!there(window, "Let the program fight it"));
    shoot_all(window, "battles-under-way");
    // Nothing follows from what is half played, or is not typed.
    press(window, "See what follows");
    assert!(ui.get_result_faults().starts_with("Nothing is typed of how the battle"), "{}", ui.get_result_faults());
    assert!(ui.get_result_faults().contains("Play it to its end, or type") && !ui.get_has_proposal());
    // Who leads is remembered, with the window put away or not.
    orders().set_captain_defends(false);
    press(window, "Play it here");
    assert!(orders().get_captain_defends() && !orders().get_captain_attacks());
}
