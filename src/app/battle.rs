//! A battle from plan to aftermath (CP-3): planned with numbered rosters, fought by the program or entered from the
//! table, its consequences proposed, and all of it taken in as one action.

use crate::app::muster::Muster;
use crate::app::plan::write_plan;
use crate::app::{allies, captives, march, muster, numbers, release, ruled, siege, ways};
use crate::campaign::aftermath::{self, Consequence, Effect};
use crate::campaign::armies::Level;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{BattleId, FormationId, PersonId, RecordId};
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::table_bodies;
use crate::campaign::table_result::{self, TableOutcome};
use crate::campaign::war::{BattleEnding, BattleMan, ContactKind, ContactState, Settled};
use crate::rules::battle::{Fate, FateKind, Host, ManReport, Occasion, Plan, Report, by_standing};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Class, Grade, Horse, Side};
use crate::rules::forecast::{self, Ask};
use crate::rules::lots;
use crate::rules::man_to_man;
use crate::rules::odds;
use crate::rules::prisoners::{self, ransom};
use crate::rules::ruleset::{Rules, Ruleset, With};
use crate::rules::settles::{
    BodiesOfTable, Fought, House, RecordError, Settlement, Settles, Spread, TableTold, settle, too_long,
};
use crate::rules::telling::{Line as Told, capital};
use crate::store::battles::DeedRow;
use crate::store::captives::NewCaptive;
use crate::store::people::GradeChange;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// The streams of a battle's seed for what follows it; the battle has stream 0 and the drawing stream 1.
const AFTERMATH: u64 = 2;
const CASTING: u64 = 3;

/// A battle with its result and what is proposed to follow, not yet taken in.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Who fought.
    pub muster: Muster,
    /// What came of it.
    pub report: Report,
    /// How it was settled.
    pub settled: Settled,
    /// What follows, line by line.
    pub lines: Vec<Consequence>,
    /// The battle's record for replay, with its format's number; none from a table.
    pub record: Option<(u32, Vec<u8>)>,
    /// What befalls those who did not fight, if the result is cast on them too (CP-3.1).
    pub cast: Vec<(PersonId, Side, Fate)>,
    /// What else the chronicle is to tell of it, such as how armies became pieces and back (CP-3.5).
    pub told: Vec<String>,
}

impl Proposal {
    /// The result as the lines have it now, struck and ruled upon (CP-3.6); the result as it was fought stays.
    pub fn as_ruled(&mut self, tables: &man_to_man::Tables) -> Report {
        let by = (self.settled, self.muster.battle.rules);
        ruled::as_ruled(&self.report, &mut self.lines, &self.muster.plan, by, tables)
    }
}

/// What taking a battle in brought.
#[derive(Clone, Debug, Serialize)]
pub struct TakenIn {
    pub battle: BattleId,
    pub name: String,
    /// Its record, if it has one.
    pub record: Option<RecordId>,
}

/// Fights a battle by its rules with the program's captains on both sides. Touches nothing but the muster and the house
/// numbers it is given, so it may run anywhere.
pub fn fight(muster: &Muster, house: &House) -> Result<Settlement> {
    struct Fight<'a>(&'a Muster, &'a House);
    impl With for Fight<'_> {
        type Out = Result<Settlement>;
        fn game<G: Rules>(self) -> Result<Settlement> {
            Err(settles_none(self.0.battle.rules))
        }
        fn battle<S: Settles>(self) -> Result<Settlement> {
            settle(&cast::<S>(self.0, self.1)?).map_err(|error| unreadable(&error))
        }
    }
    muster.battle.rules.with(Fight(muster, house))
}

/// Casts a battle into a game of a set of rules.
pub(super) fn cast<S: Settles>(muster: &Muster, house: &House) -> Result<S> {
    let occasion = muster.plan.occasion();
    if !S::OCCASIONS.contains(&occasion) {
        let takes = |rules: &Ruleset| muster.is_taken_by(*rules, house);
        let mut others: Vec<&str> = Ruleset::of(occasion).filter(takes).map(|rules| rules.about().title).collect();
        if others.is_empty() {
            others = Ruleset::of(occasion).map(|rules| rules.about().title).collect();
        }
        let at_siege = if occasion == Occasion::Open { "" } else { ", resolve it at the siege" };
        return Err(Problem::refused(
            format!("{} is not settled by {}.", capital(occasion.told()), S::RULES.about().title),
            format!("Settle it by {}{at_siege}, or enter the result from the table.", others.join(" or ")),
        ));
    }
    S::cast(&muster.plan, house).map_err(|unfit| {
        Problem::new(ProblemKind::Refused, format!("{unfit}."))
            .hint("Mend the armies, settle it by other rules, or enter the result from the table.")
    })
}

