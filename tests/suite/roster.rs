//! Rosters as CSV (CP-6.1): what is taken in, who commands, and every fault by line and column.

use banneret::campaign::names::{Namer, People};
use banneret::campaign::roster::{Roster, parse, to_csv};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{Class, Grade, Horse, Protection, Rank, Weapon};
use std::collections::HashSet;

const AGINCOURT: &str = include_str!("../../data/campaigns/agincourt-1415.csv");

fn good(text: &str) -> Roster {
    parse(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The sentences of a roster's faults.
fn bad(text: impl AsRef<[u8]>) -> Vec<String> {
    let faults = parse(text.as_ref()).expect_err("a roster with faults");
    faults.into_iter().map(|fault| fault.sentence).collect()
}

#[test]
fn the_host_of_1415_is_5_076_men_well_led() {
    let roster = good(AGINCOURT);
    assert_eq!(roster.men.len(), 5_076);
    assert_eq!(roster.armies.len(), 1);
    let army = &roster.armies[0];
    assert_eq!(army.name, "Host of 1415");
    assert_eq!(army.men, 0..5_076);
    let names: Vec<_> = army.battles.iter().map(|battle| (battle.name.as_str(), battle.forces.len())).collect();
    assert_eq!(names, [("vanguard", 6), ("main battle", 12), ("rearguard", 6)]);
    let commander = |place: Option<usize>| place.map_or("nobody", |place| roster.men[place].name.as_str());
    assert_eq!(commander(army.commander), "Thomas, Duke of Clarence");
    assert_eq!(commander(army.battles[1].commander), "Humphrey, Duke of Gloucester");
    assert_eq!(commander(army.battles[2].commander), "Thomas, Lord Camoys");
    let archers = &army.battles[0].forces[0].units[1];
    assert_eq!((archers.name.as_str(), archers.men.len(), archers.single), ("archers", 721, false));
    let captain = archers.commander.map(|place| &roster.men[place]);
    assert!(captain.is_some_and(|man| man.profile.class == Class::Knight && man.name.is_empty()));
    // Knights who lead another knight of the same rank are the only thing the book would have otherwise (MM-1.4).
    assert!(roster.warnings.iter().all(|warning| warning.sentence.contains("no commander of a higher class; Sir ")
        || warning.sentence.contains("no commander of a higher class; Thomas Chaucer")));
    assert_eq!(roster.warnings.len(), 8);
}

#[test]
fn the_unnamed_are_named_and_no_two_alike() {
    let mut roster = good(AGINCOURT);
    let mut namer = Namer::new(People::English, Seeded::new(1415));
    roster.name_men(&mut namer);
    let names: HashSet<&str> = roster.men.iter().map(|man| man.name.as_str()).collect();
    assert_eq!(names.len(), 5_076);
    assert!(names.contains("Sir Thomas Erpingham"));
}

#[test]
fn a_roster_written_is_the_roster_read() {
    let roster = good(AGINCOURT);
    let again = good(&roster.to_csv());
    assert_eq!(again.rows, roster.rows);
    assert_eq!(again, roster);
    assert_eq!(roster.to_csv(), AGINCOURT.replace("\r\n", "\n"));
}

#[test]
fn columns_come_in_any_order_and_most_may_be_left_out() {
    let roster = good("\u{feff}Grade , CLASS,count\r\n\r\nb,Knight,\r\n c , sergeant , 3 \r\n,,\r\n");
    assert_eq!(roster.men.len(), 4);
    let knight = &roster.men[0];
    assert_eq!(
        (knight.profile.class, knight.profile.rank, knight.profile.grade),
        (Class::Knight, Rank::Knight, Grade::B)
    );
    assert_eq!((knight.profile.protection, knight.profile.horse), (Protection::NONE, Horse::None));
    assert!(knight.profile.weapons.is_empty() && knight.name.is_empty());
    assert_eq!(roster.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 4]);
    let (army, battle, force, unit) = roster.units().next().expect("a unit");
    assert_eq!(
        (army.name.as_str(), battle.name.as_str(), force.name.as_str(), unit.name.as_str()),
        ("Host", "Main battle", "Company", "Men")
    );
    assert_eq!(unit.commander, Some(0));
}

#[test]
fn weapons_are_the_books_words_with_spaces_or_hyphens() {
    let roster =
        good("class,grade,protection,weapons,horse\nknight,A2,1,\"Heavy-Lance; two handed axe;shield\",barded\n");
    assert_eq!(roster.men[0].profile.weapons, [Weapon::HeavyLance, Weapon::TwoHandedAxe, Weapon::Shield]);
    assert_eq!(roster.men[0].profile.grade.to_string(), "A2");
    assert!(roster.to_csv().ends_with(",knight,knight,A2,1,heavy lance;two-handed axe;shield,barded,1\n"));
}

#[test]
fn a_commander_is_the_highest_then_the_named_then_the_first() {
    for (rows, commander) in [
        ("a,sergeant,,C\nb,knight,,E\nc,knight,,A", "b"),
        ("a,knight,baron,C\nb,knight,earl,E\nc,knight,count,A", "b"),
        (",knight,,C\nb,knight,,E\nc,knight,,A", "b"),
        ("a,cleric,,A\nb,peasant,,E\nc,sergeant,,B", "c"),
        ("a,knight,viscount,C\n,knight,duke,C\nc,knight,earl,C", ""),
    ] {
        let roster = good(&format!("name,class,rank,grade,unit\n{}\n", rows.replace('\n', ",u\n") + ",u"));
        let army = &roster.armies[0];
        let place = army.commander.expect("a commander");
        assert_eq!(roster.men[place].name, commander, "{rows}");
        assert_eq!(army.battles[0].forces[0].units[0].commander, Some(place), "{rows}");
    }
    let clerics = good("name,class,grade\na,cleric,A\nb,cleric,B\n");
    assert_eq!(clerics.armies[0].commander, None, "clerics never command");
}

#[test]
fn knights_without_a_unit_fight_singly() {
    let roster =
        good("force,unit,name,class,grade,count\nf,,Sir Guy,knight,B,\nf,spears,,sergeant,B,9\nf,,,cleric,B,1\n");
    let units = &roster.armies[0].battles[0].forces[0].units;
    assert_eq!((units[0].single, units[0].commander, units[0].men.clone()), (true, None, 0..2));
    assert_eq!((units[1].single, units[1].commander), (false, Some(2)));
    assert_eq!(good(&roster.to_csv()), Roster { rows: good(&roster.to_csv()).rows, ..roster.clone() });
}

#[test]
fn what_the_book_would_have_otherwise_is_warned_of_and_taken_in() {
    let roster = good(
        "battle,force,unit,name,class,rank,grade,count\nvan,one,bows,,sergeant,,C,20\nvan,one,lances,Sir Guy,knight,,B,3\n\
         main,two,pikes,,knight,,C,1\nmain,two,pikes,,sergeant,,C,20\nmain,three,choir,,cleric,,B,2\n",
    );
    assert_eq!(
        roster.warnings.iter().map(|warning| warning.sentence.as_str()).collect::<Vec<_>>(),
        [
            "Line 2: the battle “van” of “Host” has one force, “one”; a battle is two or more (MM-1.4).",
            "Line 2: the unit “bows” of “one” has no commander of a higher class; a sergeant leads it, and others are as \
             high (MM-1.4).",
            "Line 3: “Sir Guy” is one man, but the row is 3; he is the first, the others are named from the period lists \
             (CP-6.1).",
            "Line 3: the unit “lances” of “one” has no commander of a higher class; Sir Guy, a knight, leads it, and others \
             are as high (MM-1.4).",
            "Line 6: the unit “choir” of “three” has no commander, for clerics never command (MM-1.4).",
        ]
    );
    assert_eq!(roster.men.len(), 46);
}

#[test]
fn every_kind_of_bad_cell_is_named_by_line_and_column() {
    let header = "name,class,rank,grade,protection,weapons,horse,count";
    for (row, sentence) in [
        (",archer,,C,,,,", "Line 2, column class: expected knight, sergeant, peasant or cleric, found “archer”."),
        (",,,C,,,,", "Line 2, column class: expected knight, sergeant, peasant or cleric, found an empty cell."),
        (
            ",knight,lord,C,,,,",
            "Line 2, column rank: expected knight, baron, viscount, count, earl, duke or king, or nothing, found “lord”.",
        ),
        (",sergeant,baron,C,,,,", "Line 2, column rank: expected no rank for a sergeant (MM-1.2), found “baron”."),
        (",knight,,F,,,,", "Line 2, column grade: expected E, D, C, B or A (for a knight also A1, A2 …), found “F”."),
        (",sergeant,,A,,,,", "Line 2, column grade: expected E to B for a sergeant (MM-1.1), found “A”."),
        (",peasant,,B,,,,", "Line 2, column grade: expected E to C for a peasant (MM-1.1), found “B”."),
        (",cleric,,C,,,,", "Line 2, column grade: expected B to A for a cleric (MM-1.1), found “C”."),
        (
            ",knight,,C,5,,,",
            "Line 2, column protection: expected 1 (full plate, or full mail with shield), 2, 3 or 4 (none), found “5”.",
        ),
        (
            ",knight,,C,,sword;shield,,",
            "Line 2, column protection: expected 3 or better for a man with a shield (MM-1.3), found an empty cell, which \
             means 4.",
        ),
        (
            ",knight,,C,2,sword;sword,,",
            "Line 2, column weapons: expected each weapon once, found “sword” a second time.",
        ),
        (",cleric,,B,,mace,,", "Line 2, column weapons: expected none for a cleric (MM-8.9), found “mace”."),
        (",cleric,,B,3,,,", "Line 2, column protection: expected 4 for a cleric (MM-8.9), found “3”."),
        (",knight,,C,,,pony,", "Line 2, column horse: expected none, unbarded or barded, found “pony”."),
        (",knight,,C,,,,0", "Line 2, column count: expected a whole number of men from 1 to 10,000, found “0”."),
        (",knight,,C,,,,-3", "Line 2, column count: expected a whole number of men from 1 to 10,000, found “-3”."),
        (",knight,,C,,,,2.5", "Line 2, column count: expected a whole number of men from 1 to 10,000, found “2.5”."),
        (
            ",knight,,C,,,,99999999999",
            "Line 2, column count: expected a whole number of men from 1 to 10,000, found “99999999999”.",
        ),
        (",knight,,C", "Line 2: expected 8 cells as in the header, found 4 cells."),
        (",knight,,C,,,,,more", "Line 2: expected 8 cells as in the header, found 9 cells."),
        (
            "\"John\nof Ludlow\",knight,,C,,,,",
            "Line 2, column name: expected a cell on one line, found one that runs over several; perhaps a quotation mark \
             is not closed.",
        ),
        ("a\tb,knight,,C,,,,", "Line 2, column name: expected plain text, found a cell with control characters."),
    ] {
        assert_eq!(bad(format!("{header}\n{row}\n")), [sentence]);
    }
    let bow = &bad(format!("{header}\n,knight,,C,,\"sword, bow\",,\n"))[0];
    assert!(bow.starts_with("Line 2, column weapons: expected pike, heavy lance,"), "{bow}");
    assert!(bow.ends_with("found “sword, bow”; weapons are separated by “;”."), "{bow}");
    let long = format!("{header}\n{},knight,,C,,,,\n", "x".repeat(121));
    assert_eq!(bad(long), ["Line 2, column name: expected at most 120 letters, found 121 letters."]);
}

#[test]
fn all_faults_are_listed_at_once_in_the_order_of_the_lines() {
    let faults = parse(b"class,grade,count,colour\nknight,Z,0,\n\nsergeant,A,1,\nserf,C,,red\npeasant,C,1,\n")
        .expect_err("faults");
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column.as_str())).collect();
    assert_eq!(places, [(1, "colour"), (2, "grade"), (2, "count"), (4, "grade"), (5, "class")]);
    assert_eq!(faults[2].found, "“0”");
    assert_eq!(faults[2].expected, "a whole number of men from 1 to 10,000");
}

