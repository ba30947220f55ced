//! What is drawn in steps, only where something changed, is what is drawn afresh.
//!
//! The other tests look at pictures that are drawn whole. The window on a screen is drawn otherwise: its buffer keeps what
//! it shows, and each frame paints only what it knows to have changed. Here it is drawn so, after clicks and keys at
//! random, and compared with the same window drawn whole.

use super::harness::*;
use banneret::desktop::ui::{AppWindow, Frame, Page};
use i_slint_backend_testing::{AccessibleRole, ElementHandle, ElementQuery};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use slint::platform::software_renderer::{MinimalSoftwareWindow, RepaintBufferType};
use slint::platform::{Key, Platform, PlatformError, PointerEventButton, WindowAdapter, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, PhysicalSize, Rgb8Pixel, Rgba8Pixel, SharedPixelBuffer};
use std::rc::Rc;
use std::time::{Duration, Instant};

const WIDE: u32 = 1280;
const HIGH: u32 = 800;

struct Screen(Rc<MinimalSoftwareWindow>, Instant);

impl Platform for Screen {
    /// Faster than the clock that the tests set on by hand, which must never be ahead of it.
    fn duration_since_start(&self) -> Duration {
        self.1.elapsed() * 1_000
    }

    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(Rc::clone(&self.0) as _)
    }
}

/// A window whose frames are painted over one another, as on a screen.
struct Painted {
    evening: Evening,
    screen: Rc<MinimalSoftwareWindow>,
    seen: Vec<Rgb8Pixel>,
}

impl Painted {
    fn on(sample: &str) -> Painted {
        let screen = MinimalSoftwareWindow::new(RepaintBufferType::ReusedBuffer);
        slint::platform::set_platform(Box::new(Screen(Rc::clone(&screen), Instant::now())))
            .expect("one platform a thread");
        screen.set_size(PhysicalSize::new(WIDE, HIGH));
        let evening = evening();
        evening.window.show().expect("the window shows");
        let file = evening.folder.path().join("painted.banneret");
        drop(banneret::app::found::from_sample(&file, sample).expect("the sample"));
        banneret::desktop::open(&evening.shell, file);
        let mut painted = Painted { evening, screen, seen: vec![Rgb8Pixel::default(); (WIDE * HIGH) as usize] };
        painted.frame();
        painted
    }

    fn window(&self) -> &AppWindow {
        &self.evening.window
    }

    /// Lets a little time pass and paints what changed.
    fn frame(&mut self) {
        for _ in 0..3 {
            pass(20);
            self.screen.draw_if_needed(|renderer| {
                renderer.render(&mut self.seen, WIDE as usize);
            });
        }
    }

    /// Holds what is seen to what is drawn afresh.
    fn is_true(&mut self, after: &str) {
        self.frame();
        let fresh = picture(self.window());
        let far = |one: u8, other: u8| one.abs_diff(other) > 48;
        let new = |at: usize| fresh.as_slice()[at];
        let unlike = |seen: Rgb8Pixel, new: Rgba8Pixel| far(seen.r, new.r) || far(seen.g, new.g) || far(seen.b, new.b);
        // A drawn line may be mixed otherwise in a part than in the whole: then what is seen is beside it.
        let about = |at: usize| {
            let (x, y) = (at as u32 % WIDE, at as u32 / WIDE);
            let near = |of: u32, end: u32| of.saturating_sub(1)..=(of + 1).min(end - 1);
            near(y, HIGH).flat_map(move |y| near(x, WIDE).map(move |x| (y * WIDE + x) as usize))
        };
        let stale: Vec<usize> = (0..self.seen.len())
            .filter(|&at| unlike(self.seen[at], new(at)))
            .filter(|&at| {
                about(at).all(|by| unlike(self.seen[at], new(by))) || about(at).all(|by| unlike(self.seen[by], new(at)))
            })
            .collect();
        if stale.len() > MIXED_TWICE {
            keep("stale-seen", &self.seen);
            let whole: Vec<Rgb8Pixel> =
                fresh.as_slice().iter().map(|pixel| Rgb8Pixel::new(pixel.r, pixel.g, pixel.b)).collect();
            keep("stale-true", &whole);
            let (x, y) = (stale[0] as u32 % WIDE, stale[0] as u32 / WIDE);
            panic!("after {after}: {} points are not as drawn afresh, the first at {x}, {y}", stale.len());
        }
        // What was drawn afresh is what the next frames are painted over.
        self.screen.request_redraw();
        self.frame();
    }

    fn press(&mut self, label: &str) {
        the(self.window(), label).invoke_accessible_default_action();
        self.frame();
    }

    fn click(&mut self, position: LogicalPosition) {
        let button = PointerEventButton::Left;
        let window = self.window().window();
        window.dispatch_event(WindowEvent::PointerMoved { position });
        window.dispatch_event(WindowEvent::PointerPressed { position, button });
        self.frame();
        self.window().window().dispatch_event(WindowEvent::PointerReleased { position, button });
        self.frame();
    }

    fn key(&mut self, held: &[Key], text: impl Into<slint::SharedString>) {
        key(self.window(), held, text);
        self.frame();
    }

    fn scroll(&mut self, position: LogicalPosition, down: f32) {
        self.window().window().dispatch_event(WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y: -down });
        self.frame();
    }
}

