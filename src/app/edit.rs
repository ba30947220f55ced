//! A man edited by hand, with a reason that is kept (CP-7.7): any of his fields, and what has become of him; and many men at
//! once.

use crate::app::world::{ByHand, persons};
use crate::app::{actions, organise, release};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::filters::tags;
use crate::campaign::ids::{FormationId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState, Tenure};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Grade, Horse, Protection, Rank, Weapon};
use crate::rules::telling::{counted, counted_off};
use crate::store::captives::Instalment;
use crate::store::chronicle::ChronicleLine;
use crate::store::people::GradeChange;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What has become of a man, by the referee's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    AsHeIs,
    /// Fit, and with nobody if he was not with anybody.
    Fit,
    Wounded,
    Missing,
    Dead,
    /// Gone.
    Left,
    /// A captive of a side, taken today.
    CaptiveOf(SideId),
}

/// What may become of a man by hand, each in words; as he is stands first.
pub fn choices(db: &Db, person: &Person) -> Result<Vec<(String, Becomes)>> {
    let mut choices = vec![(person.state.to_string(), Becomes::AsHeIs)];
    if let Some(held) = db.captivity_of(person.id)? {
        choices[0].0 = format!("{} of {}", person.state, db.side(held.holder_side)?.name);
        choices.push((PersonState::Dead.to_string(), Becomes::Dead));
        return Ok(choices);
    }
    let states = [
        (PersonState::Fit, Becomes::Fit),
        (PersonState::Wounded, Becomes::Wounded),
        (PersonState::Missing, Becomes::Missing),
        (PersonState::Dead, Becomes::Dead),
        (PersonState::Left, Becomes::Left),
    ];
    let others = states.into_iter().filter(|(state, _)| *state != person.state);
    choices.extend(others.map(|(state, becomes)| (state.to_string(), becomes)));
    for side in db.sides()?.into_iter().filter(|side| side.id != person.side) {
        choices.push((format!("captive of {}", side.name), Becomes::CaptiveOf(side.id)));
    }
    Ok(choices)
}

/// What else comes of it when a man becomes something by hand, a sentence each (CP-7.6): told before it is done, and after.
pub fn follows(db: &Db, man: &Person, becomes: Becomes) -> Result<Vec<String>> {
    let mut told = Vec::new();
    let dies = becomes == Becomes::Dead;
    if !dies && !matches!(becomes, Becomes::Missing | Becomes::Left | Becomes::CaptiveOf(_)) {
        return Ok(told);
    }
    if dies {
        let captivities = db.captivities_of(man.id)?;
        let his = |debt: &Instalment| captivities.iter().any(|captivity| captivity.id == debt.captive);
        let debts: Vec<Pence> = db.instalments()?.into_iter().filter(his).map(|debt| debt.pence).collect();
        if !debts.is_empty() {
            let parts = counted(debts.len() as u32, "part", "parts");
            let owed: Pence = debts.into_iter().sum();
            told.push(format!("The {} still owed for him in {parts} is owed no more.", owed.marks()));
        }
        for captivity in &captivities {
            for hostage in db.pledged_for(captivity.id)? {
                told.push(format!("{}, hostage for him, goes home.", db.person(hostage.person)?.styled()));
            }
        }
    }
    let led = |with: &Formation| with.commander == Some(man.id);
    let mut commands = Vec::new();
    for army in db.armies()?.into_iter().filter(|army| army.side == man.side) {
        commands.extend(db.tree(army.id)?.into_iter().filter(led).map(|with| with.name));
    }
    if !commands.is_empty() {
        told.push(format!(
            "{} {} led by nobody.",
            counted_off(&commands),
            if commands.len() == 1 { "is" } else { "are" }
        ));
    }
    if !matches!(becomes, Becomes::CaptiveOf(_)) {
        let ruled = db.sides()?.into_iter().filter(|side| side.lord == Some(man.id));
        told.extend(ruled.map(|side| format!("{} is ruled by nobody.", side.name)));
    }
    let passes = db.held_or_owed_to(man.id)?.len() as u32;
    if passes > 0 {
        let who = counted(
            passes,
            "captive whom he holds, or whose ransom is owed to him, passes",
            "captives whom he holds, or whose ransoms are owed to him, pass",
        );
        told.push(format!("{who} to his lord, else to whoever rules his side, else to the side."));
    }
    Ok(told)
}

