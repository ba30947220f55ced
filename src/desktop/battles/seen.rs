//! What the page of battles shows, read from the campaign: the list, and the row chosen of it.

use super::beside::{self, BesideLine};
use super::{Chosen, Field, contact_row};
use crate::app::muster::{self, Muster};
use crate::app::{grounds, numbers, plan, play, siege};
use crate::campaign::armies::Level;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{BattleId, ContactId, FormationId, StrongholdId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::{Battle, Contact, ContactKind, ContactState, Settled};
use crate::desktop::table::{CellData, RowData, Tone};
use crate::desktop::ui::{Host, LogLine};
use crate::rules::battle::{FateKind, and_score};
use crate::rules::figure::{BySide, Side};
use crate::rules::house::thousands;
use crate::rules::telling::capital;
use crate::rules::weather::WeatherKind;
use crate::store::Db;
use crate::store::world::RowOf;
use std::cmp::Reverse;

/// What waits and what was fought, a row each: contacts first, then plans, then what is settled, the newest first.
pub(super) fn list(db: &Db) -> Result<Vec<RowData>> {
    let mut rows = Vec::new();
    for contact in db.waiting_contacts()?.into_iter().filter(|contact| contact.battle.is_none()) {
        let (one, other) = (db.formation(contact.attacker)?, db.formation(contact.defender)?);
        let place = db.place(contact.place)?.name;
        rows.push(RowData {
            id: contact_row(contact.id),
            cells: vec![
                CellData::text(format!("{place}: {} and {}", one.name, other.name)),
                CellData::ranked(contact.day.short(), i64::from(contact.day.0)),
                CellData::text("in contact").tone(Tone::Bad),
            ],
        });
    }
    let mut battles = db.battles()?;
    battles.sort_by_key(|battle| (battle.settled != Settled::Not, Reverse(battle.id)));
    let mut settled = Vec::new();
    for contact in db.rolled_contacts()? {
        let (title, _, day) = rolled(db, &contact)?;
        let row = RowData {
            id: contact_row(contact.id),
            cells: vec![
                CellData::text(title),
                CellData::ranked(day.short(), i64::from(day.0)),
                CellData::text("rolled for").tone(Tone::Quiet),
            ],
        };
        settled.push((day, row));
    }
    for battle in battles {
        let state = match battle.settled {
            Settled::Not if muster::planned(db, battle.id).is_err() => {
                CellData::text("come to nothing").tone(Tone::Bad)
            }
            Settled::Not if play::is_fought(db, battle.id)? => CellData::text("to take in").tone(Tone::Warn),
            Settled::Not if being_played(db, battle.id)? => CellData::text("being played").tone(Tone::Warn),
            Settled::Not => CellData::text("planned").tone(Tone::Warn),
            Settled::App => CellData::text("fought").tone(Tone::Quiet),
            Settled::Table => CellData::text("from the table").tone(Tone::Quiet),
        };
        let row = RowData {
            id: battle.id.0,
            cells: vec![
                CellData::text(&battle.name),
                CellData::ranked(battle.day.short(), i64::from(battle.day.0)),
                state,
            ],
        };
        match battle.settled {
            Settled::Not => rows.push(row),
            Settled::App | Settled::Table => settled.push((battle.day, row)),
        }
    }
    settled.sort_by_key(|(day, _)| Reverse(*day));
    rows.extend(settled.into_iter().map(|(_, row)| row));
    Ok(rows)
}

/// What a siege's own roll settled: what it is called, what came of it, and on which day it was.
fn rolled(db: &Db, contact: &Contact) -> Result<(String, String, Day)> {
    let what = match contact.kind {
        ContactKind::Assault => "Assault on",
        ContactKind::Bombardment => "Bombardment of",
        _ => "Sortie from",
    };
    let hold = match contact.siege {
        Some(siege) => db.stronghold(db.siege(siege)?.stronghold)?.name,
        None => db.place(contact.place)?.name,
    };
    // The last that was done with it is what settled it.
    let last = db.changes_of(RowOf::Contact(contact.id))?.pop().map(|change| change.action);
    let (told, day) = last.map_or((String::new(), contact.day), |action| (action.sentence, action.day));
    Ok((format!("{what} {hold}"), told, day))
}

/// Whether orders were given in a planned battle.
fn being_played(db: &Db, battle: BattleId) -> Result<bool> {
    Ok(db.play(battle)?.is_some_and(|play| !play.decisions.0.is_empty()))
}

/// What the page shows of the row chosen.
pub(super) struct ShownBattle {
    pub chosen: Chosen,
    pub title: String,
    pub detail: String,
    pub hosts: [Host; 2],
    pub shelters: Vec<(FormationId, StrongholdId, String)>,
    pub men: Vec<LogLine>,
    /// Whether it is a plan in which orders were given.
    pub under_way: bool,
    /// Whether it is a plan that is fought to its end on the screen.
    pub fought: bool,
    pub field: Option<Result<Field>>,
    /// The armies of a contact as they would come.
    pub met: Option<Field>,
    /// Who may fight beside them, and who may come later.
    pub beside: Vec<BesideLine>,
}

pub(super) fn shown(db: &Db, row: i64) -> Result<Option<ShownBattle>> {
    let found = match row {
        row if row < 0 => {
            let contact = db.contact(ContactId(-row))?;
            match contact.state {
                ContactState::Waiting => Some(Chosen::Contact(contact)),
                ContactState::Fought if contact.battle.is_none() => Some(Chosen::Rolled(contact)),
                _ => None,
            }
        }
        row => {
            let battle = db.battle(BattleId(row))?;
            Some(if battle.settled == Settled::Not { Chosen::Plan(battle) } else { Chosen::Settled(battle) })
        }
    };
    let Some(chosen) = found else { return Ok(None) };
    let (attacker, defender, place, day) = match &chosen {
        Chosen::Contact(contact) | Chosen::Rolled(contact) => {
            (contact.attacker, contact.defender, contact.place, contact.day)
        }
        Chosen::Plan(battle) | Chosen::Settled(battle) => (battle.attacker, battle.defender, battle.place, battle.day),
    };
    let counts = db.army_counts()?;
    // Beside a battle that is over stands what its armies are now.
    let when = if matches!(chosen, Chosen::Settled(_) | Chosen::Rolled(_)) { "today " } else { "" };
    let host = |army: FormationId| -> Result<Host> {
        let formation = db.formation(army)?;
        let side = db.side(formation.side)?;
        let count = counts.get(&army).copied().unwrap_or_default();
        let [fit, men, mounted] = [count.fit, count.men, count.mounted].map(|men| thousands(men.into()));
        let horse = if count.mounted > 0 { format!(", {mounted} mounted") } else { String::new() };
        Ok(Host {
            name: formation.name.as_str().into(),
            tincture: side.tincture.word().into(),
            detail: format!("{}: {when}{fit} fit of {men}{horse}", side.name).into(),
        })
    };
    let place = db.place(place)?;
    let mut shelters = Vec::new();
    if matches!(chosen, Chosen::Contact(_)) {
        for holding in db.strongholds()?.into_iter().filter(|holding| holding.place == place.id) {
            for army in [attacker, defender] {
                if crate::app::march::fits(db, army, &holding).is_ok() {
                    let name = format!("{} in {}", db.formation(army)?.name, holding.name);
                    shelters.push((army, holding.id, name));
                }
            }
        }
    }
    let met = match &chosen {
        Chosen::Contact(_) => field(db, || plan::muster_of(db, attacker, defender, 0)).ok(),
        _ => None,
    };
    let beside = match &chosen {
        Chosen::Contact(_) => beside::lines(db, attacker, defender).unwrap_or_default(),
        _ => Vec::new(),
    };
    let fought = matches!(&chosen, Chosen::Plan(battle) if play::is_fought(db, battle.id)?);
    let (title, detail, men, field) = match &chosen {
        Chosen::Contact(met) => {
            let (what, held) = match met.kind {
                ContactKind::Field if met.siege.is_some() => (
                    "Face to face",
                    "Both are held here until this is settled (CP-2.2). The garrison fights from within, by sorties of its \
                     own (SG-1.3).",
                ),
                ContactKind::Field => ("Face to face", "Both are held here until this is settled (CP-2.2)."),
                ContactKind::Assault => ("An assault", "Both blockade and rest until it is settled (CP-2.2)."),
                ContactKind::Bombardment => ("A bombardment", "Both blockade and rest until it is settled (CP-2.2)."),
                ContactKind::SortieEngines | ContactKind::SortieCamp => (
                    "A sortie",
                    "Both blockade and rest until it is settled (CP-2.2). Its own roll has them burn and be gone (SG-1.3); \
                         fought, it is a battle with all who are fielded, and costs as one.",
                ),
            };
            let odds =
                siege::roll_odds(db, met)?.map_or(String::new(), |odds| format!(" {}.", capital(&odds.in_words())));
            (format!("{what} at {}", place.name), format!("Since {}. {held}{odds}", day.long()), Vec::new(), None)
        }
        Chosen::Plan(battle) => (
            battle.name.clone(),
            match being_played(db, battle.id)? {
                _ if muster::planned(db, battle.id).is_err() => format!("Planned on {}.", day.long()),
                true if fought => format!(
                    "Planned on {}, and fought to its end on the screen: “See what follows” proposes what comes of it.",
                    day.long()
                ),
                true => format!("Planned on {}, and being played on the screen: “Play it here” goes on.", day.long()),
                false => format!("Planned on {}. Every man has his number on the rosters.", day.long()),
            } + &joined(db, battle)?,
            Vec::new(),
            Some(field(db, || muster::planned(db, battle.id))),
        ),
        Chosen::Settled(battle) => (battle.name.clone(), outcome(db, battle)?, fates(db, battle)?, None),
        Chosen::Rolled(contact) => {
            let (title, told, day) = rolled(db, contact)?;
            (title, format!("Settled on {} by the siege’s own roll (SG-1.6). {told}", day.long()), Vec::new(), None)
        }
    };
    let under_way = matches!(&chosen, Chosen::Plan(battle) if being_played(db, battle.id)?);
    Ok(Some(ShownBattle {
        hosts: [host(attacker)?, host(defender)?],
        chosen,
        title,
        detail,
        shelters,
        men,
        under_way,
        fought,
        field,
        met,
        beside,
    }))
}

/// Who fights beside the two that lead, and who comes later, in sentences that follow another; empty where nobody does.
fn joined(db: &Db, battle: &Battle) -> Result<String> {
    let mut told = String::new();
    for one in &battle.joined {
        let part = db.formation(one.formation)?;
        let lead = db.formation(if one.side == Side::Attacker { battle.attacker } else { battle.defender })?.name;
        let when = if one.arrives == 0 { String::new() } else { format!(" from turn {}", one.arrives) };
        told += &match part.level {
            Level::Army => format!(" {} fights beside {lead}{when}.", part.name),
            _ => format!(" {} fights{when}.", part.name),
        };
    }
    Ok(told)
}

pub(super) fn field(db: &Db, muster: impl FnOnce() -> Result<Muster>) -> Result<Field> {
    let muster = muster()?;
    let offered = grounds::offered(db, &muster.battle, muster.walls.as_ref())?;
    Ok(Field { muster, offered, tables: numbers::man_to_man(db)?, house: numbers::of_battles(db)? })
}

fn outcome(db: &Db, battle: &Battle) -> Result<String> {
    let name = |army| Ok::<_, Problem>(db.formation(army)?.name);
    let kind = db.contact_of(battle.id)?.map(|contact| contact.kind);
    let won = match battle.winner {
        // Nobody wins a bombardment (CU-6.7).
        _ if kind == Some(ContactKind::Bombardment) => format!("{} bombarded the walls", name(battle.attacker)?),
        // An assault is decided by who has the walls, which the siege's story tells (SG-8).
        Some(side) if kind == Some(ContactKind::Assault) => {
            let leads = name(if side == Side::Attacker { battle.attacker } else { battle.defender })?;
            format!("{leads} led on points")
        }
        Some(Side::Attacker) => format!("{} won", name(battle.attacker)?),
        Some(Side::Defender) => format!("{} won", name(battle.defender)?),
        None => "Neither side won".to_owned(),
    };
    let turns = battle.turns.map_or(String::new(), |turns| format!(" in {turns} turns"));
    let how = match battle.settled {
        Settled::App => "settled here",
        _ => "entered from the table",
    };
    let score = BySide { attacker: battle.attacker_half_points, defender: battle.defender_half_points };
    let mut points = and_score(battle.winner, &score, battle.rules);
    if kind == Some(ContactKind::Assault) && battle.winner.is_some() {
        points += "; the siege’s story tells who has the walls";
    }
    let brought = |army, list: &str| match list {
        "" => Ok(String::new()),
        list => Ok::<_, Problem>(format!(" {} brought {list}.", name(army)?)),
    };
    let gear = match battle.rules.has_ground() {
        true => brought(battle.attacker, &battle.gear.attacker)? + &brought(battle.defender, &battle.gear.defender)?,
        false => String::new(),
    };
    let weather = match battle.weather {
        WeatherKind::Fair => String::new(),
        weather => format!(" The weather was {weather}."),
    };
    Ok(format!("{won}{turns}{points}; {how} on {}.{weather}{}{gear}", battle.day.long(), joined(db, battle)?))
}

/// The men of a settled battle by fate, those it mattered to by name.
fn fates(db: &Db, battle: &Battle) -> Result<Vec<LogLine>> {
    use FateKind::*;
    let men = db.battle_men(battle.id)?;
    let mut lines = Vec::new();
    for (side, army) in [(Side::Attacker, battle.attacker), (Side::Defender, battle.defender)] {
        let mut army = db.formation(army)?.name;
        if battle.joined.iter().any(|one| one.side == side) {
            army += " and those with it";
        }
        for fate in [Unhurt, Wounded, Withdrawn, Fled, Captive, Dead, Missing] {
            let mut of: Vec<_> = men.iter().filter(|man| man.side == side && man.fate == Some(fate)).collect();
            // The foremost first: a king is not among the others.
            of.sort_by_key(|man| std::cmp::Reverse((man.standing.class, man.standing.rank.step())));
            if of.is_empty() {
                continue;
            }
            let mut names = Vec::new();
            if fate != Unhurt {
                for man in of.iter().take(12) {
                    names.push(db.person(man.person)?.styled());
                }
            }
            let more = match of.len() {
                all if fate != Unhurt && all > 12 => format!(" and {} more; the printed casualties name all", all - 12),
                _ => String::new(),
            };
            // A name may hold a comma.
            let named = if names.is_empty() { String::new() } else { format!(": {}{more}", names.join("; ")) };
            // Who fled or was taken may have been wounded, too.
            let hurt = of.iter().filter(|man| man.wounded && !matches!(fate, Wounded | Dead)).count();
            let hurt = if hurt == 0 { String::new() } else { format!(" ({hurt} wounded)") };
            lines.push(LogLine {
                rolls: format!("{} {fate}", of.len()).into(),
                text: format!("{army}{hurt}{named}").into(),
                heading: false,
            });
        }
    }
    Ok(lines)
}
