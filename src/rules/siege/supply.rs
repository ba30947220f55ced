//! Supply (SG-2): what a host eats in a siege turn, forage, horses eaten, hunger, convoys, and stores that change hands.

use super::event::{Event, Lost, Meal};
use super::state::{Host, Siege};
use super::tables::Tables;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally, total};
use crate::rules::figure::Side;
use crate::rules::game::Sink;

/// Rations a host eats in a siege turn (SG-2.1): one a man and a mouth, one a horse, half of it on half rations
/// (SG-2.3), rounded up.
pub fn eats(host: &Host, tables: &Tables) -> u32 {
    let full = full_rations(host, tables);
    if host.half { full.div_ceil(2) } else { full }
}

/// Rations on which nobody goes short for a siege turn (SG-2.1).
pub fn full_rations(host: &Host, tables: &Tables) -> u32 {
    host.able + host.mouths + host.horses * tables.house().ration_feeds_a_horse
}

/// Rations a host has eaten in so many days of a siege turn: each day on half rations spared half of its share (SG-2.3), and
/// who was fed before he came does not eat those days again (SG-2.2).
fn eaten(host: &Host, days: u32, tables: &Tables) -> u32 {
    if days == 0 {
        return 0;
    }
    let turn = u64::from(tables.house().siege_days.max(1));
    let full = (i64::from(full_rations(host, tables)) * i64::from(days)).saturating_sub(host.fed).max(0) as u64;
    let days = u64::from(days);
    let halves = 2 * days - u64::from(host.half_days).min(days);
    (full * halves).div_ceil(2 * days * turn).min(u32::MAX.into()) as u32
}

/// Rations a host will have eaten at the end of the siege turn that is under way on a day, as it is fed now (SG-2.2, SG-2.3).
pub fn eats_this_turn(host: &Host, day: u32, tables: &Tables) -> u32 {
    let turn = tables.house().siege_days.max(1);
    let ahead = if host.half { turn - day % turn } else { 0 };
    eaten(&Host { half_days: host.half_days + ahead, ..*host }, turn, tables)
}

/// Rations besiegers forage from the country in their next siege turn (SG-2.2), after so many.
pub fn forages(weeks: u32, tables: &Tables) -> u32 {
    let country = tables.country;
    (0..weeks.min(64)).fold(country.feeds, |feeds, _| feeds / country.falls_to_one_in.max(1))
}

/// The parts of what a host eats at the end of a siege turn where that is not a whole turn's `rations` (SG-2.1, SG-2.2).
pub fn parts_of_a_turn(rations: i64, eaten: i64) -> [Part; 2] {
    let why = match eaten > rations {
        true => "for days that were not eaten before",
        false => "for half rations and days that were eaten before",
    };
    [Part::base("SG-2.1", "for a siege turn", rations), Part::plus("SG-2.2", why, eaten - rations)]
}

/// Counts what a convoy must throw on 2d6 to come in (SG-2.3): harder by one for each so many besiegers to a stretch of rampart.
pub fn convoy_parts(besiegers: u32, stretches: u32, tables: &Tables, tally: &mut impl Tally) {
    let house = tables.house();
    let watch = besiegers / (stretches.max(1) * house.besiegers_a_stretch);
    tally.add("SG-2.3", "to come through the lines", house.convoy_needs);
    tally.add("SG-2.3", "for those who watch them", watch.min(12) as i32);
}

/// What a convoy must throw on 2d6 to come in (SG-2.3).
pub fn convoy_needs(besiegers: u32, stretches: u32, tables: &Tables) -> i32 {
    let mut sum = Sum::default();
    convoy_parts(besiegers, stretches, tables, &mut sum);
    sum.0
}

impl Host {
    /// Feeds a host for a siege turn: from the country, from its stores, and from its horses last (SG-2.1 to SG-2.3).
    pub fn feed(&mut self, forage: u32, tables: &Tables) -> Meal {
        let (needs, whole) = (eaten(self, tables.house().siege_days.max(1), tables), full_rations(self, tables));
        let foraged = forage.saturating_sub(self.foraged).min(needs);
        (self.half_days, self.fed, self.foraged) = (0, 0, 0);
        let stores = self.rations.min(needs - foraged);
        self.rations -= stores;
        let mut short = needs - foraged - stores;
        // A horse that is eaten eats nothing any more.
        let each = tables.house().horse_feeds;
        let mut horses = 0;
        while short > 0 && self.horses > 0 && each > 0 {
            self.horses -= 1;
            horses += 1;
            short = short.saturating_sub(each + tables.house().ration_feeds_a_horse);
        }
        let nothing = needs > 0 && foraged + stores + horses == 0;
        self.without = if nothing { self.without + 1 } else { 0 };
        Meal { needs, whole, foraged, stores, horses, short }
    }

