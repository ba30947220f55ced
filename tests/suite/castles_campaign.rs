//! A battle of the campaign settled by a game of Castles (CP-3.5), and the commands of Castles.

use crate::rosters::{fighter, force, plan, unit};
use crate::support::{content, folder, json, march, open, refused, said, same, sound};
use banneret::rules::battle::{Fate, Host, Plan};
use banneret::rules::castles::cast::cast;
use banneret::rules::castles::record::{NoDice, Record};
use banneret::rules::castles::{Cast, Crush, Decision, GameTerms, Piece, Position, Size, captain};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::{Game, NullSink};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{House, Settles};
use std::collections::BTreeMap;
use std::fs;

fn terms() -> GameTerms {
    GameTerms::usual(Size::Small, Crush::Pusher)
}

/// A host of 20 archers, 10 of them mounted, 10 men-at-arms on horses and 30 spearmen, one knight to lead them.
fn hosts() -> Plan {
    let man = |weapon, horse| fighter(Class::Sergeant, Grade::C, 3, &[weapon], horse);
    let host = || {
        let archers = unit("archers", None, &man(Weapon::Longbow, Horse::None), 10);
        let mounted = unit("mounted archers", None, &man(Weapon::Shortbow, Horse::Unbarded), 10);
        let riders = unit("riders", None, &man(Weapon::LightLance, Horse::Unbarded), 10);
        let spears = unit("spears", None, &man(Weapon::Spear, Horse::None), 30);
        let knight = fighter(Class::Knight, Grade::B, 1, &[Weapon::Sword], Horse::None);
        vec![force("host", vec![archers, mounted, riders, spears], vec![knight])]
    };
    plan(host(), host(), 1)
}

fn kinds(host: &Host) -> BTreeMap<&'static str, (usize, usize)> {
    let mut kinds = BTreeMap::new();
    for piece in cast(host, &terms()).expect("an army").pieces {
        let count: &mut (usize, usize) = kinds.entry(piece.kind.word()).or_default();
        count.0 += 1;
        count.1 += piece.men.len();
    }
    kinds
}

#[test]
fn armies_are_cast_into_pieces_by_arms_in_proportion() {
    // CP-3.5: 60 men besides the knight, four to each of fifteen pieces.
    let plan = hosts();
    let expected =
        BTreeMap::from([("general", (1, 1)), ("horseman", (3, 10)), ("musketeer", (5, 20)), ("pikeman", (7, 30))]);
    assert_eq!(kinds(&plan.hosts.attacker), expected);
    // A man each where the limit allows.
    let mut few = plan.hosts.attacker.clone();
    few.forces[0].units.retain(|unit| unit.name == "riders");
    assert_eq!(kinds(&few), BTreeMap::from([("general", (1, 1)), ("horseman", (10, 10))]));
    few.forces[0].units.clear();
    assert!(cast(&few, &terms()).is_err_and(|why| why.contains("a general alone has lost (CA-4.1)")));
    // Both hosts' faults are told at once.
    let hosts = BySide { attacker: few.clone(), defender: few };
    let unfit = Cast::cast(&Plan { hosts, ..plan }, &House::new()).expect_err("two faults");
    assert_eq!(unfit.0.len(), 2, "{unfit}");
}

