//! Where one may go from every hex of a map, and over which sides men fight, as the map stands now (SG-5.2, SG-5.3): what
//! [`HexMap::step`] and [`HexMap::face_to_face`] say, laid out once and mended where the map changes.

use super::hexes::HexSide;
use super::map::{HexId, HexMap};

/// What leads where, a row for each hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HexWays {
    rows: Vec<WayRow>,
}

/// The ways out of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WayRow {
    /// The hexes over its six sides, `u16::MAX` where there is none.
    beside: [u16; 6],
    /// The hex at the other end of its spiral stair, `u16::MAX` where it has none.
    spiral: u16,
    /// Sides over which one may step, a bit each; the seventh for the spiral stair.
    steps: u8,
    /// Sides over which men are face to face, likewise.
    fights: u8,
}

/// The bit of the spiral stair.
const SPIRAL: u8 = 1 << 6;

impl WayRow {
    fn of(map: &HexMap, at: HexId) -> WayRow {
        let mut row = WayRow { beside: [u16::MAX; 6], spiral: u16::MAX, steps: 0, fights: 0 };
        for &side in HexSide::ALL {
            if let Some(to) = map.beside(at, side) {
                row.beside[side as usize] = to.0;
                let open = map.open(at, side).is_ok();
                row.fights |= u8::from(open) << side as u8;
                row.steps |= u8::from(open && map.holds(to).is_ok()) << side as u8;
            }
        }
        if let Some(to) = map.cell(at).spiral {
            row.spiral = to.0;
            row.fights |= SPIRAL;
            row.steps |= if map.holds(to).is_ok() { SPIRAL } else { 0 };
        }
        row
    }

    fn to(&self, bit: usize) -> HexId {
        HexId(if bit == 6 { self.spiral } else { self.beside[bit] })
    }
}

impl HexWays {
    /// The ways of a map.
    pub(super) fn of(map: &HexMap) -> HexWays {
        HexWays { rows: map.ids().map(|at| WayRow::of(map, at)).collect() }
    }

    /// Lays the ways of a hex and of those beside it anew, when something of it has changed.
    pub(super) fn mend(&mut self, map: &HexMap, at: HexId) {
        let around = map.around(at).map(|(_, to)| to).chain(map.cell(at).spiral);
        for to in around.chain([at]).collect::<Vec<_>>() {
            self.rows[usize::from(to.0)] = WayRow::of(map, to);
        }
    }

    fn over(&self, at: HexId, bits: u8) -> impl Iterator<Item = HexId> + '_ {
        let row = &self.rows[usize::from(at.0)];
        (0..7).filter(move |&bit| bits & (1 << bit) != 0).map(|bit| row.to(bit))
    }

    /// Every hex a man gets to from a hex in one step.
    pub(super) fn steps(&self, at: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.over(at, self.rows[usize::from(at.0)].steps)
    }

    /// Every hex that is face to face with one.
    pub(super) fn fought_from(&self, at: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.over(at, self.rows[usize::from(at.0)].fights)
    }

    /// Whether one gets from a hex into another in one step.
    pub(super) fn leads(&self, from: HexId, to: HexId) -> bool {
        self.steps(from).any(|next| next == to)
    }

    /// Every hex beside one, with whether one gets from there into it in one step.
    pub(super) fn beside(&self, to: HexId) -> impl Iterator<Item = (HexId, bool)> + '_ {
        let row = &self.rows[usize::from(to.0)];
        let beside = (0..7).map(move |bit| (bit, row.to(bit))).filter(|(_, from)| from.0 != u16::MAX);
        beside.map(|(bit, from)| {
            let back = if bit == 6 { SPIRAL } else { 1 << ((bit + 3) % 6) };
            (from, self.rows[usize::from(from.0)].steps & back != 0)
        })
    }
}
