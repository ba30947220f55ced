//! Men and units as a situation's file writes them, and the plan they make.

use super::super::ground::Ground;
use super::super::state::Mood;
use super::super::{Gait, Position};
use super::orders::{bare, heading};
use super::states::{ManState, STATE_KEYS, facings, man_state};
use crate::rules::battle::{Fighter, Force, Host, Man, Plan, Standard, Unit};
use crate::rules::figure::{BySide, Class, Horse, Profile, Protection, Rank, Side, Weapon};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::written::{Reader, TomlEntry, TomlReader as _, inches};
use toml::Spanned;
use toml::de::DeValue;

/// The most men a unit of a situation has.
pub(super) const MOST_MEN: i32 = 200;

const BODY_KEYS: [&str; 21] = [
    "side",
    "force",
    "battle",
    "arrives",
    "name",
    "class",
    "rank",
    "grade",
    "protection",
    "weapons",
    "horse",
    "at",
    "facing",
    "facings",
    "wounded",
    "moved",
    "runs",
    "aims_at",
    "follows",
    "demands",
    "came_on",
];
/// What besides is told of a body that a battle left so.
const KEPT_KEYS: [&str; 3] = ["hit", "shot_at", "rides_through"];
const MAN_KEYS: [&str; 2] = ["standard", "leads"];
const UNIT_KEYS: [&str; 9] = ["men", "call", "places", "files", "ranks", "leader", "commander", "man", "dead"];
const LEADER_KEYS: [&str; 11] =
    ["name", "class", "rank", "grade", "protection", "weapons", "horse", "at", "standard", "leads", "wounded"];
const ONE_KEYS: [&str; 11] =
    ["number", "name", "class", "rank", "grade", "protection", "weapons", "horse", "standard", "leads", "wounded"];

/// A man as he is written.
#[derive(Clone, Debug)]
pub(super) struct WrittenMan {
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) standard: Option<Standard>,
    pub(super) leads_force: bool,
    pub(super) leads_army: bool,
    pub(super) at: Option<Point>,
    pub(super) state: ManState,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum WrittenFate {
    #[default]
    Nothing,
    Fallen,
    Dead,
    Fled,
    Withdrawn,
    Yielded(String, usize),
}

/// A man alone, or a unit.
#[derive(Clone, Debug)]
pub(super) struct WrittenBody {
    pub(super) side: Side,
    pub(super) force: String,
    /// The battle its force is of; empty where none is told.
    pub(super) battle: String,
    /// The turn on which its force comes; 0 where it is there.
    pub(super) arrives: u32,
    pub(super) name: String,
    pub(super) name_at: usize,
    pub(super) single: bool,
    /// Which of its men commands it.
    pub(super) commander: Option<usize>,
    pub(super) men: Vec<WrittenMan>,
    pub(super) front: Point,
    pub(super) facing: Heading,
    pub(super) files: u16,
    pub(super) close: Option<bool>,
    pub(super) mood: Mood,
    pub(super) moved: Gait,
    pub(super) runs: u8,
    pub(super) ways: BodyWays,
}

/// How a body strikes and follows, and what the turns before have left it with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BodyWays {
    pub(super) aims_at_horses: bool,
    pub(super) follows: bool,
    pub(super) strikes_the_fallen: bool,
    pub(super) came_on: bool,
    pub(super) hit: Option<u16>,
    pub(super) shot_at: u8,
    pub(super) rides_through: bool,
}

/// What a body's `state` says of its mood.
fn mood_word(text: &str) -> Option<Mood> {
    Some(match bare(text).as_str() {
        "steady" => Mood::Steady,
        "bold" => Mood::Bold,
        "craven" => Mood::Craven,
        "fleeing" => Mood::Recreant,
        "rallying" => Mood::Rallying,
        _ => return None,
    })
}

