//! Sieges in a campaign (SG-1 to SG-4, SG-8, CP-2), each on a small campaign of its own in a real file: who may do what, what
//! waits and what follows from it. Whole histories are in [`crate::sg_histories`].

use crate::support::{content, same, sound};
use banneret::app::{contact, import, march, numbers, plan, siege, turn};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::{FormationId, SiegeId, StrongholdId};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{NewPlace, NewRoute, NewStronghold, PlaceKind, RouteKind, StrongholdKind};
use banneret::campaign::problem::Problem;
use banneret::campaign::realm::{CampaignFacts, Stance, Tincture};
use banneret::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::explain::Part;
use banneret::rules::figure::{BySide, Class, Grade};
use banneret::rules::man_to_man::Tables;
use banneret::rules::man_to_man::morale::{Test, morale_parts};
use banneret::rules::siege::{Action, At, End, Gear, Leave, Order, Park, Terms};
use banneret::store::Store;
use serde_json::json;

/// The seed of the stories' dice.
const SEED: u64 = 1300;

/// A border castle, the host that comes to take it, and a town from which help may come.
pub(crate) struct Border {
    pub(crate) store: Store,
    pub(crate) castle: StrongholdId,
    pub(crate) host: FormationId,
    pub(crate) garrison: FormationId,
    /// Keeps the file while the story is told.
    _folder: tempfile::TempDir,
}

/// Raises an army of a side from lines of class, grade and count, where a place is.
pub(crate) fn raise(
    store: &mut Store,
    side: &str,
    army: &str,
    place: &str,
    lines: &[(&str, &str, u32)],
) -> FormationId {
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
    pub(crate) fn new(kind: StrongholdKind, rations: u32, host: u32, garrison: u32) -> Border {
        Border::seeded(SEED, kind, rations, host, garrison)
    }

    pub(crate) fn seeded(seed: u64, kind: StrongholdKind, rations: u32, host: u32, garrison: u32) -> Border {
        Border::on(Day::of(1300, 3, 25).expect("Lady Day"), seed, kind, rations, host, garrison)
    }

    pub(crate) fn on(
        first_day: Day,
        seed: u64,
        kind: StrongholdKind,
        rations: u32,
        host: u32,
        garrison: u32,
    ) -> Border {
        let folder = tempfile::tempdir().expect("a folder");
        // A seed of its own, so that the stories are the same each time.
        let about = CampaignFacts {
            name: "Border".to_owned(),
            first_day,
            day: first_day,
            turn: 0,
            turn_days: 7,
            seed,
            blurb: String::new(),
        };
        let begins = |store: &mut Store| {
            store.act("new campaign", &json!({}), |act| Ok((act.found(&about)?, "Border begins.".to_owned())))
        };
        let (mut store, ()) = Store::create(&folder.path().join("border.banneret"), begins).expect("it begins");
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
                let road = |a, b, miles| NewRoute { a, b, miles, kind: RouteKind::Road, measured: false };
                let camp = place("Camp", PlaceKind::Town, red, 100)?;
                let keep = place("Stonekeep", PlaceKind::Castle, blue, 300)?;
                let town = place("Bluetown", PlaceKind::Town, blue, 500)?;
                act.add_route(&road(camp, keep, 10))?;
                act.add_route(&road(keep, town, 24))?;
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

    pub(crate) fn besieged(kind: StrongholdKind, rations: u32, host: u32, garrison: u32) -> (Border, SiegeId) {
        Border::new(kind, rations, host, garrison).under_siege()
    }

    pub(crate) fn under_siege(mut self) -> (Border, SiegeId) {
        let siege = siege::open(&mut self.store, self.host, self.castle).expect("it may be besieged");
        (self, siege)
    }

    /// Gives the host rations enough for any siege, and engines.
    pub(crate) fn provide(&mut self, park: Park) {
        let train = SiegeTrain { rations: 20_000, animals: 0, park };
        siege::set_train(&mut self.store, self.host, &train, "for the story").expect("it is loaded");
    }

    pub(crate) fn conduct(&mut self, siege: SiegeId, part: SiegePart, orders: &[Order]) {
        siege::set_conduct(&mut self.store, siege, part, Conduct::Orders, orders, false).expect("so be it");
    }

    /// The file, with nobody at it, and the folder that keeps it.
    pub(crate) fn closed(self) -> (tempfile::TempDir, std::path::PathBuf) {
        let file = self._folder.path().join("border.banneret");
        (self._folder, file)
    }

    pub(crate) fn turns(&mut self, count: u32) {
        for _ in 0..count {
            turn::play(&mut self.store).expect("a turn is played");
        }
    }

    pub(crate) fn ended(&self, siege: SiegeId) -> Option<End> {
        self.store.siege(siege).expect("the siege").ended.map(|(end, _)| end)
    }

    pub(crate) fn men(&self, army: FormationId, state: PersonState) -> usize {
        self.store.men_of(army).expect("the men").iter().filter(|man| man.state == state).count()
    }

    pub(crate) fn story(&self, siege: SiegeId) -> String {
        let lines = self.store.siege_story(siege).expect("the story");
        lines.iter().map(|line| format!("{} ({})\n", line.text, line.clause)).collect()
    }
}

pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, Problem>) -> String {
    result.expect_err("it is refused").sentence
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

#[test]
fn terms_are_offered_countered_and_agreed() {
    // SG-3.3: to march out with arms for 100 marks and two hostages: the garrison goes, the place pays, and is handed over
    // with its stores.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 700, 200, 49);
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        siege::set_conduct(&mut it.store, siege, part, Conduct::Referee, &[], false).expect("so be it");
    }
    let plain = Terms::plain(Leave::AtDiscretion);
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &plain).expect("offered");
    let better = Terms { ransom_marks: 100, hostages: 2, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &better).expect("countered");
    let states: Vec<OfferState> = it.store.offers(siege).expect("offers").iter().map(|offer| offer.state).collect();
    assert_eq!(states, [OfferState::Open, OfferState::Countered]);
    let blue = it.store.side_named("Blue").expect("Blue").id;
    let treasury = |it: &Border| it.store.account(it.store.side_account(blue).expect("its account")).expect("it").pence;
    let before = (treasury(&it), content(&it.store));
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(it.ended(siege), Some(End::Surrendered));
    assert_eq!(before.0.0 - treasury(&it).0, Pence::from_marks(100).0);
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 700);
    assert_eq!(
        it.men(it.garrison, PersonState::Fit),
        50,
        "they march out, and the hostages go home with the place given"
    );
    assert_eq!(it.store.formation(it.garrison).expect("the watch").stronghold, None);
    sound(&it.store, "after the surrender");
    it.store.undo().expect("undone").expect("the answer");
    same(&before.1, &content(&it.store), "an agreement taken back");
}

