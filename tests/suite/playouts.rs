//! Random open-field battles from printed seeds: no crash, no dead end, none undecided, men conserved, the replayed
//! scene always the position's, the same seed the same record. `BANNERET_SEEDS` sets how many.

use crate::golden::{self, digest};
use crate::referee::Referee;
use crate::support::seeds_from;
use crate::{grounds, rosters};
use banneret::rules::battle::{Fate, Force, Plan, Report};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{Side, Weapon};
use banneret::rules::forecast::{Ask, forecast, play_once};
use banneret::rules::game::{Captain, Game, NullSink, Pending};
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::gear::state::{GearShown, Lies, ThingId};
use banneret::rules::man_to_man::replay::{ManShown, Scene};
use banneret::rules::man_to_man::state::{Mount, StandardAt, State};
use banneret::rules::man_to_man::{
    Answer, BodyId, Decision, Event, Field, FigureId, Gait, Marshal, Position, Tables, fight, fight_recorded, ground,
    log, record,
};
use banneret::rules::settles::{Fought, Spread};
use banneret::rules::weather::WeatherKind;

/// What must hold of every position, whoever plays.
fn invariants(position: &Position, plan: &Plan) {
    let men: Vec<_> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).collect();
    assert_eq!(position.figures().len(), men.len(), "men are conserved");
    let ground = position.ground();
    for (n, (figure, fighter)) in position.figures().iter().zip(men).enumerate() {
        assert_eq!(figure.man, fighter.man);
        assert!(figure.profile.grade <= fighter.profile.grade, "in a battle grades only fall (MM-8.6)");
        let carried = figure.profile.weapons.missile.and_then(|weapon| position.tables().shooting.of(weapon));
        assert!(figure.ammunition <= carried.map_or(0, |row| row.carried), "no shots from nowhere (MM-4.6)");
        if figure.in_arms() {
            assert!(ground.holds(figure.at), "on the field");
            let id = FigureId(n as u16);
            assert!(
                position.may_stand(id, figure.at),
                "{figure:?} stands where nobody can: {:?}",
                position.land().at(figure.at)
            );
        }
        if let State::Yielded { to, .. } = figure.state {
            assert_ne!(position.figure(to).side, figure.side, "a captive's holder is an enemy");
        }
        if figure.state == State::Standing && !matches!(figure.mount, Mount::Ridden) {
            assert!(!figure.mounted());
        }
    }
    for id in position.body_ids() {
        let body = position.body(id);
        let men = &position.figures()[body.indices()];
        assert_eq!(usize::from(body.standing), men.iter().filter(|figure| figure.stands()).count());
        assert_eq!(usize::from(body.in_arms), men.iter().filter(|figure| figure.in_arms()).count());
        for figure in men.iter().filter(|figure| figure.in_arms()) {
            assert!(figure.at.distance(body.centre) <= body.radius, "a body knows its reach");
        }
    }
    for standard in position.standards() {
        if let StandardAt::Carried(by) = standard.place {
            let bearer = position.figure(by);
            // A captor who has left in order leads off what he took.
            let led_off = bearer.state == State::Withdrawn && bearer.side != standard.side;
            let stands = bearer.state == State::ToCome || bearer.in_arms();
            assert!(stands || led_off, "a standard is carried by somebody in arms (MM-8.8)");
        }
    }
}

