//! The fight for a fort's walls (CC-6): ladders and towers, rounds man by man on the parapet, and rams.

use super::field::WallId;
use super::scenario::{parapet_holds, post_near};
use super::sight::CordSpot;
use super::state::{PlayForm, Position, SiegeGear, Storming, Troops, TroopsId, WallState, WayUp, Whereabouts};
use super::troops::Armour;
use super::wall::{WallRound, parted, roll_push, wall_round};
use super::{Event, WallFight};
use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Sink;
use crate::rules::geometry::Point;

/// A man in the fight for a wall.
#[derive(Clone, Copy, Debug)]
struct WallMan {
    of: TroopsId,
    armour: Armour,
    /// Whether he stands on the parapet, and not at the top of a ladder or in a tower's bridge.
    on: bool,
}

impl Position {
    /// Those of a side who storm a stretch of wall.
    fn stormers(&self, side: Side, wall: WallId) -> Vec<TroopsId> {
        let storms = |troops: &Troops| troops.is_afield() && troops.storming.is_some_and(|storm| storm.wall == wall);
        self.of(side).filter(|(_, troops)| storms(troops)).map(|(id, _)| id).collect()
    }

    /// Whether a side has men on a parapet: those who man it, and those over it of whoever storms it.
    pub(super) fn is_on(&self, side: Side, wall: WallId) -> bool {
        let over = |troops: &Troops| troops.storming.is_some_and(|storm| storm.wall == wall && storm.over > 0);
        self.manning(side, wall).next().is_some() || self.of(side).any(|(_, troops)| over(troops))
    }

    /// How many of a side's men who storm a wall are over it.
    pub(super) fn over(&self, side: Side, wall: WallId) -> usize {
        let storms = self.of(side).filter_map(|(_, troops)| Some((troops.storming?, troops.standing.len())));
        storms.filter(|(storm, _)| storm.wall == wall).map(|(storm, men)| storm.over.min(men)).sum()
    }

    /// For how many more of a side's men a parapet has room: they stand on it in two ranks (CC-6.4).
    pub(super) fn room_on(&self, side: Side, wall: WallId) -> usize {
        if self.form == PlayForm::First {
            return usize::MAX;
        }
        let on: usize = self.manning(side, wall).map(|(_, troops)| troops.standing.len()).sum();
        let holds = self.field.wall(wall).map_or(0, |wall| parapet_holds(wall, &self.tables));
        holds.saturating_sub(on + self.over(side, wall))
    }

    /// How many of some troops, the foremost, are over a wall that the enemy is on: in the fight on its parapet (CC-6.5).
    pub(super) fn fighting_over(&self, troops: &Troops) -> usize {
        let fights = |storm: &Storming| storm.over > 0 && self.is_on(troops.side.other(), storm.wall);
        troops.storming.filter(fights).map_or(0, |storm| storm.over.min(troops.standing.len()))
    }