/// Edits a man by hand (CP-7.7). A class brings its limits (MM-1.1) and, for who is no knight, no rank.
pub fn person(store: &mut Store, edited: &Person, becomes: Becomes, by: &ByHand) -> Result<()> {
    store.act(actions::EDIT_PERSON, &by.arguments(json!(edited.id)), |act| {
        let old = act.person(edited.id)?;
        if edited.name.trim().is_empty() {
            return Err(Problem::bad_input("The name is empty.").hint("Type a name."));
        }
        let mut edited = edited.clone();
        edited.name = edited.name.trim().to_owned();
        edited.profile = persons::lawful(&edited.profile)?;
        edited.tags = tags(&edited.tags.join(";"))?;
        if let Some(lord) = edited.lord {
            act.person(lord)?;
            if lord == edited.id {
                return Err(Problem::refused(
                    format!("{} cannot be his own lord.", old.styled()),
                    "Choose another, or nobody.",
                ));
            }
        }
        act.edit_person(&edited)?;
        regraded(act, &old, &edited, by)?;
        act.set_service(edited.id, edited.service)?;
        let follows = follows(act, &old, becomes)?;
        become_of(act, &edited, becomes)?;
        told_of_him(act, &old, &edited, becomes_in_words(becomes), by)?;
        let done = by.sentence(act, format!("{} was changed by hand", old.styled()))?;
        Ok(((), [vec![done], follows].concat().join(" ")))
    })
}

/// A grade changed by hand stands in his career like any other.
fn regraded(act: &Act, old: &Person, edited: &Person, by: &ByHand) -> Result<()> {
    if old.profile.grade == edited.profile.grade {
        return Ok(());
    }
    act.change_grade(&GradeChange {
        person: edited.id,
        day: act.day()?,
        battle: None,
        from: old.profile.grade,
        to: edited.profile.grade,
        clause: "CP-7.7".to_owned(),
        reason: match by.reason.as_str() {
            "" => "changed by hand".to_owned(),
            reason => format!("changed by hand: {reason}"),
        },
    })
}

/// What is changed of a man by hand stands in his career, with why. A changed grade stands there by itself, and his note and
/// his tags are the referee's own.
fn told_of_him<T: Into<String>>(
    act: &Act,
    old: &Person,
    edited: &Person,
    more: impl IntoIterator<Item = T>,
    by: &ByHand,
) -> Result<()> {
    let (was, is) = (&old.profile, &edited.profile);
    let mut words = Vec::new();
    if old.name != edited.name {
        words.push(format!("called {}", edited.styled()));
    }
    if was.class != is.class {
        words.push(format!("{} to {}", was.class, is.class));
    }
    if was.rank != is.rank && is.rank != Rank::None {
        words.push(format!("rank {}", is.rank));
    }
    if was.protection != is.protection {
        words.push(format!("protection {} to {}", was.protection, is.protection));
    }
    if was.weapons != is.weapons {
        words.push(weapons_in_words(&is.weapons));
    }
    if was.horse != is.horse {
        words.push(if is.horse == Horse::None { "on foot".to_owned() } else { format!("{} horse", is.horse) });
    }
    if old.lord != edited.lord {
        words.push(lord_in_words(act, edited.lord)?);
    }
    if old.service.tenure != edited.service.tenure {
        words.push(match edited.service.tenure {
            Tenure::Retained => "retained".to_owned(),
            Tenure::Fief => "serves for a fief".to_owned(),
            tenure => tenure.to_string(),
        });
    }
    if old.service.serves_until != edited.service.serves_until {
        words.push(until_in_words(edited.service.serves_until));
    }
    words.extend(more.into_iter().map(T::into));
    if words.is_empty() {
        return Ok(());
    }
    let reason = match by.reason.trim().trim_end_matches('.') {
        "" => String::new(),
        reason => format!(": {reason}"),
    };
    act.write_line(&ChronicleLine {
        day: act.day()?,
        kind: LineKind::Entry,
        text: format!("{}: {}, by hand{reason}.", old.styled(), counted_off(&words)),
        clause: "CP-7.7".to_owned(),
        person: Some(edited.id),
    })
}

