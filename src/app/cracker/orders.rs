//! What the chosen troops may be told, with the target that is pointed at: every order there is to them, and why one cannot
//! be given now.

use super::CordTarget;
use crate::app::play::why;
use crate::app::table::OrderOffer;
use crate::rules::castle_cracker::tables::Aim;
use crate::rules::castle_cracker::{
    CrackerStage, Decision, Illegal, Position, ShotWeapon, TroopKind, Troops, TroopsId, Whereabouts,
};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::geometry::{Heading, Point};

/// How troops are to stand after a march.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormUp {
    /// Where they face; along their way if nothing is said.
    pub facing: Option<Heading>,
    /// Figures in a rank; as before if nothing is said.
    pub files: Option<u16>,
    /// How many part from the rest; half of them if nothing is said.
    pub parting: Option<u16>,
}

/// An order as it is offered.
pub type CordOffer = OrderOffer<Decision>;

/// The offers for one body of troops.
struct Offering<'a> {
    game: &'a Position,
    side: Side,
    /// Whether they have had all they may be told in this part of the turn.
    done: bool,
    offers: Vec<CordOffer>,
}

impl Offering<'_> {
    fn add(&mut self, name: String, decision: Result<Decision, &str>) {
        self.offers.push(match decision {
            Ok(decision) => OrderOffer::of(self.game, self.side, name, decision),
            // Whoever has had his order wants nothing else for another.
            Err(_) if self.done => OrderOffer::wanting(name, &why(&Illegal::Ordered)),
            Err(wants) => OrderOffer::wanting(name, wants),
        });
    }
}

/// What troops of the side that decides may be told (CC-3 to CC-6), what is pointed at being the target and `way` the places
/// a march goes by before it.
pub fn offers(
    game: &Position,
    id: TroopsId,
    target: Option<CordTarget>,
    way: &[Point],
    form: FormUp,
) -> Vec<CordOffer> {
    let Some(side) = game.pending().first() else { return Vec::new() };
    let Some(troops) = game.troops.get(usize::from(id.0)).filter(|troops| troops.side == side) else {
        return Vec::new();
    };
    let moving = matches!(game.stage, CrackerStage::Move(_));
    let done = if moving { troops.ordered } else { troops.aimed };
    let mut offering = Offering { game, side, done, offers: Vec::new() };
    match game.stage {
        CrackerStage::Move(_) => offering.moves(id, troops, target, way, form),
        _ => offering.shots(id, troops, target),
    }
    offering.offers
}

const AN_ENEMY: &str = "Point at an enemy first.";
const A_PLACE: &str = "Point at a place first.";
const A_WALL: &str = "Point at a wall or a gate first.";
const A_CARRIER: &str = "Point at a wagon or a boat of theirs first.";

