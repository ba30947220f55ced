//! Castles, clause by clause (CA-1 to CA-5).

use banneret::rules::castles::notation::{BadText, read_move, size_of_position};
use banneret::rules::castles::record::{NoDice, Record};
use banneret::rules::castles::{
    BLACK, BadTerms, Crush, Decision, Draft, EndCause, Ending, Event, Fault, GameTerms, Illegal, MoveKind, Piece,
    Position, Rows, Size, Square, WHITE, standing,
};
use banneret::rules::figure::Side;
use banneret::rules::game::{Game, NullSink, Pending};

fn small() -> GameTerms {
    GameTerms::usual(Size::Small, Crush::Pusher)
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

fn at(text: &str, crush: Crush) -> Position {
    let size = size_of_position(text).expect("a board");
    Position::read(text, GameTerms::usual(size, crush)).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

/// What a move of the side to move does.
fn does(position: &Position, play: &str) -> Result<MoveKind, Illegal> {
    let (from, to) = play.split_once('-').expect("two squares");
    position.view(position.board().side()).judge(square(from), square(to))
}

fn play(position: &mut Position, decisions: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for word in decisions.split_whitespace() {
        let decision = match word {
            "siege?" => Decision::OfferSiege,
            "agreed" => Decision::Agree,
            "declined" => Decision::Decline,
            "surrender" => Decision::Surrender,
            play => Decision::Move(read_move(play).expect("a move")),
        };
        let side = position.pending().first().expect("the game goes on");
        position.play(side, decision, &mut NoDice, &mut events).unwrap_or_else(|illegal| panic!("{word}: {illegal}"));
    }
    events
}

fn rows_after(position: &str, decisions: &str, crush: Crush) -> String {
    let mut position = at(position, crush);
    play(&mut position, decisions);
    position.text().split(' ').next().expect("rows").to_owned()
}

#[test]
fn ca_1_1_boards_end_zones_and_limits_are_the_usual_ones_unless_a_game_sets_others() {
    // CA-1.1, CA-1.2, CA-1.3
    let large = GameTerms::usual(Size::Large, Crush::Pusher);
    assert_eq!((small().width(), small().end_zone(), small().men()), (8, 2, 15));
    assert_eq!((large.width(), large.end_zone(), large.men()), (9, 3, 18));
    let lake: Vec<String> = large.squares().filter(|at| large.is_lake(*at)).map(|at| at.to_string()).collect();
    assert_eq!(lake, ["d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6"]);
    assert!(small().squares().all(|at| small().is_open(at)));
    let zone = |terms: &GameTerms, side: Side| terms.squares().filter(|at| terms.in_end_zone(*at, side)).count();
    assert_eq!(zone(&small(), WHITE), 16, "fifteen and the general fill it exactly");
    assert_eq!((zone(&large, WHITE), zone(&large, BLACK)), (27, 27));
    let three = small().with(3, 20).expect("three rows fit");
    assert_eq!((zone(&three, BLACK), three.men()), (24, 20));
    assert_eq!(small().with(4, 15), Err(BadTerms::EndZone { found: 4, most: 3 }));
    assert_eq!(large.with(4, 15), Err(BadTerms::EndZone { found: 4, most: 3 }), "no end zone reaches the lake");
    assert_eq!(small().with(1, 8), Err(BadTerms::Men { found: 8, most: 7 }));
    assert_eq!(small().with(2, 0), Err(BadTerms::Men { found: 0, most: 15 }));
}

#[test]
fn ca_1_3_a_draft_that_is_no_setup_tells_all_its_faults() {
    // CA-1.3, CA-1.4
    let large = GameTerms::usual(Size::Large, Crush::Pusher);
    let (lake, outside, off) = (square("e5"), square("a4"), Square::new(9, 0));
    let mut pieces = vec![(lake, Piece::Pikeman), (outside, Piece::Horseman), (off, Piece::General)];
    pieces.extend([(square("b1"), Piece::General), (square("b1"), Piece::Musketeer)]);
    pieces.extend((0..9).flat_map(|file| [1, 2].map(|rank| (Square::new(file, rank), Piece::Musketeer))));
    let faults = Draft { pieces }.faults(WHITE, &large);
    let expected = [
        Fault::Lake(lake),
        Fault::OutsideEndZone(outside),
        Fault::OffTheBoard(off),
        Fault::Twice(square("b1")),
        Fault::Generals(2),
        Fault::TooMany { found: 21, most: 18 },
    ];
    assert_eq!(faults, expected);
    assert_eq!(Draft::default().faults(BLACK, &large), [Fault::Generals(0), Fault::NoMen]);
    let mut game = Position::new(large);
    let refused = game.play(WHITE, Decision::SetUp(Draft::default()), &mut NoDice, &mut NullSink);
    assert!(matches!(refused, Err(Illegal::Setup(faults)) if faults.0.len() == 2));
    assert_eq!(game, Position::new(large), "what is refused changes nothing");
}

#[test]
fn ca_1_3_every_formation_that_has_a_name_is_a_setup_and_reads_back() {
    // CA-1.3, CA-5.5
    for terms in [small(), GameTerms::usual(Size::Large, Crush::Pusher)] {
        assert_eq!(terms.formations()[0].name, "standard");
        for formation in terms.formations() {
            for side in [WHITE, BLACK] {
                let draft = Draft::of_rows(&formation.rows(), side, &terms).expect("rows");
                let setup = draft.settle(side, &terms).unwrap_or_else(|faults| panic!("{}: {faults}", formation.name));
                assert_eq!(setup.pieces().len(), usize::from(terms.men()) + 1, "{}", formation.name);
                let again = Draft::of_rows(&Rows::of(&setup.rows(&terms)), side, &terms).expect("rows");
                assert_eq!(again.settle(side, &terms), Ok(setup));
            }
        }
    }
    assert!(standing("standard", "nothing", small()).is_err());
}

#[test]
fn ca_1_4_setups_are_sealed_and_revealed_together_and_white_moves_first() {
    // CA-1.4
    let terms = small();
    let formation = &terms.formations()[0];
    let draft = |side| Draft::of_rows(&formation.rows(), side, &terms).expect("rows");
    let mut game = Position::new(terms);
    assert_eq!(game.pending(), Pending::Both);
    let mut events = Vec::new();
    game.play(BLACK, Decision::SetUp(draft(BLACK)), &mut NoDice, &mut events).expect("a setup");
    assert_eq!(events, [Event::SetUp(BLACK)], "nothing of it is told");
    assert!(game.view(WHITE).sealed().is_none() && game.view(BLACK).sealed().is_some());
    assert!(terms.squares().all(|at| game.view(WHITE).piece(at).is_none()));
    assert_eq!(game.check(BLACK, &Decision::SetUp(draft(BLACK))), Err(Illegal::NotYourTurn));
    game.play(WHITE, Decision::SetUp(draft(WHITE)), &mut NoDice, &mut events).expect("a setup");
    assert!(matches!(events[2], Event::Revealed(_)));
    assert_eq!(game.pending(), Pending::One(WHITE));
    assert_eq!(game.text(), "hpmghpmh/pmhpmhpm/8/8/8/8/PMHPMHPM/HPMGHPMH w 0");
}

#[test]
fn ca_2_1_a_move_is_one_square_straight_onto_a_free_square() {
    // CA-2.1
    let game = at("g7/m7/8/8/3M4/3P4/8/6G1 w 0", Crush::Pusher);
    assert_eq!(does(&game, "d4-d5"), Ok(MoveKind::Step));
    assert_eq!(does(&game, "d4-c4"), Ok(MoveKind::Step));
    assert_eq!(does(&game, "d4-d3"), Err(Illegal::OwnPiece(square("d3"))));
    assert_eq!(does(&game, "d4-d6"), Err(Illegal::NotAdjoining { from: square("d4"), to: square("d6") }));
    assert!(matches!(does(&game, "d4-e5"), Err(Illegal::NotAdjoining { .. })));
    assert_eq!(does(&game, "e4-e5"), Err(Illegal::NoPiece(square("e4"))));
    assert_eq!(does(&game, "a7-a6"), Err(Illegal::NotYours(square("a7"))));
    assert_eq!(does(&at("g7/m7/8/8/7M/8/8/6G1 w 0", Crush::Pusher), "h4-i4"), Err(Illegal::OffTheBoard));
    let from: Vec<String> =
        game.view(WHITE).moves_from(square("d4")).iter().map(|(play, _)| play.to_string()).collect();
    assert_eq!(from, ["d4-d5", "d4-e4", "d4-c4"]);
    assert!(game.view(BLACK).moves().is_empty(), "it is White's turn");
    // CA-1.1
    let large = at("4g4/4m4/9/2M~~~3/3~~~3/3~~~3/9/9/4G4 w 0", Crush::Pusher);
    assert_eq!(does(&large, "c6-d6"), Err(Illegal::Lake));
}

#[test]
fn ca_2_2_only_a_general_comes_back_into_his_own_end_zone() {
    // CA-2.2: by a move, a strike, a following of its own push.
    let game = at("g7/m7/8/3G4/8/M1P2M2/m1h2p2/8 w 0", Crush::Pusher);
    assert_eq!(does(&game, "a3-a2"), Err(Illegal::EndZone), "not by a push");
    assert_eq!(does(&game, "c3-c2"), Err(Illegal::EndZone), "not by a strike");
    assert_eq!(does(&at("g7/m7/8/3G4/8/M7/8/8 w 0", Crush::Pusher), "a3-a2"), Err(Illegal::EndZone));
    assert_eq!(does(&at("g7/m7/8/8/8/3G4/8/M7 w 0", Crush::Pusher), "d3-d2"), Ok(MoveKind::Step));
    // Into the other's he may go, and so he may when pushed out of his own.
    assert_eq!(does(&at("g7/8/M7/m7/8/8/8/3G4 w 0", Crush::Pusher), "a6-a7"), Ok(MoveKind::Step));
    // Pushed out counts as outside; pushed in, he moves freely inside until he is out again.
    let mut game = at("3g4/8/8/8/8/8/4P3/4p1G1 b 0", Crush::Pusher);
    play(&mut game, "e1-e2");
    assert_eq!(game.board().piece(square("e3")), Some((WHITE, Piece::Pikeman)));
    assert_eq!(does(&game, "e3-e2"), Err(Illegal::EndZone));
    let mut pushed_in = at("3g4/8/8/4p3/3PP3/3p4/8/6G1 b 0", Crush::Pushed);
    let refused = does(&pushed_in, "e5-e4");
    assert_eq!(refused, Ok(MoveKind::Push { kind: Piece::Pikeman, to: square("e3") }));
    play(&mut pushed_in, "e5-e4 g1-h1 e4-e3");
    assert_eq!(pushed_in.board().piece(square("e2")), Some((WHITE, Piece::Pikeman)), "pushed in is no move");
    for to in ["e2-e1", "e2-f2"] {
        assert_eq!(does(&pushed_in, to), Ok(MoveKind::Step));
    }
    play(&mut pushed_in, "e2-f2 d8-c8 f2-f3 c8-d8");
    assert_eq!(does(&pushed_in, "f3-f2"), Err(Illegal::EndZone), "outside again");
}

#[test]
fn ca_3_1_each_kind_strikes_its_prey_and_any_strikes_a_general() {
    // CA-3.1
    for (striker, struck, may) in [
        ('M', 'p', true),
        ('P', 'h', true),
        ('H', 'm', true),
        ('M', 'h', false),
        ('P', 'm', false),
        ('H', 'p', false),
        ('M', 'g', true),
        ('P', 'g', true),
        ('H', 'g', true),
        ('G', 'g', true),
        ('G', 'm', false),
        ('G', 'p', false),
        ('G', 'h', false),
    ] {
        let (other, mine) = (if struck == 'g' { "7" } else { "g6" }, if striker == 'G' { "7" } else { "G6" });
        let text = format!("{other}m/8/8/3{striker}{struck}3/8/8/8/{mine}M w 0");
        let game = at(&text, Crush::Pusher);
        let of = |letter| Piece::of_letter(letter).expect("a piece");
        let expected = match may {
            true => Ok(MoveKind::Strike(of(struck))),
            false => Err(Illegal::NoStrike { striker: of(striker), struck: of(struck) }),
        };
        assert_eq!(does(&game, "d5-e5"), expected, "{text}");
    }
    assert_eq!(rows_after("g7/8/8/3Mp3/4m3/8/8/G7 w 0", "d5xe5", Crush::Pusher), "g7/8/8/4M3/4m3/8/8/G7");
}

#[test]
fn ca_3_2_a_piece_pushes_its_own_kind_and_follows() {
    // CA-3.2
    let push = "g7/8/8/3Mm3/8/8/8/G7 w 0";
    assert_eq!(
        does(&at(push, Crush::Pusher), "d5-e5"),
        Ok(MoveKind::Push { kind: Piece::Musketeer, to: square("f5") })
    );
    assert_eq!(rows_after(push, "d5>e5", Crush::Pusher), "g7/8/8/4Mm2/8/8/8/G7");
    let off = "g7/p7/8/6Mm/8/8/8/G7 w 0";
    assert_eq!(does(&at(off, Crush::Pusher), "g5-h5"), Ok(MoveKind::OffTheBoard(Piece::Musketeer)));
    assert_eq!(rows_after(off, "g5>h5x", Crush::Pusher), "g7/p7/8/7M/8/8/8/G7");
    let lake = "g8/p8/9/1Mm~~~3/3~~~3/3~~~3/9/9/G8 w 0";
    assert_eq!(does(&at(lake, Crush::Pusher), "b6-c6"), Ok(MoveKind::IntoTheLake(Piece::Musketeer)));
    assert_eq!(rows_after(lake, "b6>c6x", Crush::Pusher), "g8/p8/9/2M~~~3/3~~~3/3~~~3/9/9/G8");
}

#[test]
fn ca_3_3_a_crush_is_against_the_army_agreed_on() {
    // CA-3.3: behind the pushed musketeer a man of White's, White's general, a man of Black's, Black's general.
    for (behind, pusher, pushed) in [("P", true, false), ("G", true, false), ("h", false, true), ("g", false, true)] {
        let (general, other) = (if behind == "G" { "8" } else { "G7" }, if behind == "g" { "8" } else { "g7" });
        let text = format!("{other}/p7/8/3Mm{behind}2/8/8/8/{general} w 0");
        let stopped = Err(Illegal::PushStopped { behind: square("f5") });
        let crushed = Ok(MoveKind::Crush { kind: Piece::Musketeer, against: square("f5") });
        let expect = |may: bool| if may { crushed.clone() } else { stopped.clone() };
        assert_eq!(does(&at(&text, Crush::Pusher), "d5-e5"), expect(pusher), "{text}");
        assert_eq!(does(&at(&text, Crush::Pushed), "d5-e5"), expect(pushed), "{text}");
        assert_eq!(does(&at(&text, Crush::Either), "d5-e5"), crushed, "{text}");
    }
    assert_eq!(rows_after("g7/p7/8/3MmP2/8/8/8/G7 w 0", "d5>e5x", Crush::Pusher), "g7/p7/8/4MP2/8/8/8/G7");
}

#[test]
fn ca_4_the_game_ends_as_the_book_has_it() {
    let ends = |text: &str, decisions: &str| {
        let mut game = at(text, Crush::Pusher);
        let told = play(&mut game, decisions);
        assert!(matches!(told.last(), Some(Event::Ended(_))), "{told:?}");
        assert_eq!(game.pending(), Pending::Over);
        game.ending().expect("over")
    };
    let won = |side, cause| Ending { winner: Some(side), cause };
    let siege = |cause| Ending { winner: None, cause };
    // CA-4.1
    let plain = "g7/p7/8/8/8/8/P7/G7 w 0";
    assert_eq!(ends("p7/7P/8/3Gg3/8/8/8/8 w 0", "d5xe5#"), won(WHITE, EndCause::GeneralStruck));
    assert_eq!(ends("g7/8/8/3Mp3/8/8/8/G7 w 0", "d5xe5"), won(WHITE, EndCause::OnlyGeneralLeft));
    assert_eq!(ends(plain, "surrender"), won(BLACK, EndCause::Surrender));
    assert_eq!(ends(plain, "a2-a3 surrender"), won(WHITE, EndCause::Surrender));
    assert_eq!(ends(plain, "siege? agreed"), siege(EndCause::Agreed));
    let mut game = at(plain, Crush::Pusher);
    play(&mut game, "siege? declined");
    assert_eq!(game.check(WHITE, &Decision::OfferSiege), Err(Illegal::OfferedAlready));
    play(&mut game, "a1-b1 siege? declined a8-b8 siege?");
    assert_eq!(game.pending(), Pending::One(BLACK));
    // CA-4.2: the third time with the same side to move.
    let there_and_back = "a1-b1 a8-b8 b1-a1 b8-a8 ";
    let mut game = at(plain, Crush::Pusher);
    play(&mut game, there_and_back);
    assert_eq!(game.ending(), None, "it stands for the second time");
    assert_eq!(ends(plain, &there_and_back.repeat(2)), siege(EndCause::Repetition));
    assert_eq!(ends("g7/p7/8/8/8/8/P7/G7 w 199", "a2-a3"), siege(EndCause::NothingStruck));
    assert_eq!(at("g7/p7/8/8/8/8/P7/G7 w 198", Crush::Pusher).ending(), None);
    let mut struck = at("g7/pm6/8/3Mp3/8/8/8/G7 w 199", Crush::Pusher);
    play(&mut struck, "d5xe5");
    assert_eq!((struck.quiet(), struck.ending()), (0, None), "a strike begins the count anew");
    // White's general and musketeer are walled in: Black's move leaves them none.
    assert_eq!(ends("7g/8/8/8/8/1h6/h7/GMh5 b 0", "b3-b2"), siege(EndCause::NoMove));
}

#[test]
fn ca_5_1_squares_moves_and_positions_are_read_and_faults_named() {
    // CA-5.1, CA-5.3, CA-5.4
    for bad in ["", "e", "j1", "e0", "e10", "4e"] {
        assert!(bad.parse::<Square>().is_err(), "{bad}");
    }
    for good in ["d4-d5", "d4d5", "D4xd5", "d4>d5x", "d4xd5#"] {
        assert_eq!(read_move(good).map(|play| play.to_string()).as_deref(), Ok("d4-d5"), "{good}");
    }
    for bad in ["d4-d6", "d4", "d4-e5", "ä4-d5", "d4-d5-d6"] {
        assert_eq!(read_move(bad), Err(BadText::Move(bad.to_owned())));
    }
    let faults = |text: &str, terms: GameTerms| Position::read(text, terms).map(|_| ()).map_err(|bad| bad.0);
    let found = faults("g7/pX6/9/8/8/8/8/8 q 500 more", small()).expect_err("faults");
    let expected = [
        BadText::SideToMove("q".to_owned()),
        BadText::Quiet { found: "500".to_owned(), most: 199 },
        BadText::Rest("more".to_owned()),
        BadText::Letter { found: 'X', row: "pX6".to_owned() },
        BadText::RowWidth { row: "9".to_owned(), width: 8 },
        BadText::Generals { side: WHITE, found: 0 },
        BadText::NoMen(WHITE),
    ];
    assert_eq!(found, expected);
    let large = GameTerms::usual(Size::Large, Crush::Pusher);
    let lake = faults("g7p/9/9/3~~~3/3~P~3/3~~~3/9/9/G8 w 0", large).expect_err("faults");
    assert_eq!(lake, [BadText::InLake(square("e5")), BadText::NoMen(WHITE)]);
    assert_eq!(faults("", small()).expect_err("faults")[0], BadText::Rows(1));
    // Nothing is guessed: who moves, how long nothing was struck, and the lake are written as the page has them.
    for (text, fault) in [
        ("g7/p7/8/8/8/8/P7/G7", BadText::Short),
        ("g7/p7/8/8/8/8/P7/G7 w", BadText::Short),
        ("g7/p7/8/8/8/8/P7/G7 W 0", BadText::SideToMove("W".to_owned())),
        ("g7/p7/8/44/8/8/P7/G7 w 0", BadText::Empty { row: "44".to_owned() }),
        ("g7/p7/8/80/8/8/P7/G7 w 0", BadText::Empty { row: "80".to_owned() }),
        ("g7/p7/8/.7/8/8/P7/G7 w 0", BadText::Letter { found: '.', row: ".7".to_owned() }),
        ("g7/p7/8/~7/8/8/P7/G7 w 0", BadText::Lake { row: "~7".to_owned() }),
        ("gmmmmmmm/mmmmmmmm/m7/8/8/8/P7/G7 w 0", BadText::TooMany { side: BLACK, found: 16, most: 15 }),
    ] {
        assert_eq!(faults(text, small()), Err(vec![fault]), "{text}");
    }
    let dry = "g8/p8/9/9/3~~~3/3~~~3/9/9/1P6G w 0";
    let large = GameTerms::usual(Size::Large, Crush::Pusher);
    assert_eq!(faults(dry, large), Err(vec![BadText::Lake { row: "9".to_owned() }]));
    assert_eq!(faults("g7/p7/8/8/8/8/P7/99999999999G w 0", small()).expect_err("faults").len(), 2);
}

const GAME: &str = "Castles 1
Board: small
End zone: 2
Men: 15
Crush: pusher
White: Anne
Black: the program
White setup: PMHPMHPM/HPMGHPMH
Black setup: PMHPMHPM/HPMGHPMH

1. a2-a3 a7-a6
2. siege? declined a3-a4 a6-a5
3. a4>a5 b7-b6
4. surrender

Result: Black wins, surrender
";

#[test]
fn ca_5_6_a_game_is_written_and_read_and_a_fault_names_its_line() {
    // CA-5.6
    let record = Record::read(GAME).expect("a record");
    assert_eq!(record.write(), GAME);
    assert_eq!(record.decisions.len(), 9);
    assert_eq!(record.result(), "Black wins, surrender");
    assert!(record.position(6).board().piece(square("a5")) == Some((BLACK, Piece::Pikeman)));
    for (from, to, line, part) in [
        ("Castles 1", "Chess 1", 1, "begins with"),
        ("Board: small", "Board: middling", 2, "small or large"),
        ("Men: 15", "Men: 16", 4, "1 to 15"),
        ("Crush: pusher", "Crush: nobody", 5, "pusher, pushed or either"),
        ("White setup: PMHPMHPM", "White setup: PMHPMHP", 8, "8 squares"),
        ("White setup: PMHPMHPM/HPMG", "White setup: PMHPMHPM/HPMM", 8, "one general"),
        ("a7-a6", "a7-a5", 11, "adjoin"),
        ("2. siege?", "3. siege?", 12, "“2.”"),
        ("a4>a5", "a4xa5", 13, "a4>a5"),
        ("a4>a5", "a4-b5", 13, "no move"),
        ("b7-b6", "b8-b7", 13, "same army"),
        ("4. surrender", "4. agreed", 14, "decided now"),
        ("4. surrender", "4. surrender a2-a3", 14, "end of the game"),
        ("Result: Black", "Result: White", 16, "by its moves"),
        ("Result: Black wins, surrender", "", 14, "Result"),
        ("Black: the", "Red: the", 7, "none of"),
        ("Black: the", "White: the", 7, "twice"),
    ] {
        let text = GAME.replacen(from, to, 1);
        let fault = Record::read(&text).expect_err("a fault");
        assert!(fault.line == line && fault.sentence.contains(part), "{from} → {to}: {fault}");
    }
}
