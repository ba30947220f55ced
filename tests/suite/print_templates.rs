//! A club's own words and look: templates copied, changed and printed by, and their faults told by line; and the papers that
//! are no roll: casualties, cards, blank sheets.

use crate::print_samples as samples;
use crate::support::{banneret, folder, march, open, planned, refusal};
use banneret::app::{battle, casualties, documents, muster, numbers, templates};
use banneret::campaign::problem::ProblemKind;
use banneret::print::{BlankKind, Document, Options, OwnTemplates, Paper, TEMPLATES, fields, pdf, pdf_by, template};
use banneret::store::Store;
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn words(pdf: &[u8]) -> Vec<String> {
    let pages = pdf_extract::extract_text_from_mem_by_pages(pdf).expect("a PDF with text");
    pages.iter().map(|page| page.replace('\u{200B}', "").split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn set(document: &Document, options: Options) -> Vec<u8> {
    let pdf = pdf(document, options, &AtomicBool::new(false)).expect("it is set");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("print");
    std::fs::create_dir_all(&folder).expect("a folder");
    let name = match document {
        Document::CasualtyList(_) => "casualties",
        Document::FigureCards(_) => "cards",
        Document::BlankSheet(sheet) => sheet.kind.word(),
        _ => "paper",
    };
    std::fs::write(folder.join(format!("{name}-{:?}.pdf", options.paper)), &pdf).expect("a file");
    pdf
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// The made-up document of a template.
fn shown(name: &str) -> Document {
    samples::shown(name).unwrap_or_else(|| panic!("{name} is shown by a made-up document"))
}

#[test]
fn what_every_template_is_given_can_be_read() {
    for known in TEMPLATES {
        let given = templates::fields(known).expect(known.file);
        assert!(given.as_object().is_some_and(|given| given.len() > 3), "{}: {given}", known.file);
        let pdf =
            templates::preview(known, Options::default(), Path::new("/no/such/folder"), &never()).expect(known.file);
        assert!(pdf.starts_with(b"%PDF"), "{}", known.file);
    }
    assert_eq!(templates::fields(template("pay-roll").expect("it ships")).expect("fields"), fields(&shown("pay-roll")));
}

#[test]
fn a_template_copied_and_changed_is_printed_by_and_taken_away_is_not() {
    let folder = folder();
    let own = folder.path().join("templates");
    let roll = template("muster-roll").expect("it ships");
    let path = templates::copy(roll, &own).expect("copied");
    assert_eq!(std::fs::read_to_string(&path).expect("read"), roll.text);
    assert!(templates::copy(roll, &own).is_err(), "what is there is not replaced");
    assert_eq!(templates::list(&own).expect("listed")[3].state, templates::TemplateState::Copied);
    let document = shown("muster-roll");
    let by = |own: &Path| {
        let own = templates::own_in(own).expect("read");
        words(&pdf_by(&document, Options::default(), &own, &never()).expect("it is set")).concat()
    };
    assert!(by(&own).contains("Muster roll of an army"));
    // The club's own words, and a file of its own beside them.
    let changed = roll
        .text
        .replace("Muster roll of ", "The gathering of ")
        .replace("#import \"house.typ\": *", "#import \"house.typ\": *\n#import \"club.typ\": motto");
    std::fs::write(&path, changed).expect("written");
    std::fs::write(own.join("club.typ"), "#let motto = [Ware the Wold]").expect("written");
    std::fs::write(own.join("notes.txt"), "no template").expect("written");
    std::fs::write(&path, std::fs::read_to_string(&path).expect("read") + "\n#motto\n").expect("written");
    let told = by(&own);
    assert!(told.contains("The gathering of an army") && told.contains("Ware the Wold"), "{told}");
    assert_eq!(templates::list(&own).expect("listed")[3].state, templates::TemplateState::Own);
    assert!(templates::list(&own).expect("listed").iter().any(|line| line.file == "club.typ"));
    assert_eq!(templates::faults(&own, &never()).expect("looked through"), Vec::<String>::new());
    std::fs::remove_file(&path).expect("taken away");
    assert!(by(&own).contains("Muster roll of an army"));
}

#[test]
fn a_fault_is_told_with_its_file_line_and_column_also_behind_what_ships() {
    let folder = folder();
    let own = folder.path();
    let at = |file: &str, text: &str| {
        std::fs::write(own.join(file), text).expect("written");
        let own = templates::own_in(own).expect("read");
        pdf_by(&shown("pay-roll"), Options::default(), &own, &never()).expect_err("a fault").to_string()
    };
    let unknown = at("pay-roll.typ", "#import \"house.typ\": *\n\n#let it = sys.inputs.document\n#it.termm\n");
    assert!(unknown.contains("pay-roll.typ, line 4") && unknown.contains("termm"), "{unknown}");
    assert!(unknown.contains("#it.termm"), "the line itself stands there: {unknown}");
    let unclosed = at("pay-roll.typ", "#import \"house.typ\": *\n#head(\n");
    assert!(unclosed.contains("pay-roll.typ, line 2"), "{unclosed}");
    // A wrong argument is a fault of the call, not of the template that ships.
    let called = at("pay-roll.typ", "#import \"house.typ\": *\n\n#many(\"three\", [man], [men])\n");
    assert!(called.contains("pay-roll.typ, line 3"), "{called}");
    let missing = at("pay-roll.typ", "#import \"mine.typ\": *\n");
    assert!(missing.contains("pay-roll.typ, line 1"), "{missing}");
    // What others import is at fault in all of them, and told once.
    std::fs::remove_file(own.join("pay-roll.typ")).expect("removed");
    std::fs::write(own.join("turn.typ"), "#let turn-sheet = nothing-of-the-kind\n").expect("written");
    let faults = templates::faults(own, &never()).expect("looked through");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("turn.typ, line 1"), "{faults:?}");
    let problem = banneret::campaign::problem::Problem::from(
        pdf_by(&shown("battle-roster"), Options::default(), &templates::own_in(own).expect("read"), &never())
            .expect_err("a fault"),
    );
    assert_eq!(problem.kind, ProblemKind::BadInput);
    assert!(problem.hint.contains("your folder of templates"), "{}", problem.hint);
}

#[test]
fn a_clubs_own_picture_stands_in_the_head() {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(20, 10, image::Rgb([180, 20, 20]))
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a picture");
    let mut own = OwnTemplates::default();
    own.pictures.insert("badge.png".to_owned(), png.into_inner());
    let plain = template("chronicle").expect("it ships").text;
    let text = plain.replacen("#head(", "#image(\"badge.png\", width: 30mm, alt: \"the club’s badge\")\n#head(", 1);
    own.templates.insert("chronicle.typ".to_owned(), text);
    let with = pdf_by(&shown("chronicle"), Options::default(), &own, &never()).expect("it is set");
    assert!(with.len() > pdf(&shown("chronicle"), Options::default(), &never()).expect("it is set").len());
}

#[test]
fn the_commands_list_copy_preview_and_check_templates() {
    let folder = folder();
    let own = folder.path().join("own");
    let run = |arguments: &[&str]| {
        let output = banneret(["templates", "--folder", own.to_str().expect("a plain name")].iter().chain(arguments))
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), output)
    };
    let (_, listed, _) = run(&[]);
    assert!(listed.contains("muster-roll.typ") && listed.contains("as shipped"), "{listed}");
    assert_eq!(run(&["copy", "casualty-list"]).0, Some(0));
    assert!(run(&["list"]).1.contains("yours, not changed yet"));
    let pdf = folder.path().join("look.pdf");
    assert_eq!(run(&["preview", "casualty-list", "-o", pdf.to_str().expect("plain")]).0, Some(0));
    assert!(words(&std::fs::read(&pdf).expect("a PDF")).concat().contains("List of casualties"));
    for picture in ["cord-order", "house"] {
        let pdf = folder.path().join(format!("{picture}.pdf"));
        assert_eq!(run(&["preview", picture, "-o", pdf.to_str().expect("plain")]).0, Some(0), "{picture}");
    }
    let (_, given, _) = run(&["fields", "casualty-list"]);
    assert!(serde_json::from_str::<Value>(&given).expect("JSON")["battles"][0]["sides"].is_array());
    assert_eq!(run(&["check"]).0, Some(0));
    std::fs::write(own.join("casualty-list.typ"), "#nonsense()").expect("written");
    let (sentence, hint) = refusal(&run(&["check"]).2, "a check");
    assert!(sentence.contains("1 fault") && hint.contains("Mend"), "{sentence} {hint}");
    assert!(run(&["check"]).1.contains("casualty-list.typ, line 1"));
    assert!(refusal(&run(&["copy", "poster"]).2, "no such template").1.contains("muster-roll"));
}

