//! Shows the page: the table painted, whose half of the turn it is and what needs deciding, what may be ordered, and the story.

use super::paint::{HexPicture, man_at, paint};
use super::{HexPage, StormSeen, StormView, maps};
use crate::app::assault::{HexMeasured, HexOffer, HexScene, HexTable, measure};
use crate::app::hexes::drawing::middle;
use crate::app::hexes::key;
use crate::desktop::shell::{Shell, count, renew, shared, words};
use crate::desktop::tabletop::{self, named_side, shown_offers};
use crate::desktop::ui::{AssaultPage, CordBlock, CordName, CordSide, CordUnit, StormStage, Theme};
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::standards::StandardLies;
use crate::rules::assault::state::{Burden, Heart};
use crate::rules::assault::{AssaultBattle, AssaultStage, Event, FireLine, Post, Tables, TrooperId};
use crate::rules::figure::Side;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Sentences of a moment that are told in full; of more it is told how many there were of each kind.
const TOLD: usize = 3;

/// Connects the lists that stay the same.
pub(super) fn connect(page: &Rc<HexPage>, ui: &AssaultPage<'_>) {
    ui.set_men(shared(&page.men));
    ui.set_names(shared(&page.names));
    ui.set_units(shared(&page.units));
    ui.set_orders(shared(&page.orders));
    ui.set_sentences(shared(&page.sentences));
}

/// So many of a thing; nothing of none.
fn many(count: usize, one: &str, more: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {more}")),
    }
}

