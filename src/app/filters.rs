//! Filters of a list kept under a name in the campaign, so that every window and the command line have the same.

use crate::campaign::filters::SavedFilter;
use crate::campaign::problem::{Problem, ProblemKind, Result, first_named};
use crate::store::journal::fold;
use crate::store::{Db, Store};
use serde_json::json;

/// The most letters a filter's name may have, and what may stand over a column.
const LONGEST: usize = 60;

/// Keeps a filter under its name, in the place of one that bears it.
pub fn save(store: &mut Store, saved: &SavedFilter) -> Result<()> {
    let name = saved.name.trim();
    if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        return Err(Problem::bad_input("The filter has no name that can be kept.")
            .hint(format!("Type at most {LONGEST} letters, on one line.")));
    }
    if saved.filters.values().all(|text| text.trim().is_empty()) && saved.sort.is_none() && saved.hidden.is_empty() {
        return Err(Problem::refused(
            "Nothing is filtered, sorted or hidden, so there is nothing to save.",
            "Type something over a column first.",
        ));
    }
    let saved = SavedFilter { name: name.to_owned(), ..saved.clone() };
    store.act("save filter", &json!({ "list": saved.list, "name": saved.name }), |act| {
        act.save_filter(&saved)?;
        Ok(((), format!("The filter “{}” of the list of {} was saved.", saved.name, saved.list)))
    })
}

/// Forgets a saved filter.
pub fn forget(store: &mut Store, list: &str, name: &str) -> Result<()> {
    let saved = named(store, list, name)?;
    store.act("forget filter", &json!({ "list": list, "name": saved.name }), |act| {
        act.forget_filter(list, &saved.name)?;
        Ok(((), format!("The filter “{}” of the list of {list} was taken away.", saved.name)))
    })
}

/// The saved filter of a name, in any case.
pub fn named(db: &Db, list: &str, name: &str) -> Result<SavedFilter> {
    let all = db.saved_filters(list)?;
    let wanted = fold(name.trim());
    if let Some(found) = all.iter().find(|saved| fold(&saved.name) == wanted) {
        return Ok(found.clone());
    }
    let names: Vec<String> = all.iter().map(|saved| format!("“{}”", saved.name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = match names.is_empty() {
        true => "None is saved yet: filter the list, and save the filter under a name.".to_owned(),
        false => format!("There are {}.", first_named(&names)),
    };
    Err(Problem::new(ProblemKind::NotFound, format!("The list of {list} has no filter “{}”.", name.trim())).hint(hint))
}
