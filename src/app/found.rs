//! New campaigns: empty, or from a sample.

use crate::app::import::{Stand, raise};
use crate::app::world::times;
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, Captive, CaptivityEnd};
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{BattleId, CaptiveId, FormationId, PlaceId, SideId, StrongholdId};
use crate::campaign::map::{EDGE, MapScale, MapSpot};
use crate::campaign::names::Namer;
use crate::campaign::people::{NewPerson, PersonState, Service};
use crate::campaign::places::{March, NewPlace, NewRoute, NewStronghold, shortest_way};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::CampaignFacts;
use crate::campaign::sample::{self, Sample};
use crate::campaign::siege::Purpose;
use crate::campaign::war::{BattleDraft, BattleEnding, Settled};
use crate::rules::dice::Seeded;
use crate::rules::figure::BySide;
use crate::rules::ruleset::Ruleset;
use crate::rules::weather::WeatherKind;
use crate::store::captives::NewCaptive;
use crate::store::chronicle::ChronicleLine;
use crate::store::{Act, Store};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// The first day of a campaign for which none is given: Lady Day 1300.
const FIRST_DAY: (i32, u32, u32) = (1300, 3, 25);

/// The samples there are, the one the program opens with first.
pub fn samples() -> &'static [Sample] {
    sample::all()
}

/// What a campaign begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    pub name: String,
    /// Its first day; Lady Day 1300 if none is given.
    pub first_day: Option<Day>,
    /// Days in a turn, 1 to 30 (CP-1.4).
    pub turn_days: u32,
    /// The seed of its dice; one nobody chose if none is given.
    pub seed: Option<u64>,
}

impl Beginning {
    /// A campaign of a name, with all else as it is if nobody chooses.
    pub fn of(name: &str) -> Beginning {
        Beginning { name: name.to_owned(), first_day: None, turn_days: 7, seed: None }
    }
}

/// Makes a campaign with nothing in it.
pub fn empty(file: &Path, beginning: &Beginning) -> Result<Store> {
    let name = beginning.name.trim();
    if name.is_empty() {
        return Err(Problem::bad_input("The campaign’s name is empty.").hint("Type a name."));
    }
    times::turn_may_be(beginning.turn_days)?;
    let seed = beginning.seed.unwrap_or_else(seed);
    times::seed_may_be(seed)?;
    let first_day = match beginning.first_day {
        Some(day) => day,
        None => {
            let (year, month, day) = FIRST_DAY;
            Day::of(year, month, day).map_err(|bad| Problem::bad_input(bad.to_string()))?
        }
    };
    let about = CampaignFacts {
        name: name.to_owned(),
        first_day,
        day: first_day,
        turn: 0,
        turn_days: beginning.turn_days,
        seed,
        blurb: String::new(),
    };
    let (store, ()) = Store::create(file, |store| {
        store.act("new campaign", &json!({ "name": name }), |act| {
            act.found(&about)?;
            Ok(((), format!("{name} begins.")))
        })
    })?;
    Ok(store)
}

/// A seed nobody chose.
pub fn seed() -> u64 {
    use rand::TryRng;
    // Kept to what a JSON number holds exactly, so that it can be told and typed.
    rand::rngs::SysRng.try_next_u64().unwrap_or_else(|_| by_clock()) >> 12
}

/// The seed that is typed in a form; with nothing typed one nobody chose.
pub fn seed_typed(text: &str) -> Result<u64> {
    match text.trim() {
        "" => Ok(seed()),
        text => text.parse().map_err(|_| {
            Problem::bad_input(format!("“{text}” is no seed.")).hint("A seed is a whole number; left empty, it is any.")
        }),
    }
}

/// A seed of the clock, where the system has no chance to give.
fn by_clock() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// Makes a campaign from a sample.
pub fn from_sample(file: &Path, name: &str) -> Result<Store> {
    let sample = sample::named(name).ok_or_else(|| {
        let names: Vec<&str> = samples().iter().map(|sample| sample.name.as_str()).collect();
        Problem::new(ProblemKind::NotFound, format!("There is no sample “{name}”."))
            .hint(format!("The samples are {}.", names.join(", ")))
    })?;
    let (store, ()) = Store::create(file, |store| {
        store.act("new campaign", &json!({ "sample": sample.name }), |act| {
            Laying { act, sample, sides: BTreeMap::new(), places: BTreeMap::new(), strongholds: BTreeMap::new() }
                .lay()?;
            Ok(((), format!("{} begins.", sample.title)))
        })
    })?;
    Ok(store)
}

/// A sample on its way into a campaign.
struct Laying<'a> {
    act: &'a Act<'a>,
    sample: &'a Sample,
    sides: BTreeMap<&'a str, SideId>,
    places: BTreeMap<&'a str, PlaceId>,
    strongholds: BTreeMap<&'a str, StrongholdId>,
}

fn unknown(what: &str, name: &str) -> Problem {
    Problem::new(ProblemKind::BadInput, format!("The sample names the {what} “{name}”, which it does not have."))
}

