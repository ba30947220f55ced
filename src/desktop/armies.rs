//! Armies: the tree, the roster, and what is done with men and parts.

mod by_hand;
mod edit;
mod recruit;
mod train;

use super::dialogs::Wanted;
use super::print::{BlankPaper, PrintChoice, PrintWanted};
use super::shell::{Page, Shell, count, model, pick, shared, words};
use super::table::{CellData, CellPool, ColumnHeading, RowData, Table, Tone};
use super::tree::{Tree, TreeNode};
use super::ui::{
    AppWindow, ArmiesPage, ArmiesSheet, ArmySheet, EditSheet, Keyboard, LifeLine, Man, RecruitSheet, TrainSheet,
};
use crate::app::career::{self, Career};
use crate::app::edit::Becomes;
use crate::app::organise::{self, RosterLine};
use crate::app::{import, numbers, relations};
use crate::campaign::armies::Level;
use crate::campaign::ids::{FormationId, PersonId};
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::rules::explain::Explained;
use crate::rules::figure::{Class, Horse, Rank, Weapon};
use crate::rules::house::thousands;
use crate::rules::man_to_man::points::of_man;
use crate::rules::telling::counted;
use crate::store::world::RowOf;
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The roster's place among the panes of the page.
const ROSTER_PANE: i32 = 1;

const ROSTER: &[ColumnHeading] = &[
    ColumnHeading::names("Name", 18, 34),
    ColumnHeading::words("Unit", 8, 24),
    ColumnHeading::words("Class", 7, 9),
    ColumnHeading::words("Rank", 5, 9),
    ColumnHeading::words("Grade", 5, 6),
    ColumnHeading::numbers("Prot."),
    ColumnHeading::words("Arms", 10, 34),
    ColumnHeading::words("Horse", 6, 9),
    ColumnHeading::words("State", 7, 9),
    ColumnHeading::numbers("Points"),
    ColumnHeading::words("Commands", 9, 30),
];

/// A formation as lists and drop-downs name it.
#[derive(Clone, Debug)]
struct Part {
    id: FormationId,
    level: Level,
    name: String,
    path: String,
    side: String,
}

struct Listed {
    nodes: Vec<TreeNode>,
    parts: Vec<Part>,
}

struct Roster {
    title: String,
    detail: String,
    tincture: String,
    rows: Vec<RowData>,
}

struct Armies {
    tree: Rc<Tree>,
    roster: Rc<Table>,
    parts: RefCell<Vec<Part>>,
    /// What the target drop-down offers.
    targets: RefCell<Vec<FormationId>>,
    /// What the join drop-down offers.
    others: RefCell<Vec<FormationId>>,
    /// What is to be chosen once the tree is loaded.
    wanted: Cell<Option<FormationId>>,
    /// Who is to be shown once the roster is loaded.
    wanted_man: Cell<Option<PersonId>>,
    /// Who is shown though he is in no roster: a dead man.
    apart: Cell<Option<PersonId>>,
    man: RefCell<Option<(Career, Explained<i64>)>>,
    /// What the sheet of edits offers to become of him.
    becomes: RefCell<Vec<(Becomes, String)>>,
    /// What the men being entered join.
    entering: Cell<Option<FormationId>>,
    /// What the sheet of recruiting was opened on.
    offer: RefCell<recruit::RecruitOffer>,
    /// What the sheet of an army's changes was opened on.
    on_army: RefCell<by_hand::OnArmy>,
    /// What the sheet of trains was opened on.
    train: RefCell<train::TrainOffer>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Armies>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Armies {
        tree: shell.tree("armies"),
        roster: shell.table("roster", ROSTER),
        parts: RefCell::default(),
        targets: RefCell::default(),
        others: RefCell::default(),
        wanted: Cell::new(None),
        wanted_man: Cell::new(None),
        apart: Cell::new(None),
        man: RefCell::default(),
        becomes: RefCell::default(),
        entering: Cell::new(None),
        offer: RefCell::default(),
        on_army: RefCell::default(),
        train: RefCell::default(),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let at = Rc::clone(&page);
    shell.on_load(Page::Armies, move |shell| at.load(shell));
    shell.on_back(Page::Armies, |window| {
        let page = window.global::<ArmiesPage>();
        let open = page.get_sheet() != ArmiesSheet::None;
        page.set_sheet(ArmiesSheet::None);
        let edit = window.global::<EditSheet>();
        let raise = window.global::<RecruitSheet>();
        let army = window.global::<ArmySheet>();
        let train = window.global::<TrainSheet>();
        let open = open || edit.get_open() || raise.get_open() || army.get_open() || train.get_open();
        edit.set_open(false);
        army.set_open(false);
        raise.set_open(false);
        train.set_open(false);
        open
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.tree.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.apart.set(None);
            at.roster.clear();
            at.show_roster(&shell);
        }
    });
    let weak = Rc::downgrade(shell);
    page.tree.on_revealed(move |row| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<ArmiesPage>().set_tree_row(row));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.roster.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.chosen_changed(&shell);
        }
    });
    let weak = Rc::downgrade(shell);
    page.roster.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<ArmiesPage>().set_roster_info(info));
        }
    });
    shell.with(|window| page.connect(shell, window));
}