/// What a decision brought about: in its sentences, or by their kinds where they are many.
pub(super) fn digest(table: &HexTable, at: usize) -> String {
    let events = table.brought_about(at);
    let told = table.told(at);
    if told.len() <= TOLD {
        return told.join(" ");
    }
    let of = |fits: &dyn Fn(&Event) -> bool| events.iter().filter(|event| fits(event)).count();
    let shots = of(&|event| matches!(event, Event::Shot { .. }));
    let blows = of(&|event| matches!(event, Event::Struck { .. }));
    let parts = [
        many(of(&|event| matches!(event, Event::Stepped { .. })), "step", "steps"),
        many(shots, "shot", "shots"),
        many(of(&|event| matches!(event, Event::Shot { hit: true, .. })), "of them hits", "of them hit"),
        many(of(&|event| matches!(event, Event::Loosed { .. })), "stone or ball", "stones or balls"),
        many(blows, "blow", "blows"),
        many(of(&|event| matches!(event, Event::Struck { hit: true, .. })), "lands", "land"),
        many(of(&|event| matches!(event, Event::Hurt { killed: false, .. })), "man wounded", "men wounded"),
        many(of(&|event| matches!(event, Event::Hurt { killed: true, .. })), "man killed", "men killed"),
        many(of(&|event| matches!(event, Event::Fell { .. })), "man falls", "men fall"),
        many(of(&|event| matches!(event, Event::Yielded { .. })), "man taken", "men taken"),
        many(of(&|event| matches!(event, Event::Fled { .. })), "man flees the place", "men flee the place"),
        many(of(&|event| matches!(event, Event::Tested { .. })), "test of morale", "tests of morale"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let last = told.last().cloned().unwrap_or_default();
    match parts.is_empty() {
        true => last,
        false => format!("{}. {last}", parts.join(", ")),
    }
}

/// The name of the troop a man is of.
fn troop(battle: &AssaultBattle, scene: &HexScene, id: TrooperId) -> String {
    battle.start().troops.get(usize::from(scene.man(id).troop)).map_or_else(String::new, |troop| troop.name.clone())
}

/// Where a man is.
fn whereabouts(scene: &HexScene, id: TrooperId) -> String {
    match scene.man(id).post {
        Post::Hex(at) => scene.map.cell(at).name(),
        Post::Ladder(n) => format!("on ladder {}", n + 1),
        Post::Aboard(n) => format!("at {}", machine(scene, n)),
        Post::Aloft(n) => format!("on {}", machine(scene, n)),
        Post::Off => "gone".to_owned(),
    }
}

/// A machine by its kind and its hex.
fn machine(scene: &HexScene, n: u8) -> String {
    match scene.machines.get(usize::from(n)) {
        Some(it) => format!("the {} in {}", it.kind, scene.map.cell(it.at).name()),
        None => "a machine".to_owned(),
    }
}

/// How a man is, in words.
fn state_of(scene: &HexScene, id: TrooperId) -> Vec<String> {
    let man = scene.man(id);
    let heart = scene.hearts.get(usize::from(man.troop));
    let carries = match man.burden {
        Burden::Nothing => None,
        Burden::Ladder(n) => Some(format!("carries ladder {}", n + 1)),
        Burden::Faggot => Some("carries a faggot".to_owned()),
    };
    let states = [
        carries,
        man.standard.map(|standard| format!("bears the {standard} standard")),
        man.lit.map(|_| "holds a lit fire missile".to_owned()),
        man.wounded.then(|| "wounded".to_owned()),
        (!man.able()).then(|| "lies stunned".to_owned()),
        man.engaged.then(|| "fighting".to_owned()),
        man.aim.map(|_| "will shoot".to_owned()),
        (heart == Some(&Heart::Craven)).then(|| "craven".to_owned()),
        (heart == Some(&Heart::Recreant)).then(|| "flees".to_owned()),
        (heart == Some(&Heart::Rallying)).then(|| "rallies".to_owned()),
        (heart == Some(&Heart::Bold)).then(|| "bold".to_owned()),
    ];
    states.into_iter().flatten().collect()
}

/// What a man is, and where and how.
fn about(battle: &AssaultBattle, scene: &HexScene, id: TrooperId) -> String {
    let man = scene.man(id);
    let missiles =
        man.profile.weapons.missile.map_or_else(String::new, |weapon| format!(" and {weapon} with {}", man.ammunition));
    let mut parts = vec![
        format!("{} of {}", battle.name(id), troop(battle, scene, id)),
        format!("{}{missiles}", man.profile.weapons.hand),
        format!("protection {}", man.profile.protection.number()),
        whereabouts(scene, id),
        format!("{} points", man.points),
    ];
    parts.extend(state_of(scene, id));
    parts.join(", ")
}

/// The card of the hex under the pointer, or under the cursor.
pub(super) fn card(ui: &AssaultPage<'_>, state: &StormSeen) {
    let shown = state.hover.or(state.cursor);
    let (Some(map), Some(hex)) = (state.ground(), shown.filter(|hex| usize::from(hex.0) < state.cells())) else {
        ui.set_card_title(SharedString::new());
        return;
    };
    let mut lines = key::card(map, hex);
    if let (Some(scene), Some(battle)) = (state.scene(), state.battle()) {
        let here = scene.ids().filter(|&id| scene.man(id).present() && scene.place(id) == Some(hex));
        lines.extend(here.map(|id| about(battle, scene, id)));
        lines.extend(ladders(scene, hex));
        lines.extend(machines(scene, hex));
    }
    let cell = map.cell(hex);
    // On the side away from the hex it is of.
    let (x, _) = super::land::seen(&state.sight.camera, middle(cell.hex));
    ui.set_card_right(x < state.sight.camera.size.0 / 2.0);
    ui.set_card_title(cell.name().into());
    ui.set_card(words(lines));
}

/// The machines and standards in a hex.
fn machines(scene: &HexScene, hex: HexId) -> Vec<String> {
    let machines = scene.machines.iter().filter(|it| it.at == hex).map(|it| {
        let state = match () {
            _ if it.wrecked => ", wrecked".to_owned(),
            _ if it.burns.is_some() => ", burning".to_owned(),
            _ if it.kind.engine().is_some() => {
                format!(", {}loaded, {} rounds", if it.loaded { "" } else { "not " }, it.rounds)
            }
            _ => String::new(),
        };
        format!("a {} of the {}s, facing {}{state}", it.kind, it.side, it.facing)
    });
    let lies = |lies: StandardLies| lies == StandardLies::Ground(hex);
    let standards = scene.standards.iter().filter(|it| lies(it.lies));
    machines.chain(standards.map(|it| format!("a {} standard of the {}s lies here", it.standard, it.side))).collect()
}

/// The ladders in a hex.
fn ladders(scene: &HexScene, hex: HexId) -> Vec<String> {
    use crate::rules::assault::state::LadderLies;
    let one = |(n, ladder): (usize, &crate::rules::assault::state::ScalingLadder)| {
        let name = |id: HexId| scene.map.cell(id).name();
        match ladder.lies {
            LadderLies::Upright { foot, head, .. } if foot == hex || head == hex => {
                Some(format!("ladder {} from {} up to {}", n + 1, name(foot), name(head)))
            }
            LadderLies::Flat(on) if on.contains(&hex) => Some(format!("ladder {} lies on the rampart", n + 1)),
            LadderLies::Lying(at) if at == hex => Some(format!("ladder {} lies on the ground", n + 1)),
            _ => None,
        }
    };
    scene.ladders.iter().enumerate().filter_map(one).collect()
}

impl StormSeen {
    fn cells(&self) -> usize {
        self.ground().map_or(0, |map| map.cells.len())
    }

    /// The line of fire that is shown: laid on a map, or of the chosen man.
    fn fire(&self, measured: Option<&HexMeasured>) -> Option<FireLine> {
        match (self.view, self.line) {
            (StormView::Map, (Some(from), Some(to))) => {
                let map = self.ground()?;
                Some(FireLine::of(map, from, to, &Tables::book()))
            }
            (StormView::Map, _) => None,
            _ => measured.and_then(|measured| measured.line.clone()),
        }
    }
}

impl HexPage {
    /// Shows everything as it stands.
    pub(super) fn show_all(&self, shell: &Rc<Shell>) {
        self.change(StormSeen::fit);
        let repaint = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            let dark = window.global::<Theme>().get_dark();
            let repaint = self.dark.replace(Some(dark)) != Some(dark);
            let drawing = {
                let mut state = self.state.borrow_mut();
                let map = state.ground().cloned();
                map.map(|map| (state.drawing.of(&map), map))
            };
            let state = self.state.borrow();
            let offers = state.offers();
            let measured = match (state.table(), state.chosen, state.decides()) {
                (Some(table), Some(id), Some(_)) => Some(measure(table.position(), id, state.cursor)),
                _ => None,
            };
            let fire = state.fire(measured.as_ref());
            ui.set_can_go_back(state.sitting.can_go_back());
            ui.set_looks(state.sitting.is_settled());
            match &drawing {
                None => {
                    ui.set_picture(slint::Image::default());
                    renew(&self.men, Vec::new());
                    renew(&self.names, Vec::new());
                }
                Some((drawing, map)) => {
                    let brought = state.table().map(|table| table.brought_about(state.at())).unwrap_or_default();
                    let empty = HexMeasured::default();
                    let shown = measured.as_ref().unwrap_or(&empty);
                    ui.set_picture(paint(&HexPicture {
                        map,
                        drawing,
                        scene: state.scene(),
                        camera: state.sight.camera,
                        notes: state.notes,
                        tinctures: &state.sitting.called(state.view == StormView::Form).1,
                        dark,
                        chosen: state.chosen,
                        cursor: state.cursor,
                        from: if state.view == StormView::Map { state.line.0 } else { None },
                        reach: &shown.reach,
                        way: &shown.way,
                        line: fire.as_ref(),
                        brought,
                    }));
                    renew(&self.names, names(&state, map));
                }
            }
            renew(&self.men, men(&state));
            card(&ui, &state);
            match state.view {
                StormView::Map => self.show_map(&ui, &state, fire.as_ref(), dark),
                StormView::Form => self.show_form(&ui, &state),
                StormView::Game => self.show_game(&ui, &state, &offers, measured.as_ref()),
            }
            repaint
        });
        if repaint == Some(true) {
            self.repaint_key(shell);
        }
    }

    fn show_map(&self, ui: &AssaultPage<'_>, state: &StormSeen, fire: Option<&FireLine>, dark: bool) {
        ui.set_stage(StormStage::Map);
        ui.set_ending(SharedString::new());
        let Some(map) = &state.map else {
            ui.set_moment("maps".into());
            ui.set_here(SharedString::new());
            ui.set_has_line(false);
            return;
        };
        ui.set_moment(map.name.as_str().into());
        let here = match state.line {
            (None, _) => {
                "Press a hex, then another, for the line of fire between them; or go with the arrow keys, and Enter."
            }
            (Some(_), None) => "Now the other end of the line of fire: press a hex, or go there and Enter.",
            (Some(_), Some(_)) => "",
        };
        ui.set_here(here.into());
        maps::show_line(ui, map, state.line, fire, (state.cut, state.sight.scale), dark);
    }

    fn sides(&self, ui: &AssaultPage<'_>, side: impl Fn(Side) -> CordSide) {
        ui.set_attacker(side(Side::Attacker));
        ui.set_defender(side(Side::Defender));
    }

    fn show_form(&self, ui: &AssaultPage<'_>, state: &StormSeen) {
        ui.set_stage(StormStage::NewGame);
        ui.set_moment(if state.sitting.contest.is_some() { "who leads?".into() } else { "a new game".into() });
        ui.set_here(SharedString::new());
        ui.set_ending(SharedString::new());
        let (names, tinctures) = state.sitting.called(true);
        self.sides(ui, |side| named_side(&names[side], tinctures[side]));
    }

    fn show_game(&self, ui: &AssaultPage<'_>, state: &StormSeen, offers: &[HexOffer], measured: Option<&HexMeasured>) {
        let (Some(table), Some(scene)) = (state.table(), state.scene()) else { return };
        let decides = state.decides();
        ui.set_stage(if decides.is_some() { StormStage::Move } else { StormStage::Watched });
        ui.set_moment(moment(state, scene).into());
        self.sides(ui, |side| {
            state.sitting.side_shown(side, scene.strength(side), scene.stage.decides() == Some(side))
        });
        let over = matches!(scene.stage, AssaultStage::Over(_));
        let ending = table.brought_about(state.at()).iter().rev().find(|event| matches!(event, Event::Over { .. }));
        let ending = ending.filter(|_| over).and_then(|event| table.line(event));
        ui.set_ending(ending.map_or_else(SharedString::new, |line| line.full().into()));
        let won = over.then(|| table.position().winner()).filter(|_| state.at() == table.len());
        ui.set_won(match won {
            None => SharedString::new(),
            Some(None) => "Neither side wins.".into(),
            Some(Some(side)) => format!("{} win.", state.sitting.names[side]).into(),
        });
        let units = state.units();
        let chosen = state.chosen.and_then(|id| units.iter().position(|known| *known == id));
        renew(&self.units, units.iter().map(|id| unit(table, scene, *id)).collect());
        ui.set_unit(chosen.map_or(-1, count));
        let pointed = state.cursor.map_or_else(String::new, |hex| format!(" → {}", scene.map.cell(hex).name()));
        let chosen =
            state.chosen.map(|id| format!("{} of {}{pointed}", table.of().name(id), troop(table.of(), scene, id)));
        ui.set_chosen(chosen.unwrap_or_default().into());
        ui.set_measured(words(measured.map(|measured| measured.told.as_slice()).unwrap_or_default()));
        renew(&self.orders, shown_offers(offers));
        let attacks = decides == Some(Side::Attacker);
        let places = matches!(scene.stage, AssaultStage::Deploys(_));
        ui.set_may_break_off(attacks && !places);
        ui.set_end_text(match (attacks, places) {
            (true, true) => "The attackers stand ready".into(),
            (false, true) => "The defenders stand ready".into(),
            (true, false) => "The attackers have moved".into(),
            (false, false) => "The defenders have moved".into(),
        });
        let here = match state.chosen {
            Some(id) => format!("{}.", about(table.of(), scene, id)),
            None if decides.is_some() && places => {
                "Before it begins: press a man and then the hex he is to stand in, or a friend to change places; who is left stands \
                 where he is."
                    .to_owned()
            }
            None if decides.is_some() => {
                "N goes to the next man, E points at the next enemy, arrows at a hex, U under the ground; Enter orders."
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
fn moment(state: &StormSeen, scene: &HexScene) -> String {
    let lines = scene.map.last_line();
    let turn = format!("turn {}, {} of {lines} lines taken", scene.turn, scene.lines);
    let does = match scene.stage {
        AssaultStage::Deploys(Side::Attacker) => "the attackers take their places".to_owned(),
        AssaultStage::Deploys(Side::Defender) => "the defenders take their places".to_owned(),
        AssaultStage::Moves(side) => {
            let side_name = if side == Side::Attacker { "attackers" } else { "defenders" };
            match state.decides() {
                Some(_) => {
                    let units = state.units();
                    let open = units.iter().filter(|id| !StormSeen::is_done(scene, **id)).count();
                    format!("the {side_name} move, {open} of {} can still do something", units.len())
                }
                None => format!("the {side_name} move"),
            }
        }
        AssaultStage::Over(_) => "it is over".to_owned(),
    };
    state.sitting.moment(&turn, &does)
}

/// A man of the side that decides, for the list.
fn unit(table: &HexTable, scene: &HexScene, id: TrooperId) -> CordUnit {
    let done = StormSeen::is_done(scene, id);
    let man = scene.man(id);
    let points = match man.points {
        0 => String::new(),
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    };
    let mut parts = state_of(scene, id);
    parts.push(whereabouts(scene, id));
    parts.extend(Some(points).filter(|points| !points.is_empty()));
    let told = about(table.of(), scene, id);
    CordUnit {
        name: format!("{} of {}", table.of().name(id), troop(table.of(), scene, id)).into(),
        detail: parts.join(", ").into(),
        told: format!("{told}{}", if done { ", done" } else { "" }).into(),
        done,
    }
}

/// Everybody for a screen reader, where he stands.
fn men(state: &StormSeen) -> Vec<CordBlock> {
    let (Some(scene), Some(battle)) = (state.scene(), state.battle()) else { return Vec::new() };
    let shown = scene.ids().filter_map(|id| Some((id, man_at(scene, &state.sight.camera, id)?)));
    let block = |(id, (x, y)): (TrooperId, (f32, f32))| CordBlock {
        x: x / state.sight.scale,
        y: y / state.sight.scale,
        text: if Some(id) == state.chosen { battle.name(id).into() } else { SharedString::new() },
        told: about(battle, scene, id).into(),
        number: i32::from(id.0),
        chosen: Some(id) == state.chosen,
        pointed: scene.place(id).is_some_and(|at| Some(at) == state.cursor),
    };
    shown.map(block).collect()
}

/// The names of the parts of the place, each in its midst where there is room.
fn names(state: &StormSeen, map: &HexMap) -> Vec<CordName> {
    // No name lies over a man.
    let men = state.scene().map_or(Vec::new(), |scene| {
        let at = scene.ids().filter_map(|id| man_at(scene, &state.sight.camera, id));
        at.map(|(x, y)| (x / state.sight.scale, y / state.sight.scale, 6.0)).collect()
    });
    let mut placed: Vec<(f32, f32, f32)> = men;
    let (wide, high) = (state.sight.camera.size.0 / state.sight.scale, state.sight.camera.size.1 / state.sight.scale);
    let mut parts: Vec<(usize, Vec<HexId>)> = (0..map.parts.len())
        .map(|part| {
            let of: Vec<HexId> = map.ids().filter(|&id| usize::from(map.cell(id).part) == part).collect();
            let above = of.iter().copied().filter(|&id| !map.cell(id).under).collect::<Vec<_>>();
            (part, if above.is_empty() { of } else { above })
        })
        .collect();
    // The innermost first, which are what it is about.
    parts.sort_by_key(|(part, _)| std::cmp::Reverse((map.parts[*part].keep, map.parts[*part].line)));
    let mut names = Vec::new();
    for (part, hexes) in parts {
        if map.parts[part].line == 0 || hexes.is_empty() {
            continue;
        }
        let spots: Vec<(f32, f32)> = hexes.iter().map(|&id| middle(map.cell(id).hex)).collect();
        let sum = spots.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let mean = (sum.0 / spots.len() as f32, sum.1 / spots.len() as f32);
        let far = |at: &(f32, f32)| (at.0 - mean.0).powi(2) + (at.1 - mean.1).powi(2);
        let Some(at) = spots.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other))) else { continue };
        let (x, y) = super::land::seen(&state.sight.camera, at);
        let (x, y) = (x / state.sight.scale, y / state.sight.scale);
        let name = &map.parts[part].name;
        let bare = name.strip_prefix("the ").unwrap_or(name);
        let half = bare.chars().count() as f32 * 3.1 + 6.0;
        let free = !placed
            .iter()
            .any(|known: &(f32, f32, f32)| (known.0 - x).abs() < known.2 + half && (known.1 - y).abs() < 17.0);
        let inside = x > half && y > 8.0 && x < wide - half && y < high - 8.0;
        if free && inside {
            placed.push((x, y, half));
        }
        let line = map.parts[part].line;
        let told = format!("{name}, line {line}, {}.", map.lines[usize::from(line) - 1]);
        names.push(CordName {
            x,
            y,
            text: if free && inside { bare.into() } else { SharedString::new() },
            told: told.into(),
            strong: map.parts[part].keep,
        });
    }
    names
}
