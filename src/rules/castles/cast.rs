//! A battle of a campaign settled by a game of Castles (CP-3.5): armies cast into pieces by arms, and what befell the
//! pieces back into fates of men.

use super::captain::{Player, Skill, camp_of};
use super::record::{Record, Unreadable};
use super::{BLACK, Crush, Decision, Draft, Event, GameTerms, Piece, Position, Size, Tables, View, WHITE, colour};
use crate::rules::battle::{Fate, Fighter, Host, Man, ManReport, Plan, Report, Spoils};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{BySide, Horse, Side};
use crate::rules::game::{Captain, Sink};
use crate::rules::lots;
use crate::rules::matches::Match;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{House, RecordError, Settles, Unfit, everybody_there, read_kept};
use crate::rules::telling::{Line, counted};
use serde::Deserialize;

/// A piece with the men it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastPiece {
    pub kind: Piece,
    /// Its share of the men.
    pub men: Vec<Man>,
}

/// A host as pieces, its general the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastArmy {
    pub pieces: Vec<CastPiece>,
}

impl CastArmy {
    /// The kinds of its men, one for each piece but the general.
    pub fn men(&self) -> Vec<Piece> {
        self.pieces.iter().map(|piece| piece.kind).filter(|kind| *kind != Piece::General).collect()
    }
}

/// The kind a man is among by his arms: shooters musketeers, other riders horsemen, the rest pikemen (CP-3.5).
fn kind_of(fighter: &Fighter) -> Piece {
    if fighter.profile.weapons.iter().any(|weapon| weapon.shoots()) {
        Piece::Musketeer
    } else if fighter.profile.horse != Horse::None {
        Piece::Horseman
    } else {
        Piece::Pikeman
    }
}

/// Casts a host into pieces (CP-3.5): its commander, or without one the man of highest class, rank and grade, is the
/// general; the others are pieces by arms, a man each if the limit allows, else in proportion.
pub fn cast(host: &Host, terms: &GameTerms) -> Result<CastArmy, String> {
    let men: Vec<&Fighter> = host.men().collect();
    let height = |man: &Fighter| (man.profile.class, man.profile.rank, man.profile.grade, std::cmp::Reverse(man.man));
    let best = || men.iter().max_by_key(|man| height(man));
    let alone = || format!("{} has nobody besides its commander, and a general alone has lost (CA-4.1)", host.name);
    let leader = host.commander.or_else(|| best().map(|man| man.man)).ok_or_else(alone)?;
    let mut pieces = vec![CastPiece { kind: Piece::General, men: vec![leader] }];
    let arms = Piece::MEN.map(|kind| -> Vec<Man> {
        let of_kind = men.iter().filter(|man| man.man != leader && kind_of(man) == kind);
        of_kind.map(|man| man.man).collect()
    });
    let counts = lots::shares(&arms.each_ref().map(Vec::len), usize::from(terms.men()));
    for ((kind, men), count) in Piece::MEN.into_iter().zip(arms).zip(counts) {
        // Men as even as they go: the first pieces have one more.
        let mut men = men.into_iter();
        let (each, more) = (men.len() / count.max(1), men.len() % count.max(1));
        for piece in 0..count {
            pieces.push(CastPiece { kind, men: men.by_ref().take(each + usize::from(piece < more)).collect() });
        }
    }
    match pieces.len() {
        1 => Err(alone()),
        _ => Ok(CastArmy { pieces }),
    }
}

/// The pieces of an army that were struck, when so many of each kind are left (CP-3.5): the lot decides which.
fn struck(army: &CastArmy, left: impl Fn(Piece) -> u32, dice: &mut impl Dice) -> Vec<usize> {
    let mut struck = Vec::new();
    for &kind in Piece::ALL {
        let mut pieces: Vec<usize> = (0..army.pieces.len()).filter(|piece| army.pieces[*piece].kind == kind).collect();
        while pieces.len() > left(kind) as usize {
            struck.push(pieces.swap_remove(dice.lot("CP-3.5 which piece", pieces.len())));
        }
    }
    struck.sort_unstable();
    struck
}

/// What befalls the men of one struck piece (CP-3.5): a third dead, a third wounded, a third captive. The lot decides who,
/// and of what the odd ones are.
fn fates(men: &[Man], dice: &mut impl Dice) -> Vec<(Man, Fate)> {
    let mut fates = Vec::new();
    let mut third = vec![Fate::Dead, Fate::Wounded, Fate::Captive { by: None }];
    while fates.len() + third.len() <= men.len() {
        fates.extend_from_slice(&third);
    }
    while fates.len() < men.len() {
        fates.push(third.swap_remove(dice.lot("CP-3.5 which fate", third.len())));
    }
    men.iter().map(|man| (*man, fates.swap_remove(dice.lot("CP-3.5 which man", fates.len())))).collect()
}

