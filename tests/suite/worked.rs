//! The worked values of the book, by `banneret odds`: the very functions a battle rolls with.

use banneret::cli::odds::{Odds, run};
use serde_json::Value;

fn shoot(weapon: &str, distance: &str, protection: &str, cover: &str) -> Odds {
    let own = str::to_owned;
    let (weapon, distance, weather) = (own(weapon), own(distance), own("fair"));
    Odds::Shoot { weapon, distance, protection: own(protection), cover: own(cover), weather }
}

fn blow(attacker: &str, defender: &str) -> Odds {
    Odds::Blow { attacker: attacker.to_owned(), defender: defender.to_owned() }
}

fn morale(class: &str, grade: &str, with: &str) -> Odds {
    Odds::Morale { class: class.to_owned(), grade: grade.to_owned(), with: with.to_owned() }
}

fn answer(question: Odds) -> Value {
    run(question).expect("the question is a good one").0
}

fn exact(question: Odds, outcome: &str) -> String {
    answer(question)["exact"][outcome].as_str().expect("the outcome is there").to_owned()
}

#[test]
fn worked_shots() {
    // MM-4.8
    assert_eq!(exact(shoot("longbow", "medium", "2", "light"), "hit"), "3/36");
    assert_eq!(exact(shoot("longbow", "12", "2", "light"), "hit"), "3/36");
    assert_eq!(exact(shoot("longbow", "short", "4", "none"), "hit"), "21/36");
    // A handgun lowers protection by one level; heavy cover adds 2.
    assert_eq!(exact(shoot("handgun", "short", "3", "none"), "hit"), "21/36");
    assert_eq!(exact(shoot("handgun", "short", "1", "none"), "hit"), "10/36");
    assert_eq!(exact(shoot("handgun", "short", "4", "none"), "hit"), "21/36", "never below none");
    assert_eq!(exact(shoot("crossbow", "short", "4", "heavy"), "hit"), "10/36");
    // Band by band: the longbow's 8, 16 and 40.
    assert_eq!(exact(shoot("longbow", "8", "4", "none"), "hit"), "21/36");
    assert_eq!(exact(shoot("longbow", "8.25", "4", "none"), "hit"), "15/36");
    assert_eq!(exact(shoot("longbow", "40", "4", "none"), "hit"), "10/36");
}

#[test]
fn worked_sieges() {
    // SG-1.4: nine battering points, a D on 5 or more, by points or by three trebuchets or a ram.
    let battering =
        |trebuchets, rams, points| exact(Odds::Battering { mangonels: 0, trebuchets, rams, points }, "damage");
    assert_eq!([battering(0, 0, Some(9)), battering(3, 0, None), battering(0, 1, None)], ["6/10"; 3]);
    // SG-3.1: 5:1, no rations, all but the keep: terms on 3 or more; a border castle's keep counts one less.
    let surrender = |place: &str| Odds::Surrender {
        besiegers: 500,
        garrison: 100,
        supply: "none".to_owned(),
        short_commons: false,
        progress: "all but the keep".to_owned(),
        place: place.to_owned(),
    };
    assert_eq!(exact(surrender("castle"), "asks-terms"), "8/10");
    assert_eq!(exact(surrender("border castle"), "asks-terms"), "7/10");
    assert!(run(Odds::Battering { mangonels: 0, trebuchets: 0, rams: 0, points: None }).is_err());
}

#[test]
fn worked_blows() {
    // MM-5.4
    let even = "class=sergeant,grade=C,protection=3,weapon=sword";
    assert_eq!(exact(blow(even, even), "hit"), "15/36");
    let lancer = "class=knight,grade=B,protection=1,weapon=heavy-lance,mounted,charging";
    assert_eq!(exact(blow(lancer, "class=peasant,grade=E,protection=4"), "hit"), "35/36");
    let plate = "class=knight,grade=C,protection=1";
    assert_eq!(exact(blow("class=peasant,grade=E,protection=4,weapon=knife", plate), "hit"), "3/36");
    // Pike against horse +1; to the rear −2 (MM-5.7).
    assert_eq!(exact(blow("grade=C,weapon=pike", "class=sergeant,protection=3,mounted"), "hit"), "21/36");
    assert_eq!(exact(blow("grade=C,weapon=sword,mounted,rear", "protection=3"), "hit"), "6/36");
    assert_eq!(exact(blow("grade=C,weapon=sword", "protection=3,obstacle"), "hit"), "10/36");
    // A blow at a horse meets the horse's protection and the rider's grade.
    assert_eq!(exact(blow(even, "class=knight,grade=E,protection=1,horse=unbarded,at-horse"), "hit"), "21/36");
    assert_eq!(exact(blow(even, "class=knight,grade=C,protection=4,horse=barded,at-horse"), "hit"), "6/36");
}

