//! What every page shares: the window, the worker that owns the campaign, the lists, and the ways to ask and to act.
//!
//! A page reads with [`Shell::read`] and changes with [`Shell::act`]. After an action the frame and the page shown are
//! loaded anew; nothing a page shows is kept anywhere but in the campaign.

use super::dialogs::{Dialogs, Wanted};
use super::settings::Settings;
use super::table::{ColumnHeading, Table};
use super::tree::Tree;
pub use super::ui::Page;
use super::ui::{AppWindow, Drawer, ExplainedPart, Frame};
use super::worker::{Pool, Running, Worker};
use crate::app::desk::{self, Subject};
use crate::app::rulebook;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::explain::Part;
use crate::store::{Db, Store, Watch, stopped};
use slint::{ComponentHandle, Model, ModelRc, SharedString, VecModel};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the worker owns: the campaign that is open, if one is.
#[derive(Debug, Default)]
pub struct Session {
    /// The campaign.
    pub store: Option<Store>,
    /// What its long work is looked at and stopped by, whichever campaign is open.
    watch: Watch,
}

impl Session {
    /// A session in which no campaign is open, in a worker whose thread owns it.
    pub fn threaded() -> (Worker<Session>, Watch) {
        let session = Session::default();
        let watch = session.watch.clone();
        (Worker::threaded(session, Session::recover), watch)
    }

    /// The same with its jobs done at once, for tests.
    pub fn inline() -> (Worker<Session>, Watch) {
        let session = Session::default();
        let watch = session.watch.clone();
        (Worker::inline(session, Session::recover), watch)
    }

    /// Puts a campaign in the place of the one that is open.
    pub fn take(&mut self, store: Store) {
        self.store = Some(store);
    }

    /// After a fault in a job the file is closed and opened again, so that nothing half done is under what follows.
    fn recover(&mut self) -> Problem {
        let path = self.store.take().map(|store| store.path().to_owned());
        let fault = "A fault in the program stopped this.";
        let hint = match path.map(|path| Store::open(&path)) {
            None => "Please report how it came about.".to_owned(),
            Some(Ok(store)) => {
                // A job may have kept an action before the fault.
                let last = store.last_action().ok().flatten().map(|action| action.sentence).unwrap_or_default();
                self.take(store);
                format!(
                    "The campaign was closed and opened again, and the last thing kept in it is “{last}” Please report \
                     how it came about."
                )
            }
            Some(Err(problem)) => format!("The campaign was closed and could not be opened again: {problem}"),
        };
        Problem::new(ProblemKind::System, fault).hint(hint)
    }

    /// Begins a job, which nobody has stopped yet.
    fn begin(&self) {
        self.watch.over_this_thread();
        self.watch.begin();
    }

    /// What a job has read of the campaign, unless it was stopped on its way.
    fn read<R>(&mut self, query: impl FnOnce(&Db) -> Result<R>) -> Result<R> {
        let read = self.open().and_then(|store| query(store));
        self.watch.judge_reading(read)
    }

    fn open(&mut self) -> Result<&mut Store> {
        self.store.as_mut().ok_or_else(|| {
            Problem::new(ProblemKind::NotFound, "No campaign is open.").hint("Open one from the start page.")
        })
    }
}

/// The rail's pages with word and icon, in the order of the numbers that open them with Alt; 0 is the tenth.
pub const RAIL: [(Page, &str, &str); 10] = [
    (Page::Desk, "Desk", "desk"),
    (Page::Armies, "Armies", "armies"),
    (Page::Map, "Map", "map"),
    (Page::Battles, "Battles", "battles"),
    (Page::Captives, "Captives", "captives"),
    (Page::Treasury, "Treasury", "treasury"),
    (Page::Chronicle, "Chronicle", "chronicle"),
    (Page::RuleBook, "Rule book", "rules"),
    (Page::Castles, "Castles", "castle"),
    (Page::Sieges, "Sieges", "siege"),
];

