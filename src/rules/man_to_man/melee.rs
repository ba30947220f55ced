//! Melee (MM-5): who may strike, in which order, with what, and whether it hits.

use super::Umpire;
use super::arms::{best_hand, in_the_hand, two_handed};
use super::event::{Event, Gait, Moment, Throw};
use super::ground::{Going, LEVEL};
use super::state::*;
use super::tables::{Tables, protection_index};
use crate::rules::battle::Deed;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Class, Grade, Horse, Protection, Weapon};
use crate::rules::game::Sink;
use crate::rules::geometry::{Arc, Point};
use std::cmp::Reverse;

/// All that bears on whether a blow hits (MM-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// What he strikes with.
    pub weapon: Weapon,
    /// The attacker's class.
    pub attacker: Class,
    pub attacker_grade: Grade,
    pub attacker_mounted: bool,
    /// Whether he charges.
    pub charging: bool,
    /// Whether he strikes to his rear (MM-5.7).
    pub to_the_rear: bool,
    /// The target's class.
    pub defender: Class,
    /// The grade of the target, or of the rider of a horse struck at.
    pub defender_grade: Grade,
    /// The target's protection, or the horse's if that is struck at.
    pub protection: Protection,
    /// Whether the target is mounted.
    pub defender_mounted: bool,
    /// Whether the target defends an obstacle.
    pub obstacle: bool,
    /// Whether they fight in woods.
    pub woods: bool,
    /// Whether they fight in rough ground.
    pub rough: bool,
}

/// The dice of a blow and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlowRoll {
    /// The attack face.
    pub attack: u8,
    /// The defence face.
    pub defence: u8,
    pub hit: bool,
}

/// What is added to the attack die (MM-5.4).
pub fn attack_parts(blow: &Blow, tables: &Tables, tally: &mut impl Tally) {
    let attack = &tables.melee.attack;
    match blow.weapon {
        Weapon::HeavyLance => tally.add("MM-5.4", "heavy lance", attack.heavy_lance),
        Weapon::Pike => {
            if blow.defender_mounted {
                tally.add("MM-5.4", "pike against horse", attack.pike_against_horse);
            }
            if blow.woods {
                tally.add("MM-5.4", "pike in woods", attack.pike_in_woods);
            }
        }
        weapon if tables.melee.length_of(weapon) == tables.melee.length.knife => {
            tally.add("MM-5.4", "knife, dagger or improvised weapon", attack.poor_weapon);
        }
        _ => {}
    }
    if blow.attacker_grade >= Grade::B {
        tally.add("MM-5.4", "grade A or B", attack.grade_a_or_b);
    }
    if past_a_counts(blow.attacker, blow.attacker_mounted, blow.defender, blow.defender_mounted) {
        let steps = i32::from(blow.attacker_grade.steps_past_a());
        tally.add("MM-1.1", "steps past A", steps * tables.house().a_plus_attack_bonus);
    }
    if blow.charging {
        tally.add("MM-5.4", "charging", attack.charging);
    }
    if blow.to_the_rear {
        tally.add("MM-5.7", "to the rear", attack.to_the_rear);
    }
}

/// What is added to the defence die (MM-5.4).
pub fn defence_parts(blow: &Blow, tables: &Tables, tally: &mut impl Tally) {
    let defence = &tables.melee.defence;
    tally.add("MM-5.4", "protection", defence.protection[protection_index(blow.protection)]);
    if blow.obstacle {
        tally.add("MM-5.4", "defending an obstacle", defence.obstacle);
    }
    if blow.attacker_mounted && !blow.defender_mounted && (blow.woods || blow.rough) {
        tally.add("MM-5.4", "foot against horse in woods or rough", defence.foot_in_rough);
    }
    if blow.defender_grade == Grade::E {
        tally.add("MM-5.4", "grade E", defence.grade_e);
    }
}

/// Whether steps past A count: between mounted knights only (MM-1.1).
fn past_a_counts(attacker: Class, attacker_mounted: bool, defender: Class, defender_mounted: bool) -> bool {
    attacker == Class::Knight && defender == Class::Knight && attacker_mounted && defender_mounted
}

