//! Commands about Castle under Siege.

use super::out::Out;
use crate::app::{found, numbers};
use crate::campaign::problem::Result;
use crate::rules::castle_under_siege::{Awaited, Engineer, Event, Position, Strength, Tables, sentence};
use crate::rules::dice::Seeded;
use crate::rules::game::conduct;
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(super) enum UnderSiege {
    /// Let the program play both sides, and tell the game.
    Play(Play),
}

#[derive(Debug, Args)]
pub(super) struct Play {
    /// The strength of the castle: average or powerful (CU-1.1).
    #[arg(long, default_value = "average")]
    strength: String,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

impl UnderSiege {
    pub fn run(self, out: &Out) -> Result<()> {
        let UnderSiege::Play(play) = self;
        let strength: Strength = play.strength.parse()?;
        let seed = play.seed.unwrap_or_else(found::seed);
        let tables = match play.campaign {
            Some(file) => numbers::castle_under_siege(&*Store::open_to_read(&file)?)?,
            None => Tables::book(),
        };
        let (mut game, mut told) = (Position::new(strength, &tables), Vec::<Event>::new());
        if let Err(illegal) = conduct(&mut game, &Engineer, &mut Seeded::new(seed), &mut told) {
            unreachable!("an engineer's decision was refused: {illegal}");
        }
        let lines: Vec<String> = told.iter().map(|event| sentence(&game, event)).collect();
        let attacker = matches!(game.stage, Awaited::Over(ending) if ending.attacker_won());
        let winner = if attacker { "attacker" } else { "defender" };
        let house = numbers::otherwise(tables.house_values());
        let value = json!({
            "strength": strength,
            "seed": seed,
            "house": house,
            "winner": winner,
            "turns": game.turn,
            "told": lines,
        });
        out.say(&value, format!("Seed {seed}.{}\n{}", super::house::named(&house), lines.join("\n")))
    }
}
