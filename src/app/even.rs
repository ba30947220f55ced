//! What would even the odds of a battle: by the points of both hosts (MM-10.1), and by forecasts with more and more men on the
//! weaker side.

use crate::app::battle;
use crate::app::muster::Muster;
use crate::campaign::problem::Result;
use crate::rules::battle::{Fighter, Host};
use crate::rules::even::{least, reinforced};
use crate::rules::figure::{BySide, Side};
use crate::rules::man_to_man::{Tables, points};
use crate::rules::odds;
use crate::rules::settles::{House, Spread};
use crate::rules::telling::counted;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many times its men the weaker side is given at most.
const MOST_TIMES: usize = 8;

/// What a side needs to be worth as much as the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByPoints {
    /// Who is worth less; nobody where both are worth the same.
    pub weaker: Option<Side>,
    /// The points of both hosts (MM-10.1).
    pub points: BySide<i64>,
    /// The points the weaker needs more.
    pub needs: i64,
    /// About how many men like its own that is.
    pub men: i64,
}

/// What a side needs to win as often as the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ByForecast {
    /// Who wins less often; nobody where neither clearly does.
    pub weaker: Option<Side>,
    /// The share of battles the weaker wins as it is, one drawn counting half; the attacker's where neither is.
    pub share: f64,
    /// Its standard error.
    pub error: f64,
    /// The men it needs more, like those it has; nothing where even many times as many would not do.
    pub men: Option<usize>,
    /// What those men are worth (MM-10.1).
    pub points: i64,
    /// The share it wins with them.
    pub then: f64,
    /// How many battles each share is of.
    pub runs: u64,
}

fn worth<'a>(men: impl Iterator<Item = &'a Fighter>, tables: &Tables) -> i64 {
    men.map(|fighter| points::of_man(&fighter.profile, tables).value).sum()
}

/// Which host is worth less, and by how much.
pub fn by_points(hosts: &BySide<Host>, tables: &Tables) -> ByPoints {
    let of = |side: Side| worth(hosts[side].men(), tables);
    let points = BySide { attacker: of(Side::Attacker), defender: of(Side::Defender) };
    let needs = (points.attacker - points.defender).abs();
    let weaker = match points.attacker.cmp(&points.defender) {
        std::cmp::Ordering::Less => Some(Side::Attacker),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::Defender),
    };
    // As many men of the side's mean worth, rounded up.
    let men = weaker.map_or(0, |side| {
        let count = hosts[side].men().count() as i64;
        (needs * count + points[side] - 1) / points[side].max(1)
    });
    ByPoints { weaker, points, needs, men }
}

/// The share of battles a side wins, one drawn counting half, with its standard error.
fn share(spread: &Spread, side: Side) -> (f64, f64) {
    let halves = 2 * spread.sides[side].won + spread.drawn;
    let (share, error) = odds::share_and_error(halves, 2 * spread.battles);
    (share, error * std::f64::consts::SQRT_2)
}

/// How many men like its own the weaker side needs more to win as often as the other, by forecasts of so many battles each.
/// `progress` is called with the men tried.
pub fn by_forecast(
    muster: &Muster,
    house: &House,
    tables: &Tables,
    runs: u64,
    cancel: &AtomicBool,
    progress: &(impl Fn(usize) + Sync),
) -> Result<ByForecast> {
    let spread = battle::forecast(muster, house, runs, cancel, &|_| {})?;
    let (attacker, error) = share(&spread, Side::Attacker);
    let weaker = match attacker {
        share if share < 0.5 - 2.0 * error => Some(Side::Attacker),
        share if share > 0.5 + 2.0 * error => Some(Side::Defender),
        _ => None,
    };
    let side = weaker.unwrap_or(Side::Attacker);
    let mut found = ByForecast {
        weaker,
        share: share(&spread, side).0,
        error,
        men: Some(0),
        points: 0,
        then: share(&spread, side).0,
        runs: spread.battles,
    };
    if weaker.is_none() {
        return Ok(found);
    }
    let most = muster.plan.hosts[side].men().count() * MOST_TIMES;
    let mut shares = std::collections::BTreeMap::new();
    let men = least(most, |more| {
        progress(more);
        let mut grown = muster.clone();
        grown.plan = reinforced(&muster.plan, side, more).0;
        let (wins, _) = share(&battle::forecast(&grown, house, runs, cancel, &|_| {})?, side);
        shares.insert(more, wins);
        // Told to stop, it is content with what it has.
        Ok::<_, crate::campaign::problem::Problem>(wins >= 0.5 || cancel.load(Ordering::Relaxed))
    })?;
    found.men = men;
    if let Some(men) = men {
        found.points = worth(reinforced(&muster.plan, side, men).1.iter(), tables);
        found.then = shares.get(&men).copied().unwrap_or(found.then);
    }
    Ok(found)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

impl ByPoints {
    /// It in a sentence.
    pub fn told(&self, hosts: &BySide<Host>) -> String {
        let Some(weaker) = self.weaker else {
            return format!("By points both hosts are worth the same, {} (MM-10.1).", self.points.attacker);
        };
        format!(
            "By points {} {} {} more, which is {} of the same kind: {} against {} (MM-10.1).",
            hosts[weaker].name,
            hosts[weaker].does("need"),
            counted(self.needs as u32, "point", "points"),
            counted(self.men as u32, "man", "men"),
            self.points[weaker],
            self.points[weaker.other()],
        )
    }
}

impl ByForecast {
    /// It in a sentence.
    pub fn told(&self, hosts: &BySide<Host>) -> String {
        let runs = self.runs;
        let Some(weaker) = self.weaker else {
            return format!(
                "By forecast the odds are even: {} {} {} of {runs} battles, within twice the standard error.",
                hosts.attacker.name,
                hosts.attacker.does("win"),
                percent(self.share)
            );
        };
        let (host, share) = (&hosts[weaker], percent(self.share));
        let name = &host.name;
        match self.men {
            Some(men) => format!(
                "By forecast {name} {} {} more of the same kind, worth {}: {share} of {runs} battles are won without them, \
                 and {} with them.",
                host.does("need"),
                counted(men as u32, "man", "men"),
                counted(self.points as u32, "point", "points"),
                percent(self.then)
            ),
            None => format!(
                "By forecast {name} {} {share} of {runs} battles, and less than half of them even with {MOST_TIMES} times \
                 as many men more.",
                host.does("win")
            ),
        }
    }
}