/// Whether a page is of use without a campaign.
pub fn is_alone(page: Page) -> bool {
    matches!(page, Page::Start | Page::Castles | Page::UnderSiege | Page::Cracker | Page::Assault)
}

/// The rail's page another belongs to.
pub(super) fn section(page: Page) -> Page {
    match page {
        Page::Replay => Page::Battles,
        Page::Founding => Page::Desk,
        Page::People => Page::Armies,
        Page::Charts => Page::Chronicle,
        Page::UnderSiege | Page::Cracker | Page::Assault => Page::Castles,
        page => page,
    }
}

type Loader = Rc<dyn Fn(&Rc<Shell>)>;
type Back = Rc<dyn Fn(&AppWindow) -> bool>;

/// The window's common ground.
pub struct Shell {
    window: slint::Weak<AppWindow>,
    worker: Worker<Session>,
    /// Where long work runs.
    pub pool: Pool,
    /// What is remembered between evenings.
    pub settings: RefCell<Settings>,
    dialogs: Box<dyn Dialogs>,
    tables: RefCell<BTreeMap<String, Rc<Table>>>,
    trees: RefCell<BTreeMap<String, Rc<Tree>>>,
    loaders: RefCell<BTreeMap<Page, Loader>>,
    backs: RefCell<BTreeMap<Page, Back>>,
    page: Cell<Page>,
    /// The page of a game that was shown last: the rail leads back to it.
    game: Cell<Page>,
    /// The last action when the campaign was last open here, and the last when it was opened now, where others were done
    /// meanwhile.
    pub apart: Cell<Option<(ActionId, ActionId)>>,
    /// The campaign the start page was gone to from, and its page.
    pub left: RefCell<Option<(PathBuf, Page)>>,
    running: RefCell<Option<Running>>,
    watch: Watch,
    /// How many jobs the worker has been given, and how many of them it has answered.
    asked: Cell<u64>,
    answered: Cell<u64>,
    /// Of how many jobs, from the first on, nobody waits for the answer any more.
    given_up: Arc<AtomicU64>,
    /// The clock that shows how far they have come, once they take long.
    clock: RefCell<Option<slint::Timer>>,
    /// What is said of what was just done, where the last action's own sentence does not tell all of it.
    instead: RefCell<Option<String>>,
    /// By how much the screen enlarges everything, whatever is set here.
    pub screen_scale: Cell<f32>,
}

/// How long an action may take before it is shown how far it has come, and how often that is.
pub(super) const SOON: std::time::Duration = std::time::Duration::from_millis(100);
/// The same of what only reads, of which nothing need be said if the page is there at once.
const A_WHILE: std::time::Duration = std::time::Duration::from_millis(400);

/// As much of a problem as a window shows: of a long list the first, and how it ends.
pub fn told(problem: &Problem) -> SharedString {
    const MOST: usize = 8_000;
    let text = problem.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => {
            let last = text.rsplit('\n').next().filter(|last| last.len() < MOST).unwrap_or_default();
            format!("{}…\n{last}", &text[..end]).into()
        }
        None => text.into(),
    }
}

impl Shell {
    /// A shell for a window.
    pub fn new(
        window: &AppWindow,
        (worker, watch): (Worker<Session>, Watch),
        pool: Pool,
        settings: Settings,
        dialogs: Box<dyn Dialogs>,
    ) -> Rc<Shell> {
        Rc::new(Shell {
            watch,
            asked: Cell::new(0),
            answered: Cell::new(0),
            given_up: Arc::default(),
            clock: RefCell::default(),
            instead: RefCell::default(),
            screen_scale: Cell::new(1.0),
            window: window.as_weak(),
            worker,
            pool,
            settings: RefCell::new(settings),
            dialogs,
            tables: RefCell::default(),
            trees: RefCell::default(),
            loaders: RefCell::default(),
            backs: RefCell::default(),
            page: Cell::new(Page::Start),
            game: Cell::new(Page::Castles),
            apart: Cell::new(None),
            left: RefCell::default(),
            running: RefCell::default(),
        })
    }

