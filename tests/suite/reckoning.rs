//! What each side had over time, read from the journal, is what the campaign has: after turns, battles and undo.

use banneret::app::reckoning::{CampaignReckoned, Figured};
use banneret::app::{found, history, relations, turn};
use banneret::campaign::money::Pence;
use banneret::campaign::people::PersonState;
use banneret::store::reckoning::SideHad;
use banneret::store::{Db, Store};

/// Holds that today's figures are those of the tables.
fn is_as_the_tables(db: &Db) -> CampaignReckoned {
    let reckoned = CampaignReckoned::of(db).expect("the reckoning");
    let last = reckoned.days.last().expect("a day");
    assert_eq!(last.day, db.day().expect("the day"));
    let (people, captives) = (db.people().expect("people"), db.captives(false).expect("captives"));
    let holds = db.strongholds().expect("strongholds");
    for side in &reckoned.sides {
        let serves = people
            .iter()
            .filter(|man| man.side == side.name && [PersonState::Fit, PersonState::Wounded].contains(&man.state));
        let had = SideHad {
            men: serves.count() as i64,
            pence: side.treasury,
            captives: captives.iter().filter(|line| line.captive.holder_side == side.id).count() as i64,
            strongholds: holds.iter().filter(|hold| hold.side == side.id).count() as i64,
        };
        assert_eq!(reckoned.had(last, side.id), had, "{}", side.name);
    }
    assert!(reckoned.days.windows(2).all(|pair| pair[0].day < pair[1].day), "a day is listed once, in order");
    reckoned
}

fn sample(name: &str) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = found::from_sample(&folder.path().join("a.banneret"), name).expect("the sample");
    (folder, store)
}

#[test]
fn what_the_journal_tells_of_each_side_is_what_the_tables_have() {
    for name in ["march", "agincourt", "caerlaverock"] {
        let (_folder, mut store) = sample(name);
        let begun = is_as_the_tables(&store);
        for _ in 0..4 {
            turn::play(&mut store).expect("a turn");
            is_as_the_tables(&store);
        }
        let side = begun.sides[0].id;
        relations::grant(&mut store, side, Pence(2400), "a gift").expect("a gift");
        let after = is_as_the_tables(&store);
        assert!(after.days.len() > 1, "{name} has a history");
        // What was taken back was never so.
        history::undo(&mut store, 5).expect("undone");
        assert_eq!(is_as_the_tables(&store), begun, "{name}");
        history::redo(&mut store, 5).expect("redone");
        assert_eq!(is_as_the_tables(&store), after, "{name}");
    }
}

#[test]
fn the_figures_are_written_a_row_a_day_and_side() {
    let (_folder, mut store) = sample("march");
    turn::play(&mut store).expect("a turn");
    let reckoned = CampaignReckoned::of(&store).expect("the reckoning");
    let text = reckoned.csv();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("day,side,men,pence,captives,strongholds"));
    assert_eq!(lines.count(), reckoned.days.len() * reckoned.sides.len());
    let estmark = reckoned.sides.iter().find(|side| side.name == "Estmark").expect("Estmark");
    let row = format!(
        ",Estmark,{},{},",
        reckoned.had(&reckoned.days[0], estmark.id).men,
        reckoned.rows(Figured::Money)[0].1[0]
    );
    assert!(text.lines().nth(1).is_some_and(|line| line.contains(&row)), "{text}");
}
