//! What the hosts of a battle bring besides their men (MM-9, MM-10.2): chosen by a list before it is fought, kept with its
//! plan, and given to the units that can serve it when they come to the field.

use crate::campaign::problem::{Problem, Result};
use crate::rules::assault::of_use;
use crate::rules::battle::{Host, Plan};
use crate::rules::explain::Explained;
use crate::rules::figure::{BySide, Side};
use crate::rules::gear::{Brought, Thing};
use crate::rules::man_to_man::gear::allot::allot;
use crate::rules::man_to_man::gear::offer::{Choosing, List, NotOffered, Offer};
use crate::rules::man_to_man::gear::setup::gear_faults;
use crate::rules::man_to_man::{Tables, setup};
use crate::rules::ruleset::Ruleset;

/// Reads a list such as `12 stakes, 2 ladders`.
pub fn read(list: &str) -> Result<List> {
    Thing::list(list).map_err(|unknown| {
        Problem::bad_input(format!("{unknown}.")).hint(
            "List gear with commas: “12 stakes, 2 ladders of 9 in, catapult, wagon of rounds, wagon with the standard”.",
        )
    })
}

/// Gives a side of a plan what a list says it brings besides its men; the list as it is kept.
pub fn bring(plan: &mut Plan, side: Side, list: &str, tables: &Tables) -> Result<String> {
    let list = read(list)?;
    let host = &mut plan.hosts[side];
    host.gear = allot(host, &list, tables);
    Ok(Thing::listed(&list))
}

/// Refuses what nobody of a host can serve.
pub fn can_serve(host: &Host, tables: &Tables) -> Result<()> {
    let faults: Vec<String> = gear_faults(host, tables).iter().map(ToString::to_string).collect();
    if faults.is_empty() {
        return Ok(());
    }
    Err(Problem::refused(
        format!("{} cannot bring this: {}.", host.name, faults.join("; ")),
        "Leave it behind, or form a unit that can serve it.",
    ))
}

/// What a side has chosen, and what it could.
#[derive(Clone, Debug)]
pub struct TrainChoice {
    /// What it brings: how many of what, and why they are of no use on this ground if they are of none.
    pub rows: Vec<(u16, Brought, Option<NotOffered>)>,
    /// What all of it costs, with its parts (MM-10.2).
    pub cost: Explained<i64>,
    /// Everything of the book's list as it is offered.
    pub offers: Vec<Offer>,
}

/// What both sides of a battle bring and what they are offered by the rules it is to be fought by: on its ground, or on the hexes of
/// a stronghold.
pub fn trains(plan: &Plan, gear: &BySide<String>, tables: &Tables, rules: Ruleset) -> Result<BySide<TrainChoice>> {
    let ground = setup::ground_of(plan, tables).map_err(|fault| {
        Problem::refused(format!("{fault}."), "Choose another ground, or mend the file of this one.")
    })?;
    let on_map = rules.on_map().then_some(of_use as fn(Side, Thing) -> bool);
    let lists = BySide { attacker: read(&gear.attacker)?, defender: read(&gear.defender)? };
    let choosing = Choosing { hosts: &plan.hosts, lists: &lists, ground: &ground, tables, on_map };
    let train = |side: Side| TrainChoice {
        rows: lists[side]
            .iter()
            .map(|&(count, brought)| (count, brought, choosing.useless(side, brought.thing)))
            .collect(),
        cost: choosing.cost(side),
        offers: choosing.offers(side),
    };
    Ok(BySide { attacker: train(Side::Attacker), defender: train(Side::Defender) })
}