#[test]
fn a_bad_header_is_said_once() {
    assert_eq!(
        bad("name,class,name\nJohn,knight,\n"),
        [
            "Line 1, column name: expected each column once, found “name” a second time.",
            "Line 1, column grade: expected a column “grade”, found none of that name.",
        ]
    );
    assert_eq!(bad("knight,C\nsergeant,C\n").len(), 4, "no header at all");
    assert_eq!(
        bad("class;grade;weapons\nknight;C;sword\n"),
        ["Line 1: expected cells separated by commas, found cells separated by semicolons; save it again with commas."]
    );
    assert_eq!(
        bad("class\tgrade\nknight\tC\n"),
        ["Line 1: expected cells separated by commas, found cells separated by tabs; save it again with commas."]
    );
}

#[test]
fn a_file_that_is_no_roster_is_refused_whole() {
    for (file, sentence) in [
        (&b""[..], "Line 1: expected a header line with at least class and grade, found an empty file."),
        (b"\xEF\xBB\xBF", "Line 1: expected a header line with at least class and grade, found an empty file."),
        (b"class,grade\n,\n", "Line 2: expected a row for each man or group of men, found no rows under the header."),
        (b"\xFF\xFEc\0l\0", "Line 1: expected a CSV file in UTF-8, found UTF-16; save it again as “CSV UTF-8”."),
        (b"SQLite format 3\0", "Line 1: expected a CSV file in UTF-8, found a file that is not text."),
        (
            b"name,class,grade\nJean,knight,C\nOrl\xE9ans,knight,C\n",
            "Line 3, column name: expected text in UTF-8, found “Orl\u{fffd}ans” in another encoding.",
        ),
    ] {
        assert_eq!(bad(file), [sentence]);
    }
    let unclosed = bad("name,class,grade\n\"John,knight,C\nHugh,knight,C\n");
    assert_eq!(
        unclosed,
        ["Line 2: expected 3 cells as in the header, found 1 cells; perhaps a quotation mark is not closed."]
    );
    let many = format!("class,grade,count\n{}", "sergeant,C,10000\n".repeat(6));
    assert_eq!(
        bad(many),
        ["Line 7, column count: expected at most 50,000 men in one roster, found 60,000 men so far."]
    );
}

