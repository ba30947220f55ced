//! A club's own words and look: the templates that ship are copied to a folder of the user's, changed there, looked at as
//! made-up documents, and used in the place of those that ship (CP-6.2).

use super::hexes::HEX_SIZES;
use super::{cracker, files, hexes};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::print::{self, Document, Options, OwnTemplates, TEMPLATES, Template, pdf_by, samples, template};
use crate::rules::castle_cracker::Tables;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// As many files as a folder of templates is read.
const MOST_FILES: usize = 200;

/// The endings of the files that are read of it.
const ENDINGS: [&str; 7] = ["typ", "png", "jpg", "jpeg", "svg", "otf", "ttf"];

/// As many bytes as its files have together: all of them are held while a document is set.
const MOST_BYTES: u64 = 64 << 20;

/// A template as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TemplateLine {
    pub file: String,
    /// What is set by it.
    pub what: String,
    pub state: TemplateState,
    /// The user's own file in its place, if there is one.
    pub own: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TemplateState {
    /// It is the one that ships.
    Shipped,
    /// The user's own file is word for word the one that ships.
    Copied,
    /// The user's own, changed.
    Own,
}

impl TemplateState {
    /// In words.
    pub fn told(self) -> &'static str {
        match self {
            TemplateState::Shipped => "as shipped",
            TemplateState::Copied => "yours, not changed yet",
            TemplateState::Own => "yours",
        }
    }
}

/// The folder of the user's own templates; it need not be there.
pub fn folder() -> Result<PathBuf> {
    files::own_folder("templates").ok_or_else(|| {
        Problem::new(ProblemKind::System, "There is no folder for templates: this user has no home folder.")
            .hint("Set HOME, or XDG_DATA_HOME.")
    })
}

/// The template that ships under a name, with or without its ending.
pub fn named(name: &str) -> Result<&'static Template> {
    template(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = TEMPLATES.iter().map(|known| known.file.trim_end_matches(".typ")).collect();
        Problem::new(ProblemKind::NotFound, format!("There is no template “{}”.", name.trim()))
            .hint(format!("The templates are {}.", names.join(", ")))
    })
}

/// The user's own templates, as they are now. A folder that is not there has none.
pub fn own() -> Result<OwnTemplates> {
    own_in(&folder()?)
}

