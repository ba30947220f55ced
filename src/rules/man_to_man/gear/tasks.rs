//! What a turn may be spent on (MM-3.7): all there is to each task, a row a task. A new task is a variant of [`Task`] and
//! a row here; its procedures stand with the gear they are about.

use super::hands::AT_HAND;
use super::ladders::scaled;
use super::log::{many, mark, the, wall};
use super::state::{Booty, Lies, Task};
use super::walls::{of_stone, of_timber};
use crate::rules::gear::Thing;
use crate::rules::man_to_man::event::{Event, Gait};
use crate::rules::man_to_man::ground::BarrierKind;
use crate::rules::man_to_man::log::Names;
use crate::rules::man_to_man::state::{BodyId, FigureId, MOVE, Mood, Position};
use crate::rules::man_to_man::view::View;
use crate::rules::man_to_man::view::choices::{Doing, Way};
use crate::rules::man_to_man::{Illegal, Umpire};

/// Writes the functions below from the rows, one `match` each. The names in brackets are what a row may speak of.
macro_rules! tasks {
    (
        ($position:ident, $body:ident, $umpire:ident, $names:ident, $view:ident)
        $($task:pat => {
            named: $named:expr,
            clause: $clause:expr,
            needs: $needs:expr,
            takes: $takes:expr,
            does: $does:expr,
            told: $told:expr,
            ways: $ways:expr $(,)?
        })+
    ) => {
        /// What a task is called.
        #[allow(unused_variables)]
        pub(in crate::rules::man_to_man) fn named(task: Task) -> Doing {
            match task { $($task => $named),+ }
        }

        /// The clause a task follows from.
        #[allow(unused_variables)]
        pub(in crate::rules::man_to_man) fn clause(task: Task) -> &'static str {
            match task { $($task => $clause),+ }
        }

        /// Whether a body has at hand what a task needs, and why not.
        #[allow(unused_variables)]
        fn needs(task: Task, $body: BodyId, $position: &Position) -> Result<(), Illegal> {
            match task { $($task => $needs),+ }
        }

        /// What of a move a task takes, in quarters: all of it (MM-3.7), but for what the book lets be done in less.
        #[allow(unused_variables)]
        fn takes(task: Task, $position: &Position) -> u8 {
            match task { $($task => $takes),+ }
        }

        /// Does a task.
        #[allow(unused_variables)]
        fn does(task: Task, $body: BodyId, $position: &mut Position, $umpire: &mut impl Umpire) {
            match task { $($task => $does),+ }
        }

        /// A task in a sentence; nothing if it is told by what comes of it.
        #[allow(unused_variables)]
        pub(super) fn told(task: Task, $body: BodyId, $names: &Names) -> Option<String> {
            match task { $($task => $told),+ }
        }

        /// Every way in which a body could do any of them.
        pub(in crate::rules::man_to_man) fn ways($body: BodyId, $view: &View<'_>) -> Vec<Way> {
            let mut ways: Vec<Way> = Vec::new();
            $(ways.extend($ways);)+
            ways
        }
    };
}

