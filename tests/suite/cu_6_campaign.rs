//! An assault or a bombardment of a siege settled by Castle under Siege (CU-6): the garrison as counters, the walls as structures, and back.

use crate::assaults::{fighter, host, unit};
use crate::sg_campaign::Border;
use crate::support::{content, same, sound};
use banneret::app::siege::{self, Orders};
use banneret::app::{battle, muster, numbers};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::ContactKind;
use banneret::rules::battle::{Battered, Fate, Plan, StormedPlace};
use banneret::rules::castle_under_siege::{
    Ammunition, Bombardment, Castle, CastleSpot, Decision, Ending, Engineer, Health, Landed, Landing, Position, Role,
    SectionKind, StructureId,
};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Class, Grade, Side};
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::geometry::Point;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{self, House, Settles};
use banneret::rules::siege::{
    self as sieges, Action, Constable, Decision as Siegework, Gear, Kind, Moat, Order, Park, Siege, StandingOrders,
};
use banneret::store::Store;

/// The outer ramparts of a great castle, six stretches, before a host with two engines.
fn place() -> StormedPlace {
    StormedPlace { map: "border castle".to_owned(), stretches: 6, strong: true, engines: 2, ..StormedPlace::default() }
}

/// Six hundred men, enough for all the ammunition, against so many of the garrison, and clerics besides.
fn plan(storm: Option<StormedPlace>, garrison: u32, clerics: u32, seed: u64) -> Plan {
    let attacker = host(vec![unit("foot", 10_000, 599, 3, "axe;shield")]);
    let mut guard = unit("guard", 100, garrison - 1, 3, "sword;shield");
    for n in 0..clerics {
        guard.men.push(fighter(500 + n, Class::Cleric, Grade::C, 4, "mace"));
    }
    let defender = host(vec![guard]);
    Plan {
        hosts: BySide { attacker, defender },
        ground: "open field".to_owned(),
        ground_file: None,
        storm,
        dynastic_war: false,
        weather: None,
        seed,
    }
}

fn cast(storm: StormedPlace, garrison: u32, clerics: u32) -> Bombardment {
    Bombardment::cast(&plan(Some(storm), garrison, clerics, 3), &House::new()).unwrap_or_else(|unfit| panic!("{unfit}"))
}

fn begun(battle: &Bombardment) -> Position {
    battle.begin(&mut NullSink)
}

fn of_kind(kind: SectionKind) -> Vec<StructureId> {
    let castle = Castle::get();
    castle.structure_ids().filter(|&id| castle.structure(id).kind == kind).collect()
}

fn named(name: &str) -> StructureId {
    let castle = Castle::get();
    castle.structure_ids().find(|&id| castle.structure(id).name == name).expect("a structure of the plan")
}

/// The counters a castle wants, role by role.
fn wanted(game: &Position) -> (u8, u8) {
    (game.unplaced(Role::Soldier), game.unplaced(Role::Priest))
}

#[test]
fn cu_6_1_it_settles_an_assault_on_a_stronghold_by_who_has_an_engine() {
    assert!(Ruleset::CastleUnderSiege.settles_battles());
    assert!(!Ruleset::CastleUnderSiege.follows_men() && Ruleset::CastleUnderSiege.holds_all());
    let refused = |storm: Option<StormedPlace>, garrison, clerics| {
        let Err(unfit) = Bombardment::cast(&plan(storm, garrison, clerics, 1), &House::new()) else { panic!("cast") };
        unfit.to_string()
    };
    assert!(refused(None, 10, 0).contains("CU-6.1"));
    assert!(refused(Some(StormedPlace { sally: true, ..place() }), 10, 0).contains("assaults and bombardments"));
    let bare = refused(Some(StormedPlace { engines: 0, ..place() }), 10, 0);
    assert!(bare.contains("no mangonel and no trebuchet") && bare.contains("build one"), "{bare}");
    // A great castle is powerful, another average.
    let (wall, keep) = (of_kind(SectionKind::Wall)[0], of_kind(SectionKind::Keep)[0]);
    let points = |strong| {
        let game = begun(&cast(StormedPlace { strong, ..place() }, 10, 0));
        (game.points_left(wall), game.points_left(keep))
    };
    assert_eq!((points(true), points(false)), ((4, 7), (3, 6)));
}

#[test]
fn cu_6_2_the_men_of_the_garrison_share_its_counters() {
    // Thirty men to fourteen counters; five clerics to three priests.
    assert_eq!(wanted(&begun(&cast(place(), 30, 5))), (14, 3));
    // Fewer men than counters are a counter each, and who has no cleric has no priest.
    assert_eq!(wanted(&begun(&cast(place(), 6, 0))), (6, 0));
    assert_eq!(wanted(&begun(&cast(place(), 1, 1))), (1, 1));
    let own = House::from([("castle_soldiers".to_owned(), "20".to_owned())]);
    let battle = Bombardment::cast(&plan(Some(place()), 30, 0, 3), &own).expect("no fault");
    assert_eq!(wanted(&begun(&battle)), (20, 0), "by the campaign's own number");
    // The castle's own people are there whoever holds it.
    let game = begun(&cast(place(), 6, 0));
    assert_eq!(
        (game.unplaced(Role::Stonemason), game.unplaced(Role::WaterBoy), game.unplaced(Role::Wizard)),
        (3, 3, 1)
    );
}

