//! The page as the table of its game, and of a battle of the campaign settled with cords (CP-3.5).

use super::{CordPage, LookedAt, PAGE};
use crate::app::contest::Contest;
use crate::app::cracker::{CordGame, CordTable, Cords};
use crate::app::files;
use crate::desktop::dialogs::GameSort;
use crate::desktop::settings::Settings;
use crate::desktop::shell::{Page, Shell};
use crate::desktop::tabletop::{self, Sitting, TablePage};
use crate::desktop::thinking::Thinking;
use crate::desktop::ui::{AppWindow, CordSentence, CrackerPage, GamePace};
use crate::rules::castle_cracker::{CrackerBattle, Position};
use crate::rules::figure::BySide;
use crate::rules::matches::Match;
use slint::{ComponentHandle, SharedString, VecModel};
#[cfg(feature = "print")]
use std::path::PathBuf;
use std::rc::Rc;

/// As many letters as stand below the field.
const LETTERS: usize = 260;

impl TablePage for CordPage {
    type Of = Cords;
    type Own = CordGame;
    type Cast = CrackerBattle;

    const PAGE: Page = Page::Cracker;
    const NONE_BEGUN: &'static str = "No battle is begun.";
    const LEFT_FOR_GOOD: &'static str = "The battle under way would be left for good.";
    const FILES: GameSort = GameSort { called: "Game of Castle Cracker", ending: "cords" };
    const READ_AS: files::Sort = files::CORD_GAME;

    fn of_window() -> Option<Rc<CordPage>> {
        PAGE.with(|page| page.borrow().clone())
    }

    fn at_table(_battle: &CrackerBattle, played: Match<Position>) -> CordTable {
        CordTable::new(Cords, played, BySide::default())
    }

    fn sitting<R>(&self, change: impl FnOnce(&mut Sitting<CordPage>) -> R) -> R {
        change(&mut self.state.borrow_mut().sitting)
    }

    fn shows_game(&self) -> bool {
        self.state.borrow().shows_game()
    }

    fn let_go(&self, chosen: bool) {
        self.change(|state| {
            state.chosen = state.chosen.filter(|_| !chosen);
            state.target = None;
        });
    }

    fn taken(&self, shown: bool) {
        self.change(|state| {
            (state.form, state.chosen, state.target, state.sight.fits) = (!shown, None, None, true);
            state.way.clear();
        });
    }

    fn thinking(&self) -> &Thinking {
        &self.thinking
    }

    fn sentences(&self) -> &Rc<VecModel<CordSentence>> {
        &self.sentences
    }

    fn pace(window: &AppWindow) -> GamePace {
        window.global::<CrackerPage>().get_pace()
    }

    fn set_battle(window: &AppWindow, name: SharedString) {
        window.global::<CrackerPage>().set_battle(name);
    }

    fn clear_form(window: &AppWindow) {
        let ui = window.global::<CrackerPage>();
        ui.set_refusal(SharedString::new());
        ui.set_forecast(SharedString::new());
    }

    fn kept(settings: &mut Settings) -> &mut Option<String> {
        &mut settings.cracker
    }

    fn document(&self) -> String {
        "order of battle".to_owned()
    }

    #[cfg(feature = "print")]
    fn print(&self, shell: &Rc<Shell>, path: PathBuf) {
        self.print_order(shell, path);
    }

    fn show(&self, shell: &Rc<Shell>) {
        self.show_all(shell);
    }

    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool) {
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_told(sentence.into());
            ui.set_refused(refused);
        });
    }

    fn digest(table: &CordTable, at: usize) -> String {
        let told = table.told(at);
        // What does not fit the lines below the field is read in the log.
        let mut letters = 0;
        let fits = told.iter().take_while(|sentence| {
            letters += sentence.chars().count();
            letters <= LETTERS
        });
        match fits.count().max(1) {
            some if some < told.len() => {
                format!("{} … and {} more in the log.", told[..some].join(" "), told.len() - some)
            }
            _ => told.join(" "),
        }
    }

    fn wait_for_leaders(self: &Rc<CordPage>, shell: &Rc<Shell>, contest: Contest<CrackerBattle>) {
        self.wait(shell, contest);
    }

    fn preview(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        self.show_preview(shell);
    }

    fn decided(self: &Rc<CordPage>, shell: &Rc<Shell>, count: usize) {
        self.form_anew(shell);
        tabletop::keep(&**self, shell);
        let told = self.change(|state| state.decided(count));
        self.say(shell, &told, false);
        self.show(shell);
        tabletop::go_on(self, shell);
    }
}

impl LookedAt {
    /// Something was decided, so many orders of it; gives what one order brought about.
    fn decided(&mut self, count: usize) -> String {
        let Some(end) = self.sitting.table().map(CordTable::len) else { return String::new() };
        self.target = None;
        self.way.clear();
        self.sitting.stride = (count / 14).max(1);
        if count > 1 {
            return String::new();
        }
        self.sitting.look(end);
        let game = self.field();
        let stays = self.chosen.filter(|id| game.is_some_and(|game| game.troops(*id).is_present()));
        self.chosen = stays.filter(|_| self.decides().is_some());
        self.sitting.table().map_or_else(String::new, |table| CordPage::digest(table, end))
    }
}
