//! A battle of the campaign taken to the page of a game (CP-3.5), written once for every set of rules that has such a page.

use super::shell::Shell;
use super::ui::AppWindow;
use crate::app::{found, plan};
use crate::campaign::ids::{BattleId, FormationId};
use crate::campaign::problem::Result;
use crate::rules::figure::BySide;
use crate::rules::ruleset::Ruleset;
use crate::store::Store;
use slint::SharedString;
use std::rc::Rc;

/// Both armies, the attacker first, and what each brings.
pub type Armies = (FormationId, FormationId, BySide<String>);

/// Where a refusal is shown.
pub type Refuse = fn(&AppWindow, SharedString);

/// Opens the page for a planned battle, from where its game was left.
pub fn settle<T: Send + 'static>(
    shell: &Rc<Shell>,
    battle: BattleId,
    refuse: Refuse,
    open: fn(&mut Store, BattleId) -> Result<T>,
    begin: fn(&Rc<Shell>, T),
) {
    shell.act(refuse, move |store| open(store, battle), begin);
}

/// Plans a battle by some rules and opens the page for it; where that is refused nothing is planned.
pub fn settle_anew<T: Send + 'static>(
    shell: &Rc<Shell>,
    (attacker, defender, gear): Armies,
    (ground, rules): (String, Ruleset),
    refuse: Refuse,
    open: fn(&mut Store, BattleId) -> Result<T>,
    begin: fn(&Rc<Shell>, T),
) {
    let plan = move |store: &mut Store| {
        let planned = plan::plan_by(store, (attacker, defender), found::seed(), &ground, &gear, rules)?;
        match open(store, planned) {
            Ok(opened) => Ok(opened),
            Err(problem) => {
                plan::drop_plan(store, planned)?;
                Err(problem)
            }
        }
    };
    shell.act(refuse, plan, begin);
}
