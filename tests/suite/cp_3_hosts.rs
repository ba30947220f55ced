//! Battles of several armies a side (CP-3.1): who may join, who comes later, who takes the field of all of them, and what goes
//! back to which army.

use crate::sg_campaign::{Border, raise, refusal};
use crate::support::{content, same, sound};
use banneret::app::muster::{Asked, Muster};
use banneret::app::{allies, battle, even, fielding, muster, numbers, plan, relations, siege};
use banneret::campaign::ids::FormationId;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{ContactKind, ContactState, Joined, Settled};
use banneret::rules::battle::Fate;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::man_to_man::event::Event;
use banneret::rules::man_to_man::record;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::siege::{Order, Park};
use banneret::rules::weather::WeatherKind;
use banneret::store::Store;
use serde_json::json;

/// Red and Green, who are allied, against Blue in the fields of Bluetown; a second army of Blue's is a day's march off, and one
/// of Red's too far. Nobody is besieged.
struct Coalition {
    it: Border,
    host: FormationId,
    green: FormationId,
    blue: FormationId,
    blues: FormationId,
}

fn coalition() -> Coalition {
    let mut it = Border::new(StrongholdKind::BaronsCastle, 500, 30, 10);
    let (first, store) = (it.host, &mut it.store);
    store
        .act("side", &json!({}), |act| {
            let green = act.add_side(
                "Green",
                banneret::campaign::realm::Tincture::Vert,
                banneret::campaign::names::People::Welsh,
            )?;
            let (red, blue) = (act.side_named("Red")?.id, act.side_named("Blue")?.id);
            act.set_stance(red, green, Stance::Allied, None)?;
            act.set_stance(blue, green, Stance::War, None)?;
            Ok(((), "Green comes in.".to_owned()))
        })
        .expect("a third side");
    let host = raise(store, "Red", "Van", "Bluetown", &[("knight", "B", 2), ("sergeant", "C", 18)]);
    let green = raise(store, "Green", "Spears of Green", "Bluetown", &[("knight", "C", 1), ("sergeant", "C", 14)]);
    let blue = raise(store, "Blue", "Men of Bluetown", "Bluetown", &[("knight", "C", 1), ("sergeant", "C", 20)]);
    let blues = raise(store, "Blue", "Riders of Blue", "Bluetown", &[("knight", "C", 1), ("sergeant", "C", 9)]);
    // They lie a few miles off, on the road from Stonekeep.
    let town = store.place_named("Bluetown").expect("the town").id;
    let keep = store.place_named("Stonekeep").expect("the keep").id;
    let camp = store.place_named("Camp").expect("the camp").id;
    store
        .act("place", &json!({}), |act| {
            act.set_army_place(first, camp, None)?;
            act.set_army_place(blues, keep, None)?;
            act.set_march(
                blues,
                Some(&banneret::campaign::places::March {
                    army: blues,
                    path: vec![town],
                    miles_done: 15,
                    purpose: banneret::campaign::siege::Purpose::None,
                }),
            )?;
            Ok(((), "On the road.".to_owned()))
        })
        .expect("they march");
    Coalition { it, host, green, blue, blues }
}

/// A battle in any weather, with whoever may join it from the start or later, or with a part of an army that may not.
pub fn at_random(
    store: &Store,
    mut lot: impl FnMut(usize) -> usize,
    armies: (FormationId, FormationId),
    part: FormationId,
    seed: u64,
) -> Asked {
    let weather = WeatherKind::ALL[lot(12).saturating_sub(6)];
    let mut asked = Asked { weather, ..Asked::of(armies, seed) };
    for may in allies::may_join(store, armies.0, armies.1).unwrap_or_default() {
        let arrives = (lot(8) + usize::from(may.off.is_some())) as u32;
        if lot(2) == 0 {
            asked.join(Joined { formation: may.army.id, side: may.side, arrives });
        }
    }
    if lot(12) == 0 {
        asked.join(Joined { formation: part, side: Side::Attacker, arrives: lot(5) as u32 });
    }
    asked
}