#[test]
fn cu_6_3_what_the_siege_has_done_to_the_walls_is_done_to_the_structures() {
    let hurt = |stretch, outer, inner| Battered { line: 1, stretch, stretches: 6, outer, inner };
    // Of five damages that demolish a stretch 2 are two fifths of 4 points, 1.6: two; 4 are 3.2: all four but the last.
    let battered = vec![hurt(0, 2, 0), hurt(1, 4, 0), hurt(5, 4, 1), Battered { line: 2, ..hurt(3, 4, 1) }];
    let game = begun(&cast(StormedPlace { battered, ..place() }, 10, 0));
    // From the east round by the north, two structures to each of six stretches, and the wall of them is hurt.
    let round = [
        "east wall",
        "north wall by the east",
        "north wall by the west",
        "west wall",
        "south wall by the west",
        "south wall by the east",
    ];
    let left = round.map(|name| game.points_left(named(name)));
    assert_eq!(left, [2, 1, 4, 4, 4, 1], "never the last point, and nothing of another line");
    // Of a town's eight stretches the last is a tower alone.
    let battered = vec![Battered { line: 1, stretch: 7, stretches: 8, outer: 4, inner: 0 }];
    let town = begun(&cast(StormedPlace { stretches: 8, strong: false, battered, ..place() }, 10, 0));
    assert_eq!(town.points_left(named("south-east tower")), 4 - 3);
    assert_eq!(town.points_left(named("south wall by the east")), 3);
    // Of twenty, more than there are structures, the last two share it: the worse of their damages tells.
    let of_twenty = |stretch, outer| Battered { line: 1, stretch, stretches: 20, outer, inner: 0 };
    let battered = vec![of_twenty(18, 4), of_twenty(19, 2)];
    let long = begun(&cast(StormedPlace { stretches: 20, strong: false, battered, ..place() }, 10, 0));
    assert_eq!(long.points_left(named("south-east tower")), 4 - 3);
    let battered = vec![Battered { line: 4, stretch: 0, stretches: 1, outer: 3, inner: 0 }];
    let keep = begun(&cast(StormedPlace { stretches: 1, keep: true, held: 3, battered, ..place() }, 10, 0));
    assert_eq!(keep.points_left(of_kind(SectionKind::Keep)[0]), 7 - 5, "three fifths of seven points, 4.2");
    // One damage is felt: a fifth of three points is one.
    let battered = vec![Battered { line: 1, stretch: 1, stretches: 4, outer: 1, inner: 0 }];
    let border = cast(StormedPlace { stretches: 4, strong: false, battered, ..place() }, 10, 0);
    let game = begun(&border);
    let hurt: Vec<u8> =
        of_kind(SectionKind::Wall).into_iter().map(|id| game.points_left(id)).filter(|&left| left < 3).collect();
    assert_eq!(hurt, [2]);
    // And a game that leaves it so leaves the stretch as it was (CU-6.4).
    assert_eq!(border.report(&game, &mut Seeded::new(1)).battered, []);
}

/// Plays a game by captains, but that the attacker's shots lie where they are laid.
fn played(battle: &Bombardment, shots: &[Point]) -> Position {
    let (mut game, mut dice) = (begun(battle), Seeded::new(1));
    let mut shots = shots.iter();
    while let Some(side) = game.pending().first() {
        let engineer = Engineer::default();
        let decision = match engineer.decide(&game.view(side)) {
            Decision::Choose(_) if shots.len() > 0 => Decision::Choose(Ammunition::Boulder),
            Decision::Shoot { from, setting, .. } => {
                let Some(&at) = shots.next() else { return game };
                Decision::Landed(Landed { from, aim: None, setting, landing: Landing::square(at) })
            }
            Decision::Deflect(_) => Decision::Deflect(false),
            // Nobody mends what was hit.
            Decision::Act(..) => Decision::Done,
            other => other,
        };
        game.play(side, decision, &mut dice, &mut NullSink).expect("it is allowed");
        if shots.len() == 0 && matches!(game.pending().first(), Some(Side::Attacker)) {
            return game;
        }
    }
    game
}

fn middle_of(id: StructureId) -> Point {
    Castle::get().plot_of(id).middle()
}

