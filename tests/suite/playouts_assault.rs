//! Assaults played at random and by captains over the three maps, refereed event by event: nobody goes through a wall, above
//! his points or into another's hex, and every assault ends as SG-8 has it.

use crate::assaults::{captain, plan, short};
use crate::sg_4_3_on_hexes::{assaulted, assaulting};
use crate::support::seeds;
use banneret::rules::assault::Plan;
use banneret::rules::assault::map::{HexCell, HexId, HexMap, Terrain};
use banneret::rules::assault::scenario;
use banneret::rules::assault::state::LadderLies;
use banneret::rules::assault::{
    Assault, AssaultStage, Decision, Ending, Event, Fortune, HexHome, HexSide, MachineKind, Post, TrooperId,
};
use banneret::rules::battle::Host;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain as _, Game};
use banneret::rules::man_to_man;
use banneret::rules::settles::{self, House};

pub const MAPS: [&str; 3] = ["border castle", "fortified town", "the Templars' castle"];

/// Whether a man can walk from one hex to the next, told from the hexes alone and not by the rules' own word for it: side by
/// side, no wall and no shut gate between, no higher than a stair, a ramp or rubble leads, and nothing he cannot stand on.
fn walks(map: &HexMap, from: HexId, to: HexId) -> bool {
    let (one, other) = (map.cell(from), map.cell(to));
    let closed = other.lift.map(|lift| &map.lifts[usize::from(lift)]).is_some_and(|lift| lift.closed);
    let solid = matches!(other.terrain, Terrain::House | Terrain::Rock | Terrain::Moat);
    if solid || closed && other.terrain != Terrain::Spiral {
        return false;
    }
    if one.spiral == Some(to) {
        return true;
    }
    let Some(side) = HexSide::ALL.iter().copied().find(|&side| one.hex.beside(side) == other.hex) else { return false };
    let edge = one.edge(side);
    let shut = match edge.gate {
        Some(gate) => !map.gates[usize::from(gate)].open && !map.gates[usize::from(gate)].wrecked,
        None => edge.wall.is_some(),
    };
    let sloped = |cell: &HexCell| matches!(cell.terrain, Terrain::Stair | Terrain::Ramp | Terrain::Rubble);
    let steep = (one.level - other.level).abs();
    one.under == other.under && !shut && (steep == 0 || steep == 1 && (sloped(one) || sloped(other)))
}

/// Movement points of a hex, from the page (SG-5.2).
fn page_cost(cell: &HexCell) -> u8 {
    match cell.terrain {
        Terrain::Stair | Terrain::Rubble | Terrain::Spiral | Terrain::Trees => 2,
        _ => 1,
    }
}

