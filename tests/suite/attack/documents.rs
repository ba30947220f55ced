//! Documents of more men, places or words than a small machine has memory to set.

use super::limits::peak;
use super::name;
use crate::support::{folder, march, open, refusal};
use banneret::app::import;
use banneret::print::{self, Document, Options, PrintError, samples};
use banneret::rules::figure::{Horse, Weapon};
use rusqlite::Connection;
use std::fs;
use std::sync::atomic::AtomicBool;

/// A document of more than can be set in little memory is refused with what to print instead; one that is just short
/// enough is set in it.
#[test]
fn a_document_without_end_is_refused_and_a_long_one_set_in_little_memory() {
    let folder = folder();
    let out = folder.path().join("out.pdf");
    let file = march(&folder);
    let mut store = open(&file);
    let roster = "army,battle,class,grade,horse,weapons,count\n\
                  Multitude,One,sergeant,C,,,5000\n\
                  Multitude,Two,sergeant,C,,,3000\n\
                  Riders,One,sergeant,C,unbarded,sword;crossbow,2300\n\
                  Riders,Two,sergeant,C,unbarded,sword;crossbow,3000\n";
    import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("taken in");
    drop(store);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF;
         INSERT INTO captive (person_id, holder_side_id, taken_day, class, rank, grade, state, asked_pence)
             SELECT person.id, side.id, campaign.day, person.class, person.rank, person.grade, 'held', 480
             FROM person JOIN side ON side.name = 'Gorwen' JOIN campaign WHERE person.id > 4000 LIMIT 1100;
         INSERT INTO place (name, kind, x, y)
             SELECT 'The place of number ' || id, 'village', id % 1000, id * 7 % 1000 FROM person LIMIT 2400;
         INSERT INTO line (day, kind, text)
             SELECT day, 'entry', replace(printf('%.*c', 60, 'w'), 'w', 'word ') FROM person JOIN campaign LIMIT 8500;",
    )
    .expect("changed");
    // A picture that unfolds to more than the memory is judged before it is set.
    let bomb = crate::map_files::painted(5000, 5000);
    let laid = "INSERT INTO picture (width, height, data) VALUES (2000, 2000, ?1)";
    sql.execute(laid, [&bomb]).expect("a picture");
    let under = "INSERT OR REPLACE INTO map (id, picture_id) SELECT 1, max(id) FROM picture";
    sql.execute_batch(under).expect("under the map");
    let (output, held) = peak(&["map", name(&file), "print", "-o", name(&out)]);
    assert!(refusal(&output, "a bomb").0.contains("cannot be printed") && held < 500, "{held} MB");
    sql.execute_batch("DELETE FROM map; DELETE FROM picture").expect("taken away");
    let much: [(&[&str], &str, &str); 4] = [
        (&["muster", name(&file), "--army", "Multitude", "-o"], "", "a battle at a time"),
        (
            &["captives", name(&file), "-o"],
            "INSERT INTO captive (person_id, holder_side_id, taken_day, class, rank, grade)
             SELECT id, 1, 2208900, class, rank, grade FROM person LIMIT 200",
            "of one side",
        ),
        (
            &["map", name(&file), "print", "-o"],
            "INSERT INTO place (name, kind, x, y)
             SELECT 'Another of number ' || id, 'village', id % 1000, id * 3 % 1000 FROM person LIMIT 600",
            "shows nothing",
        ),
        (
            &["chronicle", name(&file), "-o"],
            "INSERT INTO line (day, kind, text)
             SELECT day, 'entry', replace(printf('%.*c', 60, 'w'), 'w', 'word ') FROM person JOIN campaign LIMIT 4000",
            "fewer years",
        ),
    ];
    // Boxes weigh, and those of a mounted crossbowman more than most: so many men with theirs, five thousand without.
    for (army, short, long) in [("Multitude", "Two", "One"), ("Riders", "One", "Two")] {
        let boxed = ["muster", name(&file), "--army", army, "--boxes", "--battle"];
        let (output, held) = peak(&[&boxed[..], &[short, "-o", name(&out)]].concat());
        println!("{army}, boxed: {held} MB");
        assert!(output.status.success() && (50..500).contains(&held), "{army}, boxed: {held} MB {output:?}");
        fs::remove_file(&out).expect("the document");
        let (output, held) = peak(&[&boxed[..], &[long, "-o", name(&out)]].concat());
        assert!(refusal(&output, "boxed").1.contains("without boxes") && held < 500, "{held} MB");
    }
    let part = ["muster", name(&file), "--army", "Multitude", "--battle", "One", "-o"];
    for (at, (command, more, hint)) in much.into_iter().enumerate() {
        let short: &[&str] = if at == 0 { &part } else { command };
        let (output, held) = peak(&[short, &[name(&out)]].concat());
        assert_eq!(output.status.code(), Some(0), "{short:?}: {}", String::from_utf8_lossy(&output.stderr));
        println!("{}: {held} MB", command[0]);
        assert!((50..500).contains(&held), "{short:?} takes {held} MB");
        fs::remove_file(&out).expect("the document");
        sql.execute_batch(more).expect("more");
        let (output, held) = peak(&[command, &[name(&out)]].concat());
        assert!(held < 500, "{command:?} is refused in {held} MB");
        let (sentence, told) = refusal(&output, &format!("{command:?}"));
        assert!(sentence.contains("too long to be set at once") && told.contains(hint), "{sentence} {told}");
        assert!(!out.exists());
    }
}

/// The papers for the table have boxes in every row: of the largest hosts that can be arrayed they are refused.
#[test]
fn a_battle_roster_of_the_largest_hosts_is_refused() {
    let mut roster = samples::battle_roster();
    for side in [&mut roster.sides.attacker, &mut roster.sides.defender] {
        let men = &mut side.battles[0].forces[0].units[0].men;
        let mut man = men[0].clone();
        man.profile.horse = Horse::Unbarded;
        man.profile.weapons = vec![Weapon::Sword, Weapon::Crossbow];
        men.resize(2000, man);
    }
    let set = print::pdf(&Document::BattleRoster(roster), Options::default(), &AtomicBool::new(false));
    let Err(PrintError::TooLong { entries, hint, .. }) = set else { panic!("it is not refused") };
    assert!(entries >= 4000 && hint.contains("fewer men"), "{entries}: {hint}");
}
