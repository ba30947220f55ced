//! Commands about Castle under Siege.

use super::out::{Out, columns};
use crate::app::under_siege::{SiegeBeginning, SiegeGame, SiegeSeat, TableShot, chances, name_of, refused, typed};
use crate::app::{files, found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_under_siege::{
    Agreed, Ammunition, Awaited, Castle, Craft, Decision, Engineer, Event, Illegal, Landed, Landing, PersonId,
    Position, Reckoning, Role, Strength, Tables, sentence,
};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Captain as _, Game as _, conduct};
use crate::rules::house::otherwise;
use crate::store::Store;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub(super) enum UnderSiege {
    /// Let the program play both sides, and tell the game.
    Play(Play),
    /// Begin a game that is played at a table, and keep it in a file.
    New(New),
    /// Place counters of the defender's (CU-1.1).
    Place(Placing),
    /// Lay ammunition on the catapult, in secret (CU-2.1).
    Choose(Choosing),
    /// Aim what lies on the catapult, and let the program's dice scatter it (CU-2.2).
    Aim(Aiming),
    /// Enter a shot made on the table, and say what follows (CU-2.4).
    Shot(Shooting),
    /// Say whether the wizard casts against a shot of the program's (CU-2.1).
    Deflect(Deflecting),
    /// Say where one goes who must leave a closed section (CU-2.7).
    Leave(Leaving),
    /// Let a counter of the defender's act (CU-4).
    Act(Acting),
    /// Say that every counter is placed, or that the defender's turn is over.
    Done(OfFile),
    /// Take entries back, the last first.
    TakeBack(TakingBack),
    /// Show a game as it stands.
    Show(OfFile),
    /// Tell a game from its beginning.
    Tell(OfFile),
}

/// What the players agree on, and by whose numbers it is played.
#[derive(Debug, Args)]
struct Terms {
    /// The strength of the castle: average or powerful (CU-1.1).
    #[arg(long, default_value = "average")]
    strength: String,
    /// How it is reckoned when the ammunition has run out: plain, or by points, the variant (CU-5).
    #[arg(long, default_value = "plain")]
    reckoning: String,
    /// The campaign whose house numbers it is played by; the book's without one.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
}

impl Terms {
    fn agreed(&self) -> Result<Agreed> {
        Ok(Agreed { strength: self.strength.parse::<Strength>()?, reckoning: self.reckoning.parse::<Reckoning>()? })
    }

    fn tables(&self) -> Result<std::sync::Arc<Tables>> {
        match &self.campaign {
            Some(file) => numbers::castle_under_siege(&*Store::open_to_read(file)?),
            None => Ok(Tables::book()),
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    terms: Terms,
    /// The skill of the engineer at the catapult: apprentice, journeyman or master.
    #[arg(long, default_value = "journeyman")]
    attacker: String,
    /// The skill of the engineer in the castle.
    #[arg(long, default_value = "journeyman")]
    defender: String,
    /// The seed of its dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    fn run(self, out: &Out) -> Result<()> {
        let (agreed, tables) = (self.terms.agreed()?, self.terms.tables()?);
        let engineer = Engineer { attack: self.attacker.parse::<Craft>()?, defence: self.defender.parse()? };
        let seed = self.seed.unwrap_or_else(found::seed);
        let (mut game, mut told) = (Position::new(agreed, &tables), Vec::<Event>::new());
        if let Err(illegal) = conduct(&mut game, &engineer, &mut Seeded::new(seed), &mut told) {
            unreachable!("an engineer’s decision was refused: {illegal}");
        }
        let lines: Vec<String> = told.iter().map(|event| sentence(&game, event)).collect();
        let house = otherwise(tables.house_values());
        let value = json!({
            "strength": agreed.strength,
            "reckoning": agreed.reckoning,
            "attacker": engineer.attack,
            "defender": engineer.defence,
            "seed": seed,
            "house": house,
            "winner": game.ending().map(|ending| ending.winner()),
            "turns": game.turn(),
            "told": lines,
        });
        out.say(&value, format!("Seed {seed}.{}\n{}", super::house::named(&house), lines.join("\n")))
    }
}

/// A game kept in a file.
struct Filed {
    path: PathBuf,
    held: String,
    game: SiegeGame,
}

impl Filed {
    fn open(path: &Path) -> Result<Filed> {
        let held = files::read_text(path, files::SIEGE_GAME)
            .map_err(|problem| problem.hint("Name a file that “banneret castle-under-siege new” made."))?;
        Ok(Filed { path: path.to_owned(), game: SiegeGame::read(&held)?, held })
    }

