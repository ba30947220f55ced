//! The program attacked: killed, its system calls made to fail, its disk filled, its files damaged and tampered with by
//! others' hands, and everything it reads mutated. Whatever is done to it, it neither panics nor hangs, calls nothing
//! sound that is not, and loses nothing it reported done. A few of each run with every test; `BANNERET_SEEDS` makes them
//! many.

mod amiss;
mod backups;
mod beside;
mod code;
mod damage;
mod disk;
#[cfg(all(feature = "print", target_os = "linux"))]
mod documents;
mod edges;
mod first_page;
mod growth;
mod held;
mod journal;
mod limits;
mod multitude;
mod mutated;
mod openable;
mod pages;
mod put_back;
mod records;
mod sieges;
mod tampered;
mod throngs;

use crate::support::banneret;
use std::fs::File;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// The longest that any command on a small campaign may take, even where the machine has much else to do.
const LONGEST: Duration = Duration::from_secs(120);

/// How many rounds an attack goes: `few` with every test, as many as `BANNERET_SEEDS` says beyond that.
fn many(few: u64) -> u64 {
    match crate::support::seeds() {
        seeds if seeds > 40 => seeds,
        _ => few,
    }
}

/// A path as an argument.
fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// Runs the program to its end, which must come in time and by no panic.
fn runs(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let to = |path: &Path| Stdio::from(File::create(path).expect("a file"));
    let mut child =
        banneret(arguments).stdin(Stdio::null()).stdout(to(&out)).stderr(to(&err)).spawn().expect("it starts");
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it runs") {
            break status;
        }
        if begun.elapsed() > LONGEST {
            child.kill().expect("it is killed");
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let read = |path: &Path| std::fs::read(path).expect("what it said");
    let output = Output { status, stdout: read(&out), stderr: read(&err) };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(status.code(), Some(0..=2)), "{arguments:?} ends by {status}: {said}");
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    output
}

/// What a command said when it did what it was told.
fn does(arguments: &[&str]) -> String {
    let output = runs(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}
