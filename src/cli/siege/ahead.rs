//! `banneret siege FILE forecast`: what a siege would come to.

use super::super::out::{Out, columns};
use crate::app::{found, numbers, siege};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::SiegePart;
use crate::rules::house::otherwise;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::siege::{End, Forecast, Moat, Park};
use crate::store::Store;
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(super) struct Ahead {
    /// The army that besieges; a siege under way goes on from now if left out.
    #[arg(long)]
    besieger: Option<String>,
    /// The stronghold, with the garrison that is in it.
    #[arg(long)]
    stronghold: String,
    /// Rations besides those in the besiegers' train and what the country gives.
    #[arg(long, default_value_t = 0)]
    rations: u32,
    /// Mangonels the besiegers bring besides those in their train.
    #[arg(long, default_value_t = 0)]
    mangonels: u16,
    /// Trebuchets they bring.
    #[arg(long, default_value_t = 0)]
    trebuchets: u16,
    /// Rams they bring.
    #[arg(long, default_value_t = 0)]
    rams: u16,
    /// Siege towers they bring.
    #[arg(long, default_value_t = 0)]
    towers: u16,
    /// They bring ladders.
    #[arg(long)]
    ladders: bool,
    /// Another moat than there is: none, usual for one of as many days to fill as the house rules say, the days it takes, or
    /// deep for one that cannot be filled.
    #[arg(long)]
    moat: Option<String>,
    /// An army that comes to the garrison's relief.
    #[arg(long, requires = "relief_day")]
    relief: Option<String>,
    /// The day of the siege on which it comes.
    #[arg(long, requires = "relief")]
    relief_day: Option<u32>,
    /// How many sieges.
    #[arg(long, default_value_t = 1000)]
    runs: u64,
    /// The seed of their dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
}

impl Ahead {
    pub fn run(self, file: &Path, out: &Out) -> Result<()> {
        let store = Store::open_to_read(file)?;
        match self.besieger.clone() {
            Some(besieger) => self.of_armies(&store, &besieger, out),
            None => self.goes_on(&store, out),
        }
    }

    /// The siege that is under way, continued from now.
    fn goes_on(self, store: &Store, out: &Out) -> Result<()> {
        let id = siege::of_name(store, &self.stronghold)?;
        let shown = siege::show(store, id)?;
        if let Some((end, day)) = shown.ended {
            return Err(Problem::refused(
                format!("The siege of {} is over: {end} on {}.", shown.stronghold, day.long()),
                "Name the besieger, to look at another.",
            ));
        }
        let seed = self.seed.unwrap_or_else(found::seed);
        let forecast = siege::from_now(store, id, self.runs.max(1), seed, &AtomicBool::new(false), &|_| {})?;
        let mut value = spread(&forecast);
        value["stronghold"] = json!(shown.stronghold);
        value["seed"] = json!(seed);
        let house = otherwise(numbers::siege(store)?.house_values());
        value["house"] = json!(house);
        let able = |part: SiegePart| {
            shown.hosts.iter().map(|host| &host.figures).find(|host| host.part == part).map_or(0, |host| host.able)
        };
        let (besiegers, garrison) = (able(SiegePart::Besiegers), able(SiegePart::Garrison));
        let (besieger, place) = (&shown.besieger, &shown.stronghold);
        let head = match shown.shut_in {
            // Roles have turned over (SG-4.3).
            true => format!(
                "{besieger}, {besiegers} able men, shut in what they hold of {place}; about them its garrison, {garrison} able \
                 men, and the relief, {}",
                able(SiegePart::Relief)
            ),
            false => before_walls(besieger, besiegers, place, garrison),
        };
        let left_out = siege::left_out(store, id)?;
        value["left_out"] = json!(left_out);
        let text = told(&forecast, &head);
        out.say(&value, format!("{text}\n{left_out}") + &super::super::house::named(&house))
    }

