//! A siege raised from the campaign: the hosts from the men who are there, the place from its walls and stores; and what
//! a day made of them put back.

use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, SiegeId};
use crate::campaign::places::Stronghold;
use crate::campaign::problem::Result;
use crate::campaign::siege::{Conduct, Host, OfferState, SiegePart, SiegeRow, SiegeTrain};
use crate::rules::figure::{BySide, Grade, Side};
use crate::rules::siege::{self as rules, Moat, Park, Plan, Relief, Stage};
use crate::store::{Act, Db};
use std::collections::BTreeMap;

/// A siege as it stands, and as the game it is.
#[derive(Clone, Debug)]
pub(super) struct Raised {
    pub siege: SiegeRow,
    pub stronghold: Stronghold,
    pub hosts: BTreeMap<SiegePart, Host>,
    pub armies: BTreeMap<SiegePart, Vec<Formation>>,
    pub game: rules::Siege,
    /// The game as it was raised, from which what changed is seen.
    was: rules::Siege,
}

/// A host nobody has given orders to yet: a captain of the program decides for it.
pub(super) fn new_host(part: SiegePart) -> Host {
    Host { part, conduct: Conduct::Captain, orders: Vec::new(), half: false, half_days: 0, without_weeks: 0 }
}

/// The armies of a siege by their parts: the garrison is whoever is inside and not of the besiegers.
pub(super) fn armies_of(db: &Db, siege: &SiegeRow) -> Result<BTreeMap<SiegePart, Vec<Formation>>> {
    let all = db.armies()?;
    let find = |id: FormationId| all.iter().find(|army| army.id == id).cloned();
    let mut armies: BTreeMap<SiegePart, Vec<Formation>> = BTreeMap::new();
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        armies.insert(part, Vec::new());
    }
    for member in db.siege_armies()?.into_iter().filter(|member| member.siege == siege.id) {
        if let Some(army) = find(member.army) {
            armies.entry(member.part).or_default().push(army);
        }
    }
    let outside: Vec<FormationId> = armies.values().flatten().map(|army| army.id).collect();
    let inside = all.iter().filter(|army| army.stronghold == Some(siege.stronghold) && !outside.contains(&army.id));
    armies.insert(SiegePart::Garrison, inside.cloned().collect());
    Ok(armies)
}

/// Armies as a host: their able men, who are the fit but the clerics; the others eat and do not fight.
pub(super) fn host(db: &Db, armies: &[Formation], rations: u32) -> Result<rules::Host> {
    let mut host = rules::Host::of(0, Grade::E, rations);
    let mut led = false;
    for army in armies {
        let counted = db.siege_count(army.id)?;
        host.able += counted.able;
        host.knights += counted.knights;
        host.mouths += counted.mouths;
        host.horses += counted.horses + db.train(army.id)?.animals;
        // Who joined first leads, if he has a commander.
        if let Some(commander) = army.commander.filter(|_| !led) {
            host.grade = db.person(commander)?.profile.grade;
            led = true;
        }
    }
    if !led {
        host.grade = Grade::C;
    }
    Ok(host)
}

fn moat(days: i32) -> Moat {
    match u8::try_from(days) {
        Err(_) => Moat::TooDeep,
        Ok(0) => Moat::None,
        Ok(days) => Moat::Days(days),
    }
}

/// Engines and gear together.
fn sum(parks: impl Iterator<Item = Park>) -> Park {
    parks.fold(Park::default(), |all, park| Park {
        mangonels: all.mangonels + park.mangonels,
        trebuchets: all.trebuchets + park.trebuchets,
        hurt: all.hurt + park.hurt,
        rams: all.rams + park.rams,
        towers: all.towers + park.towers,
        ladders: all.ladders || park.ladders,
    })
}

/// The rations armies have with them.
fn carried(db: &Db, armies: &[Formation]) -> Result<u32> {
    armies.iter().try_fold(0, |all, army| Ok(all + db.train(army.id)?.rations))
}

