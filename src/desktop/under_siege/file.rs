//! Games written to a file and read again, as “banneret castle-under-siege” reads and writes them.

use super::SiegeTable;
use crate::app::files;
use crate::app::under_siege::SiegeGame;
use crate::campaign::problem::Result;
use crate::desktop::dialogs::GameSort;
use crate::desktop::game_file::FiledPage;
use crate::desktop::shell::Shell;
use std::path::Path;
use std::rc::Rc;

impl FiledPage for SiegeTable {
    fn sort(&self) -> GameSort {
        GameSort { called: "Game of Castle under Siege", ending: "siege" }
    }

    fn text(&self) -> Result<String> {
        Ok(self.state.borrow().game.as_ref().map(SiegeGame::write).unwrap_or_default())
    }

    fn saved(&self, shell: &Rc<Shell>, sentence: &str) {
        self.change(|state| state.filed = state.game.as_ref().map_or(0, SiegeGame::len));
        self.say(shell, sentence, false);
    }

    fn read(self: Rc<SiegeTable>, shell: &Rc<Shell>, file: &Path) -> Result<()> {
        let game = SiegeGame::read(&files::read_text(file, files::SIEGE_GAME)?)?;
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
