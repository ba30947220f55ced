//! The form of one order: who, what, and at whom or what, as the rules list it, and the decision that is chosen in it.

use super::camera::inches;
use super::game::PlayedGame;
use super::orders::{self, MARKED, MarchChosen, OrderKind};
use super::paint::OrderReach;
use crate::app::play;
use crate::app::replay::Replay;
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, OrdersPage};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point};
use crate::rules::man_to_man::gear::state::{FieldGear, Lies};
use crate::rules::man_to_man::view::choices::{Doing, Upon, Way};
use crate::rules::man_to_man::{BodyId, Decision, Gait, Mark};
use slint::{ComponentHandle, ModelRc, SharedString};
use std::rc::Rc;

/// What is chosen in the window, by places in the lists of [`PlayedGame`].
pub(super) struct Form {
    pub body: usize,
    pub kind: usize,
    pub target: usize,
    pub march: MarchChosen,
}

impl Form {
    pub(super) fn of(shell: &Rc<Shell>, goal: Option<Point>) -> Form {
        let at = |index: i32| usize::try_from(index).unwrap_or(0);
        let read = |window: &AppWindow| {
            let ui = window.global::<OrdersPage>();
            let march = MarchChosen { way: at(ui.get_way()), far: at(ui.get_far()), face: at(ui.get_face()), goal };
            Form { body: at(ui.get_body()), kind: at(ui.get_kind()), target: at(ui.get_target()), march }
        };
        shell.with(read).unwrap_or(Form { body: 0, kind: 0, target: 0, march: MarchChosen::default() })
    }
}

/// The form as the window shows it.
pub(super) struct FormShown {
    prompt: String,
    tincture: String,
    bodies: ModelRc<SharedString>,
    detail: String,
    gear: String,
    kinds: ModelRc<SharedString>,
    far_named: bool,
    targets: ModelRc<SharedString>,
    form: Form,
    marches: bool,
    refusal: String,
    over: bool,
}

impl FormShown {
    pub(super) fn set(self, window: &AppWindow) {
        let ui = window.global::<OrdersPage>();
        ui.set_prompt(self.prompt.into());
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
        ui.set_marches(self.marches);
        ui.set_over(self.over);
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
        let choices = view.zip(body).map(|(view, body)| view.choices(body)).unwrap_or_default();
        let kinds = OrderKind::of(position.phase(), &choices);
        let mut enemies: Vec<BodyId> = view.iter().flat_map(|view| view.enemies()).collect();
        let here = body.map_or(Point::default(), |body| position.body(body).centre);
        enemies.sort_by_key(|&enemy| (here.distance_squared(position.body(enemy).centre), enemy));
        (self.bodies, self.kinds, self.choices, self.enemies) = (bodies, kinds, choices, enemies);
        form.kind = form.kind.min(self.kinds.len().saturating_sub(1));
        if other_body {
            let first = (0..self.kinds.len()).find_map(|kind| Some((kind, self.first_target(form, kind)?)));
            (form.kind, form.target) = first.unwrap_or((0, 0));
        } else if self.kinds.get(form.kind) != self.kind.as_ref() {
            form.target = self.first_target(form, form.kind).unwrap_or(0);
        }
        self.kind = self.kinds.get(form.kind).copied();
    }

    /// The first target, if any, at which a kind of order is allowed.
    fn first_target(&self, form: &Form, kind: usize) -> Option<usize> {
        let targets = self.targets(*self.kinds.get(kind)?).max(1);
        (0..targets).find(|&target| self.allows(&Form { body: form.body, kind, target, march: form.march }))
    }

    /// How many targets a kind of order has to choose from.
    pub(super) fn targets(&self, kind: OrderKind) -> usize {
        match kind {
            OrderKind::Gear(doing) => self.ways(doing).len(),
            kind if kind.aims() => self.enemies.len(),
            _ => 0,
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
            kind => {
                let target = self.enemies.get(form.target).copied();
                orders::decision(&position.view(side), body, kind, target, &form.march)
            }
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
            (Some((_, kind, None)), _) if kind.marches() && (form.march.way >= MARKED || form.march.face == 3) => {
                "Mark the place on the table first.".to_owned()
            }
            (Some((.., None)), _) => "There is nobody to do that to.".to_owned(),
            _ => String::new(),
        }
    }

