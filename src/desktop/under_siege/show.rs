//! Shows the page: the castle and who stands in it, what is to be decided and by whom, and what has happened.

use super::aiming::seen;
use super::{ACROSS, Looked, SiegeTable, hides, paint, spot_of};
use crate::app::under_siege::{SiegeGame, SiegeSeat};
use crate::desktop::shell::{Shell, count, model, renew, shared, words};
use crate::desktop::ui::{CardLabel, CastleStage, PlanCounter, PlanSpot, SiegeSentence, UnderSiegePage};
use crate::rules::castle_under_siege::{
    Agreed, Ammunition, Awaited, Castle, CatapultShot, Ending, Errand, Event, Health, PersonId, Position, Reckoning,
    Role, SectionKind, Tables, ending_told, sentence,
};
use crate::rules::figure::Side;
use crate::rules::game::NullSink;
use crate::rules::settles::Settles as _;
use crate::rules::telling::capital;
use slint::{ComponentHandle, Model, SharedString};
use std::rc::Rc;

/// Connects the picture and the lists that stay the same.
pub(super) fn connect(page: &Rc<SiegeTable>, ui: &UnderSiegePage) {
    let weak = Rc::downgrade(page);
    ui.on_castle(move |_, size, dark| {
        let Some(page) = weak.upgrade() else { return slint::Image::default() };
        let state = page.state.borrow();
        let size = u32::try_from(size).unwrap_or(1);
        match (state.shown().filter(|_| !state.form), &state.contest) {
            (Some(position), _) => paint::castle(position, size, dark),
            // The castle that is to be shot at, as the siege has left it.
            (None, Some((contest, _))) => paint::castle(&contest.battle().begin(&mut NullSink), size, dark),
            (None, None) => {
                let agreed = Agreed { strength: state.strength, reckoning: Reckoning::Plain };
                paint::castle(&Position::new(agreed, &Tables::book()), size, dark)
            }
        }
    });
    ui.set_spots(shared(&page.spots));
    ui.set_counters(shared(&page.counters));
    ui.set_cards(shared(&page.cards));
    ui.set_sentences(shared(&page.sentences));
}

/// The letter on a counter.
fn letter(role: Role) -> &'static str {
    match role {
        Role::Soldier => "S",
        Role::Priest => "P",
        Role::Stonemason => "M",
        Role::WaterBoy => "B",
        Role::Wizard => "W",
    }
}

/// What stands on a counter that was shot: two letters, so that nobody takes it for one of the castle's.
pub(super) fn marked(with: Ammunition) -> SharedString {
    capital(&with.to_string()).chars().take(2).collect::<String>().into()
}

/// The shot made last, while the counter lies where it came down: till the next is aimed.
fn last_shot(game: &SiegeGame, at: usize) -> Option<CatapultShot> {
    game.events_at(at).iter().rev().find_map(|event| match event {
        Event::Shot(shot) => Some(shot.clone()),
        _ => None,
    })
}

