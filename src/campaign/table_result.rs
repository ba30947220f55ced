//! A battle's result as it is written at the table (CP-3.5): `B7 dead; B8, B12-B15 wounded; B9 captive of A2; A2 unhorsed
//! B9`. Everyone not named is unhurt.

use super::lines::{FirstFaults, Lines, MOST_CELLS, crowded};
use super::money::thousands;
use crate::rules::battle::{Battered, Deed, Fate, Man, ManReport, Plan, Report, Spoils, Standard};
use crate::rules::figure::{BySide, Class, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Something wrong in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultFault {
    /// The entry, 1 for the first, or the line of a file.
    pub entry: usize,
    /// What is wrong, as a sentence.
    pub sentence: String,
}

/// What stands in a result beside the men's fates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOutcome {
    /// A side won, by what is written.
    Won(Side),
    /// Neither did, by what is written.
    Neither,
    /// Nothing is written; the points decide.
    ByPoints,
}

/// Reads entries separated by `;` or lines.
pub fn read(text: &str, plan: &Plan) -> Result<(Report, TableOutcome), Vec<ResultFault>> {
    let mut reading = Reading::new("Entry", plan);
    let entries = text.split([';', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
    for (at, entry) in entries.enumerate() {
        reading.entry(at + 1, entry);
    }
    reading.finish()
}

/// Reads a file with the columns `number`, `fate`, and if wanted `captor`, `wounded` and `deeds` (separated by `;`),
/// a line a man. A line with the number `winner` names the winner as its fate, one with `turns` the turns, one with `holds`
/// who holds the walls that were assaulted, one with `stretch 2` its damages, as `outer 4 inner 1`.
pub fn read_csv(file: &[u8], plan: &Plan) -> Result<(Report, TableOutcome), Vec<ResultFault>> {
    let fault = |entry, sentence: String| vec![ResultFault { entry, sentence }];
    let text = std::str::from_utf8(file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file)).map_err(|error| {
        let line = file[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        fault(line, format!("Line {line} is not written in UTF-8; save the file as UTF-8."))
    })?;
    if let Some(line) = crowded(text.as_bytes()) {
        return Err(fault(line as usize, format!("Line {line} has more than {MOST_CELLS} cells.")));
    }
    let mut counted = Lines::of(text.as_bytes());
    let mut lines = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let headers = lines.headers().map_err(|error| fault(1, format!("Line 1 cannot be read: {error}.")))?.clone();
    let column = |name: &str| headers.iter().position(|header| header.eq_ignore_ascii_case(name));
    let known = ["number", "fate", "captor", "wounded", "deeds"];
    let mut faults: Vec<ResultFault> = headers
        .iter()
        .filter(|header| !known.iter().any(|known| known.eq_ignore_ascii_case(header)))
        .map(|header| ResultFault {
            entry: 1,
            sentence: format!("Line 1: there is no column “{header:.40}”; the columns are {}.", known.join(", ")),
        })
        .collect();
    let (Some(number), Some(fate)) = (column("number"), column("fate")) else {
        faults
            .push(ResultFault {
                entry: 1, sentence: "Line 1: the columns “number” and “fate” are needed.".to_owned()
            });
        return Err(faults);
    };
    let mut reading = Reading::new("Line", plan);
    faults.into_iter().for_each(|fault| reading.faults.push(fault));
    for record in lines.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = counted.at(error.position().map_or(0, csv::Position::byte)) as usize;
                reading.fault(line, format!("it cannot be read: {error}."));
                continue;
            }
        };
        let line = counted.at(record.position().map_or(0, csv::Position::byte)) as usize;
        let cell = |column: Option<usize>| column.and_then(|column| record.get(column)).unwrap_or("");
        let who = cell(Some(number));
        if who.is_empty() {
            continue;
        }
        let fate = cell(Some(fate));
        match cell(column("captor")) {
            "" if fate.is_empty() => {}
            "" => reading.entry(line, &format!("{who} {fate}")),
            captor => reading.entry(line, &format!("{who} {fate} of {captor}")),
        }
        if ["yes", "true", "1", "x"].contains(&cell(column("wounded")).to_lowercase().as_str()) {
            reading.entry(line, &format!("{who} wounded too"));
        }
        for deed in cell(column("deeds")).split(';').map(str::trim).filter(|deed| !deed.is_empty()) {
            reading.entry(line, &format!("{who} {deed}"));
        }
    }
    reading.finish()
}

