//! Games written to a file and read again, as “banneret cracker” reads and writes them, and the printed order of battle.

use super::CordPage;
use crate::app::cracker::CordGame;
use crate::app::files;
use crate::app::table::OwnGame as _;
use crate::campaign::problem::Result;
use crate::desktop::shell::Shell;
use crate::desktop::start::free_path_of_game;
use crate::desktop::tabletop::{self, Begun, TablePage as _};
use crate::desktop::ui::{AppWindow, CrackerPage};
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Connects the sheet.
pub(super) fn connect(page: &Rc<CordPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<CrackerPage>();
    let at = Rc::clone(shell);
    ui.on_open_sheet(move |sheet| {
        at.with(|window| {
            let ui = window.global::<CrackerPage>();
            let path = match sheet.as_str() {
                "save" => free_path_of_game("cords").display().to_string(),
                "print" => crate::desktop::print::suggested("order of battle"),
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

impl CordPage {
    fn confirm(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            (ui.get_sheet().to_string(), PathBuf::from(ui.get_path().trim()))
        });
        let Some((sheet, path)) = asked else { return };
        let done = match sheet.as_str() {
            "print" => return self.print(shell, path),
            "save" => self.save(&path).map(|()| self.say(shell, &format!("Saved as {}.", path.display()), false)),
            _ => self.read(shell, &path),
        };
        shell.with(|window: &AppWindow| {
            let ui = window.global::<CrackerPage>();
            match done {
                Ok(()) => ui.set_sheet(SharedString::new()),
                Err(problem) => ui.set_sheet_refusal(problem.to_string().into()),
            }
        });
    }

    #[cfg(not(feature = "print"))]
    fn print(self: &Rc<CordPage>, shell: &Rc<Shell>, _path: PathBuf) {
        let why = crate::desktop::print::without().to_string();
        shell.with(|window| window.global::<CrackerPage>().set_sheet_refusal(why.into()));
    }

    /// Prints the order of battle as it stands in the moment shown.
    #[cfg(feature = "print")]
    fn print(self: &Rc<CordPage>, shell: &Rc<Shell>, path: PathBuf) {
        use crate::app::cracker::{order_of_battle, order_of_scenario};
        use crate::desktop::print::to_paper;
        use crate::print::Options;
        fn told(window: &AppWindow, why: SharedString) {
            let ui = window.global::<CrackerPage>();
            if why.is_empty() {
                ui.set_sheet(SharedString::new());
            }
            ui.set_sheet_refusal(why);
        }
        let state = self.state.borrow();
        let Some(position) = state.field().cloned() else { return };
        let contest = match (&state.sitting.game, &state.sitting.contest) {
            (Some(Begun::Contest(contest, _)), _) => Some(Arc::clone(contest)),
            (_, contest) => contest.clone(),
        };
        let scenario = match (&state.sitting.game, &state.preview) {
            (Some(Begun::Own(game)), _) if !state.form => Some(game.scenario().clone()),
            (_, preview) => preview.as_ref().map(|(scenario, _)| (**scenario).clone()),
        };
        drop(state);
        match (contest, scenario) {
            (Some(contest), _) => shell.try_read(
                move |db| order_of_battle(db, &contest, position),
                move |shell, document| match document {
                    Ok(document) => to_paper(shell, path, told, document, Options::default()),
                    Err(problem) => {
                        shell.with(|window| told(window, problem.to_string().into()));
                    }
                },
            ),
            (None, Some(scenario)) => {
                let document = order_of_scenario(&scenario, position);
                to_paper(shell, path, told, document, Options::default());
            }
            (None, None) => {}
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

    fn read(self: &Rc<CordPage>, shell: &Rc<Shell>, path: &Path) -> Result<()> {
        let text = files::read_text(path, files::CORD_GAME)?;
        let game = CordGame::read(path, &text)?;
        self.change(|state| state.sitting.may_leave())?;
        tabletop::open(self, shell, Begun::Own(Box::new(game)));
        self.change(|state| state.sitting.is_filed());
        Ok(())
    }
}
