//! Choosing a file. A path can always be typed; where the desktop offers a dialog, the Browse buttons open it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Games of one set of rules in their files: what one is called, and how its file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSort {
    pub called: &'static str,
    pub ending: &'static str,
}

/// What a file is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    OpenCampaign,
    /// A place for a new campaign.
    NewCampaign,
    /// A roster or a result to read.
    OpenCsv,
    /// A scenario of Castle Cracker to play.
    OpenScenario,
    /// A picture for the map.
    OpenPicture,
    /// Places and routes to read.
    OpenMap,
    /// A place for a list.
    SaveCsv,
    /// A place for a printed document.
    SavePdf,
    /// A game, by whatever rules it is played.
    OpenGame(GameSort),
    /// A place for a game.
    SaveGame(GameSort),
    /// A place for a situation to be ruled on.
    SaveRuling,
}

/// Asks the user for a path.
pub trait Dialogs {
    /// The path chosen, to `then`, or none where the desktop has no dialog; not called when the user steps back.
    fn ask(&self, wanted: Wanted, suggested: &str, then: Box<dyn FnOnce(Option<PathBuf>)>);

    /// Shows a file or a folder by the desktop's own program for it; whether one could be started.
    fn show(&self, path: &Path) -> bool;
}

/// Sooner nobody has seen a dialog and stepped back from it.
const SOONEST: Duration = Duration::from_millis(250);

/// The desktop's own dialogs.
pub struct Native;

impl Dialogs for Native {
    fn ask(&self, wanted: Wanted, suggested: &str, then: Box<dyn FnOnce(Option<PathBuf>)>) {
        let dialog = rfd::AsyncFileDialog::new().set_file_name(suggested);
        let dialog = match wanted {
            Wanted::OpenCampaign => dialog.add_filter("Banneret campaign or its export", &["banneret", "json"]),
            Wanted::NewCampaign => dialog.add_filter("Banneret campaign", &["banneret"]),
            Wanted::OpenCsv | Wanted::SaveCsv => dialog.add_filter("Comma-separated values", &["csv"]),
            Wanted::OpenScenario => dialog.add_filter("Scenario", &["toml"]),
            Wanted::OpenPicture => dialog.add_filter("PNG or JPEG", &["png", "jpg", "jpeg"]),
            Wanted::OpenMap => dialog.add_filter("CSV or GeoJSON", &["csv", "geojson", "json"]),
            Wanted::SavePdf => dialog.add_filter("PDF document", &["pdf"]),
            Wanted::SaveRuling => dialog.add_filter("Situation", &["toml"]),
            Wanted::OpenGame(sort) | Wanted::SaveGame(sort) => dialog.add_filter(sort.called, &[sort.ending, "txt"]),
        };
        let asked = Instant::now();
        let started = slint::spawn_local(async move {
            let chosen = match wanted {
                Wanted::OpenCampaign
                | Wanted::OpenCsv
                | Wanted::OpenGame(_)
                | Wanted::OpenScenario
                | Wanted::OpenPicture
                | Wanted::OpenMap => dialog.pick_file().await,
                Wanted::NewCampaign | Wanted::SavePdf | Wanted::SaveGame(_) | Wanted::SaveRuling | Wanted::SaveCsv => {
                    dialog.save_file().await
                }
            };
            match chosen {
                Some(file) => then(Some(file.path().to_owned())),
                // Nobody steps back so soon: none was shown.
                None if asked.elapsed() < SOONEST => then(None),
                None => {}
            }
        });
        // Without an event loop there is no window to browse from.
        drop(started);
    }

    fn show(&self, path: &Path) -> bool {
        let opener = if cfg!(target_os = "macos") {
            "open"
        } else if cfg!(windows) {
            "explorer"
        } else {
            "xdg-open"
        };
        let quiet = || Stdio::null();
        let started = Command::new(opener).arg(path).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
        // Waited for in a thread of its own, so that it leaves nothing behind when it ends.
        started.map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
    }
}

/// Answers with a path given beforehand, for tests.
pub struct Scripted(pub PathBuf);

impl Dialogs for Scripted {
    fn ask(&self, _wanted: Wanted, _suggested: &str, then: Box<dyn FnOnce(Option<PathBuf>)>) {
        then(Some(self.0.clone()));
    }

    fn show(&self, _path: &Path) -> bool {
        true
    }
}
