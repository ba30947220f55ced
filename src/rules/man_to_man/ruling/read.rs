//! Reading a situation from its file, and saying everything that is wrong with it, each fault with its line.

use super::super::ground::{self, Ground};
use super::super::state::{BodyId, FigureId, ForceId};
use super::super::tables::Tables;
use super::super::{Position, setup};
use super::expect::{Expectation, Expected};
use super::men::{WrittenBody, WrittenFate, facing, force_names, lone_man, name, place, plan_of, unit, unlike};
use super::orders::{Named, bare};
use super::works::{GEAR_STATE_KEYS, GearAt, WORKS_KEYS, gear_at, works};
use super::{Befallen, BodyAt, ManAt, Place, Setting, Written, WrittenSituation, WrittenTurn};
use crate::rules::battle::{Man, Plan};
use crate::rules::figure::Side;
use crate::rules::gear::{GearPiece, Spares, Thing};
use crate::rules::weather::{Weather, WeatherKind};
use crate::rules::written::{LineFault, LineFaults, MOST, Reader, TomlEntry, TomlReader as _, read_file};
use std::sync::Arc;
use toml::Spanned;
use toml::de::DeValue;

/// The most faces a situation tells.
const MOST_FACES: usize = 2_000;
/// The most orders of one side in a turn.
const MOST_ORDERS: usize = 100;

const GEAR_KEYS: [&str; 12] =
    ["side", "thing", "name", "count", "by", "at", "facing", "animals", "inches", "holds", "spares", "standard"];

/// A situation from the text of its file, or every fault of it.
pub(super) fn read(text: &str) -> Result<WrittenSituation, LineFaults> {
    let read = read_file(text, "the situation", situation)?;
    read.ok_or_else(|| LineFaults(vec![LineFault { line: 1, what: "there is nobody in it".to_owned() }]))
}

fn situation(reader: &mut Reader<'_>, whole: &TomlEntry<'_, '_>) -> Option<WrittenSituation> {
    let keys = [
        "first_turn",
        "numbers",
        "hunger",
        "title",
        "clauses",
        "what",
        "ground",
        "dynastic_war",
        "weather",
        "man",
        "unit",
        "gear",
        "turn",
        "dice",
        "seed",
        "expect",
    ];
    let keys: Vec<&str> = [&keys[..], &WORKS_KEYS].concat();
    reader.known(whole, &keys);
    let title = reader.needed(whole, "title", |reader, value| reader.words(value, "a title"));
    let clauses = reader.needed(whole, "clauses", |reader, value| texts(reader, value, "a clause, such as \"MM-2.3\""));
    let what = reader.needed(whole, "what", long_text);
    let ground = whole.get("ground").and_then(|value| ground_of(reader, value));
    let tables = numbers(reader, whole);
    let house = tables.house();
    let ground = ground.unwrap_or_else(|| Arc::new(Ground::open(house.field_width, house.field_depth)));
    let mut bodies: Vec<WrittenBody> = Vec::new();
    for entry in reader.tables(whole, "man", "a man") {
        bodies.extend(lone_man(reader, &entry, &ground));
    }
    for entry in reader.tables(whole, "unit", "a unit") {
        bodies.extend(unit(reader, &entry, &ground));
    }
    // In the order of the file, whatever they are.
    bodies.sort_by_key(|body| body.name_at);
    let sound_bodies = reader.sound();
    unlike(reader, &bodies);
    let (mut plan, order) = plan_of(&bodies);
    plan.dynastic_war = reader.optional(whole, "dynastic_war", Reader::yes).unwrap_or(false);
    plan.weather = whole.get("weather").and_then(|value| weather(reader, value));
    let sorted: Vec<&WrittenBody> = order.iter().map(|&n| &bodies[n]).collect();
    let names: Vec<(String, Side)> = sorted.iter().map(|body| (body.name.clone(), body.side)).collect();
    let all_men: Vec<(String, Side)> =
        sorted.iter().flat_map(|body| body.men.iter().map(|man| (man.name.clone(), body.side))).collect();
    let body_of: Vec<BodyId> =
        (0..).zip(&sorted).flat_map(|(n, body)| body.men.iter().map(move |_| BodyId(n))).collect();
    if let Some(value) = whole.get("hunger") {
        hunger(reader, value, &mut plan);
    }
    let mut gear_names = Vec::new();
    let gear_at = gear(reader, whole, &ground, &sorted, &mut plan, &mut gear_names);
    let named = Named { bodies: &names, men: &all_men, body_of: &body_of, gear: &gear_names, ground: &ground };
    let mut setting = setting(reader, &sorted, &named);
    let forces = force_names(&plan);
    setting.works = works(reader, whole, &named, &forces);
    setting.works.gear = gear_at;
    let first_turn =
        reader.optional(whole, "first_turn", |reader, value| reader.number(value, "the first turn", 1..=9_999));
    let mut turns = Vec::new();
    for entry in reader.tables(whole, "turn", "a turn") {
        turns.push(turn(reader, &entry, &named, &forces, sound_bodies));
    }
    let dice = dice(reader, whole);
    let expected = expected(reader, whole);
    if sound_bodies && bodies.is_empty() {
        reader.fault(0, "there is nobody in it: write [[man]] or [[unit]], at least one of each side");
    }
    if sound_bodies && reader.sound() {
        for fault in setup::faults(&plan, &tables) {
            reader.fault(0, fault.to_string());
        }
    }
    Some(WrittenSituation {
        title: title?,
        clauses: clauses?,
        what: what?,
        expected,
        plan,
        ground,
        setting,
        turns,
        first_turn: first_turn.unwrap_or(1) as u32,
        tables,
        dice,
    })
}