    fn of_armies(self, store: &Store, besieger: &str, out: &Out) -> Result<()> {
        let ahead = self;
        let army = store.army_named(besieger)?;
        let stronghold = store.stronghold_named(&ahead.stronghold)?;
        let means = siege::Means {
            park: Park {
                mangonels: ahead.mangonels,
                trebuchets: ahead.trebuchets,
                rams: ahead.rams,
                towers: ahead.towers,
                ladders: ahead.ladders,
                hurt: 0,
            },
            rations: ahead.rations,
            moat: match &ahead.moat {
                Some(text) => Some(moat(text, numbers::siege(store)?.house().moat_days)?),
                None => None,
            },
        };
        let mut plan = siege::plan(store, &army, &stronghold, &means)?;
        let mut comes = None;
        if let (Some(relief), Some(day)) = (&ahead.relief, ahead.relief_day) {
            let relief = store.army_named(relief)?;
            plan.relief = Some(siege::relief_outlook(store, &relief, day)?);
            comes = Some(relief.id);
        }
        let left_out = siege::left_out_of_plan(store, &army, &stronghold, comes)?;
        let seed = ahead.seed.unwrap_or_else(found::seed);
        let forecast = siege::spread(store, &plan, stronghold.id, ahead.runs.max(1), seed)?;
        let mut value = spread(&forecast);
        value["besieger"] = json!({ "name": army.name, "able": plan.hosts.attacker.able });
        value["garrison"] = json!({ "name": stronghold.name, "able": plan.hosts.defender.able });
        value["seed"] = json!(seed);
        let house = otherwise(numbers::siege(store)?.house_values());
        value["house"] = json!(house);
        value["left_out"] = json!(left_out);
        let head = before_walls(&army.name, plan.hosts.attacker.able, &stronghold.name, plan.hosts.defender.able);
        let text = told(&forecast, &head);
        out.say(&value, format!("{text}\n{left_out}") + &super::super::house::named(&house))
    }
}

/// Who besieges and who is within.
fn before_walls(besieger: &str, besiegers: u32, stronghold: &str, garrison: u32) -> String {
    format!("{besieger}, {besiegers} able men, before {stronghold}, {garrison} able men")
}

fn moat(text: &str, usual: u8) -> Result<Moat> {
    let bad = || {
        Problem::bad_input(format!("“{text}” is no moat; expected none, usual, days from 1 to 100, or deep (SG-1.3)."))
            .hint("A moat that cannot be filled is deep (SG-7.7).")
    };
    match text.trim().to_lowercase().as_str() {
        "none" | "" => Ok(Moat::None),
        "usual" => Ok(Moat::Days(usual)),
        "deep" => Ok(Moat::TooDeep),
        days => match days.parse() {
            Ok(days @ 1..=100) => Ok(Moat::Days(days)),
            _ => Err(bad()),
        },
    }
}

fn spread(forecast: &Forecast) -> Value {
    let tally = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(forecast.sieges);
        json!({ "mean": mean, "standard_error": error, "least": tallied.least, "most": tallied.most })
    };
    let mut ends = Map::new();
    for (end, &count) in End::ALL.iter().zip(&forecast.ends) {
        let (share, error) = share_and_error(count, forecast.sieges);
        ends.insert(end.word().to_owned(), json!({ "share": share, "standard_error": error, "sieges": count }));
    }
    let mut fallen = 0;
    let by_week: Vec<f64> = forecast
        .fell
        .iter()
        .map(|&count| {
            fallen += count;
            share_and_error(fallen, forecast.sieges).0
        })
        .collect();
    json!({
        "runs": forecast.sieges,
        "fallen_by_week": by_week,
        "ends": ends,
        "days": tally(&forecast.days),
        "lost": {
            "besiegers": tally(&forecast.lost.attacker),
            "garrison": tally(&forecast.lost.defender),
            "relief": tally(&forecast.lost_of_relief),
        },
    })
}

fn told(forecast: &Forecast, head: &str) -> String {
    let rows: Vec<Vec<String>> = End::ALL
        .iter()
        .zip(&forecast.ends)
        .map(|(end, &count)| {
            let (share, error) = share_and_error(count, forecast.sieges);
            vec![end.word().to_owned(), format!("{:.0} % ± {:.0}", share * 100.0, error * 100.0)]
        })
        .collect();
    let mean = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(forecast.sieges);
        format!("{mean:.0} ± {error:.0}")
    };
    let relief = match forecast.lost_of_relief.most {
        0 => String::new(),
        _ => format!(", {} of the relief", mean(&forecast.lost_of_relief)),
    };
    format!(
        "{head}: {} sieges, nothing of them was kept.\n{}\n\
         Days: {}, {} to {}. Men lost: {} of the besiegers, {} of the garrison{relief}.{}",
        forecast.sieges,
        columns(&["end", ">how often"], &rows),
        mean(&forecast.days),
        forecast.days.least,
        forecast.days.most,
        mean(&forecast.lost.attacker),
        mean(&forecast.lost.defender),
        by_week(forecast),
    )
}

/// By which siege turn the place has fallen, with what chance.
fn by_week(forecast: &Forecast) -> String {
    let mut fallen = 0;
    let weeks: Vec<String> = forecast
        .fell
        .iter()
        .enumerate()
        .filter_map(|(week, &count)| {
            fallen += count;
            let (share, _) = share_and_error(fallen, forecast.sieges);
            (count > 0).then(|| format!("week {} {:.0} %", week + 1, share * 100.0))
        })
        .collect();
    if weeks.is_empty() { String::new() } else { format!("\nFallen by: {}.", weeks.join(", ")) }
}