    /// Feeds a host for some days of a siege turn that is broken off (SG-2.2), from the country and its stores. Nobody starves
    /// of a part of a week, and no horse is eaten for it.
    pub fn feed_for(&mut self, days: u32, forage: u32, tables: &Tables) -> Meal {
        let needs = eaten(self, days, tables);
        let foraged = forage.saturating_sub(self.foraged).min(needs);
        (self.half_days, self.fed, self.foraged) = (0, 0, 0);
        let stores = self.rations.min(needs - foraged);
        self.rations -= stores;
        Meal { needs, whole: 0, foraged, stores, horses: 0, short: needs - foraged - stores }
    }

    /// Takes in another host, which comes to it.
    pub(super) fn join(&mut self, other: &Host) {
        self.able += other.able;
        self.knights += other.knights;
        self.axes += other.axes;
        self.horses += other.horses;
        self.mouths += other.mouths;
        self.rations = self.rations.saturating_add(other.rations);
    }

    /// Takes lost men off, knights in proportion, rounded down; the wounded stay, and eat.
    pub fn suffers(&mut self, lost: Lost) {
        let men = lost.all().min(self.able);
        let share = u64::from(self.knights) * u64::from(men) / u64::from(self.able.max(1));
        self.knights -= share as u32;
        self.able -= men;
        self.mouths += lost.wounded;
        self.knights = self.knights.min(self.able);
    }

    /// Each man without his ration tests 1d6 (SG-2.3), who cannot fight the first to go without and knights the last: how
    /// many who can fight die and desert, how many who cannot, and how many of the dead were knights. Knights never desert.
    fn starves<D: Dice>(&mut self, short: u32, tables: &Tables, dice: &mut D) -> (Lost, Lost, u32) {
        let house = tables.house();
        let (mut men, mut mouths, mut knights) = (Lost::default(), Lost::default(), 0);
        let without = if self.half { short.saturating_mul(2) } else { short };
        let mut tests = |lost: &mut Lost, knight: bool| {
            let face = dice.die("SG-2.3 hunger", 6);
            if face <= house.starving_die_at {
                lost.dead += 1;
                knights += u32::from(knight);
            } else if face <= house.starving_desert_at && !knight {
                lost.deserted += 1;
            }
        };
        let useless = without.min(self.mouths);
        for _ in 0..useless {
            tests(&mut mouths, false);
        }
        for man in self.able - (without - useless).min(self.able)..self.able {
            tests(&mut men, man < self.knights);
        }
        self.knights -= knights;
        self.able -= men.all();
        self.mouths -= mouths.all();
        (men, mouths, knights)
    }
}

