//! Ctrl+K: finds any person, army, place, captive, battle, clause, document, page or command.

use super::print::{BlankPaper, PrintWanted};
use super::shell::{Page, RAIL, Shell, count, model};
use super::ui::{Finder, Found};
use crate::app::rulebook;
use crate::campaign::ids::{BattleId, CaptiveId, FormationId, PersonId, PlaceId, SiegeId};
use crate::campaign::problem::Result;
use crate::campaign::war::Settled;
use crate::store::Db;
use crate::store::journal::fold;
use slint::ComponentHandle;
use std::cell::RefCell;
use std::rc::Rc;

/// How many people, and how many clauses of the rule book, a search shows.
const PEOPLE: u32 = 40;
const CLAUSES: usize = 12;

#[derive(Clone, Copy, Debug)]
enum Goal {
    Page(Page),
    Command(Command),
    Person(PersonId),
    Army(FormationId),
    Captive(CaptiveId),
    Place(PlaceId),
    Battle(BattleId),
    /// A planned battle fought over and over.
    Forecast(BattleId),
    Siege(SiegeId),
    /// A clause, by its place among all.
    Clause(usize),
    Document(PrintWanted),
}

#[derive(Clone, Copy, Debug)]
enum Command {
    NextTurn,
    Undo,
    Redo,
    NewBattle,
    WarAndPeace,
    RaiseMen,
    EnterMoney,
    Import,
    Found,
    DrawMap,
    People,
    Charts,
    Odds,
    Settings,
    Shortcuts,
    Theme,
    Close,
}

const COMMANDS: [(Command, &str, &str); 17] = [
    (Command::NextTurn, "Play the next turn", "Ctrl+Return"),
    (Command::Undo, "Undo", "Ctrl+Z"),
    (Command::Redo, "Redo", "Ctrl+Shift+Z"),
    (Command::NewBattle, "New battle", "Battles"),
    (Command::WarAndPeace, "War and peace", "Desk"),
    (Command::RaiseMen, "Raise men", "Armies"),
    (Command::EnterMoney, "Enter money by hand", "Treasury"),
    (Command::Import, "Import a roster", "Armies"),
    (Command::Found, "Resume the founding", "Desk"),
    (Command::People, "List all people", "Armies"),
    (Command::Charts, "Charts over time", "Chronicle"),
    (Command::DrawMap, "Draw the map", "Map"),
    (Command::Odds, "Odds of a roll", "Rule book"),
    (Command::Settings, "Settings and backups", "Ctrl+,"),
    (Command::Shortcuts, "All shortcuts", "Ctrl+/"),
    (Command::Theme, "Light or dark", ""),
    (Command::Close, "Start page: a new campaign or another", ""),
];

/// The pages that are reached from that of Castles.
pub(super) const GAMES: [(Page, &str); 3] =
    [(Page::UnderSiege, "Castle under Siege"), (Page::Cracker, "Castle Cracker"), (Page::Assault, "Assault on hexes")];

/// Documents of the campaign as a whole; those of one army, man, battle or siege are found by its name.
const DOCUMENTS: [(PrintWanted, &str, &str); 9] = [
    (PrintWanted::Ransoms, "Print the ransom roll", "ransom roll"),
    (PrintWanted::Prisoners, "Print the list of prisoners", "prisoners"),
    (PrintWanted::Pay, "Print the pay roll", "pay roll"),
    (PrintWanted::Chronicle, "Print the chronicle", "chronicle"),
    (PrintWanted::Casualties, "Print the casualty list", "casualties"),
    (PrintWanted::Map, "Print the map", "map"),
    (PrintWanted::Blank(BlankPaper::Roster), "Print a blank roster", "blank roster"),
    (PrintWanted::Blank(BlankPaper::Cards), "Print blank figure cards", "blank cards"),
    (PrintWanted::Blank(BlankPaper::Orders), "Print an order sheet", "order sheet"),
];

