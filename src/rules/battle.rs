//! What every set of rules takes in and gives back about a battle: the plan, and the report of each man's fate
//! (CP-3.1, CP-3.4). A battle entered from the table gives the same report as one fought by the program.

use super::figure::{BySide, Class, Profile, Protection, Side, Weapon, words};
use super::gear::{GearPiece, Thing};
use super::ruleset::Ruleset;
use super::weather::Weather;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Names one man within a battle: an index the plan's maker chooses, unique in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Man(pub u32);

/// One man as he comes to the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// Who he is in this battle.
    pub man: Man,
    /// His short number on the printed roster, such as `B7` (CP-3.5).
    pub number: String,
    pub name: String,
    /// What he is and has.
    #[serde(flatten)]
    pub profile: Profile,
    /// Whether he comes wounded.
    pub wounded: bool,
    /// Whether he bears a standard, and whose (MM-8.8).
    pub standard: Option<Standard>,
}

impl Fighter {
    /// Whether he bears arms: a cleric is unarmed, and counts for nobody who can fight.
    pub fn bears_arms(&self) -> bool {
        self.profile.class != Class::Cleric
    }
}

/// Whose standard a man bears (MM-8.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standard {
    Army,
    Battle,
    Force,
}
words!(Standard, "standard", "army, battle or force", Army = "army", Battle = "battle", Force = "force");

/// Men who keep together under one commander (MM-1.4). Knights who fight singly are in no unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub name: String,
    /// Its commander, who is one of `men`, if it has one.
    pub commander: Option<Man>,
    /// Its men, its commander among them.
    pub men: Vec<Fighter>,
}

/// One player's command (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub name: String,
    /// The battle it belongs to.
    pub battle: String,
    /// Its commander, found in a unit or among the single men.
    pub commander: Option<Man>,
    pub units: Vec<Unit>,
    /// Knights in no unit, and clerics.
    pub single: Vec<Fighter>,
    /// The army it is of, where its host is made of several; empty where it is of one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub army: String,
    /// The turn on which it comes onto the field at its own edge (CP-3.1); 0 where it is there from the start.
    #[serde(default, skip_serializing_if = "at_the_start")]
    pub arrives: u32,
    /// Whether it is of those who hold the citadel and help a relief against besiegers who are shut in (SG-4.3).
    #[serde(default, skip_serializing_if = "no")]
    pub citadel: bool,
}

fn at_the_start(arrives: &u32) -> bool {
    *arrives == 0
}

impl Force {
    /// Every man of it, unit by unit, then those in none.
    pub fn men(&self) -> impl Iterator<Item = &Fighter> {
        self.units.iter().flat_map(|unit| &unit.men).chain(&self.single)
    }
}

/// One side's men on the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The army's name.
    pub name: String,
    /// The realm's name.
    pub realm: String,
    /// The army's commander.
    pub commander: Option<Man>,
    pub forces: Vec<Force>,
    /// What it brings besides its men (MM-9, MM-10.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<GearPiece>,
    /// What is added to the morale of men who go on half rations (SG-2.3); 0 for those who eat their fill.
    #[serde(default, skip_serializing_if = "eat_their_fill")]
    pub hunger: i32,
}

fn eat_their_fill(hunger: &i32) -> bool {
    *hunger == 0
}

impl Host {
    /// Every man of the host.
    pub fn men(&self) -> impl Iterator<Item = &Fighter> {
        self.forces.iter().flat_map(Force::men)
    }

    /// A verb as it follows the host's name: `win` where it is of several armies or its name is of many, else `wins`.
    pub fn does(&self, verb: &str) -> String {
        match self.forces.iter().all(|force| force.army.is_empty()) {
            true => does(&self.name, verb),
            false => verb.to_owned(),
        }
    }

    /// Whether somebody who bears arms is on the field on the first turn.
    pub fn is_there_from_the_start(&self) -> bool {
        let mut there = self.forces.iter().filter(|force| force.arrives == 0).flat_map(Force::men);
        there.any(Fighter::bears_arms)
    }

    /// The turns on which some of it comes, and how many men each time; nothing where all are there from the start.
    pub fn arrivals(&self) -> BTreeMap<u32, usize> {
        let mut arrivals = BTreeMap::new();
        for force in self.forces.iter().filter(|force| force.arrives > 0) {
            *arrivals.entry(force.arrives).or_default() += force.men().count();
        }
        arrivals
    }
}

