//! A page of 10,000 people, frame by frame: a turn of the wheel, a click on a column, a letter typed into a filter, each
//! from the event to the last pixel of a window of 1280×800, drawn as it is on a screen: by the software renderer, into
//! the buffer of the frame before. The target is 16 ms. References in the same run are the same frame of an army of 30
//! men, and the whole window drawn anew. The list of all people is that of the campaign of twenty years (`generated.rs`). On
//! the 5,076 men of Agincourt a page is opened from the rail (target 100 ms), and a man of the roster clicked (target one
//! frame).

mod generated;

#[path = "../tests/desktop/harness.rs"]
#[allow(dead_code)]
mod harness;

use banneret::app::{found, import};
use banneret::desktop::ui::{Page, Theme};
use harness::{Evening, SIZES, the};
use i_slint_backend_testing::ElementHandle;
use slint::platform::software_renderer::{MinimalSoftwareWindow, PremultipliedRgbaColor, RepaintBufferType};
use slint::platform::{Key, Platform, PlatformError, WindowAdapter, WindowEvent, update_timers_and_animations};
use slint::{ComponentHandle, LogicalPosition, LogicalSize};
use std::cell::Cell;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a screen of 60 pictures a second leaves for each.
const TARGET: Duration = Duration::from_millis(16);

/// What opening a page may take.
const PAGE: Duration = Duration::from_millis(100);

/// A campaign of two armies: a host of so many men, and a guard of 30.
fn campaign(file: &Path, men: usize) {
    let mut store = found::empty(file, &found::Beginning::of("Frames")).expect("a campaign");
    for (army, men) in [("The host", men), ("The guard", 30)] {
        let mut roster = String::from("army,battle,force,unit,class,grade,protection,weapons,horse,count\n");
        for unit in 0..men / 30 {
            let (grade, arms) = [("B", "spear;shield"), ("C", "longbow;sword"), ("D", "bill")][unit % 3];
            roster += &format!("{army},Van,Force {},Unit {unit},sergeant,{grade},3,{arms},none,30\n", unit / 20);
        }
        import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("the roster");
    }
}

/// A screen of one window, with a clock of its own.
struct Screen {
    window: Rc<MinimalSoftwareWindow>,
    clock: Rc<Cell<Duration>>,
}

impl Platform for Screen {
    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(self.window.clone())
    }

    fn duration_since_start(&self) -> Duration {
        self.clock.get()
    }
}

/// The window and what is on the screen of it.
struct Watched {
    evening: Evening,
    screen: Rc<MinimalSoftwareWindow>,
    clock: Rc<Cell<Duration>>,
    pixels: Vec<PremultipliedRgbaColor>,
}

impl Watched {
    fn new() -> Watched {
        let screen = MinimalSoftwareWindow::new(RepaintBufferType::ReusedBuffer);
        let clock = Rc::<Cell<Duration>>::default();
        let platform = Screen { window: screen.clone(), clock: clock.clone() };
        slint::platform::set_platform(Box::new(platform)).expect("one screen");
        let evening = harness::evening();
        let (width, height) = SIZES[0];
        evening.window.show().expect("the window shows");
        evening.window.window().set_size(LogicalSize::new(width, height));
        let pixels = vec![PremultipliedRgbaColor::default(); (width * height) as usize];
        Watched { evening, screen, clock, pixels }
    }

    /// Lets milliseconds pass.
    fn pass(&self, milliseconds: u64) {
        self.clock.set(self.clock.get() + Duration::from_millis(milliseconds));
        update_timers_and_animations();
    }

    fn press(&self, label: &str) {
        the(&self.evening.window, label).invoke_accessible_default_action();
        self.pass(50);
    }

    /// Draws what has changed; whether anything had.
    fn draw(&mut self) -> bool {
        let width = self.evening.window.window().size().width as usize;
        self.screen.draw_if_needed(|renderer| {
            renderer.render(&mut self.pixels, width);
        })
    }

