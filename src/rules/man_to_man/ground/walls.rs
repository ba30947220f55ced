//! The ground of an assault, made from the stretch of a stronghold's walls it is made on (SG-7.8): a wall with its walk
//! across the field, two towers, stairs behind it, and what the siege has done to it so far.

use std::fmt::Write as _;

/// A stretch of wall that is assaulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssaultedWall {
    /// The stronghold.
    pub name: String,
    /// Which of its lines it is of, from the outer ramparts inwards, from 0.
    pub line: u8,
    /// Whether it is the last line, the keep.
    pub keep: bool,
    /// Hits by engines that count against it already (SG-7.8).
    pub hits: u8,
    /// What is broken of it.
    pub breach: Breach,
    /// Whether there is a moat before it.
    pub moat: bool,
    /// Whether who assaults it comes from within, to win it back.
    pub from_within: bool,
}

/// What is broken of a stretch of wall (SG-1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breach {
    /// It stands.
    #[default]
    None,
    /// Its outer side is demolished.
    Outer,
    /// Its inner side as well.
    Through,
}

/// The half-inch from the attacker's edge about which a wall is turned when it is assaulted from within.
const TURN: i32 = 2 * 119;

impl AssaultedWall {
    /// Whether a barred gate stands in it, or the keep's door: a way in for a ram or axes, of which nobody has need where the wall
    /// is breached, or who comes from within (SG-5.5, MM-9.2, MM-9.4).
    pub fn is_gated(&self) -> bool {
        self.keep || self.breach == Breach::None && !self.from_within
    }

    /// What the ground of it is called.
    pub fn called(&self) -> String {
        format!("the walls of {}", self.plain_name())
    }

    /// The name without what a ground's file cannot hold.
    fn plain_name(&self) -> String {
        let kept: String = self.name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let end = kept.char_indices().map(|(at, letter)| at + letter.len_utf8()).take_while(|&end| end <= 100).last();
        kept[..end.unwrap_or(0)].trim().to_owned()
    }

    /// What the ground is, in a sentence.
    fn what(&self) -> String {
        let line = match (self.keep, self.line) {
            (true, _) => "The keep",
            (false, 0) => "The outer wall",
            (false, _) => "An inner wall",
        };
        let state = match (self.breach, self.hits) {
            (Breach::None, 0) => ", whole",
            (Breach::None, _) => ", hurt by engines",
            (Breach::Outer, _) => ", with a breach",
            (Breach::Through, _) => ", with a breach right through it",
        };
        let moat = if self.moat { ", behind a dry moat" } else { "" };
        let from = if self.from_within { ", assaulted from within" } else { "" };
        format!("{line} of {}{state}{moat}{from}.", self.plain_name())
    }
}

/// The ground of an assault on a stretch of wall, as [`read`](super::read) reads it.
pub fn before_walls(wall: &AssaultedWall) -> String {
    let mut file = File { text: String::new(), turned: wall.from_within };
    let level = if wall.keep { 3 } else { 2 };
    let (name, what) = (quoted(&wall.called()), quoted(&wall.what()));
    let _ = write!(file.text, "name = {name}\nwhat = {what}\nwidth = 120\ndepth = 96\n");
    // The attackers who stand in the wall's own thickness are on it, at its walk or in its breach.
    let _ = writeln!(file.text, "prize = {}", file.away(if wall.from_within { 120 } else { 116 }));
    if wall.moat {
        file.area("dry moat", "the moat", [0, 120], [94, 102], "depth = 1\n");
    }
    if wall.breach != Breach::None {
        file.area("rough", "the heap before the breach", [54, 66], [98, 114], "");
    }
    if wall.breach == Breach::Through {
        file.area("rough", "the heap behind the breach", [55, 65], [122, 130], "");
    }
    let above = format!("level = {}\n", level + 1);
    file.area("rampart", "the west tower", [32, 40], [108, 124], &above);
    file.area("rampart", "the east tower", [80, 88], [108, 124], &above);
    for (name, from) in [("the west stairs", 18), ("the middle stairs", 42), ("the east stairs", 97)] {
        file.area("stairs", name, [from, from + 5], [119, 126], "");
    }
    let walk = format!("thickness = 2\nlevel = {level}\n");
    file.wall("castle wall", "the west curtain", [0, 32], &walk);
    file.wall("castle wall", "the east curtain", [88, 120], &walk);
    let hits = if wall.hits > 0 { format!("hits = {}\n", wall.hits) } else { String::new() };
    file.wall("castle wall", "the stretch assaulted", [40, 80], &(walk + &hits));
    if wall.breach != Breach::None {
        let broken = format!("thickness = 2.5\nlevel = {level}\nopen = true\n");
        file.wall(
            "castle wall",
            "the breach",
            if wall.breach == Breach::Through { [54, 66] } else { [56, 64] },
            &broken,
        );
    }
    if wall.is_gated() {
        // The keep's door is barred, and opens to a ram or axes as a gate does (SG-5.5).
        let (jambs, gate) = match wall.keep {
            true => ("the door's jambs", "the barred door"),
            false => ("the gateway", "the barred gate"),
        };
        file.wall("castle wall", jambs, [71, 74], "thickness = 2.5\nopen = true\n");
        file.wall("gate", gate, [70, 75], "");
    }
    file.arrays(wall);
    file.text
}

/// A ground's file as it is written.
struct File {
    text: String,
    /// Whether the wall is turned to be assaulted from within.
    turned: bool,
}

impl File {
    /// A distance from the attacker's edge, in half inches, as a number of inches.
    fn away(&self, halves: i32) -> String {
        let halves = if self.turned { TURN - halves } else { halves };
        if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
    }

    /// An area from the left to the right, in inches, and from the near to the far side, in half inches.
    fn area(&mut self, kind: &str, name: &str, [left, right]: [i32; 2], [near, far]: [i32; 2], more: &str) {
        let (near, far) = (self.away(near), self.away(far));
        let edge = format!("[[{left}, {near}], [{right}, {near}], [{right}, {far}], [{left}, {far}]]");
        let _ = write!(self.text, "\n[[area]]\nkind = \"{kind}\"\nname = \"{name}\"\n{more}edge = {edge}\n");
    }

    /// A part of the wall from the left to the right, in inches.
    fn wall(&mut self, kind: &str, name: &str, [left, right]: [i32; 2], more: &str) {
        let at = self.away(118);
        let line = format!("[[{left}, {at}], [{right}, {at}]]");
        let _ = write!(self.text, "\n[[barrier]]\nkind = \"{kind}\"\nname = \"{name}\"\n{more}line = {line}\n");
    }

    /// The hosts: the attacker out of bowshot, the defender on the walk where the wall stands and behind a breach; those
    /// who hold a wall against the court stand under it.
    fn arrays(&mut self, wall: &AssaultedWall) {
        let defender = match (wall.from_within, wall.breach) {
            (true, _) => "line = [[42, 48], [78, 48]]\narchers = [[41, 60], [53, 60]]\nhorse = [[84, 48], [110, 48]]",
            (false, Breach::None) => "line = [[41, 59], [79, 59]]\nhorse = [[40, 84], [80, 84]]",
            (false, _) => "line = [[48, 67], [72, 67]]\narchers = [[41, 59], [53, 59]]\nhorse = [[40, 84], [80, 84]]",
        };
        let archers = if wall.from_within { 26 } else { 32 };
        let _ = write!(
            self.text,
            "\n[attacker]\nline = [[26, 14], [94, 14]]\narchers = [[24, {archers}], [96, {archers}]]\n\n[defender]\n{defender}\n"
        );
    }
}

/// A text between quotation marks, as a ground's file holds it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
