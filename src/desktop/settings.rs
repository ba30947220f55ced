//! What the window remembers between evenings: its size and theme, the campaigns opened, how each list was sorted and
//! filtered, results typed and not read in yet, and games under way. A small JSON file in the user's configuration folder;
//! losing it loses nothing of a campaign.

use super::money::MoneyWay;
use super::replay::StopAt;
use super::ui::PrintPaper;
use crate::app::files;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::BySide;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How many campaigns the start page lists.
const RECENT: usize = 8;
/// The least and the most a window is opened at, width and height in logical pixels.
const SIZES: std::ops::RangeInclusive<(u32, u32)> = (640, 400)..=(8_000, 8_000);
/// The longest text that is kept in a setting, and the most settings of a sort.
const LONGEST: usize = 200;
const LONGEST_PATH: usize = 4_096;
/// The most results of battles of a campaign that are kept as they were typed.
const MOST_DRAFTS: usize = 50;

/// How a list was left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListLeft {
    /// The column sorted by.
    pub column: Option<usize>,
    pub falling: bool,
    /// The filter typed over each column.
    pub filters: Vec<String>,
    /// The columns that are not shown.
    pub hidden: Vec<usize>,
    /// The titles of its columns then: with others, what was left of them means nothing.
    pub columns: Vec<String>,
}

/// How battles played by hand are shown, and where captains stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayedByHand {
    /// Whether the picture keeps on the fight.
    pub follow: bool,
    /// Whether orders are asked where there is nothing to decide.
    pub ask_all: bool,
    pub stop: StopAt,
}

impl Default for PlayedByHand {
    fn default() -> PlayedByHand {
        PlayedByHand { follow: true, ask_all: false, stop: StopAt::Nothing }
    }
}

/// A campaign that was open before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    /// Its name when last open.
    pub name: String,
    /// Where its file is.
    pub path: PathBuf,
    /// The day in the campaign when it was last closed, as people say it.
    #[serde(default)]
    pub date: String,
    /// The number of the last action that was in it then.
    #[serde(default)]
    pub seen: Option<i64>,
}

/// How large the window draws everything, in hundredths.
pub const ZOOMS: [u32; 5] = [90, 100, 115, 130, 150];

/// Everything remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Width of the window in logical pixels.
    pub width: u32,
    /// Height of the window in logical pixels.
    pub height: u32,
    /// Whether the window fills its screen.
    pub maximized: bool,
    /// Whether the dark theme is on.
    pub dark: bool,
    /// How large everything is drawn, of [`ZOOMS`].
    pub zoom: u32,
    /// How money is written.
    pub money: MoneyWay,
    /// The paper offered first: A4 or Letter, written as their places in that list.
    #[serde(with = "first_paper")]
    pub paper: PrintPaper,
    /// Whether a document is opened when it is printed.
    pub open_printed: bool,
    /// Results typed from the table and not read in yet, by campaign file and battle.
    pub drafts: ByBattle<String>,
    /// Who leads either side of battles under way, in words, by campaign file and battle.
    pub leaders: ByBattle<BySide<String>>,
    pub by_hand: PlayedByHand,
    /// Campaigns opened, the last first.
    pub recent: Vec<Recent>,
    /// How lists were left, by their id.
    pub lists: BTreeMap<String, ListLeft>,
    /// The game of Castles under way, or the last one played.
    pub castles: Option<crate::app::castles::game::Kept>,
    /// The game of Castle under Siege under way, or the last one played, as its file would hold it.
    pub under_siege: Option<String>,
    /// The game of Castle Cracker under way, or the last one played, as its file would hold it.
    pub cracker: Option<String>,
    /// The assault on hexes under way, or the last one played, as its file would hold it.
    pub assault: Option<String>,
    #[serde(skip)]
    file: Option<PathBuf>,
    /// Why nothing is remembered, where something was.
    #[serde(skip)]
    pub forgotten: Option<Problem>,
    /// What this window last read or wrote, so that it writes over nothing another window has written since.
    #[serde(skip)]
    held: RefCell<Value>,
}

