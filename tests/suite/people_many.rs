//! Many people at once: tags, filters kept under a name, and one change of all that a list shows.

use crate::support::{content, folder, json, march, open, refused, said, same, sound};
use banneret::app::edit::{self, Becomes, Changes, Regrade};
use banneret::app::people::{self, PeopleFilter};
use banneret::app::world::ByHand;
use banneret::app::{export, filters};
use banneret::campaign::filters::SavedFilter;
use banneret::campaign::ids::PersonId;
use banneret::campaign::people::PersonState;
use banneret::rules::figure::{Class, Grade, Horse, Protection};
use banneret::store::Store;

fn of(store: &Store, filter: &PeopleFilter) -> Vec<PersonId> {
    people::list(store, filter).expect("a list").into_iter().map(|line| line.id).collect()
}

fn peasants_of(store: &Store, side: &str) -> Vec<PersonId> {
    let class = Some(Class::Peasant);
    of(store, &PeopleFilter { class, side: Some(side.to_owned()), ..PeopleFilter::default() })
}

fn reason() -> ByHand {
    ByHand::because("the winter’s drill")
}

#[test]
fn many_men_are_changed_in_one_action_and_all_of_it_is_undone() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = content(&store);
    let men = peasants_of(&store, "Estmark");
    assert!(men.len() > 20);
    let changes = Changes {
        grade: Some(Regrade::To(Grade::C)),
        protection: Protection::new(3),
        note: Some("drilled".to_owned()),
        tag: vec!["trained".to_owned(), "levy of 1335".to_owned()],
        ..Changes::default()
    };
    let ahead = edit::ahead(&store, &men, &changes).expect("it is told beforehand");
    assert_eq!((ahead.changed as usize, ahead.same, ahead.faults.len()), (men.len(), 0, 0));
    same(&before, &content(&store), "told beforehand");
    assert_eq!(edit::many(&mut store, &men, &changes, &reason()).expect("changed") as usize, men.len());
    for man in &men {
        let man = store.person(*man).expect("a man");
        assert_eq!((man.profile.grade, man.profile.protection.number(), man.note.as_str()), (Grade::C, 3, "drilled"));
        assert_eq!(man.tags, ["trained", "levy of 1335"]);
    }
    let last = store.last_action().expect("read").expect("an action");
    let told = format!(
        "{} men were changed by hand (grade C, protection 3, a note, tagged trained and tagged levy of 1335): the winter’s drill.",
        men.len()
    );
    assert_eq!(last.sentence, told);
    // The list finds them by a tag in any case, and takes one tag away again.
    let tagged = || PeopleFilter { tag: Some("TRAINED".to_owned()), ..PeopleFilter::default() };
    assert_eq!(of(&store, &tagged()).len(), men.len());
    let untag = Changes { untag: vec!["Trained".to_owned()], ..Changes::default() };
    edit::many(&mut store, &men[..5], &untag, &ByHand::default()).expect("changed");
    assert_eq!(of(&store, &tagged()).len(), men.len() - 5);
    sound(&store, "changed");
    // A campaign that goes on from its export has the same tags.
    let out = folder.path().join("out.json");
    let mut text = Vec::new();
    export::write(&store, &mut text).expect("an export");
    std::fs::write(&out, text).expect("written");
    let again = export::read_in(&folder.path().join("again.banneret"), &out).expect("read in");
    same(&content(&store), &content(&again), "out and in");
    store.undo().expect("undone").expect("the tags");
    store.undo().expect("undone").expect("the change");
    same(&before, &content(&store), "undone");
}

