//! Castles played on a plain array of letters, written from the page of the rule book and sharing nothing with the
//! program: what the program's boards are held against.

/// A board of letters: capitals White's, small letters Black's, a point free, `~` the lake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    pub squares: Vec<Vec<char>>,
    pub white_moves: bool,
    /// `pusher`, `pushed` or `either` (CA-3.3).
    pub crush: &'static str,
}

/// A move: row and column from, row and column to.
pub type Step = (usize, usize, usize, usize);

impl Mailbox {
    /// Reads a position as CA-5.4 has it.
    pub fn read(text: &str, crush: &'static str) -> Mailbox {
        let (rows, rest) = text.split_once(' ').expect("a side to move");
        let mut squares = Vec::new();
        for row in rows.split('/').rev() {
            let mut line = Vec::new();
            for sign in row.chars() {
                match sign.to_digit(10) {
                    Some(empty) => (0..empty).for_each(|_| line.push('.')),
                    None => line.push(sign),
                }
            }
            squares.push(line);
        }
        Mailbox { squares, white_moves: rest.starts_with('w'), crush }
    }

    fn size(&self) -> usize {
        self.squares.len()
    }

    fn own(&self, piece: char) -> bool {
        piece.is_alphabetic() && piece.is_uppercase() == self.white_moves
    }

    /// CA-1.2: the two rear rows on the small board, the three on the large.
    fn in_own_end_zone(&self, row: usize) -> bool {
        let rows = if self.size() == 8 { 2 } else { 3 };
        if self.white_moves { row < rows } else { row >= self.size() - rows }
    }

    /// CA-4.1: the side to move has no general, or nothing else.
    pub fn lost(&self) -> bool {
        let mut general = false;
        let mut men = false;
        for piece in self.squares.iter().flatten().filter(|piece| self.own(**piece)) {
            if piece.eq_ignore_ascii_case(&'g') {
                general = true;
            } else {
                men = true;
            }
        }
        !general || !men
    }

    fn neighbour(&self, row: usize, column: usize, down: i32, along: i32) -> Option<(usize, usize)> {
        let row = usize::try_from(row as i32 + down).ok()?;
        let column = usize::try_from(column as i32 + along).ok()?;
        (row < self.size() && column < self.size()).then_some((row, column))
    }

    /// Every move with where a pushed piece lands, if one is pushed and lands anywhere; none if the game is over.
    fn steps(&self) -> Vec<(Step, Option<(usize, usize)>)> {
        let mut found = Vec::new();
        if self.lost() {
            return found;
        }
        for row in 0..self.size() {
            for column in 0..self.size() {
                if !self.own(self.squares[row][column]) {
                    continue;
                }
                for (down, along) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some((to_row, to_column)) = self.neighbour(row, column, down, along)
                        && let Some(pushed) = self.step(row, column, to_row, to_column)
                    {
                        found.push(((row, column, to_row, to_column), pushed));
                    }
                }
            }
        }
        found
    }

    /// Whether a step to a square beside is allowed, and where it pushes what it meets.
    fn step(&self, row: usize, column: usize, to_row: usize, to_column: usize) -> Option<Option<(usize, usize)>> {
        let (piece, there) = (self.squares[row][column], self.squares[to_row][to_column]);
        if there == '~' || self.own(there) {
            return None;
        }
        // CA-2.2
        if !piece.eq_ignore_ascii_case(&'g') && self.in_own_end_zone(to_row) && !self.in_own_end_zone(row) {
            return None;
        }
        // CA-3.1
        match (piece.to_ascii_lowercase(), there.to_ascii_lowercase()) {
            (_, '.' | 'g') | ('m', 'p') | ('p', 'h') | ('h', 'm') => return Some(None),
            (one, other) if one != other || one == 'g' => return None,
            _ => {}
        }
        // CA-3.2: pushed off the board or into the lake, it is struck.
        let (down, along) = (to_row as i32 - row as i32, to_column as i32 - column as i32);
        let Some(back) = self.neighbour(to_row, to_column, down, along) else { return Some(None) };
        match self.squares[back.0][back.1] {
            '~' => Some(None),
            '.' => Some(Some(back)),
            // CA-3.3
            behind => {
                let crushed = match self.crush {
                    "pusher" => self.own(behind),
                    "pushed" => !self.own(behind),
                    _ => true,
                };
                crushed.then_some(None)
            }
        }
    }

    /// Every move with the board after it; none if the game is over.
    pub fn after_moves(&self) -> Vec<(Step, Mailbox)> {
        let after = |(step, pushed): (Step, Option<(usize, usize)>)| {
            let (row, column, to_row, to_column) = step;
            let mut board = self.clone();
            if let Some((back_row, back_column)) = pushed {
                board.squares[back_row][back_column] = self.squares[to_row][to_column];
            }
            board.squares[to_row][to_column] = self.squares[row][column];
            board.squares[row][column] = '.';
            board.white_moves = !self.white_moves;
            (step, board)
        };
        self.steps().into_iter().map(after).collect()
    }

    /// How many ways the game goes on for `depth` moves.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.steps().len() as u64,
            _ => self.after_moves().iter().map(|(_, board)| board.perft(depth - 1)).sum(),
        }
    }

    /// The position as CA-5.4 has it, without the count of quiet moves.
    pub fn text(&self) -> String {
        let mut rows = Vec::new();
        for line in self.squares.iter().rev() {
            let mut row = String::new();
            let mut empty = 0;
            for sign in line {
                if *sign == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row.push(*sign);
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        format!("{} {}", rows.join("/"), if self.white_moves { 'w' } else { 'b' })
    }

    /// The squares of a step as CA-5.3 has them, without a sign.
    pub fn step_text((row, column, to_row, to_column): Step) -> String {
        let square = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        format!("{}{}", square(row, column), square(to_row, to_column))
    }
}