/// The figures in force: the book's, with the numbers of `[numbers]` that are played otherwise.
fn numbers(reader: &mut Reader<'_>, whole: &TomlEntry<'_, '_>) -> Arc<Tables> {
    let Some(value) = whole.get("numbers") else { return Tables::book() };
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "numbers played otherwise than in the book are a table, [numbers]");
        return Tables::book();
    };
    let mut own = std::collections::BTreeMap::new();
    for (key, value) in table.iter() {
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::String(text) => text.to_string(),
            _ => String::new(),
        };
        let one = std::collections::BTreeMap::from([(key.get_ref().to_string(), text.clone())]);
        match Tables::with_house(&one) {
            Ok(_) => drop(own.insert(key.get_ref().to_string(), text)),
            Err(wrong) => reader.fault(key.span().start, wrong.to_string()),
        }
    }
    Tables::with_house(&own).unwrap_or_else(|_| Tables::book())
}

/// What half rations add to a side's morale (SG-2.3): `{ attacker = -1 }`.
fn hunger(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, plan: &mut Plan) {
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "hunger is what is added to a side's morale, such as { attacker = -1 }");
        return;
    };
    let entry = TomlEntry { table, at: value.span().start, what: "hunger" };
    reader.known(&entry, &["attacker", "defender"]);
    for (side, key) in [(Side::Attacker, "attacker"), (Side::Defender, "defender")] {
        let added = reader.optional(&entry, key, |reader, value| reader.number(value, key, -9..=9));
        plan.hosts[side].hunger = added.unwrap_or(0);
    }
}

/// A list of texts, or one text.
fn texts(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, what: &str) -> Option<Vec<String>> {
    if value.get_ref().as_str().is_some() {
        return long_text(reader, value).map(|text| vec![text]);
    }
    let Some(list) = value.get_ref().as_array().filter(|list| list.len() <= MOST) else {
        reader.fault(value.span().start, format!("expected a list of texts in quotation marks: {what}"));
        return None;
    };
    let mut texts = Vec::new();
    for item in list.iter() {
        texts.extend(long_text(reader, item));
    }
    (texts.len() == list.len()).then_some(texts)
}

/// A text of some sentences.
fn long_text(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= 4_000);
    if text.is_none() {
        reader.fault(value.span().start, "expected a text in quotation marks, of 4000 letters at most");
    }
    text.map(str::to_owned)
}

