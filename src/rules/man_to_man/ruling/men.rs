//! Men and units as a situation's file writes them, and the plan they make.

use super::super::ground::Ground;
use super::super::state::Mood;
use super::super::{Gait, Position};
use super::orders::{bare, heading};
use crate::rules::battle::{Fighter, Force, Host, Man, Plan, Standard, Unit};
use crate::rules::figure::{BySide, Class, Horse, Profile, Protection, Rank, Side, Weapon};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::written::{Reader, TomlEntry, TomlReader as _, inches};
use toml::Spanned;
use toml::de::DeValue;

/// The most men a unit of a situation has.
pub(super) const MOST_MEN: i32 = 60;

const MAN_KEYS: [&str; 20] = [
    "side",
    "force",
    "name",
    "class",
    "rank",
    "grade",
    "protection",
    "weapons",
    "horse",
    "at",
    "facing",
    "standard",
    "leads",
    "wounded",
    "state",
    "yielded_to",
    "horse_wounded",
    "shots",
    "moved",
    "runs",
];
const UNIT_KEYS: [&str; 24] = [
    "side",
    "force",
    "name",
    "men",
    "call",
    "class",
    "grade",
    "protection",
    "weapons",
    "horse",
    "at",
    "places",
    "files",
    "ranks",
    "facing",
    "leader",
    "wounded",
    "dead",
    "state",
    "yielded_to",
    "shots",
    "loaded",
    "moved",
    "runs",
];
const LEADER_KEYS: [&str; 11] =
    ["name", "class", "rank", "grade", "protection", "weapons", "horse", "at", "standard", "leads", "wounded"];
/// A man as he is written.
#[derive(Clone, Debug)]
pub(super) struct WrittenMan {
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) standard: Option<Standard>,
    pub(super) leads_force: bool,
    pub(super) leads_army: bool,
    pub(super) at: Option<Point>,
    pub(super) wounded: bool,
    pub(super) fate: WrittenFate,
    pub(super) on_foot: bool,
    pub(super) horse_wounded: bool,
    pub(super) shots: Option<u8>,
    pub(super) unloaded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrittenFate {
    Nothing,
    Fallen,
    Dead,
    Yielded(String, usize),
}

/// A man alone, or a unit.
#[derive(Clone, Debug)]
pub(super) struct WrittenBody {
    pub(super) side: Side,
    pub(super) force: String,
    pub(super) name: String,
    pub(super) name_at: usize,
    pub(super) single: bool,
    /// Whether the first man commands.
    pub(super) led: bool,
    pub(super) men: Vec<WrittenMan>,
    pub(super) front: Point,
    pub(super) facing: Heading,
    pub(super) files: u16,
    pub(super) close: Option<bool>,
    pub(super) mood: Mood,
    pub(super) moved: Gait,
    pub(super) runs: u8,
}

/// What a man's `state` may say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Mood(Mood),
    Fallen,
    OnFoot,
}

