//! Looting the dead and the yielded (MM-8.5).

use super::hands::AT_HAND;
use super::state::{Booty, Dressing};
use crate::rules::figure::{Class, Protection, Weapon};
use crate::rules::game::Sink;
use crate::rules::man_to_man::Illegal;
use crate::rules::man_to_man::arms::{Arms, Weapons};
use crate::rules::man_to_man::event::Event;
use crate::rules::man_to_man::ground::Going;
use crate::rules::man_to_man::state::{BodyId, FigureId, MOVE, Position, State};

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
                victim.profile.weapons.hand != Weapon::Improvised || victim.profile.weapons.missile.is_some()
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
            let length = |weapon| self.tables.melee.length_of(weapon);
            match take {
                _ if figure.profile.class == Class::Cleric || !self.on_firm_ground(man) => false,
                Booty::Weapon => {
                    length(victim.profile.weapons.hand) > length(figure.profile.weapons.hand)
                        || (victim.profile.weapons.missile == figure.profile.weapons.missile
                            && victim.ammunition > 0
                            && figure.ammunition == 0)
                }
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

    /// Half a turn for a weapon or a shield, a turn for armour, which is then put on (MM-8.5).
    pub(super) fn loot(&mut self, id: BodyId, from: FigureId, take: Booty, sink: &mut impl Sink<Event>) {
        let Some(by) = self.looter(id, from, take) else { return };
        let loot = self.tables.gear.loot;
        let victim = *self.figure(from);
        match take {
            Booty::Weapon => {
                let longer = self.tables.melee.length_of(victim.profile.weapons.hand)
                    > self.tables.melee.length_of(self.figure(by).profile.weapons.hand);
                let tables = self.tables.clone();
                let man = self.figure_mut(by);
                if longer {
                    let carried = man
                        .profile
                        .weapons
                        .carried
                        .with(victim.profile.weapons.hand)
                        .with(victim.profile.weapons.one_handed);
                    let arms = Arms::of(carried, &tables);
                    (man.profile.weapons.carried, man.profile.weapons.hand, man.profile.weapons.one_handed) =
                        (carried, arms.hand, arms.one_handed);
                }
                if victim.profile.weapons.missile == man.profile.weapons.missile && man.ammunition == 0 {
                    man.ammunition = victim.ammunition;
                }
                let stripped = self.figure_mut(from);
                (stripped.profile.weapons.hand, stripped.profile.weapons.one_handed) =
                    (Weapon::Improvised, Weapon::Improvised);
                stripped.profile.weapons.carried =
                    if stripped.profile.weapons.shield { Weapons::of(&[Weapon::Shield]) } else { Weapons::default() };
                (stripped.profile.weapons.lance, stripped.profile.weapons.missile, stripped.ammunition) =
                    (None, None, 0);
            }
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