#[test]
fn hostages_for_a_place_that_starves_before_its_day_go_home() {
    // SG-3.2, SG-3.3: they were pledged for the place, which is given up on the terms that were agreed.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 100, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let terms = Terms { hostages: 2, respite_days: 200, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let pledged = |it: &Border| it.store.hostages().expect("hostages").len();
    assert_eq!(pledged(&it), 2);
    for _ in 0..10 {
        if it.ended(siege).is_none() {
            it.turns(1);
        }
    }
    assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
    assert_eq!(pledged(&it), 0, "{}", it.story(siege));
    sound(&it.store, "after the fall");
}

#[test]
fn a_relief_on_the_march_makes_the_besiegers_choose() {
    // SG-4: besiegers who hold no part fight or lift the siege; those who hold a part cannot just go; shut in, the roles turn
    // over, and two hosts besiege them that stay two (SG-4.3).
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 300, 49);
    it.provide(Park { trebuchets: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", 120)]);
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    march::order(&mut it.store, help, keep).expect("it marches");
    it.turns(1);
    let contacts = it.store.waiting_contacts().expect("contacts");
    let met = contacts.iter().find(|contact| contact.siege == Some(siege)).expect("they meet").id;
    assert!(refusal(siege::meet(&mut it.store, met, siege::ReliefMeeting::ShutIn)).contains("hold no part"));
    // Had they a line, they might shut themselves in it.
    it.store
        .act("a line is won", &json!({}), |act| {
            let mut row = act.siege(siege)?;
            row.won = 1;
            act.set_siege(&row)?;
            Ok(((), "A line is won.".to_owned()))
        })
        .expect("so be it");
    assert!(refusal(siege::meet(&mut it.store, met, siege::ReliefMeeting::Lift)).contains("cannot just go"));
    assert!(refusal(contact::retire(&mut it.store, met, it.host)).contains("cannot just go"));
    siege::meet(&mut it.store, met, siege::ReliefMeeting::ShutIn).expect("they shut themselves in");
    let shown = siege::show(&it.store, siege).expect("it is shown");
    let hosts: Vec<(SiegePart, u32)> = shown.hosts.iter().map(|host| (host.figures.part, host.figures.able)).collect();
    assert_eq!(hosts, [(SiegePart::Besiegers, 302), (SiegePart::Garrison, 50), (SiegePart::Relief, 121)]);
    assert_eq!(it.store.formation(it.host).expect("the host").stronghold, Some(it.castle), "they are inside");
    assert!(refusal(siege::lift(&mut it.store, siege)).contains("besieged themselves"));
    let terms = Terms::plain(Leave::WithArms);
    assert!(refusal(siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms)).contains("SG-3.4"));
    // They eat what they have with them, and no country; when that is gone they starve, and the place is relieved.
    siege::set_train(&mut it.store, it.host, &SiegeTrain { rations: 400, ..SiegeTrain::default() }, "short")
        .expect("it is short");
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        it.conduct(siege, part, &[Order::Rest]);
    }
    for _ in 0..8 {
        if it.ended(siege).is_none() {
            it.turns(1);
        }
    }
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    sound(&it.store, "after the relief");
}

