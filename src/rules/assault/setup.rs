//! How an assault begins: the map with its damage, the hosts' men in their places, and who carries what.

use super::Illegal;
use super::dropping::DropStore;
use super::enclosed::HexHome;
use super::event::Event;
use super::hexes::HexSide;
use super::machines::{HexMachine, MachineKind, StaysBehind};
use super::map::{HexId, HexMap, LiftKind, Terrain};
use super::state::*;
use super::tables::Tables;
use super::ways::HexWays;
use crate::rules::battle::{Fighter, Force, HexForm, Host, Man};
use crate::rules::figure::{BySide, Class, Grade, Horse, Side};
use crate::rules::game::Sink;
use crate::rules::man_to_man;
use crate::rules::man_to_man::arms::Weapons;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

/// What an assault begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub map: Arc<HexMap>,
    /// The two hosts; all of them fight on foot.
    pub hosts: BySide<Host>,
    /// Ladders the attackers bring.
    pub ladders: u8,
    /// Siege towers.
    pub towers: u8,
    pub rams: u8,
    /// Engines, and of whom.
    pub engines: Vec<(Side, MachineKind)>,
    /// Siege towers and rams in the park of besiegers at whom a garrison comes out (SG-1.3): nobody is at them when it begins.
    pub parked: Vec<MachineKind>,
    pub faggots: u8,
    /// Lines of defence the attackers hold already (SG-9.2).
    pub held: u8,
    /// D against rampart hexes before it (SG-7.8).
    pub damage: Vec<(HexId, u8)>,
    /// Lines from the outermost that besiegers hold who are shut in (SG-4.3): a relief assaults them, and with it who holds the rest,
    /// where no line is `held` in it; else they assault the rest, or sally outwards. 0 where nobody is.
    pub shut_in: u8,
    /// How many of those a relief has won from them, from the outermost (SG-4.3).
    pub outer_lost: u8,
    /// Whether it is the garrison that attacks, from within: to win back the innermost line that is held, or in a sortie
    /// what lies outside (SG-1.3, SG-4.2).
    pub sally: bool,
    /// Whether each side chooses its places before it begins, the garrison first.
    pub places: bool,
    /// By which form of the rules it is fought.
    pub form: HexForm,
}

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the {0} have no men")]
    NoMen(Side),
    #[error("the {side} have {men} men and {places} hexes to stand in; bring fewer, or draw a larger map")]
    NoRoom { side: Side, men: usize, places: usize },
    #[error("the attackers hold {held} lines, and the place has {lines}; they hold fewer when an assault begins")]
    Held { held: u8, lines: u8 },
    #[error("{0} is neither a rampart nor the wall of a room or a court, so nothing of it was battered (SG-7.8)")]
    NoRampart(String),
    #[error("{0} does not touch the battlements, and is battered only beside a demolished one (SG-7.1)")]
    Interior(String),
}

/// Hits a stretch of outer rampart begins a battle with, for so many D against it (SG-7.8): two and a half for each, rounded
/// down.
pub fn hits_of_damage(damage: u8, tables: &Tables) -> u16 {
    u16::from(damage) * u16::from(tables.damage.half_hits) / 2
}

/// Makes rubble of a rampart hex: it lies as low as the open ground or the rubble beside it, and no higher than the wall stood.
/// The wall of a room or a court comes down before its floor, and its rubble slopes up to that **[house]**.
pub(super) fn demolish(map: &mut HexMap, id: HexId) {
    let stood = map.cell(id).level;
    let level = match map.cell(id).terrain {
        Terrain::Rampart => {
            let ground = |terrain| matches!(terrain, Terrain::Flat | Terrain::Rubble);
            let beside = map.around(id).map(|(_, to)| *map.cell(to));
            let level = beside.filter(|cell| ground(cell.terrain) && cell.level <= stood).map(|cell| cell.level).min();
            level.unwrap_or(0).max(0)
        }
        _ => {
            for (side, to) in map.outer_walls(id).collect::<Vec<_>>() {
                map.cells[usize::from(id.0)].edges[side as usize].wall = None;
                map.cells[usize::from(to.0)].edges[side.opposite() as usize].wall = None;
            }
            stood
        }
    };
    let cell = &mut map.cells[usize::from(id.0)];
    (cell.terrain, cell.level, cell.top, cell.roofed) = (Terrain::Rubble, level, level, false);
    cell.edges.iter_mut().for_each(|edge| (edge.battlement, edge.slit) = (false, false));
}

