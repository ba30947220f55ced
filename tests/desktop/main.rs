//! Drives the window as a person and a screen reader do: by role and label, by mouse and by keyboard, without a display.
//! What is drawn is drawn by the renderer the program uses. With `BANNERET_SHOTS` set to a folder, pictures go there.

mod castles;
mod controls;
mod faults;
mod frame;
mod gear;
mod harness;
mod hosts;
mod keyboard;
mod men;
mod pages;
mod replay;
#[path = "../suite/rosters.rs"]
#[allow(dead_code)]
mod rosters;
mod sieges;