mod first_paper {
    use super::PrintPaper;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(paper: &PrintPaper, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(u8::from(*paper == PrintPaper::Letter))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PrintPaper, D::Error> {
        let letter = i32::deserialize(from)? > 0;
        Ok(if letter { PrintPaper::Letter } else { PrintPaper::A4 })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            width: 1280,
            height: 800,
            maximized: false,
            dark: false,
            zoom: 100,
            money: MoneyWay::default(),
            paper: PrintPaper::A4,
            open_printed: false,
            drafts: BTreeMap::new(),
            leaders: BTreeMap::new(),
            by_hand: PlayedByHand::default(),
            recent: Vec::new(),
            lists: BTreeMap::new(),
            castles: None,
            under_siege: None,
            cracker: None,
            assault: None,
            file: None,
            forgotten: None,
            held: RefCell::default(),
        }
    }
}

/// What another window wrote, with what was changed here since: member by member, and of a list what was put into it here
/// before what stands in it there.
fn changed_in(before: &Value, ours: &Value, theirs: &Value) -> Value {
    match (ours, theirs) {
        _ if ours == before => theirs.clone(),
        (Value::Object(ours), Value::Object(theirs)) => {
            let none = Value::Null;
            let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            let of =
                |members: &serde_json::Map<String, Value>, key: &str| members.get(key).cloned().unwrap_or_default();
            let merged = keys.into_iter().map(|key| {
                let before = before.get(key).unwrap_or(&none);
                (key.clone(), changed_in(before, &of(ours, key), &of(theirs, key)))
            });
            merged.filter(|(_, value)| !value.is_null()).collect()
        }
        (Value::Array(ours), Value::Array(theirs)) if theirs.iter().all(|item| item.get("path").is_some()) => {
            let named = |list: &[Value], item: &Value| list.iter().any(|other| other.get("path") == item.get("path"));
            let known = before.as_array().map(Vec::as_slice).unwrap_or_default();
            let added = theirs.iter().filter(|item| !named(ours, item) && !named(known, item));
            ours.iter().chain(added).take(RECENT).cloned().collect()
        }
        _ => ours.clone(),
    }
}

/// Lays settings that cannot be read aside, and tells of it.
fn laid_aside(file: &Path, why: &Problem) -> Problem {
    let aside = file.with_extension("unread.json");
    // What is no file of ours to move, a link or a device, stays where it is.
    let is_file = std::fs::symlink_metadata(file).is_ok_and(|about| about.is_file());
    let hint = match is_file && std::fs::rename(file, &aside).is_ok() {
        true => format!("It lies as “{}” beside what is written now.", aside.display()),
        false => format!("Look at “{}”: what is written now takes its place.", file.display()),
    };
    let sentence = format!("What was remembered from other evenings could not be read. {}", why.sentence);
    Problem::new(ProblemKind::System, sentence).hint(hint)
}

/// Things kept by campaign file and battle.
type ByBattle<T> = BTreeMap<PathBuf, BTreeMap<i64, T>>;

impl Settings {
    /// The settings of this user; the defaults where there are none or they cannot be read.
    pub fn of_user() -> Settings {
        match directories::ProjectDirs::from("", "", "banneret") {
            Some(folders) => Settings::read(&folders.config_dir().join("desktop.json")),
            None => Settings::default(),
        }
    }

    /// The settings kept in `file`, and written there from now on. One that cannot be read is laid aside, for what is typed
    /// of a battle or a game under way may be in it.
    pub fn read(file: &Path) -> Settings {
        let read = files::read_text(file, files::SETTINGS).and_then(|text| {
            serde_json::from_str(&text)
                .map_err(|error| Problem::new(ProblemKind::Corrupt, format!("It is damaged: {error}.")))
        });
        let (read, forgotten) = match read {
            Ok(read) => (read, None),
            Err(problem) if problem.kind == ProblemKind::NotFound => (Settings::default(), None),
            Err(problem) => (Settings::default(), Some(laid_aside(file, &problem))),
        };
        let settings = Settings { file: Some(file.to_owned()), forgotten, ..read }.within_reason();
        settings.held.replace(settings.as_json());
        settings
    }

    fn as_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The same, with nothing in it that no window of ours writes: the file may be damaged, or another's.
    fn within_reason(mut self) -> Settings {
        self.width = self.width.clamp(SIZES.start().0, SIZES.end().0);
        self.height = self.height.clamp(SIZES.start().1, SIZES.end().1);
        if !ZOOMS.contains(&self.zoom) {
            self.zoom = 100;
        }
        bound(&mut self.drafts);
        bound(&mut self.leaders);
        self.recent.truncate(RECENT);
        for recent in &mut self.recent {
            for text in [&mut recent.name, &mut recent.date] {
                *text = text.chars().take(LONGEST).filter(|letter| !letter.is_control()).collect();
            }
        }
        self.recent.retain(|recent| recent.path.as_os_str().len() <= LONGEST_PATH);
        let fits = |left: &ListLeft| {
            left.filters.len().max(left.hidden.len()).max(left.columns.len()) <= LONGEST
                && left.filters.iter().chain(&left.columns).all(|text| text.chars().count() <= LONGEST)
        };
        self.lists.retain(|id, left| id.len() <= LONGEST && fits(left));
        while self.lists.len() > LONGEST {
            self.lists.pop_last();
        }
        self
    }

