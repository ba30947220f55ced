//! What the tests of the assault on hexes share: hosts, plans, men put into hexes, and dice that are told.

use banneret::rules::assault::map::{self, HexId, HexMap};
use banneret::rules::assault::state::Burden;
use banneret::rules::assault::{Assault, Decision, Event, Illegal, MachineKind, Plan, Stormer, Tables, TrooperId};
use banneret::rules::battle::{self, Fighter, Force, HexForm, Host, Man, StormedPlace, Unit};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Rank, Side, Weapon};
use banneret::rules::game::{Captain as _, Game};
use banneret::rules::man_to_man;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Dice whose faces are told; all that is thrown after them is a 1.
pub struct Told(pub Vec<u32>);

impl Dice for Told {
    fn die(&mut self, _roll: &'static str, sides: u32) -> u32 {
        if self.0.is_empty() { 1 } else { self.0.remove(0).min(sides) }
    }
}

pub fn fighter(number: u32, class: Class, grade: Grade, protection: u8, weapons: &str) -> Fighter {
    let rank = if class == Class::Knight { Rank::Knight } else { Rank::None };
    let protection = Protection::new(protection).expect("1 to 4");
    let weapons = Weapon::list(weapons).expect("weapons");
    let profile = Profile { class, rank, grade, protection, weapons, horse: Horse::None };
    Fighter {
        man: Man(number),
        number: number.to_string(),
        name: format!("man {number}"),
        profile,
        wounded: false,
        standard: None,
    }
}

/// A unit of so many sergeants of grade C under a knight, numbered from `first`.
pub fn unit(name: &str, first: u32, men: u32, protection: u8, weapons: &str) -> Unit {
    let mut all: Vec<Fighter> =
        (first..first + men).map(|n| fighter(n, Class::Sergeant, Grade::C, protection, weapons)).collect();
    all.push(fighter(first + men, Class::Knight, Grade::B, 2, "sword;shield"));
    Unit { name: name.to_owned(), commander: Some(Man(first + men)), men: all }
}

pub fn host(units: Vec<Unit>) -> Host {
    let force = Force {
        name: "force".to_owned(),
        battle: "battle".to_owned(),
        commander: None,
        units,
        single: Vec::new(),
        army: String::new(),
        arrives: 0,
        citadel: false,
    };
    Host {
        name: "host".to_owned(),
        realm: "realm".to_owned(),
        commander: None,
        forces: vec![force],
        gear: Vec::new(),
        hunger: 0,
    }
}

/// Sixty against thirty, with ladders, rams and faggots.
pub fn plan(map: &str) -> Plan {
    let foot = unit("foot", 0, 19, 3, "axe;shield");
    let second = unit("second foot", 20, 19, 3, "sword;shield");
    let attacker = host(vec![foot, second, unit("archers", 40, 19, 4, "longbow;dagger")]);
    let defender = host(vec![unit("guard", 100, 14, 3, "sword;shield"), unit("bowmen", 120, 14, 3, "crossbow;dagger")]);
    let map = map::find(map).expect("it ships");
    Plan {
        map,
        hosts: BySide { attacker, defender },
        ladders: 8,
        towers: 1,
        rams: 2,
        engines: vec![(Side::Attacker, MachineKind::Catapult), (Side::Defender, MachineKind::Catapult)],
        faggots: 24,
        held: 0,
        shut_in: 0,
        outer_lost: 0,
        parked: Vec::new(),
        damage: Vec::new(),
        sally: false,
        places: false,
        form: HexForm::default(),
    }
}

/// A dozen before a castle and eight in it, of which castle by a seed.
pub fn skirmish(seed: u64) -> Plan {
    let shipped = map::shipped();
    let attacker = host(vec![unit("foot", 0, 7, 3, "axe;shield"), unit("archers", 20, 3, 4, "longbow;dagger")]);
    let defender = host(vec![unit("guard", 100, 3, 3, "sword;shield"), unit("bowmen", 120, 3, 3, "crossbow;dagger")]);
    let map = shipped[seed as usize % shipped.len()].clone();
    Plan {
        map,
        hosts: BySide { attacker, defender },
        ladders: 2,
        towers: 1,
        rams: 1,
        engines: Vec::new(),
        faggots: 4,
        held: 0,
        shut_in: 0,
        outer_lost: 0,
        parked: Vec::new(),
        damage: Vec::new(),
        sally: false,
        places: seed % 2 == 1,
        form: HexForm::default(),
    }
}

