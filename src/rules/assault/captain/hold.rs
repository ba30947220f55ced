//! How a man of the garrison is led: at the ladders and the gates, against who has come in, and back to the next line.

use super::{MEETS, Mind};
use crate::rules::assault::Decision;
use crate::rules::assault::blaze::HexFuel;
use crate::rules::assault::dropping::DropStore;
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{HexId, LiftKind};
use crate::rules::assault::state::{Burden, Post, TrooperId};
use crate::rules::figure::Side;
use crate::rules::gear::Machine;

/// Hexes from which a man of the garrison goes to a wall in danger.
const NEAR: i64 = 8;
/// Hexes from which enemies come too near a gate that stands open.
const SHUTS: i64 = 10;
/// Hexes from which enemies come near a bridge.
const COMES: i64 = 14;
/// Hexes from a gate that is shut to friends who fall back to it.
const COMES_BACK: i64 = 8;
/// As many as put out most fires (MM-4.12).
const FIGHT: usize = 8;
/// Of so many enemies it is looked which wall they are nearest to.
const SEEN: usize = 12;

impl Mind<'_> {
    /// What a defender does next, if he can do anything.
    pub(super) fn hold(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        let (at, serves) = match game.man(id).post {
            Post::Hex(at) => (at, false),
            Post::Aboard(machine) => (game.machine(machine).at, self.of_use(machine)),
            Post::Ladder(_) => return self.may(Decision::StepOff { man: id, up: true }),
            Post::Aloft(_) | Post::Off => return None,
        };
        if game.faces_enemy(id) {
            return self.conduct(id);
        }
        let line = game.map.line_of(at);
        let lost = self.lost(line) && !self.is_last_ground(at);
        if serves {
            return if lost { self.falls_back(id, at) } else { None };
        }
        if game.man(id).ammunition == 0
            && let Some(restock) = self.may(Decision::Restock { man: id })
        {
            return Some(restock);
        }
        let works = self.draws_up(id, at).or_else(|| self.pushes(id, at)).or_else(|| self.drops(id, at));
        let works = works.or_else(|| self.lets_in(id, at)).or_else(|| self.shuts(id, at));
        if let Some(work) = works.or_else(|| self.takes_up(id)) {
            return Some(work);
        }
        if lost {
            return self.falls_back(id, at);
        }
        if self.keeps_post(at) {
            return self.gives_way(id, at);
        }
        if let Some(goes) = self.fetches(id, at).or_else(|| self.tends(id, at)).or_else(|| self.meets(id, at)) {
            return Some(goes);
        }
        if let Some(fire) = self.fire_by(id, at) {
            return self.goes_to_fight(id, at, fire);
        }
        self.to_danger(id, at, line).or_else(|| self.mans(id, at, line))
    }

    /// Whether a line is lost: as many enemies are within it as are left to hold it, or more.
    fn lost(&self, line: u8) -> bool {
        let (game, map) = (self.game, &self.game.map);
        // The citadel's men are behind those who are shut in from the first (SG-4.3).
        let inmost = if game.relief_assaults() { game.shut_in } else { u8::MAX };
        let come = |&&enemy: &&HexId| line > 0 && (line..=inmost).contains(&map.line_of(enemy));
        let within = self.enemies.iter().filter(come).count();
        let friends = || game.of(self.side).filter_map(|id| game.place(id)).filter(|&at| map.line_of(at) == line);
        within > 0 && within >= friends().count()
    }

    /// Whether nobody falls back any further from a hex: it is of the keep, or of the last line that those hold who are shut in.
    fn is_last_ground(&self, at: HexId) -> bool {
        let (game, map) = (self.game, &self.game.map);
        if game.relief_assaults() { map.line_of(at) == game.shut_in } else { map.in_keep(at) }
    }

    /// Opens a gate, or lets a bridge down, to friends who fall back to it from without, before an enemy is there; or goes to where
    /// it is done.
    fn lets_in(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let (game, map) = (self.game, &self.game.map);
        let line = map.line_of(at);
        if self.side != game.garrison() || game.man(id).moved {
            return None;
        }
        let back = self.who_fall_back(line);
        let near = |inner: HexId| map.distance(at, inner) <= NEAR;
        let wanted = |outer: HexId| near(outer) && self.returns(&back, outer);
        if back.is_empty() {
            return None;
        }
        let gates = (0u8..).zip(&map.gates).filter(|(_, gate)| !gate.passable());
        let gates = gates.flat_map(|(n, gate)| gate.sides.iter().map(move |&(inner, over)| (n, inner, over)));
        let of_line = |at: HexId| map.line_of(at) == line;
        let gates = gates.filter(|&(_, inner, over)| of_line(inner) && map.beside(inner, over).is_some_and(wanted));
        let opens = gates.map(|(gate, inner, _)| (inner, Decision::Gate { man: id, gate, open: true }));
        let lifts = (0u8..).zip(&map.lifts).filter(|(_, it)| it.closed && it.kind != LiftKind::Sluice);
        let lifts = lifts.filter(|(_, it)| of_line(it.from) && it.hexes.iter().any(|&hex| wanted(hex)));
        let lowers = lifts.map(|(lift, it)| (it.from, Decision::Work { man: id, lift, close: false }));
        let mut places: Vec<(HexId, Decision)> = opens.chain(lowers).collect();
        places.sort_by_key(|&(to, _)| (map.distance(at, to), to));
        places.into_iter().find_map(|(to, does)| match to == at {
            true => self.may(does),
            false if map.distance(at, to) <= NEAR && !game.taken(to) => self.may(Decision::Go { man: id, to }),
            false => None,
        })
    }

    /// Where friends are who fall back from outside a line.
    fn who_fall_back(&self, line: u8) -> Vec<HexId> {
        let (game, map) = (self.game, &self.game.map);
        let without = game.of(self.side).filter_map(|other| game.place(other)).filter(|&to| map.line_of(to) < line);
        without.filter(|&to| map.line_of(to) == 0 || self.lost(map.line_of(to))).collect()
    }

    /// Whether one who falls back is before a gate sooner than any enemy, and all of those further from it than they go in a turn.
    fn returns(&self, back: &[HexId], outer: HexId) -> bool {
        let (game, map) = (self.game, &self.game.map);
        if !back.iter().any(|&from| map.distance(from, outer) <= COMES_BACK) {
            return false;
        }
        // Before a bridge that is up, from the ground about it.
        let up = map.holds(outer).is_err();
        let ground = map.around(outer).map(|(_, to)| to).filter(|&to| up && map.holds(to).is_ok());
        let far = game.steps_to(ground.chain((!up).then_some(outer)));
        let steps = |places: &[HexId]| places.iter().map(|at| far[usize::from(at.0)]).min().unwrap_or(u16::MAX);
        let (friend, enemy) = (steps(back), steps(&self.enemies));
        friend < enemy && friend <= COMES_BACK as u16 && enemy > u16::from(game.tables.points.light)
    }

    /// A bowman who has run out goes to a free room of the keep for more (MM-4.6), if a way to one lies open and no enemy is near him.
    fn fetches(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let (game, map, man) = (self.game, &self.game.map, self.game.man(id));
        let runs_out = man.ammunition == 0 && man.profile.weapons.missile.is_some() && !man.moved;
        let near = || self.enemies.iter().any(|&enemy| map.distance(at, enemy) <= NEAR);
        if !runs_out || !game.holds_keep(id) || map.in_keep(at) || near() {
            return None;
        }
        let rooms = map.ids().filter(|&to| map.in_keep(to) && map.holds(to).is_ok() && !game.taken(to));
        let far = game.steps_to(rooms);
        let off = |to: HexId| far[usize::from(to.0)];
        let reached = game.reached(self.side, id, None);
        let nearer = reached.ends().filter(|&(_, to)| off(to) < off(at));
        let best = nearer.map(|(n, to)| (off(to), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// A standard that lies beside him is picked up (MM-8.8).
    fn takes_up(&self, id: TrooperId) -> Option<Decision> {
        let mut standards = 0..self.game.standards.len() as u8;
        standards.find_map(|standard| self.may(Decision::TakeUp { man: id, standard }))
    }

    /// Whether a hex is a post of an inner line, at a gate or where a bridge or a stair is worked, which is kept as long as friends
    /// hold a line outside it.
    fn keeps_post(&self, at: HexId) -> bool {
        let (game, map) = (self.game, &self.game.map);
        let line = map.line_of(at);
        let outside = |to: HexId| (1..line).contains(&map.line_of(to));
        self.side == game.garrison()
            && line > game.next_line()
            && self.mans_post(at)
            && game.of(self.side).filter_map(|other| game.place(other)).any(outside)
    }

    /// Whether a hex is the first of those of a post in which one of his side stands.
    fn mans_post(&self, at: HexId) -> bool {
        let game = self.game;
        let friend = |to: HexId| game.who(to).is_some_and(|id| game.man(id).side == self.side);
        let first = |n: usize| game.posts().find(|&(post, to)| post == n && friend(to)).map(|(_, to)| to);
        game.posts().any(|(n, to)| to == at && first(n) == Some(at))
    }

    /// Who stands at an open gate or bridge goes further in for friends who fall back through it.
    fn gives_way(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let (game, map) = (self.game, &self.game.map);
        let line = map.line_of(at);
        let back = self.who_fall_back(line);
        if game.man(id).moved || !back.iter().any(|&from| map.distance(from, at) <= COMES_BACK) {
            return None;
        }
        let far = game.steps_to(std::iter::once(at));
        if !back.iter().any(|from| far[usize::from(from.0)] <= COMES_BACK as u16) {
            return None;
        }
        let reached = game.reached(self.side, id, None);
        let within = reached.ends().filter(|&(_, to)| map.line_of(to) >= line && self.far(to) <= self.far(at));
        let posts: Vec<HexId> = game.posts().map(|(_, post)| post).collect();
        let best =
            within.filter(|(_, to)| !posts.contains(to)).map(|(n, to)| (reached.steps(n), self.far(to), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// What burns of his side's near a man who has nothing to shoot, and can still be fought by more than are at it (MM-4.12).
    fn fire_by(&self, id: TrooperId, at: HexId) -> Option<HexFuel> {
        let game = self.game;
        if game.shots_of(id) > 0 {
            return None;
        }
        let fires = game.fires_to_fight(self.side).filter(|&fuel| game.halves_from(fuel, at) <= 2 * NEAR);
        let fought = |fuel: &HexFuel| {
            let others = game.of(self.side).filter(|&other| other != id).filter_map(|other| game.place(other));
            others.filter(|&place| game.fights_from(*fuel, place)).count() >= FIGHT
        };
        fires.filter(|fuel| !fought(fuel)).min_by_key(|&fuel| (game.halves_from(fuel, at), fuel))
    }

    /// To where he fights it and it does not kill him; who is there stays.
    fn goes_to_fight(&self, id: TrooperId, at: HexId, fire: HexFuel) -> Option<Decision> {
        let game = self.game;
        if game.fights_from(fire, at) && !game.scorching(at) {
            return None;
        }
        let reached = game.reached(self.side, id, None);
        let best = reached
            .ends()
            .filter(|&(_, to)| !game.scorching(to) && game.halves_from(fire, to) < game.halves_from(fire, at));
        let best = best.map(|(n, to)| (!game.fights_from(fire, to), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// To the nearest free battlements or slit of the line he is on, if he stands at none and the enemy is outside it: those
    /// nearer to the enemy first.
    fn mans(&self, id: TrooperId, at: HexId, line: u8) -> Option<Decision> {
        let game = self.game;
        let held = self.side == game.garrison() && line > 0;
        if !held || self.looks_out(at) || game.man(id).moved {
            return None;
        }
        let outside = self.enemies.iter().copied().filter(|&enemy| game.map.line_of(enemy) < line);
        let outside: Vec<HexId> = outside.take(SEEN).collect();
        if outside.is_empty() {
            return None;
        }
        let near = |to: HexId| outside.iter().map(|&enemy| game.map.distance(enemy, to)).min();
        let reached = game.reached(self.side, id, None);
        let walls = reached.ends().filter(|&(_, to)| game.map.line_of(to) == line && self.looks_out(to));
        let best = walls.map(|(n, to)| (near(to), reached.steps(n), to)).min()?;
        Some(Decision::Go { man: id, to: best.2 })
    }

    /// Whether a man sees out of a hex over battlements or through a slit.
    fn looks_out(&self, at: HexId) -> bool {
        let map = &self.game.map;
        map.touches_outer_wall(at) || map.cell(at).edges.iter().any(|edge| edge.slit)
    }

    /// With a friend beside him draws an empty ladder of the enemy's up onto the wall (SG-7.5), which is surer than to throw it
    /// down.
    fn draws_up(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let friends = || game.ways.fought_from(at).filter_map(|to| game.who(to)).filter(|&other| other != id);
        let near = game.upright().filter(|&(_, _, head)| game.map.distance(at, head) <= 1);
        let pairs =
            near.flat_map(|(ladder, ..)| friends().map(move |other| Decision::Lift { men: [id, other], ladder }));
        pairs.into_iter().find_map(|lift| self.may(lift))
    }

    /// To where a bridge or a stair that is down is worked from, or to the inner side of a gate that stands open, if enemies
    /// come near it and nobody of his side is there yet or beyond it; to the sluice if enemies alone are in the passage.
    fn tends(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        if self.side != game.garrison() || game.man(id).moved {
            return None;
        }
        let down = game.map.lifts.iter().filter(|lift| lift.kind != LiftKind::Sluice && !lift.closed);
        let bridge = down.map(|lift| lift.from).find(|&from| self.wants_tending(at, from));
        let near = |from: HexId| {
            let free = from != at && !game.taken(from) && game.map.distance(at, from) <= NEAR;
            free && game.map.line_of(from) == game.map.line_of(at)
        };
        let dry = (0u8..).zip(&game.map.lifts).filter(|(n, it)| self.floods(*n) && !it.closed);
        let mut sluices = dry.map(|(_, it)| it.from).filter(|&from| near(from));
        let bridge = bridge.or_else(|| sluices.next());
        let open = game.map.gates.iter().filter(|gate| gate.open && !gate.wrecked);
        let untended = open.filter(|gate| gate.sides.iter().all(|&(inner, _)| inner != at && !game.taken(inner)));
        let gate = || {
            let inner = untended.flat_map(|gate| &gate.sides).map(|&(inner, _)| inner);
            inner.into_iter().find(|&inner| self.wants_tending(at, inner))
        };
        self.may(Decision::Go { man: id, to: bridge.or_else(gate)? })
    }

    /// Whether a lift is the sluice of a passage in which enemies are and no friend, and does not run yet.
    fn floods(&self, lift: u8) -> bool {
        let (game, it) = (self.game, &self.game.map.lifts[usize::from(lift)]);
        let of = |side: Side| it.hexes.iter().filter_map(|&hex| game.who(hex)).any(|id| game.man(id).side == side);
        let runs = game.flooding.is_some_and(|(known, _)| known == lift);
        it.kind == LiftKind::Sluice && !runs && of(self.side.other()) && !of(self.side)
    }

    /// Whether somebody of the line a man is on should go where a bridge or a gate is worked.
    fn wants_tending(&self, at: HexId, from: HexId) -> bool {
        let (game, line) = (self.game, self.game.map.line_of(from));
        let comes = |&enemy: &HexId| game.map.line_of(enemy) < line && game.map.distance(enemy, from) <= COMES;
        let out = |at: HexId| game.map.line_of(at) < line && game.map.distance(at, from) <= COMES;
        from != at
            && line == game.map.line_of(at)
            && game.map.distance(at, from) <= NEAR
            && !game.taken(from)
            && self.enemies.iter().any(comes)
            && !game.of(self.side).filter_map(|other| game.place(other)).any(out)
    }

    /// Throws down a ladder of the enemy's that he can reach.
    fn pushes(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let mut near = game.upright().filter(|&(n, foot, head)| {
            let near = game.map.distance(at, head) <= 1 || game.map.distance(at, foot) <= 1;
            near && game.on_ladder(n).is_none_or(|other| game.man(other).side != self.side)
        });
        near.find_map(|(ladder, ..)| self.may(Decision::Push { man: id, ladder }))
    }

    /// Drops what is by him on a tower, a ram or a man below (MM-9.5): oil on what burns first, whatever else he could do; on men lead
    /// before rocks and oil, if he has nothing to shoot with.
    fn drops(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let man = game.man(id);
        let stores = game.stores[self.side];
        if stores == DropStore::default() || man.moved {
            return None;
        }
        let below = |to: &HexId| game.map.cell(*to).level < game.map.cell(at).level;
        let theirs = game.machines.iter().filter(|it| it.side != self.side && it.stands() && it.kind.rolls());
        let far = i64::from(game.combat.gear.of(Machine::Rock).medium);
        let near = |to: &HexId| game.map.distance(at, *to) <= far && below(to);
        let drop = |what: Machine, to: HexId| self.may(Decision::Drop { man: id, at: to, what });
        let oil = theirs.map(|it| it.at).filter(near).find_map(|to| drop(Machine::Oil, to));
        if oil.is_some() || game.shots_of(id) > 0 {
            return oil;
        }
        let men: Vec<HexId> = self.enemies.iter().copied().filter(near).collect();
        let comes = (0..game.machines.len() as u8).any(|n| self.may_come(n));
        let order =
            [Machine::Lead, Machine::Rock, Machine::Oil].into_iter().filter(|&what| what != Machine::Oil || !comes);
        order.into_iter().find_map(|what| men.iter().find_map(|&to| drop(what, to)))
    }

    /// Whether a tower or a ram of the enemy's may still come to where it is of use, for which oil is kept: it stands, and a way lies
    /// open to it or will once they have filled the moat.
    fn may_come(&self, machine: u8) -> bool {
        let (game, it) = (self.game, self.game.machine(machine));
        if it.side == self.side || !it.stands() {
            return false;
        }
        let fills = || game.of(it.side).any(|id| game.man(id).burden == Burden::Faggot);
        self.ground.rolls(it.kind, it.reach).is_some_and(|rolls| rolls.far.far((it.at, it.facing)).is_some() || fills())
    }

    /// To the nearest of the walls in danger: where a ladder or a siege tower stands or is brought up, or an enemy has come in
    /// beside. Once a turn, so that nobody goes to and fro between two of them.
    fn to_danger(&self, id: TrooperId, at: HexId, line: u8) -> Option<Decision> {
        let game = self.game;
        if game.man(id).moved {
            return None;
        }
        let towers = (0..game.machines.len() as u8).filter(|&n| game.machine(n).side != self.side);
        let heads = game.upright().map(|(_, _, head)| head).chain(towers.filter_map(|n| game.gangway(n)));
        let come_in = self.enemies.iter().copied().filter(|&enemy| game.map.line_of(enemy) >= line);
        let carriers = game.of(self.side.other()).filter(|&id| matches!(game.man(id).burden, Burden::Ladder(_)));
        let brought = carriers.filter_map(|id| game.place(id));
        let danger = heads.chain(come_in).chain(brought).map(|place| (game.map.distance(at, place), place));
        let (far, place) = danger.min().filter(|(far, _)| (1..=NEAR).contains(far))?;
        let mut steps =
            game.ways.steps(at).filter(|&to| game.map.line_of(to) >= line && game.map.distance(to, place) < far);
        let step = steps.find_map(|to| self.may(Decision::Step { man: id, to }).filter(|_| !game.scorching(to)))?;
        let reached = game.reached(self.side, id, None);
        let ends = reached.ends().filter(|&(_, to)| game.map.line_of(to) >= line && !game.scorching(to));
        let nearest = ends.map(|(n, to)| (game.map.distance(to, place), reached.steps(n), to)).min();
        match nearest {
            Some((near, steps, to)) if steps > 1 && near < far => Some(Decision::Go { man: id, to }),
            _ => Some(step),
        }
    }

    /// Who has nothing to shoot goes to meet an enemy who has come in, if he is near enough, once a turn.
    fn meets(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let man = self.game.man(id);
        let shoots = man.profile.weapons.missile.is_some() && man.ammunition > 0;
        let here = self.threat.get(usize::from(at.0)).copied().unwrap_or(u16::MAX);
        if shoots || man.moved || here > MEETS {
            return None;
        }
        let reached = self.game.reached(self.side, id, None);
        let ends = reached.ends().filter(|&(_, to)| !self.game.scorching(to));
        let best = ends.map(|(n, to)| (self.threat[usize::from(to.0)], reached.steps(n), to)).min()?;
        (best.0 < here).then_some(Decision::Go { man: id, to: best.2 })
    }

    fn falls_back(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        for gate in (0..game.map.gates.len() as u8).filter(|&gate| game.at_gate(gate, at)) {
            let over = game.map.gates[usize::from(gate)].sides.iter().filter(|&&(inner, _)| inner == at);
            let mut over = over.filter_map(|&(inner, side)| game.map.beside(inner, side));
            let beyond = over.any(|to| self.far(to) < self.far(at));
            if beyond && let Some(open) = self.may(Decision::Gate { man: id, gate, open: true }) {
                return Some(open);
            }
        }
        self.goes(id, at, self.far(at))
    }

    /// Shuts a gate, raises a bridge or a stair, floods the passage, when enemies are near beyond and no friend is.
    fn shuts(&self, id: TrooperId, at: HexId) -> Option<Decision> {
        let game = self.game;
        let gates = (0..game.map.gates.len() as u8)
            .filter(|&gate| game.map.gates[usize::from(gate)].open && game.at_gate(gate, at));
        let gates: Vec<u8> = gates.collect();
        let lifts: Vec<u8> =
            (0u8..).zip(&game.map.lifts).filter(|(_, lift)| lift.from == at && !lift.closed).map(|(n, _)| n).collect();
        if gates.is_empty() && lifts.is_empty() {
            return None;
        }
        let line = game.map.line_of(at);
        let back = self.who_fall_back(line);
        let far = self.enemies.iter().map(|&enemy| game.map.distance(enemy, at)).min();
        let far = far.filter(|far| *far <= SHUTS)?;
        // Who is nearer than the enemy may still come in.
        let comes = |place: HexId| game.map.line_of(place) < line && game.map.distance(place, at) <= far;
        let others = game.of(self.side).filter(|&other| other != id).filter_map(|other| game.place(other));
        if others.into_iter().any(comes) {
            return None;
        }
        for lift in lifts {
            let it = &game.map.lifts[usize::from(lift)];
            let of = || it.hexes.iter().filter_map(|&hex| game.who(hex)).any(|other| game.man(other).side == self.side);
            let returns = || it.hexes.iter().any(|&hex| self.returns(&back, hex));
            let wanted = if it.kind == LiftKind::Sluice { self.floods(lift) } else { !of() && !returns() };
            if wanted && let Some(work) = self.may(Decision::Work { man: id, lift, close: true }) {
                return Some(work);
            }
        }
        // Not in the face of who comes back through it, nor of a comrade who has just opened it.
        let wanted = |gate: &u8| {
            let sides = &game.map.gates[usize::from(*gate)].sides;
            let opened = |inner: HexId| {
                let other = game.who(inner).filter(|&other| other != id);
                other.is_some_and(|other| game.man(other).side == self.side && game.man(other).spent)
            };
            let comes = |inner: HexId, over: HexSide| {
                game.map.beside(inner, over).is_some_and(|outer| self.returns(&back, outer))
            };
            !sides.iter().any(|&(inner, over)| opened(inner) || comes(inner, over))
        };
        let mut shut = gates.into_iter().filter(wanted);
        shut.find_map(|gate| self.may(Decision::Gate { man: id, gate, open: false }))
    }
}
