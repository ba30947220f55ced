//! Standing orders: what a host does each day of a siege without being asked (SG-1.3), the first of them that may be done.

use super::captain::{BATTERY, Constable, most_hurt, weakest};
use super::state::{Gear, Siege, Stage};
use super::{Action, Decision, Sally, View};
use crate::rules::figure::{UnknownWord, words};
use crate::rules::game::Captain;

/// Something a host does whenever it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    Assault,
    /// Batter the stretch that is nearest to coming down.
    Batter,
    /// Bombard the place with what throws: a day of battering that a game may settle (CU-6.7).
    Bombard,
    /// Mine under that stretch.
    Mine,
    FillMoat,
    /// Build mangonels, up to three.
    Mangonel,
    /// Build trebuchets, up to three.
    Trebuchet,
    /// Build a ram, if there is none.
    Ram,
    /// Build a siege tower, if there is none.
    Tower,
    /// Build ladders, if there are none.
    Ladders,
    /// Sally against the engines.
    SallyEngines,
    /// Sally against the camp.
    SallyCamp,
    /// Repair the stretch that is worst hurt.
    Repair,
    /// Forage by night, a tenth of the men.
    Forage,
    /// Go on half rations, and stay so.
    HalfRations,
    /// Withdraw on a day that has no rations left; besiegers only, and a relief that besieges them.
    WithdrawHungry,
    Rest,
}
words!(
    Order,
    "standing order",
    "assault, batter, bombard, mine, fill moat, build mangonel, build trebuchet, build ram, build tower, build ladders, \
     sortie engines, sortie camp, repair, forage, half rations, withdraw when hungry or rest",
    Assault = "assault",
    Batter = "batter",
    Bombard = "bombard",
    Mine = "mine",
    FillMoat = "fill moat",
    Mangonel = "build mangonel",
    Trebuchet = "build trebuchet",
    Ram = "build ram",
    Tower = "build tower",
    Ladders = "build ladders",
    SallyEngines = "sortie engines",
    SallyCamp = "sortie camp",
    Repair = "repair",
    Forage = "forage",
    HalfRations = "half rations",
    WithdrawHungry = "withdraw when hungry",
    Rest = "rest",
);

impl Order {
    /// A list of orders as it is written: `fill moat; batter; assault`; also `fill the moat`, `sally against the engines`, as the
    /// lists of a day's actions have them.
    pub fn list(text: &str) -> Result<Vec<Order>, UnknownWord> {
        let plain = |word: &str| {
            let words = word.split_whitespace().filter(|word| !matches!(*word, "the" | "against" | "place"));
            let words: Vec<&str> = words.map(|word| if word == "sally" { "sortie" } else { word }).collect();
            words.join(" ").replace(':', "")
        };
        let order = |word: &str| word.parse().or_else(|unknown| plain(word).parse().map_err(|_| unknown));
        text.split(';').map(str::trim).filter(|word| !word.is_empty()).map(order).collect()
    }

    /// A list of orders, written.
    pub fn written(orders: &[Order]) -> String {
        orders.iter().map(|order| order.word()).collect::<Vec<_>>().join("; ")
    }

    /// Whether a list of orders puts its host on half rations, which it does wherever in it that stands (SG-2.3).
    pub fn halve_rations(orders: &[Order]) -> bool {
        orders.contains(&Order::HalfRations)
    }

    /// Whether those who are besieged can carry it out, or, if they are not, who besieges them (SG-1.3).
    pub fn is_for(self, besieged: bool) -> bool {
        match self {
            Order::Assault | Order::HalfRations | Order::Rest => true,
            Order::SallyEngines | Order::SallyCamp | Order::Repair | Order::Forage => besieged,
            Order::Batter
            | Order::Bombard
            | Order::Mine
            | Order::FillMoat
            | Order::Mangonel
            | Order::Trebuchet
            | Order::Ram
            | Order::Tower
            | Order::Ladders
            | Order::WithdrawHungry => !besieged,
        }
    }

    /// What the order comes to now; nothing where there is nothing left of it to do.
    fn action(self, view: &View<'_>) -> Option<Action> {
        let park = view.park(view.side());
        let build = |wanted: bool, gear| wanted.then_some(Action::Build(gear));
        match self {
            Order::Assault => Some(Action::Assault),
            Order::Batter => weakest(view).map(Action::Batter),
            Order::Bombard => Some(Action::Bombard),
            Order::Mine => {
                // A mine is continued while it still leads to a wall that stands before them.
                let begun = view.mine().map(|(at, _)| Action::Mine(at)).filter(|mine| view.may(&Decision::Act(*mine)));
                begun.or_else(|| weakest(view).map(Action::Mine))
            }
            Order::FillMoat => Some(Action::FillMoat),
            Order::Mangonel => build(park.mangonels < BATTERY, Gear::Mangonel),
            Order::Trebuchet => build(park.trebuchets < BATTERY, Gear::Trebuchet),
            Order::Ram => build(park.rams == 0, Gear::Ram),
            Order::Tower => build(park.towers == 0, Gear::Tower),
            Order::Ladders => build(!park.ladders, Gear::Ladders),
            Order::SallyEngines => Some(Action::Sortie(Sally::Engines)),
            Order::SallyCamp => Some(Action::Sortie(Sally::Camp)),
            Order::Repair => most_hurt(view).map(Action::Repair),
            Order::Forage => Some(Action::Forage((view.own().able / 10).max(1))),
            // It holds whatever else is done, and takes no part of the day.
            Order::HalfRations => None,
            Order::WithdrawHungry => view.may_go().is_some_and(|host| host.rations == 0).then_some(Action::Withdraw),
            Order::Rest => Some(Action::Rest),
        }
    }
}

/// Conducts a host by its standing orders; what they do not say it leaves to a [`Constable`], but for the day's action,
/// which is then to rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingOrders(pub Vec<Order>);

impl Captain<Siege> for StandingOrders {
    fn decide(&self, view: &View<'_>) -> Decision {
        match view.stage() {
            Stage::Act(_) | Stage::Answer(_) => {
                let halves = Decision::HalfRations(true);
                if Order::halve_rations(&self.0) && view.may(&halves) {
                    return halves;
                }
                let mut all = self.0.iter().filter_map(|order| order.action(view)).map(Decision::Act);
                all.find(|decision| view.may(decision)).unwrap_or(Decision::Act(Action::Rest))
            }
            _ => Constable.decide(view),
        }
    }
}
