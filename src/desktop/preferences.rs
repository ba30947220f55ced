//! The sheet of settings with the campaign's backups, and the sheet of all shortcuts.

use super::money::{self, MoneyWay};
use super::settings::ZOOMS;
use super::shell::{Shell, count, model, pick, words};
use super::ui::{AppWindow, SettingsSheet, Shortcut, ShortcutGroup, ShortcutsSheet, Theme};
use crate::app::files;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::backups::{KeptBackup, kept_of};
use slint::platform::WindowEvent;
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What each key does, by where it does it.
const SHORTCUTS: [(&str, &[(&str, &str)]); 9] = [
    (
        "EVERYWHERE",
        &[
            ("Alt+1 … Alt+9, Alt+0", "the pages of the rail, by their order"),
            ("Ctrl+K, Ctrl+F", "find any person, army, place, battle, clause, document or command"),
            ("Ctrl+Return", "play the next turn"),
            ("Ctrl+Z", "undo; in a game or a battle being played, take back"),
            ("Ctrl+Shift+Z", "redo"),
            ("F1", "explain what is selected; Escape closes it"),
            ("F6, Shift+F6", "the next pane, or the one before: rail, lists, map, text, explanation"),
            ("Tab, Shift+Tab", "the next control, or the one before"),
            ("Page Up, Page Down", "scroll a page, a sheet or a text"),
            ("Escape", "one step back"),
            ("Ctrl+,", "settings"),
            ("Ctrl+/", "this sheet"),
        ],
    ),
    (
        "LISTS",
        &[
            ("↑ ↓, Page, Home, End", "another row; with Shift, up to there"),
            ("Letters", "the next row with them in its name"),
            ("Space", "select the row, or not"),
            ("Ctrl+A", "select all that show"),
            ("Return", "open the row"),
            ("Shift+F10, Menu", "what can be done with what is selected"),
            ("← →", "along the columns, where there are more"),
            ("On the header", "← → go along it, Return sorts"),
        ],
    ),
    ("TREES", &[("← →", "fold and unfold"), ("Space, Shift", "select several parts")]),
    (
        "FIELDS",
        &[
            ("Letters", "in a drop-down: find the choice that holds them"),
            ("Return", "do what the sheet or field is for"),
            ("Ctrl+Return", "in several lines: read what is written"),
        ],
    ),
    (
        "A BATTLE ON THE TABLE",
        &[
            ("Space", "play and pause"),
            ("← →, ↑ ↓, Page", "an event, a stage, a turn back or on"),
            ("Home, End", "the beginning, the end"),
            ("+ −, 0", "larger, smaller, everybody"),
            ("Shift+arrows", "move the picture"),
            ("/", "find a man"),
            (
                "N, E, Return, D",
                "when you command: the next to order, the next enemy, give the order, done with this side",
            ),
            ("Ctrl+arrows", "when you command: mark a place, an inch further each time"),
        ],
    ),
    (
        "A RESULT FROM THE TABLE",
        &[("D W F C U", "on the grid: dead, wounded, fled, captive, unhurt, for all that are selected")],
    ),
    (
        "THE MAP",
        &[
            ("N, P", "the next army, or the one before"),
            ("Arrows, Shift+arrows", "move the map; while it is drawn the cross, finely"),
            ("Return", "point, choose"),
            ("+ −, 0", "larger, smaller, all of it"),
        ],
    ),
    (
        "BOARD AND HEX GAMES",
        &[
            ("N, E", "the next of your own, the next enemy"),
            ("Arrows, Return", "a square, a hex or a place, and order"),
            ("W, U", "a wall; under the ground"),
        ],
    ),
    (
        "CASTLE UNDER SIEGE, ON THE PLAN",
        &[
            ("S P M B W, R, E", "placing: which counter; the rest; all are placed"),
            ("B F D", "put a boulder, fire or disease behind the catapult"),
            ("Y, N", "the wizard casts, or does not"),
            ("Arrows, Shift, 1 2 3", "aim; move the catapult; set the arm"),
            ("T, L C A", "a shot of a real table; move its counter, catapult, aim"),
            ("[ ] { }", "turn its counter by five degrees, by one"),
            ("R P H, E", "repair, put out, heal; end the turn"),
            ("Page, Home, End, Z", "look back and on; all of the table"),
        ],
    ),
];

