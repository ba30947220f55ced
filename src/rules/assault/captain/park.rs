//! How machines are led: towers to the walls, rams to the gates, engines at what opens a way.

use super::{Mind, may_act};
use crate::rules::assault::Decision;
use crate::rules::assault::engines::Struck;
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::machines::{EngineMark, HexMachine, MachineKind, Meant};
use crate::rules::assault::map::{HexId, Terrain};
use crate::rules::assault::rolling::RollStand;
use crate::rules::assault::state::{Burden, Post, TrooperId};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::man_to_man::gear::machines::hits_to_wreck;

/// Steps of a machine's way that are kept free before it.
const KEPT_FREE: usize = 4;
/// Half turns of rolling that a machine is still of use at the end of.
const FAR: u16 = 24;
/// Hexes within which a ram waits behind another on a narrow way.
const BEHIND: i64 = 6;
/// Hexes from which a man goes to help at a machine.
const HELPS: i64 = 8;
/// Of so many walls it is looked whether an engine can batter them.
const LOOKED_AT: usize = 24;
/// So many of the nearest enemies an engine is turned to and shot at.
const NEAREST: usize = 6;

impl Mind<'_> {
    pub(super) fn own_machines(&self) -> impl Iterator<Item = u8> + '_ {
        let own = |n: &u8| self.game.machine(*n).side == self.side && self.game.machine(*n).stands();
        (0..self.game.machines.len() as u8).filter(own)
    }

    /// What is next on the way of a machine: the stand it gets to by each deed that brings it nearer to a goal.
    fn next_stands(&self, machine: u8, stand: RollStand) -> Vec<(Decision, RollStand)> {
        let game = self.game;
        let it = game.machine(machine);
        let Some(rolls) = self.ground.rolls(it.kind, it.reach) else { return Vec::new() };
        let Some(here) = rolls.far.far(stand) else { return Vec::new() };
        let (at, facing) = stand;
        let rolled = [false, true].into_iter().filter_map(|back| {
            let to = game.map.beside(at, if back { facing.opposite() } else { facing })?;
            (game.rolls(it.kind, at, to) && game.ways.leads(at, to))
                .then_some((Decision::Roll { machine, back }, (to, facing)))
        });
        let turned = [true, false]
            .into_iter()
            .map(|left| (Decision::Pivot { machine, left }, (at, facing.turned(if left { 1 } else { -1 }))));
        let mut next: Vec<(u16, Decision, RollStand)> = rolled
            .chain(turned)
            .filter_map(|(deed, stand)| Some((rolls.far.far(stand)?, deed, stand)))
            .filter(|(far, _, _)| *far < here)
            .collect();
        next.sort_by_key(|(far, _, _)| *far);
        next.into_iter().map(|(_, deed, stand)| (deed, stand)).collect()
    }

    /// Whether a machine is of use where it is or can come to be: a tower or ram has a way to a goal, an engine shoots.
    pub(super) fn of_use(&self, machine: u8) -> bool {
        let it = self.game.machine(machine);
        if it.wrecked {
            return false;
        }
        match self.ground.rolls(it.kind, it.reach) {
            // What besiegers have in their park when a garrison comes out at them stays there.
            Some(_) if it.side == Side::Defender || self.waits_behind(machine) => false,
            Some(rolls) => {
                let docked = self.game.gangway(machine).is_some();
                let far = rolls.far.far((it.at, it.facing));
                !rolls.goals.is_empty() && (docked || far.is_some_and(|far| far <= FAR))
            }
            None => it.rounds > 0,
        }
    }

    /// Whether a machine stands on a bridge or in a gateway, where nobody passes it.
    fn corks(&self, machine: u8) -> bool {
        let at = self.game.machine(machine).at;
        matches!(self.game.map.cell(at).terrain, Terrain::Drawbridge | Terrain::Gateway)
    }

    /// Whether another ram is on the narrow way before a ram, which would only stand behind it.
    fn waits_behind(&self, machine: u8) -> bool {
        let (game, it) = (self.game, self.game.machine(machine));
        let before = |n: u8| {
            let other = game.machine(n);
            let near = game.map.distance(it.at, other.at) <= BEHIND;
            n != machine && other.kind == MachineKind::Ram && near && self.corks(n)
        };
        it.kind == MachineKind::Ram && !self.corks(machine) && self.own_machines().any(before)
    }

    /// A tower or a ram of no more use is rolled off the bridge or out of the gateway in which it stands: back, as it came, or on.
    fn rolls_off(&self, machine: u8) -> Vec<(Decision, HexId)> {
        let (game, it) = (self.game, self.game.machine(machine));
        if !it.kind.rolls() || !self.corks(machine) || self.of_use(machine) || game.gangway(machine).is_some() {
            return Vec::new();
        }
        let way = |back: bool| {
            let to = game.map.beside(it.at, if back { it.facing.opposite() } else { it.facing })?;
            let friend = |id: TrooperId| game.man(id).side == self.side;
            let free = game.machine_at(to).is_none() && game.who(to).is_none_or(friend);
            let rolls = game.rolls(it.kind, it.at, to) && game.ways.leads(it.at, to);
            (rolls && free).then_some((Decision::Roll { machine, back }, to))
        };
        way(true).or_else(|| way(false)).into_iter().collect()
    }

    /// Whether a tower can come up to a wall.
    pub(super) fn comes_up(&self, machine: u8) -> bool {
        self.game.machine(machine).kind == MachineKind::Tower && self.of_use(machine)
    }

    /// The hexes that machines roll into next.
    pub(super) fn ways_of_machines(&self) -> Vec<HexId> {
        let mut kept = Vec::new();
        let rolls = |&n: &u8| self.game.machine(n).kind.rolls() && self.side == Side::Attacker;
        for machine in self.own_machines().filter(rolls) {
            let it = self.game.machine(machine);
            let mut stand = (it.at, it.facing);
            kept.extend(self.rolls_off(machine).into_iter().map(|(_, to)| to));
            if self.waits_behind(machine) {
                continue;
            }
            for _ in 0..KEPT_FREE {
                let Some(&(_, next)) = self.next_stands(machine, stand).first() else { break };
                stand = next;
                if stand.0 != it.at {
                    kept.push(stand.0);
                }
            }
        }
        kept
    }

    /// What a tower or a ram does next: it rams the gate before it, or comes nearer to a wall or a gate; an engine is turned.
    pub(super) fn machines_move(&self) -> Option<Decision> {
        for machine in self.own_machines() {
            let it = self.game.machine(machine);
            // Who is at it leaves it where a fire kills.
            if self.game.scorching(it.at) {
                continue;
            }
            if it.kind.engine().is_some() {
                if let Some(turns) = self.turns(machine) {
                    return Some(turns);
                }
                continue;
            }
            let mut off = self.rolls_off(machine).into_iter();
            if let Some(off) = off.find_map(|(deed, _)| self.may(deed)).filter(|_| self.side == Side::Attacker) {
                return Some(off);
            }
            if self.side != Side::Attacker || self.game.gangway(machine).is_some() || !self.of_use(machine) {
                continue;
            }
            let gates = 0..self.game.map.gates.len() as u8;
            let rams =
                gates.filter(|&gate| it.kind == MachineKind::Ram && self.game.faces_gate(it.at, it.facing, gate));
            if let Some(ram) = rams.filter_map(|gate| self.may(Decision::Ram { machine, gate })).next() {
                return Some(ram);
            }
            let next = self.next_stands(machine, (it.at, it.facing));
            if let Some(nearer) = next.into_iter().find_map(|(deed, _)| self.may(deed)) {
                return Some(nearer);
            }
        }
        None
    }

    /// What a man does who is at a machine: he stays while it is of use, and goes up in a tower that stands at a wall.
    pub(super) fn at_machine(&self, id: TrooperId, machine: u8) -> Option<Decision> {
        let game = self.game;
        let it = game.machine(machine);
        let docked = game.gangway(machine).is_some();
        match game.man(id).post {
            Post::Aloft(_) if docked => self.may(Decision::Cross { man: id }),
            Post::Aloft(_) => None,
            _ if docked => self.may(Decision::GoUp { man: id, up: true }),
            _ if self.of_use(machine) => None,
            // They roll it off first, as long as there are enough of them for that.
            _ if self.rolls_off(machine).iter().any(|_| self.hands(machine) >= game.takes_to_roll(machine)) => None,
            _ => self.goes(id, it.at, self.far(it.at).saturating_add(1)).or_else(|| self.goes_anywhere(id)),
        }
    }

    /// The able men at a machine.
    fn hands(&self, machine: u8) -> usize {
        self.game.at_post(Post::Aboard(machine)).filter(|&id| self.game.man(id).able()).count()
    }

    /// From a machine of no use to the nearest free hex, if none is nearer to what he makes for.
    fn goes_anywhere(&self, id: TrooperId) -> Option<Decision> {
        let reached = self.game.reached(self.side, id, None);
        let free = reached.ends().filter(|&(_, to)| !self.game.scorching(to));
        let best = free.map(|(n, to)| (self.far(to), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// How many more hands a machine needs, and where it is.
    fn wants(&self, machine: u8) -> usize {
        let game = self.game;
        if game.gangway(machine).is_some() || !self.of_use(machine) {
            return 0;
        }
        let able = self.hands(machine);
        let needs = match game.machine(machine).kind {
            MachineKind::Ram => usize::from(game.tables.machine.ram_men),
            _ => game.takes_to_move(machine),
        };
        // Without one who commands it it stands still.
        needs.saturating_sub(able).max(usize::from(!game.commanded(machine)))
    }

    /// A man with free hands goes to a machine near him that has too few men, if no nearer man does.
    pub(super) fn serves(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let man = game.man(id);
        if man.burden != Burden::Nothing
            || man.profile.weapons.missile.is_some_and(|_| man.ammunition > 0)
            || man.standard.is_some()
        {
            return None;
        }
        let machine = self.own_machines().find(|&n| {
            let to = game.machine(n).at;
            let near = |other: TrooperId| game.man(other).hex().map(|his| (game.map.distance(his, to), other));
            let own = (game.map.distance(at, to), id);
            let missing = self.wants(n);
            if missing == 0 || own.0 > HELPS {
                return false;
            }
            let fit = |other: TrooperId| game.commanded(n) || game.commands_crew(other);
            if !fit(id) {
                return false;
            }
            let free = |other: &TrooperId| {
                let man = game.man(*other);
                let hands = man.burden == Burden::Nothing && man.profile.weapons.missile.is_none();
                hands && may_act(game, *other) && fit(*other)
            };
            let nearer = game.of(self.side).filter(free).filter_map(near).filter(|&other| other < own).count();
            nearer < missing
        })?;
        if let Some(board) = self.may(Decision::Board { man: id, machine }) {
            return Some(board);
        }
        let to = game.machine(machine).at;
        let reached = game.reached(self.side, id, None);
        let nearest = reached.ends().filter(|&(_, end)| !self.kept_free.contains(&end) && !game.scorching(end));
        let best = nearest.map(|(n, end)| (game.map.distance(end, to), reached.steps(n), end)).min()?;
        (best.0 < game.map.distance(at, to)).then_some(Decision::Go { man: id, to: best.2 })
    }

    /// The walls an engine of besiegers batters, those of more use first: where the line that is next is breached and no way leads
    /// on from the breach, the inner hexes beside it (SG-7.1); then the outer walls that they come up to on foot, of that line or,
    /// where there is no way in, of those further in and shut gates; then those they do not come up to. Not a wall that a friend
    /// stands on, nor any once the line is won.
    fn walls(&self) -> [Vec<HexId>; 3] {
        let (game, stuck) = (self.game, self.stuck());
        if self.side != game.besiegers() || game.lines_taken() > game.held {
            return Default::default();
        }
        let next = game.next_wall();
        let own = |wall: &HexId| game.who(*wall).is_some_and(|id| game.man(id).side == self.side);
        let breach = |&at: &HexId| game.map.cell(at).terrain == Terrain::Rubble && game.map.line_of(at) == next;
        let breaches: Vec<HexId> = game.map.ids().filter(breach).filter(|&at| !self.leads_on(at)).collect();
        let beside = breaches.iter().flat_map(|&at| game.map.around(at)).map(|(_, to)| to);
        let within = |to: &HexId| game.map.line_of(*to) == next && !game.map.touches_outer_wall(*to);
        let inner = beside.filter(within).filter(|&to| game.hits_to_open(to).is_some()).filter(|to| !own(to));
        let last = (next..=game.map.last_line()).take_while(|&line| game.is_assaulted(line)).last().unwrap_or(next);
        let last = if stuck { last } else { next };
        let gates = game.map.gates.iter().filter(|gate| stuck && !gate.passable()).flat_map(|gate| &gate.sides);
        let outer = (next..=last).flat_map(|line| game.targets(line)).chain(gates.map(|&(inner, _)| inner));
        let walked = game.come_to_from(game.of(self.side).filter_map(|id| game.place(id)).collect());
        let (near, far) = outer.filter(|to| !own(to)).partition(|&wall| game.come_up_to(wall, &walked));
        [inner.collect(), near, far]
    }

    /// Whether from a breach one comes on foot to an enemy, or to more than ramparts and rubble.
    fn leads_on(&self, breach: HexId) -> bool {
        let (game, line) = (self.game, self.game.map.line_of(breach));
        let goal = |at: HexId| {
            let enemy = game.who(at).is_some_and(|id| game.man(id).side != self.side);
            enemy || !matches!(game.map.cell(at).terrain, Terrain::Rampart | Terrain::Rubble)
        };
        let mut seen = vec![breach];
        let mut n = 0;
        while n < seen.len() {
            let next = game.ways.steps(seen[n]).filter(|&to| game.map.line_of(to) >= line);
            for to in next.collect::<Vec<_>>() {
                if goal(to) {
                    return true;
                }
                if !seen.contains(&to) {
                    seen.push(to);
                }
            }
            n += 1;
        }
        false
    }

    /// Hits that still open what an engine batters in a hex (MM-4.10).
    fn hits_left(&self, engine: &HexMachine, at: HexId) -> Option<u8> {
        match self.game.masonry_in(engine, at)? {
            Struck::Gate(gate) => {
                let had = self.game.gate_work[usize::from(gate)].stones;
                Some(hits_to_wreck(&self.game.combat).saturating_sub(had).max(1))
            }
            _ => self.game.hits_to_open(at),
        }
    }

    /// The walls that an engine batters, of each of those more useful the nearest to falling, and those nearest of them.
    fn walls_for(&self, machine: u8) -> [Vec<HexId>; 3] {
        let (game, engine) = (self.game, self.game.machine(machine));
        self.walls().map(|mut walls| {
            walls.retain(|&wall| self.hits_left(engine, wall).is_some());
            walls.sort_by_key(|&wall| (self.hits_left(engine, wall), game.map.distance(engine.at, wall), wall));
            walls.truncate(LOOKED_AT);
            walls
        })
    }

    /// What of the enemy's an engine of a garrison is for: his machines, whoever serves them (MM-4.10), then the nearest of his men.
    fn enemies_for(&self, machine: u8) -> Vec<EngineMark> {
        let (game, side) = (self.game, self.side);
        let near = |to: HexId| game.map.distance(game.machine(machine).at, to);
        let theirs = game.machines.iter().filter(|other| other.side != side && !other.wrecked);
        let theirs = theirs.map(|other| EngineMark { at: other.at, meant: Meant::Machine });
        let reached = |to: &HexId| game.engine_band(game.machine(machine), *to).is_some();
        let mut men: Vec<HexId> = game.of(side.other()).filter_map(|id| game.place(id)).filter(reached).collect();
        men.sort_by_key(|&man| (near(man), man));
        let men = men.into_iter().take(NEAREST).map(|at| EngineMark { at, meant: Meant::First });
        theirs.chain(men).collect()
    }

    /// An engine before which nothing is left to shoot at is turned to what there is (SG-7.3), by the shorter way: of besiegers to a
    /// wall, of a garrison to machines and men.
    fn turns(&self, machine: u8) -> Option<Decision> {
        let game = self.game;
        let it = *game.machine(machine);
        if it.rounds == 0
            || !game.commanded(machine)
            || game.check(self.side, &Decision::Pivot { machine, left: true }).is_err()
        {
            return None;
        }
        let wall = |at| EngineMark { at, meant: Meant::Masonry };
        let marks: Vec<EngineMark> = match self.side == game.besiegers() {
            true => self.walls_for(machine).concat().into_iter().map(wall).collect(),
            false => self.enemies_for(machine),
        };
        let bears = |sides: i8| {
            let turned = HexMachine { facing: it.facing.turned(sides), ..it };
            marks.iter().any(|&mark| game.bears_on(&turned, mark).is_ok())
        };
        let sides = [0, 1, -1, 2, -2, 3].into_iter().find(|&sides| bears(sides)).filter(|&sides| sides != 0)?;
        Some(Decision::Pivot { machine, left: sides > 0 })
    }

    /// Whether an engine of theirs with rounds left bears on a wall, whichever way it faces: they shoot first and see, for what they
    /// do not open they have battered for the next assault (SG-7.8).
    pub(super) fn may_batter_a_wall(&self) -> bool {
        let game = self.game;
        let crew = usize::from(game.combat.gear.crew.fewest);
        let works = |n: &u8| {
            let it = game.machine(*n);
            let able = game.at_post(Post::Aboard(*n)).filter(|&id| game.man(id).able()).count();
            it.kind.engine().is_some() && it.rounds > 0 && able >= crew && game.commanded(*n)
        };
        self.own_machines().filter(works).any(|n| {
            let it = *game.machine(n);
            let bears = |at: HexId| {
                let mark = EngineMark { at, meant: Meant::Masonry };
                HexSide::ALL.iter().any(|&facing| game.bears_on(&HexMachine { facing, ..it }, mark).is_ok())
            };
            // A breach that nobody comes up to opens nothing.
            let [inner, near, _] = self.walls_for(n);
            inner.into_iter().chain(near).any(bears)
        })
    }

    /// Whether the crew of an engine works it without one of them (MM-9.7).
    pub(super) fn works_without(&self, machine: u8, id: TrooperId) -> bool {
        let game = self.game;
        let others = || game.at_post(Post::Aboard(machine)).filter(|&other| other != id);
        let stands = |&other: &TrooperId| may_act(game, other) && !game.man(other).moved;
        let crew = usize::from(game.combat.gear.crew.fewest);
        others().filter(stands).count() >= crew && others().filter(stands).any(|other| game.commands_crew(other))
    }

    /// Whether one of an engine's crew has a fire missile lit that can be shot with it (MM-4.11), which then shoots no stone.
    fn shoots_fire(&self, machine: u8) -> bool {
        let marks = super::fire_marks(self.game, self.side);
        let bears = |id: TrooperId| marks.iter().any(|&at| self.game.fire_bears(id, at).is_ok());
        self.game.at_post(Post::Aboard(machine)).any(|id| self.game.man(id).lit.is_some() && bears(id))
    }

    /// The next engine that is told to shoot: of besiegers at the wall of most use, else at the nearest enemy; of a garrison at a
    /// machine, else at the nearest enemy.
    pub(super) fn loose(&self) -> Option<Decision> {
        let game = self.game;
        let ready = |n: &u8| {
            let it = game.machine(*n);
            let loads = it.kind.engine().is_some() && it.loaded && it.mark.is_none() && it.rounds > 0;
            loads && game.crew_works(*n) && !self.shoots_fire(*n)
        };
        self.own_machines().filter(ready).find_map(|machine| {
            let batters = self.walls_for(machine).concat().into_iter().map(|at| Decision::Batter { machine, at });
            let looses = self.enemies_for(machine).into_iter().filter_map(|mark| match mark.meant {
                Meant::Machine => {
                    Some(Decision::BatterMachine { machine, other: game.machine_against(self.side, mark.at)? })
                }
                _ => Some(Decision::Loose { machine, at: mark.at }),
            });
            batters.chain(looses).find_map(|mark| self.may(mark))
        })
    }
}