    /// Where the figures of some troops are seen, with their places in the block: the foremost, who are over a wall, stand on it
    /// to both sides of where they came up (CC-6.3, CC-6.4).
    pub fn stand<'a>(&self, troops: &'a Troops) -> impl Iterator<Item = (u16, Point)> + 'a {
        let over = troops.storming.and_then(|storm| Some((storm.over, self.field.wall(storm.wall)?)));
        let parapet = over.filter(|(over, _)| *over > 0).map(|(over, wall)| {
            let (from, to, long) = (wall.from, wall.to, wall.from.distance(wall.to));
            let apart = troops.base.min(long / over as i32);
            // About where they came up, as far as the wall goes.
            let wide = apart * (over as i32 - 1);
            let first = (from.distance(wall.nearest(troops.at)) - wide / 2).clamp(0, long - wide);
            (over, move |number: usize| from.toward(to, first + apart * number as i32))
        });
        troops.figures().enumerate().map(move |(number, (slot, place))| match &parapet {
            Some((over, at)) if number < *over => (slot, at(number)),
            _ => (slot, place),
        })
    }

    /// The same with the parapet that each is on, and the wagon or boat that he sits in: for aim and cover, for the cord and the
    /// cup, and for what is held. By earlier forms those over a wall, and who sat in something, were where their block stands.
    pub(super) fn spots<'a>(&self, troops: &'a Troops) -> impl Iterator<Item = (u16, CordSpot)> + 'a {
        let over = troops.storming.filter(|_| self.form >= PlayForm::Third);
        let seated = self.seated(troops);
        let seen = troops.figures().zip(self.stand(troops)).enumerate();
        seen.map(move |(number, ((slot, below), (_, stands)))| match over {
            Some(storm) if number < storm.over => (slot, CordSpot { at: stands, on: Some(storm.wall) }),
            _ => (slot, Position::spot(troops, seated.get(number).copied().unwrap_or(below))),
        })
    }

    /// Where the wagon or boat is that each of some troops sits in; nothing of those who sit in none.
    fn seated(&self, troops: &Troops) -> Vec<Point> {
        let Whereabouts::Aboard(carrier) = troops.whereabouts else { return Vec::new() };
        if self.form < PlayForm::Third {
            return Vec::new();
        }
        let carriers: Vec<Point> = self.troops(carrier).figures().map(|(_, at)| at).collect();
        let own = |rider: TroopsId| self.troops(rider).side == troops.side && self.troops(rider).name == troops.name;
        let seats = self.seats(carrier).into_iter().filter(|(_, rider, _)| own(*rider));
        seats.filter_map(|(seat, ..)| carriers.get(seat).copied()).collect()
    }

    /// The same for who shoots and is shot at; nothing by earlier forms, by which all were in the middle of the wagons' front.
    pub(super) fn own_seats(&self, troops: &Troops) -> Vec<Point> {
        if self.form >= PlayForm::Fourth { self.seated(troops) } else { Vec::new() }
    }

    /// Whether troops stand on a parapet that the enemy is on too (CC-6.5).
    pub(super) fn is_contested(&self, troops: &Troops) -> bool {
        match troops.whereabouts {
            Whereabouts::Parapet(wall) => self.is_on(troops.side.other(), wall),
            _ => false,
        }
    }

    /// Whether somebody of a side on any parapet stands within a third of R1 of a place (CC-6.4).
    pub(super) fn is_near_above(&self, side: Side, place: Point) -> bool {
        let near = i64::from(self.tables.third());
        let high = |troops: &Troops| matches!(troops.whereabouts, Whereabouts::Parapet(_));
        // Who is over a wall stands on it, though others of his body still come up; by earlier forms only who manned one did.
        let over =
            |troops: &Troops| self.form >= PlayForm::Fourth && troops.storming.is_some_and(|storm| storm.over > 0);
        let reaches = |troops: &Troops| {
            let mut spots = self.spots(troops);
            spots.any(|(_, spot)| spot.on.is_some() && spot.at.distance_squared(place) <= near * near)
        };
        self.of(side).any(|(_, troops)| (high(troops) || over(troops)) && reaches(troops))
    }

    /// Those on a tower's bridge, three in all: of which troops, behind how many that are over, and how many (CC-6.3).
    pub(super) fn on_tower(&self, tower: TroopsId) -> Vec<(TroopsId, usize, usize)> {
        let mut left = self.tables.castle.bridge;
        let mut on = Vec::new();
        for (id, troops) in self.all() {
            if let Some(storm) = troops.storming.filter(|storm| storm.by == WayUp::Tower(tower)) {
                let count = (troops.standing.len() - storm.over.min(troops.standing.len())).min(left);
                left -= count;
                on.push((id, storm.over, count));
            }
        }
        on
    }

    /// Men of some troops on the bridge of a tower that stands at the wall and is not alight.
    fn on_bridge(&self, id: TroopsId, tower: TroopsId, wall: WallId) -> usize {
        let gear = self.troops(tower);
        let stands = gear.is_afield() && gear.is_tower() && !gear.alight;
        match stands && self.is_at_wall(gear, wall) {
            true => self.on_tower(tower).into_iter().filter(|(of, ..)| *of == id).map(|(.., count)| count).sum(),
            false => 0,
        }
    }

    /// Whoever stormed off a tower that is gone from the wall does so no more; those over stay on the parapet (CC-6.3).
    pub(super) fn leave_towers(&mut self) {
        for at in 0..self.troops.len() {
            let id = TroopsId(at as u16);
            let Some(storm) = self.troops(id).storming else { continue };
            let WayUp::Tower(tower) = storm.by else { continue };
            let gear = self.troops(tower);
            if !gear.is_afield() || !gear.is_tower() || !self.is_at_wall(gear, storm.wall) {
                self.stop_storming(id);
            }
        }
    }

    /// These storm no more; those of them who are over are a body of their own on the parapet.
    pub(super) fn stop_storming(&mut self, id: TroopsId) {
        let Some(storm) = self.troops_mut(id).storming.take() else { return };
        let over = storm.over.min(self.troops(id).standing.len());
        let party = match over {
            0 => return,
            all if all == self.troops(id).standing.len() => id,
            over => {
                let name = self.fresh_name(format!("{} on the wall", self.troops(id).name));
                self.part_off(id, over, name)
            }
        };
        let field = self.field.clone();
        let near = self.troops(id).at;
        post_near(self.troops_mut(party), storm.wall, &field, near);
    }

    /// The fight for a stretch of wall: ladders pushed, a round man by man, and men up where nobody holds it (CC-6.4 to
    /// CC-6.6).
    pub(super) fn storm(&mut self, wall: WallId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for side in [Side::Attacker, Side::Defender] {
            let held = self.is_on(side.other(), wall);
            for id in self.stormers(side, wall) {
                let fallen = self.push_ladders(id, wall, held, dice, sink);
                if !held {
                    self.come_up(id, wall, fallen, sink);
                }
            }
        }
        self.wall_fight(wall, dice, sink);
        for side in [Side::Attacker, Side::Defender] {
            for id in self.stormers(side, wall) {
                let troops = self.troops(id);
                let all = troops.storming.is_some_and(|storm| storm.over >= troops.standing.len());
                // Where the parapet is theirs and full, the rest stay below.
                let full = troops.storming.is_some_and(|storm| storm.over > 0) && self.room_on(side, wall) == 0;
                if all || full && !self.is_on(side.other(), wall) {
                    self.stop_storming(id);
                    let (who, wall) = (self.troops(id).name.clone(), self.wall_name(wall));
                    sink.tell(|| Event::WonWall(who, wall));
                }
            }
        }
    }

    /// Where nobody is on a wall men come over: two by each ladder but those that fell in this turn, three off a tower
    /// (CC-6.3, CC-6.4).
    fn come_up(&mut self, id: TroopsId, wall: WallId, fallen: usize, sink: &mut impl Sink<Event>) {
        let by = match self.troops(id).storming {
            Some(storm) => storm.by,
            None => return,
        };
        let up = match by {
            WayUp::Ladders => self.troops(id).ladders.saturating_sub(fallen) * self.tables.castle.ladder,
            WayUp::Tower(tower) => self.on_bridge(id, tower, wall),
        };
        let up = up.min(self.room_on(self.troops(id).side, wall));
        let wall = self.wall_name(wall);
        let troops = self.troops_mut(id);
        let (who, men) = (troops.name.clone(), troops.standing.len());
        if let Some(storm) = &mut troops.storming {
            let up = up.min(men.saturating_sub(storm.over));
            storm.over += up;
            storm.tops = storm.tops.min(men.saturating_sub(storm.over));
            if up > 0 {
                sink.tell(|| Event::CameOver(who, wall, up, by != WayUp::Ladders));
            }
        }
    }

    /// Where a ladder of some troops stands against a wall: they stand side by side before their front.
    fn ladder_place(&self, troops: &Troops, wall: WallId, ladder: usize) -> Point {
        let count = troops.ladders.max(1) as i32;
        let wide = troops.files.min(troops.standing.len().max(1)) as i32 * troops.base;
        let aside = (2 * ladder as i32 + 1 - count) * wide / (2 * count);
        let foot = troops.at.along(troops.facing.turned(-16), aside);
        self.field.wall(wall).map_or(foot, |wall| wall.nearest(foot))
    }

    /// Every ladder without a man at its top that a defender stands near enough to, on whatever parapet, is pushed (CC-6.4): it
    /// falls with the man on it, or he is up; and one that nobody is left to hold falls or stands. How many fell with a man.
    fn push_ladders(
        &mut self,
        id: TroopsId,
        wall: WallId,
        held: bool,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> usize {
        let (tables, field, form) = (self.tables.clone(), self.field.clone(), self.form);
        let mut fallen = 0;
        let Some(storm) = self.troops(id).storming.filter(|storm| storm.by == WayUp::Ladders) else { return fallen };
        let (who, wall_name) = (self.troops(id).name.clone(), self.wall_name(wall));
        // The first ladders are those with a man at the top.
        for ladder in storm.tops..self.troops(id).ladders {
            let troops = self.troops(id);
            let Some(storming) = troops.storming else { return fallen };
            let below = troops.standing.len().saturating_sub(storming.over + storming.tops);
            let near = self.is_near_above(troops.side.other(), self.ladder_place(troops, wall, ladder));
            let troops = self.troops_mut(id);
            let Some(storming) = &mut troops.storming else { return fallen };
            let (who, wall) = (who.clone(), wall_name.clone());
            match (below > 0, near) {
                // Where nobody is on the wall he does not stop at the top.
                (true, false) if !held => {}
                (true, false) => {
                    storming.tops += 1;
                    sink.tell(|| Event::Climbed(who, wall));
                }
                (true, true) => {
                    let (face, up) = roll_push(&tables, dice);
                    match up {
                        true => storming.tops += 1,
                        false => fallen += troops.lose_on(&field, 1, form),
                    }
                    sink.tell(|| Event::Pushed(who, wall, face, up));
                }
                (false, true) => {
                    let (face, stands) = roll_push(&tables, dice);
                    troops.ladders -= usize::from(!stands);
                    sink.tell(|| Event::Deserted(who, wall, face, stands));
                }
                (false, false) => {}
            }
        }
        if self.troops(id).standing.is_empty() {
            self.gone(id, sink);
        }
        fallen
    }

    /// A side's men in the fight for a wall: on the parapet, at the tops of ladders, and in the bridges of towers.
    fn wall_men(&self, side: Side, wall: WallId) -> Vec<WallMan> {
        let mut men = Vec::new();
        for (of, troops) in self.manning(side, wall) {
            men.extend(std::iter::repeat_n(WallMan { of, armour: troops.armour, on: true }, troops.standing.len()));
        }
        for of in self.stormers(side, wall) {
            let troops = self.troops(of);
            let Some(storm) = troops.storming else { continue };
            let over = storm.over.min(troops.standing.len());
            let tops = match storm.by {
                WayUp::Ladders => storm.tops,
                WayUp::Tower(tower) => self.on_bridge(of, tower, wall),
            };
            men.extend(std::iter::repeat_n(WallMan { of, armour: troops.armour, on: true }, over));
            let tops = tops.min(troops.standing.len() - over);
            men.extend(std::iter::repeat_n(WallMan { of, armour: troops.armour, on: false }, tops));
        }
        men
    }

    /// One round between the two sides' men at a wall (CC-6.5, CC-6.6), where one has men on it.
    fn wall_fight(&mut self, wall: WallId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let tables = self.tables.clone();
        let men =
            BySide { attacker: self.wall_men(Side::Attacker, wall), defender: self.wall_men(Side::Defender, wall) };
        let nobody_on = |men: &[WallMan]| men.iter().all(|man| !man.on);
        let empty = men.attacker.is_empty() || men.defender.is_empty();
        if empty || nobody_on(&men.attacker) && nobody_on(&men.defender) {
            return;
        }
        let fewer = if men.attacker.len() <= men.defender.len() { Side::Attacker } else { Side::Defender };
        let (few, many) = (&men[fewer], &men[fewer.other()]);
        // The back of the only man of his side on the parapet is open (CC-6.6).
        let alone = few.iter().filter(|man| man.on).count() == 1;
        let open: Vec<bool> = few.iter().map(|man| man.on && alone).collect();
        let mut fell = BySide { attacker: vec![false; men.attacker.len()], defender: vec![false; men.defender.len()] };
        let mut won = fell.clone();
        let (mut rounds, mut from): (Vec<WallRound>, usize) = (Vec::new(), 0);
        for (one, count) in parted(&open, many.len(), &tables).into_iter().enumerate() {
            let against: Vec<Armour> = many[from..from + count].iter().map(|man| man.armour).collect();
            let round = wall_round(few[one].armour, &against, &tables, dice);
            if let Some(at) = round.falls {
                fell[fewer.other()][from + at] = true;
                won[fewer][one] = true;
            }
            if let Some(at) = round.felled_by {
                fell[fewer][one] = true;
                won[fewer.other()][from + at] = true;
            }
            from += count;
            rounds.push(round);
        }
        for side in [Side::Attacker, Side::Defender] {
            for ((man, fell), won) in men[side].iter().zip(&fell[side]).zip(&won[side]) {
                self.after_round(wall, *man, *fell, *won);
            }
        }
        // Those who come up are told first.
        let up = if self.stormers(Side::Defender, wall).is_empty() { Side::Attacker } else { Side::Defender };
        let count = |side: Side| fell[side].iter().filter(|fell| **fell).count();
        let told = WallFight {
            wall: self.wall_name(wall),
            up: men[up].len(),
            holders: men[up.other()].len(),
            up_fell: count(up),
            holders_fell: count(up.other()),
            rounds,
        };
        sink.tell(|| Event::WallFought(told));
        let mut all: Vec<TroopsId> = men.attacker.iter().chain(&men.defender).map(|man| man.of).collect();
        all.dedup();
        for id in all {
            if self.troops(id).standing.is_empty() {
                self.gone(id, sink);
            }
        }
    }

    /// A man has fallen, or he has won his way onto the parapet, if it has room, and the next is at the top of his ladder (CC-6.4).
    fn after_round(&mut self, wall: WallId, man: WallMan, fell: bool, won: bool) {
        let won = won && self.room_on(self.troops(man.of).side, wall) > 0;
        let (field, form) = (self.field.clone(), self.form);
        let troops = self.troops_mut(man.of);
        if let Some(storm) = &mut troops.storming {
            let ladders = storm.by == WayUp::Ladders;
            match (man.on, fell) {
                (true, true) => storm.over -= 1,
                (false, true) if ladders => storm.tops -= 1,
                (false, false) if won => storm.over += 1,
                _ => {}
            }
            let left = troops.standing.len() - usize::from(fell);
            storm.tops = storm.tops.min(left.saturating_sub(storm.over));
        }
        if fell {
            troops.lose_on(&field, 1, form);
        }
    }

    /// Rams that stayed in place batter: four turns open a gate, seven breach a wall, and one more for each oil. Whoever leaves
    /// begins anew; whoever only turns it batters nothing in that turn (CC-6.1, CC-6.2).
    pub(super) fn ram(&mut self, sink: &mut impl Sink<Event>) {
        for at in 0..self.troops.len() {
            let id = TroopsId(at as u16);
            let troops = self.troops(id);
            let in_place = troops.gear == Some(SiegeGear::Ram) && !troops.hooked && troops.is_afield();
            let at_wall = in_place.then(|| self.wall_before(troops));
            let Some(wall_id) = at_wall.flatten() else {
                let troops = self.troops_mut(id);
                (troops.battered, troops.doused) = ((None, 0), 0);
                continue;
            };
            let (at, engaged) = (troops.at, self.is_engaged(id));
            let wall = self.field.wall(wall_id).map(|wall| (wall.gate, wall.nearest(at)));
            let Some((gate, place)) = wall else { continue };
            let needed = if gate { self.tables.castle.gate } else { self.tables.castle.wall };
            let form = self.form;
            let troops = self.troops_mut(id);
            let left = if form == PlayForm::First { troops.moved } else { troops.pushed };
            if troops.battered.0 != Some(wall_id) || left {
                (troops.battered, troops.doused) = ((Some(wall_id), 0), u8::from(troops.alight));
            }
            if troops.moved || engaged {
                continue;
            }
            troops.battered.1 += 1;
            let (turns, needed) = (troops.battered.1, needed + troops.doused);
            let who = troops.name.clone();
            let wall = self.wall_name(wall_id);
            if turns < needed {
                sink.tell(|| Event::Rammed(who, wall, turns, needed));
                continue;
            }
            self.walls[usize::from(wall_id.0)] = if gate { WallState::Open } else { WallState::Breached(place) };
            let troops = self.troops_mut(id);
            (troops.battered, troops.doused) = ((None, 0), 0);
            sink.tell(|| Event::Broken(who, wall, gate));
        }
    }
}
