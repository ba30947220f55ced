//! Drives the window as a person and a screen reader do: by role and label, by mouse and by keyboard, without a display.
//! What is drawn is drawn by the renderer the program uses. With `BANNERET_SHOTS` set to a folder, pictures go there.

mod assault;
mod castles;
mod charts;
mod contrast;
mod controls;
mod cracker;
mod evenings;
mod faults;
mod founding;
mod frame;
mod friction;
mod gear;
mod harness;
mod hosts;
mod keyboard;
mod manners;
mod mapping;
mod men;
mod mended;
mod pages;
mod people;
mod repaint;
mod replay;
#[path = "../suite/rosters.rs"]
#[allow(dead_code)]
mod rosters;
mod sieges;
mod threads;
mod under_siege;
