//! Games written to a file and read again (CA-5.6), as “banneret castles replay” reads them.

use super::BoardPage;
use crate::app::castles::game::BoardGame;
use crate::app::files;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::Shell;
use crate::desktop::start::free_path_of_game;
use crate::desktop::ui::{AppWindow, CastlesPage};
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Connects the sheet.
pub(super) fn connect(page: &Rc<BoardPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<CastlesPage>();
    let at = Rc::clone(shell);
    ui.on_open_sheet(move |sheet| {
        at.with(|window| {
            let ui = window.global::<CastlesPage>();
            let path = if sheet == "save" { free_path_of_game("castles").display().to_string() } else { String::new() };
            ui.set_path(path.into());
            ui.set_sheet_refusal(SharedString::new());
            ui.set_sheet(sheet);
        });
    });
    let at = Rc::clone(shell);
    ui.on_browse(move || {
        let then = Rc::clone(&at);
        let saves = at.with(|window| window.global::<CastlesPage>().get_sheet() == "save").unwrap_or(false);
        let wanted = if saves { Wanted::SaveGame } else { Wanted::OpenGame };
        at.browse(wanted, "game.castles", move |path| {
            then.with(|window| window.global::<CastlesPage>().set_path(path.display().to_string().into()));
        });
    });
    let (page, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_confirm(move || page.confirm(&at));
}

impl BoardPage {
    fn confirm(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            (ui.get_sheet() == "save", PathBuf::from(ui.get_path().trim()))
        });
        let Some((saves, path)) = asked else { return };
        let done = match saves {
            true => self.save(&path).map(|()| {
                self.change(|state| state.filed = state.game.as_ref().map_or(0, BoardGame::len));
                self.say(shell, &format!("Saved as {}.", path.display()), false);
            }),
            false => read(&path).and_then(|game| self.change(|state| state.may_leave()).map(|()| game)).map(|game| {
                let stopped = super::program::plays_both(&game);
                self.open(shell, game);
                self.change(|state| (state.stopped, state.filed) = (stopped, state.at));
                self.halt();
                self.show(shell);
                self.go_on(shell);
            }),
        };
        shell.with(|window: &AppWindow| {
            let ui = window.global::<CastlesPage>();
            match done {
                Ok(()) => ui.set_sheet(SharedString::new()),
                Err(problem) => ui.set_sheet_refusal(problem.to_string().into()),
            }
        });
    }

    fn save(&self, path: &Path) -> Result<()> {
        let text = self.state.borrow().game.as_ref().and_then(|game| game.record().map(|record| record.write()));
        let text = text.ok_or_else(|| {
            Problem::refused("There is no game to save before both setups are made.", "Set up and play first.")
        })?;
        files::save_new(path, text.as_bytes())
    }
}

fn named(path: &Path) -> Result<()> {
    match path.as_os_str().is_empty() {
        true => Err(Problem::bad_input("No file is named.").hint("Type the path of a game, or browse for one.")),
        false => Ok(()),
    }
}

fn read(path: &Path) -> Result<BoardGame> {
    named(path)?;
    let text = files::read_text(path, files::GAME)
        .map_err(|problem| problem.hint("Name a game that was saved here, or that “banneret castles play” wrote."))?;
    BoardGame::read(&text)
}
