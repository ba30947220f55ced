//! The trees of pages that a file's tables are made of, walked before SQLite reads a row of them. Of a file made by other hands
//! one page may stand in many places: whoever read it would never come to an end.

use super::file::{MOST_BYTES, damaged};
use super::first_page::{half_word, page_size, schema_root_of, varint, word};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// As long as what SQLite says of a file before the schema begins.
const HEAD: usize = 100;
/// The kinds of pages that lead to others, of an index and of a table, and the kind that holds rows of a table.
const INTERIOR: [u8; 2] = [2, 5];
const LEAF: u8 = 13;
const LEAF_OF_INDEX: u8 = 10;
/// More rows and bytes than any schema of ours has.
const MOST_ROWS: usize = 1000;
const MOST_OF_SCHEMA: u64 = 1 << 20;
/// What a row of a schema costs at least, in bytes.
const ROW: u64 = 100;

/// What a walk finds out.
enum Found {
    /// A page that stands in a second place.
    Twice,
    /// A schema that is larger than any of ours.
    Large,
    /// Rows that the file has no room for, as many of them stand in the same bytes.
    Overfull,
}

/// Who is shown a page that holds rows of a table, and where within it what it says of itself begins.
type Shown<'a> = &'a mut dyn FnMut(&[u8], usize) -> std::result::Result<(), Found>;

/// The pages of a file, and those that were come to.
struct Pages {
    file: File,
    size: u64,
    count: u64,
    /// A bit for each page, sixty-four of them together: of a file of holes as long as a disk few are come to.
    seen: BTreeMap<u64, u64>,
    /// The bytes of a page that SQLite puts rows in.
    usable: u64,
    /// The pages that the rows met so far go on in.
    behind: u64,
}

impl Pages {
    fn of(path: &Path) -> Option<Pages> {
        let mut file = File::open(path).ok()?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).ok()?;
        let (size, length) = (page_size(&head)?, file.metadata().ok()?.len());
        let count = length / size;
        let usable = size - u64::from(head[20]);
        Some(Pages { file, size, count, seen: BTreeMap::new(), usable, behind: 0 })
    }

    /// Notes a page; whether it is there and was not come to before. One that is not there is SQLite's to tell of.
    fn mark(&mut self, page: u32) -> std::result::Result<bool, Found> {
        let page = u64::from(page);
        if page == 0 || page > self.count {
            return Ok(false);
        }
        let (seen, bit) = (self.seen.entry(page / 64).or_default(), 1 << (page % 64));
        if *seen & bit != 0 {
            return Err(Found::Twice);
        }
        *seen |= bit;
        Ok(true)
    }

    fn read(&mut self, page: u32, bytes: &mut [u8]) -> Option<()> {
        self.file.seek(SeekFrom::Start((u64::from(page) - 1) * self.size)).ok()?;
        self.file.read_exact(bytes).ok()
    }

    /// Walks the tree of a root; each page that holds rows of a table is shown if it is asked for, else held to its room.
    fn walk(&mut self, root: u32, shown: &mut Option<Shown>) -> std::result::Result<(), Found> {
        let mut waiting = Vec::new();
        if self.mark(root)? {
            waiting.push(root);
        }
        let mut page = vec![0; self.size as usize];
        while let Some(number) = waiting.pop() {
            if self.read(number, &mut page).is_none() {
                continue;
            }
            let from = if number == 1 { HEAD } else { 0 };
            match shown.as_mut() {
                None => self.measure(&page, from)?,
                Some(shown) if page[from] == LEAF => shown(&page, from)?,
                Some(_) => {}
            }
            if INTERIOR.contains(&page[from]) {
                let pointers = cells(&page, from, 12);
                let children = pointers.filter(|at| at + 4 <= page.len()).map(|at| word(&page, at));
                for child in children.chain([word(&page, from + 8)]).collect::<Vec<_>>() {
                    if self.mark(child)? {
                        waiting.push(child);
                    }
                }
            }
        }
        Ok(())
    }

    /// Holds the rows of a page to the room there is: those on it to the page, and what they go on in to the file.
    fn measure(&mut self, page: &[u8], from: usize) -> std::result::Result<(), Found> {
        let (head, child) = match page[from] {
            LEAF | LEAF_OF_INDEX => (8, 0),
            2 => (12, 4),
            _ => return Ok(()),
        };
        // How SQLite shares a row out among its page and those it goes on in.
        let usable = self.usable;
        let least = (usable - 12) * 32 / 255 - 23;
        let most = if page[from] == LEAF { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
        let mut here = 0;
        for at in cells(page, from, head) {
            let Some(bytes) = page.get(at + child..).and_then(|mut cell| varint(&mut cell)) else { continue };
            if bytes <= most {
                here += bytes;
                continue;
            }
            let rest = least + (bytes - least) % (usable - 4);
            let kept = if rest <= most { rest } else { least };
            here += kept;
            self.behind = self.behind.saturating_add((bytes - kept).div_ceil(usable - 4));
        }
        if here > usable || self.behind > self.count { Err(Found::Overfull) } else { Ok(()) }
    }

    /// The roots of the tables and indexes, by a schema of at most so many rows and bytes.
    fn roots(&mut self, most_rows: usize, most_bytes: u64) -> std::result::Result<Vec<u32>, Found> {
        let (mut roots, mut bytes, mut rows) = (Vec::new(), 0_u64, 0);
        let mut take = |page: &[u8], from: usize| {
            for at in cells(page, from, 8) {
                rows += 1;
                let Some(cell) = page.get(at..) else { continue };
                // What is longer than any value SQLite does not read.
                let length = varint(&mut &*cell).filter(|length| *length <= MOST_BYTES as u64);
                bytes += ROW + length.unwrap_or(0);
                roots.extend(schema_root_of(cell));
            }
            if rows > most_rows || bytes > most_bytes { Err(Found::Large) } else { Ok(()) }
        };
        self.walk(1, &mut Some(&mut take))?;
        Ok(roots)
    }
}

