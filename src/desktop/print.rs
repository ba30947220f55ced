//! Printing from a page: one dialog asks what a document needs, the document is filled where the campaign is, set in the pool,
//! and written to a new file.

use super::dialogs::Wanted as Chosen;
use super::shell::{Shell, words};
use super::ui::{AppWindow, PrintEdition, PrintPaper, PrintSheet};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{BattleId, FormationId, PersonId, SideId, SiegeId};
use crate::campaign::problem::{Problem, Result};
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// A document that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintWanted {
    /// A formation's muster roll.
    Roll(FormationId),
    /// Both rosters of a planned battle.
    Rosters(BattleId),
    Career(PersonId),
    /// The ransom roll of all sides or of one.
    Ransoms,
    /// The prisoner list of all sides or of one.
    Prisoners,
    /// What a side owes its men.
    Pay,
    Chronicle,
    /// Who was lost between two days.
    Casualties,
    /// Who was lost in one battle.
    CasualtiesOf(BattleId),
    /// A card for every man of a formation.
    Cards(FormationId),
    /// A sheet to be filled in by pen: a roster, cards or orders.
    Blank(BlankPaper),
    /// A siege's sheet.
    Siege(SiegeId),
    Map,
}

/// A sheet to be filled in by pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankPaper {
    Roster,
    Cards,
    Orders,
}

/// A document that a page offers: what it is, what the dialog calls it, and what its file would be called.
#[derive(Clone, Debug)]
pub struct PrintChoice {
    pub what: PrintWanted,
    pub title: String,
    pub name: String,
}

impl PrintChoice {
    pub fn new(what: PrintWanted, title: impl Into<String>, name: impl Into<String>) -> PrintChoice {
        PrintChoice { what, title: title.into(), name: name.into() }
    }
}

/// Whose a document is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedFor {
    /// Nobody's in particular.
    Nobodys,
    /// Of all sides, or of one.
    AllOrOne,
    /// Of one side.
    One,
}

impl PrintWanted {
    fn whose(self) -> PrintedFor {
        match self {
            PrintWanted::Ransoms
            | PrintWanted::Prisoners
            | PrintWanted::Map
            | PrintWanted::Casualties
            | PrintWanted::CasualtiesOf(_)
            | PrintWanted::Blank(_) => PrintedFor::AllOrOne,
            PrintWanted::Pay => PrintedFor::One,
            _ => PrintedFor::Nobodys,
        }
    }

    /// What the drop-down of sides asks, and what its first choice is.
    fn sides_ask(self) -> (&'static str, &'static str) {
        match self {
            PrintWanted::Map => ("For whom", "The wall: everything there is"),
            PrintWanted::Ransoms | PrintWanted::Prisoners => ("Held by", "All sides"),
            PrintWanted::Casualties | PrintWanted::CasualtiesOf(_) => ("Of which side", "All sides"),
            PrintWanted::Blank(_) => ("For which side", "None in particular"),
            _ => ("Of which side", ""),
        }
    }

    fn what(self) -> &'static str {
        match self {
            PrintWanted::Chronicle => {
                "What was done and happened between two dates; days such as 1335-06-19. The players’ edition leaves out what was undone and what the dice showed."
            }
            PrintWanted::Map => "For a side it shows its own armies, and those that stand where it has men or walls.",
            PrintWanted::Rosters(_) => {
                "Both sides for the table, each man with his number, and the sequence of a turn."
            }
            PrintWanted::Pay => "What the side owes its men for a week, by army and kind.",
            PrintWanted::Casualties => {
                "Who fell, was taken, is missed or was wounded: battle by battle, and of wounds, in sieges or gone."
            }
            PrintWanted::CasualtiesOf(_) => {
                "Who fell, was taken, is missed or was wounded in it, and what each is today."
            }
            PrintWanted::Cards(_) => "Ten cards to a page, to cut out and lay beside the figures, with boxes to tick.",
            PrintWanted::Blank(BlankPaper::Roster) => {
                "Units and men to fill in by pen, with boxes, and the sequence of a turn."
            }
            PrintWanted::Blank(BlankPaper::Cards) => "Ten cards to a page, to fill in by pen.",
            PrintWanted::Blank(BlankPaper::Orders) => {
                "A player’s orders for a turn: marches, answers, ransoms, letters."
            }
            _ => "",
        }
    }

    fn is_dated(self) -> bool {
        matches!(self, PrintWanted::Chronicle | PrintWanted::Casualties)
    }

    /// What the box to tick says; none for a document without one.
    fn tick(self) -> &'static str {
        match self {
            PrintWanted::Roll(_) => "Boxes for wounds, ammunition and gallop",
            PrintWanted::Cards(_) => "Only knights, clerics and those who command",
            _ => "",
        }
    }

    /// Whether it may be printed for a wall, on A1.
    fn is_for_a_wall(self) -> bool {
        self == PrintWanted::Map
    }
}

