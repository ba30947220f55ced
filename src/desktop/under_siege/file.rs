//! Games written to a file and read again, as “banneret castle-under-siege” reads and writes them.

use super::SiegeTable;
use crate::app::files;
use crate::app::under_siege::SiegeGame;
use crate::campaign::problem::Result;
use crate::desktop::shell::Shell;
use crate::desktop::start::free_path_of_game;
use crate::desktop::ui::{AppWindow, UnderSiegePage};
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Connects the sheet.
pub(super) fn connect(page: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<UnderSiegePage>();
    let at = Rc::clone(shell);
    ui.on_open_sheet(move |sheet| {
        at.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            let path = if sheet == "save" { free_path_of_game("siege").display().to_string() } else { String::new() };
            ui.set_path(path.into());
            ui.set_sheet_refusal(SharedString::new());
            ui.set_sheet(sheet);
        });
    });
    let (page, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_confirm(move || page.confirm(&at));
}

impl SiegeTable {
    fn confirm(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            (ui.get_sheet() == "save", PathBuf::from(ui.get_path().trim()))
        });
        let Some((saves, path)) = asked else { return };
        let done = match saves {
            true => self.save(&path).map(|()| self.say(shell, &format!("Saved as {}.", path.display()), false)),
            false => self.read(shell, &path),
        };
        shell.with(|window: &AppWindow| {
            let ui = window.global::<UnderSiegePage>();
            match done {
                Ok(()) => ui.set_sheet(SharedString::new()),
                Err(problem) => ui.set_sheet_refusal(problem.to_string().into()),
            }
        });
    }

    fn save(&self, path: &Path) -> Result<()> {
        let text = self.state.borrow().game.as_ref().map(SiegeGame::write).unwrap_or_default();
        files::save_new(path, text.as_bytes())?;
        self.change(|state| state.filed = state.game.as_ref().map_or(0, SiegeGame::len));
        Ok(())
    }

    fn read(self: &Rc<SiegeTable>, shell: &Rc<Shell>, path: &Path) -> Result<()> {
        let text = files::read_text(path, files::SIEGE_GAME)?;
        let game = SiegeGame::read(&text)?;
        self.change(|state| state.may_leave())?;
        let stopped = super::program::plays_both(&game);
        self.open(shell, game);
        self.change(|state| (state.stopped, state.filed) = (stopped, state.at));
        self.halt();
        self.show(shell);
        self.go_on(shell);
        Ok(())
    }
}