/// The report of a battle settled by a game of Castles, the attacker White (CP-3.4, CP-3.5). A point is counted for each
/// enemy piece struck.
fn report(plan: &Plan, armies: &BySide<CastArmy>, game: &Position, dice: &mut impl Dice) -> Report {
    let mut half_points = BySide::default();
    let mut fallen: Vec<(Man, Fate)> = Vec::new();
    for side in [WHITE, BLACK] {
        let struck = struck(&armies[side], |kind| game.board().count(side, kind), dice);
        half_points[side.other()] = 2 * struck.len() as i64;
        for piece in struck {
            fallen.extend(fates(&armies[side].pieces[piece].men, dice));
        }
    }
    fallen.sort_unstable_by_key(|(man, _)| *man);
    let told = |side: Side, fighter: &Fighter| {
        let at = fallen.binary_search_by_key(&fighter.man, |(man, _)| *man);
        let fate = match at {
            Ok(at) => fallen[at].1,
            Err(_) if fighter.wounded => Fate::Wounded,
            Err(_) => Fate::Unhurt,
        };
        let wounded = fighter.wounded || fate == Fate::Wounded;
        ManReport { man: fighter.man, side, fate, wounded, horse_lost: false, deeds: Vec::new() }
    };
    let men = [Side::Attacker, Side::Defender]
        .into_iter()
        .flat_map(|side| plan.hosts[side].men().map(move |fighter| (side, fighter)));
    Report {
        men: men.map(|(side, fighter)| told(side, fighter)).collect(),
        half_points,
        winner: game.ending().and_then(|ending| ending.winner),
        turns: Some(game.decided().div_ceil(2)),
        holds: None,
        lines: None,
        battered: Vec::new(),
        spoils: Spoils::default(),
        from_within: 0,
        by_lot: true,
        named: false,
    }
}

/// How the armies became pieces and what became of them, a sentence each (CP-3.5).
fn told(plan: &Plan, armies: &BySide<CastArmy>, game: &Position, report: &Report) -> Vec<String> {
    let mut told = Vec::new();
    for side in [WHITE, BLACK] {
        let (army, name) = (&armies[side], &plan.hosts[side].name);
        let of = |kind: Piece| army.pieces.iter().filter(move |piece| piece.kind == kind);
        for &kind in Piece::MEN.iter().filter(|kind| of(**kind).count() > 0) {
            let (count, stood_for) = (of(kind).count(), of(kind).map(|piece| piece.men.len()).sum::<usize>());
            let lost = count - game.board().count(side, kind) as usize;
            told.push(format!("{name}: {} as {}, {lost} of them struck.", men(stood_for), pieces(count, kind)));
        }
        let general = plan.hosts[side].men().find(|man| army.pieces[0].men.contains(&man.man));
        let fell = if game.board().count(side, Piece::General) == 0 { "struck" } else { "not struck" };
        told.push(format!("{name}: {} as the general, {fell}.", general.map_or("nobody", |man| &man.name)));
    }
    let fell = report.men.iter().filter(|man| !matches!(man.fate, Fate::Unhurt)).count();
    told.push(format!(
        "The lot chose the {} of the struck pieces and who of them is dead, wounded or taken (CP-3.5).",
        men(fell)
    ));
    told
}

fn men(count: usize) -> String {
    counted(count as u32, "man", "men")
}

fn pieces(count: usize, kind: Piece) -> String {
    counted(count as u32, kind.word(), kind.plural())
}

/// A battle cast into a game, the attacker White.
#[derive(Clone, Debug)]
pub struct Cast {
    plan: Plan,
    terms: GameTerms,
    armies: BySide<CastArmy>,
}

impl Cast {
    /// What it is played by.
    pub fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// The armies as pieces.
    pub fn armies(&self) -> &BySide<CastArmy> {
        &self.armies
    }
}

/// Who plays a battle for the program: he sets the armies up where the lot fell, and plays as a knight.
#[derive(Clone, Debug)]
pub struct Fielded {
    camps: BySide<Draft>,
    player: Player,
}

