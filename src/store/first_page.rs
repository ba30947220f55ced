//! The first page of a file, where SQLite says what the file is and where its schema stands: judged before SQLite is let near
//! it, and mended, as far as it can be, in a copy of a damaged file.

use super::file::{APPLICATION_ID, SCHEMA, damaged, foreign, journal_of, unreadable, wary};
use super::{crashed, trees};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What a database of SQLite begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The bytes of a page of each campaign, by how SQLite makes files.
const PAGE: usize = 4096;
/// As long as what SQLite says of a file before the schema begins.
const HEAD: usize = 100;
/// What the first bytes of every campaign are, by where they stand.
const FIXED: [(usize, &[u8]); 9] = [
    (0, MAGIC),
    (18, &[1, 1]),
    (20, &[0, 64, 32, 32]),
    (44, &4_u32.to_be_bytes()),
    (52, &[0; 4]),
    (56, &1_u32.to_be_bytes()),
    (64, &[0; 4]),
    (68, &APPLICATION_ID.to_be_bytes()),
    (72, &[0; 20]),
];
/// The tables without which there is no campaign.
const NEEDED: [&str; 5] = ["refinery_schema_history", "campaign", "person", "action", "change"];

/// Judges a file by its first bytes, before SQLite is let near it, so that a foreign or damaged file is never
/// written to. The journal of a program that was killed is SQLite's to roll back first, so with one beside the
/// file its pages are judged when that is done.
pub(super) fn judge(path: &Path) -> Result<()> {
    if path.as_os_str().is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Give the path of a campaign."));
    }
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if about.is_dir() {
        return Err(foreign(path, "it is a folder"));
    }
    if !about.is_file() {
        return Err(foreign(path, "it is no ordinary file"));
    }
    if about.len() == 0 {
        return Err(foreign(path, "the file is empty"));
    }
    // SQLite would wait for ever for what comes out of a pipe, and follows no link.
    let journal = journal_of(path);
    if fs::symlink_metadata(&journal).is_ok_and(|beside| !beside.is_file()) {
        return Err(Problem::refused(
            format!("“{}”, in the place of the campaign's journal, is no ordinary file.", journal.display()),
            "Move it away and open the campaign again.",
        ));
    }
    let mut head = [0; HEAD];
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut read = 0;
    while read < head.len() {
        match file.read(&mut head[read..]).map_err(|error| unreadable(path, &error))? {
            0 => break,
            count => read += count,
        }
    }
    let nonsense = || damaged("its first bytes make no sense");
    let hot = crashed::is_hot(path);
    if hot
        && !head.starts_with(MAGIC)
        && let Some(kept) = crashed::first_page_kept(path)
    {
        // It was being written when the program was killed, and the journal has it whole.
        head.copy_from_slice(&kept[..HEAD]);
    }
    if !head[..read].starts_with(MAGIC) {
        let alike = FIXED.iter().filter(|(at, bytes)| head[*at..].starts_with(bytes)).count();
        let ours = alike + 2 >= FIXED.len() || holds_a_schema_near(path);
        return Err(if ours { nonsense() } else { foreign(path, "it is some other kind of file") });
    }
    if read < head.len() {
        return Err(damaged("it was cut short"));
    }
    if word(&head, 68) as i32 != APPLICATION_ID {
        let ours = written_version(path).is_some();
        return Err(if ours { nonsense() } else { foreign(path, "it is a database of another program") });
    }
    // A rollback journal or a log, whole pages, a known form of schema, UTF-8: a campaign has no other.
    let forms = head[18..20].iter().all(|form| (1..=2).contains(form)) && head[20..24] == [0, 64, 32, 32];
    let vacuums = word(&head, 52) != 0 || word(&head, 64) != 0;
    if !forms || vacuums || word(&head, 44) > 4 || word(&head, 56) != 1 {
        return Err(nonsense());
    }
    if word(&head, 60) as i32 > SCHEMA {
        if written_version(path).is_some_and(|version| version <= SCHEMA) {
            return Err(nonsense());
        }
        return Err(Problem::new(
            ProblemKind::TooNew,
            format!("“{}” was written by a newer Banneret.", path.display()),
        )
        .hint("It was left untouched. Install the newer version to open it."));
    }
    match length_told(&head) {
        None => Err(nonsense()),
        Some(_) if hot => Ok(()),
        Some(_) => judge_pages(path),
    }
}

