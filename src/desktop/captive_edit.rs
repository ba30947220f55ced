//! The sheet on which what is written of a captivity is corrected by hand (CP-7.7).

use super::shell::{Shell, count, pick, words};
use super::ui::{AppWindow, CaptiveSheet};
use crate::app::world::{ByHand, captivities};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::Captive;
use crate::campaign::ids::{CaptiveId, FormationId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Grade, Rank};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

/// Where a captive is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    At(PlaceId),
    With(FormationId),
}

/// What the sheet was opened on.
struct OnCaptive {
    captive: Captive,
    name: String,
    sides: Vec<(SideId, String)>,
    keeps: Vec<(Kept, String)>,
}

thread_local! {
    static ON: RefCell<Option<OnCaptive>> = const { RefCell::new(None) };
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<CaptiveSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<CaptiveSheet>();
        sheet.set_classes(words(Class::ALL.iter().map(|class| class.word())));
        let rank = |rank: &Rank| if *rank == Rank::None { "none" } else { rank.word() };
        sheet.set_ranks(words(Rank::ALL.iter().map(rank)));
        let weak = window.as_weak();
        sheet.on_class_chosen(move |class| {
            let (Some(window), Some(class)) = (weak.upgrade(), pick(Class::ALL, class)) else { return };
            offer_grades(&window, class);
        });
        let on = Rc::clone(shell);
        sheet.on_confirmed(move || confirm(&on));
    });
}

fn offer_grades(window: &AppWindow, class: Class) {
    let sheet = window.global::<CaptiveSheet>();
    let grades = Grade::offered(class);
    let last = count(grades.len()) - 1;
    sheet.set_grades(words(grades.iter().map(Grade::to_string)));
    sheet.set_grade(sheet.get_grade().clamp(0, last));
}

fn read(db: &Db, captive: CaptiveId) -> Result<OnCaptive> {
    let captive = db.captive(captive)?;
    let sides: Vec<(SideId, String)> = db.sides()?.into_iter().map(|side| (side.id, side.name)).collect();
    let mut keeps: Vec<(Kept, String)> =
        db.places()?.into_iter().map(|place| (Kept::At(place.id), format!("at {}", place.name))).collect();
    keeps.extend(db.armies()?.into_iter().map(|army| (Kept::With(army.id), format!("led by {}", army.name))));
    Ok(OnCaptive { name: db.person(captive.person)?.styled(), captive, sides, keeps })
}

/// Opens the sheet on a captivity.
pub fn open(shell: &Rc<Shell>, captive: CaptiveId) {
    shell.read(
        move |db| read(db, captive),
        |shell, on| {
            shell.with(|window| {
                let sheet = window.global::<CaptiveSheet>();
                let captive = &on.captive;
                let kept = captive.army.map(Kept::With).or(captive.place.map(Kept::At));
                let at = |found: Option<usize>| found.map_or(-1, count);
                sheet.set_title(format!("Correct the captivity of {}", on.name).into());
                sheet.set_sides(words(on.sides.iter().map(|(_, name)| name.as_str())));
                sheet.set_side(at(on.sides.iter().position(|(side, _)| *side == captive.holder_side)));
                sheet.set_keeps(words(on.keeps.iter().map(|(_, told)| told.as_str())));
                sheet.set_keep(at(on.keeps.iter().position(|(keep, _)| Some(*keep) == kept)));
                sheet.set_class(at(Class::ALL.iter().position(|class| *class == captive.standing.class)));
                sheet.set_rank(at(Rank::ALL.iter().position(|rank| *rank == captive.standing.rank)));
                offer_grades(window, captive.standing.class);
                sheet.set_grade(at(Grade::offered(captive.standing.class)
                    .iter()
                    .position(|grade| *grade == captive.standing.grade)));
                sheet.set_taken(captive.taken.to_string().into());
                let sum = |sum: Option<Pence>| sum.map(Pence::marks).unwrap_or_default().into();
                sheet.set_asked(sum(captive.asked));
                sheet.set_offered(sum(captive.offered));
                sheet.set_agreed(sum(captive.agreed));
                sheet.set_reason(SharedString::new());
                sheet.set_refusal(SharedString::new());
                sheet.set_open(true);
            });
            ON.with(|kept| *kept.borrow_mut() = Some(on));
        },
    );
}

/// A sum typed in a field; empty for none.
fn sum(text: &str) -> Result<Option<Pence>> {
    match text.trim() {
        "" => Ok(None),
        _ => super::founding::sum(text).map(Some),
    }
}

/// The captivity as the sheet has it.
fn typed(window: &AppWindow, on: &OnCaptive) -> Result<Captive> {
    let sheet = window.global::<CaptiveSheet>();
    let mut captive = on.captive.clone();
    if let Some((side, _)) = pick(&on.sides, sheet.get_side()) {
        captive.holder_side = side;
    }
    match pick(&on.keeps, sheet.get_keep()) {
        Some((Kept::At(place), _)) => (captive.place, captive.army) = (Some(place), None),
        Some((Kept::With(army), _)) => (captive.place, captive.army) = (None, Some(army)),
        None => {}
    }
    captive.standing.class = pick(Class::ALL, sheet.get_class()).unwrap_or(captive.standing.class);
    captive.standing.rank = pick(Rank::ALL, sheet.get_rank()).unwrap_or(captive.standing.rank);
    captive.standing.grade =
        pick(&Grade::offered(captive.standing.class), sheet.get_grade()).unwrap_or(captive.standing.grade);
    captive.taken = sheet
        .get_taken()
        .trim()
        .parse::<Day>()
        .map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19."))?;
    captive.asked = sum(&sheet.get_asked())?;
    captive.offered = sum(&sheet.get_offered())?;
    captive.agreed = sum(&sheet.get_agreed())?;
    Ok(captive)
}

fn confirm(shell: &Rc<Shell>) {
    let asked = shell.with(|window| {
        ON.with(|on| {
            let on = on.borrow();
            let reason = window.global::<CaptiveSheet>().get_reason().to_string();
            on.as_ref().map(|on| (typed(window, on), reason))
        })
    });
    let Some(Some((captive, reason))) = asked else { return };
    shell.act(refuse, move |store| captivities::edit(store, &captive?, &ByHand::because(&reason)), |_, ()| {});
}
