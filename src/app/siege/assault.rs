//! Assaults and sorties that wait as contacts (CP-2.2): fought as a battle, by any of the four ways, or resolved by the
//! roll of SG-1.6, or called off; and what was taken moves the siege (SG-8).

use super::day::{self, settle_presence, take_in};
use super::raise::{Raised, raise};
use super::relief;
use crate::campaign::ids::ContactId;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::SiegePart;
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::rules::figure::{BySide, Side};
use crate::rules::siege::{At, Event, Sally, Stage, Stretch};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// The siege of a contact that is an assault or a sortie and waits.
fn waiting(act: &Act, met: ContactId) -> Result<(Contact, Raised)> {
    let found = act.contact(met)?;
    let fought = found.kind != ContactKind::Field && found.state == ContactState::Waiting;
    match found.siege.filter(|_| fought) {
        Some(siege) => Ok((found, raise(act, siege)?)),
        None => Err(Problem::refused(
            "That is no assault and no sortie that waits.",
            "Choose one from what waits in a siege.",
        )),
    }
}

/// The side of the siege's game that attacks in a contact.
fn attacks(it: &Raised, contact: &Contact) -> Side {
    let besieges = it.armies[&SiegePart::Besiegers].iter().any(|army| army.id == contact.attacker);
    if besieges { Side::Attacker } else { Side::Defender }
}

fn sally_of(kind: ContactKind) -> Sally {
    if kind == ContactKind::SortieCamp { Sally::Camp } else { Sally::Engines }
}

/// Resolves an assault or a sortie that waits by the rules' own roll (SG-1.6).
pub fn resolve(store: &mut Store, met: ContactId) -> Result<String> {
    store.act("resolve assault", &json!({ "contact": met }), |act| {
        let (contact, mut it) = waiting(act, met)?;
        let side = attacks(&it, &contact);
        // Its own dice, beside those of the day.
        let mut dice = day::dice(act, it.siege.id, contact.day + 1_000_000)?;
        let mut events: Vec<Event> = Vec::new();
        match contact.kind {
            ContactKind::Assault => it.game.assault(side, &mut dice, &mut events),
            kind => it.game.sally(sally_of(kind), &mut dice, &mut events),
        }
        act.settle_contact(met, ContactState::Fought, None)?;
        let text = events.iter().map(crate::rules::siege::told).collect::<Vec<_>>().join(" ");
        take_in(act, &mut it, &events, &mut dice)?;
        settle_presence(act)?;
        let sentence = format!("{}: {text}", it.stronghold.name);
        Ok((sentence.clone(), sentence))
    })
}

/// Calls an assault or a sortie off: it takes no place, and the siege goes on.
pub fn call_off(store: &mut Store, met: ContactId) -> Result<()> {
    store.act("call off", &json!({ "contact": met }), |act| {
        let (contact, it) = waiting(act, met)?;
        act.settle_contact(met, ContactState::Lapsed, None)?;
        let what = if contact.kind == ContactKind::Assault { "assault" } else { "sortie" };
        let text = format!("The {what} at {} is called off.", it.stronghold.name);
        super::tell(act, it.siege.id, act.day()?, "CP-2.2", &text)?;
        Ok(((), text))
    })
}

