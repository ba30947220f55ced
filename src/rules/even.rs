//! What would even the odds of a battle: a side with more men like those it has, body by body in proportion.

use super::battle::{Fighter, Man, Plan};
use super::figure::{Rank, Side};
use super::lots;

/// A plan in which a side has so many men more, and the men it has more. Each unit grows by its share, as do the men who are
/// in none; nobody commands, bears a standard or is a noble twice.
pub fn reinforced(plan: &Plan, side: Side, more: usize) -> (Plan, Vec<Fighter>) {
    let mut plan = plan.clone();
    let hosts = [&plan.hosts.attacker, &plan.hosts.defender];
    let mut next =
        hosts.iter().flat_map(|host| host.men()).map(|fighter| fighter.man.0).max().map_or(0, |last| last + 1);
    let host = &mut plan.hosts[side];
    let sizes: Vec<usize> = host
        .forces
        .iter()
        .flat_map(|force| force.units.iter().map(|unit| unit.men.len()).chain([force.single.len()]))
        .collect();
    let all = sizes.iter().sum::<usize>().max(1);
    let rest = lots::shares(&sizes, more % all);
    let mut grows = sizes.iter().zip(rest).map(|(size, rest)| size * (more / all) + rest);
    let mut added = Vec::new();
    let mut like = |men: &mut Vec<Fighter>, commander: Option<Man>, count: usize| {
        // The commander is copied only where he is alone.
        let others: Vec<Fighter> = match men.iter().any(|fighter| Some(fighter.man) != commander) {
            true => men.iter().filter(|fighter| Some(fighter.man) != commander).cloned().collect(),
            false => men.clone(),
        };
        for fighter in others.iter().cycle().take(count) {
            let mut one = Fighter { man: Man(next), standard: None, wounded: false, ..fighter.clone() };
            one.number = format!("{}+", fighter.number);
            one.profile.rank = one.profile.rank.min(Rank::Knight);
            next += 1;
            men.push(one.clone());
            added.push(one);
        }
    };
    for force in &mut host.forces {
        for unit in &mut force.units {
            like(&mut unit.men, unit.commander, grows.next().unwrap_or(0));
        }
        like(&mut force.single, force.commander, grows.next().unwrap_or(0));
    }
    (plan, added)
}

/// The least number from 1 to `most` for which a thing that grows with it is so, found by doubling and halving; nothing where it
/// is not so at `most`.
pub fn least<E>(most: usize, mut so: impl FnMut(usize) -> Result<bool, E>) -> Result<Option<usize>, E> {
    let (mut below, mut at) = (0, 1);
    while !so(at.min(most))? {
        if at >= most {
            return Ok(None);
        }
        (below, at) = (at, at * 2);
    }
    at = at.min(most);
    while at - below > 1 {
        let middle = below + (at - below) / 2;
        if so(middle)? {
            at = middle;
        } else {
            below = middle;
        }
    }
    Ok(Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_is_found_or_none_is() {
        for wanted in 1..40 {
            assert_eq!(least::<()>(100, |at| Ok(at >= wanted)), Ok(Some(wanted)));
        }
        assert_eq!(least::<()>(30, |at| Ok(at >= 31)), Ok(None));
        assert_eq!(least::<()>(30, |at| Ok(at >= 30)), Ok(Some(30)));
    }
}