/// Judges how long a file is by what its first page says of it, and the trees of its pages.
pub(super) fn judge_pages(path: &Path) -> Result<()> {
    let mut head = [0; HEAD];
    let read = File::open(path).and_then(|mut file| {
        file.read_exact(&mut head)?;
        file.metadata()
    });
    let length = read.map_err(|error| unreadable(path, &error))?.len();
    // Where another counter of changes stands beside the number of pages SQLite believes the length instead, of which nobody
    // knows whether it is the file's own; each of ours says it truly.
    match length_told(&head) {
        Some(told) if length < told => Err(damaged("it was cut short")),
        Some(told) if length == told => trees::judge(path),
        _ => Err(damaged("it goes on behind its last page")),
    }
}

/// How long a file is by its first bytes, whoever wrote them.
fn length_told(head: &[u8; HEAD]) -> Option<u64> {
    Some(page_size(head)? * u64::from(word(head, 28)))
}

/// How long a file is by what its first page says of it; nothing if SQLite would not believe that page either, which it
/// does not where another counter of changes stands beside the number of pages.
pub(super) fn own_length(path: &Path) -> Option<u64> {
    let mut head = [0; HEAD];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).ok()?;
    let pages = Some(word(&head, 28)).filter(|pages| *pages > 0 && word(&head, 24) == word(&head, 92));
    head.starts_with(MAGIC).then_some(page_size(&head)? * u64::from(pages?))
}

/// As much as is copied of a file behind its last page, in case its first page tells of too few.
const MOST_BEHIND: u64 = 64 * 1024 * 1024;

/// As long as a campaign may be whose first page is lost.
const LONGEST: u64 = 4 * 1024 * 1024 * 1024;

/// Copies a file as far as it says it goes, and some way on: what was put to its end may be longer than the disk.
pub(super) fn copy_pages(from: &Path, to: &Path) -> std::io::Result<()> {
    let most = match own_length(from) {
        Some(own) => own,
        // Holes are no campaign's, and what a file takes up of the disk is soon copied.
        None => crashed::taken_up(from).saturating_mul(4).min(LONGEST),
    };
    let most = most.saturating_add(MOST_BEHIND);
    std::io::copy(&mut File::open(from)?.take(most), &mut File::create(to)?)?;
    // Nobody else may read the copy who may not read the file.
    fs::set_permissions(to, fs::metadata(from)?.permissions())
}

pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].iter().take(4).fold(0, |word, byte| word << 8 | u32::from(*byte))
}

pub(super) fn half_word(bytes: &[u8], at: usize) -> usize {
    usize::from(bytes[at]) << 8 | usize::from(bytes[at + 1])
}

/// The size of a file's pages, by its first bytes.
pub(super) fn page_size(head: &[u8; HEAD]) -> Option<u64> {
    match half_word(head, 16) {
        1 => Some(65_536),
        size if size >= 512 && size.is_power_of_two() => Some(size as u64),
        _ => None,
    }
}

/// The version of a campaign's schema as the history of its versions has it; nothing if the file holds no campaign.
fn written_version(path: &Path) -> Option<i32> {
    // SQLite reads all of a schema before it answers, and one that has no end it reads for ever.
    if trees::unreadable_schema(path).is_some() {
        return None;
    }
    let sql = wary(path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    if tables_found(&sql) < NEEDED.len() {
        return None;
    }
    sql.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0)).ok()
}

/// How many of the tables that each campaign has are in a schema.
fn tables_found(sql: &Connection) -> usize {
    let names = "SELECT DISTINCT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 LIMIT 1000";
    let Ok(mut query) = sql.prepare(names) else { return 0 };
    let Ok(names) = query.query_map([], |row| row.get::<_, String>(0)) else { return 0 };
    names.map_while(|name| name.ok()).filter(|name| NEEDED.contains(&name.as_str())).count()
}

/// Whether a file whose first bytes are another's holds the schema of a campaign further on.
pub(super) fn holds_a_schema(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file && File::open(path).and_then(|mut file| schema_pages(&mut file, u32::MAX)).is_ok_and(|(_, ours)| ours)
}

