//! Files beside campaigns: a roster, a result, a ground or a game read, a document or an export written. What is read is
//! judged by its kind and size first, for anything may bear the name that was typed; what is written is whole or not
//! there.

use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::file::{beside, clear_away, put_in_place, sync_folder};
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A sort of file that is read, and how large it may be.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    what: &'static str,
    most_bytes: u64,
}

/// A roster: fifty thousand men with long names come to a fifth of this.
pub const ROSTER: Sort = Sort { what: "a roster", most_bytes: 32 << 20 };
/// A result from the table.
pub const RESULT: Sort = Sort { what: "a result", most_bytes: 8 << 20 };
/// A ground; those that ship are a few thousand bytes.
pub const GROUND: Sort = Sort { what: "a ground", most_bytes: 256 << 10 };
/// A map of hexes; those that ship are some ten thousand bytes.
pub const HEXES: Sort = Sort { what: "a map of hexes", most_bytes: 256 << 10 };
/// A situation to be ruled on.
pub const RULING: Sort = Sort { what: "a situation", most_bytes: 256 << 10 };
/// A game of Castles.
pub const GAME: Sort = Sort { what: "a game", most_bytes: 1 << 20 };
/// A map's places and routes, of which a file may have ten thousand.
pub const MAP: Sort = Sort { what: "a map", most_bytes: 16 << 20 };
/// A map's picture.
pub const PICTURE: Sort = Sort { what: "a picture", most_bytes: 64 << 20 };
/// A game of Castle under Siege; one of every shot and errand is a tenth of it.
pub const SIEGE_GAME: Sort = Sort { what: "a game of Castle under Siege", most_bytes: 1 << 20 };
/// A scenario of Castle Cracker; those that ship are a few thousand bytes.
pub const SCENARIO: Sort = Sort { what: "a scenario", most_bytes: 256 << 10 };
/// A game of Castle Cracker with its scenario and every order of it.
pub const CORD_GAME: Sort = Sort { what: "a game of Castle Cracker", most_bytes: 8 << 20 };
/// A campaign as JSON; twenty years of ten thousand people are half of it.
pub const EXPORT: Sort = Sort { what: "an export of a campaign", most_bytes: 512 << 20 };
/// An assault on hexes with its map, its hosts and every order of it.
pub const HEX_GAME: Sort = Sort { what: "an assault on hexes", most_bytes: 8 << 20 };
/// A template of documents; those that ship are some ten thousand bytes.
pub const TEMPLATE: Sort = Sort { what: "a template", most_bytes: 1 << 20 };
/// A font that a club's own templates use.
pub const FONT: Sort = Sort { what: "a font", most_bytes: 32 << 20 };
/// What the window remembers.
pub const SETTINGS: Sort = Sort { what: "the window’s settings", most_bytes: 4 << 20 };

/// A file opened to be read, if it is an ordinary one and no larger than its sort may be.
pub fn open(path: &Path, sort: Sort) -> Result<File> {
    let named = path.display();
    if path.as_os_str().is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Type its path."));
    }
    let failed = |error: std::io::Error| unreadable(path, &error);
    // Looked at before it is opened: to open a pipe waits for whoever writes it.
    let about = fs::metadata(path).map_err(failed)?;
    if !about.is_file() {
        return Err(Problem::bad_input(format!("“{named}” is no ordinary file, so it cannot be {}.", sort.what))
            .hint("Give the path of a file; save what a pipe or a device holds in one first."));
    }
    let file = File::open(path).map_err(failed)?;
    match about.len() > sort.most_bytes {
        true => Err(too_large(path, sort)),
        false => Ok(file),
    }
}

/// The bytes of a file, if it is an ordinary one and no larger than its sort may be.
pub fn read(path: &Path, sort: Sort) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A file of the system's may be longer than it says.
    let file = open(path, sort)?.take(sort.most_bytes + 1).read_to_end(&mut bytes);
    file.map_err(|error| unreadable(path, &error))?;
    match bytes.len() as u64 > sort.most_bytes {
        true => Err(too_large(path, sort)),
        false => Ok(bytes),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    let kind = if error.kind() == ErrorKind::NotFound { ProblemKind::NotFound } else { ProblemKind::System };
    Problem::new(kind, format!("“{}” could not be read: {error}.", path.display())).hint("Check the name of the file.")
}

