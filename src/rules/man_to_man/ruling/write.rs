//! A moment of a battle written down as a situation: who stands where and in what state, what was still ordered in that
//! turn, and the faces that were rolled for it, so that it can be ruled on again, or otherwise.

use super::super::event::{Answer, Event};
use super::super::ground;
use super::super::log;
use super::super::replay::{ManShown, Scene};
use super::super::state::{BodyId, FigureId, StandardAt};
use super::super::timeline::{Timeline, TurnPart};
use super::men::MOST_MEN;
use super::orders::bare;
use crate::rules::battle::{Fighter, Standard};
use crate::rules::figure::{Class, Horse, Profile, Rank, Side};
use crate::rules::geometry::{Heading, INCH, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Men of one body who are alike at that moment, and so are written as one man or unit.
struct Group<'a> {
    side: Side,
    force: &'a str,
    body: BodyId,
    name: String,
    /// Whether it is a man by himself, and no unit.
    lone: bool,
    leader: Option<usize>,
    men: Vec<usize>,
    profile: Profile,
    state: &'static str,
    captor: Option<usize>,
}

/// What of a man changed since he came to the field.
#[derive(Default)]
struct Changes {
    profiles: BTreeMap<usize, Profile>,
    wounded_horses: BTreeSet<usize>,
}

/// A situation of the moment after the first `at` events of a battle, as the text of its file.
pub fn written(timeline: &Timeline, at: usize, title: &str) -> String {
    let at = at.min(timeline.len());
    let scene = timeline.scene(at);
    let mark = timeline.bookmark(at);
    let plan = &timeline.record.plan;
    let changes = changes(timeline, at);
    let mut groups = groups(timeline, &scene, &changes);
    // A prisoner whose captor is gone is nobody's to hold, and is left out; so is who is held by him.
    loop {
        let here: BTreeSet<usize> =
            groups.iter().flat_map(|group| group.men.iter().copied().chain(group.leader)).collect();
        let before = groups.len();
        groups.retain(|group| group.captor.is_none_or(|captor| here.contains(&captor)));
        if groups.len() == before {
            break;
        }
    }
    let names = man_names(&groups);
    let rest: Vec<&Event> =
        timeline.record.events[at..].iter().take_while(|event| !matches!(event, Event::Turn { .. })).collect();
    let called = log::Names::of(plan);

    let when = match mark.turn {
        0 => "before the first turn".to_owned(),
        turn => format!("turn {turn}, {}", mark.part.word()),
    };
    let mut text = format!("title = {}\n", quoted(&format!("{title}: {when}")));
    let _ = writeln!(text, "clauses = [{}]", quoted(clause_of(mark.part)));
    let _ = writeln!(
        text,
        "what = {}",
        quoted(&format!(
            "{title}, {when}, as it stood. Orders are those that followed in that turn; gear, fires and what was opened or \
             filled are left out."
        ))
    );
    let mut told = String::new();
    for event in &rest {
        if let Some(line) = log::line(event, &called).filter(|line| !line.rolls.is_empty()) {
            let rolls: Vec<String> =
                line.rolls.iter().map(|roll| format!("{} {}", roll.what, faces(&roll.faces))).collect();
            let _ = writeln!(told, "#   {} {}", line.text.replace('\n', " "), rolls.join("; "));
        }
    }
    if !told.is_empty() {
        let _ = writeln!(text, "\n# What was rolled then, for comparison:\n{told}");
    }
    text.push_str(
        "# The faces in the order they are rolled; where they run out, the ruling says which roll is needed.\n",
    );
    text.push_str("dice = []\n");
    if let Some(weather) = plan.weather {
        let does = [
            ("strings", weather.strings),
            ("powder", weather.powder),
            ("far", weather.far),
            ("foot", weather.foot),
            ("horse", weather.horse),
            ("sight", weather.sight),
        ];
        let does = does.iter().filter(|(_, number)| *number != 0);
        let does: String = does.map(|(key, number)| format!(", {key} = {number}")).collect();
        let _ = writeln!(text, "weather = {{ kind = \"{}\"{does} }}", weather.kind);
    }
    text.push_str(&ground_of(timeline));
    for group in &groups {
        text.push_str(&group_text(group, &groups, &scene, timeline, &names, &changes));
    }
    text.push_str(&orders(&rest, &groups));
    text
}

fn clause_of(part: TurnPart) -> &'static str {
    match part {
        TurnPart::Array | TurnPart::Charges => "MM-2.1",
        TurnPart::Moves => "MM-2.5",
        TurnPart::Shooting => "MM-2.6",
        TurnPart::Melee => "MM-2.7",
        TurnPart::Morale => "MM-2.8",
    }
}