impl Offering<'_> {
    fn name(&self, at: TroopsId) -> &str {
        &self.game.troops(at).name
    }

    /// The enemy pointed at.
    fn enemy(&self, target: Option<CordTarget>) -> Result<TroopsId, &'static str> {
        match target {
            Some(CordTarget::Troops(at)) if self.game.troops(at).side != self.side => Ok(at),
            _ => Err(AN_ENEMY),
        }
    }

    /// An order at the enemy pointed at.
    fn at_enemy(&mut self, verb: &str, target: Option<CordTarget>, order: impl Fn(TroopsId) -> Decision) {
        match self.enemy(target) {
            Ok(at) => self.add(format!("{verb} {}", self.name(at)), Ok(order(at))),
            Err(wants) => self.add(format!("{verb} …"), Err(wants)),
        }
    }

    /// An order at a stretch of wall pointed at.
    fn at_wall(
        &mut self,
        verb: &str,
        target: Option<CordTarget>,
        order: impl Fn(crate::rules::castle_cracker::field::WallId) -> Decision,
    ) {
        match target {
            Some(CordTarget::Wall(wall)) => {
                let name = self.game.field.wall(wall).map_or("the wall", |stretch| stretch.name.as_str());
                self.add(format!("{verb} {name}"), Ok(order(wall)));
            }
            _ => self.add(format!("{verb} …"), Err(A_WALL)),
        }
    }

    fn moves(&mut self, id: TroopsId, troops: &Troops, target: Option<CordTarget>, way: &[Point], form: FormUp) {
        let place = match target {
            Some(CordTarget::Place(place)) => Ok(place),
            _ => Err(A_PLACE),
        };
        let foot = troops.on_foot();
        match troops.whereabouts {
            Whereabouts::Aboard(_) => {
                self.add("Get off there".to_owned(), place.map(|to| Decision::Land(id, to)));
                return self.hold(id, "Stay aboard");
            }
            Whereabouts::Parapet(_) => {
                self.add("Come down there".to_owned(), place.map(|to| Decision::Descend(id, to)));
                self.at_wall("Man", target, |wall| Decision::Man(id, wall));
                let turned =
                    |facing| Decision::March { troops: id, by: vec![troops.at], facing: Some(facing), files: None };
                self.add("Turn there".to_owned(), form.facing.map(turned).ok_or("Say where they face."));
                return self.hold(id, "Stay on the wall");
            }
            _ if self.game.is_engaged(id) => {
                self.add("Run there".to_owned(), place.map(|to| Decision::Run(id, to)));
                return self.hold(id, "Fight on");
            }
            _ => {}
        }
        let march = |by: Vec<Point>| Decision::March { troops: id, by, facing: form.facing, files: form.files };
        let by = place.map(|to| way.iter().copied().chain([to]).collect());
        let carrier = matches!(troops.kind, TroopKind::WarWagon | TroopKind::Boat);
        let fights = troops.gear.is_none() && !carrier;
        // What can be done where one points comes first.
        let at_wall = matches!(target, Some(CordTarget::Wall(_)));
        if at_wall {
            self.onto_walls(id, troops, target);
        }
        if fights && self.enemy(target).is_ok() {
            self.at_enemy("Charge", target, |at| Decision::Charge(id, at));
        }
        self.add("March there".to_owned(), by.map(march));
        if fights && self.enemy(target).is_err() {
            self.at_enemy("Charge", target, |at| Decision::Charge(id, at));
        }
        let here = match form.facing.is_none() && form.files.is_none() {
            true => Err("Say where they face, or how many files they form."),
            false => Ok(march(vec![troops.at])),
        };
        self.add("Form up here".to_owned(), here);
        if !at_wall {
            self.onto_walls(id, troops, target);
        }
        let carries = |other: &Troops| other.side == self.side && other.kind.carries(&self.game.tables).is_some();
        if foot && self.game.troops.iter().any(carries) {
            match target {
                Some(CordTarget::Troops(on)) if carries(self.game.troops(on)) => {
                    self.add(format!("Get on {}", self.name(on)), Ok(Decision::Board(id, on)));
                }
                _ => self.add("Get on …".to_owned(), Err(A_CARRIER)),
            }
        }
        if troops.gear.is_some() {
            let name = if troops.hooked { "Unhook it" } else { "Hook it on" };
            self.add(name.to_owned(), Ok(Decision::Hitch(id)));
        }
        if troops.kind.acts_singly() {
            let parting = form.parting.unwrap_or((troops.standing.len() / 2) as u16);
            self.add(format!("Part {parting} from them"), Ok(Decision::Part(id, parting)));
        }
        self.hold(id, "Stand fast");
    }

    /// Foot goes on the walls of a fort: from the yard a wall is manned, whoever's it was; from outside it is gone up.
    fn onto_walls(&mut self, id: TroopsId, troops: &Troops, target: Option<CordTarget>) {
        let Some(fort) = self.game.field.fort.as_ref().filter(|_| troops.on_foot()) else { return };
        let inside = self.game.field.in_yard(troops.at);
        if fort.side == self.side || inside {
            self.at_wall("Man", target, |wall| Decision::Man(id, wall));
        }
        if !inside && (fort.side != self.side || troops.ladders > 0) {
            self.at_wall("Go up", target, |wall| Decision::Scale(id, wall));
        }
    }

    fn hold(&mut self, id: TroopsId, name: &str) {
        self.add(name.to_owned(), Ok(Decision::Hold(id)));
    }

    fn shots(&mut self, id: TroopsId, troops: &Troops, target: Option<CordTarget>) {
        let weapon = self.game.shoots_with(id);
        let thrown = self.game.throws_with(id);
        let aims = weapon.is_some_and(|weapon| self.game.tables.weapon(weapon).aim != Aim::Cup);
        if aims || thrown.is_none() {
            // Men aboard what is pointed at are shot at for themselves.
            let aboard: Vec<TroopsId> = self.enemy(target).map_or(Vec::new(), |at| {
                let riders = self.game.riders(at);
                riders.map(|(rider, _)| rider).collect()
            });
            for rider in aboard {
                self.add(format!("Shoot at {} aboard", self.name(rider)), Ok(Decision::Shoot(id, rider)));
            }
            self.at_enemy("Shoot at", target, |at| Decision::Shoot(id, at));
        }
        if thrown.is_some() {
            let to = match target {
                Some(CordTarget::Place(place)) => Ok(place),
                Some(CordTarget::Troops(at)) => Ok(self.game.troops(at).at),
                _ => Err(A_PLACE),
            };
            self.add("Throw there".to_owned(), to.map(|to| Decision::Lob(id, to)));
        }
        if weapon == Some(ShotWeapon::Cannon) && troops.gear.is_some() {
            self.at_enemy("Fire grapeshot at", target, |at| Decision::Grape(id, at));
        }
        let fort = self.game.field.fort.as_ref().map(|fort| fort.side == self.side);
        if fort == Some(false) && aims && (troops.gear.is_some() || self.game.tables.strict()) {
            self.at_wall("Shoot at", target, |wall| Decision::Batter(id, wall));
        }
        if fort == Some(true) {
            self.at_enemy("Pour oil on", target, Decision::Oil);
        }
        self.hold(id, "Do not shoot");
    }
}
