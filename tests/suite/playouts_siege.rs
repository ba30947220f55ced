//! Sieges played to their end: by chance, whatever may be decided being decided, and by the program's own constables.

use crate::support::seeds_from;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::game::{Captain, Game, NullSink, conduct};
use banneret::rules::siege::*;

fn host(dice: &mut Seeded, most: u32) -> Host {
    let able = dice.die("able", most);
    Host {
        able,
        knights: able / dice.die("knights", 10).max(2),
        horses: dice.die("horses", 50) - 1,
        mouths: dice.die("mouths", 60) - 1,
        grade: Grade::from_number(dice.die("grade", 5) as u8).expect("one of the five"),
        rations: dice.die("rations", 12) * able,
        ..Host::of(able, Grade::C, 0)
    }
}

/// A random siege.
pub fn plan(dice: &mut Seeded) -> Plan {
    let kind = Kind::ALL[dice.lot("kind", 3)];
    let moat = [Moat::None, Moat::Days(4), Moat::TooDeep][dice.lot("moat", 3)];
    let park = |dice: &mut Seeded| Park {
        mangonels: dice.die("mangonels", 4) as u16 - 1,
        trebuchets: dice.die("trebuchets", 3) as u16 - 1,
        rams: dice.die("rams", 2) as u16 - 1,
        ladders: dice.die("ladders", 2) == 1,
        ..Park::default()
    };
    let relief = (dice.die("relief", 3) == 1).then(|| Relief {
        day: dice.die("day", 90),
        host: host(dice, 800),
        park: park(dice),
    });
    let (attacker, defender) = (host(dice, 900), host(dice, 250));
    let capacity = defender.rations + dice.die("room", 500);
    Plan { kind, moat, capacity, hosts: BySide { attacker, defender }, park: park(dice), relief }
}

/// What must always hold of a siege.
fn holds(siege: &Siege) {
    assert!(usize::from(siege.won) <= siege.lines.len());
    assert!(siege.hosts.defender.rations <= siege.capacity || siege.shut_in);
    for side in [Side::Attacker, Side::Defender] {
        assert!(siege.hosts[side].knights <= siege.hosts[side].able, "{:?}", siege.hosts[side]);
    }
    for stretch in siege.lines.iter().flatten() {
        assert!(stretch.outer <= 4 && stretch.inner <= 1, "{stretch:?}");
        assert!(stretch.inner == 0 || stretch.outer == 4, "{stretch:?}");
    }
    assert!(siege.apart.is_none_or(|men| men <= siege.hosts.attacker.able));
}

/// Every decision of a kind somebody might think of.
fn thinkable(siege: &Siege) -> Vec<Decision> {
    let mut all: Vec<Decision> = vec![
        Decision::Act(Action::Assault),
        Decision::Act(Action::FillMoat),
        Decision::Act(Action::Rest),
        Decision::Act(Action::Sortie(Sally::Engines)),
        Decision::Act(Action::Sortie(Sally::Camp)),
        Decision::Act(Action::Forage(7)),
        Decision::HalfRations(true),
        Decision::HalfRations(false),
        Decision::HalfWithin(true),
        Decision::HalfWithin(false),
        Decision::Expel,
        Decision::Answer(false),
        Decision::Meet(Choice::Battle),
        Decision::Meet(Choice::Part(siege.hosts.attacker.able / 2)),
        Decision::Meet(Choice::ShutIn),
    ];
    all.extend(Gear::ALL.iter().map(|&gear| Decision::Act(Action::Build(gear))));
    for line in 0..5 {
        for stretch in [0, 1, 9] {
            let at = At { line, stretch };
            all.extend([Action::Batter(at), Action::Mine(at), Action::Repair(at)].map(Decision::Act));
        }
    }
    let terms = Terms { respite_days: 3, ..Terms::plain(Leave::WithArms) };
    all.extend([Decision::Offer(terms), Decision::Counter(terms), Decision::Act(Action::Treat(terms))]);
    all
}

