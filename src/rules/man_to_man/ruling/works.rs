//! What a battle has done before a situation begins: to gear, to the ground, and to standards (MM-8.8), as its file tells it.

use super::super::gear::state::{Blaze, Burning, Climb, Dressing, Hewn, Lies, ThingId};
use super::super::ground::{Ground, PieceId};
use super::super::state::{BodyId, FigureId, ForceId, Position, StandardAt, StandardState};
use super::men::{name, place};
use super::orders::{Named, bare, point};
use crate::rules::battle::Standard;
use crate::rules::figure::{Protection, Side};
use crate::rules::geometry::{Heading, Point};
use crate::rules::written::{Reader, TomlEntry, TomlReader as _};
use toml::Spanned;
use toml::de::DeValue;

/// The keys of gear that tell what became of it.
pub(super) const GEAR_STATE_KEYS: [&str; 12] =
    ["remaining", "lies", "set", "hits", "harnessed", "ready", "rounds", "worked", "on", "now_by", "left", "taken"];

/// The keys of a situation that tell it of the ground and of standards.
pub(super) const WORKS_KEYS: [&str; 12] = [
    "opened",
    "shut",
    "filled",
    "burnt",
    "half_gaps",
    "faggots",
    "fire",
    "climb",
    "hewn",
    "dressing",
    "standard",
    "prisoners",
];

/// The words for where gear is.
pub(super) const LIES: [(Lies, &str); 6] = [
    (Lies::Carried, "carried"),
    (Lies::Lying, "lying"),
    (Lies::Standing, "standing"),
    (Lies::Wrecked, "wrecked"),
    (Lies::Burnt, "burnt"),
    (Lies::Spent, "spent"),
];

/// What became of a piece of gear.
#[derive(Clone, Debug, Default)]
pub(super) struct GearAt {
    /// Where it is, and where it faces.
    pub(super) at: Option<(Point, Heading)>,
    remaining: Option<u16>,
    lies: Option<Lies>,
    set: Option<u16>,
    hits: Option<u8>,
    harnessed: Option<bool>,
    ready: Option<bool>,
    rounds: Option<u8>,
    worked: Option<u16>,
    on: Option<PieceId>,
    now_by: Option<BodyId>,
    left: bool,
    taken: bool,
}

/// What was done before the situation begins.
#[derive(Clone, Debug, Default)]
pub(super) struct DoneBefore {
    pub(super) gear: Vec<GearAt>,
    opened: Vec<PieceId>,
    shut: Vec<PieceId>,
    filled: Vec<Point>,
    burnt: Vec<u8>,
    half_gaps: Vec<PieceId>,
    faggots: Vec<Point>,
    fires: Vec<Blaze>,
    climbs: Vec<Climb>,
    hewn: Vec<Hewn>,
    dressing: Vec<Dressing>,
    standards: Vec<StandardState>,
    /// Who has yielded, in the order in which they did.
    prisoners: Vec<FigureId>,
}

/// A piece of a barrier, written `the curtain at 40, 50`: of those called so the nearest to the place.
pub(super) fn piece(ground: &Ground, text: &str) -> Option<PieceId> {
    let (called, near) = text.rsplit_once(" at ")?;
    let near = point(near).ok()?;
    let of_name = |piece: &usize| {
        let barrier = usize::from(ground.pieces[*piece].barrier);
        bare(&ground.barriers[barrier].name) == bare(called)
    };
    let far = |piece: &usize| {
        let it = &ground.pieces[*piece];
        (it.from.half_way(it.to).distance_squared(near), *piece)
    };
    (0..ground.pieces.len()).filter(of_name).min_by_key(far).map(|piece| PieceId(piece as u16))
}

fn area(ground: &Ground, text: &str) -> Option<u8> {
    ground.areas.iter().position(|area| bare(&area.name) == bare(text)).map(|area| area as u8)
}

