//! Shooting hex to hex (MM-4, SG-5.4): who may shoot at whom, the order of the shots, and their hits.

use super::Illegal;
use super::blaze::HexFuel;
use super::dropping::HexDrop;
use super::engines::Struck;
use super::event::{Event, Thrown};
use super::line::{FireLine, LineEnd};
use super::map::HexId;
use super::sight::Sighted;
use super::state::{Assault, HexAim, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Grade, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Machine;
use crate::rules::geometry::INCH;
use crate::rules::man_to_man::Cover;
use crate::rules::man_to_man::shooting::{Range, Shot, roll_shot, shot_parts};
use std::cmp::Reverse;

/// A shot's place in the order of MM-4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HexShotOrder {
    second: bool,
    wounded: bool,
    moving: bool,
    grade: Reverse<Grade>,
    in_open: bool,
    weapon: u8,
}

/// What is shot or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Missile {
    /// By a man at another.
    Shot(TrooperId, TrooperId),
    /// By a man at what burns in a hex.
    Fire(TrooperId, HexId),
    /// By a machine.
    Stone(u8),
    Drop(HexDrop),
}

impl Missile {
    /// The man whose it is; none of a machine's.
    fn by(self) -> Option<TrooperId> {
        match self {
            Missile::Shot(by, _) | Missile::Fire(by, _) | Missile::Drop(HexDrop { by, .. }) => Some(by),
            Missile::Stone(_) => None,
        }
    }
}

/// What has hit.
pub(super) enum HexHit {
    Shot(TrooperId, TrooperId),
    Fire(HexFuel),
    Stone(Struck, HexId),
    Dropped(TrooperId, Struck),
}

impl Assault {
    /// Where a man stands for a line of fire. On a ladder he is at the level of its foot, on a siege tower at its top (SG-7.2).
    pub(super) fn end_of(&self, id: TrooperId) -> Option<LineEnd> {
        match self.man(id).post {
            Post::Aloft(n) => Some(LineEnd::on_tower(self.machine(n).at, self.top_of(n))),
            _ => self.place(id).map(|at| LineEnd::on(&self.map, at)),
        }
    }

    /// Whether nothing hides a man in one hex from one in another (SG-6).
    pub(super) fn sees(&self, from: HexId, to: HexId) -> bool {
        let [one, other] = [from, to].map(|at| LineEnd::on(&self.map, at));
        FireLine::in_form(&self.map, one, other, &self.tables, self.form).is_clear()
    }

    /// The line of fire between two men (SG-6).
    pub fn line(&self, one: TrooperId, other: TrooperId) -> Option<FireLine> {
        Some(FireLine::in_form(&self.map, self.end_of(one)?, self.end_of(other)?, &self.tables, self.form))
    }

    /// What the line of fire from one man to another comes to, from what was found before.
    fn sighted(&self, one: TrooperId, other: TrooperId) -> Option<Sighted> {
        let ends = self.end_of(one).zip(self.end_of(other));
        ends.map(|(one, other)| self.sights.between(&self.map, one, other, &self.tables, self.form))
    }

    /// Who stood this turn, did not shoot and has nobody to fight loads his handgun (MM-3.5).
    pub(super) fn load_handguns(&mut self, sink: &mut impl Sink<Event>) {
        for id in self.ids() {
            let man = self.man(id);
            let handgun = man.profile.weapons.missile == Some(Weapon::Handgun) && !man.one_handed();
            let empty = handgun && !man.loaded && man.ammunition > 0;
            let stood =
                man.able() && !man.moved && man.aim.is_none() && matches!(man.post, Post::Hex(_) | Post::Aloft(_));
            if empty && stood && !self.faces_enemy(id) {
                self.man_mut(id).loaded = true;
                sink.tell(|| Event::Loaded { man: id });
            }
        }
    }

    /// Missiles that a man carries when he has all (MM-4.6).
    fn carries(&self, id: TrooperId) -> u8 {
        let row = self.man(id).profile.weapons.missile.and_then(|weapon| self.combat.shooting.of(weapon));
        row.map_or(0, |row| row.carried)
    }

