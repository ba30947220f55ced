//! The shot before it is made: where the catapult stands, at what it is aimed, where it may fall; or how a counter lies that
//! was flicked on a real table. By mouse, by keyboard, or typed.

use super::SiegeTable;
use super::show::marked;
use crate::app::under_siege::{SiegeGame, chances, name_of, typed};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::GamePage as _;
use crate::desktop::shell::{Shell, model, words};
use crate::desktop::ui::{AppWindow, ShotMade, ShotPart, ShotShare, UnderSiegePage};
use crate::rules::castle_under_siege::{Castle, Decision, Landed, Setting};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::geometry::{INCH, Point};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// How finely the mouse and the keyboard aim, in 64ths of an inch.
const FINE: i32 = INCH / 4;

/// How far about the castle a press is an aim, and further off a place for the catapult.
const ABOUT: i32 = 3 * INCH;

/// How far from the middle of a counter the handle is by which it is turned, and how near to it that is grabbed, in inches.
const HANDLE: f32 = 1.1;
const GRIP: f32 = 0.4;

/// Connects the shot.
pub(super) fn connect(page: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<UnderSiegePage>();
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_press_at(move |x, y, dragged| on.press_at(&at, x, y, dragged));
    let on = Rc::clone(page);
    ui.on_grab(move |x, y| on.grab(x, y));
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_let_go(move || {
        if on.change(|state| state.held.take().is_some()) {
            on.show(&at);
        }
    });
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_turn(move |by| on.turn(&at, by));
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_changed_puts(move |puts| on.puts(&at, puts));
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_changed_shot(move || {
        if let Some(made) = at.with(|window| window.global::<UnderSiegePage>().get_made()) {
            on.made_by(&at, made);
        }
        on.say(&at, "", false);
        on.show(&at);
    });
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_typed_shot(move || {
        if on.read_typed(&at) {
            on.say(&at, "", false);
        }
        on.show(&at);
    });
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_shoot(move || {
        if on.read_typed(&at) {
            on.shoot(&at);
        }
    });
}

/// A length as it is typed: inches with two decimals, as far as they are needed.
fn typed_length(length: i32) -> String {
    let text = format!("{:.3}", f64::from(length) / f64::from(INCH));
    text.trim_end_matches('0').trim_end_matches('.').replace("-0.000", "0").to_owned()
}

fn typed_place(at: Point) -> String {
    format!("{}, {}", typed_length(at.x), typed_length(at.y))
}

fn snapped(at: Point, fine: i32) -> Point {
    let to = |part: i32| (part + fine / 2).div_euclid(fine) * fine;
    Point::new(to(at.x), to(at.y))
}

/// Inches east and south of the castle's north-western corner.
pub(super) fn seen(at: Point) -> (f32, f32) {
    (at.x as f32 / INCH as f32, super::ACROSS as f32 - at.y as f32 / INCH as f32)
}

/// The outline of where two throws of three fall, or nineteen of twenty: so many standard deviations about the aim, as a
/// path in inches as the plan is seen.
fn fall(from: Point, aim: Point, setting: &Setting, deviations: f64) -> String {
    let (way, distance) = (from.to(aim), f64::from(from.distance(aim)).max(1.0));
    let (along, across) = (f64::from(way.x) / distance, f64::from(way.y) / distance);
    let long = distance * f64::from(setting.range) / 100.0 * deviations;
    let wide = distance * f64::from(setting.line) / 100.0 * deviations;
    let mut path = String::new();
    for step in 0..36 {
        let (sine, cosine) = (f64::from(step) * std::f64::consts::PI / 18.0).sin_cos();
        let (on, aside) = (long * cosine, wide * sine);
        let (x, y) = (f64::from(aim.x) + along * on - across * aside, f64::from(aim.y) + across * on + along * aside);
        let (x, y) = (x / f64::from(INCH), f64::from(super::ACROSS) - y / f64::from(INCH));
        path.push_str(&format!("{} {x:.3} {y:.3} ", if step == 0 { "M" } else { "L" }));
    }
    path + "Z"
}