#[test]
fn worked_wounds() {
    // MM-6.1
    for (protection, killed, wounded) in
        [("4", "2/6", "4/6"), ("3", "2/6", "4/6"), ("2", "1/6", "5/6"), ("1", "1/6", "5/6")]
    {
        let question = || Odds::Wound { protection: protection.to_owned() };
        assert_eq!((exact(question(), "killed").as_str(), exact(question(), "wounded").as_str()), (killed, wounded));
    }
}

#[test]
fn worked_morale() {
    // MM-7.3
    for (outcome, cases) in [("recreant", "20/216"), ("craven", "36/216"), ("resolute", "104/216"), ("bold", "56/216")]
    {
        assert_eq!(exact(morale("sergeant", "C", ""), outcome), cases);
    }
    let with = answer(morale("peasant", "E", "supported,close-order,fleeing-friends=2"));
    let values: Vec<(&str, i64)> = with["parts"]
        .as_array()
        .expect("parts are a list")
        .iter()
        .map(|part| (part["what"].as_str().expect("a part says what"), part["value"].as_i64().expect("and how much")))
        .collect();
    assert_eq!(values, [("peasant", -1), ("grade", -2), ("supported", 1), ("close order", 1), ("friends fleeing", -2)]);
    assert!(with["parts"].as_array().expect("a list").iter().all(|part| part["clause"] == "MM-7.3"));
}

#[test]
fn worked_falls() {
    // MM-6.3: A to E.
    let falls = ["A", "B", "C", "D", "E"].map(|grade| exact(Odds::Fall { grade: grade.to_owned() }, "falls"));
    assert_eq!(falls, ["0/36", "1/36", "3/36", "6/36", "10/36"]);
    assert_eq!(exact(Odds::Fall { grade: "A2".to_owned() }, "falls"), "0/36");
}

#[test]
fn outcomes_are_chances_that_sum_to_one() {
    for question in [
        shoot("sling", "9", "3", "none"),
        blow("", ""),
        Odds::Wound { protection: "1".to_owned() },
        morale("knight", "A", "leader-near"),
        Odds::Fall { grade: "D".to_owned() },
    ] {
        let value = answer(question);
        let outcomes = value["outcomes"].as_object().expect("outcomes by name");
        let sum: f64 = outcomes.values().map(|chance| chance.as_f64().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    let hit = answer(shoot("longbow", "medium", "2", "light"))["outcomes"]["hit"].as_f64();
    assert_eq!(hit, Some(3.0 / 36.0));
}

#[test]
fn bad_words_are_refused_with_what_is_known() {
    for (question, expected) in [
        (shoot("pike", "5", "3", "none"), "longbow"),
        (shoot("bow", "5", "3", "none"), "longbow"),
        (shoot("longbow", "far", "3", "none"), "medium"),
        (shoot("longbow", "41", "3", "none"), "40 in"),
        (shoot("javelin", "long", "3", "none"), "no long range"),
        (shoot("longbow", "5", "5", "none"), "protection"),
        (shoot("longbow", "5", "3", "some"), "heavy"),
        (blow("class=squire", ""), "sergeant"),
        (blow("strong", ""), "weapon="),
        (blow("weapon=heavy-lance", ""), "turn of the charge"),
        (blow("class=knight", "at-horse"), "riders only"),
        (morale("cleric", "B", ""), "peasant"),
        (morale("sergeant", "C", "drunk"), "supported"),
        (morale("sergeant", "C", "secure-flanks=3"), "0 to 2"),
        (Odds::Fall { grade: "F".to_owned() }, "E, D, C"),
        (Odds::Wound { protection: "0".to_owned() }, "full plate"),
    ] {
        let told = format!("{question:?}");
        let problem = run(question).expect_err(&told);
        assert!(problem.to_string().contains(expected), "{told}: {problem}");
    }
}
