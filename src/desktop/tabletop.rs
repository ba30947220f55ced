//! A game of many men at its table: played by hand and by captains, gone back through, kept, and settled for the campaign.
//! Written once for every page that has one; what is drawn and how orders are given is a page's own.
//!
//! What a captain decides is played at once and shown order by order behind it, so that a battle of thousands is watched as
//! smoothly as a skirmish.

mod kept;
mod story;

pub use kept::{keep, take_kept};
pub use story::tell_story;

use super::contests::{GamePage, SettledGame};
use super::dialogs::GameSort;
use super::game_file::FiledPage;
use super::settings::Settings;
use super::shell::{Page, Shell};
use super::thinking::Thinking;
use super::ui::{AppWindow, CordOrder, CordSentence, CordSide, GamePace};
use crate::app::contest::{self, Contest};
use crate::app::files;
use crate::app::muster::Muster;
use crate::app::replay;
use crate::app::table::{GameTable, OrderOffer, OwnGame, SeenMoment, Tabled};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Tincture;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game;
use crate::rules::matches::Match;
use crate::rules::settles::{Recalled, Settlement};
use crate::store::{Db, Store};
use slint::{SharedString, VecModel};
use std::path::Path;
#[cfg(feature = "print")]
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// How long an order that does something is seen, in milliseconds.
fn seen_for(pace: GamePace) -> u64 {
    match pace {
        GamePace::Slow => 700,
        GamePace::Steady => 260,
        GamePace::Quick => 70,
    }
}

/// The game of a page, by its rules.
type GameOf<P> = <<P as TablePage>::Of as Tabled>::Game;
/// What is decided in it.
type DecisionOf<P> = <GameOf<P> as Game>::Decision;
/// How it stands at a moment.
type SceneOf<P> = <<P as TablePage>::Of as Tabled>::Scene;
/// How the program leads a side of it.
type LeadOf<P> = <<P as TablePage>::Of as Tabled>::Lead;

/// A page with a game at its table.
pub trait TablePage: Sized + 'static {
    /// The game at a table.
    type Of: Tabled;
    /// A game of no campaign.
    type Own: OwnGame<Self::Of>;
    /// A battle of the campaign cast into the game.
    type Cast: Recalled<Game = GameOf<Self>> + 'static;

    /// Where the window shows it.
    const PAGE: Page;

    /// What is told that no battle is begun yet, and that one would be left for good.
    const NONE_BEGUN: &'static str;
    const LEFT_FOR_GOOD: &'static str;

    /// The files its games are kept in, and how they are read.
    const FILES: GameSort;
    const READ_AS: files::Sort;

    /// The page of this window, once it is connected.
    fn of_window() -> Option<Rc<Self>>;

    /// A battle of the campaign at its table.
    fn at_table(battle: &Self::Cast, played: Match<GameOf<Self>>) -> GameTable<Self::Of>;

    /// The game and how it is looked at.
    fn sitting<R>(&self, change: impl FnOnce(&mut Sitting<Self>) -> R) -> R;

    /// Whether the game is shown, and not the form of a new one or anything else.
    fn shows_game(&self) -> bool;

    /// Lets go of what is pointed at, and if so of what is chosen too.
    fn let_go(&self, chosen: bool);

    /// What belongs to the game before is put away, and the game that was taken is shown; without one there is a form.
    fn taken(&self, shown: bool);

    fn thinking(&self) -> &Thinking;

    fn sentences(&self) -> &Rc<VecModel<CordSentence>>;

    /// How fast it is watched, and how that and the battle's name stand in the window.
    fn pace(window: &AppWindow) -> GamePace;
    fn set_battle(window: &AppWindow, name: SharedString);
    /// Takes back what a form refused and forecast.
    fn clear_form(window: &AppWindow);

    /// The game of no campaign that is kept for the next evening.
    fn kept(settings: &mut Settings) -> &mut Option<String>;

    /// After what the document is called that is printed of it, and how it is printed.
    fn document(&self) -> String;
    #[cfg(feature = "print")]
    fn print(&self, shell: &Rc<Shell>, path: PathBuf);

    /// Shows everything as it stands.
    fn show(&self, shell: &Rc<Shell>);

    /// Says something under the table.
    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool);

    /// What a decision brought about, in a few sentences.
    fn digest(table: &GameTable<Self::Of>, at: usize) -> String;

    /// A battle of the campaign waits for who leads it.
    fn wait_for_leaders(self: &Rc<Self>, shell: &Rc<Shell>, contest: Contest<Self::Cast>);

    /// Shows the form of a new game anew.
    fn preview(self: &Rc<Self>, shell: &Rc<Shell>);

    /// Something was decided, so many orders of it: it is kept, shown and told, and whoever comes next goes on.
    fn decided(self: &Rc<Self>, shell: &Rc<Shell>, count: usize);
}

