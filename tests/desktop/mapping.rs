//! The map looked at and drawn: zoomed, panned, places dragged, routes, the scale, the club's own picture, maps out of files.

use super::harness::*;
use banneret::desktop::ui::{Frame, MapDraw, MapPage, MapPlace};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Model};

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

fn did(evening: &Evening, words: &str) {
    let said = sentence(evening);
    assert!(said.contains(words), "“{said}” does not say “{words}”; the page: {:?}", labels(&evening.window));
}

/// The map of the sample.
fn on_the_map() -> Evening {
    let evening = sample("march");
    page(&evening.window, 3);
    evening
}

fn drawn() -> Evening {
    let evening = on_the_map();
    press(&evening.window, "Draw the map");
    evening
}

fn place(evening: &Evening, name: &str) -> MapPlace {
    let places = evening.window.global::<MapPage>().get_places();
    places.iter().find(|place| place.name == name).unwrap_or_else(|| panic!("no {name} on the map"))
}

/// The middle of the element of a label.
fn middle(evening: &Evening, label: &str) -> LogicalPosition {
    let element = the(&evening.window, label);
    let (at, size) = (element.absolute_position(), element.size());
    LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0)
}

/// Drags with the mouse, in a few steps.
fn drag(evening: &Evening, from: LogicalPosition, (over, down): (f32, f32)) {
    let window = evening.window.window();
    let button = PointerEventButton::Left;
    window.dispatch_event(WindowEvent::PointerMoved { position: from });
    window.dispatch_event(WindowEvent::PointerPressed { position: from, button });
    pass(20);
    let mut position = from;
    for part in 1..=4 {
        let part = part as f32 / 4.0;
        position = LogicalPosition::new(from.x + over * part, from.y + down * part);
        window.dispatch_event(WindowEvent::PointerMoved { position });
        pass(20);
    }
    window.dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
}

#[test]
fn the_map_is_zoomed_and_panned_and_tells_who_holds_what() {
    let evening = on_the_map();
    let window = &evening.window;
    let map = || window.global::<MapPage>();
    let estmark = map().get_holders().iter().find(|holder| holder.name == "Estmark").expect("Estmark holds something");
    assert!(estmark.detail.contains("places") && estmark.detail.contains("men"), "{}", estmark.detail);
    assert!(says(window, "Who holds what"));
    let (mid_x, mid_y) = (map().get_mid_x(), map().get_mid_y());
    // The wheel zooms about the pointer: what is under it stays there.
    let kept = "Kingsholm";
    let before = middle(&evening, kept);
    let over = LogicalPosition::new(before.x, before.y);
    window.window().dispatch_event(WindowEvent::PointerMoved { position: over });
    window.window().dispatch_event(WindowEvent::PointerScrolled { position: over, delta_x: 0.0, delta_y: 120.0 });
    pass(20);
    assert!(map().get_zoom() > 1.1, "{}", map().get_zoom());
    let after = middle(&evening, kept);
    assert!((after.x - before.x).abs() < 2.0 && (after.y - before.y).abs() < 2.0, "{before:?} {after:?}");
    // By keyboard, closer until the armies tell their names, and all of it again.
    press(window, "Zoom in");
    press(window, "Zoom in");
    assert!(map().get_zoom() >= 2.0);
    shoot_all(window, "map-close");
    let was = map().get_mid_x();
    click(window, "The map");
    key(window, &[], Key::RightArrow);
    assert!(map().get_mid_x() > was);
    key(window, &[], "+");
    key(window, &[], "-");
    let from = middle(&evening, "The map");
    let was = map().get_mid_x();
    drag(&evening, LogicalPosition::new(from.x + 37.0, from.y + 61.0), (120.0, 0.0));
    assert!(map().get_mid_x() < was, "the map follows the hand");
    key(window, &[], "0");
    assert_eq!((map().get_zoom(), map().get_mid_x(), map().get_mid_y()), (1.0, mid_x, mid_y));
}

