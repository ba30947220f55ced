//! The world made and mended by hand (CP-7.7): from an empty file to a war, each step an action with its reason, and what
//! stands in the way of taking a thing out.

use crate::store::Story;
use crate::support::{content, folder, json, march, open, refused, said, same, sound};
use banneret::app::captives::{self, Payer, Security};
use banneret::app::edit::{self, Becomes};
use banneret::app::found::{self, Beginning};
use banneret::app::history;
use banneret::app::world::captivities::{self, PartEdit};
use banneret::app::world::mapping::{self, Taking};
use banneret::app::world::persons::{self, NewMen};
use banneret::app::world::sides::{self, NewSide, Parting};
use banneret::app::world::{ByHand, chart, contacts, holds, mend, picture, places, routes, times, troops};
use banneret::app::{march as marches, relations, turn};
use banneret::campaign::captivity::{Captive, InstalmentState};
use banneret::campaign::ids::{PlaceId, SideId};
use banneret::campaign::map::{MapScale, MapSpot};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::{Person, PersonState, Service};
use banneret::campaign::places::{NewPlace, NewStronghold, Place, PlaceKind, RouteKind, StrongholdKind};
use banneret::campaign::problem::{Problem, ProblemKind};
use banneret::campaign::realm::{CampaignFacts, Realm, Stance};
use banneret::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, Standing};
use banneret::rules::siege::{At, Stretch};
use banneret::store::Store;
use banneret::store::world::RowOf;
use serde_json::Value;
use std::path::Path;

/// A side with three hundred marks.
pub fn side(name: &str) -> NewSide {
    NewSide { name: name.to_owned(), tincture: None, people: People::French, treasury: Pence::from_marks(300) }
}

fn place(name: &str, side: Option<SideId>, x: i64, y: i64) -> NewPlace {
    NewPlace { name: name.to_owned(), kind: PlaceKind::Town, side, x, y, people: 1200, fiefs: 2 }
}

fn castle(name: &str, place: PlaceId, side: SideId) -> NewStronghold {
    NewStronghold {
        place,
        side,
        name: name.to_owned(),
        kind: StrongholdKind::BorderCastle,
        capacity: 60,
        rations: 300,
        store_capacity: 900,
        moat_days: 4,
    }
}

fn sergeants() -> Profile {
    Profile {
        class: Class::Sergeant,
        rank: Rank::None,
        grade: Grade::C,
        protection: Protection::NONE,
        weapons: Vec::new(),
        horse: Horse::None,
    }
}

fn why(reason: &str) -> ByHand {
    ByHand::because(reason)
}

