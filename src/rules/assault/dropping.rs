//! What is dropped from a rampart (MM-3.7, MM-4.9, MM-9.5, SG-5.4): rocks, and oil and lead out of cauldrons.

use super::Illegal;
use super::engines::Struck;
use super::event::{Event, Thrown};
use super::line::LineEnd;
use super::machines::MachineKind;
use super::map::{HexId, Terrain};
use super::shoot::HexHit;
use super::state::{Assault, Post, TrooperId};
use crate::rules::battle::Host;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::gear::{Machine, Thing};
use crate::rules::man_to_man::gear::machines::{machine_parts, roll_machine};
use crate::rules::man_to_man::shooting::Range;
use crate::rules::telling::counted_off;

/// What can be dropped.
pub const DROPPED: [Machine; 3] = [Machine::Rock, Machine::Oil, Machine::Lead];

/// What a side has by it to drop: rocks, and cauldrons of oil and of lead, each of which serves once (MM-9.5); and what it burns
/// things with, and puts fires out with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DropStore {
    pub rocks: u16,
    pub oil: u16,
    pub lead: u16,
    /// Fire missiles, for bows (MM-4.11).
    pub fire_missiles: u16,
    /// Whether it has flint and steel, by which a torch is lit (MM-4.11).
    pub flint: bool,
    /// Buckets of water against fires (MM-4.12).
    pub buckets: u16,
}

impl DropStore {
    /// What a host brings.
    pub(super) fn of(host: &Host) -> DropStore {
        let count = |thing: Thing| {
            let pieces = host.gear.iter().filter(|piece| piece.thing == thing);
            pieces.fold(0_u16, |sum, piece| sum.saturating_add(piece.count))
        };
        DropStore {
            rocks: count(Thing::Rock),
            oil: count(Thing::OilCauldron),
            lead: count(Thing::LeadCauldron),
            fire_missiles: count(Thing::FireMissile),
            flint: count(Thing::FlintAndSteel) > 0,
            buckets: count(Thing::Bucket),
        }
    }

    /// How many are left of one of them.
    pub fn left(self, what: Machine) -> u16 {
        match what {
            Machine::Rock => self.rocks,
            Machine::Oil => self.oil,
            Machine::Lead => self.lead,
            Machine::Catapult | Machine::Bombard => 0,
        }
    }

    /// What is left of all that is counted, in words; nothing where there is none.
    pub fn left_in_words(self) -> Option<String> {
        let all = [
            (Thing::Rock, self.rocks),
            (Thing::OilCauldron, self.oil),
            (Thing::LeadCauldron, self.lead),
            (Thing::FireMissile, self.fire_missiles),
            (Thing::Bucket, self.buckets),
        ];
        let left = all.into_iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> = left.map(|(thing, count)| thing.counted(count)).collect();
        (!words.is_empty()).then(|| counted_off(&words))
    }

    fn count_mut(&mut self, what: Machine) -> Option<&mut u16> {
        match what {
            Machine::Rock => Some(&mut self.rocks),
            Machine::Oil => Some(&mut self.oil),
            Machine::Lead => Some(&mut self.lead),
            Machine::Catapult | Machine::Bombard => None,
        }
    }

    fn take(&mut self, what: Machine) {
        if let Some(count) = self.count_mut(what) {
            *count = count.saturating_sub(1);
        }
    }

    fn put_back(&mut self, what: Machine) {
        if let Some(count) = self.count_mut(what) {
            *count += 1;
        }
    }
}

/// What a man was told to drop this turn, and into which hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HexDrop {
    pub by: TrooperId,
    pub what: Machine,
    pub at: HexId,
}

/// What one of them is called in a sentence.
pub fn called(what: Machine) -> String {
    match what {
        Machine::Rock => "a rock".to_owned(),
        other => format!("a cauldron of {other}"),
    }
}

