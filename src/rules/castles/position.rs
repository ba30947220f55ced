//! The game: setups behind the screen, moves, and the end (CA-1.4, CA-2.1, CA-4).

use super::board::{Board, Move, Piece};
use super::deed::{Illegal, MoveKind};
use super::notation::{BadPosition, WHITE, colour, read_position, write_move, write_position};
use super::setup::{Rows, Setup};
use super::terms::{GameTerms, Tables};
use super::view::View;
use super::{Decision, Draft};
use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Choices, Game, Outcome, Pending, Sink};
use crate::rules::house::Folder;
use crate::rules::ruleset::{About, Rules};

/// Why a game ended (CA-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// A general was struck (CA-4.1).
    GeneralStruck,
    /// An army has only its general left (CA-4.1).
    OnlyGeneralLeft,
    /// A side surrendered (CA-4.1).
    Surrender,
    /// Both agreed to go to siege (CA-4.1).
    Agreed,
    /// A position stood for the third time (CA-4.2).
    Repetition,
    /// Too many moves with nothing struck (CA-4.2).
    NothingStruck,
    /// The side to move has no move (CA-4.2).
    NoMove,
}

impl EndCause {
    /// Every one.
    pub const ALL: [EndCause; 7] = [
        EndCause::GeneralStruck,
        EndCause::OnlyGeneralLeft,
        EndCause::Surrender,
        EndCause::Agreed,
        EndCause::Repetition,
        EndCause::NothingStruck,
        EndCause::NoMove,
    ];

    pub fn words(self) -> &'static str {
        match self {
            EndCause::GeneralStruck => "general struck",
            EndCause::OnlyGeneralLeft => "only the general left",
            EndCause::Surrender => "surrender",
            EndCause::Agreed => "agreed",
            EndCause::Repetition => "position repeated",
            EndCause::NothingStruck => "nothing struck",
            EndCause::NoMove => "no move",
        }
    }

    /// The clause it stands in.
    pub fn clause(self) -> &'static str {
        match self {
            EndCause::GeneralStruck | EndCause::OnlyGeneralLeft | EndCause::Surrender | EndCause::Agreed => "CA-4.1",
            EndCause::Repetition | EndCause::NothingStruck | EndCause::NoMove => "CA-4.2",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; nobody if it went to siege.
    pub winner: Option<Side>,
    /// Why.
    pub cause: EndCause,
}

impl std::fmt::Display for Ending {
    /// Such as `White wins, general struck`, or `siege, position repeated`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins, {}", colour(side), self.cause.words()),
            None => write!(f, "siege, {}", self.cause.words()),
        }
    }
}

/// What is told of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side has set up behind its screen (CA-1.4).
    SetUp(Side),
    /// Both screens are taken away (CA-1.4).
    Revealed(BySide<Setup>),
    /// A piece went, and what it did (CA-2, CA-3).
    Moved {
        /// Whose.
        side: Side,
        kind: Piece,
        /// From where, which way.
        play: Move,
        /// What it did there.
        deed: MoveKind,
    },
    /// A side offered to go to siege (CA-4.1).
    Offered(Side),
    /// A side did not agree to it (CA-4.1).
    Declined(Side),
    /// The game ended (CA-4).
    Ended(Ending),
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::SetUp(side) => write!(f, "{} is ready (CA-1.4).", colour(*side)),
            Event::Revealed(_) => write!(f, "The setups are revealed (CA-1.4)."),
            Event::Moved { side, kind, play, deed } => {
                let whose = colour(*side);
                write!(f, "{}: {whose}’s {kind} ", write_move(*play, deed))?;
                let to = play.to().map_or_else(String::new, |to| to.to_string());
                match deed {
                    MoveKind::Step => write!(f, "moves to {to} (CA-2.1)."),
                    MoveKind::Strike(struck) => write!(f, "strikes the {struck} on {to} (CA-3.1)."),
                    MoveKind::Push { to: back, .. } => write!(f, "pushes another from {to} back to {back} (CA-3.2)."),
                    MoveKind::OffTheBoard(_) => write!(f, "pushes another from {to} off the board (CA-3.2)."),
                    MoveKind::IntoTheLake(_) => write!(f, "pushes another from {to} into the lake (CA-3.2)."),
                    MoveKind::Crush { against, .. } => {
                        write!(f, "crushes another on {to} against the piece on {against} (CA-3.3).")
                    }
                }
            }
            Event::Offered(side) => write!(f, "{} offers to go to siege (CA-4.1).", colour(*side)),
            Event::Declined(side) => write!(f, "{} does not agree to a siege (CA-4.1).", colour(*side)),
            Event::Ended(ending) => write!(f, "{ending} ({}).", ending.cause.clause()),
        }
    }
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CastlesStage {
    /// Behind the screens: what each side has sealed.
    SettingUp(BySide<Option<Setup>>),
    /// The side to move moves; whether it has offered siege this turn in vain.
    Moving {
        refused: bool,
    },
    /// The side not to move answers an offer.
    Offered,
    Over(Ending),
}

