//! Men chosen and hexes pointed at, and orders given to them: by mouse, by keyboard, from the list.

use super::{HexPage, StormSeen, StormView};
use crate::app::assault::{HexOffer, HexScene, StormLead, by_pressing, offers};
use crate::desktop::shell::Shell;
use crate::desktop::tabletop::{self, TablePage as _};
use crate::rules::assault::hexes::Hex;
use crate::rules::assault::map::HexId;
use crate::rules::assault::{Decision, TrooperId};
use crate::rules::figure::Side;
use slint::ComponentHandle;
use std::rc::Rc;

/// Hexes that Shift and an arrow key move the cursor by.
const FAR: i16 = 5;

/// What is to be done before an order.
const CHOOSE: &str = "Choose a man first: press him, or N for the next.";

impl StormSeen {
    /// The men of the side that decides who are there, in the order of the roster.
    pub(super) fn units(&self) -> Vec<TrooperId> {
        let (Some(side), Some(scene)) = (self.decides(), self.scene()) else { return Vec::new() };
        scene.ids().filter(|&id| scene.man(id).side == side && scene.man(id).present()).collect()
    }

    /// Whether a man has done all he can in this half of the turn.
    pub(super) fn is_done(scene: &HexScene, id: TrooperId) -> bool {
        let man = scene.man(id);
        !man.able() || man.points == 0 || man.aim.is_some()
    }

    /// What the chosen man may be told.
    pub(super) fn offers(&self) -> Vec<HexOffer> {
        let (Some(_), Some(table), Some(id)) = (self.decides(), self.table(), self.chosen) else { return Vec::new() };
        offers(table.position(), id, self.cursor, &|id| table.of().name(id))
    }

    /// Chooses a man of the side that decides who is in a hex, one after another where there are several, or points at the hex;
    /// whether it was pointed at already.
    fn press(&mut self, hex: HexId, side: Side) -> bool {
        let own: Vec<TrooperId> = match self.scene() {
            Some(scene) => {
                let there = |&id: &TrooperId| scene.man(id).present() && scene.place(id) == Some(hex);
                scene.ids().filter(|&id| scene.man(id).side == side).filter(there).collect()
            }
            None => Vec::new(),
        };
        let at = self.chosen.and_then(|id| own.iter().position(|known| *known == id));
        let next = at.map_or(0, |at| at + 1);
        match own.get(next % own.len().max(1)) {
            Some(&id) if self.chosen != Some(id) => {
                (self.chosen, self.cursor) = (Some(id), None);
                false
            }
            _ => {
                let again = self.cursor == Some(hex);
                self.cursor = Some(hex);
                again
            }
        }
    }
}

impl HexPage {
    /// The hex under the pointer, for its card.
    pub(super) fn hover(self: &Rc<HexPage>, shell: &Rc<Shell>, at: (f32, f32)) {
        let changed = self.change(|state| {
            let hex = if at.0 < 0.0 { None } else { state.hex_under(at) };
            std::mem::replace(&mut state.hover, hex) != hex
        });
        if changed {
            self.show_card(shell);
        }
    }

    /// A hex pressed, in pixels. On a map it is an end of the line of fire; in a game a man there is chosen or it is pointed at,
    /// and pressed again the first order that is allowed is given.
    pub(super) fn point_at(self: &Rc<HexPage>, shell: &Rc<Shell>, at: (f32, f32)) {
        let Some(hex) = self.change(|state| state.hex_under(at)) else { return };
        self.press_hex(shell, hex);
    }

    fn press_hex(self: &Rc<HexPage>, shell: &Rc<Shell>, hex: HexId) {
        let again = self.change(|state| match (state.view, state.decides()) {
            (StormView::Map, _) => None,
            (_, Some(side)) => Some(state.press(hex, side)),
            (_, None) => {
                // Whoever watches may look at anybody.
                state.chosen = state.scene().and_then(|scene| scene.who(hex));
                state.cursor = Some(hex);
                Some(false)
            }
        });
        match again {
            None => self.lay_line(shell, hex),
            Some(true) => self.enter(shell),
            Some(false) => {
                self.say(shell, "", false);
                self.show(shell);
            }
        }
    }