fn faces(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// A text in quotation marks, as the file has it.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A length in inches, exact to the 64th.
fn inches(length: i32) -> String {
    let (whole, part) = (length.div_euclid(INCH), length.rem_euclid(INCH));
    if part == 0 {
        return whole.to_string();
    }
    // A 64th of an inch has six decimals.
    let millionths = i64::from(part) * 1_000_000 / i64::from(INCH);
    format!("{whole}.{millionths:06}").trim_end_matches('0').to_owned()
}

fn place(at: Point) -> String {
    format!("[{}, {}]", inches(at.x), inches(at.y))
}

/// Degrees from the north, clockwise, to the nearest.
fn degrees(facing: Heading) -> i32 {
    let steps = i32::from(Heading::UP.number()) - i32::from(facing.number());
    (steps.rem_euclid(64) * 360 + 32) / 64
}

/// The ground: by its name if it ships, else the whole of its file.
fn ground_of(timeline: &Timeline) -> String {
    let plan = &timeline.record.plan;
    let Some(file) = &plan.ground_file else { return String::new() };
    if ground::find(&plan.ground).is_some_and(|known| known.text == *file) {
        return format!("ground = {}\n", quoted(&plan.ground));
    }
    let mut text = "\n[ground]\n".to_owned();
    for line in file.lines() {
        let bare = line.trim_start();
        let within = match (bare.strip_prefix("[["), bare.strip_prefix('[')) {
            (Some(table), _) => format!("[[ground.{table}"),
            (None, Some(table)) if bare.ends_with(']') && !bare.contains(',') => format!("[ground.{table}"),
            _ => line.to_owned(),
        };
        text += &within;
        text.push('\n');
    }
    text
}

fn changes(timeline: &Timeline, at: usize) -> Changes {
    let hosts = &timeline.record.plan.hosts;
    let men: Vec<&Fighter> = hosts.attacker.men().chain(hosts.defender.men()).collect();
    let mut changes = Changes::default();
    let Changes { profiles, wounded_horses } = &mut changes;
    let mut with = |id: FigureId, change: &dyn Fn(&mut Profile)| {
        let man = usize::from(id.0);
        if let Some(fighter) = men.get(man) {
            change(profiles.entry(man).or_insert_with(|| fighter.profile.clone()));
        }
    };
    for event in &timeline.record.events[..at] {
        match event {
            Event::Hurt { figure, horse: true, killed: true, .. } => with(*figure, &|it| it.horse = Horse::None),
            Event::Hurt { figure, horse: true, .. } => drop(wounded_horses.insert(usize::from(figure.0))),
            Event::LanceBroke { figure } => {
                with(*figure, &|it| it.weapons.retain(|weapon| !weapon.word().contains("lance")));
            }
            Event::GradeFell { figure, to, .. } => with(*figure, &|it| it.grade = *to),
            Event::Dressed { figure, protection } => with(*figure, &|it| it.protection = *protection),
            _ => {}
        }
    }
    changes
}

/// Everybody who is still on the field, as men and units that are alike.
fn groups<'a>(timeline: &'a Timeline, scene: &Scene, changes: &Changes) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    let (mut man, mut body) = (0, 0);
    for side in [Side::Attacker, Side::Defender] {
        for force in &timeline.record.plan.hosts[side].forces {
            let units = force.units.iter().filter(|unit| !unit.men.is_empty());
            let units = units.map(|unit| (unit.name.as_str(), unit.commander, &unit.men[..]));
            let single =
                force.single.iter().map(|fighter| (fighter.name.as_str(), None, std::slice::from_ref(fighter)));
            for (name, commander, fighters) in units.chain(single) {
                let mut of_body: Vec<Group<'a>> = Vec::new();
                let first = man;
                let mut leader = None;
                for fighter in fighters {
                    let profile = changes.profiles.get(&man).unwrap_or(&fighter.profile);
                    if let Some((state, captor)) = state(scene, man, profile) {
                        let new = Group {
                            side,
                            force: &force.name,
                            body: BodyId(body),
                            name: name.to_owned(),
                            lone: false,
                            leader: None,
                            men: vec![man],
                            profile: profile.clone(),
                            state,
                            captor,
                        };
                        let alike = |group: &&mut Group| {
                            let same = (group.state, group.captor) == (state, captor);
                            same && like(&group.profile, profile) && group.men.len() < MOST_MEN as usize
                        };
                        match of_body.iter_mut().find(alike) {
                            _ if commander == Some(fighter.man) => leader = Some(new),
                            Some(group) => group.men.push(man),
                            None => of_body.push(new),
                        }
                    }
                    man += 1;
                }
                // Who commands is written with the most of his men, or by himself where none are as he is.
                if let Some(leader) = leader {
                    let with = |group: &&mut Group| (group.state, group.captor) == (leader.state, leader.captor);
                    match of_body.iter_mut().filter(with).max_by_key(|group| group.men.len()) {
                        Some(group) => group.leader = Some(leader.men[0]),
                        None => of_body.insert(0, leader),
                    }
                }
                for mut group in of_body {
                    group.lone = group.men.len() == 1
                        && group.leader.is_none()
                        && matches!(group.profile.class, Class::Knight | Class::Cleric);
                    if group.men.len() == 1 && group.leader.is_none() {
                        group.name = named(&fighters[group.men[0] - first]);
                    }
                    group.name = unused(&group.name, &mut used);
                    groups.push(group);
                }
                body += 1;
            }
        }
    }
    groups
}