/// Everything that is made and mended by hand, each thing undone and redone; the campaign is at the end as it was, but for
/// a side that took no part in it.
pub fn told(story: &mut Story) {
    let by = why("told at the table");
    let sorel = story.does(|store| sides::add(store, &side("Sorel"), &by));
    let facts = story.store().about().expect("the campaign");
    story.does(|store| times::edit(store, &CampaignFacts { turn_days: 10, ..facts.clone() }, &by));
    story.does(|store| times::edit(store, &CampaignFacts { name: "The March".to_owned(), ..facts.clone() }, &by));
    let realm = story.store().side(sorel).expect("the side");
    story.does(|store| sides::edit(store, &Realm { name: "Sorel the Fair".to_owned(), ..realm.clone() }, &by));
    let scale = MapScale { a: MapSpot { x: 0, y: 0 }, b: MapSpot { x: 0, y: 500 }, miles: 100 };
    story.does(|store| chart::set_scale(store, &scale, &by));
    let haven = story.does(|store| places::add(store, &place("Haven", Some(sorel), 40, 40), &by));
    let mill = story.does(|store| places::add(store, &place("Mill", Some(sorel), 40, 140), &by));
    let road = story.does(|store| routes::add(store, haven, mill, None, RouteKind::Road, &by));
    assert_eq!(story.store().route(road).expect("the road").miles, 20, "100 units of 500 for 100 miles");
    let moved = Place { y: 240, ..story.store().place(mill).expect("the mill") };
    story.does(|store| places::edit(store, &moved, &by));
    let route = story.store().route(road).expect("the road");
    assert_eq!(route.miles, 40, "measured anew");
    story.does(|store| routes::edit(store, &by_hand(&route, 33), &by));
    let hold = story.does(|store| holds::add(store, &castle("Haven Castle", haven, sorel), &by));
    let old = story.store().stronghold(hold).expect("the castle");
    let bigger = banneret::campaign::places::Stronghold { capacity: 80, ..old };
    story.does(|store| holds::edit(store, &bigger, &by));
    let at = At { line: 0, stretch: 0 };
    story.does(|store| holds::set_wall(store, hold, at, Stretch { outer: 1, inner: 0 }, &by));
    let host = story.does(|store| troops::add_army(store, sorel, "Host of Sorel", haven, Some(hold), &by));
    let army = story.store().formation(host).expect("the host");
    let out = banneret::campaign::armies::Formation { stronghold: None, place: Some(mill), unpaid_weeks: 1, ..army };
    story.does(|store| troops::edit(store, &out, &by));
    let many = NewMen { side: sorel, formation: Some(host), name: String::new(), profile: sergeants(), count: 12 };
    let men = story.does(|store| persons::add(store, &many, &by));
    story.does(|store| persons::retire(store, &men[..2], &by));
    story.does(|store| persons::remove(store, men[11], &by));
    let mended = story.store().undoable().expect("the journal").expect("an action").id;
    story.does(|store| mend::mend(store, mended, "he was there after all"));
    let gorwen = story.store().side_named("Gorwen").expect("a side").id;
    relations::set(story.store(), sorel, gorwen, Stance::War, None).expect("war");
    let band = troops::add_army(story.store(), gorwen, "Band of Gorwen", mill, None, &by).expect("an army");
    let met = story.does(|store| contacts::make(store, host, band, &by));
    let today = story.store().day().expect("the day");
    story.does(|store| contacts::edit(store, met, today, band, &by));
    story.does(|store| contacts::lapse(store, met, &by));
    let parting = Parting { armies: vec![host], places: vec![mill], treasury: Pence(160), ..Parting::default() };
    let broken = story.does(|store| sides::part(store, sorel, &side("Sorel the Less"), &parting, &by));
    assert_eq!(story.store().formation(host).expect("the host").side, broken);
    story.does(|store| routes::remove(store, road, &by));
    story.does(|store| holds::remove(store, hold, &by));
    story.does(|store| places::remove(store, haven, &by));
    let empty = troops::add_army(story.store(), sorel, "Nobody", mill, None, &by).expect("an army");
    story.does(|store| troops::remove(store, empty, &by));
    let csv = b"name,x,y\nHaven,40,40\nMill,41,240\n";
    story.does(|store| mapping::take_in(store, csv, &Taking::default(), &by));
    story.does(|store| picture::lay(store, &crate::map_files::painted(60, 40), &by));
    story.does(|store| picture::take_away(store, &by));
    let last = story.does(|store| sides::add(store, &side("Merle"), &by));
    story.does(|store| sides::remove(store, last, &by));
    // So that it takes no part in what follows.
    relations::set(story.store(), sorel, gorwen, Stance::Peace, None).expect("peace");
    relations::set(story.store(), broken, gorwen, Stance::Peace, None).expect("peace");
    relations::set(story.store(), broken, sorel, Stance::Peace, None).expect("peace");
}

fn by_hand(route: &banneret::campaign::places::Route, miles: u32) -> banneret::campaign::places::Route {
    banneret::campaign::places::Route { miles, measured: false, ..route.clone() }
}

fn is_refused<T: std::fmt::Debug>(store: &mut Store, work: impl FnOnce(&mut Store) -> Result<T, Problem>) -> Problem {
    let before = content(store);
    let problem = work(store).expect_err("it is refused");
    let kinds = [ProblemKind::Refused, ProblemKind::BadInput, ProblemKind::NotFound];
    assert!(kinds.contains(&problem.kind) && !problem.hint.is_empty(), "{problem:?}");
    same(&before, &content(store), &problem.sentence);
    problem
}

#[test]
fn what_is_still_used_is_not_taken_out_and_says_by_what() {
    // CP-7.7
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = ByHand::default();
    let estmark = store.side_named("Estmark").expect("a side").id;
    let problem = is_refused(&mut store, |store| sides::remove(store, estmark, &by));
    assert!(problem.sentence.contains("strongholds") && problem.sentence.contains("men"), "{problem}");
    let ford = store
        .places()
        .expect("places")
        .into_iter()
        .find(|place| store.armies().expect("armies").iter().any(|army| army.place == Some(place.id)));
    let ford = ford.expect("a place with an army").id;
    let problem = is_refused(&mut store, |store| places::remove(store, ford, &by));
    assert!(problem.sentence.contains("arm"), "{problem}");
    let hold = store.stronghold_named("Marlstone").expect("a castle");
    assert!(is_refused(&mut store, |store| holds::remove(store, hold.id, &by)).sentence.contains("arm"));
    let gorwen = store.side_named("Gorwen").expect("a side").id;
    let taken = banneret::campaign::places::Stronghold { side: gorwen, ..hold.clone() };
    let problem = is_refused(&mut store, |store| holds::edit(store, &taken, &by));
    assert!(problem.sentence.contains("Garrison of Marlstone is in"), "{problem}");
    let small = banneret::campaign::places::Stronghold { capacity: 1, ..hold };
    assert!(is_refused(&mut store, |store| holds::edit(store, &small, &by)).sentence.contains("men are in"));
    let host = store.army_named("Host of Estmark").expect("an army");
    assert!(is_refused(&mut store, |store| troops::remove(store, host.id, &by)).sentence.contains("are in it"));
    let man = store.men_of(host.id).expect("men")[0].id;
    let king = store.side(estmark).expect("the side").lord.expect("a king");
    assert!(store.references(RowOf::Person(king)).expect("what refers to him").len() > 1);
    let captive = store.captives(false).expect("captives")[0].captive.person;
    assert!(is_refused(&mut store, |store| persons::remove(store, captive, &by)).sentence.contains("captive"));
    assert!(is_refused(&mut store, |store| persons::retire(store, &[captive], &by)).hint.contains("ransom"));
    assert!(is_refused(&mut store, |store| persons::retire(store, &[], &by)).sentence.contains("Nobody"));
    // A man who has done nothing may go, whatever he commands.
    persons::remove(&mut store, man, &by).expect("he is taken out");
    sound(&store, "without him");
    // A name once given is nobody else's, in whatever capitals.
    let name = store.places().expect("places")[0].name.to_uppercase();
    assert!(
        is_refused(&mut store, |store| places::add(store, &place(&name, None, 1, 1), &by)).sentence.contains("already")
    );
    let off = place("Nowhere", None, 1001, 5);
    assert!(is_refused(&mut store, |store| places::add(store, &off, &by)).sentence.contains("off the map"));
    for name in ["", "   ", "a\nb", &"x".repeat(101)] {
        is_refused(&mut store, |store| sides::add(store, &side(name), &by));
    }
}