#[test]
fn cu_6_4_what_the_game_does_to_the_structures_is_done_to_the_walls() {
    let west = named("west wall");
    let hurt = vec![Battered { line: 1, stretch: 2, stretches: 6, outer: 3, inner: 0 }];
    let battle = cast(StormedPlace { battered: hurt, ..place() }, 10, 0);
    // A boulder whole on the west wall: two of four points.
    let game = played(&battle, &[middle_of(west)]);
    assert_eq!(game.points_left(west), 2);
    let report = battle.report(&game, &mut Seeded::new(1));
    // Two quarters of five damages are two, all outside; the stretch that was hurt before keeps what it had.
    assert_eq!(report.battered, [Battered { line: 1, stretch: 3, stretches: 6, outer: 2, inner: 0 }]);
    // A second demolishes it: four outside and the one inside.
    let game = played(&battle, &[middle_of(west), middle_of(west)]);
    assert_eq!(game.points_left(west), 0);
    let report = battle.report(&game, &mut Seeded::new(1));
    assert_eq!(report.battered, [Battered { line: 1, stretch: 3, stretches: 6, outer: 4, inner: 1 }]);
    assert!(
        battle
            .casting(&game, &report)
            .iter()
            .any(|line| line.contains("Stretch 4: 4 damages outside and 1 damage inside"))
    );
}

#[test]
fn cu_6_5_half_of_a_killed_counters_men_are_dead_and_half_wounded() {
    // Twenty-eight men, two to each of fourteen counters, and nobody of the assailants is hurt.
    let battle = cast(place(), 28, 0);
    let game = played(&battle, &[]);
    let spot: CastleSpot = game.people().iter().find(|person| person.role == Role::Soldier).expect("a soldier").spot;
    let game = played(&battle, &[spot.plot().middle()]);
    let count = |health| game.people().iter().filter(|it| it.role == Role::Soldier && it.health == health).count();
    let (killed, injured) = (count(Health::Killed), count(Health::Injured));
    assert!(killed > 0, "the boulder lies on him whole");
    let report = battle.report(&game, &mut Seeded::new(1));
    let fell = |fate: Fate| report.men.iter().filter(|man| man.side == Side::Defender && man.fate == fate).count();
    assert_eq!((fell(Fate::Dead), fell(Fate::Wounded)), (killed, killed + injured));
    let all = game.people().iter().filter(|it| it.health == Health::Killed).count();
    assert_eq!(
        report.half_points.attacker,
        2 * all as i64,
        "a point for every counter killed, the castle's own among them"
    );
    assert!(report.men.iter().filter(|man| man.side == Side::Attacker).all(|man| man.fate == Fate::Unhurt));
    assert_eq!(report.men.len(), 600 + 28);
}

/// A game in which one boulder touches a soldier under half, and he is injured.
fn injured(battle: &Bombardment) -> Position {
    let count = |game: &Position| {
        game.people().iter().filter(|it| it.role == Role::Soldier && it.health == Health::Injured).count()
    };
    let placed = played(battle, &[]);
    let spots = placed.people().iter().filter(|it| it.role == Role::Soldier).map(|it| it.spot.plot().middle());
    let aside = [Point::new(48, 0), Point::new(-48, 0), Point::new(0, 48), Point::new(0, -48)];
    let mut games = spots.flat_map(|spot| aside.map(|aside| spot.plus(aside))).map(|place| played(battle, &[place]));
    games.find(|game| count(game) > 0).expect("a quarter of the counter lies on a soldier")
}

#[test]
fn cu_6_5_of_the_men_of_an_injured_counter_half_are_wounded() {
    // Two men to a counter: of one injured one is wounded and the other unhurt, and nobody is dead for it.
    let battle = cast(place(), 28, 0);
    let game = injured(&battle);
    let count = |health| game.people().iter().filter(|it| it.role == Role::Soldier && it.health == health).count();
    let report = battle.report(&game, &mut Seeded::new(1));
    let fell = |fate: Fate| report.men.iter().filter(|man| man.side == Side::Defender && man.fate == fate).count();
    let (killed, injured) = (count(Health::Killed), count(Health::Injured));
    assert_eq!((fell(Fate::Dead), fell(Fate::Wounded)), (killed, killed + injured));
    assert_eq!(fell(Fate::Unhurt), 28 - 2 * killed - injured);
}

#[test]
fn cu_6_6_games_of_captains_are_settled_and_told_again() {
    let mut won = BySide { attacker: 0, defender: 0 };
    for seed in 0..24 {
        let plan = plan(Some(place()), 40, 2, seed);
        let battle = Bombardment::cast(&plan, &House::new()).expect("no fault");
        let settled = settles::settle(&battle).expect("settled");
        let again = settles::settle(&Bombardment::cast(&plan, &House::new()).expect("no fault")).expect("settled");
        assert_eq!(settled, again);
        let winner = settled.report.winner.expect("somebody wins");
        assert_eq!(settled.report.holds, Some(winner), "who wins holds the line");
        won[winner] += 1;
        let lines = Bombardment::lines(&settled.record.1).expect("its own record");
        assert!(lines.iter().any(|line| line.heading) && lines.last().is_some_and(|line| line.full().contains("CU-5")));
        assert!(Bombardment::lines(b"{}").is_err());
    }
    assert!(won.attacker >= 5 && won.defender >= 5, "either side has its chance: {won:?}");
}

