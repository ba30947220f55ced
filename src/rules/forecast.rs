//! Forecasts: a game played from many seeds by captains, and counted in whole numbers. Whoever shows the counts divides.
//! Written once for every set of rules: the threads, the progress, the stopping and the seeds are here, and a
//! [`Trial`] says what is played and what is counted.

use super::dice::Seeded;
use super::game::{Captain, Game, Sink, conduct};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is counted over many games. The order in which counts are joined does not matter.
pub trait Counts: Default + Clone + Send {
    /// Counts another's games in.
    fn join(&mut self, other: &Self);
}

/// A thing that can be played many times over: how it begins, who plays it, and what is counted of it.
pub trait Trial: Sync {
    type Game: Game;
    /// Who plays both sides.
    type Captain: Captain<Self::Game>;
    /// What is listened to while it is played.
    type Ear: Sink<<Self::Game as Game>::Event> + Default;
    type Counts: Counts;

    /// Begins one game, and says who plays it.
    fn begin(&self, dice: &mut Seeded, ear: &mut Self::Ear) -> (Self::Game, Self::Captain);

    /// Counts a game that is over.
    fn count(&self, end: &Self::Game, heard: Self::Ear, dice: &mut Seeded, counts: &mut Self::Counts);
}

/// How many games a forecast plays, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Games to play.
    pub runs: u64,
    /// The seed. Game `n`, from 0, has its stream `n + 1`: stream 0 is the game's own, which a forecast does not give away.
    pub seed: u64,
    /// Threads to play on, 0 for as many as the machine runs at once; the counts are the same for any number.
    pub threads: usize,
}

/// As many threads as the machine runs at once.
pub fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many games a thread plays before it takes the next lot and tells of its progress.
const LOT: u64 = 8;

/// Plays one game of a trial and counts it.
pub fn play_once<T: Trial>(trial: &T, seed: u64, run: u64, counts: &mut T::Counts) {
    let (mut dice, mut ear) = (Seeded::stream(seed, run + 1), T::Ear::default());
    let (mut game, captain) = trial.begin(&mut dice, &mut ear);
    if let Err(illegal) = conduct(&mut game, &captain, &mut dice, &mut ear) {
        // A captain asks `check` before he decides, so this is a fault of the program, not of what is played.
        unreachable!("a captain's decision was refused: {illegal}");
    }
    trial.count(&game, ear, &mut dice, counts);
}

/// Plays as many games as are asked for, calling `progress` with the counts so far after each lot, until told to stop;
/// the result holds the games played until then.
pub fn forecast<T: Trial>(
    trial: &T,
    ask: &Ask,
    cancel: &AtomicBool,
    progress: &(impl Fn(&T::Counts) + Sync),
) -> T::Counts {
    let next = AtomicU64::new(0);
    let so_far = std::sync::Mutex::new(T::Counts::default());
    let work = || {
        loop {
            let from = next.fetch_add(LOT, Ordering::Relaxed);
            if from >= ask.runs || cancel.load(Ordering::Relaxed) {
                return;
            }
            let mut lot = T::Counts::default();
            for run in from..(from + LOT).min(ask.runs) {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                play_once(trial, ask.seed, run, &mut lot);
            }
            let now = {
                let mut all = so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                all.join(&lot);
                all.clone()
            };
            progress(&now);
        }
    };
    let threads = if ask.threads == 0 { all_threads() } else { ask.threads };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    so_far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}
