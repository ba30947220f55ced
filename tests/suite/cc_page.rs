//! Castle Cracker at a table: every moment of a game as it was, what is measured before an order, what is offered and why not,
//! and the order of battle on paper.

use crate::support::{folder, json, said};
use banneret::app::cracker::{CordGame, CordSeat, CordTarget, FormUp, measure, offers};
use banneret::app::table::{CaptainsTurn, OwnGame as _};
use banneret::rules::castle_cracker::{CrackerStage, Decision, Event, Generalship, Position, TroopsId, summed};
use banneret::rules::game::Game as _;
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::settles::House;
use serde_json::{Value, json as value};

fn game(scenario: &str) -> CordGame {
    CordGame::begin(scenario, House::new(), 7).expect("a scenario that ships")
}

fn id(game: &Position, name: &str) -> TroopsId {
    let found = game.all().find(|(_, troops)| &*troops.name == name);
    found.unwrap_or_else(|| panic!("there are no {name}")).0
}

#[test]
fn every_moment_of_a_battle_is_shown_as_it_was() {
    let mut game = game("castle-gate");
    let mut stood = vec![game.position().clone()];
    for _ in 0..24 {
        for decision in game
            .table()
            .captains_turn(Generalship::Warlord)
            .and_then(CaptainsTurn::decide)
            .expect("a captain decides what he may")
        {
            game.table_mut().decide(decision).expect("it was decided so");
            stood.push(game.position().clone());
        }
    }
    let table = game.table();
    assert_eq!(table.len() + 1, stood.len());
    let mut seen = table.beginning();
    // Forwards by leaps, back, and over the end.
    for at in [0, 3, 40, 41, 17, table.len(), 1, table.len() + 9] {
        table.go(&mut seen, at);
        assert_eq!(seen.scene(), &stood[at.min(table.len())], "after {at} decisions");
    }
    let told: usize = (0..=table.len()).map(|at| table.brought_about(at).len()).sum();
    assert_eq!(told, table.played().events().len(), "every event is of one moment");
}

#[test]
fn an_order_taken_back_is_gone_from_the_moments_too() {
    let mut game = game("plain-field");
    let first = id(game.position(), "the First Cohort");
    let before = game.position().clone();
    game.table_mut().decide(Decision::Hold(first)).expect("they may");
    game.table_mut().take_back().expect("no die was thrown");
    assert_eq!((game.table().len(), game.position()), (0, &before));
    assert!(game.table_mut().take_back().is_err());
    game.table_mut().decide(Decision::Hold(first)).expect("they may");
    let mut seen = game.table().beginning();
    game.table().go(&mut seen, 1);
    assert_eq!(seen.scene(), game.position());
}

#[test]
fn who_leads_is_kept_with_the_game() {
    use banneret::rules::figure::BySide;
    let seats = BySide { attacker: CordSeat::Person, defender: CordSeat::Program(Generalship::Drover) };
    let game = game("ford").led_by(seats);
    let text = game.text().expect("it is kept");
    let again = CordGame::read(std::path::Path::new("evening.cords"), &text).expect("it is read");
    assert_eq!(again.table().seats, seats);
    // A game kept by a version that knew nothing of leaders is by hand.
    let mut kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    kept.as_object_mut().expect("a table").remove("seats");
    let old = CordGame::read(std::path::Path::new("evening.cords"), &kept.to_string()).expect("it is read");
    assert_eq!(old.table().seats, BySide::default());
}

