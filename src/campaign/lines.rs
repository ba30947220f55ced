//! The lines of a table, for what is wrong in one to be found again, and the first of what is wrong.

/// Counts the lines of a file, ended by a line feed, a carriage return, or both. The reader's own count leaves
/// out the blank lines it passes over.
pub struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    /// The lines of a text, from its first.
    pub fn of(text: &'a [u8]) -> Lines<'a> {
        Lines { text, at: 0, line: 1 }
    }

    /// The line of the record the reader found from a byte on. Bytes must come in order.
    pub fn at(&mut self, from: u64) -> u64 {
        let text = self.text;
        let is_break = |at: usize| matches!(text.get(at), Some(b'\n' | b'\r'));
        let from = usize::try_from(from).unwrap_or(self.text.len());
        while self.at < from || is_break(self.at) {
            if is_break(self.at) && !(text[self.at] == b'\r' && text.get(self.at + 1) == Some(&b'\n')) {
                self.line += 1;
            }
            self.at += 1;
        }
        self.line
    }
}

/// The most cells of a line; no table of ours has a tenth of them.
pub const MOST_CELLS: usize = 400;

/// The first line of a table that may have more cells than that, before anybody takes it apart: each costs more memory than it
/// is long.
pub fn crowded(text: &[u8]) -> Option<u64> {
    let (mut lines, mut cells) = (Lines::of(text), 1);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' | b'\r' => cells = 1,
            b',' => cells += 1,
            _ => {}
        }
        if cells > MOST_CELLS {
            return Some(lines.at(at as u64));
        }
    }
    None
}

/// As many faults of a file as are told; one of the wrong kind may have as many as it has cells.
pub const MOST_FAULTS: usize = 100;

/// Faults as they are found: the first of them, and how many more there are.
#[derive(Debug)]
pub struct FirstFaults<F> {
    pub told: Vec<F>,
    pub more: u64,
}

impl<F> Default for FirstFaults<F> {
    fn default() -> FirstFaults<F> {
        FirstFaults { told: Vec::new(), more: 0 }
    }
}

impl<F> FirstFaults<F> {
    /// Adds a fault, or counts it.
    pub fn push(&mut self, fault: F) {
        match self.told.len() < MOST_FAULTS {
            true => self.told.push(fault),
            false => self.more += 1,
        }
    }

    /// How many were found, told or not.
    pub fn count(&self) -> u64 {
        self.told.len() as u64 + self.more
    }

    /// All that are told, and at the end what tells how many more there were.
    pub fn all(mut self, and_more: impl FnOnce(u64, &[F]) -> F) -> Vec<F> {
        if self.more > 0 {
            let last = and_more(self.more, &self.told);
            self.told.push(last);
        }
        self.told
    }
}