/// The pages among which the schema of a campaign stands, unless it has a long life behind it.
const NEAR: u32 = 2_000;

/// The same of the first pages alone, so that another's large file is soon told from a campaign.
fn holds_a_schema_near(path: &Path) -> bool {
    File::open(path).and_then(|mut file| schema_pages(&mut file, NEAR)).is_ok_and(|(_, ours)| ours)
}

/// Puts right the first page of a copy of a damaged file: its fixed bytes, and, where its schema cannot be read by it, where
/// that stands.
pub(super) fn mend(path: &Path) -> std::io::Result<()> {
    let mut file = fs::OpenOptions::new().read(true).write(true).open(path)?;
    let size = file.metadata()?.len();
    let mut page = vec![0; PAGE];
    if file.read_exact(&mut page).is_err() {
        return Ok(());
    }
    let mut head = [0; HEAD];
    head.copy_from_slice(&page[..HEAD]);
    let was = page.clone();
    for (at, bytes) in FIXED {
        page[at..at + bytes.len()].copy_from_slice(bytes);
    }
    let told = page_size(&head).is_some_and(|size_told| size_told * u64::from(word(&head, 28)) == size);
    if !told {
        page[16..18].copy_from_slice(&(PAGE as u16).to_be_bytes());
        page[28..32].copy_from_slice(&u32::try_from(size / PAGE as u64).unwrap_or(u32::MAX).to_be_bytes());
        // Without its own count of changes here SQLite would take the file's length for the number of pages.
        page.copy_within(24..28, 92);
    }
    let write = |file: &mut File, page: &[u8]| -> std::io::Result<()> {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(page)
    };
    if page != was {
        write(&mut file, &page)?;
    }
    let found = tables_of_damaged(path);
    if found == NEEDED.len() || half_word(&page, 16) != PAGE {
        return Ok(());
    }
    let (leaves, _) = schema_pages(&mut file, u32::MAX)?;
    let Some(found_page) = schema_root(&page, &leaves) else { return Ok(()) };
    write(&mut file, &found_page)?;
    if tables_of_damaged(path) <= found {
        write(&mut file, &page)?;
    }
    Ok(())
}

/// As [`tables_found`], of a file whose schema may be damaged.
fn tables_of_damaged(path: &Path) -> usize {
    let Ok(sql) = wary(path, OpenFlags::SQLITE_OPEN_READ_WRITE) else { return 0 };
    let readable = sql
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)
        .and_then(|_| sql.execute_batch("PRAGMA writable_schema = ON; PRAGMA query_only = ON;"));
    readable.map_or(0, |()| tables_found(&sql))
}

/// A page on which rows of the schema stand: the number of its last row, and its own.
type Leaf = (u64, u32);

/// The pages behind the first on which the schema's rows stand, in their order, and whether a campaign is among those rows.
fn schema_pages(file: &mut File, most: u32) -> std::io::Result<(Vec<Leaf>, bool)> {
    file.seek(SeekFrom::Start(PAGE as u64))?;
    let mut reader = std::io::BufReader::with_capacity(64 * PAGE, file);
    let (mut leaves, mut page, mut number) = (Vec::new(), vec![0; PAGE], 1_u32);
    let mut campaign = false;
    while number < most && reader.read_exact(&mut page).is_ok() {
        number = number.saturating_add(1);
        let Some(rows) = schema_rows(&page) else { continue };
        campaign |= rows.iter().any(|(_, name)| name == b"refinery_schema_history" || name == b"campaign");
        if let (Some((first, _)), Some((last, _))) = (rows.first(), rows.last()) {
            leaves.push((*first, *last, number));
        }
    }
    leaves.sort_unstable();
    // What stands on a page that is no longer in use may stand on another, too.
    let mut kept: Vec<Leaf> = Vec::new();
    for (first, last, number) in leaves {
        if kept.last().is_none_or(|(before, _)| *before < first) {
            kept.push((last, number));
        }
    }
    Ok((kept, campaign))
}

/// The rows of the schema on a page, each by its number and name; nothing if it is a page of something else.
fn schema_rows(page: &[u8]) -> Option<Vec<(u64, Vec<u8>)>> {
    const LEAF: u8 = 13;
    let cells = half_word(page, 3);
    if page[0] != LEAF || !(1..=(PAGE - 8) / 2).contains(&cells) {
        return None;
    }
    (0..cells).map(|cell| schema_row(page.get(half_word(page, 8 + 2 * cell)..)?)).collect()
}

