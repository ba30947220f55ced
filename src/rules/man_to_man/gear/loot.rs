//! Looting the dead and the yielded (MM-8.5).

use super::hands::AT_HAND;
use super::state::{Booty, Dressing};
use crate::rules::figure::{Class, Protection, Weapon};
use crate::rules::game::Sink;
use crate::rules::man_to_man::Illegal;
use crate::rules::man_to_man::arms::{best_hand, two_handed};
use crate::rules::man_to_man::event::Event;
use crate::rules::man_to_man::ground::Going;
use crate::rules::man_to_man::state::{BodyId, Figure, FigureId, MOVE, Position, State};

impl Position {
    pub(super) fn check_loot(&self, id: BodyId, from: FigureId, take: Booty) -> Result<(), Illegal> {
        if usize::from(from.0) >= self.figures.len() {
            return Err(Illegal::NothingToTake);
        }
        let victim = self.figure(from);
        let lies = match victim.state {
            State::Dead => true,
            // Never a yielded knight.
            State::Yielded { .. } => victim.profile.class != Class::Knight && victim.side != self.body(id).side,
            _ => false,
        };
        let something = match take {
            Booty::Weapon => {
                let arms = &victim.profile.weapons;
                let of_use = |weapon| !matches!(weapon, Weapon::Shield | Weapon::Improvised);
                arms.carried.iter().any(of_use)
            }
            Booty::Shield => victim.profile.weapons.shield,
            Booty::Armour => bare(victim.profile.protection, victim.profile.weapons.shield) < Protection::NONE,
        };
        if !lies || !something {
            return Err(Illegal::NothingToTake);
        }
        if self.looter(id, from, take).is_some() { Ok(()) } else { Err(Illegal::NotNear) }
    }

    /// What of a move it takes to loot, in quarters (MM-8.5).
    pub(super) fn loot_takes(&self, take: Booty) -> u8 {
        let loot = &self.tables.gear.loot;
        let halves = if take == Booty::Armour { loot.armour } else { loot.weapon };
        halves * MOVE / 2
    }

    /// The nearest man of a body to whom the booty is worth having.
    fn looter(&self, id: BodyId, from: FigureId, take: Booty) -> Option<FigureId> {
        let victim = self.figure(from);
        let better = |&man: &FigureId| {
            let figure = self.figure(man);
            match take {
                _ if figure.profile.class == Class::Cleric || !self.on_firm_ground(man) => false,
                Booty::Weapon => self.weapon_to_take(figure, victim).is_some(),
                Booty::Shield => !figure.profile.weapons.shield,
                Booty::Armour => {
                    bare(victim.profile.protection, victim.profile.weapons.shield)
                        < bare(figure.profile.protection, figure.profile.weapons.shield)
                        && !self.train.dressing.iter().any(|dressing| dressing.figure == man)
                }
            }
        };
        self.men_by(id, victim.at, AT_HAND).into_iter().find(better)
    }

    /// The one weapon that a man takes from another (MM-8.5), and the shots that go with it: one longer than he has; or
    /// missiles of a kind that he has shot away; or what he could shoot with, or ride with, if he has nothing for that.
    fn weapon_to_take(&self, man: &Figure, from: &Figure) -> Option<(Weapon, u8)> {
        let (own, theirs) = (&man.profile.weapons, &from.profile.weapons);
        let best = |carried| best_hand(carried, &self.tables, |_| true);
        let length = |weapon| self.tables.melee.length_of(weapon);
        let shots = |weapon: Weapon| match weapon {
            _ if theirs.missile == Some(weapon) => from.ammunition,
            _ if theirs.other_missile() == Some(weapon) => from.other_shots,
            _ => 0,
        };
        let left = |weapon: &Weapon| shots(*weapon) > 0;
        // What he threw lies elsewhere.
        let thrown = shots(Weapon::Javelin) == 0;
        let hand = best(if thrown { theirs.carried.without(Weapon::Javelin) } else { theirs.carried });
        if theirs.carried.has(hand) && length(hand) > length(best(own.carried)) {
            return Some((hand, shots(hand)));
        }
        if let Some(weapon) = own.missile.filter(|_| man.ammunition == 0).filter(left) {
            return Some((weapon, shots(weapon)));
        }
        let missile = [theirs.missile, theirs.other_missile()].into_iter().flatten().find(left);
        let missile = missile.filter(|_| own.missile.is_none()).map(|weapon| (weapon, shots(weapon)));
        let lance = theirs.lance.filter(|_| man.mounted() && own.lance.is_none());
        missile.or(lance.map(|lance| (lance, 0)))
    }

