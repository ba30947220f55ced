//! What a game of Castles is played on and by (CA-1, CA-3.3, CA-4.2): the board, its end zones, the limits, which army
//! crushes. The figures are in `data/tables/castles/`; a game may set its own end zones and limits.

use super::board::{Direction, STRIDE, Square};
use super::setup::Rows;
use crate::rules::figure::{BySide, Side, words};
use crate::rules::house::{Folder, HouseValue, in_force};
use serde::Deserialize;
use std::sync::LazyLock;

/// The two boards (CA-1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// Eight squares by eight.
    #[default]
    Small,
    /// Nine by nine, the lake at the centre.
    Large,
}
words!(Size, "board of Castles", "small or large", Small = "small", Large = "large");

/// Into whose pieces a pushed piece is crushed (CA-3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crush {
    /// Into those of the army that pushes.
    #[default]
    Pusher,
    /// Into those of its own army.
    Pushed,
    /// Into those of either.
    Either,
}
words!(Crush, "crush", "pusher, pushed or either", Pusher = "pusher", Pushed = "pushed", Either = "either");

/// The figures of one board (CA-1).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFigures {
    width: u8,
    lake: u8,
    end_zone: u8,
    men: u8,
}

/// When a game goes to siege of itself (CA-4.2).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiegeFigures {
    standings: u8,
    quiet_moves: u16,
}

/// The figures of the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    small: BoardFigures,
    large: BoardFigures,
    siege: SiegeFigures,
    #[serde(skip)]
    house_values: Vec<HouseValue>,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let files = [("", include_str!("../../../data/tables/castles/game.toml"))];
    Folder::read("Castles", include_str!("../../../data/tables/castles/house.toml"), &files)
});

in_force!(Tables, FOLDER);

/// A formation that has a name (CA-1.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFormation {
    pub name: String,
    /// Its rows, as [`Rows`] reads them.
    pub rows: Vec<String>,
}

impl NamedFormation {
    /// Its rows, to set up with.
    pub fn rows(&self) -> Rows {
        Rows(self.rows.clone())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Formations {
    small: Vec<NamedFormation>,
    large: Vec<NamedFormation>,
}

/// What one game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTerms {
    size: Size,
    crush: Crush,
    end_zone: u8,
    men: u8,
    width: u8,
    lake: u8,
    standings: u8,
    quiet_plies: u16,
    /// Every square there is, the lake's left out.
    open: u128,
    zones: BySide<u128>,
    /// The front rows of the end zones: into them a man would come back from outside (CA-2.2).
    fronts: BySide<u128>,
}

/// Why a game cannot be played by such terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// End zones that are none, or that leave no row between them or reach the lake.
    #[error("an end zone of {found} rows does not fit: it is of 1 to {most} on this board (CA-1.3)")]
    EndZone {
        /// The rows asked for.
        found: u8,
        /// The most that fit.
        most: u8,
    },
    /// An army that is none, or that its end zone cannot hold beside the general.
    #[error("an army of {found} men and its general does not fit: 1 to {most} men do in this end zone (CA-1.3)")]
    Men {
        /// The men asked for.
        found: u8,
        /// The most that fit.
        most: u8,
    },
    /// An end of quiet play that would come at once, or hardly ever.
    #[error(
        "a game goes to siege after 2 standings or more and 1 to 1,000 quiet moves, not {standings} and {quiet_moves} (CA-4.2)"
    )]
    Quiet {
        /// The standings asked for.
        standings: u8,
        /// The quiet moves asked for.
        quiet_moves: u16,
    },
}

impl GameTerms {
    /// The usual end zones and limits of a board (CA-1.1, CA-1.2, CA-1.3).
    pub fn usual(size: Size, crush: Crush) -> GameTerms {
        GameTerms::by(size, crush, &Tables::book())
    }

    /// The usual ones as a campaign has them.
    pub fn by(size: Size, crush: Crush, figures: &Tables) -> GameTerms {
        let board = match size {
            Size::Small => figures.small,
            Size::Large => figures.large,
        };
        let (width, lake) = (board.width, board.lake);
        let banks = (width - lake) / 2..(width + lake) / 2;
        let mut open = 0;
        for square in Square::all(width) {
            if !(banks.contains(&square.file()) && banks.contains(&square.rank())) {
                open |= square.bit();
            }
        }
        let mut terms = GameTerms {
            size,
            crush,
            end_zone: 0,
            men: board.men,
            width,
            lake,
            standings: figures.siege.standings,
            quiet_plies: 2 * figures.siege.quiet_moves,
            open,
            zones: BySide::default(),
            fronts: BySide::default(),
        };
        terms.lay_end_zones(board.end_zone);
        terms
    }