fn need_piece(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, ground: &Ground) -> Option<PieceId> {
    let found = value.get_ref().as_str().and_then(|text| piece(ground, text));
    if found.is_none() {
        reader.fault(
            value.span().start,
            "expected a piece of a wall, hedge or gate that is there, as \"the curtain at 40, 50\"",
        );
    }
    found
}

/// What became of gear, from its table.
pub(super) fn gear_at(
    reader: &mut Reader<'_>,
    entry: &TomlEntry<'_, '_>,
    ground: &Ground,
    body: impl Fn(&str) -> Option<BodyId>,
) -> GearAt {
    let mut number =
        |key: &'static str| reader.optional(entry, key, |reader, value| reader.number(value, key, 0..=999));
    let remaining = number("remaining");
    let (set, hits, rounds, worked) = (number("set"), number("hits"), number("rounds"), number("worked"));
    let mut yes = |key: &'static str| reader.optional(entry, key, Reader::yes);
    let (harnessed, ready) = (yes("harnessed"), yes("ready"));
    let (left, taken) = (yes("left").unwrap_or(false), yes("taken").unwrap_or(false));
    let lies = reader.optional(entry, "lies", |reader, value| {
        let found = value.get_ref().as_str().and_then(|word| LIES.iter().find(|(_, known)| *known == word));
        if found.is_none() {
            reader.fault(value.span().start, "gear is carried, lying, standing, wrecked, burnt or spent");
        }
        found.map(|(lies, _)| *lies)
    });
    let on = reader.optional(entry, "on", |reader, value| need_piece(reader, value, ground));
    let now_by = reader.optional(entry, "now_by", |reader, value| {
        let who = name(reader, value)?;
        let found = body(&who);
        if found.is_none() {
            reader.fault(value.span().start, format!("there is no “{who}” here to serve or carry it"));
        }
        found
    });
    GearAt {
        at: None,
        remaining: remaining.map(|number| number as u16),
        lies,
        set: set.map(|number| number as u16),
        hits: hits.map(|number| number.min(99) as u8),
        harnessed,
        ready,
        rounds: rounds.map(|number| number.min(99) as u8),
        worked: worked.map(|number| number as u16),
        on,
        now_by,
        left,
        taken,
    }
}

fn list<T>(
    reader: &mut Reader<'_>,
    whole: &TomlEntry<'_, '_>,
    key: &str,
    mut each: impl FnMut(&mut Reader<'_>, &Spanned<DeValue<'_>>) -> Option<T>,
) -> Vec<T> {
    let Some(value) = whole.get(key) else { return Vec::new() };
    let Some(list) = value.get_ref().as_array() else {
        reader.fault(value.span().start, format!("{key} is a list"));
        return Vec::new();
    };
    list.iter().filter_map(|item| each(reader, item)).collect()
}

