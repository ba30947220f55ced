//! The shot before it is made: where the catapult stands, at what it is aimed, where it may fall; or how a counter lies that
//! was flicked on a real table. By mouse, by keyboard, or typed.

use super::SiegeTable;
use crate::app::under_siege::{chances, name_of, typed};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::GamePage as _;
use crate::desktop::shell::{Shell, model, words};
use crate::desktop::ui::{AppWindow, ShotShare, UnderSiegePage};
use crate::rules::castle_under_siege::{Castle, Decision, Landed, LiesOn, Position, Setting};
use crate::rules::geometry::{INCH, Point};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// How finely the mouse and the keyboard aim, in 64ths of an inch.
const FINE: i32 = INCH / 4;

/// How far about the castle a press is an aim, and further off a place for the catapult.
const ABOUT: i32 = 3 * INCH;

/// How many of the things a shot may lie on are told.
const TOLD: usize = 6;

/// Connects the shot.
pub(super) fn connect(page: &Rc<SiegeTable>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<UnderSiegePage>();
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_press_at(move |x, y, dragged| on.press_at(&at, x, y, dragged));
    let (on, at) = (Rc::clone(page), Rc::clone(shell));
    ui.on_changed_shot(move || {
        on.see_lying(&at);
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
        let at = Point::new((x * INCH as f32) as i32, ((super::ACROSS as f32 - y) * INCH as f32) as i32);
        let lies = self.lies(shell);
        self.change(|state| {
            let castle = Castle::get().bounds();
            let near = |at: i32, from: i32, to: i32| (from - ABOUT..=to + ABOUT).contains(&at);
            let (from, end) = (castle.corner, castle.end());
            match (near(at.x, from.x, end.x) && near(at.y, from.y, end.y), lies) {
                (true, true) => state.landing.at = at,
                (true, false) => state.aim = snapped(at, FINE),
                (false, _) => state.stand = snapped(at, FINE),
            }
        });
        self.aimed(shell);
    }

    /// The arrow keys: they move the aim, or how a counter lies, and held with Shift the catapult.
    pub(super) fn move_aim(self: &Rc<SiegeTable>, shell: &Rc<Shell>, right: i32, down: i32, far: bool) {
        let lies = self.lies(shell);
        self.change(|state| {
            let by = |unit: i32| Point::new(right * unit, -down * unit);
            match (far, lies) {
                (true, _) => state.stand = state.stand.plus(by(INCH)),
                (false, true) => state.landing.at = state.landing.at.plus(by(INCH / 8)),
                (false, false) => state.aim = state.aim.plus(by(FINE)),
            }
        });
        self.aimed(shell);
    }

    /// A letter while the shot is aimed; whether it means something.
    pub(super) fn aim_letter(self: &Rc<SiegeTable>, shell: &Rc<Shell>, letter: char) -> bool {
        let settings = self.change(|state| state.shown().map_or(0, |position| position.tables().arm.reach.len()));
        match letter {
            '1'..='9' if (letter as usize - '1' as usize) < settings => {
                shell.with(|window| {
                    window.global::<UnderSiegePage>().set_setting(letter as i32 - '1' as i32);
                });
            }
            '[' | ']' => {
                let by = if letter == '[' { 5 } else { 355 };
                self.change(|state| state.landing.turned = (state.landing.turned + by) % 360);
            }
            't' => {
                shell.with(|window| {
                    let ui = window.global::<UnderSiegePage>();
                    ui.set_by(1 - ui.get_by().clamp(0, 1));
                });
                self.see_lying(shell);
            }
            'z' => self.change(|state| state.whole = Some(state.whole != Some(true))),
            _ => return false,
        }
        self.aimed(shell);
        true
    }

    fn aimed(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        self.say(shell, "", false);
        self.write_typed(shell);
        self.show(shell);
    }

    /// A counter that lies on the castle is put there on the castle; a shot that is thrown is aimed from further off.
    fn see_lying(&self, shell: &Rc<Shell>) {
        let lies = self.lies(shell);
        self.change(|state| state.whole = lies.then_some(false));
    }

    /// Whether the shot was made on a real table.
    fn lies(&self, shell: &Rc<Shell>) -> bool {
        shell.with(|window| window.global::<UnderSiegePage>().get_by() == 1).unwrap_or(false)
    }

    /// Writes the shot into its fields.
    pub(super) fn write_typed(&self, shell: &Rc<Shell>) {
        let state = self.state.borrow();
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_stand_text(typed_place(state.stand).into());
            ui.set_aim_text(typed_place(state.aim).into());
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
            let (stand, aim) = (place(stand, state.stand)?, place(aim, state.aim)?);
            let at = place(lies, state.landing.at)?;
            let turned = turned.trim().trim_end_matches('°').parse::<u16>().ok().filter(|turned| *turned < 360);
            let turned = turned.ok_or_else(|| {
                Problem::bad_input("A counter is turned by 0 to 359 degrees, to the left.")
                    .hint("Lying square with the castle it is turned by none.")
            })?;
            (state.stand, state.aim) = (stand, aim);
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
        let lies = self.lies(shell);
        let setting = shell.with(|window| window.global::<UnderSiegePage>().get_setting()).unwrap_or(0);
        let setting = u8::try_from(setting).unwrap_or(0);
        let shot = self.change(|state| match lies {
            true => {
                let (from, aim, landing) = (state.stand, Some(state.aim), state.landing);
                Decision::Landed(Landed { from, aim, setting, landing })
            }
            false => Decision::Shoot { from: state.stand, aim: state.aim, setting },
        });
        self.decide(shell, &[shot]);
    }

    /// Shows the shot that is aimed.
    pub(super) fn show_aim(&self, ui: &UnderSiegePage, position: &Position) {
        let state = self.state.borrow();
        let arm = &position.tables().arm;
        ui.set_settings(words(arm.reach.iter().enumerate().map(|(at, reach)| format!("{}: {reach} in", at + 1))));
        let number = u8::try_from(ui.get_setting()).unwrap_or(0);
        let lies = ui.get_by() == 1;
        let ((x, y), (aim_x, aim_y), (lies_x, lies_y)) = (seen(state.stand), seen(state.aim), seen(state.landing.at));
        ui.set_stand_x(x);
        ui.set_stand_y(y);
        ui.set_aim_x(aim_x);
        ui.set_aim_y(aim_y);
        ui.set_lies(lies);
        ui.set_lies_x(lies_x);
        ui.set_lies_y(lies_y);
        // Seen from above with the north up, to the left is against the clock.
        ui.set_lies_turned(-f32::from(state.landing.turned));
        ui.set_shot_letter(SharedString::new());
        let setting = position.tables().setting(number);
        let outline = |deviations: f64| match &setting {
            Some(setting) if !lies => fall(state.stand, state.aim, setting, deviations),
            _ => String::new(),
        };
        ui.set_near_fall(outline(1.0).into());
        ui.set_far_fall(outline(2.0).into());
        let shares: Vec<ShotShare> = match lies {
            true => {
                let told = |(on, share): (LiesOn, crate::rules::castle_under_siege::Share)| ShotShare {
                    on: name_of(position, on).into(),
                    first: SharedString::new(),
                    second: share.to_string().into(),
                };
                position.shares(state.landing).into_iter().map(told).take(TOLD).collect()
            }
            false => {
                let told = |chance: crate::app::under_siege::FallChance| ShotShare {
                    on: name_of(position, chance.on).into(),
                    first: percent(chance.touched).into(),
                    second: percent(chance.over_half).into(),
                };
                chances(position, state.stand, state.aim, number).into_iter().map(told).take(TOLD).collect()
            }
        };
        ui.set_shares(model(shares));
    }
}
