//! Castle Cracker: a battle begun, played by hand and by captains, measured with cords, watched, looked back upon and kept.
//!
//! The page holds a game at its table and how it is looked at. What a captain decides is played at once and shown order by
//! order behind it, so that a battle of thousands is watched as smoothly as a skirmish.

mod contest;
mod file;
mod form;
mod land;
mod orders;
mod paint;
mod program;
mod show;

pub use contest::{forget, look, settle, settle_anew};

use super::replay::camera::{Camera, inches};
use super::shell::{Page, Shell};
use super::ui::{AppWindow, CordBlock, CordName, CordOrder, CordSentence, CordUnit, CrackerPage};
use super::worker::Running;
use crate::app::cracker::{CordGame, CordTable, CordTarget, CrackerContest, SeenField};
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_cracker::{Position, Scenario, Tables, TroopsId};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::Point;
use slint::{ComponentHandle, Timer, VecModel};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A game on the page, and where it came from.
enum Begun {
    Scenario(Box<CordGame>),
    /// A battle of the campaign.
    Contest(Box<CrackerContest>, Box<CordTable>),
    /// One that was settled, to be looked at.
    Looked(Box<CordTable>),
}

impl Begun {
    fn table(&self) -> &CordTable {
        match self {
            Begun::Scenario(game) => game.table(),
            Begun::Contest(_, table) | Begun::Looked(table) => table,
        }
    }

    fn table_mut(&mut self) -> &mut CordTable {
        match self {
            Begun::Scenario(game) => game.table_mut(),
            Begun::Contest(_, table) | Begun::Looked(table) => table,
        }
    }
}

/// A game and how it is looked at.
struct LookedAt {
    game: Option<Begun>,
    /// A battle of the campaign that waits for who leads it.
    contest: Option<CrackerContest>,
    names: BySide<String>,
    tinctures: BySide<String>,
    /// Whether the form of a new game is shown, whatever is being played.
    form: bool,
    /// The scenario chosen on the form, as it would begin.
    preview: Option<(Arc<Scenario>, Position)>,
    /// Whether whoever asked for another game was told that this one would be left for good.
    warned: bool,
    /// How many of its decisions are in a file.
    filed: usize,
    /// The moment shown.
    seen: Option<SeenField>,
    /// The latest moment that was shown: what comes after it is not told yet.
    known: usize,
    /// How many decisions are shown at a step while it flows.
    stride: usize,
    chosen: Option<TroopsId>,
    target: Option<CordTarget>,
    /// Places a march goes by before the one pointed at.
    way: Vec<Point>,
    stopped: bool,
    camera: Camera,
    /// Pixels of the picture to a logical one.
    scale: f32,
    /// Whether the whole field is to be shown.
    fits: bool,
}

struct CordPage {
    state: RefCell<LookedAt>,
    blocks: Rc<VecModel<CordBlock>>,
    names: Rc<VecModel<CordName>>,
    units: Rc<VecModel<CordUnit>>,
    orders: Rc<VecModel<CordOrder>>,
    sentences: Rc<VecModel<CordSentence>>,
    timer: Timer,
    thought: RefCell<Option<Running>>,
    /// Which thought is waited for: an answer to an earlier one is out of date.
    asked: Cell<u64>,
    /// Numbers the house plays by, of the campaign that is open.
    tables: RefCell<Arc<Tables>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<CordPage>>> = const { RefCell::new(None) };
}

fn page() -> Option<Rc<CordPage>> {
    PAGE.with(|page| page.borrow().clone())
}

/// The shields of a game of no campaign.
fn plain_tinctures() -> BySide<String> {
    BySide { attacker: "gules".to_owned(), defender: "azure".to_owned() }
}

