//! From a plan to a position: every fault of the plan at once, then the two hosts arrayed on an open field by arm.

use super::arms::{Arms, Weapons};
use super::event::{Event, Gait, Placed};
use super::gear::setup::{GearFault, gear_faults};
use super::gear::state::Train;
use super::ground::{self, Ground, Land};
use super::spoils::CameWith;
use super::state::*;
use super::tables::Tables;
use crate::rules::battle::{Fighter, Host, Man, Plan, Standard, Unit, does};
use crate::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::written::LineFaults;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most men a side may field; a campaign's own limit is lower (CP-3.1).
pub const MOST_MEN: usize = 2_000;

/// Why a plan cannot be fought.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A host without a man.
    #[error("{0} has no men on the field")]
    NoMen(String),
    /// A host of which everybody who fights comes later.
    #[error("{0} has nobody on the field on the first turn; somebody is there from the start (CP-3.1)")]
    AllComeLater(String),
    /// A force that comes after night has fallen.
    #[error("{force} comes on turn {turn}; a battle lasts {last} turns at most")]
    ComesTooLate { force: String, turn: u32, last: u32 },
    /// A host too great for the table.
    #[error("{host} has {men} men on the field; at most {MOST_MEN} can be arrayed")]
    TooMany { host: String, men: usize },
    /// The same man twice.
    #[error("{0} is in the plan twice")]
    Twice(String),
    /// A commander who is not there.
    #[error("the commander of {0} is not among its men")]
    NoSuchCommander(String),
    /// A ground that does not ship with the program, and whose file the plan does not hold.
    #[error("there is no ground “{0}”; there are {known}, or one with a file of its own", known = ground::names().join(", "))]
    NoSuchGround(String),
    /// Gear that cannot be so.
    #[error("{0}: {1}")]
    Gear(String, GearFault),
    /// A ground whose file is at fault.
    #[error("the ground “{0}” has faults: {1}")]
    BadGround(String, LineFaults),
}

/// Every fault of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; "))]
pub struct Faults(pub Vec<Fault>);

/// The ground of a plan: that of the file it holds, or the one of its name.
pub fn ground_of(plan: &Plan, tables: &Tables) -> Result<Arc<Ground>, Fault> {
    if let Some(text) = &plan.ground_file {
        return ground::read(text).map(Arc::new).map_err(|faults| Fault::BadGround(plan.ground.clone(), faults));
    }
    ground::named(&plan.ground, tables).ok_or_else(|| Fault::NoSuchGround(plan.ground.clone()))
}

fn commands<'a>(commander: Option<Man>, mut men: impl Iterator<Item = &'a Fighter>) -> bool {
    commander.is_none_or(|man| men.any(|fighter| fighter.man == man))
}

/// Every fault of a plan by these tables; none if it can be fought.
pub fn faults(plan: &Plan, tables: &Tables) -> Vec<Fault> {
    let mut faults = host_faults(plan, tables);
    faults.extend(ground_of(plan, tables).err());
    faults
}

fn host_faults(plan: &Plan, tables: &Tables) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for side in [Side::Attacker, Side::Defender] {
        let host = &plan.hosts[side];
        let men = host.men().count();
        if host.men().all(|fighter| fighter.profile.class == Class::Cleric) {
            faults.push(Fault::NoMen(host.name.clone()));
        } else if !host.is_there_from_the_start() {
            faults.push(Fault::AllComeLater(host.name.clone()));
        }
        let last = tables.house().last_turn;
        for force in host.forces.iter().filter(|force| force.arrives > last) {
            faults.push(Fault::ComesTooLate { force: force.name.clone(), turn: force.arrives, last });
        }
        if men > MOST_MEN {
            faults.push(Fault::TooMany { host: host.name.clone(), men });
        }
        for fighter in host.men() {
            if !seen.insert(fighter.man) {
                faults.push(Fault::Twice(fighter.name.clone()));
            }
        }
        faults.extend(gear_faults(host, tables).into_iter().map(|fault| Fault::Gear(host.name.clone(), fault)));
        if !commands(host.commander, host.men()) {
            faults.push(Fault::NoSuchCommander(host.name.clone()));
        }
        for force in &host.forces {
            let all = force.units.iter().flat_map(|unit| &unit.men).chain(&force.single);
            if !commands(force.commander, all) {
                faults.push(Fault::NoSuchCommander(force.name.clone()));
            }
            for unit in &force.units {
                if !commands(unit.commander, unit.men.iter()) {
                    faults.push(Fault::NoSuchCommander(unit.name.clone()));
                }
            }
        }
    }
    faults
}

