//! Castles played at random and counted through, against a plain array (CA-1 to CA-4): the same moves, the same boards,
//! the same counts; refused decisions change nothing; the same seed is the same game; every game ends.

use crate::castles_mailbox::Mailbox;
use crate::support::seeds;
use banneret::rules::castles::record::{NoDice, Record};
use banneret::rules::castles::{
    BLACK, Board, Crush, Decision, Direction, Draft, GameTerms, Move, Piece, Position, Size, Square, WHITE, notation,
    perft,
};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Game, NullSink, Pending};

/// Ten positions: which army crushes, the position, and in how many ways it goes on for six moves.
const TEN: [(&str, &str, u64); 10] = [
    // The standard start on either board.
    ("pusher", "hpmghpmh/pmhpmhpm/8/8/8/8/PMHPMHPM/HPMGHPMH w 0", 2_050_588),
    ("pusher", "4g4/hpmhpmhpm/pmhpmhpmh/3~~~3/3~~~3/3~~~3/PMHPMHPMH/HPMHPMHPM/4G4 w 0", 45_559_230),
    // Pushes off every edge (CA-3.2).
    ("pusher", "2p1g3/2P5/mM6/6Hh/8/5G2/3h4/3H4 w 0", 17_569_094),
    ("either", "2p1g3/2P5/mM6/6Hh/8/5G2/3h4/3H4 b 0", 18_319_399),
    // Pushes into the lake from four sides (CA-1.1, CA-3.2).
    ("pusher", "4g4/9/4P4/3~~~3/1Mm~~~hH1/3~~~3/4p4/4P4/4G4 w 0", 5_233_442),
    ("pusher", "4g4/4p4/4P4/3~~~3/1Mm~~~hH1/3~~~3/4p4/4P4/4G4 b 0", 8_713_340),
    // One position under each crush (CA-3.3): against the pusher's army, the pushed piece's, its general.
    ("pusher", "3g4/8/2pPp3/1MmM1hH1/4ph2/2hHG3/8/3P4 w 0", 81_922_144),
    ("pushed", "3g4/8/2pPp3/1MmM1hH1/4ph2/2hHG3/8/3P4 w 0", 64_388_895),
    ("either", "3g4/8/2pPp3/1MmM1hH1/4ph2/2hHG3/8/3P4 b 0", 85_937_288),
    // Men out before their own end zones, one pushed back in, generals out and home again (CA-2.2).
    ("pusher", "8/3pm3/2gP2m1/2h2M2/8/1M1G1h2/2mh4/4H3 w 0", 56_796_014),
];

fn terms_of(text: &str, crush: &str) -> GameTerms {
    GameTerms::usual(notation::size_of_position(text).expect("a board"), crush.parse().expect("a crush"))
}

fn read(text: &str, crush: &'static str) -> (Position, Mailbox) {
    let position = Position::read(text, terms_of(text, crush)).unwrap_or_else(|bad| panic!("{text}: {bad}"));
    (position, Mailbox::read(text, crush))
}

/// To depth 6 in the soak; in a short run as deep as a moment allows (CA-2, CA-3).
#[test]
fn playouts_castles_counts_are_those_of_a_plain_array() {
    let most = if seeds() >= 1_000 { u64::MAX } else { 60_000 };
    for (crush, text, at_six) in TEN {
        let (position, plain) = read(text, crush);
        for depth in 1..=6 {
            let count = perft(position.board(), depth, position.terms());
            if count > most {
                break;
            }
            assert_eq!(count, plain.perft(depth), "{text}, crush {crush}, depth {depth}");
            assert!(depth < 6 || count == at_six, "{text}, crush {crush}: {count}");
        }
    }
}

/// A random army in a side's end zone, from one man to as many as there may be.
fn random_draft(side: Side, terms: &GameTerms, dice: &mut impl Dice) -> Draft {
    let mut squares: Vec<Square> = terms.squares().filter(|square| terms.in_end_zone(*square, side)).collect();
    let men = 1 + dice.lot("test men", usize::from(terms.men()));
    let mut take = |dice: &mut dyn Dice| {
        let at = dice.die("test square", squares.len() as u32) as usize - 1;
        squares.swap_remove(at)
    };
    let mut pieces = vec![(take(dice), Piece::General)];
    for _ in 0..men {
        let kind = Piece::MEN[dice.lot("test kind", 3)];
        pieces.push((take(dice), kind));
    }
    Draft { pieces }
}

fn play(position: &mut Position, side: Side, decision: Decision) {
    let before = position.clone();
    assert_eq!(position.check(side, &decision), Ok(()), "{}: {decision:?}", before.text());
    position.play(side, decision, &mut NoDice, &mut NullSink).expect("what is checked is played");
}

fn refuse(position: &Position, side: Side, decision: Decision) {
    let mut after = position.clone();
    let checked = position.check(side, &decision);
    let refused = after.play(side, decision.clone(), &mut NoDice, &mut NullSink);
    assert_eq!(checked, refused, "{}: check and play agree on {decision:?}", position.text());
    assert!(refused.is_err(), "{}: {decision:?} is refused", position.text());
    assert!(after == *position, "{}: what is refused changes nothing", position.text());
}

