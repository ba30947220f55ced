//! Who plays a siege for the computer, on either side.

use super::state::{At, Gear, Host, Moat, Progress, Siege, Stage};
use super::supply::{eats, forages};
use super::tables::{Tables, by_ratio};
use super::terms::{Leave, Terms};
use super::{Action, Choice, Decision, Sally, View, assault_parts};
use crate::rules::explain::Sum;
use crate::rules::figure::Side;
use crate::rules::game::Captain;

/// Conducts a siege: as besieger he builds, batters, and assaults when the odds are fair; as besieged he holds on, mends,
/// and treats while he still has something to treat with. Who is a useless mouth he leaves to the referee (SG-2.3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Constable;

/// What must be added to the die before an assault is worth its men: a line falls on 8 of ten.
const FAIR: i32 = 3;
/// The face of 1d10 from which a sortie must come through to be worth its men, as often as such an assault wins its line.
const FAIR_FACE: i32 = 5;
/// Trebuchets besiegers build before they are content.
pub(super) const BATTERY: u16 = 3;

impl Captain<Siege> for Constable {
    fn decide(&self, view: &View<'_>) -> Decision {
        match view.stage() {
            Stage::Offer(_) => Decision::Offer(asks(view)),
            Stage::Terms { terms, last, .. } => treats(view, terms, last),
            Stage::Relief => Decision::Meet(meets(view)),
            _ => husbands(view).unwrap_or_else(|| acts(view)),
        }
    }
}

fn acts(view: &View<'_>) -> Decision {
    let besieges = view.side() == view.besiegers();
    let wishes = if besieges { besieging(view) } else { besieged(view) };
    let allowed = wishes.into_iter().map(Decision::Act).find(|decision| view.may(decision));
    allowed.unwrap_or(Decision::Act(Action::Rest))
}

/// Siege turns a host's stores last, beside so many rations of the country.
fn lasts(host: &Host, forage: u32, tables: &Tables) -> u32 {
    host.rations.checked_div(eats(host, tables).saturating_sub(forage)).unwrap_or(u32::MAX)
}

/// Whether a captain would put a host on half rations, or on full ones again (SG-2.3); nothing if it is well as it is. They are
/// halved before they run short; with eight weeks' full rations in store nobody need go short.
pub fn halves_rations(host: &Host, forage: u32, tables: &Tables) -> Option<bool> {
    let on_full = lasts(&Host { half: false, ..*host }, forage, tables);
    match host.half {
        false if lasts(host, forage, tables) < 4 => Some(true),
        true if on_full >= 8 => Some(false),
        _ => None,
    }
}

/// Rations are halved before they run short.
fn husbands(view: &View<'_>) -> Option<Decision> {
    let (own, tables) = (view.larder(), view.tables());
    let forage = if view.has_the_country() { forages(view.weeks(), tables) } else { 0 };
    halves_rations(own, forage, tables).map(Decision::HalfRations).filter(|decision| view.may(decision))
}

/// What besiegers would do this day, the first they may.
fn besieging(view: &View<'_>) -> Vec<Action> {
    let park = view.park(view.side());
    let mut wishes = Vec::new();
    if view.may_go().is_some_and(|host| starves(view, host)) {
        wishes.push(Action::Withdraw);
    }
    // Once a siege turn who thinks the place ripe, or cannot wait for it, says for what he would have it.
    if begins_a_turn(view)
        && let Some(leave) = demands(view)
    {
        wishes.push(Action::Treat(Terms::plain(leave)));
    }
    let odds = assault_adds(view);
    if odds >= FAIR {
        wishes.push(Action::Assault);
    }
    let ladders = view.tables().assault.ladders;
    if odds + ladders >= FAIR && !park.ladders && view.is_scaled(attacked(view)) && view.wheels_come_up() {
        wishes.push(Action::Build(Gear::Ladders));
    }
    if let Some((gear, _)) = view.building() {
        wishes.push(Action::Build(gear));
    }
    if park.trebuchets < BATTERY && !view.breached(attacked(view).min(view.lines().len() as u8 - 1)) {
        wishes.push(Action::Build(Gear::Trebuchet));
    }
    if let Moat::Days(_) = view.moat() {
        wishes.push(Action::FillMoat);
    }
    if bombards(view) {
        wishes.push(Action::Bombard);
    }
    wishes.extend(weakest(view).map(Action::Batter));
    if park.rams == 0 {
        wishes.push(Action::Build(Gear::Ram));
    }
    if park.towers == 0 && view.wheels_come_up() {
        wishes.push(Action::Build(Gear::Tower));
    }
    wishes.push(Action::Build(Gear::Ladders));
    wishes
}