#[test]
fn a_march_keeps_its_road() {
    // CP-2.1
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = ByHand::default();
    let household = store.army_named("King's Household").expect("an army");
    let target = store.place_named("Wexbridge").expect("a place").id;
    marches::order(&mut store, household.id, target).expect("orders");
    let orders = store.march(household.id).expect("orders").expect("orders");
    let first = routes::between(&store, household.place.expect("a place"), orders.path[0]).expect("a road");
    let problem = is_refused(&mut store, |store| routes::remove(store, first.id, &by));
    assert!(problem.sentence.contains("King's Household") && problem.hint.contains("Halt"), "{problem}");
    is_refused(&mut store, |store| places::remove(store, orders.path[0], &by));
    turn::play(&mut store).expect("a turn");
    if let Some(orders) = store.march(household.id).expect("orders").filter(|orders| orders.miles_done > 0) {
        let at = store.formation(household.id).expect("the army").place.expect("a place");
        let road = routes::between(&store, at, orders.path[0]).expect("a road");
        let short = by_hand(&road, orders.miles_done);
        assert!(is_refused(&mut store, |store| routes::edit(store, &short, &by)).sentence.contains("behind it"));
    }
    if store.march(household.id).expect("orders").is_some() {
        marches::halt(&mut store, household.id).expect("it halts");
    }
    if !store
        .marches()
        .expect("marches")
        .iter()
        .any(|march| march.path.contains(&first.a) || march.path.contains(&first.b))
    {
        routes::remove(&mut store, first.id, &by).expect("the road goes");
    }
    sound(&store, "with the roads");
}

#[test]
fn the_date_goes_on_at_will_and_never_back_before_what_happened() {
    // CP-1.4
    let folder = folder();
    let file = folder.path().join("new.banneret");
    let day = |text: &str| text.parse().expect("a day");
    let beginning =
        Beginning { turn_days: 5, seed: Some(9), first_day: Some(day("1300-04-10")), ..Beginning::of("A war") };
    let mut store = found::empty(&file, &beginning).expect("a campaign");
    let by = ByHand::default();
    sides::add(&mut store, &side("Sorel"), &by).expect("a side");
    let facts = store.about().expect("the campaign");
    assert_eq!((facts.turn_days, facts.seed, facts.day), (5, 9, day("1300-04-10")));
    // Before the first turn the beginning itself moves, with the war chests.
    let earlier = CampaignFacts { day: day("1299-01-06"), ..facts.clone() };
    times::edit(&mut store, &earlier, &by).expect("an earlier beginning");
    assert_eq!(store.about().expect("the campaign").first_day, day("1299-01-06"));
    assert_eq!(store.last_event().expect("the war chest"), Some(day("1299-01-06")));
    turn::play(&mut store).expect("a turn");
    let facts = store.about().expect("the campaign");
    assert_eq!(facts.day, day("1299-01-11"));
    let account = store.sides().expect("sides")[0].id;
    relations::grant(&mut store, account, Pence(5), "found in a ditch").expect("money");
    let back = CampaignFacts { day: day("1299-01-08"), ..facts.clone() };
    let problem = is_refused(&mut store, |store| times::edit(store, &back, &by));
    assert!(problem.sentence.contains("11 January 1299"), "{problem}");
    let on = CampaignFacts { day: day("1300-01-01"), ..facts.clone() };
    times::edit(&mut store, &on, &why("a quiet year")).expect("the date moves on");
    assert!(store.last_action().expect("the journal").expect("an action").sentence.contains("a quiet year"));
    for days in [0, 31] {
        let problem = is_refused(&mut store, |store| {
            times::edit(store, &CampaignFacts { turn_days: days, ..facts.clone() }, &by)
        });
        assert!(problem.sentence.contains("CP-1.4"), "{problem}");
    }
    is_refused(&mut store, |store| times::edit(store, &CampaignFacts { seed: u64::MAX, ..facts.clone() }, &by));
    sound(&store, "a year on");
}

