//! The desk.

use super::money;
use super::shell::{Page, Shell, count, model, pick, shared, words};
use super::ui::{AppWindow, Decision, DeskPage, Event, SideCard, Weight};
use crate::app::ahead::{Ahead, ahead};
use crate::app::desk::{self, Desk, DeskDeed, Since, Subject, Waiting};
use crate::app::{founding, relations, turn};
use crate::campaign::calendar::Day;
use crate::campaign::ids::SideId;
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::{Relation, Stance};
use crate::store::chronicle::ChronicleLine;
use slint::{ComponentHandle, Model, SharedString, VecModel};
use std::cell::RefCell;
use std::rc::Rc;

/// How many lines of the chronicle the desk shows.
const LINES: u32 = 200;

struct DeskShown {
    desk: Desk,
    ahead: Ahead,
    relations: Vec<Relation>,
    lines: Vec<ChronicleLine>,
    founding: Vec<String>,
    since: Option<Since>,
}

/// What waits, as the page shows it, with what of it is ticked.
#[derive(Default)]
struct DeskList {
    subjects: Vec<Subject>,
    deeds: Vec<Option<DeskDeed>>,
    rows: Rc<VecModel<Decision>>,
}

/// Forgets what was refused, for another campaign is opened.
pub fn forget(shell: &Rc<Shell>) {
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        page.set_refusal(SharedString::new());
        page.set_deed_refusal(SharedString::new());
        page.set_stance_refusal(SharedString::new());
    });
}

pub fn connect(shell: &Rc<Shell>) {
    let waiting: Rc<RefCell<DeskList>> = Rc::default();
    let sides: Rc<RefCell<Vec<SideId>>> = Rc::default();
    let relations: Rc<RefCell<Vec<Relation>>> = Rc::default();
    let (kept, listed, between) = (Rc::clone(&waiting), Rc::clone(&sides), Rc::clone(&relations));
    shell.on_back(Page::Desk, |window| {
        let page = window.global::<DeskPage>();
        let open = page.get_stances_open();
        page.set_stances_open(false);
        open
    });
    shell.on_load(Page::Desk, move |shell| {
        let (kept, listed, between) = (Rc::clone(&kept), Rc::clone(&listed), Rc::clone(&between));
        let apart = shell.apart.get();
        shell.read(
            move |db| {
                let desk = desk::desk(db)?;
                let lines = db.lines("", None, None, LINES)?;
                let founding = founding::wanting(db)?;
                let since = apart.map(|(seen, last)| desk::since(db, seen, last)).transpose()?;
                Ok(DeskShown { desk, ahead: ahead(db)?, relations: db.relations()?, lines, founding, since })
            },
            move |shell, shown| {
                kept.borrow_mut().list(&shown.desk);
                *listed.borrow_mut() = shown.desk.sides.iter().map(|line| line.side.id).collect();
                between.borrow_mut().clone_from(&shown.relations);
                show(shell, &shown, &kept.borrow());
            },
        );
    });
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        let on = Rc::clone(shell);
        page.on_play_turn(move || {
            on.act(|window, why| window.global::<DeskPage>().set_refusal(why), turn::play, |_, _| {});
        });
        let on = Rc::clone(shell);
        page.on_go_on_founding(move || super::founding::open(&on));
        let on = Rc::clone(shell);
        page.on_change_sides(move || super::founding::open_sides(&on));
        let on = Rc::clone(shell);
        page.on_show_chronicle(move || on.go(Page::Chronicle));
        let on = Rc::clone(shell);
        page.on_seen_since(move || {
            on.apart.set(None);
            on.refresh();
        });
        page.set_stances(words(Stance::ALL.iter().map(|stance| stance.word())));
        let (on, known) = (Rc::clone(shell), Rc::clone(&sides));
        let (between, again) = (Rc::clone(&relations), Rc::clone(&relations));
        page.on_open_stances(move || {
            on.with(|window| {
                let page = window.global::<DeskPage>();
                page.set_stance_refusal(SharedString::new());
                show_stance(&page, &known.borrow(), &between.borrow());
                page.set_stances_open(true);
            });
        });
        let (on, known) = (Rc::clone(shell), Rc::clone(&sides));
        page.on_sides_chosen(move || {
            on.with(|window| show_stance(&window.global::<DeskPage>(), &known.borrow(), &again.borrow()));
        });
        let on = Rc::clone(shell);
        page.on_set_stance(move || {
            let sides = sides.borrow().clone();
            set_stance(&on, &sides);
        });
        let on = Rc::clone(shell);
        let list = Rc::clone(&waiting);
        page.on_decide(move |index| {
            let subject = pick(&list.borrow().subjects, index);
            if let Some(subject) = subject {
                decide(&on, subject);
            }
        });
        let (on, list) = (Rc::clone(shell), Rc::clone(&waiting));
        page.on_do_here(move |index| {
            let deed = pick(&list.borrow().deeds, index).flatten();
            apply(&on, deed.into_iter().collect());
        });
        let (on, list) = (Rc::clone(shell), Rc::clone(&waiting));
        page.on_tick(move |index, ticked| {
            list.borrow().tick(|at| at == index, ticked);
            on.with(|window| list.borrow().count(&window.global::<DeskPage>()));
        });
        let (on, list) = (Rc::clone(shell), Rc::clone(&waiting));
        page.on_tick_all(move |ticked| {
            list.borrow().tick(|_| true, ticked);
            on.with(|window| list.borrow().count(&window.global::<DeskPage>()));
        });
        let (on, list) = (Rc::clone(shell), Rc::clone(&waiting));
        page.on_do_ticked(move || {
            let ticked = list.borrow().ticked();
            match ticked.is_empty() {
                true => refuse_deed(&on, "Nothing is ticked. Tick what is to be done."),
                false => apply(&on, ticked),
            }
        });
    });
}

