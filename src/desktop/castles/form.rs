//! A new game, and a setup behind its screen.

use super::show::kind_of;
use super::{BoardPage, State};
use crate::app::castles::contest::board;
use crate::app::castles::game::{BoardGame, Hand, sentence};
use crate::app::found;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, BoardSize, CastlesPage, CrushedInto};
use crate::rules::castles::{Crush, Draft, Fault, GameTerms, Piece, Size, Square, WHITE};
use crate::rules::figure::{BySide, Side};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Connects the form of a new game and that of a setup.
pub(super) fn connect(page: &Rc<BoardPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<CastlesPage>();
    ui.set_hands(words(Hand::all().map(|hand| match hand {
        Hand::Person => hand.to_string(),
        Hand::Program(_) => format!("the program: {hand}"),
    })));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move |$($argument),*| $body);
        }};
    }
    on!(on_changed_terms, |page, shell| page.show(&shell));
    on!(on_begin, |page, shell| page.begin(&shell));
    on!(on_new_game, |page, shell| {
        page.halt();
        page.change(|state| {
            (state.form, state.warned) = (true, false);
            (state.held, state.hint) = (None, None);
        });
        page.say(&shell, "", false);
        page.show(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| state.form = false);
        page.show(&shell);
        page.go_on(&shell);
    });
    on!(on_lay, |page, shell, index| {
        let laid = page.change(|state| {
            let Some((side, game)) = state.camp() else { return Ok(()) };
            let formations = game.terms().formations();
            match usize::try_from(index).ok().and_then(|index| formations.get(index)) {
                Some(formation) => game.lay(side, &formation.rows()),
                None => Ok(()),
            }
        });
        page.answer(&shell, laid);
        page.camp_changed(&shell);
    });
    on!(on_by_lot, |page, shell| {
        page.change(|state| {
            if let Some((side, game)) = state.camp() {
                game.lay_by_lot(side, found::seed());
            }
        });
        page.camp_changed(&shell);
    });
    on!(on_clear, |page, shell| {
        page.change(|state| {
            if let Some((side, game)) = state.camp() {
                game.clear(side);
            }
        });
        page.camp_changed(&shell);
    });
    on!(on_seal, |page, shell| page.seal(&shell));
}

/// The board that is asked for.
pub(super) fn size(ui: &CastlesPage) -> Size {
    match ui.get_size() {
        BoardSize::Small => Size::Small,
        BoardSize::Large => Size::Large,
    }
}

/// What the form of a new game asks for: its terms, or why there can be no such game.
pub(super) fn terms(ui: &CastlesPage) -> Result<GameTerms> {
    let crush = match ui.get_crush() {
        CrushedInto::Pusher => Crush::Pusher,
        CrushedInto::Pushed => Crush::Pushed,
        CrushedInto::Either => Crush::Either,
    };
    let usual = GameTerms::usual(size(ui), crush);
    let number = |text: SharedString, what: &str, usual: u8| match text.trim() {
        "" => Ok(usual),
        text => text.parse::<u8>().map_err(|_| {
            Problem::bad_input(format!("“{text}” is no number of {what}.")).hint("Leave it empty for the usual.")
        }),
    };
    let end_zone = number(ui.get_zone_rows(), "rows of an end zone", usual.end_zone())?;
    let room = end_zone.saturating_mul(usual.width()).saturating_sub(1);
    let men = number(ui.get_men(), "men", usual.men().min(room.max(1)))?;
    usual
        .with(end_zone, men)
        .map_err(|bad| Problem::refused(sentence(&bad.to_string()), "Leave it empty for the usual."))
}

impl State {
    /// The side that sets up now, and its game.
    fn camp(&mut self) -> Option<(Side, &mut BoardGame)> {
        let side = self.sets_up().filter(|_| !self.covered)?;
        self.held = None;
        Some((side, self.game.as_mut()?))
    }
}

