//! What every set of rules promises ([`Position`]), held by one test for all of them: `check` and `play` agree, a refusal
//! changes nothing, a match is rebuilt from its decisions and taken back exactly, a view tells nothing it must not, every
//! game ends, and a forecast is the same on any number of threads. One random player plays them all.

use crate::draughts::Plain;
use crate::{assaults, golden, playouts_siege};
use banneret::rules::assault::{Assault, Stormer};
use banneret::rules::battle::{Plan, StormedPlace};
use banneret::rules::castle_cracker::{self, Commanders, CrackerBattle};
use banneret::rules::castle_under_siege::{self, Agreed, Craft, Engineer, Reckoning, Strength};
use banneret::rules::castles::Cast;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::Side;
use banneret::rules::forecast::{Ask, Counts, Trial, forecast};
use banneret::rules::game::{Captain, Choices, Game, NullSink, Outcome};
use banneret::rules::man_to_man::Field;
use banneret::rules::matches::{Match, read, write};
use banneret::rules::ruleset::{Rules, Ruleset, With};
use banneret::rules::settles::{House, Settles};
use banneret::rules::siege::{Constable, Siege, Tables};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

/// A set of rules under test: how a game of it begins, and who plays it for the program.
pub trait Subject {
    type Game: Game;
    type Captain: Captain<Self::Game>;

    fn begin(seed: u64, dice: &mut Seeded, told: &mut Vec<<Self::Game as Game>::Event>) -> (Self::Game, Self::Captain);
}

type Told<S> = Vec<<<S as Subject>::Game as Game>::Event>;

/// A battle of a campaign, settled by rules that settle battles.
struct OfBattle<B>(PhantomData<B>);

impl<B: Settles> Subject for OfBattle<B> {
    type Game = B::Game;
    type Captain = B::Captain;

    fn begin(seed: u64, dice: &mut Seeded, told: &mut Told<Self>) -> (B::Game, B::Captain) {
        let plan = Plan { seed, ..golden::knights_against_levy() };
        let battle = B::cast(&plan, &House::new()).expect("the plan has no fault");
        (battle.begin(told), battle.captain(dice))
    }
}

impl Subject for Constable {
    type Game = Siege;
    type Captain = Constable;

    fn begin(seed: u64, dice: &mut Seeded, told: &mut Told<Self>) -> (Siege, Constable) {
        let plan = playouts_siege::plan(&mut Seeded::stream(seed, 77));
        (Siege::begin(&plan, &Tables::book(), dice, told), Constable)
    }
}

impl Subject for Engineer {
    type Game = castle_under_siege::Position;
    type Captain = Engineer;

    fn begin(seed: u64, _dice: &mut Seeded, _told: &mut Told<Self>) -> (castle_under_siege::Position, Engineer) {
        let strength = if seed.is_multiple_of(2) { Strength::Average } else { Strength::Powerful };
        let reckoning = if seed.is_multiple_of(3) { Reckoning::Points } else { Reckoning::Plain };
        let agreed = Agreed { strength, reckoning };
        let engineer = Engineer::of(Craft::ALL[seed as usize % Craft::ALL.len()]);
        (castle_under_siege::Position::new(agreed, &castle_under_siege::Tables::book()), engineer)
    }
}

impl Subject for Commanders {
    type Game = castle_cracker::Position;
    type Captain = Commanders;

    fn begin(seed: u64, _dice: &mut Seeded, _told: &mut Told<Self>) -> (castle_cracker::Position, Commanders) {
        let shipped = castle_cracker::scenario::shipped();
        let (_, scenario) = &shipped[seed as usize % shipped.len()];
        (scenario.begin(&castle_cracker::Tables::book()), Commanders::default())
    }
}

impl Subject for Stormer {
    type Game = Assault;
    type Captain = Stormer;

    fn begin(seed: u64, _dice: &mut Seeded, told: &mut Told<Self>) -> (Assault, Stormer) {
        let combat = banneret::rules::man_to_man::Tables::book();
        let game = Assault::begin(&assaults::skirmish(seed), &assaults::short(8), &combat, told);
        (game.expect("the plan has no fault"), Stormer::default())
    }
}

/// Gives every set of rules to a macro, and the made-up one after them.
macro_rules! every_ruleset {
    ($does:ident!($($to:tt)*)) => {
        $does!(
            $($to)*:
            [OfBattle<Field>, OfBattle<Cast>, OfBattle<CrackerBattle>, Constable, Stormer, Engineer, Commanders],
            Plain
        )
    };
}

/// Does the same with each of them.
macro_rules! each {
    ($holds:ident: [$($rules:ty),+], $made_up:ty) => {{
        $($holds::<$rules>();)+
        $holds::<$made_up>();
    }};
}