/// Shows a formation with its roster.
pub fn show_formation(shell: &Rc<Shell>, formation: FormationId) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.wanted.set(Some(formation));
        }
    });
    shell.go(Page::Armies);
}

/// Shows a man in the roster of his army, or by himself if he serves in none.
pub fn show_person(shell: &Rc<Shell>, person: PersonId) {
    shell.read(
        move |db| {
            let man = db.person(person)?;
            man.formation.map(|formation| db.formation(formation)).transpose()
        },
        move |shell, formation| {
            let page = PAGE.with(|page| page.borrow().clone());
            if let Some(page) = page {
                page.wanted.set(formation.map(|formation| formation.id));
                page.wanted_man.set(Some(person));
                shell.go(Page::Armies);
            }
        },
    );
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<ArmiesPage>().set_refusal(why);
}

fn refuse_sheet(window: &AppWindow, why: SharedString) {
    let page = window.global::<ArmiesPage>();
    if why.is_empty() {
        page.set_sheet(ArmiesSheet::None);
    }
    page.set_sheet_refusal(why);
}

impl Armies {
    fn connect(self: &Rc<Armies>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<ArmiesPage>();
        ui.set_tree(shared(&self.tree));
        ui.set_roster(shared(&self.roster));
        ui.set_roster_columns(self.roster.columns());
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_open, |page, shell, sheet| page.open_sheet(&shell, sheet));
        on!(on_confirm, |page, shell| page.confirm(&shell));
        on!(on_browse, |page, shell| page.browse(&shell));
        on!(on_edit, |page, shell| page.open_edit(&shell));
        on!(on_enter_men, |page, shell| page.open_enter(&shell));
        self.connect_edit(shell, window);
        on!(on_change_part, |page, shell| page.open_by_hand(&shell));
        self.connect_by_hand(shell, window);
        on!(on_raise, |page, shell| page.open_recruit(&shell));
        self.connect_recruit(shell, window);
        on!(on_train, |page, shell| page.open_train(&shell));
        self.connect_train(shell, window);
        let on = Rc::clone(shell);
        ui.on_list_people(move || on.go(Page::People));
        let on = Rc::clone(shell);
        ui.on_found(move || super::founding::open(&on));
        on!(on_move, |page, shell| page.move_men(&shell));
        on!(on_choose_part, |page, _shell, index| {
            let chosen = pick(&page.parts.borrow(), index).map(|part| part.id);
            if let Some(part) = chosen {
                page.tree.choose(("formation", part.0));
            }
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        self.roster.on_menu(move |index| match index {
            0 => page.move_men(&on),
            // All the rest is about one man.
            _ if page.roster.selection().len() != 1 => {
                let chosen = page.roster.selection().len();
                let why = format!("That is done for one man, and {chosen} are chosen. Choose one.");
                on.with(|window| refuse(window, why.into()));
            }
            1 => page.appoint(&on),
            2 => page.open_edit(&on),
            3 => page.print_career(&on),
            _ => {
                on.with(|window| window.global::<ArmiesPage>().invoke_make_lord());
            }
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        self.tree.on_dropped(move |(kind, id)| {
            if kind == "formation" {
                page.move_men_to(&on, Some(FormationId(id)));
            }
        });
        on!(on_move_part, |page, shell| page.move_parts(&shell));
        on!(on_appoint, |page, shell| page.appoint(&shell));
        on!(on_appoint_highest, |page, shell| page.appoint_highest(&shell));
        on!(on_print_career, |page, shell| page.print_career(&shell));
        on!(on_man_history, |page, shell| {
            let man = page.man.borrow().as_ref().map(|(career, _)| career.person.id);
            if let Some(man) = man {
                super::history::show(&shell, RowOf::Person(man));
            }
        });
        on!(on_part_history, |page, shell| {
            if let Some(part) = page.chosen_parts().first() {
                super::history::show(&shell, RowOf::Formation(*part));
            }
        });
        on!(on_print_roll, |page, shell| {
            if let Some(part) = page.chosen_parts().first().and_then(|id| page.part(*id)) {
                let of = &part.name;
                let choices = vec![
                    PrintChoice::new(
                        PrintWanted::Roll(part.id),
                        format!("Print the muster roll of {of}"),
                        format!("{of} roll"),
                    ),
                    PrintChoice::new(
                        PrintWanted::Cards(part.id),
                        format!("Print figure cards of {of}"),
                        format!("{of} cards"),
                    ),
                    PrintChoice::new(PrintWanted::Blank(BlankPaper::Roster), "Print a blank roster", "blank roster"),
                    PrintChoice::new(PrintWanted::Blank(BlankPaper::Cards), "Print blank figure cards", "blank cards"),
                ];
                super::print::ask_one_of(&shell, choices);
            }
        });
        on!(on_make_lord, |page, shell| {
            let man = page.man.borrow().as_ref().map(|(career, _)| (career.person.side, career.person.id));
            if let Some((side, man)) = man {
                shell.act(refuse, move |store| relations::set_lord(store, side, man), |_, ()| {});
            }
        });
        on!(on_explain_points, |page, shell| {
            if let Some((career, points)) = &*page.man.borrow() {
                let name = career.person.styled();
                shell.explain(&format!("Points of {name}"), &points.value.to_string(), "", &points.parts);
            }
        });
    }

    /// The formations selected in the tree.
    fn chosen_parts(&self) -> Vec<FormationId> {
        self.tree.selection().into_iter().map(|(_, id)| FormationId(id)).collect()
    }

    fn part(&self, id: FormationId) -> Option<Part> {
        self.parts.borrow().iter().find(|part| part.id == id).cloned()
    }

    fn load(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(list, move |shell, listed| {
            shell.with(|window| window.global::<ArmiesPage>().set_empty(listed.nodes.is_empty()));
            shell.with(|window| {
                window.global::<ArmiesPage>().set_parts(words(listed.parts.iter().map(|part| part.path.as_str())));
            });
            *page.parts.borrow_mut() = listed.parts;
            page.tree.set_nodes(listed.nodes);
            match page.wanted.take() {
                Some(wanted) => page.tree.choose(("formation", wanted.0)),
                None if page.tree.selection().is_empty() => {
                    page.tree.click(0, false, false);
                }
                None => page.show_roster(shell),
            }
        });
    }

    fn show_roster(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        let chosen = self.chosen_parts();
        if chosen.is_empty() {
            self.roster.set_rows(Vec::new());
            return;
        }
        shell.read(
            move |db| roster_of(db, &chosen),
            move |shell, roster| {
                page.roster.set_rows(roster.rows);
                shell.with(|window| {
                    let ui = window.global::<ArmiesPage>();
                    ui.set_shown_title(roster.title.into());
                    ui.set_shown_detail(roster.detail.into());
                    ui.set_shown_tincture(roster.tincture.into());
                });
                page.offer_targets(shell);
                match page.wanted_man.take() {
                    Some(man) => {
                        page.roster.choose(man.0);
                        if page.roster.selection() == [man.0] {
                            shell.with(|window| window.global::<Keyboard>().invoke_call(ROSTER_PANE));
                        } else {
                            page.roster.clear();
                            page.apart.set(Some(man));
                            page.chosen_changed(shell);
                        }
                    }
                    None => page.chosen_changed(shell),
                }
            },
        );
    }

    /// Parts of the same side that men or parts may be moved to.
    fn offer_targets(&self, shell: &Rc<Shell>) {
        let chosen = self.chosen_parts();
        let Some(first) = chosen.first().and_then(|id| self.part(*id)) else { return };
        let parts = self.parts.borrow();
        let shown = match chosen[..] {
            [one] => parts.iter().position(|part| part.id == one).map_or(-1, count),
            _ => -1,
        };
        let targets: Vec<&Part> = parts.iter().filter(|part| part.side == first.side).collect();
        *self.targets.borrow_mut() = targets.iter().map(|part| part.id).collect();
        shell.with(|window| {
            let ui = window.global::<ArmiesPage>();
            ui.set_targets(words(targets.iter().map(|part| part.path.as_str())));
            ui.set_target(-1);
            ui.set_part(shown);
        });
    }

    fn chosen_changed(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let chosen = self.roster.selection();
        shell.with(|window| {
            let ui = window.global::<ArmiesPage>();
            ui.set_chosen_men(count(chosen.len()));
            ui.set_move_text(match chosen.len() {
                0 => "Move".into(),
                men => format!("Move {}", counted(men as u32, "man", "men")).into(),
            });
            ui.set_refusal(SharedString::new());
        });
        match (chosen.as_slice(), self.apart.get()) {
            ([one], _) => {
                self.apart.set(None);
                self.show_man(shell, PersonId(*one));
            }
            ([], Some(man)) => self.show_man(shell, man),
            _ => {
                self.man.borrow_mut().take();
                shell.with(|window| window.global::<ArmiesPage>().set_has_man(false));
            }
        }
    }

    fn show_man(self: &Rc<Armies>, shell: &Rc<Shell>, person: PersonId) {
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let career = career::career(db, person)?;
                let points = of_man(&career.person.profile, &*numbers::man_to_man(db)?);
                let side = db.side(career.person.side)?;
                let commands = commands_of(db, &career)?;
                Ok((life_of(&career), commands, side, career, points))
            },
            move |shell, (life, commands, side, career, points)| {
                // Meanwhile a filter may have hidden him, or another was chosen.
                if page.roster.selection() != [person.0] && page.apart.get() != Some(person) {
                    return;
                }
                let man = &career.person;
                let shown = Man {
                    name: man.styled().into(),
                    side: side.name.as_str().into(),
                    tincture: side.tincture.word().into(),
                    serves: match career.serves_in.is_empty() {
                        true => format!("{}, in no unit", side.name).into(),
                        false => career.serves_in.join(" · ").into(),
                    },
                    class: match man.profile.rank {
                        Rank::None | Rank::Knight => man.profile.class.word().into(),
                        rank => format!("{}, {rank}", man.profile.class).into(),
                    },
                    grade: man.profile.grade.to_string().into(),
                    protection: man.profile.protection.to_string().into(),
                    arms: match man.profile.weapons.is_empty() {
                        true => "none".into(),
                        false => Weapon::cell(&man.profile.weapons).replace(';', ", ").into(),
                    },
                    horse: man.profile.horse.word().into(),
                    state: state_word(man.state, man.wounded).into(),
                    points: points.value.to_string().into(),
                    commands: commands.into(),
                };
                *page.man.borrow_mut() = Some((career, points));
                shell.with(|window| {
                    let ui = window.global::<ArmiesPage>();
                    ui.set_man(shown);
                    ui.set_life(model(life));
                    ui.set_has_man(true);
                });
                super::explain_again(shell);
            },
        );
    }

    fn open_sheet(self: &Rc<Armies>, shell: &Rc<Shell>, sheet: ArmiesSheet) {
        let chosen = self.chosen_parts();
        let first = chosen.first().and_then(|id| self.part(*id));
        shell.with(|window| {
            let ui = window.global::<ArmiesPage>();
            ui.set_sheet_refusal(SharedString::new());
            ui.set_sheet_consequence(SharedString::new());
            ui.set_name(SharedString::new());
            match (sheet, &first) {
                (ArmiesSheet::Rename, Some(part)) => ui.set_name(part.name.as_str().into()),
                (ArmiesSheet::Add, Some(part)) => ui.set_sheet_consequence(match part.level.below() {
                    Some(level) => format!("A new {level} of {}, empty until men are moved to it.", part.name).into(),
                    None => SharedString::new(),
                }),
                (ArmiesSheet::Part, _) => {
                    let names: Vec<String> =
                        chosen.iter().filter_map(|id| self.part(*id)).map(|part| part.name).collect();
                    ui.set_sheet_consequence(
                        format!("{} will be an army of its own in the same place.", names.join(", ")).into(),
                    );
                }
                (ArmiesSheet::Join, Some(part)) => {
                    let parts = self.parts.borrow();
                    let others = parts
                        .iter()
                        .filter(|other| other.level == Level::Army && other.side == part.side && other.id != part.id);
                    let others: Vec<&Part> = others.collect();
                    *self.others.borrow_mut() = others.iter().map(|part| part.id).collect();
                    ui.set_others(words(others.iter().map(|part| part.name.as_str())));
                    ui.set_other(0);
                }
                (ArmiesSheet::Import, _) => ui.set_path(SharedString::new()),
                _ => {}
            }
            ui.set_sheet(sheet);
        });
    }

    fn confirm(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some((sheet, name, path, side)) = shell.with(|window| {
            let ui = window.global::<ArmiesPage>();
            (ui.get_sheet(), ui.get_name().to_string(), ui.get_path().to_string(), ui.get_side().to_string())
        }) else {
            return;
        };
        let chosen = self.chosen_parts();
        let first = chosen.first().copied();
        match (sheet, first) {
            (ArmiesSheet::Import, _) => {
                let again = shell.with(|window| window.global::<ArmiesPage>().get_again()).unwrap_or(false);
                let page = Rc::clone(self);
                shell.act(
                    refuse_sheet,
                    move |store| {
                        let file = read_file(&path)?;
                        let imported = import::import(store, &file, &side, again)?;
                        let made = store.armies()?.into_iter().rev().find(|army| imported.armies.contains(&army.name));
                        Ok((imported, made.map(|army| army.id)))
                    },
                    move |shell, (imported, made)| {
                        page.wanted.set(made);
                        if !imported.warnings.is_empty() {
                            shell.explain("What was odd in the roster", "", &imported.warnings.join("\n"), &[]);
                        }
                    },
                );
            }
            (ArmiesSheet::Rename, Some(formation)) => {
                shell.act(refuse_sheet, move |store| organise::rename(store, formation, &name), |_, ()| {});
            }
            (ArmiesSheet::Add, Some(formation)) => {
                let page = Rc::clone(self);
                shell.act(
                    refuse_sheet,
                    move |store| organise::add_formation(store, formation, &name),
                    move |_, made| page.wanted.set(Some(made)),
                );
            }
            (ArmiesSheet::Part, Some(_)) => {
                let page = Rc::clone(self);
                shell.act(
                    refuse_sheet,
                    move |store| organise::detach(store, &chosen, &name),
                    move |_, made| page.wanted.set(Some(made)),
                );
            }
            (ArmiesSheet::Join, Some(army)) => {
                let other = shell.with(|window| window.global::<ArmiesPage>().get_other()).unwrap_or(-1);
                let other = usize::try_from(other).ok().and_then(|at| self.others.borrow().get(at).copied());
                let page = Rc::clone(self);
                shell.act(
                    refuse_sheet,
                    move |store| {
                        let other = other.ok_or_else(|| {
                            Problem::refused("There is no other army of this side.", "Part or raise one first.")
                        })?;
                        organise::join(store, army, other).map(|()| other)
                    },
                    move |_, other| page.wanted.set(Some(other)),
                );
            }
            _ => {
                shell.with(|window| refuse_sheet(window, "Choose a part of an army in the tree first.".into()));
            }
        }
    }

    fn browse(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let on = Rc::clone(shell);
        shell.browse(Wanted::OpenCsv, "roster.csv", move |path| {
            on.with(|window| window.global::<ArmiesPage>().set_path(path.display().to_string().into()));
        });
    }

    fn target(&self, shell: &Rc<Shell>) -> Option<FormationId> {
        let target = shell.with(|window| window.global::<ArmiesPage>().get_target()).unwrap_or(-1);
        usize::try_from(target).ok().and_then(|at| self.targets.borrow().get(at).copied())
    }

    fn move_men(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let target = self.target(shell);
        self.move_men_to(shell, target);
    }

    fn move_men_to(self: &Rc<Armies>, shell: &Rc<Shell>, target: Option<FormationId>) {
        let men: Vec<PersonId> = self.roster.selection().into_iter().map(PersonId).collect();
        let move_them = move |store: &mut Store| {
            if men.is_empty() {
                return Err(Problem::refused("No man is selected.", "Select men in the roster; Ctrl+A takes all."));
            }
            organise::move_men(store, &men, chosen_target(target)?)
        };
        shell.act(refuse, move_them, |_, _| {});
    }

    fn move_parts(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let parts = self.chosen_parts();
        let target = self.target(shell);
        shell.act(refuse, move |store| organise::move_formations(store, &parts, chosen_target(target)?), |_, ()| {});
    }

    fn appoint(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let man = self.roster.selection().first().copied().map(PersonId);
        let Some(formation) = self.chosen_parts().first().copied() else { return };
        shell.act(refuse, move |store| organise::appoint(store, formation, man), |_, ()| {});
    }

    fn appoint_highest(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(formation) = self.chosen_parts().first().copied() else { return };
        shell.act(refuse, move |store| crate::app::commands::fill_vacant(store, formation), |_, _| {});
    }

    fn print_career(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let person = self.man.borrow().as_ref().map(|(career, _)| career.person.clone());
        if let Some(person) = person {
            let title = format!("Print the career of {}", person.styled());
            super::print::ask(shell, PrintWanted::Career(person.id), &title, &person.name);
        }
    }
}

fn chosen_target(target: Option<FormationId>) -> Result<FormationId> {
    target.ok_or_else(|| Problem::refused("Nowhere to move is chosen.", "Choose a unit in the list beside the button."))
}

/// Reads a file a path was typed for.
pub fn read_file(path: &str) -> Result<Vec<u8>> {
    let path = path.trim();
    if path.is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Type its path, or browse for it."));
    }
    crate::app::files::read(std::path::Path::new(path), crate::app::files::ROSTER)
}