/// Every move there could be on a board.
fn every_move(terms: &GameTerms) -> Vec<Move> {
    terms.squares().flat_map(|from| Direction::ALL.map(|way| Move { from, way })).collect()
}

/// The moves allowed are those of the plain array, by both of the program's ways of finding them.
fn moves_agree(position: &Position, plain: &Mailbox) {
    let text = position.text();
    assert!(text.starts_with(&plain.text()), "{text} is {}", plain.text());
    let after = plain.after_moves();
    let mut expected: Vec<String> = after.iter().map(|(step, _)| Mailbox::step_text(*step)).collect();
    let mut found: Vec<String> = position.moves().iter().map(|play| play.to_string().replace('-', "")).collect();
    let judged =
        every_move(position.terms()).into_iter().filter(|play| position.board().judge(*play, position.terms()).is_ok());
    let mut judged: Vec<String> = judged.map(|play| play.to_string().replace('-', "")).collect();
    [&mut expected, &mut found, &mut judged].into_iter().for_each(|moves| moves.sort());
    assert_eq!(found, expected, "{text}");
    assert_eq!(judged, expected, "{text}");
    assert_eq!(position.board().mobility(position.terms()) as usize, expected.len(), "{text}");
}

/// Plays a random game to its end; its record.
fn random_game(seed: u64) -> Record {
    let mut dice = Seeded::new(seed);
    let size = [Size::Small, Size::Large][dice.lot("test size", 2)];
    let crush = [Crush::Pusher, Crush::Pushed, Crush::Either][dice.lot("test crush", 3)];
    let terms = GameTerms::usual(size, crush);
    let drafts =
        BySide { attacker: random_draft(WHITE, &terms, &mut dice), defender: random_draft(BLACK, &terms, &mut dice) };
    let mut position = Position::new(terms);
    assert_eq!(position.pending(), Pending::Both, "CA-1.4");
    // Either may be ready first, and nothing of it shows.
    let first = [WHITE, BLACK][dice.lot("test first", 2)];
    play(&mut position, first, Decision::SetUp(drafts[first].clone()));
    assert_eq!(position.pending(), Pending::One(first.other()), "CA-1.4");
    assert!(position.view(first.other()).sealed().is_none());
    assert_eq!(*position.board(), Board::empty(WHITE), "CA-1.4: sealed until both are made");
    refuse(&position, first, Decision::SetUp(drafts[first].clone()));
    play(&mut position, first.other(), Decision::SetUp(drafts[first.other()].clone()));
    let mut plain = Mailbox::read(&position.text(), crush.word());
    let setups = BySide {
        attacker: drafts[WHITE].settle(WHITE, &terms).expect("a setup"),
        defender: drafts[BLACK].settle(BLACK, &terms).expect("a setup"),
    };
    let names = BySide { attacker: "one".to_owned(), defender: "another".to_owned() };
    let mut record = Record { terms, players: names, setups, decisions: Vec::new() };
    while position.ending().is_none() {
        moves_agree(&position, &plain);
        let side = position.board().side();
        assert_eq!(position.pending(), Pending::One(side));
        let moves = position.moves();
        if seed.is_multiple_of(8) {
            let refused = every_move(&terms).into_iter().filter(|play| !moves.contains(play));
            refused.for_each(|play| refuse(&position, side, Decision::Move(play)));
            refuse(&position, side.other(), Decision::Move(moves[0]));
            refuse(&position, side, Decision::Agree);
        }
        let offered = dice.lot("test offer", 40) == 0;
        if offered {
            play(&mut position, side, Decision::OfferSiege);
            refuse(&position, side, Decision::Move(moves[0]));
            play(&mut position, side.other(), Decision::Decline);
            refuse(&position, side, Decision::OfferSiege);
            record.decisions.extend([Decision::OfferSiege, Decision::Decline]);
        }
        let chosen = moves[dice.lot("test move", moves.len())];
        let step = chosen.to_string().replace('-', "");
        let after = plain.after_moves().into_iter().find(|(known, _)| Mailbox::step_text(*known) == step);
        plain = after.expect("the plain array has it").1;
        play(&mut position, side, Decision::Move(chosen));
        record.decisions.push(Decision::Move(chosen));
        assert!(record.decisions.len() < 60_000, "seed {seed}: every game ends (CA-4)");
    }
    assert_eq!(position.pending(), Pending::Over);
    refuse(&position, WHITE, Decision::Surrender);
    assert_eq!(position.board().lost() || plain.lost(), position.board().lost() && plain.lost(), "CA-4.1");
    assert_eq!(record.position(record.decisions.len()), position, "a record replays to the same position");
    record
}

#[test]
fn playouts_castles_games_at_random_agree_and_end() {
    for seed in 0..seeds().min(500) {
        let record = random_game(seed);
        let text = record.write();
        assert_eq!(Record::read(&text).as_ref(), Ok(&record), "seed {seed}: read as written\n{text}");
        if seed % 10 == 0 {
            assert_eq!(random_game(seed).write(), text, "seed {seed}: the same seed is the same game");
        }
    }
}
