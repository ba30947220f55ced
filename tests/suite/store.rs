//! The campaign file: what is done can be undone, across restarts, and nothing changes but by an action.

use crate::support::{content, first_day, folder, march, open, refused, same, sound};
use banneret::app::captives::{Buyer, Keep, Payer, PrisonersFate, Security};
use banneret::app::edit::{self, Becomes};
use banneret::app::world::captivities::{self, PartEdit};
use banneret::app::world::{ByHand, holds, sides};
use banneret::app::{
    battle, captives, commands, contact, filters, history, import, march as marches, numbers, organise, parole, plan,
    recruit, relations, siege, treasury, turn,
};
use banneret::campaign::armies::{Formation, Level};
use banneret::campaign::calendar::Day;
use banneret::campaign::captivity::Captive;
use banneret::campaign::chronicle::LineKind;
use banneret::campaign::filters::SavedFilter;
use banneret::campaign::ids::FormationId;
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::{Person, PersonState};
use banneret::campaign::problem::{Problem, ProblemKind};
use banneret::campaign::realm::{Stance, Tincture};
use banneret::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use banneret::campaign::war::{ContactState, Settled};
use banneret::rules::figure::{BySide, Class, Grade, Protection, Rank};
use banneret::rules::siege::{Gear, Leave, Order, Terms};
use banneret::rules::weather::WeatherKind;
use banneret::store::backups::backups_of;
use banneret::store::journal::{ActionKind, ActionState, JOURNALLED, fold};
use banneret::store::world::RowOf;
use banneret::store::{Act, Db, Store};
use rusqlite::Connection;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn army(db: &Db, name: &str) -> Formation {
    db.army_named(name).unwrap_or_else(|problem| panic!("{problem}"))
}

fn part(db: &Db, army: FormationId, level: Level, at: usize) -> FormationId {
    let tree = db.tree(army).expect("the tree");
    tree.iter().filter(|part| part.level == level).nth(at).unwrap_or_else(|| panic!("a {level} {at}")).id
}

fn place(db: &Db, name: &str) -> banneret::campaign::ids::PlaceId {
    db.place_named(name).unwrap_or_else(|problem| panic!("{problem}")).id
}

/// A campaign in which each thing done is undone and redone at once, and the file closed and opened in between.
pub struct Story {
    file: PathBuf,
    store: Option<Store>,
    kinds: BTreeSet<String>,
}

impl Story {
    /// The open campaign.
    pub fn store(&mut self) -> &mut Store {
        self.store.as_mut().expect("the campaign is open")
    }

    fn reopen(&mut self) {
        self.store = None;
        self.store = Some(open(&self.file));
    }

    /// Does one thing, undoes it and redoes it, across restarts.
    pub fn does<T>(&mut self, what: impl FnOnce(&mut Store) -> Result<T, Problem>) -> T {
        let before = content(self.store());
        let last = self.store().last_action().expect("the last action").expect("an action");
        let done = what(self.store()).unwrap_or_else(|problem| panic!("after “{}”: {problem}", last.sentence));
        let action = self.store().undoable().expect("the journal").expect("an action to undo");
        let name = action.name.clone();
        assert!(action.id > last.id, "{name} is one action of its own");
        assert!(action.sentence.ends_with('.'), "{name}: {}", action.sentence);
        let after = content(self.store());
        assert!(before != after, "{name} changes something");
        let undone = self.store().undo().expect("it is undone").expect("something was undone");
        assert_eq!(undone.id, action.id);
        same(&before, &content(self.store()), &format!("{name}, undone"));
        self.reopen();
        same(&before, &content(self.store()), &format!("{name}, undone and opened again"));
        let redone = self.store().redo().expect("it is redone").expect("something was redone");
        assert_eq!(redone.id, action.id);
        same(&after, &content(self.store()), &format!("{name}, redone"));
        self.reopen();
        same(&after, &content(self.store()), &format!("{name}, redone and opened again"));
        self.kinds.insert(name);
        done
    }
}

/// A man's bare word, without hostages.
fn word() -> Security {
    Security::Hostages(Vec::new())
}

