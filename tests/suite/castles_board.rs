//! A game of Castles at the board: who plays, what is taken back, what is kept between evenings, and what is seen of it.

use banneret::app::castles::game::{BoardGame, Hand, think};
use banneret::app::castles::seen;
use banneret::rules::castles::captain::Skill;
use banneret::rules::castles::{BLACK, Crush, Decision, GameTerms, Piece, Rows, Size, Square, WHITE};
use banneret::rules::figure::BySide;
use std::sync::atomic::AtomicBool;

const LEVEL: Hand = Hand::Program(Skill::Page);

fn terms(size: Size) -> GameTerms {
    GameTerms::usual(size, Crush::Pusher)
}

fn game(white: Hand, black: Hand, size: Size) -> BoardGame {
    let mut game = BoardGame::new(terms(size), BySide { attacker: white, defender: black }, 11);
    while let Some(side) = game.sets_up() {
        let rows = game.terms().formations()[0].rows();
        game.lay(side, &rows).expect("the standard setup");
        game.seal(side).expect("sealed");
    }
    game
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Lets the program decide what is its own to decide.
fn answer(game: &mut BoardGame) {
    while let Some(player) = game.program() {
        let decision = think(&game.position(), player, &AtomicBool::new(false)).expect("a decision");
        game.decide(decision).expect("allowed");
    }
}

fn play(game: &mut BoardGame, moves: &[&str]) {
    for text in moves {
        let decision = game.typed(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        game.decide(decision).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    }
}

#[test]
fn a_setup_is_changed_freely_and_sealed_only_when_it_is_right() {
    // CA-1.3, CA-1.4
    let mut game = BoardGame::new(terms(Size::Small), BySide::default(), 1);
    assert_eq!(game.sets_up(), Some(WHITE));
    let faults = game.faults(WHITE);
    assert_eq!(faults.len(), 2, "{faults:?}");
    let refused = game.seal(WHITE).expect_err("an empty setup");
    assert!(faults.iter().all(|fault| refused.sentence.contains(fault)), "every fault is told at once");
    game.put(WHITE, at("d1"), Piece::General);
    game.put(WHITE, at("d2"), Piece::Pikeman);
    // There is one general: another is the same one moved.
    game.put(WHITE, at("e1"), Piece::General);
    assert_eq!(game.draft(WHITE).iter().filter(|(_, kind)| *kind == Piece::General).count(), 1);
    game.carry(WHITE, at("d2"), at("e1"));
    assert!(
        game.draft(WHITE).contains(&(at("e1"), Piece::Pikeman))
            && game.draft(WHITE).contains(&(at("d2"), Piece::General))
    );
    game.seal(WHITE).expect("a setup");
    assert_eq!(game.sets_up(), Some(BLACK));
    assert!(game.record().is_none(), "one screen stands until both are ready");
    // Sealed is sealed.
    game.clear(WHITE);
    assert_eq!(game.draft(WHITE).len(), 2);
    game.lay_by_lot(BLACK, 3);
    game.seal(BLACK).expect("a setup by lot is always one");
    assert!(game.record().is_some());
    assert!(game.lay(BLACK, &Rows::of("PMHPMHPM")).is_err(), "one row is no end zone of two");
}

#[test]
fn a_person_takes_back_his_move_with_the_answer_to_it() {
    let mut game = game(Hand::Person, LEVEL, Size::Small);
    assert!(game.take_back().is_err());
    play(&mut game, &["a2a3"]);
    answer(&mut game);
    assert_eq!(game.len(), 2);
    play(&mut game, &["b2b3"]);
    answer(&mut game);
    game.take_back().expect("taken back");
    assert_eq!((game.len(), game.pending()), (2, Some((WHITE, Hand::Person))));
    game.take_back().expect("taken back");
    assert!(game.is_empty());
    // Against a person one at a time, and the end as well.
    let mut two = self::game(Hand::Person, Hand::Person, Size::Small);
    play(&mut two, &["a2a3", "a7a6"]);
    two.decide(Decision::Surrender).expect("allowed");
    assert_eq!(two.pending(), None);
    two.take_back().expect("taken back");
    assert_eq!(two.pending(), Some((WHITE, Hand::Person)));
    two.take_back().expect("taken back");
    assert_eq!(two.len(), 1);
    // Black is the person: White's first move is not his to take back.
    let mut black = self::game(LEVEL, Hand::Person, Size::Small);
    answer(&mut black);
    assert!(black.take_back().is_err());
}

#[test]
fn what_is_kept_is_the_same_game_the_next_evening() {
    let same = |game: &BoardGame| {
        let text = serde_json::to_string(&game.kept()).expect("written");
        let kept = serde_json::from_str(&text).expect("read");
        assert_eq!(BoardGame::of_kept(&kept).as_ref(), Some(game));
    };
    let mut fresh = BoardGame::new(
        terms(Size::Large).with(2, 9).expect("terms"),
        BySide { attacker: Hand::Person, defender: LEVEL },
        5,
    );
    same(&fresh);
    fresh.put(WHITE, at("c2"), Piece::Horseman);
    same(&fresh);
    let mut two = game(Hand::Person, LEVEL, Size::Small);
    play(&mut two, &["a2a3"]);
    same(&two);
    answer(&mut two);
    two.decide(Decision::OfferSiege).expect("allowed");
    same(&two);
    let armies = BySide { attacker: vec![Piece::Pikeman; 3], defender: vec![Piece::Musketeer, Piece::Horseman] };
    let names = BySide { attacker: "The Host".to_owned(), defender: "The Raid".to_owned() };
    let cast = BoardGame::of_armies(terms(Size::Small), BySide::default(), names, 9, armies);
    assert_eq!((cast.draft(WHITE).len(), cast.draft(BLACK).len()), (4, 3));
    same(&cast);
    // What another version wrote is no game, and nothing breaks of it.
    assert_eq!(BoardGame::of_kept(&serde_json::from_str("{}").expect("read")), None);
}

#[test]
fn a_game_opened_from_its_text_is_gone_on_with_by_who_played_it() {
    let mut played = game(Hand::Person, LEVEL, Size::Small);
    play(&mut played, &["a2a3"]);
    answer(&mut played);
    let text = played.record().expect("on the board").write();
    let opened = BoardGame::read(&text).expect("read");
    assert_eq!((opened.hands(), opened.seed()), (played.hands(), played.seed()));
    assert_eq!(opened.record(), played.record());
}

#[test]
fn every_piece_is_followed_from_its_setup_to_the_end() {
    for (seed, size) in [(1, Size::Small), (2, Size::Large), (3, Size::Small)] {
        let mut game =
            BoardGame::new(terms(size), BySide { attacker: LEVEL, defender: Hand::Program(Skill::Squire) }, seed);
        answer(&mut game);
        assert!(game.position().ending().is_some());
        for count in 0..=game.len() {
            let (position, pieces) = (game.position_at(count), seen::pieces(&game, count));
            let board = position.board();
            for square in game.terms().squares() {
                let there = pieces.iter().find(|piece| piece.at == square && !piece.struck);
                assert_eq!(there.map(|piece| (piece.side, piece.kind)), board.piece(square), "{square} after {count}");
            }
        }
        let turns = seen::turns(&game);
        let last = turns.last().expect("a turn");
        assert_eq!(last.ends[WHITE].max(last.ends[BLACK]), game.len());
        assert_eq!(turns.len(), game.len().div_ceil(2), "every decision was a move");
    }
}

#[test]
fn squares_and_refusals_are_told_in_a_sentence() {
    let mut game = game(Hand::Person, Hand::Person, Size::Large);
    let told = |game: &BoardGame, name: &str| seen::square(&game.position(), at(name));
    assert_eq!(told(&game, "e5"), "e5: the lake.");
    assert_eq!(told(&game, "a4"), "a4: empty.");
    assert_eq!(told(&game, "a3"), "a3 in White’s end zone: White’s pikeman; goes to a4.");
    assert_eq!(told(&game, "a2"), "a2 in White’s end zone: White’s horseman; goes to a1.");
    assert_eq!(told(&game, "a7"), "a7 in Black’s end zone: Black’s pikeman.");
    play(&mut game, &["a3a4", "a7a6", "a4a5"]);
    assert!(told(&game, "a6").ends_with("pushes the pikeman on a5 to a4."), "{}", told(&game, "a6"));
    for (text, why) in [
        ("a6a4", "“a6a4” is no move"),
        ("a6xa5", "it is a6>a5"),
        ("b9b8", "No piece stands on b9"),
        ("a5a4", "The piece on a5 is the other side's"),
    ] {
        let refused = game.typed(text).expect_err("refused").sentence;
        assert!(refused.contains(why), "{text}: {refused}");
    }
}
