//! Sieges: a thousand of some thirty weeks looked ahead at, against as many dice as they roll, rolled bare; and a turn of a
//! campaign with ten sieges, against the same campaign's turn before they were laid. Targets: two seconds on two cores, and a
//! turn's own 200 ms.

use banneret::app::{import, march, siege, turn};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::{FormationId, StrongholdId};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::places::{NewPlace, NewRoute, NewStronghold, PlaceKind, RouteKind, StrongholdKind};
use banneret::campaign::realm::{CampaignFacts, Stance, Tincture};
use banneret::campaign::siege::SiegeTrain;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Grade};
use banneret::rules::forecast::{Ask, forecast};
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::siege::{Constable, Host, Kind, Moat, Outlook, Park, Plan, Siege, Tables};
use banneret::store::Store;
use serde_json::json;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SIEGES: u64 = 1_000;
const SEED: u64 = 1300;
const ROUNDS: usize = 9;

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let result = black_box(work());
    (begun.elapsed(), result)
}

/// The median of some times.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn told(what: &str, ours: Duration, reference: &str, theirs: Duration, target: Duration) {
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let met = if ours <= target { "met" } else { "MISSED" };
    println!("{what}: {ours:?} (target {target:?}: {met}); {reference}: {theirs:?}, ratio {ratio:.2}");
}

/// Dice that count how often they fall.
struct Counted(Seeded, u64);

impl Dice for Counted {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        self.1 += 1;
        self.0.die(roll, sides)
    }
}

/// A baron's castle with stores for more than a year behind a moat that cannot be filled.
fn long_siege() -> Plan {
    let garrison = Host { mouths: 20, horses: 10, ..Host::of(120, Grade::B, 9_000) };
    let besiegers = Host { knights: 30, horses: 60, ..Host::of(340, Grade::B, 60_000) };
    Plan {
        kind: Kind::Castle,
        moat: Moat::TooDeep,
        capacity: 9_500,
        hosts: BySide { attacker: besiegers, defender: garrison },
        park: Park { trebuchets: 2, ..Park::default() },
        relief: None,
    }
}

fn forecasts() {
    let outlook = Outlook::of(Siege::laid(&long_siege(), &Tables::book()));
    // The same sieges once more, to count their dice.
    let mut dice = 0;
    for run in 0..SIEGES {
        let mut counted = Counted(Seeded::stream(SEED, run + 1), 0);
        let mut siege = Siege::begin(&long_siege(), &Tables::book(), &mut counted, &mut NullSink);
        while let Some(side) = siege.pending().first() {
            let decision = Constable.decide(&siege.view(side));
            siege.play(side, decision, &mut counted, &mut NullSink).expect("a constable decides what he may");
        }
        dice += counted.1;
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
    let (mut ours, mut bare, mut days) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let ask = Ask { runs: SIEGES, seed: SEED, threads };
        let (time, counts) = timed(|| forecast(&outlook, &ask, &AtomicBool::new(false), &|_| {}));
        ours.push(time);
        days = counts.days.sum / SIEGES;
        let rolled = timed(|| {
            let mut rolling = Seeded::new(SEED);
            (0..dice).map(|_| u64::from(rolling.die("bare", 10))).sum::<u64>()
        });
        bare.push(rolled.0);
    }
    println!("{SIEGES} sieges of {} weeks on average, {dice} dice", days / 7);
    let what = format!("{SIEGES} sieges forecast on {threads} threads");
    told(&what, median(ours), "their dice alone on one", median(bare), Duration::from_secs(2));
}

/// Ten castles of one side with their garrisons, and before each a host of the other.
fn ten_castles(file: &Path) -> (Store, Vec<(FormationId, StrongholdId)>) {
    let first_day = Day::of(1300, 3, 25).expect("Lady Day");
    let about = CampaignFacts {
        name: "Ten castles".to_owned(),
        first_day,
        day: first_day,
        turn: 0,
        turn_days: 7,
        seed: SEED,
        blurb: String::new(),
    };
    let begins = |store: &mut Store| {
        store.act("new campaign", &json!({}), |act| Ok((act.found(&about)?, "It begins.".to_owned())))
    };
    let (mut store, ()) = Store::create(file, begins).expect("it begins");
    let castles: Vec<StrongholdId> = store
        .act("map", &json!({}), |act| {
            let red = act.add_side("Red", Tincture::Gules, People::English)?;
            let blue = act.add_side("Blue", Tincture::Azure, People::French)?;
            act.set_stance(red, blue, Stance::War, None)?;
            for side in [red, blue] {
                act.pay(act.world()?, act.side_account(side)?, Pence::from_marks(100_000), "the war chest", "CP-1.3")?;
            }
            let (mut castles, mut last) = (Vec::new(), None);
            for number in 0..10 {
                let name = format!("Keep {number}");
                let kind = PlaceKind::Castle;
                let side = Some(blue);
                let x = number * 100;
                let place = act.add_place(&NewPlace { name, kind, side, x, y: 500, people: 100, fiefs: 0 })?;
                if let Some(last) = last {
                    act.add_route(&NewRoute { a: last, b: place, miles: 20, kind: RouteKind::Road, measured: false })?;
                }
                last = Some(place);
                castles.push(act.add_stronghold(&NewStronghold {
                    place,
                    side: blue,
                    name: format!("Castle {number}"),
                    kind: StrongholdKind::BaronsCastle,
                    capacity: 200,
                    rations: 3_000,
                    store_capacity: 4_000,
                    moat_days: 4,
                })?);
            }
            Ok((castles, "The map is drawn.".to_owned()))
        })
        .expect("the map");
    let raised = |store: &mut Store, side: &str, name: &str, castle: StrongholdId, men: u32| {
        let csv =
            format!("army,unit,class,rank,grade,count\n{name},Men,knight,knight,B,3\n{name},Men,sergeant,,C,{men}\n");
        import::import(store, csv.as_bytes(), side, false).expect("the roster");
        let army = store.army_named(name).expect("the army").id;
        let place = store.stronghold(castle).expect("the castle").place;
        store
            .act("place", &json!({}), |act| Ok((act.set_army_place(army, place, None)?, "Placed.".to_owned())))
            .expect("it stands");
        army
    };
    let mut hosts = Vec::new();
    for (number, castle) in castles.into_iter().enumerate() {
        let garrison = raised(&mut store, "Blue", &format!("Watch {number}"), castle, 57);
        march::garrison(&mut store, garrison, Some(castle)).expect("they go in");
        let host = raised(&mut store, "Red", &format!("Host {number}"), castle, 197);
        let train = SiegeTrain { rations: 5_000, animals: 40, park: Park { trebuchets: 2, ..Park::default() } };
        siege::set_train(&mut store, host, &train, "for the bench").expect("loaded");
        hosts.push((host, castle));
    }
    (store, hosts)
}

/// A turn played and taken back, some times over.
fn turns(store: &mut Store) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        times.push(timed(|| turn::play(store).expect("a turn")).0);
        store.undo().expect("undone").expect("the turn");
    }
    median(times)
}

fn ten_sieges() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut store, hosts) = ten_castles(&folder.path().join("ten.banneret"));
    let before = turns(&mut store);
    for (host, castle) in hosts {
        siege::open(&mut store, host, castle).expect("it may be besieged");
    }
    assert_eq!(store.open_sieges().expect("sieges").len(), 10);
    let what = "a turn of 2,600 men with ten sieges";
    told(what, turns(&mut store), "the turn before they were laid", before, Duration::from_millis(200));
}

fn main() {
    forecasts();
    ten_sieges();
}
