//! A battle of the campaign taken to the page of its game (CP-3.5), kept in the campaign as it is played, given back to the
//! page of battles, and looked at again when it is settled. Written once for every page that plays a game; [`page_of`] is the
//! one list of them.

use super::battles;
use super::shell::{Page, Shell};
use super::ui::{AppWindow, Frame};
use super::{assault, castles, cracker, replay, under_siege};
use crate::app::muster::{Asked, Muster};
use crate::app::plan;
use crate::campaign::ids::{BattleId, FormationId, RecordId};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::BySide;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{House, Settlement, Settles};
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Who led either side of a battle when it was last played in this window.
pub fn leaders(shell: &Rc<Shell>, battle: Option<BattleId>) -> Option<BySide<String>> {
    let (file, battle) = (battles::file_open(shell)?, battle?);
    shell.settings.borrow().leaders_of(&file, battle.0).cloned()
}

/// Remembers who leads either side of a battle, for when it is played on.
pub fn keep_leaders(shell: &Rc<Shell>, battle: Option<BattleId>, now: BySide<String>) {
    let (Some(file), Some(battle)) = (battles::file_open(shell), battle) else { return };
    if shell.settings.borrow().leaders_of(&file, battle.0) != Some(&now) {
        shell.remember(|settings| settings.keep_leaders(&file, battle.0, now));
    }
}

/// A battle as it is asked for: who fights, where, and with what besides their men.
pub struct Engagement {
    pub asked: Asked,
    pub ground: String,
    pub gear: BySide<String>,
}

/// A battle that was settled by a game, just now or before.
pub struct SettledGame {
    pub name: String,
    pub attacker: FormationId,
    pub defender: FormationId,
    pub record: GameRecord,
}

/// Where the record of a settled battle is.
pub enum GameRecord {
    /// Not in the campaign yet.
    Fresh(Vec<u8>),
    Kept(RecordId),
}

impl SettledGame {
    /// What is written of it, as it was kept.
    pub fn bytes(&self, db: &Db) -> Result<Vec<u8>> {
        match &self.record {
            GameRecord::Fresh(bytes) => Ok(bytes.clone()),
            GameRecord::Kept(record) => db.record(*record),
        }
    }
}

/// Where a refusal is shown.
pub type Refuse = fn(&AppWindow, SharedString);

/// What keeps a game in the campaign, called where that is.
pub type KeepGame = Box<dyn FnOnce(&mut Store) -> Result<()> + Send>;

/// The page of a game by which battles of the campaign are settled.
pub trait GamePage: Sized + 'static {
    /// A battle cast into the game.
    type Battle: Settles;
    /// A planned battle, from where its game was left.
    type Opened: Send + 'static;
    /// A settled battle, to be looked at.
    type Looked: Send + 'static;

    /// The page of this window, once it is connected.
    fn page() -> Option<Rc<Self>>;

    /// Reads a planned battle from where its game was left.
    fn open(store: &mut Store, battle: BattleId) -> Result<Self::Opened>;

    /// Takes a battle to the table, and shows the page.
    fn begin(self: &Rc<Self>, shell: &Rc<Shell>, opened: Self::Opened);

    /// Reads the game a battle was settled by.
    fn recall(db: &Db, settled: &SettledGame) -> Result<Self::Looked>;

    /// Takes the game a battle was settled by to the table, only to be looked at, and shows the page.
    fn show_settled(self: &Rc<Self>, shell: &Rc<Shell>, name: &str, looked: Self::Looked);

    /// Puts the campaign's game away, and takes the one of no campaign out again.
    fn put_away(self: &Rc<Self>, shell: &Rc<Shell>);

    /// The battle of the campaign whose game is on the page.
    fn battle(&self) -> Option<BattleId>;

    /// Who fought in the battle on the page and what its game came to.
    fn settled(&self) -> Option<(Muster, Result<Settlement>)>;

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem);
}

/// What other pages do with the page of a game.
#[derive(Clone, Copy)]
pub struct PageOf {
    rules: Ruleset,
    /// Opens it for a planned battle.
    pub settle: fn(&Rc<Shell>, BattleId, Refuse),
    /// Plans a battle and opens it for that.
    pub settle_anew: fn(&Rc<Shell>, Engagement, Refuse),
    /// Looks there at a battle that is settled.
    pub look: fn(&Rc<Shell>, SettledGame, Refuse),
    forget: fn(&Rc<Shell>),
}

const PAGES: [PageOf; 5] = [
    PageOf::new::<replay::WatchPage>(),
    PageOf::new::<assault::HexPage>(),
    PageOf::new::<castles::BoardPage>(),
    PageOf::new::<cracker::CordPage>(),
    PageOf::new::<under_siege::SiegeTable>(),
];

