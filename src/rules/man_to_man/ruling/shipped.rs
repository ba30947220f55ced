//! The situations that ship with the program, worked examples of the clauses they name.

use super::WrittenSituation;
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../data/rulings/", $name, ".toml")))),*]
    };
}

/// Their files, by the names of the files, in the order of the clauses they are about.
const FILES: &[(&str, &str)] = files![
    "placed-by-hand",
    "charge-out-of-reach",
    "stops-short-of-contact",
    "charge-and-close",
    "counter-charge",
    "levy-tests-a-charge",
    "shooting-before-melee",
    "one-test-a-unit",
    "cards-and-forces",
    "evading-a-charge",
    "evading-behind-friends",
    "a-levy-made-bold",
    "no-surrender-demanded",
    "foot-in-full-mail",
    "horse-and-barding",
    "through-the-woods",
    "climb-and-swim",
    "running-and-turning",
    "horse-turning-at-a-trot",
    "a-third-run",
    "gallop-from-a-stand",
    "over-a-hedge",
    "move-and-shoot",
    "loading-a-handgun",
    "mounting",
    "a-gap-in-a-hedge",
    "bases-in-contact",
    "bow-before-crossbow",
    "equal-archers",
    "unwounded-before-wounded",
    "standing-before-moving",
    "higher-grade-shoots-first",
    "first-before-second",
    "shot-at-half-move",
    "changing-weapons",
    "arc-of-a-bow",
    "shooting-at-the-horse",
    "shooting-past-a-friend",
    "guns-over-friends",
    "down-from-a-rampart",
    "three-javelins",
    "range-bands",
    "the-worked-shot",
    "handgun-through-armour",
    "once-and-twice",
    "charging-horse-first",
    "pike-against-lance",
    "longer-weapon-first",
    "equal-throws-miss",
    "the-worked-lance",
    "knife-against-plate",
    "a-lance-breaks",
    "at-the-rider-only",
    "pikes-behind-pikes",
    "leaving-a-melee",
    "after-the-melee",
    "knights-must-pursue",
    "riding-through",
    "kill-or-wound",
    "wounded-strike-last",
    "a-gun-among-horses",
    "down-and-yielding",
    "up-again",
    "three-hit-by-arrows",
    "flight-spreads",
    "the-commander-falls",
    "three-knights-lost",
    "bold-craven-recreant",
    "cut-off",
    "archers-in-the-woods",
    "supported-or-isolated",
    "left-unguarded",
    "yielding-and-led",
    "over-the-heads-of-foot",
    "behind-a-wall",
    "counter-charge-one-of-two",
    "from-the-saddle",
    "class-in-the-melee",
    "rough-ground-helps-foot",
    "behind-a-pavise",
    "too-near-for-an-engine",
    "what-does-he-need",
    "mounting-and-going",
    "rocks-from-the-wall",
    "charged-from-behind",
    "no-engine-into-the-woods",
    "sword-then-axe",
    "a-wider-front",
    "bow-then-javelin",
    "two-at-the-leader",
    "quarter",
    "what-prisoners-are-worth",
    "looting",
    "an-equal-unhorsed",
    "a-standard-taken",
    "a-cleric-attacked",
    "a-cleric-shot",
    "ram-at-the-gate",
    "axes-at-the-gate",
    "pick-in-a-sow",
    "ladder-and-push",
    "ladder-too-short",
    "cauldron-of-oil",
    "portcullis",
    "catapult-shoots",
    "stakes",
    "standard-bearer-without-shield",
    "three-hits-wreck-a-gate",
    "fire-arrows",
    "a-fire-fought",
    "two-units-fight-one-fire",
    "a-newcomer-is-not-struck-first",
    "the-higher-man-strikes-first",
    "a-sword-when-the-javelins-are-gone",
    "a-knight-who-leads-the-levy",
    "a-gun-before-the-arrow",
    "one-man-yields",
    "a-king-in-a-dynastic-war",
    "two-axes-at-one-gate",
    "a-cauldron-carried",
    "an-engine-without-its-sergeant",
    "ten-men-or-four-horses",
    "many-hands",
    "faggots-in-the-ditch",
    "over-the-filled-ditch",
];

/// A situation that ships.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// The name of its file, without its ending.
    pub name: &'static str,
    pub text: &'static str,
    /// What it says.
    pub situation: WrittenSituation,
}

/// Every situation that ships, in the order in which they are listed.
pub fn all() -> &'static [Shipped] {
    static SITUATIONS: OnceLock<Vec<Shipped>> = OnceLock::new();
    let parse = |&(name, text): &(&'static str, &'static str)| {
        let situation = WrittenSituation::read(text);
        let situation = situation.unwrap_or_else(|faults| panic!("the program's own ruling {name}: {faults}"));
        Shipped { name, text, situation }
    };
    SITUATIONS.get_or_init(|| FILES.iter().map(parse).collect())
}