/// A map with rampart hexes demolished: an outer one by as many hits as open a castle wall (SG-7.8, MM-4.10), an inner one
/// at one D, beside a demolished one (SG-7.1). The outer ones that still stand begin with their hits.
pub fn damaged(
    map: &HexMap,
    damage: &[(HexId, u8)],
    tables: &Tables,
    combat: &man_to_man::Tables,
) -> Result<(HexMap, Vec<(HexId, u8)>), Fault> {
    use man_to_man::ground::BarrierKind;
    let mut battered = map.clone();
    let open = u16::from(combat.ground.row(BarrierKind::CastleWall).hits);
    if let Some(&(id, _)) =
        damage.iter().find(|&&(id, _)| map.cell(id).terrain != Terrain::Rampart && !map.has_outer_wall(id))
    {
        return Err(Fault::NoRampart(map.cell(id).name()));
    }
    let (outer, inner): (Vec<_>, Vec<_>) = damage.iter().partition(|(id, _)| map.has_outer_wall(*id));
    let mut hits = Vec::new();
    for &(id, count) in &outer {
        match hits_of_damage(count, tables) {
            0 => {}
            enough if enough >= open => demolish(&mut battered, id),
            some => hits.push((id, some as u8)),
        }
    }
    for &(id, count) in &inner {
        let beside = map.around(id).any(|(_, to)| battered.battlement_down(to));
        if !beside {
            return Err(Fault::Interior(map.cell(id).name()));
        }
        if count > 0 {
            demolish(&mut battered, id);
        }
    }
    Ok((battered, hits))
}

impl Assault {
    /// An assault about to begin, the men in their places: the attackers nearest to the first gate they must have, the
    /// garrison on the walls of its outermost line, the rest behind them **[house]**.
    pub fn begin(
        plan: &Plan,
        tables: &Arc<Tables>,
        combat: &Arc<man_to_man::Tables>,
        sink: &mut impl Sink<Event>,
    ) -> Result<Assault, Fault> {
        let (map, wall_hits) = damaged(&plan.map, &plan.damage, tables, combat)?;
        let map = Arc::new(map);
        let held = plan.held.max(plan.shut_in);
        if held >= map.last_line() {
            return Err(Fault::Held { held, lines: map.last_line() });
        }
        let mut assault = Assault {
            form: plan.form,
            tables: tables.clone(),
            combat: combat.clone(),
            men: Vec::new(),
            troops: Vec::new(),
            ladders: vec![ScalingLadder { lies: LadderLies::Gone }; usize::from(plan.ladders)],
            machines: Vec::new(),
            standards: Vec::new(),
            wall_hits,
            stables: Vec::new(),
            first_on: Vec::new(),
            deeds: Vec::new(),
            ways: Arc::new(HexWays::of(&map)),
            gate_work: vec![GateWork::default(); map.gates.len()],
            faggots: Vec::new(),
            turn: 1,
            stage: AssaultStage::Moves(Side::Attacker),
            quiet: None,
            idle: 0,
            flooding: None,
            weather: None,
            held: plan.held,
            shut_in: plan.shut_in,
            outer_lost: plan.outer_lost,
            sally: plan.sally,
            sortie: false,
            hunger: BySide { attacker: plan.hosts.attacker.hunger, defender: plan.hosts.defender.hunger },
            army_leader: BySide::default(),
            fallen: Vec::new(),
            fled_now: Vec::new(),
            stay_behind: Vec::new(),
            who: vec![None; map.cells.len()],
            sights: Arc::default(),
            machine_in: vec![None; map.cells.len()],
            met: Vec::new(),
            fighting: false,
            melee_hits: [0; 2],
            melee_kills: [0; 2],
            stores: BySide {
                attacker: DropStore::of(&plan.hosts.attacker),
                defender: DropStore::of(&plan.hosts.defender),
            },
            drops: Vec::new(),
            scorched: Vec::new(),
            placed: Vec::new(),
            leavers: Vec::new(),
            map,
        };
        assault.open_what_is_held();
        for side in [Side::Attacker, Side::Defender] {
            assault.enlist(side, &plan.hosts[side]);
            assault.deploy(side, plan)?;
            assault.stable(side, &plan.hosts[side]);
        }
        assault.bring_machines(plan);
        assault.load(plan);
        if let Some(why) = assault.no_way_in() {
            sink.tell(|| Event::NoWayIn(why));
        }
        if plan.places {
            assault.stage = AssaultStage::Deploys(Side::Defender);
            for id in assault.ids() {
                assault.man_mut(id).points = assault.points_of(assault.man(id));
            }
            sink.tell(|| Event::Deploys(Side::Defender));
            return Ok(assault);
        }
        assault.begin_turn(sink);
        assault.come_out(sink);
        sink.tell(|| Event::Moves(Side::Attacker));
        Ok(assault)
    }