/// A game on a page, and where it came from.
pub enum Begun<P: TablePage> {
    Own(Box<P::Own>),
    /// A battle of the campaign.
    Contest(Arc<Contest<P::Cast>>, Box<GameTable<P::Of>>),
    /// One that was settled, to be looked at.
    Settled(Box<GameTable<P::Of>>),
}

impl<P: TablePage> Begun<P> {
    pub fn table(&self) -> &GameTable<P::Of> {
        match self {
            Begun::Own(game) => game.table(),
            Begun::Contest(_, table) | Begun::Settled(table) => table,
        }
    }

    pub fn table_mut(&mut self) -> &mut GameTable<P::Of> {
        match self {
            Begun::Own(game) => game.table_mut(),
            Begun::Contest(_, table) | Begun::Settled(table) => table,
        }
    }
}

/// The shields of a game of no campaign.
fn plain_tinctures() -> BySide<Tincture> {
    BySide { attacker: Tincture::Gules, defender: Tincture::Azure }
}

fn plain_names() -> BySide<String> {
    BySide { attacker: "The attackers".to_owned(), defender: "The defenders".to_owned() }
}

/// A side by its name and shield.
pub fn named_side(name: &str, tincture: Tincture) -> CordSide {
    CordSide { name: name.into(), tincture: tincture.word().into(), ..CordSide::default() }
}

/// A game at its table, and the moment of it that is looked at.
pub struct Sitting<P: TablePage> {
    pub game: Option<Begun<P>>,
    /// A battle of the campaign that waits for who leads it.
    pub contest: Option<Arc<Contest<P::Cast>>>,
    pub names: BySide<String>,
    pub tinctures: BySide<Tincture>,
    /// Whether whoever asked for another game was told that this one would be left for good.
    pub warned: bool,
    /// How many of its decisions are in a file.
    pub filed: usize,
    /// The moment shown.
    seen: Option<SeenMoment<SceneOf<P>>>,
    /// The latest moment that was shown: what comes after it is not told yet.
    pub known: usize,
    /// How many decisions are shown at a step while it flows.
    pub stride: usize,
    pub stopped: bool,
    /// Whether it is shown on as fast as it is decided, until the next turn begins.
    hastens: bool,
}

impl<P: TablePage> Default for Sitting<P> {
    fn default() -> Sitting<P> {
        Sitting {
            game: None,
            contest: None,
            names: plain_names(),
            tinctures: plain_tinctures(),
            warned: false,
            filed: 0,
            seen: None,
            known: 0,
            stride: 1,
            stopped: false,
            hastens: false,
        }
    }
}

impl<P: TablePage> Sitting<P> {
    fn take(&mut self, game: Option<Begun<P>>) {
        (self.warned, self.stopped, self.hastens, self.contest) = (false, false, false, None);
        (self.seen, self.known, self.filed) = (None, 0, 0);
        if let Some(game) = &game {
            let table = game.table();
            let mut seen = table.beginning();
            table.go(&mut seen, table.len());
            (self.seen, self.known) = (Some(seen), table.len());
        }
        if let Some(Begun::Own(game)) = &game {
            self.plain();
            self.names = game.names().unwrap_or_else(plain_names);
        }
        self.game = game;
    }

