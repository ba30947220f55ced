//! The start page: opening a campaign, and beginning one.

use super::dialogs::Wanted;
use super::shell::{Page, SOON, Shell, is_alone, model, section};
use super::ui::{AppWindow, Frame, RecentFile, Sample, StartPage};
use crate::app::found::{self, Beginning};
use crate::app::{check, export, files};
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::CampaignFacts;
use crate::store::Store;
use slint::{ComponentHandle, SharedString};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let weak = Rc::downgrade(shell);
    shell.on_back(Page::Start, move |_| {
        let Some(shell) = weak.upgrade() else { return false };
        let left = shell.left.take();
        let goes = left.is_some();
        if let Some((path, page)) = left {
            open_at(&shell, path, page);
        }
        goes
    });
    shell.with(|window| {
        let ui = window.global::<StartPage>();
        let samples = found::samples().iter().map(|sample| Sample {
            name: sample.name.as_str().into(),
            title: sample.title.as_str().into(),
            about: first_sentences(&sample.blurb).into(),
        });
        ui.set_samples(model(samples.collect::<Vec<_>>()));
        let on = Rc::clone(shell);
        ui.on_open(move |path| open(&on, PathBuf::from(path.trim())));
        let on = Rc::clone(shell);
        ui.on_repair(move || {
            let damaged = on.with(|window| window.global::<StartPage>().get_damaged());
            if let Some(damaged) = damaged {
                repair(&on, PathBuf::from(damaged.as_str()));
            }
        });
        let on = Rc::clone(shell);
        ui.on_browse_open(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::OpenCampaign, "", move |path| open(&then, path));
        });
        let on = Rc::clone(shell);
        ui.on_browse_new(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::NewCampaign, "campaign.banneret", move |path| {
                then.with(|window| window.global::<StartPage>().set_new_path(path.display().to_string().into()));
            });
        });
        let on = Rc::clone(shell);
        ui.on_new_empty(move |path, name| {
            let name = name.trim().to_owned();
            let path = match path.trim() {
                "" => free_path(&data_folder(), &name),
                path => with_ending(Path::new(path)),
            };
            let make = move |path: &Path| {
                make_folder(path)?;
                Ok((found::empty(path, &Beginning::of(&name))?, None))
            };
            begin(&on, path, super::founding::open, make);
        });
        let on = Rc::clone(shell);
        ui.on_new_sample(move |sample| {
            let sample = sample.to_string();
            let title = found::samples().iter().find(|known| known.name == sample).map_or("", |known| &known.title);
            let path = free_path(&data_folder(), title);
            begin(&on, path, to_the_desk, move |path| {
                make_folder(path)?;
                Ok((found::from_sample(path, &sample)?, None))
            });
        });
        let on = Rc::clone(shell);
        ui.on_forget(move |index| {
            if let Ok(index) = usize::try_from(index) {
                let mut settings = on.settings.borrow_mut();
                if index < settings.recent.len() {
                    settings.recent.remove(index);
                }
            }
            show_recent(&on);
        });
        let on = Rc::clone(shell);
        ui.on_castles(move || on.go(Page::Castles));
        let on = Rc::clone(shell);
        ui.on_under_siege(move || on.go(Page::UnderSiege));
        let on = Rc::clone(shell);
        ui.on_cracker(move || on.go(Page::Cracker));
        let on = Rc::clone(shell);
        ui.on_assault(move || on.go(Page::Assault));
    });
    show_recent(shell);
}

/// Lists the campaigns opened before.
pub fn show_recent(shell: &Rc<Shell>) {
    let files: Vec<RecentFile> = shell
        .settings
        .borrow()
        .recent
        .iter()
        .map(|recent| RecentFile {
            name: recent.name.as_str().into(),
            path: recent.path.display().to_string().into(),
            when: recent.date.as_str().into(),
            missing: !recent.path.exists(),
        })
        .collect();
    shell.with(|window| window.global::<StartPage>().set_recent(model(files)));
}

fn refuse(window: &AppWindow, why: SharedString) {
    let page = window.global::<StartPage>();
    page.set_refusal(why);
    page.set_damaged(SharedString::new());
}

/// Offers a sound copy of the campaign that is open and found damaged, on the start page, where it is let go.
pub fn offer_repair(shell: &Shell, problem: &Problem) {
    let Some(open) = shell.settings.borrow().recent.first().map(|recent| recent.path.clone()) else { return };
    shell.with(|window| {
        if !window.global::<Frame>().get_campaign().is_empty() {
            refuse(window, problem.to_string().into());
            window.global::<StartPage>().set_damaged(open.display().to_string().into());
        }
    });
}