#[test]
fn a_change_that_one_of_them_cannot_bear_changes_nobody_and_names_who() {
    // MM-1.1: a peasant is of grade C at best.
    let folder = folder();
    let mut store = open(&march(&folder));
    let (men, before) = (peasants_of(&store, "Estmark"), content(&store));
    let changes = Changes { grade: Some(Regrade::To(Grade::A)), ..Changes::default() };
    let ahead = edit::ahead(&store, &men, &changes).expect("told");
    assert_eq!(ahead.faults.len(), men.len());
    let problem = edit::many(&mut store, &men, &changes, &reason()).expect_err("refused");
    assert!(problem.sentence.contains("A peasant cannot be of grade A (MM-1.1).") && problem.hint.contains("nobody"));
    // One that changes nothing is no action either.
    let same_as_is = Changes { tag: Vec::new(), note: Some(String::new()), ..Changes::default() };
    assert!(edit::many(&mut store, &men, &same_as_is, &reason()).is_err());
    // A grade up stops at the highest.
    let up = Changes { grade: Some(Regrade::Up), ..Changes::default() };
    let highest: Vec<PersonId> =
        men.iter().copied().filter(|man| store.person(*man).expect("a man").profile.grade == Grade::C).collect();
    for man in highest.iter().take(1) {
        let problem = edit::many(&mut store, &[*man], &up, &reason()).expect_err("refused");
        assert!(problem.sentence.contains("the highest a peasant can have"), "{}", problem.sentence);
    }
    same(&before, &content(&store), "refused");
}

#[test]
fn many_are_moved_retired_and_mounted_and_what_they_commanded_is_vacant() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let army = store.army_named("Host of Estmark").expect("an army");
    let knights: Vec<PersonId> = store
        .men_of(army.id)
        .expect("men")
        .into_iter()
        .filter(|man| man.profile.class == Class::Knight)
        .map(|man| man.id)
        .collect();
    let units: Vec<_> = store.tree(army.id).expect("a tree");
    let to = units.iter().rfind(|part| part.level.below().is_none()).expect("a unit").id;
    let changes = Changes { formation: Some(to), horse: Some(Horse::None), ..Changes::default() };
    edit::many(&mut store, &knights, &changes, &reason()).expect("changed");
    for knight in &knights {
        let knight = store.person(*knight).expect("a knight");
        assert_eq!((knight.formation, knight.profile.horse), (Some(to), Horse::None));
    }
    let retire = Changes { becomes: Some(Becomes::Left), ..Changes::default() };
    edit::many(&mut store, &knights, &retire, &reason()).expect("retired");
    for knight in &knights {
        assert_eq!(store.person(*knight).expect("a knight").state, PersonState::Left);
    }
    let offices = store.tree(army.id).expect("a tree").into_iter().filter_map(|part| part.commander);
    assert!(offices.into_iter().all(|commander| !knights.contains(&commander)));
    assert!(edit::many(&mut store, &knights, &retire, &reason()).is_err(), "who is gone is not retired again");
    sound(&store, "retired");
    store.undo().expect("undone");
    store.undo().expect("undone");
    sound(&store, "undone");
}

#[test]
fn a_filter_is_kept_under_a_name_used_again_and_taken_away() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = content(&store);
    let mut saved = SavedFilter {
        list: people::LIST.to_owned(),
        name: " Knights of Gorwen ".to_owned(),
        sort: Some(("Grade".to_owned(), true)),
        ..SavedFilter::default()
    };
    saved.filters.insert("Side".to_owned(), "gorwen".to_owned());
    saved.filters.insert("Class".to_owned(), "=knight".to_owned());
    filters::save(&mut store, &saved).expect("saved");
    let found = filters::named(&store, people::LIST, "knights of gorwen").expect("found in any case");
    let list = people::list(&store, &PeopleFilter { saved: Some(found), ..PeopleFilter::default() }).expect("a list");
    assert!(!list.is_empty() && list.iter().all(|line| line.side == "Gorwen" && line.profile.class == Class::Knight));
    assert!(list.windows(2).all(|two| two[0].profile.grade >= two[1].profile.grade), "sorted falling");
    // Saved again it is written over; one of nothing is refused.
    saved.filters.insert("Grade".to_owned(), ">=B".to_owned());
    filters::save(&mut store, &saved).expect("saved again");
    assert_eq!(store.saved_filters(people::LIST).expect("filters").len(), 1);
    let empty = SavedFilter { list: people::LIST.to_owned(), name: "All".to_owned(), ..SavedFilter::default() };
    assert!(filters::save(&mut store, &empty).is_err());
    sound(&store, "saved");
    filters::forget(&mut store, people::LIST, "Knights of Gorwen").expect("taken away");
    assert!(filters::named(&store, people::LIST, "Knights of Gorwen").is_err());
    for _ in 0..3 {
        store.undo().expect("undone").expect("an action");
    }
    same(&before, &content(&store), "undone");
}