impl Coalition {
    fn asked(&self, seed: u64) -> Asked {
        Asked::of((self.host, self.blue), seed)
    }

    fn with_green(&self, seed: u64) -> Asked {
        let mut asked = self.asked(seed);
        asked.join(Joined { formation: self.green, side: Side::Attacker, arrives: 0 });
        asked
    }

    fn mustered(&self, asked: &Asked) -> Muster {
        muster::muster_asked(&self.it.store, asked).expect("they may fight")
    }

    fn refused(&self, asked: &Asked) -> String {
        refusal(muster::muster_asked(&self.it.store, asked))
    }
}

#[test]
fn cp_3_1_friends_at_war_with_the_enemy_may_join_from_the_place_or_from_a_march_off() {
    let of = coalition();
    let may = allies::may_join(&of.it.store, of.host, of.blue).expect("who may");
    let told: Vec<(FormationId, Side, bool)> =
        may.iter().map(|one| (one.army.id, one.side, one.off.is_some())).collect();
    assert_eq!(told, [(of.blues, Side::Defender, true), (of.green, Side::Attacker, false)], "{may:?}");
    assert_eq!(may[0].off.as_deref(), Some("it is 9 miles off"));
    // The host in its camp is days off.
    let mut far = of.asked(1);
    far.join(Joined { formation: of.it.host, side: Side::Attacker, arrives: 3 });
    assert!(of.refused(&far).contains("cannot join that battle"), "{}", of.refused(&far));
    // Who is not there from the start comes later, and nobody fights for his enemy.
    let mut early = of.asked(1);
    early.join(Joined { formation: of.blues, side: Side::Defender, arrives: 0 });
    assert!(of.refused(&early).contains("not in the field from the start: it is 9 miles off"));
    let mut traitor = of.asked(1);
    traitor.join(Joined { formation: of.green, side: Side::Defender, arrives: 0 });
    assert!(of.refused(&traitor).contains("no friend of the defender"), "{}", of.refused(&traitor));
    let mut twice = of.asked(1);
    twice.joined = vec![Joined { formation: of.host, side: Side::Attacker, arrives: 2 }];
    assert!(of.refused(&twice).contains("fights already"));
}

#[test]
fn cp_3_1_an_ally_at_peace_with_the_enemy_stays_out() {
    // CP-1.6: only war makes contacts.
    let mut of = coalition();
    let (green, blue) = {
        let side = |name: &str| of.it.store.side_named(name).expect("a side").id;
        (side("Green"), side("Blue"))
    };
    let asked = of.with_green(1);
    relations::set(&mut of.it.store, green, blue, Stance::Peace, None).expect("peace");
    assert!(of.refused(&asked).contains("cannot join that battle"));
}

#[test]
fn cp_3_1_a_host_of_several_armies_is_one_on_the_field_and_each_man_is_of_his_army() {
    let of = coalition();
    let field = of.mustered(&of.with_green(7));
    let host = &field.plan.hosts.attacker;
    assert_eq!(host.name, "Van and Spears of Green");
    assert_eq!(host.men().count(), 35);
    let armies: Vec<&str> = host.forces.iter().map(|force| force.army.as_str()).collect();
    assert!(armies.contains(&"Van") && armies.contains(&"Spears of Green"), "{armies:?}");
    for (person, army) in field.people.iter().zip(&field.army_of) {
        let own = of.it.store.person(*person).expect("a man").formation.expect("his unit");
        assert_eq!(of.it.store.formation(own).expect("it").army, *army);
    }
    // Alone, nothing says so: a plan as it always was.
    let alone = of.mustered(&of.asked(7));
    assert!(alone.plan.hosts.attacker.forces.iter().all(|force| force.army.is_empty() && force.arrives == 0));
    let text = serde_json::to_string(&alone.plan).expect("it is written");
    assert!(!text.contains("\"army\":") && !text.contains("arrives") && !text.contains("weather"), "{text}");
}

