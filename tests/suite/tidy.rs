//! The mechanical rules of the source tree. Each rule is a function over a file's path and text that lists what
//! breaks it, proved here on a text that does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A file of the tree: its path from the root, and its text.
struct Source {
    path: String,
    text: String,
}

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

/// Every file under a folder of the tree whose name ends so.
fn sources(folder: &str, ends: &[&str]) -> Vec<Source> {
    fn collect(root: &Path, folder: &Path, ends: &[&str], found: &mut Vec<Source>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let shown = path.strip_prefix(root).expect("under the root").to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                collect(root, &path, ends, found);
            } else if ends.iter().any(|end| shown.ends_with(end)) {
                found.push(Source { text: fs::read_to_string(&path).expect("text"), path: shown });
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(root, &root.join(folder), ends, &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// The lines of a file in which `breaks` finds something, each as a complaint.
fn lines(source: &Source, breaks: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let numbered = source.text.lines().enumerate();
    numbered.filter_map(|(at, line)| breaks(line).map(|what| format!("{}:{}: {what}", source.path, at + 1))).collect()
}

/// A word standing by itself in a line.
fn word_in(line: &str, word: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line.as_bytes()[..at], &line.as_bytes()[at + word.len()..]);
        !before.last().is_some_and(|byte| part(*byte)) && !after.first().is_some_and(|byte| part(*byte))
    })
}

fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// How high a module stands: it may use its own and those below.
fn height(module: &str) -> Option<u32> {
    Some(match module {
        "rules" => 0,
        "campaign" => 1,
        "store" | "print" => 2,
        "app" => 3,
        "cli" | "desktop" => 4,
        "main" => 5,
        _ => return None,
    })
}

fn against_the_arrows(source: &Source) -> Vec<String> {
    let own = source.path.strip_prefix("src/").unwrap_or(&source.path);
    let own = own.split('/').next().unwrap_or(own).trim_end_matches(".rs");
    let Some(own_height) = height(own) else { return Vec::new() };
    lines(source, |line| {
        let code = line.split("//").next().unwrap_or("");
        for root in ["crate::", "banneret::"] {
            for (at, _) in code.match_indices(root) {
                let after = &code[at + root.len()..];
                let named: Vec<&str> = match after.strip_prefix('{') {
                    // `use crate::{campaign::…, store::…}`
                    Some(group) => group.split(',').map(str::trim).collect(),
                    None => vec![after],
                };
                for name in named {
                    let module: String = name.chars().take_while(|letter| letter.is_ascii_lowercase()).collect();
                    if module != own && height(&module).is_some_and(|height| height >= own_height) {
                        return Some(format!("{own} uses {module}"));
                    }
                }
            }
        }
        None
    })
}

#[test]
fn arrows_point_one_way() {
    none(sources("src", &[".rs"]).iter().flat_map(against_the_arrows).collect());
    let bad = [
        source("src/rules/dice.rs", "use crate::campaign::money::Pence;"),
        source("src/campaign/people.rs", "use crate::{rules::figure, store::Db};"),
        source("src/store/people.rs", "fn a() { crate::print::pdf() }"),
        source("src/app/turn.rs", "use crate::cli::out;"),
        source("src/cli/mod.rs", "crate::desktop::run(file)"),
    ];
    bad.iter().for_each(|bad| assert_eq!(against_the_arrows(bad).len(), 1, "{}", bad.path));
    let good = source("src/app/turn.rs", "use crate::store::Act; // not crate::cli\nuse crate::app::march;");
    assert!(against_the_arrows(&good).is_empty());
}

/// The clause ids on a page of the rule book: its headings `## MM-5 …` and its paragraphs `5.4 …`.
fn clauses_on(page: &str) -> BTreeSet<String> {
    let mut book = "";
    let mut found = BTreeSet::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let id = heading.split_whitespace().next().unwrap_or("");
            if let Some((letters, number)) = id.split_once('-')
                && number.parse::<u32>().is_ok()
            {
                book = letters;
                found.insert(id.to_owned());
            }
        } else if let Some(number) = line.split([' ', '*']).next()
            && number.split_once('.').is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok())
        {
            found.insert(format!("{book}-{number}"));
        }
    }
    found
}