    /// Makes troops of a host's units, and one of each man by himself.
    fn enlist(&mut self, side: Side, host: &Host) {
        let before = self.troops.len();
        for force in &host.forces {
            let first = self.troops.len();
            let before = self.men.len();
            for unit in &force.units {
                self.troop(side, &unit.name, unit.commander, &unit.men);
            }
            for single in &force.single {
                self.troop(side, &single.name, None, std::slice::from_ref(single));
            }
            // Those whom besiegers assault who are shut in hold the citadel, and so do those of its garrison who help a relief.
            let held = self.held > 0 && side == self.garrison();
            let citadel =
                self.shut_in > 0 && (held || self.relief_assaults() && side == Side::Attacker && force.citadel);
            self.men[before..].iter_mut().for_each(|man| man.citadel = citadel);
            self.raise_standards(side, force, first as u8);
            self.led_by(side, force.commander, first);
        }
        self.lead_battles(side, host, before);
        self.army_leader[side] = self.led_by(side, host.commander, before);
    }

    /// The foremost commander of the forces of a battle, by class, rank and grade, leads every troop of it (MM-7.1).
    fn lead_battles(&mut self, side: Side, host: &Host, before: usize) {
        let mut first = before;
        let firsts: Vec<usize> = host
            .forces
            .iter()
            .map(|force| {
                let own = first;
                first += force.units.len() + force.single.len();
                own
            })
            .collect();
        for force in &host.forces {
            let of_battle = || host.forces.iter().zip(&firsts).filter(|(other, _)| other.battle == force.battle);
            let commanders = of_battle().filter_map(|(other, _)| other.commander);
            let ids = self.ids().filter(|&id| self.man(id).side == side);
            let here: Vec<TrooperId> =
                commanders.filter_map(|led| ids.clone().find(|&id| self.man(id).man == led)).collect();
            let standing = |id: &TrooperId| {
                let profile = &self.man(*id).profile;
                (profile.class, profile.rank.step(), profile.grade)
            };
            let foremost = here.into_iter().reduce(|best, id| if standing(&id) > standing(&best) { id } else { best });
            let Some(leader) = foremost else { continue };
            for (other, &from) in of_battle() {
                self.leads(leader, from..from + other.units.len() + other.single.len());
            }
        }
    }

    /// A commander leads every troop of his from one on; who he is here, if he has come.
    fn led_by(&mut self, side: Side, commander: Option<Man>, first: usize) -> Option<TrooperId> {
        let led = commander?;
        let leader = self.ids().find(|&id| self.man(id).side == side && self.man(id).man == led)?;
        self.leads(leader, first..self.troops.len());
        Some(leader)
    }

    fn leads(&mut self, leader: TrooperId, troops: Range<usize>) {
        for troop in &mut self.troops[troops] {
            if !troop.leaders.contains(&leader) {
                troop.leaders.push(leader);
            }
        }
    }