/// That a set of rules settles no battle of a campaign.
pub(super) fn settles_none(rules: Ruleset) -> Problem {
    let known: Vec<&str> = Ruleset::of_battles().map(Ruleset::word).collect();
    Problem::refused(
        format!("No battle of a campaign is settled by the rules “{rules}”."),
        format!("The rules are {}.", known.join(" and ")),
    )
}

/// The rules that a word names, if battles are settled by them.
pub fn rules_named(word: &str) -> Result<Ruleset> {
    match word.parse::<Ruleset>() {
        Ok(rules) if rules.settles_battles() => Ok(rules),
        Ok(rules) => Err(settles_none(rules)),
        Err(_) => {
            let known: Vec<&str> = Ruleset::of_battles().map(Ruleset::word).collect();
            let hint = format!("The rules are {}.", known.join(" and "));
            Err(Problem::refused(format!("There are no rules “{}”.", word.trim()), hint))
        }
    }
}

pub(super) fn unreadable(error: &RecordError) -> Problem {
    Problem::new(ProblemKind::Corrupt, format!("The battle’s record: {error}."))
}

/// A battle told line by line from its record.
pub fn log(rules: Ruleset, record: &[u8]) -> Result<Vec<Told>> {
    struct Tell<'a>(Ruleset, &'a [u8]);
    impl With for Tell<'_> {
        type Out = Result<Vec<Told>>;
        fn game<G: Rules>(self) -> Result<Vec<Told>> {
            Err(settles_none(self.0))
        }
        fn battle<S: Settles>(self) -> Result<Vec<Told>> {
            S::lines(self.1).map_err(|error| unreadable(&error))
        }
    }
    rules.with(Tell(rules, record))
}

/// What is to be known of a battle before it is fought, a sentence each: that one side can do nothing in it.
pub fn warnings(muster: &Muster, house: &House) -> Result<Vec<String>> {
    struct Warn<'a>(&'a Muster, &'a House);
    impl With for Warn<'_> {
        type Out = Result<Vec<String>>;
        fn game<G: Rules>(self) -> Result<Vec<String>> {
            Err(settles_none(self.0.battle.rules))
        }
        fn battle<S: Settles>(self) -> Result<Vec<String>> {
            Ok(cast::<S>(self.0, self.1)?.warnings())
        }
    }
    muster.battle.rules.with(Warn(muster, house))
}

/// Forecasts a battle by its rules on every core until done or told to stop; `progress` is called with the battles so
/// far.
pub fn forecast(
    muster: &Muster,
    house: &House,
    runs: u64,
    cancel: &AtomicBool,
    progress: &(impl Fn(&Spread) + Sync),
) -> Result<Spread> {
    struct Ahead<'a, P>(&'a Muster, &'a House, Ask, &'a AtomicBool, &'a P);
    impl<P: Fn(&Spread) + Sync> With for Ahead<'_, P> {
        type Out = Result<Spread>;
        fn game<G: Rules>(self) -> Result<Spread> {
            Err(settles_none(self.0.battle.rules))
        }
        fn battle<S: Settles>(self) -> Result<Spread> {
            let Ahead(muster, house, ask, cancel, progress) = self;
            Ok(forecast::forecast(&Fought(&cast::<S>(muster, house)?), &ask, cancel, progress))
        }
    }
    if muster.plan.is_bombardment() {
        return Err(Problem::refused(
            "A bombardment is not forecast: nobody meets in it, and nobody wins it (CU-6.7).",
            "See the odds of a day of battering, play it, let the program play it, or roll for the day.",
        ));
    }
    let ask = Ask { runs, seed: muster.plan.seed, threads: 0 };
    muster.battle.rules.with(Ahead(muster, house, ask, cancel, progress))
}

