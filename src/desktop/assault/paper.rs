//! The map printed for a table.

use super::HexPage;
use crate::app::hexes::{HEX_SIZES, HexSize, sheets};
use crate::desktop::game_file::to_paper;
use crate::desktop::print;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, AssaultPage};
use crate::print::Options;
use slint::ComponentHandle;
use std::path::PathBuf;
use std::rc::Rc;

/// Connects what is chosen of its hexes.
pub(super) fn connect(window: &AppWindow) {
    let ui = window.global::<AssaultPage>();
    let size = |size: &HexSize| format!("{} mm, {}", size.millimetres, size.figures);
    ui.set_hex_sizes(words(HEX_SIZES.iter().map(size)));
}

impl HexPage {
    /// Prints the map as it is shown, cut into pages for a table.
    pub(super) fn print_map(&self, shell: &Rc<Shell>, path: PathBuf) {
        let Some(map) = self.change(|state| state.ground().cloned()) else { return };
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (usize::try_from(ui.get_hex_size()).unwrap_or(0), ui.get_paper())
        });
        let Some((size, paper)) = asked else { return };
        let paper = print::paper(paper);
        let hex = HEX_SIZES.get(size).map_or(HEX_SIZES[0].millimetres, |size| size.millimetres);
        to_paper(shell, path, sheets(&map, paper, hex), Options { paper, ..Options::default() });
    }
}
