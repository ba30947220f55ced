//! Assaults, bombardments and sorties that wait as contacts (CP-2.2): fought as a battle, by any of the four ways, or resolved
//! by the siege's own roll (SG-1.4, SG-1.6), or called off; and what was taken moves the siege (SG-8).

use super::day::{self, settle_presence, take_in};
use super::meals;
use super::raise::{Raised, raise, raise_inside};
use super::relief;
use super::trains;
use crate::app::{hexes, numbers};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ContactId, FormationId, SiegeId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{SiegePart, StoryLine};
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::rules::assault::hits_of_damage;
use crate::rules::battle::{Battered, GearLoss, HexForm, Report, StormedPlace};
use crate::rules::dice::Seeded;
use crate::rules::explain::Sum;
use crate::rules::figure::{BySide, Side};
use crate::rules::man_to_man::ground::{AssaultedWall, Breach};
use crate::rules::siege::{Burnt, Event, FoughtGround, Kind, Moat, Park, Sally, Stretch, battering_parts};
use crate::rules::telling::counted_off;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// The siege of a contact that is fought over its walls and waits, and whether its besiegers were shut in since.
fn waiting(act: &Act, met: ContactId) -> Result<(Contact, Raised, bool)> {
    let found = act.contact(met)?;
    let fought = found.kind != ContactKind::Field && found.state == ContactState::Waiting;
    match found.siege.filter(|_| fought) {
        Some(siege) => {
            let (it, since) = raised(act, &found, siege)?;
            super::dated(act, &it.siege)?;
            Ok((found, it, since))
        }
        None => Err(Problem::refused(
            "That is no assault, no bombardment and no sortie that waits.",
            "Choose one from what waits in a siege.",
        )),
    }
}

/// A siege as what waits in it finds it, and whether its besiegers were shut in since. The garrison that wins back what is held
/// beside a battle outside fights those who went on inside, and from within, whatever has become of that battle (SG-4.2).
pub(super) fn raised(db: &Db, contact: &Contact, siege: SiegeId) -> Result<(Raised, bool)> {
    let row = db.siege(siege)?;
    let inside = db.formation(contact.attacker)?.stronghold == Some(row.stronghold);
    let besieges = db.siege_armies()?.iter().any(|member| member.army == contact.attacker);
    match contact.kind == ContactKind::Assault && inside && !besieges {
        true => Ok((raise_inside(db, siege)?, row.shut_in)),
        false => Ok((raise(db, siege)?, false)),
    }
}

/// Besiegers who were shut in since are so still, where they hold anything (SG-4.3).
fn shut_in_still(it: &mut Raised, since: bool) {
    if since && !it.game.held().is_empty() {
        it.game.shut_in = true;
    }
}

/// Besiegers who were shut in since, and have lost the last they held, stand before the relief in the open, face to face with it:
/// who holds no part fights or lifts the siege (SG-4).
fn driven_out(act: &Act, it: &Raised, since: bool) -> Result<()> {
    if !since || !it.game.held().is_empty() {
        return Ok(());
    }
    // What they have eaten they ate as they lay: shut in, and the relief outside (SG-2.2).
    let mut lay = raise(act, it.siege.id)?;
    lay.game.shut_in = true;
    meals::besiegers_have_eaten(act, &lay)?;
    for army in &lay.armies[&SiegePart::Relief] {
        meals::eats_its_days(act, &lay, army, SiegePart::Relief)?;
    }
    meals::share_is_gone(act, &lay)?;
    let (mut driven, mut relief) = (Vec::new(), Vec::new());
    for member in act.siege_armies()?.into_iter().filter(|member| member.siege == it.siege.id) {
        match member.part {
            SiegePart::Besiegers => {
                act.set_army_place(member.army, it.stronghold.place, None)?;
                driven.push(member.army);
            }
            _ => {
                act.leave_siege(member.army, it.today(act)?)?;
                relief.push(member.army);
            }
        }
    }
    let today = it.today(act)?;
    let text = format!("The besiegers are driven out of what they held of {}.", it.stronghold.name);
    super::tell(act, it.siege.id, today, "SG-4.2", &text)?;
    relief::face_to_face(act, it, &relief, &driven)
}

