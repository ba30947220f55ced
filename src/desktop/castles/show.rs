//! Shows the page: the board's squares and pieces, who plays and what was moved.

use super::{BoardPage, State, form, paint};
use crate::app::castles::game::{BoardGame, sentence};
use crate::app::castles::seen;
use crate::desktop::shell::{Shell, count, model, renew, words};
use crate::desktop::ui::{BoardPiece, BoardSide, BoardSquare, BoardTurn, CastlesPage, GameStage, Goes, PieceKind};
use crate::rules::castles::{
    BLACK, Crush, Direction, Draft, GameTerms, MoveKind, Piece, Position, Size, Square, WHITE, colour,
};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::telling::counted;
use slint::{ComponentHandle, Model, SharedString, VecModel};
use std::rc::Rc;

/// What the board shows: the form's, a setup, or a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BoardShown {
    /// Nothing yet.
    #[default]
    Nothing,
    /// What a new game would begin with.
    Form,
    /// A side's setup.
    Camp(Side),
    /// A game.
    Field,
}

/// Connects the pictures and the lists that stay the same.
pub(super) fn connect(page: &BoardPage, ui: &CastlesPage) {
    ui.on_piece(|kind, white, size, dark| {
        let side = if white { WHITE } else { BLACK };
        paint::piece(kind_of(kind), side, u32::try_from(size).unwrap_or(1), dark)
    });
    ui.on_ground(|large, zone, size, dark| {
        let board = if large { Size::Large } else { Size::Small };
        paint::ground(board, u8::try_from(zone).unwrap_or(1), u32::try_from(size).unwrap_or(1), dark)
    });
    ui.set_squares(super::super::shell::shared(&page.squares));
    ui.set_pieces(super::super::shell::shared(&page.pieces));
}

impl State {
    /// How many squares the board shown has a side.
    pub(super) fn width(&self) -> u8 {
        self.game.as_ref().map_or(8, |game| game.terms().width())
    }

    /// Whether Black's side is nearest.
    pub(super) fn is_flipped(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| !self.form) else { return false };
        let black = match game.sets_up() {
            Some(side) => side == BLACK,
            None => game.hands()[BLACK].is_person() && !game.hands()[WHITE].is_person(),
        };
        black != self.turned
    }

    /// Where a square is seen: from the left and from the top.
    pub(super) fn seen(&self, square: Square) -> (u8, u8) {
        place(square, self.width(), self.is_flipped())
    }

    /// The square seen at a place, row by row from the top.
    pub(super) fn square_of(&self, index: usize) -> Option<Square> {
        let width = self.width();
        let index = u8::try_from(index).ok().filter(|index| *index < width * width)?;
        let (x, y) = (index % width, index / width);
        Some(match self.is_flipped() {
            true => Square::new(width - 1 - x, y),
            false => Square::new(x, width - 1 - y),
        })
    }
}

fn place(square: Square, width: u8, flipped: bool) -> (u8, u8) {
    match flipped {
        true => (width - 1 - square.file(), square.rank()),
        false => (square.file(), width - 1 - square.rank()),
    }
}

/// The kind of a piece as the window names it.
fn shown_kind(kind: Piece) -> PieceKind {
    match kind {
        Piece::Musketeer => PieceKind::Musketeer,
        Piece::Horseman => PieceKind::Horseman,
        Piece::Pikeman => PieceKind::Pikeman,
        Piece::General => PieceKind::General,
    }
}

/// The kind of a piece of the window.
pub(super) fn kind_of(shown: PieceKind) -> Piece {
    match shown {
        PieceKind::Musketeer => Piece::Musketeer,
        PieceKind::Horseman => Piece::Horseman,
        PieceKind::Pikeman => Piece::Pikeman,
        PieceKind::General => Piece::General,
    }
}

/// Which way a push goes as it is seen.
fn way_seen(way: Direction, flipped: bool) -> Goes {
    match if flipped { way.opposite() } else { way } {
        Direction::North => Goes::PushUp,
        Direction::East => Goes::PushRight,
        Direction::South => Goes::PushDown,
        Direction::West => Goes::PushLeft,
    }
}

/// Puts values into a list, all of them afresh or only what changed.
fn put<T: Clone + PartialEq + 'static>(list: &VecModel<T>, values: Vec<T>, afresh: bool) {
    match afresh {
        true => list.set_vec(values),
        false => renew(list, values),
    }
}

