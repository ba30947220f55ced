//! Arguments to a command, or to the desktop.

use banneret::campaign::problem::Result;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match banneret::cli::Arguments::read() {
        Ok(arguments) => banneret::cli::run(arguments, window),
        Err(wrong) => banneret::cli::misused(&wrong),
    }
}

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