/// The side of the siege's game that attacks in a contact.
pub(super) fn attacks(it: &Raised, contact: &Contact) -> Side {
    let besieges = it.armies[&SiegePart::Besiegers].iter().any(|army| army.id == contact.attacker);
    if besieges { Side::Attacker } else { Side::Defender }
}

/// The dice of what waits in a siege: its own, beside those of the siege's days.
fn dice_of(act: &Act, contact: &Contact, siege: SiegeId) -> Result<Seeded> {
    day::dice(act, siege, Day(1_000_000 + (contact.id.0 % 1_000_000) as i32))
}

pub(super) fn sally_of(kind: ContactKind) -> Sally {
    if kind == ContactKind::SortieCamp { Sally::Camp } else { Sally::Engines }
}

/// Resolves what waits in a siege by the rules' own roll: an assault or a sortie (SG-1.6), or a day of battering (SG-1.4).
pub fn resolve(store: &mut Store, met: ContactId) -> Result<String> {
    store.act("resolve assault", &json!({ "contact": met }), |act| {
        let (contact, mut it, since) = waiting(act, met)?;
        if let Some(planned) = contact.battle.map(|battle| act.battle(battle)).transpose()? {
            return Err(Problem::refused(
                format!("{} is planned as a battle, and nothing is rolled for it.", planned.name),
                "Settle that battle, or drop its plan and roll then.",
            ));
        }
        still_a_way_in(act, &contact)?;
        let side = attacks(&it, &contact);
        let mut dice = dice_of(act, &contact, it.siege.id)?;
        let mut events: Vec<Event> = Vec::new();
        match contact.kind {
            ContactKind::Assault => it.game.assault(side, &mut dice, &mut events),
            ContactKind::Bombardment => it.game.bombard(side, &mut dice, &mut events),
            kind => it.game.sally(sally_of(kind), &mut dice, &mut events),
        }
        act.settle_contact(met, ContactState::Fought, None)?;
        out_of_order(act, &contact)?;
        let text = events.iter().map(crate::rules::siege::told).collect::<Vec<_>>().join(" ");
        if let Some(event) = events.first().filter(|_| !events.iter().any(day::of_note)) {
            // What waited and was rolled for is told in the chronicle whatever came of it.
            let text = format!("Siege of {}: {text}", it.stronghold.name);
            super::note(
                act,
                super::fought_on(&it.siege, &contact, act.about()?.day),
                crate::rules::siege::clause(event),
                text,
            )?;
        }
        shut_in_still(&mut it, since);
        let today = super::fought_on(&it.siege, &contact, act.about()?.day);
        take_in(act, &mut it, &events, today, &mut dice)?;
        driven_out(act, &it, since)?;
        settle_presence(act)?;
        let over =
            act.siege(it.siege.id)?.ended.map_or(String::new(), |(end, _)| format!(" The siege is over: {end}."));
        let sentence = format!("{}: {text}{over}", it.stronghold.name);
        Ok((sentence.clone(), sentence))
    })
}

/// The armies that could fight an assault or a sortie that waits, each in the place of the one of its host that is to
/// (CP-3.1): those with able men; nobody where neither host has a choice, or the battle is planned already.
pub fn may_lead(db: &Db, contact: &Contact) -> Result<Vec<Formation>> {
    match contact.battle {
        None => {
            let mut leaders = Vec::new();
            for (army, side) in besides(db, contact)? {
                if !only_beside(db, contact, (&army, side))? {
                    leaders.push(army);
                }
            }
            Ok(leaders)
        }
        Some(_) => Ok(Vec::new()),
    }
}

/// Whether an army assaults only beside those who lead: so the garrison does with a relief that comes at who is shut in, for that
/// comes over the outer walls, and whoever leads says which wall is before them (SG-4.3).
fn only_beside(db: &Db, contact: &Contact, (army, side): (&Formation, Side)) -> Result<bool> {
    let from_inside = side == Side::Attacker && army.stronghold.is_some();
    Ok(from_inside && db.formation(contact.attacker)?.stronghold.is_none())
}