impl Assault {
    /// Whether a man may drop something from the rampart he stands on into a hex below (MM-3.7, MM-4.7): a cauldron once it is
    /// hot, its fire lit as the assault begins **[house]** (MM-9.5).
    pub(super) fn check_drop(&self, side: Side, id: TrooperId, at: HexId, what: Machine) -> Result<(), Illegal> {
        let from = self.fresh(side, id)?;
        if usize::from(at.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let heating = u32::from(self.combat.gear.cauldron.heating);
        match () {
            _ if self.map.cell(from).terrain != Terrain::Rampart => Err(Illegal::NotOnWalk),
            _ if self.stores[side].left(what) == 0 => Err(Illegal::NothingToDrop),
            _ if what != Machine::Rock && self.turn <= heating => {
                Err(Illegal::NotHot { moves: heating, from: heating + 1 })
            }
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => self.falls_on(side, from, at, what).map(drop),
        }
    }

    /// Whom or what it would come down on (MM-4.7, MM-9.5): oil on a siege tower or a ram before men, all else on men only, and
    /// on nobody who is face to face with another (MM-5.1).
    fn falls_on(&self, side: Side, from: HexId, at: HexId, what: Machine) -> Result<Struck, Illegal> {
        let row = self.combat.gear.of(what);
        let timber = |n: &u8| {
            let it = self.machine(*n);
            it.side != side && it.stands() && matches!(it.kind, MachineKind::Tower | MachineKind::Ram)
        };
        let machine = self.machine_at(at).filter(timber).filter(|_| what == Machine::Oil).map(Struck::Machine);
        // Who stands on a tower's top is not below.
        let high = |id: TrooperId| matches!(self.man(id).post, Post::Aloft(_));
        let man = self.enemy_in(side, at).filter(|&id| !high(id));
        let struck = machine.or_else(|| man.map(Struck::Man)).ok_or(Illegal::NoTarget)?;
        let line = || {
            self.sights.between(
                &self.map,
                LineEnd::on(&self.map, from),
                LineEnd::on(&self.map, at),
                &self.tables,
                self.form,
            )
        };
        match () {
            _ if self.map.cell(at).level >= self.map.cell(from).level => Err(Illegal::NotBelow),
            _ if self.map.distance(from, at) > i64::from(row.medium) => Err(Illegal::OutOfReach),
            _ if matches!(struck, Struck::Man(man) if self.in_contact(man)) => Err(Illegal::TargetInContact),
            _ if !line().clear => Err(Illegal::NoLine),
            _ => Ok(struck),
        }
    }

    /// He takes it up; it comes down when all have moved, in its place among the shots (MM-4.1, MM-9.5).
    pub(super) fn drop_on(&mut self, id: TrooperId, at: HexId, what: Machine, sink: &mut impl Sink<Event>) {
        let side = self.man(id).side;
        self.stores[side].take(what);
        self.spend_turn(id);
        self.drops.push(HexDrop { by: id, what, at });
        sink.tell(|| Event::WillDrop { man: id, what, at });
    }

    /// What a man took up comes down (MM-4.9), on whom or what is there still; what it hits, if anything.
    pub(super) fn drop_falls(
        &mut self,
        HexDrop { by, what, at }: HexDrop,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<HexHit> {
        let man = *self.man(by);
        let Some(from) = man.hex().filter(|_| man.able() && !self.faces_enemy(by)) else {
            // It is still on the wall, for another to drop.
            self.stores[man.side].put_back(what);
            return None;
        };
        let Ok(struck) = self.falls_on(man.side, from, at, what) else {
            sink.tell(|| Event::DroppedOnNobody { man: by, what, at });
            return None;
        };
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        machine_parts(what, Range::Medium, &combat, &mut sum);
        let roll = roll_machine(what, sum.0, &combat, dice);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            machine_parts(what, Range::Medium, &combat, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: roll.total };
            Event::Dropped { man: by, what, at, struck, thrown, hit: roll.hit }
        });
        if let Struck::Man(target) = struck {
            let troop = usize::from(self.man(target).troop);
            self.troops[troop].shot_at = true;
        }
        roll.hit.then_some(HexHit::Dropped(by, struck))
    }

    /// What was dropped and hit does: a man is hit as by a missile; on timber it is oil (MM-9.5).
    pub(super) fn drop_hits(
        &mut self,
        by: TrooperId,
        struck: Struck,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        match struck {
            Struck::Man(target) => {
                self.missile_hits(target, dice, sink);
                self.has_hurt(by, target);
            }
            Struck::Machine(machine) if self.machine(machine).stands() => self.oil_on(machine, dice, sink),
            Struck::Machine(_) | Struck::Gate(_) | Struck::Wall => {}
        }
    }
}