/// What was done to the ground and to standards, from the whole of a file.
pub(super) fn works(
    reader: &mut Reader<'_>,
    whole: &TomlEntry<'_, '_>,
    named: &Named<'_>,
    forces: &[String],
) -> DoneBefore {
    let ground = named.ground;
    let mut works = DoneBefore {
        opened: list(reader, whole, "opened", |reader, value| need_piece(reader, value, ground)),
        shut: list(reader, whole, "shut", |reader, value| need_piece(reader, value, ground)),
        half_gaps: list(reader, whole, "half_gaps", |reader, value| need_piece(reader, value, ground)),
        filled: list(reader, whole, "filled", |reader, value| place(reader, value, ground)),
        faggots: list(reader, whole, "faggots", |reader, value| place(reader, value, ground)),
        burnt: list(reader, whole, "burnt", |reader, value| {
            let found = value.get_ref().as_str().and_then(|text| area(ground, text));
            if found.is_none() {
                reader.fault(value.span().start, "expected the name of a building that is there");
            }
            found
        }),
        prisoners: list(reader, whole, "prisoners", |reader, value| man_named(reader, value, named)),
        ..DoneBefore::default()
    };
    for entry in reader.tables(whole, "fire", "a fire") {
        reader.known(&entry, &["of", "since", "until"]);
        let what = reader.needed(&entry, "of", |reader, value| {
            let text = value.get_ref().as_str().unwrap_or("");
            let found = piece(ground, text).map(Burning::Piece).or_else(|| area(ground, text).map(Burning::Area));
            let found = found.or_else(|| gear_named(named, text).map(Burning::Gear));
            if found.is_none() {
                reader.fault(value.span().start, "expected a wall with a place, a building or a piece of gear");
            }
            found
        });
        let (since, until) = (turn_of(reader, &entry, "since"), turn_of(reader, &entry, "until"));
        if let (Some(what), Some(since), Some(until)) = (what, since, until) {
            works.fires.push(Blaze { what, since, until });
        }
    }
    for entry in reader.tables(whole, "climb", "a man on a ladder") {
        reader.known(&entry, &["man", "ladder", "up"]);
        let man = reader.needed(&entry, "man", |reader, value| man_named(reader, value, named));
        let ladder = reader.needed(&entry, "ladder", |reader, value| {
            let found = value.get_ref().as_str().and_then(|text| gear_named(named, text));
            if found.is_none() {
                reader.fault(value.span().start, "expected a ladder that is there");
            }
            found
        });
        let up = reader.needed(&entry, "up", |reader, value| reader.length(value, "how far up", 0..=60));
        if let (Some(figure), Some(ladder), Some(up)) = (man, ladder, up) {
            works.climbs.push(Climb { figure, ladder, up });
        }
    }
    for entry in reader.tables(whole, "hewn", "a piece that is hewn at") {
        reader.known(&entry, &["of", "since", "man_moves", "turn", "men"]);
        let piece = reader.needed(&entry, "of", |reader, value| need_piece(reader, value, ground));
        let mut number = |key: &'static str| turn_of(reader, &entry, key);
        let (since, man_moves, turn, men) = (number("since"), number("man_moves"), number("turn"), number("men"));
        if let (Some(piece), Some(since), Some(man_moves), Some(turn), Some(men)) = (piece, since, man_moves, turn, men)
        {
            works.hewn.push(Hewn { piece, since, man_moves, turn, men: men.min(99) as u8 });
        }
    }
    for entry in reader.tables(whole, "dressing", "a man who looted armour") {
        reader.known(&entry, &["man", "protection", "turns"]);
        let figure = reader.needed(&entry, "man", |reader, value| man_named(reader, value, named));
        let protection = reader.needed(&entry, "protection", |reader, value| {
            Protection::new(reader.number(value, "protection", 1..=4)? as u8)
        });
        let turns = reader.needed(&entry, "turns", |reader, value| reader.number(value, "turns", 0..=9));
        if let (Some(figure), Some(protection), Some(turns)) = (figure, protection, turns) {
            works.dressing.push(Dressing { figure, protection, turns: turns as u8 });
        }
    }
    for entry in reader.tables(whole, "standard", "a standard") {
        works.standards.extend(standard(reader, &entry, named, forces));
    }
    works
}

fn turn_of(reader: &mut Reader<'_>, entry: &TomlEntry<'_, '_>, key: &'static str) -> Option<u32> {
    reader.needed(entry, key, |reader, value| reader.number(value, key, 0..=9_999)).map(|number| number as u32)
}

fn gear_named(named: &Named<'_>, text: &str) -> Option<ThingId> {
    named.gear.iter().position(|(known, ..)| bare(known) == bare(text)).map(|n| ThingId(n as u16))
}

fn man_named(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, named: &Named<'_>) -> Option<FigureId> {
    let found = value.get_ref().as_str().and_then(|text| named.man(text));
    if found.is_none() {
        reader.fault(value.span().start, "expected the name of a man who is there");
    }
    found
}