#[derive(Default)]
struct Preferences {
    backups: RefCell<Vec<KeptBackup>>,
    campaign: RefCell<Option<PathBuf>>,
    /// The scale the window was last given here; nought before.
    applied: Cell<f32>,
}

/// The least width and height, in lengths of the page, at which nothing of a page is cut.
const LEAST: (f32, f32) = (980.0, 612.0);

/// Connects both sheets.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Preferences::default());
    money::set(shell.settings.borrow().money);
    shell.with(|window| {
        let ui = window.global::<ShortcutsSheet>();
        let groups = |of: &[(&str, &[(&str, &str)])]| {
            let shown = of.iter().map(|(title, keys)| ShortcutGroup {
                title: (*title).into(),
                shortcuts: model(
                    keys.iter().map(|(keys, what)| Shortcut { keys: (*keys).into(), what: (*what).into() }),
                ),
            });
            model(shown.collect::<Vec<_>>())
        };
        ui.set_left(groups(&SHORTCUTS[..4]));
        ui.set_right(groups(&SHORTCUTS[4..]));
        let ui = window.global::<SettingsSheet>();
        ui.set_sizes(words(ZOOMS.iter().map(|zoom| format!("{zoom} %"))));
        ui.set_moneys(words(MoneyWay::ALL.iter().map(|way| way.words())));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        window.global::<super::ui::Frame>().on_show_settings(move || at.show(&on));
        let on = Rc::clone(shell);
        window.global::<super::ui::Frame>().on_show_shortcuts(move || {
            on.with(|window| window.global::<ShortcutsSheet>().set_open(true));
        });
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_changed(move || at.changed(&on));
        let (at, on) = (Rc::clone(&page), Rc::downgrade(shell));
        ui.on_resized(move || {
            let (at, on, later) = (Rc::clone(&at), on.clone(), on.clone());
            slint::Timer::single_shot(std::time::Duration::ZERO, move || {
                if let Some(shell) = on.upgrade() {
                    at.draw_at(&shell);
                }
            });
            // What had the keyboard may be gone with the room it stood in, once that is laid out anew.
            slint::Timer::single_shot(std::time::Duration::from_millis(50), move || {
                if let Some(shell) = later.upgrade() {
                    shell.keep_keyboard();
                }
            });
        });
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_restore(move || at.restore(&on));
    });
    // Once the window is on its screen, and so knows how large that draws.
    let (at, on) = (Rc::clone(&page), Rc::downgrade(shell));
    slint::Timer::single_shot(std::time::Duration::ZERO, move || {
        if let Some(shell) = on.upgrade() {
            at.draw_at(&shell);
        }
    });
}

impl Preferences {
    fn show(self: &Rc<Preferences>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.session(
            |session| session.store.as_ref().map(|store| store.path().to_owned()),
            move |shell, path| page.open(shell, path),
        );
    }

    fn open(&self, shell: &Rc<Shell>, path: Option<PathBuf>) {
        let backups = path.as_deref().map(kept_of).unwrap_or_default();
        let settings = shell.settings.borrow();
        shell.with(|window| {
            let ui = window.global::<SettingsSheet>();
            ui.set_size(ZOOMS.iter().position(|zoom| *zoom == settings.zoom).map_or(1, count));
            ui.set_money(MoneyWay::ALL.iter().position(|way| *way == settings.money).map_or(0, count));
            ui.set_paper(settings.paper);
            ui.set_open_printed(settings.open_printed);
            ui.set_has_campaign(path.is_some());
            ui.set_backups_at(path.as_deref().map(|path| where_kept(path, backups.len())).unwrap_or_default().into());
            ui.set_backups(words(backups.iter().map(named)));
            ui.set_backup(0);
            ui.set_refusal(SharedString::new());
            ui.set_open(true);
        });
        *self.backups.borrow_mut() = backups;
        *self.campaign.borrow_mut() = path;
    }

