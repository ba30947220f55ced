//! A moment of a battle written down as a situation: its turn from the beginning, who stands where and in what state, what
//! was ordered in it, and the faces that were rolled up to that moment, so that it can be ruled on again, or otherwise. A
//! situation begins with a turn because much of what a roll hangs on was settled before in the same turn: who charges, who
//! has moved, who has shot. What is written is read back and played with the faces of the battle, and where it goes
//! otherwise the situation says so.

use super::super::arms::Arms;
use super::super::event::{Event, Gait};
use super::super::gear::state::Burning;
use super::super::ground;
use super::super::ground::PieceId;
use super::super::log;
use super::super::points::bare as bare_points;
use super::super::replay::bodies;
use super::super::state::{BodyId, Figure, FigureId, Mood, Mount, Position, StandardAt, State};
use super::super::timeline::{Timeline, TurnPart};
use super::WrittenSituation;
use super::again::{TurnAgain, begun, otherwise, turn_again};
use super::orders::bare;
use super::standing;
use super::works::LIES;
use super::write_orders::order;
use crate::rules::battle::{Deed, Fighter, Standard};
use crate::rules::figure::{Class, Horse, Profile, Rank, Side, Weapon};
use crate::rules::gear::Spares;
use crate::rules::geometry::{Heading, INCH, Point};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What everybody and everything is called in the file.
pub(super) struct Called {
    pub(super) bodies: Vec<String>,
    pub(super) men: Vec<String>,
    /// Whether a man's name is not the one he has as one of his unit.
    own: Vec<bool>,
    pub(super) gear: Vec<String>,
    forces: Vec<String>,
}

/// A situation of the moment after the first `at` events of a battle, as the text of its file; nothing where its plan cannot
/// be arrayed by the rules as they are now.
pub fn written(timeline: &Timeline, at: usize, title: &str) -> Option<String> {
    let at = at.min(timeline.len());
    let again = turn_again(&timeline.record, at)?;
    let called = called(timeline, &again.start);
    let events = &timeline.record.events;
    let all: Vec<u32> = again.faces.iter().map(|&(_, face)| u32::from(face)).collect();
    let text = composed(timeline, at, title, &again, &called, None);
    // Read back and played as it was, so that nothing is claimed of it that does not hold.
    let ruled = WrittenSituation::read(&text).ok().and_then(|situation| {
        let situation = situation.with_faces(&all);
        situation.rule(&situation.tables().clone(), 1).ok()
    });
    let departs = match ruled {
        None => Some(again.from),
        Some(ruled) => {
            let played = &ruled.events[begun(&ruled.events, 0)..];
            let went = &events[again.from..again.end];
            let alike = played.iter().zip(went).take_while(|(one, other)| one == other).count();
            (alike < went.len()).then_some(again.from + alike)
        }
    };
    match departs {
        None => Some(text),
        Some(departs) => Some(composed(timeline, at, title, &again, &called, Some(departs))),
    }
}

/// Every face that was rolled in the turn of the moment after the first `at` events, in the order in which it was.
pub fn rolled(timeline: &Timeline, at: usize) -> Vec<u32> {
    let again = turn_again(&timeline.record, at.min(timeline.len()));
    again.map_or_else(Vec::new, |again| again.faces.iter().map(|&(_, face)| u32::from(face)).collect())
}