#[test]
fn cp_3_1_the_field_holds_so_many_of_all_armies_of_a_side() {
    let mut of = coalition();
    numbers::set(&mut of.it.store, "battle_men_a_side", Some("20"), "a small table").expect("a house rule");
    let field = of.mustered(&of.with_green(3));
    assert_eq!(field.plan.hosts.attacker.men().count(), 20);
    let of_green = field.army_of.iter().filter(|army| **army == of.green).count();
    assert!((8..=9).contains(&of_green), "a share of each unit by its size: {of_green}");
    assert_eq!(field.rest.iter().filter(|(.., side)| *side == Side::Attacker).count(), 15);
    // The referee sends units of either army, and men by name.
    let armies = of.with_green(3).armies_of(&of.it.store, Side::Attacker).expect("two armies");
    assert_eq!(armies, [of.host, of.green]);
    let men = of.it.store.men_of(of.green).expect("the men");
    let chosen: Vec<_> = men.iter().rev().take(2).collect();
    let text = format!("3 Men of Van, {}, {}", chosen[0].name, chosen[1].name);
    let sent = fielding::read(&of.it.store, &armies, &text).expect("it is read");
    let mut asked = of.with_green(3);
    asked.fielded = BySide { attacker: Some(sent), defender: None };
    let field = of.mustered(&asked);
    let from_green: Vec<_> =
        field.people.iter().zip(&field.army_of).filter(|(_, army)| **army == of.green).map(|(man, _)| *man).collect();
    assert_eq!(from_green.len(), 2, "those who were named, and nobody by lot");
    assert!(chosen.iter().all(|man| from_green.contains(&man.id)));
    assert_eq!(field.army_of.iter().filter(|army| **army == of.host).count(), 3);
    // Fewer of a unit than are named cannot be.
    let text = format!("1 Men of Spears of Green, {}, {}", chosen[0].name, chosen[1].name);
    let sent = fielding::read(&of.it.store, &armies, &text).expect("it is read");
    asked.fielded.attacker = Some(sent);
    assert!(of.refused(&asked).contains("2 of Men are sent by name, and 1 in all"), "{}", of.refused(&asked));
}