/// A game of Castles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    terms: GameTerms,
    stage: CastlesStage,
    board: Board,
    /// Moves of both sides since something was struck (CA-4.2).
    quiet: u16,
    /// Every board since something was struck, this one left out: none before can come again (CA-4.2).
    before: Vec<Board>,
    /// Decisions since the setups were revealed.
    decided: u32,
}

impl Position {
    /// A game before its setups.
    pub fn new(terms: GameTerms) -> Position {
        let stage = CastlesStage::SettingUp(BySide::default());
        Position { terms, stage, board: Board::empty(WHITE), quiet: 0, before: Vec::new(), decided: 0 }
    }

    /// A game from a position as it is written (CA-5.4), with nothing known of what was before.
    pub fn read(text: &str, terms: GameTerms) -> Result<Position, BadPosition> {
        let (board, quiet) = read_position(text, &terms)?;
        let stage = CastlesStage::Moving { refused: false };
        let mut position = Position { terms, stage, board, quiet, before: Vec::new(), decided: 0 };
        if let Some(ending) = position.ending_now() {
            position.stage = CastlesStage::Over(ending);
        }
        Ok(position)
    }

    /// A game from two setups.
    pub fn revealed(white: &Setup, black: &Setup, terms: GameTerms) -> Position {
        let mut board = Board::empty(WHITE);
        for setup in [white, black] {
            setup.pieces().iter().for_each(|&(square, kind)| board.put(square, setup.side(), kind));
        }
        let stage = CastlesStage::Moving { refused: false };
        let mut position = Position { terms, stage, board, quiet: 0, before: Vec::new(), decided: 0 };
        if let Some(ending) = position.ending_now() {
            position.stage = CastlesStage::Over(ending);
        }
        position
    }

