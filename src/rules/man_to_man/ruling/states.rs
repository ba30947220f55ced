//! What is true of one man when a situation begins, besides what he is: how he is, what is in his hands, where his horse is.

use super::super::arms::{Arms, two_handed};
use super::super::ground::Ground;
use super::super::state::{Figure, Mount};
use super::men::{WrittenFate, facing, name, place};
use super::orders::bare;
use crate::rules::figure::Weapon;
use crate::rules::geometry::{Heading, Point};
use crate::rules::written::{Reader, TomlEntry, TomlReader as _};

/// The keys that tell it.
pub(super) const STATE_KEYS: [&str; 14] = [
    "state",
    "yielded_to",
    "horse_wounded",
    "horse_at",
    "horse_dead",
    "shots",
    "other_shots",
    "loaded",
    "missile",
    "hand",
    "holds",
    "shown",
    "shamed",
    "worth",
];

/// What a man has in his hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeldWeapon {
    Missile,
    Lance,
    Hand,
}

/// What is true of one man.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ManState {
    pub(super) fate: WrittenFate,
    pub(super) wounded: bool,
    pub(super) on_foot: bool,
    /// Where the horse stands that he has left.
    pub(super) horse_at: Option<Point>,
    pub(super) horse_dead: bool,
    pub(super) horse_wounded: bool,
    pub(super) shots: Option<u8>,
    /// Shots left of the other of two missile weapons.
    pub(super) other_shots: Option<u8>,
    pub(super) unloaded: bool,
    /// Which of his missile weapons he shoots with, and which weapon he strikes with.
    pub(super) missile: Option<Weapon>,
    pub(super) hand: Option<Weapon>,
    pub(super) holds: Option<HeldWeapon>,
    /// Whether he shot last turn, and so has shown himself (MM-7.5).
    pub(super) shown: bool,
    /// Whether he has failed to meet a charge before (MM-8.6).
    pub(super) shamed: bool,
    /// His points as he came to the field (MM-10.1), if they are not those of what he is now.
    pub(super) worth: Option<i32>,
    /// Where he faces, if it is not where his unit does.
    pub(super) facing: Option<Heading>,
}

/// What a man's `state` says of him; the moods in it are his body's.
pub(super) fn fate_word(word: &str) -> Option<(WrittenFate, bool)> {
    Some(match bare(word).as_str() {
        "fallen" => (WrittenFate::Fallen, true),
        "dead" => (WrittenFate::Dead, false),
        "fled" => (WrittenFate::Fled, false),
        "withdrawn" => (WrittenFate::Withdrawn, false),
        "dismounted" => (WrittenFate::Nothing, true),
        _ => return None,
    })
}

/// The state of a man, or of every man of a unit, as his table tells it. `moods` are the words of `state` that are not his
/// own to be told here.
pub(super) fn man_state(
    reader: &mut Reader<'_>,
    entry: &TomlEntry<'_, '_>,
    ground: &Ground,
    is_mood: impl Fn(&str) -> bool,
) -> ManState {
    let mut state = ManState::default();
    if let Some(value) = entry.get("state") {
        for word in value.get_ref().as_str().unwrap_or("?").split([';', ',']) {
            match fate_word(word) {
                Some((fate, on_foot)) => {
                    state.on_foot |= on_foot;
                    if fate != WrittenFate::Nothing {
                        state.fate = fate;
                    }
                }
                None if is_mood(word) => {}
                None => reader.fault(
                    value.span().start,
                    format!(
                        "“{}” is no state; they are steady, bold, craven, fleeing, rallying, fallen, dismounted, dead, fled or \
                         withdrawn",
                        word.trim()
                    ),
                ),
            }
        }
    }
    if let Some(value) = entry.get("yielded_to")
        && let Some(to) = name(reader, value)
    {
        state.fate = WrittenFate::Yielded(to, value.span().start);
    }
    let mut shots = |key: &'static str| {
        let read = reader.optional(entry, key, |reader, value| reader.number(value, "shots left", 0..=60));
        read.map(|shots| shots as u8)
    };
    (state.shots, state.other_shots) = (shots("shots"), shots("other_shots"));
    let mut yes = |key: &'static str, otherwise| reader.optional(entry, key, Reader::yes).unwrap_or(otherwise);
    state.unloaded = !yes("loaded", true);
    state.horse_wounded = yes("horse_wounded", false);
    state.horse_dead = yes("horse_dead", false);
    (state.shown, state.shamed) = (yes("shown", false), yes("shamed", false));
    state.horse_at = reader.optional(entry, "horse_at", |reader, value| place(reader, value, ground));
    state.worth = reader.optional(entry, "worth", |reader, value| reader.number(value, "his points", 0..=999));
    state.missile = reader.optional(entry, "missile", Reader::word);
    state.hand = reader.optional(entry, "hand", Reader::word);
    state.holds = reader.optional(entry, "holds", |reader, value| {
        let held = match value.get_ref().as_str() {
            Some("missile") => Some(HeldWeapon::Missile),
            Some("lance") => Some(HeldWeapon::Lance),
            Some("hand") => Some(HeldWeapon::Hand),
            _ => None,
        };
        if held.is_none() {
            reader.fault(value.span().start, "what he holds is “missile”, “lance” or “hand”, a weapon to strike with");
        }
        held
    });
    state
}

/// Where each man of a body faces: `[0, 45]`, in their order.
pub(super) fn facings(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>) -> Vec<Heading> {
    let Some(value) = entry.get("facings") else { return Vec::new() };
    let Some(list) = value.get_ref().as_array() else {
        reader.fault(value.span().start, "facings are a list, one for each man: [\"north\", 45]");
        return Vec::new();
    };
    list.iter().filter_map(|item| facing(reader, item)).collect()
}

impl ManState {
    /// Puts a figure in this state; who has yielded, fallen or gone is seen to elsewhere.
    pub(super) fn arm(&self, figure: &mut Figure) {
        if self.on_foot && figure.mounted() {
            figure.mount = Mount::Loose(self.horse_at.unwrap_or(figure.at));
        }
        if self.horse_dead {
            figure.mount = Mount::Dead;
        }
        figure.horse_wounded = self.horse_wounded;
        let arms: &mut Arms = &mut figure.profile.weapons;
        if let Some(missile) =
            self.missile.filter(|missile| arms.carried.has(*missile) && arms.missile != Some(*missile))
        {
            arms.missile = Some(missile);
            std::mem::swap(&mut figure.ammunition, &mut figure.other_shots);
        }
        if let Some(hand) = self.hand {
            arms.hand = hand;
            if !two_handed(hand) {
                arms.one_handed = hand;
            }
        }
        figure.ammunition = self.shots.unwrap_or(figure.ammunition);
        figure.other_shots = self.other_shots.unwrap_or(figure.other_shots);
        figure.loaded &= !self.unloaded;
        if let Some(held) = self.holds {
            (figure.missile_in_hand, figure.lance_in_hand) = (held == HeldWeapon::Missile, held == HeldWeapon::Lance);
        }
    }
}
