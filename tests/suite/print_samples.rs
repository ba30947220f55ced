//! Documents to print in tests and benches: those the program makes up, and the host of 1415.

pub use banneret::print::samples::*;

use banneret::campaign::people::PersonState;
use banneret::campaign::realm::Tincture;
use banneret::print::*;
use banneret::rules::figure::{Class, Grade, Horse, Rank};

/// The host of 1415, every man a row.
pub fn agincourt() -> MusterRoll {
    let mut reader = csv::Reader::from_path("data/campaigns/agincourt-1415.csv").expect("the sample");
    let mut battles: Vec<PrintedBattle> = Vec::new();
    let mut index = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        let cell = |column: usize| row.get(column).unwrap_or_default();
        let battle = match battles.iter().position(|battle| battle.name == cell(1)) {
            Some(place) => &mut battles[place],
            None => {
                battles.push(PrintedBattle { name: cell(1).into(), commander: None, forces: Vec::new() });
                battles.last_mut().expect("one was pushed")
            }
        };
        if battle.forces.last().is_none_or(|force| force.name != cell(2)) {
            battle.forces.push(PrintedForce { name: cell(2).into(), commander: None, units: Vec::new() });
        }
        let force = battle.forces.last_mut().expect("one was pushed");
        if force.units.last().is_none_or(|unit| unit.name != cell(3)) {
            force.units.push(PrintedUnit { name: cell(3).into(), commander: None, men: Vec::new() });
        }
        let unit = force.units.last_mut().expect("one was pushed");
        for _ in 0..cell(11).parse().unwrap_or(1) {
            index += 1;
            let called = match (cell(4), cell(5)) {
                ("", "knight") => format!("Sir {}", name(index)),
                ("", _) => name(index),
                (known, _) => known.to_owned(),
            };
            let class = cell(5).parse().expect("a class");
            let rank = cell(6).parse().unwrap_or_default();
            let grade = cell(7).parse().expect("a grade");
            let protection = cell(8).parse().unwrap_or(4);
            unit.commander.get_or_insert_with(|| called.clone());
            force.commander.get_or_insert_with(|| called.clone());
            battle.commander.get_or_insert_with(|| called.clone());
            unit.men.push(man(&called, class, rank, grade, protection, cell(9), cell(10).parse().unwrap_or_default()));
        }
    }
    MusterRoll {
        foot: foot(),
        side: banner("England", Tincture::Gules),
        of: "army".into(),
        name: "Host of 1415".into(),
        commander: Some("Henry V, King of England".into()),
        place: "Harfleur".into(),
        battles,
    }
}

/// A small garrison whose men have the names that trip a typesetter.
pub fn odd_garrison() -> MusterRoll {
    let mut people: Vec<PrintedMan> = ODD
        .iter()
        .map(|name| man(name, Class::Sergeant, Rank::None, Grade::C, 3, "crossbow;sword;shield", Horse::None))
        .collect();
    people[1] = man(
        ODD[1],
        Class::Knight,
        Rank::Viscount,
        "A12".parse().expect("a grade"),
        1,
        "heavy lance;two-handed axe;mace;shield",
        Horse::Barded,
    );
    people[2].state = PersonState::Captive;
    people[6].points = 1_234;
    MusterRoll {
        foot: Foot {
            campaign:
                "The Wars of the Marches, being the Second Part of the Chronicle of #sys.inputs and its Neighbours"
                    .into(),
            day: day("24 January 1415"),
            turn: 1_234,
        },
        side: banner("The County of Besançon and the Bishopric of Saint-Jean-de-Maurienne", Tincture::Purpure),
        of: "garrison".into(),
        name: "Castle of *Roche* #emph[Guyon] and the Lower Town beside the Water, with the Barbican".into(),
        commander: Some(ODD[1].into()),
        place: "Roche-Guyon".into(),
        battles: vec![PrintedBattle {
            name: "the garrison".into(),
            commander: Some(ODD[3].into()),
            forces: vec![PrintedForce {
                name: "Wardens of the Upper Gate and the Postern by the River, Paid by the Bishop".into(),
                commander: Some(ODD[4].into()),
                units: vec![PrintedUnit {
                    name: "Crossbowmen of the Guild of Saint George of the Upper Town and the Suburbs".into(),
                    commander: Some(ODD[3].into()),
                    men: people,
                }],
            }],
        }],
    }
}