impl BoardPage {
    /// Shows everything as it stands.
    pub(super) fn show(&self, shell: &Rc<Shell>) {
        let state = self.state.borrow();
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_can_go_back(state.game.is_some() && state.contest.is_none());
            ui.set_can_take_in(state.contest.is_some());
            if state.hint.is_none() {
                ui.set_hint(if self.looking.get() { "Looking …".into() } else { SharedString::new() });
                ui.set_hint_line(SharedString::new());
            }
            ui.set_looking(self.looking.get());
            ui.set_held(state.held.is_some());
            match state.game.as_ref().filter(|_| !state.form) {
                None => self.show_form(&ui, state.contest.is_some()),
                Some(game) => match game.sets_up() {
                    Some(side) => self.show_camp(&ui, &state, game, side),
                    None => self.show_field(&ui, &state, game),
                },
            }
        });
    }

    fn show_board(&self, ui: &CastlesPage, terms: &GameTerms, flipped: bool) {
        ui.set_across(i32::from(terms.width()));
        ui.set_large(terms.size() == Size::Large);
        ui.set_zone(i32::from(terms.end_zone()));
        let width = terms.width();
        let along = |from_last: bool| (0..width).map(move |at| if from_last { width - 1 - at } else { at });
        ui.set_files(words(along(flipped).map(|file| char::from(b'a' + file).to_string())));
        ui.set_ranks(words(along(!flipped).map(|rank| (rank + 1).to_string())));
    }

    /// Shows squares in the order they are seen, each made by `square`.
    fn show_squares(
        &self,
        ui: &CastlesPage,
        terms: &GameTerms,
        flipped: bool,
        cursor: Square,
        square: impl Fn(Square) -> BoardSquare,
    ) {
        let mut squares: Vec<((u8, u8), Square)> =
            terms.squares().map(|square| (place(square, terms.width(), flipped), square)).collect();
        squares.sort_unstable_by_key(|((x, y), _)| (*y, *x));
        let at = squares.iter().position(|(_, square)| *square == cursor).unwrap_or(0);
        let rows = squares
            .into_iter()
            .map(|((x, y), at)| BoardSquare {
                name: at.to_string().into(),
                file: x.into(),
                row: y.into(),
                ..square(at)
            })
            .collect();
        renew(&self.squares, rows);
        ui.set_cursor(count(at));
        let here = self.squares.row_data(at).map(|square| square.told).unwrap_or_default();
        ui.set_here(here);
    }

    /// The form of a new game, and the board it would be played on.
    fn show_form(&self, ui: &CastlesPage, of_battle: bool) {
        ui.set_stage(GameStage::NewGame);
        ui.set_moment("a new game".into());
        ui.set_cover(SharedString::new());
        ui.set_screen(SharedString::new());
        let terms = match form::terms(ui) {
            _ if of_battle => GameTerms::usual(Size::Small, Crush::default()),
            Ok(terms) => {
                ui.set_refusal(SharedString::new());
                terms
            }
            Err(problem) => {
                ui.set_refusal(problem.to_string().into());
                GameTerms::usual(form::size(ui), Default::default())
            }
        };
        self.show_board(ui, &terms, false);
        self.show_squares(ui, &terms, false, Square::new(0, 0), |at| BoardSquare {
            told: at.to_string().into(),
            ..BoardSquare::default()
        });
        ui.set_here(SharedString::new());
        ui.set_cursor(-1);
        // What a battle's armies set up is for nobody to see beforehand.
        let rows = terms.formations().first().filter(|_| !of_battle).map(|formation| formation.rows());
        let draft =
            |side: Side| rows.as_ref().and_then(|rows| Draft::of_rows(rows, side, &terms).ok()).unwrap_or_default();
        let pieces = [WHITE, BLACK].into_iter().flat_map(|side| {
            let terms = &terms;
            draft(side).pieces.into_iter().map(move |(at, kind)| standing(at, kind, side, terms.width(), false))
        });
        put(&self.pieces, pieces.collect(), self.shown.replace(BoardShown::Form) != BoardShown::Form);
    }

    fn show_camp(&self, ui: &CastlesPage, state: &State, game: &BoardGame, side: Side) {
        let (terms, flipped, who) = (game.terms(), state.is_flipped(), colour(side));
        let other = colour(side.other());
        ui.set_stage(GameStage::Setup);
        ui.set_moment(format!("{who} sets up").into());
        ui.set_title(format!("{who} sets up").into());
        let first = if side == WHITE { " White will move first." } else { "" };
        let alone = match game.is_shared() {
            true => format!(" {other} looks away."),
            false => String::new(),
        };
        let about = match game.is_of_armies() {
            true => format!(
                "The army is given: take pieces up and put them down as you would have them stand.{alone}{first}"
            ),
            false => format!(
                "A general and up to {} men of any mix, in the {} rows nearest to you.{alone}{first}",
                terms.men(),
                terms.end_zone()
            ),
        };
        ui.set_about(about.into());
        ui.set_given(game.is_of_armies());
        ui.set_layouts(words(terms.formations().iter().map(|formation| &formation.name)));
        let draft = game.draft(side);
        let counts = Piece::ALL.iter().map(|kind| count(draft.iter().filter(|(_, known)| known == kind).count()));
        ui.set_counts(model(counts.collect::<Vec<_>>()));
        ui.set_faults(if state.covered { SharedString::new() } else { game.faults(side).join("\n").into() });
        ui.set_refusal(SharedString::new());
        ui.set_bottom(BoardSide { white: side == WHITE, ..BoardSide::default() });
        ui.set_screen(format!("Behind {other}’s screen").into());
        self.show_cover(ui, state, side);
        self.show_board(ui, terms, flipped);
        self.show_squares(ui, terms, flipped, state.cursor, |at| BoardSquare {
            told: if state.covered { at.to_string().into() } else { seen::camp_square(game, side, at).into() },
            held: state.held == Some(at),
            ..BoardSquare::default()
        });
        let pieces = draft.iter().filter(|_| !state.covered);
        let pieces = pieces.map(|(at, kind)| standing(*at, *kind, side, terms.width(), flipped));
        put(&self.pieces, pieces.collect(), self.shown.replace(BoardShown::Camp(side)) != BoardShown::Camp(side));
    }

    fn show_cover(&self, ui: &CastlesPage, state: &State, side: Side) {
        let (who, other) = (colour(side), colour(side.other()));
        let texts = match (state.covered, side == BLACK) {
            (false, _) => Default::default(),
            (true, true) => (
                format!("Pass to {who}"),
                format!("{other}’s setup is sealed behind its screen. {other} looks away while {who} sets up."),
                format!("{who} is at the board"),
            ),
            (true, false) => (
                format!("{who} sets up"),
                format!("{other} looks away while {who} sets up behind the screen."),
                format!("{who} is at the board"),
            ),
        };
        ui.set_cover(texts.0.into());
        ui.set_cover_about(texts.1.into());
        ui.set_cover_action(texts.2.into());
    }

    fn show_field(&self, ui: &CastlesPage, state: &State, game: &BoardGame) {
        let (terms, flipped, position) = (game.terms(), state.is_flipped(), game.position_at(state.at));
        ui.set_stage(GameStage::Play);
        ui.set_cover(SharedString::new());
        ui.set_screen(SharedString::new());
        self.show_board(ui, terms, flipped);
        let goes = goes(state, &position, flipped);
        let last = seen::last(game, state.at);
        let is_of = |pair: Option<(Square, Square)>, at: Square| pair.is_some_and(|(from, to)| at == from || at == to);
        self.show_squares(ui, terms, flipped, state.cursor, |at| {
            let goes = goes.iter().find(|(to, ..)| *to == at);
            BoardSquare {
                told: seen::square(&position, at).into(),
                goes: goes.map_or(Goes::Nowhere, |(_, goes, _)| *goes),
                strikes: goes.is_some_and(|(.., strikes)| *strikes),
                last: is_of(last, at),
                hint: is_of(state.hint, at),
                held: state.held == Some(at),
                ..BoardSquare::default()
            }
        });
        let pieces = seen::pieces(game, state.at).into_iter().map(|piece| {
            let mut shown = standing(piece.at, piece.kind, piece.side, terms.width(), flipped);
            shown.struck = piece.struck;
            // It slides on the way it was pushed as it goes.
            match piece.pushed.map(|way| way_seen(way, flipped)) {
                Some(Goes::PushUp) => shown.row -= 1.0,
                Some(Goes::PushRight) => shown.file += 1.0,
                Some(Goes::PushDown) => shown.row += 1.0,
                Some(Goes::PushLeft) => shown.file -= 1.0,
                Some(Goes::Nowhere | Goes::Step | Goes::Strike) | None => {}
            }
            shown
        });
        put(&self.pieces, pieces.collect(), self.shown.replace(BoardShown::Field) != BoardShown::Field);
        self.show_sides(ui, state, game, &position, flipped);
        show_turns(ui, state, game);
        let ending = position.ending();
        let (told, clause) = match ending {
            Some(ending) => (sentence(&ending.to_string()), ending.cause.clause()),
            None => (String::new(), ""),
        };
        ui.set_ending(told.into());
        ui.set_ending_clause(clause.into());
        let moment = match (ending, position.pending().first()) {
            _ if state.at < game.len() => format!("looked back upon: {} of {}", state.at, game.len()),
            (Some(_), _) | (None, None) => "the game is over".to_owned(),
            (None, Some(side)) if position.is_offered() => format!("{} answers", colour(side)),
            (None, Some(side)) => format!("{} to move", colour(side)),
        };
        ui.set_moment(moment.into());
    }

    fn show_sides(&self, ui: &CastlesPage, state: &State, game: &BoardGame, position: &Position, flipped: bool) {
        let pending = position.pending().first();
        let side = |side: Side| {
            let hand = game.hands()[side];
            let men: u32 = Piece::MEN.iter().map(|kind| position.board().count(side, *kind)).sum();
            let name = match &game.names()[side] {
                name if name == colour(side) || !hand.is_person() && !game.is_of_armies() => colour(side).to_owned(),
                name => format!("{}, {name}", colour(side)),
            };
            let thinks = pending == Some(side) && !hand.is_person() && state.at == game.len();
            let does = match (thinks, state.stopped) {
                (false, _) => "",
                (true, true) => ", stopped",
                (true, false) => ", thinks",
            };
            let men = counted(men, "man", "men");
            let detail = format!("{hand}, {men}{does}");
            BoardSide { name: name.into(), white: side == WHITE, detail: detail.into(), moves: pending == Some(side) }
        };
        let (top, bottom) = if flipped { (WHITE, BLACK) } else { (BLACK, WHITE) };
        ui.set_top(side(top));
        ui.set_bottom(side(bottom));
        let programs =
            position.ending().is_none() && [WHITE, BLACK].iter().any(|side| !game.hands()[*side].is_person());
        ui.set_programs(programs);
        ui.set_stopped(state.stopped);
        let asks =
            pending.filter(|side| position.is_offered() && game.hands()[*side].is_person() && state.at == game.len());
        let offered = asks.map(|side| {
            format!("{} offers to go to siege: a tie. Does {} agree (CA-4.1)?", colour(side.other()), colour(side))
        });
        ui.set_offered(offered.unwrap_or_default().into());
    }
}

