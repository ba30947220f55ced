//! The line of fire across levels, for a table that has its own map (SG-6).

use super::out::Out;
use crate::campaign::problem::Result;
use crate::rules::siege::{LineOfFire, Rise};
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub(super) struct Line {
    /// Levels the upper man stands above the lower, N.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(0..=99))]
    difference: i64,
    /// Levels the top of the obstruction stands above the lower man, H.
    #[arg(long, value_name = "H", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-99..=99))]
    height: i64,
    /// Hexes from the lower man to the foot of the obstruction, D1; neither his hex nor the obstruction's counts.
    #[arg(long, value_name = "D1", value_parser = clap::value_parser!(i64).range(0..=9999))]
    lower: i64,
    /// Hexes from the obstruction to the upper man, D2, counted likewise.
    #[arg(long, value_name = "D2", value_parser = clap::value_parser!(i64).range(0..=9999))]
    upper: i64,
}

impl Line {
    pub fn run(self, out: &Out) -> Result<()> {
        let rise = Rise { difference: self.difference, height: self.height, lower: self.lower, upper: self.upper };
        let line = rise.line_of_fire();
        let (clear, why) = (line.is_clear(), why(rise, &line));
        let mut text = format!("{}: {why} (SG-6.2)\n\n", if clear { "Clear" } else { "Blocked" });
        for part in rise.parts() {
            text += &format!("{:>6}  {}\n", part.figure(), part.what);
        }
        let mut value = json!({ "clear": clear, "why": why, "clause": "SG-6.2", "parts": rise.parts() });
        if let LineOfFire::Between { least, most, .. } = line {
            text += &format!("{least:>6}  hexes D1 must be at least: D2·H/(N−H), rounded up\n");
            text += &format!("{most:>6}  hexes D2 may be at most: D1·(N−H)/H, rounded down\n");
            value["lower_at_least"] = json!(least);
            value["upper_at_most"] = json!(most);
        }
        out.say(&value, text)
    }
}

/// Why a shot can or cannot be made, and what would make one that cannot.
fn why(rise: Rise, line: &LineOfFire) -> String {
    match line {
        LineOfFire::Beneath => "the obstruction stands no higher than the lower man".to_owned(),
        LineOfFire::Above if rise.difference == 0 => {
            "the two men stand level and the obstruction is higher than they, so no distance opens the line".to_owned()
        }
        LineOfFire::Above => "the obstruction is higher than the upper man, so no distance opens the line".to_owned(),
        LineOfFire::Level => {
            "the obstruction is as high as the upper man stands; only where it is his own rampart do SG-6.3 and SG-6.4 \
             decide instead"
                .to_owned()
        }
        LineOfFire::Between { least, clear: true, .. } => format!(
            "the lower man must stand at least {} from the obstruction and stands {}",
            hexes(*least),
            hexes(rise.lower)
        ),
        LineOfFire::Between { least, most, clear: false } => format!(
            "the lower man must stand at least {} from the obstruction and stands {}; or the upper man at most {}, and stands {}",
            hexes(*least),
            hexes(rise.lower),
            hexes(*most),
            hexes(rise.upper)
        ),
    }
}

fn hexes(count: i64) -> String {
    match count {
        1 => "1 hex".to_owned(),
        _ => format!("{count} hexes"),
    }
}