fn state_word(state: PersonState, wounded: bool) -> String {
    match wounded && state != PersonState::Wounded {
        true => format!("{state}, wounded"),
        false => state.word().to_owned(),
    }
}

fn list(db: &Db) -> Result<Listed> {
    let sides = db.sides()?;
    let mut listed = Listed { nodes: Vec::new(), parts: Vec::new() };
    for line in organise::armies(db)? {
        let side = sides.iter().find(|side| side.name == line.side);
        let mut above: Vec<String> = Vec::new();
        for part in organise::tree(db, line.id)? {
            let depth = part.depth as usize;
            above.truncate(depth);
            above.push(part.name.clone());
            let commander = match part.commander.as_str() {
                "" => "no commander".to_owned(),
                commander => format!("commanded by {commander}"),
            };
            listed.nodes.push(TreeNode {
                id: Some(("formation", part.id.0)),
                detail: thousands(part.count.men.into()),
                tip: format!("{}: {}, {commander}", part.name, counted(part.count.men, "man", "men")),
                tincture: side.filter(|_| depth == 0).map_or(String::new(), |side| side.tincture.word().to_owned()),
                serif: depth == 0,
                text: part.name.clone(),
                depth,
            });
            listed.parts.push(Part {
                id: part.id,
                level: part.level,
                name: part.name,
                path: above.join(" › "),
                side: line.side.clone(),
            });
        }
    }
    Ok(listed)
}

