//! A battle of the campaign settled by a game of Castles (CP-3.5): its armies cast into pieces, the game played by people
//! or by the program, and what befell the pieces told as a report that takes the usual way into the campaign.

use super::game::{Game, Hand, Kept};
use super::play_from;
use crate::app::muster::{self, Muster};
use crate::app::numbers;
use crate::campaign::castles as cast;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Kind as Wrong, Problem, Result};
use crate::rules::battle::Report;
use crate::rules::castles::captain::{Level, camp_of};
use crate::rules::castles::record::Record;
use crate::rules::castles::{BLACK, Crush, Kind, Size, Terms, WHITE, colour};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side};
use crate::rules::man_to_man::Tables;
use crate::store::Store;

/// The number of the form of a game that is kept with its battle: that of its first line, `Castles 1`.
pub const FORMAT: u32 = 1;

/// What stands for the house numbers of a battle being played, if it is a game of Castles.
pub(crate) const PLAYED: &str = "castles";

/// The streams of a battle's seed for the setups of a game and for the lots that choose who fell.
const SETUPS: u64 = 4;
const FELL: u64 = 5;

/// A battle settled by a game: what came of it, what the game was, and what is to be told of how men were cast into
/// pieces and back.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// What came of it.
    pub report: Report,
    /// The game.
    pub game: Record,
    /// How armies became pieces, and which men the lot chose, a sentence each.
    pub told: Vec<String>,
}

impl Settlement {
    /// The game as it is kept with its battle.
    pub fn record(&self) -> (u32, Vec<u8>) {
        (FORMAT, self.game.write().into_bytes())
    }
}

/// A battle to be settled by a game: who would fight, and the pieces they are.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who would fight.
    pub muster: Muster,
    armies: BySide<cast::Army>,
}

impl Contest {
    /// Casts both hosts into pieces, the attacker White, on the small board.
    pub fn of(mut muster: Muster, tables: &Tables) -> Result<Contest> {
        let army = |side| {
            cast::cast(&muster.plan.hosts[side], &terms(), tables)
                .map_err(|unfit| Problem::refused(format!("{unfit}."), "Fight it by the man-to-man rules."))
        };
        let armies = BySide { attacker: army(WHITE)?, defender: army(BLACK)? };
        "castles".clone_into(&mut muster.battle.rules);
        Ok(Contest { muster, armies })
    }

    /// How the armies became pieces, a sentence each.
    pub fn about(&self) -> String {
        let told = |side: Side| {
            let of = |kind: Kind| self.armies[side].pieces.iter().filter(move |piece| piece.kind == kind);
            let part = |kind: Kind| {
                let men: usize = of(kind).map(|piece| piece.men.len()).sum();
                format!("{} as {}", cast::count(men, "man"), cast::count(of(kind).count(), kind.word()))
            };
            let parts: Vec<String> = Kind::MEN.into_iter().filter(|kind| of(*kind).count() > 0).map(part).collect();
            format!("{}, {}: the general, {}.", colour(side), self.muster.plan.hosts[side].name, parts.join(", "))
        };
        format!("Each piece stands for its share of the men (CP-3.5). {} {}", told(WHITE), told(BLACK))
    }

    /// The game before its setups.
    pub fn game(&self, hands: BySide<Hand>) -> Game {
        let hosts = &self.muster.plan.hosts;
        let names = BySide { attacker: hosts[WHITE].name.clone(), defender: hosts[BLACK].name.clone() };
        let armies = BySide { attacker: self.armies[WHITE].men(), defender: self.armies[BLACK].men() };
        Game::of_armies(terms(), hands, names, self.muster.battle.seed, armies)
    }

    /// What a game that is over comes to.
    pub fn settlement(&self, game: &Record) -> Result<Settlement> {
        let (end, moves) = (game.position(game.decisions.len()), game.decisions.len());
        if end.ending().is_none() {
            return Err(Problem::refused("The game is not over.", "Play it to its end first."));
        }
        let (plan, mut lots) = (&self.muster.plan, Seeded::stream(self.muster.battle.seed, FELL));
        let report = cast::report(plan, &self.armies, &end, moves, &mut lots);
        let told = cast::told(plan, &self.armies, &end, &report);
        Ok(Settlement { report, game: game.clone(), told })
    }
}

/// What a battle is played by: the small board with its usual terms.
fn terms() -> Terms {
    Terms::usual(Size::Small, Crush::Pusher)
}

/// Settles a battle by a game of the program against itself. Touches nothing but the muster.
pub fn settle(muster: &Muster, tables: &Tables) -> Result<Settlement> {
    let contest = Contest::of(muster.clone(), tables)?;
    let seed = muster.battle.seed;
    let mut dice = Seeded::stream(seed, SETUPS);
    let mut stand = |side: Side| camp_of(&contest.armies[side].men(), &terms(), side, &mut dice);
    let drafts = BySide { attacker: stand(WHITE), defender: stand(BLACK) };
    let levels = BySide { attacker: Level::Knight, defender: Level::Knight };
    let mut game = play_from(drafts, levels, seed, terms())?;
    for side in [WHITE, BLACK] {
        game.players[side] = muster.plan.hosts[side].name.clone();
    }
    contest.settlement(&game)
}

/// A planned battle to be settled by a game, and the game if one is under way.
pub fn open(store: &mut Store, battle: BattleId) -> Result<(Contest, Option<Game>)> {
    let tables = numbers::man_to_man(store)?;
    let contest = Contest::of(muster::planned(store, battle)?, &tables)?;
    let Some(kept) = store.play(battle)? else { return Ok((contest, None)) };
    if kept.house != PLAYED {
        return Err(Problem::refused(
            "This battle is being played on the table.",
            "Play it to its end there, or drop its plan and plan it anew.",
        ));
    }
    let game = serde_json::from_str::<Kept>(&kept.plan).ok().and_then(|kept| Game::of_kept(&kept));
    Ok((contest, game))
}

/// Keeps a game under way in the campaign. Like a record it lies outside the journal.
pub fn keep(store: &mut Store, battle: BattleId, game: &Kept) -> Result<()> {
    let text = serde_json::to_string(game)
        .map_err(|error| Problem::new(Wrong::System, format!("The game could not be kept: {error}.")))?;
    match store.play(battle)? {
        Some(kept) if kept.house == PLAYED => store.keep_play(battle, &text),
        _ => store.begin_play(battle, &text, PLAYED),
    }
}