/// A battle of *The March*, fought and taken in.
fn fought(store: &mut Store) -> banneret::campaign::ids::BattleId {
    let planned = planned(store);
    let muster = muster::planned(store, planned).expect("a muster");
    let house = numbers::of_battles(store).expect("numbers");
    let fought = battle::fight(&muster, &house).expect("fought");
    let proposal = battle::propose_settled(store, muster, fought, false).expect("proposed");
    battle::take_in(store, proposal).expect("taken in");
    planned
}

#[test]
fn a_battles_casualties_are_those_it_tells_of_and_the_days_between_have_the_others_too() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let battle = fought(&mut store);
    let name = store.battle(battle).expect("a battle").name;
    let Document::CasualtyList(list) = casualties::of_battle(&store, battle, None).expect("a list") else {
        panic!("no list")
    };
    let lost: Vec<_> = list.battles[0].sides.iter().flat_map(|side| &side.lost).collect();
    let men = store.battle_men(battle).expect("men");
    let hurt = men
        .iter()
        .filter(|man| {
            use banneret::rules::battle::FateKind::{Unhurt, Withdrawn};
            man.wounded || !matches!(man.fate, Some(Unhurt | Withdrawn) | None)
        })
        .count();
    assert!(hurt > 5);
    assert_eq!(lost.len(), hurt, "everyone to whom something happened, and nobody else");
    let text = words(&set(&Document::CasualtyList(list.clone()), Options::default())).concat();
    assert!(text.contains(&name) && text.contains("In all"), "{text}");
    for man in &lost {
        assert!(text.replace(' ', "").contains(&man.name.replace(' ', "")), "{} in {text}", man.name);
    }
    // One side's list has its own alone.
    let side = store.formation(store.battle(battle).expect("a battle").attacker).expect("an army").side;
    let Document::CasualtyList(own) = casualties::between(&store, None, None, Some(side)).expect("a list") else {
        panic!("no list")
    };
    assert_eq!(own.battles[0].sides.len(), 1);
    // What wounds and hunger do after it stands apart, and an undone turn is not told.
    let before = casualties::between(&store, None, None, None).expect("a list");
    let mut died = 0;
    for _ in 0..6 {
        banneret::app::turn::play(&mut store).expect("a turn");
        let Document::CasualtyList(now) = casualties::between(&store, None, None, None).expect("a list") else {
            panic!("no list")
        };
        died = now.otherwise.iter().map(|side| side.lost.len()).sum::<usize>();
    }
    assert!(died > 0, "in six weeks some wounds kill");
    for _ in 0..6 {
        store.undo().expect("undone").expect("a turn");
    }
    assert_eq!(casualties::between(&store, None, None, None).expect("a list"), before);
    assert!(
        casualties::between(
            &store,
            Some(store.about().expect("about").day),
            Some(banneret::campaign::calendar::Day(0)),
            None
        )
        .is_err()
    );
}