/// Reads a result written at the table for whatever rules the battle is played by: by rules of bodies it may tell of bodies,
/// and the lot says on whom their losses fell (CP-3.5).
pub fn read_result_by_rules(
    muster: &Muster,
    tables: &man_to_man::Tables,
    house: &House,
    text: &[u8],
    csv: bool,
) -> Result<TableTold> {
    let written = String::from_utf8_lossy(text);
    match muster.battle.rules.tells_bodies() && table_bodies::is_by_bodies(&written) {
        true => read_bodies(muster, house, &written),
        false => {
            let report = read_men(muster, tables, text, csv)?;
            match too_long(report.turns, longest(muster.battle.rules, house)) {
                Some(fault) => Err(mend_it(vec![fault])),
                None => Ok(TableTold { report, casting: Vec::new() }),
            }
        }
    }
}

/// The turn with which a battle by a set of rules ends at the latest; nothing where it goes on until it is decided.
fn longest(rules: Ruleset, house: &House) -> Option<u32> {
    struct Longest<'a>(&'a House);
    impl With for Longest<'_> {
        type Out = Option<u32>;
        fn game<G: Rules>(self) -> Option<u32> {
            None
        }
        fn battle<S: Settles>(self) -> Option<u32> {
            S::longest(self.0)
        }
    }
    rules.with(Longest(house))
}

/// Reads a result told man by man, whose winner follows by the battle's rules where none is named.
fn read_men(muster: &Muster, tables: &man_to_man::Tables, text: &[u8], csv: bool) -> Result<Report> {
    match muster.battle.rules.tells_bodies() {
        // Who stands decides, whether men are told of or the bodies they are cast into (CC-1.2, CP-3.5).
        true => read_scored(muster, text, csv, by_standing),
        false => read_result(muster, tables, text, csv),
    }
}

/// Reads a result written at the table, entries or a CSV file; the points decide where no winner is named.
pub fn read_result(muster: &Muster, tables: &man_to_man::Tables, text: &[u8], csv: bool) -> Result<Report> {
    read_scored(muster, text, csv, |plan, report| man_to_man::score::score(plan, report, tables))
}

fn read_scored(
    muster: &Muster,
    text: &[u8],
    csv: bool,
    score: impl FnOnce(&Plan, &Report) -> (BySide<i64>, Option<Side>),
) -> Result<Report> {
    let read = match csv {
        true => table_result::read_csv(text, &muster.plan),
        false => table_result::read(&String::from_utf8_lossy(text), &muster.plan),
    };
    let (mut report, outcome) =
        read.map_err(|faults| mend_it(faults.into_iter().map(|fault| fault.sentence).collect()))?;
    let (half_points, winner) = score(&muster.plan, &report);
    report.half_points = half_points;
    if outcome == TableOutcome::ByPoints {
        report.winner = winner;
    }
    Ok(report)
}

fn mend_it(faults: Vec<String>) -> Problem {
    Problem::new(ProblemKind::BadInput, faults.join("\n")).hint("Nothing was taken in. Mend it and enter it again.")
}

/// Reads a result by the bodies both armies are cast into.
fn read_bodies(muster: &Muster, house: &House, text: &str) -> Result<TableTold> {
    struct Read<'a>(&'a Muster, &'a House, BodiesOfTable);
    impl With for Read<'_> {
        type Out = Result<TableTold>;
        fn game<G: Rules>(self) -> Result<TableTold> {
            Err(settles_none(self.0.battle.rules))
        }
        fn battle<S: Settles>(self) -> Result<TableTold> {
            cast::<S>(self.0, self.1)?.report_of_bodies(&self.2).map_err(mend_it)
        }
    }
    let told = table_bodies::read(text).map_err(mend_it)?;
    let bodies = told.bodies.iter().map(|(&number, losses)| (number, [losses.fallen, losses.taken, losses.fled]));
    let winner = match told.outcome {
        TableOutcome::Won(side) => Some(Some(side)),
        TableOutcome::Neither => Some(None),
        TableOutcome::ByPoints => None,
    };
    let told = BodiesOfTable { bodies: bodies.collect(), winner, turns: told.turns };
    muster.battle.rules.with(Read(muster, house, told))
}

/// Proposes what follows a battle that was settled by a game, as [`propose`] does.
pub fn propose_settled(db: &Db, muster: Muster, settlement: Settlement, cast: bool) -> Result<Proposal> {
    let Settlement { report, record, casting } = settlement;
    Ok(Proposal { told: casting, ..propose(db, muster, report, Settled::App, Some(record), cast)? })
}

