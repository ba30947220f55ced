//! The lines of a table, for what is wrong in one to be found again.

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
