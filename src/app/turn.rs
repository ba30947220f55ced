//! The turn (CP-2): its days played in one action, which asks nothing and writes its lines in the chronicle.

use crate::app::numbers;
use crate::app::release::{dies, release};
use crate::campaign::armies::{Count, Formation};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{End, InstalmentState};
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, State};
use crate::campaign::places::{March, Route, miles_between};
use crate::campaign::problem::Result;
use crate::campaign::realm::Stance;
use crate::campaign::tables::Tables;
use crate::campaign::war::ContactState;
use crate::campaign::week::{self, Healing};
use crate::rules::dice::Seeded;
use crate::rules::figure::Class;
use crate::store::chronicle::Line;
use crate::store::{Act, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

/// What a turn brought.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Its number, 1 for the first.
    pub turn: u32,
    /// The day it began.
    pub from: Day,
    /// The day it ended.
    pub to: Day,
    /// What happened, in order.
    pub lines: Vec<Line>,
    /// How many contacts wait for the referee now.
    pub contacts: u32,
}

/// Plays a turn: one action, which asks nothing and writes its lines in the chronicle (CP-2.3).
pub fn play(store: &mut Store) -> Result<Turn> {
    store.act("turn", &json!({}), |act| {
        let about = act.about()?;
        let number = about.turn + 1;
        // Each turn has dice of its own, so one taken back and played again falls the same.
        let mut days = Days {
            act,
            tables: numbers::of(act)?,
            dice: Seeded::stream(about.seed, u64::from(number)),
            routes: act.routes()?,
            day: about.day,
            counts: act.army_counts()?,
            lines: Vec::new(),
        };
        for contact in act.waiting_contacts()? {
            let (a, b) = (act.formation(contact.attacker)?.name, act.formation(contact.defender)?.name);
            let place = act.place(contact.place)?.name;
            days.line(
                LineKind::Contact,
                "CP-2.2",
                format!("{a} and {b} still face each other at {place} and are held there."),
            );
        }
        for _ in 0..about.turn_days {
            days.day += 1;
            act.set_day(days.day, number)?;
            days.end_truces()?;
            days.march()?;
            days.meet()?;
            if (days.day - about.first_day) % days.tables.week_days as i32 == 0 {
                days.week()?;
                days.counts = act.army_counts()?;
            }
        }
        let contacts = act.waiting_contacts()?.len() as u32;
        let turn = Turn { turn: number, from: about.day, to: days.day, lines: days.lines, contacts };
        for line in &turn.lines {
            act.write_line(line)?;
        }
        let sentence = format!(
            "Turn {number} played to {}{}.",
            turn.to.long(),
            match contacts {
                0 => String::new(),
                1 => "; one contact waits".to_owned(),
                many => format!("; {many} contacts wait"),
            }
        );
        Ok((turn, sentence))
    })
}

/// The days of a turn as they are played.
struct Days<'a> {
    act: &'a Act<'a>,
    tables: Tables,
    dice: Seeded,
    routes: Vec<Route>,
    day: Day,
    /// The men of each army, which change only at a week's end.
    counts: BTreeMap<FormationId, Count>,
    lines: Vec<Line>,
}

