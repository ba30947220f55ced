//! What is printed (CP-6.2), filled from the campaign: the rolls themselves are set in [`crate::print`].

use crate::app::contest::Contest;
use crate::app::history::EntryKind;
use crate::app::letterhead::{banner, foot};
use crate::app::muster::Muster;
use crate::app::{actions, career, cracker, history, numbers, organise, parole, templates};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, InstalmentState};
use crate::campaign::ids::{BattleId, CaptiveId, FormationId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::Person;
use crate::campaign::problem::{Problem, Result};
use crate::print::{self, Document, Options};
use crate::rules::battle::{Fighter, Host};
use crate::rules::figure::{BySide, Class, Profile, Side};
use crate::rules::man_to_man::{self, points};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::BattlePaper;
use crate::rules::weather::WeatherKind;
use crate::store::Db;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Sets a document as a PDF file, by the user's own templates where he has some.
pub fn pdf(document: &Document, options: Options, cancel: &AtomicBool) -> Result<Vec<u8>> {
    Ok(print::pdf_by(document, options, &templates::own()?, cancel)?)
}

/// How both hosts of a battle are printed for a real table.
type Printed = fn(&Db, Muster) -> Result<Document>;

/// What prints both hosts of a battle by a set of rules.
pub fn order_of_battle(rules: Ruleset) -> Result<Printed> {
    match rules.paper() {
        Some(BattlePaper::Roster) => Ok(|db, muster| battle_roster(db, &muster)),
        Some(BattlePaper::Cords) => Ok(|db, muster| {
            let contest = Contest::of(muster, &numbers::of_battles(db)?)?;
            cracker::order_of_battle(db, &contest, contest.begin().position().clone())
        }),
        None => {
            let all: Vec<&str> = Ruleset::of_battles().filter(|of| of.paper().is_some()).map(Ruleset::word).collect();
            Err(Problem::refused(
                format!("There is no order of battle by the rules “{rules}”."),
                format!("Print one by {}.", all.join(" or ")),
            ))
        }
    }
}

/// A formation's men as its muster roll: an army's, a battle's or, for an army in a stronghold, a garrison's.
pub fn muster_roll(db: &Db, formation: FormationId) -> Result<Document> {
    let top = db.formation(formation)?;
    let army = db.formation(top.army)?;
    let tables = numbers::man_to_man(db)?;
    let tree = db.tree(army.id)?;
    let within = db.below(formation)?;
    let lines = organise::roster(db, formation)?;
    let commander = |part: &Formation| -> Result<Option<String>> {
        part.commander.map(|commander| Ok(db.person(commander)?.styled())).transpose()
    };
    // Every man stands in a unit of a force of a battle; the parts that a roll of one battle leaves out are its own.
    let mut battles: Vec<print::PrintedBattle> = Vec::new();
    for part in tree.iter().filter(|part| within.contains(&part.id)) {
        let men: Vec<print::PrintedMan> = lines
            .iter()
            .filter(|line| line.person.formation == Some(part.id))
            .map(|line| man(&line.person, &tables))
            .collect();
        let leader = commander(part)?;
        match part.level {
            Level::Army => {}
            Level::Battle => {
                battles.push(print::PrintedBattle {
                    name: part.name.clone(),
                    commander: leader.clone(),
                    forces: Vec::new(),
                });
            }
            Level::Force => {
                last(&mut battles, &part.name).forces.push(print::PrintedForce {
                    name: part.name.clone(),
                    commander: leader.clone(),
                    units: Vec::new(),
                });
            }
            Level::Unit => {}
        }
        if men.is_empty() {
            continue;
        }
        let battle = last(&mut battles, &part.name);
        if battle.forces.is_empty() {
            battle.forces.push(print::PrintedForce { name: part.name.clone(), commander: None, units: Vec::new() });
        }
        let name = match part.level {
            Level::Unit => part.name.clone(),
            _ => "Knights and clerics".to_owned(),
        };
        let leader = if part.level == Level::Unit { leader } else { None };
        if let Some(force) = battle.forces.last_mut() {
            force.units.push(print::PrintedUnit { name, commander: leader, men });
        }
    }
    let of = match (top.level, army.stronghold) {
        (Level::Army, Some(_)) => "garrison",
        (Level::Army, None) => "army",
        (Level::Battle, _) => "battle",
        (Level::Force, _) => "force",
        (Level::Unit, _) => "unit",
    };
    Ok(Document::MusterRoll(print::MusterRoll {
        foot: foot(db)?,
        side: banner(db, top.side)?,
        of: of.to_owned(),
        commander: commander(&top)?,
        place: organise::whereabouts(db, &army)?.to_string(),
        name: top.name,
        battles,
    }))
}

fn last<'a>(battles: &'a mut Vec<print::PrintedBattle>, name: &str) -> &'a mut print::PrintedBattle {
    if battles.is_empty() {
        battles.push(print::PrintedBattle { name: name.to_owned(), commander: None, forces: Vec::new() });
    }
    let at = battles.len() - 1;
    &mut battles[at]
}

