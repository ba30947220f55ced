//! The window as a person has it: the campaign in a thread of its own, long work beside it, answers by the event loop. What
//! takes long shows how far it is, and is stopped at once.

use super::harness::*;
use banneret::campaign::problem::{ProblemKind, Result};
use banneret::desktop::shell::Session;
use banneret::desktop::ui::{AppWindow, ArmiesPage, ArmiesSheet, BattlesPage, Frame, Page, StartPage};
use banneret::desktop::worker::Pool;
use banneret::store::Store;
use slint::platform::Key;
use slint::{ComponentHandle, Model, Timer, TimerMode};
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Runs the event loop until something is so.
fn until(window: &AppWindow, what: &str, so: impl Fn(&AppWindow) -> bool + 'static) {
    let (clock, begun, is_so) = (Timer::default(), Instant::now(), Rc::new(Cell::new(None)));
    let (held, weak) = (Rc::clone(&is_so), window.as_weak());
    clock.start(TimerMode::Repeated, Duration::from_millis(2), move || {
        // Asked for once: a loop that has been told to end would otherwise end the next one too.
        if held.get().is_none() {
            held.set(match weak.upgrade().is_some_and(|window| so(&window)) {
                true => Some(true),
                false if begun.elapsed() > Duration::from_secs(120) => Some(false),
                false => return,
            });
            slint::quit_event_loop().expect("a loop");
        }
    });
    slint::run_event_loop_until_quit().expect("the loop runs");
    let frame = window.global::<Frame>();
    assert!(
        is_so.get() == Some(true),
        "{what}: {} {} of {}",
        frame.get_busy(),
        frame.get_busy_done(),
        frame.get_busy_total()
    );
}

/// Whether work is under way and has said how far it is.
fn on_its_way(window: &AppWindow) -> bool {
    let frame = window.global::<Frame>();
    let (done, total) = (frame.get_busy_done(), frame.get_busy_total());
    !frame.get_busy().is_empty() && 0 < done && done < total
}

fn idle(window: &AppWindow) -> bool {
    window.global::<Frame>().get_busy().is_empty()
}

fn take_in(window: &AppWindow, roster: &Path) {
    let page = window.global::<ArmiesPage>();
    page.invoke_open(ArmiesSheet::Import);
    page.set_path(roster.to_str().expect("a plain name").into());
    page.set_side("Estmark".into());
    page.invoke_confirm();
}

/// So are a reading that takes long, and a repair, of which nothing is left; the file is opened again after it.
fn what_reads_long_is_stopped(evening: &Evening, file: &Path) {
    let window = &evening.window;
    let answer = Rc::new(Cell::new(None));
    let answered = Rc::clone(&answer);
    evening.shell.try_read(
        |db| (0..1_000).try_for_each(|_| db.people().map(drop)),
        move |_, read| answered.set(Some(read.err().map(|problem| problem.kind))),
    );
    until(window, "the reading is shown", |window| !idle(window));
    evening.shell.cancel();
    assert!(idle(window), "Cancel answers at once");
    let stopped = Rc::clone(&answer);
    until(window, "the reading has stopped", move |_| stopped.get().is_some());
    assert_eq!(answer.get(), Some(Some(ProblemKind::Cancelled)));

    evening.shell.go(Page::Start);
    let page = window.global::<StartPage>();
    page.set_damaged(file.to_str().expect("a plain name").into());
    page.invoke_repair();
    until(window, "the repair says how far it is", |window| on_its_way(window) && there(window, "Cancel"));
    press(window, "Cancel");
    assert!(idle(window), "Cancel answers at once");
    until(window, "the repair has stopped", |window| !window.global::<StartPage>().get_refusal().is_empty());
    assert!(page.get_refusal().contains("It was stopped"), "{}", page.get_refusal());
    let left =
        std::fs::read_dir(evening.folder.path()).expect("the folder").map(|entry| entry.expect("one").file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("repaired")).collect();
    assert!(left.is_empty(), "{left:?}");
    banneret::desktop::open(&evening.shell, file.to_owned());
    until(window, "the campaign is open again", |window| there(window, "Play the next turn") && idle(window));
}

