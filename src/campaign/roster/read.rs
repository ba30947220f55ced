//! Reading a roster file: every fault at once, each by its line and column with what was expected and found.

use super::super::lines::{FirstFaults, Lines, MOST_CELLS, crowded};
use super::super::money::thousands;
use super::{COLUMNS, MOST_IN_A_ROSTER, MOST_IN_A_ROW, Roster, Row, unguarded};
use crate::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, UnknownWord, Weapon, WeaponFault};
use csv::ByteRecord;
use std::fmt;
use std::str::FromStr;

/// As many faults as are counted; then no more is read.
const MOST_COUNTED: u64 = 100_000;
/// The longest name of a man or of a part of an army, in letters.
const LONGEST_NAME: usize = 120;

/// What is wrong at one place of a roster file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RosterFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column by its header's name, or empty if the fault is the whole line's.
    pub column: String,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
    /// All of it in one sentence.
    pub sentence: String,
}

impl RosterFault {
    fn new(line: u64, column: &str, expected: impl Into<String>, found: impl Into<String>) -> RosterFault {
        let (expected, found) = (expected.into(), found.into());
        let place = if column.is_empty() { format!("Line {line}") } else { format!("Line {line}, column {column}") };
        let sentence = format!("{place}: expected {expected}, found {found}.");
        RosterFault { line, column: column.to_owned(), expected, found, sentence }
    }
}

type Faults = FirstFaults<RosterFault>;

/// All faults, and how many more there are than are told.
fn all(faults: Faults) -> Vec<RosterFault> {
    faults.all(|more, _| {
        let sentence = match more < MOST_COUNTED {
            true => format!("And {} more.", thousands(more)),
            false => format!("And {} more, as far as it was read.", thousands(more)),
        };
        let (column, expected, found) = Default::default();
        RosterFault { line: 0, column, expected, found, sentence }
    })
}

impl fmt::Display for RosterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// Reads a roster file (CP-6.1), or says everything that is wrong with it in the order of its lines.
pub fn parse(file: &[u8]) -> Result<Roster, Vec<RosterFault>> {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    if let Some(fault) = not_text(text) {
        return Err(vec![fault]);
    }
    if let Some(line) = crowded(text) {
        return Err(vec![RosterFault::new(line, "", format!("at most {MOST_CELLS} cells"), "more")]);
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let mut record = ByteRecord::new();
    let mut lines = Lines::of(text);
    let mut next = |record: &mut ByteRecord| {
        let more = reader.read_byte_record(record).unwrap_or_else(|error| unreachable!("in memory: {error}"));
        more.then(|| lines.at(record.position().map_or(0, csv::Position::byte)))
    };
    let Some(header_line) = next(&mut record) else {
        return Err(vec![RosterFault::new(1, "", "a header line with at least class and grade", "an empty file")]);
    };
    let mut faults = Faults::default();
    let Some(header) = Header::read(header_line, &record, &mut faults) else {
        return Err(all(faults));
    };
    let (mut rows, mut any, mut men) = (Vec::new(), false, 0u64);
    while faults.more < MOST_COUNTED
        && let Some(line) = next(&mut record)
    {
        if record.iter().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        any = true;
        if let Some(row) = header.row(line, &record, &mut faults) {
            let before = men;
            men += u64::from(row.count);
            if before <= MOST_IN_A_ROSTER && men > MOST_IN_A_ROSTER {
                let most = format!("at most {} men in one roster", thousands(MOST_IN_A_ROSTER));
                faults.push(RosterFault::new(line, "count", most, format!("{} men so far", thousands(men))));
            }
            if men <= MOST_IN_A_ROSTER {
                rows.push(row);
            }
        }
    }
    if !any {
        faults.push(RosterFault::new(
            header_line + 1,
            "",
            "a row for each man or group of men",
            "no rows under the header",
        ));
    }
    // Where the rest of the file in one cell makes no fault of its own.
    if faults.told.is_empty()
        && let Some(line) = open_quote(text)
    {
        faults.push(RosterFault::new(
            line,
            "",
            "every quotation mark closed",
            "one that is open to the end of the file",
        ));
    }
    if faults.told.is_empty() { Ok(Roster::of(rows)) } else { Err(all(faults)) }
}

/// The line of a quotation mark that opens a cell and is never closed. The reader takes the rest of the file for that
/// cell.
fn open_quote(text: &[u8]) -> Option<u64> {
    let (mut line, mut opened, mut begins) = (1, None, true);
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        line += u64::from(byte == b'\n' || (byte == b'\r' && bytes.peek() != Some(&b'\n')));
        match (opened, byte) {
            (Some(_), b'"') => match bytes.peek() {
                Some(b'"') => drop(bytes.next()),
                _ => opened = None,
            },
            (Some(_), _) => {}
            (None, b'"') if begins => (opened, begins) = (Some(line), false),
            (None, _) => begins = matches!(byte, b',' | b'\n' | b'\r'),
        }
    }
    opened
}