fn weapons_in_words(weapons: &[Weapon]) -> String {
    match weapons {
        [] => "no weapons".to_owned(),
        weapons => weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(" and "),
    }
}

fn lord_in_words(db: &Db, lord: Option<PersonId>) -> Result<String> {
    Ok(match lord {
        None => "no lord".to_owned(),
        Some(lord) => format!("lord {}", db.person(lord)?.styled()),
    })
}

fn until_in_words(until: Option<Day>) -> String {
    match until {
        None => "service without an end".to_owned(),
        Some(day) => format!("service until {}", day.long()),
    }
}

fn becomes_in_words(becomes: Becomes) -> Option<&'static str> {
    match becomes {
        Becomes::AsHeIs => None,
        Becomes::Fit => Some("fit"),
        Becomes::Wounded => Some("wounded"),
        Becomes::Missing => Some("missing"),
        Becomes::Dead => Some("dead"),
        Becomes::Left => Some("retired"),
        Becomes::CaptiveOf(_) => Some("taken captive"),
    }
}

fn become_of(act: &Act, man: &Person, becomes: Becomes) -> Result<()> {
    let held = act.captivity_of(man.id)?;
    if held.is_some() && !matches!(becomes, Becomes::AsHeIs | Becomes::Dead) {
        return Err(Problem::refused(
            format!("{} is a captive.", man.styled()),
            "Free, ransom or recruit him on the page of captives.",
        ));
    }
    match becomes {
        Becomes::AsHeIs => Ok(()),
        Becomes::Fit => act.set_state(man.id, PersonState::Fit),
        Becomes::Wounded => {
            act.set_state(man.id, PersonState::Wounded)?;
            act.set_wound(man.id, true)
        }
        Becomes::Dead => release::dies(act, man.id),
        Becomes::Missing | Becomes::Left => {
            let state = if becomes == Becomes::Left { PersonState::Left } else { PersonState::Missing };
            release::leaves(act, man.id, state)?;
            release::led_by_nobody(act).map(drop)
        }
        Becomes::CaptiveOf(side) => {
            if side == man.side {
                return Err(Problem::refused(
                    format!("{} is of that side.", man.styled()),
                    "Choose the side that holds him.",
                ));
            }
            let with = man.formation.map(|formation| act.formation(formation)).transpose()?;
            let at = with.map(|with| act.formation(with.army)).transpose()?.and_then(|army| army.place);
            let kept = release::kept_by(act, side, None, at)?;
            release::captured(act, man, side, kept)
        }
    }
}

/// How the grades of many men change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regrade {
    /// All to one.
    To(Grade),
    /// Each to the next higher.
    Up,
    /// Each to the next lower.
    Down,
}

/// What is changed of many men at once; what is not given stays with each as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub grade: Option<Regrade>,
    pub protection: Option<Protection>,
    pub weapons: Option<Vec<Weapon>>,
    pub horse: Option<Horse>,
    /// Their lord, or that they have none.
    pub lord: Option<Option<PersonId>>,
    /// The day their service ends, or that it has no end.
    pub serves_until: Option<Option<Day>>,
    pub note: Option<String>,
    /// Tags that each bears from then on.
    pub tag: Vec<String>,
    /// Tags that none bears any more.
    pub untag: Vec<String>,
    /// What becomes of them; gone is retired.
    pub becomes: Option<Becomes>,
    /// The formation they go to.
    pub formation: Option<FormationId>,
}

