//! Blows and wounds face to face (MM-5, MM-6, SG-5.4).

use super::Illegal;
use super::event::{Event, Thrown, Tumble};
use super::map::Terrain;
use super::state::{Assault, Fortune, LadderLies, Post, TrooperId};
use crate::rules::battle::{Deed, HexForm};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Grade, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::man_to_man::arms::{best_hand, two_handed};
use crate::rules::man_to_man::melee::{Blow, Striker, attack_parts, defence_parts, has_a_blow, roll_blow};
use crate::rules::man_to_man::tables::protection_index;
use crate::rules::man_to_man::wounds::{roll_wound, wound_parts};

impl Assault {
    /// The melee of a turn (MM-5.1): blows of those who were face to face when it began, then of all who are at its end. Who
    /// flees or falls back strikes none (MM-7.4).
    pub(super) fn melee(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.fallen_yield(dice, sink);
        for start in [true, false] {
            let mut blows: Vec<(TrooperId, Striker)> = Vec::new();
            for id in self.ids() {
                let man = self.man(id);
                let able = self.active(id) && man.profile.class != Class::Cleric;
                if !able || !has_a_blow(man.blows, start, man.left_melee) || !self.has_before_him(id, start) {
                    continue;
                }
                let striker = Striker {
                    wounded: man.wounded,
                    rides_down: false,
                    grade: man.profile.grade.everyday(),
                    length: self.combat.melee.length_of(self.wields(id)),
                    class: man.profile.class as u8 + man.profile.rank.step(),
                    height: i16::from(self.level(id)),
                    charging: man.charges,
                };
                blows.push((id, striker));
            }
            let place = |&(id, striker): &(TrooperId, Striker)| (striker.order(), id);
            blows.sort_by_key(place);
            // Blows equal on all counts are simultaneous: all are rolled before any takes effect (MM-5.2).
            let mut from = 0;
            while from < blows.len() {
                if self.form >= HexForm::Third {
                    // Who was wounded meanwhile comes after those who are not (MM-6.2).
                    blows[from..].iter_mut().for_each(|(id, striker)| striker.wounded = self.man(*id).wounded);
                    blows[from..].sort_by_key(place);
                }
                let order = blows[from].1.order();
                let end = from + blows[from..].iter().take_while(|blow| blow.1.order() == order).count();
                let mut hits: Vec<(TrooperId, TrooperId)> = Vec::new();
                for &(by, _) in &blows[from..end] {
                    if !self.man(by).able() {
                        continue;
                    }
                    if let Some(at) = self.strikes_whom(by, start)
                        && self.strike(by, at, false, dice, sink)
                    {
                        hits.push((by, at));
                    }
                }
                for (by, at) in hits {
                    self.struck_down(by, at, dice, sink);
                }
                from = end;
            }
        }
    }

    /// Whether a man has an enemy before him whom he may strike: at a turn's start, one whom he met then (MM-5.1).
    fn has_before_him(&self, id: TrooperId, start: bool) -> bool {
        let met =
            (!start || self.man(id).engaged) && self.each_facing(id, |enemy| !start || self.met_at_start(id, enemy));
        met || !self.over_the_front_rank(id, start).is_empty()
    }

    /// Whom a man may strike as he stands: who is face to face with him, or, of a pike with nobody there, who is before the front rank
    /// (MM-5.1, MM-5.7).
    pub fn before_him(&self, id: TrooperId) -> Vec<TrooperId> {
        let facing = self.facing(id);
        if facing.is_empty() { self.over_the_front_rank(id, false) } else { facing }
    }

    /// Whom a man strikes: the one his side has named, else the one easiest to hit.
    fn strikes_whom(&self, by: TrooperId, start: bool) -> Option<TrooperId> {
        let mut facing: Vec<TrooperId> =
            self.facing(by).into_iter().filter(|&at| !start || self.met_at_start(by, at)).collect();
        if facing.is_empty() {
            facing = self.over_the_front_rank(by, start);
        }
        let named = self.man(by).strikes[usize::from(!start)].filter(|at| facing.contains(at));
        named.or_else(|| facing.into_iter().min_by_key(|&at| (self.guard_of(at), at)))
    }

