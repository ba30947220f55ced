//! The campaign page on marches and contacts (CP-1.6, CP-2.1, CP-2.2), decided without a campaign's file.

use banneret::campaign::armies::Count;
use banneret::campaign::calendar::Day;
use banneret::campaign::contacts::Meeting;
use banneret::campaign::ids::{ContactId, FormationId, PlaceId, RouteId, SideId};
use banneret::campaign::march::{MarchStep, MarchingArmy, Situation};
use banneret::campaign::places::{March, Route, RouteKind};
use banneret::campaign::realm::{Relation, Stance};
use banneret::campaign::siege::Purpose;
use banneret::campaign::tables::Tables;
use banneret::campaign::war::{Contact, ContactKind, ContactState};

const ABBEY: PlaceId = PlaceId(1);
const BRIDGE: PlaceId = PlaceId(2);
const CASTLE: PlaceId = PlaceId(3);

/// From abbey to bridge are ten miles, from bridge to castle twenty; the two sides are at war.
fn situation(armies: Vec<MarchingArmy>) -> Situation {
    let route = |id, a, b, miles| Route { id: RouteId(id), a, b, miles, kind: RouteKind::Road, measured: false };
    Situation {
        armies,
        routes: vec![route(1, ABBEY, BRIDGE, 10), route(2, BRIDGE, CASTLE, 20)],
        relations: vec![Relation {
            a: SideId(1),
            b: SideId(2),
            stance: Stance::War,
            until: None,
            prisoners_wait: false,
        }],
        contacts: vec![],
    }
}

/// Ten men on foot, with orders if there is a way.
fn army(id: i64, side: i64, place: PlaceId, way: &[PlaceId]) -> MarchingArmy {
    let id = FormationId(id);
    MarchingArmy {
        id,
        side: SideId(side),
        place: Some(place),
        shut_in: false,
        train: false,
        count: Count { men: 10, fit: 10, ..Count::default() },
        march: (!way.is_empty()).then(|| March { army: id, path: way.to_vec(), miles_done: 0, purpose: Purpose::None }),
    }
}

fn on_the_way(army: MarchingArmy, miles: u32) -> MarchingArmy {
    let march = army.march.map(|march| March { miles_done: miles, ..march });
    MarchingArmy { march, ..army }
}

fn facing(attacker: i64, defender: i64, place: PlaceId) -> Contact {
    Contact {
        id: ContactId(1),
        day: summer(),
        place,
        attacker: FormationId(attacker),
        defender: FormationId(defender),
        state: ContactState::Waiting,
        battle: None,
        kind: ContactKind::Field,
        siege: None,
        accepted: false,
    }
}

fn summer() -> Day {
    "1335-06-01".parse().expect("a day")
}

fn winter() -> Day {
    "1336-01-10".parse().expect("a day")
}

/// A day of marching; where each army is after it, and the miles it has done of the way to the next place.
fn march(situation: &mut Situation, day: Day) -> (Vec<(PlaceId, Option<u32>)>, Vec<MarchStep>) {
    let steps = situation.march(day, &Tables::book());
    let at = |army: &MarchingArmy| (army.place.expect("a place"), army.march.as_ref().map(|march| march.miles_done));
    (situation.armies.iter().map(at).collect(), steps)
}

fn meets(place: PlaceId, attacker: i64, defender: i64) -> Meeting {
    Meeting::FaceToFace { place, attacker: FormationId(attacker), defender: FormationId(defender) }
}

#[test]
fn cp_2_1_a_day_is_twelve_miles_on_foot_twenty_on_horse_eight_with_a_train_and_half_in_winter() {
    let foot = army(1, 1, BRIDGE, &[CASTLE]);
    let horse = MarchingArmy { count: Count { mounted: 10, ..foot.count }, ..foot.clone() };
    let mixed = MarchingArmy { count: Count { mounted: 9, ..foot.count }, ..foot.clone() };
    let train = MarchingArmy { train: true, ..horse.clone() };
    let after = |army: &MarchingArmy, day| march(&mut situation(vec![army.clone()]), day).0[0];
    assert_eq!(after(&foot, summer()), (BRIDGE, Some(12)));
    assert_eq!(after(&mixed, summer()), (BRIDGE, Some(12)), "the pace of the slowest");
    assert_eq!(after(&train, summer()), (BRIDGE, Some(8)));
    assert_eq!(after(&horse, summer()), (CASTLE, None));
    assert_eq!([&foot, &horse, &train].map(|army| after(army, winter()).1), [Some(6), Some(10), Some(4)]);
}

