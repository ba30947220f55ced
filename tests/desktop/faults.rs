//! What goes wrong is said in the window, and the window goes on: thousands of faults in a roster, pages with nothing on
//! them, a fault of the program's own, a file gone from under it.

use super::harness::*;
use banneret::app::{check, export, found};
use banneret::campaign::problem::Result;
use banneret::desktop::ui::{ArmiesPage, ArmiesSheet, Frame, Page, StartPage};
use banneret::store::Store;
use slint::ComponentHandle;
use slint::platform::Key;
use std::fs;

/// The sheet says the first of the faults and how many there are, and its buttons stay in sight.
#[test]
fn a_roster_of_thousands_of_faults_is_told_of_on_the_sheet() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    for faults in [3, 200, 4_000] {
        let roster = evening.folder.path().join("bad.csv");
        fs::write(&roster, format!("class,grade\n{}", "serf,Z\n".repeat(faults))).expect("written");
        let ui = window.global::<ArmiesPage>();
        ui.invoke_open(ArmiesSheet::Import);
        ui.set_path(roster.to_str().expect("a plain name").into());
        ui.set_side("Estmark".into());
        pass(50);
        press_on_sheet(window, "Take it in");
        pass(50);
        for size in SIZES {
            show(window, size);
            picture(window);
            let (sheet, page) = (ui.get_sheet(), ui.get_refusal());
            assert!(there(window, "Take it in"), "{faults} at {size:?}: sheet “{sheet:?}”, page “{page:.200}”");
            let button = the(window, "Take it in");
            let (at, extent) = (button.absolute_position(), button.size());
            assert!(at.y + extent.height <= size.1 && at.y > 0.0, "{faults}: the button is at {at:?} of {size:?}");
        }
        assert!(says(window, "Line 2, column class: expected"), "{:?}", labels(window));
        let told = ui.get_sheet_refusal();
        assert!(faults < 100 || told.contains(" more."), "{told}");
        assert!(told.len() < 20_000, "{} bytes", told.len());
        press_on_sheet(window, "Cancel");
        pass(20);
    }
}

/// On a campaign with nothing in it every page takes the keyboard, without the mouse.
#[test]
fn empty_pages_take_the_keyboard() {
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("empty.banneret");
    drop(banneret::app::found::empty(&file, &banneret::app::found::Beginning::of("Empty")).expect("a campaign"));
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    let pages = [
        (1, Page::Desk),
        (2, Page::Armies),
        (4, Page::Battles),
        (5, Page::Captives),
        (6, Page::Treasury),
        (7, Page::Chronicle),
    ];
    for (from, shown) in &pages[1..5] {
        for (to, next) in &pages {
            page(window, *from);
            picture(window);
            assert_eq!(window.global::<Frame>().get_page(), *shown);
            page(window, *to);
            picture(window);
            assert_eq!(window.global::<Frame>().get_page(), *next, "from {from} to {to} by the keyboard");
            key(window, &[], Key::Tab);
            assert!(!super::keyboard::focused(window).is_empty(), "page {to} after {from}: Tab reaches nothing");
        }
    }
}

/// A fault in a job is a sentence in the window, and the campaign is there as it was.
#[test]
fn a_fault_of_the_programs_own_is_said_and_the_window_goes_on() {
    let evening = sample("march");
    let window = &evening.window;
    let sentence = || window.global::<Frame>().get_sentence().to_string();
    let refuse = |window: &banneret::desktop::ui::AppWindow, why: slint::SharedString| {
        window.global::<Frame>().set_sentence(why);
    };
    evening.shell.act(
        refuse,
        |store: &mut Store| -> Result<()> {
            store.act("fault", &0, |act| {
                act.rename_formation(act.armies()?[0].id, "Nobody's")?;
                panic!("a fault of the program's own")
            })
        },
        |_, ()| {},
    );
    pass(50);
    assert!(sentence().contains("A fault in the program stopped this"), "{}", sentence());
    assert!(sentence().contains("closed and opened again") && !sentence().contains("Nobody’s"), "{}", sentence());
    press(window, "Play the next turn");
    pass(50);
    assert!(sentence().contains("Turn 1"), "{}", sentence());
    page(window, 2);
    assert!(!says(window, "Nobody's"), "{:?}", labels(window));
    // What a job kept before its fault is not denied.
    evening.shell.act(
        refuse,
        |store: &mut Store| -> Result<()> {
            store.act("fault", &0, |act| {
                Ok((act.rename_formation(act.armies()?[0].id, "Somebody's")?, "Renamed.".into()))
            })?;
            panic!("a fault of the program's own")
        },
        |_, ()| {},
    );
    pass(50);
    assert!(sentence().contains("the last thing kept in it is “Renamed.”"), "{}", sentence());
    page(window, 1);
    press(window, "Play the next turn");
    pass(50);
    assert!(sentence().contains("Turn 2"), "{}", sentence());
}