    /// Names and shields as those of a game of no campaign.
    fn plain(&mut self) {
        (self.names, self.tinctures) = (plain_names(), plain_tinctures());
    }

    /// Names and shields of what is shown: of the game, or of the one the form would begin.
    pub fn called(&self, form: bool) -> (BySide<String>, BySide<Tincture>) {
        match form && self.contest.is_none() {
            true => (plain_names(), plain_tinctures()),
            false => (self.names.clone(), self.tinctures),
        }
    }

    pub fn table(&self) -> Option<&GameTable<P::Of>> {
        self.game.as_ref().map(Begun::table)
    }

    /// How it stood in the moment shown.
    pub fn scene(&self) -> Option<&SceneOf<P>> {
        self.seen.as_ref().map(SeenMoment::scene)
    }

    /// After how many decisions the moment shown is.
    pub fn at(&self) -> usize {
        self.seen.as_ref().map_or(0, SeenMoment::at)
    }

    /// Goes to another moment.
    pub fn look(&mut self, at: usize) {
        let Some(game) = &self.game else { return };
        if let Some(seen) = &mut self.seen {
            game.table().go(seen, at);
            self.known = self.known.max(seen.at());
        }
    }

    /// After how many decisions the next turn begins, or before the moment shown the last one began.
    fn turn(&self, on: bool) -> Option<usize> {
        let (table, at) = (self.table()?, self.at());
        let begins = |at: &usize| {
            table.brought_about(*at).iter().any(|event| table.line(event).is_some_and(|line| line.heading))
        };
        match on {
            true => (at + 1..=table.len()).find(begins),
            false => (0..at).rev().find(|at| *at == 0 || begins(at)),
        }
    }

    /// Shows what is decided up to the next turn and stops there, or all of it if the turn goes on; gives what that told.
    fn hasten(&mut self) -> String {
        let begins = self.turn(true);
        let to = begins.or_else(|| self.table().map(GameTable::len)).unwrap_or(0);
        self.look(to);
        if begins.is_some() {
            (self.hastens, self.stopped) = (false, self.waits_for_captain() || !self.shows_all());
        }
        self.table().map_or_else(String::new, |table| P::digest(table, to))
    }

    /// Whether all that was decided is shown.
    fn shows_all(&self) -> bool {
        self.table().is_none_or(|table| self.at() == table.len())
    }

    /// Whether a captain decides next.
    fn waits_for_captain(&self) -> bool {
        self.table().and_then(GameTable::pending).is_some_and(|(_, seat)| !seat.is_person())
    }

    /// Whether the game settled a battle of the campaign and is only looked at.
    pub fn is_settled(&self) -> bool {
        matches!(self.game, Some(Begun::Settled(_)))
    }

    /// Whether there is a game that can be gone back to from the form.
    pub fn can_go_back(&self) -> bool {
        self.game.is_some() && !self.is_settled()
    }

    /// Whether captains decide in it, or did.
    pub fn has_captains(&self) -> bool {
        let led = |table: &GameTable<P::Of>| !table.seats.attacker.is_person() || !table.seats.defender.is_person();
        self.is_settled() || self.table().is_some_and(led)
    }

    /// Whether nothing flows: it was stopped, or all of it is shown.
    pub fn stands_still(&self) -> bool {
        self.stopped || self.table().is_some_and(|table| table.is_over() && self.at() == table.len())
    }

    /// What is to be decided in the moment shown, in its turn.
    pub fn moment(&self, turn: &str, does: &str) -> String {
        let back = self.stopped && self.table().is_some_and(|table| self.at() < table.len());
        if back { format!("{turn}: {does} (looked back upon)") } else { format!("{turn}: {does}") }
    }

    /// A side in the moment shown, of which so many of those it began with fight on.
    pub fn side_shown(&self, side: Side, (stands, began): (usize, usize), decides: bool) -> CordSide {
        let seat = self.table().map(|table| table.seats[side]).filter(|seat| !seat.is_person());
        let lead = seat.map_or_else(String::new, |seat| format!(", {seat}"));
        CordSide {
            detail: format!("{stands} of {began} fight on{lead}").into(),
            share: stands as f32 / began.max(1) as f32,
            decides,
            ..named_side(&self.names[side], self.tinctures[side])
        }
    }

