//! The opponent of Castles: what it finds, that it is always the same and always allowed, that it keeps its time, and
//! that each strength is stronger than the one below.

use crate::castles_mailbox::{Mailbox, Step};
use crate::support::seeds;
use banneret::app::castles::{Within, advise, open};
use banneret::rules::castles::captain::{Found, Limits, Player, Skill, TranspositionTable, camp, question, search};
use banneret::rules::castles::record::NoDice;
use banneret::rules::castles::{
    BLACK, Crush, Decision, Draft, GameTerms, Piece, Position, Setup, Size, Square, WHITE, notation,
};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game, NullSink};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions in which one move alone wins: which army crushes, the position, in how many moves the general is struck, to
/// what depth the program sees it, and the move.
const TACTICS: [(&str, &str, u32, u32, &str); 20] = [
    // By way of a crush (CA-3.3).
    ("either", "2Hh3g1/3P2Ghm/2HM3HH/2h~~~1m1/3~~~2m/3~~~3/9/9/9 w 0", 3, 5, "h7-h8"),
    ("pushed", "5MM1/4PGmg/5Pph/5pP1/4hH1h/8/8/8 w 0", 3, 5, "g8-g7"),
    ("either", "3H5/1PMh5/H1m6/p1g~~~3/P1h~~~3/1G1~~~3/9/9/9 w 0", 3, 5, "c8-c7"),
    ("pusher", "8/8/3G4/8/2g5/hP6/1HhH4/8 w 0", 3, 5, "d2-c2"),
    ("pusher", "8/8/8/8/4G2P/6H1/4gmh1/6H1 w 0", 3, 5, "g1-g2"),
    ("either", "9/9/9/3~~~3/3~~~h2/3~~~g1h/4MMmHh/7H1/5G3 w 0", 2, 3, "f3-g3"),
    ("pushed", "5mPP/7H/4P1mh/4Pmhg/5P1p/8/8/1G6 w 0", 2, 3, "h7-h6"),
    ("pusher", "8/8/8/3P2M1/4H1p1/3hMM2/4mgp1/3GMm2 w 0", 2, 3, "e1-e2"),
    ("pusher", "8/8/8/2H5/2H4p/4M3/4hgpp/3GHh2 w 0", 2, 3, "e1-e2"),
    // By strikes and pushes (CA-3.1, CA-3.2).
    ("either", "g1H5/1h3h1p/P1h5/1m6/3P4/5Ph1/2h3G1/7H w 0", 3, 5, "f3-g3"),
    ("either", "5hgh/1p2m3/6p1/P3h1H1/2P5/5pm1/4h1P1/3P1GP1 b 0", 3, 5, "g3-g2"),
    ("pushed", "6m1/3g3m/4h3/2H3M1/1Hp5/G1H5/1m5P/HP6 b 0", 3, 5, "c4-b4"),
    ("pusher", "gm2hH2/p2p3P/6P1/8/h3p3/8/1M6/G1m5 b 0", 3, 5, "a4-a3"),
    ("pusher", "1h1h2g1/4mH1h/1p2hH2/3pP3/2h3M1/6M1/1P5M/G1p3H1 w 0", 3, 5, "f7-f8"),
    ("pusher", "1h3g1P/2hp4/4P3/2m5/8/2H5/5HPH/2GP4 w 0", 3, 5, "e6-e7"),
    ("either", "g8/Mmm2h3/1M1ph4/P2~~~3/1M1~~~3/P2~~~3/9/4h4/1m1G5 b 0", 3, 5, "b8-a8"),
    ("pusher", "8g/8p/9/3~~~m1h/3~~~1mm/3~~~2h/7pH/6H1H/7HG b 0", 3, 5, "h3-h2"),
    ("either", "g1H5/1h3h1p/P1h5/1m6/3P4/6P1/3h2G1/7H w 0", 2, 3, "a6-a7"),
    ("pushed", "6m1/3g3m/2H1h3/6M1/1p6/G1H5/1m5P/HP6 b 0", 2, 3, "b4-a4"),
    ("pusher", "7mg/6m1h/1M5h1/3~~~h1h/p1H~~~1H1/3~~~1P1/9/4P2m1/7PG b 0", 2, 3, "h2-i2"),
];

