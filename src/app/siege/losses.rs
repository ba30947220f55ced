//! Who it is that a siege loses: so many dead, wounded, taken and gone become men by lot, and each is a row (SG-2.3).

use super::raise::Raised;
use crate::app::release;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, PersonId};
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::Result;
use crate::campaign::siege::{SiegePart, StoryLine};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Horse};
use crate::rules::siege::Lost;
use crate::store::Act;
use crate::store::chronicle::ChronicleLine;

/// A knight of those whom a siege cost, and what became of him in words.
pub(super) type Fallen = (PersonId, String);

/// Tells the siege's story of the knights of a part it cost, and the chronicle of each by himself: it is of his life, too.
pub(super) fn tell(
    act: &Act,
    it: &Raised,
    part: SiegePart,
    (day, clause): (Day, &str),
    fallen: &[Fallen],
) -> Result<()> {
    let name = &it.stronghold.name;
    let all: Vec<&str> = fallen.iter().map(|(_, what)| what.as_str()).collect();
    let text = format!("Siege of {name}: of the {part}, {}.", all.join(", "));
    act.tell_siege(it.siege.id, &StoryLine { day, text, clause: clause.to_owned() })?;
    for (man, what) in fallen {
        let text = format!("Siege of {name}: of the {part}, {what}.");
        let person = Some(*man);
        act.write_line(&ChronicleLine { day, kind: LineKind::Siege, text, clause: clause.to_owned(), person })?;
    }
    Ok(())
}

/// Takes a man captive for an army of the other side.
pub(super) fn take(act: &Act, man: &Person, by: FormationId) -> Result<()> {
    release::captured(act, man, act.formation(by)?.side, (Some(by), None))
}

/// Draws who of a host is lost, and does to each what befell him. Knights never desert (SG-2.3). Gives the knights among
/// them, with what became of each.
/// Who is shut in is taken by the relief outside, but for an assault on the `citadel`, which the garrison holds (SG-4.3).
pub(super) fn fall(
    act: &Act,
    it: &Raised,
    (part, citadel): (SiegePart, bool),
    lost: Lost,
    dice: &mut impl Dice,
) -> Result<Vec<Fallen>> {
    if lost.all() == 0 {
        return Ok(Vec::new());
    }
    let mut able = men(act, it, part, true)?;
    let relief = it.siege.shut_in && !citadel && it.first(SiegePart::Relief).is_some();
    let takers = match part {
        SiegePart::Besiegers if relief => SiegePart::Relief,
        SiegePart::Besiegers => SiegePart::Garrison,
        _ => SiegePart::Besiegers,
    };
    let by = it.first(takers).or_else(|| it.first(SiegePart::Relief)).map(|army| army.id);
    let mut told = Vec::new();
    let mut draw = |able: &mut Vec<Person>, deserts: bool| drawn(able, deserts, dice);
    let mut tell = |man: &Person, what: &str| {
        if man.profile.class == Class::Knight {
            told.push((man.id, format!("{} {what}", man.styled())));
        }
    };
    for _ in 0..lost.dead {
        let Some(man) = draw(&mut able, false) else { break };
        release::dies(act, man.id)?;
        tell(&man, "died");
    }
    for _ in 0..lost.taken {
        let Some(man) = draw(&mut able, false) else { break };
        match by {
            Some(by) => {
                take(act, &man, by)?;
                tell(&man, "was taken");
            }
            None => act.set_wound(man.id, true)?,
        }
    }
    for _ in 0..lost.wounded {
        let Some(man) = draw(&mut able, false) else { break };
        act.set_wound(man.id, true)?;
        tell(&man, "was wounded");
    }
    for _ in 0..lost.deserted {
        let Some(man) = draw(&mut able, true) else { break };
        release::leaves(act, man.id, PersonState::Left)?;
    }
    Ok(told)
}

