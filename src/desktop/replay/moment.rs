//! “Rule on this”: the moment of the table as a situation, with the dice typed, ruled on and saved as a file.

use super::WatchPage;
use crate::app::{files, ruling};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{AppWindow, MomentLine, MomentSheet, ReplayPage};
use crate::rules::man_to_man::ruling::{Told, WrittenSituation, written};
use slint::{ComponentHandle, SharedString};
use std::path::Path;
use std::rc::Rc;

impl WatchPage {
    pub(super) fn connect_moment(self: &Rc<WatchPage>, shell: &Rc<Shell>, window: &AppWindow) {
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        window.global::<ReplayPage>().on_rule_on_this(move || page.rule_on_this(&on));
        let ui = window.global::<MomentSheet>();
        let on = Rc::clone(shell);
        ui.on_rule(move || rule(&on));
        let on = Rc::clone(shell);
        ui.on_save(move || save(&on));
        let on = Rc::clone(shell);
        ui.on_browse(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::SaveRuling, "situation.toml", move |path| {
                then.with(|window| window.global::<MomentSheet>().set_path(path.display().to_string().into()));
            });
        });
    }

    /// Opens the moment shown as a situation, and rules on it as far as it goes without dice.
    fn rule_on_this(&self, shell: &Rc<Shell>) {
        self.stop(shell);
        let text = self.change(|playing| {
            let replay = &playing.replay;
            written(&replay.timeline, playing.at, &replay.title)
        });
        let Some(text) = text else { return };
        // Of a plan that the rules of today do not array nothing can be ruled on; the sheet says so.
        let text = text.unwrap_or_else(|| UNPLAYABLE.to_owned());
        open(shell, &text);
    }
}

/// Opens the sheet with a situation, and rules on it as far as its own faces go.
fn open(shell: &Rc<Shell>, text: &str) {
    shell.with(|window| {
        let ui = window.global::<MomentSheet>();
        ui.set_text(text.into());
        ui.set_dice(SharedString::new());
        ui.set_path(SharedString::new());
        ui.set_saved(SharedString::new());
        ui.set_open(true);
    });
    rule(shell);
}

/// Opens a situation that ships, by its name.
pub(in crate::desktop) fn open_situation(shell: &Rc<Shell>, name: &str) {
    if let Some(text) = ruling::text_of(name) {
        open(shell, text);
    }
}

/// What stands in the sheet for a battle whose plan cannot be arrayed any more.
const UNPLAYABLE: &str =
    "# This battle was planned by older rules, and the rules as they are now cannot array it again.\n";

/// The faces typed into the field; none where it is empty and the file's own count.
fn faces(typed: &str) -> Result<Option<Vec<u32>>> {
    let parts: Vec<&str> = typed.split([' ', ',', ';']).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let read = parts.iter().map(|part| {
        part.parse::<u32>().map_err(|_| {
            Problem::bad_input(format!("“{part}” is no face of a die.")).hint("Write numbers with spaces: 4 3 8.")
        })
    });
    read.collect::<Result<Vec<u32>>>().map(Some)
}

/// The text of a situation with more faces after those of its dice, which bring it to the moment.
fn with_dice(text: &str, faces: &[u32]) -> String {
    let typed: Vec<String> = faces.iter().map(u32::to_string).collect();
    let is_dice = |text: &str| text.trim_start().starts_with("dice") && text.contains('[') && text.contains(']');
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|text| is_dice(text));
    let own = at.and_then(|at| lines[at].split_once('[')?.1.rsplit_once(']')).map_or("", |(own, _)| own.trim());
    let own = own.trim_end_matches(',');
    let line = match own.is_empty() {
        true => format!("dice = [{}]", typed.join(", ")),
        false => format!("dice = [{own}, {}]", typed.join(", ")),
    };
    match at {
        Some(at) => lines[at] = &line,
        None => lines.insert(0, &line),
    }
    lines.join("\n") + "\n"
}

/// The situation as it is typed, with the dice that are typed beside it.
fn typed(shell: &Rc<Shell>) -> Result<(String, WrittenSituation)> {
    let (text, dice) = shell
        .with(|window| {
            let ui = window.global::<MomentSheet>();
            (ui.get_text().to_string(), ui.get_dice().to_string())
        })
        .unwrap_or_default();
    let text = match faces(&dice)? {
        Some(faces) => with_dice(&text, &faces),
        None => text,
    };
    let situation = ruling::of_text(&text)?;
    Ok((text, situation))
}

fn rule(shell: &Rc<Shell>) {
    let ruled = typed(shell).and_then(|(_, situation)| ruling::rule(&situation, None));
    let (lines, needed, refusal) = match ruled {
        Ok(ruled) => {
            let needed = ruling::needed(&ruled).unwrap_or_default();
            let mut lines = Vec::new();
            for told in &ruled.told {
                let heading = matches!(told, Told::Step { .. });
                let turn = matches!(told, Told::Happened(line, _) if line.heading);
                for (at, text) in told.lines().into_iter().enumerate() {
                    lines.push(MomentLine { text: text.into(), heading: heading || turn, within: at > 0 });
                }
            }
            if needed.is_empty() {
                lines.push(MomentLine { text: "At the end".into(), heading: true, within: false });
                lines.extend(ruled.standing.iter().map(|standing| MomentLine {
                    text: format!("{}: {}", standing.name, standing.facts.join("; ")).into(),
                    heading: false,
                    within: false,
                }));
            }
            (lines, needed, String::new())
        }
        Err(problem) => (Vec::new(), String::new(), problem.to_string()),
    };
    shell.with(|window| {
        let ui = window.global::<MomentSheet>();
        ui.set_told(model(lines));
        ui.set_needed(needed.into());
        ui.set_refusal(refusal.into());
    });
}

fn save(shell: &Rc<Shell>) {
    let path = shell.with(|window| window.global::<MomentSheet>().get_path()).unwrap_or_default();
    let saved = typed(shell).and_then(|(text, _)| {
        if path.trim().is_empty() {
            return Err(Problem::bad_input("No file is named.").hint("Type the path of a new file, or browse for one."));
        }
        files::write_new(Path::new(path.trim()), text.as_bytes())
    });
    shell.with(|window| {
        let ui = window.global::<MomentSheet>();
        match saved {
            Ok(()) => {
                ui.set_saved(format!("Saved as {}.", path.trim()).into());
                ui.set_refusal(SharedString::new());
            }
            Err(problem) => ui.set_refusal(problem.to_string().into()),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_typed_follow_the_files_own() {
        assert_eq!(faces(" 4 3, 8").expect("faces"), Some(vec![4, 3, 8]));
        assert_eq!(faces("").expect("none"), None);
        assert!(faces("4 x").is_err());
        assert_eq!(with_dice("title = \"a\"\ndice = [1]\n", &[4, 3]), "title = \"a\"\ndice = [1, 4, 3]\n");
        assert_eq!(with_dice("dice = []\n", &[4, 3]), "dice = [4, 3]\n");
        assert_eq!(with_dice("title = \"a\"\n", &[4]), "dice = [4]\ntitle = \"a\"\n");
    }
}
