//! Every use case that changes a campaign has a command: both lists are read from the source, and one without the other fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Use cases that a command does by another that does the same and more, or that only a person at the screen does; each
/// with its reason.
const OTHERWISE: [(&str, &str); 14] = [
    ("relations::set_lord", "`side set --lord`"),
    ("organise::rename", "`formation set --name`"),
    ("play::open", "a battle is played at the screen"),
    ("play::keep", "a battle is played at the screen"),
    ("contest::keep", "a game is played at the screen"),
    ("plan::plan_on", "`battle` plans and fights in one"),
    ("plan::plan_by", "`battle --rules`"),
    ("plan::plan_fielded", "`battle --attacker-men`"),
    ("plan::set_ground", "`battle --ground`"),
    ("plan::set_gear", "`battle --attacker-gear`"),
    ("plan::set_weather", "`battle --weather`"),
    ("holds::set_map", "`stronghold set --map`"),
    ("siege::load", "`siege train` fills a train with all there is in one"),
    ("siege::build", "`siege train` fills a train with all there is in one"),
];

fn texts(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut waiting, mut found) = (vec![root.join(folder)], Vec::new());
    while let Some(path) = waiting.pop() {
        match path.is_dir() {
            true => waiting.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path())),
            false => found.push((path.to_string_lossy().replace('\\', "/"), fs::read_to_string(&path).expect("text"))),
        }
    }
    found
}

/// The names of a file's public functions that take the whole store to change it.
fn changing(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for after in text.split("\npub fn ").skip(1) {
        let head = after.split(" {\n").next().unwrap_or_default();
        let name: String = after.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        if head.contains("&mut Store") {
            found.push(name);
        }
    }
    found
}

#[test]
fn every_use_case_has_a_command() {
    let commands: String = texts("src/cli").into_iter().map(|(_, text)| text).collect();
    let otherwise: BTreeSet<&str> = OTHERWISE.iter().map(|(name, _)| *name).collect();
    let (mut missing, mut used, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for (path, text) in texts("src/app") {
        let parts: Vec<&str> = path.trim_end_matches("/mod.rs").trim_end_matches(".rs").rsplit('/').take(2).collect();
        for name in changing(&text) {
            count += 1;
            // A use case of `siege/terms.rs` is called `siege::offer`, one of `world/sides.rs` `sides::add`.
            let calls: Vec<String> = parts.iter().map(|module| format!("{module}::{name}")).collect();
            if calls.iter().any(|call| commands.contains(call.as_str())) {
                continue;
            }
            match calls.iter().find(|call| otherwise.contains(call.as_str())) {
                Some(call) => drop(used.insert(call.clone())),
                None => missing.push(calls[0].clone()),
            }
        }
    }
    assert!(count > 80, "the use cases are found: {count}");
    assert!(missing.is_empty(), "use cases that no command does: {missing:?}");
    let idle: Vec<&&str> = otherwise.iter().filter(|name| !used.contains(**name)).collect();
    assert!(idle.is_empty(), "these have a command, or are no use cases any more: {idle:?}");
    // A use case without a command is found.
    assert_eq!(
        changing("\npub fn conjure(store: &mut Store, many: u32) -> Result<()> {\n}\npub fn look(db: &Db) {\n"),
        ["conjure"]
    );
}