/// Proposes what follows a battle that a real table told of, as [`propose`] does.
pub fn propose_told(db: &Db, muster: Muster, entered: TableTold, cast: bool) -> Result<Proposal> {
    let TableTold { report, casting } = entered;
    Ok(Proposal { told: casting, ..propose(db, muster, report, Settled::Table, None, cast)? })
}

/// Proposes what follows a battle. With `cast`, what befell each unit is cast on those of it who did not fight.
pub fn propose(
    db: &Db,
    muster: Muster,
    report: Report,
    settled: Settled,
    record: Option<(u32, Vec<u8>)>,
    cast: bool,
) -> Result<Proposal> {
    muster.contact.map_or(Ok(()), |met| siege::has_chosen(db, met))?;
    let tables = numbers::of(db)?;
    let mut dice = Seeded::stream(muster.battle.seed, AFTERMATH);
    let mut lines = aftermath::propose(&muster.plan, &report, &tables, &mut dice);
    if !muster.battle.rules.follows_men() {
        aftermath::by_figures(&mut lines);
    }
    captives::no_labourer_rises(db, &mut lines, |man| muster.person(man))?;
    // From an assault or a sortie both sides go back to where they lay.
    if muster.contact.map(|met| db.contact(met)).transpose()?.is_some_and(|met| met.kind != ContactKind::Field) {
        lines.retain(|line| line.effect != Effect::Retires);
    }
    let cast = if cast { cast_on_the_rest(db, &muster, &report)? } else { Vec::new() };
    Ok(Proposal { muster, report, settled, lines, record, cast, told: Vec::new() })
}

fn cast_on_the_rest(db: &Db, muster: &Muster, report: &Report) -> Result<Vec<(PersonId, Side, Fate)>> {
    let mut dice = Seeded::stream(muster.battle.seed, CASTING);
    let mut fought: BTreeMap<FormationId, Vec<Fate>> = BTreeMap::new();
    for told in &report.men {
        let Some(person) = muster.person(told.man) else { continue };
        if let Some(unit) = db.person(person)?.formation {
            fought.entry(unit).or_default().push(told.counted());
        }
    }
    let mut rest: BTreeMap<FormationId, Vec<(PersonId, Side)>> = BTreeMap::new();
    for (person, unit, side) in &muster.rest {
        rest.entry(*unit).or_default().push((*person, *side));
    }
    let mut cast = Vec::new();
    for (unit, men) in rest {
        let fates = fought.get(&unit).map_or(&[][..], Vec::as_slice);
        let like = lots::cast(&mut dice, fates.len(), men.len());
        for ((person, side), like) in men.into_iter().zip(like) {
            // Whoever took the man he fares like did not take him too.
            let fate = match fates[like] {
                Fate::Captive { .. } => Fate::Captive { by: None },
                fate => fate,
            };
            cast.push((person, side, fate));
        }
    }
    Ok(cast)
}

