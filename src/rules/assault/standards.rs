//! Standards in an assault (MM-8.8): borne, fallen with their bearer, taken and picked up; and the deeds that are remembered.

use super::Illegal;
use super::event::Event;
use super::map::{HexId, Terrain};
use super::state::{Assault, Fortune, TrooperId};
use crate::rules::battle::{Deed, Force, Standard};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use std::cmp::Reverse;

/// Where a standard is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardLies {
    /// A man bears it.
    Borne(TrooperId),
    Ground(HexId),
    /// It left the assault with its bearer.
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexStandard {
    /// Whose it is.
    pub side: Side,
    /// The army's, a battle's or a force's.
    pub standard: Standard,
    /// The battle and the force it was raised over.
    pub over: (String, String),
    /// The troops of its force: from the first to before the last.
    pub troops: (u8, u8),
    /// Where it is.
    pub lies: StandardLies,
    /// The troops of its side that saw it lost (MM-7.3).
    pub seen_lost: Vec<u8>,
}

impl Assault {
    /// The standards borne in a force whose troops begin with `first`.
    pub(super) fn raise_standards(&mut self, side: Side, force: &Force, first: u8) {
        let troops = (first, self.troops.len() as u8);
        let over = (force.battle.clone(), force.name.clone());
        let bearers = self.ids().filter(|&id| (troops.0..troops.1).contains(&self.man(id).troop));
        let raised: Vec<HexStandard> = bearers
            .filter_map(|id| {
                let lies = StandardLies::Borne(id);
                let of =
                    |standard| HexStandard { side, standard, over: over.clone(), troops, lies, seen_lost: Vec::new() };
                self.man(id).standard.map(of)
            })
            .collect();
        self.standards.extend(raised);
    }

    /// A bearer is killed, taken or gone: an enemy who killed him hand to hand has an even chance to take his standard, and
    /// one he yields to has it; else it falls where he was (MM-8.8). Who flees from the field takes it with him.
    pub(super) fn standard_of(
        &mut self,
        id: TrooperId,
        to: Option<TrooperId>,
        fortune: Fortune,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let die = || (fortune == Fortune::Dead).then(|| dice.die("MM-8.8 standard", 6));
        self.standard_goes(id, to, fortune, die, sink);
    }

    /// The standard of one who is taken at the end falls to the first of the captors in rank who bears none **[house]** (MM-8.8).
    pub(super) fn standard_yielded(&mut self, id: TrooperId, sink: &mut impl Sink<Event>) {
        let free = |&by: &TrooperId| self.man(by).able() && self.man(by).standard.is_none();
        let standing = |by: TrooperId| {
            let profile = &self.man(by).profile;
            (profile.class, profile.rank, profile.grade, Reverse(by))
        };
        let captors = self.of(self.man(id).side.other()).filter(free);
        let by = captors.max_by_key(|&by| standing(by));
        self.standard_goes(id, by, Fortune::Taken(by), || None, sink);
    }

    /// What he bore goes to a man, if the die says so where one is thrown, or lies where he was.
    fn standard_goes(
        &mut self,
        id: TrooperId,
        to: Option<TrooperId>,
        fortune: Fortune,
        mut die: impl FnMut() -> Option<u32>,
        sink: &mut impl Sink<Event>,
    ) {
        if self.man(id).standard.is_none() {
            return;
        }
        let (place, taker) = (self.place(id), to.filter(|&by| self.man(by).able() && self.man(by).standard.is_none()));
        self.man_mut(id).standard = None;
        let borne = |n: &usize| self.standards[*n].lies == StandardLies::Borne(id);
        for n in (0..self.standards.len()).filter(borne).collect::<Vec<_>>() {
            let (side, standard) = (self.standards[n].side, self.standards[n].standard);
            let face = taker.and_then(|_| die());
            // What an enemy bears was seen lost before.
            if self.man(id).side == side {
                self.standards[n].seen_lost = place.map_or_else(Vec::new, |place| self.who_see(side, place));
            }
            let takes = face.is_none_or(|face| face <= self.combat.points.standard.chance_in_six);
            self.standards[n].lies = match (taker.filter(|_| takes), place) {
                (Some(by), _) => {
                    self.man_mut(by).standard = Some(standard);
                    sink.tell(|| Event::StandardTaken { side, standard, by, face: face.map(|face| face as u8) });
                    StandardLies::Borne(by)
                }
                (None, Some(at)) if fortune != Fortune::Fled => {
                    sink.tell(|| Event::StandardFell { side, standard, at });
                    StandardLies::Ground(at)
                }
                (None, _) => StandardLies::Gone,
            };
        }
    }