/// Goes on from an export, in a new file beside it.
fn go_on_from(shell: &Rc<Shell>, written: PathBuf) {
    let name = written.file_stem().map_or("campaign".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = written.parent().map_or_else(PathBuf::new, Path::to_owned);
    let path = free_path(&folder, &name);
    let said = format!("The campaign of {} goes on in {}.", written.display(), path.display());
    let then = move |shell: &Rc<Shell>| {
        shell.say_of_it(said);
        to_the_desk(shell);
    };
    begin(shell, path, then, move |path| Ok((export::read_in(path, &written)?, None)));
}

/// Makes a sound copy of what can be read of a damaged campaign beside it, and opens that; what of it is lost, altered or
/// doubtful is listed in a text beside the copy.
fn repair(shell: &Rc<Shell>, damaged: PathBuf) {
    let stem = damaged.file_stem().map_or("campaign".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = damaged.parent().map_or_else(PathBuf::new, Path::to_owned);
    let path = free_path(&folder, &format!("{stem} repaired"));
    let listed = path.with_extension("txt");
    let said =
        format!("This is {}; what of it is lost, altered or doubtful stands in {}.", path.display(), listed.display());
    let then = move |shell: &Rc<Shell>| {
        shell.say_of_it(said);
        to_the_desk(shell);
    };
    begin(shell, path, then, move |path| {
        let repair = check::repair_copy(&damaged, path)?;
        let mut lines = vec![format!("{} rows saved to {}.", repair.rows, path.display())];
        lines.extend(check::repair_in_words(&repair, usize::MAX));
        // What goes wrong from here on goes wrong with a copy that is there.
        files::write_new(&listed, format!("{}\n", lines.join("\n")).as_bytes())
            .and_then(|()| check::copy_is_sound(&repair))
            .map_err(|problem| {
                let sentence = format!("{} The copy is {}.", problem.sentence, path.display());
                Problem { sentence, ..problem }.all_the_same()
            })?;
        Ok((Store::open(path)?, None))
    });
}

/// Opens a campaign and goes to its desk.
pub fn open(shell: &Rc<Shell>, path: PathBuf) {
    if path.as_os_str().is_empty() {
        let problem = Problem::bad_input("No file is named.").hint("Type the path of a campaign, or browse for one.");
        shell.with(|window| refuse(window, problem.to_string().into()));
        return;
    }
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        go_on_from(shell, path);
        return;
    }
    open_at(shell, path, Page::Desk);
}

/// Opens a campaign and shows one of its pages.
fn open_at(shell: &Rc<Shell>, path: PathBuf, page: Page) {
    let to_the_page = move |shell: &Rc<Shell>| shell.go(page);
    begin(shell, path, to_the_page, |path| {
        let store = Store::open(path)?;
        // A backup that cannot be kept is told of and keeps nobody from playing.
        let unkept = store.back_up_if_old().err();
        Ok((store, unkept))
    });
}

/// A campaign that was opened, and why no backup of it could be kept, if none could.
type Opened = (Store, Option<Problem>);

/// What is known of a campaign once it is open, with the last action in it.
type NowOpen = (CampaignFacts, PathBuf, Option<Problem>, Option<ActionId>);

/// Makes the folder of a campaign that is to be made.
fn make_folder(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| {
        Problem::new(ProblemKind::System, format!("The folder “{}” cannot be made: {error}.", folder.display()))
            .hint("Choose another folder.")
    })
}

fn to_the_desk(shell: &Rc<Shell>) {
    shell.go(Page::Desk);
}