fn roster_of(db: &Db, chosen: &[FormationId]) -> Result<Roster> {
    let tables = numbers::man_to_man(db)?;
    let mut seen: BTreeSet<PersonId> = BTreeSet::new();
    let mut pool = CellPool::default();
    let mut rows = Vec::new();
    let mut names = Vec::new();
    let first = db.formation(chosen[0])?;
    let side = db.side(first.side)?;
    for formation in chosen {
        names.push(db.formation(*formation)?.name);
        for line in organise::roster(db, *formation)? {
            if seen.insert(line.person.id) {
                let points = of_man(&line.person.profile, &tables).value;
                rows.push(row(&line, points, &mut pool));
            }
        }
    }
    let army = db.formation(first.army)?;
    let whereabouts = organise::whereabouts(db, &army)?.phrase();
    let commander = match first.commander {
        Some(commander) if chosen.len() == 1 => format!(", under {}", db.person(commander)?.styled()),
        _ => String::new(),
    };
    let men = counted(rows.len() as u32, "man", "men");
    Ok(Roster {
        title: names.join(", "),
        detail: format!("{men} {whereabouts}{commander}"),
        tincture: side.tincture.word().to_owned(),
        rows,
    })
}

fn row(line: &RosterLine, points: i64, pool: &mut CellPool) -> RowData {
    let man = &line.person;
    let state = CellData::text(state_word(man.state, man.wounded));
    let mut cells = vec![CellData::text(man.styled())];
    // All but the names, which are of one man each.
    cells.extend(
        [
            CellData::text(&line.unit),
            CellData::ranked(
                man.profile.class.word(),
                Class::ALL.iter().position(|class| *class == man.profile.class).unwrap_or(0) as i64,
            ),
            CellData::ranked(man.profile.rank.word(), i64::from(man.profile.rank.step())),
            CellData::ranked(man.profile.grade.to_string(), i64::from(man.profile.grade.number())),
            CellData::number(i64::from(man.profile.protection.number())),
            CellData::text(Weapon::cell(&man.profile.weapons).replace(';', ", ")),
            CellData::text(if man.profile.horse == Horse::None { "" } else { man.profile.horse.word() }),
            if man.state == PersonState::Fit && !man.wounded {
                state.tone(Tone::Quiet)
            } else {
                state.tone(Tone::Warn)
            },
            CellData::number(points),
            CellData::text(&line.commands),
        ]
        .map(|cell| pool.share(cell)),
    );
    RowData { id: man.id.0, cells }
}

