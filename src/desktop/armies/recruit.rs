//! The sheet on which men are raised, armed, trained, kept or let go (CP-5). Whatever is chosen on it, what it would bring
//! and cost stands there before it is done.

use super::Armies;
use crate::app::organise;
use crate::app::recruit::{self, ArmsWanted, Company, Prospect};
use crate::campaign::ids::{FormationId, PersonId, PlaceId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, RecruitSheet};
use crate::rules::figure::{Class, Grade, Horse, Protection, Weapon, words as book_words};
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The ways of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum RecruitWay {
    Levy,
    Service,
    Scutage,
    Hire,
    Train,
    Arms,
    Keep,
    Dismiss,
}
book_words!(
    RecruitWay,
    "way to raise men",
    "one of the sheet",
    Levy = "Levy a place’s share (CP-7.3)",
    Service = "Summon knights for their fiefs (CP-5)",
    Scutage = "Take scutage instead of knights (CP-5)",
    Hire = "Hire a company (CP-5)",
    Train = "Train those of grade E (CP-5)",
    Arms = "Buy arms and horses (CP-5)",
    Keep = "Keep those whose service ends (CP-5)",
    Dismiss = "Let men go (CP-5)"
);

impl RecruitWay {
    fn of_places(self) -> bool {
        matches!(self, RecruitWay::Levy | RecruitWay::Service | RecruitWay::Scutage)
    }

    fn action(self) -> &'static str {
        match self {
            RecruitWay::Levy => "Levy them",
            RecruitWay::Service => "Summon them",
            RecruitWay::Scutage => "Take scutage",
            RecruitWay::Hire => "Hire them",
            RecruitWay::Train => "Train them",
            RecruitWay::Arms => "Buy",
            RecruitWay::Keep => "Keep them",
            RecruitWay::Dismiss => "Let them go",
        }
    }
}

/// What the sheet offers for the formation it was opened on.
#[derive(Clone, Debug, Default)]
pub(super) struct RecruitOffer {
    formation: Option<FormationId>,
    army: Option<FormationId>,
    /// Men selected in the roster; all of the formation if none are.
    men: Vec<PersonId>,
    places: Vec<PlaceId>,
    homes: Vec<Option<FormationId>>,
}

/// What is filled in on the sheet, whole.
#[derive(Clone, Debug)]
enum Filled {
    Levy(Vec<PlaceId>, Option<u32>, Option<FormationId>),
    Service(Vec<PlaceId>, Option<u32>, Option<FormationId>),
    Scutage(Vec<PlaceId>, Option<u32>),
    Hire(Company, FormationId),
    Train(FormationId),
    Arms(FormationId, ArmsWanted),
    Keep(Vec<PersonId>),
    Dismiss(Vec<PersonId>),
}

impl Filled {
    /// What it would bring and cost, in words.
    fn ahead(&self, db: &Db) -> Result<String> {
        let prospect = match self {
            Filled::Levy(places, men, army) => recruit::levying(
                db,
                &able(db, places, |place| recruit::levying(db, &[place], None, *army))?,
                *men,
                *army,
            )?,
            Filled::Service(places, men, army) => recruit::summoning(
                db,
                &able(db, places, |place| recruit::summoning(db, &[place], None, *army))?,
                *men,
                *army,
            )?,
            Filled::Scutage(places, men) => {
                recruit::scutage(db, &able(db, places, |place| recruit::scutage(db, &[place], None))?, *men)?
            }
            Filled::Hire(company, army) => recruit::hiring(db, company, *army)?,
            Filled::Train(formation) => recruit::training(db, *formation)?,
            Filled::Arms(formation, wanted) => recruit::arming(db, *formation, wanted)?,
            Filled::Keep(men) => recruit::keeping(db, men, None)?,
            Filled::Dismiss(men) => return Ok(format!("{} men would go home.", men.len())),
        };
        Ok(told(&prospect))
    }

    fn does(&self, store: &mut Store) -> Result<()> {
        match self {
            Filled::Levy(places, men, army) => {
                let places = able(store, places, |place| recruit::levying(store, &[place], None, *army))?;
                recruit::levy(store, &places, *men, *army).map(drop)
            }
            Filled::Service(places, men, army) => {
                let places = able(store, places, |place| recruit::summoning(store, &[place], None, *army))?;
                recruit::summon(store, &places, *men, *army).map(drop)
            }
            Filled::Scutage(places, men) => {
                let places = able(store, places, |place| recruit::scutage(store, &[place], None))?;
                recruit::pay_scutage(store, &places, *men).map(drop)
            }
            Filled::Hire(company, army) => recruit::hire(store, company, *army).map(drop),
            Filled::Train(formation) => recruit::train(store, *formation).map(drop),
            Filled::Arms(formation, wanted) => recruit::arm(store, *formation, wanted).map(drop),
            Filled::Keep(men) => recruit::keep(store, men, None),
            Filled::Dismiss(men) => recruit::dismiss(store, men),
        }
    }
}