#[test]
fn armies_at_one_place_are_told_apart() {
    use banneret::app::world::{ByHand, troops};
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    {
        let mut store = banneret::app::found::from_sample(&file, "march").expect("the sample");
        let (side, at) =
            (store.side_named("Estmark").expect("a side"), store.place_named("Kingsholm").expect("a place"));
        for name in ["The Levy", "The Hired Men"] {
            troops::add_army(&mut store, side.id, name, at.id, None, &ByHand::default()).expect("an army");
        }
    }
    banneret::desktop::open(&evening.shell, file);
    page(window, 3);
    let map = || window.global::<MapPage>();
    press(window, "Kingsholm");
    let here: Vec<String> = map().get_here().iter().map(|army| army.name.to_string()).collect();
    assert_eq!(here.len(), 3, "{here:?}");
    for name in &here {
        let armies = map().get_armies();
        let marks: Vec<_> = armies.iter().filter(|army| here.contains(&army.name.to_string())).collect();
        let own = marks.iter().find(|army| army.name == name.as_str()).expect("its mark");
        assert_eq!(marks.iter().filter(|army| army.slot == own.slot).count(), 1, "{name} stands apart");
    }
    shoot_all(window, "map-here");
    press(window, &format!("Choose {}", here[1]));
    assert_eq!(map().get_army(), here[1].as_str());
}

#[test]
fn a_place_is_dragged_named_changed_and_taken_off() {
    let evening = drawn();
    let window = &evening.window;
    let draw = || window.global::<MapDraw>();
    let was = place(&evening, "Kingsholm");
    drag(&evening, middle(&evening, "Kingsholm"), (40.0, 24.0));
    did(&evening, "Kingsholm was moved on the map.");
    let now = place(&evening, "Kingsholm");
    assert!(now.x > was.x + 5.0 && now.y > was.y + 5.0, "{was:?} {now:?}");
    assert_eq!(draw().get_title(), "Kingsholm");
    key(window, &[Key::Control], "z");
    assert_eq!((place(&evening, "Kingsholm").x, place(&evening, "Kingsholm").y), (was.x, was.y));
    // By keyboard: chosen, and where it lies written anew.
    press(window, "Kingsholm");
    fill(window, "Lies at", "here");
    press(window, "Change it");
    assert!(draw().get_refusal().contains("no point of the map"), "{}", draw().get_refusal());
    fill(window, "Lies at", "300,300");
    fill(window, "Name of the place", "King's Holm");
    press(window, "Change it");
    did(&evening, "Kingsholm is now called King's Holm.");
    assert_eq!(place(&evening, "King's Holm").x, 300.0);
    press(window, "Take it off the map");
    assert!(draw().get_refusal().contains("cannot be taken off the map"), "{}", draw().get_refusal());
    shoot_all(window, "draw-refused");
    // One put on by the mouse, and taken off again.
    press(window, "Place");
    let sheet = the(window, "The map");
    let at = LogicalPosition::new(
        sheet.absolute_position().x + 60.0,
        sheet.absolute_position().y + sheet.size().height - 80.0,
    );
    drag(&evening, at, (0.0, 0.0));
    assert_eq!(draw().get_title(), "A new place", "{}", draw().get_hint());
    fill(window, "Name of the place", "Nowhere");
    fill(window, "People", "many");
    press(window, "Put it on the map");
    assert!(draw().get_refusal().contains("no number of people"), "{}", draw().get_refusal());
    fill(window, "People", "120");
    press(window, "Put it on the map");
    did(&evening, "Nowhere, a ");
    press(window, "Take it off the map");
    did(&evening, "Nowhere was taken off the map.");
    // Escape steps back to the map that is looked at.
    key(window, &[], Key::Escape);
    key(window, &[], Key::Escape);
    assert!(!draw().get_drawing());
}