#[test]
fn a_side_parts_with_its_armies_its_places_and_its_share() {
    // CP-7.7
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = ByHand::default();
    let estmark = store.side_named("Estmark").expect("a side");
    let valbrun = store.side_named("Valbrun").expect("a side").id;
    let riders = store.army_named("Riders of the March").expect("an army").id;
    let many = store.men_of(riders).expect("men").len();
    let all = |store: &Store| -> u32 {
        store
            .sides()
            .expect("sides")
            .iter()
            .flat_map(|side| store.men_by_state(side.id).expect("men").into_values())
            .sum()
    };
    let before = all(&store);
    let lord = store.men_of(riders).expect("men")[0].id;
    let parting =
        Parting { armies: vec![riders], treasury: Pence::from_marks(10), lord: Some(lord), ..Parting::default() };
    let rebels = sides::part(&mut store, estmark.id, &side("The Rebels"), &parting, &by).expect("it parts");
    assert_eq!(store.side(rebels).expect("the rebels").treasury, Pence::from_marks(10), "its share and no war chest");
    assert_eq!(store.side(rebels).expect("the rebels").lord, Some(lord));
    assert_eq!(store.stance(rebels, estmark.id).expect("a stance"), Stance::War);
    let bound = store.stance(estmark.id, valbrun).expect("a stance");
    assert_eq!(store.stance(rebels, valbrun).expect("a stance"), bound, "what binds the old binds the new");
    let serve: u32 = store.men_by_state(rebels).expect("men").into_values().sum();
    assert_eq!((serve as usize, all(&store)), (many, before));
    sound(&store, "parted");
    let garrison = store.army_named("Garrison of Marlstone").expect("an army").id;
    let alone = Parting { armies: vec![garrison], ..Parting::default() };
    let problem = is_refused(&mut store, |store| sides::part(store, estmark.id, &side("Marlstone"), &alone, &by));
    assert!(problem.sentence.contains("Marlstone"), "{problem}");
    is_refused(&mut store, |store| sides::part(store, estmark.id, &side("Nobody"), &Parting::default(), &by));
    let poor = Parting { treasury: Pence::LARGEST, ..parting };
    is_refused(&mut store, |store| sides::part(store, valbrun, &side("The Poor"), &poor, &by));
}

#[test]
fn an_older_mistake_is_mended_and_what_was_done_since_stays() {
    // CP-1.5
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = ByHand::default();
    places::add(&mut store, &place("Haven", None, 40, 40), &by).expect("a place");
    let wrong = store.last_action().expect("the journal").expect("an action").id;
    let mill = places::add(&mut store, &place("Mill", None, 60, 40), &by).expect("a place");
    let haven = store.place_named("Haven").expect("the place").id;
    mend::mend(&mut store, wrong, "it is not on this map").expect("mended");
    assert!(store.place(haven).is_err() && store.place(mill).is_ok());
    let mended = store.last_action().expect("the journal").expect("an action");
    assert!(mended.sentence.contains("not on this map") && mended.sentence.contains("Haven"), "{}", mended.sentence);
    assert_eq!(store.mends().expect("the mends"), [(wrong, vec![mended.id])].into());
    sound(&store, "mended");
    store.undo().expect("undone");
    assert!(store.place(haven).is_ok());
    // What stands on it keeps it.
    routes::add(&mut store, haven, mill, Some(3), RouteKind::Track, &by).expect("a track");
    assert!(is_refused(&mut store, |store| mend::mend(store, wrong, "")).sentence.contains("stands on"));
    let mut moved = store.place(haven).expect("the place");
    moved.x = 41;
    places::edit(&mut store, &moved, &ByHand { mends: Some(wrong), ..why("a little east") }).expect("moved");
    let last = store.last_action().expect("the journal").expect("an action").clone();
    assert!(last.sentence.contains(&format!("mends action {}", wrong.0)), "{}", last.sentence);
    let problem = is_refused(&mut store, |store| mend::mend(store, wrong, ""));
    assert!(problem.sentence.contains(&format!("action {}", last.id.0)), "{problem}");
    // What changed something else of it since does not stand in the way, and stays.
    let was = store.place(mill).expect("the mill");
    let fuller = Place { people: was.people + 50, ..was.clone() };
    places::edit(&mut store, &fuller, &why("a mistake")).expect("changed");
    let mistaken = store.last_action().expect("the journal").expect("an action").id;
    places::edit(&mut store, &Place { x: 61, ..fuller.clone() }, &why("to the brook")).expect("moved");
    let before = content(&store);
    mend::mend(&mut store, mistaken, "nobody came").expect("it is mended");
    assert_eq!(store.place(mill).expect("the mill"), Place { x: 61, ..was });
    sound(&store, "one column mended");
    assert!(is_refused(&mut store, |store| mend::mend(store, mistaken, "")).sentence.contains("changed since"));
    store.undo().expect("undone").expect("the mend");
    same(&before, &content(&store), "the mend undone");
    places::edit(&mut store, &Place { x: 61, people: 7, ..fuller }, &why("counted")).expect("changed");
    assert!(is_refused(&mut store, |store| mend::mend(store, mistaken, "")).sentence.contains("counted"));
    is_refused(&mut store, |store| mend::mend(store, banneret::campaign::ids::ActionId(1), ""));
    is_refused(&mut store, |store| mend::mend(store, banneret::campaign::ids::ActionId(99_999), ""));
    // The history of the place tells all of it.
    let story = history::of(&store, RowOf::Place(haven)).expect("its history");
    let last = story.last().expect("a change");
    assert_eq!(
        (last.fields[0].field.as_str(), last.fields[0].from.as_str(), last.fields[0].to.as_str()),
        ("x", "40", "41")
    );
    assert!(story[0].mended_by.contains(&last.action.id));
}

