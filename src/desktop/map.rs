//! The map: who holds what, where armies stand, and orders to march. Drawing it is in [`draw`].

mod draw;
mod frame;
mod labels;
mod marks;
mod roads;
mod sheets;

use self::draw::Drawing;
use self::frame::{MapFrame, Painted};
use self::labels::{LabelSpot, Sides};
use self::marks::View;
use super::shell::{Page, Shell, count, model, pick, words};
use super::ui::{AppWindow, DrawSheet, Holding, MapDraw, MapHere, MapPage};
use crate::app::march::{self, MarchOutlook};
use crate::app::numbers;
use crate::app::organise::{self, ArmyLine};
use crate::app::siege;
use crate::app::world::holdings::{Holdings, Possessions};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, PlaceId, SideId, StrongholdId};
use crate::campaign::map::MapScale;
use crate::campaign::places::{March, Place, Route, Stronghold, miles_between};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::{Realm, Tincture};
use crate::campaign::siege::Purpose;
use crate::campaign::tables::Tables;
use crate::campaign::week::{Pace, pace};
use crate::rules::house::thousands;
use crate::rules::telling::counted;
use crate::rules::telling::{a, capital};
use crate::store::Db;
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An army as the map shows it.
struct Standing {
    line: ArmyLine,
    side: SideId,
    place: Option<PlaceId>,
    stronghold: Option<StrongholdId>,
    march: Option<March>,
    /// When it is where it marches to, at today's pace.
    arrives: Option<Day>,
    held: bool,
    pace: Pace,
    /// The strongholds of friends where it is.
    shelters: Vec<StrongholdId>,
}

struct MapShown {
    places: Vec<Place>,
    routes: Vec<Route>,
    strongholds: Vec<Stronghold>,
    /// The map of hexes that each stronghold names for its assaults, in their order.
    hexes: Vec<Option<String>>,
    armies: Vec<Standing>,
    sides: Vec<Realm>,
    /// Who holds and besieges what, by place.
    holdings: Holdings,
    scale: Option<MapScale>,
    turn: u32,
    tables: Tables,
    /// The picture under the map; none where it is plain parchment.
    picture: Option<Painted>,
}

#[derive(Default)]
struct Map {
    shown: RefCell<Option<MapShown>>,
    army: Cell<Option<FormationId>>,
    place: Cell<Option<PlaceId>>,
    target: Cell<Option<PlaceId>>,
    way: RefCell<Vec<PlaceId>>,
    shelters: RefCell<Vec<StrongholdId>>,
    framed: Cell<Option<MapFrame>>,
    /// What of the map is looked at, and the wait till it is still.
    view: Cell<Option<View>>,
    still: slint::Timer,
    drawing: Drawing,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Map>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Map::default());
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let at = Rc::clone(&page);
    shell.on_load(Page::Map, move |shell| at.load(shell));
    let at = Rc::clone(&page);
    let weak = Rc::downgrade(shell);
    shell.on_back(Page::Map, move |_| {
        let Some(shell) = weak.upgrade() else { return false };
        if at.drawing.on.get() {
            return at.step_back(&shell);
        }
        let had = at.target.take().is_some() || at.army.take().is_some() || at.place.take().is_some();
        at.way.borrow_mut().clear();
        if had {
            at.show(&shell);
        }
        had
    });
    shell.with(|window| {
        page.connect(shell, window);
        page.connect_draw(shell, window);
        page.connect_sheets(shell, window);
    });
}

fn page() -> Option<Rc<Map>> {
    PAGE.with(|page| page.borrow().clone())
}

/// Shows what there is to know of a place.
pub fn show_place(shell: &Rc<Shell>, place: PlaceId) {
    if let Some(page) = page() {
        page.leave_drawing(shell);
        page.army.set(None);
        page.target.set(None);
        page.place.set(Some(place));
    }
    shell.go(Page::Map);
}

/// Draws the map, with a place in the form if one is given.
pub fn draw_place(shell: &Rc<Shell>, place: Option<PlaceId>) {
    if let Some(page) = page() {
        page.begin_drawing(shell, place);
        page.drawing.founds.set(shell.page() == Page::Founding);
    }
    shell.go(Page::Map);
}