#[test]
fn cards_bear_every_man_and_blank_sheets_have_room_to_write() {
    let folder = folder();
    let store = open(&march(&folder));
    let army = store.army_named("Host of Estmark").expect("an army");
    let all = documents::figure_cards(&store, army.id, false).expect("cards");
    let leaders = documents::figure_cards(&store, army.id, true).expect("cards");
    let (Document::FigureCards(all), Document::FigureCards(few)) = (all, leaders) else { panic!("no cards") };
    assert_eq!(all.cards.len(), store.men_of(army.id).expect("men").len());
    assert!(!few.cards.is_empty() && few.cards.len() < all.cards.len());
    let pages = words(&set(&Document::FigureCards(few.clone()), Options::default()));
    assert_eq!(pages.len(), few.cards.len().div_ceil(10), "ten to a page");
    let text = pages.concat();
    for card in &few.cards {
        assert!(text.replace(' ', "").contains(&card.man.name.replace(' ', "")), "{}", card.man.name);
    }
    for paper in [Paper::A4, Paper::Letter] {
        let options = Options { paper, ..Options::default() };
        assert_eq!(words(&set(&Document::BlankSheet(samples::blank(BlankKind::Cards)), options)).len(), 1);
        let leaders = words(&set(&Document::FigureCards(few.clone()), options));
        assert_eq!(leaders.len(), few.cards.len().div_ceil(10), "ten to a page");
        assert_eq!(words(&set(&Document::BlankSheet(samples::blank(BlankKind::Orders)), options)).len(), 1);
        let roster = words(&set(&documents::blank_sheet(BlankKind::Roster), options));
        assert_eq!(roster.len(), 3, "two pages to write on, and the turn");
        assert!(roster[2].contains("The turn, man to man") && roster[0].contains("Commander"), "{roster:?}");
    }
    let side = store.side_named("Estmark").expect("a side").id;
    let orders = documents::blank_sheet_of(&store, BlankKind::Orders, Some(side)).expect("a sheet");
    assert!(words(&set(&orders, Options::default())).concat().contains("Host of Estmark"));
}

