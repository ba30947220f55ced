//! A window without a display, with hands and eyes.

use i_slint_backend_testing::{
    AccessibleRole, ElementHandle, ElementQuery, TestingBackend, TestingBackendOptions, mock_elapsed_time,
};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalSize, Rgba8Pixel, SharedPixelBuffer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use banneret::desktop::ui::{AppWindow, Frame, GameFile};

/// Makes this thread's windows testing windows, drawn by the software renderer, with a clock of their own.
pub fn begin() {
    begin_with(false);
}

/// The same, or with the system's clock and an event loop that other threads reach. Only one test may have that.
pub fn begin_with(threading: bool) {
    let options = TestingBackendOptions { mock_time: !threading, threading, renderer_name: Some("software".into()) };
    slint::platform::set_platform(Box::new(TestingBackend::new(options))).expect("one backend a thread");
}

/// The sizes every page is looked at; the first is where a test plays.
pub const SIZES: [(f32, f32); 3] = [(1280.0, 800.0), (1024.0, 700.0), (1920.0, 1080.0)];

/// What a page is looked at beside them: a large monitor, the scales a system may draw at, and type a third larger on a small
/// one, by size and scale.
const MONITORS: [((f32, f32), f32); 4] =
    [((2560.0, 1600.0), 1.0), ((1024.0, 700.0), 1.5), ((1280.0, 800.0), 2.0), ((985.0, 615.0), 1.3)];

/// The size a test plays at: the first of them, or the one `BANNERET_WINDOW` names, such as `1024x700`.
pub fn playing() -> (f32, f32) {
    let named = std::env::var("BANNERET_WINDOW").ok();
    let sides = named.as_deref().and_then(|named| named.split_once('x'));
    let size = sides.and_then(|(wide, high)| Some((wide.parse().ok()?, high.parse().ok()?)));
    size.unwrap_or(SIZES[0])
}

/// Shows the window at a size.
pub fn show(window: &AppWindow, (width, height): (f32, f32)) {
    window.show().expect("the window shows");
    window.window().set_size(LogicalSize::new(width, height));
    pass(50);
}

/// Shows the window at each monitor's size and scale, and looks.
fn on_every_monitor(window: &AppWindow, look: impl Fn()) {
    let plain = window.window().scale_factor();
    for (size, scale) in MONITORS {
        let (scale_factor, size) = (plain * scale, LogicalSize::new(size.0, size.1));
        window.window().set_size(size.to_physical(scale_factor));
        window.window().dispatch_event(WindowEvent::ScaleFactorChanged { scale_factor });
        window.window().dispatch_event(WindowEvent::Resized { size });
        pass(50);
        look();
    }
    window.window().dispatch_event(WindowEvent::ScaleFactorChanged { scale_factor: plain });
}

/// Lets milliseconds of the window's own time pass.
pub fn pass(milliseconds: u64) {
    mock_elapsed_time(Duration::from_millis(milliseconds));
}

/// Every element with this accessible label.
pub fn all(window: &AppWindow, label: &str) -> Vec<ElementHandle> {
    ElementHandle::find_by_accessible_label(window, label).collect()
}

/// Whether an element with this accessible label is there.
pub fn there(window: &AppWindow, label: &str) -> bool {
    !all(window, label).is_empty()
}

/// The one element with this accessible label.
pub fn the(window: &AppWindow, label: &str) -> ElementHandle {
    the_one(window, label, all(window, label))
}

/// The one meant of the elements found with this accessible label.
fn the_one(window: &AppWindow, label: &str, found: Vec<ElementHandle>) -> ElementHandle {
    assert!(!found.is_empty(), "nothing is labelled “{label}”; there are: {}", labels(window).join(" · "));
    // A caption may bear the same words as the field under it: what can be acted on is meant.
    let acts = |element: &&ElementHandle| {
        !matches!(element.accessible_role(), None | Some(AccessibleRole::None | AccessibleRole::Text))
    };
    found.iter().find(acts).unwrap_or(&found[0]).clone()
}

