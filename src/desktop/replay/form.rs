//! The form of one order: who, what, and at whom or what, as the rules list it, and the decision that is chosen in it.

use super::camera::inches;
use super::game::PlayedGame;
use super::orders::{self, Chosen, FACING_MARKED, MARKED, MarchChosen, OrderKind};
use super::paint::OrderReach;
use crate::app::play;
use crate::app::replay::Replay;
use crate::campaign::realm::Tincture;
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, OrdersPage};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::gear::state::{FieldGear, Lies};
use crate::rules::man_to_man::view::choices::{Doing, Upon, Way, WaysOfDoing};
use crate::rules::man_to_man::{BodyId, Decision, FigureId, Gait, Mark, Phase, Position, ThingId, View};
use slint::{ComponentHandle, ModelRc, SharedString};
use std::rc::Rc;

/// What an order of some kind is given at, as its list is named.
fn asked(kind: Option<OrderKind>) -> &'static str {
    match kind {
        Some(OrderKind::Gear(_)) => "At what",
        Some(OrderKind::Front) => "How wide",
        Some(OrderKind::Shelter) => "Where to",
        Some(OrderKind::YieldMan) => "Which man",
        Some(OrderKind::PlaceGear) => "What",
        _ => "At whom",
    }
}

/// What is chosen in the window, by places in the lists of [`PlayedGame`].
#[derive(Default)]
pub(super) struct Form {
    pub body: usize,
    pub kind: usize,
    pub target: usize,
    /// At which man of the target, from 1; 0 for whoever they see.
    pub man: usize,
    /// How many shoot; 0 for all who have no target.
    pub shooters: usize,
    pub march: MarchChosen,
}

impl Form {
    /// The same order of another kind, at another target.
    fn with(&self, kind: usize, target: usize) -> Form {
        Form { kind, target, man: 0, ..*self }
    }

    pub(super) fn of(shell: &Rc<Shell>, goal: Option<Point>) -> Form {
        let at = |index: i32| usize::try_from(index).unwrap_or(0);
        let read = |window: &AppWindow| {
            let ui = window.global::<OrdersPage>();
            let march = MarchChosen { way: at(ui.get_way()), far: at(ui.get_far()), face: at(ui.get_face()), goal };
            let (man, shooters) = (at(ui.get_man()), at(ui.get_shooters()));
            Form { body: at(ui.get_body()), kind: at(ui.get_kind()), target: at(ui.get_target()), man, shooters, march }
        };
        shell.with(read).unwrap_or_default()
    }
}

/// The form as the window shows it.
pub(super) struct FormShown {
    prompt: String,
    waiting: String,
    tincture: String,
    bodies: ModelRc<SharedString>,
    detail: String,
    gear: String,
    kinds: ModelRc<SharedString>,
    far_named: bool,
    targets: ModelRc<SharedString>,
    asked: &'static str,
    men: ModelRc<SharedString>,
    numbers: ModelRc<SharedString>,
    form: Form,
    marches: bool,
    /// What the order promises, before it is given.
    odds: String,
    refusal: String,
    over: bool,
}

impl FormShown {
    /// The same while what was ordered is still being shown: how it ends is not told.
    pub(super) fn watched(self) -> FormShown {
        FormShown {
            prompt: "What was ordered is being shown; the End key goes to where it stands now.".to_owned(),
            waiting: String::new(),
            bodies: words::<&str>([]),
            targets: words::<&str>([]),
            detail: String::new(),
            odds: String::new(),
            refusal: String::new(),
            over: false,
            ..self
        }
    }

    /// The same while an earlier moment is looked at.
    pub(super) fn looking_back(self) -> FormShown {
        FormShown { waiting: "You look back: the End key goes to where it stands.".to_owned(), ..self }
    }