/// Says so if the file is no text of single bytes at all.
fn not_text(text: &[u8]) -> Option<RosterFault> {
    let found = match text {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "UTF-16; save it again as “CSV UTF-8”",
        [b'P', b'K', 3, 4, ..] => "a spreadsheet or archive; save it again as “CSV UTF-8”",
        _ if text.contains(&0) => "a file that is not text",
        _ => return None,
    };
    Some(RosterFault::new(1, "", "a CSV file in UTF-8", found))
}

/// What a cell of a row is, by its header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Column(usize),
    /// Under a header that is no column, which has its fault already.
    Unknown,
    /// Under no header at all.
    Bare,
}

/// Which cell of a row is which column.
struct Header {
    columns: Vec<Cell>,
    /// Whether every column a row needs is there.
    whole: bool,
}

impl Header {
    /// Reads the header line; nothing if its cells are not separated by commas.
    fn read(line: u64, record: &ByteRecord, faults: &mut Faults) -> Option<Header> {
        let mut columns: Vec<Cell> = Vec::new();
        let mut known = true;
        for (place, cell) in record.iter().enumerate() {
            let word = String::from_utf8_lossy(cell).trim().to_lowercase();
            if let Some(separator) = wrong_separator(record, &word) {
                let found = format!("cells separated by {separator}; save it again with commas");
                faults.push(RosterFault::new(line, "", "cells separated by commas", found));
                return None;
            }
            columns.push(match COLUMNS.iter().position(|column| *column == word) {
                Some(column) if columns.contains(&Cell::Column(column)) => {
                    faults.push(RosterFault::new(line, &word, "each column once", format!("“{word}” a second time")));
                    Cell::Unknown
                }
                Some(column) => Cell::Column(column),
                None if word.is_empty() => Cell::Bare,
                None => {
                    known = false;
                    let expected = format!("one of the columns {}", COLUMNS.join(", "));
                    let found = format!("“{}” in cell {}", shown(cell), place + 1);
                    faults.push(RosterFault::new(line, &shown(cell), expected, found));
                    Cell::Unknown
                }
            });
        }
        let mut whole = true;
        for needed in ["class", "grade"] {
            if !columns.iter().any(|cell| matches!(cell, Cell::Column(column) if COLUMNS[*column] == needed)) {
                whole = false;
                faults.push(RosterFault::new(line, needed, format!("a column “{needed}”"), "none of that name"));
            }
        }
        // A file whose first line is a man has no header at all; its rows would only repeat that.
        (whole || known).then_some(Header { columns, whole })
    }

    /// Reads one row; nothing if anything is wrong with it.
    fn row(&self, line: u64, record: &ByteRecord, faults: &mut Faults) -> Option<Row> {
        let (cells, wanted) = (record.len(), self.columns.len());
        let beyond = record.iter().skip(wanted).any(|cell| !cell.trim_ascii().is_empty());
        if cells < wanted || beyond {
            let hint = if record.iter().any(|cell| cell.contains(&b'\n')) {
                "; perhaps a quotation mark is not closed"
            } else {
                ""
            };
            let expected = format!("{wanted} cells as in the header");
            faults.push(RosterFault::new(line, "", expected, format!("{cells} cells{hint}")));
            return None;
        }
        let mut row = RowReader { line, faults, sound: true, texts: [Some(""); COLUMNS.len()] };
        for (cell, column) in record.iter().zip(&self.columns) {
            match column {
                Cell::Column(column) => row.texts[*column] = row.text(*column, cell),
                Cell::Bare if !cell.trim_ascii().is_empty() => {
                    row.fault("", "nothing in a cell under no header", format!("“{}”", shown(cell)))
                }
                Cell::Bare | Cell::Unknown => {}
            }
        }
        row.read(self.whole)
    }
}

