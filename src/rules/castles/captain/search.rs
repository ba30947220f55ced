//! Looking ahead: iterative deepening over a principal variation search, with a shared table of known positions, moves
//! tried in a sound order, and strikes looked through to their end. One thread always finds the same to the same depth
//! or number of positions; more threads help each other through the table.

use super::super::board::{Board, Direction, Move, Piece};
use super::super::terms::GameTerms;
use super::eval::worth;
use super::table::{Bound, KnownBoard, Node, TranspositionTable};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game won now; a move later is worth one less.
pub const WON: i32 = 30_000;
/// Scores past this are wins that were seen to the end.
pub const SURELY_WON: i32 = WON - 1_000;
/// The deepest that is looked.
pub const DEEPEST: u32 = 60;
/// Moves from the root at which looking ends whatever stands there.
const PLIES: usize = 120;
/// Positions between two looks at the clock.
const PATIENCE: u64 = 256;
/// Moves past its end that a look may follow a general in danger.
const REACH: usize = 6;
const MOST_MOVES: usize = 128;
const INFINITE: i32 = 32_000;

/// How far to look.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Moves ahead.
    pub depth: u32,
    /// Positions looked at by a thread.
    pub nodes: u64,
    /// What the side to move would give up, in hundredths of a man, rather than go to siege.
    pub pride: i32,
    /// Asked now and then whether to stop: a clock, or somebody's second thoughts.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'static> {
    /// So many moves ahead, however long it takes.
    pub fn depth(depth: u32) -> Limits<'static> {
        Limits { depth, nodes: u64::MAX, pride: 0, stop: &|| false }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move and what is expected to follow; never empty.
    pub line: Vec<Move>,
    /// What it is worth to the side to move, in hundredths of a man; past [`SURELY_WON`] a win in sight.
    pub score: i32,
    /// How many moves ahead were looked at in full.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl Found {
    /// The move.
    pub fn best(&self) -> Move {
        self.line[0]
    }

    /// In how many moves of the side to move the game is won (above 0) or in how many of the other's lost (below), if
    /// that is in sight.
    pub fn wins_in(&self) -> Option<i32> {
        let plies = WON - self.score.abs();
        (self.score.abs() > SURELY_WON).then(|| (plies + 1) / 2 * self.score.signum())
    }
}

/// What is looked at: a board, what was before it since something was struck, and the quiet moves.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// What stands where.
    pub board: &'a Board,
    /// The boards before it.
    pub before: &'a [Board],
    /// Moves since something was struck.
    pub quiet: u16,
    /// What the game is played by.
    pub terms: &'a GameTerms,
}

/// Looks for the best move, on `threads` threads; none if the side to move has none.
pub fn search(question: Inquiry<'_>, limits: Limits<'_>, threads: usize, table: &TranspositionTable) -> Option<Found> {
    let done = AtomicBool::new(false);
    let stop = || done.load(Relaxed) || (limits.stop)();
    let shared = Limits { stop: &stop, ..limits };
    if threads <= 1 {
        return Worker::new(question, limits, table).deepen(0);
    }
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|number| scope.spawn(move || Worker::new(question, shared, table).deepen(number as u32 % 2)))
            .collect();
        let mut found = Worker::new(question, limits, table).deepen(0);
        done.store(true, Relaxed);
        for helper in helpers {
            if let (Some(found), Ok(Some(helped))) = (&mut found, helper.join()) {
                found.nodes += helped.nodes;
            }
        }
        found
    })
}

#[derive(Clone, Copy)]
struct Candidate {
    kind: Piece,
    play: Move,
    order: i32,
}

/// The moves of a node, best first as they are taken.
struct Candidates {
    moves: [Candidate; MOST_MOVES],
    count: usize,
    next: usize,
}

impl Candidates {
    fn new() -> Candidates {
        let nobody = Candidate {
            kind: Piece::General,
            play: Move { from: super::super::Square::new(0, 0), way: Direction::North },
            order: 0,
        };
        Candidates { moves: [nobody; MOST_MOVES], count: 0, next: 0 }
    }

    fn push(&mut self, kind: Piece, play: Move, order: i32) {
        if self.count < MOST_MOVES {
            self.moves[self.count] = Candidate { kind, play, order };
            self.count += 1;
        }
    }