    /// A man pressed by his number, as a screen reader does it.
    pub(super) fn press_man(self: &Rc<HexPage>, shell: &Rc<Shell>, number: i32) {
        let Ok(number) = u16::try_from(number) else { return };
        let place = self.change(|state| state.scene().and_then(|scene| scene.place(TrooperId(number))));
        if let Some(hex) = place {
            self.press_hex(shell, hex);
        }
    }

    /// A man chosen from the list.
    pub(super) fn choose_unit(self: &Rc<HexPage>, shell: &Rc<Shell>, index: i32) {
        self.change(|state| {
            let id = usize::try_from(index).ok().and_then(|index| state.units().get(index).copied());
            (state.chosen, state.cursor) = (id, None);
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    /// The next own man who can still do something, or the one before.
    fn next_unit(self: &Rc<HexPage>, shell: &Rc<Shell>, by: isize) {
        let index = self.change(|state| {
            let scene = state.scene()?;
            tabletop::next_open(&state.units(), state.chosen, by, |id| !StormSeen::is_done(scene, id))
        });
        match index {
            Some(index) => self.choose_unit(shell, index),
            None => self.say(shell, "Everybody has done what he can; end this half of the turn (D).", false),
        }
    }

    /// Points at the next enemy from the nearest on.
    fn next_target(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        self.change(|state| {
            let (Some(side), Some(scene)) = (state.decides(), state.scene()) else { return };
            let from = state.chosen.and_then(|id| scene.place(id));
            let foes = scene.ids().filter(|&id| scene.man(id).side != side && scene.man(id).present());
            let mut foes: Vec<(i64, HexId)> = foes
                .filter_map(|id| {
                    let at = scene.place(id)?;
                    Some((from.map_or(0, |from| scene.map.distance(from, at)), at))
                })
                .collect();
            foes.sort_unstable();
            foes.dedup();
            let at = state.cursor.and_then(|cursor| foes.iter().position(|&(_, known)| known == cursor));
            let next = at.map_or(0, |at| (at + 1) % foes.len().max(1));
            state.cursor = foes.get(next).map(|&(_, at)| at);
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    /// The arrow keys move the cursor by a hex, or with Shift by five.
    pub(super) fn step(self: &Rc<HexPage>, shell: &Rc<Shell>, right: i32, down: i32, far: bool) {
        self.change(|state| {
            let Some(map) = state.ground().cloned() else { return };
            let own = || state.chosen.and_then(|id| state.scene()?.place(id));
            let middle = Hex::new((map.columns + 1) / 2, (map.rows + 1) / 2);
            let from = state.cursor.or_else(own).or_else(|| map.at(middle));
            let Some(cell) = from.map(|id| *map.cell(id)) else { return };
            let by = if far { FAR } else { 1 };
            // The first press shows where the cursor is.
            let (right, down) = if state.cursor.is_none() && own().is_none() { (0, 0) } else { (right, down) };
            let hex = Hex::new(
                (cell.hex.column + right as i16 * by).clamp(1, map.columns),
                (cell.hex.row + down as i16 * by).clamp(1, map.rows),
            );
            let below = if cell.under { map.under(hex) } else { None };
            state.cursor = below.or_else(|| map.at(hex));
            state.hover = None;
            state.keep_in_sight();
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    /// Goes down below the ground where the cursor is, or up again.
    fn dive(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let found = self.change(|state| {
            let map = state.ground().cloned()?;
            let cell = *map.cell(state.cursor?);
            let other = if cell.under { map.at(cell.hex) } else { map.under(cell.hex) };
            state.cursor = other.or(state.cursor);
            state.hover = None;
            other
        });
        match found {
            Some(_) => self.say(shell, "", false),
            None => self.say(shell, "No passage lies under this hex.", true),
        }
        self.show(shell);
    }

    /// A letter or a number pressed on the table; whether it means something now.
    pub(super) fn key(self: &Rc<HexPage>, shell: &Rc<Shell>, text: &str) -> bool {
        let Some(letter) = text.chars().next().map(|letter| letter.to_ascii_lowercase()) else { return false };
        if letter == 'u' {
            self.dive(shell);
            return true;
        }
        if self.change(|state| state.decides().is_none()) {
            return false;
        }
        match letter {
            'n' => self.next_unit(shell, 1),
            'p' => self.next_unit(shell, -1),
            'e' => self.next_target(shell),
            'd' => self.end_part(shell),
            'c' => tabletop::leave_to_captain(self, shell, StormLead::Captain),
            '1'..='9' => self.give(shell, letter as usize - '1' as usize),
            _ => return false,
        }
        true
    }

    /// Enter: on a map the hex under the cursor is an end of the line of fire; in a game the first order that is allowed is given.
    pub(super) fn enter(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let (view, cursor) = self.change(|state| (state.view, state.cursor));
        if view == StormView::Map {
            match cursor {
                Some(hex) => self.lay_line(shell, hex),
                None => self.step(shell, 0, 0, false),
            }
            return;
        }
        // Without a man chosen the one under the cursor is.
        let own = self.change(|state| match (state.decides(), state.cursor, state.chosen) {
            (Some(side), Some(hex), None) => !state.press(hex, side) && state.chosen.is_some(),
            _ => false,
        });
        if own {
            return self.show(shell);
        }
        let (chosen, index, first) = self.change(|state| {
            let offers = state.offers();
            let index = offers.iter().position(|offer| offer.why.is_none() && by_pressing(offer));
            let first = offers.into_iter().find_map(|offer| offer.why);
            (state.chosen, index, first)
        });
        match (chosen, cursor, index) {
            (None, ..) => tabletop::give(self, shell, None, CHOOSE),
            (_, None, _) => {
                self.say(shell, "Point at a hex first: press it, or go there with the arrow keys.", true);
            }
            (_, _, Some(index)) => self.give(shell, index),
            (_, _, None) => self.say(shell, &first.unwrap_or_default(), true),
        }
    }

    /// Gives an order of those offered.
    pub(super) fn give(self: &Rc<HexPage>, shell: &Rc<Shell>, index: usize) {
        let offer = self.change(|state| state.offers().into_iter().nth(index));
        tabletop::give(self, shell, offer, CHOOSE);
    }

    /// The side has moved.
    pub(super) fn end_part(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        self.change(|state| (state.chosen, state.cursor) = (None, None));
        tabletop::decide(self, shell, Decision::Done);
    }

    /// The attackers give it up.
    pub(super) fn break_off(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        tabletop::decide(self, shell, Decision::BreakOff);
    }

    /// Shows only the card of a hex anew.
    fn show_card(&self, shell: &Rc<Shell>) {
        shell.with(|window| {
            let ui = window.global::<crate::desktop::ui::AssaultPage>();
            super::show::card(&ui, &self.state.borrow());
        });
    }
}

impl StormSeen {
    /// Moves the picture so that the cursor is on it.
    fn keep_in_sight(&mut self) {
        let (Some(map), Some(cursor)) = (self.ground(), self.cursor) else { return };
        let spot = crate::app::hexes::drawing::middle(map.cell(cursor).hex);
        let (x, y) = super::land::seen(&self.sight.camera, spot);
        let (wide, high) = self.sight.camera.size;
        let edge = self.sight.camera.scale * 1.5;
        if x < edge || y < edge || x > wide - edge || y > high - edge {
            self.sight.camera.middle = (spot.0, -spot.1);
            self.sight.fits = false;
        }
    }
}