#[test]
fn people_are_entered_edited_and_retired() {
    // CP-1.2, MM-1.1
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = ByHand::default();
    let estmark = store.side_named("Estmark").expect("a side").id;
    let force = troops::named(&store, "Host of Estmark").expect("the host").id;
    let names = store.names_of(estmark).expect("names");
    let new = NewMen { side: estmark, formation: Some(force), name: String::new(), profile: sergeants(), count: 20 };
    let men = persons::add(&mut store, &new, &by).expect("they join");
    let called: std::collections::BTreeSet<String> =
        men.iter().map(|man| store.person(*man).expect("a man").name).collect();
    assert_eq!(called.len(), 20, "each has a name of his own");
    assert!(called.is_disjoint(&names));
    let lawless = NewMen { profile: Profile { grade: Grade::A, ..sergeants() }, ..new.clone() };
    assert!(is_refused(&mut store, |store| persons::add(store, &lawless, &by)).sentence.contains("MM-1.1"));
    let twice = NewMen { name: "Odo".to_owned(), ..new.clone() };
    is_refused(&mut store, |store| persons::add(store, &twice, &by));
    is_refused(&mut store, |store| persons::add(store, &NewMen { count: 0, ..new.clone() }, &by));
    let gorwen = store.side_named("Gorwen").expect("a side").id;
    is_refused(&mut store, |store| persons::add(store, &NewMen { side: gorwen, ..new.clone() }, &by));
    let knight = NewMen {
        name: "Odo of Bec".to_owned(),
        profile: Profile { class: Class::Knight, rank: Rank::None, ..sergeants() },
        count: 1,
        ..new
    };
    let odo = persons::add(&mut store, &knight, &by).expect("he joins")[0];
    assert_eq!(store.person(odo).expect("the man").profile.rank, Rank::Knight);
    let man = store.person(odo).expect("the man");
    let until = store.day().expect("the day") + 40;
    let bound =
        Person { service: Service { serves_until: Some(until), ..man.service }, lord: Some(men[0]), ..man.clone() };
    edit::person(&mut store, &bound, Becomes::AsHeIs, &by).expect("his service has an end");
    assert_eq!(store.person(odo).expect("the man").service.serves_until, Some(until));
    let own = Person { lord: Some(odo), ..man };
    assert!(
        is_refused(&mut store, |store| edit::person(store, &own, Becomes::AsHeIs, &by)).sentence.contains("own lord")
    );
    persons::retire(&mut store, &[odo, men[0]], &why("his knees")).expect("they retire");
    assert_eq!(store.person(odo).expect("the man").state, PersonState::Left);
    is_refused(&mut store, |store| persons::retire(store, &[odo], &by));
    sound(&store, "with new men");
}