impl BoardPage {
    fn begin(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let asked: Option<Result<_>> = shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            let terms = terms(&ui)?;
            let hands =
                BySide { attacker: Hand::listed(ui.get_white_hand()), defender: Hand::listed(ui.get_black_hand()) };
            let seed = found::seed_typed(&ui.get_seed())?;
            Ok((terms, hands, seed))
        });
        let Some(asked) = asked else { return };
        let begun = asked.and_then(|(terms, hands, seed)| {
            self.change(|state| {
                state.may_leave()?;
                Ok(match &state.contest {
                    Some(contest) => board(contest, hands),
                    None => BoardGame::new(terms, hands, seed),
                })
            })
        });
        let game = match begun {
            Ok(game) => game,
            Err(problem) => {
                let refused = |window: &AppWindow| {
                    window.global::<CastlesPage>().set_refusal(problem.to_string().into());
                };
                shell.with(refused);
                return;
            }
        };
        self.open(shell, game);
    }

    /// Takes a game to the board.
    pub(super) fn open(self: &Rc<BoardPage>, shell: &Rc<Shell>, game: BoardGame) {
        self.halt();
        self.change(|state| {
            let edge = game.sets_up().filter(|side| *side != WHITE).map_or(1, |_| game.terms().width() - 2);
            state.cursor = Square::new(3, edge);
            state.at = game.len();
            (state.form, state.covered, state.turned, state.stopped) = (false, false, false, false);
            (state.warned, state.filed) = (false, 0);
            (state.held, state.hint) = (None, None);
            state.game = Some(game);
        });
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_refusal(SharedString::new());
            ui.set_typed(SharedString::new());
            ui.set_has_brush(false);
        });
        self.say(shell, "", false);
        self.shown.set(super::show::BoardShown::default());
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }

    /// A square of the setup pressed: the chosen piece is put there or taken off, or one is taken up and put down.
    pub(super) fn camp_act(self: &Rc<BoardPage>, shell: &Rc<Shell>, side: Side, square: Square) {
        let brush = shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.get_has_brush().then(|| kind_of(ui.get_brush()))
        });
        if let Some(kind) = brush.flatten() {
            let there =
                self.change(|state| state.game.as_ref().is_some_and(|game| game.draft(side).contains(&(square, kind))));
            match there {
                true => {
                    self.change(|state| state.game.as_mut().map(|game| game.take_off(side, square)));
                    self.camp_changed(shell);
                }
                false => self.place(shell, side, square, kind),
            }
            return;
        }
        let carried = self.change(|state| {
            let Some(game) = &mut state.game else { return Ok(()) };
            match state.held.take() {
                Some(from) if from != square => {
                    may_stand(game.terms(), side, square)?;
                    game.carry(side, from, square);
                }
                Some(_) => {}
                None => state.held = game.draft(side).iter().find(|(at, _)| *at == square).map(|(at, _)| *at),
            }
            Ok(())
        });
        if self.answer(shell, carried) {
            self.keep(shell);
        }
        self.show(shell);
    }

    /// Puts a piece on a square of the setup.
    pub(super) fn place(self: &Rc<BoardPage>, shell: &Rc<Shell>, side: Side, square: Square, kind: Piece) {
        let placed = self.change(|state| {
            let Some(game) = &mut state.game else { return Ok(()) };
            if state.covered {
                return Ok(());
            }
            if game.is_of_armies() {
                return Err(Problem::refused(
                    "These armies are given (CP-3.5).",
                    "Take a piece up and put it down elsewhere, or set up by lot.",
                ));
            }
            may_stand(game.terms(), side, square)?;
            game.put(side, square, kind);
            Ok(())
        });
        if self.answer(shell, placed) {
            self.camp_changed(shell);
        }
    }

    /// A setup was changed.
    pub(super) fn camp_changed(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        self.keep(shell);
        self.show(shell);
    }

    fn seal(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let sealed = self.change(|state| {
            let Some((side, game)) = state.camp() else { return Ok(()) };
            game.seal(side)?;
            state.covered = state.sets_up().is_some();
            if let Some(game) = &state.game {
                let rank = if state.sets_up().is_some() { game.terms().width() - 2 } else { 1 };
                state.cursor = Square::new(3, rank);
            }
            Ok(())
        });
        shell.with(|window| window.global::<CastlesPage>().set_has_brush(false));
        if self.answer(shell, sealed) {
            if self.change(|state| state.sets_up().is_none()) {
                self.say(shell, "The screens are taken away; White moves first (CA-1.4).", false);
            }
            self.keep(shell);
            self.show(shell);
            self.go_on(shell);
        }
    }
}

/// Whether a piece of a setup may stand on a square, or every reason why not.
fn may_stand(terms: &GameTerms, side: Side, square: Square) -> Result<()> {
    let alone = Draft { pieces: vec![(square, Piece::General)] };
    let wrong = |fault: &&Fault| matches!(fault, Fault::Lake(_) | Fault::OffTheBoard(_) | Fault::OutsideEndZone(_));
    match alone.faults(side, terms).iter().find(wrong) {
        Some(fault) => {
            Err(Problem::refused(sentence(&fault.to_string()), "Choose a square of the rows nearest to you."))
        }
        None => Ok(()),
    }
}
