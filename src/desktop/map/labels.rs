//! Where names of places and counters of armies stand about a place, so that they hide as little of others as may be.

/// More places than this keep the usual sides: nobody reads their names at one look.
const MANY: usize = 400;
/// Half of a place's own mark, with the shields beside it.
const MARK: (f32, f32) = (22.0, 13.0);
/// A counter of an army and what one is above another.
const COUNTER: (f32, f32) = (62.0, 27.0);
/// A letter of a name, and a name's height.
const LETTER: (f32, f32) = (6.2, 17.0);
/// How far below its place a name begins, on either side.
const NAME_BELOW: f32 = 12.0;
const NAME_ABOVE: f32 = -32.0;
/// How far below its place the first counter of its armies begins, wherever they stand.
const COUNTER_ABOVE: f32 = -40.0;
const COUNTER_BELOW: f32 = 32.0;
const COUNTER_ASIDE: f32 = -13.0;

/// A place, in pixels of the screen, and how many counters stand at it.
pub(super) struct LabelSpot {
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
    pub armies: CounterSide,
}

/// Where the counters of armies stand about their place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CounterSide {
    #[default]
    Above,
    Below,
    Left,
    Right,
}

impl CounterSide {
    const ALL: [CounterSide; 4] = [CounterSide::Above, CounterSide::Below, CounterSide::Left, CounterSide::Right];

    /// How far below the place the first counter begins, in pixels.
    pub fn first(self) -> f32 {
        match self {
            CounterSide::Above => COUNTER_ABOVE,
            CounterSide::Below => COUNTER_BELOW,
            CounterSide::Left | CounterSide::Right => COUNTER_ASIDE,
        }
    }

    /// Whether each further counter stands above the one before; else below it.
    pub fn go_up(self) -> bool {
        self == CounterSide::Above
    }

    /// To which side of the place they stand: left of it (-1), right of it (1), or neither.
    pub fn aside(self) -> i32 {
        match self {
            CounterSide::Left => -1,
            CounterSide::Right => 1,
            CounterSide::Above | CounterSide::Below => 0,
        }
    }
}

/// What something covers, from its upper left to its lower right.
#[derive(Clone, Copy)]
struct Area {
    from: (f32, f32),
    to: (f32, f32),
}

impl Area {
    fn about(spot: &LabelSpot, half_wide: f32, top: f32, high: f32) -> Area {
        let (x, y) = (spot.x, spot.y + top);
        Area { from: (x - half_wide, y), to: (x + half_wide, y + high) }
    }

    fn mark(spot: &LabelSpot) -> Area {
        Area::about(spot, MARK.0, -MARK.1, 2.0 * MARK.1)
    }

    fn name(spot: &LabelSpot, above: bool) -> Area {
        let half = (spot.name.chars().count() as f32 * LETTER.0 + 6.0) / 2.0;
        Area::about(spot, half, if above { NAME_ABOVE } else { NAME_BELOW }, LETTER.1)
    }

    fn armies(spot: &LabelSpot, stand: CounterSide) -> Area {
        let high = spot.armies as f32 * COUNTER.1;
        let top = if stand.go_up() { stand.first() + COUNTER.1 - high } else { stand.first() };
        let shift = stand.aside() as f32 * (MARK.0 + COUNTER.0 / 2.0);
        let Area { from, to } = Area::about(spot, COUNTER.0 / 2.0, top, high);
        Area { from: (from.0 + shift, from.1), to: (to.0 + shift, to.1) }
    }

    /// What the two have in common.
    fn hides(&self, other: &Area) -> f32 {
        let wide = self.to.0.min(other.to.0) - self.from.0.max(other.from.0);
        let high = self.to.1.min(other.to.1) - self.from.1.max(other.from.1);
        if wide > 0.0 && high > 0.0 { wide * high } else { 0.0 }
    }
}

/// Chooses the sides: first of the counters, which stand above where no other side hides less; then of the names.
pub(super) fn sides(spots: &[LabelSpot]) -> Vec<Sides> {
    let mut sides = vec![Sides::default(); spots.len()];
    if spots.len() > MANY {
        return sides;
    }
    let others = |at: usize| spots.iter().enumerate().filter(move |(other, _)| *other != at);
    for at in (0..spots.len()).filter(|at| spots[*at].armies > 0) {
        let hidden = |stand: CounterSide| -> f32 {
            let own = Area::armies(&spots[at], stand);
            let of_others = |(other, spot): (usize, &LabelSpot)| {
                let counters = Area::armies(spot, sides[other].armies);
                own.hides(&Area::mark(spot)) + own.hides(&Area::name(spot, false)) + own.hides(&counters)
            };
            others(at).map(of_others).sum::<f32>() + own.hides(&Area::name(&spots[at], false))
        };
        let least = |best: CounterSide, next: CounterSide| if hidden(next) < hidden(best) { next } else { best };
        sides[at].armies = CounterSide::ALL.into_iter().fold(CounterSide::Above, least);
    }
    for at in 0..spots.len() {
        let hidden = |above: bool| -> f32 {
            let own = Area::name(&spots[at], above);
            let armies = |at: usize| Area::armies(&spots[at], sides[at].armies);
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

    fn spot(x: f32, y: f32, name: &str, armies: usize) -> LabelSpot {
        LabelSpot { x, y, name: name.to_owned(), armies }
    }

    #[test]
    fn a_place_alone_has_its_name_below_and_its_armies_above() {
        assert_eq!(sides(&[spot(0.0, 0.0, "Annan", 2)]), [Sides::default()]);
    }

    #[test]
    fn counters_do_not_hide_the_place_above() {
        let all = sides(&[spot(0.0, 0.0, "Caerlaverock", 3), spot(-36.0, -74.0, "Dumfries", 0)]);
        assert_eq!(all[0], Sides { name_above: false, armies: CounterSide::Below });
        assert_eq!(all[1], Sides::default());
    }

    #[test]
    fn two_armies_five_miles_apart_are_both_seen() {
        let spots = [spot(0.0, 0.0, "Annan", 1), spot(30.0, 8.0, "Gretna", 1)];
        let all = sides(&spots);
        let [one, other] = [0, 1].map(|at| Area::armies(&spots[at], all[at].armies));
        assert_eq!(one.hides(&other), 0.0, "{all:?}");
        assert_eq!(one.hides(&Area::mark(&spots[1])) + other.hides(&Area::mark(&spots[0])), 0.0, "{all:?}");
    }

    #[test]
    fn of_two_names_side_by_side_one_stands_above() {
        let all = sides(&[spot(0.0, 0.0, "Sweetheart", 0), spot(52.0, 3.0, "Caerlaverock", 0)]);
        assert_ne!(all[0].name_above, all[1].name_above);
    }
}
