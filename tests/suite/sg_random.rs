//! Sieges of a campaign played at random from printed seeds, by captains, by standing orders and by a referee who does
//! anything: with relief armies, convoys, assaults and sorties rolled for or entered from a table, terms, useless mouths and
//! whatever is refused. All of them end; men, money and rations are conserved to the last loaf, by what the siege's own story
//! tells of each; progress never falls without its clause; and all of it is taken back to the same content.
//!
//! Few are played each time; `BANNERET_SEEDS=10000` plays as many.

use crate::sg_campaign::{Border, raise};
use crate::support::{content, same, seeds_from, sound};
use banneret::app::world::{ByHand, times};
use banneret::app::{battle, history, march, numbers, plan, siege, turn};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::{ContactId, FormationId, PersonId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::problem::{Problem, ProblemKind};
use banneret::campaign::realm::CampaignFacts;
use banneret::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeRow, StoryLine};
use banneret::campaign::war::{Contact, ContactKind, Settled};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::Class;
use banneret::rules::siege::{Action, Gear, Leave, Order, Park, Progress, Terms};
use std::collections::BTreeMap;

/// The turn in which the referee of a siege that nobody ends has it lifted.
const PATIENCE: u32 = 30;
/// The most days a siege may take that captains conduct on both sides.
const CAPTAINS: i32 = 800;

/// The number before some words of a line, if it has them.
fn before(text: &str, words: &str) -> Option<i64> {
    let (ahead, _) = text.split_once(words)?;
    ahead.rsplit(' ').next()?.parse().ok()
}

/// What the lines of a story say of rations: taken out of stores to be eaten, brought by foragers, burnt.
pub(crate) fn loaves(lines: &[StoryLine]) -> i64 {
    let mut change = 0;
    for StoryLine { text, .. } in lines {
        change -= before(text, " from their stores").unwrap_or(0);
        if text.contains("out to forage by night") {
            change += before(text, " rations are brought in").unwrap_or(0);
        }
        if text.contains("burn") {
            change -= before(text, " rations;").or_else(|| before(text, " rations.")).unwrap_or(0);
        }
    }
    change
}

/// What must not change but as it is told.
struct Kept {
    rations: i64,
    people: usize,
    money: i64,
    progress: Option<(SiegeId, Progress)>,
    /// Lines of each siege's story.
    told: BTreeMap<SiegeId, usize>,
    dead: Vec<i64>,
}

struct Play {
    it: Border,
    dice: Seeded,
    what: String,
    done: BTreeMap<&'static str, u32>,
    kept: Kept,
}

impl Play {
    fn lot(&mut self, many: usize) -> usize {
        self.dice.lot("play", many)
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.lot(many) == 0
    }

    fn open(&self) -> Option<SiegeRow> {
        self.it.store.open_sieges().expect("sieges").into_iter().next()
    }

    fn armies(&self) -> Vec<FormationId> {
        self.it.store.armies().expect("armies").iter().map(|army| army.id).collect()
    }

    fn army(&mut self) -> FormationId {
        let all = self.armies();
        all[self.lot(all.len())]
    }

    /// Does one thing, or is refused it with a way out; then everything is as it must be. `bought` rations come into the
    /// world by it.
    fn does(
        &mut self,
        name: &'static str,
        bought: u32,
        act: impl FnOnce(&mut banneret::store::Store) -> Result<(), Problem>,
    ) -> bool {
        let last = self.it.store.last_action().expect("the journal");
        match act(&mut self.it.store) {
            Ok(()) => {
                *self.done.entry(name).or_default() += 1;
                self.holds(name, i64::from(bought), 0);
                true
            }
            Err(problem) => {
                let kinds = [ProblemKind::Refused, ProblemKind::BadInput, ProblemKind::NotFound];
                assert!(kinds.contains(&problem.kind) && !problem.hint.is_empty(), "{}: {name}: {problem}", self.what);
                assert_eq!(self.it.store.last_action().expect("the journal"), last, "{}: {problem}", self.what);
                false
            }
        }
    }