/// Raises a siege as it stands at night, to be gone on with at the next dawn.
pub(super) fn raise(db: &Db, siege: SiegeId) -> Result<Raised> {
    let siege = db.siege(siege)?;
    let tables = numbers::siege(db)?;
    let stronghold = db.stronghold(siege.stronghold)?;
    let armies = armies_of(db, &siege)?;
    let mut hosts: BTreeMap<SiegePart, Host> =
        db.siege_hosts(siege.id)?.into_iter().map(|host| (host.part, host)).collect();
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        hosts.entry(part).or_insert_with(|| new_host(part));
    }
    let of = |part: SiegePart, rations: u32| -> Result<rules::Host> {
        let kept = &hosts[&part];
        let host = host(db, &armies[&part], rations)?;
        Ok(rules::Host { half: kept.half, half_days: kept.half_days, without: kept.without_weeks, ..host })
    };
    let besiegers = of(SiegePart::Besiegers, carried(db, &armies[&SiegePart::Besiegers])?)?;
    let garrison = of(SiegePart::Garrison, stronghold.rations)?;
    let park = |part: SiegePart| -> Result<Park> {
        let trains: Vec<Park> = armies[&part].iter().map(|army| Ok(db.train(army.id)?.park)).collect::<Result<_>>()?;
        Ok(sum(trains.into_iter()))
    };
    let plan = Plan {
        kind: super::kind(&stronghold),
        moat: moat(stronghold.moat_days),
        capacity: stronghold.store_capacity.max(stronghold.rations),
        hosts: BySide { attacker: besiegers, defender: garrison },
        park: park(SiegePart::Besiegers)?,
        relief: None,
    };
    let mut game = rules::Siege::laid(&plan, &tables);
    for (at, stretch) in db.walls(stronghold.id)? {
        if let Some(wall) =
            game.lines.get_mut(usize::from(at.line)).and_then(|row| row.get_mut(usize::from(at.stretch)))
        {
            *wall = stretch;
        }
    }
    game.won = siege.won.min(game.lines.len() as u8 - 1);
    game.shut_in = siege.shut_in;
    game.building = siege.building;
    game.mine = siege.mine.filter(|(_, left)| *left > 0);
    game.day = siege.days;
    game.given = siege.given;
    game.weeks = db.place(stronghold.place)?.stripped_weeks;
    if siege.shut_in && !armies[&SiegePart::Relief].is_empty() {
        game.outside = Some(of(SiegePart::Relief, carried(db, &armies[&SiegePart::Relief])?)?);
        game.parks.defender = park(SiegePart::Relief)?;
    }
    if let Some(until) = siege.respite
        && let Some(agreed) = db.offers(siege.id)?.into_iter().find(|offer| offer.state == OfferState::Agreed)
    {
        game.respite = Some((agreed.terms(), (until - siege.begun).max(0) as u32));
    }
    if !siege.shut_in
        && let Some((days, coming)) = super::relief::nearest(db, &siege, &stronghold)?
    {
        // It comes by its own march, and what follows is decided when it is there; till then it is hoped for.
        let hoped = host(db, &coming, carried(db, &coming)?)?;
        let trains: Vec<Park> = coming.iter().map(|army| Ok(db.train(army.id)?.park)).collect::<Result<_>>()?;
        game.relief = Some(Relief { day: siege.days + 2 + days, host: hoped, park: sum(trains.into_iter()) });
    }
    let was = game.clone();
    Ok(Raised { siege, stronghold, hosts, armies, game, was })
}

impl Raised {
    /// The first army of a part.
    pub fn first(&self, part: SiegePart) -> Option<&Formation> {
        self.armies[&part].first()
    }

    /// The army of a part with the most able men, the first of equals.
    pub fn strongest(&self, db: &Db, part: SiegePart) -> Result<Option<&Formation>> {
        let mut best: Option<(u32, &Formation)> = None;
        for army in &self.armies[&part] {
            let able = db.siege_count(army.id)?.able;
            if best.is_none_or(|(most, _)| able > most) {
                best = Some((able, army));
            }
        }
        Ok(best.map(|(_, army)| army))
    }

    /// The day it is at the siege: days played by hand run before the campaign's (CP-2.1).
    pub fn today(&self, db: &Db) -> Result<Day> {
        Ok(db.day()?.max(self.siege.begun + self.siege.days as i32))
    }