    /// Whether a man may pick up a standard that lies in his hex or beside it: half a move (MM-8.8).
    pub(super) fn check_take_up(&self, side: Side, id: TrooperId, standard: u8) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let at = man.hex().ok_or(Illegal::OnLadder)?;
        let it = self.standards.get(usize::from(standard)).ok_or(Illegal::NoStandard)?;
        let half = self.points_of(man).div_ceil(2);
        match it.lies {
            StandardLies::Ground(place) if place == at || self.ways.fought_from(at).any(|to| to == place) => {}
            _ => return Err(Illegal::NoStandard),
        }
        match () {
            _ if man.standard.is_some() || man.burden != super::state::Burden::Nothing => Err(Illegal::HandsFull),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ if man.points < half => Err(Illegal::NoPoints { needs: half, has: man.points }),
            _ => Ok(()),
        }
    }

    pub(super) fn take_up(&mut self, id: TrooperId, standard: u8, sink: &mut impl Sink<Event>) {
        let half = self.points_of(self.man(id)).div_ceil(2);
        self.spend(id, half);
        let known = &self.standards[usize::from(standard)];
        let seen = match known.lies {
            StandardLies::Ground(at) if known.side != self.man(id).side => self.who_see(known.side, at),
            _ => Vec::new(),
        };
        let it = &mut self.standards[usize::from(standard)];
        it.seen_lost.extend(seen);
        it.lies = StandardLies::Borne(id);
        let (side, kind) = (it.side, it.standard);
        self.man_mut(id).standard = Some(kind);
        sink.tell(|| Event::StandardRaised { side, standard: kind, by: id });
    }

    /// Whether a troop has seen a standard lost that it follows: its army's, its battle's or its force's (MM-7.3).
    pub(super) fn standard_lost(&self, troop: usize) -> bool {
        let side = self.troops[troop].side;
        let troop = troop as u8;
        let own = self.standards.iter().find(|it| (it.troops.0..it.troops.1).contains(&troop)).map(|it| &it.over.0);
        let follows = |it: &HexStandard| match it.standard {
            Standard::Army => true,
            Standard::Battle => own == Some(&it.over.0),
            Standard::Force => (it.troops.0..it.troops.1).contains(&troop),
        };
        let lost = |it: &HexStandard| match it.lies {
            StandardLies::Borne(by) => self.man(by).side != side,
            StandardLies::Ground(_) | StandardLies::Gone => true,
        };
        self.standards.iter().any(|it| it.side == side && follows(it) && lost(it) && it.seen_lost.contains(&troop))
    }

    /// A deed is remembered, each once.
    pub(super) fn deed(&mut self, id: TrooperId, deed: Deed) {
        if !self.deeds.contains(&(id, deed)) {
            self.deeds.push((id, deed));
        }
    }

    /// A besieger comes onto a wall of a line nobody of his side has stood on in this assault: he was the first.
    pub(super) fn on_the_wall(&mut self, id: TrooperId, at: HexId) {
        let line = self.map.line_of(at);
        let wall = matches!(self.map.cell(at).terrain, Terrain::Rampart | Terrain::Rubble);
        let storms = self.man(id).side == Side::Attacker && !self.sally;
        let first = self.first_on.iter().all(|&(known, _)| known != line);
        if wall && storms && self.is_assaulted(line) && first {
            self.first_on.push((line, id));
            self.deed(id, Deed::FirstOnWall);
        }
    }

    /// Standards that enemies hold at the end (MM-8.8): each with who has it.
    pub fn standards_taken(&self) -> impl Iterator<Item = (TrooperId, Standard)> + '_ {
        self.standards.iter().filter_map(|it| match it.lies {
            StandardLies::Borne(by) if self.man(by).side != it.side && self.man(by).present() => {
                Some((by, it.standard))
            }
            _ => None,
        })
    }

    /// Who has killed an enemy hand to hand.
    pub(super) fn slain(&mut self, by: TrooperId, at: TrooperId) {
        self.deed(by, Deed::Killed(self.man(at).man));
    }

    /// What comes of it that a man has hit an enemy with a missile: whom he killed, and that he hurt a cleric (MM-8.6).
    pub(super) fn has_hurt(&mut self, by: TrooperId, at: TrooperId) {
        let victim = *self.man(at);
        if victim.fortune == Fortune::Dead {
            self.slain(by, at);
        }
        if victim.profile.class == Class::Cleric {
            self.deed(by, Deed::HurtCleric(victim.man));
        }
    }
}