    /// Plays a turn. Who is at no siege eats of the country and his train, or of a store that its lands fill again, and no
    /// siege tells of it: as much as they could eat is allowed for.
    fn turn(&mut self) {
        let appetite = |it: &Border, open: bool| {
            let store = &it.store;
            let at_siege = store.siege_armies().expect("armies");
            let besieged = store.open_sieges().expect("sieges").into_iter().next().map(|siege| siege.stronghold);
            let mut eats = 0;
            for army in store.armies().expect("armies") {
                let inside = open && army.stronghold.is_some() && army.stronghold == besieged;
                if !inside && !at_siege.iter().any(|member| member.army == army.id) {
                    eats += 2 * store.men_of(army.id).expect("men").len() as i64;
                    eats += i64::from(store.train(army.id).expect("a train").animals);
                }
            }
            eats
        };
        let first = appetite(&self.it, true);
        turn::play(&mut self.it.store).unwrap_or_else(|problem| panic!("{}: {problem}", self.what));
        *self.done.entry("turn").or_default() += 1;
        let open = self.open().is_some();
        let all = if open { first.max(appetite(&self.it, true)) } else { appetite(&self.it, false).max(first) + 400 };
        let weeks = i64::from(self.it.store.about().expect("the campaign").turn_days.div_ceil(7) + 1);
        self.holds("turn", 0, weeks * all);
    }

    /// Compares what is with what was and what was told since. `slack` rations may be eaten or brought in untold.
    fn holds(&mut self, name: &str, bought: i64, slack: i64) {
        let (now, what) = (kept(&self.it), format!("{}: {name}", self.what));
        let mut lines = Vec::new();
        for (siege, count) in &now.told {
            let known = self.kept.told.get(siege).copied().unwrap_or(0);
            lines.extend(self.it.store.siege_story(*siege).expect("the story").split_off(known.min(*count)));
        }
        let (told, change) = (loaves(&lines) + bought, now.rations - self.kept.rations);
        let story = || lines.iter().map(|line| format!("{} ({})\n", line.text, line.clause)).collect::<String>();
        assert!((change - told).abs() <= slack, "{what}: {change} rations where {told} are told of:\n{}", story());
        assert_eq!(now.people, self.kept.people, "{what}: nobody is lost");
        assert_eq!(now.money, self.kept.money, "{what}: money has two sides");
        assert!(self.kept.dead.iter().all(|man| now.dead.contains(man)), "{what}: the dead stay dead");
        if let (Some((one, was)), Some((other, is))) = (self.kept.progress, now.progress)
            && one == other
            && is < was
        {
            let by = |line: &StoryLine| match line.clause.as_str() {
                "SG-1.3" => was == Progress::OuterBreach && line.text.contains("a damage is mended"),
                "SG-1.6" => line.text.contains("wins the line"),
                "SG-8" => line.text.contains("is won back"),
                "SG-4" => line.text.contains("leave what they hold"),
                _ => false,
            };
            assert!(lines.iter().any(by), "{what}: from {was} to {is} by no clause:\n{}", story());
        }
        if name == "resolve" {
            self.as_many_fell_as_told(&what, &lines);
        }
        self.kept = now;
    }

    /// Men fall in a fight that was rolled for as it is told.
    fn as_many_fell_as_told(&self, what: &str, lines: &[StoryLine]) {
        let text = lines.iter().find(|line| line.text.contains("the besiegers lose"));
        let Some(text) = text.map(|line| line.text.as_str()) else { return };
        // The relief's are told among the garrison's.
        let told: i64 = text.split([',', ';', '.']).filter_map(|part| before(&format!("{part} "), " dead ")).sum();
        let dead = kept(&self.it).dead.len() as i64 - self.kept.dead.len() as i64;
        assert_eq!(dead, told, "{what}: {text}");
    }

