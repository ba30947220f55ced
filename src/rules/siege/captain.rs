//! Who plays a siege for the computer, on either side.

use super::state::{At, Gear, Moat, Progress, Siege, Stage};
use super::supply::{eats, forages};
use super::terms::{Leave, Terms};
use super::{Action, Choice, Decision, Sally, View, assault_parts};
use crate::rules::explain::Sum;
use crate::rules::figure::Side;
use crate::rules::game::Captain;

/// Conducts a siege: as besieger he builds, batters, and assaults when the odds are fair; as besieged he holds on, mends,
/// and treats while he still has something to treat with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constable;

/// What must be added to the die before an assault is worth its men: a line falls on 8 of ten.
const FAIR: i32 = 3;
/// Trebuchets besiegers build before they are content.
const BATTERY: u16 = 3;

impl Captain<Siege> for Constable {
    fn decide(&self, view: &View<'_>) -> Decision {
        let siege = view.siege();
        match siege.stage {
            Stage::Offer(_) => Decision::Offer(asks(view)),
            Stage::Terms { terms, last, .. } => treats(view, terms, last),
            Stage::Relief => Decision::Meet(meets(siege)),
            _ => husbands(view).unwrap_or_else(|| acts(view)),
        }
    }
}

fn acts(view: &View<'_>) -> Decision {
    let besieges = view.side == view.siege().besiegers();
    let wishes = if besieges { besieging(view) } else { besieged(view) };
    let allowed = wishes.into_iter().map(Decision::Act).find(|decision| view.may(decision));
    allowed.unwrap_or(Decision::Act(Action::Rest))
}

/// Rations are halved before they run short, and mouths expelled when they have.
fn husbands(view: &View<'_>) -> Option<Decision> {
    let (siege, own) = (view.siege(), view.own());
    let forage = if view.side == siege.besiegers() { forages(siege.weeks, &siege.tables) } else { 0 };
    let needs = eats(own, &siege.tables).saturating_sub(forage);
    let weeks = own.rations.checked_div(needs).unwrap_or(u32::MAX);
    let halve = Decision::HalfRations(true);
    let choices = [(weeks < 4 && !own.half, halve), (weeks < 2 && view.side == Side::Defender, Decision::Expel)];
    choices.into_iter().find(|(when, decision)| *when && view.may(decision)).map(|(_, decision)| decision)
}

/// What besiegers would do this day, the first they may.
fn besieging(view: &View<'_>) -> Vec<Action> {
    let siege = view.siege();
    let park = &siege.parks[view.side];
    let mut wishes = Vec::new();
    if view.own().without > 0 {
        wishes.push(Action::Withdraw);
    }
    let mut sum = Sum::default();
    assault_parts(&siege.storm(view.side), &siege.tables, &mut sum);
    if sum.0 >= FAIR {
        wishes.push(Action::Assault);
    }
    let ladders = siege.tables.assault.ladders;
    if sum.0 + ladders >= FAIR && !park.ladders && siege.wheels_come_up() {
        wishes.push(Action::Build(Gear::Ladders));
    }
    if let Some((gear, _)) = siege.building {
        wishes.push(Action::Build(gear));
    }
    if park.trebuchets < BATTERY && !siege.breached(siege.won.min(siege.lines.len() as u8 - 1)) {
        wishes.push(Action::Build(Gear::Trebuchet));
    }
    if let Moat::Days(_) = siege.moat {
        wishes.push(Action::FillMoat);
    }
    wishes.extend(weakest(siege).map(Action::Batter));
    if park.rams == 0 {
        wishes.push(Action::Build(Gear::Ram));
    }
    if park.towers == 0 && siege.wheels_come_up() {
        wishes.push(Action::Build(Gear::Tower));
    }
    wishes.push(Action::Build(Gear::Ladders));
    wishes
}

/// The stretch of the line attacked that is nearest to coming down.
fn weakest(siege: &Siege) -> Option<At> {
    let line = if siege.shut_in { 0 } else { siege.won };
    let stretches = siege.lines.get(usize::from(line))?;
    let standing = (0u8..).zip(stretches).filter(|(_, stretch)| stretch.outer < siege.tables.walls.outer);
    if siege.breached(line) {
        return None;
    }
    standing.max_by_key(|&(n, stretch)| (stretch.outer, std::cmp::Reverse(n))).map(|(stretch, _)| At { line, stretch })
}

/// What the besieged would do this day, the first they may.
fn besieged(view: &View<'_>) -> Vec<Action> {
    let siege = view.siege();
    let mut wishes = vec![Action::Assault];
    let strong = view.own().able * 4 >= siege.hosts[view.side.other()].able;
    if strong && siege.parks[view.side.other()].burns() {
        wishes.push(Action::Sortie(Sally::Engines));
    }
    if view.own().rations < eats(view.own(), &siege.tables) {
        wishes.push(Action::Forage((view.own().able / 10).max(1)));
    }
    let line = if siege.shut_in { 0 } else { siege.won };
    let row = siege.lines.get(usize::from(line)).map_or(&[][..], |row| row);
    let hurt = (0u8..).zip(row).filter(|(_, stretch)| stretch.outer > 0).max_by_key(|(_, stretch)| stretch.outer);
    wishes.extend(hurt.map(|(stretch, _)| Action::Repair(At { line, stretch })));
    wishes
}

/// How badly off the besieged are, 0 to 3: with stores and walls, without one of them, without either, at the end.
fn straits(siege: &Siege) -> u8 {
    let host = &siege.hosts.defender;
    let hungry = host.rations <= eats(host, &siege.tables);
    u8::from(hungry) + u8::from(siege.progress() >= Progress::ConfinedToTheCitadel) + u8::from(host.rations == 0)
}

/// What the besieged ask: to march out with arms, after a respite if a relief is on its way.
fn asks(view: &View<'_>) -> Terms {
    let siege = view.siege();
    let respite_days = match siege.relief {
        Some(_) if siege.relief_in_reach() => siege.tables.house().siege_days,
        _ => 0,
    };
    Terms { respite_days, ..Terms::plain(Leave::WithArms) }
}

/// Whether terms are good enough, and what is asked instead.
fn treats(view: &View<'_>, terms: Terms, last: bool) -> Decision {
    let straits = straits(view.siege());
    let worth = match terms.leave {
        Leave::WithArms => 0,
        Leave::WithoutArms => 1,
        Leave::AtDiscretion => 2,
    };
    if view.side == Side::Defender {
        return Decision::Answer(straits >= worth);
    }
    // Besiegers give a weaker garrison less.
    if worth + 1 >= straits || last {
        return Decision::Answer(worth + 1 >= straits);
    }
    Decision::Counter(Terms::plain(if straits >= 3 { Leave::AtDiscretion } else { Leave::WithoutArms }))
}

/// What is done about a relief: fought by the stronger, and else sat out behind what is held.
fn meets(siege: &Siege) -> Choice {
    let (ours, theirs) = (siege.hosts.attacker.able, siege.relief.map_or(0, |relief| relief.able));
    match () {
        _ if siege.won > 0 && ours >= 3 * theirs => Choice::Part(2 * theirs.max(1)),
        _ if ours > theirs => Choice::Battle,
        _ if siege.won > 0 => Choice::ShutIn,
        _ => Choice::Lift,
    }
}