    /// Whether a man may take missiles from the store, which a garrison has in its keep **[house]** (MM-4.6).
    pub(super) fn check_restock(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        let at = self.fresh(side, id)?;
        match () {
            _ if self.man(id).profile.weapons.missile.is_none() => Err(Illegal::MayNotShoot),
            _ if !self.holds_keep(id) || !self.map.in_keep(at) => Err(Illegal::NoStore),
            _ if self.man(id).ammunition > 0 => Err(Illegal::HasMissiles),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => Ok(()),
        }
    }

    /// He takes as many as he carries; it takes his turn (MM-3.7).
    pub(super) fn restock(&mut self, id: TrooperId, sink: &mut impl Sink<Event>) {
        self.man_mut(id).ammunition = self.carries(id);
        self.spend_turn(id);
        sink.tell(|| Event::Restocked { man: id });
    }

    /// How many shots a man may make this turn (MM-3.5): standing, bows, slings and javelins twice, a crossbow and a loaded
    /// handgun once; having moved, the light ones once. None where a task has taken his turn (MM-3.7), nor where he has one hand
    /// only, but with a javelin (MM-9.11).
    pub(super) fn shots_of(&self, id: TrooperId) -> u8 {
        let man = self.man(id);
        let light = matches!(
            man.profile.weapons.missile,
            Some(Weapon::Shortbow | Weapon::Longbow | Weapon::Sling | Weapon::Javelin)
        );
        let shots = match (man.profile.weapons.missile, man.moved) {
            (None, _) => 0,
            _ if man.spent => 0,
            (Some(weapon), _) if man.one_handed() && weapon != Weapon::Javelin => 0,
            (Some(Weapon::Handgun), _) if !man.loaded => 0,
            (Some(_), true) => u8::from(light),
            (Some(_), false) if light => 2,
            (Some(_), false) => 1,
        };
        shots.min(man.ammunition)
    }

    /// The band of a shot between two men (MM-4.7), a hex for an inch (SG-5.4).
    fn band(&self, by: TrooperId, at: TrooperId) -> Option<Range> {
        self.band_to(by, self.place(at)?)
    }

    /// The band of a man's shot into a hex.
    pub(super) fn band_to(&self, by: TrooperId, at: HexId) -> Option<Range> {
        let row = self.man(by).profile.weapons.missile.and_then(|weapon| self.combat.shooting.of(weapon))?;
        let far = self.map.distance(self.place(by)?, at) * i64::from(INCH);
        Range::of(row, far * far)
    }

    /// Whether a man may shoot at an enemy (MM-4.3, MM-4.4, MM-5.1, SG-6): in reach and on a clear line, neither of them
    /// face to face with an enemy, no ladder under him.
    pub fn check_aim(&self, side: Side, id: TrooperId, at: TrooperId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let target = self.men.get(usize::from(at.0)).filter(|man| man.side != side && man.present());
        target.ok_or(Illegal::NoTarget)?;
        match () {
            _ if self.shots_of(id) == 0 => Err(Illegal::MayNotShoot),
            _ if matches!(man.post, Post::Ladder(_)) => Err(Illegal::OnLadder),
            _ if matches!(man.post, Post::Aboard(_)) => Err(Illegal::AtMachine),
            _ if self.in_tower(at) => Err(Illegal::NoLine),
            _ if man.aim == Some(HexAim::Man(at)) => Err(Illegal::NoChange),
            _ if self.band(id, at).is_none() => Err(Illegal::OutOfReach),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ if self.in_contact(at) => Err(Illegal::TargetInContact),
            _ if !self.sighted(id, at).is_some_and(|line| line.clear) => Err(Illegal::NoLine),
            _ => Ok(()),
        }
    }