macro_rules! with_every_ruleset {
    ($holds:ident) => {
        every_ruleset!(each!($holds))
    };
}

/// The titles of the sets of rules among them.
macro_rules! titles {
    (: [$($rules:ty),+], $made_up:ty) => {
        BTreeSet::from([$(<$rules as Subject>::Game::ABOUT.title),+])
    };
}

fn begin<S: Subject>(seed: u64) -> (Match<S::Game>, S::Captain) {
    let (mut dice, mut told) = (Seeded::new(seed), Vec::new());
    let (game, captain) = S::begin(seed, &mut dice, &mut told);
    (Match::with_dice(game, told, dice), captain)
}

/// The random player of every test: any decision that is allowed, each as likely.
pub fn random<G: Game>(game: &G, side: Side, dice: &mut Seeded) -> G::Decision {
    let mut allowed = game.choices(side).allowed();
    assert!(!allowed.is_empty(), "{side} must decide and has nothing to decide: {game:?}");
    allowed.swap_remove(dice.lot("any", allowed.len()))
}

/// A match of which `random` decisions are made by the random player and the rest by captains, looked at before each.
fn played<S: Subject>(
    seed: u64,
    decisions: usize,
    mut look: impl FnMut(&Match<S::Game>, &S::Captain, Side),
) -> Match<S::Game> {
    let (mut game, captain) = begin::<S>(seed);
    let mut chance = Seeded::stream(seed, 99);
    let mut made = 0;
    while let Some(side) = game.position().pending().first() {
        look(&game, &captain, side);
        let decision = match made < decisions {
            true => random(game.position(), side, &mut chance),
            false => captain.decide(&game.position().view(side)),
        };
        game.decide(side, decision.clone()).unwrap_or_else(|why| panic!("seed {seed}: {decision:?}: {why}"));
        made += 1;
        assert!(made < 200_000, "seed {seed}: a game without an end");
    }
    game
}

const SEEDS: u64 = 3;
const RANDOM: usize = 60;
/// Every so many decisions a position is looked at closely.
const CLOSELY: usize = 5;

fn choices_tell_the_truth<S: Subject>() {
    for seed in 0..SEEDS {
        played::<S>(seed, RANDOM, |game, _, side| {
            if !game.decisions().len().is_multiple_of(CLOSELY) || game.decisions().len() > RANDOM {
                return;
            }
            let position = game.position();
            let told: Vec<_> = match position.choices(side) {
                Choices::All(all) => all.into_iter().map(|decision| (decision, Ok(()))).collect(),
                Choices::Some(some) => some,
            };
            for (decision, may) in told {
                assert_eq!(position.check(side, &decision), may, "{decision:?}");
                let (mut after, mut events) = (position.clone(), Vec::new());
                assert_eq!(after.play(side, decision.clone(), &mut Seeded::new(seed), &mut events), may);
                if may.is_err() {
                    assert!(after == *position && events.is_empty(), "{decision:?} is refused and changes nothing");
                }
                // Whoever need not decide is refused, and that changes nothing either.
                if !position.pending().includes(side.other()) {
                    let mut same = position.clone();
                    assert!(same.play(side.other(), decision.clone(), &mut Seeded::new(1), &mut NullSink).is_err());
                    assert!(same == *position && same.choices(side.other()).allowed().is_empty());
                }
                // It can be written down and read again.
                let text = write::<S::Game>(&decision);
                assert_eq!(read::<S::Game>(&text).expect("it is read"), decision, "{text}");
            }
        });
    }
}

fn a_view_tells_nothing_it_must_not<S: Subject>() {
    for seed in 0..SEEDS {
        played::<S>(seed, RANDOM, |game, captain, _| {
            let position = game.position();
            for side in [Side::Attacker, Side::Defender] {
                let known = position.as_known_to(side);
                assert!(known.as_known_to(side) == known, "what is hidden is hidden whole");
                if game.decisions().len().is_multiple_of(CLOSELY) {
                    let shown = |game: &S::Game| format!("{:?}", game.view(side));
                    assert_eq!(shown(position), shown(&known), "{side} sees what it must not");
                    assert!(position.choices(side) == known.choices(side), "{side} is told what it must not be");
                }
                if position.pending().includes(side) {
                    let decides = |game: &S::Game| captain.decide(&game.view(side));
                    assert_eq!(decides(position), decides(&known), "{side}'s captain knows what he must not");
                }
            }
        });
    }
}

