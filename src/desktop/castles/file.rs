//! Games written to a file and read again (CA-5.6), as “banneret castles replay” reads them.

use super::BoardPage;
use crate::app::castles::game::BoardGame;
use crate::app::files;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::GameSort;
use crate::desktop::game_file::FiledPage;
use crate::desktop::shell::Shell;
use std::path::Path;
use std::rc::Rc;

impl FiledPage for BoardPage {
    fn sort(&self) -> GameSort {
        GameSort { called: "Game of Castles", ending: "castles" }
    }

    fn text(&self) -> Result<String> {
        let text = self.state.borrow().game.as_ref().and_then(|game| game.record().map(|record| record.write()));
        text.ok_or_else(|| {
            Problem::refused("There is no game to save before both setups are made.", "Set up and play first.")
        })
    }

    fn saved(&self, shell: &Rc<Shell>, sentence: &str) {
        self.change(|state| state.filed = state.game.as_ref().map_or(0, BoardGame::len));
        self.say(shell, sentence, false);
    }

    fn read(self: Rc<BoardPage>, shell: &Rc<Shell>, file: &Path) -> Result<()> {
        let text = files::read_text(file, files::GAME).map_err(|problem| {
            problem.hint("Name a game that was saved here, or that “banneret castles play” wrote.")
        })?;
        let game = BoardGame::read(&text)?;
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
