//! A battle of a campaign settled by an assault on hexes (SG-5 to SG-8): the place it is fought for as the siege left it, and
//! what comes back of it.

use crate::assaults::{host, unit};
use banneret::rules::assault::map::{self, Terrain};
use banneret::rules::assault::state::{Burden, Heart};
use banneret::rules::assault::{Assault, AssaultBattle, AssaultStage, Decision, Ending, Event, Fortune};
use banneret::rules::battle::{Battered, Fate, Plan, StormedPlace};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::NullSink;
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{self, House, Settles};
use std::collections::BTreeSet;

fn place(map: &str) -> StormedPlace {
    StormedPlace { map: map.to_owned(), filled: true, ladders: true, rams: 1, ..StormedPlace::default() }
}

/// Two dozen against a dozen.
fn plan(storm: Option<StormedPlace>, seed: u64) -> Plan {
    let attacker = host(vec![unit("foot", 0, 15, 3, "axe;shield"), unit("archers", 20, 7, 4, "longbow;dagger")]);
    let defender = host(vec![unit("guard", 100, 5, 3, "sword;shield"), unit("bowmen", 120, 5, 3, "crossbow;dagger")]);
    Plan {
        hosts: BySide { attacker, defender },
        ground: "open field".to_owned(),
        ground_file: None,
        storm,
        dynastic_war: false,
        weather: None,
        seed,
    }
}

/// The figures of the book, but that night falls early.
fn short() -> House {
    House::from([("assault_last_turn".to_owned(), "12".to_owned())])
}

fn cast(storm: StormedPlace) -> AssaultBattle {
    AssaultBattle::cast(&plan(Some(storm), 3), &short()).unwrap_or_else(|unfit| panic!("{unfit}"))
}

#[test]
fn sg_1_6_an_assault_is_fought_on_the_map_of_a_stronghold_and_nowhere_else() {
    assert!(Ruleset::Assault.settles_battles() && Ruleset::Assault.follows_men());
    let Err(refused) = AssaultBattle::cast(&plan(None, 1), &short()) else { panic!("the open field") };
    let refused = refused.to_string();
    for part in ["open field is none", "border castle", "fortified town", "the Templars' castle"] {
        assert!(refused.contains(part), "{refused}");
    }
    let named = Plan { ground: "Border-Castle".to_owned(), ..plan(None, 1) };
    assert_eq!(AssaultBattle::cast(&named, &short()).expect("a map by name").start().map.name, "border castle");
    let Err(unknown) = AssaultBattle::cast(&plan(Some(place("Bluetown")), 1), &short()) else { panic!("no such map") };
    assert!(unknown.to_string().contains("there is no map “Bluetown”"), "{unknown}");
    // A map of one's own is read from its file, and every fault of it told by line.
    let own = StormedPlace { map_file: Some("name = 3".to_owned()), ..place("mine") };
    let Err(faults) = AssaultBattle::cast(&plan(Some(own), 1), &short()) else { panic!("faults") };
    let faults = faults.to_string();
    assert!(faults.contains("line 1"), "{faults}");
}

#[test]
fn sg_7_8_the_siege_hands_over_its_damages_its_moat_and_its_park() {
    let whole = cast(place("border castle"));
    let game = whole.start();
    // A ladder to eight of twenty-four men, a ram, and a moat filled in one place of the outer wall and before its gate.
    assert_eq!(game.ladders.len(), 3);
    let map = map::find("border castle").expect("it ships");
    let filled: Vec<_> = map
        .ids()
        .filter(|&id| map.cell(id).terrain == Terrain::Moat && game.map.cell(id).terrain == Terrain::Flat)
        .collect();
    assert!((4..=12).contains(&filled.len()), "{filled:?}");
    let dry = cast(StormedPlace { filled: false, ladders: false, ..place("border castle") });
    assert!(
        map.ids().all(|id| dry.start().map.cell(id).terrain == map.cell(id).terrain) && dry.start().ladders.is_empty()
    );
    // Three damages of a stretch leave it standing, four breach it (SG-1.4, SG-7.8); one within goes right through.
    let stretch = |outer, inner| Battered { line: 1, stretch: 2, stretches: 4, outer, inner };
    let rubble = |battered: Battered| {
        let battle = cast(StormedPlace { battered: vec![battered], ..place("border castle") });
        let map = battle.start().map.clone();
        map.ids().filter(|&id| map.cell(id).terrain == Terrain::Rubble).collect::<Vec<_>>()
    };
    assert!(rubble(stretch(3, 0)).is_empty());
    let outer = rubble(stretch(4, 0));
    assert_eq!(outer.len(), 1);
    assert!(map.touches_outer_wall(outer[0]));
    let through = rubble(stretch(4, 1));
    assert!(through.len() > 1 && through.contains(&outer[0]));
    // Before the breach the moat is filled.
    let breached = cast(StormedPlace { battered: vec![stretch(4, 1)], ..place("border castle") });
    let before: Vec<_> =
        map.around(outer[0]).map(|(_, to)| to).filter(|&to| map.cell(to).terrain == Terrain::Moat).collect();
    assert!(!before.is_empty() && before.iter().all(|&to| breached.start().map.cell(to).level == 0));
}