    pub(super) fn set(self, window: &AppWindow) {
        let ui = window.global::<OrdersPage>();
        ui.set_prompt(self.prompt.into());
        ui.set_waiting(self.waiting.into());
        ui.set_tincture(self.tincture.into());
        ui.set_bodies(self.bodies);
        ui.set_body(count(self.form.body));
        ui.set_detail(self.detail.into());
        ui.set_gear(self.gear.into());
        ui.set_kinds(self.kinds);
        ui.set_kind(count(self.form.kind));
        ui.set_far_named(self.far_named);
        ui.set_targets(self.targets);
        ui.set_target(count(self.form.target));
        ui.set_asked(self.asked.into());
        ui.set_men(self.men);
        ui.set_man(count(self.form.man));
        ui.set_numbers(self.numbers);
        ui.set_shooters(count(self.form.shooters));
        ui.set_marches(self.marches);
        ui.set_way(count(self.form.march.way));
        ui.set_face(count(self.form.march.face));
        ui.set_over(self.over);
        ui.set_odds(self.odds.into());
        ui.set_refusal(self.refusal.into());
    }
}

impl PlayedGame {
    /// Lists anew who waits for orders and what the one chosen could do. For another body the first order that is
    /// allowed is chosen, for another kind of order the first target.
    pub(super) fn renew(&mut self, form: &mut Form, other_body: bool) {
        let position = self.play.position();
        let view = self.side().map(|side| position.view(side));
        let bodies: Vec<BodyId> = view.iter().flat_map(|view| view.waiting()).collect();
        form.body = form.body.min(bodies.len().saturating_sub(1));
        let body = bodies.get(form.body).copied();
        let choices = view.zip(body).map(|(view, body)| self.things(&view, body)).unwrap_or_default();
        let kinds = view.map(|view| OrderKind::of(&view, body, &choices)).unwrap_or_default();
        let mut enemies: Vec<BodyId> = view.iter().flat_map(|view| view.enemies()).collect();
        let here = body.map_or(Point::default(), |body| position.body(body).centre);
        enemies.sort_by_key(|&enemy| (here.distance_squared(position.body(enemy).centre), enemy));
        self.lists = view.zip(body).map(|(view, body)| Lists::of(&view, body)).unwrap_or_default();
        (self.bodies, self.kinds, self.choices, self.enemies) = (bodies, kinds, choices, enemies);
        form.kind = form.kind.min(self.kinds.len().saturating_sub(1));
        // The place that was marked for the order before is none for the next.
        if other_body && form.march.goal.is_none() {
            form.march.way = Some(form.march.way).filter(|way| *way < MARKED).unwrap_or_default();
            form.march.face = Some(form.march.face).filter(|face| *face != FACING_MARKED).unwrap_or_default();
        }
        if other_body {
            // Of the same common kind as the order before it in the phase, where that is allowed.
            let before = self.kind.filter(|kind| kind.is_common() && self.seen == self.asked());
            let same = self.kinds.iter().position(|kind| Some(*kind) == before);
            let mut kinds = same.into_iter().chain(0..self.kinds.len());
            let first = kinds.find_map(|kind| Some((kind, self.first_target(form, kind)?)));
            (form.kind, form.target) = first.unwrap_or((0, 0));
            (form.man, form.shooters) = (0, 0);
        } else if self.kinds.get(form.kind) != self.kind.as_ref() {
            form.target = self.first_target(form, form.kind).unwrap_or(0);
            (form.man, form.shooters) = (0, 0);
        }
        self.kind = self.kinds.get(form.kind).copied();
        form.man = form.man.min(self.men_aimed_at(form).len());
        form.shooters = form.shooters.min(usize::from(self.lists.shooters));
    }

    /// What a body could do with gear or about it, at the place marked too.
    fn things(&self, view: &View, body: BodyId) -> Vec<WaysOfDoing> {
        let mut choices = view.choices(body);
        if let Some(goal) = self.goal {
            view.point_at(body, &mut choices, goal);
        }
        choices
    }

    /// Marks a place on the table, where what is chosen may be done.
    pub(super) fn mark(&mut self, form: &Form, place: Point) {
        self.goal = Some(place);
        let position = self.play.position();
        let who = self.side().zip(self.bodies.get(form.body).copied());
        self.choices = who.map(|(side, body)| self.things(&position.view(side), body)).unwrap_or_default();
    }