impl DeskList {
    fn list(&mut self, desk: &Desk) {
        self.subjects = desk.decisions.iter().map(|decision| decision.about).collect();
        self.deeds = desk.decisions.iter().map(|decision| decision.deed).collect();
        // What was ticked stays so while it still waits.
        let ticked: Vec<SharedString> = self.rows.iter().filter(|row| row.ticked).map(|row| row.title).collect();
        self.rows.set_vec(
            desk.decisions
                .iter()
                .map(row)
                .map(|row| Decision { ticked: ticked.contains(&row.title), ..row })
                .collect::<Vec<_>>(),
        );
    }

    fn tick(&self, these: impl Fn(i32) -> bool, ticked: bool) {
        for at in 0..self.rows.row_count() {
            if let Some(mut row) = self.rows.row_data(at)
                && these(count(at))
                && self.deeds[at].is_some()
            {
                row.ticked = ticked;
                self.rows.set_row_data(at, row);
            }
        }
    }

    fn ticked(&self) -> Vec<DeskDeed> {
        self.rows.iter().zip(&self.deeds).filter(|(row, _)| row.ticked).filter_map(|(_, deed)| *deed).collect()
    }

    fn count(&self, page: &DeskPage) {
        page.set_doable(count(self.deeds.iter().flatten().count()));
        page.set_ticked(count(self.ticked().len()));
    }
}

fn refuse_deed(shell: &Rc<Shell>, why: &str) {
    shell.with(|window| window.global::<DeskPage>().set_deed_refusal(why.into()));
}

/// Does what rows of the desk say, each an action of its own; what is refused is told, and the rest done.
fn apply(shell: &Rc<Shell>, deeds: Vec<DeskDeed>) {
    shell.act(
        |window, why| window.global::<DeskPage>().set_deed_refusal(why),
        move |store| {
            let refused = deeds.iter().filter_map(|deed| deed.apply(store).err());
            let refused: Vec<String> = refused.map(|problem| problem.to_string()).collect();
            // One that is refused alone is told as any refusal is.
            match (&refused[..], deeds.len()) {
                ([why], 1) => Err(Problem::refused(why.clone(), "")),
                _ => Ok((deeds.len() - refused.len(), refused)),
            }
        },
        |shell, (done, refused)| {
            refuse_deed(shell, &refused.join("\n"));
            // The last is told by itself.
            if done > 1 {
                shell.say_of_it(format!("{done} things were done; the chronicle tells of each."));
            }
        },
    );
}