/// A verb as it follows a name: `win` after a name of many, such as “Riders of the March”, else `wins`.
pub fn does(name: &str, verb: &str) -> String {
    match (is_of_many(name), verb) {
        (true, _) => verb.to_owned(),
        (false, "have") => "has".to_owned(),
        (false, _) => format!("{verb}s"),
    }
}

/// Whether a name is of many: two joined by “and”, or one whose head, the last word before “of” and the like, is plural.
/// By its end a plural is told from most words and names that end in s as well: “Compass”, “Douglas”, “Harris”, “Angus”.
fn is_of_many(name: &str) -> bool {
    const ON: [&str; 6] = ["of", "from", "under", "at", "in", "for"];
    const MANY: [&str; 4] = ["men", "people", "folk", "foot"];
    let head: Vec<&str> = name.split_whitespace().take_while(|word| !ON.contains(word)).collect();
    let last = head.last().map(|word| word.to_lowercase()).unwrap_or_default();
    let last = last.trim_end_matches([',', '.', ';']);
    let plural = last.ends_with('s') && !["ss", "as", "is", "us"].iter().any(|end| last.ends_with(end));
    head.contains(&"and") || plural || MANY.contains(&last) || last.ends_with("men")
}

fn none(count: &u8) -> bool {
    *count == 0
}

fn no(is: &bool) -> bool {
    !is
}

/// What has been done to a stretch of a line of a stronghold before it is assaulted (SG-1.4, SG-7.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battered {
    /// Which line, from 1 for the outermost.
    pub line: u8,
    /// Which stretch of it, from 0, and how many it has.
    pub stretch: u8,
    /// How many stretches the line has.
    pub stretches: u8,
    /// Damages to its outer side.
    pub outer: u8,
    /// Damages to its inner side.
    pub inner: u8,
}

/// How a stretch stands: `Stretch 4: 1 damage outside and 0 damages inside`.
impl fmt::Display for Battered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let damages = |count: u8| format!("{count} damage{}", if count == 1 { "" } else { "s" });
        let (outer, inner) = (damages(self.outer), damages(self.inner));
        write!(f, "Stretch {}: {outer} outside and {inner} inside", self.stretch + 1)
    }
}

/// By which form of the rules a battle on hexes goes on. What was begun by an earlier program is played on, and looked at again,
/// as it was played then: its orders would not always be allowed by a later form, nor come to the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexForm {
    /// As battles were played of which there are records of the first form, and plans that say no form.
    First,
    /// As battles were played of which there are records of the second form.
    Second,
    /// As battles were played before lines of fire, ladders and hits were held against the page once more.
    Third,
    /// As battles were played before edges of ramparts, and shots over them, were.
    Fourth,
    /// As the page of rules has it now.
    #[default]
    Fifth,
}

impl HexForm {
    fn of_old() -> HexForm {
        HexForm::First
    }
}