/// Whether a modified attack beats a modified defence (MM-5.4): it must be strictly higher.
fn beats(attack: i32, defence: i32) -> bool {
    attack > defence
}

/// How many of the 36 falls of the two dice of a blow hit (MM-5.4).
pub fn ways_to_hit(blow: &Blow, tables: &Tables) -> i32 {
    let (mut attack, mut defence) = (Sum::default(), Sum::default());
    attack_parts(blow, tables, &mut attack);
    defence_parts(blow, tables, &mut defence);
    let faces = (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d)));
    faces.filter(|(a, d)| beats(a + attack.0, d + defence.0)).count() as i32
}

/// Rolls a blow (MM-5.4): 1d6 attack against 1d6 defence, the modified attack strictly higher hits.
pub fn roll_blow(attack: i32, defence: i32, dice: &mut (impl Dice + ?Sized)) -> BlowRoll {
    let a = dice.die("MM-5.4 attack", 6);
    let d = dice.die("MM-5.4 defence", 6);
    BlowRoll { attack: a as u8, defence: d as u8, hit: beats(a as i32 + attack, d as i32 + defence) }
}

/// A blow about to be struck.
#[derive(Clone, Copy, Debug)]
struct Strike {
    by: FigureId,
    at: FigureId,
    /// Where who is struck at stood.
    place: Point,
    horse: bool,
    to_the_rear: bool,
    weapon: Weapon,
}

/// A blow's place in the order of MM-5.2: the lesser falls first, and the first field that differs decides. The wounded
/// strike after the unwounded (MM-6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlowOrder {
    wounded: bool,
    rides_nobody_down: bool,
    grade: Reverse<Grade>,
    length: Reverse<u8>,
    class: Reverse<u8>,
    height: Reverse<i16>,
    not_charging: bool,
}

/// All that bears on when a blow falls (MM-5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Striker {
    pub wounded: bool,
    /// Whether he comes on horseback, charging, at one on foot without a pike.
    pub rides_down: bool,
    /// His grade as it counts against this enemy.
    pub grade: Grade,
    /// How long his weapon is (MM-5.3).
    pub length: u8,
    /// His class, nobles by their rank (MM-1.2).
    pub class: u8,
    pub height: i16,
    pub charging: bool,
}

impl Striker {
    /// The place of his blow.
    pub fn order(&self) -> BlowOrder {
        BlowOrder {
            wounded: self.wounded,
            rides_nobody_down: !self.rides_down,
            grade: Reverse(self.grade),
            length: Reverse(self.length),
            class: Reverse(self.class),
            height: Reverse(self.height),
            not_charging: !self.charging,
        }
    }
}

/// Whether one who has struck so many blows this turn has another (MM-5.1): one for contact at the turn's start, that at who
/// leaves him being it, and one for contact at its end; who left a melee has none for its start (MM-5.8).
pub fn has_a_blow(blows: u8, start: bool, left_melee: bool) -> bool {
    blows < if start { 1 } else { 2 } && !(start && left_melee)
}

/// Whether men of a class must pursue enemies who break off or flee (MM-5.9).
pub fn must_pursue(class: Class) -> bool {
    matches!(class, Class::Knight | Class::Peasant)
}

/// A blow's place in the order of MM-5.2 of a man who stands so high, in shares of a [`LEVEL`]. Grades past A count between mounted knights
/// only (MM-1.1); nobles are of higher class by rank (MM-1.2); a man on a hill or a rampart stands higher than a rider below.
pub fn blow_order(
    striker: &Figure,
    target: &Figure,
    weapon: Weapon,
    charging: bool,
    height: i16,
    tables: &Tables,
) -> BlowOrder {
    let against_pike = target.profile.weapons.hand == Weapon::Pike;
    let rides_down = charging && striker.mounted() && !target.mounted() && !against_pike;
    let counts = past_a_counts(striker.profile.class, striker.mounted(), target.profile.class, target.mounted());
    let striker = Striker {
        wounded: striker.wounded,
        rides_down,
        grade: if counts { striker.profile.grade } else { striker.profile.grade.everyday() },
        length: tables.melee.length_of(weapon),
        class: striker.profile.class as u8 + striker.profile.rank.step(),
        height: height + if striker.mounted() { LEVEL / 2 } else { 0 },
        charging,
    };
    striker.order()
}

