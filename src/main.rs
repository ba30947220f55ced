//! Arguments to a command, or to the desktop.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    banneret::cli::run(banneret::cli::Arguments::parse())
}
