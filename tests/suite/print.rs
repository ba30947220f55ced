//! Documents as PDF: read back, compared, and left in the build's temporary folder for a person to look at.

use crate::print_samples::*;
use banneret::campaign::people::PersonState;
use banneret::campaign::realm::Tincture;
use banneret::campaign::{problem::Problem, problem::ProblemKind};
use banneret::print::*;
use banneret::rules::figure::{Class, Grade, Horse, Rank};
use pdf_extract::{Document as Pdf, Object};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const A4: Options = Options { paper: Paper::A4, tick_boxes: false };
const LETTER: Options = Options { paper: Paper::Letter, tick_boxes: false };

fn print(name: &str, document: Document, options: Options) -> Vec<u8> {
    let pdf = pdf(&document, options, &AtomicBool::new(false)).expect(name);
    let paper = if options.paper == Paper::A4 { "a4" } else { "letter" };
    let boxes = if options.tick_boxes { "-boxes" } else { "" };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("print");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}-{paper}{boxes}.pdf")), &pdf).expect("a file");
    pdf
}

/// The words of each page, as a reader of the PDF finds them, one space between any two.
fn pages(pdf: &[u8]) -> Vec<String> {
    let pages = pdf_extract::extract_text_from_mem_by_pages(pdf).expect("a PDF with text");
    pages.iter().map(|page| page.replace('\u{200B}', "").split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The same with no spaces: a name that goes over a line is found whole.
fn squeezed(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{200B}').collect()
}

/// Whether it bears the seal of PDF/UA, the standard for screen readers.
fn is_accessible(pdf: &Pdf) -> bool {
    let metadata = pdf.catalog().and_then(|catalog| catalog.get(b"Metadata")).and_then(Object::as_reference);
    let stream = metadata.and_then(|id| pdf.get_object(id)).and_then(Object::as_stream).expect("metadata");
    let text = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    String::from_utf8_lossy(&text).contains("pdfuaid:part")
}

fn samples() -> Vec<(&'static str, Document)> {
    vec![
        ("muster-odd", Document::MusterRoll(odd_garrison())),
        ("muster", Document::MusterRoll(army(150))),
        ("roster", Document::BattleRoster(battle_roster())),
        ("ransom", Document::RansomRoll(ransom_roll(RollKind::Ransom))),
        ("prisoners", Document::RansomRoll(ransom_roll(RollKind::Prisoners))),
        ("career", Document::Career(career())),
        ("chronicle", Document::Chronicle(chronicle(60))),
        ("pay", Document::PayRoll(pay_roll())),
        ("siege", Document::SiegeSheet(siege_sheet())),
    ]
}

#[test]
fn every_document_prints_on_either_paper_with_its_pages_numbered_and_its_foot() {
    for (name, document) in samples() {
        for (options, short, long) in [(A4, 595, 842), (LETTER, 612, 792)] {
            let options = Options { tick_boxes: name == "muster-odd", ..options };
            let pdf = print(name, document.clone(), options);
            let read = Pdf::load_mem(&pdf).expect("a PDF");
            for page in read.page_iter() {
                let page = read.get_dictionary(page).expect("a page");
                let size = page.get(b"MediaBox").and_then(Object::as_array).expect("a size");
                let mut size: Vec<i64> =
                    size.iter().map(|side| side.as_float().expect("a number").round() as i64).collect();
                size.sort_unstable();
                assert_eq!(size, [0, 0, short, long], "{name}");
            }
            let pages = pages(&pdf);
            for (index, page) in pages.iter().enumerate() {
                assert!(page.contains(&format!("page {} of {}", index + 1, pages.len())), "{name}: {page}");
                let (campaign, turn) = if name == "muster-odd" {
                    ("The Wars of the Marches", "turn 1,234")
                } else {
                    ("The War for France", "turn 12")
                };
                assert!(page.contains(campaign) && page.contains(turn), "{name}: {page}");
            }
        }
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    for (name, document) in samples() {
        let first = pdf(&document, A4, &AtomicBool::new(false)).expect(name);
        let again = pdf(&document, A4, &AtomicBool::new(false)).expect(name);
        assert!(first == again, "{name} differs");
    }
}

#[test]
fn a_screen_reader_finds_the_parts_the_language_and_the_title() {
    for (name, document) in samples() {
        let read = Pdf::load_mem(&pdf(&document, A4, &AtomicBool::new(false)).expect(name)).expect("a PDF");
        let catalog = read.catalog().expect("a catalogue");
        assert!(catalog.has(b"StructTreeRoot"), "{name}");
        assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).expect("a language"), b"en-GB", "{name}");
        assert!(is_accessible(&read), "{name}");
        let mark = catalog.get(b"MarkInfo").and_then(Object::as_dict).expect("marks");
        assert!(mark.get(b"Marked").and_then(Object::as_bool).expect("a mark"), "{name}");
    }
}

#[test]
fn names_are_printed_as_they_are_written() {
    let everything = squeezed(&pages(&print("muster-odd", Document::MusterRoll(odd_garrison()), A4)).concat());
    for name in ODD {
        assert!(everything.contains(&squeezed(name)), "{name} in {everything}");
    }
    let roll = odd_garrison();
    let force = &roll.battles[0].forces[0];
    for text in [&roll.foot.campaign, &roll.side.name, &roll.name, &force.name, &force.units[0].name] {
        assert!(everything.contains(&squeezed(text)), "{text} in {everything}");
    }
}

#[test]
fn letters_no_font_has_are_marked_and_control_characters_left_out() {
    let mut roll = army(3);
    let men = &mut roll.battles[0].forces[0].units[0].men;
    men[1].name = "Ali علي 阿里 🛡\u{FE0F} the\tYounger\nof\u{0}Acre".into();
    let text = pages(&print("muster-letters", Document::MusterRoll(roll), A4)).concat();
    assert!(text.contains("Ali ��� �� � the Younger of Acre"), "{text}");
}

#[test]
fn a_small_unit_is_not_torn_and_one_that_goes_on_over_the_page_says_so() {
    let mut roll = army(400);
    let mut long = roll.battles[0].forces[0].units[1].clone();
    long.name = "The long company".into();
    let one = long.men[1].clone();
    long.men.extend(std::iter::repeat_n(one, 100));
    roll.battles[0].forces[0].units.insert(1, long);
    // Men of long names and many arms, whose rows are of several lines, in a unit near a page long.
    let mut crowded = roll.battles[0].forces[1].units[0].clone();
    let crowded_name = "The crowded company";
    crowded.name = crowded_name.into();
    for (index, man) in crowded.men.iter_mut().enumerate() {
        man.name = ODD[3 + index % 2].into();
    }
    crowded.men.truncate(12);
    roll.battles[0].forces[1].units.insert(0, crowded);
    let mut number = 0;
    for unit in roll.battles[0].forces.iter_mut().flat_map(|force| &mut force.units) {
        for man in &mut unit.men {
            number += 1;
            man.number = Some(format!("N{number}."));
        }
    }
    for options in [A4, LETTER, Options { tick_boxes: true, ..A4 }, Options { tick_boxes: true, ..LETTER }] {
        let pages = pages(&print("muster-units", Document::MusterRoll(roll.clone()), options));
        let page_of = |man: &PrintedMan| {
            let number = man.number.as_deref().expect("a number");
            let found: Vec<usize> =
                (0..pages.len()).filter(|&page| pages[page].split(' ').any(|word| word == number)).collect();
            assert_eq!(found.len(), 1, "{number} stands on one page");
            found[0]
        };
        for unit in roll.battles[0].forces.iter().flat_map(|force| &force.units) {
            let on: Vec<usize> = unit.men.iter().map(page_of).collect();
            let (first, last) = (on[0], on[on.len() - 1]);
            // Pages are filled: a unit stands whole where it fits, and a handful always.
            if unit.men.len() <= 8 {
                assert_eq!(first, last, "{} is torn", unit.name);
            }
            if unit.name == "The long company" {
                assert!(last > first);
            }
            if first == last {
                continue;
            }
            // Its line says so, with its force and commander between; another unit may go on at the top of its first page.
            let goes_on = |page: &str| {
                let line = |at: usize| page[at..].chars().take(100).collect::<String>();
                page.match_indices(&unit.name).any(|(at, _)| line(at).contains("continued"))
            };
            assert!(!goes_on(&pages[first]), "{}", pages[first]);
            for page in &pages[first + 1..=last] {
                assert!(goes_on(page), "{page}");
                assert!(page.contains("Grade"), "the columns are named again: {page}");
            }
        }
    }
}

#[test]
fn a_muster_roll_sums_its_units_forces_and_battles() {
    // CP-6.2
    let man = |class, rank, horse, points: i64, state| PrintedMan {
        points,
        state,
        ..man("A man", class, rank, Grade::B, 2, "sword", horse)
    };
    let mut roll = army(1);
    let unit = |men| PrintedUnit { name: "unit".into(), commander: None, men };
    roll.battles[0].forces[0].units = vec![
        unit(vec![
            man(Class::Knight, Rank::Earl, Horse::Barded, 40, PersonState::Fit),
            man(Class::Sergeant, Rank::None, Horse::None, 7, PersonState::Wounded),
        ]),
        unit(vec![
            man(Class::Peasant, Rank::None, Horse::None, 1_200, PersonState::Fit),
            man(Class::Cleric, Rank::None, Horse::Unbarded, 18, PersonState::Fit),
            man(Class::Sergeant, Rank::None, Horse::None, 9, PersonState::Fit),
        ]),
    ];
    let expected =
        PrintedTally { knights: 1, sergeants: 2, peasants: 1, clerics: 1, men: 5, fit: 4, mounted: 2, points: 1_274 };
    assert_eq!(roll.tally(), expected);
    let text = pages(&print("muster-sums", Document::MusterRoll(roll), A4)).concat();
    assert!(text.contains("In all 1 2 1 1 5 4 2 1,274"), "{text}");
    assert!(text.contains("1 knight, 1 sergeant; 1 mounted 47 points"), "{text}");
    assert!(text.contains("knight, earl"), "{text}");
}

#[test]
fn a_battle_roster_gives_each_side_its_own_pages_then_the_turn() {
    let roster = battle_roster();
    let pages = pages(&print("roster", Document::BattleRoster(roster.clone()), A4));
    let attackers = pages.iter().position(|page| page.contains("Battle roster of the attacker")).expect("attackers");
    let defenders = pages.iter().position(|page| page.contains("Battle roster of the defender")).expect("defenders");
    let turn = pages.iter().position(|page| page.contains("The turn, man to man")).expect("the turn");
    assert_eq!((attackers, turn), (0, pages.len() - 1));
    let numbers = |pages: &[String], letter: char| {
        let words = pages.iter().flat_map(|page| page.split(' '));
        words.filter(|word| word.strip_prefix(letter).is_some_and(|rest| rest.parse::<u32>().is_ok())).count()
    };
    assert_eq!(numbers(&pages[..defenders], 'A'), 60);
    assert_eq!(numbers(&pages[defenders..turn], 'B'), 60);
    assert_eq!(numbers(&pages[..defenders], 'B') + numbers(&pages[defenders..turn], 'A'), 0);
    assert!(pages[turn].contains("B7 dead; B8 wounded; B9 captive of A2; A2 unhorsed B9"), "{}", pages[turn]);
    // Worked values of the book, from the tables battles are fought by.
    for figures in [
        "longbow 8 16 40",
        "4, none 7 6 5",
        "hits, of 36 0 1 3 6 10 15 21 26 30 33 35",
        "A never, B 2, C 3, D 4, E 5 or less",
        "9–12 resolute",
    ] {
        assert!(pages[turn].contains(figures), "{figures} in {}", pages[turn]);
    }
    for heading in ["Wounds", "Ammunition", "Gallop", "Fate"] {
        assert!(pages[..turn].iter().any(|page| page.contains(heading)), "{heading}");
    }
}

#[test]
fn a_ransom_roll_writes_marks_and_a_prisoner_list_no_money() {
    let ransom = squeezed(&pages(&print("ransom", Document::RansomRoll(ransom_roll(RollKind::Ransom)), A4)).concat());
    for text in [
        "165 m 125 m 43 m 6s 8d 81 m 6s 8d",
        "40 m 10s, 2 Feb 1416, missed",
        "on parole, his son a hostage",
        "In all 300 m 260 m 43 m 6s 8d 216 m 6s 8d",
        "11 captives of 3 holders; 260 m agreed, 216 m 6s 8d of it still to pay",
        "Charles, Duke of Orléans",
        "knight, duke",
    ] {
        assert!(ransom.contains(&squeezed(text)), "{text} in {ransom}");
    }
    let prisoners = pages(&print("prisoners", Document::RansomRoll(ransom_roll(RollKind::Prisoners)), A4)).concat();
    assert!(prisoners.contains("Kept at") && prisoners.contains("Harfleur"), "{prisoners}");
    assert!(!prisoners.contains(" m ") && !prisoners.contains("Asked"), "{prisoners}");
}

#[test]
fn a_career_tells_grades_battles_captivities_and_ransoms() {
    let text = pages(&print("career", Document::Career(career()), A4)).concat();
    for part in [
        "The career of a baron",
        "Sir John Cornwall",
        "grade A1",
        "25 Oct 1415 A1 unhorsed the Count of Vendôme (MM-8.7)",
        "failed to meet a charge",
        "ransomed, 2 February 1414",
        "Louis, Count of Vendôme 43 m 6s 8d",
        "165 m",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_chronicle_and_a_pay_roll_say_what_they_were_given() {
    let mut told = chronicle(60);
    told.entries[59].text = "A long tale was told of it, and told again. ".repeat(400);
    let text = squeezed(&pages(&print("chronicle", Document::Chronicle(told.clone()), A4)).concat());
    for entry in &told.entries[..5] {
        assert!(text.contains(&squeezed(&entry.text)), "{}", entry.text);
    }
    assert_eq!(text.matches("tale").count(), 400, "a line longer than a page goes on over the next");
    let mut roll = pay_roll();
    let text = pages(&print("pay", Document::PayRoll(roll.clone()), A4)).concat();
    // 48 + 12 × 24 + 226 × 12 + 420 × 6 + 300 × 3 = 6,468 a day; 45,276 a week, and 2,520 from before.
    assert!(text.contains("In all 959 £10 10s £199 3s"), "{text}");
    assert!(text.contains("The treasury holds £4,166 13s 4d; £3,967 10s 4d is left when all are paid."), "{text}");
    roll.treasury = roll.treasury.map(|treasury| treasury.share(1, 100));
    let text = pages(&print("pay-short", Document::PayRoll(roll), A4)).concat();
    assert!(text.contains("it falls short by £157 9s 8d."), "{text}");
}

#[test]
fn a_siege_sheet_has_hosts_walls_factors_and_the_days_to_come() {
    let text = pages(&print("siege", Document::SiegeSheet(siege_sheet()), A4)).concat();
    for words in [
        "Château Gaillard",
        "The siege of a castle, by England against France, since 1 August 1415",
        "8 days of it are over",
        "1 trebuchet, 2 mangonels, 1 ram, 1 siege tower, ladders",
        "the garrison leaves with arms, in 20 days unless relieved",
        "the besiegers’",
        "demolished",
        // SG-3.1: 1d10 and these, 12 or more.
        "At 12 or more they ask terms (SG-3.1).",
        // Laid on the first, its ninth day is the tenth of August, in its second siege turn; another follows.
        "Siege turn 2",
        "Saturday 10 August 1415",
        "Siege turn 3",
        // SG-1.4: a 4 on twelve points or more is a damage, a 3 with two points of engines lost as well.
        "D, 2C",
        "The latest 40 of 50 entries.",
        "a mangonel 1, a trebuchet 3, a ram 9",
        "A tie is the besiegers’.",
    ] {
        assert!(squeezed(&text).contains(&squeezed(words)), "“{words}” in {text}");
    }
}

#[test]
fn a_siege_that_is_over_is_told_whole_and_leaves_nothing_to_fill_in() {
    let mut sheet = siege_sheet();
    sheet.over = true;
    let (told, hosts) = (sheet.story.len(), sheet.hosts.len());
    assert!(told > 40 && hosts > 0);
    let text = squeezed(&pages(&print("siege-over", Document::SiegeSheet(sheet.clone()), A4)).concat());
    for line in &sheet.story {
        assert!(text.contains(&squeezed(&line.1)), "“{}” in {text}", line.1);
    }
    for words in ["The latest", "Siege turn 2", "stores last", "The hosts", "test of surrender", "The figures"] {
        assert!(!text.contains(&squeezed(words)), "“{words}” in {text}");
    }
    assert!(text.contains(&squeezed("demolished")), "{text}");
}

#[test]
fn sg_1_4_a_siege_sheet_has_the_campaigns_own_figures() {
    let mut sheet = siege_sheet();
    let tables = std::sync::Arc::make_mut(&mut sheet.tables);
    tables.engines.mangonel = 4;
    tables.surrender.need = 9;
    tables.initiative.grades[4] = 7;
    tables.building.tower = 11;
    let text = squeezed(&pages(&print("siege-house", Document::SiegeSheet(sheet), A4)).concat());
    for words in ["a mangonel 4, a trebuchet 3", "At 9 or more they ask terms (SG-3.1).", "A +7", "tower 11"] {
        assert!(text.contains(&squeezed(words)), "“{words}” in {text}");
    }
}

/// SG-3.4, SG-1.2: where besiegers are shut in the test of surrender is suspended, and ties are theirs who besiege now.
#[test]
fn sg_3_4_a_siege_sheet_says_why_there_is_no_test() {
    let mut sheet = siege_sheet();
    sheet.no_test = Some("the besiegers are besieged themselves (SG-3.4)".into());
    sheet.shut_in = true;
    let text = squeezed(&pages(&print("siege-shut-in", Document::SiegeSheet(sheet), A4)).concat());
    for words in [
        "There is no test of surrender: the besiegers are besieged themselves (SG-3.4).",
        "A tie is the garrison’s and the relief’s, who besiege those who are shut in.",
    ] {
        assert!(text.contains(&squeezed(words)), "“{words}” in {text}");
    }
    for words in ["they ask terms", "Surrender: 1d10", "A tie is the besiegers’"] {
        assert!(!text.contains(&squeezed(words)), "“{words}” in {text}");
    }
}

#[test]
fn an_empty_document_says_so() {
    let mut nameless = army(2);
    nameless.battles[0].name.clear();
    nameless.battles[0].forces[0].name.clear();
    let units = &mut nameless.battles[0].forces[0].units;
    units[0].name.clear();
    units[0].men[0].name.clear();
    units[0].men[0].number = Some("A1".into());
    units.push(PrintedUnit { name: String::new(), commander: None, men: Vec::new() });
    let mut forces_only = army(100);
    forces_only.battles[0].name.clear();
    let mut roll = army(1);
    roll.battles.clear();
    roll.name.clear();
    roll.place.clear();
    roll.side.name.clear();
    roll.foot.campaign.clear();
    let mut roster = battle_roster();
    roster.sides.attacker.battles.clear();
    let mut captives = ransom_roll(RollKind::Ransom);
    captives.holders.clear();
    captives.side = None;
    let mut knight = career();
    knight.grades.clear();
    knight.battles.clear();
    knight.captivities.clear();
    knight.ransoms.clear();
    let mut pay = pay_roll();
    pay.lines.clear();
    for (document, words) in [
        (Document::MusterRoll(forces_only), "Force of Lord atte Wode"),
        (Document::MusterRoll(nameless), "Without a name"),
        (Document::MusterRoll(roll), "No men are mustered here."),
        (Document::BattleRoster(roster), "No men are here."),
        (Document::RansomRoll(captives), "No captives are held."),
        (Document::Career(knight), "He has fought no battle yet."),
        (Document::Chronicle(chronicle(0)), "Nothing is written between these dates."),
        (Document::PayRoll(pay), "Nobody is paid."),
    ] {
        let pdf = print("empty", document, A4);
        assert!(is_accessible(&Pdf::load_mem(&pdf).expect("a PDF")), "{words}");
        let text = pages(&pdf).concat();
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn every_tincture_has_its_shield() {
    let mut printed = Vec::new();
    for &tincture in Tincture::ALL {
        let mut roll = army(2);
        roll.side = banner("A realm", tincture);
        printed.push(print(&format!("shield-{tincture}"), Document::MusterRoll(roll), A4));
    }
    for (index, pdf) in printed.iter().enumerate() {
        assert!(printed[..index].iter().all(|other| other != pdf), "{} looks like another", Tincture::ALL[index]);
    }
}

#[test]
fn cancelling_answers_at_once_and_leaves_the_next_document_whole() {
    let roll = Document::MusterRoll(army(5_000));
    assert_eq!(pdf(&roll, A4, &AtomicBool::new(true)), Err(PrintError::Cancelled));
    assert_eq!(Problem::from(PrintError::Cancelled).kind, ProblemKind::Cancelled);
    let cancel = Arc::new(AtomicBool::new(false));
    let raised = {
        let cancel = Arc::clone(&cancel);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            cancel.store(true, Ordering::Relaxed);
            Instant::now()
        })
    };
    assert_eq!(pdf(&roll, A4, &cancel), Err(PrintError::Cancelled));
    let answered = Instant::now();
    let waited = answered.duration_since(raised.join().expect("the flag is raised"));
    assert!(waited < Duration::from_secs(1), "the answer took {waited:?}");
    let small = Document::PayRoll(pay_roll());
    assert_eq!(pdf(&small, A4, &AtomicBool::new(false)), pdf(&small, A4, &AtomicBool::new(false)));
}

#[test]
fn the_host_of_1415_prints_a_row_a_man() {
    let roll = agincourt();
    assert_eq!(roll.tally().men, 5_076);
    let text = pages(&print("agincourt", Document::MusterRoll(roll.clone()), A4)).join(" ");
    let men = roll.battles.iter().flat_map(|battle| &battle.forces).flat_map(|force| &force.units);
    let rows =
        text.matches("sword fit").count() + text.matches("unbarded fit").count() + text.matches("barded fit").count()
            - text.matches("unbarded fit").count();
    assert_eq!(rows, men.map(|unit| unit.men.len()).sum::<usize>());
    assert!(text.contains("In all 110 4,966 – – 5,076 5,076 1,299"), "the sums");
}