/// Connects the palette.
pub fn connect(shell: &Rc<Shell>) {
    let goals: Rc<RefCell<Vec<Goal>>> = Rc::default();
    shell.with(|window| {
        let ui = window.global::<Finder>();
        let (on, kept) = (Rc::clone(shell), Rc::clone(&goals));
        ui.on_search(move |text| search(&on, &kept, text.to_string()));
        let on = Rc::clone(shell);
        ui.on_choose(move |index| {
            let goal = usize::try_from(index).ok().and_then(|at| goals.borrow().get(at).copied());
            if let Some(goal) = goal {
                on.with(|window| window.global::<Finder>().set_open(false));
                go(&on, goal);
            }
        });
    });
}

fn search(shell: &Rc<Shell>, goals: &Rc<RefCell<Vec<Goal>>>, text: String) {
    let goals = Rc::clone(goals);
    let asked = text.clone();
    shell.read(
        move |db| find(db, &text),
        move |shell, hits| {
            shell.with(|window| {
                let ui = window.global::<Finder>();
                // An answer to what is no longer typed is out of date.
                if ui.get_query() != asked.as_str() {
                    return;
                }
                let (found, to): (Vec<Found>, Vec<Goal>) = hits.into_iter().unzip();
                ui.set_pointed(ui.get_pointed().min(count(found.len()).max(1) - 1));
                ui.set_found(model(found));
                *goals.borrow_mut() = to;
            });
        },
    );
}

fn hit(kind: &str, text: &str, detail: &str, tincture: &str, goal: Goal) -> (Found, Goal) {
    let found = Found { kind: kind.into(), text: text.into(), detail: detail.into(), tincture: tincture.into() };
    (found, goal)
}

