//! A battle played on the screen, on the same table as a replay: orders given, left to the captain and taken back, and
//! every decision kept in the campaign as it is made.

use super::form::{Form, Lists, Pointed};
use super::orders::{FACES, FARS, MARKED, OrderKind, ROUND, WAYS};
use super::paint::OrderReach;
use super::stops::StopAt;
use super::{PAGE, Playing, WatchPage};
use crate::app::muster::Muster;
use crate::app::play::{self, Play};
use crate::app::replay::{self, Replay};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::{self, GamePage, SettledGame};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, OrdersPage};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::geometry::Point;
use crate::rules::man_to_man::log::Names;
use crate::rules::man_to_man::view::choices::WaysOfDoing;
use crate::rules::man_to_man::{BodyId, Decision, Field, Phase};
use crate::rules::settles::Settlement;
use crate::store::{Db, Store};
use slint::ComponentHandle;
use std::rc::Rc;

/// The speed at which what an order brought about is shown.
const SHOWN_AT: i32 = 3;

/// A battle being played, and the lists its form chooses from.
pub(super) struct PlayedGame {
    pub(super) play: Play,
    pub(super) tinctures: BySide<String>,
    pub(super) names: Names,
    /// How many decisions are in the campaign.
    kept: usize,
    /// Who waits for orders.
    pub(super) bodies: Vec<BodyId>,
    /// What the one chosen could be ordered.
    pub(super) kinds: Vec<OrderKind>,
    /// The kind of order last shown.
    pub(super) kind: Option<OrderKind>,
    /// What he could do with gear or about it.
    pub(super) choices: Vec<WaysOfDoing>,
    /// The enemies, the nearest first.
    pub(super) enemies: Vec<BodyId>,
    /// What else he has to choose from.
    pub(super) lists: Lists,
    /// The place marked on the table.
    goal: Option<Point>,
}

impl PlayedGame {
    fn of(play: Play, tinctures: BySide<String>) -> PlayedGame {
        PlayedGame {
            names: Names::of(&play.muster().plan),
            kept: play.decisions().len(),
            play,
            tinctures,
            bodies: Vec::new(),
            kinds: Vec::new(),
            kind: None,
            choices: Vec::new(),
            enemies: Vec::new(),
            lists: Lists::default(),
            goal: None,
        }
    }
}

impl GamePage for WatchPage {
    type Battle = Field;
    /// With both shields.
    type Opened = (Play, BySide<String>);
    type Looked = Replay;

    fn page() -> Option<Rc<WatchPage>> {
        PAGE.with(|page| page.borrow().clone())
    }

    fn open(store: &mut Store, battle: BattleId) -> Result<Self::Opened> {
        let play = play::open(store, battle)?;
        let (attacker, defender) = (play.muster().battle.attacker, play.muster().battle.defender);
        Ok((play, replay::tinctures(store, attacker, defender)?))
    }

    fn begin(self: &Rc<WatchPage>, shell: &Rc<Shell>, (play, tinctures): Self::Opened) {
        self.watch(shell, Replay::new(&play.muster().battle.name, tinctures.clone(), play.record()));
        let game = PlayedGame::of(play, tinctures);
        self.change(|playing| {
            playing.at = playing.replay.timeline.len();
            playing.game = Some(game);
        });
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            ui.set_playing(true);
            ui.set_captain_attacks(false);
            ui.set_captain_defends(false);
        });
        self.form(shell, true);
    }

    fn recall(db: &Db, settled: &SettledGame) -> Result<Replay> {
        replay::of_record(db, &settled.name, settled.attacker, settled.defender, &settled.bytes(db)?)
    }

    fn show_settled(self: &Rc<WatchPage>, shell: &Rc<Shell>, _name: &str, replay: Replay) {
        self.watch(shell, replay);
    }

    fn put_away(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        self.stop(shell);
        self.change(|playing| playing.game = None);
        shell.with(|window| window.global::<OrdersPage>().set_playing(false));
    }

    fn battle(&self) -> Option<BattleId> {
        self.playing.borrow().as_ref()?.game.as_ref()?.play.muster().written
    }

    fn settled(&self) -> Option<(Muster, Result<Settlement>)> {
        let playing = self.playing.borrow();
        let play = &playing.as_ref()?.game.as_ref()?.play;
        Some((play.muster().clone(), play.settlement()))
    }

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem) {
        refuse(shell, &problem.to_string());
    }
}

