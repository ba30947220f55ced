//! `banneret rules`: the rule book, clause by clause, with the situations that show each.

use super::out::Out;
use crate::app::rulebook;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use clap::Args;
use serde_json::{Value, json};

/// Under each clause stand the situations that ship and show it: `banneret ruling NAME` plays one.
#[derive(Debug, Args)]
pub(super) struct Rules {
    /// A clause, such as MM-5.2; a chapter, such as MM-5; or a page by its letters, such as MM. Without it the pages are listed.
    clause: Option<String>,
}

impl Rules {
    pub fn run(self, out: &Out) -> Result<()> {
        let Some(asked) = self.clause.map(|asked| asked.trim().to_uppercase()) else { return pages(out) };
        let within = |id: &str| {
            id == asked
                || id.starts_with(&format!("{asked}."))
                || !asked.contains('-') && id.starts_with(&format!("{asked}-"))
        };
        let clauses: Vec<rulebook::Clause> =
            rulebook::clauses().into_iter().filter(|clause| within(&clause.id)).collect();
        if clauses.is_empty() {
            return Err(Problem::new(ProblemKind::NotFound, format!("The rule book has no clause “{asked}”.")).hint(
                "Name a clause such as MM-5.2, a chapter such as MM-5, or a page: “banneret rules” lists the pages.",
            ));
        }
        let (mut text, mut values) = (String::new(), Vec::new());
        let mut chapter = String::new();
        for clause in &clauses {
            if clause.chapter != chapter {
                chapter.clone_from(&clause.chapter);
                text += &format!("{}{chapter}\n", if text.is_empty() { "" } else { "\n" });
            }
            text += &format!("\n{}  {}\n", clause.id, clause.text.replace('\n', "\n    "));
            let situations = rulebook::situations(&clause.id);
            for it in &situations {
                text += &format!("    Situation: {} ({})\n", it.title, it.name);
            }
            values.push(json!({
                "clause": clause.id,
                "chapter": clause.chapter,
                "text": clause.text,
                "house": clause.house,
                "situations": situations,
            }));
        }
        out.say(&Value::Array(values), text.trim_end())
    }
}

fn pages(out: &Out) -> Result<()> {
    let pages = rulebook::pages();
    let values: Vec<Value> = pages.iter().map(|(letters, title)| json!({ "page": letters, "title": title })).collect();
    let text: Vec<String> = pages.iter().map(|(letters, title)| format!("{letters}  {title}")).collect();
    out.say(&Value::Array(values), text.join("\n"))
}