/// The stronghold a battle is fought for, for rules that fight on its map (SG-5 to SG-8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StormedPlace {
    /// The map, by its name.
    pub map: String,
    /// The map's file, if it is not one that ships; a record always holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_file: Option<String>,
    /// Lines of defence the besiegers hold already, from the outermost (SG-9.2).
    #[serde(default)]
    pub held: u8,
    /// Whether it is the garrison that attacks, from within.
    #[serde(default)]
    pub sally: bool,
    /// Whether it comes at what stands before the place, and wins no line back (SG-1.3).
    #[serde(default, skip_serializing_if = "no")]
    pub sortie: bool,
    /// Lines that besiegers hold who are shut in, from the outermost (SG-4.3): with none `held` the relief comes at them from outside,
    /// and the garrison out of the rest of the place, or in a `sally` they come out at the relief; with those held they assault the
    /// rest. 0 where nobody is.
    #[serde(default, skip_serializing_if = "none")]
    pub shut_in: u8,
    /// How many of those a relief has won from them already, from the outermost: they hold the others.
    #[serde(default, skip_serializing_if = "none")]
    pub outer_lost: u8,
    /// Whether the moat is filled where the walls are assaulted.
    #[serde(default)]
    pub filled: bool,
    /// Stretches of the line assaulted.
    #[serde(default)]
    pub stretches: u8,
    /// Stretches of each of its lines, from the outermost, where the siege counts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<u8>,
    /// Whether that line is the last, the keep.
    #[serde(default)]
    pub keep: bool,
    /// Whether the place is a great castle, and not a border castle or a town.
    #[serde(default)]
    pub strong: bool,
    /// Whether the besiegers have ladders.
    #[serde(default)]
    pub ladders: bool,
    #[serde(default)]
    pub rams: u8,
    /// Their siege towers.
    #[serde(default, skip_serializing_if = "none")]
    pub towers: u8,
    /// Their mangonels and trebuchets.
    #[serde(default, skip_serializing_if = "none")]
    pub engines: u8,
    /// Mangonels and trebuchets of those who are shut in and assaulted by a relief (SG-4.3).
    #[serde(default, skip_serializing_if = "none")]
    pub engines_within: u8,
    /// Siege towers of the besiegers' park, where the garrison comes out at them (SG-1.3).
    #[serde(default, skip_serializing_if = "none")]
    pub towers_parked: u8,
    /// What else of that park stands beside them: so many rams.
    #[serde(default, skip_serializing_if = "none")]
    pub rams_parked: u8,
    /// Battering points of those, where they bombard the place and nobody assaults it (CU-6.7).
    #[serde(default, skip_serializing_if = "none")]
    pub battery: u8,
    /// What has been done to the walls.
    #[serde(default)]
    pub battered: Vec<Battered>,
    /// Whether both sides put their men where they want them before it begins.
    #[serde(default, skip_serializing_if = "no")]
    pub places: bool,
    /// By which form of the rules it is fought on hexes.
    #[serde(default = "HexForm::of_old")]
    pub form: HexForm,
}

/// What a battle is fought for, which some rules cannot settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Two hosts met in the field.
    Open,
    /// The walls of a stronghold, by who besieges it (SG-8).
    Walls,
    /// The besiegers' engines, camp or ground won, by who comes out at them (SG-1.3).
    Sortie,
    /// The walls, at which engines throw and nobody goes (CU-6.7).
    Bombardment,
}

impl Occasion {
    pub const ALL: [Occasion; 4] = [Occasion::Open, Occasion::Walls, Occasion::Sortie, Occasion::Bombardment];

    /// What it is called, with its article.
    pub fn told(self) -> &'static str {
        match self {
            Occasion::Open => "a battle in the open field",
            Occasion::Walls => "an assault on the walls of a stronghold",
            Occasion::Sortie => "a sortie",
            Occasion::Bombardment => "a bombardment, in which nobody meets (CU-6.7),",
        }
    }
}

/// A battle about to be fought: who, where, and by which seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The two hosts.
    pub hosts: BySide<Host>,
    /// The ground, by the name of its template (CP-3.1).
    pub ground: String,
    /// The ground's own file, if it is not one that ships with the program; a record always holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground_file: Option<String>,
    /// The stronghold it is fought for, if it is one (SG-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storm: Option<StormedPlace>,
    /// Whether it is fought in a dynastic war, in which knights need not spare a king (MM-8.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dynastic_war: bool,
    /// The weather and what it does (CP-3.1); nothing where it is fair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<Weather>,
    /// The seed of every die in it.
    pub seed: u64,
}

impl StormedPlace {
    /// Who holds the line that was fought for where the besiegers hold so many at the end (SG-1.6).
    pub fn held_with(&self, lines: u8) -> Side {
        let (before, won_back) = self.held_before();
        let won = if won_back { lines < before } else { lines > before };
        if won { Side::Attacker } else { Side::Defender }
    }

    /// Lines that the besiegers hold before it, and whether some of those are to be won back, and none are won (SG-1.5). What a
    /// relief has won from them is not theirs (SG-4.3).
    pub fn held_before(&self) -> (u8, bool) {
        match self.relief_comes() {
            true => (self.shut_in.saturating_sub(self.outer_lost), true),
            false => (self.held.saturating_sub(self.outer_lost), self.sally),
        }
    }

    /// So many lines that the besiegers hold at the end, as the report counts them: what they win by their own assault to the
    /// furthest line, with the outermost of it that a relief has (SG-1.5, SG-4.3).
    pub fn as_reported(&self, lines: u8) -> u8 {
        if self.relief_comes() { lines } else { lines.saturating_add(self.outer_lost) }
    }