/// Takes a battle into the campaign with every line that was not struck, as one action (CP-3.6).
pub fn take_in(store: &mut Store, mut proposal: Proposal) -> Result<TakenIn> {
    proposal.report = proposal.as_ruled(&*numbers::man_to_man(store)?);
    let arguments = json!({
        "attacker": proposal.muster.battle.attacker,
        "defender": proposal.muster.battle.defender,
        "seed": proposal.muster.battle.seed,
        "struck": proposal.lines.iter().filter(|line| line.struck.is_some()).map(|line| {
            json!({ "line": line.sentence, "reason": line.struck })
        }).collect::<Vec<_>>(),
        "ruled": proposal.lines.iter().filter_map(|line| line.ruled.as_ref().map(|ruled| {
            json!({ "line": line.sentence, "reason": ruled.reason, "proposed": ruled.proposed })
        })).collect::<Vec<_>>(),
    });
    store.act("battle", &arguments, |act| {
        still_so(act, &proposal.muster)?;
        muster::is_today(act, &mut proposal.muster)?;
        let record = match &proposal.record {
            Some((format, data)) => Some(act.add_record(proposal.muster.battle.rules, *format, data)?),
            None => None,
        };
        let muster = &proposal.muster;
        let id = match muster.written {
            Some(written) => written,
            None => write_plan(act, muster)?,
        };
        let ending = BattleEnding {
            settled: proposal.settled,
            winner: proposal.report.winner,
            half_points: proposal.report.half_points,
            turns: proposal.report.turns,
            record,
        };
        act.settle_battle(id, &muster.battle, &ending)?;
        for told in &proposal.report.men {
            write_man(act, muster, id, told)?;
        }
        come_up(act, muster)?;
        let hurt = proposal.report.men.iter().filter(|told| told.wounded);
        let wounded = hurt.filter_map(|told| muster.person(told.man)).collect();
        let taking = Taking { act, muster, battle: id, wounded };
        // Who was taken is set to labour after that.
        let (labour, lines): (Vec<_>, Vec<_>) =
            proposal.lines.iter().partition(|line| matches!(line.effect, Effect::Labours));
        for line in lines.into_iter().chain(labour) {
            taking.line(line)?;
        }
        for (person, side, fate) in &proposal.cast {
            let man = act.person(*person)?;
            let asked = match fate {
                Fate::Captive { .. } => ransom::asked(man.profile.standing(), prisoners::Tables::book()),
                _ => None,
            };
            let asked = asked.map(|asked| asked.value);
            taking.fate(*person, *side, *fate, None, asked, "cast from those of his unit who fought")?;
            if matches!(fate, Fate::Captive { .. }) {
                release::peasants_go_to_e(act, &man, Some(id))?;
            }
        }
        for text in &proposal.told {
            act.write_line(&crate::store::chronicle::ChronicleLine {
                day: muster.battle.day,
                kind: LineKind::Aftermath,
                text: text.clone(),
                clause: "CP-3.5".to_owned(),
                person: None,
            })?;
        }
        taking.captives_of_the_fallen()?;
        for contact in muster.contact.iter().chain(&muster.also) {
            act.settle_contact(*contact, ContactState::Fought, Some(id))?;
        }
        for line in proposal.lines.iter().filter(|line| line.effect == Effect::Pursues && line.struck.is_none()) {
            march::pursue(act, &muster.armies[line.side], &muster.armies[line.side.other()])?;
        }
        let met = muster.contact.map(|met| act.contact(met)).transpose()?;
        let sentence = sentence(&proposal, met.is_some_and(|met| met.kind == ContactKind::Assault));
        if let Some(contact) = muster.contact {
            siege::after_battle(act, contact, &muster.armies, &proposal.report, &sentence)?;
        }
        let line = crate::store::chronicle::ChronicleLine {
            day: muster.battle.day,
            kind: LineKind::Battle,
            text: sentence.clone(),
            clause: "CP-3".to_owned(),
            person: None,
        };
        act.write_line(&line)?;
        let taken = TakenIn { battle: id, name: muster.battle.name.clone(), record };
        Ok((taken, sentence))
    })
}

/// Armies that came up from a day's march off, or out of a stronghold, stand in the place now (CP-3.1). In a siege everybody
/// stays where he lies.
fn come_up(act: &Act, muster: &Muster) -> Result<()> {
    let battle = &muster.battle;
    if muster.contact.map(|met| act.contact(met)).transpose()?.is_some_and(|met| met.kind != ContactKind::Field) {
        return Ok(());
    }
    for joined in battle.joined.iter().filter(|joined| joined.arrives > 0) {
        let army = act.formation(joined.formation)?;
        let there = army.place == Some(battle.place) && army.stronghold.is_none();
        let on_the_road = act.march(army.id)?.is_some_and(|march| march.miles_done > 0);
        if army.level != Level::Army || there && !on_the_road {
            continue;
        }
        act.set_march(army.id, None)?;
        act.set_army_place(army.id, battle.place, None)?;
        act.write_line(&crate::store::chronicle::ChronicleLine {
            day: battle.day,
            kind: LineKind::Battle,
            text: format!("{} came up to {} on turn {}.", army.name, battle.name, joined.arrives),
            clause: "CP-3.1".to_owned(),
            person: None,
        })?;
    }
    Ok(())
}

