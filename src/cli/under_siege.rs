//! Commands about Castle under Siege.

use super::out::Out;
use crate::app::found;
use crate::campaign::problem::Result;
use crate::rules::castle_under_siege::{Engineer, Event, Game, Stage, Strength, sentence};
use crate::rules::dice::Seeded;
use crate::rules::game::conduct;
use clap::{Args, Subcommand};
use serde_json::json;

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
}

impl UnderSiege {
    pub fn run(self, out: &Out) -> Result<()> {
        let UnderSiege::Play(play) = self;
        let strength: Strength = play.strength.parse()?;
        let seed = play.seed.unwrap_or_else(found::seed);
        let (mut game, mut told) = (Game::new(strength), Vec::<Event>::new());
        if let Err(illegal) = conduct(&mut game, &Engineer, &mut Seeded::new(seed), &mut told) {
            unreachable!("an engineer's decision was refused: {illegal}");
        }
        let lines: Vec<String> = told.iter().map(|event| sentence(&game, event)).collect();
        let attacker = matches!(game.stage, Stage::Over(ending) if ending.attacker_won());
        let winner = if attacker { "attacker" } else { "defender" };
        let value = json!({ "strength": strength, "seed": seed, "winner": winner, "turns": game.turn, "told": lines });
        out.say(&value, format!("Seed {seed}.\n{}", lines.join("\n")));
        Ok(())
    }
}