impl Position {
    /// The melee step of a turn (MM-2.7): blows for contact at the turn's start, then for contact at its end.
    pub(super) fn melee(&mut self, umpire: &mut impl Umpire) {
        self.demand_surrender(umpire);
        for moment in [Moment::Start, Moment::End] {
            self.blows(moment, umpire);
        }
    }

    /// Whether some enemy of a body is near enough for any figure of it to be in contact, or to reach past one.
    pub(super) fn enemy_near(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let house = self.tables.house();
        let arm = 4 * house.base_mounted.max(house.base_foot);
        self.bodies.iter().any(|other| {
            let reach = i64::from(body.radius + other.radius + arm);
            other.side != body.side && other.in_arms > 0 && body.centre.distance_squared(other.centre) <= reach * reach
        })
    }

    fn blows(&mut self, moment: Moment, umpire: &mut impl Umpire) {
        let mut strikes: Vec<(BlowOrder, Strike)> = Vec::new();
        for id in self.body_ids() {
            let body = self.body(id);
            let able =
                body.standing > 0 && body.mood != Mood::Recreant && !body.turn.falling_back && !body.turn.slaying;
            let rides_by = body.turn.rides_through && body.turn.gait != Gait::Stood;
            if !able || rides_by && moment == Moment::Start || !self.enemy_near(id) {
                continue;
            }
            for man in self.men_of(id) {
                let figure = self.figure(man);
                let start = moment == Moment::Start;
                if figure.stands() && has_a_blow(figure.turn.blows, start, figure.turn.left_melee) {
                    strikes.extend(self.strike_of(man, moment));
                }
            }
        }
        strikes.sort_unstable_by_key(|(order, strike)| (*order, strike.by));
        // Blows equal on all counts are simultaneous: all are rolled before any takes effect (MM-5.2).
        let mut hits: Vec<Strike> = Vec::new();
        let mut start = 0;
        while start < strikes.len() {
            let now = strikes[start].0;
            let end = start + strikes[start..].iter().take_while(|(order, _)| *order == now).count();
            hits.clear();
            for (_, strike) in &strikes[start..end] {
                if !self.figure(strike.by).stands() {
                    continue;
                }
                // His man is past it, or has fallen from where he stood: another in reach will do.
                let target = self.figure(strike.at);
                let strike = if target.in_arms() && target.at == strike.place {
                    *strike
                } else if let Some((_, another)) = self.strike_of(strike.by, moment) {
                    another
                } else {
                    continue;
                };
                if self.strike(&strike, moment, umpire) {
                    hits.push(strike);
                }
            }
            for hit in hits.iter() {
                self.blow_lands(hit, umpire);
            }
            start = end;
        }
    }

    /// What a figure strikes with at a moment (MM-3.6, MM-5.5, MM-9.11): a lance only in the turn of the charge. A weapon
    /// that was not in his hand is there at the turn's end, if half a move was left to change in; until then what he holds
    /// is an improvised weapon. A crossbow or handgun just used cannot be laid aside in time (MM-4.2).
    pub fn weapon_in_use(&self, figure: &Figure, moment: Moment) -> Weapon {
        // What he took in hand this turn is there at the turn's end.
        if let Some(before) = figure.turn.laid_aside.filter(|_| moment == Moment::Start) {
            return if in_the_hand(before) { before } else { Weapon::Improvised };
        }
        let charging = self.body(figure.body).turn.charging;
        let changes = moment == Moment::End && self.half_a_move_left(figure);
        match figure.profile.weapons.lance {
            Some(lance) if charging && figure.mounted() && (figure.lance_in_hand || changes) => return lance,
            _ => {}
        }
        let shoots = figure.missile_in_hand && figure.profile.weapons.missile != Some(Weapon::Javelin);
        let slow = matches!(figure.profile.weapons.missile, Some(Weapon::Crossbow | Weapon::Handgun));
        let busy = figure.missile_in_hand && ((slow && figure.turn.shots > 0) || figure.turn.shots > 1);
        if busy || (figure.lance_in_hand || shoots) && !changes {
            return Weapon::Improvised;
        }
        let one_hand = figure.standard.is_some() || figure.burdened;
        match if one_hand { figure.profile.weapons.one_handed } else { figure.profile.weapons.hand } {
            // What he threw he does not strike with.
            Weapon::Javelin if figure.ammunition == 0 => {
                let left = figure.profile.weapons.carried.without(Weapon::Javelin);
                best_hand(left, &self.tables, |weapon| !(one_hand && two_handed(weapon)))
            }
            hand => hand,
        }
    }

