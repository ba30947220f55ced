//! The routes of the map as one picture, laid under what stands on it. A path of the window's own is painted over its whole
//! length again where only a part of it is to be, over the names that were drawn upon it; a picture is not.

use crate::desktop::canvas::{self, line, pen, plain};
use crate::desktop::ui::{AppWindow, MapPage, MapRoute};
use slint::{Color, ComponentHandle, Image, Model, ModelRc};
use tiny_skia::Transform;

/// The widest picture there is a use for, in pixels.
const WIDEST: f32 = 8192.0;

/// What of the map is looked at, in pixels: where its corner lies, and how long a unit of it is.
struct Looked {
    left: f32,
    top: f32,
    unit: f32,
}

/// Has the page draw its routes.
pub fn wire(window: &AppWindow) {
    let weak = window.as_weak();
    window.global::<MapPage>().on_roads(move |routes, width, height, left, top, unit, common, special| {
        let scale = weak.upgrade().map_or(1.0, |window| window.window().scale_factor());
        let looked = Looked { left: left * scale, top: top * scale, unit: unit * scale };
        picture(&routes, (width * scale, height * scale), &looked, scale, [common, special])
    });
}

/// The routes as they are seen: those to be marched along, and the one being changed, in a colour of their own.
fn picture(
    routes: &ModelRc<MapRoute>,
    (width, height): (f32, f32),
    looked: &Looked,
    scale: f32,
    [common, special]: [Color; 2],
) -> Image {
    let pixels = |length: f32| length.round().clamp(1.0, WIDEST) as u32;
    canvas::picture(pixels(width), pixels(height), |mut canvas| {
        for route in routes.iter() {
            let seen = |x: f32, y: f32| (looked.left + x * looked.unit, looked.top + y * looked.unit);
            let Some(path) = line(&[seen(route.x, route.y), seen(route.to_x, route.to_y)], false) else { continue };
            let (ink, wide) = match (route.marked || route.chosen, route.track) {
                (true, _) => (special, 4.0),
                (false, true) => (common, 1.5),
                (false, false) => (common, 3.0),
            };
            let ink = tiny_skia::Color::from_rgba8(ink.red(), ink.green(), ink.blue(), ink.alpha());
            canvas.stroke_path(&path, &plain(ink), &pen(wide * scale), Transform::identity(), None);
        }
    })
}