    /// A battle entered as from a table, with fates by chance.
    fn settled_at_the_table(&mut self, contact: &Contact) -> bool {
        let seed = self.lot(100_000) as u64;
        let entry = ["winner attacker", "winner defender", "winner neither"][self.lot(3)];
        let fates: Vec<usize> = (0..60).map(|_| self.lot(8)).collect();
        let (attacker, defender) = (contact.attacker, contact.defender);
        self.does("from the table", 0, move |store| {
            let muster = plan::muster_of(store, attacker, defender, seed)?;
            let tables = numbers::man_to_man(store)?;
            let mut entries = vec![entry.to_owned()];
            let men = muster.plan.hosts.attacker.men().chain(muster.plan.hosts.defender.men());
            for (man, fate) in men.zip(fates.iter().cycle()) {
                match fate {
                    0 => entries.push(format!("{} dead", man.number)),
                    1 => entries.push(format!("{} wounded", man.number)),
                    _ => {}
                }
            }
            let report = battle::read_result(&muster, &tables, entries.join("; ").as_bytes(), false)?;
            let proposal = battle::propose(store, muster, report, Settled::Table, None, false)?;
            battle::take_in(store, proposal).map(drop)
        })
    }

    /// Settles what waits, one way or another.
    fn settle(&mut self) {
        for _ in 0..6 {
            let Some(contact) = self.it.store.waiting_contacts().expect("contacts").into_iter().next() else { return };
            if self.one_in(6) {
                return;
            }
            self.answer(&contact);
        }
    }

    fn answer(&mut self, contact: &Contact) {
        let met: ContactId = contact.id;
        if contact.kind != ContactKind::Field {
            let others = siege::may_lead(&self.it.store, contact).expect("armies");
            if !others.is_empty() && self.one_in(2) {
                let army = others[self.lot(others.len())].id;
                assert!(self.does("lead", 0, |store| siege::lead(store, met, army)), "{}: it may lead", self.what);
                // Who fights has changed: it is looked at anew.
                return;
            }
            match self.lot(6) {
                0 => self.does("call off", 0, |store| siege::call_off(store, met)),
                1 => self.settled_at_the_table(contact),
                _ => self.does("resolve", 0, |store| siege::resolve(store, met).map(drop)),
            };
            return;
        }
        let army = [contact.attacker, contact.defender][self.lot(2)];
        let choice = match self.lot(5) {
            0 => siege::ReliefMeeting::Battle,
            1 => siege::ReliefMeeting::Part(vec![army]),
            2 | 3 => siege::ReliefMeeting::ShutIn,
            _ => siege::ReliefMeeting::Lift,
        };
        let met_so = contact.siege.is_some() && self.does("meet relief", 0, |store| siege::meet(store, met, choice));
        if !met_so && !self.settled_at_the_table(contact) {
            self.does("retire", 0, |store| banneret::app::contact::retire(store, met, army));
        }
    }

    fn terms(&mut self) -> Terms {
        Terms {
            leave: Leave::ALL[self.lot(3)],
            ransom_marks: [0, 0, 50, 400][self.lot(4)],
            men_pay: self.one_in(4),
            hostages: [0, 0, 2, 5][self.lot(4)],
            respite_days: [0, 0, 5, 20][self.lot(4)],
        }
    }

    /// Some of the garrison to be named as hostages, or nobody; now and then one of them twice, or somebody else.
    fn hostages(&mut self, id: SiegeId) -> Vec<PersonId> {
        let mut may: Vec<PersonId> =
            siege::may_be_hostages(&self.it.store, id).expect("men").iter().map(|man| man.id).collect();
        if self.one_in(8) {
            may = self.it.store.people().expect("people").iter().map(|man| man.id).collect();
        }
        let many = if may.is_empty() { 0 } else { [0, 0, 1, 2][self.lot(4)] };
        (0..many).map(|_| may[self.lot(may.len())]).collect()
    }

