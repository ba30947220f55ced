//! The line of fire between two men on different levels (SG-6.2).

use crate::rules::explain::Part;

/// What stands between two men, one higher than the other, told from the lower man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rise {
    /// Levels the upper man stands above the lower; 0 where they stand level, never less.
    pub difference: i64,
    /// Levels the top of the obstruction stands above the lower man; 0 or less where it stands no higher than he.
    pub height: i64,
    /// Hexes from the lower man to the foot of the obstruction; neither his own nor the obstruction's counts.
    pub lower: i64,
    /// Hexes from the obstruction to the upper man, counted likewise.
    pub upper: i64,
}

/// Whether one obstruction leaves a line of fire clear, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineOfFire {
    /// The obstruction is no higher than the lower man.
    Beneath,
    /// The obstruction is higher than the upper man, or the men stand level and it is higher than they.
    Above,
    /// The obstruction is as high as the upper man stands: it blocks, unless it is his own rampart, when SG-6.3 and SG-6.4
    /// decide.
    Level,
    /// The obstruction's top lies between the two levels: the distances decide.
    Between {
        /// Hexes the lower man must at least stand from it, the upper man standing where he does; rounded up.
        least: i64,
        /// Hexes the upper man may at most stand from it, the lower man standing where he does; rounded down.
        most: i64,
        /// Whether the lower man stands far enough.
        clear: bool,
    },
}

impl Rise {
    /// The exact test of one obstruction; every one on the line is tested, and men are none (SG-6.2).
    pub fn line_of_fire(self) -> LineOfFire {
        let Rise { difference, height, lower, upper } = self;
        match height {
            ..=0 => LineOfFire::Beneath,
            _ if height > difference => LineOfFire::Above,
            _ if height == difference => LineOfFire::Level,
            _ => {
                let over = difference - height;
                let least = (upper * height + over - 1) / over;
                LineOfFire::Between { least, most: lower * over / height, clear: lower >= least }
            }
        }
    }

    /// The numbers of the test, each with its clause (SG-6.2).
    pub fn parts(self) -> Vec<Part> {
        vec![
            Part::base("SG-6.2", "levels between the two men, N", self.difference),
            Part::base("SG-6.2", "levels of the obstruction above the lower man, H", self.height),
            Part::base("SG-6.2", "hexes from the lower man to the obstruction, D1", self.lower),
            Part::base("SG-6.2", "hexes from the obstruction to the upper man, D2", self.upper),
        ]
    }
}

impl LineOfFire {
    /// Whether the shot may be made, either way: the line is the same from both ends.
    pub fn is_clear(&self) -> bool {
        match self {
            LineOfFire::Beneath => true,
            LineOfFire::Above | LineOfFire::Level => false,
            LineOfFire::Between { clear, .. } => *clear,
        }
    }
}