/// By how many degrees to the left a counter is turned whose handle is drawn to a place.
fn turned_to(middle: Point, to: Point) -> u16 {
    let way = middle.to(to);
    let degrees = f64::from(way.y).atan2(f64::from(way.x)).to_degrees().round() as i32;
    degrees.rem_euclid(360) as u16
}

fn percent(thousandths: u32) -> String {
    match thousandths {
        0 => "–".to_owned(),
        1..5 => "under 1%".to_owned(),
        _ => format!("{}%", (thousandths + 5) / 10),
    }
}

impl SiegeTable {
    /// A place on the table pressed, in inches from the castle's north-western corner.
    fn press_at(self: &Rc<SiegeTable>, shell: &Rc<Shell>, x: f32, y: f32, dragged: bool) {
        if !self.change(|state| state.shoots()) {
            let inside = (0.0..super::ACROSS as f32).contains(&x) && (0.0..super::ACROSS as f32).contains(&y);
            if inside && !dragged {
                self.press(shell, y as usize * super::ACROSS as usize + x as usize);
            }
            return;
        }
        if !dragged {
            self.change(|state| state.held = None);
        }
        let at = Point::new((x * INCH as f32) as i32, ((super::ACROSS as f32 - y) * INCH as f32) as i32);
        self.change(|state| {
            let castle = Castle::get().bounds();
            let near = |at: i32, from: i32, to: i32| (from - ABOUT..=to + ABOUT).contains(&at);
            let (from, end) = (castle.corner, castle.end());
            let near = near(at.x, from.x, end.x) && near(at.y, from.y, end.y);
            match (state.by_table, state.puts) {
                (true, ShotPart::Counter) if state.turns => state.landing.turned = turned_to(state.landing.at, at),
                (true, ShotPart::Counter) => state.landing.at = at,
                (true, ShotPart::Aim) => state.aim_said = Some(snapped(at, FINE)),
                (false, _) if near => state.aim = snapped(at, FINE),
                (true, ShotPart::Catapult) | (false, _) => state.stand = snapped(at, FINE),
            }
        });
        self.aimed(shell);
    }

    /// The mouse goes down on the table: by its handle a counter is turned, and anywhere else put.
    fn grab(self: &Rc<SiegeTable>, x: f32, y: f32) {
        self.change(|state| {
            let (lies_x, lies_y) = seen(state.landing.at);
            let (sine, cosine) = f32::from(state.landing.turned).to_radians().sin_cos();
            let (handle_x, handle_y) = (lies_x + HANDLE * cosine, lies_y - HANDLE * sine);
            let off = (x - handle_x).hypot(y - handle_y);
            state.turns = state.by_table && state.puts == ShotPart::Counter && state.shoots() && off < GRIP;
            state.held = state.shoots().then(|| state.window());
        });
    }

    /// Turns the counter to the left by so many degrees, as the wheel and the keys do.
    fn turn(self: &Rc<SiegeTable>, shell: &Rc<Shell>, by: i32) {
        let turned = self.change(|state| {
            let turns = state.by_table && state.shoots();
            if turns {
                state.landing.turned = (i32::from(state.landing.turned) + by).rem_euclid(360) as u16;
            }
            turns
        });
        if turned {
            self.aimed(shell);
        }
    }

    /// What a press on the plan puts there.
    fn puts(self: &Rc<SiegeTable>, shell: &Rc<Shell>, puts: ShotPart) {
        self.change(|state| (state.puts, state.turns, state.whole) = (puts, false, None));
        self.show(shell);
    }

    /// The arrow keys: they move the aim, or of a shot of a real table what a press puts there, and held with Shift the
    /// catapult.
    pub(super) fn move_aim(self: &Rc<SiegeTable>, shell: &Rc<Shell>, right: i32, down: i32, far: bool) {
        self.change(|state| {
            let by = |unit: i32| Point::new(right * unit, -down * unit);
            match (far, state.by_table, state.puts) {
                (true, ..) | (false, true, ShotPart::Catapult) => state.stand = state.stand.plus(by(INCH)),
                (false, true, ShotPart::Counter) => state.landing.at = state.landing.at.plus(by(INCH / 8)),
                (false, true, ShotPart::Aim) => {
                    state.aim_said = Some(state.aim_said.map_or(state.aim, |aim| aim.plus(by(FINE))));
                }
                (false, false, _) => state.aim = state.aim.plus(by(FINE)),
            }
        });
        self.aimed(shell);
    }