    /// A weapon passes from one man to another. What else the one carries stays with him, and is another's half turn (MM-8.5).
    fn weapon_passes(&mut self, by: FigureId, from: FigureId) {
        let Some((weapon, shots)) = self.weapon_to_take(self.figure(by), self.figure(from)) else { return };
        let tables = self.tables.clone();
        let man = self.figure_mut(by);
        let arms = &mut man.profile.weapons;
        arms.carried = arms.carried.with(weapon);
        if matches!(weapon, Weapon::HeavyLance | Weapon::LightLance) {
            arms.lance = Some(weapon);
        }
        if weapon.shoots() && arms.missile.is_none_or(|own| own == weapon) {
            (arms.missile, man.ammunition) = (Some(weapon), man.ammunition + shots);
        } else if weapon.shoots() && arms.other_missile() == Some(weapon) {
            man.other_shots += shots;
        }
        if tables.melee.length_of(weapon) > tables.melee.length_of(arms.hand) {
            arms.hand = best_hand(arms.carried, &tables, |_| true);
            arms.one_handed = best_hand(arms.carried, &tables, |weapon| !two_handed(weapon));
        }
        let stripped = self.figure_mut(from);
        let arms = &mut stripped.profile.weapons;
        let other = arms.other_missile();
        arms.carried = arms.carried.without(weapon);
        arms.lance = arms.lance.filter(|&lance| lance != weapon);
        if arms.missile == Some(weapon) {
            arms.missile = other;
            (stripped.ammunition, stripped.other_shots) = (stripped.other_shots, 0);
        } else if other == Some(weapon) {
            stripped.other_shots = 0;
        }
        arms.hand = best_hand(arms.carried, &tables, |_| true);
        arms.one_handed = best_hand(arms.carried, &tables, |weapon| !two_handed(weapon));
    }

    /// Half a turn for a weapon or a shield, a turn for armour, which is then put on (MM-8.5).
    pub(super) fn loot(&mut self, id: BodyId, from: FigureId, take: Booty, sink: &mut impl Sink<Event>) {
        let Some(by) = self.looter(id, from, take) else { return };
        let loot = self.tables.gear.loot;
        let victim = *self.figure(from);
        match take {
            Booty::Weapon => self.weapon_passes(by, from),
            Booty::Shield => {
                let man = self.figure_mut(by);
                man.profile.weapons.shield = true;
                man.profile.protection = man.profile.protection.better();
                let stripped = self.figure_mut(from);
                stripped.profile.protection = bare(stripped.profile.protection, true);
                stripped.profile.weapons.shield = false;
            }
            Booty::Armour => {
                let protection = bare(victim.profile.protection, victim.profile.weapons.shield);
                let turns = if protection.number() == 3 { loot.to_wear_3 } else { loot.to_wear_better };
                self.train.dressing.push(Dressing { figure: by, protection, turns });
                self.figure_mut(from).profile.protection =
                    if victim.profile.weapons.shield { Protection::NONE.better() } else { Protection::NONE };
            }
        }
        sink.tell(|| Event::Looted { by, from, take });
    }

    /// Whether a man can loot and dress where he is: on his feet or in the saddle, and not in deep water, where a shield or
    /// better armour would drown him.
    fn on_firm_ground(&self, man: FigureId) -> bool {
        self.figure(man).stands() && self.land.at(self.figure(man).at).going != Going::Swim
    }

    pub(super) fn check_put_on(&self, id: BodyId) -> Result<(), Illegal> {
        let mut dressing =
            self.train.dressing.iter().filter(|dressing| self.figure(dressing.figure).body == id).peekable();
        if dressing.peek().is_none() {
            return Err(Illegal::NothingToTake);
        }
        if dressing.any(|dressing| self.on_firm_ground(dressing.figure)) { Ok(()) } else { Err(Illegal::InWater) }
    }

    /// Those of a body who looted armour spend the turn putting it on (MM-8.5).
    pub(super) fn put_on(&mut self, id: BodyId, sink: &mut impl Sink<Event>) {
        for n in (0..self.train.dressing.len()).rev() {
            let Dressing { figure, protection, turns } = self.train.dressing[n];
            if self.figure(figure).body != id || !self.on_firm_ground(figure) {
                continue;
            }
            self.train.dressing[n].turns = turns.saturating_sub(1);
            if turns > 1 {
                continue;
            }
            self.train.dressing.swap_remove(n);
            let man = self.figure_mut(figure);
            man.profile.protection = if man.profile.weapons.shield { protection.better() } else { protection };
            let protection = man.profile.protection;
            sink.tell(|| Event::Dressed { figure, protection });
        }
    }
}

/// A man's protection without his shield (MM-1.3).
fn bare(protection: Protection, shield: bool) -> Protection {
    if shield { protection.worse() } else { protection }
}
