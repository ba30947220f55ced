//! Drawing the map by mouse and keyboard: a tool says what a point that is chosen means, a form says what is at it, and each
//! thing put, moved, changed or taken away is one use case.

use super::{Map, MapShown};
use crate::app::world::{ByHand, chart, places, routes};
use crate::campaign::ids::{PlaceId, RouteId, StrongholdId};
use crate::campaign::map::{EDGE, MapScale, MapSpot};
use crate::campaign::places::{NewPlace, Place, PlaceKind, Route, RouteKind};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Page, Shell, count, model, pick, words};
use crate::desktop::ui::{AppWindow, DrawForm, DrawSheet, DrawTool, DrawnHold, MapDraw, MapMark};
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How near a point chosen has to be to a place to mean it, in units of the map.
const NEAR: f32 = 15.0;

/// What the form is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InForm {
    #[default]
    Nothing,
    NewPlace(MapSpot),
    Place(PlaceId),
    /// A route of which the first place is chosen.
    RouteFrom(PlaceId),
    NewRoute(PlaceId, PlaceId),
    Route(RouteId),
    /// The scale, with the points of it chosen so far.
    Scale(Option<MapSpot>, Option<MapSpot>),
}

/// Whether the map is drawn, and with what.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) on: Cell<bool>,
    /// Whether it was begun from the founding, to which it goes back.
    pub(super) founds: Cell<bool>,
    in_form: Cell<InForm>,
    /// What to choose once the page has been read anew.
    wanted: Cell<Option<PlaceId>>,
    /// The strongholds the form lists, and the one its sheet is about; none for a new one.
    pub(super) holds: RefCell<Vec<StrongholdId>>,
    pub(super) hold: Cell<Option<StrongholdId>>,
    /// The maps of hexes its sheet offers.
    pub(super) maps: RefCell<Vec<String>>,
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<MapDraw>().set_refusal(why);
}

/// A whole number typed in a field; nothing typed is 0.
pub(super) fn whole(text: &str, what: &str) -> Result<u32> {
    match text.trim() {
        "" => Ok(0),
        text => text.parse().map_err(|_| {
            Problem::bad_input(format!("“{text}” is no number of {what}.")).hint("Type a whole number, in digits.")
        }),
    }
}

/// Calls the keyboard back to the map, where the next point is chosen.
fn recall(shell: &Rc<Shell>) {
    shell.with(|window| {
        let ui = window.global::<MapDraw>();
        ui.set_recalled(ui.get_recalled().wrapping_add(1));
    });
}

fn on_map(x: f32, y: f32) -> MapSpot {
    let unit = |far: f32| (far.round() as i64).clamp(0, EDGE);
    MapSpot { x: unit(x), y: unit(y) }
}

