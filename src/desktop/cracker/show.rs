//! Shows the page: the table painted, whose phase it is and what needs deciding, what may be ordered, and the story.

use super::paint::{CordPicture, corners, is_shown, middle, paint};
use super::{CordPage, LookedAt};
use crate::app::cracker::{CordOffer, CordTarget, Measured, measure};
use crate::desktop::replay::camera::inches;
use crate::desktop::shell::{Shell, count, renew, shared, words};
use crate::desktop::tabletop::{self, named_side, shown_offers};
use crate::desktop::ui::{CordBlock, CordName, CordStage, CordUnit, CrackerPage, Theme};
use crate::rules::castle_cracker::{
    CrackerStage, Event, Position, SiegeGear, Troops, TroopsId, WallState, Whereabouts, line, strength,
};
use crate::rules::figure::Side;
use crate::rules::geometry::INCH;
use crate::rules::telling::capital;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Connects the lists that stay the same.
pub(super) fn connect(page: &Rc<CordPage>, ui: &CrackerPage<'_>) {
    ui.set_blocks(shared(&page.blocks));
    ui.set_names(shared(&page.names));
    ui.set_units(shared(&page.units));
    ui.set_orders(shared(&page.orders));
    ui.set_sentences(shared(&page.sentences));
}

/// A name as it stands amid a sentence: “the Romans”.
pub(super) fn amid(name: &str) -> String {
    name.strip_prefix("The ").map_or_else(|| name.to_owned(), |rest| format!("the {rest}"))
}

fn bare(name: &str) -> &str {
    name.strip_prefix("the ").unwrap_or(name)
}

/// What troops are, and where and how.
fn about(game: &Position, id: TroopsId) -> String {
    let troops = game.troops(id);
    let what = match troops.gear {
        Some(SiegeGear::Ram) => "a ram and its crew".to_owned(),
        Some(SiegeGear::Tower) => "a siege tower and its crew".to_owned(),
        Some(SiegeGear::Engine) => {
            let weapon = troops.missile.map_or("engine", |weapon| weapon.word());
            format!("a {weapon} and its crew{}", if troops.hooked { ", hooked on" } else { "" })
        }
        None => troops.kind.to_string(),
    };
    let what = std::iter::once(what).chain(troops.fights_as()).collect::<Vec<_>>().join(" that ");
    let mut arms = vec![troops.hand.to_string()];
    arms.extend(troops.missile.filter(|_| troops.gear.is_none()).map(|weapon| weapon.to_string()));
    match troops.ladders {
        0 => {}
        1 => arms.push("a ladder".to_owned()),
        ladders => arms.push(format!("{ladders} ladders")),
    }
    let place = match troops.whereabouts {
        Whereabouts::Field => {
            let (x, y) = (troops.at.x / INCH, troops.at.y / INCH);
            format!("at {x},{y}")
        }
        Whereabouts::Aboard(on) => format!("aboard {}", game.troops(on).name),
        Whereabouts::Parapet(wall) => {
            format!("on {}", game.field.wall(wall).map_or("a wall", |wall| wall.name.as_str()))
        }
        Whereabouts::Captive(by) => format!("captive of {}", game.troops(by).name),
        Whereabouts::Fled => "fled".to_owned(),
    };
    let mut how = Vec::new();
    if game.is_engaged(id) {
        how.push("fighting".to_owned());
    }
    if troops.storming.is_some() {
        how.push("going up a wall".to_owned());
    }
    if troops.escaping {
        how.push("broken free".to_owned());
    }
    let taken: usize = game.captives_of(id).map(|(_, taken)| taken.standing.len()).sum();
    if taken > 0 {
        how.push(format!("guarding {taken}"));
    }
    let how = if how.is_empty() { String::new() } else { format!(", {}", how.join(", ")) };
    let name = capital(&troops.name);
    let figures = if troops.able() == 1 { "figure" } else { "figures" };
    format!("{name}: {} {figures}, {what}, {}, {place}{how}", troops.able(), arms.join(" and "))
}

