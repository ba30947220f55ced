//! Who counts as there at a siege, who comes through to whom, and who goes short first (SG-2.3, SG-3.3, SG-4).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, shut_in};
use crate::sg_siege::{Before, bonus, host, plan, plight};
use crate::support::sound;
use banneret::app::march;
use banneret::app::siege::{self, ReliefMeeting};
use banneret::app::world::{ByHand, contacts};
use banneret::campaign::ids::{FormationId, PersonId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::Class;
use banneret::rules::siege::{Action, Kind, Leave, Progress, Sally, Terms};
use serde_json::json;

/// All of an army are hurt.
fn all_hurt(it: &mut Border, army: FormationId) {
    let men = it.store.men_of(army).expect("men");
    let hurt = |act: &banneret::store::Act| {
        for man in &men {
            act.set_wound(man.id, true)?;
        }
        Ok(((), "They are hurt.".to_owned()))
    };
    it.store.act("hurt", &json!({}), hurt).expect("hurt");
}

fn besieged_again(it: &Border, siege: SiegeId) -> bool {
    !it.store.siege(siege).expect("it").shut_in && it.ended(siege).is_none()
}

#[test]
fn sg_4_3_a_relief_in_which_nobody_can_fight_shuts_nobody_in() {
    let (mut it, siege, help) = shut_in(2000, 200, 49, 60);
    all_hurt(&mut it, help);
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    assert!(besieged_again(&it, siege), "{}", it.story(siege));
    assert!(it.story(siege).contains("Nobody of Help can fight any more."), "{}", it.story(siege));
    siege::lift(&mut it.store, siege).expect("they may go");
    sound(&it.store, "after the relief");
    // The same in a forecast; and where nobody meets a sortie it comes through.
    let mut ahead = Before::new(&plan(Kind::Castle));
    (ahead.siege.won, ahead.siege.shut_in, ahead.siege.outside) = (1, true, Some(host(0, 500)));
    ahead.dice.show("SG-1.3 sortie", &[1]);
    ahead.siege.sally(Sally::Camp, &mut ahead.dice, &mut ahead.told);
    assert!(ahead.siege.outside.expect("it").rations < 500, "the camp burns");
    ahead.does(Action::Rest);
    ahead.does(Action::Rest);
    assert!(!ahead.siege.shut_in && ahead.siege.outside.is_none());
}

#[test]
fn sg_4_3_a_convoy_to_the_citadel_comes_through_those_who_are_shut_in_about_it() {
    // Two hundred in eight stretches: 4 and 200 / (stretches × 10) or so on 2d6; some come through and some do not.
    let (mut through, mut away) = (0, 0);
    for turn in 0..8 {
        let (mut it, siege, _) = shut_in(400, 120, 49, 300);
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.turns(turn % 4);
        let bread = raise(&mut it.store, "Blue", "Bread", "Bluetown", &[("sergeant", "C", 3 + turn)]);
        let train = SiegeTrain { rations: 300, ..it.store.train(bread).expect("a train") };
        siege::set_train(&mut it.store, bread, &train, "for the story").expect("loaded");
        let keep = it.store.place_named("Stonekeep").expect("the place").id;
        let told = siege::comes_to(&it.store, bread, keep, Purpose::Convoy).expect("read").expect("told");
        assert!(told.starts_with("The citadel of Stonekeep Castle is besieged"), "{told}");
        march::order_to(&mut it.store, bread, keep, Purpose::Convoy).expect("it marches");
        it.turns(2);
        let told = it.story(siege);
        assert!(told.contains("Bread tries the lines"), "{told}");
        match told.contains("Bread is turned away before the citadel") {
            true => {
                away += 1;
                assert!(it.store.train(bread).expect("it").rations > 250, "but for what it ate it has it still");
            }
            false => through += 1,
        }
        sound(&it.store, "a convoy to the citadel");
    }
    assert!(through > 0 && away > 0, "{through} through, {away} turned away");
}

#[test]
fn sg_2_3_knights_go_without_the_last_and_die_only_as_the_dice_have_it() {
    // Ten of forty lack a ration, and none of them is one of the knights.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 30, 200, 29);
    raise(&mut it.store, "Blue", "Lances", "Bluetown", &[("knight", "C", 9)]);
    let men: Vec<_> = {
        let lances = it.store.army_named("Lances").expect("it").id;
        let tree = it.store.tree(lances).expect("its parts");
        let leads = |man: PersonId| tree.iter().any(|part| part.commander == Some(man));
        let men = it.store.men_of(lances).expect("men").into_iter().map(|man| man.id);
        men.filter(|man| !leads(*man)).collect()
    };
    let unit = it.store.men_of(it.garrison).expect("men")[0].formation.expect("a unit");
    let inside = |act: &banneret::store::Act| {
        men.iter().try_for_each(|man| act.set_formation(*man, Some(unit)))?;
        Ok(((), "They are within.".to_owned()))
    };
    it.store.act("within", &json!({}), inside).expect("so be it");
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let count = |it: &Border, class: Class| {
        let all = it.store.men_of(it.garrison).expect("men").into_iter();
        all.filter(|man| man.profile.class == class && man.state == PersonState::Fit).count()
    };
    let (knights, sergeants) = (count(&it, Class::Knight), count(&it, Class::Sergeant));
    it.turns(1);
    assert_eq!(count(&it, Class::Knight), knights, "{}", it.story(siege));
    assert!(count(&it, Class::Sergeant) < sergeants, "{}", it.story(siege));
    sound(&it.store, "after the hunger");
}

#[test]
fn sg_4_an_army_brought_before_the_besiegers_by_hand_relieves_as_one_that_marches() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 49, 60);
    holds_a_line(&mut it, siege);
    let host = it.host;
    contacts::bring(&mut it.store, help, host, &ByHand::because("it came by sea")).expect("face to face");
    let met = it.store.waiting_contacts().expect("contacts").remove(0);
    assert_eq!((met.siege, met.kind), (Some(siege), ContactKind::Field));
    assert!(it.story(siege).contains("Help comes to relieve Stonekeep Castle"), "{}", it.story(siege));
    siege::meet(&mut it.store, met.id, ReliefMeeting::ShutIn).expect("they have the three choices");
    assert!(it.store.siege(siege).expect("it").shut_in);
    sound(&it.store, "brought by hand");
}