impl Map {
    pub(super) fn connect_draw(self: &Rc<Map>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<MapDraw>();
        ui.set_kinds(words(PlaceKind::ALL.iter().map(|kind| kind.word())));
        ui.set_kind(PlaceKind::ALL.iter().position(|kind| *kind == PlaceKind::Village).map_or(0, count));
        ui.set_route_kinds(words(RouteKind::ALL.iter().map(|kind| kind.word())));
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_begin, |page, shell| {
            page.begin_drawing(&shell, None);
            page.show(&shell);
            page.show_drawing(&shell);
        });
        on!(on_done, |page, shell| {
            page.drawn(&shell);
        });
        on!(on_tool_chosen, |page, shell| {
            let begun = match page.tool(&shell) {
                DrawTool::Scale => InForm::Scale(None, None),
                _ => InForm::Nothing,
            };
            page.put_in_form(&shell, begun);
        });
        on!(on_point, |page, shell, x, y| page.point(&shell, x, y));
        on!(on_choose_place, |page, shell, index| {
            let place = page.shown.borrow().as_ref().and_then(|shown| pick(&shown.places, index));
            if let Some(place) = place {
                page.place_pointed_at(&shell, &place);
            }
        });
        on!(on_choose_route, |page, shell, index| {
            let route = page.shown.borrow().as_ref().and_then(|shown| pick(&shown.routes, index));
            if let Some(route) = route {
                page.put_in_form(&shell, InForm::Route(route.id));
            }
        });
        on!(on_move_place, |page, shell, index, x, y| page.move_place(&shell, index, x, y));
        on!(on_keep_place, |page, shell| page.keep_place(&shell));
        on!(on_remove_place, |page, shell| page.remove_place(&shell));
        on!(on_keep_route, |page, shell| page.keep_route(&shell));
        on!(on_remove_route, |page, shell| page.remove_route(&shell));
        on!(on_route_history, |page, shell| {
            if let Some(route) = page.route_in_form() {
                crate::desktop::history::show(&shell, RowOf::Route(route));
            }
        });
        on!(on_keep_scale, |page, shell| page.keep_scale(&shell));
    }

    /// Begins to draw, with a place in the form if one is given.
    pub(super) fn begin_drawing(&self, shell: &Rc<Shell>, place: Option<PlaceId>) {
        self.drawing.on.set(true);
        self.drawing.founds.set(false);
        self.drawing.in_form.set(place.map_or(InForm::Nothing, InForm::Place));
        self.target.set(None);
        self.way.borrow_mut().clear();
        shell.with(|window| {
            let ui = window.global::<MapDraw>();
            ui.set_tool(DrawTool::Choose);
            ui.set_drawing(true);
            ui.set_sheet(DrawSheet::None);
            refuse(window, SharedString::new());
        });
    }

    pub(super) fn leave_drawing(&self, shell: &Rc<Shell>) {
        self.drawing.on.set(false);
        self.drawing.in_form.set(InForm::Nothing);
        shell.with(|window| {
            let ui = window.global::<MapDraw>();
            ui.set_drawing(false);
            ui.set_sheet(DrawSheet::None);
        });
    }

    /// One step back from what is drawn: the sheet, the form, the tool, then the drawing itself.
    pub(super) fn step_back(self: &Rc<Map>, shell: &Rc<Shell>) -> bool {
        let open = shell.with(|window| {
            let ui = window.global::<MapDraw>();
            let open = ui.get_sheet() != DrawSheet::None;
            ui.set_sheet(DrawSheet::None);
            open
        });
        if open == Some(true) {
            return true;
        }
        if self.drawing.in_form.get() != InForm::Nothing || self.tool(shell) != DrawTool::Choose {
            shell.with(|window| window.global::<MapDraw>().set_tool(DrawTool::Choose));
            self.put_in_form(shell, InForm::Nothing);
            return true;
        }
        self.drawn(shell);
        true
    }

    /// What was to be drawn is drawn: back to the map, or to the founding that wanted it.
    fn drawn(self: &Rc<Map>, shell: &Rc<Shell>) {
        let founds = self.drawing.founds.take();
        self.leave_drawing(shell);
        match founds {
            true => shell.go(Page::Founding),
            false => self.show(shell),
        }
    }

    fn tool(&self, shell: &Rc<Shell>) -> DrawTool {
        shell.with(|window| window.global::<MapDraw>().get_tool()).unwrap_or_default()
    }

    pub(super) fn place_in_form(&self) -> Option<PlaceId> {
        match self.drawing.in_form.get() {
            InForm::Place(place) => Some(place),
            _ => None,
        }
    }

    pub(super) fn route_in_form(&self) -> Option<RouteId> {
        match self.drawing.in_form.get() {
            InForm::Route(route) => Some(route),
            _ => None,
        }
    }

    fn put_in_form(&self, shell: &Rc<Shell>, what: InForm) {
        self.drawing.in_form.set(what);
        shell.with(|window| refuse(window, SharedString::new()));
        self.show(shell);
        self.show_drawing(shell);
    }

    /// What a point of the map means with the tool that is chosen.
    fn point(&self, shell: &Rc<Shell>, x: f32, y: f32) {
        let spot = on_map(x, y);
        let near = |place: &&Place| (place.x as f32 - x).hypot(place.y as f32 - y);
        let nearest = self.shown.borrow().as_ref().and_then(|shown| {
            let nearest = shown.places.iter().min_by(|one, other| near(one).total_cmp(&near(other)));
            nearest.filter(|place| near(place) <= NEAR).cloned()
        });
        match (self.tool(shell), nearest) {
            (DrawTool::Place, None) => self.put_in_form(shell, InForm::NewPlace(spot)),
            (DrawTool::Scale, None) => self.scale_point(shell, spot),
            (DrawTool::Choose, None) => self.put_in_form(shell, InForm::Nothing),
            (DrawTool::Route, None) => {
                let nothing = Problem::refused(
                    "No place lies there.",
                    "A route joins two places; put one there first, with “Place”.",
                );
                shell.with(|window| refuse(window, nothing.to_string().into()));
            }
            (_, Some(place)) => self.place_pointed_at(shell, &place),
        }
    }

    fn place_pointed_at(&self, shell: &Rc<Shell>, place: &Place) {
        match self.tool(shell) {
            DrawTool::Choose | DrawTool::Place => self.put_in_form(shell, InForm::Place(place.id)),
            DrawTool::Scale => self.scale_point(shell, MapSpot { x: place.x, y: place.y }),
            DrawTool::Route => {
                let next = match self.drawing.in_form.get() {
                    InForm::RouteFrom(from) if from == place.id => InForm::Nothing,
                    InForm::RouteFrom(from) => {
                        let shown = self.shown.borrow();
                        let known = shown.as_ref().and_then(|shown| {
                            shown.routes.iter().find(|route| route.joins(from, place.id)).map(|route| route.id)
                        });
                        known.map_or(InForm::NewRoute(from, place.id), InForm::Route)
                    }
                    _ => InForm::RouteFrom(place.id),
                };
                self.put_in_form(shell, next);
            }
        }
    }

    fn scale_point(&self, shell: &Rc<Shell>, spot: MapSpot) {
        let next = match self.drawing.in_form.get() {
            InForm::Scale(Some(from), None) => InForm::Scale(Some(from), Some(spot)),
            _ => InForm::Scale(Some(spot), None),
        };
        self.put_in_form(shell, next);
    }

    /// Shows what the form is about, as the campaign has it.
    pub(super) fn show_drawing(&self, shell: &Rc<Shell>) {
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        if let Some(wanted) = self.drawing.wanted.take() {
            self.drawing.in_form.set(InForm::Place(wanted));
            self.show(shell);
        }
        let known = |place: PlaceId| shown.place(place).is_some();
        let gone = match self.drawing.in_form.get() {
            InForm::Place(place) | InForm::RouteFrom(place) => !known(place),
            InForm::NewRoute(one, other) => !known(one) || !known(other),
            InForm::Route(route) => shown.routes.iter().all(|known| known.id != route),
            InForm::Nothing | InForm::NewPlace(_) | InForm::Scale(..) => false,
        };
        if gone {
            self.drawing.in_form.set(InForm::Nothing);
        }
        let what = self.drawing.in_form.get();
        let tool = self.tool(shell);
        shell.with(|window| {
            let ui = window.global::<MapDraw>();
            ui.set_hint(hint(tool, what).into());
            ui.set_marks(model(marks(shown, what)));
            ui.set_asks_reason(shown.turn > 0);
            ui.set_has_picture(shown.picture.is_some());
            let sides = std::iter::once("nobody").chain(shown.sides.iter().map(|side| side.name.as_str()));
            ui.set_sides(words(sides));
            ui.set_reason(SharedString::new());
            match what {
                InForm::Nothing | InForm::RouteFrom(_) => {
                    ui.set_form(DrawForm::None);
                    ui.set_title("The map".into());
                }
                InForm::NewPlace(spot) => self.fill_place(&ui, shown, None, spot),
                InForm::Place(place) => {
                    if let Some(place) = shown.place(place) {
                        self.fill_place(&ui, shown, Some(place), MapSpot { x: place.x, y: place.y });
                    }
                }
                InForm::NewRoute(from, to) => fill_route(&ui, shown, from, to, None),
                InForm::Route(route) => {
                    if let Some(route) = shown.routes.iter().find(|known| known.id == route) {
                        fill_route(&ui, shown, route.a, route.b, Some(route));
                    }
                }
                InForm::Scale(from, to) => fill_scale(&ui, shown, from, to),
            }
        });
    }

    fn fill_place(&self, ui: &MapDraw, shown: &MapShown, place: Option<&Place>, spot: MapSpot) {
        ui.set_form(DrawForm::Place);
        ui.set_fresh(place.is_none());
        ui.set_title(place.map_or("A new place", |place| place.name.as_str()).into());
        ui.set_at(spot.to_string().into());
        let holds: Vec<_> =
            shown.strongholds.iter().filter(|hold| place.is_some_and(|place| place.id == hold.place)).collect();
        let drawn = holds.iter().map(|hold| DrawnHold {
            name: hold.name.as_str().into(),
            tincture: shown.tincture(hold.side).into(),
            detail: format!(
                "{} of {}, for {} men; {} rations of {}",
                hold.kind,
                shown.side(hold.side),
                hold.capacity,
                hold.rations,
                hold.store_capacity
            )
            .into(),
        });
        ui.set_holds(model(drawn.collect::<Vec<_>>()));
        *self.drawing.holds.borrow_mut() = holds.iter().map(|hold| hold.id).collect();
        let Some(place) = place else {
            ui.set_name(SharedString::new());
            ui.set_people(SharedString::new());
            ui.set_fiefs(SharedString::new());
            return;
        };
        let side = place.side.and_then(|side| shown.sides.iter().position(|known| known.id == side));
        ui.set_name(place.name.as_str().into());
        ui.set_kind(PlaceKind::ALL.iter().position(|kind| *kind == place.kind).map_or(-1, count));
        ui.set_side(side.map_or(0, |at| count(at) + 1));
        ui.set_people(place.people.to_string().into());
        ui.set_fiefs(place.fiefs.to_string().into());
    }

    /// The reason typed beside the form.
    pub(super) fn by(&self, window: &AppWindow) -> ByHand {
        ByHand::because(&window.global::<MapDraw>().get_reason())
    }

    fn keep_place(self: &Rc<Map>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<MapDraw>();
            let shown = self.shown.borrow();
            let side = shown.as_ref().and_then(|shown| pick(&shown.sides, ui.get_side() - 1)).map(|side| side.id);
            let at: MapSpot = ui.get_at().parse()?;
            let new = NewPlace {
                name: ui.get_name().to_string(),
                kind: pick(PlaceKind::ALL, ui.get_kind()).unwrap_or(PlaceKind::Village),
                side,
                x: at.x,
                y: at.y,
                people: whole(&ui.get_people(), "people")?,
                fiefs: whole(&ui.get_fiefs(), "fiefs")?,
            };
            let old = match (&*shown, self.drawing.in_form.get()) {
                (Some(shown), InForm::Place(place)) => shown.place(place).cloned(),
                _ => None,
            };
            Ok::<_, Problem>((new, old, self.by(window)))
        });
        let Some(typed) = typed else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let (new, old, by) = typed?;
                match old {
                    None => places::add(store, &new, &by),
                    Some(old) => {
                        let NewPlace { name, kind, side, x, y, people, fiefs } = new;
                        places::edit(store, &Place { name, kind, side, x, y, people, fiefs, ..old }, &by)?;
                        Ok(old.id)
                    }
                }
            },
            move |shell, place| {
                page.drawing.wanted.set(Some(place));
                recall(shell);
            },
        );
    }

    fn remove_place(self: &Rc<Map>, shell: &Rc<Shell>) {
        let Some(place) = self.place_in_form() else { return };
        let by = shell.with(|window| self.by(window)).unwrap_or_default();
        shell.act(refuse, move |store| places::remove(store, place, &by), |_, ()| {});
    }

    /// Moves a place to where it was dropped.
    fn move_place(self: &Rc<Map>, shell: &Rc<Shell>, index: i32, x: f32, y: f32) {
        let place = self.shown.borrow().as_ref().and_then(|shown| pick(&shown.places, index));
        let Some(place) = place else { return };
        let (spot, id, page) = (on_map(x, y), place.id, Rc::clone(self));
        shell.act(
            refuse,
            move |store| places::edit(store, &Place { x: spot.x, y: spot.y, ..place }, &ByHand::default()),
            move |_, ()| page.drawing.wanted.set(Some(id)),
        );
    }

    fn keep_route(self: &Rc<Map>, shell: &Rc<Shell>) {
        let what = self.drawing.in_form.get();
        let typed = shell.with(|window| {
            let ui = window.global::<MapDraw>();
            let kind = pick(RouteKind::ALL, ui.get_route_kind()).unwrap_or(RouteKind::Road);
            let miles = match ui.get_measured() {
                true => None,
                false => Some(whole(&ui.get_miles(), "miles")?),
            };
            Ok::<_, Problem>((kind, miles, self.by(window)))
        });
        let Some(typed) = typed else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let (kind, miles, by) = typed?;
                match what {
                    InForm::NewRoute(from, to) => routes::add(store, from, to, miles, kind, &by),
                    InForm::Route(route) => {
                        let old = store.route(route)?;
                        let (measured, miles) = (miles.is_none(), miles.unwrap_or(old.miles));
                        routes::edit(store, &Route { kind, miles, measured, ..old }, &by)?;
                        Ok(route)
                    }
                    _ => Err(Problem::refused("No route is chosen.", "Choose two places, or the miles of a route.")),
                }
            },
            move |shell, route| {
                page.drawing.in_form.set(InForm::Route(route));
                recall(shell);
            },
        );
    }

    fn remove_route(self: &Rc<Map>, shell: &Rc<Shell>) {
        let Some(route) = self.route_in_form() else { return };
        let by = shell.with(|window| self.by(window)).unwrap_or_default();
        shell.act(refuse, move |store| routes::remove(store, route, &by), |_, ()| {});
    }

    fn keep_scale(self: &Rc<Map>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<MapDraw>();
            let (a, b) = (ui.get_from().parse()?, ui.get_to().parse()?);
            Ok::<_, Problem>((MapScale { a, b, miles: whole(&ui.get_miles(), "miles")? }, self.by(window)))
        });
        let Some(typed) = typed else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                let (scale, by) = typed?;
                chart::set_scale(store, &scale, &by)
            },
            move |shell, _| {
                page.drawing.in_form.set(InForm::Scale(None, None));
                recall(shell);
            },
        );
    }
}

