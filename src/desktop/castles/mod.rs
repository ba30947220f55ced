//! Castles: a game begun, set up behind its screen, played by people or the program, looked back upon and kept.
//!
//! The page holds a [`BoardGame`] and how it is looked at. A game under way is kept with the window's settings after every
//! decision, so that it is there again the next evening.

mod contest;
mod file;
mod form;
mod paint;
mod program;
mod show;

use super::contests::{self, GamePage as _};
use super::game_file;
use super::shell::{Page, Shell};
use super::thinking::Thinking;
use super::ui::{AppWindow, BoardPiece, BoardSquare, CastlesPage};
use crate::app::castles::game::{BoardGame, Kept, refused};
use crate::app::contest::Contest;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castles::{Cast, Decision, Illegal, Move, Piece, Square};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use slint::{ComponentHandle, SharedString, VecModel};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A game and how it is looked at.
struct State {
    /// The battle of the campaign that the game settles.
    contest: Option<Contest<Cast>>,
    /// Whether the game is one a battle was settled by, only looked at.
    looks: bool,
    game: Option<BoardGame>,
    /// Whether the form of a new game is shown, whatever is being played.
    form: bool,
    /// Whether whoever asked for another game was told that this one would be left for good.
    warned: bool,
    /// How many of its decisions are in a file.
    filed: usize,
    /// How many decisions are shown.
    at: usize,
    cursor: Square,
    /// Where the piece taken up stands.
    held: Option<Square>,
    /// Whether the board is covered until the next player sits down at it.
    covered: bool,
    /// Whether the board is seen from the other side than it would be.
    turned: bool,
    /// Whether the program waits to be let play.
    stopped: bool,
    hint: Option<(Square, Square)>,
}

pub struct BoardPage {
    state: RefCell<State>,
    squares: Rc<VecModel<BoardSquare>>,
    pieces: Rc<VecModel<BoardPiece>>,
    /// What the board showed last, so that pieces of another game do not glide there from this one.
    shown: Cell<show::BoardShown>,
    thinking: Thinking,
    looking: Cell<bool>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<BoardPage>>> = const { RefCell::new(None) };
}

fn kept_game(shell: &Shell) -> Option<BoardGame> {
    shell.settings.borrow().castles.as_ref().and_then(BoardGame::of_kept)
}