fn state_word(text: &str) -> Option<Word> {
    Some(match bare(text).as_str() {
        "steady" => Word::Mood(Mood::Steady),
        "bold" => Word::Mood(Mood::Bold),
        "craven" => Word::Mood(Mood::Craven),
        "fleeing" => Word::Mood(Mood::Recreant),
        "rallying" => Word::Mood(Mood::Rallying),
        "fallen" => Word::Fallen,
        "dismounted" => Word::OnFoot,
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
    moved: Gait,
    runs: u8,
    mood: Mood,
    fallen: bool,
    on_foot: bool,
    yielded: Option<(String, usize)>,
    shots: Option<u8>,
}

fn common(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>) -> Option<Common> {
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
    let mut words: Vec<Word> = Vec::new();
    if let Some(value) = entry.get("state") {
        for word in value.get_ref().as_str().unwrap_or("?").split([';', ',']) {
            match state_word(word) {
                Some(word) => words.push(word),
                None => reader.fault(
                    value.span().start,
                    format!(
                        "“{}” is no state; they are steady, bold, craven, fleeing, rallying, fallen or dismounted",
                        word.trim()
                    ),
                ),
            }
        }
    }
    let yielded = entry.get("yielded_to").map(|value| value.span().start);
    let to = reader.optional(entry, "yielded_to", self::name);
    let shots = reader.optional(entry, "shots", |reader, value| reader.number(value, "shots left", 0..=60));
    let side = side?;
    let runs = runs.unwrap_or(0) as u8;
    let mood = words.iter().find_map(|word| match word {
        Word::Mood(mood) => Some(*mood),
        _ => None,
    });
    Some(Common {
        side,
        force: force.unwrap_or_default(),
        name: name?,
        name_at,
        facing: facing.unwrap_or(Position::home(side.other())),
        moved: moved.unwrap_or(if runs > 0 { Gait::Run } else { Gait::Walk }),
        runs,
        mood: mood.unwrap_or(Mood::Steady),
        fallen: words.contains(&Word::Fallen),
        on_foot: words.contains(&Word::OnFoot),
        yielded: to.zip(yielded),
        shots: shots.map(|shots| shots as u8),
    })
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
    reader.known(entry, &MAN_KEYS);
    let common = common(reader, entry);
    let profile = profile(reader, entry);
    let at = reader.needed(entry, "at", |reader, value| place(reader, value, ground));
    let (leads_force, leads_army, standard) = offices(reader, entry);
    let wounded = reader.optional(entry, "wounded", Reader::yes).unwrap_or(false);
    let horse_wounded = reader.optional(entry, "horse_wounded", Reader::yes).unwrap_or(false);
    if let Some(profile) = &profile
        && !matches!(profile.class, Class::Knight | Class::Cleric)
    {
        reader.fault(entry.at, format!("a {} is in a unit, be it of one man: write [[unit]] (MM-1.4)", profile.class));
    }
    let (common, at) = (common?, at?);
    let man = WrittenMan {
        name: common.name.clone(),
        profile: profile?,
        standard,
        leads_force,
        leads_army,
        at: Some(at),
        wounded,
        fate: fate(&common),
        on_foot: common.on_foot || common.fallen,
        horse_wounded,
        shots: common.shots,
        unloaded: false,
    };
    Some(body_of(common, true, true, vec![man], at, 1, None))
}

fn fate(common: &Common) -> WrittenFate {
    match &common.yielded {
        Some((to, at)) => WrittenFate::Yielded(to.clone(), *at),
        None if common.fallen => WrittenFate::Fallen,
        None => WrittenFate::Nothing,
    }
}

fn body_of(
    common: Common,
    single: bool,
    led: bool,
    men: Vec<WrittenMan>,
    front: Point,
    files: u16,
    close: Option<bool>,
) -> WrittenBody {
    WrittenBody {
        side: common.side,
        force: common.force,
        name: common.name,
        name_at: common.name_at,
        single,
        led,
        men,
        front,
        facing: common.facing,
        files,
        close,
        mood: common.mood,
        moved: common.moved,
        runs: common.runs,
    }
}

pub(super) fn unit(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, ground: &Ground) -> Option<WrittenBody> {
    reader.known(entry, &UNIT_KEYS);
    let common = common(reader, entry);
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
    let loaded = reader.optional(entry, "loaded", Reader::yes).unwrap_or(true);
    let leader = entry.get("leader").map(|value| leader(reader, value, ground));
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
        men.push(WrittenMan {
            name: if count == 1 && !led { called.clone() } else { format!("{called} {n}") },
            profile: profile.clone(),
            standard: None,
            leads_force: false,
            leads_army: false,
            at: places.as_ref().and_then(|places| places.get(n as usize - 1)).copied(),
            wounded: wounded.contains(&n),
            fate: if dead.contains(&n) { WrittenFate::Dead } else { fate(&common) },
            on_foot: common.on_foot || common.fallen,
            horse_wounded: false,
            shots: common.shots,
            unloaded: !loaded,
        });
    }
    let many = men.len() as u16;
    let files = files.map_or(if many <= 6 { many } else { many.div_ceil(2) }, |files| files as u16).min(many);
    Some(body_of(common, false, led, men, at, files, close))
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
        wounded,
        fate: WrittenFate::Nothing,
        on_foot: false,
        horse_wounded: false,
        shots: None,
        unloaded: false,
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
                            wounded: man.wounded,
                            standard: man.standard,
                        });
                    }
                    if single {
                        force.single.extend(men);
                    } else {
                        let commander = men.first().map(|man| man.man).filter(|_| body.led);
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
