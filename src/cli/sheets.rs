//! A map of hexes printed for a table (SG-5).

use super::out::Out;
use super::print::To;
use crate::app::hexes::{self, HEX_SIZES};
use crate::campaign::problem::Result;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct PrintHexes {
    /// A map by its name, or the path of a map's file; “banneret hexes” lists them.
    map: String,
    /// Millimetres from side to side of a hex; without it, as many as figures of 25 mm need.
    #[arg(long, value_name = "MM")]
    hex: Option<u32>,
    #[command(flatten)]
    to: To,
}

impl PrintHexes {
    pub fn run(self, out: &Out) -> Result<()> {
        let map = hexes::choose(&self.map)?;
        let hex = self.hex.unwrap_or(HEX_SIZES[0].millimetres);
        self.to.print(out, &hexes::sheets(&map, self.to.paper(), hex)?, false)
    }
}
