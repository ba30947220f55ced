//! The turn (CP-2): its days played in one action, which asks nothing and writes its lines in the chronicle.

use crate::app::release::{dies, leaves, led_by_nobody, release};
use crate::app::{actions, country, numbers, siege};
use crate::campaign::armies::{Count, Formation};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{CaptivityEnd, InstalmentState};
use crate::campaign::chronicle::LineKind;
use crate::campaign::contacts::Meeting;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId, StrongholdId};
use crate::campaign::march::{MarchStep, MarchingArmy, Situation};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState, Service, Tenure};
use crate::campaign::places::{March, Route, Stronghold};
use crate::campaign::problem::Result;
use crate::campaign::realm::Stance;
use crate::campaign::recruitment;
use crate::campaign::siege::Purpose;
use crate::campaign::tables::Tables;
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::campaign::week::{self, Healing};
use crate::rules::dice::Seeded;
use crate::rules::figure::Class;
use crate::store::chronicle::ChronicleLine;
use crate::store::people::GradeChange;
use crate::store::{Act, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

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
    pub lines: Vec<ChronicleLine>,
    /// How many contacts wait for the referee now.
    pub contacts: u32,
}

/// Plays a turn: one action, which asks nothing and writes its lines in the chronicle (CP-2.3).
pub fn play(store: &mut Store) -> Result<Turn> {
    store.act(actions::TURN, &json!({}), |act| {
        let about = act.about()?;
        let number = about.turn.saturating_add(1);
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
        let told = act.last_line()?;
        for contact in told_of(&act.waiting_contacts()?) {
            days.still_face(contact)?;
        }
        for _ in 0..about.turn_days {
            days.day += 1;
            act.set_day(days.day, number)?;
            days.end_truces()?;
            days.march_and_meet()?;
            days.train()?;
            days.tell()?;
            if siege::play_days(act)? {
                days.counts = act.army_counts()?;
            }
            if (days.day - about.first_day) % days.tables.week_days as i32 == 0 {
                days.week()?;
                days.counts = act.army_counts()?;
            }
            days.tell()?;
        }
        siege::still_besieged(act, told)?;
        let contacts = told_of(&act.waiting_contacts()?).count() as u32;
        let terms = siege::terms_wait(act)?;
        let mut lines = act.lines_after(told)?;
        lines.sort_by_key(|line| line.day);
        let turn = Turn { turn: number, from: about.day, to: days.day, lines, contacts };
        let sentence = format!(
            "Turn {number} played to {}{}{}.",
            turn.to.long(),
            match contacts {
                0 => String::new(),
                1 => "; one contact waits".to_owned(),
                many => format!("; {many} contacts wait"),
            },
            match terms {
                0 => String::new(),
                1 => "; terms wait for an answer at a siege".to_owned(),
                many => format!("; terms wait for an answer at {many} sieges"),
            }
        );
        Ok((turn, sentence))
    })
}

/// The contacts that are told: armies at a siege and its relief face each other as one, however many they are (SG-4).
fn told_of(waiting: &[Contact]) -> impl Iterator<Item = &Contact> {
    let relief = |contact: &Contact| contact.siege.filter(|_| contact.kind == ContactKind::Field);
    let mut told = BTreeSet::new();
    waiting.iter().filter(move |contact| relief(contact).is_none_or(|siege| told.insert(siege)))
}

/// An army that eats in the field or in peace at a week's end: for how many days of it, and how many rations.
struct Eater {
    army: Formation,
    days: u32,
    need: u32,
}

/// The days of a turn as they are played.
struct Days<'a> {
    act: &'a Act<'a>,
    tables: Tables,
    dice: Seeded,
    routes: Vec<Route>,
    day: Day,
    /// The men of each army, which change only at a week's end and by a siege's day.
    counts: BTreeMap<FormationId, Count>,
    /// What is not written in the chronicle yet.
    lines: Vec<ChronicleLine>,
}