/// Goes to where something is decided, with it chosen.
pub fn decide(shell: &Rc<Shell>, subject: Subject) {
    match subject {
        Subject::Contact(contact) => super::battles::show_contact(shell, contact),
        Subject::Battle(battle) => super::battles::show_battle(shell, battle),
        Subject::Siege(siege) => super::sieges::show_siege(shell, siege),
        Subject::BeforeWalls(_) => super::sieges::lay(shell),
        Subject::Command(formation) | Subject::Want(formation) | Subject::Service(formation) => {
            super::armies::show_formation(shell, formation)
        }
        Subject::Unassigned(man) => super::armies::show_person(shell, man),
        Subject::Ransom(captive) => super::captives::show_captive(shell, captive),
        // He who is proposed, in the roster in which another is chosen.
        Subject::Lord(side) => shell.read(
            move |db| desk::highest(db, side),
            |shell, man| match man {
                Some(man) => super::armies::show_person(shell, man.id),
                None => shell.go(Page::Armies),
            },
        ),
    }
}

/// Shows what is between the two chosen sides, and offers the same, so that nothing changes unless something else is chosen.
fn show_stance(page: &DeskPage, sides: &[SideId], relations: &[Relation]) {
    let side =
        |at: i32| usize::try_from(at).ok().and_then(|at| Some((*sides.get(at)?, page.get_side_names().row_data(at)?)));
    let (Some((one, first)), Some((other, second))) = (side(page.get_one()), side(page.get_other())) else {
        return page.set_stance_now(SharedString::new());
    };
    if one == other {
        return page.set_stance_now("Choose two different sides.".into());
    }
    let known = relations.iter().find(|known| [known.a, known.b] == [one, other] || [known.a, known.b] == [other, one]);
    let (stance, until) = known.map_or((Stance::Peace, None), |known| (known.stance, known.until));
    let now = match (stance, until) {
        (Stance::Peace, _) => "are at peace".to_owned(),
        (Stance::War, _) => "are at war".to_owned(),
        (Stance::Truce, None) => "are in truce".to_owned(),
        (Stance::Truce, Some(day)) => format!("are in truce until {}", day.long()),
        (Stance::Allied, _) => "are allied".to_owned(),
    };
    page.set_stance_now(format!("{first} and {second} {now}.").into());
    page.set_stance(Stance::ALL.iter().position(|known| *known == stance).map_or(0, count));
    page.set_until(until.map_or(SharedString::new(), |day| day.to_string().into()));
}

fn refuse_stance(window: &AppWindow, why: SharedString) {
    let page = window.global::<DeskPage>();
    if why.is_empty() {
        page.set_stances_open(false);
    }
    page.set_stance_refusal(why);
}

fn set_stance(shell: &Rc<Shell>, sides: &[SideId]) {
    let Some((one, other, stance, until)) = shell.with(|window| {
        let page = window.global::<DeskPage>();
        (page.get_one(), page.get_other(), page.get_stance(), page.get_until().to_string())
    }) else {
        return;
    };
    let side = |at: i32| usize::try_from(at).ok().and_then(|at| sides.get(at).copied());
    let (one, other) = (side(one), side(other));
    let stance = usize::try_from(stance).ok().and_then(|at| Stance::ALL.get(at).copied());
    shell.act(
        refuse_stance,
        move |store| {
            let none = || Problem::refused("Two sides are not chosen.", "Choose both; a roster’s import makes a side.");
            relations::set(
                store,
                one.ok_or_else(none)?,
                other.ok_or_else(none)?,
                stance.ok_or_else(none)?,
                if stance == Some(Stance::Truce) { day(&until)? } else { None },
            )
        },
        |_, ()| {},
    );
}

/// The day typed, or none.
fn day(text: &str) -> Result<Option<Day>> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse::<Day>().map(Some).map_err(|bad| Problem::bad_input(format!("{bad}."))),
    }
}