/// The ground: the name of one that ships, or a table.
fn ground_of(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Arc<Ground>> {
    match value.get_ref() {
        DeValue::Table(table) => {
            let entry = TomlEntry { table, at: value.span().start, what: "the ground" };
            let before = reader.sound();
            let ground = ground::read_part(reader, &entry);
            // A ground is drawn only if nothing is wrong with the file so far.
            (before && reader.sound()).then(|| Arc::new(ground))
        }
        DeValue::String(name) => {
            let found = ground::named(name, &Tables::book());
            if found.is_none() {
                let known = ground::names().join(", ");
                reader.fault(
                    value.span().start,
                    format!("there is no ground “{name}”; there are {known}, or a table [ground]"),
                );
            }
            found
        }
        _ => {
            reader.fault(value.span().start, "a ground is a name in quotation marks, or a table [ground]");
            None
        }
    }
}

fn gear(
    reader: &mut Reader<'_>,
    whole: &TomlEntry<'_, '_>,
    ground: &Ground,
    bodies: &[&WrittenBody],
    plan: &mut Plan,
    names: &mut Vec<(String, Side, Option<BodyId>)>,
) -> Vec<GearAt> {
    let mut read: Vec<(Side, GearPiece, String, Option<BodyId>, GearAt)> = Vec::new();
    let body_named = |who: &str| {
        let found = bodies.iter().position(|body| bare(&body.name) == bare(who));
        found.map(|n| BodyId(n as u16))
    };
    for entry in reader.tables(whole, "gear", "a piece of gear") {
        let keys: Vec<&str> = [&GEAR_KEYS[..], &GEAR_STATE_KEYS].concat();
        reader.known(&entry, &keys);
        let mut state = gear_at(reader, &entry, ground, body_named);
        let side: Option<Side> = reader.needed(&entry, "side", Reader::word);
        let thing: Option<Thing> = reader.needed(&entry, "thing", Reader::word);
        let called = reader.optional(&entry, "name", name);
        let mut number = |key: &'static str, most: i32| {
            reader.optional(&entry, key, |reader, value| reader.number(value, key, 0..=most)).unwrap_or(0)
        };
        let (count, animals, inches) = (number("count", 200), number("animals", 12), number("inches", 60));
        let at = reader.optional(&entry, "at", |reader, value| place(reader, value, ground));
        let turned = reader.optional(&entry, "facing", facing);
        let holds: Option<Thing> = reader.optional(&entry, "holds", Reader::word);
        let standard = reader.optional(&entry, "standard", Reader::yes).unwrap_or(false);
        let spares = entry.get("spares").map(|value| spares(reader, value)).unwrap_or_default();
        let by = reader.optional(&entry, "by", |reader, value| {
            let who = name(reader, value)?;
            let found = bodies.iter().position(|body| bare(&body.name) == bare(&who));
            if found.is_none() {
                reader.fault(value.span().start, format!("there is no “{who}” here to serve or carry it"));
            }
            found
        });
        let (Some(side), Some(thing)) = (side, thing) else { continue };
        let man = by.map(|n| Man(1 + bodies[..n].iter().map(|body| body.men.len() as u32).sum::<u32>()));
        let mut piece = GearPiece::of(thing, count.max(1) as u16, man);
        piece.at = at.map(|at| (at, turned.unwrap_or(Position::home(side.other()))));
        state.at = piece.at;
        (piece.animals, piece.inches) = (animals as u8, inches as u8);
        (piece.holds, piece.spares, piece.standard) = (holds, spares, standard);
        let called = called.unwrap_or_else(|| thing.word().to_owned());
        read.push((side, piece, called, by.map(|n| BodyId(n as u16)), state));
    }
    // The attacker's comes first, as on the field.
    let mut states = Vec::new();
    for of in [Side::Attacker, Side::Defender] {
        for (side, piece, called, by, state) in read.iter().filter(|(side, ..)| *side == of) {
            plan.hosts[*side].gear.push(piece.clone());
            names.push((called.clone(), *side, *by));
            states.push(state.clone());
        }
    }
    states
}

fn spares(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Spares {
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "spares are written { javelins = 10, rounds = 2, others = 20 }");
        return Spares::default();
    };
    let entry = TomlEntry { table, at: value.span().start, what: "spares" };
    reader.known(&entry, &["javelins", "rounds", "others"]);
    let mut number = |key: &'static str| {
        reader.optional(&entry, key, |reader, value| reader.number(value, key, 0..=999)).unwrap_or(0) as u16
    };
    Spares { javelins: number("javelins"), rounds: number("rounds"), others: number("others") }
}

