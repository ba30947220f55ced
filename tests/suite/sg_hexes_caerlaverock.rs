//! The sample’s siege of Caerlaverock settled on hexes (SG-5, SG-8): the host is drawn up where it can come to the wall, comes to
//! blows there, and takes the castle or does not.

use crate::support::folder;
use banneret::app::{found, numbers, plan, siege, turn};
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::assault::{AssaultBattle, Event};
use banneret::rules::figure::Side;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{self, Settles as _};
use banneret::store::Store;

/// The host before Caerlaverock as soon as an assault waits.
fn before_the_castle() -> (tempfile::TempDir, Store, Contact) {
    let folder = folder();
    let mut store =
        found::from_sample(&folder.path().join("caerlaverock.banneret"), "caerlaverock").expect("it begins");
    let host = store.army_named("Host of England").expect("the host").id;
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn is played");
    }
    let holdings = store.strongholds().expect("strongholds");
    let castle = holdings.into_iter().find(|holding| holding.name == "Caerlaverock Castle").expect("the castle").id;
    siege::open(&mut store, host, castle).expect("it may be besieged");
    for _ in 0..12 {
        turn::play(&mut store).expect("a turn is played");
        let waiting = store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) {
            return (folder, store, met);
        }
    }
    panic!("no assault in twelve turns");
}

/// Whether they came to blows at a ladder they had raised, and who won.
fn fought(store: &Store, met: &Contact, seed: u64) -> (bool, Option<Side>) {
    let muster = plan::muster_by(store, met.attacker, met.defender, seed, Ruleset::Assault).expect("they may fight");
    let battle =
        AssaultBattle::cast(&muster.plan, &numbers::of_battles(store).expect("house numbers")).expect("it is fought");
    let mut played = settles::begin(&battle);
    played.conduct(&settles::captain(&battle)).expect("captains keep to the rules");
    let told = |is: &dyn Fn(&Event) -> bool| played.events().iter().any(is);
    let raised = told(&|event| matches!(event, Event::Raised { .. }));
    let blows = told(&|event| matches!(event, Event::Struck { .. }));
    (raised && blows, played.position().winner())
}

#[test]
fn sg_5_before_caerlaverock_the_attackers_come_to_blows_at_the_wall_and_either_side_may_win() {
    let (_folder, store, met) = before_the_castle();
    let ends: Vec<_> = (1..=15).map(|seed| fought(&store, &met, seed)).collect();
    assert!(ends.iter().filter(|(fights, _)| *fights).count() >= 12, "{ends:?}");
    let won = ends.iter().filter(|(_, winner)| *winner == Some(Side::Attacker)).count();
    assert!((3..=12).contains(&won), "between one in five and four in five: {won} of 15");
}