/// The names of all actions the program has, read from its use cases.
fn kinds_of_action() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let uses = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let named = fs::read_to_string(uses.join("actions.rs")).expect("the names told apart");
    let mut waiting = vec![uses];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("the use cases");
            waiting.extend(entries.map(|entry| entry.expect("a use case").path()));
            continue;
        }
        let text = fs::read_to_string(path).expect("a use case");
        for after in text.split(".act(").skip(1) {
            let within = |text: &str| text.strip_prefix('"').and_then(|rest| rest.split('"').next()).map(str::to_owned);
            // One that is told apart from others has its name in a file with those.
            let constant = after.trim_start().strip_prefix("actions::").and_then(|rest| rest.split(',').next());
            let name = match constant {
                Some(constant) => {
                    named.split_once(&format!("const {constant}: &str = ")).and_then(|(_, rest)| within(rest))
                }
                None => within(after.trim_start()),
            };
            names.insert(name.unwrap_or_else(|| panic!("an action without a name: {after:.60}")));
        }
    }
    names
}

#[test]
fn every_kind_of_action_is_undone_and_redone_across_restarts() {
    let folder = folder();
    let file = march(&folder);
    let mut story = Story { store: Some(open(&file)), file, kinds: BTreeSet::new() };
    let store = story.store();
    let (estmark, gorwen, valbrun) = {
        let side = |name| store.side_named(name).expect("a side").id;
        (side("Estmark"), side("Gorwen"), side("Valbrun"))
    };
    let host = army(store, "Host of Estmark").id;
    let household = army(store, "King's Household").id;
    let fulk = captives::named(store, "Fulk Tempest").expect("a captive").id;
    let rhys = captives::named(store, "Rhys Fychan").expect("a captive").id;

    // Money and captives.
    let treasuries = (
        story.store().side_account(estmark).expect("a treasury"),
        story.store().side_account(gorwen).expect("a treasury"),
    );
    story.does(|store| treasury::enter(store, treasuries.0, treasuries.1, Pence(99), "a toll at the ford"));
    story.does(|store| relations::grant(store, estmark, Pence(12_345), "a loan of the abbot"));
    story.does(|store| relations::grant(store, estmark, Pence(-345), "the abbot's interest"));
    story.does(|store| captives::ask(store, fulk, Some(Pence::from_marks(60))));
    story.does(|store| captives::offer(store, fulk, Pence::from_marks(50)));
    story.does(|store| captives::agree(store, fulk, None));
    story.does(|store| captives::ask_many(store, &[fulk]));
    story.does(|store| captives::pay_many(store, &[fulk, rhys], Payer::Side));
    story.store().undo().expect("undone");
    story.does(|store| captives::exchange(store, &[rhys], &[fulk], Some((gorwen, Pence(160)))));
    story.store().undo().expect("undone");
    story.does(|store| captives::pay(store, fulk, Payer::Side, None));
    let today = story.store().day().expect("the day");
    let parts = [(today + 3, Pence::from_marks(40)), (today + 30, Pence::from_marks(50))];
    story.does(|store| captives::pay_in_parts(store, rhys, Payer::Side, &parts, &word()));
    let due = story.store().instalments().expect("the instalments")[0].id;
    story.does(|store| captives::pay_part(store, due, None));
    let by = ByHand::because("written down wrong");
    let left = story.store().instalments().expect("the instalments")[0].id;
    let later = PartEdit { due: Some(today + 31), ..PartEdit::default() };
    story.does(|store| captivities::edit_part(store, left, &later, &by));
    let known = story.store().captive(rhys).expect("he");
    story.does(|store| captivities::edit(store, &Captive { battle: None, ..known.clone() }, &by));
    let held = story.store().captives(false).expect("the captives");
    let of = |class| held.iter().filter(move |line| line.captive.standing.class == class).map(|line| line.captive.id);
    let peasant = of(Class::Peasant).next().expect("a peasant");
    let sergeant = of(Class::Sergeant).next().expect("a sergeant");
    story.does(|store| captives::set_to_labour(store, &[peasant], true));
    story.does(|store| captives::free(store, &[sergeant]));
    let joins = captives::recruitable(story.store(), estmark).expect("recruits")[0].id;
    let garrison = army(story.store(), "Garrison of Harrowgard").id;
    let unit = part(story.store(), garrison, Level::Unit, 0);
    story.does(|store| captives::recruit(store, &[joins], unit));
    let marlstone = army(story.store(), "Garrison of Marlstone").id;
    story.does(|store| captives::lodge(store, &[peasant], Keep::With(marlstone)));

    let held = story.store().captives(false).expect("the captives");
    let of = |side| held.iter().filter(move |line| line.captive.holder_side == side && !line.captive.hostage);
    let sergeants: Vec<_> = of(estmark).filter(|line| line.captive.standing.class == Class::Sergeant).collect();
    let heir = story.store().men_of(host).expect("men").remove(0).id;
    story.does(|store| captives::give(store, &[sergeants[0].captive.id], Buyer::Man(heir)));
    story.does(|store| captives::sell(store, &[sergeants[0].captive.id], Buyer::Side(valbrun), Pence(160)));
    let doomed = story.store().captive(peasant).expect("he").person;
    story.does(|store| captives::put_to_death(store, &[peasant], "an example"));
    assert_eq!(story.store().person(doomed).expect("he").state, PersonState::Dead);
    let last = story.store().captives(false).expect("the captives").pop().expect("one is held").captive;
    let mut crowned = story.store().person(last.person).expect("he");
    (crowned.profile.class, crowned.profile.rank) = (Class::Knight, Rank::King);
    story.does(|store| edit::person(store, &crowned, Becomes::AsHeIs, &ByHand::because("he was a king in disguise")));
    story.does(|store| captives::change_sides(store, last.id, Some(Pence(1600))));
    story.does(|store| relations::set(store, estmark, gorwen, Stance::Truce, None));
    story.does(|store| captives::settle_prisoners(store, estmark, gorwen, PrisonersFate::Kept));
    story.does(|store| relations::set(store, estmark, gorwen, Stance::War, None));

    // Armies put in order.
    let (one, other) = (part(story.store(), host, Level::Unit, 0), part(story.store(), host, Level::Unit, 1));
    let men: Vec<_> = story.store().men_of(one).expect("men").into_iter().take(4).map(|man| man.id).collect();
    story.does(|store| organise::move_men(store, &men, other));
    let force = part(story.store(), host, Level::Force, 1);
    story.does(|store| organise::move_formations(store, &[one], force));
    let made = story.does(|store| organise::add_formation(store, force, "Scouts of the Wend"));
    story.does(|store| organise::rename(store, made, "Scouts of the Fold"));
    story.does(|store| organise::appoint(store, made, Some(men[0])));
    story.does(|store| organise::appoint(store, host, None));
    story.does(|store| commands::fill_vacant(store, host));
    let battle = part(story.store(), host, Level::Battle, 0);
    let parted = story.does(|store| organise::detach(store, &[battle], "Van of Estmark"));
    story.does(|store| organise::join(store, parted, host));
    let man = story.store().person(men[0]).expect("a man");
    let edited = Person { name: "Odo Blunt".to_owned(), note: "limps".to_owned(), ..man };
    story.does(|store| edit::person(store, &edited, Becomes::AsHeIs, &ByHand::because("mistaken on the roster")));
    let heir = story.store().men_of(household).expect("men")[1].id;
    story.does(|store| relations::set_lord(store, estmark, heir));

    // Realms, numbers and rosters.
    story.does(|store| relations::set(store, gorwen, valbrun, Stance::War, None));
    story.does(|store| relations::set(store, gorwen, valbrun, Stance::Peace, None));
    crate::made_by_hand::told(&mut story);
    story.does(|store| numbers::set(store, "battle_men_a_side", Some("50"), "a small table"));
    story.does(|store| numbers::set(store, "battle_men_a_side", None, "a larger table"));
    story.does(|store| import::import(store, b"class,grade,count\nsergeant,C,12\n", "Brigands", false));

    // Men raised, armed, trained, kept and let go.
    let towns = [place(story.store(), "Kingsholm"), place(story.store(), "Ashmere")];
    let levied = story.does(|store| recruit::levy(store, &towns, Some(330), None));
    let levy = army(story.store(), "Levy of Kingsholm").id;
    let spears = recruit::ArmsWanted { protection: Protection::new(3), ..recruit::ArmsWanted::default() };
    story.does(|store| recruit::arm(store, levy, &spears));
    story.does(|store| recruit::dismiss(store, &levied.men));
    let knights = story.does(|store| recruit::summon(store, &towns[..1], Some(3), Some(household))).men;
    story.does(|store| recruit::keep(store, &knights, None));
    story.does(|store| recruit::pay_scutage(store, &towns, None));
    let slingers = recruit::Company {
        troop: "slingers".to_owned(),
        men: 40,
        grade: Some(Grade::E),
        name: "Slingers of the Fold".to_owned(),
        people: Some(People::Welsh),
        weeks: Some(20),
    };
    story.does(|store| recruit::hire(store, &slingers, garrison));
    story.does(|store| recruit::train(store, garrison));

    // War.
    let kingsholm = place(story.store(), "Wexbridge");
    story.does(|store| marches::order(store, household, kingsholm));
    story.does(|store| marches::halt(store, household));
    let marlstone = army(story.store(), "Garrison of Marlstone");
    story.does(|store| marches::garrison(store, marlstone.id, None));
    story.does(turn::play);
    let gorwens = army(story.store(), "Host of Gorwen").id;
    let planned = story.does(|store| plan::plan(store, host, gorwens, 5));
    story.does(|store| plan::set_ground(store, planned, "wooded hill"));
    story.does(|store| plan::set_weather(store, planned, WeatherKind::Rain));
    let gear = BySide { attacker: "1 wagon".to_owned(), defender: "2 packhorses".to_owned() };
    story.does(|store| plan::set_gear(store, planned, &gear));
    story.does(|store| plan::drop_plan(store, planned));
    story.does(|store| plan::plan(store, host, gorwens, 6));
    story.does(|store| {
        let muster = plan::muster_of(store, host, gorwens, 6)?;
        let fought = battle::fight(&muster, &numbers::of_battles(store)?)?;
        let proposal = battle::propose(store, muster, fought.report, Settled::App, Some(fought.record), true)?;
        battle::take_in(store, proposal)
    });
    let (riders, raiders) =
        (army(story.store(), "Riders of the March").id, army(story.store(), "Raiders of Glyn Haul").id);
    let met = waiting(story.store(), riders).expect("the riders meet the raiders");
    story.does(|store| contact::retire(store, met, riders));
    let castle = marlstone.place.expect("the garrison stands somewhere");
    for _ in 0..6 {
        match waiting(story.store(), raiders) {
            // Whoever else stands in their way goes out of it.
            Some(met) if waiting(story.store(), marlstone.id) != Some(met) => {
                let other = story.store().contact(met).expect("the contact");
                let other = if other.attacker == raiders { other.defender } else { other.attacker };
                story.does(|store| contact::retire(store, met, other));
            }
            Some(_) => break,
            None => {
                let _ = marches::order(story.store(), raiders, castle);
                story.does(turn::play);
            }
        }
    }
    let met = waiting(story.store(), marlstone.id).expect("the raiders come before Marlstone");
    let walls = marlstone.stronghold.expect("the garrison has its walls");
    story.does(|store| contact::shut_in(store, met, marlstone.id, walls));
    // A part of a ransom is missed: he comes back, or his hostages are forfeit.
    let held = story.store().captives(false).expect("the captives").remove(0).captive.id;
    let today = story.store().day().expect("the day");
    let man = story.store().captive(held).expect("he").person;
    let side = story.store().person(man).expect("he").side;
    let pledged = story.store().people_like("", 2_000).expect("people").into_iter();
    let mut pledged = pledged.filter(|man| man.side == side && man.state.serves() && man.formation.is_some());
    let pledge = Security::Hostages(vec![pledged.next_back().expect("a hostage").id]);
    story.does(|store| captives::pay_in_parts(store, held, Payer::Side, &[(today + 1, Pence(160))], &pledge));
    story.does(turn::play);
    assert!(parole::paroles(story.store()).expect("paroles")[0].missed);
    story.does(|store| parole::come_back(store, held));
    story.store().undo().expect("undone");
    story.does(|store| parole::forfeit(store, held));
    // Sieges: opened and joined, conducted, bargained over, relieved, and given up.
    let roster = b"army,class,grade,count\nBesiegers,sergeant,C,160\nSecond,sergeant,C,20\nCarts,sergeant,D,4\n";
    story.does(|store| import::import(store, roster, "Gorwen", false));
    story.does(|store| import::import(store, b"army,class,grade,count\nRelief,sergeant,C,5\n", "Estmark", false));
    let (besiegers, second) = (army(story.store(), "Besiegers").id, army(story.store(), "Second").id);
    let (carts, relief) = (army(story.store(), "Carts").id, army(story.store(), "Relief").id);
    let castle = story.store().stronghold_named("Harrowgard").expect("a castle").clone();
    let here = |store: &mut Store, armies: &[FormationId]| {
        let place = |act: &Act, army: FormationId| {
            act.set_march(army, None)?;
            act.set_army_place(army, castle.place, None)
        };
        let all = |act: &Act| armies.iter().try_for_each(|army| place(act, *army));
        store
            .act("place", &json!({}), |act| Ok((all(act)?, "They stand there.".to_owned())))
            .expect("they stand there");
    };
    let met: Vec<_> = story.store().waiting_contacts().expect("contacts");
    for contact in met {
        let lapses = |act: &Act| act.settle_contact(contact.id, ContactState::Lapsed, None);
        let store = story.store();
        store.act("lapse", &json!({}), |act| Ok((lapses(act)?, "It lapses.".to_owned()))).expect("it lapses");
    }
    here(story.store(), &[besiegers, second]);
    let train = SiegeTrain { rations: 900, ..SiegeTrain::default() };
    story.does(|store| siege::set_train(store, besiegers, &train, "for the siege"));
    story.does(|store| siege::load(store, carts, siege::Load { rations: 20, animals: 2 }, None));
    story.does(|store| siege::build(store, besiegers, Gear::Ladders, 1));
    story.does(|store| siege::build(store, besiegers, Gear::Trebuchet, 4));
    let laid = story.does(|store| siege::open(store, besiegers, castle.id));
    story.does(|store| siege::join(store, second, laid));
    for (part, orders) in
        [(SiegePart::Besiegers, &[Order::Assault, Order::Batter][..]), (SiegePart::Garrison, &[Order::SallyCamp])]
    {
        story.does(|store| siege::set_conduct(store, laid, part, Conduct::Orders, orders, false));
    }
    story.does(|store| siege::play_by_hand(store, laid, &siege::Orders::default()));
    let waits = |store: &Db| {
        let contacts = store.waiting_contacts().expect("contacts");
        contacts.into_iter().find(|contact| contact.siege == Some(laid)).expect("it waits").id
    };
    let sortie = waits(story.store());
    story.does(|store| siege::lead(store, sortie, second));
    story.does(|store| siege::call_off(store, sortie));
    story.does(|store| siege::leave(store, second));
    story.does(|store| siege::play_by_hand(store, laid, &siege::Orders::default()));
    let sortie = waits(story.store());
    story.does(|store| siege::resolve(store, sortie));
    let inside = story.store().armies().expect("armies").into_iter().find(|known| known.stronghold == Some(castle.id));
    let inside = story.store().men_of(inside.expect("a garrison").id).expect("men");
    let hurt = inside.iter().find(|man| man.wounded || man.profile.class == Class::Cleric).map(|man| man.id);
    let hurt = hurt.unwrap_or_else(|| {
        let (store, man) = (story.store(), inside[0].id);
        store.act("wound", &json!({}), |act| Ok((act.set_wound(man, true)?, "Hurt.".to_owned()))).expect("hurt");
        man
    });
    story.does(|store| siege::expel(store, laid, &[hurt]));
    let terms = Terms { hostages: 1, respite_days: 20, ..Terms::plain(Leave::WithArms) };
    story.does(|store| siege::offer(store, laid, SiegePart::Besiegers, &terms));
    story.does(|store| siege::answer(store, laid, true));
    here(story.store(), &[relief]);
    story.does(turn::play);
    let met = waits(story.store());
    story.does(|store| siege::meet(store, met, siege::ReliefMeeting::Battle));
    // Nobody goes before a battle that is chosen: the choice is taken back.
    story.store().undo().expect("undone").expect("the choice");
    story.does(|store| contact::retire(store, met, relief));
    here(story.store(), &[carts]);
    story.does(|store| siege::lift(store, laid));
    let by = ByHand::because("it is like the one in the book");
    story.does(|store| holds::set_map(store, castle.id, Some("border castle"), &by));
    // A friend may try to come in by night.
    here(story.store(), &[besiegers]);
    let again = story.does(|store| siege::open(store, besiegers, castle.id));
    here(story.store(), &[relief]);
    story.does(|store| siege::slip(store, relief, siege::Through::In));
    assert!(story.store().siege(again).expect("the siege").ended.is_none());
    let people = story.store().people().expect("the people");
    let men: Vec<_> = people.iter().filter(|man| man.state == PersonState::Fit).take(2).map(|man| man.id).collect();
    let tagged = edit::Changes { tag: vec!["levy".to_owned()], ..edit::Changes::default() };
    story.does(|store| edit::many(store, &men, &tagged, &by));
    let kept = SavedFilter {
        list: "people".to_owned(),
        name: "Some".to_owned(),
        filters: [("Name".to_owned(), "a".to_owned())].into(),
        sort: None,
        hidden: Vec::new(),
    };
    story.does(|store| filters::save(store, &kept));
    story.does(|store| filters::forget(store, "people", "Some"));
    story.does(|store| history::write(store, LineKind::Letter, None, "We are hungry."));
    let mut all = kinds_of_action();
    assert!(all.remove("new campaign"), "what made the campaign is an action too, and the one that stays");
    let missing: Vec<_> = all.difference(&story.kinds).collect();
    assert!(missing.is_empty(), "never undone here: {missing:?}");
    sound(story.store(), "after everything");
    // And back to the first day, each step in turn.
    while story.store().undo().expect("it is undone").is_some() {}
    let beginning = content(&open_copy(folder.path(), first_day()));
    same(&beginning, &content(story.store()), "undone to the first day");
    sound(story.store(), "undone to the first day");
}