    /// The first target, if any, at which a kind of order is allowed.
    fn first_target(&self, form: &Form, kind: usize) -> Option<usize> {
        let targets = self.targets(*self.kinds.get(kind)?).max(1);
        (0..targets).find(|&target| self.allows(&form.with(kind, target)))
    }

    /// The men of the enemy a shot is aimed at.
    fn men_aimed_at(&self, form: &Form) -> Vec<FigureId> {
        let shoots = self.kinds.get(form.kind).is_some_and(|kind| kind.shoots());
        let target = self.enemies.get(form.target).filter(|_| shoots);
        target.map(|&enemy| in_arms(self.play.position(), enemy)).unwrap_or_default()
    }

    /// How many targets a kind of order has to choose from.
    pub(super) fn targets(&self, kind: OrderKind) -> usize {
        match kind {
            OrderKind::Gear(doing) => self.ways(doing).len(),
            kind if kind.aims() => self.enemies.len(),
            // One charger is answered without being named.
            OrderKind::Counter if self.lists.chargers.len() > 1 => self.lists.chargers.len(),
            OrderKind::Shelter => self.lists.shelters.len() + 1,
            OrderKind::YieldMan => self.lists.men.len(),
            OrderKind::PlaceGear => self.lists.gear.len(),
            OrderKind::Front => usize::from(self.lists.standing),
            _ => 0,
        }
    }

    /// What they are called.
    fn target_names(&self, replay: &Replay, kind: OrderKind) -> ModelRc<SharedString> {
        let bodies = |ids: &[BodyId]| words(ids.iter().map(|&id| self.name(replay, id)));
        match kind {
            OrderKind::Gear(doing) => words(self.ways(doing).iter().filter_map(|way| self.upon(way))),
            kind if kind.aims() => bodies(&self.enemies),
            OrderKind::Counter if self.lists.chargers.len() > 1 => bodies(&self.lists.chargers),
            OrderKind::Shelter => {
                let behind =
                    self.lists.shelters.iter().map(|&(friend, _)| format!("behind {}", self.name(replay, friend)));
                words(behind.chain(["the place marked".to_owned()]))
            }
            OrderKind::YieldMan => words(self.lists.men.iter().map(|&man| named(replay, man))),
            OrderKind::PlaceGear => {
                words(self.lists.gear.iter().map(|&gear| self.names.upon(Upon::Mark(Mark::Gear(gear)))))
            }
            OrderKind::Front => words((1..=self.lists.standing).map(|files| format!("{files} wide"))),
            _ => words::<&str>([]),
        }
    }

    /// What of the lists is chosen.
    fn picked(&self, kind: OrderKind, form: &Form) -> Chosen {
        let enemy = match kind {
            OrderKind::Counter if self.lists.chargers.len() > 1 => self.lists.chargers.get(form.target).copied(),
            kind if kind.aims() => self.enemies.get(form.target).copied(),
            _ => None,
        };
        let man = match kind {
            OrderKind::YieldMan => self.lists.men.get(form.target).copied(),
            _ => form.man.checked_sub(1).and_then(|man| self.men_aimed_at(form).get(man).copied()),
        };
        Chosen {
            enemy,
            man,
            shooters: (form.shooters > 0).then_some(form.shooters as u16),
            place: self.lists.shelters.get(form.target).map(|&(_, place)| place),
            gear: self.lists.gear.get(form.target).copied(),
            files: form.target as u16 + 1,
        }
    }

    /// The ways something could be done with gear.
    pub(super) fn ways(&self, doing: Doing) -> &[Way] {
        self.choices.iter().find(|choice| choice.doing == doing).map_or(&[], |choice| &choice.ways)
    }

