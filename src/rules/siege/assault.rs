//! Assaults and sorties that are not fought on the table (SG-1.6), and battles with a relief army (SG-4).

use super::Illegal;
use super::event::{Burnt, Event, Lost};
use super::state::{Ending, Host, Kind, Moat, Relief, Siege};
use super::tables::{Tables, by_ratio};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{BySide, Side, words};
use crate::rules::game::Sink;

/// What a sortie is made against (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sally {
    Engines,
    /// The camp and its stores.
    Camp,
}
words!(Sally, "aim of a sortie", "engines or camp", Engines = "engines", Camp = "camp");

/// What an assault that was fought tells of the ground, besides whether it was taken (SG-1.6, SG-8); nothing where it is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoughtGround {
    /// Lines that the besiegers hold at the end, where that is told.
    pub lines: Option<u8>,
    /// Of the lines that those lost who are shut in, how many the citadel won from within (SG-4.3).
    pub from_within: u8,
    /// Points of their engines that burnt in the fight, or were wrecked in it (SG-4.3).
    pub burnt: u16,
}

/// All that bears on an assault (SG-1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// Able assailants.
    pub assailants: u32,
    /// Able defenders.
    pub defenders: u32,
    /// The line whose wall is before them, from 0; none for who wins back ground from within.
    pub line: Option<u8>,
    /// Whether the line attacked is breached.
    pub breach: bool,
    /// Whether a siege tower comes up to it.
    pub tower: bool,
    /// Whether there are ladders.
    pub ladders: bool,
    /// Whether the assailants go on half rations (SG-2.3).
    pub short_commons: bool,
    /// Whether the defenders do.
    pub defenders_short: bool,
}

/// What is added to the die of an assault (SG-1.6).
pub fn assault_parts(storm: &Storm, tables: &Tables, tally: &mut impl Tally) {
    let table = &tables.assault;
    let mut when = |holds: bool, what: &'static str, value: i32| {
        if holds {
            tally.add("SG-1.6", what, value);
        }
    };
    when(true, "assailants to defenders", by_ratio(&table.strength, storm.assailants, storm.defenders));
    let line = storm.line.and_then(|line| table.line.get(usize::from(line))).copied().unwrap_or(0);
    when(line != 0, "the line attacked", line);
    when(storm.breach, "a breach", table.breach);
    when(storm.tower, "a siege tower", table.tower);
    when(storm.ladders && !storm.breach, "ladders", table.ladders);
    when(storm.short_commons, "assailants on half rations", table.short_commons);
    when(storm.defenders_short, "defenders on half rations", -table.short_commons);
}

/// What an assault came to: whether a line was won, and men lost in a hundred of assailants and defenders (SG-1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stormed {
    /// The face of 1d10.
    pub face: u8,
    /// Whether a line was won.
    pub taken: bool,
    /// Assailants lost in a hundred.
    pub assailants: u32,
    /// Defenders lost in a hundred.
    pub defenders: u32,
}