/// Whether a unit is the crew of an engine, a sow or a tower.
fn serves(host: &Host, unit: &Unit) -> bool {
    let by = host.gear.iter().filter(|piece| piece.thing.crewed()).filter_map(|piece| piece.by);
    by.into_iter().any(|by| unit.men.iter().any(|fighter| fighter.man == by))
}

/// What in a plan is not as MM-1.1, MM-1.4 and MM-8.9 want it, though it can be fought: a sentence each.
pub fn warnings(plan: &Plan) -> Vec<String> {
    let mut warnings = Vec::new();
    for side in [Side::Attacker, Side::Defender] {
        for fighter in plan.hosts[side].men().filter(|fighter| !fighter.profile.grade.allowed(fighter.profile.class)) {
            warnings.push(format!(
                "{} is a {} of grade {} (MM-1.1)",
                fighter.name, fighter.profile.class, fighter.profile.grade
            ));
        }
        let armed = |fighter: &&Fighter| {
            let profile = &fighter.profile;
            profile.class == Class::Cleric && (profile.protection != Protection::NONE || !profile.weapons.is_empty())
        };
        for fighter in plan.hosts[side].men().filter(armed) {
            warnings.push(format!("{} is a cleric, and comes unarmed and unprotected (MM-8.9)", fighter.name));
        }
        for force in &plan.hosts[side].forces {
            let alone = |fighter: &&Fighter| !matches!(fighter.profile.class, Class::Knight | Class::Cleric);
            for fighter in force.single.iter().filter(alone) {
                warnings.push(format!("{} is no knight and in no unit (MM-1.4)", fighter.name));
            }
            for unit in force.units.iter().filter(|unit| !unit.men.is_empty()) {
                // A crew is commanded by a sergeant, whoever the others are (MM-9.7).
                if serves(&plan.hosts[side], unit) {
                    continue;
                }
                let commander = unit.commander.and_then(|man| unit.men.iter().find(|fighter| fighter.man == man));
                let men = unit.men.iter().filter(|fighter| Some(fighter.man) != unit.commander);
                let highest = men.map(|fighter| (fighter.profile.class, fighter.profile.rank.step())).max();
                match commander {
                    None => warnings.push(format!("{} {} no commander (MM-1.4)", unit.name, does(&unit.name, "have"))),
                    Some(man) if man.profile.class == Class::Cleric => {
                        warnings.push(format!("{} is commanded by a cleric (MM-1.4)", unit.name));
                    }
                    Some(man)
                        if highest.is_some_and(|highest| (man.profile.class, man.profile.rank.step()) <= highest) =>
                    {
                        warnings.push(format!(
                            "the commander of {} is of no higher class than its men (MM-1.4)",
                            unit.name
                        ));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    warnings
}

/// What a man comes with: a cleric with neither arms nor armour (MM-8.9).
fn comes_with(fighter: &Fighter) -> CameWith {
    match fighter.profile.class {
        Class::Cleric => CameWith { protection: Protection::NONE, weapons: Weapons::default() },
        _ => CameWith { protection: fighter.profile.protection, weapons: Weapons::of(&fighter.profile.weapons) },
    }
}

fn figure(fighter: &Fighter, side: Side, body: BodyId, state: State, tables: &Tables) -> Figure {
    let CameWith { protection, weapons } = comes_with(fighter);
    let arms = Arms::of(weapons, tables);
    let shots =
        |weapon: Option<Weapon>| weapon.and_then(|weapon| tables.shooting.of(weapon)).map_or(0, |row| row.carried);
    Figure {
        man: fighter.man,
        side,
        body,
        profile: Profile { protection, ..fighter.profile.armed(arms) },
        at: Point::default(),
        facing: Position::home(side.other()),
        state,
        wounded: fighter.wounded,
        mount: if fighter.profile.horse == Horse::None { Mount::None } else { Mount::Ridden },
        horse_wounded: false,
        ammunition: shots(arms.missile),
        other_shots: shots(arms.other_missile()),
        loaded: true,
        missile_in_hand: arms.missile.is_some(),
        lance_in_hand: arms.lance.is_some() && arms.missile.is_none(),
        last_shot: None,
        fought_hand_to_hand: false,
        standard: fighter.standard,
        burdened: false,
        turn: FigureTurn::default(),
    }
}

/// The men's class and commonest grade, not the commander's (MM-7.3); of equally common grades the worst.
fn class_and_grade(men: &[Figure], commander: Option<FigureId>, first: u16) -> (Class, Grade) {
    let counted: Vec<&Figure> = men
        .iter()
        .enumerate()
        .filter(|(n, _)| men.len() == 1 || commander != Some(FigureId(first + *n as u16)))
        .map(|(_, figure)| figure)
        .collect();
    let commonest = |key: &dyn Fn(&Figure) -> u8| {
        let count = |value: u8| counted.iter().filter(|figure| key(figure) == value).count();
        counted.iter().map(|figure| key(figure)).max_by_key(|&value| (count(value), std::cmp::Reverse(value)))
    };
    let class =
        commonest(&|figure| figure.profile.class as u8).map_or(Class::Peasant, |class| Class::ALL[usize::from(class)]);
    let grade = commonest(&|figure| figure.profile.grade.everyday().number()).and_then(Grade::from_number);
    (class, grade.unwrap_or(Grade::C))
}

/// What a body is for, which settles where it is arrayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// Foot who fight hand to hand.
    Foot,
    /// Foot who shoot.
    Shooters,
    Horse,
    /// Clerics, who keep behind.
    Clerics,
}

/// A body's arm, by what most of its men are.
pub fn arm(men: &[Figure]) -> Arm {
    let most = |of: &dyn Fn(&Figure) -> bool| men.iter().filter(|figure| of(figure)).count() * 2 > men.len();
    if most(&|figure| figure.profile.class == Class::Cleric) {
        Arm::Clerics
    } else if most(&|figure| figure.profile.horse != Horse::None) {
        Arm::Horse
    } else if most(&|figure| figure.profile.weapons.missile.is_some_and(|weapon| weapon != Weapon::Javelin)) {
        Arm::Shooters
    } else {
        Arm::Foot
    }
}

impl Position {
    /// The position at the start of a plan, arrayed by arm, or every fault of it.
    pub fn new(plan: &Plan, tables: &Arc<Tables>, sink: &mut impl Sink<Event>) -> Result<Position, Faults> {
        Position::arrayed(plan, tables, &[], sink)
    }

    /// The position at the start of a plan, with some men placed by hand: who, where, and facing what.
    pub fn arrayed(
        plan: &Plan,
        tables: &Arc<Tables>,
        places: &[Placed],
        sink: &mut impl Sink<Event>,
    ) -> Result<Position, Faults> {
        match ground_of(plan, tables) {
            Ok(ground) => Position::on(ground, plan, tables, places, sink),
            Err(_) => Err(Faults(faults(plan, tables))),
        }
    }

    /// The same on a ground that has been read already.
    pub(super) fn on(
        ground: Arc<Ground>,
        plan: &Plan,
        tables: &Arc<Tables>,
        places: &[Placed],
        sink: &mut impl Sink<Event>,
    ) -> Result<Position, Faults> {
        let faults = host_faults(plan, tables);
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let men = plan.hosts.attacker.men().count() + plan.hosts.defender.men().count();
        let mut position = Position {
            tables: tables.clone(),
            turn: 0,
            phase: Phase::Declare,
            this_turn: FieldTurn::default(),
            this_phase: FieldPhase::default(),
            figures: Vec::with_capacity(men),
            bodies: Vec::new(),
            forces: Vec::new(),
            grid: Grid::new(ground.width, ground.depth, men),
            land: Land::new(ground, tables.clone()),
            train: Train::default(),
            army_commander: BySide::default(),
            commander_lost: BySide::default(),
            hunger: BySide { attacker: plan.hosts.attacker.hunger, defender: plan.hosts.defender.hunger },
            dynastic_war: plan.dynastic_war,
            weather: plan.weather,
            standards: Vec::new(),
            prisoners: Vec::new(),
            deeds: Vec::new(),
            came: Vec::with_capacity(men),
            worths: Vec::with_capacity(men),
            result: None,
        };
        for side in [Side::Attacker, Side::Defender] {
            position.muster(&plan.hosts[side], side);
            position.bring_gear(&plan.hosts[side], side);
            position.array(side);
        }
        for &Placed(id, at, facing) in places {
            if usize::from(id.0) < position.figures.len() {
                let at = position.on_field(at);
                let figure = position.figure_mut(id);
                (figure.at, figure.facing) = (at, facing);
                let body = figure.body;
                position.body_mut(body).facing = facing;
            }
        }
        for id in position.body_ids() {
            for man in position.men_of(id) {
                let at = position.figure(man).at;
                position.set_down(man, at);
            }
            position.refresh(id);
        }
        sink.tell(|| Event::Arrayed {
            figures: (0..)
                .zip(&position.figures)
                .filter(|(_, figure)| figure.state != State::ToCome)
                .map(|(n, figure)| Placed(FigureId(n), figure.at, figure.facing))
                .collect(),
        });
        position.array_gear(&plan.hosts, sink);
        position.begin_turn(sink);
        Ok(position)
    }

    fn muster(&mut self, host: &Host, side: Side) {
        let first_force = self.forces.len();
        let tables = self.tables.clone();
        for force in &host.forces {
            let force_id = ForceId(self.forces.len() as u16);
            let same = host.forces.iter().position(|other| other.battle == force.battle).unwrap_or(0);
            let battle = ForceId((first_force + same) as u16);
            let arrives = force.arrives;
            let state = if arrives > 0 { State::ToCome } else { State::Standing };
            self.forces.push(FieldForce { side, battle, commander: None, leads_battle: false, arrives });
            let units = force.units.iter().map(|unit| (false, unit.commander, unit.men.as_slice()));
            let single = force.single.iter().map(|fighter| (true, Some(fighter.man), std::slice::from_ref(fighter)));
            for (single, commander, men) in units.chain(single).filter(|(_, _, men)| !men.is_empty()) {
                let body = BodyId(self.bodies.len() as u16);
                let first = self.figures.len() as u16;
                self.figures.extend(men.iter().map(|fighter| figure(fighter, side, body, state, &tables)));
                self.came.extend(men.iter().map(comes_with));
                self.worths.extend(men.iter().map(|fighter| super::points::bare(&fighter.profile, &tables)));
                let find = |man| (first..).zip(men).find(|(_, f)| Some(f.man) == man).map(|(n, _)| FigureId(n));
                self.body_of_men(force_id, side, single, first, find(commander));
                for (n, fighter) in (first..).zip(men) {
                    if Some(fighter.man) == force.commander {
                        self.forces[usize::from(force_id.0)].commander = Some(FigureId(n));
                    }
                    if Some(fighter.man) == host.commander {
                        self.army_commander[side] = Some(FigureId(n));
                    }
                    if let Some(standard) = fighter.standard {
                        let of = match standard {
                            Standard::Army => ForceId(first_force as u16),
                            Standard::Battle => battle,
                            Standard::Force => force_id,
                        };
                        let place = StandardAt::Carried(FigureId(n));
                        let bearer = Some(FigureId(n));
                        self.standards.push(StandardState { side, standard, force: of, bearer, place });
                    }
                }
            }
        }
        self.name_battle_leaders(first_force);
    }

    /// The leader of a battle is the highest of its forces' commanders, the first of equals.
    fn name_battle_leaders(&mut self, first_force: usize) {
        for battle in first_force..self.forces.len() {
            let standing = |force: &FieldForce| {
                force.commander.map(|id| {
                    (self.figure(id).profile.class, self.figure(id).profile.rank.step(), self.figure(id).profile.grade)
                })
            };
            let of_battle = (first_force..self.forces.len())
                .filter(|&n| self.forces[n].battle == ForceId(battle as u16) && self.forces[n].commander.is_some());
            let leader = of_battle
                .reduce(|best, n| if standing(&self.forces[n]) > standing(&self.forces[best]) { n } else { best });
            if let Some(leader) = leader {
                self.forces[leader].leads_battle = true;
            }
        }
    }

    fn body_of_men(&mut self, force: ForceId, side: Side, single: bool, first: u16, commander: Option<FigureId>) {
        let men = &self.figures[usize::from(first)..];
        let (class, grade) = class_and_grade(men, commander, first);
        let arm = arm(men);
        let count = men.len() as u16;
        let files = match arm {
            _ if men.iter().filter(|figure| figure.profile.weapons.hand == Weapon::Pike).count() * 2 > men.len() => {
                count.div_ceil(3)
            }
            Arm::Horse => count.min(12),
            _ if count <= 6 => count,
            _ => count.div_ceil(2),
        };
        self.bodies.push(Body {
            side,
            force,
            single,
            first,
            count,
            commander,
            class,
            grade,
            close: arm == Arm::Foot && count > 1 && matches!(class, Class::Sergeant | Class::Peasant),
            files: files.clamp(1, 25),
            facing: Position::home(side.other()),
            mood: Mood::Steady,
            aim_at_horses: false,
            follows: false,
            demands: true,
            last_gait: Gait::Stood,
            runs: 0,
            came_on: false,
            ever_hit: 0,
            turns_shot_at: 0,
            centre: Point::default(),
            radius: 0,
            standing: count,
            in_arms: count,
            // On the first turn every body counts as having moved (MM-3.3).
            turn: BodyTurn { gait: Gait::Walk, ..BodyTurn::default() },
            phase: BodyPhase::default(),
        });
    }

    /// The space a body takes when arrayed: width and depth.
    fn frontage(&self, id: BodyId) -> (i32, i32) {
        let spacing = self.spacing(id);
        let body = self.body(id);
        let ranks = i32::from(body.count.div_ceil(body.files));
        (i32::from(body.files) * spacing, ranks * spacing)
    }

    /// Arrays one side where the ground has places for it, else before the middle.
    fn array(&mut self, side: Side) {
        match self.land.ground.arrays[side].line.is_empty() {
            true => self.array_in_line(side),
            false => self.array_on_ground(side),
        }
    }

    /// Arrays one side before the middle of the field: foot in the middle, shooters on its wings, horse outside them, clerics
    /// behind; what finds no room stands in a line behind.
    fn array_in_line(&mut self, side: Side) {
        let house = *self.tables.house();
        let ahead = Position::home(side.other());
        let (width, depth_of_field) = (self.land.ground.width, self.land.ground.depth);
        let middle = Point::new(width / 2, depth_of_field / 2);
        let gap_between_bodies = 7 * INCH / 4;
        let half_width = width / 2 - 2 * INCH;
        let mut bodies: Vec<(Arm, bool, BodyId)> = self
            .body_ids()
            .filter(|&id| self.body(id).side == side && !self.is_to_come(id))
            .map(|id| (arm(&self.figures[self.body(id).indices()]), self.body(id).single, id))
            .collect();
        bodies.sort_unstable();
        // Each line's reach to either side of the middle, and its depth.
        let mut back = house.gap_between_hosts.min(depth_of_field - 16 * INCH) / 2;
        let mut line: Vec<(BodyId, i32)> = Vec::new();
        let (mut right, mut left, mut depth) = (0, 0, 0);
        let mut clerics = false;
        for (n, &(arm, _, id)) in bodies.iter().enumerate() {
            let (width, deep) = self.frontage(id);
            let fits = right.min(left) + width + gap_between_bodies <= half_width;
            if (!fits || (arm == Arm::Clerics && !clerics)) && n > 0 {
                self.set_line(&line, middle, ahead, back);
                line.clear();
                back += depth + 3 * INCH;
                (right, left, depth) = (0, 0, 0);
            }
            clerics |= arm == Arm::Clerics;
            // So near that each secures the other's flank (MM-7.6).
            let room = width + gap_between_bodies - self.spacing(id);
            if line.is_empty() {
                line.push((id, 0));
                (right, left) = (room / 2, room / 2);
            } else if right <= left {
                line.push((id, right + room / 2));
                right += room;
            } else {
                line.push((id, -left - room / 2));
                left += room;
            }
            depth = depth.max(deep);
        }
        self.set_line(&line, middle, ahead, back);
    }

    fn set_line(&mut self, line: &[(BodyId, i32)], middle: Point, ahead: Heading, back: i32) {
        for &(id, aside) in line {
            let (_, deep) = self.frontage(id);
            let place = middle.along(ahead.back(), back + deep / 2).along(ahead.turned(-16), aside);
            for n in self.body(id).indices() {
                // Ranks are told off from the men's order: the plan's first men stand in front.
                self.figures[n].at = place;
                self.figures[n].facing = ahead;
            }
            for (man, slot) in self.slots(id, place, ahead) {
                let slot = self.on_field(slot);
                self.figure_mut(man).at = slot;
            }
        }
    }
}
