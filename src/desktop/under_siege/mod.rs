//! Castle under Siege: a game begun, played by people or the program, looked back upon and kept.
//!
//! The page holds a [`SiegeGame`] and how it is looked at. A game under way is kept with the window's settings after every
//! decision, so that it is there again the next evening.

mod aiming;
mod contest;
mod file;
mod form;
mod paint;
mod program;
mod show;

use super::contests::{self, GamePage as _};
use super::game_file;
use super::shell::{Page, Shell, pick};
use super::thinking::Thinking;
use super::ui::{AppWindow, CardLabel, PlanCounter, PlanSpot, ShotPart, SiegeSentence, UnderSiegePage};
use crate::app::contest::Contest;
use crate::app::under_siege::{SiegeGame, refused};
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_under_siege::{
    Ammunition, Awaited, Bombardment, CastleSpot, CatapultShot, Decision, Engineer, Errand, Event, Health, Illegal,
    Landing, PersonId, Position, Role, Strength,
};
use crate::rules::figure::Side;
use crate::rules::game::{Captain as _, Game as _};
use crate::rules::geometry::{INCH, Point};
use crate::rules::matches::Decided;
use slint::{ComponentHandle, Timer, TimerMode, VecModel};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// How long a shot is seen to fly, in milliseconds; the page's own animation is as long.
const FLIGHT: u64 = 950;

/// Inches of the castle's plan either way.
const ACROSS: i32 = 16;

/// A game and how it is looked at.
struct Looked {
    game: Option<SiegeGame>,
    /// Whether the form of a new game is shown, whatever is being played.
    form: bool,
    /// Whether whoever asked for another game was told that this one would be left for good.
    warned: bool,
    /// How many of its decisions are in a file.
    filed: usize,
    /// How many decisions are shown.
    at: usize,
    /// The spot the keyboard is on, from the north-western corner, row by row.
    cursor: usize,
    chosen: Option<PersonId>,
    /// Whether the plan is covered until the attacker sits down before it.
    covered: bool,
    stopped: bool,
    /// The strength chosen on the form, as its picture shows it.
    strength: Strength,
    stand: Point,
    aim: Point,
    /// A setting of the arm that its shot is to be made with, till it is shown.
    setting: Option<u8>,
    landing: Landing,
    /// Whether the shot was made on a real table.
    by_table: bool,
    /// At what a shot of a real table was aimed, if anybody said.
    aim_said: Option<Point>,
    /// What a press on the plan puts there of such a shot.
    puts: ShotPart,
    /// Whether the counter is held by its handle, and turned.
    turns: bool,
    /// The part of the table that is shown while something on it is dragged: it stays where it is.
    held: Option<(f32, f32, f32)>,
    /// Whether the whole table is shown, if that was asked for.
    whole: Option<bool>,
    /// A shot that is in the air.
    flight: Option<CatapultShot>,
    /// The assault of the campaign that is settled by the game, and what was decided of it when it was opened.
    contest: Option<(Arc<Contest<Bombardment>>, Decided)>,
    /// What was cast for a game of the campaign that is only looked back upon.
    watched: Option<Bombardment>,
}

/// The page.
pub struct SiegeTable {
    state: RefCell<Looked>,
    spots: Rc<VecModel<PlanSpot>>,
    counters: Rc<VecModel<PlanCounter>>,
    cards: Rc<VecModel<CardLabel>>,
    sentences: Rc<VecModel<SiegeSentence>>,
    picture: Cell<i32>,
    thinking: Thinking,
    flies: Timer,
}