    /// Does something with the window, while there is one.
    pub fn with<R>(&self, change: impl FnOnce(&AppWindow) -> R) -> Option<R> {
        self.window.upgrade().map(|window| change(&window))
    }

    /// A table of this id, made once; it is sorted and filtered as it was left.
    pub fn table(self: &Rc<Shell>, id: &'static str, headings: &'static [ColumnHeading]) -> Rc<Table> {
        let table = Table::new(headings);
        if let Some(left) = self.settings.borrow().lists.get(id) {
            table.restore(left);
        }
        let shell = Rc::downgrade(self);
        let weak = Rc::downgrade(&table);
        table.on_left(move || {
            if let (Some(shell), Some(table)) = (shell.upgrade(), weak.upgrade()) {
                shell.settings.borrow_mut().lists.insert(id.to_owned(), table.left());
            }
        });
        self.tables.borrow_mut().insert(id.to_owned(), Rc::clone(&table));
        table
    }

    /// A tree of this id, made once.
    pub fn tree(&self, id: &'static str) -> Rc<Tree> {
        let tree = Tree::new();
        self.trees.borrow_mut().insert(id.to_owned(), Rc::clone(&tree));
        tree
    }

    /// The table the window names.
    pub fn table_named(&self, id: &str) -> Option<Rc<Table>> {
        self.tables.borrow().get(id).cloned()
    }

    /// The tree the window names.
    pub fn tree_named(&self, id: &str) -> Option<Rc<Tree>> {
        self.trees.borrow().get(id).cloned()
    }

    /// How a page loads what it shows.
    pub fn on_load(&self, page: Page, load: impl Fn(&Rc<Shell>) + 'static) {
        self.loaders.borrow_mut().insert(page, Rc::new(load));
    }

    /// How a page steps back on Escape; it answers whether there was anything to step back from.
    pub fn on_back(&self, page: Page, back: impl Fn(&AppWindow) -> bool + 'static) {
        self.backs.borrow_mut().insert(page, Rc::new(back));
    }

    /// Steps the page shown back.
    pub fn back(&self) -> bool {
        let back = self.backs.borrow().get(&self.page.get()).cloned();
        back.is_some_and(|back| self.with(|window| back(window)).unwrap_or(false))
    }

