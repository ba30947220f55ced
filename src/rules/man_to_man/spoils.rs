//! What changes hands in a battle and what is of no use after it (MM-8.5, MM-8.8, CP-3.6).

use super::arms::Weapons;
use super::gear::state::{FieldGear, Lies};
use super::state::{Figure, Position, StandardAt, State};
use crate::rules::battle::{GearLoss, Spoils};
use crate::rules::figure::{Protection, Side, Weapon};

/// What a man came with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CameWith {
    pub protection: Protection,
    pub weapons: Weapons,
}

/// A set without lances: one that broke in a charge (MM-5.5) is no loot, and there are others with the train.
fn without_lances(weapons: Weapons) -> Weapons {
    weapons.without(Weapon::HeavyLance).without(Weapon::LightLance)
}

/// The other arms a man comes away with, if they are others.
fn changed(figure: &Figure, came: &CameWith) -> Option<(Protection, Vec<Weapon>)> {
    let carried = figure.profile.weapons.carried.without(Weapon::Shield);
    let now = if figure.profile.weapons.shield { carried.with(Weapon::Shield) } else { carried };
    if figure.profile.protection == came.protection && without_lances(now) == without_lances(came.weapons) {
        return None;
    }
    let lance = came.weapons.iter().filter(|weapon| matches!(weapon, Weapon::HeavyLance | Weapon::LightLance));
    Some((figure.profile.protection, lance.fold(now, Weapons::with).iter().collect()))
}

/// What became of gear a side brought, if it has it no more.
fn lost(gear: &FieldGear) -> Option<(u16, GearLoss)> {
    match gear.lies {
        Lies::Wrecked => Some((1, GearLoss::Wrecked)),
        Lies::Burnt => Some((1, GearLoss::Burnt)),
        _ if gear.side != gear.of => Some(((gear.count + gear.set).max(1), GearLoss::Taken)),
        Lies::Spent | Lies::Carried | Lies::Lying | Lies::Standing => {
            let left = if gear.lies == Lies::Spent { 0 } else { gear.count + gear.set };
            let spent = gear.brought.saturating_sub(left);
            (spent > 0).then_some((spent, GearLoss::Spent))
        }
    }
}

impl Position {
    /// What has changed hands so far, and what was used up.
    pub(super) fn spoils(&self) -> Spoils {
        let men = self.figures.iter().zip(&self.came).filter(|(figure, _)| figure.state != State::Dead);
        let arms = men.filter_map(|(figure, came)| {
            let (protection, weapons) = changed(figure, came)?;
            Some((figure.man, protection, weapons))
        });
        let holds = |side: Side| self.bodies.iter().any(|body| body.side == side && body.standing > 0);
        // What lies on the ground is whoever's holds the field.
        let standards = self.standards.iter().filter(|standard| match standard.place {
            StandardAt::Ground(_) => !holds(standard.side),
            _ => standard.lost(&self.figures),
        });
        let standards = standards.filter_map(|standard| Some((self.figure(standard.bearer?).man, standard.standard)));
        let gear = self.train.gear.iter().filter_map(|gear| {
            let (count, how) = lost(gear)?;
            Some((gear.of, count, gear.thing, how))
        });
        Spoils { arms: arms.collect(), standards: standards.collect(), gear: gear.collect() }
    }
}
