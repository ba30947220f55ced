//! What the program promises, a module each.

#[cfg(feature = "print")]
mod print;
#[cfg(feature = "print")]
mod print_samples;