    /// Whether a relief and the garrison assault besiegers who are shut in between them (SG-4.3).
    pub fn relief_comes(&self) -> bool {
        self.shut_in > 0 && !self.sally && self.held == 0
    }

    /// Whether a line may be won in it, or won back: its walls are assaulted, and neither bombarded nor sallied from (SG-1.3, SG-1.6).
    pub fn moves_lines(&self) -> bool {
        !self.sortie && !self.is_bombarded()
    }

    /// Whether its walls are battered only, and nobody assaults it (CU-6.7).
    pub fn is_bombarded(&self) -> bool {
        self.battery > 0
    }
}

impl Plan {
    /// Whether it is a bombardment, in which nobody meets (CU-6.7).
    pub fn is_bombardment(&self) -> bool {
        self.occasion() == Occasion::Bombardment
    }

    /// What it is fought for.
    pub fn occasion(&self) -> Occasion {
        match &self.storm {
            None => Occasion::Open,
            Some(place) if place.is_bombarded() => Occasion::Bombardment,
            Some(place) if place.sally => Occasion::Sortie,
            Some(_) => Occasion::Walls,
        }
    }

    /// Why rules by which everybody is on the field from the start cannot fight it: a clause of a sentence.
    pub fn comes_later(&self) -> Option<String> {
        let mut late = [Side::Attacker, Side::Defender].into_iter().flat_map(|side| &self.hosts[side].forces);
        let force = late.find(|force| force.arrives > 0)?;
        let told =
            format!("{} is to come on turn {}, and by these rules nobody comes later", force.name, force.arrives);
        Some(told)
    }
}

/// What became of a man (CP-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// On the field and unhurt.
    Unhurt,
    /// Alive and wounded.
    Wounded,
    /// Killed.
    Dead,
    /// Fled the field.
    Fled,
    /// Left the field in good order, unhurt or wounded; nothing follows from it for him.
    Withdrawn,
    /// Taken, by the man named if he is known.
    Captive {
        /// Who took him.
        by: Option<Man>,
    },
    /// Not accounted for.
    Missing,
}

/// A fate without who brought it about, as reports and campaigns list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FateKind {
    Unhurt,
    Wounded,
    Dead,
    Fled,
    Withdrawn,
    Captive,
    Missing,
}
words!(
    FateKind,
    "fate",
    "unhurt, wounded, dead, fled, withdrawn, captive or missing",
    Unhurt = "unhurt",
    Wounded = "wounded",
    Dead = "dead",
    Fled = "fled",
    Withdrawn = "withdrawn",
    Captive = "captive",
    Missing = "missing"
);

impl Fate {
    /// What it is, whoever brought it about.
    pub fn kind(self) -> FateKind {
        match self {
            Fate::Unhurt => FateKind::Unhurt,
            Fate::Wounded => FateKind::Wounded,
            Fate::Dead => FateKind::Dead,
            Fate::Fled => FateKind::Fled,
            Fate::Withdrawn => FateKind::Withdrawn,
            Fate::Captive { .. } => FateKind::Captive,
            Fate::Missing => FateKind::Missing,
        }
    }

    /// The word for it in reports and results.
    pub fn word(self) -> &'static str {
        self.kind().word()
    }
}

/// Something a man did that bears on what follows (CP-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    FoughtHandToHand,
    /// Was made to flee, whether or not he rallied.
    MadeToFlee,
    /// A knight failed to meet a charge, by evading or by a morale result (MM-8.6).
    FailedToMeetCharge,
    /// Unhorsed an enemy.
    Unhorsed(Man),
    /// Hurt a cleric (MM-8.6).
    HurtCleric(Man),
    /// Killed an enemy.
    Killed(Man),
    /// Took a standard and held it to the end.
    TookStandard(Standard),
    /// Was the first of the assailants on the walls of a line of defence.
    FirstOnWall,
}

/// A deed without whom it was done to, as a career keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeedKind {
    FoughtHandToHand,
    MadeToFlee,
    FailedToMeetCharge,
    Unhorsed,
    HurtCleric,
    Killed,
    TookStandard,
    FirstOnWall,
}
words!(
    DeedKind,
    "deed",
    "fought_hand_to_hand, made_to_flee, failed_to_meet_charge, unhorsed, hurt_cleric, killed, took_standard or \
     first_on_wall",
    FoughtHandToHand = "fought_hand_to_hand",
    MadeToFlee = "made_to_flee",
    FailedToMeetCharge = "failed_to_meet_charge",
    Unhorsed = "unhorsed",
    HurtCleric = "hurt_cleric",
    Killed = "killed",
    TookStandard = "took_standard",
    FirstOnWall = "first_on_wall"
);