fn a_match_is_taken_back_exactly<S: Subject>() {
    let mut taken_back = 0;
    for seed in 0..SEEDS {
        let mut chance = Seeded::stream(seed, 98);
        played::<S>(seed, RANDOM, |game, _, side| {
            if game.decisions().len() > 2 * RANDOM {
                return;
            }
            let mut after = game.clone();
            after.decide(side, random(game.position(), side, &mut chance)).expect("it is allowed");
            let made = after.decisions().last().cloned();
            match after.open_decisions() {
                0 => assert_eq!(after.take_back(), None, "what a die has shown stands"),
                _ => {
                    assert_eq!(after.take_back(), made);
                    assert!(after == *game, "seed {seed}: taken back it is as it was");
                    taken_back += 1;
                }
            }
        });
    }
    assert!(taken_back > 0, "something can be taken back");
}

fn a_match_is_kept_and_resumed<S: Subject>() {
    for seed in 0..SEEDS {
        let whole = played::<S>(seed, RANDOM, |_, _, _| ());
        // Kept in two parts, as one is kept that is closed in the middle.
        let half = whole.decisions().len() / 2;
        let mut first = whole.decided_since(0);
        first.0.truncate(half);
        let resumed = begin::<S>(seed).0.resume(&first).expect("it is resumed");
        let resumed = resumed.resume(&whole.decided_since(half)).expect("it is resumed again");
        assert!(resumed == whole, "seed {seed}: the same decisions make the same match");
        assert_eq!(resumed.since(0).len(), whole.events().len());
        // What cannot be read or is not allowed says where.
        let mut bad = whole.decided_since(0);
        bad.0[half].1 = "\"nonsense\"".to_owned();
        let why = begin::<S>(seed).0.resume(&bad).expect_err("it cannot be read");
        assert!(why.to_string().starts_with(&format!("decision {}", half + 1)), "{why}");
    }
}

fn every_game_ends_and_says_how<S: Subject>() {
    for seed in 0..2 * SEEDS {
        let (mut game, captain) = begin::<S>(seed);
        assert_eq!(game.position().outcome(), None, "nothing has come of it yet");
        game.conduct(&captain).expect("captains decide what they may");
        assert!(game.position().outcome().is_some() && game.position().pending().first().is_none());
        let after = played::<S>(seed, RANDOM, |game, _, _| assert_eq!(game.position().outcome(), None));
        assert!(after.position().outcome().is_some());
    }
}

/// How games came out.
#[derive(Clone, Debug, Default, PartialEq)]
struct Outcomes(u64, [u64; 3]);

impl Counts for Outcomes {
    fn join(&mut self, other: &Outcomes) {
        self.0 += other.0;
        self.1.iter_mut().zip(other.1).for_each(|(one, more)| *one += more);
    }
}

struct Tried<S>(PhantomData<fn() -> S>);

impl<S: Subject> Trial for Tried<S> {
    type Game = S::Game;
    type Captain = S::Captain;
    type Ear = NullSink;
    type Counts = Outcomes;

    fn begin(&self, dice: &mut Seeded, _ear: &mut NullSink) -> (S::Game, S::Captain) {
        S::begin(4, dice, &mut Vec::new())
    }

    fn count(&self, end: &S::Game, _heard: NullSink, _dice: &mut Seeded, all: &mut Outcomes) {
        all.0 += 1;
        all.1[match end.outcome().expect("it is over") {
            Outcome::Won(Side::Attacker) => 0,
            Outcome::Won(Side::Defender) => 1,
            Outcome::Undecided => 2,
        }] += 1;
    }
}

fn a_forecast_is_the_same_on_any_number_of_threads<S: Subject>() {
    let ask = |threads| Ask { runs: 9, seed: 11, threads };
    let (trial, cancel) = (Tried::<S>(PhantomData), AtomicBool::new(false));
    let one = forecast(&trial, &ask(1), &cancel, &|_| {});
    assert_eq!((one.0, one.1.iter().sum::<u64>()), (9, 9));
    assert_eq!(one, forecast(&trial, &ask(3), &cancel, &|_| {}));
    assert_eq!(forecast(&trial, &ask(2), &AtomicBool::new(true), &|_| {}), Outcomes::default());
}

#[test]
fn every_ruleset_keeps_the_contract_on_decisions() {
    with_every_ruleset!(choices_tell_the_truth);
}

#[test]
fn every_ruleset_hides_what_it_must() {
    with_every_ruleset!(a_view_tells_nothing_it_must_not);
}

#[test]
fn every_ruleset_is_taken_back_exactly() {
    with_every_ruleset!(a_match_is_taken_back_exactly);
}

#[test]
fn every_ruleset_is_kept_and_resumed() {
    with_every_ruleset!(a_match_is_kept_and_resumed);
}

#[test]
fn every_ruleset_ends() {
    with_every_ruleset!(every_game_ends_and_says_how);
}

