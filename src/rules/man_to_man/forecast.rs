//! Forecasts: the same plan fought from many seeds, counted in whole numbers. Whoever shows them divides.

use super::setup::ground_of;
use super::{Faults, Tables, faults, fight_on};
use crate::rules::battle::{Fate, Plan, Report};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::NullSink;
use crate::rules::odds::Tallied;
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What one side's men came to, over many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideForecast {
    /// Battles won.
    pub won: u64,
    /// Men dead.
    pub dead: Tallied,
    /// Men alive and wounded, and not captive.
    pub wounded: Tallied,
    /// Men fled the field.
    pub fled: Tallied,
    /// Men captive.
    pub captive: Tallied,
    /// Men unhurt and not captive.
    pub unhurt: Tallied,
}

/// The spread of many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// Battles fought.
    pub battles: u64,
    /// Battles neither side won.
    pub drawn: u64,
    /// Turns.
    pub turns: Tallied,
    /// By side.
    pub sides: BySide<SideForecast>,
}

impl Forecast {
    /// Counts a battle in.
    pub fn add(&mut self, report: &Report) {
        let first = self.battles == 0;
        self.battles += 1;
        self.turns.add(u64::from(report.turns.unwrap_or(0)), first);
        match report.winner {
            Some(side) => self.sides[side].won += 1,
            None => self.drawn += 1,
        }
        for side in [Side::Attacker, Side::Defender] {
            let count = |fate: &dyn Fn(Fate) -> bool| {
                report.men.iter().filter(|man| man.side == side && fate(man.counted())).count() as u64
            };
            let of = &mut self.sides[side];
            of.dead.add(count(&|fate| fate == Fate::Dead), first);
            of.wounded.add(count(&|fate| fate == Fate::Wounded), first);
            of.fled.add(count(&|fate| fate == Fate::Fled), first);
            of.captive.add(count(&|fate| matches!(fate, Fate::Captive { .. })), first);
            of.unhurt.add(count(&|fate| fate == Fate::Unhurt), first);
        }
    }

    /// Counts another forecast's battles in; the order does not matter.
    pub fn join(&mut self, other: &Forecast) {
        if other.battles == 0 {
            return;
        }
        let first = self.battles == 0;
        self.battles += other.battles;
        self.drawn += other.drawn;
        self.turns.join(&other.turns, first);
        for side in [Side::Attacker, Side::Defender] {
            let (of, from) = (&mut self.sides[side], &other.sides[side]);
            of.won += from.won;
            of.dead.join(&from.dead, first);
            of.wounded.join(&from.wounded, first);
            of.fled.join(&from.fled, first);
            of.captive.join(&from.captive, first);
            of.unhurt.join(&from.unhurt, first);
        }
    }
}

/// Fights a plan once for each number of `runs`, giving each report to `each`, until told to stop. The dice are the
/// streams of the plan's seed after the battle's own, so a forecast does not give away the battle.
pub fn forecast_range(
    plan: &Plan,
    tables: &Arc<Tables>,
    runs: Range<u64>,
    cancel: &AtomicBool,
    mut each: impl FnMut(&Report),
) -> Result<(), Faults> {
    let ground = ground_of(plan, tables).map_err(|_| Faults(faults(plan)))?;
    for run in runs {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let mut dice = Seeded::stream(plan.seed, run + 1);
        each(&fight_on(ground.clone(), plan, tables, &mut dice, &mut NullSink)?);
    }
    Ok(())
}

/// How many battles a thread fights before it takes the next lot and tells of its progress.
const LOT: u64 = 8;

/// Forecasts a plan by `runs` battles on `threads` threads, calling `progress` with the battles so far after each lot,
/// until told to stop; the result holds the battles fought until then. The same for any number of threads.
pub fn forecast(
    plan: &Plan,
    tables: &Arc<Tables>,
    runs: u64,
    threads: usize,
    cancel: &AtomicBool,
    progress: &(impl Fn(&Forecast) + Sync),
) -> Result<Forecast, Faults> {
    let next = AtomicU64::new(0);
    let so_far = std::sync::Mutex::new(Forecast::default());
    let work = || -> Result<(), Faults> {
        loop {
            let from = next.fetch_add(LOT, Ordering::Relaxed);
            if from >= runs || cancel.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut lot = Forecast::default();
            forecast_range(plan, tables, from..(from + LOT).min(runs), cancel, |report| lot.add(report))?;
            let now = {
                let mut all = so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                all.join(&lot);
                *all
            };
            progress(&now);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for other in others {
            result = result.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        result
    })?;
    Ok(so_far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
