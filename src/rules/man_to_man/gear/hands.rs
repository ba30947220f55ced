//! What men carry, serve, draw and take up (MM-3.6, MM-3.7, MM-4.6, MM-9.8), and what becomes of it when they leave it.

use super::state::{Lies, ThingId};
use crate::rules::figure::{Class, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::arms::{in_the_hand, two_handed};
use crate::rules::man_to_man::event::{Event, Gait, Why};
use crate::rules::man_to_man::ground::Mover;
use crate::rules::man_to_man::movement::Touches;
use crate::rules::man_to_man::state::{BodyId, Figure, FigureId, MOVE, Mood, Position, StandardAt};
use crate::rules::man_to_man::{Illegal, Umpire};

/// How near a figure is to what he works at: a pace or two, in 64ths of an inch.
pub(super) const AT_HAND: i32 = 2 * INCH;
/// How near men stand to a machine they lend their hands to, in 64ths of an inch.
pub(in crate::rules::man_to_man) const HELPING: i32 = 6 * INCH;

impl Position {
    /// A piece of gear, for change.
    pub(super) fn gear_mut(&mut self, id: ThingId) -> &mut super::state::FieldGear {
        &mut self.train.gear[usize::from(id.0)]
    }

    /// The standing men of a body within so far of a place, the nearest first; men on a ladder and in a melee are not.
    pub(super) fn men_by(&self, body: BodyId, place: Point, within: i32) -> Vec<FigureId> {
        let limit = i64::from(within) * i64::from(within);
        let mut men: Vec<(i64, FigureId)> = self
            .men_of(body)
            .filter(|&man| self.figure(man).stands() && !self.train.climbing(man) && !self.fights(man))
            .map(|man| (self.figure(man).at.distance_squared(place), man))
            .filter(|&(far, _)| far <= limit)
            .collect();
        men.sort_unstable();
        men.into_iter().map(|(_, man)| man).collect()
    }

    /// Whether a man is in a melee, or was at the turn's start.
    pub(super) fn fights(&self, man: FigureId) -> bool {
        self.figure(man).turn.contact_at_start || self.touched(man)
    }

    /// Tells how a piece of gear shows now.
    pub(super) fn show_gear(&self, id: ThingId, sink: &mut impl Sink<Event>) {
        if let Some(gear) = self.train.get(id) {
            sink.tell(|| Event::GearNow { gear: id, now: gear.shown() });
        }
    }

    /// Gear that is still of use.
    pub(super) fn whole(&self, id: ThingId) -> Result<&super::state::FieldGear, Illegal> {
        self.train.get(id).filter(|gear| gear.lies.whole()).ok_or(Illegal::NoSuchGear)
    }

    /// Gear of a body's own that is still of use.
    pub(super) fn own(&self, body: BodyId, id: ThingId) -> Result<&super::state::FieldGear, Illegal> {
        self.whole(id).ok().filter(|gear| gear.body == Some(body)).ok_or(Illegal::NoSuchGear)
    }

    /// Whether a crew works (MM-9.7): four or more of it, and a sergeant of grade B in command, on his feet and unwounded.
    pub fn crew_works(&self, body: BodyId) -> bool {
        let it = self.body(body);
        let sergeant = it.commander.map(|commander| self.figure(commander));
        let grade = self.tables.gear.crew.sergeant;
        let fit = |man: &Figure| {
            man.profile.class == Class::Sergeant && man.profile.grade >= grade && man.stands() && !man.wounded
        };
        it.standing >= self.tables.gear.crew.fewest && sergeant.is_some_and(fit)
    }

    /// Whether a man has a missile weapon to take in hand, or to lay aside (MM-3.6). A javelin is both.
    fn changes(&self, man: FigureId, missiles: bool) -> bool {
        let figure = self.figure(man);
        let shoots = figure.profile.weapons.missile.is_some_and(|weapon| weapon != Weapon::Javelin);
        figure.stands() && shoots && figure.missile_in_hand != missiles
    }

    pub(in crate::rules::man_to_man) fn check_change(&self, id: BodyId, missiles: bool) -> Result<(), Illegal> {
        let any = self.men_of(id).any(|man| self.changes(man, missiles));
        if any { Ok(()) } else { Err(Illegal::NoChange) }
    }

    /// Half a move to change weapons (MM-3.6); what is left of it is enough for one shot with a bow (MM-4.2).
    pub(super) fn change_weapons(&mut self, id: BodyId, missiles: bool, sink: &mut impl Sink<Event>) {
        for man in self.men_of(id).filter(|&man| self.changes(man, missiles)).collect::<Vec<_>>() {
            let figure = self.figure_mut(man);
            figure.missile_in_hand = missiles;
            let weapon = if missiles {
                figure.profile.weapons.missile.unwrap_or(figure.profile.weapons.hand)
            } else {
                figure.profile.weapons.hand
            };
            sink.tell(|| Event::Changed { figure: man, weapon });
        }
        self.body_mut(id).turn.changed = true;
    }

    /// Whether a man carries a weapon that he could take in hand instead of what he uses: another of his hand weapons, or the
    /// second of his missile weapons. Lances are for charges alone (MM-5.5).
    fn may_wield(&self, man: FigureId, weapon: Weapon) -> bool {
        self.has_besides(man, weapon) && self.figure(man).turn.laid_aside.is_none()
    }

    /// Whether a man who stands carries a weapon besides what he has in hand.
    fn has_besides(&self, man: FigureId, weapon: Weapon) -> bool {
        let figure = self.figure(man);
        let other = figure.profile.weapons.other_missile() == Some(weapon)
            || in_the_hand(weapon) && figure.profile.weapons.hand != weapon;
        figure.stands() && figure.profile.weapons.carried.has(weapon) && other
    }

    /// The weapons that men of a body carry besides what they have in hand.
    pub(in crate::rules::man_to_man) fn weapons_besides(&self, id: BodyId) -> impl Iterator<Item = Weapon> + '_ {
        let any = move |weapon: &Weapon| self.men_of(id).any(|man| self.has_besides(man, *weapon));
        Weapon::ALL.iter().copied().filter(any)
    }

    /// Whether any of a body has a weapon to take in hand instead of another, and half a move to do it in (MM-3.6).
    pub(in crate::rules::man_to_man) fn check_wield(&self, id: BodyId, weapon: Weapon) -> Result<(), Illegal> {
        if self.weapons_besides(id).all(|known| known != weapon) {
            return Err(Illegal::NoSuchWeapon);
        }
        let changed = !self.men_of(id).any(|man| self.may_wield(man, weapon));
        if self.body(id).turn.spent > MOVE / 2 || changed { Err(Illegal::NotFree) } else { Ok(()) }
    }

    /// Men take another of their weapons in hand, for half a move: shots and blows with it come at the turn's end (MM-3.6,
    /// MM-4.2).
    pub(in crate::rules::man_to_man) fn wield(&mut self, id: BodyId, weapon: Weapon, umpire: &mut impl Umpire) {
        for man in self.men_of(id).filter(|&man| self.may_wield(man, weapon)).collect::<Vec<_>>() {
            let figure = self.figure_mut(man);
            let missile = figure.profile.weapons.missile.filter(|_| figure.missile_in_hand);
            figure.turn.laid_aside = Some(
                missile
                    .or(figure.profile.weapons.lance.filter(|_| figure.lance_in_hand))
                    .unwrap_or(figure.profile.weapons.hand),
            );
            figure.lance_in_hand = false;
            figure.missile_in_hand = figure.profile.weapons.other_missile() == Some(weapon);
            if figure.missile_in_hand {
                figure.profile.weapons.missile = Some(weapon);
                std::mem::swap(&mut figure.ammunition, &mut figure.other_shots);
            } else {
                figure.profile.weapons.hand = weapon;
                if !two_handed(weapon) {
                    figure.profile.weapons.one_handed = weapon;
                }
            }
            umpire.tell(|| Event::Changed { figure: man, weapon });
        }
        let body = self.body_mut(id);
        body.spend(MOVE / 2);
        body.turn.changed = true;
    }

    pub(super) fn check_harness(&self, id: BodyId, gear: ThingId, on: bool) -> Result<(), Illegal> {
        let it = self.own(id, gear)?;
        if it.animals > 0 && it.harnessed != on { Ok(()) } else { Err(Illegal::NoChange) }
    }

    pub(super) fn check_gear_pick_up(&self, id: BodyId, gear: ThingId) -> Result<(), Illegal> {
        let it = self.whole(gear)?;
        let cauldron = matches!(it.thing, Thing::OilCauldron | Thing::LeadCauldron);
        // Who serves a cauldron may carry it elsewhere (MM-9.5).
        let others = it.body.is_some_and(|by| !cauldron || by != id || it.lies == Lies::Carried);
        let guarded = others || self.guarded(it.at, self.body(id).side);
        let planted = it.set > 0 || (it.thing == Thing::Ladder && it.lies == Lies::Standing);
        if guarded || planted || it.thing == Thing::Store {
            return Err(Illegal::NotWithThat);
        }
        if cauldron && it.worked > 0 {
            return Err(Illegal::Hot);
        }
        if it.thing.on_foot() && self.on_foot(id) == 0 {
            return Err(Illegal::OnFoot);
        }
        if usize::from(self.on_foot(id)) < self.bearers_bound(id) + self.bearers_wanted(it) {
            return Err(Illegal::TooFew);
        }
        if it.thing.rolls() && it.lies == Lies::Standing && self.in_rough(id) {
            return Err(Illegal::NotInRough);
        }
        if self.men_by(id, it.at, AT_HAND).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    /// How many men on foot it takes to carry a ladder: one to 3 in of it (MM-9.10); of anything else, nobody asks.
    pub(super) fn bearers_wanted(&self, gear: &super::state::FieldGear) -> usize {
        match gear.thing {
            Thing::Ladder => usize::from(gear.inches.div_ceil(self.tables.gear.ladder.carried.max(1))),
            _ => 0,
        }
    }

    /// How many men the ladders that a body carries take.
    fn bearers_bound(&self, id: BodyId) -> usize {
        let carried = self.train.of(id).filter(|(_, gear)| gear.lies == Lies::Carried);
        carried.map(|(_, gear)| self.bearers_wanted(gear)).sum()
    }

    /// Whether any of a body in arms stands where nothing is drawn or pushed: on rough ground, in water, on a hedge.
    fn in_rough(&self, id: BodyId) -> bool {
        let hauling = |man: FigureId| Mover {
            rough: 0,
            climb: 0,
            swim: 0,
            crosses: false,
            ..self.mover(self.figure(man), Gait::Walk)
        };
        let outside = |man: FigureId| !self.land.holds(self.figure(man).at, &hauling(man));
        self.men_of(id).filter(|&man| self.figure(man).in_arms()).any(outside)
    }

    /// Whether an enemy of a side stands by a place.
    pub(super) fn guarded(&self, place: Point, side: crate::rules::figure::Side) -> bool {
        self.grid.any_near(place, AT_HAND, |other| {
            let enemy = self.figure(other);
            enemy.side != side
                && enemy.stands()
                && enemy.at.distance_squared(place) <= i64::from(AT_HAND) * i64::from(AT_HAND)
        })
    }

    /// A body picks up gear, or takes over what stands unserved; the enemy's standard on a wagon is taken with it
    /// (MM-3.7, MM-8.8).
    pub(super) fn gear_picked_up(&mut self, id: BodyId, gear: ThingId, umpire: &mut impl Umpire) {
        let side = self.body(id).side;
        let it = self.gear_mut(gear);
        (it.body, it.side) = (Some(id), side);
        if it.lies == Lies::Lying || matches!(it.thing, Thing::OilCauldron | Thing::LeadCauldron) {
            it.lies = Lies::Carried;
        }
        let (at, thing) = (it.at, it.thing);
        self.show_gear(gear, umpire.sink());
        if thing == Thing::Wagon
            && let Some(n) = self.standards.iter().position(|standard| standard.place == StandardAt::Wagon(gear))
            && self.standards[n].side != side
            && let Some(&by) = self.men_by(id, at, AT_HAND).first()
        {
            self.gear_mut(gear).standard = false;
            self.take_standard(n, by, None, umpire);
        }
    }

    /// Lays gear down where its men are, or leaves it where it stands (MM-3.7).
    pub(super) fn lay_down(&mut self, gear: ThingId, sink: &mut impl Sink<Event>) {
        let it = self.gear_mut(gear);
        if it.lies == Lies::Carried {
            let cauldron = matches!(it.thing, Thing::OilCauldron | Thing::LeadCauldron);
            it.lies = if cauldron { Lies::Standing } else { Lies::Lying };
        }
        it.body = None;
        self.show_gear(gear, sink);
    }

    /// Men who flee, fall back or evade leave behind what they serve and drop what they carry.
    pub(in crate::rules::man_to_man) fn abandon_gear(&mut self, id: BodyId, sink: &mut impl Sink<Event>) {
        if self.train.is_empty() {
            return;
        }
        let left: Vec<ThingId> = self.train.of(id).map(|(gear, _)| gear).collect();
        for gear in left {
            self.lay_down(gear, sink);
        }
        self.train.climbs.retain(|climb| {
            let figure = &self.figures[usize::from(climb.figure.0)];
            figure.body != id
        });
        self.burden(id);
    }

    /// At a turn's start: what belonged to men who are no more lies there, and what is done once a turn may be done
    /// again.
    pub(in crate::rules::man_to_man) fn settle_gear(&mut self, sink: &mut impl Sink<Event>) {
        let figures = &self.figures;
        self.train.climbs.retain(|climb| figures[usize::from(climb.figure.0)].stands());
        self.train.crossings.clear();
        self.train.drops.clear();
        for n in 0..self.train.gear.len() {
            let gear = ThingId(n as u16);
            let it = &mut self.train.gear[n];
            (it.shot, it.from) = (false, it.at);
            let Some(body) = self.train.gear[n].body else { continue };
            let it = self.body(body);
            let left = it.in_arms == 0 || it.mood == Mood::Recreant;
            let carried = self.train.gear[n].lies == Lies::Carried;
            let wanted = self.bearers_wanted(&self.train.gear[n]);
            let too_few = carried && wanted > 0 && usize::from(self.on_foot(body)) < self.bearers_bound(body);
            if self.train.gear[n].lies.whole() && (left || too_few) {
                self.lay_down(gear, sink);
            }
        }
        for id in self.body_ids() {
            self.burden(id);
        }
    }

    /// Gear on wheels goes where its men go, as far as they can move it (MM-3.1), and faces as they do; what is carried is
    /// with its bearers. A man who walks away from a ladder's foot is no longer on it.
    pub(in crate::rules::man_to_man) fn gear_follows(&mut self, id: BodyId, gait: Gait, sink: &mut impl Sink<Event>) {
        let (centre, facing) = (self.body(id).centre, self.body(id).facing);
        for n in 0..self.train.gear.len() {
            let gear = self.train.gear[n];
            if gear.body != Some(id) || gear.lies != Lies::Standing || !gear.thing.rolls() {
                continue;
            }
            let most = if gait == Gait::Stood { 0 } else { self.hauled_by(id, ThingId(n as u16), &gear, Gait::Walk) };
            let place = if gear.at.distance(centre) <= most { centre } else { gear.at.toward(centre, most) };
            if (gear.at, gear.facing) != (place, facing) {
                let it = &mut self.train.gear[n];
                (it.at, it.facing) = (place, facing);
                self.show_gear(ThingId(n as u16), sink);
                self.helpers_go_with(ThingId(n as u16), gear.at, place, sink);
            }
        }
        let (figures, gear) = (&self.figures, &self.train.gear);
        self.train.climbs.retain(|climb| {
            let foot = gear[usize::from(climb.ladder.0)].at;
            figures[usize::from(climb.figure.0)].at.distance_squared(foot) <= i64::from(AT_HAND) * i64::from(AT_HAND)
        });
        self.burden(id);
    }

    /// How far a body goes with what it draws or pushes (MM-3.1, MM-9.8): 5 in with four animals harnessed, 2 in by ten
    /// on foot, without either not at all; and only at a walk.
    pub(in crate::rules::man_to_man) fn hauled(&self, id: BodyId, gait: Gait, own: i32) -> i32 {
        let rolling = self.train.of(id).filter(|(_, gear)| gear.thing.rolls() && gear.lies == Lies::Standing);
        rolling.map(|(n, gear)| self.hauled_by(id, n, gear, gait)).fold(own, i32::min)
    }

    /// The men on foot of other bodies who lend their hands to a machine at a place (MM-9.8).
    fn helpers(&self, machine: ThingId, at: Point) -> Vec<FigureId> {
        let lend = self.body_ids().filter(|&id| self.body(id).turn.helps == Some(machine));
        let men = lend.flat_map(|id| self.men_by(id, at, HELPING));
        men.filter(|&man| !self.figure(man).mounted()).collect()
    }

    pub(super) fn check_help(&self, id: BodyId, machine: ThingId) -> Result<(), Illegal> {
        let it = self.whole(machine)?;
        let served = it.body.is_some_and(|crew| crew != id) && it.side == self.body(id).side;
        if !served || !it.thing.rolls() || it.lies != Lies::Standing || self.hauls(id) {
            return Err(Illegal::NotWithThat);
        }
        if self.on_foot(id) == 0 {
            return Err(Illegal::OnFoot);
        }
        if self.men_by(id, it.at, HELPING).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    /// Who lends hands to a machine goes where it goes.
    fn helpers_go_with(&mut self, machine: ThingId, from: Point, to: Point, sink: &mut impl Sink<Event>) {
        let men = self.helpers(machine, from);
        let way = from.to(to);
        for &man in &men {
            let at = self.figure(man).at;
            let goal = self.on_field(Point::new(at.x + way.x, at.y + way.y));
            let body = self.figure(man).body;
            let most = from.distance(to) + INCH;
            let stops = self.stops(body, most, Touches::Nobody);
            self.lift(man);
            self.step(man, goal, Gait::Walk, most, &stops);
        }
        let mut bodies: Vec<BodyId> = men.iter().map(|&man| self.figure(man).body).collect();
        bodies.dedup();
        for id in bodies {
            self.body_mut(id).turn.gait = Gait::Walk;
            self.refresh(id);
            self.tell_moved(id, Gait::Walk, Why::Ordered, sink);
        }
    }

    /// How far a body draws or pushes one piece of gear in a turn, with those who lend their hands.
    fn hauled_by(&self, id: BodyId, n: ThingId, gear: &super::state::FieldGear, gait: Gait) -> i32 {
        let crew = &self.tables.gear.crew;
        match gait {
            Gait::Run => 0,
            _ if gear.thing.crewed() && !self.crew_works(id) => 0,
            _ if gear.harnessed && gear.animals >= crew.team => self.tables.gear.moves.team * INCH,
            _ if usize::from(self.on_foot(id)) + self.helpers(n, gear.at).len() >= usize::from(crew.hauliers) => {
                self.tables.gear.moves.manhandled * INCH
            }
            _ => 0,
        }
    }

    /// Whether a body draws or pushes something, which crosses no hedge, fence or wall (MM-3.4).
    pub(in crate::rules::man_to_man) fn hauls(&self, id: BodyId) -> bool {
        !self.train.is_empty() && self.train.of(id).any(|(_, gear)| gear.thing.rolls() && gear.lies == Lies::Standing)
    }

    /// What a spare missile of a weapon is taken from.
    fn spare(spares: &mut crate::rules::gear::Spares, weapon: Weapon) -> &mut u16 {
        if weapon == Weapon::Javelin { &mut spares.javelins } else { &mut spares.others }
    }

    pub(super) fn check_restock(&self, id: BodyId, from: ThingId) -> Result<(), Illegal> {
        let it = self.whole(from)?;
        let side = self.body(id).side;
        if it.side != side || !matches!(it.thing, Thing::Wagon | Thing::Packhorse | Thing::Store) {
            return Err(Illegal::NotWithThat);
        }
        let machine = self
            .train
            .of(id)
            .any(|(_, gear)| gear.thing.crewed() && gear.rounds == 0 && gear.thing.machine().is_some());
        if machine && it.spares.rounds > 0 && self.body_near(id, it.at, AT_HAND) {
            return Ok(());
        }
        let out = self.men_by(id, it.at, 3 * AT_HAND).into_iter().any(|man| {
            let figure = self.figure(man);
            let left = |weapon| *Position::spare(&mut it.spares.clone(), weapon) > 0;
            figure.ammunition == 0 && figure.profile.weapons.missile.is_some_and(left)
        });
        if out { Ok(()) } else { Err(Illegal::NothingToTake) }
    }

    /// Figures that have run out collect missiles, and a crew rounds (MM-4.6).
    pub(super) fn restock(&mut self, id: BodyId, from: ThingId, sink: &mut impl Sink<Event>) {
        let at = self.train.gear[usize::from(from.0)].at;
        for man in self.men_by(id, at, 3 * AT_HAND) {
            let figure = self.figure(man);
            let Some(weapon) = figure.profile.weapons.missile.filter(|_| figure.ammunition == 0) else { continue };
            let carried = self.tables.shooting.of(weapon).map_or(0, |row| row.carried);
            let spare = Position::spare(&mut self.gear_mut(from).spares, weapon);
            let taken = u16::from(carried).min(*spare) as u8;
            *spare -= u16::from(taken);
            if taken > 0 {
                self.figure_mut(man).ammunition = taken;
                sink.tell(|| Event::Restocked { figure: man, shots: taken });
            }
        }
        let empty = |gear: &super::state::FieldGear| {
            gear.body == Some(id) && gear.thing.machine().is_some() && gear.rounds == 0
        };
        for n in 0..self.train.gear.len() {
            if empty(&self.train.gear[n]) && self.train.gear[n].thing.crewed() {
                let most = u16::from(self.tables.house().machine_rounds);
                let spares = &mut self.gear_mut(from).spares;
                let taken = spares.rounds.min(most);
                spares.rounds -= taken;
                self.train.gear[n].rounds = taken as u8;
            }
        }
    }
}
