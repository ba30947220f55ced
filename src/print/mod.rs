//! Documents a referee and his players hold in their hands, as PDF.
//!
//! A document is a plain owned struct the app fills and nothing else: no store, no window, no clock, so printing may
//! run on any thread while the campaign goes on, and the same document gives the same bytes. What it says reaches
//! the typesetter as data, never as text of a template, so a man may be called `*#x*` and is printed so.
//!
//! The templates are in `data/print/`, the type in `data/fonts/`.

mod apart;
mod blank;
mod cards;
mod career;
mod casualties;
mod chronicle;
mod cords;
mod hexes;
mod map;
mod muster;
mod pay;
mod ransom;
mod roster;
pub mod samples;
mod siege;
mod templates;
mod typeset;

pub use apart::{ARGUMENT, answer, set_apart_by};
pub use blank::{BlankKind, BlankSheet};
pub use cards::{FigureCard, FigureCards};
pub use career::{Captivity, CareerBattle, CareerRansom, GradeStep, PrintedCareer};
pub use casualties::{BattleLosses, Casualty, CasualtyList, Fell, OtherLosses, SideLosses};
pub use chronicle::{ChronicleEntry, PrintedChronicle};
pub use cords::CordOrder;
pub use hexes::{HexPart, HexSheets, KeyPicture, PrintedHexes};
pub use map::{MapGround, PrintedMap, PrintedPlace, PrintedWay};
pub use muster::{MusterRoll, PrintedBattle, PrintedForce, PrintedMan, PrintedTally, PrintedUnit};
pub use pay::{PayLine, PayRoll};
pub use ransom::{Due, Holder, PrintedCaptive, RansomRoll, RollKind};
pub use roster::{BattleRoster, RosterSide};
pub use siege::SiegeSheet;
pub use templates::{OwnTemplates, TEMPLATES, Template, TemplateFault, template};

use crate::campaign::calendar::Day;
use crate::campaign::problem::{Problem, ProblemKind};
use crate::campaign::realm::Tincture;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// The paper to print on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8½ by 11 in.
    Letter,
    /// 297 by 420 mm.
    A3,
    /// 594 by 841 mm, for a wall.
    A1,
}

impl Paper {
    /// Its width and its height, upright.
    pub fn millimetres(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
            Paper::A3 => (297.0, 420.0),
            Paper::A1 => (594.0, 841.0),
        }
    }
}

/// How to print a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub paper: Paper,
    /// Boxes for wounds, ammunition and gallop on a muster roll, which then lies on its side. A battle roster has
    /// them always.
    pub tick_boxes: bool,
}

impl Options {
    /// What a template is given: a document, and how it is printed.
    fn with(self, document: Value) -> Value {
        let paper = match self.paper {
            Paper::A4 => "a4",
            Paper::Letter => "us-letter",
            Paper::A3 => "a3",
            Paper::A1 => "a1",
        };
        json!({ "document": document, "paper": paper, "boxes": self.tick_boxes })
    }
}

/// What stands at the foot of every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foot {
    /// The campaign's name.
    pub campaign: String,
    /// The day the document is of.
    pub day: Day,
    pub turn: u32,
}

impl Foot {
    fn view(&self) -> Value {
        json!({
            "campaign": self.campaign,
            "date": format!("{} {}", self.day.weekday(), self.day.long()),
            "spoken": self.day.spoken(),
            "turn": self.turn,
        })
    }
}

/// A side as it stands in the head of a document: its name beside its shield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Banner {
    /// The side's name.
    pub name: String,
    /// What its shield bears: in print a colour and, for black and white, the engravers' hatching.
    pub tincture: Tincture,
}

/// Any document that can be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// The men of an army, a battle or a garrison (CP-6.2).
    MusterRoll(MusterRoll),
    /// Both sides of a battle for the table, and the sequence of a turn (CP-3.5).
    BattleRoster(BattleRoster),
    /// Captives by holder, with their ransoms or without (CP-6.2).
    RansomRoll(RansomRoll),
    /// The career of a knight (CP-6.2).
    Career(PrintedCareer),
    /// What happened between two dates (CP-6.2).
    Chronicle(PrintedChronicle),
    /// Who fell, was taken or is missed (CP-6.2).
    CasualtyList(CasualtyList),
    /// A card for every figure (CP-3.5).
    FigureCards(FigureCards),
    /// A sheet to be filled in by pen (CP-3.5).
    BlankSheet(BlankSheet),
    /// What is owed to whom (CP-6.2).
    PayRoll(PayRoll),
    /// A siege for the table (CP-6.2).
    SiegeSheet(SiegeSheet),
    /// A battle with cords for the table (CP-3.5).
    CordOrder(CordOrder),
    /// The map, for the wall or for a side (CP-6.2).
    Map(PrintedMap),
    /// A map of hexes for the table (SG-5).
    HexSheets(HexSheets),
}