/// The armies with able men of both hosts of an assault or a sortie that waits, besides the two that lead it, each with the
/// side it would fight on.
pub(in crate::app) fn besides(db: &Db, contact: &Contact) -> Result<Vec<(Formation, Side)>> {
    let mut others = Vec::new();
    let Some(siege) = contact.siege.filter(|_| contact.kind != ContactKind::Field) else { return Ok(others) };
    let (it, _) = raised(db, contact, siege)?;
    let by = attacks(&it, contact);
    let ours = day::part_of(&it, by);
    let mut parts = vec![(Side::Attacker, ours), (Side::Defender, day::part_that_meets(&it, by, contact.kind))];
    if ours == SiegePart::Relief && contact.kind == ContactKind::Assault {
        // The garrison assaults with the relief those who are shut in between them (SG-4.3).
        parts.push((Side::Attacker, SiegePart::Garrison));
    }
    for (side, part) in parts {
        for army in &it.armies[&part] {
            if ![contact.attacker, contact.defender].contains(&army.id) && db.siege_count(army.id)?.able > 0 {
                others.push((army.clone(), side));
            }
        }
    }
    Ok(others)
}

/// Has another army of its host fight an assault or a sortie that waits (CP-3.1).
pub fn lead(store: &mut Store, met: ContactId, army: FormationId) -> Result<()> {
    store.act("lead assault", &json!({ "contact": met, "army": army }), |act| {
        let (contact, it, _) = waiting(act, met)?;
        let name = act.formation(army)?.name;
        if contact.battle.is_some() {
            return Err(Problem::refused(
                "The battle is planned already, with the men who fight it.",
                "Drop the plan, and choose then.",
            ));
        }
        let others = besides(act, &contact)?;
        let chosen = others.iter().find(|(other, _)| other.id == army);
        if let Some((other, side)) = chosen
            && only_beside(act, &contact, (other, *side))?
        {
            let leads = act.formation(contact.attacker)?.name;
            return Err(Problem::refused(
                format!("{name} is inside, and {leads} leads the assault from outside (SG-4.3)."),
                format!("Have {name} join the battle, where it fights beside {leads}."),
            ));
        }
        let Some((_, side)) = chosen else {
            let may = may_lead(act, &contact)?;
            let names: Vec<&str> = may.iter().map(|other| other.name.as_str()).collect();
            let hint = match names.is_empty() {
                true => "Each host there has one army that can fight.".to_owned(),
                false => format!("Choose of: {}.", names.join(", ")),
            };
            return Err(Problem::refused(format!("{name} cannot fight in the place of either army there."), hint));
        };
        let attacking = *side == Side::Attacker;
        let (attacker, defender) = match attacking {
            true => (army, contact.defender),
            false => (contact.attacker, army),
        };
        act.edit_contact(met, contact.day, attacker, defender)?;
        let instead = act.formation(if attacking { contact.attacker } else { contact.defender })?.name;
        let text = format!("{name} fights at {} in the place of {instead}.", it.stronghold.name);
        super::tell(act, it.siege.id, it.today(act)?, "CP-3.1", &text)?;
        Ok(((), text))
    })
}

/// Calls off what waits in a siege: it takes no place, and the siege goes on.
pub fn call_off(store: &mut Store, met: ContactId) -> Result<()> {
    store.act("call off", &json!({ "contact": met }), |act| {
        let (contact, it, since) = waiting(act, met)?;
        act.settle_contact(met, ContactState::Lapsed, None)?;
        let shut_in = since || it.siege.shut_in;
        if contact.kind == ContactKind::Assault && attacks(&it, &contact) == Side::Defender && !shut_in {
            // The initiative that was given, refused, is the besiegers' (SG-4.2).
            act.give_initiative(it.siege.id, Some(Side::Attacker))?;
        }
        let what = match contact.kind {
            ContactKind::Assault => "assault",
            ContactKind::Bombardment => "bombardment",
            _ => "sortie",
        };
        let text = format!("The {what} at {} is called off.", it.stronghold.name);
        super::tell(act, it.siege.id, it.today(act)?, "CP-2.2", &text)?;
        settle_presence(act)?;
        Ok(((), text))
    })
}