/// Connects the page, with the game that was kept.
pub fn connect(shell: &Rc<Shell>) {
    let state = LookedAt {
        game: None,
        contest: None,
        names: BySide::default(),
        tinctures: plain_tinctures(),
        form: true,
        preview: None,
        warned: false,
        filed: 0,
        seen: None,
        known: 0,
        stride: 1,
        chosen: None,
        target: None,
        way: Vec::new(),
        stopped: false,
        camera: Camera::default(),
        scale: 1.0,
        fits: true,
    };
    let page = Rc::new(CordPage {
        state: RefCell::new(state),
        blocks: Rc::default(),
        names: Rc::default(),
        units: Rc::default(),
        orders: Rc::default(),
        sentences: Rc::default(),
        timer: Timer::default(),
        thought: RefCell::default(),
        asked: Cell::default(),
        tables: RefCell::new(Tables::book()),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    page.take_kept(shell);
    let load = Rc::clone(&page);
    shell.on_load(Page::Cracker, move |shell| {
        load.show(shell);
        load.go_on(shell);
    });
    let (back, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::Cracker, move |_| weak.upgrade().is_some_and(|shell| back.drop_pointed(&shell)));
    shell.with(|window| {
        page.connect(shell, window);
        form::connect(&page, shell, window);
        file::connect(&page, shell, window);
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
            page.change(|state| {
                let middle = (state.camera.size.0 / 2.0, state.camera.size.1 / 2.0);
                let at = if x < 0.0 { middle } else { state.pixels((x, y)) };
                state.fits = false;
                state.camera.zoom(factor, at);
            });
            page.show(&shell);
        });
        on!(on_pan, |page, shell, x, y| {
            page.change(|state| {
                state.fits = false;
                let by = state.pixels((x, y));
                state.camera.pan(by);
            });
            page.show(&shell);
        });
        on!(on_fit, |page, shell| {
            page.change(|state| state.fits = true);
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
        on!(on_leave_to_captain, |page, shell| page.leave_to_captain(&shell));
        on!(on_take_back, |page, shell| page.take_back(&shell));
        on!(on_look, |page, shell, at| page.look(&shell, usize::try_from(at).unwrap_or(0)));
        on!(on_look_by, |page, shell, by| page.look_by(&shell, by));
        on!(on_stop, |page, shell, stopped| page.stop(&shell, stopped));
        on!(on_leave, |page, shell| page.leave(&shell));
        on!(on_take_in, |page, shell| page.take_in(&shell));
    }

    fn change<R>(&self, change: impl FnOnce(&mut LookedAt) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    /// Says something under the table.
    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool) {
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_told(sentence.into());
            ui.set_refused(refused);
        });
    }

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem) {
        self.say(shell, &problem.to_string(), true);
    }

    /// Keeps the game for the next evening, or in the campaign it is a battle of.
    fn keep(&self, shell: &Rc<Shell>) {
        if self.keep_in_campaign(shell) {
            return;
        }
        let kept = match &self.state.borrow().game {
            Some(Begun::Scenario(game)) => game.text().ok(),
            _ => return,
        };
        let mut settings = shell.settings.borrow_mut();
        settings.cracker = kept;
        settings.save();
    }

    /// Takes the game of no campaign that was kept to the table.
    fn take_kept(&self, shell: &Rc<Shell>) {
        let kept = shell.settings.borrow().cracker.clone();
        let game = kept.and_then(|text| CordGame::read(std::path::Path::new("the game kept"), &text).ok());
        self.change(|state| state.take(game.map(|game| Begun::Scenario(Box::new(game)))));
    }

    fn sized(&self, shell: &Rc<Shell>, width: f32, height: f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        self.change(|state| {
            state.scale = scale;
            state.camera.size = ((width * scale).max(1.0), (height * scale).max(1.0));
        });
        self.show(shell);
    }

    /// Escape: lets what is pointed at go, then the chosen troops; whether there was anything.
    fn drop_pointed(&self, shell: &Rc<Shell>) -> bool {
        let sheet = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            let open = !ui.get_sheet().is_empty();
            ui.set_sheet(slint::SharedString::new());
            open
        });
        if sheet == Some(true) {
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
    /// Takes a game to the table, or the form of a new one if there is none.
    fn take(&mut self, game: Option<Begun>) {
        self.form = game.is_none();
        (self.chosen, self.target, self.warned, self.stopped) = (None, None, false, false);
        self.way.clear();
        self.fits = true;
        self.contest = None;
        (self.seen, self.known) = (None, 0);
        if let Some(game) = &game {
            let table = game.table();
            let mut seen = table.beginning();
            table.go(&mut seen, table.len());
            (self.seen, self.known) = (Some(seen), table.len());
        }
        if let Some(Begun::Scenario(game)) = &game {
            self.names = game.scenario().sides.clone();
            self.tinctures = plain_tinctures();
        }
        self.filed = 0;
        self.game = game;
    }

    fn table(&self) -> Option<&CordTable> {
        self.game.as_ref().filter(|_| !self.form).map(Begun::table)
    }

    /// After how many decisions the moment shown is.
    fn at(&self) -> usize {
        self.seen.as_ref().map_or(0, SeenField::at)
    }

    /// Goes to another moment.
    fn look(&mut self, at: usize) {
        let Some(game) = &self.game else { return };
        if let Some(seen) = &mut self.seen {
            game.table().go(seen, at);
            self.known = self.known.max(seen.at());
        }
    }

    /// The field that is shown: of the moment, or as the scenario on the form begins.
    fn field(&self) -> Option<&Position> {
        match self.form {
            true => self.preview.as_ref().map(|(_, position)| position),
            false => self.seen.as_ref().map(SeenField::position),
        }
    }

    /// The side that decides by hand in the moment shown, if one does.
    fn decides(&self) -> Option<Side> {
        self.may_decide().ok()
    }

    /// The side that somebody may decide for before the screen now, or why nobody may.
    fn may_decide(&self) -> Result<Side> {
        let Some(table) = self.table() else {
            return Err(Problem::refused("No battle is begun.", "Begin one first."));
        };
        if matches!(self.game, Some(Begun::Looked(_))) {
            return Err(Problem::refused("This battle is settled.", "Go back to the battles."));
        }
        if self.at() < table.len() {
            return Err(Problem::refused(
                "An earlier moment is shown.",
                "Go to how it stands (End) to go on, or take orders back to play otherwise from there.",
            ));
        }
        match table.pending() {
            None => Err(Problem::refused("The battle is over.", "Begin another.")),
            Some((side, seat)) if seat.is_hand() => Ok(side),
            Some(_) => Err(Problem::refused("A captain decides now.", "Wait for him.")),
        }
    }

    /// Logical pixels to those of the picture.
    fn pixels(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * self.scale, y * self.scale)
    }

    /// Shows the whole field where that was asked for.
    fn fit(&mut self) {
        if !self.fits {
            return;
        }
        let Some(size) = self.field().map(|game| inches(game.field.size)) else { return };
        self.camera.fit([(0.0, 0.0), size].into_iter(), 1.5);
    }

    /// Whether another game may take the place of this one: one under way is left only by who was told so.
    fn may_leave(&mut self) -> Result<()> {
        let under_way = match &self.game {
            Some(Begun::Scenario(game)) => !game.table().is_over() && game.table().len() > self.filed,
            _ => false,
        };
        match under_way && !self.warned {
            true => {
                self.warned = true;
                Err(Problem::refused(
                    "The battle under way would be left for good.",
                    "Go back to it and save it, or press once more to leave it.",
                ))
            }
            false => Ok(()),
        }
    }
}