/// What a change of many men would come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ChangesAhead {
    /// How many it would change.
    pub changed: u32,
    /// How many are so already.
    pub same: u32,
    /// Why it is refused, a sentence each; nothing if it can be done.
    pub faults: Vec<String>,
}

impl ChangesAhead {
    /// In a sentence.
    pub fn told(&self) -> String {
        let men = |men| counted(men, "man", "men");
        if let Some(first) = self.faults.first() {
            let more = self.faults.len() - 1;
            return if more == 0 { first.clone() } else { format!("{first} So for {}.", men(more as u32 + 1)) };
        }
        match (self.changed, self.same) {
            (0, 0) => "Nobody is chosen.".to_owned(),
            (0, same) => format!("{} so already; nothing would change.", if same == 1 { "He is" } else { "All are" }),
            (changed, 0) => format!("Changes {} in one action.", men(changed)),
            (changed, same) => format!("Changes {} in one action; {} so already.", men(changed), men(same)),
        }
    }
}

/// A man as he would be, or why he cannot be so.
fn changed(man: &Person, changes: &Changes) -> Result<Person> {
    let mut edited = man.clone();
    let class = edited.profile.class;
    let (lowest, highest) = Grade::within(class);
    let step = |grade: Option<Grade>, way: &str, last: Grade| {
        grade.filter(|grade| grade.allowed(class)).ok_or_else(|| {
            Problem::refused(
                format!("{} is of grade {last}, the {way} a {class} can have (MM-1.1).", man.styled()),
                "Leave such men out.",
            )
        })
    };
    match changes.grade {
        None => {}
        Some(Regrade::To(grade)) => edited.profile.grade = grade,
        Some(Regrade::Up) => {
            edited.profile.grade = step(Grade::from_number(man.profile.grade.number() + 1), "highest", highest)?;
        }
        Some(Regrade::Down) => {
            let lower = man.profile.grade.number().checked_sub(1).and_then(Grade::from_number);
            edited.profile.grade = step(lower, "lowest", lowest)?;
        }
    }
    edited.profile.protection = changes.protection.unwrap_or(edited.profile.protection);
    if let Some(weapons) = &changes.weapons {
        edited.profile.weapons.clone_from(weapons);
    }
    edited.profile.horse = changes.horse.unwrap_or(edited.profile.horse);
    edited.profile = persons::lawful(&edited.profile)?;
    edited.lord = changes.lord.unwrap_or(edited.lord);
    if edited.lord == Some(man.id) {
        return Err(Problem::refused(format!("{} cannot be his own lord.", man.styled()), "Leave him out."));
    }
    edited.service.serves_until = changes.serves_until.unwrap_or(edited.service.serves_until);
    if let Some(note) = &changes.note {
        edited.note.clone_from(note);
    }
    let is = |tag: &str, of: &[String]| of.iter().any(|known| known.to_lowercase() == tag.to_lowercase());
    edited.tags.retain(|tag| !is(tag, &changes.untag));
    edited.tags.extend(changes.tag.iter().filter(|tag| !is(tag, &man.tags)).cloned());
    edited.tags = tags(&edited.tags.join(";"))?;
    Ok(edited)
}

/// What a change of many men would come to, changing nothing. What becomes of them and where they go is judged when it is
/// done.
pub fn ahead(db: &Db, men: &[PersonId], changes: &Changes) -> Result<ChangesAhead> {
    let mut ahead = ChangesAhead::default();
    for man in men {
        let man = db.person(*man)?;
        let retires = match changes.becomes {
            Some(Becomes::Left) => persons::may_leave(db, man.id),
            _ => Ok(()),
        };
        match retires.and_then(|()| changed(&man, changes)) {
            Err(problem) => ahead.faults.push(problem.sentence),
            Ok(edited) => {
                let moves = changes.formation.is_some_and(|to| man.formation != Some(to));
                let differs =
                    edited != man || moves || changes.becomes.is_some_and(|becomes| becomes != Becomes::AsHeIs);
                *if differs { &mut ahead.changed } else { &mut ahead.same } += 1;
            }
        }
    }
    Ok(ahead)
}