    /// Writes them: what was changed here since they were read, into what stands there by now.
    pub fn save(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let ours = self.as_json();
        let there = files::read_text(file, files::SETTINGS).ok();
        let there = there.and_then(|text| serde_json::from_str::<Settings>(&text).ok());
        let written = match there.map(|there| there.within_reason().as_json()) {
            Some(theirs) => changed_in(&self.held.borrow(), &ours, &theirs),
            None => ours.clone(),
        };
        let Ok(text) = serde_json::to_string_pretty(&written) else { return Ok(()) };
        // Written beside and renamed, so that a game under way is not lost with a half-written file.
        let beside = file.with_extension("new");
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        let new = folder.and_then(|()| std::fs::File::create(&beside));
        let written = new.and_then(|mut new| new.write_all(text.as_bytes()).and_then(|()| new.sync_all()));
        let kept = written.and_then(|()| std::fs::rename(&beside, file));
        if kept.is_ok() {
            self.held.replace(ours);
        }
        kept.map_err(|error| {
            Problem::new(
                ProblemKind::System,
                format!(
                    "What is to be remembered for another evening was not written to “{}”: {error}.",
                    file.display()
                ),
            )
            .hint("Make room there, or the folder writable; the campaign itself is kept.")
        })
    }

    /// Puts a campaign first among the recent ones.
    pub fn opened(&mut self, name: &str, path: &Path, date: &str) {
        // What is written down is text; a path that is none cannot be remembered.
        if path.to_str().is_none() {
            return;
        }
        let seen = self.seen_of(path);
        self.recent.retain(|recent| recent.path != path);
        self.recent.insert(0, Recent { name: name.to_owned(), path: path.to_owned(), date: date.to_owned(), seen });
        self.recent.truncate(RECENT);
    }

    /// The last action that was in a campaign when it was last open here.
    pub fn seen_of(&self, path: &Path) -> Option<i64> {
        self.recent.iter().find(|recent| recent.path == path).and_then(|recent| recent.seen)
    }

    /// Remembers the last action of the campaign that is open.
    pub fn seen(&mut self, action: Option<i64>) {
        if let Some(recent) = self.recent.first_mut() {
            recent.seen = action;
        }
    }

    /// Who led either side of a battle under way when it was last played here.
    pub fn leaders_of(&self, path: &Path, battle: i64) -> Option<&BySide<String>> {
        self.leaders.get(path)?.get(&battle)
    }

    /// Keeps who leads either side of a battle under way.
    pub fn keep_leaders(&mut self, path: &Path, battle: i64, leaders: BySide<String>) {
        keep(&mut self.leaders, path, battle, Some(leaders));
    }

    /// What is typed of a battle's result and not read in yet.
    pub fn draft(&self, path: &Path, battle: i64) -> String {
        self.drafts.get(path).and_then(|drafts| drafts.get(&battle)).cloned().unwrap_or_default()
    }

    /// Keeps what is typed of a battle's result; nothing typed forgets it.
    pub fn keep_draft(&mut self, path: &Path, battle: i64, text: &str) {
        let typed = !text.trim().is_empty();
        keep(&mut self.drafts, path, battle, typed.then(|| text.to_owned()));
    }
}

/// Keeps something of a battle in a campaign's file, or forgets it; of the battles of one file the newest.
fn keep<T>(kept: &mut ByBattle<T>, path: &Path, battle: i64, it: Option<T>) {
    let of_file = kept.entry(path.to_owned()).or_default();
    match it {
        Some(it) => of_file.insert(battle, it),
        None => of_file.remove(&battle),
    };
    while of_file.len() > MOST_DRAFTS {
        of_file.pop_first();
    }
    if of_file.is_empty() {
        kept.remove(path);
    }
}