fn profile(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>) -> Option<Profile> {
    let class: Option<Class> = reader.needed(entry, "class", Reader::word);
    let rank: Option<Rank> = reader.optional(entry, "rank", Reader::word);
    let grade = reader.needed(entry, "grade", Reader::word);
    let protection = reader.needed(entry, "protection", |reader, value| {
        let number = reader.number(value, "protection", 1..=4)?;
        Protection::new(number as u8)
    });
    let weapons = reader.optional(entry, "weapons", |reader, value| {
        let text = value.get_ref().as_str();
        if text.is_none() {
            reader
                .fault(value.span().start, "weapons are written in quotation marks, as \"heavy lance; sword; shield\"");
        }
        let mut known = Vec::new();
        for weapon in Weapon::read_cell(text?) {
            match weapon {
                Ok(weapon) => known.push(weapon),
                Err(wrong) => reader.fault(value.span().start, wrong.to_string()),
            }
        }
        Some(known)
    });
    let horse: Option<Horse> = reader.optional(entry, "horse", Reader::word);
    let class = class?;
    let rank = rank.unwrap_or(if class == Class::Knight { Rank::Knight } else { Rank::None });
    Some(Profile {
        class,
        rank,
        grade: grade?,
        protection: protection?,
        weapons: weapons.unwrap_or_default(),
        horse: horse.unwrap_or_default(),
    })
}

/// A name of men in orders, which a colon would cut.
pub(super) fn name(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let name = reader.words(value, "a name")?;
    if name.contains(':') {
        reader.fault(value.span().start, "a name has no colon in it");
    }
    Some(name)
}

pub(super) fn place(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, ground: &Ground) -> Option<Point> {
    let pair = value.get_ref().as_array().filter(|pair| pair.len() == 2);
    let place =
        pair.and_then(|pair| Some(Point::new(inches(pair.first()?.get_ref())?, inches(pair.get(1)?.get_ref())?)));
    match place {
        Some(place) if ground.holds(place) => Some(place),
        Some(_) => {
            let (width, depth) = (ground.width / INCH, ground.depth / INCH);
            reader.fault(value.span().start, format!("this place is off the field, which is {width} by {depth} in"));
            None
        }
        None => {
            reader.fault(value.span().start, "a place is [x, y], in inches, in quarters if need be");
            None
        }
    }
}

