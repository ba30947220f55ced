//! Every string of the window and the program in one file, `docs/strings.md`, so that all of them can be read in one go:
//! one term for one thing, present-day English. Where the file is behind the sources this writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The files under a folder whose name ends so, by their paths.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<std::path::PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => walk(&path, ending, found),
                false if path.to_string_lossy().ends_with(ending) => found.push(path),
                false => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join(folder), ending, &mut found);
    found.sort();
    let shown = |path: &Path| path.strip_prefix(root).expect("under the root").to_string_lossy().replace('\\', "/");
    found.iter().map(|path| (shown(path), fs::read_to_string(path).expect("text"))).collect()
}

/// A literal of a source, and what stands just before it.
struct Literal {
    text: String,
    before: String,
}

/// The string literals of a Rust or Slint source in order, comments and tests left out.
fn literals(source: &str) -> Vec<Literal> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    let letters: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let here = letters[at];
        let next = letters.get(at + 1).copied().unwrap_or(' ');
        match here {
            '/' if next == '/' => {
                while at < letters.len() && letters[at] != '\n' {
                    at += 1;
                }
            }
            '/' if next == '*' => {
                while at + 1 < letters.len() && !(letters[at] == '*' && letters[at + 1] == '/') {
                    at += 1;
                }
                at += 2;
            }
            // A character, such as '"' or '\n', or a lifetime.
            '\'' => {
                let close = if next == '\\' { letters.get(at + 3) } else { letters.get(at + 2) };
                at += match (close, next) {
                    (Some('\''), '\\') => 4,
                    (Some('\''), _) => 3,
                    _ => 1,
                };
            }
            'r' if (next == '"' || next == '#')
                && !letters[..at].last().is_some_and(|before| before.is_alphanumeric()) =>
            {
                let hashes = letters[at + 1..].iter().take_while(|letter| **letter == '#').count();
                if letters.get(at + 1 + hashes) != Some(&'"') {
                    at += 1;
                    continue;
                }
                let start = at + 2 + hashes;
                let mut end = start;
                let closes = |end: usize| {
                    letters.get(end) == Some(&'"')
                        && letters[end + 1..].iter().take(hashes).filter(|letter| **letter == '#').count() == hashes
                };
                while end < letters.len() && !closes(end) {
                    end += 1;
                }
                at = end + 1 + hashes;
            }
            '"' => {
                let before: String = letters[at.saturating_sub(40)..at].iter().collect();
                let mut text = String::new();
                at += 1;
                while at < letters.len() && letters[at] != '"' {
                    match (letters[at], letters.get(at + 1)) {
                        // A line that goes on.
                        ('\\', Some('\n')) => {
                            at += 2;
                            while letters.get(at).is_some_and(|letter| letter.is_whitespace()) {
                                at += 1;
                            }
                            continue;
                        }
                        ('\\', Some('n')) => text.push_str(" ⏎ "),
                        // Slint's place for a value.
                        ('\\', Some('{')) => text.push('{'),
                        ('\\', Some(other)) => text.push(*other),
                        (letter, _) => {
                            text.push(letter);
                            at += 1;
                            continue;
                        }
                    }
                    at += 2;
                }
                at += 1;
                found.push(Literal { text, before });
            }
            _ => at += 1,
        }
    }
    found
}

