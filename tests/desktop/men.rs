//! Men raised on their sheet, and captives exchanged, sold, given, pledged for and spared, in the window.

use super::harness::*;
use banneret::desktop::ui::{ArmiesPage, ArmiesSheet, CaptivesPage, Frame, RecruitSheet};
use slint::ComponentHandle;
use slint::platform::Key;

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

/// Chooses a way on the sheet of recruiting, as its drop-down does.
fn way(evening: &Evening, at: i32) {
    let sheet = evening.window.global::<RecruitSheet>();
    sheet.set_way(at);
    sheet.invoke_way_chosen();
    pass(20);
}

#[test]
fn men_are_raised_with_the_cost_before_it_is_done() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Osric, King of Estmark");
    press(window, "Raise men");
    let sheet = window.global::<RecruitSheet>();
    // CP-7.3: Kingsholm, where the king stands, has 6,400 people: 320 men, 64 of them sergeants at 12d a day.
    let ahead = sheet.get_consequence();
    assert!(ahead.contains("64 sergeants") && ahead.contains("256 peasants") && ahead.contains("CP-7.3"), "{ahead}");
    shoot_all(window, "recruit-levy");
    fill(window, "How many", "400");
    assert!(sheet.get_refusal().contains("320 men may still be levied"), "{}", sheet.get_refusal());
    fill(window, "How many", "some");
    assert!(sheet.get_refusal().contains("no number"), "{}", sheet.get_refusal());
    fill(window, "How many", "60");
    assert!(sheet.get_refusal().is_empty() && sheet.get_consequence().contains("48 peasants"));
    press_on_sheet(window, "Levy them");
    assert!(sentence(&evening).contains("60 men levied of Kingsholm"), "{}", sentence(&evening));
    assert!(!sheet.get_open());
    // A company: by its points, and what the treasury holds.
    press(window, "Raise men");
    way(&evening, 3);
    assert!(sheet.get_refusal().contains("how many"), "{}", sheet.get_refusal());
    fill(window, "How many", "12");
    assert!(sheet.get_consequence().contains("in the treasury"), "{}", sheet.get_consequence());
    shoot_all(window, "recruit-hire");
    press_on_sheet(window, "Hire them");
    assert!(sentence(&evening).contains("12 men hired") || sentence(&evening).contains("13 men hired"));
    press(window, "Raise men");
    for at in 0..8 {
        way(&evening, at);
        let told = [sheet.get_consequence(), sheet.get_refusal()];
        assert!(told.iter().filter(|told| !told.is_empty()).count() == 1, "way {at}: {told:?}");
    }
    way(&evening, 5);
    shoot_all(window, "recruit-arms");
    key(window, &[], Key::Escape);
    assert!(!sheet.get_open() && window.global::<ArmiesPage>().get_sheet() == ArmiesSheet::None);
    key(window, &[Key::Control], "z");
    key(window, &[Key::Control], "z");
    assert!(sentence(&evening).contains("60 men levied"), "{}", sentence(&evening));
}

#[test]
fn captives_change_hands_and_are_spared_where_quarter_binds() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 5);
    let ui = || window.global::<CaptivesPage>();
    press(window, "Rhys Fychan");
    assert!(says(window, "Quarter: knights give quarter to knights (MM-8.1)"));
    // The first press asks, the second does it.
    press(window, "Put to death");
    assert!(ui().get_death_asked() && ui().get_bulk_refusal().is_empty());
    press(window, "Put to death");
    assert!(ui().get_bulk_refusal().contains("may not be put to death"), "{}", ui().get_bulk_refusal());
    shoot_all(window, "captives-spared");
    // Sold to the third side, and given to nobody who has no part in it.
    press(window, "Sell their ransoms");
    assert!(ui().get_bulk_refusal().contains("Nobody is chosen to have them"));
    ui().set_buyer(2);
    fill(window, "Price", "30 marks");
    press(window, "Sell their ransoms");
    assert_eq!(sentence(&evening), "Sir Rhys Fychan was sold to Valbrun for 30 m.".replace("Sir Rhys", "Rhys"));
    key(window, &[Key::Control], "z");
    // In parts, with a hostage by name.
    press(window, "Rhys Fychan");
    fill(window, "Hostages for a parole", "Nobody At All");
    press(window, "Let go on parole");
    assert!(ui().get_refusal().contains("Nobody At All"), "{}", ui().get_refusal());
    // Who is held gives no hostages: named, they are not passed over without a word.
    press(window, "Hold him until the last part is paid");
    assert!(ui().get_refusal().contains("Hostages are named"), "{}", ui().get_refusal());
    fill(window, "Hostages for a parole", "");
    press(window, "Hold him until the last part is paid");
    assert!(sentence(&evening).contains("is to go free when"), "{}", sentence(&evening));
    key(window, &[Key::Control], "z");
    // All of one side are no exchange.
    press(window, "Rhys Fychan");
    press(window, "Exchange for one another");
    assert!(ui().get_bulk_refusal().contains("held by one side"), "{}", ui().get_bulk_refusal());
    // A truce asks what becomes of the prisoners.
    page(window, 1);
    press(window, "War and peace");
    window.global::<banneret::desktop::ui::DeskPage>().set_stance(2);
    press(window, "Save");
    page(window, 5);
    assert!(ui().get_prisoners().contains("stopped fighting"), "{}", ui().get_prisoners());
    shoot_all(window, "captives-truce");
    press(window, "Man for man");
    assert!(sentence(&evening).contains("exchange prisoners man for man"), "{}", sentence(&evening));
    assert!(ui().get_prisoners().is_empty());
}