/// The letters that clause ids begin with: `MM` of `MM-5.4`.
fn books_of(known: &BTreeSet<String>) -> BTreeSet<&str> {
    known.iter().filter_map(|id| id.split_once('-')).map(|(letters, _)| letters).collect()
}

/// The clause ids a line cites: a book's letters, a hyphen, and a number with one point at most.
fn cited(line: &str, books: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for book in books {
        for (at, _) in line.match_indices(&format!("{book}-")) {
            let inside_a_word = at > 0 && line.as_bytes()[at - 1].is_ascii_alphanumeric();
            let rest = &line[at + book.len() + 1..];
            let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
            let chapter = digits(rest);
            if inside_a_word || chapter.is_empty() {
                continue;
            }
            let part = rest[chapter.len()..].strip_prefix('.').map(digits).filter(|part| !part.is_empty());
            found.push(match part {
                Some(part) => format!("{book}-{chapter}.{part}"),
                None => format!("{book}-{chapter}"),
            });
        }
    }
    found
}

fn unknown_clauses(source: &Source, known: &BTreeSet<String>) -> Vec<String> {
    let books = books_of(known);
    lines(source, |line| {
        let unknown: Vec<String> = cited(line, &books).into_iter().filter(|id| !known.contains(id)).collect();
        (!unknown.is_empty()).then(|| format!("no page has {}", unknown.join(", ")))
    })
}

#[test]
fn every_clause_cited_is_in_the_rule_book() {
    let pages = sources("data/rules", &[".md"]);
    let known: BTreeSet<String> = pages.iter().flat_map(|page| clauses_on(&page.text)).collect();
    assert!(known.len() > 100, "{known:?}");
    for id in ["MM-1", "MM-5.4", "MM-10.1", "CP-3.4", "CP-7", "CA-3.3", "SG-2.4", "CU-3"] {
        assert!(known.contains(id), "{id}");
    }
    let books = books_of(&known);
    assert_eq!(books.len(), pages.len(), "each page has letters of its own: {books:?}");
    let mut all = pages;
    for (folder, ends) in [("src", ".rs"), ("tests", ".rs"), ("benches", ".rs"), ("ui", ".slint")] {
        all.extend(sources(folder, &[ends]));
    }
    all.extend(sources("data/tables", &[".toml"]));
    all.extend(sources("migrations", &[".sql"]));
    for book in &books {
        let of = BTreeSet::from([*book]);
        assert!(all.iter().flat_map(|source| cited(&source.text, &of)).count() > 30, "{book} is cited");
    }
    none(all.iter().flat_map(|source| unknown_clauses(source, &known)).collect());
    // Put together here, so that this file does not break its own rule.
    let text =
        format!("/// Blows (MM-5.4, {0}-5.99).\n/// As {1}-77 has it.\n/// Supply ({2}-2.77).", "MM", "CP", "SG");
    let complaints = unknown_clauses(&source("src/rules/x.rs", &text), &known);
    let expected = [(1, "MM", "5.99"), (2, "CP", "77"), (3, "SG", "2.77")];
    assert_eq!(
        complaints,
        expected.map(|(line, book, number)| format!("src/rules/x.rs:{line}: no page has {book}-{number}"))
    );
}

fn too_long(source: &Source) -> Vec<String> {
    let count = source.text.lines().count();
    if count > 800 { vec![format!("{}: {count} lines", source.path)] } else { Vec::new() }
}

#[test]
fn no_file_is_over_800_lines() {
    let ends = [".rs", ".slint", ".sql", ".typ"];
    let folders = ["src", "tests", "benches", "ui", "migrations", "data/print"];
    none(folders.iter().flat_map(|folder| sources(folder, &ends)).flat_map(|source| too_long(&source)).collect());
    assert!(too_long(&source("src/a.rs", &"a\n".repeat(801))).len() == 1);
    assert!(too_long(&source("src/a.rs", &"a\n".repeat(800))).is_empty());
}