/// The first element whose label begins so.
pub fn beginning(window: &AppWindow, start: &str) -> Option<ElementHandle> {
    let start = start.to_owned();
    ElementQuery::from_root(window)
        .match_descendants()
        .match_predicate(move |element| element.accessible_label().is_some_and(|label| label.starts_with(&start)))
        .find_first()
}

/// Every label in the window, for a failure's message.
pub fn labels(window: &AppWindow) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    ElementQuery::from_root(window)
        .match_descendants()
        .find_all()
        .iter()
        .filter_map(|element| element.accessible_label().map(|label| label.to_string()))
        .filter(|label| !label.is_empty() && seen.insert(label.clone()))
        .collect()
}

/// Whether any text of the window contains these words.
pub fn says(window: &AppWindow, words: &str) -> bool {
    labels(window).iter().any(|label| label.contains(words))
}

/// Does what pressing the labelled element does, through its accessible action. Where something is said to it, it must
/// stand where it stood.
pub fn press(window: &AppWindow, label: &str) {
    let (found, said) = labelled_and_refusals(window, label);
    let pressed = the_one(window, label, found);
    let (place, page) = (pressed.absolute_position(), window.global::<Frame>().get_page());
    pressed.invoke_accessible_default_action();
    pass(20);
    if window.global::<Frame>().get_page() != page {
        return;
    }
    let (found, now_said) = labelled_and_refusals(window, label);
    if now_said > said {
        let stands = found.iter().any(|now| {
            let now = now.absolute_position();
            (now.x - place.x).abs() < 2.0 && (now.y - place.y).abs() < 2.0
        });
        assert!(stands, "“{label}” has moved from where it was pressed, as something was said to it");
    }
}

/// Every element with this accessible label, and how many refusals are told in the window: in one way through it, for that is
/// what takes a test its time.
fn labelled_and_refusals(window: &AppWindow, label: &str) -> (Vec<ElementHandle>, usize) {
    let wanted = label.to_owned();
    let labelled =
        move |element: &ElementHandle| element.accessible_label().is_some_and(|label| label == wanted.as_str());
    let refusal = |element: &ElementHandle| element.type_name().is_some_and(|name| name == "Refusal");
    let either = {
        let labelled = labelled.clone();
        move |element: &ElementHandle| labelled(element) || refusal(element)
    };
    let found = ElementQuery::from_root(window).match_descendants().match_predicate(either).find_all();
    let said = found.iter().filter(|element| refusal(element) && element.size().height > 4.0).count();
    (found.into_iter().filter(labelled).collect(), said)
}

/// The button of a sheet, which may bear the same words as one of the page under it.
pub fn on_sheet(window: &AppWindow, label: &str) -> Option<ElementHandle> {
    let form = ElementQuery::from_root(window).match_descendants().match_accessible_role(AccessibleRole::Form);
    let wanted = label.to_owned();
    form.match_descendants()
        .match_accessible_role(AccessibleRole::Button)
        .match_predicate(move |element| element.accessible_label().is_some_and(|label| label == wanted.as_str()))
        .find_first()
}

/// Presses the button of a sheet.
pub fn press_on_sheet(window: &AppWindow, label: &str) {
    let button = on_sheet(window, label);
    button.unwrap_or_else(|| panic!("no sheet has “{label}”")).invoke_accessible_default_action();
    pass(20);
}

/// What the sheet of a game's file refused.
pub fn file_refusal(window: &AppWindow) -> String {
    window.global::<GameFile>().get_refusal().to_string()
}

/// Clicks the labelled element with the mouse.
pub fn click(window: &AppWindow, label: &str) {
    click_at(window, &the(window, label));
}

/// Clicks in the middle of an element.
pub fn click_at(window: &AppWindow, element: &ElementHandle) {
    click_within(window, element, element.size().width / 2.0, element.size().height / 2.0);
}