/// Tells that something is settled before what came first on its day, where the referee has it so: the holder of the initiative acts
/// before the other side answers (SG-1.1).
fn out_of_order(act: &Act, contact: &Contact) -> Result<()> {
    let Some(siege) = contact.siege.filter(|_| contact.kind != ContactKind::Field) else { return Ok(()) };
    let before = |other: &Contact| {
        other.siege == Some(siege)
            && other.kind != ContactKind::Field
            && (other.day, other.id) < (contact.day, contact.id)
    };
    let Some(first) = act.waiting_contacts()?.into_iter().find(before) else { return Ok(()) };
    let by = |met: &Contact| Ok::<_, Problem>((met.kind.ready_for(), act.formation(met.attacker)?.name));
    let ((what, who), (other, whose)) = (by(contact)?, by(&first)?);
    let text = format!("Settled out of its order: {what} by {who} before {other} by {whose}, which came first.");
    super::tell_now(act, siege, "SG-1.1", &text)
}

/// What a battle that was settled means to the siege it was fought in (SG-1.6, SG-8): a line won or won back, engines or
/// stores burnt, or a relief beaten off or let through (SG-4). A line is taken by who holds it, whoever has the higher score;
/// where that was not told, by who won. The men are in the campaign already. A battle in the field may be fought with the
/// contact's defender as its `attacker`. The siege's story has what the battle came to in a `sentence`, too.
pub fn after_battle(
    act: &Act,
    met: ContactId,
    armies: &BySide<Vec<FormationId>>,
    report: &Report,
    sentence: &str,
) -> Result<()> {
    // What comes of it in the siege has days of its own.
    act.as_of_today();
    let contact = act.contact(met)?;
    let turned = armies.attacker.first() == Some(&contact.defender);
    let winner = report.winner.map(|winner| if turned { winner.other() } else { winner });
    if contact.kind == ContactKind::Field
        && let Some(winner) = report.winner
        && let Some(&victor) = armies[winner].first()
    {
        for &beaten in &armies[winner.other()] {
            trains::captured(act, beaten, victor)?;
        }
    }
    let Some(siege) = contact.siege else {
        if winner.is_none() {
            relief::found_out_undecided(act, &contact)?;
        }
        return settle_presence(act);
    };
    let row = act.siege(siege)?;
    let today = super::fought_on(&row, &contact, act.about()?.day);
    let story = StoryLine { day: today, text: sentence.to_owned(), clause: "CP-3".to_owned() };
    act.tell_siege(siege, &story)?;
    if row.ended.is_some() {
        return Ok(());
    }
    out_of_order(act, &contact)?;
    let (mut it, since) = raised(act, &contact, siege)?;
    let mut relieved = false;
    let mut dice = dice_of(act, &contact, siege)?;
    let mut events: Vec<Event> = Vec::new();
    let by = attacks(&it, &contact);
    let before_fight = it.game.parks[by.other()];
    let gone = match contact.kind {
        ContactKind::Field => Vec::new(),
        _ => costs_gear(&mut it, by, report),
    };
    match contact.kind {
        ContactKind::Assault => {
            let taken = report.holds.or(winner) == Some(Side::Attacker);
            let was = it.game.held();
            batter(&mut it, report);
            let burnt = before_fight.burnt_since(&it.game.parks[by.other()], &it.game.tables);
            let fought = FoughtGround { lines: report.lines, from_within: report.from_within, burnt };
            it.game.after_assault(by, taken, fought, &mut events);
            let moved = was.len().abs_diff(it.game.held().len());
            let text = match (taken, by) {
                (true, Side::Attacker) if usize::from(it.game.won) == it.game.lines.len() => {
                    format!("The last line of {} is won.", it.stronghold.name)
                }
                (true, Side::Attacker) if moved > 1 => {
                    format!("{moved} lines of {} are won: {}.", it.stronghold.name, it.game.progress())
                }
                (true, Side::Defender) if it.game.shut_in && !it.game.held().is_empty() => {
                    let (name, held) = (&it.stronghold.name, it.game.held());
                    let back = won_back(name, [held.start - was.start, was.end - held.end]);
                    format!("{back}, and the besiegers still hold {}.", relief::lines_in_words(held))
                }
                (true, Side::Defender) if moved > 1 => {
                    format!("{moved} lines of {} are won back: {}.", it.stronghold.name, it.game.progress())
                }
                (true, Side::Attacker) => format!("A line of {} is won: {}.", it.stronghold.name, it.game.progress()),
                (true, Side::Defender) => {
                    format!("A line of {} is won back: {}.", it.stronghold.name, it.game.progress())
                }
                (false, _) => format!("The assault at {} is thrown back.", it.stronghold.name),
            };
            debug_assert!(taken || was == it.game.held());
            super::tell(act, siege, today, "SG-8", &text)?;
        }
        ContactKind::Bombardment => {
            let damages = |it: &Raised| -> u32 {
                let stretches = it.game.lines.iter().flatten();
                stretches.map(|stretch| u32::from(stretch.outer) + u32::from(stretch.inner)).sum()
            };
            let before = damages(&it);
            batter(&mut it, report);
            let more = match damages(&it) - before {
                0 => "no damage".to_owned(),
                1 => "a damage".to_owned(),
                more => format!("{more} damages"),
            };
            let text = format!("The bombardment of {} is over: {more} to its walls.", it.stronghold.name);
            super::tell(act, siege, today, "CU-6.7", &text)?;
        }
        ContactKind::SortieEngines | ContactKind::SortieCamp => {
            // What went in the fight itself went whoever won; who won comes to what he sallied for (SG-1.3).
            let name = &it.stronghold.name;
            let mut deeds = gone;
            if winner == Some(Side::Attacker) {
                let left = it.game.parks[by.other()];
                let fought = before_fight.burnt_since(&left, &it.game.tables);
                let burnt = it.game.raid(sally_of(contact.kind), fought);
                if deeds.is_empty() || burnt != Burnt::Nothing {
                    deeds.push(format!("burns {burnt}"));
                }
            }
            if !deeds.is_empty() {
                let text = format!("The sortie from {name} {}.", counted_off(&deeds));
                super::tell(act, siege, today, "SG-1.3", &text)?;
            }
        }
        ContactKind::Field => relieved = after_relief(act, &it, &contact, winner, armies)?,
    }
    it.game.night_falls();
    if contact.kind != ContactKind::Field {
        shut_in_still(&mut it, since);
        take_in(act, &mut it, &events, today, &mut dice)?;
        driven_out(act, &it, since)?;
    }
    day::settle_after(act, relieved.then_some(siege))
}

