//! Games written to a file and read again, as “banneret assault” reads and writes them, and the map printed for a table.

use super::HexPage;
use crate::app::assault::HexGame;
use crate::app::files;
use crate::app::table::OwnGame as _;
use crate::campaign::problem::Result;
use crate::desktop::shell::Shell;
use crate::desktop::start::free_path_of_game;
use crate::desktop::tabletop::{self, Begun, TablePage as _};
use crate::desktop::ui::{AppWindow, AssaultPage};
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Connects the sheet.
pub(super) fn connect(page: &Rc<HexPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<AssaultPage>();
    connect_sizes(&ui);
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_open_sheet(move |sheet| {
        let map = on.change(|state| state.ground().map_or_else(String::new, |map| map.name.clone()));
        at.with(|window| {
            let ui = window.global::<AssaultPage>();
            let path = match sheet.as_str() {
                "save" => free_path_of_game("assault").display().to_string(),
                "print" => crate::desktop::print::suggested(&map),
                _ => String::new(),
            };
            ui.set_path(path.into());
            ui.set_sheet_refusal(SharedString::new());
            ui.set_sheet(sheet);
        });
    });
    let (page, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_confirm(move || page.confirm(&at));
}

#[cfg(feature = "print")]
fn connect_sizes(ui: &AssaultPage<'_>) {
    use crate::app::hexes::HEX_SIZES;
    let size = |size: &crate::app::hexes::HexSize| format!("{} mm, {}", size.millimetres, size.figures);
    ui.set_hex_sizes(crate::desktop::shell::words(HEX_SIZES.iter().map(size)));
    ui.set_papers(crate::desktop::shell::words(["A4", "A3", "Letter", "A1"]));
}

#[cfg(not(feature = "print"))]
fn connect_sizes(_ui: &AssaultPage<'_>) {}

impl HexPage {
    fn confirm(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (ui.get_sheet().to_string(), PathBuf::from(ui.get_path().trim()))
        });
        let Some((sheet, path)) = asked else { return };
        let done = match sheet.as_str() {
            "print" => return self.print(shell, path),
            "save" => self.save(&path).map(|()| self.say(shell, &format!("Saved as {}.", path.display()), false)),
            _ => self.read(shell, &path),
        };
        shell.with(|window: &AppWindow| {
            let ui = window.global::<AssaultPage>();
            match done {
                Ok(()) => ui.set_sheet(SharedString::new()),
                Err(problem) => ui.set_sheet_refusal(problem.to_string().into()),
            }
        });
    }

    #[cfg(not(feature = "print"))]
    fn print(self: &Rc<HexPage>, shell: &Rc<Shell>, _path: PathBuf) {
        let why = crate::desktop::print::without().to_string();
        shell.with(|window| window.global::<AssaultPage>().set_sheet_refusal(why.into()));
    }

    /// Prints the map as it is shown, cut into pages for a table.
    #[cfg(feature = "print")]
    fn print(self: &Rc<HexPage>, shell: &Rc<Shell>, path: PathBuf) {
        use crate::app::hexes::{HEX_SIZES, sheets};
        use crate::print::{Options, Paper};
        fn told(window: &AppWindow, why: SharedString) {
            let ui = window.global::<AssaultPage>();
            if why.is_empty() {
                ui.set_sheet(SharedString::new());
            }
            ui.set_sheet_refusal(why);
        }
        let Some(map) = self.change(|state| state.ground().cloned()) else { return };
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (usize::try_from(ui.get_hex_size()).unwrap_or(0), ui.get_paper())
        });
        let Some((size, paper)) = asked else { return };
        let paper = match paper {
            1 => Paper::A3,
            2 => Paper::Letter,
            3 => Paper::A1,
            _ => Paper::A4,
        };
        let hex = HEX_SIZES.get(size).map_or(HEX_SIZES[0].millimetres, |size| size.millimetres);
        let options = Options { paper, ..Options::default() };
        match sheets(&map, paper, hex) {
            Ok(document) => crate::desktop::print::to_paper(shell, path, told, document, options),
            Err(problem) => {
                shell.with(|window| told(window, problem.to_string().into()));
            }
        }
    }

    fn save(&self, path: &Path) -> Result<()> {
        let text = match &self.state.borrow().sitting.game {
            Some(Begun::Own(game)) => game.text()?,
            _ => String::new(),
        };
        files::save_new(path, text.as_bytes())?;
        self.change(|state| state.sitting.is_filed());
        Ok(())
    }

    fn read(self: &Rc<HexPage>, shell: &Rc<Shell>, path: &Path) -> Result<()> {
        let text = files::read_text(path, files::HEX_GAME)?;
        let game = HexGame::read(path, &text)?;
        self.change(|state| state.sitting.may_leave())?;
        tabletop::open(self, shell, Begun::Own(Box::new(game)));
        self.change(|state| state.sitting.is_filed());
        Ok(())
    }
}