/// Of several places those that can give any; one place alone is taken as it is, so that it says why it cannot.
fn able(_: &Db, places: &[PlaceId], alone: impl Fn(PlaceId) -> Result<Prospect>) -> Result<Vec<PlaceId>> {
    match places {
        [_] => Ok(places.to_vec()),
        places => {
            let able: Vec<PlaceId> = places.iter().copied().filter(|place| alone(*place).is_ok()).collect();
            match able.is_empty() {
                true => Err(Problem::refused("No place of the side can give any now.", "Choose one to see why.")),
                false => Ok(able),
            }
        }
    }
}

/// A prospect in words, a line a part.
fn told(prospect: &Prospect) -> String {
    let mut lines = vec![prospect.sentence()];
    let costs = prospect.now.parts.iter().map(|part| ("now", part));
    let ahead = prospect.week.parts.iter().map(|part| ("a week", part));
    lines.extend(
        costs.chain(ahead).map(|(when, part)| format!("{} {when}: {} ({})", Pence(part.value), part.what, part.clause)),
    );
    if let Some(may) = &prospect.may {
        lines.extend(may.parts.iter().map(|part| format!("{}: {} ({})", part.figure(), part.what, part.clause)));
    }
    // A sheet has room for so many lines.
    if lines.len() > 9 {
        lines.truncate(8);
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<RecruitSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

fn at<T: Clone>(all: &[T], index: i32) -> Option<T> {
    usize::try_from(index).ok().and_then(|index| all.get(index).cloned())
}

/// A whole number, or none where nothing is typed.
fn number(text: &str, what: &str) -> Result<Option<u32>> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| {
            Problem::bad_input(format!("“{text}” is no number of {what}.")).hint("Type a whole number, or nothing.")
        }),
    }
}

