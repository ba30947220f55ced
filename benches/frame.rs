//! A page of 10,000 people, frame by frame: a turn of the wheel, a click on a column, a letter typed into a filter, each
//! from the event to the whole window drawn anew by the software renderer at 1280×800. The target is 16 ms. The
//! reference is the same frame of an army of 30 men, in the same run. A window on a screen draws only what changed, so
//! a frame there costs less.

#[path = "../tests/desktop/harness.rs"]
#[allow(dead_code)]
mod harness;

use banneret::app::{found, import};
use harness::{Evening, page, pass, picture, press, the};
use i_slint_backend_testing::ElementHandle;
use slint::platform::WindowEvent;
use slint::{ComponentHandle, LogicalPosition};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a screen of 60 pictures a second leaves for each.
const TARGET: Duration = Duration::from_millis(16);

/// A campaign of two armies: a host of so many men, and a guard of 30.
fn campaign(file: &Path, men: usize) {
    let mut store = found::empty(file, "Frames", None).expect("a campaign");
    for (army, men) in [("The host", men), ("The guard", 30)] {
        let mut roster = String::from("army,battle,force,unit,class,grade,protection,weapons,horse,count\n");
        for unit in 0..men / 30 {
            let (grade, arms) = [("B", "spear;shield"), ("C", "longbow;sword"), ("D", "bill")][unit % 3];
            roster += &format!("{army},Van,Force {},Unit {unit},sergeant,{grade},3,{arms},none,30\n", unit / 20);
        }
        import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("the roster");
    }
}

/// The median of the frames of some events, and the longest of them.
fn frames(evening: &Evening, count: usize, mut event: impl FnMut(usize)) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..count)
        .map(|n| {
            let begun = Instant::now();
            event(n);
            pass(16);
            black_box(picture(&evening.window));
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[count / 2], times[count - 1])
}

/// The three jobs on one army's roster.
fn jobs(evening: &Evening, army: &str) -> [(&'static str, Duration, Duration); 3] {
    let window = &evening.window;
    press(window, army);
    pass(50);
    let table = the(window, "Roster");
    let (at, size) = (table.absolute_position(), table.size());
    let position = LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0);
    let scroll = frames(evening, 200, |n| {
        // Down a good way, and up again.
        let delta_y = if n % 100 < 50 { -400.0 } else { 400.0 };
        window.window().dispatch_event(WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y });
    });
    let columns: Vec<ElementHandle> =
        ["Name", "Class", "Grade"].iter().map(|title| the(window, &format!("Sort by {title}"))).collect();
    let sort = frames(evening, 60, |n| columns[n % 3].invoke_accessible_default_action());
    let field = the(window, "Filter Unit");
    let filter = frames(evening, 60, |n| field.set_accessible_value(&"Unit 12"[..n % 8]));
    field.set_accessible_value("");
    [("scroll", scroll.0, scroll.1), ("sort", sort.0, sort.1), ("filter", filter.0, filter.1)]
}

fn main() {
    let evening = harness::start();
    let file = evening.folder.path().join("frames.banneret");
    campaign(&file, 10_000);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    page(&evening.window, 2);
    let small = jobs(&evening, "The guard");
    let large = jobs(&evening, "The host");
    for ((job, median, longest), (_, few, _)) in large.into_iter().zip(small) {
        let (ratio, of_target) =
            (median.as_secs_f64() / few.as_secs_f64(), median.as_secs_f64() / TARGET.as_secs_f64());
        println!(
            "frame/{job} 10,000 rows: {median:?} (longest {longest:?}), 30 rows: {few:?}, ratio {ratio:.2}; {of_target:.2} of {TARGET:?}"
        );
    }
}