    /// Puts back what a day, an assault or an answer made of walls, stores, engines and hosts; men are put back one by one
    /// where they are lost.
    pub fn put_back(&mut self, act: &Act) -> Result<()> {
        let Raised { siege, stronghold, game, was, .. } = self;
        siege.days = game.day;
        siege.won = game.won;
        siege.shut_in = game.shut_in;
        siege.building = game.building;
        siege.mine = game.mine;
        siege.given = game.given;
        act.set_siege(siege)?;
        if game.moat != was.moat {
            let days = match game.moat {
                Moat::None => 0,
                Moat::Days(days) => i32::from(days),
                Moat::TooDeep => -1,
            };
            act.set_moat(stronghold.id, days)?;
        }
        for (line, (now, before)) in (0u8..).zip(game.lines.iter().zip(&was.lines)) {
            for (stretch, (now, before)) in (0u8..).zip(now.iter().zip(before)) {
                if now != before {
                    act.set_wall(stronghold.id, rules::At { line, stretch }, *now)?;
                }
            }
        }
        if game.hosts.defender.rations != was.hosts.defender.rations {
            act.set_store(stronghold.id, game.hosts.defender.rations.min(stronghold.store_capacity))?;
        }
        if game.weeks != was.weeks {
            act.set_stripped(stronghold.place, game.weeks)?;
        }
        let (after, before) = (game.hosts.attacker.rations, was.hosts.attacker.rations);
        self.share_out(
            act,
            SiegePart::Besiegers,
            (before, after),
            (was_park(&self.was, Side::Attacker), self.game.parks.attacker),
        )?;
        if let (Some(after), Some(before)) = (self.game.outside, self.was.outside) {
            let parks = (was_park(&self.was, Side::Defender), self.game.parks.defender);
            self.share_out(act, SiegePart::Relief, (before.rations, after.rations), parks)?;
        }
        for (part, host) in [
            (SiegePart::Besiegers, Some(self.game.hosts.attacker)),
            (SiegePart::Garrison, Some(self.game.hosts.defender)),
            (SiegePart::Relief, self.game.outside),
        ] {
            let Some(now) = host else { continue };
            let Some(kept) = self.hosts.get_mut(&part) else { continue };
            (kept.half, kept.half_days, kept.without_weeks) = (now.half, now.half_days, now.without);
            act.set_siege_host(self.siege.id, kept)?;
        }
        self.was = self.game.clone();
        self.game.stage = Stage::Night;
        Ok(())
    }

    /// Shares what a host's stores and engines came to among the trains of its armies: what is gained goes to the first,
    /// what is lost is taken from each in turn.
    fn share_out(&self, act: &Act, part: SiegePart, rations: (u32, u32), parks: (Park, Park)) -> Result<()> {
        if rations.0 == rations.1 && parks.0 == parks.1 {
            return Ok(());
        }
        let mut trains: Vec<(FormationId, SiegeTrain)> =
            self.armies[&part].iter().map(|army| Ok((army.id, act.train(army.id)?))).collect::<Result<_>>()?;
        let Some((_, first)) = trains.first_mut() else { return Ok(()) };
        let (before, after) = parks;
        first.rations += rations.1.saturating_sub(rations.0);
        first.park.mangonels += after.mangonels.saturating_sub(before.mangonels);
        first.park.trebuchets += after.trebuchets.saturating_sub(before.trebuchets);
        first.park.rams += after.rams.saturating_sub(before.rams);
        first.park.towers += after.towers.saturating_sub(before.towers);
        first.park.ladders |= after.ladders;
        let mut eaten = rations.0.saturating_sub(rations.1);
        let mut lost = Park {
            mangonels: before.mangonels.saturating_sub(after.mangonels),
            trebuchets: before.trebuchets.saturating_sub(after.trebuchets),
            rams: before.rams.saturating_sub(after.rams),
            towers: before.towers.saturating_sub(after.towers),
            ..Park::default()
        };
        let mut hurt = after.hurt;
        for (army, train) in &mut trains {
            let takes = |from: &mut u16, lost: &mut u16| {
                let taken = (*from).min(*lost);
                *from -= taken;
                *lost -= taken;
            };
            let taken = train.rations.min(eaten);
            train.rations -= taken;
            eaten -= taken;
            takes(&mut train.park.mangonels, &mut lost.mangonels);
            takes(&mut train.park.trebuchets, &mut lost.trebuchets);
            takes(&mut train.park.rams, &mut lost.rams);
            takes(&mut train.park.towers, &mut lost.towers);
            // Only a trebuchet that stands can be hurt.
            train.park.hurt = if train.park.trebuchets > 0 { std::mem::take(&mut hurt) } else { 0 };
            act.set_army_train(*army, train)?;
        }
        Ok(())
    }
}

fn was_park(was: &rules::Siege, side: Side) -> Park {
    was.parks[side]
}