impl Armies {
    pub(super) fn connect_recruit(self: &Rc<Armies>, shell: &Rc<Shell>, window: &AppWindow) {
        let sheet = window.global::<RecruitSheet>();
        sheet.set_ways(words(RecruitWay::ALL.iter().map(|way| way.word())));
        sheet.set_companies(words(recruit::companies().iter().map(|troop| troop.name.as_str())));
        let classes = ["All but clerics", "Knights", "Sergeants", "Peasants"];
        sheet.set_classes(words(classes));
        let as_is = || std::iter::once("as it is".to_owned());
        sheet.set_protections(words(as_is().chain(Protection::all().map(|protection| protection.to_string()))));
        sheet.set_horses(words(as_is().chain(Horse::ALL.iter().map(|horse| horse.word().to_owned()))));
        sheet.set_grades(words(Grade::offered(Class::Knight).iter().take(5).map(Grade::to_string)));
        sheet.set_grade(2);
        sheet.set_men(SharedString::new());
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_way_chosen(move || page.way_chosen(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_changed(move || page.foresee(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_confirmed(move || page.recruit(&on));
    }

    /// Opens the sheet on what the tree has selected.
    pub(super) fn open_recruit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(formation) = self.chosen_parts().first().copied() else { return };
        let selected: Vec<PersonId> = self.roster.selection().into_iter().map(PersonId).collect();
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let part = db.formation(formation)?;
                let army = db.formation(part.army)?;
                let side = db.side(army.side)?;
                let places = db.places()?.into_iter().filter(|place| place.side == Some(side.id));
                let places: Vec<_> = places.map(|place| (place.id, place.name)).collect();
                let here = places.iter().position(|(place, _)| Some(*place) == army.place);
                let men = match selected.is_empty() {
                    true => db.men_of(formation)?.into_iter().map(|man| man.id).collect(),
                    false => selected,
                };
                let title = format!("Raise men for {}", side.name);
                let home = format!("{}, {}", army.name, organise::whereabouts(db, &army)?);
                Ok((part.id, army.id, places, here, men, title, home))
            },
            move |shell, (formation, army, places, here, men, title, home)| {
                shell.with(|window| {
                    let sheet = window.global::<RecruitSheet>();
                    sheet.set_title(title.into());
                    let all = std::iter::once("All its places");
                    sheet.set_places(words(all.chain(places.iter().map(|(_, name)| name.as_str()))));
                    sheet.set_place(here.map_or(0, |here| count(here + 1)));
                    sheet.set_homes(words(["A new army in the place".to_owned(), home]));
                    sheet.set_home(0);
                    sheet.set_men(SharedString::new());
                    sheet.set_open(true);
                });
                *page.offer.borrow_mut() = RecruitOffer {
                    formation: Some(formation),
                    army: Some(army),
                    men,
                    places: places.into_iter().map(|(place, _)| place).collect(),
                    homes: vec![None, Some(army)],
                };
                page.way_chosen(shell);
            },
        );
    }

    /// Shows what the way chosen asks for, and what it would bring.
    fn way_chosen(self: &Rc<Armies>, shell: &Rc<Shell>) {
        shell.with(|window| {
            let sheet = window.global::<RecruitSheet>();
            let way = at(RecruitWay::ALL, sheet.get_way()).unwrap_or(RecruitWay::Levy);
            sheet.set_of_places(way.of_places());
            sheet.set_joins(way != RecruitWay::Scutage);
            sheet.set_hires(way == RecruitWay::Hire);
            sheet.set_arms(way == RecruitWay::Arms);
            sheet.set_action(way.action().into());
        });
        self.foresee(shell);
    }

    fn filled(&self, window: &AppWindow) -> Result<Filled> {
        let sheet = window.global::<RecruitSheet>();
        let offer = self.offer.borrow();
        let nowhere = || Problem::refused("Nothing is selected.", "Select an army or a part of one.");
        let formation = offer.formation.ok_or_else(nowhere)?;
        let army = offer.army.ok_or_else(nowhere)?;
        let way = at(RecruitWay::ALL, sheet.get_way()).unwrap_or(RecruitWay::Levy);
        let places = || match sheet.get_place() {
            0 => offer.places.clone(),
            place => at(&offer.places, place - 1).into_iter().collect(),
        };
        let men = || number(&sheet.get_men(), "men");
        let home = at(&offer.homes, sheet.get_home()).flatten();
        Ok(match way {
            RecruitWay::Levy => Filled::Levy(places(), men()?, home),
            RecruitWay::Service => Filled::Service(places(), men()?, home),
            RecruitWay::Scutage => Filled::Scutage(places(), men()?),
            RecruitWay::Hire => {
                let troops = recruit::companies();
                let troop = at(&troops, sheet.get_company()).map_or(String::new(), |troop| troop.name.clone());
                let grade = at(&Grade::offered(Class::Knight), sheet.get_grade());
                let weeks = number(&sheet.get_weeks(), "weeks")?;
                let men = men()?.ok_or_else(|| {
                    Problem::bad_input("It is not said how many are hired.").hint("Type how many men.")
                })?;
                Filled::Hire(Company { troop, men, grade, name: String::new(), people: None, weeks }, army)
            }
            RecruitWay::Train => Filled::Train(formation),
            RecruitWay::Arms => {
                let classes = [None, Some(Class::Knight), Some(Class::Sergeant), Some(Class::Peasant)];
                let protections: Vec<Protection> = Protection::all().collect();
                let weapons = match sheet.get_weapons().trim() {
                    "" => None,
                    text => Some(Weapon::list(text)?),
                };
                let wanted = ArmsWanted {
                    class: at(&classes, sheet.get_class()).flatten(),
                    protection: at(&protections, sheet.get_protection() - 1),
                    weapons,
                    horse: at(Horse::ALL, sheet.get_horse() - 1),
                };
                Filled::Arms(formation, wanted)
            }
            RecruitWay::Keep => Filled::Keep(offer.men.clone()),
            RecruitWay::Dismiss => Filled::Dismiss(offer.men.clone()),
        })
    }

    /// Tells what is filled in would bring and cost, or why it cannot be.
    fn foresee(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(filled) = shell.with(|window| self.filled(window)) else { return };
        let show = |shell: &Rc<Shell>, told: Result<String>| {
            shell.with(|window| {
                let sheet = window.global::<RecruitSheet>();
                let (told, why) = match told {
                    Ok(told) => (told, String::new()),
                    Err(problem) => (String::new(), problem.to_string()),
                };
                sheet.set_consequence(told.into());
                sheet.set_refusal(why.into());
            });
        };
        match filled {
            Ok(filled) => shell.try_read(move |db| filled.ahead(db), show),
            Err(problem) => show(shell, Err(problem)),
        }
    }

    fn recruit(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(filled) = shell.with(|window| self.filled(window)) else { return };
        shell.act(refuse, move |store| filled?.does(store), |_, ()| {});
    }
}
