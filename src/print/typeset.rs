//! The one place that knows Typst: fonts and templates in, PDF bytes out.

use super::templates::{OwnTemplates, TEMPLATES, TemplateFault};
use super::{PrintError, apart};
use serde::Deserialize;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use typst::diag::SourceDiagnostic;
use typst::foundations::{Array, Bytes, Dict, IntoValue, Smart};
use typst::syntax::{DiagSpan, DiagSpanKind, Source};
use typst::text::Font;
use typst_as_lib::{TypstAsLibError, TypstEngine};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

macro_rules! fonts {
    ($($name:literal),+ $(,)?) => { [$(include_bytes!(concat!("../../data/fonts/", $name)).as_slice()),+] };
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

/// The figures of the book on the page of the turn are read from the tables the battles are fought by.
const TABLES: [(&str, &[u8]); 7] = tables![
    "man_to_man/house.toml",
    "man_to_man/melee.toml",
    "man_to_man/morale.toml",
    "man_to_man/movement.toml",
    "man_to_man/shooting.toml",
    "man_to_man/wounds.toml",
    "prisoners.toml",
];

/// Built once: reading the fonts takes longer than setting a short document.
static ENGINE: LazyLock<TypstEngine> = LazyLock::new(|| {
    let sources: Vec<(&str, &str)> = TEMPLATES.iter().map(|known| (known.file, known.text)).collect();
    TypstEngine::builder()
        .fonts(FONTS.iter().cloned())
        .with_static_source_file_resolver(sources)
        .with_static_file_resolver(TABLES)
        .build()
});

/// The engine with a club's own files before those that ship.
fn engine_with(own: &OwnTemplates, fonts: &[Font]) -> TypstEngine {
    let shipped = TEMPLATES.iter().filter(|known| !own.templates.contains_key(known.file));
    let mut sources: Vec<(&str, &str)> = shipped.map(|known| (known.file, known.text)).collect();
    sources.extend(own.templates.iter().map(|(file, text)| (file.as_str(), text.as_str())));
    let pictures = own.pictures.iter().map(|(file, bytes)| (file.as_str(), bytes.as_slice()));
    TypstEngine::builder()
        .fonts(fonts.iter().cloned())
        .with_static_source_file_resolver(sources)
        .with_static_file_resolver(TABLES.into_iter().chain(pictures).collect::<Vec<_>>())
        .build()
}

/// The faces there are: the serif, and a club's own.
fn fonts_with(own: &OwnTemplates) -> Vec<Font> {
    let more = own.fonts.iter().flat_map(|file| Font::iter(Bytes::new(file.clone())));
    FONTS.iter().cloned().chain(more).collect()
}

/// The last second of the year 9999.
const LAST_SECOND: u64 = 253_402_300_799;

/// How often a waiting caller looks at its cancel flag.
const GLANCE: Duration = Duration::from_millis(50);

/// The longest word that any column of any template holds on one line.
const LONG_WORD: usize = 18;

/// What is to be set: a template, what it is given, and a club's own files.
pub(super) struct Job {
    pub template: String,
    pub inputs: Value,
    pub pictures: Vec<Vec<u8>>,
    pub own: OwnTemplates,
}

/// A job with what its template is given in the typesetter's own terms.
pub(super) struct Ready {
    template: String,
    inputs: Dict,
    own: OwnTemplates,
}

/// Makes a job ready. On the thread that has it: what it takes can be given to what is made of it.
pub(super) fn ready(job: Job) -> Result<Ready, PrintError> {
    let mut inputs = Dict::deserialize(job.inputs).map_err(|error| PrintError::NotSet(error.to_string()))?;
    let pictures: Array = job.pictures.into_iter().map(|picture| Bytes::new(picture).into_value()).collect();
    inputs.insert("pictures".into(), pictures.into_value());
    Ok(Ready { template: job.template, inputs, own: job.own })
}

/// Sets what is ready, here and now.
pub(super) fn set(Ready { template, inputs, own }: Ready, abandoned: &AtomicBool) -> Result<Vec<u8>, PrintError> {
    match own.is_empty() {
        true => typeset(&ENGINE, &template, inputs, &own, abandoned),
        false => typeset(&engine_with(&own, &fonts_with(&own)), &template, inputs, &own, abandoned),
    }
}

/// Sets `template` with `inputs`, and pictures if it has any, and writes it as PDF, on a thread of its own so that `cancel`
/// is answered at once. Of a club's own files those that bear a template's name are taken in its place.
pub(super) fn pdf(
    template: &'static str,
    mut inputs: Value,
    pictures: Vec<Vec<u8>>,
    own: &OwnTemplates,
    cancel: &AtomicBool,
) -> Result<Vec<u8>, PrintError> {
    if cancel.load(Ordering::Relaxed) {
        return Err(PrintError::Cancelled);
    }
    // The typesetter asks the clock what day it is, and stops the thread where there is no such day.
    let knows_it = SystemTime::now().duration_since(UNIX_EPOCH).is_ok_and(|since| since.as_secs() <= LAST_SECOND);
    if !knows_it {
        return Err(PrintError::Clock);
    }
    make_printable(&mut inputs, &fonts_with(own));
    let job = Job { template: template.to_owned(), inputs, pictures, own: own.clone() };
    if let Some(program) = apart::program().filter(|_| !own.is_empty()) {
        return apart::pdf(program, job, cancel);
    }
    let ready = ready(job)?;
    let abandoned = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = sync_channel(1);
    let typesetter = {
        let abandoned = Arc::clone(&abandoned);
        move || {
            let set = set(ready, &abandoned);
            // Nobody listens any more if the caller has cancelled.
            let _ = sender.send(set);
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

fn typeset(
    engine: &TypstEngine,
    template: &str,
    inputs: Dict,
    own: &OwnTemplates,
    abandoned: &AtomicBool,
) -> Result<Vec<u8>, PrintError> {
    let document: PagedDocument = engine.compile_with_input(template, inputs).output.map_err(|error| match error {
        TypstAsLibError::TypstSource(wrong) => {
            let found: Vec<TemplateFault> = wrong.iter().filter_map(|one| fault(own, one)).take(MOST_FAULTS).collect();
            match found.is_empty() {
                true => PrintError::NotSet(sentence(wrong.first())),
                false => PrintError::Template(found),
            }
        }
        other => PrintError::NotSet(other.to_string()),
    })?;
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

/// As many faults of a club's own templates as are told.
const MOST_FAULTS: usize = 20;

/// As many letters as are told of a line or a message that a club wrote itself.
const MOST_LETTERS: usize = 300;

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Where in a club's own template a fault stands: itself, or the nearest call on the way to it. None is of a template that
/// ships, called by nothing of the club's.
fn fault(own: &OwnTemplates, wrong: &SourceDiagnostic) -> Option<TemplateFault> {
    let spans = std::iter::once(wrong.span).chain(wrong.trace.iter().map(|point| DiagSpan::from(point.span)));
    spans.into_iter().find_map(|span| {
        let id = span.id()?;
        let file = id.get().vpath().get_without_slash();
        let text = own.templates.get(file)?;
        let source = Source::new(id, text.clone());
        let range = match span.get() {
            DiagSpanKind::Number { num, sub_range, .. } => source.range(num, sub_range),
            DiagSpanKind::Range { range, .. } => Some(range),
            DiagSpanKind::Detached => None,
        };
        let at = range.and_then(|range| source.lines().byte_to_line_column(range.start));
        let (line, column) = at.unwrap_or_default();
        Some(TemplateFault {
            file: file.to_owned(),
            line: line + 1,
            column: column + 1,
            what: cut(&wrong.message),
            hints: wrong.hints.iter().take(MOST_FAULTS).map(|hint| cut(&hint.v)).collect(),
            text: cut(text.lines().nth(line).unwrap_or_default()),
        })
    })
}

fn sentence(fault: Option<&SourceDiagnostic>) -> String {
    fault.map_or_else(|| "no reason was given".to_owned(), |fault| cut(&fault.message))
}

/// Makes every text fit to set: without control characters, with a mark for letters that no font has, and with leave
/// to break words too long for a column.
fn make_printable(value: &mut Value, fonts: &[Font]) {
    match value {
        Value::String(text) => {
            let is_plain = text.chars().all(|letter| (' '..='~').contains(&letter));
            if !is_plain || text.split(is_break).any(|word| word.chars().count() > LONG_WORD) {
                *text = printable(text, fonts);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| make_printable(value, fonts)),
        Value::Object(fields) => fields.values_mut().for_each(|value| make_printable(value, fonts)),
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

fn has_letter(letter: char, fonts: &[Font]) -> bool {
    letter.is_ascii() || fonts.iter().any(|font| font.info().coverage.contains(u32::from(letter)))
}

fn printable(text: &str, fonts: &[Font]) -> String {
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
                letter if !has_letter(letter, fonts) => char::REPLACEMENT_CHARACTER,
                letter => letter,
            });
        }
    }
    out
}