fn inexact(source: &Source) -> Vec<String> {
    if source.path == "src/rules/odds.rs" {
        return Vec::new();
    }
    lines(source, |line| {
        let code = line.split("//").next().unwrap_or("");
        let found = ["f32", "f64", "HashMap", "HashSet"].into_iter().find(|word| word_in(code, word));
        found.map(|word| format!("{word} in the rules"))
    })
}

#[test]
fn the_rules_count_in_whole_numbers_and_in_order() {
    none(sources("src/rules", &[".rs"]).iter().flat_map(inexact).collect());
    let bad = source("src/rules/x.rs", "use std::collections::HashMap;\nlet a: f64 = 1.0;\nlet buf32 = 1; // no f32");
    assert_eq!(inexact(&bad).len(), 2);
}

/// What every set of rules calls alike, each in its own folder: what a game begins with and what is wrong with that, the
/// game, its numbers, its decisions, its events and its end, and what is kept of it. Prisoners and the campaign have tables
/// too. A command's arguments are named by its verb, and are seen nowhere else.
const ALIKE: [&str; 13] = [
    "Decision",
    "Ending",
    "Event",
    "Fault",
    "Faults",
    "Host",
    "HouseValues",
    "Illegal",
    "Plan",
    "Position",
    "Record",
    "Tables",
    "View",
];

/// The types a file lets others see, and those with a vague name, each with where it is.
fn types(source: &Source) -> Vec<(String, String)> {
    let named = |line: &str| {
        let seen = line.trim_start().strip_prefix("pub");
        let rest = seen.unwrap_or(line.trim_start());
        let rest = rest.strip_prefix('(').map_or(Some(rest), |inside| Some(inside.split_once(')')?.1))?;
        let (kind, rest) = rest.trim_start().split_once(' ')?;
        let name: String = rest.chars().take_while(|letter| letter.is_ascii_alphanumeric()).collect();
        let kinds =
            if seen.is_some() { &["struct", "enum", "trait", "type"][..] } else { &["struct", "enum", "trait"] };
        let told = seen.is_some() || VAGUE.contains(&name.as_str());
        (kinds.contains(&kind) && told && !name.is_empty()).then_some(name)
    };
    let numbered = source.text.lines().enumerate();
    numbered.filter_map(|(at, line)| Some((named(line)?, format!("{}:{}", source.path, at + 1)))).collect()
}

/// Words that say little by themselves: they stand for one type even where nobody else sees it.
const VAGUE: [&str; 6] = ["Game", "Kind", "Shown", "Stage", "Table", "Temper"];

/// Names that stand for more than one type.
fn twice(sources: &[Source]) -> Vec<String> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.path.starts_with("src/cli/")) {
        let folders = ["src/rules/", "src/campaign/"];
        let alike = |name: &str| ALIKE.contains(&name) && folders.iter().any(|folder| source.path.starts_with(folder));
        for (name, at) in types(source).into_iter().filter(|(name, _)| !alike(name)) {
            found.entry(name).or_default().push(at);
        }
    }
    let twice = found.into_iter().filter(|(_, at)| at.len() > 1);
    twice.map(|(name, at)| format!("{name} is a type at {}", at.join(" and "))).collect()
}

#[test]
fn a_name_stands_for_one_type() {
    let all = sources("src", &[".rs"]);
    assert!(all.iter().flat_map(types).count() > 500);
    none(twice(&all));
    let bad = [
        source("src/rules/a/mod.rs", "pub struct View<'a> {\npub enum Kind {"),
        source("src/rules/b/mod.rs", "pub type View = u8;\n    pub(super) trait Kind {"),
        source("src/app/a.rs", "pub struct View;\nstruct Kind;"),
        source("src/app/b.rs", "pub struct View(u8);"),
        source("src/cli/a.rs", "pub(super) struct Kind {"),
        source("src/app/c.rs", "struct Stage {\nstruct Seen {"),
        source("src/app/d.rs", "    enum Stage {\nstruct Seen {"),
    ];
    assert_eq!(
        twice(&bad),
        [
            "Kind is a type at src/rules/a/mod.rs:2 and src/rules/b/mod.rs:2 and src/app/a.rs:2",
            "Stage is a type at src/app/c.rs:1 and src/app/d.rs:1",
            "View is a type at src/app/a.rs:1 and src/app/b.rs:1"
        ]
    );
}