    /// The enemies of a side in a hex: who stands there, or those at the machine or the ladder that is there, in their order.
    pub fn enemies_in(&self, side: Side, at: HexId) -> impl Iterator<Item = TrooperId> + '_ {
        self.of(side.other()).filter(move |&id| self.place(id) == Some(at))
    }

    /// Whom of the enemies in a hex a man shoots at: the first whom he may shoot at now, else the first (MM-4.4).
    pub fn shoots_at_in(&self, id: TrooperId, at: HexId) -> Option<TrooperId> {
        let side = self.man(id).side;
        let may = |&enemy: &TrooperId| matches!(self.check_aim(side, id, enemy), Ok(()) | Err(Illegal::NoChange));
        self.enemies_in(side, at).find(may).or_else(|| self.enemies_in(side, at).next())
    }

    /// All shots of a turn, of men and of engines, and what is dropped, in the order of MM-4.1; those equal in it are simultaneous.
    pub(super) fn shooting(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let mut shots: Vec<(HexShotOrder, Missile)> = self.shots_of_men();
        shots.extend((0..self.machines.len() as u8).filter_map(|n| Some((self.stone_order(n)?, Missile::Stone(n)))));
        shots.extend(std::mem::take(&mut self.drops).into_iter().map(|it| (self.drop_order(it.by), Missile::Drop(it))));
        while !shots.is_empty() {
            // Who was wounded meanwhile comes after those who are not.
            for (order, missile) in &mut shots {
                order.wounded = missile.by().is_some_and(|by| self.man(by).wounded);
            }
            shots.sort();
            let first = shots[0].0;
            let rest = shots.split_off(shots.iter().take_while(|shot| shot.0 == first).count());
            let (mut shooters, mut hits) = (Vec::new(), Vec::new());
            for (order, missile) in std::mem::replace(&mut shots, rest) {
                match missile {
                    Missile::Shot(by, at) if self.man(by).able() => {
                        let Some(hit) = self.shot(by, at, order.second, dice, sink) else { continue };
                        shooters.push(by);
                        hits.extend(hit.then_some(HexHit::Shot(by, at)));
                    }
                    Missile::Shot(..) => {}
                    Missile::Fire(by, at) => {
                        let Some((fuel, hit)) = self.fire_missile(by, at, dice, sink) else { continue };
                        shooters.extend(self.catapult_of(by).is_none().then_some(by));
                        hits.extend(hit.then_some(HexHit::Fire(fuel)));
                    }
                    Missile::Stone(machine) => hits.extend(self.stone(machine, dice, sink)),
                    Missile::Drop(it) => hits.extend(self.drop_falls(it, dice, sink)),
                }
            }
            for by in shooters {
                self.man_mut(by).shot |= self.man(by).profile.weapons.missile != Some(Weapon::Javelin);
            }
            for landed in hits {
                match landed {
                    HexHit::Shot(by, at) => {
                        self.missile_hits(at, dice, sink);
                        self.has_hurt(by, at);
                    }
                    HexHit::Fire(fuel) => self.fire_lands(fuel, dice, sink),
                    HexHit::Stone(struck, at) => self.stone_hits(struck, at, dice, sink),
                    HexHit::Dropped(by, struck) => self.drop_hits(by, struck, dice, sink),
                }
            }
        }
        self.load_engines(sink);
    }

    /// The shots men are told to make, each in its place.
    fn shots_of_men(&self) -> Vec<(HexShotOrder, Missile)> {
        let mut shots = Vec::new();
        for id in self.ids() {
            let man = self.man(id);
            let Some(aim) = man.aim.filter(|_| man.able()) else { continue };
            let row = man.profile.weapons.missile.and_then(|weapon| self.combat.shooting.of(weapon));
            let by_catapult = self.catapult_of(id).is_some();
            let weapon = row.map_or(0, |row| row.order);
            let (covered, shots_of, missile) = match aim {
                HexAim::Man(at) => {
                    let covered = self.sighted(id, at).is_some_and(|line| line.cover[0] != Cover::None);
                    (covered, self.shots_of(id), Missile::Shot(id, at))
                }
                // One is lit.
                HexAim::Fire(at) => {
                    let covered = self.place(id).is_some_and(|from| self.map.cell(from).touches_battlements());
                    (covered, 1, Missile::Fire(id, at))
                }
            };
            for shot in 0..shots_of {
                let order = HexShotOrder {
                    second: shot > 0,
                    wounded: man.wounded,
                    moving: man.moved,
                    grade: Reverse(man.profile.grade.everyday()),
                    in_open: !covered,
                    weapon: if by_catapult { self.combat.gear.of(Machine::Catapult).order } else { weapon },
                };
                shots.push((order, missile));
            }
        }
        shots
    }

    /// The place of an engine's shot, if it is told to shoot: an only shot of a crew that stands, of the best man's grade.
    fn stone_order(&self, machine: u8) -> Option<HexShotOrder> {
        let it = self.machine(machine);
        let engine = it.kind.engine().filter(|_| it.mark.is_some())?;
        let crew = self.at_post(Post::Aboard(machine)).filter(|&id| !self.man(id).wounded);
        let grade = crew.map(|id| self.man(id).profile.grade.everyday()).max()?;
        Some(HexShotOrder {
            second: false,
            wounded: false,
            moving: false,
            grade: Reverse(grade),
            in_open: !self.map.cell(it.at).touches_battlements(),
            weapon: self.combat.gear.of(engine).order,
        })
    }

    /// The place of what a man drops, which is his only shot: after every weapon **[house]**.
    fn drop_order(&self, by: TrooperId) -> HexShotOrder {
        let man = self.man(by);
        HexShotOrder {
            second: false,
            wounded: man.wounded,
            moving: false,
            grade: Reverse(man.profile.grade.everyday()),
            in_open: !self.place(by).is_some_and(|at| self.map.cell(at).touches_battlements()),
            weapon: self.combat.gear.of(Machine::Rock).order,
        }
    }

    /// All that bears on a shot of one man at another (MM-4.8), if his weapon reaches so far, and whether his line is clear.
    pub fn shot_of(&self, by: TrooperId, at: TrooperId) -> Option<(Shot, bool)> {
        let (range, line) = (self.band(by, at)?, self.sighted(by, at)?);
        // A man on a ladder hangs in the open before the wall.
        let cover = match self.man(at).post {
            Post::Ladder(_) => Cover::None,
            _ => line.cover[1],
        };
        let clear = line.clear && !self.in_tower(at);
        Some((
            Shot {
                weapon: self.man(by).profile.weapons.missile?,
                range,
                protection: self.man(at).protection_now(),
                cover,
            },
            clear,
        ))
    }

    /// What is added to the dice of a shot here: by the page, and by the weather (MM-4.8, CP-3.1).
    pub fn shot_here(&self, shot: &Shot, tally: &mut impl Tally) {
        shot_parts(shot, &self.combat, tally);
        if let Some(weather) = self.weather {
            weather.shot(shot.weapon, shot.range == Range::Long, tally);
        }
    }

    /// One shot (MM-4.8); whether it hits, if it is made. A target that has gone or come face to face with an enemy is not shot
    /// at.
    fn shot(
        &mut self,
        by: TrooperId,
        at: TrooperId,
        second: bool,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<bool> {
        let contact = self.faces_enemy(by) || self.in_contact(at);
        let (Some((shot, true)), false) = (self.shot_of(by, at), contact) else { return None };
        if !self.man(at).present() || self.man(by).ammunition == 0 {
            return None;
        }
        let weapon = shot.weapon;
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        self.shot_here(&shot, &mut sum);
        let roll = roll_shot(sum.0, &combat, dice);
        self.man_mut(by).ammunition -= 1;
        self.note_shot(by, at, weapon);
        if weapon == Weapon::Handgun {
            self.man_mut(by).loaded = false;
        }
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            self.shot_here(&shot, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: roll.total };
            Event::Shot { man: by, at, weapon, second, thrown, hit: roll.hit }
        });
        Some(roll.hit)
    }

    /// A troop was shot at; by a firearm from near, it tests (MM-7.1, MM-7.2).
    fn note_shot(&mut self, by: TrooperId, at: TrooperId, weapon: Weapon) {
        let ends = self.place(by).zip(self.place(at));
        let near = i64::from(self.combat.morale.near.leader);
        let fired_on =
            weapon == Weapon::Handgun && ends.is_some_and(|(one, other)| self.map.distance(one, other) <= near);
        let troop = &mut self.troops[usize::from(self.men[usize::from(at.0)].troop)];
        troop.shot_at = true;
        troop.fired_on |= fired_on;
    }

    pub(super) fn missile_hits(&mut self, at: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if !self.man(at).present() {
            return;
        }
        let troop = usize::from(self.man(at).troop);
        // Men are counted, and not hits.
        let man = self.man_mut(at);
        let counts = !std::mem::replace(&mut man.hit_by_missile, true) || self.form < HexForm::Fourth;
        self.troops[troop].missile_hits += u16::from(counts);
        self.hurt(at, None, dice, sink);
    }
}
