//! A campaign that an action has been kept in can be opened again: whatever would make it too large for that is refused,
//! however many small actions it takes, and whether it is done, taken back or brought again.

#[cfg(target_os = "linux")]
use super::limits::{in_little_memory, in_memory_of};
use super::{does, name, runs};
use crate::sg_campaign::Border;
use crate::support::{folder, march, open, planned, refusal, sound};
use banneret::app::captives::{self, Payer, Security};
use banneret::app::{relations, siege, turn};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::SideId;
use banneret::campaign::money::Pence;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::siege::{Conduct, SiegePart};
use banneret::rules::figure::BySide;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::siege::{Leave, Terms};
use banneret::store::Store;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// The highest number that a row may bear.
const LAST_ROW: i64 = (1 << 40) - (1 << 32);

/// Alters a file by others' hands, or as an older version might have left it.
fn alter(file: &Path, statements: &str) {
    let sql = Connection::open(file).expect("the file");
    sql.execute_batch(&format!("PRAGMA foreign_keys = OFF; BEGIN; {statements}; COMMIT;")).expect("altered");
}

#[test]
fn many_short_letters_are_refused_before_they_are_too_many_to_open() {
    let folder = folder();
    let file = march(&folder);
    alter(
        &file,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1196)
         INSERT INTO line (day, kind, text) SELECT day, 'letter', replace(printf('%20000c', 'x'), 'x', '𝔁') || hex(zeroblob(29990))
         FROM n, campaign",
    );
    let letter = "𝔁".repeat(20_000);
    let write = ["write", name(&file), "--letter", &letter];
    let mut kept = 0;
    let last = loop {
        let output = runs(&write);
        does(&["show", name(&file)]);
        if !output.status.success() {
            break output;
        }
        kept += 1;
    };
    let (sentence, _) = refusal(&last, "one letter too many");
    assert!(sentence.contains("line table would have 96 MB of words"), "{sentence}");
    assert!(kept >= 1, "{kept} were kept");
    does(&["undo", name(&file)]);
    does(&write);
    assert!(!runs(&write).status.success());
    does(&["undo", name(&file)]);
    does(&["redo", name(&file)]);
    does(&["show", name(&file)]);
}

#[test]
fn an_undo_is_an_action_more_and_refused_where_there_may_be_none() {
    let folder = folder();
    let file = march(&folder);
    does(&["write", name(&file), "The last entry."]);
    alter(
        &file,
        "WITH RECURSIVE n(i) AS (SELECT max(id) FROM action UNION ALL SELECT i + 1 FROM n WHERE i < 499999)
         INSERT INTO action (name, sentence, day, at, state) SELECT 'write', 'Written.', 1, '', 'closed' FROM n",
    );
    let (sentence, _) = refusal(&runs(&["undo", name(&file)]), "one action too many");
    assert!(sentence.contains("action table would have 500001 rows"), "{sentence}");
    does(&["show", name(&file)]);
}

#[test]
fn what_an_older_version_let_be_is_not_brought_back_beyond_what_may_be() {
    let folder = folder();
    let file = march(&folder);
    does(&["formation", name(&file), "add", "Last Host", "--side", "Estmark", "--at", "Kingsholm"]);
    does(&["formation", name(&file), "remove", "Last Host"]);
    alter(
        &file,
        "WITH RECURSIVE n(i) AS (SELECT count(*) + 1 FROM formation WHERE level = 'army' UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         INSERT INTO formation (id, side_id, army_id, level, name, place_id) SELECT 10000 + i, 1, 10000 + i, 'army', 'Host ' || i, 1 FROM n",
    );
    let (sentence, _) = refusal(&runs(&["undo", name(&file)]), "an army too many");
    assert!(sentence.contains("would have 5001 armies, and it has 5000 at most"), "{sentence}");
    does(&["show", name(&file)]);
}