/// Connects the form.
pub(super) fn connect(page: &Rc<WatchPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<OrdersPage>();
    ui.set_ways(words(WAYS));
    ui.set_fars(words(FARS.iter().map(|(far, _)| far)));
    ui.set_faces(words(FACES));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move |$($argument),*| $body);
        }};
    }
    on!(on_changed, |page, shell, other| page.form(&shell, other));
    on!(on_give, |page, shell| page.give(&shell));
    on!(on_done, |page, shell| page.order(&shell, |play, side| play.decide(side, Decision::Done)));
    on!(on_rest, |page, shell| page.order(&shell, Play::leave_to_captain));
    on!(on_take_back, |page, shell| page.order(&shell, |play, _| play.take_back()));
    on!(on_all_done, |page, shell| page.order(&shell, |play, _| play.end_turn()));
    on!(on_repeat, |page, shell| page.order(&shell, |play, side| play.repeat_last_turn(side)));
    ui.set_stops(words(StopAt::ALL.iter().map(|stop| stop.word())));
    on!(on_captains, |page, shell| page.order(&shell, |_, _| Ok(())));
    on!(on_follow_up, |page, shell| contests::take_in(&page, &shell));
}

fn refuse(shell: &Rc<Shell>, why: &str) {
    shell.with(|window| window.global::<OrdersPage>().set_refusal(why.into()));
}

impl PlayedGame {
    /// The side whose orders are asked.
    pub(super) fn side(&self) -> Option<Side> {
        self.play.position().pending().first()
    }

    /// A body's name: the unit's, or the lone man's.
    pub(super) fn name(&self, replay: &Replay, id: BodyId) -> String {
        let body = self.play.position().body(id);
        let actor = &replay.actors[usize::from(body.first)];
        if body.count == 1 { actor.named() } else { actor.body.clone() }
    }

    pub(super) fn prompt(&self) -> String {
        let position = self.play.position();
        let hosts = &self.play.muster().plan.hosts;
        let Some(side) = self.side() else {
            return match position.report().winner {
                Some(side) => format!("The battle is over: {} wins.", hosts[side].name),
                None => "The battle is over, and nobody has won.".to_owned(),
            };
        };
        let host = &hosts[side].name;
        let asked = match position.phase() {
            Phase::Declare => format!("{host}: declare charges, turn {}", position.turn()),
            Phase::Answer => format!("{host}: answer the charges"),
            Phase::Move(force) => {
                let names = hosts.attacker.forces.iter().chain(&hosts.defender.forces);
                let force = names.map(|force| force.name.as_str()).nth(usize::from(force.0)).unwrap_or(host);
                format!("{force}: move")
            }
            Phase::Shoot => format!("{host}: name targets"),
            Phase::Over => String::new(),
        };
        match self.bodies.len() {
            0 => format!("{asked}. Nobody waits for an order."),
            1 => format!("{asked}. One body waits for its order."),
            waiting => format!("{asked}. {waiting} bodies wait for orders."),
        }
    }
}

impl Playing {
    /// What is shown upon the table of an order, if the moment is the present.
    pub(super) fn reach(&self, shell: &Rc<Shell>) -> Option<OrderReach> {
        let game = self.game.as_ref().filter(|_| self.at == self.replay.timeline.len())?;
        game.reach(&Form::of(shell, game.goal), self.replay.actors.len())
    }
}