#[test]
fn cu_6_an_assault_of_a_siege_goes_back_to_the_siege() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 60, 20);
    it.provide(Park { ladders: true, mangonels: 1, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let met = (0..4)
        .find_map(|_| {
            it.turns(1);
            let waiting = it.store.waiting_contacts().expect("contacts");
            waiting.into_iter().find(|met| met.kind == ContactKind::Assault)
        })
        .expect("an assault in four turns");
    let before = content(&it.store);
    let rules = Ruleset::CastleUnderSiege;
    let muster = muster::muster_by(&it.store, met.attacker, met.defender, 4, rules).expect("they may fight");
    let storm = muster.plan.storm.clone().expect("a place");
    assert_eq!((storm.stretches, storm.strong, storm.engines), (4, false, 1));
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let fought = battle::fight(&muster, &house).expect("it is fought");
    let (holds, battered) = (fought.report.holds, fought.report.battered.clone());
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("it has an aftermath");
    battle::take_in(&mut it.store, proposal).expect("it is taken in");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(row.won, u8::from(holds == Some(Side::Attacker)), "{}", it.story(siege));
    let walls = it.store.walls(it.castle).expect("the walls");
    assert!(!battered.is_empty(), "eighteen shots leave a mark");
    for hurt in &battered {
        let now = walls.iter().find(|(at, _)| (at.line, at.stretch) == (hurt.line - 1, hurt.stretch)).expect("hurt").1;
        assert_eq!((now.outer, now.inner), (hurt.outer, hurt.inner));
    }
    sound(&it.store, "after the bombardment");
    it.store.undo().expect("it is undone").expect("something was undone");
    same(&before, &content(&it.store), "the bombardment undone");
}

/// A day's bombardment of so many battering points.
fn bombarded(battery: u8, battered: Vec<Battered>) -> Bombardment {
    cast(StormedPlace { battery, battered, ..place() }, 28, 0)
}

#[test]
fn cu_6_7_a_days_bombardment_has_two_shots_and_a_third_with_nine_points_of_battery() {
    for (battery, shots) in [(1, 2), (3, 2), (8, 2), (9, 3), (12, 3), (40, 3)] {
        let battle = bombarded(battery, Vec::new());
        let game = played(&battle, &[]);
        assert_eq!(game.shots_left(), Some(shots), "{battery} points");
        assert_eq!(game.ammunition().iter().sum::<u8>(), 18, "of whatever ammunition");
        assert!(battle.about().contains(&format!("; {shots} shots (CU-6.7)")), "{}", battle.about());
    }
    // Shots that hit nothing: the day is over after the last, whatever ammunition is left.
    let battle = bombarded(6, Vec::new());
    let game = played(&battle, &[Point::new(0, -400), Point::new(300, -400)]);
    assert_eq!((game.ending(), game.turn()), (Some(Ending::ShotsMade), 2));
    let report = battle.report(&game, &mut Seeded::new(1));
    assert_eq!((report.winner, report.holds), (Some(Side::Defender), None));
    assert!(report.battered.is_empty() && report.men.iter().all(|man| man.fate == Fate::Unhurt));
    // An assault has all its ammunition.
    assert_eq!(begun(&cast(place(), 28, 0)).shots_left(), Some(18), "no assault is a day of two shots");
}

#[test]
fn cu_6_7_a_stretch_that_lost_points_that_day_has_a_damage_more() {
    let west = named("west wall");
    let miss = Point::new(0, -400);
    let hurt = |outer, inner| vec![Battered { line: 1, stretch: 3, stretches: 6, outer, inner }];
    let after = |battery, battered, shots: &[Point]| {
        let battle = bombarded(battery, battered);
        let game = played(&battle, shots);
        (game.points_left(west), game.ending(), battle.report(&game, &mut Seeded::new(1)))
    };
    // Two of four points are a damage, on top of the one that was there and took one.
    let (left, ending, report) = after(3, hurt(1, 0), &[middle_of(west), miss]);
    assert_eq!((left, ending, report.battered), (1, Some(Ending::ShotsMade), hurt(2, 0)));
    // What was lost before counts for nothing: four damages are three points, and the fourth stands yet.
    let (left, _, report) = after(3, hurt(4, 0), &[miss, miss]);
    assert_eq!((left, report.battered), (1, Vec::new()));
    let (left, _, report) = after(3, hurt(4, 0), &[middle_of(west), miss]);
    assert_eq!((left, report.battered), (0, hurt(4, 1)));
    // A wall brought down in one day is demolished outside.
    let (left, _, report) = after(6, Vec::new(), &[middle_of(west), middle_of(west)]);
    assert_eq!((left, report.battered), (0, hurt(4, 0)));
    // Two of its structures have fewer points: that is one damage more.
    let long = StormedPlace { battery: 6, stretches: 1, ..place() };
    let battle = cast(long, 28, 0);
    let game = played(&battle, &[middle_of(west), middle_of(named("east wall"))]);
    assert_eq!((game.points_left(west), game.points_left(named("east wall"))), (2, 2));
    let battered = battle.report(&game, &mut Seeded::new(1)).battered;
    assert_eq!(battered, [Battered { line: 1, stretch: 0, stretches: 1, outer: 1, inner: 0 }]);
    let battle = bombarded(6, Vec::new());
    let game = played(&battle, &[middle_of(west), miss]);
    let report = battle.report(&game, &mut Seeded::new(1));
    assert!(
        battle
            .casting(&game, &report)
            .iter()
            .any(|line| line.contains("1 damage outside and 0 damages inside (CU-6.7)"))
    );
    // A gatehouse destroyed wins the game, and still nobody comes in.
    let battle = bombarded(9, Vec::new());
    let gate = middle_of(named("south gatehouse"));
    let game = played(&battle, &[gate, gate, gate]);
    assert_eq!(game.ending(), Some(Ending::Gatehouse));
    assert_eq!(battle.report(&game, &mut Seeded::new(1)).holds, None);
}

#[test]
fn cu_6_7_a_day_of_bombardment_waits_is_played_and_goes_back_to_the_siege() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 60, 20);
    let bombard = |it: &mut Border| {
        let orders = Orders { actions: BySide { attacker: Some(Action::Bombard), defender: Some(Action::Rest) } };
        siege::play_by_hand(&mut it.store, siege, &orders)
    };
    let none = bombard(&mut it).expect_err("nothing throws").to_string();
    assert!(none.contains("no mangonel and no trebuchet") && none.contains("CU-6.7"), "{none}");
    it.provide(Park { mangonels: 1, trebuchets: 2, rams: 1, ..Park::default() });
    bombard(&mut it).expect("they may");
    let met = it.store.waiting_contacts().expect("contacts").pop().expect("it waits");
    assert_eq!(met.kind, ContactKind::Bombardment);
    let by = |store: &Store, rules| muster::muster_by(store, met.attacker, met.defender, 4, rules).expect("they meet");
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let field = battle::fight(&by(&it.store, Ruleset::ManToMan), &house).expect_err("nobody meets").to_string();
    assert!(field.contains("CU-6.7") && field.contains("Castle under Siege"), "{field}");
    let ours = by(&it.store, Ruleset::CastleUnderSiege);
    let ahead = battle::forecast(&ours, &house, 3, &std::sync::atomic::AtomicBool::new(false), &|_| {});
    assert!(ahead.expect_err("nobody wins it").sentence.contains("not forecast"), "a bombardment is no battle");
    // A mangonel and two trebuchets: seven points, and no ram among them.
    assert_eq!(ours.plan.storm.as_ref().map(|place| place.battery), Some(7));
    assert_eq!(ours.battle.name, format!("Bombardment of {}", it.store.stronghold(it.castle).expect("it").name));
    let (before, park) = (content(&it.store), it.store.train(it.host).expect("a train").park);
    // The roll of battering in its place, and then taken back.
    let rolled = siege::resolve(&mut it.store, met.id).expect("it is rolled for");
    assert!(rolled.contains("7 battering points"), "{rolled}");
    it.store.undo().expect("undone").expect("something was");
    same(&before, &content(&it.store), "the roll undone");
    let fought = battle::fight(&ours, &house).expect("it is fought");
    let battered = fought.report.battered.clone();
    let proposal = battle::propose_settled(&it.store, ours, fought, false).expect("it has an aftermath");
    battle::take_in(&mut it.store, proposal).expect("it is taken in");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.won, row.days, row.ended), (0, 1, None), "{}", it.story(siege));
    assert!(it.story(siege).contains("The bombardment of"), "{}", it.story(siege));
    let walls = it.store.walls(it.castle).expect("the walls");
    for hurt in &battered {
        let now = walls.iter().find(|(at, _)| (at.line, at.stretch) == (hurt.line - 1, hurt.stretch)).expect("hurt").1;
        assert_eq!((now.outer, now.inner), (hurt.outer, hurt.inner));
    }
    assert_eq!(it.store.train(it.host).expect("a train").park, park, "no engine is lost by it");
    assert!(it.store.waiting_contacts().expect("contacts").is_empty());
    sound(&it.store, "after the bombardment");
    it.store.undo().expect("it is undone").expect("something was undone");
    same(&before, &content(&it.store), "the bombardment undone");
    siege::call_off(&mut it.store, met.id).expect("called off");
    assert!(it.story(siege).contains("The bombardment at"), "{}", it.story(siege));
}