#[test]
fn a_shot_is_measured_with_its_band_and_exact_odds() {
    let mut game = game("plain-field");
    for _ in 0..2 {
        game.table_mut().decide(Decision::Done).expect("the moves are over");
    }
    assert!(matches!(game.position().stage, CrackerStage::Shoot(_)));
    let mut position = game.position().clone();
    let (archers, foe) = (id(&position, "the Cretan archers"), position.of(banneret::rules::figure::Side::Defender));
    let (foe, base) = foe.map(|(id, troops)| (id, troops.base)).next().expect("a Gaul");
    // Brought before the archers, 20 inches off, with nobody else about: a bow's cord is 36 long, so that is medium.
    let at = position.troops(archers).at;
    let keep = [usize::from(archers.0), usize::from(foe.0)];
    for (number, troops) in position.troops.iter_mut().enumerate() {
        if !keep.contains(&number) {
            troops.standing.clear();
        }
    }
    let there = &mut position.troops[keep[1]];
    (there.at, there.files, there.moved) = (Point::new(at.x, at.y + 20 * INCH + base / 2), 4, true);
    let measured = measure(&position, archers, Some(CordTarget::Troops(foe)), &[], FormUp::default());
    let told = measured.told.join(" ");
    assert!(told.contains("medium (CC-4.1)"), "{told}");
    // 8 or more of two dice is 15 of 36.
    assert!(told.contains("hits on 8 or more of two dice: 15/36, 41.7 %"), "{told}");
    let cord = measured.cord.expect("a cord");
    assert_eq!((cord.reach, cord.quarters), (36 * INCH, 3), "R3, and three quarters of a circle (CC-4.0, CC-4.9)");
}

#[test]
fn a_march_is_measured_and_every_order_says_why_it_cannot_be_given() {
    let game = game("plain-field");
    let position = game.position();
    let cohort = id(position, "the First Cohort");
    let at = position.troops(cohort).at;
    let far = CordTarget::Place(Point::new(at.x, at.y + 30 * INCH));
    let measured = measure(position, cohort, Some(far), &[], FormUp::default());
    assert!(measured.told[0].starts_with("30 in off; they go 12 in a turn"), "{:?}", measured.told);
    assert!(measured.told[1].contains("18 in short"), "{:?}", measured.told);
    assert_eq!(measured.after.map(|after| after.at), Some(Point::new(at.x, at.y + 12 * INCH)));
    let unaimed = offers(position, cohort, None, &[], FormUp::default());
    for offer in &unaimed {
        let refused = offer.decision.as_ref().map(|decision| position.check(position.troops(cohort).side, decision));
        match (&offer.why, refused) {
            (None, Some(Ok(()))) | (Some(_), Some(Err(_)) | None) => {}
            other => panic!("{}: {other:?}", offer.name),
        }
    }
    let why = |name: &str| unaimed.iter().find(|offer| offer.name == name).and_then(|offer| offer.why.clone());
    assert_eq!(why("Charge …").as_deref(), Some("Point at an enemy first."));
    assert_eq!(why("Stand fast"), None);
    let aimed = offers(position, cohort, Some(far), &[], FormUp::default());
    assert!(aimed.iter().any(|offer| offer.name == "March there" && offer.why.is_none()));
}