#[test]
fn whatever_is_decided_by_chance_keeps_the_siege_whole() {
    for seed in seeds_from(200) {
        let mut dice = Seeded::new(seed);
        let plan = plan(&mut dice);
        let mut siege = Siege::begin(&plan, &Tables::book(), &mut dice, &mut NullSink);
        for _ in 0..400 {
            let Some(side) = siege.pending().first() else { break };
            let (may, may_not): (Vec<Decision>, Vec<Decision>) =
                thinkable(&siege).into_iter().partition(|decision| siege.check(side, decision).is_ok());
            assert!(!may.is_empty(), "seed {seed}: nothing can be decided: {:?}", siege.stage());
            if let Some(refused) = may_not.first() {
                let before = siege.clone();
                assert!(siege.play(side, *refused, &mut dice, &mut NullSink).is_err(), "seed {seed}: {refused:?}");
                assert_eq!(siege, before, "seed {seed}: {refused:?} is refused and changes nothing");
            }
            assert!(siege.check(side.other(), &may[0]).is_err(), "seed {seed}: the other side is not to decide");
            let chosen = may[dice.lot("choice", may.len())];
            siege
                .play(side, chosen, &mut dice, &mut NullSink)
                .unwrap_or_else(|why| panic!("seed {seed}: {chosen:?}: {why}"));
            holds(&siege);
        }
    }
}

#[test]
fn constables_bring_every_siege_to_an_end() {
    // The same seed tells the same siege; every event has its sentence; none goes on for two years.
    let mut endings = [0u32; 5];
    for seed in seeds_from(200) {
        let told_of = |seed: u64| {
            let mut dice = Seeded::new(seed);
            let plan = plan(&mut dice);
            let mut told: Vec<Event> = Vec::new();
            let mut siege = Siege::begin(&plan, &Tables::book(), &mut dice, &mut told);
            conduct(&mut siege, &Constable, &mut dice, &mut told).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            (siege, told)
        };
        let (siege, events) = told_of(seed);
        assert_eq!(events, told_of(seed).1, "seed {seed}");
        assert!(siege.day <= 730, "seed {seed}: {} days", siege.day);
        assert!(events.iter().all(|event| told(event).ends_with('.')), "seed {seed}");
        let Stage::Over(ending) = siege.stage() else { panic!("seed {seed} is not over") };
        endings[match ending {
            Ending::Taken => 0,
            Ending::Surrendered(_) => 1,
            Ending::Fell => 2,
            Ending::Lifted => 3,
            Ending::Relieved => 4,
        }] += 1;
    }
    assert!(endings.iter().all(|&count| count > 0), "of each kind some: {endings:?}");
}

#[test]
fn a_constable_decides_only_what_he_may() {
    let mut dice = Seeded::new(7);
    let plan = plan(&mut dice);
    let siege = Siege::begin(&plan, &Tables::book(), &mut dice, &mut NullSink);
    let side = siege.pending().first().expect("it begins");
    let decision = Constable.decide(&siege.view(side));
    assert_eq!(siege.check(side, &decision), Ok(()));
}

#[test]
fn what_a_side_may_not_know_is_not_in_what_it_is_shown() {
    // The besieged do not see where a mine goes, and nobody what the other's rations, beasts and mouths are, nor the besiegers
    // those of a relief army, whether it has come or besieges them.
    for seed in seeds_from(200) {
        let mut dice = Seeded::new(seed);
        let plan = plan(&mut dice);
        let mut siege = Siege::begin(&plan, &Tables::book(), &mut dice, &mut NullSink);
        siege.mine = Some((At { line: 0, stretch: 1 }, 4));
        siege.relief = Some(Relief { day: siege.day, host: host(&mut dice, 300), park: Park::default() });
        siege.outside = Some(host(&mut dice, 40));
        for side in [Side::Attacker, Side::Defender] {
            let mut other = siege.clone();
            let eats = |host: Host, dice: &mut Seeded| Host {
                rations: dice.die("rations", 5000),
                mouths: dice.die("mouths", 60),
                horses: dice.die("horses", 60),
                half: !host.half,
                half_days: 2,
                ..host
            };
            other.hosts[side.other()] = eats(siege.hosts[side.other()], &mut dice);
            if side == Side::Defender {
                other.mine = None;
            } else {
                other.relief = siege.relief.map(|relief| Relief { host: eats(relief.host, &mut dice), ..relief });
                other.outside = siege.outside.map(|host| eats(host, &mut dice));
            }
            assert_ne!(other, siege);
            assert_eq!(other.as_known_to(side), siege.as_known_to(side), "seed {seed}, {side:?}");
            assert_eq!(format!("{:?}", other.view(side)), format!("{:?}", siege.view(side)), "seed {seed}, {side:?}");
        }
        // Who may know does.
        assert_eq!(siege.as_known_to(Side::Attacker).mine, siege.mine);
        let defender = siege.as_known_to(Side::Defender);
        assert_eq!((defender.relief, defender.outside), (siege.relief, siege.outside));
    }
}