/// Refuses a battle whose armies are not as they were when it was fought, or that is in the campaign already.
fn still_so(act: &Act, field: &Muster) -> Result<()> {
    let battle = &field.battle;
    let mut changed = match field.written {
        Some(written) => act.battle(written)?.settled != Settled::Not,
        None => {
            let met = field.contact.map(|met| act.contact(met)).transpose()?;
            muster::day_of(act, met.as_ref())? != battle.day
        }
    };
    if !changed {
        let hosts = allies::hosts(act, (battle.attacker, battle.defender), &battle.joined)?;
        changed = (hosts.contact, &hosts.also, &hosts.armies) != (field.contact, &field.also, &field.armies);
    }
    for man in field.people.iter().chain(field.rest.iter().map(|(man, ..)| man)) {
        changed |= act.person(*man)?.state != PersonState::Fit;
    }
    if let Some(met) = field.contact.filter(|_| !changed) {
        siege::still_a_way_in(act, &act.contact(met)?)?;
    }
    match changed {
        false => Ok(()),
        true => Err(Problem::refused(
            format!("The armies of {} are not as they were when it was fought.", battle.name),
            "Throw this result away, and fight or enter the battle anew.",
        )),
    }
}

fn write_man(act: &Act, muster: &Muster, battle: BattleId, told: &ManReport) -> Result<()> {
    let (Some(person), Some(fighter)) = (muster.person(told.man), muster.fighter(told.man)) else { return Ok(()) };
    let captor = match told.fate {
        Fate::Captive { by } => by.and_then(|man| muster.person(man)),
        _ => None,
    };
    act.set_fate(
        battle,
        &BattleMan {
            person,
            side: told.side,
            number: fighter.number.clone(),
            standing: fighter.profile.standing(),
            fate: Some(told.fate.kind()),
            wounded: told.wounded,
            captor,
        },
    )?;
    for deed in &told.deeds {
        let other = deed.other().and_then(|man| muster.person(man));
        act.add_deed(&DeedRow { battle, person, what: deed.kind(), other, standard: deed.standard() })?;
    }
    Ok(())
}

/// A line as the chronicle keeps it: with what the referee ruled and why, if he did (CP-3.6).
fn told(line: &Consequence) -> String {
    let Some(ruled) = &line.ruled else { return line.sentence.clone() };
    let reason = if ruled.reason.is_empty() { "no reason given" } else { &ruled.reason };
    match &ruled.proposed {
        Some(proposed) => format!("{} So the referee ruled ({reason}); proposed was: {proposed}", line.sentence),
        None => format!("{} So the referee ruled ({reason}).", line.sentence),
    }
}

/// The lines of an aftermath on their way into the campaign.
struct Taking<'a> {
    act: &'a Act<'a>,
    muster: &'a Muster,
    battle: BattleId,
    /// Who came out of it wounded, whatever else befell him.
    wounded: BTreeSet<PersonId>,
}