/// Whether a host that may go away cannot feed itself: it ate nothing for a siege turn, or, a siege turn being over, has nothing
/// left and the country gives it less than half of what it eats (SG-2.2).
fn starves(view: &View<'_>, host: &Host) -> bool {
    let (tables, over) = (view.tables(), view.day() > view.tables().house().siege_days);
    host.without > 0 || over && host.rations == 0 && 2 * forages(view.weeks(), tables) < eats(host, tables)
}

/// What is added to the die of an assault by the captain's side.
fn assault_adds(view: &View<'_>) -> i32 {
    let mut sum = Sum::default();
    assault_parts(&view.storm(), view.tables(), &mut sum);
    sum.0
}

/// Whether the day is the first of a siege turn (SG-1.1).
fn begins_a_turn(view: &View<'_>) -> bool {
    let turn = view.tables().house().siege_days;
    view.day() % turn == 1 % turn
}

/// Whether a day of battering is one that a game may settle (CU-6.7): the last of every so many siege turns, so that nothing
/// else waits for it, and only where no ram would come up to the wall besides, for it has no part in that.
fn bombards(view: &View<'_>) -> bool {
    let house = view.tables().house();
    let every = house.siege_days * house.bombards_every;
    let rams = view.park(view.side()).rams > 0 && view.wheels_come_up();
    every > 0 && view.day().is_multiple_of(every) && !rams && !view.breached(view.won())
}

/// The line attacked: the outermost they hold where the besiegers are shut in behind it (SG-4.3).
fn attacked(view: &View<'_>) -> u8 {
    if view.shut_in() { view.held().start } else { view.won() }
}

/// The stretch of the line attacked that is nearest to coming down.
pub(super) fn weakest(view: &View<'_>) -> Option<At> {
    let line = attacked(view);
    let stretches = view.lines().get(usize::from(line))?;
    let standing = (0u8..).zip(stretches).filter(|(_, stretch)| stretch.outer < view.tables().walls.outer);
    if view.breached(line) {
        return None;
    }
    standing.max_by_key(|&(n, stretch)| (stretch.outer, std::cmp::Reverse(n))).map(|(stretch, _)| At { line, stretch })
}

/// What the besieged would do this day, the first they may.
fn besieged(view: &View<'_>) -> Vec<Action> {
    let mut wishes = Vec::new();
    // What is held behind the backs of those who give battle is to be won back that day or never (SG-4.2); who is shut in has time.
    if !view.shut_in() || assault_adds(view) >= FAIR {
        wishes.push(Action::Assault);
    }
    // Who is shut in meets the relief outside, and not the garrison (SG-4.3).
    let met = view.outside().map_or(view.other().able, |relief| relief.able);
    if view.own().able * 4 >= met {
        let needs =
            view.tables().house().sortie_needs - by_ratio(&view.tables().assault.strength, view.own().able, met);
        if view.park(view.side().other()).burns() {
            wishes.push(Action::Sortie(Sally::Engines));
        } else if needs <= FAIR_FACE {
            wishes.push(Action::Sortie(Sally::Camp));
        }
    }
    // Once a siege turn who is in straits, and has no relief to hope for, asks while there is something left to give.
    if begins_a_turn(view) && straits(view) >= 2 && !view.relief_in_reach() {
        wishes.push(Action::Treat(asks(view)));
    }
    if view.own().rations < eats(view.own(), view.tables()) {
        wishes.push(Action::Forage((view.own().able / 10).max(1)));
    }
    wishes.extend(most_hurt(view).map(Action::Repair));
    wishes
}