/// What is asked for, the documents to choose from, and the sides: all there are, and those its drop-down lists.
#[derive(Default)]
struct PrintAsking {
    what: Option<PrintWanted>,
    choices: Vec<PrintChoice>,
    all: Vec<(SideId, String)>,
    sides: Vec<Option<SideId>>,
}

thread_local! {
    static ASKING: RefCell<PrintAsking> = RefCell::default();
}

/// Connects the dialog.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let ui = window.global::<PrintSheet>();
        let on = Rc::clone(shell);
        ui.on_confirmed(move || confirm(&on));
        let on = Rc::clone(shell);
        ui.on_document_chosen(move |at| {
            let choice = ASKING.with(|asking| super::shell::pick(&asking.borrow().choices, at));
            if let Some(choice) = choice {
                show(&on, &choice);
            }
        });
        let on = Rc::clone(shell);
        ui.on_browse(move || {
            let suggested = on.with(|window| window.global::<PrintSheet>().get_path().to_string()).unwrap_or_default();
            let then = Rc::clone(&on);
            on.browse(Chosen::SavePdf, &suggested, move |path| {
                then.with(|window| window.global::<PrintSheet>().set_path(path.display().to_string().into()));
            });
        });
    });
}

/// Opens the dialog for a document, called `title`, whose file would be called `name`.
pub fn ask(shell: &Rc<Shell>, what: PrintWanted, title: &str, name: &str) {
    ask_one_of(shell, vec![PrintChoice::new(what, title, name)]);
}

/// Opens the dialog on the first of several documents; the others can be chosen in it.
pub fn ask_one_of(shell: &Rc<Shell>, choices: Vec<PrintChoice>) {
    shell.read(
        |db| Ok(db.sides()?.into_iter().map(|side| (side.id, side.name)).collect::<Vec<_>>()),
        move |shell, all| {
            let Some(first) = choices.first().cloned() else { return };
            shell.with(|window| {
                let ui = window.global::<PrintSheet>();
                ui.set_documents(words(choices.iter().map(|choice| choice.title.as_str())));
                ui.set_document(0);
            });
            offer(shell);
            ASKING.with(|asking| *asking.borrow_mut() = PrintAsking { choices, all, ..PrintAsking::default() });
            show(shell, &first);
            shell.with(|window| window.global::<PrintSheet>().set_open(true));
        },
    );
}

/// Offers the paper chosen last, and whether what is printed is shown.
pub fn offer(shell: &Rc<Shell>) {
    shell.with(|window| {
        let (ui, settings) = (window.global::<PrintSheet>(), shell.settings.borrow());
        ui.set_paper(settings.paper);
        ui.set_show(settings.open_printed);
    });
}

/// What is chosen once is offered the next time.
pub fn keep_choice(shell: &Rc<Shell>) {
    shell.with(|window| {
        let (ui, mut settings) = (window.global::<PrintSheet>(), shell.settings.borrow_mut());
        if ui.get_paper() != PrintPaper::A1 {
            settings.paper = ui.get_paper();
        }
        settings.open_printed = ui.get_show();
    });
}

/// Shows what a document asks for.
fn show(shell: &Rc<Shell>, choice: &PrintChoice) {
    let what = choice.what;
    let (caption, first) = what.sides_ask();
    let mut sides: Vec<(Option<SideId>, String)> = Vec::new();
    if what.whose() == PrintedFor::AllOrOne {
        sides.push((None, first.to_owned()));
    }
    if what.whose() != PrintedFor::Nobodys {
        let all = ASKING.with(|asking| asking.borrow().all.clone());
        sides.extend(all.into_iter().map(|(id, name)| (Some(id), name)));
    }
    shell.with(|window| {
        let ui = window.global::<PrintSheet>();
        ui.set_title(choice.title.as_str().into());
        ui.set_what(what.what().into());
        ui.set_for_a_wall(what.is_for_a_wall());
        if ui.get_paper() == PrintPaper::A1 && !what.is_for_a_wall() {
            ui.set_paper(shell.settings.borrow().paper);
        }
        ui.set_whose(caption.into());
        ui.set_sides(words(sides.iter().map(|(_, name)| name.as_str())));
        ui.set_side(0);
        ui.set_dated(what.is_dated());
        ui.set_from(SharedString::new());
        ui.set_until(SharedString::new());
        ui.set_has_editions(what == PrintWanted::Chronicle);
        ui.set_edition(PrintEdition::Players);
        ui.set_tick(what.tick().into());
        ui.set_ticked(false);
        ui.set_path(suggested(&choice.name).into());
        ui.set_refusal(SharedString::new());
    });
    ASKING.with(|asking| {
        let mut asking = asking.borrow_mut();
        asking.what = Some(what);
        asking.sides = sides.into_iter().map(|(id, _)| id).collect();
    });
}