/// Whether two are written alike in a unit.
fn like(one: &Profile, other: &Profile) -> bool {
    let key = |it: &Profile| (it.class, it.grade, it.protection, it.horse);
    key(one) == key(other) && one.weapons == other.weapons
}

fn named(fighter: &Fighter) -> String {
    if fighter.name.is_empty() { fighter.number.clone() } else { fighter.name.clone() }
}

/// A name that nobody has yet, without what an order is cut by.
fn unused(name: &str, used: &mut BTreeSet<String>) -> String {
    let plain: String = name.chars().map(|letter| if ",:;\"".contains(letter) { ' ' } else { letter }).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut number = 1;
    loop {
        let tried = if number == 1 { plain.clone() } else { format!("{plain} ({number})") };
        // A unit's men are called by its name and a number, which must not be another's name.
        if used.insert(bare(&tried)) {
            return tried;
        }
        number += 1;
    }
}

/// How a man is written, and whose prisoner he is; nothing if he is no longer on the field.
fn state(scene: &Scene, man: usize, profile: &Profile) -> Option<(&'static str, Option<usize>)> {
    let shown = scene.men.get(man)?;
    Some(match shown.shown {
        ManShown::Dead | ManShown::Fled | ManShown::Withdrawn | ManShown::ToCome => return None,
        ManShown::Yielded(to) => ("", Some(usize::from(to.0))),
        ManShown::Fallen => ("fallen", None),
        ManShown::Standing if shown.fleeing => ("fleeing", None),
        ManShown::Standing if profile.horse != Horse::None && !shown.mounted => ("dismounted", None),
        ManShown::Standing => ("", None),
    })
}

/// What each man is called in the file: a lone man by his name, one of a unit by its name and his number in it.
fn man_names(groups: &[Group]) -> BTreeMap<usize, String> {
    let mut names = BTreeMap::new();
    for group in groups {
        let called = group.name.strip_prefix("the ").or_else(|| group.name.strip_prefix("The ")).unwrap_or(&group.name);
        if let Some(leader) = group.leader {
            names.insert(leader, format!("leader of {called}"));
        }
        for (number, man) in (1..).zip(&group.men) {
            let alone = group.men.len() == 1 && group.leader.is_none();
            names.insert(*man, if alone { called.to_owned() } else { format!("{called} {number}") });
        }
    }
    names
}

fn profile_text(profile: &Profile, with_rank: bool) -> String {
    let mut text = format!("class = {}\n", quoted(profile.class.word()));
    if with_rank && profile.class == Class::Knight && !matches!(profile.rank, Rank::None | Rank::Knight) {
        let _ = writeln!(text, "rank = {}", quoted(profile.rank.word()));
    }
    let _ = writeln!(text, "grade = {}", quoted(&profile.grade.to_string()));
    let _ = writeln!(text, "protection = {}", profile.protection);
    if !profile.weapons.is_empty() {
        let weapons: Vec<&str> = profile.weapons.iter().map(|weapon| weapon.word()).collect();
        let _ = writeln!(text, "weapons = {}", quoted(&weapons.join("; ")));
    }
    if profile.horse != Horse::None {
        let _ = writeln!(text, "horse = {}", quoted(profile.horse.word()));
    }
    text
}