impl Deed {
    /// What it is, whoever it was done to.
    pub fn kind(self) -> DeedKind {
        match self {
            Deed::FoughtHandToHand => DeedKind::FoughtHandToHand,
            Deed::MadeToFlee => DeedKind::MadeToFlee,
            Deed::FailedToMeetCharge => DeedKind::FailedToMeetCharge,
            Deed::Unhorsed(_) => DeedKind::Unhorsed,
            Deed::HurtCleric(_) => DeedKind::HurtCleric,
            Deed::Killed(_) => DeedKind::Killed,
            Deed::TookStandard(_) => DeedKind::TookStandard,
            Deed::FirstOnWall => DeedKind::FirstOnWall,
        }
    }

    /// Whom it was done to.
    pub fn other(self) -> Option<Man> {
        match self {
            Deed::Unhorsed(other) | Deed::HurtCleric(other) | Deed::Killed(other) => Some(other),
            Deed::FoughtHandToHand
            | Deed::MadeToFlee
            | Deed::FailedToMeetCharge
            | Deed::TookStandard(_)
            | Deed::FirstOnWall => None,
        }
    }

    /// The standard he took in it.
    pub fn standard(self) -> Option<Standard> {
        match self {
            Deed::TookStandard(standard) => Some(standard),
            _ => None,
        }
    }
}

/// What one man did and suffered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManReport {
    /// Who.
    pub man: Man,
    pub side: Side,
    pub fate: Fate,
    /// Whether he carries a wound, whatever his fate.
    pub wounded: bool,
    /// Whether his horse was killed or lost.
    pub horse_lost: bool,
    /// His deeds, in order.
    pub deeds: Vec<Deed>,
}

impl ManReport {
    /// The fate he is counted by: a man who left in good order counts as unhurt or wounded.
    pub fn counted(&self) -> Fate {
        match self.fate {
            Fate::Withdrawn if self.wounded => Fate::Wounded,
            Fate::Withdrawn => Fate::Unhurt,
            fate => fate,
        }
    }
}

/// What changed hands in a battle, or is of no use after it (CP-3.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoils {
    /// Men who come away with other arms than they brought, looted or stripped (MM-8.5): his protection and weapons now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<(Man, Protection, Vec<Weapon>)>,
    /// Who bore a standard that his side has lost (MM-8.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standards: Vec<(Man, Standard)>,
    /// Gear a side has no more: whose, how many of what, and what became of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<(Side, u16, Thing, GearLoss)>,
}

impl Spoils {
    fn none(&self) -> bool {
        *self == Spoils::default()
    }
}

/// What became of gear that a side has no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GearLoss {
    Spent,
    Wrecked,
    Burnt,
    Taken,
}
words!(
    GearLoss,
    "loss of gear",
    "spent, wrecked, burnt or taken",
    Spent = "spent",
    Wrecked = "wrecked",
    Burnt = "burnt",
    Taken = "taken"
);

/// The report of a battle, whatever the rules and however it was settled (CP-3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Each man of both sides, in the plan's order.
    pub men: Vec<ManReport>,
    /// Points at the end (MM-10.4), in half points.
    pub half_points: BySide<i64>,
    /// The side that won, or neither.
    pub winner: Option<Side>,
    /// Turns fought; none when entered from the table without them.
    pub turns: Option<u32>,
    /// The side that holds what was fought for at the end: the line of walls (SG-1.6, SG-8), or the field, where the table
    /// names who won; none where the rules or the table do not say, and then who won holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Side>,
    /// Lines of the walls that the besiegers hold at the end, of those that the siege counts (SG-1.5), and after their own assault
    /// to the furthest, with those that a relief has won from them; none where the rules or the table do not say, and then who
    /// holds the line has won one or lost none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u8>,
    /// Of the lines that besiegers lost who are shut in, how many the citadel won from within (SG-4.3): the others a relief has won from
    /// outside.
    #[serde(default, skip_serializing_if = "none")]
    pub from_within: u8,
    /// Stretches of the walls fought for that are worse than before, as they are now (CU-6.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub battered: Vec<Battered>,
    /// What changed hands and was used up, where the rules say.
    #[serde(default, skip_serializing_if = "Spoils::none")]
    pub spoils: Spoils,
    /// Whether the lot decided whom of a side its losses befell, by rules that do not follow single men (CP-3.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_lot: bool,
    /// Whether a table named who won, or that neither did: then no points and no standing decide it (CP-3.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
}