    /// Gives the worker a job, which is shown with a Cancel once it takes long; what its answer changes on the page may
    /// take the keyboard with it.
    pub(super) fn ask<R: Send + 'static>(
        self: &Rc<Shell>,
        job: impl FnOnce(&mut Session) -> Result<R> + Send + 'static,
        then: impl FnOnce(Result<R>) + 'static,
    ) {
        let shell = Rc::clone(self);
        self.asked.set(self.asked.get() + 1);
        if self.clock.borrow().is_none() {
            self.show_if_longer_than(A_WHILE);
        }
        let (number, given_up) = (self.asked.get(), Arc::clone(&self.given_up));
        let job = move |session: &mut Session| {
            session.begin();
            if number <= given_up.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let answer = job(session);
            session.watch.judge(answer)
        };
        self.worker.ask(job, move |answer| {
            shell.is_answered();
            then(answer);
            shell.keep_keyboard();
        });
    }

    /// Gives the keyboard back to the page, if what had it is gone.
    pub fn keep_keyboard(self: &Rc<Shell>) {
        let shell = Rc::downgrade(self);
        slint::Timer::single_shot(std::time::Duration::ZERO, move || {
            let Some(shell) = shell.upgrade() else { return };
            shell.with(|window| {
                let keyboard = window.global::<super::ui::Keyboard>();
                keyboard.set_held(false);
                let text = keyboard.get_asking();
                window.window().dispatch_event(slint::platform::WindowEvent::KeyPressed { text });
                if !keyboard.get_held() {
                    window.invoke_recall();
                }
            });
        });
    }

    /// Asks the campaign something; a problem is said in the status bar.
    pub fn read<R: Send + 'static>(
        self: &Rc<Shell>,
        query: impl FnOnce(&Db) -> Result<R> + Send + 'static,
        then: impl FnOnce(&Rc<Shell>, R) + 'static,
    ) {
        let shell = Rc::clone(self);
        self.ask(
            move |session| session.read(query),
            move |answer| match answer {
                Ok(answer) => then(&shell, answer),
                Err(problem) => shell.say_problem(&problem),
            },
        );
    }

    /// Asks, and gives `then` the problem too, to be shown where it was asked.
    pub fn try_read<R: Send + 'static>(
        self: &Rc<Shell>,
        query: impl FnOnce(&Db) -> Result<R> + Send + 'static,
        then: impl FnOnce(&Rc<Shell>, Result<R>) + 'static,
    ) {
        let shell = Rc::clone(self);
        self.ask(move |session| session.read(query), move |answer| then(&shell, answer));
    }

    /// Does an action. A refusal goes to `refuse`, in a sentence with what would allow it (an empty one clears it);
    /// after success everything shown is loaded anew.
    pub fn act<R: Send + 'static>(
        self: &Rc<Shell>,
        refuse: impl Fn(&AppWindow, SharedString) + 'static,
        action: impl FnOnce(&mut Store) -> Result<R> + Send + 'static,
        then: impl FnOnce(&Rc<Shell>, R) + 'static,
    ) {
        let shell = Rc::clone(self);
        self.show_if_longer_than(SOON);
        self.ask(
            move |session| session.open().and_then(action),
            move |answer| match answer {
                Ok(answer) => {
                    shell.with(|window| {
                        refuse(window, SharedString::new());
                        let typing = window.global::<super::ui::Typing>();
                        typing.set_active(false);
                        // What was written in is done with, and may be gone from the page.
                        typing.set_lines(false);
                    });
                    then(&shell, answer);
                    shell.refresh();
                }
                Err(problem) => {
                    // Of several steps some may be in the file.
                    if problem.kept {
                        shell.refresh();
                    }
                    shell.with(|window| refuse(window, told(&problem)));
                }
            },
        );
    }

    /// Shows how far the worker has come, with a Cancel, once it has taken so long.
    pub(super) fn show_if_longer_than(self: &Rc<Shell>, time: std::time::Duration) {
        if self.pool == Pool::Inline {
            return;
        }
        let clock = slint::Timer::default();
        let (shell, watch) = (Rc::downgrade(self), self.watch.clone());
        clock.start(slint::TimerMode::Repeated, time, move || {
            let Some(shell) = shell.upgrade() else { return };
            let (done, all) = watch.steps();
            shell.with(|window| {
                let frame = window.global::<Frame>();
                frame.set_busy("Working…".into());
                frame.set_busy_done(count(usize::try_from(done).unwrap_or(usize::MAX)));
                frame.set_busy_total(count(usize::try_from(all).unwrap_or(usize::MAX)));
            });
        });
        *self.clock.borrow_mut() = Some(clock);
    }

    fn is_answered(&self) {
        self.answered.set(self.answered.get() + 1);
        if self.answered == self.asked && self.clock.borrow_mut().take().is_some() && self.running.borrow().is_none() {
            self.with(|window| window.global::<Frame>().set_busy(SharedString::new()));
        }
    }

    /// Does something with the session itself: opening and closing. A fault in it is said in the status bar.
    pub fn session<R: Send + 'static>(
        self: &Rc<Shell>,
        job: impl FnOnce(&mut Session) -> R + Send + 'static,
        then: impl FnOnce(&Rc<Shell>, R) + 'static,
    ) {
        let shell = Rc::clone(self);
        self.ask(
            move |session| Ok(job(session)),
            move |answer| match answer {
                Ok(answer) => then(&shell, answer),
                Err(problem) => shell.say_problem(&problem),
            },
        );
    }

    /// Changes what is remembered for another evening, and writes it down.
    pub fn remember(&self, change: impl FnOnce(&mut Settings)) {
        let written = {
            let mut settings = self.settings.borrow_mut();
            change(&mut settings);
            settings.save()
        };
        if let Err(problem) = written {
            self.say_problem(&problem);
        }
    }

    /// Says what went wrong in the status bar.
    pub fn say_problem(&self, problem: &Problem) {
        if problem.kind == ProblemKind::Corrupt {
            super::start::offer_repair(self, problem);
        }
        self.with(|window| {
            let frame = window.global::<Frame>();
            frame.set_failed(true);
            frame.set_sentence(told(problem));
        });
    }

    /// Says something in the status bar that is no action.
    pub fn say(&self, sentence: &str) {
        self.with(|window| {
            let frame = window.global::<Frame>();
            frame.set_failed(false);
            frame.set_sentence(sentence.into());
        });
    }

    /// Says this of an action that is done, once it is shown, in the place of its own sentence.
    pub fn say_of_it(&self, sentence: String) {
        *self.instead.borrow_mut() = Some(sentence);
    }

    /// The page shown.
    pub fn page(&self) -> Page {
        self.page.get()
    }

    /// Goes to a page.
    pub fn go(self: &Rc<Shell>, page: Page) {
        let from = self.page.replace(page);
        if section(page) == Page::Castles {
            self.game.set(page);
        }
        self.with(|window| {
            window.global::<Frame>().set_page(page);
            window.global::<Frame>().set_section(section(page));
            if from != page {
                let keyboard = window.global::<super::ui::Keyboard>();
                keyboard.set_panes(0);
                keyboard.set_pane(0);
            }
            // What the drawer explained is of the page left; the book is opened from it, and leaves it open.
            if from != page && page != Page::RuleBook {
                window.global::<Drawer>().set_open(false);
            }
            window.invoke_home();
        });
        if page != Page::Start {
            self.refresh();
        }
    }

    /// Goes to a page that is asked for; what is a campaign's begins with opening one, and the games are gone back to where
    /// they were left.
    pub fn ask_for(self: &Rc<Shell>, page: Page) {
        let away = section(self.page.get()) != Page::Castles;
        let page = if page == Page::Castles && away { self.game.get() } else { page };
        self.go(if is_alone(page) || self.has_campaign() { page } else { Page::Start });
    }

    /// Whether a campaign is open, as the frame shows it.
    fn has_campaign(&self) -> bool {
        self.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false)
    }

    /// Loads the frame and the page shown anew.
    pub fn refresh(self: &Rc<Shell>) {
        if self.has_campaign() || !is_alone(self.page.get()) {
            self.refresh_frame();
        }
        let load = self.loaders.borrow().get(&self.page.get()).cloned();
        if let Some(load) = load {
            load(self);
        }
    }

    fn refresh_frame(self: &Rc<Shell>) {
        self.read(
            |db| {
                let about = db.about()?;
                let saved = db.all_saved_filters()?;
                Ok((about, desk::decisions(db)?, db.undoable()?, db.redoable()?, db.last_action()?, saved))
            },
            |shell, (about, decisions, undoable, redoable, last, saved)| {
                shell.settings.borrow_mut().seen(last.as_ref().map(|action| action.id.0));
                for (id, table) in &*shell.tables.borrow() {
                    table.set_saved(saved.iter().filter(|saved| saved.list == *id).cloned().collect());
                }
                shell.with(|window| {
                    let frame = window.global::<Frame>();
                    frame.set_campaign(about.name.as_str().into());
                    frame.set_date(about.day.spoken().into());
                    frame.set_date_iso(about.day.to_string().into());
                    frame.set_turn(if about.turn == 0 {
                        "before the first turn".into()
                    } else {
                        format!("turn {}", about.turn).into()
                    });
                    frame.set_decisions(count(decisions.len()));
                    frame.set_can_undo(undoable.is_some());
                    frame.set_can_redo(redoable.is_some());
                    frame.set_undo_what(undoable.map(|action| action.sentence).unwrap_or_default().into());
                    frame.set_redo_what(redoable.map(|action| action.sentence).unwrap_or_default().into());
                    frame.set_failed(false);
                    if let Some(recent) = shell.settings.borrow_mut().recent.first_mut() {
                        recent.date = about.day.long();
                    }
                    let said = shell.instead.take().or(last.map(|action| action.sentence));
                    frame.set_sentence(said.unwrap_or_default().into());
                    let waiting = |of: &dyn Fn(Subject) -> bool| {
                        count(decisions.iter().filter(|decision| of(decision.about)).count())
                    };
                    let pages = frame.get_pages();
                    for (at, (page, ..)) in RAIL.iter().enumerate() {
                        let number = match page {
                            Page::Armies => waiting(&|about| {
                                matches!(
                                    about,
                                    Subject::Command(_)
                                        | Subject::Want(_)
                                        | Subject::Unassigned(_)
                                        | Subject::Service(_)
                                )
                            }),
                            Page::Battles => {
                                waiting(&|about| matches!(about, Subject::Contact(_) | Subject::Battle(_)))
                            }
                            Page::Captives => waiting(&|about| matches!(about, Subject::Ransom(_))),
                            Page::Sieges => waiting(&|about| matches!(about, Subject::Siege(_))),
                            _ => 0,
                        };
                        if let Some(mut row) = pages.row_data(at)
                            && row.waiting != number
                        {
                            row.waiting = number;
                            pages.set_row_data(at, row);
                        }
                    }
                });
            },
        );
    }

    /// Shows in the frame that no campaign is open.
    pub fn forget_campaign(&self) {
        self.with(|window| {
            let frame = window.global::<Frame>();
            for clear in
                [Frame::set_campaign, Frame::set_date, Frame::set_date_iso, Frame::set_turn, Frame::set_sentence]
            {
                clear(&frame, SharedString::new());
            }
            frame.set_decisions(0);
            frame.set_can_undo(false);
            frame.set_can_redo(false);
            frame.set_failed(false);
        });
    }

    /// Chooses nothing in any list, for the rows of another campaign bear the same numbers: what a page has of the one chosen is
    /// let go with it.
    pub fn choose_nothing(&self) {
        let tables: Vec<Rc<Table>> = self.tables.borrow().values().cloned().collect();
        for table in tables {
            table.clear();
        }
        self.trees.borrow().values().for_each(|tree| tree.forget());
    }

    /// Shows in the drawer what a figure is made of, with the clause that its first part has it by.
    pub fn explain(&self, title: &str, figure: &str, about: &str, parts: &[Part]) {
        self.with(|window| {
            let drawer = window.global::<Drawer>();
            drawer.set_title(title.into());
            drawer.set_figure(figure.into());
            drawer.set_about(about.into());
            let clause = parts.iter().find_map(|part| rulebook::clause(&part.clause));
            let (id, text) = clause.map(|clause| (clause.id, clause.text)).unwrap_or_default();
            drawer.set_clause(id.into());
            drawer.set_clause_text(text.into());
            let parts = parts.iter().map(|part| ExplainedPart {
                clause: part.clause.as_ref().into(),
                what: part.what.as_ref().into(),
                value: part.figure().into(),
            });
            drawer.set_parts(ModelRc::new(parts.collect::<VecModel<_>>()));
            drawer.set_open(true);
        });
    }

    /// Asks for a path by a dialog.
    pub fn browse(&self, wanted: Wanted, suggested: &str, then: impl FnOnce(PathBuf) + 'static) {
        let window = self.window.clone();
        let chosen = move |path: Option<PathBuf>| match path {
            Some(path) => then(path),
            None => {
                if let Some(window) = window.upgrade() {
                    let frame = window.global::<Frame>();
                    frame.set_failed(true);
                    frame.set_sentence(
                        "This desktop offers no dialog to choose a file. Type its path in the field.".into(),
                    );
                }
            }
        };
        self.dialogs.ask(wanted, suggested, Box::new(chosen));
    }

    /// Shows a file or a folder by the desktop's own program for it; whether one could be started.
    pub fn show_file(&self, path: &std::path::Path) -> bool {
        self.dialogs.show(path)
    }

    /// Runs long work on owned data, with its count and a Cancel in the status bar.
    pub fn long<R: Send + 'static>(
        self: &Rc<Shell>,
        sentence: &str,
        total: usize,
        work: impl FnOnce(&super::worker::JobProgress) -> R + Send + 'static,
        step: impl Fn(&Rc<Shell>, usize) + 'static,
        then: impl FnOnce(&Rc<Shell>, R) + 'static,
    ) {
        self.stop_running();
        self.with(|window| {
            let frame = window.global::<Frame>();
            frame.set_busy(sentence.into());
            frame.set_busy_done(0);
            frame.set_busy_total(count(total));
        });
        let (stepping, ending) = (Rc::clone(self), Rc::clone(self));
        let running = self.pool.run(
            total,
            work,
            move |done, total| {
                stepping.with(|window| {
                    let frame = window.global::<Frame>();
                    frame.set_busy_done(count(done));
                    frame.set_busy_total(count(total));
                });
                step(&stepping, done);
            },
            move |answer| {
                ending.with(|window| window.global::<Frame>().set_busy(SharedString::new()));
                ending.running.borrow_mut().take();
                match answer {
                    Ok(answer) => then(&ending, answer),
                    Err(fault) => ending.say_problem(&fault),
                }
            },
        );
        *self.running.borrow_mut() = Some(running);
        if self.pool == Pool::Inline {
            self.running.borrow_mut().take();
        }
    }

    /// Stops what is under way, beside the campaign and with it.
    pub fn cancel(&self) {
        if self.answered != self.asked {
            self.given_up.store(self.asked.get(), Ordering::Relaxed);
            self.watch.stop();
        }
        self.stop_running();
    }

    /// Stops the long work under way beside the campaign.
    fn stop_running(&self) {
        if let Some(running) = self.running.borrow_mut().take() {
            running.cancel();
        }
        self.with(|window| window.global::<Frame>().set_busy(SharedString::new()));
    }
}

