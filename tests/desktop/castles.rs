//! Castles at the board: set up behind screens, played by people and by the program, taken back, advised, resigned, gone
//! to siege, saved and opened, and there again the next evening.

use super::harness::*;
use super::keyboard::{focused, reaches_every_control};
use banneret::desktop::dialogs::Scripted;
use banneret::desktop::settings::Settings;
use banneret::desktop::shell::{Page, Session};
use banneret::desktop::ui::{
    AppWindow, BattleView, BattlesPage, BoardSize, CastlesPage, CrushedInto, Frame, GameStage,
};
use banneret::desktop::{build, worker};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

fn ui(window: &AppWindow) -> CastlesPage<'_> {
    window.global::<CastlesPage>()
}

/// What is said under the board.
fn told(window: &AppWindow) -> String {
    ui(window).get_told().to_string()
}

/// Holds that the program refused with these words.
fn refused(window: &AppWindow, words: &str) {
    assert!(ui(window).get_refused() && told(window).contains(words), "“{}” does not say “{words}”", told(window));
}

/// Goes with Tab to the control of this name, and presses it.
fn tab_to(window: &AppWindow, label: &str) {
    for _ in 0..60 {
        if focused(window).iter().any(|known| known == label) {
            key(window, &[], Key::Return);
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach “{label}”: {:?}", labels(window));
}

/// Goes with Tab to the board.
fn to_the_board(window: &AppWindow) {
    for _ in 0..60 {
        if focused(window).iter().any(|known| known == "The board") {
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach the board");
}

/// Presses a square of the board as assistive technology does.
fn press_square(window: &AppWindow, name: &str) {
    let start = [format!("{name}:"), format!("{name} in ")];
    let square = start.iter().find_map(|start| beginning(window, start));
    square.unwrap_or_else(|| panic!("no square {name}")).invoke_accessible_default_action();
    pass(20);
}

/// A game of these players on the form, 0 a person and 1 to 5 the program.
fn begun(evening: &Evening, white: i32, black: i32) {
    let window = &evening.window;
    ui(window).set_white_hand(white);
    ui(window).set_black_hand(black);
    fill(window, "Seed of the program", "7");
    press(window, "Begin the game");
}

/// Two people with the standard setup.
fn two_people(evening: &Evening) {
    let window = &evening.window;
    press(window, "Play Castles");
    begun(evening, 0, 0);
    press(window, "Set up: standard");
    press(window, "Ready");
    press(window, "Black is at the board");
    press(window, "Set up: standard");
    press(window, "Ready");
}

fn written(window: &AppWindow) -> Vec<String> {
    let turns = ui(window).get_turns();
    turns
        .iter()
        .flat_map(|turn| [turn.white.to_string(), turn.black.to_string()])
        .filter(|word| !word.is_empty())
        .collect()
}

fn play(window: &AppWindow, moves: &[&str]) {
    for play in moves {
        fill(window, "Type a move", play);
        ui(window).invoke_submit();
        pass(400);
        assert!(!ui(window).get_refused(), "{play}: {}", told(window));
    }
}

#[test]
fn two_people_play_from_setup_to_the_end_by_keyboard() {
    let evening = start();
    let window = &evening.window;
    tab_to(window, "Play Castles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Castles);
    assert!(says(window, "No campaign is open"));
    reaches_every_control(window, "a new game");
    ui(window).set_black_hand(0);
    tab_to(window, "Begin the game");
    // White's screen: what is wrong is told all at once, and nothing is sealed before it is right.
    assert_eq!(ui(window).get_stage(), GameStage::Setup);
    for fault in ["An army has one general, not 0", "An army needs a man besides its general"] {
        assert!(says(window, fault), "{:?}", labels(window));
    }
    key(window, &[], "p");
    key(window, &[], Key::DownArrow);
    key(window, &[], "g");
    assert!(says(window, "d1: general."), "{:?}", labels(window));
    // A piece is taken up and put down elsewhere, and not outside the end zone.
    key(window, &[], Key::Return);
    key(window, &[], Key::LeftArrow);
    key(window, &[], Key::Return);
    assert!(says(window, "c1: general."));
    key(window, &[], Key::Return);
    for _ in 0..3 {
        key(window, &[], Key::UpArrow);
    }
    key(window, &[], Key::Return);
    refused(window, "c4 is not in the side's own end zone");
    key(window, &[], Key::Escape);
    reaches_every_control(window, "a setup");
    shoot_all(window, "castles-setup");
    tab_to(window, "Ready");
    // The cover hides what White has set up until Black sits down.
    assert!(there(window, "Pass to Black"));
    assert!(!says(window, "pikeman") && !says(window, "c1: general."), "{:?}", labels(window));
    shoot_all(window, "castles-cover");
    key(window, &[], Key::Return);
    assert!(!there(window, "Pass to Black"));
    key(window, &[], "h");
    key(window, &[], Key::DownArrow);
    key(window, &[], "g");
    assert!(says(window, "d8: general.") && !says(window, "pikeman."));
    tab_to(window, "Ready");
    assert_eq!(ui(window).get_stage(), GameStage::Play);
    assert!(says(window, "White’s pikeman; goes to d3"), "{:?}", labels(window));
    reaches_every_control(window, "a game");
    // White moves by arrows and Return, Black by typing.
    to_the_board(window);
    key(window, &[], Key::Home);
    for _ in 0..7 {
        key(window, &[], Key::DownArrow);
    }
    key(window, &[], Key::UpArrow);
    key(window, &[], Key::Return);
    assert!(ui(window).get_held(), "{}", ui(window).get_here());
    // Escape puts it down again, and a square it may not go to says why.
    key(window, &[], Key::Escape);
    assert!(!ui(window).get_held());
    key(window, &[], Key::Return);
    press_square(window, "e3");
    refused(window, "e3 does not adjoin d2: a move is one square straight (CA-2.1)");
    shoot_all(window, "castles-refused");
    press_square(window, "d3");
    assert_eq!(told(window), "d2-d3: White’s pikeman moves to d3 (CA-2.1).");
    assert_eq!(ui(window).get_moment(), "Black to move");
    type_in(window, "d7d6");
    key(window, &[], Key::Return);
    assert_eq!(ui(window).get_moment(), "White to move", "{}", told(window));
    type_in(window, "d3-d4");
    key(window, &[], Key::Return);
    type_in(window, "d6-d5");
    key(window, &[], Key::Return);
    type_in(window, "d4-d5");
    key(window, &[], Key::Return);
    refused(window, "“d4-d5” is not what that move does here: it is d4xd5");
    key(window, &[], Key::Escape);
    type_in(window, "d4xd5");
    key(window, &[], Key::Return);
    assert!(says(window, "White wins, only the general left."), "{:?}", labels(window));
    assert_eq!(written(window), ["d2-d3", "d7-d6", "d3-d4", "d6-d5", "d4xd5"]);
    press(window, "Clause CA-4.1");
    assert!(there(window, "Explanation"));
    key(window, &[], Key::Escape);
    // Looked back upon, nothing can be moved; the end is a key away.
    to_the_board(window);
    key(window, &[], Key::PageUp);
    assert_eq!(ui(window).get_moment(), "looked back upon: 4 of 5");
    key(window, &[], Key::Home);
    assert_eq!(ui(window).get_at(), 0);
    key(window, &[], Key::End);
    assert_eq!(ui(window).get_moment(), "the game is over");
    pass(400);
    shoot_all(window, "castles-over");
    // Taken back, it goes on.
    key(window, &[Key::Control], "z");
    assert_eq!(ui(window).get_moment(), "White to move");
}

#[test]
fn a_siege_is_offered_declined_and_agreed_and_a_game_resigned() {
    let evening = start();
    let window = &evening.window;
    two_people(&evening);
    press(window, "Offer a siege");
    assert!(says(window, "White offers to go to siege: a tie."));
    press_square(window, "a2");
    refused(window, "An offer to go to siege waits for its answer");
    shoot_all(window, "castles-offer");
    press(window, "Decline");
    press(window, "Offer a siege");
    refused(window, "Going to siege was offered and refused this turn");
    play(window, &["a2a3"]);
    press(window, "Offer a siege");
    press(window, "Agree to a siege");
    assert!(says(window, "Siege, agreed."), "{:?}", labels(window));
    press(window, "Take back");
    press(window, "Take back");
    // A step between, which can be taken back.
    press(window, "Resign");
    press(window, "Play on");
    press(window, "Resign");
    assert!(!says(window, "White wins, surrender."));
    press(window, "Surrender");
    assert!(says(window, "White wins, surrender."));
    assert_eq!(written(window), ["siege? declined a2-a3", "surrender"]);
}

#[test]
fn the_program_answers_advises_and_gives_both_moves_back() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castles");
    begun(&evening, 0, 4);
    press(window, "Set up: wings");
    press(window, "Ready");
    // Its setup is on the board now; it moves after the person has.
    play(window, &["a2a3"]);
    pass(500);
    assert_eq!(written(window).len(), 2, "{:?}", written(window));
    assert_eq!(ui(window).get_moment(), "White to move");
    shoot_all(window, "castles-game");
    press(window, "Hint");
    pass(50);
    let hint = ui(window).get_hint().to_string();
    assert!(hint.contains("ahead") && ui(window).get_hint_line().starts_with("It foresees "), "{hint}");
    shoot_all(window, "castles-hint");
    press(window, "Take back");
    assert!(written(window).is_empty());
    assert!(ui(window).get_hint().is_empty());
    press(window, "Take back");
    refused(window, "There is nothing of yours to take back.");
    // Stopped, it waits; let play, it moves.
    press(window, "Stop the program");
    play(window, &["a2a3"]);
    pass(2_000);
    assert_eq!(written(window).len(), 1);
    press(window, "Let the program play");
    pass(2_000);
    assert_eq!(written(window).len(), 2);
}

#[test]
fn the_program_plays_itself_on_the_large_board_and_can_be_stopped() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 9);
    ui(window).set_size(BoardSize::Large);
    ui(window).invoke_changed_terms();
    shoot_all(window, "castles-large");
    begun(&evening, 1, 2);
    for _ in 0..6 {
        pass(800);
    }
    let moves = written(window).len();
    assert!(moves >= 5, "{:?}", written(window));
    press(window, "Stop the program");
    pass(3_000);
    assert_eq!(written(window).len(), moves);
    press(window, "Turn the board");
    shoot_all(window, "castles-watched");
    press(window, "Take back");
    assert_eq!(written(window).len(), moves - 1);
    // Nobody sits there to move.
    press_square(window, "a4");
    refused(window, "The other side decides now");
    // Undo is the game's while one is shown, and the campaign's everywhere else.
    press(window, "New game");
    assert_eq!(ui(window).get_stage(), GameStage::NewGame);
    press(window, "Back to the game");
    assert_eq!(written(window).len(), moves - 1);
    press(window, "Undo");
    assert_eq!(written(window).len(), moves - 2, "the foot's takes a move back while the game is shown");
    page(window, 1);
    press(window, "Play the next turn");
    assert_eq!(window.global::<Frame>().get_turn(), "turn 1");
    press(window, "Undo");
    assert_eq!(window.global::<Frame>().get_turn(), "before the first turn");
    page(window, 9);
    assert_eq!(written(window).len(), moves - 2);
}

#[test]
fn a_game_under_way_is_left_only_by_who_was_told_so() {
    let evening = start();
    let window = &evening.window;
    two_people(&evening);
    play(window, &["a2a3"]);
    press(window, "New game");
    press(window, "Begin the game");
    assert_eq!(ui(window).get_stage(), GameStage::NewGame);
    assert!(says(window, "The game under way, at move 1, would be left for good."), "{:?}", labels(window));
    press(window, "Back to the game");
    assert_eq!(written(window).len(), 1);
    press(window, "New game");
    press(window, "Begin the game");
    press(window, "Begin the game");
    assert_eq!(ui(window).get_stage(), GameStage::Setup, "another is set up");
}

#[test]
fn terms_that_cannot_be_are_refused_where_they_are_typed() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castles");
    fill(window, "End zone, rows", "4");
    assert!(says(window, "An end zone of 4 rows does not fit"), "{:?}", labels(window));
    press(window, "Begin the game");
    assert_eq!(ui(window).get_stage(), GameStage::NewGame);
    fill(window, "End zone, rows", "3");
    fill(window, "Men at most", "4");
    fill(window, "Seed of the program", "nonsense");
    press(window, "Begin the game");
    assert!(says(window, "“nonsense” is no seed."));
    fill(window, "Seed of the program", "1");
    ui(window).set_crush(CrushedInto::Either);
    press(window, "Begin the game");
    press(window, "Set up: standard");
    refused(window, "2 rows are no end zone of 3");
    press(window, "Set up: by lot");
    press(window, "Ready");
    assert_eq!(ui(window).get_stage(), GameStage::Play);
}

#[test]
fn a_game_is_saved_and_opened_and_a_stranger_is_refused() {
    let evening = start();
    let window = &evening.window;
    two_people(&evening);
    play(window, &["a2a3", "a7a6"]);
    let file = evening.folder.path().join("evening.castles");
    press(window, "Save the game");
    fill(window, "Path of the game", &file.display().to_string());
    shoot_all(window, "castles-save");
    press(window, "Save it");
    assert!(told(window).starts_with("Saved as"), "{}", file_refusal(window));
    let text = std::fs::read_to_string(&file).expect("the game");
    assert!(text.starts_with("Castles 1\n") && text.contains("1. a2-a3 a7-a6"), "{text}");
    // A file that is there is never overwritten.
    press(window, "Save the game");
    fill(window, "Path of the game", &file.display().to_string());
    press(window, "Save it");
    assert!(says(window, "There is already a file"));
    key(window, &[], Key::Escape);
    press(window, "New game");
    press(window, "Open a game …");
    let stranger = evening.folder.path().join("stranger");
    std::fs::write(&stranger, "Chess 1\n").expect("written");
    fill(window, "Path of the game", &stranger.display().to_string());
    press(window, "Open it");
    assert!(file_refusal(window).contains("Line 1: a record begins with"), "{}", file_refusal(window));
    fill(window, "Path of the game", &file.display().to_string());
    press(window, "Open it");
    assert_eq!(ui(window).get_stage(), GameStage::Play);
    assert_eq!(written(window), ["a2-a3", "a7-a6"]);
    press(window, "A move back");
    assert_eq!(ui(window).get_at(), 1);
    press(window, "1. White: a2-a3");
    press(window, "The last move");
    play(window, &["a3a4"]);
    assert_eq!(written(window).len(), 3);
}

#[test]
fn a_game_under_way_is_there_again_the_next_evening() {
    let evening = start();
    two_people(&evening);
    play(&evening.window, &["a2a3", "a7a6", "a3a4"]);
    let settings = Settings::read(&evening.folder.path().join("desktop.json"));
    let again = reopened(settings.clone());
    assert_eq!(written(&again), ["a2-a3", "a7-a6", "a3-a4"]);
    assert_eq!(ui(&again).get_moment(), "Black to move");
    // A setup under way is kept too, behind its cover.
    press(&evening.window, "New game");
    begun(&evening, 0, 0);
    press(&evening.window, "Begin the game");
    press(&evening.window, "Set up: blocks");
    let settings = Settings::read(&evening.folder.path().join("desktop.json"));
    let again = reopened(settings);
    assert!(there(&again, "White sets up") && !says(&again, "musketeer."), "{:?}", labels(&again));
    press(&again, "White is at the board");
    assert!(says(&again, "a1: musketeer."), "{:?}", labels(&again));
}

/// A window of the next evening, on the page of Castles.
fn reopened(settings: Settings) -> AppWindow {
    let window = AppWindow::new().expect("a window");
    let shell = build(
        &window,
        Session::inline(),
        worker::Pool::Inline,
        settings,
        Box::new(Scripted(std::path::PathBuf::new())),
    );
    show(&window, playing());
    shell.go(Page::Castles);
    pass(50);
    window
}

#[test]
fn a_battle_is_settled_at_the_board_taken_in_and_undone() {
    let evening = sample("march");
    let window = &evening.window;
    let battles = || window.global::<BattlesPage>();
    to_a_contact(window);
    press(window, "Settle at Castles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Castles, "{}", battles().get_refusal());
    let about = ui(window).get_battle_about();
    assert!(about.contains("Each piece stands for its share of the men (CP-3.5)."), "{about}");
    assert!(about.contains("8 men as 5 musketeers, 15 men as 10 horsemen"), "{about}");
    shoot_all(window, "castles-battle");
    // People set the armies up: they are given, and only where they stand is free.
    ui(window).set_white_hand(0);
    ui(window).set_black_hand(1);
    press(window, "Begin the battle");
    assert_eq!(ui(window).get_stage(), GameStage::Setup);
    let men = ui(window).get_pieces().row_count();
    assert!(men > 1 && ui(window).get_faults().is_empty());
    to_the_board(window);
    key(window, &[], "p");
    refused(window, "These armies are given (CP-3.5).");
    press(window, "Set up: by lot");
    assert_eq!(ui(window).get_pieces().row_count(), men);
    shoot_all(window, "castles-battle-setup");
    press(window, "Ready");
    pass(2_000);
    // Left, it waits in the campaign, and the table is not where it is played.
    press(window, "Back to Battles");
    assert_eq!(battles().get_mode(), BattleView::Plan, "the battle is planned");
    press(window, "Play it here");
    assert_eq!(ui(window).get_stage(), GameStage::Play, "a plan is played by its own rules");
    press(window, "Back to Battles");
    page(window, 9);
    assert_eq!(ui(window).get_stage(), GameStage::NewGame, "a game of the board alone is another");
    page(window, 4);
    press(window, "Settle at Castles");
    assert_eq!(ui(window).get_stage(), GameStage::Play);
    press(window, "Resign");
    press(window, "Surrender");
    assert!(says(window, "Black wins, surrender."), "{:?}", labels(window));
    shoot_all(window, "castles-battle-over");
    press(window, "See what follows");
    assert!(battles().get_has_proposal(), "{}", battles().get_refusal());
    press(window, "Take the battle in");
    assert_eq!(battles().get_mode(), BattleView::Settled, "{}", battles().get_refusal());
    // Its game is kept with it, to be looked at and read.
    press(window, "Watch the battle");
    assert_eq!((ui(window).get_stage(), ui(window).get_at()), (GameStage::Play, 0));
    key(window, &[], Key::End);
    press(window, "Back to Battles");
    press(window, "Read the log");
    assert!(battles().get_log().iter().any(|line| line.text.contains("Black wins, surrender (CA-4.1).")));
    key(window, &[], Key::Escape);
    // Undone as one action, the plan waits again.
    key(window, &[Key::Control], "z");
    assert_eq!(battles().get_mode(), BattleView::Plan);
}

#[test]
fn a_battle_between_programs_is_watched_to_its_end() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Settle at Castles");
    ui(window).set_white_hand(2);
    ui(window).set_black_hand(1);
    press(window, "Begin the battle");
    for _ in 0..600 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        pass(800);
    }
    assert!(!ui(window).get_ending().is_empty(), "{:?}", written(window));
    let struck = written(window).iter().filter(|word| word.contains(['x', '#'])).count();
    press(window, "See what follows");
    let lines = window.global::<BattlesPage>().get_lines();
    // A piece or two may come off with wounds, from which nothing follows.
    assert!(lines.row_count() > 0 || struck < 3, "the men of {struck} struck pieces fare somehow");
    shoot_all(window, "castles-battle-follows");
}