fn read(text: &str, crush: &str) -> Position {
    let size = notation::size_of_position(text).expect("a board");
    let terms = GameTerms::usual(size, crush.parse().expect("a crush"));
    Position::read(text, terms).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn found(position: &Position, depth: u32) -> Found {
    let view = position.view(position.board().side());
    search(question(&view), Limits::depth(depth), 1, &TranspositionTable::new(16)).expect("there is a move")
}

/// The moves by which the side to move wins within so many of its own, whatever the other does.
fn winning(board: &Mailbox, moves: u32) -> Vec<Step> {
    board.after_moves().into_iter().filter(|(_, after)| is_won(after, moves - 1)).map(|(step, _)| step).collect()
}

/// Whether the side not to move has won, or wins within `moves` more of its own.
fn is_won(board: &Mailbox, moves: u32) -> bool {
    let answers = board.after_moves();
    board.lost()
        || (moves > 0
            && !answers.is_empty()
            && answers.iter().all(|(_, answered)| {
                !answered.lost() && answered.after_moves().iter().any(|(_, after)| is_won(after, moves - 1))
            }))
}

#[test]
fn the_one_winning_move_is_found() {
    // CA-3, CA-4.1
    let mut crushes = 0;
    for (crush, text, moves, depth, best) in TACTICS {
        let position = read(text, crush);
        let plain = Mailbox::read(text, crush);
        let keys: Vec<String> = winning(&plain, moves).into_iter().map(Mailbox::step_text).collect();
        assert_eq!(keys, [best.replace('-', "")], "{text}: one move alone wins");
        assert!(winning(&plain, moves - 1).is_empty(), "{text}: no sooner");
        let found = found(&position, depth);
        assert_eq!(found.best().to_string(), best, "{text}, depth {depth}");
        assert_eq!(found.wins_in(), Some(moves as i32), "{text}, depth {depth}: {found:?}");
        let deed = position.board().judge(found.best(), position.terms());
        crushes += u32::from(matches!(deed, Ok(banneret::rules::castles::MoveKind::Crush { .. })));
    }
    assert!(crushes >= 6, "{crushes} of them by way of a crush");
}

#[test]
fn one_thread_always_finds_the_same_and_more_find_as_much() {
    let position = open("standard", GameTerms::usual(Size::Small, Crush::Pusher)).expect("a position");
    let one = found(&position, 5);
    assert_eq!(one, found(&position, 5));
    assert!(one.depth == 5 && !one.line.is_empty());
    let (crush, text, _, depth, best) = TACTICS[0];
    let tactic = read(text, crush);
    let view = tactic.view(tactic.board().side());
    let many = search(question(&view), Limits::depth(depth + 1), 4, &TranspositionTable::new(16)).expect("a move");
    assert_eq!(many.best().to_string(), best);
    // The line it foresees can be played.
    let mut ahead = position.clone();
    for play in one.line {
        let side = ahead.board().side();
        ahead.play(side, Decision::Move(play), &mut NoDice, &mut NullSink).expect("allowed");
    }
}

#[test]
fn a_time_limit_is_kept_and_a_search_can_be_called_off() {
    let position = open("standard", GameTerms::usual(Size::Large, Crush::Pusher)).expect("a position");
    let within = Duration::from_millis(200);
    // The best of some tries: a busy machine may hold up any program for a while.
    let over = (0..5)
        .map(|_| {
            let started = Instant::now();
            advise(&position, Within::time(within), 2, &AtomicBool::new(false)).expect("advice");
            started.elapsed().saturating_sub(within)
        })
        .min();
    assert!(over < Some(Duration::from_millis(50)), "{over:?}");
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let long = scope.spawn(|| advise(&position, Within::time(Duration::from_secs(600)), 2, &cancel));
        std::thread::sleep(Duration::from_millis(50));
        cancel.store(true, Relaxed);
        assert!(long.join().expect("no panic").is_ok());
    });
    let over = read("8/8/8/8/8/8/P6g/Gh6 w 199", "pusher");
    let mut over_now = over.clone();
    over_now.play(WHITE, Decision::Surrender, &mut NoDice, &mut NullSink).expect("allowed");
    let refused = advise(&over_now, Within::depth(2), 1, &AtomicBool::new(false)).expect_err("the game is over");
    assert!(refused.sentence.contains("Black wins"), "{refused}");
}

#[test]
fn setups_are_allowed_and_seldom_the_same() {
    // CA-1.3, CA-1.4
    for size in [Size::Small, Size::Large] {
        let usual = GameTerms::usual(size, Crush::Pusher);
        for terms in [usual, usual.with(1, 5).expect("a game may set others"), usual.with(3, 20).expect("so may it")] {
            for side in [WHITE, BLACK] {
                let mut rows = BTreeSet::new();
                let mut generals: BTreeSet<(Square, Piece)> = BTreeSet::new();
                for seed in 0..40 {
                    let draft = camp(&terms, side, &mut Seeded::new(seed));
                    let setup = draft.settle(side, &terms).unwrap_or_else(|faults| panic!("{faults}"));
                    assert_eq!(setup.pieces().len(), usize::from(terms.men()) + 1);
                    generals.extend(draft.pieces.iter().find(|(_, kind)| *kind == Piece::General).copied());
                    rows.insert(setup.rows(&terms));
                }
                assert!(rows.len() > 30 && generals.len() > 2, "{rows:?}");
            }
        }
    }
}