impl CordPage {
    /// Shows everything as it stands.
    pub(super) fn show_all(&self, shell: &Rc<Shell>) {
        let form = self.form(shell);
        self.change(LookedAt::fit);
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            let dark = window.global::<Theme>().get_dark();
            let state = self.state.borrow();
            let offers = state.offers(form);
            let measured = match (state.field(), state.chosen) {
                (Some(game), Some(id)) if !state.form => Some(measure(game, id, state.target, &state.way, form)),
                _ => None,
            };
            ui.set_can_go_back(state.sitting.can_go_back());
            ui.set_looks(state.sitting.is_settled());
            self.show_table(&ui, &state, measured.as_ref(), dark);
            match state.table().is_some() {
                true => self.show_game(&ui, &state, &offers, measured.as_ref()),
                false => self.show_form(&ui, &state),
            }
        });
    }

    fn show_table(&self, ui: &CrackerPage<'_>, state: &LookedAt, measured: Option<&Measured>, dark: bool) {
        let Some(game) = state.field() else {
            ui.set_picture(slint::Image::default());
            renew(&self.blocks, Vec::new());
            renew(&self.names, Vec::new());
            return;
        };
        let pointed = match state.target {
            Some(CordTarget::Troops(id)) => Some(id),
            _ => None,
        };
        let brought = state.table().map(|table| table.brought_about(state.at())).unwrap_or_default();
        ui.set_picture(paint(&CordPicture {
            game,
            camera: state.sight.camera,
            tinctures: &state.sitting.called(state.form).1,
            dark,
            chosen: state.chosen.filter(|id| is_shown(game.troops(*id))),
            pointed: pointed.filter(|id| is_shown(game.troops(*id))),
            wall: match state.target {
                Some(CordTarget::Wall(wall)) => Some(wall),
                _ => None,
            },
            measured,
            brought,
        }));
        ui.set_foot(12.0 * state.sight.camera.scale / state.sight.scale);
        let names = names(state, game);
        renew(&self.blocks, blocks(state, game, pointed, &names));
        renew(&self.names, names);
    }

    fn show_form(&self, ui: &CrackerPage<'_>, state: &LookedAt) {
        ui.set_stage(CordStage::NewGame);
        ui.set_moment(if state.sitting.contest.is_some() { "who leads?".into() } else { "a new battle".into() });
        ui.set_here(SharedString::new());
        ui.set_ending(SharedString::new());
        let (called, tinctures) = state.sitting.called(true);
        let names = match (&state.sitting.contest, &state.preview) {
            (None, Some((scenario, _))) => scenario.sides.clone(),
            _ => called,
        };
        let side = |side: Side| named_side(&names[side], tinctures[side]);
        ui.set_attacker(side(Side::Attacker));
        ui.set_defender(side(Side::Defender));
    }

    fn show_game(&self, ui: &CrackerPage<'_>, state: &LookedAt, offers: &[CordOffer], measured: Option<&Measured>) {
        let (Some(table), Some(game)) = (state.table(), state.field()) else { return };
        let decides = state.decides();
        ui.set_stage(match (decides, &game.stage) {
            (Some(_), CrackerStage::Move(_)) => CordStage::Move,
            (Some(_), CrackerStage::Shoot(_)) => CordStage::Shoot,
            _ => CordStage::Watched,
        });
        ui.set_moment(moment(state, game).into());
        let left = strength(game);
        let side = |side: Side| {
            let (began, stands) = left[side];
            let decides = matches!(game.stage, CrackerStage::Move(of) | CrackerStage::Shoot(of) if of == side);
            let mut shown = state.sitting.side_shown(side, (stands as usize, began as usize), decides);
            if let Some(scale) = state.sitting.contest.as_ref().and_then(|contest| contest.battle().scale()) {
                shown.detail = format!("{}, {scale} men to a figure", shown.detail).into();
            }
            shown
        };
        ui.set_attacker(side(Side::Attacker));
        ui.set_defender(side(Side::Defender));
        let over = matches!(game.stage, CrackerStage::Over(_));
        let ending = table.brought_about(state.at()).iter().rev().find(|event| matches!(event, Event::Over(_)));
        ui.set_ending(ending.filter(|_| over).map_or_else(SharedString::new, |event| line(event).text.into()));
        let units = state.units();
        let chosen = state.chosen.and_then(|id| units.iter().position(|known| *known == id));
        renew(&self.units, units.iter().map(|id| unit(game, *id)).collect());
        ui.set_unit(chosen.map_or(-1, count));
        let pointed = match state.target {
            Some(CordTarget::Troops(id)) => format!(" → {}", game.troops(id).name),
            Some(CordTarget::Wall(wall)) => {
                format!(" → {}", game.field.wall(wall).map_or("a wall", |wall| wall.name.as_str()))
            }
            Some(CordTarget::Place(at)) => {
                let inch = |part: i32| f64::from(part) / f64::from(INCH);
                format!(" → {},{}", inch(at.x), inch(at.y))
            }
            None => String::new(),
        };
        let chosen = state.chosen.map(|id| format!("{}{pointed}", capital(&game.troops(id).name)));
        ui.set_chosen(chosen.unwrap_or_default().into());
        ui.set_measured(words(measured.map(|measured| measured.told.as_slice()).unwrap_or_default()));
        let forms = |troops: &Troops| troops.is_afield() || matches!(troops.whereabouts, Whereabouts::Parapet(_));
        let forms = state.chosen.is_some_and(|id| forms(game.troops(id)));
        let moves = matches!(game.stage, CrackerStage::Move(_));
        ui.set_forms(forms && moves);
        ui.set_parts(forms && moves && state.chosen.is_some_and(|id| game.troops(id).kind.acts_singly()));
        renew(&self.orders, shown_offers(offers));
        ui.set_end_text(match game.stage {
            CrackerStage::Move(_) => "End the move".into(),
            _ => "End the shooting".into(),
        });
        let here = match state.chosen {
            Some(id) => format!("{}.", about(game, id)),
            None if decides.is_some() => {
                "N goes to the next troops, E points at the next enemy, W at a wall, arrows at a place; Enter orders."
                    .to_owned()
            }
            None => String::new(),
        };
        ui.set_here(here.into());
        ui.set_sentence_shown(tabletop::tell_story(&state.sitting, &self.sentences));
        ui.set_length(count(table.len()));
        ui.set_at(count(state.at()));
        ui.set_flows(state.at() < table.len());
        ui.set_programs(state.sitting.has_captains());
        ui.set_stopped(state.sitting.stands_still());
    }
}