    /// The median of the frames of some events, and the longest of them.
    fn frames(&mut self, count: usize, mut event: impl FnMut(&Evening, usize)) -> (Duration, Duration) {
        self.draw();
        let mut times: Vec<Duration> = (0..count)
            .map(|n| {
                let begun = Instant::now();
                event(&self.evening, n);
                self.pass(16);
                assert!(self.draw(), "nothing changed");
                black_box(&self.pixels);
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        (times[count / 2], times[count - 1])
    }
}

/// The jobs on one list, which has a filter over its units.
fn jobs(watched: &mut Watched, list: &str) -> [(&'static str, Duration, Duration); 4] {
    let window = watched.evening.window.clone_strong();
    let table = the(&window, list);
    let (at, size) = (table.absolute_position(), table.size());
    let position = LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0);
    let scroll = watched.frames(200, |evening, n| {
        // Down a good way, and up again.
        let delta_y = if n % 100 < 50 { -400.0 } else { 400.0 };
        evening.window.window().dispatch_event(WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y });
    });
    let columns: Vec<ElementHandle> =
        ["Name", "Class", "Grade"].iter().map(|title| the(&window, &format!("Sort by {title}"))).collect();
    let sort = watched.frames(60, |_, n| columns[n % 3].invoke_accessible_default_action());
    let field = the(&window, "Filter Unit");
    let filter = watched.frames(60, |_, n| field.set_accessible_value(&"Unit 12"[..n % 8]));
    field.set_accessible_value("");
    let theme = window.global::<Theme>();
    let whole = watched.frames(20, |_, n| theme.set_dark(n % 2 == 0));
    [("scroll", scroll), ("sort", sort), ("filter", filter), ("whole window", whole)]
        .map(|(job, (median, longest))| (job, median, longest))
}

/// Presses a key with Alt held.
fn alt(window: &slint::Window, number: usize) {
    window.dispatch_event(WindowEvent::KeyPressed { text: Key::Alt.into() });
    window.dispatch_event(WindowEvent::KeyPressed { text: number.to_string().into() });
    window.dispatch_event(WindowEvent::KeyReleased { text: number.to_string().into() });
    window.dispatch_event(WindowEvent::KeyReleased { text: Key::Alt.into() });
}

/// Pages opened and men clicked on Agincourt.
fn agincourt(watched: &mut Watched) {
    let file = watched.evening.folder.path().join("agincourt.banneret");
    drop(found::from_sample(&file, "agincourt").expect("the sample"));
    banneret::desktop::open(&watched.evening.shell, file);
    watched.pass(50);
    // Each page once before, so that what is kept between visits is there.
    for number in 0..10 {
        alt(watched.evening.window.window(), number);
        watched.pass(50);
    }
    for (number, name) in ["desk", "armies", "map", "battles", "captives", "treasury", "chronicle"].iter().enumerate() {
        let mut times: Vec<Duration> = (0..10)
            .map(|_| {
                alt(watched.evening.window.window(), 8);
                watched.pass(50);
                watched.draw();
                let begun = Instant::now();
                alt(watched.evening.window.window(), number + 1);
                watched.pass(16);
                watched.draw();
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        let median = times[times.len() / 2];
        let of_target = median.as_secs_f64() / PAGE.as_secs_f64();
        println!("frame/page {name} of Agincourt: {median:?}; {of_target:.2} of {PAGE:?}");
    }
    alt(watched.evening.window.window(), 2);
    watched.pass(50);
    let window = watched.evening.window.clone_strong();
    // The largest host first in the tree.
    let table = the(&window, "Roster");
    let (at, size) = (table.absolute_position(), table.size());
    let click = watched.frames(60, |evening, n| {
        let position = LogicalPosition::new(at.x + 60.0, at.y + size.height / 2.0 + ((n % 5) as f32 - 2.0) * 28.0);
        let (window, button) = (evening.window.window(), slint::platform::PointerEventButton::Left);
        window.dispatch_event(WindowEvent::PointerMoved { position });
        window.dispatch_event(WindowEvent::PointerPressed { position, button });
        window.dispatch_event(WindowEvent::PointerReleased { position, button });
    });
    let (median, longest) = click;
    let of_target = median.as_secs_f64() / TARGET.as_secs_f64();
    println!("frame/click on a man of Agincourt: {median:?} (longest {longest:?}); {of_target:.2} of {TARGET:?}");
}

fn main() {
    let mut watched = Watched::new();
    let file = watched.evening.folder.path().join("frames.banneret");
    campaign(&file, 10_000);
    banneret::desktop::open(&watched.evening.shell, file);
    watched.pass(50);
    let window = watched.evening.window.window();
    window.dispatch_event(WindowEvent::KeyPressed { text: Key::Alt.into() });
    window.dispatch_event(WindowEvent::KeyPressed { text: "2".into() });
    window.dispatch_event(WindowEvent::KeyReleased { text: Key::Alt.into() });
    watched.pass(50);
    watched.press("The guard");
    let small = jobs(&mut watched, "Roster");
    watched.press("The host");
    let large = jobs(&mut watched, "Roster");
    for ((job, median, longest), (_, few, _)) in large.into_iter().zip(small) {
        let (ratio, of_target) =
            (median.as_secs_f64() / few.as_secs_f64(), median.as_secs_f64() / TARGET.as_secs_f64());
        println!(
            "frame/{job} 10,000 rows: {median:?} (longest {longest:?}), 30 rows: {few:?}, ratio {ratio:.2}; {of_target:.2} of {TARGET:?}"
        );
    }
    agincourt(&mut watched);
    let years = watched.evening.folder.path().join("years.banneret");
    std::fs::copy(generated::large(), &years).expect("a copy");
    banneret::desktop::open(&watched.evening.shell, years);
    watched.pass(50);
    watched.evening.shell.go(Page::People);
    watched.pass(50);
    for (job, median, longest) in jobs(&mut watched, "All people") {
        let of_target = median.as_secs_f64() / TARGET.as_secs_f64();
        println!("frame/all people {job}: {median:?} (longest {longest:?}); {of_target:.2} of {TARGET:?}");
    }
}