    /// The order that is chosen.
    pub(super) fn chosen(&self, form: &Form) -> Option<(BodyId, OrderKind, Option<Decision>)> {
        let (position, side) = (self.play.position(), self.side()?);
        let body = *self.bodies.get(form.body)?;
        let kind = *self.kinds.get(form.kind)?;
        let decision = match kind {
            OrderKind::Gear(doing) => self.ways(doing).get(form.target).map(|way| way.decision),
            kind => orders::decision(&position.view(side), body, kind, &self.picked(kind, form), &form.march),
        };
        Some((body, kind, decision))
    }

    fn allows(&self, form: &Form) -> bool {
        matches!(self.chosen(form), Some((.., Some(_)))) && self.refusal(form).is_empty()
    }

    /// Why what is chosen cannot be done, in a sentence; empty if it can.
    fn refusal(&self, form: &Form) -> String {
        match (self.chosen(form), self.side()) {
            (Some((.., Some(decision))), Some(side)) => match self.play.position().check(side, &decision) {
                Ok(()) => String::new(),
                Err(illegal) => play::why(&illegal),
            },
            (Some((_, OrderKind::Shelter | OrderKind::PlaceGear, None)), _) => {
                "Mark the place on the table first.".to_owned()
            }
            (Some((_, kind, None)), _)
                if kind.marches() && (form.march.way >= MARKED || form.march.face == FACING_MARKED) =>
            {
                "Mark the place on the table first.".to_owned()
            }
            (Some((.., None)), _) => "There is nobody to do that to.".to_owned(),
            _ => String::new(),
        }
    }

    /// The shield of the side that gives orders, and of the winner in the end; none where nobody has won.
    fn shield(&self) -> Option<Tincture> {
        let side = self.side().or_else(|| self.play.position().report().winner);
        side.map(|side| self.tinctures[side])
    }

    /// The form as it stands.
    pub(super) fn shown(&self, replay: &Replay, form: Form) -> FormShown {
        let names = |ids: &[BodyId]| words(ids.iter().map(|&id| self.name(replay, id)));
        let body = self.bodies.get(form.body).copied();
        let targets = self.kind.map_or_else(|| words::<&str>([]), |kind| self.target_names(replay, kind));
        let shoots = self.kind.is_some_and(OrderKind::shoots);
        let men = self.men_aimed_at(&form).into_iter().map(|man| named(replay, man));
        let men = std::iter::once("whoever they see".to_owned()).chain(men);
        let numbers = (1..=self.lists.shooters).map(|number| number.to_string());
        let numbers = std::iter::once("all who have no target".to_owned()).chain(numbers);
        let kind = |kind: &OrderKind| match kind {
            OrderKind::Gear(doing) if self.ways(*doing).first().is_some_and(|way| way.refused.is_some()) => {
                format!("{} – not now", kind.words())
            }
            kind => kind.words(),
        };
        FormShown {
            asked: asked(self.kind),
            men: words(men.filter(|_| shoots)),
            numbers: words(numbers.filter(|_| shoots)),
            prompt: self.prompt(),
            waiting: self.waiting(),
            tincture: self.shield().map_or("", Tincture::word).to_owned(),
            bodies: names(&self.bodies),
            detail: body.map(|body| self.detail(body)).unwrap_or_default(),
            gear: body.map(|body| self.gear(body)).unwrap_or_default(),
            kinds: words(self.kinds.iter().map(kind)),
            far_named: matches!(self.kind, Some(OrderKind::Gear(_))),
            targets,
            marches: self.kind.is_some_and(OrderKind::marches),
            odds: self.odds(&form) + &self.towards(replay, &form),
            refusal: self.refusal(&form),
            over: self.side().is_none(),
            form,
        }
    }

    /// What a way is done to, with how far that is; nothing if it is to themselves.
    fn upon(&self, way: &Way) -> Option<String> {
        let name = match (way.upon, way.with) {
            (Upon::Themselves, _) => return None,
            (upon, None) => self.names.upon(upon),
            (upon, Some(gear)) => {
                format!("{} on {}", self.names.upon(Upon::Mark(Mark::Gear(gear))), self.names.upon(upon))
            }
        };
        Some(format!("{name}, {} in", way.far / INCH))
    }