#[test]
fn long_work_shows_its_progress_and_is_stopped_at_once() {
    begin_with(true);
    let evening = evening_at_work(Session::threaded(), Pool::Threads);
    let window = &evening.window;
    window.show().expect("the window shows");
    let file = evening.folder.path().join("march.banneret");
    drop(banneret::app::found::from_sample(&file, "march").expect("the sample"));
    banneret::desktop::open(&evening.shell, file.clone());
    until(window, "the desk", |window| there(window, "Play the next turn"));
    let roster = evening.folder.path().join("levy.csv");
    let unit = |unit| format!("The Levy,Unit {unit},peasant,C,spear,10000\n");
    let text = format!("army,unit,class,grade,weapons,count\n{}", (0..5).map(unit).collect::<String>());
    std::fs::write(&roster, text).expect("written");

    // An action on the campaign that takes long: stopped on its way, nothing of it is kept.
    take_in(window, &roster);
    until(window, "the import says how far it is", on_its_way);
    let asked = Instant::now();
    evening.shell.cancel();
    assert!(idle(window), "Cancel answers at once");
    until(window, "the import has stopped", |window| !window.global::<ArmiesPage>().get_sheet_refusal().is_empty());
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    let told = window.global::<ArmiesPage>().get_sheet_refusal();
    assert!(told.contains("topped"), "{told}");

    // Left alone it is kept whole, and taken back whole.
    take_in(window, &roster);
    until(window, "the import is kept", |window| window.global::<Frame>().get_sentence().contains("50,000 men"));
    until(window, "the window is idle", idle);
    what_reads_long_is_stopped(&evening, &file);
    // What takes it back, and what brings it again, is stopped the same way: it stands as it was, and goes when asked again.
    let undo: &[Key] = &[Key::Control];
    for (keys, letter, done) in [(undo, "z", "Undid"), (&[Key::Control, Key::Shift], "Z", "Redid")] {
        let before = window.global::<Frame>().get_sentence();
        strike(window, keys, letter);
        until(window, &format!("{done}: how far it is"), on_its_way);
        evening.shell.cancel();
        assert!(idle(window), "Cancel answers at once");
        until(window, &format!("{done}: it has stopped"), |window| {
            window.global::<Frame>().get_sentence().contains("nothing of it was kept")
        });
        assert_ne!(window.global::<Frame>().get_sentence(), before);
        strike(window, keys, letter);
        until(window, done, move |window| window.global::<Frame>().get_sentence().starts_with(done));
        until(window, "the window is idle", idle);
    }
    strike(window, undo, "z");
    until(window, "the import is taken back", |window| window.global::<Frame>().get_sentence().starts_with("Undid"));

    // Long work beside the campaign: it counts on while the campaign answers, and its answer is thrown away once it is stopped.
    for turn in 0..20 {
        if beginning(window, "Decide: ").is_some() {
            break;
        }
        let before = window.global::<Frame>().get_date();
        the(window, "Play the next turn").invoke_accessible_default_action();
        until(window, &format!("turn {turn}"), move |window| {
            idle(window) && window.global::<Frame>().get_date() != before
        });
    }
    beginning(window, "Decide: ").expect("a contact").invoke_accessible_default_action();
    until(window, "the contact", |window| there(window, "Forecast"));
    the(window, "Forecast").invoke_accessible_default_action();
    until(window, "the forecast says how far it is", on_its_way);
    let asked_for = window.global::<Frame>().get_busy_total() as u32;
    the(window, "Captives").invoke_accessible_default_action();
    until(window, "another page meanwhile", |window| there(window, "Ransom roll") || !labels(window).is_empty());
    assert!(!idle(window), "the forecast goes on");
    evening.shell.cancel();
    assert!(idle(window), "Cancel answers at once");
    let begun = Instant::now();
    // What was counted until then stands, with the number of battles it is of, and no more is counted.
    let told = |window: &AppWindow| {
        let cards = window.global::<BattlesPage>().get_forecasts();
        assert_eq!(cards.row_count(), 1);
        cards.row_data(0).expect("the forecast").title
    };
    let stopped = told(window);
    let battles: u32 = stopped.split(' ').next().and_then(|count| count.parse().ok()).expect("how many battles");
    assert!((1..asked_for).contains(&battles), "{stopped}");
    until(window, "time passes", move |_| begun.elapsed() > Duration::from_millis(300));
    assert_eq!(told(window), stopped);

    // A fault in long work is told, and leaves nothing waiting.
    evening.shell.long("Faulty", 1, |_| -> () { panic!("a fault made for the test") }, |_, _| {}, |_, ()| {});
    until(window, "the fault is told", |window| {
        window.global::<Frame>().get_sentence().contains("A fault in the program")
    });
    assert!(idle(window));

    // So is one in the campaign's own thread, which goes on with the file opened again.
    evening.shell.act(
        |window: &AppWindow, why| window.global::<Frame>().set_sentence(why),
        |store: &mut Store| -> Result<()> {
            store.act("fault", &0, |act| {
                act.rename_formation(act.armies()?[0].id, "Nobody's")?;
                panic!("a fault made for the test")
            })
        },
        |_, ()| {},
    );
    until(window, "the campaign's fault is told", |window| {
        window.global::<Frame>().get_sentence().contains("closed and opened again")
    });
    assert!(idle(window));

    // The campaign's own thread answers after all that, and nothing of what was stopped or taken back is left.
    let men = Rc::new(Cell::new(0));
    let read = Rc::clone(&men);
    evening.shell.read(
        |db| {
            let renamed = db.armies()?.iter().any(|army| army.name == "Nobody's");
            Ok(if renamed { 0 } else { db.people()?.len() })
        },
        move |_, count| read.set(count),
    );
    until(window, "the campaign answers", move |_| men.get() == 600);
}