    /// Enters decisions, lets the program answer, keeps the game and says what followed.
    fn enter(self, decisions: &[Decision], out: &Out) -> Result<()> {
        self.change(|game| game.enter(decisions), out)
    }

    /// Enters something, lets the program answer, keeps the game and says what followed.
    fn change(mut self, entered: impl FnOnce(&mut SiegeGame) -> Result<()>, out: &Out) -> Result<()> {
        let (from, hint) = (self.game.happened(), awaited(&self.game));
        entered(&mut self.game).map_err(hinted(hint))?;
        self.game.go_on()?;
        self.keep(from, out)
    }

    fn keep(self, from: usize, out: &Out) -> Result<()> {
        files::write_again(&self.path, self.held.as_bytes(), self.game.write().as_bytes(), files::SIEGE_GAME)?;
        let told = self.game.told(from);
        let value = json!({ "told": told, "next": awaited(&self.game), "winner": winner(&self.game) });
        let mut lines = told;
        lines.push(awaited(&self.game));
        out.say(&value, lines.join("\n"))
    }
}

fn winner(game: &SiegeGame) -> Option<Side> {
    game.position().ending().map(|ending| ending.winner())
}

/// A refusal that says what is awaited, where it does not say itself what would allow it.
fn hinted(awaited: String) -> impl FnOnce(Problem) -> Problem {
    move |problem| if problem.hint.is_empty() { problem.hint(awaited) } else { problem }
}

/// What is to be done next, in a sentence.
fn awaited(game: &SiegeGame) -> String {
    let position = game.position();
    let names = |ids: &[PersonId]| ids.iter().map(|&id| position.name(id)).collect::<Vec<_>>().join(", ");
    match position.stage() {
        Awaited::Place => {
            let left = Role::ALL.iter().map(|&role| (role, position.unplaced(role))).filter(|(_, left)| *left > 0);
            let left: Vec<String> =
                left.map(|(role, left)| format!("{left} {role}{}", if left == 1 { "" } else { "s" })).collect();
            match left.is_empty() {
                true => "Every counter is placed: say “done”.".to_owned(),
                false => format!("The defender places his counters: {} are left.", left.join(", ")),
            }
        }
        Awaited::Deflect => "The defender says whether the wizard casts: “deflect yes” or “deflect no”.".to_owned(),
        Awaited::Shoot => {
            "The attacker shoots what lies on his catapult: “aim” it, or enter the “shot” of a table.".to_owned()
        }
        Awaited::Choose => {
            let [boulder, fire, disease] = position.ammunition();
            format!("The attacker shoots; he has {boulder} boulder, {fire} fire and {disease} disease.")
        }
        Awaited::Leave(leaving) => {
            format!("The defender says where these go, out of a closed section: {}.", names(leaving))
        }
        Awaited::Act => "The defender’s counters act; then say “done”.".to_owned(),
        Awaited::Over(_) => "The game is over.".to_owned(),
    }
}

#[derive(Debug, Args)]
pub(super) struct New {
    /// The file to keep the game in; it must not be there yet.
    file: PathBuf,
    #[command(flatten)]
    terms: Terms,
    /// Who plays at the catapult: person, apprentice, journeyman or master.
    #[arg(long, default_value = "person")]
    attacker: String,
    /// Who plays in the castle.
    #[arg(long, default_value = "person")]
    defender: String,
    /// The seed of the program's dice; one nobody chose if left out.
    #[arg(long)]
    seed: Option<u64>,
}

impl New {
    fn run(self, out: &Out) -> Result<()> {
        let hands = BySide { attacker: self.attacker.parse::<SiegeSeat>()?, defender: self.defender.parse()? };
        let house = otherwise(self.terms.tables()?.house_values());
        let seed = self.seed.unwrap_or_else(found::seed);
        let mut game = SiegeGame::new(SiegeBeginning { agreed: self.terms.agreed()?, house, hands, seed })?;
        game.go_on()?;
        files::write_new(&self.file, game.write().as_bytes())?;
        let mut lines = game.told(0);
        let value = json!({ "file": self.file, "seed": seed, "told": lines, "next": awaited(&game) });
        lines.push(awaited(&game));
        out.say(&value, lines.join("\n"))
    }
}

#[derive(Debug, Args)]
pub(super) struct Placing {
    /// The game.
    file: PathBuf,
    /// Counters and their spots, such as soldier=c1 or "2 water boy=g1"; a section's name stands for its first free spot.
    counters: Vec<String>,
    /// Place every counter that is left as the program would.
    #[arg(long)]
    rest: bool,
}

impl Placing {
    fn run(self, out: &Out) -> Result<()> {
        let mut filed = Filed::open(&self.file)?;
        let from = filed.game.happened();
        if self.counters.is_empty() && !self.rest {
            return Err(
                Problem::bad_input("No counter is named.").hint("Write soldier=c1, or --rest for all that are left.")
            );
        }
        // Each by itself, so that two of a section do not take the same spot; all of them, or none.
        let mut decisions = Vec::new();
        let mut ahead = filed.game.clone();
        for text in &self.counters {
            let more = typed::placing(ahead.position(), text)?;
            ahead.enter(&more).map_err(hinted(awaited(&ahead)))?;
            decisions.extend(more);
        }
        while self.rest && *ahead.position().stage() == Awaited::Place {
            let decision = Engineer::default().decide(&ahead.position().view(Side::Defender));
            if decision == Decision::Done {
                break;
            }
            ahead.enter(std::slice::from_ref(&decision))?;
            decisions.push(decision);
        }
        if decisions.is_empty() {
            return Err(hinted(awaited(&filed.game))(refused(&Illegal::NotNow)));
        }
        filed.game.enter(&decisions)?;
        filed.keep(from, out)
    }
}

#[derive(Debug, Args)]
pub(super) struct Choosing {
    /// The game.
    file: PathBuf,
    /// The ammunition: boulder, fire or disease.
    ammunition: String,
}

impl Choosing {
    fn run(self, out: &Out) -> Result<()> {
        Filed::open(&self.file)?.enter(&[Decision::Choose(self.ammunition.parse::<Ammunition>()?)], out)
    }
}

#[derive(Debug, Args)]
pub(super) struct Aiming {
    /// The game.
    file: PathBuf,
    /// At what: a spot such as c1, or inches east and north of the castle's south-western corner, such as 8,1.
    #[arg(allow_hyphen_values = true, value_name = "AIM")]
    at: String,
    /// Where the catapult stands, in the same inches, such as 8,-15.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y")]
    from: String,
    /// The setting of its arm, from 1.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=200))]
    setting: u8,
    /// Only say on what it may fall and how likely, and shoot nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Aiming {
    fn run(self, out: &Out) -> Result<()> {
        let filed = Filed::open(&self.file)?;
        let (from, aim, setting) = (typed::place(&self.from)?, typed::place(&self.at)?, self.setting - 1);
        if !self.dry_run {
            return filed.enter(&[Decision::Shoot { from, aim, setting }], out);
        }
        let position = filed.game.position();
        position
            .check_stand(from)
            .and_then(|()| position.check_reach(from, aim, setting))
            .map_err(|bad| refused(&bad))?;
        let chances = chances(position, from, aim, setting);
        let percent = |thousandths: u32| format!("{}.{}%", thousandths / 10, thousandths % 10);
        let rows: Vec<Vec<String>> = chances
            .iter()
            .map(|fall| vec![name_of(position, fall.on), percent(fall.touched), percent(fall.over_half)])
            .collect();
        let falls: Vec<_> = chances
            .iter()
            .map(|fall| json!({ "on": name_of(position, fall.on), "touched": fall.touched, "over_half": fall.over_half }))
            .collect();
        out.say(&json!({ "thousandths": falls }), columns(&["on", "touches", "over half"], &rows))
    }
}

#[derive(Debug, Args)]
pub(super) struct Shooting {
    /// The game.
    file: PathBuf,
    /// The ammunition: boulder, fire or disease.
    ammunition: String,
    /// Where the catapult stood, in inches east and north of the castle's south-western corner, such as 8,-15.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y")]
    from: String,
    /// The setting of its arm, from 1.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=200))]
    setting: u8,
    /// At what it was aimed, if anybody said.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y")]
    aim: Option<String>,
    /// Where the middle of the counter lies.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y")]
    lies: String,
    /// By how many degrees it is turned to the left from lying square with the castle.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..360))]
    turned: u16,
    /// The wizard cast a deflection.
    #[arg(long)]
    deflected: bool,
    /// Only say what would follow, and keep nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Shooting {
    fn run(self, out: &Out) -> Result<()> {
        let filed = Filed::open(&self.file)?;
        let landing = Landing { at: typed::place(&self.lies)?, turned: self.turned };
        let aim = self.aim.as_deref().map(typed::place).transpose()?;
        let landed = Landed { from: typed::place(&self.from)?, aim, setting: self.setting - 1, landing };
        let shot = TableShot { with: self.ammunition.parse::<Ammunition>()?, deflected: self.deflected, landed };
        if self.dry_run {
            let told = filed.game.looked_at(&shot).map_err(hinted(awaited(&filed.game)))?;
            let shares = filed.game.lying(landing).into_iter();
            let shares: Vec<_> = shares.map(|lies| json!({ "on": lies.on, "share": lies.share })).collect();
            return out.say(&json!({ "shares": shares, "told": told }), told.join("\n"));
        }
        filed.change(|game| game.enter_shot(&shot), out)
    }
}

#[derive(Debug, Args)]
pub(super) struct Deflecting {
    /// The game.
    file: PathBuf,
    /// Whether the wizard casts: yes or no.
    #[arg(value_parser = ["yes", "no"])]
    answer: String,
}

impl Deflecting {
    fn run(self, out: &Out) -> Result<()> {
        Filed::open(&self.file)?.enter(&[Decision::Deflect(self.answer == "yes")], out)
    }
}

#[derive(Debug, Args)]
pub(super) struct Leaving {
    /// The game.
    file: PathBuf,
    /// The counter, such as "soldier 3".
    counter: String,
    /// The spot or the section he goes to.
    to: String,
}

impl Leaving {
    fn run(self, out: &Out) -> Result<()> {
        let filed = Filed::open(&self.file)?;
        let position = filed.game.position();
        let who = typed::counter(position, &self.counter)?;
        let decision = Decision::Leave(who, typed::spot_or_section(position, &self.to)?);
        filed.enter(&[decision], out)
    }
}

#[derive(Debug, Args)]
pub(super) struct Acting {
    /// The game.
    file: PathBuf,
    /// The counter, such as "water boy 2".
    counter: String,
    /// What it does: move SPOT, heal COUNTER, repair, or put out.
    #[arg(required = true)]
    errand: Vec<String>,
}

impl Acting {
    fn run(self, out: &Out) -> Result<()> {
        let filed = Filed::open(&self.file)?;
        let position = filed.game.position();
        let who = typed::counter(position, &self.counter)?;
        let decision = Decision::Act(who, typed::errand(position, &self.errand)?);
        filed.enter(&[decision], out)
    }
}

#[derive(Debug, Args)]
pub(super) struct OfFile {
    /// The game.
    file: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct TakingBack {
    /// The game.
    file: PathBuf,
    /// How many entries.
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
}

impl TakingBack {
    fn run(self, out: &Out) -> Result<()> {
        let mut filed = Filed::open(&self.file)?;
        for taken in 0..self.count {
            filed.game.take_back().map_err(|problem| match taken {
                0 => problem,
                _ => Problem {
                    sentence: format!(
                        "Nothing was taken back: of {} entries only {taken} can be. {}",
                        self.count, problem.sentence
                    ),
                    ..problem
                },
            })?;
        }
        let from = filed.game.happened();
        filed.keep(from, out)
    }
}

/// Shows a game as it stands.
fn show(file: &Path, out: &Out) -> Result<()> {
    let filed = Filed::open(file)?;
    let (game, castle) = (filed.game.position(), Castle::get());
    let mut structures = Vec::new();
    let mut rows = Vec::new();
    for id in castle.structure_ids() {
        let (name, left, whole) = (castle.structure(id).name, game.points_left(id), game.points_whole(id));
        let fires: Vec<u8> = game.fires().iter().filter(|fire| fire.structure == id).map(|fire| fire.left).collect();
        let closed = castle.structure(id).sections.iter().any(|&section| game.is_closed(section));
        structures.push(json!({ "name": name, "left": left, "whole": whole, "wood": game.is_wood(id), "fires": fires, "closed": closed }));
        let burns = fires.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let states = [(left == 0, "destroyed"), (closed, "closed"), (game.is_wood(id), "wood")];
        let state: Vec<&str> = states.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
        rows.push(vec![name.to_owned(), format!("{left} of {whole}"), burns, state.join(", ")]);
    }
    let people = (0..game.people().len() as u8).map(PersonId);
    let mut counters = Vec::new();
    let mut told = Vec::new();
    for id in people {
        let it = game.person(id);
        let of = castle.section(it.section()).name;
        counters
            .push(json!({ "name": game.name(id), "spot": it.spot.to_string(), "section": of, "health": it.health }));
        told.push(vec![game.name(id), it.spot.to_string(), of.to_owned(), it.health.to_string()]);
    }
    let [boulder, fire, disease] = game.ammunition();
    let agreed = game.agreed();
    let points = game.victory_points().map(|(killed, left)| json!({ "attacker": killed, "defender": left }));
    let house = &filed.game.beginning().house;
    let value = json!({
        "strength": agreed.strength,
        "reckoning": agreed.reckoning,
        "house": house,
        "turn": game.turn(),
        "next": awaited(&filed.game),
        "winner": winner(&filed.game),
        "ammunition": { "boulder": boulder, "fire": fire, "disease": disease },
        "points": points,
        "structures": structures,
        "counters": counters,
    });
    let head = format!(
        "Turn {}, a castle of {} strength, {} reckoning.{}\n{}",
        game.turn(),
        agreed.strength,
        agreed.reckoning,
        super::house::named(house),
        awaited(&filed.game)
    );
    let structures = columns(&["structure", "points", "fires", "state"], &rows);
    let counters = columns(&["counter", "spot", "in", "state"], &told);
    out.say(&value, format!("{head}\n\n{structures}\n{counters}"))
}

/// Tells a game from its beginning.
fn tell(file: &Path, out: &Out) -> Result<()> {
    let filed = Filed::open(file)?;
    let told = filed.game.told(0);
    out.say(&json!({ "told": told, "winner": winner(&filed.game) }), told.join("\n"))
}

impl UnderSiege {
    pub fn run(self, out: &Out) -> Result<()> {
        match self {
            UnderSiege::Play(play) => play.run(out),
            UnderSiege::New(new) => new.run(out),
            UnderSiege::Place(placing) => placing.run(out),
            UnderSiege::Choose(choosing) => choosing.run(out),
            UnderSiege::Aim(aiming) => aiming.run(out),
            UnderSiege::Shot(shooting) => shooting.run(out),
            UnderSiege::Deflect(deflecting) => deflecting.run(out),
            UnderSiege::Leave(leaving) => leaving.run(out),
            UnderSiege::Act(acting) => acting.run(out),
            UnderSiege::Done(of) => Filed::open(&of.file)?.enter(&[Decision::Done], out),
            UnderSiege::TakeBack(taking) => taking.run(out),
            UnderSiege::Show(of) => show(&of.file, out),
            UnderSiege::Tell(of) => tell(&of.file, out),
        }
    }
}