/// What waits, as a row.
fn row(decision: &Waiting) -> Decision {
    let (weight, action) = match decision.about {
        Subject::Contact(_) => (Weight::StopsSomething, "Decide"),
        Subject::Battle(_) => (Weight::StopsSomething, "Settle"),
        Subject::Siege(_) => (Weight::StopsSomething, "Decide"),
        Subject::BeforeWalls(_) => (Weight::CanWait, "Lay siege"),
        Subject::Command(_) => (Weight::WantsAttention, "Choose"),
        Subject::Lord(_) => (Weight::WantsAttention, "Choose"),
        Subject::Ransom(_) => (Weight::CanWait, "Bargain"),
        Subject::Want(_) => (Weight::StopsSomething, "Look"),
        Subject::Unassigned(_) => (Weight::CanWait, "Look"),
        Subject::Service(_) => (Weight::WantsAttention, "Decide"),
    };
    Decision {
        title: decision.sentence.as_str().into(),
        detail: decision.remedy.as_str().into(),
        weight,
        action: action.into(),
        deed: decision.deed.map(DeskDeed::word).unwrap_or_default().into(),
        ..Decision::default()
    }
}

fn show(shell: &Rc<Shell>, shown: &DeskShown, waiting: &DeskList) {
    let name = |id| shown.desk.sides.iter().find(|line| line.side.id == id).map_or("", |line| line.side.name.as_str());
    let sides = shown.desk.sides.iter().map(|line| {
        let men: Vec<String> = PersonState::ALL
            .iter()
            .filter_map(|state| line.men.get(state).filter(|men| **men > 0).map(|men| (men, *state)))
            .map(|(men, state)| match state {
                PersonState::Labourer => format!("{men} at labour"),
                state => format!("{men} {state}"),
            })
            .collect();
        let stances: Vec<String> = shown
            .relations
            .iter()
            .filter_map(|relation| {
                let other = match line.side.id {
                    id if id == relation.a => relation.b,
                    id if id == relation.b => relation.a,
                    _ => return None,
                };
                let until = relation.until.map_or(String::new(), |day| format!(" until {}", day.long()));
                match relation.stance {
                    Stance::Peace => None,
                    Stance::War => Some(format!("at war with {}", name(other))),
                    Stance::Truce => Some(format!("in truce with {}{until}", name(other))),
                    Stance::Allied => Some(format!("allied with {}", name(other))),
                }
            })
            .collect();
        SideCard {
            name: line.side.name.as_str().into(),
            tincture: line.side.tincture.word().into(),
            lord: line.lord.as_str().into(),
            men: men.join(", ").into(),
            treasury: money::held(line.side.treasury).into(),
            stances: stances.join("; ").into(),
        }
    });
    let last = shown.lines.first().map(|line| line.day);
    let events = shown.lines.iter().map(|line| Event {
        when: line.day.short().into(),
        text: line.text.as_str().into(),
        clause: line.clause.as_str().into(),
    });
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        let longest = |words: fn(&Decision) -> &str| {
            let letters = waiting.rows.iter().map(|row| words(&row).chars().count());
            letters.max().unwrap_or_default() as i32
        };
        page.set_longest_title(longest(|row| &row.title));
        page.set_longest_detail(longest(|row| &row.detail));
        page.set_decisions(shared(&waiting.rows));
        waiting.count(&page);
        page.set_side_names(words(shown.desk.sides.iter().map(|line| line.side.name.as_str())));
        page.set_sides(model(sides.collect::<Vec<_>>()));
        page.set_ahead(shown.ahead.sentence().into());
        page.set_founding(in_short(&shown.founding).into());
        page.set_since(shown.since.as_ref().map(Since::told).unwrap_or_default().into());
        page.set_since_done(words(shown.since.iter().flat_map(|since| &since.done)));
        page.set_events(model(events.collect::<Vec<_>>()));
        page.set_events_title(match last {
            Some(_) => "What happened last".into(),
            None => "What happened".into(),
        });
    });
}

/// The first of what is missing, and how much more is.
fn in_short(missing: &[String]) -> String {
    const TOLD: usize = 2;
    match missing.len() {
        0..=TOLD => missing.join(" "),
        many => format!("{} And {} more.", missing[..TOLD].join(" "), many - TOLD),
    }
}
