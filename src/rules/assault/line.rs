//! The line of fire between two hexes of a map (SG-6): every hex and wall it passes, the exact test of each, and what the
//! men's own ramparts make of it. It is the same from both ends.

use super::hexes::{Hex, HexSide};
use super::map::{HexId, HexMap, Terrain};
use super::tables::Tables;
use crate::rules::battle::HexForm;
use crate::rules::man_to_man::Cover;
use crate::rules::siege::{LineOfFire, Rise};
use serde::Serialize;

/// Where one of the two men stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEnd {
    /// His hex.
    pub at: HexId,
    /// His level: the hex's, or that of the top of the siege tower that stands there.
    pub level: i8,
    /// Whether he stands on a siege tower.
    pub tower: bool,
}

impl LineEnd {
    /// A man on the ground of a hex.
    pub fn on(map: &HexMap, at: HexId) -> LineEnd {
        LineEnd { at, level: map.cell(at).level, tower: false }
    }

    /// A man on a siege tower in a hex.
    pub fn on_tower(at: HexId, level: i8) -> LineEnd {
        LineEnd { at, level, tower: true }
    }
}

/// What of a hex or between two is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The ground of a hex, and what is built on it.
    Ground,
    House,
    Trees,
    /// A roof over the hex.
    Roof,
    /// A wall, on the side towards the upper man.
    Wall,
    /// A shut gate or door, likewise.
    Gate,
}

/// What the test of one obstruction gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// By the exact test (SG-6.2), from [`LineOfFire`].
    Test {
        /// Whether it leaves the line clear.
        clear: bool,
    },
    /// It is the upper man's own rampart, of which SG-6.3 and SG-6.4 decide.
    Own,
    /// A house or trees below two ramparts never block (SG-6.2).
    BelowRamparts,
    /// One of the men shoots and is shot at through his own arrow slit.
    Slit,
}

/// One obstruction on the line, from the lower man's to the upper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The hex; of a wall, the one on the lower man's side.
    pub at: HexId,
    /// What stands there.
    pub what: Obstacle,
    /// The level of its top.
    pub top: i8,
    /// The numbers of SG-6.2.
    pub rise: Rise,
    /// What came of it.
    pub passes: Passes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopsLine {
    /// An obstruction (SG-6.2).
    Obstruction(Checked),
    /// The man in that hex is set back from the battlements (SG-6.3).
    SetBack(HexId),
    /// The inner side of the upper man's rampart is fortified, and he does not stand at it (SG-6.4).
    InnerSide(HexId),
    /// The lower man stands too near the edge of the rampart for one who is not at its inner edge (SG-6.4).
    TooNear {
        /// The edge of the rampart.
        edge: HexId,
        /// Hexes between the upper man and the edge.
        upper: i64,
        /// Hexes between the lower man and the edge.
        lower: i64,
        /// Hexes he would have to stand from it.
        least: i64,
    },
    /// One of the two is in a passage under the ground and the other is not, or it bends between them (SG-10).
    Passage,
}