fn man(person: &Person, tables: &man_to_man::Tables) -> print::PrintedMan {
    print::PrintedMan {
        number: None,
        name: person.styled(),
        profile: person.profile.clone(),
        state: person.state,
        points: points::of_man(&person.profile, tables).value,
    }
}

/// A card for every man of a formation; with `leaders`, for knights, clerics and those who command alone.
pub fn figure_cards(db: &Db, formation: FormationId, leaders: bool) -> Result<Document> {
    /// Ten to a page: so many pages are more than anybody cuts.
    const MOST_CARDS: usize = 1_000;
    let top = db.formation(formation)?;
    let tables = numbers::man_to_man(db)?;
    let tree = db.tree(top.army)?;
    let mut lines = organise::roster(db, formation)?;
    if leaders {
        lines.retain(|line| {
            !line.commands.is_empty() || matches!(line.person.profile.class, Class::Knight | Class::Cleric)
        });
    }
    if lines.len() > MOST_CARDS {
        return Err(Problem::refused(
            format!("{} has {} men, too many for cards.", top.name, lines.len()),
            format!("Print at most {MOST_CARDS}: a battle at a time, or only knights and those who command."),
        ));
    }
    let cards = lines
        .iter()
        .map(|line| {
            let part = line.person.formation.and_then(|id| tree.iter().find(|part| part.id == id));
            let above = part.and_then(|part| part.parent).and_then(|id| tree.iter().find(|known| known.id == id));
            let names: Vec<&str> = [part, above].into_iter().flatten().map(|part| part.name.as_str()).collect();
            print::FigureCard {
                man: man(&line.person, &tables),
                serves: names.join(", "),
                commands: line.commands.clone(),
            }
        })
        .collect();
    Ok(Document::FigureCards(print::FigureCards {
        foot: foot(db)?,
        side: banner(db, top.side)?,
        name: top.name,
        cards,
    }))
}

/// A sheet to be filled in by pen, of no campaign.
pub fn blank_sheet(kind: print::BlankKind) -> Document {
    Document::BlankSheet(print::BlankSheet { kind, foot: None, side: None, armies: Vec::new() })
}

/// The same with the campaign's foot, and with a side's shield and armies.
pub fn blank_sheet_of(db: &Db, kind: print::BlankKind, side: Option<SideId>) -> Result<Document> {
    let armies = db.armies()?.into_iter().filter(|army| Some(army.side) == side).map(|army| army.name).collect();
    Ok(Document::BlankSheet(print::BlankSheet {
        kind,
        foot: Some(foot(db)?),
        side: side.map(|side| banner(db, side)).transpose()?,
        armies,
    }))
}

/// Both rosters of a battle for the table, each man with his number (CP-3.5).
pub fn battle_roster(db: &Db, muster: &Muster) -> Result<Document> {
    let tables = numbers::man_to_man(db)?;
    let side = |side: Side, army: FormationId| -> Result<print::RosterSide> {
        let formation = db.formation(army)?;
        Ok(print::RosterSide {
            side: banner(db, formation.side)?,
            commander: formation.commander.map(|man| Ok::<_, Problem>(db.person(man)?.styled())).transpose()?,
            army: muster.plan.hosts[side].name.clone(),
            battles: battles(&muster.plan.hosts[side], &tables),
            gear: muster.battle.gear[side].clone(),
        })
    };
    let battle = &muster.battle;
    Ok(Document::BattleRoster(print::BattleRoster {
        foot: foot(db)?,
        name: battle.name.clone(),
        place: db.place(battle.place)?.name,
        ground: battle.ground.clone(),
        weather: match battle.weather {
            WeatherKind::Fair => String::new(),
            weather => weather.to_string(),
        },
        sides: BySide {
            attacker: side(Side::Attacker, battle.attacker)?,
            defender: side(Side::Defender, battle.defender)?,
        },
    }))
}