tasks! {
    (position, body, umpire, names, view)

    Task::Climb(on) => {
        named: Doing::Climb,
        clause: "MM-3.1",
        needs: position.check_climb(body, on),
        takes: MOVE,
        does: position.climb(body, on, umpire),
        told: Some(match names.thing(on) {
            Some(Thing::Tower) => format!("{} up in {}.", names.does(body, "go"), the(names, on)),
            _ => format!("{} on {}.", names.does(body, "climb"), the(names, on)),
        }),
        ways: view.with_gear(body, Task::Climb, |gear| {
            let up = matches!(gear.thing, Thing::Ladder | Thing::Tower);
            up && gear.lies == Lies::Standing && gear.side == view.side() && view.is_near(gear, body)
        }),
    }
    Task::ClimbDown(ladder) => {
        named: Doing::ClimbDown,
        clause: "MM-3.1",
        needs: position.check_climb_down(body, ladder),
        takes: MOVE,
        does: position.climb_down(body, ladder, umpire),
        told: Some(format!("{} down {}.", names.does(body, "come"), the(names, ladder))),
        ways: view.with_gear(body, Task::ClimbDown, |gear| {
            gear.thing == Thing::Ladder && gear.side == view.side() && view.has_climbers(body)
        }),
    }
    Task::Raise { ladder, at } => {
        named: Doing::Raise,
        clause: "MM-9.10",
        needs: position.check_raise(body, ladder, at),
        takes: MOVE,
        does: position.raise(body, ladder, at, umpire.sink()),
        told: Some(format!("{} {} against {}.", names.does(body, "raise"), the(names, ladder), wall(names, at))),
        ways: view.with_own_at_walls(
            body,
            |gear| gear.thing == Thing::Ladder && gear.lies == Lies::Carried,
            scaled,
            |ladder, at| Task::Raise { ladder, at },
        ),
    }
    Task::Ram { ram, at } => {
        named: Doing::Ram,
        clause: "MM-9.2",
        needs: position.check_ram(body, ram, at),
        takes: MOVE,
        does: position.ram(body, ram, at, umpire),
        told: None,
        ways: view.with_own_at_walls(
            body,
            |gear| gear.thing == Thing::Ram || gear.holds == Some(Thing::Ram),
            of_timber,
            |ram, at| Task::Ram { ram, at },
        ),
    }
    Task::Pick { sow, at } => {
        named: Doing::Pick,
        clause: "MM-9.3",
        needs: position.check_pick(body, sow, at),
        takes: MOVE,
        does: position.pick(body, sow, at, umpire),
        told: Some(format!("{} at the stones of {}.", names.does(body, "pick"), wall(names, at))),
        ways: view.with_own_at_walls(
            body,
            |gear| matches!(gear.holds, Some(Thing::Pick | Thing::Screw)),
            of_stone,
            |sow, at| Task::Pick { sow, at },
        ),
    }
    Task::Axes(at) => {
        named: Doing::Axes,
        clause: "MM-9.4",
        needs: position.check_axes(body, at),
        takes: MOVE,
        does: position.axes(body, at, umpire),
        told: Some(format!("{} at {} with axes.", names.does(body, "hew"), wall(names, at))),
        ways: view.at_walls(body, of_timber, false, Task::Axes),
    }
    Task::Push(ladder) => {
        named: Doing::Push,
        clause: "MM-9.1",
        needs: position.check_push(body, ladder),
        takes: MOVE,
        does: position.push_ladder(body, ladder, umpire),
        told: None,
        ways: view.with_gear(body, Task::Push, |gear| {
            let raised = gear.thing == Thing::Ladder && gear.lies == Lies::Standing;
            raised && gear.side != view.side() && view.is_near(gear, body)
        }),
    }
    Task::Drop { gear, on } => {
        named: Doing::Drop,
        clause: "MM-9.5",
        needs: position.check_drop(body, gear, on),
        takes: MOVE,
        does: {
            let by = position.who_drops(body, gear, on);
            position.train.drops.extend(by.map(|by| (by, gear, on)));
        },
        told: None,
        ways: view.drops(body),
    }
    Task::Heat(cauldron) => {
        named: Doing::Heat,
        clause: "MM-9.5",
        needs: position.check_heat(body, cauldron),
        takes: MOVE,
        does: position.gear_mut(cauldron).worked += 1,
        told: Some(format!("{} {}.", names.does(body, "heat"), the(names, cauldron))),
        ways: view.with_gear(body, Task::Heat, |gear| {
            let cauldron = matches!(gear.thing, Thing::OilCauldron | Thing::LeadCauldron);
            cauldron && gear.side == view.side() && view.is_near(gear, body)
        }),
    }
    Task::Plant(row) => {
        named: Doing::Plant,
        clause: "MM-9.9",
        needs: position.check_plant(body, row),
        takes: MOVE,
        does: position.plant(body, row, umpire.sink()),
        told: Some(format!("{} {}.", names.does(body, "plant"), many(names, row))),
        ways: view.with_gear(body, Task::Plant, |gear| {
            matches!(gear.thing, Thing::Stake | Thing::Pavise) && gear.body == Some(body) && gear.count > 0
        }),
    }
    Task::Lift(row) => {
        named: Doing::Lift,
        clause: "MM-9.9",
        needs: position.check_lift(body, row),
        takes: MOVE,
        does: position.lift_row(body, row, umpire.sink()),
        told: Some(format!("{} {}.", names.does(body, "lift"), many(names, row))),
        ways: view.with_gear(body, Task::Lift, |gear| gear.set > 0 && view.is_near(gear, body)),
    }
    Task::Fill { faggots, at } => {
        named: Doing::Fill,
        clause: "MM-9.12",
        needs: position.check_fill(body, faggots, at),
        takes: MOVE,
        does: position.fill(body, faggots, at, umpire.sink()),
        told: Some(format!("{} faggots into the moat.", names.does(body, "throw"))),
        ways: view.fills(body),
    }
    Task::Gap(at) => {
        named: Doing::Gap,
        clause: "MM-3.7",
        needs: position.check_gap(body, at),
        takes: MOVE,
        does: position.gap_made(at, umpire.sink()),
        told: Some(format!("{} at a gap in {}.", names.does(body, "work"), wall(names, at))),
        ways: view.at_walls(
            body,
            |kind| matches!(kind, BarrierKind::Hedge | BarrierKind::Fence | BarrierKind::DryWall),
            false,
            Task::Gap,
        ),
    }
    Task::Gate { at, open } => {
        named: if open { Doing::Open } else { Doing::Shut },
        clause: "MM-9.6",
        needs: position.check_gate(body, at, open),
        takes: position.gate_takes(at, open),
        does: position.work_gate(at, open, umpire.sink()),
        told: Some(format!("{} {}.", names.does(body, if open { "open" } else { "shut" }), wall(names, at))),
        ways: {
            let winched = |kind| matches!(kind, BarrierKind::Drawbridge | BarrierKind::Portcullis);
            let shut = view.at_walls(body, winched, false, |at| Task::Gate { at, open: true });
            shut.into_iter().chain(view.at_walls(body, winched, true, |at| Task::Gate { at, open: false }))
        },
    }
    Task::Light(missiles) => {
        named: Doing::Light,
        clause: "MM-4.11",
        needs: position.check_light(body, missiles),
        takes: MOVE,
        does: position.gear_mut(missiles).ready = true,
        told: Some(format!("{} {}.", names.does(body, "light"), the(names, missiles))),
        ways: view.with_gear(body, Task::Light, |gear| gear.thing == Thing::FireMissile && gear.body == Some(body)),
    }
    Task::Torch(at) => {
        named: Doing::Torch,
        clause: "MM-4.11",
        needs: position.check_torch(body, at),
        takes: MOVE,
        does: position.torch(at, umpire),
        told: Some(format!("{} a torch to {}.", names.does(body, "put"), mark(names, at))),
        ways: view.torches(body),
    }
    Task::FightFire(what) => {
        named: Doing::FightFire,
        clause: "MM-4.12",
        needs: position.check_fight_fire(body, what),
        takes: MOVE,
        does: position.train.fire_fighters.push((body, what)),
        told: None,
        ways: view.fires(body),
    }
    Task::Change { missiles } => {
        named: if missiles { Doing::TakeMissiles } else { Doing::TakeHandWeapons },
        clause: "MM-3.6",
        needs: position.check_change(body, missiles),
        takes: MOVE / 2,
        does: position.change_weapons(body, missiles, umpire.sink()),
        told: None,
        ways: [true, false]
            .into_iter()
            .filter(|_| view.shoots(body))
            .map(|missiles| view.by_themselves(body, Task::Change { missiles })),
    }
    Task::Restock(store) => {
        named: Doing::Restock,
        clause: "MM-4.6",
        needs: position.check_restock(body, store),
        takes: MOVE,
        does: position.restock(body, store, umpire.sink()),
        told: Some(format!("{} missiles from {}.", names.does(body, "take"), the(names, store))),
        ways: view.with_gear(body, Task::Restock, |gear| {
            let holds = matches!(gear.thing, Thing::Wagon | Thing::Packhorse | Thing::Store);
            holds && gear.side == view.side() && (view.shoots(body) || view.engine(body).is_some())
        }),
    }
    Task::PickUp(gear) => {
        named: Doing::PickUp,
        clause: "MM-3.7",
        needs: position.check_gear_pick_up(body, gear),
        takes: MOVE,
        does: position.gear_picked_up(body, gear, umpire),
        told: Some(format!("{} up {}.", names.does(body, "take"), the(names, gear))),
        ways: view.with_gear(body, Task::PickUp, |gear| {
            let cauldron = matches!(gear.thing, Thing::OilCauldron | Thing::LeadCauldron);
            let free = gear.body.is_none() || cauldron && gear.body == Some(body) && gear.lies == Lies::Standing;
            free && gear.set == 0 && view.is_near(gear, body)
        }),
    }
    Task::LayDown(gear) => {
        named: Doing::LayDown,
        clause: "MM-3.7",
        needs: position.own(body, gear).map(|_| ()),
        takes: MOVE,
        does: position.lay_down(gear, umpire.sink()),
        told: Some(format!("{} down {}.", names.does(body, "lay"), the(names, gear))),
        ways: view.with_gear(body, Task::LayDown, |gear| gear.body == Some(body)),
    }
    Task::Help(machine) => {
        named: Doing::Help,
        clause: "MM-9.8",
        needs: position.check_help(body, machine),
        takes: MOVE,
        does: position.body_mut(body).turn.helps = Some(machine),
        told: Some(format!("{} hands to move {}.", names.does(body, "lend"), the(names, machine))),
        ways: view.with_gear(body, Task::Help, |gear| {
            let served = gear.body.is_some_and(|crew| crew != body) && gear.side == view.side();
            served && gear.thing.rolls() && view.is_near(gear, body)
        }),
    }
    Task::Harness { gear, on } => {
        named: if on { Doing::Harness } else { Doing::Unharness },
        clause: "MM-9.8",
        needs: position.check_harness(body, gear, on),
        takes: MOVE,
        does: position.gear_mut(gear).harnessed = on,
        told: Some(match on {
            true => format!("{} the animals to {}.", names.does(body, "harness"), the(names, gear)),
            false => format!("{} the animals of {}.", names.does(body, "unharness"), the(names, gear)),
        }),
        ways: {
            let to = view.with_gear(body, |gear| Task::Harness { gear, on: true }, |gear| {
                gear.body == Some(body) && gear.animals > 0 && !gear.harnessed
            });
            let from = view.with_gear(body, |gear| Task::Harness { gear, on: false }, |gear| {
                gear.body == Some(body) && gear.harnessed
            });
            to.into_iter().chain(from)
        },
    }
    Task::Loot { from, take } => {
        named: match take {
            Booty::Weapon => Doing::LootWeapon,
            Booty::Shield => Doing::LootShield,
            Booty::Armour => Doing::LootArmour,
        },
        clause: "MM-8.5",
        needs: position.check_loot(body, from, take),
        takes: position.loot_takes(take),
        does: position.loot(body, from, take, umpire.sink()),
        told: None,
        ways: [Booty::Weapon, Booty::Shield, Booty::Armour].into_iter().flat_map(|take| view.loot(body, take)),
    }
    Task::PutOn => {
        named: Doing::PutOn,
        clause: "MM-8.5",
        needs: position.check_put_on(body),
        takes: MOVE,
        does: position.put_on(body, umpire.sink()),
        told: Some(format!("{} on looted armour.", names.does(body, "put"))),
        ways: view.dressing(body).then(|| view.by_themselves(body, Task::PutOn)),
    }
}

