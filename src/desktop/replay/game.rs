//! A battle played on the screen, on the same table as a replay: the form of an order, its reach upon the table, and
//! every decision kept in the campaign as it is made.

use super::camera::inches;
use super::orders::{self, FACES, FARS, Kind, March, WAYS};
use super::paint::Reach;
use super::{PAGE, Playing, Table};
use crate::app::play::{self, Play};
use crate::app::replay::Replay;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, OrdersPage};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::{BodyId, Decision, Gait, Phase};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The speed at which what an order brought about is shown.
const SHOWN_AT: i32 = 3;

/// A battle being played, and what of its form is not in the window.
pub(super) struct Game {
    play: Play,
    tinctures: BySide<String>,
    /// How many decisions are in the campaign.
    kept: usize,
    bodies: Vec<BodyId>,
    targets: Vec<BodyId>,
    goal: Option<Point>,
}

/// Plays a battle, from where it stands.
pub fn play(shell: &Rc<Shell>, play: Play, tinctures: BySide<String>) {
    let page = PAGE.with(|page| page.borrow().clone());
    let Some(page) = page else { return };
    page.begin(shell, Replay::new(&play.muster.battle.name, tinctures.clone(), play.record()));
    let kept = play.decisions().len();
    let game = Game { play, tinctures, kept, bodies: Vec::new(), targets: Vec::new(), goal: None };
    page.change(|playing| {
        playing.at = playing.replay.timeline.len();
        playing.game = Some(game);
    });
    shell.with(|window| {
        let ui = window.global::<OrdersPage>();
        ui.set_playing(true);
        ui.set_captain_attacks(false);
        ui.set_captain_defends(false);
    });
    page.form(shell, true);
}

/// Connects the form.
pub(super) fn connect(page: &Rc<Table>, shell: &Rc<Shell>, window: &AppWindow) {
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
    on!(on_captains, |page, shell| page.order(&shell, |_, _| Ok(())));
    on!(on_follow_up, |page, shell| page.follow_up(&shell));
}

fn refuse(shell: &Rc<Shell>, why: &str) {
    shell.with(|window| window.global::<OrdersPage>().set_refusal(why.into()));
}

/// What is chosen in the window.
struct Form {
    body: usize,
    kind: usize,
    target: usize,
    march: March,
}

impl Form {
    fn of(shell: &Rc<Shell>, goal: Option<Point>) -> Form {
        let at = |index: i32| usize::try_from(index).unwrap_or(0);
        let read = |window: &AppWindow| {
            let ui = window.global::<OrdersPage>();
            let march = March { way: at(ui.get_way()), far: at(ui.get_far()), face: at(ui.get_face()), goal };
            Form { body: at(ui.get_body()), kind: at(ui.get_kind()), target: at(ui.get_target()), march }
        };
        shell.with(read).unwrap_or(Form { body: 0, kind: 0, target: 0, march: March::default() })
    }
}

impl Game {
    /// The side whose orders are asked.
    fn side(&self) -> Option<Side> {
        self.play.position().pending().first()
    }

    /// A body's name: the unit's, or the lone man's.
    fn name(&self, replay: &Replay, id: BodyId) -> String {
        let body = self.play.position().body(id);
        let actor = &replay.actors[usize::from(body.first)];
        if body.count == 1 { actor.named() } else { actor.body.clone() }
    }