/// What to do next with a tool.
fn hint(tool: DrawTool, what: InForm) -> &'static str {
    match (tool, what) {
        (_, InForm::NewPlace(_)) => "Name it, and put it on the map.",
        (_, InForm::NewRoute(..)) => "Say what it is and how long, and draw it.",
        (DrawTool::Choose, InForm::Place(_)) => "Drag it to move it, or write where it lies.",
        (DrawTool::Choose, _) => "Choose a place, or the miles of a route, to change it. Drag a place to move it.",
        (DrawTool::Place, _) => "Point at where it lies: with the mouse, or with the arrow keys and Return.",
        (DrawTool::Route, InForm::RouteFrom(_)) => "Now the place it leads to.",
        (DrawTool::Route, _) => "Choose the place it leads from.",
        (DrawTool::Scale, InForm::Scale(Some(_), None)) => "Now the other point.",
        (DrawTool::Scale, InForm::Scale(Some(_), Some(_))) => "Say how many miles lie between them.",
        (DrawTool::Scale, _) => "Choose two points whose distance you know; the farther apart, the truer.",
    }
}

/// The points that are ringed.
fn marks(shown: &MapShown, what: InForm) -> Vec<MapMark> {
    let place = |place: PlaceId| shown.place(place).map(|place| MapSpot { x: place.x, y: place.y });
    let scale = |spot: Option<MapSpot>, of: fn(&MapScale) -> MapSpot| spot.or(shown.scale.as_ref().map(of));
    let spots = match what {
        InForm::Nothing | InForm::Place(_) | InForm::Route(_) => [None, None],
        InForm::NewPlace(spot) => [Some(spot), None],
        InForm::RouteFrom(from) => [place(from), None],
        InForm::NewRoute(from, to) => [place(from), place(to)],
        InForm::Scale(None, None) => [scale(None, |scale| scale.a), scale(None, |scale| scale.b)],
        InForm::Scale(from, to) => [from, to],
    };
    spots.into_iter().flatten().map(|spot| MapMark { x: spot.x as f32, y: spot.y as f32 }).collect()
}