fn too_large(path: &Path, sort: Sort) -> Problem {
    let most = match sort.most_bytes >> 20 {
        0 => format!("{} kB", sort.most_bytes >> 10),
        most => format!("{most} MB"),
    };
    Problem::bad_input(format!("“{}” is too large for {}: over {most}.", path.display(), sort.what))
        .hint("Check that it is the right file.")
}

/// As [`read`], for a file of text.
pub fn read_text(path: &Path, sort: Sort) -> Result<String> {
    let text = String::from_utf8(read(path, sort)?).map_err(|_| {
        Problem::bad_input(format!("“{}” is not text in UTF-8.", path.display()))
            .hint("Check that it is the right file.")
    })?;
    // Some editors begin a file with a mark of its byte order, which is none of its words.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The folder of this name in the user's data folder, where his own files of a sort lie; it need not be there.
pub fn own_folder(name: &str) -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "banneret").map(|folders| folders.data_dir().join(name))
}

/// The user's own files in a folder, by their names: those that end as tables do.
pub fn own_tables(folder: Option<PathBuf>) -> Vec<PathBuf> {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|file| file.extension().is_some_and(|ending| ending == "toml")).collect();
    files.sort();
    files
}

/// Writes a file that is not there yet at a path the user typed, and its folder if that is not there either.
pub fn save_new(path: &Path, bytes: &[u8]) -> Result<()> {
    if path.as_os_str().is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Type a path, or browse for one."));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| {
            Problem::new(ProblemKind::System, format!("“{}” could not be written: {error}.", path.display()))
                .hint("Check that the folder is there and you may write in it.")
        })?;
    }
    write_new(path, bytes)
}

/// Writes a new file for the user: beside it first, flushed to the disk, then under its name. One that is there already
/// is not replaced, and what cannot be written whole leaves nothing.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    write_new_by(path, &mut |out| out.write_all(bytes))
}

/// Refuses the path of a new file where none can be made, before the work is done that would fill it.
pub fn may_be_new(path: &Path) -> Result<()> {
    if path.as_os_str().is_empty() {
        return Err(Problem::bad_input("No file is named.").hint("Type the path of a new file."));
    }
    match fs::symlink_metadata(path) {
        Ok(_) => Err(taken(path)),
        Err(_) => Ok(()),
    }
}

fn taken(path: &Path) -> Problem {
    Problem::new(ProblemKind::Refused, format!("There is already a file “{}”.", path.display()))
        .hint("Choose another name; an existing file is never overwritten.")
}

/// As [`write_new`], for what is written piece by piece.
pub fn write_new_by(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    let named = path.display();
    may_be_new(path)?;
    clear_away(path);
    let making = beside(path);
    let made = File::create(&making)
        .and_then(|file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.into_inner()?.sync_all()
        })
        .and_then(|()| put_in_place(&making, path));
    let _ = fs::remove_file(&making);
    made.map_err(|error| {
        error.downcast::<Problem>().unwrap_or_else(|error| match error.kind() {
            ErrorKind::AlreadyExists => taken(path),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Problem::new(ProblemKind::FullDisk, format!("The disk is full: “{named}” was not written."))
                    .hint("Free some space and do it again.")
            }
            _ => Problem::new(ProblemKind::System, format!("“{named}” could not be written: {error}."))
                .hint("Check that the folder is there and you may write in it."),
        })
    })
}

/// Writes a file of the program's own anew, if it still holds what was read of it: beside it first, flushed to the disk, then
/// under its name.
pub fn write_again(path: &Path, held: &[u8], bytes: &[u8], sort: Sort) -> Result<()> {
    let named = path.display();
    if read(path, sort)? != held {
        return Err(Problem::refused(
            format!("“{named}” was changed by another program meanwhile; nothing was written."),
            "Look at it again, and do it once more.",
        ));
    }
    let making = beside(path);
    let made = File::create(&making)
        .and_then(|mut file| {
            file.set_permissions(fs::metadata(path)?.permissions())?;
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&making, path))
        .map(|()| sync_folder(path));
    let _ = fs::remove_file(&making);
    made.map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Problem::new(ProblemKind::FullDisk, format!("The disk is full: “{named}” is as it was."))
                .hint("Free some space and do it again.")
        }
        _ => Problem::new(ProblemKind::System, format!("“{named}” could not be written, and is as it was: {error}."))
            .hint("Check that you may write in its folder."),
    })
}
