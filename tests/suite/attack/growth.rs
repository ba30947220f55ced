//! A campaign at the edge of what it may hold: nothing is done to it that it could not be opened with again.

use super::{does, name, runs};
use crate::support::{folder, march, refusal};
use rusqlite::Connection;
use std::fmt::Write;
use std::fs;

/// The places of the sample, and as many as a campaign may have.
const SAMPLE: i64 = 18;
const MOST: i64 = 50_000;

#[test]
fn what_would_be_too_large_to_open_is_refused_before_it_is_kept() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let many = MOST - SAMPLE - 5;
    sql.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO place (name, kind, x, y) SELECT 'Place ' || i, 'village', i % 1000, i / 1000 FROM n",
        [many],
    )
    .expect("places");
    drop(sql);
    let mut more = String::from("name,kind,side,x,y\n");
    for at in 0..6 {
        writeln!(more, "Hamlet {at},village,Estmark,{},1", 10 * at + 1).expect("written");
    }
    let csv = folder.path().join("places.csv");
    fs::write(&csv, &more).expect("a file");
    let (sentence, _) = refusal(&runs(&["map", name(&file), "import", name(&csv)]), "six more");
    assert!(sentence.contains("place table would have 50001 rows, and it has 50000 at most"), "{sentence}");
    let five = more.replace("Hamlet 5,village,Estmark,51,1\n", "");
    fs::write(&csv, five).expect("a file");
    does(&["map", name(&file), "import", name(&csv)]);
    let one = ["place", name(&file), "add", "One More", "--kind", "village", "--at", "9,9", "--side", "Estmark"];
    let (sentence, _) = refusal(&runs(&one), "one more");
    assert!(sentence.contains("50001 rows"), "{sentence}");
    does(&["show", name(&file)]);
    does(&["place", name(&file), "remove", "Hamlet 4"]);
    does(&one);
    does(&["undo", name(&file)]);
}
