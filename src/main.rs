//! Arguments to a command, or to the desktop.

fn main() {}