    /// The terms that were kept: the board, the crush, the rows of an end zone and the most men; and the standings and the
    /// quiet moves after which it goes to siege, where they are not the book's. Nothing if they are no terms.
    pub fn of_kept(
        (size, crush, end_zone, men): &(String, String, u8, u8),
        quiet: Option<(u8, u16)>,
    ) -> Option<GameTerms> {
        let terms = GameTerms::usual(size.parse().ok()?, crush.parse().ok()?).with(*end_zone, *men).ok()?;
        match quiet {
            Some((standings, moves)) => terms.ending(standings, moves).ok(),
            None => Some(terms),
        }
    }

    /// The same with another end of quiet play (CA-4.2): after so many standings of a position, and so many quiet moves of
    /// each side.
    pub fn ending(mut self, standings: u8, quiet_moves: u16) -> Result<GameTerms, BadTerms> {
        if standings < 2 || !(1..=1000).contains(&quiet_moves) {
            return Err(BadTerms::Quiet { standings, quiet_moves });
        }
        self.standings = standings;
        self.quiet_plies = 2 * quiet_moves;
        Ok(self)
    }

    /// The same board with end zones and limits of the game's own (CA-1.3).
    pub fn with(mut self, end_zone: u8, men: u8) -> Result<GameTerms, BadTerms> {
        let most = match self.size {
            Size::Small => (self.width - 1) / 2,
            Size::Large => (self.width - self.lake) / 2,
        };
        if !(1..=most).contains(&end_zone) {
            return Err(BadTerms::EndZone { found: end_zone, most });
        }
        let most = end_zone * self.width - 1;
        if !(1..=most).contains(&men) {
            return Err(BadTerms::Men { found: men, most });
        }
        self.lay_end_zones(end_zone);
        self.men = men;
        Ok(self)
    }

    fn lay_end_zones(&mut self, rows: u8) {
        let width = self.width;
        let ranks = |ranks: std::ops::Range<u8>| {
            Square::all(width).filter(|square| ranks.contains(&square.rank())).fold(0, |all, square| all | square.bit())
        };
        self.end_zone = rows;
        self.zones = BySide { attacker: ranks(0..rows), defender: ranks(width - rows..width) };
        self.fronts = BySide { attacker: ranks(rows - 1..rows), defender: ranks(width - rows..width - rows + 1) };
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Which army crushes (CA-3.3).
    pub fn crush(&self) -> Crush {
        self.crush
    }

    /// How many rows an end zone has (CA-1.2).
    pub fn end_zone(&self) -> u8 {
        self.end_zone
    }

    /// The most men an army has besides its general (CA-1.3).
    pub fn men(&self) -> u8 {
        self.men
    }

    /// Files, and rows, of the board (CA-1.1).
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How often a position stands with the same side to move before it goes to siege (CA-4.2).
    pub fn standings(&self) -> u8 {
        self.standings
    }

    /// Moves of both sides together with nothing struck before it goes to siege (CA-4.2).
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The standings and the quiet moves of each side after which it goes to siege, where they are not the book's (CA-4.2).
    pub fn quiet_of_its_own(&self) -> Option<(u8, u16)> {
        let own = (self.standings, self.quiet_plies / 2);
        let book = Tables::book().siege;
        (own != (book.standings, book.quiet_moves)).then_some(own)
    }

    /// Every square of the board that may be stood on, as a set of bits.
    pub(super) fn open(&self) -> u128 {
        self.open
    }

    /// The squares to which a side's men may not go this way, as a set of bits (CA-2.2). An end zone is whole rows, so
    /// only the way back leads into it, and only into its front row.
    #[inline(always)]
    pub(super) fn barred(&self, side: Side, way: Direction) -> u128 {
        if way == Direction::back(side) { self.fronts[side] } else { 0 }
    }

    /// Whether a square may be stood on.
    pub fn is_open(&self, square: Square) -> bool {
        self.open & square.bit() != 0
    }

    /// Whether a square is in the lake (CA-1.1).
    pub fn is_lake(&self, square: Square) -> bool {
        square.file() < self.width && square.rank() < self.width && !self.is_open(square)
    }

    /// Whether a square is in a side's end zone (CA-1.2).
    pub fn in_end_zone(&self, square: Square, side: Side) -> bool {
        self.zones[side] & square.bit() != 0
    }

    /// The squares of the board, lake and all, row by row from `a1`.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.width)
    }

    /// The formations that have names on this board, the first the one to take where none is named.
    pub fn formations(&self) -> &'static [NamedFormation] {
        static FORMATIONS: LazyLock<Formations> = LazyLock::new(|| {
            toml::from_str(include_str!("../../../data/tables/castles/formations.toml"))
                .unwrap_or_else(|error| panic!("the program's own table castles/formations: {error}"))
        });
        match self.size {
            Size::Small => &FORMATIONS.small,
            Size::Large => &FORMATIONS.large,
        }
    }

    /// The end zone's row front-most first, of a side.
    pub(super) fn zone_ranks(&self, side: Side) -> Vec<u8> {
        match side {
            Side::Attacker => (0..self.end_zone).rev().collect(),
            Side::Defender => (self.width - self.end_zone..self.width).collect(),
        }
    }
}

const _: () = assert!(STRIDE * 9 < 128, "both boards fit in 128 bits");