#[test]
fn cu_6_7_a_day_of_a_game_does_about_what_a_day_of_battering_does() {
    // Damages of a day by captains in a hundred days, beside how many the table gives (SG-1.4).
    let day = |battery: u8, seed: u64| {
        let plan = plan(Some(StormedPlace { battery, strong: false, stretches: 4, ..place() }), 30, 0, seed);
        let battle = Bombardment::cast(&plan, &House::new()).expect("no fault");
        let report = settles::settle(&battle).expect("settled").report;
        report.battered.iter().map(|hurt| u32::from(hurt.outer) + u32::from(hurt.inner)).sum::<u32>()
    };
    let battery = [1, 3, 6, 9, 12];
    let played = battery.map(|battery| (0..100).map(|seed| day(battery, seed)).sum::<u32>());
    let table = [10, 20, 40, 60, 80];
    println!("damages in a hundred days: {played:?}, by the table {table:?}");
    assert!(played.is_sorted(), "{played:?}");
    for (played, table) in played.into_iter().zip(table) {
        let (most, least) = (2 * table + 5, table / 3);
        assert!((least..=most).contains(&played), "{played} damages, by the table {table}");
    }
}

#[test]
fn cu_6_8_an_assault_costs_who_storms_by_how_it_ends_and_by_the_soldiers_left() {
    // 200 who fight and five clerics; the catapult misses with all it has: thrown back, and fourteen soldiers are left.
    let attacker = |men: u32| {
        let mut foot = unit("foot", 1000, men - 1, 3, "axe;shield");
        for n in 0..5 {
            foot.men.push(fighter(3000 + n, Class::Cleric, Grade::C, 4, "mace"));
        }
        host(vec![foot])
    };
    let by = |men: u32, storm: StormedPlace, own: &[(&str, &str)]| {
        let mut plan = plan(Some(storm), 28, 0, 3);
        plan.hosts.attacker = attacker(men);
        let own: House = own.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        Bombardment::cast(&plan, &own).expect("no fault")
    };
    let fell = |battle: &Bombardment, game: &Position| {
        let report = battle.report(game, &mut Seeded::new(4));
        let of = |fate| report.men.iter().filter(|man| man.side == Side::Attacker && man.fate == fate).count();
        let clerics = report.men.iter().filter(|man| (3000..3005).contains(&man.man.0) && man.fate != Fate::Unhurt);
        assert_eq!(clerics.count(), 0, "clerics do not storm");
        (of(Fate::Dead), of(Fate::Wounded))
    };
    let few: &[(&str, &str)] = &[("catapult_boulder", "1"), ("catapult_fire", "0"), ("catapult_disease", "0")];
    let miss = [Point::new(0, -400)];
    let battle = by(200, place(), few);
    let game = over(&battle, &miss);
    assert_eq!(game.ending(), Some(Ending::OutOfAmmunition));
    // 8 in a hundred, and 7 for fourteen soldiers: thirty of two hundred.
    assert_eq!(fell(&battle, &game), (15, 15));
    assert!(battle.about().contains("5 in a hundred if the line is won and 8 if it is not"), "{}", battle.about());
    let report = battle.report(&game, &mut Seeded::new(4));
    let told = battle.casting(&game, &report);
    assert!(told.iter().any(|line| line.contains("15 in a hundred") && line.contains("15 dead (CU-6.8)")), "{told:?}");
    // Rounded up: of ten men two.
    let battle = by(10, place(), few);
    let (dead, wounded) = fell(&battle, &over(&battle, &miss));
    assert_eq!(dead + wounded, 2);
    // A line that is won costs 5 and 7: a gatehouse comes down under three boulders.
    let gate = middle_of(named("south gatehouse"));
    let battle = by(200, place(), &[]);
    let game = played(&battle, &[gate, gate, gate]);
    assert_eq!(game.ending(), Some(Ending::Gatehouse));
    let able = game.people().iter().filter(|it| it.role == Role::Soldier && it.health == Health::Able).count();
    let (dead, wounded) = fell(&battle, &game);
    assert_eq!(dead + wounded, 2 * (5 + able / 2));
    // Whoever is injured costs nobody: 8, and one for each who is not.
    let battle = by(200, place(), &[few, &[("assault_soldiers_cost", "1")]].concat());
    let mut game = injured(&battle);
    while let Some(side) = game.pending().first() {
        game.play(side, Decision::Done, &mut Seeded::new(1), &mut NullSink).expect("nobody does anything");
    }
    let able = game.people().iter().filter(|it| it.role == Role::Soldier && it.health == Health::Able).count();
    assert!(able < 14 && game.ending() == Some(Ending::OutOfAmmunition));
    let (dead, wounded) = fell(&battle, &game);
    assert_eq!(dead + wounded, 2 * (8 + able), "{able} are left");
    // By the campaign's own numbers.
    let battle = by(200, place(), &[few, &[("assault_lost_costs", "20"), ("assault_soldiers_cost", "1")]].concat());
    assert_eq!(fell(&battle, &over(&battle, &miss)), (34, 34));
    // A bombardment costs the besiegers nobody.
    let battle = by(200, StormedPlace { battery: 6, ..place() }, few);
    let game = over(&battle, &miss);
    assert!(game.ending().is_some());
    assert_eq!(fell(&battle, &game), (0, 0));
    assert!(battle.about().contains("The besiegers lose nobody by it (CU-6.7)"), "{}", battle.about());
}