fn commands_of(db: &Db, career: &Career) -> Result<String> {
    let Some(formation) = career.person.formation else { return Ok(String::new()) };
    let army = db.formation(formation)?.army;
    let commands: Vec<String> = db
        .tree(army)?
        .into_iter()
        .filter(|part| part.commander == Some(career.person.id))
        .map(|part| format!("the {} {}", part.level, part.name))
        .collect();
    Ok(if commands.is_empty() { String::new() } else { format!("Commands {}.", commands.join(" and ")) })
}

/// A man's life in dated lines, oldest first.
fn life_of(career: &Career) -> Vec<LifeLine> {
    let mut lines: Vec<(crate::campaign::calendar::Day, String, String)> = Vec::new();
    for (battle, part) in &career.battles {
        let Some(fate) = part.fate else { continue };
        let deeds: Vec<&str> = career
            .deeds
            .iter()
            .filter(|(deed, _)| deed.battle == battle.id)
            .map(|(_, sentence)| sentence.as_str())
            .collect();
        let deeds = if deeds.is_empty() { String::new() } else { format!("; {}", deeds.join(", ")) };
        lines.push((battle.day, format!("{}: {}{deeds}", battle.name, fate), "CP-3.4".to_owned()));
    }
    for change in &career.grades {
        lines.push((change.day, format!("{} to {}: {}", change.from, change.to, change.reason), change.clause.clone()));
    }
    for captive in &career.captivities {
        let asked = captive.asked.map_or(String::new(), |asked| format!(", {} asked", asked.marks()));
        lines.push((captive.taken, format!("taken captive{asked}"), "CP-4.1".to_owned()));
        // What the chronicle tells of him that day tells it better.
        if let (Some(day), Some(end)) = (captive.ended_day, career.end_of(captive))
            && career.lines.iter().all(|line| line.day != day)
        {
            lines.push((day, format!("captivity ended: {end}"), "CP-4.4".to_owned()));
        }
    }
    for line in &career.lines {
        lines.push((line.day, line.text.clone(), line.clause.clone()));
    }
    lines.sort_by_key(|(day, ..)| *day);
    lines
        .into_iter()
        .map(|(day, text, clause)| LifeLine { when: day.short().into(), text: text.into(), clause: clause.into() })
        .collect()
}
