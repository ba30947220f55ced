//! `banneret points`: what armies, gear and works cost, how a battle scores, and how two sides of a scenario compare
//! (MM-10).

use super::out::{Out, columns};
use crate::app::cost::{self, Cost};
use crate::app::{battle, files, numbers, plan};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{BySide, Side};
use crate::rules::man_to_man::Tables;
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What of points is asked.
#[derive(Debug, Subcommand)]
pub(super) enum Points {
    /// Cost an army with its gear and works, or gear and works alone (MM-10.1 to MM-10.3).
    Cost(CostOf),
    /// Weigh two sides of a scenario against each other.
    Balance(Balance),
    /// Score a battle from its result (MM-10.4).
    Score(Score),
}

#[derive(Debug, Args)]
pub(super) struct CostOf {
    /// A campaign, or a roster (.csv); none for gear and works alone.
    file: Option<PathBuf>,
    /// The army; needed of a campaign.
    #[arg(long)]
    army: Option<String>,
    /// Its gear, such as "12 stakes, 2 ladders, catapult".
    #[arg(long, default_value = "")]
    gear: String,
    /// Its works, such as "stone keep, 48 in of stone curtain, portcullis".
    #[arg(long, default_value = "")]
    works: String,
}

#[derive(Debug, Args)]
pub(super) struct Balance {
    /// A campaign or a roster (.csv) with both armies, or with the attacker's.
    file: PathBuf,
    /// The attacking army.
    #[arg(long)]
    attacker: Option<String>,
    /// The defending army.
    #[arg(long)]
    defender: Option<String>,
    /// The campaign or roster with the defender's army, if it is another.
    #[arg(long)]
    against: Option<PathBuf>,
    /// The attacker's gear.
    #[arg(long, default_value = "")]
    attacker_gear: String,
    /// The defender's gear.
    #[arg(long, default_value = "")]
    defender_gear: String,
    /// The defender's works.
    #[arg(long, default_value = "")]
    works: String,
}

#[derive(Debug, Args)]
pub(super) struct Score {
    /// The campaign.
    file: PathBuf,
    /// The attacking army.
    #[arg(long)]
    attacker: String,
    /// The defending army.
    #[arg(long)]
    defender: String,
    /// The result: a CSV file as `banneret report` takes in.
    result: PathBuf,
}

impl Points {
    pub fn run(self, out: &Out) -> Result<()> {
        match self {
            Points::Cost(of) => of.run(out),
            Points::Balance(of) => of.run(out),
            Points::Score(of) => of.run(out),
        }
    }
}

fn army(file: &Path, name: Option<&str>) -> Result<(Cost, Arc<Tables>)> {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        return cost::roster(&files::read(file, files::ROSTER)?, name);
    }
    let name = name.ok_or_else(|| {
        Problem::bad_input("No army is named.").hint("Name it with --army, or --attacker and --defender.")
    })?;
    cost::army(&*Store::open_to_read(file)?, name)
}

fn shown(cost: &Cost) -> Value {
    json!({
        "name": cost.name,
        "men": cost.men.iter().map(|(class, men, points)| json!({ "class": class, "men": men, "points": points })).collect::<Vec<_>>(),
        "gear": cost.gear,
        "works": cost.works,
        "points": cost.total(),
    })
}

fn told(cost: &Cost) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (class, men, points) in &cost.men {
        rows.push(vec![format!("{men} × {class}"), points.to_string(), "MM-10.1".to_owned()]);
    }
    for part in cost.gear.iter().flat_map(|piece| &piece.parts).chain(&cost.works) {
        rows.push(vec![part.what.to_string(), part.value.to_string(), part.clause.to_string()]);
    }
    rows.push(vec!["all together".to_owned(), cost.total().to_string(), String::new()]);
    format!("{}\n{}", cost.name, columns(&["what", ">points", "clause"], &rows))
}

impl CostOf {
    fn run(self, out: &Out) -> Result<()> {
        let (mut cost, tables) = match &self.file {
            Some(file) => army(file, self.army.as_deref())?,
            None => (Cost { name: "Gear and works".to_owned(), ..Cost::default() }, Tables::book()),
        };
        if self.file.is_none() && self.gear.trim().is_empty() && self.works.trim().is_empty() {
            return Err(Problem::bad_input("There is nothing to cost.")
                .hint("Name a campaign or a roster, or list things with --gear and --works."));
        }
        cost.things(&self.gear, &self.works, &tables)?;
        out.say(&shown(&cost), told(&cost))
    }
}

impl Balance {
    fn run(self, out: &Out) -> Result<()> {
        let (mut attacker, tables) = army(&self.file, self.attacker.as_deref())?;
        attacker.things(&self.attacker_gear, "", &tables)?;
        let other = self.against.as_ref().unwrap_or(&self.file);
        let (mut defender, tables) = army(other, self.defender.as_deref())?;
        defender.things(&self.defender_gear, &self.works, &tables)?;
        let sides = BySide { attacker, defender };
        let (ours, theirs) = (sides.attacker.total(), sides.defender.total());
        let weaker = if ours < theirs { Side::Attacker } else { Side::Defender };
        let gap = ours.abs_diff(theirs);
        let sentence = match gap {
            0 => "The sides are worth the same.".to_owned(),
            _ => {
                let part = 100 * ours.min(theirs) / ours.max(theirs).max(1);
                let name = &sides[weaker].name;
                format!("{name} is the weaker by {gap} points, worth {part} % of the other.")
            }
        };
        let value = json!({
            "sides": [shown(&sides.attacker), shown(&sides.defender)],
            "weaker": (gap > 0).then_some(&sides[weaker].name),
            "gap": gap,
        });
        out.say(&value, format!("{}\n{}\n{sentence}", told(&sides.attacker), told(&sides.defender)))
    }
}

impl Score {
    fn run(self, out: &Out) -> Result<()> {
        let store = Store::open_to_read(&self.file)?;
        let (attacker, defender) = (store.army_named(&self.attacker)?, store.army_named(&self.defender)?);
        let muster = plan::muster_of(&store, attacker.id, defender.id, 0)?;
        let tables = numbers::man_to_man(&store)?;
        let text = files::read(&self.result, files::RESULT)?;
        let report = battle::read_result(&muster, &tables, &text, true)?;
        let hosts = &muster.plan.hosts;
        let points = |side: Side| report.half_points[side] as f64 / 2.0;
        let winner = report.winner.map(|side| &hosts[side].name);
        let sides =
            [Side::Attacker, Side::Defender].map(|side| json!({ "name": hosts[side].name, "points": points(side) }));
        let lines =
            [Side::Attacker, Side::Defender].map(|side| format!("{}: {} points", hosts[side].name, points(side)));
        let end =
            winner.map_or("Neither side has won (MM-10.4).".to_owned(), |name| format!("{name} has won (MM-10.4)."));
        out.say(&json!({ "sides": sides, "winner": winner }), format!("{}\n{end}", lines.join("\n")))
    }
}