fn battles(host: &Host, tables: &man_to_man::Tables) -> Vec<print::PrintedBattle> {
    let names: BTreeMap<_, _> = host.men().map(|man| (man.man, man.name.clone())).collect();
    let leader = |man: Option<_>| man.and_then(|man| names.get(&man).cloned());
    let row = |man: &Fighter| print::PrintedMan {
        number: Some(man.number.clone()),
        name: man.name.clone(),
        profile: man.profile.clone(),
        state: crate::campaign::people::PersonState::Fit,
        points: points::of_man(&man.profile, tables).value,
    };
    let mut battles: Vec<print::PrintedBattle> = Vec::new();
    for force in &host.forces {
        let name = match force.army.as_str() {
            "" => force.battle.clone(),
            army if force.battle.contains(army) => force.battle.clone(),
            army => format!("{army}: {}", force.battle),
        };
        if battles.last().is_none_or(|battle| battle.name != name) {
            battles.push(print::PrintedBattle { name, commander: None, forces: Vec::new() });
        }
        let mut units: Vec<print::PrintedUnit> = force
            .units
            .iter()
            .map(|unit| print::PrintedUnit {
                name: unit.name.clone(),
                commander: leader(unit.commander),
                men: unit.men.iter().map(row).collect(),
            })
            .collect();
        if !force.single.is_empty() {
            let men = force.single.iter().map(row).collect();
            units.insert(0, print::PrintedUnit { name: "Knights and clerics".to_owned(), commander: None, men });
        }
        last(&mut battles, &force.battle).forces.push(print::PrintedForce {
            name: match force.arrives {
                0 => force.name.clone(),
                turn => format!("{}, comes on turn {turn}", force.name),
            },
            commander: leader(force.commander),
            units,
        });
    }
    battles
}

/// Everyone who is held, by holder: as a plain list of prisoners, or with their ransoms and those of men free on parole.
pub fn ransom_roll(db: &Db, holder: Option<SideId>, with_money: bool) -> Result<Document> {
    let mut dues: BTreeMap<CaptiveId, Vec<print::Due>> = BTreeMap::new();
    for due in db.instalments()? {
        let missed = due.state == InstalmentState::Missed;
        dues.entry(due.captive).or_default().push(print::Due { day: due.due, amount: due.pence, missed });
    }
    let mut lines = db.captives(false)?;
    if with_money {
        lines.extend(parole::paroles(db)?.into_iter().map(|parole| parole.line));
    }
    lines.retain(|line| holder.is_none_or(|side| line.captive.holder_side == side));
    let mut holders: Vec<print::Holder> = Vec::new();
    let mut of: BTreeMap<(String, String), usize> = BTreeMap::new();
    for line in lines {
        let captive = &line.captive;
        let owed_in_parts = dues.contains_key(&captive.id);
        let name = line.held_by();
        let paid =
            db.bargains(captive.id)?.iter().filter(|step| step.what == BargainStep::Paid).map(|step| step.pence).sum();
        let entry = print::PrintedCaptive {
            name: db.person(captive.person)?.styled(),
            side: line.side_name.clone(),
            standing: captive.standing,
            taken_at: line.battle.clone(),
            taken_on: captive.taken,
            kept_at: line.whereabouts.clone(),
            terms: match (line.labours, captive.hostage, captive.pledge) {
                (true, ..) => "set to labour".to_owned(),
                (_, true, Some(pledge)) => {
                    format!("hostage for {}", db.person(db.captive(pledge)?.person)?.styled())
                }
                (_, true, None) => "hostage".to_owned(),
                _ if captive.ended.is_some() => on_parole(db, captive.id)?,
                _ if !with_money || owed_in_parts => String::new(),
                _ if captive.agreed.is_some() => "in one sum".to_owned(),
                _ if captive.asked.is_some() => "not agreed".to_owned(),
                _ if captive.standing.class == Class::Knight => "to be bargained for".to_owned(),
                _ => String::new(),
            },
            asked: captive.asked,
            agreed: captive.agreed,
            paid,
            dues: dues.remove(&captive.id).unwrap_or_default(),
        };
        let at = *of.entry((name, line.holder_side)).or_insert_with_key(|(name, side)| {
            holders.push(print::Holder { name: name.clone(), side: side.clone(), captives: Vec::new() });
            holders.len() - 1
        });
        holders[at].captives.push(entry);
    }
    Ok(Document::RansomRoll(print::RansomRoll {
        foot: foot(db)?,
        kind: if with_money { print::RollKind::Ransom } else { print::RollKind::Prisoners },
        side: holder.map(|side| banner(db, side)).transpose()?,
        holders,
    }))
}

