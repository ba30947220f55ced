//! Castle Cracker: a captain gives every order of the page in some battle of the scenarios that ship. What each order is has
//! its clause; a count of none is a decision of the book that no captain makes.

use crate::cc_table::{battle, battle_by, force, shown, until};
use crate::support::seeds_or;
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::scenario::shipped;
use banneret::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Event, Position, ShotWeapon, SiegeGear, Tables, TroopKind, WayUp, Whereabouts,
};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game};
use banneret::rules::geometry::INCH;
use banneret::rules::settles::House;
use std::collections::BTreeMap;

/// What is ordered, told apart as the page tells it apart.
fn orders() -> BTreeMap<&'static str, u64> {
    let all = [
        "march (CC-3)",
        "turn in place (CC-4.9)",
        "form up otherwise (CC-3.3)",
        "charge (CC-5)",
        "run (CC-5.4)",
        "hook on (CC-3.0)",
        "unhook (CC-3.0)",
        "part riders (CC-2.1)",
        "board a boat (CC-3.4)",
        "board a wagon (CC-2.1)",
        "land from a boat (CC-3.4)",
        "get off a wagon (CC-2.1)",
        "man a wall from the yard (CC-6)",
        "go along the parapets (CC-3.0)",
        "come down from a wall (CC-3.0)",
        "scale with ladders (CC-6.4)",
        "scale off a tower (CC-6.3)",
        "hold (CC-1.3)",
        "shoot a bow (CC-4.0)",
        "shoot a crossbow (CC-4.0)",
        "shoot a musket (CC-4.0)",
        "throw (CC-4.0)",
        "throw stones from a wall (CC-6.1)",
        "shoot a ballista (CC-4.5)",
        "shoot a cannon (CC-4.5)",
        "throw with a catapult (CC-4.7)",
        "throw with a cannon over what is before it (CC-4.0)",
        "grapeshot (CC-4.8)",
        "batter a gate (CC-4.3)",
        "oil on a ram (CC-6.1)",
        "oil on a tower (CC-6.3)",
        "ram a gate (CC-6.1)",
        "ram a wall (CC-6.1)",
    ];
    all.into_iter().map(|order| (order, 0)).collect()
}

/// Which order of the page a decision is.
fn order(game: &Position, decision: &Decision) -> Option<&'static str> {
    let boat = |id| game.troops(id).kind == TroopKind::Boat;
    let gear = |id| game.troops(id).gear.is_some();
    Some(match decision {
        Decision::March { files: Some(_), .. } => "form up otherwise (CC-3.3)",
        Decision::March { troops, by, .. } if by[..] == [game.troops(*troops).at] => "turn in place (CC-4.9)",
        Decision::March { .. } => "march (CC-3)",
        Decision::Charge(..) => "charge (CC-5)",
        Decision::Run(..) => "run (CC-5.4)",
        Decision::Hitch(id) if game.troops(*id).hooked => "unhook (CC-3.0)",
        Decision::Hitch(_) => "hook on (CC-3.0)",
        Decision::Part(..) => "part riders (CC-2.1)",
        Decision::Board(_, onto) if boat(*onto) => "board a boat (CC-3.4)",
        Decision::Board(..) => "board a wagon (CC-2.1)",
        Decision::Land(id, _) => match game.troops(*id).whereabouts {
            Whereabouts::Aboard(on) if boat(on) => "land from a boat (CC-3.4)",
            _ => "get off a wagon (CC-2.1)",
        },
        Decision::Man(id, _) => match game.troops(*id).whereabouts {
            Whereabouts::Field => "man a wall from the yard (CC-6)",
            _ => "go along the parapets (CC-3.0)",
        },
        Decision::Descend(..) => "come down from a wall (CC-3.0)",
        Decision::Scale(..) | Decision::Done => return None,
        Decision::Hold(_) => "hold (CC-1.3)",
        Decision::Shoot(id, _) => match game.troops(*id).missile {
            None => "throw stones from a wall (CC-6.1)",
            Some(ShotWeapon::Thrown) => "throw (CC-4.0)",
            Some(ShotWeapon::Bow) => "shoot a bow (CC-4.0)",
            Some(ShotWeapon::Crossbow) => "shoot a crossbow (CC-4.0)",
            Some(ShotWeapon::Musket) => "shoot a musket (CC-4.0)",
            Some(ShotWeapon::Ballista) => "shoot a ballista (CC-4.5)",
            Some(ShotWeapon::Cannon) if gear(*id) => "shoot a cannon (CC-4.5)",
            Some(_) => return None,
        },
        Decision::Lob(id, _) if game.troops(*id).missile == Some(ShotWeapon::Cannon) => {
            "throw with a cannon over what is before it (CC-4.0)"
        }
        Decision::Lob(..) => "throw with a catapult (CC-4.7)",
        Decision::Grape(..) => "grapeshot (CC-4.8)",
        Decision::Batter(..) => "batter a gate (CC-4.3)",
        Decision::Oil(at) if game.troops(*at).gear == Some(SiegeGear::Tower) => "oil on a tower (CC-6.3)",
        Decision::Oil(_) => "oil on a ram (CC-6.1)",
    })
}