/// Changes many men by hand in one action (CP-7.7): all of them, or none and why. Gives how many it changed.
pub fn many(store: &mut Store, men: &[PersonId], changes: &Changes, by: &ByHand) -> Result<u32> {
    store.act("change people", &by.arguments(json!(men)), |act| {
        if let Some(Some(lord)) = changes.lord {
            act.person(lord)?;
        }
        let ahead = ahead(act, men, changes)?;
        if let Some(first) = ahead.faults.first() {
            let others: Vec<String> = ahead.faults.iter().skip(1).take(4).cloned().collect();
            let more = ahead.faults.len().saturating_sub(5);
            let more = if more > 0 { format!(" … and {more} more.") } else { String::new() };
            let told = format!("{first} {}{more}", others.join(" "));
            return Err(Problem::refused(
                told.trim(),
                "Leave these out, or change them otherwise; nobody was changed.",
            ));
        }
        if ahead.changed == 0 {
            return Err(Problem::refused(ahead.told(), "Choose others, or change something else."));
        }
        for man in men {
            let man = act.person(*man)?;
            let edited = changed(&man, changes)?;
            if edited != man {
                act.edit_person(&edited)?;
                regraded(act, &man, &edited, by)?;
                act.set_service(edited.id, edited.service)?;
            }
            if let Some(becomes) = changes.becomes {
                become_of(act, &edited, becomes)?;
            }
            let moved = changes.formation.filter(|to| man.formation != Some(*to));
            let moved =
                moved.map(|to| Ok::<_, Problem>(format!("moved to {}", act.formation(to)?.name))).transpose()?;
            let became = changes.becomes.and_then(becomes_in_words).map(str::to_owned);
            told_of_him(act, &man, &edited, became.into_iter().chain(moved), by)?;
        }
        if let Some(to) = changes.formation {
            organise::put_in(act, men, to)?;
        }
        let who = match men {
            [one] => act.person(*one)?.styled(),
            _ => counted(ahead.changed, "man", "men"),
        };
        let verb = if men.len() == 1 { "was" } else { "were" };
        let what = in_words(act, changes)?;
        Ok((ahead.changed, by.sentence(act, format!("{who} {verb} changed by hand ({what})"))?))
    })
}

/// What is changed, in a few words.
fn in_words(db: &Db, changes: &Changes) -> Result<String> {
    let mut words = Vec::new();
    match changes.grade {
        None => {}
        Some(Regrade::To(grade)) => words.push(format!("grade {grade}")),
        Some(Regrade::Up) => words.push("a grade up".to_owned()),
        Some(Regrade::Down) => words.push("a grade down".to_owned()),
    }
    words.extend(changes.protection.map(|protection| format!("protection {protection}")));
    words.extend(changes.weapons.as_deref().map(weapons_in_words));
    words.extend(
        changes.horse.map(|horse| if horse == Horse::None { "on foot".to_owned() } else { format!("{horse} horses") }),
    );
    if let Some(lord) = changes.lord {
        words.push(lord_in_words(db, lord)?);
    }
    words.extend(changes.serves_until.map(until_in_words));
    words.extend(changes.note.as_ref().map(|_| "a note".to_owned()));
    words.extend(changes.tag.iter().map(|tag| format!("tagged {tag}")));
    words.extend(changes.untag.iter().map(|tag| format!("no longer {tag}")));
    words.extend(changes.becomes.and_then(becomes_in_words).map(str::to_owned));
    if let Some(to) = changes.formation {
        words.push(format!("moved to {}", db.formation(to)?.name));
    }
    Ok(counted_off(&words))
}