    /// What the order chosen promises by its dice, before it is given (MM-5.4, MM-4.8).
    fn odds(&self, form: &Form) -> String {
        let (Some((body, kind, _)), Some(side)) = (self.chosen(form), self.side()) else { return String::new() };
        let Some(&at) = self.enemies.get(form.target).filter(|_| kind.aims()) else { return String::new() };
        let view = self.play.position().view(side);
        match kind {
            OrderKind::Shoot => match view.shot_ways(body, at) {
                Some((ways, range)) => {
                    let range = format!("{range:?}").to_lowercase();
                    format!("A shot hits {ways} times in 36 at {range} range, cover aside (MM-4.8).")
                }
                None => String::new(),
            },
            OrderKind::Charge | OrderKind::Close => {
                let ours = view.blow_ways(body, at, kind == OrderKind::Charge).unwrap_or(0);
                let theirs = view.blow_ways(at, body, false).unwrap_or(0);
                format!("A blow of theirs hits {ours} times in 36, one back {theirs} times (MM-5.4).")
            }
            _ => String::new(),
        }
    }

    /// Whether a side has nothing to choose now but that it is done: nobody waits, or nobody who does can charge, shoot,
    /// follow or work.
    pub(super) fn nothing_to_decide(&self, side: Side) -> bool {
        let position = self.play.position();
        let view = position.view(side);
        let waiting: Vec<BodyId> = view.waiting().collect();
        if waiting.is_empty() {
            return true;
        }
        if view.before_the_battle() || !matches!(position.phase(), Phase::Declare | Phase::Shoot) {
            return false;
        }
        let enemies: Vec<BodyId> = view.enemies().collect();
        let march = MarchChosen::default();
        let may = |body: BodyId, kind: OrderKind, enemy: Option<BodyId>| {
            let decision = orders::decision(&view, body, kind, &Chosen { enemy, ..Chosen::default() }, &march);
            decision.is_some_and(|decision| position.check(side, &decision).is_ok())
        };
        !waiting.iter().any(|&body| {
            let choices = view.choices(body);
            OrderKind::of(&view, Some(body), &choices).into_iter().any(|kind| match kind {
                OrderKind::Gear(doing) => {
                    choices.iter().any(|choice| choice.doing == doing && choice.refused().is_none())
                }
                kind if kind.aims() => enemies.iter().any(|&enemy| may(body, kind, Some(enemy))),
                OrderKind::Follow | OrderKind::Demand => may(body, kind, None),
                _ => false,
            })
        })
    }

    /// Whom a march leads at, where it leads at the middle of an enemy.
    pub(super) fn marched_at(&self, form: &Form) -> Option<BodyId> {
        let marches = self.kinds.get(form.kind).is_some_and(|kind| kind.marches()) && form.march.way >= MARKED;
        let goal = form.march.goal.filter(|_| marches)?;
        self.enemies.iter().copied().find(|&enemy| self.play.position().body(enemy).centre == goal)
    }

    /// Whom a march leads at, in a sentence.
    fn towards(&self, replay: &Replay, form: &Form) -> String {
        let (Some(enemy), Some(&body)) = (self.marched_at(form), self.bodies.get(form.body)) else {
            return String::new();
        };
        let position = self.play.position();
        let far = position.body(body).centre.distance(position.body(enemy).centre) / INCH;
        format!("Towards {}, {far} in away.", self.name(replay, enemy))
    }

    /// How many of a body stand, and how far they go or shoot.
    fn detail(&self, body: BodyId) -> String {
        let position = self.play.position();
        let it = position.body(body);
        let view = position.view(it.side);
        let inch = |gait| view.allowance(body, gait) / INCH;
        if position.phase() == Phase::Shoot {
            let reach = view.missile_reach(body) / INCH;
            return format!("{} of {} standing; they shoot {reach} in", it.standing, it.count);
        }
        let run = match view.may_run(body) {
            true => format!(", run {} in", inch(Gait::Run)),
            false => ", may not run".to_owned(),
        };
        format!("{} of {} standing; walk {} in{run}", it.standing, it.count, inch(Gait::Walk))
    }

