//! The page as the table of its game, and of a battle of the campaign settled on the map of its stronghold (SG-1.6, CP-3.5).

use super::show::digest;
use super::{HexPage, PAGE, StormSeen, StormView};
use crate::app::assault::{HexGame, HexTable};
use crate::app::contest::Contest;
use crate::app::files;
use crate::desktop::dialogs::GameSort;
use crate::desktop::settings::Settings;
use crate::desktop::shell::{Page, Shell};
use crate::desktop::tabletop::{self, Sitting, TablePage};
use crate::desktop::thinking::Thinking;
use crate::desktop::ui::{AppWindow, AssaultPage, CordSentence, GamePace};
use crate::rules::assault::{Assault, AssaultBattle};
use crate::rules::figure::BySide;
use crate::rules::matches::Match;
use slint::{ComponentHandle, SharedString, VecModel};
#[cfg(feature = "print")]
use std::path::PathBuf;
use std::rc::Rc;

impl TablePage for HexPage {
    type Of = AssaultBattle;
    type Own = HexGame;
    type Cast = AssaultBattle;

    const PAGE: Page = Page::Assault;
    const NONE_BEGUN: &'static str = "No assault is begun.";
    const LEFT_FOR_GOOD: &'static str = "The assault under way would be left for good.";
    const FILES: GameSort = GameSort { called: "Assault on hexes", ending: "assault" };
    const READ_AS: files::Sort = files::HEX_GAME;

    fn of_window() -> Option<Rc<HexPage>> {
        PAGE.with(|page| page.borrow().clone())
    }

    fn at_table(battle: &AssaultBattle, played: Match<Assault>) -> HexTable {
        HexTable::new(battle.clone(), played, BySide::default())
    }

    fn sitting<R>(&self, change: impl FnOnce(&mut Sitting<HexPage>) -> R) -> R {
        change(&mut self.state.borrow_mut().sitting)
    }

    fn shows_game(&self) -> bool {
        self.state.borrow().shows_game()
    }

    fn let_go(&self, chosen: bool) {
        self.change(|state| {
            state.chosen = state.chosen.filter(|_| !chosen);
            state.cursor = None;
        });
    }

    fn taken(&self, shown: bool) {
        self.change(|state| {
            state.view = if shown { StormView::Game } else { StormView::Map };
            (state.chosen, state.cursor, state.sight.fits) = (None, None, true);
        });
    }

    fn thinking(&self) -> &Thinking {
        &self.thinking
    }

    fn sentences(&self) -> &Rc<VecModel<CordSentence>> {
        &self.sentences
    }

    fn pace(window: &AppWindow) -> GamePace {
        window.global::<AssaultPage>().get_pace()
    }

    fn set_battle(window: &AppWindow, name: SharedString) {
        window.global::<AssaultPage>().set_battle(name);
    }

    fn clear_form(window: &AppWindow) {
        let ui = window.global::<AssaultPage>();
        ui.set_refusal(SharedString::new());
        ui.set_forecast(SharedString::new());
    }

    fn kept(settings: &mut Settings) -> &mut Option<String> {
        &mut settings.assault
    }

    fn document(&self) -> String {
        self.change(|state| state.ground().map_or_else(String::new, |map| map.name.clone()))
    }

    #[cfg(feature = "print")]
    fn print(&self, shell: &Rc<Shell>, path: PathBuf) {
        self.print_map(shell, path);
    }

    fn show(&self, shell: &Rc<Shell>) {
        self.show_all(shell);
    }

    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool) {
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            ui.set_told(sentence.into());
            ui.set_refused(refused);
        });
    }

    fn digest(table: &HexTable, at: usize) -> String {
        digest(table, at)
    }

    fn wait_for_leaders(self: &Rc<HexPage>, shell: &Rc<Shell>, contest: Contest<AssaultBattle>) {
        self.wait(shell, contest);
    }

    fn preview(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        self.show_preview(shell);
    }

    fn decided(self: &Rc<HexPage>, shell: &Rc<Shell>, count: usize) {
        tabletop::keep(&**self, shell);
        let told = self.change(|state| state.decided(count));
        self.say(shell, &told, false);
        self.show(shell);
        tabletop::go_on(self, shell);
    }
}

impl StormSeen {
    /// Something was decided, so many orders of it; gives what one order brought about.
    fn decided(&mut self, count: usize) -> String {
        let Some(end) = self.sitting.table().map(HexTable::len) else { return String::new() };
        self.sitting.stride = (count / 20).max(1);
        if count > 1 {
            self.cursor = None;
            return String::new();
        }
        self.sitting.look(end);
        let stays = self.chosen.filter(|id| self.units().contains(id));
        // Who has gone where he was told is still chosen, and points at nothing.
        (self.chosen, self.cursor) = (stays, None);
        self.sitting.table().map_or_else(String::new, |table| digest(table, end))
    }
}