fn open_copy(folder: &Path, bytes: &[u8]) -> Store {
    let file = folder.join("copy.banneret");
    fs::write(&file, bytes).expect("a copy");
    open(&file)
}

fn waiting(db: &Db, army: FormationId) -> Option<banneret::campaign::ids::ContactId> {
    let contacts = db.waiting_contacts().expect("the contacts");
    contacts.into_iter().find(|met| [met.attacker, met.defender].contains(&army)).map(|met| met.id)
}

#[test]
fn a_new_action_closes_redo_and_the_branch_stays_readable() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let estmark = store.side_named("Estmark").expect("a side").id;
    relations::grant(&mut store, estmark, Pence(100), "first").expect("done");
    relations::grant(&mut store, estmark, Pence(200), "second").expect("done");
    let second = store.undo().expect("undone").expect("the second");
    assert!(second.sentence.contains("second"), "{}", second.sentence);
    drop(store);
    let mut store = open(&file);
    assert_eq!(store.redoable().expect("the journal").map(|action| action.id), Some(second.id));
    let undoing = store.last_action().expect("the journal").expect("an action");
    assert_eq!((undoing.kind, undoing.sentence), (ActionKind::Undo, format!("Undid: {}", second.sentence)));
    relations::grant(&mut store, estmark, Pence(300), "third").expect("done");
    assert_eq!(store.redoable().expect("the journal"), None);
    assert_eq!(store.redo().expect("nothing happens"), None);
    let actions = store.actions("second", None, None, 10).expect("the chronicle");
    let states: Vec<_> = actions.iter().map(|action| (action.kind, action.state)).collect();
    assert_eq!(states, [(ActionKind::Undo, ActionState::Done), (ActionKind::Do, ActionState::Closed)]);
    sound(&store, "with a closed branch");
    // The closed one is passed over: undo goes from the third to the first.
    assert!(store.undo().expect("undone").expect("the third").sentence.contains("third"));
    assert!(store.undo().expect("undone").expect("the first").sentence.contains("first"));
    assert_eq!(store.undo().expect("nothing happens"), None, "what made the campaign is not undone");
    let redone: Vec<_> = (0..3).filter_map(|_| store.redo().expect("redone")).map(|action| action.sentence).collect();
    assert!(redone.len() == 2 && redone[0].contains("first") && redone[1].contains("third"), "{redone:?}");
    sound(&store, "after it all");
}

