//! A day's marches (CP-2.1): who goes how far, and who comes upon whom on the way. All of it is decided here from what
//! was read before, so that a day on the road can be looked at without a campaign; who stands face to face at its end
//! is told in [`super::contacts`].

use super::armies::Count;
use super::calendar::Day;
use super::ids::{FormationId, PlaceId, SideId};
use super::places::{March, Route, miles_between};
use super::realm::{Relation, Stance};
use super::tables::Tables;
use super::war::Contact;
use super::week;
use std::collections::BTreeSet;

/// An army as marches and meetings see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarchingArmy {
    pub id: FormationId,
    pub side: SideId,
    /// Where it stands, or was last.
    pub place: Option<PlaceId>,
    /// Whether it is inside a stronghold, where nobody in the open meets it.
    pub shut_in: bool,
    /// Whether it has a train of wagons with it.
    pub train: bool,
    /// Its men.
    pub count: Count,
    /// Its marching orders.
    pub march: Option<March>,
}

impl MarchingArmy {
    /// Whether it is between two places.
    fn on_the_road(&self) -> bool {
        self.march.as_ref().is_some_and(|march| march.miles_done > 0)
    }

    /// Whether it stands in the open in a place, with men.
    pub(super) fn stands(&self) -> bool {
        !self.shut_in && self.count.men > 0 && !self.on_the_road()
    }
}

/// What decides a day's marches and meetings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Every army, in the order a list has them.
    pub armies: Vec<MarchingArmy>,
    /// The map's routes.
    pub routes: Vec<Route>,
    /// What is between the sides.
    pub relations: Vec<Relation>,
    /// The contacts that wait for the referee, and hold their armies (CP-2.2).
    pub contacts: Vec<Contact>,
}

/// Something that changes in a day's marches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarchStep {
    /// An army stands in the open in a place now, or has left it last.
    Stands { army: FormationId, place: PlaceId },
    /// An army came to the end of its march.
    Arrives { army: FormationId, place: PlaceId },
    /// An army has these orders now, or none.
    Orders {
        army: FormationId,
        /// Its orders.
        march: Option<March>,
    },
}

impl Situation {
    /// Armies with orders go a day's march (CP-2.1), unless a contact holds them. What changes, in order.
    pub fn march(&mut self, day: Day, tables: &Tables) -> Vec<MarchStep> {
        let mut held: BTreeSet<FormationId> =
            self.contacts.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
        let mut steps = Vec::new();
        for at in self.under_orders() {
            if !held.contains(&self.armies[at].id) {
                self.march_of(at, day, tables, &mut held, &mut steps);
            }
        }
        self.meet_on_the_road(&mut steps);
        steps
    }

    /// Whether two sides are at war.
    pub(super) fn at_war(&self, one: SideId, other: SideId) -> bool {
        let between = |relation: &Relation| [(one, other), (other, one)].contains(&(relation.a, relation.b));
        self.relations.iter().any(|relation| between(relation) && relation.stance == Stance::War)
    }

    /// The armies with orders by their places in the list, first come first in the book.
    fn under_orders(&self) -> Vec<usize> {
        let mut marching: Vec<usize> = (0..self.armies.len()).filter(|at| self.armies[*at].march.is_some()).collect();
        marching.sort_by_key(|at| self.armies[*at].id);
        marching
    }