#[test]
fn a_convoy_comes_in_or_is_met() {
    // SG-2.3: 2d6 against the blockade, 6 and one more for every twenty besiegers to a stretch of rampart; who comes through
    // brings in what the place has room for, and who does not faces the besiegers.
    let (mut through, mut met) = (0, 0);
    for seed in 0..12 {
        let mut it = Border::seeded(SEED + u64::from(seed), StrongholdKind::BaronsCastle, 100, 120, 20);
        let siege = siege::open(&mut it.store, it.host, it.castle).expect("it may be besieged");
        it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
        it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
        it.provide(Park::default());
        let carts = raise(&mut it.store, "Blue", "Carts", "Bluetown", &[("sergeant", "D", 6 + seed)]);
        siege::load(&mut it.store, carts, siege::Load { rations: 300, animals: 10 }, None).expect("bought");
        let keep = it.store.place_named("Stonekeep").expect("the place").id;
        march::order_to(&mut it.store, carts, keep, Purpose::Convoy).expect("it marches");
        it.turns(1);
        let story = it.story(siege);
        let contact = it.store.waiting_contacts().expect("contacts").iter().any(|known| known.defender == carts);
        let store = it.store.stronghold(it.castle).expect("the castle").rations;
        let left = it.store.train(carts).expect("its train").rations;
        // Who came through stays, and eats with the garrison: his men and his ten beasts. Who did not lives on his carts, for
        // the besiegers have the country.
        let carters = if left == 0 { 6 + seed + 10 } else { 6 + seed };
        assert_eq!(store + left + 21 + carters, 400, "what is eaten, in store and on the carts: {story}");
        if left == 0 {
            through += 1;
            assert!(story.contains("comes through"), "{story}");
        } else {
            met += 1;
            assert!(contact, "{story}");
        }
    }
    assert!(through > 0 && met > 0, "{through} through, {met} met");
}

#[test]
fn a_sortie_waits_and_burns_the_engines() {
    // SG-1.3, CP-2.2: the garrison's sortie is a contact of its day; rolled, it burns engines or is driven back, and both
    // sides lose named men.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 100, 90);
    it.provide(Park { trebuchets: 3, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::SallyEngines]);
    it.turns(1);
    let contacts = it.store.waiting_contacts().expect("contacts");
    let sortie = contacts.iter().find(|contact| contact.kind == ContactKind::SortieEngines).expect("it waits");
    assert_eq!((sortie.attacker, sortie.defender), (it.garrison, it.host));
    let out = refusal(contact::retire(&mut it.store, sortie.id, it.garrison));
    assert!(out.contains("no meeting in the field"), "nobody walks out of an invested place: {out}");
    let before = content(&it.store);
    let text = siege::resolve(&mut it.store, sortie.id).expect("it is resolved");
    let left = it.store.train(it.host).expect("the train").park.trebuchets;
    assert_eq!(left < 3, text.contains("come through"), "{text}");
    assert!(it.men(it.garrison, PersonState::Fit) < 91, "{text}");
    it.store.undo().expect("undone").expect("the sortie");
    same(&before, &content(&it.store), "a sortie taken back");
    siege::call_off(&mut it.store, sortie.id).expect("it is called off");
    assert!(refusal(siege::resolve(&mut it.store, sortie.id)).contains("no sortie that waits"));
}