#[test]
fn a_struck_piece_is_its_share_of_men_a_third_of_each_fate() {
    // CP-3.5
    let plan = hosts();
    let cast = Cast::cast(&plan, &House::new()).expect("two armies");
    let armies = cast.armies();
    let drafts = [Side::Attacker, Side::Defender].map(|side| {
        let draft = captain::camp_of(&armies[side].men(), &terms(), side, &mut Seeded::new(3));
        draft.settle(side, &terms()).expect("a setup")
    });
    let mut game = Position::revealed(&drafts[0], &drafts[1], terms());
    let mut moves = 0u32;
    while let Some(side) = game.pending().first() {
        let player = captain::Player { level: captain::Skill::Squire, seed: 5 };
        let (decision, _) = player.consider(&game.view(side), &|| false);
        let decision = if moves > 80 { Decision::Surrender } else { decision };
        game.play(side, decision, &mut NoDice, &mut NullSink).expect("allowed");
        moves += 1;
    }
    let told = cast.report(&game, &mut Seeded::new(9));
    assert_eq!(told, cast.report(&game, &mut Seeded::new(9)), "by seed");
    assert_eq!(told.turns, Some(moves.div_ceil(2)));
    assert_eq!(told.men.len(), 122, "every man is told of once");
    assert_eq!(told.winner, game.ending().expect("over").winner);
    for side in [Side::Attacker, Side::Defender] {
        let mut struck = 0;
        for &kind in Piece::ALL {
            let of_kind = armies[side].pieces.iter().filter(|piece| piece.kind == kind);
            let men: Vec<_> = of_kind.clone().flat_map(|piece| &piece.men).collect();
            let lost = of_kind.count() - game.board().count(side, kind) as usize;
            let fates: Vec<Fate> = told.men.iter().filter(|man| men.contains(&&man.man)).map(|man| man.fate).collect();
            let of = |fate: Fate| fates.iter().filter(|known| **known == fate).count();
            let fell = fates.len() - of(Fate::Unhurt);
            // Pieces of one kind differ by a man at most.
            let each = men.len() / (lost + game.board().count(side, kind) as usize).max(1);
            assert!((lost * each..=lost * (each + 1)).contains(&fell), "{kind}: {fell} men of {lost} pieces");
            for fate in [Fate::Dead, Fate::Wounded, Fate::Captive { by: None }] {
                assert!(of(fate) >= lost * (each / 3) && of(fate) <= lost * (each / 3 + 1), "{kind}: {fates:?}");
            }
            struck += lost;
        }
        assert_eq!(told.half_points[side.other()], 2 * struck as i64);
    }
}

#[test]
fn a_battle_by_castles_is_taken_in_and_undone_like_any_other() {
    // CP-3.5, CP-3.6
    let folder = folder();
    let file = march(&folder);
    let name = file.to_str().expect("a path");
    said(&["turn", name]);
    let armies = ["--attacker", "Host of Estmark", "--defender", "Host of Gorwen", "--seed", "7", "--rules", "castles"];
    let battle: Vec<&str> = [&["battle", name][..], &armies].concat();
    let before = content(&open(&file));
    // It is forecast like any other too (CP-3.2).
    let ahead = json(&[&["forecast", name, "--runs", "6"][..], &armies].concat());
    assert_eq!(ahead["runs"], 6, "{ahead}");
    // Only a result from the table has to be told man by man.
    let (sentence, _) = refused(&[&["report", name][..], &armies, &[name]].concat());
    assert!(sentence.contains("CP-3.5"), "{sentence}");
    let dry = json(&[&battle[..], &["--dry-run"]].concat());
    same(&before, &content(&open(&file)), "a dry run keeps nothing");
    let kept = json(&battle);
    assert_eq!((&kept["winner"], &kept["sides"]), (&dry["winner"], &dry["sides"]), "the same seed, the same battle");
    let told: Vec<&str> = kept["told"].as_array().expect("sentences").iter().filter_map(|told| told.as_str()).collect();
    assert!(told.iter().any(|told| told.contains("as the general")), "{told:?}");
    let fell: u64 =
        kept["sides"].as_array().expect("sides").iter().map(|side| side["men"]["dead"].as_u64().expect("men")).sum();
    assert!(fell > 0, "{kept}");
    let db = open(&file);
    sound(&db, "after the battle");
    let battles = db.battles().expect("battles");
    let battle = battles.iter().find(|battle| battle.rules == Ruleset::Castles).expect("the battle");
    // The game is kept with it, whole (CA-5.6).
    let kept = db.record(battle.record.expect("its record")).expect("the record");
    let game = Record::read(&String::from_utf8(kept).expect("a text")).expect("a game");
    assert!(game.position(game.decisions.len()).ending().is_some());
    drop(db);
    said(&["undo", name]);
    same(&before, &content(&open(&file)), "undone");
    said(&["redo", name]);
    sound(&open(&file), "redone");
}

