//! The map itself: its scale.

use super::{ByHand, as_it_was, routes};
use crate::campaign::map::MapScale;
use crate::campaign::places::Route;
use crate::campaign::problem::{Problem, Result};
use crate::rules::telling::counted;
use crate::store::Store;

/// Sets the map's scale by two points and the miles between them. Routes whose miles follow from it are measured anew;
/// gives how many of them changed.
pub fn set_scale(store: &mut Store, scale: &MapScale, by: &ByHand) -> Result<u32> {
    store.act("map scale", &by.arguments(serde_json::json!(scale)), |act| {
        if !scale.a.on_the_map() || !scale.b.on_the_map() || scale.a == scale.b {
            return Err(Problem::bad_input("The scale needs two different points of the map.")
                .hint("Choose two that lie well apart; the farther, the truer."));
        }
        if !(1..=Route::LONGEST).contains(&scale.miles) {
            return Err(Problem::bad_input(format!("{} miles are no distance.", scale.miles))
                .hint(format!("Give 1 to {} miles.", Route::LONGEST)));
        }
        if act.map_scale()?.as_ref() == Some(scale) {
            return Err(as_it_was("The scale"));
        }
        act.set_map_scale(scale)?;
        let changed = routes::measure_anew(act, |_| true)?;
        let measured = match changed {
            0 => String::new(),
            many => format!("; {} measured anew", counted(many, "route is", "routes are")),
        };
        let done = format!("From {} to {} on the map are {} miles{measured}", scale.a, scale.b, scale.miles);
        Ok((changed, by.sentence(act, done)?))
    })
}
