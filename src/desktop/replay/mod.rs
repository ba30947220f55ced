//! The replay: a battle's record on the table, played, stepped and sought through, its log beside it.

pub(super) mod camera;
mod form;
mod game;
mod land;
mod moment;
mod orders;
pub(super) mod paint;
mod playing;
mod stops;
mod things;

use super::contests;
use super::shell::{Page, Shell, count, model};
use super::ui::{AppWindow, MomentSheet, ReplayLine, ReplayMan, ReplayPage, ReplayTurn, StepBy};
use crate::app::replay::{self, Replay};
use crate::rules::man_to_man::timeline::Step;
use camera::{Camera, inches};
pub(super) use moment::open_situation;
use paint::paint;
use playing::Playing;
use slint::{ComponentHandle, SharedString, Timer, TimerMode};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
pub(super) use stops::StopAt;

/// How long a picture stands while the battle plays, in milliseconds.
const FRAME: f32 = 33.0;

/// How fast a battle may be played.
const SPEEDS: [(&str, f32); 6] = [("½ ×", 0.5), ("1 ×", 1.0), ("2 ×", 2.0), ("4 ×", 4.0), ("8 ×", 8.0), ("16 ×", 16.0)];

/// How many men found by name are listed.
const FOUND: usize = 6;

#[derive(Default)]
pub struct WatchPage {
    playing: RefCell<Option<Playing>>,
    timer: Timer,
    /// The speed that was set, while what an order brought about is shown at another.
    own_speed: Cell<Option<i32>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<WatchPage>>> = const { RefCell::new(None) };
}

pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(WatchPage::default());
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    shell.on_back(Page::Replay, move |window| {
        let Some(shell) = weak.upgrade() else { return false };
        let ruling = window.global::<MomentSheet>();
        if ruling.get_open() {
            ruling.set_open(false);
            return true;
        }
        match at.change(|playing| playing.man.is_some()) {
            Some(true) => at.look_at(&shell, None),
            _ => at.leave(&shell),
        }
        true
    });
    shell.with(|window| {
        page.connect(shell, window);
        game::connect(&page, shell, window);
    });
}

/// Shows a battle from its beginning.
pub fn watch(shell: &Rc<Shell>, replay: Replay) {
    let page = PAGE.with(|page| page.borrow().clone());
    if let Some(page) = page {
        page.watch(shell, replay);
    }
}