/// Draws who of a host's able men starves or deserts of hunger, so many knights among the dead: they go without the last, and
/// never desert (SG-2.3). Gives the knights among them.
pub(super) fn hunger(
    act: &Act,
    it: &Raised,
    part: SiegePart,
    (lost, knights): (Lost, u32),
    dice: &mut impl Dice,
) -> Result<Vec<Fallen>> {
    let (mut noble, mut others): (Vec<Person>, Vec<Person>) =
        men(act, it, part, true)?.into_iter().partition(|man| man.profile.class == Class::Knight);
    let mut told = Vec::new();
    for death in 0..lost.dead {
        // Where a fight of the same day has left too few of one sort it is one of the other.
        let is_noble = death < knights && !noble.is_empty() || others.is_empty();
        let Some(man) = drawn(if is_noble { &mut noble } else { &mut others }, false, dice) else { break };
        release::dies(act, man.id)?;
        if is_noble {
            told.push((man.id, format!("{} died", man.styled())));
        }
    }
    for _ in 0..lost.deserted {
        let Some(man) = drawn(&mut others, true, dice) else { break };
        release::leaves(act, man.id, PersonState::Left)?;
    }
    Ok(told)
}

/// Draws who starves or deserts of those of a host who eat and cannot fight, the wounded and the clerics (SG-2.3). Gives the
/// knights among them.
pub(super) fn starve(act: &Act, it: &Raised, part: SiegePart, lost: Lost, dice: &mut impl Dice) -> Result<Vec<Fallen>> {
    if lost.all() == 0 {
        return Ok(Vec::new());
    }
    let (mut useless, mut told) = (men(act, it, part, false)?, Vec::new());
    for _ in 0..lost.dead {
        let Some(man) = drawn(&mut useless, false, dice) else { break };
        release::dies(act, man.id)?;
        if man.profile.class == Class::Knight {
            told.push((man.id, format!("{} died", man.styled())));
        }
    }
    for _ in 0..lost.deserted {
        let Some(man) = drawn(&mut useless, true, dice) else { break };
        release::leaves(act, man.id, PersonState::Left)?;
    }
    Ok(told)
}

/// The men of a host who can fight, or those who cannot.
fn men(act: &Act, it: &Raised, part: SiegePart, able: bool) -> Result<Vec<Person>> {
    let mut all: Vec<Person> = Vec::new();
    for army in &it.armies[&part] {
        let men = act.men_of(army.id)?.into_iter();
        all.extend(men.filter(|man| able == (man.state == PersonState::Fit && man.profile.class != Class::Cleric)));
    }
    Ok(all)
}

/// Draws a man by lot; one who deserts is no knight (SG-2.3).
fn drawn(men: &mut Vec<Person>, deserts: bool, dice: &mut impl Dice) -> Option<Person> {
    let among: Vec<usize> = (0..men.len()).filter(|at| !deserts || men[*at].profile.class != Class::Knight).collect();
    if among.is_empty() {
        return None;
    }
    Some(men.swap_remove(among[dice.lot("CP-3.5 who fell", among.len())]))
}

/// Eats so many horses of a host: the animals of its trains first, then the mounts of those of the lowest class (SG-2.3).
pub(super) fn eat_horses(act: &Act, it: &Raised, part: SiegePart, horses: u32) -> Result<()> {
    let mut left = horses;
    for army in &it.armies[&part] {
        let mut train = act.train(army.id)?;
        let eaten = train.animals.min(left);
        if eaten > 0 {
            train.animals -= eaten;
            left -= eaten;
            act.set_army_train(army.id, &train)?;
        }
    }
    if left == 0 {
        return Ok(());
    }
    let mut riders: Vec<Person> = Vec::new();
    for army in &it.armies[&part] {
        riders.extend(act.men_of(army.id)?.into_iter().filter(|man| man.profile.horse != Horse::None));
    }
    riders.sort_by_key(|man| (man.profile.class, man.profile.rank.step(), man.id));
    for man in riders.iter().take(left as usize) {
        act.set_horse(man.id, Horse::None)?;
    }
    Ok(())
}