    /// A letter while the shot is aimed; whether it means something.
    pub(super) fn aim_letter(self: &Rc<SiegeTable>, shell: &Rc<Shell>, letter: char) -> bool {
        let (settings, by_table) = self
            .change(|state| (state.shown().map_or(0, |position| position.tables().arm.reach.len()), state.by_table));
        match letter {
            '1'..='9' if (letter as usize - '1' as usize) < settings => {
                shell.with(|window| {
                    window.global::<UnderSiegePage>().set_setting(letter as i32 - '1' as i32);
                });
            }
            '[' => self.turn(shell, 5),
            ']' => self.turn(shell, -5),
            '{' => self.turn(shell, 1),
            '}' => self.turn(shell, -1),
            'l' if by_table => self.puts(shell, ShotPart::Counter),
            'c' if by_table => self.puts(shell, ShotPart::Catapult),
            'a' if by_table => self.puts(shell, ShotPart::Aim),
            't' if by_table => self.made_by(shell, ShotMade::ByDice),
            't' => self.made_by(shell, ShotMade::OnATable),
            'z' => self.change(|state| state.whole = Some(state.whole != Some(true))),
            _ => return false,
        }
        self.aimed(shell);
        true
    }

    /// Whether the shot is scattered by dice or was made on a real table.
    fn made_by(&self, shell: &Rc<Shell>, made: ShotMade) {
        let table = made == ShotMade::OnATable;
        self.change(|state| {
            if state.by_table != table {
                (state.by_table, state.puts, state.turns, state.whole) = (table, ShotPart::Counter, false, None);
            }
        });
        shell.with(|window| window.global::<UnderSiegePage>().set_made(made));
        self.write_typed(shell);
    }

    fn aimed(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        self.say(shell, "", false);
        self.write_typed(shell);
        self.show(shell);
    }