/// The page on which battles are settled by a set of rules.
pub fn page_of(rules: Ruleset) -> Option<PageOf> {
    PAGES.into_iter().find(|page| page.rules == rules)
}

/// Lets go of what is played and looked at of a campaign that is closed.
pub fn forget(shell: &Rc<Shell>) {
    PAGES.iter().for_each(|page| (page.forget)(shell));
}

impl PageOf {
    /// That of a page.
    pub const fn new<P: GamePage>() -> PageOf {
        PageOf {
            rules: <P::Battle as Settles>::RULES,
            settle: settle::<P>,
            settle_anew: settle_anew::<P>,
            look: look::<P>,
            forget: put_away::<P>,
        }
    }
}

fn begin<P: GamePage>(shell: &Rc<Shell>, opened: P::Opened) {
    let Some(page) = P::page() else { return };
    page.begin(shell, opened);
    // Whoever goes back to the battles finds it chosen there.
    if let Some(battle) = page.battle() {
        battles::want(battle);
    }
}

fn settle<P: GamePage>(shell: &Rc<Shell>, battle: BattleId, refuse: Refuse) {
    shell.act(refuse, move |store| P::open(store, battle), begin::<P>);
}

/// Plans a battle and opens the page for it; where that is refused nothing is planned.
fn settle_anew<P: GamePage>(shell: &Rc<Shell>, meeting: Engagement, refuse: Refuse) {
    let plan = move |store: &mut Store| {
        let rules = <P::Battle as Settles>::RULES;
        let Engagement { asked, ground, gear } = meeting;
        let planned = plan::plan_asked(store, &Asked { rules, ..asked }, &ground, &gear)?;
        match P::open(store, planned) {
            Ok(opened) => Ok(opened),
            Err(problem) => {
                plan::drop_plan(store, planned)?;
                Err(problem)
            }
        }
    };
    shell.act(refuse, plan, begin::<P>);
}

fn look<P: GamePage>(shell: &Rc<Shell>, settled: SettledGame, refuse: Refuse) {
    let name = settled.name.clone();
    shell.try_read(
        move |db| P::recall(db, &settled),
        move |shell, looked| match (looked, P::page()) {
            (Ok(looked), Some(page)) => page.show_settled(shell, &name, looked),
            (Ok(_), None) => {}
            (Err(problem), _) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
        },
    );
}

fn put_away<P: GamePage>(shell: &Rc<Shell>) {
    if let Some(page) = P::page() {
        page.put_away(shell);
    }
}

/// Keeps a game in the campaign that is open; why it could not be is said in the status bar.
pub fn keep(shell: &Rc<Shell>, keep: KeepGame) {
    shell.session(
        move |session| session.store.as_mut().map(keep),
        |shell, kept| {
            if let Some(Err(problem)) = kept {
                shell.say_problem(&problem);
            }
        },
    );
}

/// Does something by the house numbers of the campaign that is open, as they are read there, or by the book's where none is.
pub fn by_numbers<P: 'static>(
    page: &Rc<P>,
    shell: &Rc<Shell>,
    read: fn(&Db) -> Result<House>,
    then: fn(&Rc<P>, &Rc<Shell>, Result<House>),
) {
    let open = shell.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false);
    if !open {
        return then(page, shell, Ok(House::new()));
    }
    let page = Rc::clone(page);
    shell.try_read(read, move |shell, house| then(&page, shell, house));
}

/// Goes back from the page to its battle.
pub fn leave<P: GamePage>(page: &Rc<P>, shell: &Rc<Shell>) {
    let battle = page.battle();
    page.put_away(shell);
    match battle {
        Some(battle) => battles::show_battle(shell, battle),
        None => shell.go(Page::Battles),
    }
}

/// Gives what the game came to back to its battle.
pub fn take_in<P: GamePage>(page: &Rc<P>, shell: &Rc<Shell>) {
    match page.settled() {
        Some((muster, Ok(settlement))) => {
            page.put_away(shell);
            battles::follow_game(shell, muster, settlement);
        }
        Some((_, Err(problem))) => page.refuse(shell, &problem),
        None => page.refuse(shell, &Problem::refused("No battle waits for this game.", "Go back to the battles.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_settles_battles_has_a_page() {
        for rules in Ruleset::of_battles() {
            assert_eq!(page_of(rules).map(|page| page.rules), Some(rules));
        }
        assert_eq!(PAGES.len(), Ruleset::of_battles().count());
    }
}
