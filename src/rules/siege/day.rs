//! A day of a siege (SG-1.1 to SG-1.3): initiative, what its holder does, what the other side does, and at a siege turn's
//! end supply and surrender; and the bargaining that follows (SG-3.3).

use super::battering::{battering_parts, roll_battering};
use super::event::{Event, Lost};
use super::state::{At, Ending, Gear, Moat, Park, Plan, Siege, Stage, Stretch};
use super::surrender::{roll_surrender, surrender_parts};
use super::tables::Tables;
use super::{Action, Illegal, Kind, Sally, Terms};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{BySide, Grade, Side};
use crate::rules::game::Sink;
use std::sync::Arc;

/// What a commander adds to his roll of initiative (SG-1.2).
pub fn initiative_parts(grade: Grade, tables: &Tables, tally: &mut impl Tally) {
    tally.add("SG-1.2", "commander's grade", tables.by_grade(grade));
}

/// Rolls for the initiative (SG-1.2): the face of each side's 1d10, what it comes to, and who holds it; ties go to the
/// besiegers.
pub fn roll_initiative(
    grades: BySide<Grade>,
    besiegers: Side,
    tables: &Tables,
    dice: &mut (impl Dice + ?Sized),
) -> (BySide<(u8, i32)>, Side) {
    let mut roll = |grade: Grade| {
        let face = dice.die("SG-1.2 initiative", 10) as u8;
        let mut sum = Sum(i32::from(face));
        initiative_parts(grade, tables, &mut sum);
        (face, sum.0)
    };
    let rolled = BySide { attacker: roll(grades.attacker), defender: roll(grades.defender) };
    let higher = rolled[besiegers].1 >= rolled[besiegers.other()].1;
    (rolled, if higher { besiegers } else { besiegers.other() })
}

impl Siege {
    /// A siege begins, and its first day.
    pub fn begin(plan: &Plan, tables: &Arc<Tables>, dice: &mut impl Dice, sink: &mut impl Sink<Event>) -> Siege {
        let mut siege = Siege::laid(plan, tables);
        siege.go_on(dice, sink);
        siege
    }