    /// What it is played by.
    pub fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// What stands on the board; nothing before the setups are revealed.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Moves of both sides since something was struck (CA-4.2).
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Every board since something was struck, the present one left out.
    pub fn before(&self) -> &[Board] {
        &self.before
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.stage {
            CastlesStage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// How many decisions both sides have made since the setups were revealed.
    pub fn decided(&self) -> u32 {
        self.decided
    }

    /// Whether the pieces are on the board.
    pub fn is_revealed(&self) -> bool {
        !matches!(self.stage, CastlesStage::SettingUp(_))
    }

    /// What a side has sealed behind its screen; none before it does, and none once all is revealed.
    pub(super) fn sealed(&self, side: Side) -> Option<&Setup> {
        match &self.stage {
            CastlesStage::SettingUp(sealed) => sealed[side].as_ref(),
            _ => None,
        }
    }

    /// Whether an offer to go to siege waits for its answer.
    pub fn is_offered(&self) -> bool {
        self.stage == CastlesStage::Offered
    }

    /// The position as it is written (CA-5.4).
    pub fn text(&self) -> String {
        write_position(&self.board, self.quiet, &self.terms)
    }

    /// Every move of the side to move; none unless it is to move.
    pub fn moves(&self) -> Vec<Move> {
        match self.stage {
            CastlesStage::Moving { .. } => self.board.moves(&self.terms),
            _ => Vec::new(),
        }
    }

    /// Whether a decision of the side that must decide is allowed, and what a move would do.
    fn judge(&self, side: Side, decision: &Decision) -> Result<Option<MoveKind>, Illegal> {
        if !self.pending().includes(side) {
            return Err(if self.ending().is_some() { Illegal::Over } else { Illegal::NotYourTurn });
        }
        match (&self.stage, decision) {
            (CastlesStage::SettingUp(_), Decision::SetUp(draft)) => {
                Ok(draft.settle(side, &self.terms).map(|_| None)?)
            }
            (CastlesStage::Moving { .. }, Decision::Move(play)) => self.board.judge(*play, &self.terms).map(Some),
            (CastlesStage::Moving { refused: true }, Decision::OfferSiege) => Err(Illegal::OfferedAlready),
            (CastlesStage::Moving { .. }, Decision::OfferSiege)
            | (CastlesStage::Offered, Decision::Agree | Decision::Decline)
            | (CastlesStage::Moving { .. } | CastlesStage::Offered, Decision::Surrender) => Ok(None),
            _ => Err(Illegal::NotNow),
        }
    }

    /// Seals a setup, and reveals both once both are made (CA-1.4).
    fn set_up(&mut self, side: Side, draft: &Draft, sink: &mut impl Sink<Event>) -> Result<(), Illegal> {
        let setup = draft.settle(side, &self.terms)?;
        let CastlesStage::SettingUp(sealed) = &mut self.stage else { return Err(Illegal::NotNow) };
        sealed[side] = Some(setup);
        sink.tell(|| Event::SetUp(side));
        if let BySide { attacker: Some(white), defender: Some(black) } = sealed.clone() {
            *self = Position::revealed(&white, &black, self.terms);
            sink.tell(|| Event::Revealed(BySide { attacker: white, defender: black }));
            if let Some(ending) = self.ending() {
                sink.tell(|| Event::Ended(ending));
            }
        }
        Ok(())
    }

    /// Plays a move that was judged (CA-2, CA-3), and ends the game if it does (CA-4).
    fn go(&mut self, play: Move, deed: MoveKind, sink: &mut impl Sink<Event>) {
        let Some((side, kind)) = self.board.piece(play.from) else { return };
        let before = self.board;
        self.board.go(kind, play, &self.terms);
        if deed.struck().is_some() {
            self.before.clear();
            self.quiet = 0;
        } else {
            self.before.push(before);
            self.quiet += 1;
        }
        self.stage = CastlesStage::Moving { refused: false };
        sink.tell(|| Event::Moved { side, kind, play, deed });
        if let Some(ending) = self.ending_now() {
            self.end(ending, sink);
        }
    }

    fn end(&mut self, ending: Ending, sink: &mut impl Sink<Event>) {
        self.stage = CastlesStage::Over(ending);
        sink.tell(|| Event::Ended(ending));
    }

    /// How the game ends as the board stands, if it does (CA-4.1, CA-4.2).
    fn ending_now(&self) -> Option<Ending> {
        let mover = self.board.side();
        if self.board.lost() {
            let struck = self.board.count(mover, Piece::General) == 0;
            let cause = if struck { EndCause::GeneralStruck } else { EndCause::OnlyGeneralLeft };
            return Some(Ending { winner: Some(mover.other()), cause });
        }
        let stood = 1 + self.before.iter().filter(|board| **board == self.board).count();
        let cause = if stood >= usize::from(self.terms.standings()) {
            EndCause::Repetition
        } else if self.quiet >= self.terms.quiet_plies() {
            EndCause::NothingStruck
        } else if self.board.mobility(&self.terms) == 0 {
            EndCause::NoMove
        } else {
            return None;
        };
        Some(Ending { winner: None, cause })
    }
}

impl Game for Position {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        match &self.stage {
            CastlesStage::SettingUp(BySide { attacker: None, defender: None }) => Pending::Both,
            CastlesStage::SettingUp(BySide { attacker: None, .. }) => Pending::One(Side::Attacker),
            CastlesStage::SettingUp(_) => Pending::One(Side::Defender),
            CastlesStage::Moving { .. } => Pending::One(self.board.side()),
            CastlesStage::Offered => Pending::One(self.board.side().other()),
            CastlesStage::Over(_) => Pending::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| Outcome::of(ending.winner))
    }

    fn view(&self, side: Side) -> View<'_> {
        View::new(self, side)
    }

