//! Founding a campaign of one's own: its steps, what each still misses, and the forms that fill it. What is there is read
//! from the campaign each time, so that the page can be left at any step and resumed.

mod forms;

pub(super) use forms::sum;

use super::shell::{Page, Shell, count, model, pick, words};
use super::ui::{AppWindow, FoundingForm, FoundingLine, FoundingPage, FoundingThing, FoundingWay};
use crate::app::founding::{self, FoundingStage, FoundingStep};
use crate::app::organise::{self, ArmyLine};
use crate::campaign::ids::{FormationId, PlaceId, SideId, StrongholdId};
use crate::campaign::places::{Place, Stronghold};
use crate::campaign::problem::Result;
use crate::campaign::realm::{CampaignFacts, Realm, Relation, Stance, Tincture};
use crate::rules::telling::counted;
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// As many places as the step of the map lists; the map shows them all.
const PLACES: usize = 60;

/// An army, where it stands and what of it the lists tell.
struct Raised {
    line: ArmyLine,
    side: SideId,
    place: Option<PlaceId>,
    stronghold: Option<StrongholdId>,
}

/// What of the campaign the page shows.
struct FoundingShown {
    about: CampaignFacts,
    steps: Vec<FoundingStep>,
    sides: Vec<Realm>,
    relations: Vec<Relation>,
    places: Vec<Place>,
    holds: Vec<Stronghold>,
    armies: Vec<Raised>,
}

impl FoundingShown {
    fn read(db: &Db) -> Result<FoundingShown> {
        let armies = organise::armies(db)?
            .into_iter()
            .map(|line| {
                let army = db.formation(line.id)?;
                Ok(Raised { side: army.side, place: army.place, stronghold: army.stronghold, line })
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(FoundingShown {
            about: db.about()?,
            steps: founding::in_order(db)?,
            sides: db.sides()?,
            relations: db.relations()?,
            places: db.places()?,
            holds: db.strongholds()?,
            armies,
        })
    }

    fn side(&self, side: SideId) -> Option<&Realm> {
        self.sides.iter().find(|known| known.id == side)
    }

    fn tincture(&self, side: SideId) -> SharedString {
        self.side(side).map_or("", |side| side.tincture.word()).into()
    }

    fn place(&self, place: PlaceId) -> &str {
        self.places.iter().find(|known| known.id == place).map_or("", |place| place.name.as_str())
    }

    /// Every pair of sides, each once.
    fn pairs(&self) -> Vec<(&Realm, &Realm)> {
        let sides = self.sides.iter().enumerate();
        sides.flat_map(|(at, one)| self.sides[at + 1..].iter().map(move |other| (one, other))).collect()
    }

    /// What is between two sides, as it is kept.
    fn relation(&self, one: SideId, other: SideId) -> Option<&Relation> {
        let pair = |known: &&Relation| [known.a, known.b].contains(&one) && [known.a, known.b].contains(&other);
        self.relations.iter().find(pair)
    }

    /// Who is in a stronghold.
    fn inside(&self, hold: StrongholdId) -> impl Iterator<Item = &Raised> {
        self.armies.iter().filter(move |army| army.stronghold == Some(hold))
    }

    /// What a step lists.
    fn things(&self, stage: FoundingStage) -> Vec<FoundingThing> {
        let men = |men: u32| counted(men, "man", "men");
        match stage {
            FoundingStage::Date => Vec::new(),
            FoundingStage::Sides => {
                let sides = self.sides.iter().map(|side| FoundingThing {
                    name: side.name.as_str().into(),
                    detail: format!("{}, its men of {} names", side.tincture, side.people).into(),
                    figure: side.treasury.to_string().into(),
                    tincture: side.tincture.word().into(),
                });
                sides.collect()
            }
            FoundingStage::Map => {
                let places = self.places.iter().take(PLACES).map(|place| {
                    let holds: Vec<&str> = self
                        .holds
                        .iter()
                        .filter(|hold| hold.place == place.id)
                        .map(|hold| hold.name.as_str())
                        .collect();
                    let kept = if holds.is_empty() { String::new() } else { format!(", with {}", holds.join(" and ")) };
                    FoundingThing {
                        name: place.name.as_str().into(),
                        detail: format!("{}{kept}", place.kind).into(),
                        figure: if place.people > 0 { format!("{} people", place.people) } else { String::new() }
                            .into(),
                        tincture: place.side.map(|side| self.tincture(side)).unwrap_or_default(),
                    }
                });
                let mut things: Vec<FoundingThing> = places.collect();
                if self.places.len() > PLACES {
                    things.push(FoundingThing {
                        name: format!("… and {} more on the map", self.places.len() - PLACES).into(),
                        ..FoundingThing::default()
                    });
                }
                things
            }
            FoundingStage::Rosters => {
                let armies = self.armies.iter().map(|army| FoundingThing {
                    name: army.line.name.as_str().into(),
                    detail: format!("{}, {}", army.line.side, army.line.place).into(),
                    figure: men(army.line.men).into(),
                    tincture: self.tincture(army.side),
                });
                armies.collect()
            }
            FoundingStage::Garrisons => {
                let holds = self.holds.iter().map(|hold| {
                    let armies: Vec<&str> = self.inside(hold.id).map(|army| army.line.name.as_str()).collect();
                    let who = if armies.is_empty() { "nobody".to_owned() } else { armies.join(" and ") };
                    FoundingThing {
                        name: hold.name.as_str().into(),
                        detail: format!("{} at {}: {who} in it", hold.kind, self.place(hold.place)).into(),
                        figure: format!(
                            "{} of {}",
                            self.inside(hold.id).map(|army| army.line.men).sum::<u32>(),
                            men(hold.capacity)
                        )
                        .into(),
                        tincture: self.tincture(hold.side),
                    }
                });
                holds.collect()
            }
            FoundingStage::Relations => {
                let pairs = self.pairs();
                let pairs = pairs.iter().map(|(one, other)| {
                    let relation = self.relation(one.id, other.id);
                    let stance = relation.map_or(Stance::Peace, |relation| relation.stance);
                    let until = relation.and_then(|relation| relation.until);
                    FoundingThing {
                        name: format!("{} and {}", one.name, other.name).into(),
                        detail: until.map_or(String::new(), |day| format!("until {}", day.long())).into(),
                        figure: stance.word().into(),
                        tincture: SharedString::new(),
                    }
                });
                pairs.collect()
            }
        }
    }
}

#[derive(Default)]
struct Founding {
    shown: RefCell<Option<FoundingShown>>,
    stage: Cell<Option<FoundingStage>>,
    /// The thing of the step's list that the form is about.
    chosen: Cell<Option<usize>>,
    /// The armies the form offers.
    offered: RefCell<Vec<FormationId>>,
    /// The army the form is to have chosen.
    wanted: Cell<Option<FormationId>>,
    /// What the form was filled with, and what was typed over it in steps that were left without doing it.
    filled: RefCell<Vec<SharedString>>,
    waiting: RefCell<Vec<(FoundingStage, Vec<SharedString>)>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Founding>>> = const { RefCell::new(None) };
}

/// Opens the page at the first step that misses something.
pub fn open(shell: &Rc<Shell>) {
    forget();
    shell.go(Page::Founding);
}

/// Opens the page at the step of the sides.
pub fn open_sides(shell: &Rc<Shell>) {
    forget();
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.stage.set(Some(FoundingStage::Sides));
        }
    });
    shell.go(Page::Founding);
}

