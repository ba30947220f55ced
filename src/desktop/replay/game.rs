//! A battle played on the screen, on the same table as a replay: orders given, left to the captain and taken back, and
//! every decision kept in the campaign as it is made.

use super::form::{Form, Lists, Pointed, in_arms};
use super::orders::{FACES, FARS, MARKED, OrderKind, ROUND, WAYS};
use super::paint::OrderReach;
use super::stops::StopAt;
use super::{PAGE, Playing, WatchPage};
use crate::app::muster::Muster;
use crate::app::play::{self, Play};
use crate::app::replay::{self, Replay};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Tincture;
use crate::desktop::contests::{self, GamePage, SettledGame};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, OrdersPage, ReplayPage};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::log::Names;
use crate::rules::man_to_man::view::choices::WaysOfDoing;
use crate::rules::man_to_man::{BodyId, Decision, Field, Phase};
use crate::rules::settles::Settlement;
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The speed at which what an order brought about is shown.
pub(super) const SHOWN_AT: i32 = 3;
/// How it is remembered that a captain commands a side.
const CAPTAIN: &str = "captain";

/// A battle being played, and the lists its form chooses from.
pub(super) struct PlayedGame {
    pub(super) play: Play,
    pub(super) tinctures: BySide<Tincture>,
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
    pub(super) goal: Option<Point>,
    /// The turn, the phase and the side whose orders were asked for when the present was last seen.
    pub(super) seen: Option<(u32, Phase, Option<Side>)>,
    /// Where the picture stops once on its way to the present: at what captains were to stop at.
    pub(super) halt: Option<usize>,
}

impl PlayedGame {
    fn of(play: Play, tinctures: BySide<Tincture>) -> PlayedGame {
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
            seen: None,
            halt: None,
        }
    }
}

impl GamePage for WatchPage {
    type Battle = Field;
    /// With both shields.
    type Opened = (Play, BySide<Tincture>);
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
        self.watch(shell, Replay::new(&play.muster().battle.name, tinctures, play.record()));
        let parted = SharedString::from(play.parted().unwrap_or_default());
        let game = PlayedGame::of(play, tinctures);
        self.change(|playing| {
            playing.at = playing.replay.timeline.len();
            playing.game = Some(game);
        });
        let leaders = contests::leaders(shell, self.battle()).unwrap_or_default();
        let captains = BySide { attacker: leaders.attacker == CAPTAIN, defender: leaders.defender == CAPTAIN };
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            ui.set_playing(true);
            ui.set_parted(parted);
            ui.set_captain_attacks(captains.attacker);
            ui.set_captain_defends(captains.defender);
            let by_hand = shell.settings.borrow().by_hand.clone();
            ui.set_ask_all(by_hand.ask_all);
            ui.set_stop(StopAt::ALL.iter().position(|stop| *stop == by_hand.stop).map_or(0, count));
            window.global::<ReplayPage>().set_follow_fight(by_hand.follow);
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
    on!(on_take_back, |page, shell| page.take_back(&shell));
    on!(on_all_done, |page, shell| page.order(&shell, |play, _| play.end_turn()));
    on!(on_repeat, |page, shell| page.order(&shell, |play, side| play.repeat_last_turn(side)));
    ui.set_stops(words(StopAt::ALL.iter().map(|stop| stop.word())));
    let on = Rc::clone(shell);
    ui.on_ways_changed(move || {
        let ways = on.with(|window| (window.global::<OrdersPage>().get_ask_all(), stop_chosen(window)));
        if let Some((ask_all, stop)) = ways {
            on.remember(|settings| (settings.by_hand.ask_all, settings.by_hand.stop) = (ask_all, stop));
        }
    });
    on!(on_captains, |page, shell| {
        // Where captains lead both sides now, the whole battle is not fought before that is asked for.
        let both = page.keep_captains(&shell);
        if both { page.form(&shell, false) } else { page.order(&shell, |_, _| Ok(())) }
    });
    on!(on_fight_on, |page, shell| page.fight_on(&shell));
    on!(on_follow_up, |page, shell| contests::take_in(&page, &shell));
    on!(on_next_body, |page, shell| page.next_body(&shell));
    on!(on_next_enemy, |page, shell| page.next_enemy(&shell));
    on!(on_mark, |page, shell, right, up| page.mark(&shell, right, up));
}