    /// The side that somebody may decide for before the screen now, or why nobody may.
    pub fn may_decide(&self) -> Result<Side> {
        let Some(table) = self.table() else { return Err(none_begun::<P>()) };
        if self.is_settled() {
            return Err(Problem::refused("This battle is settled.", "Go back to the battles."));
        }
        if self.at() < table.len() {
            return Err(Problem::refused(
                "An earlier moment is shown.",
                "Go to how it stands (End) to go on, or take orders back to play otherwise from there.",
            ));
        }
        let side = table.side()?;
        match table.seats[side].is_person() {
            true => Ok(side),
            false => Err(Problem::refused("A captain decides now.", "Wait for him.")),
        }
    }

    /// Whether another game may take the place of this one: one under way is left only by who was told so.
    pub fn may_leave(&mut self) -> Result<()> {
        let under_way = match &self.game {
            Some(Begun::Own(game)) => !game.table().is_over() && game.table().len() > self.filed,
            _ => false,
        };
        match under_way && !self.warned {
            true => {
                self.warned = true;
                Err(Problem::refused(P::LEFT_FOR_GOOD, "Go back to it and save it, or press once more to leave it."))
            }
            false => Ok(()),
        }
    }

    /// Notes that all of it is in a file.
    fn is_filed(&mut self) {
        self.filed = self.table().map_or(0, GameTable::len);
    }

    fn take_back(&mut self) -> Result<()> {
        if self.is_settled() {
            return Err(Problem::refused("This battle is settled.", "Undo it in the campaign instead."));
        }
        let Some(game) = &mut self.game else { return Ok(()) };
        game.table_mut().take_back()?;
        let (len, start) = (game.table().len(), game.table().beginning());
        (self.filed, self.known) = (self.filed.min(len), len);
        self.seen = Some(start);
        self.look(len);
        Ok(())
    }
}

/// That nothing is begun that could be decided.
pub fn none_begun<P: TablePage>() -> Problem {
    Problem::refused(P::NONE_BEGUN, "Begin one first.")
}

/// What comes next while it flows.
enum NextStep<Lead> {
    /// A moment was shown, with what it told.
    Shown(String),
    /// A captain decides.
    Captain(Lead),
    /// Nobody but who sits before the screen.
    Nothing,
}

/// Takes a game to the table, or the form of a new one if there is none.
pub fn take<P: TablePage>(page: &P, game: Option<Begun<P>>) {
    page.sentences().set_vec(Vec::new());
    let shown = game.is_some();
    page.sitting(|sitting| sitting.take(game));
    page.taken(shown);
}

/// Takes a game to the table and resumes it.
pub fn open<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, game: Begun<P>) {
    page.thinking().halt();
    take(&**page, Some(game));
    shell.with(P::clear_form);
    page.say(shell, "", false);
    keep(&**page, shell);
    page.show(shell);
    go_on(page, shell);
}

/// Shows on what has been decided, or lets a captain decide, whichever comes next.
pub fn go_on<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>) {
    page.thinking().halt();
    let (flows, hastens) = page.sitting(|sitting| {
        let Some(table) = sitting.table() else { return (false, false) };
        (!sitting.stopped && (sitting.at() < table.len() || sitting.waits_for_captain()), sitting.hastens)
    });
    if !flows || !page.shows_game() || shell.page() != P::PAGE {
        page.sitting(|sitting| sitting.hastens = false);
        return;
    }
    if let Some(pace) = shell.with(P::pace) {
        page.thinking().wait(page, shell, if hastens { 1 } else { seen_for(pace) }, flow);
    }
}

