//! The one place that knows Typst: fonts and templates in, PDF bytes out.

use super::PrintError;
use serde::Deserialize;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Array, Bytes, Dict, IntoValue, Smart};
use typst::text::Font;
use typst_as_lib::{TypstAsLibError, TypstEngine};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

macro_rules! fonts {
    ($($name:literal),+ $(,)?) => { [$(include_bytes!(concat!("../../data/fonts/", $name)).as_slice()),+] };
}

macro_rules! templates {
    ($($name:literal),+ $(,)?) => { [$(($name, include_str!(concat!("../../data/print/", $name)))),+] };
}

macro_rules! tables {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_bytes!(concat!("../../data/tables/", $name)).as_slice())),+]
    };
}

/// The faces of the one serif.
static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let files = fonts![
        "LibertinusSerif-Regular.otf",
        "LibertinusSerif-Italic.otf",
        "LibertinusSerif-Semibold.otf",
        "LibertinusSerif-Bold.otf",
    ];
    files.into_iter().flat_map(|file| Font::iter(Bytes::new(file))).collect()
});

/// Built once: reading the fonts takes longer than setting a short document.
static ENGINE: LazyLock<TypstEngine> = LazyLock::new(|| {
    TypstEngine::builder()
        .fonts(FONTS.iter().cloned())
        .with_static_source_file_resolver(templates![
            "house.typ",
            "men.typ",
            "muster-roll.typ",
            "battle-roster.typ",
            "turn.typ",
            "ransom-roll.typ",
            "career.typ",
            "chronicle.typ",
            "pay-roll.typ",
            "siege-sheet.typ",
            "cord-order.typ",
            "map.typ",
            "hex-sheets.typ",
        ])
        // The figures of the book on the page of the turn are read from the tables the battles are fought by.
        .with_static_file_resolver(tables![
            "man_to_man/house.toml",
            "man_to_man/melee.toml",
            "man_to_man/morale.toml",
            "man_to_man/movement.toml",
            "man_to_man/shooting.toml",
            "man_to_man/wounds.toml",
            "prisoners.toml",
            "siege/strategic.toml",
        ])
        .build()
});

/// How often a waiting caller looks at its cancel flag.
const GLANCE: Duration = Duration::from_millis(50);

/// The longest word that any column of any template holds on one line.
const LONG_WORD: usize = 18;

/// Sets `template` with `inputs`, and pictures if it has any, and writes it as PDF, on a thread of its own so that `cancel`
/// is answered at once.
pub(super) fn pdf(
    template: &'static str,
    mut inputs: Value,
    pictures: Vec<Vec<u8>>,
    cancel: &AtomicBool,
) -> Result<Vec<u8>, PrintError> {
    if cancel.load(Ordering::Relaxed) {
        return Err(PrintError::Cancelled);
    }
    make_printable(&mut inputs);
    let mut inputs = Dict::deserialize(inputs).map_err(|error| PrintError::NotSet(error.to_string()))?;
    let pictures: Array = pictures.into_iter().map(|picture| Bytes::new(picture).into_value()).collect();
    inputs.insert("pictures".into(), pictures.into_value());
    let abandoned = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = sync_channel(1);
    let typesetter = {
        let abandoned = Arc::clone(&abandoned);
        move || {
            // Nobody listens any more if the caller has cancelled.
            let _ = sender.send(typeset(template, inputs, &abandoned));
        }
    };
    thread::Builder::new()
        .name("typesetter".into())
        .spawn(typesetter)
        .map_err(|error| PrintError::NotStarted(error.to_string()))?;
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) if cancel.load(Ordering::Relaxed) => {
                abandoned.store(true, Ordering::Relaxed);
                return Err(PrintError::Cancelled);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PrintError::NotSet("the typesetter stopped without an answer".into()));
            }
        }
    }
}

fn typeset(template: &'static str, inputs: Dict, abandoned: &AtomicBool) -> Result<Vec<u8>, PrintError> {
    let document: PagedDocument =
        ENGINE.compile_with_input(template, inputs).output.map_err(|error| PrintError::NotSet(first_message(error)))?;
    if abandoned.load(Ordering::Relaxed) {
        return Err(PrintError::Cancelled);
    }
    let write = |standards| {
        let creator = Smart::Custom(Some(concat!("Banneret ", env!("CARGO_PKG_VERSION")).to_owned()));
        typst_pdf::pdf(&document, &PdfOptions { creator, standards, ..PdfOptions::default() })
    };
    // A paper that a screen reader's standard finds a fault in is still a paper: it is then written without its seal.
    let accessible = PdfStandards::new(&[PdfStandard::Ua_1]).ok().and_then(|standards| write(standards).ok());
    match accessible {
        Some(pdf) => Ok(pdf),
        None => write(PdfStandards::default()).map_err(|faults| PrintError::NotWritten(sentence(faults.first()))),
    }
}

fn first_message(error: TypstAsLibError) -> String {
    match error {
        TypstAsLibError::TypstSource(faults) => sentence(faults.first()),
        other => other.to_string(),
    }
}

fn sentence(fault: Option<&SourceDiagnostic>) -> String {
    fault.map_or_else(|| "no reason was given".to_owned(), |fault| fault.message.to_string())
}

/// Makes every text fit to set: without control characters, with a mark for letters that no font has, and with leave
/// to break words too long for a column.
fn make_printable(value: &mut Value) {
    match value {
        Value::String(text) => {
            let is_plain = text.chars().all(|letter| (' '..='~').contains(&letter));
            if !is_plain || text.split(is_break).any(|word| word.chars().count() > LONG_WORD) {
                *text = printable(text);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_printable),
        Value::Object(fields) => fields.values_mut().for_each(make_printable),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a line may break at this letter without help.
fn is_break(letter: char) -> bool {
    letter.is_whitespace() || letter == '-'
}

/// Letters that say how the one before is drawn; not drawn themselves.
fn is_variation(letter: char) -> bool {
    matches!(letter, '\u{FE00}'..='\u{FE0F}')
}

fn has_letter(letter: char) -> bool {
    letter.is_ascii() || FONTS.iter().any(|font| font.info().coverage.contains(u32::from(letter)))
}

fn printable(text: &str) -> String {
    const MAY_BREAK: char = '\u{200B}';
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(is_break) {
        let is_long = word.chars().count() > LONG_WORD;
        for (place, letter) in word.chars().filter(|letter| !is_variation(*letter)).enumerate() {
            // Marks that sit on the letter before, and joiners, stay with it.
            if is_long && place > 0 && letter.is_alphanumeric() {
                out.push(MAY_BREAK);
            }
            out.push(match letter {
                letter if letter.is_control() => ' ',
                letter if !has_letter(letter) => char::REPLACEMENT_CHARACTER,
                letter => letter,
            });
        }
    }
    out
}