#[test]
fn every_ruleset_is_forecast() {
    with_every_ruleset!(a_forecast_is_the_same_on_any_number_of_threads);
}

/// The list these tests go by forgets no set of rules.
#[test]
fn every_ruleset_is_held_to_the_contract() {
    let held: BTreeSet<&str> = every_ruleset!(titles!());
    let all: BTreeSet<&str> = Ruleset::ALL.iter().map(|rules| rules.about().title).collect();
    assert_eq!(all.len(), Ruleset::ALL.len(), "each has a title of its own");
    assert_eq!(held, all);
}

#[test]
fn every_ruleset_has_a_word_a_page_and_clauses() {
    struct Title;
    impl With for Title {
        type Out = &'static str;
        fn game<G: Rules>(self) -> &'static str {
            G::ABOUT.title
        }
    }
    let mut prefixes: Vec<&str> = Ruleset::ALL.iter().map(|rules| rules.about().prefix).collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    // The siege and the assault of it are two parts of one page.
    assert_eq!(prefixes.len(), Ruleset::ALL.len() - 1, "each has clauses of its own");
    assert_eq!(Ruleset::Assault.about().page, Ruleset::Siege.about().page);
    for &rules in Ruleset::ALL {
        assert_eq!(rules.word().parse::<Ruleset>(), Ok(rules));
        assert_eq!(rules.with(Title), rules.about().title);
        let (about, chapter) = (rules.about(), format!("## {}-1 ", rules.about().prefix));
        assert!(about.page.contains(&chapter), "{rules}: its page has the chapter{chapter}");
    }
    // Whoever settles battles says by which rules it does.
    struct Settled;
    impl With for Settled {
        type Out = Option<Ruleset>;
        fn game<G: Rules>(self) -> Option<Ruleset> {
            None
        }
        fn battle<S: Settles>(self) -> Option<Ruleset> {
            Some(S::RULES)
        }
    }
    assert!(Ruleset::of_battles().all(|rules| rules.with(Settled) == Some(rules)));
    let of_battles =
        [Ruleset::ManToMan, Ruleset::Assault, Ruleset::Castles, Ruleset::CastleUnderSiege, Ruleset::CastleCracker];
    assert!(Ruleset::of_battles().eq(of_battles));
}

/// The trait a test above leans on is met by all that a campaign offers: settled the same from the same seed.
#[test]
fn every_ruleset_of_battles_settles_the_same_from_the_same_seed() {
    struct Twice;
    impl With for Twice {
        type Out = Option<(Vec<u8>, Vec<u8>)>;
        fn game<G: Rules>(self) -> Self::Out {
            None
        }
        fn battle<S: Settles>(self) -> Self::Out {
            // On a castle's map, for those rules that fight on one; night falls early there.
            let map = "border castle".to_owned();
            let storm = StormedPlace { map, stretches: 4, engines: 1, ..StormedPlace::default() };
            let plan = Plan { storm: Some(storm), ..golden::knights_against_levy() };
            let house = House::from([("assault_last_turn".to_owned(), "8".to_owned())]);
            let battle = S::cast(&plan, &house).expect("no fault");
            let settled = || banneret::rules::settles::settle(&battle).expect("it is settled");
            let (one, other) = (settled(), settled());
            assert_eq!(
                one.report.men.len(),
                battle.plan().hosts.attacker.men().count() + battle.plan().hosts.defender.men().count()
            );
            assert_eq!(one.report, other.report);
            assert!(!S::lines(&one.record.1).expect("it is told").is_empty());
            assert!(S::of_kept(battle.plan(), "{}", "{}").is_err(), "nothing was kept");
            Some((one.record.1, other.record.1))
        }
    }
    for rules in Ruleset::of_battles() {
        let (one, other) = rules.with(Twice).expect("it settles battles");
        assert_eq!(one, other, "{rules}: the same record, byte for byte");
    }
    assert!(Ruleset::Siege.with(Twice).is_none());
}

/// A debug form is what the view test compares; it must not be empty.
#[test]
fn views_show_something() {
    fn shows(shown: &impl Debug) {
        assert!(format!("{shown:?}").len() > 20);
    }
    shows(&begin::<OfBattle<Field>>(1).0.position().view(Side::Attacker));
    shows(&begin::<OfBattle<Cast>>(1).0.position().view(Side::Attacker));
    shows(&begin::<Stormer>(1).0.position().view(Side::Attacker));
    shows(&begin::<Constable>(1).0.position().view(Side::Attacker));
    shows(&begin::<Engineer>(1).0.position().view(Side::Attacker));
    shows(&begin::<Commanders>(1).0.position().view(Side::Attacker));
}