    fn take(&mut self) -> Option<Candidate> {
        let rest = &mut self.moves[self.next..self.count];
        // The first of the best, so that the order is always the same.
        let best = (0..rest.len()).max_by_key(|&at| (rest[at].order, std::cmp::Reverse(at)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

/// How a look goes on after a move.
#[derive(Clone, Copy)]
struct Ahead {
    depth: i32,
    ply: usize,
    quiet: u16,
}

struct Worker<'a> {
    question: Inquiry<'a>,
    limits: Limits<'a>,
    table: &'a TranspositionTable,
    nodes: u64,
    stopped: bool,
    root_depth: usize,
    /// Keys on the way here since something was struck, the root's past among them.
    path: Vec<u64>,
    killers: [[Option<Move>; 2]; PLIES + 1],
    history: [[i32; 400]; 2],
    /// The expected line from each ply on.
    lines: Vec<Vec<Move>>,
}

fn slot(play: Move) -> usize {
    play.from.index() * 4 + play.way as usize
}

impl<'a> Worker<'a> {
    fn new(question: Inquiry<'a>, limits: Limits<'a>, table: &'a TranspositionTable) -> Worker<'a> {
        Worker {
            question,
            limits,
            table,
            nodes: 0,
            stopped: false,
            root_depth: 0,
            path: question.before.iter().map(|board| Node::new(*board).key).collect(),
            killers: [[None; 2]; PLIES + 1],
            history: [[0; 400]; 2],
            lines: vec![Vec::new(); PLIES + 2],
        }
    }

    /// Looks one move further each time until told to stop, beginning `ahead` moves later.
    fn deepen(&mut self, ahead: u32) -> Option<Found> {
        let root = Node::new(*self.question.board);
        let first = *self.question.board.moves(self.question.terms).first()?;
        if root.board.lost() {
            return None;
        }
        let mut found = Found { line: vec![first], score: 0, depth: 0, nodes: 0 };
        for depth in 1 + ahead..=self.limits.depth.clamp(1 + ahead, DEEPEST) {
            self.root_depth = depth as usize;
            let score = self.look(&root, depth as i32, -INFINITE, INFINITE, 0, self.question.quiet);
            if self.stopped {
                break;
            }
            found = Found { line: self.lines[0].clone(), score, depth, nodes: self.nodes };
            // A win seen to its end in full gets no shorter.
            if WON - score.abs() <= depth as i32 {
                break;
            }
        }
        found.nodes = self.nodes;
        Some(found)
    }

    /// Whether to stop: what was not looked through by then is thrown away.
    fn out_of_time(&mut self) -> bool {
        let asked = self.nodes.is_multiple_of(PATIENCE) && (self.limits.stop)();
        self.stopped |= asked || self.nodes >= self.limits.nodes;
        self.stopped
    }

    fn look(&mut self, node: &Node, depth: i32, mut alpha: i32, mut beta: i32, ply: usize, quiet: u16) -> i32 {
        let terms = self.question.terms;
        self.lines[ply].clear();
        if node.board.lost() {
            return ply as i32 - WON;
        }
        if ply > 0 {
            let again = self.path.iter().rev().take(usize::from(quiet)).any(|key| *key == node.key);
            if again || quiet >= terms.quiet_plies() {
                return self.siege(ply);
            }
            // Nothing here is worth more than winning at once, nor less than losing at once.
            alpha = alpha.max(ply as i32 - WON);
            beta = beta.min(WON - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        // A general that can be struck is not left to itself at the end of the look.
        let in_reach = node.board.general_in_reach();
        let depth = if in_reach && ply < self.root_depth + REACH { depth.max(1) } else { depth };
        if depth <= 0 || ply >= PLIES {
            return self.strikes(node, alpha, beta, ply);
        }
        self.nodes += 1;
        if self.out_of_time() {
            return 0;
        }
        let in_window = beta - alpha > 1;
        let known = self.table.get(node.key);
        if let Some(known) = known.filter(|known| known.depth >= depth && ply > 0 && !in_window)
            && let Some(score) = known.enough(alpha, beta, ply)
        {
            return score;
        }
        if let Some(score) = self.pass_by(node, depth, beta, ply, quiet, in_window || in_reach) {
            return score;
        }
        let mut moves = self.ordered(node, known.and_then(|known| known.best), ply);
        let (mut best, mut best_move, mut bound, mut tried) = (-INFINITE, None, Bound::AtMost, 0);
        while let Some(Candidate { kind, play, order }) = moves.take() {
            let (next, struck) = node.after(kind, play, terms);
            let after = Ahead { depth: depth - 1, ply: ply + 1, quiet: if struck { 0 } else { quiet + 1 } };
            // Later quiet moves are looked at less far, until one turns out better than thought.
            let less = match (struck || in_reach || order >= KILLER, depth, tried) {
                (false, 3.., 3..) => 1 + i32::from(depth >= 5 && tried >= 8) + i32::from(depth >= 7 && tried >= 16),
                _ => 0,
            };
            self.path.push(node.key);
            let score = self.try_move(&next, after, alpha, beta, tried == 0, less);
            self.path.pop();
            if self.stopped {
                return 0;
            }
            tried += 1;
            if score > best {
                (best, best_move) = (score, Some(play));
            }
            if score > alpha {
                (alpha, bound) = (score, Bound::Exact);
                self.expect(play, ply);
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                if !struck {
                    self.remember(node.board.side() as usize, play, depth - 1, ply);
                }
                break;
            }
        }
        if tried == 0 {
            return self.siege(ply);
        }
        let known = KnownBoard { best: best_move, score: to_table(best, ply), depth, bound };
        self.table.put(node.key, &known);
        best
    }

    /// What the position after a move is worth to who made it: the first in full, another only if it might be better.
    fn try_move(&mut self, next: &Node, after: Ahead, alpha: i32, beta: i32, first: bool, less: i32) -> i32 {
        let Ahead { depth, ply, quiet } = after;
        if first {
            return -self.look(next, depth, -beta, -alpha, ply, quiet);
        }
        let mut score = -self.look(next, depth - less, -alpha - 1, -alpha, ply, quiet);
        if score > alpha && less > 0 {
            score = -self.look(next, depth, -alpha - 1, -alpha, ply, quiet);
        }
        if score > alpha && score < beta {
            score = -self.look(next, depth, -beta, -alpha, ply, quiet);
        }
        score
    }

    /// Notes that from `ply` on this move is expected, and then what is expected after it.
    fn expect(&mut self, play: Move, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(play);
        before[ply].extend_from_slice(&after[0]);
    }

    /// What a siege is worth at some plies from the root (CA-4.2).
    fn siege(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.limits.pride } else { self.limits.pride }
    }

    /// If the other side may move twice and still does not come up to `beta`, this is good enough.
    fn pass_by(&mut self, node: &Node, depth: i32, beta: i32, ply: usize, quiet: u16, risky: bool) -> Option<i32> {
        let few = (node.board.army(node.board.side()) & !node.board.generals()).count_ones() < 4;
        if risky || few || depth < 3 || beta.abs() > SURELY_WON || worth(&node.board, self.question.terms) < beta {
            return None;
        }
        self.path.push(node.key);
        let score = -self.look(&node.passed(), depth - 3, -beta, 1 - beta, ply + 1, quiet + 1);
        self.path.pop();
        (!self.stopped && score >= beta && score < SURELY_WON).then_some(score)
    }

    /// Looks through strikes alone, until nothing more is to be struck that pays.
    fn strikes(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let terms = self.question.terms;
        self.lines[ply].clear();
        if node.board.lost() {
            return ply as i32 - WON;
        }
        self.nodes += 1;
        if self.out_of_time() {
            return 0;
        }
        let mut best = worth(&node.board, terms);
        if best >= beta || ply >= PLIES {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = Candidates::new();
        node.board.each_attack(terms, |kind, play| {
            if let (Some(met), 0) = node.board.meets(kind, play, terms) {
                moves.push(kind, play, prize(met));
            }
        });
        while let Some(Candidate { kind, play, .. }) = moves.take() {
            let (next, _) = node.after(kind, play, terms);
            let score = -self.strikes(&next, -beta, -alpha, ply + 1);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.expect(play, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The moves of a node in the order in which they are tried: the one known best, strikes, killers, and the rest by
    /// how often they were good.
    fn ordered(&self, node: &Node, known: Option<Move>, ply: usize) -> Candidates {
        let terms = self.question.terms;
        let side = node.board.side() as usize;
        let mut moves = Candidates::new();
        node.board.each_move(terms, |kind, play| {
            let order = if Some(play) == known {
                KNOWN
            } else {
                match node.board.meets(kind, play, terms) {
                    (Some(met), 0) => STRIKE + prize(met),
                    _ if self.killers[ply][0] == Some(play) => KILLER + 1,
                    _ if self.killers[ply][1] == Some(play) => KILLER,
                    _ => self.history[side][slot(play)],
                }
            };
            moves.push(kind, play, order);
        });
        moves
    }

    fn remember(&mut self, side: usize, play: Move, depth: i32, ply: usize) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(play) {
            *second = *first;
            *first = Some(play);
        }
        let count = &mut self.history[side][slot(play)];
        *count += depth * depth;
        if *count >= KILLER {
            self.history.iter_mut().flatten().for_each(|count| *count /= 2);
        }
    }
}

const KNOWN: i32 = 1 << 30;
const STRIKE: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;

fn prize(struck: Piece) -> i32 {
    if struck == Piece::General { 2 } else { 1 }
}

/// Wins are kept in the table by how far they are from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        SURELY_WON.. => score + ply as i32,
        ..=LOST => score - ply as i32,
        _ => score,
    }
}

impl KnownBoard {
    /// The score, if what is known of it settles a look between `alpha` and `beta`.
    fn enough(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = match self.score {
            SURELY_WON.. => self.score - ply as i32,
            ..=LOST => self.score + ply as i32,
            score => score,
        };
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        enough.then_some(score)
    }
}

const LOST: i32 = -SURELY_WON;
