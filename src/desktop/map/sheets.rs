//! The sheets over the map that is drawn: a stronghold, the map's own picture, and maps taken in from files and written.

use super::Map;
use super::draw::whole;
use crate::app::world::mapping::{Becoming, MapToCome, Taking};
use crate::app::world::{holds, mapping, picture};
use crate::app::{files, hexes};
use crate::campaign::ids::StrongholdId;
use crate::campaign::map_file::Extent;
use crate::campaign::places::{NewStronghold, PlaceKind, Stronghold, StrongholdKind};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, count, model, pick, words};
use crate::desktop::ui::{AppWindow, DrawSheet, MapComing, MapDraw};
use crate::store::Store;
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A moat too deep to be filled, as it is typed and kept (SG-7.7).
const DEEP: (&str, i32) = ("deep", -1);

fn refuse(window: &AppWindow, why: SharedString) {
    let ui = window.global::<MapDraw>();
    if why.is_empty() {
        ui.set_sheet(DrawSheet::None);
    }
    ui.set_sheet_refusal(why);
}

fn path(window: &AppWindow) -> PathBuf {
    PathBuf::from(window.global::<MapDraw>().get_path().trim())
}

impl Map {
    pub(super) fn connect_sheets(self: &Rc<Map>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<MapDraw>();
        ui.set_hold_kinds(words(StrongholdKind::ALL.iter().map(|kind| kind.word())));
        let on = Rc::clone(shell);
        ui.on_open(move |sheet| open(&on, sheet));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_open_hold(move |index| page.open_hold(&on, index));
        let on = Rc::clone(shell);
        ui.on_browse(move || {
            let then = Rc::clone(&on);
            let wanted = match on.with(|window| window.global::<MapDraw>().get_sheet()) {
                Some(DrawSheet::Picture) => Wanted::OpenPicture,
                Some(DrawSheet::Export) => Wanted::SaveCsv,
                _ => Wanted::OpenMap,
            };
            on.browse(wanted, if wanted == Wanted::SaveCsv { "places.csv" } else { "" }, move |path| {
                then.with(|window| window.global::<MapDraw>().set_path(path.display().to_string().into()));
            });
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirm(move || page.confirm(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_remove_hold(move || {
            let Some(hold) = page.drawing.hold.get() else { return };
            let by = on.with(|window| page.by(window)).unwrap_or_default();
            on.act(refuse, move |store| holds::remove(store, hold, &by), |_, ()| {});
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_hold_history(move || {
            if let Some(hold) = page.drawing.hold.get() {
                on.with(|window| window.global::<MapDraw>().set_sheet(DrawSheet::None));
                crate::desktop::history::show(&on, RowOf::Stronghold(hold));
            }
        });
        let on = Rc::clone(shell);
        ui.on_take_picture_away(move || {
            on.act(refuse, |store| picture::take_away(store, &Default::default()), |_, ()| {});
        });
        let on = Rc::clone(shell);
        ui.on_preview(move || preview(&on));
        let on = Rc::clone(shell);
        ui.on_source_edited(move || {
            on.with(|window| {
                let ui = window.global::<MapDraw>();
                ui.set_coming(SharedString::new());
                ui.set_comings(model([]));
                ui.set_sheet_refusal(SharedString::new());
            });
        });
    }

    /// Opens the sheet on a stronghold of the place in the form, or on a new one.
    fn open_hold(&self, shell: &Rc<Shell>, index: i32) {
        let hold = pick(&self.drawing.holds.borrow(), index);
        self.drawing.hold.set(hold);
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        let known = shown.strongholds.iter().find(|known| Some(known.id) == hold);
        let place = self.place_in_form().and_then(|place| shown.place(place));
        shell.with(|window| {
            let ui = window.global::<MapDraw>();
            ui.set_owners(words(shown.sides.iter().map(|side| side.name.as_str())));
            ui.set_new_hold(known.is_none());
            let named = shown.strongholds.iter().position(|known| Some(known.id) == hold);
            let named = named.and_then(|at| shown.hexes.get(at).cloned().flatten());
            // A map that is no longer in the referee's folder is still the one it names.
            let mut maps: Vec<String> = hexes::known().into_iter().map(|known| known.map.name.clone()).collect();
            if let Some(gone) = named.as_ref().filter(|named| !maps.contains(named)) {
                maps.push(gone.clone());
            }
            ui.set_hold_map(
                named.and_then(|named| maps.iter().position(|map| *map == named)).map_or(0, |at| count(at + 1)),
            );
            ui.set_hold_maps(words(std::iter::once("that of its kind".to_owned()).chain(maps.iter().cloned())));
            *self.drawing.maps.borrow_mut() = maps;
            ui.set_sheet_refusal(SharedString::new());
            let fill =
                |name: &str, kind: StrongholdKind, side: Option<_>, [men, rations, store]: [u32; 3], moat: i32| {
                    ui.set_hold_name(name.into());
                    ui.set_hold_kind(StrongholdKind::ALL.iter().position(|known| *known == kind).map_or(0, count));
                    ui.set_owner(shown.sides.iter().position(|known| Some(known.id) == side).map_or(0, count));
                    ui.set_capacity(men.to_string().into());
                    ui.set_rations(rations.to_string().into());
                    ui.set_store(store.to_string().into());
                    ui.set_moat(if moat == DEEP.1 { DEEP.0.into() } else { moat.to_string().into() });
                };
            match (known, place) {
                (Some(hold), _) => fill(
                    &hold.name,
                    hold.kind,
                    Some(hold.side),
                    [hold.capacity, hold.rations, hold.store_capacity],
                    hold.moat_days,
                ),
                (None, Some(place)) => {
                    // As a fortified place of a map out of a file gets one.
                    let walled = matches!(place.kind, PlaceKind::City | PlaceKind::Town | PlaceKind::Port);
                    let (name, kind, men) = match walled {
                        true => {
                            (format!("Walls of {}", place.name), StrongholdKind::Town, shown.tables.mapped_walls_men)
                        }
                        false => (
                            format!("{} Castle", place.name),
                            StrongholdKind::BorderCastle,
                            shown.tables.mapped_citadel_men,
                        ),
                    };
                    let rations = (men * shown.tables.mapped_rations_a_man) as u32;
                    fill(&name, kind, place.side, [men as u32, rations, rations], 0);
                }
                (None, None) => return,
            }
            ui.set_sheet(DrawSheet::Hold);
        });
    }

    fn confirm(self: &Rc<Map>, shell: &Rc<Shell>) {
        let Some((sheet, path, by)) =
            shell.with(|window| (window.global::<MapDraw>().get_sheet(), path(window), self.by(window)))
        else {
            return;
        };
        match sheet {
            DrawSheet::Hold => {
                let typed = shell.with(|window| self.typed_hold(window));
                let (known, Some(typed)) = (self.drawing.hold.get(), typed) else { return };
                let map = shell.with(|window| window.global::<MapDraw>().get_hold_map()).unwrap_or(0);
                let map = usize::try_from(map).ok().and_then(|at| at.checked_sub(1));
                let map = map.and_then(|at| self.drawing.maps.borrow().get(at).cloned());
                shell.act(
                    refuse,
                    move |store| match known {
                        None => holds::add_on(store, &typed?, map.as_deref(), &by).map(|_| ()),
                        Some(hold) => {
                            let edited = written_over(store, hold, typed?)?;
                            holds::edit_on(store, &edited, map.as_deref(), &by)
                        }
                    },
                    |_, ()| {},
                );
            }
            DrawSheet::Picture => shell.act(
                refuse,
                move |store| picture::lay(store, &files::read(&path, files::PICTURE)?, &by),
                |_, _| {},
            ),
            DrawSheet::Import => {
                let taking = shell.with(taking);
                let Some(taking) = taking else { return };
                shell.act(
                    refuse,
                    move |store| mapping::take_in(store, &files::read(&path, files::MAP)?, &taking?, &by),
                    |_, _| {},
                );
            }
            DrawSheet::Export => write_out(shell, path),
            DrawSheet::None => {}
        }
    }

    fn typed_hold(&self, window: &AppWindow) -> Result<NewStronghold> {
        let ui = window.global::<MapDraw>();
        let shown = self.shown.borrow();
        let place = self.place_in_form().ok_or_else(|| {
            Problem::refused("No place is chosen.", "Choose the place it stands at, then build it there.")
        })?;
        let side = shown.as_ref().and_then(|shown| pick(&shown.sides, ui.get_owner()));
        let side = side.ok_or_else(|| Problem::refused("There is no side to hold it.", "Make a side first."))?;
        let moat_days = match ui.get_moat().trim() {
            text if text.eq_ignore_ascii_case(DEEP.0) => DEEP.1,
            text => i32::try_from(whole(text, "days")?).unwrap_or(i32::MAX),
        };
        Ok(NewStronghold {
            place,
            side: side.id,
            name: ui.get_hold_name().to_string(),
            kind: pick(StrongholdKind::ALL, ui.get_hold_kind()).unwrap_or(StrongholdKind::BorderCastle),
            capacity: whole(&ui.get_capacity(), "men")?,
            rations: whole(&ui.get_rations(), "rations")?,
            store_capacity: whole(&ui.get_store(), "rations")?,
            moat_days,
        })
    }
}

/// A stronghold with every field as it was typed.
fn written_over(store: &Store, hold: StrongholdId, typed: NewStronghold) -> Result<Stronghold> {
    let NewStronghold { place, side, name, kind, capacity, rations, store_capacity, moat_days } = typed;
    let old = store.stronghold(hold)?;
    Ok(Stronghold { id: old.id, place, side, name, kind, capacity, rations, store_capacity, moat_days })
}

fn open(shell: &Rc<Shell>, sheet: DrawSheet) {
    shell.with(|window| {
        let ui = window.global::<MapDraw>();
        for clear in [MapDraw::set_path, MapDraw::set_west, MapDraw::set_north, MapDraw::set_east, MapDraw::set_coming]
        {
            clear(&ui, SharedString::new());
        }
        ui.set_comings(model([]));
        ui.set_sheet_refusal(SharedString::new());
        ui.set_sheet(sheet);
    });
}

/// How the file is to be taken in, as it was typed.
fn taking(window: &AppWindow) -> Result<Taking> {
    let ui = window.global::<MapDraw>();
    let edges = [ui.get_west(), ui.get_north(), ui.get_east()];
    let extent = match edges.iter().all(|edge| edge.trim().is_empty()) {
        true => None,
        false => {
            let edge = |text: &str| {
                text.trim().parse::<f64>().map_err(|_| {
                    Problem::bad_input(format!("“{}” is no edge of the map.", text.trim()))
                        .hint("Give all three edges in the file’s measure, or leave all three empty.")
                })
            };
            Some(Extent { west: edge(&edges[0])?, north: edge(&edges[1])?, east: edge(&edges[2])? })
        }
    };
    Ok(Taking { make_sides: ui.get_make_sides(), extent })
}

/// Shows what the file would make of the map, or every fault in it.
fn preview(shell: &Rc<Shell>) {
    let Some((path, taking)) = shell.with(|window| (path(window), taking(window))) else { return };
    shell.try_read(
        move |db| mapping::preview(db, &files::read(&path, files::MAP)?, &taking?),
        |shell, come| {
            shell.with(|window| {
                let ui = window.global::<MapDraw>();
                let (coming, comings, why) = match come {
                    Ok(come) => (in_words(&come), rows(&come), SharedString::new()),
                    Err(problem) => (String::new(), Vec::new(), crate::desktop::shell::told(&problem)),
                };
                ui.set_coming(coming.into());
                ui.set_comings(model(comings));
                ui.set_sheet_refusal(why);
            });
        },
    );
}

fn in_words(come: &MapToCome) -> String {
    let mut parts = vec![format!("It would bring {}.", come.in_words())];
    if !come.sides.is_empty() {
        parts.push(format!("New sides: {}.", come.sides.join(", ")));
    }
    if let Some(scale) = &come.scale {
        parts.push(format!("The map would be {} miles from north to south.", scale.miles));
    }
    parts.extend(come.notes.iter().map(|note| format!("{note}.")));
    parts.join(" ")
}

fn rows(come: &MapToCome) -> Vec<MapComing> {
    let becoming = |becoming| match becoming {
        Becoming::New => "new",
        Becoming::Changed => "changed",
        Becoming::Same => "as it is",
    };
    let places = come.places.iter().map(|place| {
        let side = if place.side.is_empty() { "nobody’s" } else { place.side.as_str() };
        let hold = place.stronghold.as_ref().map_or(String::new(), |(name, kind)| format!("; {name}, a {kind}"));
        MapComing {
            name: place.name.as_str().into(),
            what: becoming(place.becoming).into(),
            detail: format!("{}, {side}, at {}, {} people{hold}", place.kind, place.spot, place.people).into(),
        }
    });
    let routes = come.routes.iter().map(|route| MapComing {
        name: format!("{} to {}", route.from, route.to).into(),
        what: becoming(route.becoming).into(),
        detail: format!("{}, {} miles{}", route.kind, route.miles, if route.measured { " by the scale" } else { "" })
            .into(),
    });
    places.chain(routes).collect()
}

/// Writes places and routes beside one another.
fn write_out(shell: &Rc<Shell>, path: PathBuf) {
    shell.try_read(
        move |db| {
            let routes = of_routes(&path)?;
            if routes.exists() {
                return Err(Problem::refused(
                    format!("“{}” is there already.", routes.display()),
                    "Choose another name; no file is replaced.",
                ));
            }
            files::write_new(&path, mapping::places_as_csv(db)?.as_bytes())?;
            // Both are written or none: of one alone nothing would be known.
            let second = mapping::routes_as_csv(db).and_then(|csv| files::write_new(&routes, csv.as_bytes()));
            second.inspect_err(|_| drop(std::fs::remove_file(&path)))?;
            Ok(format!("Written to {} and {}.", path.display(), routes.display()))
        },
        |shell, written| match written {
            Ok(sentence) => {
                shell.with(|window| refuse(window, SharedString::new()));
                shell.say(&sentence);
            }
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
        },
    );
}

/// The file of routes beside one of places.
fn of_routes(places: &Path) -> Result<PathBuf> {
    let Some(stem) = places.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else {
        return Err(Problem::bad_input("No file is named.").hint("Type the path of a new file."));
    };
    Ok(places.with_file_name(format!("{stem}-routes.csv")))
}