impl Taking<'_> {
    fn line(&self, line: &Consequence) -> Result<()> {
        if let Some(reason) = &line.struck {
            let reason = if reason.is_empty() { "no reason given" } else { reason };
            return self.chronicle(line, format!("Struck by the referee ({reason}): {}", line.sentence));
        }
        if line.effect == Effect::Labours {
            return self.labours(line);
        }
        self.chronicle(line, told(line))?;
        let Some(person) = line.man.and_then(|man| self.muster.person(man)) else {
            for army in self.muster.armies[line.side].iter().filter(|_| line.effect == Effect::Retires) {
                let beaten = self.act.formation(*army)?;
                if self.act.army_counts()?.get(army).is_some_and(|count| count.men > 0) {
                    ways::retreat(self.act, &beaten)?;
                }
            }
            return Ok(());
        };
        match &line.effect {
            Effect::Dies => self.fate(person, line.side, Fate::Dead, None, None, ""),
            Effect::Wounded => self.fate(person, line.side, Fate::Wounded, None, None, ""),
            Effect::Missing => self.fate(person, line.side, Fate::Missing, None, None, ""),
            Effect::Captive { captor, asked_marks } => {
                let captor = captor.and_then(|man| self.muster.person(man));
                self.fate(person, line.side, Fate::Captive { by: None }, captor, *asked_marks, "")
            }
            Effect::LosesHorse => self.act.set_horse(person, Horse::None),
            Effect::Grade { from, to, reason } => self.grade(person, *from, *to, reason, line.clause),
            // The dead and the taken bear none any more.
            Effect::LosesStandard(_) => self.act.set_standard(person, None),
            Effect::Arms { protection, weapons } => self.act.set_arms(person, *protection, weapons),
            Effect::TakesStandard(_) | Effect::Labours | Effect::LosesGear { .. } => Ok(()),
            Effect::Retires | Effect::Pursues => Ok(()),
        }
    }

    fn chronicle(&self, line: &Consequence, text: String) -> Result<()> {
        self.act.write_line(&crate::store::chronicle::ChronicleLine {
            day: self.muster.battle.day,
            kind: LineKind::Aftermath,
            text,
            clause: line.clause.to_owned(),
            person: line.man.and_then(|man| self.muster.person(man)),
        })
    }

    /// The army that holds whoever a side took: that of the man who took him, else the one that leads.
    fn holder(&self, side: Side, captor: Option<PersonId>) -> FormationId {
        let mut people = self.muster.people.iter().zip(&self.muster.army_of);
        let of = people.find(|(man, _)| Some(**man) == captor).map(|(_, army)| *army);
        of.unwrap_or(match side {
            Side::Attacker => self.muster.battle.attacker,
            Side::Defender => self.muster.battle.defender,
        })
    }

    /// What a fate means for a man of the campaign. One who fled rejoins his unit and is with it as he was.
    fn fate(
        &self,
        person: PersonId,
        side: Side,
        fate: Fate,
        captor: Option<PersonId>,
        asked_marks: Option<i64>,
        why: &str,
    ) -> Result<()> {
        let act = self.act;
        let man = act.person(person)?;
        match fate {
            Fate::Unhurt | Fate::Fled | Fate::Withdrawn => return Ok(()),
            Fate::Wounded => {
                act.set_wound(person, true)?;
            }
            Fate::Dead => release::dies(act, person)?,
            Fate::Missing => {
                act.leave_commands(person)?;
                act.set_state(person, PersonState::Missing)?;
                release::pass_on(act, person)?;
            }
            Fate::Captive { .. } => {
                act.leave_commands(person)?;
                act.set_standard(person, None)?;
                let holder = self.holder(side.other(), captor);
                if self.wounded.contains(&person) {
                    act.set_wound(person, true)?;
                }
                act.set_state(person, PersonState::Captive)?;
                release::pass_on(act, person)?;
                act.add_captive(&NewCaptive {
                    person,
                    holder_side: act.formation(holder)?.side,
                    holder: captor,
                    army: Some(holder),
                    place: None,
                    battle: Some(self.battle),
                    from: man.formation,
                    taken: self.muster.battle.day,
                    standing: man.profile.standing(),
                    asked: asked_marks.map(Pence::from_marks),
                })?;
                // Whoever took him may have fallen, or been taken, in the same battle (CP-7.6).
                if let Some(captor) = captor {
                    release::pass_on(act, captor)?;
                }
            }
        }
        if !why.is_empty() {
            let text = format!("{}: {}, {why}.", man.styled(), fate.word());
            act.write_line(&crate::store::chronicle::ChronicleLine {
                day: self.muster.battle.day,
                kind: LineKind::Aftermath,
                text,
                clause: "CP-3.1".to_owned(),
                person: Some(person),
            })?;
        }
        Ok(())
    }

    /// A peasant who is held now is set to labour, of grade E (MM-8.3); who is not held is not.
    fn labours(&self, line: &Consequence) -> Result<()> {
        let Some(person) = line.man.and_then(|man| self.muster.person(man)) else { return Ok(()) };
        let man = self.act.person(person)?;
        if man.state != PersonState::Captive || man.profile.class != Class::Peasant {
            return Ok(());
        }
        self.chronicle(line, told(line))?;
        self.act.set_state(person, PersonState::Labourer)?;
        match man.profile.grade {
            Grade::E => Ok(()),
            from => self.grade(person, from, Grade::E, "set to labour by his captors", "MM-8.3"),
        }
    }

    fn grade(&self, person: PersonId, from: Grade, to: Grade, reason: &str, clause: &str) -> Result<()> {
        self.act.change_grade(&GradeChange {
            person,
            day: self.muster.battle.day,
            battle: Some(self.battle),
            from,
            to,
            clause: clause.to_owned(),
            reason: reason.to_owned(),
        })
    }

    /// Captives led with an army that has nobody left are free, or come to the other (CP-4.4).
    fn captives_of_the_fallen(&self) -> Result<()> {
        let counts = self.act.army_counts()?;
        let stands = |army: &FormationId| counts.get(army).is_some_and(|count| count.men > 0);
        for side in [Side::Attacker, Side::Defender] {
            let other = self.muster.armies[side.other()].iter().copied().find(stands);
            for army in self.muster.armies[side].iter().filter(|army| !stands(army)) {
                release::are_rescued(self.act, *army, other)?;
                self.act.set_march(*army, None)?;
            }
        }
        Ok(())
    }
}