impl Days<'_> {
    /// Tells of what still waits since before the turn; at a siege it may have come of a day played ahead (CP-2.1).
    fn still_face(&mut self, contact: &Contact) -> Result<()> {
        let place = self.act.place(contact.place)?.name;
        let siege = contact.siege.filter(|_| contact.kind == ContactKind::Field);
        let text = match siege.map(|siege| self.act.siege(siege)).transpose()? {
            Some(siege) => {
                let name = self.act.stronghold(siege.stronghold)?.name;
                format!("The besiegers of {name} and its relief still face each other and are held there.")
            }
            None => {
                let names = [contact.attacker, contact.defender].map(|army| self.act.formation(army));
                let [a, b] = names;
                format!("{} and {} still face each other at {place} and are held there.", a?.name, b?.name)
            }
        };
        let day = self.day.max(contact.day);
        let clause = "CP-2.2".to_owned();
        self.lines.push(ChronicleLine { day, kind: LineKind::Contact, text, clause, person: None });
        Ok(())
    }

    /// Writes in the chronicle what was told so far, before a siege writes what comes of it.
    fn tell(&mut self) -> Result<()> {
        for line in self.lines.drain(..) {
            self.act.write_line(&line)?;
        }
        Ok(())
    }

    fn line(&mut self, kind: LineKind, clause: &str, text: String) {
        self.about(kind, clause, text, None);
    }

    fn about(&mut self, kind: LineKind, clause: &str, text: String, person: Option<PersonId>) {
        self.lines.push(ChronicleLine { day: self.day, kind, text, clause: clause.to_owned(), person });
    }

    /// A truce that has run out is war again (CP-1.6).
    fn end_truces(&mut self) -> Result<()> {
        for relation in self.act.relations()? {
            if relation.has_run_out(self.day) {
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

    /// Everything that decides a day's marches and meetings, as it is now.
    fn situation(&self) -> Result<Situation> {
        let mut marches: BTreeMap<FormationId, March> =
            self.act.marches()?.into_iter().map(|march| (march.army, march)).collect();
        let army = |formation: Formation| MarchingArmy {
            id: formation.id,
            side: formation.side,
            place: formation.place,
            shut_in: formation.stronghold.is_some(),
            train: formation.train,
            count: self.counts.get(&formation.id).copied().unwrap_or_default(),
            march: marches.remove(&formation.id),
        };
        Ok(Situation {
            armies: self.act.armies()?.into_iter().map(army).collect(),
            routes: self.routes.clone(),
            relations: self.act.relations()?,
            contacts: self.act.waiting_contacts()?,
        })
    }

    /// Armies with orders go a day's march (CP-2.1), and enemies in one place come into contact (CP-2.2).
    fn march_and_meet(&mut self) -> Result<()> {
        let mut situation = self.situation()?;
        let purposes: BTreeMap<FormationId, Purpose> =
            situation.armies.iter().filter_map(|army| Some((army.id, army.march.as_ref()?.purpose))).collect();
        let mut arrived = Vec::new();
        for step in situation.march(self.day, &self.tables) {
            match step {
                MarchStep::Stands { army, place } => self.act.set_army_place(army, place, None)?,
                MarchStep::Arrives { army, place } => {
                    arrived.push(army);
                    let (army, place) = (self.act.formation(army)?.name, self.act.place(place)?.name);
                    self.line(LineKind::March, "CP-2.1", format!("{army} came to {place}."));
                }
                MarchStep::Orders { army, march } => self.act.set_march(army, march.as_ref())?,
            }
        }
        self.tell()?;
        // Convoys try the lines before anybody is face to face (SG-2.3): who comes through meets nobody.
        let purpose = |army: &FormationId| purposes.get(army).copied().unwrap_or_default();
        let (convoys, arrived): (Vec<_>, Vec<_>) =
            arrived.into_iter().partition(|army| purpose(army) == Purpose::Convoy);
        for army in &convoys {
            self.arrives(*army, Purpose::Convoy)?;
        }
        if !convoys.is_empty() {
            situation = self.situation()?;
        }
        let mut lapsed = Vec::new();
        for meeting in situation.meet() {
            match meeting {
                Meeting::Lapses(contact) => {
                    self.act.settle_contact(contact, ContactState::Lapsed, None)?;
                    lapsed.push(self.act.contact(contact)?);
                }
                Meeting::FaceToFace { place, attacker, defender } => {
                    if siege::come_face_to_face(self.act, (self.day, place), [attacker, defender])?.is_none() {
                        continue;
                    }
                    let [one, other] = [attacker, defender].map(|army| self.act.formation(army));
                    let (one, other, place) = (one?.name, other?.name, self.act.place(place)?.name);
                    self.line(LineKind::Contact, "CP-2.2", format!("{one} and {other} are face to face at {place}."));
                }
            }
        }
        self.tell()?;
        siege::come_apart(self.act, &lapsed)?;
        // What they came for, once it is known whom they meet there.
        for army in arrived {
            self.arrives(army, purpose(&army))?;
        }
        Ok(())
    }

    /// An army does what it came for.
    fn arrives(&mut self, army: FormationId, purpose: Purpose) -> Result<()> {
        if let Some(text) = siege::arrive(self.act, army, purpose)? {
            self.line(LineKind::Siege, "CP-2.1", text);
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
            let pence = men.iter().map(|man| week::pay_for_week(man, self.day, &self.tables)).sum::<Pence>();
            if pence == Pence(0) {
                continue;
            }
            let treasury = self.act.account(self.act.side_account(army.side)?)?;
            if treasury.pence >= pence {
                let what = format!("a week’s pay of {}", army.name);
                self.act.pay(treasury.id, world, pence, &what, "CP-5")?;
                self.act.set_wants(army.id, 0, army.hungry_weeks)?;
                continue;
            }
            let weeks = army.unpaid_weeks.saturating_add(1);
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
            // Who serves for his fief is owed nothing yet.
            if man.service.tenure == Tenure::Fief && man.service.serves_until.is_some() {
                continue;
            }
            if week::deserts(&mut self.dice, &self.tables, man.profile.class, weeks) {
                leaves(self.act, man.id, PersonState::Left)?;
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
        if self.tables.harvested_in_week(self.day) {
            for place in self.act.places()?.iter().filter(|place| place.stripped_weeks > 0) {
                self.act.set_stripped(place.id, 0, None)?;
            }
            self.line(
                LineKind::Rations,
                "CP-7.2",
                "The harvest is in, and every district can feed an army again.".to_owned(),
            );
        }
        let counts = self.act.army_counts()?;
        // Who is at a siege eats by the siege's own turns (SG-2.2): from the day on which he came, or it began.
        let came = self.act.siege_armies()?.into_iter().map(|member| (member.army, member.joined));
        let came: BTreeMap<FormationId, Day> = came.collect();
        let mut besieged: BTreeMap<StrongholdId, PlaceId> = BTreeMap::new();
        for siege in self.act.open_sieges()?.iter().filter(|siege| siege.begun < self.day) {
            besieged.insert(siege.stronghold, self.act.stronghold(siege.stronghold)?.place);
        }
        let mut eaters: BTreeMap<PlaceId, Vec<Eater>> = BTreeMap::new();
        let mut garrisons: BTreeMap<StrongholdId, Vec<Eater>> = BTreeMap::new();
        for army in self.act.armies()? {
            let shut_up = army.stronghold.is_some_and(|stronghold| besieged.contains_key(&stronghold));
            if shut_up || came.get(&army.id).is_some_and(|came| *came < self.day) {
                continue;
            }
            // Of this week it has had what it ate at a siege.
            let days = self.week_of(&army);
            if let Some(until) = army.fed {
                let held = came.contains_key(&army.id) || self.is_shut_up(&army)?;
                self.act.set_fed(army.id, (held || until > self.day).then_some(until.max(self.day)))?;
            }
            let count = counts.get(&army.id).copied().unwrap_or_default();
            let need = week::rations_for(count, days, &self.tables);
            match (army.stronghold, army.place) {
                _ if count.men == 0 || days == 0 => {}
                (Some(stronghold), _) => garrisons.entry(stronghold).or_default().push(Eater { army, days, need }),
                (None, Some(place)) => eaters.entry(place).or_default().push(Eater { army, days, need }),
                (None, None) => {}
            }
        }
        for stronghold in self.act.strongholds()?.iter().filter(|known| !besieged.contains_key(&known.id)) {
            self.keep_house(stronghold, garrisons.remove(&stronghold.id).unwrap_or_default())?;
        }
        for place in self.act.places()? {
            let Some(armies) = eaters.remove(&place.id) else { continue };
            // Where a siege lies, its besiegers have the country, and whoever else stands there lives on his train.
            let besieged_here = besieged.values().any(|known| *known == place.id);
            // For the part of the week that all have eaten elsewhere, or a siege was fed from the district, it gives nothing.
            let week = self.tables.week_days as u32;
            let days = armies.iter().map(|eater| eater.days).max().unwrap_or(0);
            let began = self.day + -(week as i32);
            let left =
                place.stripped_day.filter(|last| *last > began).map_or(week, |last| (self.day - last).max(0) as u32);
            let weeks = country::weeks_when(&place, began);
            let gives = week::district_rations(&self.tables, weeks) * days.min(left) / week;
            let mut left = if besieged_here { 0 } else { gives };
            // A district is stripped by who eats of it for more than half of the week.
            let strips = 2 * days > week;
            for Eater { army, need, .. } in armies {
                let got = need.min(left);
                left -= got;
                // What the country does not give comes out of its train (SG-2.2).
                let mut train = self.act.train(army.id)?;
                let carried = train.rations.min(need - got);
                if carried > 0 {
                    train.rations -= carried;
                    self.act.set_army_train(army.id, &train)?;
                }
                let got = got + carried;
                if got == need {
                    if army.hungry_weeks > 0 {
                        self.act.set_wants(army.id, army.unpaid_weeks, 0)?;
                    }
                    continue;
                }
                let weeks = army.hungry_weeks.saturating_add(1);
                self.act.set_wants(army.id, self.act.formation(army.id)?.unpaid_weeks, weeks)?;
                self.line(
                    LineKind::Rations,
                    "CP-7.2",
                    format!(
                        "{} went hungry at {} for {}: it needs {need} rations, {} gave {got}.",
                        army.name,
                        place.name,
                        weeks_in_words(weeks),
                        if besieged_here {
                            "the siege there has the country, and its train"
                        } else {
                            "and the district and its train"
                        }
                    ),
                );
            }
            // The siege strips the district, and once.
            if strips && !besieged_here {
                country::exhaust(self.act, place.id, self.day)?;
            }
        }
        Ok(())
    }

    /// Days of the week that ends on which an army has not eaten yet.
    fn week_of(&self, army: &Formation) -> u32 {
        let began = self.day + -(self.tables.week_days as i32);
        (self.day - army.fed.unwrap_or(began).max(began)).max(0) as u32
    }

    /// Whether an army is in a stronghold that is besieged, from today at the latest.
    fn is_shut_up(&self, army: &Formation) -> Result<bool> {
        army.stronghold.map_or(Ok(false), |stronghold| Ok(self.act.siege_of(stronghold)?.is_some()))
    }

    /// A garrison eats its stronghold's store in peace too, and the place's lands fill it again (SG-2.1).
    fn keep_house(&mut self, stronghold: &Stronghold, armies: Vec<Eater>) -> Result<()> {
        // What its garrison still has in its trains comes in as there is room.
        for Eater { army, .. } in &armies {
            siege::unload(self.act, army.id, stronghold.id)?;
        }
        let held = self.act.stronghold(stronghold.id)?.rations;
        let days = self.days_in_peace(stronghold.id)?;
        let mut store = held.saturating_add(self.of_a_week(self.tables.store_refilled, days));
        for Eater { army, need, .. } in armies {
            let got = need.min(store);
            store -= got;
            let weeks = if got == need { 0 } else { army.hungry_weeks.saturating_add(1) };
            if weeks != army.hungry_weeks {
                self.act.set_wants(army.id, self.act.formation(army.id)?.unpaid_weeks, weeks)?;
            }
            if weeks > 0 {
                let (name, house) = (army.name, &stronghold.name);
                let weeks = weeks_in_words(weeks);
                let text = format!(
                    "{name} went hungry in {house} for {weeks}: it needs {need} rations, the store gave {got}."
                );
                self.line(LineKind::Rations, "SG-2.1", text);
            }
        }
        self.mend_walls(stronghold, self.of_a_week(self.tables.walls_mended, days))?;
        let store = store.min(stronghold.store_capacity);
        if store != held {
            self.act.set_store(stronghold.id, store)?;
        }
        Ok(())
    }

    /// The days of the week that ends today since the last siege of a stronghold was over.
    fn days_in_peace(&self, stronghold: StrongholdId) -> Result<i64> {
        let week = self.tables.week_days;
        let over = self.act.last_siege_over(stronghold)?;
        Ok(over.map_or(week, |over| i64::from(self.day - over).clamp(0, week)))
    }

    /// So much of what is done in a week as is done in some of its days.
    fn of_a_week(&self, whole: i64, days: i64) -> u32 {
        (whole * days / self.tables.week_days.max(1)) as u32
    }

    /// In peace the walls of a stronghold are mended, the worst hurt stretch first (SG-1.3).
    fn mend_walls(&mut self, stronghold: &Stronghold, damages: u32) -> Result<()> {
        let mut walls = self.act.walls(stronghold.id)?;
        let mut mended = 0;
        for _ in 0..damages {
            let hurt = walls.iter_mut().filter(|(_, stretch)| stretch.outer + stretch.inner > 0);
            let Some((at, stretch)) = hurt.max_by_key(|(_, stretch)| stretch.outer + stretch.inner) else { break };
            if stretch.inner > 0 {
                stretch.inner -= 1
            } else {
                stretch.outer -= 1
            }
            self.act.set_wall(stronghold.id, *at, *stretch)?;
            mended += 1;
        }
        if mended > 0 && walls.iter().all(|(_, stretch)| stretch.outer + stretch.inner == 0) {
            self.line(LineKind::Siege, "SG-1.3", format!("The walls of {} are whole again.", stronghold.name));
        }
        Ok(())
    }

    /// Whether a wounded man lies in a stronghold (CP-2.1): with his army, or held there by those whose it is.
    fn lies_in_a_stronghold(&self, man: &Person) -> Result<bool> {
        let army = match self.act.captivity_of(man.id)? {
            Some(captive) => match captive.place.filter(|_| captive.army.is_none()) {
                Some(place) => {
                    let mut holds = self.act.strongholds()?.into_iter();
                    return Ok(holds.any(|hold| hold.place == place && hold.side == captive.holder_side));
                }
                None => captive.army,
            },
            None => man.formation,
        };
        let Some(army) = army else { return Ok(false) };
        let army = self.act.formation(self.act.formation(army)?.army)?;
        Ok(army.stronghold.is_some())
    }

    /// Each wounded man's week (CP-2.1); it goes better with a stronghold to lie in.
    fn heal(&mut self) -> Result<()> {
        let (mut healed, mut died) = (0, 0);
        for man in self.act.wounded_by(self.day)? {
            let inside = self.lies_in_a_stronghold(&man)?;
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
                (healed, died) => {
                    format!("{} healed, {} died of wounds.", men_in_words(healed), men_in_words(died).to_lowercase())
                }
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
        // Who is taken in days of a siege that were played ahead is no captive yet (CP-2.1).
        let held = self.act.captives(false)?.into_iter().filter(|line| line.captive.taken <= self.day);
        for line in held.collect::<Vec<_>>() {
            let person = self.act.person(line.captive.person)?;
            let (roll, away) = week::escapes(&mut self.dice, &self.tables, person.profile.grade);
            if away {
                release(self.act, &line.captive, CaptivityEnd::Escaped)?;
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
        self.end_service()
    }

    /// Men whose days are served and for whom nothing was decided go, or stay for pay, as the house has it (CP-5).
    fn end_service(&mut self) -> Result<()> {
        let stay = self.tables.kept_after_service != 0;
        let (mut others, mut of_whom, mut left) = (0, BTreeSet::new(), BTreeSet::new());
        for man in self.act.whose_service_ended(self.day)? {
            if let Some(formation) = man.formation {
                left.insert(self.act.formation(formation)?.army);
            }
            match stay {
                true => self.act.set_service(man.id, Service { serves_until: None, ..man.service })?,
                false => leaves(self.act, man.id, PersonState::Left)?,
            }
            if man.profile.class == Class::Knight || man.named {
                let text = match stay {
                    true => format!("{}’s service was over, and he stays for pay.", man.styled()),
                    false => format!("{}’s service was over, and he left.", man.styled()),
                };
                self.about(LineKind::Service, "CP-5", text, Some(man.id));
                continue;
            }
            others += 1;
            if let Some(formation) = man.formation {
                of_whom.insert(self.act.formation(self.act.formation(formation)?.army)?.name);
            }
        }
        if others > 0 {
            let armies: Vec<String> = of_whom.into_iter().collect();
            let of = if armies.is_empty() { String::new() } else { format!(" of {}", armies.join(", ")) };
            let end = if stay { "stay for pay" } else { "went" };
            let text = format!("{}{of} had served their time and {end}.", men_in_words(others));
            self.line(LineKind::Service, "CP-5", text);
        }
        self.unguarded()?;
        for army in left {
            self.act.disband_if_empty(army)?;
        }
        Ok(())
    }

    /// Captives whom nobody leads any more stay where their holders are at home, or are free (CP-4.4).
    fn unguarded(&mut self) -> Result<()> {
        for man in led_by_nobody(self.act)? {
            let text = format!("Nobody is left to guard {}, who is free.", self.act.person(man)?.styled());
            self.about(LineKind::Captive, "CP-4.4", text, Some(man));
        }
        Ok(())
    }

    /// Whoever has trained a season at a stronghold is grade D; whoever left it, trains no more (CP-5).
    fn train(&mut self) -> Result<()> {
        let (mut trained, mut broken) = (0, 0);
        for man in self.act.in_training()? {
            let army = man.formation.map(|formation| self.act.formation(formation)).transpose()?.map(|own| own.army);
            let at = army.map(|army| self.act.formation(army)).transpose()?.and_then(|army| army.stronghold);
            match (at, man.training) {
                (Some(_), Some(ends)) if ends > self.day => continue,
                (Some(stronghold), _) if recruitment::may_train(&man.profile) => {
                    let at = self.act.stronghold(stronghold)?.name;
                    self.act.change_grade(&GradeChange {
                        person: man.id,
                        day: self.day,
                        battle: None,
                        from: man.profile.grade,
                        to: man.profile.grade.up(),
                        clause: "CP-5".to_owned(),
                        reason: format!("trained for a season in {at}"),
                    })?;
                    trained += 1;
                }
                (Some(_), _) => {}
                (None, _) => broken += 1,
            }
            self.act.set_training(man.id, None)?;
        }
        if trained > 0 {
            let text = format!("{} had trained for a season and rose to grade D.", men_in_words(trained));
            self.line(LineKind::Service, "CP-5", text);
        }
        if broken > 0 {
            let text = format!("{} left their stronghold before their training was over.", men_in_words(broken));
            self.line(LineKind::Service, "CP-5", text);
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