/// That so many lines of a place are won back from those who are shut in it, from outside and from within (SG-4.3).
fn won_back(name: &str, lines: [u8; 2]) -> String {
    let back = |lines: u8| match lines {
        1 => "A line is won back".to_owned(),
        lines => format!("{lines} lines are won back"),
    };
    match lines {
        [outside, 0] => format!("{} of {name} from outside", back(outside)),
        [0, within] => format!("{} of {name} from within", back(within)),
        [outside, within] => format!("{} of {name} from outside, and {within} from within", back(outside)),
    }
}

/// Takes off the parks of both sides the towers, rams and engines that a fight over the walls has cost them (CP-3.4). Gives what
/// that did to those who were attacked, such as `destroys 2 catapults`.
fn costs_gear(it: &mut Raised, by: Side, report: &Report) -> Vec<String> {
    let mut deeds = Vec::new();
    for &(side, count, thing, how) in &report.spoils.gear {
        let of = if side == Side::Attacker { by } else { by.other() };
        let before = it.game.parks[of];
        it.game.parks[of].loses(count, thing);
        if side == Side::Defender && it.game.parks[of] != before {
            let does = if how == GearLoss::Taken { "takes" } else { "destroys" };
            deeds.push(format!("{does} {}", thing.counted(count)));
        }
    }
    deeds
}

/// Puts what a game has done to the walls to those of the siege: none is whole again by it, and none has more damages than
/// demolish it.
fn batter(it: &mut Raised, report: &Report) {
    let walls = it.game.tables.walls.clone();
    for hurt in &report.battered {
        let line = usize::from(hurt.line).checked_sub(1).and_then(|line| it.game.lines.get_mut(line));
        if let Some(wall) = line.and_then(|line| line.get_mut(usize::from(hurt.stretch))) {
            let outer = hurt.outer.min(walls.outer).max(wall.outer);
            *wall = Stretch { outer, inner: hurt.inner.min(walls.inner).max(wall.inner) };
        }
    }
}