/// The text of the file. `departs` is the event from which on it goes otherwise than the battle.
fn composed(
    timeline: &Timeline,
    at: usize,
    title: &str,
    again: &TurnAgain,
    called: &Called,
    departs: Option<usize>,
) -> String {
    let mark = timeline.bookmark(at);
    let plan = &timeline.record.plan;
    let events = &timeline.record.events;
    let names = log::Names::of(plan);
    let when = match mark.turn {
        0 => "before the first turn".to_owned(),
        turn => format!("turn {turn}, {}", mark.part.word()),
    };
    let mut what = format!(
        "{title}, {when}. It begins with that turn and comes to this moment by the orders and the faces of the battle; the \
         next roll is asked for."
    );
    if let Some(departs) = departs {
        let line = events[departs.min(events.len() - 1)..].iter().find_map(|event| log::line(event, &names));
        let line =
            line.map_or_else(|| "the end of the turn".to_owned(), |line| format!("“{}”", line.text.replace('\n', " ")));
        let _ = write!(
            what,
            " From {line} on it goes otherwise than the battle did, for a record does not tell all that was ordered: look \
             over the orders."
        );
    }
    let mut text = format!("title = {}\n", quoted(&format!("{title}: {when}")));
    let _ = writeln!(text, "clauses = [{}]", quoted(clause_of(mark.part)));
    let _ = writeln!(text, "what = {}", quoted(&what));
    let mut told = String::new();
    for event in events[at..].iter().take_while(|event| !matches!(event, Event::Turn { .. })) {
        if let Some(line) = log::line(event, &names).filter(|line| !line.rolls.is_empty()) {
            let rolls: Vec<String> =
                line.rolls.iter().map(|roll| format!("{} {}", roll.what, faces(&roll.faces))).collect();
            let _ = writeln!(told, "#   {} {}", line.text.replace('\n', " "), rolls.join("; "));
        }
    }
    if !told.is_empty() {
        let _ = writeln!(text, "\n# What was rolled then, for comparison:\n{told}");
    }
    text.push_str(
        "# The faces in the order they are rolled, up to this moment as they were; where they run out, the ruling says which \
         roll is needed.\n",
    );
    let rolled = again.faces.iter().filter(|(event, _)| *event < at).map(|(_, face)| face.to_string());
    let _ = writeln!(text, "dice = [{}]", rolled.collect::<Vec<_>>().join(", "));
    if again.start.turn > 1 {
        let _ = writeln!(text, "first_turn = {}", again.start.turn);
    }
    if plan.dynastic_war {
        text.push_str("dynastic_war = true\n");
    }
    let hungry = [(Side::Attacker, "attacker"), (Side::Defender, "defender")];
    let hungry: Vec<String> = hungry
        .iter()
        .filter(|(side, _)| plan.hosts[*side].hunger != 0)
        .map(|(side, key)| format!("{key} = {}", plan.hosts[*side].hunger))
        .collect();
    if !hungry.is_empty() {
        let _ = writeln!(text, "hunger = {{ {} }}", hungry.join(", "));
    }
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
    text.push_str(&works_text(timeline, &again.start));
    if again.start.prisoners.len() > 1 {
        let held = again.start.prisoners.iter().map(|held| quoted(&called.men[usize::from(held.0)]));
        let _ = writeln!(text, "prisoners = [{}]", held.collect::<Vec<_>>().join(", "));
    }
    text.push_str(&ground_of(timeline));
    let numbers = otherwise(&timeline.record);
    if !numbers.is_empty() {
        text.push_str("\n[numbers]\n");
        for (key, value) in numbers {
            let _ = writeln!(text, "{key} = {}", quoted(&value));
        }
    }
    for id in again.start.body_ids() {
        text.push_str(&body_text(timeline, &again.start, id, called));
    }
    text.push_str(&gear_text(timeline, &again.start, called));
    text.push_str(&standards_text(&again.start, called));
    text.push_str(&orders(again, called));
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
pub(super) fn inches(length: i32) -> String {
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
pub(super) fn degrees(facing: Heading) -> i32 {
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

fn profile_text(profile: &Profile) -> String {
    let mut text = format!("class = {}\n", quoted(profile.class.word()));
    let usual = if profile.class == Class::Knight { Rank::Knight } else { Rank::None };
    if profile.rank != usual {
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

/// The name of everybody and of every piece of gear.
fn called(timeline: &Timeline, start: &Position) -> Called {
    let plan = &timeline.record.plan;
    let mut used: BTreeSet<String> = BTreeSet::new();
    let fighters: Vec<&Fighter> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).collect();
    let mut called =
        Called { bodies: Vec::new(), men: Vec::new(), own: Vec::new(), gear: Vec::new(), forces: Vec::new() };
    let named = [Side::Attacker, Side::Defender].into_iter().flat_map(|side| bodies(&plan.hosts[side]));
    for (name, count) in named {
        let first = called.men.len();
        let name =
            if name.trim().is_empty() { fighters.get(first).map_or("men", |man| man.number.as_str()) } else { name };
        let name = unused(if name.is_empty() { "men" } else { name }, &mut used);
        let bare_name = name.strip_prefix("the ").or_else(|| name.strip_prefix("The ")).unwrap_or(&name).to_owned();
        for n in 0..count {
            let alone = if count == 1 { bare_name.clone() } else { format!("{bare_name} {}", n + 1) };
            used.insert(bare(&alone));
            called.men.push(alone);
            called.own.push(false);
        }
        called.bodies.push(name);
    }
    for (n, fighter) in fighters.iter().enumerate() {
        let many = start.body(start.figure(FigureId(n as u16)).body).count > 1;
        if many && !fighter.name.trim().is_empty() {
            called.men[n] = unused(&fighter.name, &mut used);
            called.own[n] = true;
        }
    }
    let mut used = BTreeSet::new();
    for gear in &start.train.gear {
        called.gear.push(unused(gear.thing.word(), &mut used));
    }
    let mut used = BTreeSet::new();
    for side in [Side::Attacker, Side::Defender] {
        called.forces.extend(plan.hosts[side].forces.iter().map(|force| unused(&force.name, &mut used)));
    }
    called
}

fn profile_of(figure: &Figure) -> Profile {
    let it = &figure.profile;
    let weapons: Vec<Weapon> = it.weapons.carried.iter().collect();
    Profile { class: it.class, rank: it.rank, grade: it.grade, protection: it.protection, weapons, horse: it.horse }
}

/// What a man's state is called, and what else of it is told, a line each; nothing of those who are gone.
fn state_of(start: &Position, id: FigureId, called: &Called) -> (Vec<&'static str>, String) {
    let figure = start.figure(id);
    let mut words = Vec::new();
    let mut text = String::new();
    match figure.state {
        State::Standing => {}
        State::Fallen { .. } => words.push("fallen"),
        State::Yielded { to, .. } => {
            let _ = writeln!(text, "yielded_to = {}", quoted(&called.men[usize::from(to.0)]));
        }
        State::Dead => return (vec!["dead"], text),
        State::Fled => return (vec!["fled"], text),
        State::Withdrawn => return (vec!["withdrawn"], worth_of(start, id)),
        State::ToCome => return (words, text),
    }
    match figure.mount {
        Mount::Loose(at) => {
            if words.is_empty() {
                words.push("dismounted");
            }
            if at != figure.at {
                let _ = writeln!(text, "horse_at = {}", place(at));
            }
        }
        Mount::Dead => text.push_str("horse_dead = true\n"),
        Mount::None | Mount::Ridden => {}
    }
    if figure.horse_wounded {
        text.push_str("horse_wounded = true\n");
    }
    let arms = &figure.profile.weapons;
    let usual = Arms::of(arms.carried, &start.tables);
    let carried = |weapon: Weapon| start.tables.shooting.of(weapon).map_or(0, |row| row.carried);
    if let Some(missile) = arms.missile {
        if arms.missile != usual.missile {
            let _ = writeln!(text, "missile = {}", quoted(missile.word()));
        }
        if figure.ammunition != carried(missile) {
            let _ = writeln!(text, "shots = {}", figure.ammunition);
        }
        if let Some(other) = arms.other_missile().filter(|other| figure.other_shots != carried(*other)) {
            let _ = writeln!(text, "other_shots = {} # {}", figure.other_shots, other.word());
        }
        if missile == Weapon::Handgun && !figure.loaded {
            text.push_str("loaded = false\n");
        }
    }
    if arms.hand != usual.hand {
        let _ = writeln!(text, "hand = {}", quoted(arms.hand.word()));
    }
    let holds = (figure.missile_in_hand, figure.lance_in_hand);
    if holds != (usual.missile.is_some(), usual.lance.is_some() && usual.missile.is_none()) {
        let word = match holds {
            (true, _) => "missile",
            (_, true) => "lance",
            _ => "hand",
        };
        let _ = writeln!(text, "holds = \"{word}\"");
    }
    if figure.last_shot.is_some_and(|last| start.turn <= last + 1) {
        text.push_str("shown = true\n");
    }
    if start.deeds.contains(&(id, Deed::FailedToMeetCharge)) {
        text.push_str("shamed = true\n");
    }
    (words, text + &worth_of(start, id))
}

/// The points a man came with, where he is worth others by what he is and has now (MM-10.1).
fn worth_of(start: &Position, id: FigureId) -> String {
    let worth = start.worths[usize::from(id.0)];
    match worth == bare_points(&profile_of(start.figure(id)), &start.tables) {
        true => String::new(),
        false => format!("worth = {worth}\n"),
    }
}

/// Whom he leads besides his unit.
fn leads(start: &Position, id: FigureId) -> &'static str {
    let army = start.army_commander[start.figure(id).side] == Some(id);
    match (army, start.forces.iter().any(|force| force.commander == Some(id))) {
        (true, _) => "leads = \"army\"\n",
        (_, true) => "leads = \"force\"\n",
        _ => "",
    }
}

fn body_text(timeline: &Timeline, start: &Position, id: BodyId, called: &Called) -> String {
    let plan = &timeline.record.plan;
    let body = start.body(id);
    let men: Vec<FigureId> = start.men_of(id).collect();
    let mut text = format!("\n[[{}]]\n", if body.single { "man" } else { "unit" });
    let _ = writeln!(text, "side = {}", quoted(body.side.word()));
    let force = usize::from(body.force.0);
    let first = match body.side {
        Side::Attacker => 0,
        Side::Defender => plan.hosts.attacker.forces.len(),
    };
    let _ = writeln!(text, "force = {}", quoted(&called.forces[force]));
    let planned = &plan.hosts[body.side].forces;
    if planned.iter().any(|force| force.battle != planned[0].battle) {
        let battle = unused(&planned[force - first].battle, &mut BTreeSet::new());
        let _ = writeln!(text, "battle = {}", quoted(&battle));
    }
    if start.is_to_come(id) {
        let _ = writeln!(text, "arrives = {}", start.forces[force].arrives);
    }
    let _ = writeln!(text, "name = {}", quoted(&called.bodies[usize::from(id.0)]));
    // What most of those who are left are like is told of all.
    let mut kinds: Vec<(Profile, Vec<&'static str>, String, usize)> = Vec::new();
    for &man in &men {
        let (words, state) = state_of(start, man, called);
        let kind = (profile_of(start.figure(man)), words, state);
        let counts = usize::from(start.figure(man).in_arms()) * 1_000 + 1;
        match kinds
            .iter_mut()
            .find(|(profile, words, state, _)| *profile == kind.0 && *words == kind.1 && *state == kind.2)
        {
            Some(known) => known.3 += counts,
            None => kinds.push((kind.0, kind.1, kind.2, counts)),
        }
    }
    let Some((common, words, state, _)) =
        kinds.into_iter().reduce(|most, kind| if kind.3 > most.3 { kind } else { most })
    else {
        return String::new();
    };
    text += &profile_text(&common);
    let _ = writeln!(text, "facing = {}", degrees(body.facing));
    let here = |state| matches!(state, State::Standing | State::Fallen { .. } | State::Yielded { .. });
    let turned = men.iter().map(|&man| start.figure(man)).any(|man| here(man.state) && man.facing != body.facing);
    if turned {
        let list: Vec<String> = men.iter().map(|&man| degrees(start.figure(man).facing).to_string()).collect();
        let _ = writeln!(text, "facings = [{}]", list.join(", "));
    }
    let mood = Some(standing::mood(body.mood)).filter(|_| body.mood != Mood::Steady);
    let words: Vec<&str> = mood.into_iter().chain(words.iter().copied()).collect();
    if !words.is_empty() {
        let _ = writeln!(text, "state = {}", quoted(&words.join("; ")));
    }
    text += &state;
    text += &kept_text(start, id);
    let hurt = |man: &FigureId| start.figure(*man).wounded;
    if body.single {
        let man = men[0];
        let _ = writeln!(text, "at = {}", place(start.figure(man).at));
        if hurt(&man) {
            text += "wounded = true\n";
        }
        return text + leads(start, man);
    }
    let _ = writeln!(text, "men = {}", men.len());
    let places: Vec<String> = men.iter().map(|&man| place(start.figure(man).at)).collect();
    let _ = writeln!(text, "places = [{}]", places.join(", "));
    let _ = writeln!(text, "files = {}", body.files);
    let _ = writeln!(text, "ranks = \"{}\"", if body.close { "close" } else { "open" });
    let dead = |man: &FigureId| start.figure(*man).state == State::Dead;
    for (key, is) in [("wounded", &hurt as &dyn Fn(&FigureId) -> bool), ("dead", &dead)] {
        let numbers: Vec<String> =
            (1..).zip(&men).filter(|(_, man)| is(man)).map(|(number, _): (u32, _)| number.to_string()).collect();
        if !numbers.is_empty() {
            let _ = writeln!(text, "{key} = [{}]", numbers.join(", "));
        }
    }
    if let Some(commander) = body.commander {
        let _ = writeln!(text, "commander = {}", commander.0 - body.first + 1);
    }
    for (number, &man) in (1..).zip(&men) {
        let figure = start.figure(man);
        let profile = profile_of(figure);
        let (own_words, own_state) = state_of(start, man, called);
        let gone = figure.state == State::Dead || figure.state == State::ToCome;
        let as_others =
            gone || own_words.iter().eq(words.iter().filter(|word| Some(**word) != mood)) && own_state == state;
        let office = leads(start, man);
        let number: u32 = number;
        if as_others && profile == common && office.is_empty() && !called.own[usize::from(man.0)] {
            continue;
        }
        let _ = writeln!(text, "[[unit.man]]\nnumber = {number}");
        if called.own[usize::from(man.0)] {
            let _ = writeln!(text, "name = {}", quoted(&called.men[usize::from(man.0)]));
        }
        if profile != common {
            text += &profile_text(&profile);
        }
        if !own_words.is_empty() {
            let _ = writeln!(text, "state = {}", quoted(&own_words.join("; ")));
        }
        text += &own_state;
        text += office;
    }
    text
}

/// How a body strikes and follows, and what the turns before have left it with, where that is not as usual.
fn kept_text(start: &Position, id: BodyId) -> String {
    let body = start.body(id);
    let mut text = String::new();
    match body.last_gait {
        Gait::Stood => text.push_str("moved = \"stood\"\n"),
        Gait::Walk => {}
        Gait::Run => text.push_str("moved = \"ran\"\n"),
    }
    let numbers = [("runs", u32::from(body.runs)), ("shot_at", u32::from(body.turns_shot_at))];
    for (key, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
        let _ = writeln!(text, "{key} = {number}");
    }
    let men = &start.figures[body.indices()];
    if usize::from(body.ever_hit) != men.iter().filter(|man| man.wounded || man.state == State::Dead).count() {
        let _ = writeln!(text, "hit = {}", body.ever_hit);
    }
    if body.aim_at_horses {
        text.push_str("aims_at = \"horses\"\n");
    }
    if !body.demands {
        text.push_str("demands = false\n");
    }
    let flags = [("follows", body.follows), ("came_on", body.came_on), ("rides_through", body.turn.rides_through)];
    for (key, _) in flags.into_iter().filter(|(_, is)| *is) {
        let _ = writeln!(text, "{key} = true");
    }
    text
}

/// A piece of a barrier as a file names it.
pub(super) fn piece_text(start: &Position, piece: PieceId) -> String {
    let it = &start.land.ground.pieces[usize::from(piece.0)];
    let middle = it.from.half_way(it.to);
    let barrier = &start.land.ground.barriers[usize::from(it.barrier)];
    format!("{} at {}, {}", barrier.name, inches(middle.x), inches(middle.y))
}

/// What was done to the ground before the turn.
fn works_text(timeline: &Timeline, start: &Position) -> String {
    let mut text = String::new();
    let ground = &start.land.ground;
    let pieces: Vec<PieceId> = (0..ground.pieces.len() as u16).map(PieceId).collect();
    let at_first = |piece: &PieceId| ground.barriers[usize::from(ground.pieces[usize::from(piece.0)].barrier)].open;
    for (key, open) in [("opened", true), ("shut", false)] {
        let changed = pieces.iter().filter(|piece| start.land.stands_open(**piece) == open && at_first(piece) != open);
        let changed: Vec<String> = changed.map(|&piece| quoted(&piece_text(start, piece))).collect();
        if !changed.is_empty() {
            let _ = writeln!(text, "{key} = [{}]", changed.join(", "));
        }
    }
    let list = |key: &str, items: Vec<String>| match items.is_empty() {
        true => String::new(),
        false => format!("{key} = [{}]\n", items.join(", ")),
    };
    let filled = timeline.record.events.iter().take_while(|event| match event {
        Event::Turn { turn } => *turn < start.turn,
        _ => true,
    });
    let filled = filled.filter_map(|event| match event {
        Event::Filled { at } => Some(place(*at)),
        _ => None,
    });
    text += &list("filled", filled.collect());
    let train = &start.train;
    text += &list("half_gaps", train.gaps.iter().map(|&piece| quoted(&piece_text(start, piece))).collect());
    let faggots = train.faggots.iter().flat_map(|(at, count)| std::iter::repeat_n(place(*at), usize::from(*count)));
    text += &list("faggots", faggots.collect());
    let burnt = train.burnt.iter().filter_map(|&area| ground.areas.get(usize::from(area)));
    text += &list("burnt", burnt.map(|area| quoted(&area.name)).collect());
    text
}

fn gear_text(timeline: &Timeline, start: &Position, called: &Called) -> String {
    let hosts = &timeline.record.plan.hosts;
    let mut text = String::new();
    let planned = [Side::Attacker, Side::Defender].into_iter().flat_map(|side| &hosts[side].gear);
    for (n, (gear, piece)) in start.train.gear.iter().zip(planned).enumerate() {
        let crew = piece.by.and_then(|man| {
            start.figures.iter().find(|figure| figure.side == gear.of && figure.man == man).map(|figure| figure.body)
        });
        let _ = writeln!(text, "\n[[gear]]\nside = {}", quoted(gear.of.word()));
        let _ = writeln!(text, "thing = {}\nname = {}", quoted(gear.thing.word()), quoted(&called.gear[n]));
        let _ = writeln!(text, "count = {}\nremaining = {}", gear.brought.max(1), gear.count);
        let body = |id: BodyId| quoted(&called.bodies[usize::from(id.0)]);
        if let Some(crew) = crew {
            let _ = writeln!(text, "by = {}", body(crew));
        }
        match gear.body {
            Some(now) if Some(now) != crew => drop(writeln!(text, "now_by = {}", body(now))),
            None if crew.is_some() => text.push_str("left = true\n"),
            _ => {}
        }
        let _ = writeln!(text, "at = {}\nfacing = {}", place(gear.at), degrees(gear.facing));
        let lies = LIES.iter().find(|(lies, _)| *lies == gear.lies).map_or("lying", |(_, word)| word);
        let _ = writeln!(text, "lies = \"{lies}\"");
        let numbers = [
            ("set", u32::from(gear.set)),
            ("hits", u32::from(gear.hits)),
            ("animals", u32::from(gear.animals)),
            ("inches", u32::from(gear.inches)),
            ("worked", u32::from(gear.worked)),
        ];
        for (key, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
            let _ = writeln!(text, "{key} = {number}");
        }
        if gear.animals > 0 {
            let _ = writeln!(text, "harnessed = {}", gear.harnessed);
        }
        if gear.thing.machine().is_some() && gear.thing.crewed() {
            let _ = writeln!(text, "rounds = {}", gear.rounds);
        }
        let _ = writeln!(text, "ready = {}", gear.ready);
        if let Some(on) = gear.on {
            let _ = writeln!(text, "on = {}", quoted(&piece_text(start, on)));
        }
        if let Some(holds) = gear.holds {
            let _ = writeln!(text, "holds = {}", quoted(holds.word()));
        }
        if gear.spares != Spares::default() {
            let Spares { javelins, rounds, others } = gear.spares;
            let _ = writeln!(text, "spares = {{ javelins = {javelins}, rounds = {rounds}, others = {others} }}");
        }
        if gear.side != gear.of {
            text.push_str("taken = true\n");
        }
    }
    let train = &start.train;
    for blaze in &train.blazes {
        let what = match blaze.what {
            Burning::Piece(piece) => piece_text(start, piece),
            Burning::Area(area) => start.land.ground.areas[usize::from(area)].name.clone(),
            Burning::Gear(gear) => called.gear[usize::from(gear.0)].clone(),
        };
        let _ = writeln!(text, "\n[[fire]]\nof = {}\nsince = {}\nuntil = {}", quoted(&what), blaze.since, blaze.until);
    }
    for climb in &train.climbs {
        let (man, ladder) = (&called.men[usize::from(climb.figure.0)], &called.gear[usize::from(climb.ladder.0)]);
        let _ = writeln!(
            text,
            "\n[[climb]]\nman = {}\nladder = {}\nup = {}",
            quoted(man),
            quoted(ladder),
            inches(climb.up)
        );
    }
    for hewn in &train.hewn {
        let _ = writeln!(
            text,
            "\n[[hewn]]\nof = {}\nsince = {}\nman_moves = {}\nturn = {}\nmen = {}",
            quoted(&piece_text(start, hewn.piece)),
            hewn.since,
            hewn.man_moves,
            hewn.turn,
            hewn.men
        );
    }
    for dressing in &train.dressing {
        let _ = writeln!(
            text,
            "\n[[dressing]]\nman = {}\nprotection = {}\nturns = {}",
            quoted(&called.men[usize::from(dressing.figure.0)]),
            dressing.protection,
            dressing.turns
        );
    }
    text
}

fn standards_text(start: &Position, called: &Called) -> String {
    let mut text = String::new();
    for standard in &start.standards {
        let word = match standard.standard {
            Standard::Army => "army",
            Standard::Battle => "battle",
            Standard::Force => "force",
        };
        let man = |id: FigureId| quoted(&called.men[usize::from(id.0)]);
        let force = quoted(&called.forces[usize::from(standard.force.0)]);
        let _ =
            writeln!(text, "\n[[standard]]\nside = {}\nof = \"{word}\"\nforce = {force}", quoted(standard.side.word()));
        if let Some(bearer) = standard.bearer {
            let _ = writeln!(text, "bearer = {}", man(bearer));
        }
        let _ = match standard.place {
            StandardAt::Carried(by) => writeln!(text, "by = {}", man(by)),
            StandardAt::Ground(at) => writeln!(text, "at = {}", place(at)),
            StandardAt::Wagon(on) => writeln!(text, "on = {}", quoted(&called.gear[usize::from(on.0)])),
            StandardAt::Gone => writeln!(text, "gone = true"),
        };
    }
    text
}

/// What was ordered in that turn, and the cards as they came.
fn orders(again: &TurnAgain, called: &Called) -> String {
    let of = |side: Side| {
        let own = again.given.iter().filter(|(of, _)| *of == side);
        let own = own.filter_map(|(_, decision)| order(&again.start, decision, called));
        let own: Vec<String> = own.map(|order| format!("    {},\n", quoted(&order))).collect();
        if own.is_empty() { "[]".to_owned() } else { format!("[\n{}]", own.concat()) }
    };
    let cards: Vec<String> = again.cards.iter().map(|force| quoted(&called.forces[usize::from(force.0)])).collect();
    let cards = if cards.is_empty() { String::new() } else { format!("cards = [{}]\n", cards.join(", ")) };
    format!(
        "\n# WHO: WHAT, such as \"archers: shoot bills\"; “banneret ruling --orders” lists every order.\n[[turn]]\n{cards}\
         attacker = {}\ndefender = {}\n",
        of(Side::Attacker),
        of(Side::Defender)
    )
}
