//! What Slint makes of the files beside this one. Generated code and nothing else: a package of its own, because it is
//! long to compile and changes seldom, so that a change to the program does not wait for it.

#![allow(clippy::all)]

slint::include_modules!();
