//! Maps looked at by themselves: chosen, with their key, and the line of fire between any two hexes (SG-6).

use super::{HexPage, StormView, paint, section};
use crate::app::assault::clear_or_not;
use crate::app::hexes;
use crate::app::hexes::drawing::HexNotes;
use crate::app::hexes::key::key;
use crate::desktop::contests::GamePage as _;
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, model, words};
use crate::desktop::tabletop::TablePage as _;
use crate::desktop::ui::{AppWindow, AssaultPage, FireRow, HexKeyLine};
use crate::rules::assault::line::{Checked, Passes};
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::{FireLine, Tables, cut};
use crate::rules::man_to_man::Cover;
use crate::rules::siege::{LineOfFire, Rise};
use slint::{ComponentHandle, Image, SharedString};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// How large a picture of the key is, in logical pixels.
const SWATCH: f32 = 44.0;

/// Connects what is chosen of maps.
pub(super) fn connect(page: &Rc<HexPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<AssaultPage>();
    ui.set_all_notes(words(HexNotes::ALL.map(|(_, word)| word)));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move |$($argument),*| $body);
        }};
    }
    on!(on_chosen_map, |page, shell| page.choose_map(&shell));
    on!(on_browse_map, |page, shell| {
        let (page, on) = (Rc::clone(&page), Rc::clone(&shell));
        shell.browse(Wanted::OpenScenario, "map.toml", move |path| {
            on.with(|window| window.global::<AssaultPage>().set_map_file(path.display().to_string().into()));
            page.choose_map(&on);
        });
    });
    on!(on_typed_line, |page, shell| page.typed_line(&shell));
    on!(on_forget_line, |page, shell| {
        page.change(|state| state.line = (None, None));
        page.show(&shell);
    });
    on!(on_show_key, |page, shell, index| page.show_key(&shell, index));
    on!(on_cut_sized, |page, shell, width, height| {
        page.change(|state| state.cut = (width, height));
        page.show(&shell);
    });
    on!(on_to_maps, |page, shell| {
        page.thinking.halt();
        page.change(|state| {
            (state.view, state.chosen, state.cursor, state.sight.fits) = (StormView::Map, None, None, true);
            state.hover = None;
        });
        page.say(&shell, "", false);
        page.choose_map(&shell);
    });
}

impl HexPage {
    /// Lists the maps there are now.
    pub(super) fn load_maps(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let known = hexes::known();
        let names: Vec<String> = known
            .iter()
            .map(|known| match known.own {
                true => format!("{} (your own)", known.map.name),
                false => known.map.name.clone(),
            })
            .collect();
        let first = self.change(|state| {
            let first = state.maps.is_empty();
            state.maps = known;
            first
        });
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            ui.set_maps(words(names.iter().cloned().chain(["one of a file …".to_owned()])));
            let own = std::iter::once("the scenario’s own".to_owned());
            ui.set_grounds(words(own.chain(names.iter().cloned())));
            ui.set_folder(hexes::folder().map_or_else(String::new, |folder| folder.display().to_string()).into());
        });
        if first {
            self.choose_map(shell);
        }
    }

    /// The map chosen is looked at, or why it cannot be.
    pub(super) fn choose_map(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (usize::try_from(ui.get_map()).unwrap_or(0), ui.get_map_file().trim().to_owned())
        });
        let Some((index, file)) = asked else { return };
        let known = self.change(|state| state.maps.get(index).map(|known| Arc::clone(&known.map)));
        let read = match known {
            Some(map) => Ok(Some(map)),
            None if file.is_empty() => Ok(None),
            None => hexes::read(Path::new(&file)).map(|map| Some(Arc::new(map))),
        };
        let (map, refusal) = match read {
            Ok(map) => (map, String::new()),
            Err(problem) => (None, problem.to_string()),
        };
        self.change(|state| {
            if state.map.as_ref().map(|map| &map.text) != map.as_ref().map(|map| &map.text) {
                (state.line, state.cursor, state.hover, state.sight.fits) = ((None, None), None, None, true);
            }
            state.map = map;
        });
        shell.with(|window| window.global::<AssaultPage>().set_map_refusal(refusal.into()));
        self.show_about(shell);
        self.show(shell);
    }

    /// What the map is, its lines of defence and its key.
    fn show_about(&self, shell: &Rc<Shell>) {
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            let dark = window.global::<crate::desktop::ui::Theme>().get_dark();
            let mut state = self.state.borrow_mut();
            let Some(map) = state.map.clone() else {
                ui.set_about_map(SharedString::new());
                ui.set_wards(model([]));
                ui.set_key_lines(model([]));
                return;
            };
            ui.set_about_map(format!("{} {} by {} hexes.", map.what, map.columns, map.rows).into());
            let wards = map.lines.iter().enumerate().map(|(n, name)| format!("{}. {name}", n + 1));
            ui.set_wards(words(wards));
            let drawing = state.drawing.of(&map);
            let size = SWATCH * state.sight.scale;
            ui.set_key_lines(model(key(&map).into_iter().map(|line| HexKeyLine {
                what: line.what.into(),
                picture: paint::crop(&map, &drawing, line.at, size, dark),
            })));
        });
    }

    /// A theme or a scale that changed: the key is painted anew.
    pub(super) fn repaint_key(&self, shell: &Rc<Shell>) {
        if self.change(|state| state.view == StormView::Map) {
            self.show_about(shell);
        }
    }

    /// Goes to the hex where something of the key is seen.
    fn show_key(&self, shell: &Rc<Shell>, index: i32) {
        self.change(|state| {
            let Some(map) = state.map.clone() else { return };
            let lines = key(&map);
            let line = usize::try_from(index).ok().and_then(|index| lines.get(index));
            if let Some(line) = line {
                state.cursor = Some(line.at);
                let (x, y) = hexes::drawing::middle(map.cell(line.at).hex);
                if !state.sight.fits {
                    state.sight.camera.middle = (x, -y);
                }
            }
        });
        self.show(shell);
    }

    /// The two hexes of a line as they were typed.
    fn typed_line(&self, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            [ui.get_line_from(), ui.get_line_to()].map(|text| text.trim().to_owned())
        });
        let Some([from, to]) = typed else { return };
        let found = self.change(|state| {
            let Some(map) = state.map.clone() else { return Ok(()) };
            let hex = |text: &str| match text {
                "" => Ok(None),
                text => hexes::hex_of(&map, text).map(Some),
            };
            state.line = (hex(&from)?, hex(&to)?);
            Ok(())
        });
        match found {
            Ok(()) => self.say(shell, "", false),
            Err(problem) => self.refuse(shell, &problem),
        }
        self.show(shell);
    }

    /// A hex is the one end of a line, then the other; a third begins another line.
    pub(super) fn lay_line(&self, shell: &Rc<Shell>, hex: HexId) {
        self.change(|state| {
            state.cursor = Some(hex);
            state.line = match state.line {
                (Some(from), None) if from != hex => (Some(from), Some(hex)),
                _ => (Some(hex), None),
            };
        });
        self.show(shell);
    }
}

fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "no",
        Cover::Light => "light",
        Cover::Heavy => "heavy",
    }
}

/// A row of the numbers of SG-6.2.
fn row(map: &HexMap, checked: &Checked) -> FireRow {
    let Rise { difference, height, lower, upper } = checked.rise;
    let number = |number: i64| SharedString::from(number.to_string());
    let passes = match checked.passes {
        Passes::Test { clear: true } => "clear",
        Passes::Test { clear: false } => "blocks",
        Passes::Own => "own rampart",
        Passes::BelowRamparts => "below both",
        Passes::Slit => "own slit",
    };
    FireRow {
        what: cut::obstruction(map, checked).into(),
        difference: number(difference),
        height: number(height),
        lower: number(lower),
        upper: number(upper),
        least: match checked.test() {
            LineOfFire::Between { least, .. } => number(least),
            _ => "–".into(),
        },
        passes: passes.into(),
        stops: checked.passes == Passes::Test { clear: false },
        told: cut::finding(map, checked).into(),
    }
}

/// Shows the line of fire that is laid, with its numbers and the cut under it.
pub(super) fn show_line(
    ui: &AssaultPage<'_>,
    map: &HexMap,
    (from, to): (Option<HexId>, Option<HexId>),
    fire: Option<&FireLine>,
    room: ((f32, f32), f32),
    dark: bool,
) {
    let name = |id: Option<HexId>| id.map_or_else(SharedString::new, |id| map.cell(id).name().into());
    ui.set_line_from(name(from));
    ui.set_line_to(name(to));
    let (Some(fire), Some(from), Some(to)) = (fire, from, to) else {
        ui.set_has_line(false);
        ui.set_fire_rows(model([]));
        ui.set_cut(Image::default());
        return;
    };
    ui.set_has_line(true);
    ui.set_clear(fire.is_clear());
    ui.set_clause(fire.clause().into());
    ui.set_verdict(clear_or_not(fire, map).into());
    let tables = Tables::book();
    let end = |letter: &str, at: HexId| {
        let behind = match fire.is_clear() {
            true => format!(", {} cover from the other", cover(fire.cover(map, at, &tables))),
            false => String::new(),
        };
        let cell = map.cell(at);
        format!("{letter} {}, {}, level {}{behind}", cell.name(), map.part_of(at).name, hexes::key::level(cell.level))
    };
    let mut ends = vec![end("From", from), end("To", to)];
    if let Some(clear) = fire.at_a_table() {
        let found = if clear { "clear" } else { "blocked" };
        ends.push(format!(
            "By the rule of thumb, the lower man at least as far from it as the upper: {found} (SG-6.1)"
        ));
    }
    ui.set_line_ends(words(ends));
    let rows = fire.checked.iter().filter(|checked| checked.rise.height > 0).map(|checked| row(map, checked));
    ui.set_fire_rows(model(rows));
    let (size, scale) = room;
    ui.set_cut(section::paint(fire, map, from, (size.0 * scale, size.1 * scale), scale, dark));
}