fn find(db: &Db, text: &str) -> Result<Vec<(Found, Goal)>> {
    let wanted = fold(text.trim());
    let fits = |name: &str| wanted.is_empty() || fold(name).contains(&wanted);
    let mut hits = Vec::new();
    for (at, (page, word, _)) in RAIL.iter().enumerate().filter(|(_, (_, word, _))| fits(word)) {
        hits.push(hit("page", word, &format!("Alt+{}", (at + 1) % 10), "", Goal::Page(*page)));
    }
    for (page, word) in GAMES.iter().filter(|(_, word)| fits(word)) {
        hits.push(hit("page", word, "Castles", "", Goal::Page(*page)));
    }
    let sides = db.sides()?;
    let tincture =
        |id| sides.iter().find(|side| side.id == id).map_or(String::new(), |side| side.tincture.word().to_owned());
    for army in db.armies()?.iter().filter(|army| fits(&army.name)) {
        let place = crate::app::organise::whereabouts(db, army)?.to_string();
        hits.push(hit("army", &army.name, &place, &tincture(army.side), Goal::Army(army.id)));
    }
    for place in db.places()?.iter().filter(|place| fits(&place.name)) {
        let shield = place.side.map(tincture).unwrap_or_default();
        hits.push(hit("place", &place.name, place.kind.word(), &shield, Goal::Place(place.id)));
    }
    if !wanted.is_empty() {
        for line in db.captives(false)?.iter().filter(|line| fits(&line.name)) {
            let detail = format!("held by {}", line.holder_side);
            hits.push(hit("captive", &line.styled(), &detail, &tincture(line.side), Goal::Captive(line.captive.id)));
        }
        // A career is asked for by its man's name, which stands behind these words.
        let of_career = ["print the career of ", "career of "].into_iter().find_map(|ask| wanted.strip_prefix(ask));
        for man in db.people_like(of_career.unwrap_or(text.trim()), PEOPLE)? {
            let shield = tincture(man.side);
            if of_career.is_some() {
                let goal = Goal::Document(PrintWanted::Career(man.id));
                hits.push(hit("document", &format!("Print the career of {}", man.styled()), "", &shield, goal));
                continue;
            }
            let detail = format!("{}, {}", man.profile.class, man.state);
            hits.push(hit("person", &man.styled(), &detail, &shield, Goal::Person(man.id)));
        }
    }
    if !wanted.is_empty() {
        for battle in db.battles()? {
            let settled = if battle.settled == Settled::Not { "planned" } else { "settled" };
            let detail = format!("{}, {settled}", battle.day.short());
            if fits(&battle.name) {
                hits.push(hit("battle", &battle.name, &detail, "", Goal::Battle(battle.id)));
            }
            if battle.settled != Settled::Not {
                let print = format!("Print the casualties of {}", battle.name);
                if fits(&print) {
                    let goal = Goal::Document(PrintWanted::CasualtiesOf(battle.id));
                    hits.push(hit("document", &print, "", "", goal));
                }
                continue;
            }
            let forecast = format!("Forecast {}", battle.name);
            if fits(&forecast) {
                hits.push(hit("command", &forecast, "Battles", "", Goal::Forecast(battle.id)));
            }
            let print = format!("Print both rosters of {}", battle.name);
            if fits(&print) {
                hits.push(hit("document", &print, "", "", Goal::Document(PrintWanted::Rosters(battle.id))));
            }
        }
        for siege in db.open_sieges()? {
            let held = db.stronghold(siege.stronghold)?.name;
            let name = format!("The siege of {held}");
            if fits(&name) {
                hits.push(hit("siege", &name, "", "", Goal::Siege(siege.id)));
            }
            let print = format!("Print the sheet of the siege of {held}");
            if fits(&print) {
                hits.push(hit("document", &print, "", "", Goal::Document(PrintWanted::Siege(siege.id))));
            }
        }
        for army in db.armies()? {
            let papers = [("roll", PrintWanted::Roll(army.id)), ("figure cards", PrintWanted::Cards(army.id))];
            for (what, document) in papers {
                let print = format!("Print the {what} of {}", army.name);
                if fits(&print) {
                    hits.push(hit("document", &print, "", &tincture(army.side), Goal::Document(document)));
                }
            }
        }
    }
    for (document, word, _) in DOCUMENTS.iter().filter(|(_, word, _)| fits(word)) {
        hits.push(hit("document", word, "", "", Goal::Document(*document)));
    }
    for (command, word, detail) in COMMANDS.iter().filter(|(_, word, _)| fits(word)) {
        hits.push(hit("command", word, detail, "", Goal::Command(*command)));
    }
    if wanted.len() > 1 {
        // By its number first, then by its words.
        let clauses = rulebook::clauses();
        let by_id = |clause: &rulebook::Clause| fold(&clause.id).starts_with(&wanted);
        let (ids, texts): (Vec<_>, Vec<_>) = clauses
            .iter()
            .enumerate()
            .filter(|(_, clause)| by_id(clause) || fold(&clause.text).contains(&wanted))
            .partition(|(_, clause)| by_id(clause));
        for (at, clause) in ids.into_iter().chain(texts).take(CLAUSES) {
            // In one line, whatever tables are in it.
            let line = clause.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = line.chars().take(90).collect();
            hits.push(hit("clause", &clause.id, &text, "", Goal::Clause(at)));
        }
    }
    Ok(hits)
}