    /// What an enemy's arms and grade are worth to him against a blow, the less the easier he is hit (MM-5.4).
    pub(super) fn guard_of(&self, at: TrooperId) -> i32 {
        let man = self.man(at);
        self.combat.melee.defence.protection[protection_index(man.protection_now())]
            - i32::from(man.profile.grade == Grade::E)
    }

    /// Whether a man may be told whom he strikes (MM-5.1): enemies who are face to face with him now. It costs him nothing.
    pub(super) fn check_strike(
        &self,
        side: Side,
        id: TrooperId,
        at: TrooperId,
        then: Option<TrooperId>,
    ) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let facing = self.before_him(id);
        match () {
            _ if man.profile.class == Class::Cleric => Err(Illegal::Unarmed),
            _ if ![Some(at), then].into_iter().flatten().all(|enemy| facing.contains(&enemy)) => Err(Illegal::NotFaced),
            _ if man.strikes == [Some(at), Some(then.unwrap_or(at))] => Err(Illegal::NoChange),
            _ => Ok(()),
        }
    }

    pub(super) fn strikes_at(
        &mut self,
        id: TrooperId,
        at: TrooperId,
        then: Option<TrooperId>,
        sink: &mut impl Sink<Event>,
    ) {
        self.man_mut(id).strikes = [Some(at), Some(then.unwrap_or(at))];
        sink.tell(|| Event::WillStrike { man: id, at, then });
    }

    /// Whether two were face to face when the turn began.
    pub(super) fn met_at_start(&self, one: TrooperId, other: TrooperId) -> bool {
        self.form < HexForm::Second || self.met.contains(&(one, other))
    }

    /// Notes who is face to face with whom as a turn begins (MM-5.1).
    pub(super) fn note_met(&mut self) {
        self.met = self.ids().flat_map(|id| self.facing(id).into_iter().map(move |enemy| (id, enemy))).collect();
        for id in self.ids() {
            self.man_mut(id).engaged = self.met.iter().any(|&(one, _)| one == id);
        }
    }

    /// One blow and what it does at once.
    pub(super) fn blow(
        &mut self,
        by: TrooperId,
        at: TrooperId,
        parting: bool,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if self.strike(by, at, parting, dice, sink) {
            self.struck_down(by, at, dice, sink);
        }
    }

    /// The weapon a man fights with (MM-9.11): not a javelin where none is left to him (MM-5.4).
    pub fn wields(&self, id: TrooperId) -> Weapon {
        let (man, arms) = (self.man(id), &self.man(id).profile.weapons);
        let thrown = arms.missile == Some(Weapon::Javelin) && man.ammunition == 0 && self.form >= HexForm::Second;
        match man.arm() {
            Weapon::Javelin if thrown => {
                let left = arms.carried.without(Weapon::Javelin);
                best_hand(left, &self.combat, |weapon| !(man.one_handed() && two_handed(weapon)))
            }
            weapon => weapon,
        }
    }

    /// All that bears on a blow of one man at another (MM-5.4).
    pub fn blow_of(&self, by: TrooperId, at: TrooperId) -> Blow {
        let (striker, target) = (*self.man(by), *self.man(at));
        let trees = |id: TrooperId| self.place(id).is_some_and(|at| self.map.cell(at).terrain == Terrain::Trees);
        Blow {
            weapon: self.wields(by),
            attacker: striker.profile.class,
            attacker_grade: striker.profile.grade,
            attacker_mounted: false,
            charging: striker.charges,
            to_the_rear: false,
            defender: target.profile.class,
            defender_grade: target.profile.grade,
            protection: target.protection_now(),
            defender_mounted: false,
            obstacle: matches!(striker.post, Post::Ladder(_)),
            woods: trees(by) || trees(at),
            rough: false,
        }
    }

    /// Strikes one blow (MM-5.4); whether it hits. Who stands at the head of a ladder defends an obstacle against the man
    /// on it. A cleric attacked yields (MM-8.9).
    fn strike(
        &mut self,
        by: TrooperId,
        at: TrooperId,
        parting: bool,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> bool {
        self.fighting = true;
        for id in [by, at] {
            self.man_mut(id).fought = true;
            self.deed(id, Deed::FoughtHandToHand);
            let troop = usize::from(self.man(id).troop);
            self.troops[troop].fought = true;
        }
        if self.man(at).profile.class == Class::Cleric {
            self.yields(at, Some(by), dice, sink);
            return false;
        }
        self.man_mut(by).blows += 1;
        let blow = self.blow_of(by, at);
        let (mut attack, mut defence, combat) = (Sum::default(), Sum::default(), self.combat.clone());
        attack_parts(&blow, &combat, &mut attack);
        defence_parts(&blow, &combat, &mut defence);
        let roll = roll_blow(attack.0, defence.0, dice);
        sink.tell(|| {
            let (mut with, mut against): (Vec<Part>, Vec<Part>) = (Vec::new(), Vec::new());
            attack_parts(&blow, &combat, &mut with);
            defence_parts(&blow, &combat, &mut against);
            let thrown = |face: u8, parts, sum| Thrown { faces: vec![face], parts, total: i32::from(face) + sum };
            Event::Struck {
                man: by,
                at,
                weapon: blow.weapon,
                attack: thrown(roll.attack, with, attack.0),
                defence: thrown(roll.defence, against, defence.0),
                hit: roll.hit,
                parting,
            }
        });
        roll.hit
    }

    fn struck_down(&mut self, by: TrooperId, at: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if !self.man(at).present() {
            return;
        }
        let side = self.man(at).side as usize;
        // Men are counted, and not hits.
        let counts = !std::mem::replace(&mut self.man_mut(at).hit_in_melee, true) || self.form < HexForm::Fourth;
        self.melee_hits[side] += u16::from(counts);
        self.hurt(at, Some(by), dice, sink);
        self.melee_kills[side] += u16::from(self.man(at).fortune == Fortune::Dead);
    }

    /// A hit (MM-6.1): a wound or death; a second wound kills. A man wounded on a ladder or a gangway falls off it (MM-6.3).
    /// `by` is who struck him hand to hand.
    pub(super) fn hurt(
        &mut self,
        id: TrooperId,
        by: Option<TrooperId>,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let man = *self.man(id);
        let (combat, protection) = (self.combat.clone(), man.protection_now());
        let roll = roll_wound(protection, &combat, dice);
        let killed = roll.kills || man.wounded;
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            wound_parts(protection, &combat, &mut parts);
            let total = i32::from(roll.face) + crate::rules::explain::total(&parts) as i32;
            let thrown = Thrown { faces: vec![roll.face], parts, total };
            Event::Hurt { man: id, thrown, killed, second_wound: man.wounded && !roll.kills }
        });
        let troop = &mut self.troops[usize::from(man.troop)];
        troop.hit_now = true;
        troop.hit += u16::from(!man.wounded);
        if killed {
            if let Some(by) = by {
                self.slain(by, id);
            }
            return self.lost(id, by, Fortune::Dead, dice, sink);
        }
        self.man_mut(id).wounded = true;
        self.note_fallen(id, false);
        if let Post::Ladder(ladder) = man.post
            && let LadderLies::Upright { foot, head, .. } = self.ladders[usize::from(ladder)].lies
        {
            self.falls(id, foot, self.climbs(foot, head), Tumble::Wounded, dice, sink);
        } else if let Some(machine) = man.crossed {
            self.falls_off_gangway(id, machine, dice, sink);
        }
    }

    /// A man is out of the assault, killed hand to hand by somebody or not; what he bore stays (MM-8.8).
    pub(super) fn lost(
        &mut self,
        id: TrooperId,
        by: Option<TrooperId>,
        fortune: Fortune,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.note_fallen(id, true);
        self.standard_of(id, by, fortune, dice, sink);
        self.take_off(id, fortune);
    }

    /// Men who fell stand up again when their time is over (MM-6.4).
    pub(super) fn rise(&mut self, sink: &mut impl Sink<Event>) {
        for id in self.ids() {
            if let Fortune::Down(until) = self.man(id).fortune
                && self.turn > until
            {
                self.man_mut(id).fortune = Fortune::Able;
                sink.tell(|| Event::Rose { man: id });
            }
        }
    }

    /// The side's men who stand.
    pub(super) fn able(&self, side: Side) -> usize {
        self.ids().filter(|&id| self.man(id).side == side && self.man(id).able()).count()
    }
}
