//! Arguments to a command, or to the desktop.

use banneret::campaign::problem::Result;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    outlive_limits();
    #[cfg(feature = "print")]
    {
        if std::env::args_os().nth(1).is_some_and(|first| first == banneret::print::ARGUMENT) {
            return banneret::print::answer();
        }
        // Where the program cannot find itself, documents are set in this process.
        if let Ok(program) = std::env::current_exe() {
            banneret::print::set_apart_by(program);
        }
    }
    match banneret::cli::Arguments::read() {
        Ok(arguments) => banneret::cli::run(arguments, window),
        Err(wrong) => banneret::cli::misused(&wrong),
    }
}

/// Where a file may grow no further a write is to fail, and be told of, and not end the program, as the system would have it.
#[cfg(unix)]
fn outlive_limits() {
    // What the flag says nobody asks: a signal that is heard ends nothing. Where it cannot be heard all is as it was.
    let heard = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::signal::SIGXFSZ, heard);
}

#[cfg(not(unix))]
fn outlive_limits() {}

#[cfg(feature = "desktop")]
fn window(file: Option<PathBuf>) -> Result<()> {
    banneret::desktop::run(file)
}

#[cfg(not(feature = "desktop"))]
fn window(_: Option<PathBuf>) -> Result<()> {
    use banneret::campaign::problem::{Problem, ProblemKind};
    Err(Problem::new(ProblemKind::System, "This build of Banneret has no window.")
        .hint("Use a command; “banneret --help” lists them."))
}