/// A place is pointed at where only an enemy can be.
pub(super) fn no_place(shell: &Rc<Shell>) {
    refuse(shell, "No order of this phase is given to a place. An enemy is chosen in the list, by a click or by E.");
}

fn refuse(shell: &Rc<Shell>, why: &str) {
    shell.with(|window| window.global::<OrdersPage>().set_refusal(why.into()));
}

/// For what captains are to stop.
fn stop_chosen(window: &AppWindow) -> StopAt {
    let at = usize::try_from(window.global::<OrdersPage>().get_stop()).ok();
    at.and_then(|at| StopAt::ALL.get(at).copied()).unwrap_or_default()
}

impl PlayedGame {
    /// The turn, the phase and the side whose orders are asked for.
    pub(super) fn asked(&self) -> Option<(u32, Phase, Option<Side>)> {
        let position = self.play.position();
        Some((position.turn(), position.phase(), self.side()))
    }

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
                Some(side) => format!("The battle is over, won by {}.", hosts[side].name),
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
        asked + "."
    }

    /// How many wait for orders.
    pub(super) fn waiting(&self) -> String {
        match self.bodies.len() {
            _ if self.side().is_none() => String::new(),
            0 => "Nobody waits for an order.".to_owned(),
            1 => "One waits for an order.".to_owned(),
            waiting => format!("{waiting} wait for orders."),
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
    pub(super) fn form(&self, shell: &Rc<Shell>, other_body: bool) {
        let shown = self.change(|playing| {
            let watching = playing.at < playing.replay.timeline.len();
            let game = playing.game.as_mut()?;
            let mut form = Form::of(shell, game.goal);
            game.renew(&mut form, other_body);
            let shown = game.shown(&playing.replay, form);
            let now = game.asked();
            if !watching {
                game.seen = now;
            }
            // What came of an order is not told before it is seen; while the same ones are still asked, nothing came of it.
            Some(match (watching, game.seen == now) {
                (true, false) => shown.watched(),
                (true, true) => shown.looking_back(),
                (false, _) => shown,
            })
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
            Some((_, OrderKind::YieldAll, Some(_))) => self.order(shell, |play, side| play.yield_all(side)),
            Some((_, _, Some(decision))) => self.order(shell, move |play, side| play.decide(side, decision)),
            _ => self.form(shell, false),
        }
    }

    /// Keeps which sides the captain commands, for when the battle is played on. Says whether it is both.
    fn keep_captains(&self, shell: &Rc<Shell>) -> bool {
        let captains = shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            BySide { attacker: ui.get_captain_attacks(), defender: ui.get_captain_defends() }
        });
        if let Some(captains) = captains {
            let word = |led: bool| if led { CAPTAIN } else { "" }.to_owned();
            let leaders = BySide { attacker: word(captains.attacker), defender: word(captains.defender) };
            contests::keep_leaders(shell, self.battle(), leaders);
        }
        captains.is_some_and(|captains| captains.attacker && captains.defender)
    }

    /// Gives orders, then lets a captain who commands go on; keeps them, and shows what came of it.
    fn order(self: &Rc<WatchPage>, shell: &Rc<Shell>, give: impl FnOnce(&mut Play, Side) -> Result<()>) {
        let captains = shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            BySide { attacker: ui.get_captain_attacks(), defender: ui.get_captain_defends() }
        });
        let captains = captains.unwrap_or_default();
        let stop = shell.with(stop_chosen).unwrap_or_default();
        let asks_all = shell.with(|window| window.global::<OrdersPage>().get_ask_all()).unwrap_or(false);
        // What is still being shown has happened: the order is given in the present.
        self.change(|playing| (playing.at, playing.part) = (playing.replay.timeline.len(), 0.0));
        let given = self.change(|playing| {
            let game = playing.game.as_mut()?;
            let side = game.side()?;
            if let Err(problem) = give(&mut game.play, side) {
                return Some(Err(problem));
            }
            let (begun, turn) = (game.play.events().len(), game.play.position().turn());
            while let Some(side) = game.side() {
                // What the referee waits for has happened: he looks at it before the captains go on.
                if stop.first(&game.play.events()[begun..]).is_some() {
                    break;
                }
                // A phase in which there is nothing to decide passes; a whole turn of them is looked at first.
                let passes = !asks_all && game.play.position().turn() <= turn + 1 && game.nothing_to_decide(side);
                let gone_on = match captains[side] {
                    true => game.play.leave_to_captain(side),
                    false if passes => game.play.decide(side, Decision::Done),
                    false => break,
                };
                if let Err(problem) = gone_on {
                    return Some(Err(problem));
                }
            }
            game.halt = stop.first(&game.play.events()[begun..]).map(|at| begun + at + 1);
            Some(Ok(()))
        });
        self.ordered(shell, given.flatten());
    }

    /// Lets captains fight on; what they have fought already, and is not shown yet, is shown first up to the next stop.
    fn fight_on(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        let stop = shell.with(stop_chosen).unwrap_or_default();
        let shows = self.change(|playing| {
            let at = playing.at;
            let game = playing.game.as_mut()?;
            let next = stop.first(game.play.events().get(at..)?)?;
            game.halt = Some(at + next + 1);
            Some(())
        });
        if shows.flatten().is_some() {
            self.play(shell);
        } else {
            self.order(shell, |_, _| Ok(()));
        }
    }

    /// Takes the last order back, and with it whatever passed by itself or was a captain's since.
    fn take_back(self: &Rc<WatchPage>, shell: &Rc<Shell>) {
        let asked = shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            let captains = BySide { attacker: ui.get_captain_attacks(), defender: ui.get_captain_defends() };
            (captains, ui.get_ask_all())
        });
        let (captains, asks_all) = asked.unwrap_or_default();
        let alone = captains.attacker && captains.defender;
        let taken = self.change(|playing| {
            let game = playing.game.as_mut()?;
            loop {
                if let Err(problem) = game.play.take_back() {
                    return Some(Err(problem));
                }
                let passed = |side: Side| captains[side] || (!asks_all && game.nothing_to_decide(side));
                let more = !alone && !game.play.decisions().is_empty() && game.side().is_some_and(passed);
                if !more {
                    return Some(Ok(()));
                }
            }
        });
        self.ordered(shell, taken.flatten());
    }

    /// Keeps what was decided and shows what came of it, or says why it was refused.
    fn ordered(self: &Rc<WatchPage>, shell: &Rc<Shell>, given: Option<Result<()>>) {
        match given {
            Some(Ok(())) => {
                shell.with(|window| window.global::<OrdersPage>().set_parted(SharedString::new()));
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
            let news = (battle, game.play.news(game.kept));
            game.kept = game.play.decisions().len();
            game.goal = None;
            Some(news)
        });
        let Some(Some((battle, news))) = news else { return };
        contests::keep(shell, Box::new(move |store| play::keep(store, battle, &news)));
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
                if ui.get_speed() < SHOWN_AT {
                    self.own_speed.set(Some(ui.get_speed()));
                    ui.set_speed(SHOWN_AT);
                }
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
            let now = playing.at == playing.replay.timeline.len();
            let game = playing.game.as_mut().filter(|_| now)?;
            let form = Form::of(shell, game.goal);
            if man.is_none() && matches!(game.kinds.get(form.kind), Some(OrderKind::Gear(_))) {
                game.mark(&form, place);
            }
            let mut pointed = game.pointed(&form, man, place)?;
            // A second click on those aimed at is at the man himself.
            if let (Pointed::Target { kind, target }, Some(man)) = (pointed, man)
                && (kind, target) == (form.kind, form.target)
                && let Some(man) = game.man_pointed(&form, man)
            {
                pointed = Pointed::Man(man);
            }
            if let Pointed::Place { place, .. } = pointed {
                game.goal = Some(place);
            }
            let ground = game.play.position().ground();
            let pointed_kind = match pointed {
                Pointed::Target { kind, .. } | Pointed::Place { kind, .. } => game.kinds.get(kind).copied(),
                Pointed::Body(_) | Pointed::Man(_) => None,
            };
            let round = pointed_kind == Some(OrderKind::Walk) && !ground.is_even();
            // Of the places to get out of a charge's way to, the one marked is the last.
            let shelter = pointed_kind.filter(|kind| *kind == OrderKind::Shelter);
            Some((pointed, if round { ROUND } else { MARKED }, shelter.map_or(0, |kind| game.targets(kind) - 1)))
        });
        let Some(Some((pointed, way, marked_target))) = pointed else { return false };
        shell.with(|window| {
            let ui = window.global::<OrdersPage>();
            match pointed {
                Pointed::Body(at) => ui.set_body(count(at)),
                Pointed::Target { kind, target } => {
                    ui.set_kind(count(kind));
                    ui.set_target(count(target));
                    ui.set_man(0);
                }
                Pointed::Man(man) => ui.set_man(count(man)),
                Pointed::Place { kind, .. } => {
                    ui.set_kind(count(kind));
                    ui.set_way(count(way));
                    ui.set_far(0);
                    if marked_target > 0 {
                        ui.set_target(count(marked_target));
                    }
                }
            }
        });
        // The kind chosen by the click is the one shown, so its target is not chosen anew.
        self.change(|playing| {
            if let Some(game) = &mut playing.game
                && let Pointed::Target { kind, .. } | Pointed::Place { kind, .. } = pointed
            {
                game.kind = game.kinds.get(kind).copied();
            }
        });
        self.form(shell, matches!(pointed, Pointed::Body(_)));
        true
    }

    /// Whether somebody waits for an order at the moment shown.
    pub(super) fn awaits_orders(&self) -> bool {
        let waits = self.change(|playing| {
            let now = playing.at == playing.replay.timeline.len();
            now && playing.game.as_ref().is_some_and(|game| !game.bodies.is_empty())
        });
        waits.unwrap_or(false)
    }

    /// Marks the place so many inches beside the one marked, or beside the middle of those to be ordered, as a click there does.
    fn mark(&self, shell: &Rc<Shell>, right: i32, up: i32) {
        let place = self.change(|playing| {
            let game = playing.game.as_ref()?;
            let body = game.bodies.get(Form::of(shell, game.goal).body)?;
            let position = game.play.position();
            let from = game.goal.unwrap_or_else(|| position.body(*body).centre);
            let to = Point::new(from.x + right * INCH, from.y + up * INCH);
            position.ground().holds(to).then_some(to)
        });
        if let Some(place) = place.flatten()
            && !self.point(shell, None, place)
        {
            no_place(shell);
        }
    }

    /// Points at the next of the enemies, from the one nearest to those to be ordered on, as a click on him does.
    fn next_enemy(&self, shell: &Rc<Shell>) {
        let next = self.change(|playing| {
            let game = playing.game.as_ref()?;
            let form = Form::of(shell, game.goal);
            let position = game.play.position();
            let from = position.body(*game.bodies.get(form.body)?).centre;
            let mut enemies = game.enemies.clone();
            enemies.sort_by_key(|&at| (position.body(at).centre.distance_squared(from), at));
            // Who is aimed at is the target of an order that has one, and of a march he who is where it leads.
            let aims = game.kinds.get(form.kind).is_some_and(|kind| kind.aims());
            let aimed = |enemy: &BodyId| match aims {
                true => game.enemies.get(form.target) == Some(enemy),
                false => game.marched_at(&form) == Some(*enemy),
            };
            let at = enemies.iter().position(aimed);
            let next = *enemies.get(at.map_or(0, |at| (at + 1) % enemies.len()))?;
            let man = *in_arms(position, next).first()?;
            Some((usize::from(man.0), position.figure(man).at))
        });
        if let Some((man, at)) = next.flatten() {
            self.point(shell, Some(man), at);
        }
    }

    /// The next of those who wait for an order.
    fn next_body(&self, shell: &Rc<Shell>) {
        let bodies = self.change(|playing| playing.game.as_ref().map_or(0, |game| game.bodies.len())).unwrap_or(0);
        if bodies > 0 {
            shell.with(|window| {
                let ui = window.global::<OrdersPage>();
                ui.set_body((ui.get_body() + 1) % count(bodies));
            });
            self.form(shell, true);
        }
    }
}
