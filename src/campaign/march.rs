//! A day's marches (CP-2.1): who goes how far, and who comes upon whom on the way. All of it is decided here from what
//! was read before, so that a day on the road can be looked at without a campaign; who stands face to face at its end
//! is told in [`super::contacts`].

use super::armies::Count;
use super::calendar::Day;
use super::ids::{FormationId, PlaceId, SideId};
use super::places::{March, Route};
use super::realm::{Relation, Stance};
use super::tables::Tables;
use super::war::Contact;
use super::week;
use std::collections::{BTreeMap, BTreeSet};

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
        let held = self.contacts.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
        let mut legs: BTreeMap<(PlaceId, PlaceId), u32> = BTreeMap::new();
        for route in &self.routes {
            for way in [(route.a, route.b), (route.b, route.a)] {
                let leg = legs.entry(way).or_insert(route.miles);
                *leg = route.miles.min(*leg);
            }
        }
        let wars = self.wars();
        let mut marches = Marches {
            of: self,
            wars,
            legs,
            held,
            standing: BTreeMap::new(),
            coming: BTreeMap::new(),
            steps: Vec::new(),
        };
        for at in 0..marches.of.armies.len() {
            marches.find(at, true);
        }
        let under_orders = marches.of.under_orders();
        for at in under_orders {
            if !marches.held.contains(&marches.of.armies[at].id) {
                marches.march_of(at, day, tables);
            }
        }
        marches.meet_on_the_road();
        marches.steps
    }

    /// The sides that are at war, each two both ways round.
    pub(super) fn wars(&self) -> BTreeSet<(SideId, SideId)> {
        let at_war = self.relations.iter().filter(|relation| relation.stance == Stance::War);
        at_war.flat_map(|relation| [(relation.a, relation.b), (relation.b, relation.a)]).collect()
    }

    /// The armies with orders by their places in the list, first come first in the book.
    fn under_orders(&self) -> Vec<usize> {
        let mut marching: Vec<usize> = (0..self.armies.len()).filter(|at| self.armies[*at].march.is_some()).collect();
        marching.sort_by_key(|at| self.armies[*at].id);
        marching
    }
}

/// Those of each side.
type BySides<T> = BTreeMap<SideId, BTreeSet<T>>;

/// The marches of a day, and who is where meanwhile, for there may be very many armies.
struct Marches<'a> {
    of: &'a mut Situation,
    wars: BTreeSet<(SideId, SideId)>,
    /// The miles of the shortest route between two places.
    legs: BTreeMap<(PlaceId, PlaceId), u32>,
    /// Who goes no further.
    held: BTreeSet<FormationId>,
    /// Who stands in the open in a place, by sides, each by its place in the list.
    standing: BTreeMap<PlaceId, BySides<usize>>,
    /// Who has left one place for another, by sides, first come first in the book.
    coming: BTreeMap<(PlaceId, PlaceId), BySides<(FormationId, usize)>>,
    steps: Vec<MarchStep>,
}