/// Connects the page, with the game that was kept.
pub fn connect(shell: &Rc<Shell>) {
    let mut state = State {
        contest: None,
        looks: false,
        game: None,
        form: true,
        warned: false,
        filed: 0,
        at: 0,
        cursor: Square::new(3, 1),
        held: None,
        covered: false,
        turned: false,
        stopped: false,
        hint: None,
    };
    state.take(kept_game(shell));
    let page = Rc::new(BoardPage {
        state: RefCell::new(state),
        squares: Rc::default(),
        pieces: Rc::default(),
        shown: Cell::default(),
        thinking: Thinking::default(),
        looking: Cell::default(),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let load = Rc::clone(&page);
    shell.on_load(Page::Castles, move |shell| {
        load.show(shell);
        load.go_on(shell);
    });
    let (back, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::Castles, move |_| {
        weak.upgrade().is_some_and(|shell| game_file::close(&shell, Page::Castles) || back.drop_held(&shell))
    });
    shell.with(|window| {
        page.connect(shell, window);
        form::connect(&page, shell, window);
    });
}

impl BoardPage {
    fn connect(self: &Rc<BoardPage>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<CastlesPage>();
        show::connect(self, &ui);
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_press, |page, shell, index| page.press(&shell, index));
        on!(on_step, |page, shell, right, down| page.step(&shell, right, down));
        on!(on_enter, |page, shell| page.enter(&shell));
        on!(on_erase, |page, shell| page.erase(&shell));
        on!(on_drop, |page, shell| page.drop_held(&shell));
        on!(on_letter, |page, shell, text| page.letter(&shell, &text));
        on!(on_uncover, |page, shell| {
            page.change(|state| state.covered = false);
            page.show(&shell);
        });
        on!(on_turn, |page, shell| {
            page.change(|state| state.turned = !state.turned);
            page.show(&shell);
        });
        on!(on_submit, |page, shell| page.submit(&shell));
        on!(on_take_back, |page, shell| page.take_back(&shell));
        on!(on_ask_hint, |page, shell| page.hint(&shell));
        on!(on_resign, |page, shell| page.person_decides(&shell, Decision::Surrender));
        on!(on_offer, |page, shell| page.person_decides(&shell, Decision::OfferSiege));
        on!(on_answer, |page, shell, agrees| {
            page.person_decides(&shell, if agrees { Decision::Agree } else { Decision::Decline });
        });
        on!(on_look, |page, shell, at| page.look(&shell, usize::try_from(at).unwrap_or(0)));
        on!(on_look_by, |page, shell, by| {
            let at = page.change(|state| state.at.saturating_add_signed(by as isize));
            page.look(&shell, at);
        });
        on!(on_leave, |page, shell| contests::leave(&page, &shell));
        on!(on_take_in, |page, shell| contests::take_in(&page, &shell));
        on!(on_stop, |page, shell, stopped| page.stop(&shell, stopped));
    }

    fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    /// Says something under the board.
    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool) {
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_told(sentence.into());
            ui.set_refused(refused);
        });
    }

    /// Says why something is refused, or nothing any more; whether it went well.
    fn answer(&self, shell: &Rc<Shell>, done: Result<()>) -> bool {
        match &done {
            Ok(()) => self.say(shell, "", false),
            Err(problem) => self.refuse(shell, problem),
        }
        done.is_ok()
    }

    /// Keeps the game for the next evening.
    fn keep(&self, shell: &Rc<Shell>) {
        if self.state.borrow().looks || self.keep_in_campaign(shell) {
            return;
        }
        let kept: Option<Kept> = self.state.borrow().game.as_ref().map(BoardGame::kept);
        shell.remember(|settings| settings.castles = kept);
    }

    fn press(self: &Rc<BoardPage>, shell: &Rc<Shell>, index: i32) {
        if let Some(square) = self.change(|state| {
            let square = state.square_of(usize::try_from(index).ok()?)?;
            state.cursor = square;
            Some(square)
        }) {
            self.act_on(shell, square);
        }
    }

    fn step(&self, shell: &Rc<Shell>, right: i32, down: i32) {
        self.change(|state| {
            let (x, y) = state.seen(state.cursor);
            let last = i32::from(state.width()) - 1;
            let to = |from: u8, by: i32| (i32::from(from) + by).clamp(0, last) as usize;
            let index = to(y, down) * usize::from(state.width()) + to(x, right);
            if let Some(square) = state.square_of(index) {
                state.cursor = square;
            }
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    fn enter(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| window.global::<CastlesPage>().get_typed()).unwrap_or_default();
        match typed.is_empty() {
            true => {
                let cursor = self.change(|state| state.cursor);
                self.act_on(shell, cursor);
            }
            false => self.submit(shell),
        }
    }

    /// Takes up what stands on a square, or puts down there what was taken up.
    fn act_on(self: &Rc<BoardPage>, shell: &Rc<Shell>, square: Square) {
        if self.change(|state| state.covered) {
            return;
        }
        match self.change(|state| state.sets_up()) {
            Some(side) => self.camp_act(shell, side, square),
            None => self.field_act(shell, square),
        }
    }

    fn field_act(self: &Rc<BoardPage>, shell: &Rc<Shell>, square: Square) {
        match self.change(|state| state.go(square)) {
            Err(problem) => self.refuse(shell, &problem),
            Ok(None) => self.say(shell, "", false),
            Ok(Some(decision)) => {
                self.decide(shell, decision);
                return;
            }
        }
        self.show(shell);
    }

    /// A decision of whoever sits at the board.
    fn person_decides(self: &Rc<BoardPage>, shell: &Rc<Shell>, decision: Decision) {
        match self.change(|state| state.may_decide()) {
            Ok(_) => self.decide(shell, decision),
            Err(problem) => self.refuse(shell, &problem),
        }
    }

    /// Decides for the side that must, tells what came of it, and lets the program go on.
    fn decide(self: &Rc<BoardPage>, shell: &Rc<Shell>, decision: Decision) {
        let decided = self.change(|state| {
            let Some(game) = &mut state.game else { return Ok(Vec::new()) };
            game.decide(decision)?;
            state.at = game.len();
            (state.held, state.hint) = (None, None);
            Ok(game.told(game.len()))
        });
        match decided {
            Err(problem) => self.refuse(shell, &problem),
            Ok(told) => {
                self.say(shell, &told.join(" "), false);
                shell.with(|window| window.global::<CastlesPage>().set_typed(SharedString::new()));
                self.keep(shell);
                self.show(shell);
                self.go_on(shell);
            }
        }
    }

    fn submit(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| window.global::<CastlesPage>().get_typed()).unwrap_or_default();
        if typed.trim().is_empty() {
            return;
        }
        let read = self.change(|state| {
            state.may_decide()?;
            state.game.as_ref().map_or_else(|| Err(refused(&Illegal::NotNow)), |game| game.typed(&typed))
        });
        match read {
            Ok(decision) => self.decide(shell, decision),
            Err(problem) => self.refuse(shell, &problem),
        }
    }

    fn take_back(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        self.halt();
        let taken = self.change(|state| {
            let Some(game) = &mut state.game else { return Ok(()) };
            game.take_back()?;
            (state.held, state.hint) = (None, None);
            state.at = game.len();
            state.filed = state.filed.min(state.at);
            // Between programs it would only be played again.
            state.stopped |= program::plays_both(game);
            Ok(())
        });
        if self.answer(shell, taken) {
            self.say(shell, "Taken back.", false);
            self.keep(shell);
        }
        self.show(shell);
        self.go_on(shell);
    }

    fn look(self: &Rc<BoardPage>, shell: &Rc<Shell>, at: usize) {
        let told = self.change(|state| {
            (state.held, state.hint) = (None, None);
            let Some(game) = &state.game else { return String::new() };
            state.at = at.min(game.len());
            game.told(state.at).join(" ")
        });
        self.say(shell, &told, false);
        self.show(shell);
        self.go_on(shell);
    }

    /// Escape: puts down what is held, or forgets what was typed or advised; whether there was any of it.
    fn drop_held(&self, shell: &Rc<Shell>) -> bool {
        let held = self.change(|state| state.held.take().is_some() | state.hint.take().is_some());
        let typed = shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            let any = !ui.get_typed().is_empty() || !ui.get_hint().is_empty() || ui.get_has_brush();
            ui.set_typed(SharedString::new());
            ui.set_has_brush(false);
            any
        });
        if self.looking.get() {
            self.halt();
        }
        self.say(shell, "", false);
        self.show(shell);
        held || typed.unwrap_or(false)
    }

    /// A letter pressed on the board: a piece of a setup, or part of a move; whether it was either.
    fn letter(self: &Rc<BoardPage>, shell: &Rc<Shell>, text: &str) -> bool {
        let Some(letter) = text.chars().next().map(|letter| letter.to_ascii_lowercase()) else { return false };
        if let Some(side) = self.change(|state| state.sets_up()) {
            let Some(kind) = Piece::of_letter(letter) else { return false };
            let cursor = self.change(|state| state.cursor);
            self.place(shell, side, cursor, kind);
            return true;
        }
        let plays =
            self.change(|state| !state.form && state.game.as_ref().is_some_and(|game| game.pending().is_some()));
        if !plays || !(matches!(letter, 'a'..='i' | '1'..='9' | '-' | 'x' | '>' | '#')) {
            return false;
        }
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_typed(format!("{}{letter}", ui.get_typed()).into());
        });
        true
    }

    fn erase(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        if let Some(side) = self.change(|state| state.sets_up()) {
            self.change(|state| {
                let cursor = state.cursor;
                if let Some(game) = &mut state.game
                    && !game.is_of_armies()
                {
                    game.take_off(side, cursor);
                }
            });
            self.camp_changed(shell);
            return;
        }
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            let mut typed = ui.get_typed().to_string();
            typed.pop();
            ui.set_typed(typed.into());
        });
    }
}

