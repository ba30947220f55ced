//! What the forms of the founding do: each button one use case, refused where it stands.

use super::{Founding, refuse};
use crate::app::world::persons::NewMen;
use crate::app::world::sides::NewSide;
use crate::app::world::{ByHand, persons, sides, times, troops};
use crate::app::{import, march, relations};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::FormationId;
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::places::Stronghold;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::{CampaignFacts, Realm, Stance, Tincture};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Page, Shell, pick, words};
use crate::desktop::ui::{AppWindow, DrawSheet, FoundingPage, FoundingWay};
use crate::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, Weapon};
use crate::rules::telling::counted;
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Why an action of a form is done.
fn by() -> ByHand {
    ByHand::default()
}

/// A whole number typed in a field.
fn whole<T: std::str::FromStr>(text: &str, what: &str) -> Result<T> {
    text.trim().parse().map_err(|_| {
        Problem::bad_input(format!("“{}” is no {what}.", text.trim())).hint("Type a whole number, in digits.")
    })
}

/// A day typed in a field.
fn day(text: &str) -> Result<Day> {
    text.trim().parse().map_err(|bad: crate::campaign::calendar::NotADay| Problem::bad_input(format!("{bad}.")))
}

/// A sum typed in a field; nothing typed is nothing.
pub(in crate::desktop) fn sum(text: &str) -> Result<Pence> {
    match text.trim() {
        "" => Ok(Pence::ZERO),
        text => Pence::asked(text).map_err(|bad| Problem::bad_input(format!("{bad}."))),
    }
}