/// Whether a literal is for people: words, and no name of a file, of a column or of what only the program reads.
fn is_for_people(literal: &Literal, single_words: bool) -> bool {
    let text = literal.text.trim();
    let before = literal.before.trim_end();
    let inner =
        ["expect(", "panic!(", "unreachable!(", "include_str!(", "env!(", "json!(", "image-url(", "from ", "import "];
    if inner.iter().any(|inner| before.ends_with(inner))
        || before.ends_with("rename =")
        || before.ends_with("commands:")
    {
        return false;
    }
    let sql = [
        "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "DROP ", "PRAGMA ", "WITH ", "BEGIN", "VACUUM", "ALTER ",
    ];
    if sql.iter().any(|word| text.starts_with(word)) || text.contains(" FROM ") && text.contains("WHERE") {
        return false;
    }
    // The drawing of an icon, a file's pattern, a list of columns.
    if text.starts_with("M ") && text.contains(" L ") || text.contains("::") || text.contains("</") {
        return false;
    }
    let words =
        text.split_whitespace().filter(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1).count();
    let starts = text.chars().next().is_some_and(char::is_uppercase);
    let plain = text.chars().filter(|letter| letter.is_alphabetic()).count() > 2;
    words > 1 || (single_words && starts && plain && !text.contains('/'))
}

/// The help a command line prints: the doc comments of its commands and arguments.
fn help(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut sentence = String::new();
    for line in source.lines() {
        match line.trim().strip_prefix("///") {
            Some(more) => {
                sentence.push_str(more);
            }
            None => {
                let code = line.trim();
                let shown = code.starts_with("#[arg")
                    || code.starts_with("#[command")
                    || code.ends_with("),")
                    || code.ends_with(',') && !code.contains("->");
                if !sentence.is_empty() && shown {
                    found.push(sentence.trim().to_owned());
                }
                if shown || !code.starts_with("#[") {
                    sentence.clear();
                }
            }
        }
    }
    found
}

/// All of it, a heading a file.
fn collected() -> String {
    let mut page = String::from(
        "# Every string of the window and the program\n\nCollected by a test (`tests/suite/strings.rs`), which renews this \
         file where it is behind the sources. A value stands in braces, a new line is ⏎.\n",
    );
    let windows = files("ui", ".slint").into_iter().map(|file| (file, true));
    let program = files("src", ".rs").into_iter().map(|file| {
        let words = file.0.starts_with("src/desktop") || file.0.starts_with("src/print");
        (file, words)
    });
    for ((path, source), words) in windows.chain(program) {
        let mut seen = std::collections::BTreeSet::new();
        let mut told: Vec<String> = if path.starts_with("src/cli") { help(&source) } else { Vec::new() };
        told.extend(
            literals(&source)
                .iter()
                .filter(|literal| is_for_people(literal, words))
                .map(|literal| literal.text.trim().to_owned()),
        );
        told.retain(|text| seen.insert(text.clone()));
        if !told.is_empty() {
            let _ = write!(page, "\n## {path}\n\n");
            for text in told {
                let _ = writeln!(page, "- {text}");
            }
        }
    }
    page
}

#[test]
fn all_strings_stand_in_one_file() {
    let page = collected();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/strings.md");
    if fs::read_to_string(&file).unwrap_or_default() != page {
        fs::write(&file, &page).expect("docs/strings.md is written");
    }
    let strings = page.lines().filter(|line| line.starts_with("- ")).count();
    assert!(strings > 2_000, "{strings} strings");
    for known in
        ["- Play the next turn", "- Needs a decision", "- Nobody is held", "## src/cli/castles.rs", "## ui/app.slint"]
    {
        assert!(page.lines().any(|line| line == known), "{known}");
    }
}

#[test]
fn strings_are_told_from_what_only_the_program_reads() {
    let source = r#"
        // "a comment with words"
        let a = 'x'; let quote = '"'; let b = "Choose a man\n\
            of his side.";
        x.expect("a window is there"); y(r"a raw one");
        sql("SELECT a FROM b WHERE c = 1"); z("one"); w("Rename");
    "#;
    let told: Vec<String> =
        literals(source).iter().filter(|it| is_for_people(it, true)).map(|it| it.text.clone()).collect();
    assert_eq!(told, ["Choose a man ⏎ of his side.", "Rename"]);
    assert_eq!(help("/// Plays a turn.\nTurn(Turn),\n/// Not shown.\nfn x() {}"), ["Plays a turn."]);
}