/// The scene that a replay shows is the position.
fn scene_agrees(scene: &Scene, position: &Position) {
    assert_eq!(scene.turn, position.turn());
    let train = position.train();
    assert_eq!(scene.gear.len(), train.gear.len());
    for (shown, gear) in scene.gear.iter().zip(&train.gear) {
        // What is carried shows with its bearers, of whom every move is told.
        let at = if gear.lies == Lies::Carried { gear.at } else { shown.at };
        assert_eq!(GearShown { at, ..*shown }, gear.shown(), "gear is where it shows");
    }
    assert!(scene.fires.iter().copied().eq(train.blazes.iter().map(|blaze| blaze.what)), "what burns shows");
    for &(piece, open) in &scene.opened {
        assert_eq!(position.land().stands_open(piece), open, "{piece:?}");
    }
    for (man, figure) in scene.men.iter().zip(position.figures()) {
        let shown = match figure.state {
            State::Standing => ManShown::Standing,
            State::Fallen { .. } => ManShown::Fallen,
            State::Yielded { to, .. } => ManShown::Yielded(to),
            State::Dead => ManShown::Dead,
            State::Fled => ManShown::Fled,
            State::Withdrawn => ManShown::Withdrawn,
            State::ToCome => ManShown::ToCome,
        };
        assert_eq!((man.shown, man.side, man.body), (shown, figure.side, figure.body));
        if figure.in_arms() {
            assert_eq!((man.at, man.facing), (figure.at, figure.facing), "{figure:?}");
            assert_eq!((man.wounded, man.mounted), (figure.wounded, figure.mounted()));
        }
    }
}

pub fn men_conserved(plan: &Plan, report: &Report) {
    let men = plan.hosts.attacker.men().chain(plan.hosts.defender.men());
    assert!(report.men.iter().map(|man| man.man).eq(men.map(|fighter| fighter.man)));
    for man in &report.men {
        if let Fate::Captive { by } = man.fate {
            let by = by.expect("the rules know who took him");
            let holder = report.men.iter().find(|other| other.man == by).expect("the holder fought");
            assert_ne!(holder.side, man.side);
        }
    }
}

/// Plays a plan under a referee's eyes, who looks at every event; the position is looked at whenever anything happened.
pub fn play_checked(plan: &Plan, seed: u64, mut decide: impl FnMut(&Position, Side) -> Decision) -> Position {
    let mut events: Vec<Event> = Vec::new();
    let mut dice = Seeded::new(seed);
    let mut position = Position::new(plan, &Tables::book(), &mut events).expect("a random plan has no fault");
    let mut referee = Referee::new(plan, &position);
    let mut decisions = 0;
    loop {
        let happened = !events.is_empty();
        events.drain(..).for_each(|event| referee.sees(&event));
        if happened {
            scene_agrees(&referee.scene, &position);
            invariants(&position, plan);
        }
        let Some(side) = position.pending().first() else { break };
        let decision = decide(&position, side);
        let before = position.clone();
        let allowed = position.check(side, &decision);
        let played = position.play(side, decision, &mut dice, &mut events);
        assert_eq!(allowed, played, "check and play agree on {decision:?}");
        if played.is_err() {
            assert!(position == before && events.is_empty(), "a refused decision changes nothing: {decision:?}");
        }
        decisions += 1;
        assert!(decisions < 2_000_000, "a dead end");
    }
    assert_eq!(position.pending(), Pending::Over);
    position
}

/// A random plan on a ground: each that ships in its turn, and as many again that nobody drew.
fn random_on_ground(seed: u64) -> Plan {
    let plan = rosters::random(seed);
    let names = ground::names();
    let shipped = names.len() - 1;
    match seed as usize % (2 * shipped) {
        n if n < shipped => Plan { ground: names[n + 1].to_owned(), ..plan },
        _ => Plan { ground: "wild".to_owned(), ground_file: Some(grounds::random(seed)), ..plan },
    }
}

#[test]
fn captains_fight_random_battles_to_the_end() {
    fought_to_the_end(rosters::random);
}

#[test]
fn captains_fight_random_battles_on_random_grounds_to_the_end() {
    fought_to_the_end(random_on_ground);
}