/// The battle in a sentence: of an assault who has the walls, which decides it, and who led on points (SG-8).
fn sentence(proposal: &Proposal, assault: bool) -> String {
    let report = &proposal.report;
    let hosts = &proposal.muster.plan.hosts;
    let fates = counted(report);
    let lost = |side: Side| {
        let count = |fate: FateKind| fates[side].get(fate.word()).copied().unwrap_or(0);
        format!("{} lost {} dead and {} taken", hosts[side].name, count(FateKind::Dead), count(FateKind::Captive))
    };
    let result = match report.winner {
        // Nobody wins it (CU-6.7).
        _ if proposal.muster.plan.is_bombardment() => {
            let walls: Vec<String> = report.battered.iter().map(|stretch| stretch.to_string()).collect();
            let walls = if walls.is_empty() { "the walls stand as they stood".to_owned() } else { walls.join(", ") };
            format!("{} bombarded {}: {walls}", hosts.attacker.name, hosts.defender.name)
        }
        winner if assault && report.holds.or(winner).is_some() => {
            has_the_walls(report, hosts, report.holds.or(winner).unwrap_or(Side::Defender))
        }
        Some(winner) => format!("{} won against {}", hosts[winner].name, hosts[winner.other()].name),
        None => format!("{} and {} parted undecided", hosts.attacker.name, hosts.defender.name),
    };
    format!("{}: {result}; {}, {}.", proposal.muster.battle.name, lost(Side::Attacker), lost(Side::Defender))
}

/// Who has the walls that were assaulted, which is how an assault ends, and who led on points (SG-8).
pub fn has_the_walls(report: &Report, hosts: &BySide<Host>, holder: Side) -> String {
    let (has, other) = (&hosts[holder].name, &hosts[holder.other()].name);
    let points = match report.half_points[holder].cmp(&report.half_points[holder.other()]) {
        Ordering::Greater => " and led on points",
        Ordering::Equal => "",
        Ordering::Less => ", which led on points",
    };
    match holder {
        Side::Attacker => format!("{has} took the walls from {other}{points}"),
        Side::Defender => format!("{has} held the walls against {other}{points}"),
    }
}

/// Each side's men counted by fate, those who left in good order among the unhurt and the wounded.
pub fn counted(report: &Report) -> BySide<BTreeMap<&'static str, u32>> {
    let mut fates: BySide<BTreeMap<&'static str, u32>> = BySide::default();
    for told in &report.men {
        *fates[told.side].entry(told.counted().word()).or_default() += 1;
    }
    fates
}

/// A forecast as figures: for each side how often it won and its losses, with their standard errors.
pub fn spread(forecast: &Spread, hosts: &BySide<crate::rules::battle::Host>) -> serde_json::Value {
    let share = |count: u64| {
        let (share, error) = odds::share_and_error(count, forecast.battles);
        json!({ "share": share, "standard_error": error, "battles": count })
    };
    let tally = |tallied: &odds::Tallied| {
        let (mean, error) = tallied.mean(forecast.battles);
        json!({ "mean": mean, "standard_error": error, "least": tallied.least, "most": tallied.most })
    };
    let side = |side: Side| {
        let of = &forecast.sides[side];
        json!({
            "name": hosts[side].realm,
            "army": hosts[side].name,
            "won": share(of.won),
            "held": share(of.held),
            "unhurt": tally(&of.unhurt),
            "wounded": tally(&of.wounded),
            "dead": tally(&of.dead),
            "fled": tally(&of.fled),
            "captive": tally(&of.captive),
        })
    };
    json!({
        "runs": forecast.battles,
        "drawn": share(forecast.drawn),
        "turns": tally(&forecast.turns),
        "sides": [side(Side::Attacker), side(Side::Defender)],
    })
}