/// A battle with a relief army is over: if the besiegers lost, those left inside are shut in (SG-4, SG-4.3); those who hold
/// nothing have been driven off. Gives whether the relief won.
fn after_relief(
    act: &Act,
    it: &Raised,
    contact: &Contact,
    winner: Option<Side>,
    armies: &BySide<Vec<FormationId>>,
) -> Result<bool> {
    let besieges = |army| it.armies[&SiegePart::Besiegers].iter().any(|known| known.id == army);
    let fought = |army: FormationId| armies.attacker.contains(&army) || armies.defender.contains(&army);
    // Besiegers may be allies of who began the siege; a relief is at war with him.
    let relief_attacks = act.stance(act.formation(contact.attacker)?.side, it.siege.besieger)? == Stance::War;
    let relief = if relief_attacks { contact.attacker } else { contact.defender };
    let relieved = winner == Some(if relief_attacks { Side::Attacker } else { Side::Defender });
    let inside = it.armies[&SiegePart::Besiegers].iter().any(|army| !fought(army.id));
    let part = !besieges(contact.attacker) && !besieges(contact.defender);
    // Undecided, it has parted them: whom they meet again they choose about anew.
    if part && !relieved && inside {
        relief::besiege_again(act, it.siege.id)?;
    }
    if relieved && inside && part && !it.siege.shut_in {
        match it.siege.won {
            0 => relief::faces_those_left(act, it, relief)?,
            _ => relief::part_is_beaten(act, it, relief)?,
        }
    }
    Ok(relieved)
}

/// Refuses an assault from outside by whoever has no way up to the wall any more or over it, as where a sortie has burnt their tower
/// since (SG-1.6, SG-4.3).
pub(in crate::app) fn still_a_way_in(db: &Db, contact: &Contact) -> Result<()> {
    let Some(siege) = contact.siege.filter(|_| contact.kind == ContactKind::Assault) else { return Ok(()) };
    let (it, _) = raised(db, contact, siege)?;
    let army = db.formation(contact.attacker)?.name;
    it.game.check_way_in(attacks(&it, contact)).map_err(|why| {
        Problem::refused(
            format!("{army} cannot assault {} as it stands: {why}.", it.stronghold.name),
            "Call the assault off, and order it again when there is a way in.",
        )
    })
}

/// What a siege's assault is made on: the worst hurt stretch of the line attacked with the moat before it (SG-7.8), and
/// what the assailants have to come over it.
pub fn ground_of(db: &Db, contact: &Contact) -> Result<Option<AssaultGround>> {
    let Some(siege) = contact.siege.filter(|_| contact.kind == ContactKind::Assault) else { return Ok(None) };
    let (it, _) = raised(db, contact, siege)?;
    let (by, game) = (attacks(&it, contact), &it.game);
    // Garrison and relief come at besiegers who are shut in from outside, and these at the citadel through the wards; else the
    // garrison wins back what is behind the besiegers' backs from within (SG-4.2, SG-4.3).
    let (line, from_within) = match by {
        Side::Attacker => (game.won, game.shut_in),
        Side::Defender if game.shut_in => (game.held().start, false),
        Side::Defender => (game.won.saturating_sub(1), true),
    };
    let tables = numbers::siege(db)?;
    let worst = game.lines[usize::from(line)].iter().copied().max_by_key(|stretch| (stretch.outer, stretch.inner));
    let Stretch { outer, inner } = worst.unwrap_or_default();
    let breach = match (outer >= tables.walls.outer, inner >= tables.walls.inner) {
        (false, _) => Breach::None,
        (true, false) => Breach::Outer,
        (true, true) => Breach::Through,
    };
    let hits = match breach {
        Breach::None => hits_of_damage(outer, &*numbers::assault(db)?),
        _ => 0,
    };
    let wall = AssaultedWall {
        name: it.stronghold.name.clone(),
        line,
        keep: usize::from(line) + 1 == game.lines.len(),
        hits: hits as u8,
        breach,
        moat: line == 0 && !from_within && game.moat != Moat::None,
        from_within,
    };
    let park = game.parks[by];
    let storm = game.storm(by);
    Ok(Some(AssaultGround { tower: storm.tower, ladders: storm.ladders, ram: wall.is_gated() && park.rams > 0, wall }))
}

