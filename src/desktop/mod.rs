//! The window, and the only code that knows Slint. One file a page connects the page's adapter to the use cases; a page
//! decides no rule. Lists are models over plain rows ([`table`], [`tree`]); the campaign is owned by a [`worker`].

mod armies;
mod assault;
mod battles;
mod canvas;
mod captive_edit;
mod captives;
mod castles;
mod cells;
mod charts;
mod chronicle;
mod contests;
mod cracker;
mod desk;
pub mod dialogs;
mod finder;
mod founding;
mod game_file;
mod history;
mod map;
mod money;
mod odds;
mod part_side;
mod people;
mod people_change;
mod preferences;
mod print;
mod replay;
mod rulebook;
pub mod settings;
pub mod shell;
pub mod shields;
mod sieges;
mod start;
pub mod table;
mod tabletop;
#[cfg(feature = "print")]
mod templates;
mod thinking;
mod treasury;
pub mod tree;
mod under_siege;
pub mod worker;

/// What Slint makes of the files in `ui/`.
pub use banneret_ui as ui;

use crate::app::{filters, history as past, rulebook as book};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::Watch;
use crate::store::journal::fold;
use dialogs::Dialogs;
use settings::Settings;
use shell::{Page, RAIL, Session, Shell, is_alone, model};
use slint::platform::{Key, WindowEvent};
use slint::{ComponentHandle, Model, SharedString};
use std::path::PathBuf;
use std::rc::Rc;
use ui::{
    AppWindow, CastleStage, Drawer, Frame, GameStage, Keyboard, RailPage, RuleTab, Shields, Tables, Theme, Trees,
};
use worker::{Pool, Worker};

/// Opens the window on a campaign: the one named, else the last one open, else the start page; on the first start of
/// all, *The March*. Comes back when the window is closed.
pub fn run(file: Option<PathBuf>) -> Result<()> {
    scale_within_reason(std::env::var("SLINT_SCALE_FACTOR").ok().as_deref())?;
    let mut settings = Settings::of_user();
    let forgotten = settings.forgotten.take();
    let first_start = settings.recent.is_empty() && forgotten.is_none();
    let last = settings.recent.first().map(|recent| recent.path.clone()).filter(|path| path.exists());
    let no_window = |error: slint::PlatformError| {
        Problem::new(ProblemKind::System, format!("No window could be opened: {error}."))
            .hint("On a machine without a display, use the commands; “banneret --help” lists them.")
    };
    let window = AppWindow::new().map_err(no_window)?;
    let worker = Session::threaded();
    let shell = build(&window, worker, Pool::Threads, settings, Box::new(dialogs::Native));
    {
        let settings = shell.settings.borrow();
        window.window().set_size(slint::LogicalSize::new(settings.width as f32, settings.height as f32));
        if settings.maximized {
            // A window that is not shown yet fills nothing.
            let weak = window.as_weak();
            slint::Timer::single_shot(std::time::Duration::from_millis(50), move || {
                if let Some(window) = weak.upgrade() {
                    window.window().set_maximized(true);
                }
            });
        }
    }
    if let Some(forgotten) = forgotten {
        shell.say_problem(&forgotten);
        shell.say_of_it(forgotten.to_string());
    }
    match file.or(last) {
        Some(path) => start::open(&shell, path),
        None if first_start => window.global::<ui::StartPage>().invoke_new_sample("march".into()),
        None => {}
    }
    let ran = window.run().map_err(no_window);
    // Nobody waits any more for what is under way.
    shell.cancel();
    // As large as it is on its screen, whatever is set for the type in it.
    let size = window.window().size().to_logical(shell.screen_scale.get());
    let remembered = {
        let mut settings = shell.settings.borrow_mut();
        settings.maximized = window.window().is_maximized();
        // One that fills its screen is as large as that, and another screen may be smaller. Below the least size the window
        // allows it was never drawn.
        if !settings.maximized && size.width >= 640.0 && size.height >= 400.0 {
            (settings.width, settings.height) = (size.width as u32, size.height as u32);
        }
        settings.dark = window.global::<Theme>().get_dark();
        settings.save()
    };
    // The campaign is closed before the program ends, so that its last action is whole on the disk.
    shell.session(|session| session.store = None, |_, ()| {});
    ran.and(remembered)
}