/// Draws the map with a sheet open.
pub fn open_sheet(shell: &Rc<Shell>, sheet: DrawSheet) {
    draw_place(shell, None);
    shell.with(|window| window.global::<MapDraw>().invoke_open(sheet));
}

/// Forgets what was chosen, for another campaign is opened.
pub fn forget(shell: &Rc<Shell>) {
    if let Some(page) = page() {
        page.leave_drawing(shell);
        page.army.set(None);
        page.place.set(None);
        page.target.set(None);
        page.way.borrow_mut().clear();
        page.framed.set(None);
        page.view.set(None);
        page.shown.borrow_mut().take();
    }
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<MapPage>().set_refusal(why);
}

/// What the page shows. A picture that is `known` by its number is not read again.
fn read(db: &Db, known: Option<&Painted>) -> Result<MapShown> {
    let counts = db.army_counts()?;
    let marches = db.marches()?;
    let held = db.armies_in_contact()?;
    let (about, tables) = (db.about()?, numbers::of(db)?);
    let strongholds = db.strongholds()?;
    let armies = organise::armies(db)?
        .into_iter()
        .map(|line| {
            let army = db.formation(line.id)?;
            let count = counts.get(&line.id).copied().unwrap_or_default();
            let march = marches.iter().find(|march| march.army == line.id).cloned();
            let bound_for = march.as_ref().and_then(|march| march.path.last());
            let days = bound_for.and_then(|to| march::outlook(db, line.id, *to).ok()).map(|outlook| outlook.days);
            let mut shelters = Vec::new();
            for holding in strongholds.iter().filter(|holding| army.place == Some(holding.place)) {
                if march::is_friendly(db, army.side, holding)? {
                    shelters.push(holding.id);
                }
            }
            Ok(Standing {
                shelters,
                arrives: days.map(|days| about.day + days as i32),
                side: army.side,
                place: army.place,
                stronghold: army.stronghold,
                march,
                held: held.contains(&line.id),
                pace: pace(count, army.train, about.day, &tables),
                line,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let (places, sieges) = (db.places()?, db.open_sieges()?);
    Ok(MapShown {
        holdings: Holdings::of(&places, &strongholds, &sieges),
        places,
        routes: db.routes()?,
        hexes: strongholds.iter().map(|hold| db.map_of_stronghold(hold.id)).collect::<Result<_>>()?,
        strongholds,
        armies,
        sides: db.sides()?,
        scale: db.map_scale()?,
        turn: about.turn,
        tables,
        picture: Painted::of(db, known)?,
    })
}

impl Standing {
    fn on_the_road(&self) -> bool {
        self.march.as_ref().is_some_and(|march| march.miles_done > 0)
    }
}

impl MapShown {
    /// On which sides of each place its name and its armies stand, in a window of the usual size.
    fn sides_of_places(&self, frame: &MapFrame) -> BTreeMap<PlaceId, Sides> {
        let pixels = frame.pixels_a_unit();
        let mut armies: BTreeMap<PlaceId, usize> = BTreeMap::new();
        for standing in self.armies.iter().filter(|standing| !standing.on_the_road()) {
            if let Some(place) = standing.place {
                *armies.entry(place).or_default() += 1;
            }
        }
        let spot = |place: &'_ Place| LabelSpot {
            x: place.x as f32 * pixels,
            y: place.y as f32 * pixels,
            name: place.name.clone(),
            armies: armies.get(&place.id).copied().unwrap_or(0),
        };
        let spots: Vec<LabelSpot> = self.places.iter().map(spot).collect();
        self.places.iter().map(|place| place.id).zip(labels::sides(&spots)).collect()
    }

    fn tincture_of(&self, side: SideId) -> Option<Tincture> {
        self.sides.iter().find(|known| known.id == side).map(|side| side.tincture)
    }

    /// As the window is told it; nothing for nobody's.
    fn tincture(&self, side: SideId) -> &'static str {
        self.tincture_of(side).map_or("", Tincture::word)
    }

    fn side(&self, side: SideId) -> &str {
        self.sides.iter().find(|known| known.id == side).map_or("", |side| side.name.as_str())
    }

    fn place(&self, place: PlaceId) -> Option<&Place> {
        self.places.iter().find(|known| known.id == place)
    }

    fn army(&self, army: FormationId) -> Option<&Standing> {
        self.armies.iter().find(|known| known.line.id == army)
    }

    /// Each side, and what it holds.
    fn holders(&self) -> Vec<Holding> {
        let of = |side: SideId| {
            let Possessions { places, people, strongholds } = self.holdings.of_side(side);
            let armies: Vec<&Standing> = self.armies.iter().filter(|army| army.side == side).collect();
            let men: u32 = armies.iter().map(|army| army.line.men).sum();
            let mut parts = vec![
                format!("{} with {} people", counted(places, "place", "places"), thousands(u64::from(people))),
                format!("{}, {} men", counted(armies.len() as u32, "army", "armies"), thousands(men.into())),
            ];
            match strongholds.len() {
                0 => parts.push("no stronghold".to_owned()),
                1..=4 => parts.push(strongholds.join(", ")),
                many => parts.push(format!("{many} strongholds")),
            }
            format!("{}.", parts.join("; "))
        };
        let sides = self.sides.iter().map(|side| Holding {
            name: side.name.as_str().into(),
            tincture: side.tincture.word().into(),
            detail: of(side.id).into(),
        });
        sides.collect()
    }

    /// Where on the map an army stands, in units: its place, or that far along its road.
    fn at<'a>(&self, standing: &Standing, place: &impl Fn(PlaceId) -> Option<&'a Place>) -> Option<(f32, f32)> {
        let here = place(standing.place?)?;
        let (x, y) = (here.x as f32, here.y as f32);
        let along = standing.march.as_ref().filter(|march| march.miles_done > 0).and_then(|march| {
            let next = place(*march.path.first()?)?;
            let leg = miles_between(&self.routes, here.id, next.id)?;
            Some((next, march.miles_done as f32 / leg.max(1) as f32))
        });
        Some(match along {
            Some((next, part)) => (x + (next.x as f32 - x) * part, y + (next.y as f32 - y) * part),
            None => (x, y),
        })
    }
}

impl Map {
    fn connect(self: &Rc<Map>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<MapPage>();
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        roads::wire(window);
        on!(on_choose_army, |page, shell, index| page.choose_army(&shell, usize::try_from(index).ok()));
        on!(on_step_army, |page, shell, by| page.step_army(&shell, by));
        on!(on_choose_place, |page, shell, index| page.choose_place(&shell, index));
        on!(on_choose_target, |page, shell, index| page.choose_place(&shell, index));
        on!(on_looked, |page, shell, west, north, east, south| {
            page.look(&shell, View { west, north, east, south });
        });
        on!(on_march, |page, shell| {
            let (army, target) = (page.army.get(), page.target.get());
            let at = Rc::clone(&page);
            let purpose = purpose(&shell);
            shell.act(
                refuse,
                move |store| match (army, target) {
                    (Some(army), Some(target)) => march::order_to(store, army, target, purpose),
                    _ => Err(Problem::refused(
                        "No place to march to is chosen.",
                        "Choose one on the map or in the list.",
                    )),
                },
                move |shell, _| {
                    at.target.set(None);
                    shell.with(|window| window.global::<MapPage>().set_purpose(0));
                },
            );
        });
        on!(on_purpose_chosen, |page, shell| page.look_ahead(&shell));
        on!(on_halt, |page, shell| {
            if let Some(army) = page.army.get() {
                shell.act(refuse, move |store| march::halt(store, army), |_, ()| {});
            }
        });
        on!(on_come_out, |page, shell| {
            if let Some(army) = page.army.get() {
                shell.act(refuse, move |store| march::garrison(store, army, None), |_, ()| {});
            }
        });
        on!(on_garrison, |page, shell| {
            let at = shell.with(|window| window.global::<MapPage>().get_shelter()).unwrap_or(-1);
            let holding = usize::try_from(at).ok().and_then(|at| page.shelters.borrow().get(at).copied());
            if let (Some(army), Some(holding)) = (page.army.get(), holding) {
                shell.act(refuse, move |store| march::garrison(store, army, Some(holding)), |_, ()| {});
            }
        });
        on!(on_place_history, |page, shell| {
            if let Some(place) = page.place.get() {
                super::history::show(&shell, RowOf::Place(place));
            }
        });
        on!(on_print, |_page, shell| super::print::ask(&shell, super::print::PrintWanted::Map, "Print the map", "map"));
        on!(on_explain_pace, |page, shell| {
            let shown = page.shown.borrow();
            let army = shown.as_ref().zip(page.army.get()).and_then(|(shown, army)| shown.army(army));
            if let Some(army) = army {
                let pace = &army.pace.miles_a_day;
                let title = format!("Pace of {}", army.line.name);
                shell.explain(&title, &format!("{} miles a day", pace.value), "", &pace.parts);
            }
        });
        on!(on_show_army, |page, shell| {
            if let Some(army) = page.army.get() {
                super::armies::show_formation(&shell, army);
            }
        });
    }

    fn load(self: &Rc<Map>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        let known = self.shown.borrow().as_ref().and_then(|shown| shown.picture.clone());
        shell.read(
            move |db| read(db, known.as_ref()),
            move |shell, shown| {
                *page.shown.borrow_mut() = Some(shown);
                page.way.borrow_mut().clear();
                page.show(shell);
                page.show_drawing(shell);
                page.look_ahead(shell);
            },
        );
    }

    /// An army chosen, by its number among all.
    fn choose_army(&self, shell: &Rc<Shell>, index: Option<usize>) {
        let army = self
            .shown
            .borrow()
            .as_ref()
            .and_then(|shown| index.and_then(|at| shown.armies.get(at)).map(|army| (army.line.id, army.place)));
        if let Some((army, place)) = army {
            self.army.set(Some(army));
            self.place.set(place);
            self.target.set(None);
            self.way.borrow_mut().clear();
            shell.with(|window| refuse(window, SharedString::new()));
            // Where another was to march says nothing of this one.
            shell.with(|window| window.global::<MapPage>().set_outlook(SharedString::new()));
            self.show(shell);
        }
    }

    /// The army after the one chosen, or the one before it, and the map over where it is.
    fn step_army(&self, shell: &Rc<Shell>, by: i32) {
        let next = self.shown.borrow().as_ref().and_then(|shown| {
            let number = shown.armies.len() as i32;
            let at = shown.armies.iter().position(|army| Some(army.line.id) == self.army.get()).map(|at| at as i32);
            let next = at.map_or(if by > 0 { 0 } else { -1 }, |at| at + by).checked_rem_euclid(number)? as usize;
            let place = |id| shown.places.iter().find(|place| place.id == id);
            Some((next, shown.armies.get(next).and_then(|army| shown.at(army, &place))))
        });
        let Some((next, at)) = next else { return };
        self.choose_army(shell, Some(next));
        shell.with(|window| {
            let ui = window.global::<MapPage>();
            if let Some((x, y)) = at.filter(|_| ui.get_zoom() > 1.0) {
                ui.set_mid_x(x);
                ui.set_mid_y(y);
            }
        });
    }

    /// A place is where the chosen army might go; without one, what there is to know of it.
    fn choose_place(self: &Rc<Map>, shell: &Rc<Shell>, index: i32) {
        let place =
            self.shown.borrow().as_ref().and_then(|shown| {
                usize::try_from(index).ok().and_then(|at| shown.places.get(at)).map(|place| place.id)
            });
        self.place.set(place);
        if self.army.get().is_some() {
            self.target.set(place);
        }
        shell.with(|window| refuse(window, SharedString::new()));
        self.show(shell);
        self.look_ahead(shell);
    }

    /// What the march would take, before it is ordered.
    fn look_ahead(self: &Rc<Map>, shell: &Rc<Shell>) {
        let (Some(army), Some(target)) = (self.army.get(), self.target.get()) else {
            shell.with(|window| window.global::<MapPage>().set_outlook(SharedString::new()));
            return;
        };
        let (page, purpose) = (Rc::clone(self), purpose(shell));
        shell.try_read(
            move |db| Ok((march::outlook(db, army, target)?, db.day()?, siege::comes_to(db, army, target, purpose)?)),
            move |shell, outlook| {
                let text = match &outlook {
                    Ok((outlook, day, lines)) => match lines {
                        Some(lines) => format!("{} {lines}", in_words(outlook, *day)),
                        None => in_words(outlook, *day),
                    },
                    Err(problem) => problem.to_string(),
                };
                *page.way.borrow_mut() = outlook.map(|(outlook, ..)| outlook.way).unwrap_or_default();
                page.show(shell);
                shell.with(|window| window.global::<MapPage>().set_outlook(text.into()));
            },
        );
    }

    fn show(&self, shell: &Rc<Shell>) {
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        let target = self.target.get();
        let drawn = self.drawing.on.get();
        let frame = MapFrame::of(shown, drawn);
        let army = self.army.get().and_then(|army| shown.army(army));
        let place = self.place.get().and_then(|place| shown.place(place));
        let holdings: Vec<Holding> = shown
            .strongholds
            .iter()
            .filter(|holding| place.is_some_and(|place| place.id == holding.place))
            .map(|holding| {
                let inside: u32 = shown
                    .armies
                    .iter()
                    .filter(|standing| standing.stronghold == Some(holding.id))
                    .map(|standing| standing.line.men)
                    .sum();
                Holding {
                    name: holding.name.as_str().into(),
                    tincture: shown.tincture(holding.side).into(),
                    detail: format!(
                        "{} of {}; {inside} men of {} in it; {} rations of {}",
                        holding.kind,
                        shown.side(holding.side),
                        holding.capacity,
                        holding.rations,
                        holding.store_capacity
                    )
                    .into(),
                }
            })
            .collect();
        let here: Vec<MapHere> = shown
            .armies
            .iter()
            .enumerate()
            .filter(|(_, standing)| place.is_some_and(|place| standing.place == Some(place.id)))
            .map(|(at, standing)| MapHere {
                name: standing.line.name.as_str().into(),
                tincture: shown.tincture(standing.side).into(),
                detail: detail(standing).into(),
                army: count(at),
            })
            .collect();
        let shelters: Vec<&Stronghold> = shown
            .strongholds
            .iter()
            .filter(|holding| army.is_some_and(|army| army.shelters.contains(&holding.id) && army.stronghold.is_none()))
            .collect();
        *self.shelters.borrow_mut() = shelters.iter().map(|holding| holding.id).collect();
        let target_at = target.and_then(|target| shown.places.iter().position(|place| place.id == target));
        shell.with(|window| {
            let ui = window.global::<MapPage>();
            ui.set_empty(shown.places.is_empty());
            frame.set(&ui, self.framed.replace(Some(frame)) != Some(frame));
            ui.set_has_picture(shown.picture.is_some());
            ui.set_picture(shown.picture.as_ref().map(Painted::image).unwrap_or_default());
            ui.set_miles_a_unit(frame::miles_a_unit(shown.scale.as_ref()));
            ui.set_holders(model(shown.holders()));
            ui.set_here(model(here));
            ui.set_targets(words(shown.places.iter().map(|place| place.name.as_str())));
            ui.set_target(target_at.map_or(-1, count));
            ui.set_shelters(words(shelters.iter().map(|holding| holding.name.as_str())));
            ui.set_shelter(0);
            ui.set_has_army(army.is_some());
            if let Some(army) = army {
                ui.set_army(army.line.name.as_str().into());
                ui.set_army_tincture(shown.tincture(army.side).into());
                ui.set_army_detail(detail(army).into());
                ui.set_army_state(state(army).into());
                ui.set_pace(format!("{} miles a day", army.pace.miles_a_day.value).into());
                ui.set_marching(army.march.is_some());
                ui.set_inside(army.stronghold.is_some());
                ui.set_held(army.held);
            }
            ui.set_place(place.map_or("", |place| place.name.as_str()).into());
            ui.set_place_detail(place.map_or(String::new(), |place| about(place, shown)).into());
            ui.set_holdings(model(holdings));
        });
        self.show_marks(shell);
    }

    /// The legs of the way the chosen army goes or would go.
    fn legs(&self, army: Option<&Standing>) -> BTreeSet<(PlaceId, PlaceId)> {
        let way = self.way.borrow();
        let ordered = army.and_then(|army| army.march.as_ref()).map(|march| march.path.clone()).unwrap_or_default();
        let path = if way.is_empty() { &ordered } else { &*way };
        let mut legs = BTreeSet::new();
        let mut from = army.and_then(|army| army.place);
        for &to in path {
            if let Some(from) = from {
                legs.insert((from, to));
            }
            from = Some(to);
        }
        legs
    }
}

fn detail(standing: &Standing) -> String {
    let count = standing.line.count;
    let place = standing.line.place.phrase();
    let wounded = if count.wounded > 0 { format!(", {} wounded", count.wounded) } else { String::new() };
    let horse = if count.mounted > 0 { format!(", {} mounted", count.mounted) } else { String::new() };
    format!("{} men{horse}{wounded}, {place}", thousands(count.men.into()))
}

/// What an army is to do at the end of the march that is chosen.
fn purpose(shell: &Rc<Shell>) -> Purpose {
    let purpose = shell.with(|window| pick(Purpose::ALL, window.global::<MapPage>().get_purpose()));
    purpose.flatten().unwrap_or_default()
}

fn state(standing: &Standing) -> String {
    let mut parts = Vec::new();
    if standing.held {
        parts.push("held in contact with an enemy: settle that by its row on the desk".to_owned());
    }
    if !standing.line.marching_to.is_empty() {
        let there = standing.arrives.map_or(String::new(), |day| format!(", there on {}", day.long()));
        let then = match standing.march.as_ref().map(|march| march.purpose).unwrap_or_default() {
            Purpose::None => "",
            Purpose::Besiege => ", to besiege the enemy’s stronghold",
            Purpose::Convoy => ", to bring in its train",
        };
        parts.push(format!("under orders to march to {}{there}{then}", standing.line.marching_to));
    }
    if standing.line.unpaid_weeks > 0 {
        parts.push(format!("unpaid for {}", counted(standing.line.unpaid_weeks, "week", "weeks")));
    }
    if standing.line.hungry_weeks > 0 {
        parts.push(format!("hungry for {}", counted(standing.line.hungry_weeks, "week", "weeks")));
    }
    if parts.is_empty() { String::new() } else { format!("It is {}.", parts.join("; ")) }
}

fn about(place: &Place, shown: &MapShown) -> String {
    let kind = a(place.kind.word());
    let mut parts = vec![match place.side {
        Some(side) => format!("{kind} of {}", shown.side(side)),
        None => format!("{kind} of no side"),
    }];
    if place.people > 0 {
        parts.push(format!("{} people", thousands(place.people.into())));
    }
    if place.fiefs > 0 {
        parts.push(format!("{} knights’ fiefs", place.fiefs));
    }
    if let Some(side) = shown.holdings.besieger(place.id) {
        parts.push(format!("besieged by {}", shown.side(side)));
    }
    if place.stripped_weeks > 0 {
        parts.push(format!("its district stripped for {}", counted(place.stripped_weeks, "week", "weeks")));
    }
    capital(&parts.join(", ")) + "."
}

fn in_words(outlook: &MarchOutlook, day: Day) -> String {
    match outlook.way.is_empty() {
        true => "It is there already.".to_owned(),
        false => {
            let days = if outlook.days == 1 { "1 day".to_owned() } else { format!("{} days", outlook.days) };
            format!(
                "{} by {}: {} miles at {} a day, about {days}, there on {}.",
                outlook.names.last().map_or("There", String::as_str),
                match outlook.names.as_slice() {
                    [_] => "the straight road".to_owned(),
                    names => names[..names.len() - 1].join(", "),
                },
                outlook.miles,
                outlook.pace.miles_a_day.value,
                (day + outlook.days as i32).long()
            )
        }
    }
}