#[test]
fn sg_9_2_who_holds_a_line_begins_on_it_and_a_garrison_may_attack_from_within() {
    let lines = |game: &Assault, side: Side| {
        game.of(side).filter_map(|id| game.place(id)).map(|at| game.map.line_of(at)).collect::<BTreeSet<u8>>()
    };
    let held = cast(StormedPlace { held: 1, ..place("fortified town") });
    assert!(lines(held.start(), Side::Defender).iter().all(|&line| line > 1));
    assert!(lines(held.start(), Side::Attacker).iter().all(|&line| line <= 1));
    // The plan's attackers are the garrison now, and begin within; the besiegers on what they hold.
    let sally = cast(StormedPlace { held: 1, sally: true, ..place("fortified town") });
    let game = sally.start();
    assert_eq!((game.besiegers(), game.garrison()), (Side::Defender, Side::Attacker));
    assert!(lines(game, Side::Attacker).iter().all(|&line| line > 1), "{:?}", lines(game, Side::Attacker));
    assert!(lines(game, Side::Defender).iter().all(|&line| line <= 1));
    assert!(game.ladders.is_empty(), "nobody storms his own walls");
    // A map of two lines in a siege that counts four: its last line is still to be taken.
    assert_eq!(cast(StormedPlace { held: 3, ..place("border castle") }).start().held, 1);
}

#[test]
fn cp_3_4_every_man_has_his_fate_and_the_same_plan_comes_to_the_same() {
    for (storm, seed) in [
        (place("border castle"), 1),
        (place("border castle"), 2),
        (StormedPlace { held: 1, ..place("fortified town") }, 3),
        (StormedPlace { held: 1, sally: true, ..place("border castle") }, 4),
        (StormedPlace { sally: true, ..place("the Templars' castle") }, 5),
    ] {
        let plan = plan(Some(storm), seed);
        let battle = AssaultBattle::cast(&plan, &short()).expect("no fault");
        let mut played = settles::begin(&battle);
        played.conduct(&settles::captain(&battle)).expect("captains decide what they may");
        let once = settles::settlement(&battle, &played).expect("settled");
        let again = settles::settle(&AssaultBattle::cast(&plan, &short()).expect("no fault")).expect("settled");
        assert_eq!(once, again);
        let game = played.position();
        let told: Vec<_> = once.report.men.iter().map(|man| man.man).collect();
        let men: Vec<_> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).map(|man| man.man).collect();
        assert_eq!(told, men, "each once, in the plan's order");
        for man in &once.report.men {
            if let Fate::Captive { by: Some(by) } = man.fate {
                let captor = once.report.men.iter().find(|other| other.man == by).expect("a man of the plan");
                assert_ne!(captor.side, man.side);
            }
            assert_eq!(
                man.fate == Fate::Wounded,
                man.wounded && !matches!(man.fate, Fate::Dead | Fate::Captive { .. } | Fate::Fled)
            );
        }
        assert_eq!(once.report.turns, Some(game.turn));
        assert!(once.report.half_points.attacker > 0);
        // The record is told again as it happened, and an assault half played is resumed.
        let lines = AssaultBattle::lines(&once.record.1).expect("its own record");
        assert_eq!(lines.len(), played.events().len());
        assert!(lines.iter().any(|line| line.heading) && lines.last().is_some_and(|line| line.full().contains("SG-8")));
        let resumed = settles::begin(&battle).resume(&played.decided_since(0)).expect("resumed");
        assert!(resumed.position() == game);
        assert!(AssaultBattle::lines(b"{}").is_err());
    }
}