/// The separator a header uses instead of the comma, if its only cell is several columns.
fn wrong_separator(record: &ByteRecord, word: &str) -> Option<&'static str> {
    let several = |separator: char| {
        record.len() == 1
            && word.split(separator).filter(|part| COLUMNS.contains(&part.trim().trim_matches('"'))).count() > 1
    };
    [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")].into_iter().find(|(s, _)| several(*s)).map(|(_, name)| name)
}

/// A cell as it is shown in a fault, cut short if it is long.
fn shown(cell: &[u8]) -> String {
    let text = String::from_utf8_lossy(cell);
    let text = text.trim();
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(59).collect::<String>() + "…" }
}

fn quoted(text: &str) -> String {
    format!("“{}”", shown(text.as_bytes()))
}

/// Reads the cells of one row, gathering what is wrong with them.
struct RowReader<'a> {
    line: u64,
    faults: &'a mut Faults,
    sound: bool,
    /// The text of each column; nothing for a cell that is no text and has its fault already.
    texts: [Option<&'a str>; COLUMNS.len()],
}

impl<'a> RowReader<'a> {
    fn fault(&mut self, column: &str, expected: impl Into<String>, found: impl Into<String>) {
        self.sound = false;
        self.faults.push(RosterFault::new(self.line, column, expected, found));
    }

