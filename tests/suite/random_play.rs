//! Random play: a referee who does anything at all, legal or not, from a printed seed. What is refused changes
//! nothing and says what to do instead; whatever is done keeps every invariant, and all of it can be taken back.

mod beside;

use crate::cp_3_hosts::at_random;
use crate::support::{content, folder, march, open, same, seeds, sound};
use banneret::app::captives::{self, Buyer, Keep, Payer, PrisonersFate, Security};
use banneret::app::edit::{self, Becomes};
use banneret::app::muster::Asked;
use banneret::app::world::persons::{self, NewMen};
use banneret::app::world::sides::{self, NewSide, Parting};
use banneret::app::world::{chart, contacts, holds, mend, places, routes, times, troops};
use banneret::app::{
    battle, contact, import, march as marches, numbers, organise, parole, plan, recruit, relations, turn,
};
use banneret::campaign::armies::Formation;
use banneret::campaign::ids::{
    ActionId, BattleId, CaptiveId, ContactId, FormationId, InstalmentId, PersonId, PlaceId, RouteId, SideId,
    StrongholdId,
};
use banneret::campaign::map::{MapScale, MapSpot};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::Person;
use banneret::campaign::places::{
    NewPlace, NewStronghold, Place, PlaceKind, Route, RouteKind, Stronghold, StrongholdKind,
};
use banneret::campaign::problem::{Problem, ProblemKind};
use banneret::campaign::realm::{CampaignFacts, Stance};
use banneret::campaign::war::Settled;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{Class, Grade, Horse, Profile, Protection, Rank, Side, Weapon};
use banneret::rules::siege::{At, Stretch};
use banneret::rules::weather::WeatherKind;
use banneret::store::Store;
use std::collections::BTreeMap;

/// How many actions a game tries.
const ACTIONS: usize = 260;

struct Game {
    store: Store,
    dice: Seeded,
    done: BTreeMap<&'static str, u32>,
    refused: BTreeMap<&'static str, u32>,
}

impl Game {
    fn lot(&mut self, many: usize) -> usize {
        self.dice.lot("play", many)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.lot(many) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        match from.len() {
            0 => None,
            many => Some(from[self.lot(many)].clone()),
        }
    }

    /// One of those there are, or now and then one there is not.
    fn id(&mut self, from: &[i64]) -> i64 {
        if from.is_empty() || self.one_in(60) { 90_000 + self.lot(9) as i64 } else { from[self.lot(from.len())] }
    }

    fn side(&mut self) -> SideId {
        let ids: Vec<i64> = self.store.sides().expect("sides").iter().map(|side| side.id.0).collect();
        SideId(self.id(&ids))
    }

    fn army(&mut self) -> FormationId {
        let ids: Vec<i64> = self.store.armies().expect("armies").iter().map(|army| army.id.0).collect();
        FormationId(self.id(&ids))
    }

    fn formation(&mut self) -> FormationId {
        let army = self.army();
        let ids: Vec<i64> = self.store.tree(army).unwrap_or_default().iter().map(|part| part.id.0).collect();
        FormationId(self.id(&ids))
    }

    fn place(&mut self) -> PlaceId {
        let ids: Vec<i64> = self.store.places().expect("places").iter().map(|place| place.id.0).collect();
        PlaceId(self.id(&ids))
    }

    fn stronghold(&mut self) -> StrongholdId {
        let ids: Vec<i64> = self.store.strongholds().expect("strongholds").iter().map(|hold| hold.id.0).collect();
        StrongholdId(self.id(&ids))
    }

    fn person(&mut self) -> PersonId {
        let many = self.store.people().expect("people").len();
        PersonId(self.lot(many + 3) as i64 + 1)
    }

    /// Some men of one formation, so that moving them is often allowed.
    fn men(&mut self) -> Vec<PersonId> {
        let formation = self.formation();
        let mut men: Vec<PersonId> =
            self.store.men_of(formation).unwrap_or_default().iter().map(|man| man.id).collect();
        let many = self.lot(12);
        men.truncate(many);
        if self.one_in(8) {
            men.push(self.person());
        }
        men
    }

