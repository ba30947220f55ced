//! Sieges in a campaign (SG-1 to SG-4, SG-8, CP-2): stories from the first orders to how they end, each on a small
//! campaign of its own in a real file, and what must hold of any of them.

use crate::support::{content, same, sound};
use banneret::app::{found, import, march, siege, turn};
use banneret::campaign::ids::{FormationId, SiegeId, StrongholdId};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{NewPlace, NewStronghold, PlaceKind, RouteKind, StrongholdKind};
use banneret::campaign::problem::Problem;
use banneret::campaign::realm::{Stance, Tincture};
use banneret::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::siege::{Action, End, Gear, Leave, Order, Park, Progress, Terms};
use banneret::store::Store;
use serde_json::json;

/// A border castle, the host that comes to take it, and a town from which help may come.
struct Border {
    store: Store,
    castle: StrongholdId,
    host: FormationId,
    garrison: FormationId,
    /// Keeps the file while the story is told.
    _folder: tempfile::TempDir,
}

/// Raises an army of a side from lines of class, grade and count, where a place is.
fn raise(store: &mut Store, side: &str, army: &str, place: &str, lines: &[(&str, &str, u32)]) -> FormationId {
    let mut csv = String::from("army,unit,class,rank,grade,count\n");
    for (class, grade, count) in lines {
        let rank = if *class == "knight" { "knight" } else { "" };
        csv += &format!("{army},Men,{class},{rank},{grade},{count}\n");
    }
    import::import(store, csv.as_bytes(), side, false).expect("the roster is taken in");
    let place = store.place_named(place).expect("the place").id;
    let army = store.army_named(army).expect("the army").id;
    store
        .act("place", &json!({}), |act| Ok((act.set_army_place(army, place, None)?, "Placed.".to_owned())))
        .expect("it stands");
    army
}

impl Border {
    fn new(kind: StrongholdKind, rations: u32, host: u32, garrison: u32) -> Border {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = found::empty(&folder.path().join("border.banneret"), "Border", None).expect("it begins");
        let castle = store
            .act("map", &json!({}), |act| {
                let red = act.add_side("Red", Tincture::Gules, People::English)?;
                let blue = act.add_side("Blue", Tincture::Azure, People::French)?;
                act.set_stance(red, blue, Stance::War, None)?;
                let place = |name: &str, kind, side, x| {
                    act.add_place(&NewPlace {
                        name: name.into(),
                        kind,
                        side: Some(side),
                        x,
                        y: 500,
                        people: 100,
                        fiefs: 0,
                    })
                };
                let camp = place("Camp", PlaceKind::Town, red, 100)?;
                let keep = place("Stonekeep", PlaceKind::Castle, blue, 300)?;
                let town = place("Bluetown", PlaceKind::Town, blue, 500)?;
                act.add_route(camp, keep, 10, RouteKind::Road)?;
                act.add_route(keep, town, 24, RouteKind::Road)?;
                let castle = act.add_stronghold(&NewStronghold {
                    place: keep,
                    side: blue,
                    name: "Stonekeep Castle".into(),
                    kind,
                    capacity: 400,
                    rations,
                    store_capacity: 2000,
                    moat_days: 0,
                })?;
                for side in [red, blue] {
                    act.pay(act.world()?, act.side_account(side)?, Pence::from_marks(5000), "the war chest", "CP-1.3")?;
                }
                Ok((castle, "The map is drawn.".to_owned()))
            })
            .expect("the map");
        let garrison =
            raise(&mut store, "Blue", "Watch", "Stonekeep", &[("knight", "C", 1), ("sergeant", "C", garrison)]);
        march::garrison(&mut store, garrison, Some(castle)).expect("they go in");
        let host = raise(&mut store, "Red", "Host", "Stonekeep", &[("knight", "B", 2), ("sergeant", "C", host)]);
        Border { store, castle, host, garrison, _folder: folder }
    }

    fn besieged(kind: StrongholdKind, rations: u32, host: u32, garrison: u32) -> (Border, SiegeId) {
        let mut it = Border::new(kind, rations, host, garrison);
        let siege = siege::open(&mut it.store, it.host, it.castle).expect("it may be besieged");
        (it, siege)
    }

    /// Gives the host rations enough for any siege, and engines.
    fn provide(&mut self, park: Park) {
        let train = SiegeTrain { rations: 20_000, animals: 0, park };
        siege::set_train(&mut self.store, self.host, &train, "for the story").expect("it is loaded");
    }

    fn conduct(&mut self, siege: SiegeId, part: SiegePart, orders: &[Order]) {
        siege::set_conduct(&mut self.store, siege, part, Conduct::Orders, orders, false).expect("so be it");
    }

    fn turns(&mut self, count: u32) {
        for _ in 0..count {
            turn::play(&mut self.store).expect("a turn is played");
        }
    }

    fn ended(&self, siege: SiegeId) -> Option<End> {
        self.store.siege(siege).expect("the siege").ended.map(|(end, _)| end)
    }

    fn men(&self, army: FormationId, state: PersonState) -> usize {
        self.store.men_of(army).expect("the men").iter().filter(|man| man.state == state).count()
    }

    fn story(&self, siege: SiegeId) -> String {
        let lines = self.store.siege_story(siege).expect("the story");
        lines.iter().map(|line| format!("{} ({})\n", line.text, line.clause)).collect()
    }
}

fn refusal<T: std::fmt::Debug>(result: Result<T, Problem>) -> String {
    result.expect_err("it is refused").sentence
}

#[test]
fn a_border_castle_is_starved_out_in_the_winter() {
    // SG-2: fifty men with a hundred rations eat for two weeks; SG-3.2: after a week without any they can hold no longer,
    // if they have not asked terms before.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 100, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    it.turns(2);
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 0, "{}", it.story(siege));
    it.turns(2);
    let story = it.story(siege);
    let open = it.store.offers(siege).expect("offers").into_iter().any(|offer| offer.state == OfferState::Open);
    assert!(it.ended(siege) == Some(End::Fell) || open, "{story}");
    it.turns(2);
    assert_eq!(it.ended(siege), Some(End::Fell), "{story}");
    // The place is the besiegers' and nobody of the garrison is left in it.
    let castle = it.store.stronghold(it.castle).expect("the castle");
    assert_eq!(castle.side, it.store.side_named("Red").expect("Red").id);
    assert_eq!(it.store.formation(it.garrison).expect("the watch").stronghold, None, "{story}");
    assert!(!it.store.captives(false).expect("captives").is_empty());
    sound(&it.store, "after the siege");
}

#[test]
fn nobody_walks_out_of_or_into_an_invested_place() {
    // SG-2.3: but by sortie, by night, by convoy or by water.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 500, 200, 49);
    let _ = siege;
    let town = it.store.place_named("Bluetown").expect("the town").id;
    assert!(refusal(march::order(&mut it.store, it.garrison, town)).contains("shut up in Stonekeep Castle"));
    assert!(refusal(march::garrison(&mut it.store, it.garrison, None)).contains("besieged"));
    assert!(refusal(march::order(&mut it.store, it.host, town)).contains("at the siege of Stonekeep Castle"));
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("sergeant", "C", 10)]);
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    it.store
        .act("place", &json!({}), |act| Ok((act.set_army_place(help, keep, None)?, String::from("There."))))
        .expect("it is");
    assert!(refusal(march::garrison(&mut it.store, help, Some(it.castle))).contains("nobody walks into it"));
    assert!(refusal(siege::open(&mut it.store, it.host, it.castle)).contains("already"));
}