#[test]
fn routes_and_the_scale_are_drawn() {
    let evening = drawn();
    let window = &evening.window;
    let draw = || window.global::<MapDraw>();
    press(window, "Scale");
    shoot_all(window, "draw-scale");
    press(window, "Kingsholm");
    assert!(draw().get_hint().contains("other point"), "{}", draw().get_hint());
    let other =
        window.global::<MapPage>().get_places().iter().find(|place| place.name != "Kingsholm").expect("another");
    press(window, &other.name);
    fill(window, "Miles between them", "0");
    press(window, "Set the scale");
    assert!(draw().get_refusal().contains("no distance"), "{}", draw().get_refusal());
    fill(window, "Miles between them", "25");
    press(window, "Set the scale");
    did(&evening, "are 25 miles");
    // A route that is there is chosen by its miles, changed and taken away.
    press(window, "Choose");
    let route = window.global::<MapPage>().get_routes().row_data(0).expect("a route");
    press(window, &format!("Route {}", route.name));
    assert_eq!(draw().get_title(), route.name);
    if draw().get_measured() {
        press(window, "Its miles follow from the scale");
    }
    fill(window, "Miles", "77");
    press(window, "Change it");
    did(&evening, "is 77 miles");
    shoot_all(window, "draw-route");
    press(window, "Take it away");
    did(&evening, "was taken away");
    // The same two are joined again.
    let (from, to) = route.name.split_once(" to ").expect("two ends");
    press(window, "Route");
    press(window, from);
    press(window, to);
    assert!(draw().get_fresh() && draw().get_measured(), "the scale is known, so it measures");
    press(window, "Its miles follow from the scale");
    fill(window, "Miles", "31");
    press(window, "Draw the route");
    did(&evening, "31 miles");
    // A point with no place is no end of a route.
    press(window, "Route");
    window.global::<MapDraw>().invoke_point(3.0, 997.0);
    pass(20);
    assert!(draw().get_refusal().contains("No place lies there"), "{}", draw().get_refusal());
}

#[test]
fn the_clubs_own_picture_lies_under_the_map() {
    let evening = drawn();
    let window = &evening.window;
    let map = || window.global::<MapPage>();
    let picture = evening.folder.path().join("our-map.png");
    image::RgbImage::from_fn(600, 400, |x, y| {
        let sea = (x as i32 - 300).pow(2) / 9 + (y as i32 - 200).pow(2) / 4 > 9000;
        image::Rgb(if sea { [150, 180, 200] } else { [214, 204, 160] })
    })
    .save(&picture)
    .expect("a picture");
    press(window, "Lay a picture under it");
    fill(window, "Path of the picture", "/no/such/picture.png");
    press_on_sheet(window, "Lay it");
    assert!(window.global::<MapDraw>().get_sheet_refusal().contains("/no/such/picture.png"));
    shoot_all(window, "draw-picture-sheet");
    fill(window, "Path of the picture", &picture.display().to_string());
    press_on_sheet(window, "Lay it");
    did(&evening, "The map has a picture of its own.");
    assert!(map().get_has_picture() && map().get_whole());
    // Its longer side takes the whole of the map, undistorted.
    assert_eq!(map().get_sheet_width(), 1000.0);
    assert!((map().get_sheet_height() - 666.7).abs() < 0.1, "{}", map().get_sheet_height());
    assert_eq!((map().get_picture().size().width, map().get_picture().size().height), (600, 400));
    shoot_all(window, "draw-picture");
    press(window, "Done drawing");
    shoot_all(window, "map-picture");
    key(window, &[Key::Control], "z");
    assert!(!map().get_has_picture());
    key(window, &[Key::Control, Key::Shift], "Z");
    press(window, "Draw the map");
    press(window, "Lay a picture under it");
    press_on_sheet(window, "Take the picture away");
    did(&evening, "plain parchment again");
    assert!(!map().get_has_picture());
}