    /// A cell as text, without the spaces around it.
    fn text<'c>(&mut self, column: usize, cell: &'c [u8]) -> Option<&'c str> {
        let column = COLUMNS[column];
        let Ok(text) = std::str::from_utf8(cell) else {
            self.fault(column, "text in UTF-8", format!("“{}” in another encoding", shown(cell)));
            return None;
        };
        let is_name = matches!(column, "side" | "army" | "battle" | "force" | "unit" | "name");
        let text = if is_name { unguarded(text.trim()) } else { text.trim() };
        if text.contains(['\n', '\r']) {
            self.fault(
                column,
                "a cell on one line",
                "one that runs over several; perhaps a quotation mark is not closed",
            );
        } else if text.contains(char::is_control) {
            self.fault(column, "plain text", "a cell with control characters");
        } else if is_name && text.chars().count() > LONGEST_NAME {
            self.fault(column, format!("at most {LONGEST_NAME} letters"), format!("{} letters", text.chars().count()));
        }
        Some(text)
    }

    /// The text of a column, if it is text.
    fn readable(&self, column: &str) -> Option<&'a str> {
        COLUMNS.iter().position(|known| *known == column).and_then(|place| self.texts[place])
    }

    fn cell(&self, column: &str) -> &'a str {
        self.readable(column).unwrap_or("")
    }

    /// A word of the book, or nothing and a fault.
    fn word<T: FromStr<Err = UnknownWord>>(&mut self, column: &str) -> Option<T> {
        let text = self.readable(column)?;
        match text.parse() {
            Ok(value) => Some(value),
            Err(unknown) => {
                let found = if text.is_empty() { "an empty cell".to_owned() } else { quoted(text) };
                self.fault(column, unknown.expected, found);
                None
            }
        }
    }

    /// As [`RowReader::word`], an empty cell being no fault.
    fn word_if_any<T: FromStr<Err = UnknownWord>>(&mut self, column: &str) -> Option<T> {
        if self.cell(column).is_empty() { None } else { self.word(column) }
    }

    /// As [`RowReader::word`], with what an empty cell means.
    fn word_or<T: FromStr<Err = UnknownWord>>(&mut self, column: &str, empty: T) -> Option<T> {
        if self.cell(column).is_empty() { Some(empty) } else { self.word(column) }
    }

    fn read(mut self, whole: bool) -> Option<Row> {
        // Without its column the header's fault says it once for all rows.
        let class = if whole { self.word::<Class>("class") } else { self.word_if_any("class") };
        let rank = self.word_or("rank", Rank::None);
        let grade = if whole { self.word::<Grade>("grade") } else { self.word_if_any("grade") };
        let protection = self.word_or("protection", Protection::NONE);
        let weapons = self.weapons();
        let horse = self.word_or("horse", Horse::None);
        let count = self.count();
        if let Some(class) = class {
            self.within_class(class, rank, grade);
            self.gear_of(class, protection, weapons.as_deref());
        }
        let owned = |column: &str| self.cell(column).to_owned();
        let row = Row {
            line: self.line,
            side: owned("side"),
            army: owned("army"),
            battle: owned("battle"),
            force: owned("force"),
            unit: owned("unit"),
            name: owned("name"),
            profile: Profile {
                class: class?,
                rank: rank_of(class?, rank?),
                grade: grade?,
                protection: protection?,
                weapons: weapons?,
                horse: horse?,
            },
            count: count?,
        };
        self.sound.then_some(row)
    }

    fn weapons(&mut self) -> Option<Vec<Weapon>> {
        let read = Weapon::read_cell(self.cell("weapons"));
        let weapons = read.iter().filter_map(|weapon| weapon.as_ref().ok().copied()).collect();
        let faults: Vec<WeaponFault> = read.into_iter().filter_map(Result::err).collect();
        let known = faults.is_empty();
        for fault in faults {
            match fault {
                WeaponFault::Twice(weapon) => {
                    self.fault("weapons", "each weapon once", format!("“{weapon}” a second time"));
                }
                WeaponFault::Unknown(unknown) => {
                    let several = unknown.found.contains([',', '/', '+']);
                    let hint = if several { "; weapons are separated by “;”" } else { "" };
                    self.fault("weapons", unknown.expected, format!("{}{hint}", quoted(&unknown.found)));
                }
            }
        }
        known.then_some(weapons)
    }

    fn count(&mut self) -> Option<u32> {
        let text = self.cell("count");
        let expected = format!("a whole number of men from 1 to {}", thousands(MOST_IN_A_ROW.into()));
        match text.parse::<u32>() {
            _ if text.is_empty() => Some(1),
            Ok(count @ 1..=MOST_IN_A_ROW) => Some(count),
            _ => {
                self.fault("count", expected, quoted(text));
                None
            }
        }
    }

    /// Rank is a knight's (MM-1.2), and a class holds only its grades (MM-1.1).
    fn within_class(&mut self, class: Class, rank: Option<Rank>, grade: Option<Grade>) {
        if class != Class::Knight
            && let Some(rank) = rank.filter(|rank| *rank != Rank::None)
        {
            self.fault("rank", format!("no rank for a {class} (MM-1.2)"), format!("“{rank}”"));
        }
        if let Some(grade) = grade.filter(|grade| !grade.allowed(class)) {
            let (lowest, highest) = Grade::within(class);
            let expected = format!("{lowest} to {highest} for a {class} (MM-1.1)");
            self.fault("grade", expected, format!("“{grade}”"));
        }
    }

    /// A cleric is unarmed and unprotected (MM-8.9); a shield alone is protection 3 (MM-1.3).
    fn gear_of(&mut self, class: Class, protection: Option<Protection>, weapons: Option<&[Weapon]>) {
        let armed = weapons.filter(|weapons| !weapons.is_empty());
        if class == Class::Cleric {
            if let Some(weapons) = armed {
                self.fault("weapons", "none for a cleric (MM-8.9)", quoted(&Weapon::cell(weapons)));
            }
            if let Some(worn) = protection.filter(|worn| *worn != Protection::NONE) {
                self.fault("protection", "4 for a cleric (MM-8.9)", format!("“{worn}”"));
            }
        } else if protection == Some(Protection::NONE) && armed.is_some_and(|weapons| weapons.contains(&Weapon::Shield))
        {
            let empty = self.cell("protection").is_empty();
            let found = if empty { "an empty cell, which means 4" } else { "“4”" };
            self.fault("protection", "3 or better for a man with a shield (MM-1.3)", found);
        }
    }
}

/// A knight of no written rank is a plain knight (MM-1.2).
fn rank_of(class: Class, rank: Rank) -> Rank {
    if class == Class::Knight { rank.max(Rank::Knight) } else { rank }
}