#[test]
fn numbers_that_are_used_up_are_not_gone_beyond() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let battle = planned(&mut store);
    drop(store);
    for table in ["line", "action", "play", "play_decision"] {
        alter(
            &file,
            &format!(
                "DELETE FROM sqlite_sequence WHERE name = '{table}';
                 INSERT INTO sqlite_sequence VALUES ('{table}', {LAST_ROW})"
            ),
        );
    }
    let (sentence, _) = refusal(&runs(&["write", name(&file), "An entry."]), "no number left");
    assert!(sentence.contains("are used up"), "{sentence}");
    let problem = open(&file).begin_play(battle, Ruleset::ManToMan, "{}", "{}").expect_err("no number left");
    assert!(problem.sentence.contains("are used up"), "{problem}");
    assert!(!runs(&["undo", name(&file)]).status.success());
    does(&["show", name(&file)]);
}

#[test]
fn a_treasury_holds_no_more_than_can_be_reckoned_with() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let pays = |store: &mut banneret::store::Store, times: u32| {
        store.act("pay", &serde_json::json!({}), |act| {
            for _ in 0..times {
                act.pay(act.world()?, act.side_account(SideId(1))?, Pence::LARGEST, "a gift", "")?;
            }
            Ok(((), "Gifts.".to_owned()))
        })
    };
    pays(&mut store, 4_000).expect("as much as may be");
    let problem = pays(&mut store, 200).expect_err("more than may be");
    assert!(problem.sentence.contains("more than can be reckoned with"), "{problem}");
    drop(store);
    sound(&open(&file), "as rich as can be");
}

#[test]
fn what_check_would_not_read_of_a_row_is_not_written() {
    let folder = folder();
    let (file, out, back) = (march(&folder), folder.path().join("out.json"), folder.path().join("back.banneret"));
    does(&["export", name(&file), "--json", "-o", name(&out)]);
    let text = fs::read_to_string(&out).expect("the export");
    for (letters, is_kept) in [(1_000_000, true), (1_100_000, false)] {
        let long = text.replacen("\"note\":\"\"", &format!("\"note\":\"{}\"", "x".repeat(letters)), 1);
        assert_ne!(long, text);
        let from = folder.path().join("long.json");
        fs::write(&from, long).expect("written");
        let output = runs(&["new", name(&back), "--from", name(&from)]);
        assert_eq!(output.status.success(), is_kept, "{letters}: {}", String::from_utf8_lossy(&output.stderr));
        match is_kept {
            true => fs::remove_file(&back).expect("removed"),
            false => {
                let (sentence, _) = refusal(&output, "a note too long");
                assert!(sentence.contains("one row of the person table takes 1 MB at most"), "{sentence}");
            }
        }
    }
}

#[test]
fn a_made_map_is_taken_in_where_strongholds_are_many() {
    let folder = folder();
    let file = march(&folder);
    alter(
        &file,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 39000)
         INSERT INTO stronghold (place_id, side_id, name, kind, capacity) SELECT 1, 1, 'Keep ' || i, 'border castle', 50 FROM n",
    );
    let mut burgs = String::from("Id,Burg,State,Population,X,Y,Citadel,Walls\n");
    for at in 1..=10_000 {
        burgs += &format!("{at},Burg {at},Estmark,{at},{},{},,walls\n", at % 997, at % 991);
    }
    let csv = folder.path().join("burgs.csv");
    fs::write(&csv, burgs).expect("written");
    does(&["map", name(&file), "import", name(&csv)]);
    does(&["show", name(&file)]);
}

#[cfg(target_os = "linux")]
#[test]
fn long_words_for_a_version_or_a_time_cost_little_memory() {
    let folder = folder();
    let long = "replace(hex(zeroblob(16700000)), '00', 'xx')";
    let file = march(&folder);
    alter(&file, &format!("UPDATE refinery_schema_history SET name = {long}"));
    let (sentence, _) = refusal(&in_little_memory(&["show", name(&file)]), "a long history");
    assert!(sentence.contains("its history of versions is not that of its version"), "{sentence}");
    fs::remove_file(&file).expect("removed");
    let (file, saved) = (march(&folder), folder.path().join("saved.banneret"));
    alter(
        &file,
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
             INSERT INTO action (name, sentence, day, at, state)
             SELECT 'write', 'Written.', day, replace(hex(zeroblob(1500000)), '00', 'xx'), 'closed' FROM n, campaign",
    );
    let output = in_memory_of(350, &["check", name(&file), "--repair-copy", name(&saved)]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("was none; it is the time of the repair"), "{said:.400}");
    does(&["check", name(&saved)]);
}