    fn troop(&mut self, side: Side, name: &str, commander: Option<Man>, fighters: &[Fighter]) {
        let number = self.troops.len() as u8;
        let first = self.men.len() as u16;
        for fighter in fighters {
            let arms = man_to_man::arms::Arms::of(Weapons::of(&fighter.profile.weapons), &self.combat);
            let row = arms.missile.and_then(|weapon| self.combat.shooting.of(weapon));
            self.men.push(Trooper {
                man: fighter.man,
                side,
                troop: number,
                citadel: false,
                profile: fighter.profile.armed(arms),
                ammunition: row.map_or(0, |row| row.carried),
                post: Post::Off,
                fortune: Fortune::Able,
                wounded: fighter.wounded,
                burden: Burden::Nothing,
                points: 0,
                moved: false,
                spent: false,
                loaded: true,
                falls_back: false,
                engaged: false,
                left_melee: false,
                shot: false,
                blows: 0,
                charges: false,
                hit_by_missile: false,
                hit_in_melee: false,
                cuts_off: 0,
                aim: None,
                strikes: [None; 2],
                lit: None,
                fought: false,
                standard: fighter.standard,
                crossed: None,
            });
        }
        let men = &self.men[usize::from(first)..];
        let commander = (first..).map(TrooperId).zip(men).find(|(_, man)| Some(man.man) == commander).map(|(id, _)| id);
        let plain: Vec<&Trooper> =
            men.iter().filter(|man| commander.is_none_or(|id| self.man(id).man != man.man)).collect();
        let plain = if plain.is_empty() { men.iter().collect() } else { plain };
        let commonest = |grade: Grade| plain.iter().filter(|man| man.profile.grade == grade).count();
        let grade = plain
            .iter()
            .map(|man| man.profile.grade)
            .max_by_key(|&grade| (commonest(grade), grade))
            .unwrap_or(Grade::C);
        let class = plain.iter().map(|man| man.profile.class).min().unwrap_or(crate::rules::figure::Class::Sergeant);
        self.troops.push(Warband {
            name: name.to_owned(),
            side,
            commander,
            leaders: commander.into_iter().collect(),
            class,
            grade,
            strength: fighters.len() as u16,
            hit: 0,
            mood: Heart::Steady,
            follows: false,
            tested_at_onset: false,
            fought: false,
            missile_hits: 0,
            hit_now: false,
            stoned: false,
            fired_on: false,
            shot_at: false,
            shot_at_halted: 0,
            saw_commander_lost: false,
            passed_in_flight: false,
        });
    }

    /// The hexes where men of a side may stand when it begins.
    pub fn may_stand(&self, side: Side) -> Vec<HexId> {
        self.homes_of(side).into_iter().flat_map(|home| self.ground_of(home)).collect()
    }

    /// Puts a man into a hex before anybody has moved, as a referee deploys him: any free hex where one can stand.
    pub fn deploy_at(&mut self, id: TrooperId, at: HexId) -> Result<(), Illegal> {
        self.undeployed(at)?;
        self.put(id, Post::Hex(at));
        self.note_met();
        Ok(())
    }

    /// Whether anybody has moved.
    pub(super) fn has_begun(&self) -> bool {
        self.turn > 1 || self.men.iter().any(|man| man.moved)
    }

    /// Whether something may still be put into a hex before it begins.
    pub(super) fn undeployed(&self, at: HexId) -> Result<(), Illegal> {
        match () {
            _ if self.has_begun() => Err(Illegal::NotFresh),
            _ if usize::from(at.0) >= self.map.cells.len() => Err(Illegal::NoHex),
            _ if self.taken(at) => Err(Illegal::Taken),
            _ => self.map.holds(at).map_err(Illegal::Barred),
        }
    }

    fn deploy(&mut self, side: Side, plan: &Plan) -> Result<(), Fault> {
        if self.of(side).next().is_none() {
            return Err(Fault::NoMen(side));
        }
        self.homes_of(side).into_iter().try_for_each(|home| self.deploy_from(side, home, plan))
    }

    /// The men of a side who come from one home take their places.
    fn deploy_from(&mut self, side: Side, home: HexHome, plan: &Plan) -> Result<(), Fault> {
        let men: Vec<TrooperId> = self.of(side).filter(|&id| self.home_of(id) == home).collect();
        let mut places = self.ground_of(home);
        // A map shows one floor: who has no room in what is left to a garrison waits below for it (SG-9).
        if places.is_empty() || home == HexHome::Field && men.len() > places.len() {
            return Err(Fault::NoRoom { side, men: men.len(), places: places.len() });
        }
        let (next, aim) = (self.next_line(), self.aim_of(plan));
        match side {
            Side::Attacker if self.relief_assaults() && home == HexHome::Keep => {
                let postern = self.posterns().first().copied();
                places.sort_by_key(|&id| (self.map.line_of(id), self.far_from_aim(id, postern), id))
            }
            Side::Attacker if plan.sally => {
                places.sort_by_key(|&id| (self.map.line_of(id), self.far_from_aim(id, aim), id))
            }
            Side::Attacker => {
                places.sort_by_key(|&id| (self.map.line_of(id) + 1 < next, self.far_from_aim(id, aim), id))
            }
            Side::Defender if self.comes_out() && self.form >= HexForm::Third => {
                let off = self.lies_off();
                places.sort_by_key(|&id| (self.far_from_aim(id, aim) < off, self.far_from_aim(id, aim), id))
            }
            Side::Defender => {
                // Every other hex behind the battlements of the line that is next, those near the gate first; then the rest.
                places.sort_by_key(|&id| {
                    let cell = self.map.cell(id);
                    let wall = cell.touches_battlements() && self.map.line_of(id) == next;
                    let spread = wall && (cell.hex.column + cell.hex.row) % 2 == 0;
                    (!wall, !spread, self.map.line_of(id), self.far_from_aim(id, aim), id)
                });
            }
        }
        // Bowmen stand where they see, on the walls or behind the others.
        let mut order = men.clone();
        order.sort_by_key(|&id| {
            let shoots = self.man(id).profile.weapons.missile.is_some();
            (if side == Side::Defender { !shoots } else { shoots }, id)
        });
        if side == self.garrison() && side == Side::Defender {
            self.keep_back(&mut order, &mut places);
        }
        if self.relief_assaults() && home == HexHome::Wards {
            self.face_the_citadel(&mut order, &mut places);
        }
        let mut places = places.into_iter();
        for id in order {
            match places.next() {
                Some(place) => self.put(id, Post::Hex(place)),
                None => self.man_mut(id).fortune = Fortune::Waiting,
            }
        }
        Ok(())
    }

