//! The sample's siege of Caerlaverock played to its end by captains on both sides (SG-1 to SG-3, CP-2): nobody, no penny and no loaf
//! is lost on the way, and the end is one of those that the page has.

use crate::sg_random::loaves;
use crate::support::{folder, sound};
use banneret::app::{found, siege, turn};
use banneret::campaign::ids::{FormationId, StrongholdId};
use banneret::campaign::people::PersonState;
use banneret::campaign::war::ContactKind;
use banneret::rules::siege::End;
use banneret::store::Store;

/// Rations in the castle's store and in the trains of those who are at the siege.
fn rations(store: &Store, castle: StrongholdId, armies: &[FormationId]) -> i64 {
    let carried = armies.iter().map(|army| i64::from(store.train(*army).expect("a train").rations)).sum::<i64>();
    carried + i64::from(store.stronghold(castle).expect("the castle").rations)
}

/// All the money there is, which has two sides (CP-1.3).
fn money(store: &Store) -> i64 {
    let world = store.account(store.world().expect("the world")).expect("its account").pence.0;
    world + store.accounts().expect("accounts").iter().map(|account| account.pence.0).sum::<i64>()
}

#[test]
fn sg_1_to_3_caerlaverock_is_played_to_its_end_by_captains() {
    let folder = folder();
    let mut store =
        found::from_sample(&folder.path().join("caerlaverock.banneret"), "caerlaverock").expect("it begins");
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn is played");
    }
    let [host, garrison] =
        ["Host of England", "Garrison of Caerlaverock"].map(|name| store.army_named(name).expect("an army").id);
    let castle = store.stronghold_named("Caerlaverock Castle").expect("the castle").id;
    let men: Vec<_> = [host, garrison].iter().flat_map(|army| store.men_of(*army).expect("men")).collect();
    let (people, pence) = (store.people().expect("people").len(), money(&store));
    let opened = siege::open(&mut store, host, castle).expect("it may be besieged");
    let bread = rations(&store, castle, &[host, garrison]);
    let mut fought = 0;
    for _ in 0..60 {
        if store.siege(opened).expect("the siege").ended.is_some() {
            break;
        }
        turn::play(&mut store).expect("a turn is played");
        while let Some(met) = store
            .waiting_contacts()
            .expect("contacts")
            .into_iter()
            .find(|met| met.siege == Some(opened) && met.kind != ContactKind::Field)
        {
            siege::resolve(&mut store, met.id).expect("it is rolled for");
            fought += 1;
        }
        sound(&store, "a turn at Caerlaverock");
        assert_eq!(store.people().expect("people").len(), people, "nobody is lost");
        assert_eq!(money(&store), pence, "money has two sides");
        if store.siege(opened).expect("the siege").ended.is_none() {
            let told = loaves(&store.siege_story(opened).expect("the story"));
            assert_eq!(rations(&store, castle, &[host, garrison]), bread + told, "no loaf is lost");
        }
    }
    let story: Vec<String> = store.siege_story(opened).expect("the story").into_iter().map(|line| line.text).collect();
    let (end, _) = store.siege(opened).expect("the siege").ended.unwrap_or_else(|| panic!("no end: {story:#?}"));
    assert!([End::Taken, End::Surrendered, End::Fell, End::Lifted].contains(&end), "{end}: {story:#?}");
    assert!(fought > 0, "captains storm such a castle: {story:#?}");
    // Whoever is not with his army any more is accounted for.
    let left: Vec<_> = [host, garrison].iter().flat_map(|army| store.men_of(*army).unwrap_or_default()).collect();
    for man in men.iter().filter(|man| !left.iter().any(|there| there.id == man.id)) {
        let now = store.person(man.id).expect("he is known");
        let gone = now.state != PersonState::Fit || now.formation != man.formation;
        assert!(gone, "{}: {:?}", now.styled(), now.state);
    }
    let english = store.side_named("England").expect("England").id;
    let theirs = store.stronghold(castle).expect("the castle").side == english;
    assert_eq!(theirs, end != End::Lifted, "{end}: {story:#?}");
}