impl Siege {
    /// Both sides eat at a siege turn's end (SG-2.2), and who has nothing starves (SG-2.3).
    pub(super) fn supply<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        let (tables, country) = (self.tables.clone(), forages(self.weeks, &self.tables));
        for side in [Side::Attacker, Side::Defender] {
            // Who lies about the place has the country; who is shut in has not, nor a garrison inside them that are.
            let forage = if side == Side::Attacker && !self.shut_in { country } else { 0 };
            eat(&mut self.hosts[side], (side, false), forage, &tables, dice, sink);
        }
        if let Some(outside) = &mut self.outside {
            eat(outside, (Side::Defender, true), country, &tables, dice, sink);
        }
        self.weeks += 1;
        self.unfed = false;
    }

    /// Roles are about to turn (SG-4.3): the besiegers have eaten through a day, of its days' share of the country if they lay
    /// outside (SG-2.2), and all of that share is gone. Gives how much of the country that is.
    pub(super) fn eats_through<S: Sink<Event>>(&mut self, day: u32, sink: &mut S) -> u32 {
        let (tables, turn) = (self.tables.clone(), self.tables.house().siege_days.max(1));
        let days = match day % turn {
            0 if self.unfed => turn,
            0 => return 0,
            days => days,
        };
        let share = forages(self.weeks, &tables) * days / turn;
        let besiegers = &mut self.hosts.attacker;
        let half_days = besiegers.half_days;
        let meal = besiegers.feed_for(days, if self.shut_in { 0 } else { share }, &tables);
        besiegers.half_days = half_days;
        besiegers.fed = i64::from(full_rations(besiegers, &tables)) * i64::from(days);
        besiegers.foraged = besiegers.foraged.max(share);
        if meal.needs > 0 {
            sink.tell(|| Event::Ate { side: Side::Attacker, relief: false, meal });
        }
        share
    }

    /// A day is over for hosts on half rations (SG-2.3).
    pub(super) fn counts_half_days(&mut self) {
        for side in [Side::Attacker, Side::Defender] {
            self.hosts[side].half_days += u32::from(self.hosts[side].half);
        }
        if let Some(outside) = &mut self.outside {
            outside.half_days += u32::from(outside.half);
        }
    }

    /// A siege turn is broken off by the siege's end: both sides have eaten for its days (SG-2.2), and for the country it counts
    /// as one if that was more than half of it.
    pub fn breaks_off<S: Sink<Event>>(&mut self, sink: &mut S) {
        let (tables, turn) = (self.tables.clone(), self.tables.house().siege_days.max(1));
        let days = match self.day % turn {
            0 if self.unfed => turn,
            0 => return,
            days => days,
        };
        // The day on which it ends counts as the others do.
        if !self.day_over {
            self.counts_half_days();
        }
        let country = forages(self.weeks, &tables) * days / turn;
        let at_large = if self.shut_in { None } else { Some(Side::Attacker) };
        for side in [Side::Attacker, Side::Defender] {
            let meal = self.hosts[side].feed_for(days, if at_large == Some(side) { country } else { 0 }, &tables);
            if meal.needs > 0 {
                sink.tell(|| Event::Ate { side, relief: false, meal });
            }
        }
        if let Some(outside) = &mut self.outside {
            let meal = outside.feed_for(days, country, &tables);
            sink.tell(|| Event::Ate { side: Side::Defender, relief: true, meal });
        }
        self.weeks += u32::from(2 * days > turn);
    }

    /// A convoy tries to come in to the besieged through the blockade (SG-2.3); what the place cannot store is lost.
    pub fn convoy<D: Dice, S: Sink<Event>>(&mut self, rations: u32, dice: &mut D, sink: &mut S) -> bool {
        let stretches = self.lines[0].len() as u32;
        let mut parts: Vec<Part> = Vec::new();
        convoy_parts(self.inside(), stretches, &self.tables, &mut parts);
        let need = total(&parts) as i32;
        let faces = [dice.die("SG-2.3 convoy", 6) as u8, dice.die("SG-2.3 convoy", 6) as u8];
        let in_it = i32::from(faces[0] + faces[1]) >= need;
        let room = self.capacity.saturating_sub(self.hosts.defender.rations);
        let brought = if in_it { rations.min(room) } else { 0 };
        self.hosts.defender.rations += brought;
        sink.tell(|| Event::Convoy { faces, need, parts, brought });
        in_it
    }

    /// When a garrison falls back to the citadel or the keep, the rations in what it gives up are the besiegers' (SG-2.4).
    pub(super) fn give_up_stores<S: Sink<Event>>(&mut self, sink: &mut S) {
        let rations = self.hosts.defender.rations;
        let left = (u64::from(rations) * u64::from(self.tables.house().stores_given_up) / 100) as u32;
        self.hosts.defender.rations -= left;
        self.hosts.attacker.rations += left;
        sink.tell(|| Event::StoresTaken { rations: left });
    }
}

/// A host eats at a siege turn's end (SG-2.2), and who has nothing starves (SG-2.3).
fn eat<D: Dice, S: Sink<Event>>(
    host: &mut Host,
    (side, relief): (Side, bool),
    forage: u32,
    tables: &Tables,
    dice: &mut D,
    sink: &mut S,
) {
    let meal = host.feed(forage, tables);
    sink.tell(|| Event::Ate { side, relief, meal });
    if meal.short > 0 {
        let (men, mouths, knights) = host.starves(meal.short, tables, dice);
        sink.tell(|| Event::Starved { side, relief, men, mouths, knights });
    }
}
