//! A new game.

use super::{SiegeTable, hides};
use crate::app::under_siege::{Seat, SiegeBeginning, SiegeGame};
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, Frame, UnderSiegePage};
use crate::rules::castle_under_siege::{Agreed, Reckoning, Strength};
use crate::rules::figure::BySide;
use crate::rules::house::otherwise;
use slint::{ComponentHandle, SharedString};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Connects the form.
pub(super) fn connect(page: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<UnderSiegePage>();
    ui.set_seats(words(Seat::all().map(|seat| match seat {
        Seat::Person => seat.to_string(),
        Seat::Program(_) => format!("the program: {seat}"),
    })));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_begin, |page, shell| {
        if !page.begin_contest(&shell) {
            page.ask_numbers(&shell);
        }
    });
    on!(on_new_game, |page, shell| {
        page.halt();
        page.change(|state| (state.form, state.warned, state.chosen, state.flight) = (true, false, None, None));
        page.say(&shell, "", false);
        page.show(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| state.form = false);
        page.show(&shell);
        page.go_on(&shell);
    });
}

/// Who is to play each side.
pub(super) fn seats(ui: &UnderSiegePage) -> BySide<Seat> {
    let seat = |index: i32| Seat::all().nth(usize::try_from(index).unwrap_or(0)).unwrap_or_default();
    BySide { attacker: seat(ui.get_attacker_seat()), defender: seat(ui.get_defender_seat()) }
}

/// What the form asks for.
fn beginning(ui: &UnderSiegePage, house: BTreeMap<String, String>) -> Result<SiegeBeginning> {
    let seed = match ui.get_seed().trim() {
        "" => found::seed(),
        text => text.parse::<u64>().map_err(|_| {
            Problem::bad_input(format!("“{text}” is no seed.")).hint("A seed is a whole number; left empty, it is any.")
        })?,
    };
    Ok(SiegeBeginning {
        agreed: Agreed {
            strength: if ui.get_strength() == 1 { Strength::Powerful } else { Strength::Average },
            reckoning: if ui.get_variant() { Reckoning::Points } else { Reckoning::Plain },
        },
        house,
        hands: seats(ui),
        seed,
    })
}

impl SiegeTable {
    /// Begins by the numbers of the campaign that is open, or by the book's where none is.
    fn ask_numbers(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let open = shell.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false);
        if !open {
            return self.begin(shell, Ok(BTreeMap::new()));
        }
        let page = Rc::clone(self);
        shell.try_read(
            |db| Ok(otherwise(numbers::castle_under_siege(db)?.house_values())),
            move |shell, house| page.begin(shell, house),
        );
    }

    fn begin(self: &Rc<SiegeTable>, shell: &Rc<Shell>, house: Result<BTreeMap<String, String>>) {
        let asked = house.and_then(|house| {
            let asked = shell.with(|window| beginning(&window.global::<UnderSiegePage>(), house));
            asked.unwrap_or_else(|| Err(Problem::bad_input("The window is gone.")))
        });
        let begun = asked.and_then(|beginning| {
            self.change(|state| state.may_leave())?;
            SiegeGame::new(beginning)
        });
        match begun {
            Ok(game) => self.open(shell, game),
            Err(problem) => {
                shell.with(|window| window.global::<UnderSiegePage>().set_refusal(problem.to_string().into()));
            }
        }
    }

    /// Takes a game to the table.
    pub(super) fn open(self: &Rc<SiegeTable>, shell: &Rc<Shell>, game: SiegeGame) {
        self.halt();
        self.flies.stop();
        self.change(|state| {
            (state.at, state.filed, state.covered) = (game.len(), 0, hides(&game));
            (state.form, state.warned, state.stopped) = (false, false, false);
            (state.chosen, state.flight, state.whole) = (None, None, None);
            state.game = Some(game);
            state.aims_anew();
        });
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_refusal(SharedString::new());
            ui.set_role(0);
            ui.set_by(0);
            ui.set_setting(0);
        });
        self.say(shell, "", false);
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }
}
