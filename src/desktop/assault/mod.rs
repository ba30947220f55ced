//! The assault on hexes: maps looked at with the line of fire between any two hexes, and assaults begun, played by hand and by
//! captains, watched, looked back upon and kept.
//!
//! The page holds what is looked at: a map by itself, an assault as it would begin, or a game at its table, which is the
//! tabletop's.

mod at_table;
mod form;
mod land;
mod maps;
mod orders;
mod paint;
#[cfg(feature = "print")]
mod paper;
mod section;
mod show;

use super::contests;
use super::game_file;
use super::replay::camera::Sight;
use super::shell::{Page, Shell};
use super::tabletop::{self, Sitting, TablePage as _};
use super::thinking::Thinking;
use super::ui::{AppWindow, AssaultPage, CordBlock, CordName, CordOrder, CordSentence, CordUnit};
use crate::app::assault::{HexScene, HexTable, StormLead};
use crate::app::hexes::KnownMap;
use crate::app::hexes::drawing::{HexNotes, KeptDrawing, hex_at};
use crate::campaign::problem::Result;
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::{AssaultBattle, TrooperId};
use crate::rules::figure::Side;
use slint::{ComponentHandle, VecModel};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What of the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StormView {
    /// A map by itself.
    Map,
    /// The form of a new game, and how it would begin.
    Form,
    Game,
}

/// What is looked at, and how.
struct StormSeen {
    view: StormView,
    sitting: Sitting<HexPage>,
    /// The maps there are, and the one looked at by itself.
    maps: Vec<KnownMap>,
    map: Option<Arc<HexMap>>,
    /// The line of fire that is laid on it.
    line: (Option<HexId>, Option<HexId>),
    /// The assault chosen on the form, as it would begin.
    preview: Option<(AssaultBattle, HexScene)>,
    chosen: Option<TrooperId>,
    /// The hex pointed at, and the one under the pointer.
    cursor: Option<HexId>,
    hover: Option<HexId>,
    sight: Sight,
    notes: HexNotes,
    drawing: KeptDrawing,
    /// Room for the cut through the ground, in logical pixels.
    cut: (f32, f32),
}

pub struct HexPage {
    state: RefCell<StormSeen>,
    men: Rc<VecModel<CordBlock>>,
    names: Rc<VecModel<CordName>>,
    units: Rc<VecModel<CordUnit>>,
    orders: Rc<VecModel<CordOrder>>,
    sentences: Rc<VecModel<CordSentence>>,
    thinking: Thinking,
    /// Whether the theme was dark when the page was shown last.
    dark: Cell<Option<bool>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<HexPage>>> = const { RefCell::new(None) };
}