#[test]
fn sg_3_3_nobody_is_sent_out_of_a_place_that_is_to_be_given_up_on_a_day() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    let man = it.store.men_of(it.garrison).expect("men").remove(3).id;
    let hurt = |act: &banneret::store::Act| Ok((act.set_wound(man, true)?, "He is hurt.".to_owned()));
    it.store.act("hurt", &json!({}), hurt).expect("hurt");
    let terms = Terms { respite_days: 6, ..Terms::plain(Leave::AtDiscretion) };
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("offered");
    // The other side has nothing to offer by saying the same.
    let again = refusal(siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms));
    assert!(again.starts_with("The besiegers") && again.contains("these terms already"), "{again}");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let why = refusal(siege::expel(&mut it.store, siege, &[man]));
    assert!(why.contains("nobody leaves it until then (SG-3.3)"), "{why}");
}

#[test]
fn sg_3_1_the_best_row_of_a_factor_counts_and_half_rations_make_no_store_last_longer() {
    // A week's rations or less is +2, whoever eats half of them; and of the rows that hold the best is taken.
    let short = |half| {
        let mut it = Before::new(&plan(Kind::Castle));
        (it.siege.hosts.defender.rations, it.siege.hosts.defender.half) = (80, half);
        bonus(&it.siege.plight()) - bonus(&plight(5, 1000, Progress::None, Kind::Castle))
    };
    assert_eq!((short(false), short(true)), (2, 2), "a hundred men on eighty rations");
}