/// The next step: what was decided is shown on, and when all of it is, the captain whose turn it is decides.
fn flow<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>) {
    let next = page.sitting(|sitting| {
        if sitting.hastens && sitting.table().is_some_and(|table| sitting.at() < table.len()) {
            return NextStep::Shown(sitting.hasten());
        }
        let (at, stride) = (sitting.at(), sitting.stride);
        let Some(table) = sitting.table() else { return NextStep::Nothing };
        let (len, mut to, mut shown) = (table.len(), at, 0);
        if at == len {
            let lead = table.pending().and_then(|(_, seat)| seat.lead());
            return lead.map_or(NextStep::Nothing, NextStep::Captain);
        }
        // Orders that do nothing to see are passed over.
        while to < len && shown < stride {
            to += 1;
            shown += usize::from(!table.brought_about(to).is_empty());
        }
        let told = P::digest(table, to);
        sitting.look(to);
        NextStep::Shown(told)
    });
    match next {
        NextStep::Shown(told) => {
            page.say(shell, &told, false);
            page.show(shell);
            go_on(page, shell);
        }
        NextStep::Captain(lead) => think(page, shell, lead),
        NextStep::Nothing => page.show(shell),
    }
}

/// Looks for what a captain decides in the rest of this part of the turn.
fn think<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, lead: LeadOf<P>) {
    let turn = page.sitting(|sitting| sitting.table().map(|table| table.captains_turn(lead)));
    match turn {
        Some(Ok(turn)) => page.thinking().ask(page, shell, move |_| turn.decide(), answered),
        Some(Err(problem)) => refuse(&**page, shell, &problem),
        None => {}
    }
}

fn answered<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, decisions: Result<Vec<DecisionOf<P>>>) {
    let played = decisions.and_then(|decisions| {
        page.sitting(|sitting| {
            let Some(game) = &mut sitting.game else { return Ok(0) };
            let count = decisions.len();
            decisions.into_iter().try_for_each(|decision| game.table_mut().decide(decision))?;
            Ok(count)
        })
    });
    match played {
        // One order alone would be shown as one given by hand.
        Ok(count) => {
            page.let_go(true);
            page.decided(shell, count.max(2));
        }
        Err(problem) => refuse(&**page, shell, &problem),
    }
}

/// Leaves what is left of this part of the turn to a captain.
pub fn leave_to_captain<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, lead: LeadOf<P>) {
    match may_decide(&**page) {
        Ok(_) => think(page, shell, lead),
        Err(problem) => refuse(&**page, shell, &problem),
    }
}

fn may_decide<P: TablePage>(page: &P) -> Result<Side> {
    match page.shows_game() {
        true => page.sitting(|sitting| sitting.may_decide()),
        false => Err(none_begun::<P>()),
    }
}

/// A decision of whoever sits before the screen.
pub fn decide<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, decision: DecisionOf<P>) {
    let decided = may_decide(&**page).and_then(|_| {
        page.sitting(|sitting| sitting.game.as_mut().map_or(Ok(()), |game| game.table_mut().decide(decision)))
    });
    match decided {
        Ok(()) => page.decided(shell, 1),
        Err(problem) => refuse(&**page, shell, &problem),
    }
}

/// Gives an order of those offered; without one it is said what is to be chosen first, where anything is to be decided.
pub fn give<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, offer: Option<OrderOffer<DecisionOf<P>>>, choose: &str) {
    match (offer, may_decide(&**page)) {
        (Some(OrderOffer { why: None, decision: Some(decision), .. }), _) => decide(page, shell, decision),
        (Some(OrderOffer { why: Some(why), .. }), _) => page.say(shell, &why, true),
        (_, Err(problem)) => refuse(&**page, shell, &problem),
        (_, Ok(_)) => page.say(shell, choose, true),
    }
}

/// The place in a list of the next that is open after the one chosen, or before it.
pub fn next_open<T: Copy + PartialEq>(
    units: &[T],
    chosen: Option<T>,
    by: isize,
    open: impl Fn(T) -> bool,
) -> Option<i32> {
    let (at, count) = (chosen.and_then(|id| units.iter().position(|known| *known == id)), units.len() as isize);
    let from = at.map_or(if by > 0 { -1 } else { count }, |at| at as isize);
    let mut steps = (1..=count).map(|step| (from + by * step).rem_euclid(count));
    steps.find(|&at| units.get(at as usize).is_some_and(|id| open(*id))).map(|at| at as i32)
}