/// Keeps a picture where `BANNERET_SHOTS` names a folder.
fn keep(name: &str, pixels: &[Rgb8Pixel]) {
    let mut picture = SharedPixelBuffer::<Rgba8Pixel>::new(WIDE, HIGH);
    for (to, from) in picture.make_mut_slice().iter_mut().zip(pixels) {
        *to = Rgba8Pixel::new(from.r, from.g, from.b, 255);
    }
    keep_picture(name, &picture);
}

/// As many points as may differ: where two parts that are painted overlap, the renderer mixes the fine lines of icons twice, which
/// makes them a little bolder until they are next painted; the four at the foot of the rail are some fifty. A word that is
/// stale is more.
const MIXED_TWICE: usize = 80;

/// Controls that leave the campaign, set the program to work for long, or draw everything at another size.
const LEFT_ALONE: [&str; 9] = [
    "Open another campaign",
    "Forecast",
    "Look ahead",
    "Advise",
    "Hint",
    "Let the program",
    "Start the game",
    "Settings",
    "Open the backup",
];

/// The pages a campaign has without more ado.
const PAGES: [Page; 15] = [
    Page::Desk,
    Page::Armies,
    Page::Map,
    Page::Battles,
    Page::Captives,
    Page::Treasury,
    Page::Chronicle,
    Page::RuleBook,
    Page::Castles,
    Page::Sieges,
    Page::People,
    Page::Charts,
    Page::UnderSiege,
    Page::Cracker,
    Page::Assault,
];

/// What may be clicked on the page: controls that are seen.
fn clickable(window: &AppWindow) -> Vec<ElementHandle> {
    use AccessibleRole::*;
    ElementQuery::from_root(window)
        .match_descendants()
        .match_predicate(|element| {
            matches!(element.accessible_role(), Some(Button | Checkbox | Tab | ListItem | RadioButton | Combobox))
                && element.accessible_label().is_some_and(|label| !LEFT_ALONE.iter().any(|it| label.starts_with(it)))
                && element.size().width > 0.0
        })
        .find_all()
}

/// A long list scrolled shapes more text than Slint keeps; what the status bar and the heads say must still be new.
#[test]
fn what_is_said_is_seen_after_a_long_list() {
    let mut at = Painted::on("agincourt");
    at.key(&[Key::Alt], "2");
    for _ in 0..80 {
        at.scroll(LogicalPosition::new(760.0, 500.0), 900.0);
    }
    at.key(&[Key::Alt], "1");
    at.press("Play the next turn");
    at.is_true("a long list and a turn");
    at.key(&[Key::Alt], "2");
    for _ in 0..80 {
        at.scroll(LogicalPosition::new(760.0, 500.0), 900.0);
    }
    at.key(&[Key::Control], "z");
    assert!(at.window().global::<Frame>().get_sentence().starts_with("Undid"));
    at.is_true("a long list and an undo");
}

#[test]
fn what_is_drawn_in_steps_of_a_march_is_what_is_drawn_afresh() {
    let (mut at, mut any) = at_random("march", 1);
    // Each page as it is come to from another, and after a control of it.
    for page in PAGES {
        at.window().global::<Frame>().invoke_go(page);
        at.is_true(&format!("{page:?}"));
        let all = clickable(at.window());
        let Some(chosen) = all.get(any.random_range(0..all.len().max(1))) else { continue };
        let (place, size) = (chosen.absolute_position(), chosen.size());
        at.click(LogicalPosition::new(place.x + size.width / 2.0, place.y + size.height / 2.0));
        at.is_true(&format!("{page:?}, {}", chosen.accessible_label().unwrap_or_default()));
        at.key(&[], Key::Escape);
    }
}

#[test]
fn what_is_drawn_in_steps_of_a_siege_is_what_is_drawn_afresh() {
    at_random("caerlaverock", 2);
}

/// Clicks and keys at random on every page of a sample, compared after every third.
fn at_random(sample: &str, seed: u64) -> (Painted, ChaCha8Rng) {
    let mut at = Painted::on(sample);
    let mut any = ChaCha8Rng::seed_from_u64(seed);
    let mut told = String::new();
    for step in 0..180 {
        let what = any.random_range(0..10);
        match what {
            0 => {
                let page = any.random_range(0..10);
                at.key(&[Key::Alt], page.to_string());
                told += &format!(" page {page};");
            }
            1 => {
                at.key(&[Key::Control], "z");
                told += " undo;";
            }
            2 => {
                let position = LogicalPosition::new(any.random_range(200..1200) as f32, 400.0);
                at.scroll(position, any.random_range(0..1200) as f32 - 400.0);
                told += " scroll;";
            }
            3 => {
                at.key(&[], [Key::Tab, Key::DownArrow, Key::Return, Key::Escape][any.random_range(0..4)]);
                told += " key;";
            }
            _ => {
                let all = clickable(at.window());
                if all.is_empty() {
                    continue;
                }
                let chosen = &all[any.random_range(0..all.len())];
                told += &format!(" {};", chosen.accessible_label().unwrap_or_default());
                let (place, size) = (chosen.absolute_position(), chosen.size());
                at.click(LogicalPosition::new(place.x + size.width / 2.0, place.y + size.height / 2.0));
            }
        }
        if at.window().global::<Frame>().get_page() == Page::Start {
            panic!("the campaign was left:{told}");
        }
        if step % 3 == 2 {
            at.is_true(&told);
            told.clear();
        }
    }
    (at, any)
}