/// Refuses a scale at which no window could be drawn.
fn scale_within_reason(asked: Option<&str>) -> Result<()> {
    match asked.and_then(|scale| scale.trim().parse::<f32>().ok()) {
        Some(scale) if !(0.25..=8.0).contains(&scale) => {
            Err(Problem::bad_input(format!("SLINT_SCALE_FACTOR asks for a window {scale} times its size."))
                .hint("Set it to a number from 0.25 to 8, or leave it out."))
        }
        _ => Ok(()),
    }
}

/// Connects a window to a worker and everything a page needs.
pub fn build(
    window: &AppWindow,
    worker: (Worker<Session>, Watch),
    pool: Pool,
    settings: Settings,
    dialogs: Box<dyn Dialogs>,
) -> Rc<Shell> {
    window.global::<Theme>().set_dark(settings.dark);
    // Nobody's shield is none.
    window.global::<Shields>().on_picture(|tincture, size, dark| {
        tincture.parse().map_or_else(|_| slint::Image::default(), |tincture| shields::picture(tincture, size, dark))
    });
    let shell = Shell::new(window, worker, pool, settings, dialogs);
    connect_frame(&shell, window);
    connect_lists(&shell, window);
    connect_drawer(&shell, window);
    finder::connect(&shell);
    preferences::connect(&shell);
    print::connect(&shell);
    #[cfg(feature = "print")]
    templates::connect(&shell);
    start::connect(&shell);
    desk::connect(&shell);
    history::connect(&shell);
    armies::connect(&shell);
    map::connect(&shell);
    founding::connect(&shell);
    people::connect(&shell);
    people_change::connect(&shell);
    part_side::connect(&shell);
    charts::connect(&shell);
    battles::connect(&shell);
    replay::connect(&shell);
    captives::connect(&shell);
    captive_edit::connect(&shell);
    treasury::connect(&shell);
    chronicle::connect(&shell);
    rulebook::connect(&shell);
    odds::connect(&shell);
    castles::connect(&shell);
    sieges::connect(&shell);
    under_siege::connect(&shell);
    cracker::connect(&shell);
    assault::connect(&shell);
    game_file::connect(&shell);
    shell
}

/// Opens a campaign file in a window that is built.
pub fn open(shell: &Rc<Shell>, path: PathBuf) {
    start::open(shell, path);
}

/// Shows a battle on the table in a window that is built.
pub fn watch(shell: &Rc<Shell>, battle: crate::app::replay::Replay) {
    replay::watch(shell, battle);
}

fn connect_frame(shell: &Rc<Shell>, window: &AppWindow) {
    let weak = window.as_weak();
    window.global::<Keyboard>().on_home(move || {
        if let Some(window) = weak.upgrade() {
            window.invoke_home();
        }
    });
    let weak = window.as_weak();
    window.global::<Keyboard>().on_step(move |back| {
        let tab = if back { Key::Backtab } else { Key::Tab };
        soon(&weak, WindowEvent::KeyPressed { text: tab.into() });
    });
    let on = Rc::clone(shell);
    window.global::<Keyboard>().on_pressed(move || on.keep_keyboard());
    let frame = window.global::<Frame>();
    let pages = RAIL.iter().map(|(page, word, icon)| RailPage {
        page: *page,
        word: (*word).into(),
        icon: (*icon).into(),
        waiting: 0,
        alone: is_alone(*page),
    });
    frame.set_pages(model(pages.collect::<Vec<_>>()));
    let on = Rc::clone(shell);
    frame.on_go(move |page| on.ask_for(page));
    let on = Rc::clone(shell);
    frame.on_undo(move || {
        on.act(
            say,
            |store| match past::undo(store, 1)?.pop() {
                Some(action) => Ok(action),
                None => Err(Problem::refused("There is nothing to undo.", "The campaign is as it began.")),
            },
            |_, _| {},
        );
    });
    let on = Rc::clone(shell);
    frame.on_redo(move || {
        on.act(
            say,
            |store| match past::redo(store, 1)?.pop() {
                Some(action) => Ok(action),
                None => Err(Problem::refused("There is nothing to redo.", "Only what was undone last can be.")),
            },
            |_, _| {},
        );
    });
    let on = Rc::clone(shell);
    frame.on_cancel(move || {
        on.cancel();
        on.say("Stopped.");
    });
    let on = Rc::clone(shell);
    frame.on_flip_theme(move || {
        on.with(|window| {
            let theme = window.global::<Theme>();
            theme.set_dark(!theme.get_dark());
            on.settings.borrow_mut().dark = theme.get_dark();
        });
    });
    let on = Rc::clone(shell);
    frame.on_play_turn(move || {
        // Whoever plays a turn from another page stays there, but where it is refused: why stands on the desk.
        let desk = Rc::clone(&on);
        let refused = move |window: &AppWindow, why: SharedString| {
            let there = why.is_empty() || window.global::<Frame>().get_page() == Page::Desk;
            window.global::<ui::DeskPage>().set_refusal(why);
            if !there {
                desk.go(Page::Desk);
            }
        };
        on.act(refused, crate::app::turn::play, |_, _| {});
    });
    let on = Rc::clone(shell);
    frame.on_go_beside(move |after| {
        let here = on.with(|window| window.global::<Frame>().get_section()).unwrap_or(Page::Desk);
        let at = RAIL.iter().position(|(page, ..)| *page == here).unwrap_or(0);
        let next = if after { at + 1 } else { at + RAIL.len() - 1 };
        on.ask_for(RAIL[next % RAIL.len()].0);
        // The rail keeps the keyboard: no list of the page takes it.
        on.with(|window| window.global::<Keyboard>().set_pane(-1));
    });
    let on = Rc::clone(shell);
    frame.on_close_campaign(move || start::close(&on));
    let on = Rc::clone(shell);
    frame.on_back(move || on.back());
}