impl Founding {
    pub(super) fn connect_forms(self: &Rc<Founding>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<FoundingPage>();
        ui.set_tinctures(words(Tincture::ALL.iter().map(|tincture| tincture.word())));
        ui.set_peoples(words(People::ALL.iter().map(|people| people.word())));
        ui.set_stances(words(Stance::ALL.iter().map(|stance| stance.word())));
        ui.set_classes(words(Class::ALL.iter().map(|class| class.word())));
        ui.set_protections(words(Protection::all().map(|protection| protection.to_string())));
        ui.set_horses(words(Horse::ALL.iter().map(|horse| horse.word())));
        ui.set_men("20".into());
        ui.set_class(super::place_of(Class::ALL, &Class::Peasant));
        ui.set_protection(super::count(Protection::all().count()) - 1);
        offer_grades(window);
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move || $body);
            }};
        }
        on!(on_date_edited, |page, shell| {
            shell.with(|window| refuse(window, SharedString::new()));
            page.foresee_date(&shell);
        });
        on!(on_keep_date, |page, shell| page.keep_date(&shell));
        on!(on_new_side, |page, shell| {
            page.chosen.set(None);
            page.show(&shell);
            page.fill(&shell);
        });
        on!(on_keep_side, |page, shell| page.keep_side(&shell));
        on!(on_grant, |page, shell| page.grant(&shell));
        on!(on_remove_side, |page, shell| page.remove_side(&shell));
        on!(on_part_side, |page, shell| {
            if let Some(side) = page.chosen_side() {
                crate::desktop::part_side::open(&shell, side.id);
            }
        });
        on!(on_side_history, |page, shell| {
            if let Some(side) = page.chosen_side() {
                crate::desktop::history::show(&shell, RowOf::Side(side.id));
            }
        });
        let on = Rc::clone(shell);
        ui.on_draw_map(move || crate::desktop::map::draw_place(&on, None));
        let on = Rc::clone(shell);
        ui.on_take_in_map(move || crate::desktop::map::open_sheet(&on, DrawSheet::Import));
        let on = Rc::clone(shell);
        ui.on_lay_picture(move || crate::desktop::map::open_sheet(&on, DrawSheet::Picture));
        on!(on_way_chosen, |page, shell| {
            shell.with(|window| refuse(window, SharedString::new()));
            page.show(&shell);
        });
        let on = Rc::clone(shell);
        ui.on_browse_roster(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::OpenCsv, "", move |path| {
                then.with(|window| window.global::<FoundingPage>().set_path(path.display().to_string().into()));
            });
        });
        on!(on_take_in_roster, |page, shell| page.take_in_roster(&shell));
        on!(on_raise_army, |page, shell| page.raise_army(&shell));
        let weak = window.as_weak();
        ui.on_class_chosen(move || {
            if let Some(window) = weak.upgrade() {
                offer_grades(&window);
            }
        });
        on!(on_enter_men, |page, shell| page.enter_men(&shell));
        let on = Rc::clone(shell);
        ui.on_show_armies(move || on.go(Page::Armies));
        on!(on_go_in, |page, shell| page.go_in(&shell));
        on!(on_raise_garrison, |page, shell| page.raise_garrison(&shell));
        on!(on_set_relation, |page, shell| page.set_relation(&shell));
    }

    /// The campaign's own fields as typed.
    fn typed_facts(&self, window: &AppWindow) -> Result<CampaignFacts> {
        let shown = self.shown.borrow();
        let about = shown.as_ref().map(|shown| shown.about.clone());
        let about = about.ok_or_else(|| Problem::refused("No campaign is shown.", "Open one first."))?;
        let ui = window.global::<FoundingPage>();
        let facts = CampaignFacts {
            name: ui.get_name().to_string(),
            day: day(&ui.get_date())?,
            turn_days: whole(&ui.get_turn_days(), "number of days")?,
            seed: whole(&ui.get_seed(), "seed")?,
            blurb: ui.get_blurb().trim().to_owned(),
            ..about
        };
        times::turn_may_be(facts.turn_days)?;
        times::seed_may_be(facts.seed)?;
        Ok(facts)
    }

    fn foresee_date(&self, shell: &Rc<Shell>) {
        shell.with(|window| {
            let told = match self.typed_facts(window) {
                Ok(facts) => {
                    let begins = if facts.turn == 0 { "It begins on" } else { "It is" };
                    let days = counted(facts.turn_days, "day", "days");
                    let (quarter, feast) = facts.day.next_quarter_day();
                    format!(
                        "{begins} {}; a turn has {days}. The next income comes in at {}, on {}.",
                        facts.day.spoken(),
                        feast.name(),
                        quarter.long()
                    )
                }
                Err(problem) => problem.to_string(),
            };
            window.global::<FoundingPage>().set_consequence(told.into());
        });
    }

    fn keep_date(&self, shell: &Rc<Shell>) {
        let Some(facts) = shell.with(|window| self.typed_facts(window)) else { return };
        shell.act(refuse, move |store| times::edit(store, &facts?, &by()), |_, ()| {});
    }

    fn chosen_side(&self) -> Option<Realm> {
        self.shown.borrow().as_ref().zip(self.chosen.get()).and_then(|(shown, at)| shown.sides.get(at)).cloned()
    }

    fn keep_side(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            let tincture = pick(Tincture::ALL, ui.get_tincture());
            let people = pick(People::ALL, ui.get_people()).unwrap_or(People::English);
            (ui.get_side_name().to_string(), tincture, people, ui.get_money().to_string())
        });
        let Some((name, tincture, people, money)) = typed else { return };
        match self.chosen_side() {
            Some(side) => {
                let edited = Realm { name, tincture: tincture.unwrap_or(side.tincture), people, ..side };
                shell.act(refuse, move |store| sides::edit(store, &edited, &by()), |_, ()| {});
            }
            None => shell.act(
                refuse,
                move |store| sides::add(store, &NewSide { name, tincture, people, treasury: sum(&money)? }, &by()),
                |_, _| {},
            ),
        }
    }

    fn grant(&self, shell: &Rc<Shell>) {
        let money = shell.with(|window| window.global::<FoundingPage>().get_money().to_string()).unwrap_or_default();
        let Some(side) = self.chosen_side() else { return };
        shell.act(refuse, move |store| relations::grant(store, side.id, sum(&money)?, "the war chest"), |_, ()| {});
    }

    fn remove_side(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let Some(side) = self.chosen_side() else { return };
        let page = Rc::clone(self);
        shell.act(refuse, move |store| sides::remove(store, side.id, &by()), move |_, ()| page.chosen.set(None));
    }

    /// The side a form has chosen.
    fn form_side(&self, window: &AppWindow) -> Result<Realm> {
        let at = window.global::<FoundingPage>().get_side();
        let side = self.shown.borrow().as_ref().and_then(|shown| pick(&shown.sides, at));
        side.ok_or_else(|| Problem::refused("There is no side yet.", "Add one in the step of the sides."))
    }

    fn take_in_roster(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            (self.form_side(window), ui.get_path().to_string(), ui.get_again())
        });
        let Some((side, path, again)) = typed else { return };
        shell.act(
            refuse,
            move |store| {
                let side = side?;
                import::import(store, &crate::desktop::armies::read_file(&path)?, &side.name, again)
            },
            |shell, imported| {
                shell.with(|window| window.global::<FoundingPage>().set_path(SharedString::new()));
                if !imported.warnings.is_empty() {
                    shell.explain("What was odd in the roster", "", &imported.warnings.join("\n"), &[]);
                }
            },
        );
    }

    fn raise_army(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            let place = self.shown.borrow().as_ref().and_then(|shown| pick(&shown.places, ui.get_place()));
            (self.form_side(window), ui.get_army_name().to_string(), place)
        });
        let Some((side, name, place)) = typed else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let place = place.ok_or_else(|| {
                    Problem::refused("The map has no place for it to gather at.", "Put one on the map first.")
                })?;
                troops::add_army(store, side?.id, &name, place.id, None, &by())
            },
            move |shell, army| page.men_for(shell, army),
        );
    }

    /// Goes on to enter the men of an army just raised.
    fn men_for(&self, shell: &Rc<Shell>, army: FormationId) {
        self.wanted.set(Some(army));
        shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            ui.set_army_name(SharedString::new());
            ui.set_way(FoundingWay::ByHand);
            // The field the army was named in is gone.
            window.invoke_home();
        });
    }

    fn enter_men(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            let class = pick(Class::ALL, ui.get_class()).unwrap_or(Class::Peasant);
            let protections: Vec<Protection> = Protection::all().collect();
            let lowest = Grade::within(class).0;
            let weapons = Weapon::list(&ui.get_weapons())?;
            let profile = Profile {
                class,
                rank: Rank::None,
                grade: pick(&Grade::offered(class), ui.get_grade()).unwrap_or(lowest),
                protection: pick(&protections, ui.get_protection()).unwrap_or(protections[protections.len() - 1]),
                weapons,
                horse: pick(Horse::ALL, ui.get_horse()).unwrap_or(Horse::None),
            };
            let name = ui.get_man_name().to_string();
            let men = match (ui.get_men().trim(), name.trim()) {
                ("", named) if !named.is_empty() => 1,
                (men, _) => whole(men, "number of men")?,
            };
            Ok::<_, Problem>((pick(&self.offered.borrow(), ui.get_army()), name, men, profile))
        });
        let Some(typed) = typed else { return };
        shell.act(
            refuse,
            move |store| {
                let (army, name, count, profile) = typed?;
                let army = army.ok_or_else(|| {
                    Problem::refused("There is no army for them to join.", "Raise an empty army or a garrison first.")
                })?;
                let Formation { side, .. } = store.formation(army)?;
                persons::add(store, &NewMen { side, formation: Some(army), name, profile, count }, &by())
            },
            |shell, _| {
                shell.with(|window| window.global::<FoundingPage>().set_man_name(SharedString::new()));
            },
        );
    }

    fn chosen_hold(&self) -> Result<Stronghold> {
        let hold =
            self.shown.borrow().as_ref().zip(self.chosen.get()).and_then(|(shown, at)| shown.holds.get(at)).cloned();
        hold.ok_or_else(|| Problem::refused("No stronghold is chosen.", "Choose one in the list."))
    }

    fn go_in(&self, shell: &Rc<Shell>) {
        let army = shell.with(|window| pick(&self.offered.borrow(), window.global::<FoundingPage>().get_army()));
        let (army, hold) = (army.flatten(), self.chosen_hold());
        shell.act(
            refuse,
            move |store| {
                let hold = hold?;
                let army = army.ok_or_else(|| {
                    Problem::refused(
                        format!("No army of its side stands before {}.", hold.name),
                        "Raise a new garrison, or an army at that place.",
                    )
                })?;
                march::garrison(store, army, Some(hold.id))
            },
            |_, ()| {},
        );
    }

    fn raise_garrison(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let name = shell.with(|window| window.global::<FoundingPage>().get_army_name().to_string()).unwrap_or_default();
        let hold = self.chosen_hold();
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let hold = hold?;
                troops::add_army(store, hold.side, &name, hold.place, Some(hold.id), &by())
            },
            move |shell, army| page.men_for(shell, army),
        );
    }

    fn set_relation(&self, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            let shown = self.shown.borrow();
            let side = |at| shown.as_ref().and_then(|shown| pick(&shown.sides, at)).map(|side| side.id);
            let stance = pick(Stance::ALL, ui.get_stance()).unwrap_or(Stance::War);
            (side(ui.get_one()), side(ui.get_other()), stance, ui.get_until().to_string())
        });
        let Some((one, other, stance, until)) = typed else { return };
        shell.act(
            refuse,
            move |store| {
                let none = || Problem::refused("There are not two sides yet.", "Add them in the step of the sides.");
                let until = if until.trim().is_empty() { None } else { Some(day(&until)?) };
                relations::set(store, one.ok_or_else(none)?, other.ok_or_else(none)?, stance, until)
            },
            |_, ()| {},
        );
    }
}

/// The grades the class chosen may have.
fn offer_grades(window: &AppWindow) {
    let ui = window.global::<FoundingPage>();
    let grades = Grade::offered(pick(Class::ALL, ui.get_class()).unwrap_or(Class::Peasant));
    ui.set_grades(words(grades.iter().map(Grade::to_string)));
    ui.set_grade(ui.get_grade().clamp(0, super::count(grades.len()) - 1));
}