pub(super) fn facing(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Heading> {
    let found = match value.get_ref().as_integer() {
        Some(number) => heading(number.as_str()),
        None => value.get_ref().as_str().and_then(heading),
    };
    if found.is_none() {
        let what = "a facing is north, north-east, north-north-east and so on, or degrees from the north; the attacker's edge \
                    is the south";
        reader.fault(value.span().start, what);
    }
    found
}

/// What is told alike of a lone man and of a unit.
struct Common {
    side: Side,
    force: String,
    name: String,
    name_at: usize,
    facing: Heading,
    battle: String,
    arrives: u32,
    moved: Gait,
    runs: u8,
    mood: Mood,
    ways: BodyWays,
    state: ManState,
    facings: Vec<Heading>,
}

fn common(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, ground: &Ground) -> Option<Common> {
    let side: Option<Side> = reader.needed(entry, "side", Reader::word);
    let force = reader.optional(entry, "force", name);
    let name_at = entry.get("name").map_or(entry.at, |value| value.span().start);
    let name = reader.needed(entry, "name", name);
    let facing = reader.optional(entry, "facing", facing);
    let moved = reader.optional(entry, "moved", |reader, value| {
        let gait = match bare(value.get_ref().as_str().unwrap_or("")).as_str() {
            "stood" => Some(Gait::Stood),
            "walked" => Some(Gait::Walk),
            "ran" | "galloped" => Some(Gait::Run),
            _ => None,
        };
        if gait.is_none() {
            reader.fault(value.span().start, "how they moved last turn is “stood”, “walked” or “ran”");
        }
        gait
    });
    let runs =
        reader.optional(entry, "runs", |reader, value| reader.number(value, "turns run one after another", 0..=9));
    let state = man_state(reader, entry, ground, |word| mood_word(word).is_some());
    let mood = entry.get("state").and_then(|value| value.get_ref().as_str());
    let mood = mood.and_then(|text| text.split([';', ',']).find_map(mood_word));
    let battle = reader.optional(entry, "battle", self::name);
    let arrives =
        reader.optional(entry, "arrives", |reader, value| reader.number(value, "the turn they come", 2..=999));
    let ways = ways(reader, entry);
    let facings = facings(reader, entry);
    let side = side?;
    let runs = runs.unwrap_or(0) as u8;
    Some(Common {
        side,
        force: force.unwrap_or_default(),
        name: name?,
        name_at,
        facing: facing.unwrap_or(Position::home(side.other())),
        battle: battle.unwrap_or_default(),
        arrives: arrives.unwrap_or(0) as u32,
        moved: moved.unwrap_or(if runs > 0 { Gait::Run } else { Gait::Walk }),
        runs,
        mood: mood.unwrap_or(Mood::Steady),
        ways,
        state,
        facings,
    })
}

fn ways(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>) -> BodyWays {
    let aims_at_horses = reader.optional(entry, "aims_at", |reader, value| {
        let aims = match value.get_ref().as_str() {
            Some("horses") => Some(true),
            Some("riders") => Some(false),
            _ => None,
        };
        if aims.is_none() {
            reader.fault(value.span().start, "they strike at “horses” or “riders”");
        }
        aims
    });
    let mut yes = |key: &'static str, otherwise| reader.optional(entry, key, Reader::yes).unwrap_or(otherwise);
    let (follows, demands) = (yes("follows", false), yes("demands", true));
    let (came_on, rides_through) = (yes("came_on", false), yes("rides_through", false));
    let mut number =
        |key: &'static str| reader.optional(entry, key, |reader, value| reader.number(value, key, 0..=999));
    let (hit, shot_at) = (number("hit"), number("shot_at"));
    BodyWays {
        aims_at_horses: aims_at_horses.unwrap_or(false),
        follows,
        strikes_the_fallen: !demands,
        came_on,
        hit: hit.map(|hit| hit as u16),
        shot_at: shot_at.unwrap_or(0).min(200) as u8,
        rides_through,
    }
}

/// Whom he leads besides his unit, and the standard he bears.
fn offices(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>) -> (bool, bool, Option<Standard>) {
    let standard = reader.optional(entry, "standard", Reader::word);
    let (mut force, mut army) = (false, false);
    if let Some(value) = entry.get("leads") {
        for word in value.get_ref().as_str().unwrap_or("?").split([';', ',']) {
            match word.trim() {
                "force" => force = true,
                "army" => army = true,
                other => {
                    reader.fault(value.span().start, format!("“{other}” is not led here: write \"force\" or \"army\""));
                }
            }
        }
    }
    (force || army, army, standard)
}

pub(super) fn lone_man(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, ground: &Ground) -> Option<WrittenBody> {
    let keys: Vec<&str> = [&BODY_KEYS[..], &MAN_KEYS, &STATE_KEYS, &KEPT_KEYS].concat();
    reader.known(entry, &keys);
    let common = common(reader, entry, ground);
    let profile = profile(reader, entry);
    let at = reader.needed(entry, "at", |reader, value| place(reader, value, ground));
    let (leads_force, leads_army, standard) = offices(reader, entry);
    let wounded = reader.optional(entry, "wounded", Reader::yes).unwrap_or(false);
    if let Some(profile) = &profile
        && !matches!(profile.class, Class::Knight | Class::Cleric)
    {
        reader.fault(entry.at, format!("a {} is in a unit, be it of one man: write [[unit]] (MM-1.4)", profile.class));
    }
    let (common, at) = (common?, at?);
    let facing = common.facings.first().copied();
    let state = ManState { wounded, facing, ..common.state.clone() };
    let man = WrittenMan {
        name: common.name.clone(),
        profile: profile?,
        standard,
        leads_force,
        leads_army,
        at: Some(at),
        state,
    };
    Some(body_of(common, Some(0), true, vec![man], at, 1, None))
}

fn body_of(
    common: Common,
    commander: Option<usize>,
    single: bool,
    men: Vec<WrittenMan>,
    front: Point,
    files: u16,
    close: Option<bool>,
) -> WrittenBody {
    WrittenBody {
        side: common.side,
        force: common.force,
        battle: common.battle,
        arrives: common.arrives,
        name: common.name,
        name_at: common.name_at,
        single,
        commander,
        men,
        front,
        facing: common.facing,
        files,
        close,
        mood: common.mood,
        moved: common.moved,
        runs: common.runs,
        ways: common.ways,
    }
}

pub(super) fn unit(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, ground: &Ground) -> Option<WrittenBody> {
    let keys: Vec<&str> = [&BODY_KEYS[..], &UNIT_KEYS, &STATE_KEYS, &KEPT_KEYS].concat();
    reader.known(entry, &keys);
    let common = common(reader, entry, ground);
    let profile = profile(reader, entry);
    let count = reader.optional(entry, "men", |reader, value| reader.number(value, "men", 1..=MOST_MEN)).unwrap_or(1);
    let call = reader.optional(entry, "call", name);
    let places = reader
        .optional(entry, "places", |reader, value| reader.line(value, |place| ground.holds(place), count as usize));
    let at = match (entry.get("at"), &places) {
        (None, Some(places)) => places.first().copied(),
        _ => reader.needed(entry, "at", |reader, value| place(reader, value, ground)),
    };
    let files = reader.optional(entry, "files", |reader, value| reader.number(value, "files", 1..=MOST_MEN));
    let close = reader.optional(entry, "ranks", |reader, value| {
        let close = match value.get_ref().as_str() {
            Some("close") => Some(true),
            Some("open") => Some(false),
            _ => None,
        };
        if close.is_none() {
            reader.fault(value.span().start, "ranks are “close”, base to base, or “open”");
        }
        close
    });
    let wounded = numbers(reader, entry, "wounded", count);
    let dead = numbers(reader, entry, "dead", count);
    let leader = entry.get("leader").map(|value| leader(reader, value, ground));
    let commander =
        reader.optional(entry, "commander", |reader, value| reader.number(value, "a man's number", 1..=count));
    let (common, profile, at) = (common?, profile?, at?);
    let called = call.unwrap_or_else(|| {
        let name = common.name.as_str();
        name.strip_prefix("the ").or_else(|| name.strip_prefix("The ")).unwrap_or(name).to_owned()
    });
    let mut men: Vec<WrittenMan> = Vec::new();
    let led = match leader {
        None => false,
        Some(leader) => {
            men.push(leader?);
            true
        }
    };
    for n in 1..=count {
        let mut state = ManState { wounded: wounded.contains(&n), ..common.state.clone() };
        state.facing = common.facings.get(n as usize - 1).copied();
        if dead.contains(&n) {
            state.fate = WrittenFate::Dead;
        }
        men.push(WrittenMan {
            name: if count == 1 && !led { called.clone() } else { format!("{called} {n}") },
            profile: profile.clone(),
            standard: None,
            leads_force: false,
            leads_army: false,
            at: places.as_ref().and_then(|places| places.get(n as usize - 1)).copied(),
            state,
        });
    }
    for one in reader.tables(entry, "man", "a man of a unit") {
        one_of(reader, &one, ground, &mut men[usize::from(led)..]);
    }
    let commander = match led {
        true => Some(0),
        false => commander.map(|number| number as usize - 1),
    };
    let many = men.len() as u16;
    let files = files.map_or(if many <= 6 { many } else { many.div_ceil(2) }, |files| files as u16).min(many);
    Some(body_of(common, commander, false, men, at, files, close))
}

/// One man of a unit who is not as the others.
fn one_of(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, ground: &Ground, men: &mut [WrittenMan]) {
    let keys: Vec<&str> = [&ONE_KEYS[..], &STATE_KEYS].concat();
    reader.known(entry, &keys);
    let most = men.len() as i32;
    let number = reader.needed(entry, "number", |reader, value| reader.number(value, "a man's number", 1..=most));
    let called = reader.optional(entry, "name", name);
    let profile = entry.get("class").and_then(|_| profile(reader, entry));
    let state = man_state(reader, entry, ground, |_| false);
    let wounded = reader.optional(entry, "wounded", Reader::yes);
    let (leads_force, leads_army, standard) = offices(reader, entry);
    let Some(man) = number.and_then(|number| men.get_mut(number as usize - 1)) else { return };
    if let Some(called) = called {
        man.name = called;
    }
    if let Some(profile) = profile {
        man.profile = profile;
    }
    let fate = match state.fate {
        WrittenFate::Nothing if man.state.fate == WrittenFate::Dead => WrittenFate::Dead,
        told => told,
    };
    let (wounded, facing) = (wounded.unwrap_or(man.state.wounded), man.state.facing);
    man.state = ManState { fate, wounded, facing, ..state };
    (man.leads_force, man.leads_army, man.standard) = (leads_force, leads_army, standard);
}

/// The commander of a unit, a man of it.
fn leader(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, ground: &Ground) -> Option<WrittenMan> {
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "a leader is a table, [unit.leader] under his [[unit]]");
        return None;
    };
    let entry = TomlEntry { table, at: value.span().start, what: "a leader" };
    reader.known(&entry, &LEADER_KEYS);
    let name = reader.needed(&entry, "name", name);
    let profile = profile(reader, &entry);
    let at = reader.optional(&entry, "at", |reader, value| place(reader, value, ground));
    let (leads_force, leads_army, standard) = offices(reader, &entry);
    let wounded = reader.optional(&entry, "wounded", Reader::yes).unwrap_or(false);
    Some(WrittenMan {
        name: name?,
        profile: profile?,
        standard,
        leads_force,
        leads_army,
        at,
        state: ManState { wounded, ..ManState::default() },
    })
}