#[test]
fn cu_6_9_an_assault_has_two_shots_for_each_assailant_to_one_of_the_garrison() {
    let by = |men: u32, clerics: u32, own: &[(&str, &str)]| {
        let mut foot = unit("foot", 1000, men - 1, 3, "axe;shield");
        for n in 0..clerics {
            foot.men.push(fighter(3000 + n, Class::Cleric, Grade::C, 4, "mace"));
        }
        let mut plan = plan(Some(place()), 28, 4, 3);
        plan.hosts.attacker = host(vec![foot]);
        let own: House = own.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        Bombardment::cast(&plan, &own).expect("no fault")
    };
    let shots = |men: u32| begun(&by(men, 0, &[])).shots_left();
    // Against 28 who fight: 41 are 2.93 and 42 are 3; nobody comes without one, and there are eighteen counters.
    for (men, wanted) in [(1, 1), (13, 1), (27, 1), (28, 2), (41, 2), (42, 3), (56, 4), (251, 17), (252, 18), (900, 18)]
    {
        assert_eq!(shots(men), Some(wanted), "{men} men");
    }
    assert_eq!(begun(&by(56, 100, &[])).shots_left(), Some(4), "clerics do not storm");
    let about = by(56, 0, &[]).about();
    assert!(about.contains("; 4 shots (2 for each of the 56 who fight to one of 28, CU-6.9)"), "{about}");
    // A campaign's own number; by 0 all the ammunition.
    assert_eq!(begun(&by(56, 0, &[("assault_shots", "5")])).shots_left(), Some(10));
    assert_eq!(begun(&by(56, 0, &[("assault_shots", "0")])).shots_left(), None);
    let few = begun(&by(900, 0, &[("catapult_boulder", "2"), ("catapult_fire", "1"), ("catapult_disease", "0")]));
    assert_eq!(few.shots_left(), Some(3));
    // When they are made and nothing has fallen the assault is thrown back.
    let battle = by(42, 0, &[]);
    let game = over(&battle, &[Point::new(0, -400); 3]);
    assert_eq!((game.ending(), game.turn()), (Some(Ending::ShotsMade), 3));
    let report = battle.report(&game, &mut Seeded::new(1));
    assert_eq!((report.winner, report.holds), (Some(Side::Defender), Some(Side::Defender)));
    // A gatehouse that falls under the last of them is won.
    let gate = middle_of(named("south gatehouse"));
    let battle = by(42, 0, &[]);
    let game = played(&battle, &[gate, gate, gate]);
    assert_eq!(game.ending(), Some(Ending::Gatehouse));
    assert_eq!(battle.report(&game, &mut Seeded::new(1)).holds, Some(Side::Attacker));
}