fn setting(reader: &mut Reader<'_>, bodies: &[&WrittenBody], named: &Named<'_>) -> Setting {
    let mut setting = Setting::default();
    let mut next = 0;
    for (n, body) in (0..).zip(bodies) {
        let files = i32::from(body.files.max(1));
        let in_ranks = body.men.iter().filter(|man| man.at.is_none()).count() as i32;
        let mut slot = 0;
        for man in &body.men {
            let at = match man.at {
                Some(at) => Place::At(at),
                None => {
                    let (rank, file) = (slot / files, slot % files);
                    let of = files.min(in_ranks - rank * files);
                    slot += 1;
                    Place::InRanks { front: body.front, rank, file, of }
                }
            };
            let fate = match &man.state.fate {
                WrittenFate::Nothing => Befallen::Nothing,
                WrittenFate::Fallen => Befallen::Fallen,
                WrittenFate::Dead => Befallen::Dead,
                WrittenFate::Fled => Befallen::Fled,
                WrittenFate::Withdrawn => Befallen::Withdrawn,
                WrittenFate::Yielded(to, at) => match captor(named, to) {
                    Some(captor) => Befallen::Yielded(captor),
                    None => {
                        reader.fault(*at, format!("there is no “{to}” here to yield to"));
                        Befallen::Nothing
                    }
                },
            };
            setting.men.push(ManAt {
                id: FigureId(next),
                at,
                facing: man.state.facing.unwrap_or(body.facing),
                fate,
                state: man.state.clone(),
            });
            next += 1;
        }
        let hit = body.men.iter().filter(|man| man.state.wounded || man.state.fate == WrittenFate::Dead);
        let hit = body.ways.hit.unwrap_or(hit.count() as u16);
        setting.bodies.push(BodyAt {
            id: BodyId(n),
            facing: body.facing,
            files: body.files,
            close: body.close,
            mood: body.mood,
            moved: body.moved,
            runs: body.runs,
            hit,
            ways: body.ways,
        });
    }
    setting
}

/// A captor: a man, or the first man of a unit.
fn captor(named: &Named<'_>, name: &str) -> Option<FigureId> {
    named.man(name).or_else(|| named.man(&format!("{} 1", bare(name))))
}

fn turn(
    reader: &mut Reader<'_>,
    entry: &TomlEntry<'_, '_>,
    named: &Named<'_>,
    forces: &[String],
    sound: bool,
) -> WrittenTurn {
    reader.known(entry, &["attacker", "defender", "cards"]);
    let mut turn = WrittenTurn::default();
    for (side, key) in [(Side::Attacker, "attacker"), (Side::Defender, "defender")] {
        let Some(value) = entry.get(key) else { continue };
        let one = value.get_ref().as_str().is_some();
        let list = value.get_ref().as_array().filter(|list| list.len() <= MOST_ORDERS);
        if !one && list.is_none() {
            reader.fault(value.span().start, "orders are a list in quotation marks: [\"Sir Hugh: charge the levy\"]");
            continue;
        }
        let items = list.into_iter().flat_map(|list| list.iter()).chain(one.then_some(value));
        for item in items {
            let Some(text) = item.get_ref().as_str() else {
                reader.fault(item.span().start, "an order is written in quotation marks");
                continue;
            };
            match named.order(side, text) {
                Ok(order) => turn.orders.push(order),
                // Where men could not be read, orders to them cannot either.
                Err(what) if sound => reader.fault(item.span().start, what),
                Err(_) => {}
            }
        }
    }
    if let Some(value) = entry.get("cards") {
        for card in texts(reader, value, "the forces in the order of their cards").unwrap_or_default() {
            match forces.iter().position(|force| bare(force) == bare(&card)) {
                Some(force) => turn.cards.push(ForceId(force as u16)),
                None => reader
                    .fault(value.span().start, format!("there is no force “{card}”; there are {}", forces.join(", "))),
            }
        }
    }
    turn
}

