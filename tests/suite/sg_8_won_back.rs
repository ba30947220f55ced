//! Who holds a line in the end (SG-4.2, SG-8): what a garrison that attacks from within wins back, whom nobody takes, and which gates
//! stand open meanwhile (SG-9.2).

use crate::assaults::{begin, few, few_with, hex, host, pass, plan, play, unit};
use banneret::rules::assault::map::{self, HexMap, LiftKind};
use banneret::rules::assault::state::{Burden, Heart};
use banneret::rules::assault::{Assault, Decision, Event, Fortune, Plan, Post, TrooperId};
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};

const A: TrooperId = TrooperId(0);
const OTHER: TrooperId = TrooperId(1);
const D: TrooperId = TrooperId(2);

/// Two of a garrison and two besiegers, the garrison attacking from within; the besiegers hold so many lines.
fn sally(name: &str, held: u8) -> Assault {
    let of = |first| host(vec![unit("few", first, 1, 3, "sword")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan(name) };
    begin(&Plan { hosts: BySide { attacker: of(0), defender: of(10) }, sally: true, held, ..none })
}

fn put(game: &mut Assault, id: TrooperId, at: &str) {
    let at = hex(game, at);
    game.deploy_at(id, at).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn sg_4_2_a_line_is_won_back_only_when_no_besieger_is_left_on_it_or_past_it() {
    // One of the garrison has come out to the open ground, the other is in the keep.
    let mut game = sally("border castle", 1);
    for (id, at) in [(A, "0505"), (OTHER, "1814"), (D, "1115"), (TrooperId(3), "0202")] {
        put(&mut game, id, at);
    }
    assert_eq!(game.lines_taken(), 1, "a besieger stands on the rampart");
    assert_eq!((game.winner(), game.holds_the_line()), (Some(Defender), Some(Defender)));
    put(&mut game, D, "0302");
    assert_eq!(game.lines_taken(), 0, "none is within");
    assert_eq!((game.winner(), game.holds_the_line()), (Some(Attacker), Some(Attacker)));
    play(&mut game, Attacker, Decision::BreakOff, &[]).expect("nobody is before them");
    assert_eq!(game.lines_taken(), 1, "who breaks off wins nothing back");
    assert_eq!((game.winner(), game.holds_the_line()), (Some(Defender), Some(Defender)));
}

#[test]
fn sg_8_who_breaks_off_takes_nobody() {
    // One of the attackers stands before the keep's door, between it and the garrison on the rampart.
    let castle = map::find("border castle").expect("it ships");
    let mut game = few(&castle, ["1917", "0202"], ["1115", "1116"]);
    assert_eq!(game.cut_off().len(), 2);
    let told = play(&mut game, Attacker, Decision::BreakOff, &[]).expect("nobody is before them");
    assert!(!told.iter().any(|event| matches!(event, Event::Yielded { .. })), "{told:?}");
    assert!(game.of(Defender).all(|id| game.man(id).able()));
    assert_eq!(game.winner(), Some(Defender));
}

#[test]
fn sg_5_4_who_is_behind_the_doors_of_the_keep_is_not_taken_with_those_who_fell_outside() {
    for within in [false, true] {
        let mut game = sally("border castle", 0);
        for (id, at) in [(D, "0202"), (TrooperId(3), "0302")] {
            put(&mut game, id, at);
        }
        if within {
            put(&mut game, D, "1814");
        }
        put(&mut game, A, "0505");
        let at = hex(&game, "0606");
        game.deploy_at(OTHER, at).expect("free");
        // The one outside has fallen, the other waits below with a troop that flees.
        (game.men[0].post, game.men[0].fortune) = (Post::Off, Fortune::Dead);
        (game.men[1].post, game.men[1].fortune) = (Post::Off, Fortune::Waiting);
        game.troops[0].mood = Heart::Recreant;
        let told = pass(&mut game);
        assert!(told.iter().any(|event| matches!(event, Event::Over { .. })), "{told:?}");
        assert_eq!(game.man(OTHER).fortune == Fortune::Waiting, !within, "{told:?}");
    }
}

#[test]
fn sg_9_2_the_gates_of_what_besiegers_hold_stand_open_when_the_garrison_attacks() {
    let game = sally("fortified town", 1);
    let open: Vec<&str> = game.map.gates.iter().filter(|gate| gate.open).map(|gate| gate.name.as_str()).collect();
    assert_eq!(open, ["the Lady Gate", "the Pilgrims' Gate"]);
}

/// SG-10: who has taken the keep drains the passage to come at those in the Tower of Solomon.
#[test]
fn sg_10_a_captain_in_the_keep_drains_the_passage() {
    let mut templars = HexMap::clone(&map::find("the Templars' castle").expect("it ships"));
    let sluice = templars.lifts.iter_mut().find(|lift| lift.kind == LiftKind::Sluice).expect("it has one");
    sluice.closed = true;
    let from = sluice.from;
    let mut game = few_with(&templars, "sword", ["1806", "1707"], ["2317", "2318"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    let mut drained = false;
    for _ in 0..3 {
        let done = crate::assaults::all_of_a_half(&mut game, Attacker);
        assert!(!done.contains(&Decision::BreakOff), "{done:?}");
        drained |= done.iter().any(|decision| matches!(decision, Decision::Work { close: false, .. }));
        if drained {
            break;
        }
        pass(&mut game);
    }
    assert!(drained, "nobody is at {}", game.map.cell(from).name());
}