impl<'a> Laying<'a> {
    fn side(&self, name: &str) -> Result<SideId> {
        self.sides.get(name).copied().ok_or_else(|| unknown("side", name))
    }

    fn place(&self, name: &str) -> Result<PlaceId> {
        self.places.get(name).copied().ok_or_else(|| unknown("place", name))
    }

    fn lay(mut self) -> Result<()> {
        let (act, sample) = (self.act, self.sample);
        act.found(&CampaignFacts {
            name: sample.title.clone(),
            first_day: sample.start,
            day: sample.start,
            turn: 0,
            turn_days: sample.turn_days as u32,
            seed: sample.seed,
            blurb: sample.blurb.trim().to_owned(),
        })?;
        self.lay_realms()?;
        self.lay_map()?;
        self.raise_armies()?;
        self.wound()?;
        self.take_captives()?;
        for text in &sample.opening {
            act.write_line(&ChronicleLine {
                day: sample.start,
                kind: LineKind::Opening,
                text: text.clone(),
                clause: String::new(),
                person: None,
            })?;
        }
        Ok(())
    }

    fn lay_realms(&mut self) -> Result<()> {
        let (act, sample) = (self.act, self.sample);
        for side in &sample.sides {
            let id = act.add_side(&side.name, side.tincture, side.people)?;
            act.pay(act.world()?, act.side_account(id)?, side.war_chest, "the war chest", "CP-1.3")?;
            self.sides.insert(&side.name, id);
        }
        for relation in &sample.relations {
            act.set_stance(self.side(&relation.a)?, self.side(&relation.b)?, relation.state, relation.until)?;
        }
        Ok(())
    }

    fn lay_map(&mut self) -> Result<()> {
        let (act, sample) = (self.act, self.sample);
        act.set_map_scale(&MapScale {
            a: MapSpot { x: 0, y: 0 },
            b: MapSpot { x: EDGE, y: 0 },
            miles: sample.miles_across as u32,
        })?;
        for place in &sample.places {
            let side = place.side.as_deref().map(|side| self.side(side)).transpose()?;
            let id = act.add_place(&NewPlace {
                name: place.name.clone(),
                kind: place.kind,
                side,
                x: place.x.into(),
                y: place.y.into(),
                people: place.people,
                fiefs: place.fiefs,
            })?;
            self.places.insert(&place.name, id);
        }
        for route in &sample.routes {
            act.add_route(&NewRoute {
                a: self.place(&route.a)?,
                b: self.place(&route.b)?,
                miles: route.miles as u32,
                kind: route.kind,
                measured: false,
            })?;
        }
        for stronghold in &sample.strongholds {
            let id = act.add_stronghold(&NewStronghold {
                place: self.place(&stronghold.place)?,
                side: self.side(&stronghold.owner)?,
                name: stronghold.name.clone(),
                kind: stronghold.kind,
                capacity: stronghold.men,
                rations: stronghold.rations,
                store_capacity: stronghold.rations_most,
                moat_days: stronghold.moat_days,
            })?;
            self.strongholds.insert(&stronghold.name, id);
        }
        Ok(())
    }

    fn raise_armies(&self) -> Result<()> {
        let (act, sample) = (self.act, self.sample);
        for side in &sample.sides {
            let id = self.side(&side.name)?;
            let mut stands = Vec::new();
            for army in &side.roster.armies {
                let listed = sample
                    .armies
                    .iter()
                    .find(|listed| listed.side == side.name && listed.name == army.name)
                    .ok_or_else(|| unknown("army", &army.name))?;
                let stronghold = match &listed.garrison {
                    Some(name) => {
                        Some(self.strongholds.get(name.as_str()).copied().ok_or_else(|| unknown("stronghold", name))?)
                    }
                    None => None,
                };
                stands.push((listed, Stand { place: self.place(&listed.place)?, stronghold }));
            }
            let named: Vec<(String, Stand)> =
                stands.iter().map(|(listed, stand)| (listed.name.clone(), *stand)).collect();
            let armies = raise(act, id, side.roster.clone(), &|at| named[at].clone())?;
            for (army, (listed, stand)) in armies.iter().zip(&stands) {
                act.set_train(*army, listed.train)?;
                if let Some(load) = &listed.load {
                    act.set_army_train(*army, &load.train())?;
                }
                if let Some(to) = &listed.bound_for {
                    let way = shortest_way(&act.routes()?, stand.place, self.place(to)?);
                    let (path, _) = way.ok_or_else(|| unknown("way to", to))?;
                    act.set_march(*army, Some(&March { army: *army, path, miles_done: 0, purpose: Purpose::None }))?;
                }
            }
            // A ruler who is on no roster stays at home and is not in the book.
            if let Ok(ruler) = act.person_named(&side.ruler)
                && ruler.side == id
            {
                act.set_side_lord(id, Some(ruler.id))?;
            }
        }
        Ok(())
    }