    /// Whether a figure has half a move left to change weapons in (MM-3.6), by the way it has come this turn.
    fn half_a_move_left(&self, figure: &Figure) -> bool {
        let turn = &self.body(figure.body).turn;
        match turn.gait {
            Gait::Stood => self.spent_by(figure) <= MOVE / 2,
            gait => 2 * figure.turn.from.distance(figure.at) <= self.pace(figure, gait),
        }
    }

    /// At a turn's end, riders out of melee who have half a move left take their lances in hand again (MM-3.6).
    pub(super) fn take_lances(&mut self, sink: &mut impl Sink<Event>) {
        for n in 0..self.figures.len() {
            let figure = &self.figures[n];
            let Some(lance) = figure.profile.weapons.lance.filter(|_| !figure.lance_in_hand && !figure.missile_in_hand)
            else {
                continue;
            };
            let free = !figure.turn.contact_at_start && figure.turn.blows == 0 && !self.touched(FigureId(n as u16));
            if figure.stands() && figure.mounted() && free && self.half_a_move_left(figure) {
                self.figures[n].lance_in_hand = true;
                sink.tell(|| Event::Changed { figure: FigureId(n as u16), weapon: lance });
            }
        }
    }

    /// Whether two figures were in base contact at the turn's start (MM-5.1).
    pub(super) fn met_at_start(&self, a: &Figure, b: &Figure) -> bool {
        let reach = i64::from(self.touching(a, b) + TOUCH);
        let (one, other) = (a.turn.from, b.turn.from);
        one.distance_squared(other) <= reach * reach && !self.land.parts(one, other)
    }

    /// Whether a figure may be struck at the turn's start by one it was in contact with (MM-5.1): whoever left the melee had
    /// his one blow, though he has been caught again (MM-5.8).
    fn stayed(&self, figure: &Figure, target: &Figure) -> bool {
        !target.turn.left_melee && self.met_at_start(figure, target)
    }

    /// Whether a figure is in contact for the first half of a turn (MM-5.1): it was at its start, and neither it nor all who were
    /// in contact with it have left.
    pub(super) fn in_melee_at_half(&self, id: FigureId) -> bool {
        let figure = self.figure(id);
        let stays = |enemy| self.stayed(figure, self.figure(enemy));
        figure.turn.contact_at_start && !figure.turn.left_melee && self.any_contact(id, stays)
    }

    /// Whether a figure reaches someone there with a weapon (MM-5.7); and whether that is a blow to the rear.
    fn reaches(figure: &Figure, weapon: Weapon, arc: Arc) -> Option<bool> {
        let long = matches!(weapon, Weapon::Pike | Weapon::HeavyLance | Weapon::LightLance);
        let light_horse = figure.mounted()
            && figure.profile.protection.number() >= 3
            && matches!(weapon, Weapon::Sword | Weapon::Spear | Weapon::Javelin);
        match arc {
            Arc::Front => Some(false),
            Arc::Flank if !long => Some(false),
            Arc::Rear if light_horse => Some(true),
            _ => None,
        }
    }