/// Clicks so far from the left and the top of an element.
pub fn click_within(window: &AppWindow, element: &ElementHandle, left: f32, top: f32) {
    let at = element.absolute_position();
    let position = slint::LogicalPosition::new(at.x + left, at.y + top);
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    pass(20);
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
}

/// Fills the labelled text field.
pub fn fill(window: &AppWindow, label: &str, text: &str) {
    the(window, label).set_accessible_value(text);
    pass(20);
}

/// Presses and lets go a key, with others held.
pub fn key(window: &AppWindow, held: &[Key], text: impl Into<slint::SharedString>) {
    strike(window, held, text);
    pass(20);
}

/// The same where time passes by itself.
pub fn strike(window: &AppWindow, held: &[Key], text: impl Into<slint::SharedString>) {
    let text = text.into();
    for &held in held {
        window.window().dispatch_event(WindowEvent::KeyPressed { text: held.into() });
    }
    window.window().dispatch_event(WindowEvent::KeyPressed { text: text.clone() });
    window.window().dispatch_event(WindowEvent::KeyReleased { text });
    for &held in held.iter().rev() {
        window.window().dispatch_event(WindowEvent::KeyReleased { text: held.into() });
    }
}

/// Types words on the keyboard.
pub fn type_in(window: &AppWindow, words: &str) {
    for letter in words.chars() {
        key(window, &[], slint::SharedString::from(letter));
    }
}

/// What the window looks like now.
pub fn picture(window: &AppWindow) -> SharedPixelBuffer<Rgba8Pixel> {
    window.window().take_snapshot().expect("the window can be drawn")
}

/// Draws the window; keeps the picture where `BANNERET_SHOTS` names a folder. A page that draws nothing fails.
pub fn shoot(window: &AppWindow, name: &str) {
    let picture = picture(window);
    let first = picture.as_slice()[0];
    let drawn = picture.as_slice().iter().filter(|pixel| **pixel != first).count();
    keep_picture(name, &picture);
    assert!(drawn > 1000, "{name} is blank");
}

/// Writes a picture where `BANNERET_SHOTS` names a folder.
pub fn keep_picture(name: &str, picture: &SharedPixelBuffer<Rgba8Pixel>) {
    if let Some(folder) = std::env::var_os("BANNERET_SHOTS") {
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).expect("the folder for pictures");
        write_png(&folder.join(format!("{name}.png")), picture).expect("the picture is written");
    }
}

/// Whether an element is a control, which must be in reach.
fn is_control(element: &ElementHandle) -> bool {
    use AccessibleRole::*;
    matches!(
        element.accessible_role(),
        Some(Button | Checkbox | Combobox | TextInput | Tab | RadioButton | Table | Tree)
    )
}

/// What is wrong with what the window shows: words that are cut off with the whole told nowhere, and controls that lie
/// outside the window or are cut by its edge. What is scrolled may lie below or above.
pub fn unsound(window: &AppWindow) -> Vec<String> {
    let size = window.window().size().to_logical(window.window().scale_factor());
    let rectangle = |element: &ElementHandle| {
        let (at, size) = (element.absolute_position(), element.size());
        [at.x, at.y, at.x + size.width, at.y + size.height]
    };
    let every = ElementQuery::from_root(window).match_descendants().find_all();
    let scrolled: Vec<[f32; 4]> = every
        .iter()
        .filter(|element| {
            element.bases().is_some_and(|mut bases| {
                bases.any(|base| base == "Flickable" || base == "ListView" || base == "ScrollArea")
            }) || element
                .type_name()
                .is_some_and(|name| ["Flickable", "ListView", "ScrollArea", "DataTable"].contains(&name.as_str()))
        })
        .map(rectangle)
        .collect();
    let mut faults = std::collections::BTreeSet::new();
    for element in &every {
        let [left, top, right, bottom] = rectangle(element);
        if right <= left || bottom <= top || element.computed_opacity() == 0.0 {
            continue;
        }
        let label = element.accessible_label().unwrap_or_default();
        if element.accessible_id().is_some_and(|id| id == "cut") {
            faults.insert(format!("cut: “{label}”"));
        }
        // What is on a map goes out of sight with the ground it stands on.
        let on_map = element.type_name().is_some_and(|name| ["ArmyMark", "PlaceMark"].contains(&name.as_str()));
        if !is_control(element) || label.is_empty() || on_map {
            continue;
        }
        let within = |[x, _, to, _]: &[f32; 4]| left >= x - 2.0 && right <= to + 2.0;
        let in_scrolled = scrolled.iter().any(within);
        let beside = left < -1.0 || right > size.width + 1.0;
        let beyond = top < -1.0 || bottom > size.height + 1.0;
        // The columns of a wide list are scrolled beside, with its header.
        let of_list = label.starts_with("Sort by ") || label.starts_with("Filter ");
        if (beside && !of_list) || (beyond && !in_scrolled) {
            faults.insert(format!("outside: “{label}” from {left:.0}, {top:.0} to {right:.0}, {bottom:.0}"));
        }
    }
    faults.extend(below(&every));
    faults.into_iter().collect()
}