/// Gives the window an event once the one it is in is over.
fn soon(window: &slint::Weak<AppWindow>, event: WindowEvent) {
    let window = window.clone();
    slint::Timer::single_shot(std::time::Duration::ZERO, move || {
        if let Some(window) = window.upgrade() {
            window.window().dispatch_event(event);
        }
    });
}

fn say(window: &AppWindow, why: SharedString) {
    if !why.is_empty() {
        let frame = window.global::<Frame>();
        frame.set_failed(true);
        frame.set_sentence(why);
    }
}

fn connect_lists(shell: &Rc<Shell>, window: &AppWindow) {
    let tables = window.global::<Tables>();
    macro_rules! table {
        ($event:ident, $none:expr, |$table:ident $(, $argument:ident)*| $body:expr) => {{
            let on = Rc::clone(shell);
            tables.$event(move |id $(, $argument)*| match on.table_named(&id) {
                Some($table) => $body,
                None => $none,
            });
        }};
    }
    let row = |row: i32| usize::try_from(row).unwrap_or(usize::MAX);
    table!(on_sort, (), |table, column| table.sort(row(column)));
    table!(on_filter, (), |table, column, text| table.filter(row(column), &text));
    table!(on_click, (), |table, at, extend, toggle| table.click(row(at), extend, toggle));
    table!(on_move, -1, |table, rows, extend| table.step(rows, extend));
    table!(on_select_all, (), |table| table.select_all());
    table!(on_clear, false, |table| table.clear());
    table!(on_open, (), |table, at| table.open(row(at)));
    table!(on_current, -1, |table| table.current());
    table!(on_clear_filters, (), |table| table.clear_filters());
    let on = Rc::clone(shell);
    tables.on_save_filter(move |id, name| {
        let Some(table) = on.table_named(&id) else { return };
        let saved = table.as_saved(&id, &name);
        on.act(say, move |store| filters::save(store, &saved), |_, ()| {});
    });
    let on = Rc::clone(shell);
    tables.on_apply_filter(move |id, at| {
        let Some(table) = on.table_named(&id) else { return };
        if let Some(saved) = table.saved(row(at)) {
            table.apply(&saved);
        }
    });
    let on = Rc::clone(shell);
    tables.on_forget_filter(move |id, at| {
        let saved = on.table_named(&id).and_then(|table| table.saved(row(at)));
        let Some(saved) = saved else { return };
        on.act(say, move |store| filters::forget(store, &saved.list, &saved.name), |_, ()| {});
    });
    table!(on_show_column, (), |table, column, shown| table.show_column(row(column), shown));
    table!(on_menu, (), |table, index| table.choose_of_menu(row(index)));
    table!(on_typed, false, |table, letter| table.typed(&letter));
    let typing = window.global::<ui::Typing>();
    typing.set_patience(table::PATIENCE.as_millis() as i64);
    typing.on_is_letter(|text| is_letter(&text));
    typing.on_find(|options, typed, from| {
        let options: Vec<String> = options.iter().map(|option| fold(&option)).collect();
        next_match(&options, &fold(&typed), usize::try_from(from).unwrap_or(0)).map_or(-1, shell::count)
    });
    typing.on_longest(|options| options.iter().map(|option| option.chars().count()).max().map_or(0, shell::count));
    let trees = window.global::<Trees>();
    macro_rules! tree {
        ($event:ident, $none:expr, |$tree:ident $(, $argument:ident)*| $body:expr) => {{
            let on = Rc::clone(shell);
            trees.$event(move |id $(, $argument)*| match on.tree_named(&id) {
                Some($tree) => $body,
                None => $none,
            });
        }};
    }
    tree!(on_toggle, (), |tree, at| tree.toggle(row(at)));
    tree!(on_click, (), |tree, at, extend, toggle| tree.click(row(at), extend, toggle));
    tree!(on_move, -1, |tree, rows, extend| tree.step(rows, extend));
    tree!(on_fold, -1, |tree, open| tree.fold(open));
    tree!(on_open, (), |tree, at| tree.open(row(at)));
    tree!(on_drop, (), |tree, at| tree.take(row(at)));
}

