//! A referee who watches a battle as it is told, event after event, and holds each to what must always be: men are
//! conserved, nobody stands in an enemy, nobody goes, shoots or strikes further than the tables allow, no shot comes from
//! nowhere, and the dead, the fallen, the captive and the fled do nothing. He reckons from the plan, the scene and the
//! tables alone and asks none of the rules' own procedures.

use banneret::rules::battle::{Fighter, Plan};
use banneret::rules::figure::{Class, Horse, Weapon};
use banneret::rules::gear::Thing;
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::man_to_man::event::{Event, Placed, Why};
use banneret::rules::man_to_man::gear::state::{Booty, GearShown, ThingId};
use banneret::rules::man_to_man::ground::{Going, Land};
use banneret::rules::man_to_man::replay::{ManShown, Scene, SceneMan};
use banneret::rules::man_to_man::state::TOUCH;
use banneret::rules::man_to_man::tables::Moves;
use banneret::rules::man_to_man::{BodyId, FigureId, Gait, Position, Tables};
use std::sync::Arc;

/// What rounding may add to one step, in 64ths of an inch.
const ROUNDING: i32 = 3;

/// What he remembers of a man in a turn, and of his quiver through the battle.
#[derive(Clone, Copy, Default)]
struct Watched {
    /// Where he was at the turn's start.
    from: Point,
    /// How far he has gone since, in 64ths of an inch.
    gone: i32,
    /// The fastest gait of it.
    gait: Gait,
    /// Whether he was mounted at its start: who falls from his horse lies where it stood.
    rode: bool,
    /// Shots he may still have.
    quiver: u32,
    /// Whether he mounted where he stood, and is wider than he was.
    excused: bool,
}

/// What he remembers of a body.
#[derive(Clone, Copy, Default)]
struct Company {
    /// Its gait this turn, last turn and the two turns before, newest first.
    gaits: [Gait; 4],
}

/// The referee.
pub struct Referee {
    /// What every event so far shows.
    pub scene: Scene,
    tables: Arc<Tables>,
    land: Land,
    men: Vec<Fighter>,
    watched: Vec<Watched>,
    companies: Vec<Company>,
}

fn in_arms(man: &SceneMan) -> bool {
    matches!(man.shown, ManShown::Standing | ManShown::Fallen)
}