#[test]
fn cp_3_6_what_follows_goes_back_to_each_army_and_one_undo_takes_all_of_it_back() {
    let mut of = coalition();
    // Both allies face the men of Bluetown.
    let town = of.it.store.place_named("Bluetown").expect("the town").id;
    let (host, green, blue) = (of.host, of.green, of.blue);
    let met = of
        .it
        .store
        .act("meet", &json!({}), |act| {
            let today = act.day()?;
            let one = act.add_contact(today, town, host, blue, (ContactKind::Field, None))?;
            let other = act.add_contact(today, town, green, blue, (ContactKind::Field, None))?;
            Ok(([one, other], "They meet.".to_owned()))
        })
        .expect("two contacts");
    let asked = of.with_green(5);
    let id = plan::plan_asked(&mut of.it.store, &asked, "open field", &BySide::default()).expect("a plan");
    for met in met {
        assert_eq!(of.it.store.contact(met).expect("it").battle, Some(id), "the plan settles both");
    }
    let field = muster::planned(&of.it.store, id).expect("as it was planned");
    assert_eq!(field.battle.joined, [Joined { formation: of.green, side: Side::Attacker, arrives: 0 }]);
    let before = content(&of.it.store);
    // A man of Green's takes one of Blue's, and another of Blue's is taken by nobody named; one of each ally falls.
    let number = |army: FormationId, nth: usize| {
        let man = field.army_of.iter().enumerate().filter(|(_, of)| **of == army).nth(nth).expect("a man").0;
        let fighter = field.fighter(banneret::rules::battle::Man(man as u32)).expect("he fights");
        (fighter.number.clone(), field.people[man])
    };
    let (captor, dead, dead_green) = (number(of.green, 2), number(of.host, 3), number(of.green, 3));
    let (taken, other) = (number(of.blue, 4), number(of.blue, 5));
    let text = format!(
        "{} captive of {}; {} captive; {} dead; {} dead; winner A",
        taken.0, captor.0, other.0, dead.0, dead_green.0
    );
    let rules = numbers::man_to_man(&of.it.store).expect("the tables");
    let report = battle::read_result(&field, &rules, text.as_bytes(), false).expect("a result");
    let proposal = battle::propose(&of.it.store, field, report, Settled::Table, None, false).expect("a proposal");
    battle::take_in(&mut of.it.store, proposal).expect("it is taken in");
    let held = |man| of.it.store.captivity_of(man).expect("read").expect("he is held");
    assert_eq!(held(taken.1).army, Some(of.green), "his captor's army holds him");
    assert_eq!(of.it.store.side(held(taken.1).holder_side).expect("a side").name, "Green");
    assert_eq!(held(other.1).army, Some(of.host), "and the army that led whom nobody is named to have taken");
    for (man, army) in [(dead.1, of.host), (dead_green.1, of.green)] {
        let man = of.it.store.person(man).expect("he was");
        assert_eq!(man.state, PersonState::Dead, "{army:?}");
    }
    for met in met {
        assert_eq!(of.it.store.contact(met).expect("it").state, ContactState::Fought);
    }
    let where_is = |army| {
        of.it.store.march(army).expect("read").is_some() || of.it.store.formation(army).expect("it").place != Some(town)
    };
    assert!(where_is(of.blue), "the beaten leave the field");
    assert!(!where_is(of.green) && !where_is(of.host));
    sound(&of.it.store, "a battle of allies");
    of.it.store.undo().expect("undone").expect("something was");
    same(&before, &content(&of.it.store), "one undo");
    of.it.store.redo().expect("redone").expect("something was");
    sound(&of.it.store, "and again");
}

#[test]
fn cp_3_1_an_army_comes_on_at_its_own_edge_on_its_turn() {
    let mut of = coalition();
    let mut asked = of.with_green(11);
    asked.join(Joined { formation: of.blues, side: Side::Defender, arrives: 4 });
    let field = of.mustered(&asked);
    assert_eq!(field.plan.hosts.defender.arrivals().into_iter().collect::<Vec<_>>(), [(4, 10)]);
    let house = numbers::of_battles(&of.it.store).expect("the numbers");
    let fought = battle::fight(&field, &house).expect("it is fought");
    assert_eq!(fought.record.0, 3, "a record that tells of it is of the third format");
    let record = record::decode(&fought.record.1).expect("it is read");
    let turn_of = |at: usize| record.events[..at].iter().filter(|event| matches!(event, Event::Turn { .. })).count();
    let came = record.events.iter().position(|event| matches!(event, Event::CameOn { .. })).expect("they come");
    assert_eq!(turn_of(came), 4);
    let Event::CameOn { figures, .. } = &record.events[came] else { panic!("it is that") };
    assert_eq!(figures.len(), 10);
    let depth = 96 * 64;
    assert!(figures.iter().all(|placed| placed.1.y > depth - 8 * 64), "at the defender's own edge: {figures:?}");
    let Event::Arrayed { figures } = &record.events[0] else { panic!("first the hosts are arrayed") };
    assert_eq!(figures.len(), field.people.len() - 10, "and are not there before");
    // The log says who comes, and who was taken in is where he fought.
    let log = battle::log(Ruleset::ManToMan, &fought.record.1).expect("it is told");
    assert!(log.iter().any(|line| line.text.contains("comes onto the field (CP-3.1)")));
    let before = content(&of.it.store);
    let proposal = battle::propose_settled(&of.it.store, field, fought, false).expect("a proposal");
    battle::take_in(&mut of.it.store, proposal).expect("it is taken in");
    let army = of.it.store.formation(of.blues).expect("they");
    assert!(army.place.is_some());
    let chronicle = of.it.store.content().expect("content")["line"].to_string();
    assert!(chronicle.contains("came up to Battle of Bluetown on turn 4"), "{chronicle}");
    sound(&of.it.store, "a battle with reinforcements");
    of.it.store.undo().expect("undone").expect("something was");
    same(&before, &content(&of.it.store), "one undo");
}