/// A random plan in some weather, of which all but the first force of each host come later (CP-3.1).
fn with_weather_and_late_comers(seed: u64) -> Plan {
    let mut plan = if seed.is_multiple_of(2) { rosters::random(seed) } else { random_on_ground(seed) };
    let kind = WeatherKind::ALL[seed as usize % WeatherKind::ALL.len()];
    plan.weather = banneret::campaign::tables::Tables::book().weather(kind);
    for side in [Side::Attacker, Side::Defender] {
        let host = &mut plan.hosts[side];
        for (turn, force) in (2..).zip(host.forces.iter_mut().skip(1)) {
            force.arrives = turn + seed as u32 % 12;
        }
        if !host.is_there_from_the_start() {
            host.forces.iter_mut().for_each(|force| force.arrives = 0);
        }
    }
    // Who comes later serves nothing that stands there from the start.
    plan.hosts.attacker.gear.clear();
    plan.hosts.defender.gear.clear();
    plan
}

#[test]
fn cp_3_1_captains_fight_in_any_weather_and_with_forces_that_come_later() {
    fought_to_the_end(with_weather_and_late_comers);
}

fn fought_to_the_end(plan: impl Fn(u64) -> Plan) {
    let mut turns = Vec::new();
    for seed in seeds_from(40) {
        let plan = plan(seed);
        println!("seed {seed}, {}", plan.ground);
        let position = play_checked(&plan, plan.seed, |position, side| {
            let decision = Marshal.decide(&position.view(side));
            assert_eq!(position.check(side, &decision), Ok(()), "a captain decides what is allowed");
            decision
        });
        let report = position.report();
        men_conserved(&plan, &report);
        let last = position.tables().house().last_turn;
        assert!(report.turns.is_some_and(|turn| turn < last), "undecided when night fell");
        turns.extend(report.turns);
        // Listening changes nothing.
        assert_eq!(fight(&plan, &Tables::book(), &mut NullSink).expect("no fault"), report);
    }
    turns.sort_unstable();
    println!("turns: median {}, most {}", turns[turns.len() / 2], turns[turns.len() - 1]);
}

fn some_man(dice: &mut Seeded, position: &Position) -> FigureId {
    FigureId(dice.lot("man", position.figures().len() + 1) as u16)
}

/// Any decision at all, most of them nonsense: the rules refuse what they must and never break.
pub fn anything(dice: &mut Seeded, position: &Position, side: Side) -> Decision {
    let bodies = position.bodies().len();
    let any = |dice: &mut Seeded| BodyId(dice.lot("any body", bodies + 1) as u16);
    let waiting: Vec<BodyId> = position.view(side).waiting().collect();
    let body = match waiting.is_empty() || dice.die("whose", 12) == 1 {
        true => any(dice),
        false => waiting[dice.lot("whose", waiting.len())],
    };
    let enemies: Vec<BodyId> = position.view(side).enemies().collect();
    let at = if enemies.is_empty() { any(dice) } else { enemies[dice.lot("at whom", enemies.len())] };
    let gait = [Gait::Stood, Gait::Walk, Gait::Run, Gait::Run][dice.lot("gait", 4)];
    let heading = |dice: &mut Seeded| match dice.die("heading", 3) {
        1 => Heading::new(dice.die("heading", 64) as u8),
        2 => Heading::of(position.body(at.min(BodyId(bodies as u16 - 1))).centre),
        _ => position.body(body.min(BodyId(bodies as u16 - 1))).facing,
    };
    let coin = dice.die("coin", 2) == 1;
    match dice.die("decision", 30) {
        1..=5 => Decision::Charge { body, at, gait },
        6 if dice.die("stance", 2) == 1 => Decision::Follow { body, follow: coin },
        6 if dice.die("stance", 2) == 1 => Decision::Demand { body, demand: coin },
        6 => Decision::Aim { body, horses: coin },
        7 => Decision::Yield { body },
        8 => Decision::Slay { body },
        9 if coin => {
            let to = position.body(body.min(BodyId(bodies as u16 - 1))).centre.along(heading(dice), 500);
            Decision::EvadeTo { body, to }
        }
        9..=11 => {
            Decision::Answer { body, answer: [Answer::Stand, Answer::Counter, Answer::Evade][dice.lot("answer", 3)] }
        }
        12..=16 => {
            let (heading, facing) = (heading(dice), heading(dice));
            Decision::March { body, heading, distance: dice.die("distance", 1600) as i32 - 60, gait, facing }
        }
        17 => Decision::Withdraw { body },
        18 => Decision::Ranks { body, close: coin },
        19 => Decision::Mount { body, mount: coin },
        20 => Decision::PickUp { body },
        21..=22 => Decision::Shoot { body, at, horses: coin },
        23 => Decision::Hold { body },
        25 => Decision::YieldMan { body, man: some_man(dice, position) },
        26 => Decision::Wield { body, weapon: Weapon::ALL[dice.lot("weapon", Weapon::ALL.len())] },
        27 if coin => {
            let at = position.body(body.min(BodyId(bodies as u16 - 1))).centre.along(heading(dice), 400);
            Decision::Place { body, at, facing: heading(dice) }
        }
        27 => {
            let gear = ThingId(dice.lot("gear", position.train().gear.len() + 1) as u16);
            let at = Point::new(dice.lot("x", 120) as i32 * INCH, dice.lot("y", 96) as i32 * INCH);
            Decision::PlaceGear { gear, at, facing: heading(dice) }
        }
        28 => Decision::Counter { body, at },
        29 => Decision::Front { body, files: dice.lot("files", 30) as u16 },
        30 => {
            let man = (dice.die("one man", 2) == 1).then(|| some_man(dice, position));
            Decision::Target { body, men: dice.lot("men", 12) as u16, at, man, horses: coin }
        }
        _ => Decision::Done,
    }
}