fn go(shell: &Rc<Shell>, goal: Goal) {
    match goal {
        Goal::Page(page) => shell.go(page),
        Goal::Person(person) => super::armies::show_person(shell, person),
        Goal::Army(army) => super::armies::show_formation(shell, army),
        Goal::Captive(captive) => super::captives::show_captive(shell, captive),
        Goal::Place(place) => super::map::show_place(shell, place),
        Goal::Battle(battle) => super::battles::show_battle(shell, battle),
        Goal::Forecast(battle) => super::battles::forecast_battle(shell, battle),
        Goal::Siege(siege) => super::sieges::show_siege(shell, siege),
        Goal::Clause(at) => {
            if let Some(clause) = rulebook::clauses().get(at) {
                super::rulebook::open_at(shell, &clause.id);
            }
        }
        Goal::Document(document) => print(shell, document),
        Goal::Command(command) => {
            shell.with(|window| {
                use super::ui::{ArmiesPage, ArmiesSheet, BattlesPage, DeskPage, Frame, TreasuryPage};
                match command {
                    Command::NextTurn => {
                        shell.go(Page::Desk);
                        window.global::<DeskPage>().invoke_play_turn();
                    }
                    Command::Undo => window.global::<Frame>().invoke_undo(),
                    Command::Redo => window.global::<Frame>().invoke_redo(),
                    Command::Import => {
                        shell.go(Page::Armies);
                        window.global::<ArmiesPage>().invoke_open(ArmiesSheet::Import);
                    }
                    Command::NewBattle => {
                        shell.go(Page::Battles);
                        window.global::<BattlesPage>().invoke_open_new();
                    }
                    Command::WarAndPeace => {
                        shell.go(Page::Desk);
                        // Once the page has the keyboard, so that the sheet takes it.
                        let later = window.as_weak();
                        slint::Timer::single_shot(std::time::Duration::ZERO, move || {
                            later.upgrade().inspect(|window| window.global::<DeskPage>().invoke_open_stances());
                        });
                    }
                    Command::RaiseMen => {
                        shell.go(Page::Armies);
                        window.global::<ArmiesPage>().invoke_raise();
                    }
                    Command::EnterMoney => {
                        shell.go(Page::Treasury);
                        window.global::<TreasuryPage>().invoke_open();
                    }
                    Command::Settings => window.global::<Frame>().invoke_show_settings(),
                    Command::Shortcuts => window.global::<Frame>().invoke_show_shortcuts(),
                    Command::Found => super::founding::open(shell),
                    Command::People => shell.go(Page::People),
                    Command::Charts => shell.go(Page::Charts),
                    Command::DrawMap => super::map::draw_place(shell, None),
                    Command::Odds => super::odds::open(shell),
                    Command::Theme => window.global::<Frame>().invoke_flip_theme(),
                    Command::Close => window.global::<Frame>().invoke_close_campaign(),
                }
            });
        }
    }
}

/// Opens the dialog for a document that was found.
fn print(shell: &Rc<Shell>, document: PrintWanted) {
    let whole = DOCUMENTS.iter().find(|(known, ..)| *known == document).map(|(_, title, name)| (*title, *name));
    if let Some((title, name)) = whole {
        super::print::ask(shell, document, title, name);
        return;
    }
    shell.read(
        move |db| {
            Ok(match document {
                PrintWanted::Roll(army) => {
                    let name = db.formation(army)?.name;
                    (format!("Print the muster roll of {name}"), format!("{name} roll"))
                }
                PrintWanted::Cards(army) => {
                    let name = db.formation(army)?.name;
                    (format!("Print the figure cards of {name}"), format!("{name} cards"))
                }
                PrintWanted::Career(person) => {
                    let man = db.person(person)?;
                    (format!("Print the career of {}", man.styled()), man.name)
                }
                PrintWanted::CasualtiesOf(battle) => {
                    let name = db.battle(battle)?.name;
                    (format!("Print the casualties of {name}"), format!("{name} casualties"))
                }
                PrintWanted::Rosters(battle) => {
                    ("Print both rosters".to_owned(), format!("{} rosters", db.battle(battle)?.name))
                }
                PrintWanted::Siege(siege) => {
                    let held = db.stronghold(db.siege(siege)?.stronghold)?.name;
                    (format!("Print the sheet of the siege of {held}"), format!("{held} siege"))
                }
                _ => ("Print".to_owned(), "document".to_owned()),
            })
        },
        move |shell, (title, name)| super::print::ask(shell, document, &title, &name),
    );
}