/// The terms of a man who is free on parole: who is held for him.
fn on_parole(db: &Db, captive: CaptiveId) -> Result<String> {
    let hostages = db.pledged_for(captive)?;
    let names: Vec<String> =
        hostages.iter().map(|hostage| Ok(db.person(hostage.person)?.styled())).collect::<Result<_>>()?;
    Ok(match names.as_slice() {
        [] => "on parole".to_owned(),
        [one] => format!("on parole, {one} a hostage"),
        more => format!("on parole, {} hostages", more.join(", ")),
    })
}

pub fn career_page(db: &Db, person: PersonId) -> Result<Document> {
    let about = db.about()?;
    let career = career::career(db, person)?;
    let man = &career.person;
    let first = career.grades.first().map_or(man.profile.grade, |change| change.from);
    let mut grades = vec![print::GradeStep { day: about.first_day, grade: first, why: "as mustered".to_owned() }];
    grades.extend(career.grades.iter().map(|change| print::GradeStep {
        day: change.day,
        grade: change.to,
        why: if change.clause.is_empty() {
            change.reason.clone()
        } else {
            format!("{} ({})", change.reason, change.clause)
        },
    }));
    let mut deeds: BTreeMap<BattleId, Vec<String>> = BTreeMap::new();
    for (deed, sentence) in &career.deeds {
        deeds.entry(deed.battle).or_default().push(sentence.clone());
    }
    let battles = career
        .battles
        .iter()
        .map(|(battle, part)| print::CareerBattle {
            day: battle.day,
            name: battle.name.clone(),
            result: match battle.winner {
                Some(side) if side == part.side => "won",
                Some(_) => "lost",
                None => "drawn",
            }
            .to_owned(),
            fate: part.fate.map_or(String::new(), |fate| fate.to_string()),
            deeds: deeds.remove(&battle.id).unwrap_or_default(),
        })
        .collect();
    let mut captivities = Vec::new();
    let mut ransoms = Vec::new();
    for captive in &career.captivities {
        let holder = match captive.holder {
            Some(holder) => db.person(holder)?.styled(),
            None => db.side(captive.holder_side)?.name,
        };
        captivities.push(print::Captivity {
            taken_at: captive
                .battle
                .map(|battle| Ok::<_, Problem>(db.battle(battle)?.name))
                .transpose()?
                .unwrap_or_default(),
            taken_on: captive.taken,
            ended: career
                .end_of(captive)
                .map_or(String::new(), |end| format!("{end}, {}", captive.ended_day.map_or(String::new(), Day::long))),
            holder: holder.clone(),
        });
        for step in db.bargains(captive.id)?.into_iter().filter(|step| step.what == BargainStep::Paid) {
            ransoms.push(print::CareerRansom {
                day: step.day,
                with: holder.clone(),
                amount: step.pence,
                received: false,
            });
        }
    }
    for line in db.captives(true)?.iter().filter(|line| line.captive.holder == Some(person)) {
        for step in db.bargains(line.captive.id)?.into_iter().filter(|step| step.what == BargainStep::Paid) {
            ransoms.push(print::CareerRansom {
                day: step.day,
                with: line.styled(),
                amount: step.pence,
                received: true,
            });
        }
    }
    ransoms.sort_by_key(|ransom| ransom.day);
    let offices = match man.formation {
        Some(formation) => db
            .tree(db.formation(formation)?.army)?
            .into_iter()
            .filter(|part| part.commander == Some(person))
            .map(|part| format!("commands {}", part.name))
            .collect(),
        None => Vec::new(),
    };
    Ok(Document::Career(print::PrintedCareer {
        foot: foot(db)?,
        side: banner(db, man.side)?,
        name: man.styled(),
        profile: man.profile.clone(),
        state: man.state,
        serves: career.serves_in.join(", "),
        offices,
        grades,
        battles,
        captivities,
        ransoms,
    }))
}

/// Whether an entry only says that another was written, which is told itself.
fn written_of(entry: &history::HistoryEntry) -> bool {
    entry.named.as_deref() == Some(actions::WRITE_ENTRY)
}