fn replacing(source: &Source) -> Vec<String> {
    lines(source, |line| word_in(line, "REPLACE").then(|| "REPLACE deletes a row unseen by the journal".to_owned()))
}

fn sql_text(source: &Source) -> Vec<String> {
    if source.path.starts_with("src/store/") {
        return Vec::new();
    }
    lines(source, |line| {
        let code = line.split("// ").next().unwrap_or("");
        let words = ["SELECT", "INSERT INTO", "DELETE FROM", "PRAGMA", "CREATE TABLE", "rusqlite"];
        words.into_iter().find(|word| word_in(code, word)).map(|word| format!("{word} outside the store"))
    })
}

#[test]
fn sql_stays_in_the_store_and_replaces_nothing() {
    let mut all = sources("src", &[".rs"]);
    none(all.iter().flat_map(sql_text).collect());
    all.extend(sources("migrations", &[".sql"]));
    none(all.iter().flat_map(replacing).collect());
    assert_eq!(replacing(&source("src/store/a.rs", "\"INSERT OR REPLACE INTO side\"")).len(), 1);
    assert_eq!(sql_text(&source("src/app/a.rs", "let q = \"SELECT name FROM side\";\nuse rusqlite::Row;")).len(), 2);
}

/// The parts of a group, which goes on behind its brace: `a::{b, c}, d}` has two.
fn outermost(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.push(group[from..at].trim());
                from = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts
}

/// What each file of `app`, its folder with it, uses of the others.
fn uses_in_app(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let name = |text: &str| text.chars().take_while(|one| one.is_ascii_lowercase() || *one == '_').collect::<String>();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let Some(own) = source.path.strip_prefix("src/app/") else { continue };
        let (file, deep) =
            (own.split(['/', '.']).next().unwrap_or(own), own.contains('/') && !own.ends_with("/mod.rs"));
        let code: String = source.text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        let roots = if deep { &["crate::app::"][..] } else { &["crate::app::", "super::"] };
        for root in roots {
            for (at, _) in code.match_indices(root) {
                let after = &code[at + root.len()..];
                let named = after.strip_prefix('{').map_or_else(|| vec![after], outermost);
                used.entry(file.to_owned()).or_default().extend(named.into_iter().map(name));
            }
        }
    }
    for (file, of) in &mut used {
        of.remove(file);
    }
    used
}