    /// The blow a figure strikes at a moment and its place in the order, if any enemy is in his reach.
    fn strike_of(&self, by: FigureId, moment: Moment) -> Option<(BlowOrder, Strike)> {
        let figure = self.figure(by);
        // A figure that came into contact this turn strikes at the end of it. A rear rank of pikes strikes over a front
        // rank that was in contact (MM-5.7).
        let in_time = moment == Moment::End || figure.turn.contact_at_start;
        if figure.profile.class == Class::Cleric || !in_time && figure.profile.weapons.hand != Weapon::Pike {
            return None;
        }
        let weapon = self.weapon_in_use(figure, moment);
        let mut best: Option<(i32, FigureId, bool)> = None;
        let mut touched = false;
        self.any_contact(by, |at| {
            if !in_time {
                return true;
            }
            touched = true;
            let target = self.figure(at);
            if moment == Moment::Start && !self.stayed(figure, target) {
                return false;
            }
            if let Some(rear) = Position::reaches(figure, weapon, self.arc_of(figure, target.at)) {
                let worth = self.worth_striking(target) + i32::from(rear) * 2;
                if best.is_none_or(|(least, other, _)| (worth, at) < (least, other)) {
                    best = Some((worth, at, rear));
                }
            }
            false
        });
        if !touched && weapon == Weapon::Pike && !figure.mounted() {
            best = self.over_the_front_rank(by, moment).map(|at| (0, at, false));
        }
        let (_, at, to_the_rear) = best?;
        let target = self.figure(at);
        // Non-knights may strike at horse or rider, knights at riders only (MM-5.6).
        let horse = target.mounted() && figure.profile.class != Class::Knight && self.body(figure.body).aim_at_horses;
        let charging = self.body(figure.body).turn.charging;
        let order = blow_order(figure, target, weapon, charging, self.land.height(figure.at), &self.tables);
        Some((order, Strike { by, at, place: target.at, horse, to_the_rear, weapon }))
    }

    /// How hard a target is, lower struck first; a fallen man after those who strike back.
    fn worth_striking(&self, target: &Figure) -> i32 {
        let fallen = i32::from(!target.stands()) * 8;
        fallen + self.tables.melee.defence.protection[protection_index(target.protection_now())]
            - i32::from(target.profile.grade == Grade::E)
    }

    /// Whom a pike in the second or third rank of close order reaches: what the front rank touches, straight ahead
    /// (MM-5.7).
    fn over_the_front_rank(&self, by: FigureId, moment: Moment) -> Option<FigureId> {
        let figure = self.figure(by);
        if !self.body(figure.body).close {
            return None;
        }
        let base = self.base(figure);
        let mut front = *figure;
        for _ in 1..self.tables.melee.reach.pike_ranks {
            let ahead = front.at.along(figure.facing, base);
            let mut next: Option<FigureId> = None;
            let half = i64::from(base / 2);
            self.grid.any_near(ahead, base / 2, |id| {
                let friend = self.figure(id);
                let there = id != by
                    && friend.body == figure.body
                    && friend.stands()
                    && friend.at.distance_squared(ahead) <= half * half;
                if there {
                    next = Some(next.map_or(id, |other| other.min(id)));
                }
                false
            });
            let rank = next?;
            front = *self.figure(rank);
            if moment == Moment::Start && !front.turn.contact_at_start {
                continue;
            }
            let mut best: Option<(i64, FigureId)> = None;
            self.any_contact(rank, |enemy| {
                let foe = self.figure(enemy);
                let place = foe.at;
                let in_time = moment == Moment::End || self.stayed(&front, foe);
                if in_time && figure.facing.arc(front.at.to(place)) == Arc::Front {
                    let (aside, _) =
                        place.distance_squared_to_segment(front.at, front.at.along(figure.facing, 4 * base));
                    if best.is_none_or(|least| (aside, enemy) < least) {
                        best = Some((aside, enemy));
                    }
                }
                false
            });
            if let Some((_, enemy)) = best {
                return Some(enemy);
            }
        }
        None
    }

    fn blow_of(&self, strike: &Strike) -> Blow {
        let (striker, target) = (self.figure(strike.by), self.figure(strike.at));
        let here = [self.land.at(striker.at).going, self.land.at(target.at).going];
        Blow {
            weapon: strike.weapon,
            attacker: striker.profile.class,
            attacker_grade: striker.profile.grade,
            attacker_mounted: striker.mounted(),
            charging: self.body(striker.body).turn.charging,
            to_the_rear: strike.to_the_rear,
            defender: target.profile.class,
            defender_grade: target.profile.grade,
            protection: if strike.horse { target.horse_protection() } else { target.protection_now() },
            defender_mounted: target.mounted(),
            obstacle: self.defends_obstacle(target, striker),
            woods: here.contains(&Going::Woods),
            rough: here.contains(&Going::Rough),
        }
    }