    /// Where a garrison keeps one man as long as a line outside is held: the inner sides of the gates that part two lines, and where
    /// bridges and stairs are worked; those of one gate with one number.
    pub(super) fn posts(&self) -> impl Iterator<Item = (usize, HexId)> + '_ {
        let lifts = self.map.lifts.iter().filter(|lift| lift.kind != LiftKind::Sluice);
        let lifts = lifts.enumerate().map(|(n, lift)| (n, lift.from));
        let (first, parts) = (self.map.lifts.len(), |inner: HexId, over: HexSide| {
            self.map.beside(inner, over).is_some_and(|outer| self.map.line_of(outer) < self.map.line_of(inner))
        });
        let gates = self.map.gates.iter().enumerate().filter(|(_, gate)| !gate.wrecked);
        let gates =
            gates.flat_map(move |(n, gate)| gate.sides.iter().map(move |&(inner, over)| (first + n, inner, over)));
        lifts.chain(gates.filter(move |&(_, inner, over)| parts(inner, over)).map(|(n, inner, _)| (n, inner)))
    }

    /// A few of a garrison, foot before bowmen, stand on its inner lines before the first is manned, one man in so many **[house]**:
    /// one at each gate, bridge or stair of theirs, from without, so that the others can fall back; the rest in the keep.
    fn keep_back(&mut self, order: &mut Vec<TrooperId>, places: &mut Vec<HexId>) {
        let next = self.next_line();
        let (mut manned, mut taken) = (Vec::new(), Vec::new());
        let mut posts: Vec<(u8, usize, HexId)> =
            self.posts().map(|(n, at)| (self.map.line_of(at), n, at)).filter(|&(line, ..)| line > next).collect();
        posts.sort_unstable();
        let rooms = places.iter().copied().filter(|&at| self.map.in_keep(at) && self.map.line_of(at) > next);
        let rooms: Vec<HexId> = rooms.filter(|at| posts.iter().all(|(.., post)| post != at)).collect();
        let posts = posts.into_iter().filter(|&(_, n, at)| {
            // A bridge and the gate behind it are often worked from one hex.
            let first = places.contains(&at) && !manned.contains(&n) && !taken.contains(&at);
            manned.extend((first || taken.contains(&at)).then_some(n));
            taken.extend(first.then_some(at));
            first
        });
        let posts: Vec<HexId> = posts.map(|(.., at)| at).chain(rooms).collect();
        let plain = |&id: &TrooperId| {
            let leads = self.troops.iter().any(|troop| troop.leaders.contains(&id));
            self.man(id).profile.weapons.missile.is_none() && self.man(id).standard.is_none() && !leads
        };
        let guards: Vec<TrooperId> = order
            .iter()
            .rev()
            .copied()
            .filter(plain)
            .take(order.len() / usize::from(self.tables.park.men_to_a_guard.max(1)))
            .collect();
        for (id, at) in guards.into_iter().zip(posts) {
            order.retain(|&other| other != id);
            places.retain(|&place| place != at);
            self.put(id, Post::Hex(at));
        }
    }

    /// The hexes on what those hold who are shut in before the gates of the citadel, and before its bridges and the stairs that are worked
    /// from it.
    fn posterns(&self) -> Vec<HexId> {
        let sides = self.map.gates.iter().flat_map(|gate| &gate.sides);
        let ways = sides.filter_map(|&(inner, over)| Some((inner, self.map.beside(inner, over)?)));
        let line = |at: HexId| self.map.line_of(at);
        let gates = ways
            .filter(|&(inner, outer)| line(inner) > self.shut_in && self.lines_shut_in().contains(&line(outer)))
            .map(|(_, outer)| outer);
        let lifts =
            self.map.lifts.iter().filter(|lift| lift.kind != LiftKind::Sluice && line(lift.from) > self.shut_in);
        let about =
            lifts.flat_map(|lift| &lift.hexes).flat_map(|&at| self.map.around(at).map(|(_, to)| to).chain([at]));
        let before = about.filter(|&at| self.lines_shut_in().contains(&line(at)) && self.map.holds(at).is_ok());
        let mut all: Vec<HexId> = gates.collect();
        all.extend(before);
        all
    }

    /// Of those who are shut in one man in so many, foot before bowmen, stands about the gates of the citadel, from which its men
    /// come out at their backs **[house]**.
    fn face_the_citadel(&mut self, order: &mut Vec<TrooperId>, places: &mut Vec<HexId>) {
        let posterns = self.posterns();
        let far = |at: HexId| posterns.iter().map(|&postern| self.map.distance(at, postern)).min().unwrap_or(i64::MAX);
        let mut near: Vec<(i64, HexId)> = places.iter().map(|&at| (far(at), at)).collect();
        near.sort_unstable();
        let many = order.len() / usize::from(self.tables.park.men_to_an_inward_guard.max(1));
        if posterns.is_empty() {
            return;
        }
        for (_, at) in near.into_iter().take(many) {
            let Some(id) = order.pop() else { return };
            places.retain(|&place| place != at);
            self.put(id, Post::Hex(at));
        }
    }

    /// Gives the attackers what they carry, those nearest to what is assaulted first and before those who shoot: faggots, for
    /// a moat comes before the wall, then ladders. Who serves a machine or bears a standard carries nothing.
    fn load(&mut self, plan: &Plan) {
        let aim = self.aim_of(plan);
        let home = self.home_of_gear(Side::Attacker);
        let free = |&id: &TrooperId| {
            self.man(id).hex().is_some() && self.man(id).standard.is_none() && self.home_of(id) == home
        };
        let mut hands: Vec<TrooperId> = self.of(Side::Attacker).filter(free).collect();
        hands.sort_by_key(|&id| {
            let far = self.place(id).map_or(i64::MAX, |at| self.far_from_aim(at, aim));
            (self.man(id).profile.weapons.missile.is_some(), far, id)
        });
        let faggots = std::iter::repeat_n(Burden::Faggot, plan.faggots.into());
        for (id, burden) in hands.into_iter().zip(faggots.chain((0..plan.ladders).map(Burden::Ladder))) {
            self.man_mut(id).burden = burden;
            if let Burden::Ladder(ladder) = burden {
                self.ladders[usize::from(ladder)].lies = LadderLies::Carried;
            }
        }
    }

    /// Horses of a host stand at the foot of a rampart of its own, out of all fire (SG-9.1): those of the garrison under the
    /// last line before the keep that it holds, those of besiegers under what they hold; else they are left behind.
    fn stable(&mut self, side: Side, host: &Host) {
        let home = self.homes_of(side).last().copied().unwrap_or(HexHome::Field);
        // A relief leaves its horses behind, and the citadel's stand within it.
        let beside = |force: &&Force| !(self.relief_assaults() && side == Side::Attacker) || force.citadel;
        let riders = host.forces.iter().filter(beside).flat_map(Force::men);
        let horses = riders.filter(|fighter| fighter.profile.horse != Horse::None).count() as u16;
        let own = |line: u8| match home {
            HexHome::Field => line > 0 && line <= self.held,
            HexHome::Wards => self.lines_shut_in().contains(&line),
            HexHome::Keep => line > self.held.max(self.shut_in),
        };
        let foot = |&at: &HexId| {
            let (cell, line) = (self.map.cell(at), self.map.line_of(at));
            let under = |to: HexId| {
                let wall = self.map.cell(to);
                wall.terrain == Terrain::Rampart && wall.level > cell.level && self.map.line_of(to) == line
            };
            cell.terrain == Terrain::Flat && own(line) && self.map.around(at).any(|(_, to)| under(to))
        };
        let at = self.map.ids().filter(foot).max_by_key(|&at| (self.map.line_of(at), Reverse(at)));
        if let Some(at) = at.filter(|_| horses > 0) {
            self.stables.push(Stable { side, at, horses });
        }
    }

    /// Besiegers who lay hidden under the ramparts they hold come out at their foot as soon as it begins, as far as there is
    /// room, and the hexes are ramparts again (SG-9.2). Who was put onto the walk stays there.
    pub(super) fn come_out(&mut self, sink: &mut impl Sink<Event>) {
        let side = self.besiegers();
        let placed = std::mem::take(&mut self.placed);
        for id in self.of(side).filter(|id| !placed.contains(id)).collect::<Vec<_>>() {
            let Some(from) = self.man(id).hex().filter(|&at| self.map.cell(at).terrain == Terrain::Rampart) else {
                continue;
            };
            let foot = |&(over, to): &(HexSide, HexId)| {
                let (line, edge) = (self.map.line_of(to), self.map.cell(from).edge(over));
                let gate = edge.gate.is_none_or(|gate| self.map.gates[usize::from(gate)].passable());
                // Not out over the wall, nor through one.
                let open = line >= self.map.line_of(from) && edge.wall.is_none() && gate;
                self.map.cell(to).level < self.map.cell(from).level
                    && (1..=self.held).contains(&line)
                    && (open || self.form < HexForm::Second)
                    && (self.map.cell(to).terrain != Terrain::Rampart || self.form < HexForm::Third)
                    && self.map.holds(to).is_ok()
                    && !self.taken(to)
            };
            let out = self.map.around(from).find(foot).map(|(_, to)| to);
            if let Some(to) = out {
                self.put(id, Post::Hex(to));
                sink.tell(|| Event::CameOut { man: id, from, to });
            }
        }
        self.note_met();
    }

    /// Brings up the machines: towers and rams where the way to a wall or a gate they can come up to is shortest, engines
    /// where they reach the walls; each with as many men as it takes (MM-9.2, MM-9.7, MM-9.8). One that finds no way, no place
    /// or no men is left behind.
    fn bring_machines(&mut self, plan: &Plan) {
        let aim = self.aim_of(plan);
        let rolling = std::iter::repeat_n(MachineKind::Tower, plan.towers.into())
            .chain(std::iter::repeat_n(MachineKind::Ram, plan.rams.into()));
        for kind in rolling {
            let way = self.way_up(kind, plan.faggots > 0).ok_or(StaysBehind::NoPlace);
            if let Ok((at, ..)) = way {
                self.makes_way(at);
            }
            let machine = way
                .map(|(at, facing, reach)| HexMachine { reach, ..HexMachine::new(kind, Side::Attacker, at, facing) });
            self.brings(Side::Attacker, kind, machine);
        }
        for &(side, kind) in &plan.engines {
            let rounds = self.combat.house().machine_rounds;
            let stands = self.engine_stands(side, kind, aim).ok_or(StaysBehind::NoPlace);
            let machine = stands.map(|(at, facing)| HexMachine { rounds, ..HexMachine::new(kind, side, at, facing) });
            self.brings(side, kind, machine);
        }
        for &kind in &plan.parked {
            self.parks(kind, aim);
        }
    }

    /// Who stands where a machine begins stands in the nearest free hex instead.
    fn makes_way(&mut self, at: HexId) {
        let Some(id) = self.who(at) else { return };
        let free = self.may_stand_of(id).into_iter().filter(|&to| !self.taken(to));
        if let Some(to) = free.min_by_key(|&to| (self.map.distance(at, to), to)) {
            self.put(id, Post::Hex(to));
        }
    }

    /// Puts a machine into its place with its men, or notes why it stays behind.
    fn brings(&mut self, side: Side, kind: MachineKind, machine: Result<HexMachine, StaysBehind>) {
        if let Err(why) = machine.and_then(|machine| self.man_machine(machine)) {
            self.stay_behind.push((side, kind, why));
        }
    }

    /// Puts a machine into its place, its men at it: but for a ram, one who can command them among them (MM-9.7).
    fn man_machine(&mut self, machine: HexMachine) -> Result<(), StaysBehind> {
        let side = machine.side;
        let n = self.machines.len() as u8;
        self.machines.push(machine);
        self.machine_in[usize::from(machine.at.0)] = Some(n);
        let needs = match machine.kind {
            MachineKind::Ram => usize::from(self.tables.machine.ram_men),
            _ => self.takes_to_move(n),
        };
        // Clerics are unarmed, and work at no machine.
        let home = self.home_of_gear(side);
        let works = |id: TrooperId| self.man(id).profile.class != Class::Cleric && self.home_of(id) == home;
        let free = |&id: &TrooperId| self.man(id).hex().is_some() && self.man(id).standard.is_none() && works(id);
        let mut men: Vec<TrooperId> = self.of(side).filter(free).collect();
        // Those who shoot nothing first, and of them those without axes, the troops together; a commander of a troop last.
        let leads = |id: TrooperId| self.troops.iter().any(|troop| troop.commander == Some(id));
        men.sort_by_key(|&id| (leads(id), self.man(id).profile.weapons.missile.is_some(), self.has_axe(id), id));
        let fit = |&id: &TrooperId| self.commands_crew(id);
        let mut crew: Vec<TrooperId> = Vec::new();
        if machine.kind != MachineKind::Ram {
            crew.extend(men.iter().copied().find(fit));
        }
        let rest: Vec<TrooperId> = men.into_iter().filter(|id| !crew.contains(id)).take(needs - crew.len()).collect();
        crew.extend(rest);
        let commanded = machine.kind == MachineKind::Ram || crew.first().is_some_and(fit);
        if crew.len() < needs || !commanded {
            self.machines.pop();
            self.machine_in[usize::from(machine.at.0)] = None;
            return Err(if commanded { StaysBehind::TooFew } else { StaysBehind::NoSergeant });
        }
        for id in crew {
            self.put(id, Post::Aboard(n));
        }
        Ok(())
    }

    /// Where an engine of a side stands: of besiegers, on the open ground nearest to what they come for from which it reaches a
    /// wall that is next, one that they come up to on foot if there are such; of a garrison, on an open walk or court of its own
    /// from which it reaches most of the ground outside.
    fn engine_stands(&self, side: Side, kind: MachineKind, aim: Option<HexId>) -> Option<(HexId, HexSide)> {
        let row = self.combat.gear.of(kind.engine()?);
        let within = |far: i64| far >= i64::from(row.near) && far <= i64::from(row.medium);
        let (besieges, home) = (side == self.besiegers(), self.home_of_gear(side));
        let walls: Vec<HexId> = match besieges {
            true => self.walls_to_open(),
            false => self.map.places(&self.map.stands.attacker),
        };
        let stands = |&at: &HexId| {
            let cell = self.map.cell(at);
            let ground = cell.terrain == Terrain::Flat || home != HexHome::Field && cell.terrain == Terrain::Rampart;
            ground && !cell.roofed && !self.taken(at)
        };
        let facing = |at: HexId| -> Option<(i64, HexSide)> {
            // To the wall of a room as far as the ground before it.
            let reaches = |to: HexId| match self.map.has_outer_wall(to) && besieges {
                true if self.map.cell(to).terrain != Terrain::Rampart => self.wall_before(at, to),
                _ => Some(to),
            };
            let clear = |&to: &HexId| {
                let end = reaches(to).filter(|_| within(self.map.distance(at, to)));
                end.is_some_and(|end| self.sees(at, end))
            };
            let mut near: Vec<(i64, HexId)> = walls.iter().map(|&to| (self.map.distance(at, to), to)).collect();
            near.sort_unstable();
            let (far, to) = near.into_iter().filter(|(far, _)| within(*far)).take(12).find(|(_, to)| clear(to))?;
            let first = self.map.cell(at).hex.line_to(self.map.cell(to).hex).get(1)?.hex;
            Some((far, self.map.cell(at).hex.side_to(first)?))
        };
        let mut places: Vec<HexId> = self.ground_of(home).into_iter().filter(stands).collect();
        places.sort_by_key(|&at| (self.far_from_aim(at, aim), at));
        places.into_iter().find_map(|at| facing(at).map(|(_, side)| (at, side)))
    }

    /// The outer walls that are next and that besiegers come up to on foot; where there are none such, all that are next.
    pub(super) fn walls_to_open(&self) -> Vec<HexId> {
        let all: Vec<HexId> = self.targets(self.next_wall()).collect();
        let walked = self.walked();
        let come_up_to: Vec<HexId> = all.iter().copied().filter(|&wall| self.come_up_to(wall, &walked)).collect();
        if come_up_to.is_empty() { all } else { come_up_to }
    }

    /// The outer walls of a line, those first that have hits already.
    pub(super) fn targets(&self, line: u8) -> impl Iterator<Item = HexId> + '_ {
        let hit = self.wall_hits.iter().map(|&(at, _)| at);
        let wall = move |&at: &HexId| self.map.line_of(at) == line && self.map.has_outer_wall(at);
        hit.filter(wall).chain(self.map.ids().filter(move |at| wall(at) && self.hits_to_open(*at).is_some()))
    }
}