/// Connects the page, with the game that was kept.
pub fn connect(shell: &Rc<Shell>) {
    let state = StormSeen {
        sitting: Sitting::default(),
        view: StormView::Map,
        maps: Vec::new(),
        map: None,
        line: (None, None),
        preview: None,
        chosen: None,
        cursor: None,
        hover: None,
        sight: Sight::default(),
        notes: HexNotes::default(),
        drawing: KeptDrawing::default(),
        cut: (300.0, 180.0),
    };
    let page = Rc::new(HexPage {
        state: RefCell::new(state),
        men: Rc::default(),
        names: Rc::default(),
        units: Rc::default(),
        orders: Rc::default(),
        sentences: Rc::default(),
        thinking: Thinking::default(),
        dark: Cell::default(),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    tabletop::take_kept(&*page, shell);
    let load = Rc::clone(&page);
    shell.on_load(Page::Assault, move |shell| {
        load.load_maps(shell);
        load.show(shell);
        tabletop::go_on(&load, shell);
    });
    let (back, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::Assault, move |_| weak.upgrade().is_some_and(|shell| back.drop_pointed(&shell)));
    shell.with(|window| {
        page.connect(shell, window);
        maps::connect(&page, shell, window);
        form::connect(&page, shell, window);
        #[cfg(feature = "print")]
        paper::connect(window);
    });
}

impl HexPage {
    fn connect(self: &Rc<HexPage>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<AssaultPage>();
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
        on!(on_hover, |page, shell, x, y| page.hover(&shell, (x, y)));
        on!(on_point_at, |page, shell, x, y| page.point_at(&shell, (x, y)));
        on!(on_press_man, |page, shell, number| page.press_man(&shell, number));
        on!(on_key, |page, shell, text| page.key(&shell, &text));
        on!(on_step, |page, shell, right, down, far| page.step(&shell, right, down, far));
        on!(on_enter, |page, shell| page.enter(&shell));
        on!(on_drop, |page, shell| page.drop_pointed(&shell));
        on!(on_noted, |page, shell| page.noted(&shell));
        on!(on_choose_unit, |page, shell, index| page.choose_unit(&shell, index));
        on!(on_give, |page, shell, index| page.give(&shell, usize::try_from(index).unwrap_or(usize::MAX)));
        on!(on_end_part, |page, shell| page.end_part(&shell));
        on!(on_break_off, |page, shell| page.break_off(&shell));
        on!(on_leave_to_captain, |page, shell| tabletop::leave_to_captain(&page, &shell, StormLead::Captain));
        on!(on_take_back, |page, shell| tabletop::take_back(&page, &shell));
        on!(on_look, |page, shell, at| tabletop::look(&page, &shell, usize::try_from(at).unwrap_or(0)));
        on!(on_look_by, |page, shell, by| tabletop::look_by(&page, &shell, by));
        on!(on_look_turn, |page, shell, on| tabletop::look_turn(&page, &shell, on));
        on!(on_stop, |page, shell, stopped| tabletop::stop(&page, &shell, stopped));
        on!(on_leave, |page, shell| contests::leave(&page, &shell));
        on!(on_take_in, |page, shell| contests::take_in(&page, &shell));
    }

    fn change<R>(&self, change: impl FnOnce(&mut StormSeen) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    fn sized(&self, shell: &Rc<Shell>, width: f32, height: f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        self.change(|state| state.sight.sized((width, height), scale));
        self.show(shell);
    }

    /// What is written over the map was chosen.
    fn noted(&self, shell: &Rc<Shell>) {
        let chosen = shell.with(|window| window.global::<AssaultPage>().get_notes()).unwrap_or(0);
        let at = usize::try_from(chosen).unwrap_or(0);
        self.change(|state| state.notes = HexNotes::ALL.get(at).map_or(HexNotes::Nothing, |(notes, _)| *notes));
        self.show(shell);
    }

    /// Escape: lets go of what was pointed at last; whether there was anything.
    fn drop_pointed(&self, shell: &Rc<Shell>) -> bool {
        if game_file::close(shell, Page::Assault) {
            return true;
        }
        let dropped = self.change(|state| match state.view {
            StormView::Map => {
                let line = state.line.1.take().or_else(|| state.line.0.take());
                line.is_some() || state.cursor.take().is_some()
            }
            _ => state.cursor.take().is_some() || state.chosen.take().is_some(),
        });
        self.say(shell, "", false);
        self.show(shell);
        dropped
    }
}

impl StormSeen {
    fn shows_game(&self) -> bool {
        self.view == StormView::Game
    }

    fn table(&self) -> Option<&HexTable> {
        self.sitting.table().filter(|_| self.shows_game())
    }

    /// After how many decisions the moment shown is.
    fn at(&self) -> usize {
        self.sitting.at()
    }

    /// Everybody where he is in the moment shown, or as the assault on the form begins.
    fn scene(&self) -> Option<&HexScene> {
        match self.view {
            StormView::Map => None,
            StormView::Form => self.preview.as_ref().map(|(_, scene)| scene),
            StormView::Game => self.sitting.scene(),
        }
    }

    /// The assault that is shown, as it was cast.
    fn battle(&self) -> Option<&AssaultBattle> {
        match self.view {
            StormView::Map => None,
            StormView::Form => self.preview.as_ref().map(|(battle, _)| battle),
            StormView::Game => self.table().map(HexTable::of),
        }
    }

    /// The map that is shown, as it is then.
    fn ground(&self) -> Option<&Arc<HexMap>> {
        match self.view {
            StormView::Map => self.map.as_ref(),
            _ => self.scene().map(|scene| &scene.map),
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
            false => Err(tabletop::none_begun::<HexPage>()),
        }
    }

    /// The hex under a logical pixel. Below ground is meant where only there somebody stands, or the chosen man is there.
    fn hex_under(&self, at: (f32, f32)) -> Option<HexId> {
        let map = self.ground()?;
        let hex = hex_at(map, land::under(&self.sight.camera, self.sight.pixels(at)))?;
        let Some(below) = map.under(map.cell(hex).hex) else { return Some(hex) };
        let scene = self.scene();
        let stands = |id: HexId| scene.is_some_and(|scene| scene.who(id).is_some());
        let down = |id: TrooperId| scene.and_then(|scene| scene.place(id)).is_some_and(|at| map.cell(at).under);
        let meant = !stands(hex) && (stands(below) || self.chosen.is_some_and(down));
        Some(if meant { below } else { hex })
    }

    /// Shows the whole map where that was asked for.
    fn fit(&mut self) {
        if !self.sight.fits {
            return;
        }
        let Some(map) = self.ground().cloned() else { return };
        let ((west, north), (east, south)) = self.drawing.of(&map).frame;
        self.sight.camera.fit([(west, -north), (east, -south)].into_iter(), 1.5);
    }
}