impl Days<'_> {
    fn line(&mut self, kind: LineKind, clause: &str, text: String) {
        self.about(kind, clause, text, None);
    }

    fn about(&mut self, kind: LineKind, clause: &str, text: String, person: Option<PersonId>) {
        self.lines.push(Line { day: self.day, kind, text, clause: clause.to_owned(), person });
    }

    /// A truce that has run out is war again (CP-1.6).
    fn end_truces(&mut self) -> Result<()> {
        for relation in self.act.relations()? {
            if relation.stance == Stance::Truce && relation.until.is_some_and(|until| until < self.day) {
                self.act.set_stance(relation.a, relation.b, Stance::War, None)?;
                let (a, b) = (self.act.side(relation.a)?.name, self.act.side(relation.b)?.name);
                self.line(
                    LineKind::War,
                    "CP-1.6",
                    format!("The truce between {a} and {b} has run out: they are at war."),
                );
            }
        }
        Ok(())
    }

    /// Armies with orders go a day's march (CP-2.1), unless a contact holds them.
    fn march(&mut self) -> Result<()> {
        let mut held: Vec<FormationId> =
            self.act.waiting_contacts()?.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
        for mut march in self.act.marches()? {
            if held.contains(&march.army) {
                continue;
            }
            let army = self.act.formation(march.army)?;
            let count = self.counts.get(&march.army).copied().unwrap_or_default();
            if count.men == 0 {
                self.act.set_march(march.army, None)?;
                continue;
            }
            let mut at = army.place.unwrap_or(march.path[0]);
            march.miles_done += week::pace(count, army.train, self.day, &self.tables).miles_a_day.value as u32;
            while let Some(next) = march.path.first().copied() {
                let Some(leg) = miles_between(&self.routes, at, next) else {
                    // The road is gone from the map since the order was given.
                    march.path.clear();
                    march.miles_done = 0;
                    break;
                };
                if march.miles_done < leg {
                    break;
                }
                march.miles_done -= leg;
                march.path.remove(0);
                let from = at;
                at = next;
                let met = match self.enemy_in(&army, at)? {
                    Some(enemy) => Some(enemy.id),
                    None => self.coming(&army, from, at)?,
                };
                if let Some(enemy) = met {
                    // It goes no further today either, so neither walks through the other.
                    held.push(enemy);
                    if let Some(mut halted) = self.act.march(enemy)? {
                        halted.miles_done = 0;
                        self.act.set_march(enemy, Some(&halted))?;
                    }
                }
                if march.path.is_empty() || met.is_some() {
                    march.miles_done = 0;
                    break;
                }
            }
            let arrived = Some(at) != army.place;
            if arrived {
                self.act.set_army_place(march.army, at, None)?;
            }
            if arrived && march.path.is_empty() {
                let place = self.act.place(at)?.name;
                self.line(LineKind::March, "CP-2.1", format!("{} came to {place}.", army.name));
            }
            self.act.set_march(march.army, Some(&march))?;
        }
        self.meet_on_the_road()
    }

    /// An enemy on the same road the other way: he has left `to` for `from`.
    fn coming(&self, army: &Formation, from: PlaceId, to: PlaceId) -> Result<Option<FormationId>> {
        for march in self.act.marches()? {
            let other = self.act.formation(march.army)?;
            if march.miles_done > 0
                && other.place == Some(to)
                && march.path.first() == Some(&from)
                && self.act.stance(army.side, other.side)? == Stance::War
                && self.counts.get(&other.id).is_some_and(|count| count.men > 0)
            {
                return Ok(Some(other.id));
            }
        }
        Ok(None)
    }

    /// An army at war with this one, standing in the open in a place.
    fn enemy_in(&self, army: &Formation, place: PlaceId) -> Result<Option<Formation>> {
        for other in self.act.armies()? {
            if other.place == Some(place)
                && other.stronghold.is_none()
                && self.act.march(other.id)?.is_none_or(|march| march.miles_done == 0)
                && self.act.stance(army.side, other.side)? == Stance::War
                && self.counts.get(&other.id).is_some_and(|count| count.men > 0)
            {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Enemies who would pass each other on one road meet at the end of it nearer to where that is.
    fn meet_on_the_road(&mut self) -> Result<()> {
        let on_the_way: Vec<(Formation, March)> = self
            .act
            .marches()?
            .into_iter()
            .filter(|march| march.miles_done > 0)
            .map(|march| Ok((self.act.formation(march.army)?, march)))
            .collect::<Result<_>>()?;
        for (at, (one, ahead)) in on_the_way.iter().enumerate() {
            for (other, against) in &on_the_way[at + 1..] {
                let opposite = one.place == Some(against.path[0]) && other.place == Some(ahead.path[0]);
                let (Some(from), true) = (one.place, opposite) else { continue };
                let to = ahead.path[0];
                let Some(leg) = miles_between(&self.routes, from, to) else { continue };
                if self.act.stance(one.side, other.side)? != Stance::War || ahead.miles_done + against.miles_done < leg
                {
                    continue;
                }
                let place = if ahead.miles_done * 2 >= leg { to } else { from };
                for (army, march) in [(one, ahead), (other, against)] {
                    let mut halted = march.clone();
                    halted.miles_done = 0;
                    if halted.path.first() == Some(&place) {
                        halted.path.remove(0);
                    }
                    self.act.set_army_place(army.id, place, None)?;
                    self.act.set_march(army.id, Some(&halted))?;
                }
            }
        }
        Ok(())
    }

    /// Armies at war in one place come into contact (CP-2.2). Those shut in a stronghold do not.
    fn meet(&mut self) -> Result<()> {
        let mut standing: BTreeMap<PlaceId, Vec<Formation>> = BTreeMap::new();
        for army in self.act.armies()? {
            let there = army.stronghold.is_none()
                && self.counts.get(&army.id).is_some_and(|count| count.men > 0)
                && self.act.march(army.id)?.is_none_or(|march| march.miles_done == 0);
            if let (true, Some(place)) = (there, army.place) {
                standing.entry(place).or_default().push(army);
            }
        }
        let waiting = self.act.waiting_contacts()?;
        for contact in &waiting {
            let here = |army: FormationId| {
                standing.get(&contact.place).is_some_and(|there| there.iter().any(|one| one.id == army))
            };
            let (a, b) = (self.act.formation(contact.attacker)?, self.act.formation(contact.defender)?);
            if !here(a.id) || !here(b.id) || self.act.stance(a.side, b.side)? != Stance::War {
                self.act.settle_contact(contact.id, ContactState::Lapsed, None)?;
            }
        }
        for (place, armies) in standing {
            for (at, one) in armies.iter().enumerate() {
                for other in &armies[at + 1..] {
                    let pair = [one.id, other.id];
                    let known = waiting.iter().any(|old| pair.contains(&old.attacker) && pair.contains(&old.defender));
                    if known || self.act.stance(one.side, other.side)? != Stance::War {
                        continue;
                    }
                    // The one still under orders came upon the other.
                    let (attacker, defender) = match self.act.march(other.id)?.is_some() {
                        true => (other, one),
                        false => (one, other),
                    };
                    self.act.add_contact(self.day, place, attacker.id, defender.id)?;
                    let place = self.act.place(place)?.name;
                    self.line(
                        LineKind::Contact,
                        "CP-2.2",
                        format!("{} and {} are face to face at {place}.", attacker.name, defender.name),
                    );
                }
            }
        }
        Ok(())
    }

    /// What every seventh day brings (CP-2.1).
    fn week(&mut self) -> Result<()> {
        self.income()?;
        self.pay()?;
        self.feed()?;
        self.heal()?;
        self.escapes()?;
        self.due_dates()
    }

    /// Fiefs, towns and villages pay a quarter of their year on each quarter day (CP-7.1).
    fn income(&mut self) -> Result<()> {
        let Some(feast) = (0..self.tables.week_days as i32).find_map(|back| (self.day + -back).quarter_day()) else {
            return Ok(());
        };
        let mut owed: BTreeMap<SideId, Pence> = BTreeMap::new();
        for place in self.act.places()? {
            let Some(side) = place.side else { continue };
            *owed.entry(side).or_default() += week::yearly_income(&place, &self.tables);
        }
        let world = self.act.world()?;
        for (side, year) in owed {
            let quarter = year.share(1, 4);
            let what = format!("income of {feast}");
            self.act.pay(world, self.act.side_account(side)?, quarter, &what, "CP-7.1")?;
            let name = self.act.side(side)?.name;
            self.line(LineKind::Income, "CP-7.1", format!("{name} took {quarter} in at {feast}."));
        }
        Ok(())
    }

    /// Each army is paid for the week from its side's treasury (CP-5); one that cannot be waits, and from its
    /// second week men desert (CP-7.4).
    fn pay(&mut self) -> Result<()> {
        let world = self.act.world()?;
        for army in self.act.armies()? {
            let men = self.act.men_of(army.id)?;
            let pence = men.iter().map(|man| week::pay_a_day(man, &self.tables)).sum::<Pence>() * self.tables.week_days;
            if pence == Pence(0) {
                continue;
            }
            let treasury = self.act.account(self.act.side_account(army.side)?)?;
            if treasury.pence >= pence {
                let what = format!("a week's pay of {}", army.name);
                self.act.pay(treasury.id, world, pence, &what, "CP-5")?;
                self.act.set_wants(army.id, 0, army.hungry_weeks)?;
                continue;
            }
            let weeks = army.unpaid_weeks + 1;
            self.act.set_wants(army.id, weeks, army.hungry_weeks)?;
            self.line(
                LineKind::Pay,
                "CP-7.4",
                format!(
                    "{} went unpaid for {}: {} was owed and {} was there.",
                    army.name,
                    weeks_in_words(weeks),
                    pence,
                    treasury.pence
                ),
            );
            self.desert(&army, &men, weeks)?;
        }
        Ok(())
    }

    fn desert(&mut self, army: &Formation, men: &[Person], weeks: u32) -> Result<()> {
        let mut gone = 0;
        for man in men {
            if week::deserts(&mut self.dice, &self.tables, man.profile.class, weeks) {
                self.act.vacate(man.id)?;
                self.act.set_state(man.id, State::Left)?;
                gone += 1;
                if man.profile.class == Class::Knight {
                    let text = format!("{} left {} unpaid.", man.styled(), army.name);
                    self.about(LineKind::Pay, "CP-7.4", text, Some(man.id));
                }
            }
        }
        if gone > 0 {
            let text = format!("{gone} deserted from {}, {} unpaid.", army.name, weeks_in_words(weeks));
            self.line(LineKind::Pay, "CP-7.4", text);
        }
        Ok(())
    }

    /// Armies in the field eat what the district gives (CP-7.2); harvest restores it.
    fn feed(&mut self) -> Result<()> {
        if (0..self.tables.week_days as i32).any(|back| self.tables.is_harvest(self.day + -back)) {
            for place in self.act.places()?.iter().filter(|place| place.stripped_weeks > 0) {
                self.act.set_stripped(place.id, 0)?;
            }
            self.line(
                LineKind::Rations,
                "CP-7.2",
                "The harvest is in, and every district can feed an army again.".to_owned(),
            );
        }
        let counts = self.act.army_counts()?;
        let mut eaters: BTreeMap<PlaceId, Vec<(Formation, u32)>> = BTreeMap::new();
        for army in self.act.armies()? {
            let count = counts.get(&army.id).copied().unwrap_or_default();
            if let (None, Some(place), true) = (army.stronghold, army.place, count.men > 0) {
                eaters.entry(place).or_default().push((army, week::rations(count, &self.tables)));
            }
        }
        for place in self.act.places()? {
            let Some(armies) = eaters.remove(&place.id) else { continue };
            let mut left = week::district_rations(&self.tables, place.stripped_weeks);
            for (army, need) in armies {
                let got = need.min(left);
                left -= got;
                if got == need {
                    if army.hungry_weeks > 0 {
                        self.act.set_wants(army.id, army.unpaid_weeks, 0)?;
                    }
                    continue;
                }
                let weeks = army.hungry_weeks + 1;
                self.act.set_wants(army.id, self.act.formation(army.id)?.unpaid_weeks, weeks)?;
                self.line(
                    LineKind::Rations,
                    "CP-7.2",
                    format!(
                        "{} went hungry at {} for {}: it needs {need} rations, the district gave {got}.",
                        army.name,
                        place.name,
                        weeks_in_words(weeks)
                    ),
                );
            }
            self.act.set_stripped(place.id, place.stripped_weeks + 1)?;
        }
        Ok(())
    }

    /// Each wounded man's week (CP-2.1); it goes better with a stronghold to lie in.
    fn heal(&mut self) -> Result<()> {
        let sheltered: Vec<FormationId> =
            self.act.armies()?.into_iter().filter(|army| army.stronghold.is_some()).map(|army| army.id).collect();
        let (mut healed, mut died) = (0, 0);
        for man in self.act.wounded()? {
            let army = man.formation.map(|formation| self.act.formation(formation)).transpose()?.map(|own| own.army);
            let inside = army.is_some_and(|army| sheltered.contains(&army));
            let (face, healing) = week::healing(&mut self.dice, &self.tables, inside, man.healing_rolls == 0);
            match healing {
                Healing::Heals => {
                    self.act.set_wound(man.id, false)?;
                    healed += 1;
                }
                Healing::Stays => self.act.count_healing_roll(man.id)?,
                Healing::Dies => {
                    died += 1;
                    self.dies(&man, &format!("{} died of his wounds (a {face}).", man.styled()))?;
                }
            }
        }
        if healed + died > 0 {
            let text = match (healed, died) {
                (healed, 0) => format!("{} healed.", men_in_words(healed)),
                (0, died) => format!("{} died of wounds.", men_in_words(died)),
                (healed, died) => format!("{} healed, {} died of wounds.", men_in_words(healed), men_in_words(died)),
            };
            self.line(LineKind::Healing, "CP-2.1", text);
        }
        Ok(())
    }

    fn dies(&mut self, man: &Person, text: &str) -> Result<()> {
        dies(self.act, man.id)?;
        self.about(LineKind::Death, "CP-2.1", text.to_owned(), Some(man.id));
        Ok(())
    }

    /// Each captive may get away (CP-2.1).
    fn escapes(&mut self) -> Result<()> {
        for line in self.act.captives(false)? {
            let person = self.act.person(line.captive.person)?;
            let (roll, away) = week::escapes(&mut self.dice, &self.tables, person.profile.grade);
            if away {
                release(self.act, &line.captive, End::Escaped)?;
                let text = format!("{} escaped from {} (a {roll}).", person.styled(), line.holder_side);
                self.about(LineKind::Captive, "CP-2.1", text, Some(person.id));
            }
        }
        Ok(())
    }

    /// Instalments missed and services ended (CP-2.1, CP-4.3).
    fn due_dates(&mut self) -> Result<()> {
        for instalment in self.act.instalments()? {
            if instalment.state == InstalmentState::Due && instalment.due < self.day {
                self.act.set_instalment(instalment.id, InstalmentState::Missed)?;
                let captive = self.act.captive(instalment.captive)?;
                let name = self.act.person(captive.person)?.styled();
                let text = format!(
                    "{} of the ransom of {name} was due on {} and not paid.",
                    instalment.pence,
                    instalment.due.long()
                );
                self.about(LineKind::Ransom, "CP-4.3", text, Some(captive.person));
            }
        }
        for man in self.act.whose_service_ended(self.day)? {
            self.act.vacate(man.id)?;
            self.act.set_state(man.id, State::Left)?;
            let text = format!("{}’s service was over, and he left.", man.styled());
            self.about(LineKind::Service, "CP-5", text, Some(man.id));
        }
        Ok(())
    }
}

fn weeks_in_words(weeks: u32) -> String {
    match weeks {
        1 => "a week".to_owned(),
        weeks => format!("{weeks} weeks"),
    }
}

fn men_in_words(men: u32) -> String {
    match men {
        1 => "One man".to_owned(),
        men => format!("{men} men"),
    }
}