impl Captain<Position> for Fielded {
    fn decide(&self, view: &View<'_>) -> Decision {
        match view.is_revealed() {
            true => self.player.decide(view),
            false => Decision::SetUp(self.camps[view.side()].clone()),
        }
    }
}

impl Settles for Cast {
    type Game = Position;
    type Captain = Fielded;

    /// That of a record's first line, `Castles 1`.
    const FORMAT: u32 = 1;
    const RULES: Ruleset = Ruleset::Castles;
    const FOLLOWS_MEN: bool = false;
    const HAS_GROUND: bool = false;

    fn cast(plan: &Plan, house: &House) -> Result<Cast, Unfit> {
        everybody_there(plan)?;
        let tables = Tables::by(house).map_err(|bad| Unfit(vec![bad.to_string()]))?;
        // The small board with its usual terms, as the campaign has them.
        let terms = GameTerms::by(Size::Small, Crush::Pusher, &tables);
        match (cast(&plan.hosts[WHITE], &terms), cast(&plan.hosts[BLACK], &terms)) {
            (Ok(attacker), Ok(defender)) => {
                Ok(Cast { plan: plan.clone(), terms, armies: BySide { attacker, defender } })
            }
            (white, black) => Err(Unfit([white.err(), black.err()].into_iter().flatten().collect())),
        }
    }

    /// A game at the board is kept by its own terms, whatever the campaign's have become.
    fn of_kept(plan: &Plan, start: &str, house: &str) -> Result<Cast, Unfit> {
        #[derive(Deserialize)]
        struct Start {
            terms: (String, String, u8, u8),
            quiet: Option<(u8, u16)>,
        }
        let start: Start = read_kept(start)?;
        let terms = GameTerms::of_kept(&start.terms, start.quiet);
        let terms = terms.ok_or_else(|| Unfit(vec!["no game of Castles is played by its terms".to_owned()]))?;
        Ok(Cast { terms, ..Cast::cast(plan, &read_kept(house)?)? })
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    /// None: the game holds the terms it is played by.
    fn house(&self) -> House {
        House::new()
    }

    fn about(&self) -> String {
        let told = |side: Side| {
            let of = |kind: Piece| self.armies[side].pieces.iter().filter(move |piece| piece.kind == kind);
            let part = |kind: Piece| {
                let stand_for: usize = of(kind).map(|piece| piece.men.len()).sum();
                format!("{} as {}", men(stand_for), pieces(of(kind).count(), kind))
            };
            let parts: Vec<String> = Piece::MEN.into_iter().filter(|kind| of(*kind).count() > 0).map(part).collect();
            format!("{}, {}: the general, {}.", colour(side), self.plan.hosts[side].name, parts.join(", "))
        };
        format!("Each piece stands for its share of the men (CP-3.5). {} {}", told(WHITE), told(BLACK))
    }

    fn begin(&self, _sink: &mut impl Sink<Event>) -> Position {
        Position::new(self.terms)
    }

    fn captain(&self, dice: &mut Seeded) -> Fielded {
        let mut stand = |side: Side| camp_of(&self.armies[side].men(), &self.terms, side, dice);
        let camps = BySide { attacker: stand(WHITE), defender: stand(BLACK) };
        Fielded { camps, player: Player { level: Skill::Knight, seed: self.plan.seed } }
    }

    fn report(&self, game: &Position, lots: &mut impl Dice) -> Report {
        report(&self.plan, &self.armies, game, lots)
    }

    fn casting(&self, game: &Position, report: &Report) -> Vec<String> {
        told(&self.plan, &self.armies, game, report)
    }

    fn line(&self, _game: &Position, event: &Event) -> Option<Line> {
        Some(Line::plain(event.to_string()))
    }

    fn record(&self, played: &Match<Position>) -> Result<Vec<u8>, RecordError> {
        let hosts = &self.plan.hosts;
        let players = BySide { attacker: hosts[WHITE].name.clone(), defender: hosts[BLACK].name.clone() };
        let record = Record::of(&self.terms, players, played)
            .ok_or_else(|| RecordError::Damaged("its setups were never revealed".to_owned()))?;
        Ok(record.write().into_bytes())
    }

    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError> {
        let text = std::str::from_utf8(record).map_err(|_| RecordError::Foreign)?;
        let damaged = |fault: Unreadable| RecordError::Damaged(fault.to_string());
        let events = Record::read(text).map_err(damaged)?.events();
        Ok(events.iter().map(|event| Line::plain(event.to_string())).collect())
    }
}