    /// Something a referee does between turns.
    fn between(&mut self, siege: &SiegeRow) {
        let id = siege.id;
        let part = [SiegePart::Besiegers, SiegePart::Garrison, SiegePart::Relief][self.lot(3)];
        match self.lot(12) {
            0 | 1 => {
                let choices = siege::choices(&self.it.store, id, part).unwrap_or_default();
                let action = if choices.is_empty() { Action::Rest } else { choices[self.lot(choices.len())].0 };
                let mut orders = siege::Orders::default();
                orders.actions[part.side()] = Some(action);
                self.does("day", 0, |store| siege::play_by_hand(store, id, &orders).map(drop));
            }
            2 | 3 => {
                let (terms, named) = (self.terms(), self.hostages(id));
                self.does("offer", 0, |store| siege::offer_naming(store, id, part, &terms, &named));
            }
            4 => {
                let (army, rations, animals) = (self.army(), 50 + self.lot(400) as u32, self.lot(6) as u32);
                let load = siege::Load { rations, animals };
                self.does("load", rations, |store| siege::load(store, army, load, None).map(drop));
            }
            5 => {
                let (army, gear) = (self.army(), Gear::ALL[self.lot(5)]);
                self.does("build", 0, |store| siege::build(store, army, gear, 1).map(drop));
            }
            6 => {
                let useless = siege::useless(&self.it.store, id).expect("mouths");
                let many = self.lot(useless.len() + 1);
                let men: Vec<_> = useless.iter().take(many).map(|man| man.id).collect();
                self.does("expel", 0, |store| siege::expel(store, id, &men).map(drop));
            }
            7 => {
                let (army, way) = (self.army(), [siege::Through::In, siege::Through::Out][self.lot(2)]);
                self.does("slip", 0, |store| siege::slip(store, army, way).map(drop));
            }
            8 => {
                let army = self.army();
                match self.lot(3) {
                    0 => self.does("leave", 0, |store| siege::leave(store, army)),
                    _ => self.does("join", 0, |store| siege::join(store, army, id)),
                };
            }
            9 => {
                let conduct = Conduct::ALL[self.lot(3)];
                let orders: Vec<Order> = (0..self.lot(4)).map(|_| Order::ALL[self.lot(Order::ALL.len())]).collect();
                let half = self.one_in(4);
                self.does("orders", 0, |store| siege::set_conduct(store, id, part, conduct, &orders, half));
            }
            10 => {
                let (army, convoy) = (self.army(), self.one_in(2));
                let purpose = if convoy { Purpose::Convoy } else { Purpose::Besiege };
                let name = ["Stonekeep", "Bluetown", "Camp"][self.lot(3)];
                let place = self.it.store.place_named(name).expect("the place").id;
                self.does("march", 0, |store| march::order_to(store, army, place, purpose).map(drop));
            }
            _ => self.back_and_forth(),
        }
    }

    /// A few actions are taken back and brought again, and nothing is different.
    fn back_and_forth(&mut self) {
        let before = content(&self.it.store);
        let mut undone = 0;
        for _ in 0..=self.lot(3) {
            let first =
                self.it.store.undoable().expect("the journal").is_some_and(|action| action.name == "open siege");
            if first || self.it.store.undo().expect("undone").is_none() {
                break;
            }
            undone += 1;
        }
        for _ in 0..undone {
            self.it.store.redo().expect("redone").expect("an action");
        }
        same(&before, &content(&self.it.store), &self.what);
        *self.done.entry("undo and redo").or_default() += 1;
    }

    /// The referee has had enough: a relief goes home, and the siege is lifted.
    fn breaks_up(&mut self, siege: SiegeId) {
        for member in self.it.store.siege_armies().expect("armies") {
            if member.part == SiegePart::Relief {
                self.does("leave", 0, |store| siege::leave(store, member.army));
            }
        }
        // What waits holds them there (CP-2.2).
        for met in self.it.store.waiting_contacts().expect("contacts") {
            if met.siege == Some(siege) && met.kind != ContactKind::Field {
                self.does("call off", 0, |store| siege::call_off(store, met.id));
            }
        }
        self.does("lift", 0, |store| siege::lift(store, siege));
    }

    /// A relief or a convoy sets out.
    fn sets_out(&mut self, number: u32) {
        let (many, convoy) = (10 + self.lot(180) as u32, self.one_in(2));
        let name = format!("Help {number}");
        let help = raise(&mut self.it.store, "Blue", &name, "Bluetown", &[("knight", "B", 1), ("sergeant", "C", many)]);
        self.kept = kept(&self.it);
        let load = siege::Load { rations: 300, animals: 5 };
        self.does("load", 300, |store| siege::load(store, help, load, None).map(drop));
        let keep = self.it.store.place_named("Stonekeep").expect("the place").id;
        let purpose = if convoy { Purpose::Convoy } else { Purpose::None };
        self.does("sets out", 0, |store| march::order_to(store, help, keep, purpose).map(drop));
    }
}