#[test]
fn undo_to_a_point_takes_back_all_that_came_after() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    relations::grant(&mut store, estmark, Pence(1), "kept").expect("done");
    let here = store.last_action().expect("the journal").expect("an action").id;
    let then = content(&store);
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn");
    }
    let mut undone = Vec::new();
    history::undo_to(&mut store, here, &mut undone).expect("undone");
    assert_eq!(undone.len(), 3);
    same(&then, &content(&store), "undone to the grant");
    history::undo_to(&mut store, here, &mut undone).expect("nothing is left");
    assert_eq!(undone.len(), 3, "nothing more");
}

#[test]
fn an_action_that_fails_leaves_nothing() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = content(&store);
    let last = store.last_action().expect("the journal");
    let failed = store.act("half", &json!({}), |act| -> Result<((), String), Problem> {
        let side = act.add_side("Nowhere", Tincture::Or, People::English)?;
        act.pay(act.world()?, act.side_account(side)?, Pence(500), "a gift", "CP-7.7")?;
        Err(Problem::refused("That will not do.", "Do something else."))
    });
    assert_eq!(failed.expect_err("it is refused").kind, ProblemKind::Refused);
    same(&before, &content(&store), "after a refused action");
    assert_eq!(store.last_action().expect("the journal"), last);
    // One that breaks a rule that always holds is stopped before it is kept.
    let lord = store.side_named("Estmark").expect("a side").lord.expect("a lord");
    let broken = store.act("break", &json!({}), |act| {
        act.set_state(lord, PersonState::Dead)?;
        Ok(((), "The king is dead, and rules on.".to_owned()))
    });
    let problem = broken.expect_err("the dead rule no side");
    assert_eq!(problem.kind, ProblemKind::RuleBroken);
    assert!(!problem.hint.is_empty());
    same(&before, &content(&store), "after a broken rule");
    assert_eq!(store.last_action().expect("the journal"), last);
    sound(&store, "after both");
    // And the store goes on as if nothing had been.
    turn::play(&mut store).expect("a turn");
}

