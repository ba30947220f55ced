//! The variant as a captain sees it (CU-5): if nothing is destroyed, the killed are counted against the survivors when the
//! ammunition has run out. A structure that falls and does not win the game takes that way from the attacker.

use super::super::View;
use super::super::castle::{Castle, CastleSpot, SectionKind, StructureId};
use super::super::state::{Counter, Health, Reckoning};

/// How many more must be killed until the killed outnumber the survivors; none or fewer if they do. Only in the variant, and
/// only while everything stands.
pub(super) fn short(view: &View<'_>) -> Option<i64> {
    let stand = Castle::get().structure_ids().all(|id| view.points_left(id) > 0);
    (view.agreed().reckoning == Reckoning::Points && stand).then(|| short_among(view.people()))
}

/// The same of these counters.
pub(super) fn short_among(people: &[Counter]) -> i64 {
    let killed = people.iter().filter(|person| person.health == Health::Killed).count() as i64;
    people.len() as i64 / 2 + 1 - killed
}

/// Whether the attacker leads by points as things stand.
pub(super) fn leads(view: &View<'_>) -> bool {
    short(view).is_some_and(|short| short <= 0)
}

/// Shots there are, that on the catapult among them.
pub(super) fn shots(view: &View<'_>) -> i64 {
    let ammunition = view.ammunition().iter().map(|&left| i64::from(left)).sum();
    view.shots_left().map_or(ammunition, |shots| ammunition.min(i64::from(shots)))
}

/// The counters on a spot: how many are injured, whom a touch kills, and how many are able, whom it injures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    pub at: CastleSpot,
    pub injured: i64,
    pub able: i64,
}

/// Everybody in the castle by where he stands, in the order of the spots.
pub(super) fn stacks(people: &[Counter]) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::new();
    for person in people.iter().filter(|person| person.health != Health::Killed) {
        let known = stacks.iter().position(|stack| stack.at == person.spot).unwrap_or_else(|| {
            stacks.push(Stack { at: person.spot, injured: 0, able: 0 });
            stacks.len() - 1
        });
        match person.health {
            Health::Injured => stacks[known].injured += 1,
            _ => stacks[known].able += 1,
        }
    }
    stacks.sort_by_key(|stack| stack.at);
    stacks
}

/// How many touches the killed need at the fewest until they outnumber the survivors: one kills all the injured of a stack,
/// and two everybody in it.
pub(super) fn touches(people: &[Counter]) -> i64 {
    // Kills, and the touches they cost, the cheapest first.
    let mut bought: Vec<(i64, i64)> = Vec::new();
    for Stack { injured, able, .. } in stacks(people) {
        match (injured, able) {
            (0, able) => bought.push((able, 2)),
            (injured, 0) => bought.push((injured, 1)),
            (injured, able) => bought.extend([(injured, 1), (able, 1)]),
        }
    }
    bought.sort_by_key(|&(kills, cost)| std::cmp::Reverse(kills * 2 / cost));
    let (mut wanted, mut cost) = (short_among(people), 0);
    for (kills, touches) in bought {
        if wanted <= 0 {
            break;
        }
        (wanted, cost) = (wanted - kills, cost + touches);
    }
    cost
}

/// Where a shot at people kills most, now or with the next: away from what would fall under it, if the attacker leads already.
pub(super) fn thickest(view: &View<'_>) -> Option<Stack> {
    let castle = Castle::get();
    let leads = leads(view);
    let in_danger = |stack: &Stack| {
        let section = castle.section_at(stack.at).map(|id| castle.section(id));
        leads && section.is_some_and(|section| section.kind != SectionKind::Court)
    };
    let worth = |stack: &Stack| (!in_danger(stack), 2 * stack.injured + stack.able, std::cmp::Reverse(stack.at));
    stacks(view.people()).into_iter().max_by_key(worth)
}

/// Whether the castle would rather have a structure fall than stand: it is behind by points, and a wall or a tower alone
/// loses nothing but them.
pub(super) fn lets_fall(view: &View<'_>, id: StructureId) -> bool {
    leads(view) && matches!(Castle::get().structure(id).kind, SectionKind::Wall | SectionKind::Tower)
}