fn show_turns(ui: &CastlesPage, state: &State, game: &BoardGame) {
    let turns = seen::turns(game);
    let shown = turns.iter().position(|turn| turn.ends[WHITE].max(turn.ends[BLACK]) >= state.at).unwrap_or(0);
    let row = |(at, turn): (usize, &seen::SeenTurn)| BoardTurn {
        number: format!("{}.", at + 1).into(),
        white: turn.words[WHITE].as_str().into(),
        black: turn.words[BLACK].as_str().into(),
        white_end: count(turn.ends[WHITE]),
        black_end: count(turn.ends[BLACK]),
    };
    ui.set_turns(model(turns.iter().enumerate().map(row).collect::<Vec<_>>()));
    ui.set_turn_shown(count(shown));
    ui.set_length(count(game.len()));
    ui.set_at(count(state.at));
}

/// Where the piece taken up may go, how the window marks it, and whether something is struck there.
fn goes(state: &State, position: &Position, flipped: bool) -> Vec<(Square, Goes, bool)> {
    let Some(from) = state.held else { return Vec::new() };
    let goes = position.view(position.board().side()).moves_from(from);
    let mark = |(play, deed): (crate::rules::castles::Move, MoveKind)| {
        let mark = match deed {
            MoveKind::Step => Goes::Step,
            MoveKind::Strike(_) => Goes::Strike,
            MoveKind::Push { .. } | MoveKind::OffTheBoard(_) | MoveKind::IntoTheLake(_) | MoveKind::Crush { .. } => {
                way_seen(play.way, flipped)
            }
        };
        Some((play.to()?, mark, deed.struck().is_some()))
    };
    goes.into_iter().filter_map(mark).collect()
}

fn standing(at: Square, kind: Piece, side: Side, width: u8, flipped: bool) -> BoardPiece {
    let (x, y) = place(at, width, flipped);
    BoardPiece { kind: shown_kind(kind), white: side == WHITE, file: x.into(), row: y.into(), struck: false }
}