fn fill_route(ui: &MapDraw, shown: &MapShown, from: PlaceId, to: PlaceId, route: Option<&Route>) {
    let (Some(from), Some(to)) = (shown.place(from), shown.place(to)) else { return };
    let spot = |place: &Place| MapSpot { x: place.x, y: place.y };
    let by_scale = shown.scale.as_ref().and_then(|scale| scale.miles_between(spot(from), spot(to)));
    ui.set_form(DrawForm::Route);
    ui.set_fresh(route.is_none());
    ui.set_title(format!("{} to {}", from.name, to.name).into());
    ui.set_by_scale(match by_scale {
        Some(miles) => format!("By the scale: {miles} miles").into(),
        None => "By the scale, which is not set yet".into(),
    });
    match route {
        Some(route) => {
            ui.set_route_kind(RouteKind::ALL.iter().position(|kind| *kind == route.kind).map_or(0, count));
            ui.set_measured(route.measured);
            ui.set_miles(route.miles.to_string().into());
        }
        None => {
            ui.set_measured(by_scale.is_some());
            ui.set_miles(SharedString::new());
        }
    }
}

fn fill_scale(ui: &MapDraw, shown: &MapShown, from: Option<MapSpot>, to: Option<MapSpot>) {
    ui.set_form(DrawForm::Scale);
    ui.set_fresh(false);
    ui.set_title("The scale".into());
    ui.set_scale(match &shown.scale {
        Some(scale) => format!("From {} to {} are {} miles.", scale.a, scale.b, scale.miles).into(),
        None => "The map has no scale yet, so the miles of each route are given by hand.".into(),
    });
    let text = |spot: Option<MapSpot>| spot.map_or(String::new(), |spot| spot.to_string());
    match (from, &shown.scale) {
        (None, Some(scale)) => {
            ui.set_from(scale.a.to_string().into());
            ui.set_to(scale.b.to_string().into());
            ui.set_miles(scale.miles.to_string().into());
        }
        _ => {
            ui.set_from(text(from).into());
            ui.set_to(text(to).into());
            ui.set_miles(SharedString::new());
        }
    }
}