/// Over recorded battles of every scenario no order of the page is given by nobody.
#[test]
fn captains_give_every_order_of_the_page() {
    let mut counts = orders();
    let mut count = |order: &'static str| *counts.get_mut(order).expect("an order of the list") += 1;
    for (_, scenario) in shipped() {
        for seed in 0..seeds_or(24) {
            let mut game = scenario.begin(&Tables::book());
            let (captain, mut dice) = (Commanders::default(), Seeded::new(seed));
            while let Some(side) = game.pending().first() {
                let decision = captain.decide(&game.view(side));
                let scales = match decision {
                    Decision::Scale(id, _) => Some(id),
                    _ => None,
                };
                if let Some(order) = order(&game, &decision) {
                    count(order);
                }
                let mut told = Vec::new();
                game.play(side, decision, &mut dice, &mut told).expect("a captain decides what he may");
                match scales.and_then(|id| game.troops(id).storming).map(|storm| storm.by) {
                    Some(WayUp::Ladders) => count("scale with ladders (CC-6.4)"),
                    Some(WayUp::Tower(_)) => count("scale off a tower (CC-6.3)"),
                    None => {}
                }
                for event in &told {
                    if let Event::Rammed(_, wall, ..) = event {
                        let gate = game.field.walls().any(|(_, known)| known.gate && known.name == **wall);
                        count(if gate { "ram a gate (CC-6.1)" } else { "ram a wall (CC-6.1)" });
                    }
                }
            }
        }
    }
    for (order, count) in &counts {
        eprintln!("{count:>7} {order}");
    }
    let never: Vec<&str> = counts.iter().filter(|(_, count)| **count == 0).map(|(order, _)| *order).collect();
    assert!(never.is_empty(), "no captain ever orders: {never:?}");
}

/// CC-1.2: a captain keeps what is nearest to falling, and goes for the nearest of his own unless what he keeps is threatened.
#[test]
fn cc_1_2_a_captain_looks_at_every_objective() {
    let held = |name: &str, x: i32, y: i32, side: &str| {
        format!("[[objective]]\nname = \"{name}\"\nat = [{x}, {y}]\nwithin = 4\nside = \"{side}\"\n")
    };
    let goes_to = |objectives: &str, enemy: i32| {
        let enemy = format!("troops = \"heavy infantry\"; men = 10; at = [80, {enemy}]");
        let ours = "troops = \"heavy infantry\"; men = 10; at = [48, 78]";
        let forces = force("attacker", "theirs", &enemy) + &force("defender", "ours", ours);
        let mut game = battle("defence", &format!("{objectives}{forces}"));
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        match Commanders::default().decide(&game.view(Side::Defender)) {
            Decision::March { by, .. } => by.last().expect("a place").x / INCH,
            other => panic!("{other:?}"),
        }
    };
    let kept = held("west", 16, 80, "attacker") + &held("east", 80, 80, "attacker");
    assert!(goes_to(&kept, 60) > 48, "the enemy is near the second");
    // Of his own the nearest, whichever is named first.
    let own = held("far", 90, 40, "defender") + &held("near", 16, 60, "defender");
    assert!(goes_to(&own, 20) < 48);
    // Nearer to what the enemy threatens than to that.
    let both = held("near", 8, 40, "defender") + &kept;
    assert!(goes_to(&both, 80) > 48);
    assert!(goes_to(&both, 60) < 48, "nobody is at it yet");
}

/// CC-4.3: by the strict table of armour men who stand near enough shoot at a gate, where there is nobody to shoot at.
#[test]
fn cc_4_3_men_shoot_at_gates_by_the_strict_table() {
    let fort = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
        [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [30, 70]\nto = [45, 70]\n\
        [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 70]\nto = [51, 70]\n\
        [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [51, 70]\nto = [66, 70]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n";
    let shot = |strict: &str, y: i32| {
        let tables = Tables::by(&House::from([("cracker_strict_armour".to_owned(), strict.to_owned())]));
        let bows = format!("troops = \"light infantry\"; missile = \"crossbow\"; men = 8; at = [48, {y}]; files = 8");
        let yard = "troops = \"light infantry\"; men = 2; at = [48, 90]";
        let forces = force("attacker", "crossbows", &bows) + &force("defender", "yard", yard);
        let mut game = battle_by(&tables.expect("a house number"), "defence", &format!("{fort}{forces}"));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        Commanders::default().decide(&game.view(Side::Attacker))
    };
    assert!(matches!(shot("1", 63), Decision::Batter(_, WallId(1))), "{:?}", shot("1", 63));
    // Too far for them to break it, and by the book they never do.
    assert!(matches!(shot("1", 58), Decision::Hold(_)));
    assert!(matches!(shot("0", 63), Decision::Hold(_)));
}