/// A file replaced from outside is said at the next action, and nothing is kept in the one that is gone.
#[cfg(unix)]
#[test]
fn a_file_gone_from_under_the_window_is_said() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "Play the next turn");
    fs::remove_file(evening.folder.path().join("march.banneret")).expect("removed");
    press(window, "Play the next turn");
    pass(50);
    let told: Vec<String> = labels(window);
    assert!(says(window, "moved, removed or replaced"), "{told:?}");
}

#[test]
fn a_sound_copy_of_a_damaged_campaign_is_made_and_opened_from_the_window() {
    let evening = sample("march");
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    let damaged = evening.folder.path().join("damaged.banneret");
    page(window, 1);
    std::fs::copy(&file, &damaged).expect("a copy");
    {
        // A class that no man can be of.
        let sql = rusqlite::Connection::open(&damaged).expect("it opens");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE person SET class = 'wizard' WHERE id = 3;")
            .expect("damaged");
    }
    banneret::desktop::open(&evening.shell, damaged.clone());
    pass(100);
    // Its armies can be read, and not its people: it is told of, and a copy offered where another campaign is opened.
    let start = window.global::<StartPage>();
    assert!(window.global::<Frame>().get_sentence().contains("“wizard” is no class"));
    press(window, "Open another campaign");
    pass(50);
    assert!(start.get_refusal().contains("“wizard” is no class"), "{}", start.get_refusal());
    shoot_all(window, "start-damaged");
    press(window, "Make a sound copy of what can be read, and open it");
    pass(200);
    assert_eq!(start.get_refusal(), "");
    assert_eq!(window.global::<Frame>().get_page(), Page::Desk);
    let said = window.global::<Frame>().get_sentence();
    assert!(said.contains("damaged-repaired.banneret"), "{said}");
    let listed = std::fs::read_to_string(evening.folder.path().join("damaged-repaired.txt")).expect("the list");
    assert!(listed.contains("person 3"), "{listed}");
    assert!(check::check(&evening.folder.path().join("damaged-repaired.banneret")).expect("read").is_empty());
}

#[test]
fn an_export_is_opened_as_a_campaign_that_goes_on() {
    let evening = sample("march");
    let window = &evening.window;
    let (other, written) = (evening.folder.path().join("other.banneret"), evening.folder.path().join("The War.json"));
    let store = found::from_sample(&other, "caerlaverock").expect("the sample");
    export::write(&store, &mut fs::File::create(&written).expect("a file")).expect("written");
    drop(store);
    banneret::desktop::open(&evening.shell, written.clone());
    pass(200);
    assert_eq!(
        window.global::<Frame>().get_campaign(),
        "Caerlaverock",
        "{}",
        window.global::<StartPage>().get_refusal()
    );
    let said = window.global::<Frame>().get_sentence();
    assert!(said.contains("the-war.banneret"), "{said}");
    // What is no export is told of, and nothing is made.
    fs::write(&written, "{}").expect("written");
    banneret::desktop::open(&evening.shell, written);
    pass(200);
    assert!(window.global::<StartPage>().get_refusal().contains("is no export of a campaign"));
    assert!(!evening.folder.path().join("the-war-2.banneret").exists());
}