    /// The form as it stands.
    pub(super) fn shown(&self, replay: &Replay, form: Form) -> FormShown {
        let names = |ids: &[BodyId]| words(ids.iter().map(|&id| self.name(replay, id)));
        let body = self.bodies.get(form.body).copied();
        let targets = match self.kind {
            Some(OrderKind::Gear(doing)) => words(self.ways(doing).iter().filter_map(|way| self.upon(way))),
            Some(kind) if kind.aims() => names(&self.enemies),
            _ => words::<&str>([]),
        };
        let kind = |kind: &OrderKind| match kind {
            OrderKind::Gear(doing) if self.ways(*doing).first().is_some_and(|way| way.refused.is_some()) => {
                format!("{} – not now", kind.words())
            }
            kind => kind.words().to_owned(),
        };
        FormShown {
            prompt: self.prompt(),
            tincture: self.tinctures[self.side().unwrap_or(Side::Attacker)].clone(),
            bodies: names(&self.bodies),
            detail: body.map(|body| self.detail(body)).unwrap_or_default(),
            gear: body.map(|body| self.gear(body)).unwrap_or_default(),
            kinds: words(self.kinds.iter().map(kind)),
            far_named: matches!(self.kind, Some(OrderKind::Gear(_))),
            targets,
            marches: self.kind.is_some_and(OrderKind::marches),
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

    /// How many of a body stand, and how far they go.
    fn detail(&self, body: BodyId) -> String {
        let position = self.play.position();
        let it = position.body(body);
        let view = position.view(it.side);
        let inch = |gait| view.allowance(body, gait) / INCH;
        let run = match view.may_run(body) {
            true => format!(", run {} in", inch(Gait::Run)),
            false => ", may not run".to_owned(),
        };
        format!("{} of {} standing; walk {} in{run}", it.standing, it.count, inch(Gait::Walk))
    }

    /// What a body carries and serves.
    fn gear(&self, body: BodyId) -> String {
        let train = self.play.position().train();
        let told: Vec<String> = train.of(body).map(|(_, gear)| told(gear)).collect();
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
        if matches!(kind, OrderKind::Shoot | OrderKind::ShootHorses) {
            rings.push(inch(view.missile_reach(body)));
        }
        let to = match (kind, decision) {
            (OrderKind::Gear(doing), _) => self.ways(doing).get(form.target).map(|way| way.place),
            (_, Some(Decision::March { heading, distance, .. })) => Some(it.centre.along(heading, distance)),
            (_, Some(Decision::Go { to, .. })) => Some(to),
            (_, Some(Decision::Charge { at, .. } | Decision::Shoot { at, .. })) => Some(position.body(at).centre),
            _ => None,
        };
        Some(OrderReach {
            men: it.indices().filter(|&man| man < men).collect(),
            middle: inches(it.centre),
            rings,
            to: to.map(inches),
            allowed: self.allows(form),
        })
    }

    /// What a click on a man, or on the bare table, means for the order being given.
    pub(super) fn pointed(&self, kind: OrderKind, man: Option<usize>, place: Point) -> Option<Pointed> {
        let body = man.map(|man| self.play.position().figures()[man].body);
        let among = |list: &[BodyId]| body.and_then(|body| list.iter().position(|&it| it == body));
        if let Some(at) = among(&self.bodies) {
            return Some(Pointed::Body(at));
        }
        if let OrderKind::Gear(doing) = kind {
            let ways = self.ways(doing).iter().enumerate();
            let at_them = |way: &Way| body.is_some_and(|body| way.upon == Upon::Mark(Mark::Body(body)));
            let nearest = ways.min_by_key(|(_, way)| (!at_them(way), way.place.distance_squared(place)));
            return nearest.map(|(at, _)| Pointed::Target(at));
        }
        if let Some(at) = among(&self.enemies).filter(|_| kind.aims()) {
            return Some(Pointed::Target(at));
        }
        (kind.marches() && man.is_none()).then_some(Pointed::Place)
    }
}

/// What a click on the table meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    Body(usize),
    Target(usize),
    Place,
}

/// A piece of gear and how it is: `catapult, loaded, 11 rounds left`.
fn told(gear: &FieldGear) -> String {
    let engine = matches!(gear.thing, Thing::Catapult | Thing::Bombard);
    let mut told = vec![gear.thing.counted(gear.count + gear.set)];
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
