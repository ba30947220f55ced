//! Whether a campaign file is sound, and making a sound one of what can be read of one that is not.

use super::muster::{self, Muster};
use super::world::picture;
use super::{battle, play};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::ruleset::{Rules, With};
use crate::rules::settles::Settles;
use crate::store::Store;
pub use crate::store::check::{CheckReport, Finding, Looked};
use crate::store::plays::KeptPlay;
use crate::store::repair::Judge;
pub use crate::store::repair::{Repair, RowFate, RowNote};
use crate::store::world::MapPicture;
use std::path::Path;

/// Everything wrong with a campaign file; nothing if it is sound.
pub fn check(file: &Path) -> Result<Vec<Finding>> {
    Ok(look(file)?.findings)
}

/// Everything wrong with a campaign file, and how much was looked at: the file, every row against the journal, every
/// record and every game under way.
pub fn look(file: &Path) -> Result<CheckReport> {
    match Store::open_to_read(file) {
        Ok(mut store) => {
            let mut report = CheckReport::default();
            match look_through(&mut store, &mut report) {
                // What holds what no program writes there is found, not a reason to stop.
                Err(problem) if problem.kind == ProblemKind::Corrupt => {
                    report.find("the file is sound", problem.sentence)
                }
                done => done?,
            }
            Ok(report)
        }
        Err(problem) if problem.kind == ProblemKind::Corrupt => {
            let mut report =
                CheckReport { findings: Store::examine(file).unwrap_or_default(), ..CheckReport::default() };
            if report.findings.is_empty() {
                report.find("the file is sound", problem.sentence);
            }
            Ok(report)
        }
        Err(problem) => Err(problem),
    }
}

fn look_through(store: &mut Store, report: &mut CheckReport) -> Result<()> {
    *report = store.look()?;
    // What is read of a file that is not whole proves nothing; what else is wrong in it hides no record.
    if report.of_a_whole_file() {
        look_at_records(store, report)?;
        look_at_games(store, report)?;
        for (number, why) in picture::unreadable_pictures(store)? {
            report.find("every picture of the map can be read", format!("picture {number}: {why}"));
        }
    }
    Ok(())
}

fn look_at_records(store: &Store, report: &mut CheckReport) -> Result<()> {
    for (id, rules) in store.records()? {
        report.looked.records += 1;
        if let Err(why) = store.record(id).and_then(|bytes| battle::log(rules, &bytes)) {
            report.find("every record of a battle can be read", format!("record {}: {}", id.0, why.sentence));
        }
    }
    Ok(())
}

fn look_at_games(store: &mut Store, report: &mut CheckReport) -> Result<()> {
    for battle in store.plays()? {
        let Some(kept) = store.play(battle)? else { continue };
        report.looked.games += 1;
        if let Err(why) = read_game(store, battle, &kept) {
            report.find("every game under way can be resumed", format!("battle {}: {}", battle.0, why.sentence));
        }
    }
    Ok(())
}

fn read_game(store: &mut Store, battle: BattleId, kept: &KeptPlay) -> Result<()> {
    // Read through and kept nowhere: what a stranger's file holds may be of any size.
    fn json(text: &str) -> Result<serde::de::IgnoredAny> {
        serde_json::from_str(text).map_err(|error| Problem::bad_input(format!("{error}.")))
    }
    json(&kept.start)?;
    json(&kept.house)?;
    kept.decisions.0.iter().try_for_each(|(_, decision)| json(decision).map(drop))?;
    let Ok(muster) = muster::planned(store, battle) else {
        // One whose battle was taken back waits for that to be brought again.
        return match store.has_known_battle(battle)? {
            true => Ok(()),
            false => Err(Problem::bad_input("there never was such a battle.")),
        };
    };
    if kept.decisions.0.is_empty() {
        return Ok(());
    }
    struct Resume<'a>(Muster, &'a KeptPlay);
    impl With for Resume<'_> {
        type Out = Result<()>;
        fn game<G: Rules>(self) -> Result<()> {
            Err(battle::settles_none(self.1.rules))
        }
        fn battle<S: Settles>(self) -> Result<()> {
            play::resumed::<S>(self.0, self.1).map(drop)
        }
    }
    kept.rules.with(Resume(muster, kept))
}

/// What the rules say of what is kept of them.
struct ByTheRules;

impl Judge for ByTheRules {
    fn can_be_read(&self, rules: &str, record: &[u8]) -> bool {
        rules.parse().is_ok_and(|rules| battle::log(rules, record).is_ok())
    }

    fn can_be_seen(&self, picture: &MapPicture) -> bool {
        picture::fault(picture).is_none()
    }

    fn can_go_on(&self, store: &mut Store, battle: BattleId) -> bool {
        matches!(store.play(battle), Ok(Some(kept)) if read_game(store, battle, &kept).is_ok())
    }
}

/// Makes a sound campaign of what can be read of a damaged one, as a new file; the damaged one is only read.
pub fn repair_copy(file: &Path, to: &Path) -> Result<Repair> {
    Store::salvage(file, to, &ByTheRules)
}

/// What a repair did not save as it was, row by row, of the first so many rows; and whether its actions can be taken back.
pub fn repair_in_words(repair: &Repair, many: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for told in repair.told.iter().take(many) {
        let fate = match told.fate {
            RowFate::Lost => "Lost",
            RowFate::Restored => "Restored",
            RowFate::Altered => "Altered",
            RowFate::Doubtful => "Doubtful",
        };
        lines.push(format!("{fate}: {}: {}.", told.rows(), told.why));
    }
    if repair.told.len() > many {
        lines.push(format!("… and {} rows more; --json lists all.", repair.told.len() - many));
    }
    if !repair.undo {
        lines.push("What was done before the repair can be read in the chronicle, but not taken back.".to_owned());
    }
    lines
}

/// Refuses a copy that is not sound either.
pub fn copy_is_sound(repair: &Repair) -> Result<()> {
    match repair.findings.first() {
        None => Ok(()),
        Some(finding) => Err(Problem::new(
            ProblemKind::Corrupt,
            format!("The copy is not sound either: {}: {}.", finding.rule, finding.breach),
        )
        .hint("Open the newest backup beside the damaged file instead.")),
    }
}