impl SiegeTable {
    /// Shows everything as it stands.
    pub(super) fn show(&self, shell: &Rc<Shell>) {
        // The arm is set as the shot that is aimed first wants it.
        if let Some(setting) = self.change(|state| state.setting.take()) {
            shell.with(|window| window.global::<UnderSiegePage>().set_setting(i32::from(setting)));
        }
        let fresh = self.change(|state| state.shoots());
        if fresh {
            self.write_typed_if_empty(shell);
        }
        self.picture.set(self.picture.get().wrapping_add(1));
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            {
                let state = self.state.borrow();
                ui.set_can_go_back(state.game.is_some() && state.contest.is_none());
                let (x, y, across) = if state.form { (-1.0, -1.0, 18.0) } else { state.window() };
                ui.set_view_x(x);
                ui.set_view_y(y);
                ui.set_view_across(across);
                ui.set_whole_table(state.table_asked() == Some(true));
                ui.set_looks(state.watched.is_some());
                ui.set_picture(self.picture.get());
            }
            let state = self.state.borrow();
            match state.game.as_ref().filter(|_| !state.form) {
                None => self.show_form(&ui),
                Some(game) => self.show_game(&ui, &state, game),
            }
        });
    }

    fn write_typed_if_empty(&self, shell: &Rc<Shell>) {
        let empty = shell.with(|window| window.global::<UnderSiegePage>().get_stage() != CastleStage::Shoot);
        if empty.unwrap_or(false) {
            self.write_typed(shell);
        }
    }

    fn show_form(&self, ui: &UnderSiegePage) {
        ui.set_stage(CastleStage::NewGame);
        ui.set_moment("a new game".into());
        ui.set_here(SharedString::new());
        ui.set_cover(SharedString::new());
        ui.set_cursor(-1);
        ui.set_aims(false);
        ui.set_lies(false);
        ui.set_flying(false);
        ui.set_flown(false);
        renew(&self.spots, Vec::new());
        renew(&self.counters, Vec::new());
        renew(&self.cards, Vec::new());
    }

    fn show_game(&self, ui: &UnderSiegePage, state: &Looked, game: &SiegeGame) {
        let Some(position) = state.shown() else { return };
        self.show_plan(state, position);
        show_moment(ui, state, game, position);
        show_sides(ui, state, game, position);
        self.show_sentences(ui, state, game);
        let aims = state.shoots();
        ui.set_cursor(if aims { -1 } else { count(state.cursor) });
        let here = spot_of(state.cursor).map_or_else(String::new, |_| {
            self.spots.row_data(state.cursor).map_or_else(String::new, |spot| spot.told.to_string())
        });
        let keys = keys_of(state, position);
        ui.set_here(if aims || here.is_empty() { keys.to_owned() } else { format!("{here} {keys}") }.into());
        ui.set_aims(aims);
        ui.set_warns(SharedString::new());
        ui.set_follows(SharedString::new());
        let flight = state.flight.clone();
        let lying = flight.clone().or_else(|| last_shot(game, state.at));
        if aims {
            ui.set_flying(false);
            ui.set_flown(false);
            self.show_aim(ui, game);
            return;
        }
        ui.set_flown(false);
        ui.set_flying(flight.is_some());
        ui.set_lies(lying.is_some());
        if let Some(shot) = lying {
            let ((from_x, from_y), (x, y)) = (seen(shot.from), seen(shot.landing.at));
            ui.set_stand_x(from_x);
            ui.set_stand_y(from_y);
            ui.set_lies_x(x);
            ui.set_lies_y(y);
            ui.set_lies_turned(-f32::from(shot.landing.turned));
            ui.set_shot_letter(marked(shot.with));
        }
    }

    fn show_plan(&self, state: &Looked, position: &Position) {
        let castle = Castle::get();
        let goes = |spot| match position.stage() {
            _ if state.decides().is_none() => false,
            Awaited::Act => state.chosen.is_some_and(|who| state.may_go(who, spot)),
            Awaited::Leave(_) => state.leaver().is_some_and(|who| position.spots_out(who).contains(&spot)),
            _ => false,
        };
        let spots = (0..(ACROSS * ACROSS) as usize).filter_map(|index| {
            let spot = spot_of(index)?;
            let section = castle.section_at(spot).map_or("", |id| castle.section(id).name);
            let there = position.people_ids().filter(|&id| position.person(id).spot == spot);
            let there: Vec<String> = there.map(|id| who(position, id)).collect();
            let people = if there.is_empty() { ".".to_owned() } else { format!(": {}.", there.join(", ")) };
            Some(PlanSpot {
                x: index as i32 % ACROSS,
                y: index as i32 / ACROSS,
                told: format!("{spot}, {section}{people}").into(),
                goes: goes(spot),
            })
        });
        renew(&self.spots, spots.collect());
        let mut counters: Vec<PlanCounter> = Vec::new();
        for id in position.people_ids() {
            let it = position.person(id);
            let (x, y) = (f32::from(it.spot.x()), (ACROSS - 1) as f32 - f32::from(it.spot.y()));
            let chosen = state.chosen == Some(id) || state.leaver() == Some(id);
            let shown = PlanCounter {
                x,
                y,
                letter: letter(it.role).into(),
                crew: it.role != Role::Soldier,
                injured: it.health == Health::Injured,
                acted: it.acted && *position.stage() == Awaited::Act,
                chosen,
                more: 0,
            };
            match counters.iter_mut().find(|known| known.x == x && known.y == y) {
                // On top of a stack lies who is chosen, else the last that was put there.
                Some(known) if known.chosen => known.more += 1,
                Some(known) => *known = PlanCounter { more: known.more + 1, ..shown },
                None => counters.push(shown),
            }
        }
        renew(&self.counters, counters);
        let cards = castle.structure_ids().map(|id| {
            let plot = castle.plot_of(id);
            let built = castle.structure(id);
            let (x, y) = beside(seen(plot.middle()), built.kind);
            let (left, whole) = (position.points_left(id), position.points_whole(id));
            let fires: Vec<String> =
                position.fires().iter().filter(|fire| fire.structure == id).map(|fire| fire.left.to_string()).collect();
            let burns = match fires.is_empty() {
                true => String::new(),
                false => format!(", on fire, {} turns to the next point", fires.join(" and ")),
            };
            let closed = built.sections.iter().any(|&section| position.is_closed(section));
            let of = if position.is_wood(id) { "wood" } else { "stone" };
            let shut = if closed { ", closed by disease" } else { "" };
            // Of a battle of the campaign, where it stands in the line.
            let of_line = state.cast().map(|cast| cast.stretches_of(id));
            let numbers: Vec<String> = of_line.unwrap_or_default().iter().map(u8::to_string).collect();
            let (stretch, named) = match numbers.is_empty() {
                true => Default::default(),
                false => {
                    (format!("st. {}", numbers.join(", ")), format!(", stretch {} of the line", numbers.join(" and ")))
                }
            };
            let told = match left {
                0 => format!("The {}{named} is destroyed.", built.name),
                _ => format!("The {} of {of}{named}: {left} of {whole} points{burns}{shut}.", built.name),
            };
            let text = if left == 0 { "fallen".to_owned() } else { format!("{left}/{whole}") };
            // What burns is told where no counter covers it.
            let under = if fires.is_empty() { stretch } else { format!("fire {}", fires.join(", ")) };
            CardLabel { x, y, text: text.into(), under: under.into(), told: told.into(), hurt: left < whole }
        });
        renew(&self.cards, cards.collect());
    }

    fn show_sentences(&self, ui: &UnderSiegePage, state: &Looked, game: &SiegeGame) {
        let position = game.position();
        let last = if state.flight.is_some() { game.len().saturating_sub(1) } else { game.len() };
        let each = (1..=last).flat_map(|end| {
            game.brought_about(end)
                .iter()
                .map(move |event| SiegeSentence { text: sentence(position, event).into(), end: count(end) })
        });
        let sentences: Vec<SiegeSentence> = each.collect();
        let shown = sentences.iter().rposition(|line| line.end <= count(state.at));
        renew(&self.sentences, sentences);
        ui.set_sentence_shown(shown.map_or(-1, count));
        ui.set_length(count(game.len()));
        ui.set_at(count(state.at));
    }
}