/// Whether a key is a letter of a name.
fn is_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| letter.is_alphanumeric() || " .,-’'".contains(letter))
        && letters.next().is_none()
}

/// The option in which what is typed stands, at its beginning rather than within it, from the one chosen on; where one
/// letter is typed again, the next that begins so.
fn next_match(options: &[String], typed: &str, from: usize) -> Option<usize> {
    let mut letters = typed.chars();
    let first = letters.next()?;
    let again = typed.len() > first.len_utf8() && letters.all(|letter| letter == first);
    let typed = if again { &typed[..first.len_utf8()] } else { typed };
    let one = typed.chars().count() == 1;
    let order = || (0..options.len()).map(|step| (from + usize::from(one) + step) % options.len());
    let begins = |at: &usize| options[*at].split([' ', '·']).any(|word| word.starts_with(typed));
    let starts = |at: &usize| options[*at].starts_with(typed);
    let holds = |at: &usize| options[*at].contains(typed);
    order().find(starts).or_else(|| order().find(begins)).or_else(|| order().find(holds))
}

fn connect_drawer(shell: &Rc<Shell>, window: &AppWindow) {
    let drawer = window.global::<Drawer>();
    let on = Rc::clone(shell);
    drawer.on_show_clause(move |clause| show_clause(&on, &clause));
    let on = Rc::clone(shell);
    drawer.on_open_book(move |clause| rulebook::open_at(&on, &clause));
    let on = Rc::clone(shell);
    drawer.on_ask(move || explain_page(&on));
}

/// Shows a clause of the rule book in the drawer.
pub fn show_clause(shell: &Rc<Shell>, clause: &str) {
    shell.with(|window| {
        let drawer = window.global::<Drawer>();
        if let Some(found) = book::clause(clause) {
            drawer.set_clause(clause.into());
            drawer.set_clause_text(found.text.into());
        }
        drawer.set_open(true);
    });
}

/// Explains what is chosen now, where the drawer explains a figure of what was chosen before.
fn explain_again(shell: &Rc<Shell>) {
    let open = shell.with(|window| {
        let drawer = window.global::<Drawer>();
        drawer.get_open() && !drawer.get_figure().is_empty()
    });
    if open == Some(true) {
        explain_page(shell);
    }
}

