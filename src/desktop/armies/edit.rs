//! The sheet on which a man is edited by hand (CP-7.7).

use super::Armies;
use crate::app::edit::{self, Becomes};
use crate::app::world::ByHand;
use crate::campaign::problem::Problem;
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, EditSheet};
use crate::rules::figure::{Class, Grade, Horse, Protection, Rank, Weapon};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

fn place<T: PartialEq>(all: &[T], of: &T) -> i32 {
    all.iter().position(|one| one == of).map_or(-1, count)
}

fn at<T: Copy>(all: &[T], index: i32) -> Option<T> {
    usize::try_from(index).ok().and_then(|index| all.get(index).copied())
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<EditSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

impl Armies {
    pub(super) fn connect_edit(self: &Rc<Armies>, shell: &Rc<Shell>, window: &AppWindow) {
        let sheet = window.global::<EditSheet>();
        sheet.set_classes(words(Class::ALL.iter().map(|class| class.word())));
        let rank = |rank: &Rank| if *rank == Rank::None { "none" } else { rank.word() };
        sheet.set_ranks(words(Rank::ALL.iter().map(rank)));
        sheet.set_protections(words(Protection::all().map(|protection| protection.to_string())));
        sheet.set_horses(words(Horse::ALL.iter().map(|horse| horse.word())));
        let weak = window.as_weak();
        sheet.on_class_chosen(move |class| {
            let (Some(window), Some(class)) = (weak.upgrade(), at(Class::ALL, class)) else { return };
            let sheet = window.global::<EditSheet>();
            let grades = Grade::offered(class);
            let grade = sheet.get_grade().min(count(grades.len()) - 1);
            sheet.set_grades(words(grades.iter().map(Grade::to_string)));
            sheet.set_grade(grade);
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_confirmed(move || page.edit(&on));
    }

    /// Opens the sheet on the man shown.
    pub(super) fn open_edit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(man) = self.man.borrow().as_ref().map(|(career, _)| career.person.clone()) else { return };
        let page = Rc::clone(self);
        let of = man.clone();
        shell.read(
            move |db| edit::choices(db, &of),
            move |shell, choices| {
                shell.with(|window| {
                    let sheet = window.global::<EditSheet>();
                    let grades = Grade::offered(man.profile.class);
                    sheet.set_title(format!("Edit {} by hand", man.styled()).into());
                    sheet.set_name(man.name.as_str().into());
                    sheet.set_class(place(Class::ALL, &man.profile.class));
                    sheet.set_rank(place(Rank::ALL, &man.profile.rank));
                    sheet.set_grade(place(&grades, &man.profile.grade));
                    sheet.set_grades(words(grades.iter().map(Grade::to_string)));
                    sheet.set_protection(place(&Protection::all().collect::<Vec<_>>(), &man.profile.protection));
                    sheet.set_horse(place(Horse::ALL, &man.profile.horse));
                    sheet.set_states(words(choices.iter().map(|(word, _)| word.as_str())));
                    sheet.set_state(0);
                    let carried: Vec<&str> = man.profile.weapons.iter().map(|weapon| weapon.word()).collect();
                    sheet.set_weapons(carried.join("; ").into());
                    sheet.set_note(man.note.as_str().into());
                    sheet.set_tags(man.tags.join("; ").into());
                    sheet.set_reason(SharedString::new());
                    sheet.set_refusal(SharedString::new());
                    sheet.set_open(true);
                });
                *page.becomes.borrow_mut() = choices.into_iter().map(|(_, becomes)| becomes).collect();
            },
        );
    }

    fn edit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(mut man) = self.man.borrow().as_ref().map(|(career, _)| career.person.clone()) else { return };
        let Some((becomes, reason, carried)) = shell.with(|window| {
            let sheet = window.global::<EditSheet>();
            man.profile.class = at(Class::ALL, sheet.get_class()).unwrap_or(man.profile.class);
            man.profile.rank = at(Rank::ALL, sheet.get_rank()).unwrap_or(man.profile.rank);
            man.profile.grade = at(&Grade::offered(man.profile.class), sheet.get_grade()).unwrap_or(man.profile.grade);
            let protections: Vec<Protection> = Protection::all().collect();
            man.profile.protection = at(&protections, sheet.get_protection()).unwrap_or(man.profile.protection);
            man.profile.horse = at(Horse::ALL, sheet.get_horse()).unwrap_or(man.profile.horse);
            man.name = sheet.get_name().to_string();
            man.note = sheet.get_note().to_string();
            man.tags = vec![sheet.get_tags().to_string()];
            let becomes = at(&self.becomes.borrow(), sheet.get_state()).unwrap_or(Becomes::AsHeIs);
            (becomes, sheet.get_reason().to_string(), Weapon::list(&sheet.get_weapons()))
        }) else {
            return;
        };
        man.profile.weapons = match carried {
            Ok(weapons) => weapons,
            Err(fault) => {
                shell.with(|window| refuse(window, Problem::from(fault).to_string().into()));
                return;
            }
        };
        let id = man.id;
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| edit::person(store, &man, becomes, &ByHand::because(&reason)),
            move |shell, ()| page.show_man(shell, id),
        );
    }
}
