//! What is done beside marches, battles and men: the ledger, the map's picture, saved filters, battles planned and planned
//! otherwise, parts of ransoms corrected, trains written by hand.

use super::Game;
use banneret::app::captives::Payer;
use banneret::app::world::captivities::{self, PartEdit};
use banneret::app::world::{ByHand, picture};
use banneret::app::{filters, plan, siege, treasury};
use banneret::campaign::filters::SavedFilter;
use banneret::campaign::ids::{AccountId, ActionId, BattleId, InstalmentId};
use banneret::campaign::problem::Problem;
use banneret::campaign::siege::SiegeTrain;
use banneret::rules::figure::BySide;
use banneret::rules::weather::WeatherKind;
use std::collections::BTreeMap;

impl Game {
    /// A reason, which now and then mends an older action.
    pub(super) fn by(&mut self) -> ByHand {
        let mends = if self.one_in(6) { Some(ActionId(self.lot(200) as i64)) } else { None };
        ByHand { mends, ..ByHand::because("chance") }
    }

    pub(super) fn beside(&mut self) -> (&'static str, Result<(), Problem>) {
        match self.lot(12) {
            0 | 1 => {
                let accounts: Vec<i64> =
                    self.store.accounts().expect("treasuries").iter().map(|account| account.id.0).collect();
                let (from, to) = (AccountId(self.id(&accounts)), AccountId(self.id(&accounts)));
                let (sum, what) = (self.sum(), self.word());
                match self.one_in(4) {
                    true => {
                        let man = self.person();
                        (
                            "ledger entry of a man",
                            treasury::enter(&mut self.store, from, treasury::Purse::Man(man), sum, what),
                        )
                    }
                    false => ("ledger entry", treasury::enter(&mut self.store, from, to, sum, what)),
                }
            }
            2 => {
                let by = self.by();
                let size = 20 + self.lot(60) as u32;
                ("map picture", picture::lay(&mut self.store, &crate::map_files::painted(size, 30), &by).map(drop))
            }
            3 => {
                let by = self.by();
                ("map parchment", picture::take_away(&mut self.store, &by))
            }
            4 | 5 => {
                let list = ["people", "captives"][self.lot(2)].to_owned();
                let text = ["", "knight", "%_'\"", "Ré"][self.lot(4)].to_owned();
                let saved = SavedFilter {
                    list,
                    name: self.word().to_owned(),
                    filters: BTreeMap::from([("class".to_owned(), text)]),
                    sort: self.one_in(2).then(|| ("name".to_owned(), true)),
                    hidden: Vec::new(),
                };
                ("save filter", filters::save(&mut self.store, &saved))
            }
            6 => {
                let (list, name) = (["people", "captives"][self.lot(2)], self.word());
                ("forget filter", filters::forget(&mut self.store, list, name))
            }
            7 => {
                let parts: Vec<i64> = self.store.instalments().expect("parts").iter().map(|part| part.id.0).collect();
                let (part, by) = (InstalmentId(self.id(&parts)), self.by());
                let day = self.store.day().expect("the day");
                let edited = PartEdit {
                    pence: self.one_in(2).then(|| self.sum()),
                    due: self.one_in(2).then(|| day + self.lot(40) as i32 + -10),
                    payer: self.one_in(3).then(|| [Payer::Own, Payer::Lord, Payer::Side][self.lot(3)]),
                };
                ("edit part", captivities::edit_part(&mut self.store, part, &edited, &by))
            }
            8 => {
                let train = SiegeTrain { rations: self.figure(), animals: self.figure(), ..SiegeTrain::default() };
                let army = self.army();
                ("train by hand", siege::set_train(&mut self.store, army, &train, "chance"))
            }
            _ => self.plans(),
        }
    }

    /// A battle planned at a contact, planned otherwise, or dropped.
    fn plans(&mut self) -> (&'static str, Result<(), Problem>) {
        // Those settled long ago among them, of which nothing is planned any more.
        let battles: Vec<i64> =
            self.store.battles().expect("battles").iter().map(|battle| battle.id.0).take(3).collect();
        let battle = BattleId(self.id(&battles));
        match self.lot(7) {
            0..=2 => match self.contact() {
                Some((_, one, other)) => {
                    let seed = self.lot(1000) as u64;
                    let asked = self.asked(one, other, seed);
                    let ground = ["", "ford", "wooded hill", "moon"][self.lot(4)];
                    ("plan", plan::plan_asked(&mut self.store, &asked, ground, &BySide::default()).map(drop))
                }
                None => ("plan", plan::drop_plan(&mut self.store, battle)),
            },
            3 => {
                let ground = ["ford", "village", "moon"][self.lot(3)];
                ("ground of a plan", plan::set_ground(&mut self.store, battle, ground))
            }
            4 => {
                let gear =
                    BySide { attacker: ["", "ladder 9", "elephant"][self.lot(3)].to_owned(), defender: String::new() };
                ("gear of a plan", plan::set_gear(&mut self.store, battle, &gear))
            }
            5 => {
                let weather = [WeatherKind::Mud, WeatherKind::Rain][self.lot(2)];
                ("weather of a plan", plan::set_weather(&mut self.store, battle, weather))
            }
            _ => ("drop plan", plan::drop_plan(&mut self.store, battle)),
        }
    }
}