impl Position {
    /// Whether a body may spend its turn so (MM-3.7): it has not moved, is in no melee, and has what it needs at hand.
    pub fn check_task(&self, id: BodyId, task: &Task) -> Result<(), Illegal> {
        let body = self.body(id);
        // At the walls, those work who are in no melee themselves.
        let by_some = matches!(task, Task::Climb(_) | Task::ClimbDown(_) | Task::Push(_) | Task::Drop { .. });
        if !by_some && (body.turn.engaged || self.body_touched(id)) {
            return Err(Illegal::InMelee);
        }
        // Weapons are changed in what is left of a walk too (MM-3.6).
        let still = match task {
            Task::Change { .. } => body.turn.gait <= Gait::Walk,
            _ => body.turn.gait == Gait::Stood,
        };
        if !still || body.turn.spent + takes(*task, self) > MOVE {
            return Err(Illegal::NotFree);
        }
        if matches!(task, Task::Climb(_)) && body.mood == Mood::Craven {
            return Err(Illegal::Craven);
        }
        needs(*task, id, self)
    }

    /// Of a task that only so many do, those who do it (MM-9.1, MM-9.4, MM-9.5), and of a unit some of whom fight those who go on
    /// up a ladder; of any other, nobody.
    fn who_work(&self, id: BodyId, task: Task) -> Vec<FigureId> {
        let mut men = match task {
            Task::Climb(_) | Task::ClimbDown(_) if self.body(id).turn.engaged || self.body_touched(id) => {
                return self.men_of(id).filter(|&man| !self.fights(man)).collect();
            }
            Task::Heat(cauldron) => self.men_by(id, self.train.gear[usize::from(cauldron.0)].at, AT_HAND),
            Task::Drop { gear, on } => self.who_drops(id, gear, on).into_iter().collect(),
            Task::Push(ladder) => self.pushers(id, ladder),
            Task::Axes(at) => self.with_axes(id, at),
            _ => Vec::new(),
        };
        men.truncate(match task {
            Task::Heat(_) | Task::Drop { .. } => 1,
            Task::Push(_) => usize::from(self.tables.gear.ladder.pushers),
            Task::Axes(at) => usize::from(self.hewers_now(id, at)),
            _ => men.len(),
        });
        men
    }

    /// Spends a body's turn, or a part of it, on a task (MM-3.6, MM-3.7).
    pub(in crate::rules::man_to_man) fn do_task(&mut self, id: BodyId, task: Task, umpire: &mut impl Umpire) {
        umpire.tell(|| Event::Tasked { body: id, task });
        let quarters = takes(task, self);
        let few = self.who_work(id, task);
        self.body_mut(id).turn.few_work = !few.is_empty();
        for man in few {
            self.figure_mut(man).turn.works = true;
        }
        self.body_mut(id).spend(quarters);
        does(task, id, self, umpire);
        self.burden(id);
    }
}