/// What is to be decided now, and by whom.
fn moment(state: &LookedAt, game: &Position) -> String {
    let turn = format!("turn {} of {}", game.turn, game.turns);
    let does = match &game.stage {
        CrackerStage::Move(side) | CrackerStage::Shoot(side) => {
            let what = if matches!(game.stage, CrackerStage::Move(_)) { "move" } else { "shooting" };
            let name = amid(&state.sitting.names[*side]);
            match state.decides() {
                Some(_) => {
                    let units = state.units();
                    let open = units.iter().filter(|id| !LookedAt::is_done(game, **id)).count();
                    format!("the {what} of {name}, {open} of {} to order", units.len())
                }
                None => format!("the {what} of {name}"),
            }
        }
        CrackerStage::Over(_) => "it is over".to_owned(),
    };
    state.sitting.moment(&turn, &does)
}

/// A body of the side that decides, for the list.
fn unit(game: &Position, id: TroopsId) -> CordUnit {
    let troops = game.troops(id);
    let done = LookedAt::is_done(game, id);
    let detail = match (done, game.is_engaged(id), troops.whereabouts) {
        (_, true, _) => "fighting".to_owned(),
        (true, ..) => "done".to_owned(),
        (_, _, Whereabouts::Parapet(_)) => "on a wall".to_owned(),
        (_, _, Whereabouts::Aboard(_)) => "aboard".to_owned(),
        _ => String::new(),
    };
    let detail = if detail.is_empty() { troops.able().to_string() } else { format!("{detail}, {}", troops.able()) };
    CordUnit {
        name: capital(bare(&troops.name)).into(),
        detail: detail.into(),
        told: format!("{}{}", about(game, id), if done { ", done" } else { "" }).into(),
        done,
    }
}

/// A rectangle of the picture, in logical pixels.
#[derive(Clone, Copy)]
struct Patch {
    left: f32,
    top: f32,
    right: f32,
    low: f32,
}

impl Patch {
    /// A label about its middle.
    fn label(text: &str, x: f32, y: f32) -> Patch {
        let half = text.chars().count() as f32 * LETTER / 2.0 + 5.0;
        Patch { left: x - half, top: y - 8.0, right: x + half, low: y + 8.0 }
    }

    fn overlaps(&self, other: &Patch) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.low && other.top < self.low
    }

    fn middle(&self) -> (f32, f32) {
        ((self.left + self.right) / 2.0, (self.top + self.low) / 2.0)
    }
}

/// How wide a letter of a label is, in logical pixels.
const LETTER: f32 = 6.2;

/// Where a body is seen in the picture.
fn seen_box(state: &LookedAt, troops: &Troops) -> Patch {
    let (camera, scale) = (&state.sight.camera, state.sight.scale);
    let places = corners(troops).map_or_else(|| vec![middle(troops)], |corners| corners.to_vec());
    let half = if troops.gear.is_some() { (camera.scale * 1.1).clamp(6.0, 30.0) / scale } else { 1.0 };
    let gear = troops.gear.map(|_| inches(troops.at));
    let seen = places.into_iter().chain(gear).map(|place| camera.seen(place)).map(|(x, y)| (x / scale, y / scale));
    let nothing = Patch { left: f32::MAX, top: f32::MAX, right: f32::MIN, low: f32::MIN };
    seen.fold(nothing, |whole, (x, y)| Patch {
        left: whole.left.min(x - half),
        top: whole.top.min(y - half),
        right: whole.right.max(x + half),
        low: whole.low.max(y + half),
    })
}