/// The stretch of the line attacked that is worst hurt.
pub(super) fn most_hurt(view: &View<'_>) -> Option<At> {
    let line = attacked(view);
    let row = view.lines().get(usize::from(line))?;
    let hurt = (0u8..).zip(row).filter(|(_, stretch)| stretch.outer > 0).max_by_key(|(_, stretch)| stretch.outer);
    hurt.map(|(stretch, _)| At { line, stretch })
}

/// How badly off the garrison is, 0 to 3: with stores and walls, without one of them, without either, at the end. The
/// garrison counts its stores; besiegers go by what the place can hold, and by how long so many have eaten of it.
fn straits(view: &View<'_>) -> u8 {
    let (hungry, bare) = match view.side() {
        Side::Defender => (view.own().rations <= eats(view.own(), view.tables()), view.own().rations == 0),
        Side::Attacker => {
            let lasts = view.capacity() / view.other().able.max(1);
            let weeks = view.day() / view.tables().house().siege_days.max(1);
            (weeks + 1 >= lasts, weeks > lasts)
        }
    };
    u8::from(hungry) + u8::from(view.progress() >= Progress::ConfinedToTheCitadel) + u8::from(bare)
}

/// On what terms besiegers would have the place now: the harder the worse off it must be by their reckoning, and the mildest
/// where their own stores run out before its.
fn demands(view: &View<'_>) -> Option<Leave> {
    let (own, tables) = (view.own(), view.tables());
    let eats = eats(own, tables).saturating_sub(forages(view.weeks(), tables));
    match straits(view) {
        3.. => Some(Leave::AtDiscretion),
        2 => Some(Leave::WithoutArms),
        _ if own.rations < 2 * eats => Some(Leave::WithArms),
        _ => None,
    }
}

/// What the besieged ask: to march out with arms, after a respite against hostages if a relief is on its way.
fn asks(view: &View<'_>) -> Terms {
    let plain = Terms::plain(Leave::WithArms);
    if !view.relief_in_reach() {
        return plain;
    }
    let house = view.tables().house();
    let hostages = house.respite_hostages.min(view.own().able.saturating_sub(1));
    Terms { respite_days: house.siege_days, hostages, ..plain }
}

/// Whether terms are good enough, and what is asked instead.
fn treats(view: &View<'_>, terms: Terms, last: bool) -> Decision {
    let straits = straits(view);
    let worth = match terms.leave {
        Leave::WithArms => 0,
        Leave::WithoutArms => 1,
        Leave::AtDiscretion => 2,
    };
    let pays = terms.ransom_marks > 0 || terms.men_pay;
    if view.side() == Side::Defender {
        // With stores and walls nothing is given up. Money and hostages are further steps down, and time in which a relief
        // may come is one up.
        let asked = 1 + worth + u8::from(pays) + u8::from(terms.hostages > 0);
        return Decision::Answer(straits > 0 && straits >= asked - u8::from(terms.respite_days > 0));
    }
    // Besiegers give a weaker garrison less, and nobody time without end.
    let longest = view.tables().house().respite_granted;
    let enough = worth + 1 + u8::from(pays) >= straits && terms.respite_days <= longest;
    if enough || last {
        return Decision::Answer(enough);
    }
    Decision::Counter(Terms::plain(if straits >= 3 { Leave::AtDiscretion } else { Leave::WithoutArms }))
}

/// What is done about a relief: fought by the stronger, and else sat out behind what is held.
fn meets(view: &View<'_>) -> Choice {
    let (ours, theirs) = (view.own().able, view.relief().map_or(0, |relief| relief.host.able));
    let holds = view.won() > 0;
    match () {
        _ if holds && ours >= 3 * theirs.max(1) => Choice::Part(2 * theirs.max(1)),
        _ if ours > theirs => Choice::Battle,
        _ if holds => Choice::ShutIn,
        _ => Choice::Lift,
    }
}