/// The orders offered, for their list.
pub fn shown_offers<D>(offers: &[OrderOffer<D>]) -> Vec<CordOrder> {
    let order = |offer: &OrderOffer<D>| CordOrder {
        name: offer.name.as_str().into(),
        why: offer.why.clone().unwrap_or_default().into(),
    };
    offers.iter().map(order).collect()
}

/// Takes the last order back.
pub fn take_back<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>) {
    page.thinking().halt();
    match page.sitting(Sitting::take_back) {
        Ok(()) => {
            page.let_go(false);
            page.say(shell, "Taken back.", false);
        }
        Err(problem) => refuse(&**page, shell, &problem),
    }
    keep(&**page, shell);
    page.show(shell);
    go_on(page, shell);
}

/// Stops what flows, or lets it go on from the moment shown.
pub fn stop<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, stopped: bool) {
    page.sitting(|sitting| {
        (sitting.stopped, sitting.hastens) = (stopped, false);
        if let (false, Some(table)) = (stopped, sitting.table())
            && table.is_over()
            && sitting.at() == table.len()
        {
            // From the end it begins anew.
            sitting.stride = 1;
            sitting.look(0);
        }
    });
    page.show(shell);
    go_on(page, shell);
}

/// Goes to a moment and stays there; at how it stands, the game goes on.
pub fn look<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, at: usize) {
    page.let_go(true);
    let told = page.sitting(|sitting| {
        let Some(len) = sitting.table().map(GameTable::len) else { return String::new() };
        let at = at.min(len);
        (sitting.stopped, sitting.hastens) = (at < len, false);
        sitting.look(at);
        let told = sitting.table().map_or_else(String::new, |table| P::digest(table, at));
        // A line pressed by a slip looks like a game that stands still.
        if at < len { format!("{told} This is a look back: End goes on from how it stands.") } else { told }
    });
    page.say(shell, told.trim_start(), false);
    page.show(shell);
    go_on(page, shell);
}

/// Goes on or back to the next order that did something.
pub fn look_by<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, by: i32) {
    let at = page.sitting(|sitting| {
        let table = sitting.table()?;
        let mut at = sitting.at();
        loop {
            match by < 0 {
                true if at == 0 => return Some(0),
                false if at == table.len() => return Some(at),
                true => at -= 1,
                false => at += 1,
            }
            if !table.brought_about(at).is_empty() {
                return Some(at);
            }
        }
    });
    if let Some(at) = at {
        look(page, shell, at);
    }
}

/// Goes on to where the next turn begins and stays there, or back to where the turn before began. A turn that captains have yet
/// to play is played first.
pub fn look_turn<P: TablePage>(page: &Rc<P>, shell: &Rc<Shell>, on: bool) {
    let begins = page.sitting(|sitting| sitting.turn(on));
    if let (false, Some(at)) = (on, begins) {
        return look(page, shell, at);
    }
    if on {
        page.let_go(true);
        page.sitting(|sitting| (sitting.stopped, sitting.hastens) = (false, true));
        go_on(page, shell);
    }
}

fn refuse<P: TablePage>(page: &P, shell: &Rc<Shell>, problem: &Problem) {
    page.say(shell, &problem.to_string(), true);
}

impl<P: TablePage> FiledPage for P {
    fn sort(&self) -> GameSort {
        P::FILES
    }

    fn text(&self) -> Result<String> {
        self.sitting(|sitting| match &sitting.game {
            Some(Begun::Own(game)) => game.text(),
            _ => Ok(String::new()),
        })
    }

    fn saved(&self, shell: &Rc<Shell>, sentence: &str) {
        self.sitting(Sitting::is_filed);
        self.say(shell, sentence, false);
    }

    fn read(self: Rc<P>, shell: &Rc<Shell>, file: &Path) -> Result<()> {
        let game = P::Own::read(file, &files::read_text(file, P::READ_AS)?)?;
        self.sitting(Sitting::may_leave)?;
        open(&self, shell, Begun::Own(Box::new(game)));
        self.sitting(Sitting::is_filed);
        Ok(())
    }

