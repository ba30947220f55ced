//! The campaign that benches share: 10,000 people in 20 armies of two sides on the map of *The March*, and twenty years of
//! it, week by week. Armies march, men are wounded and tagged, captives are taken and ransomed, and all of it is journalled
//! as a referee's own doing would be. It is made once for a version of the program and a number of years, and kept in the
//! target folder.
//!
//! `BANNERET_BENCH_YEARS` shortens the years.

use banneret::app::edit::{self, Becomes, Changes};
use banneret::app::world::ByHand;
use banneret::app::{captives, found, import, march, relations, turn};
use banneret::campaign::ids::{FormationId, PersonId, SideId};
use banneret::campaign::money::Pence;
use banneret::campaign::realm::Stance;
use banneret::rules::figure::Class;
use banneret::store::Store;
use banneret::store::file::SCHEMA;
use std::fs;
use std::path::{Path, PathBuf};

/// How many years are played.
pub fn years() -> u32 {
    std::env::var("BANNERET_BENCH_YEARS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// The men of a side's armies as a roster.
fn roster(side: &str, armies: u32) -> String {
    let mut roster = String::from("army,battle,force,unit,class,rank,grade,protection,weapons,horse,count\n");
    for army in 0..armies {
        for battle in 0..2 {
            for force in 0..2 {
                let place = format!("Army {army} of {side},Battle {battle},Force {force}");
                roster += &format!("{place},,knight,knight,C,2,sword;heavy lance,unbarded,5\n");
                for unit in 0..3 {
                    roster += &format!("{place},Unit {unit},sergeant,,C,3,spear;shield,none,40\n");
                }
            }
        }
    }
    roster
}

/// The campaign, made if it is not there yet; a copy of it is to be worked on.
pub fn large() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("generated-{SCHEMA}-{}.banneret", years());
    let file = folder.join(name);
    if !file.exists() {
        let making = file.with_extension("making");
        let _ = fs::remove_file(&making);
        make(&making);
        fs::rename(&making, &file).expect("it is kept");
    }
    file
}

fn make(file: &Path) {
    let mut store = found::from_sample(file, "march").expect("the sample");
    for (side, armies) in [("Estmark", 10), ("Gorwen", 9)] {
        import::import(&mut store, roster(side, armies).as_bytes(), side, false).expect("the roster");
    }
    let sides: Vec<SideId> = store.sides().expect("the sides").into_iter().map(|side| side.id).collect();
    // At peace and paid, so that the people stay, and the armies march for twenty years.
    relations::set(&mut store, sides[0], sides[1], Stance::Peace, None).expect("peace");
    for side in &sides {
        relations::grant(&mut store, *side, Pence::from_pounds(10_000_000), "paid for twenty years").expect("money");
    }
    let armies: Vec<FormationId> = store.armies().expect("the armies").into_iter().map(|army| army.id).collect();
    let places: Vec<_> = store.places().expect("the places").into_iter().map(|place| place.id).collect();
    let knights: Vec<(PersonId, SideId)> = armies
        .iter()
        .flat_map(|army| store.men_of(*army).expect("men"))
        .filter(|man| man.profile.class == Class::Knight)
        .map(|man| (man.id, man.side))
        .collect();
    for week in 0..years() as usize * 52 {
        for at in 0..3 {
            // An army that is there already, or held, stays.
            let _ = march::order(
                &mut store,
                armies[(week * 3 + at) % armies.len()],
                places[(week * 7 + at) % places.len()],
            );
        }
        // A skirmish a month: a score hurt, and a knight taken, asked for and paid for.
        if week % 4 == 0 {
            skirmish(&mut store, &armies, week);
            let (knight, side) = knights[week / 4 % knights.len()];
            if let Some(other) = sides.iter().copied().find(|other| *other != side) {
                ransom(&mut store, knight, other);
            }
        }
        turn::play(&mut store).expect("a turn");
    }
}

/// Hurts a score of an army and tags them, in one action.
fn skirmish(store: &mut Store, armies: &[FormationId], week: usize) {
    let men = store.men_of(armies[week / 4 % armies.len()]).expect("men");
    let hurt: Vec<PersonId> =
        men.iter().skip(week % 100).filter(|man| man.state.serves()).take(20).map(|man| man.id).collect();
    let changes = Changes {
        becomes: Some(Becomes::Wounded),
        tag: vec![format!("skirmish of year {}", week / 52 + 1)],
        ..Changes::default()
    };
    if !hurt.is_empty() {
        let _ = edit::many(store, &hurt, &changes, &ByHand::because("a skirmish"));
    }
}

/// Takes a knight, asks a ransom and has it paid; he goes back to where he served.
fn ransom(store: &mut Store, knight: PersonId, by: SideId) {
    let man = store.person(knight).expect("a knight");
    if edit::person(store, &man, Becomes::CaptiveOf(by), &ByHand::because("taken foraging")).is_err() {
        return;
    }
    let Some(held) = store.captivity_of(knight).expect("read") else { return };
    // The ransom of kings and dukes is by negotiation (MM-8.4).
    let by_the_book = captives::ask(store, held.id, None);
    by_the_book.or_else(|_| captives::ask(store, held.id, Some(Pence::from_marks(2000)))).expect("asked");
    captives::agree(store, held.id, None).expect("agreed");
    captives::pay(store, held.id, captives::Payer::Side, None).expect("paid");
}