/// Rolls an assault (SG-1.6).
pub fn roll_assault(added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> Stormed {
    let face = dice.die("SG-1.6 assault", 10);
    let total = face as i32 + added;
    let outcomes = &tables.assault.outcome;
    let row = outcomes.least.iter().position(|&least| total >= least).unwrap_or(outcomes.least.len());
    let (taken, assailants, defenders) = (outcomes.taken[row], outcomes.assailants[row], outcomes.defenders[row]);
    Stormed { face: face as u8, taken, assailants, defenders }
}

/// So many in a hundred of a number, rounded up.
fn percent(of: u32, hundredths: u32) -> u32 {
    (u64::from(of) * u64::from(hundredths)).div_ceil(100) as u32
}

impl Siege {
    /// All that bears on an assault by a side now.
    pub fn storm(&self, by: Side) -> Storm {
        let (ours, theirs) = (&self.hosts[by], &self.hosts[by.other()]);
        // Who besieges comes from without. Who wins back ground from within has no wall before him (SG-4.2), and who is shut
        // in has the citadel's (SG-4.3).
        let outside = by == self.besiegers();
        let from_within = by == Side::Defender && !self.shut_in;
        let line = if outside { self.attacked() } else { self.won }.min(self.lines.len() as u8 - 1);
        Storm {
            assailants: if by == Side::Attacker { self.inside() } else { self.able(by) },
            defenders: if by == Side::Attacker { theirs.able } else { self.inside() },
            line: (!from_within).then_some(line),
            breach: !from_within && self.breached(line),
            tower: outside && self.parks[by].towers > 0 && self.wheels_come_up() && self.is_reached(line),
            ladders: outside && self.parks[by].ladders && self.is_scaled(line),
            short_commons: match &self.outside {
                // Of garrison and relief together the larger host is what the others go by.
                Some(relief) if by == Side::Defender && self.shut_in && relief.able > ours.able => relief.half,
                _ => ours.half,
            },
            defenders_short: theirs.half,
        }
    }

    /// Whether a side may assault now (SG-1.3, SG-4): it holds the initiative, or is shut in and battered from a distance
    /// (SG-4.3); there is ground to win; and besiegers can come up to the wall and over it.
    pub fn check_assault(&self, by: Side) -> Result<(), Illegal> {
        if by == Side::Defender {
            // The garrison wins back what is held of the place.
            match self.won {
                0 => return Err(Illegal::NothingToWinBack),
                _ if self.apart.is_some() || self.shut_in => {}
                _ => return Err(Illegal::NobodyOutside),
            }
        }
        let battered = self.shut_in && by == Side::Attacker && self.battered;
        if self.initiative != by && !battered {
            return Err(Illegal::NoInitiative);
        }
        self.check_way_in(by)
    }

    /// Whether a side can come up to the wall it assaults from outside and over it (SG-1.3, SG-1.6, SG-5.5). Who is shut in comes at
    /// the citadel through the wards (SG-4.3), and a garrison at what is held behind the besiegers’ backs from within (SG-4.2).
    pub fn check_way_in(&self, by: Side) -> Result<(), Illegal> {
        if by != self.besiegers() {
            return Ok(());
        }
        let (storm, line) = (self.storm(by), self.attacked());
        if line == 0 && !self.wheels_come_up() {
            return Err(if self.moat == Moat::TooDeep { Illegal::TooDeep } else { Illegal::Moat });
        }
        let last = usize::from(line) + 1 == self.lines.len();
        // Every line has a gate, and the keep a door that is barred: rams and axes open them (SG-5.5, MM-9.2, MM-9.4).
        let opens = self.parks[by].rams > 0 || self.hosts[by].axes > 0 || by == Side::Defender && self.axes_outside();
        let way = storm.breach || storm.tower || storm.ladders || opens;
        match last {
            _ if way => Ok(()),
            true => Err(Illegal::NoWayIntoKeep),
            false if !self.is_scaled(line) => Err(Illegal::NoWayUp),
            false => Err(Illegal::NoWayIn),
        }
    }

    /// Whether ladders reach the wall of a line (SG-5.1, SG-7.4): not that of the keep, whose door is broken open (SG-5.5), nor that
    /// of the tower linked to a town's.
    pub fn is_scaled(&self, line: u8) -> bool {
        let inner = self.lines.len() - 1 - usize::from(line).min(self.lines.len() - 1);
        inner > usize::from(self.kind == Kind::Town)
    }

    /// Whether a siege tower reaches the wall of a line (SG-5.1, SG-7.2): three levels at the most, which is the keep of a border
    /// castle, and neither that of a castle or a town nor the tower linked to a town's.
    pub fn is_reached(&self, line: u8) -> bool {
        self.kind == Kind::BorderCastle || self.is_scaled(line)
    }

    fn axes_outside(&self) -> bool {
        self.outside.is_some_and(|host| host.axes > 0)
    }

    /// An assault resolved by a roll (SG-1.6).
    pub fn assault<D: Dice + ?Sized, S: Sink<Event>>(&mut self, by: Side, dice: &mut D, sink: &mut S) {
        let storm = self.storm(by);
        let mut sum = Sum::default();
        assault_parts(&storm, &self.tables, &mut sum);
        let result = roll_assault(sum.0, &self.tables, dice);
        let (assailants, defenders) =
            (percent(storm.assailants, result.assailants), percent(storm.defenders, result.defenders));
        let (assailants, defenders) =
            (self.tables.fallen(assailants, !result.taken), self.tables.fallen(defenders, result.taken));
        let lost = match by {
            Side::Attacker => BySide { attacker: assailants, defender: defenders },
            Side::Defender => BySide { attacker: defenders, defender: assailants },
        };
        let tables = self.tables.clone();
        self.lose(Side::Attacker, lost.attacker);
        let of_relief = match by {
            // The citadel is held by its garrison alone (SG-4.3).
            Side::Attacker => {
                self.hosts.defender.suffers(lost.defender);
                Lost::default()
            }
            Side::Defender => self.lose(Side::Defender, lost.defender),
        };
        self.apart = self.apart.map(|men| men.min(self.hosts.attacker.able));
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            assault_parts(&storm, &tables, &mut parts);
            let total = i32::from(result.face) + sum.0;
            Event::Assaulted { by, face: Some(result.face), parts, total, taken: result.taken, lost, of_relief }
        });
        self.after_assault(by, result.taken, FoughtGround::default(), sink);
    }

    /// Takes in the ground an assault won or won back, rolled or fought on the table (SG-1.6); the men it cost are off already. It
    /// is as many lines as the besiegers hold more or fewer at the end, where that is told, but one at least, and no more than there
    /// are; else one. What is won back from within is the innermost they hold, and from outside the outermost (SG-4.2, SG-4.3).
    pub fn after_assault<S: Sink<Event>>(&mut self, by: Side, taken: bool, fought: FoughtGround, sink: &mut S) {
        if !taken {
            return;
        }
        let lines = fought.lines;
        if by == Side::Defender {
            // Ground that was given up meanwhile is not won back twice (SG-4.1).
            let one = (self.held().len() as u8).saturating_sub(1);
            let left = lines.unwrap_or(one).min(one);
            match self.shut_in && left > 0 {
                // Who comes at them from outside wins the outermost they hold, and the citadel the innermost (SG-4.3).
                true => {
                    self.won -= fought.from_within.min(one + 1 - left);
                    self.outer_lost = self.won - left;
                }
                false => (self.won, self.outer_lost) = (left, 0),
            }
            if self.shut_in && self.parks.attacker.burns() {
                // Engines with those who are shut in are theirs to burn who come that far (SG-4.3), besides what the fight burnt.
                let burnt =
                    self.burn_engines(Side::Attacker, self.tables.house().sortie_burns.saturating_sub(fought.burnt));
                if burnt != Burnt::Nothing {
                    sink.tell(|| Event::EnginesBurnt(burnt));
                }
            }
            if self.won == 0 && self.shut_in {
                self.end(Ending::Relieved, sink);
            }
            return;
        }
        let one = self.won + 1;
        self.won = lines.unwrap_or(one).max(one).min(self.lines.len() as u8);
        if usize::from(self.won) == self.lines.len() {
            self.end(Ending::Taken, sink);
        } else if self.falls_back() {
            self.give_up_stores(sink);
        }
    }

    /// Whether the line just won sends the garrison back to the citadel, or to the keep (SG-2.4).
    fn falls_back(&self) -> bool {
        let stages = self.lines.len() as u8 - 1;
        self.won >= 2.min(stages)
    }

    /// A sortie against the engines or the camp (SG-1.3), of all the besieged. Who is shut in meets the relief there, whose they
    /// are, and not the garrison behind the citadel's walls (SG-4.3).
    pub fn sally<D: Dice + ?Sized, S: Sink<Event>>(&mut self, at: Sally, dice: &mut D, sink: &mut S) {
        let by = self.besieged();
        let met = if self.shut_in { self.outside.map_or(0, |host| host.able) } else { self.able(by.other()) };
        let strength = by_ratio(&self.tables.assault.strength, self.hosts[by].able, met);
        let face = dice.die("SG-1.3 sortie", 10);
        let house = *self.tables.house();
        // Where nobody meets them they come through.
        let reached = met == 0 || face as i32 + strength >= house.sortie_needs;
        let burnt = if reached { self.raid(at, 0) } else { Burnt::Nothing };
        let table = &self.tables.sortie;
        let [ours, theirs] = if reached { table.through } else { table.repulsed };
        let men = self.hosts[by].able;
        let mut lost = BySide::default();
        lost[by] = self.tables.fallen(percent(men, ours).min(men), !reached);
        lost[by.other()] = self.tables.fallen(percent(men, theirs).min(met), false);
        self.lose(Side::Attacker, lost.attacker);
        let of_relief = match &mut self.outside {
            Some(outside) if by == Side::Attacker => {
                outside.suffers(lost.defender);
                lost.defender
            }
            _ => self.lose(Side::Defender, lost.defender),
        };
        self.apart = self.apart.map(|men| men.min(self.hosts.attacker.able));
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            Tally::add(&mut parts, "SG-1.3", "those who sally to besiegers", strength);
            Event::Sallied { at, face: face as u8, parts, reached, burnt, lost, of_relief }
        });
    }

    /// A sortie has come through to the engines or the camp (SG-1.3): what it burns there, besides so many points of engines that
    /// a fight has burnt before. Of those who besiege the besiegers the camp is the relief's; the citadel's store lies behind its
    /// walls (SG-4.3).
    pub fn raid(&mut self, at: Sally, before: u16) -> Burnt {
        let (of, burns) = (self.besieged().other(), self.tables.house().sortie_burns);
        match at {
            Sally::Engines => self.burn_engines(of, burns.saturating_sub(before)),
            Sally::Camp => {
                let camp = match (of, &mut self.outside) {
                    (Side::Defender, Some(outside)) => outside,
                    (Side::Defender, None) => return Burnt::Nothing,
                    (Side::Attacker, _) => &mut self.hosts.attacker,
                };
                let burnt = camp.rations / 10 * u32::from(burns).min(10);
                camp.rations -= burnt;
                if burnt == 0 { Burnt::Nothing } else { Burnt::Rations(burnt) }
            }
        }
    }

    /// Fire takes a tower of a side first, and else its engines by their points, no more than those have. Gives what it took.
    fn burn_engines(&mut self, of: Side, points: u16) -> Burnt {
        let park = &mut self.parks[of];
        if points > 0 && park.towers > 0 {
            park.towers -= 1;
            return Burnt::Tower;
        }
        let points = points.min(park.points_to_lose(&self.tables));
        let wrecked = park.lose(points, &self.tables);
        if points == 0 { Burnt::Nothing } else { Burnt::Points(points, wrecked) }
    }

    /// Besiegers, or a part of them, fight the relief army in the field (SG-4.1, SG-4.2): whether they win.
    pub(super) fn field_battle<D: Dice, S: Sink<Event>>(
        &mut self,
        men: u32,
        relief: Relief,
        dice: &mut D,
        sink: &mut S,
    ) -> bool {
        let ours = Host { able: men, ..self.hosts.attacker };
        let hosts = BySide { attacker: ours, defender: relief.host };
        let (rolled, winner, lost) = fight(&hosts, Side::Attacker, &self.tables, dice);
        let won = winner == Side::Attacker;
        self.hosts.attacker.suffers(lost.attacker);
        let mut left = relief;
        left.host.suffers(lost.defender);
        self.relief = (!won).then_some(left);
        sink.tell(|| Event::Fought { rolled, won, lost });
        won
    }

    /// Friends of besiegers who are shut in come upon the relief that lies about them, and fight it (SG-4): if they win, the roles
    /// turn back and they besiege the place beside them (SG-4.3); else they are driven off.
    pub(super) fn friends_come<D: Dice, S: Sink<Event>>(&mut self, friends: Relief, dice: &mut D, sink: &mut S) {
        self.friends = None;
        let Some(outside) = self.outside else { return };
        let hosts = BySide { attacker: friends.host, defender: outside };
        let (rolled, winner, lost) = fight(&hosts, Side::Defender, &self.tables, dice);
        let won = winner == Side::Attacker;
        sink.tell(|| Event::Fought { rolled, won, lost });
        let mut left = friends;
        left.host.suffers(lost.attacker);
        if won {
            self.relief_goes(self.day - 1, sink);
            self.hosts.attacker.join(&left.host);
            self.parks.attacker.join(&left.park, &self.tables);
        } else if let Some(outside) = &mut self.outside {
            outside.suffers(lost.defender);
        }
    }
}

/// A battle in the field (SG-4): what both sides roll, who wins, and what both lose. Ties go to a side, the besiegers, as for
/// initiative (SG-1.2).
fn fight<D: Dice>(
    hosts: &BySide<Host>,
    ties: Side,
    tables: &Tables,
    dice: &mut D,
) -> (BySide<(u8, i32)>, Side, BySide<Lost>) {
    let mut total = |side: Side| {
        let (own, other) = (hosts[side], hosts[side.other()]);
        let face = dice.die("SG-4 battle", 10) as u8;
        let strength = by_ratio(&tables.battle.strength, own.able, other.able);
        (face, i32::from(face) + tables.by_grade(own.grade) + strength)
    };
    let rolled = BySide { attacker: total(Side::Attacker), defender: total(Side::Defender) };
    let winner = if rolled[ties].1 >= rolled[ties.other()].1 { ties } else { ties.other() };
    let lost = |side: Side| {
        let (men, wins) = (hosts[side].able, side == winner);
        let share = if wins { tables.battle.winner } else { tables.battle.loser };
        tables.fallen(percent(men, share).min(men), !wins)
    };
    (rolled, winner, BySide { attacker: lost(Side::Attacker), defender: lost(Side::Defender) })
}