/// Those in a folder: its templates (`.typ`), pictures (`.png`, `.jpg`, `.svg`) and fonts (`.otf`, `.ttf`).
pub fn own_in(folder: &Path) -> Result<OwnTemplates> {
    let mut own = OwnTemplates::default();
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<(PathBuf, String, String)> = entries
        .filter(|path| path.is_file())
        .filter_map(|path| {
            // A name that a template could not write is not looked at.
            let name = path.file_name().and_then(|name| name.to_str()).filter(|name| is_plain(name))?.to_owned();
            let ending = path.extension()?.to_str()?.to_ascii_lowercase();
            ENDINGS.contains(&ending.as_str()).then_some((path, name, ending))
        })
        .collect();
    if found.len() > MOST_FILES {
        return Err(Problem::bad_input(format!(
            "There are {} templates, pictures and fonts in “{}”, and {MOST_FILES} of them are read at most.",
            found.len(),
            folder.display()
        ))
        .hint("Take files out of the folder."));
    }
    found.sort();
    let mut room = MOST_BYTES;
    for (path, name, ending) in found {
        let length = path.metadata().map_or(0, |about| about.len());
        room = room.checked_sub(length).ok_or_else(|| {
            Problem::bad_input(format!(
                "The templates, pictures and fonts in “{}” come to more than {} MB together.",
                folder.display(),
                MOST_BYTES >> 20
            ))
            .hint("Make the pictures smaller, or take files out of the folder.")
        })?;
        match ending.as_str() {
            "typ" => drop(own.templates.insert(name, files::read_text(&path, files::TEMPLATE)?)),
            "png" | "jpg" | "jpeg" | "svg" => {
                own.pictures.insert(name, files::read(&path, files::PICTURE)?);
            }
            "otf" | "ttf" => own.fonts.push(files::read(&path, files::FONT)?),
            _ => {}
        }
    }
    Ok(own)
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// Every template, the user's own in their places, with those of his own that others import.
pub fn list(folder: &Path) -> Result<Vec<TemplateLine>> {
    let own = own_in(folder)?;
    let mut lines: Vec<TemplateLine> = TEMPLATES
        .iter()
        .map(|shipped| {
            let text = own.templates.get(shipped.file);
            TemplateLine {
                file: shipped.file.to_owned(),
                what: shipped.what.to_owned(),
                state: match text {
                    None => TemplateState::Shipped,
                    Some(text) if text == shipped.text => TemplateState::Copied,
                    Some(_) => TemplateState::Own,
                },
                own: text.map(|_| folder.join(shipped.file)),
            }
        })
        .collect();
    for file in own.templates.keys().filter(|file| template(file).is_none()) {
        lines.push(TemplateLine {
            file: file.clone(),
            what: "a file of your own, for others to import".to_owned(),
            state: TemplateState::Own,
            own: Some(folder.join(file)),
        });
    }
    Ok(lines)
}

/// Copies a template that ships to the folder, to be changed there. One that is there already is not replaced.
pub fn copy(template: &Template, folder: &Path) -> Result<PathBuf> {
    let path = folder.join(template.file);
    if path.exists() {
        return Err(Problem::refused(
            format!("“{}” is yours already.", path.display()),
            "Change it there; take the file away to print as Banneret does.",
        ));
    }
    files::save_new(&path, template.text.as_bytes())?;
    Ok(path)
}

/// Whether a template sets a document, and not what others import.
fn sets(template: &Template) -> bool {
    !matches!(template.name(), "house" | "men" | "turn")
}

/// The made-up document that a template is shown by. What others import is shown by the battle roster, which has all of it.
fn shown(template: &Template, options: Options) -> Result<Document> {
    match template.name() {
        "cord-order" => {
            let scenario = cracker::named("castle-gate")?;
            let position = scenario.begin(&Tables::book());
            Ok(cracker::order_of_scenario(&scenario, position))
        }
        "hex-sheets" => {
            let map = hexes::choose("border castle")?;
            hexes::sheets(&map, options.paper, HEX_SIZES[0].millimetres)
        }
        name => {
            let name = if sets(template) { name } else { "battle-roster" };
            samples::shown(name).ok_or_else(|| {
                Problem::refused(format!("{name} is shown by no made-up document."), "Print one of a campaign.")
            })
        }
    }
}

/// What a template is given, shown by its made-up document as JSON.
pub fn fields(template: &Template) -> Result<serde_json::Value> {
    Ok(print::fields(&shown(template, Options::default())?))
}

/// The made-up document of a template as a PDF file, set with the user's own templates.
pub fn preview(template: &Template, options: Options, folder: &Path, cancel: &AtomicBool) -> Result<Vec<u8>> {
    Ok(pdf_by(&shown(template, options)?, options, &own_in(folder)?, cancel)?)
}

/// Every fault of the user's own templates, a sentence each: each document that one of them may change is set once.
pub fn faults(folder: &Path, cancel: &AtomicBool) -> Result<Vec<String>> {
    let own = own_in(folder)?;
    let mut faults: Vec<String> = Vec::new();
    if own.templates.is_empty() {
        return Ok(faults);
    }
    // One that others import may be at fault in any of them.
    let shared = own.templates.keys().any(|file| template(file).is_none_or(|known| !sets(known)));
    for known in TEMPLATES.iter().filter(|known| sets(known)) {
        if !shared && !own.templates.contains_key(known.file) {
            continue;
        }
        for boxes in [false, true] {
            let options = Options { tick_boxes: boxes, ..Options::default() };
            let document = shown(known, options)?;
            let set = pdf_by(&document, options, &own, cancel);
            if let Err(greedy @ print::PrintError::Overreached { .. }) = &set {
                // The others would take as long.
                faults.push(greedy.to_string());
                return Ok(faults);
            }
            match set.map_err(Problem::from) {
                Ok(_) => {}
                Err(problem) if problem.kind == ProblemKind::Cancelled => return Err(problem),
                Err(problem) => {
                    let lines =
                        problem.sentence.lines().map(|line| line.trim_start_matches(print::OWN_FAULT).to_owned());
                    let new: Vec<String> = lines.filter(|line| !faults.contains(line)).collect();
                    faults.extend(new);
                }
            }
        }
    }
    Ok(faults)
}