/// A count for the window.
pub fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The one of a list that a drop-down has chosen.
pub fn pick<T: Clone>(list: &[T], index: i32) -> Option<T> {
    usize::try_from(index).ok().and_then(|at| list.get(at).cloned())
}

/// A model of plain values.
pub fn model<T: Clone + 'static>(values: impl IntoIterator<Item = T>) -> ModelRc<T> {
    ModelRc::new(values.into_iter().collect::<VecModel<_>>())
}

/// A model of words.
pub fn words<S: AsRef<str>>(values: impl IntoIterator<Item = S>) -> ModelRc<SharedString> {
    model(values.into_iter().map(|value| SharedString::from(value.as_ref())))
}

/// Puts values into a list, of which only what changed is drawn anew.
pub fn renew<T: Clone + PartialEq + 'static>(list: &VecModel<T>, values: Vec<T>) {
    if list.row_count() != values.len() {
        return list.set_vec(values);
    }
    for (row, value) in values.into_iter().enumerate() {
        if list.row_data(row).as_ref() != Some(&value) {
            list.set_row_data(row, value);
        }
    }
}

/// A list model over a page's own rows.
pub fn shared<T: Clone + 'static, M: Model<Data = T> + 'static>(list: &Rc<M>) -> ModelRc<T> {
    ModelRc::from(Rc::clone(list) as Rc<dyn Model<Data = T>>)
}