/// Every body for a screen reader, and a label where there is room for one beside it, over no figures and no other name: those
/// looked at first, and they have theirs always.
fn blocks(state: &LookedAt, game: &Position, pointed: Option<TroopsId>, names: &[CordName]) -> Vec<CordBlock> {
    let mut shown: Vec<(TroopsId, &Troops)> = game.all().filter(|(_, troops)| is_shown(troops)).collect();
    shown.sort_by_key(|(id, _)| (Some(*id) != state.chosen, Some(*id) != pointed, *id));
    let bodies: Vec<Patch> = shown.iter().map(|(_, troops)| seen_box(state, troops)).collect();
    let written = names.iter().filter(|name| !name.text.is_empty());
    let mut placed: Vec<Patch> = written.map(|name| Patch::label(&name.text, name.x, name.y)).collect();
    let (camera, scale) = (&state.sight.camera, state.sight.scale);
    let whole = Patch { left: 0.0, top: 0.0, right: camera.size.0 / scale, low: camera.size.1 / scale };
    let blocks = shown.iter().zip(&bodies).map(|((id, troops), body)| {
        let text = format!("{} {}", bare(&troops.name), troops.able());
        let ((x, y), half) = (body.middle(), text.chars().count() as f32 * LETTER / 2.0 + 5.0);
        // Below it, above it, or to either side.
        let places =
            [(x, body.low + 10.0), (x, body.top - 10.0), (body.right + half + 3.0, y), (body.left - half - 3.0, y)];
        let free = |place: &&(f32, f32)| {
            let label = Patch::label(&text, place.0, place.1);
            let inside = label.left > whole.left && label.right < whole.right;
            let inside = inside && label.top > whole.top && label.low < whole.low;
            inside && !placed.iter().chain(&bodies).any(|known| known.overlaps(&label))
        };
        let place = places.iter().find(free).copied();
        let special = Some(*id) == state.chosen || Some(*id) == pointed;
        let (x, y) = place.unwrap_or(places[0]);
        let labelled = place.is_some() || special;
        if labelled {
            placed.push(Patch::label(&text, x, y));
        }
        CordBlock {
            x,
            y,
            text: if labelled { text.into() } else { SharedString::new() },
            told: about(game, *id).into(),
            number: i32::from(id.0),
            chosen: Some(*id) == state.chosen,
            pointed: Some(*id) == pointed,
        }
    });
    blocks.collect()
}

/// The names of walls, of what must be held, and of the ground.
fn names(state: &LookedAt, game: &Position) -> Vec<CordName> {
    let field = &game.field;
    let seen = |(x, y): (f32, f32)| {
        let (x, y) = state.sight.camera.seen((x, y));
        (x / state.sight.scale, y / state.sight.scale)
    };
    let mut names = Vec::new();
    for (place, turns) in field.objectives.iter().zip(&game.held) {
        let (x, y) = seen(inches(place.at));
        let needed = game.tables.zone.hold;
        let held = if *turns > 0 { format!(", held {turns} of {needed}") } else { String::new() };
        let text = format!("{}{held}", bare(&place.name));
        let told = format!(
            "{}: {} wins by holding it {needed} turns{held}.",
            capital(&place.name),
            state.sitting.names[place.side]
        );
        names.push(CordName { x, y: y - 22.0, text: text.into(), told: told.into(), strong: true });
    }
    for ((id, wall), stands) in field.walls().zip(&game.walls) {
        let (x, y) = seen(inches(wall.middle()));
        let pointed = state.target == Some(CordTarget::Wall(id));
        let how = match stands {
            WallState::Whole => "stands",
            WallState::Open => "is open",
            WallState::Breached(_) => "is breached",
        };
        let text = match *stands == WallState::Whole {
            true if !pointed => String::new(),
            true => bare(&wall.name).to_owned(),
            false => format!("{} {how}", bare(&wall.name)),
        };
        let told = format!("{} {how}.", capital(&wall.name));
        names.push(CordName { x, y: y - 14.0, text: text.into(), told: told.into(), strong: pointed });
    }
    for shape in &field.ground {
        let sum = shape.edge.iter().map(|at| inches(*at)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let corners = shape.edge.len().max(1) as f32;
        let (x, y) = seen((sum.0 / corners, sum.1 / corners));
        let told = format!("{}, a {}.", capital(&shape.name), shape.sort);
        names.push(CordName { x, y, text: bare(&shape.name).into(), told: told.into(), strong: false });
    }
    names
}