#[test]
fn a_map_out_of_a_file_is_seen_with_every_fault_before_it_is_taken_in() {
    let evening = drawn();
    let window = &evening.window;
    let draw = || window.global::<MapDraw>();
    let places = || window.global::<MapPage>().get_places().row_count();
    let before = places();
    let file = evening.folder.path().join("places.csv");
    let rows = "name,kind,side,x,y,people\nOxmoor,town,Estmark,100,100,900\nOld Ferry,harbour,Estmark,150,100,20\nFar Isle,village,Estmark,1500,100,20\n";
    std::fs::write(&file, rows).expect("a file");
    press(window, "Take in a map file");
    fill(window, "Path of the map’s file", &file.display().to_string());
    press(window, "Look at it first");
    let why = draw().get_sheet_refusal();
    assert!(why.contains("Line 3") && why.contains("Nothing was taken in"), "{why}");
    shoot_all(window, "draw-import-faults");
    press_on_sheet(window, "Take it in");
    assert!(draw().get_sheet_refusal().contains("Line 3"));
    assert_eq!(places(), before);
    std::fs::write(&file, rows.replace("harbour", "port").replace("1500", "950")).expect("a file");
    press(window, "Look at it first");
    assert!(draw().get_coming().contains("3 new places"), "{} {}", draw().get_coming(), draw().get_sheet_refusal());
    assert_eq!(draw().get_comings().row_count(), 3);
    shoot_all(window, "draw-import");
    press_on_sheet(window, "Take it in");
    did(&evening, "3 new places");
    assert_eq!(places(), before + 3);
    // Written out, and as it is when it is taken in again.
    press(window, "Write places and routes");
    let out = evening.folder.path().join("out.csv");
    fill(window, "Path of the new file of places", &out.display().to_string());
    press_on_sheet(window, "Write them");
    assert!(sentence(&evening).contains("out-routes.csv"), "{}", sentence(&evening));
    for file in [out, evening.folder.path().join("out-routes.csv")] {
        press(window, "Take in a map file");
        fill(window, "Path of the map’s file", &file.display().to_string());
        press_on_sheet(window, "Take it in");
        assert!(draw().get_sheet_refusal().contains("on the map already"), "{}", draw().get_sheet_refusal());
        key(window, &[], Key::Escape);
    }
}

#[test]
fn of_a_crowded_map_what_is_looked_at_is_drawn() {
    let evening = drawn();
    let window = &evening.window;
    let map = || window.global::<MapPage>();
    let file = evening.folder.path().join("places.csv");
    // It is told where one looks, and draws once the map is still.
    let still = || {
        pass(20);
        pass(300);
    };
    let hamlet = |at: usize| format!("Hamlet {at},village,Estmark,{},{},{at}\n", 5 + at % 55 * 18, 5 + at / 55 * 18);
    let rows: String = (0..3000).map(hamlet).collect();
    std::fs::write(&file, format!("name,kind,side,x,y,people\n{rows}")).expect("a file");
    press(window, "Take in a map file");
    fill(window, "Path of the map’s file", &file.display().to_string());
    press_on_sheet(window, "Take it in");
    did(&evening, "3,000 new places");
    press(window, "Done drawing");
    assert_eq!(map().get_places().row_count(), 1000);
    assert!(says(window, "come closer for the rest"));
    assert!(there(window, "Hamlet 2999") && !there(window, "Hamlet 0"), "the greatest are drawn");
    assert!(there(window, "Kingsholm"), "where an army stands is drawn");
    shoot_all(window, "map-crowded");
    map().set_zoom(16.0);
    map().set_mid_x(5.0);
    map().set_mid_y(5.0);
    still();
    assert!(map().get_places().row_count() < 100);
    assert!(!says(window, "come closer for the rest"), "all there is in sight is drawn");
    press(window, "Hamlet 0");
    assert_eq!(map().get_place(), "Hamlet 0");
    shoot(window, "map-crowded-close");
    press(window, "Show all of it");
    still();
    assert_eq!(map().get_places().row_count(), 1000);
    assert!(there(window, "Hamlet 0"), "what is chosen stays");
}

#[test]
fn what_draws_the_map_is_reached_by_tab() {
    let evening = drawn();
    let window = &evening.window;
    super::keyboard::reaches_every_control(window, "the map that is drawn");
    press(window, "Kingsholm");
    super::keyboard::reaches_every_control(window, "a place in the form");
}