    fn as_known_to(&self, side: Side) -> Position {
        let mut known = self.clone();
        if let CastlesStage::SettingUp(sealed) = &mut known.stage {
            // That the other side is ready may be seen; how it stands may not.
            if let Some(hidden) = &mut sealed[side.other()] {
                *hidden = Setup::plainest(side.other(), &self.terms);
            }
        }
        known
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        if !self.pending().includes(side) {
            return Choices::All(Vec::new());
        }
        match &self.stage {
            CastlesStage::SettingUp(_) => {
                let known = self.terms.formations().iter();
                let drafts = known.filter_map(|formation| Draft::of_rows(&formation.rows(), side, &self.terms).ok());
                let drafts = drafts.chain([Setup::plainest(side, &self.terms).draft(), Draft::default()]);
                let judged = drafts.map(Decision::SetUp).map(|setup| (setup.clone(), self.check(side, &setup)));
                Choices::Some(judged.collect())
            }
            CastlesStage::Moving { refused } => {
                let moves = self.moves().into_iter().map(Decision::Move);
                let offer = (!refused).then_some(Decision::OfferSiege);
                Choices::All(moves.chain(offer).chain([Decision::Surrender]).collect())
            }
            CastlesStage::Offered => Choices::All(vec![Decision::Agree, Decision::Decline, Decision::Surrender]),
            CastlesStage::Over(_) => Choices::All(Vec::new()),
        }
    }

    /// Friends take moves back; a setup stands once both screens are taken away.
    fn still_open(&self, before: &Position) -> bool {
        self.is_revealed() == before.is_revealed()
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        self.judge(side, decision).map(|_| ())
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        _dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let deed = self.judge(side, &decision)?;
        self.decided += u32::from(self.is_revealed());
        match (decision, deed) {
            (Decision::SetUp(draft), _) => self.set_up(side, &draft, sink)?,
            (Decision::Move(play), Some(deed)) => self.go(play, deed, sink),
            (Decision::Move(_), None) => return Err(Illegal::NotNow),
            (Decision::OfferSiege, _) => {
                self.stage = CastlesStage::Offered;
                sink.tell(|| Event::Offered(side));
            }
            (Decision::Decline, _) => {
                self.stage = CastlesStage::Moving { refused: true };
                sink.tell(|| Event::Declined(side));
            }
            (Decision::Agree, _) => self.end(Ending { winner: None, cause: EndCause::Agreed }, sink),
            (Decision::Surrender, _) => {
                self.end(Ending { winner: Some(side.other()), cause: EndCause::Surrender }, sink);
            }
        }
        Ok(())
    }
}

impl Rules for Position {
    const ABOUT: About = About { prefix: "CA", title: "Castles", page: include_str!("../../../data/rules/castles.md") };

    fn folder() -> &'static Folder {
        Tables::folder()
    }
}

/// Reads both sides' formations by name or by rows, and stands them on the board (CA-1.4, CA-5.5).
pub fn standing(white: &str, black: &str, terms: GameTerms) -> Result<Position, String> {
    let setup = |name: &str, side| {
        let known = terms.formations().iter().find(|known| known.name.eq_ignore_ascii_case(name.trim()));
        let rows = known.map_or_else(|| Rows::of(name), |known| known.rows());
        let draft = Draft::of_rows(&rows, side, &terms).map_err(|bad| bad.to_string())?;
        draft.settle(side, &terms).map_err(|faults| faults.to_string())
    };
    let (white, black) = (setup(white, WHITE)?, setup(black, WHITE.other())?);
    Ok(Position::revealed(&white, &black, terms))
}