impl State {
    /// The side whose person sets up now, if the board shows that.
    fn sets_up(&self) -> Option<Side> {
        if self.form { None } else { self.game.as_ref()?.sets_up() }
    }

    /// Whether another game may take the place of this one: one under way is left only by who was told so.
    fn may_leave(&mut self) -> Result<()> {
        let own = self.contest.is_none() && !self.looks;
        let game = self.game.as_ref().filter(|game| own && game.pending().is_some() && game.len() > self.filed);
        match game {
            Some(game) if !self.warned => {
                let left = format!("The game under way, at move {}, would be left for good.", game.len().div_ceil(2));
                self.warned = true;
                Err(Problem::refused(left, "Go back to it and save it, or press once more to leave it."))
            }
            _ => Ok(()),
        }
    }

    /// Who may decide at the board now, or why nobody may.
    fn may_decide(&self) -> Result<Side> {
        let Some(game) = self.game.as_ref().filter(|_| !self.form) else { return Err(refused(&Illegal::NotNow)) };
        if self.at < game.len() {
            return Err(Problem::refused(
                "An earlier position is shown.",
                "Go to the last move (End) to go on, or take moves back to play otherwise from here.",
            ));
        }
        match game.pending() {
            None if game.sets_up().is_some() => Err(refused(&Illegal::NotNow)),
            None => Err(refused(&Illegal::Over)),
            Some((side, hand)) if hand.is_person() => Ok(side),
            Some(_) => Err(refused(&Illegal::NotYourTurn)),
        }
    }

    /// What pressing a square of the board means: a decision, or something taken up or put down.
    fn go(&mut self, square: Square) -> Result<Option<Decision>> {
        if self.form {
            return Ok(None);
        }
        let side = self.may_decide()?;
        let Some(game) = &self.game else { return Ok(None) };
        let position = game.position();
        if position.is_offered() {
            return Err(Problem::refused(
                "An offer to go to siege waits for its answer (CA-4.1).",
                "Agree or decline first.",
            ));
        }
        let theirs = position.board().piece(square);
        if theirs.is_some_and(|(whose, _)| whose == side) {
            self.held = if self.held == Some(square) { None } else { Some(square) };
            return Ok(None);
        }
        let Some(from) = self.held else {
            return match theirs {
                Some(_) => Err(refused(&Illegal::NotYours(square))),
                None => Ok(None),
            };
        };
        position.view(side).judge(from, square).map_err(|illegal| refused(&illegal))?;
        Ok(Move::between(from, square).map(Decision::Move))
    }
}