#[test]
fn a_template_that_takes_memory_or_loops_without_end_is_told_of() {
    let folder = folder();
    let own = folder.path().join("own");
    std::fs::create_dir(&own).expect("a folder");
    let preview = |text: &str, to: &str| {
        std::fs::write(own.join("pay-roll.typ"), text).expect("written");
        let to = folder.path().join(to);
        let arguments = ["templates", "--folder", own.to_str().expect("plain"), "preview", "pay-roll", "-o"];
        banneret(arguments.iter().copied().chain([to.to_str().expect("plain")])).output().expect("the program runs")
    };
    for (greedy, told) in [
        ("#for one in range(1000000000) [a]\n", "more than 500 MB of memory"),
        ("#let many = (1,) * 2000000000\n#many.len()\n", "more than 500 MB of memory"),
        ("#let many = (1,)\n#while many.len() > 0 { many = many + many }\n", "more than 500 MB of memory"),
        ("#while true {}\n", "condition is always true"),
        ("#let f(n) = f(n + 1)\n#f(0)\n", "maximum function call depth"),
    ] {
        let (sentence, hint) = refusal(&preview(greedy, "greedy.pdf"), greedy);
        assert!(sentence.contains("pay-roll.typ") && sentence.contains(told), "{greedy}: {sentence}");
        assert!(hint.contains("your folder of templates"), "{greedy}: {hint}");
        assert!(!folder.path().join("greedy.pdf").exists());
        assert!(sentence.len() + hint.len() < 2_000, "{greedy:.40}: {}", sentence.len());
    }
    // A fault of a line without end is told with the beginning of it.
    for long in [format!("#{}{}", "(".repeat(100_000), ")".repeat(100_000)), "#panic(\"a\" * 10000000)".to_owned()] {
        let output = preview(&long, "greedy.pdf");
        assert!(output.stderr.len() < 2_000, "{} bytes", output.stderr.len());
        assert!(refusal(&output, "a long line").0.contains("pay-roll.typ, line 1"));
    }
    // It is ended by the clock where it takes no memory.
    if crate::support::seeds() > 40 {
        let (sentence, _) = refusal(
            &preview("#for a in range(1000000) { for b in range(1000) { for c in range(100) {} } }\n", "slow.pdf"),
            "slow",
        );
        assert!(sentence.contains("longer than 120 seconds"), "{sentence}");
    }
    // Set apart or not, it is the same paper.
    let roll = template("pay-roll").expect("it ships");
    let changed = roll.text.to_owned() + "\n#text[Ware the Wold]\n";
    let apart = preview(&changed, "apart.pdf");
    assert!(apart.status.success(), "{}", String::from_utf8_lossy(&apart.stderr));
    let here = templates::preview(roll, Options::default(), &own, &never()).expect("it is set");
    assert!(std::fs::read(folder.path().join("apart.pdf")).expect("a PDF") == here, "the same bytes");
}

/// The process that sets a document by a greedy template is ended before it takes more than the program itself may.
#[cfg(target_os = "linux")]
#[test]
fn a_greedy_template_takes_no_more_memory_than_is_told() {
    let folder = folder();
    std::fs::write(folder.path().join("pay-roll.typ"), "#range(1000000000)\n").expect("written");
    let (own, to) = (folder.path().to_str().expect("plain"), folder.path().join("greedy.pdf"));
    let arguments = ["templates", "--folder", own, "preview", "pay-roll", "-o", to.to_str().expect("plain")];
    let mut program = banneret(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    let (id, mut most, mut seen) = (program.id(), 0, false);
    while program.try_wait().expect("it runs").is_none() {
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        for child in children.split_whitespace() {
            seen = true;
            let status = std::fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
            let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            most = most.max(held.map_or(0, |held| held.parse::<u64>().expect("a figure") >> 10));
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(seen && most < 600, "{most} MB");
}

#[test]
fn a_folder_of_more_than_is_held_at_once_is_refused() {
    let folder = folder();
    for picture in ["one.png", "two.png"] {
        std::fs::File::create(folder.path().join(picture)).expect("a file").set_len(40 << 20).expect("it is long");
    }
    let problem = templates::own_in(folder.path()).expect_err("too much");
    assert!(problem.sentence.contains("more than 64 MB together"), "{}", problem.sentence);
    std::fs::remove_file(folder.path().join("two.png")).expect("removed");
    assert_eq!(templates::own_in(folder.path()).expect("read").pictures.len(), 1);
}

/// None of what a club put there is passed over in silence.
#[test]
fn a_folder_of_more_files_than_are_read_is_refused_and_others_do_not_count() {
    let folder = folder();
    for number in 0..199 {
        std::fs::write(folder.path().join(format!("arms-{number}.png")), "").expect("a picture");
        std::fs::write(folder.path().join(format!("a note {number}.txt")), "").expect("a note");
    }
    std::fs::write(folder.path().join("muster-roll.typ"), "Mustered.").expect("a template");
    let own = templates::own_in(folder.path()).expect("read");
    assert_eq!((own.pictures.len(), own.templates.len()), (199, 1));
    std::fs::write(folder.path().join("zodiac.svg"), "").expect("a picture");
    let problem = templates::own_in(folder.path()).expect_err("too many");
    assert!(problem.sentence.contains("201 templates") && problem.sentence.contains("200 of them"), "{problem}");
}
