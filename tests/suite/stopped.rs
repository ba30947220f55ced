//! Long work is looked at from another thread and stopped: nothing of it is kept, and nothing is taken for what it is not.

use crate::support::{content, folder, march, open, same};
use banneret::app::{check, import, turn};
use banneret::campaign::problem::{Problem, ProblemKind};
use banneret::store::{Store, Watch};

#[test]
fn a_long_action_can_be_watched_and_stopped_and_leaves_nothing() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let roster = b"army,class,grade,count\nLevy,peasant,C,4000\n";
    let before = content(&store);
    for kept in [false, true] {
        let watch = store.watch();
        let stopper = (!kept).then(|| {
            let watch = watch.clone();
            std::thread::spawn(move || {
                while watch.steps().0 < 40 {
                    std::thread::yield_now();
                }
                watch.stop();
            })
        });
        let done = import::import(&mut store, roster, "Estmark", false);
        if let Some(stopper) = stopper {
            stopper.join().expect("it was stopped");
            assert_eq!(done.expect_err("it was stopped").kind, ProblemKind::Cancelled);
            same(&before, &content(&store), "after it was stopped");
        } else {
            assert_eq!(done.expect("it is done").men, 4000);
            assert_eq!(watch.steps(), (4000, 4000));
        }
    }
    let after = content(&store);
    let watch = store.watch();
    let stopper = std::thread::spawn(move || {
        while watch.steps().1 < 4_001 || watch.steps().0 == 0 {
            std::thread::yield_now();
        }
        watch.stop();
    });
    assert_eq!(store.undo().expect_err("it was stopped").kind, ProblemKind::Cancelled);
    stopper.join().expect("it was stopped");
    same(&after, &content(&store), "after the undo was stopped");
    store.undo().expect("undone").expect("the import");
    same(&before, &content(&store), "undone");
}

/// What reads long is stopped too: nothing that it could not read for that is taken for damage, and nothing half made is left.
#[test]
fn opening_reading_and_repairing_can_be_stopped_and_leave_the_file_as_it_was() {
    let folder = folder();
    let file = march(&folder);
    let roster = b"army,unit,class,grade,count\nLevy,One,peasant,C,10000\nLevy,Two,peasant,C,10000\n";
    import::import(&mut open(&file), roster, "Estmark", false).expect("many");
    let watch = Watch::default();
    watch.over_this_thread();
    let mut store = open(&file);
    watch.stop();
    let stopped = |answer: Option<Problem>, what: &str| {
        let problem = answer.unwrap_or_else(|| panic!("{what} was not stopped"));
        assert_eq!(problem.kind, ProblemKind::Cancelled, "{what}: {problem}");
        assert!(problem.sentence.contains("It was stopped"), "{what}: {problem}");
    };
    stopped(store.people().err(), "reading");
    stopped(store.check().err(), "a check");
    // An action that follows is stopped with what went before it; what comes then is nobody's to stop yet.
    stopped(turn::play(&mut store).err(), "an action after it");
    turn::play(&mut store).expect("a turn");
    store.undo().expect("undone").expect("the turn");
    let before = content(&store);
    // What tells of what is kept is not stopped.
    watch.stop();
    assert_eq!(store.people().expect("it is told").len(), 20_600);
    drop(store);
    let bytes = std::fs::read(&file).expect("the file");
    watch.begin();
    watch.stop();
    stopped(Store::open(&file).err(), "opening");
    let to = folder.path().join("saved.banneret");
    stopped(check::repair_copy(&file, &to).err(), "a repair");
    assert!(std::fs::read(&file).expect("the file") == bytes, "the file is as it was");
    let left = std::fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("one").file_name());
    let left: Vec<_> =
        left.filter(|name| name.to_string_lossy().contains(".making") || name == "saved.banneret").collect();
    assert!(left.is_empty(), "{left:?}");
    watch.begin();
    check::repair_copy(&file, &to).expect("repaired");
    assert_eq!(watch.steps().0, watch.steps().1, "each of its steps was taken");
    same(&before, &content(&open(&file)), "opened when nobody stops it");
}