    fn captive(&mut self) -> CaptiveId {
        let all = self.one_in(6);
        let ids: Vec<i64> = self.store.captives(all).expect("captives").iter().map(|line| line.captive.id.0).collect();
        CaptiveId(self.id(&ids))
    }

    fn contact(&mut self) -> Option<(ContactId, FormationId, FormationId)> {
        let waiting = self.store.waiting_contacts().expect("contacts");
        self.pick(&waiting).map(|met| (met.id, met.attacker, met.defender))
    }

    fn sum(&mut self) -> Pence {
        let sums = [0, -5, 1, 160, 1_600, 16_000, 160 * 43, 480_000, i64::MAX];
        Pence(sums[self.lot(sums.len())])
    }

    fn payer(&mut self) -> Payer {
        [Payer::Own, Payer::Lord, Payer::Side, Payer::Side][self.lot(4)]
    }

    fn word(&mut self) -> &'static str {
        ["Van", "Rear", "Men of the Fold", "", "  ", "Host of Estmark", "Ré de “Sorel”", "O'Neill; DROP"][self.lot(8)]
    }

    /// Does one thing, or is refused it; gives what it was.
    fn act(&mut self) -> (&'static str, Result<(), Problem>) {
        match self.lot(59) {
            0..=4 => ("turn", turn::play(&mut self.store).map(drop)),
            5..=8 => {
                let (army, place) = (self.army(), self.place());
                ("march", marches::order(&mut self.store, army, place).map(drop))
            }
            9 => {
                let army = self.army();
                ("halt", marches::halt(&mut self.store, army))
            }
            10 => {
                let (army, hold) = (self.army(), self.stronghold());
                let hold = if self.one_in(2) { None } else { Some(hold) };
                ("garrison", marches::garrison(&mut self.store, army, hold))
            }
            11..=12 => {
                let Some((met, one, other)) = self.contact() else {
                    return ("turn", turn::play(&mut self.store).map(drop));
                };
                let army = [one, other][self.lot(2)];
                let army = if self.one_in(9) { self.army() } else { army };
                ("retire", contact::retire(&mut self.store, met, army))
            }
            13 => {
                let Some((met, _, other)) = self.contact() else {
                    return ("turn", turn::play(&mut self.store).map(drop));
                };
                let hold = self.stronghold();
                ("shut in", contact::shut_in(&mut self.store, met, other, hold))
            }
            14..=17 => self.battle(),
            18 => {
                let (one, other) = (self.army(), self.army());
                let (one, other) = self.contact().map_or((one, other), |(_, one, other)| (one, other));
                let seed = self.lot(1000) as u64;
                let asked = self.asked(one, other, seed);
                let none = banneret::rules::figure::BySide::default();
                ("plan battle", plan::plan_asked(&mut self.store, &asked, "open field", &none).map(drop))
            }
            19 => {
                let ids: Vec<i64> = self.store.battles().expect("battles").iter().map(|battle| battle.id.0).collect();
                let battle = BattleId(self.id(&ids));
                if self.one_in(2) {
                    let weather = WeatherKind::ALL[self.lot(6)];
                    return ("weather", plan::set_weather(&mut self.store, battle, weather));
                }
                ("drop plan", plan::drop_plan(&mut self.store, battle))
            }
            20 => {
                let (captive, sum) = (self.captive(), self.sum());
                let sum = if self.one_in(2) { None } else { Some(sum) };
                ("ask ransom", captives::ask(&mut self.store, captive, sum).map(drop))
            }
            21 => {
                let (captive, sum) = (self.captive(), self.sum());
                ("offer ransom", captives::offer(&mut self.store, captive, sum))
            }
            22 => {
                let captive = self.captive();
                ("agree ransom", captives::agree(&mut self.store, captive, None).map(drop))
            }
            23 => {
                let (captive, payer) = (self.captive(), self.payer());
                ("pay ransom", captives::pay(&mut self.store, captive, payer, None).map(drop))
            }
            24 => {
                let (captive, payer) = (self.captive(), self.payer());
                let today = self.store.day().expect("the day");
                let parts: Vec<_> = (0..self.lot(4)).map(|_| (today + self.lot(60) as i32 + -2, self.sum())).collect();
                let security = match self.lot(3) {
                    0 => Security::Captive,
                    1 => Security::Hostages(Vec::new()),
                    _ => Security::Hostages((0..=self.lot(1)).map(|_| self.person()).collect()),
                };
                ("ransom in parts", captives::pay_in_parts(&mut self.store, captive, payer, &parts, &security))
            }
            25 => {
                let ids: Vec<i64> = self.store.instalments().expect("parts").iter().map(|part| part.id.0).collect();
                let part = InstalmentId(self.id(&ids));
                ("pay instalment", captives::pay_part(&mut self.store, part, None))
            }
            26 => {
                let some: Vec<_> = (0..=self.lot(2)).map(|_| self.captive()).collect();
                ("free", captives::free(&mut self.store, &some))
            }
            27 => {
                let side = self.side();
                let may = captives::recruitable(&self.store, side).unwrap_or_default();
                let mut some: Vec<_> = may.iter().take(3).map(|captive| captive.id).collect();
                if some.is_empty() || self.one_in(4) {
                    some.push(self.captive());
                }
                let unit = self.formation();
                ("recruit captives", captives::recruit(&mut self.store, &some, unit))
            }
            28 => {
                let (captive, labours) = (self.captive(), !self.one_in(3));
                ("labour", captives::set_to_labour(&mut self.store, &[captive], labours))
            }
            29..=30 => {
                let (men, to) = (self.men(), self.formation());
                ("move men", organise::move_men(&mut self.store, &men, to))
            }
            31 => {
                let (some, to) = (vec![self.formation(), self.formation()], self.formation());
                let some = if self.one_in(2) { some } else { some[..1].to_vec() };
                ("move formations", organise::move_formations(&mut self.store, &some, to))
            }
            32 => self.order(),
            33 => {
                let (formation, name) = (self.formation(), self.word());
                match self.lot(3) {
                    0 => ("detach", organise::detach(&mut self.store, &[formation], name).map(drop)),
                    1 => ("add formation", organise::add_formation(&mut self.store, formation, name).map(drop)),
                    _ => ("rename", organise::rename(&mut self.store, formation, name)),
                }
            }
            34 => {
                let (one, other) = (self.army(), self.army());
                ("join", organise::join(&mut self.store, one, other))
            }
            35 => self.edit(),
            36 => self.realm(),
            37 => {
                let (side, sum) = (self.side(), self.sum());
                ("grant", relations::grant(&mut self.store, side, sum, "chance"))
            }
            38 => {
                let all = numbers::list(&self.store).expect("numbers");
                let key = if self.one_in(5) { "no_such_number" } else { &all[self.lot(all.len())].key };
                let value = [None, Some("30"), Some("nonsense"), Some("-4")][self.lot(4)];
                // A week of thirty days would be a quiet war.
                let value = if key == "week_days" { None } else { value };
                ("house rule", numbers::set(&mut self.store, key, value, "chance"))
            }
            40..=44 => self.recruit(),
            45..=47 => self.trade(),
            48..=52 => self.world(),
            53 => self.meeting(),
            55..=58 => self.beside(),
            _ => {
                let roster = [&b"class,grade,count\nsergeant,C,6\n"[..], b"class,grade\nwizard,C\n", b""][self.lot(3)];
                let (side, again) = (["Estmark", "Brigands", ""][self.lot(3)], self.one_in(2));
                ("import", import::import(&mut self.store, roster, side, again).map(drop))
            }
        }
    }

    /// Captives who change hands, go home for others, or die.
    fn trade(&mut self) -> (&'static str, Result<(), Problem>) {
        let some: Vec<CaptiveId> = (0..=self.lot(2)).map(|_| self.captive()).collect();
        let captive = self.captive();
        let (man, side, sum) = (self.person(), self.side(), self.sum());
        match self.lot(9) {
            0 => {
                let held = self.store.captives(false).expect("captives");
                let one = self.pick(&held);
                let back = one.as_ref().and_then(|one| {
                    held.iter()
                        .find(|line| line.side == one.captive.holder_side && line.captive.holder_side == one.side)
                });
                let (ones, others) = match (one.as_ref(), back) {
                    (Some(one), Some(back)) => (vec![one.captive.id], vec![back.captive.id]),
                    _ => (some, vec![captive]),
                };
                let paid = if self.one_in(2) { Some((side, sum)) } else { None };
                ("exchange captives", captives::exchange(&mut self.store, &ones, &others, paid))
            }
            1..=2 => {
                let to = if self.one_in(2) { Buyer::Side(side) } else { Buyer::Man(man) };
                ("sell ransom", captives::sell(&mut self.store, &some[..1], to, sum))
            }
            3 => {
                let to = if self.one_in(3) { Buyer::Side(side) } else { Buyer::Man(man) };
                ("give captives", captives::give(&mut self.store, &some[..1], to))
            }
            4 => ("put to death", captives::put_to_death(&mut self.store, &some[..1], "chance")),
            5 => {
                let fate = PrisonersFate::ALL[self.lot(3)];
                let other = self.side();
                ("settle prisoners", captives::settle_prisoners(&mut self.store, side, other, fate).map(drop))
            }
            6 => ("change sides", captives::change_sides(&mut self.store, captive, Some(sum)).map(drop)),
            7 if self.one_in(2) => {
                let keep = if self.one_in(2) { Keep::With(self.army()) } else { Keep::At(self.place()) };
                ("keep captives", captives::lodge(&mut self.store, &some, keep).map(drop))
            }
            7 => ("ask ransoms", captives::ask_many(&mut self.store, &some).map(drop)),
            _ => {
                let payer = self.payer();
                match self.lot(3) {
                    0 => ("pay ransoms", captives::pay_many(&mut self.store, &some, payer).map(drop)),
                    1 => ("return to captivity", parole::come_back(&mut self.store, captive)),
                    _ => ("forfeit hostages", parole::forfeit(&mut self.store, captive)),
                }
            }
        }
    }

    /// Men raised, armed, trained, kept or let go.
    fn recruit(&mut self) -> (&'static str, Result<(), Problem>) {
        let places: Vec<PlaceId> = (0..=self.lot(2)).map(|_| self.place()).collect();
        let army = if self.one_in(3) { Some(self.army()) } else { None };
        let many = if self.one_in(3) { Some(self.lot(40) as u32) } else { None };
        let part = self.formation();
        match self.lot(8) {
            0 => ("levy", recruit::levy(&mut self.store, &places, many, army).map(drop)),
            1 => ("feudal service", recruit::summon(&mut self.store, &places, many, army).map(drop)),
            2 => ("scutage", recruit::pay_scutage(&mut self.store, &places, many).map(drop)),
            3 => {
                let troops = recruit::companies();
                let company = recruit::Company {
                    troop: if self.one_in(9) {
                        "elephants".to_owned()
                    } else {
                        self.pick(&troops).expect("one").name.clone()
                    },
                    men: self.lot(25) as u32,
                    grade: [None, Some(Grade::E), Some(Grade::A)][self.lot(3)],
                    name: self.word().to_owned(),
                    people: None,
                    weeks: if self.one_in(2) { Some(self.lot(5) as u32) } else { None },
                };
                let army = self.army();
                ("hire", recruit::hire(&mut self.store, &company, army).map(drop))
            }
            4 => ("train", recruit::train(&mut self.store, part).map(drop)),
            5 => {
                let wanted = recruit::ArmsWanted {
                    class: [None, Some(Class::Peasant), Some(Class::Cleric)][self.lot(3)],
                    protection: Protection::new(self.lot(5) as u8),
                    weapons: if self.one_in(2) { Some(vec![Weapon::Spear, Weapon::Shield]) } else { None },
                    horse: if self.one_in(3) { Some(Horse::Unbarded) } else { None },
                };
                ("buy arms", recruit::arm(&mut self.store, part, &wanted).map(drop))
            }
            6 => {
                let men: Vec<PersonId> = match recruit::endings(&self.store).expect("endings").first() {
                    Some(ending) if !self.one_in(4) => ending.men.clone(),
                    _ => self.men(),
                };
                let until = self.store.day().expect("the day") + self.lot(30) as i32 + -3;
                let until = if self.one_in(2) { Some(until) } else { None };
                ("keep in service", recruit::keep(&mut self.store, &men, until))
            }
            _ => {
                let mut men = self.men();
                men.truncate(3);
                ("dismiss", recruit::dismiss(&mut self.store, &men))
            }
        }
    }

    fn order(&mut self) -> (&'static str, Result<(), Problem>) {
        let formation = self.formation();
        let men: Vec<PersonId> = self.store.men_of(formation).unwrap_or_default().iter().map(|man| man.id).collect();
        let man = self.pick(&men);
        let man = if self.one_in(5) { Some(self.person()) } else { man };
        ("appoint", organise::appoint(&mut self.store, formation, man))
    }

    fn edit(&mut self) -> (&'static str, Result<(), Problem>) {
        let id = self.person();
        let Ok(man) = self.store.person(id) else {
            let side = self.side();
            return ("side lord", relations::set_lord(&mut self.store, side, id));
        };
        let grades = [Grade::E, Grade::D, Grade::C, Grade::B, Grade::A];
        let classes =
            [man.profile.class, man.profile.class, Class::Knight, Class::Sergeant, Class::Peasant, Class::Cleric];
        let edited = Person {
            name: if self.one_in(3) { self.word().to_owned() } else { man.name.clone() },
            profile: Profile {
                grade: grades[self.lot(5)],
                class: classes[self.lot(6)],
                rank: [Rank::None, man.profile.rank, Rank::Baron][self.lot(3)],
                ..man.profile.clone()
            },
            note: self.word().to_owned(),
            lord: if self.one_in(4) { Some(self.person()) } else { man.lord },
            ..man
        };
        let becomes = if self.one_in(3) {
            let choices = edit::choices(&self.store, &edited).expect("what may become of him");
            choices[self.lot(choices.len())].1
        } else {
            Becomes::AsHeIs
        };
        let by = self.by();
        ("edit person", edit::person(&mut self.store, &edited, becomes, &by))
    }

    fn realm(&mut self) -> (&'static str, Result<(), Problem>) {
        match self.lot(4) {
            0 => {
                let (name, treasury, by) = (self.word().to_owned(), self.sum(), self.by());
                let new = NewSide { name, tincture: None, people: People::French, treasury };
                ("add side", sides::add(&mut self.store, &new, &by).map(drop))
            }
            1 => {
                let (side, lord) = (self.side(), self.person());
                ("side lord", relations::set_lord(&mut self.store, side, lord))
            }
            _ => {
                let (one, other) = (self.side(), self.side());
                let stance = [Stance::War, Stance::War, Stance::Truce, Stance::Allied, Stance::Peace][self.lot(5)];
                let until = self.store.day().expect("the day") + self.lot(40) as i32 + -5;
                let until = if self.one_in(2) { None } else { Some(until) };
                ("relation", relations::set(&mut self.store, one, other, stance, until))
            }
        }
    }

    fn route(&mut self) -> RouteId {
        let ids: Vec<i64> = self.store.routes().expect("routes").iter().map(|route| route.id.0).collect();
        RouteId(self.id(&ids))
    }

    fn figure(&mut self) -> u32 {
        [0, 1, 7, 30, 400, 90_000, u32::MAX][self.lot(7)]
    }

    /// Something of the world made, changed or taken out by hand.
    fn world(&mut self) -> (&'static str, Result<(), Problem>) {
        let by = self.by();
        match self.lot(27) {
            0 => {
                let (x, y) = (self.lot(1002) as i64 - 1, self.lot(1001) as i64);
                let side = if self.one_in(2) { Some(self.side()) } else { None };
                let new = NewPlace {
                    name: format!("{}{}", self.word(), self.lot(40)),
                    kind: PlaceKind::Village,
                    side,
                    x,
                    y,
                    people: self.figure(),
                    fiefs: self.lot(4) as u32,
                };
                ("add place", places::add(&mut self.store, &new, &by).map(drop))
            }
            1 | 2 => {
                let id = self.place();
                let old = match self.store.place(id) {
                    Ok(old) => old,
                    Err(problem) => return ("edit place", Err(problem)),
                };
                let side = if self.one_in(3) { Some(self.side()) } else { old.side };
                let edited = Place { x: self.lot(1001) as i64, side, people: self.figure(), ..old };
                ("edit place", places::edit(&mut self.store, &edited, &by))
            }
            3 => {
                let place = self.place();
                ("remove place", places::remove(&mut self.store, place, &by))
            }
            4 | 5 => {
                let (a, b) = (self.place(), self.place());
                let miles = if self.one_in(2) { Some(self.figure()) } else { None };
                ("add route", routes::add(&mut self.store, a, b, miles, RouteKind::Track, &by).map(drop))
            }
            6 => {
                let id = self.route();
                let old = match self.store.route(id) {
                    Ok(old) => old,
                    Err(problem) => return ("edit route", Err(problem)),
                };
                let edited = Route { miles: self.figure(), measured: self.one_in(2), ..old };
                ("edit route", routes::edit(&mut self.store, &edited, &by))
            }
            7 => {
                let route = self.route();
                ("remove route", routes::remove(&mut self.store, route, &by))
            }
            8 => {
                let mut spot = || MapSpot { x: self.lot(1001) as i64, y: self.lot(1001) as i64 };
                let (a, b) = (spot(), spot());
                let scale = MapScale { a, b, miles: 50 + self.figure() % 1000 };
                ("map scale", chart::set_scale(&mut self.store, &scale, &by).map(drop))
            }
            9 => {
                let (place, side, rations) = (self.place(), self.side(), self.figure());
                let new = NewStronghold {
                    place,
                    side,
                    name: format!("{} {}", self.word(), self.lot(40)),
                    kind: StrongholdKind::BorderCastle,
                    capacity: self.figure(),
                    rations,
                    store_capacity: rations,
                    moat_days: self.lot(6) as i32 - 2,
                };
                ("add stronghold", holds::add(&mut self.store, &new, &by).map(drop))
            }
            10 | 11 => {
                let id = self.stronghold();
                let old = match self.store.stronghold(id) {
                    Ok(old) => old,
                    Err(problem) => return ("edit stronghold", Err(problem)),
                };
                let side = if self.one_in(2) { self.side() } else { old.side };
                let edited = Stronghold { side, capacity: self.figure(), rations: self.figure() % 2000, ..old };
                ("edit stronghold", holds::edit(&mut self.store, &edited, &by))
            }
            12 => {
                let (hold, at) = (self.stronghold(), At { line: self.lot(4) as u8, stretch: self.lot(6) as u8 });
                let stretch = Stretch { outer: self.lot(4) as u8, inner: self.lot(3) as u8 };
                ("edit wall", holds::set_wall(&mut self.store, hold, at, stretch, &by))
            }
            13 => {
                let hold = self.stronghold();
                ("remove stronghold", holds::remove(&mut self.store, hold, &by))
            }
            14 => {
                let (side, place, name) = (self.side(), self.place(), self.word());
                let hold = if self.one_in(3) { Some(self.stronghold()) } else { None };
                ("add army", troops::add_army(&mut self.store, side, name, place, hold, &by).map(drop))
            }
            15 => {
                let id = self.army();
                let old = match self.store.formation(id) {
                    Ok(old) => old,
                    Err(problem) => return ("edit formation", Err(problem)),
                };
                let place = Some(self.place());
                let hold = if self.one_in(3) { Some(self.stronghold()) } else { None };
                let edited = Formation { place, stronghold: hold, unpaid_weeks: self.lot(3) as u32, ..old };
                ("edit formation", troops::edit(&mut self.store, &edited, &by))
            }
            16 => {
                let formation = self.formation();
                ("remove formation", troops::remove(&mut self.store, formation, &by))
            }
            17 => {
                let formation = self.formation();
                let side = self.store.formation(formation).map_or(SideId(1), |formation| formation.side);
                let profile = Profile {
                    class: Class::Sergeant,
                    rank: Rank::None,
                    grade: [Grade::C, Grade::D, Grade::A][self.lot(3)],
                    protection: Protection::NONE,
                    weapons: Vec::new(),
                    horse: Horse::None,
                };
                let count = self.lot(9) as u32;
                let new = NewMen { side, formation: Some(formation), name: String::new(), profile, count };
                ("add people", persons::add(&mut self.store, &new, &by).map(drop))
            }
            18 => {
                let men = self.men();
                ("retire men", persons::retire(&mut self.store, &men, &by))
            }
            19 => {
                let man = self.person();
                ("remove person", persons::remove(&mut self.store, man, &by))
            }
            20 => {
                let side = self.side();
                let armies: Vec<FormationId> =
                    self.store.armies().expect("armies").iter().map(|army| army.id).collect();
                let armies = self.pick(&armies).into_iter().collect();
                let places = if self.one_in(2) { vec![self.place()] } else { Vec::new() };
                let parting = Parting { armies, places, treasury: self.sum(), ..Parting::default() };
                let name = format!("{}{}", self.word(), self.lot(90));
                let new = NewSide { name, tincture: None, people: People::Welsh, treasury: Pence(0) };
                ("part side", sides::part(&mut self.store, side, &new, &parting, &by).map(drop))
            }
            21 => {
                let side = self.side();
                ("remove side", sides::remove(&mut self.store, side, &by))
            }
            22 => {
                let about = self.store.about().expect("the campaign");
                let day = about.day + self.lot(9) as i32 + -4;
                let edited = CampaignFacts { day, turn_days: 5 + self.lot(4) as u32, ..about };
                ("edit campaign", times::edit(&mut self.store, &edited, &by))
            }
            _ => {
                let last = self.store.last_action().expect("the journal").map_or(1, |action| action.id.0);
                let action = ActionId(last - self.lot(30) as i64);
                ("mend", mend::mend(&mut self.store, action, "chance"))
            }
        }
    }

    /// A contact made, changed or dropped by hand.
    fn meeting(&mut self) -> (&'static str, Result<(), Problem>) {
        let by = self.by();
        let (one, other) = (self.army(), self.army());
        match self.contact() {
            Some((met, ..)) if self.one_in(3) => ("lapse contact", contacts::lapse(&mut self.store, met, &by)),
            Some((met, _, other)) if self.one_in(2) => {
                let day = self.store.day().expect("the day");
                ("edit contact", contacts::edit(&mut self.store, met, day, other, &by))
            }
            _ => ("make contact", contacts::make(&mut self.store, one, other, &by).map(drop)),
        }
    }

    /// A battle at a contact, fought by the program or with a result as from a table; now and then of any two armies.
    fn battle(&mut self) -> (&'static str, Result<(), Problem>) {
        let (one, other) = (self.army(), self.army());
        let (one, other) = match self.contact() {
            Some((_, one, other)) if !self.one_in(9) => (one, other),
            _ => (one, other),
        };
        let seed = self.lot(100_000) as u64;
        let asked = self.asked(one, other, seed);
        let (table, cast) = (self.one_in(2), self.one_in(2));
        let fought = (|| {
            let muster = plan::muster_asked(&self.store, &asked)?;
            let tables = numbers::man_to_man(&self.store)?;
            let (report, record) = if table {
                let text = self.table_result(&muster);
                (battle::read_result(&muster, &tables, text.as_bytes(), false)?, None)
            } else {
                let fought = battle::fight(&muster, &numbers::of_battles(&self.store)?)?;
                (fought.report, Some(fought.record))
            };
            let settled = if table { Settled::Table } else { Settled::App };
            let mut proposal = battle::propose(&self.store, muster, report, settled, record, cast)?;
            for line in &mut proposal.lines {
                if self.dice.lot("struck", 25) == 0 {
                    line.struck = Some("it was not so".to_owned());
                }
            }
            battle::take_in(&mut self.store, proposal).map(drop)
        })();
        (if table { "battle from the table" } else { "battle" }, fought)
    }

    fn asked(&mut self, one: FormationId, other: FormationId, seed: u64) -> Asked {
        let part = self.formation();
        let dice = &mut self.dice;
        at_random(&self.store, |many| dice.lot("joins", many), (one, other), part, seed)
    }

    fn table_result(&mut self, muster: &banneret::app::muster::Muster) -> String {
        let numbers = |side| muster.plan.hosts[side].men().map(|man| man.number.clone()).collect::<Vec<_>>();
        let hosts = [numbers(Side::Attacker), numbers(Side::Defender)];
        let mut entries = vec![["winner attacker", "winner defender", "winner neither", ""][self.lot(4)].to_owned()];
        for at in [0, 1] {
            for number in &hosts[at] {
                match self.lot(9) {
                    0 => entries.push(format!("{number} dead")),
                    1 => entries.push(format!("{number} wounded")),
                    2 => entries.push(format!("{number} fled")),
                    3 => {
                        let captor = self.pick(&hosts[1 - at]).unwrap_or_default();
                        entries.push(format!("{number} captive of {captor}"));
                    }
                    _ => {}
                }
            }
        }
        if self.one_in(12) {
            entries.push("Z99 dead".to_owned());
        }
        entries.join("; ")
    }

    /// One step: an action, or a few taken back and brought again.
    fn step(&mut self, what: &str) {
        if self.one_in(9) {
            for _ in 0..=self.lot(4) {
                self.store.undo().unwrap_or_else(|problem| panic!("{what}, undo: {problem}"));
            }
            for _ in 0..self.lot(6) {
                self.store.redo().unwrap_or_else(|problem| panic!("{what}, redo: {problem}"));
            }
            *self.done.entry("undo and redo").or_default() += 1;
            return;
        }
        let last = self.store.last_action().expect("the journal");
        let looked = self.one_in(6).then(|| content(&self.store));
        let (name, outcome) = self.act();
        match outcome {
            Ok(()) => {
                *self.done.entry(name).or_default() += 1;
                assert_ne!(self.store.last_action().expect("the journal"), last, "{what}, {name}: nothing was written");
            }
            Err(problem) => {
                *self.refused.entry(name).or_default() += 1;
                let kinds = [ProblemKind::Refused, ProblemKind::BadInput, ProblemKind::NotFound];
                assert!(kinds.contains(&problem.kind), "{what}, {name}: {:?}: {problem}", problem.kind);
                assert!(!problem.hint.is_empty(), "{what}, {name} has no hint: {problem}");
                let unfit = problem.hint.starts_with("Mend the armies");
                assert!(!unfit, "{what}, {name}: the campaign's armies are ones the rules can array: {problem}");
                assert_eq!(self.store.last_action().expect("the journal"), last, "{what}, {name}: {problem}");
                if let Some(before) = looked {
                    same(&before, &content(&self.store), &format!("{what}, {name}, refused: {problem}"));
                }
            }
        }
    }
}

