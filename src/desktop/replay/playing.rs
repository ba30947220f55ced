//! What is being played, where it stands, and what the moment shows and says.

use super::camera::{Camera, inches};
use super::game;
use super::paint::{Picture, TableMark};
use crate::app::replay::Replay;
use crate::desktop::shell::count;
use crate::desktop::ui::{ReplayHost, ReplayPage};
use crate::rules::figure::Side;
use crate::rules::geometry::Point;
use crate::rules::man_to_man::FigureId;
use crate::rules::man_to_man::event::{Answer, Event, Why};
use crate::rules::man_to_man::replay::Scene;
use crate::rules::man_to_man::state::BodyId;
use std::rc::Rc;

/// What is being played, and where it stands.
pub(super) struct Playing {
    pub(super) replay: Rc<Replay>,
    /// Events that have happened.
    pub(super) at: usize,
    /// How much of the next event is done, if it is a move under way.
    pub(super) part: f32,
    /// Milliseconds for which the last event is still looked at.
    pub(super) hold: f32,
    pub(super) camera: Camera,
    /// Whether the referee has not moved the picture himself.
    pub(super) fitted: bool,
    pub(super) man: Option<usize>,
    pub(super) track: Vec<(usize, (f32, f32))>,
    /// The lines shown, by their places in the log.
    pub(super) lines: Vec<usize>,
    pub(super) found: Vec<usize>,
    /// The battle, if it is being played and not watched.
    pub(super) game: Option<game::PlayedGame>,
}

/// The largest an inch is drawn where the picture follows the fight, and how much of the way to it each picture goes.
const MOST_FOLLOWED: f32 = 26.0;
const EACH_PICTURE: f32 = 0.12;

/// How far within the edges of the picture, in inches, men stand who are seen well.
const SEEN_WITHIN: f32 = 3.0;

/// How long an event is looked at when a battle plays at its own speed, in milliseconds.
fn lasts(event: &Event) -> f32 {
    match event {
        Event::Turn { .. } | Event::Declared { .. } | Event::Answered { .. } => 500.0,
        // One man of many who make contact in turn.
        Event::Moved { why: Why::Onset, figures, .. } if figures.len() == 1 => 120.0,
        Event::Moved { .. } => 450.0,
        Event::Tested { .. } | Event::Yielded { .. } | Event::StandardTaken { .. } | Event::LeaderLost { .. } => 350.0,
        Event::Struck { .. } | Event::Shot { .. } | Event::Hurt { .. } => 180.0,
        Event::Turned { .. } => 0.0,
        _ => 150.0,
    }
}

impl Playing {
    /// Goes on by some milliseconds; whether there is more.
    pub(super) fn advance(&mut self, mut milliseconds: f32) -> bool {
        while milliseconds > 0.0 {
            if self.hold > 0.0 {
                let held = self.hold.min(milliseconds);
                self.hold -= held;
                milliseconds -= held;
                continue;
            }
            let Some(event) = self.replay.timeline.record.events.get(self.at) else { return false };
            let whole = lasts(event);
            if !matches!(event, Event::Moved { .. }) {
                if self.passes_what_is_stopped_at() {
                    return false;
                }
                self.hold = whole;
                continue;
            }
            let left = (1.0 - self.part) * whole;
            if milliseconds < left {
                self.part += milliseconds / whole;
                return true;
            }
            milliseconds -= left;
            self.part = 0.0;
            if self.passes_what_is_stopped_at() {
                return false;
            }
        }
        true
    }

    /// Goes on by one event; whether it is what captains were to stop at.
    fn passes_what_is_stopped_at(&mut self) -> bool {
        self.at += 1;
        let at = self.at;
        self.game.as_mut().is_some_and(|game| game.halt.take_if(|halt| *halt <= at).is_some())
    }

    /// The moment's scene, and the one it moves to.
    pub(super) fn scenes(&self) -> (Scene, Option<Scene>) {
        let timeline = &self.replay.timeline;
        (timeline.scene(self.at), (self.part > 0.0).then(|| timeline.scene(self.at + 1)))
    }

