//! The Templars' castle stormed in a siege of a campaign, line by line on its own map of hexes (SG-5 to SG-10), as a story that
//! is kept and told again.

use crate::golden::compare;
use crate::sg_campaign::Border;
use crate::sg_histories::taken_back_and_brought_again;
use crate::support::sound;
use banneret::app::world::{ByHand, holds};
use banneret::app::{battle, import, march, numbers, plan, siege};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{OfferState, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::siege::{End, Order, Park};
use banneret::store::Act;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Turns after which nobody storms it any more.
const MOST_TURNS: u32 = 40;

/// A siege of the castle by storm.
struct Stormed {
    it: Border,
    told: String,
    assaults: u32,
    end: Option<End>,
}

/// What befell a host, such as `3 dead, 2 wounded`.
fn losses(fates: &BTreeMap<&'static str, u32>) -> String {
    let lost: Vec<String> =
        fates.iter().filter(|(fate, _)| **fate != "unhurt").map(|(fate, men)| format!("{men} {fate}")).collect();
    if lost.is_empty() { "nobody hurt".to_owned() } else { lost.join(", ") }
}

/// A host of nine companies before it, six within and the constable's own few.
fn stormed(seed: u64) -> Stormed {
    let mut it = Border::seeded(seed, StrongholdKind::BaronsCastle, 2000, 2, 2);
    // Companies, which lose heart one by one.
    let companies = |army: &str, many: u32, (unit, weapons): (&str, &str), men: u32| {
        (1..=many).fold(String::new(), |lines, company| {
            lines + &format!("{army},{unit} {company},sergeant,C,3,{weapons},{men}\n")
        })
    };
    let head = "army,unit,class,grade,protection,weapons,count\n";
    let of_host = companies("Storm of Red", 6, ("Foot", "sword;shield"), 16)
        + &companies("Storm of Red", 3, ("Crossbows", "crossbow;sword"), 16)
        // Those who can command the tower and the engines (MM-9.7).
        + "Storm of Red,Masters,sergeant,B,3,sword;shield,4\n";
    let of_watch = companies("Hold of Blue", 3, ("Foot", "sword;shield"), 14)
        + &companies("Hold of Blue", 3, ("Crossbows", "crossbow;sword"), 14);
    for (side, lines) in [("Red", of_host), ("Blue", of_watch)] {
        import::import(&mut it.store, (head.to_owned() + &lines).as_bytes(), side, false)
            .expect("the roster is taken in");
    }
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    let [storm, hold] = ["Storm of Red", "Hold of Blue"].map(|name| {
        let army = it.store.army_named(name).expect("the army").id;
        let placed = |act: &Act| Ok((act.set_army_place(army, keep, None)?, "Placed.".to_owned()));
        it.store.act("place", &json!({}), placed).expect("it stands");
        army
    });
    march::garrison(&mut it.store, hold, Some(it.castle)).expect("they go in");
    let by_hand = ByHand::default();
    holds::set_map(&mut it.store, it.castle, Some("the Templars' castle"), &by_hand).expect("it ships");
    let siege = siege::open(&mut it.store, storm, it.castle).expect("it may be besieged");
    let park = Park { rams: 1, towers: 1, trebuchets: 2, ladders: true, ..Park::default() };
    let train = SiegeTrain { rations: 20_000, animals: 0, park };
    siege::set_train(&mut it.store, storm, &train, "for the story").expect("it is loaded");
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let (mut told, mut assaults, mut seen) = (String::new(), 0, 0);
    let ended = |it: &Border| it.ended(siege);
    for _ in 0..MOST_TURNS {
        if ended(&it).is_some() {
            break;
        }
        it.turns(1);
        // They mean to have it by storm.
        if it.store.offers(siege).expect("offers").iter().any(|offer| offer.state == OfferState::Open) {
            siege::answer(&mut it.store, siege, false).expect("refused");
        }
        let waiting = it.store.waiting_contacts().expect("contacts");
        let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) else { continue };
        assaults += 1;
        let muster =
            plan::muster_by(&it.store, met.attacker, met.defender, seed + u64::from(assaults), Ruleset::Assault);
        let muster = muster.expect("they may fight");
        let house = numbers::of_battles(&it.store).expect("house numbers");
        let fought = battle::fight(&muster, &house).expect("it is fought");
        let fates: BySide<_> = battle::counted(&fought.report);
        let before = it.store.siege_story(siege).expect("the story");
        for line in &before[seen..] {
            let _ = writeln!(told, "{}  {} ({})", line.day.short(), line.text, line.clause);
        }
        seen = before.len();
        let holds = fought.report.holds.map_or("nobody can say who holds the line", |side| match side {
            Side::Attacker => "the line is taken",
            Side::Defender => "the line is held",
        });
        let _ = writeln!(
            told,
            "\nAssault {assaults}: {} turns; {holds}. Host: {}. Watch: {}.\n",
            fought.report.turns.unwrap_or(0),
            losses(&fates.attacker),
            losses(&fates.defender)
        );
        let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("an aftermath");
        battle::take_in(&mut it.store, proposal).expect("it is taken in");
    }
    for line in &it.store.siege_story(siege).expect("the story")[seen..] {
        let _ = writeln!(told, "{}  {} ({})", line.day.short(), line.text, line.clause);
    }
    let end = ended(&it);
    Stormed { it, told, assaults, end }
}

#[test]
fn sg_10_the_templars_castle_is_stormed_in_four_assaults() {
    // By the first dice by which it takes so many.
    let mut before = Vec::new();
    let in_four = |stormed: &Stormed| {
        before.push((stormed.assaults, stormed.end));
        stormed.assaults == 4 && matches!(stormed.end, Some(End::Fell | End::Taken))
    };
    let found = (1..=16).map(stormed).find(in_four);
    let Stormed { mut it, told, .. } = found.unwrap_or_else(|| panic!("never in four assaults: {before:?}"));
    compare("the-templars-castle.txt", &told);
    sound(&it.store, "stormed");
    taken_back_and_brought_again(&mut it);
}
