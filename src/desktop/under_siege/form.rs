//! A new game.

use super::{SiegeTable, hides};
use crate::app::under_siege::{SiegeBeginning, SiegeGame, SiegeSeat};
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::by_numbers;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, CastleStrength, UnderSiegePage};
use crate::rules::castle_under_siege::{Agreed, Reckoning, Strength};
use crate::rules::figure::BySide;
use crate::rules::house::otherwise;
use crate::rules::settles::House;
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Connects the form.
pub(super) fn connect(page: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<UnderSiegePage>();
    ui.set_seats(words(SiegeSeat::all().map(|seat| match seat {
        SiegeSeat::Person => seat.to_string(),
        SiegeSeat::Program(_) => format!("the program: {seat}"),
    })));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_begin, |page, shell| {
        if !page.begin_contest(&shell) {
            by_numbers(&page, &shell, numbers_of, SiegeTable::begin);
        }
    });
    on!(on_changed_strength, |page, shell| {
        if let Some(strength) = shell.with(|window| strength(&window.global::<UnderSiegePage>())) {
            page.change(|state| state.strength = strength);
        }
        page.show(&shell);
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

/// The numbers of the game that a campaign plays otherwise than the book.
fn numbers_of(db: &Db) -> Result<House> {
    Ok(otherwise(numbers::castle_under_siege(db)?.house_values()))
}

/// Who is to play each side.
pub(super) fn seats(ui: &UnderSiegePage) -> BySide<SiegeSeat> {
    BySide { attacker: SiegeSeat::listed(ui.get_attacker_seat()), defender: SiegeSeat::listed(ui.get_defender_seat()) }
}

/// How the castle is to be built.
fn strength(ui: &UnderSiegePage) -> Strength {
    match ui.get_strength() {
        CastleStrength::Average => Strength::Average,
        CastleStrength::Powerful => Strength::Powerful,
    }
}

/// What the form asks for.
fn beginning(ui: &UnderSiegePage, house: House) -> Result<SiegeBeginning> {
    let seed = found::seed_typed(&ui.get_seed())?;
    Ok(SiegeBeginning {
        agreed: Agreed {
            strength: strength(ui),
            reckoning: if ui.get_variant() { Reckoning::Points } else { Reckoning::Plain },
        },
        house,
        hands: seats(ui),
        seed,
    })
}

impl SiegeTable {
    fn begin(self: &Rc<SiegeTable>, shell: &Rc<Shell>, house: Result<House>) {
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
            state.by_table = false;
            state.aims_anew();
        });
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_refusal(SharedString::new());
            ui.set_role(0);
            // The next game is to have dice of its own.
            ui.set_seed(SharedString::new());
        });
        self.say(shell, "", false);
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }
}