impl WatchPage {
    fn connect(self: &Rc<WatchPage>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<ReplayPage>();
        ui.set_speeds(super::shell::words(SPEEDS.iter().map(|(word, _)| word)));
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_sized, |page, shell, width, height| page.sized(&shell, width, height));
        on!(on_play, |page, shell| page.play(&shell));
        on!(on_seek, |page, shell, at| page.seek(&shell, usize::try_from(at).unwrap_or(0)));
        on!(on_seek_line, |page, shell, line| {
            if let Some(at) = page.line(line).map(|(replay, line)| replay.lines[line].at) {
                page.seek(&shell, at);
            }
        });
        on!(on_step, |page, shell, by, forth| {
            let by = match by {
                StepBy::Event => Step::Event,
                StepBy::Part => Step::Part,
                StepBy::Turn => Step::Turn,
            };
            page.step(&shell, by, forth);
        });
        on!(on_step_line, |page, shell, forth| page.step_line(&shell, forth));
        on!(on_zoom, |page, shell, factor, x, y| page.zoom(&shell, factor, x, y));
        on!(on_pan, |page, shell, x, y| page.pan(&shell, x, y));
        on!(on_whole, |page, shell| page.whole(&shell));
        on!(on_pick, |page, shell, x, y| page.pick(&shell, x, y));
        on!(on_hover, |page, shell, x, y| page.hover(&shell, x, y));
        on!(on_set_follow_fight, |page, shell, on| page.follow_fight(&shell, on));
        on!(on_search, |page, shell, words| page.search(&shell, &words));
        on!(on_choose, |page, shell, index| page.choose(&shell, index));
        on!(on_let_go, |page, shell| page.look_at(&shell, None));
        on!(on_set_follow, |page, shell, _follow| page.show(&shell));
        on!(on_set_only, |page, shell, _only| page.show_lines(&shell));
        on!(on_explain, |page, shell, line| page.explain(&shell, line));
        on!(on_explain_now, |page, shell| {
            let line = shell.with(|window| window.global::<ReplayPage>().get_line()).unwrap_or(-1);
            page.explain(&shell, line);
        });
        on!(on_leave, |page, shell| page.leave(&shell));
        self.connect_moment(shell, window);
    }

    fn change<R>(&self, change: impl FnOnce(&mut Playing) -> R) -> Option<R> {
        self.playing.borrow_mut().as_mut().map(change)
    }

    fn watch(self: &Rc<WatchPage>, shell: &Rc<Shell>, replay: Replay) {
        let replay = Rc::new(replay);
        let at = replay.timeline.step(0, Step::Event, true);
        let size = self.change(|playing| playing.camera.size).unwrap_or_default();
        *self.playing.borrow_mut() = Some(Playing {
            replay: Rc::clone(&replay),
            at,
            part: 0.0,
            hold: 0.0,
            camera: Camera { size, ..Camera::default() },
            fitted: true,
            man: None,
            track: Vec::new(),
            lines: Vec::new(),
            found: Vec::new(),
            game: None,
        });
        self.change(Playing::fit);
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            ui.set_title(replay.title.as_str().into());
            window.global::<super::ui::OrdersPage>().set_playing(false);
            ui.set_query(SharedString::new());
            ui.set_found(model([]));
            ui.set_follow(false);
            ui.set_follow_fight(false);
            ui.set_hovered(SharedString::new());
            ui.set_only(false);
        });
        self.show_length(shell);
        shell.go(Page::Replay);
        self.look_at(shell, None);
    }

    /// Shows how long the battle is, and where its turns begin.
    fn show_length(&self, shell: &Rc<Shell>) {
        let shown = self.change(|playing| {
            let timeline = &playing.replay.timeline;
            let length = timeline.len().max(1);
            let turns = timeline
                .turns()
                .map(|mark| ReplayTurn { turn: mark.turn.to_string().into(), along: mark.at as f32 / length as f32 });
            (count(length), turns.collect::<Vec<_>>())
        });
        if let Some((length, turns)) = shown {
            shell.with(|window| {
                let ui = window.global::<ReplayPage>();
                ui.set_length(length);
                ui.set_turns(model(turns));
            });
        }
    }

    fn leave(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        contests::leave(self, shell);
    }

    fn sized(&self, shell: &Rc<Shell>, width: f32, height: f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        self.change(|playing| {
            playing.camera.size = ((width * scale).max(1.0), (height * scale).max(1.0));
            if playing.fitted {
                playing.fit();
            }
        });
        self.show(shell);
    }

    fn play(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        if self.timer.running() {
            self.stop(shell);
            return;
        }
        let over = self.change(|playing| playing.at >= playing.replay.timeline.len()).unwrap_or(true);
        if over {
            // Played to its end, it begins again.
            self.seek(shell, 1);
        }
        let (page, weak) = (Rc::downgrade(self), Rc::downgrade(shell));
        self.timer.start(TimerMode::Repeated, Duration::from_millis(FRAME as u64), move || {
            if let (Some(page), Some(shell)) = (page.upgrade(), weak.upgrade()) {
                page.tick(&shell);
            }
        });
        shell.with(|window| window.global::<ReplayPage>().set_playing(true));
    }

    fn stop(&self, shell: &Rc<Shell>) {
        self.timer.stop();
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            ui.set_playing(false);
            // Unless another was set meanwhile.
            if let Some(own) = self.own_speed.take().filter(|_| ui.get_speed() == game::SHOWN_AT) {
                ui.set_speed(own);
            }
        });
    }

    /// The next picture of a battle that plays; it stops with the page or at the end.
    fn tick(&self, shell: &Rc<Shell>) {
        let speed = shell.with(|window| window.global::<ReplayPage>().get_speed()).unwrap_or(1);
        let speed = SPEEDS[usize::try_from(speed).unwrap_or(1).min(SPEEDS.len() - 1)].1;
        let going = self.change(|playing| playing.advance(FRAME * speed)).unwrap_or(false);
        if !going || shell.page() != Page::Replay {
            self.stop(shell);
            self.form(shell, true);
        }
        self.show(shell);
    }

    fn seek(&self, shell: &Rc<Shell>, at: usize) {
        self.change(|playing| {
            // Before the first event nobody is on the table yet.
            let all = playing.replay.timeline.len();
            playing.at = at.clamp(all.min(1), all);
            (playing.part, playing.hold) = (0.0, 0.0);
        });
        self.form(shell, false);
        self.show(shell);
    }

    fn step(&self, shell: &Rc<Shell>, by: Step, on: bool) {
        if let Some(at) = self.change(|playing| playing.replay.timeline.step(playing.at, by, on)) {
            self.stop(shell);
            self.seek(shell, at);
        }
    }

    fn step_line(&self, shell: &Rc<Shell>, on: bool) {
        let at = self.change(|playing| {
            let places = || playing.lines.iter().map(|&line| playing.replay.lines[line].at);
            match on {
                true => places().find(|&at| at > playing.at),
                false => places().rfind(|&at| at < playing.at),
            }
        });
        if let Some(at) = at.flatten() {
            self.stop(shell);
            self.seek(shell, at);
        }
    }

    /// A line of those shown, by its place in the log.
    fn line(&self, shown: i32) -> Option<(Rc<Replay>, usize)> {
        let playing = self.playing.borrow();
        let playing = playing.as_ref()?;
        let line = *playing.lines.get(usize::try_from(shown).ok()?)?;
        Some((Rc::clone(&playing.replay), line))
    }

    fn explain(&self, shell: &Rc<Shell>, shown: i32) {
        let Some((replay, line)) = self.line(shown) else { return };
        let line = &replay.lines[line].line;
        shell.explain(&line.text, &replay::totals(line), "", &replay::parts(line));
        if let Some(roll) = line.rolls.first() {
            super::show_clause(shell, roll.clause);
        }
    }

    /// Logical pixels to those of the picture; below zero stands for its middle.
    fn pixel(&self, shell: &Rc<Shell>, x: f32, y: f32) -> (f32, f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        match x < 0.0 {
            false => (x * scale, y * scale),
            true => {
                let (width, height) = self.change(|playing| playing.camera.size).unwrap_or_default();
                (width / 2.0, height / 2.0)
            }
        }
    }

    fn zoom(&self, shell: &Rc<Shell>, factor: f32, x: f32, y: f32) {
        let at = self.pixel(shell, x, y);
        self.change(|playing| {
            playing.camera.zoom(factor, at);
            playing.fitted = false;
        });
        self.show(shell);
    }

    fn pan(&self, shell: &Rc<Shell>, x: f32, y: f32) {
        let scale = shell.with(|window| window.window().scale_factor()).unwrap_or(1.0);
        self.change(|playing| {
            playing.camera.pan((x * scale, y * scale));
            playing.fitted = false;
        });
        shell.with(|window| window.global::<ReplayPage>().set_follow(false));
        self.show(shell);
    }

    fn whole(&self, shell: &Rc<Shell>) {
        self.change(|playing| {
            playing.fitted = true;
            playing.fit();
        });
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            ui.set_follow(false);
            ui.set_follow_fight(false);
        });
        self.show(shell);
    }

    /// Keeps the picture on what happens, or leaves it where it is.
    fn follow_fight(&self, shell: &Rc<Shell>, on: bool) {
        if on {
            self.change(|playing| playing.fitted = true);
            shell.with(|window| window.global::<ReplayPage>().set_follow(false));
        }
        if self.change(|playing| playing.game.is_some()).unwrap_or(false) {
            shell.remember(|settings| settings.by_hand.follow = on);
        }
        self.show(shell);
    }

    /// Says who stands under the pointer.
    fn hover(&self, shell: &Rc<Shell>, x: f32, y: f32) {
        let pixel = self.pixel(shell, x, y);
        let told = self.change(|playing| {
            let (scene, next) = playing.scenes();
            let man = playing.picture(&scene, next.as_ref(), &[], false).man_at(pixel)?;
            let actor = &playing.replay.actors[man];
            let state = playing.replay.state(&scene, man);
            let fighter = &actor.fighter;
            Some(format!("{} ({}), {}\n{}, {state}", fighter.name, fighter.number, actor.standing(), actor.body))
        });
        shell.with(|window| window.global::<ReplayPage>().set_hovered(told.flatten().unwrap_or_default().into()));
    }

    fn pick(&self, shell: &Rc<Shell>, x: f32, y: f32) {
        let pixel = self.pixel(shell, x, y);
        let man = self.change(|playing| {
            let (scene, next) = playing.scenes();
            playing.picture(&scene, next.as_ref(), &[], false).man_at(pixel)
        });
        let man = man.flatten();
        let place = self.change(|playing| camera::point(playing.camera.under(pixel))).unwrap_or_default();
        if !self.point(shell, man, place) {
            let plain = man.is_none() && self.change(|playing| playing.man.is_none()).unwrap_or_default();
            if plain && self.awaits_orders() {
                game::no_place(shell);
            }
            self.look_at(shell, man);
        }
    }

    fn search(&self, shell: &Rc<Shell>, words: &str) {
        let found = self.change(|playing| {
            playing.found = playing.replay.find(words);
            playing.found.truncate(FOUND);
            let replay = &playing.replay;
            let row = |&man: &usize| ReplayMan {
                number: replay.actors[man].fighter.number.as_str().into(),
                name: replay.actors[man].fighter.name.as_str().into(),
                detail: replay.actors[man].body.as_str().into(),
                tincture: replay.tinctures[replay.actors[man].side].word().into(),
            };
            playing.found.iter().map(row).collect::<Vec<_>>()
        });
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            ui.set_found(model(found.unwrap_or_default()));
            ui.set_pointed(0);
        });
    }

    fn choose(&self, shell: &Rc<Shell>, index: i32) {
        let found = self.change(|playing| usize::try_from(index).ok().and_then(|at| playing.found.get(at).copied()));
        if let Some(man) = found.flatten() {
            shell.with(|window| {
                let ui = window.global::<ReplayPage>();
                ui.set_query(SharedString::new());
                ui.set_follow(true);
                window.global::<super::ui::Typing>().set_active(false);
            });
            self.look_at(shell, Some(man));
        }
    }

    /// Looks at a man, or at nobody.
    fn look_at(&self, shell: &Rc<Shell>, man: Option<usize>) {
        self.change(|playing| {
            playing.man = man;
            playing.track = match man {
                Some(man) => playing.replay.track(man).into_iter().map(|(at, place)| (at, inches(place))).collect(),
                None => Vec::new(),
            };
        });
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            if man.is_none() {
                ui.set_follow(false);
                ui.set_only(false);
            }
            ui.set_has_man(man.is_some());
        });
        self.show_lines(shell);
    }

    /// Shows the log, or what it tells of the man looked at.
    fn show_lines(&self, shell: &Rc<Shell>) {
        let only = shell.with(|window| window.global::<ReplayPage>().get_only()).unwrap_or(false);
        let lines = self.change(|playing| {
            let replay = Rc::clone(&playing.replay);
            let wanted: Vec<usize> = match playing.man.filter(|_| only) {
                Some(man) => replay.about(man),
                None => (0..replay.lines.len()).collect(),
            };
            // The list is made anew, and loses the keyboard's place, only when it is another.
            let changed = playing.lines != wanted;
            playing.lines = wanted;
            changed.then(|| playing.lines.iter().map(|&line| line_shown(&replay.lines[line].line)).collect::<Vec<_>>())
        });
        if let Some(lines) = lines.flatten() {
            shell.with(|window| window.global::<ReplayPage>().set_lines(model(lines)));
        }
        self.show(shell);
    }

    /// Shows the moment: the picture, where the log stands, and the man looked at.
    fn show(&self, shell: &Rc<Shell>) {
        let mut playing = self.playing.borrow_mut();
        let Some(playing) = &mut *playing else { return };
        shell.with(|window| {
            let ui = window.global::<ReplayPage>();
            let (scene, next) = playing.scenes();
            if ui.get_follow()
                && let Some(man) = playing.man
            {
                playing.camera.middle = playing.picture(&scene, next.as_ref(), &[], false).place(man).0;
                playing.fitted = false;
            }
            if ui.get_follow_fight() && playing.fitted && !ui.get_follow() {
                playing.keep_on_the_fight(&scene, self.timer.running());
            }
            let now = playing.at + usize::from(playing.part > 0.0);
            let track: Vec<_> = playing.track.iter().filter(|(at, _)| *at <= now).map(|(_, place)| *place).collect();
            let dark = window.global::<super::ui::Theme>().get_dark();
            let mut picture = playing.picture(&scene, next.as_ref(), &track, dark);
            picture.reach = playing.reach(shell);
            ui.set_picture(paint(&picture));
            ui.set_foot(12.0 * playing.camera.scale / window.window().scale_factor());
            playing.tell(&ui, next.as_ref().unwrap_or(&scene), now);
        });
    }
}

fn line_shown(line: &crate::rules::man_to_man::log::Line) -> ReplayLine {
    let faces =
        |roll: &crate::rules::man_to_man::log::Roll| roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
    let dice: Vec<String> = line.rolls.iter().map(faces).collect();
    ReplayLine { text: line.text.as_str().into(), dice: dice.join(" : ").into(), heading: line.heading }
}