/// A counter and how he is.
fn who(position: &Position, id: PersonId) -> String {
    let (name, it) = (position.name(id), position.person(id));
    match it.health {
        Health::Injured => format!("{name}, injured"),
        _ if it.acted && *position.stage() == Awaited::Act => format!("{name}, who has acted"),
        _ => name,
    }
}

/// What the keys do on the plan now.
fn keys_of(state: &Looked, position: &Position) -> &'static str {
    match position.stage() {
        _ if state.decides().is_none() => {
            "Page Up and Page Down look back and on; Home and End go to the beginning and the end."
        }
        Awaited::Place => {
            "S, P, M, B and W choose the counter, Return places it here; R places the rest, E says that all are placed."
        }
        Awaited::Choose => "B puts a boulder behind the catapult, F fire, D disease.",
        Awaited::Deflect => "Y: the wizard casts; N: he does not.",
        Awaited::Shoot if state.by_table => {
            "L, C and A choose what arrows and presses move: the counter, the catapult, the aim; [ and ] turn the counter."
        }
        Awaited::Shoot => {
            "Arrows aim, with Shift they move the catapult; 1 to 3 set the arm; T is for a real table, Z shows all of this one."
        }
        Awaited::Leave(_) => "Return sends him here.",
        Awaited::Act => {
            "Return chooses who stands here, and sends him; R repairs, P puts out, H heals, E ends the turn."
        }
        Awaited::Over(_) => "",
    }
}