#[cfg(feature = "print")]
#[test]
fn the_order_of_battle_is_printed_with_every_body_and_the_turn() {
    use banneret::app::cracker::order_of_scenario;
    use banneret::print::{Options, Paper, pdf};
    for (word, scenario) in banneret::rules::castle_cracker::scenario::shipped() {
        let game = game(word);
        let order = order_of_scenario(scenario, game.position().clone());
        let options = Options { paper: Paper::A4, tick_boxes: false };
        let bytes = pdf(&order, options, &std::sync::atomic::AtomicBool::new(false)).expect(word);
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("print");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(format!("cords-{word}.pdf")), &bytes).expect("a file");
        let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).expect("a PDF with text");
        let text: String = pages.concat().chars().filter(|letter| !letter.is_whitespace()).collect();
        for troops in &scenario.troops {
            let name: String = troops.name.chars().filter(|letter| !letter.is_whitespace()).collect();
            assert!(text.contains(&name), "{word}: {name} is missing");
        }
        for topic in ["Theturn,withcords", "CC-4.2", "CC-6", "towing"] {
            assert!(text.contains(topic), "{word}: {topic}");
        }
        // A table is laid by it: where ground lies and walls stand (CP-3.5), who fights as what (CC-2.3), and what is won by.
        let laid = scenario.field.ground.len() + usize::from(scenario.field.fort.is_some());
        assert_eq!(text.matches("cornersat").count(), laid, "{word}");
        for (_, wall) in scenario.field.walls() {
            let inches = |place: Point| format!("{},{}", place.x / INCH, place.y / INCH);
            let ends = format!("{}to{}", inches(wall.from), inches(wall.to));
            assert!(text.contains(&ends), "{word}: {} at {ends}", wall.name);
        }
        let marked = |so: fn(&banneret::rules::castle_cracker::Troops) -> bool| {
            scenario.troops.iter().filter(|one| so(one)).count()
        };
        assert_eq!(text.matches("fightsasheavy").count(), marked(|one| one.fights != one.armour), "{word}");
        assert_eq!(text.matches(",garrison:").count(), marked(|one| one.garrison), "{word}");
        let away = scenario.sort == banneret::rules::castle_cracker::BattleSort::Away;
        assert_eq!(text.contains("onein3ofall"), away, "{word}");
    }
}

/// CC-2.3: where troops fight otherwise than they are armoured, it is shown with them.
#[test]
fn cc_2_3_a_game_shown_tells_who_fights_as_what() {
    let folder = folder();
    let file = folder.path().join("vikings.cords").to_string_lossy().into_owned();
    json(&["cracker", "new", "--scenario", "northmens-landing", "--seed", "3", &file]);
    let shown = json(&["cracker", "show", &file]);
    let troops = shown["troops"].as_array().expect("a list");
    let vikings = |one: &&Value| one["armour"] == "medium" && one["fights"] == "heavy";
    let count = troops.iter().filter(vikings).count();
    assert!(count > 0 && troops.iter().any(|one| one["armour"] == one["fights"]), "{shown}");
    assert_eq!(said(&["cracker", "show", &file]).matches("fights as heavy").count(), count);
}

/// In the log the marches of a side that end alike are one sentence; a charge among them is told by itself.
#[test]
fn like_marches_are_summed_up() {
    let game = game("plain-field");
    let march = |who: &str| Event::Marched(who.into(), None);
    let told = |events: &[Event]| summed(game.position(), events).map(|(count, line)| (count, line.text));
    let romans = ["the First Cohort", "the Second Cohort", "the Third Cohort", "the Roman horse"].map(march);
    assert_eq!(told(&romans), Some((4, "4 bodies of the attackers move (CC-3).".to_owned())));
    let two = [march("the Aedui"), march("the Arverni")];
    assert_eq!(told(&two), Some((2, "The Aedui and the Arverni move (CC-3).".to_owned())));
    // Not with the other side, and not over what else happens.
    assert_eq!(told(&[march("the Aedui"), march("the Roman horse")]), None);
    let charge = Event::Charged("the Aedui".into(), "the Roman horse".into());
    assert_eq!(told(&[march("the Arverni"), charge, march("the Aedui")]), None);
}

/// The command tells how long every objective has been held, and how long it must be (CC-1.2).
#[test]
fn a_game_shown_tells_what_is_held() {
    let folder = folder();
    let file = folder.path().join("held.cords").to_string_lossy().into_owned();
    json(&["cracker", "new", "--scenario", "castle-gate", "--seed", "3", &file]);
    let shown = json(&["cracker", "show", &file]);
    let held = shown["held"].as_array().expect("a list");
    assert_eq!(held.len(), 1, "{shown}");
    assert_eq!((&held[0]["objective"], &held[0]["side"]), (&"the keep".into(), &"attacker".into()));
    assert_eq!((&held[0]["turns"], &held[0]["needed"]), (&0.into(), &5.into()));
    assert!(said(&["cracker", "show", &file]).contains("The keep, for the attacker to hold: 0 of 5 turns."));
}