/// The figures of the book, but that night falls after so many turns.
pub fn short(turns: u32) -> Arc<Tables> {
    let own = BTreeMap::from([("assault_last_turn".to_owned(), turns.to_string())]);
    Tables::with_house(&own).expect("it is within its bounds")
}

pub fn begin(plan: &Plan) -> Assault {
    Assault::begin(plan, &Tables::book(), &man_to_man::Tables::book(), &mut Vec::new()).expect("no fault")
}

/// Two men a side and nobody else, put into hexes; the attackers carry axes, one of them a ladder, the other a faggot.
pub fn few(map: &HexMap, attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    few_with(map, "axe", attackers, defenders)
}

/// The same with another weapon.
pub fn few_with(map: &HexMap, weapon: &str, attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    let of = |first| host(vec![unit("few", first, 1, 3, weapon)]);
    let plan = Plan {
        map: Arc::new(map.clone()),
        hosts: BySide { attacker: of(0), defender: of(10) },
        ladders: 1,
        towers: 0,
        rams: 0,
        engines: Vec::new(),
        faggots: 1,
        held: 0,
        shut_in: 0,
        outer_lost: 0,
        parked: Vec::new(),
        damage: Vec::new(),
        sally: false,
        places: false,
        form: HexForm::default(),
    };
    let mut game = begin(&plan);
    let places = attackers.iter().chain(&defenders);
    let taken: Vec<HexId> = places.clone().map(|place| hex(&game, place)).collect();
    let mut places: Vec<_> = (0..4).map(TrooperId).zip(places).collect();
    // Whoever stands where another is put makes way first, by going to his own place, or to any where two are to change theirs.
    for _ in 0..3 {
        places.retain(|&(id, place)| game.deploy_at(id, hex(&game, place)).is_err());
        let all: Vec<HexId> = game.map.ids().collect();
        for &(id, _) in &places {
            let _ = all.iter().any(|&at| !taken.contains(&at) && game.deploy_at(id, at).is_ok());
        }
    }
    for (id, place) in places {
        game.deploy_at(id, hex(&game, place)).unwrap_or_else(|why| panic!("{place}: {why}"));
    }
    (game.men[0].burden, game.men[1].burden) = (Burden::Ladder(0), Burden::Faggot);
    game
}

pub fn hex(game: &Assault, name: &str) -> HexId {
    game.map.named(name).unwrap_or_else(|| panic!("no hex {name}"))
}

/// Where a man is.
pub fn place(game: &Assault, id: TrooperId) -> String {
    game.man(id).hex().map_or("–".to_owned(), |at| game.map.cell(at).name())
}

pub fn play(game: &mut Assault, side: Side, decision: Decision, faces: &[u32]) -> Result<Vec<Event>, Illegal> {
    let mut told = Vec::new();
    let before = game.clone();
    let played = game.play(side, decision, &mut Told(faces.to_vec()), &mut told);
    assert!(played.is_ok() || *game == before, "a refusal changes nothing");
    played.map(|()| told)
}

/// Both sides are done with a turn.
pub fn pass(game: &mut Assault) -> Vec<Event> {
    let mut told = play(game, Side::Attacker, Decision::Done, &[]).expect("the attackers are done");
    told.extend(play(game, Side::Defender, Decision::Done, &[]).expect("so is the garrison"));
    told
}

pub fn captain() -> Stormer {
    Stormer::default()
}

/// What a captain decides for a side until it is done.
pub fn all_of_a_half(game: &mut Assault, side: Side) -> Vec<Decision> {
    let captain = captain();
    let mut all = Vec::new();
    for _ in 0..500 {
        let decision = captain.decide(&game.view(side));
        if decision == Decision::Done {
            break;
        }
        play(game, side, decision, &[]).expect("a captain decides what he may");
        all.push(decision);
    }
    all
}

/// A battle between hosts for a stronghold, as a siege hands it over.
pub fn stormed(storm: StormedPlace, hosts: BySide<Host>) -> battle::Plan {
    battle::Plan {
        hosts,
        ground: "open field".to_owned(),
        ground_file: None,
        storm: Some(storm),
        dynastic_war: false,
        weather: None,
        seed: 1,
    }
}