#[test]
fn lines_are_counted_whatever_ends_them() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("{end}class,grade{end}knight,C{end}{end}knight,Z{end}");
        let faults = parse(text.as_bytes()).expect_err("a fault");
        assert_eq!(faults[0].line, 5, "{end:?}");
    }
}

#[test]
fn rows_of_no_file_are_written_with_every_column() {
    let roster = good("name,class,grade\n\"Hugh \"\"the Red\"\", the elder\",knight,C\n");
    let text = to_csv(&roster.rows);
    assert_eq!(
        text,
        "army,battle,force,unit,name,class,rank,grade,protection,weapons,horse,count\n\
         ,,,,\"Hugh \"\"the Red\"\", the elder\",knight,knight,C,4,,none,1\n"
    );
}

#[test]
fn no_file_however_broken_does_more_than_be_refused() {
    let mut dice = Seeded::new(6);
    let letters = b"class,grade,count\n\r\";,knight C\xFF\t0-";
    for _ in 0..3_000 {
        let mut file = AGINCOURT.as_bytes()[..400].to_vec();
        for _ in 0..=dice.lot("how many bytes change", 12) {
            let place = dice.lot("which byte", file.len());
            file[place] = letters[dice.lot("to what", letters.len())];
        }
        match parse(&file) {
            Ok(roster) => assert_eq!(good(&roster.to_csv()).men.len(), roster.men.len()),
            Err(faults) => {
                let lines = file.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 2;
                assert!(!faults.is_empty() && faults.iter().all(|fault| (1..=lines).contains(&fault.line)));
                assert!(faults.is_sorted_by_key(|fault| fault.line), "{faults:#?}");
            }
        }
    }
}