    /// Writes the shot into its fields.
    pub(super) fn write_typed(&self, shell: &Rc<Shell>) {
        let state = self.state.borrow();
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_stand_text(typed_place(state.stand).into());
            let aim = if state.by_table { state.aim_said } else { Some(state.aim) };
            ui.set_aim_text(aim.map_or_else(String::new, typed_place).into());
            ui.set_lies_text(typed_place(state.landing.at).into());
            ui.set_turned_text(state.landing.turned.to_string().into());
        });
    }

    /// Takes the shot out of its fields where they were changed; whether they can be read.
    fn read_typed(self: &Rc<SiegeTable>, shell: &Rc<Shell>) -> bool {
        let texts = shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            [ui.get_stand_text(), ui.get_aim_text(), ui.get_lies_text(), ui.get_turned_text()]
        });
        let Some(texts) = texts else { return false };
        let read = self.change(|state| -> Result<()> {
            // What stands in a field as it was written is not read, so that a 64th of an inch is not lost.
            let place = |text: &SharedString, known: Point| {
                if *text == typed_place(known) { Ok(known) } else { typed::place(text) }
            };
            let [stand, aim, lies, turned] = &texts;
            let stand = place(stand, state.stand)?;
            // At a real table nobody need say at what it was aimed.
            let aim = match (state.by_table, state.aim_said) {
                (true, _) if aim.trim().is_empty() => None,
                (true, said) => Some(place(aim, said.unwrap_or(state.aim))?),
                (false, _) => Some(place(aim, state.aim)?),
            };
            let at = place(lies, state.landing.at)?;
            let turned = turned.trim().trim_end_matches('°').parse::<u16>().ok().filter(|turned| *turned < 360);
            let turned = turned.ok_or_else(|| {
                Problem::bad_input("A counter is turned by 0 to 359 degrees, to the left.")
                    .hint("Lying square with the castle it is turned by none.")
            })?;
            state.stand = stand;
            match state.by_table {
                true => state.aim_said = aim,
                false => state.aim = aim.unwrap_or(state.aim),
            }
            (state.landing.at, state.landing.turned) = (at, turned);
            Ok(())
        });
        match read {
            Ok(()) => true,
            Err(problem) => {
                self.refuse(shell, &problem);
                false
            }
        }
    }

    /// Makes the shot, or enters the one that was made.
    pub(super) fn shoot(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let setting = shell.with(|window| window.global::<UnderSiegePage>().get_setting()).unwrap_or(0);
        let shot = self.change(|state| match state.by_table {
            true => Decision::Landed(state.landed(setting)),
            false => Decision::Shoot { from: state.stand, aim: state.aim, setting: set_to(setting) },
        });
        self.decide(shell, &[shot]);
    }

    /// Shows the shot that is aimed, and what follows from one that was made, or why it may not be.
    pub(super) fn show_aim(&self, ui: &UnderSiegePage, game: &SiegeGame) {
        let (state, position) = (self.state.borrow(), game.position());
        let arm = &position.tables().arm;
        ui.set_settings(words(arm.reach.iter().map(|reach| format!("{reach} in"))));
        let setting = ui.get_setting();
        let lies = state.by_table;
        let aim = if lies { state.aim_said } else { Some(state.aim) };
        let ((x, y), (lies_x, lies_y)) = (seen(state.stand), seen(state.landing.at));
        let (aim_x, aim_y) = seen(aim.unwrap_or(state.aim));
        ui.set_stand_x(x);
        ui.set_stand_y(y);
        ui.set_aim_said(aim.is_some());
        ui.set_aim_x(aim_x);
        ui.set_aim_y(aim_y);
        ui.set_made(if lies { ShotMade::OnATable } else { ShotMade::ByDice });
        ui.set_puts(state.puts);
        ui.set_lies(lies);
        ui.set_lies_x(lies_x);
        ui.set_lies_y(lies_y);
        // Seen from above with the north up, to the left is against the clock.
        ui.set_lies_turned(-f32::from(state.landing.turned));
        let loaded = position.view(Side::Attacker).loaded().filter(|_| lies);
        ui.set_shot_letter(loaded.map(marked).unwrap_or_default());
        let figures = position.tables().setting(set_to(setting));
        let outline = |deviations: f64| match &figures {
            Some(figures) if !lies => fall(state.stand, state.aim, figures, deviations),
            _ => String::new(),
        };
        ui.set_near_fall(outline(1.0).into());
        ui.set_far_fall(outline(2.0).into());
        let followed = match lies {
            true => game.follows(state.landed(setting)).map(|lines| lines.join(" ")),
            false => position
                .check(Side::Attacker, &Decision::Shoot { from: state.stand, aim: state.aim, setting: set_to(setting) })
                .map(|()| String::new())
                .map_err(|why| crate::app::under_siege::refused(&why)),
        };
        let (follows, warns) = match followed {
            Ok(follows) => (follows, String::new()),
            Err(problem) => (String::new(), problem.sentence),
        };
        ui.set_follows(follows.into());
        ui.set_warns(warns.into());
        let shares: Vec<ShotShare> = match lies {
            true => {
                let told = |lies: crate::app::under_siege::Lying| ShotShare {
                    on: lies.on.into(),
                    first: lies.share.into(),
                    second: lies.follows.into(),
                };
                game.lying(state.landing).into_iter().map(told).collect()
            }
            false => {
                let told = |chance: crate::app::under_siege::FallChance| ShotShare {
                    on: name_of(position, chance.on).into(),
                    first: percent(chance.touched).into(),
                    second: percent(chance.over_half).into(),
                };
                chances(position, state.stand, state.aim, set_to(setting)).into_iter().map(told).collect()
            }
        };
        ui.set_shares(model(shares));
    }
}

/// A setting of the arm as the window numbers it.
fn set_to(setting: i32) -> u8 {
    u8::try_from(setting).unwrap_or(0)
}

impl super::Looked {
    /// The shot that was made on a real table, as it is put on the plan.
    fn landed(&self, setting: i32) -> Landed {
        Landed { from: self.stand, aim: self.aim_said, setting: set_to(setting), landing: self.landing }
    }
}