#[test]
fn cp_3_1_a_battle_waits_for_those_who_are_to_come() {
    // Where those on the field of Blue's are beaten before turn 25, the battle is not over until the riders have come.
    let of = coalition();
    let mut asked = of.with_green(2);
    asked.join(Joined { formation: of.blues, side: Side::Defender, arrives: 25 });
    let house = numbers::of_battles(&of.it.store).expect("the numbers");
    let mut beaten = 0;
    for seed in 0..8 {
        asked.seed = seed;
        let fought = battle::fight(&of.mustered(&asked), &house).expect("it is fought");
        // They may win by themselves, too.
        let held = fought.report.winner == Some(Side::Defender) && fought.report.turns < Some(25);
        assert!(held || fought.report.turns >= Some(25), "seed {seed}: {:?}", fought.report.turns);
        beaten += u32::from(!held);
    }
    assert!(beaten >= 4, "{beaten} of 8");
    // And nobody comes after night has fallen, nor does a whole host come late.
    asked.join(Joined { formation: of.blues, side: Side::Defender, arrives: 500 });
    let late = battle::fight(&of.mustered(&asked), &house);
    assert!(refusal(late).contains("a battle lasts 180 turns at most"));
    for rules in [Ruleset::CastleCracker, Ruleset::Castles] {
        let mut asked = of.with_green(2);
        asked.rules = rules;
        let fought = battle::fight(&of.mustered(&asked), &house).expect("several armies fight by any rules");
        assert_eq!(fought.report.men.len(), 56);
        asked.join(Joined { formation: of.blues, side: Side::Defender, arrives: 4 });
        let refused = refusal(battle::fight(&of.mustered(&asked), &house));
        assert!(refused.contains("by these rules nobody comes later"), "{refused}");
    }
}

#[test]
fn cp_3_5_bodies_that_are_printed_keep_their_numbers() {
    let mut of = coalition();
    let (red, blue) = (of.host, of.blue);
    let planned = plan::plan_as(&mut of.it.store, (red, blue), 3, Ruleset::CastleCracker).expect("planned");
    let set = |store: &mut Store| numbers::set(store, "cracker_cast_body", Some("6"), "small bodies");
    let why = refusal(set(&mut of.it.store));
    assert!(why.contains("its bodies would have other numbers than on its sheets (CP-3.5)"), "{why}");
    plan::drop_plan(&mut of.it.store, planned).expect("dropped");
    set(&mut of.it.store).expect("nothing is printed any more");
}

#[test]
fn sg_1_3_all_armies_of_the_besiegers_and_of_the_garrison_fight_an_assault() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, 30, 12);
    it.provide(Park { ladders: true, rams: 1, ..Park::default() });
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "C", 1), ("sergeant", "C", 12)]);
    siege::join(&mut it.store, second, siege).expect("they lie before it too");
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let mut met = None;
    for _ in 0..4 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        met = met.or(waiting.into_iter().find(|met| met.kind == ContactKind::Assault));
    }
    let met = met.expect("an assault waits");
    let may = allies::may_join(&it.store, met.attacker, met.defender).expect("who may");
    assert_eq!(may.len(), 1);
    let other = may[0].army.id;
    for rules in [Ruleset::ManToMan, Ruleset::Assault] {
        let mut asked = Asked::of((met.attacker, met.defender), 3);
        asked.rules = rules;
        asked.join(Joined { formation: other, side: may[0].side, arrives: 0 });
        let field = muster::muster_asked(&it.store, &asked).expect("they may");
        let both = it.store.men_of(it.host).expect("men").len() + it.store.men_of(second).expect("men").len();
        assert_eq!(field.plan.hosts.attacker.men().count(), both);
        let before = content(&it.store);
        let house = numbers::of_battles(&it.store).expect("the numbers");
        let fought = battle::fight(&field, &house).expect("it is fought");
        let proposal = battle::propose_settled(&it.store, field, fought, false).expect("a proposal");
        battle::take_in(&mut it.store, proposal).expect("it is taken in");
        sound(&it.store, "an assault of two armies");
        assert_eq!(it.store.contact(met.id).expect("it").state, ContactState::Fought);
        it.store.undo().expect("undone").expect("something was");
        same(&before, &content(&it.store), "one undo");
    }
}