/// The controls of a page that lie under the bar below it, but for what is scrolled.
fn below(every: &[ElementHandle]) -> Vec<String> {
    let bar = every.iter().find(|element| element.type_name().is_some_and(|name| name == "StatusBar"));
    let Some(limit) = bar.map(|bar| bar.absolute_position().y + 1.0) else { return Vec::new() };
    let foot = |element: &ElementHandle| element.absolute_position().y + element.size().height;
    let low = |element: &ElementHandle| is_control(element) && element.size().width > 0.0 && foot(element) > limit;
    if !every.iter().any(low) {
        return Vec::new();
    }
    let named = |element: ElementHandle| {
        let at = element.absolute_position();
        element.accessible_label().map(|label| (label, at.x as i32, at.y as i32))
    };
    let inside = |element: &ElementHandle| element.query_descendants().find_all();
    let pages = every.iter().filter(|element| element.accessible_role() == Some(AccessibleRole::Main)).flat_map(inside);
    let scrolls = |element: &ElementHandle| {
        let names = ["Flickable", "ListView", "ScrollArea", "DataTable"];
        element.type_name().is_some_and(|name| names.contains(&name.as_str()))
            || element.bases().is_some_and(|mut bases| bases.any(|base| names.contains(&base.as_str())))
    };
    let (mut all, mut scrolled) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for element in pages {
        if scrolls(&element) {
            scrolled.extend(inside(&element).into_iter().filter(low).filter_map(named));
        } else if low(&element) && element.computed_opacity() > 0.0 {
            all.extend(named(element));
        }
    }
    let hidden = all.difference(&scrolled).filter(|(label, ..)| !label.is_empty());
    hidden.map(|(label, _, y)| format!("under the bar below: “{label}” at {y}")).collect()
}

/// Fails on anything that is wrong with what the window shows.
pub fn sound(window: &AppWindow, name: &str) {
    let faults = unsound(window);
    let size = window.window().size();
    assert!(faults.is_empty(), "{name} at {}×{}:\n{}", size.width, size.height, faults.join("\n"));
}

/// Holds what is shown to be sound at every size.
pub fn sound_at_every_size(window: &AppWindow, name: &str) {
    for size in SIZES {
        show(window, size);
        sound(window, name);
    }
    on_every_monitor(window, || sound(window, name));
    show(window, playing());
}

/// Looks closely at what is shown: every fault fails, or, where `BANNERET_SOUND` names a file, all of them are written into that.
fn look_closely(window: &AppWindow, name: &str) {
    let Some(file) = std::env::var_os("BANNERET_SOUND") else { return sound(window, name) };
    let size = window.window().size();
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("the file of faults");
    for fault in unsound(window) {
        writeln!(file, "{name} {}×{}: {fault}", size.width, size.height).expect("written");
    }
}