    /// One army's march of a day. An enemy it comes upon goes no further today.
    fn march_of(
        &mut self,
        army: usize,
        day: Day,
        tables: &Tables,
        held: &mut BTreeSet<FormationId>,
        steps: &mut Vec<MarchStep>,
    ) {
        let MarchingArmy { place, train, count, .. } = self.armies[army];
        let Some(mut march) = self.armies[army].march.clone() else { return };
        // Orders that lead nowhere are over, and so are those of an army without men.
        let start = place.or(march.path.first().copied()).filter(|_| count.men > 0);
        let Some(mut at) = start else { return self.order(army, None, steps) };
        march.miles_done += week::pace(count, train, day, tables).miles_a_day.value as u32;
        while let Some(next) = march.path.first().copied() {
            let Some(leg) = miles_between(&self.routes, at, next) else {
                // The road is gone from the map since the order was given.
                march.path.clear();
                march.miles_done = 0;
                break;
            };
            if march.miles_done < leg {
                break;
            }
            march.miles_done -= leg;
            march.path.remove(0);
            let from = at;
            at = next;
            let met = self.enemy_in(army, at).or_else(|| self.coming(army, from, at));
            if let Some(enemy) = met {
                // It goes no further today either, so neither walks through the other.
                held.insert(self.armies[enemy].id);
                if let Some(halted) = self.armies[enemy].march.clone() {
                    self.order(enemy, Some(March { miles_done: 0, ..halted }), steps);
                }
            }
            if march.path.is_empty() || met.is_some() {
                march.miles_done = 0;
                break;
            }
        }
        if Some(at) != place {
            self.stand(army, at, steps);
            if march.path.is_empty() {
                steps.push(MarchStep::Arrives { army: self.armies[army].id, place: at });
            }
        }
        self.order(army, Some(march), steps);
    }

    /// The first army at war with this one that stands in the open in a place.
    fn enemy_in(&self, army: usize, place: PlaceId) -> Option<usize> {
        let side = self.armies[army].side;
        let met = |other: &MarchingArmy| other.place == Some(place) && other.stands() && self.at_war(side, other.side);
        self.armies.iter().position(met)
    }

    /// An enemy on the same road the other way: he has left `to` for `from`.
    fn coming(&self, army: usize, from: PlaceId, to: PlaceId) -> Option<usize> {
        let side = self.armies[army].side;
        self.under_orders().into_iter().find(|other| {
            let other = &self.armies[*other];
            let there = other.on_the_road() && other.place == Some(to);
            let hither = other.march.as_ref().and_then(|march| march.path.first()) == Some(&from);
            there && hither && other.count.men > 0 && self.at_war(side, other.side)
        })
    }

    /// Enemies who would pass each other on one road meet at the end of it nearer to where that is.
    fn meet_on_the_road(&mut self, steps: &mut Vec<MarchStep>) {
        // Where each is on the way: from which place to which, and by how many miles.
        let way = |at: usize| {
            let army = &self.armies[at];
            let march = army.march.as_ref().filter(|march| march.miles_done > 0)?;
            Some((at, army.side, army.place?, *march.path.first()?, march.clone()))
        };
        let on_the_way: Vec<_> = self.under_orders().into_iter().filter_map(way).collect();
        for (n, (one, side, from, to, ahead)) in on_the_way.iter().enumerate() {
            for (other, enemy, left, towards, against) in &on_the_way[n + 1..] {
                let opposite = (from, to) == (towards, left);
                let Some(leg) = miles_between(&self.routes, *from, *to).filter(|_| opposite) else { continue };
                if !self.at_war(*side, *enemy) || ahead.miles_done + against.miles_done < leg {
                    continue;
                }
                let place = if ahead.miles_done * 2 >= leg { *to } else { *from };
                for (army, march) in [(one, ahead), (other, against)] {
                    let mut halted = March { miles_done: 0, ..march.clone() };
                    if halted.path.first() == Some(&place) {
                        halted.path.remove(0);
                    }
                    self.stand(*army, place, steps);
                    self.order(*army, Some(halted), steps);
                }
            }
        }
    }

    fn stand(&mut self, at: usize, place: PlaceId, steps: &mut Vec<MarchStep>) {
        let army = &mut self.armies[at];
        (army.place, army.shut_in) = (Some(place), false);
        steps.push(MarchStep::Stands { army: army.id, place });
    }

    /// Orders with nowhere left to go are none.
    fn order(&mut self, at: usize, march: Option<March>, steps: &mut Vec<MarchStep>) {
        let army = &mut self.armies[at];
        army.march = march.filter(|march| !march.path.is_empty());
        steps.push(MarchStep::Orders { army: army.id, march: army.march.clone() });
    }
}
