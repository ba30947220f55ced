//! Forecasts of a siege: what is counted when the same plan is conducted by the program from many seeds.

use super::captain::halves_rations;
use super::event::{Event, Lost};
use super::orders::{Order, StandingOrders};
use super::state::{Ending, Siege, Stage};
use super::supply::forages;
use super::view::View;
use super::{Constable, Decision};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side, words};
use crate::rules::forecast::{Counts, Trial};
use crate::rules::game::{Captain, Sink};
use crate::rules::odds::Tallied;

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
    /// How many fell in each siege turn from now, the first first.
    pub fell: Vec<u64>,
    /// Days they took from now.
    pub days: Tallied,
    /// Men lost by besiegers and garrison: killed, taken, dead of hunger and deserted.
    pub lost: BySide<Tallied>,
    /// Those of a relief army, in the field or beside the garrison (SG-4).
    pub lost_of_relief: Tallied,
}

/// Counts the men each host loses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// Besiegers and garrison.
    pub lost: BySide<Lost>,
    pub of_relief: Lost,
}

impl Sink<Event> for Losses {
    const LISTENS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let Losses { lost, of_relief } = self;
        match event() {
            Event::Assaulted { lost: men, of_relief: theirs, .. }
            | Event::Sallied { lost: men, of_relief: theirs, .. } => {
                lost.attacker += men.attacker;
                lost.defender += men.defender.without(theirs);
                *of_relief += theirs;
            }
            // In the field the besiegers, or their friends, fight the relief, and the garrison has no part in it (SG-4).
            Event::Fought { lost: men, .. } => {
                lost.attacker += men.attacker;
                *of_relief += men.defender;
            }
            // Who cannot fight is lost already, or never counted.
            Event::Starved { relief: true, men, .. } => *of_relief += men,
            Event::Starved { side, men, .. } => lost[side] += men,
            Event::Foraged { side, lost: taken, .. } => lost[side] += Lost { taken, ..Lost::default() },
            _ => {}
        }
    }
}

impl Counts for Forecast {
    fn join(&mut self, other: &Forecast) {
        if other.sieges == 0 {
            return;
        }
        let first = self.sieges == 0;
        self.sieges += other.sieges;
        for (end, more) in self.ends.iter_mut().zip(other.ends) {
            *end += more;
        }
        if self.fell.len() < other.fell.len() {
            self.fell.resize(other.fell.len(), 0);
        }
        for (week, more) in self.fell.iter_mut().zip(&other.fell) {
            *week += more;
        }
        self.days.join(&other.days, first);
        for side in [Side::Attacker, Side::Defender] {
            self.lost[side].join(&other.lost[side], first);
        }
        self.lost_of_relief.join(&other.lost_of_relief, first);
    }
}

/// A siege looked ahead at from a night of it.
#[derive(Clone, Debug)]
pub struct Outlook {
    pub siege: Siege,
    /// The standing orders each side is conducted by; a [`Constable`] conducts one that has none.
    pub orders: BySide<Option<StandingOrders>>,
    /// Those of a garrison beside which a relief besieges, which halves its own rations (SG-4.3).
    pub within: Option<StandingOrders>,
}

impl Outlook {
    /// With both sides by a [`Constable`].
    pub fn of(siege: Siege) -> Outlook {
        Outlook { siege, orders: BySide::default(), within: None }
    }
}

/// Who conducts the two sides of an outlook, and a garrison beside its relief.
pub struct Conductors {
    orders: BySide<Option<StandingOrders>>,
    within: Option<StandingOrders>,
}

impl Conductors {
    /// Whether a garrison beside which a relief besieges goes on half rations, or on full ones again (SG-2.3, SG-4.3).
    fn halves_within(&self, view: &View<'_>) -> Option<Decision> {
        let garrison = view.within()?;
        let halves = match &self.within {
            Some(orders) => Order::halve_rations(&orders.0).then_some(true),
            None => halves_rations(garrison, 0, view.tables()),
        };
        halves.map(Decision::HalfWithin).filter(|decision| view.may(decision))
    }
}

impl Captain<Siege> for Conductors {
    fn decide(&self, view: &View<'_>) -> Decision {
        match (self.halves_within(view), &self.orders[view.side()]) {
            (Some(halves), _) => halves,
            (None, Some(orders)) => orders.decide(view),
            (None, None) => Constable.decide(view),
        }
    }
}

impl Trial for Outlook {
    type Game = Siege;
    type Captain = Conductors;
    type Ear = Losses;
    type Counts = Forecast;

    fn begin(&self, dice: &mut Seeded, ear: &mut Losses) -> (Siege, Conductors) {
        let mut siege = self.siege.clone();
        // What it was put off for is left out here.
        if siege.test_due {
            siege.makes_up_test(dice, ear);
        }
        // In a respite nothing is decided until its day, but for the rations (SG-2.3, SG-3.3).
        for side in [Side::Attacker, Side::Defender].into_iter().filter(|_| siege.respite.is_some()) {
            let forage = if side == Side::Attacker { forages(siege.weeks, &siege.tables) } else { 0 };
            let halves = match &self.orders[side] {
                Some(orders) => Order::halve_rations(&orders.0).then_some(true),
                None => halves_rations(&siege.hosts[side], forage, &siege.tables),
            };
            siege.hosts[side].half = halves.unwrap_or(siege.hosts[side].half);
        }
        siege.go_on(dice, ear);
        (siege, Conductors { orders: self.orders.clone(), within: self.within.clone() })
    }

    fn count(&self, end: &Siege, heard: Losses, _dice: &mut Seeded, all: &mut Forecast) {
        let first = all.sieges == 0;
        all.sieges += 1;
        if let Stage::Over(ending) = end.stage {
            all.ends[End::from(ending) as usize] += 1;
        }
        let days = end.day - self.siege.day;
        all.days.add(days.into(), first);
        if matches!(end.stage, Stage::Over(ending) if ending.winner() == Side::Attacker) {
            let week = (days.saturating_sub(1) / end.tables.house().siege_days.max(1)) as usize;
            if all.fell.len() <= week {
                all.fell.resize(week + 1, 0);
            }
            all.fell[week] += 1;
        }
        for side in [Side::Attacker, Side::Defender] {
            all.lost[side].add(heard.lost[side].all().into(), first);
        }
        all.lost_of_relief.add(heard.of_relief.all().into(), first);
    }
}
