//! Morale (MM-7): why it is tested, what counts, what it comes to, and how the craven, the recreant and the bold move.

use super::Umpire;
use super::event::{Cause, Event, Gait, MoraleResult, Why};
use super::state::*;
use super::tables::{Tables, grade_index};
use crate::rules::battle::Deed;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Class, Grade, Side};
use crate::rules::geometry::{Heading, INCH, Point};

/// All that counts in a test of morale (MM-7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Class of the knight, or of the unit's men.
    pub class: Class,
    /// His grade, or their commonest.
    pub grade: Grade,
    /// A friendly unit near, out of melee and facing alike.
    pub supported: bool,
    /// Enemy units, or fours of lone knights, fleeing near.
    pub enemies_fleeing: u8,
    pub close_order: bool,
    /// No friendly unit within reach.
    pub isolated: bool,
    /// Friendly units fleeing near.
    pub friends_fleeing: u8,
    /// Full quarters of the unit hit.
    pub quarters_hit: u8,
    /// Already in flight.
    pub fleeing: bool,
    /// Its leader lost and not replaced.
    pub leaderless: bool,
    /// Three or more of its side hit in melee this turn.
    pub hit_in_melee: bool,
    /// A standard over it seen lost.
    pub standard_lost: bool,
    /// The army's commander seen lost.
    pub commander_lost: bool,
    /// A cleric or leader near.
    pub leader_near: bool,
    /// Secure flanks, 0 to 2.
    pub secure_flanks: u8,
    /// What half rations add (SG-2.3); 0 for men who eat their fill.
    pub hunger: i32,
}

impl Test {
    /// A test with nothing that counts but class and grade.
    pub fn plain(class: Class, grade: Grade) -> Test {
        Test {
            class,
            grade,
            supported: false,
            enemies_fleeing: 0,
            close_order: false,
            isolated: false,
            friends_fleeing: 0,
            quarters_hit: 0,
            fleeing: false,
            leaderless: false,
            hit_in_melee: false,
            standard_lost: false,
            commander_lost: false,
            leader_near: false,
            secure_flanks: 0,
            hunger: 0,
        }
    }
}

/// What is added to the dice of a morale test (MM-7.3).
pub fn morale_parts(test: &Test, tables: &Tables, tally: &mut impl Tally) {
    let modifier = &tables.morale.modifier;
    let mut when = |holds: bool, what: &'static str, value: i32| {
        if holds {
            tally.add("MM-7.3", what, value);
        }
    };
    when(test.class == Class::Knight, "knight", modifier.knight);
    when(test.class == Class::Peasant, "peasant", modifier.peasant);
    when(true, "grade", modifier.grades[grade_index(test.grade)]);
    when(test.supported, "supported", modifier.supported);
    when(true, "enemies fleeing", i32::from(test.enemies_fleeing) * modifier.enemy_fleeing);
    let ranks = matches!(test.class, Class::Sergeant | Class::Peasant);
    when(test.close_order && ranks, "close order", modifier.close_order);
    when(test.isolated, "isolated", modifier.isolated);
    when(true, "friends fleeing", i32::from(test.friends_fleeing) * modifier.friend_fleeing);
    when(true, "each quarter of the unit hit", i32::from(test.quarters_hit) * modifier.quarter_hit);
    when(test.fleeing, "already fleeing", modifier.fleeing);
    when(test.leaderless, "leaderless", modifier.leaderless);
    when(test.hit_in_melee, "three or more hit in melee", modifier.hit_in_melee);
    when(test.standard_lost, "standard lost", modifier.standard_lost);
    when(test.commander_lost, "army commander lost", modifier.commander_lost);
    when(test.leader_near, "cleric or leader near", tables.house().leader_or_cleric_near);
    when(true, "secure flanks", i32::from(test.secure_flanks) * modifier.secure_flank);
    if test.hunger != 0 {
        tally.add("SG-2.3", "on half rations", test.hunger);
    }
}