/// Looks at what happened in one decision, from before it to after it.
fn referee(before: &Assault, after: &Assault, events: &[Event]) {
    // Points and places are those before the decision as long as no other turn began.
    let mut points: Vec<u8> = before.men.iter().map(|man| man.points).collect();
    let mut map: HexMap = HexMap::clone(&before.map);
    for event in events {
        match *event {
            Event::Turn(_) => points = after.men.iter().map(|man| after.points_of(man)).collect(),
            Event::Moves(_) => map = HexMap::clone(&after.map),
            Event::Stepped { man, from, to, left } => {
                let names = [from, to].map(|at| map.cell(at).name());
                assert!(walks(&map, from, to), "{names:?}");
                // What he had less what the hex takes, or nothing: he stopped before an enemy.
                let (had, cost) = (points[usize::from(man.0)], page_cost(map.cell(to)));
                assert!(cost <= had, "{names:?}: {had} points, and it takes {cost}");
                assert!(left == had - cost || left == 0, "{names:?}: {left} of {had}");
                points[usize::from(man.0)] = left;
            }
            Event::Worked { lift, closed, .. } => map.lifts[usize::from(lift)].closed = closed,
            Event::Rammed { gate, wrecked: true, .. } | Event::Hewn { gate, wrecked: true, .. } => {
                assert!(!map.gates[usize::from(gate)].open, "an open gate is not hewn at");
                map.gates[usize::from(gate)].wrecked = true;
            }
            Event::SteppedOff { man, left, .. }
            | Event::Climbed { man, left, .. }
            | Event::Boarded { man, left, .. }
            | Event::WentUp { man, left, .. } => points[usize::from(man.0)] = left,
            Event::Crossed { man, machine, to, left } => {
                // From the top of a tower onto the rampart it was built for, one level below.
                let (tower, wall) = (before.machine(machine), map.cell(to));
                assert_eq!((tower.kind, wall.terrain), (MachineKind::Tower, Terrain::Rampart));
                assert_eq!(wall.level - map.cell(tower.at).level, tower.reach);
                assert!(!tower.rolled && map.cell(tower.at).hex.distance(wall.hex) == 1);
                points[usize::from(man.0)] = left;
            }
            Event::Rolled { machine, from, to, .. } => {
                let (one, other) = (map.cell(from), map.cell(to));
                assert!(before.machine(machine).kind.rolls() && one.hex.distance(other.hex) == 1);
                assert!(matches!(other.terrain, Terrain::Flat | Terrain::Drawbridge | Terrain::Gateway));
                assert_eq!(one.level, other.level, "machines roll on the level");
            }
            Event::Loosed { machine, at, .. } => {
                let (engine, range) = (before.machine(machine), &before.combat.gear.machine.catapult);
                let far = map.cell(engine.at).hex.distance(map.cell(at).hex);
                assert!((i64::from(range.near)..=i64::from(range.long)).contains(&far), "a stone over {far} hexes");
            }
            Event::Shot { man, at, .. } => {
                assert_ne!(before.man(man).side, before.man(at).side, "friends are not shot at");
                let row = before.man(man).profile.weapons.missile.and_then(|weapon| before.combat.shooting.of(weapon));
                let ends = before.place(man).zip(before.place(at)).expect("both were there");
                let far = before.map.cell(ends.0).hex.distance(before.map.cell(ends.1).hex);
                assert!(row.is_some_and(|row| far <= i64::from(row.reach())), "a shot over {far} hexes");
            }
            Event::Drowned { man } => assert_eq!(after.man(man).fortune, Fortune::Drowned),
            // Who is shut in, and who holds the citadel, has nowhere else to go (SG-4.3).
            Event::Fled { man } => assert_eq!(after.home_of(man), HexHome::Field),
            _ => {}
        }
    }
    let mut taken: Vec<Option<TrooperId>> = vec![None; after.map.cells.len()];
    for id in after.ids() {
        let man = after.man(id);
        match man.post {
            Post::Hex(at) => {
                assert!(man.present(), "{id:?} stands there and is gone");
                let other = taken[usize::from(at.0)].replace(id);
                assert_eq!(other, None, "two men in {}", after.map.cell(at).name());
                assert_eq!(after.map.holds(at), Ok(()), "{}", after.map.cell(at).name());
                assert_eq!(after.who(at), Some(id));
            }
            Post::Ladder(n) => {
                assert!(matches!(after.ladders[usize::from(n)].lies, LadderLies::Upright { .. }));
                assert_eq!(after.on_ladder(n), Some(id), "one man on a ladder");
            }
            Post::Aboard(n) => assert!(man.present() && after.at_post(man.post).count() <= after.room_at(n)),
            Post::Aloft(n) => {
                assert_eq!(after.machine(n).kind, MachineKind::Tower);
                assert!(after.at_post(man.post).count() <= usize::from(after.tables.tower.holds));
            }
            Post::Off => assert!(!man.present()),
        }
        assert!(man.points <= after.points_of(man));
    }
    // What is left of a wrecked machine bars no hex (SG-7.8).
    for machine in after.machines.iter().filter(|machine| !machine.wrecked) {
        let other = &mut taken[usize::from(machine.at.0)];
        assert_eq!(*other, None, "a man stands where a machine is, {}", after.map.cell(machine.at).name());
        let here = after.machines.iter().filter(|other| other.at == machine.at && !other.wrecked);
        assert_eq!(here.count(), 1);
    }
}

/// The hosts in each other's place.
pub fn turned(hosts: &BySide<Host>) -> BySide<Host> {
    BySide { attacker: hosts.defender.clone(), defender: hosts.attacker.clone() }
}

/// Names the assault that was played where one of the referee's questions fails.
struct Played<'a>(&'a str, u64);

impl Drop for Played<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}, seed {}", self.0, self.1);
        }
    }
}