impl StopsLine {
    /// The clause that decides.
    pub fn clause(&self) -> &'static str {
        match self {
            StopsLine::Obstruction(_) => "SG-6.2",
            StopsLine::SetBack(_) => "SG-6.3",
            StopsLine::InnerSide(_) | StopsLine::TooNear { .. } => "SG-6.4",
            StopsLine::Passage => "SG-10",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireLine {
    /// The lower man; of two on one level, the one whose hex comes first.
    pub lower: LineEnd,
    /// The upper man.
    pub upper: LineEnd,
    /// The hexes it passes from the lower man's to the upper's, both among them. Where it runs along the side between two
    /// hexes, the one that leaves it clear, if either does.
    pub hexes: Vec<HexId>,
    /// What was tested on it, from the lower man.
    pub checked: Vec<Checked>,
    /// What stops it; nothing if it is clear.
    pub stopped: Option<StopsLine>,
    /// The clause by which it is clear if it is.
    clear_by: &'static str,
}

impl FireLine {
    /// The line between two men (SG-6). Where it runs along the side between two hexes, it is clear if it is so to either
    /// side of it.
    pub fn in_form(map: &HexMap, one: LineEnd, other: LineEnd, tables: &Tables, form: HexForm) -> FireLine {
        let first = (one.level, one.at) <= (other.level, other.at);
        let (lower, upper) = if first { (one, other) } else { (other, one) };
        let (from, to) = (map.cell(lower.at), map.cell(upper.at));
        let steps = from.hex.line_to(to.hex);
        let way = |first: bool| -> Vec<Hex> {
            steps.iter().map(|step| step.or.filter(|_| !first).unwrap_or(step.hex)).collect()
        };
        let followed = |way: Vec<Hex>| Follow::along(map, (lower, upper), &way, tables, form);
        let line = followed(way(true));
        if line.is_clear() || steps.iter().all(|step| step.or.is_none()) {
            return line;
        }
        let other = followed(way(false));
        if other.is_clear() { other } else { line }
    }

    /// The same as the page of rules has it now.
    pub fn between(map: &HexMap, one: LineEnd, other: LineEnd, tables: &Tables) -> FireLine {
        FireLine::in_form(map, one, other, tables, HexForm::default())
    }

    /// The line between two men on the ground, as the page of rules has it now.
    pub fn of(map: &HexMap, one: HexId, other: HexId, tables: &Tables) -> FireLine {
        FireLine::between(map, LineEnd::on(map, one), LineEnd::on(map, other), tables)
    }

    /// Whether the shot may be made, either way.
    pub fn is_clear(&self) -> bool {
        self.stopped.is_none()
    }

    /// The clause that decides: what stops it; of a clear line, SG-10 in a passage, SG-6.3 where it leaves a man's own rampart
    /// outwards over more of it than his hex, SG-6.4 where it leaves the upper man's so inwards, else SG-6.2.
    pub fn clause(&self) -> &'static str {
        self.stopped.as_ref().map_or(self.clear_by, StopsLine::clause)
    }

    /// What players at a table find without reckoning (SG-6.1): on different levels with an obstruction between, whether
    /// the lower man is at least as far from each as the upper. Nothing where there is none, or they stand level.
    pub fn at_a_table(&self) -> Option<bool> {
        let counted = |checked: &&Checked| checked.rise.height > 0 && matches!(checked.passes, Passes::Test { .. });
        let mut counted = self.checked.iter().filter(counted).peekable();
        let differ = self.lower.level != self.upper.level;
        (differ && counted.peek().is_some()).then(|| counted.all(|checked| checked.rise.lower >= checked.rise.upper))
    }

    /// The cover that the man at one end of it has from the other (MM-4.8): heavy behind his own battlements or slit, as
    /// behind a high wall, straight before him or slantwise along the walk, and under a roof against a man on a siege tower (SG-7.2); light among trees; none across a
    /// breach or for who is set back from the battlements (SG-6.3), nor among trees against a man on a siege tower (SG-7.2). On a siege tower it is medium, which counts as heavy,
    /// against shooters below level 3, and light from there up (SG-7.2).
    pub fn cover(&self, map: &HexMap, target: HexId, tables: &Tables) -> Cover {
        let (end, other) = if target == self.lower.at { (self.lower, self.upper) } else { (self.upper, self.lower) };
        if end.tower {
            return if other.level >= tables.cover.light_from { Cover::Light } else { Cover::Heavy };
        }
        let count = self.hexes.len();
        if count < 2 {
            return Cover::None;
        }
        let next = if target == self.lower.at { self.hexes[1] } else { self.hexes[count - 2] };
        let cell = map.cell(target);
        let edge = map.side_to(target, next).map(|side| cell.edge(side)).unwrap_or_default();
        let behind = edge.battlement || edge.slit || other.tower && cell.roofed || self.slantwise(map, target, tables);
        match (behind, cell.terrain) {
            (true, _) => Cover::Heavy,
            (false, Terrain::Trees) if !other.tower => Cover::Light,
            _ => Cover::None,
        }
    }

    /// Whether a man at the outer wall is shot at slantwise, over battlements further along the walk he stands on: those cover him,
    /// but not against a man on a siege tower (SG-6.3, SG-7.2).
    fn slantwise(&self, map: &HexMap, target: HexId, tables: &Tables) -> bool {
        let upper = target == self.upper.at;
        let other = if upper { self.lower } else { self.upper };
        if other.tower || !map.touches_outer_wall(target) {
            return false;
        }
        let hexes = self.hexes.clone();
        let follow = Follow { map, lower: self.lower, upper: self.upper, hexes, tables, form: HexForm::default() };
        let outer = |leaves: &LeavesAt| map.line_of(leaves.beyond) < map.line_of(leaves.edge);
        follow.leaves(upper).is_some_and(|leaves| leaves.fortified && outer(&leaves))
    }
}

/// A line being followed along one row of hexes.
struct Follow<'a> {
    map: &'a HexMap,
    lower: LineEnd,
    upper: LineEnd,
    hexes: Vec<HexId>,
    tables: &'a Tables,
    form: HexForm,
}