/// A standard and where it is: borne by a man of either side, on the ground, on a wagon, or gone with its bearer.
fn standard(
    reader: &mut Reader<'_>,
    entry: &TomlEntry<'_, '_>,
    named: &Named<'_>,
    forces: &[String],
) -> Option<StandardState> {
    reader.known(entry, &["side", "of", "force", "bearer", "by", "at", "on", "gone"]);
    let side: Option<Side> = reader.needed(entry, "side", Reader::word);
    let standard: Option<Standard> = reader.needed(entry, "of", Reader::word);
    let force = reader.needed(entry, "force", |reader, value| {
        let called = name(reader, value)?;
        let found = forces.iter().position(|force| bare(force) == bare(&called));
        if found.is_none() {
            reader.fault(value.span().start, format!("there is no force “{called}”; there are {}", forces.join(", ")));
        }
        found.map(|force| ForceId(force as u16))
    });
    let bearer = reader.optional(entry, "bearer", |reader, value| man_named(reader, value, named));
    let by = reader.optional(entry, "by", |reader, value| man_named(reader, value, named));
    let at = reader.optional(entry, "at", |reader, value| place(reader, value, named.ground));
    let on = reader.optional(entry, "on", |_, value| value.get_ref().as_str().and_then(|text| gear_named(named, text)));
    let gone = reader.optional(entry, "gone", Reader::yes).unwrap_or(false);
    let place = match (by, at, on) {
        (Some(by), ..) => StandardAt::Carried(by),
        (_, Some(at), _) => StandardAt::Ground(at),
        (_, _, Some(on)) => StandardAt::Wagon(on),
        _ if gone => StandardAt::Gone,
        _ => {
            reader.fault(
                entry.at,
                "a standard is borne by a man, by, lies at a place, at, rides on a wagon, on, or is gone",
            );
            return None;
        }
    };
    Some(StandardState { side: side?, standard: standard?, force: force?, bearer, place })
}

impl DoneBefore {
    /// Does to a position what was done.
    pub(super) fn put(&self, position: &mut Position) {
        for (it, at) in position.train.gear.iter_mut().zip(&self.gear) {
            it.count = at.remaining.unwrap_or(it.count);
            it.lies = at.lies.unwrap_or(it.lies);
            // What stands is where it was left, whoever carried it at first.
            if let (Some(_), Some((place, facing))) = (at.lies, at.at) {
                (it.at, it.from, it.facing) = (place, place, facing);
            }
            it.set = at.set.unwrap_or(it.set);
            it.hits = at.hits.unwrap_or(it.hits);
            it.harnessed = at.harnessed.unwrap_or(it.harnessed);
            it.ready = at.ready.unwrap_or(it.ready);
            it.rounds = at.rounds.unwrap_or(it.rounds);
            it.worked = at.worked.unwrap_or(it.worked);
            it.on = at.on.or(it.on);
            it.body = if at.left { None } else { at.now_by.or(it.body) };
            if at.taken {
                it.side = it.of.other();
            }
        }
        for (pieces, open) in [(&self.opened, true), (&self.shut, false)] {
            for &piece in pieces {
                position.land.set_open(piece, open);
            }
        }
        for &place in &self.filled {
            position.land.fill(place);
        }
        let train = &mut position.train;
        train.burnt.extend(&self.burnt);
        train.gaps.extend(&self.half_gaps);
        train.blazes.extend(&self.fires);
        train.climbs.extend(&self.climbs);
        train.hewn.extend(&self.hewn);
        train.dressing.extend(&self.dressing);
        for &square in &self.faggots {
            match train.faggots.iter_mut().find(|(known, _)| *known == square) {
                Some((_, count)) => *count += 1,
                None => train.faggots.push((square, 1)),
            }
        }
        if !self.prisoners.is_empty() {
            position.prisoners.clone_from(&self.prisoners);
        }
        if self.standards.is_empty() {
            return;
        }
        for figure in &mut position.figures {
            figure.standard = None;
        }
        for standard in &self.standards {
            if let StandardAt::Carried(by) = standard.place {
                position.figure_mut(by).standard = Some(standard.standard);
            }
        }
        for (n, gear) in (0..).zip(&mut position.train.gear) {
            gear.standard = self.standards.iter().any(|standard| standard.place == StandardAt::Wagon(ThingId(n)));
        }
        position.standards.clone_from(&self.standards);
    }
}
