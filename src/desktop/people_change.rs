//! The sheet on which many people are changed at once (CP-7.7).

use super::shell::{Shell, pick, words};
use super::ui::{AppWindow, ChangeSheet};
use crate::app::edit::{self, Becomes, Changes, Regrade};
use crate::app::world::ByHand;
use crate::campaign::armies::Level;
use crate::campaign::calendar::Day;
use crate::campaign::filters::tags;
use crate::campaign::ids::{FormationId, PersonId};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Grade, Horse, Protection, Weapon};
use crate::rules::telling::counted;
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

const AS_IT_IS: &str = "as it is";

/// What the sheet was opened on.
#[derive(Default)]
struct Opened {
    men: Vec<PersonId>,
    units: Vec<FormationId>,
    tags: Vec<String>,
}

thread_local! {
    static OPENED: RefCell<Opened> = RefCell::default();
}

/// What may become of many men at once, after what leaves them as they are.
const STATES: [(&str, Becomes); 5] = [
    ("fit", Becomes::Fit),
    ("wounded", Becomes::Wounded),
    ("missing", Becomes::Missing),
    ("dead", Becomes::Dead),
    ("retired", Becomes::Left),
];

fn regrades() -> Vec<(String, Regrade)> {
    let mut all = vec![("a grade up".to_owned(), Regrade::Up), ("a grade down".to_owned(), Regrade::Down)];
    all.extend(Grade::offered(Class::Knight).into_iter().map(|grade| (grade.to_string(), Regrade::To(grade))));
    all
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<ChangeSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<ChangeSheet>();
        let first = || std::iter::once(AS_IT_IS.to_owned());
        sheet.set_grades(words(first().chain(regrades().into_iter().map(|(word, _)| word))));
        sheet.set_protections(words(first().chain(Protection::all().map(|protection| protection.to_string()))));
        sheet.set_horses(words(first().chain(Horse::ALL.iter().map(|horse| horse.to_string()))));
        sheet.set_states(words(first().chain(STATES.iter().map(|(word, _)| (*word).to_owned()))));
        let on = Rc::clone(shell);
        sheet.on_edited(move || foretell(&on));
        let on = Rc::clone(shell);
        sheet.on_confirmed(move || confirm(&on));
    });
}

/// Opens the sheet on some men.
pub fn open(shell: &Rc<Shell>, men: Vec<PersonId>) {
    shell.read(
        move |db| opened(db, men),
        |shell, (opened, names)| {
            shell.with(|window| {
                let sheet = window.global::<ChangeSheet>();
                let title = format!("Change {} by hand", counted(opened.men.len() as u32, "man", "men"));
                sheet.set_title(title.into());
                for field in [
                    ChangeSheet::set_weapons,
                    ChangeSheet::set_add_tag,
                    ChangeSheet::set_until,
                    ChangeSheet::set_note,
                    ChangeSheet::set_reason,
                    ChangeSheet::set_refusal,
                    ChangeSheet::set_consequence,
                ] {
                    field(&sheet, SharedString::new());
                }
                for choice in [
                    ChangeSheet::set_grade,
                    ChangeSheet::set_protection,
                    ChangeSheet::set_horse,
                    ChangeSheet::set_state,
                    ChangeSheet::set_unit,
                    ChangeSheet::set_drop_tag,
                ] {
                    choice(&sheet, 0);
                }
                sheet.set_tags(words(std::iter::once("none").chain(opened.tags.iter().map(String::as_str))));
                sheet.set_units(words(std::iter::once("where they are").chain(names.iter().map(String::as_str))));
                sheet.set_open(true);
            });
            OPENED.with(|kept| *kept.borrow_mut() = opened);
        },
    );
}

/// The men, the tags that any of them bears, and where they could go: the parts of the armies of their side, by their paths.
fn opened(db: &Db, men: Vec<PersonId>) -> Result<(Opened, Vec<String>)> {
    let (mut sides, mut borne) = (BTreeSet::new(), BTreeSet::new());
    for man in &men {
        let man = db.person(*man)?;
        sides.insert(man.side);
        borne.extend(man.tags);
    }
    let (mut units, mut names) = (Vec::new(), Vec::new());
    let one = sides.first().filter(|_| sides.len() == 1);
    for army in db.armies()?.into_iter().filter(|army| Some(&army.side) == one) {
        let mut path: Vec<String> = Vec::new();
        for part in db.tree(army.id)? {
            let depth = match part.level {
                Level::Army => 0,
                Level::Battle => 1,
                Level::Force => 2,
                Level::Unit => 3,
            };
            path.truncate(depth);
            path.push(part.name.clone());
            units.push(part.id);
            names.push(path.join(" / "));
        }
    }
    Ok((Opened { men, units, tags: borne.into_iter().collect() }, names))
}

/// What the sheet says is to be changed.
fn changes(window: &AppWindow) -> Result<Changes> {
    let sheet = window.global::<ChangeSheet>();
    let until = sheet.get_until();
    let given = |text: SharedString| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    OPENED.with(|opened| {
        let opened = opened.borrow();
        Ok(Changes {
            grade: pick(&regrades(), sheet.get_grade() - 1).map(|(_, regrade)| regrade),
            protection: pick(&Protection::all().collect::<Vec<_>>(), sheet.get_protection() - 1),
            weapons: given(sheet.get_weapons()).map(|text| Weapon::list(&text)).transpose()?,
            horse: pick(Horse::ALL, sheet.get_horse() - 1),
            lord: None,
            serves_until: match until.trim() {
                "" => None,
                "none" => Some(None),
                text => Some(Some(text.parse::<Day>().map_err(|bad| {
                    Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19, or none.")
                })?)),
            },
            note: given(sheet.get_note()),
            tag: tags(&sheet.get_add_tag())?,
            untag: pick(&opened.tags, sheet.get_drop_tag() - 1).into_iter().collect(),
            becomes: pick(&STATES, sheet.get_state() - 1).map(|(_, becomes)| becomes),
            formation: pick(&opened.units, sheet.get_unit() - 1),
        })
    })
}

/// Says beforehand what pressing the button would do.
fn foretell(shell: &Rc<Shell>) {
    let Some(changes) = shell.with(changes) else { return };
    let men = OPENED.with(|opened| opened.borrow().men.clone());
    match changes {
        Ok(changes) if changes == Changes::default() => tell(shell, String::new()),
        Ok(changes) => shell.read(move |db| edit::ahead(db, &men, &changes), |shell, ahead| tell(shell, ahead.told())),
        Err(problem) => tell(shell, problem.sentence),
    }
}

fn tell(shell: &Rc<Shell>, sentence: String) {
    shell.with(|window| {
        let sheet = window.global::<ChangeSheet>();
        sheet.set_refusal(SharedString::new());
        sheet.set_consequence(sentence.into());
    });
}

fn confirm(shell: &Rc<Shell>) {
    let typed = shell.with(|window| {
        let reason = window.global::<ChangeSheet>().get_reason().to_string();
        (changes(window), reason)
    });
    let Some((changes, reason)) = typed else { return };
    let men = OPENED.with(|opened| opened.borrow().men.clone());
    shell.act(refuse, move |store| edit::many(store, &men, &changes?, &ByHand::because(&reason)), |_, _| {});
}