/// Men of a unit by their numbers: `[1, 3]`, or all of them, `true`.
fn numbers(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, key: &str, count: i32) -> Vec<i32> {
    let Some(value) = entry.get(key) else { return Vec::new() };
    if let Some(all) = value.get_ref().as_bool() {
        return if all { (1..=count).collect() } else { Vec::new() };
    }
    let Some(list) = value.get_ref().as_array() else {
        reader.fault(value.span().start, format!("{key} is a list of men by number, such as [1, 3]"));
        return Vec::new();
    };
    list.iter().filter_map(|item| reader.number(item, "a man's number", 1..=count)).collect()
}

/// No two men, nor two bodies, may have a name in common.
pub(super) fn unlike(reader: &mut Reader<'_>, bodies: &[WrittenBody]) {
    let mut seen: Vec<String> = Vec::new();
    for body in bodies {
        let mut named: Vec<String> = vec![bare(&body.name)];
        named.extend(body.men.iter().map(|man| bare(&man.name)).filter(|name| *name != bare(&body.name)));
        for name in named {
            if seen.contains(&name) {
                reader.fault(body.name_at, format!("the name “{name}” is there twice"));
            }
            seen.push(name);
        }
    }
}

/// The plan, and the order of its bodies.
pub(super) fn plan_of(bodies: &[WrittenBody]) -> (Plan, Vec<usize>) {
    let mut order = Vec::new();
    let mut next = 0;
    let mut host = |side: Side| {
        let of_side = |n: &usize| bodies[*n].side == side;
        let default = match side {
            Side::Attacker => "the attackers",
            Side::Defender => "the defenders",
        };
        let called = |n: usize| if bodies[n].force.is_empty() { default } else { bodies[n].force.as_str() };
        let mut names: Vec<&str> = Vec::new();
        for n in (0..bodies.len()).filter(of_side) {
            if !names.contains(&called(n)) {
                names.push(called(n));
            }
        }
        let (mut forces, mut army) = (Vec::new(), None);
        for name in names {
            let mut force = Force {
                name: name.to_owned(),
                battle: "main battle".to_owned(),
                commander: None,
                units: Vec::new(),
                single: Vec::new(),
                army: String::new(),
                arrives: 0,
                citadel: false,
            };
            for body in (0..bodies.len()).filter(|n| of_side(n) && called(*n) == name).map(|n| &bodies[n]) {
                if !body.battle.is_empty() {
                    force.battle.clone_from(&body.battle);
                }
                force.arrives = force.arrives.max(body.arrives);
            }
            for single in [false, true] {
                let of_force = |n: &usize| of_side(n) && called(*n) == name && bodies[*n].single == single;
                for n in (0..bodies.len()).filter(of_force) {
                    let body = &bodies[n];
                    order.push(n);
                    let mut men = Vec::new();
                    for man in &body.men {
                        next += 1;
                        if man.leads_force {
                            force.commander = Some(Man(next));
                        }
                        if man.leads_army {
                            army = Some(Man(next));
                        }
                        men.push(Fighter {
                            man: Man(next),
                            number: String::new(),
                            name: man.name.clone(),
                            profile: man.profile.clone(),
                            wounded: man.state.wounded,
                            standard: man.standard,
                        });
                    }
                    if single {
                        force.single.extend(men);
                    } else {
                        let commander = body.commander.and_then(|n| men.get(n)).map(|man: &Fighter| man.man);
                        force.units.push(Unit { name: body.name.clone(), commander, men });
                    }
                }
            }
            forces.push(force);
        }
        Host { name: default.to_owned(), realm: String::new(), commander: army, forces, gear: Vec::new(), hunger: 0 }
    };
    let hosts = BySide { attacker: host(Side::Attacker), defender: host(Side::Defender) };
    let ground = "open field".to_owned();
    (Plan { hosts, ground, ground_file: None, storm: None, dynastic_war: false, weather: None, seed: 0 }, order)
}

pub(super) fn force_names(plan: &Plan) -> Vec<String> {
    let hosts = [&plan.hosts.attacker, &plan.hosts.defender];
    hosts.into_iter().flat_map(|host| host.forces.iter().map(|force| force.name.clone())).collect()
}