/// A sentence without what the dice showed: `(a 3)`, `, a roll of 7 with +2 a breach, 9 in all: `, `Initiative, 7 against 4: `.
fn without_dice(text: &str) -> String {
    let mut rest = text;
    let mut told = String::new();
    while let Some(at) = rest.find(" (a ") {
        let inside = &rest[at + 4..];
        let digits = inside.len() - inside.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let is_die = digits > 0 && inside[digits..].starts_with(')');
        told.push_str(if is_die { &rest[..at] } else { &rest[..at + 4] });
        rest = if is_die { &inside[digits + 1..] } else { inside };
    }
    told.push_str(rest);
    while let Some(at) = told.find(INITIATIVE) {
        let Some(end) = told[at..].find(": ") else { break };
        told.replace_range(at..at + end + 2, "The initiative is with ");
    }
    // From the roll to what it came to.
    while let Some(at) = told.find(ROLLED) {
        let after = &told[at + ROLLED.len()..];
        let ends = [": ", ", and "].iter().filter_map(|mark| after.find(mark).map(|end| (end, mark.len() - 1)));
        let Some((end, mark)) = ends.min() else { break };
        // `, and win the line` goes on without its comma, `: they hold on` with its colon.
        let from = at + ROLLED.len() + end + if mark > 1 { 1 } else { 0 };
        told.replace_range(at..from, "");
    }
    told
}

/// How a sentence tells a roll for the initiative.
const INITIATIVE: &str = "Initiative, ";

/// How a sentence tells any other roll.
const ROLLED: &str = ", a roll of ";

/// For whom the chronicle is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChronicleFor {
    /// What happened, as it may be handed to anybody: nothing that was taken back, and no dice.
    #[default]
    Players,
    /// All that is written, with what was undone and what the dice showed.
    Referee,
}

/// The chronicle between two days (CP-6.2).
pub fn chronicle(db: &Db, from: Option<Day>, to: Option<Day>, reader: ChronicleFor) -> Result<Document> {
    let about = db.about()?;
    let (first, last) = (from.unwrap_or(about.first_day), to.unwrap_or(about.day));
    let turn = |day: Day| ((day - about.first_day + about.turn_days as i32 - 1) / about.turn_days as i32).max(0) as u32;
    let mut entries: Vec<print::ChronicleEntry> = history::chronicle(db, "", from, to, u32::MAX)?
        .into_iter()
        .filter(|entry| {
            reader == ChronicleFor::Referee
                || entry.holds && !written_of(entry) && (entry.kind != EntryKind::Action || entry.action.is_some())
        })
        .map(|entry| {
            let text = match reader {
                ChronicleFor::Players => without_dice(&entry.text),
                ChronicleFor::Referee if !entry.holds => format!("{} (undone)", entry.text),
                ChronicleFor::Referee => entry.text,
            };
            print::ChronicleEntry { day: entry.day, turn: turn(entry.day), text }
        })
        .collect();
    entries.reverse();
    Ok(Document::Chronicle(print::PrintedChronicle { foot: foot(db)?, side: None, from: first, to: last, entries }))
}

/// What a side owes its men for a week, by unit and kind (CP-5).
pub fn pay_roll(db: &Db, side: SideId) -> Result<Document> {
    let tables = numbers::of(db)?;
    let about = db.about()?;
    let treasury = db.account(db.side_account(side)?)?.pence;
    let mut lines = Vec::new();
    for army in db.armies()?.into_iter().filter(|army| army.side == side) {
        let mut kinds: BTreeMap<(String, Pence), i64> = BTreeMap::new();
        for person in db.men_of(army.id)? {
            let rate = crate::campaign::week::pay_a_day(&person, &tables);
            if rate.0 > 0 {
                let Profile { class, rank, .. } = person.profile;
                let kind = if rank.step() > 1 { "banneret".to_owned() } else { class.to_string() };
                *kinds.entry((kind, rate)).or_default() += 1;
            }
        }
        let owed = i64::from(army.unpaid_weeks) * 7;
        for ((kind, rate), men) in kinds {
            lines.push(print::PayLine {
                under: army.name.clone(),
                unit: String::new(),
                kind,
                men,
                rate,
                days: 7,
                arrears: rate * (men * owed),
            });
        }
    }
    Ok(Document::PayRoll(print::PayRoll {
        foot: foot(db)?,
        side: banner(db, side)?,
        term: format!("the week from {}", about.day.long()),
        treasury: Some(treasury),
        lines,
    }))
}
