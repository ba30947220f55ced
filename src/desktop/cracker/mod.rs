//! Castle Cracker: a battle begun, played by hand and by captains, measured with cords, watched, looked back upon and kept.
//!
//! The page draws the field and gives orders in it; the game at its table is the tabletop's.

mod at_table;
mod form;
mod land;
mod orders;
mod paint;
#[cfg(feature = "print")]
mod paper;
mod show;

use super::contests;
use super::game_file;
use super::replay::camera::{Sight, inches};
use super::shell::{Page, Shell};
use super::tabletop::{self, Sitting, TablePage as _};
use super::thinking::Thinking;
use super::ui::{AppWindow, CordBlock, CordName, CordOrder, CordSentence, CordUnit, CrackerPage};
use crate::app::cracker::{CordTable, CordTarget};
use crate::campaign::problem::Result;
use crate::rules::castle_cracker::{Generalship, Position, Scenario, Tables, TroopsId};
use crate::rules::figure::Side;
use crate::rules::geometry::Point;
use slint::{ComponentHandle, VecModel};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A game and how it is looked at.
struct LookedAt {
    sitting: Sitting<CordPage>,
    /// Whether the form of a new game is shown, whatever is being played.
    form: bool,
    /// The scenario chosen on the form, as it would begin.
    preview: Option<(Arc<Scenario>, Position)>,
    chosen: Option<TroopsId>,
    target: Option<CordTarget>,
    /// Places a march goes by before the one pointed at.
    way: Vec<Point>,
    sight: Sight,
}

pub struct CordPage {
    state: RefCell<LookedAt>,
    blocks: Rc<VecModel<CordBlock>>,
    names: Rc<VecModel<CordName>>,
    units: Rc<VecModel<CordUnit>>,
    orders: Rc<VecModel<CordOrder>>,
    sentences: Rc<VecModel<CordSentence>>,
    thinking: Thinking,
    /// Numbers the house plays by, of the campaign that is open.
    tables: RefCell<Arc<Tables>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<CordPage>>> = const { RefCell::new(None) };
}

/// Connects the page, with the game that was kept.
pub fn connect(shell: &Rc<Shell>) {
    let state = LookedAt {
        sitting: Sitting::default(),
        form: true,
        preview: None,
        chosen: None,
        target: None,
        way: Vec::new(),
        sight: Sight::default(),
    };
    let page = Rc::new(CordPage {
        state: RefCell::new(state),
        blocks: Rc::default(),
        names: Rc::default(),
        units: Rc::default(),
        orders: Rc::default(),
        sentences: Rc::default(),
        thinking: Thinking::default(),
        tables: RefCell::new(Tables::book()),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    tabletop::take_kept(&*page, shell);
    let load = Rc::clone(&page);
    shell.on_load(Page::Cracker, move |shell| {
        load.show(shell);
        tabletop::go_on(&load, shell);
    });
    let (back, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::Cracker, move |_| weak.upgrade().is_some_and(|shell| back.drop_pointed(&shell)));
    shell.with(|window| {
        page.connect(shell, window);
        form::connect(&page, shell, window);
    });
}

impl CordPage {
    fn connect(self: &Rc<CordPage>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<CrackerPage>();
        show::connect(self, &ui);
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_sized, |page, shell, width, height| page.sized(&shell, width, height));
        on!(on_zoom, |page, shell, factor, x, y| {
            page.change(|state| state.sight.zoom(factor, (x, y)));
            page.show(&shell);
        });
        on!(on_pan, |page, shell, x, y| {
            page.change(|state| state.sight.pan((x, y)));
            page.show(&shell);
        });
        on!(on_fit, |page, shell| {
            page.change(|state| state.sight.fits = true);
            page.show(&shell);
        });
        on!(on_point_at, |page, shell, x, y, further| page.point_at(&shell, (x, y), further));
        on!(on_press_block, |page, shell, number| page.press_troops(&shell, number));
        on!(on_key, |page, shell, text| page.key(&shell, &text));
        on!(on_step, |page, shell, right, down, far| page.step(&shell, right, down, far));
        on!(on_enter, |page, shell| page.enter(&shell));
        on!(on_drop, |page, shell| page.drop_pointed(&shell));
        on!(on_choose_unit, |page, shell, index| page.choose_unit(&shell, index));
        on!(on_formed, |page, shell| page.show(&shell));
        on!(on_give, |page, shell, index| page.give(&shell, usize::try_from(index).unwrap_or(usize::MAX)));
        on!(on_end_part, |page, shell| page.end_part(&shell));
        on!(on_leave_to_captain, |page, shell| tabletop::leave_to_captain(&page, &shell, Generalship::Warlord));
        on!(on_take_back, |page, shell| tabletop::take_back(&page, &shell));
        on!(on_look, |page, shell, at| tabletop::look(&page, &shell, usize::try_from(at).unwrap_or(0)));
        on!(on_look_by, |page, shell, by| tabletop::look_by(&page, &shell, by));
        on!(on_look_turn, |page, shell, on| tabletop::look_turn(&page, &shell, on));
        on!(on_stop, |page, shell, stopped| tabletop::stop(&page, &shell, stopped));
        on!(on_leave, |page, shell| contests::leave(&page, &shell));
        on!(on_take_in, |page, shell| contests::take_in(&page, &shell));
    }

    fn change<R>(&self, change: impl FnOnce(&mut LookedAt) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    fn sized(&self, shell: &Rc<Shell>, width: f32, height: f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        self.change(|state| state.sight.sized((width, height), scale));
        self.show(shell);
    }

    /// Escape: lets what is pointed at go, then the chosen troops; whether there was anything.
    fn drop_pointed(&self, shell: &Rc<Shell>) -> bool {
        if game_file::close(shell, Page::Cracker) {
            return true;
        }
        let dropped = self.change(|state| {
            state.way.clear();
            state.target.take().is_some() || state.chosen.take().is_some()
        });
        self.say(shell, "", false);
        self.show(shell);
        dropped
    }
}

impl LookedAt {
    fn shows_game(&self) -> bool {
        !self.form
    }

    fn table(&self) -> Option<&CordTable> {
        self.sitting.table().filter(|_| self.shows_game())
    }

    /// After how many decisions the moment shown is.
    fn at(&self) -> usize {
        self.sitting.at()
    }

    /// The field that is shown: of the moment, or as the scenario on the form begins.
    fn field(&self) -> Option<&Position> {
        match self.form {
            true => self.preview.as_ref().map(|(_, position)| position),
            false => self.sitting.scene(),
        }
    }

    /// The side that decides by hand in the moment shown, if one does.
    fn decides(&self) -> Option<Side> {
        self.may_decide().ok()
    }

    /// The side that somebody may decide for before the screen now, or why nobody may.
    fn may_decide(&self) -> Result<Side> {
        match self.shows_game() {
            true => self.sitting.may_decide(),
            false => Err(tabletop::none_begun::<CordPage>()),
        }
    }

    /// Shows the whole field where that was asked for.
    fn fit(&mut self) {
        if !self.sight.fits {
            return;
        }
        let Some(size) = self.field().map(|game| inches(game.field.size)) else { return };
        self.sight.camera.fit([(0.0, 0.0), size].into_iter(), 1.5);
    }
}