#[test]
fn whatever_is_done_keeps_the_invariants_and_can_be_taken_back() {
    let games = (seeds() / 100).max(12);
    let (mut done, mut refused) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..games {
        let folder = folder();
        let file = march(&folder);
        let mut game =
            Game { store: open(&file), dice: Seeded::stream(seed, 5), done: BTreeMap::new(), refused: BTreeMap::new() };
        let first = content(&game.store);
        for at in 0..ACTIONS {
            let what = format!("seed {seed}, step {at}");
            game.step(&what);
            if at % 20 == 19 {
                sound(&game.store, &what);
            }
        }
        let last = content(&game.store);
        let what = format!("seed {seed}, at the end");
        sound(&game.store, &what);
        drop(game.store);
        let mut store = open(&file);
        let mut undone = 0;
        while store.undo().unwrap_or_else(|problem| panic!("{what}: {problem}")).is_some() {
            undone += 1;
        }
        same(&first, &content(&store), &format!("{what}, undone to the first day"));
        sound(&store, &format!("{what}, undone to the first day"));
        for _ in 0..undone {
            store.redo().unwrap_or_else(|problem| panic!("{what}: {problem}"));
        }
        same(&last, &content(&store), &format!("{what}, redone to the last"));
        for (name, count) in game.done {
            *done.entry(name).or_insert(0) += count;
        }
        for (name, count) in game.refused {
            *refused.entry(name).or_insert(0) += count;
        }
    }
    println!("{games} games\ndone: {done:?}\nrefused: {refused:?}");
    let all: u32 = done.values().sum();
    assert!(u64::from(all) > games * ACTIONS as u64 / 4, "too little was legal: {done:?}");
    for needed in [
        "turn",
        "march",
        "battle",
        "battle from the table",
        "retire",
        "move men",
        "edit person",
        "undo and redo",
        "add place",
        "edit place",
        "add route",
        "add people",
        "mend",
        "ledger entry",
        "plan",
    ] {
        assert!(done.contains_key(needed), "{needed} was never legal: {done:?}");
    }
}
