//! Printing from a page: the document is filled where the campaign is, set in the pool, and written to a new file.

use super::shell::Shell;
use super::ui::AppWindow;
use crate::campaign::ids::{BattleId, FormationId, PersonId, SiegeId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use slint::SharedString;
use std::path::PathBuf;
use std::rc::Rc;

/// Where a document of this name would go: the user's documents, else his home, under a name that is not taken.
pub fn suggested(name: &str) -> String {
    let plain: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    let folder = directories::UserDirs::new()
        .map(|folders| folders.document_dir().unwrap_or(folders.home_dir()).to_owned())
        .unwrap_or_default();
    let numbered = |number: u32| match number {
        1 => folder.join(format!("{plain}.pdf")),
        number => folder.join(format!("{plain}-{number}.pdf")),
    };
    let free = (1..).map(numbered).find(|path| !path.exists());
    free.unwrap_or_default().display().to_string()
}

type Refuse = fn(&AppWindow, SharedString);

/// Prints a formation's muster roll.
pub fn muster_roll(shell: &Rc<Shell>, formation: FormationId, path: PathBuf, boxes: bool, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Roll(formation, boxes));
}

/// Prints both rosters of a planned battle.
pub fn battle_roster(shell: &Rc<Shell>, battle: BattleId, path: PathBuf, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Rosters(battle));
}

/// Prints a man's career.
pub fn career(shell: &Rc<Shell>, person: PersonId, path: PathBuf, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Career(person));
}

/// Prints the ransom roll.
pub fn ransom_roll(shell: &Rc<Shell>, path: PathBuf, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Ransoms);
}

/// Prints the chronicle.
pub fn chronicle(shell: &Rc<Shell>, path: PathBuf, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Chronicle);
}

/// Prints a siege's sheet.
pub fn siege_sheet(shell: &Rc<Shell>, siege: SiegeId, path: PathBuf, refuse: Refuse) {
    of(shell, path, refuse, Wanted::Siege(siege));
}

// Without printing only the kind of document is told, in the refusal.
#[cfg_attr(not(feature = "print"), allow(dead_code))]
enum Wanted {
    Roll(FormationId, bool),
    Rosters(BattleId),
    Career(PersonId),
    Ransoms,
    Chronicle,
    Siege(SiegeId),
}

#[cfg(feature = "print")]
fn of(shell: &Rc<Shell>, path: PathBuf, refuse: Refuse, wanted: Wanted) {
    use crate::app::{documents, muster};
    use crate::print::Options;
    let path = match checked(path) {
        Ok(path) => path,
        Err(problem) => {
            shell.with(|window| refuse(window, problem.to_string().into()));
            return;
        }
    };
    shell.try_read(
        move |db| {
            let boxes = matches!(wanted, Wanted::Roll(_, true));
            let document = match wanted {
                Wanted::Roll(formation, _) => documents::muster_roll(db, formation),
                Wanted::Rosters(battle) => documents::battle_roster(db, &muster::planned(db, battle)?),
                Wanted::Career(person) => documents::career_page(db, person),
                Wanted::Ransoms => documents::ransom_roll(db, None, true),
                Wanted::Chronicle => documents::chronicle(db, None, None),
                Wanted::Siege(siege) => crate::app::siege::sheet(db, siege),
            }?;
            Ok((document, Options { tick_boxes: boxes, ..Options::default() }))
        },
        move |shell, document| match document {
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
            Ok((document, options)) => shell.long(
                "Setting the document",
                0,
                move |progress| {
                    let pdf = documents::pdf(&document, options, progress.flag())?;
                    crate::app::files::write_new(&path, &pdf)?;
                    Ok(path)
                },
                |_, _| {},
                move |shell, written: Result<PathBuf>| {
                    shell.with(|window| {
                        let why = written.as_ref().err().map(Problem::to_string).unwrap_or_default();
                        refuse(window, why.into());
                    });
                    if let Ok(path) = written {
                        shell.say(&format!("Printed to {}.", path.display()));
                    }
                },
            ),
        },
    );
}

#[cfg(not(feature = "print"))]
fn of(shell: &Rc<Shell>, path: PathBuf, refuse: Refuse, wanted: Wanted) {
    let what = match wanted {
        Wanted::Roll(..) => "A muster roll",
        Wanted::Rosters(_) => "Rosters",
        Wanted::Career(_) => "A career",
        Wanted::Ransoms => "A ransom roll",
        Wanted::Chronicle => "The chronicle",
    };
    let problem = checked(path).err().unwrap_or_else(|| {
        Problem::refused(
            format!("{what} cannot be printed: this program was built without printing."),
            "Build it with its default features.",
        )
    });
    shell.with(|window| refuse(window, problem.to_string().into()));
}

fn checked(path: PathBuf) -> Result<PathBuf> {
    let text = path.display().to_string();
    if text.trim().is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Type the path of a new PDF file, or browse for one."));
    }
    if path.exists() {
        return Err(Problem::new(ProblemKind::Refused, format!("There is already a file “{text}”."))
            .hint("Choose another name; an existing file is never overwritten."));
    }
    Ok(path)
}
