//! The command line, one file a verb group. A command does one use case and writes what came of it, as text or,
//! with `--json`, as one JSON value; an error goes to standard error with what to do next.

mod assault;
mod campaign;
mod captives;
mod captivity;
mod castles;
mod cracker;
mod founding;
mod hexes;
mod house;
mod line;
mod numbers;
pub mod odds;
mod out;
#[cfg(feature = "print")]
mod papers;
mod people;
mod points;
#[cfg(feature = "print")]
mod print;
mod recruit;
mod rules;
mod ruling;
#[cfg(feature = "print")]
mod sheets;
mod show;
mod siege;
mod troops;
mod under_siege;
mod war;
mod world;

use crate::campaign::problem::{Problem, Result};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};
use out::Out;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs campaigns of medieval miniature wargames: musters, battles, captives and ransoms in one file.
///
/// Without a command it opens its window, on FILE or the last campaign.
#[derive(Debug, Parser)]
#[command(
    name = "banneret",
    version,
    about,
    override_usage = "banneret [OPTIONS] [FILE]\n       banneret [OPTIONS] <COMMAND>"
)]
pub struct Arguments {
    /// The campaign to open in the window.
    file: Option<PathBuf>,
    /// Print one JSON value instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a campaign, empty or from a sample.
    New(campaign::New),
    /// List the samples.
    Samples,
    /// List the grounds a battle can be fought on.
    Grounds,
    /// Show a campaign, or a part of it.
    Show(show::Show),
    /// Play turns; a line each, written when it is kept.
    Turn(campaign::Turn),
    /// Take actions back, the last first.
    Undo(campaign::Undo),
    /// Bring undone actions again.
    Redo(campaign::Steps),
    /// Send an army on a march.
    March(campaign::March),
    /// Answer a contact without a battle.
    Answer(war::Answer),
    /// Play a house number otherwise than the book, or by the book again.
    House(house::House),
    /// Show what a new campaign still lacks, step by step.
    Founding(founding::Founding),
    /// Change the campaign's name, date, turn length or seed by hand.
    Campaign(founding::Campaign),
    /// Make and change sides.
    Side(world::Side),
    /// Set what is between two sides.
    Relation(campaign::Relation),
    /// Move money by hand, from a treasury to another or to and from the world.
    Ledger(world::Ledger),
    /// Set the map's scale and picture, and take places and routes in and out.
    Map(founding::Map),
    /// Put, change and take away places.
    Place(world::Place),
    /// Draw, change and take away routes.
    Route(world::Route),
    /// Build, change and pull down strongholds.
    Stronghold(world::Hold),
    /// Raise and change armies, battles, forces and units.
    Formation(troops::Formation),
    /// List people by side, army, class, grade, state, tag or a saved filter, also as CSV.
    People(people::People),
    /// Change many people by hand in one action: whom a list shows.
    Change(people::Change),
    /// Save filters of the list of people under a name, and take them away.
    Filters(people::Filters),
    /// Enter, change, move and retire people.
    Person(troops::Person),
    /// Make and change contacts by hand.
    Contact(troops::Contact),
    /// Show what became of anything, change by change.
    History(founding::History),
    /// Take back what one older action changed, and nothing that was done since.
    Mend(founding::Mend),
    /// Fight a battle and take its aftermath in as one action.
    Battle(war::Battle),
    /// Take in a battle's result from the table.
    Report(war::Report),
    /// Fight a battle many times with other seeds, and keep nothing.
    Forecast(war::Forecast),
    /// Open, conduct and lift sieges: day by day, orders, terms, relief, assaults, and what lies ahead of them.
    Siege(siege::Siege),
    /// Ask, offer or pay a ransom, or free a captive.
    Ransom(captives::Ransom),
    /// Correct what is written of a captivity by hand.
    Captivity(captivity::Captivity),
    /// Levy, summon, hire, train and arm men, and take captives into service.
    Recruit(recruit::Recruit),
    /// Print an army's muster roll.
    #[cfg(feature = "print")]
    Muster(print::Muster),
    /// Print both rosters of a battle for the table, and keep its numbers.
    #[cfg(feature = "print")]
    Roster(print::Roster),
    /// Print the ransom roll.
    #[cfg(feature = "print")]
    Captives(print::Captives),
    /// Print a man's career.
    #[cfg(feature = "print")]
    Career(print::Career),
    /// Print the chronicle between two days.
    #[cfg(feature = "print")]
    Chronicle(print::Chronicle),
    /// Write an entry of your own, or a letter, into the chronicle.
    #[command(name = "write")]
    Write(campaign::Write),
    /// Print what a side owes its men for a week.
    #[cfg(feature = "print")]
    Pay(print::Pay),
    /// Print who fell, was taken or is missed, in a battle or between two days.
    #[cfg(feature = "print")]
    Casualties(papers::Casualties),
    /// Print a card for every man of an army or a part of one, to lay beside his figure.
    #[cfg(feature = "print")]
    Cards(papers::Cards),
    /// Print a sheet to fill in by pen: a roster, cards or orders.
    #[cfg(feature = "print")]
    Blank(papers::Blank),
    /// Print documents by templates of your own: list, copy, preview and check them.
    #[cfg(feature = "print")]
    Templates(papers::Templates),
    /// Take a roster in.
    Import(campaign::Import),
    /// Write the campaign out.
    Export(campaign::Export),
    /// Look whether a campaign is sound.
    Check(campaign::Check),
    /// Give the exact odds of a roll.
    Odds(odds::Asked),
    /// Read the rule book, clause by clause, with the situations that show each clause.
    Rules(rules::Rules),
    /// Play a situation at the table from its file, and tell what the rules say of it.
    Ruling(ruling::Asked),
    /// Whether a shot can be made between two hexes of a map, or across levels by bare numbers, and why (SG-6).
    Line(line::Line),
    /// Show the maps an assault on hexes is fought on, or check one of your own (SG-5).
    Hexes(hexes::Hexes),
    /// Print such a map for a table, on pages to be joined, with a sheet that explains it (SG-5).
    #[cfg(feature = "print")]
    PrintHexes(sheets::PrintHexes),
    /// Play, forecast and keep assaults on hexes (SG-5 to SG-8).
    #[command(subcommand)]
    Assault(assault::Assaults),
    /// Count points: of an army, its gear, a castle, a battle's end.
    #[command(subcommand)]
    Points(points::Points),
    /// Count, advise, play and replay games of Castles.
    #[command(subcommand)]
    Castles(castles::Castles),
    /// Play Castle under Siege at a table, or let the program play it.
    #[command(subcommand)]
    CastleUnderSiege(under_siege::UnderSiege),
    /// List, check, play and forecast scenarios of Castle Cracker.
    #[command(subcommand)]
    Cracker(cracker::CastleCracker),
}