/// Where a document of this name would go: the user's documents, else his home, under a name that is not taken.
pub fn suggested(name: &str) -> String {
    let plain: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    let folder = directories::UserDirs::new()
        .map(|folders| folders.document_dir().unwrap_or(folders.home_dir()).to_owned())
        .unwrap_or_default();
    let numbered = |number: u32| match number {
        1 => folder.join(format!("{plain}.pdf")),
        number => folder.join(format!("{plain}-{number}.pdf")),
    };
    let free = (1..).map(numbered).find(|path| !path.exists());
    free.unwrap_or_default().display().to_string()
}

fn refuse(window: &AppWindow, why: SharedString) {
    let ui = window.global::<PrintSheet>();
    if why.is_empty() {
        ui.set_open(false);
    }
    ui.set_refusal(why);
}

// Without printing only the path is looked at, and the refusal says so.
#[cfg_attr(not(feature = "print"), allow(dead_code))]
struct PrintOrder {
    what: PrintWanted,
    side: Option<SideId>,
    from: Option<Day>,
    until: Option<Day>,
    paper: PrintPaper,
    edition: PrintEdition,
    ticked: bool,
    path: PathBuf,
}

/// What the dialog says, if it can be printed.
fn order(window: &AppWindow) -> Result<Option<PrintOrder>> {
    let ui = window.global::<PrintSheet>();
    let asked = ASKING.with(|asking| {
        let asking = asking.borrow();
        let side = usize::try_from(ui.get_side()).ok().and_then(|at| asking.sides.get(at).copied()).flatten();
        asking.what.map(|what| (what, side))
    });
    let Some((what, side)) = asked else { return Ok(None) };
    let day = |text: SharedString| match text.trim() {
        "" => Ok(None),
        text => text
            .parse::<Day>()
            .map(Some)
            .map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19, or none.")),
    };
    let dated = what.is_dated();
    Ok(Some(PrintOrder {
        what,
        side,
        from: if dated { day(ui.get_from())? } else { None },
        until: if dated { day(ui.get_until())? } else { None },
        paper: ui.get_paper(),
        edition: ui.get_edition(),
        ticked: ui.get_ticked(),
        path: checked(PathBuf::from(ui.get_path().trim()))?,
    }))
}

fn confirm(shell: &Rc<Shell>) {
    match shell.with(order) {
        Some(Ok(Some(order))) => {
            keep_choice(shell);
            print(shell, order);
        }
        Some(Err(problem)) => {
            shell.with(|window| refuse(window, problem.to_string().into()));
        }
        Some(Ok(None)) | None => {}
    }
}

/// The paper of a choice.
#[cfg(feature = "print")]
pub fn paper(chosen: PrintPaper) -> crate::print::Paper {
    use crate::print::Paper;
    match chosen {
        PrintPaper::A4 => Paper::A4,
        PrintPaper::A3 => Paper::A3,
        PrintPaper::Letter => Paper::Letter,
        PrintPaper::A1 => Paper::A1,
    }
}