#[test]
fn castles_are_counted_advised_played_and_replayed() {
    // CA-5
    let counted = json(&["castles", "perft", "--depth", "4"]);
    assert_eq!((&counted["count"], &counted["depth"]), (&10_000.into(), &4.into()));
    assert_eq!(counted["moves"].as_object().expect("moves").len(), 8);
    assert_eq!(json(&["castles", "perft", "--board", "large", "--depth", "3"])["count"], 4992);
    // CA-4.2: at the two hundredth quiet move the game is over; a strike before it begins the count anew.
    let quiet = "g7/p7/8/3Mp3/8/8/8/G7";
    let ways = |after: u32, depth: &str| {
        let position = format!("{quiet} w {after}");
        json(&["castles", "perft", "--position", &position, "--depth", depth])
    };
    let all = ways(0, "2");
    let struck = all["moves"]["d5xe5"].as_u64().expect("strikes are written as the page has them (CA-5.3)");
    let by_then = ways(199, "2");
    assert_eq!(by_then["moves"]["d5xe5"], struck);
    assert_eq!(by_then["count"], struck, "every other move ends the game");
    assert_eq!(ways(199, "1")["count"], ways(0, "1")["count"]);
    assert!(said(&["castles", "perft", "--depth", "2"]).contains("Repetition"));
    // Time that runs out before anything was looked through gives a move and no value.
    let crowd = "gpmhpmh1/mhpmhpmh/PHMPHMPH/HMPHMPHG/8/8/8/8 w 0";
    let rushed = ["castles", "best", "--time", "0.000001", "--position", crowd];
    assert_eq!((&json(&rushed)["depth"], &json(&rushed)["score"]), (&0.into(), &serde_json::Value::Null));
    assert!(said(&rushed).contains("not valued"));
    assert!(said(&["castles", "best", "--depth", "60", "--time", "0.2"]).contains("then time ran out"));
    let tactic = ["--position", "8/5g2/4MmMp/8/2H2G2/8/8/8 w 0", "--variant", "either"];
    let best = json(&[&["castles", "best", "--depth", "3"][..], &tactic].concat());
    assert_eq!((&best["best"], &best["wins_in"]), (&"e6>f6x".into(), &2.into()));
    assert_eq!(best["line"].as_array().expect("a line").len(), 3);
    assert!(said(&[&["castles", "best", "--time", "0.1"][..], &tactic].concat()).contains("wins in 2"));
    let play = ["castles", "play", "--white", "squire", "--black", "page", "--seed", "4"];
    let game = json(&play);
    assert_eq!(game, json(&play), "the same seed, the same game");
    let record = game["record"].as_str().expect("a record");
    assert!(Record::read(record).is_ok());
    let folder = folder();
    let file = folder.path().join("game.txt");
    fs::write(&file, record).expect("written");
    let file = file.to_str().expect("a path");
    let replayed = json(&["castles", "replay", file]);
    assert_eq!((&replayed["position"], &replayed["result"]), (&game["position"], &game["result"]));
    fs::write(file, format!("\u{feff}{record}")).expect("written");
    assert_eq!(json(&["castles", "replay", file])["position"], game["position"], "a mark of byte order is no fault");
    fs::write(file, record.replacen("1. ", "7. ", 1)).expect("written");
    assert!(refused(&["castles", "replay", file]).0.starts_with("Line 11:"));
    for bad in [
        &["castles", "best", "--position", "nowhere"][..],
        &["castles", "best", "--position", "8/8 w"],
        &["castles", "best", "--time", "0"],
        &["castles", "best", "--time", "-1"],
        &["castles", "best", "--position", "8/8"],
        &["castles", "perft", "--variant", "nobody"],
        &["castles", "perft", "--end-zone", "4"],
        &["castles", "perft", "--board", "large", "--position", tactic[1]],
        &["castles", "play", "--white", "emperor"],
        &["castles", "replay", "/nowhere/game"],
    ] {
        refused(bad);
    }
}