#[test]
fn sg_8_who_holds_the_line_that_was_assaulted_has_won_it() {
    // A place whose garrison fled to the keep, the besiegers on the rampart: a line is won.
    let battle = cast(place("border castle"));
    let mut game = battle.begin(&mut NullSink);
    let at = |game: &Assault, name: &str| game.map.named(name).expect("a hex");
    let of = |game: &Assault, side| game.of(side).collect::<Vec<_>>();
    let rooms: Vec<_> = game.map.ids().filter(|&id| game.map.in_keep(id) && game.map.holds(id).is_ok()).collect();
    for (id, room) in of(&game, Side::Defender).into_iter().zip(rooms) {
        game.deploy_at(id, room).expect("room in the keep");
    }
    assert_eq!(game.lines_taken(), 0, "nobody stands on the wall");
    assert_eq!(game.holds_the_line(), Some(Side::Defender));
    let first = of(&game, Side::Attacker)[0];
    game.deploy_at(first, at(&game, "1114")).expect("on the rampart");
    assert_eq!(
        (game.lines_taken(), game.holds_the_line(), game.winner()),
        (1, Some(Side::Attacker), Some(Side::Attacker))
    );
    // One man of the garrison left on that line keeps it.
    let last = of(&game, Side::Defender)[0];
    game.deploy_at(last, at(&game, "2714")).expect("on the east rampart");
    assert_eq!((game.holds_the_line(), game.winner()), (Some(Side::Defender), Some(Side::Defender)));
    // From within it is the other way about; a sortie takes no line.
    let within = cast(StormedPlace { held: 1, sally: true, ..place("border castle") });
    assert_eq!(
        within.start().holds_the_line(),
        Some(if within.start().lines_taken() < 1 { Side::Attacker } else { Side::Defender })
    );
    let sortie = cast(StormedPlace { sally: true, ..place("border castle") });
    assert_eq!(sortie.start().holds_the_line(), None);
}

#[test]
fn sg_5_4_who_has_no_room_in_the_keep_waits_below_and_comes_up() {
    // Twelve of the garrison and sixteen rooms; of twenty-four who attack from within sixteen have room, and eight wait.
    let battle = cast(StormedPlace { held: 1, sally: true, ..place("border castle") });
    let mut played = settles::begin(&battle);
    let waiting = |game: &Assault| game.men.iter().filter(|man| man.fortune == Fortune::Waiting).count();
    let rooms = played.position().map.ids().filter(|&id| {
        let map = &played.position().map;
        map.in_keep(id) && map.holds(id).is_ok()
    });
    let rooms = rooms.count();
    assert_eq!(waiting(played.position()), 24 - rooms);
    played.conduct(&settles::captain(&battle)).expect("captains decide what they may");
    let came = played.events().iter().filter(|event| matches!(event, Event::CameUp { .. })).count();
    assert_eq!(waiting(played.position()), 24 - rooms - came, "nobody else stops waiting");
    assert!(came > 0, "the first to go out make room");
}

#[test]
fn sg_8_a_settled_assault_ends_as_the_page_says() {
    let battle = cast(place("border castle"));
    let mut played = settles::begin(&battle);
    played.conduct(&settles::captain(&battle)).expect("captains decide what they may");
    assert!(matches!(played.position().stage, AssaultStage::Over(_)));
    let over: Vec<_> = played.events().iter().filter(|event| matches!(event, Event::Over { .. })).collect();
    assert_eq!(over.len(), 1);
    if let Event::Over { ending: Ending::Night, .. } = over[0] {
        assert_eq!(played.position().turn, 12);
    }
}

/// MM-9.12: where the moat is filled nobody carries faggots, not even who brought them.
#[test]
fn mm_9_12_nobody_carries_faggots_where_the_moat_is_filled() {
    for (filled, carry) in [(true, false), (false, true)] {
        let mut drawn = plan(Some(StormedPlace { filled, ..place("border castle") }), 3);
        drawn.hosts.attacker.gear = vec![GearPiece::of(Thing::Faggot, 4, None)];
        let battle = AssaultBattle::cast(&drawn, &short()).unwrap_or_else(|unfit| panic!("{unfit}"));
        let carries = battle.start().men.iter().filter(|man| man.burden == Burden::Faggot).count();
        assert_eq!(carries > 0, carry, "filled {filled}: {carries}");
    }
}

/// SG-5.4, MM-7.4: who waits below comes up while his troop is steady, and stays below while it flees.
#[test]
fn sg_5_4_the_recreant_who_wait_below_stay_there() {
    for (heart, comes) in [(Heart::Steady, true), (Heart::Recreant, false)] {
        let mut waits = crate::assaults::plan("border castle");
        (waits.held, waits.engines) = (1, Vec::new());
        waits.hosts.defender = host(vec![unit("guard", 100, 19, 3, "sword;shield")]);
        let mut game = crate::assaults::begin(&waits);
        let waiting = |game: &Assault| game.men.iter().filter(|man| man.fortune == Fortune::Waiting).count();
        let below = waiting(&game);
        assert!(below > 0);
        // One of those who have room is gone from it.
        let gone = game.of(Side::Defender).next().expect("one of them");
        let out = game.map.ids().find(|&at| game.map.line_of(at) == 0 && !game.taken(at)).expect("ground outside");
        game.deploy_at(gone, out).expect("he goes there");
        game.troops.iter_mut().filter(|troop| troop.side == Side::Defender).for_each(|troop| troop.mood = heart);
        crate::assaults::play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(waiting(&game) < below, comes, "{heart:?}");
    }
}