/// A number of the roster, or the first and the last of a row of them.
type Named<'a> = (&'a str, Option<&'a str>);

/// Whom an entry is about, and the words said of them: `B20-B25, B30 and B31 dead`.
fn subjects<'a, 'b>(words: &'b [&'a str]) -> (Vec<Named<'a>>, &'b [&'a str]) {
    let is_number = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|side| side.is_ascii_alphabetic())
            && word.len() > 1
            && letters.all(|digit| digit.is_ascii_digit())
    };
    let is_row = |word: &str| match word.split_once('-') {
        Some((first, last)) => {
            is_number(first)
                && (is_number(last) || !last.is_empty() && last.chars().all(|digit| digit.is_ascii_digit()))
        }
        None => is_number(word),
    };
    let all_rows = |word: &str| word.split(',').filter(|part| !part.is_empty()).all(is_row);
    let mut named: Vec<&'a str> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let follows = at == 0 || words[at - 1].ends_with(',') || words[at - 1].eq_ignore_ascii_case("and");
        let joins = word.eq_ignore_ascii_case("and") && words.get(at + 1).is_some_and(|next| all_rows(next));
        if at > 0 && !joins && !(follows && all_rows(word)) {
            break;
        }
        if !joins {
            named.extend(word.split(',').filter(|part| !part.is_empty()));
        }
        at += 1;
    }
    // A word that is no number stays whole, and is told of as nobody's.
    let row = |part: &'a str| match part.split_once('-') {
        Some((first, last)) if is_row(part) => (first, Some(last)),
        _ => (part, None),
    };
    (named.into_iter().map(row).collect(), &words[at..])
}

/// Whether these words alone are what became of a man, as [`Reading::about`] reads them.
fn is_fate(said: &str) -> bool {
    let plain = ["unhurt", "wounded", "dead", "killed", "fled", "withdrawn", "withdrew", "missing", "captive", "taken"];
    let of = |start: &str| said.strip_prefix(start).is_some_and(|captor| !captor.trim().contains(' '));
    plain.contains(&said) || of("captive of ") || of("taken by ")
}

/// The letter and the digits of a number of the roster; none if it is none.
fn parts(number: &str) -> Option<(String, u32)> {
    let (letter, digits) = number.split_at_checked(1)?;
    Some((letter.to_uppercase(), digits.parse().ok()?))
}

