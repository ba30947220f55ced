//! The trees of pages that a file's tables are made of, walked before SQLite reads a row of them. Of a file made by other hands
//! one page may stand in many places: whoever read it would never come to an end.

use super::file::damaged;
use super::first_page::{half_word, page_size, schema_root_of, varint, word};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// As long as what SQLite says of a file before the schema begins.
const HEAD: usize = 100;
/// The kinds of pages that lead to others, of an index and of a table, and the kind that holds rows of a table.
const INTERIOR: [u8; 2] = [2, 5];
const LEAF: u8 = 13;
/// More rows and bytes than any schema of ours has.
const MOST_ROWS: usize = 1000;
const MOST_BYTES: u64 = 1 << 20;

/// What a walk finds out.
enum Found {
    /// A page that stands in a second place.
    Twice,
    /// A schema that is larger than any of ours.
    Large,
}

/// Who is shown a page that holds rows of a table, and where within it what it says of itself begins.
type Shown<'a> = &'a mut dyn FnMut(&[u8], usize) -> std::result::Result<(), Found>;

/// The pages of a file, and those that were come to.
struct Pages {
    file: File,
    size: u64,
    count: u64,
    seen: Vec<u64>,
}

impl Pages {
    fn of(path: &Path) -> Option<Pages> {
        let mut file = File::open(path).ok()?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).ok()?;
        let (size, length) = (page_size(&head)?, file.metadata().ok()?.len());
        let count = length / size;
        let words = usize::try_from(count / 64 + 1).ok()?;
        Some(Pages { file, size, count, seen: vec![0; words] })
    }

    /// Notes a page; whether it is there and was not come to before. One that is not there is SQLite's to tell of.
    fn mark(&mut self, page: u32) -> std::result::Result<bool, Found> {
        let page = u64::from(page);
        if page == 0 || page > self.count {
            return Ok(false);
        }
        let (at, bit) = (page as usize / 64, 1 << (page % 64));
        if self.seen[at] & bit != 0 {
            return Err(Found::Twice);
        }
        self.seen[at] |= bit;
        Ok(true)
    }

    fn read(&mut self, page: u32, bytes: &mut [u8]) -> Option<()> {
        self.file.seek(SeekFrom::Start((u64::from(page) - 1) * self.size)).ok()?;
        self.file.read_exact(bytes).ok()
    }

    /// Walks the tree of a root; each page that holds rows of a table is shown if it is asked for.
    fn walk(&mut self, root: u32, shown: &mut Option<Shown>) -> std::result::Result<(), Found> {
        let mut waiting = Vec::new();
        if self.mark(root)? {
            waiting.push(root);
        }
        let mut page = vec![0; self.size as usize];
        while let Some(number) = waiting.pop() {
            let from = if number == 1 { HEAD } else { 0 };
            let mut head = [0; HEAD + 1];
            if self.read(number, &mut head[..=from]).is_none() {
                continue;
            }
            let leads = INTERIOR.contains(&head[from]);
            let shows = head[from] == LEAF && shown.is_some();
            if !(leads || shows) || self.read(number, &mut page).is_none() {
                continue;
            }
            if let (true, Some(shown)) = (shows, shown.as_mut()) {
                shown(&page, from)?;
            }
            if leads {
                let cells = half_word(&page, from + 3).min((page.len() - from - 12) / 2);
                let pointers = (0..cells).map(|cell| half_word(&page, from + 12 + 2 * cell));
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

    /// The roots of the tables and indexes, by the schema.
    fn roots(&mut self) -> std::result::Result<Vec<u32>, Found> {
        let (mut roots, mut bytes, mut rows) = (Vec::new(), 0_u64, 0);
        let mut take = |page: &[u8], from: usize| {
            let cells = half_word(page, from + 3).min((page.len() - from - 8) / 2);
            rows += cells;
            for at in (0..cells).map(|cell| half_word(page, from + 8 + 2 * cell)) {
                let Some(cell) = page.get(at..) else { continue };
                bytes = bytes.saturating_add(varint(&mut &*cell).unwrap_or(0));
                roots.extend(schema_root_of(cell));
            }
            if rows > MOST_ROWS || bytes > MOST_BYTES { Err(Found::Large) } else { Ok(()) }
        };
        self.walk(1, &mut Some(&mut take))?;
        Ok(roots)
    }
}

/// Refuses a file of which a page stands in two places, or whose schema is larger than any of ours. It is read as it lies on
/// the disk, so it must not be open in this program, and what a journal holds of it must be put back.
pub(super) fn judge(path: &Path) -> Result<()> {
    let Some(mut pages) = Pages::of(path) else { return Ok(()) };
    let walked = pages.roots().and_then(|roots| roots.into_iter().try_for_each(|root| pages.walk(root, &mut None)));
    match walked {
        Ok(()) => Ok(()),
        Err(Found::Twice) => Err(damaged("a page of it stands in two places")),
        Err(Found::Large) => Err(Problem::new(
            ProblemKind::Corrupt,
            "The campaign file was altered by other hands: its schema is larger than any campaign’s.",
        )
        .hint("Nothing in it was run. Save its campaign with “banneret check FILE --repair-copy OUT”.")),
    }
}

/// A file so large that a schema as long as it would not fit in memory.
const LARGE_FILE: u64 = 256 << 20;

/// Why a file's schema cannot be read at all, if so.
pub(super) fn unreadable_schema(path: &Path) -> Option<&'static str> {
    let mut pages = Pages::of(path)?;
    let large = pages.size * pages.count > LARGE_FILE;
    match pages.roots() {
        Err(Found::Twice) => Some("leads back to itself"),
        Err(Found::Large) if large => Some("is larger than memory should hold"),
        _ => None,
    }
}
