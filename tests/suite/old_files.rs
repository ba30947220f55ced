//! Campaigns of older versions: brought up, sound, undone and played on.

use crate::store::{day, schema};
use crate::support::{content, folder, open, same, sound};
use banneret::app::captives::{self, Buyer};
use banneret::app::castles::contest;
use banneret::app::{battle, desk, found, play, turn};
use banneret::rules::ruleset::Ruleset;
use banneret::store::captives::CaptiveLine;
use banneret::store::{Db, Store};
use rusqlite::Connection;

/// An older version let a man hold captives who had fallen in the battle he took them in. Nothing else is amiss.
fn sound_but_for_a_dead_holder(db: &Db, what: &str) {
    let mut findings = db.check().expect("the check is made");
    findings.retain(|finding| !finding.rule.starts_with("whoever holds captives"));
    assert!(findings.is_empty(), "{what}: {findings:#?}");
}

/// A campaign made with the first shipped schema: `tests/data/schema-v1.sql` is its dump, never changed.
#[test]
fn a_campaign_of_the_first_schema_opens_and_undoes() {
    let folder = folder();
    let file = folder.path().join("old.banneret");
    let sql = Connection::open(&file).expect("a file");
    let dump = include_str!("../data/schema-v1.sql");
    sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
    sql.execute_batch(dump).expect("the dump is read");
    drop(sql);
    let mut store = open(&file);
    sound_but_for_a_dead_holder(&store, "an old campaign");
    let about = store.about().expect("the campaign");
    assert_eq!((about.name.as_str(), about.turn, about.day), ("The old border", 2, day("1335-05-15")));
    assert_eq!(store.people().expect("the people").len(), 16);
    assert_eq!(store.captives(true).expect("the captives").len(), 2);
    let last = content(&store);
    let mut undone = 0;
    while store.undo().expect("it is undone").is_some() {
        undone += 1;
    }
    assert_eq!(undone, 7);
    assert_eq!(store.people().expect("the people").len(), 0);
    assert_eq!(store.about().expect("the campaign").turn, 0);
    sound(&store, "an old campaign, undone");
    while store.redo().expect("it is redone").is_some() {}
    same(&last, &content(&store), "redone");
    turn::play(&mut store).expect("a turn");
    sound_but_for_a_dead_holder(&store, "an old campaign, played on");
    // It waits on the desk to be decided who holds them, and then all is as it should be.
    let waits = |store: &Store| {
        let all = desk::decisions(store).expect("decisions").into_iter();
        all.filter(|one| one.remedy.contains("his heir")).map(|one| one.sentence).collect::<Vec<_>>()
    };
    assert!(waits(&store)[0].contains("Hugh Tempest"), "{:?}", waits(&store));
    let held = store.captives(false).expect("the captives");
    let of = |line: &&CaptiveLine| line.holder == "Hugh Tempest";
    let (side, held): (_, Vec<_>) = (
        held.iter().find(of).expect("one").captive.holder_side,
        held.iter().filter(of).map(|line| line.captive.id).collect(),
    );
    captives::give(&mut store, &held, Buyer::Side(side)).expect("they are his side's");
    assert!(waits(&store).is_empty());
    sound(&store, "an old campaign, decided about");
    drop(store);
    // Its schema is what a new campaign has.
    let new = folder.path().join("new.banneret");
    drop(found::empty(&new, &found::Beginning::of("New")).expect("a new campaign"));
    assert_eq!(schema(&file), schema(&new));
}

/// A campaign made with the third shipped schema, in which a game of Castles was known by a word in the wrong place.
#[test]
fn a_campaign_of_the_third_schema_names_the_rules_of_its_games() {
    let folder = folder();
    let file = folder.path().join("old.banneret");
    let sql = Connection::open(&file).expect("a file");
    sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
    sql.execute_batch(include_str!("../data/schema-v3.sql")).expect("the dump is read");
    drop(sql);
    let mut store = open(&file);
    sound_but_for_a_dead_holder(&store, "an old campaign");
    let battles = store.battles().expect("the battles");
    let named = |name: &str| battles.iter().find(|battle| battle.name.starts_with(name)).expect("a battle");
    // A settled game is told by its own rules.
    let settled = named("Second battle");
    assert_eq!(settled.rules, Ruleset::Castles);
    let record = store.record(settled.record.expect("its record")).expect("it is read");
    let told = battle::log(settled.rules, &record).expect("it is told");
    assert!(told.last().is_some_and(|line| line.text.contains("siege, position repeated")), "{told:?}");
    // One half played stands where it was left, three moves on.
    let playing = named("Third battle").id;
    assert_eq!(store.play(playing).expect("read").map(|play| play.rules), Some(Ruleset::Castles));
    let (_, game) = contest::open(&store, playing).expect("it opens");
    let mut game = game.expect("a game is under way");
    assert_eq!((game.len(), game.names().attacker.as_str()), (3, "Host of Estmark"));
    // Kept anew it is kept by its decisions, and opens the same.
    game.decide(game.typed("g8-h8").expect("a move")).expect("it is allowed");
    let (start, decided) = game.kept_apart();
    contest::keep(&mut store, playing, &start, &decided).expect("it is kept");
    let kept = store.play(playing).expect("read").expect("a play");
    assert_eq!(kept.decisions.0.len(), 2 + 4, "both setups and four moves");
    assert_eq!(contest::open(&store, playing).expect("it opens").1.as_ref(), Some(&game));
    // By other rules it cannot be played meanwhile; one with no orders yet begins anew.
    assert!(play::open(&mut store, playing).is_err_and(|why| why.sentence.contains("castles")));
    let fresh = named("Battle of The muster, the 4th").id;
    assert!(play::open(&mut store, fresh).expect("it begins").decisions().is_empty());
    drop(store);
    let new = folder.path().join("new.banneret");
    drop(found::empty(&new, &found::Beginning::of("New")).expect("a new campaign"));
    assert_eq!(schema(&file), schema(&new));
}