/// Rolls a test of morale (MM-7.3).
pub fn roll_morale(added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ([u8; 3], MoraleResult) {
    let faces = [(); 3].map(|()| dice.die("MM-7.3 morale", 6) as u8);
    let total = faces.iter().map(|&face| i32::from(face)).sum::<i32>() + added;
    (faces, morale_result(total, tables))
}

/// What a total comes to (MM-7.3).
pub fn morale_result(total: i32, tables: &Tables) -> MoraleResult {
    let test = &tables.morale.test;
    match total {
        _ if total >= test.bold => MoraleResult::Bold,
        _ if total >= test.resolute => MoraleResult::Resolute,
        _ if total >= test.craven => MoraleResult::Craven,
        _ => MoraleResult::Recreant,
    }
}

const UNIT_CAUSES: [Cause; 12] = [
    Cause::Melee,
    Cause::MissileHits,
    Cause::UnderHalf,
    Cause::FriendsFlee,
    Cause::LeaderLost,
    Cause::Engine,
    Cause::Firearm,
    Cause::Charging,
    Cause::Charged,
    Cause::FromBehind,
    Cause::InFlight,
    Cause::Surprised,
];

const KNIGHT_CAUSES: [Cause; 9] = [
    Cause::Melee,
    Cause::Unhorsed,
    Cause::FriendsLost,
    Cause::EnemyFlees,
    Cause::ShotAtHalted,
    Cause::FromBehind,
    Cause::LeaderLost,
    Cause::Firearm,
    Cause::InFlight,
];

impl Position {
    /// Whether a body tests as a single knight (MM-7.2) and not as a unit (MM-7.1).
    fn lone_knight(&self, id: BodyId) -> bool {
        self.body(id).single && self.body(id).class == Class::Knight
    }

    /// The causes that count for a body, of those noted.
    fn causes(&self, id: BodyId) -> Vec<Cause> {
        let noted = self.body(id).turn.causes;
        let count: &[Cause] = if self.lone_knight(id) { &KNIGHT_CAUSES } else { &UNIT_CAUSES };
        count.iter().copied().filter(|&cause| noted.has(cause)).collect()
    }

    fn has_cause(&self, id: BodyId) -> bool {
        let body = self.body(id);
        !body.turn.causes.is_empty() && body.in_arms > 0 && body.class != Class::Cleric && !self.causes(id).is_empty()
    }

    /// Whether a body that charges another surprises it from cover within 15 in (MM-7.1): it came out of where it could
    /// not be seen.
    fn surprises(&self, by: BodyId, id: BodyId) -> bool {
        let near = self.tables.morale.near.surprise * INCH;
        self.land.ground.has_cover() && self.gap(by, id, near).is_some() && !self.sees_body(id, by)
    }

    /// Tests that a charge calls for (MM-2.3, MM-7.1, MM-7.2): peasants charging and charged, and bodies charged from
    /// behind. Their results rule this turn's move.
    pub(super) fn charge_tests(&mut self, umpire: &mut impl Umpire) {
        let mut kept: Vec<BodyId> = Vec::new();
        for id in self.body_ids() {
            let body = self.body(id);
            let peasants = body.class == Class::Peasant && !body.single;
            let charge = body.turn.charging;
            let mut chargers = self.chargers_of(id);
            chargers.retain(|&by| self.body(by).turn.charging);
            let charged = !chargers.is_empty();
            let behind = chargers.iter().any(|&by| self.is_behind(id, self.body(by).centre));
            let surprised = chargers.iter().any(|&by| self.surprises(by, id));
            let body = self.body_mut(id);
            let before = std::mem::take(&mut body.turn.causes);
            if surprised {
                body.turn.causes.note(Cause::Surprised);
            }
            if peasants && charge {
                body.turn.causes.note(Cause::Charging);
            }
            if peasants && charged {
                body.turn.causes.note(Cause::Charged);
            }
            if behind {
                body.turn.causes.note(Cause::FromBehind);
            }
            let free = body.mood == Mood::Steady || body.mood == Mood::Bold;
            if free && self.has_cause(id) {
                self.test(id, umpire);
                let met = matches!(self.body(id).mood, Mood::Steady | Mood::Bold);
                if !met {
                    kept.push(id);
                }
                // The result rules this turn's move (MM-2.3): whom a charge makes bold goes at who is in reach.
                if self.body(id).mood == Mood::Bold
                    && self.body(id).turn.charge.is_none()
                    && let Some(charge) = self.bold_charge(id)
                {
                    let body = self.body_mut(id);
                    (body.turn.charge, body.turn.charging) = (Some(charge), charge.gait == Gait::Run);
                    umpire.tell(|| Event::Declared { body: id, at: charge.at, gait: charge.gait });
                }
                if !met && charged && self.body(id).turn.answer != Some(super::event::Answer::Evade) {
                    self.fails_to_meet_charge(id, umpire);
                }
            }
            self.body_mut(id).turn.causes = before;
        }
        // Whom the test keeps from his charge does not fight as charging (MM-5.4).
        for id in kept {
            self.body_mut(id).turn.charging = false;
        }
    }

    /// The morale step of a turn (MM-2.8): one test a body, the side with more killed first (MM-5.11), and again for
    /// the bodies that a new flight concerns.
    pub(super) fn morale(&mut self, umpire: &mut impl Umpire) {
        for body in &mut self.bodies {
            if matches!(body.mood, Mood::Bold | Mood::Craven | Mood::Rallying) {
                body.mood = Mood::Steady;
            }
        }
        self.note_causes();
        let first = match self.this_turn.kills.attacker.cmp(&self.this_turn.kills.defender) {
            std::cmp::Ordering::Greater => Side::Attacker,
            std::cmp::Ordering::Less => Side::Defender,
            std::cmp::Ordering::Equal => self.charging_side(),
        };
        let mut order: Vec<BodyId> = self.body_ids().collect();
        order.sort_by_key(|&id| (!self.body(id).turn.fought, self.body(id).side != first, id));
        let mut tested = vec![false; self.bodies.len()];
        // A new flight may give others cause, each body once.
        loop {
            let mut new_flight = false;
            for &id in &order {
                if tested[usize::from(id.0)] || !self.has_cause(id) || self.need_not_check(id) {
                    continue;
                }
                tested[usize::from(id.0)] = true;
                let fled_before = self.body(id).fleeing();
                self.test(id, umpire);
                new_flight |= !fled_before && self.body(id).fleeing();
            }
            if !new_flight {
                break;
            }
            self.note_friends_lost();
            self.note_flights();
        }
    }

    /// After a melee the rest need not check once all in contact opposite are craven or recreant (MM-5.11).
    fn need_not_check(&self, id: BodyId) -> bool {
        let mut only_melee = Causes::default();
        only_melee.note(Cause::Melee);
        if self.body(id).turn.causes != only_melee {
            return false;
        }
        let mut opposite = 0;
        let mut firm = false;
        for man in self.men_of(id).filter(|&man| self.figure(man).in_arms()) {
            self.any_contact(man, |enemy| {
                opposite += 1;
                firm |= !matches!(self.body(self.figure(enemy).body).mood, Mood::Craven | Mood::Recreant);
                firm
            });
        }
        opposite > 0 && !firm
    }

    fn note_causes(&mut self) {
        for id in self.body_ids() {
            let body = self.body_mut(id);
            if body.turn.fought {
                body.turn.causes.note(Cause::Melee);
            }
            if body.fleeing() {
                body.turn.causes.note(Cause::InFlight);
            }
        }
        self.note_friends_lost();
        self.note_flights();
    }

    /// Gives lone knights their cause when enough of their friends were killed, wounded or fled near them (MM-7.2).
    fn note_friends_lost(&mut self) {
        if self.this_turn.fallen_here.is_empty() && !self.bodies.iter().any(Body::fleeing) {
            return;
        }
        for id in self.body_ids() {
            let concerned = self.lone_knight(id) && self.body(id).in_arms > 0;
            if concerned && self.friends_lost_near(id) >= self.tables.morale.count.fallen_friends {
                self.body_mut(id).turn.causes.note(Cause::FriendsLost);
            }
        }
    }

    fn friends_lost_near(&self, id: BodyId) -> u16 {
        let body = self.body(id);
        let near = i64::from(self.tables.morale.near.fallen_friends * INCH);
        let class = self.standing_of(id);
        let here = |&&(lost, place): &&(FigureId, crate::rules::geometry::Point)| {
            let friend = self.figure(lost);
            let its = friend.profile.class as u8 + friend.profile.rank.above_knight();
            friend.body != id
                && friend.side == body.side
                && its == class
                && body.centre.distance_squared(place) <= near * near
        };
        let fleeing = self.body_ids().filter(|&other| {
            let friend = self.body(other);
            other != id && friend.fleeing() && friend.side == body.side && self.standing_of(other) == class
        });
        let fled = fleeing
            .filter(|&other| self.body_near(other, body.centre, near as i32))
            .map(|other| self.body(other).in_arms);
        let mut fallen: Vec<FigureId> = self.this_turn.fallen_here.iter().filter(here).map(|&(lost, _)| lost).collect();
        fallen.sort_unstable();
        fallen.dedup();
        // Who was hit and is in flight with his body is lost once.
        fallen.retain(|&lost| !(self.figure(lost).in_arms() && self.body(self.figure(lost).body).fleeing()));
        fallen.len() as u16 + fled.sum::<u16>()
    }

    /// Gives those near a flight their cause (MM-7.1, MM-7.2).
    fn note_flights(&mut self) {
        if !self.bodies.iter().any(Body::fleeing) {
            return;
        }
        for id in self.body_ids() {
            if self.body(id).in_arms == 0 {
                continue;
            }
            if self.fleeing_near(id, self.body(id).side) > 0 {
                self.body_mut(id).turn.causes.note(Cause::FriendsFlee);
            }
            let enemy = self.body(id).side.other();
            if self.lone_knight(id) && self.any_fleeing_near(id, enemy) {
                self.body_mut(id).turn.causes.note(Cause::EnemyFlees);
            }
        }
    }

    fn any_fleeing_near(&self, id: BodyId, side: Side) -> bool {
        let near = self.tables.morale.near.flight * INCH;
        self.body_ids().any(|other| {
            other != id
                && self.body(other).side == side
                && self.body(other).fleeing()
                && self.gap(id, other, near).is_some()
        })
    }

    /// Units, and fours of lone knights, of `side` in flight within 15 in of a body; friends only of equal class or
    /// better (MM-7.6).
    fn fleeing_near(&self, id: BodyId, side: Side) -> u8 {
        let near = self.tables.morale.near.flight * INCH;
        let own = self.body(id);
        let (mut units, mut knights) = (0u16, 0u16);
        for other in self.body_ids() {
            let body = self.body(other);
            let counts =
                other != id && body.side == side && body.fleeing() && (side != own.side || self.no_lower(other, id));
            if counts && self.gap(id, other, near).is_some() {
                if self.lone_knight(other) { knights += 1 } else { units += 1 }
            }
        }
        (units + knights / self.tables.morale.count.knights).min(20) as u8
    }

    /// Gathers what counts for a body's test (MM-7.3, MM-7.6). Single knights take the modifiers of a man only.
    pub(super) fn test_of(&self, id: BodyId) -> Test {
        let body = self.body(id);
        let grade = if body.single { self.figures[usize::from(body.first)].profile.grade } else { body.grade };
        let fleeing = self.bodies.iter().any(Body::fleeing);
        let mut test = Test::plain(body.class, grade);
        if fleeing {
            test.enemies_fleeing = self.fleeing_near(id, body.side.other());
            test.friends_fleeing = self.fleeing_near(id, body.side);
        }
        test.fleeing = body.fleeing();
        test.hit_in_melee = self.this_turn.melee_hits[body.side] >= self.tables.morale.count.melee_hits;
        test.standard_lost =
            self.standards.iter().any(|standard| self.over(standard, id) && self.sees_lost(id, standard));
        test.commander_lost = self.commander_lost[body.side]
            && self.army_commander[body.side].is_some_and(|lost| self.overlooks(id, self.figure(lost).at));
        test.hunger = self.hunger[body.side];
        test.leader_near = self.leader_or_cleric_near(id);
        if !self.lone_knight(id) {
            test.supported = self.supported(id);
            test.close_order = body.close;
            test.isolated = !test.supported && self.isolated(id);
            test.quarters_hit = (u32::from(body.ever_hit) * 4 / u32::from(body.count.max(1))) as u8;
            test.leaderless = self.leaderless(id);
            test.secure_flanks = self.secure_flanks(id);
        }
        test
    }

    /// Whether a standard is one that a body follows: its force's, its battle's or its army's.
    fn over(&self, standard: &StandardState, id: BodyId) -> bool {
        use crate::rules::battle::Standard;
        let body = self.body(id);
        standard.side == body.side
            && match standard.standard {
                Standard::Army => true,
                Standard::Battle => self.forces[usize::from(body.force.0)].battle == standard.force,
                Standard::Force => body.force == standard.force,
            }
    }

    fn leader_or_cleric_near(&self, id: BodyId) -> bool {
        let near = self.tables.morale.near.leader * INCH;
        let side = self.body(id).side;
        let leader = self.leaders_over(id).any(|leader| self.body_near(id, self.figure(leader).at, near));
        leader
            || self.body_ids().any(|other| {
                let body = self.body(other);
                body.side == side
                    && body.class == Class::Cleric
                    && body.in_arms > 0
                    && self.gap(id, other, near).is_some()
            })
    }

    /// A friendly unit, not in melee, within 10 in and facing alike (MM-7.6).
    fn supported(&self, id: BodyId) -> bool {
        let own = self.body(id);
        let near = self.tables.morale.near.support * INCH;
        self.body_ids().any(|other| {
            let body = self.body(other);
            other != id
                && body.side == own.side
                && !body.single
                && body.active()
                && !body.turn.fought
                && body.facing.turn_to(own.facing) <= 2 * Heading::STEPS_22
                && self.gap(id, other, near).is_some()
                && !self.body_touched(other)
        })
    }

    /// No friendly unit, or four knights, not fleeing or falling back, within 24 in (MM-7.6).
    fn isolated(&self, id: BodyId) -> bool {
        let own = self.body(id);
        let near = self.tables.morale.near.alone * INCH;
        let mut knights = 0;
        let company = self.body_ids().any(|other| {
            let body = self.body(other);
            if other == id || body.side != own.side || !body.active() || self.gap(id, other, near).is_none() {
                return false;
            }
            knights += u16::from(self.lone_knight(other));
            (!body.single) || knights >= self.tables.morale.count.knights
        });
        !company
    }

    /// Flanks within 2 in of friends or of what nobody passes (MM-7.6).
    fn secure_flanks(&self, id: BodyId) -> u8 {
        let own = self.body(id);
        let near = self.tables.morale.near.flank * INCH;
        let left = own.facing.turned(16).vector();
        let mut flanks = [false; 2];
        for other in self.body_ids() {
            let body = self.body(other);
            if other == id || body.side != own.side || !body.active() || self.gap(id, other, near).is_none() {
                continue;
            }
            let way = own.centre.to(body.centre);
            let (aside, ahead) = (left.dot(way), own.facing.vector().dot(way));
            if aside.abs() > ahead.abs() {
                flanks[usize::from(aside > 0)] = true;
            }
        }
        for (n, turn) in [(0, -16), (1, 16)] {
            let aside = own.facing.turned(turn);
            let outermost = self.men_of(id).filter(|&man| self.figure(man).in_arms());
            let outermost = outermost.max_by_key(|&man| (aside.vector().dot(self.figure(man).at), man));
            flanks[n] |= outermost.is_some_and(|man| self.impassable_near(self.figure(man).at, aside, near));
        }
        u8::from(flanks[0]) + u8::from(flanks[1])
    }

    /// Whether a standard is lost and a body sees it (MM-7.3).
    fn sees_lost(&self, id: BodyId, standard: &StandardState) -> bool {
        let place = match standard.place {
            StandardAt::Carried(by) if self.figure(by).in_arms() => self.figure(by).at,
            StandardAt::Ground(place) => place,
            StandardAt::Carried(_) | StandardAt::Gone | StandardAt::Wagon(_) => return false,
        };
        standard.lost(&self.figures) && self.overlooks(id, place)
    }

    /// Whether the ground lets any man of a body see a place (MM-7.5).
    fn overlooks(&self, id: BodyId, place: Point) -> bool {
        let mut men = self.figures[self.body(id).indices()].iter().filter(|figure| figure.in_arms());
        men.any(|figure| self.sees(figure.at, place, true))
    }

    /// Tests a body's morale (MM-7.3) and gives it the mood that comes of it (MM-7.4).
    pub(super) fn test(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let test = self.test_of(id);
        let mut sum = Sum::default();
        morale_parts(&test, &self.tables, &mut sum);
        let (faces, result) = roll_morale(sum.0, &self.tables, umpire.dice());
        let position = &*self;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            morale_parts(&test, &position.tables, &mut parts);
            let total = faces.iter().map(|&face| i32::from(face)).sum::<i32>() + sum.0;
            Event::Tested { body: id, causes: position.causes(id), faces, parts, total, result }
        });
        let fleeing = self.body(id).fleeing();
        let mood = match result {
            MoraleResult::Recreant => Mood::Recreant,
            MoraleResult::Craven if fleeing => Mood::Recreant,
            MoraleResult::Craven => Mood::Craven,
            MoraleResult::Resolute | MoraleResult::Bold if fleeing => Mood::Rallying,
            MoraleResult::Bold if !self.stays_behind_obstacle(id) => Mood::Bold,
            MoraleResult::Resolute | MoraleResult::Bold => Mood::Steady,
        };
        self.body_mut(id).mood = mood;
        if mood == Mood::Rallying {
            umpire.tell(|| Event::Rallied { body: id });
        }
        if mood == Mood::Recreant && !fleeing {
            for man in self.men_of(id).filter(|&man| self.figure(man).in_arms()).collect::<Vec<_>>() {
                self.deed(man, Deed::MadeToFlee);
                self.leader_lost(man, umpire);
            }
        }
    }

    /// Whether the bold stay where they are (MM-7.4): they defend an obstacle, and no enemy is on their own side of it.
    fn stays_behind_obstacle(&self, id: BodyId) -> bool {
        self.at_obstacle(id)
            && !self.men_of(id).filter(|&man| self.figure(man).in_arms()).any(|man| {
                self.any_contact(man, |enemy| !self.land.obstacle(self.figure(man).at, self.figure(enemy).at))
            })
    }

    /// Moves a body as its mood makes it (MM-7.4), if it is not free to obey.
    pub(super) fn forced_move(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let body = self.body(id);
        if body.standing == 0 || body.turn.gait != Gait::Stood {
            return;
        }
        match body.mood {
            Mood::Recreant => self.flee(id, umpire),
            Mood::Craven => self.fall_back(id, umpire),
            Mood::Bold => self.advance_boldly(id, umpire),
            Mood::Steady | Mood::Rallying => {}
        }
    }

    /// Flight (MM-7.4): at run or gallop towards its own edge; men cut off yield instead.
    pub(super) fn flee(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let near = self.tables.morale.near;
        for man in self.men_of(id).filter(|&man| self.figure(man).stands()).collect::<Vec<_>>() {
            // In cover only an enemy in contact cuts a man off.
            let covered = self.in_cover(self.figure(man).at);
            let touched = || self.nearest_captor(man, near.cut_off * INCH).filter(|_| self.touched(man));
            let cut_off = if covered { touched() } else { self.nearest_captor(man, near.cut_off * INCH) };
            if let Some(captor) = cut_off {
                self.yields(man, captor, umpire);
            } else if let Some(captor) = self.between_enemies(man, near.cut_off_both * INCH) {
                self.yields(man, captor, umpire);
            }
        }
        self.abandon_gear(id, umpire.sink());
        if self.body(id).standing > 0 {
            let distance = self.allowance(id, Gait::Run);
            let from = self.body(id).centre;
            self.go_home(id, Gait::Run, distance, Why::Flight, umpire);
            self.passes_in_flight(id, from);
        }
    }

    /// Friends whom a unit in flight has passed within 15 in of test (MM-7.1), wherever it has come to since.
    fn passes_in_flight(&mut self, id: BodyId, from: Point) {
        if self.lone_knight(id) {
            return;
        }
        // Off the table its last place is where it left it.
        let gone = self.men_of(id).last().map_or(from, |man| self.figure(man).at);
        let to = if self.body(id).in_arms > 0 { self.body(id).centre } else { gone };
        let near = self.tables.morale.near.flight * INCH;
        for other in self.body_ids() {
            let (friend, own) = (self.body(other), self.body(id));
            let counts = other != id && friend.side == own.side && friend.in_arms > 0 && self.no_lower(id, other);
            let passed = || {
                let mut men = self.figures[friend.indices()].iter().filter(|figure| figure.in_arms());
                let limit = i64::from(near) * i64::from(near);
                men.any(|figure| figure.at.distance_squared_to_segment(from, to).0 <= limit)
            };
            if counts && passed() {
                self.body_mut(other).turn.causes.note(Cause::FriendsFlee);
            }
        }
    }

    /// A body's class, the least of them 0; a noble is of higher class by rank (MM-1.2).
    fn standing_of(&self, id: BodyId) -> u8 {
        let rank = self.figures[self.body(id).indices()][0].profile.rank;
        self.body(id).class as u8 + if self.lone_knight(id) { rank.above_knight() } else { 0 }
    }

    /// Whether one body is of equal class with another or better (MM-7.6).
    fn no_lower(&self, id: BodyId, than: BodyId) -> bool {
        self.standing_of(id) >= self.standing_of(than)
    }

    /// An active enemy within a distance both ahead and behind a figure (MM-7.4); the nearer of them.
    fn between_enemies(&self, id: FigureId, within: i32) -> Option<FigureId> {
        let captor = self.nearest_captor(id, within)?;
        let figure = self.figure(id);
        let home = Position::home(figure.side).vector();
        let limit = i64::from(within) * i64::from(within);
        let (mut ahead, mut behind) = (false, false);
        self.grid.any_near(figure.at, within, |other| {
            let enemy = self.figure(other);
            if enemy.side != figure.side
                && enemy.stands()
                && enemy.at.distance_squared(figure.at) <= limit
                && self.body(enemy.body).active()
            {
                let side = home.dot(figure.at.to(enemy.at));
                ahead |= side > 0;
                behind |= side < 0;
            }
            ahead && behind
        });
        (ahead && behind).then_some(captor)
    }

    /// The craven fall back a full move from active enemies within 10 in, and otherwise stay where they are (MM-7.4).
    pub(super) fn fall_back(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        let near = self.tables.morale.near.craven * INCH;
        let side = self.body(id).side;
        // In cover they only do not advance.
        let pressed = !self.in_cover(self.body(id).centre)
            && self.body_ids().any(|other| {
                let body = self.body(other);
                body.side != side && body.active() && self.gap(id, other, near).is_some()
            });
        if pressed {
            self.abandon_gear(id, umpire.sink());
            let distance = self.allowance(id, Gait::Walk);
            self.body_mut(id).turn.falling_back = true;
            self.go_home(id, Gait::Walk, distance, Why::FallBack, umpire);
        }
    }

    /// The bold who could not charge advance towards the nearest enemy, short of contact (MM-7.4).
    fn advance_boldly(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        if self.body(id).turn.engaged || self.body_touched(id) {
            return;
        }
        let body = self.body(id);
        let enemies =
            self.body_ids().filter(|&other| self.body(other).side != body.side && self.body(other).in_arms > 0);
        let Some(nearest) = enemies.min_by_key(|&other| (body.centre.distance_squared(self.body(other).centre), other))
        else {
            return;
        };
        let heading = Heading::of(body.centre.to(self.body(nearest).centre));
        let steps = body.facing.turn_to(heading);
        let distance = self.after_turning(id, Gait::Walk, steps).unwrap_or(0);
        let distance = distance.min(body.centre.distance(self.body(nearest).centre));
        self.march_as(id, heading, distance, Gait::Walk, heading, Why::Bold, umpire);
    }
}