    /// Strikes one blow; whether it hits. A cleric attacked yields instead (MM-8.9).
    fn strike(&mut self, strike: &Strike, moment: Moment, umpire: &mut impl Umpire) -> bool {
        for id in [strike.by, strike.at] {
            let body = self.figure(id).body;
            self.body_mut(body).turn.fought = true;
        }
        if self.figure(strike.at).profile.class == Class::Cleric {
            self.yields(strike.at, strike.by, umpire);
            return false;
        }
        self.figure_mut(strike.by).turn.blows += 1;
        self.deed(strike.by, Deed::FoughtHandToHand);
        self.deed(strike.at, Deed::FoughtHandToHand);
        self.takes_in_hand(strike, umpire);
        let blow = self.blow_of(strike);
        let (mut attack, mut defence) = (Sum::default(), Sum::default());
        attack_parts(&blow, &self.tables, &mut attack);
        defence_parts(&blow, &self.tables, &mut defence);
        let roll = roll_blow(attack.0, defence.0, umpire.dice());
        let tables = &self.tables;
        umpire.tell(|| {
            let (mut with, mut against): (Vec<Part>, Vec<Part>) = (Vec::new(), Vec::new());
            attack_parts(&blow, tables, &mut with);
            defence_parts(&blow, tables, &mut against);
            Event::Struck {
                by: strike.by,
                at: strike.at,
                horse: strike.horse,
                weapon: strike.weapon,
                moment,
                attack: Throw { face: roll.attack, parts: with, total: i32::from(roll.attack) + attack.0 },
                defence: Throw { face: roll.defence, parts: against, total: i32::from(roll.defence) + defence.0 },
                hit: roll.hit,
            }
        });
        roll.hit
    }

    /// A figure that strikes with another weapon than it held has changed (MM-3.6).
    fn takes_in_hand(&mut self, strike: &Strike, umpire: &mut impl Umpire) {
        let lance = matches!(strike.weapon, Weapon::HeavyLance | Weapon::LightLance);
        let figure = self.figure_mut(strike.by);
        let changes = figure.missile_in_hand || figure.lance_in_hand != lance;
        if changes && strike.weapon != Weapon::Improvised {
            (figure.missile_in_hand, figure.lance_in_hand) = (false, lance);
            umpire.tell(|| Event::Changed { figure: strike.by, weapon: strike.weapon });
        }
    }

    /// What a blow that hit does: wound, death, fall, a broken lance (MM-5.5, MM-6).
    fn blow_lands(&mut self, hit: &Strike, umpire: &mut impl Umpire) {
        let target = *self.figure(hit.at);
        if !target.in_arms() {
            return;
        }
        let lance = matches!(hit.weapon, Weapon::HeavyLance | Weapon::LightLance);
        if lance {
            // A lance that wounds or kills is broken; what is left of it is an improvised weapon (MM-5.5).
            let arms = &mut self.figure_mut(hit.by).profile.weapons;
            arms.carried = arms.carried.without(hit.weapon);
            arms.lance = None;
            umpire.tell(|| Event::LanceBroke { figure: hit.by });
        }
        let horse = hit.horse && target.mounted();
        let killed = self.hurt(hit.at, horse, Some(hit.by), lance, umpire);
        if !horse {
            if !std::mem::replace(&mut self.figure_mut(hit.at).turn.struck, true) {
                self.this_turn.melee_hits[target.side] += 1;
            }
            if killed {
                self.this_turn.kills[target.side] += 1;
                let body = self.figure(hit.by).body;
                self.body_mut(body).turn.kills += 1;
            }
        }
    }