#[cfg(feature = "print")]
fn print(shell: &Rc<Shell>, order: PrintOrder) {
    use crate::app::documents::ChronicleFor;
    use crate::app::{casualties, documents, muster, printed_map, siege};
    use crate::print::{BlankKind, Options};
    let paper = paper(order.paper);
    let path = order.path.clone();
    shell.try_read(
        move |db| {
            let of_one = || order.side.ok_or_else(|| Problem::refused("There is no side yet.", "Make a side first."));
            let document = match order.what {
                PrintWanted::Roll(formation) => documents::muster_roll(db, formation),
                PrintWanted::Rosters(battle) => documents::battle_roster(db, &muster::planned(db, battle)?),
                PrintWanted::Career(person) => documents::career_page(db, person),
                PrintWanted::Ransoms => documents::ransom_roll(db, order.side, true),
                PrintWanted::Prisoners => documents::ransom_roll(db, order.side, false),
                PrintWanted::Pay => documents::pay_roll(db, of_one()?),
                PrintWanted::Chronicle => {
                    let reader = match order.edition {
                        PrintEdition::Players => ChronicleFor::Players,
                        PrintEdition::Referee => ChronicleFor::Referee,
                    };
                    documents::chronicle(db, order.from, order.until, reader)
                }
                PrintWanted::Casualties => casualties::between(db, order.from, order.until, order.side),
                PrintWanted::CasualtiesOf(battle) => casualties::of_battle(db, battle, order.side),
                PrintWanted::Cards(formation) => documents::figure_cards(db, formation, order.ticked),
                PrintWanted::Blank(paper) => {
                    let kind = match paper {
                        BlankPaper::Roster => BlankKind::Roster,
                        BlankPaper::Cards => BlankKind::Cards,
                        BlankPaper::Orders => BlankKind::Orders,
                    };
                    documents::blank_sheet_of(db, kind, order.side)
                }
                PrintWanted::Siege(siege) => siege::sheet(db, siege),
                PrintWanted::Map => printed_map::map(db, order.side),
            }?;
            let boxes = matches!(order.what, PrintWanted::Roll(_)) && order.ticked;
            Ok((document, Options { paper, tick_boxes: boxes }))
        },
        move |shell, document| match document {
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
            Ok((document, options)) => set(shell, path, refuse, document, options),
        },
    );
}

#[cfg(not(feature = "print"))]
fn print(shell: &Rc<Shell>, order: PrintOrder) {
    let what = match order.what {
        PrintWanted::Roll(_) => "A muster roll",
        PrintWanted::Rosters(_) => "Rosters",
        PrintWanted::Career(_) => "A career",
        PrintWanted::Ransoms => "A ransom roll",
        PrintWanted::Prisoners => "A prisoner list",
        PrintWanted::Pay => "A pay roll",
        PrintWanted::Chronicle => "The chronicle",
        PrintWanted::Casualties | PrintWanted::CasualtiesOf(_) => "A casualty list",
        PrintWanted::Cards(_) => "Figure cards",
        PrintWanted::Blank(_) => "A blank sheet",
        PrintWanted::Siege(_) => "A siege’s sheet",
        PrintWanted::Map => "The map",
    };
    let problem = Problem::refused(
        format!("{what} cannot be printed: this program was built without printing."),
        "Build it with its default features.",
    );
    shell.with(|window| refuse(window, problem.to_string().into()));
}

/// Prints a document of a game, which needs no campaign.
#[cfg(feature = "print")]
pub fn to_paper(
    shell: &Rc<Shell>,
    path: PathBuf,
    refuse: fn(&AppWindow, SharedString),
    document: crate::print::Document,
    options: crate::print::Options,
) {
    match checked(path) {
        Ok(path) => set(shell, path, refuse, document, options),
        Err(problem) => {
            shell.with(|window| refuse(window, problem.to_string().into()));
        }
    }
}

/// That this program cannot print.
#[cfg(not(feature = "print"))]
pub fn without() -> Problem {
    Problem::refused(
        "It cannot be printed: this program was built without printing.",
        "Build it with its default features.",
    )
}

/// Sets a document in the pool and writes it.
#[cfg(feature = "print")]
fn set(
    shell: &Rc<Shell>,
    path: PathBuf,
    refuse: fn(&AppWindow, SharedString),
    document: crate::print::Document,
    options: crate::print::Options,
) {
    shell.long(
        "Setting the document",
        0,
        move |progress| {
            let pdf = crate::app::documents::pdf(&document, options, progress.flag())?;
            crate::app::files::write_new(&path, &pdf)?;
            Ok(path)
        },
        |_, _| {},
        move |shell, written: Result<PathBuf>| {
            shell.with(|window| {
                let why = written.as_ref().err().map(Problem::to_string).unwrap_or_default();
                refuse(window, why.into());
            });
            if let Ok(path) = written {
                let shows = shell.settings.borrow().open_printed && !shell.show_file(&path);
                let unshown = if shows { " No program could be started to show it." } else { "" };
                shell.say(&format!("Printed to {}.{unshown}", path.display()));
            }
        },
    );
}

fn checked(path: PathBuf) -> Result<PathBuf> {
    crate::app::files::may_be_new(&path)?;
    Ok(path)
}