/// F1: what the page has chosen, or the clause the page stands on.
fn explain_page(shell: &Rc<Shell>) {
    let castle = shell.with(|window| {
        let ui = window.global::<ui::UnderSiegePage>();
        (ui.get_stage(), ui.get_on_a_table(), ui.get_ending_clause())
    });
    let clause = match shell.page() {
        Page::Start => return,
        Page::Desk => "CP-2.1",
        Page::Founding => "CP-1.1",
        Page::People => "MM-1.1",
        Page::Charts => "CP-1.3",
        Page::Armies => "MM-1.4",
        Page::Map => "CP-2.1",
        Page::Battles => "CP-3.1",
        Page::Captives => "CP-4.1",
        Page::Treasury => "CP-1.3",
        Page::Chronicle => "CP-1.5",
        Page::RuleBook => "CP-7.1",
        Page::Castles => match shell.with(|window| window.global::<ui::CastlesPage>().get_stage()) {
            Some(GameStage::Setup) => "CA-1.4",
            Some(GameStage::Play) => "CA-2.1",
            Some(GameStage::NewGame) | None => "CA-1.1",
        },
        Page::Sieges => "SG-1.1",
        Page::UnderSiege => match &castle {
            Some((CastleStage::Place | CastleStage::NewGame, ..)) | None => "CU-1.1",
            Some((CastleStage::Choose, ..)) => "CU-2.1",
            Some((CastleStage::Deflect, ..)) => "CU-3",
            Some((CastleStage::Shoot, false, _)) => "CU-2.2",
            Some((CastleStage::Shoot, true, _)) => "CU-2.4",
            Some((CastleStage::Leave, ..)) => "CU-2.7",
            Some((CastleStage::Act, ..)) => "CU-4",
            Some((CastleStage::Over, _, ending)) => ending.as_str(),
        },
        Page::Cracker => "CC-1.3",
        Page::Assault => match shell.with(|window| window.global::<ui::AssaultPage>().get_stage()) {
            Some(ui::StormStage::Map) => "SG-6.2",
            _ => "SG-5.2",
        },
        Page::Replay => "MM-2.1",
    };
    shell.with(|window| match shell.page() {
        Page::Armies if window.global::<ui::ArmiesPage>().get_has_man() => {
            window.global::<ui::ArmiesPage>().invoke_explain_points();
        }
        Page::Map if window.global::<ui::MapPage>().get_has_army() => {
            window.global::<ui::MapPage>().invoke_explain_pace();
        }
        Page::Captives if window.global::<ui::CaptivesPage>().get_has_one() => {
            window.global::<ui::CaptivesPage>().invoke_explain_book();
        }
        Page::Treasury if window.global::<ui::TreasuryPage>().get_of_side() => {
            window.global::<ui::TreasuryPage>().invoke_explain_pay();
        }
        Page::Replay => window.global::<ui::ReplayPage>().invoke_explain_now(),
        Page::RuleBook if window.global::<ui::RuleBookPage>().get_tab() == RuleTab::Odds => odds::explain(shell),
        page => {
            let rail = RAIL.iter().map(|(page, word, _)| (*page, *word));
            let word = rail.chain(finder::GAMES).find(|(known, _)| *known == page).map_or("Founding", |(_, word)| word);
            let drawer = window.global::<Drawer>();
            drawer.set_title(word.into());
            drawer.set_figure(SharedString::new());
            drawer.set_about(SharedString::new());
            drawer.set_parts(model([]));
            drawer.set_clause(SharedString::new());
        }
    });
    if shell.with(|window| window.global::<Drawer>().get_clause().is_empty()).unwrap_or(true) {
        show_clause(shell, clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_find_an_option_and_the_same_letter_the_next() {
        let options = ["host of estmark", "host of estmark · van", "host of estmark · archers of besancon", "guard"];
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        assert_eq!(next_match(&options, "g", 0), Some(3));
        assert_eq!(next_match(&options, "h", 0), Some(1));
        assert_eq!(next_match(&options, "hh", 1), Some(2));
        assert_eq!(next_match(&options, "arch", 0), Some(2));
        assert_eq!(next_match(&options, "sanc", 0), Some(2));
        assert_eq!(next_match(&options, "x", 0), None);
        assert_eq!(next_match(&[], "x", 0), None);
    }

    #[test]
    fn a_scale_beyond_reason_is_refused() {
        for asked in ["0", "-1", "1000", "1e30", "inf", "NaN", "0.01"] {
            assert!(scale_within_reason(Some(asked)).is_err(), "{asked}");
        }
        for asked in [None, Some("1"), Some("2.5"), Some(" 0.5 "), Some("large")] {
            assert_eq!(scale_within_reason(asked), Ok(()), "{asked:?}");
        }
    }
}