#[test]
fn cp_2_1_a_march_goes_on_past_a_place_and_ends_with_its_way() {
    let mut there = situation(vec![army(1, 1, ABBEY, &[BRIDGE, CASTLE])]);
    let place = |place| MarchStep::Stands { army: FormationId(1), place };
    let orders = |path: &[PlaceId], miles_done| MarchStep::Orders {
        army: FormationId(1),
        march: (!path.is_empty()).then(|| March {
            army: FormationId(1),
            path: path.to_vec(),
            miles_done,
            purpose: Purpose::None,
        }),
    };
    assert_eq!(march(&mut there, summer()).1, [place(BRIDGE), orders(&[CASTLE], 2)]);
    assert_eq!(march(&mut there, summer()).1, [orders(&[CASTLE], 14)]);
    let arrives = MarchStep::Arrives { army: FormationId(1), place: CASTLE };
    assert_eq!(march(&mut there, summer()).1, [place(CASTLE), arrives, orders(&[], 0)]);
    assert_eq!(march(&mut there, summer()).1, [], "nobody marches without orders");
}

#[test]
fn cp_2_1_orders_that_lead_nowhere_are_over() {
    let over = [MarchStep::Orders { army: FormationId(1), march: None }];
    let nowhere = March { army: FormationId(1), path: vec![], miles_done: 9, purpose: Purpose::None };
    let lost = MarchingArmy { march: Some(nowhere), ..army(1, 1, ABBEY, &[]) };
    assert_eq!(march(&mut situation(vec![lost.clone()]), summer()).1, over, "there is no place left to reach");
    let mut nowhere_at_all = situation(vec![MarchingArmy { place: None, ..lost }]);
    assert_eq!(nowhere_at_all.march(summer(), &Tables::book()), over);
    let mut cut_off = situation(vec![army(1, 1, ABBEY, &[CASTLE])]);
    assert_eq!(march(&mut cut_off, summer()).1, over, "no road leads there any more");
    let empty = MarchingArmy { count: Count::default(), ..army(1, 1, ABBEY, &[BRIDGE]) };
    assert_eq!(march(&mut situation(vec![empty]), summer()).1, over, "it has no men");
}

#[test]
fn cp_2_2_whoever_comes_upon_an_enemy_goes_no_further_and_attacks() {
    // The first would reach the castle's road with two miles of the day to go.
    let mut there = situation(vec![army(1, 1, ABBEY, &[BRIDGE, CASTLE]), army(2, 2, BRIDGE, &[])]);
    assert_eq!(march(&mut there, summer()).0, [(BRIDGE, Some(0)), (BRIDGE, None)]);
    assert_eq!(there.meet(), [meets(BRIDGE, 1, 2)]);
    // Neither does the enemy it found, though he has orders too; listed later, he came upon the other.
    let mut there = situation(vec![army(1, 1, ABBEY, &[BRIDGE]), army(2, 2, BRIDGE, &[CASTLE])]);
    assert_eq!(march(&mut there, summer()).0, [(BRIDGE, None), (BRIDGE, Some(0))]);
    assert_eq!(there.meet(), [meets(BRIDGE, 2, 1)]);
    // An army without orders is found, whichever is listed first.
    let there = situation(vec![army(1, 1, BRIDGE, &[]), army(2, 2, BRIDGE, &[CASTLE])]);
    assert_eq!(there.meet(), [meets(BRIDGE, 2, 1)]);
}

#[test]
fn cp_2_2_enemies_on_one_road_do_not_walk_through_each_other() {
    // They go twelve miles each of the twenty, and meet where the first was nearer to: he had done more than half.
    let ahead = army(1, 1, BRIDGE, &[CASTLE]);
    let against = army(2, 2, CASTLE, &[BRIDGE, ABBEY]);
    let mut there = situation(vec![ahead.clone(), against.clone()]);
    assert_eq!(march(&mut there, summer()).0, [(CASTLE, None), (CASTLE, Some(0))]);
    assert_eq!(there.meet(), [meets(CASTLE, 2, 1)]);
    // One who comes to the end of the road finds who has just left it for the other end.
    let mut there = situation(vec![on_the_way(ahead.clone(), 10), on_the_way(against.clone(), 3)]);
    assert_eq!(march(&mut there, summer()).0, [(CASTLE, None), (CASTLE, Some(0))]);
    // Eight and eight miles leave four between them.
    let slow = |army: MarchingArmy| MarchingArmy { train: true, ..army };
    let mut there = situation(vec![slow(ahead.clone()), slow(against.clone())]);
    assert_eq!(march(&mut there, summer()).0, [(BRIDGE, Some(8)), (CASTLE, Some(8))]);
    assert_eq!(there.meet(), []);
    // Who is not at war goes by.
    let mut there = situation(vec![ahead, against]);
    there.relations[0].stance = Stance::Peace;
    assert_eq!(march(&mut there, summer()).0, [(BRIDGE, Some(12)), (CASTLE, Some(12))]);
}