#[test]
fn a_number_once_given_is_never_given_again() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let first = sides::add(&mut store, &crate::made_by_hand::side("Sorel"), &ByHand::default()).expect("a side");
    store.undo().expect("undone");
    drop(store);
    let mut store = open(&file);
    let second = sides::add(&mut store, &crate::made_by_hand::side("Merle"), &ByHand::default()).expect("a side");
    assert!(second > first, "{second:?} after {first:?}");
}

#[test]
fn a_second_opening_is_refused_until_the_first_is_over() {
    let folder = folder();
    let file = march(&folder);
    let store = open(&file);
    let problem = Store::open(&file).expect_err("it is open already");
    assert_eq!(problem.kind, ProblemKind::Locked);
    assert!(!problem.hint.is_empty());
    // Asking did not let go of the file: another program is still kept out.
    refused(&["show", file.to_str().expect("a plain name")]);
    drop(store);
    open(&file);
}

#[test]
fn ten_backups_are_kept_and_only_of_what_changed() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let first = store.back_up().expect("a backup").expect("the first is made");
    assert_eq!(store.back_up().expect("no backup"), None, "nothing changed since");
    let mut newest = first.clone();
    for _ in 0..11 {
        turn::play(&mut store).expect("a turn");
        newest = store.back_up().expect("a backup").expect("it changed");
    }
    let mut kept: Vec<_> =
        fs::read_dir(backups_of(&file)).expect("the backups").map(|entry| entry.expect("one").path()).collect();
    kept.sort();
    assert_eq!(kept.len(), 10);
    assert!(!first.exists(), "the oldest went");
    assert_eq!(kept.last(), Some(&newest));
    let backup = open(&newest);
    same(&content(&store), &content(&backup), "the newest backup");
    sound(&backup, "a backup");
}