    /// One blow, unanswered, at a man who leaves a melee, by one enemy in contact (MM-5.8).
    pub(super) fn parting_blow(&mut self, man: FigureId, moment: Moment, umpire: &mut impl Umpire) {
        let mut striker: Option<FigureId> = None;
        self.any_contact(man, |enemy| {
            let figure = self.figure(enemy);
            let able = figure.stands()
                && figure.profile.class != Class::Cleric
                && !figure.turn.left_melee
                && figure.turn.blows < 2
                && self.body(figure.body).active();
            let weapon = self.weapon_in_use(figure, Moment::Start);
            if able && Position::reaches(figure, weapon, self.arc_of(figure, self.figure(man).at)).is_some() {
                striker = Some(striker.map_or(enemy, |other| other.min(enemy)));
            }
            false
        });
        let Some(by) = striker else { return };
        let weapon = self.weapon_in_use(self.figure(by), Moment::Start);
        let arc = self.arc_of(self.figure(by), self.figure(man).at);
        let to_the_rear = Position::reaches(self.figure(by), weapon, arc) == Some(true);
        let place = self.figure(man).at;
        let strike = Strike { by, at: man, place, horse: false, to_the_rear, weapon };
        if self.strike(&strike, moment, umpire) {
            self.blow_lands(&strike, umpire);
        }
    }

    /// Horse that charged and has beaten every enemy it touched of foot not in close order, or opened a gap in close order,
    /// may ride through next turn (MM-5.10). Whom a test has just made craven or recreant (MM-2.8) is beaten.
    pub(super) fn note_rides_through(&mut self, umpire: &mut impl Umpire) {
        for id in self.body_ids() {
            let body = self.body(id);
            if !body.turn.charging || !body.turn.fought || body.standing == 0 || !self.is_horse(id) {
                continue;
            }
            let Some(Charge { at, .. }) = body.turn.charge else { continue };
            // Foot who defend an obstacle are not ridden through.
            if !self.came_on_foot(at) || self.at_obstacle(at) {
                continue;
            }
            let beaten = if self.body(at).close { self.gap_opened(id, at) } else { !self.withstood(id) };
            if beaten {
                self.body_mut(id).turn.may_ride_on = true;
                umpire.tell(|| Event::MayRideThrough { body: id });
            }
        }
    }

    /// Whether a body is foot, or was while any of it stood: most of its men, whoever commands them.
    fn came_on_foot(&self, id: BodyId) -> bool {
        let rides = |figure: &&Figure| figure.mounted() || !figure.in_arms() && figure.profile.horse != Horse::None;
        let men = &self.figures[self.body(id).indices()];
        2 * men.iter().filter(rides).count() <= men.len()
    }

    /// Whether horse have opened a gap three figures wide in close order (MM-5.10): of those they charged, so many have
    /// fallen side by side, and nobody stands there, in whatever rank.
    fn gap_opened(&self, id: BodyId, at: BodyId) -> bool {
        let wide = self.tables.melee.reach.ride_through_gap;
        if i32::from(self.body(id).turn.kills) < wide {
            return false;
        }
        let foot = self.body(at);
        let (spacing, left) = (i64::from(self.spacing(at)), foot.facing.turned(16).vector());
        let aside = |figure: &Figure| left.dot(foot.centre.to(figure.at)) >> 14;
        let men = &self.figures[foot.indices()];
        let mut fallen: Vec<i64> = men.iter().filter(|figure| figure.state == State::Dead).map(aside).collect();
        fallen.sort_unstable();
        let stands: Vec<i64> = men.iter().filter(|figure| figure.in_arms()).map(aside).collect();
        // Of men one behind another one counts.
        fallen.dedup_by(|next, before| *next - *before < spacing / 2);
        fallen.windows(wide.max(1) as usize).any(|gap| {
            let (first, last) = (gap[0], gap[gap.len() - 1]);
            let side_by_side = gap.windows(2).all(|pair| 2 * (pair[1] - pair[0]) <= 3 * spacing);
            side_by_side && stands.iter().all(|&other| other < first - spacing / 2 || other > last + spacing / 2)
        })
    }

    /// Whether an enemy in contact with a body stands his ground: neither in flight nor about to fall back (MM-7.4).
    fn withstood(&self, id: BodyId) -> bool {
        let firm = |enemy: FigureId| {
            let body = self.body(self.figure(enemy).body);
            body.mood != Mood::Recreant && (body.mood != Mood::Craven || self.in_cover(body.centre))
        };
        self.men_of(id).any(|man| self.figure(man).in_arms() && self.any_contact(man, firm))
    }
}