impl Document {
    /// The template it is set by, and what the template is given.
    fn parts(&self) -> (&'static str, Value) {
        match self {
            Document::MusterRoll(roll) => ("muster-roll.typ", roll.view()),
            Document::BattleRoster(roster) => ("battle-roster.typ", roster.view()),
            Document::RansomRoll(roll) => ("ransom-roll.typ", roll.view()),
            Document::Career(career) => ("career.typ", career.view()),
            Document::Chronicle(chronicle) => ("chronicle.typ", chronicle.view()),
            Document::CasualtyList(list) => ("casualty-list.typ", list.view()),
            Document::FigureCards(cards) => ("figure-cards.typ", cards.view()),
            Document::BlankSheet(sheet) => ("blank-sheet.typ", sheet.view()),
            Document::PayRoll(roll) => ("pay-roll.typ", roll.view()),
            Document::SiegeSheet(sheet) => ("siege-sheet.typ", sheet.view()),
            Document::CordOrder(order) => ("cord-order.typ", order.view()),
            Document::Map(map) => ("map.typ", map.view()),
            Document::HexSheets(sheets) => ("hex-sheets.typ", sheets.view()),
        }
    }

    /// How many entries it has, and what the setting of them weighs beside their words: measured, in bytes of words that
    /// take the typesetter as much memory. Of what has few entries none is counted.
    fn entries(&self, options: Options) -> (usize, usize) {
        let alike = |count: usize, each: usize| (count, count.saturating_mul(each));
        match self {
            Document::MusterRoll(roll) => (roll.tally().men, muster::weight(&roll.battles, options.tick_boxes)),
            Document::BattleRoster(roster) => {
                let sides = [&roster.sides.attacker, &roster.sides.defender];
                (
                    sides.iter().map(|side| side.tally().men).sum(),
                    sides.iter().map(|side| muster::weight(&side.battles, true)).sum(),
                )
            }
            Document::RansomRoll(roll) => {
                let held = || roll.holders.iter().flat_map(|holder| &holder.captives);
                let (captives, dues) = (held().count(), held().map(|captive| captive.dues.len()).sum::<usize>());
                (captives + dues, captives.saturating_mul(2_900).saturating_add(dues.saturating_mul(160)))
            }
            Document::Career(career) => {
                let steps =
                    career.grades.len() + career.battles.len() + career.captivities.len() + career.ransoms.len();
                alike(steps, 360)
            }
            // Of a route a twelfth of what a place weighs.
            Document::Map(map) => alike(map.places.len() + map.ways.len() / 12, 1_250),
            Document::Chronicle(chronicle) => alike(chronicle.entries.len(), 80),
            _ => (0, 0),
        }
    }

    /// What of it to print if all of it is too much.
    fn less(&self) -> &'static str {
        match self {
            Document::MusterRoll(_) => "Print the army a battle at a time, or without boxes.",
            Document::BattleRoster(_) => "Choose fewer men who take the field.",
            Document::RansomRoll(_) => "Print the captives of one side.",
            Document::Career(_) => "Take away what nobody has lived through; a career is of a few pages.",
            Document::Map(_) => "Take away what the campaign does not need; a map of them all shows nothing.",
            Document::Chronicle(_) => "Print the chronicle of fewer years at a time.",
            _ => "Shorten its names and notes, and print it again.",
        }
    }

    /// Refuses what would take more memory than a small machine has to spare.
    fn fits(&self, view: &Value, options: Options) -> Result<(), PrintError> {
        let (entries, weight) = self.entries(options);
        let words = words_of(view);
        match weight.saturating_add(words) > MOST_WORDS {
            true => Err(PrintError::TooLong { entries, thousands: words / 1000, hint: self.less() }),
            false => Ok(()),
        }
    }

    /// The pictures that its template is given beside the rest.
    fn pictures(&self) -> Vec<Vec<u8>> {
        match self {
            Document::Map(map) => map.picture.iter().map(|picture| picture.file.clone()).collect(),
            Document::HexSheets(sheets) => sheets.pictures(),
            _ => Vec::new(),
        }
    }
}

/// As many bytes of words as are set at once: each takes the typesetter about a hundred bytes of memory.
const MOST_WORDS: usize = 3_600_000;