/// CC-3.0, CC-4.0, CC-4.9: the command shows what orders are given by: arms, where troops face, and quarters of an inch.
#[test]
fn cc_3_0_a_game_shown_tells_what_orders_are_given_by() {
    let folder = folder();
    let file = folder.path().join("shown.cords").to_string_lossy().into_owned();
    json(&["cracker", "new", "--scenario", "castle-gate", "--seed", "3", &file]);
    let shown = json(&["cracker", "show", &file]);
    let troops = shown["troops"].as_array().expect("a list");
    let crew = |what: &str, is: &str| troops.iter().find(|one| one[what] == is).unwrap_or_else(|| panic!("no {is}"));
    let ram = crew("gear", "ram");
    assert_eq!((&ram["facing"], &ram["armour"]), (&"up".into(), &"light".into()));
    assert!(troops.iter().any(|one| one["ladders"].as_u64().is_some_and(|ladders| ladders > 0)));
    let gun = crew("missile", "cannon")["number"].to_string();
    // A quarter of an inch is shown as it is ordered.
    let number = ram["number"].to_string();
    let at = |ram: &Value| [ram["at"][0].as_f64().expect("inches"), ram["at"][1].as_f64().expect("inches")];
    let [x, y] = at(ram);
    let to = format!("{},{}", x, y + 2.25);
    said(&["cracker", "order", &file, "march", &number, &to, "facing", "up", "files", "3"]);
    let moved = json(&["cracker", "show", &file]);
    let ram = &moved["troops"][ram["number"].as_u64().expect("a number") as usize];
    assert_eq!((at(ram), &ram["files"], &ram["doing"]), ([x, y + 2.25], &value!(3), &value!(["ordered"])));
    said(&["cracker", "order", &file, "hitch", &gun]);
    let hooked = json(&["cracker", "show", &file]);
    let gun =
        hooked["troops"].as_array().expect("a list").iter().find(|one| one["missile"] == "cannon").expect("a gun");
    assert_eq!(gun["doing"], value!(["hooked on", "ordered"]));
    let text = said(&["cracker", "show", &file]);
    assert!(text.contains("siege crew, small arm, a ram") && text.contains("Oil: 3 bottles left."), "{text}");
}

/// CP-3.5: the order of battle of a game is of how it stands: its walls, its turn, what bodies are about, and prisoners.
#[cfg(feature = "print")]
#[test]
fn cp_3_5_the_order_of_battle_of_a_game_is_of_how_it_stands() {
    use banneret::app::cracker::order_of_scenario;
    use banneret::print::{Options, Paper, pdf};
    use banneret::rules::castle_cracker::{TroopsId, WallState, Whereabouts};
    let scenario = banneret::rules::castle_cracker::scenario::find("castle-gate").expect("it ships");
    let text = |position: &Position| {
        let order = order_of_scenario(&scenario, position.clone());
        let options = Options { paper: Paper::A4, tick_boxes: false };
        let bytes = pdf(&order, options, &std::sync::atomic::AtomicBool::new(false)).expect("set");
        let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).expect("a PDF with text");
        pages.concat().chars().filter(|letter| !letter.is_whitespace()).collect::<String>()
    };
    let mut position = game("castle-gate").position().clone();
    let before = text(&position);
    assert!(!before.contains(",open") && !before.contains("captiveof") && !before.contains("hookedon,"));
    let gate = position.field.walls().position(|(_, wall)| wall.gate).expect("a gate");
    position.walls[gate] = WallState::Open;
    let taken = position.troops.len() - 1;
    position.troops[taken].whereabouts = Whereabouts::Captive(TroopsId(0));
    position.troops[0].puts_out = true;
    let told = text(&position);
    for words in [",open", "captiveof", "puttingoutafire"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let name: String = position.troops[taken].name.chars().filter(|letter| !letter.is_whitespace()).collect();
    assert!(told.contains(&name), "{name}");
}