/// Forgets which step was shown, for another campaign is opened.
pub fn forget() {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.stage.set(None);
            page.chosen.set(None);
            page.waiting.borrow_mut().clear();
        }
    });
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Founding::default());
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let at = Rc::clone(&page);
    shell.on_load(Page::Founding, move |shell| at.load(shell));
    let (at, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::Founding, move |_| {
        let had = at.chosen.take().is_some();
        if let Some(shell) = weak.upgrade().filter(|_| had) {
            at.show(&shell);
            at.fill(&shell);
        }
        had
    });
    shell.with(|window| page.connect(shell, window));
}

/// The form that fills a stage.
fn form_of(stage: FoundingStage) -> FoundingForm {
    match stage {
        FoundingStage::Date => FoundingForm::Date,
        FoundingStage::Sides => FoundingForm::Sides,
        FoundingStage::Map => FoundingForm::Map,
        FoundingStage::Rosters => FoundingForm::Rosters,
        FoundingStage::Garrisons => FoundingForm::Garrisons,
        FoundingStage::Relations => FoundingForm::Relations,
    }
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<FoundingPage>().set_refusal(why);
}

impl Founding {
    fn connect(self: &Rc<Founding>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<FoundingPage>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_choose_step(move |form| {
            page.put_by(&on);
            page.stage.set(FoundingStage::ALL.iter().copied().find(|&stage| form_of(stage) == form));
            page.chosen.set(None);
            on.with(|window| {
                refuse(window, SharedString::new());
                window.global::<FoundingPage>().set_way(FoundingWay::Ready);
                // A field of the step left may have had the keyboard.
                window.invoke_home();
            });
            page.show(&on);
            page.fill(&on);
            page.take_up(&on);
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_choose_thing(move |index| page.choose_thing(&on, index));
        let on = Rc::clone(shell);
        ui.on_begin_play(move || on.go(Page::Desk));
        self.connect_forms(shell, window);
    }

    fn load(self: &Rc<Founding>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(FoundingShown::read, move |shell, shown| {
            if page.stage.get().is_none() {
                let next = shown.steps.iter().find(|step| !step.done());
                page.stage.set(Some(next.map_or(FoundingStage::Date, |step| step.stage)));
            }
            *page.shown.borrow_mut() = Some(shown);
            page.show(shell);
            page.fill(shell);
        });
    }

    fn stage(&self) -> FoundingStage {
        self.stage.get().unwrap_or(FoundingStage::Date)
    }

    /// What is typed in the form of the step and in no campaign yet.
    fn typed(&self, window: &AppWindow) -> Vec<SharedString> {
        let ui = window.global::<FoundingPage>();
        match self.stage() {
            FoundingStage::Date => {
                vec![ui.get_name(), ui.get_date(), ui.get_turn_days(), ui.get_seed(), ui.get_blurb()]
            }
            FoundingStage::Sides if self.chosen.get().is_none() => vec![ui.get_side_name(), ui.get_money()],
            _ => Vec::new(),
        }
    }

    /// Another step is chosen: what was typed in this one waits there.
    fn put_by(&self, shell: &Rc<Shell>) {
        let typed = shell.with(|window| self.typed(window)).unwrap_or_default();
        let mut waiting = self.waiting.borrow_mut();
        waiting.retain(|(stage, _)| *stage != self.stage());
        if typed != *self.filled.borrow() {
            waiting.push((self.stage(), typed));
        }
    }

    /// Brings back what was typed in the step.
    fn take_up(&self, shell: &Rc<Shell>) {
        let waiting = self.waiting.borrow().iter().find(|(stage, _)| *stage == self.stage()).cloned();
        shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            match waiting.as_ref().map(|(_, typed)| typed.as_slice()) {
                Some([name, date, turn_days, seed, blurb]) => {
                    ui.set_name(name.clone());
                    ui.set_date(date.clone());
                    ui.set_turn_days(turn_days.clone());
                    ui.set_seed(seed.clone());
                    ui.set_blurb(blurb.clone());
                    ui.invoke_date_edited();
                }
                Some([name, money]) => {
                    ui.set_side_name(name.clone());
                    ui.set_money(money.clone());
                }
                _ => {}
            }
        });
    }

