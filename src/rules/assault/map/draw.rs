//! A map drawn in characters, a hex every second column, every second row set in.

use super::{HexMap, LiftKind, Terrain};

/// What each character of a drawing stands for.
pub const KEY: [(char, &str); 15] = [
    ('.', "flat"),
    ('^', "trees"),
    ('H', "house"),
    ('#', "rock or masonry"),
    ('~', "moat"),
    ('=', "drawbridge, down"),
    ('-', "drawbridge or stair, raised"),
    ('/', "ramp"),
    ('s', "stair"),
    ('r', "rampart"),
    ('R', "rampart under a roof"),
    ('g', "gateway"),
    ('K', "room"),
    (':', "rubble"),
    ('@', "spiral stair to a passage"),
];

/// What a drawing shows of each hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Its terrain, by [`KEY`].
    Terrain,
    /// Its level, `-` for those below 0.
    Levels,
    /// The line of defence it lies on or behind, `.` outside.
    Lines,
}

impl HexMap {
    /// The character of a hex in a drawing of the terrain.
    fn glyph(&self, cell: &super::HexCell) -> char {
        let closed = cell.lift.map(|lift| &self.lifts[usize::from(lift)]).filter(|lift| lift.closed);
        match cell.terrain {
            _ if closed.is_some_and(|lift| lift.kind != LiftKind::Sluice) => '-',
            _ if cell.spiral.is_some() => '@',
            Terrain::Flat => '.',
            Terrain::Trees => '^',
            Terrain::House => 'H',
            Terrain::Rock => '#',
            Terrain::Moat => '~',
            Terrain::Drawbridge => '=',
            Terrain::Ramp => '/',
            Terrain::Stair => 's',
            Terrain::Rampart if cell.roofed => 'R',
            Terrain::Rampart => 'r',
            Terrain::Gateway => 'g',
            Terrain::Room => 'K',
            Terrain::Rubble => ':',
            Terrain::Passage | Terrain::Spiral => '@',
        }
    }

    /// The map drawn, its columns numbered above and its rows to the left; `marked` says what stands in place of a hex's
    /// own character, if anything does.
    pub fn drawn(&self, shows: Shows, marked: impl Fn(super::HexId) -> Option<char>) -> String {
        let mut out = String::new();
        for tens in [true, false] {
            out.push_str("   ");
            for column in 1..=self.columns {
                let digit = if tens { column / 10 } else { column % 10 };
                out.push_str(&format!(" {digit}"));
            }
            out.push('\n');
        }
        for row in 1..=self.rows {
            out.push_str(&format!("{row:02} "));
            if row % 2 == 0 {
                out.push(' ');
            }
            for column in 1..=self.columns {
                let Some(id) = self.at(crate::rules::assault::hexes::Hex::new(column, row)) else { continue };
                let cell = self.cell(id);
                let own = || match shows {
                    Shows::Terrain => self.glyph(cell),
                    Shows::Levels if cell.level < 0 => '-',
                    Shows::Levels => char::from(b'0' + cell.level as u8),
                    Shows::Lines => match self.line_of(id) {
                        0 => '.',
                        line => char::from(b'0' + line),
                    },
                };
                out.push(' ');
                out.push(marked(id).unwrap_or_else(own));
            }
            out.push('\n');
        }
        out
    }
}