/// The place an assault, a bombardment or a sortie of a siege is fought for, for rules that fight on its map (SG-5): as the
/// siege has left its walls and moat, with what the besiegers hold and have.
pub fn storm_of(db: &Db, contact: &Contact) -> Result<Option<StormedPlace>> {
    let Some(siege) = contact.siege.filter(|_| contact.kind != ContactKind::Field) else { return Ok(None) };
    let (it, _) = raised(db, contact, siege)?;
    let (by, game) = (attacks(&it, contact), &it.game);
    // A relief comes at besiegers who are shut in from outside, as they came themselves.
    let outside = by == Side::Defender && game.shut_in && contact.kind == ContactKind::Assault;
    let asked = db.map_of_stronghold(it.stronghold.id)?;
    let map = asked.unwrap_or_else(|| hexes::of_kind(it.stronghold.kind).to_owned());
    // A map that has gone since is told when the assault is to be fought on it.
    let own = hexes::listed(&map).ok().filter(|_| crate::rules::assault::map::find(&map).is_none());
    let battered = (1u8..).zip(&game.lines).flat_map(|(line, row)| {
        let hurt = (0u8..).zip(row).filter(|(_, stretch)| stretch.outer > 0 || stretch.inner > 0);
        hurt.map(move |(stretch, hurt)| Battered {
            line,
            stretch,
            stretches: row.len() as u8,
            outer: hurt.outer,
            inner: hurt.inner,
        })
    });
    let (park, storm) = (game.parks[by], game.storm(by));
    // Who sallies comes at the engines that stand before the place: the relief's, where he is shut in himself (SG-4.3).
    let sallies = matches!(contact.kind, ContactKind::SortieEngines | ContactKind::SortieCamp);
    let outwards = sallies && by == Side::Attacker;
    let from_within = sallies || by == Side::Defender && !outside;
    let of_besiegers = if from_within { game.parks[by.other()] } else { park };
    let held = if outside || outwards { 0 } else { game.won };
    let few = |count: u16| u8::try_from(count).unwrap_or(u8::MAX);
    let engines = |park: &Park| few(park.mangonels.saturating_add(park.trebuchets));
    // Engines that were lost since do not make an assault of it.
    let battery = (contact.kind == ContactKind::Bombardment).then(|| {
        let mut points = Sum::default();
        battering_parts(&park, false, &game.tables, &mut points);
        u8::try_from(points.0.max(1)).unwrap_or(u8::MAX)
    });
    Ok(Some(StormedPlace {
        map_file: own.map(|map| map.text.clone()),
        map,
        held,
        sally: from_within,
        sortie: sallies,
        shut_in: if game.shut_in && contact.kind != ContactKind::Bombardment { game.won } else { 0 },
        outer_lost: if game.shut_in { game.held().start } else { 0 },
        filled: game.moat == Moat::None,
        stretches: if outside { 0 } else { game.lines.get(usize::from(held)).map_or(0, |line| line.len() as u8) },
        walls: game.lines.iter().map(|line| line.len() as u8).collect(),
        keep: usize::from(held) + 1 == game.lines.len(),
        strong: game.kind == Kind::Castle,
        ladders: storm.ladders,
        rams: few(park.rams),
        towers: if storm.tower { few(park.towers) } else { 0 },
        engines: engines(&of_besiegers),
        towers_parked: if from_within { few(of_besiegers.towers) } else { 0 },
        rams_parked: if from_within { few(of_besiegers.rams) } else { 0 },
        engines_within: if outside { engines(&game.parks[by.other()]) } else { 0 },
        battery: battery.unwrap_or(0),
        battered: battered.collect(),
        places: false,
        form: HexForm::default(),
    }))
}

/// The armies of the citadel's garrison, where they help a relief against besiegers who are shut in (SG-4.3).
pub fn citadel_of(db: &Db, contact: &Contact) -> Result<Vec<FormationId>> {
    let Some(siege) = contact.siege.filter(|_| contact.kind == ContactKind::Assault) else { return Ok(Vec::new()) };
    let (it, _) = raised(db, contact, siege)?;
    let helps = it.game.shut_in && attacks(&it, contact) == Side::Defender;
    let armies = it.armies[&SiegePart::Garrison].iter().map(|army| army.id);
    Ok(if helps { armies.collect() } else { Vec::new() })
}

/// What an assault is made on and with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssaultGround {
    /// The stretch of wall.
    pub wall: AssaultedWall,
    /// Whether the assailants have a siege tower they can bring up.
    pub tower: bool,
    /// Whether they have ladders.
    pub ladders: bool,
    /// Whether they have a ram, and a gate or a door to ram.
    pub ram: bool,
}