    fn wound(&self) -> Result<()> {
        for wounded in &self.sample.wounded {
            let army = self.army(&wounded.side, &wounded.army)?;
            let unit = self.part(army, &wounded.force, &wounded.unit)?;
            let commander = self.act.formation(unit)?.commander;
            let men = self.act.men_of(unit)?;
            for man in men.iter().filter(|man| Some(man.id) != commander).take(wounded.count) {
                self.act.set_wound(man.id, true)?;
            }
        }
        Ok(())
    }

    fn army(&self, side: &str, name: &str) -> Result<FormationId> {
        let id = self.side(side)?;
        let armies = self.act.armies()?;
        let army = armies.iter().find(|army| army.side == id && army.name == name);
        army.map(|army| army.id).ok_or_else(|| unknown("army", name))
    }

    fn part(&self, army: FormationId, force: &str, unit: &str) -> Result<FormationId> {
        let tree = self.act.tree(army)?;
        let within = |id: Option<FormationId>| tree.iter().any(|part| Some(part.id) == id && part.name == force);
        let part = tree.iter().find(|part| part.name == unit && within(part.parent));
        part.map(|part| part.id).ok_or_else(|| unknown("unit", unit))
    }

    fn take_captives(&self) -> Result<()> {
        let act = self.act;
        let mut battles: BTreeMap<&str, BattleId> = BTreeMap::new();
        for captive in &self.sample.captives {
            let side = self.side(&captive.side)?;
            let holder_side = self.side(&captive.holder_side)?;
            let battle = match battles.get(captive.battle.as_str()) {
                Some(battle) => *battle,
                None => *battles.entry(&captive.battle).or_insert(self.old_battle(captive)?),
            };
            let home = act.armies()?.into_iter().find(|army| army.side == side).map(|army| army.id);
            let holder = act.person_named(&captive.holder).ok().filter(|holder| holder.side == holder_side);
            for name in self.names(captive, side)? {
                let person = act.add_person(&NewPerson {
                    side,
                    formation: None,
                    named: !captive.name.is_empty(),
                    name,
                    profile: captive.profile.clone(),
                    service: Service::default(),
                })?;
                act.set_state(person, PersonState::Captive)?;
                let id = act.add_captive(&NewCaptive {
                    person,
                    holder_side,
                    holder: holder.as_ref().map(|holder| holder.id),
                    army: None,
                    place: Some(self.place(&captive.place)?),
                    battle: Some(battle),
                    from: home,
                    taken: captive.taken,
                    standing: captive.profile.standing(),
                    asked: captive.asked,
                })?;
                self.owe(captive, id, side)?;
            }
        }
        Ok(())
    }

    /// The names of a captive, or of a group of them.
    fn names(&self, captive: &sample::SampleCaptive, side: SideId) -> Result<Vec<String>> {
        if !captive.name.is_empty() {
            return Ok(vec![captive.name.clone()]);
        }
        let people = self.act.side(side)?.people;
        let dice = Seeded::stream(self.sample.seed, u64::MAX / 2 + side.0 as u64);
        let mut namer = Namer::new(people, dice);
        for name in self.act.names_of(side)? {
            namer.take(&name);
        }
        Ok((0..captive.count).map(|_| namer.name(captive.profile.class)).collect())
    }

    /// What is owed for a captive by a day: his ransom in one part. On parole he is free already.
    fn owe(&self, captive: &sample::SampleCaptive, id: CaptiveId, side: SideId) -> Result<()> {
        let (Some(asked), Some(due)) = (captive.asked, captive.due) else { return Ok(()) };
        let held: Captive = self.act.captive(id)?;
        if captive.parole {
            crate::app::release::release(self.act, &held, CaptivityEnd::Ransomed)?;
        }
        self.act.add_bargain(id, BargainStep::Agreed, asked)?;
        self.act.add_instalment(id, self.act.side_account(side)?, due, asked)
    }

    /// The battle before the campaign that captives were taken in, between the first armies of the two sides.
    fn old_battle(&self, captive: &sample::SampleCaptive) -> Result<BattleId> {
        let act = self.act;
        let first = |side: SideId| {
            let army = act.armies()?.into_iter().find(|army| army.side == side);
            army.map(|army| army.id).ok_or_else(|| unknown("army of", &captive.side))
        };
        let battle = BattleDraft {
            day: captive.taken,
            place: self.place(&captive.place)?,
            name: captive.battle.clone(),
            attacker: first(self.side(&captive.side)?)?,
            defender: first(self.side(&captive.holder_side)?)?,
            joined: Vec::new(),
            weather: WeatherKind::Fair,
            ground: "open field".to_owned(),
            gear: BySide::default(),
            rules: Ruleset::default(),
            seed: self.sample.seed,
        };
        let id = act.add_battle(&battle)?;
        let ending = BattleEnding {
            settled: Settled::Table,
            winner: None,
            half_points: BySide::default(),
            turns: None,
            record: None,
        };
        act.settle_battle(id, &battle, &ending)?;
        Ok(id)
    }
}
