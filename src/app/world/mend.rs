//! An older mistake mended: what one action changed is taken back by an action of its own, linked to it, and what was done
//! since stays, also to the same man or thing where it changed something else of him.

use super::ByHand;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::telling::counted_off;
use crate::store::Store;
use crate::store::journal::{ActionKind, ActionState};

/// Takes back what an older action changed, if nothing of it has been changed since and the campaign holds without it.
pub fn mend(store: &mut Store, action: ActionId, reason: &str) -> Result<()> {
    let by = ByHand { reason: reason.trim().to_owned(), mends: Some(action) };
    let mended = store.act("mend", &by.arguments(serde_json::json!(action)), |act| {
        let old = act.action(action)?;
        if old.kind != ActionKind::Do || old.state != ActionState::Done {
            return Err(Problem::refused(
                format!("Action {} is not in force.", action.0),
                "Name an action that was done and not undone; “banneret show FILE chronicle” has their numbers.",
            ));
        }
        if !act.may_be_taken_back(action)? {
            return Err(Problem::refused(
                format!("Action {} made the campaign, or was before a repair.", action.0),
                "Change what is wrong by hand instead.",
            ));
        }
        let since = act.reverse(action)?;
        if !since.is_empty() {
            let others: Vec<String> = since
                .iter()
                .map(|changed| format!("action {} ({})", changed.by.id.0, changed.by.sentence.trim_end_matches('.')))
                .collect();
            return Err(Problem::refused(
                format!("What action {} changed was changed since, by {}.", action.0, counted_off(&others)),
                "Mend those first, go back to it with undo, or change what is wrong by hand.",
            ));
        }
        if act.points_nowhere()?.is_some() || act.breach()?.is_some() {
            return Err(stands_on_it(action));
        }
        let why = match by.reason.trim_end_matches('.') {
            "" => String::new(),
            reason => format!(" ({reason})"),
        };
        Ok(((), format!("Taken back alone{why}: {}", old.sentence)))
    });
    // What breaks a rule of the file is no fault of the program here: the older change bears the newer ones.
    mended.map_err(|problem| match problem.kind {
        ProblemKind::RuleBroken => stands_on_it(action),
        _ => problem,
    })
}

fn stands_on_it(action: ActionId) -> Problem {
    Problem::refused(
        format!("What was done later stands on action {}, so it cannot be taken back by itself.", action.0),
        "Go back to it with undo, or change what is wrong by hand.",
    )
}