impl Referee {
    /// A referee for a battle that has not begun.
    pub fn new(plan: &Plan, position: &Position) -> Referee {
        let tables = Tables::book();
        let men: Vec<Fighter> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).cloned().collect();
        let carried =
            |man: &Fighter| man.profile.weapons.iter().filter_map(|&weapon| tables.shooting.of(weapon)).next();
        let quiver = |man: &Fighter| carried(man).map_or(0, |row| u32::from(row.carried));
        let watched = men.iter().map(|man| Watched { quiver: quiver(man), ..Watched::default() }).collect();
        let companies = vec![Company::default(); position.bodies().len()];
        Referee { scene: Scene::new(plan), tables, land: position.land().clone(), men, watched, companies }
    }

    fn man(&self, id: FigureId) -> &SceneMan {
        &self.scene.men[usize::from(id.0)]
    }

    fn base(&self, man: &SceneMan) -> i32 {
        let house = self.tables.house();
        if man.mounted { house.base_mounted } else { house.base_foot }
    }

    /// The row of MM-3.1 for a man as he is now.
    fn row(&self, id: FigureId) -> &Moves {
        let (fighter, rows) = (&self.men[usize::from(id.0)], &self.tables.movement.moves);
        match (self.man(id).mounted, fighter.profile.horse) {
            (true, Horse::Barded) => &rows.barded,
            (true, _) => &rows.unbarded,
            (false, _) if fighter.profile.protection.number() <= 2 => &rows.foot_heavy,
            (false, _) => &rows.foot_light,
        }
    }

    fn stands(&self, id: FigureId, what: &Event) {
        assert_eq!(self.man(id).shown, ManShown::Standing, "{id:?} is in no state for it: {what:?}");
    }

    fn in_arms(&self, id: FigureId, what: &Event) {
        assert!(in_arms(self.man(id)), "{id:?}, {:?}, is past it: {what:?}", self.man(id).shown);
    }

    fn somebody_stands(&self, body: BodyId, what: &Event) {
        let mut men = self.scene.men.iter().filter(|man| man.body == body);
        assert!(men.any(|man| man.shown == ManShown::Standing), "nobody of {body:?} is there: {what:?}");
    }

    /// Holds an event to what may be, then lets it happen.
    pub fn sees(&mut self, event: &Event) {
        match event {
            Event::Turn { .. } => self.turn_begins(),
            Event::Moved { body, gait, why, figures } => self.moves(event, *body, *gait, *why, figures),
            Event::CameOn { figures, .. } => self.come_on(event, figures),
            Event::Ranks { body, .. } | Event::Fronted { body, .. } => self.gait(*body, Gait::Walk),
            Event::Opened { pieces, open } => pieces.iter().for_each(|&piece| self.land.set_open(piece, *open)),
            Event::Filled { at } => self.land.fill(*at),
            _ => self.does(event),
        }
        self.scene.apply(event);
        match event {
            Event::Arrayed { figures } | Event::CameOn { figures, .. } | Event::Moved { figures, .. } => {
                self.all_apart(event, figures);
            }
            Event::Freed { figure } | Event::Mounted { figure, .. } => {
                self.watched[usize::from(figure.0)].excused = true
            }
            _ => {}
        }
    }

    /// Who comes onto the field has been marching, and was not there before (CP-3.1).
    fn come_on(&mut self, event: &Event, figures: &[Placed]) {
        for placed in figures {
            let man = self.man(placed.0);
            assert_eq!(man.shown, ManShown::ToCome, "{event:?}");
            let body = usize::from(man.body.0);
            self.watched[usize::from(placed.0.0)].from = placed.1;
            self.companies[body].gaits[1] = Gait::Walk;
        }
    }

    fn turn_begins(&mut self) {
        for (watched, man) in self.watched.iter_mut().zip(&self.scene.men) {
            (watched.from, watched.gone, watched.gait, watched.rode) = (man.at, 0, Gait::Stood, man.mounted);
        }
        for company in &mut self.companies {
            company.gaits = [Gait::Stood, company.gaits[0], company.gaits[1], company.gaits[2]];
        }
    }

    fn gait(&mut self, body: BodyId, gait: Gait) {
        let now = &mut self.companies[usize::from(body.0)].gaits[0];
        *now = gait.max(*now);
    }

    /// MM-3.3: nobody runs or gallops by choice in a fourth move running, nor gallops from a halt.
    fn may_run(&self, event: &Event, body: BodyId, why: Why) {
        if !matches!(why, Why::Ordered | Why::Charge | Why::Evade) {
            return;
        }
        let [_, last, ref before @ ..] = self.companies[usize::from(body.0)].gaits;
        let three = last == Gait::Run && before.iter().all(|gait| *gait == Gait::Run);
        assert!(!three, "a fourth run (MM-3.3): {event:?}");
        let men: Vec<&SceneMan> = self.scene.men.iter().filter(|man| man.body == body && in_arms(man)).collect();
        let mounted = men.iter().filter(|man| man.mounted).count();
        let horse = mounted * 2 > men.len();
        assert!(!horse || last != Gait::Stood || self.scene.turn == 1, "a gallop from a halt (MM-3.3): {event:?}");
    }

    fn moves(&mut self, event: &Event, body: BodyId, gait: Gait, why: Why, figures: &[Placed]) {
        if why == Why::Led {
            return self.led(event, figures);
        }
        if why == Why::Fall {
            return self.fell(event, figures);
        }
        if why == Why::Posted {
            return self.posted(event, figures);
        }
        if gait == Gait::Run {
            self.may_run(event, body, why);
        }
        self.gait(body, gait);
        for (n, &Placed(id, place, facing)) in figures.iter().enumerate() {
            let man = *self.man(id);
            assert!(figures[..n].iter().all(|other| other.0 != id), "{id:?} is in two places: {event:?}");
            assert_eq!(man.body, body);
            self.in_arms(id, event);
            assert!(self.land.ground.holds(place), "{id:?} is off the field: {event:?}");
            if (man.at, man.facing) == (place, facing) {
                continue;
            }
            self.stands(id, event);
            let step = man.at.distance(place);
            let least = step.max(self.slow_going(id, man.at, place, gait));
            let row = *self.row(id);
            let watched = &mut self.watched[usize::from(id.0)];
            watched.gone += (least - ROUNDING).max(0);
            watched.gait = watched.gait.max(gait);
            let most = match watched.gait {
                Gait::Run => row.run,
                Gait::Walk | Gait::Stood => row.walk,
            };
            let (gone, gait) = (watched.gone, watched.gait);
            assert!(
                gone <= most * INCH,
                "{id:?} went {gone}/64 in at {gait:?} in a turn, {most} in allowed (MM-3.1): from {man:?}: {event:?}"
            );
        }
    }

    /// Before the first turn men take their posts, however far those are.
    fn posted(&mut self, event: &Event, figures: &[Placed]) {
        assert!(self.scene.turn <= 1, "a post taken in turn {}: {event:?}", self.scene.turn);
        for &Placed(id, place, _) in figures {
            self.in_arms(id, event);
            assert!(self.land.ground.holds(place), "{id:?} is off the field: {event:?}");
            self.watched[usize::from(id.0)].from = place;
        }
    }

    /// What a man must at the least have spent on a way, in 64ths of an inch at his pace, if he began or ended it deep in
    /// the rough, in woods or in water (MM-3.1): whatever way he took, it led out of that.
    fn slow_going(&self, id: FigureId, from: Point, to: Point, gait: Gait) -> i32 {
        if self.land.ground.is_even() || from == to {
            return 0;
        }
        let (row, way) = (*self.row(id), from.distance(to));
        let pace = if gait == Gait::Run { row.run } else { row.walk };
        let slow = |place: Point| matches!(self.land.at(place).going, Going::Rough | Going::Woods | Going::Swim);
        // How far in every direction there is nothing but slow going.
        let depth = |place: Point| {
            let ring =
                |far: i32| (-far..=far).step_by(16).flat_map(move |n| [(n, far), (n, -far), (far, n), (-far, n)]);
            let clear = |&far: &i32| ring(far).all(|(x, y)| slow(Point::new(place.x + x, place.y + y)));
            // The last quarter inch may count for what it leads to.
            (0..=way.min(4 * INCH)).step_by(16).take_while(clear).last().map_or(0, |far| (far - 16).max(0))
        };
        let rate = row.rough.max(row.swim).min(pace).max(1);
        let (out, into) = (depth(from), depth(to));
        // What is rounded off a way counts for more where the going is slow.
        let slowly = (out + into).min(way - ROUNDING).max(0);
        (way - slowly) + slowly * pace / rate
    }

    /// Captives go beside their captors, or step aside to be set free (MM-7.7).
    fn led(&self, event: &Event, figures: &[Placed]) {
        for &Placed(id, place, _) in figures {
            let man = self.man(id);
            let ManShown::Yielded(to) = man.shown else { panic!("no captive is led: {event:?}") };
            let captor = self.man(to);
            let beside = captor.shown == ManShown::Standing && place.distance(captor.at) <= INCH + ROUNDING;
            let aside = place.distance(man.at) <= 8 * self.base(man) + ROUNDING;
            assert!(beside || aside, "{id:?} goes where nobody leads him: {event:?}");
            assert!(self.land.ground.holds(place), "{id:?} is off the field: {event:?}");
        }
    }

    /// Who falls does so from a rampart, a wall or a tree, to the ground near it.
    fn fell(&self, event: &Event, figures: &[Placed]) {
        for &Placed(id, place, _) in figures {
            let man = self.man(id);
            self.stands(id, event);
            let (from, to) = (self.land.at(man.at), self.land.at(place));
            assert!(
                (from.raised || from.going == Going::Climb) && !to.raised,
                "{id:?} falls from no height: {event:?}"
            );
            assert!(place.distance(man.at) <= 24 * INCH, "{id:?} falls far away: {event:?}");
        }
    }

    /// Nobody of those placed stands in an enemy: bases touch and no more. Who has mounted where he
    /// stood may.
    fn all_apart(&self, event: &Event, figures: &[Placed]) {
        let excused = |n: usize| self.watched[n].excused;
        for one in figures.iter().map(|placed| usize::from(placed.0.0)).filter(|&n| !excused(n)) {
            let man = &self.scene.men[one];
            if !in_arms(man) {
                continue;
            }
            let enemies = self.scene.men.iter().enumerate().filter(|(n, other)| other.side != man.side && !excused(*n));
            let level = |other: &SceneMan| !self.land.above(man.at, other.at);
            for (_, other) in enemies.filter(|(_, other)| in_arms(other) && level(other)) {
                let least = i64::from(self.base(man).min(self.base(other)) / 2);
                assert!(man.at.distance_squared(other.at) >= least * least, "{man:?} stands in {other:?}: {event:?}");
            }
        }
    }

    /// Deeds need somebody to do them, in reach of whom or what they are done to.
    fn does(&mut self, event: &Event) {
        match *event {
            Event::Turned { figure, .. }
            | Event::Mounted { figure, .. }
            | Event::Changed { figure, .. }
            | Event::Dressed { figure, .. } => self.stands(figure, event),
            Event::Rose { figure } => assert_eq!(self.man(figure).shown, ManShown::Fallen, "{event:?}"),
            Event::Declared { body, at, .. } | Event::Answered { body, to: at, .. } => {
                self.somebody_stands(body, event);
                assert!(self.scene.men.iter().any(|man| man.body == at && in_arms(man)), "{event:?}");
            }
            Event::Tasked { body, .. } => self.somebody_stands(body, event),
            Event::Loosed { body, gear, man, inches, .. } => {
                self.somebody_stands(body, event);
                self.loosed(event, gear, man, inches);
            }
            Event::Shot { by, at, weapon, second, inches, .. } => self.shot(event, by, at, weapon, second, inches),
            Event::FireShot { by, inches, .. } => {
                self.stands(by, event);
                let catapult = |gear: &GearShown| gear.thing == Thing::Catapult && gear.body == Some(self.man(by).body);
                let bows = [Weapon::Shortbow, Weapon::Longbow].map(|weapon| self.reach(by, weapon));
                if self.scene.gear.iter().any(catapult) && bows == [None, None] {
                    let row = self.tables.gear.machine.catapult;
                    assert!((row.near..=row.long).contains(&inches), "no range for an engine (MM-4.7): {event:?}");
                } else {
                    self.spends(event, by);
                    assert!(Some(inches) <= bows.into_iter().flatten().max(), "too far for a bow (MM-4.7): {event:?}");
                }
            }
            Event::Restocked { figure, shots } => {
                self.stands(figure, event);
                self.watched[usize::from(figure.0)].quiver += u32::from(shots);
            }
            Event::Looted { by, from, take } => {
                self.stands(by, event);
                assert!(!in_arms(self.man(from)), "nobody in arms is looted (MM-8.5): {event:?}");
                if take == Booty::Weapon {
                    // Of what a fallen man carried one takes one weapon, and the next another: all he had left at the most.
                    let quiver = self.watched[usize::from(from.0)].quiver;
                    self.watched[usize::from(by.0)].quiver += quiver;
                    // What he takes he may use from now on.
                    let taken = self.men[usize::from(from.0)].profile.weapons.clone();
                    self.men[usize::from(by.0)].profile.weapons.extend(taken);
                }
            }
            Event::Struck { by, at, weapon, .. } => self.struck(event, by, at, weapon),
            Event::Hurt { figure, .. } | Event::Seat { figure, .. } | Event::Fell { figure, .. } => {
                self.in_arms(figure, event);
            }
            Event::Left { figure, .. } => self.in_arms(figure, event),
            Event::Yielded { figure, to } => {
                self.in_arms(figure, event);
                self.stands(to, event);
                assert_ne!(self.man(figure).side, self.man(to).side, "{event:?}");
            }
            Event::Freed { figure } => assert!(matches!(self.man(figure).shown, ManShown::Yielded(_)), "{event:?}"),
            Event::Slain { figure, by } => {
                assert!(matches!(self.man(figure).shown, ManShown::Yielded(_)), "{event:?}");
                self.stands(by, event);
            }
            Event::StandardRaised { by, .. } => self.stands(by, event),
            Event::StandardTaken { by, .. } => self.in_arms(by, event),
            Event::Perished { figure, .. } => {
                let gone = matches!(self.man(figure).shown, ManShown::Dead | ManShown::Fled | ManShown::Withdrawn);
                assert!(!gone, "{event:?}");
            }
            _ => {}
        }
    }

    /// How far a man's weapon carries, in inches, if he brought it.
    fn reach(&self, by: FigureId, weapon: Weapon) -> Option<i32> {
        let brought = self.men[usize::from(by.0)].profile.weapons.contains(&weapon);
        self.tables.shooting.of(weapon).filter(|_| brought).map(|row| row.short.max(row.medium).max(row.long))
    }

    /// One shot less, which there must be (MM-4.6).
    fn spends(&mut self, event: &Event, by: FigureId) {
        let quiver = &mut self.watched[usize::from(by.0)].quiver;
        assert!(*quiver > 0, "a shot from nowhere (MM-4.6): {event:?}");
        *quiver -= 1;
    }

    /// Where a man is at the moment of a shot (MM-4.2): half-way through his move for a first, at its end for a second.
    fn at_moment(&self, id: FigureId, second: bool) -> Point {
        let (man, from) = (self.man(id), self.watched[usize::from(id.0)].from);
        if second { man.at } else { from.half_way(man.at) }
    }

    fn shot(&mut self, event: &Event, by: FigureId, at: FigureId, weapon: Weapon, second: bool, inches: i32) {
        self.stands(by, event);
        self.in_arms(at, event);
        assert_ne!(self.man(by).side, self.man(at).side, "{event:?}");
        self.spends(event, by);
        let far = self.at_moment(by, second).distance(self.at_moment(at, second));
        let reach = self.reach(by, weapon).unwrap_or_else(|| panic!("he brought none: {event:?}"));
        let places = [by, at].map(|id| (id, self.watched[usize::from(id.0)].from, self.man(id).at));
        assert!(far <= reach * INCH && inches == far / INCH, "{far}/64 in is too far (MM-4.7), {places:?}: {event:?}");
        let gait = self.watched[usize::from(by.0)].gait;
        let stood = matches!(weapon, Weapon::Crossbow | Weapon::Handgun);
        let may = match gait {
            Gait::Stood => true,
            Gait::Walk => !stood,
            Gait::Run => self.man(by).mounted && matches!(weapon, Weapon::Shortbow | Weapon::Longbow),
        };
        assert!(may, "no shot with it at {gait:?} (MM-3.5): {event:?}");
    }

    /// Engines shoot from where they stand, and what is dropped falls on what is close below (MM-4.7).
    fn loosed(&self, event: &Event, gear: ThingId, man: Option<FigureId>, inches: i32) {
        let engine = &self.scene.gear[usize::from(gear.0)];
        let Some(row) = engine.thing.machine().map(|machine| self.tables.gear.of(machine)) else {
            panic!("nothing to shoot with: {event:?}")
        };
        let most = row.short.max(row.medium).max(row.long);
        assert!(inches <= most, "too far (MM-4.7): {event:?}");
        if let Some(man) = man {
            self.in_arms(man, event);
            // An engine's only shot is at half-move (MM-4.2).
            let far = engine.at.distance(self.at_moment(man, false)) / INCH;
            let dropped = engine.thing.machine().is_some_and(|machine| machine.dropped());
            assert!(dropped || inches == far, "{far} in is not what is told: {event:?}");
        }
    }

    /// A blow reaches base to base; a pike as many ranks further as may strike (MM-5.1, MM-5.7).
    fn struck(&self, event: &Event, by: FigureId, at: FigureId, weapon: Weapon) {
        self.stands(by, event);
        self.in_arms(at, event);
        let (one, other) = (self.man(by), self.man(at));
        assert_ne!(one.side, other.side, "{event:?}");
        assert_ne!(self.men[usize::from(by.0)].profile.class, Class::Cleric, "{event:?}");
        let base = |id: FigureId| match self.watched[usize::from(id.0)].rode {
            true => self.tables.house().base_mounted,
            false => self.base(self.man(id)),
        };
        let touching = (base(by) + base(at)) / 2 + TOUCH;
        let ranks = if weapon == Weapon::Pike { self.tables.melee.reach.pike_ranks as i32 - 1 } else { 0 };
        // A man behind another stands within half a base of straight behind.
        let reach = touching + ranks * self.base(one) * 3 / 2;
        let far = one.at.distance(other.at);
        assert!(far <= reach, "{far}/64 in is beyond reach (MM-5.7): {event:?}");
    }
}