impl Marches<'_> {
    /// Notes where an army is, or that it is there no longer.
    fn find(&mut self, at: usize, there: bool) {
        let army = &self.of.armies[at];
        let Some(place) = army.place else { return };
        if army.stands() {
            let standing = self.standing.entry(place).or_default().entry(army.side).or_default();
            if there {
                standing.insert(at)
            } else {
                standing.remove(&at)
            };
        }
        let next = army.march.as_ref().and_then(|march| march.path.first().copied());
        if let Some(next) = next.filter(|_| army.on_the_road() && army.count.men > 0) {
            let coming = self.coming.entry((place, next)).or_default().entry(army.side).or_default();
            if there {
                coming.insert((army.id, at))
            } else {
                coming.remove(&(army.id, at))
            };
        }
    }

    /// One army's march of a day. An enemy it comes upon goes no further today.
    fn march_of(&mut self, army: usize, day: Day, tables: &Tables) {
        let MarchingArmy { place, train, count, .. } = self.of.armies[army];
        let Some(mut march) = self.of.armies[army].march.clone() else { return };
        // Orders that lead nowhere are over, and so are those of an army without men.
        let start = place.or(march.path.first().copied()).filter(|_| count.men > 0);
        let Some(mut at) = start else { return self.order(army, None) };
        march.miles_done += week::pace(count, train, day, tables).miles_a_day.value as u32;
        while let Some(next) = march.path.first().copied() {
            let Some(leg) = self.legs.get(&(at, next)).copied() else {
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
                self.held.insert(self.of.armies[enemy].id);
                if let Some(halted) = self.of.armies[enemy].march.clone() {
                    self.order(enemy, Some(March { miles_done: 0, ..halted }));
                }
            }
            if march.path.is_empty() || met.is_some() {
                march.miles_done = 0;
                break;
            }
        }
        if Some(at) != place {
            self.stand(army, at);
            if march.path.is_empty() {
                self.steps.push(MarchStep::Arrives { army: self.of.armies[army].id, place: at });
            }
        }
        self.order(army, Some(march));
    }

    /// The first army at war with this one that stands in the open in a place.
    fn enemy_in(&self, army: usize, place: PlaceId) -> Option<usize> {
        self.enemies(army, self.standing.get(&place)?).min()
    }

    /// An enemy on the same road the other way: he has left `to` for `from`.
    fn coming(&self, army: usize, from: PlaceId, to: PlaceId) -> Option<usize> {
        self.enemies(army, self.coming.get(&(to, from))?).min().map(|(_, at)| at)
    }

    /// The first of each side that is at war with an army's own.
    fn enemies<T: Copy + Ord>(&self, army: usize, all: &BySides<T>) -> impl Iterator<Item = T> {
        let side = self.of.armies[army].side;
        let at_war = all.iter().filter(move |(other, who)| !who.is_empty() && self.wars.contains(&(side, **other)));
        at_war.filter_map(|(_, who)| who.first().copied())
    }

    /// Enemies who would pass each other on one road meet at the end of it nearer to where that is. Two who have both met
    /// somebody meet no third.
    fn meet_on_the_road(&mut self) {
        // Where each is on the way: from which place to which, and by how many miles.
        let way = |at: usize| {
            let army = &self.of.armies[at];
            let march = army.march.as_ref().filter(|march| march.miles_done > 0)?;
            Some((at, army.side, army.place?, *march.path.first()?, march.clone()))
        };
        let on_the_way: Vec<_> = self.of.under_orders().into_iter().filter_map(way).collect();
        let mut by_road: BTreeMap<(PlaceId, PlaceId), Vec<usize>> = BTreeMap::new();
        for (n, (_, _, from, to, _)) in on_the_way.iter().enumerate() {
            by_road.entry((*from, *to)).or_default().push(n);
        }
        let mut met = BTreeSet::new();
        for (n, (one, side, from, to, ahead)) in on_the_way.iter().enumerate() {
            let Some(leg) = self.legs.get(&(*from, *to)).copied() else { continue };
            let against = by_road.get(&(*to, *from)).map_or(&[][..], Vec::as_slice);
            for m in &against[against.partition_point(|m| *m <= n)..] {
                let (other, enemy, _, _, against) = &on_the_way[*m];
                if (met.contains(&n) && met.contains(m))
                    || ahead.miles_done + against.miles_done < leg
                    || !self.wars.contains(&(*side, *enemy))
                {
                    continue;
                }
                met.extend([n, *m]);
                let place = if ahead.miles_done * 2 >= leg { *to } else { *from };
                for (army, march) in [(one, ahead), (other, against)] {
                    let mut halted = March { miles_done: 0, ..march.clone() };
                    if halted.path.first() == Some(&place) {
                        halted.path.remove(0);
                    }
                    self.stand(*army, place);
                    self.order(*army, Some(halted));
                }
            }
        }
    }

    fn stand(&mut self, at: usize, place: PlaceId) {
        self.find(at, false);
        let army = &mut self.of.armies[at];
        (army.place, army.shut_in) = (Some(place), false);
        self.steps.push(MarchStep::Stands { army: army.id, place });
        self.find(at, true);
    }

    /// Orders with nowhere left to go are none.
    fn order(&mut self, at: usize, march: Option<March>) {
        self.find(at, false);
        let army = &mut self.of.armies[at];
        army.march = march.filter(|march| !march.path.is_empty());
        self.steps.push(MarchStep::Orders { army: army.id, march: army.march.clone() });
        self.find(at, true);
    }
}