impl WatchPage {
    /// Shows the form; for another body, with the first order that is allowed.
    fn form(&self, shell: &Rc<Shell>, other_body: bool) {
        let shown = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let mut form = Form::of(shell, game.goal);
            game.renew(&mut form, other_body);
            Some(game.shown(&playing.replay, form))
        });
        if let Some(shown) = shown.flatten() {
            shell.with(|window| shown.set(window));
            self.show(shell);
        }
    }

    fn give(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        let goal = self.change(|playing| playing.game.as_ref().and_then(|game| game.goal)).flatten();
        let form = Form::of(shell, goal);
        let decision = self.change(|playing| playing.game.as_ref().and_then(|game| game.chosen(&form))).flatten();
        match decision {
            Some((_, _, Some(decision))) => self.order(shell, move |play, side| play.decide(side, decision)),
            _ => self.form(shell, false),
        }
    }

    /// Gives orders, then lets a captain who commands go on; keeps them, and shows what came of it.
    fn order(
        self: &Rc<WatchPage>,
        shell: &Rc<Shell>,
        give: impl FnOnce(&mut Play, Side) -> crate::campaign::problem::Result<()>,
    ) {
        let captains = shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            BySide { attacker: ui.get_captain_attacks(), defender: ui.get_captain_defends() }
        });
        let captains = captains.unwrap_or_default();
        let stop = shell.with(|window| window.global::<OrdersPage>().get_stop()).unwrap_or(0);
        let stop = usize::try_from(stop).ok().and_then(|stop| StopAt::ALL.get(stop).copied()).unwrap_or_default();
        let given = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let side = game.side()?;
            if let Err(problem) = give(&mut game.play, side) {
                return Some(Err(problem));
            }
            let begun = game.play.events().len();
            while let Some(side) = game.side().filter(|&side| captains[side]) {
                // What the referee waits for has happened: he looks at it before the captains go on.
                if stop.met(&game.play.events()[begun..]) {
                    break;
                }
                if let Err(problem) = game.play.leave_to_captain(side) {
                    return Some(Err(problem));
                }
            }
            Some(Ok(()))
        });
        match given.flatten() {
            Some(Ok(())) => {
                self.keep(shell);
                self.present(shell);
                self.form(shell, true);
            }
            Some(Err(problem)) => refuse(shell, &problem.to_string()),
            None => {}
        }
    }

    /// Keeps what was decided in the campaign.
    fn keep(&self, shell: &Rc<Shell>) {
        let news = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let battle = game.play.muster().written?;
            let decisions = game.play.decisions();
            let from = game.kept.min(decisions.len());
            let news = (battle, from, game.play.decided_since(from));
            game.kept = decisions.len();
            game.goal = None;
            Some(news)
        });
        let Some(Some((battle, from, decisions))) = news else { return };
        contests::keep(shell, Box::new(move |store| play::keep(store, battle, from, &decisions)));
    }

    /// Shows what has happened so far, and plays what is new.
    fn present(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        let news = self.change(|playing| {
            let game = playing.game.as_ref()?;
            let before = playing.replay.timeline.len();
            let (events, report) = (game.play.events(), game.play.position().report());
            // Whoever else looks at the battle keeps what he looks at; as a rule nobody does, and nothing is copied.
            Rc::make_mut(&mut playing.replay).follow(events, &report);
            let now = playing.replay.timeline.len();
            playing.lines.clear();
            (playing.at, playing.part, playing.hold) = (before.min(now), 0.0, 0.0);
            Some(now > before)
        });
        self.show_length(shell);
        self.show_lines(shell);
        if news.flatten() == Some(true) {
            shell.with(|window| {
                let ui = window.global::<crate::desktop::ui::ReplayPage>();
                ui.set_speed(ui.get_speed().max(SHOWN_AT));
            });
            if !self.timer.running() {
                self.play(shell);
            }
        }
    }

    /// Takes a click in a battle being played: a body to order, what the order is aimed at, or a place to march to.
    /// Answers whether it was any of these.
    pub(super) fn point(&self, shell: &Rc<Shell>, man: Option<usize>, place: Point) -> bool {
        let pointed = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let mut pointed = game.pointed(game.kind?, man, place)?;
            let form = Form::of(shell, game.goal);
            // A second click on those aimed at is at the man himself.
            if let (Pointed::Target(at), Some(man)) = (pointed, man)
                && at == form.target
                && let Some(man) = game.man_pointed(&form, man)
            {
                pointed = Pointed::Man(man);
            }
            if pointed == Pointed::Place {
                game.goal = Some(place);
            }
            let ground = game.play.position().ground();
            let round = game.kind == Some(OrderKind::Walk) && !ground.is_open();
            // Of the places to get out of a charge's way to, the one marked is the last.
            let last = game.kind.filter(|kind| *kind == OrderKind::Shelter).map_or(0, |kind| game.targets(kind) - 1);
            Some((pointed, if round { ROUND } else { MARKED }, last))
        });
        let Some(Some((pointed, way, marked_target))) = pointed else { return false };
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            match pointed {
                Pointed::Body(at) => ui.set_body(count(at)),
                Pointed::Target(at) => {
                    ui.set_target(count(at));
                    ui.set_man(0);
                }
                Pointed::Man(man) => ui.set_man(count(man)),
                Pointed::Place => {
                    ui.set_way(count(way));
                    ui.set_far(0);
                    if marked_target > 0 {
                        ui.set_target(count(marked_target));
                    }
                }
            }
        });
        self.form(shell, matches!(pointed, Pointed::Body(_)));
        true
    }
}