/// The weather with what it does (CP-3.1): `{ kind = "rain", strings = 1 }`.
fn weather(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>) -> Option<Weather> {
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "the weather is a table, such as { kind = \"rain\", strings = 1 }");
        return None;
    };
    let entry = TomlEntry { table, at: value.span().start, what: "the weather" };
    reader.known(&entry, &["kind", "strings", "powder", "far", "foot", "horse", "sight"]);
    let kind = reader.needed(&entry, "kind", |reader, value| {
        let kind = value.get_ref().as_str().and_then(|word| word.parse::<WeatherKind>().ok());
        if kind.is_none() {
            reader.fault(value.span().start, "expected rain, wind, fog, mud or snow");
        }
        kind
    });
    let mut does = |key: &str| {
        let number = entry.get(key).and_then(|value| reader.number(value, "a number", 0..=200));
        number.unwrap_or(0)
    };
    let (strings, powder, far) = (does("strings"), does("powder"), does("far"));
    let (foot, horse, sight) = (does("foot"), does("horse"), does("sight"));
    Some(Weather { kind: kind?, strings, powder, far, foot, horse, sight })
}

fn dice(reader: &mut Reader<'_>, whole: &TomlEntry<'_, '_>) -> Written {
    if let Some(value) = whole.get("seed") {
        if whole.get("dice").is_some() {
            reader.fault(value.span().start, "either the faces are told, dice, or a seed");
        }
        let number = value.get_ref().as_integer();
        let seed = number.and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        if seed.is_none() {
            reader.fault(value.span().start, "a seed is a whole number, 0 or more");
        }
        return Written::Seed(seed.unwrap_or(0));
    }
    let Some(value) = whole.get("dice") else { return Written::Faces(Vec::new()) };
    let Some(list) = value.get_ref().as_array().filter(|list| list.len() <= MOST_FACES) else {
        reader.fault(value.span().start, "dice are a list of faces in the order they are rolled: [4, 2, 6]");
        return Written::Faces(Vec::new());
    };
    let mut faces = Vec::new();
    for item in list.iter() {
        if let Some(face) = reader.number(item, "a face", 0..=100) {
            faces.push((face as u32, reader.line_of(item.span().start)));
        }
    }
    Written::Faces(faces)
}

fn expected(reader: &mut Reader<'_>, whole: &TomlEntry<'_, '_>) -> Expected {
    let mut expected = Expected::default();
    let Some(value) = whole.get("expect") else { return expected };
    let DeValue::Table(table) = value.get_ref() else {
        reader.fault(value.span().start, "what must happen is a table, [expect]");
        return expected;
    };
    let entry = TomlEntry { table, at: value.span().start, what: "what must happen" };
    reader.known(&entry, &["told", "never", "needs", "end"]);
    for (key, of) in [("told", 0), ("never", 1)] {
        let Some(value) = entry.get(key) else { continue };
        let items = value.get_ref().as_array().into_iter().flat_map(|list| list.iter());
        let one = value.get_ref().as_str().map(|_| value);
        let mut found = Vec::new();
        for item in items.chain(one) {
            let line = reader.line_of(item.span().start);
            found.extend(long_text(reader, item).map(|text| Expectation { line, text }));
        }
        if found.is_empty() {
            reader.fault(value.span().start, "expected sentences, or parts of them, in quotation marks");
        }
        if of == 0 { expected.told = found } else { expected.never = found }
    }
    if let Some(value) = entry.get("needs") {
        let line = reader.line_of(value.span().start);
        expected.needs = long_text(reader, value).map(|text| Expectation { line, text });
    }
    let Some(end) = entry.get("end") else { return expected };
    let DeValue::Table(end) = end.get_ref() else {
        reader.fault(end.span().start, "how all stand at the end is a table, [expect.end]");
        return expected;
    };
    for (name, value) in end.iter() {
        let line = reader.line_of(name.span().start);
        for text in long_text(reader, value).iter().flat_map(|text| text.split(';')) {
            let text = text.trim().to_owned();
            expected.end.push((name.get_ref().to_string(), Expectation { line, text }));
        }
    }
    expected
}