/// The files of `app` that lead to one another, two by two.
fn circles(used: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let reached = |from: &str| {
        let (mut found, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = next.pop() {
            let of = used.get(&file).into_iter().flatten();
            next.extend(of.filter(|file| found.insert((*file).clone())).cloned().collect::<Vec<_>>());
        }
        found
    };
    let all: Vec<_> = used.keys().map(|file| (file, reached(file))).collect();
    let mut found = Vec::new();
    for (at, (one, of_one)) in all.iter().enumerate() {
        for (other, of_other) in &all[at + 1..] {
            if of_one.contains(*other) && of_other.contains(*one) {
                found.push(format!("app/{one} and app/{other} lead to one another"));
            }
        }
    }
    found
}

#[test]
fn the_files_of_app_form_no_circle() {
    let used = uses_in_app(&sources("src/app", &[".rs"]));
    assert!(used.len() > 40, "{used:?}");
    assert!(used["documents"].contains("contest") && used["contest"].contains("muster"), "{used:?}");
    none(circles(&used));
    let bad = [
        source(
            "src/app/siege/sheet.rs",
            "use super::battle;\nuse crate::app::{\n    documents::{foot},\n    march,\n};",
        ),
        source("src/app/documents.rs", "use super::play; // use super::siege"),
        source("src/app/play.rs", "use crate::app::muster::Muster;"),
        source("src/app/muster.rs", "fn a() { super::siege::b() }"),
    ];
    let told = circles(&uses_in_app(&bad));
    assert_eq!(told.len(), 6, "{told:?}");
    assert!(told.contains(&"app/documents and app/siege lead to one another".to_owned()), "{told:?}");
    assert!(circles(&uses_in_app(&bad[..3])).is_empty());
}

fn unfinished(source: &Source) -> Vec<String> {
    // Put together here, so that this file does not break its own rule.
    let words = [
        concat!("#[ig", "nore"),
        concat!("to", "do!"),
        concat!("unimpl", "emented!"),
        concat!("FIX", "ME"),
        concat!("TO", "DO"),
    ];
    lines(source, |line| words.into_iter().find(|word| line.contains(word)).map(|word| format!("{word} is left")))
}

#[test]
fn nothing_is_left_undone_or_unrun() {
    let folders = ["src", "tests", "benches", "ui", "migrations"];
    let ends = [".rs", ".slint", ".sql"];
    none(folders.iter().flat_map(|folder| sources(folder, &ends)).flat_map(|source| unfinished(&source)).collect());
    let bad = format!("{}\nfn a() {{ {}() }}", concat!("#[ig", "nore]"), concat!("to", "do!"));
    assert_eq!(unfinished(&source("src/a.rs", &bad)).len(), 2);
}

/// A `match` over the sets of rules, or a question whether it is a certain one: a new one would have to be put into it. What
/// is asked of a set of rules is a method of `Ruleset`.
fn tells_rulesets_apart(source: &Source) -> Vec<String> {
    if source.path == "src/rules/ruleset.rs" {
        return Vec::new();
    }
    lines(source, |line| {
        let code = line.split("//").next().unwrap_or("");
        let arm = code.match_indices("Ruleset::").any(|(at, name)| {
            let (before, after) = (code[..at].trim_end(), &code[at + name.len()..]);
            let next = after.trim_start_matches(char::is_alphanumeric).trim_start();
            let variant = after.starts_with(char::is_uppercase);
            let apart = ["=>", "| ", "==", "!="].iter().any(|sign| next.starts_with(sign));
            let of = before.trim_end_matches(|letter: char| letter.is_alphanumeric() || "_:".contains(letter));
            variant && (apart || ["|", "==", "!="].iter().any(|sign| of.trim_end().ends_with(sign)))
        });
        arm.then(|| "the sets of rules are told apart".to_owned())
    })
}

#[test]
fn there_is_one_match_over_the_sets_of_rules() {
    none(sources("src", &[".rs"]).iter().flat_map(tells_rulesets_apart).collect());
    let bad = [
        "match rules {\n    Ruleset::Castles => 1,\n    _ => 2,\n}",
        "matches!(rules, Ruleset::ManToMan | Ruleset::CastleCracker)",
        "if rules == Ruleset::Castles {",
        "kept.rules != crate::rules::ruleset::Ruleset::ManToMan",
        "Ruleset::Siege == rules",
    ];
    bad.iter().for_each(|text| assert_eq!(tells_rulesets_apart(&source("src/app/a.rs", text)).len(), 1, "{text}"));
    let good = "kept.rules != S::RULES || rules == Ruleset::default()\nconst RULES: Ruleset = Ruleset::Siege;";
    assert!(tells_rulesets_apart(&source("src/app/a.rs", good)).is_empty());
}

/// The words of a name or a comment, each without its ending; `the`, `of` and their like left out.
fn stems(text: &str) -> Vec<String> {
    const SMALL: &str = " the a an of its this that it for in to and or is are on at by with from one s how what which as \
                         be if whether any ";
    let mut spaced = String::new();
    let mut lower = false;
    for letter in text.replace("'s", "").chars() {
        if lower && letter.is_uppercase() {
            spaced.push(' ');
        }
        lower = letter.is_lowercase() || letter.is_ascii_digit();
        spaced.push(if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    }
    let words = spaced.split_whitespace().filter(|word| !SMALL.contains(&format!(" {word} ")));
    let stem = |word: &str| {
        let ends = ["ings", "ing", "ies", "ied", "ed", "es", "s", "d"];
        let cut = ends.iter().find_map(|end| word.strip_suffix(end).filter(|left| left.len() >= 3)).unwrap_or(word);
        cut.trim_end_matches(['e', 'y']).to_owned()
    };
    words.map(stem).collect()
}

/// Comments of one line that say no more than the name they stand over, and the type it belongs to.
fn repeating(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let comment = |at: usize| lines.get(at).and_then(|line| line.strip_prefix("///"));
    let mut owner = Vec::new();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
        let of_type = ["struct ", "enum ", "trait "].iter().find_map(|word| code.strip_prefix(word));
        if let Some(name) = of_type {
            owner = stems(name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or(name));
        }
        let alone = at.checked_sub(1).is_none_or(|before| comment(before).is_none()) && comment(at + 1).is_none();
        let Some(text) = comment(at).filter(|_| alone) else { continue };
        let Some(item) = lines[at + 1..].iter().find(|line| !line.starts_with("#[")) else { continue };
        let code = item.split(['(', '<', ':', '=', '{', ',', ';']).next().unwrap_or(item);
        let (kind, name) = code.trim().rsplit_once(' ').unwrap_or(("", code.trim()));
        let own = stems(name);
        let member = !["struct", "enum", "trait"].iter().any(|word| kind.ends_with(word));
        let said = stems(text);
        if said.iter().all(|word| own.contains(word) || (member && owner.contains(word)))
            && (said.is_empty() || said.iter().any(|word| own.contains(word)))
        {
            found.push(format!("{}:{}: “{}” says no more than `{name}`", source.path, at + 1, text.trim()));
        }
    }
    found
}

#[test]
fn no_comment_repeats_its_name() {
    // The comments of the command line are its help.
    let read = sources("src", &[".rs"]).into_iter().filter(|source| !source.path.starts_with("src/cli"));
    none(read.flat_map(|source| repeating(&source)).collect());
    let bad = "/// A ransom.\npub struct Ransom {\n    /// Its size in marks.\n    pub size: i64,\n    /// The ransom's day.\n    pub day: Day,\n}";
    assert_eq!(repeating(&source("src/a.rs", bad)).len(), 2);
}

/// A colour written out, such as `#8b1a1a`, rather than taken from the theme.
fn colours(source: &Source) -> Vec<String> {
    lines(source, |line| {
        let code = line.split("//").next().unwrap_or("");
        for (at, _) in code.match_indices('#') {
            let digits = code[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
            if [3, 4, 6, 8].contains(&digits) {
                return Some("a colour outside the theme".to_owned());
            }
        }
        ["rgb(", "rgba(", "hsv("]
            .iter()
            .any(|call| code.contains(call))
            .then(|| "a colour outside the theme".to_owned())
    })
}

/// A size of type written out rather than taken from the theme.
fn type_sizes(source: &Source) -> Vec<String> {
    lines(source, |line| {
        let size = line.split("font-size:").nth(1)?.trim_start();
        size.starts_with(|first: char| first.is_ascii_digit()).then(|| "a size of type outside the theme".to_owned())
    })
}

#[test]
fn pages_take_their_colours_and_type_from_the_theme() {
    let pages = sources("ui/pages", &[".slint"]);
    none(pages.iter().flat_map(colours).collect());
    none(pages.iter().flat_map(type_sizes).collect());
    assert_eq!(
        colours(&source("ui/pages/a.slint", "color: #8b1a1a;\ncolor: Theme.ink; // #fff\nbackground: rgb(1, 2, 3);"))
            .len(),
        2
    );
    assert_eq!(type_sizes(&source("ui/pages/a.slint", "font-size: 14px;\nfont-size: Theme.body;")).len(), 1);
}

/// Texts that are none of the window's own kinds.
fn plain_texts(source: &Source) -> Vec<String> {
    lines(source, |line| {
        let code = line.split("//").next().unwrap_or("").trim();
        let plain = code == "Text {" || code.ends_with(" Text {") || code.contains("inherits Text ");
        plain.then(|| "a text is one of `Words`, which are drawn anew when they change".to_owned())
    })
}

#[test]
fn every_text_of_the_window_is_of_one_kind() {
    let wrong = "component A { Text { } }\nif x: Text {\n    Text {\n// Text {\n    Words {\n";
    assert_eq!(plain_texts(&source("ui/pages/a.slint", wrong)).len(), 2);
    let found: Vec<String> = sources("ui", &[".slint"]).iter().flat_map(plain_texts).collect();
    assert_eq!(found.len(), 1, "only `Words` itself is a plain text:\n{}", found.join("\n"));
}
