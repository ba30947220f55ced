//! Ctrl+K: finds any person, army, place, captive, page or command.

use super::shell::{Page, RAIL, Shell, count, model};
use super::ui::{Finder, Found};
use crate::campaign::ids::{CaptiveId, FormationId, PersonId, PlaceId};
use crate::campaign::problem::Result;
use crate::store::Db;
use crate::store::journal::fold;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

/// How many people a search shows.
const PEOPLE: u32 = 40;

#[derive(Clone, Copy, Debug)]
enum Goal {
    Page(Page),
    Command(Command),
    Person(PersonId),
    Army(FormationId),
    Captive(CaptiveId),
    Place(PlaceId),
}

#[derive(Clone, Copy, Debug)]
enum Command {
    NextTurn,
    Undo,
    Redo,
    Import,
    Found,
    DrawMap,
    People,
    Charts,
    Odds,
    Theme,
    Close,
}

const COMMANDS: [(Command, &str, &str); 11] = [
    (Command::NextTurn, "Play the next turn", "Desk"),
    (Command::Undo, "Undo", "Ctrl+Z"),
    (Command::Redo, "Redo", "Ctrl+Shift+Z"),
    (Command::Import, "Import a roster", "Armies"),
    (Command::Found, "Resume the founding", ""),
    (Command::People, "List all people", "Armies"),
    (Command::Charts, "Charts over time", "Chronicle"),
    (Command::DrawMap, "Draw the map", "Map"),
    (Command::Odds, "Odds of a roll", "Rule book"),
    (Command::Theme, "Light or dark", ""),
    (Command::Close, "Open another campaign", ""),
];

/// The pages that are reached from that of Castles.
const GAMES: [(Page, &str); 3] =
    [(Page::UnderSiege, "Castle under Siege"), (Page::Cracker, "Castle Cracker"), (Page::Assault, "Assault on hexes")];

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
            hits.push(hit("captive", &line.name, &detail, &tincture(line.side), Goal::Captive(line.captive.id)));
        }
        for man in db.people_like(text.trim(), PEOPLE)? {
            let detail = format!("{}, {}", man.profile.class, man.state);
            hits.push(hit("person", &man.styled(), &detail, &tincture(man.side), Goal::Person(man.id)));
        }
    }
    for (command, word, detail) in COMMANDS.iter().filter(|(_, word, _)| fits(word)) {
        hits.push(hit("command", word, detail, "", Goal::Command(*command)));
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
        Goal::Command(command) => {
            shell.with(|window| {
                use super::ui::{ArmiesPage, DeskPage, Frame};
                match command {
                    Command::NextTurn => {
                        shell.go(Page::Desk);
                        window.global::<DeskPage>().invoke_play_turn();
                    }
                    Command::Undo => window.global::<Frame>().invoke_undo(),
                    Command::Redo => window.global::<Frame>().invoke_redo(),
                    Command::Import => {
                        shell.go(Page::Armies);
                        window.global::<ArmiesPage>().invoke_open(SharedString::from("import"));
                    }
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