#[test]
fn a_captivity_is_corrected_by_hand_with_a_reason() {
    // CP-7.7, CP-4.1
    let folder = folder();
    let mut store = open(&march(&folder));
    let by = why("the steward wrote it down wrong");
    let rhys = store.person_named("Rhys Fychan").expect("he").id;
    let old = store.captivity_of(rhys).expect("read").expect("he is held");
    let marlstone = store.place_named("Marlstone").expect("a place").id;
    let alan = store.person_named("Alan Blakelock").expect("he").id;
    let new = Captive {
        place: Some(marlstone),
        holder: Some(alan),
        battle: None,
        taken: old.taken + 2,
        standing: Standing { rank: Rank::Earl, grade: Grade::B, ..old.standing },
        asked: Some(Pence::from_marks(165)),
        ..old.clone()
    };
    let silent = is_refused(&mut store, |store| captivities::edit(store, &new, &ByHand::default()));
    assert!(silent.hint.contains("CP-7.7"), "{silent}");
    captivities::edit(&mut store, &new, &by).expect("corrected");
    assert_eq!(store.captive(old.id).expect("it"), new);
    let action = store.last_action().expect("the journal").expect("an action");
    assert!(action.sentence.contains("the steward wrote it down wrong"), "{}", action.sentence);
    assert_eq!(
        store.changes_of(RowOf::Captive(old.id)).expect("its history").last().expect("one").action.id,
        action.id
    );
    sound(&store, "corrected");
    // What cannot be is refused, and says what could.
    let [gorwen, valbrun] = ["Gorwen", "Valbrun"].map(|name| store.side_named(name).expect("a side").id);
    let host = store.army_named("Host of Gorwen").expect("an army").id;
    let today = store.day().expect("the day");
    for (wrong, says) in [
        (Captive { holder_side: gorwen, holder: None, ..new.clone() }, "not its captive"),
        (Captive { holder_side: valbrun, ..new.clone() }, "not of Valbrun"),
        (Captive { holder: Some(rhys), ..new.clone() }, "captive"),
        (Captive { army: Some(host), place: None, ..new.clone() }, "cannot lead"),
        (Captive { place: None, ..new.clone() }, "where Rhys Fychan"),
        (Captive { taken: today + 1, ..new.clone() }, "still to come"),
        (Captive { battle: old.battle, taken: old.taken + -1, ..new.clone() }, "cannot have been taken"),
        (
            Captive { standing: Standing { class: Class::Sergeant, grade: Grade::A, ..new.standing }, ..new.clone() },
            "MM-1.1",
        ),
        (Captive { agreed: Some(Pence(0)), ..new.clone() }, "more than nothing"),
        (new.clone(), "so already"),
    ] {
        let problem = is_refused(&mut store, |store| captivities::edit(store, &wrong, &by));
        assert!(problem.sentence.contains(says) && !problem.hint.is_empty(), "{says}: {problem}");
    }
    // An agreement is undone with its parts, and a part is put off, made less, or paid by another.
    let parts = [(today + 1, Pence::from_marks(65)), (today + 40, Pence::from_marks(100))];
    captives::pay_in_parts(&mut store, old.id, Payer::Side, &parts, &Security::Captive).expect("agreed");
    turn::play(&mut store).expect("a turn");
    let part = store.instalments().expect("read").into_iter().find(|part| part.captive == old.id).expect("a part");
    assert_eq!(part.state, InstalmentState::Missed);
    let off = PartEdit { pence: Some(Pence::from_marks(60)), due: Some(today + 30), payer: None };
    captivities::edit_part(&mut store, part.id, &off, &by).expect("put off");
    let now = store.instalments().expect("read").into_iter().find(|known| known.id == part.id).expect("the part");
    assert_eq!((now.state, now.pence, now.due), (InstalmentState::Due, Pence::from_marks(60), today + 30));
    let own = PartEdit { payer: Some(Payer::Own), ..PartEdit::default() };
    let poor = is_refused(&mut store, |store| captivities::edit_part(store, part.id, &own, &by));
    assert!(poor.sentence.contains("no treasury"), "{poor}");
    let held = store.captive(old.id).expect("it");
    let other = Captive { agreed: Some(Pence::from_marks(20)), ..held.clone() };
    is_refused(&mut store, |store| captivities::edit(store, &other, &by));
    captivities::edit(&mut store, &Captive { agreed: None, ..held }, &by).expect("nothing is agreed");
    assert!(store.instalments().expect("read").iter().all(|known| known.captive != old.id));
    sound(&store, "with nothing agreed");
}

