//! A siege raised from the campaign: the hosts from the men who are there, the place from its walls and stores; and what
//! a day made of them put back.

use super::meals;
use crate::app::{country, numbers};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, SiegeId, StrongholdId};
use crate::campaign::places::Stronghold;
use crate::campaign::problem::Result;
use crate::campaign::siege::{Conduct, Host, OfferState, SiegePart, SiegeRow, SiegeTrain};
use crate::rules::figure::{BySide, Grade};
use crate::rules::siege::{self as rules, Moat, Park, Plan, Relief, Tables};
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
    pub was: rules::Siege,
}

/// A host nobody has given orders to yet: a captain of the program decides for it.
pub(super) fn new_host(part: SiegePart) -> Host {
    Host {
        part,
        conduct: Conduct::Captain,
        orders: Vec::new(),
        half: false,
        half_days: 0,
        without_weeks: 0,
        foraged: 0,
    }
}

/// The armies of a siege by their parts: the garrison is whoever is inside and not of the besiegers.
pub(super) fn armies_of(db: &Db, siege: &SiegeRow) -> Result<BTreeMap<SiegePart, Vec<Formation>>> {
    let all = db.armies_of_siege(siege.id, siege.stronghold)?;
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
        host.axes += counted.axes;
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

/// The moat before a stronghold, by its days.
pub(super) fn moat(days: i32) -> Moat {
    match u8::try_from(days) {
        Err(_) => Moat::TooDeep,
        Ok(0) => Moat::None,
        Ok(days) => Moat::Days(days),
    }
}

/// What goes with several armies, together.
pub(super) fn train_of(db: &Db, armies: &[Formation], tables: &Tables) -> Result<SiegeTrain> {
    let mut all = SiegeTrain::default();
    for army in armies {
        all.add(&db.train(army.id)?, tables);
    }
    Ok(all)
}

/// Rations of the country that those who went away in this siege turn have had, of whichever host they were.
fn gone(hosts: &BTreeMap<SiegePart, Host>) -> u32 {
    hosts.values().fold(0, |gone: u32, host| gone.saturating_add(host.foraged))
}

/// As many rations as a stronghold's store holds: what it is built for, or what lies there already.
pub(super) fn room_of_store(stronghold: &Stronghold) -> u32 {
    stronghold.store_capacity.max(stronghold.rations)
}

/// Puts the damages of a stronghold's walls to a game of it.
pub(super) fn stand_walls(db: &Db, game: &mut rules::Siege, stronghold: StrongholdId) -> Result<()> {
    for (at, stretch) in db.walls(stronghold)? {
        if let Some(wall) =
            game.lines.get_mut(usize::from(at.line)).and_then(|row| row.get_mut(usize::from(at.stretch)))
        {
            *wall = stretch;
        }
    }
    Ok(())
}

/// Raises a siege as it stands at night, to be continued at the next dawn.
pub(super) fn raise(db: &Db, siege: SiegeId) -> Result<Raised> {
    let siege = db.siege(siege)?;
    let armies = armies_of(db, &siege)?;
    raise_of(db, siege, armies)
}

/// Raises what is fought inside beside a battle of a part (SG-4.2): the garrison against those who went on there, whatever has
/// become of the battle since.
pub(super) fn raise_inside(db: &Db, siege: SiegeId) -> Result<Raised> {
    let mut siege = db.siege(siege)?;
    let mut armies = armies_of(db, &siege)?;
    let out = db.gave_battle(siege.id)?;
    siege.shut_in = false;
    armies.entry(SiegePart::Besiegers).or_default().retain(|army| !out.contains(&army.id));
    armies.insert(SiegePart::Relief, Vec::new());
    raise_of(db, siege, armies)
}

fn raise_of(db: &Db, siege: SiegeRow, armies: BTreeMap<SiegePart, Vec<Formation>>) -> Result<Raised> {
    let stronghold = db.stronghold(siege.stronghold)?;
    let mut tables = numbers::siege(db)?;
    // Who lies about another place of the same district eats of it too.
    let country = tables.country;
    let shares = db.sieges_at(stronghold.place)?.len().max(1) as u32;
    if shares > 1 {
        tables = tables.in_country(country.feeds / shares, country.falls_to_one_in);
    }
    let mut hosts: BTreeMap<SiegePart, Host> =
        db.siege_hosts(siege.id)?.into_iter().map(|host| (host.part, host)).collect();
    for part in [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief] {
        hosts.entry(part).or_insert_with(|| new_host(part));
    }
    let of = |part: SiegePart, rations: u32| -> Result<rules::Host> {
        let kept = &hosts[&part];
        let host = host(db, &armies[&part], rations)?;
        Ok(rules::Host {
            half: kept.half,
            half_days: kept.half_days,
            without: kept.without_weeks,
            fed: meals::fed_before(db, &siege, &armies[&part], &tables)?,
            // Whoever it was, it is gone for all of them.
            foraged: gone(&hosts),
            ..host
        })
    };
    let train = train_of(db, &armies[&SiegePart::Besiegers], &tables)?;
    let besiegers = of(SiegePart::Besiegers, train.rations)?;
    // What lies in the trains within the place, there being no room for it in the store, is the garrison's to eat, too.
    let laden = train_of(db, &armies[&SiegePart::Garrison], &tables)?.rations;
    let garrison = of(SiegePart::Garrison, stronghold.rations.saturating_add(laden))?;
    let plan = Plan {
        kind: super::kind(&stronghold),
        moat: moat(stronghold.moat_days),
        capacity: room_of_store(&stronghold).saturating_add(laden),
        hosts: BySide { attacker: besiegers, defender: garrison },
        park: train.park,
        relief: None,
    };
    let mut game = rules::Siege::laid(&plan, &tables);
    stand_walls(db, &mut game, stronghold.id)?;
    game.won = siege.won.min(game.lines.len() as u8 - 1);
    game.shut_in = siege.shut_in;
    game.outer_lost = if siege.shut_in { siege.outer_lost.min(game.won.saturating_sub(1)) } else { 0 };
    game.building = siege.building;
    game.mine = siege.mine.filter(|(_, left)| *left > 0);
    game.day = siege.days;
    game.given = siege.given;
    game.test_due = siege.test_due;
    game.weeks = country::weeks_when(&db.place(stronghold.place)?, meals::turn_began(&siege, &tables));
    if siege.shut_in && !armies[&SiegePart::Relief].is_empty() {
        let train = train_of(db, &armies[&SiegePart::Relief], &tables)?;
        game.outside = Some(of(SiegePart::Relief, train.rations)?);
        game.parks.defender = train.park;
    }
    if let Some(until) = siege.respite
        && let Some(agreed) = db.offers(siege.id)?.into_iter().find(|offer| offer.state == OfferState::Agreed)
    {
        game.respite = Some((agreed.terms(), (until - siege.begun).max(0) as u32));
    }
    if siege.shut_in {
        game.friends = hoped_for(db, &siege, super::relief::friends(db, &siege, &stronghold)?, &tables)?;
    } else {
        game.relief = hoped_for(db, &siege, super::relief::nearest(db, &siege, &stronghold)?, &tables)?;
    }
    let was = game.clone();
    Ok(Raised { siege, stronghold, hosts, armies, game, was })
}

/// Armies that could be there in so many days, as those in the place hope for them. They come by their own march, and what follows
/// is decided when they are there.
fn hoped_for(
    db: &Db,
    siege: &SiegeRow,
    coming: Option<(u32, Vec<Formation>)>,
    tables: &Tables,
) -> Result<Option<Relief>> {
    let Some((days, coming)) = coming else { return Ok(None) };
    let train = train_of(db, &coming, tables)?;
    let host = host(db, &coming, train.rations)?;
    let day = comes_on(db, siege, days)?.max(siege.days + 2);
    Ok(Some(Relief { day, host, park: train.park }))
}

/// The day of a siege on which those come who are so many days away.
pub(super) fn comes_on(db: &Db, siege: &SiegeRow, days: u32) -> Result<u32> {
    Ok((db.day()? - siege.begun).max(0) as u32 + days)
}

impl Raised {
    /// The first army of a part.
    pub fn first(&self, part: SiegePart) -> Option<&Formation> {
        self.armies[&part].first()
    }

    /// Whether a part eats of the country: who lies about the place, and not who is shut in (SG-2.2, SG-4.3).
    pub fn forages(&self, part: SiegePart) -> bool {
        match part {
            SiegePart::Besiegers => !self.game.shut_in,
            SiegePart::Relief => true,
            SiegePart::Garrison => false,
        }
    }

    /// Rations the country gives a part in this siege turn.
    pub fn country(&self, part: SiegePart) -> u32 {
        self.country_for(part, self.game.tables.house().siege_days.max(1))
    }

    /// Rations the country gives a part for so many days of this siege turn, but for what those who went have had.
    pub fn country_for(&self, part: SiegePart, days: u32) -> u32 {
        if self.forages(part) { self.country_of(days).saturating_sub(gone(&self.hosts)) } else { 0 }
    }

    /// Rations there are in the country for so many days of this siege turn.
    pub fn country_of(&self, days: u32) -> u32 {
        let (whole, turn) =
            (rules::forages(self.game.weeks, &self.game.tables), self.game.tables.house().siege_days.max(1));
        (u64::from(whole) * u64::from(days.min(turn)) / u64::from(turn)) as u32
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

    /// The day it is at the siege, the one that is being played: days played by hand run before the campaign's (CP-2.1).
    pub fn today(&self, db: &Db) -> Result<Day> {
        Ok(self.siege.today(db.day()?).max(self.siege.begun + self.game.day as i32))
    }

    /// Puts back what a day, an assault or an answer made of walls, stores, engines and hosts; men are put back one by one
    /// where they are lost.
    pub fn put_back(&mut self, act: &Act) -> Result<()> {
        let Raised { siege, stronghold, game, was, .. } = self;
        siege.days = game.day;
        siege.won = game.won;
        siege.outer_lost = game.outer_lost;
        siege.shut_in = game.shut_in;
        siege.building = game.building;
        siege.mine = game.mine;
        siege.given = game.given;
        siege.test_due = game.test_due;
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
        let eatable = game.hosts.defender.rations;
        let mut laden = None;
        if eatable != was.hosts.defender.rations {
            // The store is filled before the trains.
            let store = eatable.min(room_of_store(stronghold));
            act.set_store(stronghold.id, store)?;
            stronghold.rations = store;
            laden = Some(eatable - store);
        }
        if game.weeks != was.weeks {
            country::exhaust(act, stronghold.place, siege.begun + siege.days as i32)?;
        }
        if let Some(laden) = laden {
            let park = train_of(act, &self.armies[&SiegePart::Garrison], &self.game.tables)?.park;
            self.share_out(act, SiegePart::Garrison, laden, park)?;
        }
        self.share_out(act, SiegePart::Besiegers, self.game.hosts.attacker.rations, self.game.parks.attacker)?;
        if let Some(outside) = self.game.outside {
            self.share_out(act, SiegePart::Relief, outside.rations, self.game.parks.defender)?;
        }
        for (part, host) in [
            (SiegePart::Besiegers, Some(self.game.hosts.attacker)),
            (SiegePart::Garrison, Some(self.game.hosts.defender)),
            (SiegePart::Relief, self.game.outside),
        ] {
            let Some(kept) = self.hosts.get_mut(&part) else { continue };
            let before = kept.clone();
            if let Some(now) = host {
                (kept.half, kept.half_days, kept.without_weeks) = (now.half, now.half_days, now.without);
            }
            // A siege turn is over when the besiegers have eaten, and what was gone of the country with it.
            if self.game.hosts.attacker.foraged == 0 {
                kept.foraged = 0;
            }
            if *kept != before {
                act.set_siege_host(self.siege.id, kept)?;
            }
        }
        self.was = self.game.clone();
        Ok(())
    }

    /// Shares what a host's stores and engines came to among the trains of its armies.
    fn share_out(&self, act: &Act, part: SiegePart, rations: u32, park: Park) -> Result<()> {
        let (armies, tables) = (&self.armies[&part], &self.game.tables);
        let had = train_of(act, armies, tables)?;
        if (had.rations, had.park) == (rations, park) {
            return Ok(());
        }
        let mut trains: Vec<SiegeTrain> = armies.iter().map(|army| act.train(army.id)).collect::<Result<_>>()?;
        let before = trains.clone();
        let most = super::trains::bounds(act)?;
        let loads = shared(trains.iter().map(|train| train.rations), rations, most.load);
        trains.iter_mut().zip(loads).for_each(|(train, load)| train.rations = load);
        type Engines = fn(&mut Park) -> &mut u16;
        let kinds: [(Engines, u16); 4] = [
            (|park| &mut park.mangonels, park.mangonels),
            (|park| &mut park.trebuchets, park.trebuchets),
            (|park| &mut park.rams, park.rams),
            (|park| &mut park.towers, park.towers),
        ];
        for (kind, together) in kinds {
            let held: Vec<u32> = trains.iter_mut().map(|train| u32::from(*kind(&mut train.park))).collect();
            let shares = shared(held.into_iter(), together.into(), most.engines.into());
            // No share is over the most of a train, or over what was held.
            trains.iter_mut().zip(shares).for_each(|(train, share)| *kind(&mut train.park) = share as u16);
        }
        let (mut hurt, whose) = (park.hurt, park.may_be_hurt());
        for train in &mut trains {
            // Only an engine that stands can be hurt.
            let stands = whose.is_some() && train.park.may_be_hurt() == whose;
            train.park.hurt = if stands { std::mem::take(&mut hurt) } else { 0 };
        }
        if let Some(first) = trains.first_mut() {
            first.park.ladders |= park.ladders;
        }
        for ((army, train), before) in armies.iter().zip(&trains).zip(&before) {
            if train != before {
                act.set_army_train(army.id, train)?;
            }
        }
        Ok(())
    }
}

/// Has some hold so much of a thing together: what is gone is taken from each in turn, and what is new comes to the first
/// with room for it.
fn shared(held: impl Iterator<Item = u32>, together: u32, most: u32) -> Vec<u32> {
    let held: Vec<u32> = held.collect();
    let all: u32 = held.iter().sum();
    let (mut gone, mut new) = (all.saturating_sub(together), together.saturating_sub(all));
    let share = |held: u32| {
        let (less, more) = (held.min(gone), new.min(most.saturating_sub(held)));
        (gone, new) = (gone - less, new - more);
        held - less + more
    };
    held.into_iter().map(share).collect()
}