/// How far from its middle the keep's northern edge is, in inches.
const KEEP_EDGE: f32 = 2.3;

/// Where a structure's points are written: beside the castle, where nobody stands; for the keep at its northern edge.
fn beside((x, y): (f32, f32), kind: SectionKind) -> (f32, f32) {
    let out = |at: f32| match at {
        at if at < 2.0 => -0.5,
        at if at > ACROSS as f32 - 2.0 => ACROSS as f32 + 0.5,
        at => at,
    };
    if kind == SectionKind::Keep { (x, y - KEEP_EDGE) } else { (out(x), out(y)) }
}

/// What is to be decided now, and what can be.
fn show_moment(ui: &UnderSiegePage, state: &Looked, game: &SiegeGame, position: &Position) {
    let covered = state.covered && hides(game) && state.at == game.len();
    ui.set_cover(if covered { "Pass to the attacker".into() } else { SharedString::new() });
    ui.set_cover_about(
        "The defender looks away while the attacker puts a shot behind the catapult, in secret (CU-2.1).".into(),
    );
    ui.set_cover_action("The attacker is before it".into());
    let decides = covered || state.decides().is_some();
    let stage = match position.stage() {
        _ if !decides => CastleStage::Over,
        Awaited::Place => CastleStage::Place,
        Awaited::Choose => CastleStage::Choose,
        Awaited::Deflect => CastleStage::Deflect,
        Awaited::Shoot => CastleStage::Shoot,
        Awaited::Leave(_) => CastleStage::Leave,
        Awaited::Act => CastleStage::Act,
        Awaited::Over(_) => CastleStage::Over,
    };
    ui.set_stage(stage);
    if stage != CastleStage::Choose {
        ui.set_picked(-1);
    }
    let does = match position.stage() {
        _ if state.flight.is_some() => "the shot flies",
        Awaited::Place => "the defender places his counters",
        Awaited::Choose => "the attacker chooses a shot",
        Awaited::Deflect => "does the wizard cast?",
        Awaited::Shoot => "the attacker shoots",
        Awaited::Leave(_) => "the defender clears a closed section",
        Awaited::Act => "the defender’s counters act",
        Awaited::Over(_) => "the game is over",
    };
    let moment = match state.at < game.len() && state.flight.is_none() {
        true => format!("looked back upon: {} of {}", state.at, game.len()),
        false => format!("turn {}: {does}", position.turn()),
    };
    ui.set_moment(moment.into());
    let roles = Role::ALL.iter().map(|&role| {
        let left = position.unplaced(role);
        format!("{} ({}), {left} left", capital(&role.to_string()), letter(role))
    });
    ui.set_roles(words(roles));
    ui.set_rounds(model(position.ammunition().map(i32::from)));
    let chosen = match (position.stage(), state.chosen) {
        (Awaited::Leave(leaving), _) => state.leaver().map_or_else(String::new, |id| {
            let others = if leaving.len() > 1 { ", or another who must leave first" } else { "" };
            format!("{} must leave, injured: press where he goes{others} (CU-2.7).", capital(&position.name(id)))
        }),
        (_, Some(id)) => {
            let (name, it) = (capital(&position.name(id)), position.person(id));
            match it.health {
                Health::Injured => format!("{name} is injured, and does nothing till he is healed (CU-4)."),
                _ if it.acted => format!("{name} has acted this turn (CU-4)."),
                _ => format!("{name} is chosen; press where he goes."),
            }
        }
        _ => String::new(),
    };
    ui.set_chosen(chosen.into());
    ui.set_can_repair(state.may_do(Errand::Repair));
    ui.set_can_put_out(state.may_do(Errand::PutOut));
    ui.set_can_heal(words(state.to_heal().into_iter().map(|id| position.name(id))));
    let ending = position.ending().filter(|_| state.at == game.len());
    let (told, clause) = ending.map(|ending| ending_told(position, ending)).unwrap_or_default();
    let bombarded = state.cast().is_some_and(|cast| cast.plan().is_bombardment());
    let clause = match ending {
        Some(Ending::ShotsMade) if bombarded => "CU-6.7",
        Some(Ending::ShotsMade) => "CU-6.9",
        _ => clause,
    };
    // Its clause stands under it, to be opened.
    ui.set_ending(if told.is_empty() { told } else { format!("{told}.") }.into());
    ui.set_ending_clause(clause.into());
    ui.set_can_take_in(state.contest.is_some() && state.at == game.len() && position.ending().is_some());
}