/// Plays a game by captains to its end, but that the attacker's shots lie where they are laid.
fn over(battle: &Bombardment, shots: &[Point]) -> Position {
    let mut game = played(battle, shots);
    let mut dice = Seeded::new(1);
    while let Some(side) = game.pending().first() {
        let decision = Engineer::default().decide(&game.view(side));
        game.play(side, decision, &mut dice, &mut NullSink).expect("it is allowed");
    }
    game
}

/// A siege of a border castle on a day, both sides having rested so far.
fn on_day(day: u32, park: Park, own: &[(&str, &str)]) -> Siege {
    let own = own.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    let hosts =
        BySide { attacker: sieges::Host::of(300, Grade::C, 9_000), defender: sieges::Host::of(200, Grade::C, 9_000) };
    let plan = sieges::Plan { kind: Kind::BorderCastle, moat: Moat::None, capacity: 9_000, hosts, park, relief: None };
    let tables = sieges::Tables::with_house(&own).expect("within their bounds");
    let mut dice = Seeded::new(2);
    let mut siege = Siege::begin(&plan, &tables, &mut dice, &mut NullSink);
    while siege.day < day || siege.pending().first() != Some(Side::Attacker) {
        let side = siege.pending().first().expect("it goes on");
        siege.play(side, Siegework::Act(Action::Rest), &mut dice, &mut NullSink).expect("he may rest");
    }
    siege
}

