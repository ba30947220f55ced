//! Training (CP-5): men of grade E at a stronghold become D in a season.

use super::{Prospect, Recruits, nothing, tables};
use crate::campaign::ids::FormationId;
use crate::campaign::people::Person;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Grade, Profile};
use crate::store::{Db, Store};
use serde_json::json;

fn trainees(db: &Db, formation: FormationId) -> Result<(String, Vec<Person>)> {
    let formation = db.formation(formation)?;
    let army = db.formation(formation.army)?;
    let Some(stronghold) = army.stronghold else {
        return Err(Problem::refused(
            format!("{} is in no stronghold, and men train at one (CP-5).", army.name),
            "March it to a stronghold of its side and shut it in there.",
        ));
    };
    let men: Vec<Person> = db
        .men_of(formation.id)?
        .into_iter()
        .filter(|man| man.training.is_none() && recruitment::may_train(&man.profile))
        .collect();
    if men.is_empty() {
        return Err(Problem::refused(
            format!("Nobody in {} is of grade E and not in training already.", formation.name),
            "Training makes grade D of E and no more; choose others.",
        ));
    }
    Ok((db.stronghold(stronghold)?.name, men))
}

/// What training those of grade E of a formation would bring. It costs nothing but their pay, which is due all the same.
pub fn training(db: &Db, formation: FormationId) -> Result<Prospect> {
    let (_, men) = trainees(db, formation)?;
    let count = men.len() as i64;
    let may = Explained::of(vec![Part::base("CP-5", "men of grade E there, not in training already", count)]);
    let profiles: Vec<Profile> = men.into_iter().map(|man| Profile { grade: Grade::D, ..man.profile }).collect();
    super::prospect(db, db.formation(formation)?.side, &profiles, 0, nothing(), Some(may))
}

/// Sets those of grade E of a formation to train at the stronghold they are in (CP-5): after a season there they are D.
pub fn train(store: &mut Store, formation: FormationId) -> Result<Recruits> {
    store.act("train", &json!({ "formation": formation }), |act| {
        let prospect = training(act, formation)?;
        let (stronghold, men) = trainees(act, formation)?;
        let ends = act.day()? + tables(act)?.season_days as i32;
        for man in &men {
            act.set_training(man.id, Some(ends))?;
        }
        let army = act.formation(act.formation(formation)?.army)?.name;
        let sentence = format!("{} train in {stronghold} to {}.", super::men_in_words(men.len()), ends.long());
        Ok((Recruits { men: men.iter().map(|man| man.id).collect(), army, prospect }, sentence))
    })
}