/// What a battle told man by man comes to by rules that ask who stands (CC-1.2): a point for each of the enemy who fell or was
/// taken, as of figures, and the side with the larger share of its men standing at the end. Who bears no arms is no figure, and
/// counts in neither (CP-3.5).
pub fn by_standing(plan: &Plan, report: &Report) -> (BySide<i64>, Option<Side>) {
    let armed: BTreeMap<Man, &Fighter> = [Side::Attacker, Side::Defender]
        .into_iter()
        .flat_map(|side| plan.hosts[side].men().filter(|fighter| fighter.bears_arms()))
        .map(|fighter| (fighter.man, fighter))
        .collect();
    let (mut half_points, mut standing, mut began) =
        (BySide::<i64>::default(), BySide::<u64>::default(), BySide::<u64>::default());
    for told in &report.men {
        let Some(before) = armed.get(&told.man).map(|fighter| fighter.wounded) else { continue };
        began[told.side] += 1;
        match told.fate {
            Fate::Unhurt => standing[told.side] += 1,
            Fate::Wounded if before => standing[told.side] += 1,
            Fate::Wounded | Fate::Dead | Fate::Captive { .. } => half_points[told.side.other()] += 2,
            Fate::Fled | Fate::Withdrawn | Fate::Missing => {}
        }
    }
    let share = |side: Side| standing[side] * began[side.other()].max(1);
    let winner = match share(Side::Attacker).cmp(&share(Side::Defender)) {
        std::cmp::Ordering::Greater => Some(Side::Attacker),
        std::cmp::Ordering::Less => Some(Side::Defender),
        std::cmp::Ordering::Equal => None,
    };
    (half_points, winner)
}

/// A score as it follows on who won by a set of rules, such as `, 84 points to 26½`; nothing by rules that keep none.
pub fn and_score(winner: Option<Side>, half_points: &BySide<i64>, rules: Ruleset) -> String {
    match *half_points == BySide::default() {
        true => String::new(),
        false => format!(", {}{}", score_in_words(winner, half_points), why_fewer(winner, half_points, rules)),
    }
}

/// What is said behind a score of which the loser has the better: what was fought for has decided (SG-8), or the men who stand
/// (CC-1.2).
pub fn why_fewer(winner: Option<Side>, half_points: &BySide<i64>, rules: Ruleset) -> &'static str {
    match winner {
        Some(winner) if half_points[winner] < half_points[winner.other()] && rules.tells_bodies() => {
            " (the side with the larger share of its men standing has won, whatever the points)"
        }
        Some(winner) if half_points[winner] < half_points[winner.other()] => {
            " (who holds what was fought for, or alone is left on the field, has won, whatever the points)"
        }
        _ => "",
    }
}

/// A score of half points in words (MM-10.4), the winner's first: `84 points to 26½`; the attacker's where nobody won.
pub fn score_in_words(winner: Option<Side>, half_points: &BySide<i64>) -> String {
    let points = |side: Side| match half_points[side] {
        even if even % 2 == 0 => (even / 2).to_string(),
        odd => format!("{}½", odd / 2),
    };
    let first = winner.unwrap_or(Side::Attacker);
    format!("{} points to {}", points(first), points(first.other()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_agrees_with_the_head_of_a_name() {
        let many = [
            "Riders of the March",
            "Raiders",
            "Men of Bluetown",
            "Vale men",
            "Bowmen of Wark",
            "Town folk",
            "Van and Rear",
        ];
        for name in many {
            assert_eq!(does(name, "win"), "win", "{name}");
        }
        let one = [
            "Host of the Vales",
            "Northern Army",
            "Army of Wark and Norham",
            "Sir Archibald Douglas",
            "The Compass",
            "",
        ];
        for name in one {
            assert_eq!(does(name, "win"), "wins", "{name}");
        }
        assert_eq!((does("prickers", "have").as_str(), does("Host", "have").as_str()), ("have", "has"));
    }
}