/// Forgets what is of no file, and of more files than are remembered.
fn bound<T>(kept: &mut ByBattle<T>) {
    kept.retain(|path, of_file| path.as_os_str().len() <= LONGEST_PATH && !of_file.is_empty());
    while kept.len() > LONGEST {
        kept.pop_last();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_read_and_a_broken_file_gives_the_defaults() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("deep").join("desktop.json");
        let mut settings = Settings::read(&file);
        assert!(!settings.dark);
        settings.dark = true;
        settings.opened("The March", Path::new("/tmp/march.banneret"), "");
        settings.opened("Agincourt", Path::new("/tmp/a.banneret"), "");
        settings.opened("The March", Path::new("/tmp/march.banneret"), "");
        settings.keep_draft(Path::new("/tmp/a.banneret"), 7, "B7 dead");
        settings.keep_draft(Path::new("/tmp/a.banneret"), 8, " ");
        (settings.zoom, settings.money) = (130, MoneyWay::Marks);
        settings.save().expect("written");
        let read = Settings::read(&file);
        assert_eq!(read.draft(Path::new("/tmp/a.banneret"), 7), "B7 dead");
        assert_eq!(read.drafts.len(), 1);
        assert_eq!((read.zoom, read.money), (130, MoneyWay::Marks));
        assert!(read.dark);
        assert_eq!(
            read.recent.iter().map(|recent| recent.name.as_str()).collect::<Vec<_>>(),
            ["The March", "Agincourt"]
        );
        for odd in [
            r#"{"width":100000,"height":4000000000}"#.to_owned(),
            format!("{{\"recent\":[{}]}}", vec![r#"{"name":"a\u001b","path":"/a"}"#; 20_000].join(",")),
            format!("{{\"lists\":{{\"a\":{{\"filters\":[\"{}\"]}}}}}}", "w".repeat(100_000)),
            " ".repeat(8 << 20),
        ] {
            std::fs::write(&file, odd).expect("written");
            let read = Settings::read(&file);
            assert!((640..=8_000).contains(&read.width) && (400..=8_000).contains(&read.height));
            assert!(read.recent.len() <= RECENT && read.recent.iter().all(|recent| recent.name == "a"));
            assert!(read.lists.is_empty());
        }
        #[cfg(unix)]
        assert_eq!(Settings::read(Path::new("/dev/zero")).width, 1280);
        std::fs::write(&file, "{ not json").expect("written");
        let read = Settings::read(&file);
        assert_eq!(read.width, 1280);
        let aside = file.with_extension("unread.json");
        assert_eq!(std::fs::read_to_string(&aside).expect("laid aside"), "{ not json");
        let told = read.forgotten.as_ref().expect("it is told of").to_string();
        assert!(told.contains("could not be read") && told.contains(aside.to_str().expect("a name")), "{told}");
        read.save().expect("written anew");
        assert!(Settings::read(&file).forgotten.is_none());
    }

    #[test]
    fn two_windows_write_nothing_of_each_others_over() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("desktop.json");
        let mut one = Settings::read(&file);
        one.opened("The March", Path::new("/tmp/march.banneret"), "");
        one.save().expect("written");
        let mut other = Settings::read(&file);
        other.opened("Agincourt", Path::new("/tmp/a.banneret"), "");
        other.keep_draft(Path::new("/tmp/a.banneret"), 7, "B7 dead");
        other.cracker = Some("a game".to_owned());
        other.save().expect("written");
        one.opened("Old", Path::new("/tmp/old.banneret"), "");
        one.keep_draft(Path::new("/tmp/march.banneret"), 1, "A1 dead");
        one.dark = true;
        one.save().expect("written");
        other.cracker = None;
        other.keep_draft(Path::new("/tmp/a.banneret"), 7, "");
        other.save().expect("written");
        let read = Settings::read(&file);
        let names: Vec<&str> = read.recent.iter().map(|recent| recent.name.as_str()).collect();
        assert_eq!(names, ["Old", "The March", "Agincourt"]);
        assert_eq!(read.draft(Path::new("/tmp/march.banneret"), 1), "A1 dead");
        assert_eq!(read.draft(Path::new("/tmp/a.banneret"), 7), "");
        assert!(read.dark && read.cracker.is_none());
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("desktop.json");
        std::fs::create_dir(folder.path().join("desktop.new")).expect("in the way");
        let told = Settings::read(&file).save().expect_err("it cannot be written").to_string();
        assert!(told.contains(file.to_str().expect("a name")) && told.contains("writable"), "{told}");
        assert!(!file.exists());
    }
}