#[test]
fn no_turn_is_played_beyond_the_last_day_there_is() {
    let folder = folder();
    let file = folder.path().join("late.banneret");
    does(&["new", name(&file), "--date", "9999-12-20"]);
    does(&["turn", name(&file)]);
    let (sentence, _) = refusal(&runs(&["turn", name(&file)]), "a turn too late");
    assert!(sentence.contains("The calendar ends with the year 9999"), "{sentence}");
    does(&["check", name(&file)]);
}

/// Nor does a count of weeks or turns that is as high as a file can hold stop the program.
#[test]
fn a_count_as_high_as_can_be_is_counted_on_from() {
    let folder = folder();
    for altered in [
        "UPDATE formation SET unpaid_weeks = 4294967295, hungry_weeks = 4294967295; UPDATE account SET pence = 0",
        "UPDATE campaign SET turn = 4294967295",
    ] {
        let file = march(&folder);
        alter(&file, altered);
        does(&["turn", name(&file), "--count", "3"]);
        fs::remove_file(&file).expect("removed");
    }
}

/// What is reckoned ahead of a date near the end of the calendar ends with it, or is refused: a hire for weeks, a respite,
/// ransoms that men owe, the days of a siege, a truce.
#[test]
fn nothing_is_written_of_a_day_beyond_the_last_there_is() {
    assert_eq!(Day::of(9999, 12, 31), Ok(Day::LAST));
    let folder = folder();
    let file = march(&folder);
    does(&["campaign", name(&file), "--date", "9999-12-20"]);
    let hire = ["recruit", name(&file), "hire", "--army", "Host of Estmark", "--company", "spearmen", "--men", "5"];
    does(&[&hire[..], &["--weeks", "40"]].concat());
    does(&["check", name(&file)]);
    let mut store = open(&file);
    let truce = |store: &mut Store, until| relations::set(store, SideId(1), SideId(2), Stance::Truce, Some(until));
    let problem = truce(&mut store, Day::LAST + 1).expect_err("a day too late");
    assert!(problem.sentence.contains("The calendar ends with the year 9999"), "{problem}");
    truce(&mut store, Day::LAST).expect("the last day there is");
    let held = store.captives(false).expect("captives")[0].captive.id;
    let parts = [(Day::LAST, Pence(10)), (Day::LAST + 30, Pence(10))];
    let problem = captives::pay_in_parts(&mut store, held, Payer::Side, &parts, &Security::Captive).expect_err("late");
    assert!(problem.sentence.contains("The calendar ends with the year 9999"), "{problem}");
    sound(&store, "all that is ahead");
    drop(store);
    while runs(&["turn", name(&file)]).status.success() {
        does(&["check", name(&file)]);
    }
    for page in ["places", "captives", "chronicle", "armies"] {
        does(&["show", name(&file), page]);
    }
    does(&["check", name(&file)]);
}

#[test]
fn a_siege_near_the_end_of_the_calendar_ends_with_it() {
    let eve = Day::of(9999, 12, 14).expect("a day");
    for terms in [
        Terms { respite_days: 40, ..Terms::plain(Leave::WithArms) },
        Terms { men_pay: true, ..Terms::plain(Leave::WithoutArms) },
    ] {
        let (mut it, siege) = Border::on(eve, 7, StrongholdKind::BaronsCastle, 700, 200, 49).under_siege();
        for part in [SiegePart::Besiegers, SiegePart::Garrison] {
            siege::set_conduct(&mut it.store, siege, part, Conduct::Referee, &[], false).expect("so be it");
        }
        siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("offered");
        siege::answer(&mut it.store, siege, true).expect("agreed");
        sound(&it.store, "terms agreed");
        let (mut played, orders) = (0, siege::Orders { actions: BySide { attacker: None, defender: None } });
        while played < 100 && siege::play_by_hand(&mut it.store, siege, &orders).is_ok() {
            played += 1;
            sound(&it.store, "a day by hand");
        }
        assert!(played < 40, "{played} days by hand");
        while turn::play(&mut it.store).is_ok() {
            sound(&it.store, "a turn");
        }
        let (_folder, file) = it.closed();
        does(&["show", name(&file)]);
        does(&["siege", name(&file), "show", "--stronghold", "Stonekeep Castle"]);
        does(&["check", name(&file)]);
    }
}