/// Who plays each side, and the ammunition.
fn show_sides(ui: &UnderSiegePage, state: &Looked, game: &SiegeGame, position: &Position) {
    let pending = game.pending().filter(|_| state.at == game.len() && state.flight.is_none());
    let detail = |side: Side| {
        // By whom a settled battle was played its record does not say.
        if let Some(cast) = &state.watched {
            return cast.plan().hosts[side].name.clone();
        }
        let seat = game.beginning().hands[side];
        let thinks = pending.is_some_and(|(pending, seat)| pending == side && !seat.is_person());
        let does = match (thinks, state.stopped) {
            (false, _) => "",
            (true, true) => ", stopped",
            (true, false) => ", decides",
        };
        match seat {
            SiegeSeat::Person => "a person".to_owned(),
            SiegeSeat::Program(skill) => format!("the program, {skill}{does}"),
        }
    };
    ui.set_shared(super::shares(game));
    ui.set_attacker(detail(Side::Attacker).into());
    ui.set_defender(detail(Side::Defender).into());
    ui.set_attacker_decides(pending.is_some_and(|(side, _)| side == Side::Attacker));
    ui.set_defender_decides(pending.is_some_and(|(side, _)| side == Side::Defender));
    let [boulder, fire, disease] = position.ammunition();
    let loaded = match game.pending() {
        // What lies hidden is told to who chose it, and only where nobody else looks at the screen.
        Some((Side::Attacker, SiegeSeat::Person)) if !game.beginning().hands.defender.is_person() => {
            use crate::rules::game::Game as _;
            position.view(Side::Attacker).loaded().map_or_else(String::new, |with| format!(" On the catapult: {with}."))
        }
        _ => String::new(),
    };
    let killed = position.people().iter().filter(|person| person.health == Health::Killed).count();
    let shots = match position.shots_left() {
        None => String::new(),
        Some(1) => "1 shot left, of ".to_owned(),
        Some(shots) => format!("{shots} shots left, of "),
    };
    let left = format!("{boulder} boulder, {fire} fire and {disease} disease");
    let left = if shots.is_empty() { format!("{left} left") } else { format!("{shots}{left}") };
    // In the variant the points stand beside, as long as they may decide it (CU-5).
    let points = match (position.agreed().reckoning, position.victory_points()) {
        (Reckoning::Plain, _) => format!("{killed} killed"),
        (Reckoning::Points, Some((killed, left))) => format!("points of killed {killed}, of survivors {left}"),
        (Reckoning::Points, None) => format!("{killed} killed, and points decide nothing any more"),
    };
    ui.set_ammunition(format!("{left}; {points}.{loaded}").into());
    let programs = game.position().ending().is_none()
        && [Side::Attacker, Side::Defender].iter().any(|&side| !game.beginning().hands[side].is_person());
    ui.set_programs(programs);
    ui.set_stopped(state.stopped);
}
