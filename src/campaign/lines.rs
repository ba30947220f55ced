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