/// Shoots every size in both themes, and looks at each for what is cut off or out of reach.
pub fn shoot_all(window: &AppWindow, name: &str) {
    use banneret::desktop::ui::Theme;
    for dark in [false, true] {
        window.global::<Theme>().set_dark(dark);
        for size in SIZES {
            show(window, size);
            if !dark {
                look_closely(window, name);
            }
            shoot(window, &format!("{name}-{}-{}", size.0, if dark { "dark" } else { "light" }));
        }
    }
    window.global::<Theme>().set_dark(false);
    on_every_monitor(window, || look_closely(window, name));
    show(window, playing());
}

fn write_png(path: &Path, picture: &SharedPixelBuffer<Rgba8Pixel>) -> std::io::Result<()> {
    let mut rows = Vec::with_capacity(picture.as_bytes().len() + picture.height() as usize);
    for row in picture.as_bytes().chunks(picture.width() as usize * 4) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(&rows)?;
    let mut head = Vec::new();
    head.extend_from_slice(&picture.width().to_be_bytes());
    head.extend_from_slice(&picture.height().to_be_bytes());
    head.extend_from_slice(&[8, 6, 0, 0, 0]);
    let mut file = std::fs::File::create(path)?;
    file.write_all(b"\x89PNG\r\n\x1a\n")?;
    for (kind, data) in [(b"IHDR", head), (b"IDAT", packer.finish()?), (b"IEND", Vec::new())] {
        let mut check = flate2::Crc::new();
        check.update(kind);
        check.update(&data);
        file.write_all(&(data.len() as u32).to_be_bytes())?;
        file.write_all(kind)?;
        file.write_all(&data)?;
        file.write_all(&check.sum().to_be_bytes())?;
    }
    Ok(())
}

/// A window on a campaign in a folder of its own.
pub struct Evening {
    /// The window.
    pub window: AppWindow,
    /// What the pages share.
    pub shell: std::rc::Rc<banneret::desktop::shell::Shell>,
    /// Where the campaign and the settings are.
    pub folder: tempfile::TempDir,
}

/// A window on the start page.
pub fn start() -> Evening {
    begin();
    let evening = evening();
    show(&evening.window, playing());
    evening
}

/// The same not shown yet, on whatever this thread's windows are.
pub fn evening() -> Evening {
    use banneret::desktop::{shell::Session, worker::Pool};
    evening_at_work(Session::inline(), Pool::Inline)
}

/// The same, with the campaign and long work where they are said to be.
pub fn evening_at_work(
    worker: (banneret::desktop::worker::Worker<banneret::desktop::shell::Session>, banneret::store::Watch),
    pool: banneret::desktop::worker::Pool,
) -> Evening {
    use banneret::desktop::{build, dialogs::Scripted, settings::Settings};
    let folder = tempfile::tempdir().expect("a folder");
    let window = AppWindow::new().expect("a window");
    let settings = Settings::read(&folder.path().join("desktop.json"));
    let dialogs = Box::new(Scripted(folder.path().join("chosen.pdf")));
    let shell = build(&window, worker, pool, settings, dialogs);
    Evening { window, shell, folder }
}

/// A window on a sample.
pub fn sample(name: &str) -> Evening {
    let evening = start();
    let file = evening.folder.path().join(format!("{name}.banneret"));
    drop(banneret::app::found::from_sample(&file, name).expect("the sample"));
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    evening
}

/// Plays turns from the desk until armies are in contact, and opens the first contact.
pub fn to_a_contact(window: &AppWindow) {
    for _ in 0..20 {
        if beginning(window, "Decide: ").is_some() {
            break;
        }
        press(window, "Play the next turn");
    }
    beginning(window, "Decide: ").expect("a contact within twenty turns").invoke_accessible_default_action();
    pass(20);
    assert_eq!(
        window.global::<banneret::desktop::ui::BattlesPage>().get_mode(),
        banneret::desktop::ui::BattleView::Contact
    );
}

/// Opens the rail's page of a number by keyboard; the tenth by 0.
pub fn page(window: &AppWindow, number: usize) {
    key(window, &[slint::platform::Key::Alt], (number % 10).to_string());
    pass(50);
}
