//! Castles: positions counted to depth 6 from its standard start, against shakmaty's from the start of chess, both on one
//! thread and both bulk counted. Target: not slower a position. And how far and how fast the opponent looks.

use banneret::app::castles::{Within, advise};
use banneret::rules::castles::{Crush, GameTerms, Size, perft, standing};
use shakmaty::Chess;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const DEPTH: u32 = 6;
const ROUNDS: usize = 7;

/// The fastest of some rounds: positions, and positions a second.
fn fastest(mut count: impl FnMut() -> u64) -> (u64, f64) {
    let mut best = (0, 0.0_f64);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let nodes = black_box(count());
        best = (nodes, best.1.max(nodes as f64 / started.elapsed().as_secs_f64()));
    }
    best
}

fn main() {
    let chess = fastest(|| shakmaty::perft(black_box(&Chess::new()), DEPTH));
    println!("chess, shakmaty:  {:>12} positions, {:6.1} million a second", chess.0, chess.1 / 1e6);
    for size in [Size::Small, Size::Large] {
        let terms = GameTerms::usual(size, Crush::Pusher);
        let position = standing("standard", "standard", terms).expect("the standard formation");
        let castles = fastest(|| perft(black_box(position.board()), DEPTH, &terms));
        let (nodes, speed) = castles;
        println!("castles, {size:<6}:  {nodes:>12} positions, {:6.1} million a second", speed / 1e6);
        println!("castles, {size:<6}:  {:.2} times as fast a position as shakmaty", speed / chess.1);
        let second = Within::time(Duration::from_secs(1));
        for threads in [1, 2] {
            let advice = advise(&position, second, threads, &AtomicBool::new(false)).expect("there is a move");
            println!(
                "castles, {size:<6}:  in a second on {threads} thread{}: {} moves ahead, {} thousand positions",
                if threads == 1 { "" } else { "s" },
                advice.depth,
                advice.positions / 1_000
            );
        }
    }
}