    pub(super) fn picture<'a>(
        &'a self,
        scene: &'a Scene,
        next: Option<&'a Scene>,
        track: &'a [(f32, f32)],
        dark: bool,
    ) -> Picture<'a> {
        let events = &self.replay.timeline.record.events;
        let last = if next.is_some() { None } else { self.at.checked_sub(1).and_then(|last| events.get(last)) };
        Picture {
            replay: &self.replay,
            scene,
            next: next.map(|next| (next, self.part)),
            mark: last.and_then(|event| mark(event, scene)),
            chosen: self.man,
            track,
            reach: None,
            camera: self.camera,
            dark,
        }
    }

    /// Shows everybody who is on the table now.
    pub(super) fn fit(&mut self) {
        let scene = self.replay.timeline.scene(self.at);
        let there = scene.men.iter().filter(|man| !man.shown.is_away());
        self.camera.fit(there.map(|man| inches(man.at)), 4.0);
    }

    /// Moves the picture to what happens: the men of the event that is shown; where orders are asked, to all who are there.
    pub(super) fn keep_on_the_fight(&mut self, scene: &Scene, smoothly: bool) {
        let events = &self.replay.timeline.record.events;
        let shown = self.at < events.len();
        let last = events.get(if shown { self.at } else { self.at.saturating_sub(1) });
        let asked = self.game.is_some() && !shown;
        let there = || (0..scene.men.len()).filter(|&man| !scene.men[man].shown.is_away()).collect();
        let about = match asked {
            true => Some((there(), SEEN_WITHIN)),
            false => last.and_then(|event| mark(event, scene)).map(|mark| (mark.men(), 6.0)),
        };
        // Nothing in particular leaves the picture as it is, unless nobody is in it: then it goes to what happened last.
        let seen = |place: (f32, f32)| self.camera.shows(std::iter::once(place), 0.0);
        let empty = || !scene.men.iter().any(|man| !man.shown.is_away() && seen(inches(man.at)));
        let before = || {
            let mut earlier = events[..self.at.min(events.len())].iter().rev();
            earlier.find_map(|event| mark(event, scene)).map(|mark| (mark.men(), 6.0))
        };
        let about = about.filter(|(men, _)| !men.is_empty()).or_else(|| if empty() { before() } else { None });
        let Some((men, margin)) = about.filter(|(men, _)| !men.is_empty()) else { return };
        let mut wanted = self.camera;
        let places = || men.iter().filter_map(|&man| scene.men.get(man)).map(|man| inches(man.at));
        // Nor does it move under the pointer that gives an order, while they are seen.
        if asked && self.camera.shows(places(), 0.5) {
            return;
        }
        wanted.fit(places(), margin);
        wanted.scale = wanted.scale.min(MOST_FOLLOWED);
        let ground = &self.replay.ground;
        wanted.keep_on(inches(Point::new(ground.width, ground.depth)));
        self.camera = if smoothly { self.camera.towards(&wanted, EACH_PICTURE) } else { wanted };
    }

    /// Says in words what the moment is.
    pub(super) fn tell(&self, ui: &ReplayPage, scene: &Scene, now: usize) {
        let replay = &self.replay;
        let bookmark = replay.timeline.bookmark(now);
        let turns = replay.timeline.turns().count();
        let moment = match bookmark.turn {
            0 => "before the first turn".to_owned(),
            turn if self.game.is_some() => format!("turn {turn}, {}", bookmark.part.word()),
            turn => format!("turn {turn} of {turns}, {}", bookmark.part.word()),
        };
        let host = |side: Side| {
            let (left, all) = replay.strength(scene, side);
            ReplayHost {
                name: replay.timeline.record.plan.hosts[side].name.as_str().into(),
                tincture: replay.tinctures[side].word().into(),
                detail: format!("{left} of {all} in arms").into(),
                left: left as f32 / all.max(1) as f32,
            }
        };
        let (attacker, defender) = (host(Side::Attacker), host(Side::Defender));
        let hosts = format!("{}: {}; {}: {}", attacker.name, attacker.detail, defender.name, defender.detail);
        ui.set_scene(format!("{moment}. {hosts}.").into());
        ui.set_progress(format!("event {now} of {}", replay.timeline.len()).into());
        ui.set_moment(moment.into());
        ui.set_attacker(attacker);
        ui.set_defender(defender);
        ui.set_at(count(now));
        let told = self.lines.partition_point(|&line| replay.lines[line].at <= now);
        ui.set_line(count(told) - 1);
        if let Some(man) = self.man {
            let actor = &replay.actors[man];
            ui.set_man(actor.fighter.name.as_str().into());
            ui.set_man_tincture(replay.tinctures[actor.side].word().into());
            ui.set_man_standing(format!("{}, {}", actor.fighter.number, actor.standing()).into());
            ui.set_man_arms(actor.arms().into());
            ui.set_man_body(format!("of {}", actor.body).into());
            ui.set_man_state(format!("Now {}", replay.state(scene, man)).into());
            // What became of him is not told before the battle is seen to its end.
            let ended = self.game.is_none() && now >= replay.timeline.len();
            ui.set_man_end(if ended { format!("In the end {}", actor.end) } else { String::new() }.into());
        }
    }
}

/// What an event is about on the table.
fn mark(event: &Event, scene: &Scene) -> Option<TableMark> {
    let body = |id: BodyId| (0..scene.men.len()).filter(|&man| scene.men[man].body == id).collect::<Vec<_>>();
    let man = |id: FigureId| usize::from(id.0);
    let mark = match event {
        Event::Shot { by, at, hit, .. } => TableMark::Shot(man(*by), man(*at), *hit),
        Event::Struck { by, at, hit, .. } => TableMark::Blow(man(*by), man(*at), *hit),
        Event::Declared { body: id, at, .. } => TableMark::Charge(body(*id), body(*at)),
        Event::Answered { body: id, to, answer: Answer::Counter } => TableMark::Charge(body(*id), body(*to)),
        Event::Answered { body: id, .. }
        | Event::Tested { body: id, .. }
        | Event::Rallied { body: id }
        | Event::Moved { body: id, .. }
        | Event::Tasked { body: id, .. }
        | Event::Tried { body: id, .. }
        | Event::FireFought { body: id, .. }
        | Event::Loosed { body: id, man: None, .. }
        | Event::Ranks { body: id, .. } => TableMark::Body(body(*id)),
        Event::Loosed { man: Some(figure), .. } | Event::FireShot { by: figure, .. } => TableMark::Man(man(*figure)),
        Event::Hurt { figure, .. }
        | Event::Fell { figure, .. }
        | Event::Seat { figure, .. }
        | Event::Rose { figure }
        | Event::Yielded { figure, .. }
        | Event::Freed { figure }
        | Event::Slain { figure, .. }
        | Event::Perished { figure, .. }
        | Event::Looted { by: figure, .. }
        | Event::Mounted { figure, .. }
        | Event::LeaderLost { figure, .. }
        | Event::StandardTaken { by: figure, .. }
        | Event::StandardRaised { by: figure, .. } => TableMark::Man(man(*figure)),
        _ => return None,
    };
    let known = |man: &usize| *man < scene.men.len();
    let sound = match &mark {
        TableMark::Shot(by, at, _) | TableMark::Blow(by, at, _) => known(by) && known(at),
        TableMark::Man(man) => known(man),
        TableMark::Charge(..) | TableMark::Body(_) => true,
    };
    sound.then_some(mark)
}