    /// What a body carries and serves.
    fn gear(&self, body: BodyId) -> String {
        let train = self.play.position().train();
        let mut alike: Vec<(FieldGear, u16)> = Vec::new();
        for (_, gear) in train.of(body) {
            let one = FieldGear { count: 0, ..*gear };
            match alike.iter_mut().find(|(other, _)| told(other, 1) == told(&one, 1)) {
                Some((_, count)) => *count += gear.count,
                None => alike.push((one, gear.count)),
            }
        }
        let told: Vec<String> = alike.iter().map(|(gear, count)| told(gear, *count)).collect();
        if told.is_empty() { String::new() } else { format!("Gear: {}.", told.join("; ")) }
    }

    /// What is shown upon the table of the order being given.
    pub(super) fn reach(&self, form: &Form, men: usize) -> Option<OrderReach> {
        let (body, kind, decision) = self.chosen(form)?;
        let (position, side) = (self.play.position(), self.side()?);
        let (view, it) = (position.view(side), position.body(body));
        let inch = |length: i32| length as f32 / INCH as f32;
        let mut rings = Vec::new();
        if kind.marches() || matches!(kind, OrderKind::Charge | OrderKind::Close) {
            rings.push(inch(view.allowance(body, Gait::Walk)));
            if view.may_run(body) {
                rings.push(inch(view.allowance(body, Gait::Run)));
            }
        }
        if kind.shoots() {
            rings.push(inch(view.missile_reach(body)));
        }
        let to = match (kind, decision) {
            (OrderKind::Gear(doing), _) => self.ways(doing).get(form.target).map(|way| way.place),
            (_, Some(Decision::March { heading, distance, .. })) => Some(it.centre.along(heading, distance)),
            (_, Some(Decision::Go { to, .. } | Decision::EvadeTo { to, .. })) => Some(to),
            (_, Some(Decision::Place { at, .. } | Decision::PlaceGear { at, .. })) => Some(at),
            (_, Some(Decision::Target { man: Some(man), .. })) => Some(position.figure(man).at),
            (_, Some(Decision::Charge { at, .. } | Decision::Shoot { at, .. } | Decision::Target { at, .. })) => {
                Some(position.body(at).centre)
            }
            _ => None,
        };
        Some(OrderReach {
            men: it.indices().filter(|&man| man < men).collect(),
            middle: inches(it.centre),
            rings,
            to: to.map(inches),
            mark: self.goal.map(inches),
            allowed: self.allows(form),
        })
    }

    /// What a click on a man, or on the bare table, means: one of those to be ordered, whom or what the order is at, or
    /// where it leads. The kind of order follows from what is pointed at where the one chosen says nothing of it.
    pub(super) fn pointed(&self, form: &Form, man: Option<usize>, place: Point) -> Option<Pointed> {
        let kind = *self.kinds.get(form.kind)?;
        let position = self.play.position();
        let body = man.map(|man| position.figures()[man].body);
        let among = |list: &[BodyId]| body.and_then(|body| list.iter().position(|&it| it == body));
        if let Some(at) = among(&self.bodies) {
            return Some(Pointed::Body(at));
        }
        if let OrderKind::Gear(doing) = kind {
            let ways = self.ways(doing).iter().enumerate();
            let at_them = |way: &Way| body.is_some_and(|body| way.upon == Upon::Mark(Mark::Body(body)));
            let nearest = ways.min_by_key(|(_, way)| (!at_them(way), way.place.distance_squared(place)));
            return nearest.map(|(target, _)| Pointed::Target { kind: form.kind, target });
        }
        if let Some(target) = among(&self.enemies) {
            let aiming = (0..self.kinds.len()).filter(|&at| self.kinds[at].aims());
            let mut kinds: Vec<usize> = kind.aims().then_some(form.kind).into_iter().chain(aiming).collect();
            kinds.dedup();
            let allowed = |kind: &&usize| self.allows(&form.with(**kind, target));
            // One that is not allowed is shown too, with the reason.
            if let Some(&kind) = kinds.iter().find(allowed).or(kinds.first()) {
                return Some(Pointed::Target { kind, target });
            }
            let place = body.map_or(place, |body| position.body(body).centre);
            return self.marching(form).map(|kind| Pointed::Place { kind, place });
        }
        man.is_none().then(|| self.marching(form)).flatten().map(|kind| Pointed::Place { kind, place })
    }