#[test]
fn a_copy_is_whole_and_overwrites_nothing() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = content(&store);
    turn::play(&mut store).expect("a turn");
    let to = folder.path().join("copy.banneret");
    store.copy_to(&to).expect("a copy");
    let mut copy = open(&to);
    same(&content(&store), &content(&copy), "the copy");
    sound(&copy, "the copy");
    copy.undo().expect("undone").expect("the turn");
    same(&before, &content(&copy), "the copy, undone");
    drop(copy);
    let bytes = fs::read(&to).expect("the copy");
    let problem = store.copy_to(&to).expect_err("there is a file");
    assert_eq!(problem.kind, ProblemKind::Refused);
    assert!(!problem.hint.is_empty());
    assert!(fs::read(&to).expect("the copy") == bytes, "it is untouched");
    let problem = Store::create(&to, |_| Ok(())).expect_err("there is a file");
    assert_eq!(problem.kind, ProblemKind::Refused);
    assert!(fs::read(&to).expect("the copy") == bytes, "it is untouched");
}

#[test]
fn every_table_is_strict_and_what_is_journalled_is_plain() {
    // CP-1.1
    let folder = folder();
    let file = march(&folder);
    drop(open(&file));
    let sql = Connection::open(&file).expect("the file");
    let mut query = sql.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").expect("a query");
    let tables: BTreeMap<String, String> = query
        .query_map([], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?.unwrap_or_default())))
        .and_then(Iterator::collect)
        .expect("the schema");
    let ours: BTreeSet<&str> =
        JOURNALLED.iter().copied().chain(["action", "change", "record", "play", "play_decision", "picture"]).collect();
    let others: Vec<_> = tables.keys().filter(|name| !ours.contains(name.as_str())).collect();
    assert_eq!(others, ["refinery_schema_history", "sqlite_sequence"], "every table is journalled or known not to be");
    for name in &ours {
        let made = tables.get(*name).unwrap_or_else(|| panic!("a table {name}"));
        assert!(made.trim_end().ends_with("STRICT"), "{name} is not strict");
    }
    let mut columns = sql.prepare("SELECT name, type, pk FROM pragma_table_info(?1)").expect("a query");
    for name in JOURNALLED {
        assert!(tables[*name].contains("id INTEGER PRIMARY KEY AUTOINCREMENT"), "{name} may give a number twice");
        let kinds: Vec<(String, String, i64)> = columns
            .query_map([name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .and_then(Iterator::collect)
            .expect("the columns");
        for (column, kind, key) in kinds {
            assert!(["INTEGER", "TEXT"].contains(&kind.as_str()), "{name}.{column} is {kind}");
            assert_eq!(key == 1, column == "id", "{name}.{column}");
        }
    }
}

#[test]
fn every_column_that_refers_to_a_row_has_an_index() {
    // Else to take a row out is to walk through every table that might refer to it.
    let folder = folder();
    let file = march(&folder);
    drop(open(&file));
    let sql = Connection::open(&file).expect("the file");
    let list = |text: &str| -> Vec<(String, String)> {
        let mut query = sql.prepare(text).expect("a query");
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).and_then(Iterator::collect).expect("rows")
    };
    let referring = list(
        "SELECT m.name, k.\"from\" FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS k WHERE m.type = 'table'",
    );
    assert!(referring.len() > 40, "{referring:?}");
    let leading = list(
        "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS i
         JOIN pragma_index_info(i.name) AS c WHERE m.type = 'table' AND c.seqno = 0",
    );
    let without: Vec<_> = referring.iter().filter(|column| !leading.contains(column)).collect();
    assert!(without.is_empty(), "without an index: {without:?}");
    // And SQLite looks by it, also where it holds the filled ones alone.
    for (table, column) in referring {
        let plan: String = sql
            .query_row(&format!("EXPLAIN QUERY PLAN SELECT id FROM {table} WHERE {column} = 1"), [], |row| row.get(3))
            .expect("a plan");
        assert!(plan.contains("USING") && plan.contains("INDEX"), "{table}.{column}: {plan}");
    }
}