/// Every number that is named, rows of them written out.
fn written_out(named: &[Named<'_>]) -> Vec<(String, u32)> {
    let mut numbers = Vec::new();
    for (first, last) in named {
        let Some((letter, from)) = parts(first) else { continue };
        let to = match last {
            Some(last) if last.chars().all(|digit| digit.is_ascii_digit()) => last.parse().unwrap_or(from),
            Some(last) => parts(last).map_or(from, |(_, to)| to),
            None => from,
        };
        // A row as long as a host at most: what is typed may be anything.
        numbers.extend((from..=to.min(from.saturating_add(20_000))).map(|number| (letter.clone(), number)));
    }
    numbers
}

/// Numbers as they are written shortest: `B20-B25, B30`.
fn in_rows(numbers: &BTreeSet<(String, u32)>) -> String {
    let mut rows: Vec<(String, u32, u32)> = Vec::new();
    for (letter, number) in numbers {
        match rows.last_mut() {
            Some((of, _, last)) if of == letter && *last + 1 == *number => *last = *number,
            _ => rows.push((letter.clone(), *number, *number)),
        }
    }
    let written = rows.into_iter().map(|(letter, first, last)| match last - first {
        0 => format!("{letter}{first}"),
        1 => format!("{letter}{first}, {letter}{last}"),
        _ => format!("{letter}{first}-{letter}{last}"),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// What is written of each man's fate so far, by his number; who is not there is unhurt. Reads whatever it can.
pub fn written_fates(text: &str) -> BTreeMap<String, String> {
    let mut fates: BTreeMap<String, String> = BTreeMap::new();
    for entry in text.split([';', '\n']) {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let (named, rest) = subjects(&words);
        let said = rest.join(" ");
        if !is_fate(&said.to_lowercase()) || said.eq_ignore_ascii_case("unhurt") {
            continue;
        }
        for (letter, number) in written_out(&named) {
            let fate = fates.entry(format!("{letter}{number}")).or_default();
            // A man may be wounded and taken: both are told.
            *fate = if fate.is_empty() || *fate == said { said.clone() } else { format!("{fate}, {said}") };
        }
    }
    fates
}

/// What is written with another fate for some men, whatever it was before; entries that say other things stay.
pub fn with_fate(text: &str, men: &[String], fate: &str) -> String {
    let chosen: BTreeSet<(String, u32)> = men.iter().filter_map(|man| parts(man)).collect();
    let mut entries: Vec<(BTreeSet<(String, u32)>, String)> = Vec::new();
    for entry in text.split([';', '\n']).map(str::trim).filter(|entry| !entry.is_empty()) {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let (named, rest) = subjects(&words);
        let said = rest.join(" ");
        match is_fate(&said.to_lowercase()) {
            false => entries.push((BTreeSet::new(), entry.to_owned())),
            true => {
                let left: BTreeSet<_> =
                    written_out(&named).into_iter().filter(|number| !chosen.contains(number)).collect();
                if !left.is_empty() {
                    entries.push((left, said));
                }
            }
        }
    }
    if !fate.eq_ignore_ascii_case("unhurt") && !chosen.is_empty() {
        let same = |(men, said): &&mut (BTreeSet<_>, String)| !men.is_empty() && said.eq_ignore_ascii_case(fate);
        match entries.iter_mut().find(same) {
            Some((men, _)) => men.extend(chosen),
            None => entries.push((chosen, fate.to_owned())),
        }
    }
    let written = entries.into_iter().map(|(men, said)| match men.is_empty() {
        true => said,
        false => format!("{} {said}", in_rows(&men)),
    });
    written.collect::<Vec<_>>().join("; ")
}

/// The most deeds of one man that a result may tell.
const MOST_DEEDS: usize = 200;

struct Reading<'a> {
    /// What its numbers count: entries typed, or lines of a file.
    unit: &'static str,
    plan: &'a Plan,
    numbers: BTreeMap<String, (Man, Side)>,
    men: Vec<ManReport>,
    told: BTreeMap<Man, &'static str>,
    outcome: TableOutcome,
    turns: Option<u32>,
    holds: Option<Side>,
    /// Lines held at the end, with the entry that says so.
    lines: Option<(usize, u8)>,
    battered: Vec<Battered>,
    faults: FirstFaults<ResultFault>,
}

impl<'a> Reading<'a> {
    fn new(unit: &'static str, plan: &'a Plan) -> Reading<'a> {
        let mut numbers = BTreeMap::new();
        let mut men = Vec::new();
        for side in [Side::Attacker, Side::Defender] {
            for fighter in plan.hosts[side].men() {
                numbers.insert(fighter.number.to_uppercase(), (fighter.man, side));
                let (fate, wounded) = if fighter.wounded { (Fate::Wounded, true) } else { (Fate::Unhurt, false) };
                men.push(ManReport { man: fighter.man, side, fate, wounded, horse_lost: false, deeds: Vec::new() });
            }
        }
        Reading {
            unit,
            plan,
            numbers,
            men,
            told: BTreeMap::new(),
            outcome: TableOutcome::ByPoints,
            turns: None,
            holds: None,
            lines: None,
            battered: Vec::new(),
            faults: FirstFaults::default(),
        }
    }

    fn fault(&mut self, entry: usize, what: String) {
        self.faults.push(ResultFault { entry, sentence: format!("{} {entry}: {what}", self.unit) });
    }

    fn man(&mut self, entry: usize, number: &str) -> Option<(Man, Side)> {
        let found = self.numbers.get(&number.to_uppercase()).copied();
        if found.is_none() {
            self.fault(
                entry,
                format!(
                    "nobody on the roster has the number “{number:.40}”; numbers are as printed, such as A1 or B7."
                ),
            );
        }
        found
    }

    fn entry(&mut self, at: usize, entry: &str) {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { return };
        let said = rest.join(" ").to_lowercase();
        match first.to_lowercase().as_str() {
            "winner" | "winner:" if self.outcome != TableOutcome::ByPoints => {
                return self.fault(at, "who won is told twice.".to_owned());
            }
            "holds" | "holds:" if self.holds.is_some() => {
                return self.fault(at, "who holds the walls is told twice.".to_owned());
            }
            "lines" | "lines:" if self.lines.is_some() => {
                return self.fault(at, "the lines held are told twice.".to_owned());
            }
            "turns" | "turns:" if self.turns.is_some() => {
                return self.fault(at, "the turns are told twice.".to_owned());
            }
            "winner" | "winner:" => {
                self.outcome = match said.as_str() {
                    "attacker" | "a" => TableOutcome::Won(Side::Attacker),
                    "defender" | "b" => TableOutcome::Won(Side::Defender),
                    "neither" | "none" => TableOutcome::Neither,
                    _ => {
                        return self
                            .fault(at, format!("the winner is attacker, defender or neither, not “{said:.80}”."));
                    }
                };
                return;
            }
            "holds" | "holds:" => {
                self.holds = match said.as_str() {
                    "attacker" | "a" => Some(Side::Attacker),
                    "defender" | "b" => Some(Side::Defender),
                    _ => {
                        return self
                            .fault(at, format!("who holds the walls is attacker or defender, not “{said:.80}”."));
                    }
                };
                return;
            }
            "lines" | "lines:" => {
                return self.lines(at, &said);
            }
            "stretch" => return self.stretch(at, &said),
            "turns" | "turns:" => {
                self.turns = said.parse().ok().filter(|turns| *turns > 0);
                if self.turns.is_none() {
                    self.fault(at, format!("“{said:.80}” is no number of turns."));
                }
                return;
            }
            _ => {}
        }
        let (named, rest) = subjects(&words);
        let faults = self.faults.count();
        if named.is_empty() {
            self.man(at, first);
        }
        for (first, last) in named {
            for (man, side) in self.men_of(at, first, last) {
                self.about(at, man, side, rest);
                // What is wrong with an entry of many is told once.
                if self.faults.count() > faults {
                    return;
                }
            }
        }
    }

    /// How many lines the besiegers hold at the end, such as `2` (SG-1.5, SG-1.6): no more than there are, and none lost by who
    /// assaults or won by who is assaulted.
    fn lines(&mut self, at: usize, said: &str) {
        let Some(place) = self.plan.storm.as_ref().filter(|place| place.moves_lines()) else {
            return self.fault(
                at,
                "lines of walls are won where those of a stronghold are assaulted, and in no other battle.".to_owned(),
            );
        };
        let Ok(lines) = said.parse::<u8>() else {
            return self.fault(
                at,
                format!("“{said:.80}” is no number of lines that the besiegers hold at the end, such as lines 2."),
            );
        };
        let (before, won_back) = place.held_before();
        let known = place.walls.len().saturating_sub(usize::from(place.outer_lost));
        let hold = if before == 1 { "hold 1 line".to_owned() } else { format!("hold {before} lines") };
        let wrong = match won_back {
            true if lines > before => {
                format!(
                    "the besiegers {hold}, and win none while what they hold is assaulted: 0 to {before}, not {lines}."
                )
            }
            false if known > 0 && usize::from(lines) > known => {
                let relief = match place.outer_lost {
                    0 => String::new(),
                    1 => ", of which the relief has the outermost".to_owned(),
                    lost => format!(", of which the relief has the outer {lost}"),
                };
                format!(
                    "the place has {} lines{relief}, and {lines} cannot be held: {before} to {known}.",
                    place.walls.len()
                )
            }
            false if lines < before => {
                format!("the besiegers {hold}, and lose none by their own assault: {before} or more, not {lines}.")
            }
            _ => {
                self.lines = Some((at, lines));
                return;
            }
        };
        self.fault(at, wrong);
    }

    /// What the table has made of a stretch of the wall assaulted, such as `2 outer 4 inner 1` (SG-1.4, SG-8).
    fn stretch(&mut self, at: usize, said: &str) {
        let Some(place) = self.plan.storm.as_ref().filter(|place| !place.sally && place.stretches > 0) else {
            return self.fault(at, "no wall is assaulted in this battle, and none is damaged.".to_owned());
        };
        let words: Vec<&str> = said.split_whitespace().collect();
        let (of, damages) = match words[..] {
            [of, "outer", outer] => (of, [outer, "0"]),
            [of, "inner", inner] => (of, ["0", inner]),
            [of, "outer", outer, "inner", inner] => (of, [outer, inner]),
            _ => {
                return self.fault(
                    at,
                    format!("“stretch {said:.80}” is not known; write its damages, such as stretch 2 outer 4 inner 1."),
                );
            }
        };
        let stretches = place.stretches;
        let Some(stretch) = of.parse::<u8>().ok().filter(|of| (1..=stretches).contains(of)) else {
            return self.fault(at, format!("the wall assaulted has stretches 1 to {stretches}, and no “{of:.40}”."));
        };
        let [outer, inner] = damages.map(|text| text.parse::<u8>().ok());
        let (Some(outer), Some(inner)) = (outer, inner) else {
            return self.fault(at, format!("“{said:.80}” has a damage that is no whole number to 255."));
        };
        let line = place.held + 1;
        if self.battered.iter().any(|known| known.stretch == stretch - 1) {
            return self.fault(at, format!("stretch {stretch} is named already."));
        }
        self.battered.push(Battered { line, stretch: stretch - 1, stretches, outer, inner });
    }

    /// The men from one number to another, as `B20-B25` or `B20-25` names them; one man, where there is no second number.
    fn men_of(&mut self, at: usize, first: &str, last: Option<&str>) -> Vec<(Man, Side)> {
        let Some(last) = last else { return self.man(at, first).into_iter().collect() };
        let bare = last.chars().all(|digit| digit.is_ascii_digit());
        let last = if bare { format!("{}{last}", &first[..1]) } else { last.to_owned() };
        let (Some(from), Some(to)) = (self.man(at, first), self.man(at, &last)) else { return Vec::new() };
        let count = |number: &str| number[1..].parse::<u32>().unwrap_or(0);
        if from.1 != to.1 || count(first) > count(&last) {
            self.fault(at, format!("“{first}-{last}” names no men; write the lower number first, such as B20-B25."));
            return Vec::new();
        }
        let letter = &first[..1];
        (count(first)..=count(&last)).filter_map(|number| self.man(at, &format!("{letter}{number}"))).collect()
    }

    /// What an entry says of one man.
    fn about(&mut self, at: usize, man: Man, side: Side, rest: &[&str]) {
        let said = rest.join(" ").to_lowercase();
        let Some(index) = self.men.iter().position(|report| report.man == man) else { return };
        if self.men[index].deeds.len() >= MOST_DEEDS {
            return self.fault(at, format!("more than {MOST_DEEDS} deeds of one man are told."));
        }
        let second = rest.last().copied().unwrap_or_default();
        match said.as_str() {
            "unhurt" => self.fate(at, index, "unhurt", Fate::Unhurt),
            "wounded" => {
                self.men[index].wounded = true;
                self.fate(at, index, "wounded", Fate::Wounded);
            }
            "wounded too" | "and wounded" => {
                self.men[index].wounded = true;
                if self.men[index].fate == Fate::Unhurt {
                    self.men[index].fate = Fate::Wounded;
                }
            }
            "dead" | "killed" => self.fate(at, index, "dead", Fate::Dead),
            "fled" => {
                self.men[index].deeds.push(Deed::MadeToFlee);
                self.fate(at, index, "fled", Fate::Fled);
            }
            "withdrawn" | "withdrew" => self.fate(at, index, "withdrawn", Fate::Withdrawn),
            "missing" => self.fate(at, index, "missing", Fate::Missing),
            "captive" | "taken" => self.fate(at, index, "captive", Fate::Captive { by: None }),
            "made to flee" => self.men[index].deeds.push(Deed::MadeToFlee),
            "fought" | "fought hand to hand" => self.men[index].deeds.push(Deed::FoughtHandToHand),
            "failed to meet a charge" | "failed to meet charge" => {
                self.men[index].deeds.push(Deed::FailedToMeetCharge);
            }
            "first on the wall" | "first on the walls" => self.men[index].deeds.push(Deed::FirstOnWall),
            "lost his horse" | "horse lost" => self.men[index].horse_lost = true,
            "took army standard" => self.men[index].deeds.push(Deed::TookStandard(Standard::Army)),
            "took battle standard" => self.men[index].deeds.push(Deed::TookStandard(Standard::Battle)),
            "took force standard" => self.men[index].deeds.push(Deed::TookStandard(Standard::Force)),
            _ => self.about_another(at, index, side, &said, second),
        }
    }

    /// Entries that name a second man.
    fn about_another(&mut self, at: usize, index: usize, side: Side, said: &str, second: &str) {
        let start = said.trim_end_matches(&second.to_lowercase()).trim();
        if !["captive of", "taken by", "unhorsed", "killed", "hurt"].contains(&start) {
            return self.fault(
                at,
                format!(
                    "“{said:.80}” is not known; write dead, wounded, fled, withdrawn, missing, captive of A2, unhorsed A2, \
                     killed A2, hurt A2, fought, made to flee, failed to meet a charge, lost his horse, first on the \
                     wall, or took army standard."
                ),
            );
        }
        let Some((other, other_side)) = self.man(at, second) else { return };
        if other_side == side {
            return self.fault(at, format!("“{said:.80}” names a man of his own side."));
        }
        match start {
            "captive of" | "taken by" => self.fate(at, index, "captive", Fate::Captive { by: Some(other) }),
            "unhorsed" => self.men[index].deeds.push(Deed::Unhorsed(other)),
            "killed" => self.men[index].deeds.push(Deed::Killed(other)),
            _ => {
                let cleric =
                    self.plan.hosts[other_side].men().any(|man| man.man == other && man.profile.class == Class::Cleric);
                match cleric {
                    true => self.men[index].deeds.push(Deed::HurtCleric(other)),
                    false => self.fault(at, format!("{second} is no cleric; only hurting one is written down.")),
                }
            }
        }
    }

    /// Whether a man taken by one is said to be taken by another too: he has exactly one holder (CP-4.1).
    fn taken_by_two(&self, index: usize, fate: Fate) -> bool {
        let (Fate::Captive { by: one }, Fate::Captive { by: other }) = (self.men[index].fate, fate) else {
            return false;
        };
        one.is_some() && other.is_some() && one != other
    }

    fn fate(&mut self, at: usize, index: usize, word: &'static str, fate: Fate) {
        let man = self.men[index].man;
        match self.told.insert(man, word) {
            // A man may be wounded and taken, or wounded and fled: the graver word is his fate.
            Some("wounded") | None => self.men[index].fate = fate,
            Some(_) if word == "wounded" => {}
            Some(before) if before == word && !self.taken_by_two(index, fate) => {}
            Some(before) => {
                let number = self.plan.hosts[self.men[index].side]
                    .men()
                    .find(|fighter| fighter.man == man)
                    .map_or(String::new(), |fighter| fighter.number.clone());
                let what = match before == word {
                    true => format!("{number} is taken by another already; a captive has one holder (CP-4.1)."),
                    false => format!("{number} is {before} already and cannot be {word} too."),
                };
                self.fault(at, what);
            }
        }
    }

    fn finish(mut self) -> Result<(Report, TableOutcome), Vec<ResultFault>> {
        // More lines than were held before are won by the assailants, and fewer by those who win them back.
        let by_lines =
            self.plan.storm.as_ref().zip(self.lines).map(|(storm, (at, lines))| (at, lines, storm.held_with(lines)));
        if let (Some((at, lines, by_lines)), Some(holds)) = (by_lines, self.holds)
            && by_lines != holds
        {
            self.fault(
                at,
                format!(
                    "with {lines} lines held at the end the {by_lines} holds the walls, and another entry says that the {holds} does."
                ),
            );
        }
        if self.faults.count() > 0 {
            return Err(self.faults.all(|more, told| ResultFault {
                entry: told.last().map_or(1, |last| last.entry),
                sentence: format!("And {} more.", thousands(more)),
            }));
        }
        let winner = match self.outcome {
            TableOutcome::Won(side) => Some(side),
            _ => None,
        };
        let half_points = BySide { attacker: 0, defender: 0 };
        let by_lines = by_lines.map(|(.., holds)| holds);
        let lines = self.plan.storm.as_ref().zip(self.lines).map(|(storm, (_, lines))| storm.as_reported(lines));
        // Who is named winner stays so, whatever the points.
        let (men, turns, holds) = (self.men, self.turns, self.holds.or(by_lines).or(winner));
        Ok((
            Report {
                men,
                half_points,
                winner,
                turns,
                holds,
                lines,
                battered: self.battered,
                spoils: Spoils::default(),
                from_within: 0,
                by_lot: false,
                named: self.outcome != TableOutcome::ByPoints,
            },
            self.outcome,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn men(numbers: &[&str]) -> Vec<String> {
        numbers.iter().map(|number| (*number).to_owned()).collect()
    }

    #[test]
    fn a_fate_is_written_for_many_and_takes_the_place_of_the_one_before() {
        let text = with_fate("", &men(&["B20", "B21", "B22", "B25", "B26"]), "dead");
        assert_eq!(text, "B20-B22, B25, B26 dead");
        let text = with_fate(&text, &men(&["B21"]), "wounded");
        assert_eq!(text, "B20, B22, B25, B26 dead; B21 wounded");
        let text = with_fate(&text, &men(&["b21", "A3"]), "dead");
        assert_eq!(text, "A3, B20-B22, B25, B26 dead");
        assert_eq!(with_fate(&text, &men(&["B20", "B22"]), "unhurt"), "A3, B21, B25, B26 dead");
    }

    #[test]
    fn what_is_no_fate_stays_as_it_is_written() {
        let text = "A2 unhorsed B9; B8, B12-B15 wounded\nwinner A; B9 captive of A2";
        assert_eq!(
            with_fate(text, &men(&["B13", "B9"]), "captive of A4"),
            "A2 unhorsed B9; B8, B12, B14, B15 wounded; winner A; B9, B13 captive of A4"
        );
        let fates = written_fates(text);
        assert_eq!(fates.get("B13").map(String::as_str), Some("wounded"));
        assert_eq!(fates.get("B9").map(String::as_str), Some("captive of A2"));
        assert!(!fates.contains_key("A2"));
        assert_eq!(
            written_fates("B1 wounded; B1 captive; nonsense").get("B1").map(String::as_str),
            Some("wounded, captive")
        );
    }
}