    fn prompt(&self) -> String {
        let position = self.play.position();
        let hosts = &self.play.muster.plan.hosts;
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

    /// The order that is chosen.
    fn chosen(&self, form: &Form) -> Option<(BodyId, Kind, Option<Decision>)> {
        let (position, side) = (self.play.position(), self.side()?);
        let body = *self.bodies.get(form.body)?;
        let kind = *Kind::of(position.phase()).get(form.kind)?;
        let target = self.targets.get(form.target).copied();
        Some((body, kind, orders::decision(&position.view(side), body, kind, target, &form.march)))
    }

    fn allows(&self, decision: Option<Decision>) -> bool {
        self.side().zip(decision).is_some_and(|(side, decision)| self.play.position().check(side, &decision).is_ok())
    }

    /// Enemies a body may aim at, the nearest first.
    fn enemies(&self, body: BodyId) -> Vec<BodyId> {
        let Some(side) = self.side() else { return Vec::new() };
        let view = self.play.position().view(side);
        let here = view.body(body).centre;
        let mut enemies: Vec<BodyId> = view.enemies().collect();
        enemies.sort_by_key(|&enemy| (here.far(view.body(enemy).centre), enemy));
        enemies
    }

    /// What is shown upon the table of the order being given.
    fn reach(&self, form: &Form, count: usize) -> Option<Reach> {
        let (body, kind, decision) = self.chosen(form)?;
        let (position, side) = (self.play.position(), self.side()?);
        let (view, it) = (position.view(side), position.body(body));
        let inch = |length: i32| length as f32 / INCH as f32;
        let middle = inches(it.centre);
        let mut rings = Vec::new();
        if kind.marches() || matches!(kind, Kind::Charge | Kind::Close) {
            rings.push(inch(view.allowance(body, Gait::Walk)));
            if view.may_run(body) {
                rings.push(inch(view.allowance(body, Gait::Run)));
            }
        }
        if matches!(kind, Kind::Shoot | Kind::ShootHorses) {
            rings.push(inch(view.missile_reach(body)));
        }
        let to = match decision {
            Some(Decision::March { heading, distance, .. }) => Some(inches(it.centre.along(heading, distance))),
            Some(Decision::Charge { at, .. } | Decision::Shoot { at, .. }) => Some(inches(position.body(at).centre)),
            _ => None,
        };
        let men = it.indices().filter(|&man| man < count).collect();
        Some(Reach { men, middle, rings, to, allowed: self.allows(decision) })
    }
}

impl Playing {
    /// What is shown upon the table of an order, if the moment is the present.
    pub(super) fn reach(&self, shell: &Rc<Shell>) -> Option<Reach> {
        let game = self.game.as_ref().filter(|_| self.at == self.replay.timeline.len())?;
        game.reach(&Form::of(shell, game.goal), self.replay.actors.len())
    }
}

impl Table {
    /// Shows the form; for another body, with the first order that is allowed.
    fn form(&self, shell: &Rc<Shell>, other_body: bool) {
        let shown = self.change(|playing| {
            let replay = Rc::clone(&playing.replay);
            let game = playing.game.as_mut()?;
            let mut form = Form::of(shell, game.goal);
            let last = game.bodies.get(form.body).copied();
            game.bodies = match game.side() {
                Some(side) => game.play.position().view(side).waiting().collect(),
                None => Vec::new(),
            };
            if !other_body {
                form.body = last.and_then(|last| game.bodies.iter().position(|&body| body == last)).unwrap_or(0);
            }
            form.body = form.body.min(game.bodies.len().saturating_sub(1));
            let kinds = Kind::of(game.play.position().phase());
            let body = game.bodies.get(form.body).copied();
            let target = game.targets.get(form.target).copied();
            game.targets = body.map(|body| game.enemies(body)).unwrap_or_default();
            form.target = target.and_then(|it| game.targets.iter().position(|&enemy| enemy == it)).unwrap_or(0);
            if other_body {
                (form.kind, form.target) = first_allowed(game, &form, kinds);
            }
            form.kind = form.kind.min(kinds.len().saturating_sub(1));
            let kind = kinds.get(form.kind).copied();
            let refusal = match (game.chosen(&form), game.side()) {
                (Some((.., Some(decision))), Some(side)) => match game.play.position().check(side, &decision) {
                    Ok(()) => String::new(),
                    Err(illegal) => play::why(&illegal),
                },
                (Some((.., None)), _) if form.march.way == 5 => "Mark the place on the table first.".to_owned(),
                (Some((.., None)), _) => "There is nobody to do that to.".to_owned(),
                _ => String::new(),
            };
            let names = |ids: &[BodyId]| words(ids.iter().map(|&id| game.name(&replay, id)));
            let aims = kind.is_some_and(Kind::aims);
            let targets = if aims { names(&game.targets) } else { words::<&str>([]) };
            let side = game.side().unwrap_or(Side::Attacker);
            let detail = body.map(|body| detail(game, body)).unwrap_or_default();
            let tincture = game.tinctures[side].clone();
            let kind_words = words(kinds.iter().map(|kind| kind.words()));
            let over = game.side().is_none();
            Some((game.prompt(), tincture, names(&game.bodies), detail, kind_words, targets, form, refusal, kind, over))
        });
        let Some(Some((prompt, tincture, bodies, detail, kinds, targets, form, refusal, kind, over))) = shown else {
            return;
        };
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            let number = |at: usize| i32::try_from(at).unwrap_or(0);
            ui.set_prompt(prompt.into());
            ui.set_tincture(tincture.into());
            ui.set_bodies(bodies);
            ui.set_body(number(form.body));
            ui.set_detail(detail);
            ui.set_kinds(kinds);
            ui.set_kind(number(form.kind));
            ui.set_targets(targets);
            ui.set_target(number(form.target));
            ui.set_marches(kind.is_some_and(Kind::marches));
            ui.set_over(over);
            ui.set_refusal(refusal.into());
        });
        self.show(shell);
    }

    fn give(self: &Rc<Table>, shell: &Rc<Shell>) {
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
        self: &Rc<Table>,
        shell: &Rc<Shell>,
        give: impl FnOnce(&mut Play, Side) -> crate::campaign::problem::Result<()>,
    ) {
        let captains = shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            BySide { attacker: ui.get_captain_attacks(), defender: ui.get_captain_defends() }
        });
        let captains = captains.unwrap_or_default();
        let given = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let side = game.side()?;
            if let Err(problem) = give(&mut game.play, side) {
                return Some(Err(problem));
            }
            while let Some(side) = game.side().filter(|&side| captains[side]) {
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
            let decisions = game.play.decisions();
            let from = game.kept.min(decisions.len());
            let news = (game.play.muster.battle.id, from, decisions[from..].to_vec());
            game.kept = decisions.len();
            game.goal = None;
            Some(news)
        });
        let Some(Some((battle, from, decisions))) = news else { return };
        shell.session(
            move |session| session.store.as_mut().map(|store| play::keep(store, battle, from, &decisions)),
            |shell, kept| {
                if let Some(Err(problem)) = kept {
                    shell.say_problem(&problem);
                }
            },
        );
    }

    /// Shows what has happened so far, and plays what is new.
    fn present(self: &Rc<Table>, shell: &Rc<Shell>) {
        let news = self.change(|playing| {
            let game = playing.game.as_ref()?;
            let before = playing.replay.timeline.len();
            let title = &game.play.muster.battle.name;
            let replay = Rc::new(Replay::new(title, game.tinctures.clone(), game.play.record()));
            let now = replay.timeline.len();
            playing.replay = replay;
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

    /// Takes a click in a battle being played: a body to order, an enemy to aim at, or a place to march to. Answers
    /// whether it was any of these.
    pub(super) fn point(&self, shell: &Rc<Shell>, man: Option<usize>, place: Point) -> bool {
        let Some(kind) = self.change(|playing| {
            let game = playing.game.as_ref()?;
            game.side()?;
            Kind::of(game.play.position().phase()).get(Form::of(shell, game.goal).kind).copied()
        }) else {
            return false;
        };
        let Some(kind) = kind else { return false };
        let taken = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let body = man.map(|man| game.play.position().figures()[man].body);
            let at = |list: &[BodyId]| body.and_then(|body| list.iter().position(|&it| it == body));
            if let Some(at) = at(&game.bodies) {
                return Some(Pointed::Body(at));
            }
            if let Some(at) = at(&game.targets).filter(|_| kind.aims()) {
                return Some(Pointed::Target(at));
            }
            (kind.marches() && man.is_none()).then(|| {
                game.goal = Some(place);
                Pointed::Place
            })
        });
        let Some(Some(pointed)) = taken else { return false };
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            match pointed {
                Pointed::Body(at) => ui.set_body(i32::try_from(at).unwrap_or(0)),
                Pointed::Target(at) => ui.set_target(i32::try_from(at).unwrap_or(0)),
                Pointed::Place => {
                    ui.set_way(WAYS.len() as i32 - 1);
                    ui.set_far(0);
                }
            }
        });
        self.form(shell, matches!(pointed, Pointed::Body(_)));
        true
    }

    fn follow_up(&self, shell: &Rc<Shell>) {
        let fought = self.change(|playing| {
            let game = playing.game.as_ref()?;
            Some(game.play.fought().map(|fought| (game.play.muster.clone(), fought)))
        });
        match fought.flatten() {
            Some(Ok((muster, fought))) => {
                self.leave(shell);
                crate::desktop::battles::follow(shell, muster, fought);
            }
            Some(Err(problem)) => refuse(shell, &problem.to_string()),
            None => {}
        }
    }
}

/// What a click on the table meant.
#[derive(Clone, Copy)]
enum Pointed {
    Body(usize),
    Target(usize),
    Place,
}

/// The first kind of order that is allowed, and the first enemy it is allowed at.
fn first_allowed(game: &Game, form: &Form, kinds: &[Kind]) -> (usize, usize) {
    for (at, kind) in kinds.iter().enumerate() {
        let targets = if kind.aims() { game.targets.len() } else { 1 };
        for target in 0..targets {
            let form = Form { kind: at, target, body: form.body, march: form.march };
            if game.allows(game.chosen(&form).and_then(|(.., decision)| decision)) {
                return (at, target);
            }
        }
    }
    (0, 0)
}

/// How many of a body stand, and how far they go.
fn detail(game: &Game, body: BodyId) -> SharedString {
    let position = game.play.position();
    let it = position.body(body);
    let view = position.view(it.side);
    let inch = |gait| view.allowance(body, gait) / INCH;
    let run = match view.may_run(body) {
        true => format!(", run {} in", inch(Gait::Run)),
        false => ", may not run".to_owned(),
    };
    format!("{} of {} standing; walk {} in{run}", it.standing, it.count, inch(Gait::Walk)).into()
}