    /// Begins days until somebody must decide, or all is over.
    pub(super) fn go_on<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        while self.stage == Stage::Night {
            self.dawn(dice, sink);
        }
    }

    /// A siege on the night before its first day.
    pub fn laid(plan: &Plan, tables: &Arc<Tables>) -> Siege {
        let rows = match plan.kind {
            Kind::BorderCastle => &tables.walls.border_castle,
            Kind::Castle => &tables.walls.castle,
            Kind::Town => &tables.walls.town,
        };
        let lines = rows.iter().map(|&stretches| vec![Stretch::default(); usize::from(stretches)]).collect();
        Siege {
            tables: tables.clone(),
            kind: plan.kind,
            lines,
            won: 0,
            outer_lost: 0,
            moat: plan.moat,
            capacity: plan.capacity,
            hosts: plan.hosts,
            parks: BySide { attacker: plan.park, defender: Park::default() },
            building: None,
            mine: None,
            relief: plan.relief,
            friends: None,
            outside: None,
            apart: None,
            shut_in: false,
            battered: false,
            day_over: true,
            answers: None,
            respite: None,
            day: 0,
            weeks: 0,
            harvests: Vec::new(),
            unfed: false,
            given: None,
            put_today: None,
            test_due: false,
            asks_already: false,
            initiative: Side::Attacker,
            stage: Stage::Night,
        }
    }

    /// A day begins (SG-1.1): the initiative is rolled for, unless a relief has come or the day is one of a respite, which
    /// passes in peace (SG-3.3).
    pub fn dawn<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        if self.harvests.contains(&self.day) {
            self.weeks = 0;
        }
        self.day += 1;
        self.unfed = self.ends_a_turn();
        self.battered = false;
        self.day_over = false;
        self.answers = None;
        self.asks_already = false;
        let day = self.day;
        sink.tell(|| Event::Day(day));
        // A relief in which nobody can fight shuts nobody in any more (SG-4.3).
        if self.shut_in && self.outside.is_some_and(|outside| outside.able == 0) {
            self.relief_goes(day - 1, sink);
        }
        if let Some(friends) = self.friends.filter(|friends| self.shut_in && friends.day <= day) {
            self.friends_come(friends, dice, sink);
        }
        if let Some(relief) = self.relief.filter(|relief| relief.day <= day) {
            // Relieved before the day that was agreed, the place need not be given up.
            self.respite = None;
            sink.tell(|| Event::ReliefCame(relief.host.able));
            self.stage = Stage::Relief;
            return;
        }
        match self.respite {
            Some((terms, until)) if day >= until => self.end(Ending::Surrendered(terms), sink),
            Some(_) => self.dusk(dice, sink),
            None => {
                let given = self.given.take();
                self.take_initiative(given, dice, sink);
            }
        }
    }

    /// The grades the two sides roll for the initiative with (SG-1.2): of garrison and relief the better one's.
    pub fn grades(&self) -> BySide<Grade> {
        let outside = self.outside.map_or(Grade::E, |host| host.grade);
        BySide { attacker: self.hosts.attacker.grade, defender: self.hosts.defender.grade.max(outside) }
    }

    /// Who holds the initiative this day: rolled for, or given (SG-1.2, SG-4.2).
    pub(super) fn take_initiative<D: Dice, S: Sink<Event>>(&mut self, given: Option<Side>, dice: &mut D, sink: &mut S) {
        let (grades, besiegers) = (self.grades(), self.besiegers());
        let (rolled, side) = match given {
            Some(side) => (None, side),
            None => {
                let (rolled, side) = roll_initiative(grades, besiegers, &self.tables, dice);
                (Some(rolled), side)
            }
        };
        self.initiative = side;
        self.stage = Stage::Act(side);
        sink.tell(|| Event::Initiative { side, rolled });
    }

    pub(super) fn check_action(&self, side: Side, action: &Action) -> Result<(), Illegal> {
        self.check_answer(side, action)?;
        let besieged = side == self.besieged();
        let besiegers_only = if besieged { Err(Illegal::BesiegersOnly) } else { Ok(()) };
        let besieged_only = if besieged { Ok(()) } else { Err(Illegal::BesiegedOnly) };
        match *action {
            Action::Rest => Ok(()),
            Action::Assault => self.check_assault(side),
            // Of those who besiege the besiegers the relief may go (SG-4.3).
            Action::Withdraw if self.shut_in && (besieged || self.outside.is_none()) => Err(Illegal::Bound),
            Action::Withdraw => besiegers_only,
            Action::Batter(at) => besiegers_only.and_then(|()| self.check_battering(side, at)),
            Action::Bombard => besiegers_only.and_then(|()| self.check_bombarding(side)),
            Action::Mine(at) => besiegers_only.and_then(|()| self.check_stretch(at)),
            Action::FillMoat => besiegers_only.and(match self.moat {
                Moat::Days(_) => Ok(()),
                Moat::None => Err(Illegal::NoMoat),
                Moat::TooDeep => Err(Illegal::TooDeep),
            }),
            Action::Build(gear) => besiegers_only.and(match gear {
                Gear::Ladders if self.parks[side].ladders => Err(Illegal::EnoughLadders),
                _ => Ok(()),
            }),
            Action::Sortie(at) => besieged_only.and(match at {
                Sally::Engines if !self.parks[side.other()].burns() => Err(Illegal::NothingToBurn),
                // What lies in a camp nobody knows until he is in it.
                _ => Ok(()),
            }),
            Action::Repair(at) => besieged_only.and_then(|()| self.check_repair(at)),
            Action::Forage(men) => besieged_only.and(match men {
                men if (1..=self.hosts[side].able).contains(&men) => Ok(()),
                _ => Err(Illegal::TooManyMen),
            }),
            Action::Treat(_) => {
                if self.shut_in {
                    Err(Illegal::NoBargaining)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Whether an answer leaves what the other side has put on this day as that found it: it is fought later, and comes first
    /// (SG-1.1).
    fn check_answer(&self, side: Side, action: &Action) -> Result<(), Illegal> {
        match (self.put_today, *action) {
            (Some(Action::Assault | Action::Bombard), Action::Repair(at)) if at.line == self.attacked() => {
                Err(Illegal::AttackComesFirst)
            }
            (Some(Action::Sortie(Sally::Engines)), Action::Batter(_) | Action::Bombard)
                if self.parks[side].shoots() =>
            {
                Err(Illegal::SortieComesFirst)
            }
            (Some(_), Action::Withdraw) => Err(Illegal::FightComesFirst),
            _ => Ok(()),
        }
    }

    fn check_repair(&self, at: At) -> Result<(), Illegal> {
        let line = self.lines.get(usize::from(at.line)).ok_or(Illegal::NoSuchStretch)?;
        let stretch = line.get(usize::from(at.stretch)).ok_or(Illegal::NoSuchStretch)?;
        let held = self.held().contains(&at.line) != self.shut_in;
        match stretch.outer + stretch.inner {
            _ if held => Err(Illegal::EnemyHoldsIt),
            0 => Err(Illegal::NothingToRepair),
            _ => Ok(()),
        }
    }

    /// Does what a side does this day, and goes on: to the other side, or to the day's end.
    pub(super) fn act<D: Dice, S: Sink<Event>>(&mut self, side: Side, action: Action, dice: &mut D, sink: &mut S) {
        let holder = matches!(self.stage, Stage::Act(_));
        match action {
            Action::Rest | Action::FillMoat | Action::Build(_) | Action::Mine(_) | Action::Withdraw => {
                sink.tell(|| Event::Did(side, action));
            }
            _ => {}
        }
        match action {
            Action::Rest => {}
            Action::Assault => self.assault(side, dice, sink),
            Action::Batter(at) => self.batter(side, at, self.rams_reach(at.line), dice, sink),
            Action::Bombard => self.bombard(side, dice, sink),
            Action::Mine(at) => self.mine(at, dice, sink),
            Action::FillMoat => self.fill_moat(sink),
            Action::Build(gear) => self.build(side, gear, sink),
            Action::Withdraw if self.shut_in => self.relief_goes(self.day, sink),
            Action::Withdraw => self.end(Ending::Lifted, sink),
            Action::Sortie(at) => self.sally(at, dice, sink),
            Action::Repair(at) => self.repair(at, dice, sink),
            Action::Forage(men) => self.forage(side, men, dice, sink),
            Action::Treat(terms) => {
                self.answers = holder.then_some(side.other());
                return self.offer(side, terms, false, sink);
            }
        }
        if self.over() || self.gives_out(sink) {
            return;
        }
        // Who is given the initiative by a divided enemy and refuses it leaves it to the besiegers (SG-4.2).
        if holder && action == Action::Rest && side == Side::Defender && self.apart.is_some() {
            return self.take_initiative(Some(Side::Attacker), dice, sink);
        }
        if holder { self.stage = Stage::Answer(side.other()) } else { self.dusk(dice, sink) }
    }

    /// A day's bombardment that no game settles: the roll of battering, on the stretch nearest to coming down (CU-6.7).
    pub fn bombard<D: Dice + ?Sized, S: Sink<Event>>(&mut self, by: Side, dice: &mut D, sink: &mut S) {
        if let Some(at) = self.bombarded() {
            self.batter(by, at, false, dice, sink);
        }
    }

    fn batter<D: Dice + ?Sized, S: Sink<Event>>(&mut self, by: Side, at: At, rams: bool, dice: &mut D, sink: &mut S) {
        let points = self.points(by, rams);
        let mut result = roll_battering(points, &self.tables, dice);
        // Never a ram's (SG-1.4), and no more than the engines have.
        result.lost = result.lost.min(self.parks[by].points_to_lose(&self.tables));
        let (park, tables, down) = (self.parks[by], self.tables.clone(), self.falls_by(at, result.damage));
        result.wrecked = self.parks[by].lose(result.lost, &self.tables);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            battering_parts(&park, rams, &tables, &mut parts);
            Event::Battered { at, points, parts, result, down }
        });
        self.battered |= park.shoots();
        self.damage(at, result.damage);
    }

    /// A day of mining (SG-1.3); a mine begun elsewhere is given up.
    fn mine<D: Dice, S: Sink<Event>>(&mut self, at: At, dice: &mut D, sink: &mut S) {
        let begun = self.mine.filter(|(under, _)| *under == at).map(|(_, left)| left);
        if let Some((elsewhere, _)) = self.mine.filter(|(under, _)| *under != at) {
            sink.tell(|| Event::MineGivenUp(elsewhere));
        }
        let left = begun.unwrap_or(self.tables.house().mine_days) - 1;
        if left > 0 {
            self.mine = Some((at, left));
            return;
        }
        self.mine = None;
        let face = dice.die("SG-1.3 mine", 10);
        let fell = face >= self.tables.house().mine_needs;
        let whole = self.tables.walls.outer;
        self.damage(at, if fell { whole } else { 1 });
        sink.tell(|| Event::Mined { at, face: face as u8, fell });
    }

    fn fill_moat<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.moat = match self.moat {
            Moat::Days(days @ 2..) => Moat::Days(days - 1),
            _ => {
                sink.tell(|| Event::MoatFilled);
                Moat::None
            }
        };
    }

    /// A day of building (SG-1.3); what was begun before and is something else is given up.
    fn build<S: Sink<Event>>(&mut self, by: Side, gear: Gear, sink: &mut S) {
        let days = &self.tables.building;
        let whole = match gear {
            Gear::Mangonel => days.mangonel,
            Gear::Trebuchet => days.trebuchet,
            Gear::Ram => days.ram,
            Gear::Tower => days.tower,
            Gear::Ladders => days.ladders,
        };
        let begun = self.building.filter(|(what, _)| *what == gear).map(|(_, left)| left);
        if let Some((other, _)) = self.building.filter(|(what, _)| *what != gear) {
            sink.tell(|| Event::BuildingGivenUp(other));
        }
        let left = begun.unwrap_or(whole).saturating_sub(1);
        self.building = (left > 0).then_some((gear, left));
        if left > 0 {
            return;
        }
        let park = &mut self.parks[by];
        match gear {
            Gear::Mangonel => park.mangonels += 1,
            Gear::Trebuchet => park.trebuchets += 1,
            Gear::Ram => park.rams += 1,
            Gear::Tower => park.towers += 1,
            Gear::Ladders => park.ladders = true,
        }
        sink.tell(|| Event::Built(gear));
    }

    /// A day's repair may take one damage off a stretch (SG-1.3); a breach is closed with its first (SG-1.5).
    fn repair<D: Dice, S: Sink<Event>>(&mut self, at: At, dice: &mut D, sink: &mut S) {
        let face = dice.die("SG-1.3 repair", 10);
        let mended = face >= self.tables.house().repair_needs;
        sink.tell(|| Event::Repaired { at, face: face as u8, mended });
        if !mended {
            return;
        }
        let stretch = &mut self.lines[usize::from(at.line)][usize::from(at.stretch)];
        if stretch.inner > 0 { stretch.inner -= 1 } else { stretch.outer -= 1 }
    }

    fn forage<D: Dice, S: Sink<Event>>(&mut self, side: Side, men: u32, dice: &mut D, sink: &mut S) {
        let house = *self.tables.house();
        let face = dice.die("SG-1.3 forage", 10);
        let lost = if face <= house.forage_lost_at { men } else { 0 };
        self.lose(side, Lost { taken: lost, ..Lost::default() });
        // The store of the place bounds what its garrison brings in; who is shut in outside it has his own train.
        let room = match side {
            Side::Defender => self.capacity.saturating_sub(self.hosts[side].rations),
            Side::Attacker => u32::MAX,
        };
        let brought = if face >= house.forage_needs { (men * house.forage_brings).min(room) } else { 0 };
        self.hosts[side].rations += brought;
        sink.tell(|| Event::Foraged { side, men, face: face as u8, brought, lost });
    }

    /// The end of a day: a battle outside (SG-4.2), and at a siege turn's end supply and surrender (SG-1.1).
    pub fn dusk<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        self.day_over = true;
        self.battle_outside(dice, sink);
        if self.over() {
            return;
        }
        self.counts_half_days();
        if self.ends_a_turn() {
            self.supply(dice, sink);
            if self.gives_out(sink) {
                return;
            }
            // What is to be fought on the last day of a siege turn comes before its test (SG-1.1).
            let suspended = self.shut_in || self.respite.is_some();
            if self.put_today.is_some() && !suspended {
                self.test_due = true;
            } else if self.tests_surrender(dice, sink) {
                return;
            }
        }
        if !self.gives_out(sink) {
            self.stage = Stage::Night;
        }
    }

    /// Makes the test of surrender that was put off, now that what it waited for is decided (SG-1.1, SG-3.1).
    pub fn makes_up_test<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) {
        self.test_due = false;
        self.tests_surrender(dice, sink);
    }

    /// The test of a siege turn, unless it is suspended (SG-3.4), terms are agreed already (SG-3.3), or the garrison's own wait
    /// for an answer: whether the garrison asks for terms, which is decided next.
    fn tests_surrender<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) -> bool {
        let suspended = self.shut_in || self.respite.is_some() || self.asks_already;
        let asks = !suspended && self.asks_terms(dice, sink);
        if asks {
            self.stage = Stage::Offer(Side::Defender);
        }
        asks
    }

    /// The test of surrender (SG-3.1).
    fn asks_terms<D: Dice, S: Sink<Event>>(&mut self, dice: &mut D, sink: &mut S) -> bool {
        let plight = self.plight();
        let mut sum = Sum::default();
        surrender_parts(&plight, &self.tables, &mut sum);
        let (face, asks) = roll_surrender(sum.0, &self.tables, dice);
        let tables = self.tables.clone();
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            surrender_parts(&plight, &tables, &mut parts);
            Event::Tested { face, parts, asks }
        });
        asks
    }

    /// Terms are offered to the other side (SG-3.3).
    pub(super) fn offer<S: Sink<Event>>(&mut self, side: Side, terms: Terms, last: bool, sink: &mut S) {
        sink.tell(|| Event::Offered(side, terms));
        self.stage = Stage::Terms { side: side.other(), terms, last };
    }

    /// Terms are accepted, or the siege goes on (SG-3.3). Who treated did so with his part of the day, and the other side
    /// still has its own if it comes after.
    pub(super) fn answer<D: Dice, S: Sink<Event>>(&mut self, side: Side, accepted: bool, dice: &mut D, sink: &mut S) {
        let Stage::Terms { terms, .. } = self.stage else { return };
        sink.tell(|| Event::Answered(side, accepted));
        match (accepted, terms.respite_days) {
            (false, _) => {
                if let Some(side) = self.answers.take() {
                    self.stage = Stage::Answer(side);
                    return;
                }
            }
            (true, 0) => return self.end(Ending::Surrendered(terms), sink),
            (true, days) => self.respite = Some((terms, self.day + days)),
        }
        if self.day_over { self.stage = Stage::Night } else { self.dusk(dice, sink) }
    }

    fn over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Ends the siege where the besieged can hold out no longer (SG-3.2), or no able besieger is left.
    fn gives_out<S: Sink<Event>>(&mut self, sink: &mut S) -> bool {
        // With a relief outside the citadel may be empty, and is theirs who are shut in about it all the same.
        if self.hosts[self.besiegers()].able == 0 {
            // A citadel with no able man is theirs who are shut in about it (SG-3.2).
            self.end(if self.shut_in { Ending::Fell } else { Ending::Lifted }, sink);
        } else if self.falls_of_itself() {
            self.end(if self.shut_in { Ending::Relieved } else { self.falls_as() }, sink);
        }
        self.over()
    }

    pub(super) fn end<S: Sink<Event>>(&mut self, ending: Ending, sink: &mut S) {
        self.stage = Stage::Over(ending);
        sink.tell(|| Event::Over(ending));
    }
}
