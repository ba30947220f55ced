//! Where names of places and counters of armies stand about a place, so that they hide as little of others as may be.

/// More places than this keep the usual sides: nobody reads their names at one look.
const MANY: usize = 400;
/// Half of a place's own mark, with the shields beside it.
const MARK: (f32, f32) = (22.0, 13.0);
/// A counter of an army and what one is above another.
const COUNTER: (f32, f32) = (62.0, 27.0);
/// A letter of a name, and a name's height.
const LETTER: (f32, f32) = (6.2, 17.0);
/// How far below its place the counters of armies begin where they do not stand above it, and where a name above it begins.
pub(super) const BELOW: f32 = 32.0;
const NAME_BELOW: f32 = 12.0;
const NAME_ABOVE: f32 = -32.0;
/// How far above its place the lowest counter ends.
const COUNTERS_ABOVE: f32 = -16.0;

/// A place, in pixels of the screen, and how many counters stand at it.
pub(super) struct Spot {
    pub x: f32,
    pub y: f32,
    pub name: String,
    pub armies: usize,
}

/// On which sides of a place its name and its armies stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// Its name stands above it; else below.
    pub name_above: bool,
    /// Its armies stand below it; else above.
    pub armies_below: bool,
}

/// What something covers, from its upper left to its lower right.
#[derive(Clone, Copy)]
struct Area {
    from: (f32, f32),
    to: (f32, f32),
}

impl Area {
    fn about(spot: &Spot, half_wide: f32, top: f32, high: f32) -> Area {
        let (x, y) = (spot.x, spot.y + top);
        Area { from: (x - half_wide, y), to: (x + half_wide, y + high) }
    }

    fn mark(spot: &Spot) -> Area {
        Area::about(spot, MARK.0, -MARK.1, 2.0 * MARK.1)
    }

    fn name(spot: &Spot, above: bool) -> Area {
        let half = (spot.name.chars().count() as f32 * LETTER.0 + 6.0) / 2.0;
        Area::about(spot, half, if above { NAME_ABOVE } else { NAME_BELOW }, LETTER.1)
    }

    fn armies(spot: &Spot, below: bool) -> Area {
        let high = spot.armies as f32 * COUNTER.1;
        let top = if below { BELOW } else { COUNTERS_ABOVE - high };
        Area::about(spot, COUNTER.0 / 2.0, top, high)
    }

    /// What the two have in common.
    fn hides(&self, other: &Area) -> f32 {
        let wide = self.to.0.min(other.to.0) - self.from.0.max(other.from.0);
        let high = self.to.1.min(other.to.1) - self.from.1.max(other.from.1);
        if wide > 0.0 && high > 0.0 { wide * high } else { 0.0 }
    }
}

/// Chooses the sides: first of the counters, where those above would hide more than those below; then of the names.
pub(super) fn sides(spots: &[Spot]) -> Vec<Sides> {
    let mut sides = vec![Sides::default(); spots.len()];
    if spots.len() > MANY {
        return sides;
    }
    let others = |at: usize| spots.iter().enumerate().filter(move |(other, _)| *other != at);
    for at in (0..spots.len()).filter(|at| spots[*at].armies > 0) {
        let hidden = |below: bool| -> f32 {
            let own = Area::armies(&spots[at], below);
            others(at).map(|(_, spot)| own.hides(&Area::mark(spot)) + own.hides(&Area::name(spot, false))).sum()
        };
        sides[at].armies_below = hidden(true) < hidden(false);
    }
    for at in 0..spots.len() {
        let hidden = |above: bool| -> f32 {
            let own = Area::name(&spots[at], above);
            let armies = |at: usize| Area::armies(&spots[at], sides[at].armies_below);
            let others: f32 = others(at)
                .map(|(other, spot)| {
                    let name = Area::name(spot, sides[other].name_above);
                    own.hides(&name) + own.hides(&Area::mark(spot)) + own.hides(&armies(other))
                })
                .sum();
            others + own.hides(&armies(at))
        };
        sides[at].name_above = hidden(true) < hidden(false);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(x: f32, y: f32, name: &str, armies: usize) -> Spot {
        Spot { x, y, name: name.to_owned(), armies }
    }

    #[test]
    fn a_place_alone_has_its_name_below_and_its_armies_above() {
        assert_eq!(sides(&[spot(0.0, 0.0, "Annan", 2)]), [Sides::default()]);
    }

    #[test]
    fn counters_do_not_hide_the_place_above() {
        let all = sides(&[spot(0.0, 0.0, "Caerlaverock", 3), spot(-36.0, -74.0, "Dumfries", 0)]);
        assert_eq!(all[0], Sides { name_above: false, armies_below: true });
        assert_eq!(all[1], Sides::default());
    }

    #[test]
    fn of_two_names_side_by_side_one_stands_above() {
        let all = sides(&[spot(0.0, 0.0, "Sweetheart", 0), spot(52.0, 3.0, "Caerlaverock", 0)]);
        assert_ne!(all[0].name_above, all[1].name_above);
    }
}
