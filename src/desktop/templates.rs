//! The sheet of templates: a referee's own words and look for whatever is printed.

use super::shell::{Shell, model};
use super::ui::{AppWindow, PrintSheet, TemplateRow, TemplateSheet};
use crate::app::templates::{self, TemplateState};
use crate::campaign::problem::{Problem, Result};
use crate::print::{Options, template};
use crate::rules::telling::capital;
use slint::{ComponentHandle, Model, SharedString};
use std::path::PathBuf;
use std::rc::Rc;

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<TemplateSheet>();
        let on = Rc::clone(shell);
        window.global::<PrintSheet>().on_templates(move || open(&on));
        let on = Rc::clone(shell);
        sheet.on_copy(move |row| {
            let copied = named(&on, row).and_then(|known| templates::copy(known, &templates::folder()?));
            tell(&on, copied.map(|path| format!("Copied to {}; change it there.", path.display())));
            list(&on);
        });
        let on = Rc::clone(shell);
        sheet.on_preview(move |row| preview(&on, row));
        let on = Rc::clone(shell);
        sheet.on_check(move || check(&on));
        let on = Rc::clone(shell);
        sheet.on_show_folder(move || {
            let made = templates::folder().and_then(|folder| {
                std::fs::create_dir_all(&folder).map_err(|error| {
                    Problem::refused(format!("“{}” cannot be made: {error}.", folder.display()), "Check its folder.")
                })?;
                Ok(folder)
            });
            match made {
                Ok(folder) if on.show_file(&folder) => {}
                Ok(folder) => tell(&on, Ok(format!("No program could be started to show {}.", folder.display()))),
                Err(problem) => tell(&on, Err(problem)),
            }
        });
    });
}

/// Opens the sheet.
fn open(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<TemplateSheet>();
        window.global::<PrintSheet>().set_open(false);
        sheet.set_said(SharedString::new());
        sheet.set_refusal(SharedString::new());
        let folder = templates::folder().map(|folder| folder.display().to_string()).unwrap_or_default();
        sheet.set_folder(folder.into());
        sheet.set_open(true);
    });
    list(shell);
}

/// Lists the templates as they are now.
fn list(shell: &Rc<Shell>) {
    match templates::folder().and_then(|folder| templates::list(&folder)) {
        Ok(lines) => {
            let rows = lines.into_iter().map(|line| TemplateRow {
                own: line.state != TemplateState::Shipped,
                state: line.state.told().into(),
                file: line.file.into(),
                what: capital(&line.what).into(),
            });
            let rows = model(rows.collect::<Vec<_>>());
            shell.with(|window| window.global::<TemplateSheet>().set_rows(rows));
        }
        Err(problem) => tell(shell, Err(problem)),
    }
}

fn named(shell: &Rc<Shell>, row: i32) -> Result<&'static crate::print::Template> {
    let file = shell.with(|window| {
        let rows = window.global::<TemplateSheet>().get_rows();
        usize::try_from(row).ok().and_then(|row| rows.row_data(row)).map(|row| row.file.to_string())
    });
    let file = file.flatten().unwrap_or_default();
    template(&file).ok_or_else(|| {
        Problem::refused(
            format!("{file} is a file of your own, which sets no document."),
            "Look at the template that imports it.",
        )
    })
}

fn tell(shell: &Rc<Shell>, said: Result<String>) {
    shell.with(|window| show(window, said));
}

fn show(window: &AppWindow, said: Result<String>) {
    let sheet = window.global::<TemplateSheet>();
    let (said, refusal) = match said {
        Ok(said) => (said, String::new()),
        Err(problem) => (String::new(), problem.to_string()),
    };
    sheet.set_said(said.into());
    sheet.set_refusal(refusal.into());
}

/// Where a preview goes: a folder of the system's for what does not last, under a name that is not taken.
fn preview_path(file: &str) -> PathBuf {
    let folder = std::env::temp_dir();
    let stem = file.trim_end_matches(".typ");
    let numbered = |number: u32| folder.join(format!("banneret-preview-{stem}-{number}.pdf"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(1))
}

/// Sets a made-up document by a template, and shows it.
fn preview(shell: &Rc<Shell>, row: i32) {
    let known = match named(shell, row) {
        Ok(known) => known,
        Err(problem) => return tell(shell, Err(problem)),
    };
    shell.long(
        "Setting a made-up document",
        0,
        move |progress| {
            let pdf = templates::preview(known, Options::default(), &templates::folder()?, progress.flag())?;
            let path = preview_path(known.file);
            crate::app::files::write_new(&path, &pdf)?;
            Ok(path)
        },
        |_, _| {},
        |shell, written: Result<PathBuf>| {
            tell(
                shell,
                written.map(|path| match shell.show_file(&path) {
                    true => format!("A made-up document is in {}.", path.display()),
                    false => {
                        format!("A made-up document is in {}; no program could be started to show it.", path.display())
                    }
                }),
            );
        },
    );
}

/// Looks through the user's own templates.
fn check(shell: &Rc<Shell>) {
    shell.long(
        "Looking through your templates",
        0,
        |progress| templates::faults(&templates::folder()?, progress.flag()),
        |_, _| {},
        |shell, faults| {
            let said = faults.and_then(|faults| match faults.as_slice() {
                [] => Ok("No fault was found in your templates.".to_owned()),
                faults => Err(Problem::bad_input(faults.join("\n")).hint("Mend them, or take the files away.")),
            });
            tell(shell, said);
            list(shell);
        },
    );
}
