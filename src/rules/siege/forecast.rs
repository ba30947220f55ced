//! Forecasts of a siege: the same plan conducted by the program from many seeds, and counted.

use super::event::Event;
use super::state::{Ending, Plan, Siege, Stage};
use super::{Constable, Tables};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side, words};
use crate::rules::game::{Sink, conduct};
use crate::rules::odds::Tallied;
use std::sync::Arc;

/// How a siege ended, without what was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Stormed.
    Taken,
    /// Given up on terms.
    Surrendered,
    /// Held out no longer.
    Fell,
    /// The besiegers went away.
    Lifted,
    /// A relief army drove them off.
    Relieved,
}
words!(
    End,
    "end of a siege",
    "taken, surrendered, fell, lifted or relieved",
    Taken = "taken",
    Surrendered = "surrendered",
    Fell = "fell",
    Lifted = "lifted",
    Relieved = "relieved",
);

impl From<Ending> for End {
    fn from(ending: Ending) -> End {
        match ending {
            Ending::Taken => End::Taken,
            Ending::Surrendered(_) => End::Surrendered,
            Ending::Fell => End::Fell,
            Ending::Lifted => End::Lifted,
            Ending::Relieved => End::Relieved,
        }
    }
}

/// The spread of many sieges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Sieges conducted.
    pub sieges: u64,
    /// How many ended so, in the order of [`End`].
    pub ends: [u64; 5],
    /// Days they took.
    pub days: Tallied,
    /// Men lost by besiegers and garrison: killed, taken, dead of hunger and deserted.
    pub lost: BySide<Tallied>,
}

/// Counts the men each side loses.
#[derive(Default)]
struct Losses(BySide<u32>);

impl Sink<Event> for Losses {
    const LISTENS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let lost = &mut self.0;
        match event() {
            Event::Assaulted { lost: men, .. } | Event::Sallied { lost: men, .. } => {
                lost.attacker += men.attacker;
                lost.defender += men.defender;
            }
            Event::Starved { side, died, deserted } => lost[side] += died + deserted,
            Event::Foraged { lost: men, .. } => lost.defender += men,
            Event::Fought { lost: men, .. } => lost.attacker += men.attacker,
            _ => {}
        }
    }
}

/// Conducts a plan once for each of `runs` seeds after `seed`, both sides by a [`Constable`].
pub fn forecast(plan: &Plan, tables: &Arc<Tables>, runs: u64, seed: u64) -> Forecast {
    let mut all = Forecast::default();
    for run in 0..runs {
        let (mut dice, mut losses) = (Seeded::stream(seed, run), Losses::default());
        let mut siege = Siege::begin(plan, tables, &mut dice, &mut losses);
        if let Err(illegal) = conduct(&mut siege, &Constable, &mut dice, &mut losses) {
            // A constable asks before he decides, so this is a fault of the program, not of any plan.
            unreachable!("a constable's decision was refused: {illegal}");
        }
        let first = all.sieges == 0;
        all.sieges += 1;
        if let Stage::Over(ending) = siege.stage {
            all.ends[End::from(ending) as usize] += 1;
        }
        all.days.add(siege.day.into(), first);
        for side in [Side::Attacker, Side::Defender] {
            all.lost[side].add(losses.0[side].into(), first);
        }
    }
    all
}