#[test]
fn any_decision_is_played_or_refused_whole() {
    for seed in seeds_from(40).take(400) {
        println!("seed {seed}");
        let plan = rosters::random(seed);
        if plan.hosts.attacker.men().count() + plan.hosts.defender.men().count() > 120 {
            continue;
        }
        let mut dice = Seeded::stream(seed, 99);
        // After a while captains bring it to an end.
        let position = play_checked(&plan, seed, |position, side| match position.turn() {
            0..12 => anything(&mut dice, position, side),
            _ => Marshal.decide(&position.view(side)),
        });
        men_conserved(&plan, &position.report());
    }
}

#[test]
fn a_refused_plan_tells_every_fault() {
    let mut plan = rosters::random(3);
    plan.ground = "the moon".to_owned();
    plan.hosts.attacker.forces.clear();
    plan.hosts.defender.commander = Some(banneret::rules::battle::Man(99_999));
    let faults = fight(&plan, &Tables::book(), &mut NullSink).expect_err("three faults");
    assert_eq!(faults.0.len(), 4, "{faults}");
    let text = faults.to_string();
    assert!(text.contains("the moon") && text.contains("no men") && text.contains("commander"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_record() {
    // The digests are committed, so a debug and a release build, and every machine, must agree with them.
    let mut lines = String::new();
    for seed in [1, 2, 3, 5, 8, 13, 21, 34] {
        let plan = rosters::random(seed);
        let first = fight_recorded(&plan, &Tables::book()).expect("no fault");
        let again = fight_recorded(&plan, &Tables::book()).expect("no fault");
        let bytes = record::encode(&first).expect("a record is written");
        assert_eq!(bytes, record::encode(&again).expect("a record is written"));
        assert_eq!(record::decode(&bytes).expect("a record is read"), first);
        // What happened, whatever else a record holds besides.
        let happened = serde_json::to_vec(&(&first.events, &first.report)).expect("events are written");
        lines += &format!("seed {seed}: {} events, {:016x}\n", first.events.len(), digest(&happened));
    }
    golden::compare("playouts.txt", &lines);
}

/// Plays a record's events on a scene, and compares the end with its report: no rule is called.
pub fn plays(record: &record::Record) {
    let mut scene = Scene::new(&record.plan);
    record.events.iter().for_each(|event| scene.apply(event));
    assert_eq!(Some(scene.turn), record.report.turns);
    for (man, told) in scene.men.iter().zip(&record.report.men) {
        let fate = match man.shown {
            ManShown::Dead => Fate::Dead,
            ManShown::Fled => Fate::Fled,
            ManShown::Yielded(to) => Fate::Captive { by: Some(record.report.men[usize::from(to.0)].man) },
            ManShown::Withdrawn => Fate::Withdrawn,
            _ if man.wounded => Fate::Wounded,
            _ => Fate::Unhurt,
        };
        assert_eq!(fate, told.fate);
    }
    let lines = log::lines(&record.plan, &record.events);
    assert!(lines.iter().all(|line| !line.text.is_empty() && !line.text.contains("somebody")));
    assert!(lines.last().is_some_and(|line| line.text.starts_with("The battle is over")));
}

/// The same battle in the rain, to which the last unit of the defenders comes on turn 3.
fn in_rain_with_late_comers(mut plan: Plan) -> Plan {
    plan.weather = banneret::campaign::tables::Tables::book().weather(WeatherKind::Rain);
    let host = &mut plan.hosts.defender;
    let late = host.forces[0].units.pop().expect("two units");
    host.forces.push(Force {
        name: "The rear".to_owned(),
        units: vec![late],
        commander: None,
        arrives: 3,
        ..host.forces[0].clone()
    });
    plan
}

#[test]
fn every_released_record_still_plays() {
    // A record of each format ever released; BANNERET_RENEW writes only one that is not there yet.
    for format in 1..=record::FORMAT {
        let name = format!("tests/golden/record-format-{format}.battle");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if std::env::var_os("BANNERET_RENEW").is_some() && !path.exists() {
            let plan = golden::archers_against_foot();
            let plan = if format == record::FORMAT { in_rain_with_late_comers(plan) } else { plan };
            let plan = Plan { ground: "hedged lane".to_owned(), ..plan };
            let record = fight_recorded(&plan, &Tables::book()).expect("no fault");
            std::fs::write(&path, record::encode(&record).expect("a record is written")).expect("it is kept");
        }
        let bytes = std::fs::read(&path).expect("the record is there");
        assert_eq!(bytes[4..8], format.to_le_bytes(), "{} is of its format", path.display());
        let record = record::decode(&bytes).expect("it is read");
        assert_eq!(record.plan.ground_file.is_some(), format > 1, "from format 2 on it holds its ground");
        assert_eq!(record.plan.weather.is_some(), format > 2, "from format 3 on it may hold its weather");
        let came = record.events.iter().any(|event| matches!(event, Event::CameOn { .. }));
        assert_eq!(came, format > 2, "and who came later");
        plays(&record);
    }
}

/// The record of a battle that captains played, from its plan and what they decided.
fn record_of(plan: &Plan, decisions: &[(Side, Decision)]) -> (Position, Vec<Event>, Seeded) {
    let (mut dice, mut events) = (Seeded::new(plan.seed), Vec::new());
    let mut position = Position::new(plan, &Tables::book(), &mut events).expect("no fault");
    for &(side, decision) in decisions {
        position.play(side, decision, &mut dice, &mut events).expect("it was allowed before");
    }
    (position, events, dice)
}

#[test]
fn a_random_battle_saved_and_loaded_in_its_middle_comes_out_the_same() {
    // What is kept of a battle being played is its plan and what was decided; its dice are the plan's seed.
    for seed in seeds_from(40).step_by(4) {
        println!("seed {seed}");
        let plan = random_on_ground(seed);
        let whole = fight_recorded(&plan, &Tables::book()).expect("no fault");
        let mut breaks = Seeded::stream(seed, 97);
        let mut kept = serde_json::to_vec(&(&plan, Vec::<(Side, Decision)>::new())).expect("it is written");
        let events = loop {
            let (plan, mut decisions): (Plan, Vec<(Side, Decision)>) = serde_json::from_slice(&kept).expect("read");
            let (mut position, mut events, mut dice) = record_of(&plan, &decisions);
            let until = decisions.len() + breaks.die("break", 1_500) as usize;
            while let Some(side) = position.pending().first().filter(|_| decisions.len() < until) {
                let decision = Marshal.decide(&position.view(side));
                position.play(side, decision, &mut dice, &mut events).expect("a captain decides what is allowed");
                decisions.push((side, decision));
            }
            if position.pending() == Pending::Over {
                assert_eq!(position.report(), whole.report);
                break events;
            }
            kept = serde_json::to_vec(&(&plan, &decisions)).expect("it is written");
        };
        let again = record::Record { events, ..whole.clone() };
        assert_eq!(record::encode(&again).expect("written"), record::encode(&whole).expect("written"));
    }
}

#[test]
fn records_of_random_battles_play() {
    for seed in seeds_from(40).take(100) {
        plays(&fight_recorded(&rosters::random(seed), &Tables::book()).expect("no fault"));
    }
}

#[test]
fn a_record_that_is_none_is_refused() {
    use record::RecordError;
    let record = fight_recorded(&golden::knights_against_levy(), &Tables::book()).expect("no fault");
    let bytes = record::encode(&record).expect("a record is written");
    assert!(matches!(record::decode(b""), Err(RecordError::Foreign)));
    assert!(matches!(record::decode(b"PNG and more bytes"), Err(RecordError::Foreign)));
    assert!(matches!(record::decode(&bytes[..bytes.len() / 2]), Err(RecordError::Damaged(_))));
    let mut newer = bytes.clone();
    newer[4] = 9;
    assert!(matches!(record::decode(&newer), Err(RecordError::Newer { found: 9, .. })));
}

#[test]
fn a_forecast_is_the_same_on_any_number_of_threads_and_can_be_stopped() {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    let plan = golden::knights_against_levy();
    let field = Field::new(&plan, &Tables::book()).expect("no fault");
    let trial = Fought(&field);
    let ask = |runs, threads| Ask { runs, seed: plan.seed, threads };
    let cancel = AtomicBool::new(false);
    let told = AtomicU64::new(0);
    let progress = |so_far: &Spread| {
        told.fetch_max(so_far.battles, Ordering::Relaxed);
    };
    let one = forecast(&trial, &ask(50, 1), &cancel, &progress);
    let many = forecast(&trial, &ask(50, 3), &cancel, &progress);
    assert_eq!(one, many);
    assert_eq!((one.battles, told.load(Ordering::Relaxed)), (50, 50));
    let men = |side: Side| {
        let of = &one.sides[side];
        of.dead.sum + of.wounded.sum + of.fled.sum + of.captive.sum + of.unhurt.sum
    };
    assert_eq!((men(Side::Attacker), men(Side::Defender)), (50 * 6, 50 * 21));
    assert_eq!(one.sides.attacker.won + one.sides.defender.won + one.drawn, 50);
    // A forecast does not give the battle itself away: its dice are other streams of the seed.
    let own = fight(&plan, &Tables::book(), &mut NullSink).expect("no fault");
    let mut alone = Spread::default();
    alone.add(&own);
    let same = (0..10).filter(|&run| {
        let mut counts = Spread::default();
        play_once(&trial, plan.seed, run, &mut counts);
        counts == alone
    });
    assert!(same.count() < 10);
    // Stopped at once it has fought nothing; stopped on the way, something.
    cancel.store(true, Ordering::Relaxed);
    assert_eq!(forecast(&trial, &ask(50, 2), &cancel, &progress).battles, 0);
    let cancel = AtomicBool::new(false);
    let stop = |_: &Spread| cancel.store(true, Ordering::Relaxed);
    let some = forecast(&trial, &ask(1_000, 1), &cancel, &stop).battles;
    assert!((1..1_000).contains(&some));
}