#[test]
fn cp_2_2_a_waiting_contact_holds_both_and_lapses_when_one_is_gone() {
    let mut there = situation(vec![army(1, 1, BRIDGE, &[ABBEY]), army(2, 2, BRIDGE, &[CASTLE])]);
    there.contacts.push(facing(1, 2, BRIDGE));
    assert_eq!(march(&mut there, summer()).1, [], "both are held");
    assert_eq!(there.meet(), [], "it is listed already");
    let lapses = [Meeting::Lapses(ContactId(1))];
    let changed = |change: &dyn Fn(&mut Situation)| {
        let mut there = there.clone();
        change(&mut there);
        there.meet()
    };
    assert_eq!(changed(&|there| there.armies[1].place = Some(CASTLE)), lapses);
    assert_eq!(changed(&|there| there.armies[1].shut_in = true), lapses);
    assert_eq!(changed(&|there| there.armies[1].count = Count::default()), lapses);
    assert_eq!(changed(&|there| there.relations[0].stance = Stance::Truce), lapses);
}

#[test]
fn cp_2_2_nobody_meets_an_army_in_a_stronghold_or_on_the_road() {
    let here = |other: MarchingArmy| situation(vec![army(1, 1, BRIDGE, &[]), other]).meet();
    assert_eq!(here(army(2, 2, BRIDGE, &[])), [meets(BRIDGE, 1, 2)]);
    assert_eq!(here(MarchingArmy { shut_in: true, ..army(2, 2, BRIDGE, &[]) }), []);
    assert_eq!(here(on_the_way(army(2, 2, BRIDGE, &[CASTLE]), 1)), []);
    assert_eq!(here(MarchingArmy { count: Count::default(), ..army(2, 2, BRIDGE, &[]) }), []);
    assert_eq!(here(army(2, 1, BRIDGE, &[])), [], "they are of one side");
}

#[test]
fn cp_1_6_only_war_makes_contacts_and_a_truce_holds_to_its_last_day() {
    let armies = vec![army(1, 1, BRIDGE, &[]), army(2, 2, BRIDGE, &[])];
    for stance in [Stance::Peace, Stance::Truce, Stance::Allied] {
        let mut there = situation(armies.clone());
        there.relations[0].stance = stance;
        assert_eq!(there.meet(), [], "{stance}");
    }
    let mut strangers = situation(armies);
    strangers.relations.clear();
    assert_eq!(strangers.meet(), [], "where nothing is written there is peace");
    let truce =
        Relation { a: SideId(1), b: SideId(2), stance: Stance::Truce, until: Some(summer()), prisoners_wait: false };
    assert!(!truce.has_run_out(summer()) && truce.has_run_out(summer() + 1));
    assert!(!Relation { until: None, ..truce }.has_run_out(winter()), "no end is set");
    assert!(!Relation { stance: Stance::Allied, ..truce }.has_run_out(winter()), "an alliance does not run out");
}

/// CP-2.2: every enemy in a place is faced, but in a press of armies, where each faces one that holds it there.
#[test]
fn cp_2_2_in_a_press_each_army_faces_one() {
    let crowd = |many: i64| {
        let armies = (1..=many).map(|id| army(id, if id % 3 == 0 { 2 } else { 1 }, BRIDGE, &[])).collect();
        situation(armies)
    };
    let few = crowd(40).meet();
    assert_eq!(few.len(), 27 * 13);
    for many in [41, 3_000] {
        let met = crowd(many).meet();
        assert!(met.len() <= many as usize, "{} meetings", met.len());
        let mut held: Vec<FormationId> = Vec::new();
        for meeting in &met {
            let Meeting::FaceToFace { attacker, defender, .. } = *meeting else { panic!("{meeting:?}") };
            held.extend([attacker, defender]);
            assert_ne!(attacker.0 % 3 == 0, defender.0 % 3 == 0, "of two sides");
        }
        held.sort_unstable();
        held.dedup();
        assert_eq!(held.len(), many as usize, "each is held");
    }
}
