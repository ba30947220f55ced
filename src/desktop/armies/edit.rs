//! The sheet on which a man is edited by hand, or men are entered into what the tree has chosen (CP-7.7).

use super::Armies;
use crate::app::edit::{self, Becomes};
use crate::app::world::ByHand;
use crate::app::world::persons::{self, NewMen};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, EditSheet};
use crate::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, Weapon};
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

/// Shows what a man is and has on the sheet.
fn show_profile(sheet: &EditSheet, profile: &Profile) {
    let grades = Grade::offered(profile.class);
    sheet.set_class(place(Class::ALL, &profile.class));
    sheet.set_rank(place(Rank::ALL, &profile.rank));
    sheet.set_grade(place(&grades, &profile.grade));
    sheet.set_grades(words(grades.iter().map(Grade::to_string)));
    sheet.set_protection(place(&Protection::all().collect::<Vec<_>>(), &profile.protection));
    sheet.set_horse(place(Horse::ALL, &profile.horse));
    let carried: Vec<&str> = profile.weapons.iter().map(|weapon| weapon.word()).collect();
    sheet.set_weapons(carried.join("; ").into());
}

/// What a man is and has by the sheet.
fn typed_profile(sheet: &EditSheet) -> Result<Profile> {
    let class = at(Class::ALL, sheet.get_class()).unwrap_or(Class::Peasant);
    let (grades, protections) = (Grade::offered(class), Protection::all().collect::<Vec<_>>());
    Ok(Profile {
        class,
        rank: at(Rank::ALL, sheet.get_rank()).unwrap_or(Rank::None),
        grade: at(&grades, sheet.get_grade()).unwrap_or(Grade::within(class).0),
        protection: at(&protections, sheet.get_protection()).unwrap_or(Protection::NONE),
        weapons: Weapon::list(&sheet.get_weapons())?,
        horse: at(Horse::ALL, sheet.get_horse()).unwrap_or(Horse::None),
    })
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
        let (page, weak) = (Rc::clone(self), window.as_weak());
        sheet.on_state_chosen(move |state| {
            let Some(window) = weak.upgrade() else { return };
            let follows =
                usize::try_from(state).ok().and_then(|at| page.becomes.borrow().get(at).map(|(_, told)| told.clone()));
            window.global::<EditSheet>().set_consequence(follows.unwrap_or_default().into());
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_confirmed(move || match on.with(|window| window.global::<EditSheet>().get_adding()) {
            Some(true) => page.enter(&on),
            _ => page.edit(&on),
        });
    }

    /// Opens the sheet to enter men into what the tree has chosen.
    pub(super) fn open_enter(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(into) = self.chosen_parts().first().copied() else { return };
        let page = Rc::clone(self);
        shell.read(
            move |db| Ok(db.formation(into)?.name),
            move |shell, name| {
                shell.with(|window| {
                    let sheet = window.global::<EditSheet>();
                    sheet.set_adding(true);
                    sheet.set_title(format!("Enter men into {name}").into());
                    let fresh = Profile {
                        class: Class::Sergeant,
                        rank: Rank::None,
                        grade: Grade::C,
                        protection: Protection::NONE,
                        weapons: Vec::new(),
                        horse: Horse::None,
                    };
                    show_profile(&sheet, &fresh);
                    for empty in [
                        EditSheet::set_name,
                        EditSheet::set_men,
                        EditSheet::set_reason,
                        EditSheet::set_refusal,
                        EditSheet::set_consequence,
                    ] {
                        empty(&sheet, SharedString::new());
                    }
                    sheet.set_open(true);
                });
                page.entering.set(Some(into));
            },
        );
    }

    /// Enters the men of the sheet.
    fn enter(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(into) = self.entering.get() else { return };
        let typed = shell.with(|window| {
            let sheet = window.global::<EditSheet>();
            let count = match sheet.get_men().trim() {
                "" => Ok(1),
                men => men.parse().map_err(|_| {
                    Problem::bad_input(format!("“{men}” is no number of men.")).hint("Type a whole number, in digits.")
                }),
            };
            (sheet.get_name().to_string(), count, typed_profile(&sheet), sheet.get_reason().to_string())
        });
        let Some((name, count, profile, reason)) = typed else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let side = store.formation(into)?.side;
                let men = NewMen { side, formation: Some(into), name, profile: profile?, count: count? };
                persons::add(store, &men, &ByHand::because(&reason))
            },
            move |_, _| page.wanted.set(Some(into)),
        );
    }

    /// Opens the sheet on the man shown.
    pub(super) fn open_edit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(man) = self.man.borrow().as_ref().map(|(career, _)| career.person.clone()) else { return };
        let page = Rc::clone(self);
        let of = man.clone();
        shell.read(
            move |db| {
                let told = |(word, becomes)| {
                    let follows = edit::follows(db, &of, becomes)?.join(" ");
                    Ok((word, (becomes, follows)))
                };
                edit::choices(db, &of)?.into_iter().map(told).collect::<Result<Vec<(String, (Becomes, String))>>>()
            },
            move |shell, choices| {
                shell.with(|window| {
                    let sheet = window.global::<EditSheet>();
                    sheet.set_adding(false);
                    sheet.set_title(format!("Edit {} by hand", man.styled()).into());
                    sheet.set_name(man.name.as_str().into());
                    show_profile(&sheet, &man.profile);
                    sheet.set_states(words(choices.iter().map(|(word, _)| word.as_str())));
                    sheet.set_state(0);
                    sheet.set_note(man.note.as_str().into());
                    sheet.set_tags(man.tags.join("; ").into());
                    sheet.set_reason(SharedString::new());
                    sheet.set_refusal(SharedString::new());
                    sheet.set_consequence(SharedString::new());
                    sheet.set_open(true);
                });
                *page.becomes.borrow_mut() = choices.into_iter().map(|(_, becomes)| becomes).collect();
            },
        );
    }

    fn edit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(mut man) = self.man.borrow().as_ref().map(|(career, _)| career.person.clone()) else { return };
        let Some((becomes, reason, profile)) = shell.with(|window| {
            let sheet = window.global::<EditSheet>();
            man.name = sheet.get_name().to_string();
            man.note = sheet.get_note().to_string();
            man.tags = vec![sheet.get_tags().to_string()];
            let chosen = usize::try_from(sheet.get_state()).ok();
            let becomes = chosen.and_then(|at| self.becomes.borrow().get(at).map(|(becomes, _)| *becomes));
            let becomes = becomes.unwrap_or(Becomes::AsHeIs);
            (becomes, sheet.get_reason().to_string(), typed_profile(&sheet))
        }) else {
            return;
        };
        let id = man.id;
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                man.profile = profile?;
                edit::person(store, &man, becomes, &ByHand::because(&reason))
            },
            move |shell, ()| page.show_man(shell, id),
        );
    }
}