#[test]
fn cp_3_1_a_garrison_nobody_besieges_comes_out_on_a_turn() {
    let mut of = coalition();
    let keep = of.it.store.place_named("Stonekeep").expect("the keep").id;
    // The watch of Stonekeep comes out to a battle before its walls.
    of.it
        .store
        .act("place", &json!({}), |act| {
            act.set_army_place(of.blue, keep, None)?;
            act.set_army_place(of.it.host, keep, None)?;
            Ok(((), "There.".to_owned()))
        })
        .expect("it stands there");
    let (host, garrison) = (of.it.host, of.it.garrison);
    let may = allies::may_join(&of.it.store, host, of.blue).expect("who may");
    let watch = may.iter().find(|one| one.army.id == garrison).expect("the watch may");
    assert_eq!(watch.off.as_deref(), Some("it comes out of Stonekeep Castle"));
    let mut asked = Asked::of((host, of.blue), 4);
    asked.join(Joined { formation: garrison, side: Side::Defender, arrives: 3 });
    let field = muster::muster_asked(&of.it.store, &asked).expect("it may");
    let house = numbers::of_battles(&of.it.store).expect("the numbers");
    let fought = battle::fight(&field, &house).expect("it is fought");
    let proposal = battle::propose_settled(&of.it.store, field, fought, false).expect("a proposal");
    battle::take_in(&mut of.it.store, proposal).expect("it is taken in");
    sound(&of.it.store, "a garrison come out");
    assert_eq!(of.it.store.formation(garrison).expect("it").stronghold, None, "it stands in the open now");
}

#[test]
fn cp_3_2_what_would_even_the_odds() {
    // By points the gap; by forecast the men with whom the weaker wins half of the battles.
    let of = coalition();
    let field = of.mustered(&of.with_green(1));
    let tables = numbers::man_to_man(&of.it.store).expect("the tables");
    let by_points = even::by_points(&field.plan.hosts, &tables);
    assert_eq!(by_points.weaker, Some(Side::Defender));
    assert_eq!(by_points.needs, by_points.points.attacker - by_points.points.defender);
    let mean = by_points.points.defender / 21;
    assert!((by_points.men - by_points.needs / mean).abs() <= 2, "{by_points:?}");
    let house = numbers::of_battles(&of.it.store).expect("the numbers");
    let cancel = std::sync::atomic::AtomicBool::new(false);
    let found = even::by_forecast(&field, &house, &tables, 24, &cancel, &|_| {}).expect("it is found");
    assert_eq!(found.weaker, Some(Side::Defender));
    assert!(found.share < 0.5 && found.then >= 0.5, "{found:?}");
    let men = found.men.expect("so many");
    assert!((1..=60).contains(&men), "{found:?}");
    assert!(found.points > 0);
    // The same again, whatever the threads do.
    assert_eq!(even::by_forecast(&field, &house, &tables, 24, &cancel, &|_| {}).expect("again"), found);
    let (grown, more) = banneret::rules::even::reinforced(&field.plan, Side::Defender, 13);
    assert_eq!(grown.hosts.defender.men().count(), 21 + 13);
    assert_eq!(more.len(), 13);
    let fates = battle::fight(&Muster { plan: grown, ..field }, &house).expect("it can be fought");
    assert!(fates.report.men.iter().all(|told| told.fate != Fate::Missing));
}