fn kept(it: &Border) -> Kept {
    let store = &it.store;
    let stores: i64 = store.strongholds().expect("strongholds").iter().map(|hold| i64::from(hold.rations)).sum();
    let trains: i64 = store.trains().expect("trains").values().map(|train| i64::from(train.rations)).sum();
    let people = store.people().expect("people");
    let world = store.account(store.world().expect("the world")).expect("its account").pence.0;
    let sieges = store.sieges().expect("sieges");
    let progress = sieges.iter().find(|siege| siege.ended.is_none()).map(|siege| {
        let shown = siege::show(store, siege.id).expect("it is shown");
        (siege.id, shown.progress)
    });
    Kept {
        rations: stores + trains,
        people: people.len(),
        money: world + store.accounts().expect("accounts").iter().map(|account| account.pence.0).sum::<i64>(),
        progress,
        told: sieges.iter().map(|siege| (siege.id, store.siege_story(siege.id).expect("the story").len())).collect(),
        dead: people.iter().filter(|man| man.state == PersonState::Dead).map(|man| man.id.0).collect(),
    }
}

/// A border of a seed of its own, the siege begun on any day of the campaign's week.
fn begins(seed: u64, dice: &mut Seeded) -> Border {
    let kind = StrongholdKind::ALL[dice.lot("kind", 3)];
    let day = Day::of(1300, 1 + dice.lot("month", 12) as u32, 1 + dice.lot("day", 28) as u32).expect("a day");
    let (rations, host, garrison) =
        (dice.die("rations", 1500), 60 + dice.die("host", 240), 10 + dice.die("garrison", 60));
    let mut it = Border::on(day, 50_000 + seed, kind, rations, host, garrison);
    let moat = [0, 0, 3, -1][dice.lot("moat", 4)];
    let (castle, turn_days) = (it.castle, 1 + dice.die("turn", 9));
    it.store
        .act("moat", &serde_json::json!({}), |act| Ok((act.set_moat(castle, moat)?, "The moat is dug.".to_owned())))
        .expect("a moat");
    let by = ByHand::because("chance");
    for days in [1 + dice.die("offset", 6), turn_days] {
        let about = it.store.about().expect("the campaign");
        if about.turn_days != days {
            let edited = CampaignFacts { turn_days: days, ..about };
            times::edit(&mut it.store, &edited, &by).expect("so long are the turns");
        }
        if days != turn_days {
            it.turns(1);
        }
    }
    it.provide(Park {
        mangonels: dice.lot("mangonels", 3) as u16,
        trebuchets: dice.lot("trebuchets", 5) as u16,
        rams: dice.lot("rams", 2) as u16,
        towers: dice.lot("towers", 2) as u16,
        ladders: dice.lot("ladders", 2) == 1,
        ..Park::default()
    });
    it
}