#[test]
fn cu_6_7_a_captain_bombards_on_the_last_day_of_every_second_siege_turn() {
    let battery = Park { trebuchets: 3, ladders: true, ..Park::default() };
    let does = |day, park, own: &[(&str, &str)]| {
        let siege = on_day(day, park, own);
        match Constable.decide(&siege.view(Side::Attacker)) {
            Siegework::Act(action) => action,
            other => panic!("{other:?}"),
        }
    };
    let bombards = |action| action == Action::Bombard;
    assert!(bombards(does(14, battery, &[])) && bombards(does(28, battery, &[])));
    for day in [7, 13, 15, 21] {
        assert!(matches!(does(day, battery, &[]), Action::Batter(_)), "day {day}");
    }
    // Rams batter besides, and take no part in a bombardment; without an engine one is built; and never, if a campaign says so.
    assert!(matches!(does(14, Park { rams: 1, ..battery }, &[]), Action::Batter(_)));
    assert_eq!(does(14, Park { trebuchets: 0, ..battery }, &[]), Action::Build(Gear::Trebuchet));
    assert!(matches!(does(14, battery, &[("bombards_every", "0")]), Action::Batter(_)));
    assert!(bombards(does(7, battery, &[("bombards_every", "1")])));
    // By standing orders on any day there is something that throws.
    let orders = StandingOrders(vec![Order::Bombard, Order::Mangonel, Order::Rest]);
    let ordered = |park| orders.decide(&on_day(3, park, &[]).view(Side::Attacker));
    assert_eq!(ordered(battery), Siegework::Act(Action::Bombard));
    assert_eq!(ordered(Park::default()), Siegework::Act(Action::Build(Gear::Mangonel)));
    assert_eq!(Order::list("bombard; rest").ok(), Some(vec![Order::Bombard, Order::Rest]));
}

#[test]
fn cu_6_7_standing_orders_bombard_in_the_turn_and_the_days_of_it_stand_under_one_date() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 60, 20);
    it.provide(Park { mangonels: 2, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Bombard, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    it.turns(1);
    let met = it.store.waiting_contacts().expect("contacts").pop().expect("a bombardment waits");
    assert_eq!(met.kind, ContactKind::Bombardment);
    // It waited through the rest of the turn, and is of the day it was listed on.
    let today = it.store.day().expect("a day");
    assert!(met.day < today, "{} of {}", met.day.long(), today.long());
    let muster =
        muster::muster_by(&it.store, met.attacker, met.defender, 4, Ruleset::CastleUnderSiege).expect("they meet");
    assert_eq!(muster.battle.day, met.day);
    let fought = battle::fight(&muster, &numbers::of_battles(&it.store).expect("house numbers")).expect("fought");
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("it has an aftermath");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    let story = it.store.siege_story(siege).expect("a story");
    let days: Vec<_> = story.iter().filter(|line| line.text.contains("ombard")).map(|line| line.day).collect();
    assert!(days.len() >= 2 && days.iter().all(|&day| day == met.day), "{}", it.story(siege));
    let battle = it.store.battles().expect("battles").pop().expect("one");
    assert_eq!(battle.day, met.day);
    sound(&it.store, "after the bombardment");
}

#[test]
fn cu_6_7_an_assault_won_by_a_game_is_told_under_the_day_it_was_made() {
    // Played by hand the siege is days ahead of the campaign: the battle and what follows from it are of its own day.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 60, 20);
    it.provide(Park { ladders: true, mangonels: 1, ..Park::default() });
    let by_hand = |it: &mut Border, action| {
        let orders = Orders { actions: BySide { attacker: Some(action), defender: Some(Action::Rest) } };
        siege::play_by_hand(&mut it.store, siege, &orders).expect("a day is played")
    };
    by_hand(&mut it, Action::Rest);
    let met = (0..5)
        .find_map(|_| {
            by_hand(&mut it, Action::Assault);
            it.store.waiting_contacts().expect("contacts").pop()
        })
        .expect("they have the initiative once in five days");
    assert!(met.day > it.store.day().expect("a day"));
    let before = it.store.siege_story(siege).expect("a story").len();
    siege::resolve(&mut it.store, met.id).expect("it is rolled for");
    let story = it.store.siege_story(siege).expect("a story").split_off(before);
    assert!(!story.is_empty() && story.iter().all(|line| line.day == met.day), "{}", it.story(siege));
}

#[test]
fn cu_6_7_nobody_bombards_besiegers_who_are_shut_in() {
    let battery = Park { trebuchets: 3, ..Park::default() };
    let mut siege = on_day(3, battery, &[]);
    siege.play(Side::Attacker, Siegework::Act(Action::Rest), &mut Seeded::new(1), &mut NullSink).expect("he may rest");
    assert_eq!(siege.pending().first(), Some(Side::Defender));
    // Garrison and relief besiege those who hold the first line; they batter it, and do not bombard it.
    (siege.won, siege.shut_in, siege.parks.defender) = (1, true, battery);
    let does = |action| siege.check(Side::Defender, &Siegework::Act(action));
    assert_eq!(does(Action::Bombard), Err(sieges::Illegal::NotBombarded));
    assert_eq!(does(Action::Batter(sieges::At { line: 0, stretch: 0 })), Ok(()));
}