#[test]
fn a_fault_in_an_action_leaves_nothing_and_the_store_goes_on() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let before = content(&store);
    let fault = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        store.act("fault", &json!({}), |act| -> Result<((), String), Problem> {
            act.add_side("Nowhere", Tincture::Or, People::English)?;
            panic!("a fault of the program's")
        })
    }));
    assert!(fault.is_err());
    same(&before, &content(&store), "after the fault");
    turn::play(&mut store).expect("a turn");
    sound(&store, "after the fault");
}

#[test]
fn a_man_has_his_history() {
    // CP-1.2
    let folder = folder();
    let mut store = open(&march(&folder));
    let man = store.person_named("Fulk Tempest").expect("a man");
    let made = store.changes_of(RowOf::Person(man.id)).expect("his history");
    assert!(made[0].before.is_none() && made[0].after.is_some(), "the first made him");
    let known = made.len();
    let edited = Person { note: "lost an eye at Thornford".to_owned(), ..man.clone() };
    edit::person(&mut store, &edited, Becomes::AsHeIs, &ByHand::because("told at the table")).expect("edited");
    let history = store.changes_of(RowOf::Person(man.id)).expect("his history");
    assert_eq!(history.len(), known + 1);
    let last = &history[known];
    assert_eq!(last.before, Some(json!({ "note": "" })), "only what changed is written down");
    assert_eq!(last.after, Some(json!({ "note": "lost an eye at Thornford" })));
    assert!(last.action.sentence.contains("told at the table"), "{}", last.action.sentence);
    store.undo().expect("undone");
    let history = store.changes_of(RowOf::Person(man.id)).expect("his history");
    assert_eq!((history.len(), history[known].action.state), (known + 1, ActionState::Undone));
    assert_eq!(store.person(man.id).expect("the man"), man);
}