/// The longest word that is set in one line.
const LONG: usize = 60;

/// The bytes of all words in what a template is given.
fn words_of(value: &Value) -> usize {
    match value {
        // A word that no line holds is broken letter by letter, and weighs as many.
        Value::String(text) => {
            text.split_whitespace().map(|word| word.len() * if word.len() > LONG { 8 } else { 1 }).sum()
        }
        Value::Array(values) => values.iter().map(words_of).sum(),
        Value::Object(fields) => fields.values().map(words_of).sum(),
        _ => 0,
    }
}

/// Why a document was not printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// The caller's flag was raised.
    #[error("Printing was cancelled; nothing was written.")]
    Cancelled,
    /// It would take too much memory to set.
    #[error("The document is too long to be set at once: it has {entries} entries and {thousands} thousand letters.")]
    TooLong { entries: usize, thousands: usize, hint: &'static str },
    /// The typesetter could not be started.
    #[error("The document could not be started: {0}.")]
    NotStarted(String),
    /// The typesetter refused the document.
    #[error("The document could not be set: {0}.")]
    NotSet(String),
    /// A club's own template has faults.
    #[error("{}", told(.0))]
    Template(Vec<TemplateFault>),
    /// A club's own templates took more time or memory than a document may.
    #[error("Your own templates ({}) could not be set: they took {why}.", .files.join(", "))]
    Overreached { files: Vec<String>, why: String },
    /// The clock of the machine stands where no calendar of the typesetter's reaches.
    #[error("The clock of this computer stands before 1970 or after 9999, and nothing can be printed by it.")]
    Clock,
    /// The pages were set but could not be written as PDF.
    #[error("The pages could not be written as PDF: {0}.")]
    NotWritten(String),
}

/// How the sentence about a fault of a club's own template begins.
pub const OWN_FAULT: &str = "Your own template has a fault: ";

/// The faults of a club's own templates, a line each.
fn told(faults: &[TemplateFault]) -> String {
    faults.iter().map(|fault| format!("{OWN_FAULT}{fault}.")).collect::<Vec<_>>().join("\n")
}

impl PrintError {
    /// What to do next, in a sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            PrintError::Cancelled => "Print it again when you want it.",
            PrintError::TooLong { hint, .. } => hint,
            PrintError::NotStarted(_) => "Close other programs to free memory, then print it again.",
            PrintError::Clock => "Set the clock to today, and print it again.",
            PrintError::Template(_) => {
                "Mend it there, or take the file out of your folder of templates to print as Banneret does."
            }
            PrintError::Overreached { .. } => {
                "Look in them for a loop without end or a range of very many, or take them out of your folder of \
                 templates to print as Banneret does."
            }
            PrintError::NotSet(_) | PrintError::NotWritten(_) => {
                "This is a fault of the program, and the campaign is unharmed: print a smaller part, such as one \
                 battle of the army, and report the message with the document you asked for."
            }
        }
    }
}

impl From<PrintError> for Problem {
    fn from(error: PrintError) -> Problem {
        let kind = match error {
            PrintError::Cancelled => ProblemKind::Cancelled,
            PrintError::TooLong { .. } => ProblemKind::Refused,
            PrintError::Template(_) | PrintError::Overreached { .. } => ProblemKind::BadInput,
            PrintError::NotStarted(_) | PrintError::Clock | PrintError::NotSet(_) | PrintError::NotWritten(_) => {
                ProblemKind::System
            }
        };
        Problem::new(kind, error.to_string()).hint(error.hint())
    }
}

/// The document as a PDF file, tagged for screen readers; the same bytes for the same document and options.
///
/// Raising `cancel` makes it return [`PrintError::Cancelled`] within a twentieth of a second. The typesetter itself
/// cannot be stopped in the middle of its layout: what it had begun ends on a thread of its own and is thrown away
/// before it is written out as PDF.
pub fn pdf(document: &Document, options: Options, cancel: &AtomicBool) -> Result<Vec<u8>, PrintError> {
    pdf_by(document, options, &OwnTemplates::default(), cancel)
}

/// The same set by a club's own templates, where it has one of a name.
pub fn pdf_by(
    document: &Document,
    options: Options,
    own: &OwnTemplates,
    cancel: &AtomicBool,
) -> Result<Vec<u8>, PrintError> {
    let (template, view) = document.parts();
    document.fits(&view, options)?;
    typeset::pdf(template, options.with(view), document.pictures(), own, cancel)
}

/// What a document gives its template.
pub fn fields(document: &Document) -> Value {
    document.parts().1
}