    fn choose_thing(self: &Rc<Founding>, shell: &Rc<Shell>, index: i32) {
        let at = usize::try_from(index).ok();
        shell.with(|window| {
            refuse(window, SharedString::new());
            window.invoke_home();
        });
        if self.stage() == FoundingStage::Map {
            // The row under the listed ones stands for all the others.
            let listed = at.filter(|at| *at < PLACES);
            let place = self
                .shown
                .borrow()
                .as_ref()
                .zip(listed)
                .and_then(|(shown, at)| shown.places.get(at))
                .map(|place| place.id);
            super::map::draw_place(shell, place);
            return;
        }
        self.chosen.set(at);
        if self.stage() == FoundingStage::Rosters {
            let army = self
                .shown
                .borrow()
                .as_ref()
                .zip(at)
                .and_then(|(shown, at)| shown.armies.get(at))
                .map(|army| army.line.id);
            self.wanted.set(army);
            shell.with(|window| window.global::<FoundingPage>().set_way(FoundingWay::ByHand));
        }
        self.show(shell);
        self.fill(shell);
    }

    /// Shows the steps, and what the one chosen lists.
    fn show(&self, shell: &Rc<Shell>) {
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        let stage = self.stage();
        let things = shown.things(stage);
        if self.chosen.get().is_some_and(|at| at >= things.len()) {
            self.chosen.set(None);
        }
        let lines = shown.steps.iter().map(|step| FoundingLine {
            form: form_of(step.stage),
            name: title(step.stage).into(),
            there: step.there.as_str().into(),
            missing: count(step.missing.len()),
        });
        let step = shown.steps.iter().find(|step| step.stage == stage);
        let offered = self.armies_offered(shown, shell);
        shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            ui.set_steps(model(lines.collect::<Vec<_>>()));
            ui.set_form(form_of(stage));
            ui.set_title(title(stage).into());
            ui.set_there(about(stage).into());
            ui.set_missing(words(step.map_or(&[][..], |step| &step.missing)));
            ui.set_things(model(things));
            ui.set_chosen(self.chosen.get().map_or(-1, count));
            ui.set_sides(words(shown.sides.iter().map(|side| side.name.as_str())));
            ui.set_places(words(shown.places.iter().map(|place| place.name.as_str())));
            let had = pick(&self.offered.borrow(), ui.get_army());
            let wanted = self.wanted.take().or(had);
            let at = offered.iter().position(|army| Some(army.line.id) == wanted);
            ui.set_armies(words(offered.iter().map(|army| army.line.name.as_str())));
            ui.set_army(at.map_or(if offered.is_empty() { -1 } else { 0 }, count));
        });
        *self.offered.borrow_mut() = offered.iter().map(|army| army.line.id).collect();
    }

    /// The armies the form offers: for a stronghold those that stand before it or are in it, else all.
    fn armies_offered<'a>(&self, shown: &'a FoundingShown, shell: &Rc<Shell>) -> Vec<&'a Raised> {
        let way = shell.with(|window| window.global::<FoundingPage>().get_way()).unwrap_or_default();
        let hold = match self.stage() {
            FoundingStage::Garrisons => self.chosen.get().and_then(|at| shown.holds.get(at)),
            _ => None,
        };
        let offered = shown.armies.iter().filter(|army| match (hold, way) {
            (None, _) => true,
            (Some(hold), FoundingWay::Ready) => {
                army.side == hold.side && army.place == Some(hold.place) && army.stronghold.is_none()
            }
            (Some(hold), _) => army.stronghold == Some(hold.id),
        });
        offered.collect()
    }

    /// Fills the form of the step with what the campaign has.
    fn fill(&self, shell: &Rc<Shell>) {
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        shell.with(|window| {
            let ui = window.global::<FoundingPage>();
            match self.stage() {
                FoundingStage::Date => {
                    let about = &shown.about;
                    let caption = if about.turn == 0 { "First day" } else { "Date" };
                    ui.set_date_caption(caption.into());
                    ui.set_name(about.name.as_str().into());
                    ui.set_date(about.day.to_string().into());
                    ui.set_turn_days(about.turn_days.to_string().into());
                    ui.set_seed(about.seed.to_string().into());
                    ui.set_blurb(about.blurb.as_str().into());
                    ui.invoke_date_edited();
                }
                FoundingStage::Sides => {
                    let side = self.chosen.get().and_then(|at| shown.sides.get(at));
                    let free = Tincture::ALL.iter().find(|free| shown.sides.iter().all(|side| side.tincture != **free));
                    let tincture = side.map(|side| side.tincture).or(free.copied()).unwrap_or(Tincture::Argent);
                    ui.set_tincture(place_of(Tincture::ALL, &tincture));
                    ui.set_side_name(side.map_or("", |side| side.name.as_str()).into());
                    ui.set_money(SharedString::new());
                    if let Some(side) = side {
                        ui.set_people(place_of(crate::campaign::names::People::ALL, &side.people));
                    }
                }
                FoundingStage::Garrisons => {
                    if let Some(hold) = self.chosen.get().and_then(|at| shown.holds.get(at)) {
                        ui.set_army_name(format!("Garrison of {}", hold.name).into());
                    }
                }
                FoundingStage::Relations => {
                    let pairs = shown.pairs();
                    if let Some((one, other)) = self.chosen.get().and_then(|at| pairs.get(at)) {
                        let place =
                            |side: SideId| shown.sides.iter().position(|known| known.id == side).map_or(-1, count);
                        let relation = shown.relation(one.id, other.id);
                        let stance = relation.map_or(Stance::War, |relation| relation.stance);
                        let until = relation.and_then(|relation| relation.until);
                        ui.set_one(place(one.id));
                        ui.set_other(place(other.id));
                        ui.set_stance(place_of(Stance::ALL, &stance));
                        ui.set_until(until.map_or(String::new(), |day| day.to_string()).into());
                    }
                }
                FoundingStage::Map | FoundingStage::Rosters => {}
            }
            *self.filled.borrow_mut() = self.typed(window);
        });
    }
}