/// Where the cells of a page begin whose own head is so long.
fn cells(page: &[u8], from: usize, head: usize) -> impl Iterator<Item = usize> {
    let count = half_word(page, from + 3).min((page.len() - from - head) / 2);
    (0..count).map(move |cell| half_word(page, from + head + 2 * cell))
}

/// Refuses a file of which a page stands in two places, whose rows it has no room for, or whose schema is larger than any of
/// ours. It is read as it lies on the disk, so it must not be open in this program, and what a journal holds of it must be put
/// back.
pub(super) fn judge(path: &Path) -> Result<()> {
    let Some(mut pages) = Pages::of(path) else { return Ok(()) };
    let walked = pages
        .roots(MOST_ROWS, MOST_OF_SCHEMA)
        .and_then(|roots| roots.into_iter().try_for_each(|root| pages.walk(root, &mut None)));
    match walked {
        Ok(()) => Ok(()),
        Err(Found::Twice) => Err(damaged("a page of it stands in two places")),
        Err(Found::Overfull) => Err(damaged("its rows are longer than it has room for")),
        Err(Found::Large) => Err(Problem::new(
            ProblemKind::Corrupt,
            "The campaign file was altered by other hands: its schema is larger than any campaign’s.",
        )
        .hint("Nothing in it was run. Save its campaign with “banneret check FILE --repair-copy OUT”.")),
    }
}

/// A schema so large that it would not fit in memory.
const LARGE_SCHEMA: u64 = 256 << 20;

/// Why a file's schema cannot be read at all, if so.
pub(super) fn unreadable_schema(path: &Path) -> Option<&'static str> {
    match Pages::of(path)?.roots(usize::MAX, LARGE_SCHEMA) {
        Err(Found::Twice) => Some("leads back to itself"),
        Err(Found::Large | Found::Overfull) => Some("is larger than memory should hold"),
        Ok(_) => None,
    }
}