/// A game of which so many decisions are made at random, the rest by captains; refereed throughout. Of seven seeds one begins
/// with places taken at random, one with lines held, one is a sally, and in three besiegers are shut in.
fn played(map: &str, seed: u64, random: usize, turns: u32) -> Assault {
    let _named = Played(map, seed);
    let combat = man_to_man::Tables::book();
    let plan = plan(map);
    let held = (seed / 4 % (plan.map.last_line() as u64)) as u8;
    let shut = 1 + (seed / 7 % (plan.map.last_line() as u64 - 1)) as u8;
    let plan = match seed % 7 {
        1 => Plan { places: true, ..plan },
        2 => Plan { held, ..plan },
        3 => Plan { sally: true, held, hosts: turned(&plan.hosts), ..plan },
        // Besiegers who are shut in between relief and citadel (SG-4.3).
        4 => Plan { places: seed % 2 == 1, ..assaulted(map, shut) },
        5 => Plan { places: seed % 2 == 1, ..assaulting(map, shut, false) },
        6 => assaulting(map, shut, true),
        _ => plan,
    };
    let mut game = Assault::begin(&plan, &short(turns), &combat, &mut Vec::new()).expect("no fault");
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::stream(seed, 7));
    let mut made = 0;
    while let Some(side) = game.pending().first() {
        let mut allowed = if made < random { game.choices(side).allowed() } else { Vec::new() };
        allowed.retain(|decision| *decision != Decision::BreakOff);
        let decision = match allowed.is_empty() {
            true => captain().decide(&game.view(side)),
            false => allowed.swap_remove(chance.lot("any", allowed.len())),
        };
        let (before, mut told) = (game.clone(), Vec::new());
        game.play(side, decision, &mut dice, &mut told)
            .unwrap_or_else(|why| panic!("{map}, seed {seed}: {decision:?}: {why}"));
        referee(&before, &game, &told);
        made += 1;
        if matches!(before.stage, AssaultStage::Deploys(_)) {
            let stands = |id: TrooperId| game.place(id).is_none_or(|at| game.map.holds(at).is_ok());
            assert!(game.ids().all(stands), "{map}, seed {seed}: {decision:?}");
        }
        assert!(made < 50_000, "{map}, seed {seed}: an assault without an end");
    }
    game
}

fn ended_by_the_page(game: &Assault) {
    let able = |side: Side| game.of(side).filter(|&id| game.man(id).able()).count();
    match game.stage {
        AssaultStage::Over(Ending::NoDefender) => assert_eq!(able(Side::Defender), 0),
        AssaultStage::Over(Ending::NoAttacker) => assert_eq!(able(Side::Attacker), 0),
        AssaultStage::Over(Ending::Parted) => {
            assert!(game.quiet.is_some_and(|turns| turns >= game.tables.end.quiet_turns) && game.parted());
            assert!(game.cut_off().is_empty(), "who is cut off from the keep was taken");
        }
        AssaultStage::Over(Ending::Unpressed) => {
            assert!(game.idle >= game.tables.end.quiet_turns && game.cut_off().is_empty());
        }
        AssaultStage::Over(Ending::Night) => assert_eq!(game.turn, game.tables.end.last_turn),
        // Who breaks off takes nobody.
        AssaultStage::Over(Ending::BrokenOff) => {}
        AssaultStage::Deploys(_) | AssaultStage::Moves(_) => panic!("it is not over"),
    }
}

#[test]
fn random_assaults_keep_to_the_rules_and_end() {
    for map in MAPS {
        // A dozenth of the seeds on each map: ten thousand assaults for 40,000.
        for seed in 0..(seeds() / 12).max(1) {
            ended_by_the_page(&played(map, seed, 200, 12));
        }
    }
}

#[test]
fn captains_storm_and_hold() {
    let mut fought = 0;
    for map in MAPS {
        for seed in 10..11 {
            let game = played(map, seed, 0, 40);
            ended_by_the_page(&game);
            fought += usize::from(game.men.iter().any(|man| man.fought));
        }
    }
    assert!(fought >= 1, "{fought} of 3 came to blows");
}

#[test]
fn an_assault_is_the_same_from_the_same_seed() {
    let (one, other) = (played("border castle", 3, 100, 6), played("border castle", 3, 100, 6));
    assert!(one == other);
}

#[test]
fn assaults_that_ship_are_won_by_both_sides() {
    // A few of each here; over many, neither side wins fewer than one in five of any.
    let runs = (seeds() / 20).clamp(5, 400);
    let mut all = [0_u64; 2];
    for (name, drawn) in scenario::shipped() {
        let mut won = [0_u64; 2];
        for seed in 0..runs {
            let battle = drawn.cast(None, seed, &House::new()).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
            let settled = settles::settle(&battle).expect("it is settled");
            let winner = settled.report.winner.expect("a side wins");
            won[winner as usize] += 1;
            all[winner as usize] += 1;
        }
        eprintln!("{name}: attackers {}, defenders {} of {runs}", won[0], won[1]);
        if runs >= 100 {
            assert!(won.iter().all(|&won| 5 * won >= runs), "{name}: {won:?} of {runs}");
        }
    }
    assert!(all.iter().all(|&won| won >= 1), "{all:?}");
}