/// Where one stands in a list, as a drop-down counts.
fn place_of<T: PartialEq>(all: &[T], of: &T) -> i32 {
    all.iter().position(|one| one == of).map_or(-1, count)
}

fn title(stage: FoundingStage) -> &'static str {
    match stage {
        FoundingStage::Date => "Name and date",
        FoundingStage::Sides => "Sides and treasuries",
        FoundingStage::Map => "The map",
        FoundingStage::Rosters => "Armies and men",
        FoundingStage::Garrisons => "Garrisons",
        FoundingStage::Relations => "War and peace",
    }
}

/// What a step is for.
fn about(stage: FoundingStage) -> &'static str {
    match stage {
        FoundingStage::Date => {
            "When it begins, how long a turn is, and the seed its dice fall by. The date decides feasts and quarter days, \
             when income comes in."
        }
        FoundingStage::Sides => {
            "Who takes part. A side is told by its tincture on every page; its people name the men that no roster names; its \
             treasury pays them."
        }
        FoundingStage::Map => "Where it is fought: places, the routes between them with their miles, and strongholds.",
        FoundingStage::Rosters => "Who fights: each side’s armies, man by man.",
        FoundingStage::Garrisons => {
            "Who keeps the strongholds: an army of theirs that goes in, or a garrison raised there."
        }
        FoundingStage::Relations => "What is between the sides. All are at peace until you say otherwise.",
    }
}