#[test]
fn playouts_castles_players_never_choose_what_is_not_allowed() {
    for seed in 0..(seeds() / 10).clamp(3, 300) {
        let mut dice = Seeded::new(seed);
        let size = [Size::Small, Size::Large][dice.lot("test size", 2)];
        let crush = [Crush::Pusher, Crush::Pushed, Crush::Either][dice.lot("test crush", 3)];
        let mut position = Position::new(GameTerms::usual(size, crush));
        let players = [0, 1].map(|_| Player { level: Skill::ALL[dice.lot("test level", 3)], seed });
        while let Some(side) = position.pending().first() {
            let player = players[side as usize];
            let decision = match position.is_revealed() && !position.is_offered() && dice.lot("test offer", 30) == 0 {
                true if position.check(side, &Decision::OfferSiege).is_ok() => Decision::OfferSiege,
                _ => player.decide(&position.view(side)),
            };
            assert_eq!(position.check(side, &decision), Ok(()), "seed {seed}: {}", position.text());
            position.play(side, decision, &mut NoDice, &mut NullSink).expect("allowed");
        }
    }
}

/// Who plays in a match.
#[derive(Clone, Copy)]
enum Who {
    Level(Skill),
    /// Strikes a general, else a man, else moves at random.
    Greedy,
}

impl Who {
    fn decide(self, position: &Position, seed: u64, dice: &mut Seeded) -> Decision {
        let side = position.board().side();
        let Who::Level(level) = self else {
            let worth = |play| match position.board().judge(play, position.terms()).expect("allowed").struck() {
                Some(Piece::General) => 2,
                Some(_) => 1,
                None => 0,
            };
            let moves = position.moves();
            let most = moves.iter().map(|play| worth(*play)).max().expect("a move");
            let best: Vec<_> = moves.into_iter().filter(|play| worth(*play) == most).collect();
            return Decision::Move(best[dice.lot("test greedy", best.len())]);
        };
        Player { level, seed }.decide(&position.view(side))
    }
}

/// One game from a random setup and its mirror image; each setup is played with either side moving first. Half points
/// of `one`.
fn half_points(one: Who, other: Who, game: u64) -> u32 {
    let terms = GameTerms::usual(Size::Small, Crush::Pusher);
    let mut dice = Seeded::stream(game / 2, 7);
    let white = camp(&terms, WHITE, &mut dice);
    let mirrored = |square: Square| Square::new(square.file(), terms.width() - 1 - square.rank());
    let black = Draft { pieces: white.pieces.iter().map(|(square, kind)| (mirrored(*square), *kind)).collect() };
    let setup = |draft: Draft, side| -> Setup { draft.settle(side, &terms).expect("a setup") };
    let mut position = Position::revealed(&setup(white, WHITE), &setup(black, BLACK), terms);
    let first: Side = if game.is_multiple_of(2) { WHITE } else { BLACK };
    while position.ending().is_none() {
        let side = position.board().side();
        let decision = if side == first { one } else { other }.decide(&position, game, &mut dice);
        position.play(side, decision, &mut NoDice, &mut NullSink).expect("allowed");
    }
    match position.ending().and_then(|ending| ending.winner) {
        Some(side) if side == first => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// Points of `one` against `other` in a hundred, with half the width of the interval of 95 %.
fn matched(name: &str, one: Who, other: Who, games: u64) -> f64 {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let play = &|thread| -> Vec<f64> {
        let share = (0..games).filter(|game| game % threads == thread);
        share.map(|game| f64::from(half_points(one, other, game)) / 2.0).collect()
    };
    let results: Vec<f64> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let count = games as f64;
    let mean = results.iter().sum::<f64>() / count;
    let spread = results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!("{name}: {:.1} % ± {:.1} of the points in {games} games", mean * 100.0, 196.0 * (spread / count).sqrt());
    mean * 100.0
}

/// Two hundred games a pair from `BANNERET_SEEDS=10000`, in release about a quarter of an hour; in a shorter run the
/// quicker pairs alone, in a few.
#[test]
fn playouts_castles_each_strength_beats_the_one_below() {
    let soak = seeds() >= 10_000;
    let pairs = Skill::ALL.windows(2).take(if soak { 4 } else { 2 });
    for pair in pairs {
        let name = format!("{} against {}", pair[1], pair[0]);
        let points = matched(&name, Who::Level(pair[1]), Who::Level(pair[0]), if soak { 200 } else { 10 });
        assert!(points >= if soak { 65.0 } else { 50.0 }, "{name}: {points} %");
    }
    if soak {
        let points = matched("banneret against greedy", Who::Level(Skill::Banneret), Who::Greedy, 200);
        assert!(points >= 95.0, "{points} %");
    } else {
        let points = matched("sergeant against greedy", Who::Level(Skill::Sergeant), Who::Greedy, 4);
        assert!(points >= 75.0, "{points} %");
    }
}