/// Opens what `make` makes, and goes on to `then`.
fn begin(
    shell: &Rc<Shell>,
    path: PathBuf,
    then: impl FnOnce(&Rc<Shell>) + 'static,
    make: impl FnOnce(&Path) -> Result<Opened> + Send + 'static,
) {
    let (named, existed, on) = (path.clone(), path.exists(), Rc::clone(shell));
    shell.show_if_longer_than(SOON);
    shell.ask(
        move |session| {
            // The one open is let go first, or the same file would be held against itself.
            session.store = None;
            let (store, unkept) = make(&path)?;
            let seen = || -> Result<_> {
                let about = store.about()?;
                let last = store.last_action()?.map(|action| action.id);
                // What cannot be shown is not opened: of a damaged file its name may be all that can be read.
                crate::app::desk::desk(&store)?;
                Ok((about, last))
            };
            let (about, last) = seen().map_err(|problem| match problem.kind {
                ProblemKind::Cancelled if !existed => Problem::new(
                    ProblemKind::Cancelled,
                    format!("It was stopped; “{}” is made all the same.", path.display()),
                )
                .hint("Open it when you like.")
                .all_the_same(),
                _ => problem,
            })?;
            session.take(store);
            Ok((about, path, unkept, last))
        },
        move |opened: Result<NowOpen>| {
            let shell = &on;
            match opened {
                Ok((about, path, unkept, last)) => {
                    let path = path.canonicalize().unwrap_or(path);
                    {
                        let mut settings = shell.settings.borrow_mut();
                        let seen = settings.seen_of(&path).map(ActionId);
                        shell.apart.set(seen.zip(last).filter(|(seen, last)| last > seen));
                        settings.opened(&about.name, &path, &about.day.long());
                    }
                    let unwritten = shell.settings.borrow().save().err();
                    shell.left.take();
                    shell.with(|window| {
                        refuse(window, SharedString::new());
                        window.global::<StartPage>().set_open_path(SharedString::new());
                    });
                    show_recent(shell);
                    shell.choose_nothing();
                    super::map::forget(shell);
                    super::founding::forget();
                    super::desk::forget(shell);
                    super::chronicle::forget(shell);
                    // Said with what the page shows of the campaign, which would else be said over it.
                    if let Some(unkept) = unkept.or(unwritten) {
                        shell.say_of_it(unkept.to_string());
                    }
                    then(shell);
                }
                Err(problem) => {
                    // The campaign that was open is closed, and nothing of it is left to be taken for the other's.
                    shell.forget_campaign();
                    super::contests::forget(shell);
                    shell.with(|window| {
                        refuse(window, problem.to_string().into());
                        if existed && problem.kind == ProblemKind::Corrupt {
                            window.global::<StartPage>().set_damaged(named.display().to_string().into());
                        }
                    });
                    show_recent(shell);
                    if shell.page() != Page::Start {
                        shell.go(Page::Start);
                    }
                }
            }
        },
    );
}

/// Lets the campaign go and shows the start page, from which Escape leads back to the page it was gone to from, or to that of
/// the rail where that was of something that is let go too.
pub fn close(shell: &Rc<Shell>) {
    let page = section(shell.page());
    let page = if is_alone(page) { Page::Desk } else { page };
    shell.cancel();
    let open = shell.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false);
    if open {
        *shell.left.borrow_mut() = shell.settings.borrow().recent.first().map(|recent| (recent.path.clone(), page));
    }
    shell.session(
        |session| session.store = None,
        |shell, ()| {
            shell.forget_campaign();
            super::contests::forget(shell);
            show_recent(shell);
            shell.go(Page::Start);
        },
    );
}

/// Where a campaign goes whose path is not typed: the user's data folder.
pub fn data_folder() -> PathBuf {
    match directories::ProjectDirs::from("", "", "banneret") {
        Some(folders) => folders.data_dir().to_owned(),
        None => PathBuf::new(),
    }
}

/// A path for a game that is not taken, in the user's data folder, by the ending of its file.
pub fn free_path_of_game(ending: &str) -> PathBuf {
    let folder = data_folder();
    let numbered = |number: u32| folder.join(format!("game-{number}.{ending}"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(1))
}

/// A path in a folder for a campaign of this name that is not taken, nor a text of the name beside it.
fn free_path(folder: &Path, name: &str) -> PathBuf {
    let plain: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect();
    let plain = match plain.trim_matches('-') {
        "" => "campaign",
        plain => plain,
    };
    let numbered = |number: u32| match number {
        1 => folder.join(format!("{plain}.banneret")),
        number => folder.join(format!("{plain}-{number}.banneret")),
    };
    let free = |path: &PathBuf| !path.exists() && !path.with_extension("txt").exists();
    (1..).map(numbered).find(free).unwrap_or_else(|| folder.join("campaign.banneret"))
}

/// A path with the ending of campaigns if it has none.
fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension("banneret") }
}

/// The first two sentences of a longer text.
fn first_sentences(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ends: Vec<usize> = text.match_indices(". ").map(|(at, _)| at).collect();
    match ends.get(1) {
        Some(end) => text[..=*end].to_owned(),
        None => text,
    }
}
