//! Charts of each side over time, their figures, and both written as CSV.

use super::harness::*;
use banneret::desktop::ui::{ChartsPage, Frame, Page};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

#[test]
fn each_side_is_drawn_over_time_and_its_figures_stand_beside() {
    let evening = sample("march");
    let window = &evening.window;
    for _ in 0..3 {
        press(window, "Play the next turn");
    }
    page(window, 7);
    press(window, "Charts");
    assert_eq!(window.global::<Frame>().get_page(), Page::Charts);
    let ui = || window.global::<ChartsPage>();
    assert_eq!(ui().get_lines().row_count(), 3);
    let men = ui().get_lines().iter().find(|line| line.side == "Estmark").expect("Estmark").last;
    assert!(ui().get_in_words().contains(&format!("Estmark {men}")), "{}", ui().get_in_words());
    assert!(there(window, &ui().get_in_words()), "the chart says in words what it draws");
    shoot_all(window, "charts-men");
    press(window, "Money");
    let money = ui().get_lines().iter().find(|line| line.side == "Estmark").expect("Estmark").last;
    assert!(money.contains('£'), "{money}");
    shoot_all(window, "charts-money");
    press(window, "Figures");
    let newest = ui().get_rows().row_data(0).expect("a day");
    assert!(newest.figures.iter().any(|figure| figure == money), "{money}");
    assert!(ui().get_rows().row_count() > 1);
    shoot_all(window, "charts-figures");
    super::keyboard::reaches_every_control(window, "the charts");
    press(window, "Write as CSV");
    let out = evening.folder.path().join("figures.csv");
    fill(window, "Path of the new CSV file", &out.display().to_string());
    press_on_sheet(window, "Write them");
    let text = std::fs::read_to_string(&out).expect("the figures");
    assert_eq!(text.lines().count(), 1 + 3 * ui().get_rows().row_count());
    // A turn taken back was never so.
    let days = ui().get_rows().row_count();
    key(window, &[Key::Control], "z");
    assert!(ui().get_rows().row_count() < days);
}

#[test]
fn a_campaign_without_sides_says_what_the_charts_are_for() {
    let evening = start();
    let window = &evening.window;
    let path = evening.folder.path().join("war.banneret");
    fill(window, "Name of the campaign", "Nobody's War");
    fill(window, "Path of the new file", &path.display().to_string());
    press(window, "Create the campaign");
    for (command, says_so) in [("Charts over time", "No side yet"), ("List all people", "Nobody yet")] {
        key(window, &[Key::Control], "k");
        type_in(window, command);
        key(window, &[], Key::Return);
        assert!(there(window, says_so), "{command}: {:?}", labels(window));
    }
}
