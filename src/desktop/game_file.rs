//! The sheet in which a game is saved in a file and opened again, and from which some games are printed. Written once for every
//! page that plays games; how a game is written and read is the page's own.

use super::contests::GamePage;
use super::dialogs::{GameSort, Wanted};
use super::shell::{Page, Shell};
use super::start::free_path_of_game;
use super::ui::{AppWindow, FileDeed, GameFile};
use super::{assault, castles, cracker, print, under_siege};
use crate::app::files;
use crate::campaign::problem::{Problem, Result};
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A page whose games are kept in files.
pub trait FiledPage {
    fn sort(&self) -> GameSort;

    /// The game as it is written in a file.
    fn text(&self) -> Result<String>;

    /// Notes that all of the game is in a file, and says so.
    fn saved(&self, shell: &Rc<Shell>, sentence: &str);

    /// Takes the game of a file to the table.
    fn read(self: Rc<Self>, shell: &Rc<Shell>, file: &Path) -> Result<()>;

    /// After what the document is called that is printed of the game.
    fn document(&self) -> String {
        String::new()
    }

    /// Prints that document to a new file.
    #[cfg(feature = "print")]
    fn print(&self, _shell: &Rc<Shell>, _path: PathBuf) {}
}

/// A page of this window, by its games' files.
fn filed_page(page: Page) -> Option<Rc<dyn FiledPage>> {
    fn of<P: GamePage + FiledPage>() -> Option<Rc<dyn FiledPage>> {
        P::page().map(|page| page as Rc<dyn FiledPage>)
    }
    match page {
        Page::Assault => of::<assault::HexPage>(),
        Page::Castles => of::<castles::BoardPage>(),
        Page::Cracker => of::<cracker::CordPage>(),
        Page::UnderSiege => of::<under_siege::SiegeTable>(),
        _ => None,
    }
}

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let ui = window.global::<GameFile>();
        let at = Rc::clone(shell);
        ui.on_ask(move |page, deed| ask(&at, page, deed));
        let at = Rc::clone(shell);
        ui.on_browse(move || browse(&at));
        let at = Rc::clone(shell);
        ui.on_confirm(move || confirm(&at));
    });
}

/// Opens the sheet upon a page.
fn ask(shell: &Rc<Shell>, of: Page, deed: FileDeed) {
    let Some(page) = filed_page(of) else { return };
    let path = match deed {
        FileDeed::Open => String::new(),
        FileDeed::Save => free_path_of_game(page.sort().ending).display().to_string(),
        FileDeed::Print => {
            print::offer(shell);
            print::suggested(&page.document())
        }
    };
    shell.with(|window| {
        let ui = window.global::<GameFile>();
        ui.set_page(of);
        ui.set_deed(deed);
        ui.set_path(path.into());
        ui.set_refusal(SharedString::new());
        ui.set_open(true);
    });
}

/// Closes the sheet if it is open upon a page; whether it was.
pub fn close(shell: &Rc<Shell>, page: Page) -> bool {
    let closed = shell.with(|window| {
        let ui = window.global::<GameFile>();
        let open = ui.get_open() && ui.get_page() == page;
        if open {
            ui.set_open(false);
        }
        open
    });
    closed.unwrap_or(false)
}

/// What the sheet asks for: a page, what is to be done there, and by which path.
fn asked(shell: &Rc<Shell>) -> Option<(Rc<dyn FiledPage>, FileDeed, String)> {
    let (page, deed, path) = shell.with(|window| {
        let ui = window.global::<GameFile>();
        (ui.get_page(), ui.get_deed(), ui.get_path().trim().to_owned())
    })?;
    Some((filed_page(page)?, deed, path))
}

fn browse(shell: &Rc<Shell>) {
    let Some((page, deed, path)) = asked(shell) else { return };
    let sort = page.sort();
    let (wanted, suggested) = match deed {
        FileDeed::Open => (Wanted::OpenGame(sort), format!("game.{}", sort.ending)),
        FileDeed::Save => (Wanted::SaveGame(sort), format!("game.{}", sort.ending)),
        FileDeed::Print => (Wanted::SavePdf, path),
    };
    let then = Rc::clone(shell);
    shell.browse(wanted, &suggested, move |path| {
        then.with(|window| window.global::<GameFile>().set_path(path.display().to_string().into()));
    });
}

fn confirm(shell: &Rc<Shell>) {
    let Some((page, deed, path)) = asked(shell) else { return };
    let path = PathBuf::from(path);
    let done = match deed {
        FileDeed::Open if path.as_os_str().is_empty() => {
            Err(Problem::bad_input("No file is named.").hint("Type the path of a game, or browse for one."))
        }
        FileDeed::Open => page.read(shell, &path),
        FileDeed::Save => page.text().and_then(|text| {
            files::save_new(&path, text.as_bytes())?;
            page.saved(shell, &format!("Saved as {}.", path.display()));
            Ok(())
        }),
        #[cfg(feature = "print")]
        FileDeed::Print => {
            print::keep_choice(shell);
            return page.print(shell, path);
        }
        #[cfg(not(feature = "print"))]
        FileDeed::Print => Err(print::without()),
    };
    shell.with(|window| {
        close_or_refuse(window, done.err().map(|problem| problem.to_string()).unwrap_or_default().into())
    });
}

/// Says why it is refused, or closes the sheet where it is not.
fn close_or_refuse(window: &AppWindow, why: SharedString) {
    let ui = window.global::<GameFile>();
    if why.is_empty() {
        ui.set_open(false);
    }
    ui.set_refusal(why);
}

/// Prints a document of a game, or says why there is none.
#[cfg(feature = "print")]
pub fn to_paper(
    shell: &Rc<Shell>,
    path: PathBuf,
    document: Result<crate::print::Document>,
    options: crate::print::Options,
) {
    match document {
        Ok(document) => print::to_paper(shell, path, close_or_refuse, document, options),
        Err(problem) => {
            shell.with(|window| close_or_refuse(window, problem.to_string().into()));
        }
    }
}