impl Arguments {
    /// Reads the command line.
    pub fn read() -> std::result::Result<Arguments, clap::Error> {
        let read = Arguments::try_parse()?;
        match (&read.file, &read.command) {
            (Some(_), Some(_)) => Err(Arguments::command().error(
                ErrorKind::ArgumentConflict,
                "a file stands before the command; name it behind the command instead",
            )),
            _ => Ok(read),
        }
    }
}

/// Tells of a command line that cannot be run, or gives the help that was asked for. What is wrong is told as JSON where
/// that was asked for, too.
pub fn misused(wrong: &clap::Error) -> ExitCode {
    let number = numbers::no_number(wrong, std::env::args_os());
    let wrong = number.as_ref().unwrap_or(wrong);
    let json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    match wrong.use_stderr() && json {
        true => {
            let told = wrong.to_string();
            let told = told.trim().strip_prefix("error: ").unwrap_or(told.trim());
            let (sentence, rest) = told.split_once("\n\n").unwrap_or((told, ""));
            let hint = rest.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
            Out { json }.problem(&Problem::bad_input(sentence).hint(hint));
        }
        false => {
            let printed = wrong.print();
            if let (false, Err(problem)) = (wrong.use_stderr(), out::sent(printed)) {
                Out { json }.problem(&problem);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::from(if wrong.use_stderr() { 2 } else { 0 })
}

/// Runs a command, or opens the window with `window`.
pub fn run(arguments: Arguments, window: impl FnOnce(Option<PathBuf>) -> Result<()>) -> ExitCode {
    let out = Out { json: arguments.json };
    let done = match arguments.command {
        Some(command) => command.run(&out),
        None => window(arguments.file),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            out.problem(&problem);
            ExitCode::FAILURE
        }
    }
}

impl Command {
    fn run(self, out: &Out) -> Result<()> {
        match self {
            Command::New(new) => new.run(out),
            Command::Samples => campaign::samples(out),
            Command::Grounds => war::grounds(out),
            Command::Show(show) => show.run(out),
            Command::Turn(turn) => turn.run(out),
            Command::Undo(undo) => undo.run(out),
            Command::Redo(steps) => steps.redo(out),
            Command::March(march) => march.run(out),
            Command::Answer(answer) => answer.run(out),
            Command::House(house) => house.run(out),
            Command::Founding(founding) => founding.run(out),
            Command::Campaign(campaign) => campaign.run(out),
            Command::Side(side) => side.run(out),
            Command::Relation(relation) => relation.run(out),
            Command::Ledger(ledger) => ledger.run(out),
            Command::Map(map) => map.run(out),
            Command::Place(place) => place.run(out),
            Command::Route(route) => route.run(out),
            Command::Stronghold(hold) => hold.run(out),
            Command::Formation(formation) => formation.run(out),
            Command::People(people) => people.run(out),
            Command::Change(change) => change.run(out),
            Command::Filters(filters) => filters.run(out),
            Command::Person(person) => person.run(out),
            Command::Contact(contact) => contact.run(out),
            Command::History(history) => history.run(out),
            Command::Mend(mend) => mend.run(out),
            Command::Battle(battle) => battle.run(out),
            Command::Report(report) => report.run(out),
            Command::Forecast(forecast) => forecast.run(out),
            Command::Siege(siege) => siege.run(out),
            Command::Ransom(ransom) => ransom.run(out),
            Command::Captivity(captivity) => captivity.run(out),
            Command::Recruit(recruit) => recruit.run(out),
            #[cfg(feature = "print")]
            Command::Muster(muster) => muster.run(out),
            #[cfg(feature = "print")]
            Command::Roster(roster) => roster.run(out),
            #[cfg(feature = "print")]
            Command::Captives(captives) => captives.run(out),
            #[cfg(feature = "print")]
            Command::Career(career) => career.run(out),
            #[cfg(feature = "print")]
            Command::Chronicle(chronicle) => chronicle.run(out),
            Command::Write(written) => written.run(out),
            #[cfg(feature = "print")]
            Command::Pay(pay) => pay.run(out),
            #[cfg(feature = "print")]
            Command::Casualties(casualties) => casualties.run(out),
            #[cfg(feature = "print")]
            Command::Cards(cards) => cards.run(out),
            #[cfg(feature = "print")]
            Command::Blank(blank) => blank.run(out),
            #[cfg(feature = "print")]
            Command::Templates(templates) => templates.run(out),
            Command::Import(import) => import.run(out),
            Command::Export(export) => export.run(out),
            Command::Check(check) => check.run(out),
            Command::Odds(odds) => odds.run(out),
            Command::Rules(rules) => rules.run(out),
            Command::Ruling(asked) => asked.run(out),
            Command::Line(line) => line.run(out),
            Command::Hexes(hexes) => hexes.run(out),
            #[cfg(feature = "print")]
            Command::PrintHexes(sheets) => sheets.run(out),
            Command::Assault(assault) => assault.run(out),
            Command::Points(points) => points.run(out),
            Command::Castles(castles) => castles.run(out),
            Command::CastleUnderSiege(game) => game.run(out),
            Command::Cracker(cracker) => cracker.run(out),
        }
    }
}