/// Where a line leaves the ground that a man stands on.
#[derive(Clone, Copy, Debug)]
struct LeavesAt {
    /// The last hex of that ground on the line.
    edge: HexId,
    /// The first beyond it.
    beyond: HexId,
    /// Hexes between the man and the edge, the edge's own counted.
    own: usize,
    /// Towards an outer line of defence, or across a breach: out of the place.
    outward: bool,
    /// Whether battlements stand on that side.
    fortified: bool,
}

impl Follow<'_> {
    fn along(
        map: &HexMap,
        (lower, upper): (LineEnd, LineEnd),
        way: &[Hex],
        tables: &Tables,
        form: HexForm,
    ) -> FireLine {
        let (below, above) = (map.cell(lower.at).under, map.cell(upper.at).under);
        let at = |&hex: &Hex| if below || above { map.under(hex) } else { map.at(hex) };
        let hexes: Option<Vec<HexId>> = if below == above { way.iter().map(at).collect() } else { None };
        let Some(hexes) = hexes else {
            let ends = vec![lower.at, upper.at];
            let stopped = Some(StopsLine::Passage);
            return FireLine { lower, upper, hexes: ends, checked: Vec::new(), stopped, clear_by: "SG-10" };
        };
        let follow = Follow { map, lower, upper, hexes, tables, form };
        let checked = if below { Vec::new() } else { follow.obstructions() };
        let first = checked.iter().find(|checked| checked.passes == Passes::Test { clear: false });
        let stopped = match first {
            Some(&checked) => Some(StopsLine::Obstruction(checked)),
            None if below => None,
            None => follow.set_back().or_else(|| follow.inside()),
        };
        let clear_by = if below { "SG-10" } else { follow.clear_by() };
        FireLine { lower, upper, hexes: follow.hexes, checked, stopped, clear_by }
    }

    /// The clause by which the line is clear if nothing stops it.
    fn clear_by(&self) -> &'static str {
        let back = |upper: bool| self.leaves(upper).filter(|leaves| leaves.own > 0);
        match (back(true), back(false)) {
            (Some(leaves), _) | (_, Some(leaves)) if leaves.outward => "SG-6.3",
            (Some(_), _) if self.upper.level > self.lower.level => "SG-6.4",
            _ => "SG-6.2",
        }
    }

    fn last(&self) -> usize {
        self.hexes.len() - 1
    }

    fn side(&self, from: usize, to: usize) -> Option<HexSide> {
        self.map.side_to(self.hexes[from], self.hexes[to])
    }

    /// How far the ground a man stands on goes along the line from his end: as many hexes, of his own level, with nothing
    /// between.
    fn own(&self, upper: bool) -> usize {
        let (end, level) = if upper { (self.upper, self.upper.level) } else { (self.lower, self.lower.level) };
        if end.tower {
            return 0;
        }
        let at = |n: usize| if upper { self.last() - n } else { n };
        (1..self.last())
            .take_while(|&n| {
                let (before, here) = (at(n - 1), at(n));
                let cell = self.map.cell(self.hexes[here]);
                let (Some(side), Some(back)) = (self.side(before, here), self.side(here, before)) else { return false };
                let edge = self.map.cell(self.hexes[before]).edge(side);
                let gate = edge.gate.is_none_or(|gate| self.map.gates[usize::from(gate)].passable());
                let open = edge.wall.is_none() && gate && !edge.battlement && !cell.edge(back).battlement;
                cell.level == level && cell.terrain != Terrain::Stair && open
            })
            .count()
    }

    /// Every obstruction on the line, each by the exact test (SG-6.2).
    fn obstructions(&self) -> Vec<Checked> {
        let (last, map) = (self.last(), self.map);
        if last == 0 {
            return Vec::new();
        }
        let (own_upper, own_lower) = (self.own(true), self.own(false));
        let roofed = |end: LineEnd| !end.tower && map.cell(end.at).roofed;
        // Under the roof that a man stands under himself, the roof is no obstruction.
        let under_roof = |n: usize| {
            let upper = roofed(self.upper) && self.hexes[n..last].iter().all(|&id| map.cell(id).roofed);
            let lower = roofed(self.lower) && self.hexes[1..=n].iter().all(|&id| map.cell(id).roofed);
            upper && n >= last - own_upper || lower && n <= own_lower
        };
        let rampart = |end: LineEnd| {
            let cell = map.cell(end.at);
            !end.tower && cell.terrain == Terrain::Rampart && self.tables.line.ramparts.contains(&cell.level)
        };
        let ramparts = rampart(self.lower) && rampart(self.upper);
        let mut checked = Vec::new();
        for n in 0..last {
            if n > 0 {
                let cell = map.cell(self.hexes[n]);
                let (what, top) = match cell.terrain {
                    Terrain::House => (Obstacle::House, cell.top),
                    Terrain::Trees => (Obstacle::Trees, cell.top),
                    _ if cell.roofed && under_roof(n) => (Obstacle::Ground, cell.level),
                    // Between two men on its floor's level the line goes through a gateway under its vault.
                    Terrain::Gateway if [self.lower, self.upper].iter().all(|end| end.level == cell.level) => {
                        (Obstacle::Ground, cell.level)
                    }
                    _ if cell.roofed => (Obstacle::Roof, cell.top),
                    _ => (Obstacle::Ground, cell.top),
                };
                let rise = self.rise(self.hexes[n], self.hexes[n], top);
                let built = matches!(what, Obstacle::House | Obstacle::Trees);
                let own = what == Obstacle::Ground && n >= last - own_upper && rise.height == rise.difference;
                let passes = match () {
                    _ if built && ramparts && cell.level < self.lower.level => Passes::BelowRamparts,
                    _ if own && rise.height > 0 => Passes::Own,
                    _ => Passes::Test { clear: rise.line_of_fire().is_clear() },
                };
                checked.push(Checked { at: self.hexes[n], what, top, rise, passes });
            }
            checked.extend(self.wall(n));
        }
        checked
    }

    /// The wall or shut gate between a hex of the line and the next.
    fn wall(&self, n: usize) -> Option<Checked> {
        let (map, last) = (self.map, self.last());
        let (side, back) = (self.side(n, n + 1)?, self.side(n + 1, n)?);
        let (near, far) = (map.cell(self.hexes[n]), map.cell(self.hexes[n + 1]));
        let (edge, other) = (near.edge(side), far.edge(back));
        let (what, top) = match (edge.gate, edge.wall) {
            (Some(gate), _) if map.gates[usize::from(gate)].passable() => return None,
            (Some(_), _) => (Obstacle::Gate, (near.level.max(far.level) + 1).max(near.top).max(far.top)),
            (None, Some(top)) => (Obstacle::Wall, top),
            (None, None) => return None,
        };
        let rise = self.rise(self.hexes[n], self.hexes[n + 1], top);
        let slit = n == 0 && !self.lower.tower && edge.slit || n + 1 == last && !self.upper.tower && other.slit;
        let passes = if slit { Passes::Slit } else { Passes::Test { clear: rise.line_of_fire().is_clear() } };
        Some(Checked { at: self.hexes[n], what, top, rise, passes })
    }

    /// The numbers of SG-6.2 of what stands from one hex to another on the line; a man's own hex is not counted.
    fn rise(&self, near: HexId, far: HexId, top: i8) -> Rise {
        let beside = i64::from(near == far);
        Rise {
            difference: i64::from(self.upper.level - self.lower.level),
            height: i64::from(top - self.lower.level),
            lower: (self.map.distance(self.lower.at, near) - beside).max(0),
            upper: (self.map.distance(far, self.upper.at) - beside).max(0),
        }
    }

    /// Where the line leaves the ground that a man stands on, if it goes down from it there.
    fn leaves(&self, upper: bool) -> Option<LeavesAt> {
        let (own, last) = (self.own(upper), self.last());
        let end = if upper { self.upper } else { self.lower };
        if last == 0 || end.tower || own + 1 > last {
            return None;
        }
        let at = |n: usize| self.hexes[if upper { last - n } else { n }];
        let (edge, beyond) = (at(own), at(own + 1));
        let (from, to) = (self.map.cell(edge), self.map.cell(beyond));
        let fortified = self.map.side_to(edge, beyond).is_some_and(|side| from.edge(side).battlement);
        let outward = match self.form >= HexForm::Fifth {
            true => self.goes_out(upper),
            false => self.map.line_of(beyond) < self.map.line_of(edge) || to.terrain == Terrain::Rubble,
        };
        let down = to.level < from.level;
        down.then_some(LeavesAt { edge, beyond, own, outward, fortified })
    }

    /// Whether the line goes out from a man's ground, at once or across a breach, or to somebody further out than he is.
    fn goes_out(&self, upper: bool) -> bool {
        let (own, last) = (self.own(upper), self.last());
        let (end, other) = if upper { (self.upper, self.lower) } else { (self.lower, self.upper) };
        let at = |n: usize| self.hexes[if upper { last - n } else { n }];
        let past = (own + 1..=last).map(at).find(|&hex| self.map.cell(hex).terrain != Terrain::Rubble);
        let line = |hex: HexId| self.map.line_of(hex);
        past.is_some_and(|past| line(past) < line(at(own))) || line(other.at) < line(end.at)
    }

    /// Whether the line leaves the walk beside the man on it and is within yet: over a lower part of it, or the court.
    fn within_yet(&self, end: LineEnd, leaves: &LeavesAt) -> bool {
        let line = |hex: HexId| self.map.line_of(hex);
        self.form >= HexForm::Fifth
            && self.map.cell(end.at).terrain == Terrain::Rampart
            && self.map.cell(leaves.beyond).terrain != Terrain::Rubble
            && line(leaves.beyond) >= line(end.at)
    }

    /// How far from a man the edge of his ground is.
    fn to_edge(&self, end: LineEnd, leaves: &LeavesAt) -> i64 {
        match self.form >= HexForm::Fourth {
            true => self.map.distance(end.at, leaves.edge),
            false => leaves.own as i64,
        }
    }

    /// Whether a man set back from the battlements shoots out, or is shot at (SG-6.3): not but beside a breach and across
    /// it, or at or from a siege tower as near to the battlements as he is.
    fn set_back(&self) -> Option<StopsLine> {
        for upper in [true, false] {
            let (end, other) = if upper { (self.upper, self.lower) } else { (self.lower, self.upper) };
            let Some(leaves) = self.leaves(upper) else { continue };
            // Of those on a walk, or behind a wall that stands (SG-6.3); from the court out over a breach the way is clear (SG-6.2).
            let on_walk = matches!(self.map.cell(end.at).terrain, Terrain::Rampart | Terrain::Stair);
            let walled = on_walk || leaves.fortified || self.map.touches_outer_wall(leaves.edge);
            if self.form >= HexForm::Fifth && !walled {
                continue;
            }
            let away = leaves.own > 0 || self.within_yet(end, &leaves);
            let back = away && !self.map.touches_outer_wall(end.at);
            if !leaves.outward || !back {
                continue;
            }
            let near = other.tower && self.map.distance(other.at, leaves.beyond) <= self.to_edge(end, &leaves);
            // The rubble of a court or a room lies as high as its floor, and is the edge itself.
            let breach = self.form >= HexForm::Fourth && leaves.own == 1 && self.map.battlement_down(leaves.edge);
            if !near && !breach {
                return Some(StopsLine::SetBack(end.at));
            }
        }
        None
    }

    /// Whether a man on a rampart and a lower one inside see each other (SG-6.4): from the inner edge always; from further
    /// back only if the inner side is unfortified and the lower man stands so many times as far from the edge as he.
    fn inside(&self) -> Option<StopsLine> {
        let leaves = self.leaves(true).filter(|leaves| !leaves.outward && leaves.own > 0)?;
        let levels = i64::from(self.upper.level - self.lower.level);
        let at_inner_edge = self.map.around(self.upper.at).any(|(side, beside)| {
            let cell = self.map.cell(self.upper.at);
            let (drops, edge) = (self.map.cell(beside).level < cell.level, cell.edge(side));
            // Beside a gateway a wall stands between.
            let bare = edge.wall.is_none() && edge.gate.is_none() || self.form < HexForm::Fourth;
            // Neither a lower walk nor a breach is the court, and who stands over the court may, whatever battlement is there.
            let over_court = match self.form >= HexForm::Fifth {
                true => {
                    let works = matches!(self.map.cell(beside).terrain, Terrain::Rampart | Terrain::Stair);
                    !works && !self.map.battlement_down(beside)
                }
                false => !edge.battlement,
            };
            drops && bare && over_court && self.map.line_of(beside) >= self.map.line_of(self.upper.at)
        });
        if levels <= 0 || at_inner_edge {
            return None;
        }
        if leaves.fortified {
            return Some(StopsLine::InnerSide(leaves.edge));
        }
        let upper = self.to_edge(self.upper, &leaves);
        let lower = (self.map.distance(self.lower.at, leaves.edge) - 1).max(0);
        let least = self.tables.line.inside * levels * upper;
        (lower < least).then_some(StopsLine::TooNear { edge: leaves.edge, upper, lower, least })
    }
}

impl Checked {
    /// What the exact test says of it (SG-6.2).
    pub fn test(&self) -> LineOfFire {
        self.rise.line_of_fire()
    }
}
