//! What captains make of equal hosts: on the open field neither side is the better for being called the attacker, and
//! whoever holds ground is the better for it.

use crate::rosters;
use banneret::rules::battle::Force;
use banneret::rules::figure::Side;
use banneret::rules::game::NullSink;
use banneret::rules::man_to_man::{Tables, fight};

/// How many battles in a hundred the attacker wins of those that are won.
fn attacker_wins(host: &[Force], ground: &str, battles: u64) -> u64 {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..battles {
        let mut plan = rosters::plan(host.to_vec(), host.to_vec(), 1_000 + seed);
        plan.ground = ground.to_owned();
        match fight(&plan, &Tables::book(), &mut NullSink).expect("no fault").winner {
            Some(Side::Attacker) => won += 1,
            Some(Side::Defender) => lost += 1,
            None => {}
        }
    }
    100 * won / (won + lost)
}

#[test]
fn equal_hosts_are_equal_on_the_open_field() {
    for (name, host) in rosters::equal_hosts() {
        let won = attacker_wins(&host, "open field", 600);
        println!("{name}: the attacker wins {won} %");
        assert!((40..=60).contains(&won), "{name}: {won} %");
    }
}

#[test]
fn whoever_holds_ground_is_the_better_for_it() {
    let (name, host) = rosters::equal_hosts().into_iter().next().expect("hosts");
    // By much at a ford or a wall.
    let most = [
        ("wooded hill", 45, 60),
        ("village", 45, 60),
        ("hedged lane", 45, 60),
        ("ford", 30, 160),
        ("gatehouse", 25, 160),
        ("curtain with towers", 40, 60),
    ];
    for (ground, most, battles) in most {
        let won = attacker_wins(&host, ground, battles);
        println!("{name} at {ground}: the attacker wins {won} %");
        assert!(won <= most, "{name} at {ground}: {won} %");
    }
}

#[test]
fn hosts_of_every_sort_are_the_better_for_holding_ground() {
    // On the open field the attackers of these pairs win 46 to 50 of 100.
    for (name, host) in rosters::equal_hosts().into_iter().skip(1) {
        for ground in ["wooded hill", "village", "hedged lane", "ford", "gatehouse"] {
            let won = attacker_wins(&host, ground, 120);
            println!("{name} at {ground}: the attacker wins {won} %");
            assert!(won <= 46, "{name} at {ground}: {won} %");
        }
    }
}