#[test]
fn random_sieges_end_and_lose_no_man_no_money_and_no_loaf() {
    let mut done: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut ends: BTreeMap<&'static str, u32> = BTreeMap::new();
    let only: Option<u64> = std::env::var("BANNERET_SEED").ok().and_then(|text| text.parse().ok());
    for seed in only.map_or(seeds_from(8), |seed| seed..seed + 1) {
        let mut dice = Seeded::stream(seed, 1300);
        let mut it = begins(seed, &mut dice);
        // For want of pay knights leave too, some weeks after the others (CP-7.4); here only hunger is to be seen.
        numbers::set(&mut it.store, "unpaid_weeks_before_knights_desert", Some("52"), "they wait for it").expect("set");
        let beginning = it.store.last_action().expect("the journal").expect("an action").id;
        let first = content(&it.store);
        let siege = siege::open(&mut it.store, it.host, it.castle).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        // Half of them are left to captains, who bring them to an end by themselves.
        let captains = dice.lot("captains", 2) == 0;
        let kept = kept(&it);
        let mut play = Play { it, dice, what: format!("seed {seed}"), done: BTreeMap::new(), kept };
        for part in [SiegePart::Besiegers, SiegePart::Garrison] {
            let conduct = if captains { Conduct::Captain } else { Conduct::ALL[play.lot(3)] };
            let orders: Vec<Order> = (0..play.lot(4)).map(|_| Order::ALL[play.lot(Order::ALL.len())]).collect();
            play.does("orders", 0, |store| siege::set_conduct(store, siege, part, conduct, &orders, false));
        }
        if play.one_in(2) {
            // A second army besieges with the first, and may be the one that assaults (CP-3.1).
            let many = 30 + play.lot(90) as u32;
            let second = raise(&mut play.it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", many)]);
            play.kept = self::kept(&play.it);
            play.does("load", 2000, |store| {
                siege::load(store, second, siege::Load { rations: 2000, animals: 0 }, None).map(drop)
            });
            assert!(play.does("join", 0, |store| siege::join(store, second, siege)), "seed {seed}: it may join");
        }
        let mut turns = 0;
        while let Some(open) = play.open() {
            turns += 1;
            play.what = format!("seed {seed}, turn {turns}");
            let days = play.it.store.day().expect("the day") - open.begun;
            assert!(days < CAPTAINS, "{}: it goes on for ever", play.what);
            play.settle();
            let offer =
                play.it.store.offers(open.id).expect("offers").into_iter().any(|offer| offer.state == OfferState::Open);
            if offer && !play.one_in(4) {
                let (yes, named) = (play.one_in(6), play.hostages(open.id));
                play.does("answer", 0, |store| siege::answer_naming(store, open.id, yes, &named));
            }
            if !captains {
                for _ in 0..play.lot(3) {
                    if let Some(open) = play.open() {
                        play.between(&open);
                    }
                }
                if play.one_in(8) && turns < PATIENCE {
                    play.sets_out(turns);
                    // Now and then relief comes from two armies at once (SG-4).
                    if play.one_in(3) {
                        play.sets_out(turns + 1000);
                    }
                }
                if turns > PATIENCE {
                    play.breaks_up(open.id);
                }
            }
            if play.open().is_some() {
                play.turn();
            }
            if turns % 10 == 0 {
                sound(&play.it.store, &play.what);
            }
        }
        let Play { mut it, what, done: all, .. } = play;
        sound(&it.store, &what);
        let blue = it.store.side_named("Blue").expect("Blue").id;
        let knights = it.store.people().expect("people").into_iter();
        let gone = knights.filter(|man| man.profile.class == Class::Knight && man.state == PersonState::Left).count();
        assert_eq!(gone, 0, "{what}: knights never desert (SG-2.3), {blue:?} or any other");
        let last = content(&it.store);
        let mut undone = Vec::new();
        history::undo_to(&mut it.store, beginning, &mut undone).expect("undone");
        let undone = undone.len();
        same(&first, &content(&it.store), &format!("{what}, taken back to its first day"));
        for _ in 0..undone {
            it.store.redo().expect("redone").expect("an action");
        }
        same(&last, &content(&it.store), &format!("{what}, brought again"));
        for siege in it.store.sieges().expect("sieges") {
            let (end, _) = siege.ended.expect("they are over");
            *ends.entry(end.word()).or_default() += 1;
        }
        for (name, count) in all {
            *done.entry(name).or_default() += count;
        }
    }
    println!("ends: {ends:?}\ndone: {done:?}");
    for needed in ["turn", "resolve", "orders"] {
        assert!(only.is_some() || done.contains_key(needed), "{needed} never came to pass: {done:?}");
    }
}

#[test]
fn what_a_story_tells_of_rations_is_understood() {
    let line = |text: &str| StoryLine { day: Day(0), text: text.to_owned(), clause: String::new() };
    for (text, change) in [
        ("The besiegers need 102 rations: 37 foraged, 65 from their stores, 0 horses; 0 short.", -65),
        ("6 men out to forage by night, a roll of 9: 40 rations are brought in.", 40),
        ("6 men out to forage by night, a roll of 1: 4 men do not come back.", 0),
        (
            "A sortie against the camp, a roll of 8: they come through, and burn 300 rations; the besiegers lose nobody.",
            -300,
        ),
        ("A sortie against the engines, a roll of 8: they come through, and burn 3 points of engines; so.", 0),
        ("The sortie from Stonekeep Castle burns 30 rations.", -30),
        ("1000 rations are left to the besiegers.", 0),
    ] {
        assert_eq!(loaves(&[line(text)]), change, "{text}");
    }
}