fn group_text(
    group: &Group,
    groups: &[Group],
    scene: &Scene,
    timeline: &Timeline,
    names: &BTreeMap<usize, String>,
    changes: &Changes,
) -> String {
    let captor = group.captor.and_then(|captor| names.get(&captor));
    let host = &timeline.record.plan.hosts[group.side];
    let fighters: Vec<&Fighter> =
        timeline.record.plan.hosts.attacker.men().chain(timeline.record.plan.hosts.defender.men()).collect();
    let mut text = format!("\n[[{}]]\n", if group.lone { "man" } else { "unit" });
    let _ = writeln!(text, "side = {}", quoted(group.side.word()));
    let more_forces = groups.iter().any(|other| other.side == group.side && other.force != group.force);
    if more_forces {
        let _ = writeln!(text, "force = {}", quoted(&unused(group.force, &mut BTreeSet::new())));
    }
    let _ = writeln!(text, "name = {}", quoted(&group.name));
    let led = |man: usize, force: bool| {
        let of = if force {
            host.forces.iter().find(|it| it.name == group.force).and_then(|it| it.commander)
        } else {
            host.commander
        };
        of.is_some_and(|commander| fighters[man].man == commander)
    };
    let offices = |man: usize| {
        let mut text = String::new();
        if led(man, false) {
            text += "leads = \"army\"\n";
        } else if led(man, true) {
            text += "leads = \"force\"\n";
        }
        let bears = scene.standards.iter().find(|it| it.place == StandardAt::Carried(FigureId(man as u16)));
        if let Some(bears) = bears.filter(|it| it.side == group.side) {
            let word = match bears.standard {
                Standard::Army => "army",
                Standard::Battle => "battle",
                Standard::Force => "force",
            };
            let _ = writeln!(text, "standard = \"{word}\"");
        }
        text
    };
    text += &profile_text(&group.profile, group.lone);
    let _ = writeln!(text, "facing = {}", degrees(scene.men[group.men[0]].facing));
    if !group.state.is_empty() {
        let _ = writeln!(text, "state = {}", quoted(group.state));
    }
    if let Some(captor) = captor {
        let _ = writeln!(text, "yielded_to = {}", quoted(captor));
    }
    if group.lone {
        let man = group.men[0];
        let _ = writeln!(text, "at = {}", place(scene.men[man].at));
        if scene.men[man].wounded {
            text += "wounded = true\n";
        }
        if changes.wounded_horses.contains(&man) && group.profile.horse != Horse::None {
            text += "horse_wounded = true\n";
        }
        return text + &offices(man);
    }
    let _ = writeln!(text, "men = {}", group.men.len());
    let places: Vec<String> = group.men.iter().map(|man| place(scene.men[*man].at)).collect();
    let _ = writeln!(text, "places = [{}]", places.join(", "));
    let hurt: Vec<String> = (1..)
        .zip(&group.men)
        .filter(|(_, man)| scene.men[**man].wounded)
        .map(|(number, _): (u32, _)| number.to_string())
        .collect();
    if !hurt.is_empty() {
        let _ = writeln!(text, "wounded = [{}]", hurt.join(", "));
    }
    if let Some(leader) = group.leader {
        let profile = changes.profiles.get(&leader).unwrap_or(&fighters[leader].profile);
        let _ = writeln!(text, "[unit.leader]\nname = {}", quoted(&names[&leader]));
        text += &profile_text(profile, true);
        let _ = writeln!(text, "at = {}", place(scene.men[leader].at));
        if scene.men[leader].wounded {
            text += "wounded = true\n";
        }
        text += &offices(leader);
    }
    text
}

/// What was still ordered in that turn, as far as the battle tells it.
fn orders(rest: &[&Event], groups: &[Group]) -> String {
    let of_body = |body: BodyId| groups.iter().find(|group| group.body == body && group.captor.is_none());
    let of_man = |man: FigureId| {
        let of = |group: &&Group| group.men.contains(&usize::from(man.0)) || group.leader == Some(usize::from(man.0));
        groups.iter().find(of)
    };
    let mut given: Vec<(Side, String, &'static str)> = Vec::new();
    let mut give = |who: &Group, what: String, sort: &'static str| {
        let order = format!("{}: {what}", who.name);
        let known =
            given.iter().any(|(_, text, of)| *of == sort && text.split_once(':').is_some_and(|it| it.0 == who.name));
        if !known {
            given.push((who.side, order, sort));
        }
    };
    for event in rest {
        match event {
            Event::Declared { body, at, .. } => {
                if let (Some(who), Some(at)) = (of_body(*body), of_body(*at)) {
                    give(who, format!("charge {}", at.name), "charge");
                }
            }
            Event::Answered { body, answer, .. } => {
                if let Some(who) = of_body(*body) {
                    let word = match answer {
                        Answer::Stand => "stand",
                        Answer::Counter => "counter-charge",
                        Answer::Evade => "evade",
                    };
                    give(who, word.to_owned(), "answer");
                }
            }
            Event::Shot { by, at, .. } => {
                if let (Some(who), Some(at)) = (of_man(*by), of_man(*at)) {
                    give(who, format!("shoot {}", at.name), "shot");
                }
            }
            _ => {}
        }
    }
    let of = |side: Side| {
        let own: Vec<String> =
            given.iter().filter(|it| it.0 == side).map(|it| format!("    {},\n", quoted(&it.1))).collect();
        if own.is_empty() { "[]".to_owned() } else { format!("[\n{}]", own.concat()) }
    };
    format!(
        "\n# WHO: WHAT, such as \"archers: shoot bills\"; “banneret ruling --orders” lists every order.\n[[turn]]\n\
         attacker = {}\ndefender = {}\n",
        of(Side::Attacker),
        of(Side::Defender)
    )
}