    fn document(&self) -> String {
        TablePage::document(self)
    }

    #[cfg(feature = "print")]
    fn print(&self, shell: &Rc<Shell>, path: PathBuf) {
        TablePage::print(self, shell, path);
    }
}

impl<P: TablePage> GamePage for P {
    type Battle = P::Cast;
    /// With both shields.
    type Opened = (Contest<P::Cast>, Option<GameTable<P::Of>>, BySide<Tincture>);
    /// With both names and shields.
    type Looked = (GameTable<P::Of>, BySide<String>, BySide<Tincture>);

    fn page() -> Option<Rc<P>> {
        P::of_window()
    }

    fn open(store: &mut Store, battle: BattleId) -> Result<Self::Opened> {
        let (contest, decided) = contest::open::<P::Cast>(store, battle)?;
        let table = match decided.0.is_empty() {
            true => None,
            false => Some(P::at_table(contest.battle(), contest.begin()).resume(&decided)?),
        };
        let (attacker, defender) = (contest.muster.battle.attacker, contest.muster.battle.defender);
        let tinctures = replay::tinctures(store, attacker, defender)?;
        Ok((contest, table, tinctures))
    }

    fn begin(self: &Rc<P>, shell: &Rc<Shell>, (contest, table, tinctures): Self::Opened) {
        self.thinking().halt();
        let (name, names) = (contest.muster.battle.name.clone(), contest.names());
        shell.with(|window| {
            P::set_battle(window, name.into());
            P::clear_form(window);
        });
        self.sitting(|sitting| (sitting.names, sitting.tinctures) = (names, tinctures));
        match table {
            Some(mut table) => {
                kept::seat_again(shell, contest.muster.written, &mut table);
                take(&**self, Some(Begun::Contest(Arc::new(contest), Box::new(table))));
            }
            None => {
                take(&**self, None);
                self.wait_for_leaders(shell, contest);
            }
        }
        self.say(shell, "", false);
        shell.go(P::PAGE);
    }

    fn recall(db: &Db, settled: &SettledGame) -> Result<Self::Looked> {
        let (battle, names, decided) = contest::look_back::<P::Cast>(&settled.bytes(db)?)?;
        let begun = crate::rules::settles::begin(&battle);
        let table = P::at_table(&battle, begun).resume(&decided)?;
        Ok((table, names, replay::tinctures(db, settled.attacker, settled.defender)?))
    }

    fn show_settled(self: &Rc<P>, shell: &Rc<Shell>, name: &str, (table, names, tinctures): Self::Looked) {
        self.thinking().halt();
        take(&**self, Some(Begun::Settled(Box::new(table))));
        self.sitting(|sitting| {
            (sitting.names, sitting.tinctures) = (names, tinctures);
            sitting.stride = 1;
            sitting.look(0);
            sitting.known = 0;
        });
        shell.with(|window| P::set_battle(window, name.into()));
        self.say(shell, "", false);
        shell.go(P::PAGE);
    }

    fn put_away(self: &Rc<P>, shell: &Rc<Shell>) {
        self.thinking().halt();
        self.sitting(Sitting::plain);
        take_kept(&**self, shell);
        shell.with(|window| {
            P::set_battle(window, SharedString::new());
            P::clear_form(window);
        });
        self.say(shell, "", false);
        self.preview(shell);
    }

    fn battle(&self) -> Option<BattleId> {
        self.sitting(|sitting| match (&sitting.game, &sitting.contest) {
            (Some(Begun::Contest(contest, _)), _) | (_, Some(contest)) => contest.muster.written,
            _ => None,
        })
    }

    fn settled(&self) -> Option<(Muster, Result<Settlement>)> {
        self.sitting(|sitting| match &sitting.game {
            Some(Begun::Contest(contest, table)) => Some((contest.muster.clone(), contest.settlement(table.played()))),
            _ => None,
        })
    }

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem) {
        refuse(self, shell, problem);
    }
}