/// A row of the schema: its kind, its name, its table, where that stands, and the statement that made it.
fn schema_row(mut cell: &[u8]) -> Option<(u64, Vec<u8>)> {
    let _length = varint(&mut cell)?;
    let number = varint(&mut cell)?;
    let record = cell;
    let head = usize::try_from(varint(&mut cell)?).ok()?;
    let mut kinds = [0; 5];
    for kind in &mut kinds {
        *kind = varint(&mut cell)?;
    }
    let text = |kind: u64| (kind >= 13 && kind % 2 == 1).then(|| usize::try_from((kind - 13) / 2).ok()).flatten();
    let (kind, name) = (text(kinds[0])?, text(kinds[1])?);
    text(kinds[2])?;
    let is_whole = kinds[3] <= 9 && (kinds[4] == 0 || text(kinds[4]).is_some());
    let body = record.get(head..)?;
    let is_schema = is_whole
        && record.len() - cell.len() == head
        && matches!(body.get(..kind)?, b"table" | b"index" | b"view" | b"trigger");
    is_schema.then(|| Some((number, body.get(kind..kind + name)?.to_vec())))?
}

/// The page that a row of the schema says its table or index begins at; nothing if it says none.
pub(super) fn schema_root_of(mut cell: &[u8]) -> Option<u32> {
    let _length = varint(&mut cell)?;
    let _number = varint(&mut cell)?;
    let record = cell;
    let head = usize::try_from(varint(&mut cell)?).ok()?;
    let mut before = 0_usize;
    for _ in 0..3 {
        let kind = varint(&mut cell)?;
        before = before.checked_add(usize::try_from(kind.checked_sub(12)? / 2).ok()?)?;
    }
    // A whole number of so many bytes.
    let bytes = match varint(&mut cell)? {
        8 => 0,
        9 => return Some(1),
        kind @ 1..=4 => kind as usize,
        _ => return None,
    };
    let from = head.checked_add(before)?;
    let number = record.get(from..from.checked_add(bytes)?)?;
    Some(number.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// A number as SQLite writes it, seven bits a byte; what follows it is left.
pub(super) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for at in 0..9 {
        let byte = *bytes.get(at)?;
        if at == 8 {
            number = number << 8 | u64::from(byte);
        } else {
            number = number << 7 | u64::from(byte & 0x7f);
        }
        if byte < 0x80 || at == 8 {
            *bytes = &bytes[at + 1..];
            return Some(number);
        }
    }
    None
}

/// A first page that leads to those of the schema; nothing where they are too few or too many for one.
fn schema_root(page: &[u8], leaves: &[Leaf]) -> Option<Vec<u8>> {
    const INTERIOR: u8 = 5;
    let (&(_, last), before) = leaves.split_last().filter(|(_, before)| !before.is_empty())?;
    let mut root = page[..HEAD].to_vec();
    root.resize(PAGE, 0);
    let mut content = PAGE;
    for (at, (row, leaf)) in before.iter().enumerate() {
        // No row of a schema has a number of more than two bytes of seven bits.
        let row = u16::try_from(*row).ok().filter(|row| *row < 1 << 14)?;
        let mut cell = leaf.to_be_bytes().to_vec();
        match row >> 7 {
            0 => cell.push(row as u8),
            high => cell.extend([high as u8 | 0x80, (row & 0x7f) as u8]),
        }
        content -= cell.len();
        let pointer = HEAD + 12 + 2 * at;
        if pointer + 2 > content {
            return None;
        }
        root[content..content + cell.len()].copy_from_slice(&cell);
        root[pointer..pointer + 2].copy_from_slice(&(content as u16).to_be_bytes());
    }
    root[HEAD] = INTERIOR;
    root[HEAD + 3..HEAD + 5].copy_from_slice(&(before.len() as u16).to_be_bytes());
    root[HEAD + 5..HEAD + 7].copy_from_slice(&(content as u16).to_be_bytes());
    root[HEAD + 8..HEAD + 12].copy_from_slice(&last.to_be_bytes());
    Some(root)
}