#[test]
fn a_captivity_is_corrected_by_commands() {
    // CP-7.7
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let set = |more: &[&str]| {
        let all = [&["captivity", &file, "set", "Rhys Fychan"], more, &["--reason", "misread"]].concat();
        json(&all)["captive"].clone()
    };
    let now = set(&["--place", "Marlstone", "--holder", "nobody", "--taken", "1335-06-06", "--agreed", "80"]);
    assert_eq!((&now["holder"], &now["agreed"]), (&Value::Null, &(80 * 160).into()));
    let now = set(&["--battle", "none", "--grade", "B", "--agreed", "none", "--army", "Garrison of Marlstone"]);
    assert_eq!((&now["battle"], &now["agreed"], &now["place"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(now["grade"], "B");
    let back = set(&["--battle", "The fight at Thornford", "--side", "Valbrun", "--place", "Valbrun"]);
    assert!(back["battle"].is_i64() && back["holder"].is_null(), "{back}");
    assert!(said(&["show", &file, "captives", "Rhys Fychan"]).contains("Valbrun"));
    json(&["ransom", &file, "parts", "--captive", "Rhys Fychan", "--part", "1335-07-22=45", "--hold"]);
    let part = ["captivity", &file, "part", "Rhys Fychan"];
    json(&[&part[..], &["--sum", "40", "--due", "1335-08-01", "--reason", "the scribe’s hand"]].concat());
    let (why, hint) = refused(&[&part[..], &["--sum", "30"]].concat());
    assert!(why.contains("not said") && hint.contains("CP-7.7"), "{why} {hint}");
    let (none, _) = refused(&[&part[..], &["--of", "1335-07-22", "--sum", "30", "--reason", "so"]].concat());
    assert!(none.contains("No such part"), "{none}");
    let store = open(Path::new(&file));
    let parts = store.instalments().expect("read");
    assert!(parts.iter().any(|part| part.pence == Pence::from_marks(40)), "{parts:?}");
    sound(&store, "after the corrections");
}

/// A war made from nothing by commands alone.
#[test]
fn a_world_is_made_by_commands() {
    let folder = folder();
    let file = folder.path().join("own.banneret");
    let file = file.to_str().expect("a plain name");
    let new = json(&["new", file, "--name", "Own", "--date", "1301-05-01", "--turn-days", "3", "--seed", "12"]);
    assert_eq!(new["date"], "1301-05-01");
    let add = |arguments: &[&str]| -> Value {
        let all: Vec<&str> = [&arguments[..1], &[file], &arguments[1..]].concat();
        let value = json(&all);
        assert!(value["action"].is_i64() && value["done"].as_str().is_some_and(|done| done.ends_with('.')), "{value}");
        value
    };
    // The founding says what is still missing, on top, whenever it is asked.
    let lacks = |file: &str| -> Vec<String> {
        let steps = json(&["founding", file]);
        let steps = steps.as_array().expect("steps").clone();
        let open = |step: &&Value| step["missing"].as_array().is_some_and(|missing| !missing.is_empty());
        let open: Vec<String> =
            steps.iter().take_while(open).map(|step| step["name"].as_str().unwrap_or("").to_owned()).collect();
        assert!(steps[open.len()..].iter().all(|step| step["missing"] == Value::Array(Vec::new())), "{steps:?}");
        open
    };
    assert_eq!(lacks(file), ["sides", "map", "rosters", "relations"]);
    let side = add(&["side", "add", "Ashby", "--people", "English", "--tincture", "gules", "--treasury", "500"]);
    assert_eq!(side["side"]["treasury"], 80_000);
    add(&["side", "add", "Brecon", "--people", "Welsh", "--reason", "the other half of the club"]);
    add(&["side", "set", "Brecon", "--name", "Brychan", "--tincture", "vert"]);
    add(&["ledger", "--to", "Brychan", "--sum", "200", "--for", "a loan"]);
    said(&["relation", file, "--side", "Ashby", "--side", "Brychan", "war"]);
    add(&["map", "scale", "0,0", "1000,0", "--miles", "100"]);
    for (name, at, side) in
        [("Ashby Town", "100,100", "Ashby"), ("The Ford", "400,500", "nobody"), ("Castell Du", "700,900", "Brychan")]
    {
        add(&["place", "add", name, "--at", at, "--side", side, "--people", "800", "--kind", "town"]);
    }
    let road = add(&["route", "add", "Ashby Town", "the ford"]);
    assert_eq!(
        (&road["route"]["miles"], &road["route"]["measured"]),
        (&50.into(), &true.into()),
        "300 and 400 units are 500"
    );
    add(&["route", "add", "The Ford", "Castell Du", "--miles", "31", "--kind", "track"]);
    add(&["route", "set", "The Ford", "Castell Du", "--by-scale", "--kind", "road"]);
    add(&["place", "set", "The Ford", "--kind", "ford", "--people", "0", "--name", "Low Ford"]);
    add(&[
        "stronghold",
        "add",
        "Du Keep",
        "--place",
        "Castell Du",
        "--men",
        "40",
        "--rations",
        "120",
        "--moat",
        "deep",
    ]);
    add(&["stronghold", "set", "Du Keep", "--store", "2000", "--kind", "baron's castle"]);
    let wall = add(&["stronghold", "wall", "Du Keep", "--line", "1", "--stretch", "2", "--outer", "1"]);
    assert_eq!(wall["walls"][0][0]["stretch"], 1, "the second stretch");
    add(&["formation", "add", "Host of Ashby", "--side", "Ashby", "--at", "Ashby Town"]);
    add(&["formation", "add", "Garrison", "--side", "Brychan", "--at", "Castell Du", "--stronghold", "Du Keep"]);
    add(&["formation", "add", "Van", "--under", "Host of Ashby"]);
    add(&["formation", "add", "Horse", "--under", "Host of Ashby / Van"]);
    add(&["formation", "add", "Archers", "--under", "Host of Ashby / Horse"]);
    let men = add(&[
        "person",
        "add",
        "--side",
        "Ashby",
        "--in",
        "Host of Ashby / Archers",
        "--count",
        "15",
        "--grade",
        "C",
        "--weapons",
        "longbow",
    ]);
    assert_eq!(men["people"].as_array().map(Vec::len), Some(15));
    add(&[
        "person",
        "add",
        "Hugh of Ashby",
        "--side",
        "Ashby",
        "--in",
        "Host of Ashby / Van / Horse",
        "--class",
        "knight",
        "--rank",
        "baron",
        "--grade",
        "A",
    ]);
    add(&["person", "add", "--side", "Brychan", "--in", "Garrison", "--count", "20", "--grade", "D"]);
    add(&["formation", "appoint", "Host of Ashby", "--commander", "Hugh of Ashby"]);
    add(&["formation", "fill", "Host of Ashby"]);
    add(&["side", "set", "Ashby", "--lord", "Hugh of Ashby"]);
    add(&["person", "set", "Hugh of Ashby", "--note", "gout", "--serves-until", "1302-01-01", "--reason", "told"]);
    add(&["formation", "set", "Host of Ashby", "--train", "true"]);
    add(&["formation", "garrison", "Garrison"]);
    add(&["formation", "garrison", "Garrison", "--stronghold", "Du Keep"]);
    add(&["formation", "set", "Garrison", "--at", "Low Ford"]);
    said(&["march", file, "--army", "Host of Ashby", "--to", "Castell Du"]);
    add(&["formation", "halt", "Host of Ashby"]);
    said(&["march", file, "--army", "Host of Ashby", "--to", "Low Ford"]);
    assert_eq!(lacks(file), ["garrisons"], "its garrison marched out");
    assert!(said(&["founding", file]).starts_with("garrisons (to do): 0 of 1 strongholds"));
    said(&["turn", file, "--count", "3"]);
    let shown = json(&["show", file]);
    assert_eq!((&shown["date"], &shown["turn"]), (&"1301-05-10".into(), &3.into()));
    add(&["formation", "set", "Host of Ashby", "--unpaid", "1", "--reason", "the chest came late"]);
    let met = json(&["show", file, "contacts"]);
    if met["contacts"].as_array().is_some_and(Vec::is_empty) {
        add(&["contact", "add", "--attacker", "Host of Ashby", "--defender", "Garrison"]);
    }
    add(&["contact", "set", "Garrison", "--attacker", "Garrison"]);
    add(&["contact", "remove", "Garrison"]);
    add(&["formation", "train", "Host of Ashby", "--rations", "80", "--ladders", "true"]);
    let people = json(&["people", file, "--side", "ashby", "--class", "sergeant", "--grade", "C"]);
    assert_eq!(people.as_array().map(Vec::len), Some(15));
    let csv = said(&["people", file, "HUGH OF ASH", "--state", "fit", "--csv"]);
    assert_eq!(
        csv.lines().nth(1),
        Some("Ashby,Host of Ashby,Horse,Hugh of Ashby,knight,baron,A,4,,none,fit,,gout"),
        "{csv}"
    );
    assert!(said(&["people", file, "--state", "dead"]).contains("Nobody"));
    refused(&["people", file, "--state", "asleep"]);
    add(&["campaign", "--turn-days", "7", "--about", "A war of our own"]);
    // What stands in the way is said.
    let (sentence, hint) = refused(&["place", file, "remove", "Low Ford"]);
    assert!(sentence.contains("armies") && hint.contains("March"), "{sentence} {hint}");
    refused(&["side", file, "remove", "Ashby"]);
    refused(&["route", file, "add", "Low Ford", "Low Ford"]);
    refused(&["stronghold", file, "wall", "Du Keep", "--line", "9", "--stretch", "1"]);
    refused(&["formation", file, "set", "Host of Ashby / Nobody", "--name", "X"]);
    refused(&["person", file, "set", "Hugh of Ashby", "--state", "sleeping"]);
    // The history of anything, going back, and an older mistake.
    let story = json(&["history", file, "place", "low ford"]);
    assert!(story.as_array().is_some_and(|story| story.len() >= 2), "{story}");
    let text = said(&["history", file, "person", "Hugh of Ashby"]);
    assert!(text.contains("note: none → gout") && text.contains("serves until: none → 1302-01-01"), "{text}");
    for (kind, name) in [
        ("campaign", ""),
        ("map", ""),
        ("side", "Ashby"),
        ("treasury", "Ashby"),
        ("route", "Low Ford – Castell Du"),
        ("stronghold", "Du Keep"),
        ("formation", "Host of Ashby / Van"),
        ("place", "#1"),
    ] {
        assert!(json(&["history", file, kind, name]).as_array().is_some_and(|story| !story.is_empty()), "{kind}");
    }
    refused(&["history", file, "weather", "rain"]);
    let here = add(&["place", "add", "Mistake", "--at", "1,1"])["action"].as_i64().expect("a number").to_string();
    add(&["place", "add", "Kept", "--at", "2,2"]);
    add(&["mend", &here, "--reason", "no such place"]);
    refused(&["place", file, "set", "Mistake", "--people", "1"]);
    let undone = json(&["undo", file, "--to", &here]);
    assert_eq!(undone.as_array().map(Vec::len), Some(2));
    said(&["place", file, "remove", "Mistake", "--mends", &here]);
    refused(&["undo", file, "--to", "999999"]);
    said(&["check", file]);
    sound(&open(Path::new(file)), "made by commands");
}