#[test]
fn orders_with_no_place_left_stop_a_turn_and_say_where_they_stand() {
    // CP-2.1: the program never writes such orders.
    let folder = folder();
    let file = march(&folder);
    let host = open(&file).army_named("Host of Estmark").expect("an army").id;
    let sql = Connection::open(&file).expect("the file");
    let orders = "INSERT OR REPLACE INTO march (id, army_id, path, miles_done) VALUES (77, ?1, '', 9)";
    assert_eq!(sql.execute(orders, [host.0]).expect("written"), 1);
    drop(sql);
    let problem = turn::play(&mut open(&file)).expect_err("it cannot be read where the army goes");
    assert_eq!(problem.kind, ProblemKind::Corrupt);
    assert!(problem.sentence.contains("march 77, path"), "{problem}");
}

#[test]
fn dice_fall_the_same_when_a_turn_is_taken_back_and_played_again() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let first = turn::play(&mut store).expect("a turn");
    store.undo().expect("undone");
    let again = turn::play(&mut store).expect("a turn");
    assert_eq!(first.lines, again.lines);
}

/// A day of the calendar.
pub fn day(text: &str) -> Day {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a file's schema says.
pub fn schema(file: &Path) -> Vec<String> {
    let sql = Connection::open(file).expect("the file");
    let mut query = sql.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").expect("a query");
    query.query_map([], |row| row.get(0)).and_then(Iterator::collect).expect("the schema")
}

#[test]
fn what_is_looked_for_is_found_with_either_apostrophe() {
    assert_eq!(fold("The Baron’s Castle"), fold("the baron's castle"));
    assert_eq!(fold("Château d’Épernay"), "chateau d'epernay");
}