/// What a battle that was settled means to the siege it was fought in (SG-1.6, SG-8): a line won or won back, engines or
/// stores burnt, or a relief beaten off or let through (SG-4). The men are in the campaign already.
pub fn after_battle(act: &Act, met: ContactId, winner: Option<Side>) -> Result<()> {
    let contact = act.contact(met)?;
    let Some(siege) = contact.siege else { return settle_presence(act) };
    if act.siege(siege)?.ended.is_some() {
        return Ok(());
    }
    let mut it = raise(act, siege)?;
    let mut dice = day::dice(act, siege, contact.day + 1_000_000)?;
    let mut events: Vec<Event> = Vec::new();
    let by = attacks(&it, &contact);
    match contact.kind {
        ContactKind::Assault => {
            let taken = winner == Some(Side::Attacker);
            let before = it.game.won;
            it.game.after_assault(by, taken, BySide::default(), &mut events);
            let text = match (taken, by) {
                (true, Side::Attacker) => format!("A line of {} is won: {}.", it.stronghold.name, it.game.progress()),
                (true, Side::Defender) => {
                    format!("A line of {} is won back: {}.", it.stronghold.name, it.game.progress())
                }
                (false, _) => format!("The assault at {} is thrown back.", it.stronghold.name),
            };
            debug_assert!(taken || before == it.game.won);
            super::tell(act, siege, act.day()?, "SG-8", &text)?;
        }
        ContactKind::SortieEngines | ContactKind::SortieCamp if winner == Some(Side::Attacker) => {
            let burnt = it.game.raid(sally_of(contact.kind));
            let what = if contact.kind == ContactKind::SortieCamp { "rations" } else { "points of engines" };
            let text = format!("The sortie from {} burns {burnt} {what}.", it.stronghold.name);
            super::tell(act, siege, act.day()?, "SG-1.3", &text)?;
        }
        ContactKind::SortieEngines | ContactKind::SortieCamp => {}
        ContactKind::Field => after_relief(act, &it, &contact, winner)?,
    }
    if !matches!(it.game.stage, Stage::Over(_)) {
        it.game.stage = Stage::Night;
    }
    if contact.kind != ContactKind::Field {
        take_in(act, &mut it, &events, &mut dice)?;
    }
    settle_presence(act)
}

/// A battle with a relief army is over: if the besiegers lost, those left inside are shut in (SG-4, SG-4.3); those who hold
/// nothing have been driven off.
fn after_relief(act: &Act, it: &Raised, contact: &Contact, winner: Option<Side>) -> Result<()> {
    let besieges = |army| it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army);
    let relief_attacks = act.formation(contact.attacker)?.side != it.siege.besieger;
    let relief = if relief_attacks { contact.attacker } else { contact.defender };
    let relieved = winner == Some(if relief_attacks { Side::Attacker } else { Side::Defender });
    let inside =
        it.armies[&SiegePart::Besiegers].iter().any(|army| army.id != contact.attacker && army.id != contact.defender);
    if relieved && it.siege.won > 0 && inside && !besieges(contact.attacker) && !besieges(contact.defender) {
        relief::shut_in(act, it.siege.id, relief)?;
        let text = format!("The part that gave battle is beaten; those inside {} are shut in.", it.stronghold.name);
        super::tell(act, it.siege.id, act.day()?, "SG-4.3", &text)?;
    }
    Ok(())
}

/// The stretches of the line that is attacked in a siege's assault, and the moat before it: what a ground of it is made of.
pub fn ground_of(db: &Db, contact: &Contact) -> Result<Option<BesiegedWalls>> {
    let Some(siege) = contact.siege.filter(|_| contact.kind == ContactKind::Assault) else { return Ok(None) };
    let it = raise(db, siege)?;
    let line = if it.siege.shut_in { 0 } else { it.game.won };
    let row = &it.game.lines[usize::from(line)];
    let worst = (0u8..).zip(row).max_by_key(|(n, stretch)| (stretch.outer, std::cmp::Reverse(*n)));
    let (stretch, damage) = worst.map_or((0, Stretch::default()), |(n, stretch)| (n, *stretch));
    Ok(Some(BesiegedWalls {
        name: it.stronghold.name.clone(),
        at: At { line, stretch },
        damage,
        demolished: it.game.breached(line),
        lines: it.game.lines.len() as u8,
        moat: line == 0 && it.game.moat != crate::rules::siege::Moat::None,
        towers: it.game.parks.attacker.towers,
        ladders: it.game.parks.attacker.ladders,
    }))
}

/// The part of a stronghold's walls that is assaulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesiegedWalls {
    /// The stronghold.
    pub name: String,
    /// The stretch, the worst hurt of the line attacked.
    pub at: At,
    /// Its damage.
    pub damage: Stretch,
    /// Whether it is demolished.
    pub demolished: bool,
    /// How many lines the place has.
    pub lines: u8,
    /// Whether there is a moat before it.
    pub moat: bool,
    /// Siege towers the besiegers have.
    pub towers: u16,
    /// Whether they have ladders.
    pub ladders: bool,
}