#[test]
fn a_day_is_played_by_hand_and_the_turn_leaves_it_out() {
    // SG-1.1, CP-2.1: the referee decides a day himself; the siege never runs ahead of a turn, nor plays a day twice.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 100, 20);
    it.provide(Park { trebuchets: 1, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let build = siege::Orders { actions: BySide { attacker: Some(Action::Build(Gear::Ladders)), defender: None } };
    siege::play_by_hand(&mut it.store, siege, &build).expect("the day is played");
    assert!(it.store.train(it.host).expect("the train").park.ladders);
    let repair = Action::Repair(At { line: 0, stretch: 0 });
    let wrong = siege::Orders { actions: BySide { attacker: Some(repair), defender: None } };
    assert!(refusal(siege::play_by_hand(&mut it.store, siege, &wrong)).contains("only the besieged do that"));
    for _ in 0..6 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("the day is played");
    }
    assert!(
        refusal(siege::play_by_hand(&mut it.store, siege, &siege::Orders::default())).contains("as far as a turn goes")
    );
    it.turns(1);
    assert_eq!(it.store.siege(siege).expect("the siege").days, 7, "the turn's days were played already");
    it.turns(1);
    assert_eq!(it.store.siege(siege).expect("the siege").days, 14);
}

#[test]
fn a_moat_is_filled_by_standing_orders_in_a_turn() {
    // SG-1.3: three days of filling, and then the assault that they are ready for waits.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 120, 20);
    it.provide(Park { ladders: true, ..Park::default() });
    let castle = it.castle;
    it.store.act("moat", &json!({}), |act| Ok((act.set_moat(castle, 3)?, "It is dug.".to_owned()))).expect("a moat");
    it.conduct(siege, SiegePart::Besiegers, &[Order::FillMoat, Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let before = content(&it.store);
    it.turns(1);
    let told = it.store.siege_story(siege).expect("the story");
    let filled = told.iter().position(|line| line.text == "The moat is filled.").expect("it is filled");
    assert_eq!(told[..filled].iter().filter(|line| line.text == "The besiegers fill the moat.").count(), 3);
    assert_eq!(it.store.stronghold(castle).expect("the castle").moat_days, 0);
    it.turns(1);
    assert_eq!(it.store.waiting_contacts().expect("contacts")[0].kind, ContactKind::Assault, "{}", it.story(siege));
    it.store.undo().expect("undone").expect("a turn");
    it.store.undo().expect("undone").expect("a turn");
    same(&before, &content(&it.store), "the moat is there again");
}

#[test]
fn sg_2_3_men_on_half_rations_fight_with_less_heart() {
    // SG-2.3: −1 to their morale in a battle that is fought, and none to those who eat their fill.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 120, 20);
    it.provide(Park { ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, &[Order::HalfRations, Order::Rest]);
    while it.store.waiting_contacts().expect("contacts").is_empty() {
        it.turns(1);
    }
    let hunger = |it: &Border| {
        let hosts = plan::muster_of(&it.store, it.host, it.garrison, 3).expect("mustered").plan.hosts;
        (hosts.attacker.hunger, hosts.defender.hunger)
    };
    assert_eq!(hunger(&it), (0, -1));
    numbers::set(&mut it.store, "morale_short_commons", Some("-2"), "a hungry land").expect("so be it");
    assert_eq!(hunger(&it), (0, -2));
    siege::set_conduct(&mut it.store, siege, SiegePart::Garrison, Conduct::Referee, &[], false).expect("full rations");
    assert_eq!(hunger(&it), (0, 0));
    // The part stands in the test with its clause.
    let mut parts: Vec<Part> = Vec::new();
    let test = Test { hunger: -1, ..Test::plain(Class::Sergeant, Grade::C) };
    morale_parts(&test, &Tables::book(), &mut parts);
    let hungry: Vec<_> = parts.iter().filter(|part| part.clause == "SG-2.3").map(|part| part.value).collect();
    assert_eq!(hungry, [-1]);
}