#[test]
fn the_commands_list_filter_and_change_many() {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    said(&["filters", &file, "save", "Spears of Estmark", "--column", "side=Estmark", "--column", "Weapons=spear"]);
    let listed = json(&["people", &file, "--filter", "spears of estmark"]);
    let men = listed.as_array().expect("a list").len();
    assert!(men > 0);
    let dry = json(&["change", &file, "--filter", "Spears of Estmark", "--add-tag", "spears", "--dry-run"]);
    assert_eq!(dry["changed"].as_u64(), Some(men as u64));
    assert!(json(&["people", &file, "--tag", "spears"]).as_array().expect("a list").is_empty(), "nothing was done");
    let done = json(&["change", &file, "--filter", "Spears of Estmark", "--add-tag", "spears", "--reason", "a count"]);
    assert_eq!(done["changed"].as_u64(), Some(men as u64));
    let csv = said(&["people", &file, "--tag", "spears", "--csv"]);
    assert!(csv.lines().next().expect("a head").ends_with("state,tags,note"), "{csv}");
    assert_eq!(csv.lines().count(), men + 1);
    let (sentence, hint) = refused(&["people", &file, "--filter", "bows"]);
    assert!(sentence.contains("bows") && hint.contains("Spears of Estmark"), "{sentence} {hint}");
    let (sentence, hint) = refused(&["filters", &file, "save", "x", "--column", "Colour=red"]);
    assert!(sentence.contains("Colour") && hint.contains("Weapons"), "{sentence} {hint}");
    assert!(
        refused(&["change", &file, "--class", "knight", "--to-grade", "up", "--side", "Nowhere"]).0.contains("Nobody")
    );
    let first = listed[0]["id"].as_i64().expect("a number");
    said(&["person", &file, "set", &format!("#{first}"), "--tags", "old guard; spears", "--reason", "an honour"]);
    assert_eq!(json(&["people", &file, "--tag", "old guard"]).as_array().expect("a list").len(), 1);
    said(&["check", &file]);
}

#[test]
fn what_is_changed_of_a_man_by_hand_stands_in_his_career() {
    // CP-7.7
    let folder = folder();
    let mut store = open(&march(&folder));
    let men = peasants_of(&store, "Estmark");
    let life = |store: &Store, man: PersonId| store.lines_of(man).expect("his career");
    let before = life(&store, men[0]).len();
    let mut man = store.person(men[0]).expect("a man");
    let name = man.styled();
    man.profile.protection = Protection::new(3).expect("a protection");
    man.profile.horse = Horse::None;
    man.note = "a good fellow".to_owned();
    edit::person(&mut store, &man, Becomes::Wounded, &reason()).expect("changed");
    let lines = life(&store, men[0]);
    assert_eq!(lines.len(), before + 1);
    let line = lines.last().expect("a line");
    assert_eq!(line.text, format!("{name}: protection 4 to 3 and wounded, by hand: the winter’s drill."));
    assert_eq!(line.clause, "CP-7.7");
    // Each of many has his own; what only the referee reads has none.
    let drilled = Changes { protection: Protection::new(2), ..Changes::default() };
    edit::many(&mut store, &men[..3], &drilled, &ByHand::default()).expect("changed");
    let last = life(&store, men[1]).pop().expect("a line");
    let other = store.person(men[1]).expect("a man").styled();
    assert_eq!(last.text, format!("{other}: protection 4 to 2, by hand."));
    let count = life(&store, men[1]).len();
    let tagged = Changes { tag: vec!["trained".to_owned()], ..Changes::default() };
    edit::many(&mut store, &men[..3], &tagged, &reason()).expect("changed");
    assert_eq!(life(&store, men[1]).len(), count);
    // A grade stands among his grades.
    let graded = Changes { grade: Some(Regrade::To(Grade::C)), ..Changes::default() };
    edit::many(&mut store, &men[..3], &graded, &reason()).expect("changed");
    assert_eq!(life(&store, men[1]).len(), count);
    assert_eq!(store.grade_changes(men[1]).expect("his grades").last().expect("a change").clause, "CP-7.7");
    sound(&store, "changed");
}
