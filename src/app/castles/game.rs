//! A game of Castles at one board: who plays each side, what stands behind each screen, what was decided, and what can be
//! taken back. It is shown by a page and kept in a file, and knows neither.

use super::read;
use crate::app::contest::stale;
use crate::app::seat::{Lead, Seat};
use crate::campaign::problem::{Problem, ProblemKind as Wrong, Result};
use crate::rules::castles::captain::{Player, Skill, camp, camp_of};
use crate::rules::castles::notation::{check_signs, read_move};
use crate::rules::castles::record::{NoDice, Record};
use crate::rules::castles::{
    BLACK, Decision, Draft, Event, GameTerms, Illegal, Piece, Position, Rows, Square, WHITE, colour,
};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Game as _, NullSink, Pending};
use crate::rules::matches::{Decided, Match};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The longest the program looks for one move, on however slow a machine.
pub const LONGEST: Duration = Duration::from_secs(3);

/// Who decides for a side.
pub type Hand = Seat<Skill>;

impl Lead for Skill {}

/// What a side has behind its screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Camp {
    draft: Draft,
    ready: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum BoardStage {
    /// Behind the screens (CA-1.4).
    Camps(BySide<Camp>),
    Field(Box<Match<Position>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct BoardGame {
    terms: GameTerms,
    hands: BySide<Hand>,
    names: BySide<String>,
    seed: u64,
    /// The men each side has to set up, if they are not its own to choose (CP-3.5).
    armies: Option<BySide<Vec<Piece>>>,
    stage: BoardStage,
}

/// A stream of a game's seed for setups by lot.
const LOTS: u64 = 6;

/// Both setups are decisions of a match, the first two; moves are counted without them.
const SETUPS: usize = 2;

/// A match of two setups, before the first move.
fn revealed(terms: GameTerms, setups: BySide<Draft>) -> Option<Match<Position>> {
    let mut table = Match::new(Position::new(terms), Vec::new(), 0);
    table.decide(WHITE, Decision::SetUp(setups.attacker)).ok()?;
    table.decide(BLACK, Decision::SetUp(setups.defender)).ok()?;
    Some(table)
}

/// A match as a record tells it.
fn replayed(record: &Record) -> Option<Match<Position>> {
    let setups = BySide { attacker: record.setups[WHITE].draft(), defender: record.setups[BLACK].draft() };
    let mut table = revealed(record.terms, setups)?;
    for decision in &record.decisions {
        let side = table.position().pending().first()?;
        table.decide(side, decision.clone()).ok()?;
    }
    Some(table)
}

impl BoardGame {
    /// A game before its setups; the program sets up at once, behind its screen.
    pub fn new(terms: GameTerms, hands: BySide<Hand>, seed: u64) -> BoardGame {
        let name = |side: Side| match hands[side] {
            Hand::Person => colour(side).to_owned(),
            Hand::Program(level) => format!("{level} {seed}"),
        };
        let names = BySide { attacker: name(WHITE), defender: name(BLACK) };
        let mut game =
            BoardGame { terms, hands, names, seed, armies: None, stage: BoardStage::Camps(BySide::default()) };
        game.camp_the_program();
        game
    }

    /// A game of two armies that are given, each set up by lot until its player sets it up otherwise.
    pub fn of_armies(
        terms: GameTerms,
        hands: BySide<Hand>,
        names: BySide<String>,
        seed: u64,
        armies: BySide<Vec<Piece>>,
    ) -> BoardGame {
        let mut game =
            BoardGame { terms, hands, names, seed, armies: Some(armies), stage: BoardStage::Camps(BySide::default()) };
        game.camp_the_program();
        for side in [WHITE, BLACK] {
            if hands[side].is_person() {
                game.lay_by_lot(side, seed);
            }
        }
        game
    }

    /// A game that was written down, to be looked at and resumed: by the program where the players' names say so,
    /// by people elsewhere.
    pub fn of_record(record: &Record) -> BoardGame {
        let program = |name: &str| {
            let (level, seed) = name.split_once(' ')?;
            Some((level.parse::<Skill>().ok()?, seed.parse::<u64>().ok()?))
        };
        let programs = [WHITE, BLACK].map(|side| program(&record.players[side]));
        let hand = |known: Option<(Skill, u64)>| known.map_or(Hand::Person, |(level, _)| Hand::Program(level));
        // The decisions of a record were played through when it was read.
        let table = replayed(record).unwrap_or_else(|| Match::new(record.position(0), Vec::new(), 0));
        BoardGame {
            terms: record.terms,
            hands: BySide { attacker: hand(programs[0]), defender: hand(programs[1]) },
            names: record.players.clone(),
            seed: programs.iter().flatten().map(|(_, seed)| *seed).next().unwrap_or(0),
            armies: None,
            stage: BoardStage::Field(Box::new(table)),
        }
    }

    /// Reads a game that was written down (CA-5.6).
    pub fn read(text: &str) -> Result<BoardGame> {
        read(text).map(|record| BoardGame::of_record(&record))
    }

    fn camp_the_program(&mut self) {
        for side in [WHITE, BLACK] {
            let Hand::Program(level) = self.hands[side] else { continue };
            let draft = match &self.armies {
                Some(armies) => self.lot(&armies[side], side, self.seed),
                None => {
                    let player = Player { level, seed: self.seed };
                    match player.consider(&Position::new(self.terms).view(side), &|| false).0 {
                        Decision::SetUp(draft) => draft,
                        _ => Draft::default(),
                    }
                }
            };
            if let BoardStage::Camps(camps) = &mut self.stage {
                camps[side] = Camp { draft, ready: true };
            }
        }
        self.reveal();
    }

    fn lot(&self, army: &[Piece], side: Side, seed: u64) -> Draft {
        camp_of(army, &self.terms, side, &mut Seeded::stream(seed, LOTS + side as u64))
    }

    /// What it is played by.
    pub fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// Who decides for each side.
    pub fn hands(&self) -> BySide<Hand> {
        self.hands
    }

    /// The players' names.
    pub fn names(&self) -> &BySide<String> {
        &self.names
    }

    /// Its seed: what the program sets up and where it looks away.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the armies are given, and only where they stand is free.
    pub fn is_of_armies(&self) -> bool {
        self.armies.is_some()
    }

    /// The person who sets up now, White first; nobody once both setups are made.
    pub fn sets_up(&self) -> Option<Side> {
        match &self.stage {
            BoardStage::Camps(camps) => [WHITE, BLACK].into_iter().find(|side| !camps[*side].ready),
            BoardStage::Field(_) => None,
        }
    }

    /// Whether two people share the board, so that one must not see the other's setup.
    pub fn is_shared(&self) -> bool {
        self.hands[WHITE].is_person() && self.hands[BLACK].is_person()
    }

    /// What a side means to set up.
    pub fn draft(&self, side: Side) -> &[(Square, Piece)] {
        match &self.stage {
            BoardStage::Camps(camps) => &camps[side].draft.pieces,
            BoardStage::Field(_) => &[],
        }
    }

    fn change(&mut self, side: Side, change: impl FnOnce(&mut Vec<(Square, Piece)>)) {
        if let BoardStage::Camps(camps) = &mut self.stage
            && !camps[side].ready
        {
            change(&mut camps[side].draft.pieces);
        }
    }

    /// Puts a piece on a square instead of what stands there; a second general moves the first.
    pub fn put(&mut self, side: Side, square: Square, kind: Piece) {
        self.change(side, |pieces| {
            pieces.retain(|(at, known)| *at != square && (kind != Piece::General || *known != Piece::General));
            pieces.push((square, kind));
        });
    }

    /// Takes what stands on a square off the board.
    pub fn take_off(&mut self, side: Side, square: Square) {
        self.change(side, |pieces| pieces.retain(|(at, _)| *at != square));
    }

    /// Moves a piece of a setup to another square; what stands there comes back in exchange.
    pub fn carry(&mut self, side: Side, from: Square, to: Square) {
        self.change(side, |pieces| {
            for (at, _) in pieces {
                if *at == from {
                    *at = to;
                } else if *at == to {
                    *at = from;
                }
            }
        });
    }

    /// Takes a side's whole setup off the board.
    pub fn clear(&mut self, side: Side) {
        self.change(side, Vec::clear);
    }

    /// Sets a side up in a formation that has a name.
    pub fn lay(&mut self, side: Side, rows: &Rows) -> Result<()> {
        let draft = Draft::of_rows(rows, side, &self.terms).map_err(|bad| {
            Problem::refused(format!("{bad}."), "This game has end zones of its own; set up by hand or by lot.")
        })?;
        self.change(side, |pieces| *pieces = draft.pieces);
        Ok(())
    }

    /// Sets a side up by lot.
    pub fn lay_by_lot(&mut self, side: Side, seed: u64) {
        let draft = match &self.armies {
            Some(armies) => self.lot(&armies[side], side, seed),
            None => camp(&self.terms, side, &mut Seeded::stream(seed, LOTS + side as u64)),
        };
        self.change(side, |pieces| *pieces = draft.pieces);
    }

    /// Everything wrong with a side's setup, a sentence each.
    pub fn faults(&self, side: Side) -> Vec<String> {
        let draft = Draft { pieces: self.draft(side).to_vec() };
        draft.faults(side, &self.terms).iter().map(|fault| sentence(&fault.to_string())).collect()
    }

    /// Seals a side's setup; both sealed, the screens are taken away (CA-1.4).
    pub fn seal(&mut self, side: Side) -> Result<()> {
        let faults = self.faults(side);
        if !faults.is_empty() {
            return Err(Problem::new(Wrong::Refused, faults.join(" ")));
        }
        if let BoardStage::Camps(camps) = &mut self.stage {
            camps[side].ready = true;
        }
        self.reveal();
        Ok(())
    }

    fn reveal(&mut self) {
        let BoardStage::Camps(camps) = &self.stage else { return };
        if !camps.attacker.ready || !camps.defender.ready {
            return;
        }
        let settled = |side: Side| camps[side].draft.settle(side, &self.terms).map(|setup| setup.draft());
        let (Ok(attacker), Ok(defender)) = (settled(WHITE), settled(BLACK)) else { return };
        if let Some(table) = revealed(self.terms, BySide { attacker, defender }) {
            self.stage = BoardStage::Field(Box::new(table));
        }
    }

    /// The match, once the setups are revealed.
    pub fn table(&self) -> Option<&Match<Position>> {
        match &self.stage {
            BoardStage::Field(table) => Some(table),
            BoardStage::Camps(_) => None,
        }
    }

    /// The game as it is written down, once the setups are revealed.
    pub fn record(&self) -> Option<Record> {
        Record::of(&self.terms, self.names.clone(), self.table()?)
    }

    /// How many decisions were made since the setups were revealed.
    pub fn len(&self) -> usize {
        self.table().map_or(0, |table| table.decisions().len() - SETUPS)
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position now; before the setups are revealed an empty board.
    pub fn position(&self) -> Position {
        self.position_at(self.len())
    }

    /// The position after so many decisions.
    pub fn position_at(&self, count: usize) -> Position {
        let table = self.table().and_then(|table| table.position_after(count + SETUPS));
        table.cloned().unwrap_or_else(|| Position::new(self.terms))
    }

    /// Who decides now on the board, and who plays that side.
    pub fn pending(&self) -> Option<(Side, Hand)> {
        match self.table()?.position().pending() {
            Pending::One(side) => Some((side, self.hands[side])),
            Pending::Both | Pending::Over => None,
        }
    }

    /// Decides for the side that must. Refused, it says why and nothing has changed.
    pub fn decide(&mut self, decision: Decision) -> Result<()> {
        let BoardStage::Field(table) = &mut self.stage else { return Err(refused(&Illegal::NotNow)) };
        let Some(side) = table.position().pending().first() else { return Err(refused(&Illegal::Over)) };
        table.decide(side, decision).map_err(|illegal| refused(&illegal))
    }

    /// Reads a move as it is typed (CA-5.3), for the side that must decide.
    pub fn typed(&self, text: &str) -> Result<Decision> {
        let bad = |fault: String| Problem::new(Wrong::BadInput, sentence(&fault));
        let play = read_move(text).map_err(|fault| bad(fault.to_string()))?;
        let deed = self.position().board().judge(play, &self.terms).map_err(|illegal| refused(&illegal))?;
        check_signs(text, play, &deed).map_err(|fault| bad(fault.to_string()))?;
        Ok(Decision::Move(play))
    }

    /// Takes back the last decision of a person, and with it what the program answered; between programs, the last one.
    pub fn take_back(&mut self) -> Result<()> {
        let nobody = !self.hands[WHITE].is_person() && !self.hands[BLACK].is_person();
        let hands = self.hands;
        let nothing = || {
            Problem::refused(
                "There is nothing of yours to take back.",
                "A setup stands once both screens are taken away.",
            )
        };
        let BoardStage::Field(table) = &mut self.stage else { return Err(nothing()) };
        let by_person = |count: &usize| nobody || hands[table.decisions()[*count].0].is_person();
        let kept = (SETUPS..table.decisions().len()).rev().find(by_person).ok_or_else(nothing)?;
        while table.decisions().len() > kept {
            table.take_back().ok_or_else(nothing)?;
        }
        Ok(())
    }

    /// Whose decision the program has to make, and the strength it makes it with.
    pub fn program(&self) -> Option<Player> {
        match self.pending()? {
            (_, Hand::Program(level)) => Some(Player { level, seed: self.seed }),
            (_, Hand::Person) => None,
        }
    }
}

/// What the program decides in a position, never looking longer than [`LONGEST`]; `cancel` ends it at once.
pub fn think(position: &Position, player: Player, cancel: &AtomicBool) -> Option<Decision> {
    let started = Instant::now();
    let stop = || cancel.load(Relaxed) || started.elapsed() >= LONGEST;
    let side = position.pending().first()?;
    Some(player.consider(&position.view(side), &stop).0)
}

/// A reason as a sentence.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.trim_end_matches('.').chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    // A square is written small wherever it stands.
    let is_square = rest.starts_with(|next: char| next.is_ascii_digit());
    if is_square { format!("{first}{rest}.") } else { format!("{}{rest}.", first.to_uppercase()) }
}

/// A refusal by the rules.
pub fn refused(illegal: &Illegal) -> Problem {
    Problem::new(Wrong::Refused, sentence(&illegal.to_string()))
}

/// A game as the program keeps it between evenings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Who plays White, then Black.
    pub hands: [String; 2],
    pub names: [String; 2],
    pub seed: u64,
    /// The board, the crush, the rows of an end zone, and the most men.
    pub terms: (String, String, u8, u8),
    /// The standings and the quiet moves after which it goes to siege, where they are not the book's.
    pub quiet: Option<(u8, u16)>,
    /// The armies that are given, by letters; none if players choose their own.
    pub armies: Option<[String; 2]>,
    /// The setups behind the screens, as squares and letters, and whether each is sealed.
    pub camps: [(String, bool); 2],
    /// The game as it is written down, once it is on the board.
    pub record: Option<String>,
}

impl BoardGame {
    pub fn kept(&self) -> Kept {
        Kept { record: self.record().map(|record| record.write()), ..self.kept_start() }
    }

    /// How it began: its terms, and what stands behind the screens.
    fn kept_start(&self) -> Kept {
        let both = |of: &dyn Fn(Side) -> String| [of(WHITE), of(BLACK)];
        let terms = &self.terms;
        let camp = |side: Side| match &self.stage {
            BoardStage::Camps(camps) => {
                let piece = |(square, kind): &(Square, Piece)| format!("{square}{}", kind.letter());
                let pieces: Vec<String> = camps[side].draft.pieces.iter().map(piece).collect();
                (pieces.join(" "), camps[side].ready)
            }
            BoardStage::Field(_) => (String::new(), true),
        };
        Kept {
            hands: both(&|side| self.hands[side].to_string()),
            names: both(&|side| self.names[side].clone()),
            seed: self.seed,
            terms: (terms.size().to_string(), terms.crush().to_string(), terms.end_zone(), terms.men()),
            quiet: terms.quiet_of_its_own(),
            armies: self
                .armies
                .as_ref()
                .map(|armies| both(&|side| armies[side].iter().map(|man| man.letter()).collect())),
            camps: [camp(WHITE), camp(BLACK)],
            record: None,
        }
    }

    /// The game as a campaign keeps it: how it began, and what was decided.
    pub fn kept_apart(&self) -> (Kept, Decided) {
        (self.kept_start(), self.decided_since(0))
    }

    /// What was decided from decision `from` on, the setups counted, as it is kept.
    pub fn decided_since(&self, from: usize) -> Decided {
        self.table().map(|table| table.decided_since(from)).unwrap_or_default()
    }

    /// A game from what a campaign keeps of it.
    pub fn resume(mut self, decided: &Decided) -> Result<BoardGame> {
        if !decided.0.is_empty() {
            let table = Match::new(Position::new(self.terms), Vec::new(), 0).resume(decided).map_err(|_| stale())?;
            self.stage = BoardStage::Field(Box::new(table));
        }
        Ok(self)
    }

    /// A game that was kept; nothing if another version of the program would have to read it.
    pub fn of_kept(kept: &Kept) -> Option<BoardGame> {
        let terms = GameTerms::of_kept(&kept.terms, kept.quiet)?;
        let hand = |at: usize| kept.hands[at].parse::<Hand>().ok();
        let army = |text: &String| text.chars().map(Piece::of_letter).collect::<Option<Vec<Piece>>>();
        let armies = match &kept.armies {
            Some([white, black]) => Some(BySide { attacker: army(white)?, defender: army(black)? }),
            None => None,
        };
        let camp = |(pieces, ready): &(String, bool)| {
            let piece = |text: &str| {
                let (square, kind) = text.split_at_checked(2)?;
                Some((square.parse::<Square>().ok()?, Piece::of_letter(kind.chars().next()?)?))
            };
            let pieces = pieces.split_whitespace().map(piece).collect::<Option<Vec<_>>>()?;
            Some(Camp { draft: Draft { pieces }, ready: *ready })
        };
        let stage = match &kept.record {
            Some(record) => BoardStage::Field(Box::new(replayed(&Record::read(record).ok()?)?)),
            None => BoardStage::Camps(BySide { attacker: camp(&kept.camps[0])?, defender: camp(&kept.camps[1])? }),
        };
        let [white, black] = kept.names.clone();
        Some(BoardGame {
            terms,
            hands: BySide { attacker: hand(0)?, defender: hand(1)? },
            names: BySide { attacker: white, defender: black },
            seed: kept.seed,
            armies,
            stage,
        })
    }

    /// What the last of so many decisions brought about, a sentence each.
    pub fn told(&self, count: usize) -> Vec<String> {
        let Some(before) = count.checked_sub(1) else { return Vec::new() };
        let (Some(table), mut position) = (self.table(), self.position_at(before)) else { return Vec::new() };
        let mut events: Vec<Event> = Vec::new();
        if let Some((side, decision)) = table.decisions().get(before + SETUPS) {
            // What was decided before was allowed then.
            let _ = position.play(*side, decision.clone(), &mut NoDice, &mut events);
        }
        events.iter().map(ToString::to_string).collect()
    }

    /// A position one decision on, for what follows it; none where it is not allowed.
    pub fn after(position: &Position, decision: &Decision) -> Option<Position> {
        let (mut next, side) = (position.clone(), position.pending().first()?);
        next.play(side, decision.clone(), &mut NoDice, &mut NullSink).ok()?;
        Some(next)
    }
}