    fn changed(&self, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<SettingsSheet>();
            let dark = window.global::<Theme>().get_dark();
            (
                pick(&ZOOMS, ui.get_size()),
                pick(&MoneyWay::ALL, ui.get_money()),
                ui.get_paper(),
                ui.get_open_printed(),
                dark,
            )
        });
        let Some((zoom, money, paper, open_printed, dark)) = asked else { return };
        money::set(money.unwrap_or_default());
        shell.remember(|settings| {
            settings.zoom = zoom.unwrap_or(100);
            settings.money = money.unwrap_or_default();
            (settings.paper, settings.open_printed, settings.dark) = (paper, open_printed, dark);
        });
        self.draw_at(shell);
        shell.refresh();
    }

    /// Draws everything as large as is set and the window has room for, whatever the screen asks for beside.
    fn draw_at(&self, shell: &Rc<Shell>) {
        let wanted = shell.settings.borrow().zoom;
        shell.with(|whole| {
            let window = whole.window();
            // Another factor than was set here is the screen's own: the window has come onto it.
            let now = window.scale_factor();
            if (now - self.applied.get()).abs() > 0.001 {
                shell.screen_scale.set(now);
            }
            let plain = shell.screen_scale.get();
            let size = window.size();
            let fits = (size.width as f32 / LEAST.0).min(size.height as f32 / LEAST.1) / plain * 100.0;
            let drawn = wanted.min((fits as u32).max(100));
            whole.global::<SettingsSheet>().set_room(match drawn < wanted {
                true => format!("This window has room for {drawn} %; a larger one is drawn at {wanted} %.").into(),
                false => SharedString::new(),
            });
            let scale_factor = plain * drawn as f32 / 100.0;
            self.applied.set(scale_factor);
            if (now - scale_factor).abs() <= 0.001 {
                return;
            }
            let size = window.size();
            // A line thinner than a point of the screen is not drawn at all.
            let hair = if scale_factor < 1.0 { 1.05 / scale_factor } else { 1.0 };
            whole.global::<Theme>().set_hair(hair);
            window.dispatch_event(WindowEvent::ScaleFactorChanged { scale_factor });
            window.dispatch_event(WindowEvent::Resized { size: size.to_logical(scale_factor) });
        });
    }

    /// Opens a copy of the backup chosen; the campaign it is of stays as it is.
    fn restore(&self, shell: &Rc<Shell>) {
        let chosen = shell.with(|window| window.global::<SettingsSheet>().get_backup()).unwrap_or(-1);
        let (backup, campaign) = (pick(&self.backups.borrow(), chosen), self.campaign.borrow().clone());
        let (Some(backup), Some(campaign)) = (backup, campaign) else { return };
        match copied(&backup, &campaign) {
            Ok(path) => {
                shell.with(|window| window.global::<SettingsSheet>().set_open(false));
                super::start::open(shell, path);
            }
            Err(problem) => {
                shell.with(|window: &AppWindow| {
                    window.global::<SettingsSheet>().set_refusal(problem.to_string().into());
                });
            }
        }
    }
}

fn where_kept(path: &Path, backups: usize) -> String {
    let folder = crate::store::backups::backups_of(path);
    match backups {
        0 => "None is kept yet: one is made when a campaign is opened that was changed since the last.".to_owned(),
        1 => format!("One is kept in {}.", folder.display()),
        many => format!("{many} are kept in {}.", folder.display()),
    }
}

fn named(backup: &KeptBackup) -> String {
    format!("{}, after action {} ({} KB)", backup.done, backup.action, backup.bytes.div_ceil(1024))
}

/// A copy of a backup beside the campaign, under a name that is not taken.
fn copied(backup: &KeptBackup, campaign: &Path) -> Result<PathBuf> {
    let name = campaign.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let named = |number: u32| {
        let more = if number == 1 { String::new() } else { format!(" ({number})") };
        campaign.with_file_name(format!("{name} after action {}{more}.banneret", backup.action))
    };
    let free = (1..).map(named).find(|path| !path.exists()).unwrap_or_default();
    let bytes = std::fs::read(&backup.path).map_err(|error| {
        Problem::new(ProblemKind::System, format!("“{}” could not be read: {error}.", backup.path.display()))
            .hint("Choose another backup.")
    })?;
    files::write_new(&free, &bytes)?;
    Ok(free)
}
