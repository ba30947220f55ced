//! `banneret ruling`: what the rules say of a situation at the table.

use super::out::{Out, columns};
use crate::app::{rulebook, ruling};
use crate::campaign::problem::{Problem, Result};
use crate::rules::man_to_man::ruling::{Ending, FORMS, Ruling, Told, Unmet, WrittenSituation};
use clap::Args;
use serde_json::{Value, json};

/// A situation is a short file (TOML): men and units with their places, both sides' orders turn by turn, and the faces of the
/// dice in the order they are rolled. It is played by the man-to-man rules and told, each event with its dice, what is added
/// and the clauses; where the faces run out it stops and says which roll is needed. `docs/rulings.md` tells the format.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The file, or the name of a situation that ships with the program.
    #[arg(required_unless_present_any = ["list", "orders"])]
    file: Option<String>,
    /// How many turns to play; without it, as many as the file has orders for.
    #[arg(long, value_name = "N")]
    turns: Option<u32>,
    /// List the situations that ship, clause by clause; with CLAUSE those that show it, such as MM-5.2 or MM-5.
    #[arg(long, value_name = "CLAUSE", num_args = 0..=1, default_missing_value = "MM")]
    list: Option<String>,
    /// List every order that may be written.
    #[arg(long)]
    orders: bool,
}

impl Asked {
    pub fn run(self, out: &Out) -> Result<()> {
        if let Some(clause) = &self.list {
            return list(clause, out);
        }
        if self.orders {
            return out.say(
                &json!({ "orders": FORMS.as_slice() }),
                format!("WHO: WHAT, where WHAT is\n  {}", FORMS.join("\n  ")),
            );
        }
        let situation = ruling::read(&self.file.unwrap_or_default())?;
        let ruled = ruling::rule(&situation, self.turns)?;
        let unmet = ruling::unmet(&situation, &ruled, self.turns);
        out.say(&value(&situation, &ruled, &unmet), text(&situation, &ruled, &unmet))?;
        match unmet.is_empty() {
            true => Ok(()),
            false => {
                let told: Vec<String> = unmet.iter().map(ToString::to_string).collect();
                Err(Problem::refused(
                    format!("It did not go as the file expects: {}.", told.join("; ")),
                    "Where the page of the rules is on the file’s side, the program is wrong: send the file with a report.",
                ))
            }
        }
    }
}

/// The situations that ship, under each clause they show.
fn list(asked: &str, out: &Out) -> Result<()> {
    let asked = asked.trim().to_uppercase();
    let of_page = asked == "MM";
    let wanted = |id: &str| of_page || id == asked || id.starts_with(&format!("{asked}."));
    let clauses: Vec<rulebook::Clause> =
        rulebook::clauses().into_iter().filter(|clause| clause.id.starts_with("MM-") && wanted(&clause.id)).collect();
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for clause in &clauses {
        let examples = ruling::examples_of(&clause.id);
        for example in &examples {
            rows.push(vec![clause.id.clone(), example.name.to_owned(), example.title.to_owned()]);
        }
        if !examples.is_empty() {
            values.push(json!({ "clause": clause.id, "situations": examples }));
        }
    }
    if rows.is_empty() {
        return Err(Problem::refused(
            format!("No situation that ships shows “{asked}”."),
            "Name a clause of the man-to-man rules, such as MM-5.2, a chapter, such as MM-5, or none for all.",
        ));
    }
    out.say(&Value::Array(values), columns(&["clause", "situation", "what it shows"], &rows))
}

fn text(situation: &WrittenSituation, ruled: &Ruling, unmet: &[Unmet]) -> String {
    let mut text = format!("{}\n{}\n", situation.title, situation.clauses.join(", "));
    for line in situation.what.lines() {
        text += &format!("  {line}\n");
    }
    for told in &ruled.told {
        match told {
            Told::Happened(line, _) if line.heading => text += &format!("\n{}\n", line.text),
            Told::Step { what, clause } => text += &format!("  {what} ({clause})\n"),
            _ => {
                for (n, line) in told.lines().iter().enumerate() {
                    text += &format!("{}{line}\n", if n == 0 { "    " } else { "        " });
                }
            }
        }
    }
    match ruling::needed(ruled) {
        Some(needed) => text += &format!("\n{needed}\n"),
        None => {
            text += "\nAt the end\n";
            for standing in &ruled.standing {
                text += &format!("  {}: {}\n", standing.name, standing.facts.join("; "));
            }
        }
    }
    if ruled.unused > 0 {
        text += &format!("{} faces were not rolled.\n", ruled.unused);
    }
    if unmet.is_empty() && situation.expected.count() > 0 && ruled_whole(ruled, situation) {
        text += "It went as the file expects.\n";
    }
    text
}

/// Whether all was played that the file speaks of.
fn ruled_whole(ruled: &Ruling, situation: &WrittenSituation) -> bool {
    ruled.unmet(situation).is_empty()
}

fn value(situation: &WrittenSituation, ruled: &Ruling, unmet: &[Unmet]) -> Value {
    let told = |told: &Told| match told {
        Told::Happened(line, clauses) => {
            let rolls: Vec<Value> = line
                .rolls
                .iter()
                .map(|roll| {
                    json!({ "what": roll.what, "clause": roll.clause, "faces": roll.faces, "parts": roll.parts,
                        "total": roll.total })
                })
                .collect();
            json!({ "text": line.text, "heading": line.heading, "clauses": clauses, "rolls": rolls })
        }
        Told::Step { what, clause } => json!({ "step": what, "clauses": [clause] }),
        Told::Refused { order, why, remedy } => {
            json!({ "refused": order, "why": why, "remedy": remedy, "clauses": told.cited() })
        }
    };
    let needs = match &ruled.ending {
        Ending::Needs(needed) => json!(needed),
        _ => Value::Null,
    };
    json!({
        "title": situation.title,
        "clauses": situation.clauses,
        "what": situation.what,
        "told": ruled.told.iter().map(told).collect::<Vec<_>>(),
        "needs": needs,
        "over": ruled.ending == Ending::Over,
        "end": ruled.standing,
        "faces_not_rolled": ruled.unused,
        "unmet": unmet.iter().map(|it| json!({ "line": it.line, "what": it.what })).collect::<Vec<_>>(),
    })
}