/// Connects the page, with the game that was kept.
pub fn connect(shell: &Rc<Shell>) {
    let kept = kept_game(shell);
    let at = kept.as_ref().map_or(0, SiegeGame::len);
    let state = Looked {
        form: kept.is_none(),
        covered: kept.as_ref().is_some_and(hides),
        stopped: kept.as_ref().is_some_and(program::plays_both),
        game: kept,
        warned: false,
        filed: 0,
        at,
        cursor: 0,
        chosen: None,
        strength: Strength::Average,
        stand: Point::new(8 * INCH, -14 * INCH),
        aim: Point::new(8 * INCH, INCH),
        setting: None,
        landing: Landing::square(Point::new(8 * INCH, INCH)),
        by_table: false,
        aim_said: None,
        puts: ShotPart::Counter,
        turns: false,
        held: None,
        whole: None,
        flight: None,
        contest: None,
        watched: None,
    };
    let page = Rc::new(SiegeTable {
        state: RefCell::new(state),
        spots: Rc::default(),
        counters: Rc::default(),
        cards: Rc::default(),
        sentences: Rc::default(),
        picture: Cell::default(),
        thinking: Thinking::default(),
        flies: Timer::default(),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    page.change(Looked::aims_anew);
    let load = Rc::clone(&page);
    shell.on_load(Page::UnderSiege, move |shell| {
        load.show(shell);
        load.go_on(shell);
    });
    let (back, weak) = (Rc::clone(&page), Rc::downgrade(shell));
    shell.on_back(Page::UnderSiege, move |_| {
        weak.upgrade().is_some_and(|shell| game_file::close(&shell, Page::UnderSiege) || back.drop_chosen(&shell))
    });
    shell.with(|window| {
        page.connect(shell, window);
        form::connect(&page, shell, window);
        aiming::connect(&page, shell, window);
    });
}

thread_local! {
    static PAGE: RefCell<Option<Rc<SiegeTable>>> = const { RefCell::new(None) };
}

/// The game of no campaign that was kept.
fn kept_game(shell: &Shell) -> Option<SiegeGame> {
    shell.settings.borrow().under_siege.as_deref().and_then(|text| SiegeGame::read(text).ok())
}

/// Whether the plan is covered before the next choice: only where two people share the screen is anything secret on it.
fn hides(game: &SiegeGame) -> bool {
    shares(game) && *game.position().stage() == Awaited::Choose
}

/// Whether two people share the screen.
fn shares(game: &SiegeGame) -> bool {
    let seats = game.beginning().hands;
    seats.attacker.is_person() && seats.defender.is_person()
}

/// The spot of a number from the north-western corner, row by row.
fn spot_of(index: usize) -> Option<CastleSpot> {
    let across = ACROSS as usize;
    let (x, y) = (index % across, across.checked_sub(1 + index / across)?);
    CastleSpot::new(x as u8, y as u8)
}

impl SiegeTable {
    fn connect(self: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<UnderSiegePage>();
        show::connect(self, &ui);
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_press_spot, |page, shell, index| page.press(&shell, usize::try_from(index).unwrap_or(usize::MAX)));
        on!(on_step, |page, shell, right, down, far| page.step(&shell, right, down, far));
        on!(on_enter, |page, shell| page.enter(&shell));
        on!(on_drop, |page, shell| page.drop_chosen(&shell));
        on!(on_letter, |page, shell, text| page.letter(&shell, &text));
        on!(on_uncover, |page, shell| {
            page.change(|state| state.covered = false);
            page.show(&shell);
        });
        on!(on_see_table, |page, shell, whole| {
            page.change(|state| state.whole = Some(whole));
            page.show(&shell);
        });
        on!(on_changed_role, |page, shell| page.show(&shell));
        on!(on_place_rest, |page, shell| page.place_rest(&shell));
        on!(on_done, |page, shell| page.decide(&shell, &[Decision::Done]));
        on!(on_choose, |page, shell, with| {
            if let Some(with) = pick(Ammunition::ALL, with) {
                page.decide(&shell, &[Decision::Choose(with)]);
            }
        });
        on!(on_deflect, |page, shell, casts| page.decide(&shell, &[Decision::Deflect(casts)]));
        on!(on_repair, |page, shell| page.errand(&shell, Errand::Repair));
        on!(on_put_out, |page, shell| page.errand(&shell, Errand::PutOut));
        on!(on_heal, |page, shell, index| {
            let whom = page.change(|state| state.to_heal().get(usize::try_from(index).unwrap_or(0)).copied());
            if let Some(whom) = whom {
                page.errand(&shell, Errand::Heal(whom));
            }
        });
        on!(on_take_back, |page, shell| page.take_back(&shell));
        on!(on_look, |page, shell, at| page.look(&shell, usize::try_from(at).unwrap_or(0)));
        on!(on_look_by, |page, shell, by| {
            let at = page.change(|state| state.at.saturating_add_signed(by as isize));
            page.look(&shell, at);
        });
        on!(on_stop, |page, shell, stopped| page.stop(&shell, stopped));
        on!(on_leave, |page, shell| contests::leave(&page, &shell));
        on!(on_take_in, |page, shell| contests::take_in(&page, &shell));
    }

    fn change<R>(&self, change: impl FnOnce(&mut Looked) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    /// Says something under the plan.
    fn say(&self, shell: &Rc<Shell>, sentence: &str, refused: bool) {
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_told(sentence.into());
            ui.set_refused(refused);
        });
    }

    /// Keeps the game for the next evening.
    fn keep(&self, shell: &Rc<Shell>) {
        if self.keep_in_campaign(shell) {
            return;
        }
        let kept = self.state.borrow().game.as_ref().map(SiegeGame::write);
        shell.remember(|settings| settings.under_siege = kept);
    }

    /// A spot pressed: a counter is placed there, chosen there, or sent there; or the shot is aimed at it.
    fn press(self: &Rc<SiegeTable>, shell: &Rc<Shell>, index: usize) {
        let Some(spot) = spot_of(index).filter(|_| self.change(|state| !state.form)) else { return };
        self.change(|state| state.cursor = index);
        match self.change(|state| state.go(spot, self.role(shell))) {
            Err(problem) => self.refuse(shell, &problem),
            Ok(None) => {
                self.say(shell, "", false);
                self.show(shell);
            }
            Ok(Some(decision)) => self.decide(shell, &[decision]),
        }
    }

    /// The counter chosen to be placed.
    fn role(&self, shell: &Rc<Shell>) -> Role {
        let index = shell.with(|window| window.global::<UnderSiegePage>().get_role()).unwrap_or(0);
        Role::ALL[usize::try_from(index).unwrap_or(0).min(Role::ALL.len() - 1)]
    }

    fn step(self: &Rc<SiegeTable>, shell: &Rc<Shell>, right: i32, down: i32, far: bool) {
        if self.change(|state| state.shoots()) {
            return self.move_aim(shell, right, down, far);
        }
        self.change(|state| {
            let by = if far { 4 } else { 1 };
            let (x, y) = (state.cursor as i32 % ACROSS + right * by, state.cursor as i32 / ACROSS + down * by);
            state.cursor = (y.clamp(0, ACROSS - 1) * ACROSS + x.clamp(0, ACROSS - 1)) as usize;
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    fn enter(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        match self.change(|state| state.shoots()) {
            true => self.shoot(shell),
            false => {
                let cursor = self.change(|state| state.cursor);
                self.press(shell, cursor);
            }
        }
    }

    fn errand(self: &Rc<SiegeTable>, shell: &Rc<Shell>, errand: Errand) {
        match self.change(|state| state.chosen) {
            Some(who) => self.decide(shell, &[Decision::Act(who, errand)]),
            None => self.say(shell, "Choose a counter first: press it, or go to it and press Enter.", true),
        }
    }

    /// Places every counter that is left as the program would, as one entry.
    fn place_rest(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let decisions = self.change(|state| {
            let mut ahead = state.game.as_ref()?.position().clone();
            let mut decisions = Vec::new();
            while *ahead.stage() == Awaited::Place {
                let decision = Engineer::default().decide(&ahead.view(Side::Defender));
                if decision == Decision::Done {
                    break;
                }
                let (mut none, mut untold) = (crate::rules::dice::Seeded::new(0), crate::rules::game::NullSink);
                ahead.play(Side::Defender, decision.clone(), &mut none, &mut untold).ok()?;
                decisions.push(decision);
            }
            Some(decisions)
        });
        match decisions {
            Some(decisions) if !decisions.is_empty() => self.decide(shell, &decisions),
            _ => self.say(shell, "Every counter is placed (CU-1.3).", false),
        }
    }

    /// Decisions of whoever sits before the screen, as one entry.
    fn decide(self: &Rc<SiegeTable>, shell: &Rc<Shell>, decisions: &[Decision]) {
        let decided = self.change(|state| {
            state.may_decide()?;
            state.game.as_mut().map_or(Ok(()), |game| game.enter(decisions))
        });
        match decided {
            Ok(()) => self.decided(shell),
            Err(problem) => self.refuse(shell, &problem),
        }
    }

    /// Something was decided: it is kept and shown, a shot flying first, and the program goes on.
    fn decided(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let (told, shot) = self.change(|state| {
            let Some(game) = &state.game else { return (String::new(), None) };
            state.at = game.len();
            (state.chosen, state.covered) =
                (state.chosen.filter(|_| *game.position().stage() == Awaited::Act), hides(game));
            let brought = game.brought_about(game.len());
            let told = told_of(game);
            let shot = brought.iter().find_map(|event| match event {
                Event::Shot(shot) => Some(shot.clone()),
                _ => None,
            });
            (told, shot)
        });
        self.change(|state| {
            if state.shoots() {
                state.aims_anew();
            }
            state.whole = None;
            state.flight = shot.clone();
        });
        self.say(shell, if shot.is_some() { "" } else { &told }, false);
        self.keep(shell);
        self.show(shell);
        match shot {
            Some(_) => self.fly(shell, told),
            None => self.go_on(shell),
        }
    }

    /// Shows the shot in the air, and then what it did.
    fn fly(self: &Rc<SiegeTable>, shell: &Rc<Shell>, told: String) {
        self.halt();
        let (page, weak) = (Rc::downgrade(self), Rc::downgrade(shell));
        self.flies.start(TimerMode::SingleShot, Duration::from_millis(60), move || {
            let (Some(page), Some(shell)) = (page.upgrade(), weak.upgrade()) else { return };
            shell.with(|window| window.global::<UnderSiegePage>().set_flown(true));
            let (later, weak, told) = (Rc::downgrade(&page), Rc::downgrade(&shell), told.clone());
            page.flies.start(TimerMode::SingleShot, Duration::from_millis(FLIGHT), move || {
                let (Some(page), Some(shell)) = (later.upgrade(), weak.upgrade()) else { return };
                page.change(|state| state.flight = None);
                page.say(&shell, &told, false);
                page.show(&shell);
                page.go_on(&shell);
            });
        });
    }

    fn take_back(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        self.halt();
        self.flies.stop();
        let taken = self.change(|state| {
            state.flight = None;
            let looks = state.watched.is_some();
            let Some(game) = state.game.as_mut().filter(|_| !looks) else { return Err(refused(&Illegal::NotNow)) };
            game.take_back()?;
            (state.chosen, state.at, state.covered, state.whole) = (None, game.len(), hides(game), None);
            state.filed = state.filed.min(state.at);
            state.aims_anew();
            Ok(())
        });
        match taken {
            Ok(()) => self.say(shell, "Taken back.", false),
            Err(problem) => self.refuse(shell, &problem),
        }
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }

    fn look(self: &Rc<SiegeTable>, shell: &Rc<Shell>, at: usize) {
        let told = self.change(|state| {
            (state.chosen, state.flight) = (None, None);
            let Some(game) = &state.game else { return String::new() };
            state.at = at.min(game.len());
            let position = game.position();
            let told = game.brought_about(state.at).iter();
            told.map(|event| crate::rules::castle_under_siege::sentence(position, event)).collect::<Vec<_>>().join(" ")
        });
        self.flies.stop();
        self.say(shell, &told, false);
        self.show(shell);
        self.go_on(shell);
    }

    /// Escape: lets the chosen counter go; whether there was one.
    fn drop_chosen(&self, shell: &Rc<Shell>) -> bool {
        let chosen = self.change(|state| state.chosen.take().is_some());
        self.say(shell, "", false);
        self.show(shell);
        chosen
    }

    /// A letter pressed on the plan; whether it means something now.
    fn letter(self: &Rc<SiegeTable>, shell: &Rc<Shell>, text: &str) -> bool {
        let Some(letter) = text.chars().next().map(|letter| letter.to_ascii_lowercase()) else { return false };
        let stage = self.change(|state| state.decides().map(|position| position.stage().clone()));
        match (stage, letter) {
            (Some(Awaited::Place), 's' | 'p' | 'm' | 'b' | 'w') => {
                let role = "spmbw".find(letter).unwrap_or(0);
                shell.with(|window| window.global::<UnderSiegePage>().set_role(role as i32));
                self.show(shell);
            }
            (Some(Awaited::Place), 'r') => self.place_rest(shell),
            (Some(Awaited::Place | Awaited::Act), 'e') => self.decide(shell, &[Decision::Done]),
            (Some(Awaited::Leave(_)), 'e') => {
                self.say(shell, "Whoever is injured leaves first: press where he goes (CU-2.7).", true);
            }
            (Some(Awaited::Choose), 'b') => self.decide(shell, &[Decision::Choose(Ammunition::Boulder)]),
            (Some(Awaited::Choose), 'f') => self.decide(shell, &[Decision::Choose(Ammunition::Fire)]),
            (Some(Awaited::Choose), 'd') => self.decide(shell, &[Decision::Choose(Ammunition::Disease)]),
            (Some(Awaited::Deflect), 'y' | 'n') => self.decide(shell, &[Decision::Deflect(letter == 'y')]),
            (Some(Awaited::Act), 'r') => self.errand(shell, Errand::Repair),
            (Some(Awaited::Act), 'p') => self.errand(shell, Errand::PutOut),
            (Some(Awaited::Act), 'h') => match self.change(|state| state.to_heal().first().copied()) {
                Some(whom) => self.errand(shell, Errand::Heal(whom)),
                None => match self.change(|state| state.injured()) {
                    // The rules say why he is not healed.
                    Some(whom) => self.errand(shell, Errand::Heal(whom)),
                    None => self.say(shell, "Nobody is injured (CU-4).", true),
                },
            },
            (Some(Awaited::Shoot), _) => return self.aim_letter(shell, letter),
            _ => return false,
        }
        true
    }
}

/// How many letters have room under the plan.
const TOLD: usize = 220;

/// What is said under the plan of what was decided last: where the program has answered to a shot, the shot and what it did
/// first, so that its answer does not take that away before it is read.
fn told_of(game: &SiegeGame) -> String {
    let (events, last) = (game.events_at(game.len()), game.brought_about(game.len()).len());
    let shot = events.iter().rposition(|event| matches!(event, Event::Shot(_)));
    let by_person = game.events_at(game.last_entry()).len();
    let from = shot.filter(|&shot| shot >= by_person).unwrap_or(events.len() - last);
    let mut told = String::new();
    for event in &events[from.min(events.len() - last)..] {
        let sentence = crate::rules::castle_under_siege::sentence(game.position(), event);
        // What the shot did is told whole, and of the answer as much as has room.
        let answers = matches!(event, Event::Acted(..) | Event::Turn(_) | Event::Deflects(_));
        if answers && !told.is_empty() && told.chars().count() + sentence.chars().count() > TOLD {
            return told + " …";
        }
        told = if told.is_empty() { sentence } else { format!("{told} {sentence}") };
    }
    told
}

/// Of a stack one after the other, and then nobody.
fn next_of(there: &[PersonId], chosen: Option<PersonId>) -> Option<PersonId> {
    let next = chosen.and_then(|chosen| there.iter().position(|&id| id == chosen)).map_or(0, |at| at + 1);
    there.get(next).copied()
}

impl Looked {
    /// The position in which whoever sits before the screen decides now, if he does.
    fn decides(&self) -> Option<&Position> {
        self.may_decide().ok()?;
        self.game.as_ref().map(SiegeGame::position)
    }

    /// Whether the shot is to be made now by whoever sits before the screen.
    fn shoots(&self) -> bool {
        self.decides().is_some_and(|position| *position.stage() == Awaited::Shoot)
    }

    /// Whether anybody may decide before the screen now, or why nobody may.
    fn may_decide(&self) -> Result<()> {
        let Some(game) = self.game.as_ref().filter(|_| !self.form) else { return Err(refused(&Illegal::NotNow)) };
        if self.at < game.len() || self.flight.is_some() {
            return Err(Problem::refused(
                "An earlier moment is shown.",
                "Go to how it stands (End) to go on, or take decisions back to play otherwise from there.",
            ));
        }
        if self.covered {
            return Err(Problem::refused("The plan is covered.", "Say that the attacker is before it."));
        }
        match game.pending() {
            _ if self.watched.is_some() => {
                Err(Problem::refused("This game was played.", "Look back upon it, or go back to the battles."))
            }
            None => Err(refused(&Illegal::Over)),
            Some((_, seat)) if seat.is_person() => Ok(()),
            Some(_) => Err(Problem::refused("The program decides now.", "Wait for it, or take your decision back.")),
        }
    }

    /// What pressing a spot means: a decision, or somebody chosen.
    fn go(&mut self, spot: CastleSpot, role: Role) -> Result<Option<Decision>> {
        self.may_decide()?;
        let Some(game) = &self.game else { return Ok(None) };
        let position = game.position();
        match position.stage() {
            Awaited::Place => Ok(Some(Decision::Place(role, spot))),
            Awaited::Leave(leaving) => {
                // Of a stack first who lies on top, whom the plan shows.
                let there = leaving.iter().copied().rev().filter(|&id| position.person(id).spot == spot);
                let there: Vec<PersonId> = there.collect();
                match next_of(&there, self.chosen) {
                    // Who goes first is the defender's to say: one who must leave is pressed, and then where he goes.
                    Some(who) if !self.leaver().is_some_and(|who| position.spots_out(who).contains(&spot)) => {
                        self.chosen = Some(who);
                        Ok(None)
                    }
                    _ => Ok(self.leaver().map(|who| Decision::Leave(who, spot))),
                }
            }
            Awaited::Shoot => {
                let middle = spot.plot().middle();
                match self.by_table {
                    true => self.landing.at = middle,
                    false => self.aim = middle,
                }
                Ok(None)
            }
            Awaited::Act => {
                if let Some(who) = self.chosen.filter(|&who| self.may_go(who, spot)) {
                    return Ok(Some(Decision::Act(who, Errand::Move(spot))));
                }
                let mut there: Vec<PersonId> =
                    position.people_ids().filter(|&id| position.person(id).spot == spot).collect();
                there.reverse();
                // Where nobody is to be chosen instead, the rules say why he may not go there.
                if there.is_empty()
                    && let Some(who) = self.chosen
                {
                    return Ok(Some(Decision::Act(who, Errand::Move(spot))));
                }
                self.chosen = next_of(&there, self.chosen);
                Ok(None)
            }
            Awaited::Choose | Awaited::Deflect | Awaited::Over(_) => Ok(None),
        }
    }

    /// Who leaves a closed section next: whom the defender chose, else the first of them (CU-2.7).
    fn leaver(&self) -> Option<PersonId> {
        match self.decides()?.stage() {
            Awaited::Leave(leaving) => self.chosen.filter(|id| leaving.contains(id)).or(leaving.first().copied()),
            _ => None,
        }
    }

    /// Whether somebody may go to a spot in this turn.
    fn may_go(&self, who: PersonId, spot: CastleSpot) -> bool {
        self.decides()
            .is_some_and(|position| position.check(Side::Defender, &Decision::Act(who, Errand::Move(spot))).is_ok())
    }

    /// Whether the chosen counter may do something now.
    fn may_do(&self, errand: Errand) -> bool {
        let check = |position: &Position| {
            self.chosen.is_some_and(|who| position.check(Side::Defender, &Decision::Act(who, errand)).is_ok())
        };
        self.decides().is_some_and(check)
    }

    /// Whom the chosen counter may heal.
    fn to_heal(&self) -> Vec<PersonId> {
        let Some(position) = self.decides() else { return Vec::new() };
        let hurt = position.people_ids().filter(|&id| position.person(id).health == Health::Injured);
        hurt.filter(|&id| self.may_do(Errand::Heal(id))).collect()
    }

    /// One who is injured, whoever may heal him.
    fn injured(&self) -> Option<PersonId> {
        let position = self.decides()?;
        position.people_ids().find(|&id| position.person(id).health == Health::Injured)
    }

    /// Aims as an engineer would, from where the catapult may stand now.
    fn aims_anew(&mut self) {
        let Some(game) = &self.game else { return };
        if *game.position().stage() != Awaited::Shoot {
            return;
        }
        let shot = Engineer::default().decide(&game.position().view(Side::Attacker));
        if let Decision::Shoot { from, aim, setting } = shot {
            (self.stand, self.aim, self.landing) = (from, aim, Landing::square(aim));
            self.setting = Some(setting);
            (self.aim_said, self.puts, self.turns) = (None, ShotPart::Counter, false);
        }
    }

    /// Whether another game may take the place of this one: one under way is left only by who was told so.
    fn may_leave(&mut self) -> Result<()> {
        let game = self.game.as_ref().filter(|game| game.pending().is_some() && game.len() > self.filed);
        match game {
            Some(game) if !self.warned => {
                let left = format!("The game under way, in turn {}, would be left for good.", game.position().turn());
                self.warned = true;
                Err(Problem::refused(left, "Go back to it and save it, or press once more to leave it."))
            }
            _ => Ok(()),
        }
    }

    /// The castle's structures with points, in the position shown.
    fn shown(&self) -> Option<&Position> {
        let game = self.game.as_ref()?;
        // While the shot flies, the castle is as it was before it.
        let at = if self.flight.is_some() { self.at.saturating_sub(1) } else { self.at };
        Some(game.position_at(at))
    }

    /// Whether the whole table is shown or only the castle, as far as that was asked for: where the catapult stood may be
    /// anywhere.
    fn table_asked(&self) -> Option<bool> {
        let placed = self.by_table && self.shoots() && self.puts == ShotPart::Catapult;
        self.whole.or(placed.then_some(true))
    }

    /// How wide the window on the table is, and where it begins, in inches from the north-western corner.
    fn window(&self) -> (f32, f32, f32) {
        if let Some(held) = self.held {
            return held;
        }
        let aims = self.shoots() || self.flight.is_some();
        let (x, y) = aiming::seen(self.flight.as_ref().map_or(self.stand, |shot| shot.from));
        let (middle, across) = (ACROSS as f32 / 2.0, ACROSS as f32);
        match self.table_asked() {
            // The table either way, as far as the catapult stands.
            Some(true) => {
                let reach = ((x - middle).abs().max((y - middle).abs()) + 4.0).max(23.0);
                (middle - reach, middle - reach, 2.0 * reach)
            }
            // Where counters come down that were shot at the castle, large enough to lay one there as it lay.
            None if self.by_table && self.shoots() => (-3.0, -3.0, across + 6.0),
            // The castle and the catapult before it.
            None if aims => {
                let (least_x, least_y) = (x.min(0.0) - 1.5, y.min(0.0) - 1.5);
                let (most_x, most_y) = (x.max(across) + 1.5, y.max(across) + 1.5);
                let wide = (most_x - least_x).max(most_y - least_y);
                ((least_x + most_x - wide) / 2.0, (least_y + most_y - wide) / 2.0, wide)
            }
            Some(false) | None => (-1.0, -1.0, across + 2.0),
        }
    }
}