    /// The kind of order that leads somewhere: the one chosen, else the first march.
    fn marching(&self, form: &Form) -> Option<usize> {
        let chosen = self.kinds.get(form.kind).is_some_and(|kind| kind.marches() || kind.marks_a_place());
        let march = |kind: &OrderKind| matches!(kind, OrderKind::Walk | OrderKind::Run);
        Some(form.kind).filter(|_| chosen).or_else(|| self.kinds.iter().position(march))
    }

    /// Which man of the target, from 1, a click on a man who is one of it means for a shot.
    pub(super) fn man_pointed(&self, form: &Form, man: usize) -> Option<usize> {
        self.men_aimed_at(form).iter().position(|at| usize::from(at.0) == man).map(|at| at + 1)
    }
}

/// What orders of some kinds have to choose from, for one body.
#[derive(Default)]
pub(super) struct Lists {
    /// Who charges it.
    chargers: Vec<BodyId>,
    /// Friends it could get behind, and where that is.
    shelters: Vec<(BodyId, Point)>,
    /// Its men in arms.
    men: Vec<FigureId>,
    /// Gear of its side that can be placed before the battle.
    gear: Vec<ThingId>,
    /// How many of it could shoot and have no target.
    shooters: u16,
    standing: u16,
}

impl Lists {
    fn of(view: &View, body: BodyId) -> Lists {
        let placed = |(_, gear): &(ThingId, &FieldGear)| gear.side == view.side() && gear.lies != Lies::Carried;
        Lists {
            chargers: view.chargers_of(body),
            shelters: view.shelters(body).collect(),
            men: (view.body(body).indices())
                .map(|man| FigureId(man as u16))
                .filter(|&man| view.figure(man).in_arms())
                .collect(),
            gear: view.train().all().filter(placed).map(|(gear, _)| gear).collect(),
            shooters: view.shooters_without_target(body),
            standing: view.body(body).standing,
        }
    }
}

pub(super) fn in_arms(position: &Position, body: BodyId) -> Vec<FigureId> {
    position.men_of(body).filter(|&man| position.figure(man).in_arms()).collect()
}

/// A man by his name and number.
fn named(replay: &Replay, man: FigureId) -> String {
    replay.actors[usize::from(man.0)].named()
}

/// What a click on the table meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    Body(usize),
    /// A kind of order at a target, by their places in the lists.
    Target {
        kind: usize,
        target: usize,
    },
    /// A man of the target, from 1.
    Man(usize),
    /// A kind of order that leads to a place.
    Place {
        kind: usize,
        place: Point,
    },
}

/// So many pieces of gear and how they are: `catapult, loaded, 11 rounds left`.
fn told(gear: &FieldGear, count: u16) -> String {
    let engine = matches!(gear.thing, Thing::Catapult | Thing::Bombard);
    let mut told = vec![gear.thing.counted(count + gear.set)];
    if let Some(holds) = gear.holds {
        told.push(format!("with its {holds}"));
    }
    if gear.set > 0 {
        told.push(format!("{} planted", gear.set));
    }
    if engine {
        told.push(if gear.ready { "loaded".to_owned() } else { "not loaded".to_owned() });
        told.push(format!("{} rounds left", gear.rounds));
    }
    if gear.thing == Thing::FireMissile && gear.ready {
        told.push("lit".to_owned());
    }
    if gear.thing == Thing::Ladder && gear.lies == Lies::Standing {
        told.push("raised".to_owned());
    }
    if gear.harnessed {
        told.push("its team harnessed".to_owned());
    }
    told.join(", ")
}
